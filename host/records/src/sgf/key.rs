//! The names of properties, small enough to compare at once.

/// A property's name: its letters, up to four, packed. Longer names have no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u32);

impl Key {
    /// No name of four letters or less.
    pub(super) const LONG: Self = Self(u32::MAX);

    /// The key of a name as `FF[4]` writes it.
    pub(super) const fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        let mut key = Self(0);
        let mut at = 0;
        while at < bytes.len() {
            key = key.and(bytes[at]);
            at += 1;
        }
        key
    }

    /// With one more letter or digit.
    pub(super) const fn and(self, letter: u8) -> Self {
        if self.0 > 0x00ff_ffff { Self::LONG } else { Self(self.0 << 8 | letter as u32) }
    }

    /// Whether there is no letter yet.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_up_to_four_letters_are_told_apart() {
        assert_ne!(Key::of("B"), Key::of("BL"));
        assert_ne!(Key::of("MULT"), Key::of("MULTI"));
        assert_eq!(Key::of("MULTIGOGM"), Key::LONG);
        assert!(Key::of("").is_empty());
    }
}
