//! `flagfall unit`: a table unit as a process of its own, at a serial port or a pseudo-terminal.

mod keeping;
mod machine;
mod panel;
mod told;
mod words;

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use link::Serial;
use sha2::{Digest, Sha256};
use tokio::runtime::Builder;

use crate::complain;
use crate::config::UnitPlan;
use crate::serve::{Signals, start_log, state_folder};
use crate::text::read_text;
use crate::timer::Timer;
use crate::units::line::Line;
use crate::units::pty::Pty;

use keeping::Keeper;
use machine::Machine;
use panel::Panel;
use told::Teller;

/// By what a Linux machine is known, for good.
const MACHINE: &str = "/etc/machine-id";

/// What the command line says of a unit.
#[derive(Debug, clap::Args)]
pub(crate) struct UnitArguments {
    #[command(flatten)]
    end: End,
    /// The unit's number, 1 to 16 hex digits; without it, one that follows from this machine's own.
    #[arg(long, value_name = "HEX", value_parser = serial)]
    serial: Option<Serial>,
    /// Where it keeps the number of its start and its memory; without it, a folder beside the service's own.
    #[arg(long, value_name = "FOLDER")]
    state: Option<PathBuf>,
    /// Go on with what the unit remembers, as after a reset by the watchdog. Only if that is whole and this machine
    /// was not started anew since; else, and without this, the unit begins as after a loss of power.
    #[arg(long)]
    keep: bool,
    /// A file that says which lines of this machine the table's keys, lamps and buzzer are on, and which display it has:
    /// `[unit]`, and in it pins and display as in the hall's configuration. Without it, words on standard input are the
    /// keys.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// How many times faster than real time, to try things out: the same as the service.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rate: u32,
}

/// Where its line ends.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct End {
    /// The serial port to the host, such as /dev/ttyUSB0; it may be pulled out and plugged in at any time.
    #[arg(long, value_name = "PATH")]
    port: Option<PathBuf>,
    /// Make a pseudo-terminal, and this link to it: the service takes the link for a serial port.
    #[arg(long, value_name = "LINK")]
    pty: Option<PathBuf>,
}

fn serial(text: &str) -> Result<Serial, String> {
    let digits = !text.is_empty() && text.len() <= 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u64::from_str_radix(text, 16).ok().filter(|_| digits);
    number.map(Serial).ok_or_else(|| "expected 1 to 16 hex digits, such as e66141032a".into())
}

/// Works as a unit until it is told to stop.
pub(crate) fn unit(arguments: &UnitArguments) -> Result<bool> {
    let serial = match arguments.serial {
        Some(serial) => serial,
        None => serial_of_machine()?,
    };
    let folder = match &arguments.state {
        Some(folder) => folder.clone(),
        None => state_folder()
            .map(|folder| folder.join(format!("unit-{serial}")))
            .ok_or_else(|| anyhow!("neither XDG_STATE_HOME nor HOME is set: name a folder with --state"))?,
    };
    let plan = match &arguments.config {
        None => UnitPlan::default(),
        Some(path) => {
            match UnitPlan::read(&read_text(path).map_err(|unread| anyhow!("{}: {unread}", path.display()))?)
            {
                Ok(plan) => plan,
                Err(faults) => {
                    faults.iter().for_each(|fault| complain(format_args!("{}: {fault}", path.display())));
                    return Ok(false);
                }
            }
        }
    };
    start_log();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let worked = runtime.block_on(work(arguments, serial, folder, plan));
    // A display that hangs was waited for already.
    runtime.shutdown_background();
    worked.map(|()| true)
}

async fn work(arguments: &UnitArguments, serial: Serial, folder: PathBuf, plan: UnitPlan) -> Result<()> {
    let signals = Signals::new()?;
    let timer = Timer::start(arguments.rate, false);
    let mut teller = Teller::new()?;
    let mut keeper = Keeper::open(&folder).with_context(|| folder.display().to_string())?;
    let (line, port) = match (&arguments.end.port, &arguments.end.pty) {
        (Some(port), _) => (Line::at_port(port.clone()), port.clone()),
        (None, Some(place)) => {
            let pty = Pty::make(place).with_context(|| place.display().to_string())?;
            let name = pty.name().to_owned();
            (Line::at_pty(pty), name)
        }
        (None, None) => return Err(anyhow!("name a port with --port, or a pseudo-terminal with --pty")),
    };
    let (unit, fault) = keeper.start(serial, arguments.keep, timer.now())?;
    if let Some(fault) = fault {
        teller.forgotten(fault);
    }
    teller.started(&unit, &port);
    let panel = Panel::start(plan, &timer);
    Machine::new(unit, timer, line, keeper, teller, panel).run(words::listen()?, signals).await;
    Ok(())
}

/// A number that is always this machine's. As its makers ask, its own is not given away.
fn serial_of_machine() -> Result<Serial> {
    let id = read_text(MACHINE.as_ref()).map_err(|unread| {
        anyhow!("{MACHINE}: {unread}: this machine has no number, name one with --serial")
    })?;
    let hash = Sha256::new().chain_update("flagfall unit ").chain_update(id.trim()).finalize();
    let (first, _) = hash.split_first_chunk::<8>().ok_or_else(|| anyhow!("a short hash"))?;
    Ok(Serial(u64::from_be_bytes(*first)))
}
