//! How often somebody may try to enter: each failure from an address makes it wait longer.
//!
//! An address from which somebody has entered before is not held up by what others do. So a spectator who guesses
//! shuts out nobody but those at the same address.

use std::collections::HashMap;
use std::net::IpAddr;

use tokio::time::{Duration, Instant};

/// Failures that cost nothing: fingers slip.
const FREE: u32 = 3;

/// The longest wait.
const WAIT_MAX: Duration = Duration::from_secs(60);

/// After so long without a failure an address begins anew.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(15 * 60);

/// Failures of all addresses in a minute, beyond which strangers wait.
const MINUTE_MAX: u32 = 60;

/// Addresses that are remembered.
const ADDRESSES_MAX: usize = 10_000;

/// By whose tries one is held up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// By those of its own address: a code is too long to be guessed from many.
    Own,
    /// By those of all strangers: a PIN is short.
    Shared,
}

/// What was tried.
#[derive(Debug, Default)]
pub(crate) struct Tries {
    failures: HashMap<IpAddr, Failures>,
    /// The minute that is counted, and its failures.
    minute: Option<(Instant, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    last: Instant,
    /// Whether somebody has entered from there.
    is_known: bool,
}

impl Tries {
    /// A try from an address. Until it turns out well it counts as a failure: a hundred at once are no way round.
    ///
    /// # Errors
    /// How long it has to wait.
    pub(crate) fn admit(&mut self, from: IpAddr, pace: Pace, now: Instant) -> Result<(), Duration> {
        let found = self.failures.get(&place(from)).copied();
        let own =
            found.and_then(|failures| failures.until()).map(|until| until.saturating_duration_since(now));
        if let Some(wait) = own.filter(|wait| !wait.is_zero()) {
            return Err(wait);
        }
        let busy = self.minute.filter(|(since, count)| {
            now.saturating_duration_since(*since) < Duration::from_secs(60) && *count >= MINUTE_MAX
        });
        match busy {
            Some((since, _)) if pace == Pace::Shared && !found.is_some_and(|failures| failures.is_known) => {
                Err(Duration::from_secs(60).saturating_sub(now.saturating_duration_since(since)))
            }
            _ => {
                self.count(from, now);
                Ok(())
            }
        }
    }

    fn count(&mut self, from: IpAddr, now: Instant) {
        self.failures.retain(|_, failures| {
            failures.is_known || now.saturating_duration_since(failures.last) < FORGOTTEN_AFTER
        });
        if self.failures.len() >= ADDRESSES_MAX {
            self.failures.retain(|_, failures| failures.is_known);
        }
        let failures =
            self.failures.entry(place(from)).or_insert(Failures { count: 0, last: now, is_known: false });
        if now.saturating_duration_since(failures.last) >= FORGOTTEN_AFTER {
            failures.count = 0;
        }
        failures.count = failures.count.saturating_add(1);
        failures.last = now;
        let (since, count) = self.minute.unwrap_or((now, 0));
        let is_over = now.saturating_duration_since(since) >= Duration::from_secs(60);
        self.minute = Some(if is_over { (now, 1) } else { (since, count.saturating_add(1)) });
    }

    /// A try has turned out well. Failures before it stay: whoever may enter as one thing may not guess for another.
    pub(crate) fn entered(&mut self, from: IpAddr, now: Instant) {
        let failures =
            self.failures.entry(place(from)).or_insert(Failures { count: 1, last: now, is_known: true });
        failures.count = failures.count.saturating_sub(1);
        failures.is_known = true;
        if let Some((_, count)) = &mut self.minute {
            *count = count.saturating_sub(1);
        }
    }
}

impl Failures {
    /// Until when it has to wait: 1 s after the fourth failure, then twice as long each time.
    fn until(&self) -> Option<Instant> {
        let beyond = self.count.checked_sub(FREE.saturating_add(1))?;
        let wait = Duration::from_secs(1_u64.checked_shl(beyond.min(16)).unwrap_or(u64::MAX)).min(WAIT_MAX);
        self.last.checked_add(wait)
    }
}

/// Who may change the last half of an address at will is one place: of IPv6 the network counts.
fn place(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v4(last: u8) -> IpAddr {
        [192, 168, 1, last].into()
    }

    #[tokio::test]
    async fn each_failure_beyond_the_third_doubles_the_wait_up_to_a_minute() {
        let (mut tries, mut now) = (Tries::default(), Instant::now());
        let mut waits = Vec::new();
        for _ in 0..12 {
            let mut wait = Duration::ZERO;
            while let Err(left) = tries.admit(v4(9), Pace::Shared, now) {
                wait += left;
                now += left;
            }
            waits.push(wait.as_secs());
        }
        assert_eq!(waits, [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(tries.admit(v4(10), Pace::Shared, now), Ok(()), "nobody else waits");
        tries.entered(v4(9), now);
        assert_eq!(
            tries.admit(v4(9), Pace::Shared, now).map_err(|wait| wait.as_secs()),
            Err(60),
            "failures stay"
        );
        assert_eq!(tries.admit(v4(9), Pace::Shared, now + FORGOTTEN_AFTER), Ok(()));
    }

    #[tokio::test]
    async fn whoever_enters_as_one_thing_does_not_guess_for_another_the_faster() {
        let (mut tries, mut now) = (Tries::default(), Instant::now());
        let mut guesses = 0;
        let begun = now;
        while now < begun + Duration::from_secs(3_600) {
            // Three guesses, then a PIN that one has.
            for guess in 0..4 {
                while let Err(wait) = tries.admit(v4(9), Pace::Shared, now) {
                    now += wait;
                }
                if guess == 3 { tries.entered(v4(9), now) } else { guesses += 1 }
            }
        }
        assert!(guesses < 70, "{guesses} in an hour");
        for last in 0..200 {
            assert_eq!(
                tries.admit(v4(last), Pace::Shared, now),
                Ok(()),
                "a whole hall comes in within a minute"
            );
            tries.entered(v4(last), now);
            if last == 8 {
                now += FORGOTTEN_AFTER
            }
        }
    }

    #[tokio::test]
    async fn who_guesses_from_everywhere_holds_up_strangers_and_nobody_who_was_in() {
        let (mut tries, now) = (Tries::default(), Instant::now());
        tries.entered(v4(1), now);
        for last in 100..160 {
            assert_eq!(tries.admit(v4(last), Pace::Shared, now), Ok(()));
        }
        assert_eq!(tries.admit(v4(2), Pace::Shared, now), Err(Duration::from_secs(60)));
        assert_eq!(tries.admit(v4(1), Pace::Shared, now), Ok(()));
        assert_eq!(tries.admit(v4(3), Pace::Own, now), Ok(()), "a code is not held up by others");
        assert_eq!(tries.admit(v4(2), Pace::Shared, now + Duration::from_secs(61)), Ok(()));
    }

    #[tokio::test]
    async fn the_addresses_of_one_network_are_one_place() {
        let (mut tries, now) = (Tries::default(), Instant::now());
        for last in 1..=4 {
            assert_eq!(tries.admit(format!("2001:db8::{last}").parse().unwrap(), Pace::Shared, now), Ok(()));
        }
        assert_eq!(
            tries.admit("2001:db8::99".parse().unwrap(), Pace::Shared, now),
            Err(Duration::from_secs(1))
        );
        assert_eq!(tries.admit("::ffff:192.168.1.7".parse().unwrap(), Pace::Shared, now), Ok(()));
        assert_eq!(tries.failures.len(), 2);
        assert_eq!(tries.admit("2001:db8:0:1::1".parse().unwrap(), Pace::Shared, now), Ok(()));
        assert!(tries.failures.contains_key(&v4(7)));
    }
}
