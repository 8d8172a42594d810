//! What a whole game of 300 moves costs, from the text of its scenario to its result.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use referee::{NoDesk, Scenario, event_json, rehearse};

const GAME: &str = include_str!("../../../docs/scenarios/three-hundred-moves.toml");

fn bench(criterion: &mut Criterion) {
    let scenario = Scenario::read(GAME).expect("a sound scenario");
    let kind = scenario.setup.game.kind;
    criterion.bench_function("read 300 moves", |bencher| bencher.iter(|| Scenario::read(black_box(GAME))));
    criterion.bench_function("play 300 moves", |bencher| {
        bencher.iter(|| rehearse(black_box(&scenario), &mut NoDesk, |_, _| ()))
    });
    criterion.bench_function("read, play and print 300 moves", |bencher| {
        bencher.iter(|| {
            let scenario = Scenario::read(black_box(GAME)).expect("a sound scenario");
            let mut printed = 0;
            let played = rehearse(&scenario, &mut NoDesk, |step, _| {
                printed +=
                    step.events.iter().map(|event| event_json(event, kind).to_string().len()).sum::<usize>();
            });
            played.expect("nothing is sealed");
            printed
        });
    });
}

criterion_group!(benches, bench);
criterion_main!(benches);
