//! A game of chess: the position, and which positions stood before it.

use rules::Color;
use shakmaty::{Chess, EnPassantMode, Move, Position, fen::Fen, san::San};

use crate::color::from_shakmaty;
use crate::fen::{self, FenFault};
use crate::illegal::Illegal;
use crate::key::Key;
use crate::read;

/// A position with what stood before it, as far as it can stand again.
#[derive(Clone, Debug)]
pub struct Game {
    position: Chess,
    /// The positions since the last capture or pawn move, the one on the board last; never empty.
    since_last: Vec<Key>,
    plies: u32,
}

/// A legal move, in the usual notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Strict SAN with `+` and `#`: `Qh4#`.
    pub san: String,
    /// UCI: `d8h4`; castling as the king's two squares, in Chess960 as king takes rook.
    pub uci: String,
    /// The side that moves.
    pub side: Color,
    /// Whether a piece is captured, en passant too.
    pub capture: bool,
}

impl Game {
    /// The start of a game (FIDE 2.3).
    #[must_use]
    pub fn new() -> Self {
        Self::from_position(Chess::default())
    }

    /// A game that starts from this position, with nothing before it.
    ///
    /// A FEN may leave out fields from the end (`w - - 0 1` is then meant). Castling letters for rooks on other
    /// files are understood as Chess960.
    ///
    /// # Errors
    /// The field that cannot be read, or why no game can come to this position.
    pub fn from_fen(text: &str) -> Result<Self, FenFault> {
        fen::read(text, false).map(Self::from_position)
    }

    /// As [`Game::from_fen`], but checks that no last move can have given are let through: for counting moves in
    /// composed positions.
    ///
    /// # Errors
    /// As [`Game::from_fen`].
    pub fn from_composed_fen(text: &str) -> Result<Self, FenFault> {
        fen::read(text, true).map(Self::from_position)
    }

    fn from_position(position: Chess) -> Self {
        Self { since_last: vec![Key::of(&position)], position, plies: 0 }
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Chess {
        &self.position
    }

    /// The position as FEN; it names an en passant square only where the capture is legal.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        from_shakmaty(self.position.turn())
    }

    /// Whether the side to move stands in check (FIDE 3.9.1).
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// Moves played in this game, by both sides together.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Plies since the last capture or pawn move; counted on from the FEN's number (FIDE 9.3: 100 may be claimed).
    #[must_use]
    pub fn quiet_plies(&self) -> u32 {
        self.position.halfmoves()
    }

    /// How often the position on the board has stood, this time included (FIDE 9.2.3).
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let now = self.since_last.last();
        self.since_last.iter().filter(|key| Some(*key) == now).count()
    }

    /// Reads a move in SAN or UCI without playing it.
    ///
    /// # Errors
    /// Why it is no legal move.
    pub fn read(&self, text: &str) -> Result<Played, Illegal> {
        let step = read::read(&self.position, text)?;
        Ok(self.written(step, &mut self.position.clone()))
    }

    /// Plays a move in SAN or UCI.
    ///
    /// # Errors
    /// Why it is no legal move; the game is then as it was.
    pub fn play(&mut self, text: &str) -> Result<Played, Illegal> {
        let step = read::read(&self.position, text)?;
        let mut next = self.position.clone();
        let played = self.written(step, &mut next);
        self.advance(step, next);
        Ok(played)
    }

    /// Plays a move in SAN or UCI without writing it: for whole records, twice as fast as [`Game::play`].
    ///
    /// # Errors
    /// Why it is no legal move; the game is then as it was.
    pub fn follow(&mut self, text: &str) -> Result<(), Illegal> {
        let step = read::read(&self.position, text)?;
        let mut next = self.position.clone();
        next.play_unchecked(step);
        self.advance(step, next);
        Ok(())
    }

    /// Each legal move, in no particular order.
    pub fn moves(&self) -> impl Iterator<Item = Played> {
        let legal = self.position.legal_moves();
        legal.into_iter().map(|step| self.written(step, &mut self.position.clone()))
    }

    /// The move in strict notation; `next`, a copy of the position, becomes the position after it.
    fn written(&self, step: Move, next: &mut Chess) -> Played {
        let mut san = San::from_move(&self.position, step).to_string();
        next.play_unchecked(step);
        if next.is_check() {
            san.push(if next.legal_moves().is_empty() { '#' } else { '+' });
        }
        let uci = step.to_uci(self.position.castles().mode()).to_string();
        Played { san, uci, side: self.turn(), capture: step.is_capture() }
    }

    /// Goes on to the position after a legal move.
    fn advance(&mut self, step: Move, next: Chess) {
        if step.is_zeroing() {
            self.since_last.clear();
        }
        self.since_last.push(Key::of(&next));
        self.position = next;
        self.plies = self.plies.saturating_add(1);
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}
