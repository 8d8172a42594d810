//! With which entry a signed record is closed, and when the table is free for the next game.

use clock::Side;
use hall::{HallError, NewGame};
use journal::{GameId, Ledger as _};
use referee::{
    Command, EndingCommand, GameKind, IncidentCommand, Order, Outcome, Signer, StartsBy, Who, WonBy,
};

use crate::venue::{GAME, TABLE, Venue, arbiter, ms, new_game, start};

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

#[test]
fn the_next_game_waits_for_three_signatures_and_the_cleared_table() {
    let next = |venue: &mut Venue, replaces| {
        let game = NewGame { replaces, ..new_game(GameId(2)) };
        venue.hall.open(game, ms(8_000))
    };
    let mut venue = Venue::open();
    venue.give(start(), 1_000);
    venue.give(resign(), 2_000);
    venue.settle();
    assert_eq!(next(&mut venue, false), Err(HallError::NotSigned));
    for signer in SIGNERS {
        venue.give(confirm(signer), 3_000);
    }
    venue.settle();
    for replaces in [false, true] {
        assert_eq!(next(&mut venue, replaces), Err(HallError::NotCleared));
    }
    let mut venue = venue.restart(4_000);
    venue.settle();
    assert_eq!(next(&mut venue, true), Err(HallError::NotCleared), "a restart frees no table");
    venue.give(cleared(), 5_000);
    venue.settle();
    assert_eq!(next(&mut venue, false), Ok(()));
}

#[test]
fn an_unsigned_result_is_replaced_where_that_is_said_or_where_there_is_no_arbiter() {
    for (starts_by, replaces, opened) in [
        (StartsBy::Arbiter, false, Err(HallError::NotSigned)),
        (StartsBy::Arbiter, true, Ok(())),
        (StartsBy::Press, false, Ok(())),
    ] {
        let mut first = new_game(GAME);
        first.setup.game.starts_by = starts_by;
        let mut venue = Venue::default();
        venue.hall.open(first, ms(0)).unwrap();
        venue.settle();
        // Lost before the start: it is decided all the same.
        venue.give(
            arbiter(Command::Incident(IncidentCommand::Violation {
                side: Side::White,
                kind: "absent".into(),
                note: None,
            })),
            1_000,
        );
        venue.settle();
        let game = NewGame { replaces, ..new_game(GameId(2)) };
        assert_eq!(venue.hall.open(game, ms(2_000)), opened, "{starts_by:?} {replaces}");
    }
}
