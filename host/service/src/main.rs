//! The program `flagfall`: the command line of the referee and clock.
//!
//! Exit status: 0 done, 1 the input was understood and something in it is wrong, 2 wrong usage.

mod access;
mod archive;
mod check;
mod config;
mod console;
mod controls;
mod demo;
mod displays;
mod doctor;
mod doors;
mod driver;
mod ended;
mod export;
mod lan;
mod messages;
mod opening;
mod past;
mod perft;
mod picture;
mod pins;
mod private;
mod recovery;
mod replay;
mod run;
mod schedule;
mod score;
mod sealing;
mod serve;
mod sight;
mod source;
mod speaker;
mod speech;
mod text;
mod timer;
mod transfer;
mod units;
mod venue;
mod verify;
mod view;
mod voice_pack;

use std::alloc::System;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use clock::Language;
use zeroizing_alloc::ZeroAlloc;

/// What is given back is blank: no buffer of a request, a page's message or a connection keeps a sealed move.
#[global_allocator]
static ALLOCATOR: ZeroAlloc<System> = ZeroAlloc(System);

/// Referee and clock for tournaments on physical boards.
#[derive(Debug, Parser)]
#[command(name = "flagfall", version)]
struct Arguments {
    /// What to do: without a word, serve.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the service: clocks, referee, pages. Without a configuration: three demonstration tables.
    ///
    /// It says on standard error what happens; FLAGFALL_LOG=debug says more, FLAGFALL_LOG=warn less.
    Serve {
        #[command(flatten)]
        serve: serve::ServeArguments,
        /// How many times faster than real time the tables' clocks run: for trying things out.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
        rate: u32,
    },
    /// Be a table unit at the end of a serial line: a table on a second machine, or one to try things out with.
    ///
    /// Without keys, a word a line on standard input is one: black, white, arbiter, query-black, query-white, call.
    /// What the unit does is told on standard output, one JSON object a line.
    Unit(units::process::UnitArguments),
    /// Have table units start their boot loaders, to put a new program on them.
    ///
    /// A unit whose clock runs refuses. On USB each then shows as a drive that takes the new program.
    BootLoader(units::boot_loader::BootLoaderArguments),
    /// Run the service with real games played on all tables.
    Demo(demo::DemoArguments),
    /// Recompute the hash chains of games, and decide each step anew.
    Verify {
        /// A journal, its folder, or an exported game.
        games: PathBuf,
        /// Print one JSON object a line and game.
        #[arg(long)]
        json: bool,
    },
    /// Write the whole event log of a game as text, or records as strict SGF or PGN.
    Export(transfer::ExportArguments),
    /// Take an exported game into a journal.
    Import {
        /// The folder of the journal.
        data: PathBuf,
        /// The exported game.
        file: PathBuf,
    },
    /// Open a sealed move apart from any service, and check it against its commitment.
    Unseal(sealing::unseal::UnsealArguments),
    /// Play a scenario through on one table in virtual time, and say it if that is wanted.
    Run(run::RunArguments),
    /// Play the games of SGF and PGN files through the rules, and say in a line what became of each.
    Replay(replay::ReplayArguments),
    /// Count a finished game of Go, area and territory.
    Score(score::ScoreArguments),
    /// Count the positions that the moves of a chess position lead to.
    Perft(perft::PerftArguments),
    /// Read scenarios and time controls, and say in words what each means.
    Check {
        /// Files, or folders whose TOML files are read.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print one JSON object a line and file.
        #[arg(long)]
        json: bool,
        /// The language of the words.
        #[arg(long, value_enum, default_value_t)]
        lang: Lang,
    },
    /// The voice of the referee: its recordings.
    Voice(voice_pack::VoiceArguments),
    /// Set the PIN by which people in the hall enter as arbiter, or as a table's recorder, clock or display.
    Pin(access::command::PinArguments),
    /// Try this machine and its hardware, and say in words what is right, what is not, and what to do.
    Doctor(doctor::DoctorArguments),
}

/// The language of what is printed for people.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese, 简体中文.
    Zh,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::En => Self::English,
            Lang::Zh => Self::Chinese,
        }
    }
}

fn main() -> ExitCode {
    let command = Arguments::parse()
        .command
        .unwrap_or_else(|| Command::Serve { serve: serve::ServeArguments::default(), rate: 1 });
    let done = match command {
        Command::Serve { serve, rate } => serve::serve(serve, rate),
        Command::Unit(arguments) => units::process::unit(&arguments),
        Command::BootLoader(arguments) => units::boot_loader::boot_loader(&arguments),
        Command::Demo(arguments) => demo::demo(&arguments),
        Command::Verify { games, json } => verify::verify(&games, json),
        Command::Export(arguments) => transfer::export(&arguments),
        Command::Import { data, file } => transfer::import(&data, &file),
        Command::Unseal(arguments) => sealing::unseal::unseal(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Score(arguments) => score::score(&arguments),
        Command::Perft(arguments) => perft::perft(&arguments),
        Command::Voice(arguments) => voice_pack::voice(&arguments),
        Command::Pin(arguments) => access::command::pin(&arguments),
        Command::Doctor(arguments) => doctor::doctor(&arguments),
        Command::Check { files, json, lang } => check::check(&files, json, lang.into()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("flagfall: {error:#}"));
            ExitCode::from(1)
        }
    }
}

/// Says on standard error what is wrong. Where nobody can hear it, the exit status still tells.
fn complain(what: fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr().lock(), "{what}");
}

/// Whether the reader of our output has left, as `head` does: no fault of anybody's.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
