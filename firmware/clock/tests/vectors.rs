//! Exact cases as text, each with its source: what the contract, the rules and other clocks' bug reports say of
//! single turns. `vectors/README.txt` says how a case is written.

mod games;

use std::fmt::{Display, Write};

use clock::{
    Clock, Command, Control, Duration, Event, EventKind, Instant, Overtime, Phase, Reading, Side, Status,
};

use games::Game;

const FILES: [(&str, &str); 7] = [
    ("byoyomi.txt", include_str!("vectors/byoyomi.txt")),
    ("reserve.txt", include_str!("vectors/reserve.txt")),
    ("canadian.txt", include_str!("vectors/canadian.txt")),
    ("stages.txt", include_str!("vectors/stages.txt")),
    ("other.txt", include_str!("vectors/other.txt")),
    ("calls.txt", include_str!("vectors/calls.txt")),
    ("corrections.txt", include_str!("vectors/corrections.txt")),
];

#[test]
fn every_case_holds() {
    let mut wrong = String::new();
    let mut checked = 0;
    for (name, text) in FILES {
        checked += check_file(name, text, &mut wrong);
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(checked > 200, "only {checked} lines were checked");
}

/// Runs the cases of a file; how many expectations there were.
fn check_file(name: &str, text: &str, wrong: &mut String) -> usize {
    let mut checked = 0;
    let mut played: Option<Played> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let place = format!("{name}:{number}");
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((begin, control)) =
            line.split_once(' ').and_then(|(word, rest)| Some((begin(word)?, rest)))
        {
            played = Some(begin(control.parse().unwrap_or_else(|error| panic!("{place}: {error}"))));
            continue;
        }
        let (todo, expected) = line.split_once(" -> ").unwrap_or((line, ""));
        let played = played.as_mut().unwrap_or_else(|| panic!("{place}: no control yet"));
        let found = played.follow(todo).unwrap_or_else(|| panic!("{place}: cannot read {line:?}"));
        if expected.is_empty() {
            continue;
        }
        checked += 1;
        if found != expected {
            writeln!(wrong, "{place}: {todo}\n  expected {expected}\n  found    {found}")
                .expect("a string takes all");
        }
    }
    checked
}

/// What a case plays on.
enum Played {
    Turns(Box<Table>),
    Game(Box<Game>),
}

/// What begins with the word at the head of a case.
fn begin(word: &str) -> Option<fn(Control) -> Played> {
    match word {
        "control" => Some(|control| Played::Turns(Box::new(Table::new(control)))),
        "game" => Some(|control| Played::Game(Box::new(Game::new(control)))),
        _ => None,
    }
}

impl Played {
    fn follow(&mut self, todo: &str) -> Option<String> {
        match self {
            Self::Turns(table) => table.follow(todo),
            Self::Game(game) => game.follow(todo),
        }
    }
}

/// A game in which Black plays the turns of a case, and White answers at once.
struct Table {
    control: Control,
    clock: Clock,
    events: Vec<Event>,
    now: Instant,
    /// When the present turn began, pauses left out.
    began: Instant,
    /// The events of the last turn start here, and it began then.
    last_turn: (usize, Instant),
}

impl Table {
    fn new(control: Control) -> Self {
        let clock = Clock::new(control.clone());
        let (now, began) = (Instant::ZERO, Instant::ZERO);
        let mut table = Self { control, clock, events: Vec::new(), now, began, last_turn: (0, began) };
        table.handle(Command::Start { side: Side::Black });
        table
    }

    /// Does what a line says, and gives back what is to be compared; `None` for a line that says nothing.
    fn follow(&mut self, todo: &str) -> Option<String> {
        let (verb, rest) = todo.split_once(' ').unwrap_or((todo, ""));
        match verb {
            "turn" => Some(self.turns(1, seconds(rest)?)),
            "turns" => {
                let (count, each) = rest.split_once(" x ")?;
                Some(self.turns(count.parse().ok()?, seconds(each)?))
            }
            "at" => self.look(self.began.plus(seconds(rest)?)),
            "pause" => {
                let (at, length) = rest.split_once(" for ")?;
                self.pause(seconds(at)?, seconds(length)?)
            }
            "white" => Some(self.reading(Side::White)),
            "calls" => Some(self.said(false)),
            "events" => Some(self.said(true)),
            _ => None,
        }
    }

    fn handle(&mut self, command: Command) {
        let events = &mut self.events;
        self.clock
            .handle(command, self.now, &mut |event| events.push(event))
            .expect("cases only ask what can be done");
    }

    fn turns(&mut self, count: u32, each: Duration) -> String {
        for _ in 0..count {
            self.last_turn = (self.events.len(), self.began);
            self.now = self.began.plus(each);
            self.handle(Command::Press { side: Side::Black });
            if self.clock.status() == Status::Flagged(Side::Black) {
                return "flag".to_owned();
            }
            self.handle(Command::Press { side: Side::White });
            self.began = self.now;
        }
        self.reading(Side::Black)
    }

    /// The reading at an instant to come, which must be the one that everybody sees then.
    fn look(&self, at: Instant) -> Option<String> {
        let mut ahead =
            Self { control: self.control.clone(), clock: self.clock.clone(), events: Vec::new(), ..*self };
        ahead.now = at;
        let read = self.clock.reading(Side::Black, at).ok()?;
        ahead.clock.poll(at, &mut |_| ()).ok()?;
        assert_eq!(Ok(read), ahead.clock.reading(Side::Black, at));
        match ahead.clock.status() {
            Status::Flagged(_) => Some("flag".to_owned()),
            Status::Waiting
            | Status::Running
            | Status::Paused
            | Status::FlagWithdrawn(_)
            | Status::Stopped => Some(ahead.reading(Side::Black)),
        }
    }

    /// A pause in the turn, in which both sides press in vain.
    fn pause(&mut self, at: Duration, length: Duration) -> Option<String> {
        self.now = self.began.plus(at);
        self.handle(Command::Pause);
        self.handle(Command::Press { side: Side::Black });
        self.now = self.now.plus(length);
        self.handle(Command::Press { side: Side::White });
        self.handle(Command::Resume);
        self.began = self.began.plus(length);
        self.look(self.now)
    }

    fn reading(&self, side: Side) -> String {
        let reading = self.clock.reading(side, self.now).expect("time goes forwards");
        let overtime = self.control.of(side).overtime();
        let penalty = if let Overtime::Ing { penalty, .. } = overtime { penalty } else { 0 };
        words(reading, penalty)
    }

    /// What was called in the last turn, or all that happened in it, by the seconds used.
    fn said(&self, all: bool) -> String {
        let (first, began) = self.last_turn;
        let words = self.events[first..].iter().filter_map(|event| {
            let used = event.at.since(began);
            let word = event_word(event.kind, Side::Black, all)?;
            Some(format!("{}={word}", trimmed(used.as_secs(), used)))
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
    }
}

fn seconds(text: &str) -> Option<Duration> {
    format!("{text}s").parse().ok()
}

/// A reading as the cases write it.
fn words(reading: Reading, penalty: u16) -> String {
    let left = plain(reading.left);
    let mut words = match reading.phase {
        Phase::Main { stage: 1, moves_to_go: None } => format!("main {left}"),
        Phase::Main { stage, moves_to_go: None } => format!("main {left}, stage {stage}"),
        Phase::Main { stage, moves_to_go: Some(moves) } => {
            format!("main {left}, stage {stage}, {moves} to go")
        }
        Phase::Byoyomi { periods } => format!("byoyomi {periods} x {left}"),
        Phase::Canadian { moves_left } => format!("section {left}, {moves_left} moves"),
        Phase::Ing { periods, penalties } => {
            format!("block {left}, {periods} not entered, {} points", penalties * penalty)
        }
        Phase::Consideration { periods, unit: false } => format!("free {left}, {periods} units"),
        Phase::Consideration { periods, unit: true } => format!("unit {left}, {periods} units"),
        Phase::Hourglass => format!("hourglass {left}"),
    };
    if !reading.delay.is_zero() {
        let _ = write!(words, ", delay {}", plain(reading.delay));
    }
    words
}

/// Minutes and seconds, with as many decimals as are needed.
fn plain(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    format!("{minutes}:{}", trimmed(format_args!("{seconds:02}"), time))
}

/// Whole seconds with the decimals that a time has behind them.
fn trimmed(whole: impl Display, time: Duration) -> String {
    let text = format!("{whole}.{:06}", time.as_micros() % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// An event of a side's own as the cases write it; of calls only, unless `all` is to be seen.
fn event_word(kind: EventKind, of: Side, all: bool) -> Option<String> {
    let (side, word) = match kind {
        EventKind::Call { side, call } => return (side == of).then(|| call.to_string()),
        EventKind::Period { side, periods } => (side, format!("period:{periods}")),
        EventKind::Stage { side, stage } => (side, format!("stage:{stage}")),
        EventKind::Overtime { side } => (side, "overtime".to_owned()),
        EventKind::Section { side } => (side, "section".to_owned()),
        EventKind::Pressed { side } => (side, "pressed".to_owned()),
        EventKind::Ignored { side, .. } => (side, "ignored".to_owned()),
        EventKind::Flag { side } => (side, "flag".to_owned()),
        EventKind::Started { .. }
        | EventKind::Paused
        | EventKind::Resumed
        | EventKind::FlagVoid { .. }
        | EventKind::Corrected(_) => return None,
    };
    (all && side == of).then_some(word)
}
