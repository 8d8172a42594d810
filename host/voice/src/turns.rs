//! Whose turn it is to be heard, where several tables share one loudspeaker.
//!
//! A call keeps its instant: the table's name comes before it where it fits. What another table says meanwhile is not
//! cut but for the count of the last seconds, which cannot wait; everything else waits for a while, and is left out
//! when its time is long over. Answers come last: each call cuts them, and they begin where none would.

use std::sync::Arc;

use clock::{Call, Instant};

use crate::frames::{frame_at, frames_of_millis, instant_of};
use crate::mix::Piece;
use crate::saying::Saying;
use crate::speaker::{Heard, Planned, Spoken, Unheard, Waiting};

/// Silence between what one table and another says, between a table's name and what is said to it, and between a call
/// and an answer.
const GAP: u64 = frames_of_millis(120);

/// For how long it is clear who is spoken to, if nobody else is.
const NAME_HOLDS: u64 = frames_of_millis(15_000);

/// How late something that was only foreseen may still begin: later it would tell a wrong time.
const LATE_MAX: u64 = frames_of_millis(100);

/// How long something waits for its turn.
const WAITS_MAX: u64 = frames_of_millis(1_500);

/// How long after it was asked for an answer may begin: later it would tell a wrong time.
const ANSWER_WAITS: u64 = frames_of_millis(2_000);

/// Something that sounds, or has its place.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    pub(crate) what: Waiting,
    pub(crate) name: Option<Piece>,
    pub(crate) call: Piece,
    /// Tones stand in for words.
    pub(crate) tones: bool,
}

impl Begun {
    fn end(&self) -> u64 {
        self.name.as_ref().map_or(0, Piece::end).max(self.call.end())
    }

    pub(crate) fn cut(&mut self, at: u64) {
        self.name.iter_mut().chain([&mut self.call]).for_each(|piece| piece.cut(at));
    }

    /// What became of it; nothing where it was taken back before it began.
    pub(crate) fn told(self) -> Option<Spoken> {
        let Self { what: Waiting { table, planned, .. }, call, tones, .. } = self;
        let (onset, end) = (instant_of(call.from), instant_of(call.end()));
        let heard = match (call.is_cut(), call.end() > call.from) {
            (true, false) => return None,
            (true, true) => Heard::Cut { onset, end },
            (false, _) => Heard::Whole { onset, end },
        };
        Some(Spoken { table, planned, heard, tones })
    }
}

/// Where something lies.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    pub(crate) name: Option<(u64, Arc<[i16]>)>,
    pub(crate) onset: u64,
    /// It waits for another table.
    waits: bool,
    /// By so many frames it is later than its turn; by all there are where what was said since makes it void.
    missed: u64,
}

impl Placement {
    /// The first frame of it that is heard.
    pub(crate) fn first(&self) -> u64 {
        self.name.as_ref().map_or(self.onset, |(from, _)| *from)
    }

    /// Why it is left out, where it would tell a wrong time.
    pub(crate) fn unheard(&self, what: &Waiting) -> Option<Unheard> {
        if what.is_answer() {
            (self.onset > frame_at(what.planned.at) + ANSWER_WAITS).then_some(Unheard::Calls)
        } else if self.waits && self.onset > what.due + WAITS_MAX {
            Some(Unheard::OtherTable)
        } else {
            let is_late = if what.decided { what.is_old() } else { self.missed > LATE_MAX };
            is_late.then_some(Unheard::Late)
        }
    }
}

/// What sounds, and who was spoken to last.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    shared: bool,
    /// What has begun and is not over.
    begun: Vec<Begun>,
    /// What began last of what is over.
    over: Option<Last>,
}

/// What began last.
#[derive(Clone, Copy, Debug)]
struct Last {
    table: u32,
    at: Instant,
    onset: u64,
    end: u64,
    cannot_wait: bool,
    is_answer: bool,
}

impl From<&Begun> for Last {
    fn from(begun: &Begun) -> Self {
        let Waiting { table, planned, .. } = begun.what;
        let (cannot_wait, is_answer) = (cannot_wait(&begun.what), begun.what.is_answer());
        Self { table, at: planned.at, onset: begun.call.from, end: begun.end(), cannot_wait, is_answer }
    }
}

impl Turns {
    pub(crate) const fn new(shared: bool) -> Self {
        Self { shared, begun: Vec::new(), over: None }
    }

    pub(crate) fn begun(&self) -> impl Iterator<Item = &Begun> {
        self.begun.iter()
    }

    pub(crate) fn begun_of(&mut self, table: u32) -> impl Iterator<Item = &mut Begun> {
        self.begun.iter_mut().filter(move |begun| begun.what.table == table)
    }

    pub(crate) fn has_begun(&self, table: u32, planned: &Planned) -> bool {
        self.begun.iter().any(|begun| begun.what.table == table && begun.what.planned.is(planned))
    }

    pub(crate) fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.begun.iter().flat_map(|begun| begun.name.iter().chain([&begun.call]))
    }

    pub(crate) const fn is_silent(&self) -> bool {
        self.begun.is_empty()
    }

    /// Takes out what is over at a frame.
    pub(crate) fn over(&mut self, edge: u64) -> Vec<Begun> {
        let (over, sounding) = std::mem::take(&mut self.begun).into_iter().partition(|one| one.end() <= edge);
        self.begun = sounding;
        self.over = over.last().map(Last::from).or(self.over);
        over
    }

    /// Begins something: what still sounds there is cut.
    pub(crate) fn begin(&mut self, one: Begun) {
        let first = one.name.as_ref().map_or(one.call.from, |name| name.from);
        self.begun.iter_mut().for_each(|other| other.cut(first));
        self.begun.push(one);
    }

    fn last(&self) -> Option<Last> {
        self.begun.last().map(Last::from).or(self.over)
    }

    /// What begins next, and where. Who waits for another table comes when nobody else is due; answers come where none
    /// of the `calls` that are foreseen would cut them.
    pub(crate) fn next(
        &self,
        waiting: &[Waiting],
        calls: &[u64],
        edge: u64,
        names: &dyn Fn(u32) -> Arc<[i16]>,
    ) -> Option<(usize, Placement)> {
        let first = |(answers, waits)| {
            let mut ones = waiting.iter().enumerate().filter(|(_, one)| one.is_answer() == answers);
            ones.find_map(|(index, one)| {
                let unnamed = self.unnamed(one, edge);
                (unnamed.waits == waits).then_some(())?;
                let placement = self.named(one, edge, unnamed, names);
                let room = placement.first()..placement.onset + one.needs;
                let is_cut = answers && calls.iter().any(|call| room.contains(call));
                (!is_cut).then_some((index, placement))
            })
        };
        let kinds = [(false, false), (false, true), (true, false), (true, true)];
        kinds.into_iter().filter_map(first).min_by_key(|(_, placement)| placement.first())
    }

    /// Where something would lie if it were next, without the table's name.
    fn unnamed(&self, one: &Waiting, edge: u64) -> Placement {
        let due = one.due;
        let (free, waits) = match self.last().filter(|last| last.end > due) {
            None => (Some(due), false),
            Some(last) if last.is_answer && !one.is_answer() => (Some(due), false),
            Some(last) if last.table == one.table && one.is_answer() => {
                (Some(if last.is_answer { due } else { last.end + GAP }), false)
            }
            Some(last) if last.table == one.table => {
                let cuts = last.at < one.planned.at && last.onset < due;
                let follows = last.at == one.planned.at || one.decided;
                (if cuts { Some(due) } else { follows.then_some(last.end) }, false)
            }
            Some(last) if cannot_wait(one) && !last.cannot_wait && last.onset <= due => (Some(due), false),
            Some(last) => (Some(last.end + GAP), true),
        };
        let onset = free.unwrap_or(due).max(edge);
        Placement { name: None, onset, waits, missed: free.map_or(u64::MAX, |free| onset - free) }
    }

    fn needs_name(&self, table: u32, onset: u64) -> bool {
        let clear = |last: Last| last.table == table && onset <= last.end + NAME_HOLDS;
        self.shared && !self.last().is_some_and(clear)
    }

    /// The same with the table's name before it, where it is not clear which table is spoken to: in the time that is
    /// free there, or else, where the call can wait, in its place.
    fn named(
        &self,
        one: &Waiting,
        edge: u64,
        placement: Placement,
        names: &dyn Fn(u32) -> Arc<[i16]>,
    ) -> Placement {
        if !self.needs_name(one.table, placement.onset) {
            return placement;
        }
        let name = names(one.table);
        let len = name.len() as u64 + GAP;
        let free = self.last().map_or(edge, |last| edge.max(last.end + GAP));
        if name.is_empty() {
            placement
        } else if free + len <= placement.onset {
            Placement { name: Some((placement.onset - len, name)), ..placement }
        } else if cannot_wait(one) {
            placement
        } else {
            Placement { name: Some((free, name)), onset: free + len, ..placement }
        }
    }
}

/// Whether it is worth nothing when it is late: the count of the last seconds, and the flag.
fn cannot_wait(one: &Waiting) -> bool {
    match one.planned.saying {
        Saying::Call(call, _) => match call {
            Call::Count(_) | Call::TimeOver => true,
            Call::Remaining(seconds) => seconds <= 10,
            Call::Byoyomi | Call::Elapsed(_) | Call::Left(_) | Call::Moves(_) => false,
        },
        Saying::Flag(_) => true,
        Saying::Reading(..)
        | Saying::Paused
        | Saying::Resumed
        | Saying::Adjourned
        | Saying::Table(_)
        | Saying::SelfTest => false,
    }
}
