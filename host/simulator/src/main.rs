//! `simulator`: runs seeds, prints each one that fails with a scenario, and how many passed.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::Parser;
use simulator::{Failure, Summary, simulate};

/// Halls in virtual time, with faults, from seeds.
#[derive(Debug, Parser)]
struct Arguments {
    /// How many seeds; 100, or 1 where the first is named.
    #[arg(long)]
    seeds: Option<u64>,
    /// The first seed.
    #[arg(long)]
    seed: Option<u64>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let usual = if arguments.seed.is_some() { 1 } else { 100 };
    let (first, count) = (arguments.seed.unwrap_or(0), arguments.seeds.unwrap_or(usual));
    let (summary, failures) = run(first, count);
    for failure in &failures {
        println!("{failure}\n");
    }
    println!("{summary}");
    let failed = u64::try_from(failures.len()).unwrap_or(u64::MAX);
    println!("{} passed, {failed} failed", count.saturating_sub(failed));
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs so many seeds, on as many threads as the machine has; each simulation has only one.
fn run(first: u64, count: u64) -> (Summary, Vec<Failure>) {
    let next = AtomicU64::new(0);
    let work = || {
        let (mut summary, mut failures) = (Summary::default(), Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return (summary, failures);
            }
            match simulate(first.wrapping_add(number)) {
                Ok(one) => summary = summary.plus(one),
                Err(failure) => failures.push(failure),
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let done = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect::<Vec<_>>()
    });
    let (mut summary, mut failures) = (Summary::default(), Vec::new());
    for (one, found) in done {
        summary = summary.plus(one);
        failures.extend(found);
    }
    failures.sort_by_key(|failure| failure.seed);
    (summary, failures)
}
