//! What a press, a poll and a reading cost, for every kind of control; and the size of a clock's state.

use std::hint::black_box;

use clock::{Clock, Command, Control, Duration, Instant, Side, State};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

const CONTROLS: [(&str, &str); 12] = [
    ("sudden death", "20m"),
    ("stages", "90m/40+30m+30s"),
    ("fischer", "5m+3s"),
    ("delay", "5m+d5s"),
    ("bronstein", "5m+b5s"),
    ("byo-yomi", "10s+5x60s"),
    ("reserve", "5m10s reserve 5m/60s"),
    ("canadian carry", "10s+15/10m carry"),
    ("canadian", "10s+25/10m"),
    ("ing", "10s+ing 3x5m 2p"),
    ("consideration", "10s+consider 30s 10x60s"),
    ("hourglass", "hourglass 20m"),
];

/// A clock in the middle of a game: Black on move, a second into the turn, where there is one in the overtime.
fn in_play(notation: &str) -> Clock {
    let control: Control = notation.parse().expect("a sound notation");
    let mut clock = Clock::new(control);
    let mut at = Instant::ZERO;
    let mut handle = |command, after| {
        at = at.plus(Duration::from_secs(after));
        clock.handle(command, at, &mut |_| ()).expect("in order");
    };
    handle(Command::Start { side: Side::Black }, 0);
    handle(Command::Press { side: Side::Black }, 12);
    handle(Command::Press { side: Side::White }, 12);
    clock.poll(at.plus(Duration::from_secs(1)), &mut |_| ()).expect("in order");
    clock
}

fn bench(criterion: &mut Criterion) {
    println!("size of the state: {} bytes; of the control: {}", size_of::<State>(), size_of::<Control>());
    for (name, notation) in CONTROLS {
        let clock = in_play(notation);
        let soon = clock.committed().plus(Duration::from_millis(700));
        let mut group = criterion.benchmark_group(name);
        group.bench_function("press", |bencher| {
            bencher.iter_batched_ref(
                || clock.clone(),
                |clock| {
                    let press = Command::Press { side: Side::Black };
                    clock.handle(black_box(press), black_box(soon), &mut |event| _ = black_box(event))
                },
                BatchSize::SmallInput,
            );
        });
        group.bench_function("poll", |bencher| {
            bencher.iter_batched_ref(
                || clock.clone(),
                |clock| clock.poll(black_box(soon), &mut |event| _ = black_box(event)),
                BatchSize::SmallInput,
            );
        });
        group.bench_function("poll_at", |bencher| bencher.iter(|| black_box(&clock).poll_at()));
        group.bench_function("reading", |bencher| {
            bencher.iter(|| black_box(&clock).reading(Side::Black, black_box(soon)));
        });
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
