//! A clock that is in a table's unit: what the unit has done stands, and the table decides what it comes to.
//!
//! A unit does a press, or the arbiter's pause, without asking anybody. What the rules make of it may ask more of the
//! clock (two passes stop it, time that is owed is given): the unit has not done that, so it is **a step of its own**,
//! which goes to the unit like an order.

use clock::{Instant, Side, Status};

use crate::event::{EventKind, Order, Step};
use crate::outcome::WonBy;
use crate::setup::StartsBy;
use crate::table::{Backwards, Decided, Table};
use crate::walk::Walk;

impl Table {
    /// The side whose clock the first press of the other starts; none where an arbiter does.
    #[must_use]
    pub fn first_by_press(&self) -> Option<Side> {
        let game = &self.setup().game;
        (game.starts_by == StartsBy::Press).then(|| game.first_side())
    }

    /// What an order comes to of which the table's unit has done so much, and nothing else: all of it, or what was
    /// ordered alone, and what follows is left to [`Self::follow`]. None where it comes to something else.
    ///
    /// # Errors
    /// [`Backwards`] if `at` lies before time already decided.
    pub fn decide_done(
        &self,
        order: &Order,
        at: Instant,
        done: &[clock::Command],
    ) -> Result<Option<Decided>, Backwards> {
        for alone in [false, true] {
            let mut walk = Walk::begin(self.clone(), at)?;
            walk.done = Some(done.to_vec());
            walk.alone = alone;
            let kept = walk.obey(order.clone());
            let decided = walk.finish(Some(kept));
            if decided.commands == done {
                return Ok(Some(decided));
            }
        }
        Ok(None)
    }

    /// What the table's unit has done by itself where the table would not have let it: it stands.
    ///
    /// # Errors
    /// [`Backwards`] if `at` lies before time already decided.
    pub fn enter_done(
        &self,
        order: Order,
        at: Instant,
        done: &[clock::Command],
    ) -> Result<Decided, Backwards> {
        let mut walk = Walk::begin(self.clone(), at)?;
        walk.by = order.by;
        walk.why = order.command.why().cloned();
        for command in done {
            // The same engine has done it at the unit; were it refused here, what is behind it was not done either.
            if walk.clock(*command).is_err() {
                break;
            }
        }
        Ok(walk.finish(Some(order)))
    }

    /// What follows by itself from what has happened, and asks something of the clock; `done` is what the table's unit
    /// has done of it, if it was asked already. Nothing happens in it where nothing follows.
    ///
    /// # Errors
    /// [`Backwards`] if `at` lies before time already decided.
    pub fn follow(&self, at: Instant, done: Option<&[clock::Command]>) -> Result<Decided, Backwards> {
        let mut walk = Walk::begin(self.clone(), at)?;
        walk.done = done.map(<[clock::Command]>::to_vec);
        let before = walk.clone();
        if walk.follow(before.record()).is_err() {
            walk = before;
        }
        Ok(walk.finish(None))
    }

    /// The clock stands as the table's unit has it, where `turns` more are completed than on record.
    ///
    /// # Errors
    /// [`Backwards`] if `at` lies before time already decided.
    pub fn take_clock(&mut self, state: clock::State, turns: u32, at: Instant) -> Result<Step, Backwards> {
        let mut walk = Walk::begin(self.clone(), at)?;
        let clock = clock::Clock::restore(self.setup().control.clone(), state);
        let (before, after) = (walk.table.clock().standing(), clock.standing());
        let (status, ended) = (clock.status(), walk.record().is_ended());
        walk.table.clock = clock;
        walk.enter(EventKind::UnitClock { before, after, status, turns });
        if let Status::Flagged(side) = status
            && !ended
        {
            walk.lose(at, side, WonBy::Time);
        }
        let Decided { table, step, .. } = walk.finish(None);
        *self = table;
        Ok(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Command, Duration};

    use crate::command::{Command as Said, Played, Who};
    use crate::setup::{Game, GameKind, Setup};

    fn at(secs: u64) -> Instant {
        Instant::from_millis(secs * 1_000)
    }

    fn order(by: Who, command: Said) -> Order {
        Order { by, command }
    }

    fn press(side: Side) -> Order {
        order(side.into(), Said::Press { side })
    }

    /// Black has passed and pressed: White is on move.
    fn before_the_last_press() -> Table {
        let mut table = Table::new(Setup::new(Game::of_kind(GameKind::Go), "10m".parse().unwrap()));
        let pass = |side| order(Who::Recorder, Said::Move { side, played: Played::Pass });
        for (secs, order) in [
            (1, order(Who::Arbiter, Said::Start { side: None })),
            (2, pass(Side::Black)),
            (3, press(Side::Black)),
        ] {
            assert_eq!(table.handle(order, at(secs)).unwrap().refusal(), None);
        }
        table
    }

    #[test]
    fn a_press_that_the_unit_has_done_is_a_press_and_one_that_it_ignored_is_none() {
        let table = before_the_last_press();
        let done = [Command::Press { side: Side::White }];
        let decided = table.decide_done(&press(Side::White), at(5), &done).unwrap().unwrap();
        assert_eq!(decided, table.decide(press(Side::White), at(5)).unwrap());
        assert_eq!(decided.table.follow(at(5), None).unwrap().step.events, []);
        // What only asks for a reading asks nothing of the clock, whatever else would follow.
        let query = order(Who::White, Said::Query { side: Side::White });
        assert_eq!(table.decide_done(&query, at(5), &[]).unwrap().unwrap().commands, []);
    }

    #[test]
    fn what_the_table_would_have_refused_stands_where_the_unit_has_done_it() {
        let table = before_the_last_press();
        let theirs = order(Who::Recorder, Said::Press { side: Side::White });
        assert!(table.decide(theirs.clone(), at(5)).unwrap().step.refusal().is_some());
        let done = [Command::Press { side: Side::White }];
        assert_eq!(table.decide_done(&theirs, at(5), &done).unwrap(), None);
        let decided = table.enter_done(theirs, at(5), &done).unwrap();
        assert_eq!((decided.step.refusal(), decided.table.record().turns()), (None, 2));
    }

    #[test]
    fn the_units_clock_stands_and_a_flag_there_ends_the_game() {
        let mut table = before_the_last_press();
        let mut clock = table.clock().clone();
        clock.handle(Command::Press { side: Side::White }, at(4), &mut |_| ()).unwrap();
        clock.poll(at(700), &mut |_| ()).unwrap();
        let state = clock.state().clone();
        let step = table.take_clock(state, 1, at(4)).unwrap();
        assert_eq!(table.clock(), &clock);
        assert_eq!(table.record().turns(), 2);
        assert!(table.record().is_ended());
        let mut again = before_the_last_press();
        again.apply(&step);
        assert_eq!(again, table);
    }

    #[test]
    fn an_amount_that_depends_on_the_time_is_the_one_that_the_unit_has_done() {
        let mut table = before_the_last_press();
        let until = Some(at(60));
        let adjourn = crate::AdjournmentCommand::Adjourn { until };
        let step = table.handle(order(Who::Arbiter, Said::Adjournment(adjourn)), at(10)).unwrap();
        assert_eq!(step.refusal(), None);
        let hand_over = order(Who::Arbiter, Said::Adjournment(crate::AdjournmentCommand::HandOver));
        let asked = table.decide(hand_over.clone(), at(20)).unwrap().commands;
        assert_eq!(asked.first(), Some(&Command::Charge { amount: Duration::from_secs(40) }));
        let done = table.decide_done(&hand_over, at(21), &asked).unwrap().unwrap();
        assert_eq!(done.commands, asked);
        assert_eq!(done.step.refusal(), None);
    }
}
