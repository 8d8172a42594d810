//! A table's edges in; what its keys say and up to where they are known out. Without IO, in the hall's time.
//!
//! **Edges that were lost are said, however that shows itself** (`losses`); a press whose own edge was lost is not made up.

use std::fmt;

use clock::{Duration, Instant};
use hall::Said;
use link::KeyReport;
use panel::button::{Contact, Edge};
use panel::gesture::{Gestures, Key};
use panel::keys::Keys;

use super::losses::{Losses, Missing};
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

/// What was read at a moment.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// Edges as they were queued, with their stamps in the hall's time.
    pub(super) edges: Vec<(RawEdge, Instant)>,
    /// All edges before this are among them, or among those that were read before.
    pub(super) read_to: Instant,
    /// The lines that are closed, where that was looked at.
    pub(super) closed: Option<Vec<u32>>,
}

/// A line that was closed before anybody looked: until it opens nothing is known of it.
#[derive(Clone, Copy, Debug)]
struct Held {
    line: u32,
    /// Its closing was awaited, and may be queued after all.
    awaited: bool,
}

/// The machine of one table's keys.
#[derive(Debug)]
pub(super) struct Reader {
    keys: Keys,
    /// The keys, their lines, and the number of the last edge that they were told of.
    lines: Vec<(Key, u32, u32)>,
    held: Vec<Held>,
    losses: Losses,
    /// What was said and not told yet.
    said: Vec<(Said, Instant)>,
    /// The floor that was told last.
    stated: Instant,
}

impl Reader {
    /// Keys on these lines, of which some are held from the start: they are reported, and count from when they were
    /// let go.
    pub(super) fn new(pins: &Pins, held: &[u32], now: Instant) -> Self {
        let bounce = pins.bounce;
        let lines = pins.keys.iter().map(|&(_, line)| line);
        let stuck = pins
            .keys
            .iter()
            .filter(|(_, line)| held.contains(line))
            .map(|&(key, _)| (Said::Key(unit::key_on_the_line(key), KeyReport::Stuck), now));
        Self {
            keys: Keys::new(|_| bounce, Gestures::new(Gestures::HOLD)),
            lines: pins.keys.iter().map(|&(key, line)| (key, line, 0)).collect(),
            said: stuck.collect(),
            held: held.iter().map(|&line| Held { line, awaited: false }).collect(),
            losses: Losses::new(lines, held, bounce, now),
            stated: Instant::ZERO,
        }
    }

    /// The key on a line.
    pub(super) fn key(&self, line: u32) -> Option<Key> {
        self.lines.iter().find(|(_, of, _)| *of == line).map(|&(key, ..)| key)
    }

    /// Takes what was read; `due` is the moment that the hall waits for. Gives back what is to be told now.
    pub(super) fn read(&mut self, queue: Queue, due: Option<Instant>) -> Option<Heard> {
        let Queue { mut edges, read_to, closed } = queue;
        edges.sort_by_key(|&(edge, at)| (edge.interrupt, at));
        let Missing { before, elsewhere } = self.losses.count(&edges, read_to);
        let mut edges: Vec<_> = edges.into_iter().zip(before).collect();
        if elsewhere {
            self.doubt_others(&edges);
        }
        // The kernel queues each line's edges in their order, those of two lines nearly so.
        edges.sort_by_key(|((_, at), _)| *at);
        for ((edge, at), lost) in edges {
            self.edge(edge, at, lost);
        }
        for (line, contact) in closed.map_or_else(Vec::new, |closed| self.losses.look(&closed, read_to)) {
            self.stands(line, contact, read_to);
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

    /// An edge, before which so many of its line were lost.
    fn edge(&mut self, edge: RawEdge, at: Instant, lost: u32) {
        let RawEdge { line, contact, .. } = edge;
        if let Some(place) = self.held.iter().position(|held| held.line == line) {
            if lost > 0 {
                self.lost(line, lost, at);
            }
            let awaited = self.held[place].awaited && contact == Contact::Closed;
            if awaited || contact == Contact::Open {
                self.held.swap_remove(place);
            }
            if !awaited {
                return;
            }
        }
        self.tell_keys(line, contact, at, lost);
    }

    fn tell_keys(&mut self, line: u32, contact: Contact, at: Instant, lost: u32) {
        let Self { keys, said, lines, .. } = self;
        let Some((key, _, told)) = lines.iter_mut().find(|(_, of, _)| *of == line) else { return };
        // A key says itself that there is a gap.
        *told = told.saturating_add(1).saturating_add(lost);
        let edge = Edge { at, contact, sequence: Some(*told) };
        keys.edge(*key, edge, &mut |report| said.push(Said::of(report)));
    }

    /// A contact stands so, and no edge has said it.
    fn stands(&mut self, line: u32, contact: Contact, at: Instant) {
        let held = self.held.len();
        self.held.retain(|held| held.line != line);
        match contact {
            Contact::Open if self.held.len() < held => self.lost(line, 1, at),
            Contact::Open => self.tell_keys(line, contact, at, 1),
            Contact::Closed => {
                self.lost(line, 1, at);
                self.held.push(Held { line, awaited: true });
            }
        }
    }

    /// The queue dropped edges, and some may be of lines that do not show it.
    fn doubt_others(&mut self, edges: &[((RawEdge, Instant), u32)]) {
        let Some(&((_, at), _)) = edges.iter().find(|(_, lost)| *lost > 0) else { return };
        let shown = |line| edges.iter().any(|((edge, _), lost)| edge.line == line && *lost > 0);
        let others: Vec<u32> =
            self.lines.iter().map(|&(_, line, _)| line).filter(|&line| !shown(line)).collect();
        others.into_iter().for_each(|line| self.lost(line, 0, at));
    }

    fn lost(&mut self, line: u32, edges: u32, at: Instant) {
        let lost = |key| (Said::Key(unit::key_on_the_line(key), KeyReport::Lost { edges }), at);
        self.said.extend(self.key(line).map(lost));
    }

    /// Whether the hall waits for this floor.
    fn is_awaited(&self, floor: Instant, due: Option<Instant>) -> bool {
        due.is_some_and(|due| (self.stated < due && due <= floor) || floor >= self.stated.plus(STATE_EVERY))
    }

    /// Whether it is to be looked how contacts stand.
    pub(super) fn is_to_look(&self, now: Instant) -> bool {
        now >= self.losses.look_at()
    }

    /// When to read again even if no edge comes.
    pub(super) fn read_at(&self, due: Option<Instant>) -> Instant {
        // What is due beyond a contact that is not judged yet cannot be stated before that is: keys say when.
        let reachable = |at: &Instant| self.keys.floor(*at) >= *at;
        let awaited = due.into_iter().flat_map(|due| {
            let beat = self.stated.plus(STATE_EVERY);
            [(due > self.stated).then_some(due), Some(beat)].into_iter().flatten().filter(reachable)
        });
        awaited.chain(self.keys.poll_at()).fold(self.losses.look_at(), Instant::min).plus(LAG)
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
    use clock::Side;
    use link::Gesture;
    use proptest::prelude::*;

    /// Cases as text: `name`, then lines of what happens at a millisecond, and after `=` what is told: the floor, and
    /// what keys say at their stamps.
    const CASES: &str = include_str!("reader.txt");

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
            "queryW" => link::Key::Query(Side::White),
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

    /// Edges as the kernel gives them, with its counts.
    #[derive(Default)]
    struct Kernel {
        edges: std::collections::BTreeMap<u32, u32>,
        interrupts: u32,
    }

    impl Kernel {
        /// An edge before which so many of its line were dropped, and into which so many were merged.
        fn edge(&mut self, line: u32, at: Instant, contact: Contact, dropped: u32, merged: u32) -> RawEdge {
            let sequence = self.edges.entry(line).or_default();
            *sequence += 1 + dropped;
            self.interrupts += 1 + dropped + merged;
            let interrupt = Some(self.interrupts);
            RawEdge { line, contact, stamp_ns: at.as_micros() * 1_000, sequence: *sequence, interrupt }
        }
    }

    /// What is told of one case, line by line: `READ_AT due=T closed:KEY | KEY+12.5 KEY-80 … = FLOOR; said@at, …`.
    fn play(case: &str) {
        let (name, lines) = case.trim().split_once('\n').unwrap();
        let held = name.split_once("held: ").map_or_else(Vec::new, |(_, key)| vec![line_of(key.trim())]);
        let mut reader = Reader::new(&Pins::of_a_test(), &held, Instant::ZERO);
        let mut kernel = Kernel::default();
        for row in lines.lines().filter(|row| !row.trim().is_empty()) {
            let (given, told) =
                row.split_once('=').map(|(given, told)| (given, Some(told.trim()))).unwrap_or((row, None));
            let (when, edges) = given.split_once('|').unwrap_or((given, ""));
            let word = |name| when.split_whitespace().find_map(|word| word.strip_prefix(name));
            let read_at = micros(when.split_whitespace().next().unwrap());
            let due = word("due:").map(micros);
            let closed = word("closed:").map(|keys| keys.split_terminator(',').map(line_of).collect());
            let edges = edges.split_whitespace().map(|edge| {
                let [dropped, merged] = ['!', '~'].map(|sign| edge.matches(sign).count().try_into().unwrap());
                let edge = edge.trim_start_matches(['!', '~']);
                let place = edge.find(['+', '-']).unwrap();
                let (key, at) = edge.split_at(place);
                let contact = if at.starts_with('+') { Contact::Closed } else { Contact::Open };
                let at = micros(&at[1..]);
                (kernel.edge(line_of(key), at, contact, dropped, merged), at)
            });
            let queue = Queue { edges: edges.collect(), read_to: read_at.minus(LAG), closed };
            let heard = reader.read(queue, due);
            let expected = told.filter(|told| !told.is_empty()).map(|told| {
                let (floor, words) = told.split_once(';').unwrap_or((told, ""));
                let words = words.split(',').filter(|word| !word.trim().is_empty());
                Heard { said: words.map(said).collect(), floor: micros(floor.trim()) }
            });
            assert_eq!(heard, expected, "{name}: {row}");
            let again = reader.read_at(due);
            assert!(again > read_at || reader.is_to_look(again), "{name}: {row}: it would be read at once");
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
        let mut reader = Reader::new(&Pins::of_a_test(), &[], Instant::ZERO);
        let (mut all, mut floor, mut rest) = (Vec::new(), Instant::ZERO, edges);
        let due = Some(Instant::from_micros(u64::MAX / 2));
        let mut kernel = Kernel::default();
        for &wake in wakes {
            let ready = rest.iter().take_while(|(at, ..)| *at <= wake).count();
            let (now, later) = rest.split_at(ready);
            rest = later;
            let raw = now.iter().map(|&(at, line, closed)| {
                let (at, contact) =
                    (Instant::from_micros(at), if closed { Contact::Closed } else { Contact::Open });
                (kernel.edge(line, at, contact, 0, 0), at)
            });
            let read_to = Instant::from_micros(wake.saturating_sub(LAG.as_micros()));
            if let Some(heard) = reader.read(Queue { edges: raw.collect(), read_to, closed: None }, due) {
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
