//! The lines to tables' units.

use clock::Instant;
use link::FrameBuffer;

use super::{Hall, HallError, Output};
use crate::alarm::AlarmKind;
use crate::behind::{Brought, Saved};
use crate::entry::{Entry, Interruption};
use crate::outbox::Mark;
use crate::showing::Manner;

impl Hall {
    /// This table's clock is in a unit behind a line: whatever unit greets there is given the table. To be said of
    /// each such table after [`Self::open`] or [`Self::recover`]; for the next game at the same table it holds on.
    /// From then on [`Self::unit_frame`] has to be asked until there is nothing whenever [`Self::poll_at`] comes and
    /// after bytes were heard, whether there is a line at present or not.
    pub fn attach_unit(&mut self, table: u32, now: Instant) {
        if let Some(seat) = self.seats.get_mut(&table) {
            if !seat.is_behind() {
                // What waits has its turn here.
                seat.settle(now);
                self.advance_seat(table, now);
            }
            self.seats.entry(table).and_modify(|seat| seat.attach(table, now));
        } else if let Some(seat) = self.opening.get_mut(&table) {
            seat.attach(table, now);
        }
    }

    /// A table's time at a moment of the hall's, as it may be shown: with no word from its unit, the last that is known.
    #[must_use]
    pub fn known_time(&self, table: u32, now: Instant) -> Option<Instant> {
        self.seats.get(&table).map(|seat| seat.known_time(now))
    }

    /// A unit that is not heard is given up: within a few seconds the table's clock is in the service, paused as it was
    /// last known, until the next game there. What the unit has done since is nobody's.
    ///
    /// # Errors
    /// The table's clock is in no unit, or its unit is heard.
    pub fn give_up_unit(&mut self, table: u32, now: Instant) -> Result<(), HallError> {
        self.now = self.now.max(now);
        self.seats.get_mut(&table).ok_or(HallError::NoTable)?.give_up_unit(now)
    }

    /// Bytes from that unit's line, in any pieces.
    pub fn unit_heard(&mut self, table: u32, bytes: &[u8], now: Instant) {
        self.now = self.now.max(now);
        if self.opening.contains_key(&table) {
            // Its record is closed, and the next not begun: what is not acknowledged comes again.
            return;
        }
        let Some(seat) = self.seats.get_mut(&table).filter(|seat| self.outbox.has_room(seat.game)) else {
            // As on a line that is cut: the unit keeps what it does, and the silence is an alarm. A record that took in
            // more than the journal keeps of a game would hold up all others.
            return;
        };
        let brought = seat.unit_heard(bytes, self.granted, now);
        self.put_on_record(table, brought, now);
        self.flush();
    }

    /// Writes the next frame for that unit's line; gives back its length, none when nothing is due.
    pub fn unit_frame(&mut self, table: u32, now: Instant, frame: &mut FrameBuffer) -> Option<usize> {
        self.seats.get_mut(&table)?.unit_frame(now, frame)
    }

    /// The unit's face shows beside its clock what the table's does, in this manner from now on.
    pub fn show_at_unit(&mut self, table: u32, manner: Manner, now: Instant) {
        for seats in [&mut self.seats, &mut self.opening] {
            if let Some(seat) = seats.get_mut(&table) {
                seat.show_at_unit(Some(manner), now);
            }
        }
    }

    /// Lets time pass at a table whose clock is in a unit.
    pub(super) fn poll_unit(&mut self, table: u32, now: Instant) {
        let Some(seat) = self.seats.get_mut(&table) else { return };
        if let Some((cause, released)) = seat.release_if_gone(now) {
            let (game, from) = (seat.game, seat.committed());
            let ran = seat.live().clock().status() == clock::Status::Running;
            self.write_entry(game, &released);
            if ran {
                self.write_entry(game, &Entry::Interrupted(Interruption { cause, from, gap: None }));
                self.pause(table, cause.why(), now);
            }
            for of_a_unit in [AlarmKind::UnitSilent, AlarmKind::UnitTurnedAway, AlarmKind::UnitBroke] {
                self.calm(Some(table), of_a_unit);
            }
            return self.advance_seat(table, now);
        }
        let brought = seat.poll_unit(self.granted, now);
        self.put_on_record(table, brought, now);
    }

    pub(super) fn unit_saved(&mut self, table: u32, saved: Saved) {
        if let Some(seat) = self.seats.get_mut(&table) {
            seat.unit_saved(saved);
        }
    }

    /// Puts on record what came of a unit's affairs, in order.
    pub(super) fn put_on_record(&mut self, table: u32, brought: Vec<Brought>, now: Instant) {
        if let Some(seat) = self.seats.get(&table) {
            self.granted = self.granted.max(seat.granted());
        }
        let decided = brought.iter().any(|brought| matches!(brought, Brought::Step(_)));
        for brought in brought {
            let Some(seat) = self.seats.get_mut(&table) else { return };
            let game = seat.game;
            match brought {
                Brought::Step(step) => {
                    let entry = seat.enter_brought(*step, now);
                    self.outbox.step(table, game, &entry);
                    self.outputs.push_back(Output::Face { table });
                }
                Brought::Note { entry, saved } => {
                    let mark = saved.map_or(Mark::Other, |saved| Mark::Unit { table, saved });
                    self.outbox.entry(game, &entry, mark);
                }
                Brought::Alarm(kind) => {
                    self.raise(Some(table), kind, now);
                }
                Brought::Calm(kind) => self.calm(Some(table), kind),
            }
        }
        self.watch_keys(table, now);
        if decided && let Some(seat) = self.seats.get_mut(&table) {
            seat.show_at_unit(None, now);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use journal::{GAME_LEN_MAX, GameId, Genesis};
    use link::{FRAME_MAX, Identity, Serial};
    use referee::{Game, Setup};
    use unit::TableUnit;

    use super::*;
    use crate::entry::{Anchor, OnRequest};
    use crate::hall::NewGame;
    use crate::outbox::Extent;

    const TABLE: u32 = 7;
    const GAME: GameId = GameId(1);

    /// A hall with a table whose clock is in a unit, and nothing that is not on disk.
    pub(in crate::hall) fn hall() -> Hall {
        let anchor = Anchor {
            boot: "test".to_owned(),
            timer: Instant::ZERO,
            timer_zero: None,
            table: Instant::ZERO,
            wall: None,
            trusted: false,
        };
        let opening = NewGame {
            table: TABLE,
            game: GAME,
            genesis: Genesis::from_bytes([1; 32]),
            setup: Setup::new(Game::default(), "1h".parse().unwrap()),
            people: Vec::new(),
            on_request: OnRequest::default(),
            replaces: false,
            anchor,
        };
        let mut hall = Hall::new();
        hall.open(opening, Instant::ZERO).unwrap();
        hall.written();
        hall.attach_unit(TABLE, Instant::ZERO);
        while hall.next_output().is_some() {}
        hall
    }

    #[test]
    fn a_unit_whose_games_record_is_full_is_not_heard_and_so_holds_up_nobody_else() {
        let (mut hall, now) = (hall(), Instant::from_millis(5));
        let mut unit = TableUnit::start(Identity { serial: Serial(1), boot: 1, resets: 0 });
        let mut frame = [0; FRAME_MAX];
        let length = unit.transmit(now, &mut frame).unwrap();
        let extent = |entries| Extent { entries, bytes: 0 };
        hall.outbox.recovered(GAME, extent(GAME_LEN_MAX), Extent::default());
        hall.unit_heard(TABLE, &frame[..length], now);
        assert!(hall.next_output().is_none());
        hall.outbox.recovered(GAME, extent(2), Extent::default());
        hall.unit_heard(TABLE, &frame[..length], now);
        assert!(matches!(hall.next_output(), Some(Output::Write(_))), "its greeting goes on record");
    }
}
