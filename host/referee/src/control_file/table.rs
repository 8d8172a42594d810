//! The table `[control]`, read key by key.

use clock::{Bonus, BySide, CallList, Control, Count, Duration, Overtime, STAGES_MAX};

use crate::control_file::draft::{At, CallsDraft, Draft, OvertimeDraft, StageDraft, control};
use crate::document::fault::{Expected, FaultKind};
use crate::document::{Entry, Spot, Table};

const CONTROL: &str = "main = \"1h\" and overtime = { kind = \"byoyomi\", periods = 5, period = \"30s\" }";
const STAGES: &str = "[{ time = \"90m\", moves = 40 }, { time = \"30m\" }]";
const STAGE: &str = "{ time = \"90m\", moves = 40 }";
const OVERTIME: &str = "{ kind = \"byoyomi\", periods = 5, period = \"30s\" }";
const CALLS: &str = "{ last = [30, 40, 50], count = \"up\" }";
const SECONDS: &str = "[30, 40, 50]";

/// The names of the ways to count.
pub(crate) const COUNTS: [(&str, Count); 3] = [("up", Count::Up), ("down", Count::Down), ("off", Count::Off)];

type MakeBonus = fn(Duration) -> Bonus;
type ReadOvertime = fn(&mut OvertimeKeys<'_>) -> Option<Overtime>;

/// Reads the value of `control`: a table, or the short notation such as `55m+5x60s`.
pub fn read_control(entry: &Entry<'_>) -> Option<Control> {
    if entry.is_text() {
        return match entry.text()?.parse() {
            Ok(control) => Some(control),
            Err(error) => {
                entry.note(FaultKind::Notation(error));
                None
            }
        };
    }
    let mut table = entry.table(CONTROL)?;
    let (document, spot) = (table.document(), table.spot().clone());
    let sound_before = document.noted();
    let common = draft(&mut table);
    let own = BySide::new(|side| {
        let mut own = table.take(side.as_str()).and_then(|entry| entry.table(CONTROL));
        let read = own.as_mut().map(draft).unwrap_or_default();
        own.into_iter().for_each(Table::finish);
        read
    });
    table.finish();
    // What was misread would be reported once more, as if it were missing.
    if document.noted() == sound_before { control(document, &spot, &common, &own) } else { None }
}

fn draft(table: &mut Table<'_>) -> Draft {
    let main = table.take("main");
    let stages = table.take("stages");
    if let (Some(_), Some(stages)) = (&main, &stages) {
        stages.note(FaultKind::Beside { first: "main" });
    }
    Draft {
        main: main.and_then(|entry| length(&entry)),
        stages: stages.and_then(|entry| read_stages(&entry)),
        bonus: bonus(table),
        first_move_bonus: table
            .take("first_move_bonus")
            .and_then(|entry| Some(At { value: entry.flag()?, spot: entry.spot().clone() })),
        overtime: table.take("overtime").and_then(|entry| overtime(&entry)),
        calls: table.take("calls").and_then(|entry| calls(&entry)).unwrap_or_default(),
    }
}

fn length(entry: &Entry<'_>) -> Option<At<Duration>> {
    Some(At { value: entry.length()?, spot: entry.spot().clone() })
}

/// The one of `increment`, `delay` and `bronstein` that stands in a table.
fn bonus(table: &mut Table<'_>) -> Option<At<Bonus>> {
    let kinds: [(&'static str, MakeBonus); 3] =
        [("increment", Bonus::Increment), ("delay", Bonus::Delay), ("bronstein", Bonus::Bronstein)];
    let mut found =
        kinds.into_iter().filter_map(|(key, kind)| Some((key, kind, table.take(key)?))).collect::<Vec<_>>();
    found.sort_by_key(|(_, _, entry)| entry.position());
    let mut read = None;
    let first = found.first().map(|(key, _, _)| *key);
    for (key, kind, entry) in &found {
        let value = length(entry).map(|at| At { value: kind(at.value), spot: at.spot });
        match first {
            Some(first) if first != *key => entry.note(FaultKind::Beside { first }),
            _ => read = value,
        }
    }
    read
}

fn read_stages(entry: &Entry<'_>) -> Option<At<Vec<StageDraft>>> {
    let list = entry.list(STAGES)?;
    if list.is_empty() {
        return entry.wrong(Expected::List(STAGES));
    }
    if list.len() > STAGES_MAX {
        entry.note(clock::Fault::TooMany);
        return None;
    }
    let stages: Vec<Option<StageDraft>> = list.iter().map(stage).collect();
    Some(At { value: stages.into_iter().collect::<Option<_>>()?, spot: entry.spot().clone() })
}

fn stage(entry: &Entry<'_>) -> Option<StageDraft> {
    let mut table = entry.table(STAGE)?;
    let time = table.require("time", "time = \"30m\"").and_then(|entry| length(&entry));
    let moves = table
        .take("moves")
        .and_then(|entry| Some(At { value: entry.whole(1_u16, u16::MAX)?, spot: entry.spot().clone() }));
    let bonus = bonus(&mut table);
    table.finish();
    Some(StageDraft { time: time?, moves, bonus })
}

fn overtime(entry: &Entry<'_>) -> Option<OvertimeDraft> {
    const KINDS: [(&str, ReadOvertime); 7] = [
        ("none", |_| Some(Overtime::None)),
        ("byoyomi", |keys| {
            let (periods, period) =
                (keys.count("periods", "periods = 5"), keys.length("period", "period = \"30s\""));
            Some(Overtime::Byoyomi { periods: periods?, period: period? })
        }),
        ("reserve", |keys| {
            let (reserve, period) =
                (keys.length("reserve", "reserve = \"5m\""), keys.length("period", "period = \"60s\""));
            Some(Overtime::Reserve { reserve: reserve?, period: period? })
        }),
        ("canadian", |keys| {
            let (moves, time) = (keys.count("moves", "moves = 15"), keys.length("time", "time = \"10m\""));
            let carry_over = keys.carry_over();
            Some(Overtime::Canadian { moves: moves?, time: time?, carry_over: carry_over? })
        }),
        ("ing", |keys| {
            let (periods, period) =
                (keys.count("periods", "periods = 3"), keys.length("period", "period = \"10m\""));
            let penalty = keys.penalty();
            Some(Overtime::Ing { periods: periods?, period: period?, penalty: penalty? })
        }),
        ("consideration", |keys| {
            let period = keys.length("period", "period = \"30s\"");
            let (units, unit) = (keys.count("units", "units = 10"), keys.length("unit", "unit = \"60s\""));
            Some(Overtime::Consideration { period: period?, units: units?, unit: unit? })
        }),
        ("hourglass", |keys| Some(Overtime::Hourglass { time: keys.length("time", "time = \"3m\"")? })),
    ];
    let mut keys = OvertimeKeys { table: entry.table(OVERTIME)?, spots: Vec::new() };
    let kind = keys.table.require("kind", "kind = \"byoyomi\"")?.one_of(&KINDS)?;
    let overtime = kind(&mut keys);
    keys.table.finish();
    Some(OvertimeDraft { overtime: overtime?, spot: entry.spot().clone(), keys: keys.spots })
}

/// The keys of an overtime, and where they stand.
struct OvertimeKeys<'d> {
    table: Table<'d>,
    spots: Vec<(&'static str, Spot)>,
}

impl<'d> OvertimeKeys<'d> {
    fn entry(&mut self, key: &'static str, write: &'static str) -> Option<Entry<'d>> {
        let entry = self.table.require(key, write)?;
        self.spots.push((key, entry.spot().clone()));
        Some(entry)
    }

    fn count(&mut self, key: &'static str, write: &'static str) -> Option<u16> {
        self.entry(key, write)?.whole(1, u16::MAX)
    }

    fn length(&mut self, key: &'static str, write: &'static str) -> Option<Duration> {
        self.entry(key, write)?.length()
    }

    fn penalty(&mut self) -> Option<u16> {
        self.entry("penalty", "penalty = 2")?.whole(0, u16::MAX)
    }

    fn carry_over(&mut self) -> Option<bool> {
        self.entry("carry_over", "carry_over = true to take a section's unused time along, false to drop it")?
            .flag()
    }
}

fn calls(entry: &Entry<'_>) -> Option<CallsDraft> {
    let mut table = entry.table(CALLS)?;
    let before_last = table.take("before_last").and_then(|entry| seconds(&entry));
    let last = table.take("last").and_then(|entry| seconds(&entry));
    let count = table
        .take("count")
        .and_then(|entry| Some(At { value: entry.one_of(&COUNTS)?, spot: entry.spot().clone() }));
    let remaining = table.take("remaining").and_then(|entry| seconds(&entry));
    table.finish();
    Some(CallsDraft { before_last, last, count, remaining })
}

fn seconds(entry: &Entry<'_>) -> Option<At<CallList>> {
    let mut value = CallList::new();
    for second in entry.list(SECONDS)? {
        if value.push(second.whole(1, u16::MAX)?).is_err() {
            entry.note(clock::Fault::TooMany);
            return None;
        }
    }
    Some(At { value, spot: entry.spot().clone() })
}
