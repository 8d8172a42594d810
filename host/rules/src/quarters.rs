//! Exact quarters, of zi (子) or of points.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A number of quarters: 3¾ zi is 15 of them. What it counts, zi or points, is said beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quarters(pub i32);

impl Quarters {
    /// So many whole ones.
    #[must_use]
    pub const fn whole(number: i32) -> Self {
        Self(number * 4)
    }

    /// So many halves.
    #[must_use]
    pub const fn halves(number: i32) -> Self {
        Self(number * 2)
    }

    /// The same as a decimal number, which is exact.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 4.0
    }

    /// Its size without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }
}

impl Add for Quarters {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Quarters {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Quarters {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// As a decimal number: `184.5`, `3.75`, `-0.25`.
impl fmt::Display for Quarters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.as_f64())
    }
}
