//! The shell: opens lines, waits for edges, and carries between boards and the hall's task.

use std::sync::Arc;
use std::time::Duration as Real;

use clock::{EventKind, Instant, Side};
use panel::signals::{Shows, Signal, Signals};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc, watch};
use tracing::{debug, info, warn};

use super::reader::{KeyWords, LAG, Queue, Reader};
use super::{Boards, Lines, Outputs, Pins, PinsError, RawEdge, Wake, Word};
use crate::opening::TablePlan;
use crate::timer::Axis;
use crate::venue::{News, Venue};

/// Something that a clock said, and when by the axis of whoever sounds it.
pub(crate) type Sound = (EventKind, Instant);

/// What may wait to be sounded.
const SOUNDS_MAX: usize = 64;

/// How long lines that cannot be had are left alone.
const TRY_EVERY: Real = Real::from_secs(3);

/// Starts what reads the keys and drives the lamps and buzzers of the tables that have them on this machine's lines.
/// In a demonstration that is faster than real time there are none: keys bounce in real time.
pub(crate) fn start(venue: &Venue, tables: &[TablePlan], axis: Axis) {
    let boards = Arc::new(Boards::default());
    for TablePlan { number, pins, .. } in tables {
        let (Some(pins), table) = (pins, *number) else { continue };
        if venue.rate != 1 {
            warn!("table {table}: {pins}: not used faster than real time");
            continue;
        }
        let news = pins.has_signals().then(|| venue.news.subscribe());
        let sounds = open(table, pins, axis, &boards, &venue.requests);
        if let Some(news) = news {
            tokio::spawn(sound_news(table, axis, news, sounds));
        }
    }
}

/// The same for a unit that is a process of its own: it is told what the hall's task is, and says itself what happened.
pub(crate) fn start_for_unit(pins: &Pins, axis: Axis, words: &mpsc::Sender<Word>) -> mpsc::Sender<Sound> {
    open(0, pins, axis, &Arc::default(), words)
}

/// Starts what is at one table's lines, and gives back where it is told what is to be sounded.
fn open<T: From<(u32, Word)> + Send + 'static>(
    table: u32,
    pins: &Pins,
    axis: Axis,
    boards: &Arc<Boards>,
    words: &mpsc::Sender<T>,
) -> mpsc::Sender<Sound> {
    let (sounds, heard) = mpsc::channel(SOUNDS_MAX);
    let port = || Port { table, pins: pins.clone(), axis, boards: Arc::clone(boards), words: words.clone() };
    if pins.has_signals() {
        tokio::spawn(port().signal(heard));
    }
    tokio::spawn(port().read());
    sounds
}

/// What is on disk of a table, to be sounded.
async fn sound_news(
    table: u32,
    axis: Axis,
    mut news: broadcast::Receiver<News>,
    sounds: mpsc::Sender<Sound>,
) {
    loop {
        let (view, events) = match news.recv().await {
            Ok(News::Shown { view, events }) if view.table == table => (view, events),
            // What was missed is not worth a sound any more.
            Ok(_) | Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        let now = axis.now();
        for event in events.iter() {
            let at = now.minus(view.now.since(event.at));
            if let referee::EventKind::Clock(kind) = event.kind
                && sounds.send((kind, at)).await.is_err()
            {
                return;
            }
        }
    }
}

/// Something that goes wrong again and again: said once, until it is another thing or goes well.
#[derive(Debug, Default)]
struct Complaint(Option<PinsError>);

impl Complaint {
    fn say(&mut self, table: u32, what: &str, error: PinsError) {
        if self.0.as_ref() != Some(&error) {
            warn!("table {table}: {what} {error}; trying again every {} s", TRY_EVERY.as_secs());
            self.0 = Some(error);
        }
    }
}

/// Nobody is told any more.
struct Ended;

impl<T> From<mpsc::error::SendError<T>> for Ended {
    fn from(_: mpsc::error::SendError<T>) -> Self {
        Self
    }
}

/// One table's lines, and who is told of them.
#[derive(Debug)]
struct Port<T> {
    table: u32,
    pins: Pins,
    axis: Axis,
    boards: Arc<Boards>,
    words: mpsc::Sender<T>,
}

impl<T: From<(u32, Word)>> Port<T> {
    async fn say(&self, word: Word) -> Result<(), Ended> {
        Ok(self.words.send((self.table, word).into()).await?)
    }

    /// Reads the keys as long as somebody is told, and opens their lines again whenever that is possible.
    async fn read(self) {
        let mut complaint = Complaint::default();
        while let Ok(error) = self.read_on(&mut complaint).await {
            complaint.say(self.table, "the keys cannot be read:", error);
            if self.say(Word::KeysLost).await.is_err() {
                return;
            }
            tokio::time::sleep(TRY_EVERY).await;
        }
    }

    /// Reads until something goes wrong, and gives that back.
    async fn read_on(&self, complaint: &mut Complaint) -> Result<PinsError, Ended> {
        let opened = self.boards.keys(&self.pins).and_then(|lines| {
            let (wake, held) = (lines.wake()?, lines.closed()?);
            let waiting = Waiting::new(wake).map_err(|error| PinsError::new(&self.pins, error))?;
            Ok((lines, waiting, held))
        });
        let (mut lines, waiting, held) = match opened {
            Ok(opened) => opened,
            Err(error) => return Ok(error),
        };
        info!("table {}: keys on {}", self.table, self.pins);
        complaint.0 = None;
        let mut reader = Reader::new(&self.pins, &held, self.axis.now());
        let (tell, mut told) = watch::channel(None);
        self.say(Word::KeysAttached { due: tell }).await?;
        loop {
            let due = *told.borrow_and_update();
            if let Err(error) = self.read_once(&mut *lines, &mut reader, due).await? {
                return Ok(error);
            }
            tokio::select! {
                () = waiting.wait() => {}
                () = self.axis.sleep_until(Some(reader.read_at(due))) => {}
                changed = told.changed() => if changed.is_err() { return Err(Ended) },
            }
        }
    }

    /// Reads the queue empty, and tells what is to be told. The clock is read first: an edge that comes while the
    /// queue is read is later than what is then stated.
    async fn read_once(
        &self,
        lines: &mut dyn Lines,
        reader: &mut Reader,
        due: Option<Instant>,
    ) -> Result<Result<(), PinsError>, Ended> {
        let now = self.axis.now();
        let queue = match self.queue(lines, reader, now) {
            Ok(queue) => queue,
            Err(error) => return Ok(Err(error)),
        };
        if let Some(heard) = reader.read(queue, due) {
            self.say(Word::Keys(heard)).await?;
        }
        Ok(Ok(()))
    }

    /// Reads what is queued, and now and then how contacts stand behind that.
    fn queue(&self, lines: &mut dyn Lines, reader: &Reader, now: Instant) -> Result<Queue, PinsError> {
        let mut edges = Vec::new();
        let emptied = lines.drain(&mut edges)?;
        edges.iter().for_each(|edge| self.trace(reader, edge));
        let closed = (emptied && reader.is_to_look(now)).then(|| lines.closed()).transpose()?;
        let edges = edges.into_iter().map(|edge| (edge, self.axis.at_stamp(edge.stamp_ns))).collect();
        // Where more may be queued nothing is known but the edges.
        let read_to = if emptied { now.minus(LAG) } else { Instant::ZERO };
        Ok(Queue { edges, read_to, closed })
    }

    /// Each edge as the kernel noted it, for whoever asks for it.
    fn trace(&self, reader: &Reader, edge: &RawEdge) {
        let RawEdge { line, contact, stamp_ns, sequence, interrupt } = *edge;
        let key = KeyWords(reader.key(line));
        debug!(table = self.table, %key, line, ?contact, stamp_ns, sequence, interrupt, "edge");
    }
}

/// Waits until there may be edges.
#[derive(Debug)]
enum Waiting {
    Readable(AsyncFd<std::os::fd::OwnedFd>),
    Every(Real),
}

impl Waiting {
    #[expect(
        deprecated,
        reason = "what replaces it is unsafe code; this descriptor is owned, and nobody closes it"
    )]
    fn new(wake: Wake) -> std::io::Result<Self> {
        Ok(match wake {
            Wake::Readable(queue) => Self::Readable(AsyncFd::with_interest(queue, Interest::READABLE)?),
            Wake::Every(length) => Self::Every(length),
        })
    }

    async fn wait(&self) {
        match self {
            // What is queued is read after this, so that an edge behind it wakes anew.
            Self::Readable(queue) => match queue.readable().await {
                Ok(mut ready) => ready.clear_ready(),
                Err(_) => tokio::time::sleep(TRY_EVERY).await,
            },
            Self::Every(length) => tokio::time::sleep(*length).await,
        }
    }
}

impl<T: From<(u32, Word)>> Port<T> {
    /// Drives the lamps and the buzzer.
    async fn signal(self, mut sounds: mpsc::Receiver<Sound>) {
        let (tell, mut told) = watch::channel(Shows::default());
        if self.say(Word::Lamps { shows: tell }).await.is_err() {
            return;
        }
        let (mut signals, mut complaint) = (Signals::default(), Complaint::default());
        while let Ok(error) = self.drive(&mut signals, &mut told, &mut sounds, &mut complaint).await {
            complaint.say(self.table, "lamps and buzzer cannot be driven:", error);
            tokio::time::sleep(TRY_EVERY).await;
        }
    }

    /// Drives them until something goes wrong, and gives that back.
    async fn drive(
        &self,
        signals: &mut Signals,
        told: &mut watch::Receiver<Shows>,
        sounds: &mut mpsc::Receiver<Sound>,
        complaint: &mut Complaint,
    ) -> Result<PinsError, Ended> {
        let mut driven = match self.boards.outputs(&self.pins) {
            Ok(outputs) => Driven { outputs, set: None },
            Err(error) => return Ok(error),
        };
        info!("table {}: lamps and buzzer on {}", self.table, self.pins);
        complaint.0 = None;
        loop {
            let now = self.axis.now();
            signals.show(*told.borrow_and_update(), now);
            let signal = signals.signal(now);
            if let Err(error) = driven.put(signal) {
                return Ok(error);
            }
            tokio::select! {
                changed = told.changed() => if changed.is_err() { return Err(Ended) },
                heard = sounds.recv() => match heard {
                    Some((event, at)) => {
                        let now = self.axis.now();
                        signals.happened(&event, now.since(at), now);
                    }
                    None => return Err(Ended),
                },
                () = self.axis.sleep_until(signals.changes_at(now)) => {}
            }
        }
    }
}

/// Lamps and a buzzer, and how they are set. **Whatever ends their being driven leaves them dark and silent**: the kernel
/// may keep a line as it was.
#[derive(Debug)]
struct Driven {
    outputs: Box<dyn Outputs>,
    set: Option<Signal>,
}

impl Driven {
    /// Sets what is not set so already.
    fn put(&mut self, signal: Signal) -> Result<(), PinsError> {
        let Self { outputs, set } = self;
        for side in Side::BOTH {
            let on = *signal.lamps.of(side);
            if set.is_none_or(|set| *set.lamps.of(side) != on) {
                outputs.light(side, on)?;
            }
        }
        if set.is_none_or(|set| set.hertz != signal.hertz) {
            outputs.sound(signal.hertz.map(u32::from))?;
        }
        *set = Some(signal);
        Ok(())
    }
}

impl Drop for Driven {
    fn drop(&mut self) {
        // Lines that are gone are dark.
        self.put(Signal::default()).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use clock::BySide;

    use super::*;

    /// What is set, for whoever keeps the other end.
    #[derive(Debug)]
    struct Written(Arc<Mutex<Vec<String>>>);

    impl Outputs for Written {
        fn light(&mut self, side: Side, on: bool) -> Result<(), PinsError> {
            self.0.lock().unwrap().push(format!("{side:?} {on}"));
            Ok(())
        }

        fn sound(&mut self, hertz: Option<u32>) -> Result<(), PinsError> {
            self.0.lock().unwrap().push(format!("{hertz:?}"));
            Ok(())
        }
    }

    #[test]
    fn whatever_ends_it_lamps_are_dark_and_the_buzzer_is_silent() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let mut driven = Driven { outputs: Box::new(Written(Arc::clone(&written))), set: None };
        let lit = Signal { lamps: BySide { black: true, white: false }, hertz: Some(2_700) };
        driven.put(lit).unwrap();
        // What is set so already is not set again.
        driven.put(lit).unwrap();
        assert_eq!(
            std::mem::take(&mut *written.lock().unwrap()),
            ["Black true", "White false", "Some(2700)"]
        );
        drop(driven);
        assert_eq!(*written.lock().unwrap(), ["Black false", "None"]);
    }
}
