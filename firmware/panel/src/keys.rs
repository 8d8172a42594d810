//! All keys of a table as one machine: edges in, intents and troubles out.

use clock::Instant;

use crate::button::{Bounce, Button, Edge, Saying, Trouble};
use crate::gesture::{Gestures, Intent, Key};

/// What the keys of a table have to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// Somebody wants something.
    Wanted(Intent),
    /// A key is not as it should be.
    Trouble(Key, Trouble),
}

/// The five keys of a table.
#[derive(Clone, Debug)]
pub struct Keys {
    buttons: [(Key, Button); 5],
    gestures: Gestures,
}

/// Who hears what the keys say.
type Sink<'a> = &'a mut dyn FnMut(Report);

impl Keys {
    /// Keys that nobody touches, each of the kind that `bounce` says of it.
    #[must_use]
    pub fn new(bounce: impl Fn(Key) -> Bounce, gestures: Gestures) -> Self {
        Self { buttons: Key::ALL.map(|key| (key, Button::new(bounce(key)))), gestures }
    }

    /// A key is held at `at`, when all are looked at for the first time: that means nothing.
    pub fn hold(&mut self, key: Key, at: Instant) {
        if let Some((_, button)) = self.buttons.iter_mut().find(|(of, _)| *of == key) {
            button.hold(at);
        }
    }

    /// Takes an edge of a key. The edges of all keys come in the order of their stamps.
    pub fn edge(&mut self, key: Key, edge: Edge, sink: Sink<'_>) {
        self.poll(edge.at, sink);
        let Self { buttons, gestures } = self;
        if let Some((_, button)) = buttons.iter_mut().find(|(of, _)| *of == key) {
            button.edge(edge, &mut |_, saying| pass_on(gestures, key, saying, sink));
        }
    }

    /// Says what was due up to and including `read_to`, the instant up to which all edges of all keys were read.
    pub fn poll(&mut self, read_to: Instant, sink: Sink<'_>) {
        while let Some(due) = self.poll_at().filter(|&due| due <= read_to) {
            let Self { buttons, gestures } = self;
            // Keys before gestures: who lets go at the last instant does not call.
            if let Some((key, button)) = buttons.iter_mut().find(|(_, button)| button.poll_at() == Some(due))
            {
                button.poll(due, &mut |_, saying| pass_on(gestures, *key, saying, sink));
            } else if let Some(intent) = gestures.poll(due) {
                sink(Report::Wanted(intent));
            }
        }
    }

    /// When something will be said if no edge comes.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        let keys = self.buttons.iter().filter_map(|(_, button)| button.poll_at());
        keys.chain(self.gestures.poll_at()).min()
    }

    /// Before what nothing can come from these keys any more: the floor of a unit's source.
    #[must_use]
    pub fn floor(&self, read_to: Instant) -> Instant {
        self.buttons.iter().map(|(_, button)| button.floor(read_to)).fold(read_to, Instant::min)
    }
}

/// Makes meanings of what a button says.
fn pass_on(gestures: &mut Gestures, key: Key, saying: Saying, sink: Sink<'_>) {
    match saying {
        Saying::Pressed { at } => sink(Report::Wanted(gestures.pressed(key, at))),
        Saying::Released { .. } => gestures.released(key),
        Saying::Trouble(trouble) => sink(Report::Trouble(key, trouble)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::button::Contact;
    use clock::Side;
    use proptest::prelude::*;
    use std::vec::Vec;

    fn us(micros: u64) -> Instant {
        Instant::from_micros(micros)
    }

    fn keys() -> Keys {
        Keys::new(|_| Bounce::default(), Gestures::new(Gestures::HOLD))
    }

    fn said(edges: &[(Key, Edge)], until: Instant) -> Vec<Report> {
        let (mut keys, mut list) = (keys(), Vec::new());
        for &(key, edge) in edges {
            keys.edge(key, edge, &mut |report| list.push(report));
        }
        keys.poll(until, &mut |report| list.push(report));
        list
    }

    fn edge(at: u64, contact: Contact) -> Edge {
        Edge { at: us(at), contact, sequence: None }
    }

    #[test]
    fn a_press_while_the_other_button_is_held_counts_at_its_own_edge() {
        let (black, white) = (Key::Press(Side::Black), Key::Press(Side::White));
        let edges = [
            (black, edge(0, Contact::Closed)),
            (white, edge(700_000, Contact::Closed)),
            (white, edge(760_000, Contact::Open)),
        ];
        let press = |side, at| Report::Wanted(Intent::Press { side, at: us(at) });
        assert_eq!(said(&edges, us(5_000_000)), [press(Side::Black, 0), press(Side::White, 700_000)]);
    }

    #[test]
    fn a_key_that_was_held_before_anybody_looked_is_no_press_until_it_is_let_go() {
        let (black, white) = (Key::Press(Side::Black), Key::Press(Side::White));
        let (mut keys, mut list) = (keys(), Vec::new());
        let mut hear = |report| list.push(report);
        keys.hold(black, us(500));
        // The other one is pressed meanwhile: no two keys were pressed to be held together.
        keys.edge(white, edge(700_000, Contact::Closed), &mut hear);
        keys.edge(white, edge(3_700_000, Contact::Open), &mut hear);
        // It bounces where it is let go.
        for (at, contact) in [(0, Contact::Open), (900, Contact::Closed), (1_500, Contact::Open)] {
            keys.edge(black, edge(4_000_000 + at, contact), &mut hear);
        }
        keys.edge(black, edge(4_200_000, Contact::Closed), &mut hear);
        keys.poll(us(4_300_000), &mut hear);
        let press = |side, at| Report::Wanted(Intent::Press { side, at: us(at) });
        assert_eq!(list, [press(Side::White, 700_000), press(Side::Black, 4_200_000)]);
    }

    #[test]
    fn a_key_that_stays_held_is_told_as_stuck() {
        let (mut keys, mut list) = (keys(), Vec::new());
        keys.hold(Key::Arbiter, us(500));
        keys.poll(us(40_000_000), &mut |report| list.push(report));
        assert_eq!(list, [Report::Trouble(Key::Arbiter, Trouble::Stuck { since: us(500) })]);
    }

    fn any_edges() -> impl Strategy<Value = Vec<(Key, Edge)>> {
        let step = prop_oneof![0_u64..3_000, 0_u64..200_000, 0_u64..4_000_000];
        proptest::collection::vec((0..Key::ALL.len(), step, any::<bool>()), 0..60).prop_map(|list| {
            let mut at = 0;
            let make = |(key, step, closed): (usize, u64, bool)| {
                at += step;
                (Key::ALL[key], edge(at, if closed { Contact::Closed } else { Contact::Open }))
            };
            list.into_iter().map(make).collect()
        })
    }

    proptest! {
        #[test]
        fn polling_late_says_the_same_as_polling_often(edges in any_edges()) {
            let until = us(900_000_000);
            let (mut keys, mut list) = (keys(), Vec::new());
            for &(key, edge) in &edges {
                while let Some(due) = keys.poll_at().filter(|&due| due < edge.at) {
                    keys.poll(due, &mut |report| list.push(report));
                    keys.poll(due, &mut |report| list.push(report));
                }
                keys.edge(key, edge, &mut |report| list.push(report));
            }
            keys.poll(until, &mut |report| list.push(report));
            prop_assert_eq!(list, said(&edges, until));
        }

        #[test]
        fn gestures_take_and_make_no_press(edges in any_edges()) {
            let until = us(900_000_000);
            // Each button by itself, without gestures.
            let mut alone: Vec<(Key, Instant)> = Vec::new();
            for key in Key::ALL {
                let mut button = Button::new(Bounce::default());
                let mut hear = |_: Instant, saying: Saying| if let Saying::Pressed { at } = saying {
                    alone.push((key, at));
                };
                edges.iter().filter(|(of, _)| *of == key).for_each(|(_, edge)| button.edge(*edge, &mut hear));
                button.poll(until, &mut hear);
            }
            let mut together: Vec<(Key, Instant)> = said(&edges, until).into_iter().filter_map(|report| {
                match report {
                    Report::Wanted(Intent::Press { side, at }) => Some((Key::Press(side), at)),
                    Report::Wanted(Intent::Query { side, at }) => Some((Key::Query(side), at)),
                    Report::Wanted(Intent::Pause { at }) => Some((Key::Arbiter, at)),
                    Report::Wanted(Intent::Summon { .. }) | Report::Trouble(..) => None,
                }
            }).collect();
            let order = |list: &mut Vec<(Key, Instant)>| {
                list.sort_by_key(|&(key, at)| (at, Key::ALL.iter().position(|&of| of == key)));
            };
            order(&mut alone);
            order(&mut together);
            prop_assert_eq!(together, alone);
        }
    }
}
