//! One button: the edges of its contact in, presses out.
//!
//! A press counts at its first edge. The contact then bounces for a while, and what it does within the
//! [`Bounce::window`] belongs to that press: edges at 0, 3, 7 and 81 ms are one press at 0. So that a spark on the
//! line is no press, some contact must be held for [`Bounce::hold`]; contacts too short for that belong to a press
//! if one that is held begins within [`Bounce::train`] of the first of them, and are a glitch otherwise: reported,
//! not counted.
//!
//! Changes that come faster than they can be looked at are seen as one, so that two edges of a kind may follow each
//! other. What was between is taken for bouncing where it can be nothing else: within the window of a press, or where the
//! contact goes on moving within [`Bounce::train`]. Anywhere else a press may have gone unseen, and that is reported.
//!
//! The machine reads no clock. It is told the edges in the order of their stamps, and up to which instant all edges
//! were read. What it says bears its own instant, so that **polling late says the same as polling often**. While a
//! contact is not yet judged, [`Button::floor`] stays before its first edge: nothing earlier can still come.

use clock::{Duration, Instant};

/// What a kind of button does when it is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// How long a contact must be held to be a press at all.
    pub hold: Duration,
    /// How long after the first edge a held contact may begin and still be the same press; a press is known at most
    /// this long and `hold` after it happened. An edge that was not seen is bouncing if another follows so soon.
    pub train: Duration,
    /// How long after its first edge a press may go on bouncing: no second press comes before this.
    pub window: Duration,
    /// How long the contact must stay open for the button to be let go.
    pub release: Duration,
    /// How long a button may be held before it is taken for stuck.
    pub stuck: Duration,
    /// How many edges in a second make it a chattering one.
    pub chatter_edges: u16,
}

impl Bounce {
    /// A mechanical button that players hit: 2 ms, 10 ms, 100 ms, 40 ms; stuck after 30 s, chattering from 60 edges
    /// a second.
    pub const BUTTON: Self = Self {
        hold: Duration::from_millis(2),
        train: Duration::from_millis(10),
        window: Duration::from_millis(100),
        release: Duration::from_millis(40),
        stuck: Duration::from_secs(30),
        chatter_edges: 60,
    };

    /// A rubber dome, a membrane, a worn or slow contact: it bounces for longer, and must stay open for longer.
    pub const SOFT: Self = Self {
        train: Duration::from_millis(25),
        window: Duration::from_millis(250),
        release: Duration::from_millis(80),
        chatter_edges: 120,
        ..Self::BUTTON
    };

    /// A sensor with an electronic output (Hall, light, touch), which does not bounce: pressed again after 20 ms, it
    /// is pressed again.
    pub const SENSOR: Self = Self {
        train: Duration::from_millis(2),
        window: Duration::from_millis(20),
        release: Duration::from_millis(20),
        ..Self::BUTTON
    };

    /// The kinds by the names that configurations know.
    pub const KINDS: [(&'static str, Self); 3] =
        [("button", Self::BUTTON), ("soft", Self::SOFT), ("sensor", Self::SENSOR)];
}

impl Default for Bounce {
    /// [`Self::BUTTON`].
    fn default() -> Self {
        Self::BUTTON
    }
}

/// What a contact did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contact {
    /// It closed: the finger is on the button.
    Closed,
    /// It opened.
    Open,
}

/// A change of a contact, as it was stamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// When, as near to the finger as could be told.
    pub at: Instant,
    /// To what.
    pub contact: Contact,
    /// Its number on this line, from 1, where whoever stamps counts them; a gap in them is reported.
    pub sequence: Option<u32>,
}

/// What a button has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saying {
    /// It was pressed.
    Pressed {
        /// At its first edge.
        at: Instant,
    },
    /// It was let go.
    Released {
        /// When the contact opened for good.
        at: Instant,
    },
    /// Something is wrong with the contact.
    Trouble(Trouble),
}

/// What can be wrong with a button: for the log and the arbiter's desk. None of it takes or makes a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Contacts too short to be a press.
    Glitch {
        /// The first edge.
        at: Instant,
    },
    /// Held for longer than anybody holds a button.
    Stuck {
        /// The first edge of the press.
        since: Instant,
    },
    /// So many edges within a second. Said once until a second goes by with fewer.
    Chattering {
        /// When it became too many.
        at: Instant,
    },
    /// Edges were lost on the way: something may have happened that is not known.
    Lost {
        /// The first edge after the gap.
        at: Instant,
        /// How many are missing, at least; 0 if two of one kind followed each other and no count says more.
        edges: u32,
    },
    /// An edge bore a stamp before something that was decided already, and was taken at that instant.
    Backwards {
        /// The stamp.
        at: Instant,
        /// By how much it was too early.
        by: Duration,
    },
}

/// What the button is doing, as far as it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nobody touches it.
    Up,
    /// Something touched it, and nothing was held yet, unless there was a contact that was not seen.
    Trying { first: Instant, contact: Contact, since: Instant, seen: bool },
    /// It is pressed; `opened` is when the contact opened, if it is open, and `unseen` when it closed though it was closed.
    Down { first: Instant, opened: Option<Instant>, unseen: Option<Instant>, stuck: bool },
}

/// The machine of one button.
#[derive(Clone, Debug)]
pub struct Button {
    bounce: Bounce,
    state: State,
    /// The last edge or decision: nothing that comes may lie before it.
    decided: Instant,
    /// The number of the last edge.
    sequence: u32,
    /// Since when edges are counted, how many there were, and whether it was reported.
    chatter: (Instant, u16, bool),
}

/// Who hears what a button says, with the instant at which it was decided.
type Sink<'a> = &'a mut dyn FnMut(Instant, Saying);

const SECOND: Duration = Duration::from_secs(1);

impl Button {
    /// A button that nobody touches.
    #[must_use]
    pub const fn new(bounce: Bounce) -> Self {
        Self {
            bounce,
            state: State::Up,
            decided: Instant::ZERO,
            sequence: 0,
            chatter: (Instant::ZERO, 0, false),
        }
    }

    /// It is held at `at`, when it is looked at for the first time: that is no press, since nobody has seen it closed. It
    /// must be let go first, and counts as stuck as if it were pressed now.
    pub const fn hold(&mut self, at: Instant) {
        self.state = State::Down { first: at, opened: None, unseen: None, stuck: false };
        self.decided = at;
    }

    /// Takes an edge. Edges come in the order of their stamps; what was due up to this one is said first.
    pub fn edge(&mut self, edge: Edge, sink: Sink<'_>) {
        self.poll(edge.at, sink);
        let at = edge.at.max(self.decided);
        if at > edge.at {
            sink(at, Saying::Trouble(Trouble::Backwards { at: edge.at, by: at.since(edge.at) }));
        }
        let lost = self.check_sequence(edge, at, sink);
        self.check_chatter(at, sink);
        self.decided = at;
        match edge.contact {
            Contact::Closed => self.close(at, lost),
            Contact::Open => self.open(at, lost),
        }
    }

    /// Says what was due up to and including `read_to`, the instant up to which all edges have been read.
    pub fn poll(&mut self, read_to: Instant, sink: Sink<'_>) {
        while let Some((due, saying)) = self.next().filter(|&(due, _)| due <= read_to) {
            self.decided = due;
            self.state = self.after(saying);
            sink(due, saying);
        }
    }

    /// When something will be decided if no edge comes.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        self.next().map(|(due, _)| due)
    }

    /// Before what nothing can come from this button any more, all edges up to `read_to` having been read.
    #[must_use]
    pub fn floor(&self, read_to: Instant) -> Instant {
        match self.state {
            State::Trying { first, .. } => first.min(read_to),
            State::Up | State::Down { .. } => read_to,
        }
    }

    /// Whether it is pressed, as far as it is decided.
    #[must_use]
    pub const fn is_down(&self) -> bool {
        matches!(self.state, State::Down { .. })
    }

    /// What comes next if no edge comes.
    fn next(&self) -> Option<(Instant, Saying)> {
        match self.state {
            State::Up => None,
            State::Trying { first, contact: Contact::Closed, since, .. } => {
                Some((since.plus(self.bounce.hold), Saying::Pressed { at: first }))
            }
            State::Trying { first, contact: Contact::Open, since, seen } => {
                let due = first.plus(self.bounce.train).max(since);
                let trouble =
                    if seen { Trouble::Glitch { at: first } } else { Trouble::Lost { at: first, edges: 0 } };
                Some((due, Saying::Trouble(trouble)))
            }
            State::Down { first, opened: Some(at), .. } => {
                let due = at.plus(self.bounce.release).max(first.plus(self.bounce.window));
                Some((due, Saying::Released { at }))
            }
            State::Down { first, opened: None, unseen, stuck } => {
                // A button that bounced until then is stuck from when it stays closed.
                let stuck = (!stuck).then(|| {
                    let due = first.plus(self.bounce.stuck).max(self.decided);
                    (due, Saying::Trouble(Trouble::Stuck { since: first }))
                });
                let unseen = unseen
                    .map(|at| (at.plus(self.bounce.train), Saying::Trouble(Trouble::Lost { at, edges: 0 })));
                unseen.into_iter().chain(stuck).min_by_key(|&(due, _)| due)
            }
        }
    }

    /// The state after something was said.
    const fn after(&self, saying: Saying) -> State {
        match (saying, self.state) {
            (Saying::Pressed { at }, _) => {
                State::Down { first: at, opened: None, unseen: None, stuck: false }
            }
            (Saying::Trouble(Trouble::Stuck { since }), State::Down { unseen, .. }) => {
                State::Down { first: since, opened: None, unseen, stuck: true }
            }
            (Saying::Trouble(Trouble::Lost { .. }), State::Down { first, opened, stuck, .. }) => {
                State::Down { first, opened, unseen: None, stuck }
            }
            (Saying::Released { .. } | Saying::Trouble(_), _) => State::Up,
        }
    }

    fn close(&mut self, at: Instant, lost: bool) {
        self.state = match self.state {
            State::Up => State::Trying { first: at, contact: Contact::Closed, since: at, seen: true },
            State::Trying { first, contact: Contact::Open, seen, .. } => {
                State::Trying { first, contact: Contact::Closed, since: at, seen }
            }
            State::Trying { contact: Contact::Closed, .. } => self.state,
            State::Down { first, opened: Some(_), stuck, .. } => {
                State::Down { first, opened: None, unseen: None, stuck }
            }
            State::Down { first, opened: None, .. } if at < first.plus(self.bounce.window) => self.state,
            // The opening before it was lost: what a player did is not thrown away.
            State::Down { opened: None, .. } if lost => {
                State::Trying { first: at, contact: Contact::Closed, since: at, seen: true }
            }
            // Nothing is known to be lost: the contact opened for so short a time that the opening was not seen, and
            // nobody let go; or that happens now, and it goes on moving.
            State::Down { first, opened: None, unseen, stuck } => {
                let unseen = if unseen.is_some() { unseen } else { Some(at) };
                State::Down { first, opened: None, unseen, stuck }
            }
        };
    }

    fn open(&mut self, at: Instant, lost: bool) {
        self.state = match self.state {
            // It was closed for so short a time that the closing was not seen: this is then as near to the finger as
            // can be told.
            State::Up if !lost => State::Trying { first: at, contact: Contact::Open, since: at, seen: false },
            State::Up => State::Up,
            State::Trying { first, contact: Contact::Closed, seen, .. } => {
                State::Trying { first, contact: Contact::Open, since: at, seen }
            }
            // Between the two there was a contact, which may have been held.
            State::Trying { first, contact: Contact::Open, since, seen } => {
                let short = at < since.plus(self.bounce.hold);
                State::Trying { first, contact: Contact::Open, since, seen: seen && (short || lost) }
            }
            State::Down { first, opened: None, stuck, .. } => {
                State::Down { first, opened: Some(at), unseen: None, stuck }
            }
            State::Down { opened: Some(_), .. } => self.state,
        };
    }

    /// Reports a gap in the edges, and says whether there is one.
    fn check_sequence(&mut self, edge: Edge, at: Instant, sink: Sink<'_>) -> bool {
        let missing = edge.sequence.map_or(0, |this| this.wrapping_sub(self.sequence).saturating_sub(1));
        self.sequence = edge.sequence.unwrap_or(self.sequence);
        if missing > 0 {
            sink(at, Saying::Trouble(Trouble::Lost { at, edges: missing }));
        }
        missing > 0
    }

    fn check_chatter(&mut self, at: Instant, sink: Sink<'_>) {
        let (since, edges, reported) = self.chatter;
        self.chatter = if at.since(since) < SECOND {
            (since, edges.saturating_add(1), reported)
        } else {
            // A second that was calm ends it; one that was not goes on without another report.
            (at, 1, reported && edges >= self.bounce.chatter_edges && at.since(since) < SECOND.plus(SECOND))
        };
        if self.chatter.1 >= self.bounce.chatter_edges && !self.chatter.2 {
            self.chatter.2 = true;
            sink(at, Saying::Trouble(Trouble::Chattering { at }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec::Vec;

    fn us(micros: u64) -> Instant {
        Instant::from_micros(micros)
    }

    fn ms(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    /// Edges at these instants, closing first.
    fn edges(stamps: &[Instant]) -> Vec<Edge> {
        let kinds = [Contact::Closed, Contact::Open].into_iter().cycle();
        let numbered = stamps.iter().zip(kinds).zip(1_u32..);
        numbered.map(|((&at, contact), number)| Edge { at, contact, sequence: Some(number) }).collect()
    }

    fn said(edges: &[Edge], until: Instant) -> Vec<(Instant, Saying)> {
        let (mut button, mut list) = (Button::new(Bounce::default()), Vec::new());
        for &edge in edges {
            button.edge(edge, &mut |at, saying| list.push((at, saying)));
        }
        button.poll(until, &mut |at, saying| list.push((at, saying)));
        list
    }

    fn presses(list: &[(Instant, Saying)]) -> Vec<Instant> {
        let press = |&(_, saying): &(Instant, Saying)| match saying {
            Saying::Pressed { at } => Some(at),
            Saying::Released { .. } | Saying::Trouble(_) => None,
        };
        list.iter().filter_map(press).collect()
    }

    #[test]
    fn a_press_counts_at_its_first_edge() {
        let list = said(&edges(&[ms(0), ms(3), ms(7), ms(81)]), ms(1_000));
        let expected = [(ms(2), Saying::Pressed { at: ms(0) }), (ms(121), Saying::Released { at: ms(81) })];
        assert_eq!(list, expected);
        // Read as four closings of which the openings were not seen, it is one press too.
        let closings = [0, 3, 7, 81].map(|at| Edge { at: ms(at), contact: Contact::Closed, sequence: None });
        assert_eq!(presses(&said(&closings, ms(1_000))), [ms(0)]);
    }

    #[test]
    fn a_contact_not_held_is_a_glitch() {
        let list = said(&edges(&[us(0), us(1_999), ms(50)]), ms(60));
        let glitch = Saying::Trouble(Trouble::Glitch { at: ms(0) });
        assert_eq!(list, [(ms(10), glitch), (ms(52), Saying::Pressed { at: ms(50) })]);
        assert_eq!(
            presses(&said(&edges(&[us(0), us(2_000)]), ms(5))),
            [ms(0)],
            "held to the last microsecond"
        );
    }

    #[test]
    fn a_press_that_begins_with_short_contacts_counts_at_the_first_of_them() {
        let list = said(&edges(&[us(0), us(400), us(900), us(1_500), us(3_000)]), ms(20));
        assert_eq!(list, [(ms(5), Saying::Pressed { at: ms(0) })]);
    }

    #[test]
    fn a_bouncing_release_is_no_press_and_a_quick_second_press_is_one() {
        let bounced = edges(&[ms(0), ms(500), ms(503), ms(506), ms(520), ms(530)]);
        assert_eq!(presses(&said(&bounced, ms(2_000))), [ms(0)]);
        let twice = edges(&[ms(0), ms(60), ms(101), ms(150)]);
        assert_eq!(presses(&said(&twice, ms(2_000))), [ms(0), ms(101)]);
    }

    #[test]
    fn a_stuck_button_is_reported_once_and_works_again() {
        let list = said(&edges(&[ms(0), ms(70_000), ms(71_000)]), ms(72_000));
        assert_eq!(list.get(1), Some(&(ms(30_000), Saying::Trouble(Trouble::Stuck { since: ms(0) }))));
        assert_eq!(presses(&list), [ms(0), ms(71_000)]);
        assert_eq!(list.len(), 4);
    }

    #[test]
    fn a_chattering_button_is_reported_once_and_again_after_a_calm_second() {
        let burst = |from: u64| (0..300).map(move |n| ms(from + n * 10));
        let stamps: Vec<Instant> = burst(0).chain(burst(10_000)).collect();
        let list = said(&edges(&stamps), ms(20_000));
        let chatter = |&(_, saying): &(Instant, Saying)| match saying {
            Saying::Trouble(Trouble::Chattering { at }) => Some(at),
            Saying::Pressed { .. } | Saying::Released { .. } | Saying::Trouble(_) => None,
        };
        assert_eq!(list.iter().filter_map(chatter).collect::<Vec<_>>(), [ms(590), ms(10_590)]);
        assert_eq!(presses(&list), [ms(0), ms(10_000)], "one long contact, as far as anybody can tell");
    }

    #[test]
    fn lost_edges_are_reported_and_what_came_is_not_thrown_away() {
        let numbered = |at, contact, number| Edge { at: ms(at), contact, sequence: Some(number) };
        let list = said(
            &[
                numbered(0, Contact::Closed, 1),
                numbered(900, Contact::Closed, 3),
                numbered(950, Contact::Open, 4),
            ],
            ms(2_000),
        );
        assert!(list.contains(&(ms(900), Saying::Trouble(Trouble::Lost { at: ms(900), edges: 1 }))));
        assert_eq!(presses(&list), [ms(0), ms(900)]);

        let list = said(&[numbered(0, Contact::Closed, 1), numbered(900, Contact::Closed, 2)], ms(2_000));
        assert!(list.contains(&(ms(910), Saying::Trouble(Trouble::Lost { at: ms(900), edges: 0 }))));
        assert_eq!(presses(&list), [ms(0)], "nobody let go");

        let list = said(&[numbered(40, Contact::Closed, 3)], ms(43));
        let lost = Saying::Trouble(Trouble::Lost { at: ms(40), edges: 2 });
        assert_eq!(list, [(ms(40), lost), (ms(42), Saying::Pressed { at: ms(40) })], "the first of all");

        let list = said(&[numbered(40, Contact::Open, 1)], ms(2_000));
        assert_eq!(list, [(ms(50), Saying::Trouble(Trouble::Lost { at: ms(40), edges: 0 }))]);
    }

    #[test]
    fn edges_that_nobody_saw_are_bouncing_only_where_they_can_be_nothing_else() {
        use Contact::{Closed, Open};
        // What a contact did, what is said of edges that were lost, and the presses.
        type Case<'a> = (&'a str, &'a [(u64, Contact)], &'a [u64], &'a [u64]);
        let cases: [Case<'_>; 8] = [
            ("closed too shortly to be seen", &[(0, Open), (30, Closed), (90_000, Open)], &[], &[0]),
            (
                "opened too shortly, within the window",
                &[(0, Closed), (60_000, Closed), (90_000, Open)],
                &[],
                &[0],
            ),
            ("let go, bouncing", &[(0, Closed), (300_000, Closed), (300_400, Open)], &[], &[0]),
            ("let go, closed too shortly", &[(0, Closed), (300_000, Open), (330_000, Open)], &[], &[0]),
            ("pressed and let go, unseen", &[(200_000, Open)], &[200_000], &[]),
            ("pressed again, unseen", &[(0, Closed), (300_000, Closed), (350_000, Open)], &[300_000], &[0]),
            ("unseen, and then too short", &[(0, Open), (4_000, Closed), (4_500, Open)], &[0], &[]),
            ("a glitch, and something unseen", &[(0, Closed), (400, Open), (8_000, Open)], &[0], &[]),
        ];
        for (what, edges, lost, pressed) in cases {
            let edges: Vec<Edge> =
                edges.iter().map(|&(at, contact)| Edge { at: us(at), contact, sequence: None }).collect();
            let list = said(&edges, ms(2_000));
            let told = |&(_, saying): &(Instant, Saying)| match saying {
                Saying::Trouble(Trouble::Lost { at, edges: 0 }) => Some(at.as_micros()),
                Saying::Pressed { .. } | Saying::Released { .. } | Saying::Trouble(_) => None,
            };
            assert_eq!(list.iter().filter_map(told).collect::<Vec<_>>(), lost, "{what}: {list:?}");
            let presses: Vec<u64> = presses(&list).iter().map(|at| at.as_micros()).collect();
            assert_eq!(presses, pressed, "{what}: {list:?}");
        }
    }

    #[test]
    fn a_stamp_before_a_decision_is_taken_at_the_decision() {
        let list = said(
            &[
                Edge { at: ms(10), contact: Contact::Closed, sequence: None },
                Edge { at: ms(5), contact: Contact::Open, sequence: None },
            ],
            ms(11),
        );
        let by = Duration::from_millis(5);
        assert_eq!(list, [(ms(10), Saying::Trouble(Trouble::Backwards { at: ms(5), by }))]);
    }

    #[test]
    fn the_floor_stays_before_a_contact_that_is_not_judged() {
        let mut button = Button::new(Bounce::default());
        assert_eq!(button.floor(ms(100)), ms(100));
        button.edge(Edge { at: ms(100), contact: Contact::Closed, sequence: None }, &mut |_, _| ());
        button.poll(us(101_999), &mut |_, _| ());
        assert_eq!((button.floor(us(101_999)), button.poll_at()), (ms(100), Some(ms(102))));
        button.poll(ms(102), &mut |_, _| ());
        assert_eq!(button.floor(ms(102)), ms(102));
    }

    /// Whatever steps, as stamps: mostly near each other, sometimes far apart.
    fn any_steps() -> impl Strategy<Value = Vec<u64>> {
        let step = prop_oneof![0_u64..3_000, 0_u64..60_000, 0_u64..3_000_000, Just(40_000_000_u64)];
        proptest::collection::vec(step, 0..60)
    }

    fn any_edges() -> impl Strategy<Value = Vec<Edge>> {
        let one = (any_steps(), proptest::collection::vec((any::<bool>(), 0_u32..4, any::<bool>()), 60));
        one.prop_map(|(steps, kinds)| {
            let (mut at, mut number) = (0, 0_u32);
            let make = |(step, (closed, ahead, counted)): (u64, (bool, u32, bool))| {
                (at, number) = (at + step, number.wrapping_add(ahead));
                let contact = if closed { Contact::Closed } else { Contact::Open };
                Edge { at: us(at), contact, sequence: counted.then_some(number) }
            };
            steps.into_iter().zip(kinds).map(make).collect()
        })
    }

    proptest! {
        #[test]
        fn any_bounce_within_the_window_is_one_press_at_its_first_edge(
            first in 0_u64..1_000_000,
            before in proptest::collection::vec(1_u64..1_999, 0..6),
            after in proptest::collection::vec(1_u64..90_000, 0..20),
        ) {
            // Contacts too short, then one that is held, then anything that ends within the window.
            let mut stamps = std::vec![first];
            let short = if before.len() % 2 == 0 { before.as_slice() } else { &before[1..] };
            short.iter().for_each(|step| stamps.push(stamps.last().unwrap() + step));
            let held = stamps.last().unwrap() + 2_000;
            let mut rest: Vec<u64> = after.iter().map(|step| first + step).filter(|&at| at > held).collect();
            rest.sort_unstable();
            rest.dedup();
            prop_assume!(stamps.last().unwrap() - first < 10_000);
            stamps.extend(rest);
            let stamps: Vec<Instant> = stamps.into_iter().map(us).collect();
            let list = said(&edges(&stamps), us(first + 20_000_000));
            prop_assert_eq!(presses(&list), [us(first)]);
        }

        #[test]
        fn polling_late_says_the_same_as_polling_often(edges in any_edges(), polls in any_steps()) {
            let until = us(500_000_000);
            let (mut button, mut list, mut at) = (Button::new(Bounce::default()), Vec::new(), 0);
            let mut polls = polls.into_iter().map(|step| { at += step; us(at) }).peekable();
            for &edge in &edges {
                while let Some(poll) = polls.next_if(|&poll| poll <= edge.at) {
                    // Edges of one instant are read together.
                    if poll < edge.at {
                        button.poll(poll, &mut |at, saying| list.push((at, saying)));
                    }
                }
                while let Some(due) = button.poll_at().filter(|&due| due < edge.at) {
                    button.poll(due, &mut |at, saying| list.push((at, saying)));
                }
                button.edge(edge, &mut |at, saying| list.push((at, saying)));
            }
            button.poll(until, &mut |at, saying| list.push((at, saying)));
            prop_assert_eq!(list, said(&edges, until));
        }

        #[test]
        fn what_is_said_is_in_order_and_no_press_lies_below_the_floor(edges in any_edges()) {
            let mut button = Button::new(Bounce::default());
            let (mut last, mut floor) = (Instant::ZERO, Instant::ZERO);
            for &edge in &edges {
                let mut list = Vec::new();
                button.edge(edge, &mut |at, saying| list.push((at, saying)));
                for (at, saying) in list {
                    prop_assert!(at >= last);
                    last = at;
                    if let Saying::Pressed { at } = saying {
                        prop_assert!(at >= floor, "{at:?} below {floor:?}");
                    }
                }
                prop_assert!(button.floor(edge.at) >= floor || button.floor(edge.at) == edge.at);
                floor = floor.max(button.floor(edge.at));
            }
        }
    }
}
