//! The simulated venue: what happens next, and what comes out of the hall.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use clock::{Duration, Instant};
use hall::{Answer, Hall, Output, Ticket};
use journal::GameId;
use referee::{Command, Event, Refusal};

use crate::agenda::{Agenda, Happening, Letter};
use crate::book::{Book, Library};
use crate::desk::Desk;
use crate::dice::Dice;
use crate::disk::Disk;
use crate::failure::{Check, Failure, Fault, Summary, ensure};
use crate::power::Expected;
use crate::transcript::Transcript;

/// How late the program may wake up.
pub(crate) const LATE_MAX: Duration = Duration::from_millis(20);

/// How long a touch clock may be silent before an alarm stands: looked at twice a second.
pub(crate) const SILENCE_MAX: Duration = Duration::from_millis(3_520);

/// How long it takes at the end until everything is answered: the disk may have to be opened anew.
const REST: Duration = Duration::from_secs(8);

/// A run of the service.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) hall: Hall,
    /// When it began.
    pub(crate) began: Instant,
    /// What the machine's timer said then.
    pub(crate) timer: Instant,
    /// The program wakes up no earlier than this.
    pub(crate) asleep_until: Instant,
    /// Whether it is being shut down.
    pub(crate) closing: bool,
}

/// Everything.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) seed: u64,
    pub(crate) dice: Dice,
    /// What the wall clock says; nothing else may depend on it.
    pub(crate) wall: Dice,
    pub(crate) now: Instant,
    end: Instant,
    pub(crate) agenda: Agenda,
    pub(crate) desks: BTreeMap<u32, Desk>,
    pub(crate) run: Option<Run>,
    pub(crate) boots: u32,
    pub(crate) disk: Disk,
    pub(crate) library: Library,
    /// What must be found after the next start.
    pub(crate) expected: BTreeMap<GameId, Expected>,
    /// The highest number that a game was given.
    pub(crate) last_game: GameId,
    /// Orders without an answer.
    pub(crate) pending: BTreeMap<Ticket, Letter>,
    /// Orders that were taken in this run.
    pub(crate) taken: BTreeSet<Ticket>,
    /// The number of the last order that was given a name.
    pub(crate) named: u64,
    pub(crate) transcript: Transcript,
    pub(crate) summary: Summary,
}

impl World {
    pub(crate) fn new(seed: u64, wall: u64) -> Self {
        let mut dice = Dice::new(seed);
        let end = Instant::ZERO.plus(Duration::from_secs(dice.whole(40, 180)));
        let count = u32::try_from(dice.whole(1, 4)).unwrap_or(1);
        let desks = (1..=count).map(|table| (table, Desk::new(&mut dice))).collect();
        Self {
            seed,
            dice,
            wall: Dice::new(wall),
            now: Instant::ZERO,
            end,
            agenda: Agenda::default(),
            desks,
            run: None,
            boots: 0,
            disk: Disk::default(),
            library: Library::default(),
            expected: BTreeMap::new(),
            last_game: GameId(0),
            pending: BTreeMap::new(),
            taken: BTreeSet::new(),
            named: 0,
            transcript: Transcript::default(),
            summary: Summary::default(),
        }
    }

    /// Lets everything happen.
    pub(crate) fn simulate(mut self) -> Result<Summary, Failure> {
        let lived = catch_unwind(AssertUnwindSafe(|| self.live()));
        let fault = match lived {
            Ok(Ok(())) => {
                self.summary.transcript = self.transcript.sum();
                return Ok(self.summary);
            }
            Ok(Err(fault)) => fault,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let what = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
                Fault::new(Check::Panicked, None, what.unwrap_or_default())
            }
        };
        Err(self.failure(fault))
    }

    fn failure(&self, fault: Fault) -> Failure {
        let Fault { check, table, what } = fault;
        let game = table.and_then(|table| self.desks.get(&table)?.game);
        let scenario = game.and_then(|game| Some(self.library.books.get(&game)?.scenario()));
        Failure { seed: self.seed, check, at: self.now, table, what, scenario }
    }

    fn live(&mut self) -> Result<(), Fault> {
        self.boot()?;
        self.begin();
        self.run_until(self.end)?;
        // The trouble is over; everything comes to rest.
        self.disk.full_until = Instant::ZERO;
        self.mend_lines();
        if self.run.is_none() {
            self.boot()?;
        }
        self.run_until(self.end.plus(REST))?;
        self.check_rest()
    }

    /// Whether the troubles are over and nobody does anything any more.
    pub(crate) fn is_over(&self) -> bool {
        self.now >= self.end
    }

    fn begin(&mut self) {
        let tables: Vec<u32> = self.desks.keys().copied().collect();
        for table in tables {
            let people = [
                Happening::Player { table },
                Happening::Recorder { table },
                Happening::Arbiter { table },
                Happening::Page { table },
                Happening::Watcher { table },
            ];
            for happening in people {
                let at = self.now.plus(self.dice.millis(10, 3_000));
                self.agenda.put(at, happening);
            }
        }
        self.agenda.put(self.now.plus(self.dice.millis(2_000, 30_000)), Happening::Trouble);
        self.agenda.put(self.now.plus(self.dice.millis(1_000, 20_000)), Happening::LineTrouble);
    }

    fn run_until(&mut self, end: Instant) -> Result<(), Fault> {
        loop {
            let due = self.poll_at().filter(|due| self.agenda.next_at().is_none_or(|at| *due <= at));
            let line = self.lines_at().filter(|line| {
                due.is_none_or(|due| *line <= due) && self.agenda.next_at().is_none_or(|at| *line <= at)
            });
            if let Some(line) = line.filter(|line| *line < end) {
                self.now = self.now.max(line);
                self.serve_lines()?;
                self.stop_if_closed()?;
                continue;
            }
            let at = due.or_else(|| self.agenda.next_at()).unwrap_or(end);
            if at >= end {
                self.now = self.now.max(end);
                return Ok(());
            }
            self.now = self.now.max(at);
            if due.is_some() {
                self.advance()?;
            } else if let Some(happening) = self.agenda.take() {
                self.happen(happening)?;
            }
            self.stop_if_closed()?;
        }
    }

    /// When the service wakes up by itself.
    fn poll_at(&self) -> Option<Instant> {
        let run = self.run.as_ref()?;
        let due = run.hall.poll_at()?;
        Some(run.began.plus(due.since(run.timer)).max(run.asleep_until))
    }

    fn advance(&mut self) -> Result<(), Fault> {
        self.with_hall(|hall, now| hall.advance(now))?;
        self.send_frames();
        let late = if self.dice.chance(50) {
            self.dice.millis(0, LATE_MAX.as_millis_used())
        } else {
            Duration::ZERO
        };
        let Some(run) = &mut self.run else { return Ok(()) };
        run.asleep_until = self.now.plus(late);
        let timer = run.timer.plus(self.now.since(run.began));
        let due = run.hall.poll_at();
        ensure(due.is_none_or(|due| due > timer), Check::Polling, None, || {
            format!("due {due:?} at {timer:?}")
        })
    }

    /// Does something with the hall, if it runs, and takes what comes out of it.
    pub(crate) fn with_hall(&mut self, act: impl FnOnce(&mut Hall, Instant)) -> Result<(), Fault> {
        if let Some((hall, now)) = self.hall_mut() {
            act(hall, now);
        }
        self.take_outputs()
    }

    /// The hall, to be given something, and what its timer says. What it says to that is taken afterwards.
    pub(crate) fn hall_mut(&mut self) -> Option<(&mut Hall, Instant)> {
        let now = self.now;
        self.run.as_mut().map(|run| {
            let timer = run.timer.plus(now.since(run.began));
            (&mut run.hall, timer)
        })
    }

    /// The hall and what its timer says.
    pub(crate) fn hall(&self) -> Option<(&Hall, Instant)> {
        self.run.as_ref().map(|run| (&run.hall, run.timer.plus(self.now.since(run.began))))
    }

    pub(crate) fn take_outputs(&mut self) -> Result<(), Fault> {
        let mut shown = BTreeMap::new();
        while let Some(output) = self.run.as_mut().and_then(|run| run.hall.next_output()) {
            self.transcript.note(self.now, &output);
            match output {
                Output::Write(batch) => self.begin_write(batch)?,
                Output::Shown { table, events } => {
                    *shown.entry(table).or_insert(0) += 1;
                    self.show(table, &events)?;
                }
                Output::Opened { table } => {
                    *shown.entry(table).or_insert(0) += 1;
                    let desk = self.desks.get_mut(&table);
                    desk.into_iter().flat_map(|desk| &mut desk.watchers).for_each(|watcher| watcher.lose());
                }
                Output::Answer { ticket, answer } => self.hear(ticket, &answer)?,
                Output::Alarm(alarm) => self.check_alarm(alarm)?,
                Output::Face { .. } | Output::Voice { .. } | Output::AlarmOver { .. } => {}
            }
        }
        shown.into_iter().try_for_each(|(table, times)| self.check_shown(table, times))
    }

    fn show(&mut self, table: u32, events: &[Event]) -> Result<(), Fault> {
        let Some(run) = &self.run else { return Ok(()) };
        let version = run.hall.shown(table).map_or(0, |(_, _, version)| version);
        let game = run.hall.game(table);
        let book = game.and_then(|game| self.library.books.get_mut(&game));
        let book =
            book.ok_or_else(|| Fault::new(Check::Shown, table, "a game that is not on record is shown"))?;
        book.show(events)?;
        let desk = self.desks.get_mut(&table);
        for watcher in desk.into_iter().flat_map(|desk| &mut desk.watchers) {
            watcher.send(self.now, version, events.len());
        }
        Ok(())
    }

    /// What is shown must be what the medium holds, and its version one more for each time.
    fn check_shown(&mut self, table: u32, times: u64) -> Result<(), Fault> {
        let Some(run) = &self.run else { return Ok(()) };
        let (Some((shown, _, version)), Some(desk)) = (run.hall.shown(table), self.desks.get_mut(&table))
        else {
            return Err(Fault::new(Check::Shown, table, "there is no such table"));
        };
        let before = std::mem::replace(&mut desk.version, version);
        ensure(version == before + times, Check::Versions, table, || format!("{before}, then {version}"))?;
        let applied = run.hall.game(table).and_then(|game| self.library.books.get(&game));
        let closing = applied.and_then(|book| book.signatures.closing());
        ensure(closing == run.hall.closing(table), Check::Signed, table, || {
            format!("closed by {closing:?}, the hall says {:?}", run.hall.closing(table))
        })?;
        let same = applied.is_some_and(|book| book.applied == *shown);
        ensure(same, Check::Replay, table, || "what is shown is not what is on record".to_owned())
    }

    fn hear(&mut self, ticket: Ticket, answer: &Answer) -> Result<(), Fault> {
        let Some(letter) = self.pending.remove(&ticket) else {
            // The hall's own orders have tickets too.
            return ensure(!self.taken.contains(&ticket), Check::Answered, None, || {
                format!("{ticket:?} twice")
            });
        };
        let Some(name) = &letter.name else { return Ok(()) };
        let book = self.library.books.get(&letter.game);
        let recorded = book.and_then(|book| book.answer(name));
        let same = recorded.is_some_and(|(recorded, _)| recorded == answer);
        ensure(same, Check::Shown, letter.table, || {
            format!("{name} was answered {answer:?}, on record {recorded:?}")
        })?;
        // A pause acts whatever came first.
        let Some(turns) = letter.turns.filter(|_| !matches!(letter.order.command, Command::Pause { .. }))
        else {
            return Ok(());
        };
        let overtaken = recorded.is_some_and(|(_, completed)| *completed != turns);
        let refused = *answer == Answer::Refused(Refusal::PressCameFirst);
        // Whether a press came first at the unit may be known only after an order was given up.
        let given_up = overtaken && *answer == Answer::Refused(Refusal::Expired);
        ensure(overtaken == refused || given_up, Check::Answered, letter.table, || {
            format!("{name} was meant for turn {turns}, was answered {answer:?}, on record {recorded:?}")
        })
    }

    fn happen(&mut self, happening: Happening) -> Result<(), Fault> {
        match happening {
            Happening::Player { table } => self.player(table),
            Happening::Recorder { table } => self.recorder(table),
            Happening::Arbiter { table } => return self.arbiter(table),
            Happening::Page { table } => return self.page(table),
            Happening::Watcher { table } => {
                self.watch(table);
                return self.check_silence(table);
            }
            Happening::Letter(letter) => return self.deliver(*letter),
            Happening::Written { batch } => return self.end_write(batch),
            Happening::Reopen { batch } => return self.reopen(batch),
            Happening::Trouble => return self.trouble(),
            Happening::LineTrouble => {
                if !self.is_over() {
                    self.trouble_a_line();
                    let next = self.now.plus(self.dice.millis(500, 12_000));
                    self.agenda.put(next, Happening::LineTrouble);
                }
            }
            Happening::UnitStarts { table } => self.start_unit(table),
            Happening::Cut => return self.cut(),
            Happening::Boot => return self.boot(),
        }
        Ok(())
    }

    /// The table's version, and how many of its events were shown.
    pub(crate) fn all_shown(&self, table: u32) -> Option<(u64, usize)> {
        let hall = &self.run.as_ref()?.hall;
        let book = self.library.books.get(&hall.game(table)?)?;
        Some((hall.shown(table)?.2, book.shown))
    }

    fn watch(&mut self, table: u32) {
        let at = self.now.plus(self.dice.millis(200, 1_500));
        self.agenda.put(at, Happening::Watcher { table });
        if let (Some(all), Some(desk)) = (self.all_shown(table), self.desks.get_mut(&table)) {
            desk.watchers.iter_mut().for_each(|watcher| watcher.read(self.now, all));
        }
    }

    /// At rest everything is answered, shown and on record, and nothing is wrong.
    fn check_rest(&mut self) -> Result<(), Fault> {
        let unanswered = self.pending.values().next();
        ensure(unanswered.is_none(), Check::Answered, None, || format!("never answered: {unanswered:?}"))?;
        let tables: Vec<u32> = self.desks.keys().copied().collect();
        for table in tables {
            self.watch(table);
            let all = self.all_shown(table).unwrap_or_default();
            let Some(desk) = self.desks.get(&table) else { continue };
            desk.watchers.iter().try_for_each(|watcher| watcher.compare(table, all))?;
            let book = desk.game.and_then(|game| self.library.books.get(&game));
            let whole = book.is_some_and(|book| book.events.len() == all.1);
            ensure(whole, Check::Shown, table, || "not all that is on record was shown".to_owned())?;
            book.map_or(Ok(()), Book::check_scenario)?;
        }
        let hall = self.hall().map(|(hall, _)| hall);
        let alarm = hall.and_then(|hall| hall.alarms().next());
        ensure(alarm.is_none(), Check::Alarms, None, || format!("still stands: {alarm:?}"))?;
        self.check_units()?;
        self.check_medium()
    }
}
