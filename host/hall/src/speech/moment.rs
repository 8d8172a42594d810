//! What the events of one instant bring to be said, and whether they silence what was said before.

use clock::{Call, Clock, Event as ClockEvent, EventKind as ClockEventKind, Instant};
use referee::{EventKind, Step};

use super::announcement::{Announcement, Spoken};

/// One instant at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// By the table's time.
    pub at: Instant,
    /// Whether what was said before no longer holds.
    pub hushes: bool,
    /// What is to be said.
    pub said: Vec<Announcement>,
}

impl Moment {
    /// The parts of one instant, in their order: whether each silences, and what it brings.
    fn of(at: Instant, parts: impl Iterator<Item = (bool, Option<Announcement>)>) -> Self {
        let mut moment = Self { at, hushes: false, said: Vec::new() };
        for (hushes, said) in parts {
            moment.hushes |= hushes;
            // What a press brings stands before it: the moves to play. The call of that very instant is void.
            moment.said.retain(|said| !hushes || is_brought(said.what));
            moment.said.extend(said);
        }
        moment
    }
}

/// The instants of a step of a table with that clock.
pub fn moments(step: &Step, clock: &Clock) -> impl Iterator<Item = Moment> {
    step.events.chunk_by(|one, other| one.at == other.at).filter_map(|events| {
        let parts = events.iter().map(|event| (hushes(&event.kind), Announcement::of_event(event, clock)));
        Some(Moment::of(events.first()?.at, parts))
    })
}

/// The instants of a clock's events. Calls with which the game ends are not said: they wait until that is decided.
pub(crate) fn clock_moments(events: &[ClockEvent], clock: &Clock) -> impl Iterator<Item = Moment> {
    events.chunk_by(|one, other| one.at == other.at).filter_map(|events| {
        let is_over = events.iter().any(|event| matches!(event.kind, ClockEventKind::Flag { .. }));
        let said = |event: &ClockEvent| {
            let ClockEventKind::Call { side, call } = event.kind else { return None };
            (!is_over).then(|| Announcement::call(clock.control(), side, call, event.at))
        };
        let parts = events.iter().map(|event| (hush_of(&event.kind), said(event)));
        Some(Moment::of(events.first()?.at, parts))
    })
}

/// Whether a press itself brings it.
const fn is_brought(what: Spoken) -> bool {
    matches!(what, Spoken::Call { call: Call::Moves(_), .. })
}

const fn hushes(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Clock(kind) if hush_of(kind))
}

const fn hush_of(kind: &ClockEventKind) -> bool {
    match kind {
        ClockEventKind::Started { .. }
        | ClockEventKind::Pressed { .. }
        | ClockEventKind::Paused
        | ClockEventKind::Resumed
        | ClockEventKind::FlagVoid { .. }
        | ClockEventKind::Corrected(_) => true,
        ClockEventKind::Ignored { .. }
        | ClockEventKind::Overtime { .. }
        | ClockEventKind::Stage { .. }
        | ClockEventKind::Period { .. }
        | ClockEventKind::Section { .. }
        | ClockEventKind::Call { .. }
        | ClockEventKind::Flag { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Command, Side};

    /// What a clock's commands bring, each instant as `second=what was said`, with `!` where it silences.
    fn brought(control: &str, commands: &[(u64, Command)]) -> String {
        let (mut clock, mut events) = (Clock::new(control.parse().unwrap()), Vec::new());
        for (second, command) in commands {
            clock
                .handle(*command, Instant::from_millis(second * 1_000), &mut |event| events.push(event))
                .unwrap();
        }
        let word = |said: &Announcement| {
            let Spoken::Call { call, .. } = said.what else { panic!("{said:?}") };
            call.to_string()
        };
        let words = clock_moments(&events, &clock).map(|Moment { at, hushes, said }| {
            let said = said.iter().map(word).collect::<Vec<_>>().join("+");
            format!("{}{}{said}", at.as_micros() / 1_000_000, if hushes { "!" } else { "=" })
        });
        words.collect::<Vec<_>>().join(" ")
    }

    const START: (u64, Command) = (0, Command::Start { side: Side::Black });

    fn press(second: u64, side: Side) -> (u64, Command) {
        (second, Command::Press { side })
    }

    #[test]
    fn what_a_press_brings_is_said_and_the_call_of_its_instant_is_not() {
        let presses = [START, press(3, Side::Black), press(4, Side::White)];
        assert_eq!(brought("0s+2/5m", &presses), "0!moves:2 3!moves:1+moves:2 4!moves:1");
        assert_eq!(brought("0s+2x30s", &[START, press(10, Side::Black)]), "0! 10!", "reaching is a call");
        assert_eq!(brought("0s+2x30s", &[START, (11, Command::Pause)]), "0! 10=elapsed:10 11!");
    }

    #[test]
    fn what_ends_the_game_is_not_said_before_that_is_decided() {
        let presses = [START, press(11, Side::Black)];
        assert!(
            brought("0s+1x10s", &presses).ends_with("9=count:9 10= 11="),
            "{}",
            brought("0s+1x10s", &presses)
        );
    }
}
