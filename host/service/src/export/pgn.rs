//! A game of the journal as PGN.

use anyhow::{Context, Result, bail};
use clock::{Language, Side};
use records::pgn::{self, Game, Move, Score};
use referee::{GameKind, In, Opening, Outcome, Played, RecordedMove, WonBy};

use super::Story;
use super::control::{pgn_time_control, words};

/// The game as strict PGN.
pub(crate) fn pgn_of_story(story: &Story) -> Result<String> {
    let setup = story.table.setup();
    match setup.game.kind {
        GameKind::Chess => {}
        GameKind::Go | GameKind::Gomoku => bail!("a game of Go or gomoku is written with --sgf"),
        GameKind::Clock => bail!("there was only a clock at this table: no moves are on record"),
    }
    let mut game = Game::default();
    add_players(&mut game, story);
    if let Some(wall) = story.started {
        game.set_tag("Date", wall.format("%Y.%m.%d").to_string());
    }
    add_time_control(&mut game, story);
    add_said(&mut game, story.said_at(0));
    add_moves(&mut game, story)?;
    add_end(&mut game, story);
    Ok(pgn::write(&game))
}

fn add_players(game: &mut Game, story: &Story) {
    for (name, side) in [("White", Side::White), ("Black", Side::Black)] {
        let player = story.players.of(side);
        if let Some(text) = &player.name {
            game.set_tag(name, text.as_str());
        }
        if let Some(rank) = &player.rank {
            let is_rating = rank.bytes().all(|byte| byte.is_ascii_digit());
            let tag = if is_rating { format!("{name}Elo") } else { format!("{name}Title") };
            game.set_tag(&tag, rank.as_str());
        }
    }
}

fn add_time_control(game: &mut Game, story: &Story) {
    let control = &story.table.setup().control;
    match pgn_time_control(control) {
        Some(text) => game.set_tag("TimeControl", text),
        None => {
            game.set_tag("TimeControl", "?");
            add_said(game, vec![format!("Time control: {}", words(control))]);
        }
    }
}

/// Adds remarks to the last move, or to the game where there is none.
fn add_said(game: &mut Game, said: Vec<String>) {
    let comment = game.moves.last_mut().map_or(&mut game.comment, |last| &mut last.comment);
    for words in said {
        if !comment.is_empty() {
            comment.push_str("; ");
        }
        comment.push_str(&words);
    }
}

/// Moves that are no moves by the rules have their words only, and none can be written behind one that nobody saw.
fn add_moves(game: &mut Game, story: &Story) -> Result<()> {
    let mut board = match &story.table.setup().game.opening {
        Some(Opening::Fen(fen)) => {
            game.set_tag("FEN", fen.as_str());
            Some(chess::Game::from_fen(fen).context("FEN")?)
        }
        Some(Opening::Stones { .. }) | None => Some(chess::Game::new()),
    };
    let mut turn = 0;
    for (number, recorded) in (1..).zip(story.table.record().moves()) {
        let unseen = recorded.played == Played::Unknown && recorded.illegal.is_none();
        if let Some(played) = board.as_mut().and_then(|board| played(board, recorded)) {
            turn += 1;
            let clock_ms = story.left_after(turn, recorded.side).map(|reading| reading.left.as_millis_left());
            let text: pgn::MoveText = played.parse().context("strict SAN")?;
            game.moves.push(Move { clock_ms, ..Move::from(text) });
        } else if board.is_none() {
            let words = format!(
                "{number}. {} {}, as it was recorded",
                In(Language::English, recorded.side),
                recorded.played
            );
            add_said(game, vec![words]);
        }
        add_said(game, story.said_at(number));
        if unseen {
            board = None;
        }
    }
    Ok(())
}

/// The strict SAN of a legal move, which is then played.
fn played(board: &mut chess::Game, recorded: &RecordedMove) -> Option<String> {
    match (&recorded.played, recorded.illegal) {
        (Played::At(text), None) => board.play(text).ok().map(|played| played.san),
        (Played::At(_) | Played::Pass | Played::Unknown, _) => None,
    }
}

fn add_end(game: &mut Game, story: &Story) {
    match story.table.record().outcome() {
        Some(outcome) => {
            game.set_result(score(outcome));
            let on_time = matches!(outcome, Outcome::Won { by: WonBy::Time, .. });
            game.set_tag("Termination", if on_time { "time forfeit" } else { "normal" });
        }
        None if story.begun => {
            let readings = story.table.clock().standing().readings;
            game.adjourn(readings.white.left.as_millis_left(), readings.black.left.as_millis_left());
        }
        None => game.set_tag("Termination", "unterminated"),
    }
}

const fn score(outcome: Outcome) -> Score {
    match outcome {
        Outcome::Won { side: Side::White, .. } => Score::White,
        Outcome::Won { side: Side::Black, .. } => Score::Black,
        Outcome::Drawn { .. } => Score::Draw,
        // PGN has no word for a game that both have lost.
        Outcome::Void { .. } | Outcome::BothLose => Score::Open,
    }
}
