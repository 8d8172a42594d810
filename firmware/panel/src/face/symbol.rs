//! Small signs drawn for this project, nine pixels square, and whole multiples of that.

/// A sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Symbol {
    /// The side at the left is on move.
    ToLeft,
    /// The side at the right is on move.
    ToRight,
    /// The arbiter was called.
    Bell,
    /// No word from the host.
    LinkLost,
    /// Nothing is spoken.
    Muted,
    /// The battery is nearly empty.
    Battery,
}

/// The side of a sign in pixels.
pub(super) const SYMBOL: u16 = 9;

impl Symbol {
    /// One row after the other; in each the leftmost pixel is the highest of nine bits.
    const fn rows(self) -> [u16; 9] {
        match self {
            Self::ToLeft => [
                0b000011000,
                0b000111000,
                0b001111000,
                0b011111000,
                0b111111000,
                0b011111000,
                0b001111000,
                0b000111000,
                0b000011000,
            ],
            Self::ToRight => [
                0b000110000,
                0b000111000,
                0b000111100,
                0b000111110,
                0b000111111,
                0b000111110,
                0b000111100,
                0b000111000,
                0b000110000,
            ],
            Self::Bell => [
                0b000010000,
                0b000111000,
                0b001111100,
                0b001111100,
                0b001111100,
                0b011111110,
                0b111111111,
                0b000000000,
                0b000111000,
            ],
            Self::LinkLost => [
                0b110000011,
                0b111000111,
                0b011101110,
                0b001000100,
                0b000000000,
                0b001000100,
                0b011101110,
                0b111000111,
                0b110000011,
            ],
            Self::Muted => [
                0b000010000,
                0b000110000,
                0b111110101,
                0b111110101,
                0b111110010,
                0b111110101,
                0b111110101,
                0b000110000,
                0b000010000,
            ],
            Self::Battery => [
                0b000000000,
                0b000000000,
                0b111111110,
                0b100000010,
                0b101000011,
                0b101000011,
                0b100000010,
                0b111111110,
                0b000000000,
            ],
        }
    }

    /// Whether the sign covers a pixel of its cell when each of its own is `scale` pixels wide.
    pub(super) fn covers(self, x: u16, y: u16, scale: u16) -> bool {
        let (column, row) = (x / scale.max(1), y / scale.max(1));
        let bits = self.rows().get(usize::from(row)).copied().unwrap_or(0);
        column < SYMBOL && bits >> (SYMBOL - 1 - column) & 1 == 1
    }
}
