//! A table whose unit is a process of its own behind a cable with faults: the service, the unit, and what must hold.

use std::fs::{self, OpenOptions};
use std::path::PathBuf;
use std::thread::{self, sleep};
use std::time::Duration;

use link::Serial;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::RATE;
use crate::cable::{Cable, Faults, Tally};
use crate::record::Record;
use crate::running::{Service, flagfall};
use crate::unit::{PATIENCE, Unit};

/// The table's number.
pub(crate) const TABLE: u32 = 3;

/// The name of the port at the host, as udev gives one.
const LINK: &str = "table-3";

/// The unit's number.
pub(crate) const SERIAL: Serial = Serial(0x00e6_6141_032a);

/// Moves on a large board that take nothing and stay apart, Black's first.
const MOVES: [&str; 24] = [
    "A1", "A19", "C1", "C19", "E1", "E19", "G1", "G19", "J1", "J19", "L1", "L19", "N1", "N19", "P1", "P19",
    "R1", "R19", "T1", "T19", "A5", "A15", "C5", "C15",
];

pub(crate) struct Stand {
    folder: TempDir,
    /// None where the unit's own pseudo-terminal is the port.
    cable: Option<Cable>,
    pub(crate) service: Service,
    pub(crate) unit: Unit,
    /// What units that are no more have told.
    past: Vec<Vec<Value>>,
    turns: usize,
}

fn start_service(folder: &TempDir) -> Service {
    let config = folder.path().join("flagfall.toml");
    let text =
        format!("data = \"kept\"\n[[table]]\nnumber = {TABLE}\ncontrol = \"20m+3x30s\"\nunit = \"{LINK}\"\n");
    fs::write(&config, text).unwrap();
    let log = OpenOptions::new().create(true).append(true).open(folder.path().join("log")).unwrap();
    let rate = RATE.to_string();
    let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0", "--rate", &rate, "--config"]);
    command.arg(&config).env("FLAGFALL_LOG", "info").stderr(log);
    Service::spawn(command)
}

/// At its end of the cable, or with a port of its own.
fn start_unit(folder: &TempDir, cable: bool, more: &[&str]) -> Unit {
    let (end, port) = if cable { ("--port", "port") } else { ("--pty", LINK) };
    let port = folder.path().join(port);
    Unit::start([end, port.to_str().unwrap()], &folder.path().join("state"), more)
}

impl Stand {
    /// A game runs, Black to move, and between the two there is a cable.
    pub(crate) fn begin(seed: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let cable = Cable::lay(&folder.path().join(LINK), &folder.path().join("port"), seed);
        Self::begin_with(folder, Some(cable))
    }

    /// The same, where the unit makes the port itself: it is not there before the unit.
    pub(crate) fn begin_at_pty() -> Self {
        Self::begin_with(tempfile::tempdir().unwrap(), None)
    }

    fn begin_with(folder: TempDir, cable: Option<Cable>) -> Self {
        let service = start_service(&folder);
        let unit = start_unit(&folder, cable.is_some(), &[]);
        unit.wait(|told| (told["event"] == "granted" && told["table"] == TABLE).then_some(()));
        let stand = Self { folder, cable, service, unit, past: Vec::new(), turns: 0 };
        stand.order("start", "arbiter");
        stand.unit.reading("running");
        stand
    }

    /// What happens on the cable from now on.
    pub(crate) fn set(&self, faults: Faults) {
        self.cable.iter().for_each(|cable| cable.set(faults));
    }

    /// What has happened on it.
    pub(crate) fn tally(&self) -> Tally {
        self.cable.as_ref().map(Cable::tally).unwrap_or_default()
    }

    /// What the service has said so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    /// The name of the unit's port.
    pub(crate) fn link(&self) -> PathBuf {
        self.folder.path().join(LINK)
    }

    /// What becomes of an order.
    pub(crate) fn try_order(&self, body: &Value) -> (u16, String) {
        self.service.http("POST", &format!("/api/tables/{TABLE}/orders"), &body.to_string())
    }

    /// Gives an order until it is carried out: what has no word from the unit, or no answer in time, is given anew, as
    /// people do. One without an answer may have acted all the same: then the clock is as it was to be.
    pub(crate) fn order(&self, command: &str, by: &str) {
        let body = json!({ "command": command, "by": by });
        let mut unanswered = false;
        for _ in 0..PATIENCE.as_millis() / 20 {
            let (status, answer) = self.try_order(&body);
            let says = |whys: &[&str]| whys.iter().any(|why| answer.contains(why));
            let done = unanswered && says(&["does not run", "is not paused", "was started before"]);
            if status == 200 || done {
                return;
            }
            unanswered |= says(&["too late"]);
            let later = unanswered || says(&["no word", "did otherwise"]) || status == 503;
            assert!(later, "{command}: {status} {answer}");
            sleep(Duration::from_millis(20));
        }
        panic!("{command} is never carried out");
    }

    /// Plays turns: each move is recorded, and then the unit's button pressed.
    pub(crate) fn play(&mut self, turns: usize) {
        for _ in 0..turns {
            let side = self.side();
            self.record(1);
            self.unit.press(side);
            self.turns += 1;
        }
    }

    /// Presses without a record.
    pub(crate) fn press(&mut self, turns: usize) {
        for _ in 0..turns {
            let side = self.side();
            self.unit.press(side);
            self.turns += 1;
        }
    }

    /// Records the next moves that are not on record.
    pub(crate) fn record(&mut self, moves: usize) {
        for _ in 0..moves {
            let number = self.recorded();
            let side = if number.is_multiple_of(2) { "black" } else { "white" };
            self.order(&format!("move {side} {}", MOVES[number]), "recorder");
        }
    }

    pub(crate) fn recorded(&self) -> usize {
        self.service.table(TABLE)["moves"].as_array().unwrap().len()
    }

    pub(crate) fn turns(&self) -> usize {
        self.turns
    }

    /// Who is on move.
    pub(crate) fn side(&self) -> &'static str {
        if self.turns.is_multiple_of(2) { "black" } else { "white" }
    }

    /// Waits until the host shows the table so.
    pub(crate) fn shows(&self, wanted: impl Fn(&Value) -> bool) {
        for _ in 0..PATIENCE.as_millis() / 20 {
            if wanted(&self.service.table(TABLE)) {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("{:#}", self.service.table(TABLE));
    }

    /// As a power cut of the host alone; it is started again at once.
    pub(crate) fn kill_host(&mut self) {
        self.service.kill();
    }

    pub(crate) fn start_host(&mut self) {
        self.service = start_service(&self.folder);
    }

    /// Kills the unit, and starts it with these arguments.
    pub(crate) fn restart_unit(&mut self, more: &[&str]) {
        self.past.push(self.unit.kill());
        self.unit = start_unit(&self.folder, self.cable.is_some(), more);
    }

    /// Presses just before the unit hears a correction that is meant for before the press: it does nothing then.
    pub(crate) fn overtake(&mut self) {
        let before = self.refused();
        while self.refused() == before {
            // What both ends know is the same until the press.
            self.set(Faults::default());
            self.unit.hand_over();
            self.set(Faults { cut_up: true, ..Faults::default() });
            let body = json!({ "command": "add black +5m", "by": "arbiter", "turns": self.turns });
            self.press(1);
            let (status, answer) = thread::scope(|scope| {
                let asked = scope.spawn(|| self.try_order(&body));
                // What became of it reaches the host in time for its answer. One that heard of nothing for too long
                // does not ask.
                while self.refused() == before && !asked.is_finished() {
                    sleep(Duration::from_millis(1));
                }
                self.set(Faults::default());
                asked.join().unwrap()
            });
            assert_ne!(status, 200, "{answer}");
            assert_eq!(answer.contains("a press came first"), self.refused() > before, "{answer}");
            self.record(1);
        }
    }

    /// How many commands the unit has refused because a press came first.
    fn refused(&self) -> usize {
        let why =
            |told: &Value| told["refused"].as_str().is_some_and(|why| why.starts_with("a press came first"));
        self.unit.told().iter().filter(|told| why(told)).count()
    }

    /// Ends the game's afternoon: the clocks stand, and both ends are looked at.
    pub(crate) fn check(mut self) {
        self.order("pause", "arbiter");
        self.unit.hand_over();
        let reading = self.unit.reading("paused");
        self.shows(|table| table["state"]["status"] == "paused");
        let shown = self.service.table(TABLE);
        let told: Vec<Vec<Value>> = self.past.drain(..).chain([self.unit.told()]).collect();
        let data = self.folder.path().join("kept");
        let tally = self.tally();
        let Self { service, .. } = self;
        assert!(service.stop().success());
        let verified = flagfall(&["verify"]).arg(&data).output().unwrap();
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
        let record = Record::read(&data);
        record.agrees(&reading);
        record.has_each_once(&told);
        record.tells_the_same(&told);
        assert_eq!(shown["moves"].as_array().unwrap().len(), record.moves);
        println!("{} moves, {} inputs of the unit, {:?}", record.moves, record.inputs.len(), tally);
    }
}
