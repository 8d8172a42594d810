//! What sounds when, on one loudspeaker: sans-IO.
//!
//! It is told what is said and what lies ahead (`plan`; or bit by bit, `say` and `hush`), and fills buffers with
//! sound. **Each call begins at the frame nearest to its instant**, however the buffers are cut and however
//! early or late they are filled; what was filled stays. A later call of a table cuts what still sounds there. **The
//! count waits for no answer and is cut by none**: an answer to a player lies between two calls, or is left out.
//! Several tables take turns (`turns`). What became of each thing is told once it is over (`spoken`).
//!
//! ```
//! use clock::{Call, Instant, Side};
//! use voice::{Planned, Saying, Speaker, Stock, Voice};
//!
//! let mut speaker = Speaker::new(Voice::tones(), false);
//! let saying = Saying::Call(Call::Elapsed(30), Stock::Minutes);
//! let call = Planned::new(Instant::from_millis(10), Some(Side::Black), saying);
//! speaker.plan(1, Instant::ZERO, &[call]);
//! let mut out = [0; 8_000];
//! speaker.fill(Instant::ZERO, &mut out);
//! assert!(out[..160].iter().all(|sample| *sample == 0) && out[160..400].iter().any(|sample| *sample != 0));
//! assert_eq!(speaker.spoken().len(), 1);
//! ```

use std::collections::{BTreeMap, VecDeque};

use clock::{Duration, Instant, Side};

use crate::frames::frame_at;
use crate::mix::{Piece, Volume};
use crate::saying::Saying;
use crate::turns::{Begun, Turns};
use crate::utterance::Voice;

/// For how long it is worth saying what has happened.
const NEWS: Duration = Duration::from_secs(2);

/// What is over is remembered so far, so that it is not said again.
const TOLD_MAX: usize = 128;

/// Something that is to be said. What is due at one time of the table's, and is the same, is said once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// When, on the speaker's own axis.
    pub at: Instant,
    /// When, by the table's time: that stays the same where `at` is an estimate.
    pub due: Instant,
    /// Of whose time, where it is of one side's.
    pub side: Option<Side>,
    /// What.
    pub saying: Saying,
}

impl Planned {
    /// Something that is due on the speaker's own axis.
    #[must_use]
    pub const fn new(at: Instant, side: Option<Side>, saying: Saying) -> Self {
        Self { at, due: at, side, saying }
    }

    /// Whether the two are one thing.
    pub(crate) fn is(&self, other: &Self) -> bool {
        (self.due, self.side, self.saying) == (other.due, other.side, other.saying)
    }
}

/// What became of something that was to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// At which table.
    pub table: u32,
    /// What, and when it was due.
    pub planned: Planned,
    /// How it was heard.
    pub heard: Heard,
    /// Whether tones stood in for words that the pack does not have.
    pub tones: bool,
}

/// How something was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// To its end.
    Whole {
        /// When it began.
        onset: Instant,
        /// When it was over.
        end: Instant,
    },
    /// It was cut off.
    Cut {
        /// When it began.
        onset: Instant,
        /// When it had died away.
        end: Instant,
    },
    /// Not at all.
    Not(Unheard),
}

impl Heard {
    /// When it began, when it was over, and whether it was cut off; none where it was not heard.
    #[must_use]
    pub const fn sound(self) -> Option<(Instant, Instant, bool)> {
        match self {
            Self::Whole { onset, end } => Some((onset, end, false)),
            Self::Cut { onset, end } => Some((onset, end, true)),
            Self::Not(_) => None,
        }
    }
}

/// Why something was not heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unheard {
    /// The speaker did not run when it was due.
    Late,
    /// Another table was spoken to for too long.
    OtherTable,
    /// The table is muted.
    Muted,
    /// It answers a player, and the calls left it no time.
    Calls,
}

/// Something that waits to be said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) table: u32,
    pub(crate) planned: Planned,
    /// It has happened: it is said even where that is late.
    pub(crate) decided: bool,
    /// The first frame at which it may begin.
    pub(crate) due: u64,
    /// How many frames it needs, where it answers a player.
    pub(crate) needs: u64,
}

impl Waiting {
    pub(crate) const fn is_answer(&self) -> bool {
        self.planned.saying.is_answer()
    }

    /// Whether it has happened so long ago that it is no news.
    pub(crate) fn is_old(&self) -> bool {
        self.due > frame_at(self.planned.at.plus(NEWS))
    }
}

/// One loudspeaker.
#[derive(Clone, Debug)]
pub struct Speaker {
    voice: Voice,
    voices: BTreeMap<u32, Voice>,
    volumes: BTreeMap<u32, Volume>,
    /// By instant; those of one instant in the order in which they came.
    waiting: Vec<Waiting>,
    /// When something other than an answer is to begin at each table, as far as that is known.
    foreseen: BTreeMap<u32, Vec<u64>>,
    turns: Turns,
    /// The first frame that is not filled yet.
    edge: u64,
    spoken: Vec<Spoken>,
    /// The latest that is over.
    told: VecDeque<(u32, Planned)>,
}

impl Speaker {
    /// A speaker with this voice. Where it is `shared` by several tables, their names are said.
    #[must_use]
    pub fn new(voice: Voice, shared: bool) -> Self {
        Self {
            voice,
            voices: BTreeMap::new(),
            volumes: BTreeMap::new(),
            waiting: Vec::new(),
            foreseen: BTreeMap::new(),
            turns: Turns::new(shared),
            edge: 0,
            spoken: Vec::new(),
            told: VecDeque::new(),
        }
    }

    /// Who speaks at a table from now on, where it is not the one voice of all.
    pub fn set_voice(&mut self, table: u32, voice: Voice) {
        self.voices.insert(table, voice);
    }

    fn voice_of(&self, table: u32) -> &Voice {
        self.voices.get(&table).unwrap_or(&self.voice)
    }

    /// How loud a table is from now on; what sounds already stays as it is.
    pub fn set_volume(&mut self, table: u32, volume: Volume) {
        self.volumes.insert(table, volume);
    }

    /// Tells all that is being said at a table and that lies ahead if nobody presses. What is new in it is said at its
    /// moment, or at once where that has just passed; what is in it no more falls silent or stays unspoken.
    pub fn plan(&mut self, table: u32, now: Instant, all: &[Planned]) {
        let in_all = |planned: &Planned| all.iter().any(|one| one.is(planned));
        self.foresee(table, all.iter().filter(|one| !one.saying.is_answer()).map(|one| one.at));
        let from = self.edge.max(frame_at(now));
        self.turns
            .begun_of(table)
            .filter(|begun| !in_all(&begun.what.planned))
            .for_each(|begun| begun.cut(from));
        let waited: Vec<Waiting> = self.waiting.extract_if(.., |one| one.table == table).collect();
        for &planned in all {
            let is_known = self.turns.has_begun(table, &planned)
                || self.told.iter().any(|(of, told)| *of == table && told.is(&planned));
            if is_known {
                continue;
            }
            let waits = waited.iter().find(|one| one.planned.is(&planned)).copied();
            let new = self.waiting(table, planned, planned.at <= now);
            self.wait(waits.filter(|one| one.planned.at == planned.at).unwrap_or(new));
        }
    }

    /// When the next calls of a table will come if nobody presses: no answer is begun there that they would cut.
    pub fn foresee(&mut self, table: u32, calls: impl Iterator<Item = Instant>) {
        self.foreseen.insert(table, calls.map(frame_at).collect());
    }

    /// Says what has happened, at its instant or at once where that is over. Of answers the last one counts.
    pub fn say(&mut self, table: u32, planned: Planned) {
        if planned.saying.is_answer() {
            self.waiting.retain(|one| one.table != table || !one.is_answer());
        }
        self.wait(self.waiting(table, planned, true));
    }

    /// Cuts everything that sounds at a table, and leaves unspoken what waits: the turn is over, or time stands still.
    pub fn hush(&mut self, table: u32, at: Instant) {
        self.waiting.retain(|one| one.table != table);
        self.foreseen.remove(&table);
        let from = frame_at(at).max(self.edge);
        self.turns.begun_of(table).for_each(|begun| begun.cut(from));
    }

    fn waiting(&self, table: u32, planned: Planned, decided: bool) -> Waiting {
        let at = frame_at(planned.at);
        let length = || self.voice_of(table).utter(&planned.saying).samples.len() as u64;
        let needs = if planned.saying.is_answer() { length() } else { 0 };
        Waiting { table, planned, decided, due: if decided { at.max(self.edge) } else { at }, needs }
    }

    fn wait(&mut self, one: Waiting) {
        let place = self.waiting.partition_point(|other| other.planned.at <= one.planned.at);
        self.waiting.insert(place, one);
    }

    /// Fills a buffer, the first frame of which is heard at `from`.
    pub fn fill(&mut self, from: Instant, out: &mut [i16]) {
        out.fill(0);
        let first = frame_at(from);
        let end = first + out.len() as u64;
        self.edge = self.edge.max(first);
        self.begin(end);
        for piece in self.turns.pieces() {
            piece.add(first, out);
        }
        self.edge = self.edge.max(end);
        for over in self.turns.over(self.edge) {
            let what = over.what;
            // What was taken back before it began may still be said.
            let told = over.told();
            told.iter().for_each(|_| self.remember(&what));
            self.spoken.extend(told);
        }
    }

    /// Begins what is due before a frame.
    fn begin(&mut self, end: u64) {
        loop {
            let names = |table| self.voice_of(table).utter(&Saying::Table(table)).samples;
            let calls: Vec<u64> =
                self.foreseen.values().flatten().copied().filter(|call| *call >= self.edge).collect();
            let next = self.turns.next(&self.waiting, &calls, self.edge, &names);
            let Some((index, placement)) = next else { return };
            if placement.first() >= end {
                return;
            }
            let what = self.waiting.remove(index);
            let volume = self.volumes.get(&what.table).copied().unwrap_or_default();
            let muted = (volume == Volume::MUTE).then_some(Unheard::Muted);
            if let Some(why) = placement.unheard(&what).or(muted) {
                self.unheard(what, why);
                continue;
            }
            let uttered = self.voice_of(what.table).utter(&what.planned.saying);
            let call = Piece::new(placement.onset, uttered.samples, volume);
            let name = placement.name.map(|(from, samples)| Piece::new(from, samples, volume));
            self.turns.begin(Begun { what, name, call, tones: uttered.tones });
        }
    }

    fn remember(&mut self, what: &Waiting) {
        self.told.push_back((what.table, what.planned));
        self.told.drain(..self.told.len().saturating_sub(TOLD_MAX));
    }

    fn unheard(&mut self, what: Waiting, why: Unheard) {
        self.remember(&what);
        let Waiting { table, planned, .. } = what;
        self.spoken.push(Spoken { table, planned, heard: Heard::Not(why), tones: false });
    }

    /// What is over since this was last asked, in the order in which it ended.
    pub fn spoken(&mut self) -> Vec<Spoken> {
        std::mem::take(&mut self.spoken)
    }

    /// The earliest instant of what waits or sounds: how that ends is not known yet.
    #[must_use]
    pub fn open_since(&self) -> Option<Instant> {
        let waits = self.waiting.iter().map(|one| one.planned.at);
        waits.chain(self.turns.begun().map(|begun| begun.what.planned.at)).min()
    }

    /// Whether nothing sounds, and nothing waits.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.turns.is_silent()
    }

    /// Whether nothing sounds at the frame that is filled next.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.turns.is_silent()
    }
}
