//! Stones, the groups they form, and their liberties: the board that positions are made of.
//!
//! The cells are those of a [`Field`], whose edge gives every point four neighbours. A group's cells are linked in a
//! ring; its head cell counts its liberties, each as often as stones of the group touch it: a group is without
//! liberties exactly when that count is 0, and counting so needs no search.

use crate::color::Color;
use crate::point::{Point, Size};

use super::field::Field;
use super::keys;
use super::legality::{Illegal, Suicide};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Edge,
    Empty,
    Stone(Color),
}

/// A cell. Liberties and the number of stones are right in a group's head only. Heads of empty cells are 0, which is
/// a cell of the edge.
#[derive(Clone, Copy, Debug)]
struct Cell {
    content: Content,
    head: u16,
    next: u16,
    liberties: u16,
    stones: u16,
}

const EDGE: Cell = Cell { content: Content::Edge, head: 0, next: 0, liberties: 0, stones: 0 };
const EMPTY: Cell = Cell { content: Content::Empty, ..EDGE };

/// The stones on a board of some size, and their key.
#[derive(Clone, Debug)]
pub(super) struct Board {
    field: Field,
    cells: Box<[Cell]>,
    key: u128,
}

/// Up to four groups, by their heads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Groups {
    heads: [u16; 4],
    count: usize,
}

impl Groups {
    fn add(&mut self, head: u16) {
        if !self.as_slice().contains(&head) {
            self.heads[self.count] = head;
            self.count += 1;
        }
    }

    fn as_slice(&self) -> &[u16] {
        &self.heads[..self.count]
    }
}

/// What a stone would do, found out before anything changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    color: Color,
    cell: usize,
    taken: Groups,
    suicide: bool,
    /// The key of the board that results.
    pub(super) key: u128,
}

/// How many stones a move took off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) opponents: u16,
    pub(super) own: u16,
}

impl Board {
    pub(super) fn empty(size: Size) -> Self {
        let field = Field::new(size);
        let mut cells = vec![EDGE; field.cells()].into_boxed_slice();
        for point in size.iter() {
            cells[field.cell(point)] = EMPTY;
        }
        Self { field, cells, key: 0 }
    }

    pub(super) fn key(&self) -> u128 {
        self.key
    }

    /// The cell of a point, which must lie on this board.
    pub(super) fn cell(&self, point: Point) -> usize {
        self.field.cell(point)
    }

    pub(super) fn at(&self, cell: usize) -> Option<Color> {
        match self.cells[cell].content {
            Content::Edge | Content::Empty => None,
            Content::Stone(color) => Some(color),
        }
    }

    pub(super) fn same_stones(&self, other: &Self) -> bool {
        self.key == other.key
            && self.cells.iter().map(|cell| cell.content).eq(other.cells.iter().map(|cell| cell.content))
    }

    /// The points of the group that stands here; empty where no stone stands.
    pub(super) fn group(&self, cell: usize) -> Vec<Point> {
        let stones = self.at(cell).map_or_else(Vec::new, |_| self.ring(cell));
        stones.into_iter().filter_map(|stone| self.field.point(stone)).collect()
    }

    /// The liberties of the group that stands here; empty where no stone stands.
    pub(super) fn liberties(&self, cell: usize) -> Vec<Point> {
        let stones = self.at(cell).map_or_else(Vec::new, |_| self.ring(cell));
        let empty = |&cell: &usize| self.cells[cell].content == Content::Empty;
        let mut cells: Vec<usize> =
            stones.into_iter().flat_map(|stone| self.field.neighbours(stone)).filter(empty).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter().filter_map(|cell| self.field.point(cell)).collect()
    }

    /// The cells of the group that a stone belongs to, that stone's first.
    fn ring(&self, cell: usize) -> Vec<usize> {
        let mut cells = vec![cell];
        let mut next = usize::from(self.cells[cell].next);
        while next != cell {
            cells.push(next);
            next = usize::from(self.cells[next].next);
        }
        cells
    }

    /// What a stone would do, or why it may not be laid.
    #[inline]
    pub(super) fn judge(&self, color: Color, cell: usize, suicide: Suicide) -> Result<Effect, Illegal> {
        if self.cells[cell].content != Content::Empty {
            return Err(Illegal::Occupied);
        }
        let neighbours = self.field.neighbours(cell);
        let (mut empty, mut enemies, mut fewest) = (0, 0, u16::MAX);
        for neighbour in neighbours {
            let Cell { content, head, .. } = self.cells[neighbour];
            let liberties = self.cells[usize::from(head)].liberties;
            let enemy = content == Content::Stone(color.opponent());
            empty += u16::from(content == Content::Empty);
            enemies += u16::from(enemy);
            fewest = fewest.min(if enemy { liberties } else { u16::MAX });
        }
        // A group is taken only if this stone touches it as often as it has liberties.
        let taken = if fewest <= enemies {
            self.groups_ended(color.opponent(), neighbours)
        } else {
            Groups::default()
        };
        let breathes = empty > 0 || taken.count > 0 || self.joins_a_living_group(color, neighbours);
        let mut key = self.key ^ keys::stone(cell, color);
        for &head in taken.as_slice() {
            key ^= self.group_key(head, color.opponent());
        }
        if !breathes {
            key = self.judge_suicide(color, neighbours, suicide)?;
        }
        Ok(Effect { color, cell, taken, suicide: !breathes, key })
    }

    /// The groups of a colour that have no liberty but the one that these are the neighbours of.
    fn groups_ended(&self, color: Color, neighbours: [usize; 4]) -> Groups {
        let mut ended = Groups::default();
        for neighbour in neighbours {
            let Cell { content, head, .. } = self.cells[neighbour];
            if content == Content::Stone(color) && self.has_only(head, neighbours) {
                ended.add(head);
            }
        }
        ended
    }

    fn joins_a_living_group(&self, color: Color, neighbours: [usize; 4]) -> bool {
        neighbours.iter().map(|&neighbour| &self.cells[neighbour]).any(|neighbour| {
            neighbour.content == Content::Stone(color) && !self.has_only(neighbour.head, neighbours)
        })
    }

    /// Whether all a group's liberties are the one point that these are the neighbours of.
    #[inline]
    fn has_only(&self, head: u16, neighbours: [usize; 4]) -> bool {
        let liberties = self.cells[usize::from(head)].liberties;
        liberties <= 4 && {
            let touching = neighbours.iter().filter(|&&cell| self.cells[cell].head == head).count();
            usize::from(liberties) == touching
        }
    }

    /// What the stones of a group change the key by.
    fn group_key(&self, head: u16, color: Color) -> u128 {
        let start = usize::from(head);
        let (mut key, mut cell) = (0, start);
        loop {
            key ^= keys::stone(cell, color);
            cell = usize::from(self.cells[cell].next);
            if cell == start {
                return key;
            }
        }
    }

    /// The key after a suicide: the groups it joins are gone, and it with them.
    #[cold]
    fn judge_suicide(&self, color: Color, neighbours: [usize; 4], suicide: Suicide) -> Result<u128, Illegal> {
        let mut own = Groups::default();
        for cell in neighbours {
            if self.cells[cell].content == Content::Stone(color) {
                own.add(self.cells[cell].head);
            }
        }
        let allowed = match suicide {
            Suicide::Forbidden => false,
            Suicide::Several => own.count > 0,
            Suicide::Allowed => true,
        };
        if !allowed {
            return Err(Illegal::Suicide);
        }
        Ok(own.as_slice().iter().fold(self.key, |key, &head| key ^ self.group_key(head, color)))
    }

    /// Lays a stone as judged on this very board.
    #[inline]
    pub(super) fn commit(&mut self, effect: &Effect) -> Taken {
        let mut taken = Taken::default();
        for &head in effect.taken.as_slice() {
            taken.opponents += self.take_off(usize::from(head));
        }
        self.lay(effect.cell, effect.color);
        if effect.suicide {
            taken.own = self.take_off(effect.cell);
        }
        assert_eq!(self.key, effect.key, "a move leads to the position it was judged by");
        taken
    }

    /// Puts or removes a stone without any rule: groups without liberties stay.
    pub(super) fn set(&mut self, cell: usize, stone: Option<Color>) {
        if let Some(color) = self.at(cell) {
            // Without it the group may fall apart: the others are laid again.
            let group = self.ring(cell);
            self.take_off(cell);
            for &other in &group[1..] {
                self.lay(other, color);
            }
        }
        if let Some(color) = stone {
            self.lay(cell, color);
        }
    }

    /// Puts a stone on an empty cell and joins it to its neighbours; takes nothing.
    #[inline]
    fn lay(&mut self, cell: usize, color: Color) {
        let neighbours = self.field.neighbours(cell);
        let empty = |near: usize| u16::from(self.cells[near].content == Content::Empty);
        let liberties = neighbours.into_iter().map(empty).sum();
        let name = cell as u16;
        self.cells[cell] =
            Cell { content: Content::Stone(color), head: name, next: name, liberties, stones: 1 };
        self.key ^= keys::stone(cell, color);
        for near in neighbours {
            let head = usize::from(self.cells[near].head);
            // Cells without a stone have the edge's head, where the count means nothing.
            self.cells[head].liberties = self.cells[head].liberties.wrapping_sub(1);
        }
        for near in neighbours {
            if self.cells[near].content == Content::Stone(color) {
                self.join(cell, near);
            }
        }
    }

    /// Makes one group of two neighbours' groups. The smaller is renamed.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (usize::from(self.cells[one].head), usize::from(self.cells[other].head));
        if one == other {
            return;
        }
        let (large, small) =
            if self.cells[one].stones >= self.cells[other].stones { (one, other) } else { (other, one) };
        let Cell { liberties, stones, .. } = self.cells[small];
        self.cells[large].liberties += liberties;
        self.cells[large].stones += stones;
        let mut cell = small;
        loop {
            self.cells[cell].head = large as u16;
            cell = usize::from(self.cells[cell].next);
            if cell == small {
                break;
            }
        }
        // Two rings become one when two of their links are crossed.
        let next = self.cells[large].next;
        self.cells[large].next = self.cells[small].next;
        self.cells[small].next = next;
    }

    /// Removes the group that a stone belongs to: how many stones that were.
    fn take_off(&mut self, start: usize) -> u16 {
        let content = self.cells[start].content;
        let Content::Stone(color) = content else { return 0 };
        let (mut cell, mut count) = (start, 0);
        loop {
            for near in self.field.neighbours(cell) {
                // The group's own stones are leaving with it.
                if self.cells[near].content == Content::Stone(color.opponent()) {
                    let head = usize::from(self.cells[near].head);
                    self.cells[head].liberties += 1;
                }
            }
            let next = usize::from(self.cells[cell].next);
            self.cells[cell] = EMPTY;
            self.key ^= keys::stone(cell, color);
            count += 1;
            cell = next;
            if cell == start {
                return count;
            }
        }
    }
}
