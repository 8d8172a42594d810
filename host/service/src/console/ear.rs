//! What a page plays of what is said aloud: of one table at a time.

use std::sync::Arc;

use clock::Language;
use hall::{Attendance, Standing};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::console::inquiry::{Closed, ask, send};
use crate::console::message::ToPage;
use crate::console::speech::{OmittedMessage, PlayedMessage, VoiceMessage};
use crate::speech::{Listener, PagePlayer, Recordings, SpeechView};
use crate::venue::{NotHeard, Request, Venue};

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
    page: PagePlayer,
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
    page: Option<PagePlayer>,
}

/// What a page asks to hear.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// None where it is to be nothing any more.
    pub(crate) table: Option<u32>,
    /// The page's language.
    pub(crate) language: &'a str,
    /// The page's own sign.
    pub(crate) sign: &'a str,
    /// Its own volume, in hundredths.
    pub(crate) volume: u8,
    /// Whether it is the table's touch clock.
    pub(crate) standing: Standing,
}

impl Ear {
    /// Listens to a table from now on, or to none; tells why not, where it may not.
    pub(crate) async fn listen(
        &mut self,
        venue: &Venue,
        Wanted { table, language, sign, volume, standing }: Wanted<'_>,
    ) -> Result<Result<(), NotHeard>, Closed> {
        // Who asks again in another language goes on speaking for the table.
        if self.listening.as_ref().map(|listening| listening.table) != table {
            self.close(venue, Attendance::Left).await?;
        }
        let Some(table) = table else { return Ok(Ok(())) };
        let page = self.page.get_or_insert_with(|| venue.players.join(sign)).clone();
        let name = Arc::clone(&page.name);
        let volume = volume.min(100);
        let asked = ask(venue, |reply| Request::Listen { table, name, standing, volume, reply }).await?;
        let mut said = match asked {
            Ok(said) => said,
            Err(why) => return Ok(Err(why)),
        };
        let language = if language == "zh" { Language::Chinese } else { Language::English };
        let tongue = said.borrow().tongue.of(language);
        let shelf = Arc::clone(&venue.shelf);
        let recordings = Reading::UnderWay(tokio::task::spawn_blocking(move || shelf.recordings(tongue)));
        let mut listener = self.listening.take().map(|listening| listening.listener).unwrap_or_default();
        // From now on it listens, however long its recordings take.
        listener.take(&said.borrow());
        said.mark_changed();
        self.listening = Some(Listening { table, page, said, listener, recordings, rate: venue.rate });
        Ok(Ok(()))
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

    /// The page's own volume is this now.
    pub(crate) async fn volume(&self, venue: &Venue, volume: u8) -> Result<(), Closed> {
        self.attend(venue, Attendance::Here { volume: volume.min(100) }).await
    }

    async fn attend(&self, venue: &Venue, attendance: Attendance) -> Result<(), Closed> {
        let Some(Listening { table, page, .. }) = &self.listening else { return Ok(()) };
        if !venue.players.is_latest(page) {
            return Ok(());
        }
        let (table, name) = (*table, Arc::clone(&page.name));
        send(venue, Request::Attend { table, name, attendance }).await
    }

    /// The page has played something of the table that it listens to.
    pub(crate) async fn played(&self, venue: &Venue, played: PlayedMessage) -> Result<(), Closed> {
        let Some(page) = self.speaks_for(played.table) else { return Ok(()) };
        let (table, playback) = (played.table, played.playback(&page.name));
        send(venue, Request::Played { table, playback }).await
    }

    /// It has not played something of it.
    pub(crate) async fn omitted(&self, venue: &Venue, omitted: OmittedMessage) -> Result<(), Closed> {
        let Some(page) = self.speaks_for(omitted.table) else { return Ok(()) };
        let (table, omission) = (omitted.table, omitted.omission(&page.name));
        send(venue, Request::Omitted { table, omission }).await
    }

    /// The page, if that is the table that it listens to.
    fn speaks_for(&self, table: u32) -> Option<&PagePlayer> {
        self.listening.as_ref().filter(|listening| listening.table == table).map(|listening| &listening.page)
    }

    /// Listens to nothing any more: it has left, or its line was cut.
    pub(crate) async fn close(&mut self, venue: &Venue, attendance: Attendance) -> Result<(), Closed> {
        self.attend(venue, attendance).await?;
        self.listening = None;
        Ok(())
    }
}
