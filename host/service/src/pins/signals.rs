//! What lamps show of a table as the referee has it. What they and the buzzer do then is [`panel::signals`].

use panel::signals::Shows;
use referee::{Adjournment, Table};

/// What is shown of a table as it is decided.
pub(crate) fn shown_of(table: &Table) -> Shows {
    let record = table.record();
    let closed = record.ending().is_signed() || record.adjournment().is_some_and(Adjournment::is_closed);
    let shows = Shows::of_clock(table.clock());
    let over = closed || (record.is_ended() && !matches!(shows, Shows::Flagged(_)));
    if over { Shows::Nothing } else { shows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Instant, Side};
    use referee::{Command, Game, GameKind, Order, Setup, Who};

    const BLACK: Side = Side::Black;

    #[test]
    fn what_is_shown_of_a_game_from_its_start_to_its_end() {
        let game = Game { rules: Some("chinese".into()), ..Game::of_kind(GameKind::Go) };
        let mut table = Table::new(Setup::new(game, "10s".parse().unwrap()));
        let mut shows = vec![shown_of(&table)];
        let mut give = |by: Who, command: Command, at: u64| {
            table.handle(Order { by, command }, Instant::from_millis(at)).unwrap();
            shows.push(shown_of(&table));
        };
        give(Who::Arbiter, Command::Start { side: None }, 0);
        give(Who::Black, Command::Press { side: BLACK }, 1_000);
        give(Who::Arbiter, Command::Pause { why: None }, 2_000);
        give(Who::Arbiter, Command::Resume, 3_000);
        give(Who::White, Command::Press { side: Side::White }, 4_000);
        give(Who::Arbiter, Command::Query { side: BLACK }, 60_000);
        give(Who::Chief, Command::VoidFlag { why: None }, 61_000);
        give(Who::White, Command::Resign { side: Side::White }, 62_000);
        let white = Side::White;
        assert_eq!(
            shows,
            [
                Shows::Nothing,
                Shows::Runs(BLACK),
                Shows::Runs(white),
                Shows::Paused(white),
                Shows::Runs(white),
                Shows::Runs(BLACK),
                Shows::Flagged(BLACK),
                Shows::Paused(BLACK),
                Shows::Nothing,
            ]
        );
    }
}
