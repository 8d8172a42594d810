//! What was wrong with a file.

use thiserror::Error;

/// The most warnings kept of one file; the last of them then is [`What::More`].
pub const MOST_WARNINGS: usize = 1000;

/// Something wrong with a file, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The byte, from 0, at which it stands.
    pub byte: usize,
    /// What is wrong.
    pub what: What,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum What {
    /// Bytes that are not UTF-8 were taken as Windows-1252.
    #[error("not UTF-8, read as Windows-1252")]
    NotUtf8,
    /// Bytes that are not UTF-8 were taken as the encoding that is most plausible for the file.
    #[error("not UTF-8, read as {0} by what it looks like")]
    Guessed(&'static str),
    /// Lines that cannot be read whole in the file's encoding: U+FFFD stands in them.
    #[error("broken characters")]
    Broken,
    /// A UTF-16 file: bytes are counted in its UTF-8 form.
    #[error("UTF-16, places are counted in its UTF-8 form")]
    Utf16,
    /// A line in brackets that is no tag.
    #[error("not a tag")]
    TagUnreadable,
    /// A tag without its closing quote or bracket: it ends with its line.
    #[error("a tag without its end")]
    TagUnclosed,
    /// A tag for the second time: the first counts.
    #[error("a tag for the second time")]
    TagRepeated,
    /// `TimeControl` is not as the standard writes it.
    #[error("an unreadable time control")]
    TimeControlUnreadable,
    /// `TimeControl` has numbers that look like milliseconds; they are kept as they are.
    #[error("a time control that may be in milliseconds")]
    TimeControlInMilliseconds,
    /// A clock reading that is not h:mm:ss; it stays in the comment or the tag.
    #[error("an unreadable clock reading")]
    ClockUnreadable,
    /// A comment without its closing brace.
    #[error("a comment without its end")]
    CommentUnclosed,
    /// A closing brace without a comment.
    #[error("a closing brace without a comment")]
    CommentUnopened,
    /// A variation without its closing parenthesis.
    #[error("a variation without its end")]
    VariationUnclosed,
    /// A closing parenthesis without a variation.
    #[error("a closing parenthesis without a variation")]
    VariationUnopened,
    /// A `$` without a number to 255, or a sign before the first move; left out.
    #[error("an annotation sign without number or move")]
    SignLost,
    /// Text that is no move, left out; once for each run of it.
    #[error("text that is no move")]
    NotAMove,
    /// No result at the end of the moves.
    #[error("no result")]
    ResultMissing,
    /// The result after the moves is not the one of the tag.
    #[error("two results that disagree")]
    ResultDisagrees,
    /// A result after the result, left out.
    #[error("a second result")]
    ResultRepeated,
    /// There is no game in the file.
    #[error("no game")]
    NoGame,
    /// There is more amiss than is listed.
    #[error("and more")]
    More,
}

/// The warnings of a file, bounded.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    list: Vec<Warning>,
}

impl Warnings {
    pub(super) fn add(&mut self, byte: usize, what: What) {
        match MOST_WARNINGS.saturating_sub(self.list.len()) {
            0 => {}
            1 => self.list.push(Warning { byte, what: What::More }),
            _ => self.list.push(Warning { byte, what }),
        }
    }

    /// The list in the order of the file.
    pub(super) fn finish(mut self) -> Vec<Warning> {
        self.list.sort_by_key(|warning| warning.byte);
        self.list
    }
}
