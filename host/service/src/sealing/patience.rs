//! How long a table waits after wrong passphrases: the wait doubles, up to a bound. Never is it for ever.

use std::collections::BTreeMap;

use tokio::time::{Duration, Instant};

/// The wait after the first wrong passphrase.
const FIRST: Duration = Duration::from_secs(1);

/// The longest wait: a slip can be found again, and the arbiter is not kept for longer.
const LONGEST: Duration = Duration::from_secs(60);

/// When each table may try again.
#[derive(Debug, Default)]
pub(crate) struct Patience(BTreeMap<u32, Tried>);

#[derive(Clone, Copy, Debug)]
struct Tried {
    wrong: u32,
    until: Instant,
    /// Whether one is being tried, up to `until` at the latest.
    trying: bool,
}

/// Why a passphrase is not tried yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotYet {
    /// It is not known yet whether another one opens.
    Trying,
    /// The last one was wrong: how long it has to wait still.
    Wait(Duration),
}

impl Patience {
    /// A table wants to try a passphrase. Until it is known what became of it, no other is tried there.
    ///
    /// # Errors
    /// Why it is not tried yet.
    pub(crate) fn begin(&mut self, table: u32, now: Instant) -> Result<(), NotYet> {
        let tried = self.0.entry(table).or_insert(Tried { wrong: 0, until: now, trying: false });
        let left = tried.until.saturating_duration_since(now);
        if !left.is_zero() {
            return Err(if tried.trying { NotYet::Trying } else { NotYet::Wait(left) });
        }
        (tried.until, tried.trying) = (now + LONGEST, true);
        Ok(())
    }

    /// It did not open the envelope, as so many before it, in this run or an earlier one.
    pub(crate) fn wrong(&mut self, table: u32, before: u32, now: Instant) {
        let known = self.0.get(&table).map_or(0, |tried| tried.wrong).max(before);
        let wait = FIRST.saturating_mul(1_u32.checked_shl(known).unwrap_or(u32::MAX)).min(LONGEST);
        let wrong = known.saturating_add(1);
        self.0.insert(table, Tried { wrong, until: now + wait, trying: false });
    }

    /// It was not tried after all.
    pub(crate) fn untried(&mut self, table: u32, now: Instant) {
        if let Some(tried) = self.0.get_mut(&table) {
            (tried.until, tried.trying) = (now, false);
        }
    }

    /// The envelope is open.
    pub(crate) fn right(&mut self, table: u32) {
        self.0.remove(&table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_up_to_a_minute_for_each_table_by_itself() {
        let mut patience = Patience::default();
        let mut now = Instant::now();
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            assert_eq!(patience.begin(1, now), Ok(()));
            assert_eq!(patience.begin(1, now), Err(NotYet::Trying), "one at a time");
            patience.wrong(1, 0, now);
            assert_eq!(patience.begin(1, now), Err(NotYet::Wait(Duration::from_secs(seconds))));
            assert_eq!(patience.begin(2, now), Ok(()));
            patience.right(2);
            now += Duration::from_secs(seconds);
        }
        assert_eq!(patience.begin(1, now), Ok(()));
        patience.untried(1, now);
        assert_eq!(patience.begin(1, now), Ok(()));
        patience.right(1);
        patience.wrong(1, 0, now);
        assert_eq!(patience.begin(1, now), Err(NotYet::Wait(FIRST)));
    }

    #[test]
    fn what_was_wrong_before_a_restart_counts() {
        let mut patience = Patience::default();
        let now = Instant::now();
        for (before, seconds) in [(3, 8), (4, 16), (0, 32), (u32::MAX, 60)] {
            patience.wrong(1, before, now);
            assert_eq!(patience.begin(1, now), Err(NotYet::Wait(Duration::from_secs(seconds))), "{before}");
        }
    }
}
