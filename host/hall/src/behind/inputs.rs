//! What the unit's inputs come to at the table.

use clock::{Clock, Duration, Instant};
use link::host::Application;
use link::{Gesture, Input, OrderRefusal, What, meant};
use referee::{Refusal, Table};
use unit::Said;

use super::{About, Behind, Clerk, Ordered, Saved, Sent};
use crate::alarm::AlarmKind;
use crate::entry::{FromUnit, Receipt, UnitNote, decide_done};
use crate::hall::Arrival;
use crate::keys;

impl Behind {
    /// Takes an input; whether the two clocks must be one behind it.
    pub(super) fn take_input(
        &mut self,
        input: &Input,
        application: Application,
        clerk: &mut Clerk<'_>,
    ) -> bool {
        self.watch_keys(input, clerk.now);
        let follows = match application {
            Application::Recorded => {
                note(input, clerk);
                true
            }
            Application::Applied => {
                self.follows = true;
                self.apply(input, clerk)
            }
        };
        // A unit that has forgotten its table says so before it has one again.
        if matches!(input.what, What::Breakdown { .. }) {
            clerk.alarm(AlarmKind::UnitBroke);
        }
        follows
    }

    /// Somebody should look at a key that behaves badly, until it is heard of again.
    fn watch_keys(&mut self, input: &Input, hall_now: Instant) {
        let said = match input.what {
            What::Press { side } => Said::Press(side),
            What::Gesture(gesture) => Said::Gesture(gesture),
            What::Key { key, report } => return self.troubled.note(key, report, hall_now),
            What::Order { .. } | What::Reset { .. } | What::Breakdown { .. } => return,
        };
        if let Some(key) = keys::key_of(said) {
            self.troubled.heard(key);
        }
    }

    fn apply(&mut self, input: &Input, clerk: &mut Clerk<'_>) -> bool {
        match &input.what {
            What::Press { side } => done_by_unit(input, Said::Press(*side), clerk),
            What::Gesture(gesture @ (Gesture::Pause | Gesture::Query { .. } | Gesture::Stand)) => {
                done_by_unit(input, Said::Gesture(*gesture), clerk);
            }
            What::Gesture(call @ Gesture::CallArbiter { .. }) => self.summon(input, *call, clerk),
            What::Key { .. } | What::Reset { .. } | What::Breakdown { .. } => {
                clerk.pass(input.at);
                note(input, clerk);
            }
            What::Order { id, commands, refused } => {
                return self.take_answer(input, (*id, commands), *refused, clerk);
            }
        }
        true
    }

    /// The arbiter is called. If that stops the clocks, the unit has to be asked for it.
    fn summon(&mut self, input: &Input, call: Gesture, clerk: &mut Clerk<'_>) {
        clerk.pass(input.at);
        note(input, clerk);
        for summon in keys::orders(Said::Gesture(call)) {
            // One of more calls than can wait is none too few.
            self.submit(None, summon, &Arrival::default(), clerk.now).unwrap_or_default();
        }
    }

    /// The unit has dealt with a command.
    fn take_answer(
        &mut self,
        input: &Input,
        (id, commands): (u32, &[clock::Command]),
        refused: Option<OrderRefusal>,
        clerk: &mut Clerk<'_>,
    ) -> bool {
        let is_this = |sent: &mut Sent| sent.id == id && sent.epoch == input.epoch;
        let Some(sent) = self.sent.take_if(is_this) else {
            // Given before this program was started, or given up since.
            clerk.pass(input.at);
            note(input, clerk);
            return false;
        };
        let done = done(clerk.live, input);
        let Some(ordered) = sent.ordered else {
            // What the clock refuses is not asked again before something else has happened.
            self.follows = !matches!(refused, Some(OrderRefusal::Clock(_)));
            followed(input, done, clerk);
            return false;
        };
        let before = match refused {
            Some(OrderRefusal::TurnPassed { .. }) if ordered.turns.is_none() => {
                clerk.pass(input.at);
                note(input, clerk);
                // It was not meant for a turn: it is tried again while it is meant at all.
                self.orders.push_front(ordered);
                return true;
            }
            Some(OrderRefusal::TurnPassed { .. }) => Some(Refusal::PressCameFirst),
            Some(OrderRefusal::Expired) => Some(Refusal::Expired),
            Some(OrderRefusal::Clock(_)) | None => None,
        };
        let whole = refused.is_none() && done == commands;
        decide_answered(input, ordered, before, done, clerk) && whole
    }
}

/// When an input acts at the table: when it acted at the unit, which does not go back in time.
fn acts(input: &Input, clerk: &Clerk<'_>) -> Instant {
    input.at.max(clerk.committed())
}

fn about(input: &Input, at: Instant, done: Vec<clock::Command>) -> About {
    let late = Duration::from_micros(input.late.into());
    let stamp = at.minus(late);
    let receipt = Some(Receipt { stamp, credit: Duration::ZERO, late: at.since(stamp), name: None });
    About { receipt, unit: Some(FromUnit::new(input, done)), saved: saved(input), ..About::default() }
}

/// The unit has done something by itself.
fn done_by_unit(input: &Input, said: Said, clerk: &mut Clerk<'_>) {
    for order in keys::orders(said) {
        let (at, done) = (acts(input, clerk), done(clerk.live, input));
        let decided = decide_done(clerk.live, &order, at, &done).expect("time does not go back");
        clerk.enter(decided, about(input, at, done));
    }
}

/// The unit has done what was ordered, or not: now it is decided; whether it comes to what the unit has done.
fn decide_answered(
    input: &Input,
    ordered: Ordered,
    before: Option<Refusal>,
    done: Vec<clock::Command>,
    clerk: &mut Clerk<'_>,
) -> bool {
    let Ordered { ticket, order, name, .. } = ordered;
    let at = acts(input, clerk);
    let decided = match before {
        Some(_) => None,
        None => clerk.live.decide_done(&order, at, &done).expect("time does not go back"),
    };
    let mut about = About { ticket, ..about(input, at, done) };
    if let Some(receipt) = &mut about.receipt {
        receipt.name = name;
    }
    let known = decided.is_some() || before.is_some();
    match decided {
        Some(decided) => clerk.enter(decided, about),
        None => clerk.refuse(order, before.unwrap_or(Refusal::UnitDidOtherwise), at, about),
    }
    known
}

/// What follows by itself was asked of the unit, and done or not.
fn followed(input: &Input, done: Vec<clock::Command>, clerk: &mut Clerk<'_>) {
    let at = acts(input, clerk);
    let decided = clerk.live.follow(at, Some(&done)).expect("time does not go back");
    if !done.is_empty() && decided.commands == done {
        let about = About { follows: true, receipt: None, ..about(input, at, done) };
        clerk.enter(decided, about);
    } else {
        clerk.pass(at);
        note(input, clerk);
    }
}

/// What the unit's clock has done of an input: the same engine does it from the same state.
fn done(live: &Table, input: &Input) -> Vec<clock::Command> {
    let mut clock: Clock = live.clock().clone();
    clock.poll(input.at.max(clock.committed()), &mut |_| ()).unwrap_or_default();
    let asked = match &input.what {
        What::Press { side } => vec![clock::Command::Press { side: *side }],
        What::Gesture(Gesture::Pause | Gesture::Stand) => vec![clock::Command::Pause],
        What::Order { commands, refused: None | Some(OrderRefusal::Clock(_)), .. } => commands.to_vec(),
        What::Order { .. }
        | What::Gesture(_)
        | What::Key { .. }
        | What::Reset { .. }
        | What::Breakdown { .. } => Vec::new(),
    };
    let mut done = Vec::new();
    for command in asked {
        let command = meant(command, &clock, live.first_by_press());
        let at = clock.committed();
        if clock.handle(command, at, &mut |_| ()).is_err() {
            break;
        }
        done.push(command);
    }
    done
}

/// An input that changes nothing at the table.
fn note(input: &Input, clerk: &mut Clerk<'_>) {
    clerk.note(UnitNote::input(input), saved(input));
}

const fn saved(input: &Input) -> Option<Saved> {
    Some(Saved::Input { start: input.start, seq: input.seq })
}

/// How an order came that acts at once.
pub(super) const fn receipt(stamp: Instant, name: Option<String>) -> Receipt {
    Receipt { stamp, credit: Duration::ZERO, late: Duration::ZERO, name }
}
