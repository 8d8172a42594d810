//! Whether a side can still checkmate by any series of legal moves (FIDE 6.9), and whether neither can (5.2.2).
//!
//! Nothing is guessed: `Possible` rests on a line of legal moves that was found and ends in mate; `Impossible` on
//! every position that can follow having been seen, or on a proof ([`walls`], [`proof`]) that no mate is among them.
//! What neither shows within the bound is `Undecided`. Draws by counting moves (9.3, 9.6) are not looked at: they
//! depend on claims or come long after. The same question has the same answer everywhere: no clock, no chance.

mod estimate;
mod key;
mod proof;
mod search;
mod walls;

use std::iter;

use shakmaty::{Chess, Color, Position};

use estimate::Weights;
use search::{Found, search};

/// How many positions a question may take if nothing else is said.
pub const BOUND: u64 = 200_000;

/// The most positions a question may take, whatever is asked for: each is kept, in some 200 bytes.
const MOST: u64 = 1_000_000;

/// Positions looked at before a proof is tried: most mates are found among them.
const SHORT: [u64; 2] = [300, 1_500];

/// Whether a side can still mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CanMate {
    /// A series of legal moves ends in the side's mating.
    Possible,
    /// No series does.
    Impossible,
    /// Neither was proven within the bound: for the arbiter.
    Undecided,
}

/// Whether neither side can mate any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dead {
    /// Neither can: the game is drawn (5.2.2).
    Yes,
    /// One can at least.
    No,
    /// Neither was proven within the bound.
    Undecided,
}

/// Whether a side can still mate, by any series of legal moves with both sides' help (6.9). At most `bound` positions
/// are looked at (1,000,000 however many are asked for); a higher bound never changes an answer other than
/// `Undecided`.
#[must_use]
pub fn can_mate(position: &Chess, color: rules::Color, bound: u64) -> CanMate {
    let winner = match color {
        rules::Color::Black => Color::Black,
        rules::Color::White => Color::White,
    };
    let bound = bound.min(MOST);
    answer_without_search(position, winner)
        .or_else(|| SHORT.iter().find_map(|few| search_shortly(position, winner, bound.min(*few))))
        .or_else(|| prove_or_search_long(position, winner, bound))
        .unwrap_or(CanMate::Undecided)
}

/// Whether neither side can mate (5.2.2). Each side's question has the bound for itself.
#[must_use]
pub fn is_dead(position: &Chess, bound: u64) -> Dead {
    // One side's mate is enough: whichever is found with less ado.
    for few in SHORT {
        let mut sides = Color::ALL.into_iter();
        if sides.any(|winner| finds_mate_shortly(position, winner, bound.min(few))) {
            return Dead::No;
        }
    }
    let mut dead = Dead::Yes;
    for color in [rules::Color::White, rules::Color::Black] {
        match can_mate(position, color, bound) {
            CanMate::Possible => return Dead::No,
            CanMate::Impossible => (),
            CanMate::Undecided => dead = Dead::Undecided,
        }
    }
    dead
}

/// Whether a short search finds this side's mate.
fn finds_mate_shortly(position: &Chess, winner: Color, few: u64) -> bool {
    answer_without_search(position, winner).or_else(|| search_shortly(position, winner, few))
        == Some(CanMate::Possible)
}

/// What needs no search.
fn answer_without_search(position: &Chess, winner: Color) -> Option<CanMate> {
    answer_by_end_or_material(position, winner).or_else(|| give_up_on_crowd(position))
}

/// What a short search decides.
fn search_shortly(position: &Chess, winner: Color, few: u64) -> Option<CanMate> {
    answer_of(search(position, winner, few, &Weights::USUAL, false))
}

/// What the walls prove, or else longer searches decide: a tenth of the bound for each but the last.
fn prove_or_search_long(position: &Chess, winner: Color, bound: u64) -> Option<CanMate> {
    if proof::excludes_mate(position, winner) {
        return Some(CanMate::Impossible);
    }
    let tenth = bound / 10;
    let looks = iter::once(&Weights::USUAL).chain(&Weights::OTHERS).map(|weights| (weights, tenth));
    looks
        .chain(iter::once((&Weights::USUAL, bound - 4 * tenth)))
        .find_map(|(weights, bound)| answer_of(search(position, winner, bound, weights, true)))
}

/// The answer where the game is over, or the winner's men are too few whatever happens.
fn answer_by_end_or_material(position: &Chess, winner: Color) -> Option<CanMate> {
    if position.has_insufficient_material(winner) {
        return Some(CanMate::Impossible);
    }
    if !position.legal_moves().is_empty() {
        return None;
    }
    let mated = position.is_check() && position.turn() != winner;
    Some(if mated { CanMate::Possible } else { CanMate::Impossible })
}

/// No answer to a board with more men than a set has: it was set up, not played.
fn give_up_on_crowd(position: &Chess) -> Option<CanMate> {
    (position.board().occupied().count() > key::MEN).then_some(CanMate::Undecided)
}

/// What a search decides.
fn answer_of(found: Found) -> Option<CanMate> {
    match found {
        Found::Mate => Some(CanMate::Possible),
        Found::Nothing => Some(CanMate::Impossible),
        Found::TooMany => None,
    }
}
