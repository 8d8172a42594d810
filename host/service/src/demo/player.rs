//! Both players and the recorder of one table, who play one game after the other.

use std::sync::Arc;
use std::time::Duration as Real;

use clock::{Duration, Instant, Side};
use hall::{Answer, Arrival, HallError};
use referee::{Command, EndingCommand, EndsTurn, GameKind, Order, Outcome, Setup, VoidBy, Who, WonBy};
use tokio::sync::oneshot;
use tokio::time::sleep;
use tracing::{info, warn};

use super::game::{DemoGame, End};
use super::pace;
use super::turn::{Pace, RECORDER_LAG};
use crate::opening::is_alike;
use crate::venue::{Request, TableView, Venue, Wish};

/// How long a table stands before somebody sets it going: so long a paused one can be looked at.
const STAND: Real = Real::from_secs(3);

/// How often a player who thinks looks up.
const LOOK_EVERY: Real = Real::from_millis(200);

/// How long a finished game is shown.
const SHOW_END: Real = Real::from_secs(15);

/// A game lost on time is played to the fall of the flag if there is not more left than so much.
const FLAG_WAIT: Duration = Duration::from_mins(10);

/// The players of a table.
#[derive(Debug)]
pub(super) struct Player {
    venue: Venue,
    table: u32,
    /// What is played there as planned.
    plan: Setup,
    /// The games in the order in which they are played, over and over.
    games: Vec<Arc<DemoGame>>,
    /// The game that comes next.
    next: usize,
    seat: Option<Seat>,
    /// Whether it was told that the game at the table is none of these, or that the next cannot be opened.
    told: bool,
}

/// The game that is being played.
#[derive(Clone, Debug)]
struct Seat {
    game: Arc<DemoGame>,
    /// What was agreed for it.
    setup: Setup,
    /// The number of the turn that is being thought about, and when it began.
    turn: Option<(u64, Instant)>,
}

/// What is to be done at a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Act {
    /// After that long, somebody orders something, unless the table has changed meanwhile.
    Order(Real, Order),
    /// Nobody does anything for that long.
    Wait(Real),
    /// After that long, the next game begins.
    Open(Real),
}

impl Player {
    pub(super) fn new(venue: Venue, table: u32, plan: Setup, games: Vec<Arc<DemoGame>>) -> Self {
        Self { venue, table, plan, games, next: 0, seat: None, told: false }
    }

    /// Plays game after game, until the service ends.
    pub(super) async fn play(mut self) {
        while let Some(view) = self.view().await {
            match self.act(&view) {
                Act::Order(wait, order) if self.stands(&view, wait).await => {
                    self.order(order).await;
                }
                Act::Order(..) => {}
                Act::Wait(wait) => sleep(wait).await,
                Act::Open(wait) => {
                    sleep(wait).await;
                    self.open().await;
                }
            }
        }
    }

    /// What comes next. A game that was begun in a run before is gone on with.
    fn act(&mut self, view: &TableView) -> Act {
        if !self.seat.as_ref().is_some_and(|seat| seat.is_at(view)) {
            self.seat = self.known(view);
            if self.seat.is_some() {
                self.say_which();
            }
        }
        match &mut self.seat {
            Some(seat) => seat.act(view, self.venue.rate),
            None => match view.state["status"].as_str() {
                Some("waiting") => Act::Open(Real::ZERO),
                Some("ended") => Act::Open(SHOW_END),
                _ => {
                    if !std::mem::replace(&mut self.told, true) {
                        warn!("table {}: another game is being played there: it is left alone", self.table);
                    }
                    Act::Wait(STAND)
                }
            },
        }
    }

    /// Says which of the games was begun; the one after it is next.
    fn say_which(&self) {
        let count = self.games.len();
        info!("table {}: game {} of {count}", self.table, (self.next + count - 1) % count.max(1) + 1);
    }

    /// The game that stands at the table, if it is one of these: before its start only the one that comes next, and
    /// only with its players.
    fn known(&mut self, view: &TableView) -> Option<Seat> {
        let waits = view.state["status"] == "waiting";
        let count = if waits { 1 } else { self.games.len() };
        let found = (0..count).map(|ahead| (self.next + ahead) % self.games.len()).find_map(|index| {
            let game = &self.games[index];
            let seat = game.begins_with(&view.moves).then(|| Seat::of(game, &self.plan))?;
            let named = !waits || seat.setup.players == view.players;
            (seat.is_at(view) && named).then_some((index, seat))
        });
        let (index, seat) = found?;
        self.next = (index + 1) % self.games.len();
        Some(seat)
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

    async fn view(&self) -> Option<Arc<TableView>> {
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

    /// Opens the next game. What cannot be opened now is tried again after the next look.
    async fn open(&mut self) {
        let Some(game) = self.games.get(self.next) else { return };
        let seat = Seat::of(game, &self.plan);
        let (reply, opened) = oneshot::channel();
        let wish = Box::new(Wish { setup: Some(seat.setup.clone()), replaces: true, ..Wish::default() });
        let request = Request::NewGame { table: self.table, wish, reply };
        if self.venue.requests.send(request).await.is_err() {
            return;
        }
        match opened.await {
            Ok(Ok(())) => {
                (self.seat, self.told) = (Some(seat), false);
                self.next = (self.next + 1) % self.games.len();
                self.say_which();
            }
            Ok(Err(HallError::NotSaved)) => sleep(LOOK_EVERY).await,
            // A visitor has had it signed: somebody clears the table.
            Ok(Err(HallError::NotCleared)) => {
                let cleared = Command::Ending(EndingCommand::Cleared);
                self.order(Order { by: Who::Arbiter, command: cleared }).await;
            }
            Ok(Err(error)) if !self.told => {
                self.told = true;
                warn!("table {}: the next game cannot be opened: {error}", self.table);
            }
            Ok(Err(_)) | Err(_) => sleep(STAND).await,
        }
    }
}

/// Whether nobody has done anything meanwhile; that the clock has called does not count.
fn stands_as(now: &TableView, before: &TableView) -> bool {
    let same = |key: &str| now.state[key] == before.state[key];
    ["status", "turn", "moves", "ahead"].into_iter().all(same)
}

impl Seat {
    fn of(game: &Arc<DemoGame>, plan: &Setup) -> Self {
        Self { game: Arc::clone(game), setup: game.setup_at(plan), turn: None }
    }

    /// Whether that is what was agreed at the table. Names may have been taken off the record.
    fn is_at(&self, view: &TableView) -> bool {
        is_alike(&self.setup.game, &view.setup.game) && self.setup.control == view.setup.control
    }

    /// What comes next at the table as it stands, where time runs so many times faster.
    fn act(&mut self, view: &TableView, rate: u32) -> Act {
        let arbiter = |command| Order { by: Who::Arbiter, command };
        let status = view.state["status"].as_str();
        if status != Some("running") {
            self.turn = None;
        }
        match status {
            Some("waiting") => Act::Order(STAND, arbiter(Command::Start { side: None })),
            Some("paused") if self.is_played_out(view) => Act::Open(SHOW_END),
            Some("paused") => Act::Order(STAND, arbiter(Command::Resume)),
            Some("ended") => match self.false_flag(view) {
                Some(order) => Act::Order(STAND, order),
                None => Act::Open(SHOW_END),
            },
            _ => {
                let began = self.began(view);
                let pace = Pace { view, game: &self.game, rate, began };
                self.going(&pace)
            }
        }
    }

    /// When the turn began that is being thought about.
    fn began(&mut self, view: &TableView) -> Instant {
        let number = moves(view).saturating_add(pressed_ahead(view));
        match self.turn {
            Some((same, began)) if same == number => began,
            Some(_) | None => {
                self.turn = Some((number, view.at));
                view.at
            }
        }
    }

    fn is_played_out(&self, view: &TableView) -> bool {
        view.moves.len() >= self.game.turns.len() && pressed_ahead(view) == 0
    }

    /// What comes next in a game that goes on: the recorder writes down what was pressed, or sets right what a
    /// visitor has written; or a player thinks and presses.
    fn going(&self, pace: &Pace<'_>) -> Act {
        let view = pace.view;
        let keeper = view.setup.game.moves_from.who();
        let number = view.moves.len();
        if let Some(command) = self.slip(view) {
            return pace.act_at(pace.began.plus(RECORDER_LAG), Order { by: keeper, command });
        }
        let Some(turn) = self.game.turns.get(number) else { return self.end(pace) };
        let record = || Command::Move { side: turn.side, played: turn.played.clone() };
        if pressed_ahead(view) > 0 {
            let lag = if number + 1 < self.game.turns.len() { pace.lag(number + 1) } else { RECORDER_LAG };
            return pace.act_at(pace.began.plus(lag), Order { by: keeper, command: record() });
        }
        let side = pace.on_move();
        let order = match view.setup.game.ends_turn {
            EndsTurn::Press => Order { by: side.into(), command: Command::Press { side } },
            EndsTurn::Record => Order { by: keeper, command: record() },
            EndsTurn::Touch => Order { by: turn.side.into(), command: record() },
        };
        pace.act_at(pace.end_of(turn, number, side), order)
    }

    /// What sets the record right where it does not tell this game.
    fn slip(&self, view: &TableView) -> Option<Command> {
        let (number, side, played) = self.game.slip(&view.moves)?;
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        if self.game.turns.get(index)?.side == side {
            Some(Command::Correct { number, played: played.clone() })
        } else {
            Some(Command::TakeBack { side })
        }
    }

    /// What comes behind the last move. **No result is put on record that the record does not have**: what nobody
    /// can order at a table, such as a count, is said, and the clock stands.
    fn end(&self, pace: &Pace<'_>) -> Act {
        let lag = pace.began.plus(RECORDER_LAG);
        match self.game.end {
            End::Resigned(side) => {
                pace.act_at(lag, Order { by: side.into(), command: Command::Resign { side } })
            }
            End::TimeUsedUp(side) if pace.on_move() == side && pace.left(side) <= FLAG_WAIT => {
                Act::Wait(LOOK_EVERY)
            }
            End::Board(_) | End::TimeUsedUp(_) | End::Open(_) => pace.act_at(lag, self.closing()),
        }
    }

    /// What closes a game whose end nobody plays: the result that the record gives, entered as the chief arbiter enters
    /// one; where it gives none, the clocks stand.
    fn closing(&self) -> Order {
        match self.recorded_result() {
            Some(outcome) => decreed(outcome, self.game.kind()),
            None => Order { by: Who::Arbiter, command: Command::Pause { why: Some(self.said()) } },
        }
    }

    fn recorded_result(&self) -> Option<Outcome> {
        match &self.game.end {
            End::Open(Some(result)) => Outcome::from_notation(result, self.game.kind()),
            End::TimeUsedUp(side) => Some(Outcome::Won { side: side.other(), by: WonBy::Time }),
            End::Resigned(side) => Some(Outcome::Won { side: side.other(), by: WonBy::Resignation }),
            End::Board(outcome) => Some(*outcome),
            End::Open(None) => None,
        }
    }

    /// What sets a result right that came of a side's time used up, where the record has another: at high speed, or on a
    /// computer that is busy, orders may be late. No result becomes no result.
    fn false_flag(&self, view: &TableView) -> Option<Order> {
        if !Side::BOTH.into_iter().any(|side| pace::bearable(view, side).is_zero()) {
            return None;
        }
        let none = Outcome::Void { by: VoidBy::NoResult };
        let outcome = self.recorded_result().unwrap_or(none);
        let kind = self.game.kind();
        (view.state["result"] != outcome.notation(kind)).then(|| decreed(outcome, kind))
    }

    /// What the record says of its end, for both languages.
    fn said(&self) -> String {
        let result = match &self.game.end {
            End::Open(Some(result)) => format!(": {result}"),
            End::TimeUsedUp(_) | End::Board(_) | End::Resigned(_) | End::Open(None) => String::new(),
        };
        format!("the record ends here 棋谱到此为止{result}")
    }
}

/// A result as the chief arbiter enters it.
fn decreed(outcome: Outcome, kind: GameKind) -> Order {
    let why = Some("as the record has it 依棋谱".to_owned());
    Order { by: Who::Chief, command: Command::Ending(EndingCommand::Result { outcome, kind, why }) }
}

/// Moves on record.
fn moves(view: &TableView) -> u64 {
    u64::try_from(view.moves.len()).unwrap_or(u64::MAX)
}

/// Turns that were pressed and not recorded yet.
fn pressed_ahead(view: &TableView) -> u64 {
    let ahead = &view.state["ahead"];
    if ahead["who"] == "clock" { ahead["turns"].as_u64().unwrap_or(1) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    use hall::Hall;
    use journal::{GameId, Genesis};
    use referee::{Opening, Played};

    use super::super::{Games, read};
    use crate::config::Config;
    use crate::opening::{TablePlan, anchor, new_game};
    use crate::timer::Wall;
    use crate::view::table_view;

    /// A game as it went at a table in virtual time.
    struct Went {
        view: Arc<TableView>,
        /// What each press left to the side that pressed, in milliseconds.
        left: Vec<u64>,
        overtime: bool,
    }

    impl Went {
        fn state(&self, key: &str) -> String {
            self.view.state[key].to_string()
        }
    }

    /// Plays a game to where the next begins; before its players take over, somebody gives these orders.
    fn played(game: &Arc<DemoGame>, plan: TablePlan, before: Vec<Order>) -> Went {
        played_late(game, plan, before, 1, Duration::ZERO)
    }

    /// The same at so many times the speed, with each order of the players later than it was meant.
    fn played_late(
        game: &Arc<DemoGame>,
        plan: TablePlan,
        before: Vec<Order>,
        rate: u32,
        late: Duration,
    ) -> Went {
        let table = plan.number;
        let mut seat = Seat::of(game, &plan.setup);
        let wall = Wall { time: "2026-11-29T09:00:00Z".parse().unwrap(), trusted: false };
        let mut opening =
            new_game(table, seat.setup.clone(), GameId(1), anchor("b", Instant::ZERO, &wall)).unwrap();
        opening.genesis = Genesis::from_bytes([1; 32]);
        let (mut hall, mut now) = (Hall::new(), Instant::ZERO);
        hall.open(opening, now).unwrap();
        hall.written();
        for order in before {
            hall.order(table, order, Arrival::default(), now).unwrap();
            hall.advance(now);
        }
        let (mut overtime, mut left) = (false, Vec::new());
        for _ in 0..9_000 {
            while !hall.is_saved() {
                hall.written();
            }
            let view = table_view(&hall, table, false, None, Duration::ZERO, now).unwrap();
            assert!(seat.is_at(&view));
            overtime |= ["black", "white"].iter().any(|side| view.state[*side]["phase"] == "byoyomi");
            let (wait, order) = match seat.act(&view, rate) {
                Act::Order(wait, order) => (wait, Some(order)),
                Act::Wait(wait) => (wait, None),
                Act::Open(_) => return Went { view, left, overtime },
            };
            let wait = Duration::from_micros(u64::try_from((wait * rate).as_micros()).unwrap());
            now = now.plus(wait).plus(if view.state["status"] == "running" { late } else { Duration::ZERO });
            hall.advance(now);
            let mut pressed = None;
            if let Some(Order { command: Command::Press { side }, .. }) = &order {
                pressed = Some(*side);
            }
            if let Some(order) = order {
                hall.order(table, order, Arrival::default(), now).unwrap();
                hall.advance(now);
            }
            if let Some(side) = pressed {
                let face = hall.face(table, now).unwrap();
                left.push(face.clock.standing().readings.of(side).left.as_millis_left());
            }
        }
        panic!("the game does not end: {now:?}");
    }

    fn plan(table: u32) -> TablePlan {
        Config::default().tables.into_iter().find(|plan| plan.number == table).unwrap()
    }

    fn only(name: &str, text: &str) -> Arc<DemoGame> {
        let mut games = read::games_of(Path::new(name), text.as_bytes()).unwrap();
        assert_eq!(games.len(), 1);
        Arc::new(games.remove(0).unwrap())
    }

    #[test]
    fn each_built_in_game_is_played_to_its_own_end_at_a_table_as_planned() {
        let games = Games::BuiltIn(read::built_in());
        for (index, moves, result) in [(0, "295", "\"B+R\""), (1, "288", "\"W+R\""), (2, "81", "\"1-0\"")] {
            let plan = Config::default().tables.remove(index);
            let games = games.of(&plan, index);
            assert_eq!(games.len(), if index == 2 { 1 } else { 2 }, "of its own kind");
            assert_eq!(games[0].setup_at(&plan.setup), plan.setup);
            let went = played(&games[0], plan, vec![]);
            assert_eq!((went.state("moves"), went.state("result")), (moves.into(), result.into()));
            assert_eq!(went.overtime, index == 0);
        }
    }

    #[test]
    fn tables_begin_with_different_games_and_go_round() {
        let games = Games::Named(read::built_in());
        let lens = |index| games.of(&plan(1), index).iter().map(|game| game.turns.len()).collect::<Vec<_>>();
        assert_eq!(lens(0), [295, 288, 81]);
        assert_eq!(lens(1), [288, 81, 295]);
        assert_eq!(lens(5), [81, 295, 288]);
        let chess = TablePlan { setup: plan(3).setup, ..plan(1) };
        assert_eq!(Games::BuiltIn(read::built_in()).of(&chess, 4).len(), 1);
        let mut clock = plan(1);
        clock.setup.game.kind = GameKind::Clock;
        assert_eq!(Games::BuiltIn(read::built_in()).of(&clock, 0).len(), 3, "there is none of its own kind");
    }

    #[test]
    fn the_clocks_of_a_chess_game_show_what_its_record_says() {
        let game = "[White \"Bai, Lu\"]\n[WhiteElo \"1900\"]\n[TimeControl \"60\"]\n[Result \"1-0\"]\n\n\
                    1. e4 {[%clk 0:00:58]} e5 {[%clk 0:00:59]} 2. Bc4 {[%clk 0:00:50]} Nc6 {[%clk 0:00:55]} \
                    3. Qh5 {[%clk 0:00:49.5]} Nf6 {[%clk 0:00:54]} 4. Qxf7 {[%clk 0:00:40]} 1-0\n";
        let went = played(&only("a.pgn", game), plan(1), vec![]);
        assert_eq!(went.left, [58_000, 59_000, 50_000, 55_000, 49_500, 54_000, 40_000]);
        assert_eq!((went.state("status"), went.state("result")), ("\"ended\"".into(), "\"1-0\"".into()));
        assert_eq!(went.view.setup.control.to_string(), "60s");
        assert_eq!(went.view.players.white.name.as_deref(), Some("Bai, Lu"));
        assert_eq!(went.view.players.white.rank.as_deref(), Some("1900"));
        assert_eq!(went.view.moves[6].played, Played::At("Qxf7#".into()), "in the table's notation");
    }

    #[test]
    fn a_game_with_handicap_is_lost_on_time_where_its_record_says_so() {
        let game = "(;SZ[13]HA[2]AB[jd][dj]TM[60]OT[2x10 byo-yomi]RE[W+Time]RU[Japanese]KM[0.5]\
                    ;W[cc]WL[30];B[kk]BL[6]OB[2];W[dd]WL[7]OW[1];B[ee]BL[3.5]OB[1];W[ff]WL[9]OW[1])";
        let game = only("a.sgf", game);
        let went = played(&game, plan(1), vec![]);
        let agreed = &went.view.setup.game;
        assert_eq!((agreed.size, agreed.handicap, agreed.opening.clone()), (13, 2, None));
        assert_eq!((agreed.rules.as_deref(), agreed.rule_set().name()), (Some("japanese"), "japanese"));
        assert_eq!(went.view.setup.control.to_string(), "60s+2x10s");
        assert_eq!((went.state("moves"), went.state("result")), ("5".into(), "\"W+T\"".into()));
        assert!(went.overtime);
        // At a press a period is whole again; before that the record's readings were met.
        assert_eq!(went.left[0], 30_000);
        let thought: Vec<_> = game.turns.iter().map(|turn| turn.thought.unwrap().as_secs()).collect();
        assert_eq!(thought, [30, 64, 43, 16, 1]);
    }

    #[test]
    fn a_counted_game_from_set_up_stones_ends_with_the_result_of_its_record() {
        let game = "(;SZ[5]AB[ba]AW[bb][cc]AE[aa]PL[W]RE[B+2.5];W[ca];B[dd];W[];B[])";
        let went = played(&only("a.sgf", game), plan(2), vec![]);
        let rows = [".X...", ".O...", "..O..", ".....", "....."].map(str::to_owned).to_vec();
        assert_eq!(went.view.setup.game.opening, Some(Opening::Stones { rows, to_move: Side::White }));
        assert_eq!(went.view.setup.control, plan(2).setup.control, "the record has none");
        assert_eq!((went.state("status"), went.state("moves")), ("\"ended\"".into(), "4".into()));
        assert_eq!(went.state("result"), "\"B+2.5\"");
    }

    #[test]
    fn a_game_of_chess_from_a_position_is_resigned() {
        let game = "[FEN \"4k2r/8/8/8/8/8/8/4K3 b - - 0 1\"]\n[Result \"0-1\"]\n\n1... Rh2 2. Kd1 Kd7 0-1\n";
        let went = played(&only("a.pgn", game), plan(1), vec![]);
        assert_eq!(went.view.setup.game.kind, GameKind::Chess);
        assert_eq!(went.view.setup.game.first_side(), Side::Black);
        assert_eq!((went.state("moves"), went.state("result")), ("3".into(), "\"0-1\"".into()));
    }

    #[test]
    fn five_in_a_row_end_a_game_of_gomoku() {
        let game = "(;GM[4]SZ[15];B[ha];W[aa];B[hb];W[ab];B[hc];W[ac];B[hd];W[ad];B[he])";
        let went = played(&only("a.sgf", game), plan(3), vec![]);
        assert_eq!(went.view.setup.game.kind, GameKind::Gomoku);
        assert_eq!((went.state("status"), went.state("moves")), ("\"ended\"".into(), "9".into()));
    }

    /// Blitz: what the recorder does late must not be charged to the players.
    #[test]
    fn nobody_loses_on_time_who_did_not_in_the_record() {
        let files = "abcdefgh".chars();
        let pairs =
            [(3, 6), (4, 5)].into_iter().flat_map(|ranks| files.clone().map(move |file| (file, ranks)));
        let moves: String = pairs
            .map(|(file, (white, black))| {
                format!("{file}{white} {{[%emt 0:00:00.5]}} {file}{black} {{[%emt 0:00:30]}} ")
            })
            .collect();
        let game = format!("[TimeControl \"15+0\"]\n\n{moves}*\n");
        let game = read::games_of(Path::new("a.pgn"), game.as_bytes()).unwrap().remove(0);
        let went = played(&Arc::new(game.unwrap()), plan(1), vec![]);
        assert_eq!(went.state("status"), "\"paused\"", "with no result, as in the record");
        assert_eq!(went.left.iter().step_by(2).next_back(), Some(&7_000), "16 moves of half a second");
        assert!(went.left.iter().all(|left| *left > 0));
    }

    /// At that table, the game's own control left out.
    fn at(control: &str, table: u32) -> TablePlan {
        let mut plan = plan(table);
        plan.setup.control = control.parse().unwrap();
        plan
    }

    /// Games without times, at ten times the speed on a computer that takes a tenth of a second for each order.
    #[test]
    fn thoughts_that_nobody_recorded_fit_into_any_control() {
        let games = read::built_in();
        for (index, result) in [(0, "\"B+R\""), (1, "\"W+R\""), (2, "\"1-0\"")] {
            for control in [
                "10m",
                "5m+3s",
                "5m+d3s",
                "3m+2s",
                "2h",
                "10m+3x20s",
                "3x20s",
                "10m+15/5m",
                "1h reserve 5m/60s",
            ] {
                let late = Duration::from_millis(400);
                let went = played_late(&games[index], at(control, 1), vec![], 10, late);
                assert_eq!(went.state("result"), result, "{control}, game {index}");
                assert!(went.left.iter().all(|left| *left > 0), "{control}, game {index}: {:?}", went.left);
                let used = pace::bearable(&went.view, Side::Black);
                assert!(!used.is_zero(), "{control}, game {index}");
            }
        }
    }

    #[test]
    fn recorded_times_that_do_not_fit_are_shortened_in_every_stage() {
        let files = "abcdefgh".chars();
        let pairs =
            [(3, 6), (4, 5)].into_iter().flat_map(|ranks| files.clone().map(move |file| (file, ranks)));
        let moves: String = pairs
            .map(|(file, (white, black))| {
                format!("{file}{white} {{[%emt 0:01:00]}} {file}{black} {{[%emt 0:02:00]}} ")
            })
            .collect();
        let game = format!("{moves}1/2-1/2\n");
        let game = Arc::new(read::games_of(Path::new("a.pgn"), game.as_bytes()).unwrap().remove(0).unwrap());
        for control in ["5m", "2m+5s", "2m/10+2m", "5m/10+10s+1m", "hourglass 60s"] {
            let went = played_late(&game, at(control, 3), vec![], 10, Duration::from_millis(400));
            assert_eq!(went.state("result"), "\"1/2-1/2\"", "{control}");
            assert_eq!(went.state("moves"), "32", "{control}");
        }
    }

    /// An order that is so late that a flag falls: what came of it does not stay on record.
    #[test]
    fn a_flag_that_the_record_does_not_have_is_overruled() {
        for (game, result) in [
            ("(;SZ[9]RE[W+R];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff])", "\"W+R\""),
            ("(;SZ[9]RE[B+2.5];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff])", "\"B+2.5\""),
            ("(;SZ[9];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff])", "\"Void\""),
        ] {
            let went = played_late(&only("a.sgf", game), at("10s", 1), vec![], 100, Duration::from_secs(4));
            assert!(Side::BOTH.into_iter().any(|side| pace::bearable(&went.view, side).is_zero()), "{game}");
            assert_eq!(
                (went.state("status"), went.state("result")),
                ("\"ended\"".into(), result.into()),
                "{game}"
            );
        }
    }

    #[tokio::test]
    async fn the_players_of_the_record_come_to_a_table_that_is_set_up_alike() {
        let (requests, _waiting) = tokio::sync::mpsc::channel(1);
        let (news, _) = tokio::sync::broadcast::channel(1);
        let venue = Venue {
            requests,
            news,
            boot: "b".into(),
            rate: 1,
            shelf: Arc::default(),
            players: Arc::default(),
        };
        let plan = plan(1);
        let lines = plan.setup.game.size;
        let named = only("a.sgf", &format!("(;SZ[{lines}]PB[Shen Qing]PW[Lin Bo];B[aa];W[bb])"));
        let nobody = only("a.sgf", &format!("(;SZ[{lines}];B[aa];W[bb])"));
        let waiting = |seat: &Seat| TableView {
            moves: vec![],
            setup: seat.setup.clone(),
            players: seat.setup.players.clone(),
            state: serde_json::json!({ "status": "waiting" }),
            ..(*played(&nobody, self::plan(1), vec![]).view).clone()
        };
        let as_planned = waiting(&Seat::of(&nobody, &plan.setup));
        let mut player = Player::new(venue, 1, plan.setup.clone(), vec![Arc::clone(&named)]);
        assert_eq!(player.act(&as_planned), Act::Open(Real::ZERO), "the same game, but nobody's");
        let seat = Seat::of(&named, &plan.setup);
        assert!(matches!(player.act(&waiting(&seat)), Act::Order(..)), "named");
        player.seat = Some(seat);
        assert!(matches!(player.act(&as_planned), Act::Order(..)), "names were taken off");
    }

    #[test]
    fn what_a_visitor_writes_is_set_right() {
        let game = only("a.sgf", "(;SZ[9]RE[W+R];B[aa];W[bb];B[cc])");
        let give = |by, command| Order { by, command };
        let [black, white] = [Side::Black, Side::White];
        let at = |side, point: &str| Command::Move { side, played: Played::At(point.into()) };
        let before = vec![
            give(Who::Arbiter, Command::Start { side: None }),
            give(Who::Black, Command::Press { side: black }),
            give(Who::Recorder, at(black, "E5")),
            give(Who::White, Command::Press { side: white }),
            give(Who::Recorder, at(black, "F5")),
        ];
        let went = played(&game, plan(1), before);
        let moves: Vec<String> = went.view.moves.iter().map(|found| found.played.to_string()).collect();
        assert_eq!(moves, ["A9", "B8", "C7"]);
        assert_eq!(went.state("result"), "\"W+R\"");
    }

    #[tokio::test]
    async fn a_game_that_was_begun_is_gone_on_with_and_another_is_left_alone() {
        let (requests, _waiting) = tokio::sync::mpsc::channel(1);
        let (news, _) = tokio::sync::broadcast::channel(1);
        let venue = Venue {
            requests,
            news,
            boot: "b".into(),
            rate: 1,
            shelf: Arc::default(),
            players: Arc::default(),
        };
        let games =
            vec![only("a.sgf", "(;SZ[9];B[aa];W[bb];B[cc])"), only("b.sgf", "(;SZ[9];B[aa];W[cc];B[bb])")];
        let mut player = Player::new(venue, 1, plan(1).setup, games.clone());
        let full = played(&games[1], plan(1), vec![]).view;
        let known = player.known(&full).unwrap();
        assert_eq!((known.game, player.next), (Arc::clone(&games[1]), 0));
        let begun = TableView { moves: full.moves[..1].to_vec(), ..(*full).clone() };
        assert_eq!(player.known(&begun).unwrap().game, games[0], "it may be either");
        let mut strange = TableView { moves: full.moves[1..].to_vec(), ..(*full).clone() };
        strange.state["status"] = "running".into();
        player.seat = None;
        assert_eq!(player.act(&strange), Act::Wait(STAND));
        strange.state["status"] = "ended".into();
        assert_eq!(player.act(&strange), Act::Open(SHOW_END));
    }
}
