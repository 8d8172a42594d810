//! The task that owns the hall: requests and time go in, batches go to the disk, and what is there is told.

mod games;
mod keys;
mod lines;
mod sights;
mod speech;
mod touch;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration as Real;

use clock::{Duration, Instant};
use hall::{Answer, Arrival, Cause, Hall, HallError, Output, Ticket};
use journal::{GameId, Head, RandomError};
use referee::Order;
use tokio::sync::{broadcast, mpsc, oneshot};
use tracing::{info, warn};

use crate::archive::{Archive, Told};
use crate::driver::keys::OwnLines;
use crate::driver::speech::{QuietHours, disbelieve};
use crate::opening::TablePlan;
use crate::past::Past;
use crate::recovery::Recovered;
use crate::schedule::{Moment, Store};
use crate::sight::Sights;
use crate::speech::Speeches;
use crate::timer::Timer;
use crate::units::Frame;
use crate::venue::{News, Request, TableView, Wish};
use crate::view::{face_view, position_view, table_copy, table_view};

/// Requests that are taken before time is let pass again.
const REQUESTS_AT_ONCE: usize = 256;

/// How long the start and a shutdown wait for the disk.
const SAVE_WAIT: Real = Real::from_secs(5);

type Reply<T> = oneshot::Sender<Result<T, HallError>>;

/// Why the task ends before it is told to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DriverError {
    /// The journal's thread is gone.
    #[error("the thread that writes the journal has ended")]
    ArchiveGone,
    /// At the start or at a shutdown, the disk did not take what was decided.
    #[error("the disk did not take what is to be put on record within {} s", SAVE_WAIT.as_secs())]
    Unsaved,
}

/// The task.
#[derive(Debug)]
pub(crate) struct Driver {
    hall: Hall,
    timer: Timer,
    archive: Archive,
    news: broadcast::Sender<News>,
    boot: Arc<str>,
    plans: BTreeMap<u32, TablePlan>,
    schedule: Store,
    next_game: GameId,
    /// The head with which each signed record was closed.
    closed: HashMap<GameId, Head>,
    /// The latest that happened at each table.
    past: Past,
    /// Who waits for an answer.
    replies: HashMap<Ticket, Reply<Answer>>,
    /// Who waits for a game to be opened.
    openers: HashMap<u32, Reply<()>>,
    /// Tables that have a touch clock: how many pages, and when the face changes by itself.
    faces: BTreeMap<u32, (u32, Option<Instant>)>,
    /// Tables whose faces displays and mirrors show.
    sights: Sights,
    /// Tables whose faces have changed.
    changed: BTreeSet<u32>,
    /// Tables whose voice somebody plays.
    speeches: Speeches,
    quiet: QuietHours,
    /// The keys and lamps on this machine's own lines.
    own: OwnLines,
    /// Where the frames of tables' units go.
    lines: BTreeMap<u32, mpsc::Sender<Frame>>,
}

impl Driver {
    /// A driver of a hall as it was recovered.
    pub(crate) fn new(
        recovered: Recovered,
        timer: Timer,
        archive: Archive,
        news: broadcast::Sender<News>,
        boot: Arc<str>,
        next_game: GameId,
        schedule: Store,
    ) -> Self {
        let Recovered { hall, closed, past } = recovered;
        Self {
            hall,
            closed,
            past,
            timer,
            archive,
            news,
            boot,
            plans: BTreeMap::new(),
            schedule,
            next_game,
            replies: HashMap::new(),
            openers: HashMap::new(),
            faces: BTreeMap::new(),
            sights: Sights::default(),
            speeches: Speeches::default(),
            quiet: QuietHours::default(),
            changed: BTreeSet::new(),
            own: OwnLines::default(),
            lines: BTreeMap::new(),
        }
    }

    /// Sets the tables up; one that has no game gets one.
    pub(crate) fn set_up(&mut self, plans: Vec<TablePlan>) -> Result<(), RandomError> {
        for plan in plans {
            let (table, touch_lost, voice) = (plan.number, plan.touch_lost, plan.voice.voice());
            let as_planned = self.is_as_planned(table, &plan.setup);
            self.plans.insert(table, plan);
            if !as_planned && let Err(error) = self.open(table, Wish::default(), self.timer.now())? {
                warn!("table {table}: {error}: the configuration holds from the next game on");
            }
            self.hall.set_touch_lost(table, touch_lost);
            self.hall.configure_voice(table, voice);
            self.attach(table);
            self.show_at_unit(table);
        }
        for table in self.hall.tables().filter(|table| !self.plans.contains_key(table)) {
            warn!("table {table} is not in the configuration: its last game is still there");
        }
        Ok(())
    }

    /// Waits until the tables as set up are on disk: before that, what is shown of them is what was before.
    pub(crate) async fn settle(&mut self) -> Result<(), DriverError> {
        tokio::time::timeout(SAVE_WAIT, self.save()).await.map_err(|_| DriverError::Unsaved)?
    }

    /// Works until `stop` is told or dropped; then pauses all tables and waits for the disk.
    pub(crate) async fn run(
        mut self,
        mut requests: mpsc::Receiver<Request>,
        mut stop: oneshot::Receiver<()>,
    ) -> Result<(), DriverError> {
        loop {
            self.put_out()?;
            let due = self.due();
            tokio::select! {
                biased;
                _ = &mut stop => break,
                told = self.archive.told.recv() => self.hear(told)?,
                request = requests.recv() => match request {
                    Some(request) => self.take(request, &mut requests),
                    None => break,
                },
                () = self.timer.sleep_until(due) => self.advance(),
            }
        }
        self.close().await
    }

    /// The next moment at which something happens by itself.
    fn due(&self) -> Option<Instant> {
        let faces = self.faces.values().filter_map(|(_, due)| *due);
        let schedule = self.schedule.poll_at(self.timer.now());
        let sights = self.sights.poll_at();
        let speech = [self.speeches.poll_at(), self.quiet_at()].into_iter().flatten();
        self.hall.poll_at().into_iter().chain(schedule).chain(faces).chain(sights).chain(speech).min()
    }

    fn advance(&mut self) {
        let now = self.now();
        self.hall.advance(now);
        let due = self.faces.iter().filter(|(_, (_, due))| due.is_some_and(|due| due <= now));
        self.changed.extend(due.map(|(table, _)| *table));
        self.changed.extend(self.sights.changed(now));
        self.changed.extend(self.speeches.due(now));
        self.keep_quiet(now);
    }

    /// The hall's time. What was set for a time before it is done first, and if the machine has slept meanwhile, that
    /// is put on record.
    fn now(&mut self) -> Instant {
        let now = self.timer.now();
        if !self.schedule.is_empty() {
            let moment = self.moment(now);
            self.replies.extend(self.schedule.keep(&mut self.hall, &self.boot, &moment));
        }
        if let Some(gap) = self.timer.slept() {
            warn!("the machine slept for {} s: all tables stand paused", gap.as_secs());
            self.hall.interrupt(Cause::Slept, Some(gap), now);
        }
        now
    }

    fn moment(&self, now: Instant) -> Moment {
        Moment { now, wall: self.timer.wall(), rate: self.timer.rate() }
    }

    /// Takes a request, and what came with it.
    fn take(&mut self, first: Request, requests: &mut mpsc::Receiver<Request>) {
        self.take_one(first);
        for _ in 1..REQUESTS_AT_ONCE {
            let Ok(request) = requests.try_recv() else { break };
            self.take_one(request);
        }
        self.advance();
    }

    fn take_one(&mut self, request: Request) {
        let now = self.now();
        match request {
            Request::Order { table, order, arrival, reply } => self.order(table, order, arrival, reply, now),
            // That nobody waits for an answer any more is nobody's loss.
            Request::Views { table, reply } => drop(reply.send(self.views(table, now))),
            Request::Face { table, reply } => drop(reply.send(face_view(&self.hall, table, now))),
            Request::Watch { table, reply } => drop(reply.send(self.watch(table, now))),
            Request::Position { table, number, reply } => {
                drop(reply.send(position_view(&self.hall, table, number)));
            }
            Request::Copy { table, reply } => drop(reply.send(table_copy(&self.hall, table, now))),
            Request::Past { table, reply } => {
                drop(reply.send((self.past.of(table), self.past.speech_of(table))));
            }
            Request::Alarms { reply } => {
                let alarms = self.hall.alarms().map(|alarm| (alarm, self.real_ms(now.since(alarm.since))));
                drop(reply.send(alarms.collect()));
            }
            Request::TouchJoined { table, half } => self.touch_joined(table, half, now),
            Request::TouchLeft { table, half } => self.touch_left(table, half),
            Request::TouchHeard { table, half } => self.hall.touch_heard(table, half, now),
            Request::Pins { table, word } => self.pins_said(table, word, now),
            Request::UnitHeard { table, bytes } => self.hall.unit_heard(table, &bytes, now),
            Request::GiveUpUnit { table, reply } => drop(reply.send(self.hall.give_up_unit(table, now))),
            Request::Listen { table, name, standing, volume, reply } => {
                drop(reply.send(self.listen(table, (&name, standing), volume, now)));
            }
            Request::Speaker { table, works } => self.hall.speaker_works(table, works, now),
            Request::Attend { table, name, attendance } => self.hall.attend(table, &name, attendance, now),
            Request::Played { table, playback } => {
                disbelieve(table, self.hall.played(table, playback, now));
            }
            Request::Omitted { table, omission } => {
                disbelieve(table, self.hall.omitted(table, &omission, now));
            }
            Request::ChangeVoice { table, change, reply } => {
                reply.send(self.hall.change_voice(table, change, now)).unwrap_or_default();
            }
            Request::NewGame { table, wish, reply } => self.new_game(table, *wish, reply, now),
            Request::Schedule { change, reply } => self.schedule.change(change, &self.moment(now), reply),
        }
    }

    fn order(&mut self, table: u32, order: Order, arrival: Arrival, reply: Reply<Answer>, now: Instant) {
        match self.hall.order(table, order, arrival, now) {
            Ok(ticket) => drop(self.replies.insert(ticket, reply)),
            Err(error) => drop(reply.send(Err(error))),
        }
    }

    /// A table as on disk.
    fn view(&self, table: u32, now: Instant) -> Option<Arc<TableView>> {
        let game = self.hall.game(table);
        let head = game.and_then(|game| self.closed.get(&game)).copied();
        let public_delay = self.plans.get(&table).map(|plan| plan.public_delay).unwrap_or_default();
        table_view(&self.hall, table, self.faces.contains_key(&table), head, public_delay, now)
    }

    fn views(&self, table: Option<u32>, now: Instant) -> Vec<Arc<TableView>> {
        let tables: Vec<u32> = table.map_or_else(|| self.hall.tables().collect(), |table| vec![table]);
        tables.into_iter().filter_map(|table| self.view(table, now)).collect()
    }

    /// Keeps the head with which each record is closed, one of these that have come to be on disk.
    fn close_signed(&mut self, heads: &[Head]) {
        for table in self.hall.tables() {
            let Some(game) = self.hall.game(table) else { continue };
            let Some(seq) = self.hall.closing(table) else {
                self.closed.remove(&game);
                continue;
            };
            let known = self.closed.get(&game).is_some_and(|head| head.seq == seq);
            let closing = |head: &&Head| head.game == game && head.seq == seq;
            if let Some(head) = heads.iter().find(closing).filter(|_| !known) {
                self.closed.insert(game, *head);
            }
        }
    }

    /// Hears the journal's thread.
    fn hear(&mut self, told: Option<Told>) -> Result<(), DriverError> {
        let now = self.now();
        match told.ok_or(DriverError::ArchiveGone)? {
            Told::Written(heads) => {
                self.hall.written();
                self.close_signed(&heads);
            }
            Told::Refused => self.hall.not_written(now),
            Told::Reopened { heads, entries } => {
                self.hall.reopened(|game| heads.get(&game).map(|head| head.seq));
                self.close_signed(&entries);
            }
        }
        Ok(())
    }

    /// Brings out what the hall has to say.
    fn put_out(&mut self) -> Result<(), DriverError> {
        while let Some(output) = self.hall.next_output() {
            match output {
                Output::Write(batch) => {
                    self.archive.batches.try_send(batch).map_err(|_| DriverError::ArchiveGone)?;
                }
                Output::Answer { ticket, answer } => {
                    if let Some(reply) = self.replies.remove(&ticket) {
                        drop(reply.send(Ok(answer)));
                    }
                }
                Output::Face { table } => drop(self.changed.insert(table)),
                Output::Voice { table, entry } => self.tell_voice(table, entry),
                output @ (Output::Shown { .. }
                | Output::Opened { .. }
                | Output::Alarm(_)
                | Output::AlarmOver { .. }) => self.tell(output),
            }
        }
        self.tell_faces();
        self.own.tell(&self.hall);
        self.send_frames();
        Ok(())
    }

    /// Tells everybody.
    fn tell(&mut self, output: Output) {
        let now = self.timer.now();
        let news = match output {
            Output::Shown { table, events } => {
                self.past.take(table, &events);
                self.view(table, now).map(|view| News::Shown { view, events: events.into() })
            }
            Output::Opened { table } => {
                if let Some(reply) = self.openers.remove(&table) {
                    let _ = reply.send(Ok(()));
                }
                self.changed.insert(table);
                self.past.forget(table);
                self.view(table, now).map(|view| News::Opened { view })
            }
            Output::Alarm(alarm) => {
                Some(News::Alarm { alarm, since_ms: self.real_ms(now.since(alarm.since)) })
            }
            Output::AlarmOver { table, kind } => Some(News::AlarmOver { table, kind }),
            Output::Write(_) | Output::Answer { .. } | Output::Face { .. } | Output::Voice { .. } => None,
        };
        // Without a page open, nobody listens.
        let _ = news.map(|news| self.news.send(news));
    }

    /// Shows the faces that have changed to the pages that show them.
    fn tell_faces(&mut self) {
        let now = self.timer.now();
        for table in std::mem::take(&mut self.changed) {
            self.show_sight(table, now);
            self.tell_speech(table, now);
            let Some((_, due)) = self.faces.get_mut(&table) else { continue };
            *due = self.hall.face_at(table, now);
            if let Some(face) = face_view(&self.hall, table, now) {
                let _ = self.news.send(News::Face(face));
            }
        }
    }

    /// How long a length of the hall's time really is, in milliseconds.
    fn real_ms(&self, length: Duration) -> u64 {
        u64::try_from(self.timer.real(length).as_millis()).unwrap_or(u64::MAX)
    }

    /// Pauses all tables, waits until everything is on disk, and closes the journal.
    async fn close(mut self) -> Result<(), DriverError> {
        let now = self.now();
        self.hall.interrupt(Cause::Shutdown, None, now);
        let saved = self.settle().await;
        let Archive { batches, told, thread, .. } = self.archive;
        drop((batches, told));
        self.schedule.close().await;
        saved?;
        let ended = tokio::task::spawn_blocking(move || thread.join()).await;
        ended.ok().and_then(Result::ok).ok_or(DriverError::ArchiveGone)?;
        info!("everything is on record");
        Ok(())
    }

    async fn save(&mut self) -> Result<(), DriverError> {
        loop {
            self.put_out()?;
            if self.hall.is_saved() {
                return Ok(());
            }
            let due = self.hall.poll_at();
            tokio::select! {
                told = self.archive.told.recv() => self.hear(told)?,
                () = self.timer.sleep_until(due) => self.advance(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hall::AlarmKind;
    use hall::Said;
    use journal::Options;
    use referee::{Command, Who};
    use tempfile::TempDir;
    use tokio::sync::watch;

    use crate::archive;
    use crate::config::Config;
    use crate::pins::{Heard, Word};

    /// A driver of the demonstration tables, what it is asked by, what it tells, and its folder.
    struct Stand {
        driver: Driver,
        requests: mpsc::Sender<Request>,
        waiting: mpsc::Receiver<Request>,
        news: broadcast::Receiver<News>,
        _folder: TempDir,
    }

    async fn stand(options: Options) -> Stand {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::start(archive::open(folder.path(), options).unwrap()).unwrap();
        let (news, told) = broadcast::channel(64);
        let (requests, waiting) = mpsc::channel(8);
        let mut driver = Driver::new(
            Recovered::default(),
            Timer::start(1, true),
            archive,
            news,
            "b".into(),
            GameId(1),
            Store::in_memory(),
        );
        driver.set_up(Config::default().tables).unwrap();
        driver.settle().await.unwrap();
        Stand { driver, requests, waiting, news: told, _folder: folder }
    }

    async fn order(requests: &mpsc::Sender<Request>, command: Command) -> Result<Answer, HallError> {
        let (reply, answer) = oneshot::channel();
        let order = Order { by: Who::Both, command };
        requests.send(Request::Order { table: 1, order, arrival: Arrival::default(), reply }).await.unwrap();
        answer.await.unwrap()
    }

    async fn status(requests: &mpsc::Sender<Request>) -> String {
        let (reply, views) = oneshot::channel();
        requests.send(Request::Views { table: Some(1), reply }).await.unwrap();
        views.await.unwrap()[0].state["status"].as_str().unwrap().to_owned()
    }

    #[tokio::test]
    async fn after_the_machine_slept_the_tables_stand_paused() {
        let Stand { mut driver, requests, waiting, news: _news, _folder } = stand(Options::default()).await;
        let now = driver.timer.now();
        let start = Order { by: Who::Both, command: Command::Start { side: None } };
        driver.hall.order(1, start, Arrival::default(), now).unwrap();
        driver.advance();
        driver.settle().await.unwrap();
        driver.timer.pretend_sleep(Duration::from_mins(20));
        let (stop, stopping) = oneshot::channel();
        let running = tokio::spawn(driver.run(waiting, stopping));
        order(&requests, Command::Query { side: clock::Side::Black }).await.unwrap();
        assert_eq!(status(&requests).await, "paused");
        drop(stop);
        running.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn in_quiet_hours_every_table_that_speaks_is_silent_and_its_face_says_so() {
        let Stand { mut driver, news: _news, _folder, .. } = stand(Options::default()).await;
        let muted = |driver: &Driver, table| driver.hall.face(table, driver.timer.now()).unwrap().muted;
        assert!(!muted(&driver, 1));
        // Whatever time of day it is.
        let mut always = crate::speech::Quiet::default();
        for span in ["00:00-12:00", "12:00-00:00"] {
            always.add(span).unwrap();
        }
        driver.set_quiet(always);
        driver.advance();
        driver.settle().await.unwrap();
        assert_eq!(
            [1, 2, 3].map(|table| muted(&driver, table)),
            [true, true, false],
            "in chess nothing is said"
        );
        let speech = driver.past.speech_of(1);
        assert!(
            matches!(&speech[0].entry, hall::SpeechEntry::Voice(entry) if entry.voice.quiet),
            "{speech:?}"
        );
    }

    #[tokio::test]
    async fn where_nobody_knows_the_time_of_day_no_table_is_silent_and_that_is_told_once() {
        let Stand { mut driver, mut news, _folder, .. } = stand(Options::default()).await;
        let (mut noon, now) = (crate::speech::Quiet::default(), driver.timer.now());
        noon.add("12:00-13:00").unwrap();
        driver.set_quiet(noon);
        let time = chrono::NaiveTime::from_hms_opt(12, 30, 0);
        let muted = |driver: &Driver| driver.hall.muted(1).is_some();
        driver.keep_quiet_at(time, now);
        assert!(muted(&driver), "it is known to be noon");
        driver.keep_quiet_at(None, now);
        driver.keep_quiet_at(None, now);
        driver.settle().await.unwrap();
        assert!(!muted(&driver));
        let mut told = 0;
        while let Ok(news) = news.try_recv() {
            told +=
                u32::from(matches!(news, News::Alarm { alarm, .. } if alarm.kind == AlarmKind::QuietHours));
        }
        assert_eq!(told, 1);
    }

    #[tokio::test]
    async fn presses_act_at_their_stamps_once_the_floor_is_there_that_the_reader_was_asked_for() {
        let Stand { driver, requests, waiting, mut news, _folder } = stand(Options::default()).await;
        let axis = driver.timer.axis();
        let (_stop, stopping) = oneshot::channel();
        tokio::spawn(driver.run(waiting, stopping));
        let (tell, mut due) = watch::channel(None);
        requests.send(Request::Pins { table: 1, word: Word::KeysAttached { due: tell } }).await.unwrap();
        let mut shown = Vec::new();
        // The first press starts the clock of the other side.
        let (first, second) = (axis.now(), axis.now().plus(Duration::from_micros(12_345)));
        for (stamp, side) in [(first, clock::Side::White), (second, clock::Side::Black)] {
            let heard = Heard { said: vec![(Said::Press(side), stamp)], floor: Instant::ZERO };
            requests.send(Request::Pins { table: 1, word: Word::Keys(heard) }).await.unwrap();
            due.wait_for(|due| *due == Some(stamp)).await.unwrap();
            axis.sleep_until(Some(stamp)).await;
            let heard = Heard { said: Vec::new(), floor: stamp };
            requests.send(Request::Pins { table: 1, word: Word::Keys(heard) }).await.unwrap();
            while shown.last() != Some(&side) {
                if let News::Shown { events, .. } = news.recv().await.unwrap() {
                    assert!(events.iter().all(|event| event.at == events[0].at));
                    shown.push(side);
                    due.borrow_and_update();
                }
            }
        }
        let (reply, views) = oneshot::channel();
        requests.send(Request::Views { table: Some(1), reply }).await.unwrap();
        let view = views.await.unwrap().remove(0);
        assert_eq!(
            (view.state["status"].as_str(), view.state["turn"].as_str()),
            (Some("running"), Some("white"))
        );
    }

    #[tokio::test]
    async fn of_a_flood_of_presses_that_are_read_together_none_is_lost() {
        let Stand { driver, requests, waiting, mut news, _folder } = stand(Options::default()).await;
        let axis = driver.timer.axis();
        let (_stop, stopping) = oneshot::channel();
        tokio::spawn(driver.run(waiting, stopping));
        let (tell, _due) = watch::channel(None);
        requests.send(Request::Pins { table: 1, word: Word::KeysAttached { due: tell } }).await.unwrap();
        let first = axis.now();
        let stamp = |place: u64| first.plus(Duration::from_micros(place));
        // The first starts the other side's clock, the others change nothing.
        let said: Vec<_> = (0..200).map(|place| (Said::Press(clock::Side::White), stamp(place))).collect();
        axis.sleep_until(Some(stamp(200))).await;
        let heard = Heard { said, floor: stamp(200) };
        requests.send(Request::Pins { table: 1, word: Word::Keys(heard) }).await.unwrap();
        let mut stamps = Vec::new();
        while stamps.len() < 200 {
            if let News::Shown { events, .. } = news.recv().await.unwrap() {
                stamps.extend(events.iter().map(|event| event.at));
            }
        }
        assert!(stamps.windows(2).all(|two| two[1].since(two[0]) == Duration::from_micros(1)), "{stamps:?}");
    }

    #[tokio::test]
    async fn a_disk_that_refuses_raises_an_alarm_and_the_clocks_go_on() {
        let options = Options { pages_max: Some(24), ballast_len: 0, ..Options::default() };
        let Stand { driver, requests, waiting, mut news, _folder } = stand(options).await;
        let (_stop, stopping) = oneshot::channel();
        tokio::spawn(driver.run(waiting, stopping));
        order(&requests, Command::Start { side: None }).await.unwrap();
        let why = "x".repeat(8_000);
        let writing = requests.clone();
        tokio::spawn(async move {
            for _ in 0..20 {
                let _ = order(&writing, Command::Pause { why: Some(why.clone()) }).await;
            }
        });
        while !matches!(news.recv().await.unwrap(), News::Alarm { alarm, .. } if alarm.kind == AlarmKind::Disk)
        {
        }
        let (reply, face) = oneshot::channel();
        requests.send(Request::Face { table: 1, reply }).await.unwrap();
        assert!(face.await.unwrap().unwrap().pending > 0, "it shows what is not on disk yet");
    }
}
