//! Looking at a journal that may be damaged, without touching it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use rusqlite::Connection;
use tempfile::TempDir;

use crate::chain::Entry;
use crate::error::{Damage, OpenError};
use crate::export::{Names, export_text};
use crate::game::{Game, GameId, Head};
use crate::ledger::ReadError;
use crate::place::{Lock, beside, resolve};
use crate::rows;
use crate::store::{check_pages, open_file};
use crate::verify::Report;

/// A copy of a journal's file and log in a temporary folder.
///
/// SQLite replays, repairs and deletes logs as it opens; so it is never let near the original.
#[derive(Debug)]
pub struct Inspection {
    games: Vec<Game>,
    damage: Option<Damage>,
    connection: Connection,
    _copy: TempDir,
}

impl Inspection {
    /// Copies the journal and reads what can be read; refused while another process has it open.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let path = resolve(path)?;
        let _lock = Lock::take_if_there(&path)?;
        let folder = tempfile::tempdir()?;
        let copy = folder.path().join("copy");
        if fs::copy(&path, &copy)? == 0 {
            return Err(OpenError::Damaged { what: Damage::Empty });
        }
        match fs::copy(beside(&path, "-wal"), beside(&copy, "-wal")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            Ok(_) | Err(_) => {}
        }
        let connection = open_file(&copy)?;
        let (games, damage) = rows::sound_games(&connection);
        let damage = damage.or_else(|| match check_pages(&connection, "1") {
            Err(OpenError::Damaged { what }) => Some(what),
            Ok(()) | Err(_) => None,
        });
        Ok(Self { games, damage, connection, _copy: folder })
    }

    /// The games whose states can be read.
    #[must_use]
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Recomputes every chain, also of games of which only entries are left.
    #[must_use]
    pub fn report(&self) -> Report {
        let mut games: Vec<_> = self.games.iter().map(|game| (game.id(), self.verify(game.id()))).collect();
        for game in self.stray_games() {
            games.push((game, Err(ReadError::Damaged { what: Damage::State { game } })));
        }
        games.sort_by_key(|(game, _)| *game);
        Report { damage: self.damage.clone(), games }
    }

    /// Recomputes the chain of a game, and its names' references.
    pub fn verify(&self, game: GameId) -> Result<Head, ReadError> {
        let game = self.game(game)?;
        rows::entries(&self.connection, game)?;
        rows::people(&self.connection, game.id())?;
        Ok(game.head)
    }

    /// A game's entries from the first to the head, each link checked.
    pub fn entries(&self, game: GameId) -> Result<Vec<Entry>, ReadError> {
        rows::entries(&self.connection, self.game(game)?)
    }

    /// A sound game as text, to be imported into a new journal.
    pub fn export(&self, game: GameId, names: Names) -> Result<String, ReadError> {
        let game = self.game(game)?;
        let entries = rows::entries(&self.connection, game)?;
        let people = match names {
            Names::LeftOut => None,
            Names::Included => Some(rows::people(&self.connection, game.id())?),
        };
        Ok(export_text(game, entries, people))
    }

    fn game(&self, game: GameId) -> Result<&Game, ReadError> {
        self.games.iter().find(|known| known.id() == game).ok_or(ReadError::UnknownGame { game })
    }

    /// Games that have entries, but no state that can be read.
    fn stray_games(&self) -> Vec<GameId> {
        let known: BTreeSet<GameId> = self.games.iter().map(Game::id).collect();
        let mut stray = Vec::new();
        let mut behind = None;
        while let Ok(Some(game)) = rows::next_with_entries(&self.connection, behind) {
            // Damaged pages can lead in a circle.
            if behind.is_some_and(|behind| game <= behind) {
                break;
            }
            if !known.contains(&game) {
                stray.push(game);
            }
            behind = Some(game);
        }
        stray
    }
}
