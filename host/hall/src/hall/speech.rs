//! What is said aloud at the tables, who says it, and what of it was played.

use clock::{Duration, Instant};

use super::{Hall, HallError, Output};
use crate::alarm::AlarmKind;
use crate::entry::Entry;
use crate::outbox::Mark;
use crate::speech::{Announcement, Heard, Playback, PlaybackError, Voice, VoiceChange};

impl Hall {
    /// What is said at a table, the latest first decided and then what will be called if nobody presses, up to
    /// `horizon` from now. Whoever speaks keeps to it: what is new in it is played at its moment, what is in it no
    /// more falls silent at once; the same thing has the same `due` and `what` each time. What ends the game is in it
    /// once it is decided. It changes with the table's face ([`Output::Face`]).
    #[must_use]
    pub fn to_say(&self, table: u32, now: Instant, horizon: Duration) -> Vec<Announcement> {
        self.seats.get(&table).map(|seat| seat.to_say(now, horizon)).unwrap_or_default()
    }

    /// What will be called at a table from now on if nobody presses.
    #[must_use]
    pub fn calls_ahead(&self, table: u32, now: Instant, horizon: Duration) -> Vec<Announcement> {
        let mut ahead = self.to_say(table, now, horizon);
        ahead.retain(|said| said.at > now);
        ahead
    }

    /// How a table's voice is set.
    #[must_use]
    pub fn voice(&self, table: u32) -> Option<Voice> {
        self.seats.get(&table).or_else(|| self.opening.get(&table)).map(|seat| seat.account.voice())
    }

    /// Whether a table speaks, how loud, and whether it is silent at first unless an arbiter has said so, from now on and
    /// in the games that follow.
    pub fn configure_voice(&mut self, table: u32, voice: Voice) {
        for seats in [&mut self.seats, &mut self.opening] {
            if let Some(seat) = seats.get_mut(&table) {
                seat.account.configure(voice);
            }
        }
        if self.has_table(table) {
            self.outputs.push_back(Output::Face { table });
        }
    }

    /// Silences a table, lets it speak again, or makes it louder or softer; that is put on record.
    ///
    /// # Errors
    /// [`HallError::NoTable`], [`HallError::NotSaved`] while the next game is being opened, [`HallError::NoVoice`]
    /// where it does not speak.
    pub fn change_voice(&mut self, table: u32, change: VoiceChange, now: Instant) -> Result<(), HallError> {
        self.now = self.now.max(now);
        if self.opening.contains_key(&table) {
            return Err(HallError::NotSaved);
        }
        let seat = self.seats.get_mut(&table).ok_or(HallError::NoTable)?;
        if !seat.account.voice().on {
            return Err(HallError::NoVoice);
        }
        let at = seat.time(now);
        let heard = seat.account.change(change, at, now);
        seat.show_at_unit(None, now);
        self.put_speech_on_record(table, heard);
        self.flush();
        self.outputs.push_back(Output::Face { table });
        Ok(())
    }

    /// Somebody speaks for a table from now on, or does not any more: a page, or a device.
    pub fn speaker(&mut self, table: u32, name: &str, speaks: bool, now: Instant) {
        let Some(seat) = self.seat_or_opening(table) else { return };
        let at = seat.time(now);
        let heard = seat.account.speaker(name, speaks, at, now);
        self.put_speech_on_record(table, heard);
        self.flush();
    }

    /// The table's loudspeaker plays, or does not: then somebody is told.
    pub fn speaker_works(&mut self, table: u32, works: bool, now: Instant) {
        if works {
            self.calm(Some(table), AlarmKind::SpeakerLost);
        } else {
            self.raise(Some(table), AlarmKind::SpeakerLost, now);
        }
    }

    /// A speaker says what it has played: that is put on record.
    ///
    /// # Errors
    /// Why it is not.
    pub fn played(&mut self, table: u32, said: Playback, now: Instant) -> Result<(), PlaybackError> {
        if self.opening.contains_key(&table) {
            return Err(PlaybackError::NoGame);
        }
        let seat = self.seats.get_mut(&table).ok_or(PlaybackError::NoGame)?;
        let time = seat.time(now);
        let heard = seat.account.played(said, time, now)?;
        self.put_speech_on_record(table, Some(heard));
        self.flush();
        Ok(())
    }

    /// What was due and was not played.
    pub(super) fn count_missed(&mut self, table: u32, now: Instant) {
        while let Some(missed) = self.seats.get_mut(&table).and_then(|seat| seat.account.missed(now)) {
            self.put_speech_on_record(table, Some(missed));
        }
    }

    pub(super) fn put_speech_on_record(&mut self, table: u32, heard: Option<Heard>) {
        // The record of the last game is closed, and the next not begun: that one begins with how things stand.
        let closed = self.opening.contains_key(&table);
        let Some((heard, seat)) = heard.filter(|_| !closed).zip(self.seats.get_mut(&table)) else { return };
        if !self.outbox.has_room(seat.game) {
            return;
        }
        let entry = Entry::from(heard.clone());
        seat.unsaved_speech.push_back(heard);
        self.outbox.entry(seat.game, &entry, Mark::Speech { table });
    }

    pub(super) fn speech_saved(&mut self, table: u32) {
        let heard = self.seats.get_mut(&table).and_then(|seat| seat.unsaved_speech.pop_front());
        self.outputs.extend(heard.map(|heard| Output::Voice { table, entry: heard.into() }));
    }
}

impl From<Heard> for Entry {
    fn from(heard: Heard) -> Self {
        match heard {
            Heard::Spoken(entry) => Self::Spoken(entry),
            Heard::Voice(entry) => Self::Voice(entry),
        }
    }
}
