//! With which entry a signed record is closed.

use clock::Side;
use journal::Ledger as _;
use referee::{Command, EndingCommand, GameKind, Order, Outcome, Signer, Who, WonBy};

use crate::venue::{GAME, TABLE, Venue, arbiter, start};

pub(crate) fn resign() -> Order {
    Order { by: Who::White, command: Command::Resign { side: Side::White } }
}

/// A signature, in the signer's own name.
pub(crate) fn confirm(by: Signer) -> Order {
    let who = match by {
        Signer::Black => Who::Black,
        Signer::White => Who::White,
        Signer::Arbiter => Who::Arbiter,
    };
    Order { by: who, command: Command::Ending(EndingCommand::Confirm { by }) }
}

pub(crate) fn cleared() -> Order {
    arbiter(Command::Ending(EndingCommand::Cleared))
}

const SIGNERS: [Signer; 3] = [Signer::Black, Signer::White, Signer::Arbiter];

#[test]
fn a_record_is_closed_by_its_third_signature_whatever_comes_behind_it() {
    let mut venue = Venue::open();
    venue.give(start(), 1_000);
    venue.give(resign(), 2_000);
    venue.settle();
    let before = venue.ledger.game(GAME).unwrap().head.seq;
    // All of it waits for one write.
    for (order, at) in SIGNERS.map(confirm).into_iter().chain([cleared()]).zip([3_000, 3_100, 3_200, 3_300]) {
        venue.give(order, at);
    }
    assert_eq!(venue.hall.closing(TABLE), None, "not before it is on disk");
    venue.settle();
    assert_eq!(venue.hall.closing(TABLE), Some(before + 3));
    let mut venue = venue.restart(9_000);
    venue.settle();
    assert_eq!(venue.hall.closing(TABLE), Some(before + 3));
}

#[test]
fn a_clerical_error_closes_it_anew_with_the_third_of_the_new_signatures() {
    let mut venue = Venue::open();
    venue.give(start(), 1_000);
    venue.give(resign(), 2_000);
    for signer in SIGNERS {
        venue.give(confirm(signer), 3_000);
    }
    venue.settle();
    let first = venue.hall.closing(TABLE).unwrap();
    let outcome = Outcome::Won { side: Side::White, by: WonBy::Resignation };
    let why = Some("the wrong side was written down".to_owned());
    venue.give(
        Order {
            by: Who::Chief,
            command: Command::Ending(EndingCommand::Result { outcome, kind: GameKind::Go, why }),
        },
        4_000,
    );
    venue.settle();
    assert_eq!(venue.hall.closing(TABLE), None);
    for signer in SIGNERS {
        venue.give(confirm(signer), 5_000);
    }
    venue.settle();
    assert!(venue.hall.closing(TABLE).unwrap() > first + 3);
    let closing = venue.hall.closing(TABLE);
    assert_eq!(venue.restart(9_000).hall.closing(TABLE), closing);
}
