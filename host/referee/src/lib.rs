//! A table's state machine: what people do at a board, and what it means.
//!
//! A [`Table`] takes orders, each with the instant at which it was given and its giver, and gives back
//! [`Step`]s: the events that the order brought and the clock as it stands after them. It joins the clock with
//! the record of moves, says whether they are in step, and refuses in words that an arbiter can read aloud.
//! **The state is nothing but the events applied in order**: applying the steps of a table to a new one gives the
//! same table, bit for bit. The crate is pure; it also reads and writes the texts that people prepare for it
//! (scenarios and time controls), from strings, never from files.
//!
//! ```
//! use clock::{Instant, Side};
//! use referee::{Command, Game, Order, Setup, Table, Who};
//!
//! let control = "10s+3x30s".parse().unwrap();
//! let setup = Setup::new(Game::default(), control);
//! let mut table = Table::new(setup);
//! let start = Order { by: Who::Arbiter, command: Command::Start { side: None } };
//! table.handle(start, Instant::ZERO).unwrap();
//!
//! let step = table.poll(Instant::from_millis(100_000)).unwrap();
//! assert_eq!(table.record().outcome().unwrap().to_string(), "Black's time is used up");
//! assert_eq!(step.events.last().unwrap().at, Instant::from_millis(100_000));
//! ```

mod act;
mod adjournment;
mod board;
mod check;
mod command;
mod control_file;
pub mod document;
mod ending;
mod event;
mod incident;
mod narrative;
mod outcome;
mod people;
mod policy;
mod record;
mod refusal;
mod rehearsal;
mod report;
mod scenario;
mod script;
mod setup;
mod table;
mod unit;
mod walk;

pub use adjournment::{
    Adjournment, AdjournmentCommand, AdjournmentEvent, AdjournmentRefusal, ComesTo, Commitment, Desk,
    DeskError, Envelope, NoDesk, ParseCommitmentError, ParseSaltError, Salt, Seal, SealFault, SealOpening,
    SealedText, SealedTextError, Secret, Stage, WRITTEN_MAX, check_written,
};
pub use board::Placement;
pub use check::{Checked, CheckedWords, game_words};
pub use command::{Command, Played, Who};
pub use control_file::table::read_control;
pub use control_file::{ControlFile, ControlName};
pub use document::fault::{Expected, Fault, FaultKind};
pub use ending::{Ending, EndingCommand, EndingEvent, Marker, Score, Signer, StoppedBy, VainClaim};
pub use event::{Event, EventKind, Order, Step};
pub use incident::{Becomes, Incident, IncidentCommand, IncidentEvent, Incidents, Opened, Penalty, Ruling};
pub use narrative::{At, In, Stock, call_words, event_words, reading_words};
pub use outcome::{DrawnBy, Outcome, VoidBy, WonBy};
pub use people::{People, PeopleCommand, PeopleEvent, Seat, Talk};
pub use policy::{
    Choice, ClaimUntil, Cost, Decides, Effect, Kind, Lateness, Policy, PolicyFile, Unit, Wording,
    is_sudden_death, read_policy,
};
pub use record::{Ahead, Breach, JudgedAnew, Record, RecordedMove};
pub use refusal::{Entitled, Refusal};
pub use rehearsal::{Unrehearsed, rehearse};
pub use report::{event_json, state_json};
pub use scenario::{Scenario, read_game, read_players, read_wall};
pub use script::fault::{ScriptFault, Wanted};
pub use script::{Said, ScriptCommand, ScriptLine, Vocabulary};
pub use setup::{EndsTurn, Game, GameKind, Komi, MovesFrom, Opening, Player, Seats, Setup, StartsBy};
pub use table::{Backwards, Decided, Table};
