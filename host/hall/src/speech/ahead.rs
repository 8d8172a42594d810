//! What will be called if nobody presses.

use clock::{Clock, Instant};

use super::announcement::Announcement;
use super::moment::clock_moments;

/// The most calls that are told ahead.
const AHEAD_MAX: usize = 64;

/// The calls that time alone brings up to that time of the table's. What ends the game is not among them.
#[must_use]
pub fn calls_ahead(mut clock: Clock, until: Instant) -> Vec<Announcement> {
    let mut calls = Vec::new();
    while let Some(due) = clock.poll_at().filter(|due| *due <= until)
        && calls.len() < AHEAD_MAX
    {
        let mut events = Vec::new();
        if clock.poll(due, &mut |event| events.push(event)).is_err() {
            break;
        }
        calls.extend(clock_moments(&events, &clock).flat_map(|moment| moment.said));
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speech::Spoken;
    use clock::{Command, Side};

    fn started(control: &str) -> Clock {
        let mut clock = Clock::new(control.parse().unwrap());
        clock.handle(Command::Start { side: Side::Black }, Instant::ZERO, &mut |_| ()).unwrap();
        clock
    }

    /// The calls up to that second, as `second=call`.
    fn ahead(clock: Clock, until: u64) -> String {
        let calls = calls_ahead(clock, Instant::from_millis(until * 1_000));
        let words = calls.iter().map(|said| {
            let Spoken::Call { call, .. } = said.what else { panic!("{said:?}") };
            format!("{}={call}", said.due.as_micros() / 1_000_000)
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// The table of the seeds (12.3): one minute before the last, then the last, whose end is not foretold.
    #[test]
    fn the_seeds_count_is_foretold_but_for_what_ends_the_game() {
        let expected = "10=byoyomi 40=elapsed:30 50=elapsed:40 60=elapsed:50 65=elapsed:55 68=elapsed:58 70=left:1 \
                        100=elapsed:30 110=elapsed:40 120=elapsed:50 121=count:1 122=count:2 123=count:3 \
                        124=count:4 125=count:5 126=count:6 127=count:7 128=count:8 129=count:9";
        assert_eq!(ahead(started("10s+2x60s"), 500), expected);
    }

    #[test]
    fn no_more_is_foretold_than_was_asked_for() {
        assert_eq!(ahead(started("10s+2x60s"), 50), "10=byoyomi 40=elapsed:30 50=elapsed:40");
        assert_eq!(ahead(started("10s+2x60s"), 9), "");
        assert_eq!(
            ahead(Clock::new("10s+2x60s".parse().unwrap()), 500),
            "",
            "a clock that stands calls nothing"
        );
    }

    #[test]
    fn time_with_nothing_behind_it_is_called_and_its_end_is_not_foretold() {
        assert_eq!(
            ahead(started("12s"), 100),
            "2=remaining:10 3=remaining:9 4=remaining:8 5=remaining:7 \
                                               6=remaining:6 7=remaining:5 8=remaining:4 9=remaining:3 10=remaining:2 \
                                               11=remaining:1"
        );
    }
}
