//! A scenario: a game that is agreed, and the script of what happens at its table.

mod opening;
mod write;

use chrono::{DateTime, FixedOffset, NaiveDate};
use clock::{BySide, Side};
use rules::Size;
use rules::go::{RuleSet, handicap_points};
use toml::value::{Date, Datetime, Offset};

use crate::adjournment::Salt;
use crate::control_file::table::read_control;
use crate::document::fault::{Expected, Fault, FaultKind};
use crate::document::{Document, Entry, Table};
use crate::policy::{Policy, read_policy};
use crate::script::{ScriptLine, Vocabulary, read_script};
use crate::setup::{EndsTurn, Game, GameKind, Komi, MovesFrom, Opening, Player, Seats, Setup, StartsBy};

const GAME: &str = "{ kind = \"go\", size = 19 }";
const PLAYERS: &str = "{ black = { name = \"…\" }, white = { name = \"…\" } }";
const PLAYER: &str = "{ name = \"…\", rank = \"5d\", born = 1980-05-17 }";

pub(crate) const KINDS: [(&str, GameKind); 4] = [
    ("go", GameKind::Go),
    ("chess", GameKind::Chess),
    ("gomoku", GameKind::Gomoku),
    ("clock", GameKind::Clock),
];
pub(crate) const ENDS_TURN: [(&str, EndsTurn); 3] =
    [("press", EndsTurn::Press), ("record", EndsTurn::Record), ("touch", EndsTurn::Touch)];
pub(crate) const MOVES_FROM: [(&str, MovesFrom); 2] =
    [("recorder", MovesFrom::Recorder), ("sensor", MovesFrom::Sensor)];
pub(crate) const STARTS_BY: [(&str, StartsBy); 2] =
    [("arbiter", StartsBy::Arbiter), ("press", StartsBy::Press)];

/// The longest name, in characters.
const TEXT_MAX: usize = 200;

/// The most komi that a file may name, in quarters of the rule set's own unit: as many as the largest board has
/// points.
const KOMI_MAX: i32 = 4 * 25 * 25;

/// One table's setup and script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// What is agreed.
    pub setup: Setup,
    /// What happens, in the order of time.
    pub script: Vec<ScriptLine>,
    /// The salt of sealed moves, for rehearsals only: it makes commitments repeatable.
    pub seal_salt: Option<Salt>,
}

impl Scenario {
    /// Reads a file.
    ///
    /// # Errors
    /// All faults of the file, by line.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let document = Document::parse(text)?;
        let read = read(&document);
        document.finish(read)
    }
}

fn read(document: &Document<'_>) -> Option<Scenario> {
    let mut root = document.root();
    let script = root.require("script", "script = \"\"\" and a command a line, such as 0 start");
    let game = match root.take("game") {
        Some(entry) => entry.table(GAME).map(game),
        None => Some((Game::default(), None)),
    };
    let control = root.require("control", "a table [control]").and_then(|entry| read_control(&entry));
    let (players, seats) =
        root.take("players").and_then(|entry| entry.table(PLAYERS)).map(players).unwrap_or_default();
    let root_policy = root.take("policy");
    root.finish();
    let (game, seal_salt) = game?;
    let policy = match root_policy {
        Some(entry) => read_policy(&entry, game.kind),
        None => Some(Policy::usual(game.kind)),
    };
    let vocabulary = policy.as_deref().map(|policy| Vocabulary { kind: game.kind, policy });
    let script = script.zip(vocabulary).and_then(|(entry, vocabulary)| read_script(&entry, vocabulary));
    let script = script?;
    let setup = Setup { players, seats, policy: policy?, ..Setup::new(game, control?) };
    Some(Scenario { setup, script, seal_salt })
}

fn game(mut table: Table<'_>) -> (Game, Option<Salt>) {
    let mut read = read_game(&mut table);
    read.wall = table.take("wall").and_then(|entry| read_wall(&entry));
    read.id = text(&mut table, "id");
    let salt = table.take("seal_salt").and_then(|entry| salt(&entry));
    table.finish();
    (read, salt)
}

fn salt(entry: &Entry<'_>) -> Option<Salt> {
    let salt = entry.text()?.parse().ok();
    if salt.is_none() {
        entry.note(FaultKind::Said("expected a salt of 32 hex digits".to_owned()));
    }
    salt
}

/// Takes the keys that say what is played and how it is run; what cannot be read is noted and stays as usual.
pub fn read_game(table: &mut Table<'_>) -> Game {
    let kind = table.take("kind").and_then(|entry| entry.one_of(&KINDS)).unwrap_or_default();
    let usual = Game::of_kind(kind);
    let size = table.take("size").and_then(|entry| size(&entry, kind));
    let opening = opening::read_opening(table, kind, size);
    let lines = size.or_else(|| opening.as_ref().and_then(Opening::size)).unwrap_or(usual.size);
    // Where stones are set up, those of the handicap are among them.
    let bare = opening.is_none().then_some(lines);
    Game {
        size: lines,
        rules: table.take("rules").and_then(|entry| rules(&entry, kind)),
        practice: table.take("practice").and_then(|entry| practice(&entry, kind)).unwrap_or_default(),
        opening,
        komi: table.take("komi").and_then(|entry| komi(&entry, kind)),
        handicap: table
            .take("handicap")
            .and_then(|entry| handicap(&entry, kind, bare))
            .unwrap_or(usual.handicap),
        ends_turn: table.take("ends_turn").and_then(|entry| entry.one_of(&ENDS_TURN)).unwrap_or_default(),
        moves_from: table.take("moves_from").and_then(|entry| entry.one_of(&MOVES_FROM)).unwrap_or_default(),
        starts_by: table.take("starts_by").and_then(|entry| entry.one_of(&STARTS_BY)).unwrap_or_default(),
        ..usual
    }
}

/// A name or the like: one line, not too long for a page or a record.
fn text(table: &mut Table<'_>, key: &'static str) -> Option<String> {
    let entry = table.take(key)?;
    let text = entry.text()?;
    if text.trim().is_empty() || text.chars().count() > TEXT_MAX || text.chars().any(char::is_control) {
        entry.note(FaultKind::Said(format!("expected one line of 1 to {TEXT_MAX} characters")));
        return None;
    }
    Some(text.to_owned())
}

/// The name of a rule set of this game.
fn rules(entry: &Entry<'_>, kind: GameKind) -> Option<String> {
    let name = match kind {
        GameKind::Go => entry.one_of(&RuleSet::ALL.map(|rules| (rules.name(), rules.name())))?,
        GameKind::Gomoku => entry.one_of(&[("freestyle", "freestyle"), ("standard", "standard")])?,
        GameKind::Chess | GameKind::Clock => {
            entry.note(FaultKind::NotIn(kind));
            return None;
        }
    };
    Some(name.to_owned())
}

fn practice(entry: &Entry<'_>, kind: GameKind) -> Option<bool> {
    if kind != GameKind::Go {
        entry.note(FaultKind::NotIn(kind));
        return None;
    }
    entry.flag()
}

fn size(entry: &Entry<'_>, kind: GameKind) -> Option<u8> {
    if matches!(kind, GameKind::Chess | GameKind::Clock) {
        entry.note(FaultKind::NotIn(kind));
        return None;
    }
    entry.whole(2, 25)
}

fn komi(entry: &Entry<'_>, kind: GameKind) -> Option<Komi> {
    if kind != GameKind::Go {
        entry.note(FaultKind::NotIn(kind));
        return None;
    }
    let quarters = entry.number().and_then(|number| quarters(&number));
    match quarters.filter(|quarters| quarters.abs() <= KOMI_MAX) {
        Some(quarters) => Some(Komi { quarters }),
        None => entry.wrong(Expected::Komi),
    }
}

/// A decimal number in quarters, exactly; `None` where it lies between two of them or is none.
fn quarters(number: &str) -> Option<i32> {
    let (sign, number) = match number.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, number.strip_prefix('+').unwrap_or(number)),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let quarters = match fraction.trim_end_matches('0') {
        "" => 0,
        "25" => 1,
        "5" => 2,
        "75" => 3,
        _ => return None,
    };
    let whole: i32 = whole.parse().ok()?;
    Some(sign * whole.checked_mul(4)?.checked_add(quarters)?)
}

/// Zero means nothing in every game, and may stand there. An empty board needs star points for the stones.
fn handicap(entry: &Entry<'_>, kind: GameKind, bare: Option<u8>) -> Option<u8> {
    match (entry.integer(), kind) {
        (Some(0), _) => Some(0),
        (_, GameKind::Go) => match entry.integer().and_then(|number| u8::try_from(number).ok()) {
            Some(stones @ 2..=9) => placed(entry, stones, bare),
            _ => entry.wrong(Expected::Handicap),
        },
        (_, GameKind::Chess | GameKind::Gomoku | GameKind::Clock) => {
            entry.note(FaultKind::NotIn(kind));
            None
        }
    }
}

/// A handicap whose stones have their places on a board of so many lines, or are set up.
fn placed(entry: &Entry<'_>, stones: u8, bare: Option<u8>) -> Option<u8> {
    let Some(lines) = bare else { return Some(stones) };
    let has_stars = Size::new(lines).and_then(|size| handicap_points(size, stones)).is_some();
    if has_stars {
        return Some(stones);
    }
    entry.note(FaultKind::Said(format!(
        "expected 0, or the stones as setup: a board of {lines} lines has no star points for them (an odd number of \
         lines from 7 has), found {stones}"
    )));
    None
}

/// Reads a wall time with its offset from UTC.
pub fn read_wall(entry: &Entry<'_>) -> Option<DateTime<FixedOffset>> {
    entry.datetime().and_then(date_time).or_else(|| entry.wrong(Expected::DateTime))
}

fn date_time(at: &Datetime) -> Option<DateTime<FixedOffset>> {
    let (date, time) = (date(at.date?)?, at.time?);
    let minutes = match at.offset? {
        Offset::Z => 0,
        Offset::Custom { minutes } => minutes,
    };
    let second = time.second.unwrap_or_default();
    let time = date.and_hms_nano_opt(
        time.hour.into(),
        time.minute.into(),
        second.into(),
        time.nanosecond.unwrap_or_default(),
    )?;
    time.and_local_timezone(FixedOffset::east_opt(i32::from(minutes) * 60)?).single()
}

fn date(date: Date) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(date.year.into(), date.month.into(), date.day.into())
}

fn players(mut table: Table<'_>) -> (BySide<Player>, Option<Seats>) {
    let read = read_players(&mut table);
    table.finish();
    read
}

/// Takes the keys `black` and `white`, or `one` and `two` where nigiri decides who plays Black; what cannot be read is
/// noted.
pub fn read_players(table: &mut Table<'_>) -> (BySide<Player>, Option<Seats>) {
    let given = Side::BOTH.map(Side::as_str).into_iter().find(|key| table.has(key));
    let players = BySide::new(|side| player(table, side.as_str(), None).unwrap_or_default());
    let (one, two) = (player(table, "one", given), player(table, "two", given));
    let undecided = given.is_none() && (one.is_some() || two.is_some());
    let seats = Seats { one: one.unwrap_or_default(), two: two.unwrap_or_default() };
    (players, undecided.then_some(seats))
}

/// Takes a player who cannot stand beside one that is given already.
fn player(table: &mut Table<'_>, key: &'static str, beside: Option<&'static str>) -> Option<Player> {
    let entry = table.take(key)?;
    if let Some(first) = beside {
        entry.note(FaultKind::Beside { first });
    }
    entry.table(PLAYER).map(player_of)
}

fn player_of(mut table: Table<'_>) -> Player {
    let (name, rank) = (text(&mut table, "name"), text(&mut table, "rank"));
    let born = table.take("born").and_then(|entry| {
        let born = entry.datetime().filter(|born| born.time.is_none()).and_then(|born| date(born.date?));
        born.or_else(|| entry.wrong(Expected::Date))
    });
    table.finish();
    Player { name, rank, born }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::Instant;

    const TEXT: &str = r#"script = """
# time  command
0       start
12.345  move black Q16
12.900  press black
1:05.5  pause "fire alarm"
2:00    resume
"""
[game]
kind = "go"            # go | chess | gomoku | clock (no board)
size = 19
rules = "chinese"
komi = 3.75
handicap = 0
ends_turn = "press"
moves_from = "recorder"
starts_by = "arbiter"
wall = 2026-11-29T09:00:00+08:00
id = "rehearsal"
[control]
main = "1h"
overtime = { kind = "reserve", reserve = "5m", period = "60s" }
[players.black]
name = "柯"
rank = "5d"
born = 1980-05-17
"#;

    fn faults(text: &str) -> Vec<String> {
        Scenario::read(text).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_scenario_is_read() {
        let Scenario { setup, script, .. } = Scenario::read(TEXT).unwrap();
        assert_eq!((setup.game.kind, setup.game.size), (GameKind::Go, 19));
        assert_eq!(setup.game.komi, Some(Komi { quarters: 15 }));
        assert_eq!(setup.game.wall.unwrap().to_rfc3339(), "2026-11-29T09:00:00+08:00");
        assert_eq!(setup.players.black.born, NaiveDate::from_ymd_opt(1980, 5, 17));
        assert_eq!(setup.players.white, Player::default());
        assert_eq!(script.iter().map(|line| line.line).collect::<Vec<_>>(), [3, 4, 5, 6, 7]);
        assert_eq!(script[3].at, Instant::from_millis(65_500));
    }

    #[test]
    fn players_have_their_colours_or_wait_for_nigiri() {
        let read = |players: &str| Scenario::read(&format!("script = ''\ncontrol = '1h'\n{players}"));
        let Setup { players, seats, .. } =
            read("players.one = { name = 'A' }\nplayers.two = { rank = '3d' }").unwrap().setup;
        assert_eq!(players, BySide::default());
        let Seats { one, two } = seats.unwrap();
        assert_eq!((one.name.as_deref(), two.rank.as_deref()), (Some("A"), Some("3d")));
        // One of them says enough: the colours are open.
        assert_eq!(read("[players.two]").unwrap().setup.seats, Some(Seats::default()));
        for given in ["", "players.white = { name = 'B' }", "[players.black]", "[players]"] {
            assert_eq!(read(given).unwrap().setup.seats, None, "{given}");
        }
        for (mixed, fault) in [
            ("players.black = {}\nplayers.two = {}", "line 4: players.two: cannot stand beside black"),
            ("players.one = {}\nplayers.white = {}", "line 3: players.one: cannot stand beside white"),
        ] {
            assert_eq!(faults(&format!("script = ''\ncontrol = '1h'\n{mixed}")), [fault]);
        }
    }

    #[test]
    fn komi_is_read_exactly() {
        for (number, expected) in [
            ("3.75", Some(15)),
            ("+7.50", Some(30)),
            ("-0.25", Some(-1)),
            ("6", Some(24)),
            ("0.0", Some(0)),
            ("3.7500000000000001", None),
            ("3.8", None),
            ("7.5e0", None),
            ("inf", None),
            ("nan", None),
            ("99999999999", None),
            ("600000000", None),
        ] {
            assert_eq!(quarters(number), expected, "{number}");
        }
        let komi = |text: &str| {
            let text = format!("script = ''\ncontrol = '1h'\ngame = {{ komi = {text} }}");
            Scenario::read(&text).map(|scenario| scenario.setup.game.komi)
        };
        assert_eq!(komi("1_0.2_5"), Ok(Some(Komi { quarters: 41 })));
        assert_eq!(komi("-625"), Ok(Some(Komi { quarters: -2500 })));
        assert!(komi("625.25").is_err());
    }

    #[test]
    fn line_ends_may_be_those_of_windows() {
        let windows = TEXT.replace('\n', "\r\n");
        assert_eq!(Scenario::read(&windows), Scenario::read(TEXT));
        assert_eq!(Scenario::read(&windows).unwrap().script[4].line, 7);
    }

    #[test]
    fn lines_of_the_script_are_lines_of_the_file() {
        let text = TEXT.replace("12.900  press black", "12 press black").replace("pause", "puase");
        let found = faults(&text);
        assert_eq!(found[0], "line 5: script: the time goes back from 12.345 to 12");
        assert!(
            found[1].starts_with("line 6: script: unknown command puase: did you mean pause?"),
            "{found:?}"
        );
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn what_has_no_place_in_a_game_is_a_fault() {
        let game = |lines: &str| faults(&format!("script = ''\ncontrol = '1h'\n[game]\n{lines}"));
        let set_up = "size = 2\nhandicap = 2\nsetup = ['X.', '.X']\nto_move = 'white'";
        for lines in
            ["kind = 'chess'\nhandicap = 0", "size = 7\nhandicap = 9", "size = 8\nhandicap = 0", set_up]
        {
            assert_eq!(game(lines), Vec::<String>::new(), "{lines}");
        }
        for (lines, fault) in [
            ("kind = 'chess'\nsize = 8", "line 5: game.size: means nothing in a game of kind chess"),
            ("kind = 'gomoku'\nkomi = 3.75", "line 5: game.komi: means nothing in a game of kind gomoku"),
            ("kind = 'clock'\nhandicap = 2", "line 5: game.handicap: means nothing in a game of kind clock"),
            ("handicap = 1", "line 4: game.handicap: expected 0, or a handicap of 2 to 9 stones, found 1"),
            (
                "size = 8\nhandicap = 9",
                "line 5: game.handicap: expected 0, or the stones as setup: a board of 8 lines has no star points for \
                 them (an odd number of lines from 7 has), found 9",
            ),
            ("size = 26", "line 4: game.size: expected a whole number from 2 to 25, found 26"),
            (
                "komi = 3.8",
                "line 4: game.komi: expected a number in steps of 0.25 such as 3.75 or 7.5, found 3.8",
            ),
            (
                "komi = nan",
                "line 4: game.komi: expected a number in steps of 0.25 such as 3.75 or 7.5, found nan",
            ),
            (
                "wall = 2026-11-29T09:00:00",
                "line 4: game.wall: expected a date and time with its offset such as 2026-11-29T09:00:00+08:00, \
                 found 2026-11-29T09:00:00",
            ),
        ] {
            assert_eq!(game(lines), [fault]);
        }
    }
}
