//! What a table's face shows beside its clock, as the hall knows it.

use std::sync::Arc;

use clock::{Duration, Language, Side};
use hall::{CORRECTION_SHOWN, Manner};
use link::{Game, Play, Reason, Showing, WhiteAt};
use referee::{Command, GameKind, IncidentCommand, Order, PeopleCommand, Player, Policy, Who};

use crate::venue::{GAME, TABLE, Venue, arbiter, ms, new_game, pause, press, start};

const MANNER: Manner = Manner { language: Language::Chinese, white_at: WhiteAt::Left };

fn showing(venue: &Venue, at: u64) -> Showing {
    venue.hall.face(TABLE, ms(at)).expect("a table").showing(MANNER)
}

fn pause_for(why: &str) -> Order {
    arbiter(Command::Pause { why: Some(why.to_owned()) })
}

fn summon(side: Side) -> Order {
    Order { by: side.into(), command: Command::People(PeopleCommand::Summon { side, why: None }) }
}

/// A chess table whose summons stop the clock.
fn chess() -> Venue {
    let mut game = new_game(GAME);
    game.setup.game.kind = GameKind::Chess;
    game.setup.policy = Policy::usual(GameKind::Chess);
    Arc::make_mut(&mut game.setup.policy).summon_stops_clock = true;
    game.setup.players.white = Player { name: Some("诸宸".repeat(20)), ..Player::default() };
    game.people = vec![];
    let mut venue = Venue::default();
    venue.hall.open(game, ms(0)).expect("a free table");
    venue.settle();
    venue
}

#[test]
fn a_table_shows_what_it_is_and_how_it_is_set_up() {
    let venue = chess();
    let shown = showing(&venue, 10);
    assert_eq!((shown.game, shown.language, shown.white_at), (Game::Chess, Language::Chinese, WhiteAt::Left));
    assert_eq!((shown.play, shown.reason, shown.corrected), (Play::Going, Reason::Arbiter, None));
    assert_eq!(shown.names.white.as_str(), "诸宸".repeat(8), "as much as there is room for");
    assert_eq!(showing(&Venue::open(), 10).game, Game::Go);
}

#[test]
fn why_the_clocks_stand_is_shown_at_once_and_gone_when_they_run() {
    let mut venue = Venue::open();
    venue.give(start(), 0);
    venue.give(pause_for("lunch"), 1_000);
    let shown = showing(&venue, 1_000);
    assert_eq!((shown.reason, shown.text.as_str()), (Reason::Break, "lunch"), "before it is on disk");
    venue.settle();
    venue.give(arbiter(Command::Resume), 2_000);
    let shown = showing(&venue, 2_000);
    assert_eq!((shown.reason, shown.text.as_str()), (Reason::Arbiter, ""));
    venue.hall.interrupt(hall::Cause::PowerCut, None, ms(3_000));
    assert_eq!(showing(&venue, 3_000).reason, Reason::PowerLost);
}

#[test]
fn a_summons_is_shown_until_the_arbiter_comes() {
    let mut venue = chess();
    venue.give(start(), 0);
    venue.give(press(Side::White), 500);
    venue.give(summon(Side::Black), 1_000);
    let shown = showing(&venue, 1_000);
    assert_eq!((shown.summoned, shown.reason), (true, Reason::Summoned));
    venue.give(arbiter(Command::People(PeopleCommand::Attend)), 2_000);
    let shown = showing(&venue, 2_000);
    assert_eq!((shown.summoned, shown.reason), (false, Reason::Arbiter));
    // Where it does not stop the clock, a pause for something else is not the summons'.
    let mut go = Venue::open();
    go.give(start(), 0);
    go.give(summon(Side::White), 1_000);
    assert!(showing(&go, 1_000).summoned);
    go.give(pause_for("battery"), 2_000);
    assert_eq!(showing(&go, 2_000).reason, Reason::Equipment);
}

#[test]
fn an_open_incident_waits_for_its_ruling() {
    let mut venue = Venue::open();
    venue.give(start(), 0);
    venue.give(press(Side::Black), 500);
    let kind = "press-before-stone".to_owned();
    let claim = Command::Incident(IncidentCommand::Claim { side: Side::White, kind, note: None });
    venue.give(Order { by: Who::White, command: claim }, 1_000);
    venue.give(pause(), 1_500);
    assert_eq!(showing(&venue, 1_500).reason, Reason::Ruling);
}

#[test]
fn a_correction_is_shown_with_what_stood_before_it() {
    let mut venue = Venue::open();
    venue.give(start(), 0);
    let before = venue.hall.face(TABLE, ms(10_000)).expect("a table").clock.standing();
    let amount = Duration::from_secs(90);
    let add = Command::Add { side: Side::White, amount, why: None };
    venue.give(Order { by: Who::Arbiter, command: add }, 10_000);
    let corrected = showing(&venue, 10_000).corrected.expect("a correction");
    assert_eq!((corrected.before, corrected.until), (before, ms(10_000).plus(CORRECTION_SHOWN)));
}

#[test]
fn a_game_that_is_over_is_over_on_its_face() {
    let mut venue = Venue::open();
    venue.give(start(), 0);
    venue.advance(60_000);
    let face = venue.hall.face(TABLE, ms(60_000)).expect("a table");
    assert_eq!(face.clock.status(), clock::Status::Flagged(Side::Black));
    assert_eq!(face.showing(MANNER).play, Play::Over);
}
