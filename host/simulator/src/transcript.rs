//! A checksum of everything that comes out of a hall, in order.

use std::hash::{DefaultHasher, Hash, Hasher};

use clock::Instant;
use hall::{Answer, Entry, Output};
use journal::Write;

/// How an anchor's body begins; what the wall clock says is no part of the transcript.
const ANCHOR: &[u8] = b"{\"entry\":\"anchor\"";

/// The checksum so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript(DefaultHasher);

impl Transcript {
    pub(crate) fn sum(&self) -> u64 {
        self.0.finish()
    }

    pub(crate) fn note(&mut self, now: Instant, output: &Output) {
        now.hash(&mut self.0);
        match output {
            Output::Write(batch) => batch.iter().for_each(|write| self.note_write(write)),
            Output::Shown { table, events } => (1_u8, table, events.len()).hash(&mut self.0),
            Output::Answer { ticket, answer } => {
                let refusal = match answer {
                    Answer::Done => None,
                    Answer::Refused(refusal) => Some(refusal),
                };
                (2_u8, ticket, refusal).hash(&mut self.0);
            }
            Output::Face { table } => (3_u8, table).hash(&mut self.0),
            Output::Opened { table } => (4_u8, table).hash(&mut self.0),
            Output::Alarm(alarm) => (5_u8, alarm).hash(&mut self.0),
            Output::AlarmOver { table, kind } => (6_u8, table, kind).hash(&mut self.0),
            Output::Voice { table, entry } => {
                (11_u8, table, Entry::from(entry.clone()).to_bytes()).hash(&mut self.0)
            }
        }
    }

    fn note_write(&mut self, write: &Write) {
        match write {
            Write::Begin { game, body, .. } | Write::Entry { game, body } => {
                (7_u8, game).hash(&mut self.0);
                if !body.starts_with(ANCHOR) {
                    body.hash(&mut self.0);
                }
            }
            Write::Beat { game, at_micros } => (8_u8, game, at_micros).hash(&mut self.0),
            Write::Close { game } | Write::Resume { game } => (9_u8, game).hash(&mut self.0),
            Write::Name { game, .. } | Write::Forget { game, .. } => (10_u8, game).hash(&mut self.0),
        }
    }
}
