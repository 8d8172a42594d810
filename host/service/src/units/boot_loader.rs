//! `flagfall boot-loader`: has table units start their boot loaders, so that a new program can be put on them without
//! opening a case. A unit whose clock runs refuses, and goes on.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration as Real;

use anyhow::Result;
use clock::{Instant, Language};
use futures_util::future::join_all;
use link::{Reader, Serial, ToHost, ToUnit, Trouble, Versions};
use tokio::runtime::Builder;
use tokio::time::interval;

use crate::Lang;
use crate::serve::{ServeArguments, configuration};
use crate::timer::Timer;
use crate::units::line::{Change, Line};

/// How often a unit is called and asked.
const ASK_EVERY: Real = Real::from_millis(250);

/// How long a unit is waited for: it greets each second.
const PATIENCE: clock::Duration = clock::Duration::from_secs(4);

/// After so long without a word a unit that was asked has gone: it answers each call.
const GONE_AFTER: clock::Duration = clock::Duration::from_millis(1_500);

/// What the command line asks for.
#[derive(Debug, clap::Args)]
pub(crate) struct BootLoaderArguments {
    /// The ports of the units, such as /dev/flagfall/table-1. No service may hold them.
    #[arg(value_name = "PORT", required_unless_present = "config", conflicts_with = "config")]
    ports: Vec<PathBuf>,
    /// All units of this configuration.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The language of the words.
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,
}

/// What became of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Became {
    NotThere,
    /// For this reason, in the system's words.
    Closed(String),
    /// Nobody greeted.
    Silent,
    /// Its boot loader starts.
    Starts(Serial),
    /// Its clock runs.
    Refuses(Serial),
    /// It speaks on, as if it had not been asked.
    Stays(Serial),
}

/// Asks all of them at once, and says what became of each. `false` if one did not start its boot loader.
pub(crate) fn boot_loader(arguments: &BootLoaderArguments) -> Result<bool> {
    let ports = match &arguments.config {
        None => arguments.ports.clone(),
        Some(_) => {
            let asked = ServeArguments { config: arguments.config.clone(), ..ServeArguments::default() };
            let Some(config) = configuration(&asked)? else { return Ok(false) };
            config.tables.iter().filter_map(|plan| plan.unit.clone()).collect()
        }
    };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let became = runtime.block_on(join_all(ports.iter().map(|port| visit(port))));
    let mut out = stdout().lock();
    for (port, became) in ports.iter().zip(&became) {
        writeln!(out, "{}: {}", port.display(), words(became, arguments.lang.into()))?;
    }
    Ok(became.iter().all(|became| matches!(became, Became::Starts(_))))
}

fn words(became: &Became, language: Language) -> String {
    let (en, zh) = match became {
        Became::NotThere => ("is not there".into(), "不存在".into()),
        Became::Closed(why) => (why.clone(), why.clone()),
        Became::Silent => ("no unit answers".into(), "没有单元应答".into()),
        Became::Starts(serial) => {
            (format!("{serial} starts its boot loader"), format!("{serial} 正在启动引导程序"))
        }
        Became::Refuses(serial) => (
            format!("{serial} refuses: its clock runs; pause it, and ask again"),
            format!("{serial} 拒绝：棋钟正在走；请先暂停，再试一次"),
        ),
        Became::Stays(serial) => {
            (format!("{serial} goes on: it has no boot loader"), format!("{serial} 照常运行：没有引导程序"))
        }
    };
    match language {
        Language::English => en,
        Language::Chinese => zh,
    }
}

async fn visit(port: &Path) -> Became {
    if !port.exists() {
        return Became::NotThere;
    }
    let timer = Timer::start(1, false);
    let mut line = Line::at_port(port.to_owned());
    let mut visit = Visit::default();
    let mut ask = interval(ASK_EVERY);
    loop {
        tokio::select! {
            _ = ask.tick() => {
                for message in visit.questions() {
                    line.say(&message);
                }
            }
            change = line.hear() => match change {
                Change::Came(bytes) => visit.hear(&bytes, timer.now()),
                Change::Open => {}
                Change::Gone(why) => return visit.gone(why),
            }
        }
        if let Some(became) = visit.became(timer.now()) {
            return became;
        }
    }
}

/// What is asked of a unit, and what came back.
#[derive(Debug, Default)]
struct Visit {
    reader: Reader,
    unit: Option<Serial>,
    asked: bool,
    refuses: bool,
    heard: Instant,
}

impl Visit {
    /// Who is there; and then that it should start its boot loader.
    fn questions(&mut self) -> impl Iterator<Item = ToUnit> {
        self.asked |= self.unit.is_some();
        let boot_loader = self.unit.map(|serial| ToUnit::BootLoader { serial });
        [Some(ToUnit::Call(Versions::OURS)), boot_loader].into_iter().flatten()
    }

    fn hear(&mut self, bytes: &[u8], now: Instant) {
        for &byte in bytes {
            if let Some(Ok(message)) = self.reader.take::<ToHost>(byte) {
                self.heard = now;
                self.take(&message);
            }
        }
    }

    const fn take(&mut self, message: &ToHost) {
        match message {
            ToHost::Hello(hello) => self.unit = Some(hello.identity.serial),
            ToHost::Trouble(Trouble::ClockRuns) => self.refuses = true,
            ToHost::Granted(_)
            | ToHost::Input(_)
            | ToHost::Tick(_)
            | ToHost::Snapshot(_)
            | ToHost::Echo(_)
            | ToHost::Trouble(
                Trouble::OldGrant { .. } | Trouble::UnsoundGrant { .. } | Trouble::OtherEpoch { .. },
            ) => {}
        }
    }

    /// What has become of it by `now`, if that is known.
    fn became(&self, now: Instant) -> Option<Became> {
        let waited = now.since(Instant::ZERO) >= PATIENCE;
        match self.unit {
            None => waited.then_some(Became::Silent),
            Some(serial) if self.refuses => Some(Became::Refuses(serial)),
            Some(serial) if self.asked && now.since(self.heard) >= GONE_AFTER => Some(Became::Starts(serial)),
            Some(serial) => waited.then_some(Became::Stays(serial)),
        }
    }

    /// Its port is gone: on USB that is how a boot loader starts.
    fn gone(&self, why: String) -> Became {
        match self.unit {
            Some(serial) if self.asked => Became::Starts(serial),
            Some(_) | None => Became::Closed(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use link::{FRAME_MAX, Hello, Identity, encode};

    const UNIT: Serial = Serial(0xe661);

    fn at(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    fn says(visit: &mut Visit, message: &ToHost, now: u64) {
        let mut frame = [0; FRAME_MAX];
        let length = encode(message, &mut frame).unwrap();
        visit.hear(&frame[..length], at(now));
    }

    /// A visit to a unit that greets half a second after the start, and is asked then.
    fn greeted() -> Visit {
        let mut visit = Visit::default();
        assert!(visit.questions().eq([ToUnit::Call(Versions::OURS)]));
        let identity = Identity { serial: UNIT, boot: 7, resets: 0 };
        let hello = Hello { versions: Versions::OURS, identity, epoch: 0, first: 1, newest: 0, command: 0 };
        says(&mut visit, &ToHost::Hello(hello), 500);
        assert!(visit.questions().eq([ToUnit::Call(Versions::OURS), ToUnit::BootLoader { serial: UNIT }]));
        visit
    }

    #[test]
    fn a_unit_that_falls_silent_or_away_when_asked_has_started_its_boot_loader() {
        let visit = greeted();
        assert_eq!(visit.became(at(1_999)), None);
        assert_eq!(visit.became(at(2_000)), Some(Became::Starts(UNIT)));
        assert_eq!(visit.gone("is gone: a reason".into()), Became::Starts(UNIT));
        let nobody = Visit::default();
        assert_eq!(nobody.became(at(3_999)), None);
        assert_eq!(nobody.became(at(4_000)), Some(Became::Silent));
        assert_eq!(nobody.gone("is gone: a reason".into()), Became::Closed("is gone: a reason".into()));
    }

    #[test]
    fn a_unit_whose_clock_runs_refuses_and_one_that_speaks_on_has_none() {
        let mut visit = greeted();
        says(&mut visit, &ToHost::Trouble(Trouble::OldGrant { epoch: 3 }), 3_900);
        assert_eq!(visit.became(at(3_999)), None);
        assert_eq!(visit.became(at(4_000)), Some(Became::Stays(UNIT)));
        says(&mut visit, &ToHost::Trouble(Trouble::ClockRuns), 4_000);
        assert_eq!(visit.became(at(4_000)), Some(Became::Refuses(UNIT)));
    }
}
