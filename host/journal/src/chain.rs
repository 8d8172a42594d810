//! The hash chain of a game: how a link is made, and how a chain is followed. Byte by byte in
//! `docs/record-format.md`.

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::bytes::{Genesis, Hash};
use crate::game::{GameId, Head};

/// What the hash of every entry begins with, so that it is never the hash of anything else.
const TAG: &[u8; 16] = b"flagfall-entry-1";

/// What entry 0 has for a previous hash.
const NOTHING: Hash = Hash::from_bytes([0; Hash::LEN]);

/// An entry at rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the game, from 0.
    pub seq: u64,
    /// The hash of the entry before; zeros for entry 0.
    pub previous: Hash,
    /// Its own hash.
    pub hash: Hash,
    /// What the caller wrote.
    pub body: Vec<u8>,
}

/// Why a link does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Fault {
    /// The body, or anything else that goes into it, is not what was hashed.
    #[error("its hash differs")]
    HashDiffers,
    /// The entry before is not the one that it was written after.
    #[error("the hash of the entry before differs")]
    PreviousDiffers,
    /// An entry is missing.
    #[error("the next entry is number {found}")]
    SeqGap {
        /// The number found instead.
        found: u64,
    },
    /// There is no body, or no hash.
    #[error("its body is missing")]
    BodyMissing,
    /// The chain ends elsewhere than at the recorded head.
    #[error("it is not where the chain should end")]
    HeadDiffers,
    /// The storage cannot give it.
    #[error("it cannot be read")]
    Unreadable,
}

/// The first link of a game that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("game {game}, entry {seq}: {fault}")]
pub struct Broken {
    /// The game.
    pub game: GameId,
    /// The entry at which the chain breaks.
    pub seq: u64,
    /// What is wrong with it.
    pub fault: Fault,
}

/// `SHA-256(tag || genesis || seq || previous || body)`; `seq` as 8 bytes, the highest first.
#[must_use]
pub fn entry_hash(genesis: &Genesis, seq: u64, previous: &Hash, body: &[u8]) -> Hash {
    let hash = Sha256::new()
        .chain_update(TAG)
        .chain_update(genesis.as_bytes())
        .chain_update(seq.to_be_bytes())
        .chain_update(previous.as_bytes())
        .chain_update(body);
    Hash::from_bytes(hash.finalize().into())
}

/// A new link behind `head`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link<'a> {
    pub(crate) seq: u64,
    pub(crate) previous: Hash,
    pub(crate) hash: Hash,
    pub(crate) body: &'a [u8],
}

impl<'a> Link<'a> {
    pub(crate) fn first(genesis: &Genesis, body: &'a [u8]) -> Self {
        Self { seq: 0, previous: NOTHING, hash: entry_hash(genesis, 0, &NOTHING, body), body }
    }

    pub(crate) fn after(genesis: &Genesis, head: &Head, body: &'a [u8]) -> Self {
        let seq = head.seq.checked_add(1).expect("a game's length has a limit");
        Self { seq, previous: head.hash, hash: entry_hash(genesis, seq, &head.hash, body), body }
    }

    pub(crate) fn to_entry(self) -> Entry {
        Entry { seq: self.seq, previous: self.previous, hash: self.hash, body: self.body.to_vec() }
    }
}

/// An entry as storage gives it: anything may be missing or wrong.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) seq: u64,
    pub(crate) previous: Option<Hash>,
    pub(crate) hash: Option<Hash>,
    pub(crate) body: Option<Vec<u8>>,
}

impl From<Entry> for Found {
    fn from(entry: Entry) -> Self {
        Self {
            seq: entry.seq,
            previous: Some(entry.previous),
            hash: Some(entry.hash),
            body: Some(entry.body),
        }
    }
}

/// Follows the chain of a game entry by entry, and takes nothing that does not hold.
#[derive(Debug)]
pub(crate) struct Walk {
    game: GameId,
    genesis: Genesis,
    next: u64,
    previous: Hash,
}

impl Walk {
    pub(crate) const fn new(game: GameId, genesis: Genesis) -> Self {
        Self { game, genesis, next: 0, previous: NOTHING }
    }

    /// The next entry, if it is the next link.
    pub(crate) fn follow(&mut self, found: Found) -> Result<Entry, Broken> {
        let Found { seq, previous: Some(previous), hash: Some(hash), body: Some(body) } = found else {
            return Err(self.broken(Fault::BodyMissing));
        };
        if seq != self.next {
            return Err(self.broken(Fault::SeqGap { found: seq }));
        }
        if previous != self.previous {
            return Err(self.broken(Fault::PreviousDiffers));
        }
        if hash != entry_hash(&self.genesis, seq, &previous, &body) {
            return Err(self.broken(Fault::HashDiffers));
        }
        self.next = seq.saturating_add(1);
        self.previous = hash;
        Ok(Entry { seq, previous, hash, body })
    }

    /// The chain ends here; it should end at `head`.
    pub(crate) fn finish(&self, head: &Head) -> Result<(), Broken> {
        let ends_there = self.next.checked_sub(1) == Some(head.seq) && self.previous == head.hash;
        if ends_there { Ok(()) } else { Err(self.broken(Fault::HeadDiffers)) }
    }

    /// The next entry does not hold, for this reason.
    pub(crate) const fn broken(&self, fault: Fault) -> Broken {
        Broken { game: self.game, seq: self.next, fault }
    }
}

/// All of a game's entries if every link holds.
pub(crate) fn follow_all(
    game: GameId,
    genesis: Genesis,
    head: &Head,
    entries: impl IntoIterator<Item = Result<Found, Fault>>,
) -> Result<Vec<Entry>, Broken> {
    let mut walk = Walk::new(game, genesis);
    let mut followed = Vec::new();
    for found in entries {
        let found = found.map_err(|fault| walk.broken(fault))?;
        followed.push(walk.follow(found)?);
    }
    walk.finish(head)?;
    Ok(followed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: GameId = GameId(1);
    const GENESIS: Genesis = Genesis::from_bytes([7; 32]);

    fn chain() -> Vec<Entry> {
        let mut link = Link::first(&GENESIS, b"zero");
        let mut entries = vec![link.to_entry()];
        for body in [b"one".as_slice(), b"two", b"three"] {
            link = Link::after(&GENESIS, &Head { game: GAME, seq: link.seq, hash: link.hash }, body);
            entries.push(link.to_entry());
        }
        entries
    }

    fn broken(change: impl FnOnce(&mut Vec<Found>)) -> (u64, Fault) {
        let last = chain().pop().expect("four entries");
        let head = Head { game: GAME, seq: last.seq, hash: last.hash };
        let mut found: Vec<Found> = chain().into_iter().map(Found::from).collect();
        change(&mut found);
        let broken = follow_all(GAME, GENESIS, &head, found.into_iter().map(Ok)).unwrap_err();
        (broken.seq, broken.fault)
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(broken(|chain| chain[2].body = Some(b"too".to_vec())), (2, Fault::HashDiffers));
        assert_eq!(broken(|chain| chain[1].body = None), (1, Fault::BodyMissing));
        assert_eq!(broken(|chain| drop(chain.remove(1))), (1, Fault::SeqGap { found: 2 }));
        assert_eq!(broken(|chain| drop(chain.pop())), (3, Fault::HeadDiffers));
        assert_eq!(broken(Vec::clear), (0, Fault::HeadDiffers));
        let forged = entry_hash(&GENESIS, 1, &chain()[0].hash, b"uno");
        let forge = |chain: &mut Vec<Found>| {
            chain[1].body = Some(b"uno".to_vec());
            chain[1].hash = Some(forged);
        };
        assert_eq!(broken(forge), (2, Fault::PreviousDiffers));
    }

    /// The worked example of `docs/record-format.md`.
    #[test]
    fn the_documented_hash() {
        let hash = entry_hash(&Genesis::from_bytes([0; 32]), 0, &NOTHING, b"hello");
        let document = include_str!("../../../docs/record-format.md");
        assert!(document.contains(&hash.to_string()), "{hash}");
    }
}
