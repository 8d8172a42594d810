//! Who speaks for a table: pages and devices, each heard or not.

use std::collections::{BTreeMap, VecDeque};

use clock::{Duration, Instant};

use super::Spoken;
use super::allowance::Allowance;
use super::playback::{AHEAD, LATE, NAME_MAX, PAST};

/// Speakers of one table that are named, of each standing, and those of which something is remembered.
const SPEAKERS_MAX: usize = 16;
const REMEMBERED_MAX: usize = 64;

/// What is remembered of the latest that one has played, and of when it was heard: more than it may bring within
/// the time for which anything is asked of it.
const KNOWN_MAX: usize = 1_024;
const CHANGES_MAX: usize = 1_024;

/// By what somebody speaks for a table. Each standing has room of its own, so that nobody takes another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It is the table's own touch clock, or a loudspeaker of the service's: what both players rely on.
    Own,
    /// Any other page.
    Other,
}

/// Whether somebody speaks for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attendance {
    /// It does, so loud by its own setting, in hundredths: with 0 nothing of it is heard.
    Here {
        /// In hundredths.
        volume: u8,
    },
    /// It has left.
    Left,
    /// Its line was cut.
    Lost,
}

impl Attendance {
    const fn is_here(self) -> bool {
        matches!(self, Self::Here { .. })
    }

    const fn is_heard(self) -> bool {
        matches!(self, Self::Here { volume } if volume > 0)
    }
}

/// A page, or a device.
#[derive(Clone, Debug)]
struct Speaker {
    standing: Standing,
    /// How it attends, and since when by the table's time, the latest last.
    changes: VecDeque<(Instant, Attendance)>,
    /// What it has played.
    known: VecDeque<(Instant, Spoken)>,
    allowance: Allowance,
}

impl Speaker {
    fn now(&self) -> Attendance {
        self.changes.back().map_or(Attendance::Left, |(_, attendance)| *attendance)
    }

    /// Whether it could be heard then, by clocks that are estimates; whoever is gone may know that later.
    fn was_heard(&self, at: Instant) -> bool {
        let nexts = self.changes.iter().skip(1).map(Some).chain([None]);
        self.changes.iter().zip(nexts).any(|((since, attendance), next)| {
            let over = next.map(|(end, next)| if next.is_here() { *end } else { end.plus(LATE) });
            attendance.is_heard() && *since <= at.plus(AHEAD) && over.is_none_or(|over| at <= over)
        })
    }

    /// Of those who are gone, who is forgotten first: whoever has left says nothing more; of those whose line was cut,
    /// whoever was here the shortest owes the least.
    fn owes(&self) -> (bool, Duration) {
        let first = self.changes.front().map(|(at, _)| *at).unwrap_or_default();
        let last = self.changes.back().map(|(at, _)| *at).unwrap_or_default();
        (self.now() == Attendance::Lost, last.since(first))
    }

    fn is_gone(&self, now: Instant) -> bool {
        let since = self.changes.back().map(|(since, _)| *since).unwrap_or_default();
        !self.now().is_here() && now.since(since) > PAST
    }
}

/// All who speak for a table, or did so lately.
#[derive(Clone, Debug)]
pub(super) struct Speakers {
    all: BTreeMap<String, Speaker>,
    /// What new ones may bring: without it whoever is refused comes again under another name.
    arrivals: Allowance,
}

impl Speakers {
    pub(super) const fn none(hall_now: Instant) -> Self {
        Self { all: BTreeMap::new(), arrivals: Allowance::full(hall_now) }
    }

    /// Those who are here, with which the next game begins; what they have played belongs to the last.
    pub(super) fn of_next_game(&self, hall_now: Instant) -> Self {
        let here = self.all.iter().filter(|(_, speaker)| speaker.now().is_here());
        let anew = |(name, speaker): (&String, &Speaker)| {
            let changes = [(Instant::ZERO, speaker.now())].into();
            let standing = speaker.standing;
            let speaker =
                Speaker { standing, changes, known: VecDeque::new(), allowance: Allowance::full(hall_now) };
            (name.clone(), speaker)
        };
        Self { all: here.map(anew).collect(), ..Self::none(hall_now) }
    }

    /// The names of those who are here and heard, and of those who are here and not.
    pub(super) fn names(&self) -> (Vec<String>, Vec<String>) {
        let here = self.all.iter().filter(|(_, speaker)| speaker.now().is_here());
        let (heard, silent): (Vec<_>, Vec<_>) = here.partition(|(_, speaker)| speaker.now().is_heard());
        let name = |(name, _): (&String, &Speaker)| name.clone();
        (heard.into_iter().map(name).collect(), silent.into_iter().map(name).collect())
    }

    /// Whether somebody of that name is here.
    pub(super) fn has(&self, name: &str) -> bool {
        self.all.get(name).is_some_and(|speaker| speaker.now().is_here())
    }

    /// Whether somebody is heard.
    pub(super) fn is_heard(&self) -> bool {
        self.all.values().any(|speaker| speaker.now().is_heard())
    }

    /// Whether somebody is here.
    pub(super) fn is_here(&self) -> bool {
        self.all.values().any(|speaker| speaker.now().is_here())
    }

    /// Whether the line of the last who was here was cut.
    pub(super) fn is_lost(&self) -> bool {
        let last = self.all.values().filter_map(|speaker| speaker.changes.back()).max_by_key(|(at, _)| *at);
        matches!(last, Some((_, Attendance::Lost)))
    }

    /// Somebody attends otherwise; `None` where nothing changes, else whether the record takes an entry of it.
    pub(super) fn set(
        &mut self,
        (name, standing): (&str, Standing),
        attendance: Attendance,
        at: Instant,
        hall_now: Instant,
    ) -> Option<bool> {
        self.all.retain(|_, speaker| !speaker.is_gone(at));
        let of_standing = |speaker: &&Speaker| speaker.standing == standing && speaker.now().is_here();
        let here = self.all.values().filter(of_standing).count();
        let before = self.all.get(name).map_or(Attendance::Left, Speaker::now);
        let comes = attendance.is_here() && !before.is_here();
        let is_refused = comes && (here >= SPEAKERS_MAX || name.len() > NAME_MAX);
        if is_refused || before == attendance || !(before.is_here() || attendance.is_here()) {
            return None;
        }
        let changes_nothing =
            before.is_here() == attendance.is_here() && before.is_heard() == attendance.is_heard();
        if !self.all.contains_key(name) {
            return self.arrive((name, standing), attendance, at, hall_now);
        }
        let speaker = self.all.get_mut(name)?;
        if comes {
            speaker.standing = standing;
        }
        if changes_nothing {
            speaker.changes.back_mut()?.1 = attendance;
            return None;
        }
        speaker.changes.push_back((at, attendance));
        // How it attended when anything may have begun that it has still to tell of.
        while speaker.changes.get(1).is_some_and(|(end, _)| at.since(*end) > PAST.plus(LATE)) {
            speaker.changes.pop_front();
        }
        speaker.changes.drain(..speaker.changes.len().saturating_sub(CHANGES_MAX));
        Some(speaker.allowance.take(hall_now))
    }

    fn arrive(
        &mut self,
        (name, standing): (&str, Standing),
        attendance: Attendance,
        at: Instant,
        hall_now: Instant,
    ) -> Option<bool> {
        let of_standing = |speaker: &Speaker| speaker.standing == standing;
        while self.all.values().filter(|speaker| of_standing(speaker)).count() >= REMEMBERED_MAX {
            let gone = self.all.iter().filter(|(_, one)| of_standing(one) && !one.now().is_here());
            let least = gone.min_by_key(|(_, speaker)| speaker.owes()).map(|(name, _)| name.clone())?;
            self.all.remove(&least);
        }
        let is_allowed = self.arrivals.take(hall_now);
        let allowance = if is_allowed { Allowance::full(hall_now) } else { Allowance::none(hall_now) };
        let speaker =
            Speaker { standing, changes: [(at, attendance)].into(), known: VecDeque::new(), allowance };
        self.all.insert(name.to_owned(), speaker);
        Some(is_allowed)
    }

    /// Whether somebody of that name could be heard then.
    pub(super) fn was_heard(&self, name: &str, at: Instant) -> bool {
        self.all.get(name).is_some_and(|speaker| speaker.was_heard(at))
    }

    /// Whether it was said already that something was played: by one, or by anybody.
    pub(super) fn has_played(&self, by: Option<&str>, due: Instant, what: Spoken) -> bool {
        let mut speakers = self.all.iter().filter(|(name, _)| by.is_none_or(|by| by == name.as_str()));
        speakers.any(|(_, speaker)| speaker.known.contains(&(due, what)))
    }

    /// Somebody has played something.
    pub(super) fn remember(&mut self, name: &str, due: Instant, what: Spoken) {
        if let Some(speaker) = self.all.get_mut(name) {
            speaker.known.push_back((due, what));
            speaker.known.drain(..speaker.known.len().saturating_sub(KNOWN_MAX));
        }
    }

    /// Whether the record takes one more entry of somebody.
    pub(super) fn allows(&mut self, name: &str, hall_now: Instant) -> bool {
        self.all.get_mut(name).is_some_and(|speaker| speaker.allowance.take(hall_now))
    }

    /// Whether the record takes one more entry that nobody in particular brings.
    pub(super) fn allows_one(&mut self, hall_now: Instant) -> bool {
        self.arrivals.take(hall_now)
    }
}
