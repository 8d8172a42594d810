//! Table units: whether each is at its port, which one it is, and how soon it answers.
//!
//! A unit is called and probed, and given nothing: a table that it has goes on there undisturbed.

use std::path::{Path, PathBuf};
use std::time::Duration as Real;

use anyhow::Result;
use clock::Instant;
use futures_util::future::join_all;
use link::{Hello, Reader, ToHost, ToUnit, Versions};
use tokio::runtime::Builder;
use tokio::time::{interval, sleep};

use crate::config::Config;
use crate::doctor::finding::{Both, Finding, Mark, both};
use crate::doctor::spread::Spread;
use crate::timer::Timer;
use crate::units::line::{Change, Line};

/// How long a unit is waited for: it greets each second.
const PATIENCE: Real = Real::from_secs(3);

/// How often it is asked, and how many answers are enough.
const ASK_EVERY: Real = Real::from_millis(50);
const ANSWERS: usize = 20;

/// A line on which an answer takes longer is a bad one: half a tick.
const SLOW: Real = Real::from_millis(125);

/// What there is at a port.
#[derive(Debug)]
enum Seen {
    NotThere,
    /// For this reason, in the system's words.
    Closed(String),
    /// Nobody greeted.
    Silent,
    Unit {
        hello: Hello,
        /// How long each answer took, in order of length.
        trips: Spread,
    },
}

/// Tries the units of all tables at once; what a service that runs holds is left alone.
pub(crate) fn try_units(config: &Config, in_use: bool) -> Result<Vec<Finding>> {
    let ports = config.tables.iter().filter_map(|plan| Some((plan.number, plan.unit.clone()?)));
    let ports: Vec<(u32, PathBuf)> = ports.collect();
    if in_use {
        let found = |(table, port): &(u32, PathBuf)| {
            if port.exists() { held(*table, port) } else { judge(*table, port, &Seen::NotThere) }
        };
        return Ok(ports.iter().map(found).collect());
    }
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let seen = runtime.block_on(join_all(ports.iter().map(|(_, port)| look(port))));
    Ok(ports.iter().zip(&seen).map(|((table, port), seen)| judge(*table, port, seen)).collect())
}

async fn look(port: &Path) -> Seen {
    if !port.exists() {
        return Seen::NotThere;
    }
    let timer = Timer::start(1, false);
    let mut line = Line::at_port(port.to_owned());
    let mut interview = Interview::default();
    let mut ask = interval(ASK_EVERY);
    let end = sleep(PATIENCE);
    tokio::pin!(end);
    while interview.trips.len() < ANSWERS {
        tokio::select! {
            () = &mut end => break,
            _ = ask.tick() => line.say(&interview.question(timer.now())),
            change = line.hear() => match change {
                Change::Came(bytes) => interview.hear(&bytes, timer.now()),
                Change::Open => {}
                Change::Gone(why) => return Seen::Closed(why),
            }
        }
    }
    interview.finished()
}

/// What is asked of a unit, and what came back.
#[derive(Debug, Default)]
struct Interview {
    reader: Reader,
    hello: Option<Hello>,
    trips: Vec<Real>,
}

impl Interview {
    /// Who is there, and then how late it is there.
    const fn question(&self, now: Instant) -> ToUnit {
        if self.hello.is_none() { ToUnit::Call(Versions::OURS) } else { ToUnit::Probe { sent: now } }
    }

    fn hear(&mut self, bytes: &[u8], now: Instant) {
        for &byte in bytes {
            match self.reader.take::<ToHost>(byte) {
                Some(Ok(ToHost::Hello(hello))) => self.hello = Some(hello),
                Some(Ok(ToHost::Echo(echo))) => {
                    let held = Real::from_micros(echo.held.as_micros());
                    let trip = Real::from_micros(now.since(echo.sent).as_micros());
                    self.trips.push(trip.saturating_sub(held));
                }
                Some(
                    Ok(
                        ToHost::Granted(_)
                        | ToHost::Input(_)
                        | ToHost::Tick(_)
                        | ToHost::Snapshot(_)
                        | ToHost::Trouble(_),
                    )
                    | Err(_),
                )
                | None => {}
            }
        }
    }

    fn finished(self) -> Seen {
        self.hello.map_or(Seen::Silent, |hello| Seen::Unit { hello, trips: Spread::of(self.trips) })
    }
}

fn of_table(table: u32, mark: Mark, found: Both) -> Finding {
    Finding { table: Some(table), ..Finding::new("unit", mark, found) }
}

fn held(table: u32, port: &Path) -> Finding {
    let held = Finding { table: Some(table), ..Finding::in_use("unit", port.display()) };
    held.advise(both(
        "the hall's page shows it; or stop the service, and try again",
        "见大厅页面；或停止服务后再试",
    ))
}

fn judge(table: u32, at: &Path, seen: &Seen) -> Finding {
    let port = at.display();
    match seen {
        Seen::NotThere => {
            let found = both(format!("{port} is not there"), format!("{port} 不存在"));
            of_table(table, Mark::Wrong, found).advise(both(
                "plug the unit in; if it is, give its serial number a line in 70-flagfall.rules",
                "请插上单元；已插上则在 70-flagfall.rules 中为其序列号加一行",
            ))
        }
        Seen::Closed(why) => {
            of_table(table, Mark::Wrong, both(format!("{port} {why}"), format!("{port}：{why}"))).advise(
                both(
                    "is another program using it, and is this user in the group dialout?",
                    "是否被其他程序占用？本用户是否在 dialout 组中？",
                ),
            )
        }
        Seen::Silent => {
            let found =
                both(format!("{port} is there, but no unit answers"), format!("{port} 存在，但没有单元应答"));
            of_table(table, Mark::Wrong, found).advise(both(
                "unplug it and plug it in again; then another unit in its place",
                "请拔下重插；仍不行则换一个单元",
            ))
        }
        Seen::Unit { hello, trips } => judge_unit(table, hello, trips),
    }
}

fn judge_unit(table: u32, hello: &Hello, trips: &Spread) -> Finding {
    let Hello { versions, identity, .. } = hello;
    let Versions { protocol, engine } = *versions;
    let (serial, boot) = (identity.serial.to_string(), identity.boot);
    if *versions != Versions::OURS {
        let ours = Versions::OURS;
        let found = both(
            format!(
                "{serial} speaks protocol {protocol}, engine {engine}; here they are {} and {}",
                ours.protocol, ours.engine
            ),
            format!(
                "{serial} 的协议为 {protocol}、引擎为 {engine}；本机为 {}、{}",
                ours.protocol, ours.engine
            ),
        );
        return of_table(table, Mark::Wrong, found)
            .advise(both("put the same version on both", "请在两边装同一版本"))
            .with("serial", serial);
    }
    let (count, (median_ms, worst_ms)) = (trips.count, trips.in_ms());
    let found = both(
        format!(
            "{serial}, start {boot}, answered {count} of {ANSWERS} times, within {median_ms} ms (median, worst {worst_ms} ms)"
        ),
        format!(
            "{serial}，第 {boot} 次启动，{ANSWERS} 次应答 {count} 次，{median_ms} 毫秒（中位数，最慢 {worst_ms} 毫秒）"
        ),
    );
    let is_good = count == ANSWERS && trips.worst < SLOW;
    let finding = of_table(table, if is_good { Mark::Right } else { Mark::Doubtful }, found)
        .with("serial", serial)
        .with("boot", boot)
        .with("protocol", protocol)
        .with("engine", engine);
    let finding = trips.beside(finding);
    if is_good {
        return finding;
    }
    finding.advise(both(
        "frames are lost or late: another cable, another port of the hub",
        "帧有丢失或延迟：请换电缆、换集线器端口",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::tests::read_as;
    use clock::Duration;
    use link::{Echo, FRAME_MAX, Identity, Serial, Start, encode};

    fn hello(versions: Versions) -> Hello {
        let identity = Identity { serial: Serial(0xe661), boot: 7, resets: 0 };
        Hello { versions, identity, epoch: 0, first: 1, newest: 0, command: 0 }
    }

    fn framed(message: &ToHost) -> Vec<u8> {
        let mut frame = [0; FRAME_MAX];
        let length = encode(message, &mut frame).unwrap();
        frame[..length].to_vec()
    }

    #[test]
    fn a_unit_is_called_until_it_greets_and_then_probed() {
        let mut interview = Interview::default();
        let at = |ms| Instant::from_millis(ms);
        assert_eq!(interview.question(at(0)), ToUnit::Call(Versions::OURS));
        interview.hear(b"\xff\x00noise", at(1));
        let greeting = framed(&ToHost::Hello(hello(Versions::OURS)));
        interview.hear(&[&[0], &*greeting].concat(), at(2));
        assert_eq!(interview.question(at(50)), ToUnit::Probe { sent: at(50) });
        let echo = |sent, held| {
            let held = Duration::from_millis(held);
            framed(&ToHost::Echo(Echo { start: Start(1), epoch: 0, sent: at(sent), at: at(9), held }))
        };
        interview.hear(&echo(50, 3), at(57));
        interview.hear(&echo(100, 0), at(102));
        let Seen::Unit { hello, trips } = interview.finished() else { panic!("it greeted") };
        assert_eq!(
            (hello.identity.boot, trips),
            (7, Spread::of(vec![Real::from_millis(2), Real::from_millis(4)]))
        );
        assert!(matches!(Interview::default().finished(), Seen::Silent));
    }

    #[test]
    fn what_is_said_of_units() {
        let at = Path::new("/dev/flagfall/table-3");
        let trips = |count: u64, worst| {
            Spread::of((1..count).map(Real::from_millis).chain([Real::from_millis(worst)]).collect())
        };
        let seen = [
            Seen::NotThere,
            Seen::Closed("cannot be opened: Permission denied".into()),
            Seen::Silent,
            Seen::Unit { hello: hello(Versions { protocol: 9, engine: 8 }), trips: Spread::default() },
            Seen::Unit { hello: hello(Versions::OURS), trips: trips(20, 20) },
            Seen::Unit { hello: hello(Versions::OURS), trips: trips(19, 19) },
            Seen::Unit { hello: hello(Versions::OURS), trips: trips(20, 125) },
        ];
        let mut findings: Vec<Finding> = seen.iter().map(|seen| judge(3, at, seen)).collect();
        findings.push(held(3, at));
        let Versions { protocol, engine } = Versions::OURS;
        let text = format!("
            wrong     table 3, unit: /dev/flagfall/table-3 is not there; plug the unit in; if it is, give its serial number a line in 70-flagfall.rules
            有误  第 3 台单元：/dev/flagfall/table-3 不存在；请插上单元；已插上则在 70-flagfall.rules 中为其序列号加一行
            wrong     table 3, unit: /dev/flagfall/table-3 cannot be opened: Permission denied; is another program using it, and is this user in the group dialout?
            有误  第 3 台单元：/dev/flagfall/table-3：cannot be opened: Permission denied；是否被其他程序占用？本用户是否在 dialout 组中？
            wrong     table 3, unit: /dev/flagfall/table-3 is there, but no unit answers; unplug it and plug it in again; then another unit in its place
            有误  第 3 台单元：/dev/flagfall/table-3 存在，但没有单元应答；请拔下重插；仍不行则换一个单元
            wrong     table 3, unit: 000000000000e661 speaks protocol 9, engine 8; here they are {protocol} and {engine}; put the same version on both
            有误  第 3 台单元：000000000000e661 的协议为 9、引擎为 8；本机为 {protocol}、{engine}；请在两边装同一版本
            right     table 3, unit: 000000000000e661, start 7, answered 20 of 20 times, within 11.0 ms (median, worst 20.0 ms)
            正常  第 3 台单元：000000000000e661，第 7 次启动，20 次应答 20 次，11.0 毫秒（中位数，最慢 20.0 毫秒）
            doubtful  table 3, unit: 000000000000e661, start 7, answered 19 of 20 times, within 10.0 ms (median, worst 19.0 ms); frames are lost or late: another cable, another port of the hub
            存疑  第 3 台单元：000000000000e661，第 7 次启动，20 次应答 19 次，10.0 毫秒（中位数，最慢 19.0 毫秒）；帧有丢失或延迟：请换电缆、换集线器端口
            doubtful  table 3, unit: 000000000000e661, start 7, answered 20 of 20 times, within 11.0 ms (median, worst 125.0 ms); frames are lost or late: another cable, another port of the hub
            存疑  第 3 台单元：000000000000e661，第 7 次启动，20 次应答 20 次，11.0 毫秒（中位数，最慢 125.0 毫秒）；帧有丢失或延迟：请换电缆、换集线器端口
            unknown   table 3, unit: /dev/flagfall/table-3 is in use by the service: not tried; the hall's page shows it; or stop the service, and try again
            未知  第 3 台单元：/dev/flagfall/table-3 由服务占用：未试；见大厅页面；或停止服务后再试
        ");
        read_as(&findings, &text);
    }
}
