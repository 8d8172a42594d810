//! Scenarios and control files, written so that they read back equal.

use std::fmt::{self, Write as _};

use clock::{Control, Side};
use toml::Value;

use crate::control_file::write::write_control;
use crate::control_file::{ControlFile, ControlName};
use crate::people::Seat;
use crate::scenario::{ENDS_TURN, KINDS, MOVES_FROM, STARTS_BY, Scenario};
use crate::setup::{Game, Komi, Opening, Player, Seats};

impl Scenario {
    /// The scenario as a file.
    #[must_use]
    pub fn write(&self) -> String {
        let mut script = String::new();
        for line in &self.script {
            let _ = writeln!(script, "{line}");
        }
        let mut text = format!("script = {}\n", quoted(&script));
        let notation = notation(&self.setup.control);
        if let Some(notation) = &notation {
            let _ = writeln!(text, "control = {}", quoted(notation));
        }
        write_game(&mut text, &self.setup.game);
        if let Some(salt) = &self.seal_salt {
            let _ = writeln!(text, "seal_salt = {}", quoted(&salt.to_hex()));
        }
        if notation.is_none() {
            let _ = write!(text, "\n{}", write_control(&self.setup.control));
        }
        for side in Side::BOTH {
            let player = self.setup.players.of(side);
            if *player != Player::default() {
                write_player(&mut text, side.as_str(), player);
            }
        }
        // Even nameless, they say that nigiri decides.
        if let Some(Seats { one, two }) = &self.setup.seats {
            write_player(&mut text, Seat::One.as_str(), one);
            write_player(&mut text, Seat::Two.as_str(), two);
        }
        text + &self.setup.policy.write(self.setup.game.kind)
    }
}

impl ControlFile {
    /// The control as a file.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        if let Some(ControlName { en, zh }) = &self.name {
            let _ = writeln!(text, "name = {{ en = {}, zh = {} }}", quoted(en), quoted(zh));
        }
        if let Some(source) = &self.source {
            let _ = writeln!(text, "source = {}", quoted(source));
        }
        text + "\n" + &write_control(&self.control)
    }
}

/// The short notation, where it says all.
fn notation(control: &Control) -> Option<String> {
    let notation = control.to_string();
    (notation.parse().as_ref() == Ok(control)).then_some(notation)
}

fn quoted(text: &str) -> Value {
    Value::from(text)
}

fn write_game(text: &mut String, game: &Game) {
    let mut line = |key: &str, value: &dyn fmt::Display| {
        let _ = writeln!(text, "{key} = {value}");
    };
    let usual = Game::of_kind(game.kind);
    line("\n[game]\nkind", &name(&KINDS, game.kind));
    if game.size != usual.size {
        line("size", &game.size);
    }
    if let Some(rules) = &game.rules {
        line("rules", &quoted(rules));
    }
    if let Some(komi) = game.komi {
        line("komi", &decimal(komi));
    }
    if game.handicap != usual.handicap {
        line("handicap", &game.handicap);
    }
    if game.practice {
        line("practice", &true);
    }
    match &game.opening {
        Some(Opening::Fen(fen)) => line("fen", &quoted(fen)),
        Some(Opening::Stones { rows, to_move }) => {
            line("setup", &Value::from(rows.clone()));
            line("to_move", &quoted(to_move.as_str()));
        }
        None => {}
    }
    line("ends_turn", &name(&ENDS_TURN, game.ends_turn));
    line("moves_from", &name(&MOVES_FROM, game.moves_from));
    line("starts_by", &name(&STARTS_BY, game.starts_by));
    if let Some(wall) = game.wall {
        line("wall", &wall.format("%Y-%m-%dT%H:%M:%S%.f%:z"));
    }
    if let Some(id) = &game.id {
        line("id", &quoted(id));
    }
}

/// A name out of a table of names.
fn name<T: PartialEq>(names: &[(&'static str, T)], value: T) -> Value {
    let found = names.iter().find(|(_, other)| *other == value);
    quoted(found.map_or("", |(name, _)| name))
}

fn decimal(komi: Komi) -> String {
    let sign = if komi.quarters < 0 { "-" } else { "" };
    let quarters = komi.quarters.unsigned_abs();
    format!("{sign}{}.{:02}", quarters / 4, quarters % 4 * 25)
}

fn write_player(text: &mut String, key: &str, player: &Player) {
    let _ = writeln!(text, "\n[players.{key}]");
    for (key, value) in [("name", &player.name), ("rank", &player.rank)] {
        if let Some(value) = value {
            let _ = writeln!(text, "{key} = {}", quoted(value));
        }
    }
    if let Some(born) = player.born {
        let _ = writeln!(text, "born = {}", born.format("%Y-%m-%d"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::ScriptLine;
    use crate::script::write::tests::line;
    use crate::setup::{EndsTurn, GameKind, MovesFrom, Setup, StartsBy};
    use chrono::{DateTime, FixedOffset, NaiveDate};
    use clock::{Bonus, BySide, CallTable, Count, Duration, Overtime, SideControl, SideSettings, Stage};
    use proptest::collection::vec;
    use proptest::option::of;
    use proptest::prelude::*;
    use rules::go::RuleSet;

    fn secs(range: std::ops::Range<u64>) -> impl Strategy<Value = Duration> {
        range.prop_map(Duration::from_secs)
    }

    fn bonus() -> impl Strategy<Value = Bonus> {
        prop_oneof![
            Just(Bonus::None),
            secs(1..60).prop_map(Bonus::Increment),
            secs(1..60).prop_map(Bonus::Delay),
            (1_u64..9_999_999).prop_map(|micros| Bonus::Bronstein(Duration::from_micros(micros))),
        ]
    }

    fn stage() -> impl Strategy<Value = Stage> {
        (secs(1..10_000), of(1_u16..60), bonus()).prop_map(|(time, moves, bonus)| Stage {
            time,
            moves,
            bonus,
        })
    }

    fn overtime() -> impl Strategy<Value = Overtime> {
        prop_oneof![
            Just(Overtime::None),
            (1_u16..9, secs(1..90)).prop_map(|(periods, period)| Overtime::Byoyomi { periods, period }),
            (1_u16..9, secs(1..9))
                .prop_map(|(count, period)| Overtime::Reserve { reserve: period.times(count), period }),
            (1_u16..30, secs(1..900), any::<bool>())
                .prop_map(|(moves, time, carry_over)| Overtime::Canadian { moves, time, carry_over }),
            (1_u16..9, secs(1..900), 0_u16..9).prop_map(|(periods, period, penalty)| Overtime::Ing {
                periods,
                period,
                penalty
            }),
            (secs(1..90), 1_u16..20, secs(1..90)).prop_map(|(period, units, unit)| Overtime::Consideration {
                period,
                units,
                unit
            }),
        ]
    }

    fn calls() -> impl Strategy<Value = CallTable> {
        let list = || of(vec(1_u16..400, 0..6).prop_map(|list| list.into_iter().collect()));
        let count = prop_oneof![3 => Just(Count::Up), 1 => Just(Count::Down), 1 => Just(Count::Off)];
        let own = (list(), list(), count, list()).prop_map(|(before_last, last, count, remaining)| {
            CallTable { before_last, last, count, remaining }
        });
        prop_oneof![Just(CallTable::default()), own]
    }

    /// Any control that means something; what does not is made simple.
    fn side_control() -> impl Strategy<Value = SideControl> {
        let parts = (vec(stage(), 0..4), proptest::bool::weighted(0.8), overtime(), calls());
        parts.prop_map(|(stages, first_move_bonus, overtime, calls)| {
            let stages = stages.into_iter().collect();
            let settings = SideSettings { stages, first_move_bonus, overtime, calls };
            let simple = SideSettings {
                overtime: Overtime::Hourglass { time: Duration::from_mins(3) },
                ..Default::default()
            };
            let plain =
                SideSettings { first_move_bonus: true, calls: CallTable::default(), ..settings.clone() };
            [settings, plain, simple]
                .into_iter()
                .find_map(|settings| SideControl::try_from(settings).ok())
                .unwrap()
        })
    }

    fn control() -> impl Strategy<Value = Control> {
        let differing = (side_control(), side_control()).prop_map(|(black, white)| {
            Control { black: black.clone(), white }.paired().unwrap_or_else(|_| Control::same(black))
        });
        prop_oneof![side_control().prop_map(Control::same), differing]
    }

    /// A name or the like, as a file may hold it.
    fn text() -> impl Strategy<Value = String> {
        "\\PC{1,9}".prop_filter("blank", |text| !text.trim().is_empty())
    }

    fn game() -> impl Strategy<Value = Game> {
        let rules =
            of(proptest::sample::select(RuleSet::ALL.as_slice()).prop_map(|rules| rules.name().to_owned()));
        let texts = (rules, of(text()));
        let numbers = (2_u8..26, of(-2500_i32..2500), prop_oneof![Just(0_u8), 2_u8..10]);
        let wall = of((0_i64..4_000_000_000, -1439_i32..1440)).prop_map(|wall| {
            let (seconds, minutes) = wall?;
            let utc = DateTime::from_timestamp(seconds, 120_000_000)?;
            Some(utc.with_timezone(&FixedOffset::east_opt(minutes * 60)?))
        });
        (texts, numbers, wall, any::<bool>()).prop_map(
            |((rules, id), (size, komi, handicap), wall, other)| Game {
                kind: GameKind::Go,
                size,
                rules,
                komi: komi.map(|quarters| Komi { quarters }),
                // Without set-up stones, those of the handicap have their places.
                handicap: if other || size % 2 == 1 && size >= 7 { handicap } else { 0 },
                practice: other,
                opening: other.then(|| opening(size)),
                ends_turn: if other { EndsTurn::Touch } else { EndsTurn::Press },
                moves_from: if other { MovesFrom::Sensor } else { MovesFrom::Recorder },
                starts_by: if other { StartsBy::Press } else { StartsBy::Arbiter },
                wall,
                id,
            },
        )
    }

    fn opening(size: u8) -> Opening {
        let row = "XO.".chars().cycle().take(usize::from(size)).collect();
        Opening::Stones { rows: vec![row; usize::from(size)], to_move: Side::White }
    }

    fn player() -> impl Strategy<Value = Player> {
        let born = of((1900_i32..2100, 1_u32..366)).prop_map(|born| {
            let (year, day) = born?;
            NaiveDate::from_yo_opt(year, day)
        });
        (of(text()), of("[1-9][dk]"), born).prop_map(|(name, rank, born)| Player { name, rank, born })
    }

    fn script() -> impl Strategy<Value = Vec<ScriptLine>> {
        vec(line(), 0..8).prop_map(|mut script| {
            script.sort_by_key(|line| line.at);
            script
        })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_equal(
            game in game(), control in control(), first in player(), second in player(), nigiri: bool,
            script in script(),
        ) {
            let setup = Setup::new(game, control);
            let setup = if nigiri {
                Setup { seats: Some(Seats { one: first, two: second }), ..setup }
            } else {
                Setup { players: BySide { black: first, white: second }, ..setup }
            };
            let scenario = Scenario { setup, script, seal_salt: None };
            let text = scenario.write();
            prop_assert_eq!(Scenario::read(&text), Ok(scenario), "{}", text);
        }

        #[test]
        fn a_control_reads_back_from_its_table(
            control in control(), name in of("\\PC{0,9}"), source in of("\\PC{0,9}"),
        ) {
            let name = name.map(|en| ControlName { en, zh: "名".to_owned() });
            let file = ControlFile { name, source, control };
            let text = file.write();
            prop_assert_eq!(ControlFile::read(&text), Ok(file), "{}", text);
        }
    }

    #[test]
    fn chess_and_the_bare_clock_are_written_without_a_board() {
        for kind in [GameKind::Chess, GameKind::Clock, GameKind::Gomoku] {
            let control = "1h".parse().unwrap();
            let setup = Setup::new(Game::of_kind(kind), control);
            let scenario = Scenario { setup, script: Vec::new(), seal_salt: None };
            assert_eq!(Scenario::read(&scenario.write()), Ok(scenario));
        }
    }
}
