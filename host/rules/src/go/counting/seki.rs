//! Points that groups in seki surround.

use super::grid::{BLACK, Cell, Flood, Grid, REGION, WHITE, sole, stone};
use crate::color::{ByColor, Color};

/// A colour's group: its stones and the regions they surround.
#[derive(Default)]
struct Group {
    regions: u32,
    points: u32,
    in_square: bool,
    /// The shared points beside its stones.
    shared: Vec<usize>,
}

/// How many points each colour's groups in seki surround, on a grid that has been surveyed.
pub(super) fn surrounded_in_seki(surveyed: &Grid) -> ByColor<u32> {
    let (marked, seen) = (surveyed.clone(), vec![false; surveyed.field().span().end]);
    let mut walk = Walk { surveyed, marked, seen, flood: Flood::new() };
    ByColor::new(|color| walk.points_in_seki(color))
}

struct Walk<'a> {
    surveyed: &'a Grid,
    /// The same, where regions that have been entered are marked.
    marked: Grid,
    seen: Vec<bool>,
    flood: Flood,
}

impl Walk<'_> {
    fn points_in_seki(&mut self, color: Color) -> u32 {
        let stones = self.surveyed.field().span().filter(|&cell| self.surveyed.get(cell) == stone(color));
        let stones: Vec<usize> = stones.collect();
        let mut groups = Vec::new();
        for cell in stones {
            if !self.seen[cell] {
                groups.push(self.group(cell, color));
            }
        }
        without_those_that_live(groups, self.seen.len()).iter().map(|group| group.points).sum()
    }

    /// The group with this stone.
    fn group(&mut self, first: usize, color: Color) -> Group {
        let surrounded = REGION | stone(color);
        let mut group = Group::default();
        let mut waiting = vec![first];
        self.seen[first] = true;
        while let Some(cell) = waiting.pop() {
            for beside in self.surveyed.field().neighbours(cell) {
                let content = self.surveyed.get(beside);
                if is_shared(content) && self.surveyed.get(cell) == stone(color) {
                    group.shared.push(beside);
                }
                let own = content == stone(color) || content == surrounded;
                if !own || self.seen[beside] {
                    continue;
                }
                if content == surrounded {
                    self.enter_region(beside, &mut group);
                    waiting.extend(self.flood.cells().iter().map(|&cell| usize::from(cell)));
                } else {
                    self.seen[beside] = true;
                    waiting.push(beside);
                }
            }
        }
        group
    }

    /// Counts a region that the group has just met.
    fn enter_region(&mut self, first: usize, group: &mut Group) {
        self.marked.flood(first, REGION | BLACK | WHITE, &mut self.flood);
        for &cell in self.flood.cells() {
            self.seen[usize::from(cell)] = true;
        }
        group.regions += 1;
        group.points += super::number(self.flood.cells());
        group.in_square = is_square(self.surveyed, self.flood.cells());
    }
}

impl Group {
    /// Whether it lives without anything else: no shared point is beside it, or it has room for two eyes.
    fn lives(&self) -> bool {
        let one_eye = self.points <= 3 || self.points == 4 && self.in_square;
        self.shared.is_empty() || self.regions > 1 || !one_eye
    }
}

/// The groups of one colour that are left when those that live are gone, and with them those that one stone on a
/// shared point would join to these: such a point is only one that nobody has filled.
fn without_those_that_live(mut groups: Vec<Group>, cells: usize) -> Vec<Group> {
    let mut beside_living = vec![false; cells];
    loop {
        let joins = |group: &Group| group.shared.iter().any(|&cell| beside_living[cell]);
        let (living, others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.lives() || joins(group));
        if living.is_empty() {
            return others;
        }
        for cell in living.iter().flat_map(|group| &group.shared) {
            beside_living[*cell] = true;
        }
        groups = others;
    }
}

fn is_shared(content: Cell) -> bool {
    content & REGION != 0 && sole(content).is_none()
}

/// Whether four cells lie in a square.
fn is_square(grid: &Grid, cells: &[u16]) -> bool {
    let corner = cells.iter().copied().min().map(usize::from);
    let reached = |cell: usize| cells.iter().any(|&other| usize::from(other) == cell);
    corner.is_some_and(|corner| cells.len() == 4 && grid.field().square(corner).into_iter().all(reached))
}
