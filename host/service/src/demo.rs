//! `flagfall demo`: the service with real games, played on all tables by the same requests as real ones.

use std::time::Duration as Real;

use anyhow::Result;
use clock::{Duration, Side};
use hall::{Answer, Arrival};
use referee::{Command, GameKind, Order, Who};
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::demo_game::{DemoGame, Turn};
use crate::serve::{ServeArguments, configuration, run};
use crate::venue::{Request, TableView, Venue};

/// How long a table stands before somebody sets it going: so long a paused one can be looked at.
const STAND: Real = Real::from_secs(3);

/// How often a player who thinks looks up.
const LOOK_EVERY: Real = Real::from_millis(200);

/// How long a finished game is shown.
const SHOW_END: Real = Real::from_secs(15);

/// How much later than the press the recorder writes a move down.
const RECORDER_LAG: Duration = Duration::from_secs(2);

/// What the command line says of the demonstration.
#[derive(Debug, clap::Args)]
pub(crate) struct DemoArguments {
    /// How many times faster than real time.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    speed: u32,
    #[command(flatten)]
    serve: ServeArguments,
}

/// Serves until it is told to stop; what happens is forgotten unless a folder is named. `false` if the configuration
/// has a fault.
pub(crate) fn demo(arguments: &DemoArguments) -> Result<bool> {
    let Some(config) = configuration(&arguments.serve)? else { return Ok(false) };
    match config.data.clone() {
        Some(data) => run(config, &data, Some(arguments.speed))?,
        None => {
            let folder = tempfile::Builder::new().prefix("flagfall-demo-").tempdir()?;
            run(config, folder.path(), Some(arguments.speed))?;
        }
    }
    Ok(true)
}

/// Has somebody play at each of these tables.
pub(crate) fn play(venue: &Venue, tables: &[u32]) {
    for &table in tables {
        let player = Player { venue: venue.clone(), table };
        tokio::spawn(async move { player.play().await });
    }
}

/// Both players and the recorder of one table.
#[derive(Debug)]
struct Player {
    venue: Venue,
    table: u32,
}

/// What is to be done at a table.
#[derive(Clone, Debug, PartialEq)]
enum Act {
    /// After that long, somebody orders something, unless the table has changed meanwhile.
    Order(Real, Order),
    /// After that long, a new game begins.
    Open(Real),
    /// There is no game of this kind to be played.
    Leave,
}

impl Player {
    /// Plays game after game, until the service ends.
    async fn play(&self) {
        while let Some(view) = self.view().await {
            match next_act(&view, self.venue.rate) {
                Act::Order(wait, order) if self.stands(&view, wait).await => {
                    self.order(order).await;
                }
                Act::Order(..) => {}
                Act::Open(wait) => {
                    sleep(wait).await;
                    self.open().await;
                }
                Act::Leave => return,
            }
        }
    }

    /// Whether a table stands for so long as it does. A visitor may press or move meanwhile.
    async fn stands(&self, before: &TableView, wait: Real) -> bool {
        let mut left = wait;
        while !left.is_zero() {
            let moment = left.min(LOOK_EVERY);
            sleep(moment).await;
            left -= moment;
            if !self.view().await.is_some_and(|now| stands_as(&now, before)) {
                return false;
            }
        }
        true
    }

    async fn view(&self) -> Option<std::sync::Arc<TableView>> {
        let (reply, views) = oneshot::channel();
        self.venue.requests.send(Request::Views { table: Some(self.table), reply }).await.ok()?;
        views.await.ok()?.into_iter().next()
    }

    /// Whether it was carried out is seen by the next look at the table.
    async fn order(&self, order: Order) -> Option<Answer> {
        let (reply, answer) = oneshot::channel();
        let arrival = Arrival::default();
        let request = Request::Order { table: self.table, order, arrival, reply };
        self.venue.requests.send(request).await.ok()?;
        answer.await.ok()?.ok()
    }

    async fn open(&self) {
        let (reply, opened) = oneshot::channel();
        let request = Request::NewGame { table: self.table, reply };
        if self.venue.requests.send(request).await.is_ok() {
            let _ = opened.await;
        }
    }
}

/// Whether nobody has done anything meanwhile; that the clock has called does not count.
fn stands_as(now: &TableView, before: &TableView) -> bool {
    let same = |key: &str| now.state[key] == before.state[key];
    ["status", "turn", "moves", "ahead"].into_iter().all(same)
}

/// What comes next at a table as it stands, where time runs so many times faster.
fn next_act(view: &TableView, rate: u32) -> Act {
    let game = match view.setup.game.kind {
        GameKind::Go => DemoGame::go(view.table),
        GameKind::Chess => DemoGame::chess(),
        GameKind::Gomoku | GameKind::Clock => return Act::Leave,
    };
    let after = |length: Duration| Real::from_micros(length.as_micros()) / rate;
    let arbiter = |command| Order { by: Who::Arbiter, command };
    match view.state["status"].as_str() {
        Some("waiting") => Act::Order(STAND, arbiter(Command::Start { side: None })),
        Some("paused") => Act::Order(STAND, arbiter(Command::Resume)),
        Some("ended") => Act::Open(SHOW_END),
        _ => {
            let (think, order) = turn(view, &game);
            Act::Order(after(think), order)
        }
    }
}

/// What comes next in a game that goes on: the recorder writes down what was pressed, or a player thinks and presses.
fn turn(view: &TableView, game: &DemoGame) -> (Duration, Order) {
    let on_move = if view.state["turn"] == "white" { Side::White } else { Side::Black };
    let pressed_ahead = view.state["ahead"]["who"] == "clock";
    match game.turns.get(view.moves.len()) {
        Some(Turn { side, played, .. }) if pressed_ahead => {
            let command = Command::Move { side: *side, played: played.clone() };
            (RECORDER_LAG, Order { by: view.setup.game.moves_from.who(), command })
        }
        Some(turn) => {
            let think = turn.thought.unwrap_or_else(|| thought(view, on_move));
            (think.minus(RECORDER_LAG), press(on_move))
        }
        None => {
            (RECORDER_LAG, Order { by: game.loser.into(), command: Command::Resign { side: game.loser } })
        }
    }
}

fn press(side: Side) -> Order {
    Order { by: side.into(), command: Command::Press { side } }
}

/// How long a player thinks: a few seconds to a minute, now and then longer, and in overtime as it allows.
fn thought(view: &TableView, side: Side) -> Duration {
    let reading = &view.state[side.as_str()];
    let number = |key: &str| reading[key].as_u64().unwrap_or_default();
    let left = number("left_ms");
    let draw = spread(u64::from(view.table), view.moves.len());
    let millis = match reading["phase"].as_str() {
        // Here and there a period is lost, but never the last.
        Some("byoyomi") if draw.is_multiple_of(23) && number("periods") > 2 => left + 4_000,
        Some("byoyomi") => left * (10 + draw % 85) / 100,
        Some("canadian") => (left / number("moves_left").max(1) * (20 + draw % 130) / 100).min(left * 9 / 10),
        _ => main_time(draw).min(left / 3 + 1_000),
    };
    Duration::from_millis(millis)
}

/// Six times in ten up to half a minute, three times up to a minute, once up to three.
const fn main_time(draw: u64) -> u64 {
    let within = draw / 10;
    match draw % 10 {
        0..=5 => 5_000 + within % 25_000,
        6..=8 => 30_000 + within % 30_000,
        _ => 60_000 + within % 120_000,
    }
}

/// A number that looks drawn and is always the same for a table and a move.
fn spread(table: u64, number: usize) -> u64 {
    // SplitMix64 (Steele, Lea, Flood 2014).
    let number = u64::try_from(number).unwrap_or_default();
    let seed = table.wrapping_mul(1_000).wrapping_add(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::Instant;
    use hall::Hall;
    use journal::{GameId, Genesis};

    use crate::config::Config;
    use crate::opening::{anchor, new_game};
    use crate::timer::Wall;
    use crate::view::table_view;

    /// Plays the game of a demonstration table in virtual time; the last state, and whether overtime was entered.
    fn played(table: u32) -> (serde_json::Value, bool) {
        let plan = Config::default().tables.into_iter().find(|plan| plan.number == table).unwrap();
        let wall = Wall { time: "2026-11-29T09:00:00Z".into(), trusted: false };
        let mut game = new_game(table, plan.setup, GameId(1), anchor("b", Instant::ZERO, &wall)).unwrap();
        game.genesis = Genesis::from_bytes([1; 32]);
        let (mut hall, mut now) = (Hall::new(), Instant::ZERO);
        hall.open(game, now).unwrap();
        let mut overtime = false;
        for _ in 0..2_000 {
            while !hall.is_saved() {
                hall.written();
            }
            let view = table_view(&hall, table, false, now).unwrap();
            overtime |= ["black", "white"].iter().any(|side| view.state[*side]["phase"] == "byoyomi");
            match next_act(&view, 1) {
                Act::Order(wait, order) => {
                    now = now.plus(Duration::from_micros(u64::try_from(wait.as_micros()).unwrap()));
                    hall.order(table, order, Arrival::default(), now).unwrap();
                    hall.advance(now);
                }
                Act::Open(_) | Act::Leave => return (view.state.clone(), overtime),
            }
        }
        panic!("the game does not end: {now:?}");
    }

    #[test]
    fn each_game_is_played_to_its_own_end() {
        for (table, moves, result) in [(1, 295, "B+R"), (2, 288, "W+R"), (3, 81, "1-0")] {
            let (state, overtime) = played(table);
            assert_eq!((&state["moves"], &state["result"]), (&moves.into(), &result.into()), "{state}");
            assert_eq!(overtime, table == 1);
        }
    }
}
