//! All games as they stand, and what a batch would make of them. Pure, and the same for every storage.

use std::collections::BTreeMap;

use crate::bytes::{Genesis, Reference};
use crate::chain::Link;
use crate::game::{Game, GameId, Head};
use crate::limits::{
    BATCH_BYTES_MAX, BATCH_LEN_MAX, BODY_LEN_MAX, GAME_BYTES_MAX, GAME_LEN_MAX, GAMES_MAX, NAMED_MAX,
};
use crate::person::Person;
use crate::write::{AppendError, Write};

/// All games as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Books {
    games: BTreeMap<GameId, Game>,
}

/// What goes to storage besides the games' states.
#[derive(Debug)]
pub(crate) enum Row<'a> {
    Entry(GameId, Link<'a>),
    Name(GameId, Reference, &'a Person),
    Forget(GameId, Reference),
}

/// What a batch comes to.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The games that it changes, as they stand after it.
    pub(crate) games: BTreeMap<GameId, Game>,
    /// In the order of the batch.
    pub(crate) rows: Vec<Row<'a>>,
    /// One for each new entry, in the order of the batch.
    pub(crate) heads: Vec<Head>,
}

impl Books {
    pub(crate) fn game(&self, game: GameId) -> Option<&Game> {
        self.games.get(&game)
    }

    pub(crate) fn games(&self) -> impl Iterator<Item = &Game> {
        self.games.values()
    }

    pub(crate) fn next_game(&self) -> GameId {
        GameId(self.games.last_key_value().map_or(1, |(last, _)| last.0.saturating_add(1)))
    }

    /// Enters what is on record.
    pub(crate) fn enter(&mut self, games: impl IntoIterator<Item = Game>) {
        self.games.extend(games.into_iter().map(|game| (game.id(), game)));
    }

    /// What the batch would come to; refused whole if anything in it is.
    pub(crate) fn plan<'a>(&self, batch: &'a [Write]) -> Result<Plan<'a>, AppendError> {
        if batch.len() > BATCH_LEN_MAX {
            return Err(AppendError::BatchTooLarge { len: batch.len() });
        }
        let plan = Plan { games: BTreeMap::new(), rows: Vec::new(), heads: Vec::new() };
        let mut draft = Draft { books: self, plan, bytes: 0 };
        for write in batch {
            draft.add(write)?;
        }
        if draft.bytes > BATCH_BYTES_MAX {
            return Err(AppendError::BatchTooLarge { len: batch.len() });
        }
        Ok(draft.plan)
    }
}

/// A plan in the making.
struct Draft<'a, 'b> {
    books: &'b Books,
    plan: Plan<'a>,
    bytes: u64,
}

impl<'a> Draft<'a, '_> {
    fn add(&mut self, write: &'a Write) -> Result<(), AppendError> {
        match write {
            Write::Begin { game, genesis, table, body, people } => {
                self.begin(*game, *genesis, *table, body)?;
                people.iter().try_for_each(|person| self.name(*game, person))?;
            }
            Write::Entry { game, body } => self.entry(*game, body)?,
            Write::Beat { game, at_micros } => {
                let game = self.game(*game)?;
                game.beat_micros = game.beat_micros.max(*at_micros);
            }
            Write::Close { game } => self.game(*game)?.closed = true,
            Write::Resume { game } => self.game(*game)?.closed = false,
            Write::Name { game, person } => self.name(*game, person)?,
            Write::Forget { game, reference } => {
                self.game(*game)?;
                self.plan.rows.push(Row::Forget(*game, *reference));
            }
        }
        Ok(())
    }

    fn begin(&mut self, id: GameId, genesis: Genesis, table: u32, body: &'a [u8]) -> Result<(), AppendError> {
        let known = |known: &&Game| known.id() == id || known.genesis == genesis;
        if let Some(known) = self.books.games().chain(self.plan.games.values()).find(known) {
            return Err(AppendError::GameExists { game: known.id() });
        }
        if self.books.games.len().saturating_add(self.plan.games.len()) >= GAMES_MAX {
            return Err(AppendError::JournalFull);
        }
        let body_bytes = self.weigh(id, body)?;
        let link = Link::first(&genesis, body);
        let head = Head { game: id, seq: link.seq, hash: link.hash };
        let game = Game { genesis, table, closed: false, beat_micros: 0, head, body_bytes, named: 0 };
        self.plan.games.insert(id, game);
        self.link(id, link);
        Ok(())
    }

    fn entry(&mut self, id: GameId, body: &'a [u8]) -> Result<(), AppendError> {
        let bytes = self.weigh(id, body)?;
        let game = self.game(id)?;
        let body_bytes = game.body_bytes.saturating_add(bytes);
        if game.closed {
            return Err(AppendError::GameClosed { game: id });
        }
        if game.head.seq.saturating_add(1) >= GAME_LEN_MAX || body_bytes > GAME_BYTES_MAX {
            return Err(AppendError::GameFull { game: id });
        }
        let link = Link::after(&game.genesis, &game.head, body);
        assert!(link.seq == game.head.seq + 1 && link.previous == game.head.hash, "a link follows the head");
        game.head = Head { game: id, seq: link.seq, hash: link.hash };
        game.body_bytes = body_bytes;
        self.link(id, link);
        Ok(())
    }

    fn link(&mut self, game: GameId, link: Link<'a>) {
        self.plan.heads.push(Head { game, seq: link.seq, hash: link.hash });
        self.plan.rows.push(Row::Entry(game, link));
    }

    fn name(&mut self, id: GameId, person: &'a Person) -> Result<(), AppendError> {
        let game = self.game(id)?;
        if !person.is_sound() {
            return Err(AppendError::NameUnsound { game: id });
        }
        if game.named >= NAMED_MAX {
            return Err(AppendError::GameFull { game: id });
        }
        game.named += 1;
        self.plan.rows.push(Row::Name(id, person.reference(), person));
        Ok(())
    }

    /// The bytes of a body, if it is not too large.
    fn weigh(&mut self, game: GameId, body: &[u8]) -> Result<u64, AppendError> {
        let len = body.len();
        let bytes = u64::try_from(len).unwrap_or(u64::MAX);
        self.bytes = self.bytes.saturating_add(bytes);
        if len > BODY_LEN_MAX { Err(AppendError::BodyTooLarge { game, len }) } else { Ok(bytes) }
    }

    /// A game as it stands within the batch.
    fn game(&mut self, game: GameId) -> Result<&mut Game, AppendError> {
        if !self.plan.games.contains_key(&game) {
            let known = self.books.games.get(&game).ok_or(AppendError::UnknownGame { game })?;
            self.plan.games.insert(game, *known);
        }
        self.plan.games.get_mut(&game).ok_or(AppendError::UnknownGame { game })
    }
}
