//! What a table's display shows: the panel's view of a clock and of what the host wants shown beside it.

use clock::{Clock, Duration, Instant, Reading, Side, Standing, Status};
use link::device::Line;
use link::{Play, Showing};
use panel::face as shown;
use panel::face::{Doing, Notices, Scene, View};

/// How long a page of the words before the start stands.
pub const PAGE_STANDS: Duration = Duration::from_secs(5);

/// The pages are counted up to here and then anew. Most numbers of pages divide it, so that none is left out.
const PAGES_COUNTED: u64 = 240;

/// What a table's face shows. A unit makes it of what it knows ([`TableUnit::face`](crate::TableUnit::face)), and the
/// service for the tables that have no unit of their own; so both show the same for the same.
#[derive(Clone, Debug)]
pub struct Face<'a> {
    /// The table's number and its clock, read ahead to the present; none before a table is granted.
    pub table: Option<(u16, Clock)>,
    /// The table's time.
    pub time: Instant,
    /// What the host wants shown beside the clock.
    pub showing: &'a Showing,
    /// How the line stands.
    pub line: Line,
    /// How many inputs are not on the host's disk.
    pub unsent: usize,
    /// Whether the clocks stand because the unit itself stopped them: it began anew again and again.
    pub stood: bool,
}

impl Face<'_> {
    /// What the panel draws; none before a table is granted. Whether the battery is low only the unit's own board
    /// knows: it notes that in the view.
    #[must_use]
    pub fn view(&self) -> Option<View<'_>> {
        let (number, clock) = self.table.as_ref()?;
        let Showing { language, white_at, game, summoned, muted, .. } = *self.showing;
        Some(View {
            table: Some(*number),
            game: match game {
                link::Game::Go => shown::Game::Go,
                link::Game::Chess => shown::Game::Chess,
            },
            language,
            white_at: match white_at {
                link::WhiteAt::Right => shown::WhiteAt::Right,
                link::WhiteAt::Left => shown::WhiteAt::Left,
            },
            control: clock.control(),
            scene: self.scene(clock),
            notices: Notices { summoned, link_lost: self.is_alone(), muted, battery_low: false },
        })
    }

    /// Whether the table goes on without its host.
    const fn is_alone(&self) -> bool {
        match self.line {
            Line::Up => false,
            Line::Never | Line::Silent { .. } | Line::TurnedAway(_) => true,
        }
    }

    fn scene(&self, clock: &Clock) -> Scene {
        let standing = clock.standing();
        if let Some(before) = self.corrected() {
            return Scene::Corrected { before, after: standing };
        }
        match doing(clock.status(), self.showing) {
            Some(Doing::Paused(_)) if self.stood => {
                Scene::Clocks { standing, doing: Doing::Paused(shown::Reason::Restarted) }
            }
            Some(doing) => Scene::Clocks { standing, doing },
            None => Scene::Waiting { page: page_at(self.time), agreed: None },
        }
    }

    /// How both sides stood before a correction that is still to be shown.
    fn corrected(&self) -> Option<Standing> {
        self.showing
            .corrected
            .filter(|corrected| self.time < corrected.until)
            .map(|corrected| corrected.before)
    }

    /// When it shows something else if nothing comes, in the table's time.
    #[must_use]
    pub fn changes_at(&self) -> Option<Instant> {
        let (_, clock) = self.table.as_ref()?;
        let read = self.showing.corrected.map(|corrected| corrected.until).filter(|&until| until > self.time);
        let by_itself = match clock.status() {
            Status::Waiting => Some(page_turns_at(self.time)),
            Status::Running => figure_in(clock).map(|length| self.time.plus(length)),
            Status::Paused | Status::Flagged(_) | Status::FlagWithdrawn(_) | Status::Stopped => None,
        };
        [read, by_itself, clock.poll_at()].into_iter().flatten().min()
    }
}

/// Which page of the words is up.
pub(crate) fn page_at(time: Instant) -> u8 {
    let turned = time.as_micros().checked_div(PAGE_STANDS.as_micros()).unwrap_or(0);
    u8::try_from(turned.checked_rem(PAGES_COUNTED).unwrap_or(0)).unwrap_or(0)
}

/// When the page is turned.
pub(crate) fn page_turns_at(time: Instant) -> Instant {
    let stands = PAGE_STANDS.as_micros();
    let stood = time.as_micros().checked_rem(stands).unwrap_or(0);
    time.plus(Duration::from_micros(stands.saturating_sub(stood)))
}

/// What the clocks do; none while the words of the control are shown.
const fn doing(status: Status, showing: &Showing) -> Option<Doing> {
    let doing = match (status, showing.play) {
        (Status::Flagged(side), _) => Doing::Flagged(side),
        (Status::Stopped, _) | (_, Play::Over) => Doing::Over,
        (Status::Running, Play::Going | Play::Adjourned) => Doing::Running,
        (Status::Waiting | Status::Paused | Status::FlagWithdrawn(_), Play::Adjourned) => Doing::Adjourned,
        (Status::FlagWithdrawn(_), Play::Going) => Doing::Paused(shown::Reason::FlagWithdrawn),
        (Status::Paused, Play::Going) => Doing::Paused(reason(showing.reason)),
        (Status::Waiting, Play::Going) => return None,
    };
    Some(doing)
}

const fn reason(reason: link::Reason) -> shown::Reason {
    match reason {
        link::Reason::Arbiter => shown::Reason::Arbiter,
        link::Reason::Summoned => shown::Reason::Summoned,
        link::Reason::Ruling => shown::Reason::Ruling,
        link::Reason::Break => shown::Reason::Break,
        link::Reason::Equipment => shown::Reason::Equipment,
        link::Reason::PowerLost => shown::Reason::PowerLost,
        link::Reason::FlagWithdrawn => shown::Reason::FlagWithdrawn,
        link::Reason::TouchLost => shown::Reason::TouchLost,
        link::Reason::Restarted => shown::Reason::Restarted,
    }
}

/// How long no figure of a running clock changes.
fn figure_in(clock: &Clock) -> Option<Duration> {
    let standing = clock.standing();
    let side = standing.turn?;
    let other = standing.readings.of(side.other());
    let rises = grows(clock, side).then(|| rises_in(other.left));
    [falls_in(standing.readings.of(side)), rises].into_iter().flatten().min()
}

/// Whether the side that waits is given what the other uses.
const fn grows(clock: &Clock, side: Side) -> bool {
    matches!(clock.control().of(side).overtime(), clock::Overtime::Hourglass { .. })
}

const SECOND: u64 = 1_000_000;

/// What is left shows as a whole number of seconds, rounded up: the next one when the present second is used.
fn falls_in(reading: &Reading) -> Option<Duration> {
    let runs = if reading.delay.is_zero() { reading.left } else { reading.delay };
    let part = runs.as_micros().checked_rem(SECOND).unwrap_or(0);
    (!runs.is_zero()).then(|| Duration::from_micros(if part == 0 { SECOND } else { part }))
}

/// The same where it grows: a second more as soon as anything of it is there.
fn rises_in(left: Duration) -> Duration {
    let part = left.as_micros().checked_rem(SECOND).unwrap_or(0);
    let whole = SECOND.saturating_sub(part).checked_rem(SECOND).unwrap_or(0);
    Duration::from_micros(whole.saturating_add(1))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use clock::{Command, Side};
    use link::{Corrected, TurnedAway};
    use std::vec::Vec;

    fn clock(control: &str, commands: &[(u64, Command)]) -> Clock {
        let mut clock = Clock::new(control.parse().unwrap());
        for (millis, command) in commands {
            clock.handle(*command, Instant::from_millis(*millis), &mut |_| ()).unwrap();
        }
        clock
    }

    fn face(clock: Clock, millis: u64, showing: &Showing) -> Face<'_> {
        let mut clock = clock;
        let time = Instant::from_millis(millis);
        clock.poll(time, &mut |_| ()).unwrap();
        shows(clock, time, showing)
    }

    fn shows(clock: Clock, time: Instant, showing: &Showing) -> Face<'_> {
        Face { table: Some((3, clock)), time, showing, line: Line::Up, unsent: 0, stood: false }
    }

    const START: (u64, Command) = (0, Command::Start { side: Side::Black });

    fn doing_of(face: &Face<'_>) -> Option<Doing> {
        match face.view().unwrap().scene {
            Scene::Clocks { doing, .. } => Some(doing),
            Scene::Waiting { .. } | Scene::Corrected { .. } => None,
        }
    }

    #[test]
    fn what_the_clock_does_and_what_the_host_says_make_one_face() {
        let going = Showing { reason: link::Reason::Break, ..Showing::default() };
        let adjourned = Showing { play: Play::Adjourned, ..Showing::default() };
        let over = Showing { play: Play::Over, ..Showing::default() };
        let pause = (2_000, Command::Pause);
        let stop = (2_000, Command::Stop);
        let void = (12_000, Command::VoidFlag);
        let cases = [
            (&[][..], &going, 1_000, None),
            (&[], &over, 1_000, Some(Doing::Over)),
            (&[START], &going, 3_000, Some(Doing::Running)),
            // The sealer thinks.
            (&[START], &adjourned, 3_000, Some(Doing::Running)),
            (&[START, pause], &going, 3_000, Some(Doing::Paused(shown::Reason::Break))),
            (&[START, pause], &adjourned, 3_000, Some(Doing::Adjourned)),
            (&[START, pause], &over, 3_000, Some(Doing::Over)),
            (&[START, stop], &going, 3_000, Some(Doing::Over)),
            (&[START], &going, 11_000, Some(Doing::Flagged(Side::Black))),
            (&[START], &over, 11_000, Some(Doing::Flagged(Side::Black))),
            (&[START, void], &going, 13_000, Some(Doing::Paused(shown::Reason::FlagWithdrawn))),
        ];
        for (commands, showing, millis, doing) in cases {
            let face = face(clock("10s", commands), millis, showing);
            assert_eq!(doing_of(&face), doing, "{commands:?} {:?}", showing.play);
        }
    }

    #[test]
    fn every_reason_is_shown_as_itself() {
        use link::Reason as Said;
        let said = [
            Said::Arbiter,
            Said::Summoned,
            Said::Ruling,
            Said::Break,
            Said::Equipment,
            Said::PowerLost,
            Said::FlagWithdrawn,
            Said::TouchLost,
            Said::Restarted,
        ];
        for (said, shown) in said.into_iter().zip(shown::Reason::ALL) {
            let showing = Showing { reason: said, ..Showing::default() };
            let face = face(clock("10s", &[START, (1, Command::Pause)]), 5, &showing);
            assert_eq!(doing_of(&face), Some(Doing::Paused(shown)));
        }
    }

    #[test]
    fn a_unit_that_stopped_the_clocks_itself_sends_for_the_arbiter_until_something_else_is_so() {
        let stood = |commands, showing| Face { stood: true, ..face(clock("10s", commands), 5_000, showing) };
        let pause = (2_000, Command::Pause);
        let adjourned = Showing { play: Play::Adjourned, ..Showing::default() };
        let cases = [
            (&[START, pause][..], &Showing::default(), Doing::Paused(shown::Reason::Restarted)),
            (&[START, pause], &adjourned, Doing::Adjourned),
            (&[START], &Showing::default(), Doing::Running),
        ];
        for (commands, showing, doing) in cases {
            assert_eq!(doing_of(&stood(commands, showing)), Some(doing), "{commands:?}");
        }
    }

    #[test]
    fn a_table_that_its_host_does_not_hear_says_so() {
        let showing = Showing { muted: true, summoned: true, ..Showing::default() };
        let lines = [
            (Line::Up, false),
            (Line::Never, true),
            (Line::Silent { since: Instant::ZERO }, true),
            (Line::TurnedAway(TurnedAway::Engine { theirs: 2 }), true),
        ];
        for (line, link_lost) in lines {
            let face = Face { line, ..face(clock("10s", &[]), 0, &showing) };
            let notices = Notices { summoned: true, link_lost, muted: true, battery_low: false };
            assert_eq!(face.view().unwrap().notices, notices);
        }
        let none = Face { table: None, line: Line::Never, ..face(clock("10s", &[]), 0, &showing) };
        assert_eq!((none.view().map(|view| view.table), none.changes_at()), (None, None));
    }

    #[test]
    fn a_correction_is_shown_until_its_time_is_over() {
        let before = clock("10s", &[START]).standing();
        let until = Instant::from_millis(5_000);
        let showing = Showing { corrected: Some(Corrected { before, until }), ..Showing::default() };
        let now = face(clock("10s", &[START, (1_000, Command::Pause)]), 4_999, &showing);
        let after = now.table.as_ref().unwrap().1.standing();
        assert_eq!(now.view().unwrap().scene, Scene::Corrected { before, after });
        assert_eq!(now.changes_at(), Some(until));
        let later = face(clock("10s", &[START, (1_000, Command::Pause)]), 5_000, &showing);
        assert_eq!(
            (doing_of(&later), later.changes_at()),
            (Some(Doing::Paused(shown::Reason::Arbiter)), None)
        );
    }

    #[test]
    fn the_pages_of_a_control_are_turned() {
        let showing = Showing::default();
        let page = |millis| match face(clock("10s", &[]), millis, &showing).view().unwrap().scene {
            Scene::Waiting { page, .. } => page,
            Scene::Clocks { .. } | Scene::Corrected { .. } => 255,
        };
        assert_eq!([page(0), page(4_999), page(5_000), page(1_199_999), page(1_200_000)], [0, 0, 1, 239, 0]);
        let turns = face(clock("10s", &[]), 7_000, &showing).changes_at();
        assert_eq!(turns, Some(Instant::from_millis(10_000)));
    }

    /// From one change that it names to the next, a face shows everything that it shows at all.
    #[test]
    fn no_figure_changes_between_the_instants_that_a_face_names() {
        let showing = Showing { game: link::Game::Go, ..Showing::default() };
        for control in
            ["10s+2x5s", "3s+d2s", "hourglass 4s", "5s+2s", "3s+consider 2s 2x3s", "4s+ing 2x3s 2p"]
        {
            let mut at = Instant::from_micros(337_000);
            let mut clock = clock(control, &[(337, Command::Start { side: Side::White })]);
            let seconds = |clock: &Clock, at: Instant| {
                let mut ahead = clock.clone();
                ahead.poll(at, &mut |_| ()).unwrap();
                let face = shows(ahead, at, &showing);
                let Scene::Clocks { standing, doing } = face.view().unwrap().scene else { panic!("clocks") };
                let figures = [standing.readings.black, standing.readings.white]
                    .map(|reading| (reading.phase, up(reading.left), up(reading.delay)));
                (figures, doing)
            };
            let mut named = Vec::new();
            while let Some(next) = face_at(&clock, at, &showing) {
                assert!(next > at, "{control}: a face that changes at once never ends");
                let before = Instant::from_micros(next.as_micros() - 1);
                assert_eq!(seconds(&clock, at), seconds(&clock, before), "{control} {at:?} {next:?}");
                named.push(next);
                clock.poll(next, &mut |_| ()).unwrap();
                at = next;
            }
            assert!(named.len() >= 4, "{control}: {named:?}");
            assert!(matches!(clock.status(), Status::Flagged(_)), "{control}");
        }
    }

    fn up(left: Duration) -> u64 {
        left.as_micros().div_ceil(SECOND)
    }

    fn face_at(clock: &Clock, time: Instant, showing: &Showing) -> Option<Instant> {
        shows(clock.clone(), time, showing).changes_at()
    }
}
