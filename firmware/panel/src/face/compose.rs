//! Puts the parts of a face together.

use clock::{BySide, Language, Side, Standing};
use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

use super::font::Font;
use super::layout::{Layout, area, cut_bottom, cut_left, cut_right, cut_top, measures, middle};
use super::palette::Ink;
use super::part::{Content, Part};
use super::side::{Half, Weight};
use super::symbol::{SYMBOL, Symbol};
use super::words::{Line, PhaseName, Room};
use super::{Doing, Face, Game, Notice, Scene, Screen, View, WhiteAt, waiting};

pub(super) fn face(view: &View<'_>, screen: Screen) -> Face {
    let face = Face { screen, parts: Vec::new() };
    let mut composer = Composer { view, layout: screen.layout(), face };
    match view.scene {
        Scene::Waiting { page, agreed } => composer.waiting(page, agreed),
        Scene::Clocks { standing, doing } => composer.clocks(standing, doing),
        Scene::Corrected { before, after } => composer.corrected(before, after),
    }
    composer.face
}

/// A face in the making.
pub(super) struct Composer<'a> {
    view: &'a View<'a>,
    pub(super) layout: &'static Layout,
    face: Face,
}

/// How a half is drawn.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// The ground of its stone and of its first words.
    stone_ground: Ink,
    head_ground: Ink,
    figures: Ink,
}

impl Look {
    /// By what the clocks do, and whether the side is on move.
    fn of(doing: Doing, side: Side, on_move: bool, last: bool) -> Self {
        let figures = match (on_move, last) {
            (true, true) => Ink::Alarm,
            (true, false) => Ink::Plain,
            (false, _) => Ink::Dim,
        };
        match doing {
            Doing::Flagged(flagged) if flagged == side => {
                Self { stone_ground: Ink::Alarm, head_ground: Ink::Alarm, figures: Ink::Alarm }
            }
            Doing::Running if on_move => Self { stone_ground: Ink::Turn, head_ground: Ink::Turn, figures },
            Doing::Paused(_) | Doing::Adjourned if on_move => {
                Self { stone_ground: Ink::Notice, head_ground: Ink::Ground, figures }
            }
            Doing::Running | Doing::Paused(_) | Doing::Adjourned | Doing::Flagged(_) | Doing::Over => {
                Self { stone_ground: Ink::Ground, head_ground: Ink::Ground, figures }
            }
        }
    }
}

/// What is written on a ground.
const fn ink_on(ground: Ink, plain: Ink) -> Ink {
    match ground {
        Ink::Ground => plain,
        Ink::Plain | Ink::Dim | Ink::Turn | Ink::Notice | Ink::Alarm | Ink::Dark | Ink::Light => Ink::Ground,
    }
}

impl<'a> Composer<'a> {
    fn language(&self) -> Language {
        self.view.language
    }

    pub(super) fn room(&self, font: Font, area: Rectangle) -> Room {
        Room { language: self.language(), font, width: measures(area)[2] }
    }

    pub(super) fn push(&mut self, area: Rectangle, content: Content, ink: Ink, ground: Ink) {
        let part = Part { area, content, ink, ground };
        // No face has as many parts as there is room for: see the tests.
        self.face.parts.push(part).unwrap_or_default();
    }

    pub(super) fn text(&mut self, area: Rectangle, line: Line, font: Font, (ink, ground): (Ink, Ink)) {
        if !line.is_empty() || ground != Ink::Ground {
            self.push(area, Content::Text { line, font, centred: true }, ink, ground);
        }
    }

    /// The sides from left to right.
    fn sides(&self) -> [Side; 2] {
        match self.view.white_at {
            WhiteAt::Right => [Side::Black, Side::White],
            WhiteAt::Left => [Side::White, Side::Black],
        }
    }

    fn half(&self, side: Side, standing: &Standing, doing: Doing) -> Half<'a> {
        let control = self.view.control.of(side);
        let counts_moves = match self.view.game {
            Game::Go => true,
            Game::Chess => matches!(doing, Doing::Flagged(_)),
        };
        Half { side, control, reading: *standing.readings.of(side), counts_moves }
    }

    fn clocks(&mut self, standing: Standing, doing: Doing) {
        let layout = self.layout;
        let halves = layout.halves();
        let room = Room { language: self.language(), font: layout.strip_font, width: layout.width };
        let banner = match doing {
            Doing::Running => None,
            Doing::Paused(reason) => Some((room.paused(reason), Ink::Notice)),
            Doing::Adjourned => Some((room.adjourned(), Ink::Notice)),
            Doing::Flagged(side) => Some((room.flag(side), Ink::Alarm)),
            Doing::Over => Some((room.game_over(), Ink::Plain)),
        };
        let narrow = layout.strip == 0 && banner.is_some();
        for (side, place) in self.sides().into_iter().zip(halves) {
            let half = self.half(side, &standing, doing);
            let look = Look::of(doing, side, standing.turn == Some(side), half.is_last());
            let (head, figures, foot) = self.cut(place);
            let name = if doing == Doing::Flagged(side) { PhaseName::TimeOver } else { half.phase_name() };
            let periods = half.periods().filter(|_| narrow && name == PhaseName::Byoyomi);
            self.head(head, side, look, |room| match periods {
                Some(periods) => room.phase_of_periods(periods),
                None => room.phase(name),
            });
            self.figures(figures, half.format(), look.figures);
            if !narrow {
                self.foot(foot, &half, doing, look);
            }
        }
        match (layout.strip, banner) {
            (0, None) => self.signs(&standing, doing, 0),
            (0, Some((line, ground))) => {
                let place = cut_bottom(&mut layout.whole(), layout.foot);
                self.text(place, line, layout.font, (Ink::Ground, ground));
                self.signs(&standing, doing, layout.foot);
            }
            (_, banner) => {
                self.divider();
                self.strip(banner);
            }
        }
    }

    /// A half's head, figures and foot.
    fn cut(&self, mut half: Rectangle) -> (Rectangle, Rectangle, Rectangle) {
        let head = cut_top(&mut half, self.layout.head);
        let foot = cut_bottom(&mut half, self.layout.foot);
        (head, half, foot)
    }

    fn head(&mut self, mut head: Rectangle, side: Side, look: Look, words: impl Fn(Room) -> Line) {
        let font = self.layout.font;
        let stone = cut_left(&mut head, self.layout.stone);
        self.stone(stone, side, look.stone_ground);
        let line = words(self.room(font, head));
        self.text(head, line, font, (ink_on(look.head_ground, Ink::Plain), look.head_ground));
    }

    /// A stone. In two colours it lies on the dark ground always: on a lit one a black stone would look as a white
    /// one does on the dark.
    fn stone(&mut self, place: Rectangle, side: Side, ground: Ink) {
        let ground = if self.layout.strip == 0 { Ink::Ground } else { ground };
        self.push(place, Content::Stone(side), ink_on(ground, Ink::Plain), ground);
    }

    fn foot(&mut self, place: Rectangle, half: &Half<'_>, doing: Doing, look: Look) {
        let font = self.layout.font;
        let room = self.room(font, place);
        if doing == Doing::Flagged(half.side) {
            return self.text(place, room.fell_first(), font, (Ink::Ground, Ink::Alarm));
        }
        let (line, weight) = half.foot(room);
        let colours = match weight {
            Weight::Remark => (Ink::Dim, Ink::Ground),
            Weight::Count if look.figures == Ink::Dim => (Ink::Dim, Ink::Ground),
            Weight::Count => (Ink::Notice, Ink::Ground),
            Weight::Last if look.figures == Ink::Dim => (Ink::Ground, Ink::Dim),
            Weight::Last => (Ink::Ground, Ink::Alarm),
        };
        self.text(place, line, font, colours);
    }

    /// A line between the halves, so that nobody reads from one into the other.
    fn divider(&mut self) {
        let layout = self.layout;
        let left = (layout.width - layout.gap) / 2;
        let mut place = area(left, 0, layout.gap, layout.height - layout.strip);
        place = middle(place, 2, layout.height - layout.strip);
        self.text(place, Line::new(), layout.font, (Ink::Ground, Ink::Dim));
    }

    /// What happened, and the signs with their words, in the two rows at the bottom.
    fn strip(&mut self, banner: Option<(Line, Ink)>) {
        let layout = self.layout;
        let mut strip = cut_bottom(&mut layout.whole(), layout.strip);
        let row = cut_top(&mut strip, layout.strip / 2);
        match banner {
            Some((line, ground)) => self.text(row, line, layout.strip_font, (Ink::Ground, ground)),
            None => {
                let room = self.room(layout.strip_font, row);
                let line = self.view.table.map(|table| room.table(table)).unwrap_or_default();
                self.text(row, line, layout.strip_font, (Ink::Dim, Ink::Ground));
            }
        }
        for notice in Notice::ALL {
            let mut cell = cut_left(&mut strip, layout.width / 4);
            if self.view.notices.has(notice) {
                let sign = cut_left(&mut cell, (SYMBOL + 1) * layout.sign + 1);
                let content = Content::Symbol { symbol: sign_of(notice), scale: layout.sign };
                self.push(sign, content, Ink::Notice, Ink::Ground);
                let line = self.room(layout.strip_font, cell).notice(notice);
                let content = Content::Text { line, font: layout.strip_font, centred: false };
                self.push(cell, content, Ink::Notice, Ink::Ground);
            }
        }
    }

    /// Signs between the halves, where there is no strip: who is on move, and what is to be known.
    fn signs(&mut self, standing: &Standing, doing: Doing, covered: u16) {
        let layout = self.layout;
        let left = (layout.width - layout.gap) / 2;
        let mut column = area(left, 0, layout.gap, layout.height - covered);
        let whole = Notice::ALL.map(|notice| self.view.notices.has(notice).then(|| sign_of(notice)));
        let [at_left, _] = self.sides();
        let to_move =
            standing.turn.map(|side| if side == at_left { Symbol::ToLeft } else { Symbol::ToRight });
        let runs = match doing {
            Doing::Running | Doing::Paused(_) | Doing::Adjourned => to_move,
            Doing::Flagged(_) | Doing::Over => None,
        };
        // Each sign has its own place; where a banner leaves less room, those that stand move up.
        let height = if covered == 0 { layout.height / 5 } else { SYMBOL };
        let signs = [runs].into_iter().chain(whole);
        let places = signs.filter(|sign| covered == 0 || sign.is_some());
        for sign in places {
            let place = cut_top(&mut column, height);
            if let Some(symbol) = sign.filter(|_| measures(place)[3] >= SYMBOL) {
                self.push(place, Content::Symbol { symbol, scale: 1 }, Ink::Plain, Ink::Ground);
            }
        }
    }

    fn corrected(&mut self, before: Standing, after: Standing) {
        let layout = self.layout;
        let doing = Doing::Over;
        for (side, place) in self.sides().into_iter().zip(layout.halves()) {
            let (half, earlier) = (self.half(side, &after, doing), self.half(side, &before, doing));
            let changed = before.readings.of(side) != after.readings.of(side);
            let (head, figures, foot) = self.cut(place);
            let ground = if changed { Ink::Notice } else { Ink::Ground };
            let ink = if changed { Ink::Plain } else { Ink::Dim };
            let look = Look { stone_ground: ground, head_ground: ground, figures: ink };
            let name = half.phase_name();
            let periods = half.periods().filter(|_| name == PhaseName::Byoyomi);
            self.head(head, side, look, |room| match (periods, layout.strip) {
                _ if layout.strip == 0 && changed && periods.is_none() => room.phase(PhaseName::Changed),
                (Some(periods), _) => room.phase_of_periods(periods),
                (None, _) => room.phase(name),
            });
            self.figures(figures, half.format(), ink);
            if changed {
                let line = self.room(layout.font, foot).before(earlier.earlier());
                self.text(foot, line, layout.font, (Ink::Notice, Ink::Ground));
            }
        }
        if layout.strip > 0 {
            self.divider();
            let room = Room { language: self.language(), font: layout.strip_font, width: layout.width };
            self.strip(Some((room.corrected(), Ink::Notice)));
        } else {
            self.signs(&after, doing, 0);
        }
    }

    fn waiting(&mut self, page: u8, agreed: Option<BySide<bool>>) {
        let layout = self.layout;
        let [mut title, mut text, mut bottom] = waiting::areas(self.face.screen);
        let waiting::Page { lines, font: text_font, page, pages } =
            waiting::page(self.view, self.face.screen, page);
        let font = layout.strip_font;
        let number = self.room(font, bottom).page(page + 1, pages);
        let number_width = if pages > 1 { font.width(&number) + 6 } else { 0 };
        // The number of the page stands beside the title, or where there is none between the sides.
        let place = if layout.strip > 0 {
            cut_right(&mut title, number_width)
        } else {
            middle(bottom, number_width, layout.foot)
        };
        if pages > 1 {
            self.text(place, number, font, (Ink::Notice, Ink::Ground));
        }
        if layout.strip > 0 {
            let line = self.room(font, title).before_the_start(self.view.table);
            self.text(title, line, font, (Ink::Ground, Ink::Plain));
        }
        let between = if layout.strip > 0 { 0 } else { number_width };
        self.players(&mut bottom, (layout.width - between) / 2, agreed);
        for line in lines {
            let place = cut_top(&mut text, text_font.height());
            let content = Content::Text { line, font: text_font, centred: false };
            self.push(place, content, Ink::Plain, Ink::Ground);
        }
    }

    /// Each side at the place where it sits, and what it says to the control where it is asked.
    fn players(&mut self, bottom: &mut Rectangle, width: u16, agreed: Option<BySide<bool>>) {
        let font = self.layout.strip_font;
        let [left, right] = self.sides();
        let places = [(left, cut_left(bottom, width)), (right, cut_right(bottom, width))];
        for (side, mut place) in places {
            let said = agreed.map(|agreed| *agreed.of(side));
            let ground = if said == Some(true) { Ink::Turn } else { Ink::Ground };
            let stone = cut_left(&mut place, self.layout.stone);
            self.stone(stone, side, ground);
            let line = self.room(font, place).player(side, said);
            self.text(place, line, font, (ink_on(ground, Ink::Plain), ground));
        }
    }
}

const fn sign_of(notice: Notice) -> Symbol {
    match notice {
        Notice::Summoned => Symbol::Bell,
        Notice::LinkLost => Symbol::LinkLost,
        Notice::Muted => Symbol::Muted,
        Notice::BatteryLow => Symbol::Battery,
    }
}
