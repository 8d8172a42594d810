//! A move as somebody wrote it, taken apart: SAN, long notation or UCI, before any position is asked.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

/// The longest text that can be a move: `Nb1xc3 e.p.+!?` and the like stay below it.
const LONGEST: usize = 24;

/// What the text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide),
    /// A piece goes somewhere.
    Step(Step),
}

/// A piece, as far as it is named, and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The kind of piece; `None` where two squares alone are given, as UCI does.
    pub(crate) role: Option<Role>,
    /// The file it comes from.
    pub(crate) file: Option<File>,
    /// The rank it comes from.
    pub(crate) rank: Option<Rank>,
    /// Whether a capture is marked. An unmarked one is understood too (FIDE C.8 leaves the mark out).
    pub(crate) capture: bool,
    /// The square it goes to.
    pub(crate) to: Square,
    /// What the pawn becomes.
    pub(crate) promotion: Option<Role>,
}

impl Written {
    /// Takes a text apart; `None` where it is no move in any of the notations.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.len() > LONGEST {
            return None;
        }
        let core = without_marks(text);
        castling(core).map(Self::Castling).or_else(|| Letters { rest: core }.step().map(Self::Step))
    }
}

/// The move without what people add to it: check, mate, praise and blame, `e.p.`, a draw offer's `(=)`.
fn without_marks(text: &str) -> &str {
    let mut core = text;
    loop {
        let shorter = core.trim_end_matches(['+', '#', '‡', '†', '!', '?', ' ']);
        let shorter =
            ["(=)", "e.p.", "ep"].iter().find_map(|mark| shorter.strip_suffix(mark)).unwrap_or(shorter);
        if shorter.len() == core.len() {
            return core;
        }
        core = shorter;
    }
}

/// Castling with letters or zeros, hyphens or dashes.
fn castling(core: &str) -> Option<CastlingSide> {
    let parts: Vec<&str> = core.split(['-', '–', '—']).collect();
    let castles = parts.iter().all(|part| ["O", "0", "o"].contains(part) && *part == parts[0]);
    match (castles, parts.len()) {
        (true, 2) => Some(CastlingSide::KingSide),
        (true, 3) => Some(CastlingSide::QueenSide),
        (true | false, _) => None,
    }
}

/// The kind of piece that a capital letter or a figurine names.
fn piece(letter: char) -> Option<Role> {
    Some(match letter {
        'P' | '♙' | '♟' => Role::Pawn,
        'N' | '♘' | '♞' => Role::Knight,
        'B' | '♗' | '♝' => Role::Bishop,
        'R' | '♖' | '♜' => Role::Rook,
        'Q' | '♕' | '♛' => Role::Queen,
        'K' | '♔' | '♚' => Role::King,
        _ => return None,
    })
}

/// The letters still to be read.
struct Letters<'a> {
    rest: &'a str,
}

impl Letters<'_> {
    /// The next letter, where it means something.
    fn next<T>(&mut self, meaning: impl Fn(char) -> Option<T>) -> Option<T> {
        let letter = self.rest.chars().next()?;
        let found = meaning(letter)?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(found)
    }

    /// Whether the next letter is one of these, which is then read.
    fn skip(&mut self, letters: &str) -> bool {
        self.next(|letter| letters.contains(letter).then_some(())).is_some()
    }

    /// `[piece][file][rank][x]file rank[promotion]`, all of it.
    fn step(mut self) -> Option<Step> {
        let named = self.next(piece);
        let (file, rank) = (self.next(File::from_char), self.next(Rank::from_char));
        let capture = self.skip("x×:");
        let marked = capture || self.skip("-–");
        let (file, rank, to) = match (self.next(File::from_char), file, rank) {
            (Some(to), file, rank) => (file, rank, Square::from_coords(to, self.next(Rank::from_char)?)),
            (None, Some(file), Some(rank)) if !marked => (None, None, Square::from_coords(file, rank)),
            (None, Some(_) | None, Some(_) | None) => return None,
        };
        let promotion = self.promotion()?;
        let role = named.or_else(|| (file.is_none() || rank.is_none()).then_some(Role::Pawn));
        self.rest.is_empty().then_some(Step { role, file, rank, capture, to, promotion })
    }

    /// `=Q`, `Q`, `q`, `/Q`, `(Q)`, or nothing; the outer `None` where a sign promises a piece and none follows.
    fn promotion(&mut self) -> Option<Option<Role>> {
        let bracket = self.skip("(");
        let sign = bracket || self.skip("=/");
        let role = self.next(|letter| piece(letter.to_ascii_uppercase()));
        let closed = !bracket || self.skip(")");
        ((role.is_some() || !sign) && closed).then_some(role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_is_understood_in_many_hands() {
        let same = [
            ("O-O", "0-0 o-o O–O O-O+ O-O! 0-0#"),
            ("Nf3", "Nf3+ Nf3!? ♘f3 Nf3# Nf3++ Nf3(=) N-f3"),
            ("exd6", "e:d6 exd6e.p. exd6ep e×d6 Pexd6 exd6!!"),
            ("e8=Q", "e8Q e8q e8=q e8(Q) e8/Q Pe8=Q e8=Q+"),
            ("e2e4", "e2-e4"),
        ];
        for (plain, others) in same {
            let expected = Written::parse(plain).unwrap();
            for other in others.split(' ') {
                assert_eq!(Written::parse(other), Some(expected), "{other}");
            }
        }
    }

    #[test]
    fn what_is_no_move_is_not_understood() {
        for text in [
            "", " ", "x", "e", "e9", "i4", "Nf", "N", "O", "O-", "O-O-O-O", "0-O", "--", "Z0", "e8=", "e8(Q",
            "e4=", "Nf3 Nc3", "exd", "Nxf", "e2e4e5", "0000", "Q@f7", "王e2", "e.p.", "+", "N-", "1.e4",
            "a1=Q=Q",
        ] {
            assert_eq!(Written::parse(text), None, "{text:?}");
        }
    }
}
