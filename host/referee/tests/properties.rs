//! What holds of a table whatever is said to it, by whomever, in whatever order.

mod orders;

use clock::{Clock, HandleError, Instant, Language};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use referee::{
    Adjournment, AdjournmentEvent, Command, Decides, EndingEvent, Event, EventKind, IncidentEvent, Order,
    Refusal, Stage, Step, Table, Who, event_json, event_words, state_json,
};

use orders::{FREE_TEXT, Script, cases, script};

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

/// Whether only the chief may rule on this incident; one that is not open yet is judged by what opens it.
fn is_chiefs(table: &Table, number: u32, choice: &str) -> bool {
    let Some(incident) = table.record().incidents().get(number) else { return false };
    let kind = table.setup().policy.kind(&incident.opened.kind).expect("it was opened by the policy");
    let ruled_by_chief = incident.ruling.as_ref().is_some_and(|ruling| ruling.by == Who::Chief);
    kind.decider(kind.choice(choice)) == Decides::Chief || ruled_by_chief
}

/// Whether the policy lets both players agree on a choice, or there is no arbiter.
fn may_be_agreed(table: &Table, number: u32, choice: &str) -> bool {
    let incident = table.record().incidents().get(number).expect("it is open");
    let kind = table.setup().policy.kind(&incident.opened.kind).expect("it was opened by the policy");
    let agreed = kind.choice(choice).is_some_and(|choice| choice.agreed);
    agreed || table.setup().game.starts_by == referee::StartsBy::Press
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
            let decided = before.decide(order.clone(), step.at).expect("time goes forwards");
            told.poll(step.at);
            let refused = decided.commands.iter().find_map(|command| told.handle(*command, step.at));
            kept.extend(of_clock(&step.events));
            let same = (&decided.step, &decided.table) == (step, after);
            if !same || refused.is_some() || after.clock() != &told.clock {
                wrong.get_or_insert_with(|| (step.clone(), refused));
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
            let Some(why) = step.refusal() else { return };
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

    /// What is the chief arbiter's, nobody else does: results, withdrawn flags, borders, rulings that the policy keeps
    /// for the chief or on which the chief has ruled, unless the policy lets both players agree on it.
    #[test]
    fn only_the_chief_does_what_is_the_chiefs(script in script()) {
        let mut wrong = None;
        live(&script, |step, before, _| {
            let chiefs = |event: &Event| {
                if let EventKind::Incident(IncidentEvent::Ruling { number, choice, .. }) = &event.kind {
                    let agreed = event.by == Who::Both && may_be_agreed(before, *number, choice);
                    return is_chiefs(before, *number, choice) && !agreed;
                }
                matches!(
                    event.kind,
                    EventKind::Clock(clock::EventKind::FlagVoid { .. })
                        | EventKind::Ending(EndingEvent::Decreed(_) | EndingEvent::Border { .. })
                )
            };
            // Without an arbiter both players together decide.
            let alone = before.setup().game.starts_by == referee::StartsBy::Press;
            let entitled = |by: Who| by == Who::Chief || (alone && by == Who::Both);
            if step.events.iter().any(|event| !entitled(event.by) && chiefs(event)) {
                wrong.get_or_insert_with(|| step.clone());
            }
        });
        prop_assert_eq!(wrong, None);
    }

    /// A signed result changes only when the chief arbiter puts a clerical error right, and then all sign anew.
    #[test]
    fn a_signed_result_stands(script in script()) {
        let mut wrong = None;
        live(&script, |step, before, after| {
            if !before.record().ending().is_signed() {
                return;
            }
            let corrected =
                step.events.iter().any(|event| matches!(event.kind, EventKind::Ending(EndingEvent::Decreed(_))));
            let (was, is) = (before.record(), after.record());
            let same = was.outcome() == is.outcome() && was.moves() == is.moves() && is.ending().is_signed();
            let anew = is.ending().signatures.is_empty() && step.order.as_ref().is_some_and(|order| order.by == Who::Chief);
            if if corrected { !anew } else { !same } {
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
            let over = state["status"] == "ended" || state["status"] == "signed";
            let record = table.record();
            let in_step = state["in_step"] == state["ahead"].is_null();
            if !spoken || !in_step || over != record.is_ended() || over != state["result"].is_string() {
                wrong.get_or_insert_with(|| (step.clone(), state));
            }
        });
        prop_assert_eq!(wrong, None);
    }
}

/// Whether a text holds what was sealed, or its salt.
fn betrays(text: &str) -> bool {
    text.contains(FREE_TEXT) || text.contains(&"c5".repeat(16))
}

proptest! {
    #![proptest_config(cases(500))]

    /// Between seal and opening nothing that is kept, printed or said holds the move or its salt, whoever tried to open
    /// the envelope too early.
    #[test]
    fn a_sealed_move_is_nowhere(script in script()) {
        let setup = &script.setup;
        let (mut wrong, mut was_opened) = (None, false);
        live(&script, |step, _, table| {
            let opened = step.events.iter().any(|event| {
                matches!(event.kind, EventKind::Adjournment(AdjournmentEvent::Opened { .. } | AdjournmentEvent::Laid { .. }))
            });
            // All envelopes of a script hold the same words: what an earlier one held stands openly on record.
            was_opened |= opened;
            // What a script says in plain words elsewhere was never sealed.
            let plain = step.order.as_ref().is_some_and(|order| !matches!(order.command, Command::Adjournment(_)));
            if opened || plain {
                return;
            }
            let kept = serde_json::to_string(step).expect("a step is data");
            let told = step.events.iter().flat_map(|event| {
                let words = [Language::English, Language::Chinese].map(|language| event_words(event, setup, language));
                words.into_iter().chain([event_json(event, setup.game.kind).to_string(), format!("{event:?}")])
            });
            let all: Vec<String> = told.chain([kept, format!("{:?}", step.order)]).collect();
            let is_shut = table.record().adjournment().is_some_and(Adjournment::is_shut);
            let is_kept = is_shut && !was_opened && betrays(&format!("{table:?}"));
            if all.iter().any(|text| betrays(text)) || is_kept {
                wrong.get_or_insert_with(|| step.clone());
            }
        });
        prop_assert_eq!(wrong, None);
    }

    /// A move that lies in an envelope is not missing, nobody's time passes while the table is closed, and the turn is
    /// the replier's.
    #[test]
    fn a_closed_table_stands(script in script()) {
        let mut wrong = None;
        live(&script, |step, before, after| {
            let closed = |table: &Table| {
                let closed = table.record().adjournment().is_some_and(|adjournment| adjournment.stage == Stage::Closed);
                closed && !table.record().is_ended()
            };
            if !closed(before) || !closed(after) {
                return;
            }
            let corrected = of_clock(&step.events).iter().any(|event| matches!(event.kind, clock::EventKind::Corrected(_)));
            let stands = before.clock().standing() == after.clock().standing() || corrected;
            let replier = after.record().adjournment().map(Adjournment::replier);
            let same = before.record().moves() == after.record().moves() && before.missing_moves() == after.missing_moves();
            if !stands || !same || after.clock().turn() != replier || after.poll_at().is_some() && after.record().people().talk.is_none() {
                wrong.get_or_insert_with(|| step.clone());
            }
        });
        prop_assert_eq!(wrong, None);
    }
}

/// What is said of signed results above is said of something.
#[test]
fn random_scripts_come_to_signed_results_and_rulings() {
    let mut runner = TestRunner::deterministic();
    let (mut signed, mut ruled, mut counted, mut adjourned, mut laid) = (0, 0, 0, 0, 0);
    for _ in 0..300 {
        let script = script().new_tree(&mut runner).expect("a script").current();
        let table = live(&script, |_, _, _| ());
        let record = table.record();
        signed += u32::from(record.ending().is_signed());
        ruled += u32::from(record.is_ruled());
        counted += u32::from(record.ending().score.is_some());
        adjourned += u32::from(record.adjournment().is_some());
        laid += u32::from(
            record.adjournment().is_some_and(|last| last.session.is_some() && !last.is_under_way()),
        );
    }
    assert!(signed >= 10 && ruled >= 10 && counted >= 3, "signed {signed}, ruled {ruled}, counted {counted}");
    assert!(adjourned >= 30 && laid >= 5, "adjourned {adjourned}, laid {laid}");
}
