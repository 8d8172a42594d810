//! A search for a mate with both sides' help: the most promising position first, until nothing new is left.

use shakmaty::{Chess, Color, Position};

use super::estimate::{WORST, Weights, estimate};
use super::key::{Key, Seen};
use super::proof;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A line of legal moves that ends in mate.
    Mate,
    /// Every position that can follow was seen, or proven to lead to no mate.
    Nothing,
    /// More positions than allowed.
    TooMany,
}

/// Positions yet to be looked at, in buckets by their guess; the last in of a bucket comes out first.
#[derive(Debug)]
struct Frontier {
    positions: Vec<Chess>,
    free: Vec<u32>,
    buckets: Vec<Vec<u32>>,
    lowest: usize,
}

impl Frontier {
    fn new() -> Self {
        Self { positions: Vec::new(), free: Vec::new(), buckets: vec![Vec::new(); WORST], lowest: WORST }
    }

    fn push(&mut self, position: Chess, guess: usize) {
        let place = if let Some(place) = self.free.pop() {
            self.positions[place as usize] = position;
            place
        } else {
            self.positions.push(position);
            self.positions.len() as u32 - 1
        };
        self.buckets[guess].push(place);
        self.lowest = self.lowest.min(guess);
    }

    fn pop(&mut self) -> Option<Chess> {
        while self.lowest < WORST {
            if let Some(place) = self.buckets[self.lowest].pop() {
                self.free.push(place);
                return Some(self.positions[place as usize].clone());
            }
            self.lowest += 1;
        }
        None
    }
}

/// As many positions are looked at in the time that a proof from the walls takes, roughly.
const PROOF: u64 = 16;

/// Proofs from the walls, tried while they are worth it.
#[derive(Debug, Default)]
struct Proofs {
    asked: u64,
    tried: u64,
    held: u64,
}

impl Proofs {
    /// Whether the position leads to no mate; not tried each time where it seldom holds.
    fn exclude_mate(&mut self, position: &Chess, winner: Color) -> bool {
        self.asked += 1;
        let seldom = self.tried > 64 && self.held * 16 < self.tried;
        if seldom && !self.asked.is_multiple_of(32) {
            return false;
        }
        self.tried += 1;
        let holds = proof::excludes_mate(position, winner);
        self.held += u64::from(holds);
        holds
    }
}

/// Looks for the winner's mate among at most so many positions. With `prove`, where the walls exclude a mate is
/// not looked into.
pub(super) fn search(start: &Chess, winner: Color, bound: u64, weights: &Weights, prove: bool) -> Found {
    let mut seen = Seen::default();
    let mut frontier = Frontier::new();
    let mut proofs = Proofs::default();
    seen.insert(Key::of(start));
    frontier.push(start.clone(), 0);
    while let Some(position) = frontier.pop() {
        for m in &position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(*m);
            if next.has_insufficient_material(winner) {
                continue;
            }
            if next.turn() != winner && next.is_checkmate() {
                return Found::Mate;
            }
            if !seen.insert(Key::of(&next)) || prove && m.is_zeroing() && proofs.exclude_mate(&next, winner) {
                continue;
            }
            if seen.len() as u64 + proofs.tried * PROOF > bound {
                return Found::TooMany;
            }
            let guess = estimate(&next, winner, weights);
            frontier.push(next, guess);
        }
    }
    Found::Nothing
}
