//! The file `config/flagfall.toml`: where the service listens, where its journal lies, and which tables it has.

mod display;
mod lan;
mod pins;
mod schedule;
mod speaker;
mod unit;
mod unit_file;
mod voice;

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use clock::{Control, Duration, Language};
use hall::{Players, TouchLost};
use referee::document::{Document, Entry, Table};
use referee::{
    ControlFile, Fault, FaultKind, Game, GameKind, Policy, Setup, StartsBy, game_words, read_control,
    read_game, read_players, read_policy,
};

pub(crate) use crate::config::display::LANGUAGES;
use crate::config::display::{DISPLAY, FaceWords, check_place, read_display};
use crate::config::lan::{LAN, read_lan};
use crate::config::pins::Taken;
use crate::config::schedule::read_schedule;
use crate::config::speaker::{SPEAKER, read_speaker};
use crate::config::unit::{check_port, read_unit};
pub(crate) use crate::config::unit_file::UnitPlan;
use crate::config::voice::{HallVoice, HallVoiceWords, VOICE, VoiceWords, read_hall_voice, read_voice};
use crate::displays::FacePlan;
use crate::lan::Lan;
use crate::opening::TablePlan;
use crate::schedule::Scheduled;
use crate::speech::VoicePlan;
use crate::text::read_text;

/// Where the service listens if nothing else is said.
pub(crate) const LISTEN: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8000);

/// Why the pages are not offered in both ways to the same people.
pub(crate) const PLAIN_BESIDE_TLS: &str =
    "with the hall's network over TLS, plain HTTP is for this machine alone: expected 127.0.0.1 and a port";

/// Tables of one hall.
const TABLES_MAX: u32 = 1_000;

const TOUCH_LOST: [(&str, TouchLost); 2] = [("run", TouchLost::Run), ("pause", TouchLost::Pause)];
/// What sets the machine's clock, and whether it keeps the time while the machine is off.
const WALL: [(&str, bool); 2] = [("network", false), ("battery", true)];

const JOURNAL: &str = "{ mirror = \"/media/usb/flagfall\" }";
const TABLES: &str = "[[table]] and below it number = 1 and control = \"1h+5x60s\"";
const PLAYERS: &str = "{ black = { name = \"…\" }, white = { name = \"…\" } }, or one and two before nigiri";

/// What a configuration says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) listen: SocketAddr,
    /// The hall's own network.
    pub(crate) lan: Lan,
    /// Whether the machine's clock keeps the time while the machine is off.
    pub(crate) keeps_time: bool,
    /// What is to be done at a set time.
    pub(crate) schedule: Vec<Scheduled>,
    /// The journal's folder, where it is not the platform's own.
    pub(crate) data: Option<PathBuf>,
    /// A second journal's folder.
    pub(crate) mirror: Option<PathBuf>,
    pub(crate) voice: HallVoice,
    pub(crate) tables: Vec<TablePlan>,
}

impl Default for Config {
    /// Three tables for a demonstration, without an arbiter.
    fn default() -> Self {
        Self {
            listen: LISTEN,
            lan: Lan::default(),
            keeps_time: false,
            schedule: Vec::new(),
            data: None,
            mirror: None,
            voice: HallVoice::default(),
            tables: demonstration(Duration::ZERO),
        }
    }
}

impl Config {
    /// Whether a text is meant to be a configuration.
    pub(crate) fn is_meant(text: &str) -> bool {
        let keys = ["table", "listen", "lan", "wall", "schedule", "data", "journal", "voice", "public_delay"];
        Document::parse(text).is_ok_and(|document| keys.iter().any(|key| document.root().has(key)))
    }

    /// Reads the text of a file in that folder.
    ///
    /// # Errors
    /// All faults of the file, by line.
    pub(crate) fn read(text: &str, folder: &Path) -> Result<Self, Vec<Fault>> {
        let document = Document::parse(text)?;
        let read = read(document.root(), folder);
        document.finish(Some(read))
    }

    /// What it means, in words of one language.
    pub(crate) const fn words(&self, language: Language) -> ConfigWords<'_> {
        ConfigWords { config: self, language }
    }
}

/// Reads the outermost table; what cannot be read is noted and stays as usual.
fn read(mut root: Table<'_>, folder: &Path) -> Config {
    let at = root.take("listen");
    let listen = at.as_ref().and_then(listen).unwrap_or(LISTEN);
    let lan = root.take("lan").and_then(|entry| entry.table(LAN)).map(read_lan).unwrap_or_default();
    if let Some(entry) = at.filter(|_| lan.on && !listen.ip().is_loopback()) {
        said(&entry, PLAIN_BESIDE_TLS.to_owned()).unwrap_or_default()
    }
    let keeps_time = root.take("wall").and_then(|entry| entry.one_of(&WALL)).unwrap_or_default();
    let schedule = root.take("schedule").and_then(|entry| read_schedule(&entry)).unwrap_or_default();
    let data = root.take("data").and_then(|entry| path(&entry, folder));
    let mirror = root.take("journal").and_then(|entry| entry.table(JOURNAL)).and_then(|mut journal| {
        let mirror = journal.take("mirror").and_then(|entry| path(&entry, folder));
        journal.finish();
        mirror
    });
    let voice = root.take("voice").and_then(|entry| entry.table(VOICE));
    let voice = voice.map(|table| read_hall_voice(table, folder)).unwrap_or_default();
    let public_delay = read_public_delay(&mut root, Duration::ZERO);
    let usual = Usual { voice: voice.plan, public_delay };
    let tables = root.take("table").and_then(|entry| tables(&entry, folder, usual));
    root.finish();
    let tables = tables.unwrap_or_else(|| demonstration(public_delay));
    Config { listen, lan, keeps_time, schedule, data, mirror, voice, tables }
}

fn listen(entry: &Entry<'_>) -> Option<SocketAddr> {
    let text = entry.text()?;
    text.parse().ok().or_else(|| {
        said(entry, format!("expected an address and a port such as \"{LISTEN}\", found \"{text}\""))
    })
}

/// A path, which begins at the file's own folder.
fn path(entry: &Entry<'_>, folder: &Path) -> Option<PathBuf> {
    match entry.text()? {
        "" => said(entry, "expected a path, found \"\"".into()),
        text => Some(folder.join(text)),
    }
}

/// What holds at each table that says nothing of it.
#[derive(Clone, Copy, Debug)]
struct Usual {
    voice: VoicePlan,
    public_delay: Duration,
}

/// So much later whoever looks on is shown the moves; `"0s"` is at once.
fn read_public_delay(table: &mut Table<'_>, usual: Duration) -> Duration {
    table.take("public_delay").and_then(|entry| entry.length()).unwrap_or(usual)
}

fn tables(entry: &Entry<'_>, folder: &Path, usual: Usual) -> Option<Vec<TablePlan>> {
    let (mut plans, mut taken): (Vec<TablePlan>, _) = (Vec::new(), Taken::default());
    for entry in entry.list(TABLES)? {
        let Some(table) = entry.table(TABLES) else { continue };
        let read = read_table(table, folder, usual, &mut taken);
        let Some(ReadTable { numbers, plan, unit, display }) = read else { continue };
        if let Some((entry, port)) = unit.zip(plan.unit.as_deref()) {
            check_port(&entry, &plans, port, numbers.clone().count());
        }
        if let Some(entry) = display {
            let others = plans.iter().map(|plan| (plan.number, plan.face));
            check_place(&entry, &numbers, plan.face, others, &mut taken);
        }
        for number in numbers {
            if plans.iter().any(|plan| plan.number == number) {
                said(&entry, format!("there are two tables of number {number}")).unwrap_or_default()
            }
            plans.push(TablePlan { number, ..plan.clone() });
        }
    }
    plans.sort_by_key(|plan| plan.number);
    Some(plans)
}

/// One `[[table]]`: how each of its tables is, but for its number.
struct ReadTable<'d> {
    numbers: std::ops::RangeInclusive<u32>,
    plan: TablePlan,
    /// Where its port and its display are said.
    unit: Option<Entry<'d>>,
    display: Option<Entry<'d>>,
}

fn read_table<'d>(
    mut table: Table<'d>,
    folder: &Path,
    usual: Usual,
    taken: &mut Taken,
) -> Option<ReadTable<'d>> {
    let numbers = table.require("number", "number = 1").and_then(|entry| numbers(&entry));
    let control =
        table.require("control", "control = \"1h+5x60s\"").and_then(|entry| control(&entry, folder));
    let game = read_game(&mut table);
    let touch_lost = read_touch_lost(&mut table);
    let public_delay = read_public_delay(&mut table, usual.public_delay);
    let said_unit = table.take("unit");
    let unit = said_unit.as_ref().and_then(|entry| read_unit(entry, &table, folder));
    let display = table.take("display");
    let face = display.as_ref().and_then(|entry| entry.table(DISPLAY)).map(read_display).unwrap_or_default();
    let players = table.take("players").and_then(|entry| entry.table(PLAYERS)).map(|mut table| {
        let players = read_players(&mut table);
        table.finish();
        players
    });
    let policy = match table.take("policy") {
        Some(entry) => read_policy(&entry, game.kind),
        None => Some(Policy::usual(game.kind)),
    };
    let voice = table.take("voice").and_then(|entry| entry.table(VOICE));
    let voice = read_voice(voice, usual.voice, game.kind);
    let speaker = table.take("speaker").and_then(|entry| entry.table(SPEAKER)).and_then(read_speaker);
    let pins = table.take("pins").and_then(|entry| taken.read_pins(&entry, numbers.as_ref()));
    table.finish();
    let (players, seats) = players.unwrap_or_default();
    let setup = Setup { players, seats, policy: policy?, ..Setup::new(game, control?) };
    let numbers = numbers?;
    let number = *numbers.start();
    let plan = TablePlan { number, setup, touch_lost, public_delay, unit, pins, face, voice, speaker };
    Some(ReadTable { numbers, plan, unit: said_unit, display })
}

/// What becomes of the clock when its page is not heard; at a table whose clock is in a unit, nothing.
fn read_touch_lost(table: &mut Table<'_>) -> TouchLost {
    let Some(entry) = table.take("touch_lost") else { return TouchLost::default() };
    let touch_lost = entry.one_of(&TOUCH_LOST).unwrap_or_default();
    if touch_lost == TouchLost::Pause && table.has("unit") {
        let what = "a table with a unit has no touch clock that could be lost: expected \"run\"";
        said(&entry, what.into()).unwrap_or_default()
    }
    touch_lost
}

/// A table's number, or those of several as `"1-30"`.
fn numbers(entry: &Entry<'_>) -> Option<std::ops::RangeInclusive<u32>> {
    let single = entry.integer().and_then(|number| u32::try_from(number).ok()).map(|number| number..=number);
    let several = || {
        let (first, last) = entry.is_text().then(|| entry.text())??.split_once('-')?;
        Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
    };
    let sound = |numbers: &std::ops::RangeInclusive<u32>| {
        *numbers.start() >= 1 && *numbers.end() <= TABLES_MAX && !numbers.is_empty()
    };
    single.or_else(several).filter(sound).or_else(|| {
        let expected = format!(
            "expected a number from 1 to {TABLES_MAX}, or several as \"1-30\", found {}",
            entry.source()
        );
        said(entry, expected)
    })
}

/// A control as a table, in its short notation, or in a file of its own.
fn control(entry: &Entry<'_>, folder: &Path) -> Option<Control> {
    let file = entry.is_text().then(|| entry.text()).flatten().filter(|text| text.ends_with(".toml"));
    let Some(file) = file else { return read_control(entry) };
    let text = match read_text(&folder.join(file)) {
        Ok(text) => text,
        Err(unread) => return said(entry, format!("{file}: {unread}")),
    };
    match ControlFile::read(&text) {
        Ok(read) => Some(read.control),
        Err(faults) => {
            faults.iter().for_each(|fault| said(entry, format!("{file}: {fault}")).unwrap_or_default());
            None
        }
    }
}

pub(crate) fn said<T>(entry: &Entry<'_>, what: String) -> Option<T> {
    entry.note(FaultKind::Said(what));
    None
}

/// Three tables at which a game can begin at once.
fn demonstration(public_delay: Duration) -> Vec<TablePlan> {
    let go = Game { rules: Some("chinese".into()), ..Game::of_kind(GameKind::Go) };
    let tables = [
        (go.clone(), include_str!("../../../config/controls/chinese-hour.toml")),
        (go, include_str!("../../../config/controls/sections.toml")),
        (Game::of_kind(GameKind::Chess), include_str!("../../../config/controls/chess-90-30.toml")),
    ];
    let plan = |(number, (game, text)): (u32, (Game, &str))| TablePlan {
        number,
        setup: Setup::new(
            Game { starts_by: StartsBy::Press, ..game },
            ControlFile::read(text).expect("a test reads the shipped controls").control,
        ),
        touch_lost: TouchLost::Run,
        public_delay,
        unit: None,
        pins: None,
        face: FacePlan::default(),
        voice: read_voice(None, VoicePlan::default(), game.kind),
        speaker: None,
    };
    (1..).zip(tables).map(plan).collect()
}

/// What a configuration means.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConfigWords<'a> {
    config: &'a Config,
    language: Language,
}

impl fmt::Display for ConfigWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Config { listen, lan, keeps_time, schedule, data, mirror, voice, tables } = self.config;
        let count = tables.len();
        match self.language {
            Language::English if count == 1 => writeln!(f, "configuration: 1 table, on {listen}")?,
            Language::English => writeln!(f, "configuration: {count} tables, on {listen}")?,
            Language::Chinese => writeln!(f, "配置：{count} 台，地址 {listen}")?,
        }
        if lan.on {
            let Lan { listen, names, .. } = lan;
            let names: String = names.iter().map(|name| format!(", {name}")).collect();
            match self.language {
                Language::English => writeln!(f, "network over TLS: {listen}{names}")?,
                Language::Chinese => writeln!(f, "场内网络（TLS）：{listen}{names}")?,
            }
        }
        if *keeps_time {
            f.write_str(match self.language {
                Language::English => "the machine's clock keeps the time while it is off\n",
                Language::Chinese => "本机关机时时钟照走\n",
            })?;
        }
        for one in schedule {
            writeln!(f, "{}", one.words(self.language))?;
        }
        match (data, self.language) {
            (None, _) => {}
            (Some(data), Language::English) => writeln!(f, "data: {}", data.display())?,
            (Some(data), Language::Chinese) => writeln!(f, "数据：{}", data.display())?,
        }
        match (mirror, self.language) {
            (None, _) => {}
            (Some(mirror), Language::English) => writeln!(f, "copy of the journal: {}", mirror.display())?,
            (Some(mirror), Language::Chinese) => writeln!(f, "记录副本：{}", mirror.display())?,
        }
        write!(f, "{}", HallVoiceWords { voice, language: self.language })?;
        self.tables(f)
    }
}

impl ConfigWords<'_> {
    /// How a table speaks that says nothing of it.
    fn usual_voice(&self, kind: GameKind) -> VoicePlan {
        read_voice(None, self.config.voice.plan, kind)
    }

    /// One line for tables that follow each other and are set alike.
    fn tables(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alike = |one: &TablePlan, next: &TablePlan| {
            next.number == one.number + 1 && TablePlan { number: next.number, ..one.clone() } == *next
        };
        for run in self.config.tables.chunk_by(alike) {
            let [first, ..] = run else { continue };
            let Setup { game, control, .. } = &first.setup;
            let numbers = match run {
                [one] => one.number.to_string(),
                [.., last] => format!("{}–{}", first.number, last.number),
                [] => continue,
            };
            let (game, words) = (game_words(game, self.language), control.words(self.language));
            match self.language {
                Language::English => writeln!(f, "table {numbers}: {game}; {control}: {words}")?,
                Language::Chinese => writeln!(f, "第 {numbers} 台：{game}；{control}：{words}")?,
            }
            if let Some(port) = &first.unit {
                match self.language {
                    Language::English => writeln!(f, "  unit: {}", port.display())?,
                    Language::Chinese => writeln!(f, "  棋桌单元：{}", port.display())?,
                }
            }
            for (role, player) in Players::of_setup(&first.setup).roles() {
                if let Some(name) = &player.name {
                    match self.language {
                        Language::English => writeln!(f, "  {role}: {name}")?,
                        Language::Chinese => writeln!(f, "  {}：{name}", role_chinese(role))?,
                    }
                }
            }
            if let Some(pins) = &first.pins {
                writeln!(f, "  {}", pins.words(self.language))?;
            }
            if first.voice != self.usual_voice(first.setup.game.kind) {
                let words = VoiceWords { plan: first.voice, language: self.language };
                match self.language {
                    Language::English => writeln!(f, "  voice: {words}")?,
                    Language::Chinese => writeln!(f, "  语音：{words}")?,
                }
            }
            if !first.public_delay.is_zero() {
                let delay = first.public_delay;
                match self.language {
                    Language::English => writeln!(f, "  whoever looks on is shown the moves {delay} later")?,
                    Language::Chinese => writeln!(f, "  对观众延迟 {delay} 公布着法")?,
                }
            }
            if let Some(device) = &first.speaker {
                match self.language {
                    Language::English => writeln!(f, "  speaker: {device}")?,
                    Language::Chinese => writeln!(f, "  扬声器：{device}")?,
                }
            }
            write!(f, "{}", FaceWords { plan: first.face, language: self.language })?;
        }
        Ok(())
    }
}

/// Who a player is: a side, or a seat before nigiri.
fn role_chinese(role: &str) -> &str {
    match role {
        "black" => "黑方",
        "white" => "白方",
        "one" => "棋手甲",
        "two" => "棋手乙",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../config"));
        Config::read(text, folder).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn without_a_file_there_are_three_tables_that_need_no_arbiter() {
        let config = Config::default();
        assert_eq!(config.tables.iter().map(|plan| plan.number).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(config.tables.iter().all(|plan| plan.setup.game.starts_by == StartsBy::Press));
        assert_eq!(config.listen.to_string(), "127.0.0.1:8000");
    }

    #[test]
    fn the_shipped_file_means_the_same_as_none() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/flagfall.toml"));
        let text = std::fs::read_to_string(path).unwrap();
        assert!(Config::is_meant(&text));
        let config = Config::read(&text, path.parent().unwrap()).unwrap();
        assert_eq!(config, Config::default());
    }

    #[test]
    fn tables_are_read() {
        let text = "listen = \"0.0.0.0:80\"\ndata = \"/srv/a\"\njournal.mirror = \"b\"\n[[table]]\nnumber = \"4-6\"\n\
                    control = \"10m+3x30s\"\nkind = \"chess\"\ntouch_lost = \"pause\"\n[[table]]\nnumber = 2\n\
                    control.main = \"5m\"\nplayers.white = { name = \"柯\" }\n";
        let config = Config::read(text, Path::new("/etc")).unwrap();
        assert_eq!((config.data, config.mirror), (Some("/srv/a".into()), Some("/etc/b".into())));
        let numbers: Vec<u32> = config.tables.iter().map(|plan| plan.number).collect();
        assert_eq!(numbers, [2, 4, 5, 6]);
        assert_eq!(config.tables[0].setup.players.white.name.as_deref(), Some("柯"));
        assert_eq!(config.tables[3].touch_lost, TouchLost::Pause);
        assert_eq!(config.tables[3].setup.game.kind, GameKind::Chess);
    }

    #[test]
    fn the_port_of_a_units_table_is_read_and_said() {
        let text = "[[table]]\nnumber = 1\ncontrol = \"1h\"\nunit = \"/dev/flagfall/table-1\"\n[[table]]\n\
                    number = 2\ncontrol = \"1h\"\nunit = \"ports/two\"\n[[table]]\nnumber = 3\ncontrol = \"1h\"\n";
        let config = Config::read(text, Path::new("/etc")).unwrap();
        let ports: Vec<_> = config.tables.iter().map(|plan| plan.unit.as_deref()).collect();
        let port = |path| Some(Path::new(path));
        assert_eq!(ports, [port("/dev/flagfall/table-1"), port("/etc/ports/two"), None]);
        let words = config.words(Language::English).to_string();
        assert!(words.contains("\n  unit: /dev/flagfall/table-1\ntable 2: "), "{words}");
        assert!(
            config.words(Language::Chinese).to_string().contains("\n  棋桌单元：/etc/ports/two\n第 3 台：")
        );
    }

    #[test]
    fn a_port_is_one_tables_and_its_only_clock() {
        let text = "[[table]]\nnumber = \"1-3\"\ncontrol = \"1h\"\nunit = \"/dev/a\"\n[[table]]\nnumber = 4\n\
                    control = \"1h\"\nunit = \"/dev/b\"\n[[table]]\nnumber = 5\ncontrol = \"1h\"\n\
                    unit = \"/dev/b\"\n[[table]]\nnumber = 6\ncontrol = \"1h\"\nunit = \"\"\n[[table]]\n\
                    number = 7\ncontrol = \"1h\"\nunit = \"/dev/c\"\npins = { black = 17, white = 27 }\n\
                    [[table]]\nnumber = 8\ncontrol = \"1h\"\nunit = \"/dev/d\"\ntouch_lost = \"pause\"\n";
        let found = faults(text);
        for fault in [
            "line 4: table.1.unit: /dev/a: a port is one table's, found 3 tables",
            "line 12: table.3.unit: /dev/b is the port of table 4 already",
            "line 16: table.4.unit: expected a path, found \"\"",
            "line 20: table.5.unit: a table has its buttons at pins or at a unit: expected one of both",
            "line 26: table.6.touch_lost: a table with a unit has no touch clock that could be lost: expected \"run\"",
        ] {
            assert!(found.iter().any(|found| found == fault), "{fault}: {found:#?}");
        }
    }

    #[test]
    fn it_is_said_in_both_languages() {
        let text = "[[table]]\nnumber = \"1-3\"\ncontrol = \"1h\"\n[[table]]\nnumber = 5\ncontrol = \"1h\"\n";
        let config = Config::read(text, Path::new("")).unwrap();
        let words = Control::words(&config.tables[0].setup.control, Language::English).to_string();
        assert_eq!(
            config.words(Language::English).to_string(),
            format!(
                "configuration: 4 tables, on 127.0.0.1:8000\ntable 1–3: go on 19×19; 1h: {words}\n\
                 table 5: go on 19×19; 1h: {words}\n"
            )
        );
        assert!(config.words(Language::Chinese).to_string().contains("第 1–3 台：围棋，19 路；1h："));
    }

    #[test]
    fn a_table_names_its_policy_or_adapts_one() {
        let table =
            |number: u32, policy: &str| format!("[[table]]\nnumber = {number}\ncontrol = \"1h\"\n{policy}\n");
        let text = [
            table(1, ""),
            table(2, "policy = \"weiqi-2002\""),
            table(3, "policy = { warnings_lose = 3, kinds.phone.outcome = [\"loss\"] }"),
            table(4, "kind = \"chess\"\n[table.policy]\nextends = \"fide-rapid-blitz\"\nlate = { limit = \"15m\" }"),
            table(5, "kind = \"chess\""),
        ]
        .concat();
        let config = Config::read(&text, Path::new("")).unwrap();
        let policies: Vec<&Policy> = config.tables.iter().map(|plan| &*plan.setup.policy).collect();
        let ids: Vec<&str> = policies.iter().map(|policy| policy.id.as_str()).collect();
        assert_eq!(ids, ["weiqi", "weiqi-2002", "weiqi", "fide-rapid-blitz", "fide-2023"]);
        assert_eq!(policies.iter().map(|policy| policy.warnings_lose).collect::<Vec<_>>(), [2, 2, 3, 0, 0]);
        let phone = |policy: &Policy| policy.kind("phone").unwrap().choices[0].effects.clone();
        assert_ne!(phone(policies[2]), phone(policies[0]));
        assert_eq!(phone(policies[1]), phone(policies[0]));
        let usual = Policy::shipped("fide-rapid-blitz").unwrap();
        assert_eq!(policies[3].late.limit, Duration::from_mins(15));
        assert_eq!((policies[3].late.factor, &policies[3].kinds), (usual.late.factor, &usual.kinds));
    }

    #[test]
    fn moves_are_public_later_where_the_hall_or_a_table_says_so() {
        let text = "public_delay = \"15m\"\n[[table]]\nnumber = \"1-2\"\ncontrol = \"1h\"\n[[table]]\nnumber = 3\n\
                    control = \"1h\"\npublic_delay = \"0s\"\n[[table]]\nnumber = 4\ncontrol = \"1h\"\n\
                    public_delay = \"90s\"\n";
        assert!(Config::is_meant("public_delay = \"15m\""));
        let config = Config::read(text, Path::new("")).unwrap();
        let delays = config.tables.iter().map(|plan| plan.public_delay.as_secs()).collect::<Vec<_>>();
        assert_eq!(delays, [900, 900, 0, 90]);
        let words = config.words(Language::English).to_string();
        assert_eq!(words.matches("whoever looks on is shown the moves 15m later").count(), 1, "{words}");
        assert!(config.words(Language::Chinese).to_string().contains("对观众延迟 15m 公布着法"));
        let demonstration = Config::read("public_delay = \"15m\"", Path::new("")).unwrap();
        assert!(demonstration.tables.iter().all(|plan| plan.public_delay == Duration::from_mins(15)));
        for wrong in ["15", "\"-1m\"", "\"soon\"", "[]"] {
            let faults = Config::read(&format!("\npublic_delay = {wrong}"), Path::new("")).unwrap_err();
            assert!(faults[0].to_string().starts_with("line 2: public_delay: expected "), "{faults:?}");
        }
    }

    #[test]
    fn a_policy_that_is_not_known_is_a_fault_with_its_line_and_a_guess() {
        let text = "[[table]]\nnumber = 1\ncontrol = \"1h\"\npolicy = \"weiqi-2020\"\n[[table]]\nnumber = 2\n\
                    control = \"1h\"\npolicy.extends = \"weiki\"\n[[table]]\nnumber = 3\ncontrol = \"1h\"\n\
                    policy = { warning_lose = 3, kinds.phone.outcome = [\"lose\"] }\n";
        let known = "weiqi, weiqi-2002, weiqi-1988, korea-2024, korea-2025, japan-1989, aga, fide-2023, \
                     fide-rapid-blitz, club";
        let found = faults(text);
        assert_eq!(
            found[..2],
            [
                format!(
                    "line 4: table.1.policy: expected one of {known}, found \"weiqi-2020\": did you mean weiqi-2002?"
                ),
                format!(
                    "line 8: table.2.policy.extends: expected one of {known}, found \"weiki\": did you mean weiqi?"
                ),
            ]
        );
        let begins = [
            "line 12: table.3.policy.warning_lose: unknown key: did you mean warnings_lose?",
            "line 12: table.3.policy.kinds.phone.outcome.1: expected warning, caution,",
        ];
        assert_eq!(found.len(), 4, "{found:?}");
        for begin in begins {
            assert!(found[2..].iter().any(|fault| fault.starts_with(begin)), "{begin}: {found:?}");
        }
    }

    #[test]
    fn every_fault_is_told_with_its_line_and_its_key() {
        let text = "lisen = 1\nlisten = \"8000\"\n[journal]\nmirror = 5\n[[table]]\nnumber = 0\n\
                    control = \"controls/none.toml\"\n[[table]]\nnumber = \"1-2\"\ncontrol = \"1h\"\n[[table]]\n\
                    number = 2\ncontrol = \"1h\"\nhandicap = 1\n";
        assert_eq!(
            faults(text),
            [
                "line 1: lisen: unknown key: did you mean listen? known here: listen, lan, wall, schedule, data, journal, voice, public_delay, table",
                "line 2: listen: expected an address and a port such as \"127.0.0.1:8000\", found \"8000\"",
                "line 4: journal.mirror: expected a text in quotes, found 5",
                "line 6: table.1.number: expected a number from 1 to 1000, or several as \"1-30\", found 0",
                "line 7: table.1.control: controls/none.toml: No such file or directory (os error 2)",
                "line 11: table.3: there are two tables of number 2",
                "line 14: table.3.handicap: expected 0, or a handicap of 2 to 9 stones, found 1",
            ]
        );
    }

    #[test]
    fn the_network_and_the_schedule_are_read_and_said() {
        let text = "wall = \"battery\"\n[lan]\non = true\nlisten = \"192.168.1.5\"\nport = 443\n\
                    names = [\"Go.example.org\"]\n[[schedule]]\nat = 2026-11-29T12:00:00+08:00\n\
                    command = 'pause \"lunch\"'\n[[schedule]]\nat = 2026-11-29T14:00:00+08:00\n\
                    command = \"resume\"\ntables = \"2-3\"\n";
        let config = Config::read(text, Path::new("")).unwrap();
        assert_eq!(config.lan.listen.to_string(), "192.168.1.5:443");
        assert_eq!(
            (config.lan.names.as_slice(), config.keeps_time),
            (["go.example.org".to_owned()].as_slice(), true)
        );
        assert_eq!(config.schedule[1].tables, Some(vec![2, 3]));
        assert_ne!(config.schedule[0].id, config.schedule[1].id);
        let words = config.words(Language::English).to_string();
        for said in [
            "network over TLS: 192.168.1.5:443, go.example.org\n",
            "at 2026-11-29T12:00:00+08:00, all tables: pause \"lunch\"\n",
            "at 2026-11-29T14:00:00+08:00, tables 2, 3: resume\n",
        ] {
            assert!(words.contains(said), "{words}");
        }
        assert!(config.words(Language::Chinese).to_string().contains("第 2, 3 台：resume"));
    }

    #[test]
    fn faults_of_the_network_and_the_schedule_are_told_with_line_and_key() {
        let text = "listen = \"0.0.0.0:8000\"\nwall = \"sun\"\n[lan]\non = true\nlisten = \"hall\"\nport = 0\n\
                    names = [\"a hall\"]\n[[schedule]]\nat = 2026-11-29T12:00:00\ncommand = \"resign black\"\n\
                    [[schedule]]\nat = 2026-11-29T12:00:00Z\n";
        let found = faults(text);
        let begins = [
            format!("line 1: listen: {PLAIN_BESIDE_TLS}"),
            "line 2: wall: expected one of network, battery, found \"sun\"".into(),
            "line 5: lan.listen: expected an address of this machine such as \"192.168.1.5\"".into(),
            "line 6: lan.port: expected a whole number from 1 to 65535".into(),
            "line 7: lan.names.1: expected a name of this machine".into(),
            "line 9: schedule.1.at: expected a date and time with its offset".into(),
            "line 10: schedule.1.command: expected one of start, pause, resume, adjourn".into(),
            "line 11: schedule.2.command: is missing".into(),
        ];
        assert_eq!(found.len(), begins.len(), "{found:#?}");
        for (found, begin) in found.iter().zip(begins) {
            assert!(found.starts_with(&begin), "{begin}: {found}");
        }
    }
}
