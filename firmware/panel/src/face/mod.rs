//! What a table's display shows: a value of what is so ([`View`]), made into a [`Face`] for a [`Screen`], drawn on
//! anything that embedded-graphics draws on.
//!
//! - Main time and a period are never laid out alike: main time has minutes, colon and seconds; a period has its
//!   seconds large with their unit, and the number of periods, or LAST, in words below. (As long as more than 99 s
//!   of a period are left it has minutes too, but its words.)
//! - Figures are all of one width, each in its own place.
//! - White stands at the side at which White sits ([`WhiteAt`]); Chinese rules 12.4(1) put the clock at White's right
//!   hand.
//! - What is left rounds up to a second: 0 only when nothing is left.
//! - **In chess no moves are counted on a face before a flag has fallen**, whatever the reading knows.
//! - **Drawing what has changed gives the same pixels as drawing all.** [`Shown`] remembers what a display shows.
//!
//! ```
//! use clock::{Clock, Command, Control, Instant, Language, Side};
//! use panel::face::{Doing, Face, Game, Notices, Scene, Screen, View, WhiteAt};
//!
//! let control: Control = "10m+3x30s".parse().unwrap();
//! let mut clock = Clock::new(control.clone());
//! clock.handle(Command::Start { side: Side::Black }, Instant::ZERO, &mut |_| ()).unwrap();
//! let mut face_after = |secs: u64| {
//!     clock.poll(Instant::from_millis(secs * 1_000), &mut |_| ()).unwrap();
//!     let view = View {
//!         table: Some(3),
//!         game: Game::Go,
//!         language: Language::English,
//!         white_at: WhiteAt::Right,
//!         control: &control,
//!         scene: Scene::Clocks { standing: clock.standing(), doing: Doing::Running },
//!         notices: Notices::default(),
//!     };
//!     Face::of(&view, Screen::Wide)
//! };
//! let (shown, next) = (face_after(5), face_after(6));
//! let pixels: u32 = next.damage(&shown).map(|area| area.size.width * area.size.height).sum();
//! assert_eq!(pixels, 30 * 98, "9:55 has become 9:54: one figure");
//! ```

use clock::{BySide, Control, Language, Side, Standing};
use embedded_graphics::prelude::DrawTarget;
use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

mod compose;
mod figure;
mod font;
mod layout;
mod palette;
mod part;
mod row;
mod shown;
mod side;
mod symbol;
mod waiting;
mod words;

pub use layout::Screen;
pub use palette::{Ink, Palette};
pub use shown::Shown;

#[cfg(test)]
mod tests;

use part::Part;

/// What is played, as far as faces differ by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Go, gomoku, or a plain clock: moves to play are shown.
    Go,
    /// Chess: players see no count of moves before a flag has fallen.
    Chess,
}

/// At which side of the face White sits, for who looks at the face across the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WhiteAt {
    /// Where the clock stands at White's right hand, as Chinese rules 12.4(1) want it.
    #[default]
    Right,
    /// Where it stands at White's left hand.
    Left,
}

/// Why both clocks stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The arbiter stopped them.
    Arbiter,
    /// A player called the arbiter, which stops the clocks here.
    Summoned,
    /// Something is to be ruled on.
    Ruling,
    /// A break for everybody.
    Break,
    /// Clock, display or board are looked at.
    Equipment,
    /// The power was away.
    PowerLost,
    /// A flag was withdrawn, and the reading must be set.
    FlagWithdrawn,
    /// The page of a touch clock was not heard of.
    TouchLost,
    /// The unit began anew again and again, and has stopped them.
    Restarted,
    /// Nobody's to say: players without an arbiter stopped them.
    Unsaid,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 10] = [
        Self::Arbiter,
        Self::Summoned,
        Self::Ruling,
        Self::Break,
        Self::Equipment,
        Self::PowerLost,
        Self::FlagWithdrawn,
        Self::TouchLost,
        Self::Restarted,
        Self::Unsaid,
    ];
}

/// What the clocks do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doing {
    /// The side on move is charged.
    Running,
    /// Nobody is.
    Paused(Reason),
    /// The game is adjourned; both clocks stand.
    Adjourned,
    /// The flag of this side fell, and it was the first.
    Flagged(Side),
    /// The game is over.
    Over,
}

/// What is to be shown in the main.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Before the start: the whole control in words.
    Waiting {
        /// Which page of the words, from 0, where they take more than one; counted on, it begins anew.
        page: u8,
        /// Which sides have agreed to it, where players are asked to.
        agreed: Option<BySide<bool>>,
    },
    /// Both clocks.
    Clocks {
        /// How they stand.
        standing: Standing,
        /// What they do.
        doing: Doing,
    },
    /// The arbiter corrected a reading: how both sides stand now, and how they stood before.
    Corrected {
        /// How they stood.
        before: Standing,
        /// How they stand.
        after: Standing,
    },
}

/// Something to know beside the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notice {
    /// The arbiter was called to the table.
    Summoned,
    /// No word from the host: the table goes on alone.
    LinkLost,
    /// Nothing is spoken at this table.
    Muted,
    /// The unit's battery must be changed soon.
    BatteryLow,
}

impl Notice {
    /// All notices, in the order of their places.
    pub const ALL: [Self; 4] = [Self::Summoned, Self::LinkLost, Self::Muted, Self::BatteryLow];
}

/// Which notices stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Notices {
    /// [`Notice::Summoned`].
    pub summoned: bool,
    /// [`Notice::LinkLost`].
    pub link_lost: bool,
    /// [`Notice::Muted`].
    pub muted: bool,
    /// [`Notice::BatteryLow`].
    pub battery_low: bool,
}

impl Notices {
    /// Whether a notice stands.
    #[must_use]
    pub const fn has(self, notice: Notice) -> bool {
        match notice {
            Notice::Summoned => self.summoned,
            Notice::LinkLost => self.link_lost,
            Notice::Muted => self.muted,
            Notice::BatteryLow => self.battery_low,
        }
    }
}

/// All that a face is made of.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The table's number, where it has one.
    pub table: Option<u16>,
    /// What is played.
    pub game: Game,
    /// The language of the words.
    pub language: Language,
    /// Where White sits.
    pub white_at: WhiteAt,
    /// The control of the game.
    pub control: &'a Control,
    /// What is shown in the main.
    pub scene: Scene,
    /// What is shown beside.
    pub notices: Notices,
}

/// The most parts of a face.
const PARTS_MAX: usize = 48;

/// What a display shows: parts that do not overlap, on the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    screen: Screen,
    parts: Vec<Part, PARTS_MAX>,
}

impl Face {
    /// The face for a view on a display.
    #[must_use]
    pub fn of(view: &View<'_>, screen: Screen) -> Self {
        compose::face(view, screen)
    }

    /// How many pages the words of a control take before the start, at least one.
    #[must_use]
    pub fn pages(view: &View<'_>, screen: Screen) -> u8 {
        waiting::pages(view, screen)
    }

    /// Draws all of it.
    ///
    /// # Errors
    /// The target's own.
    pub fn draw<D: DrawTarget>(&self, target: &mut D, palette: &Palette<D::Color>) -> Result<(), D::Error> {
        target.fill_solid(&self.screen.layout().whole(), palette.ground)?;
        self.parts.iter().try_for_each(|part| part.draw(target, palette))
    }

    /// Draws what differs on a display that shows `old`: the same pixels as drawing all.
    ///
    /// # Errors
    /// The target's own; the display then shows neither face.
    pub fn draw_changes<D: DrawTarget>(
        &self,
        old: &Self,
        target: &mut D,
        palette: &Palette<D::Color>,
    ) -> Result<(), D::Error> {
        if old.screen != self.screen {
            return self.draw(target, palette);
        }
        for part in self.vanished(old) {
            target.fill_solid(&part.area, palette.ground)?;
        }
        self.changed(old).try_for_each(|part| part.draw(target, palette))
    }

    /// The areas that [`draw_changes`](Self::draw_changes) draws, in the order in which it does.
    pub fn damage<'a>(&'a self, old: &'a Self) -> impl Iterator<Item = Rectangle> + 'a {
        let same = old.screen == self.screen;
        let all = (!same).then(|| self.screen.layout().whole());
        let parts = self.vanished(old).chain(self.changed(old)).map(|part| part.area);
        all.into_iter().chain(parts.filter(move |_| same))
    }

    /// Parts of the old face of which nothing is left and whose place no part takes as a whole.
    fn vanished<'a>(&'a self, old: &'a Self) -> impl Iterator<Item = &'a Part> {
        old.parts.iter().filter(|part| self.parts.iter().all(|new| new.area != part.area))
    }

    /// Parts that the old face does not have.
    fn changed<'a>(&'a self, old: &'a Self) -> impl Iterator<Item = &'a Part> {
        self.parts.iter().filter(|part| !old.parts.contains(part))
    }
}
