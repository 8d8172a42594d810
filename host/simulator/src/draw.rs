//! What is agreed at a table: drawn so that periods, sections and flags come within minutes.

use clock::Control;
use referee::{EndsTurn, Game, GameKind, MovesFrom, Played, Seats, Setup, StartsBy};

use crate::dice::Dice;

/// A game of any kind with a short control of any kind.
pub(crate) fn setup(dice: &mut Dice) -> Setup {
    let kind = dice.pick(&[GameKind::Go, GameKind::Go, GameKind::Chess, GameKind::Gomoku, GameKind::Clock]);
    let board = kind != GameKind::Clock;
    let ends_turn = match dice.whole(0, 9) {
        0 | 1 if board => EndsTurn::Record,
        2 | 3 if board => EndsTurn::Touch,
        _ => EndsTurn::Press,
    };
    let usual = Game::of_kind(kind);
    let game = Game {
        handicap: if kind == GameKind::Go && dice.chance(200) { 2 } else { 0 },
        ends_turn,
        moves_from: dice.pick(&[MovesFrom::Recorder, MovesFrom::Recorder, MovesFrom::Sensor]),
        starts_by: dice.pick(&[StartsBy::Arbiter, StartsBy::Arbiter, StartsBy::Press]),
        ..usual
    };
    // Where an arbiter starts the game, nigiri may decide the colours before.
    let drawn = game.starts_by == StartsBy::Arbiter && dice.chance(300);
    let seats = drawn.then(Seats::default);
    Setup { seats, ..Setup::new(game, control(dice)) }
}

/// A move of that kind of game; now and then one that cannot be.
pub(crate) fn played(dice: &mut Dice, kind: GameKind) -> Played {
    match dice.whole(0, 19) {
        0 => Played::Unknown,
        _ if kind == GameKind::Chess => Played::At(dice.pick(&["e4", "Nf3", "O-O", "exd5"]).to_owned()),
        1 => Played::Pass,
        2 => Played::At("Z25".to_owned()),
        _ => Played::At(format!("{}{}", dice.pick(&["A", "C", "D", "K", "O"]), dice.whole(1, 15))),
    }
}

fn control(dice: &mut Dice) -> Control {
    let notation = match dice.whole(0, 9) {
        0 => format!("hourglass {}s", dice.whole(5, 30)),
        1 | 2 => format!("white {}; black {}", side(dice), side(dice)),
        _ => side(dice),
    };
    notation.parse().expect("a drawn control is written as controls are")
}

/// One side's control in short notation.
fn side(dice: &mut Dice) -> String {
    let main = dice.whole(4, 60);
    let bonus = dice.whole(1, 5);
    let period = dice.pick(&[1, 2, 3, 5, 10, 30]);
    let count = dice.whole(1, 4);
    match dice.whole(0, 15) {
        0..=2 => format!("{main}s"),
        3 | 4 => format!("{main}s+{bonus}s"),
        5 => format!("{main}s+{bonus}s no-first-bonus"),
        6 => format!("{main}s+d{bonus}s"),
        7 => format!("{main}s+b{bonus}s"),
        8 => format!("{main}s+{count}x{period}s"),
        9 => format!("{count}x{period}s"),
        10 => format!("{}s reserve {}s/{period}s", main + count * period, count * period),
        11 => format!("{main}s+{count}/{period}s{}", dice.pick(&["", " carry"])),
        12 => format!("{main}s+ing {count}x{period}s 2p"),
        13 => format!("{main}s+consider {period}s {count}x{period}s"),
        14 => format!("{main}s/{count}+{main}s"),
        _ => format!("0s+d{}s", main / 3 + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_drawn_can_be_read() {
        let mut dice = Dice::new(1);
        for _ in 0..2_000 {
            setup(&mut dice);
        }
    }
}
