//! The real process killed at any moment, again and again: what was shown is on record, and nobody is overcharged.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here one line says all")]
mod running;

use std::collections::BTreeMap;
use std::env;
use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::Duration;

use hall::{Anchor, Cause, Entry};
use journal::{Genesis, Inspection};
use referee::event_json;
use running::{Service, flagfall};
use serde_json::{Value, json};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// How many times faster than real time the demonstration runs.
const SPEED: u32 = 100;

/// How long the disk, and a busy machine, may take for a write.
const DISK: Duration = Duration::from_millis(500);

/// How often a running table's time is put on record, and how old it may be then, in table time.
const BEAT_MS: f64 = 1_000.0;

/// A page that sees all tables, in one run of the service.
struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    seen: Seen,
    /// Whether it sets paused tables going.
    resumes: bool,
}

/// What it was shown.
#[derive(Default)]
struct Seen {
    boot: String,
    /// Each table as it was first shown.
    first: BTreeMap<u64, Value>,
    /// Each table's events, in order.
    events: Vec<(u64, Value)>,
    /// Each table's last state, its time then, and when that was.
    last: BTreeMap<u64, Last>,
}

#[derive(Clone)]
struct Last {
    status: Value,
    shown_ms: f64,
    now_ms: f64,
    heard: Instant,
}

impl Page {
    fn open(address: &str, resumes: bool) -> Self {
        let (socket, _) =
            tungstenite::connect(format!("ws://{address}/api/live?tables=all&role=hall")).unwrap();
        Self { socket, seen: Seen::default(), resumes }
    }

    /// Listens until the line is cut, or enough was seen.
    fn listen(mut self, enough: impl Fn(&Seen) -> bool) -> Seen {
        while !enough(&self.seen) {
            let Ok(message) = self.socket.read() else { break };
            if let Message::Text(text) = message {
                self.hear(serde_json::from_str(&text).unwrap());
            }
        }
        self.seen
    }

    fn hear(&mut self, message: Value) {
        let table = message["table"].as_u64().unwrap_or_default();
        match message["type"].as_str().unwrap() {
            "hello" => self.seen.boot = message["boot"].as_str().unwrap().to_owned(),
            "table" => {
                self.remember(table, &message);
                self.set_going(table, &message["state"]["status"]);
                self.seen.first.entry(table).or_insert(message);
            }
            "events" => {
                self.remember(table, &message);
                let events = message["events"].as_array().unwrap();
                self.seen.events.extend(events.iter().map(|event| (table, event.clone())));
            }
            "ping" => self.say(&json!({ "type": "pong", "n": message["n"] })),
            "answer" => assert_eq!(message["ok"], true, "{message}"),
            other => panic!("{other}"),
        }
    }

    fn set_going(&mut self, table: u64, status: &Value) {
        let command = match status.as_str() {
            Some("waiting") => "start",
            Some("paused") => "resume",
            _ => return,
        };
        if self.resumes {
            let id = format!("{table} in {}", self.seen.boot);
            self.say(&json!({
                "type": "order", "id": id, "table": table, "command": command, "by": "arbiter"
            }));
        }
    }

    fn remember(&mut self, table: u64, message: &Value) {
        let number = |key: &str| message[key].as_f64().unwrap();
        let status = message["state"]["status"].clone();
        let last =
            Last { status, shown_ms: number("at_ms"), now_ms: number("now_ms"), heard: Instant::now() };
        self.seen.last.insert(table, last);
    }

    /// The line may be cut already.
    fn say(&mut self, message: &Value) {
        let _ = self.socket.send(Message::text(message.to_string()));
    }
}

/// A run that was killed: what was seen in it, and when it ended.
struct Run {
    seen: Seen,
    killed: Instant,
}

/// Random bytes, for the moments.
struct Dice(Genesis, usize);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        if self.1 + 2 > Genesis::LEN {
            *self = Self(Genesis::random().unwrap(), 0);
        }
        let bytes = &self.0.as_bytes()[self.1..self.1 + 2];
        self.1 += 2;
        u64::from(u16::from_be_bytes([bytes[0], bytes[1]])) * limit / 65_536
    }
}

fn rounds() -> u64 {
    env::var("FLAGFALL_KILLS").ok().map_or(10, |rounds| rounds.parse().unwrap())
}

#[test]
fn a_demonstration_killed_at_any_moment_has_lost_nothing_that_was_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Dice(Genesis::random().unwrap(), 0);
    let speed = SPEED.to_string();
    let start = || Service::start(&["demo", "--speed", &speed], folder.path());
    let mut runs: Vec<Run> = Vec::new();
    for round in 0..rounds() {
        let mut service = start();
        // Now and then before anything is set going again.
        let (resumes, moment) =
            if round % 5 == 4 { (false, dice.below(100)) } else { (true, 50 + dice.below(1_500)) };
        let page = Page::open(&service.address, resumes);
        let listening = thread::spawn(move || page.listen(|_| false));
        thread::sleep(Duration::from_millis(moment));
        let killed = Instant::now();
        service.kill();
        runs.push(Run { seen: listening.join().unwrap(), killed });
    }

    let service = start();
    let page = Page::open(&service.address, true);
    let moved = |seen: &Seen, table: u64| {
        seen.events.iter().any(|(at, event)| *at == table && event["event"] == "move")
    };
    let seen = page.listen(|seen| (1..=3).all(|table| moved(seen, table)));
    assert!((1..=3).all(|table| moved(&seen, table)), "after resume it goes on");
    runs.push(Run { seen, killed: Instant::now() });
    assert!(service.stop().success());

    let verified = flagfall(&["verify"]).arg(folder.path()).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    check(folder.path(), &runs);
}

/// A game as the journal has it.
struct Kept {
    events: Vec<Value>,
    /// Each run's tie of the axes, and whether it tells of a power cut.
    runs: Vec<(Anchor, bool)>,
}

/// The games of each table, in order.
fn kept(folder: &Path) -> BTreeMap<u64, Vec<Kept>> {
    let journal = Inspection::open(&folder.join("games.journal")).unwrap();
    let mut tables: BTreeMap<u64, Vec<Kept>> = BTreeMap::new();
    for game in journal.games() {
        let mut kept = Kept { events: Vec::new(), runs: Vec::new() };
        let mut kind = None;
        for entry in journal.entries(game.id()).unwrap() {
            match Entry::from_bytes(&entry.body).unwrap() {
                Entry::Opened(opening) => kind = Some(opening.setup.game.kind),
                Entry::Anchor(anchor) => kept.runs.push((anchor, false)),
                Entry::Interrupted(interruption) => {
                    let (anchor, cut) = kept.runs.last_mut().unwrap();
                    if interruption.cause == Cause::PowerCut {
                        assert_eq!(interruption.from, anchor.table);
                        *cut = true;
                    }
                }
                Entry::Step(step) => {
                    kept.events.extend(step.step.events.iter().map(|event| event_json(event, kind.unwrap())));
                }
                Entry::Key(key) => panic!("no demonstration has keys: {key:?}"),
                Entry::Unit(unit) => panic!("no demonstration has units: {unit:?}"),
                Entry::Spoken(_) | Entry::Voice(_) => panic!("nobody plays what a demonstration says"),
            }
        }
        tables.entry(game.table.into()).or_default().push(kept);
    }
    tables
}

fn check(folder: &Path, runs: &[Run]) {
    let tables = kept(folder);
    for (table, games) in &tables {
        let mut on_record = games.iter().flat_map(|game| &game.events);
        for (_, event) in runs.iter().flat_map(|run| &run.seen.events).filter(|(at, _)| at == table) {
            // Pages are told the words beside it.
            let mut event = event.clone();
            event.as_object_mut().unwrap().remove("words");
            assert!(on_record.any(|kept| *kept == event), "table {table}: shown and not on record: {event}");
        }
    }
    let mut undercharged: Vec<f64> = Vec::new();
    for pair in runs.windows(2) {
        let [before, after] = pair else { unreachable!("pairs") };
        for (table, last) in &before.seen.last {
            let game = tables[table]
                .iter()
                .find(|game| game.runs.iter().any(|(anchor, _)| anchor.boot == after.seen.boot));
            let Some((anchor, cut)) =
                game.and_then(|game| game.runs.iter().find(|(anchor, _)| anchor.boot == after.seen.boot))
            else {
                // Killed before the next run was on record.
                continue;
            };
            let from = anchor.table.as_micros() as f64 / 1_000.0;
            let at_kill = last.now_ms
                + before.killed.duration_since(last.heard).as_secs_f64() * 1_000.0 * f64::from(SPEED);
            let slack = DISK.as_secs_f64() * 1_000.0 * f64::from(SPEED);
            assert!(from >= last.shown_ms.floor(), "table {table}: {from} lies before what was shown");
            assert!(from <= at_kill + slack, "table {table}: overcharged by {} ms", from - at_kill);
            if *cut && last.status == "running" {
                undercharged.push(at_kill - from);
                let bound = BEAT_MS + slack;
                assert!(at_kill - from <= bound, "table {table}: undercharged by {} ms", at_kill - from);
            }
            if let Some(first) = after.seen.first.get(table).filter(|_| *cut) {
                assert_eq!(first["state"]["status"], "paused", "table {table}");
            }
        }
    }
    let shown: usize = runs.iter().map(|run| run.seen.events.len()).sum();
    undercharged.sort_by(f64::total_cmp);
    let median = undercharged.get(undercharged.len() / 2);
    println!(
        "{} kills, {shown} events shown, all on record; {} running clocks undercharged by {median:?} ms of table time \
         in the median, {:?} at most, at {SPEED} times the speed",
        runs.len() - 1,
        undercharged.len(),
        undercharged.last(),
    );
}

/// At the speed of life, on the real service: a second at most.
#[test]
fn a_real_clock_is_undercharged_by_a_second_at_most_and_never_overcharged() {
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Dice(Genesis::random().unwrap(), 0);
    let start = || Service::start(&["serve"], folder.path());
    let mut service = start();
    service.order(1, "press white", "white");
    for _ in 0..rounds().min(10) / 3 + 1 {
        let left = |service: &Service| service.table(1)["state"]["black"]["left_ms"].as_f64().unwrap();
        // A query puts the present reading on record.
        let asked = Instant::now();
        service.order(1, "query black", "black");
        let before = left(&service);
        let answered = Instant::now();
        thread::sleep(Duration::from_millis(200 + dice.below(2_000)));
        let least = answered.elapsed().as_secs_f64() * 1_000.0;
        service.kill();
        let most = asked.elapsed().as_secs_f64() * 1_000.0;
        service = start();
        assert_eq!(service.table(1)["state"]["status"], "paused");
        let charged = before - left(&service);
        assert!(charged <= most, "overcharged: {charged} ms in {most} ms");
        assert!(charged >= least - BEAT_MS, "undercharged: {charged} ms in {least} ms");
        service.order(1, "resume", "both");
    }
}
