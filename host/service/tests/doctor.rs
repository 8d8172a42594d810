//! `flagfall doctor`, on the machine on which the tests run, as a program sees it.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here nobody plays")]
mod running;

use std::net::TcpListener;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use running::{Service, flagfall};

/// What it says of a configuration, with what stands before the tables, as objects by what was tried.
fn findings(config: &Path, data: &Path) -> (bool, Vec<Value>) {
    let output = doctor(config, data, &["--json"]);
    let lines = String::from_utf8(output.stdout).unwrap();
    (output.status.success(), lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn doctor(config: &Path, data: &Path, arguments: &[&str]) -> Output {
    let mut command = flagfall(&["doctor", "--config"]);
    command.arg(config).arg("--data").arg(data).args(arguments).output().unwrap()
}

fn mark<'a>(findings: &'a [Value], what: &str) -> &'a str {
    let found = findings.iter().find(|finding| finding["what"] == what);
    found.unwrap_or_else(|| panic!("{what}: {findings:#?}"))["mark"].as_str().unwrap()
}

fn written(folder: &Path, text: &str) -> std::path::PathBuf {
    let path = folder.join("flagfall.toml");
    std::fs::write(&path, format!("{text}\n[[table]]\nnumber = 1\ncontrol = \"1h\"\n")).unwrap();
    path
}

#[test]
fn a_machine_that_can_run_a_hall_is_told_so_and_nothing_is_left_on_it() {
    let place = tempfile::tempdir().unwrap();
    let config = written(place.path(), "listen = \"127.0.0.1:0\"");
    let data = place.path().join("data");
    let (sound, found) = findings(&config, &data);
    assert!(sound, "{found:#?}");
    for what in ["configuration", "address", "data", "sleep"] {
        assert_eq!(mark(&found, what), "right", "{what}");
    }
    for what in ["medium", "room", "disk", "wall", "rate", "wake"] {
        assert_ne!(mark(&found, what), "wrong", "{what}");
    }
    let disk = found.iter().find(|finding| finding["what"] == "disk").unwrap();
    assert!(disk["median_us"].as_u64() <= disk["worst_us"].as_u64() && disk["worst_us"].as_u64() > Some(0));
    assert!(!data.exists());
    let words = String::from_utf8(doctor(&config, &data, &["--lang", "zh"]).stdout).unwrap();
    assert!(words.starts_with("正常  配置："), "{words}");
    assert_eq!(words.lines().count(), found.len() + 1, "{words}");
    assert!(words.lines().last().unwrap().ends_with("，有误 0 项"), "{words}");
}

#[test]
fn what_a_configuration_needs_and_is_not_there_is_wrong() {
    let place = tempfile::tempdir().unwrap();
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = held.local_addr().unwrap();
    let text = format!("listen = \"{address}\"\n[journal]\nmirror = \"no/such/folder\"");
    let (sound, found) = findings(&written(place.path(), &text), place.path());
    assert!(!sound);
    assert_eq!((mark(&found, "address"), mark(&found, "mirror")), ("wrong", "wrong"));
    let output = doctor(&written(place.path(), "lisen = 1"), place.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 1: lisen: unknown key"));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("wrong     configuration: has faults"));
}

#[test]
fn a_service_that_runs_is_recognised_and_goes_on() {
    let place = tempfile::tempdir().unwrap();
    let mut service = Service::start(&["serve"], place.path());
    let config = written(place.path(), &format!("listen = \"{}\"", service.address));
    let (sound, found) = findings(&config, place.path());
    assert!(sound, "{found:#?}");
    let address = found.iter().find(|finding| finding["what"] == "address").unwrap();
    assert_eq!(address["mark"], "right");
    assert!(address["found"].as_str().unwrap().contains("a Flagfall service runs there"), "{address}");
    service.kill();
}

/// A unit as a process of its own, which ends with the test.
struct Unit(std::process::Child);

impl Drop for Unit {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn unit(place: &Path, port: &Path) -> Unit {
    let mut command = flagfall(&["unit", "--serial", "e66141032a", "--pty"]);
    command.arg(port).arg("--state").arg(place.join("unit")).stdout(Stdio::null());
    let unit = Unit(command.spawn().unwrap());
    for _ in 0..500 {
        if port.exists() {
            return unit;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no pseudo-terminal at {}", port.display());
}

#[test]
fn a_unit_at_its_port_is_heard_and_one_that_is_not_there_is_missed() {
    let place = tempfile::tempdir().unwrap();
    let port = place.path().join("table-1");
    let text = format!(
        "listen = \"127.0.0.1:0\"\n[[table]]\nnumber = 2\ncontrol = \"1h\"\nunit = {port:?}\n\
         [[table]]\nnumber = 3\ncontrol = \"1h\"\nunit = \"none\"\n"
    );
    let config = written(place.path(), &text);
    let unit = unit(place.path(), &port);
    let (sound, found) = findings(&config, place.path());
    assert!(!sound, "{found:#?}");
    let of_table = |table: u32| found.iter().find(|finding| finding["table"] == table).unwrap();
    assert_eq!(of_table(3)["mark"], "wrong");
    let heard = of_table(2);
    assert_eq!((&heard["serial"], &heard["boot"]), (&"000000e66141032a".into(), &1.into()), "{heard}");
    assert!(heard["median_us"].as_u64() <= heard["worst_us"].as_u64(), "{heard}");
    assert_ne!(heard["mark"], "wrong", "{heard}");
    drop(unit);
}

#[test]
fn a_unit_is_asked_to_start_its_boot_loader_and_what_becomes_of_it_is_said() {
    let place = tempfile::tempdir().unwrap();
    let port = place.path().join("table-1");
    let unit = unit(place.path(), &port);
    let asked = |lang| {
        let mut command = flagfall(&["boot-loader", "--lang", lang]);
        let output = command.arg(place.path().join("table-1")).arg("none").output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    // A unit on this machine has none.
    let port = port.display();
    let goes_on = "000000e66141032a goes on: it has no boot loader";
    assert_eq!(asked("en"), format!("{port}: {goes_on}\nnone: is not there\n"));
    assert_eq!(asked("zh"), format!("{port}: 000000e66141032a 照常运行：没有引导程序\nnone: 不存在\n"));
    drop(unit);
}
