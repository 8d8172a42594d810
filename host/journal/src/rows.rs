//! The tables, and what is read from them and written to them.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row as SqlRow, Transaction, params};

use crate::books::{Books, Plan, Row};
use crate::bytes::{Genesis, Hash, Reference, Salt};
use crate::chain::{Entry, Fault, Found, follow_all};
use crate::error::{Damage, OpenError};
use crate::game::{Game, GameId, Head};
use crate::ledger::ReadError;
use crate::person::Person;

/// The tables as SQLite keeps their text; a journal with any other is not opened.
pub(crate) const SCHEMA: [&str; 3] = [
    "CREATE TABLE games (
    game INTEGER PRIMARY KEY,
    genesis BLOB NOT NULL UNIQUE,
    table_number INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    beat_micros INTEGER NOT NULL,
    head_seq INTEGER NOT NULL,
    head_hash BLOB NOT NULL,
    body_bytes INTEGER NOT NULL,
    named INTEGER NOT NULL,
    seal BLOB NOT NULL
) STRICT",
    "CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games (game),
    seq INTEGER NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID",
    "CREATE TABLE people (
    game INTEGER NOT NULL REFERENCES games (game),
    reference BLOB NOT NULL,
    role TEXT NOT NULL,
    salt BLOB NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (game, reference)
) STRICT, WITHOUT ROWID",
];

const PUT_GAME: &str = "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    ON CONFLICT (game) DO UPDATE SET closed = ?4, beat_micros = ?5, head_seq = ?6, head_hash = ?7,
    body_bytes = ?8, named = ?9, seal = ?10";
const PUT_ENTRY: &str = "INSERT INTO entries VALUES (?, ?, ?, ?, ?)";
const PUT_NAME: &str = "INSERT OR IGNORE INTO people VALUES (?, ?, ?, ?, ?)";
const FORGET: &str = "DELETE FROM people WHERE game = ? AND reference = ?";
const GAMES: &str = "SELECT * FROM games ORDER BY game";
const NEXT_WITH_ENTRIES: &str = "SELECT min(game) FROM entries WHERE game > ?";
const LAST_ENTRY: &str = "SELECT seq, hash FROM entries WHERE game = ? ORDER BY seq DESC LIMIT 1";
const ENTRIES: &str = "SELECT seq, previous, hash, body FROM entries WHERE game = ? ORDER BY seq";
const PEOPLE: &str = "SELECT reference, role, salt, name FROM people WHERE game = ? ORDER BY reference";

/// Writes a plan; the caller commits.
pub(crate) fn put(transaction: &Transaction<'_>, plan: &Plan<'_>) -> rusqlite::Result<()> {
    for game in plan.games.values() {
        put_game(transaction, game)?;
    }
    for row in &plan.rows {
        put_row(transaction, row)?;
    }
    Ok(())
}

fn put_game(transaction: &Transaction<'_>, game: &Game) -> rusqlite::Result<()> {
    let changed = transaction.prepare_cached(PUT_GAME)?.execute(params![
        game.id().0.cast_signed(),
        game.genesis.as_bytes(),
        game.table,
        game.closed,
        game.beat_micros.cast_signed(),
        game.head.seq.cast_signed(),
        game.head.hash.as_bytes(),
        game.body_bytes.cast_signed(),
        game.named,
        game.seal().as_bytes(),
    ])?;
    assert_eq!(changed, 1, "a state is one row");
    Ok(())
}

fn put_row(transaction: &Transaction<'_>, row: &Row<'_>) -> rusqlite::Result<()> {
    match row {
        Row::Entry(game, link) => {
            let (previous, hash) = (link.previous.as_bytes(), link.hash.as_bytes());
            let values = params![game.0.cast_signed(), link.seq.cast_signed(), previous, hash, link.body];
            let added = transaction.prepare_cached(PUT_ENTRY)?.execute(values)?;
            assert_eq!(added, 1, "an entry is one row");
        }
        Row::Name(game, reference, person) => {
            let Person { role, salt, name } = person;
            let values = params![game.0.cast_signed(), reference.as_bytes(), role, salt.as_bytes(), name];
            transaction.prepare_cached(PUT_NAME)?.execute(values)?;
        }
        Row::Forget(game, reference) => {
            transaction
                .prepare_cached(FORGET)?
                .execute(params![game.0.cast_signed(), reference.as_bytes()])?;
        }
    }
    Ok(())
}

/// All games, each under its seal and ending where its entries end.
pub(crate) fn books(connection: &Connection) -> Result<Books, OpenError> {
    let mut games = Vec::new();
    for game in connection.prepare(GAMES)?.query_map([], |row| Ok(game(row)))? {
        games.push(game?.map_err(|what| OpenError::Damaged { what })?);
    }
    let mut books = Books::default();
    let mut behind = None;
    for game in &games {
        let next = next_with_entries(connection, behind)?;
        if next != Some(game.id()) || last_entry(connection, game.id())? != Some(game.head) {
            let damaged = next.map_or(game.id(), |next| next.min(game.id()));
            return Err(OpenError::Damaged { what: Damage::State { game: damaged } });
        }
        behind = next;
    }
    if let Some(game) = next_with_entries(connection, behind)? {
        return Err(OpenError::Damaged { what: Damage::State { game } });
    }
    books.enter(games);
    Ok(books)
}

/// The states that can be read and bear their seal, and the first damage among the others.
pub(crate) fn sound_games(connection: &Connection) -> (Vec<Game>, Option<Damage>) {
    let mut games = Vec::new();
    let mut damage = None;
    let mut read = || -> rusqlite::Result<()> {
        let mut statement = connection.prepare(GAMES)?;
        for found in statement.query_map([], |row| Ok(game(row)))? {
            match found? {
                Ok(game) => games.push(game),
                Err(what) => damage = damage.take().or(Some(what)),
            }
        }
        Ok(())
    };
    if let Err(error) = read() {
        damage = Some(Damage::Unreadable { code: crate::error::code(&error) });
    }
    (games, damage)
}

/// The first game behind `behind` that has entries: one look-up, not a pass over them.
pub(crate) fn next_with_entries(
    connection: &Connection,
    behind: Option<GameId>,
) -> rusqlite::Result<Option<GameId>> {
    let behind = behind.map_or(i64::MIN, |game| game.0.cast_signed());
    let next: Option<i64> =
        connection.prepare_cached(NEXT_WITH_ENTRIES)?.query_row([behind], |row| row.get(0))?;
    Ok(next.map(|game| GameId(game.cast_unsigned())))
}

fn last_entry(connection: &Connection, game: GameId) -> rusqlite::Result<Option<Head>> {
    let head = |row: &SqlRow<'_>| {
        Ok(Head { game, seq: row.get::<_, i64>(0)?.cast_unsigned(), hash: Hash::from_bytes(row.get(1)?) })
    };
    connection.prepare_cached(LAST_ENTRY)?.query_row([game.0.cast_signed()], head).optional()
}

/// A game's state, if it bears its seal.
fn game(row: &SqlRow<'_>) -> Result<Game, Damage> {
    let read = || -> rusqlite::Result<(Game, Hash)> {
        let id = GameId(row.get::<_, i64>(0)?.cast_unsigned());
        let game = Game {
            genesis: Genesis::from_bytes(row.get(1)?),
            table: row.get(2)?,
            closed: row.get(3)?,
            beat_micros: row.get::<_, i64>(4)?.cast_unsigned(),
            head: Head {
                game: id,
                seq: row.get::<_, i64>(5)?.cast_unsigned(),
                hash: Hash::from_bytes(row.get(6)?),
            },
            body_bytes: row.get::<_, i64>(7)?.cast_unsigned(),
            named: row.get(8)?,
        };
        Ok((game, Hash::from_bytes(row.get(9)?)))
    };
    match read() {
        Ok((game, seal)) if game.seal() == seal => Ok(game),
        Ok((game, _)) => Err(Damage::State { game: game.id() }),
        Err(error) => Err(Damage::Unreadable { code: crate::error::code(&error) }),
    }
}

/// A game's entries, each link checked.
pub(crate) fn entries(connection: &Connection, game: &Game) -> Result<Vec<Entry>, ReadError> {
    let mut statement = connection.prepare_cached(ENTRIES)?;
    let rows = statement.query_map([game.id().0.cast_signed()], found)?;
    let rows = rows.map(|found| found.map_err(|_| Fault::Unreadable));
    Ok(follow_all(game.id(), game.genesis, &game.head, rows)?)
}

fn found(row: &SqlRow<'_>) -> rusqlite::Result<Found> {
    let body = match row.get_ref(3)? {
        ValueRef::Blob(body) => Some(body.to_vec()),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Text(_) => None,
    };
    let hash = |index| row.get(index).ok().map(Hash::from_bytes);
    Ok(Found { seq: row.get::<_, i64>(0)?.cast_unsigned(), previous: hash(1), hash: hash(2), body })
}

/// The names of a game, each fitting its reference.
pub(crate) fn people(connection: &Connection, game: GameId) -> Result<Vec<Person>, ReadError> {
    let person = |row: &SqlRow<'_>| {
        let person = Person { role: row.get(1)?, salt: Salt::from_bytes(row.get(2)?), name: row.get(3)? };
        Ok((Reference::from_bytes(row.get(0)?), person))
    };
    let mut statement = connection.prepare_cached(PEOPLE)?;
    let mut people = Vec::new();
    for row in statement.query_map([game.0.cast_signed()], person)? {
        let (reference, person) = row?;
        if person.reference() != reference {
            return Err(ReadError::Damaged { what: Damage::Name { game } });
        }
        people.push(person);
    }
    Ok(people)
}
