//! Keys of positions: equal stones, equal key. 128 bits, so that unequal stones have unequal keys in practice.

use crate::color::Color;

use super::field::CELLS;

/// What a key is changed by when White is to move.
pub(super) const WHITE_TO_MOVE: u128 = DRAWN.1;

/// For each cell of a board, what a black and a white stone on it change the key by.
static STONES: [[u128; 2]; CELLS] = DRAWN.0;

const DRAWN: ([[u128; 2]; CELLS], u128) = draw(0x666c_6167_6661_6c6c);

/// What a stone changes the key by.
pub(super) fn stone(cell: usize, color: Color) -> u128 {
    let [black, white] = &STONES[cell];
    match color {
        Color::Black => *black,
        Color::White => *white,
    }
}

const fn draw(seed: u64) -> ([[u128; 2]; CELLS], u128) {
    let mut stones = [[0; 2]; CELLS];
    let mut state = seed;
    let mut cell = 0;
    while cell < CELLS {
        (stones[cell][0], state) = next(state);
        (stones[cell][1], state) = next(state);
        cell += 1;
    }
    (stones, next(state).0)
}

/// A number, and the state that the next is drawn from.
const fn next(state: u64) -> (u128, u64) {
    let first = state.wrapping_add(STEP);
    let second = first.wrapping_add(STEP);
    ((mix(first) as u128) << 64 | mix(second) as u128, second)
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads every bit over all bits (splitmix64).
const fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_stones_change_a_key_alike() {
        let mut all: Vec<u128> = STONES.iter().flatten().copied().chain([0, WHITE_TO_MOVE]).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2 * CELLS + 2);
        let low_bits: std::collections::BTreeSet<_> = all.iter().map(|key| key & 0xff).collect();
        assert!(low_bits.len() > 240, "{}", low_bits.len());
    }
}
