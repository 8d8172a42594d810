//! What the unit says.

use clock::{Instant, Status};
use link::host::{Application, Host, Told};
use link::{Hello, Identity, Input, Snapshot, Start, digest};
use referee::Table;

use super::inputs::receipt;
use super::{About, Attached, Behind, Brought, Clerk, GREETING, Saved, Sent};
use crate::alarm::AlarmKind;
use crate::entry::{Anchor, Entry, FromUnit, UnitNote};
use crate::keys::Troubled;
use crate::seat::pause_by_clock;
use crate::showing::{UNIT_ANEW, UNIT_TAKEN};

/// What the host's end has told, kept beyond the call.
#[derive(Debug)]
enum Tale {
    Joined(Identity),
    Forgot(Identity),
    TurnedAway,
    Granted,
    Foreign { epoch: u32 },
    Input(Box<Input>, Application),
    Time(Instant),
    Corrected(Box<Snapshot>, Application),
    Missing { start: Start, from: u32, to: u32 },
    Unanswered { id: u32, epoch: u32 },
    Silent { ever: bool },
    Back,
}

impl Tale {
    /// What the table has to do with; what only its own engine says is not among it.
    fn of(told: Told<'_>) -> Option<Self> {
        let unit = |hello: &Hello| hello.identity;
        Some(match told {
            Told::Joined(hello) => Self::Joined(unit(hello)),
            Told::Forgot(hello) => Self::Forgot(unit(hello)),
            Told::TurnedAway(_) => Self::TurnedAway,
            Told::Granted { .. } => Self::Granted,
            Told::Foreign { epoch } => Self::Foreign { epoch },
            Told::Input { input, application } => Self::Input(Box::new(input.clone()), application),
            Told::Time(at) => Self::Time(at),
            Told::Corrected { snapshot, application, .. } => {
                Self::Corrected(Box::new(snapshot.clone()), application)
            }
            Told::Missing { start, from, to } => Self::Missing { start, from, to },
            Told::Unanswered { id, epoch } => Self::Unanswered { id, epoch },
            Told::Silent { since } => Self::Silent { ever: since.is_some() },
            Told::Back => Self::Back,
            Told::Event(_) | Told::Trouble(_) | Told::Fault(_) => return None,
        })
    }
}

/// The turns completed before something was told: at the unit, and on record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    unit: u32,
    record: u32,
}

impl Behind {
    fn turns(&self, live: &Table) -> Turns {
        Turns { unit: self.host.turns(), record: live.record().turns() }
    }

    /// Takes bytes of the line.
    pub(crate) fn hear(&mut self, bytes: &[u8], clerk: &mut Clerk<'_>) {
        // One message after the other: behind each the two clocks must be one.
        for byte in bytes {
            let now = clerk.now;
            self.take_told(clerk, |host, tell| host.receive(&[*byte], now, tell));
            while self.take_told(clerk, Host::take_early) {}
        }
        self.see(clerk.now);
        self.tie_to_the_wall(clerk);
        self.pump(clerk);
    }

    /// Does what time alone brings.
    pub(crate) fn poll(&mut self, clerk: &mut Clerk<'_>) {
        let since = match self.attached {
            Attached::Since(since) => since,
            Attached::Awaited(_) => return,
            // That it is silent is known.
            Attached::GivenUp => clerk.now,
        };
        let now = clerk.now;
        self.take_told(clerk, |host, tell| host.poll(now, tell));
        self.see(clerk.now);
        if self.silent && clerk.now.since(since) >= GREETING {
            clerk.alarm(AlarmKind::UnitSilent);
        }
        self.pump(clerk);
    }

    /// Takes what the host's end tells while it does something.
    fn take_told<T>(
        &mut self,
        clerk: &mut Clerk<'_>,
        act: impl FnOnce(&mut Host, &mut dyn FnMut(Told<'_>)) -> T,
    ) -> T {
        let (mut tales, turns) = (Vec::new(), self.turns(clerk.live));
        let done = act(&mut self.host, &mut |told| tales.extend(Tale::of(told)));
        tales.into_iter().for_each(|tale| self.take(tale, turns, clerk));
        done
    }

    fn take(&mut self, tale: Tale, turns: Turns, clerk: &mut Clerk<'_>) {
        match tale {
            Tale::Joined(unit) => self.join(unit, clerk),
            Tale::Forgot(unit) => self.begin(unit, clerk),
            Tale::TurnedAway => clerk.alarm(AlarmKind::UnitTurnedAway),
            Tale::Granted => self.follows = true,
            Tale::Foreign { epoch } => self.take_back(epoch, clerk),
            Tale::Input(input, application) => {
                let known = self.take_input(&input, application, clerk);
                self.reconcile(turns, None, known, clerk);
            }
            Tale::Time(at) => {
                clerk.pass(at);
                self.reconcile(turns, None, true, clerk);
            }
            Tale::Corrected(snapshot, application) => self.take_state(&snapshot, application, turns, clerk),
            Tale::Missing { start, from, to } => {
                clerk.note(UnitNote::Missing { start, from, to }, None);
                clerk.alarm(AlarmKind::Diverged);
            }
            Tale::Unanswered { id, epoch } => self.give_up(id, epoch, clerk),
            Tale::Silent { ever } => {
                self.silent = true;
                if ever {
                    clerk.alarm(AlarmKind::UnitSilent);
                }
            }
            Tale::Back => {
                self.silent = false;
                clerk.calm(AlarmKind::UnitSilent);
            }
        }
    }

    /// The unit greets that was there before.
    fn join(&mut self, unit: Identity, clerk: &mut Clerk<'_>) {
        clerk.calm(AlarmKind::UnitTurnedAway);
        if self.recorded != Some(unit) {
            self.greet(unit, clerk);
        }
        self.follows = true;
    }

    pub(super) fn greet(&mut self, unit: Identity, clerk: &mut Clerk<'_>) {
        self.recorded = Some(unit);
        clerk.note(UnitNote::greeted(unit, self.host.known().seq), None);
    }

    /// A unit greets that has not this table: what it had stands where it was last known, and it is granted anew.
    fn begin(&mut self, unit: Identity, clerk: &mut Clerk<'_>) {
        clerk.calm(AlarmKind::UnitTurnedAway);
        self.troubled = Troubled::default();
        self.greet(unit, clerk);
        pause(clerk, UNIT_ANEW);
        self.grant(clerk);
    }

    /// Somebody else has granted the table to the unit: it is taken back.
    fn take_back(&mut self, epoch: u32, clerk: &mut Clerk<'_>) {
        if epoch < self.host.epoch() {
            // It was told together with a greeting, and is granted anew already.
            return;
        }
        clerk.note(UnitNote::Foreign { epoch }, None);
        pause(clerk, UNIT_TAKEN);
        self.grant(clerk);
    }

    /// Gives the table to the unit as it stands.
    pub(super) fn grant(&mut self, clerk: &mut Clerk<'_>) {
        let now = clerk.now;
        let time = self.time(now).max(clerk.committed());
        let turns = clerk.live.record().turns();
        let table = super::knowing::granted(self.number, clerk.live, turns);
        let epoch = self.host.grant(table, clerk.granted, time, now);
        clerk.note(UnitNote::Granted { epoch, time, turns }, Some(Saved::Grant { epoch }));
        self.tie = (now, time);
        self.follows = true;
    }

    /// A snapshot: the unit's clock stands otherwise, or there were more inputs than it could keep.
    fn take_state(
        &mut self,
        snapshot: &Snapshot,
        application: Application,
        turns: Turns,
        clerk: &mut Clerk<'_>,
    ) {
        let Snapshot { start, seq, epoch, lost, command, .. } = *snapshot;
        if lost > 0 {
            let from = seq.saturating_sub(lost).saturating_add(1);
            clerk.note(UnitNote::Missing { start, from, to: seq }, Some(Saved::Input { start, seq }));
        }
        if application == Application::Applied {
            self.reconcile(
                turns,
                Some(FromUnit { start, seq, epoch, order: None, did: Vec::new() }),
                true,
                clerk,
            );
        }
        let answered = |sent: &&Sent| sent.epoch == epoch && sent.id <= command;
        if let Some(id) = self.sent.as_ref().filter(answered).map(|sent| sent.id) {
            self.give_up(id, epoch, clerk);
        }
        self.follows = true;
    }

    /// Where the unit's clock stands otherwise than the table's, the unit's holds. If nothing has explained it, that is
    /// an alarm.
    fn reconcile(&self, turns: Turns, unit: Option<FromUnit>, must_agree: bool, clerk: &mut Clerk<'_>) {
        let Some(clock) = self.host.clock() else { return };
        if digest(clock) == digest(clerk.live.clock()) {
            return;
        }
        let at_unit = self.host.turns().saturating_sub(turns.unit);
        let on_record = clerk.live.record().turns().saturating_sub(turns.record);
        let more = at_unit.saturating_sub(on_record);
        let at = clerk.committed();
        let step = clerk.live.take_clock(clock.state().clone(), more, at).expect("time stands");
        let saved = unit.as_ref().map(|unit| Saved::Input { start: unit.start, seq: unit.seq });
        clerk.write(step, About { unit, saved, ..About::default() });
        if must_agree {
            clerk.alarm(AlarmKind::Diverged);
        }
    }

    /// The tie to the wall of this run is written when the unit's time is known: it went on meanwhile.
    fn tie_to_the_wall(&mut self, clerk: &mut Clerk<'_>) {
        if let Some(estimate) = self.host.table_time(clerk.now).filter(|_| self.host.is_held())
            && let Some(anchor) = self.anchor.take()
        {
            let table = estimate.time.minus(clerk.now.since(anchor.timer));
            let entry = Entry::Anchor(Anchor { table, ..anchor });
            clerk.brought.push(Brought::Note { entry, saved: None });
        }
    }
}

/// The table's clock stands where it is known to have been.
fn pause(clerk: &mut Clerk<'_>, why: &str) {
    if clerk.live.clock().status() == Status::Running {
        let at = clerk.committed();
        let decided = clerk.live.decide(pause_by_clock(why), at).expect("time stands");
        clerk.enter(decided, About { receipt: Some(receipt(at, None)), ..About::default() });
    }
}
