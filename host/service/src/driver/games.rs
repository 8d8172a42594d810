//! New games at the tables.

use clock::Instant;
use hall::HallError;
use journal::{GameId, RandomError};
use referee::Setup;
use tracing::error;

use crate::driver::{Driver, Reply};
use crate::opening::{anchor_by, is_alike, new_game};
use crate::venue::Wish;

impl Driver {
    /// Whether the game at a table is so set up, the players' names included; its own name is another each time.
    pub(super) fn is_set_up(&self, table: u32, setup: &Setup) -> bool {
        self.setup_of(table).is_some_and(|found| {
            is_alike(&found.game, &setup.game) && Setup { game: setup.game.clone(), ..found } == *setup
        })
    }

    /// What was agreed for the game at a table, with its players.
    fn setup_of(&self, table: u32) -> Option<Setup> {
        let (shown, ..) = self.hall.shown(table)?;
        Some(self.hall.players(table)?.0.in_setup(shown.setup()))
    }

    /// The same, but players who were named when the game was asked for are none of the plan's business.
    pub(super) fn is_as_planned(&self, table: u32, plan: &Setup) -> bool {
        match self.hall.players(table) {
            Some((players, true)) => self.is_set_up(table, &players.in_setup(plan)),
            Some((_, false)) | None => self.is_set_up(table, plan),
        }
    }

    /// Whether a table's game waits for its start, and nothing is decided yet.
    fn is_waiting(&self, table: u32) -> bool {
        self.hall.shown(table).is_some_and(|(shown, ..)| {
            let record = shown.record();
            let waits = shown.clock().status() == clock::Status::Waiting && !record.is_ended();
            waits && record.people().black.is_none()
        })
    }

    pub(super) fn new_game(&mut self, table: u32, wish: Wish, reply: Reply<()>, now: Instant) {
        let asks = wish.setup.is_some() || wish.players.is_some();
        let is_so = || self.wished(table, &wish).is_some_and(|setup| self.is_set_up(table, &setup));
        let is_there = self.is_waiting(table) && (!asks || is_so());
        if is_there && !self.openers.contains_key(&table) {
            // A copy of a request that was carried out: the new game is there.
            let _ = reply.send(Ok(()));
            return;
        }
        match self.open(table, wish, now) {
            Ok(Ok(())) => drop(self.openers.insert(table, reply)),
            Ok(Err(error)) => drop(reply.send(Err(error))),
            Err(error) => error!("table {table}: no game can be opened: {error}"),
        }
    }

    /// The setup that is wished, else planned for the table, or that of the last game there.
    fn wished(&self, table: u32, wish: &Wish) -> Option<Setup> {
        let planned = || self.plans.get(&table).map(|plan| plan.setup.clone());
        let last = || self.hall.shown(table).map(|(shown, ..)| shown.setup().clone());
        let setup = wish.setup.clone().or_else(planned).or_else(last)?;
        Some(wish.players.as_ref().map_or_else(|| setup.clone(), |players| players.in_setup(&setup)))
    }

    /// Opens a game as it is wished.
    pub(super) fn open(
        &mut self,
        table: u32,
        wish: Wish,
        now: Instant,
    ) -> Result<Result<(), HallError>, RandomError> {
        let Some(setup) = self.wished(table, &wish) else { return Ok(Err(HallError::NoTable)) };
        let anchor = anchor_by(&self.timer, &self.boot, now);
        let mut game = new_game(table, setup, self.next_game, anchor)?;
        game.named_on_request = wish.players.is_some();
        game.replaces = wish.replaces;
        let opened = self.hall.open(game, now);
        if opened.is_ok() {
            self.next_game = GameId(self.next_game.0.saturating_add(1));
        }
        Ok(opened)
    }
}
