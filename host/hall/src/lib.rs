//! All tables of a venue as one machine: what comes in is ordered, decided, put on record, and only then shown.
//!
//! A [`Hall`] takes orders and lets time pass; out come [`Output`]s: batches for the journal, and, once a batch is
//! on disk, what may be shown and what is answered. It does no IO and reads no clock: the service drives it with
//! the real ones, the simulator with its own. **What a page other than the touching one is shown is on disk**, and
//! so is what is answered. Each table has its unit, which orders what happens to its clock; the table's own engine
//! is fed the same inputs, and their digests must agree. After an interruption a hall is made again from the
//! journal: tables stand paused where they were last known to be.

mod alarm;
mod behind;
mod closing;
mod entry;
mod hall;
mod keys;
mod names;
mod outbox;
mod people;
mod recovery;
mod seat;
mod showing;
mod speech;

pub use alarm::{Alarm, AlarmKind};
pub use closing::Closing;
pub use entry::{
    Anchor, Cause, Entry, FromUnit, Interruption, KeyEntry, KeyName, KeyTrouble, OnRequest, Opening,
    ParseEntryError, Played, Receipt, SeatReferences, SpeechEntry, SpokenEntry, SpokenIn, StepEntry,
    UnitEntry, UnitNote, Unspoken, VoiceEntry,
};
pub use hall::{Answer, Arrival, Hall, HallError, NewGame, ORDER_LEN_MAX, Output, QUEUE_MAX, Ticket};
pub use people::{Players, player_text};
pub use recovery::{RecoveredGame, RecoveryError, Replayed, replay};
pub use seat::{Face, TOUCH_GRACE, TOUCH_LOST_AFTER, TouchLost, UnitWord};
pub use showing::{CORRECTION_SHOWN, Manner, game_on_faces};
pub use speech::{
    Announcement, Attendance, Audit, Moment, Omission, Playback, PlaybackError, SpeechFault, Spoken,
    Standing, VoiceChange, VoiceSetting, calls_ahead, moments,
};
pub use unit::Said;
