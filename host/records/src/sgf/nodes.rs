//! The nodes of a game's main line: setups, moves, and what is said about them.

use rules::{ByColor, Color, Point, Size};

use super::header::Field;
use super::key::Key;
use super::points::{self, PointSet};
use super::record::{Node, Place, Played, Property, Setup};
use super::time::seconds_ms;
use super::tree::{Collection, Span, TreeProperty};
use super::warning::{Fault, Warnings};

/// So many nodes of a main line are read. The longest game known has a twentieth of them.
const MOST_NODES: usize = 1 << 16;
/// So many points of setups and territories are read.
const MOST_POINTS: usize = 1 << 18;

/// Reads the main line's nodes, and for each where its move stands in the decoded text.
pub(super) fn read(
    collection: &Collection<'_>,
    root: u32,
    size: Size,
    warnings: &mut Warnings,
) -> (Vec<Node>, Vec<u32>) {
    let line = collection.tree.main_line(root).count();
    let mut reader = Reader {
        collection,
        size,
        warnings,
        nodes: Vec::with_capacity(line.min(MOST_NODES)),
        places: Vec::with_capacity(line.min(MOST_NODES)),
        points_left: MOST_POINTS,
    };
    for node in collection.tree.main_line(root) {
        reader.node(node);
        if reader.nodes.len() >= MOST_NODES || reader.points_left == 0 {
            let at = reader.places.last().copied().unwrap_or(0);
            reader.warnings.push(at, Fault::TooLong);
            break;
        }
    }
    (reader.nodes, reader.places)
}

struct Reader<'a, 'w> {
    collection: &'a Collection<'a>,
    size: Size,
    warnings: &'w mut Warnings,
    nodes: Vec<Node>,
    places: Vec<u32>,
    points_left: usize,
}

/// The lists of points in a node.
#[derive(Default)]
struct Lists {
    stones: ByColor<PointSet>,
    empty: PointSet,
    territory: Option<ByColor<PointSet>>,
}

/// What a node, the last one, is put together from.
#[derive(Default)]
struct Draft {
    /// Where it stands among the nodes.
    node: usize,
    /// Where its first move stands, else its first property.
    place: Option<u32>,
    /// Its moves but for the first.
    more: Vec<(u32, Played)>,
    lists: Option<Box<Lists>>,
}

impl Reader<'_, '_> {
    fn node(&mut self, node: u32) {
        let mut draft = Draft { node: self.nodes.len(), ..Draft::default() };
        self.nodes.push(Node::default());
        let collection = self.collection;
        let mut start = None;
        for (property, values) in collection.tree.properties(node) {
            start = start.or(Some(property.at));
            self.property(&mut draft, property, values);
        }
        draft.place = draft.place.or(start);
        if let Some(lists) = draft.lists.take() {
            self.lists(draft.node, draft.place.unwrap_or(0), *lists);
        }
        self.finish(draft);
    }

    fn property(&mut self, draft: &mut Draft, property: &TreeProperty, values: &[Span]) {
        const B: Key = Key::of("B");
        const W: Key = Key::of("W");
        const BL: Key = Key::of("BL");
        const WL: Key = Key::of("WL");
        const OB: Key = Key::of("OB");
        const OW: Key = Key::of("OW");
        const AB: Key = Key::of("AB");
        const AW: Key = Key::of("AW");
        const AE: Key = Key::of("AE");
        const TB: Key = Key::of("TB");
        const TW: Key = Key::of("TW");
        const PL: Key = Key::of("PL");
        const C: Key = Key::of("C");
        match property.key {
            B => self.moves(draft, Color::Black, values),
            W => self.moves(draft, Color::White, values),
            BL => self.left(draft.node, Color::Black, "BL", values, property.at),
            WL => self.left(draft.node, Color::White, "WL", values, property.at),
            OB => self.overtime(draft.node, Color::Black, "OB", values, property.at),
            OW => self.overtime(draft.node, Color::White, "OW", values, property.at),
            AB => self.list(&mut draft.lists().stones.black, values),
            AW => self.list(&mut draft.lists().stones.white, values),
            AE => self.list(&mut draft.lists().empty, values),
            TB => self.list(&mut draft.territory().black, values),
            TW => self.list(&mut draft.territory().white, values),
            PL => self.turn(draft.node, values, property.at),
            C => self.comment(draft.node, values),
            key if Field::of(key).is_some_and(Field::is_understood) => {}
            _ => {
                let other = self.other(property, values);
                self.nodes[draft.node].other.push(other);
            }
        }
    }

    fn moves(&mut self, draft: &mut Draft, color: Color, values: &[Span]) {
        for &value in values {
            let (place, in_words) = match points::point(self.collection.raw(value), self.size) {
                Some(point) => (Place::Point(point), false),
                None => points::no_point(&self.collection.simple_text(value), self.size),
            };
            if in_words {
                self.warnings.push(value.from, Fault::PassInWords);
            }
            let played = Played { color, place };
            let first = &mut self.nodes[draft.node].played;
            if first.is_none() {
                *first = Some(played);
                draft.place = Some(value.from);
            } else if draft.more.len() < MOST_NODES {
                draft.more.push((value.from, played));
            }
        }
    }

    fn left(&mut self, node: usize, color: Color, name: &'static str, values: &[Span], at: u32) {
        let Some(&value) = values.first() else { return };
        let text = self.collection.raw(value).trim();
        let ms = seconds_ms(text);
        self.nodes[node].left.of_mut(color).ms = ms;
        if ms.is_none() {
            self.not_understood(name, text, at);
        }
    }

    fn overtime(&mut self, node: usize, color: Color, name: &'static str, values: &[Span], at: u32) {
        let Some(&value) = values.first() else { return };
        let text = self.collection.raw(value).trim();
        let left = text.parse().ok();
        self.nodes[node].left.of_mut(color).overtime = left;
        if left.is_none() {
            self.not_understood(name, text, at);
        }
    }

    fn not_understood(&mut self, name: &'static str, text: &str, at: u32) {
        let text = text.chars().take(80).collect();
        self.warnings.push(at, Fault::NotUnderstood { name, text });
    }

    fn list(&mut self, points: &mut PointSet, values: &[Span]) {
        for &value in values {
            let text = self.collection.raw(value);
            if points::listed(text, self.size, points).is_none() && !text.is_empty() {
                let text = text.chars().take(40).collect();
                self.warnings.push(value.from, Fault::OffBoard(text));
            }
        }
    }

    fn turn(&mut self, node: usize, values: &[Span], at: u32) {
        let Some(&value) = values.first() else { return };
        let text = self.collection.raw(value).trim();
        let color = match text.bytes().next() {
            Some(b'B' | b'b' | b'1') => Some(Color::Black),
            Some(b'W' | b'w' | b'2') => Some(Color::White),
            _ => None,
        };
        self.nodes[node].to_move = color;
        if color.is_none() {
            self.not_understood("PL", text, at);
        }
    }

    fn comment(&mut self, node: usize, values: &[Span]) {
        let comment = &mut self.nodes[node].comment;
        for text in values.iter().map(|&value| self.collection.text(value)) {
            if !comment.is_empty() && !text.is_empty() {
                comment.push('\n');
            }
            comment.push_str(&text);
        }
    }

    fn other(&self, property: &TreeProperty, values: &[Span]) -> Property {
        let text = &self.collection.decoded.text[property.at as usize..];
        let name: String = text.chars().take_while(char::is_ascii_alphanumeric).collect();
        let capitals: String = name.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        // A name begins with a letter: `i4e` can only be I4E.
        let is_name = capitals.starts_with(|letter: char| letter.is_ascii_uppercase());
        let name = if is_name { capitals } else { name.to_ascii_uppercase() };
        Property { name, values: values.iter().map(|&value| self.collection.raw(value).to_owned()).collect() }
    }

    /// A setup that names each point once, at a place in the text.
    fn parted(&mut self, setup: Setup, place: u32) -> Setup {
        let parted = setup.parted();
        if parted != setup {
            let gone = setup.changes().filter(|change| !parted.changes().any(|kept| kept == *change));
            gone.for_each(|(point, _)| self.warnings.push(place, Fault::Overlap(point)));
        }
        parted
    }

    fn lists(&mut self, node: usize, place: u32, lists: Lists) {
        let left = &mut self.points_left;
        let mut take = |set: PointSet| -> Vec<Point> {
            let points = set.into_vec();
            *left = left.saturating_sub(points.len());
            points
        };
        let stones = ByColor { black: take(lists.stones.black), white: take(lists.stones.white) };
        let setup = Setup { stones, empty: take(lists.empty) };
        let territory = lists.territory.map(|territory| {
            Box::new(ByColor { black: take(territory.black), white: take(territory.white) })
        });
        let setup = self.parted(setup, place);
        let node = &mut self.nodes[node];
        node.territory = territory;
        if setup != Setup::default() {
            node.setup = Some(Box::new(setup));
        }
    }

    /// Lets the node stand, unless it is empty, or makes several of it for several moves.
    fn finish(&mut self, draft: Draft) {
        let node = &mut self.nodes[draft.node];
        let place = draft.place.unwrap_or(0);
        let Some(played) = &node.played else {
            if draft.node > 0 && node.is_empty() {
                self.nodes.pop();
            } else {
                self.places.push(place);
            }
            return;
        };
        if node.setup.is_some() {
            self.warnings.push(place, Fault::SetupWithMove);
        }
        // Beside a move, PL tells who moves next, which the move itself tells.
        node.to_move = node.to_move.filter(|&color| color == played.color);
        self.places.push(place);
        if !draft.more.is_empty() {
            self.warnings.push(place, Fault::SeveralMoves);
            self.split(draft);
        }
    }

    /// Makes a node for each move: the setup is with the first, what is said with the last.
    fn split(&mut self, draft: Draft) {
        let first = &mut self.nodes[draft.node];
        let (setup, to_move, played) = (first.setup.take(), first.to_move.take(), first.played.take());
        let said = std::mem::replace(first, Node { setup, to_move, played, ..Node::default() });
        for (place, played) in draft.more.into_iter().take(MOST_NODES.saturating_sub(self.nodes.len())) {
            self.nodes.push(Node::played(played.color, played.place));
            self.places.push(place);
        }
        if let Some(last) = self.nodes.last_mut() {
            let (setup, to_move, played) = (last.setup.take(), last.to_move.take(), last.played.take());
            *last = Node { setup, to_move, played, ..said };
        }
    }
}

impl Draft {
    fn lists(&mut self) -> &mut Lists {
        self.lists.get_or_insert_default()
    }

    fn territory(&mut self) -> &mut ByColor<PointSet> {
        self.lists().territory.get_or_insert_default()
    }
}
