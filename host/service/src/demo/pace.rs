//! How long a player thinks: as long as the record says, or as long as people do.

use clock::{Bonus, Control, Duration, Overtime, Side, SideControl, Stage};
use records::{pgn, sgf};
use rules::ByColor;

use crate::venue::TableView;

/// More than so much more than there was before is no reading that is a little off: time was added.
const ADDED_MS: u64 = 60_000;

/// What each move of a PGN game took: as `%emt` says, or by the mover's `%clk` before and after. Before its first
/// move a side has the control's time.
pub(super) fn of_pgn(game: &pgn::Game, control: Option<&Control>) -> Vec<Option<Duration>> {
    let stage = control.and_then(|control| control.black.stages().first());
    let increment = stage.map_or(0, |stage| match stage.bonus {
        Bonus::Increment(increment) => increment.as_millis_left(),
        Bonus::None | Bonus::Delay(_) | Bonus::Bronstein(_) => 0,
    });
    let thought = |(at, step): (usize, &pgn::Move)| {
        let spent = step.elapsed_ms.or_else(|| {
            let left = step.clock_ms?;
            match at.checked_sub(2).and_then(|before| game.moves.get(before)) {
                Some(before) => spent(before.clock_ms?.checked_add(increment)?, left),
                // Whether the first move has the increment, programs do not agree.
                None => stage.map_or(Some(0), |stage| spent(stage.time.as_millis_left(), left)),
            }
        });
        spent.map(Duration::from_millis)
    };
    game.moves.iter().enumerate().map(thought).collect()
}

/// What was spent between two readings. A few seconds won are a server's courtesy to a slow line.
fn spent(before: u64, after: u64) -> Option<u64> {
    (after < before.saturating_add(ADDED_MS)).then(|| before.saturating_sub(after))
}

/// What each move of an SGF game took, by what its side had left before and after it.
pub(super) fn of_sgf(record: &sgf::Record) -> Vec<Option<Duration>> {
    let start = sgf::TimeLeft { ms: record.main_time_ms, overtime: None };
    let mut last = ByColor::new(|_| start);
    let moves = record.nodes.iter().filter_map(|node| Some((node.played.as_ref()?.color, &node.left)));
    moves
        .map(|(color, left)| {
            let after = *left.of(color);
            let before = std::mem::replace(last.of_mut(color), after);
            spent_by(record.overtime.as_ref(), before, after).map(Duration::from_millis)
        })
        .collect()
}

fn spent_by(overtime: Option<&sgf::Overtime>, before: sgf::TimeLeft, after: sgf::TimeLeft) -> Option<u64> {
    let (had, left) = (before.ms?, after.ms?);
    match (overtime, before.overtime, after.overtime) {
        (Some(sgf::Overtime::Fischer { increment_ms }), None, None) => {
            spent(had.checked_add(*increment_ms)?, left)
        }
        (_, None, None) => spent(had, left),
        // A turn has its period anew; those before it are used up.
        (Some(sgf::Overtime::ByoYomi { period_ms, .. }), Some(had), Some(now)) => {
            used(had.checked_sub(now)?, *period_ms, left)
        }
        (Some(sgf::Overtime::ByoYomi { periods, period_ms }), None, Some(now)) => {
            had.checked_add(used(periods.checked_sub(now)?, *period_ms, left)?)
        }
        (Some(sgf::Overtime::Canadian { ms, .. }), None, Some(_)) => had.checked_add(ms.checked_sub(left)?),
        (Some(sgf::Overtime::Canadian { .. }), Some(had_moves), Some(moves)) if moves < had_moves => {
            had.checked_sub(left)
        }
        // A section begins anew, or nobody can say.
        (_, Some(_), _) | (_, None, Some(_)) => None,
    }
}

/// So many whole periods, and of the next all but what is left.
fn used(periods: u32, period_ms: u64, left_ms: u64) -> Option<u64> {
    u64::from(periods).checked_mul(period_ms)?.checked_add(period_ms.checked_sub(left_ms)?)
}

/// What a clock reads of a side.
struct Read<'a> {
    phase: &'a str,
    left: u64,
    periods: u64,
    moves: u64,
}

fn read(view: &TableView, side: Side) -> Read<'_> {
    let reading = &view.state[side.as_str()];
    let number = |key: &str| reading[key].as_u64().unwrap_or_default();
    let phase = reading["phase"].as_str().unwrap_or_default();
    Read { phase, left: number("left_ms"), periods: number("periods"), moves: number("moves_left").max(1) }
}

/// How long a side can think, from when the view was true, before its time is used up; in a section it keeps
/// something for the other moves.
pub(super) fn bearable(view: &TableView, side: Side) -> Duration {
    let Read { phase, left, periods, moves } = read(view, side);
    let behind = match (phase, view.setup.control.of(side).overtime()) {
        ("byoyomi", Overtime::Byoyomi { period, .. } | Overtime::Reserve { period, .. }) => {
            periods.saturating_sub(1).saturating_mul(period.as_millis_left())
        }
        ("canadian", _) if moves > 1 => return Duration::from_millis(left * 9 / 10),
        ("byoyomi" | "canadian", _) => 0,
        (_, Overtime::Byoyomi { periods, period }) => period.times(periods).as_millis_left(),
        (_, Overtime::Canadian { time, .. }) => time.as_millis_left() / 2,
        (
            _,
            Overtime::None
            | Overtime::Reserve { .. }
            | Overtime::Ing { .. }
            | Overtime::Consideration { .. }
            | Overtime::Hourglass { .. },
        ) => 0,
    };
    Duration::from_millis(left.saturating_add(behind))
}

/// How long a side thinks about the first of its turns to come: as long as the record says, or as long as people do
/// where it says nothing. In main time without overtime behind it all of them together fit into what is left, and where
/// the record's times cannot be kept, a tenth of it stays; an order takes so long on its way.
pub(super) fn thought(
    view: &TableView,
    side: Side,
    spent: Duration,
    way: Duration,
    to_come: impl Iterator<Item = (usize, Option<Duration>)>,
) -> Duration {
    let mut to_come = to_come.peekable();
    let Some(&(number, recorded)) = to_come.peek() else { return Duration::ZERO };
    let control = view.setup.control.of(side);
    let Some(stage) = closed_stage(view, control, side) else {
        return recorded.unwrap_or_else(|| drawn(view, number, side));
    };
    let within = stage.moves.map_or(usize::MAX, usize::from);
    let left = Duration::from_millis(read(view, side).left).plus(spent);
    let thoughts = to_come.take(within);
    let budget = Budget::of(thoughts, |number| drawn(view, number, side), stage.bonus, way);
    match recorded {
        Some(thought) if budget.fits(left) => thought,
        Some(thought) => budget.share(thought, left),
        None => budget.share(drawn(view, number, side), left),
    }
}

/// The stage that a side is in, with the turns still to come in it, where its time must be enough for them.
fn closed_stage(view: &TableView, control: &SideControl, side: Side) -> Option<Stage> {
    let reading = &view.state[side.as_str()];
    let moves = reading["moves_to_go"].as_u64().and_then(|moves| u16::try_from(moves).ok());
    let renews = matches!(
        control.overtime(),
        Overtime::Byoyomi { .. } | Overtime::Canadian { .. } | Overtime::Reserve { .. }
    );
    if reading["phase"] != "main" || (moves.is_none() && renews) {
        return None;
    }
    let number = usize::try_from(reading["stage"].as_u64()?).ok()?;
    Some(Stage { moves, ..*control.stages().get(number.checked_sub(1)?)? })
}

/// What the turns to come want, and what they bring and cost besides, in microseconds.
#[derive(Debug, Default)]
struct Budget {
    wanted: u64,
    /// Bonuses that come in before the last of them is over.
    bonuses: u64,
    /// What the orders take on their way: of a press and a recorded move, and some more.
    ways: u64,
    /// So much is kept to the end, for orders that are late.
    reserve: u64,
    turns: u64,
}

impl Budget {
    fn of(
        thoughts: impl Iterator<Item = (usize, Option<Duration>)>,
        drawn: impl Fn(usize) -> Duration,
        bonus: Bonus,
        way: Duration,
    ) -> Self {
        let mut sum = Self::default();
        for (number, thought) in thoughts {
            let thought = thought.unwrap_or_else(|| drawn(number));
            sum.wanted = sum.wanted.saturating_add(thought.as_micros());
            sum.turns += 1;
        }
        // An increment behind the last turn helps nobody; a delay helps in each.
        let turns = match bonus {
            Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => sum.turns.saturating_sub(1),
            Bonus::Delay(_) => sum.turns,
        };
        sum.bonuses = bonus.duration().as_micros().saturating_mul(turns);
        sum.ways = way.times(3).as_micros().saturating_mul(sum.turns);
        sum.reserve = way.times(50).as_micros();
        sum
    }

    /// Whether what is recorded can be played as it is.
    fn fits(&self, left: Duration) -> bool {
        self.wanted <= left.as_micros().saturating_add(self.bonuses)
    }

    /// A thought in proportion, where all together want more than they may have; before others never more than half
    /// of what is left.
    fn share(&self, thought: Duration, left: Duration) -> Duration {
        let left = left.as_micros();
        let free = left.saturating_sub(self.reserve.max(left / 10));
        let given = free.saturating_add(self.bonuses).saturating_sub(self.ways);
        let share = match self.wanted {
            wanted if wanted <= given => thought.as_micros(),
            wanted => {
                let share = u128::from(thought.as_micros()) * u128::from(given) / u128::from(wanted);
                u64::try_from(share).unwrap_or(u64::MAX)
            }
        };
        let most = if self.turns > 1 { free.min(left / 2) } else { free };
        Duration::from_micros(share.min(most))
    }
}

/// How long a player thinks about a move of this number where no record says it: a few seconds to a minute, now and
/// then longer; in overtime as it allows, with a quarter of it to spare.
fn drawn(view: &TableView, number: usize, side: Side) -> Duration {
    let Read { phase, left, periods, moves } = read(view, side);
    let draw = spread(u64::from(view.table), number);
    let renews = matches!(
        view.setup.control.of(side).overtime(),
        Overtime::Byoyomi { .. } | Overtime::Canadian { .. } | Overtime::Reserve { .. }
    );
    let millis = match phase {
        // Here and there a period is lost, but never the last.
        "byoyomi" if draw.is_multiple_of(23) && periods > 2 => left + 4_000,
        "byoyomi" | "consideration" => left * (10 + draw % 65) / 100,
        "canadian" => (left / moves * (20 + draw % 130) / 100).min(left * 9 / 10),
        // The overtime that comes with its periods catches it.
        "main" if renews => main_time(draw).min(left / 3 + 1_000),
        "main" => main_time(draw),
        _ => main_time(draw).min(left / 3),
    };
    Duration::from_millis(millis)
}

/// Six times in ten up to half a minute, three times up to a minute, once up to three.
const fn main_time(draw: u64) -> u64 {
    let within = draw / 10;
    match draw % 10 {
        0..=5 => 5_000 + within % 25_000,
        6..=8 => 30_000 + within % 30_000,
        _ => 60_000 + within % 120_000,
    }
}

/// A number that looks drawn and is always the same for a table and a move.
fn spread(table: u64, number: usize) -> u64 {
    // SplitMix64 (Steele, Lea, Flood 2014).
    let number = u64::try_from(number).unwrap_or_default();
    let seed = table.wrapping_mul(1_000).wrapping_add(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(thoughts: &[Option<Duration>]) -> Vec<Option<u64>> {
        thoughts.iter().map(|thought| thought.map(Duration::as_millis_left)).collect()
    }

    fn of_pgn_text(text: &str) -> Vec<Option<u64>> {
        let game = pgn::read(text.as_bytes()).games.remove(0);
        let said = game.time_control().and_then(Result::ok);
        let control = said.and_then(|said| super::super::control::of_pgn(&said));
        millis(&of_pgn(&game, control.as_ref()))
    }

    #[test]
    fn clocks_of_a_chess_game_say_what_each_move_took() {
        let game = "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59.5]} 2. d4 {[%clk 0:02:55]} \
                    d5 {[%emt 0:00:07]} 3. c4 {[%clk 0:02:58]} c5 {[%clk 0:09:00]} 4. b4 *\n";
        assert_eq!(
            of_pgn_text(game),
            [Some(0), Some(500), Some(7_000), Some(7_000), Some(0), None, None],
            "the first has no increment yet; a second won is nothing; without a reading before, nobody knows"
        );
        let unsaid =
            "1. e4 {[%clk 0:30:00]} e5 {[%clk 0:29:00]} 2. d4 {[%clk 0:29:35]} d5 {[%clk 1:00:00]} *\n";
        assert_eq!(of_pgn_text(unsaid), [Some(0), Some(0), Some(25_000), None], "an hour was added");
    }

    fn of_sgf_text(text: &str) -> Vec<Option<u64>> {
        millis(&of_sgf(&sgf::read(text.as_bytes()).unwrap().game(0).unwrap().record))
    }

    #[test]
    fn clocks_of_a_game_of_go_say_what_each_move_took() {
        let byo_yomi = "(;SZ[9]TM[60]OT[3x20 byo-yomi];B[aa]BL[50];W[bb]WL[58.5];B[cc]BL[15]OB[2];W[dd]\
                        ;B[ee]BL[20]OB[2];W[ff]WL[9]OB[3];B[gg]BL[1]OB[1])";
        assert_eq!(
            of_sgf_text(byo_yomi),
            [Some(10_000), Some(1_500), Some(75_000), None, Some(0), None, Some(39_000)],
            "main time and one period and 5 s; nothing; a whole period and 19 s"
        );
        let canadian = "(;SZ[9]TM[60]OT[5/100 Canadian];B[aa]BL[90]OB[4];W[bb];B[cc]BL[70]OB[3];W[dd]\
                        ;B[ee]BL[100]OB[5])";
        assert_eq!(of_sgf_text(canadian), [Some(70_000), None, Some(20_000), None, None]);
        let fischer = "(;SZ[9]TM[60]OT[10 fischer];B[aa]BL[65];W[bb]WL[70])";
        assert_eq!(of_sgf_text(fischer), [Some(5_000), Some(0)]);
        assert_eq!(of_sgf_text("(;SZ[9];B[aa]BL[65];W[bb])"), [None, None]);
    }
}
