//! The faults of the ledger in memory are those of a disk.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no disk")]
mod backends;

use backends::{begin, bodies, content, entry};
use journal::{AppendError, GameId, Ledger, MemoryLedger, ReadError, WriteFault, verify_all};
use proptest::prelude::*;

const GAME: GameId = GameId(1);

fn failing(fault: WriteFault) -> MemoryLedger {
    let mut ledger = MemoryLedger::default();
    ledger.fail(2, fault);
    ledger.append(&[begin(1, vec![])]).unwrap();
    ledger
}

#[test]
fn after_a_failed_write_nothing_is_written_until_reopened() {
    let mut ledger = failing(WriteFault::NoSpace);
    assert_eq!(ledger.append(&[entry(1, b"one")]), Err(AppendError::NoSpace));
    assert_eq!(ledger.append(&[entry(1, b"one")]), Err(AppendError::Poisoned));
    assert_eq!(ledger.read(GAME), Err(ReadError::Poisoned));
    assert_eq!(ledger.head(GAME).unwrap().seq, 0, "what was acknowledged is still known");
    ledger.reopen().unwrap();
    assert_eq!(ledger.append(&[entry(1, b"one")]).unwrap()[0].seq, 1);
}

#[test]
fn an_unconfirmed_write_is_found_out_by_reopening() {
    for kept in [false, true] {
        let mut ledger = failing(WriteFault::SyncFailed { kept });
        assert_eq!(ledger.append(&[entry(1, b"one"), entry(1, b"two")]), Err(AppendError::SyncFailed));
        assert_eq!(ledger.head(GAME).unwrap().seq, 0);
        ledger.reopen().unwrap();
        assert_eq!(ledger.head(GAME).unwrap().seq, if kept { 2 } else { 0 });
        assert!(verify_all(&ledger).is_sound());
    }
}

#[test]
fn a_power_cut_leaves_whole_batches() {
    for kept in [false, true] {
        let mut ledger = failing(WriteFault::PowerCut { kept });
        assert_eq!(ledger.append(&[entry(1, b"one"), entry(1, b"two")]), Err(AppendError::Poisoned));
        assert!(!ledger.has_power() && ledger.reopen().is_err());
        let after = MemoryLedger::from(ledger.medium().clone());
        assert_eq!(after.read(GAME).unwrap().len(), if kept { 3 } else { 1 });
        assert!(verify_all(&after).is_sound());
    }
}

fn fault() -> impl Strategy<Value = WriteFault> {
    prop_oneof![
        Just(WriteFault::NoSpace),
        any::<bool>().prop_map(|kept| WriteFault::SyncFailed { kept }),
        any::<bool>().prop_map(|kept| WriteFault::PowerCut { kept }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever fails: what is acknowledged stays, and of the rest whole batches in their order.
    #[test]
    fn what_is_acknowledged_stays(faults in proptest::collection::btree_map(1..30_u64, fault(), 0..8)) {
        let mut ledger = MemoryLedger::default();
        ledger.append(&[begin(1, vec![])]).unwrap();
        for (nth, fault) in faults {
            ledger.fail(nth + 1, fault);
        }
        let mut acknowledged = vec![b"opened".to_vec()];
        for number in 0..30_u8 {
            let pair = [vec![number], vec![number, number]];
            let answer = ledger.append(&pair.clone().map(|body| entry(1, body)));
            if answer.is_ok() {
                acknowledged.extend(pair);
                continue;
            }
            if ledger.has_power() {
                ledger.reopen().unwrap();
            } else {
                let writes = ledger.writes();
                let medium = ledger.medium().clone();
                ledger = MemoryLedger::from(medium);
                prop_assert!(writes > 0);
            }
            let found = bodies(ledger.read(GAME).unwrap());
            prop_assert_eq!(&found[..acknowledged.len()], &acknowledged[..]);
            let rest = &found[acknowledged.len()..];
            prop_assert!(rest.is_empty() || rest == pair);
            acknowledged = found;
        }
        prop_assert_eq!(content(&ledger)[0].1.len(), acknowledged.len());
    }
}
