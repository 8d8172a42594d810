//! A position with all that led to it.

use crate::color::Color;
use crate::point::Point;

use super::board::Effect;
use super::history::History;
use super::keys;
use super::legality::{Illegal, Legality, Move, Repetition, Suicide};
use super::position::Position;

/// A position, how many moves led to it and which positions stood before. Whose turn it is, is for others to say:
/// every move is given with its colour, and records do not always alternate.
///
/// ```
/// use rules::Color::{Black, White};
/// use rules::go::{Game, Illegal, Legality, Move, Position};
///
/// let ko = Position::from_rows(&[".XO.", "XO.O", ".XO.", "...."]).unwrap();
/// let mut game = Game::new(ko, Legality::default());
/// game.play(Black, Move::Play("C3".parse().unwrap())).unwrap();
/// let retake = Move::Play("B3".parse().unwrap());
/// assert_eq!(game.play(White, retake), Err(Illegal::Ko { repeats: 0 }));
/// game.play(White, Move::Pass).unwrap();
/// assert_eq!(game.moves_played(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    legality: Legality,
    history: History,
    moves: u32,
    /// The side to move as the last move left it; unknown before the first.
    to_move: Option<Color>,
    /// How many stones more Black has laid than White.
    lead: i32,
    /// The key of the position before the last move.
    before: Option<u128>,
}

/// What a move did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// How many of the opponent's stones were taken.
    pub captured: u32,
    /// How many stones of the own colour left the board in a suicide, the one just laid among them.
    pub suicide: u32,
    /// A position came again, and the rules leave it to the arbiter (三劫循环, 长生): the move after which it first
    /// stood. Only under [`Repetition::Practice`] and [`Repetition::Simple`].
    pub cycle: Option<u32>,
}

impl Game {
    /// A game that starts from this position.
    #[must_use]
    pub fn new(position: Position, legality: Legality) -> Self {
        let history = History::new(position.size());
        let mut game = Self { position, legality, history, moves: 0, to_move: None, lead: 0, before: None };
        game.stands();
        game
    }

    /// The position as it stands.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Which moves are legal in this game.
    #[must_use]
    pub const fn legality(&self) -> Legality {
        self.legality
    }

    /// How many moves were made, passes included.
    #[must_use]
    pub const fn moves_played(&self) -> u32 {
        self.moves
    }

    /// Whether a move is legal.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, color: Color, turn: Move) -> Result<(), Illegal> {
        match turn {
            Move::Pass => Ok(()),
            Move::Play(point) => self.judge(color, point).map(|_| ()),
        }
    }

    /// Makes a legal move.
    ///
    /// # Errors
    /// Why the move is illegal; then nothing has changed.
    pub fn play(&mut self, color: Color, turn: Move) -> Result<Played, Illegal> {
        match turn {
            Move::Pass => Ok(self.pass(color)),
            Move::Play(point) => {
                let (effect, cycle) = self.judge(color, point)?;
                Ok(Played { cycle, ..self.commit(color, &effect) })
            }
        }
    }

    /// Makes a move as a record says, though it may be illegal, and says why it is. A stone that stands there is
    /// replaced, own stones without liberties leave, positions come again; a point beside the board is passed over.
    pub fn force(&mut self, color: Color, turn: Move) -> (Played, Option<Illegal>) {
        let Move::Play(point) = turn else { return (self.pass(color), None) };
        let (fault, before) = match self.judge(color, point) {
            Ok((effect, cycle)) => return (Played { cycle, ..self.commit(color, &effect) }, None),
            Err(fault) => (fault, self.position.key()),
        };
        self.begin(color);
        let emptied = self.position.set(point, None);
        let played = match emptied.and_then(|()| self.position.judge(color, point, Suicide::Allowed)) {
            Ok(effect) => Played { cycle: None, ..self.commit(color, &effect) },
            Err(_) => self.pass(color),
        };
        // The stone replaced stood there before the move.
        self.before = Some(before);
        (played, Some(fault))
    }

    /// Puts stones on points, or empties them, without any rule. In mid-game the position that results counts as
    /// having stood after the last move; before the first move it is the start.
    ///
    /// # Errors
    /// [`Illegal::OffBoard`] where one of the points is not on the board; then nothing has changed.
    pub fn setup(&mut self, stones: &[(Point, Option<Color>)]) -> Result<(), Illegal> {
        let size = self.position.size();
        if !stones.iter().all(|&(point, _)| size.contains(point)) {
            return Err(Illegal::OffBoard);
        }
        for &(point, stone) in stones {
            self.position.set(point, stone)?;
        }
        if self.moves == 0 {
            self.history.clear();
        }
        self.stands();
        Ok(())
    }

    /// What a stone would do, and the cycle that it would close, or why it is illegal.
    #[inline]
    fn judge(&self, color: Color, point: Point) -> Result<(Effect, Option<u32>), Illegal> {
        let effect = self.position.judge(color, point, self.legality.suicide)?;
        let stood = self.situation(effect.key, Some(color.opponent())).and_then(|key| self.history.find(key));
        let changed = effect.key != self.position.key();
        // Where nothing changed, it is a single stone's suicide, no retake.
        if changed && self.before == Some(effect.key) {
            return Err(Illegal::Ko {
                repeats: stood.map_or(self.moves.saturating_sub(1), |stood| stood.first),
            });
        }
        let Some(stood) = stood else { return Ok((effect, None)) };
        let for_the_arbiter = match self.legality.repetition {
            Repetition::Positional | Repetition::Situational => false,
            Repetition::Simple => true,
            // Who laid more stones in the cycle gained by it: sending two, returning one (双提两子).
            Repetition::Practice => stood.lead == self.lead + lead(color),
        };
        if for_the_arbiter {
            Ok((effect, changed.then_some(stood.first)))
        } else {
            Err(Illegal::Superko { repeats: stood.first })
        }
    }

    #[inline]
    fn commit(&mut self, color: Color, effect: &Effect) -> Played {
        self.begin(color);
        self.before = Some(self.position.key());
        let taken = self.position.commit(color, effect);
        self.lead += lead(color);
        self.moved(color);
        Played { captured: u32::from(taken.opponents), suicide: u32::from(taken.own), cycle: None }
    }

    fn pass(&mut self, color: Color) -> Played {
        self.begin(color);
        self.before = Some(self.position.key());
        self.moved(color);
        Played::default()
    }

    /// Who moves first is who was to move at the start.
    #[inline]
    fn begin(&mut self, color: Color) {
        if self.to_move.is_none() {
            self.to_move = Some(color);
            self.stands();
        }
    }

    #[inline]
    fn moved(&mut self, color: Color) {
        self.moves = self.moves.saturating_add(1);
        self.to_move = Some(color.opponent());
        self.stands();
    }

    /// The position as it is now has stood.
    fn stands(&mut self) {
        if let Some(key) = self.situation(self.position.key(), self.to_move) {
            self.history.stands(key, self.moves, self.lead);
        }
    }

    /// What may not come again: the position, and in situational superko with the side to move; none there before
    /// the first move says whose it is.
    #[inline]
    fn situation(&self, key: u128, to_move: Option<Color>) -> Option<u128> {
        match (self.legality.repetition, to_move) {
            (Repetition::Simple | Repetition::Positional | Repetition::Practice, _) => Some(key),
            (Repetition::Situational, Some(Color::Black)) => Some(key),
            (Repetition::Situational, Some(Color::White)) => Some(key ^ keys::WHITE_TO_MOVE),
            (Repetition::Situational, None) => None,
        }
    }
}

/// What a stone adds to Black's lead in stones laid.
const fn lead(color: Color) -> i32 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}
