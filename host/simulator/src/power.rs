//! What befalls the machine, and what must be found when it is there again.

use clock::{Duration, Instant, Side};
use hall::{Anchor, Cause, Hall, Output, RecoveredGame, TOUCH_GRACE};
use journal::{Game, GameId, Ledger, MemoryLedger, Write, WriteFault, verify_all};

use crate::account::Account;
use crate::agenda::Happening;
use crate::book::{first_at, steps_of};
use crate::failure::{Check, Fault, ensure};
use crate::world::{LATE_MAX, Run, World};

/// The most that a power cut may cost while writes take at most [`USUAL_WRITE`].
const COST_MAX: Duration = Duration::from_millis(1_000);

/// A write on a disk that is not overburdened.
const USUAL_WRITE: Duration = Duration::from_millis(180);

/// The heartbeat.
const BEAT: Duration = Duration::from_millis(500);

/// The heartbeat that goes with what is written anyway.
const EARLY_BEAT: Duration = Duration::from_millis(250);

/// How a game stood when the power failed.
#[derive(Debug)]
pub(crate) struct Expected {
    /// The table's time.
    at: Instant,
    /// When the first of what was decided and lost had acted.
    first_lost: Option<Instant>,
    /// The account with everything decided.
    account: Account,
    /// The longest of the latest writes; none if the disk did not write.
    longest: Option<Duration>,
    touch: bool,
}

/// The most that a power cut may cost a table.
fn cost(longest: Duration, touch: bool) -> Duration {
    let one = BEAT.plus(longest);
    let two = EARLY_BEAT.plus(longest).plus(longest);
    let grace = if touch { TOUCH_GRACE } else { Duration::ZERO };
    let cost = one.max(two).plus(grace).plus(LATE_MAX);
    if longest <= USUAL_WRITE { cost.min(COST_MAX) } else { cost }
}

impl World {
    /// Something befalls the machine, and something else later.
    pub(crate) fn trouble(&mut self) -> Result<(), Fault> {
        if self.is_over() {
            return Ok(());
        }
        let next = self.now.plus(self.dice.millis(1_000, 30_000));
        self.agenda.put(next, Happening::Trouble);
        match self.dice.whole(0, 9) {
            0..=3 => self.cut()?,
            4 => self.shut_down()?,
            5 => self.sleep()?,
            7 => self.disk.full_until = self.now.plus(self.dice.millis(500, 8_000)),
            _ => self.silence()?,
        }
        Ok(())
    }

    fn sleep(&mut self) -> Result<(), Fault> {
        self.summary.sleeps += 1;
        let gap = self.dice.millis(1_000, 100_000);
        self.with_hall(|hall, now| hall.interrupt(Cause::Slept, Some(gap), now))
    }

    pub(crate) fn shut_down(&mut self) -> Result<(), Fault> {
        if let Some(run) = &mut self.run {
            run.closing = true;
        }
        self.with_hall(|hall, now| hall.interrupt(Cause::Shutdown, None, now))
    }

    /// A hall that is shut down stops when all is on record; then nothing is left unanswered.
    pub(crate) fn stop_if_closed(&mut self) -> Result<(), Fault> {
        let over = self.is_over();
        let Some(run) = self.run.take_if(|run| run.closing && run.hall.is_saved() && !over) else {
            return Ok(());
        };
        self.summary.shutdowns += 1;
        let unanswered = self.pending.values().next();
        ensure(unanswered.is_none(), Check::Answered, None, || format!("not answered: {unanswered:?}"))?;
        self.expect(&run, &[], Some(Duration::ZERO));
        self.plan_start();
        Ok(())
    }

    /// The power fails, between two writes or in the midst of one.
    pub(crate) fn cut(&mut self) -> Result<(), Fault> {
        let over = self.is_over();
        let Some(mut run) = self.run.take_if(|_| !over) else { return Ok(()) };
        self.summary.cuts += 1;
        let longest = self.disk.longest(self.now);
        let lost = self.lose(&mut run.hall)?;
        self.expect(&run, &lost, longest);
        // Pages send again what was not answered.
        for letter in std::mem::take(&mut self.pending).into_values() {
            let again = letter.name.is_some() && self.dice.chance(600);
            if let Some(desk) = self.desks.get_mut(&letter.table).filter(|_| again) {
                desk.kept.push(letter);
            }
        }
        self.plan_start();
        Ok(())
    }

    fn plan_start(&mut self) {
        self.disk.in_flight = None;
        let start = self.now.plus(self.dice.millis(200, 6_000));
        self.agenda.put(start, Happening::Boot);
        if self.dice.chance(200) {
            let again = start.plus(self.dice.millis(0, 300));
            self.agenda.put(again, Happening::Cut);
        }
    }

    /// Everything decided that is not on the medium.
    fn lose(&mut self, hall: &mut Hall) -> Result<Vec<Write>, Fault> {
        let mut lost = Vec::new();
        if let Some(in_flight) = self.disk.in_flight.take().filter(|in_flight| !in_flight.on_medium) {
            let kept = !in_flight.failed && self.dice.chance(500);
            let nth = self.disk.ledger.writes() + 1;
            self.disk.ledger.fail(nth, WriteFault::PowerCut { kept });
            let answer = self.disk.ledger.append(&in_flight.writes);
            ensure(answer.is_err(), Check::Chain, None, || "a write without power was confirmed".to_owned())?;
            if kept {
                self.library.enter(&in_flight.writes, &mut self.summary)?;
            } else {
                lost.extend(in_flight.writes);
            }
        }
        // What would have been written next.
        hall.written();
        while let Some(output) = hall.next_output() {
            if let Output::Write(batch) = output {
                lost.extend(batch);
                hall.written();
            }
        }
        Ok(lost)
    }

    fn expect(&mut self, run: &Run, lost: &[Write], longest: Option<Duration>) {
        let now = run.timer.plus(self.now.since(run.began));
        self.expected.clear();
        for table in run.hall.tables() {
            if self.desks.get(&table).is_some_and(|desk| desk.device.is_some()) {
                // What runs there goes on.
                self.summary.went_on += u64::from(self.runs_at_unit(table));
                continue;
            }
            let (Some(game), Some(at)) = (run.hall.game(table), run.hall.time(table, now)) else { continue };
            let Some(book) = self.library.books.get(&game) else { continue };
            let steps: Vec<_> = steps_of(lost, game).collect();
            let mut account = book.account.clone();
            steps.iter().for_each(|step| account.enter(step));
            account.pass(at);
            let touch = self.desks.get(&table).is_some_and(|desk| desk.page.is_some());
            let first_lost = first_at(&steps);
            self.expected.insert(game, Expected { at, first_lost, account, longest, touch });
        }
    }

    /// The machine starts: a new hall is made from the medium.
    pub(crate) fn boot(&mut self) -> Result<(), Fault> {
        if self.run.is_some() {
            return Ok(());
        }
        self.boots += 1;
        self.disk.in_flight = None;
        self.disk.ledger = MemoryLedger::from(self.disk.ledger.medium().clone());
        self.check_medium()?;
        self.taken.clear();
        let timer = Instant::ZERO.plus(self.dice.millis(0, 100_000));
        self.run =
            Some(Run { hall: Hall::new(), began: self.now, timer, asleep_until: self.now, closing: false });
        let games = self.disk.ledger.open_games();
        games.iter().try_for_each(|game| self.recover(game))?;
        self.expected.clear();
        let tables: Vec<u32> = self.desks.keys().copied().collect();
        tables.into_iter().try_for_each(|table| self.rejoin(table))
    }

    /// Every chain holds, and is what was written.
    pub(crate) fn check_medium(&self) -> Result<(), Fault> {
        let report = verify_all(&self.disk.ledger);
        ensure(report.is_sound(), Check::Chain, None, || report.to_string())?;
        for (game, book) in &self.library.books {
            let entries = self.disk.ledger.read(*game);
            let same = entries.as_ref().is_ok_and(|entries| {
                entries.len() == book.bodies.len()
                    && entries.iter().zip(&book.bodies).all(|(entry, body)| entry.body == *body)
            });
            ensure(same, Check::Shown, book.table, || format!("game {game} is not what was written"))?;
            ensure(book.shown <= book.events.len(), Check::Shown, book.table, || {
                "shown and lost".to_owned()
            })?;
        }
        Ok(())
    }

    fn recover(&mut self, game: &Game) -> Result<(), Fault> {
        let id = game.id();
        let entries = self.disk.ledger.read(id).unwrap_or_default();
        let recovered = RecoveredGame {
            game: id,
            bodies: entries.into_iter().map(|entry| entry.body).collect(),
            beat: Instant::from_micros(game.beat_micros),
            people: Vec::new(),
        };
        let anchor = self.anchor();
        let Some(run) = &mut self.run else { return Ok(()) };
        let table = run.hall.recover(recovered, anchor, None, run.timer);
        let (table, _) = table.map_err(|error| Fault::new(Check::Chain, game.table, error.to_string()))?;
        self.check_recovered(table, id)?;
        if let Some(desk) = self.desks.get_mut(&table) {
            desk.game = Some(id);
        }
        // Pages come anew, and see all that is on record.
        if let Some(book) = self.library.books.get_mut(&id) {
            book.shown = book.events.len();
        }
        self.with_hall(|_, _| ())
    }

    /// The table shows what is on record, nobody was charged for time that may not have been theirs, and little
    /// time was lost.
    fn check_recovered(&mut self, table: u32, game: GameId) -> Result<(), Fault> {
        let (Some(run), Some(book)) = (&self.run, self.library.books.get(&game)) else { return Ok(()) };
        let same = run.hall.shown(table).is_some_and(|(shown, _, _)| *shown == book.applied);
        ensure(same, Check::Replay, table, || "recovered is not what is on record".to_owned())?;
        let Some(expected) = self.expected.get(&game) else { return Ok(()) };
        let from = run.hall.time(table, run.timer).unwrap_or_default();
        let known = expected.first_lost.map_or(expected.at, |lost| lost.min(expected.at));
        ensure(!book.account.is_running() || from <= known, Check::Charge, table, || {
            format!("goes on at {from:?}, known was {known:?}")
        })?;
        let mut account = book.account.clone();
        account.pass(from);
        for side in Side::BOTH {
            let (used, most) = (account.used().of(side), expected.account.used().of(side));
            ensure(used <= most, Check::Charge, table, || format!("{side} used {most}, is charged {used}"))?;
        }
        let Some(longest) = expected.longest else { return Ok(()) };
        let (cost, lost) = (cost(longest, expected.touch), expected.account.total().minus(account.total()));
        if longest <= USUAL_WRITE {
            self.summary.undercharged = self.summary.undercharged.max(lost);
        }
        ensure(lost <= cost, Check::Charge, table, || format!("{lost} lost, at most {cost} may be"))
    }

    /// A tie to the wall clock, which says whatever it likes.
    pub(crate) fn anchor(&mut self) -> Anchor {
        let timer = self.hall().map(|(_, now)| now).unwrap_or_default();
        let (day, hour) = (self.wall.whole(1, 28), self.wall.whole(0, 23));
        let wall = self.wall.chance(700).then(|| format!("2026-02-{day:02}T{hour:02}:00:00Z"));
        let trusted = wall.is_some() && self.wall.chance(500);
        Anchor {
            boot: format!("boot {}", self.boots),
            timer,
            timer_zero: None,
            table: Instant::ZERO,
            wall,
            trusted,
        }
    }
}
