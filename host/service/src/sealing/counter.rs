//! The counter of the service: where moves are sealed, and envelopes opened, for all its tables.
//!
//! What the table would refuse is not even looked at: it is tried on a copy of the table first, with nothing secret in
//! it. **A passphrase that did not open is on record before it is told**, and the next one at that table waits.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clock::{Instant as TableInstant, Side};
use hall::Arrival;
use referee::{
    Adjournment, AdjournmentCommand, AdjournmentRefusal, Command, Commitment, DeskError, Envelope, Order,
    Refusal, SealOpening, SealedText, SealedTextError, Secret, Table, Who, check_written,
};
use tokio::time::Instant;
use zeroize::Zeroizing;

use crate::console::inquiry::{self, Closed};
use crate::console::orders::{self, Fate};
use crate::sealing::desk;
use crate::sealing::envelope::{self, OpenError};
use crate::sealing::passphrase::{ParsePassphraseError, Passphrase};
use crate::sealing::patience::{NotYet, Patience};
use crate::sealing::room::{Crowded, Room};
use crate::venue::Venue;

/// Something secret that is said to a table.
pub(crate) struct SecretOrder {
    pub(crate) table: u32,
    pub(crate) secret: Secret,
    pub(crate) by: Who,
    /// The number of turns completed when it was given, if that matters.
    pub(crate) turns: Option<u32>,
}

/// What became of it.
pub(crate) enum Taken {
    /// A move is sealed: what is given back once, for the slip.
    Sealed(Envelope),
    /// The envelope is open, or nothing came of it.
    Fate(Fate),
}

/// Why the counter does not seal or open. It names nothing that is secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CounterRefusal {
    /// Somebody on the way could read it.
    #[error(
        "a sealed move and its passphrase are taken only over an encrypted connection (https), or on the computer of the service itself"
    )]
    NotPrivate,
    /// On the line on which tables are told live, other pages' messages stand beside it.
    #[error("a sealed move is not taken on this line: the page for sealing has its own")]
    NotHere,
    /// Too much at once.
    #[error(transparent)]
    Crowded(#[from] Crowded),
    /// The passphrases before it were wrong.
    #[error("the last passphrase was wrong: the next one is tried in {0} s")]
    Wait(u64),
    /// Another passphrase is not through yet.
    #[error("another passphrase is being tried at this table: wait what becomes of it")]
    Trying,
    /// It is no passphrase.
    #[error(transparent)]
    NoPassphrase(#[from] ParsePassphraseError),
    /// It does not open.
    #[error(transparent)]
    NotOpened(#[from] OpenError),
    /// It cannot be sealed.
    #[error(transparent)]
    NotSealable(#[from] SealedTextError),
    /// The system gives no random bytes.
    #[error("the move could not be sealed")]
    NotSealed,
    /// There is no commitment to be shown.
    #[error("no move is sealed on the screen of this table")]
    NoSeal,
}

impl From<CounterRefusal> for Fate {
    fn from(refusal: CounterRefusal) -> Self {
        let words = refusal.into();
        match refusal {
            CounterRefusal::Crowded(_)
            | CounterRefusal::Wait(_)
            | CounterRefusal::Trying
            | CounterRefusal::NotSealed => Self::Busy(words),
            CounterRefusal::NotPrivate
            | CounterRefusal::NotHere
            | CounterRefusal::NoSeal
            | CounterRefusal::NoPassphrase(_)
            | CounterRefusal::NotOpened(_)
            | CounterRefusal::NotSealable(_) => Self::Refused(words),
        }
    }
}

impl From<NotYet> for CounterRefusal {
    fn from(not_yet: NotYet) -> Self {
        match not_yet {
            NotYet::Trying => Self::Trying,
            NotYet::Wait(left) => Self::Wait(whole_seconds(left)),
        }
    }
}

impl From<Crowded> for Fate {
    fn from(crowded: Crowded) -> Self {
        CounterRefusal::from(crowded).into()
    }
}

impl From<CounterRefusal> for Taken {
    fn from(refusal: CounterRefusal) -> Self {
        Self::Fate(refusal.into())
    }
}

/// The counter. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    pub(crate) room: Room,
    patience: Arc<Mutex<Patience>>,
}

/// A table on which something can be tried, and its time.
type Copy = (Table, TableInstant);

impl Counter {
    /// Seals or opens. It is carried out to its end, also where whoever asked has gone: a wrong passphrase counts.
    ///
    /// # Errors
    /// The hall's task is gone.
    pub(crate) async fn take(&self, venue: &Venue, order: SecretOrder) -> Result<Taken, Closed> {
        let (counter, venue) = (self.clone(), venue.clone());
        tokio::spawn(async move { counter.carry_out(&venue, order).await }).await.map_err(|_| Closed)?
    }

    async fn carry_out(&self, venue: &Venue, order: SecretOrder) -> Result<Taken, Closed> {
        let Some(copy) = inquiry::copy(venue, order.table).await? else {
            return Ok(Taken::Fate(Fate::NoTable));
        };
        let visit = Visit { counter: self, venue, table: order.table, by: order.by, turns: order.turns };
        match order.secret {
            Secret::Seal { side, written, passphrase } => visit.seal(copy, side, written, passphrase).await,
            Secret::Open { passphrase: None, ref typed, .. } if typed.is_none() => {
                Ok(refused(&AdjournmentRefusal::NothingOpened.into()))
            }
            secret @ Secret::Open { .. } => visit.open(copy, secret).await,
        }
    }

    fn patience(&self) -> MutexGuard<'_, Patience> {
        self.patience.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody at the counter.
struct Visit<'a> {
    counter: &'a Counter,
    venue: &'a Venue,
    table: u32,
    by: Who,
    turns: Option<u32>,
}

impl Visit<'_> {
    async fn seal(
        &self,
        copy: Copy,
        side: Side,
        written: Zeroizing<String>,
        passphrase: Option<Zeroizing<String>>,
    ) -> Result<Taken, Closed> {
        if let Err(error) = check_written(&written) {
            return Ok(CounterRefusal::from(error).into());
        }
        let blank = AdjournmentCommand::Seal { side, commitment: Commitment::BLANK, envelope: String::new() };
        if let Some(refusal) = self.refusal(&copy, blank) {
            return Ok(refused(&refusal));
        }
        let work = move || seal(&copy.0, side, &written, passphrase.as_ref().map(|words| words.as_str()));
        let envelope = match self.counter.room.work(work).await {
            Ok(Ok(envelope)) => envelope,
            Ok(Err(refusal)) => return Ok(refusal.into()),
            Err(crowded) => return Ok(CounterRefusal::from(crowded).into()),
        };
        let (commitment, armored) = (envelope.commitment, envelope.armored.clone());
        let fate = self.give(AdjournmentCommand::Seal { side, commitment, envelope: armored }).await?;
        Ok(if fate == Fate::Done { Taken::Sealed(envelope) } else { Taken::Fate(fate) })
    }

    async fn open(&self, copy: Copy, secret: Secret) -> Result<Taken, Closed> {
        let typed = secret.typed();
        let Secret::Open { passphrase: Some(words), .. } = secret else {
            return Ok(Taken::Fate(self.give_typed(typed).await?));
        };
        // Whether there is an envelope that may be opened now: what counts a wrong passphrase asks just that.
        if let Some(refusal) = self.refusal(&copy, AdjournmentCommand::WrongPassphrase) {
            return Ok(refused(&refusal));
        }
        let Some(adjournment) = copy.0.record().adjournment().cloned() else {
            return Ok(CounterRefusal::from(OpenError::NoEnvelope).into());
        };
        match self.try_passphrase(&adjournment, words).await? {
            Ok(text) => {
                let opening =
                    SealOpening::Unsealed { salt: text.salt().clone(), written: text.written().to_owned() };
                Ok(Taken::Fate(self.give(AdjournmentCommand::OpenSeal { opening }).await?))
            }
            Err(CounterRefusal::NotOpened(_)) if typed.is_some() => {
                Ok(Taken::Fate(self.give_typed(typed).await?))
            }
            Err(refusal) => Ok(refusal.into()),
        }
    }

    /// Tries a passphrase, when it is its time.
    async fn try_passphrase(
        &self,
        adjournment: &Adjournment,
        words: Zeroizing<String>,
    ) -> Result<Result<SealedText, CounterRefusal>, Closed> {
        let Some(seal) = adjournment.seal.clone() else { return Ok(Err(OpenError::NoEnvelope.into())) };
        let begun = self.counter.patience().begin(self.table, Instant::now());
        if let Err(not_yet) = begun {
            return Ok(Err(not_yet.into()));
        }
        let work = move || -> Result<SealedText, CounterRefusal> {
            Ok(envelope::open(&seal.envelope, &Passphrase::read(&words)?)?)
        };
        let opened = self.counter.room.work(work).await.unwrap_or_else(|crowded| Err(crowded.into()));
        match &opened {
            Ok(_) => self.counter.patience().right(self.table),
            Err(CounterRefusal::NotOpened(OpenError::WrongPassphrase)) => {
                self.counter.patience().wrong(self.table, adjournment.wrong_passphrases, Instant::now());
                // It is on record, or the disk is behind and says so itself.
                let fate = self.give(AdjournmentCommand::WrongPassphrase).await?;
                if let Fate::Busy(_) = fate {
                    tracing::warn!("table {}: a wrong passphrase could not be put on record", self.table);
                }
            }
            Err(_) => self.counter.patience().untried(self.table, Instant::now()),
        }
        Ok(opened)
    }

    /// Why a table would refuse a command that holds nothing secret; none where it would not.
    fn refusal(&self, (table, now): &Copy, command: AdjournmentCommand) -> Option<Refusal> {
        let order = Order { by: self.by, command: Command::Adjournment(command) };
        table.decide(order, *now).ok()?.step.refusal().cloned()
    }

    async fn give_typed(&self, typed: Option<AdjournmentCommand>) -> Result<Fate, Closed> {
        match typed {
            Some(command) => self.give(command).await,
            None => Ok(CounterRefusal::from(ParsePassphraseError).into()),
        }
    }

    /// Gives what comes of it to the table. It has no name: what is sealed again is another envelope.
    async fn give(&self, command: AdjournmentCommand) -> Result<Fate, Closed> {
        let order = Order { by: self.by, command: Command::Adjournment(command) };
        let arrival = Arrival { turns: self.turns, ..Arrival::default() };
        orders::give(self.venue, self.table, order, arrival).await?.fate().await
    }
}

fn refused(refusal: &Refusal) -> Taken {
    Taken::Fate(Fate::Refused(refusal.into()))
}

/// Seals what is written, in its usual notation where it is a move on this board.
fn seal(
    table: &Table,
    side: Side,
    written: &str,
    passphrase: Option<&str>,
) -> Result<Envelope, CounterRefusal> {
    let written = Zeroizing::new(table.sealed_notation(side, written));
    let salt = desk::draw_salt().map_err(|_| CounterRefusal::NotSealed)?;
    let text = table.sealed_text(salt, &written)?;
    desk::seal(&text, passphrase).map_err(|error| match error {
        DeskError::NoPassphrase => ParsePassphraseError.into(),
        DeskError::NotSealed | DeskError::WrongPassphrase | DeskError::NoEnvelope => {
            CounterRefusal::NotSealed
        }
    })
}

/// At least one.
fn whole_seconds(left: Duration) -> u64 {
    left.as_secs() + u64::from(left.subsec_nanos() > 0)
}
