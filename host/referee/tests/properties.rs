//! What holds of a table whatever is said to it, by whomever, in whatever order.

mod orders;

use clock::{Clock, HandleError, Instant, Language};
use proptest::collection::vec;
use proptest::prelude::*;
use referee::{Event, EventKind, Order, Refusal, Step, Table, event_json, event_words, state_json};

use orders::{Script, cases, script};

/// Lives through a script; `each` sees every step with the table before and after it.
fn live(script: &Script, mut each: impl FnMut(&Step, &Table, &Table)) -> Table {
    let mut table = script.table();
    for (order, at) in &script.orders {
        let before = table.clone();
        let step = table.handle(order.clone(), *at).expect("time goes forwards");
        each(&step, &before, &table);
    }
    table
}

fn refusal(step: &Step) -> Option<&Refusal> {
    let EventKind::Refused { refusal, .. } = &step.events.last()?.kind else { return None };
    Some(refusal)
}

/// What comes of an order at a bare clock that has been told what the table said it should be.
struct Told {
    clock: Clock,
    events: Vec<clock::Event>,
}

impl Told {
    fn poll(&mut self, at: Instant) {
        let events = &mut self.events;
        self.clock.poll(at, &mut |event| events.push(event)).expect("time goes forwards");
    }

    fn handle(&mut self, command: clock::Command, at: Instant) -> Option<Refusal> {
        let events = &mut self.events;
        match self.clock.handle(command, at, &mut |event| events.push(event)) {
            Ok(()) => None,
            Err(HandleError::Refused(refusal)) => Some(Refusal::Clock(refusal)),
            Err(HandleError::Backwards { .. }) => panic!("time goes forwards"),
        }
    }
}

/// The clock's events among those of a table.
fn of_clock<'a>(events: impl IntoIterator<Item = &'a Event>) -> Vec<clock::Event> {
    let clock = events.into_iter().filter_map(|event| {
        let EventKind::Clock(kind) = event.kind else { return None };
        Some(clock::Event { at: event.at, kind })
    });
    clock.collect()
}

proptest! {
    #![proptest_config(cases(500))]

    /// A table that is told only what happened stands as the one that decided it, also after the way to disk.
    #[test]
    fn replay_equals_live(script in script()) {
        let (mut replayed, mut restored) = (script.table(), script.table());
        let mut unequal = None;
        live(&script, |step, _, table| {
            replayed.apply(step);
            let kept = serde_json::to_string(step).expect("a step is data");
            let read: Step = serde_json::from_str(&kept).expect("what was written can be read");
            restored.apply(&read);
            if &read != step || &replayed != table || &restored != table {
                unequal.get_or_insert_with(|| step.clone());
            }
        });
        prop_assert_eq!(unequal, None);
    }

    /// Who looks at the time, and when, brings nothing about.
    #[test]
    fn late_polls_change_nothing(script in script(), looks in vec(any::<u64>(), 50)) {
        let (mut often, mut events, mut polled) = (script.table(), Vec::new(), Vec::new());
        let quiet = live(&script, |step, _, _| events.extend(step.events.clone()));
        for ((order, at), look) in script.orders.iter().zip(looks) {
            let from = often.clock().committed().as_micros();
            let look = Instant::from_micros(from + look % (at.as_micros() - from + 1));
            polled.extend(often.poll(look).expect("time goes forwards").events);
            while let Some(due) = often.poll_at().filter(|due| due <= at) {
                polled.extend(often.poll(due).expect("time goes forwards").events);
            }
            polled.extend(often.handle(order.clone(), *at).expect("time goes forwards").events);
        }
        prop_assert_eq!(polled, events);
        prop_assert_eq!(often, quiet);
    }

    /// A table does to its clock what it says that an order asks of it, and keeps every event of the clock.
    #[test]
    fn a_table_does_what_it_says(script in script()) {
        let mut told = Told { clock: Clock::new(script.setup.control.clone()), events: Vec::new() };
        let mut kept = Vec::new();
        let mut wrong = None;
        live(&script, |step, before, after| {
            let order = step.order.as_ref().expect("there was one");
            let mut then = before.clone();
            then.poll(step.at).expect("time goes forwards");
            told.poll(step.at);
            let expected = match then.clock_command(order) {
                Err(refusal) => Some(refusal),
                Ok(None) => None,
                Ok(Some(command)) => told.handle(command, step.at),
            };
            kept.extend(of_clock(&step.events));
            if refusal(step) != expected.as_ref() || after.clock() != &told.clock {
                wrong.get_or_insert_with(|| (step.clone(), expected));
            }
        });
        prop_assert_eq!(wrong, None);
        prop_assert_eq!(kept, told.events);
    }

    /// What was refused stands in the record, and nothing else has changed.
    #[test]
    fn a_refused_order_only_stands_on_record(script in script()) {
        let mut wrong = None;
        live(&script, |step, before, after| {
            let Some(why) = refusal(step) else { return };
            let mut waited = before.clone();
            let passed = waited.poll(step.at).expect("time goes forwards");
            let mut refused = before.clone();
            let order = step.order.clone().expect("there was one");
            let elsewhere = refused.refuse(order, why.clone(), step.at).expect("time goes forwards");
            let added = step.events.len() - passed.events.len();
            if &waited != after || added != 1 || &elsewhere != step || &refused != after {
                wrong.get_or_insert_with(|| step.clone());
            }
        });
        prop_assert_eq!(wrong, None);
    }

    /// Events come in the order of their instants, in their step's time; a stamp before it changes nothing.
    #[test]
    fn time_never_goes_back(script in script()) {
        let mut last = Instant::ZERO;
        let mut wrong = None;
        live(&script, |step, before, after| {
            let from = before.clock().committed();
            let in_order = step.events.iter().all(|event| {
                let fits = last <= event.at && from <= event.at && event.at <= step.at;
                last = event.at;
                fits
            });
            let mut again = after.clone();
            let early = after.clock().committed().as_micros().checked_sub(1).map(Instant::from_micros);
            let order: Order = step.order.clone().expect("there was one");
            let unmoved = early.is_none_or(|early| {
                again.handle(order, early).is_err() && again.poll(early).is_err() && &again == after
            });
            if !in_order || !unmoved || after.clock().committed() != step.at {
                wrong.get_or_insert_with(|| step.clone());
            }
        });
        prop_assert_eq!(wrong, None);
    }

    /// Whatever happens can be said, in JSON and in words; one result holds at the end and none before.
    #[test]
    fn everything_can_be_said(script in script()) {
        let setup = &script.setup;
        let mut wrong = None;
        live(&script, |step, _, table| {
            let state = state_json(table);
            let spoken = step.events.iter().all(|event| {
                let json = event_json(event, setup.game.kind);
                let words = [Language::English, Language::Chinese]
                    .map(|language| event_words(event, setup, language));
                json["t"].is_u64() && json["event"].is_string() && words.iter().all(|words| !words.is_empty())
            });
            let ended = state["status"] == "ended";
            let record = table.record();
            let in_step = state["in_step"] == state["ahead"].is_null();
            if !spoken || !in_step || ended != record.is_ended() || ended != state["result"].is_string() {
                wrong.get_or_insert_with(|| (step.clone(), state));
            }
        });
        prop_assert_eq!(wrong, None);
    }
}
