//! What keys together mean: presses, and what is asked beside them.
//!
//! **A gesture never takes or makes a press.** A press of a side's button is passed on as soon as it is known, at
//! its own stamp, whatever else is held; whether it completes a turn is the clock's to say, as always: the press of
//! the side on move counts at once, that of the other changes nothing. A gesture only adds something of its own,
//! later. So a player on move who holds both buttons to call the arbiter completes the turn with it; who does not
//! want that holds the query button instead, which calls the arbiter too.
//!
//! | keys | meaning |
//! |---|---|
//! | a side's button | a press, at its first edge |
//! | both sides' buttons held for [`Gestures::hold`] | the arbiter is called, once until one is let go |
//! | a query button | the side's time is asked for (Chinese rules, 16.2) |
//! | a query button held for [`Gestures::hold`] | the arbiter is called by that side |
//! | the arbiter's button | pause; going on needs the arbiter's word, not a button |

use clock::{BySide, Duration, Instant, Side};

/// A key of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A side's big button.
    Press(Side),
    /// The button by which a side asks for its time.
    Query(Side),
    /// The arbiter's.
    Arbiter,
}

impl Key {
    /// All keys of a table.
    pub const ALL: [Self; 5] = [
        Self::Press(Side::Black),
        Self::Press(Side::White),
        Self::Query(Side::Black),
        Self::Query(Side::White),
        Self::Arbiter,
    ];
}

/// What somebody at the table wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intent {
    /// To complete a turn.
    Press {
        /// Whose button.
        side: Side,
        /// Its first edge.
        at: Instant,
    },
    /// To hear the time left.
    Query {
        /// Whose button.
        side: Side,
        /// Its first edge.
        at: Instant,
    },
    /// To have the arbiter at the table.
    Summon {
        /// Who, if it is known.
        side: Option<Side>,
        /// When the keys had been held for long enough.
        at: Instant,
    },
    /// To stop both clocks.
    Pause {
        /// The first edge of the arbiter's button.
        at: Instant,
    },
}

/// A hold that may become a call.
#[derive(Clone, Copy, Debug, Default)]
struct Hold {
    /// Since when the keys are held together.
    since: Option<Instant>,
    /// Whether it was called already.
    called: bool,
}

impl Hold {
    fn due(self, hold: Duration) -> Option<Instant> {
        self.since.filter(|_| !self.called).map(|since| since.plus(hold))
    }
}

/// The machine that makes meanings of keys.
#[derive(Clone, Debug)]
pub struct Gestures {
    hold: Duration,
    /// Since when each side's button is down.
    down: BySide<Option<Instant>>,
    both: Hold,
    query: BySide<Hold>,
}

impl Gestures {
    /// How long keys are held to call the arbiter, unless told otherwise.
    pub const HOLD: Duration = Duration::from_secs(2);

    /// No key is down; so long must keys be held to call the arbiter.
    #[must_use]
    pub fn new(hold: Duration) -> Self {
        Self { hold, down: BySide::default(), both: Hold::default(), query: BySide::default() }
    }

    /// How long keys are held to call the arbiter.
    #[must_use]
    pub const fn hold(&self) -> Duration {
        self.hold
    }

    /// A key went down, `at` its first edge: what that means by itself.
    pub fn pressed(&mut self, key: Key, at: Instant) -> Intent {
        match key {
            Key::Press(side) => {
                *self.down.of_mut(side) = Some(at);
                let both = self.down.black.zip(self.down.white).map(|(black, white)| black.max(white));
                self.both = Hold { since: both, called: self.both.called && both.is_some() };
                Intent::Press { side, at }
            }
            Key::Query(side) => {
                *self.query.of_mut(side) = Hold { since: Some(at), called: false };
                Intent::Query { side, at }
            }
            Key::Arbiter => Intent::Pause { at },
        }
    }

    /// A key was let go.
    pub fn released(&mut self, key: Key) {
        match key {
            Key::Press(side) => {
                *self.down.of_mut(side) = None;
                self.both = Hold::default();
            }
            Key::Query(side) => *self.query.of_mut(side) = Hold::default(),
            Key::Arbiter => {}
        }
    }

    /// When keys will have been held for long enough.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        let dues = [self.both, self.query.black, self.query.white].map(|hold| hold.due(self.hold));
        dues.into_iter().flatten().min()
    }

    /// The next call that was due up to and including `read_to`.
    pub fn poll(&mut self, read_to: Instant) -> Option<Intent> {
        let at = self.poll_at().filter(|&at| at <= read_to)?;
        let holds = [
            (None, &mut self.both),
            (Some(Side::Black), &mut self.query.black),
            (Some(Side::White), &mut self.query.white),
        ];
        let (side, hold) = holds.into_iter().find(|(_, hold)| hold.due(self.hold) == Some(at))?;
        hold.called = true;
        Some(Intent::Summon { side, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    const BLACK: Key = Key::Press(Side::Black);
    const WHITE: Key = Key::Press(Side::White);

    fn gestures() -> Gestures {
        Gestures::new(Gestures::HOLD)
    }

    #[test]
    fn both_buttons_held_call_the_arbiter_once_and_both_presses_stand() {
        let mut gestures = gestures();
        assert_eq!(gestures.pressed(BLACK, ms(100)), Intent::Press { side: Side::Black, at: ms(100) });
        assert_eq!(gestures.pressed(WHITE, ms(900)), Intent::Press { side: Side::White, at: ms(900) });
        assert_eq!((gestures.poll(ms(2_899)), gestures.poll_at()), (None, Some(ms(2_900))));
        assert_eq!(gestures.poll(ms(9_000)), Some(Intent::Summon { side: None, at: ms(2_900) }));
        assert_eq!((gestures.poll(ms(60_000)), gestures.poll_at()), (None, None));
        gestures.released(WHITE);
        gestures.pressed(WHITE, ms(70_000));
        assert_eq!(gestures.poll_at(), Some(ms(72_000)), "let go and held again");
    }

    #[test]
    fn buttons_held_one_after_the_other_call_nobody() {
        let mut gestures = gestures();
        gestures.pressed(BLACK, ms(0));
        gestures.released(BLACK);
        gestures.pressed(WHITE, ms(100));
        assert_eq!((gestures.poll_at(), gestures.poll(ms(90_000))), (None, None));
    }

    #[test]
    fn a_query_button_asks_and_held_calls() {
        let mut gestures = gestures();
        let query = Key::Query(Side::White);
        assert_eq!(gestures.pressed(query, ms(5)), Intent::Query { side: Side::White, at: ms(5) });
        assert_eq!(gestures.poll(ms(2_005)), Some(Intent::Summon { side: Some(Side::White), at: ms(2_005) }));
        gestures.released(query);
        assert_eq!(gestures.poll_at(), None);
    }

    #[test]
    fn the_arbiters_button_pauses() {
        let mut gestures = gestures();
        assert_eq!(gestures.pressed(Key::Arbiter, ms(7)), Intent::Pause { at: ms(7) });
        gestures.released(Key::Arbiter);
        assert_eq!(gestures.poll_at(), None);
    }
}
