//! How long it takes to open a sealed move, and how much memory: `flagfall unseal` as a whole process, from its start to
//! its answer. The most that is allowed is 5 s and 100 MB.
//!
//! `cargo bench -p service --bench opening`; not a criterion benchmark, since a whole process is measured.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::unwrap_used, reason = "a benchmark that fails says where")]

#[path = "../tests/running/mod.rs"]
#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no power cut")]
mod running;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use running::{Service, flagfall};
use serde_json::Value;

const OPENINGS: usize = 20;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let (sealed, passphrase) = seal(folder.path());
    let (mut times, mut most) = (Vec::new(), 0);
    for _ in 0..OPENINGS {
        let (time, peak) = open(&sealed, &passphrase);
        times.push(time);
        most = most.max(peak);
    }
    times.sort_unstable();
    let (median, worst) = (times[OPENINGS / 2], times[OPENINGS - 1]);
    println!("opening a sealed move: median {median:?}, worst {worst:?}, n = {OPENINGS}, at most {most} kB");
}

/// A game whose move the service has sealed, exported; and the passphrase of the slip.
fn seal(folder: &Path) -> (PathBuf, String) {
    let data = folder.join("data");
    let service = Service::start(&["serve"], &data);
    service.order(1, "press white", "white");
    service.order(1, "adjourn", "arbiter");
    let (status, answer) = service.http("POST", "/api/tables/1/seal", r#"{"side":"black","move":"Q16"}"#);
    assert_eq!(status, 200, "{answer}");
    service.order(1, "hand-over", "black");
    assert!(service.stop().success());
    let file = folder.join("game");
    let done = flagfall(&["export", "--game", "1", "-o"]).arg(&file).arg(&data).status().unwrap();
    assert!(done.success());
    let answer: Value = serde_json::from_str(&answer).unwrap();
    (file, answer["passphrase"].as_str().unwrap().to_owned())
}

/// How long an opening takes, and the most memory that the process held, in kB.
fn open(sealed: &Path, passphrase: &str) -> (Duration, u64) {
    let began = Instant::now();
    let mut command = flagfall(&["unseal", "--json"]);
    let mut child = command.arg(sealed).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    writeln!(child.stdin.take().unwrap(), "{passphrase}").unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(held(&child));
        sleep(Duration::from_millis(1));
    }
    assert!(child.wait().unwrap().success());
    (began.elapsed(), peak)
}

/// The most memory that a process has held so far, in kB.
fn held(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
