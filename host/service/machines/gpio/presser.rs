//! Presses the buttons of simulated lines, and prints between which two readings of CLOCK_MONOTONIC each edge was made.
//!
//! `presser TURNS LOG NAME=WHITE,BLACK…`: at each table that is named, White and Black press in turn, so often; WHITE
//! and BLACK are the `pull` files of their lines in gpio-sim. No edge is made before those before it stand in the
//! service's LOG: of two edges of a line that follow each other before its thread has run, a kernel keeps the second.
//! One line is printed for each edge: the table's name, the side, whether the contact closed or opened, and both
//! readings in nanoseconds.
//!
//! `presser NAME=FILE EDGES MILLISECONDS`: so many edges of one line, which goes on from how it stands, each so long before
//! the next, whoever reads them or does not. One line is printed: the table's name, and how many there were.

#![expect(clippy::unwrap_used, reason = "what goes wrong in a test ends it")]

use std::env::args;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::thread::sleep;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// How long a button is held.
const HELD: Duration = Duration::from_millis(20);
/// From one side's letting go to the other's press: a button is pressed again 120 ms later, when it no longer bounces.
const BETWEEN: Duration = Duration::from_millis(40);
/// An edge that the service has not read after so long was lost.
const PATIENCE: Duration = Duration::from_secs(10);

/// One table's two lines, White's first.
struct Table {
    name: String,
    lines: [File; 2],
}

impl Table {
    fn named(argument: &str) -> Self {
        let (name, files) = argument.split_once('=').unwrap();
        let (white, black) = files.split_once(',').unwrap();
        let open = |file| OpenOptions::new().write(true).open(file).unwrap();
        Self { name: name.to_owned(), lines: [open(white), open(black)] }
    }

    /// Closes or opens a contact to ground.
    fn pull(&mut self, side: usize, closed: bool, edges: &mut String) {
        let before = now();
        self.lines[side].write_all(if closed { b"pull-down" } else { b"pull-up" }).unwrap();
        let after = now();
        let (side, contact) = (["white", "black"][side], if closed { "closed" } else { "open" });
        writeln!(edges, "{} {side} {contact} {before} {after}", self.name).unwrap();
    }
}

/// The service's log, as far as it was read.
struct Log {
    lines: BufReader<File>,
    line: String,
    edges: usize,
}

impl Log {
    /// Waits until so many edges stand in it.
    fn wait_for(&mut self, edges: usize) {
        let deadline = now() + PATIENCE.as_nanos();
        while self.edges < edges {
            if self.lines.read_line(&mut self.line).unwrap() == 0 {
                assert!(now() < deadline, "{} edges were read of {edges}", self.edges);
                sleep(Duration::from_millis(1));
            } else if self.line.ends_with('\n') {
                self.edges += usize::from(self.line.contains("stamp_ns="));
                self.line.clear();
            }
        }
    }
}

/// CLOCK_MONOTONIC in nanoseconds: what the kernel stamps edges with.
fn now() -> u128 {
    let time = clock_gettime(ClockId::Monotonic);
    Duration::try_from(time).unwrap().as_nanos()
}

/// Moves one contact back and forth.
fn move_one(name: &str, file: &str, edges: usize, apart: Duration) {
    let mut closed = std::fs::read_to_string(file).unwrap().trim() == "pull-down";
    let mut line = OpenOptions::new().write(true).open(file).unwrap();
    for _ in 0..edges {
        closed = !closed;
        line.write_all(if closed { b"pull-down" } else { b"pull-up" }).unwrap();
        sleep(apart);
    }
    println!("{name} {edges}");
}

fn main() {
    let mut arguments = args().skip(1).peekable();
    if let Some((name, file)) = arguments.peek().and_then(|first| first.split_once('=')) {
        let [edges, apart] = [1, 2].map(|place| args().nth(1 + place).unwrap().parse().unwrap());
        return move_one(name, file, edges, Duration::from_millis(apart.try_into().unwrap()));
    }
    let turns: usize = arguments.next().unwrap().parse().unwrap();
    let lines = BufReader::new(File::open(arguments.next().unwrap()).unwrap());
    let mut log = Log { lines, line: String::new(), edges: 0 };
    let mut tables: Vec<Table> = arguments.map(|argument| Table::named(&argument)).collect();
    // Nothing is printed meanwhile: it would take time from what is tried.
    let (mut edges, mut made) = (String::new(), 0);
    for turn in 0..turns {
        for (closed, then) in [(true, HELD), (false, BETWEEN)] {
            for table in &mut tables {
                table.pull(turn % 2, closed, &mut edges);
            }
            made += tables.len();
            sleep(then);
            log.wait_for(made);
        }
    }
    print!("{edges}");
}
