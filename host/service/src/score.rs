//! `flagfall score`: a finished game of Go, counted.

use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use records::sgf::{Kind, Record};
use rules::go::{self, Count, Position, RuleSet, Terms, Verdict};
use rules::{ByColor, Color, Point, Quarters};
use serde_json::{Value, json};

use crate::complain;
use crate::replay;

/// The same proposal comes each time.
const SEED: u64 = 1;

/// What the command line says of a count.
#[derive(Debug, clap::Args)]
pub(crate) struct ScoreArguments {
    /// The game, an SGF file.
    file: PathBuf,
    /// Which game of the file, counted from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: usize,
    /// The rule set; without it, the file's, else the Chinese one.
    #[arg(long, value_name = "RULES", value_parser = replay::rule_set_parser())]
    rules: Option<RuleSet>,
    /// The dead stones, one point of each group, such as D4,Q16; without it, by the file's TB and TW, else none.
    #[arg(long, value_name = "POINTS", value_delimiter = ',', num_args = 0..)]
    dead: Option<Vec<String>>,
    /// Propose which stones are dead. It is no more than a proposal.
    #[arg(long, conflicts_with = "dead")]
    suggest: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Counts a game.
pub(crate) fn score(arguments: &ScoreArguments) -> Result<bool> {
    let place = || arguments.file.display().to_string();
    let bytes = std::fs::read(&arguments.file).with_context(place)?;
    if replay::is_pgn(&arguments.file, &bytes) {
        bail!("{}: only games of Go are counted", place());
    }
    let collection = records::sgf::read(&bytes).with_context(place)?;
    let game = collection.game(arguments.game).with_context(place)?;
    for warning in collection.warnings().iter().chain(&game.warnings) {
        complain(format_args!("{}: {warning}", place()));
    }
    let counted = Counted::new(&game.record, arguments).with_context(place)?;
    let mut out = stdout().lock();
    match arguments.json {
        true => writeln!(out, "{}", counted.json())?,
        false => write!(out, "{}", counted.words())?,
    }
    Ok(true)
}

/// A game that is counted.
#[derive(Debug)]
struct Counted {
    count: Count,
    territory: ByColor<u32>,
    verdict: Verdict,
    terms: Terms,
    proposed: bool,
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
        let terms = terms(record, rules)?;
        let verdict = terms.judge(&count);
        let territory = count.territory(terms.in_seki);
        Ok(Self { count, territory, verdict, terms, proposed: arguments.suggest })
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
        let Self { count, territory, verdict, terms, proposed } = self;
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
