//! New games at the tables.

use clock::Instant;
use hall::HallError;
use journal::{GameId, RandomError};
use referee::Setup;
use tracing::error;

use crate::driver::{Driver, Reply};
use crate::opening::{anchor, new_game};

impl Driver {
    pub(super) fn new_game(&mut self, table: u32, setup: Option<Box<Setup>>, reply: Reply<()>, now: Instant) {
        let is_there =
            self.is_waiting(table) && setup.as_ref().is_none_or(|setup| self.is_set_up(table, setup));
        if is_there && !self.openers.contains_key(&table) {
            // A copy of a request that was carried out: the new game is there.
            let _ = reply.send(Ok(()));
            return;
        }
        match self.open(table, setup, now) {
            Ok(Ok(())) => drop(self.openers.insert(table, reply)),
            Ok(Err(error)) => drop(reply.send(Err(error))),
            Err(error) => error!("table {table}: no game can be opened: {error}"),
        }
    }

    /// Opens a game of that setup, else as planned for the table, or as the last one there.
    pub(super) fn open(
        &mut self,
        table: u32,
        setup: Option<Box<Setup>>,
        now: Instant,
    ) -> Result<Result<(), HallError>, RandomError> {
        let planned = || self.plans.get(&table).map(|plan| plan.setup.clone());
        let last = || self.hall.shown(table).map(|(shown, _, _)| shown.setup().clone());
        let setup = setup.map(|setup| *setup);
        let Some(setup) = setup.or_else(planned).or_else(last) else { return Ok(Err(HallError::NoTable)) };
        let game = new_game(table, setup, self.next_game, anchor(&self.boot, now, &self.timer.wall()))?;
        let opened = self.hall.open(game, now);
        if opened.is_ok() {
            self.next_game = GameId(self.next_game.0.saturating_add(1));
        }
        Ok(opened)
    }
}
