//! Boards that are counted, and what comes of it.

use std::sync::Arc;

use clock::{Instant, Side};
use referee::{
    Command, Cost, EndingCommand, Game, IncidentCommand, Komi, Marker, Opening, Order, Played, Policy, Setup,
    Table, Unit, Who,
};

#[test]
fn boards_are_counted_by_what_was_agreed_and_ruled() {
    let (mut counted, mut wrong) = (0, String::new());
    let lines = include_str!("counts.table").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [lines, rules, komi, handicap, black, shared, gives_up, warned, expected] = words[..] else {
            panic!("{line}")
        };
        let board = (lines.parse().unwrap(), black.parse().unwrap(), shared.parse().unwrap());
        let game = game(board, rules, komi.parse().ok(), handicap.parse().unwrap());
        let table = count(game, gives_up.parse().ok(), warned.parse().ok());
        let result = table.record().outcome().expect("there is a result");
        let result = result.notation(table.setup().game.kind);
        if result != expected {
            wrong += &format!("{line}: {result}\n");
        }
        counted += 1;
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(counted >= 20, "only {counted} counts");
}

/// Black's stones from the top left corner on, then shared points, then White's stones.
fn game((lines, black, shared): (u8, usize, usize), rules: &str, komi: Option<i32>, handicap: u8) -> Game {
    let points = usize::from(lines) * usize::from(lines);
    let stones: Vec<char> = (0..points)
        .map(|point| match point {
            _ if point < black => 'X',
            _ if point < black + shared => '.',
            _ => 'O',
        })
        .collect();
    let rows = stones.chunks(lines.into()).map(|row| row.iter().collect()).collect();
    Game {
        size: lines,
        rules: Some(rules.to_owned()),
        komi: komi.map(|quarters| Komi { quarters }),
        handicap,
        opening: Some(Opening::Stones { rows, to_move: Side::Black }),
        ..Game::default()
    }
}

/// Plays the end out: passes or the contest given up, nothing dead, both agree.
fn count(game: Game, gives_up: Option<Side>, warned: Option<Side>) -> Table {
    let unit = if game.rule_set().unit() == rules::go::Unit::Zi { Unit::Zi } else { Unit::Points };
    let cost = Cost { quarters: if unit == Unit::Zi { 4 } else { 8 }, unit };
    let policy = Arc::new(Policy { warning_costs: Some(cost), ..(*Policy::usual(game.kind)).clone() });
    let mut table = Table::new(Setup { policy, ..Setup::new(game, "10m".parse().expect("a control")) });
    let mut at = 0;
    let mut give = |by: Who, command: Command| {
        at += 1;
        let step = table
            .handle(Order { by, command: command.clone() }, Instant::from_millis(at))
            .expect("time goes forwards");
        assert_eq!(step.refusal(), None, "{command:?}");
    };
    give(Who::Arbiter, Command::Start { side: None });
    if let Some(side) = warned {
        let kind = "press-before-stone".to_owned();
        give(Who::Arbiter, Command::Incident(IncidentCommand::Violation { side, kind, note: None }));
    }
    let ending = |command: EndingCommand| Command::Ending(command);
    if let Some(side) = gives_up {
        give(side.into(), ending(EndingCommand::ConcedeContest { side }));
        give(Who::Chief, ending(EndingCommand::Border { points: Vec::new() }));
    } else {
        for side in [Side::Black, Side::White] {
            give(Who::Recorder, Command::Move { side, played: Played::Pass });
            give(side.into(), Command::Press { side });
        }
        for side in [Side::Black, Side::White] {
            give(side.into(), ending(EndingCommand::Dead { by: Marker::Side(side), points: Vec::new() }));
        }
    }
    for side in [Side::Black, Side::White] {
        give(side.into(), ending(EndingCommand::AgreeCount { side }));
    }
    table
}
