//! What a file is, by its content, and what it means in words.

use std::fmt;

use clock::{Control, Instant, Language, Side};
use rules::go::RuleSet;

use crate::control_file::{ControlFile, ControlName};
use crate::document::fault::{Fault, FaultKind, kind_name};
use crate::document::{Document, Spot};
use crate::policy::PolicyFile;
use crate::scenario::Scenario;
use crate::script::stamp::Stamp;
use crate::setup::{Game, GameKind, Player, Setup};

/// A file without faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// A scenario.
    Scenario(Box<Scenario>),
    /// A time control.
    Control(Box<ControlFile>),
    /// A policy.
    Policy(Box<PolicyFile>),
}

impl Checked {
    /// Reads a file, whatever it is.
    ///
    /// # Errors
    /// All faults of the file, by line.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let document = Document::parse(text)?;
        let root = document.root();
        if ["script", "game", "players"].iter().any(|key| root.has(key)) {
            return Scenario::read(text).map(|scenario| Self::Scenario(Box::new(scenario)));
        }
        if !root.has("control") && PolicyFile::is_meant(&root) {
            return PolicyFile::read(text).map(|file| Self::Policy(Box::new(file)));
        }
        if ["control", "name"].iter().any(|key| root.has(key)) {
            return ControlFile::read(text).map(|file| Self::Control(Box::new(file)));
        }
        document.note(&Spot::default(), FaultKind::Unrecognised);
        document.finish(None)
    }

    /// What the file means, in a language.
    #[must_use]
    pub const fn words(&self, language: Language) -> CheckedWords<'_> {
        CheckedWords { checked: self, language }
    }
}

/// What a file means, in words of one language: some lines, each ended.
#[derive(Clone, Copy, Debug)]
pub struct CheckedWords<'a> {
    checked: &'a Checked,
    language: Language,
}

impl fmt::Display for CheckedWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.checked {
            Checked::Scenario(scenario) => scenario_words(f, scenario, self.language),
            Checked::Control(file) => file_words(f, file, self.language),
            Checked::Policy(file) => f.write_str(&file.policy.words(self.language)),
        }
    }
}

fn file_words(f: &mut fmt::Formatter<'_>, file: &ControlFile, language: Language) -> fmt::Result {
    let ControlFile { name, source, control } = file;
    match (name, language) {
        (None, _) => {}
        (Some(ControlName { en, zh }), Language::English) => writeln!(f, "control: {en} ({zh})")?,
        (Some(ControlName { en, zh }), Language::Chinese) => writeln!(f, "计时方式：{zh}（{en}）")?,
    }
    control_words(f, control, language)?;
    match (source, language) {
        (None, _) => Ok(()),
        (Some(source), Language::English) => writeln!(f, "source: {source}"),
        (Some(source), Language::Chinese) => writeln!(f, "出处：{source}"),
    }
}

fn control_words(f: &mut fmt::Formatter<'_>, control: &Control, language: Language) -> fmt::Result {
    let words = control.words(language);
    match language {
        Language::English => writeln!(f, "time: {control}: {words}"),
        Language::Chinese => writeln!(f, "用时：{control}：{words}"),
    }
}

fn scenario_words(f: &mut fmt::Formatter<'_>, scenario: &Scenario, language: Language) -> fmt::Result {
    let Scenario { setup: Setup { game, control, players, policy, .. }, script, .. } = scenario;
    let (lines, end) = (script.len(), Stamp(script.last().map_or(Instant::ZERO, |line| line.at)));
    let game = game_words(game, language);
    match language {
        Language::English => writeln!(f, "scenario: {game}")?,
        Language::Chinese => writeln!(f, "情景：{game}")?,
    }
    for side in Side::BOTH {
        match (player(players.of(side)), side, language) {
            (None, _, _) => {}
            (Some(player), side, Language::English) => writeln!(f, "{side}: {player}")?,
            (Some(player), Side::Black, Language::Chinese) => writeln!(f, "黑方：{player}")?,
            (Some(player), Side::White, Language::Chinese) => writeln!(f, "白方：{player}")?,
        }
    }
    control_words(f, control, language)?;
    writeln!(f, "{}", policy.title(language))?;
    match language {
        Language::English if lines == 1 => writeln!(f, "script: 1 line, ends at {end}"),
        Language::English => writeln!(f, "script: {lines} lines, ends at {end}"),
        Language::Chinese => writeln!(f, "脚本：{lines} 行，至 {end} 止"),
    }
}

/// What is played, in words of one language.
#[must_use]
pub fn game_words(game: &Game, language: Language) -> String {
    match language {
        Language::English => game_english(game),
        Language::Chinese => game_chinese(game),
    }
}

fn game_english(game: &Game) -> String {
    let mut words = kind_name(game.kind).to_owned();
    if has_board(game.kind) {
        words += &format!(" on {0}×{0}", game.size);
    }
    if let Some(rules) = &game.rules {
        words += &format!(", {}", rules_words(rules, Language::English));
    }
    if let Some(komi) = game.komi {
        words += &format!(", komi {}", f64::from(komi.quarters) / 4.0);
    }
    if game.handicap > 0 {
        words += &format!(", {} handicap stones", game.handicap);
    }
    words
}

fn game_chinese(game: &Game) -> String {
    let mut words = match game.kind {
        GameKind::Go => "围棋",
        GameKind::Chess => "国际象棋",
        GameKind::Gomoku => "五子棋",
        GameKind::Clock => "只用棋钟",
    }
    .to_owned();
    if has_board(game.kind) {
        words += &format!("，{} 路", game.size);
    }
    if let Some(rules) = &game.rules {
        words += &format!("，{}", rules_words(rules, Language::Chinese));
    }
    if let Some(komi) = game.komi {
        words += &format!("，贴 {}", f64::from(komi.quarters) / 4.0);
    }
    if game.handicap > 0 {
        words += &format!("，让 {} 子", game.handicap);
    }
    words
}

fn rules_words(name: &str, language: Language) -> String {
    let (english, chinese) = match RuleSet::from_name(name) {
        Some(RuleSet::Chinese) => ("Chinese rules", "中国规则"),
        Some(RuleSet::Chinese1988) => ("Chinese rules of 1988", "中国 1988 年规则"),
        Some(RuleSet::Japanese) => ("Japanese rules", "日本规则"),
        Some(RuleSet::Korean) => ("Korean rules", "韩国规则"),
        Some(RuleSet::Aga) => ("AGA rules", "美国围棋协会规则"),
        Some(RuleSet::Ing) => ("Ing rules", "应氏规则"),
        Some(RuleSet::NewZealand) => ("New Zealand rules", "新西兰规则"),
        None => {
            return match language {
                Language::English => format!("{name} rules"),
                Language::Chinese => format!("规则 {name}"),
            };
        }
    };
    match language {
        Language::English => english,
        Language::Chinese => chinese,
    }
    .to_owned()
}

const fn has_board(kind: GameKind) -> bool {
    matches!(kind, GameKind::Go | GameKind::Gomoku)
}

/// Name and rank, where something is known.
fn player(player: &Player) -> Option<String> {
    let known: Vec<&str> = [&player.name, &player.rank].into_iter().flatten().map(String::as_str).collect();
    (!known.is_empty()).then(|| known.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_control_is_said_in_both_languages() {
        let text =
            "name = { en = \"Club hour\", zh = \"一小时\" }\nsource = \"12.3\"\ncontrol = \"55m+5x60s\"";
        let checked = Checked::read(text).unwrap();
        let control: Control = "55m+5x60s".parse().unwrap();
        let (english, chinese) = (control.words(Language::English), control.words(Language::Chinese));
        assert_eq!(
            checked.words(Language::English).to_string(),
            format!("control: Club hour (一小时)\ntime: {control}: {english}\nsource: 12.3\n")
        );
        assert_eq!(
            checked.words(Language::Chinese).to_string(),
            format!("计时方式：一小时（Club hour）\n用时：{control}：{chinese}\n出处：12.3\n")
        );
    }

    #[test]
    fn a_control_needs_no_name() {
        let checked = Checked::read("[control]\nmain = \"20m\"").unwrap();
        assert_eq!(checked.words(Language::English).to_string(), "time: 20m: 20 min, sudden death\n");
        assert_eq!(checked.words(Language::Chinese).to_string(), "用时：20m：包干 20 分\n");
    }

    #[test]
    fn a_policy_is_known_by_its_keys() {
        let checked = Checked::read("extends = 'weiqi'").unwrap();
        let words = checked.words(Language::Chinese).to_string();
        assert!(words.starts_with("判罚规定：中国围棋规则（Chinese rules）\n"), "{words}");
        let named = Checked::read("name = { en = 'A', zh = '甲' }\nextends = 'club'").unwrap();
        assert!(named.words(Language::English).to_string().starts_with("policy: A (甲)\n"));
        let faults = Checked::read("extends = 'weiki'").unwrap_err();
        assert!(
            faults[0].to_string().starts_with("line 1: extends: expected one of weiqi, "),
            "{}",
            faults[0]
        );
    }

    #[test]
    fn a_scenario_is_said_in_both_languages() {
        let text = "script = \"\"\"\n0 start\n65.5 end\n\"\"\"\ncontrol = \"1h\"\n[game]\nrules = \"chinese\"\n\
                    komi = 3.75\nhandicap = 2\n[players.black]\nname = \"柯\"\nrank = \"5d\"\n";
        let checked = Checked::read(text).unwrap();
        let control: Control = "1h".parse().unwrap();
        let (english, chinese) = (control.words(Language::English), control.words(Language::Chinese));
        assert_eq!(
            checked.words(Language::English).to_string(),
            format!(
                "scenario: go on 19×19, Chinese rules, komi 3.75, 2 handicap stones\nblack: 柯 5d\n\
                 time: {control}: {english}\npolicy: Chinese rules (中国围棋规则)\nscript: 2 lines, ends at 1:05.5\n"
            )
        );
        assert_eq!(
            checked.words(Language::Chinese).to_string(),
            format!(
                "情景：围棋，19 路，中国规则，贴 3.75，让 2 子\n黑方：柯 5d\n用时：{control}：{chinese}\n\
                 判罚规定：中国围棋规则（Chinese rules）\n脚本：2 行，至 1:05.5 止\n"
            )
        );
    }

    /// Pieces of files: put together at random, they are mostly broken.
    const PIECES: &str = "[control]\n|[control.white]\n|[control.calls]\n|[control.overtime]\n|[game]\n|control = |\
        script = |main = |stages = |\"1h\"\n|\"0s\"\n|'''\n|\"\"\"\n|0 start\n|1 pause \"|\\|\"|{ kind = |\"byoyomi\"|\
        \"canadian\"|, |periods = 3|period = \"30s\"| }\n|[|]\n|1|komi = |nan\n|99999999999999999999\n|overtime = |\
        increment = |delay = |name = { en = \"a\", zh = \"b\" }\n|last = [30, 40]\n|count = \"down\"\n|\r\n|长|\
        \u{feff}|\\u000a|moves = 4|time = \"5m\"|true\n|2026-11-29T09:00:00Z\n|wall = |born = |#";

    fn file() -> impl Strategy<Value = String> {
        let piece = proptest::sample::select(PIECES.split('|').collect::<Vec<_>>()).prop_map(str::to_owned);
        proptest::collection::vec(prop_oneof![9 => piece, 1 => "\\PC{0,4}"], 0..30)
            .prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn no_file_makes_the_reader_panic(text in file()) {
            match Checked::read(&text) {
                Ok(checked) => prop_assert!(!checked.words(Language::English).to_string().is_empty()),
                Err(faults) => prop_assert!(!faults.is_empty()),
            }
        }
    }

    #[test]
    fn large_and_deep_files_are_refused_in_time() {
        let faults = |text: String| Checked::read(&text).unwrap_err().len();
        let keys: String = (0..20_000).map(|number| format!("key{number} = 1\n")).collect();
        assert_eq!(faults(format!("script = ''\ncontrol = '1h'\n{keys}")), 100);
        let keys: String = (0..10_000).map(|number| format!("k{number} = 1, ")).collect();
        assert_eq!(faults(format!("script = ''\ncontrol = '1h'\ngame = {{ {keys} }}")), 100);
        let script = "0 press blak\n".repeat(20_000);
        assert_eq!(faults(format!("control = '1h'\nscript = '''\n{script}'''")), 100);
        for deep in ["[".repeat(100_000), "{a=".repeat(100_000)] {
            assert!(faults(format!("script = {deep}")) > 0);
        }
    }
}
