//! Incidents and rulings as sentences.

use clock::{Language, Side};

use super::outcome::result_words;
use super::penalty::penalty_words;
use super::{In, listed, numbered, pick};
use crate::command::{Played, Who};
use crate::incident::{IncidentEvent, Opened};
use crate::policy::{Choice, Effect, Kind};
use crate::setup::Setup;

/// The usual name of a choice by which time is given.
const TIME: &str = "time";

/// An event about an incident as a sentence.
pub(super) fn incident_words(event: &IncidentEvent, setup: &Setup, language: Language) -> String {
    let english = language == Language::English;
    match event {
        IncidentEvent::Violation(opened) | IncidentEvent::Claim(opened) => {
            opened_words(opened, setup, language)
        }
        IncidentEvent::Withdrawn { number, proved: true } => {
            let incident = numbered(*number, language);
            let proved = pick(language, " is settled by the commitment", " 经凭证核对，不再裁定");
            format!("{incident}{proved}")
        }
        IncidentEvent::Withdrawn { number, proved: false } => {
            let incident = numbered(*number, language);
            let slip = pick(language, " was a slip of the recorder", " 系误记，撤销");
            format!("{incident}{slip}")
        }
        IncidentEvent::Ruling { number, choice, played } => {
            ruling_words(*number, choice, played.as_ref(), language)
        }
        IncidentEvent::Penalty { number, penalty } => {
            let (penalty, incident) = (penalty_words(*penalty, language), numbered(*number, language));
            if english { format!("{penalty} ({incident})") } else { format!("{penalty}（{incident}）") }
        }
        IncidentEvent::TimeSettled { side, given, amount } => {
            let side = In(language, *side);
            match (english, given) {
                (true, true) => format!("{side} is given {amount} by the rulings"),
                (true, false) => format!("{amount} is taken from {side} by the rulings"),
                (false, true) => format!("依裁定，{side}加时 {amount}"),
                (false, false) => format!("依裁定，{side}扣时 {amount}"),
            }
        }
        IncidentEvent::Verdict { result: Some(outcome), verdict } => {
            let result = result_words(*outcome, setup, language);
            if *verdict == Some(*outcome) {
                format!("{}{result}", pick(language, "by the rulings, ", "依裁定，"))
            } else {
                format!("{}{result}", pick(language, "the result stays as it was, ", "结果不变，"))
            }
        }
        IncidentEvent::Verdict { result: None, .. } => {
            pick(language, "the rulings leave the game to play", "裁定不再决定胜负").to_owned()
        }
        IncidentEvent::Appeal { side, number } => appeal_words(*side, *number, language),
    }
}

/// Whether the giver is plain from the sentence, or nobody asks for one.
pub(super) fn is_own_act_of_incident(event: &IncidentEvent, by: Who) -> bool {
    match event {
        IncidentEvent::Violation(_) | IncidentEvent::Ruling { .. } => false,
        IncidentEvent::Claim(opened) => opened.claimant.is_some_and(|side| Who::from(side) == by),
        IncidentEvent::Appeal { side, .. } => Who::from(*side) == by,
        IncidentEvent::Withdrawn { .. }
        | IncidentEvent::Penalty { .. }
        | IncidentEvent::TimeSettled { .. }
        | IncidentEvent::Verdict { .. } => true,
    }
}

/// `Incident 2: White, press before the stone (12.4): warning, or dismiss`.
fn opened_words(opened: &Opened, setup: &Setup, language: Language) -> String {
    let kind = setup.policy.kind(&opened.kind);
    let (colon, comma) = (pick(language, ": ", "："), pick(language, ", ", "，"));
    let who = who_words(opened.claimant, opened.side, language);
    let about = opened.about.map(|number| match language {
        Language::English => format!("move {number}"),
        Language::Chinese => format!("第 {number} 手"),
    });
    let what = kind_words(&opened.kind, kind, language);
    let note = opened.note.as_ref().map(|note| format!("“{note}”"));
    let told: Vec<String> = who.into_iter().chain(about).chain([what]).chain(note).collect();
    let follows = if opened.expired {
        pick(language, "too late, on record only", "逾期失效，仅作记录").to_owned()
    } else {
        choices_words(&opened.choices, kind, language)
    };
    let number = opened.number;
    let incident = pick(language, "Incident", "事件");
    let end = if follows.is_empty() { String::new() } else { format!("{colon}{follows}") };
    format!("{incident} {number}{colon}{}{end}", told.join(comma))
}

/// What may be ruled: `a warning, or dismissed`. What is upheld, and time, are told by what they bring.
fn choices_words(names: &[String], kind: Option<&Kind>, language: Language) -> String {
    let told = |name: &String| {
        let by_effects = name == Choice::UPHOLD || name == TIME;
        let choice = kind.filter(|_| by_effects).and_then(|kind| kind.choice(name));
        let effects = choice.map(|choice| effects_words(&choice.effects, language));
        effects.unwrap_or_else(|| Choice::name_words(name, language).to_owned())
    };
    let told: Vec<String> = names.iter().map(told).collect();
    let or = pick(language, ", or ", "，或");
    match told.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{}{or}{last}", listed(others, language)),
        None => String::new(),
    }
}

fn effects_words(effects: &[Effect], language: Language) -> String {
    if effects.is_empty() {
        return pick(language, "no penalty", "不作处罚").to_owned();
    }
    let words: Vec<String> = effects.iter().map(|effect| effect.words(language)).collect();
    words.join(pick(language, " and ", "并"))
}

/// Who has to answer, or who complains of whom.
fn who_words(claimant: Option<Side>, offender: Option<Side>, language: Language) -> Option<String> {
    let side = |side| In(language, side);
    match (claimant, offender, language) {
        (None, None, _) => None,
        (None, Some(offender), _) => Some(side(offender).to_string()),
        (Some(one), Some(other), Language::English) => {
            Some(format!("{} complains of {}", side(one), side(other)))
        }
        (Some(one), Some(other), Language::Chinese) => Some(format!("{}申诉{}", side(one), side(other))),
        (Some(one), None, Language::English) => Some(format!("{} complains", side(one))),
        (Some(one), None, Language::Chinese) => Some(format!("{}申诉", side(one))),
    }
}

/// A kind's name and article; the name in commands where the policy has none of its own.
fn kind_words(id: &str, kind: Option<&Kind>, language: Language) -> String {
    let Some(kind) = kind else { return id.to_owned() };
    let name = Some(kind.name.of(language)).filter(|name| !name.is_empty()).unwrap_or(id);
    match (kind.article.of(language), language) {
        ("", _) => name.to_owned(),
        (article, Language::English) => format!("{name} ({article})"),
        (article, Language::Chinese) => format!("{name}（{article}）"),
    }
}

/// `ruling on incident 2: warning`; a move that was ruled stands behind the choice.
fn ruling_words(number: u32, choice: &str, played: Option<&Played>, language: Language) -> String {
    let (incident, ruled) = (numbered(number, language), Choice::name_words(choice, language));
    let played = played.map(|played| In(language, played));
    match (language, played) {
        (Language::English, None) => format!("ruling on {incident}: {ruled}"),
        (Language::English, Some(played)) => format!("ruling on {incident}: {ruled} ({played})"),
        (Language::Chinese, None) => format!("{incident} 裁定：{ruled}"),
        (Language::Chinese, Some(played)) => format!("{incident} 裁定：{ruled} {played}"),
    }
}

fn appeal_words(side: Side, number: Option<u32>, language: Language) -> String {
    let who = In(language, side);
    let incident = number.map(|number| numbered(number, language));
    match (incident, language) {
        (Some(incident), Language::English) => format!("{who} appeals against the ruling on {incident}"),
        (Some(incident), Language::Chinese) => format!("{who}不服{incident} 的裁定，提出上诉"),
        (None, Language::English) => format!("{who} appeals"),
        (None, Language::Chinese) => format!("{who}提出上诉"),
    }
}
