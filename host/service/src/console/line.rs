//! One page's line: what it is told, what it orders, and when it is given up.
//!
//! A page that does not read is told nothing until it does; what it missed by then it is told as it stands.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::Error;
use axum::extract::ws::{Message, WebSocket, close_code};
use clock::Duration;
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, Stream, StreamExt};
use hall::{Arrival, Attendance, HallError, Standing};
use referee::{Command, Order, Setup, StartsBy};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::access::Access;
use crate::access::role::{Right, Role};
use crate::console::badge::Badge;
use crate::console::ear::{Ear, Wanted};
use crate::console::inquiry::{self, Closed, send};
use crate::console::live::{Pace, Watch};
use crate::console::message::{FromPage, OrderMessage, ToPage};
use crate::console::orders::{self, Fate, Given, Pending};
use crate::console::round_trip::RoundTrips;
use crate::console::told::Told;
use crate::sealing::counter::CounterRefusal;
use crate::venue::{News, NotHeard, Request, TableView, Venue, Wish};

/// The longest message that a page may send, in bytes.
pub(crate) const MESSAGE_MAX: usize = 4 * 1_024;

/// Orders of one page that may wait for the disk.
const ORDERS_MAX: usize = 64;

/// Messages that may wait for a slow page before nothing more is taken from it.
const BACKLOG_MAX: usize = 256;

/// Messages that the writing half holds.
const OUTBOX_MAX: usize = 16;

/// The line is at its end: the page has left, is dead, or the hall's task is gone.
#[derive(Clone, Copy, Debug)]
struct Over;

impl From<Closed> for Over {
    fn from(_: Closed) -> Self {
        Self
    }
}

/// One page's line.
#[derive(Debug)]
pub(crate) struct Line {
    venue: Venue,
    pace: Pace,
    told: Told,
    round_trips: RoundTrips,
    /// Orders that are not on disk yet.
    orders: JoinSet<Result<ToPage, Closed>>,
    /// Messages for which the writing half has no room yet.
    backlog: VecDeque<Message>,
    heard: Instant,
    /// What the page plays.
    ear: Ear,
    /// The page was closed, or left for another.
    has_left: bool,
    /// Who is at it.
    badge: Badge,
    access: Access,
    /// Something secret came on it: it is given up, so that the buffers through which that came go.
    is_spoilt: bool,
}

impl Line {
    pub(crate) fn new(venue: Venue, watch: Watch, pace: Pace, badge: Badge, access: Access) -> Self {
        let told = Told::new(watch, badge.role, venue.rate);
        Self {
            venue,
            pace,
            told,
            round_trips: RoundTrips::default(),
            orders: JoinSet::new(),
            backlog: VecDeque::new(),
            heard: Instant::now(),
            ear: Ear::default(),
            has_left: false,
            badge,
            access,
            is_spoilt: false,
        }
    }

    /// Serves the page until it leaves or is given up.
    pub(crate) async fn run(mut self, socket: WebSocket) {
        let (sink, stream) = socket.split();
        let (outbox, letters) = mpsc::channel(OUTBOX_MAX);
        tokio::spawn(write(sink, letters, self.pace));
        let Ok(()) = self.join().await else { return };
        let Err(Over) = self.converse(stream, &outbox).await;
        // Where the hall's task is gone, nobody needs to know.
        let attendance = if self.has_left { Attendance::Left } else { Attendance::Lost };
        self.ear.close(&self.venue, attendance).await.unwrap_or_default();
        if let Some(table) = self.clock_of() {
            let half = self.told.watch.half;
            send(&self.venue, Request::TouchLeft { table, half }).await.unwrap_or_default();
        }
    }

    /// The table whose touch clock the page is.
    fn clock_of(&self) -> Option<u32> {
        self.told.watch.clock_of()
    }

    async fn join(&self) -> Result<(), Closed> {
        match self.clock_of() {
            Some(table) => {
                send(&self.venue, Request::TouchJoined { table, half: self.told.watch.half }).await
            }
            None => Ok(()),
        }
    }

    /// Tells the page everything, then listens to both sides until one ends.
    async fn converse(
        &mut self,
        mut stream: impl Stream<Item = Result<Message, Error>> + Unpin,
        outbox: &mpsc::Sender<Message>,
    ) -> Result<std::convert::Infallible, Over> {
        // From here on nothing is missed; what is told twice is known by its version.
        let mut news = self.venue.news.subscribe();
        self.greet().await?;
        let mut beat = interval(self.pace.ping_every);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if self.is_spoilt && self.backlog.is_empty() {
                return Err(Over);
            }
            tokio::select! {
                message = stream.next(), if !self.is_spoilt && self.backlog.len() < BACKLOG_MAX => {
                    self.take(message).await?;
                }
                Some(answer) = self.orders.join_next() => self.tell(&answer.map_err(|_| Over)??),
                room = outbox.reserve(), if !self.backlog.is_empty() => {
                    let room = room.map_err(|_| Over)?;
                    if let Some(message) = self.backlog.pop_front() {
                        room.send(message);
                    }
                }
                said = self.ear.hear(), if self.backlog.is_empty() => self.tell(&said),
                happened = news.recv(), if self.backlog.is_empty() => self.hear(happened).await?,
                _ = beat.tick() => {
                    self.beat()?;
                    self.publish().await?;
                }
            }
        }
    }

    fn tell(&mut self, message: &ToPage) {
        self.backlog.push_back(Message::text(message.to_json()));
    }

    /// The first messages: the tables as they stand, the alarms, and the face of a touch clock's table.
    async fn greet(&mut self) -> Result<(), Over> {
        let views = self.views().await?;
        let tables = views.iter().map(|view| view.table).collect();
        self.tell(&ToPage::Hello { boot: self.venue.boot.to_string(), rate: self.venue.rate, tables });
        views.into_iter().for_each(|view| self.snapshot(view));
        self.tell_alarms().await?;
        self.tell_face().await
    }

    /// The tables that the page follows.
    async fn views(&self) -> Result<Vec<Arc<TableView>>, Closed> {
        let mut views = inquiry::views(&self.venue).await?;
        views.retain(|view| self.told.watch.follows(view.table));
        Ok(views)
    }

    fn snapshot(&mut self, view: Arc<TableView>) {
        let message = self.told.snapshot(view);
        self.tell(&message);
    }

    async fn tell_alarms(&mut self) -> Result<(), Over> {
        let standing = inquiry::alarms(&self.venue).await?;
        self.told.alarms(standing).iter().for_each(|message| self.tell(message));
        Ok(())
    }

    async fn tell_face(&mut self) -> Result<(), Over> {
        let Some(table) = self.clock_of() else { return Ok(()) };
        if let Some(face) = inquiry::face(&self.venue, table).await? {
            self.tell(&ToPage::Face(face.into()));
        }
        Ok(())
    }

    /// Passes on what the hall's task tells everybody.
    async fn hear(&mut self, happened: Result<News, RecvError>) -> Result<(), Over> {
        match happened {
            Ok(news) => {
                self.told.news(news).iter().for_each(|message| self.tell(message));
                Ok(())
            }
            Err(RecvError::Lagged(_)) => self.catch_up().await,
            Err(RecvError::Closed) => Err(Over),
        }
    }

    /// The page was too slow and missed something: it is told everything as it stands.
    async fn catch_up(&mut self) -> Result<(), Over> {
        for view in self.views().await? {
            self.snapshot(view);
        }
        self.tell_alarms().await?;
        self.tell_face().await
    }

    /// Measures the line, and gives it up where nothing is heard, or where whoever was let in is so no more.
    fn beat(&mut self) -> Result<(), Over> {
        let now = Instant::now();
        let silent = now.saturating_duration_since(self.heard) >= self.pace.dead_after;
        if silent || self.is_shut_out() || self.venue.requests.is_closed() {
            return Err(Over);
        }
        if self.backlog.len() < BACKLOG_MAX {
            let n = self.round_trips.ping(now);
            self.tell(&ToPage::Ping { n });
        }
        Ok(())
    }

    /// Tells what has become public since.
    async fn publish(&mut self) -> Result<(), Over> {
        for table in self.told.due(Instant::now()) {
            if let Some(view) = inquiry::view(&self.venue, table).await? {
                self.snapshot(view);
            }
        }
        Ok(())
    }

    /// Whether the session of whoever is at it has ended.
    fn is_shut_out(&self) -> bool {
        self.badge.session.as_ref().is_some_and(|session| !self.access.is_in(&session.id))
    }

    /// Takes what the page sends.
    async fn take(&mut self, message: Option<Result<Message, Error>>) -> Result<(), Over> {
        let now = Instant::now();
        let Some(Ok(message)) = message else { return Err(Over) };
        if self.is_shut_out() {
            return Err(Over);
        }
        self.heard = now;
        if let Some(table) = self.clock_of() {
            send(&self.venue, Request::TouchHeard { table, half: self.told.watch.half }).await?;
        }
        match message {
            Message::Text(text) if text.len() <= MESSAGE_MAX => match serde_json::from_str(&text) {
                Ok(message) => self.follow(message, now).await?,
                Err(_) if orders::may_be_secret(text.as_bytes()) => self.spoil(),
                Err(error) => self.fault(error.to_string()),
            },
            Message::Text(text) if orders::may_be_secret(text.as_bytes()) => self.spoil(),
            Message::Text(_) => self.fault(format!("a message has at most {MESSAGE_MAX} bytes")),
            Message::Binary(_) => self.fault("messages are text".to_owned()),
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(frame) => {
                // A page that only opens another line gives no such reason.
                self.has_left = frame.is_some_and(|frame| frame.code == close_code::AWAY);
                return Err(Over);
            }
        }
        Ok(())
    }

    /// Something came that may be secret, and means nothing.
    fn spoil(&mut self) {
        self.is_spoilt = true;
        self.fault("this message means nothing".to_owned());
    }

    fn fault(&mut self, what: String) {
        self.tell(&ToPage::Fault { what });
    }

    async fn follow(&mut self, message: FromPage, now: Instant) -> Result<(), Over> {
        match message {
            FromPage::Pong { n } => self.round_trips.pong(n, now),
            FromPage::Resend { table } => self.resend(table).await?,
            FromPage::Listen { table, language, page, volume } => {
                let may = |table| {
                    self.told.watch.follows(table) && self.badge.role.may(Right::OfTable, Some(table))
                };
                let follows = table.is_none_or(may);
                let is_clock = table.is_some() && table == self.clock_of();
                let standing = if is_clock { Standing::Own } else { Standing::Other };
                let wanted = Wanted { table, language: &language, sign: &page, volume, standing };
                let heard = if follows {
                    self.ear.listen(&self.venue, wanted).await?
                } else {
                    Err(NotHeard::NoTable)
                };
                match (heard, table) {
                    (Err(NotHeard::Crowded), Some(table)) => self.tell(&ToPage::Crowded { table }),
                    (Err(_), _) => self.fault("this line plays no such table".to_owned()),
                    (Ok(()), _) => {}
                }
            }
            FromPage::Volume { volume } => self.ear.volume(&self.venue, volume).await?,
            FromPage::Played(played) => self.ear.played(&self.venue, played).await?,
            FromPage::Omitted(omitted) => self.ear.omitted(&self.venue, omitted).await?,
            FromPage::Order(order) => {
                let id = order.id.clone();
                let about_a_seal = orders::is_about_a_seal(&order.command);
                let given = self.order(order).await?;
                // What became no order may have been secret.
                self.is_spoilt |= about_a_seal && given.is_err();
                self.await_answer(id, given);
            }
            FromPage::NewGame { id, table, replace } => {
                let wish = Wish { replaces: replace, ..Wish::default() };
                let given = match self.admit(&id) {
                    Ok(()) if !self.may_open(table).await? => Err(Fate::Forbidden),
                    Ok(()) => Ok(orders::new_game(&self.venue, table, wish).await?),
                    Err(fate) => Err(fate),
                };
                self.await_answer(id, given);
            }
        }
        Ok(())
    }

    async fn resend(&mut self, table: u32) -> Result<(), Over> {
        let view =
            if self.told.watch.follows(table) { inquiry::view(&self.venue, table).await? } else { None };
        match view {
            Some(view) => self.snapshot(view),
            None => self.fault(format!("this line follows no table {table}")),
        }
        if self.clock_of() == Some(table) { self.tell_face().await } else { Ok(()) }
    }

    /// Whether one more order of that name can be taken.
    fn admit(&self, id: &str) -> Result<(), Fate> {
        if self.orders.len() >= ORDERS_MAX {
            return Err(HallError::Overloaded.into());
        }
        orders::check_name(id)
    }

    /// Gives an order to the hall, or says at once what became of it.
    async fn order(&mut self, message: OrderMessage) -> Result<Result<Pending, Fate>, Closed> {
        if let Err(fate) = self.admit(&message.id) {
            return Ok(Err(fate));
        }
        let OrderMessage { id, table, command, by, age_ms, turns } = message;
        let Some(setup) = self.setup(table).await? else { return Ok(Err(Fate::NoTable)) };
        let order = match orders::read(&command, by.as_deref(), &setup) {
            Ok(Given::Order(order)) => order,
            Ok(Given::Secret(..)) => return Ok(Err(CounterRefusal::NotHere.into())),
            Err(fate) => return Ok(Err(fate)),
        };
        if !self.badge.may_give(order.by, table) || self.told.watch.is_of_the_other(&order) {
            return Ok(Err(Fate::Forbidden));
        }
        self.badge.put_down(&self.access, Some(table), command);
        let credit = self.credit(table, &order, age_ms);
        let arrival = Arrival { credit, turns, name: Some(id) };
        orders::give(&self.venue, table, order, arrival).await.map(Ok)
    }

    /// Whether the next game may be asked for here: by the arbiter, or by the players themselves where there is none.
    async fn may_open(&self, table: u32) -> Result<bool, Closed> {
        if !self.badge.role.may(Right::Clock, Some(table)) {
            return Ok(false);
        }
        let without_arbiter =
            self.setup(table).await?.is_some_and(|setup| setup.game.starts_by == StartsBy::Press);
        Ok(without_arbiter || self.badge.role == Role::Arbiter)
    }

    /// What is agreed at a table, as the page was told of it, or else as the hall has it.
    async fn setup(&self, table: u32) -> Result<Option<Setup>, Closed> {
        if let Some(setup) = self.told.setup(table) {
            return Ok(Some(setup.clone()));
        }
        Ok(inquiry::view(&self.venue, table).await?.map(|view| view.setup.clone()))
    }

    /// Only a press on the table's own touch clock is credited with its way.
    fn credit(&self, table: u32, order: &Order, age_ms: f64) -> Duration {
        let own = self.clock_of() == Some(table);
        let press = matches!(order.command, Command::Press { .. });
        if own && press { self.round_trips.credit(age_ms) } else { Duration::ZERO }
    }

    fn await_answer(&mut self, id: String, given: Result<Pending, Fate>) {
        match given {
            Ok(pending) => {
                self.orders.spawn(async move { Ok(ToPage::answer(id, pending.fate().await?)) });
            }
            Err(fate) => self.tell(&ToPage::answer(id, fate)),
        }
    }
}

/// The writing half: ends when the page has left, or takes nothing for too long.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut letters: mpsc::Receiver<Message>, pace: Pace) {
    while let Some(letter) = letters.recv().await {
        let Ok(Ok(())) = timeout(pace.dead_after, sink.send(letter)).await else { return };
    }
    // A page that does not take this either is gone.
    drop(timeout(pace.dead_after, sink.close()).await);
}

#[cfg(test)]
mod tests;
