//! What is said aloud at the tables, who says it, and what of it was played.

use clock::{Duration, Instant};

use super::{Hall, HallError, Output, QUEUE_MAX};
use crate::alarm::AlarmKind;
use crate::entry::{SpeechEntry, Unspoken};
use crate::outbox::Mark;
use crate::seat::Seat;
use crate::speech::{
    Announcement, Attendance, Omission, Playback, PlaybackError, Standing, VoiceChange, VoiceSetting,
};

impl Hall {
    /// What is said at a table, the latest first decided and then what will be called if nobody presses, up to
    /// `horizon` from now. Whoever speaks keeps to it: what is new in it is played at its moment, what is in it no
    /// more falls silent at once; the same thing has the same `due` and `what` each time. What ends the game is in it
    /// once it is decided. It changes with the table's face ([`Output::Face`]).
    #[must_use]
    pub fn to_say(&self, table: u32, now: Instant, horizon: Duration) -> Vec<Announcement> {
        self.seats.get(&table).map(|seat| seat.to_say(now, horizon)).unwrap_or_default()
    }

    /// The same, as those who speak for the table are told it; nothing where it is silenced. Only what they were told can
    /// they have played.
    pub fn tell_speakers(&mut self, table: u32, now: Instant, horizon: Duration) -> Vec<Announcement> {
        let Some(seat) = self.seats.get_mut(&table) else { return Vec::new() };
        let is_heard = seat.account.voice().is_heard();
        let all = if is_heard { seat.to_say(now, horizon) } else { Vec::new() };
        let time = seat.time(now);
        seat.account.tell(&all, time);
        all
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
    pub fn voice(&self, table: u32) -> Option<VoiceSetting> {
        self.seats.get(&table).or_else(|| self.opening.get(&table)).map(|seat| seat.account.voice())
    }

    /// Why a table that has a voice is silenced, where it is: both players must be able to see that.
    #[must_use]
    pub fn muted(&self, table: u32) -> Option<Unspoken> {
        self.seats.get(&table).or_else(|| self.opening.get(&table)).and_then(|seat| seat.account.muted())
    }

    /// Whether a table speaks, how loud, and whether it is silent at first unless an arbiter has said so, from now on and
    /// in the games that follow.
    pub fn configure_voice(&mut self, table: u32, voice: VoiceSetting) {
        let now = self.now;
        // The record of a game that is being opened begins later with how things stand then.
        if let Some(seat) = self.opening.get_mut(&table) {
            seat.account.configure(voice, Instant::ZERO);
        }
        let configured = |seat: &mut Seat| seat.account.configure(voice, seat.time(now));
        let entry = self.seats.get_mut(&table).and_then(configured);
        self.put_speech_on_record(table, entry);
        if self.has_table(table) {
            self.outputs.push_back(Output::Face { table });
        }
    }

    /// Silences a table, lets it speak again, or makes it louder or softer; that is put on record.
    ///
    /// # Errors
    /// [`HallError::NoTable`], [`HallError::NotSaved`] while the next game is being opened, [`HallError::NoVoice`]
    /// where it does not speak, [`HallError::GameFull`] and [`HallError::DiskBehind`] where an arbiter's order could not
    /// be put on record: then nothing is changed.
    pub fn change_voice(&mut self, table: u32, change: VoiceChange, now: Instant) -> Result<(), HallError> {
        self.now = self.now.max(now);
        if self.opening.contains_key(&table) {
            return Err(HallError::NotSaved);
        }
        let seat = self.seats.get_mut(&table).ok_or(HallError::NoTable)?;
        if !seat.account.voice().on {
            return Err(HallError::NoVoice);
        }
        if change.by().is_some() {
            self.outbox.admit(seat.game)?;
        }
        let at = seat.time(now);
        let entry = seat.account.change(change, at);
        seat.show_at_unit(None, now);
        self.put_speech_on_record(table, entry);
        self.flush();
        self.outputs.push_back(Output::Face { table });
        Ok(())
    }

    /// Somebody speaks for a table from now on, so loud by its own setting in hundredths; `false` where there is no room:
    /// whoever is not on record may not speak.
    pub fn join_speakers(
        &mut self,
        table: u32,
        (name, standing): (&str, Standing),
        volume: u8,
        now: Instant,
    ) -> bool {
        self.set_attendance(table, (name, standing), Attendance::Here { volume }, now);
        self.seat_or_opening(table).is_some_and(|seat| seat.account.has_speaker(name))
    }

    /// Whoever speaks for a table does so otherwise, or not any more.
    pub fn attend(&mut self, table: u32, name: &str, attendance: Attendance, now: Instant) {
        if self.seat_or_opening(table).is_some_and(|seat| seat.account.has_speaker(name)) {
            self.set_attendance(table, (name, Standing::Other), attendance, now);
        }
    }

    fn set_attendance(&mut self, table: u32, who: (&str, Standing), attendance: Attendance, now: Instant) {
        let Some(seat) = self.seat_or_opening(table) else { return };
        let (at, before) = (seat.time(now), seat.account.muted());
        let entry = seat.account.attend(who, attendance, at, now);
        if seat.account.muted() != before {
            seat.show_at_unit(None, now);
            self.outputs.push_back(Output::Face { table });
        }
        self.put_speech_on_record(table, entry);
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

    /// Quiet hours can be kept, or not, because nobody knows the time of day for certain: then that is told.
    pub fn quiet_hours_kept(&mut self, kept: bool, now: Instant) {
        if kept {
            self.calm(None, AlarmKind::QuietHours);
        } else {
            self.raise(None, AlarmKind::QuietHours, now);
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
        let (time, room) = (seat.time(now), self.outbox.has_room_for_speech(seat.game, QUEUE_MAX));
        let entry = seat.account.played(said, (time, now), room)?;
        self.put_speech_on_record(table, Some(entry));
        self.flush();
        Ok(())
    }

    /// A speaker says that it has not played something, and why.
    ///
    /// # Errors
    /// Why it is not believed.
    pub fn omitted(&mut self, table: u32, said: &Omission, now: Instant) -> Result<(), PlaybackError> {
        let seat = self.seats.get_mut(&table).ok_or(PlaybackError::NoGame)?;
        let time = seat.time(now);
        seat.account.omitted(said, time)
    }

    /// What is awaited of those who speak for a table is not waited for any more.
    pub(super) fn settle_speech(&mut self, table: u32) {
        let settle = |seat: &mut Seat| seat.account.settle(seat.is_behind());
        while let Some(entry) = self.seats.get_mut(&table).and_then(settle) {
            self.put_speech_on_record(table, Some(entry));
        }
    }

    /// What was due and was not played, and how much found no place on record.
    pub(super) fn count_missed(&mut self, table: u32, now: Instant) {
        let missed = |seat: &mut Seat| seat.account.missed(now, seat.is_behind());
        while let Some(missed) = self.seats.get_mut(&table).and_then(missed) {
            self.put_speech_on_record(table, Some(missed));
        }
        let Some(seat) = self.seats.get_mut(&table) else { return };
        if self.outbox.has_room_for_speech(seat.game, QUEUE_MAX) {
            let left_out = seat.account.left_out(seat.time(now), now);
            self.put_speech_on_record(table, left_out);
        }
    }

    pub(crate) fn put_speech_on_record(&mut self, table: u32, entry: Option<SpeechEntry>) {
        // The record of the last game is closed, and the next not begun: that one begins with how things stand.
        let closed = self.opening.contains_key(&table);
        let Some((entry, seat)) = entry.filter(|_| !closed).zip(self.seats.get_mut(&table)) else { return };
        // An arbiter's order is not one of what speakers bring; that it has room is known.
        let ordered = matches!(&entry, SpeechEntry::Voice(entry) if entry.by.is_some());
        if !ordered && !self.outbox.has_room_for_speech(seat.game, QUEUE_MAX) {
            return seat.account.leave_out(&entry);
        }
        seat.unsaved_speech.push_back(entry.clone());
        self.outbox.entry(seat.game, &entry.into(), Mark::Speech { table });
    }

    pub(super) fn speech_saved(&mut self, table: u32) {
        let entry = self.seats.get_mut(&table).and_then(|seat| seat.unsaved_speech.pop_front());
        self.outputs.extend(entry.map(|entry| Output::Voice { table, entry }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hall::line::tests::hall;
    use crate::outbox::Extent;
    use journal::{GAME_LEN_MAX, GameId, Write};
    use referee::Who;

    const TABLE: u32 = 7;
    const GAME: GameId = GameId(1);

    fn speaking() -> Hall {
        let mut hall = hall();
        hall.configure_voice(TABLE, VoiceSetting { on: true, muted: false, quiet: false, volume: 80 });
        hall
    }

    #[test]
    fn an_arbiters_order_that_has_no_place_on_record_is_refused_and_changes_nothing() {
        let (mut hall, now) = (speaking(), Instant::from_millis(5));
        let muted = VoiceChange::Muted { muted: true, by: Who::Arbiter };
        let extent = |entries| Extent { entries, bytes: 0 };
        hall.outbox.recovered(GAME, extent(GAME_LEN_MAX), Extent::default());
        assert_eq!(hall.change_voice(TABLE, muted, now), Err(HallError::GameFull));
        hall.outbox.recovered(GAME, extent(2), Extent::default());
        for _ in 0..QUEUE_MAX {
            hall.outbox.push(Write::Close { game: GAME }, Mark::Other);
        }
        assert_eq!(hall.change_voice(TABLE, muted, now), Err(HallError::DiskBehind));
        assert_eq!(hall.voice(TABLE).map(|voice| voice.muted), Some(false));
    }

    #[test]
    fn where_speakers_have_had_their_share_an_arbiters_order_goes_on_record_and_says_how_much_did_not() {
        let (mut hall, now) = (speaking(), Instant::from_millis(5));
        let share = Extent { entries: GAME_LEN_MAX / 10, bytes: 0 };
        hall.outbox.recovered(GAME, share, share);
        assert!(hall.join_speakers(TABLE, ("page 1", Standing::Own), 100, now));
        assert!(hall.outbox.is_empty());
        hall.change_voice(TABLE, VoiceChange::Muted { muted: true, by: Who::Chief }, now).unwrap();
        let seat = hall.seats.get(&TABLE).unwrap();
        let Some(SpeechEntry::Voice(entry)) = seat.unsaved_speech.front() else { panic!() };
        assert_eq!((entry.left_out, entry.by), (1, Some(Who::Chief)));
    }
}
