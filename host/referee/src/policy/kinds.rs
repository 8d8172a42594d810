//! The kinds of incident of a policy, read from TOML.

use std::collections::BTreeMap;

use super::read::{EXPLANATION_MAX, flag, set, short_line, wanted, wording, wording_within};
use super::{Choice, ClaimUntil, Decides, Effect, Kind, Wording};
use crate::document::fault::{FaultKind, nearest, shown};
use crate::document::{Entry, Table};

const KINDS: &str = "[kinds.phone]";
const KIND: &str = "{ outcome = [\"warning\"] }, or false to take the kind away";
const NAME: &str = "name = { en = \"…\", zh = \"…\" }";
const EFFECTS: &str = "[\"back\", \"warning\"], or [] where nothing follows";
const CHOICES: &str = "{ reconstructed = [], loss = [\"loss\"] }";
const CHOICE: &str = "{ outcome = [], decides = \"arbiter\", agreed = true }";
const OUTCOME: &str = "outcome = [\"warning\"], or choices = { reconstructed = [], loss = [\"loss\"] }";

const NAME_FORM: &str =
    "expected a name of small letters, digits and hyphens, at most 40, such as board-upset";

/// The longest name of a kind, a choice or a series, in bytes.
const NAME_MAX: usize = 40;

/// Who decides, as policies write it.
pub(super) const DECIDES: [(&str, Decides); 2] = [("arbiter", Decides::Arbiter), ("chief", Decides::Chief)];
/// Until when claims hold, as policies write it.
pub(super) const CLAIM_UNTIL: [(&str, ClaimUntil); 4] = [
    ("next-move", ClaimUntil::NextMove),
    ("resumption", ClaimUntil::Resumption),
    ("end", ClaimUntil::End),
    ("signed", ClaimUntil::Signed),
];

/// Reads the table of kinds over those of the policy that is extended.
pub(super) fn read_kinds(entry: &Entry<'_>, kinds: &mut BTreeMap<String, Kind>) {
    let entries = entry.table(KINDS).map(Table::entries).unwrap_or_default();
    for (name, entry) in entries {
        if !is_name(name) {
            entry.note(FaultKind::Said(NAME_FORM.to_owned()));
        } else if is_false(&entry) {
            if kinds.remove(name).is_none() {
                entry.note(FaultKind::Said(unknown("no such kind to take away", name, kinds)));
            }
        } else if let Some(kind) = read_kind(name, &entry, kinds) {
            kinds.insert(name.to_owned(), kind);
        }
    }
}

/// Whether kinds, choices and series may be called so: people type it in commands.
fn is_name(name: &str) -> bool {
    let letters = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    letters
        && (1..=NAME_MAX).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_lowercase())
}

/// Whether `false` stands here: what is extended is taken away.
fn is_false(entry: &Entry<'_>) -> bool {
    entry.source() == "false"
}

/// What is wrong with a name, and the known one that looks like it.
fn unknown(what: &str, name: &str, kinds: &BTreeMap<String, Kind>) -> String {
    let known: Vec<&str> = kinds.keys().map(String::as_str).collect();
    match nearest(name, &known) {
        Some(near) => format!("{what}: did you mean {near}?"),
        None => what.to_owned(),
    }
}

/// A kind of which nothing is said yet.
fn blank() -> Kind {
    Kind {
        name: Wording::default(),
        explanation: Wording::default(),
        article: Wording::default(),
        decides: Decides::default(),
        claim_until: ClaimUntil::default(),
        sudden_death_only: false,
        nobodys: false,
        adds_up: true,
        series: None,
        choices: Vec::new(),
    }
}

/// Reads a kind over that of the same name; a new one has to say what it is and what follows.
fn read_kind(name: &str, entry: &Entry<'_>, kinds: &BTreeMap<String, Kind>) -> Option<Kind> {
    let mut table = entry.table(KIND)?;
    let known = kinds.get(name);
    if known.is_none() && !table.has("name") {
        let what = unknown(&format!("is a new kind and needs {NAME}"), name, kinds);
        entry.note(FaultKind::Said(what));
        return None;
    }
    let mut kind = known.cloned().unwrap_or_else(blank);
    set(&mut kind.name, table.take("name").and_then(wording));
    let explanation = table.take("explanation").and_then(|entry| wording_within(&entry, EXPLANATION_MAX));
    set(&mut kind.explanation, explanation);
    set(&mut kind.article, table.take("article").and_then(article));
    set(&mut kind.decides, table.take("decides").and_then(|entry| entry.one_of(&DECIDES)));
    set(&mut kind.claim_until, table.take("claim_until").and_then(|entry| entry.one_of(&CLAIM_UNTIL)));
    set(&mut kind.sudden_death_only, flag(&mut table, "sudden_death_only"));
    set(&mut kind.nobodys, flag(&mut table, "nobodys"));
    set(&mut kind.adds_up, flag(&mut table, "adds_up"));
    set(&mut kind.series, table.take("series").and_then(|entry| series(&entry)));
    read_choices(&mut table, &mut kind.choices, known.is_none());
    table.finish();
    Some(kind)
}

/// An article: one text for both languages, or one for each.
fn article(entry: Entry<'_>) -> Option<Wording> {
    if entry.is_text() { short_line(&entry).map(Wording::alike) } else { wording(entry) }
}

/// The series; `false` takes it away.
fn series(entry: &Entry<'_>) -> Option<Option<String>> {
    if is_false(entry) {
        return Some(None);
    }
    let name = entry.text()?;
    if !is_name(name) {
        entry.note(FaultKind::Said(NAME_FORM.to_owned()));
        return None;
    }
    Some(Some(name.to_owned()))
}

/// Reads `outcome` with `repeated`, or `choices`, over those of the kind that is extended.
fn read_choices(table: &mut Table<'_>, choices: &mut Vec<Choice>, new: bool) {
    let given = table.has("outcome") || table.has("choices");
    let outcome = wanted(table, "outcome", OUTCOME, new && !given);
    let (several, repeated, agreed) = (table.take("choices"), table.take("repeated"), table.take("agreed"));
    if let Some(several) = several {
        if outcome.is_some() {
            several.note(FaultKind::Beside { first: "outcome" });
        }
        for entry in [repeated, agreed].into_iter().flatten() {
            entry.note(FaultKind::Beside { first: "choices" });
        }
        set(choices, named_choices(&several));
        return;
    }
    if let Some(effects) = outcome.and_then(|entry| effects(&entry)) {
        let before = choices.pop().filter(|_| choices.is_empty());
        let agreed = before.as_ref().is_some_and(|only| only.agreed);
        let repeated = before.and_then(|only| only.repeated);
        let name = Choice::UPHOLD.to_owned();
        *choices = vec![Choice { name, effects, repeated, decides: None, agreed }];
    }
    match choices.as_mut_slice() {
        [only] => {
            set(&mut only.agreed, agreed.and_then(|entry| entry.flag()));
            set(
                &mut only.repeated,
                repeated.map(|entry| if is_false(&entry) { None } else { effects(&entry) }),
            );
        }
        _ => {
            for entry in [repeated, agreed].into_iter().flatten() {
                entry.note(FaultKind::Said("stands only beside one outcome".to_owned()));
            }
        }
    }
}

/// Choices in the order of the file.
fn named_choices(entry: &Entry<'_>) -> Option<Vec<Choice>> {
    let entries = entry.table(CHOICES)?.entries();
    if entries.len() < 2 {
        let what =
            format!("expected two or more, such as {CHOICES}; where there is no choice, write outcome");
        entry.note(FaultKind::Said(what));
        return None;
    }
    let choice = |(name, entry): (&str, Entry<'_>)| {
        if !is_name(name) || name == Choice::DISMISS {
            let what =
                if is_name(name) { "is always there and means that nothing follows" } else { NAME_FORM };
            entry.note(FaultKind::Said(what.to_owned()));
            return None;
        }
        named_choice(name, &entry)
    };
    let read: Vec<Option<Choice>> = entries.into_iter().map(choice).collect();
    read.into_iter().collect()
}

/// What follows; or a table that also says who decides so, and whether both players may agree on it.
fn named_choice(name: &str, entry: &Entry<'_>) -> Option<Choice> {
    let blank =
        Choice { name: name.to_owned(), effects: Vec::new(), repeated: None, decides: None, agreed: false };
    if !entry.is_table() {
        return Some(Choice { effects: effects(entry)?, ..blank });
    }
    let mut table = entry.table(CHOICE)?;
    let outcome = table.require("outcome", "outcome = [], or what follows").and_then(|entry| effects(&entry));
    let decides = table.take("decides").and_then(|entry| entry.one_of(&DECIDES));
    let agreed = flag(&mut table, "agreed").unwrap_or_default();
    table.finish();
    Some(Choice { effects: outcome?, decides, agreed, ..blank })
}

/// A list of effects that can all come about together.
fn effects(entry: &Entry<'_>) -> Option<Vec<Effect>> {
    let mut read: Vec<Effect> = Vec::new();
    let mut sound = true;
    for entry in entry.list(EFFECTS)? {
        let Some(effect) = effect(&entry) else {
            sound = false;
            continue;
        };
        match read.iter().find(|earlier| exclude(**earlier, effect)) {
            Some(earlier) => {
                entry.note(FaultKind::Said(format!("cannot come about together with {earlier}")));
                sound = false;
            }
            None => read.push(effect),
        }
    }
    sound.then_some(read)
}

/// Whether only one of two effects can come about: a game ends in one way, and one thing becomes of a move.
fn exclude(one: Effect, other: Effect) -> bool {
    one == other || (one.ends_game() && other.ends_game()) || (one.settles_move() && other.settles_move())
}

fn effect(entry: &Entry<'_>) -> Option<Effect> {
    let text = entry.text()?;
    let read = text.parse().ok();
    if read.is_none() {
        let names = Effect::plain_names();
        let near = nearest(text, &names).map(|near| format!(": did you mean {near}?")).unwrap_or_default();
        entry.note(FaultKind::Said(format!(
            "expected {}, opponent +2m, offender -2m, zi 1 or points 2, found {}{near}",
            names.join(", "),
            shown(entry.source())
        )));
    }
    read
}

#[cfg(test)]
mod tests {
    use super::super::{Policy, PolicyFile};
    use super::*;

    fn read(kinds: &str) -> Result<Policy, Vec<String>> {
        let read = PolicyFile::read(&format!("extends = 'weiqi'\n{kinds}"));
        read.map(|file| file.policy).map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }

    fn weiqi(kind: &str) -> Kind {
        Policy::shipped("weiqi").unwrap().kind(kind).unwrap().clone()
    }

    #[test]
    fn single_keys_of_a_kind_are_overridden() {
        let policy = read("kinds.phone.outcome = ['loss']\nkinds.phone.adds_up = false").unwrap();
        let choices = vec![Choice {
            name: "uphold".into(),
            effects: vec![Effect::Loss],
            repeated: None,
            decides: None,
            agreed: false,
        }];
        assert_eq!(*policy.kind("phone").unwrap(), Kind { adds_up: false, choices, ..weiqi("phone") });
        assert_eq!(*policy.kind("late").unwrap(), weiqi("late"));

        let policy =
            read("[kinds.late]\nchoices = { wait = [], loss = ['loss'], half = ['zi 1', 'warning'] }")
                .unwrap();
        assert_eq!(policy.kind("late").unwrap().choice_names(), ["wait", "loss", "half", "dismiss"]);
        assert_eq!(policy.kind("late").unwrap().choices[2].effects.len(), 2);
    }

    #[test]
    fn every_key_of_a_kind_is_read() {
        let text = "[kinds.noise]\nname = { en = 'noise', zh = '喧哗' }\n\
                    explanation = { en = 'Too loud.', zh = '声音太大。' }\narticle = '7'\ndecides = 'chief'\n\
                    claim_until = 'signed'\nsudden_death_only = true\nnobodys = true\nadds_up = false\n\
                    series = 'noise'\noutcome = ['opponent +30s', 'caution']\nrepeated = ['loss']\nagreed = true";
        let words = |en: &str, zh: &str| Wording { en: en.into(), zh: zh.into() };
        let expected = Kind {
            name: words("noise", "喧哗"),
            explanation: words("Too loud.", "声音太大。"),
            article: Wording::alike("7".into()),
            decides: Decides::Chief,
            claim_until: ClaimUntil::Signed,
            sudden_death_only: true,
            nobodys: true,
            adds_up: false,
            series: Some("noise".into()),
            choices: vec![Choice {
                name: "uphold".into(),
                effects: vec![Effect::TimeToOpponent(clock::Duration::from_secs(30)), Effect::Caution],
                repeated: Some(vec![Effect::Loss]),
                decides: None,
                agreed: true,
            }],
        };
        assert_eq!(*read(text).unwrap().kind("noise").unwrap(), expected);
    }

    #[test]
    fn a_choice_may_have_its_own_decider_and_be_agreed_on() {
        let policy = read(
            "kinds.late = { decides = 'chief', choices = { wait = { outcome = [], decides = 'arbiter', agreed = true }, \
             loss = ['loss'] } }\nkinds.phone = { outcome = [], agreed = true }\nkinds.dropped-stone.agreed = false",
        )
        .unwrap();
        let late = policy.kind("late").unwrap();
        let of =
            |name: &str| (late.decider(late.choice(name)), late.choice(name).is_some_and(|one| one.agreed));
        assert_eq!(of("wait"), (Decides::Arbiter, true));
        assert_eq!(of("loss"), (Decides::Chief, false));
        assert_eq!(of("dismiss"), (Decides::Chief, false));
        let agreed = |kind: &str| policy.kind(kind).unwrap().choices[0].agreed;
        assert_eq!((agreed("phone"), agreed("dropped-stone")), (true, false));
    }

    #[test]
    fn an_article_is_one_text_or_one_for_each_language() {
        let article = |value: &str| {
            let read = read(&format!("kinds.phone.article = {value}"))?;
            Ok::<_, Vec<String>>(read.kind("phone").unwrap().article.clone())
        };
        assert_eq!(article("'7.5.1'"), Ok(Wording::alike("7.5.1".into())));
        let each = Wording { en: "regulation 5".into(), zh: "规程第五条".into() };
        assert_eq!(article("{ en = 'regulation 5', zh = '规程第五条' }"), Ok(each));
        for (value, fault) in [
            ("7", "kinds.phone.article: expected a table such as { en = \"…\", zh = \"…\" }, found 7"),
            ("''", "kinds.phone.article: expected one line of 1 to 200 characters"),
            ("{ en = '7' }", "kinds.phone.article.zh: is missing: write zh = \"…\""),
        ] {
            assert_eq!(article(value), Err(vec![format!("line 2: {fault}")]), "{value}");
        }
    }

    #[test]
    fn what_is_repeated_stays_until_it_is_taken_away() {
        let illegal = |kinds: &str| {
            let text = format!("extends = 'fide-2023'\n{kinds}");
            PolicyFile::read(&text).unwrap().policy.kind("illegal-move").unwrap().clone()
        };
        let repeated = Some(vec![Effect::Back, Effect::LossOrDraw]);
        let mild = illegal("kinds.illegal-move.outcome = ['back']");
        assert_eq!((&mild.choices[0].repeated, mild.series.as_deref()), (&repeated, Some("illegal")));
        let milder = illegal("kinds.illegal-move = { repeated = false, series = false }");
        assert_eq!((&milder.choices[0].repeated, milder.series), (&None, None));
        let chosen = illegal("kinds.illegal-move.choices = { stands = [], back = ['back'] }");
        assert_eq!(chosen.choice_names(), ["stands", "back", "dismiss"]);
        assert_eq!(
            chosen.choice("back").map(|back| back.effects.as_slice()),
            Some([Effect::Back].as_slice())
        );
    }

    #[test]
    fn a_kind_is_taken_away() {
        let policy = read("kinds.smoking = false").unwrap();
        assert!(policy.kind("smoking").is_none());
        assert_eq!(policy.kinds.len() + 1, Policy::shipped("weiqi").unwrap().kinds.len());
    }

    fn assert_faults(cases: &[(&str, &str)]) {
        for (text, fault) in cases {
            assert_eq!(read(text).unwrap_err(), [*fault], "{text}");
        }
    }

    #[test]
    fn every_fault_of_a_kind_is_found_in_its_line() {
        assert_faults(&[
            ("kinds = 1", "line 2: kinds: expected a table such as [kinds.phone], found 1"),
            (
                "kinds.phone = true",
                "line 2: kinds.phone: expected a table such as { outcome = [\"warning\"] }, or false to take the kind \
                 away, found true",
            ),
            ("kinds.phnoe = false", "line 2: kinds.phnoe: no such kind to take away: did you mean phone?"),
            (
                "[kinds.phnoe]\noutcome = []",
                "line 2: kinds.phnoe: is a new kind and needs name = { en = \"…\", zh = \"…\" }: did you mean phone?",
            ),
            (
                "kinds.Phone = false",
                "line 2: kinds.Phone: expected a name of small letters, digits and hyphens, at most 40, such as \
                 board-upset",
            ),
            (
                "[kinds.x]\nname = { en = 'x', zh = 'x' }",
                "line 2: kinds.x.outcome: is missing: write outcome = [\"warning\"], or choices = { reconstructed = [], \
                 loss = [\"loss\"] }",
            ),
            (
                "kinds.late.decides = 'Chief'",
                "line 2: kinds.late.decides: expected one of arbiter, chief, found 'Chief'",
            ),
            (
                "kinds.late.claim_until = 'never'",
                "line 2: kinds.late.claim_until: expected one of next-move, resumption, end, signed, found 'never'",
            ),
            (
                "kinds.late.outcomes = ['loss']",
                "line 2: kinds.late.outcomes: unknown key: did you mean outcome? known here: name, explanation, \
                 article, decides, claim_until, sudden_death_only, nobodys, adds_up, series, outcome, choices, repeated, agreed",
            ),
        ]);
    }

    #[test]
    fn every_fault_of_an_outcome_is_found_in_its_line() {
        assert_faults(&[
            (
                "[kinds.late]\noutcome = []\nchoices = { a = [], b = [] }",
                "line 4: kinds.late.choices: cannot stand beside outcome",
            ),
            (
                "[kinds.late]\nrepeated = []\nchoices = { a = [], b = [] }",
                "line 3: kinds.late.repeated: cannot stand beside choices",
            ),
            (
                "[kinds.late]\nagreed = true\nchoices = { a = [], b = [] }",
                "line 3: kinds.late.agreed: cannot stand beside choices",
            ),
            (
                "kinds.board-upset.agreed = true",
                "line 2: kinds.board-upset.agreed: stands only beside one outcome",
            ),
            (
                "kinds.late.choices = { a = { outcome = [], decides = 'both' }, b = [] }",
                "line 2: kinds.late.choices.a.decides: expected one of arbiter, chief, found 'both'",
            ),
            (
                "kinds.late.choices = { a = { agreed = true }, b = [] }",
                "line 2: kinds.late.choices.a.outcome: is missing: write outcome = [], or what follows",
            ),
            (
                "kinds.late.choices = { a = { outcome = [], repeated = [] }, b = [] }",
                "line 2: kinds.late.choices.a.repeated: unknown key: known here: outcome, decides, agreed",
            ),
            (
                "kinds.board-upset.repeated = ['loss']",
                "line 2: kinds.board-upset.repeated: stands only beside one outcome",
            ),
            (
                "kinds.late.choices = { loss = ['loss'] }",
                "line 2: kinds.late.choices: expected two or more, such as { reconstructed = [], loss = [\"loss\"] }; where \
                 there is no choice, write outcome",
            ),
            (
                "kinds.late.choices = { dismiss = [], b = [] }",
                "line 2: kinds.late.choices.dismiss: is always there and means that nothing follows",
            ),
            (
                "kinds.late.outcome = [\n  'warning',\n  'los',\n]",
                "line 4: kinds.late.outcome.2: expected warning, caution, pass, back, stands, pause, loss, loss-or-draw, \
                 draw, replay, no-result, both-lose, opponent +2m, offender -2m, zi 1 or points 2, found 'los': did \
                 you mean loss?",
            ),
            (
                "kinds.late.outcome = ['loss', 'draw']",
                "line 2: kinds.late.outcome.2: cannot come about together with loss",
            ),
            (
                "kinds.late.outcome = ['back', 'warning', 'pass']",
                "line 2: kinds.late.outcome.3: cannot come about together with back",
            ),
            (
                "kinds.late.outcome = 'loss'",
                "line 2: kinds.late.outcome: expected a list such as [\"back\", \"warning\"], or [] where nothing \
                 follows, found 'loss'",
            ),
        ]);
    }
}
