//! Names that have no colour yet: nigiri, what of it goes on record, and what comes back after a crash.

use chrono::NaiveDate;
use clock::{BySide, Side};
use hall::{Arrival, Entry, Hall, HallError, NewGame, Players, player_text};
use journal::{Ledger as _, Names, Person, Salt};
use referee::{Command, EventKind, Order, PeopleCommand, PeopleEvent, Player, Seat, Seats, Setup};

use crate::venue::{GAME, TABLE, Venue, arbiter, ms, new_game};

fn player(name: &str, rank: Option<&str>, born: Option<i32>) -> Player {
    let born = born.and_then(|year| NaiveDate::from_ymd_opt(year, 5, 17));
    Player { name: Some(name.into()), rank: rank.map(str::to_owned), born }
}

/// A game between those two, with their names beside the chain.
fn drawn(one: &Player, two: &Player) -> NewGame {
    let seats = Some(Seats { one: one.clone(), two: two.clone() });
    let plain = new_game(GAME);
    let setup = Setup { seats, ..plain.setup };
    let salt = |role: &str| Salt::from_bytes([role.len().to_le_bytes()[0]; 16]);
    let named = |(role, player): (&str, &Player)| {
        Some(Person { role: role.into(), salt: salt(role), name: player_text(player)? })
    };
    let people = Players::of_setup(&setup).roles().filter_map(named).collect();
    NewGame { setup, people, ..plain }
}

fn open(one: &Player, two: &Player) -> Venue {
    let mut venue = Venue::default();
    venue.hall.open(drawn(one, two), ms(0)).unwrap();
    venue.settle();
    venue
}

fn nigiri(holder: Option<Seat>) -> Order {
    arbiter(Command::People(PeopleCommand::Nigiri { stones: 7, shown: 1, holder }))
}

fn by_colour(hall: &Hall) -> BySide<Option<String>> {
    let (_, players, _) = hall.shown(TABLE).unwrap();
    BySide::new(|side| players.of(side).name.clone())
}

fn named(black: &str, white: &str) -> BySide<Option<String>> {
    BySide { black: Some(black.into()), white: Some(white.into()) }
}

#[test]
fn names_have_no_colour_before_nigiri_and_stand_on_the_right_side_after_it() {
    let (shen, ke) = (player("Shen", Some("5d"), Some(1980)), player("Ke", Some("9p"), Some(1997)));
    let mut venue = open(&shen, &ke);
    assert_eq!(by_colour(&venue.hall), BySide::default());
    // The higher rank holds, whatever the arbiter says; seven and "odd" is right, and the other one has Black.
    venue.give(nigiri(Some(Seat::One)), 1_000);
    assert_eq!(by_colour(&venue.hall), BySide::default(), "not before it is on disk");
    venue.settle();
    assert_eq!(by_colour(&venue.hall), named("Shen", "Ke"));
    let colours = PeopleEvent::Colours { holder: Seat::Two, black: Seat::One };
    let (table, ..) = venue.hall.shown(TABLE).unwrap();
    assert_eq!(table.record().people().black, Some(Seat::One));
    let shown = venue.shown();
    assert!(shown.contains(&EventKind::People(colours)), "{shown:?}");
}

#[test]
fn names_ranks_and_ages_are_in_no_entry_and_come_back_after_a_crash() {
    let (shen, ke) = (player("Shen", Some("五段"), Some(1980)), player("Ke", Some("5d"), Some(1997)));
    let mut venue = open(&shen, &ke);
    venue = venue.restart(500);
    venue.settle();
    assert_eq!(by_colour(&venue.hall), BySide::default());
    // Equal ranks: the elder holds, and the younger was right.
    venue.give(nigiri(None), 1_000);
    venue.settle();
    for entry in venue.ledger.read(GAME).unwrap() {
        let text = String::from_utf8(entry.body).unwrap();
        for secret in ["Shen", "五段", "\"5d\"", "-05-17"] {
            assert!(!text.contains(secret), "{secret}");
        }
    }
    let opened = venue.ledger.read(GAME).unwrap().remove(0).body;
    let Entry::Opened(opening) = Entry::from_bytes(&opened).unwrap() else { panic!("an opening") };
    let mut people = venue.ledger.people(GAME).unwrap();
    people.sort_by(|one, other| one.role.cmp(&other.role));
    let seats = opening.seats.unwrap();
    let references = people.iter().map(|person| (person.role.as_str(), Some(person.reference())));
    assert_eq!(references.collect::<Vec<_>>(), [("one", seats.one), ("two", seats.two)]);
    // So it does in another journal.
    let text = journal::export(&venue.ledger, GAME, Names::Included).unwrap();
    let mut there = Venue::default();
    journal::import(&mut there.ledger, &text).unwrap();
    for venue in [venue, there] {
        assert_eq!(by_colour(&venue.restart(2_000).hall), named("Ke", "Shen"));
    }
}

#[test]
fn where_ranks_and_ages_do_not_say_who_holds_the_arbiter_does() {
    let mut venue = open(&player("Shen", None, None), &player("Ke", None, None));
    venue.give(nigiri(None), 1_000);
    venue.settle();
    assert_eq!(by_colour(&venue.hall), BySide::default(), "refused");
    venue.give(nigiri(Some(Seat::One)), 2_000);
    venue.settle();
    assert_eq!(by_colour(&venue.hall), named("Ke", "Shen"));
    // The clock turns the sides of time round, not the players.
    venue.give(arbiter(Command::SwapSides { why: None }), 3_000);
    venue.settle();
    assert_eq!(by_colour(&venue.hall).of(Side::Black).as_deref(), Some("Ke"));
}

#[test]
fn a_name_that_the_record_cannot_keep_is_refused() {
    let mut venue = Venue::default();
    let long = drawn(&player(&"x".repeat(2_000), None, None), &Player::default());
    assert_eq!(venue.hall.open(long, ms(0)), Err(HallError::NameTooLong));
    let order = venue.hall.order(TABLE, nigiri(None), Arrival::default(), ms(0));
    assert_eq!(order, Err(HallError::NoTable));
}
