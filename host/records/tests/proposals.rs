//! The proposal of dead stones on finished games whose result is known: with it, how many come out as their players
//! counted them. It is only a proposal; that these numbers do not fall is all that is asked of it. The games are read
//! from files of records, so the test is here and not beside the proposal.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::fs;
use std::path::Path;

use records::sgf::{self, Record};
use rules::go::{RuleSet, Terms, count, propose_dead};

/// Of 186 games, how many have come out with the recorded margin, and with the recorded winner.
const LEAST_EXACT: usize = 165;
const LEAST_WINNERS: usize = 184;

/// The margin that RE names, in points, for Black.
fn recorded_margin(record: &Record) -> Option<f64> {
    let result = record.result.as_ref()?.to_string();
    let (winner, margin) = result.split_once('+')?;
    let margin: f64 = margin.parse().ok()?;
    Some(if winner == "B" { margin } else { -margin })
}

fn terms(record: &Record) -> Terms {
    let rules = record.rule_set().unwrap_or(RuleSet::Japanese);
    let mut terms =
        Terms { passes: record.passes(), ..Terms::new(rules, u8::try_from(record.handicap).unwrap()) };
    if let Some(points) = record.komi {
        terms.komi = rules.unit().from_points(points).unwrap();
    }
    terms
}

#[test]
fn finished_games_come_out_as_their_players_counted_them_no_less_often_than_before() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/kaya-kgs/tests/normal_sgf");
    let (mut games, mut exact, mut winners) = (0, 0, 0);
    for entry in fs::read_dir(folder).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        let collection = sgf::read(&bytes).unwrap();
        let Ok(game) = collection.game(0) else { continue };
        let Some(recorded) = recorded_margin(&game.record) else { continue };
        let position = game.record.final_position();
        let dead = propose_dead(&position, 1);
        let verdict = terms(&game.record).judge(&count(&position, &dead).unwrap());
        let margin = verdict.margin_in_points().as_f64();
        games += 1;
        exact += usize::from((margin - recorded).abs() < 0.01);
        winners += usize::from(margin.signum() == recorded.signum());
    }
    assert_eq!(games, 186);
    assert!(exact >= LEAST_EXACT, "the margin as recorded: {exact}, was {LEAST_EXACT}");
    assert!(winners >= LEAST_WINNERS, "the winner as recorded: {winners}, was {LEAST_WINNERS}");
}
