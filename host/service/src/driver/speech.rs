//! What is said aloud at the tables, and who says it.

use std::sync::Arc;

use chrono::NaiveTime;
use clock::{Duration, Instant, Language};
use hall::{PlaybackError, SpeechEntry, Standing, VoiceChange};
use tokio::sync::watch;
use tracing::debug;

use crate::driver::Driver;
use crate::speech::{Quiet, SpeechView, VoicePlan};
use crate::venue::{News, NotHeard};

/// How often the time of day is looked at, where some of it is quiet.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The quiet hours, and when it is looked at whether it is one.
#[derive(Debug, Default)]
pub(super) struct QuietHours {
    hours: Quiet,
    look_at: Instant,
}

/// What a speaker says of itself and is not believed stands in the log alone.
pub(super) fn disbelieve(table: u32, said: Result<(), PlaybackError>) {
    if let Err(error) = said {
        debug!("table {table}: {error}");
    }
}

impl Driver {
    /// At which times of day no table speaks.
    pub(crate) fn set_quiet(&mut self, hours: Quiet) {
        self.quiet = QuietHours { hours, ..QuietHours::default() };
    }

    /// When the time of day is to be looked at.
    pub(super) fn quiet_at(&self) -> Option<Instant> {
        (!self.quiet.hours.is_empty()).then_some(self.quiet.look_at)
    }

    /// Silences all tables when a quiet hour begins, and lets them speak when it ends, or when nobody knows the time of day
    /// any more: a table that is silent by mistake costs games.
    pub(super) fn keep_quiet(&mut self, now: Instant) {
        if self.quiet_at().is_none_or(|at| now < at) {
            return;
        }
        self.quiet.look_at = now.plus(LOOK_EVERY);
        self.keep_quiet_at(self.timer.time_of_day(), now);
    }

    /// The same where that is the time of day, as far as it is known.
    pub(super) fn keep_quiet_at(&mut self, time: Option<NaiveTime>, now: Instant) {
        self.hall.quiet_hours_kept(time.is_some(), now);
        let quiet = time.is_some_and(|time| self.quiet.hours.is_at(time));
        let tables: Vec<u32> = self.hall.tables().collect();
        for table in tables {
            if self.hall.voice(table).is_some_and(|voice| voice.on && voice.quiet != quiet) {
                // A table whose next game is being opened is told at the next look.
                self.hall.change_voice(table, VoiceChange::Quiet { quiet }, now).unwrap_or_default();
            }
        }
    }

    /// How a table speaks, and in which language its faces are.
    fn voice_plan(&self, table: u32) -> (VoicePlan, Language) {
        let plan = self.plans.get(&table);
        let language = plan.map(|plan| plan.face.manner.language).unwrap_or_default();
        (plan.map(|plan| plan.voice).unwrap_or_default(), language)
    }

    /// Somebody plays what is said at a table from now on.
    pub(super) fn listen(
        &mut self,
        table: u32,
        who: (&str, Standing),
        volume: u8,
        now: Instant,
    ) -> Result<watch::Receiver<Arc<SpeechView>>, NotHeard> {
        let plan = self.voice_plan(table);
        let receiver = self.speeches.listen(&mut self.hall, table, plan, now).ok_or(NotHeard::NoTable)?;
        let has_room = self.hall.join_speakers(table, who, volume, now);
        has_room.then_some(receiver).ok_or(NotHeard::Crowded)
    }

    /// Something of a table's voice is on disk: the log has it, and how the voice stands all pages see.
    pub(super) fn tell_voice(&mut self, table: u32, entry: SpeechEntry) {
        let stands = matches!(entry, SpeechEntry::Voice(_));
        self.past.take_speech(table, entry);
        let view = if stands { self.view(table, self.timer.now()) } else { None };
        // Without a page open, nobody listens.
        let _ = view.map(|view| self.news.send(News::Voice { view }));
    }

    /// Tells those who play a table what is said there now.
    pub(super) fn tell_speech(&mut self, table: u32, now: Instant) {
        let plan = self.voice_plan(table);
        self.speeches.tell(&mut self.hall, table, plan, now);
    }
}
