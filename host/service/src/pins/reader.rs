//! A table's edges in; what its keys say and up to where they are known out. Without IO, in the hall's time.

use std::fmt;

use clock::{Duration, Instant};
use hall::Said;
use panel::button::{Contact, Edge};
use panel::gesture::{Gestures, Key};
use panel::keys::Keys;

use super::{Pins, RawEdge};

/// How long the kernel may need to queue an edge that it has stamped: the queue read empty at one moment holds all
/// edges up to this much before it.
pub(super) const LAG: Duration = Duration::from_millis(2);

/// How often the floor is stated while the table waits for one, whatever is due there: the time beside the chain,
/// from which a clock goes on after a power cut, is no older.
const STATE_EVERY: Duration = Duration::from_millis(100);

/// What is to be told to the hall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heard {
    /// What keys said, each at its stamp.
    pub(crate) said: Vec<(Said, Instant)>,
    /// Nothing earlier than this can come any more.
    pub(crate) floor: Instant,
}

/// The machine of one table's keys.
#[derive(Debug)]
pub(super) struct Reader {
    keys: Keys,
    lines: Vec<(Key, u32)>,
    /// Lines that were closed before anybody looked: until they open nothing is known of them.
    held: Vec<u32>,
    /// What was said and not told yet.
    said: Vec<(Said, Instant)>,
    /// The floor that was told last.
    stated: Instant,
}

impl Reader {
    /// Keys on these lines, of which some are held from the start: they are reported, and count from when they were
    /// let go.
    pub(super) fn new(pins: &Pins, held: Vec<u32>, now: Instant) -> Self {
        let bounce = pins.bounce;
        let stuck = pins
            .keys
            .iter()
            .filter(|(_, line)| held.contains(line))
            .map(|&(key, _)| (Said::Key(unit::key_on_the_line(key), link::KeyReport::Stuck), now));
        Self {
            keys: Keys::new(|_| bounce, Gestures::new(Gestures::HOLD)),
            lines: pins.keys.clone(),
            said: stuck.collect(),
            held,
            stated: Instant::ZERO,
        }
    }

    /// The key on a line.
    pub(super) fn key(&self, line: u32) -> Option<Key> {
        self.lines.iter().find(|(_, of)| *of == line).map(|&(key, _)| key)
    }

    /// Takes edges with their stamps in the hall's time, as they were queued; by now all that lie before `read_to` are
    /// among them. `due` is the moment that the hall waits for. Gives back what is to be told now.
    pub(super) fn read(
        &mut self,
        mut edges: Vec<(RawEdge, Instant)>,
        read_to: Instant,
        due: Option<Instant>,
    ) -> Option<Heard> {
        // The kernel queues each line's edges in their order, those of two lines nearly so.
        edges.sort_by_key(|(_, at)| *at);
        for (edge, at) in edges {
            self.edge(edge, at);
        }
        let Self { keys, said, .. } = self;
        keys.poll(read_to, &mut |report| said.push(Said::of(report)));
        let floor = keys.floor(read_to).max(self.stated);
        if self.said.is_empty() && !self.is_awaited(floor, due) {
            return None;
        }
        self.stated = floor;
        Some(Heard { said: std::mem::take(&mut self.said), floor })
    }

    fn edge(&mut self, edge: RawEdge, at: Instant) {
        let Some(key) = self.key(edge.line) else { return };
        if self.held.contains(&edge.line) {
            if edge.contact == Contact::Open {
                self.held.retain(|line| *line != edge.line);
            }
            return;
        }
        let Self { keys, said, .. } = self;
        let edge = Edge { at, contact: edge.contact, sequence: Some(edge.sequence) };
        keys.edge(key, edge, &mut |report| said.push(Said::of(report)));
    }

    /// Whether the hall waits for this floor.
    fn is_awaited(&self, floor: Instant, due: Option<Instant>) -> bool {
        due.is_some_and(|due| (self.stated < due && due <= floor) || floor >= self.stated.plus(STATE_EVERY))
    }

    /// When to read again even if no edge comes.
    pub(super) fn read_at(&self, due: Option<Instant>) -> Option<Instant> {
        // What is due beyond a contact that is not judged yet cannot be stated before that is: keys say when.
        let reachable = |at: &Instant| self.keys.floor(*at) >= *at;
        let awaited = due.into_iter().flat_map(|due| {
            let beat = self.stated.plus(STATE_EVERY);
            [(due > self.stated).then_some(due), Some(beat)].into_iter().flatten().filter(reachable)
        });
        awaited.chain(self.keys.poll_at()).min().map(|at| at.plus(LAG))
    }
}

/// As the trace names it.
pub(super) struct KeyWords(pub(super) Option<Key>);

impl fmt::Display for KeyWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Key::Press(side)) => write!(f, "press-{side}"),
            Some(Key::Query(side)) => write!(f, "query-{side}"),
            Some(Key::Arbiter) => f.write_str("arbiter"),
            None => f.write_str("none"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pins::By;
    use clock::{BySide, Side};
    use link::{Gesture, KeyReport};
    use panel::button::Bounce;
    use proptest::prelude::*;

    /// Cases as text: `name`, then lines of what happens at a millisecond, and after `=` what is told: the floor, and
    /// what keys say at their stamps.
    const CASES: &str = include_str!("reader.txt");

    fn pins(bounce: Bounce) -> Pins {
        let keys = [
            (Key::Press(Side::Black), 17),
            (Key::Press(Side::White), 27),
            (Key::Arbiter, 22),
            (Key::Query(Side::White), 24),
        ];
        let lamps = BySide { black: None, white: None };
        Pins { chip: "c".into(), by: By::Gpiocdev, keys: keys.into(), lamps, buzzer: None, bounce }
    }

    fn micros(text: &str) -> Instant {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let part: u64 = format!("{part:0<3}").parse().unwrap();
        Instant::from_micros(whole.parse::<u64>().unwrap() * 1_000 + part)
    }

    fn said(text: &str) -> (Said, Instant) {
        let (what, at) = text.trim().split_once('@').unwrap();
        let side = |name: &str| if name.starts_with('B') { Side::Black } else { Side::White };
        let key = |name: &str| match name {
            "arbiter" => link::Key::Arbiter,
            name => link::Key::Press(side(name)),
        };
        let what = match what.split_whitespace().collect::<Vec<_>>()[..] {
            ["press", name] => Said::Press(side(name)),
            ["query", name] => Said::Gesture(Gesture::Query { side: side(name) }),
            ["pause"] => Said::Gesture(Gesture::Pause),
            ["call"] => Said::Gesture(Gesture::CallArbiter { side: None }),
            ["call", name] => Said::Gesture(Gesture::CallArbiter { side: Some(side(name)) }),
            ["glitch", name] => Said::Key(key(name), KeyReport::Glitch),
            ["stuck", name] => Said::Key(key(name), KeyReport::Stuck),
            ["lost", count, name] => Said::Key(key(name), KeyReport::Lost { edges: count.parse().unwrap() }),
            ref other => panic!("{other:?}"),
        };
        (what, micros(at))
    }

    fn line_of(name: &str) -> u32 {
        match name {
            "B" => 17,
            "W" => 27,
            "arbiter" => 22,
            "queryW" => 24,
            other => panic!("{other}"),
        }
    }

    /// What is told of one case, line by line: `READ_AT due=T | KEY+12.5 KEY-80 … = FLOOR; said@at, …`.
    fn play(case: &str) {
        let (name, lines) = case.trim().split_once('\n').unwrap();
        let held = name.split_once("held: ").map_or_else(Vec::new, |(_, key)| vec![line_of(key.trim())]);
        let mut reader = Reader::new(&pins(Bounce::BUTTON), held, Instant::ZERO);
        let mut counts = std::collections::BTreeMap::<u32, u32>::new();
        for row in lines.lines().filter(|row| !row.trim().is_empty()) {
            let (given, told) =
                row.split_once('=').map(|(given, told)| (given, Some(told.trim()))).unwrap_or((row, None));
            let (when, edges) = given.split_once('|').unwrap_or((given, ""));
            let mut when = when.split_whitespace();
            let read_at = micros(when.next().unwrap());
            let due = when.next().map(|due| micros(due.trim_start_matches("due:")));
            let edges = edges.split_whitespace().map(|edge| {
                // `!` says that the kernel dropped edges before this one.
                let lost = u32::try_from(edge.matches('!').count()).unwrap();
                let edge = edge.trim_start_matches('!');
                let place = edge.find(['+', '-']).unwrap();
                let (key, at) = edge.split_at(place);
                let contact = if at.starts_with('+') { Contact::Closed } else { Contact::Open };
                let line = line_of(key);
                let sequence = counts.entry(line).or_default();
                *sequence += 1 + lost;
                let at = micros(&at[1..]);
                (RawEdge { line, contact, stamp_ns: at.as_micros() * 1_000, sequence: *sequence }, at)
            });
            let read_to = read_at.minus(LAG);
            let heard = reader.read(edges.collect(), read_to, due);
            let expected = told.filter(|told| !told.is_empty()).map(|told| {
                let (floor, words) = told.split_once(';').unwrap_or((told, ""));
                let words = words.split(',').filter(|word| !word.trim().is_empty());
                Heard { said: words.map(said).collect(), floor: micros(floor.trim()) }
            });
            assert_eq!(heard, expected, "{name}: {row}");
            assert!(
                reader.read_at(due).is_none_or(|at| at > read_at),
                "{name}: {row}: it would be read at once"
            );
        }
    }

    #[test]
    fn what_is_told_of_edges_and_when() {
        let cases: Vec<&str> = CASES.split("\n# ").skip(1).collect();
        assert!(cases.len() >= 8, "{}", cases.len());
        cases.into_iter().for_each(play);
    }

    fn any_edges() -> impl Strategy<Value = Vec<(u64, u32, bool)>> {
        let step = prop_oneof![0_u64..3_000, 0_u64..200_000, 0_u64..3_000_000];
        proptest::collection::vec((step, 0_usize..4, any::<bool>()), 0..12).prop_map(|list| {
            let mut at = 0;
            let make = |(step, key, closed): (u64, usize, bool)| {
                at += step;
                (at, [17, 27, 22, 24][key], closed)
            };
            list.into_iter().map(make).collect()
        })
    }

    /// Everything that was said when edges are read at these moments, each edge as soon as it is there, and the
    /// floors as they were stated before each of them.
    fn told(edges: &[(u64, u32, bool)], wakes: &[u64]) -> Vec<(Said, Instant)> {
        let mut reader = Reader::new(&pins(Bounce::BUTTON), Vec::new(), Instant::ZERO);
        let (mut all, mut floor, mut rest) = (Vec::new(), Instant::ZERO, edges);
        let due = Some(Instant::from_micros(u64::MAX / 2));
        let mut counts = std::collections::BTreeMap::<u32, u32>::new();
        for &wake in wakes {
            let ready = rest.iter().take_while(|(at, ..)| *at <= wake).count();
            let (now, later) = rest.split_at(ready);
            rest = later;
            let raw = now.iter().map(|&(at, line, closed)| {
                let sequence = counts.entry(line).or_default();
                *sequence += 1;
                let sequence = *sequence;
                let contact = if closed { Contact::Closed } else { Contact::Open };
                let edge = RawEdge { line, contact, stamp_ns: at * 1_000, sequence };
                (edge, Instant::from_micros(at))
            });
            let read_to = Instant::from_micros(wake.saturating_sub(LAG.as_micros()));
            if let Some(heard) = reader.read(raw.collect(), read_to, due) {
                for (said, at) in &heard.said {
                    // Reports are of what happened before; what acts must lie above the floor.
                    let acts = !matches!(said, Said::Key(..));
                    assert!(!acts || *at >= floor, "{said:?} at {at:?} below {floor:?}");
                }
                assert!(heard.floor >= floor);
                floor = heard.floor;
                all.extend(heard.said);
            }
        }
        let acts = |(said, _): &(Said, Instant)| !matches!(said, Said::Key(..));
        all.retain(acts);
        all.sort_by_key(|(said, at)| (*at, format!("{said:?}")));
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// However late it is woken, what keys say is the same, and nothing that acts comes below a stated floor.
        #[test]
        fn being_late_changes_nothing_but_the_floor(
            edges in any_edges(),
            mut wakes in proptest::collection::vec(0_u64..40_000_000, 0..40),
        ) {
            let often: Vec<u64> = (0..=80_000_000).step_by(7_000).collect();
            wakes.push(80_000_000);
            wakes.sort_unstable();
            prop_assert_eq!(told(&edges, &wakes), told(&edges, &often));
        }
    }
}
