//! What a press means to a clock that no arbiter starts.

use clock::{Clock, Command, Side, Status};

/// What is done where this is asked of a clock. Where `first` is given, a press of the other side starts that side's
/// clock as long as it waits: without an arbiter a game begins so.
#[must_use]
pub fn meant(command: Command, clock: &Clock, first: Option<Side>) -> Command {
    match (command, first) {
        (Command::Press { side }, Some(first)) if side != first && clock.status() == Status::Waiting => {
            Command::Start { side: first }
        }
        (command, _) => command,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::Instant;

    #[test]
    fn the_first_press_starts_the_other_sides_clock_where_no_arbiter_does() {
        let mut clock = Clock::new("10s".parse().unwrap());
        let (white, black) = (Command::Press { side: Side::White }, Command::Press { side: Side::Black });
        let start = Command::Start { side: Side::Black };
        assert_eq!(meant(white, &clock, None), white);
        assert_eq!(meant(black, &clock, Some(Side::Black)), black);
        assert_eq!(meant(Command::Pause, &clock, Some(Side::Black)), Command::Pause);
        assert_eq!(meant(white, &clock, Some(Side::Black)), start);
        clock.handle(start, Instant::ZERO, &mut |_| ()).unwrap();
        assert_eq!(meant(white, &clock, Some(Side::Black)), white);
    }
}
