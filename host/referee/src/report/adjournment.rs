//! Adjournments as JSON. Of a sealed move nothing is told before it is opened but who sealed, and the commitment.

use clock::Instant;
use serde_json::{Map, Value, json};

use super::{Fields, insert_some, named};
use crate::adjournment::{AdjournmentEvent, ComesTo, SealFault, Stage};
use crate::record::Record;

/// Puts down what happened with an adjournment.
pub(super) fn adjournment_event(object: &mut Fields, event: &AdjournmentEvent) {
    match event {
        AdjournmentEvent::Adjourned { side, number, until } => {
            named(object, "adjourned", *side);
            object.insert("n".into(), (*number).into());
            insert_some(object, "until", until.map(millis));
        }
        AdjournmentEvent::Sealed { side, seal } => {
            named(object, "sealed", *side);
            object.insert("commitment".into(), seal.commitment.to_string().into());
        }
        AdjournmentEvent::HandedOver { side, charged, on_board } => {
            named(object, "handed-over", *side);
            object.insert("charged_ms".into(), charged.as_millis_used().into());
            if *on_board {
                object.insert("on_board".into(), true.into());
            }
        }
        AdjournmentEvent::SessionResumed => {
            object.insert("event".into(), "session-resumed".into());
        }
        AdjournmentEvent::WrongPassphrase { count } => {
            object.insert("event".into(), "wrong-passphrase".into());
            object.insert("count".into(), (*count).into());
        }
        AdjournmentEvent::Opened { side, number, written, salt, matches, comes_to } => {
            named(object, "opened", *side);
            object.insert("n".into(), (*number).into());
            object.insert("move".into(), written.as_deref().into());
            object.insert("matches".into(), (*matches).into());
            insert_some(object, "salt", salt.as_ref().map(|salt| salt.to_hex().to_string()));
            comes_to_fields(object, comes_to);
        }
        AdjournmentEvent::Laid { side, played } => {
            named(object, "laid", *side);
            object.insert("move".into(), played.to_string().into());
        }
        AdjournmentEvent::Filed { side } => named(object, "filed-unopened", *side),
    }
}

fn comes_to_fields(object: &mut Fields, comes_to: &ComesTo) {
    let fault = match comes_to {
        ComesTo::Move(played) => {
            object.insert("counts_as".into(), played.to_string().into());
            return;
        }
        ComesTo::Resignation => {
            object.insert("counts_as".into(), "resign".into());
            return;
        }
        ComesTo::Pass(fault) => {
            object.insert("counts_as".into(), "pass".into());
            fault
        }
        ComesTo::Incident(fault) => {
            object.insert("counts_as".into(), Value::Null);
            fault
        }
    };
    object.insert("fault".into(), fault.reason().into());
    if let SealFault::Breaks(breach) = fault {
        insert_some(object, "repeats", breach.repeats());
    }
}

/// How the adjournment stands that is under way. Where the game was over before the next session, there is nothing left
/// to do about it.
pub(super) fn adjournment_fields(object: &mut Fields, record: &Record) {
    let Some(adjournment) = record.adjournment().filter(|adjournment| match adjournment.stage {
        Stage::Sealing | Stage::Closed => !record.is_ended(),
        Stage::Resumed => true,
        Stage::Over => false,
    }) else {
        return;
    };
    let mut fields = Map::new();
    fields.insert("stage".into(), stage_name(adjournment.stage).into());
    fields.insert("sealer".into(), adjournment.sealer.as_str().into());
    fields.insert("n".into(), adjournment.number.into());
    insert_some(&mut fields, "until", adjournment.until.map(millis));
    let commitment = adjournment.seal.as_ref().map(|seal| seal.commitment.to_string());
    fields.insert("commitment".into(), commitment.into());
    if adjournment.on_board {
        fields.insert("on_board".into(), true.into());
    }
    if adjournment.wrong_passphrases > 0 {
        fields.insert("wrong_passphrases".into(), adjournment.wrong_passphrases.into());
    }
    object.insert("adjournment".into(), json!(fields));
}

const fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Sealing => "sealing",
        Stage::Closed => "closed",
        Stage::Resumed => "resumed",
        Stage::Over => "over",
    }
}

fn millis(at: Instant) -> u64 {
    at.since_zero().as_millis_used()
}
