//! A unit without a host is a club clock: its players choose one of a few controls with the keys they have, and play.
//!
//! | keys | while a control is chosen | before the first press | while it runs | while it stands | when it is over |
//! |---|---|---|---|---|---|
//! | a side's | this side agrees; pressed again: the next control | the waiting side's starts the other's clock | completes a turn | the waiting side's goes on | |
//! | arbiter's, or a side asks | the next control | chooses again | arbiter's: stands | arbiter's: goes on | chooses again |
//! | both sides' held | the other language | the other language | stands | chooses again | chooses again |
//! | a query key held | | | stands | chooses again | chooses again |
//!
//! When a host gives the unit a table, that holds, and the club clock is no more.

use clock::{BySide, Clock, Command, Control, Duration, Instant, Language, Side, Status};
use panel::face::{Doing, Game, Notices, Reason, Scene, View, WhiteAt};
use panel::gesture::Intent;
use panel::keys::Report;

use crate::face::{Face, page_at, page_turns_at};
use crate::table_unit::TableUnit;
use crate::unit::SubmitError;

/// A control that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// In short notation.
    pub notation: &'static str,
    /// What is played with it.
    pub game: Game,
}

/// The bit of a preference that says the language; the others say the choice.
const CHINESE: u8 = 0x80;

const fn go(notation: &'static str) -> Choice {
    Choice { notation, game: Game::Go }
}

const fn chess(notation: &'static str) -> Choice {
    Choice { notation, game: Game::Chess }
}

/// What can be chosen, in this order.
pub const CHOICES: [Choice; 12] = [
    go("20m+3x30s"),
    go("55m+5x60s"),
    go("15/10m carry"),
    go("30m+25/10m"),
    go("10m+15s"),
    go("1h"),
    chess("5m"),
    chess("3m+2s"),
    chess("15m+10s"),
    chess("90m+30s"),
    chess("90m/40+30m+30s"),
    go("hourglass 3m"),
];

/// The club clock of a unit that no host has given a table.
#[derive(Clone, Debug)]
pub struct Club {
    choice: usize,
    control: Control,
    agreed: BySide<bool>,
    language: Language,
    /// When a player's key last set a standing clock going.
    resumed: Option<Instant>,
}

/// Both sides' keys, held while the clock stands, first set it going: so long after that they mean to choose again.
const MEANT_WITHIN: Duration = Duration::from_secs(3);

impl Club {
    /// The first control is up, and nobody has agreed to it; none if it is none, which a test excludes.
    #[must_use]
    pub fn new() -> Option<Self> {
        let control = CHOICES.first()?.notation.parse().ok()?;
        Some(Self {
            choice: 0,
            control,
            agreed: BySide::default(),
            language: Language::English,
            resumed: None,
        })
    }

    /// What is chosen and in which language, in a byte: to be kept where it outlasts the power.
    #[must_use]
    pub fn preference(&self) -> u8 {
        let choice = u8::try_from(self.choice).unwrap_or(0);
        let chinese = match self.language {
            Language::English => 0,
            Language::Chinese => CHINESE,
        };
        choice | chinese
    }

    /// Puts that up again. One that is none, of another program perhaps, changes nothing.
    pub fn prefer(&mut self, preference: u8) {
        let choice = usize::from(preference & !CHINESE);
        if self.put_up(choice).is_some() {
            self.language = if preference & CHINESE == 0 { Language::English } else { Language::Chinese };
        }
    }

    fn put_up(&mut self, choice: usize) -> Option<()> {
        self.control = CHOICES.get(choice)?.notation.parse().ok()?;
        self.choice = choice;
        Some(())
    }

    /// What is chosen, or can be agreed to.
    #[must_use]
    pub fn choice(&self) -> Choice {
        CHOICES.get(self.choice).copied().unwrap_or(CHOICES[0])
    }

    /// The keys said something. A unit that has a host's table takes it as ever.
    ///
    /// # Errors
    /// [`SubmitError::Full`] when too many inputs wait.
    pub fn said(&mut self, unit: &mut TableUnit, report: Report, now: Instant) -> Result<(), SubmitError> {
        let Report::Wanted(intent) = report else { return unit.said(report) };
        if unit.session().epoch() > 0 {
            return unit.said(report);
        }
        match unit.clock().map(Clock::status) {
            None => self.choose(unit, intent, now),
            Some(Status::Waiting) => self.before(unit, intent)?,
            Some(Status::Running) => self.during(unit, intent)?,
            Some(Status::Paused | Status::FlagWithdrawn(_)) => self.in_a_pause(unit, intent)?,
            Some(Status::Flagged(_) | Status::Stopped) => self.after(unit, intent),
        }
        Ok(())
    }

    fn choose(&mut self, unit: &mut TableUnit, intent: Intent, now: Instant) {
        match intent {
            Intent::Press { side, .. } if *self.agreed.of(side) => self.next(),
            Intent::Press { side, .. } => {
                *self.agreed.of_mut(side) = true;
                if self.agreed.black && self.agreed.white {
                    unit.begin_alone(self.control.clone(), self.first(), now);
                }
            }
            Intent::Query { .. } | Intent::Pause { .. } => self.next(),
            Intent::Summon { side: None, .. } => self.turn_language(),
            Intent::Summon { side: Some(_), .. } => {}
        }
    }

    fn before(&mut self, unit: &mut TableUnit, intent: Intent) -> Result<(), SubmitError> {
        match intent {
            Intent::Press { side, at } => return unit.press(side, at),
            Intent::Query { .. } | Intent::Pause { .. } => self.begin_anew(unit),
            Intent::Summon { side: None, .. } => {
                self.begin_anew(unit);
                self.turn_language();
            }
            Intent::Summon { side: Some(_), .. } => {}
        }
        Ok(())
    }

    fn during(&mut self, unit: &mut TableUnit, intent: Intent) -> Result<(), SubmitError> {
        let just_set_going =
            |at: Instant| self.resumed.is_some_and(|resumed| at.since(resumed) <= MEANT_WITHIN);
        match intent {
            Intent::Summon { side: None, at } if just_set_going(at) => {
                self.begin_anew(unit);
                Ok(())
            }
            Intent::Pause { at } | Intent::Summon { at, .. } => unit.gesture(link::Gesture::Pause, at),
            Intent::Press { .. } | Intent::Query { .. } => unit.said(Report::Wanted(intent)),
        }
    }

    fn in_a_pause(&mut self, unit: &mut TableUnit, intent: Intent) -> Result<(), SubmitError> {
        match intent {
            Intent::Press { side, at } if unit.clock().and_then(Clock::turn) == Some(side.other()) => {
                self.resumed = Some(at);
                unit.command(Command::Resume, at)
            }
            Intent::Pause { at } => unit.command(Command::Resume, at),
            Intent::Press { .. } | Intent::Query { .. } => unit.said(Report::Wanted(intent)),
            Intent::Summon { .. } => {
                self.begin_anew(unit);
                Ok(())
            }
        }
    }

    fn after(&mut self, unit: &mut TableUnit, intent: Intent) {
        match intent {
            Intent::Query { .. } | Intent::Pause { .. } | Intent::Summon { .. } => self.begin_anew(unit),
            Intent::Press { .. } => {}
        }
    }

    fn begin_anew(&mut self, unit: &mut TableUnit) {
        self.agreed = BySide::default();
        unit.leave_alone();
    }

    fn next(&mut self) {
        self.agreed = BySide::default();
        let next = self.choice.checked_add(1).filter(|&next| next < CHOICES.len()).unwrap_or(0);
        self.put_up(next).unwrap_or_default();
    }

    fn turn_language(&mut self) {
        self.language = match self.language {
            Language::English => Language::Chinese,
            Language::Chinese => Language::English,
        };
    }

    fn first(&self) -> Side {
        match self.choice().game {
            Game::Go => Side::Black,
            Game::Chess => Side::White,
        }
    }

    /// What the display shows: the control that is up, the club's game, or the table that a host has given.
    #[must_use]
    pub fn view<'a>(&'a self, face: &'a Face<'_>, alone: bool) -> Option<View<'a>> {
        if !alone {
            return face.view();
        }
        let own = View {
            table: None,
            game: self.choice().game,
            language: self.language,
            white_at: WhiteAt::Right,
            control: &self.control,
            scene: Scene::Waiting { page: page_at(face.time), agreed: Some(self.agreed) },
            notices: Notices::default(),
        };
        let Some(played) = face.view() else { return Some(own) };
        let scene = match played.scene {
            // They have, or there would be no game.
            Scene::Waiting { page, .. } => {
                Scene::Waiting { page, agreed: Some(BySide { black: true, white: true }) }
            }
            Scene::Clocks { standing, doing: Doing::Paused(reason) } => {
                Scene::Clocks { standing, doing: Doing::Paused(without_arbiter(reason)) }
            }
            scene @ (Scene::Clocks { .. } | Scene::Corrected { .. }) => scene,
        };
        Some(View { control: played.control, scene, ..own })
    }

    /// When it shows something else if nothing comes, on the unit's own axis.
    #[must_use]
    pub fn face_at(&self, unit: &TableUnit, now: Instant) -> Option<Instant> {
        unit.face_at(now).or_else(|| unit.clock().is_none().then(|| page_turns_at(now)))
    }
}

/// Why the clocks stand, where there is no arbiter to have stopped them, or to be sent for.
const fn without_arbiter(reason: Reason) -> Reason {
    match reason {
        Reason::Restarted => Reason::Equipment,
        Reason::Arbiter
        | Reason::Summoned
        | Reason::Ruling
        | Reason::Break
        | Reason::Equipment
        | Reason::PowerLost
        | Reason::FlagWithdrawn
        | Reason::TouchLost
        | Reason::Unsaid => Reason::Unsaid,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use link::{Identity, Serial, ToUnit};
    use std::string::{String, ToString};

    struct Stand {
        unit: TableUnit,
        club: Club,
        now: Instant,
    }

    impl Stand {
        fn new() -> Self {
            let identity = Identity { serial: Serial(7), boot: 1, resets: 0 };
            Self {
                unit: TableUnit::start(identity),
                club: Club::new().unwrap(),
                now: Instant::from_millis(1_000),
            }
        }

        fn run(&mut self, millis: u64) {
            self.now = self.now.plus(Duration::from_millis(millis));
            self.unit.poll(self.now, self.now, &mut |_| ());
        }

        /// Keys by letters: b and w press, q asks, a is the arbiter's, H holds both sides', h the query key; a
        /// number lets so many seconds pass.
        fn keys(&mut self, keys: &str) {
            for word in keys.split_whitespace() {
                let (side, at) = (Side::Black, self.now);
                let intent = match word {
                    "b" => Intent::Press { side, at },
                    "w" => Intent::Press { side: Side::White, at },
                    "q" => Intent::Query { side, at },
                    "a" => Intent::Pause { at },
                    "H" => Intent::Summon { side: None, at },
                    "h" => Intent::Summon { side: Some(side), at },
                    seconds => {
                        self.run(seconds.parse::<u64>().unwrap() * 1_000);
                        continue;
                    }
                };
                self.club.said(&mut self.unit, Report::Wanted(intent), self.now).unwrap();
                self.run(0);
            }
        }

        fn shows(&self) -> String {
            let face = self.unit.face(self.now);
            let view = self.club.view(&face, true).unwrap();
            let language = match view.language {
                Language::English => "",
                Language::Chinese => " zh",
            };
            let scene = match view.scene {
                Scene::Waiting { agreed, .. } => {
                    let agreed = agreed.unwrap();
                    let agreed = [(agreed.black, "b"), (agreed.white, "w")];
                    let agreed: String =
                        agreed.iter().filter(|(agreed, _)| *agreed).map(|(_, side)| *side).collect();
                    std::format!("{} [{agreed}]", view.control)
                }
                Scene::Clocks { standing, doing } => {
                    let left = [standing.readings.black, standing.readings.white]
                        .map(|reading| (reading.left.as_micros() / 1_000_000).to_string());
                    let doing = match doing {
                        Doing::Running => "runs",
                        Doing::Paused(Reason::Unsaid) => "stands",
                        Doing::Paused(Reason::Equipment) => "is looked at",
                        Doing::Paused(_) => "stands for the arbiter",
                        Doing::Flagged(side) => {
                            if side == Side::Black {
                                "black lost"
                            } else {
                                "white lost"
                            }
                        }
                        Doing::Adjourned | Doing::Over => "else",
                    };
                    std::format!("{} {doing} {:?}", left.join(" "), standing.turn)
                }
                Scene::Corrected { .. } => "corrected".to_string(),
            };
            scene + language
        }
    }

    #[test]
    fn players_choose_and_play_with_the_keys_they_have() {
        let cases = [
            ("", "20m+3x30s []"),
            ("b", "20m+3x30s [b]"),
            // Who presses again wants another one.
            ("b b", "55m+5x60s []"),
            ("b w", "20m+3x30s [bw]"),
            ("q a", "15/10m carry []"),
            ("q q q q q q q q q q q q", "20m+3x30s []"),
            ("H", "20m+3x30s [] zh"),
            ("h", "20m+3x30s []"),
            ("b w H", "20m+3x30s [] zh"),
            ("b w a b b", "55m+5x60s []"),
            // The first press starts the other side's clock: in go, Black's.
            ("b w 3 b", "20m+3x30s [bw]"),
            ("b w 3 w 10", "1190 1200 runs Some(Black)"),
            ("b w w 10 b 5", "1190 1195 runs Some(White)"),
            ("q q q q q q b w b 10", "300 290 runs Some(White)"),
            ("b w w 10 a 60", "1190 1200 stands Some(Black)"),
            ("b w w 10 H 60 b", "1190 1200 stands Some(Black)"),
            ("b w w 10 H 60 w 5", "1185 1200 runs Some(Black)"),
            ("b w w 10 a 60 a 5", "1185 1200 runs Some(Black)"),
            ("b w w 10 a H", "20m+3x30s []"),
            // Keys that are held are pressed first, and the waiting side's press goes on.
            ("b w w 10 a 60 w 2 H", "20m+3x30s []"),
            ("b w w 10 a 60 w 5 H", "1185 1200 stands Some(Black)"),
            ("q q q q q b w w 3601", "0 3600 black lost Some(Black)"),
            ("q q q q q b w w 3601 b w", "0 3600 black lost Some(Black)"),
            ("q q q q q b w w 3601 a", "1h []"),
        ];
        for (keys, shown) in cases {
            let mut stand = Stand::new();
            stand.keys(keys);
            assert_eq!(stand.shows(), shown, "{keys}");
        }
    }

    /// A unit that begins anew too often stops the clock; there is no arbiter to be sent for, and players go on.
    #[test]
    fn a_game_that_the_unit_itself_stopped_says_so_and_goes_on() {
        let mut stand = Stand::new();
        stand.keys("b w w 10");
        let mut memory = std::vec![0; link::device::MEMORY_MAX];
        stand.unit.remember(stand.now, &mut memory).unwrap();
        stand.unit = TableUnit::wake(stand.unit.session().identity(), &memory, stand.now).unwrap();
        stand.unit.stand(stand.now).unwrap();
        stand.run(0);
        assert_eq!(stand.shows(), "1190 1200 is looked at Some(Black)");
        stand.keys("60 w 5");
        assert_eq!(stand.shows(), "1185 1200 runs Some(Black)");
        stand.keys("a 60");
        assert_eq!(stand.shows(), "1185 1200 stands Some(Black)");
    }

    #[test]
    fn what_was_chosen_last_can_be_put_up_again() {
        let mut stand = Stand::new();
        assert_eq!(stand.club.preference(), 0);
        for preference in [3, CHINESE | 7, 0] {
            stand.club.prefer(preference);
            assert_eq!(stand.club.preference(), preference);
            assert_eq!(stand.club.control.to_string(), CHOICES[usize::from(preference & 7)].notation);
        }
        stand.keys("q H");
        let kept = stand.club.preference();
        assert_eq!(kept, CHINESE | 1);
        // An erased byte, and one behind the last choice.
        for none in [0xff, 12, CHINESE | 12] {
            stand.club.prefer(none);
            assert_eq!((stand.club.preference(), stand.shows().as_str()), (kept, "55m+5x60s [] zh"));
        }
    }

    #[test]
    fn every_choice_is_a_control_that_can_be_played() {
        for (number, choice) in CHOICES.iter().enumerate() {
            let mut stand = Stand::new();
            (0..number).for_each(|_| stand.keys("q"));
            assert_eq!(stand.club.choice(), *choice);
            assert_eq!(stand.club.control.to_string(), choice.notation);
            let first = if choice.game == Game::Go { "w" } else { "b" };
            stand.keys(&std::format!("b w {first} 1"));
            assert_eq!(stand.unit.clock().map(Clock::status), Some(Status::Running), "{}", choice.notation);
        }
    }

    #[test]
    fn a_table_that_a_host_gives_takes_the_place_of_the_club_clock() {
        let mut stand = Stand::new();
        stand.keys("b w w 10");
        let clock = Clock::new("5m".parse().unwrap());
        let grant = link::Grant {
            start: stand.unit.session().identity().start(),
            epoch: 3,
            table: 17,
            time: Instant::ZERO,
            turns: 0,
            control: clock.control().clone(),
            state: clock.state().clone(),
            first: None,
        };
        let mut frame = [0; link::FRAME_MAX];
        let length = link::encode(&ToUnit::Grant(grant), &mut frame).unwrap();
        stand.unit.receive(&frame[..length], stand.now, &mut |_| ());
        // The arbiter's button pauses a clock that runs, and does not choose a control.
        stand.keys("q a b w");
        assert_eq!(stand.unit.face(stand.now).table.map(|(number, _)| number), Some(17));
        assert_eq!(stand.unit.clock().map(Clock::status), Some(Status::Waiting));
    }
}
