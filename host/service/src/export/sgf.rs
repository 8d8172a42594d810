//! A game of the journal as SGF.

use anyhow::{Result, bail};
use clock::{Phase, Reading, Side};
use records::sgf::{self, Kind, Node, Place, Record, Setup, TimeLeft};
use records::{GameResult, Manner};
use referee::{Breach, Game, GameKind, Opening, Outcome, Played, Player, RecordedMove, WonBy};
use rules::go::{Position, handicap_points};
use rules::{ByColor, Color, Quarters, Size};

use super::Story;
use super::control::sgf_time;

/// The game as strict SGF.
pub(crate) fn sgf_of_story(story: &Story) -> Result<String> {
    let setup = story.table.setup();
    let kind = match setup.game.kind {
        GameKind::Go => Kind::Go,
        GameKind::Gomoku => Kind::Gomoku,
        GameKind::Chess => bail!("a game of chess is written with --pgn"),
        GameKind::Clock => bail!("there was only a clock at this table: no moves are on record"),
    };
    let (main_time_ms, overtime) = sgf_time(&setup.control);
    let record = Record {
        kind,
        size: Size::new(setup.game.size).unwrap_or_default(),
        players: ByColor::new(|color| player(story.players.of(side(color)))),
        name: setup.game.id.clone().unwrap_or_default(),
        date: story.started.map(|wall| wall.format("%Y-%m-%d").to_string()).unwrap_or_default(),
        rules: rules(&setup.game),
        komi: komi(&setup.game),
        handicap: setup.game.handicap.into(),
        result: story.table.record().outcome().map(result),
        main_time_ms,
        overtime,
        nodes: nodes(story),
        ..Record::default()
    };
    Ok(sgf::write(&record))
}

fn player(player: &Player) -> sgf::Player {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    sgf::Player { name: text(&player.name), rank: text(&player.rank), team: String::new() }
}

fn rules(game: &Game) -> String {
    match game.kind {
        GameKind::Go => game.rule_set().ru().to_owned(),
        GameKind::Gomoku | GameKind::Chess | GameKind::Clock => game.rules.clone().unwrap_or_default(),
    }
}

/// In points, whatever the rule set counts in.
fn komi(game: &Game) -> Option<Quarters> {
    if game.kind != GameKind::Go {
        return None;
    }
    let rules = game.rule_set();
    let komi = game.komi.map_or_else(|| rules.komi_with(game.handicap), |komi| Quarters(komi.quarters));
    Some(rules.unit().in_points(komi))
}

const fn result(outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Drawn { .. } => GameResult::Draw,
        Outcome::Void { .. } => GameResult::Void,
        Outcome::BothLose => GameResult::BothLost,
        Outcome::Won { side, by } => {
            let manner = match by {
                WonBy::Resignation => Manner::Resignation,
                WonBy::Time => Manner::Time,
                WonBy::Forfeit => Manner::Forfeit,
                // A margin cannot be more quarters of a point than a board has.
                WonBy::Count { quarters } => Manner::Points(Quarters(quarters.cast_signed())),
                WonBy::Checkmate | WonBy::Five => Manner::Unsaid,
            };
            GameResult::Won { by: color(side), manner }
        }
    }
}

fn nodes(story: &Story) -> Vec<Node> {
    let mut nodes = vec![root(story)];
    nodes.extend((1..).zip(story.table.record().moves()).map(|(number, recorded)| {
        let kind = story.table.setup().game.kind;
        let mut node = place(kind, recorded)
            .map_or_else(Node::default, |place| Node::played(color(recorded.side), place));
        node.comment = story.said_at(number).join("\n");
        if let Some(reading) = story.left_after(number, recorded.side) {
            *node.left.of_mut(color(recorded.side)) = left(&reading);
        }
        node
    }));
    nodes
}

fn root(story: &Story) -> Node {
    let game = &story.table.setup().game;
    let (setup, to_move) = match &game.opening {
        Some(Opening::Stones { rows, to_move }) => (stones(rows), Some(color(*to_move))),
        Some(Opening::Fen(_)) | None if game.kind == GameKind::Go && game.handicap >= 2 => {
            let size = Size::new(game.size).unwrap_or_default();
            let black = handicap_points(size, game.handicap).unwrap_or_default();
            (Setup { stones: ByColor { black, white: Vec::new() }, empty: Vec::new() }, None)
        }
        Some(Opening::Fen(_)) | None => (Setup::default(), None),
    };
    let setup = (setup != Setup::default()).then(|| Box::new(setup));
    Node { setup, to_move, comment: story.said_at(0).join("\n"), ..Node::default() }
}

fn stones(rows: &[String]) -> Setup {
    let Ok(position) = Position::from_rows(rows) else { return Setup::default() };
    let of = |color| position.size().iter().filter(|point| position.at(*point) == Some(color)).collect();
    Setup { stones: ByColor::new(of), empty: Vec::new() }
}

/// Where a move is; none for one that nobody saw, or that has no place on the board.
fn place(kind: GameKind, recorded: &RecordedMove) -> Option<Place> {
    match &recorded.played {
        Played::At(_) if kind == GameKind::Gomoku && recorded.illegal == Some(Breach::OutOfPlace) => None,
        Played::At(text) => text.parse().ok().map(Place::Point),
        Played::Pass => Some(Place::Pass),
        Played::Unknown => None,
    }
}

fn left(reading: &Reading) -> TimeLeft {
    let overtime = match reading.phase {
        Phase::Byoyomi { periods } => Some(periods.into()),
        Phase::Canadian { moves_left } => Some(moves_left.into()),
        Phase::Main { .. } | Phase::Ing { .. } | Phase::Consideration { .. } | Phase::Hourglass => None,
    };
    TimeLeft { ms: Some(reading.left.as_millis_left()), overtime }
}

const fn color(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

const fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}
