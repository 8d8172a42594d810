//! `flagfall score`: a finished game of Go, counted.

use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use records::sgf::{Fault, Kind, Record};
use records::{GameResult, Manner};
use rules::go::{self, Count, InSeki, Position, RuleSet, Terms, Verdict};
use rules::{ByColor, Color, Point, Quarters};
use serde_json::{Value, json};

use crate::complain;
use crate::replay;
use crate::source::read_records;

/// The same proposal comes each time.
const SEED: u64 = 1;

/// What the command line says of a count.
#[derive(Debug, clap::Args)]
pub(crate) struct ScoreArguments {
    /// The game, an SGF file.
    file: PathBuf,
    /// Which game of the file, counted from 0 as `game` in JSON is: 0 is the first, which texts call game 1.
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: usize,
    /// The rule set; without it, the file's, else the Chinese one.
    #[arg(long, value_name = "RULES", value_parser = replay::rule_set_parser())]
    rules: Option<RuleSet>,
    /// The dead stones, one point of each group with commas between, such as D4,Q16, or `none`; without it, by the
    /// file's TB and TW, else none.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    dead: Option<Vec<String>>,
    /// Propose which stones are dead. It is no more than a proposal: what the players decide is then given by --dead,
    /// without --suggest.
    #[arg(long)]
    suggest: bool,
    /// Whether points surrounded in seki are territory; without it, as the rule set has it.
    #[arg(long, value_enum)]
    seki: Option<Seki>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Points surrounded in seki.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Seki {
    /// They are territory.
    Count,
    /// They are not.
    Ignore,
}

impl From<Seki> for InSeki {
    fn from(seki: Seki) -> Self {
        match seki {
            Seki::Count => Self::Count,
            Seki::Ignore => Self::Ignore,
        }
    }
}

/// Counts a game.
pub(crate) fn score(arguments: &ScoreArguments) -> Result<bool> {
    if let Err(both) = arguments.check() {
        both.exit();
    }
    let place = || arguments.file.display().to_string();
    let bytes = read_records(&arguments.file).with_context(place)?;
    if replay::is_pgn(&arguments.file, &bytes) {
        bail!("{}: only games of Go are counted", place());
    }
    let collection = records::sgf::read(&bytes).with_context(place)?;
    let mut game = collection.game(arguments.game).with_context(place)?;
    let komi = arguments.rules.and_then(|rules| game.read_komi_by(rules));
    for warning in collection.warnings().iter().chain(&game.warnings) {
        // By other rules the komi may be another one.
        if arguments.rules.is_none() || !matches!(warning.what, Fault::Komi { .. }) {
            complain(format_args!("{}: {warning}", place()));
        }
    }
    if let Some(komi) = komi {
        complain(format_args!("{}: {komi}", place()));
    }
    let counted = Counted::new(&game.record, arguments).with_context(place)?;
    for doubt in counted.doubts(&game.record) {
        complain(format_args!("{}: {doubt}", place()));
    }
    let mut out = stdout().lock();
    match arguments.json {
        true => writeln!(out, "{}", counted.json())?,
        false => write!(out, "{}", counted.words())?,
    }
    Ok(true)
}

impl ScoreArguments {
    /// A proposal is whole: who changes it says which stones are dead.
    fn check(&self) -> Result<(), clap::Error> {
        if self.dead.is_none() || !self.suggest {
            return Ok(());
        }
        let said = "--suggest proposes all dead stones, --dead names all: to change the proposal, list with --dead what \
                    it says and what you add, without --suggest";
        let mut command =
            clap::Command::new("flagfall score").override_usage("flagfall score [OPTIONS] FILE");
        Err(command.error(clap::error::ErrorKind::ArgumentConflict, said))
    }
}

/// A game that is counted.
#[derive(Debug)]
struct Counted {
    count: Count,
    territory: ByColor<u32>,
    verdict: Verdict,
    terms: Terms,
    proposed: bool,
    /// Whether nobody has said which stones are dead.
    unmarked: bool,
}

impl Counted {
    fn new(record: &Record, arguments: &ScoreArguments) -> Result<Self> {
        if record.kind != Kind::Go {
            bail!("only games of Go are counted");
        }
        let position = record.final_position();
        let dead = match (&arguments.dead, arguments.suggest) {
            (Some(points), _) => points_of(points)?,
            (None, true) => go::propose_dead(&position, SEED),
            (None, false) => marked_dead(record, &position),
        };
        let count = go::count(&position, &dead)?;
        let rules = arguments.rules.or_else(|| record.rule_set()).unwrap_or(RuleSet::Chinese);
        let mut terms = terms(record, rules)?;
        terms.in_seki = arguments.seki.map_or(terms.in_seki, Into::into);
        let verdict = terms.judge(&count);
        // Every pass is a stone handed over where the rules have that.
        let territory = match terms.rule_set.has_pass_stones() {
            true => terms.aga_territory(&count),
            false => count.territory(terms.in_seki),
        };
        let marked = record.nodes.iter().any(|node| node.territory.is_some());
        let unmarked = !marked && !arguments.suggest && arguments.dead.is_none();
        Ok(Self { count, territory, verdict, terms, proposed: arguments.suggest, unmarked })
    }

    /// What is to be said where the record has another result.
    fn doubts(&self, record: &Record) -> Vec<String> {
        let Some(said) = record.result.filter(|said| self.differs(*said)) else { return Vec::new() };
        let counted = match said {
            GameResult::Won { manner: Manner::Points(_) | Manner::Unsaid, .. } | GameResult::Draw => true,
            GameResult::Won { manner: Manner::Resignation | Manner::Time | Manner::Forfeit, .. }
            | GameResult::Void
            | GameResult::BothLost
            | GameResult::Unknown => false,
        };
        let hint = (counted && self.unmarked)
            .then(|| "no dead stones are marked: try --suggest or --dead".to_owned());
        hint.into_iter().chain([format!("the record says {said}, the count {}", self.verdict.re())]).collect()
    }

    /// Whether a record's result is another than the count's. By how much somebody won is not always said.
    fn differs(&self, said: GameResult) -> bool {
        let counted = self.verdict.re();
        match said {
            GameResult::Unknown => false,
            GameResult::Won { manner: Manner::Unsaid, .. } => !counted.starts_with(&said.to_string()),
            GameResult::Won { .. } | GameResult::Draw | GameResult::Void | GameResult::BothLost => {
                GameResult::understand(&counted) != Some(said)
            }
        }
    }

    fn json(&self) -> Value {
        let area = self.count.area();
        let points = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut value = json!({
            "area": { "black": number(area.black), "white": number(area.white) },
            "territory": { "black": self.territory.black, "white": self.territory.white },
            "dead": points(self.count.dead()),
            "dame": points(&self.count.dame()),
            "rules": self.terms.rule_set.name(),
            "komi": number(self.terms.rule_set.unit().in_points(self.terms.komi)),
            "result": self.verdict.re(),
            "margin_zi": self.verdict.margin_in_zi(),
        });
        if self.proposed {
            value["proposal"] = true.into();
        }
        value
    }

    fn words(&self) -> String {
        let Self { count, territory, verdict, terms, proposed, .. } = self;
        let mut text = String::new();
        if *proposed {
            text += "The dead stones are only proposed: the players decide.\n";
        }
        let listed = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        if !count.dead().is_empty() {
            let _ = writeln!(text, "dead: {}", listed(count.dead()));
        }
        if !count.dame().is_empty() {
            let _ = writeln!(text, "shared points: {}", listed(&count.dame()));
        }
        let area = count.area();
        let _ = writeln!(text, "area: Black {}, White {}", area.black, area.white);
        let _ =
            writeln!(text, "territory with prisoners: Black {}, White {}", territory.black, territory.white);
        let unit = terms.rule_set.unit().name();
        let _ = writeln!(
            text,
            "by {} rules, komi {} {unit}: {}",
            terms.rule_set.name(),
            terms.komi,
            verdict.re()
        );
        let _ = writeln!(text, "{} · {}", verdict.in_words(), verdict.in_chinese());
        text
    }
}

/// By which a game is judged: the record's komi, where it has one, is in points.
fn terms(record: &Record, rules: RuleSet) -> Result<Terms> {
    let handicap =
        u8::try_from(record.handicap).map_err(|_| anyhow!("HA[{}] is no handicap", record.handicap))?;
    let mut terms = Terms { passes: record.passes(), ..Terms::new(rules, handicap) };
    if let Some(points) = record.komi {
        let komi = rules.unit().from_points(points);
        terms.komi = komi.ok_or_else(|| anyhow!("a komi of {points} points is no number of quarter zi"))?;
    }
    Ok(terms)
}

fn points_of(texts: &[String]) -> Result<Vec<Point>> {
    let words = texts.iter().flat_map(|text| text.split_whitespace());
    let words = words.filter(|word| !word.eq_ignore_ascii_case("none"));
    words.map(|word| word.parse::<Point>().map_err(Into::into)).collect()
}

/// The stones that stand on points which the record's TB and TW give to the other side.
fn marked_dead(record: &Record, position: &Position) -> Vec<Point> {
    let Some(marked) = record.nodes.iter().rev().find_map(|node| node.territory.as_ref()) else {
        return Vec::new();
    };
    let of = |color: Color| {
        marked.of(color).iter().copied().filter(move |point| position.at(*point) == Some(color.opponent()))
    };
    Color::BOTH.into_iter().flat_map(of).collect()
}

/// Whole numbers as whole numbers.
fn number(quarters: Quarters) -> Value {
    if quarters.0 % 4 == 0 { (quarters.0 / 4).into() } else { quarters.as_f64().into() }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(Debug, clap::Parser)]
    struct Arguments {
        #[command(flatten)]
        score: ScoreArguments,
    }

    fn scored(file: &str, options: &[&str]) -> Value {
        let arguments = ["score", "a.sgf"].iter().chain(options);
        let arguments = Arguments::try_parse_from(arguments).unwrap().score;
        let collection = records::sgf::read(file.as_bytes()).unwrap();
        let mut game = collection.game(0).unwrap();
        arguments.rules.and_then(|rules| game.read_komi_by(rules));
        Counted::new(&game.record, &arguments).unwrap().json()
    }

    /// Black has the left two columns of five, White the right three but for their border.
    const WALLS: &str = "SZ[5]AB[ba:be]AW[ca:ce]";

    #[test]
    fn territory_by_aga_has_the_pass_stones() {
        // White passes twice, Black once: AGA's Concise Rules want White to hand over the last stone.
        let file = format!("(;{WALLS}RU[AGA]KM[0];W[];B[];W[])");
        let line = scored(&file, &[]);
        assert_eq!(line["territory"], json!({ "black": 5 + 2, "white": 10 + 1 }));
        assert_eq!(scored(&file, &["--rules", "japanese"])["territory"], json!({ "black": 5, "white": 10 }));
    }

    /// A white stone stands in Black's area, with room for both.
    const CAPTIVE: &str = "SZ[9]KM[0.5]AB[da:di]AW[ea:ei][bb]";

    fn doubts(file: &str, options: &[&str]) -> Vec<String> {
        let arguments = ["score", "a.sgf"].iter().chain(options);
        let arguments = Arguments::try_parse_from(arguments).unwrap().score;
        let record = records::sgf::read(file.as_bytes()).unwrap().game(0).unwrap().record;
        Counted::new(&record, &arguments).unwrap().doubts(&record)
    }

    #[test]
    fn another_result_than_the_records_is_told() {
        let hint = "no dead stones are marked: try --suggest or --dead";
        let said = |result: &str, count: &str| format!("the record says {result}, the count {count}");
        // Black has 27 points of wall and what is behind it, which nobody has while the captive stands.
        for (result, options, expected) in [
            ("B+R", &[][..], vec![said("B+R", "W+37.5")]),
            ("W+37.5", &[], vec![]),
            ("W+", &[], vec![]),
            ("?", &[], vec![]),
            ("W+9.5", &[], vec![hint.into(), said("W+9.5", "W+37.5")]),
            ("W+9.5", &["--dead", "B8"], vec![]),
            ("B+", &["--dead", "none"], vec![said("B+", "W+37.5")]),
            ("Draw", &[], vec![hint.into(), said("Draw", "W+37.5")]),
        ] {
            assert_eq!(
                doubts(&format!("(;{CAPTIVE}RE[{result}])"), options),
                expected,
                "{result} {options:?}"
            );
        }
        let marked = format!("(;{CAPTIVE}RE[B+1.5];TB[bb])");
        assert_eq!(doubts(&marked, &[]), [said("B+1.5", "W+9.5")]);
    }

    #[test]
    fn the_file_may_follow_the_dead_stones() {
        for line in [
            &["score", "--dead", "N18,Q18", "game.sgf"][..],
            &["score", "game.sgf", "--dead", "N18,Q18"],
            &["score", "--dead=N18", "--dead", "Q18", "game.sgf"],
            &["score", "--dead", "N18 Q18", "--json", "game.sgf"],
        ] {
            let arguments = Arguments::try_parse_from(line).unwrap().score;
            assert_eq!(arguments.file, PathBuf::from("game.sgf"), "{line:?}");
            let points = points_of(arguments.dead.as_ref().unwrap()).unwrap();
            assert_eq!(
                points.iter().map(ToString::to_string).collect::<Vec<_>>(),
                ["N18", "Q18"],
                "{line:?}"
            );
        }
        for none in ["none", ""] {
            let arguments = Arguments::try_parse_from(["score", "--dead", none, "game.sgf"]).unwrap().score;
            assert_eq!(points_of(arguments.dead.as_ref().unwrap()).unwrap(), []);
        }
        let both = Arguments::try_parse_from(["score", "a.sgf", "--suggest", "--dead", "D4"]).unwrap().score;
        let said = both.check().unwrap_err();
        assert_eq!((said.exit_code(), said.to_string().contains("without --suggest")), (2, true), "{said}");
    }

    /// A seki in the corner, in which each side has an eye (Japanese rules, article 8).
    #[test]
    fn points_in_seki_count_as_the_rules_or_the_option_say() {
        let file = "(;SZ[9]KM[0]\
                    AB[ba][ga][ha][ab][bb][cb][gb][ib][dc][ec][fc][gc][hc][ic]\
                    AW[da][fa][db][eb][fb][ac][bc][cc][ad][bd][cd][dd][ed][fd][gd][hd][id])";
        for (rules, seki, black, white) in [
            ("japanese", None, 2, 45),
            ("japanese", Some("count"), 3, 46),
            ("japanese", Some("ignore"), 2, 45),
            ("chinese", None, 3, 46),
            ("chinese", Some("ignore"), 2, 45),
        ] {
            let options =
                ["--rules", rules].into_iter().chain(seki.into_iter().flat_map(|seki| ["--seki", seki]));
            let line = scored(file, &options.collect::<Vec<_>>());
            assert_eq!(line["territory"], json!({ "black": black, "white": white }), "{rules} {seki:?}");
        }
    }

    #[test]
    fn komi_is_read_by_the_rules_that_are_asked_for() {
        // 3.75 is a number of zi under Chinese rules only (中国围棋竞赛规则, 第三章).
        for (file_rules, asked, komi) in [
            ("Japanese", &[][..], json!(3.75)),
            ("Japanese", &["--rules", "chinese"], json!(7.5)),
            ("Chinese", &[], json!(7.5)),
            ("Chinese", &["--rules", "japanese"], json!(3.75)),
            ("Japanese", &["--rules", "korean"], json!(3.75)),
        ] {
            let line = scored(&format!("(;{WALLS}RU[{file_rules}]KM[3.75];B[])"), asked);
            assert_eq!(line["komi"], komi, "{file_rules} {asked:?}");
        }
    }

    /// What is dropped of a file on the way to strict SGF is nothing that counts.
    #[test]
    fn an_exported_game_is_counted_as_the_one_it_was() {
        let mut games = 0;
        for (path, bytes) in replay::tests::test_records("sgf") {
            let Ok(before) = records::sgf::read(&bytes) else { continue };
            let Ok(text) = crate::export::sgf_of(&path, &bytes) else { continue };
            let after = records::sgf::read(text.as_bytes()).unwrap();
            for rules in ["aga", "japanese", "chinese"] {
                let arguments =
                    Arguments::try_parse_from(["score", "a.sgf", "--rules", rules]).unwrap().score;
                for (before, after) in before.games().zip(after.games()) {
                    let counted = |record: &Record| Counted::new(record, &arguments).map(|it| it.json()).ok();
                    let (before, after) = (before.unwrap().record, after.unwrap().record);
                    assert_eq!(counted(&before), counted(&after), "{}", path.display());
                    games += 1;
                }
            }
        }
        assert!(games > 500, "{games}");
    }
}
