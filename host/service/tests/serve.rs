//! The service as it is started and stopped: what it prints, what it refuses, and how it goes on where it was.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here nobody reads on")]
mod running;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

use running::{Service, flagfall};
use serde_json::{Value, json};
use tempfile::TempDir;

const NOBODY: u32 = 65_534;

/// What it says on standard error before it ends with exit status 1.
fn refused(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), stdout.len()), (Some(1), 0), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

fn serve_on(data: &Path) -> Command {
    let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    command.arg(data);
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn it_prints_where_it_is_and_is_there() {
    let data = folder();
    let service = Service::start(&["serve"], data.path());
    for path in ["/", "/table/1/clock", "/table/1/record", "/table/3", "/api/tables"] {
        let (status, body) = service.http("GET", path, "");
        assert_eq!((status, body.is_empty()), (200, false), "{path}");
    }
    let control = |table| service.table(table)["control"]["notation"].clone();
    assert_eq!([control(1), control(2), control(3)], ["1h reserve 5m/60s", "15/10m carry", "90m+30s"]);
    assert!(service.stop().success());
}

#[test]
fn without_a_word_the_data_lies_under_the_platforms_state_folder() {
    let home = folder();
    let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0"]);
    command.env_clear().env("HOME", home.path());
    drop(Service::spawn(command));
    assert!(home.path().join(".local/state/flagfall/games.journal").exists());
    let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0"]);
    assert!(refused(command.env_clear()).contains("--data"));
}

#[test]
fn it_goes_on_where_it_was() {
    let data = folder();
    let service = Service::start(&["serve"], data.path());
    service.order(1, "press white", "white");
    service.order(1, "press black", "black");
    service.order(1, "move black Q16", "recorder");
    service.order(3, "press black", "black");
    assert_eq!(service.table(1)["state"]["status"], "running");
    assert!(service.stop().success());

    let service = Service::start(&["serve"], data.path());
    let table = service.table(1);
    assert_eq!(table["state"]["status"], "paused");
    assert_eq!((&table["state"]["turn"], &table["state"]["moves"]), (&"white".into(), &1.into()));
    assert_eq!(service.table(2)["state"]["status"], "waiting");
    let left = table["state"]["white"]["left_ms"].as_u64().unwrap();
    assert!((3_290_000..=3_300_000).contains(&left), "{left}");
    service.order(1, "resume", "both");
    service.order(1, "press white", "white");
    assert_eq!(service.table(1)["state"]["turn"], "black");
    assert!(service.stop().success());

    let verified = flagfall(&["verify", "--json"]).arg(data.path()).output().unwrap();
    let text = String::from_utf8(verified.stdout).unwrap();
    assert!(verified.status.success(), "{text}");
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(games.len() == 3 && games.iter().all(|game| game["ok"] == true), "{text}");
}

#[test]
fn a_port_in_use_is_said_before_anything_is_opened() {
    let (data, other) = (folder(), folder());
    let service = Service::start(&["serve"], data.path());
    let place = other.path().join("new");
    let said = refused(flagfall(&["serve", "--listen", &service.address, "--data"]).arg(&place));
    assert!(said.contains(&service.address) && said.contains("is in use"), "{said}");
    assert!(!place.exists());
}

#[test]
fn data_that_another_instance_has_open_is_left_alone() {
    let data = folder();
    let service = Service::start(&["serve"], data.path());
    let said = refused(&mut serve_on(data.path()));
    assert!(said.contains("games.journal: the journal is in use") && said.contains("--data"), "{said}");
    service.order(2, "press white", "white");
}

#[test]
fn data_that_cannot_be_written_is_said_with_its_path() {
    let data = folder();
    fs::set_permissions(data.path(), Permissions::from_mode(0o555)).unwrap();
    let mut command = serve_on(data.path());
    if fs::write(data.path().join("probe"), "").is_ok() {
        fs::remove_file(data.path().join("probe")).unwrap();
        command.uid(NOBODY);
    }
    let said = refused(&mut command);
    assert!(said.contains(&data.path().display().to_string()), "{said}");
    assert!(said.contains("cannot be written") && said.contains("--data"), "{said}");
}

#[test]
fn a_damaged_journal_is_not_touched() {
    let data = folder();
    let service = Service::start(&["serve"], data.path());
    service.order(1, "press white", "white");
    assert!(service.stop().success());
    let journal = data.path().join("games.journal");
    let whole = fs::read(&journal).unwrap();
    let mut flipped = whole.clone();
    let state = whole.windows(8).rposition(|bytes| bytes == b"\"opened\"").unwrap();
    flipped[state + 1] ^= 0x20;
    for (damaged, what) in [
        (flipped, "does not hold"),
        (whole[..whole.len() / 2].to_vec(), "damaged"),
        (Vec::new(), "the file is empty"),
        (b"not a journal at all".repeat(300), "not a journal"),
    ] {
        fs::write(&journal, &damaged).unwrap();
        let said = refused(&mut serve_on(data.path()));
        assert!(said.contains("games.journal: "), "{said}");
        assert!(said.contains(what) || said.contains("entry 0"), "{what}: {said}");
        assert_eq!(fs::read(&journal).unwrap(), damaged, "{what}");
        assert_eq!(flagfall(&["verify"]).arg(data.path()).output().unwrap().status.code(), Some(1), "{what}");
    }
}

#[test]
fn a_faulty_configuration_is_said_by_line() {
    let place = folder();
    let config = place.path().join("flagfall.toml");
    fs::write(&config, "[[table]]\nnumber = 1\ncontrol = \"1h\"\nstarts_by = \"nobody\"\n").unwrap();
    let mut command = serve_on(place.path());
    let said = refused(command.arg("--config").arg(&config));
    let expected = "line 4: table.1.starts_by: expected one of arbiter, press, found \"nobody\"";
    assert!(said.contains(expected) && said.contains("flagfall.toml: "), "{said}");
    let said = refused(serve_on(place.path()).args(["--config", "no-such-file.toml"]));
    assert!(said.contains("no-such-file.toml: "), "{said}");
    assert!(!place.path().join("games.journal").exists());
}

#[test]
fn a_configuration_sets_the_tables_up() {
    let place = folder();
    let config = place.path().join("flagfall.toml");
    let text = "data = \"kept\"\n[[table]]\nnumber = \"7-9\"\ncontrol = \"10m+3x30s\"\nkind = \"chess\"\n\
                starts_by = \"press\"\nplayers.white = { name = \"Shen Qing\", rank = \"5d\" }\n";
    fs::write(&config, text).unwrap();
    let start = || {
        let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0", "--config"]);
        command.arg(&config);
        Service::spawn(command)
    };
    let service = start();
    assert_eq!(service.table(9)["players"]["white"]["name"], "Shen Qing");
    assert_eq!(service.http("GET", "/api/tables/1", "").0, 404);
    service.order(8, "press black", "black");
    service.order(8, "resign black", "black");
    let (status, body) = service.http("POST", "/api/tables/8/new-game", "");
    assert_eq!(status, 200, "{body}");
    assert_eq!(service.table(8)["state"]["status"], "waiting");
    assert!(service.stop().success());
    assert_eq!(start().table(9)["players"]["white"]["rank"], "5d", "names come back");
    let journal = fs::read(place.path().join("kept/games.journal")).unwrap();
    assert!(journal.windows(4).any(|bytes| bytes == b"Shen"), "they stand beside the chain");
}

/// A service with one table at which nigiri decides.
fn serve_drawn(place: &Path) -> Service {
    let config = place.join("flagfall.toml");
    let text = "data = \"kept\"\n[[table]]\nnumber = 1\ncontrol = \"1h\"\n[table.players.one]\nname = \"沈青\"\n\
                rank = \"九段\"\nborn = 1980-05-17\n[table.players.two]\nname = \"Ke\"\nrank = \"5d\"\n";
    fs::write(&config, text).unwrap();
    let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0", "--config"]);
    command.arg(&config);
    Service::spawn(command)
}

#[test]
fn nigiri_gives_the_players_their_colours_for_good() {
    let (place, there) = (folder(), folder());
    let mut service = serve_drawn(place.path());
    let table = service.table(1);
    assert_eq!(table["players"], json!({ "black": {}, "white": {} }));
    assert_eq!(table["seats"]["holder"], "one", "the higher rank");
    service.kill();
    let mut service = serve_drawn(place.path());
    assert_eq!(service.table(1)["seats"]["two"]["name"], "Ke", "nothing is lost, and no new game begins");
    service.order(1, "nigiri stones=7 shown=1", "arbiter");
    let decided =
        json!({ "black": { "name": "Ke", "rank": "5d" }, "white": { "name": "沈青", "rank": "九段" } });
    assert_eq!(service.table(1)["players"], decided);
    service.kill();
    let service = serve_drawn(place.path());
    assert_eq!(service.table(1)["players"], decided);
    service.order(1, "start", "arbiter");
    assert!(service.stop().success());
    let kept = place.path().join("kept");
    let sgf = |data: &Path| {
        let record = flagfall(&["export", "--sgf", "--names"]).arg(data).output().unwrap();
        String::from_utf8(record.stdout).unwrap()
    };
    assert!(sgf(&kept).contains("PB[Ke]"), "{}", sgf(&kept));
    assert!(sgf(&kept).contains("PW[沈青]") && sgf(&kept).contains("WR[九段]"), "{}", sgf(&kept));
    let file = place.path().join("game");
    assert!(flagfall(&["export", "--names", "-o"]).arg(&file).arg(&kept).status().unwrap().success());
    assert!(flagfall(&["import"]).args([there.path(), &file]).output().unwrap().status.success());
    assert!(flagfall(&["verify"]).arg(there.path()).status().unwrap().success());
    assert_eq!(sgf(there.path()), sgf(&kept));
    assert_eq!(Service::start(&["serve"], there.path()).table(1)["players"], decided);
}

#[test]
fn the_hash_with_which_a_record_is_closed_and_its_log_outlast_the_service() {
    let (place, there) = (folder(), folder());
    let mut service = serve_drawn(place.path());
    service.order(1, "nigiri stones=7 shown=1", "arbiter");
    service.order(1, "start", "arbiter");
    service.order(1, "resign white", "white");
    assert_eq!(service.table(1)["state"]["closed"], Value::Null);
    for who in ["black", "white", "arbiter"] {
        service.order(1, &format!("confirm {who}"), who);
    }
    let closed = service.table(1)["state"]["closed"].clone();
    service.order(1, "cleared", "arbiter");
    assert_eq!(service.table(1)["state"]["closed"], closed, "what comes behind does not change it");
    let log = |service: &Service| {
        let (_, body) = service.http("GET", "/api/tables/1/log", "");
        let log: Value = serde_json::from_str(&body).unwrap();
        let told = |event: &Value| (event["event"].clone(), event["words"].clone());
        log["events"].as_array().unwrap().iter().map(told).collect::<Vec<_>>()
    };
    let before = log(&service);
    assert!(before.iter().any(|(event, words)| event == "colours" && words["en"].to_string().contains("Ke")));
    service.kill();
    let service = serve_drawn(place.path());
    assert_eq!(service.table(1)["state"]["closed"], closed);
    assert_eq!(log(&service), before);
    assert!(service.stop().success());
    let (kept, file) = (place.path().join("kept"), place.path().join("game"));
    assert!(flagfall(&["export", "--names", "-o"]).arg(&file).arg(&kept).status().unwrap().success());
    assert!(flagfall(&["import"]).args([there.path(), &file]).output().unwrap().status.success());
    for data in [&kept, &file, there.path()] {
        let verified = flagfall(&["verify", "--json"]).arg(data).output().unwrap();
        let verdict: Value = serde_json::from_slice(&verified.stdout).unwrap();
        assert_eq!(verdict["closed"], closed, "{}", data.display());
    }
}

#[test]
fn players_are_named_when_a_game_is_asked_for_and_the_configuration_leaves_them() {
    let place = folder();
    let mut service = serve_drawn(place.path());
    let ask =
        |service: &Service, body: &Value| service.http("POST", "/api/tables/1/new-game", &body.to_string()).0;
    let next = json!({ "players": { "one": { "name": "Bai", "rank": "1k" }, "two": { "name": "Lu", "rank": "1d" } } });
    assert_eq!(ask(&service, &next), 200);
    assert_eq!(service.table(1)["seats"]["holder"], "two");
    assert_eq!(ask(&service, &json!({ "players": { "one": {}, "black": {} } })), 400);
    let long = json!({ "players": { "black": { "name": "x".repeat(1_100) } } });
    assert_eq!(ask(&service, &long), 409);
    service.kill();
    let service = serve_drawn(place.path());
    assert_eq!(service.table(1)["seats"]["one"]["name"], "Bai");
    service.order(1, "nigiri stones=8 shown=1", "arbiter");
    assert_eq!(service.table(1)["players"]["black"]["name"], "Lu");
    // Entered wrongly: before the start the game is opened anew.
    assert_eq!(ask(&service, &next), 200);
    assert_eq!(service.table(1)["players"]["black"], json!({}));
}

#[test]
fn a_game_goes_out_and_into_another_journal() {
    let (here, there) = (folder(), folder());
    let service = Service::start(&["serve"], here.path());
    service.order(1, "press white", "white");
    service.order(2, "press white", "white");
    assert!(service.stop().success());
    let several = flagfall(&["export"]).arg(here.path()).output().unwrap();
    assert_eq!(several.status.code(), Some(1));
    let said = String::from_utf8(several.stderr).unwrap();
    assert!(said.contains("--game 1: table 1"), "{said}");

    let file = here.path().join("game");
    let export = |game: &str| {
        flagfall(&["export", "--game", game, "-o"]).arg(&file).arg(here.path()).status().unwrap()
    };
    assert!(export("1").success());
    let imported = || flagfall(&["import"]).args([there.path(), &file]).output().unwrap();
    assert!(imported().status.success());
    assert_eq!(imported().status.code(), Some(1), "it is there already");
    assert!(flagfall(&["verify"]).arg(there.path()).status().unwrap().success());
    let service = Service::start(&["serve"], there.path());
    assert_eq!(service.table(1)["state"]["status"], "paused", "it goes on there");

    let text = fs::read_to_string(&file).unwrap().replace("started", "stopped");
    fs::write(&file, text).unwrap();
    let said = refused(flagfall(&["verify"]).arg(&file));
    assert!(said.contains("game: line 4, entry 2: its hash differs"), "{said}");
}

#[test]
fn a_changed_configuration_holds_for_games_that_have_not_begun() {
    let place = folder();
    let config = place.path().join("flagfall.toml");
    let start = |control: &str| {
        let table = format!("control = \"{control}\"\nstarts_by = \"press\"\n");
        fs::write(&config, format!("data = \"kept\"\n[[table]]\nnumber = \"1-2\"\n{table}")).unwrap();
        let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0", "--config"]);
        command.arg(&config);
        Service::spawn(command)
    };
    let service = start("5m+3s");
    service.order(2, "press white", "white");
    assert!(service.stop().success());
    let service = start("10m+5x30s");
    let control = |table| service.table(table)["control"]["notation"].clone();
    assert_eq!([control(1), control(2)], ["10m+5x30s", "5m+3s"], "the second game is under way");
    let again = service.http("POST", "/api/tables/1/new-game", "");
    assert_eq!(again.0, 200, "a game that waits for its start is the new game");
}

#[test]
fn an_export_is_not_written_over_the_journal() {
    let data = folder();
    assert!(Service::start(&["serve"], data.path()).stop().success());
    let before = fs::read(data.path().join("games.journal")).unwrap();
    for name in ["games.journal", "games.journal-wal"] {
        let mut export = flagfall(&["export", "--game", "1"]);
        export.arg(data.path()).arg("-o").arg(data.path().join(name));
        assert!(refused(&mut export).contains("the journal itself"), "{name}");
    }
    assert_eq!(fs::read(data.path().join("games.journal")).unwrap(), before);
}
