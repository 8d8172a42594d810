//! Policies read from TOML: a file of its own, or what a scenario says.

use std::collections::BTreeMap;
use std::sync::Arc;

use clock::Duration;

use super::kinds::{DECIDES, read_kinds};
use super::{Cost, Decides, Lateness, Policy, Unit, Wording, shipped};
use crate::document::fault::{Expected, Fault, FaultKind, nearest, shown};
use crate::document::{Document, Entry, Table};
use crate::setup::GameKind;

const POLICY: &str = "{ extends = \"weiqi\", warnings_lose = 2 }";
const NAME: &str = "{ en = \"…\", zh = \"…\" }";
const LATE: &str = "{ limit = \"1h\", factor = 2 }";

/// The longest name, source or article, in characters.
const LINE_MAX: usize = 200;
/// The longest explanation, in characters.
pub(super) const EXPLANATION_MAX: usize = 1000;
/// The most that a warning may cost, in whole zi or points.
const COST_MAX: u16 = 400;

/// Where a policy that is extended is found.
pub(super) type Find<'f> = &'f dyn Fn(&str) -> Option<Arc<Policy>>;

/// A policy as a file of its own, such as those in `config/policies`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyFile {
    /// The shipped policy that it extends.
    pub extends: Option<String>,
    /// The whole policy; its id is that of the one it extends, or [`PolicyFile::OWN`].
    pub policy: Policy,
}

impl PolicyFile {
    /// The id of a policy that extends none.
    pub const OWN: &'static str = "own";

    /// Reads a file.
    ///
    /// # Errors
    /// All faults of the file, by line.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        Self::read_with(text, &shipped::find)
    }

    /// Reads a file that extends what `find` finds.
    pub(super) fn read_with(text: &str, find: Find<'_>) -> Result<Self, Vec<Fault>> {
        let document = Document::parse(text)?;
        let policy = read_table(document.root(), None, find);
        let extends = document.root().take("extends").and_then(|entry| Some(entry.text()?.to_owned()));
        document.finish(policy).map(|policy| Self { extends, policy })
    }

    /// Whether a table with such keys is meant as a policy.
    pub(crate) fn is_meant(root: &Table<'_>) -> bool {
        ["extends", "kinds", "warnings_lose", "cautions_warn", "warning_zi", "warning_points", "late"]
            .iter()
            .any(|key| root.has(key))
    }
}

/// Reads the value of `policy`: the name of a shipped policy, or a table that adapts one, the game's usual one where it
/// does not say which.
pub fn read_policy(entry: &Entry<'_>, kind: GameKind) -> Option<Arc<Policy>> {
    if entry.is_text() {
        return named(entry, &shipped::find);
    }
    read_table(entry.table(POLICY)?, Some(shipped::usual(kind)), &shipped::find).map(Arc::new)
}

/// The policy of that name.
fn named(entry: &Entry<'_>, find: Find<'_>) -> Option<Arc<Policy>> {
    let id = entry.text()?;
    let found = find(id);
    if found.is_none() {
        let known: Vec<&str> = shipped::ids().collect();
        let near = nearest(id, &known).map(|near| format!(": did you mean {near}?")).unwrap_or_default();
        let (expected, found) = (Expected::OneOf(known), shown(entry.source()));
        entry.note(FaultKind::Said(format!("expected {expected}, found {found}{near}")));
    }
    found
}

/// Reads a table that adapts a policy; without one, the table has to say everything.
fn read_table(mut table: Table<'_>, usual: Option<Arc<Policy>>, find: Find<'_>) -> Option<Policy> {
    let base = match table.take("extends") {
        Some(entry) => Some(named(&entry, find)?),
        None => usual,
    };
    let whole = base.is_none();
    let mut policy = base.map_or_else(blank, Arc::unwrap_or_clone);
    set(
        &mut policy.name,
        wanted(&mut table, "name", "name = { en = \"…\", zh = \"…\" }", whole).and_then(wording),
    );
    set(&mut policy.source, table.take("source").and_then(|entry| line(&entry, LINE_MAX)));
    let lose = wanted(&mut table, "warnings_lose", "warnings_lose = 2, or 0 if they never do", whole);
    set(&mut policy.warnings_lose, lose.and_then(number));
    set(&mut policy.cautions_warn, table.take("cautions_warn").and_then(number));
    set(&mut policy.warning_costs, warning_costs(&mut table));
    if let Some(entry) = wanted(&mut table, "late", "late = { limit = \"1h\", factor = 2 }", whole) {
        lateness(&entry, &mut policy.late, whole);
    }
    set(&mut policy.summon_stops_clock, flag(&mut table, "summon_stops_clock"));
    set(&mut policy.claims_on_own_time, flag(&mut table, "claims_on_own_time"));
    set(&mut policy.talk, table.take("talk").and_then(|entry| entry.length()));
    set(&mut policy.talk_leave, table.take("talk_leave").and_then(|entry| entry.one_of(&DECIDES)));
    set(&mut policy.leaves_in_overtime, table.take("leaves_in_overtime").and_then(number));
    if let Some(entry) = wanted(&mut table, "kinds", "a table [kinds.NAME] for each kind of incident", whole)
    {
        read_kinds(&entry, &mut policy.kinds);
    }
    table.finish();
    Some(policy)
}

/// A policy of which nothing is said yet.
fn blank() -> Policy {
    Policy {
        id: PolicyFile::OWN.to_owned(),
        name: Wording::default(),
        source: String::new(),
        warnings_lose: 0,
        cautions_warn: 0,
        warning_costs: None,
        late: Lateness { limit: Duration::from_mins(60), factor: 1, first_side_only: false },
        summon_stops_clock: false,
        claims_on_own_time: false,
        talk: Duration::from_mins(2),
        talk_leave: Decides::Arbiter,
        leaves_in_overtime: 1,
        kinds: BTreeMap::new(),
    }
}

/// Overrides what was read.
pub(super) fn set<T>(field: &mut T, read: Option<T>) {
    if let Some(read) = read {
        *field = read;
    }
}

/// The value of a key that must be there where nothing is extended.
pub(super) fn wanted<'d>(
    table: &mut Table<'d>,
    key: &'static str,
    write: &'static str,
    whole: bool,
) -> Option<Entry<'d>> {
    if whole { table.require(key, write) } else { table.take(key) }
}

/// True or false.
pub(super) fn flag(table: &mut Table<'_>, key: &'static str) -> Option<bool> {
    table.take(key)?.flag()
}

/// How many.
fn number(entry: Entry<'_>) -> Option<u16> {
    entry.whole(0, u16::MAX)
}

/// One line of text, not too long for a page.
pub(super) fn line(entry: &Entry<'_>, longest: usize) -> Option<String> {
    let text = entry.text()?;
    if text.trim().is_empty() || text.chars().count() > longest || text.chars().any(char::is_control) {
        entry.note(FaultKind::Said(format!("expected one line of 1 to {longest} characters")));
        return None;
    }
    Some(text.to_owned())
}

/// A name in both languages.
pub(super) fn wording(entry: Entry<'_>) -> Option<Wording> {
    wording_within(&entry, LINE_MAX)
}

/// A text in both languages.
pub(super) fn wording_within(entry: &Entry<'_>, longest: usize) -> Option<Wording> {
    let mut table = entry.table(NAME)?;
    let en = table.require("en", "en = \"…\"").and_then(|entry| line(&entry, longest));
    let zh = table.require("zh", "zh = \"…\"").and_then(|entry| line(&entry, longest));
    table.finish();
    Some(Wording { en: en?, zh: zh? })
}

/// A name, source or article.
pub(super) fn short_line(entry: &Entry<'_>) -> Option<String> {
    line(entry, LINE_MAX)
}

/// What each warning costs; 0 takes away what the extended policy says.
fn warning_costs(table: &mut Table<'_>) -> Option<Option<Cost>> {
    let (zi, points) = (table.take("warning_zi"), table.take("warning_points"));
    if let (Some(_), Some(points)) = (&zi, &points) {
        points.note(FaultKind::Beside { first: "warning_zi" });
        return None;
    }
    let (entry, unit) =
        zi.map(|zi| (zi, Unit::Zi)).or_else(|| points.map(|points| (points, Unit::Points)))?;
    let whole = entry.whole(0, COST_MAX)?;
    Some((whole > 0).then_some(Cost { quarters: whole * 4, unit }))
}

fn lateness(entry: &Entry<'_>, late: &mut Lateness, whole: bool) {
    let Some(mut table) = entry.table(LATE) else { return };
    let limit = wanted(&mut table, "limit", "limit = \"1h\"", whole);
    set(&mut late.limit, limit.and_then(|entry| entry.length()));
    set(&mut late.factor, wanted(&mut table, "factor", "factor = 2", whole).and_then(number));
    set(&mut late.first_side_only, flag(&mut table, "first_side_only"));
    table.finish();
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The policy that a scenario's `policy = …` or `[policy]` says, or its faults.
    fn read(text: &str, kind: GameKind) -> Result<Arc<Policy>, Vec<String>> {
        let document = Document::parse(text).unwrap();
        let policy = document.root().take("policy").and_then(|entry| read_policy(&entry, kind));
        document.finish(policy).map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }

    fn file_faults(text: &str) -> Vec<String> {
        PolicyFile::read(text).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_name_is_a_shipped_policy() {
        let policy = read("policy = 'weiqi-2002'", GameKind::Go).unwrap();
        assert_eq!(policy, Policy::shipped("weiqi-2002").unwrap());
        let faults = read("policy = 'weiqi-2020'", GameKind::Go).unwrap_err();
        assert_eq!(
            faults,
            [
                "line 1: policy: expected one of weiqi, weiqi-2002, weiqi-1988, korea-2024, korea-2025, japan-1989, \
                 aga, fide-2023, fide-rapid-blitz, club, found 'weiqi-2020': did you mean weiqi-2002?"
            ]
        );
    }

    #[test]
    fn a_table_adapts_the_usual_policy_of_its_game() {
        for kind in [GameKind::Go, GameKind::Chess, GameKind::Gomoku, GameKind::Clock] {
            assert_eq!(read("[policy]", kind).unwrap(), Policy::usual(kind));
            let mut expected = Arc::unwrap_or_clone(Policy::usual(kind));
            expected.warnings_lose = 3;
            assert_eq!(*read("[policy]\nwarnings_lose = 3", kind).unwrap(), expected);
        }
    }

    #[test]
    fn single_keys_are_overridden_and_the_others_stay() {
        let text = "[policy]\nextends = 'weiqi'\nname = { en = 'Cup', zh = '杯赛' }\nsource = 'Cup, 3'\n\
                    warnings_lose = 0\ncautions_warn = 3\nwarning_zi = 1\nlate.limit = '15m'\n\
                    summon_stops_clock = true\nclaims_on_own_time = true\ntalk = '90s'\ntalk_leave = 'arbiter'\n\
                    leaves_in_overtime = 2\n";
        let weiqi = Policy::shipped("weiqi").unwrap();
        let expected = Policy {
            id: "weiqi".into(),
            name: Wording { en: "Cup".into(), zh: "杯赛".into() },
            source: "Cup, 3".into(),
            warnings_lose: 0,
            cautions_warn: 3,
            warning_costs: Some(Cost { quarters: 4, unit: Unit::Zi }),
            late: Lateness { limit: Duration::from_mins(15), ..weiqi.late },
            summon_stops_clock: true,
            claims_on_own_time: true,
            talk: Duration::from_secs(90),
            talk_leave: Decides::Arbiter,
            leaves_in_overtime: 2,
            kinds: weiqi.kinds.clone(),
        };
        assert_eq!(*read(text, GameKind::Chess).unwrap(), expected);
        let free = read("[policy]\nextends = 'korea-2024'\nwarning_zi = 0", GameKind::Go).unwrap();
        assert_eq!(free.warning_costs, None);
    }

    #[test]
    fn a_file_that_extends_nothing_says_everything() {
        let text = "name = { en = 'House', zh = '本馆' }\nwarnings_lose = 0\nlate = { limit = '10m', factor = 1 }\n\
                    kinds.noise = { name = { en = 'noise', zh = '喧哗' }, outcome = ['warning'] }\n";
        let PolicyFile { extends, policy } = PolicyFile::read(text).unwrap();
        assert_eq!((extends, policy.id.as_str(), policy.kinds.len()), (None, "own", 1));
        assert_eq!(
            file_faults("source = 'x'\nlate = {}"),
            [
                "line 1: name: is missing: write name = { en = \"…\", zh = \"…\" }",
                "line 1: warnings_lose: is missing: write warnings_lose = 2, or 0 if they never do",
                "line 1: kinds: is missing: write a table [kinds.NAME] for each kind of incident",
                "line 2: late.limit: is missing: write limit = \"1h\"",
                "line 2: late.factor: is missing: write factor = 2",
            ]
        );
    }

    #[test]
    fn every_fault_is_found_in_its_line() {
        let text = "extends = 'weiqi'\nname = 'x'\nsource = ''\nwarnings_lose = -1\ncautions_warn = 'two'\n\
                    warning_zi = 1\nwarning_points = 2\nsummon_stops_clock = 1\ntalk = 2\nclaims_on_owntime = true\n\
                    [late]\nlimit = 'soon'\nfactor = 70000\nfirst_side = true\n";
        assert_eq!(
            file_faults(text),
            [
                "line 2: name: expected a table such as { en = \"…\", zh = \"…\" }, found 'x'",
                "line 3: source: expected one line of 1 to 200 characters",
                "line 4: warnings_lose: expected a whole number from 0 to 65535, found -1",
                "line 5: cautions_warn: expected a whole number from 0 to 65535, found 'two'",
                "line 7: warning_points: cannot stand beside warning_zi",
                "line 8: summon_stops_clock: expected true or false, found 1",
                "line 9: talk: expected a length of time such as 1h30m, 90m, 600s, 2.5s or 500ms, found 2: write \
                 \"2s\" or \"2m\"",
                "line 10: claims_on_owntime: unknown key: did you mean claims_on_own_time? known here: extends, name, \
                 source, warnings_lose, cautions_warn, warning_zi, warning_points, late, summon_stops_clock, \
                 claims_on_own_time, talk, talk_leave, leaves_in_overtime, kinds",
                "line 12: late.limit: expected a length of time such as 1h30m, 90m, 600s, 2.5s or 500ms, found 'soon'",
                "line 13: late.factor: expected a whole number from 0 to 65535, found 70000",
                "line 14: late.first_side: unknown key: known here: limit, factor, first_side_only",
            ]
        );
    }

    /// Pieces of policies: put together at random, they are mostly broken.
    const PIECES: &str = "extends = 'weiqi'\n|extends = 'club'\n|name = { en = 'a', zh = '甲' }\n|warnings_lose = 2\n|\
        late = { limit = '1h', factor = 2 }\n|[late]\n|[kinds]\n|[kinds.late]\n|[kinds.noise]\n|kinds.phone = false\n|\
        outcome = ['warning']\n|repeated = ['loss']\n|choices = { a = [], b = ['draw'] }\n|choices = {}\n|false\n|\
        series = 'x'\n|series = false\n|decides = 'chief'\n|outcome = ['opponent +0s', 'zi 1']\n|[|]\n|{|}|'|\"\"\"|\
        kinds.长 = 1\n|adds_up = true\n|talk = '2m'\n|warning_zi = 400\n|late = false\n|#";

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn no_file_makes_the_reader_panic(
            pieces in proptest::collection::vec(
                prop_oneof![
                    9 => proptest::sample::select(PIECES.split('|').collect::<Vec<_>>()).prop_map(str::to_owned),
                    1 => "\\PC{0,4}",
                ],
                0..20,
            )
        ) {
            let text = pieces.concat();
            match PolicyFile::read(&text) {
                Ok(file) => prop_assert!(file.policy.words(clock::Language::Chinese).ends_with('\n')),
                Err(faults) => prop_assert!(!faults.is_empty()),
            }
        }
    }
}
