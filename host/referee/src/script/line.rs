//! A script line's words, taken one after the other.

use std::str::FromStr;

use clock::{Setting, Side};

use crate::command::{Played, Who};
use crate::script::clock_commands::set_part;
use crate::script::fault::{Read, Slip, Wanted};
use crate::script::words::{Word, side};
use crate::setup::GameKind;

/// The words of a line that are not read yet.
pub(crate) struct Words<'a> {
    pub(super) rest: &'a [Word],
    pub(super) end: usize,
}

impl<'a> Words<'a> {
    /// Takes `by WHO` off the end of the line.
    pub(super) fn giver(&mut self) -> Read<Option<Who>> {
        match self.rest {
            [rest @ .., by, who] if by.is("by") => {
                self.rest = rest;
                who.who().map(Some)
            }
            [.., by] if by.is("by") => Err(Slip::missing(self.end, Wanted::Who)),
            _ => Ok(None),
        }
    }

    /// Makes sure that nothing more stands in the line.
    pub(super) fn finish(&self) -> Read<()> {
        self.rest.first().map_or(Ok(()), |word| Err(word.instead(Wanted::End)))
    }

    pub(super) fn next(&mut self, wanted: Wanted) -> Read<&'a Word> {
        let (word, rest) = self.rest.split_first().ok_or(Slip::missing(self.end, wanted))?;
        self.rest = rest;
        Ok(word)
    }

    pub(super) fn side(&mut self) -> Read<Side> {
        side(self.next(Wanted::Side)?)
    }

    pub(super) fn optional_side(&mut self) -> Read<Option<Side>> {
        if self.rest.is_empty() { Ok(None) } else { self.side().map(Some) }
    }

    pub(super) fn played(&mut self, kind: GameKind) -> Read<Played> {
        self.next(if kind == GameKind::Chess { Wanted::ChessMove } else { Wanted::Point })?.played(kind)
    }

    /// A reason in quotes at the end of the line.
    pub(super) fn why(&mut self) -> Read<Option<String>> {
        match self.rest {
            [] => Ok(None),
            [word, rest @ ..] if word.quoted => {
                self.rest = rest;
                Ok(Some(word.text.clone()))
            }
            [word, ..] => Err(word.instead(Wanted::Reason)),
        }
    }

    /// `key=value` as often as it comes, at least once.
    pub(super) fn setting(&mut self) -> Read<Setting> {
        let mut setting = Setting::default();
        set_part(&mut setting, self.next(Wanted::Setting)?)?;
        while let [word, rest @ ..] = self.rest
            && !word.quoted
        {
            set_part(&mut setting, word)?;
            self.rest = rest;
        }
        Ok(setting)
    }

    /// A move at the end of the line, if one stands there.
    pub(super) fn optional_played(&mut self, kind: GameKind) -> Read<Option<Played>> {
        match self.rest {
            [] => Ok(None),
            [word, ..] if word.quoted => Ok(None),
            [..] => self.played(kind).map(Some),
        }
    }

    /// `key=value`, whose value is of its own type.
    pub(super) fn value<T: FromStr>(&mut self, key: &str, wanted: Wanted) -> Read<T> {
        let word = self.next(wanted)?;
        let value = word.text.split_once('=').filter(|(found, _)| *found == key && !word.quoted);
        value.and_then(|(_, value)| value.parse().ok()).ok_or_else(|| word.instead(wanted))
    }

    /// Takes all words that are left and not in quotes.
    pub(super) fn bare(&mut self) -> &'a [Word] {
        let count = self.rest.iter().take_while(|word| !word.quoted).count();
        let (bare, rest) = self.rest.split_at(count);
        self.rest = rest;
        bare
    }
}
