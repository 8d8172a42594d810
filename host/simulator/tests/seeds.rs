//! A fixed number of seeds, and one that nobody has seen.

use simulator::{Summary, simulate};

#[test]
fn seeds_pass() {
    let mut all = Summary::default();
    for seed in 0..150 {
        let summary = simulate(seed).unwrap_or_else(|failure| panic!("{failure}"));
        all = all.plus(summary);
    }
    // What is to be checked did happen.
    println!("{all}");
    assert!(all.orders > 5_000 && all.flags > 20 && all.overtaken > 20 && all.late > 20);
    assert!(all.cuts > 100 && all.shutdowns > 20 && all.sleeps > 20 && all.failed_writes > 100);
    assert!(all.silences > 20);
    assert!(all.inputs > 1_000 && all.silent_units > 50 && all.went_on > 50);
    assert!(all.unit_cuts > 20 && all.resets > 20 && all.taken_units > 20);
    assert!(all.rulings > 200 && all.counted > 3 && all.signed > 20);
}

#[test]
fn a_seed_of_chance_passes() {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).unwrap();
    let seed = u64::from_le_bytes(bytes);
    println!("simulator --seed {seed}");
    simulate(seed).unwrap_or_else(|failure| panic!("{failure}"));
}
