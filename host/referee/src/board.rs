//! The board of a table: what the recorded moves amount to, and what the rules say of the next one.
//!
//! **What happened is taken down, then judged.** A move that breaks a rule stands on record with the rule that it
//! breaks; only what cannot mean anything, such as an occupied point, is refused.

use std::sync::Arc;

use clock::Side;
use rules::go::{self, Illegal, Position, RuleSet};
use rules::{Color, Size, gomoku};
use serde::Serialize;

use crate::command::Played;
use crate::outcome::{Decision, DrawnBy, Outcome, WonBy};
use crate::record::Breach;
use crate::refusal::Refusal;
use crate::setup::{Game, GameKind, Opening};

/// The board of a table. Copies share what they have in common.
#[derive(Clone, Debug)]
pub(crate) enum Board {
    /// Only a clock.
    None,
    Go(Arc<go::Game>),
    Gomoku(Arc<gomoku::Position>),
    Chess(Arc<chess::Game>),
    /// Nobody knows how the pieces stand: a chess move was not seen.
    Unseen,
}

/// A move as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    /// The move in its usual notation: `Q16`, strict SAN.
    pub(crate) played: Played,
    /// In chess the squares, in UCI.
    pub(crate) uci: Option<String>,
    /// The rule that it breaks.
    pub(crate) illegal: Option<Breach>,
    /// The move after which the position first stood that has come again and is for the chief arbiter.
    pub(crate) cycle: Option<u32>,
}

impl Judged {
    pub(crate) fn legal(played: Played) -> Self {
        Self { played, uci: None, illegal: None, cycle: None }
    }

    /// A recorded move that means nothing any more, since an earlier one was set right.
    pub(crate) fn after_correction(played: &Played, refusal: &Refusal) -> Self {
        let breach = if matches!(refusal, Refusal::Ambiguous { .. } | Refusal::NoPromotion { .. }) {
            Breach::Ambiguous
        } else if *refusal == Refusal::GameOver {
            Breach::AfterEnd
        } else {
            Breach::OutOfPlace
        };
        Self { illegal: Some(breach), ..Self::legal(played.clone()) }
    }
}

impl Board {
    /// The board at the start of a game.
    pub(crate) fn new(game: &Game) -> Self {
        match game.kind {
            GameKind::Clock => Self::None,
            GameKind::Go => Self::Go(Arc::new(go::Game::new(opening(game), game.legality()))),
            GameKind::Gomoku => {
                let size = Size::new(game.size).unwrap_or(gomoku::LINES);
                Self::Gomoku(Arc::new(gomoku::Position::empty(size, game.gomoku_variant())))
            }
            GameKind::Chess => Self::chess(game),
        }
    }

    fn chess(game: &Game) -> Self {
        let start = match &game.opening {
            Some(Opening::Fen(fen)) => chess::Game::from_fen(fen).ok(),
            Some(Opening::Stones { .. }) | None => Some(chess::Game::new()),
        };
        start.map_or(Self::Unseen, |start| Self::Chess(Arc::new(start)))
    }

    /// What the rules say of a move.
    ///
    /// # Errors
    /// The move cannot mean anything on this board.
    pub(crate) fn judge(&self, side: Side, played: &Played) -> Result<Judged, Refusal> {
        let Played::At(text) = played else { return self.judge_absent(side, played) };
        match self {
            Self::None => Err(Refusal::NoBoard),
            Self::Go(game) => judge_stone(game, side, text),
            Self::Gomoku(game) => {
                let point = point(text, game.size())?;
                match game.check(point) {
                    Ok(()) => Ok(Judged::legal(Played::At(point.to_string()))),
                    Err(gomoku::Illegal::Occupied) => Err(Refusal::Occupied { point: point.to_string() }),
                    Err(gomoku::Illegal::OffBoard) => Err(off_board(text, game.size())),
                    Err(gomoku::Illegal::Over) => Err(Refusal::GameOver),
                }
            }
            Self::Chess(game) => judge_piece(game, side, text),
            Self::Unseen => Ok(Judged::legal(played.clone())),
        }
    }

    /// A pass, or a move that nobody saw.
    fn judge_absent(&self, side: Side, played: &Played) -> Result<Judged, Refusal> {
        match self {
            Self::None => Err(Refusal::NoBoard),
            Self::Chess(_) | Self::Unseen if *played == Played::Pass => Err(Refusal::NoPassInChess),
            Self::Chess(game) if side_of(game.turn()) != side => {
                Ok(Judged { illegal: Some(Breach::OutOfTurn), ..Judged::legal(played.clone()) })
            }
            Self::Go(_) | Self::Gomoku(_) | Self::Chess(_) | Self::Unseen => {
                Ok(Judged::legal(played.clone()))
            }
        }
    }

    /// Plays a recorded move as it was recorded. Moves that no rule knows leave the pieces as they stand.
    pub(crate) fn play(&mut self, side: Side, played: &Played) {
        match (&mut *self, played) {
            (Self::Go(game), Played::At(text)) => {
                if let Ok(point) = text.parse() {
                    Arc::make_mut(game).force(color(side), go::Move::Play(point));
                }
            }
            (Self::Go(game), Played::Pass | Played::Unknown) => {
                Arc::make_mut(game).force(color(side), go::Move::Pass);
            }
            (Self::Gomoku(game), Played::At(text)) => {
                // After a slip was set right, a later move may have no place any more.
                if let Some(next) = text.parse().ok().and_then(|point| game.play(color(side), point).ok()) {
                    *game = Arc::new(next);
                }
            }
            (Self::Chess(game), Played::At(text)) if side_of(game.turn()) == side => {
                // An illegal move is taken back on the board before play goes on.
                let _ = Arc::make_mut(game).follow(text);
            }
            (Self::Chess(game), Played::Unknown) if side_of(game.turn()) == side => *self = Self::Unseen,
            (Self::Gomoku(_) | Self::Chess(_) | Self::None | Self::Unseen, _) => {}
        }
    }

    /// Whether the board itself says whose turn it is, and whose.
    pub(crate) fn turn(&self) -> Option<Side> {
        match self {
            Self::Chess(game) => Some(side_of(game.turn())),
            Self::None | Self::Go(_) | Self::Gomoku(_) | Self::Unseen => None,
        }
    }

    /// What ends the game in this position at once.
    pub(crate) fn ending(&self) -> Option<Outcome> {
        match self {
            Self::Chess(game) => game.ending().map(chess_outcome),
            Self::Gomoku(game) => match game.status() {
                gomoku::Status::Going => None,
                gomoku::Status::Won { color, .. } => {
                    Some(Outcome::Won { side: side_of(*color), by: WonBy::Five })
                }
                gomoku::Status::Draw => Some(Outcome::Drawn { by: DrawnBy::FullBoard }),
            },
            Self::None | Self::Go(_) | Self::Unseen => None,
        }
    }

    /// What follows when a side's time is used up or it resigns, which in chess loses only to an opponent who could
    /// still mate (FIDE 5.1.2, 6.9). Where moves are missing on record, the position that is known proves no win; but
    /// whoever could mate no more then cannot mate now.
    pub(crate) fn loss(&self, loser: Side, by: WonBy, in_step: bool) -> Decision {
        let won = Decision::Outcome(Outcome::Won { side: loser.other(), by });
        let Self::Chess(game) = self else { return won };
        match game.after_loss(color(loser)) {
            chess::Decision::Draw => Decision::Outcome(Outcome::Drawn { by: DrawnBy::NoMate }),
            chess::Decision::Undecided if in_step => Decision::Arbiter,
            chess::Decision::Undecided | chess::Decision::Win(_) => won,
        }
    }

    /// Go and gomoku: rows from the top. Chess: a FEN.
    pub(crate) fn position(&self) -> Option<Placement> {
        match self {
            Self::None | Self::Unseen => None,
            Self::Go(game) => Some(Placement::Rows(game.position().rows())),
            Self::Gomoku(game) => Some(Placement::Rows(game.rows())),
            Self::Chess(game) => Some(Placement::Fen(game.fen())),
        }
    }

    /// In Go the stones that each side has taken.
    pub(crate) fn captures(&self) -> Option<rules::ByColor<u32>> {
        match self {
            Self::Go(game) => Some(game.position().captures()),
            Self::None | Self::Gomoku(_) | Self::Chess(_) | Self::Unseen => None,
        }
    }

    /// In chess whether the side to move is in check.
    pub(crate) fn is_check(&self) -> bool {
        matches!(self, Self::Chess(game) if game.is_check())
    }
}

/// A board is what stands on it: two that were reached by the same moves are equal.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.position() == other.position() && self.captures() == other.captures()
    }
}

impl Eq for Board {}

/// How the stones or pieces stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Placement {
    /// Go and gomoku: rows from the top, `.` empty, `X` black, `O` white.
    Rows(Vec<String>),
    /// Chess: Forsyth–Edwards notation.
    Fen(String),
}

fn chess_outcome(ending: chess::Ending) -> Outcome {
    let by = match ending {
        chess::Ending::Checkmate { winner } => {
            return Outcome::Won { side: side_of(winner), by: WonBy::Checkmate };
        }
        chess::Ending::Stalemate => DrawnBy::Stalemate,
        chess::Ending::DeadPosition => DrawnBy::DeadPosition,
        chess::Ending::Fivefold => DrawnBy::Fivefold,
        chess::Ending::SeventyFive => DrawnBy::SeventyFive,
    };
    Outcome::Drawn { by }
}

fn judge_stone(game: &go::Game, side: Side, text: &str) -> Result<Judged, Refusal> {
    let point = point(text, game.position().size())?;
    let (done, illegal) = game.clone().force(color(side), go::Move::Play(point));
    let illegal = match illegal {
        None => None,
        Some(Illegal::OffBoard) => return Err(off_board(text, game.position().size())),
        Some(Illegal::Occupied) => return Err(Refusal::Occupied { point: point.to_string() }),
        Some(Illegal::Suicide) => Some(Breach::Suicide),
        Some(Illegal::Ko { repeats }) => Some(Breach::Ko { repeats }),
        Some(Illegal::Superko { repeats }) => Some(Breach::Superko { repeats }),
    };
    Ok(Judged { illegal, cycle: done.cycle, ..Judged::legal(Played::At(point.to_string())) })
}

fn judge_piece(game: &chess::Game, side: Side, text: &str) -> Result<Judged, Refusal> {
    let as_recorded =
        |illegal| Judged { illegal: Some(illegal), ..Judged::legal(Played::At(text.to_owned())) };
    if side_of(game.turn()) != side {
        return Ok(as_recorded(Breach::OutOfTurn));
    }
    match game.read(text) {
        Ok(read) => Ok(Judged { uci: Some(read.uci), ..Judged::legal(Played::At(read.san)) }),
        Err(chess::Illegal::NotUnderstood(_)) => Err(Refusal::NoMove { text: text.to_owned() }),
        Err(chess::Illegal::Ambiguous(meanings)) => {
            Err(Refusal::Ambiguous { text: text.to_owned(), meanings })
        }
        Err(chess::Illegal::NoPromotion) => Err(Refusal::NoPromotion { text: text.to_owned() }),
        Err(chess::Illegal::Impossible) => Ok(as_recorded(Breach::Impossible)),
        Err(chess::Illegal::LeavesKing) => Ok(as_recorded(Breach::LeavesKing)),
        Err(chess::Illegal::Castling(_)) => Ok(as_recorded(Breach::Castling)),
    }
}

fn point(text: &str, size: Size) -> Result<rules::Point, Refusal> {
    let point = text.parse().ok().filter(|point| size.contains(*point));
    point.ok_or_else(|| off_board(text, size))
}

fn off_board(text: &str, size: Size) -> Refusal {
    Refusal::OffBoard { point: text.to_owned(), size: size.lines() }
}

/// The stones at the start: those that are set up, else those of the handicap.
fn opening(game: &Game) -> Position {
    let size = Size::new(game.size).unwrap_or_default();
    if let Some(Opening::Stones { rows, .. }) = &game.opening {
        return Position::from_rows(rows).unwrap_or_else(|_| Position::empty(size));
    }
    let mut position = Position::empty(size);
    for point in go::handicap_points(size, game.handicap).unwrap_or_default() {
        position.set(point, Some(Color::Black)).expect("star points are on the board");
    }
    position
}

pub(crate) const fn color(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

pub(crate) const fn side_of(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

impl Game {
    /// The rule set; the Chinese rules where none is named.
    #[must_use]
    pub fn rule_set(&self) -> RuleSet {
        self.rules.as_deref().and_then(RuleSet::from_name).unwrap_or(RuleSet::Chinese)
    }

    fn legality(&self) -> go::Legality {
        let legality = self.rule_set().legality();
        if self.practice {
            go::Legality { repetition: go::Repetition::Practice, ..legality }
        } else {
            legality
        }
    }

    fn gomoku_variant(&self) -> gomoku::Variant {
        match self.rules.as_deref() {
            Some("standard") => gomoku::Variant::Standard,
            Some(_) | None => gomoku::Variant::Freestyle,
        }
    }
}
