//! No scenario makes its reader or the table panic; what was read is written and read back as the same; and the
//! steps of the table, applied to a new one, give the same table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use referee::{NoDesk, Scenario, Table, rehearse};

fuzz_target!(|text: &str| {
    let Ok(scenario) = Scenario::read(text) else { return };
    assert_eq!(Scenario::read(&scenario.write()).as_ref(), Ok(&scenario), "{}", scenario.write());
    let mut replayed = Table::new(scenario.setup.clone());
    // A script that seals moves is read and written, not played: no desk is here.
    let live = rehearse(&scenario, &mut NoDesk, |step, live| {
        replayed.apply(step);
        assert_eq!(&replayed, live);
    });
    if let Ok(live) = live {
        assert_eq!(replayed, live);
    }
});
