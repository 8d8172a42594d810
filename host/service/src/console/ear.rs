//! What a page plays of what is said aloud: of one table at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use clock::Language;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::console::inquiry::{Closed, ask, send};
use crate::console::message::ToPage;
use crate::console::speech::{PlayedMessage, VoiceMessage};
use crate::speech::{Listener, Recordings, SpeechView};
use crate::venue::{Request, Venue};

/// Pages that have played something in this run of the service, to tell them apart on record.
static PAGES: AtomicU32 = AtomicU32::new(1);

/// A tongue's recordings. The first time they are decoded, which takes a while: nothing that the page sends waits for it.
#[derive(Debug)]
enum Reading {
    UnderWay(JoinHandle<Arc<Recordings>>),
    Done(Arc<Recordings>),
    /// The program is at its end.
    GivenUp,
}

impl Reading {
    /// Waits until they are there; none where they never will be. May be dropped and called again.
    async fn done(&mut self) -> Option<&Recordings> {
        if let Self::UnderWay(handle) = self {
            *self = handle.await.map_or(Self::GivenUp, Self::Done);
        }
        match self {
            Self::Done(recordings) => Some(recordings),
            Self::UnderWay(_) | Self::GivenUp => None,
        }
    }
}

/// A table that a page plays.
#[derive(Debug)]
struct Listening {
    table: u32,
    name: Arc<str>,
    said: watch::Receiver<Arc<SpeechView>>,
    listener: Listener,
    recordings: Reading,
    /// How many times faster than real time the tables run.
    rate: u32,
}

/// The ear of one page.
#[derive(Debug, Default)]
pub(crate) struct Ear {
    listening: Option<Listening>,
    /// By which it is known on record.
    name: Option<Arc<str>>,
}

impl Ear {
    /// Listens to a table from now on, or to none; `false` where there is no such table.
    pub(crate) async fn listen(
        &mut self,
        venue: &Venue,
        table: Option<u32>,
        language: &str,
    ) -> Result<bool, Closed> {
        // Who asks again in another language goes on speaking for the table.
        if self.listening.as_ref().map(|listening| listening.table) != table {
            self.close(venue).await?;
        }
        let Some(table) = table else { return Ok(true) };
        let number = || format!("page {}", PAGES.fetch_add(1, Ordering::Relaxed)).into();
        let name = Arc::clone(self.name.get_or_insert_with(number));
        let asked = Arc::clone(&name);
        let Some(mut said) = ask(venue, |reply| Request::Listen { table, name: asked, reply }).await? else {
            return Ok(false);
        };
        let language = if language == "zh" { Language::Chinese } else { Language::English };
        let tongue = said.borrow().tongue.of(language);
        let shelf = Arc::clone(&venue.shelf);
        let recordings = Reading::UnderWay(tokio::task::spawn_blocking(move || shelf.recordings(tongue)));
        let mut listener = self.listening.take().map(|listening| listening.listener).unwrap_or_default();
        // From now on it listens, however long its recordings take.
        listener.take(&said.borrow());
        said.mark_changed();
        self.listening = Some(Listening { table, name, said, listener, recordings, rate: venue.rate });
        Ok(true)
    }

    /// Waits until there is something to play anew.
    pub(crate) async fn hear(&mut self) -> ToPage {
        let Some(Listening { said, listener, recordings, rate, .. }) = &mut self.listening else {
            return std::future::pending().await;
        };
        let Some(recordings) = recordings.done().await else { return std::future::pending().await };
        if said.changed().await.is_err() {
            // Nobody tells any more: the hall's task is gone.
            return std::future::pending().await;
        }
        let mut view = said.borrow_and_update().as_of_now(*rate);
        view.say = listener.take(&view);
        ToPage::Voice(VoiceMessage::new(&view, recordings))
    }

    /// The page has played something of the table that it listens to.
    pub(crate) async fn played(&self, venue: &Venue, played: PlayedMessage) -> Result<(), Closed> {
        let Some(Listening { table, name, .. }) = &self.listening else { return Ok(()) };
        if played.table != *table {
            return Ok(());
        }
        let playback = played.playback(name);
        send(venue, Request::Played { table: *table, playback }).await
    }

    /// Listens to nothing any more.
    pub(crate) async fn close(&mut self, venue: &Venue) -> Result<(), Closed> {
        let Some(Listening { table, name, .. }) = self.listening.take() else { return Ok(()) };
        send(venue, Request::Silent { table, name }).await
    }
}
