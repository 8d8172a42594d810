//! What a file holds.

use super::game::Game;
use super::warning::Warning;

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// The games in order.
    pub games: Vec<Game>,
    /// What was wrong, in the order of the file, bounded by [`super::MOST_WARNINGS`].
    pub warnings: Vec<Warning>,
}

impl Collection {
    /// The warnings of one game; those before the first game are the first one's.
    #[must_use]
    pub fn warnings_of(&self, game: usize) -> &[Warning] {
        let place = |index: usize| match self.games.get(index) {
            Some(_) if index == 0 => 0,
            Some(next) => self.warnings.partition_point(|warning| warning.byte < next.byte),
            None => self.warnings.len(),
        };
        &self.warnings[place(game)..place(game.saturating_add(1))]
    }
}
