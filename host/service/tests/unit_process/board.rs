//! The real firmware of the RP2040 on an emulated board, in real time, and the real service: the same cable between
//! them, which is cut in the middle of the game. What the board's pins did, what it said on the line, and what stands
//! on record must be one.
//!
//! Not among the usual tests: the firmware must be built (`firmware/pico/build`) and Node be there, as the gate's step
//! `pico` has it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use link::{Input, Tick, ToHost, What};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cable::{CUT, Cable, Faults};
use crate::record::Record;
use crate::running::{Service, flagfall};
use crate::unit::{PATIENCE, Unit};

const TABLE: u32 = 3;

/// The most by which a stamp may differ from the instant at which the contact closed, in microseconds.
const STAMP_MAX: u64 = 50;

const MOVES: [&str; 24] = [
    "A1", "A19", "C1", "C19", "E1", "E19", "G1", "G19", "J1", "J19", "L1", "L19", "N1", "N19", "P1", "P19",
    "R1", "R19", "T1", "T19", "A5", "A15", "C5", "C15",
];

/// A table with its board, its service, and the cable between.
struct Table {
    folder: TempDir,
    cable: Cable,
    service: Service,
    board: Unit,
    turns: usize,
}

impl Table {
    /// A game with that control runs over the board's UART, Black to move.
    fn begin(control: &str) -> Self {
        Self::begin_over("uart", control)
    }

    /// The same over one of its ports.
    fn begin_over(way: &str, control: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let cable = Cable::lay(&folder.path().join("table-3"), &folder.path().join("port"), 1);
        let service = start_service(folder.path(), control);
        let board = start_board(&folder.path().join("port"), way);
        let table = Self { folder, cable, service, board, turns: 0 };
        table.until("a grant", |said| said.iter().any(|one| matches!(one, ToHost::Granted(_))));
        table.order("start", "arbiter");
        table
    }

    /// What a board said that fell behind the real time is nothing that a unit at a table says.
    fn keeps_pace(&self) {
        let behind = self.board.told().into_iter().find(|told| told["event"] == "behind");
        assert_eq!(behind, None, "this machine is too busy, or too slow, for the emulator");
    }

    /// Waits until what the unit has said is so.
    fn until(&self, what: &str, wanted: impl Fn(&[ToHost]) -> bool) {
        for _ in 0..PATIENCE.as_millis() / 20 {
            let said = self.cable.said();
            if wanted(&said) {
                return;
            }
            self.keeps_pace();
            sleep(Duration::from_millis(20));
        }
        let last: Vec<_> = self.cable.said().into_iter().rev().take(5).collect();
        panic!("never {what}: {last:#?} {:?}", self.board.told().last());
    }

    fn order(&self, command: &str, by: &str) {
        let body = json!({ "command": command, "by": by }).to_string();
        let mut answers = Vec::new();
        for _ in 0..PATIENCE.as_millis() / 100 {
            let (status, answer) = self.service.http("POST", &format!("/api/tables/{TABLE}/orders"), &body);
            if status == 200 {
                return;
            }
            self.keeps_pace();
            assert!(answer.contains("no word"), "{command}: {status} {answer}");
            answers.push(answer);
            sleep(Duration::from_millis(100));
        }
        panic!("{command} is never carried out: {answers:#?}");
    }

    fn side(&self) -> &'static str {
        if self.turns.is_multiple_of(2) { "black" } else { "white" }
    }

    /// Thinks so long and presses, whether or not anybody hears.
    fn press(&mut self, after: u64) {
        sleep(Duration::from_millis(after));
        let side = self.side();
        self.board.say(&format!("tap {side}"));
        self.turns += 1;
    }

    /// The next moves are put on record, for the turns that were completed.
    fn record(&self) {
        for (number, place) in MOVES.iter().enumerate().take(self.turns).skip(self.recorded()) {
            let side = if number.is_multiple_of(2) { "black" } else { "white" };
            self.order(&format!("move {side} {place}"), "recorder");
        }
    }

    fn recorded(&self) -> usize {
        self.service.table(TABLE)["moves"].as_array().unwrap().len()
    }

    /// Turns, each after so many milliseconds, with their moves.
    fn play(&mut self, thinking: &[u64]) {
        for after in thinking {
            self.press(*after);
            self.arrive();
            self.record();
        }
    }

    /// Waits until every press so far was told and has its answer.
    fn arrive(&self) {
        let turns = self.turns;
        self.until("every press", |said| presses(said).len() == turns);
        self.until("a tick behind the last press", |said| {
            let newest = inputs(said).into_keys().next_back();
            last_tick(said).is_some_and(|tick| Some((tick.start.0, tick.seq)) == newest)
        });
    }

    /// The line is cut for these turns, and comes back.
    fn play_alone(&mut self, thinking: &[u64]) {
        self.cable.set(CUT);
        for after in thinking {
            self.press(*after);
        }
        // Longer than the silence after which both ends know that they are alone.
        sleep(Duration::from_secs(2));
        let shown = self.service.table(TABLE);
        assert_eq!(shown["state"]["status"], "running", "the host decides nothing meanwhile: {shown:#}");
        self.cable.set(Faults::default());
        self.arrive();
        self.record();
    }

    /// Lets the time of the side on move run out.
    fn flag(self) {
        self.until("a flag", |said| {
            last_tick(said).is_some_and(|tick| matches!(tick.status, clock::Status::Flagged(_)))
        });
        self.shows("ended");
        self.end();
    }

    /// Nothing runs any more: both ends are looked at.
    fn end(mut self) {
        self.until("a tick behind everything", |said| {
            let newest = inputs(said).into_keys().next_back();
            last_tick(said).is_some_and(|tick| Some((tick.start.0, tick.seq)) == newest)
        });
        self.faces_agree();
        let ended = self.board.answer("end", |told| (told["event"] == "ended").then(|| told.clone()));
        let said = self.cable.said();
        let told = self.board.told();
        let data = self.folder.path().join("kept");
        assert!(self.service.stop().success());
        let verified = flagfall(&["verify"]).arg(&data).output().unwrap();
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
        let record = Record::read(&data);
        agrees(&record, &said);
        has_each_once(&record, &said);
        let off = stamps(&told, &said);
        assert_eq!(record.moves, self.turns);
        println!(
            "{} turns, {} inputs on record once each; stamps as far apart as the pins to {off} µs; the emulator at most {} ms \
             behind",
            self.turns,
            record.inputs.len(),
            ended["worst"].as_f64().unwrap() / 1_000.0
        );
    }

    fn shows(&self, status: &str) {
        for _ in 0..PATIENCE.as_millis() / 20 {
            if self.service.table(TABLE)["state"]["status"].to_string().contains(status) {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("never {status}: {:#}", self.service.table(TABLE));
    }

    /// The board's display shows the pixels that the service's own picture has.
    fn faces_agree(&mut self) {
        let mut differ = usize::MAX;
        for _ in 0..50 {
            let rows =
                self.board.answer("face", |told| (told["event"] == "face").then(|| told["rows"].clone()));
            let (status, picture) = self.service.bytes(&format!("/api/tables/{TABLE}/face.png?size=128x64"));
            assert_eq!(status, 200);
            differ = pixels(&picture).iter().zip(lit(&rows)).filter(|(one, other)| **one != *other).count();
            if differ == 0 {
                return;
            }
            sleep(Duration::from_millis(100));
        }
        panic!("{differ} pixels differ");
    }
}

/// The firmware, switched on at that port, which is its UART's or its USB cable's.
fn start_board(port: &Path, way: &str) -> Unit {
    let emulator = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../firmware/pico/emulator/bench.mjs");
    let mut command = Command::new("node");
    command.arg(emulator).arg("ssd1306").arg(port).arg(way);
    Unit::spawn(command)
}

fn start_service(folder: &Path, control: &str) -> Service {
    let config = folder.join("flagfall.toml");
    let port = folder.join("table-3");
    let text = format!(
        "data = \"kept\"\n[[table]]\nnumber = {TABLE}\ncontrol = \"{control}\"\nunit = \"{}\"\n",
        port.display()
    );
    fs::write(&config, text).unwrap();
    let log = OpenOptions::new().create(true).append(true).open(folder.join("log")).unwrap();
    let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0", "--config"]);
    command.arg(&config).env("FLAGFALL_LOG", "info").stderr(log);
    Service::spawn(command)
}

/// The inputs that the unit has numbered, each once.
fn inputs(said: &[ToHost]) -> BTreeMap<(u32, u32), Input> {
    let mut inputs = BTreeMap::new();
    for one in said {
        if let ToHost::Input(input) = one {
            let before = inputs.insert((input.start.0, input.seq), input.clone());
            assert!(before.is_none_or(|before| before == *input), "one number, two things: {input:?}");
        }
    }
    inputs
}

fn presses(said: &[ToHost]) -> Vec<(clock::Side, u64)> {
    inputs(said)
        .into_values()
        .filter_map(|input| match input.what {
            What::Press { side } => Some((side, input.at.as_micros() - u64::from(input.late))),
            What::Gesture(_)
            | What::Key { .. }
            | What::Order { .. }
            | What::Reset { .. }
            | What::Breakdown { .. } => None,
        })
        .collect()
}

fn last_tick(said: &[ToHost]) -> Option<Tick> {
    said.iter().rev().find_map(|one| if let ToHost::Tick(tick) = one { Some(*tick) } else { None })
}

/// Both ends have the same clock, to the microsecond, and so the same digest.
fn agrees(record: &Record, said: &[ToHost]) {
    let tick = last_tick(said).unwrap();
    record.agrees(&json!({
        "at_us": tick.at.as_micros(),
        "black": tick.standing.readings.black,
        "white": tick.standing.readings.white,
        "turn": tick.standing.turn,
        "digest": format!("{:08x}", tick.digest.0),
    }));
}

/// Everything that the unit has numbered is on record once, as it was.
fn has_each_once(record: &Record, said: &[ToHost]) {
    let numbered = inputs(said);
    let on_record: BTreeSet<_> = record.inputs.keys().copied().collect();
    assert_eq!(numbered.keys().copied().collect::<BTreeSet<_>>(), on_record);
    for (key, (times, as_what)) in &record.inputs {
        assert_eq!(*times, 1, "on record more than once: {:?}", numbered[key]);
        if let What::Press { side } = numbered[key].what {
            let side = json!(side).as_str().unwrap().to_owned();
            assert!(as_what.to_string().contains(&side), "{as_what} is not {:?}", numbered[key]);
        }
    }
}

/// The stamps of the presses are the instants at which the contacts closed, on the table's axis, which stands over a
/// reset; gives back by how much they differ among each other at most between two resets.
fn stamps(told: &[Value], said: &[ToHost]) -> u64 {
    let mut presses = presses(said).into_iter();
    let (mut off, mut offsets) = (0, Vec::new());
    for told in told {
        if told["event"] == "reset" {
            offsets.clear();
        } else if told["event"] == "closed" {
            let (side, at) = presses.next().unwrap();
            assert_eq!(told["key"], json!(side));
            offsets.push(Duration::from_micros(at).as_secs_f64() - told["micros"].as_f64().unwrap() / 1e6);
            let ends = offsets
                .iter()
                .copied()
                .fold((f64::MAX, f64::MIN), |(least, most), offset| (least.min(offset), most.max(offset)));
            off = off.max(Duration::from_secs_f64(ends.1 - ends.0).as_micros());
            assert!(off <= u128::from(STAMP_MAX), "{offsets:?}");
        }
    }
    assert_eq!(presses.next(), None);
    u64::try_from(off).unwrap()
}

/// The pixels of a picture of the service's: whether each is lit.
fn pixels(picture: &[u8]) -> Vec<bool> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(picture));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    let each = bytes.len() / (frame.width as usize * frame.height as usize);
    bytes.chunks(each).map(|pixel| pixel[0] > 0).collect()
}

/// The same of the board's display, which tells lines of sixteen-fold digits.
fn lit(rows: &Value) -> impl Iterator<Item = bool> {
    let rows: Vec<String> =
        rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect();
    let digits: Vec<u32> =
        rows.iter().flat_map(|row| row.chars().map(|digit| digit.to_digit(16).unwrap())).collect();
    digits.into_iter().flat_map(|digit| [8, 4, 2, 1].map(|bit| digit & bit > 0))
}

#[test]
#[ignore = "needs the firmware and Node: the gate's step `pico`"]
fn a_canadian_game_on_an_emulated_board_has_equal_records() {
    let mut table = Table::begin("4s+3/7s");
    // Black thinks into the overtime, White stays in main time.
    table.play(&[700, 500, 3_600, 400]);
    // Three moves in the section, two of them alone.
    table.play_alone(&[1_200, 300, 1_500, 400, 900]);
    // White's section begins; Black's second one is new and whole.
    table.play(&[3_500, 600]);
    table.flag();
}

#[test]
#[ignore = "needs the firmware and Node: the gate's step `pico`"]
fn a_byo_yomi_game_on_an_emulated_board_has_equal_records() {
    let mut table = Table::begin("3s+3x3s");
    table.play(&[1_000, 500, 2_800, 600]);
    // A period used while nobody hears of it.
    table.play_alone(&[4_200, 500, 1_000]);
    table.play(&[700, 500]);
    table.flag();
}

#[test]
#[ignore = "needs the firmware and Node: the gate's step `pico`"]
fn a_board_that_hangs_in_a_game_goes_on_with_its_host() {
    let mut table = Table::begin("2m");
    table.play(&[600, 400]);
    table.board.say("hang");
    let reset = table.board.wait(|told| (told["event"] == "reset").then(|| told.clone()));
    assert_eq!(reset["resets"], 1);
    table.until("why it was reset", |said| {
        inputs(said)
            .values()
            .any(|input| matches!(input.what, What::Breakdown { kind: link::Breakdown::Hung, .. }))
    });
    table.play(&[700, 500]);
    table.order("pause", "arbiter");
    table.shows("paused");
    table.end();
}

#[test]
#[ignore = "needs the firmware and Node: the gate's step `pico`"]
fn a_board_goes_to_its_boot_loader_over_its_port() {
    let folder = tempfile::tempdir().unwrap();
    let (port, unit) = (folder.path().join("table-3"), folder.path().join("port"));
    let _cable = Cable::lay(&port, &unit, 1);
    let board = start_board(&unit, "uart");
    let said = flagfall(&["boot-loader"]).arg(&port).output().unwrap();
    let told = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.status.success() && told.contains("starts its boot loader"), "{told} {said:?}");
    board.wait(|told| (told["event"] == "boot-loader").then_some(()));
}

#[test]
#[ignore = "needs the firmware and Node: the gate's step `pico`"]
fn a_game_over_the_usb_cable_of_an_emulated_board_has_equal_records() {
    let mut table = Table::begin_over("usb", "3s+1s");
    table.play(&[700, 500]);
    table.play_alone(&[600, 400, 900]);
    table.play(&[500]);
    table.flag();
}
