//! Every event of incidents, people and endings: as it is kept, as `run --json` prints it, and in words of both
//! languages; and the state after such events. `events/README.txt` says how the tables are written.
//!
//! After a change that was meant, `BLESS=1 cargo test -p referee --test events` writes them anew.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clock::{BySide, Duration, Language};
use referee::{
    AdjournmentEvent, Choice, ClaimUntil, Cost, Decides, Effect, EndingEvent, Event, EventKind, Game,
    GameKind, IncidentEvent, Kind, Penalty, PeopleEvent, Player, Policy, Seats, Setup, Step, Table, Unit,
    Wording, event_json, event_words, state_json,
};

/// A table of events or states: what begins with `{` is an event as it is kept, indented lines are what is expected.
struct Listing {
    path: PathBuf,
    text: String,
}

fn listing(name: &str) -> Listing {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/events").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Listing { path, text }
}

impl Listing {
    /// Compares with what was found, or keeps it.
    fn compare(&self, found: &str) {
        if std::env::var_os("BLESS").is_some() {
            fs::write(&self.path, found).unwrap();
        } else if found != self.text {
            let differs = self.text.lines().zip(found.lines()).find(|(kept, found)| kept != found);
            panic!("{}: BLESS=1 keeps what was meant: {differs:#?}", self.path.display());
        }
    }

    /// The lines that are not what is expected.
    fn given(&self) -> impl Iterator<Item = &str> {
        self.text.lines().filter(|line| !line.starts_with("    "))
    }
}

/// An event as it is kept.
fn event(line: &str) -> Event {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn wording(en: &str, zh: &str) -> Wording {
    Wording { en: en.to_owned(), zh: zh.to_owned() }
}

fn choice(name: &str, effects: &str) -> Choice {
    let effects: Vec<Effect> =
        effects.split(';').filter(|text| !text.is_empty()).map(|text| text.trim().parse().unwrap()).collect();
    Choice { name: name.to_owned(), effects, repeated: None, decides: None, agreed: false }
}

fn kind(name: Wording, article: Wording, choices: Vec<Choice>) -> Kind {
    Kind {
        name,
        explanation: Wording::default(),
        article,
        decides: Decides::Arbiter,
        claim_until: ClaimUntil::NextMove,
        sudden_death_only: false,
        nobodys: false,
        adds_up: true,
        series: None,
        choices,
    }
}

/// A policy of a few kinds, so that the tables do not change with those that are shipped.
fn policy(game: GameKind) -> Policy {
    let kinds = [
        (
            "press-before-stone",
            kind(
                wording("press before the stone", "抢先按钟"),
                wording("12.4(2), III 22.6", "第12条4（2）、第22条6"),
                vec![choice("uphold", "warning")],
            ),
        ),
        (
            "moved-placed-stone",
            kind(
                wording("stone moved", "落子后移动"),
                wording("1988: play 2", "1988年行棋二"),
                vec![choice("uphold", "back; warning")],
            ),
        ),
        (
            "dropped-stone",
            kind(wording("stone dropped", "棋子掉落"), wording("", ""), vec![choice("uphold", "")]),
        ),
        (
            "cycle",
            kind(
                wording("cycle", "循环"),
                wording("2002: 20.3; 1988: 20", "2002年第20条3，1988年第20条"),
                vec![choice("no-result", "no-result"), choice("draw", "draw"), choice("replay", "replay")],
            ),
        ),
        (
            "disturbing",
            kind(
                wording("disturbing", "妨碍对方"),
                Wording::alike("15.3".to_owned()),
                vec![choice("warning", "warning"), choice("time", "opponent +2m"), choice("tea", "")],
            ),
        ),
    ];
    let kinds = kinds.into_iter().map(|(id, kind)| (id.to_owned(), kind)).collect::<BTreeMap<_, _>>();
    let usual = Policy::usual(game);
    let warning_costs = Some(Cost { quarters: 4, unit: Unit::Zi });
    let (warnings_lose, cautions_warn, talk) = (2, 2, Duration::from_mins(2));
    Policy { kinds, warning_costs, warnings_lose, cautions_warn, talk, ..(*usual).clone() }
}

/// A game on five lines by these rules, between two players whose colours nigiri decides.
fn setup(game: GameKind, rules: Option<&str>) -> Setup {
    let game = Game { size: 5, rules: rules.map(str::to_owned), ..Game::of_kind(game) };
    let player = |name: &str| Player { name: Some(name.to_owned()), ..Player::default() };
    let seats = Some(Seats { one: player("Gu Li"), two: Player::default() });
    let policy = Arc::new(policy(game.kind));
    let control = "10m+3x30s".parse().unwrap();
    Setup { game, control, players: BySide::default(), seats, policy }
}

/// The setup that a head line names: `go`, `go japanese`, `chess`.
fn setup_of(head: &str) -> Setup {
    let (game, rules) = head.split_once(' ').map_or((head, None), |(game, rules)| (game, Some(rules)));
    let kinds = [("go", GameKind::Go), ("chess", GameKind::Chess), ("gomoku", GameKind::Gomoku)];
    let kind = kinds.into_iter().find(|(name, _)| *name == game).unwrap_or_else(|| panic!("{head}")).1;
    setup(kind, rules)
}

/// The variant's name. Whoever adds one is led here by the compiler, and writes it into [`NAMES`] and the tables.
fn name(kind: &EventKind) -> &'static str {
    match kind {
        EventKind::Incident(event) => match event {
            IncidentEvent::Violation(_) => "violation",
            IncidentEvent::Claim(_) => "claim",
            IncidentEvent::Withdrawn { .. } => "withdrawn",
            IncidentEvent::Ruling { .. } => "ruling",
            IncidentEvent::Penalty { penalty, .. } => penalty_name(penalty),
            IncidentEvent::TimeSettled { .. } => "time settled",
            IncidentEvent::Verdict { verdict: Some(_), .. } => "verdict",
            IncidentEvent::Verdict { verdict: None, .. } => "no verdict",
            IncidentEvent::Appeal { .. } => "appeal",
        },
        EventKind::People(event) => match event {
            PeopleEvent::Summoned { .. } => "summoned",
            PeopleEvent::Attended => "attended",
            PeopleEvent::Arrived { .. } => "arrived",
            PeopleEvent::LateCharged { .. } => "late-charged",
            PeopleEvent::Left { .. } => "left",
            PeopleEvent::Returned { .. } => "returned",
            PeopleEvent::Seen { .. } => "seen",
            PeopleEvent::Talk { .. } => "talk",
            PeopleEvent::TalkEnded { .. } => "talk-ended",
            PeopleEvent::TalkOverrun { .. } => "talk-overrun",
            PeopleEvent::Colours { .. } => "colours",
        },
        EventKind::Ending(event) => ending_name(event),
        EventKind::Adjournment(event) => adjournment_name(event),
        EventKind::Result(_) => "result",
        EventKind::Clock(_)
        | EventKind::Move { .. }
        | EventKind::TakenBack { .. }
        | EventKind::MoveCorrected { .. }
        | EventKind::Told { .. }
        | EventKind::Resigned { .. }
        | EventKind::Ended { .. }
        | EventKind::Undecided { .. }
        | EventKind::Reopened
        | EventKind::UnitClock { .. }
        | EventKind::Refused { .. } => "of another table",
    }
}

const fn adjournment_name(event: &AdjournmentEvent) -> &'static str {
    match event {
        AdjournmentEvent::Adjourned { .. } => "adjourned",
        AdjournmentEvent::Sealed { .. } => "sealed",
        AdjournmentEvent::HandedOver { .. } => "handed-over",
        AdjournmentEvent::SessionResumed => "session-resumed",
        AdjournmentEvent::WrongPassphrase { .. } => "wrong-passphrase",
        AdjournmentEvent::Opened { .. } => "opened",
        AdjournmentEvent::Laid { .. } => "laid",
        AdjournmentEvent::Filed { .. } => "filed",
    }
}

const fn ending_name(event: &EndingEvent) -> &'static str {
    match event {
        EndingEvent::ProposedEnd { .. } => "proposed-end",
        EndingEvent::AgreedEnd { .. } => "agreed-end",
        EndingEvent::DeclinedEnd { .. } => "declined-end",
        EndingEvent::Stopped { .. } => "stopped",
        EndingEvent::Conceded { .. } => "conceded",
        EndingEvent::Marked { .. } => "marked",
        EndingEvent::Border { .. } => "border",
        EndingEvent::Counted(_) => "counted",
        EndingEvent::PlayOn { .. } => "play-on",
        EndingEvent::AgreedCount { .. } => "agreed-count",
        EndingEvent::RecountAsked { .. } => "recount-asked",
        EndingEvent::DrawOffered { .. } => "draw-offered",
        EndingEvent::DrawDeclined { .. } => "draw-declined",
        EndingEvent::DrawClaimed { .. } => "draw-claimed",
        EndingEvent::Decreed(_) => "decreed",
        EndingEvent::Confirmed { .. } => "confirmed",
        EndingEvent::Cleared => "cleared",
    }
}

const fn penalty_name(penalty: &Penalty) -> &'static str {
    match penalty {
        Penalty::Warning { .. } => "penalty warning",
        Penalty::Caution { .. } => "penalty caution",
        Penalty::TimeGiven { .. } => "penalty time given",
        Penalty::TimeTaken { .. } => "penalty time taken",
        Penalty::Count { .. } => "penalty count",
        Penalty::Void { .. } => "penalty void",
        Penalty::Paused => "penalty pause",
        Penalty::Loss { .. } => "penalty loss",
        Penalty::Undecided { .. } => "penalty undecided",
        Penalty::Draw => "penalty draw",
        Penalty::Replay => "penalty replay",
        Penalty::NoResult => "penalty no-result",
        Penalty::BothLose => "penalty both-lose",
    }
}

/// The names that the tables must have between them.
const NAMES: [&str; 58] = [
    "violation",
    "claim",
    "withdrawn",
    "ruling",
    "verdict",
    "no verdict",
    "time settled",
    "appeal",
    "penalty warning",
    "penalty caution",
    "penalty time given",
    "penalty time taken",
    "penalty count",
    "penalty void",
    "penalty pause",
    "penalty loss",
    "penalty undecided",
    "penalty draw",
    "penalty replay",
    "penalty no-result",
    "penalty both-lose",
    "summoned",
    "attended",
    "arrived",
    "late-charged",
    "left",
    "returned",
    "seen",
    "talk",
    "talk-ended",
    "talk-overrun",
    "colours",
    "proposed-end",
    "agreed-end",
    "declined-end",
    "stopped",
    "conceded",
    "marked",
    "border",
    "counted",
    "play-on",
    "agreed-count",
    "recount-asked",
    "draw-offered",
    "draw-declined",
    "draw-claimed",
    "decreed",
    "confirmed",
    "cleared",
    "result",
    "adjourned",
    "sealed",
    "handed-over",
    "session-resumed",
    "wrong-passphrase",
    "opened",
    "laid",
    "filed",
];

const TABLES: [&str; 5] = ["incidents.txt", "people.txt", "ending.txt", "adjournment.txt", "results.txt"];

#[test]
fn every_event_is_printed_and_said() {
    let mut named = BTreeSet::new();
    for table in TABLES {
        let (listing, mut setup, mut found) = (listing(table), setup_of("go"), String::new());
        for line in listing.given() {
            let _ = writeln!(found, "{line}");
            if let Some(head) = line.strip_prefix("== ") {
                setup = setup_of(head);
            } else if line.starts_with('{') {
                let event = event(line);
                assert_eq!(serde_json::to_string(&event).unwrap(), line, "an event is kept as it was read");
                named.insert(name(&event.kind));
                let _ = writeln!(found, "    {}", event_json(&event, setup.game.kind));
                let [english, chinese] = [Language::English, Language::Chinese]
                    .map(|language| event_words(&event, &setup, language));
                assert!(!has_foreign_mark(&chinese), "{chinese}");
                let _ = write!(found, "    {english}\n    {chinese}\n");
            }
        }
        listing.compare(&found);
    }
    assert_eq!(named, BTreeSet::from(NAMES));
}

/// Marks of the other script, but for what somebody said.
fn has_foreign_mark(chinese: &str) -> bool {
    let own =
        |part: &str| part.rsplit('”').next().is_some_and(|part| part.contains([',', ';', '(', '[', '"']));
    chinese.split('“').any(own)
}

#[test]
fn the_state_tells_it_all() {
    let (listing, mut table, mut found) = (listing("state.txt"), Table::new(setup_of("go")), String::new());
    for line in listing.given() {
        let _ = writeln!(found, "{line}");
        if let Some(head) = line.strip_prefix("== ") {
            table = Table::new(setup_of(head.split(':').next().unwrap_or_default()));
        } else if line.starts_with('{') {
            let (events, clock) = (vec![event(line)], table.clock().state().clone());
            table.apply(&Step { at: table.clock().committed(), order: None, events, clock });
        } else if let Some(keys) = line.strip_prefix("state ") {
            let state = state_json(&table);
            for key in keys.split(' ') {
                let value = key.split('.').fold(&state, |value, key| &value[key]);
                let _ = writeln!(found, "    {key} {value}");
            }
        } else if line == "state" {
            let _ = writeln!(found, "    {}", state_json(&table));
        }
    }
    listing.compare(&found);
}
