//! A game to be played again: where it begins, who plays, each turn, and how it ends.

use std::sync::Arc;

use clock::{BySide, Control, Duration, Side};
use referee::{Game, GameKind, Komi, Opening, Outcome, Played, Player, Policy, RecordedMove, Setup};
use rules::Quarters;
use rules::go::RuleSet;

/// A game to be played again. That it can be was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DemoGame {
    pub(super) board: Board,
    /// The record's own time control, if it has one that can be read.
    pub(super) control: Option<Control>,
    pub(super) players: BySide<Player>,
    pub(super) turns: Vec<Turn>,
    pub(super) end: End,
}

/// The board at the start, and by which rules it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) kind: GameKind,
    pub(super) size: u8,
    pub(super) handicap: u8,
    pub(super) opening: Option<Opening>,
    /// The rule set, where the record names one.
    pub(super) rules: Option<String>,
    /// In points, where the record says it.
    pub(super) komi: Option<Quarters>,
}

/// A turn of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) side: Side,
    pub(super) played: Played,
    /// How long was thought about it, where the file says so.
    pub(super) thought: Option<Duration>,
}

/// How a game ends behind its last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The last move ends it, with this result.
    Board(Outcome),
    /// This side resigns.
    Resigned(Side),
    /// This side's time runs out.
    TimeUsedUp(Side),
    /// By something that nobody can order at a table, such as counting or an agreement; or it is not said. What the
    /// record says of the result.
    Open(Option<String>),
}

impl DemoGame {
    pub(super) fn kind(&self) -> GameKind {
        self.board.kind
    }

    /// What is agreed at a table for this game: what the record does not say is as it is there.
    pub(super) fn setup_at(&self, table: &Setup) -> Setup {
        let game = self.board.at(&table.game);
        let policy =
            if game.kind == table.game.kind { Arc::clone(&table.policy) } else { Policy::usual(game.kind) };
        Setup {
            policy,
            seats: None,
            control: self.control.as_ref().unwrap_or(&table.control).clone(),
            game,
            players: BySide::new(|side| match self.players.of(side) {
                unnamed if *unnamed == Player::default() => table.players.of(side).clone(),
                named => named.clone(),
            }),
        }
    }

    /// The first recorded move that is not the game's: its number, counted from 1, and what it should be.
    pub(super) fn slip(&self, moves: &[RecordedMove]) -> Option<(u32, Side, &Played)> {
        let pairs = (1..).zip(moves.iter().zip(&self.turns));
        let mut differing = pairs.filter(|(_, (found, turn))| found.played != turn.played);
        differing.next().map(|(number, (found, turn))| (number, found.side, &turn.played))
    }

    /// Whether these moves are the game's own, up to one of them.
    pub(super) fn begins_with(&self, moves: &[RecordedMove]) -> bool {
        moves.len() <= self.turns.len() && self.slip(moves).is_none()
    }

    /// As it would be played on any table of its kind: without rules, komi, names and time of its own.
    pub(super) fn anonymous(self) -> Self {
        let board = Board { rules: None, komi: None, ..self.board };
        Self { board, control: None, players: BySide::default(), ..self }
    }
}

impl Board {
    /// The game as agreed at a table whose usual game is that one.
    pub(super) fn at(&self, table: &Game) -> Game {
        let same = table.kind == self.kind;
        let rules = self.rules.clone().or_else(|| table.rules.clone().filter(|_| same));
        let same_rules = same && rules == table.rules;
        let mut game = Game {
            kind: self.kind,
            size: self.size,
            komi: table.komi.filter(|_| same_rules),
            practice: table.practice && same,
            handicap: self.handicap,
            opening: self.opening.clone(),
            rules,
            ..table.clone()
        };
        if let Some(points) = self.komi {
            game.komi = komi(game.rule_set(), game.handicap, points);
        }
        game
    }
}

/// A komi in the rule set's own unit; none where it is the set's own, or cannot be written in it.
fn komi(rules: RuleSet, handicap: u8, points: Quarters) -> Option<Komi> {
    /// As many points as the largest board has.
    const MOST: i32 = 4 * 25 * 25;
    let komi = rules.unit().from_points(points).filter(|komi| komi.0.abs() <= MOST)?;
    (komi != rules.komi_with(handicap)).then_some(Komi { quarters: komi.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board { kind: GameKind::Go, size: 13, handicap: 0, opening: None, rules: None, komi: None }
    }

    #[test]
    fn what_the_record_does_not_say_is_as_at_the_table() {
        let table = Game { rules: Some("aga".into()), komi: Some(Komi { quarters: 2 }), ..Game::default() };
        assert_eq!(board().at(&table), Game { size: 13, ..table.clone() });
        let japanese = Board { rules: Some("japanese".into()), ..board() }.at(&table);
        assert_eq!((japanese.rules.as_deref(), japanese.komi), (Some("japanese"), None));
        let chess = Board { kind: GameKind::Chess, size: 8, ..board() }.at(&table);
        assert_eq!((chess.rules, chess.komi, chess.kind), (None, None, GameKind::Chess));
    }

    #[test]
    fn komi_is_in_the_unit_of_the_rules() {
        for (rules, points, expected) in [
            (RuleSet::Chinese, Quarters(30), None),
            (RuleSet::Chinese, Quarters(26), Some(13)),
            (RuleSet::Chinese, Quarters(1), None),
            (RuleSet::Japanese, Quarters(26), None),
            (RuleSet::Japanese, Quarters(2), Some(2)),
            (RuleSet::Japanese, Quarters(100_000), None),
        ] {
            let found = komi(rules, 0, points).map(|komi| komi.quarters);
            assert_eq!(found, expected, "{rules:?} {points:?}");
        }
    }
}
