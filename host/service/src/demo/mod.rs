//! `flagfall demo`: the service with real games, played on all tables by the same requests as real ones.

mod control;
mod game;
mod pace;
mod player;
mod read;
mod setup;
mod trial;
mod turn;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;

use crate::complain;
use crate::opening::TablePlan;
use crate::serve::{ServeArguments, configuration, run};
use crate::venue::Venue;

pub(crate) use game::DemoGame;
use player::Player;

/// What the command line says of the demonstration.
#[derive(Debug, clap::Args)]
pub(crate) struct DemoArguments {
    /// SGF and PGN files, or folders of them: every table plays all their games in turn. Without any, three games
    /// that the program brings along.
    #[arg(value_name = "GAME")]
    games: Vec<PathBuf>,
    /// How many times faster than real time.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    speed: u32,
    #[command(flatten)]
    serve: ServeArguments,
}

/// What is demonstrated.
#[derive(Debug)]
pub(crate) struct Demo {
    /// How many times faster than real time.
    pub(crate) speed: u32,
    games: Games,
}

/// The games of a demonstration.
#[derive(Clone, Debug)]
enum Games {
    /// Those that the program brings along: each table takes those of its own kind, if there are any.
    BuiltIn(Vec<Arc<DemoGame>>),
    /// Those of files: each table takes all of them.
    Named(Vec<Arc<DemoGame>>),
}

/// Serves until it is told to stop; what happens is forgotten unless a folder is named. `false` if the configuration
/// has a fault, a file cannot be read, or no game can be played.
pub(crate) fn demo(arguments: &DemoArguments) -> Result<bool> {
    let Some(config) = configuration(&arguments.serve)? else { return Ok(false) };
    let Some(games) = games(&arguments.games) else { return Ok(false) };
    let demo = Demo { speed: arguments.speed, games };
    match config.data.clone() {
        Some(data) => run(config, &data, demo.speed, Some(demo))?,
        None => {
            let folder = tempfile::Builder::new().prefix("flagfall-demo-").tempdir()?;
            run(config, folder.path(), demo.speed, Some(demo))?;
        }
    }
    Ok(true)
}

/// The games of these files and folders, or the program's own; `None` if there is nothing to be played, which was
/// told.
fn games(paths: &[PathBuf]) -> Option<Games> {
    if paths.is_empty() {
        return Some(Games::BuiltIn(read::built_in()));
    }
    let read = read::read(paths, &mut |what| complain(what))?;
    if read.is_empty() {
        complain(format_args!("flagfall: none of these files has a game that can be played"));
        return None;
    }
    Some(Games::Named(read))
}

impl Games {
    /// The games of a table, in the order in which it plays them: table `index` of all begins with game `index`.
    fn of(&self, plan: &TablePlan, index: usize) -> Vec<Arc<DemoGame>> {
        let mut games = match self {
            Self::Named(games) => games.clone(),
            Self::BuiltIn(games) => {
                let alike = games.iter().filter(|game| game.kind() == plan.setup.game.kind);
                let alike: Vec<_> = alike.cloned().collect();
                if alike.is_empty() { games.clone() } else { alike }
            }
        };
        let first = index.checked_rem(games.len()).unwrap_or_default();
        games.rotate_left(first);
        games
    }
}

/// Has somebody play at each of these tables.
pub(crate) fn play(venue: &Venue, tables: Vec<TablePlan>, demo: &Demo) {
    for (index, plan) in tables.into_iter().enumerate() {
        let games = demo.games.of(&plan, index);
        let player = Player::new(venue.clone(), plan.number, plan.setup, games);
        tokio::spawn(player.play());
    }
}
