//! A hall in virtual time for the console's tests: real tables, a journal in memory, a disk that can be stopped.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http;
use axum::http::header::CONTENT_TYPE;
use axum::{Extension, Router};
use chrono::{DateTime, TimeDelta, Utc};
use clock::{BySide, Duration, Instant, Language};
use hall::{
    Anchor, Answer, Arrival, Entry, Hall, HallError, Manner, NewGame, OnRequest, Output, Players, Receipt,
    SpeechEntry, Standing, Ticket,
};
use journal::{Genesis, Ledger, MemoryLedger, Write};
use referee::{Game, GameKind, Player, Setup};
use serde_json::Value;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tower::ServiceExt;
use zeroize::Zeroizing;

use crate::access::role::Role;
use crate::access::{Access, Key};
use crate::console::live::Pace;
use crate::console::{self, inquiry, orders};
use crate::past::Past;
use crate::schedule::{Moment, Store};
use crate::sight::Sights;
use crate::speech::{SpeechView, Speeches, VoicePlan};
use crate::timer::Wall;
use crate::venue::{FaceView, News, NotHeard, Request, TableView, Venue, Wish};
use crate::view::{face_view, position_view, table_copy, table_view};

/// What a test does to the hall.
enum Push {
    /// Time passes.
    Pass(Duration),
    /// The wall clock may be believed, or not.
    Trust(bool),
    /// Whoever looks on is shown the moves so much later.
    Delay(Duration),
    /// The disk takes nothing, or again everything.
    Disk { writes: bool },
    /// How the orders on record came.
    Receipts(oneshot::Sender<Vec<Receipt>>),
}

/// The pages as whoever sits at this machine has them.
pub(crate) fn app(venue: Venue) -> Router {
    app_at(venue, Pace::USUAL)
}

/// The same at another pace.
pub(crate) fn app_at(venue: Venue, pace: Pace) -> Router {
    let here = SocketAddr::from((Ipv4Addr::LOCALHOST, 4_000));
    console::app_at(venue, Access::kept_nowhere(), None, pace).layer(Extension(ConnectInfo(here)))
}

/// The status and the JSON that a request with that body brings.
pub(crate) async fn ask(stand: &Stand, method: &str, path: &str, body: Value) -> (u16, Value) {
    send(stand, method, path, body.to_string()).await
}

/// The same with any body.
pub(crate) async fn send(stand: &Stand, method: &str, path: &str, body: impl Into<Body>) -> (u16, Value) {
    let request = http::Request::builder().method(method).uri(path).header(CONTENT_TYPE, "application/json");
    let request = request.body(body.into()).unwrap();
    let response = app(stand.venue.clone()).oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

/// A venue, and the test's hand on it.
pub(crate) struct Stand {
    pub(crate) venue: Venue,
    pushes: mpsc::UnboundedSender<Push>,
    task: JoinHandle<()>,
}

impl Stand {
    /// A hall of tables 1 to `tables`, whose news are kept up to so many.
    pub(crate) fn new(tables: u32, news_max: usize) -> Self {
        let (requests, incoming) = mpsc::channel(64);
        let (news, _) = broadcast::channel(news_max);
        let (pushes, pushed) = mpsc::unbounded_channel();
        let venue = Venue {
            requests,
            news: news.clone(),
            boot: "boot-1".into(),
            rate: 1,
            shelf: Arc::default(),
            players: Arc::default(),
        };
        let mut task = Task {
            hall: Hall::new(),
            ledger: MemoryLedger::default(),
            now: Instant::ZERO,
            writes: true,
            held: None,
            touch: BTreeSet::new(),
            sights: Sights::default(),
            speeches: Speeches::default(),
            tickets: BTreeMap::new(),
            opened: BTreeMap::new(),
            news,
            schedule: Store::in_memory(),
            trusted: true,
            public_delay: Duration::ZERO,
            past: Past::default(),
        };
        for table in 1..=tables {
            task.open(table, Wish::default()).unwrap();
            task.hall.configure_voice(table, VoicePlan::default().voice());
        }
        let task = tokio::spawn(task.run(incoming, pushed));
        Self { venue, pushes, task }
    }

    pub(crate) fn pass(&self, millis: u64) {
        self.push(Push::Pass(Duration::from_millis(millis)));
    }

    /// Lets time pass, a hundred times as fast as real time, until something is there.
    pub(crate) async fn pass_until<T>(&self, there: impl Future<Output = T>) -> T {
        let mut there = std::pin::pin!(there);
        loop {
            match timeout(std::time::Duration::from_millis(1), &mut there).await {
                Ok(value) => return value,
                Err(_) => self.pass(100),
            }
        }
    }

    /// Whoever looks on is shown the moves so much later.
    pub(crate) fn delay_moves(&self, delay: Duration) {
        self.push(Push::Delay(delay));
    }

    /// The wall clock may be believed, or not.
    pub(crate) fn trust(&self, trusted: bool) {
        self.push(Push::Trust(trusted));
    }

    /// Gives an order at the first table, as a script writes it; it is carried out.
    pub(crate) async fn order(&self, command: &str) {
        let fate = self.give(command).await.fate().await.unwrap();
        assert!(matches!(fate, orders::Fate::Done), "{command}: {fate:?}");
    }

    /// Gives an order at the first table, and waits for nothing.
    pub(crate) async fn send(&self, command: &str) {
        drop(self.give(command).await);
    }

    async fn give(&self, command: &str) -> orders::Pending {
        let view = inquiry::view(&self.venue, 1).await.unwrap().unwrap();
        let Ok(orders::Given::Order(order)) = orders::read(command, None, &view.setup) else {
            panic!("{command} is no order")
        };
        orders::give(&self.venue, 1, order, Arrival::default()).await.unwrap()
    }

    pub(crate) fn disk(&self, writes: bool) {
        self.push(Push::Disk { writes });
    }

    /// How the orders on record came.
    pub(crate) async fn receipts(&self) -> Vec<Receipt> {
        let (reply, answer) = oneshot::channel();
        self.push(Push::Receipts(reply));
        answer.await.unwrap()
    }

    /// The hall's task is gone.
    pub(crate) async fn end(self) {
        self.task.abort();
        assert!(self.task.await.unwrap_err().is_cancelled());
    }

    fn push(&self, push: Push) {
        self.pushes.send(push).unwrap_or_else(|_| panic!("the stand is gone"));
    }
}

struct Task {
    hall: Hall,
    ledger: MemoryLedger,
    now: Instant,
    writes: bool,
    /// A batch that waits for the disk.
    held: Option<Vec<Write>>,
    touch: BTreeSet<u32>,
    sights: Sights,
    speeches: Speeches,
    tickets: BTreeMap<Ticket, oneshot::Sender<Result<Answer, HallError>>>,
    opened: BTreeMap<u32, oneshot::Sender<Result<(), HallError>>>,
    news: broadcast::Sender<News>,
    schedule: Store,
    /// Whether the wall clock may be believed.
    trusted: bool,
    /// So much later the moves of all tables are public.
    public_delay: Duration,
    past: Past,
}

impl Task {
    async fn run(mut self, mut requests: mpsc::Receiver<Request>, mut pushes: mpsc::UnboundedReceiver<Push>) {
        self.settle();
        loop {
            tokio::select! {
                biased;
                Some(push) = pushes.recv() => self.push(push),
                Some(request) = requests.recv() => self.answer(request),
                else => return,
            }
            self.settle();
        }
    }

    fn push(&mut self, push: Push) {
        match push {
            Push::Pass(duration) => {
                self.now = self.now.plus(duration);
                let moment = self.moment();
                self.tickets.extend(self.schedule.keep(&mut self.hall, "boot-1", &moment));
            }
            Push::Trust(trusted) => self.trusted = trusted,
            Push::Delay(delay) => self.public_delay = delay,
            Push::Disk { writes } => self.writes = writes,
            Push::Receipts(reply) => {
                let games = self.ledger.games();
                let entries = games.iter().flat_map(|game| self.ledger.read(game.id()).unwrap());
                let receipts = entries
                    .filter_map(|entry| Entry::from_bytes(&entry.body).unwrap().step()?.receipt.clone());
                reply.send(receipts.collect()).unwrap();
            }
        }
    }

    /// Somebody plays what is said at a table from now on.
    fn listen(
        &mut self,
        table: u32,
        who: (&str, Standing),
        volume: u8,
    ) -> Result<watch::Receiver<Arc<SpeechView>>, NotHeard> {
        let has_room = self.hall.join_speakers(table, who, volume, self.now);
        let plan = (VoicePlan::default(), Language::English);
        let receiver =
            self.speeches.listen(&mut self.hall, table, plan, self.now).ok_or(NotHeard::NoTable)?;
        has_room.then_some(receiver).ok_or(NotHeard::Crowded)
    }

    fn answer(&mut self, request: Request) {
        // A page that has left while it asked does not hear the answer.
        match request {
            Request::Order { table, order, arrival, reply } => {
                match self.hall.order(table, order, arrival, self.now) {
                    Ok(ticket) => drop(self.tickets.insert(ticket, reply)),
                    Err(error) => drop(reply.send(Err(error))),
                }
            }
            Request::Views { table, reply } => {
                let tables: Vec<u32> = self.hall.tables().collect();
                let asked = tables.into_iter().filter(|one| table.is_none_or(|table| table == *one));
                drop(reply.send(asked.map(|table| self.view(table)).collect()));
            }
            Request::Face { table, reply } => drop(reply.send(self.face(table))),
            Request::Watch { table, reply } => {
                drop(reply.send(self.sights.watch(&self.hall, table, Manner::default(), self.now)));
            }
            Request::Position { table, number, reply } => {
                drop(reply.send(position_view(&self.hall, table, number)));
            }
            Request::Past { table, reply } => {
                drop(reply.send((self.past.of(table), self.past.speech_of(table))));
            }
            Request::Alarms { reply } => {
                let alarms = self.hall.alarms().map(|alarm| (alarm, self.since_ms(alarm.since)));
                drop(reply.send(alarms.collect()));
            }
            Request::TouchJoined { table, half } => {
                self.touch.insert(table);
                self.hall.touch_joined(table, half, self.now);
            }
            Request::Copy { table, reply } => drop(reply.send(table_copy(&self.hall, table, self.now))),
            Request::TouchLeft { table, half } => {
                self.touch.remove(&table);
                self.hall.touch_left(table, half);
            }
            Request::TouchHeard { table, half } => self.hall.touch_heard(table, half, self.now),
            Request::Pins { .. } => panic!("no stand has lines of its own"),
            Request::UnitHeard { table, bytes } => self.hall.unit_heard(table, &bytes, self.now),
            Request::GiveUpUnit { table, reply } => {
                reply.send(self.hall.give_up_unit(table, self.now)).unwrap_or_default();
            }
            Request::Listen { table, name, standing, volume, reply } => {
                drop(reply.send(self.listen(table, (&name, standing), volume)));
            }
            Request::Speaker { table, works } => self.hall.speaker_works(table, works, self.now),
            Request::Attend { table, name, attendance } => {
                self.hall.attend(table, &name, attendance, self.now);
            }
            Request::Omitted { table, omission } => {
                self.hall.omitted(table, &omission, self.now).unwrap_or_default();
            }
            Request::Played { table, playback } => {
                // What cannot be is not put on record.
                self.hall.played(table, playback, self.now).unwrap_or_default();
            }
            Request::ChangeVoice { table, change, reply } => {
                reply.send(self.hall.change_voice(table, change, self.now)).unwrap_or_default();
            }
            Request::NewGame { table, wish, reply } => match self.open_next(table, *wish) {
                Ok(()) => drop(self.opened.insert(table, reply)),
                Err(error) => drop(reply.send(Err(error))),
            },
            Request::Schedule { change, reply } => self.schedule.change(change, &self.moment(), reply),
        }
    }

    /// The hall's time zero is nine o'clock.
    fn moment(&self) -> Moment {
        let start: DateTime<Utc> = "2026-11-29T09:00:00Z".parse().unwrap();
        let passed = TimeDelta::microseconds(i64::try_from(self.now.as_micros()).unwrap());
        Moment { now: self.now, wall: Wall { time: start + passed, trusted: self.trusted }, rate: 1 }
    }

    fn open_next(&mut self, table: u32, wish: Wish) -> Result<(), HallError> {
        self.hall.shown(table).ok_or(HallError::NoTable)?;
        self.open(table, wish)
    }

    fn open(&mut self, table: u32, wish: Wish) -> Result<(), HallError> {
        let game = journal::GameId(self.ledger.next_game().0.max(u64::from(table)));
        let mut genesis = [0; 32];
        genesis[..8].copy_from_slice(&game.0.to_be_bytes());
        let black = Player { name: Some("Shen Qing".to_owned()), rank: Some("5d".to_owned()), born: None };
        let anchor = Anchor {
            boot: "boot-1".to_owned(),
            timer: self.now,
            timer_zero: None,
            table: Instant::ZERO,
            wall: None,
            trusted: false,
        };
        let given = BySide { black, white: Player::default() };
        let players = wish.players.unwrap_or(Players { given, seats: None });
        let plan = Setup::new(Game::of_kind(GameKind::Go), "10m+3x30s".parse().unwrap());
        let setup = match wish.control {
            Some(control) => Setup { control, ..self.hall.agreed(table)?.0 },
            None => wish.setup.unwrap_or_else(|| players.in_setup(&plan)),
        };
        let genesis = Genesis::from_bytes(genesis);
        let people = Vec::new();
        let opening = NewGame {
            table,
            game,
            genesis,
            setup,
            people,
            on_request: OnRequest::default(),
            replaces: wish.replaces,
            anchor,
        };
        self.hall.open(opening, self.now)
    }

    fn settle(&mut self) {
        self.hall.advance(self.now);
        let changed: Vec<u32> = self.sights.changed(self.now).collect();
        for table in changed {
            self.sights.show(&self.hall, table, Manner::default(), self.now);
        }
        loop {
            while let Some(output) = self.hall.next_output() {
                self.hand_out(output);
            }
            let Some(batch) = self.held.take_if(|_| self.writes) else { return };
            self.ledger.append(&batch).unwrap();
            self.hall.written();
        }
    }

    fn hand_out(&mut self, output: Output) {
        let news = match output {
            Output::Write(batch) => {
                self.held = Some(batch);
                if !self.writes {
                    self.hall.not_written(self.now);
                }
                return;
            }
            Output::Answer { ticket, answer } => {
                self.tickets.remove(&ticket).map(|reply| reply.send(Ok(answer)));
                return;
            }
            Output::Opened { table } => {
                self.opened.remove(&table).map(|reply| reply.send(Ok(())));
                self.past.forget(table);
                News::Opened { view: self.view(table) }
            }
            Output::Shown { table, events } => {
                self.past.take(table, &events);
                News::Shown { view: self.view(table), events: events.into() }
            }
            Output::Face { table } => {
                self.sights.show(&self.hall, table, Manner::default(), self.now);
                let plan = (VoicePlan::default(), Language::English);
                self.speeches.tell(&mut self.hall, table, plan, self.now);
                News::Face(self.face(table).unwrap())
            }
            Output::Voice { table, entry } => {
                let stands = matches!(entry, SpeechEntry::Voice(_));
                self.past.take_speech(table, entry);
                if !stands {
                    return;
                }
                News::Voice { view: self.view(table) }
            }
            Output::Alarm(alarm) => News::Alarm { alarm, since_ms: self.since_ms(alarm.since) },
            Output::AlarmOver { table, kind } => News::AlarmOver { table, kind },
        };
        // Nobody may be listening.
        self.news.send(news).unwrap_or_default();
    }

    fn since_ms(&self, since: Instant) -> u64 {
        self.now.since(since).as_millis_used()
    }

    fn view(&self, number: u32) -> Arc<TableView> {
        table_view(&self.hall, number, self.touch.contains(&number), None, self.public_delay, self.now)
            .unwrap()
    }

    fn face(&self, number: u32) -> Option<FaceView> {
        face_view(&self.hall, number, self.now)
    }
}

/// The cookie of somebody who has entered in a role over TLS; none for whoever looks on.
pub(crate) async fn cookie_of(access: &Access, role: Role) -> Option<String> {
    if role == Role::Spectator {
        return None;
    }
    let code = access.offer(role).unwrap();
    let (token, _) = access.enter(Key::Code(Zeroizing::new(code)), "", [10, 0, 0, 1].into()).await.unwrap();
    Some(format!("__Host-flagfall={}", *token))
}
