//! A game of the cases in which both sides and the arbiter act, each at a second of the game.

use clock::{Clock, Command, Control, Duration, Event, HandleError, Instant, Setting, Side, Status};

use super::{event_word, seconds, trimmed, words};

/// A clock that only does what it is told.
pub(crate) struct Game {
    clock: Clock,
    events: Vec<Event>,
    /// How many events there were when it was last asked what had happened.
    told: usize,
}

impl Game {
    pub(crate) fn new(control: Control) -> Self {
        Self { clock: Clock::new(control), events: Vec::new(), told: 0 }
    }

    /// Does what a line says, and gives back what is to be compared; `None` for a line that says nothing.
    pub(crate) fn follow(&mut self, todo: &str) -> Option<String> {
        let (first, rest) = todo.split_once(' ')?;
        if first == "events" {
            return Some(self.happened(rest.parse().ok()?));
        }
        let at = Instant::ZERO.plus(seconds(first)?);
        match rest.parse() {
            Ok(side) => self.look(side, at),
            Err(_) => self.act(command(rest)?, at),
        }
    }

    /// The reading that everybody sees at an instant; nothing is decided by it.
    fn look(&self, side: Side, at: Instant) -> Option<String> {
        let mut ahead = self.clock.clone();
        ahead.poll(at, &mut |_| ()).ok()?;
        let reading = self.clock.reading(side, at).ok()?;
        assert_eq!(Ok(reading), ahead.reading(side, at));
        let flag = ahead.status() == Status::Flagged(side);
        Some(if flag { "flag".to_owned() } else { words(reading, 0) })
    }

    fn act(&mut self, command: Command, at: Instant) -> Option<String> {
        let events = &mut self.events;
        match self.clock.handle(command, at, &mut |event| events.push(event)) {
            Ok(()) => self.look(concerned(command), at),
            Err(HandleError::Refused(refusal)) => Some(format!("refused {refusal:?}")),
            Err(HandleError::Backwards { .. }) => None,
        }
    }

    /// What happened to a side since this was last asked, by the seconds of the game.
    fn happened(&mut self, side: Side) -> String {
        let words = self.events[self.told..].iter().filter_map(|event| {
            let at = event.at.since(Instant::ZERO);
            let word = event_word(event.kind, side, true)?;
            Some(format!("{}={word}", trimmed(at.as_secs(), at)))
        });
        let words: Vec<String> = words.collect();
        self.told = self.events.len();
        if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
    }
}

/// The side whose reading shows what a command did.
fn concerned(command: Command) -> Side {
    match command {
        Command::Start { side }
        | Command::Press { side }
        | Command::Set { side, .. }
        | Command::Add { side, .. }
        | Command::Subtract { side, .. }
        | Command::Turn { side }
        | Command::Recount { side, .. } => side,
        Command::Pause
        | Command::Resume
        | Command::Stop
        | Command::Reopen
        | Command::SwapSides
        | Command::Charge { .. }
        | Command::VoidFlag => Side::Black,
    }
}

/// A command as scenarios write it.
fn command(text: &str) -> Option<Command> {
    let mut words = text.split(' ');
    let verb = words.next()?;
    let simple = match verb {
        "pause" => Some(Command::Pause),
        "resume" => Some(Command::Resume),
        "stop" => Some(Command::Stop),
        "swap-sides" => Some(Command::SwapSides),
        "void-flag" => Some(Command::VoidFlag),
        "reopen" => Some(Command::Reopen),
        _ => None,
    };
    if simple.is_some() {
        return simple;
    }
    let side = words.next()?.parse().ok()?;
    match verb {
        "start" => Some(Command::Start { side }),
        "press" => Some(Command::Press { side }),
        "turn" => Some(Command::Turn { side }),
        "set" => words.try_fold(Setting::default(), part).map(|setting| Command::Set { side, setting }),
        "add" => added(side, words.next()?),
        "recount" => {
            let elapsed = seconds(words.next()?.strip_prefix("elapsed=")?)?;
            Some(Command::Recount { side, elapsed })
        }
        _ => None,
    }
}

/// A setting with one part more, such as `main=1m`.
fn part(setting: Setting, text: &str) -> Option<Setting> {
    let (key, value) = text.split_once('=')?;
    let time = value.parse::<Duration>().ok();
    let count = value.parse::<u16>().ok();
    Some(match key {
        "main" => Setting { main: Some(time?), ..setting },
        "period" => Setting { period: Some(time?), ..setting },
        "unit" => Setting { unit: Some(time?), ..setting },
        "section" => Setting { section: Some(time?), ..setting },
        "block" => Setting { block: Some(time?), ..setting },
        "hourglass" => Setting { hourglass: Some(time?), ..setting },
        "periods" => Setting { periods: Some(count?), ..setting },
        "moves" => Setting { moves: Some(count?), ..setting },
        "stage" => Setting { stage: value.parse().ok(), ..setting },
        _ => return None,
    })
}

/// `+60s` gives, `-60s` takes.
fn added(side: Side, text: &str) -> Option<Command> {
    match (text.strip_prefix('+'), text.strip_prefix('-')) {
        (Some(amount), _) => Some(Command::Add { side, amount: amount.parse().ok()? }),
        (None, Some(amount)) => Some(Command::Subtract { side, amount: amount.parse().ok()? }),
        (None, None) => None,
    }
}
