//! The disk: batches take their time, and now and then one fails.

use std::collections::VecDeque;

use clock::{Duration, Instant};
use journal::{AppendError, Ledger, MemoryLedger, Write, WriteFault};

use crate::agenda::Happening;
use crate::failure::{Check, Fault, ensure};
use crate::world::World;

/// A batch under way.
#[derive(Clone, Debug)]
pub(crate) struct InFlight {
    id: u64,
    pub(crate) writes: Vec<Write>,
    began: Instant,
    /// Whether the disk has refused it.
    pub(crate) failed: bool,
    /// Whether it has reached the medium, whatever the hall knows of that.
    pub(crate) on_medium: bool,
}

/// The disk and its ledger.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    pub(crate) ledger: MemoryLedger,
    pub(crate) in_flight: Option<InFlight>,
    /// It is full until then.
    pub(crate) full_until: Instant,
    batches: u64,
    /// How long the latest writes took.
    times: VecDeque<Duration>,
    /// Batches that must be written until what waited while the disk refused is on it.
    behind: u32,
}

impl Disk {
    /// The longest that one of the latest writes took, with the one under way; none while the disk refuses.
    pub(crate) fn longest(&self, now: Instant) -> Option<Duration> {
        let under_way = match &self.in_flight {
            _ if self.behind > 0 => return None,
            Some(in_flight) => now.since(in_flight.began),
            None => Duration::ZERO,
        };
        Some(self.times.iter().copied().fold(under_way, Duration::max))
    }

    fn took(&mut self, time: Duration) {
        self.behind = self.behind.saturating_sub(1);
        self.times.push_back(time);
        if self.times.len() > 3 {
            self.times.pop_front();
        }
    }
}

impl World {
    /// The hall hands over a batch.
    pub(crate) fn begin_write(&mut self, writes: Vec<Write>) -> Result<(), Fault> {
        let before = self.disk.in_flight.take();
        ensure(before.is_none_or(|before| before.failed), Check::Chain, None, || {
            "a batch was handed over while another was under way".to_owned()
        })?;
        let time = match self.dice.whole(0, 99) {
            0..=84 => self.dice.millis(1, 30),
            85..=97 => self.dice.millis(30, 200),
            _ => self.dice.millis(200, 900),
        };
        self.disk.batches += 1;
        let id = self.disk.batches;
        let began = self.now;
        self.disk.in_flight = Some(InFlight { id, writes, began, failed: false, on_medium: false });
        self.agenda.put(self.now.plus(time), Happening::Written { batch: id });
        Ok(())
    }

    /// Takes the batch of that number if it is still the one under way.
    fn take_in_flight(&mut self, id: u64) -> Option<InFlight> {
        self.disk.in_flight.take_if(|in_flight| in_flight.id == id)
    }

    /// The disk is through with a batch.
    pub(crate) fn end_write(&mut self, id: u64) -> Result<(), Fault> {
        let Some(in_flight) = self.take_in_flight(id) else { return Ok(()) };
        let fault = self.draw_fault();
        if let Some(fault) = fault {
            let nth = self.disk.ledger.writes() + 1;
            self.disk.ledger.fail(nth, fault);
        }
        match self.disk.ledger.append(&in_flight.writes) {
            Ok(_) => {
                self.disk.took(self.now.since(in_flight.began));
                self.library.enter(&in_flight.writes, &mut self.summary)?;
                self.with_hall(|hall, _| hall.written())
            }
            Err(AppendError::NoSpace | AppendError::SyncFailed) => {
                let kept = fault == Some(WriteFault::SyncFailed { kept: true });
                self.refuse(in_flight, kept)
            }
            Err(error) => Err(Fault::new(Check::Chain, None, format!("the journal refuses: {error}"))),
        }
    }

    fn draw_fault(&mut self) -> Option<WriteFault> {
        if self.now < self.disk.full_until {
            return Some(WriteFault::NoSpace);
        }
        let kept = self.dice.chance(500);
        (!self.is_over() && self.dice.chance(4)).then_some(WriteFault::SyncFailed { kept })
    }

    fn refuse(&mut self, in_flight: InFlight, kept: bool) -> Result<(), Fault> {
        self.summary.failed_writes += 1;
        self.disk.behind = 2;
        if kept {
            self.library.enter(&in_flight.writes, &mut self.summary)?;
        }
        let pause = self.dice.millis(50, 1_500);
        self.agenda.put(self.now.plus(pause), Happening::Reopen { batch: in_flight.id });
        self.disk.in_flight = Some(InFlight { failed: true, on_medium: kept, ..in_flight });
        self.with_hall(|hall, now| hall.not_written(now))
    }

    /// The journal is opened anew after a failed write.
    pub(crate) fn reopen(&mut self, id: u64) -> Result<(), Fault> {
        if self.disk.in_flight.as_ref().is_none_or(|in_flight| in_flight.id != id) {
            return Ok(());
        }
        self.disk.ledger.reopen().expect("the ledger in memory can be opened anew while it has power");
        let heads: Vec<_> = self.disk.ledger.games().iter().map(|game| (game.id(), game.head.seq)).collect();
        let head = |game| heads.iter().find(|(id, _)| *id == game).map(|(_, seq)| *seq);
        self.with_hall(|hall, _| hall.reopened(head))?;
        // A batch that is on record is not handed over again.
        if let Some(done) = self.take_in_flight(id) {
            ensure(done.on_medium, Check::Chain, None, || "a batch that failed was forgotten".to_owned())?;
            self.disk.behind = 1;
        }
        Ok(())
    }
}
