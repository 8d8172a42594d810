//! What all tables, or some, are ordered to do at a set wall time: a pause at noon, the next session at two.
//!
//! A set time is an instant of the hall's time as soon as the wall clock may be believed, and **the order is stamped
//! with that instant, not with the moment at which the service woke up**. What was due while the service was down, the
//! machine slept or the wall clock leapt is reported and not carried out: nobody may find an hour later that the
//! tables went on by themselves.

mod file;
mod view;

use std::collections::VecDeque;
use std::fmt;

use chrono::{DateTime, FixedOffset, SecondsFormat};
use clock::{Duration, Instant, Language};
use hall::{Answer, Arrival, Hall, HallError, Ticket};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tracing::{info, warn};

use crate::console::orders::{self, Fate, Pending};
use crate::opening::anchor;
use crate::timer::Wall;

pub(crate) use file::Store;
pub(crate) use view::{Change, ScheduleError, ScheduleView};

/// Orders that may wait for their time.
pub(crate) const WAITING_MAX: usize = 100;

/// So many of those that were carried out, or were not, are shown.
const KEPT: usize = 20;

/// How far the wall clock may be set forward over a set time without that time being missed.
const LEAP: Duration = Duration::from_secs(2);

/// How often the wall clock is looked at while something waits: it drifts against the timer.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// The commands that may be given to several tables at once.
const COMMANDS: [&str; 5] = ["start", "pause", "resume", "adjourn", "resume-session"];

/// An order for a set time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Scheduled {
    /// What it is known by.
    pub(crate) id: String,
    /// As in a scenario's script.
    pub(crate) command: String,
    /// The tables; without it, all whose game is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tables: Option<Vec<u32>>,
    /// The set time.
    pub(crate) at: DateTime<FixedOffset>,
}

/// A moment on both axes.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// The hall's time.
    pub(crate) now: Instant,
    /// The wall clock.
    pub(crate) wall: Wall,
    /// How many times faster than real time the hall's runs.
    pub(crate) rate: u32,
}

impl Moment {
    /// The hall's time at a wall time; none where that is over.
    fn of(&self, at: DateTime<FixedOffset>) -> Option<Instant> {
        let ahead = at.signed_duration_since(self.wall.time).num_microseconds()?;
        let ahead = u64::try_from(ahead).ok().filter(|ahead| *ahead > 0)?;
        Some(self.now.plus(Duration::from_micros(ahead.saturating_mul(self.rate.into()))))
    }

    /// For how long that has been over, in the hall's time.
    fn since(&self, at: DateTime<FixedOffset>) -> Duration {
        let passed = self.wall.time.signed_duration_since(at).num_microseconds().unwrap_or(i64::MAX);
        Duration::from_micros(u64::try_from(passed).unwrap_or_default().saturating_mul(self.rate.into()))
    }
}

/// An order that waits, and the hall's time at which it is due as far as that is known.
#[derive(Clone, Debug)]
struct Waiting {
    order: Scheduled,
    due: Option<Instant>,
}

/// An order that was carried out, and what the tables answered.
#[derive(Debug)]
struct Carried {
    order: Scheduled,
    tables: Vec<(u32, Progress)>,
}

/// What became of an order at one table.
#[derive(Debug)]
enum Progress {
    /// It is not on disk yet.
    Open(Pending),
    Known(Fate),
}

/// Whoever waits for a table's answer.
type Reply = (Ticket, oneshot::Sender<Result<Answer, HallError>>);

/// All that is to be done at a set time.
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    waiting: Vec<Waiting>,
    /// Whose time passed without anybody to give them.
    missed: VecDeque<Scheduled>,
    carried: VecDeque<Carried>,
}

impl Agenda {
    /// What waited when the service ended, and what the configuration says.
    pub(crate) fn new(kept: Kept, planned: Vec<Scheduled>, wall: &Wall) -> Self {
        let Kept { waiting, missed } = kept;
        let mut agenda = Self { missed: missed.into(), ..Self::default() };
        let is_known = |one: &Scheduled| waiting.iter().any(|kept| kept.id == one.id);
        // What the configuration says of times long past is no news.
        let is_over = |one: &Scheduled| wall.trusted && one.at <= wall.time;
        let planned: Vec<Scheduled> =
            planned.into_iter().filter(|one| !is_known(one) && !is_over(one)).collect();
        let all = waiting.into_iter().chain(planned).take(WAITING_MAX);
        agenda.waiting.extend(all.map(|order| Waiting { order, due: None }));
        agenda
    }

    /// What must not be forgotten.
    fn kept(&self) -> Kept {
        Kept {
            waiting: self.waiting.iter().map(|one| one.order.clone()).collect(),
            missed: self.missed.iter().cloned().collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// When something is due, or the wall clock should be looked at again.
    pub(crate) fn poll_at(&self, now: Instant) -> Option<Instant> {
        let due = self.waiting.iter().filter_map(|one| one.due).min();
        let look = (!self.is_empty()).then(|| now.plus(LOOK_EVERY));
        due.into_iter().chain(look).min()
    }

    /// Gives the orders whose time has come, each at its own instant; whether anything changed, and who waits for the
    /// answers. To be called before the hall hears of any later time.
    fn keep(&mut self, hall: &mut Hall, boot: &str, moment: &Moment) -> (bool, Vec<Reply>) {
        let before = (self.waiting.len(), self.missed.len());
        let mut replies = Vec::new();
        for (at, order) in self.take_due(moment) {
            hall.advance(at);
            let mut carried = Carried { tables: Vec::new(), order };
            for table in tables(hall, carried.order.tables.as_deref()) {
                hall.tie(table, tie(boot, at, &carried.order), at);
                let (progress, reply) = give(hall, table, &carried.order, at);
                carried.tables.push((table, progress));
                replies.extend(reply);
            }
            info!("{}: given to {} tables", carried.order, carried.tables.len());
            self.carried.push_front(carried);
            self.carried.truncate(KEPT);
        }
        ((self.waiting.len(), self.missed.len()) != before, replies)
    }

    /// The orders whose time has come, the earliest first. What is not due yet is set to the wall clock anew.
    fn take_due(&mut self, moment: &Moment) -> Vec<(Instant, Scheduled)> {
        if !moment.wall.trusted {
            return Vec::new();
        }
        let (mut due, mut missed) = (Vec::new(), Vec::new());
        self.waiting.retain_mut(|one| {
            if let Some(ahead) = moment.of(one.order.at) {
                one.due = Some(ahead);
                return true;
            }
            match one.due {
                Some(at) if at <= moment.now => due.push((at, one.order.clone())),
                // The wall clock is a little ahead of the timer: it comes by itself.
                Some(_) if moment.since(one.order.at) <= LEAP => return true,
                Some(_) | None => missed.push(one.order.clone()),
            }
            false
        });
        for order in missed {
            warn!("{order}: its time passed while the service was down or asleep; it is not given");
            self.missed.push_front(order);
        }
        self.missed.truncate(KEPT);
        due.sort_by_key(|(at, _)| *at);
        due
    }

    fn add(&mut self, order: Scheduled, moment: &Moment) -> Result<(), ScheduleError> {
        if !moment.wall.trusted {
            return Err(ScheduleError::Untrusted);
        }
        let due = moment.of(order.at).ok_or(ScheduleError::Over)?;
        if self.waiting.len() >= WAITING_MAX {
            return Err(ScheduleError::TooMany);
        }
        self.waiting.push(Waiting { order, due: Some(due) });
        self.waiting.sort_by_key(|one| one.order.at);
        Ok(())
    }

    fn remove(&mut self, id: &str) -> Result<(), ScheduleError> {
        let before = self.waiting.len() + self.missed.len();
        self.waiting.retain(|one| one.order.id != id);
        self.missed.retain(|one| one.id != id);
        if self.waiting.len() + self.missed.len() == before { Err(ScheduleError::Unknown) } else { Ok(()) }
    }
}

/// What is kept between two runs of the service.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    waiting: Vec<Scheduled>,
    #[serde(default)]
    missed: Vec<Scheduled>,
}

/// The tables that are named, or all whose game is not over.
fn tables(hall: &Hall, named: Option<&[u32]>) -> Vec<u32> {
    let plays = |table: &u32| hall.shown(*table).is_some_and(|(shown, _, _)| !shown.record().is_ended());
    named.map_or_else(|| hall.tables().filter(plays).collect(), <[u32]>::to_vec)
}

/// The set time ties a table's time to the wall: so the record says it as it was set.
fn tie(boot: &str, at: Instant, order: &Scheduled) -> hall::Anchor {
    anchor(boot, at, &Wall { time: order.at.to_utc(), trusted: true })
}

fn give(hall: &mut Hall, table: u32, order: &Scheduled, at: Instant) -> (Progress, Option<Reply>) {
    let Some((shown, _, _)) = hall.shown(table) else { return (Progress::Known(Fate::NoTable), None) };
    let read = match orders::read_order(&order.command, None, shown.setup()) {
        Ok(read) => read,
        Err(fate) => return (Progress::Known(fate), None),
    };
    let arrival = Arrival { name: Some(format!("schedule {}", order.id)), ..Arrival::default() };
    match hall.order(table, read, arrival, at) {
        Ok(ticket) => {
            let (reply, answer) = oneshot::channel();
            (Progress::Open(Pending::Order(answer)), Some((ticket, reply)))
        }
        Err(error) => (Progress::Known(error.into()), None),
    }
}

/// In a line of the log.
impl fmt::Display for Scheduled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.command, self.at.to_rfc3339_opts(SecondsFormat::AutoSi, true))
    }
}

impl Scheduled {
    /// In words of one language.
    pub(crate) fn words(&self, language: Language) -> String {
        let at = self.at.to_rfc3339_opts(SecondsFormat::AutoSi, true);
        let tables = self
            .tables
            .as_ref()
            .map(|tables| tables.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
        match (language, tables) {
            (Language::English, None) => format!("at {at}, all tables: {}", self.command),
            (Language::English, Some(tables)) => format!("at {at}, tables {tables}: {}", self.command),
            (Language::Chinese, None) => format!("{at}，各台：{}", self.command),
            (Language::Chinese, Some(tables)) => format!("{at}，第 {tables} 台：{}", self.command),
        }
    }
}

/// Makes sure that a command is one for several tables at once.
///
/// # Errors
/// What was expected.
pub(crate) fn check_for_several(command: &str) -> Result<(), String> {
    let mut words = command.split_whitespace();
    let is_known = words.next().is_some_and(|word| COMMANDS.contains(&word));
    let found: String = command.chars().take(orders::NAME_MAX).collect();
    match words.next() {
        // That time is one of the table's own, which no two tables have in common.
        Some("until") if is_known => {
            Err("until is for a table alone: for all, the adjournment itself is set for a time".to_owned())
        }
        _ if is_known => Ok(()),
        _ => Err(format!("expected one of {}, found {found}", COMMANDS.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A moment at so many microseconds of the hall's time, while the wall clock shows so many behind nine.
    fn moment(now: u64, wall: i64, trusted: bool) -> Moment {
        let start: DateTime<chrono::Utc> = "2026-11-29T09:00:00Z".parse().unwrap();
        let wall = Wall { time: start + chrono::TimeDelta::microseconds(wall), trusted };
        Moment { now: Instant::from_micros(now), wall, rate: 1 }
    }

    fn order(at: &str) -> Scheduled {
        Scheduled { id: at.into(), command: "pause".into(), tables: None, at: at.parse().unwrap() }
    }

    fn kept(at: &str) -> Agenda {
        let kept = Kept { waiting: vec![order(at)], missed: Vec::new() };
        Agenda::new(kept, Vec::new(), &moment(0, 0, false).wall)
    }

    /// The instants at which orders are given now, in microseconds.
    fn due(agenda: &mut Agenda, moment: Moment) -> String {
        agenda.take_due(&moment).into_iter().map(|(at, _)| at.as_micros().to_string()).collect()
    }

    const NOON: &str = "2026-11-29T17:00:10.250003+08:00";

    #[test]
    fn an_order_is_due_at_the_instant_that_was_set_however_late_the_service_wakes() {
        let mut agenda = kept(NOON);
        assert_eq!(due(&mut agenda, moment(5_000_000, 1_000_000, true)), "");
        assert_eq!(agenda.poll_at(Instant::from_micros(5_000_000)), Some(Instant::from_micros(14_250_003)));
        assert_eq!(due(&mut agenda, moment(14_250_002, 10_250_002, true)), "");
        assert_eq!(due(&mut agenda, moment(15_700_000, 11_700_000, true)), "14250003");
        assert_eq!(due(&mut agenda, moment(16_000_000, 12_000_000, true)), "", "it is given once");
        assert!(agenda.is_empty() && agenda.missed.is_empty());
    }

    #[test]
    fn the_wall_clock_may_drift_against_the_timer() {
        let mut agenda = kept(NOON);
        assert_eq!(due(&mut agenda, moment(0, 0, true)), "");
        // It was slow and was set: what is due follows it.
        assert_eq!(due(&mut agenda, moment(5_000_000, 5_100_000, true)), "");
        assert_eq!(agenda.waiting[0].due, Some(Instant::from_micros(10_150_003)));
        // It is a little ahead of what was known: the order comes at the time that was known.
        assert_eq!(due(&mut agenda, moment(10_150_000, 10_250_100, true)), "");
        assert_eq!(due(&mut agenda, moment(10_150_010, 10_250_110, true)), "10150003");
    }

    #[test]
    fn what_passed_unseen_is_missed() {
        for (name, looks) in [
            ("the service was down", vec![moment(0, 10_250_003, true)]),
            (
                "the wall clock leapt, or the machine slept",
                vec![moment(0, 0, true), moment(1_000_000, 600_000_000, true)],
            ),
            (
                "nobody knew the time until it was over",
                vec![moment(0, 0, false), moment(60_000_000, 60_000_000, true)],
            ),
        ] {
            let mut agenda = kept(NOON);
            for look in looks {
                assert_eq!(due(&mut agenda, look), "", "{name}");
            }
            assert_eq!((agenda.waiting.len(), agenda.missed.len()), (0, 1), "{name}");
            assert_eq!(agenda.remove(NOON), Ok(()), "{name}");
            assert_eq!(agenda.kept(), Kept::default(), "{name}");
        }
    }

    #[test]
    fn without_a_time_that_may_be_believed_everything_waits() {
        let mut agenda = kept(NOON);
        assert_eq!(due(&mut agenda, moment(60_000_000, 60_000_000, false)), "");
        assert_eq!(agenda.waiting.len(), 1);
        assert_eq!(agenda.add(order(NOON), &moment(0, 0, false)), Err(ScheduleError::Untrusted));
    }

    #[test]
    fn in_a_demonstration_the_wall_is_slower_than_the_tables() {
        let mut agenda = kept(NOON);
        assert_eq!(due(&mut agenda, Moment { rate: 10, ..moment(0, 250_003, true) }), "");
        assert_eq!(
            due(&mut agenda, Moment { rate: 10, ..moment(100_000_001, 10_250_004, true) }),
            "100000000"
        );
    }

    #[test]
    fn the_configuration_says_what_is_not_over_yet_and_says_it_once() {
        let (past, future) = (order("2026-11-29T09:00:00Z"), order("2026-11-29T12:00:00Z"));
        let planned = || vec![past.clone(), future.clone()];
        let kept = Kept { waiting: vec![future.clone()], missed: Vec::new() };
        let count = |kept: &Kept, trusted| {
            Agenda::new(kept.clone(), planned(), &moment(0, 1, trusted).wall).waiting.len()
        };
        assert_eq!([count(&kept, true), count(&Kept::default(), true)], [1, 1]);
        assert_eq!(count(&kept, false), 2, "what time it is, nobody knows");
    }

    #[test]
    fn the_schedule_is_bounded() {
        let mut agenda = Agenda::default();
        let now = moment(0, 0, true);
        for _ in 0..WAITING_MAX {
            agenda.add(order(NOON), &now).unwrap();
        }
        assert_eq!(agenda.add(order(NOON), &now), Err(ScheduleError::TooMany));
        assert_eq!(agenda.add(order("2026-11-29T09:00:00Z"), &now), Err(ScheduleError::Over));
        assert_eq!(agenda.remove("another"), Err(ScheduleError::Unknown));
    }

    #[test]
    fn only_what_makes_sense_at_many_tables_is_for_several() {
        for command in ["pause \"lunch\"", "resume-session", "  start", "adjourn", "pause \"until two\""] {
            assert_eq!(check_for_several(command), Ok(()), "{command}");
        }
        for command in ["resign black", "pauses", "", "adjourn until 18:00"] {
            assert!(check_for_several(command).is_err(), "{command}");
        }
    }
}
