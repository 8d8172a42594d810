//! What colours mean, apart from which colours a display has.

use embedded_graphics::pixelcolor::{BinaryColor, Rgb565};

/// What a pixel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Behind everything.
    Ground,
    /// What is read: the figures of the side on move, words.
    Plain,
    /// What may be read but does not press: the side that waits.
    Dim,
    /// The side whose clock runs.
    Turn,
    /// Periods, and what stands still for a reason.
    Notice,
    /// The last period, a flag.
    Alarm,
    /// A black stone.
    Dark,
    /// A white stone.
    Light,
}

/// A display's colour for each meaning. Nothing on a face is told by colour alone, so two colours are enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette<C> {
    /// For [`Ink::Ground`].
    pub ground: C,
    /// For [`Ink::Plain`].
    pub plain: C,
    /// For [`Ink::Dim`].
    pub dim: C,
    /// For [`Ink::Turn`].
    pub turn: C,
    /// For [`Ink::Notice`].
    pub notice: C,
    /// For [`Ink::Alarm`].
    pub alarm: C,
    /// For [`Ink::Dark`].
    pub dark: C,
    /// For [`Ink::Light`].
    pub light: C,
}

impl<C: Copy> Palette<C> {
    /// The colour for a meaning.
    #[must_use]
    pub const fn colour(&self, ink: Ink) -> C {
        match ink {
            Ink::Ground => self.ground,
            Ink::Plain => self.plain,
            Ink::Dim => self.dim,
            Ink::Turn => self.turn,
            Ink::Notice => self.notice,
            Ink::Alarm => self.alarm,
            Ink::Dark => self.dark,
            Ink::Light => self.light,
        }
    }
}

impl Palette<BinaryColor> {
    /// Lit on dark, as an OLED shows it.
    pub const TWO_COLOURS: Self = Self {
        ground: BinaryColor::Off,
        plain: BinaryColor::On,
        dim: BinaryColor::On,
        turn: BinaryColor::On,
        notice: BinaryColor::On,
        alarm: BinaryColor::On,
        dark: BinaryColor::Off,
        light: BinaryColor::On,
    };
}

impl Palette<Rgb565> {
    /// White on black; green for the side that runs, amber for periods, a red that black is still read on.
    pub const COLOURS: Self = Self {
        ground: Rgb565::new(0, 0, 0),
        plain: Rgb565::new(31, 63, 31),
        dim: Rgb565::new(18, 37, 18),
        turn: Rgb565::new(6, 52, 10),
        notice: Rgb565::new(31, 46, 4),
        alarm: Rgb565::new(31, 24, 10),
        dark: Rgb565::new(0, 0, 0),
        light: Rgb565::new(31, 63, 31),
    };
}
