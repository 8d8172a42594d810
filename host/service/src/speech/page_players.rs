//! The pages that play what is said aloud, each by a name of its own on record, however often its line is opened anew.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Pages that are known again.
const KNOWN_MAX: usize = 256;

/// Characters in a page's own sign.
const SIGN_MAX: usize = 64;

/// So many characters of the name of the service's run tell its pages from those of another.
const RUN_LEN: usize = 6;

/// A page at the end of one of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PagePlayer {
    /// As it is called on record.
    pub(crate) name: Arc<str>,
    number: u32,
    /// The how-many-eth of its lines this is.
    line: u32,
}

#[derive(Debug)]
struct Known {
    sign: String,
    number: u32,
    lines: u32,
}

#[derive(Debug, Default)]
struct Pages {
    last: u32,
    known: VecDeque<Known>,
}

/// All of them in one run of the service.
#[derive(Debug, Default)]
pub(crate) struct PagePlayers {
    run: String,
    pages: Mutex<Pages>,
}

impl PagePlayers {
    /// Nobody yet in that run of the service.
    pub(crate) fn new(boot: &str) -> Self {
        Self { run: boot.chars().take(RUN_LEN).collect(), pages: Mutex::default() }
    }

    /// A page joins on a new line; it is known by the sign that it has given itself and tells nobody else.
    pub(crate) fn join(&self, sign: &str) -> PagePlayer {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let is_sign = !sign.is_empty() && sign.len() <= SIGN_MAX;
        if let Some(known) = pages.known.iter_mut().find(|known| is_sign && known.sign == sign) {
            known.lines = known.lines.saturating_add(1);
            return self.player(known.number, known.lines);
        }
        pages.last = pages.last.saturating_add(1);
        let number = pages.last;
        if is_sign {
            pages.known.push_back(Known { sign: sign.to_owned(), number, lines: 0 });
            let surplus = pages.known.len().saturating_sub(KNOWN_MAX);
            pages.known.drain(..surplus);
        }
        self.player(number, 0)
    }

    fn player(&self, number: u32, line: u32) -> PagePlayer {
        PagePlayer { name: format!("page {}-{number}", self.run).into(), number, line }
    }

    /// Whether the page has no newer line: else it goes on speaking there.
    pub(crate) fn is_latest(&self, player: &PagePlayer) -> bool {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let known = pages.known.iter().find(|known| known.number == player.number);
        known.is_none_or(|known| known.lines == player.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_keeps_its_name_over_its_lines_and_no_other_run_has_it() {
        let players = PagePlayers::new("3f2a9c0123");
        let first = players.join("secret");
        assert_eq!(&*first.name, "page 3f2a9c-1");
        assert_eq!(&*players.join("").name, "page 3f2a9c-2");
        let again = players.join("secret");
        assert_eq!(again.name, first.name);
        assert_eq!([&first, &again].map(|player| players.is_latest(player)), [false, true]);
        assert_ne!(PagePlayers::new("77aa01bc").join("secret").name, first.name);
        let long = "x".repeat(65);
        assert_ne!(players.join(&long).name, players.join(&long).name);
    }

    #[test]
    fn no_more_are_known_again_than_there_is_room_for() {
        let players = PagePlayers::new("run");
        let first = players.join("page 0");
        for number in 1..=KNOWN_MAX {
            players.join(&format!("page {number}"));
        }
        assert_ne!(players.join("page 0").name, first.name);
    }
}
