//! Random tables, and random orders that find their way through a whole game: most keep it going, some come from
//! somebody who has no right to them, some mean nothing.

use std::fmt;

use clock::{BySide, Control, Duration, Instant, Setting, Side, Status};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use referee::{
    AdjournmentCommand, Command, EndingCommand, EndsTurn, Game, GameKind, IncidentCommand, Marker, MovesFrom,
    Order, Outcome, PeopleCommand, Played, Policy, Salt, SealOpening, SealedText, Seat, Setup, Signer, Stage,
    StartsBy, Table, Who,
};

/// So many cases, or as many as `PROPTEST_CASES` says.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    ProptestConfig { cases: wanted.unwrap_or(usual), failure_persistence: None, ..ProptestConfig::default() }
}

/// Controls with every overtime and bonus, short enough that flags fall.
const CONTROLS: [&str; 12] = [
    "20s",
    "10s+3x10s",
    "1x20s",
    "1m reserve 40s/20s",
    "10s+2/10s carry",
    "20s/2+15s+2s",
    "12s+d3s",
    "12s+b3s",
    "0s+d9s",
    "5s+ing 3x6s 2p",
    "8s+consider 5s 3x6s",
    "hourglass 15s",
];

/// Everybody who may appear as a giver.
const EVERYBODY: [Who; 8] =
    [Who::Black, Who::White, Who::Both, Who::Recorder, Who::Sensor, Who::Arbiter, Who::Chief, Who::Clock];

/// A table, and what was said to it when.
#[derive(Clone)]
pub(crate) struct Script {
    pub(crate) setup: Setup,
    pub(crate) orders: Vec<(Order, Instant)>,
}

/// As a person would write it down.
impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Game { kind, ends_turn, starts_by, handicap, .. } = &self.setup.game;
        writeln!(f, "{} {kind:?} {ends_turn:?} {starts_by:?} handicap {handicap}", self.setup.control)?;
        for (order, at) in &self.orders {
            writeln!(f, "{} us: {} by {}", at.as_micros(), order.command, order.by)?;
        }
        Ok(())
    }
}

impl Script {
    /// A new table of this script.
    pub(crate) fn table(&self) -> Table {
        Table::new(self.setup.clone())
    }
}

/// What somebody intends, whatever the table looks like by then.
#[derive(Clone, Debug)]
enum What {
    /// Whatever brings the game on.
    GoOn,
    /// Whatever brings it nearer to three signatures.
    Close,
    /// Whatever brings an adjournment on, with this text sealed, or this found.
    Adjourn(String, Option<SealOpening>),
    /// The next move is put on record.
    Record(Played),
    /// The command as it is, fitting or not.
    Just(Command),
}

#[derive(Clone, Debug)]
struct Intent {
    wait: Wait,
    what: What,
    /// A giver instead of the usual one.
    by: Option<Who>,
}

/// When an order comes.
#[derive(Clone, Copy, Debug)]
enum Wait {
    Micros(u64),
    /// When something is due, or so many microseconds beside it.
    Due(i64),
}

/// Random scripts.
pub(crate) fn script() -> impl Strategy<Value = Script> {
    (setup(), vec(intent(), 1..50)).prop_map(|(setup, intents)| {
        let mut table = Table::new(setup.clone());
        let orders = intents.iter().map(|intent| intent.carried_out(&mut table)).collect();
        Script { setup, orders }
    })
}

fn setup() -> impl Strategy<Value = Setup> {
    let kinds = select(vec![GameKind::Go, GameKind::Go, GameKind::Chess, GameKind::Gomoku, GameKind::Clock]);
    let ends = select(vec![EndsTurn::Press, EndsTurn::Press, EndsTurn::Record, EndsTurn::Touch]);
    let from = select(vec![MovesFrom::Recorder, MovesFrom::Sensor]);
    let starts = select(vec![StartsBy::Arbiter, StartsBy::Arbiter, StartsBy::Press]);
    let handicap = select(vec![0, 0, 0, 4]);
    let policies: Vec<Option<&'static str>> = Policy::shipped_ids().map(Some).chain([None; 6]).collect();
    (kinds, ends, from, starts, handicap, select(&CONTROLS[..]), select(policies)).prop_map(
        |(kind, ends_turn, moves_from, starts_by, stones, control, policy)| {
            let handicap = if kind == GameKind::Go { stones } else { 0 };
            let game = Game { ends_turn, moves_from, starts_by, handicap, ..Game::of_kind(kind) };
            let control: Control = control.parse().expect("a control");
            let setup = Setup::new(game, control);
            match policy.and_then(Policy::shipped) {
                Some(policy) => Setup { policy, ..setup },
                None => setup,
            }
        },
    )
}

fn intent() -> impl Strategy<Value = Intent> {
    let wait = prop_oneof![
        3 => Just(Wait::Micros(0)),
        8 => (0_u64..4_000_000).prop_map(Wait::Micros),
        1 => (0_u64..30_000_000).prop_map(Wait::Micros),
        2 => (-1_i64..=1).prop_map(Wait::Due),
    ];
    let what = prop_oneof![
        10 => Just(What::GoOn),
        5 => played().prop_map(What::Record),
        6 => (written(), option::weighted(0.3, opening())).prop_map(|(written, found)| What::Adjourn(written, found)),
        6 => command().prop_map(What::Just),
        6 => Just(What::Close),
    ];
    (wait, what, option::weighted(0.2, select(&EVERYBODY[..]))).prop_map(|(wait, what, by)| Intent {
        wait,
        what,
        by,
    })
}

fn side() -> impl Strategy<Value = Side> + Clone {
    select(&Side::BOTH[..])
}

fn played() -> impl Strategy<Value = Played> + Clone {
    prop_oneof![
        6 => select(vec!["Q16", "D4", "T19", "A1", "Z25", "e4", "Nf3", "", "长", "Q\"16\n"])
            .prop_map(|text| Played::At(text.to_owned())),
        1 => Just(Played::Pass),
        1 => Just(Played::Unknown),
    ]
}

fn why() -> impl Strategy<Value = Option<String>> + Clone {
    option::weighted(0.3, select(vec!["fire alarm", "", "他说“停”", "a \"b\"\n\\c"]).prop_map(str::to_owned))
}

fn time() -> impl Strategy<Value = Duration> + Clone {
    prop_oneof![
        1 => Just(Duration::ZERO),
        8 => (1_u64..20).prop_map(Duration::from_secs),
        4 => (1_u64..30_000_000).prop_map(Duration::from_micros),
    ]
}

fn setting() -> impl Strategy<Value = Setting> {
    let times = vec(option::weighted(0.15, time()), 6);
    let counts =
        (option::weighted(0.2, 0_u16..5), option::weighted(0.2, 0_u16..5), option::weighted(0.2, 0_u8..4));
    (times, counts).prop_map(|(times, (periods, moves, stage))| Setting {
        main: times[0],
        period: times[1],
        unit: times[2],
        section: times[3],
        block: times[4],
        hourglass: times[5],
        periods,
        moves,
        stage,
    })
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        16 => clock_command(),
        6 => incident().prop_map(Command::Incident),
        4 => people().prop_map(Command::People),
        8 => ending().prop_map(Command::Ending),
        4 => adjournment().prop_map(Command::Adjournment),
    ]
}

/// About the clock and the moves.
fn clock_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        option::of(side()).prop_map(|side| Command::Start { side }),
        side().prop_map(|side| Command::Press { side }),
        why().prop_map(|why| Command::Pause { why }),
        Just(Command::Resume),
        (side(), played()).prop_map(|(side, played)| Command::Move { side, played }),
        side().prop_map(|side| Command::TakeBack { side }),
        (0_u32..12, played()).prop_map(|(number, played)| Command::Correct { number, played }),
        (side(), setting(), why()).prop_map(|(side, setting, why)| Command::Set { side, setting, why }),
        (side(), time(), why()).prop_map(|(side, amount, why)| Command::Add { side, amount, why }),
        (side(), time(), why()).prop_map(|(side, amount, why)| Command::Subtract { side, amount, why }),
        (side(), why()).prop_map(|(side, why)| Command::Turn { side, why }),
        why().prop_map(|why| Command::SwapSides { why }),
        (side(), time(), why()).prop_map(|(side, elapsed, why)| Command::Recount { side, elapsed, why }),
        side().prop_map(|side| Command::Query { side }),
        why().prop_map(|why| Command::VoidFlag { why }),
        side().prop_map(|side| Command::Resign { side }),
    ]
}

/// Kinds of which some are in one policy and some in another, or in none.
const KINDS: [&str; 16] = [
    "press-before-stone",
    "two-moves-in-a-row",
    "moved-placed-stone",
    "illegal-point",
    "illegal-move",
    "displaced-stones",
    "board-upset",
    "absent",
    "disturbing",
    "clock-fault",
    "time-wasting",
    "arranged-game",
    "wrong-draw-claim",
    "nothing-known",
    "seal-lost",
    "wrong-times",
];

const CHOICES: [&str; 12] = [
    "uphold",
    "uphold",
    "dismiss",
    "back",
    "draw",
    "replay",
    "loss",
    "reconstructed",
    "both-lose",
    "play",
    "play",
    "pass",
];

fn incident() -> impl Strategy<Value = IncidentCommand> {
    let kind = || select(&KINDS[..]).prop_map(str::to_owned);
    prop_oneof![
        (side(), kind(), why()).prop_map(|(side, kind, note)| IncidentCommand::Violation {
            side,
            kind,
            note
        }),
        (side(), kind(), why()).prop_map(|(side, kind, note)| IncidentCommand::Claim { side, kind, note }),
        (1_u32..5, select(&CHOICES[..]), option::weighted(0.1, played()), why()).prop_map(
            |(number, choice, played, why)| IncidentCommand::Rule {
                number,
                choice: choice.to_owned(),
                played,
                why
            }
        ),
        (side(), why()).prop_map(|(side, why)| IncidentCommand::Appeal { side, why }),
    ]
}

fn people() -> impl Strategy<Value = PeopleCommand> {
    prop_oneof![
        (side(), why()).prop_map(|(side, why)| PeopleCommand::Summon { side, why }),
        Just(PeopleCommand::Attend),
        side().prop_map(|side| PeopleCommand::Arrived { side }),
        side().prop_map(|side| PeopleCommand::Leave { side }),
        side().prop_map(|side| PeopleCommand::Back { side }),
        side().prop_map(|side| PeopleCommand::Seen { side }),
        side().prop_map(|side| PeopleCommand::Talk { side }),
        Just(PeopleCommand::TalkEnd),
        (0_u16..10, 0_u8..4, option::of(select(&[Seat::One, Seat::Two][..])))
            .prop_map(|(stones, shown, holder)| PeopleCommand::Nigiri { stones, shown, holder }),
    ]
}

fn ending() -> impl Strategy<Value = EndingCommand> {
    let point = || select(&["A1", "D4", "Q16", "K10", "C3", "Z99"][..]).prop_map(str::to_owned);
    let marker = select(&[Marker::Side(Side::Black), Marker::Side(Side::White), Marker::Chief][..]);
    let outcome = select(&["B+R", "W+0.5", "Draw", "Void", "0-0"][..])
        .prop_map(|text| Outcome::from_notation(text, GameKind::Go).expect("a result"));
    prop_oneof![
        side().prop_map(|side| EndingCommand::ProposeEnd { side }),
        side().prop_map(|side| EndingCommand::AgreeEnd { side }),
        side().prop_map(|side| EndingCommand::DeclineEnd { side }),
        (marker, vec(point(), 0..3)).prop_map(|(by, points)| EndingCommand::Dead { by, points }),
        side().prop_map(|side| EndingCommand::PlayOn { side }),
        side().prop_map(|side| EndingCommand::AgreeCount { side }),
        side().prop_map(|side| EndingCommand::AskRecount { side }),
        side().prop_map(|side| EndingCommand::ConcedeContest { side }),
        vec((point(), side()), 0..2).prop_map(|points| EndingCommand::Border { points }),
        side().prop_map(|side| EndingCommand::DrawOffer { side }),
        side().prop_map(|side| EndingCommand::DrawAgree { side }),
        side().prop_map(|side| EndingCommand::DrawDecline { side }),
        (side(), option::weighted(0.5, played()))
            .prop_map(|(side, played)| EndingCommand::ClaimDraw { side, played }),
        (outcome, why()).prop_map(|(outcome, why)| EndingCommand::Result {
            outcome,
            kind: GameKind::Go,
            why
        }),
        select(&Signer::ALL[..]).prop_map(|by| EndingCommand::Confirm { by }),
        Just(EndingCommand::Cleared),
    ]
}

impl Intent {
    /// Gives the order that this comes to at the table as it stands.
    fn carried_out(&self, table: &mut Table) -> (Order, Instant) {
        let now = table.clock().committed();
        let at = match (self.wait, table.poll_at()) {
            (Wait::Micros(micros), _) => now.plus(Duration::from_micros(micros)),
            (Wait::Due(beside), Some(due)) => {
                Instant::from_micros(due.as_micros().saturating_add_signed(beside))
            }
            (Wait::Due(_), None) => now,
        }
        .max(now);
        table.poll(at).expect("time goes forwards");
        let command = match &self.what {
            What::GoOn => go_on(table),
            What::Close => close(table),
            What::Adjourn(written, found) => Command::Adjournment(bring_on(table, written, found.as_ref())),
            What::Record(played) => Command::Move { side: table.side_to_record(), played: played.clone() },
            What::Just(command) => command.clone(),
        };
        let by = self.by.unwrap_or_else(|| entitled(&command, table.setup().game.moves_from.who()));
        let order = Order { by, command };
        table.handle(order.clone(), at).expect("time goes forwards");
        (order, at)
    }
}

/// Who has a right to a command: its usual giver, or the chief arbiter, who has to be named.
fn entitled(command: &Command, moves_from: Who) -> Who {
    let chiefs =
        matches!(command, Command::Ending(EndingCommand::Border { .. } | EndingCommand::Result { .. }));
    if chiefs { Who::Chief } else { command.usual_giver(moves_from) }
}

/// The salt of everything that is sealed: it must appear nowhere before the opening.
pub(crate) const SALT: [u8; 16] = [0xc5; 16];

/// A text that nobody else writes: it must appear nowhere before the opening.
pub(crate) const FREE_TEXT: &str = "the small knight's move";

fn written() -> impl Strategy<Value = String> {
    let moves = vec!["D4", "Q16", "A1", "e4", "Nf3", "Ke5", "pass", "resign", FREE_TEXT, FREE_TEXT];
    select(moves).prop_map(str::to_owned)
}

fn opening() -> impl Strategy<Value = SealOpening> {
    let salt = || Salt::from_bytes(SALT);
    prop_oneof![
        written().prop_map(move |written| SealOpening::Unsealed { salt: salt(), written }),
        (written(), any::<bool>())
            .prop_map(move |(written, salted)| SealOpening::Typed { written, salt: salted.then(salt) }),
        Just(SealOpening::Unreadable),
        Just(SealOpening::Lost),
        Just(SealOpening::Withheld),
    ]
}

fn adjournment() -> impl Strategy<Value = AdjournmentCommand> {
    let seal = (side(), written()).prop_map(|(side, written)| {
        let text = SealedText::new(Salt::from_bytes(SALT), "", 1, &written).expect("a line");
        AdjournmentCommand::Seal { side, commitment: text.commitment(), envelope: "sealed".to_owned() }
    });
    prop_oneof![
        option::weighted(0.5, 0_u64..60_000_000)
            .prop_map(|until| AdjournmentCommand::Adjourn { until: until.map(Instant::from_micros) }),
        seal,
        Just(AdjournmentCommand::HandOver),
        Just(AdjournmentCommand::ResumeSession),
        opening().prop_map(|opening| AdjournmentCommand::OpenSeal { opening }),
        Just(AdjournmentCommand::WrongPassphrase),
    ]
}

/// What brings an adjournment on.
fn bring_on(table: &Table, written: &str, found: Option<&SealOpening>) -> AdjournmentCommand {
    let Some(adjournment) = table.record().adjournment().filter(|adjournment| adjournment.is_under_way())
    else {
        return AdjournmentCommand::Adjourn { until: None };
    };
    match adjournment.stage {
        Stage::Sealing if adjournment.seal.is_none() && found.is_none() => {
            let text = table.sealed_text(Salt::from_bytes(SALT), written).expect("a line");
            let (side, commitment) = (adjournment.sealer, text.commitment());
            AdjournmentCommand::Seal { side, commitment, envelope: written.len().to_string() }
        }
        Stage::Sealing => AdjournmentCommand::HandOver,
        Stage::Closed => AdjournmentCommand::ResumeSession,
        Stage::Resumed | Stage::Over => {
            let unsealed =
                SealOpening::Unsealed { salt: Salt::from_bytes(SALT), written: written.to_owned() };
            AdjournmentCommand::OpenSeal { opening: found.cloned().unwrap_or(unsealed) }
        }
    }
}

/// What brings a game nearer to three signatures.
fn close(table: &Table) -> Command {
    let (record, ending) = (table.record(), table.record().ending());
    let open = record.incidents().all().iter().find(|incident| incident.is_open());
    let unsigned = Signer::ALL.into_iter().find(|signer| !ending.signatures.contains(signer));
    let missing = |done: &BySide<bool>| Side::BOTH.into_iter().find(|side| !done.of(*side));
    let marked = BySide::new(|side| ending.marks.of(side).is_some());
    let command = match (ending.stopped, record.outcome()) {
        _ if table.clock().status() == Status::Waiting => return Command::Start { side: None },
        (_, Some(_)) if let Some(incident) = open => {
            let (number, choice) = (incident.opened.number, "dismiss".to_owned());
            return Command::Incident(IncidentCommand::Rule { number, choice, played: None, why: None });
        }
        (_, Some(_)) => unsigned.map_or(EndingCommand::Cleared, |by| EndingCommand::Confirm { by }),
        (Some(_), None) => match (missing(&marked), missing(&ending.agreed)) {
            (Some(side), _) => EndingCommand::Dead { by: Marker::Side(side), points: Vec::new() },
            (None, Some(side)) => EndingCommand::AgreeCount { side },
            (None, None) => EndingCommand::Cleared,
        },
        (None, None) => match ending.proposed {
            Some(side) => EndingCommand::AgreeEnd { side: side.other() },
            None => EndingCommand::ProposeEnd { side: table.clock().turn().unwrap_or(Side::Black) },
        },
    };
    Command::Ending(command)
}

fn go_on(table: &Table) -> Command {
    let turn = table.clock().turn();
    let game = &table.setup().game;
    match table.clock().status() {
        Status::Waiting if game.starts_by == StartsBy::Press => {
            Command::Press { side: game.first_side().other() }
        }
        Status::Waiting => Command::Start { side: None },
        Status::Running | Status::Stopped
            if game.ends_turn != EndsTurn::Press && game.kind != GameKind::Clock =>
        {
            Command::Move { side: table.side_to_record(), played: Played::Pass }
        }
        Status::Running | Status::Stopped => Command::Press { side: turn.unwrap_or(Side::Black) },
        Status::Paused => Command::Resume,
        Status::Flagged(_) => Command::VoidFlag { why: None },
        Status::FlagWithdrawn(side) => {
            let main = Some(Duration::from_secs(5));
            let hourglass =
                table.setup().control.of(side).stages().is_empty().then_some(Duration::from_secs(5));
            let setting = match hourglass {
                Some(_) => Setting { hourglass, ..Setting::default() },
                None => Setting { main, ..Setting::default() },
            };
            Command::Set { side, setting, why: None }
        }
    }
}
