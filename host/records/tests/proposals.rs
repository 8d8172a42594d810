//! The proposal of dead stones on finished games whose result is known: with it, how many come out as their players
//! counted them. It is only a proposal; that these numbers do not fall is all that is asked of it.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::fs;
use std::path::Path;

use records::sgf::{self, Place, Record};
use rules::go::{Game, Legality, Move, Position, RuleSet, Terms, Unit, count, propose_dead};
use rules::{ByColor, Color, Quarters};

/// The margin that RE names, in points, for Black.
fn recorded_margin(record: &Record) -> Option<f64> {
    let result = record.result.as_ref()?.to_string();
    let (winner, margin) = result.split_once('+')?;
    let margin: f64 = margin.parse().ok()?;
    Some(if winner == "B" { margin } else { -margin })
}

fn final_position(record: &Record) -> (Position, ByColor<u32>) {
    let mut game = Game::new(Position::empty(record.size), Legality::default());
    let mut passes = ByColor::default();
    for node in &record.nodes {
        if let Some(setup) = &node.setup {
            let stones = |color| setup.stones.of(color).iter().map(move |point| (*point, Some(color)));
            let stones: Vec<_> = Color::BOTH.into_iter().flat_map(stones).collect();
            game.setup(&stones).unwrap();
        }
        let Some(played) = &node.played else { continue };
        let turn = match &played.place {
            Place::Point(point) => Move::Play(*point),
            Place::Pass | Place::OffBoard(_) => {
                *passes.of_mut(played.color) += 1;
                Move::Pass
            }
        };
        game.force(played.color, turn);
    }
    (game.position().clone(), passes)
}

fn terms(record: &Record, passes: ByColor<u32>) -> Terms {
    let rules = record.rule_set().unwrap_or(RuleSet::Japanese);
    let mut terms = Terms { passes, ..Terms::new(rules, u8::try_from(record.handicap).unwrap()) };
    if let Some(points) = record.komi {
        terms.komi = if rules.unit() == Unit::Zi { Quarters(points.0 / 2) } else { points };
    }
    terms
}

#[test]
fn most_games_come_out_as_they_were_counted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/kaya-kgs/tests/normal_sgf");
    let (mut games, mut exact, mut winners) = (0, 0, 0);
    for entry in fs::read_dir(folder).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        let collection = sgf::read(&bytes).unwrap();
        let Ok(game) = collection.game(0) else { continue };
        let Some(recorded) = recorded_margin(&game.record) else { continue };
        let (position, passes) = final_position(&game.record);
        let dead = propose_dead(&position, 1);
        let verdict = terms(&game.record, passes).judge(&count(&position, &dead).unwrap());
        let margin = verdict.margin_in_points().as_f64();
        games += 1;
        exact += usize::from((margin - recorded).abs() < 0.01);
        winners += usize::from(margin.signum() == recorded.signum());
    }
    assert_eq!((games, exact, winners), (186, 165, 184));
}
