//! What the journal knows of a game apart from its entries.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::bytes::{Genesis, Hash};

/// A game's number in this journal; another journal may know the same game by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub u64);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The last entry of a game, or a new one that was the last when it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Head {
    /// The game.
    pub game: GameId,
    /// The entry's number.
    pub seq: u64,
    /// The entry's hash, which vouches for all entries up to it.
    pub hash: Hash,
}

/// A game as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Its chain's own bytes.
    pub genesis: Genesis,
    /// The number of the table at which it is played.
    pub table: u32,
    /// Whether it need not be recovered.
    pub closed: bool,
    /// The last known table time, in microseconds.
    pub beat_micros: u64,
    /// The last entry.
    pub head: Head,
    /// Bytes in all bodies.
    pub body_bytes: u64,
    /// Names that it was ever given.
    pub named: u32,
}

impl Game {
    /// Its number.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.head.game
    }

    /// `SHA-256` over all of it, kept beside it: a state with a flipped bit is not mistaken for a state.
    pub(crate) fn seal(&self) -> Hash {
        let hash = Sha256::new()
            .chain_update(b"flagfall-state-1")
            .chain_update(self.id().0.to_be_bytes())
            .chain_update(self.genesis.as_bytes())
            .chain_update(self.table.to_be_bytes())
            .chain_update([u8::from(self.closed)])
            .chain_update(self.beat_micros.to_be_bytes())
            .chain_update(self.head.seq.to_be_bytes())
            .chain_update(self.head.hash.as_bytes())
            .chain_update(self.body_bytes.to_be_bytes())
            .chain_update(self.named.to_be_bytes());
        Hash::from_bytes(hash.finalize().into())
    }
}
