//! A hall with one table, and what came out of it.

use clock::{Duration, Instant, Side};
use hall::{
    AlarmKind, Anchor, Answer, Arrival, Entry, Hall, HallError, NewGame, OnRequest, Output, RecoveredGame,
    StepEntry, Ticket,
};
use journal::{GameId, Genesis, Ledger, MemoryLedger, Write};
use referee::{Command, EventKind, Game, Order, Setup, Who};

pub(crate) const TABLE: u32 = 7;
pub(crate) const GAME: GameId = GameId(1);

pub(crate) fn ms(millis: u64) -> Instant {
    Instant::from_millis(millis)
}

pub(crate) fn press(side: Side) -> Order {
    Order { by: side.into(), command: Command::Press { side } }
}

pub(crate) fn arbiter(command: Command) -> Order {
    Order { by: Who::Arbiter, command }
}

pub(crate) fn start() -> Order {
    arbiter(Command::Start { side: None })
}

pub(crate) fn pause() -> Order {
    arbiter(Command::Pause { why: None })
}

pub(crate) fn named(name: &str) -> Arrival {
    Arrival { name: Some(name.to_owned()), ..Arrival::default() }
}

pub(crate) fn credited(millis: u64) -> Arrival {
    Arrival { credit: Duration::from_millis(millis), ..Arrival::default() }
}

fn anchor() -> Anchor {
    Anchor {
        boot: "test".to_owned(),
        timer: ms(0),
        timer_zero: None,
        table: ms(0),
        wall: None,
        trusted: false,
    }
}

pub(crate) fn new_game(game: GameId) -> NewGame {
    let setup = Setup::new(Game::default(), "60s".parse().unwrap());
    let [low, ..] = game.0.to_le_bytes();
    let genesis = Genesis::from_bytes([low; 32]);
    NewGame {
        table: TABLE,
        game,
        genesis,
        setup,
        people: Vec::new(),
        on_request: OnRequest::default(),
        replaces: true,
        anchor: anchor(),
    }
}

/// The hall, the ledger, and everything that came out but writes.
#[derive(Debug, Default)]
pub(crate) struct Venue {
    pub(crate) hall: Hall,
    pub(crate) ledger: MemoryLedger,
    /// The batch that the hall wants written.
    pub(crate) batch: Option<Vec<Write>>,
    pub(crate) outputs: Vec<Output>,
}

impl Venue {
    /// A table at which everything is on record and nothing has begun.
    pub(crate) fn open() -> Self {
        let mut venue = Self::default();
        venue.hall.open(new_game(GAME), ms(0)).unwrap();
        venue.settle();
        venue.outputs.clear();
        venue
    }

    pub(crate) fn take(&mut self) {
        while let Some(output) = self.hall.next_output() {
            if let Output::Write(batch) = output {
                assert!(self.batch.replace(batch).is_none(), "one batch at a time");
            } else {
                self.outputs.push(output);
            }
        }
    }

    pub(crate) fn advance(&mut self, at: u64) {
        self.hall.advance(ms(at));
        self.take();
    }

    /// Gives an order and lets the hall decide it if it can.
    pub(crate) fn order(&mut self, order: Order, arrival: Arrival, at: u64) -> Result<Ticket, HallError> {
        let ticket = self.hall.order(TABLE, order, arrival, ms(at));
        self.advance(at);
        ticket
    }

    pub(crate) fn give(&mut self, order: Order, at: u64) -> Ticket {
        self.order(order, Arrival::default(), at).unwrap()
    }

    /// Writes the batch under way.
    pub(crate) fn write(&mut self) {
        let batch = self.batch.take().expect("the hall wants something written");
        self.ledger.append(&batch).unwrap();
        self.hall.written();
        self.take();
    }

    /// Writes everything that is wanted.
    pub(crate) fn settle(&mut self) {
        self.take();
        while self.batch.is_some() {
            self.write();
        }
    }

    pub(crate) fn answers(&self) -> Vec<(Ticket, Answer)> {
        let mut answers = Vec::new();
        for output in &self.outputs {
            if let Output::Answer { ticket, answer } = output {
                answers.push((*ticket, answer.clone()));
            }
        }
        answers
    }

    /// The kinds of the events shown.
    pub(crate) fn shown(&self) -> Vec<EventKind> {
        let mut shown = Vec::new();
        for output in &self.outputs {
            if let Output::Shown { events, .. } = output {
                shown.extend(events.iter().map(|event| event.kind.clone()));
            }
        }
        shown
    }

    /// The alarms raised (true) and calmed (false).
    pub(crate) fn alarms(&self) -> Vec<(bool, AlarmKind)> {
        let mut alarms = Vec::new();
        for output in &self.outputs {
            if let Output::Alarm(alarm) = output {
                alarms.push((true, alarm.kind));
            } else if let Output::AlarmOver { kind, .. } = output {
                alarms.push((false, *kind));
            }
        }
        alarms
    }

    /// The steps on record.
    pub(crate) fn steps(&self) -> Vec<StepEntry> {
        let entries = self.ledger.read(GAME).unwrap();
        entries.iter().filter_map(|entry| Entry::from_bytes(&entry.body).unwrap().step().cloned()).collect()
    }

    /// The power fails, and a new hall is made from what is on the medium.
    pub(crate) fn restart(self, at: u64) -> Self {
        let ledger = MemoryLedger::from(self.ledger.medium().clone());
        let mut venue = Self { ledger, ..Self::default() };
        for game in venue.ledger.open_games() {
            let entries = venue.ledger.read(game.id()).unwrap();
            let recovered = RecoveredGame {
                game: game.id(),
                bodies: entries.into_iter().map(|entry| entry.body).collect(),
                beat: Instant::from_micros(game.beat_micros),
                people: venue.ledger.people(game.id()).unwrap(),
            };
            venue.hall.recover(recovered, anchor(), None, ms(at)).unwrap();
        }
        venue.take();
        venue
    }
}
