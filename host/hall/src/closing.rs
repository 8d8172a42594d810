//! With which entry a record is closed.

use referee::Table;

/// The entry with which a game's record is closed: that of the third signature, for as long as the signatures stand.
/// It follows from the chain alone, so it is the same after a restart and in another journal; what comes behind it,
/// such as the cleared table, does not change it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Closing(Option<u64>);

impl Closing {
    /// Takes notice of how a table stands after an entry of that number.
    pub fn watch(&mut self, table: &Table, seq: u64) {
        let signed = table.record().ending().is_signed();
        self.0 = signed.then(|| self.0.unwrap_or(seq));
    }

    /// Its number in the game, from 0; none while the record is open.
    #[must_use]
    pub const fn entry(self) -> Option<u64> {
        self.0
    }
}
