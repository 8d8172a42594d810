//! The people at the tables: players, recorders, arbiters.

use clock::{Duration, Setting, Side, Status};
use referee::{Ahead, Command, EndsTurn, Game, GameKind, Order, StartsBy, Who};

use crate::agenda::Happening;
use crate::conduct;
use crate::dice::Dice;
use crate::draw::played;
use crate::failure::Fault;
use crate::world::World;

impl World {
    /// A player looks at the clock, and acts if the time has come.
    pub(crate) fn player(&mut self, table: u32) {
        if self.is_over() {
            return;
        }
        let Some(desk) = self.desks.get(&table) else { return };
        let (pace, offline) = (desk.pace, self.run.is_none());
        let mut next = self.dice.millis(pace / 10 + 1, pace * 2);
        if let Some(face) = self.hall().and_then(|(hall, now)| hall.face(table, now)) {
            let due = face.clock.poll_at().map(|due| due.since(face.now));
            let (status, turn) = (face.clock.status(), face.clock.turn());
            let plays = status == Status::Running && self.asked(table).is_none();
            if self.dice.chance(if plays { 40 } else { 600 }) {
                self.conduct(table, turn);
            } else {
                self.act(table, status, turn);
            }
            // Now and then somebody presses just when time is up.
            if let Some(due) = due.filter(|due| *due < Duration::from_secs(20) && self.dice.chance(150)) {
                let off = Duration::from_micros(self.dice.pick(&[0, 1, 1_000, 250_000]));
                next = if self.dice.chance(500) { due.plus(off) } else { due.minus(off) };
            }
        } else if offline && self.dice.chance(300) {
            let side = self.dice.side();
            self.press(table, side);
        }
        self.agenda.put(self.now.plus(next), Happening::Player { table });
    }

    /// The side whose answer the other waits for.
    fn asked(&self, table: u32) -> Option<Side> {
        let (shown, ..) = self.hall().and_then(|(hall, _)| hall.shown(table))?;
        let ending = shown.record().ending();
        ending.proposed.or(ending.draw_offer).map(Side::other)
    }

    /// A player does something besides playing: mostly the one who is asked, or on move.
    fn conduct(&mut self, table: u32, turn: Option<Side>) {
        let drawn = self.dice.side();
        let first = self.asked(table).or(turn);
        let side = first.filter(|_| self.dice.chance(700)).unwrap_or(drawn);
        let Some(run) = &self.run else { return };
        let Some((shown, ..)) = run.hall.shown(table) else { return };
        let Some(command) = conduct::by_player(&mut self.dice, shown, side) else { return };
        let by = if self.dice.chance(950) { side.into() } else { Who::Recorder };
        self.say(table, by, command);
    }

    fn game(&self, table: u32) -> Option<&Game> {
        let (hall, _) = self.hall()?;
        hall.shown(table).map(|(table, _, _)| &table.setup().game)
    }

    fn act(&mut self, table: u32, status: Status, turn: Option<Side>) {
        let Some(&Game { starts_by, kind, ends_turn, .. }) = self.game(table) else { return };
        let first = self.game(table).map_or(Side::Black, Game::first_side);
        match (status, turn) {
            (Status::Running, Some(side)) if self.dice.chance(800) => match self.dice.whole(0, 99) {
                0 if self.dice.chance(300) => self.say(table, side.into(), Command::Resign { side }),
                1 | 2 => self.press(table, side.other()),
                3 => self.say(table, side.into(), Command::Query { side }),
                4 => {
                    let elapsed = Duration::from_secs(self.dice.whole(0, 10));
                    self.say(table, side.into(), Command::Recount { side, elapsed, why: None });
                }
                _ if ends_turn == EndsTurn::Press => self.press(table, side),
                _ => self.play(
                    table,
                    side,
                    kind,
                    if ends_turn == EndsTurn::Touch { side.into() } else { Who::Recorder },
                ),
            },
            (Status::Waiting, _) if starts_by == StartsBy::Press => self.press(table, first.other()),
            (Status::Paused, _) if starts_by == StartsBy::Press => {
                self.say(table, Who::Both, Command::Resume)
            }
            (Status::Paused | Status::Flagged(_), _) if self.dice.chance(50) => self.press(table, first),
            _ => {}
        }
    }

    /// A press, now and then a double one, now and then sent twice.
    fn press(&mut self, table: u32, side: Side) {
        if self.press_at_unit(table, side) {
            return;
        }
        self.say(table, side.into(), Command::Press { side });
        if self.dice.chance(60) {
            self.say(table, side.into(), Command::Press { side });
        }
    }

    fn play(&mut self, table: u32, side: Side, kind: GameKind, by: Who) {
        let played = played(&mut self.dice, kind);
        self.say(table, by, Command::Move { side, played });
    }

    fn say(&mut self, table: u32, by: Who, command: Command) {
        self.send(table, Order { by, command }, None);
    }

    /// Whoever keeps the record lags behind, and slips now and then.
    pub(crate) fn recorder(&mut self, table: u32) {
        if self.is_over() {
            return;
        }
        let next = self.now.plus(self.dice.millis(100, 4_000));
        self.agenda.put(next, Happening::Recorder { table });
        let Some((shown, _, _)) = self.hall().and_then(|(hall, _)| hall.shown(table)) else { return };
        let game = &shown.setup().game;
        let (kind, by, ends_turn) = (game.kind, game.moves_from.who(), game.ends_turn);
        let (side, count) = (shown.side_to_record(), shown.record().move_count());
        let behind = matches!(shown.ahead(), Some(Ahead::Clock(_)));
        let unseen = conduct::unseen(shown);
        let slip = self.dice.whole(0, 99);
        match slip {
            0 => self.say(table, by, Command::TakeBack { side }),
            1 | 2 => {
                let (number, played) =
                    (u32::try_from(self.dice.whole(1, 20)).unwrap_or(1), played(&mut self.dice, kind));
                self.say(table, by, Command::Correct { number: number.min(count.max(1)), played });
            }
            3 if ends_turn == EndsTurn::Press => self.play(table, side.other(), kind, by),
            _ if behind => self.play(table, side, kind, by),
            _ => unseen.into_iter().for_each(|command| self.say(table, by, command)),
        }
    }

    /// The arbiter comes by, looks at the page, and does something or not.
    pub(crate) fn arbiter(&mut self, table: u32) -> Result<(), Fault> {
        if self.is_over() {
            return Ok(());
        }
        let next = self.now.plus(self.dice.millis(300, 9_000));
        self.agenda.put(next, Happening::Arbiter { table });
        let Some((shown, _, _)) = self.hall().and_then(|(hall, _)| hall.shown(table)) else { return Ok(()) };
        let (ended, turns) = (shown.record().is_ended(), shown.record().turns());
        let status = shown.clock().status();
        if ended && self.dice.chance(if shown.record().ending().cleared { 600 } else { 150 }) {
            return self.open(table);
        }
        let Some(run) = &self.run else { return Ok(()) };
        let Some((shown, ..)) = run.hall.shown(table) else { return Ok(()) };
        let besides = self.dice.chance(if ended { 800 } else { 350 });
        let command = besides.then(|| conduct::by_arbiter(&mut self.dice, shown)).flatten();
        let command = command.or_else(|| ruling(&mut self.dice, status));
        let by = match self.dice.whole(0, 9) {
            0 => self.dice.pick(&[Who::Both, Who::Black, Who::Recorder]),
            1..=3 => Who::Chief,
            _ => Who::Arbiter,
        };
        if let Some(command) = command {
            let turns = self.dice.chance(600).then_some(turns);
            self.send(table, Order { by, command }, turns);
        }
        Ok(())
    }
}

/// What an arbiter does at a table whose clock stands so.
fn ruling(dice: &mut Dice, status: Status) -> Option<Command> {
    let why = Some("simulated".to_owned());
    let usual = dice.chance(700);
    match status {
        Status::Waiting if usual => Some(Command::Start { side: None }),
        Status::Paused if usual => Some(Command::Resume),
        Status::Flagged(_) if usual => Some(Command::VoidFlag { why }),
        Status::FlagWithdrawn(side) if usual => Some(Command::Set { side, setting: setting(dice), why }),
        Status::Running if dice.chance(500) => None,
        Status::Waiting
        | Status::Running
        | Status::Paused
        | Status::Flagged(_)
        | Status::FlagWithdrawn(_)
        | Status::Stopped => Some(correction(dice)),
    }
}

fn correction(dice: &mut Dice) -> Command {
    let (side, why) = (dice.side(), Some("simulated".to_owned()));
    let amount = dice.millis(0, 20_000);
    match dice.whole(0, 11) {
        0 | 1 => Command::Pause { why },
        2 | 3 => Command::Set { side, setting: setting(dice), why },
        4 | 5 => Command::Add { side, amount, why },
        6 => Command::Subtract { side, amount, why },
        7 | 8 => Command::Turn { side, why },
        9 => Command::SwapSides { why },
        10 => Command::Recount { side, elapsed: Duration::from_secs(dice.whole(0, 30)), why },
        _ => Command::VoidFlag { why },
    }
}

fn setting(dice: &mut Dice) -> Setting {
    let length = Some(dice.millis(1, 30_000));
    let mut setting = Setting::default();
    match dice.whole(0, 6) {
        0..=2 => setting.main = length,
        3 => setting.period = Some(Duration::from_secs(dice.whole(1, 10))),
        4 => setting.section = length,
        5 => setting.hourglass = length,
        _ => setting.periods = Some(1),
    }
    setting
}
