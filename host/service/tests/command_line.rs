//! The program as people and scripts call it: exit status, what goes to which output, files and folders.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const CONTROL: &str = "name = { en = \"Hour\", zh = \"一小时\" }\ncontrol = \"1h\"\n";
const SCENARIO: &str = "script = \"0 start\"\ncontrol = \"1h\"\n";
const FAULTY: &str =
    "name = { en = \"Hour\", zh = \"一小时\" }\ncontrol = { main = \"1h\", incremnt = \"3s\" }\n";
const NOBODY: u32 = 65_534;

fn flagfall(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command
}

fn output(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// Lines of JSON, and nothing else.
fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn toml_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_exit_status_tells_whether_it_is_the_file_or_the_call() {
    let folder = folder(&[("faulty.toml", FAULTY.as_bytes())]);
    let faulty = folder.path().join("faulty.toml");
    for (arguments, status) in [
        (["run", "docs/scenarios/byo-yomi.toml"].as_slice(), 0),
        (&["run", "--lang", "zh", "docs/scenarios/refused-commands.toml"], 0),
        (&["check", "config/controls/ing.toml", "docs/scenarios/ing.toml"], 0),
        (&["--version"], 0),
        (&["run", path(&faulty)], 1),
        (&["check", path(&faulty)], 1),
        (&["check", "config/controls/ing.toml", path(&faulty)], 1),
        (&["run", "no-such-file.toml"], 1),
        (&["check", "no-such-file.toml"], 1),
        (&["run"], 2),
        (&["check"], 2),
        (&["walk", "docs/scenarios/byo-yomi.toml"], 2),
        (&["run", "--lang", "fr", "docs/scenarios/byo-yomi.toml"], 2),
    ] {
        let (found, _, stderr) = output(&mut flagfall(arguments));
        assert_eq!(found, status, "{arguments:?}: {stderr}");
        assert_eq!(stderr.is_empty(), status == 0, "{arguments:?}: {stderr}");
    }
}

#[test]
fn what_comes_with_the_program_has_no_fault() {
    for (folder, least) in [("docs/scenarios", 40), ("config/controls", 20)] {
        let (status, stdout, stderr) = output(&mut flagfall(&["check", "--json", folder]));
        assert_eq!((status, stderr.as_str()), (0, ""));
        let lines = lines(&stdout);
        assert!(lines.iter().all(|line| line["ok"] == true));
        assert_eq!(lines.len(), toml_files(folder).len());
        assert!(lines.len() >= least, "only {} files in {folder}", lines.len());
    }
    for scenario in toml_files("docs/scenarios") {
        for language in ["en", "zh"] {
            let (status, stdout, stderr) =
                output(&mut flagfall(&["run", "--lang", language, path(&scenario)]));
            assert_eq!((status, stderr.as_str(), stdout.is_empty()), (0, "", false), "{scenario:?}");
        }
    }
}

#[test]
fn json_says_of_each_file_what_is_wrong() {
    let folder = folder(&[
        ("a-control.toml", CONTROL.as_bytes()),
        ("b-faulty.toml", FAULTY.as_bytes()),
        ("c-latin.toml", b"# caf\xe9\n"),
        ("d/scenario.toml", SCENARIO.as_bytes()),
        ("notes.txt", b"no TOML, and not read"),
    ]);
    let missing = folder.path().join("missing.toml");
    let (status, stdout, stderr) =
        output(&mut flagfall(&["check", "--json", path(folder.path()), path(&missing)]));
    assert_eq!(status, 1);
    let file = |name: &str| folder.path().join(name).display().to_string();
    let unknown = "unknown key: did you mean increment? known here: ";
    let found = lines(&stdout);
    assert_eq!(found.len(), 5);
    assert_eq!((&found[0]["file"], &found[0]["ok"]), (&json!(file("a-control.toml")), &json!(true)));
    let words = found[0]["words"].as_str().unwrap();
    assert!(words.starts_with("control: Hour (一小时)\ntime: 1h: ") && !words.ends_with('\n'), "{words:?}");
    let fault = &found[1]["faults"][0];
    assert_eq!((&fault["line"], &fault["key"]), (&json!(2), &json!("control.incremnt")));
    assert!(fault["what"].as_str().unwrap().starts_with(unknown), "{fault}");
    let what = "not UTF-8 at byte 6: save the file as UTF-8";
    let faults = json!([{ "line": 1, "key": "", "what": what }]);
    assert_eq!(found[2], json!({ "file": file("c-latin.toml"), "ok": false, "faults": faults }));
    assert_eq!(found[3]["ok"], json!(true));
    let faults = json!([{ "line": null, "key": "", "what": "No such file or directory (os error 2)" }]);
    assert_eq!(found[4], json!({ "file": file("missing.toml"), "ok": false, "faults": faults }));
    assert!(stderr.contains(&format!("b-faulty.toml: line 2: control.incremnt: {unknown}")), "{stderr}");
    assert!(stderr.contains(&format!("c-latin.toml: line 1: {what}\n")), "{stderr}");
    assert_eq!(stderr.lines().count(), 3);
}

#[test]
fn a_folder_without_toml_files_is_a_fault() {
    let folder = folder(&[("empty/notes.txt", b""), ("full/control.toml", CONTROL.as_bytes())]);
    let empty = folder.path().join("empty");
    let (status, stdout, stderr) = output(&mut flagfall(&["check", path(&empty)]));
    assert_eq!((status, stdout.as_str()), (1, ""));
    assert_eq!(stderr, format!("{}: no TOML files in this folder\n", empty.display()));
    let (status, stdout, _) = output(&mut flagfall(&["check", "--json", path(&empty)]));
    assert_eq!((status, &lines(&stdout)[0]["ok"]), (1, &json!(false)));
    let (status, ..) = output(&mut flagfall(&["check", path(folder.path())]));
    assert_eq!(status, 0, "somewhere below it there is one");
}

#[test]
fn a_folder_that_may_not_be_read_does_not_stop_the_others() {
    let folder = folder(&[
        ("a.toml", CONTROL.as_bytes()),
        ("closed/b.toml", CONTROL.as_bytes()),
        ("open/c.toml", CONTROL.as_bytes()),
        ("unreadable.toml", CONTROL.as_bytes()),
    ]);
    let mode = |name: &str, mode| {
        fs::set_permissions(folder.path().join(name), Permissions::from_mode(mode)).unwrap();
    };
    mode("", 0o755);
    mode("closed", 0o000);
    mode("unreadable.toml", 0o000);
    let mut command = flagfall(&["check", "--json", path(folder.path())]);
    if fs::read_dir(folder.path().join("closed")).is_ok() {
        // The administrator may read everything.
        command.uid(NOBODY);
    }
    let found = command.output();
    mode("closed", 0o755);
    let found = match found {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return,
        found => found.unwrap(),
    };
    let ok: Vec<(String, Value)> = lines(&String::from_utf8(found.stdout).unwrap())
        .into_iter()
        .map(|line| {
            let name = Path::new(line["file"].as_str().unwrap()).strip_prefix(folder.path()).unwrap();
            (name.display().to_string(), line["ok"].clone())
        })
        .collect();
    let expected = [("a.toml", true), ("closed", false), ("open/c.toml", true), ("unreadable.toml", false)];
    assert_eq!(ok, expected.map(|(name, ok)| (name.to_owned(), json!(ok))));
    assert_eq!(found.status.code(), Some(1));
    assert_eq!(String::from_utf8(found.stderr).unwrap().matches("Permission denied").count(), 2);
}

#[test]
fn a_control_is_not_played() {
    let folder = folder(&[("control.toml", CONTROL.as_bytes()), ("faulty.toml", FAULTY.as_bytes())]);
    for name in ["control.toml", "faulty.toml"] {
        let file = folder.path().join(name);
        let (status, stdout, stderr) = output(&mut flagfall(&["run", "--json", path(&file)]));
        assert_eq!((status, stdout.as_str()), (1, ""));
        let words = "this is a time control, not a scenario: see flagfall check";
        assert_eq!(stderr, format!("{}: {words}\n", file.display()));
    }
}

/// A pipe whose reader has left.
fn closed_pipe() -> Stdio {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn full_disk() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

#[test]
fn outputs_that_cannot_be_written_change_no_verdict() {
    let folder = folder(&[("faulty.toml", FAULTY.as_bytes()), ("sound.toml", CONTROL.as_bytes())]);
    let (whole, sound) = (path(folder.path()), "config/controls");
    let played = "docs/scenarios/three-hundred-moves.toml";
    let status = |arguments: &[&str], stdout: Stdio, stderr: Stdio| {
        flagfall(arguments).stdout(stdout).stderr(stderr).status().unwrap().code().unwrap()
    };
    for unheard in [closed_pipe, full_disk] {
        assert_eq!(status(&["check", whole], Stdio::null(), unheard()), 1);
        assert_eq!(status(&["run", "no-such-file.toml"], Stdio::null(), unheard()), 1);
        assert_eq!(status(&["walk"], Stdio::null(), unheard()), 2);
        assert_eq!(status(&["check", sound], Stdio::null(), unheard()), 0);
    }
    // The reader has left: no fault of anybody's.
    assert_eq!(status(&["run", "--json", played], closed_pipe(), Stdio::null()), 0);
    assert_eq!(status(&["run", played], closed_pipe(), closed_pipe()), 0);
    assert_eq!(status(&["check", sound], closed_pipe(), closed_pipe()), 0);
    assert_eq!(status(&["check", "--json", whole], closed_pipe(), closed_pipe()), 1);
    // Nothing could be kept of what was asked for.
    assert_eq!(status(&["run", "--json", played], full_disk(), Stdio::null()), 1);
    assert_eq!(status(&["check", sound], full_disk(), full_disk()), 1);
}

#[test]
fn a_unit_says_which_of_its_lines_are_missing_and_works_without() {
    use std::io::{BufRead, BufReader, Write};

    let text = "[unit]\npins = { chip = \"/dev/no-such-chip\", black = 17, white = 27, led_black = 5 }\n\
                display = { kind = \"ssd1306\", bus = \"i2c9\" }\n";
    let folder = folder(&[("unit.toml", text.as_bytes()), ("faulty.toml", b"[unit]\npins.black = 17\n")]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (pty, state) = (path("line"), path("state"));
    let unit = |config: &str| {
        let mut command = flagfall(&["unit", "--pty", &pty, "--state", &state, "--serial", "7"]);
        command.args(["--config", config]);
        command
    };
    let (status, out, err) = output(&mut unit(&path("faulty.toml")));
    assert_eq!((status, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("faulty.toml: line 2: unit.pins.white: is missing: write pins.white = 27"), "{err}");
    let (status, out, _) = output(&mut flagfall(&["check", &path("unit.toml")]));
    assert_eq!(status, 0);
    assert!(out.contains("a table unit\n  GPIO lines of /dev/no-such-chip"), "{out}");

    let mut running = unit(&path("unit.toml"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut missing: Vec<String> = Vec::new();
    for line in BufReader::new(running.stderr.take().unwrap()).lines() {
        missing.push(line.unwrap());
        if missing.iter().any(|line| line.contains("the keys cannot be read: /dev/no-such-chip")) {
            break;
        }
    }
    // Its words are heard all the same.
    running.stdin.take().unwrap().write_all(b"black\n").unwrap();
    let pressed = BufReader::new(running.stdout.take().unwrap()).lines().map(Result::unwrap).find(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["event"] == "input"
    });
    assert!(pressed.unwrap().contains("press"), "{missing:#?}");
    running.kill().unwrap();
    running.wait().unwrap();
}

#[test]
fn a_wav_overwrites_nothing_that_is_none() {
    let folder =
        folder(&[("game.toml", SCENARIO.as_bytes()), ("notes.txt", b"who plays whom"), ("empty.wav", b"")]);
    let game = folder.path().join("game.toml");
    let link = folder.path().join("link.wav");
    fs::hard_link(&game, &link).unwrap();
    let run = |wav: &Path| output(flagfall(&["run", "--wav"]).arg(wav).arg(&game));
    for (wav, said) in [
        (game.clone(), "this is the scenario: expected another file for the WAV"),
        (link, "this is the scenario: expected another file for the WAV"),
        (folder.path().join("notes.txt"), "this file is there and is no WAV: it is not overwritten"),
        (folder.path().to_owned(), "expected a file for the WAV, found a folder, a pipe or a device"),
    ] {
        let (status, _, stderr) = run(&wav);
        assert_eq!(status, 1, "{stderr}");
        assert!(stderr.contains(&format!("{}: {said}", wav.display())), "{stderr}");
    }
    assert_eq!(fs::read_to_string(&game).unwrap(), SCENARIO);
    assert_eq!(fs::read_to_string(folder.path().join("notes.txt")).unwrap(), "who plays whom");
    let spoken = folder.path().join("empty.wav");
    assert_eq!(run(&spoken).0, 0);
    assert_eq!(run(&spoken).0, 0, "a WAV is written anew");
}

#[test]
fn a_wav_that_could_not_hold_the_scenario_is_not_begun() {
    let long = "control = \"20h\"\nscript = \"\"\"\n0 start\n1 press black\n1:00:00 pause\n40:00:00 resume\n\"\"\"\n";
    let folder = folder(&[("long.toml", long.as_bytes())]);
    let wav = folder.path().join("long.wav");
    let mut command = flagfall(&["run", "--wav"]);
    let (status, _, stderr) = output(command.arg(&wav).arg(folder.path().join("long.toml")));
    let said = "the scenario lasts 40:00:00.000, and a WAV holds at most 37 hours: nothing is written";
    assert!(status == 1 && stderr.contains(said), "{stderr}");
    assert!(!wav.exists());
}

#[test]
fn where_a_scenario_cannot_go_on_what_was_played_is_told_and_spoken() {
    let script = "0 start\n10 press black\n20 adjourn\n21 seal white D4 passphrase=\"\"\n";
    let text = format!("control = \"5s+5x20s\"\nscript = \"\"\"\n{script}\"\"\"\n");
    let folder = folder(&[("broken.toml", text.as_bytes())]);
    let [wav, scenario] = ["broken.wav", "broken.toml"].map(|name| folder.path().join(name));
    let (status, stdout, stderr) = output(flagfall(&["run", "--json", "--wav"]).arg(&wav).arg(&scenario));
    assert!(status == 1 && stderr.contains("broken.toml: line 6"), "{stderr}");
    let said: Vec<Value> = lines(&stdout).into_iter().filter(|line| line["event"] == "spoken").collect();
    assert!(said.len() >= 2, "{stdout}");
    let frames = u64::from(hound::WavReader::open(&wav).unwrap().duration());
    let last =
        said.iter().map(|line| line["frame"].as_u64().unwrap() + line["frames"].as_u64().unwrap()).max();
    assert!(frames >= last.unwrap() && frames >= 20 * 16_000, "{frames}: {said:?}");
}
