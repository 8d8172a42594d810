//! Counting the moves of a position to some depth: the usual check of a move generator.

use shakmaty::{Chess, Move, MoveList, Position};

use crate::Game;

/// A position on the way, and its moves that are still to be followed.
struct Branch {
    position: Chess,
    moves: MoveList,
}

impl Branch {
    fn new(position: Chess) -> Self {
        Self { moves: position.legal_moves(), position }
    }

    /// The position after this move.
    fn after(&self, step: Move) -> Self {
        let mut position = self.position.clone();
        position.play_unchecked(step);
        Self::new(position)
    }
}

/// The leaves two plies below a position; the second ply's moves are counted, not played.
fn count_two(branch: &Branch) -> u64 {
    let below = branch.moves.iter().map(|&step| {
        let mut position = branch.position.clone();
        position.play_unchecked(step);
        position.legal_moves().len() as u64
    });
    below.sum()
}

/// The leaves at `depth` below a position. The stack is our own, so that no depth can overflow the program's.
fn count(position: &Chess, depth: u8) -> u64 {
    let Some(inner) = depth.checked_sub(1) else { return 1 };
    let root = Branch::new(position.clone());
    if inner == 0 {
        return root.moves.len() as u64;
    }
    let mut nodes = 0;
    let mut path = vec![root];
    loop {
        let last = path.len() == usize::from(inner);
        let Some(branch) = path.last_mut() else { return nodes };
        if last {
            nodes += count_two(branch);
            path.pop();
        } else if let Some(step) = branch.moves.pop() {
            let next = branch.after(step);
            path.push(next);
        } else {
            path.pop();
        }
    }
}

impl Game {
    /// The number of series of so many legal moves; leaves are counted, not played.
    #[must_use]
    pub fn perft(&self, depth: u8) -> u64 {
        count(self.position(), depth)
    }
}
