//! The JSON messages between the service and its pages.

use std::fmt;

use clock::{BySide, Control, Instant, Language};
use hall::{AlarmKind, Unspoken, VoiceSetting};
use referee::{
    Breach, EndsTurn, Event, EventKind, Game, GameKind, In, PeopleEvent, Player, RecordedMove, Seat, Seats,
    Setup, StartsBy, event_json, event_words,
};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::console::orders::Fate;
use crate::console::public::{Share, hold_back, is_public, keep_to_public, tells_a_move, without_reasons};
use crate::console::speech::{OmittedMessage, PlayedMessage, VoiceMessage};
use crate::console::words::Words;
use crate::venue::{FaceView, PositionView, TableView};

/// What the service tells a page.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum ToPage {
    /// The first message: the run of the service, and the tables that are there of those asked for.
    Hello {
        /// The name of this run of the service.
        boot: String,
        /// How many times faster than real time the tables run.
        rate: u32,
        tables: Vec<u32>,
    },
    /// A table as it stands on disk.
    Table(Box<TableMessage>),
    /// What happened at a table, on disk, and the table after it.
    Events {
        table: u32,
        /// One more than before, else something was missed.
        version: u64,
        #[schema(value_type = Vec<Object>)]
        events: Vec<Value>,
        #[schema(value_type = Object)]
        state: Value,
        /// Present where nigiri has just given the players their colours.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Object>)]
        players: Option<BySide<PlayerMessage>>,
        at_ms: Millis,
        now_ms: Millis,
    },
    /// What a table's own clock shows at once, on disk or not.
    Face(FaceMessage),
    /// What is said aloud at a table, for a page that plays it.
    Voice(VoiceMessage),
    /// The page may not play what is said at a table: as many speak for it as the record names.
    Crowded { table: u32 },
    /// What became of an order; it is on disk.
    Answer {
        /// The order's.
        id: String,
        ok: bool,
        /// Why it was refused.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<Words>,
        /// Whether it was only too much at once: the same may be given again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
    /// Something is wrong.
    Alarm {
        /// None where all are concerned.
        table: Option<u32>,
        kind: &'static str,
        /// How long ago it began.
        since_ms: u64,
        #[serde(flatten)]
        words: Words,
    },
    /// It is right again.
    AlarmOver { table: Option<u32>, kind: &'static str },
    /// To be answered with its number at once: this measures the line.
    Ping { n: u64 },
    /// The page said something that is not understood.
    Fault { what: String },
}

/// What a page tells the service.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum FromPage {
    /// A command to a table.
    Order(OrderMessage),
    /// The answer to a ping.
    Pong { n: u64 },
    /// The page plays what is said aloud at a table, or at none.
    Listen {
        table: Option<u32>,
        /// The page's language.
        #[serde(default)]
        language: String,
        /// The page's own sign, which it tells nobody else: by it the page is known on its next line.
        #[serde(default)]
        page: String,
        /// The page's own volume, in hundredths: at 0 it is muted.
        #[serde(default = "full")]
        volume: u8,
    },
    /// The page's own volume has changed.
    Volume { volume: u8 },
    /// It has played something.
    Played(PlayedMessage),
    /// It has not played something that it was told to.
    Omitted(OmittedMessage),
    /// The page has missed something: the whole table is asked for.
    Resend { table: u32 },
    /// The next game at a table whose game is over; `replace` whether it may take the place of one that is not signed.
    NewGame {
        id: String,
        table: u32,
        #[serde(default)]
        replace: bool,
    },
}

/// A page that does not say how loud it is.
const fn full() -> u8 {
    100
}

/// A command to a table.
#[derive(Clone, PartialEq, Deserialize, ToSchema)]
pub(crate) struct OrderMessage {
    /// The page's own name for it, by which a second copy is known.
    pub(crate) id: String,
    pub(crate) table: u32,
    /// As in a scenario's script: `press black`, `add white +2m "a clap of thunder"`.
    pub(crate) command: String,
    /// Who gives it; the usual giver where nobody is named.
    pub(crate) by: Option<String>,
    /// How long ago the finger came down, as the browser knows it.
    #[serde(default)]
    pub(crate) age_ms: f64,
    /// The number of turns completed when it was given, if that matters.
    pub(crate) turns: Option<u32>,
}

/// A command may hold a sealed move: its text is not shown.
impl fmt::Debug for OrderMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OrderMessage")
            .field("id", &self.id)
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

/// A pause.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PauseMessage {
    /// The reason that was given.
    why: String,
}

/// A table as it stands on disk.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TableMessage {
    table: u32,
    /// Grows by one each time the table is shown.
    version: u64,
    game: GameMessage,
    /// By colour; before nigiri nobody has one.
    #[schema(value_type = Object)]
    players: BySide<PlayerMessage>,
    /// Present where nigiri decides, or has decided, who plays Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<SeatsMessage>,
    control: ControlMessage,
    moves: Vec<MoveMessage>,
    /// So much later than on record a move stands here, in milliseconds, where the event shows the public the moves later.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_delay_ms: Option<u64>,
    /// As `flagfall run --json` prints it.
    #[schema(value_type = Object)]
    state: Value,
    /// Present while the clock is paused for a reason that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pause: Option<PauseMessage>,
    /// The table time at which the readings hold.
    at_ms: Millis,
    /// The table time now.
    now_ms: Millis,
    on_disk: bool,
    touch: TouchMessage,
    /// How its voice is set: `on`, `muted`, `quiet`, `volume` in hundredths.
    #[schema(value_type = Object)]
    voice: VoiceSetting,
    /// Why it is silenced, where it is: `muted`, also at volume 0, or `quiet`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    silenced: Option<Unspoken>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct GameMessage {
    #[schema(value_type = String)]
    kind: GameKind,
    size: u8,
    #[schema(value_type = String)]
    ends_turn: EndsTurn,
    #[schema(value_type = String)]
    starts_by: StartsBy,
    handicap: u8,
}

/// Two players before nigiri.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct SeatsMessage {
    #[schema(value_type = Object)]
    one: PlayerMessage,
    #[schema(value_type = Object)]
    two: PlayerMessage,
    /// Who holds the stones: `one` or `two`; null where ranks and ages do not say it.
    holder: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct PlayerMessage {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ControlMessage {
    /// Such as `55m+5x60s`.
    notation: String,
    #[serde(flatten)]
    words: Words,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct MoveMessage {
    side: &'static str,
    /// A point, a chess move, `pass` or `unknown`.
    #[serde(rename = "move")]
    played: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    out_of_turn: bool,
    /// The rule that it breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<BreachMessage>,
    /// The move after which the position first stood that has come again and is for the chief arbiter.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<u32>,
    /// In chess the squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    uci: Option<String>,
}

/// The rule that a recorded move breaks.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct BreachMessage {
    /// `suicide`, `ko`, `superko`, `occupied`, `out-of-turn` or `illegal`.
    reason: &'static str,
    /// The move after which the position first stood that stands again.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<u32>,
    #[serde(flatten)]
    words: Words,
}

/// How a board stood after the first so many recorded moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PositionMessage {
    table: u32,
    /// After so many moves; 0 is the start.
    number: u32,
    /// So many moves are on record.
    moves: u32,
    /// The last move before it.
    last: Option<MoveMessage>,
    /// As in a table's state; null where there is no board, or nobody knows.
    #[schema(value_type = Object)]
    position: Value,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
struct TouchMessage {
    /// Whether a touch clock speaks for the table.
    heard: bool,
}

/// What a table's own clock shows at once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FaceMessage {
    table: u32,
    #[schema(value_type = Object)]
    state: Value,
    at_ms: Millis,
    now_ms: Millis,
    /// Decisions and inputs that are not on disk yet.
    pending: usize,
}

/// A table's time in milliseconds, with decimals where it is not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToSchema)]
#[schema(value_type = f64)]
pub(crate) struct Millis(Instant);

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let micros = self.0.as_micros();
        if micros.is_multiple_of(1_000) {
            serializer.serialize_u64(micros / 1_000)
        } else {
            // Exact to the microsecond for the first 285 years.
            serializer.serialize_f64(micros as f64 / 1_000.0)
        }
    }
}

impl ToPage {
    /// The message's text.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a message has only named fields and can be written")
    }

    /// A table as it stands on disk.
    pub(super) fn table(view: &TableView, share: Share) -> Self {
        let mut table = TableMessage::from(view);
        if !share.private {
            keep_to_public(&mut table.state);
            table.pause = None;
        }
        if !share.at_once
            && let Some(held) = &view.held
        {
            hold_back(&mut table.state, held);
            table.moves.truncate(held.public);
            table.moves_delay_ms = Some(held.delay.as_millis_used());
        }
        Self::Table(Box::new(table))
    }

    /// What happened, and the table after it, as far as somebody is told of it.
    pub(super) fn events(view: &TableView, events: &[Event], share: Share) -> Self {
        let mut state = view.state.clone();
        let held = view.held.as_ref().filter(|_| !share.at_once);
        if !share.private {
            keep_to_public(&mut state);
        }
        if let Some(held) = held {
            hold_back(&mut state, held);
        }
        let seen = events.iter().filter(|event| share.private || is_public(event));
        let seen = seen.filter(|event| held.is_none() || !tells_a_move(event));
        Self::Events {
            table: view.table,
            version: view.version,
            events: seen
                .map(|event| told_event(event, &view.setup))
                .map(|event| if share.private { event } else { without_reasons(event) })
                .collect(),
            state,
            players: events.iter().any(gives_colours).then(|| players(view)),
            at_ms: Millis(view.at),
            now_ms: Millis(view.now),
        }
    }

    /// What became of an order.
    pub(crate) fn answer(id: String, fate: Fate) -> Self {
        let again = matches!(fate, Fate::Busy(_));
        let why = fate.why();
        Self::Answer { id, ok: why.is_none(), why, again }
    }

    /// Something is wrong since so many milliseconds.
    pub(crate) fn alarm(table: Option<u32>, kind: AlarmKind, since_ms: u64) -> Self {
        Self::Alarm { table, kind: kind.as_str(), since_ms, words: kind.into() }
    }

    /// It is right again.
    pub(crate) fn alarm_over(table: Option<u32>, kind: AlarmKind) -> Self {
        Self::AlarmOver { table, kind: kind.as_str() }
    }
}

impl From<&Control> for ControlMessage {
    fn from(control: &Control) -> Self {
        let words = Words {
            en: control.words(Language::English).to_string(),
            zh: control.words(Language::Chinese).to_string(),
        };
        Self { notation: control.to_string(), words }
    }
}

impl From<&TableView> for TableMessage {
    fn from(view: &TableView) -> Self {
        Self {
            table: view.table,
            version: view.version,
            game: (&view.setup.game).into(),
            players: players(view),
            seats: view.setup.seats.as_ref().map(SeatsMessage::from),
            control: (&view.setup.control).into(),
            moves: view.moves.iter().map(MoveMessage::from).collect(),
            moves_delay_ms: None,
            state: view.state.clone(),
            pause: view.pause_why.clone().map(|why| PauseMessage { why }),
            at_ms: Millis(view.at),
            now_ms: Millis(view.now),
            on_disk: true,
            touch: TouchMessage { heard: view.touch },
            voice: view.voice,
            silenced: view.muted,
        }
    }
}

fn players(view: &TableView) -> BySide<PlayerMessage> {
    BySide::new(|side| view.players.of(side).into())
}

const fn gives_colours(event: &Event) -> bool {
    matches!(event.kind, EventKind::People(PeopleEvent::Colours { .. }))
}

impl From<&Seats> for SeatsMessage {
    fn from(seats: &Seats) -> Self {
        let holder = seats.holder().map(Seat::as_str);
        Self { one: (&seats.one).into(), two: (&seats.two).into(), holder }
    }
}

impl From<&Game> for GameMessage {
    fn from(game: &Game) -> Self {
        let Game { kind, size, ends_turn, starts_by, handicap, .. } = *game;
        Self { kind, size, ends_turn, starts_by, handicap }
    }
}

impl From<&Player> for PlayerMessage {
    fn from(player: &Player) -> Self {
        Self { name: player.name.clone(), rank: player.rank.clone() }
    }
}

impl From<&RecordedMove> for MoveMessage {
    fn from(recorded: &RecordedMove) -> Self {
        Self {
            side: recorded.side.as_str(),
            played: recorded.played.to_string(),
            out_of_turn: recorded.out_of_turn,
            illegal: recorded.illegal.map(BreachMessage::from),
            cycle: recorded.cycle,
            uci: recorded.uci.clone(),
        }
    }
}

impl From<Breach> for BreachMessage {
    fn from(breach: Breach) -> Self {
        let words = Words {
            en: In(Language::English, breach).to_string(),
            zh: In(Language::Chinese, breach).to_string(),
        };
        Self { reason: breach.reason(), repeats: breach.repeats(), words }
    }
}

/// An event as `flagfall run --json` prints it, with its sentence in both languages, and those for a rule that is
/// broken.
pub(crate) fn told_event(event: &Event, setup: &Setup) -> Value {
    let mut told = event_json(event, setup.game.kind);
    told["words"] = serde_json::json!(Words {
        en: event_words(event, setup, Language::English),
        zh: event_words(event, setup, Language::Chinese),
    });
    if let EventKind::Move { illegal: Some(breach), .. }
    | EventKind::MoveCorrected { illegal: Some(breach), .. } = &event.kind
    {
        told["illegal"] = serde_json::json!(BreachMessage::from(*breach));
    }
    told
}

impl From<PositionView> for PositionMessage {
    fn from(view: PositionView) -> Self {
        let PositionView { table, number, moves, last, position } = view;
        let last = last.as_ref().map(MoveMessage::from);
        Self { table, number, moves, last, position: serde_json::json!(position) }
    }
}

impl From<FaceView> for FaceMessage {
    fn from(face: FaceView) -> Self {
        let FaceView { table, state, at, now, pending } = face;
        Self { table, state, at_ms: Millis(at), now_ms: Millis(now), pending }
    }
}
