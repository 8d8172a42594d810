//! The words of a control, broken into lines and pages.

use core::fmt::{self, Write};
use core::num::NonZero;

use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

use super::View;
use super::font::Font;
use super::layout::{Screen, cut_bottom, cut_left, cut_right, cut_top, measures};
use super::words::Line;

/// The most lines on a page.
pub(super) const LINES_MAX: usize = 12;

/// What stays free around the words.
const MARGIN: u16 = 4;

/// Where the words before the start stand: title (empty where there is no room), lines, and what each side says.
pub(super) fn areas(screen: Screen) -> [Rectangle; 3] {
    let layout = screen.layout();
    let mut rest = layout.whole();
    let bottom = cut_bottom(&mut rest, layout.foot);
    let title = cut_top(&mut rest, if layout.strip > 0 { layout.head } else { 0 });
    // Where there is room letters do not stand at the very edge.
    let margin = if layout.strip > 0 { MARGIN } else { 0 };
    cut_left(&mut rest, margin);
    cut_right(&mut rest, margin);
    cut_top(&mut rest, margin);
    [title, rest, bottom]
}

/// A page of the words.
pub(super) struct Page {
    pub(super) lines: Vec<Line, LINES_MAX>,
    pub(super) font: Font,
    /// Which it is, from 0.
    pub(super) page: u8,
    /// How many there are.
    pub(super) pages: u8,
}

/// The page of the words that is asked for; behind the last the first follows.
pub(super) fn page(view: &View<'_>, screen: Screen, page: u8) -> Page {
    let (font, pages) = measure(view, screen);
    let page = page % pages;
    let lines = flow(view, screen, font, page.into()).lines;
    Page { lines, font, page, pages }
}

pub(super) fn pages(view: &View<'_>, screen: Screen) -> u8 {
    measure(view, screen).1
}

/// The font of the words, and how many pages they take: the large one if one page holds all.
fn measure(view: &View<'_>, screen: Screen) -> (Font, u8) {
    let layout = screen.layout();
    let pages = |font| {
        let flow = flow(view, screen, font, usize::MAX);
        u8::try_from(flow.row.saturating_sub(1) / flow.rows + 1).unwrap_or(u8::MAX)
    };
    match pages(layout.font) {
        1 => (layout.font, 1),
        _ => (layout.strip_font, pages(layout.strip_font)),
    }
}

fn flow(view: &View<'_>, screen: Screen, font: Font, page: usize) -> Flow {
    let [_, text, _] = areas(screen);
    let [_, _, width, height] = measures(text);
    let rows = usize::from(height / font.height().max(1)).min(LINES_MAX);
    let rows = NonZero::new(rows).unwrap_or(NonZero::<usize>::MIN);
    let mut flow = Flow { font, width, rows, page, ..Flow::default() };
    // Nothing that is written here can fail.
    write!(flow, "{}", view.control.words(view.language)).unwrap_or_default();
    flow.end();
    flow
}

/// Takes text and breaks it into lines of which it keeps one page.
#[derive(Debug)]
struct Flow {
    font: Font,
    width: u16,
    /// Lines on a page.
    rows: NonZero<usize>,
    /// The page that is kept.
    page: usize,
    /// The line that is being filled, counted from the first page on.
    row: usize,
    line: Line,
    /// What must not be broken.
    word: Line,
    lines: Vec<Line, LINES_MAX>,
}

impl Default for Flow {
    fn default() -> Self {
        Self {
            font: Font::Small,
            width: 0,
            rows: NonZero::<usize>::MIN,
            page: 0,
            row: 0,
            line: Line::new(),
            word: Line::new(),
            lines: Vec::new(),
        }
    }
}

/// Whether a character may begin a line wherever it stands.
fn is_wide(character: char) -> bool {
    character >= '\u{2e80}' && !is_closing(character)
}

/// Punctuation, and the second half of 小时 and 黑方: what stays with what it follows.
const fn is_closing(character: char) -> bool {
    matches!(character, '，' | '；' | '：' | '。' | '、' | '时' | '方')
}

impl Flow {
    fn take(&mut self, character: char) {
        let last = self.word.chars().next_back();
        // A number stays with its noun.
        let holds = character == ' ' && last.is_some_and(|last| last.is_ascii_digit());
        let after_wide = last.is_some_and(|last| is_wide(last) || is_closing(last)) && !is_closing(character);
        let breaks =
            if character == ' ' { !holds } else { is_wide(character) && !self.is_number() || after_wide };
        if breaks {
            self.set_word();
        }
        if self.word.push(character).is_err() {
            self.set_word();
            self.word.push(character).unwrap_or_default();
        }
    }

    /// Whether the word is a number that waits for its noun.
    fn is_number(&self) -> bool {
        self.word.ends_with(' ')
            && self.word.trim().chars().all(|c| c.is_ascii_digit())
            && self.word.len() > 1
    }

    /// Sets the word on this line if it fits, else on the next.
    fn set_word(&mut self) {
        let word = core::mem::take(&mut self.word);
        let width = self.font.width(&self.line).saturating_add(self.font.width(word.trim_end()));
        if width > self.width || self.line.len() + word.len() > self.line.capacity() {
            self.end_line();
        }
        let text = if self.line.is_empty() { word.trim_start() } else { word.as_str() };
        for character in text.chars() {
            let width = self
                .font
                .width(&self.line)
                .saturating_add(self.font.width(character.encode_utf8(&mut [0; 4])));
            if width > self.width && character != ' ' {
                self.end_line();
            }
            self.line.push(character).unwrap_or_default();
        }
    }

    fn end_line(&mut self) {
        let line = core::mem::take(&mut self.line);
        if line.trim().is_empty() {
            return;
        }
        if self.row / self.rows == self.page {
            self.lines.push(line).unwrap_or_default();
        }
        self.row += 1;
    }

    fn end(&mut self) {
        self.set_word();
        self.end_line();
    }
}

impl Write for Flow {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().for_each(|character| self.take(character));
        Ok(())
    }
}
