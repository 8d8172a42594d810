//! Which positions stood before.

use crate::point::Size;

/// When a position stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stood {
    /// The move after which it first stood.
    pub(super) first: u32,
    /// How many stones more Black than White had laid when it last stood.
    pub(super) lead: i32,
}

/// All positions that stood, found by their keys. Time does not grow with the game, memory with its positions.
#[derive(Clone, Debug)]
pub(super) struct History {
    entries: Vec<(u128, Stood)>,
    /// For each slot, 1 more than an entry's index, or 0. Half of them at least are free.
    slots: Vec<u32>,
}

impl History {
    /// Room enough for a usual game on such a board; it grows where that is too little.
    pub(super) fn new(size: Size) -> Self {
        let usual = usize::from(size.points());
        Self { entries: Vec::with_capacity(usual), slots: vec![0; (2 * usual).next_power_of_two()] }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.slots.fill(0);
    }

    pub(super) fn find(&self, key: u128) -> Option<Stood> {
        let slot = self.slots[self.slot(key)];
        let index = usize::try_from(slot).ok()?.checked_sub(1)?;
        Some(self.entries[index].1)
    }

    /// A position stands now.
    pub(super) fn stands(&mut self, key: u128, after: u32, lead: i32) {
        let slot = self.slot(key);
        if let Some(index) = (self.slots[slot] as usize).checked_sub(1) {
            self.entries[index].1.lead = lead;
            return;
        }
        self.entries.push((key, Stood { first: after, lead }));
        self.slots[slot] = self.entries.len() as u32;
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        for index in 0..self.entries.len() {
            let slot = self.slot(self.entries[index].0);
            self.slots[slot] = index as u32 + 1;
        }
    }

    /// The slot that has this key, else the free one where it belongs.
    fn slot(&self, key: u128) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        while self.slots[slot] != 0 && self.entries[self.slots[slot] as usize - 1].0 != key {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_found_after_growing_and_keys_that_share_a_slot_stay_apart() {
        let mut history = History::new(Size::new(2).unwrap());
        let key = |number: u32| u128::from(number % 7) | u128::from(number) << 64;
        for number in 0..1000 {
            assert_eq!(history.find(key(number)), None);
            history.stands(key(number), number, 1);
        }
        history.stands(key(5), 1000, -3);
        assert_eq!(history.find(key(5)), Some(Stood { first: 5, lead: -3 }));
        assert!((6..1000).all(|number| history.find(key(number)) == Some(Stood { first: number, lead: 1 })));
        history.clear();
        assert_eq!(history.find(key(5)), None);
    }
}
