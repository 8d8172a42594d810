//! New games at the tables.

use clock::Instant;
use hall::{HallError, OnRequest};
use journal::{GameId, RandomError};
use referee::Setup;
use tracing::error;

use crate::driver::{Driver, Reply};
use crate::opening::{anchor_by, is_alike, new_game};
use crate::venue::Wish;

impl Driver {
    /// Whether the game at a table is so set up, the players' names included; its own name is another each time.
    fn is_set_up(&self, table: u32, setup: &Setup) -> bool {
        self.setup_of(table).is_some_and(|found| {
            is_alike(&found.game, &setup.game) && Setup { game: setup.game.clone(), ..found } == *setup
        })
    }

    /// What was agreed for the game at a table, with its players.
    fn setup_of(&self, table: u32) -> Option<Setup> {
        let (shown, ..) = self.hall.shown(table)?;
        Some(self.hall.players(table)?.0.in_setup(shown.setup()))
    }

    /// The same, but what was said when the game was asked for is none of the plan's business.
    pub(super) fn is_as_planned(&self, table: u32, plan: &Setup) -> bool {
        let (Some((players, asked)), Some(found)) = (self.hall.players(table), self.setup_of(table)) else {
            return false;
        };
        let plan = if asked.players { players.in_setup(plan) } else { plan.clone() };
        let control = if asked.control { found.control } else { plan.control.clone() };
        self.is_set_up(table, &Setup { control, ..plan })
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
        let asks = wish.setup.is_some() || wish.players.is_some() || wish.control.is_some();
        let is_so = || self.wished(table, &wish).is_ok_and(|(setup, _)| self.is_set_up(table, &setup));
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

    /// The setup that is wished, else planned for the table, or that of the last game there; and what of it was said.
    fn wished(&self, table: u32, wish: &Wish) -> Result<(Setup, OnRequest), HallError> {
        if let Some(control) = &wish.control {
            let (agreed, asked) = self.hall.agreed(table)?;
            let setup = Setup { control: control.clone(), ..agreed };
            return Ok((setup, OnRequest { control: true, ..asked }));
        }
        let planned = || self.plans.get(&table).map(|plan| plan.setup.clone());
        let last = || self.hall.shown(table).map(|(shown, ..)| shown.setup().clone());
        let setup = wish.setup.clone().or_else(planned).or_else(last).ok_or(HallError::NoTable)?;
        let asked = OnRequest { players: wish.players.is_some(), control: false };
        Ok((wish.players.as_ref().map_or_else(|| setup.clone(), |players| players.in_setup(&setup)), asked))
    }

    /// Opens a game as it is wished.
    pub(super) fn open(
        &mut self,
        table: u32,
        wish: Wish,
        now: Instant,
    ) -> Result<Result<(), HallError>, RandomError> {
        let (setup, on_request) = match self.wished(table, &wish) {
            Ok(wished) => wished,
            Err(error) => return Ok(Err(error)),
        };
        let anchor = anchor_by(&self.timer, &self.boot, now);
        let mut game = new_game(table, setup, self.next_game, anchor)?;
        game.on_request = on_request;
        game.replaces = wish.replaces;
        let opened = self.hall.open(game, now);
        if opened.is_ok() {
            self.next_game = GameId(self.next_game.0.saturating_add(1));
        }
        Ok(opened)
    }
}
