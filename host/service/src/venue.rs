//! The handle by which the rest of the service speaks to the task that drives the hall.

use std::sync::Arc;

use clock::{BySide, Control, Duration, Instant, Side};
use hall::{
    Alarm, AlarmKind, Answer, Arrival, Attendance, HallError, Omission, Playback, Players, Standing,
    Unspoken, VoiceChange, VoiceSetting,
};
use referee::{Event, Order, Placement, Player, RecordedMove, Setup, Table};
use serde_json::Value;
use tokio::sync::{broadcast, mpsc, oneshot, watch};

use crate::past::{PastEvent, PastSpeech};
use crate::pins::Word;
use crate::schedule::{Change, ScheduleError, ScheduleView};
use crate::sight::Sight;
use crate::speech::{PagePlayers, Shelf, SpeechView};

/// Requests that may wait for the hall's task.
pub(crate) const REQUESTS_MAX: usize = 1_024;

/// News that a slow page may lag behind before it must ask for everything again.
pub(crate) const NEWS_MAX: usize = 4_096;

/// What can be asked of the hall's task.
#[derive(Debug)]
pub(crate) enum Request {
    /// An order for a table; answered when it is on disk.
    Order { table: u32, order: Order, arrival: Arrival, reply: oneshot::Sender<Result<Answer, HallError>> },
    /// A table, or all, as on disk.
    Views { table: Option<u32>, reply: oneshot::Sender<Vec<Arc<TableView>>> },
    /// What a table's own clock shows.
    Face { table: u32, reply: oneshot::Sender<Option<FaceView>> },
    /// What a table's face shows, now and whenever it changes, for those who draw it.
    Watch { table: u32, reply: oneshot::Sender<Option<watch::Receiver<Arc<Sight>>>> },
    /// How the board stood after the first so many recorded moves, as on disk.
    Position { table: u32, number: u32, reply: oneshot::Sender<Option<PositionView>> },
    /// A copy of a table as on disk, and its time: to try something on.
    Copy { table: u32, reply: oneshot::Sender<Option<(Table, Instant)>> },
    /// The latest that happened at a table, and to its voice, as on disk, the oldest first.
    Past { table: u32, reply: oneshot::Sender<(Vec<PastEvent>, Vec<PastSpeech>)> },
    /// The alarms that stand, with the milliseconds since each was raised.
    Alarms { reply: oneshot::Sender<Vec<(Alarm, u64)>> },
    /// A page has become a table's touch clock; `half` is the side before whom it lies, none for one between both.
    TouchJoined { table: u32, half: Option<Side> },
    /// A touch clock's page was closed.
    TouchLeft { table: u32, half: Option<Side> },
    /// A touch clock's page was heard.
    TouchHeard { table: u32, half: Option<Side> },
    /// What a table's lines on this machine have to say, in the hall's time.
    Pins { table: u32, word: Word },
    /// Bytes came from the line of a table's unit.
    UnitHeard { table: u32, bytes: Vec<u8> },
    /// A table's silent unit is given up: its clock is in the service from then on.
    GiveUpUnit { table: u32, reply: oneshot::Sender<Result<(), HallError>> },
    /// Somebody of that name plays what is said at a table from now on, so loud by its own setting.
    Listen {
        table: u32,
        name: Arc<str>,
        standing: Standing,
        volume: u8,
        reply: oneshot::Sender<Result<watch::Receiver<Arc<SpeechView>>, NotHeard>>,
    },
    /// It plays otherwise, or no more.
    Attend { table: u32, name: Arc<str>, attendance: Attendance },
    /// It has played something.
    Played { table: u32, playback: Playback },
    /// It has not played something that it was told to.
    Omitted { table: u32, omission: Omission },
    /// Whether the loudspeaker of a table plays.
    Speaker { table: u32, works: bool },
    /// An arbiter's hand on a table's voice.
    ChangeVoice { table: u32, change: VoiceChange, reply: oneshot::Sender<Result<(), HallError>> },
    /// A new game at a table whose game is over.
    NewGame { table: u32, wish: Box<Wish>, reply: oneshot::Sender<Result<(), HallError>> },
    /// What is to be done at a set time; answered when it is on disk.
    Schedule { change: Change, reply: oneshot::Sender<Result<ScheduleView, ScheduleError>> },
}

impl From<(u32, Word)> for Request {
    fn from((table, word): (u32, Word)) -> Self {
        Self::Pins { table, word }
    }
}

/// What is wished of a new game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wish {
    /// How it is set up; as planned at the table where nothing is said.
    pub(crate) setup: Option<Setup>,
    /// Who plays it, where that is said.
    pub(crate) players: Option<Players>,
    /// Its time control, put on the game that waits: the same players, in the same place.
    pub(crate) control: Option<Control>,
    /// Whether it may take the place of a decided game that is not signed.
    pub(crate) replaces: bool,
}

/// A table as it may be shown: all of it is on disk.
#[derive(Clone, Debug)]
pub(crate) struct TableView {
    pub(crate) table: u32,
    /// Grows by one each time the table is shown.
    pub(crate) version: u64,
    /// What was agreed, with the names of those whose colours nigiri decides.
    pub(crate) setup: Setup,
    /// By colour; before nigiri nobody has one.
    pub(crate) players: BySide<Player>,
    pub(crate) moves: Vec<RecordedMove>,
    /// `referee::state_json`.
    pub(crate) state: Value,
    /// Why the clock is paused, if it is and a reason was given.
    pub(crate) pause_why: Option<String>,
    /// The table time at which the readings in `state` hold.
    pub(crate) at: Instant,
    /// The table time when the view was made; with no word from the table's unit, the last that is known.
    pub(crate) now: Instant,
    /// Whether the table has a touch clock.
    pub(crate) touch: bool,
    /// How its voice is set.
    pub(crate) voice: VoiceSetting,
    /// Why it is silenced, where it is.
    pub(crate) muted: Option<Unspoken>,
    /// What whoever looks on is shown; none where that is everything, at once.
    pub(crate) held: Option<Held>,
}

impl TableView {
    /// The moves that are public.
    pub(crate) fn public_moves(&self) -> &[RecordedMove] {
        let public = self.held.as_ref().map_or(self.moves.len(), |held| held.public);
        self.moves.get(..public).unwrap_or(&self.moves)
    }
}

/// Why somebody may not play what is said at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotHeard {
    /// There is no such table.
    NoTable,
    /// As many speak for it already as the record names.
    Crowded,
}

/// An event shows moves to the public later: so many are shown, and how the board stood after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// So much later than on record a move is public.
    pub(crate) delay: Duration,
    /// So many moves are public.
    pub(crate) public: usize,
    /// None where there is no board, or nobody knows.
    pub(crate) position: Option<Placement>,
    /// How long after the view was made the next becomes public, by the table's time; none where all are.
    pub(crate) next_in: Option<Duration>,
}

/// How a board stood after the first so many recorded moves.
#[derive(Clone, Debug)]
pub(crate) struct PositionView {
    pub(crate) table: u32,
    /// After so many moves: at most as many as are on record.
    pub(crate) number: u32,
    /// So many moves are on record.
    pub(crate) moves: u32,
    /// The last of the first so many.
    pub(crate) last: Option<RecordedMove>,
    /// None where there is no board, or nobody knows.
    pub(crate) position: Option<Placement>,
}

/// What a table's own clock shows at once.
#[derive(Clone, Debug)]
pub(crate) struct FaceView {
    pub(crate) table: u32,
    pub(crate) state: Value,
    pub(crate) at: Instant,
    pub(crate) now: Instant,
    /// Decisions and inputs that are not on disk yet.
    pub(crate) pending: usize,
}

/// What the hall's task tells everybody.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// Events, on disk, and the table after them.
    Shown { view: Arc<TableView>, events: Arc<[Event]> },
    /// The face of a table's own clock has changed.
    Face(FaceView),
    /// A game was opened at a table.
    Opened { view: Arc<TableView> },
    /// A table's voice stands otherwise.
    Voice { view: Arc<TableView> },
    /// Something is wrong, since so many milliseconds.
    Alarm { alarm: Alarm, since_ms: u64 },
    /// It is right again.
    AlarmOver { table: Option<u32>, kind: AlarmKind },
}

/// The handle. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Venue {
    /// To the task.
    pub(crate) requests: mpsc::Sender<Request>,
    /// From the task.
    pub(crate) news: broadcast::Sender<News>,
    /// The name of this run of the service.
    pub(crate) boot: Arc<str>,
    /// How many times faster than real time the tables run.
    pub(crate) rate: u32,
    /// The recordings of each tongue.
    pub(crate) shelf: Arc<Shelf>,
    /// The pages that have played something, by their names on record.
    pub(crate) players: Arc<PagePlayers>,
}
