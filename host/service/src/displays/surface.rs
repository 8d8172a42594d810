//! What a face is drawn on: a display that is open, and remembers what it shows.

use std::fmt;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::RgbColor;
use embedded_hal::digital::OutputPin;
use mipidsi::interface::{Interface, InterfacePixelFormat};
use mipidsi::models::Model;
use panel::face::{Face, Palette, Shown};
use ssd1306::Ssd1306;
use ssd1306::mode::BufferedGraphicsMode;
use ssd1306::prelude::{DisplaySize128x64, WriteOnlyDataCommand};

/// What went wrong with a display, in the words of what it hangs on.
#[derive(Debug)]
pub(super) enum Fault {
    /// It cannot be opened.
    Closed(String),
    /// It does not take what is written.
    Refuses(String),
}

impl Fault {
    pub(super) fn refuses(error: &impl fmt::Debug) -> Self {
        Self::Refuses(format!("{error:?}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed(why) => write!(f, "cannot be opened: {why}"),
            Self::Refuses(why) => write!(f, "does not take what is written: {why}"),
        }
    }
}

/// A display that is open. After a fault it is opened anew.
pub(super) trait Surface {
    /// Brings it to a face.
    fn show(&mut self, face: Face) -> Result<(), Fault>;
}

/// An SSD1306: what is drawn goes there when all of it is.
pub(super) struct TwoColours<DI> {
    display: Ssd1306<DI, DisplaySize128x64, BufferedGraphicsMode<DisplaySize128x64>>,
    shown: Shown,
}

impl<DI> TwoColours<DI> {
    pub(super) const fn new(
        display: Ssd1306<DI, DisplaySize128x64, BufferedGraphicsMode<DisplaySize128x64>>,
    ) -> Self {
        Self { display, shown: Shown::new() }
    }
}

impl<DI: WriteOnlyDataCommand> Surface for TwoColours<DI> {
    fn show(&mut self, face: Face) -> Result<(), Fault> {
        let Self { display, shown } = self;
        shown.show(face, display, &Palette::TWO_COLOURS).map_err(|error| Fault::refuses(&error))?;
        display.flush().map_err(|error| Fault::refuses(&error))
    }
}

/// A display of colours.
pub(super) struct Colours<DI, M, RST>
where
    DI: Interface,
    M: Model,
    M::ColorFormat: InterfacePixelFormat<DI::Word>,
    RST: OutputPin,
{
    display: mipidsi::Display<DI, M, RST>,
    shown: Shown,
}

impl<DI, M, RST> Colours<DI, M, RST>
where
    DI: Interface,
    M: Model,
    M::ColorFormat: InterfacePixelFormat<DI::Word>,
    RST: OutputPin,
{
    pub(super) const fn new(display: mipidsi::Display<DI, M, RST>) -> Self {
        Self { display, shown: Shown::new() }
    }
}

impl<DI, M, RST> Surface for Colours<DI, M, RST>
where
    DI: Interface,
    DI::Error: fmt::Debug,
    M: Model,
    M::ColorFormat: InterfacePixelFormat<DI::Word> + RgbColor + From<Rgb565>,
    RST: OutputPin,
{
    fn show(&mut self, face: Face) -> Result<(), Fault> {
        let Self { display, shown } = self;
        shown.show(face, display, &in_colours()).map_err(|error| Fault::refuses(&error))
    }
}

/// The panel's colours in those of a display.
pub(super) fn in_colours<C: From<Rgb565>>() -> Palette<C> {
    let Palette { ground, plain, dim, turn, notice, alarm, dark, light } = Palette::COLOURS;
    Palette {
        ground: ground.into(),
        plain: plain.into(),
        dim: dim.into(),
        turn: turn.into(),
        notice: notice.into(),
        alarm: alarm.into(),
        dark: dark.into(),
        light: light.into(),
    }
}
