//! A table's policy as the arbiter's page has it: in words of both languages.

use clock::Language;
use referee::{Choice, ClaimUntil, Decides, Kind, Policy, Setup, Wording, is_sudden_death};
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::words::Words;

/// By what incidents at a table are judged.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PolicyMessage {
    /// Its file's name, such as `weiqi-2002`.
    id: String,
    name: Words,
    /// The rules that it follows.
    source: String,
    /// How many warnings in one game lose it; 0: however many do not.
    warnings_lose: u16,
    /// How many cautions make a warning; 0: they never do.
    cautions_warn: u16,
    /// Whether players complain in their own time only; an arbiter takes what is urgent down at any time.
    claims_on_own_time: bool,
    /// How long a permitted talk may last.
    talk_ms: u64,
    /// Who permits one: `arbiter` or `chief`.
    talk_leave: &'static str,
    /// Whether the table's control is main time and nothing after it, for both sides.
    sudden_death: bool,
    /// What can happen, by name.
    kinds: Vec<KindMessage>,
}

/// A kind of incident.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct KindMessage {
    /// Its name in commands, such as `press-before-stone`.
    id: String,
    name: Words,
    explanation: Words,
    /// As each language names it; both empty where there is none.
    article: Words,
    /// `arbiter` or `chief`; a choice may have another.
    decides: &'static str,
    /// Until when a player may complain of it: `next-move`, `end` or `signed`.
    claim_until: &'static str,
    /// Whether it is an offence in sudden death only.
    sudden_death_only: bool,
    /// Whether no side has to answer for it.
    nobodys: bool,
    /// What may be ruled, `dismiss` included.
    choices: Vec<ChoiceMessage>,
}

/// What may be ruled on an incident.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct ChoiceMessage {
    /// Its name in commands.
    id: String,
    name: Words,
    /// What follows; absent where nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    brings: Option<Words>,
    /// Who decides so: `arbiter` or `chief`.
    decides: &'static str,
    /// Whether both players together may settle it so.
    agreed: bool,
}

impl From<&Setup> for PolicyMessage {
    fn from(setup: &Setup) -> Self {
        let policy = &*setup.policy;
        let Policy { id, name, source, warnings_lose, cautions_warn, talk, talk_leave, kinds, .. } = policy;
        Self {
            id: id.clone(),
            name: words(name),
            source: source.clone(),
            warnings_lose: *warnings_lose,
            cautions_warn: *cautions_warn,
            claims_on_own_time: policy.claims_on_own_time,
            talk_ms: talk.as_millis_used(),
            talk_leave: decider(*talk_leave),
            sudden_death: is_sudden_death(&setup.control),
            kinds: kinds.iter().map(|(id, kind)| KindMessage::new(id, kind)).collect(),
        }
    }
}

impl KindMessage {
    fn new(id: &str, kind: &Kind) -> Self {
        let choices = kind.choice_names().into_iter().map(|name| ChoiceMessage::new(name, kind));
        Self {
            id: id.to_owned(),
            name: words(&kind.name),
            explanation: words(&kind.explanation),
            article: words(&kind.article),
            decides: decider(kind.decides),
            claim_until: match kind.claim_until {
                ClaimUntil::NextMove => "next-move",
                ClaimUntil::Resumption => "resumption",
                ClaimUntil::End => "end",
                ClaimUntil::Signed => "signed",
            },
            sudden_death_only: kind.sudden_death_only,
            nobodys: kind.nobodys,
            choices: choices.collect(),
        }
    }
}

impl ChoiceMessage {
    fn new(id: String, kind: &Kind) -> Self {
        let choice = kind.choice(&id);
        let brings = choice.map_or(&[][..], |choice| &choice.effects);
        let name = Words {
            en: Choice::name_words(&id, Language::English).to_owned(),
            zh: Choice::name_words(&id, Language::Chinese).to_owned(),
        };
        let told = |language, between: &str| {
            let told: Vec<String> = brings.iter().map(|effect| effect.words(language)).collect();
            told.join(between)
        };
        let brings = (!brings.is_empty())
            .then(|| Words {
                en: told(Language::English, " and "), zh: told(Language::Chinese, "，并且")
            });
        let agreed = choice.is_some_and(|choice| choice.agreed);
        Self { id, name, brings, decides: decider(kind.decider(choice)), agreed }
    }
}

const fn decider(decides: Decides) -> &'static str {
    match decides {
        Decides::Arbiter => "arbiter",
        Decides::Chief => "chief",
    }
}

fn words(wording: &Wording) -> Words {
    Words { en: wording.en.clone(), zh: wording.zh.clone() }
}

#[cfg(test)]
mod tests {
    use referee::{Game, GameKind};
    use serde_json::{Value, json};

    use super::*;

    fn told(kind: GameKind, control: &str) -> Value {
        let setup = Setup::new(Game::of_kind(kind), control.parse().unwrap());
        serde_json::to_value(PolicyMessage::from(&setup)).unwrap()
    }

    #[test]
    fn each_kind_says_what_may_be_ruled_and_by_whom() {
        let weiqi = told(GameKind::Go, "30m");
        assert_eq!(
            (&weiqi["id"], &weiqi["sudden_death"], &weiqi["talk_ms"]),
            (&json!("weiqi"), &json!(true), &json!(120_000))
        );
        let kinds = weiqi["kinds"].as_array().unwrap();
        let kind = |id: &str| kinds.iter().find(|kind| kind["id"] == id).unwrap();
        let moved = kind("displaced-stones");
        assert_eq!((&moved["decides"], &moved["name"]["zh"]), (&json!("chief"), &json!("棋子移位")));
        let choices: Vec<&str> =
            moved["choices"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
        assert_eq!(choices, ["back", "valid", "draw", "replay", "dismiss"]);
        assert_eq!(kind("cycle")["decides"], "chief");
        assert_eq!(weiqi["talk_leave"], "chief");
        let who = |index: usize| (&moved["choices"][index]["decides"], &moved["choices"][index]["agreed"]);
        assert_eq!([who(0), who(1)], [(&json!("chief"), &json!(true)); 2]);
        assert_eq!([who(2), who(4)], [(&json!("chief"), &json!(false)); 2]);
        assert_eq!(moved["article"], json!({ "en": "1988: play 3", "zh": "1988年行棋三" }));
        let upset = &kind("board-upset")["choices"];
        assert_eq!((&upset[0]["decides"], &upset[0]["agreed"]), (&json!("arbiter"), &json!(true)));
        assert_eq!((&upset[1]["decides"], &upset[1]["agreed"]), (&json!("arbiter"), &json!(false)));
        let press = &kind("press-before-stone")["choices"][0];
        assert_eq!((&press["id"], &press["brings"]["en"]), (&json!("uphold"), &json!("a warning")));
        assert_eq!(told(GameKind::Chess, "30m+3x30s")["sudden_death"], false);
    }

    #[test]
    fn nothing_is_without_words() {
        for kind in [GameKind::Go, GameKind::Chess, GameKind::Gomoku, GameKind::Clock] {
            for kind in told(kind, "10m")["kinds"].as_array().unwrap() {
                for words in [&kind["name"], &kind["explanation"]] {
                    assert!(words["en"].as_str().is_some_and(|text| !text.is_empty()), "{kind}");
                    assert!(words["zh"].as_str().is_some_and(|text| !text.is_empty()), "{kind}");
                }
            }
        }
    }
}
