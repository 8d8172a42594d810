//! The unit's process, as the test sees it: words in, what it tells out.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::RATE;
use crate::running::flagfall;
use crate::stand::SERIAL;

/// Far longer than anything takes: only a test that is lost ends by it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

type Told = Arc<(Mutex<Vec<Value>>, Condvar)>;

/// The process, killed when the test ends.
pub(crate) struct Unit {
    child: Child,
    words: ChildStdin,
    told: Told,
}

impl Unit {
    /// Starts it at a port or pseudo-terminal (`--port` or `--pty` and the path).
    pub(crate) fn start(end: [&str; 2], state: &Path, more: &[&str]) -> Self {
        let mut command =
            flagfall(&["unit", "--rate", &RATE.to_string(), "--serial", &format!("{:x}", SERIAL.0)]);
        command.args(end).arg("--state").arg(state).args(more);
        Self::spawn(command)
    }

    /// Starts a process that takes words and tells lines of JSON, of which the first says that it has started.
    pub(crate) fn spawn(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let words = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let told = Told::default();
        let writes = Arc::clone(&told);
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let (told, news) = &*writes;
                told.lock().unwrap().push(serde_json::from_str(&line).unwrap());
                news.notify_all();
            }
        });
        let unit = Self { child, words, told };
        unit.wait(|told| (told["event"] == "started").then_some(()));
        unit
    }

    /// Presses or says something by its word.
    pub(crate) fn say(&mut self, word: &str) {
        writeln!(self.words, "{word}").unwrap();
    }

    /// Presses, and waits until it is numbered; gives back its number.
    pub(crate) fn press(&mut self, side: &str) -> u64 {
        let before = self.newest();
        self.say(side);
        self.wait(|told| {
            let pressed = told["what"] == "press" && told["side"] == side;
            told["seq"].as_u64().filter(|seq| pressed && *seq > before)
        })
    }

    /// All that it has told so far.
    pub(crate) fn told(&self) -> Vec<Value> {
        self.told.0.lock().unwrap().clone()
    }

    fn newest(&self) -> u64 {
        let told = self.told.0.lock().unwrap();
        told.iter().rev().find_map(|told| told["seq"].as_u64()).unwrap_or_default()
    }

    /// Waits for something that it tells, or has told.
    pub(crate) fn wait<T>(&self, mut wanted: impl FnMut(&Value) -> Option<T>) -> T {
        self.wait_from(0, &mut wanted)
    }

    /// Waits for something that it tells from now on.
    pub(crate) fn wait_new<T>(&self, mut wanted: impl FnMut(&Value) -> Option<T>) -> T {
        let from = self.told.0.lock().unwrap().len();
        self.wait_from(from, &mut wanted)
    }

    /// Says a word, and waits for what it tells in answer.
    pub(crate) fn answer<T>(&mut self, word: &str, mut wanted: impl FnMut(&Value) -> Option<T>) -> T {
        let from = self.told.0.lock().unwrap().len();
        self.say(word);
        self.wait_from(from, &mut wanted)
    }

    fn wait_from<T>(&self, mut from: usize, wanted: &mut impl FnMut(&Value) -> Option<T>) -> T {
        let (told, news) = &*self.told;
        let mut told = told.lock().unwrap();
        loop {
            if let Some(found) = told[from..].iter().find_map(&mut *wanted) {
                return found;
            }
            from = told.len();
            let (next, waited) = news.wait_timeout(told, PATIENCE).unwrap();
            told = next;
            assert!(
                !waited.timed_out(),
                "the unit does not say it: {:#?}",
                told.iter().rev().take(12).rev().collect::<Vec<_>>()
            );
        }
    }

    /// Waits until the table's time has gone on by so many seconds since the unit's next reading.
    pub(crate) fn let_pass(&self, seconds: u64) {
        let at = |told: &Value| (told["event"] == "reading").then(|| told["at_us"].as_u64().unwrap());
        let from = self.wait_new(at);
        self.wait_new(|told| at(told).filter(|at| *at >= from + seconds * 1_000_000));
    }

    /// Waits until everything that it has numbered is on the host's disk.
    pub(crate) fn hand_over(&self) {
        self.wait_new(|told| (told["event"] == "reading" && told["unsent"] == 0).then_some(()));
    }

    /// Its next reading with the clock in that state.
    pub(crate) fn reading(&self, status: &str) -> Value {
        self.wait_new(|told| (told["event"] == "reading" && told["status"] == status).then(|| told.clone()))
    }

    /// As a power cut does, or the watchdog; gives back what it has told.
    pub(crate) fn kill(&mut self) -> Vec<Value> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.told()
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
