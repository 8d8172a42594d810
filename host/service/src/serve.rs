//! `flagfall serve`: the service from its start to its end.

use std::env;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use journal::{Ledger, Options, Salt};
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;
use tracing::level_filters::LevelFilter;
use tracing::{info, warn};

use crate::access::Access;
use crate::archive::{self, Archive};
use crate::complain;
use crate::config::{Config, PLAIN_BESIDE_TLS};
use crate::console;
use crate::demo::{self, Demo};
use crate::displays::Displays;
use crate::doors::{Doors, PAGES_WAIT};
use crate::driver::{Driver, DriverError};
use crate::opening::{TablePlan, anchor_by};
use crate::pins;
use crate::recovery::recover;
use crate::schedule::Store;
use crate::speaker;
use crate::speech::{PagePlayers, Shelf};
use crate::text::read_text;
use crate::timer::Timer;
use crate::units::Port;
use crate::venue::{NEWS_MAX, REQUESTS_MAX, Venue};

/// Bytes of the journal's ballast: room for the last records of a round.
const BALLAST_LEN: u64 = 1 << 20;

/// What the command line says of the service.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ServeArguments {
    /// The configuration; without it, three demonstration tables.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Where to listen, as 127.0.0.1:8000; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// Serve the hall's own network too, over TLS: on every network and port 8443, or as the configuration or
    /// --lan=192.168.1.5:8443 says.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
    pub(crate) lan: Option<Option<SocketAddr>>,
    /// The folder of the journal.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
}

/// Serves until it is told to stop. `false` if the configuration has a fault.
pub(crate) fn serve(arguments: ServeArguments, rate: u32) -> Result<bool> {
    let Some(config) = configuration(&arguments)? else { return Ok(false) };
    let data = data_folder(config.data.clone())?;
    run(config, &data, rate, None)?;
    Ok(true)
}

/// The configuration with what the command line says otherwise; `None` if it has faults, which were told.
pub(crate) fn configuration(arguments: &ServeArguments) -> Result<Option<Config>> {
    let mut config = match &arguments.config {
        None => Config::default(),
        Some(path) => match read_configuration(path) {
            Some(config) => config,
            None => return Ok(None),
        },
    };
    config.listen = arguments.listen.unwrap_or(config.listen);
    config.data = arguments.data.clone().or(config.data);
    config.lan.on |= arguments.lan.is_some();
    config.lan.listen = arguments.lan.flatten().unwrap_or(config.lan.listen);
    if config.lan.on && !config.listen.ip().is_loopback() {
        complain(format_args!("flagfall: {PLAIN_BESIDE_TLS}, found {}", config.listen));
        return Ok(None);
    }
    Ok(Some(config))
}

fn read_configuration(path: &Path) -> Option<Config> {
    let name = path.display();
    let text = read_text(path).inspect_err(|unread| complain(format_args!("{name}: {unread}"))).ok()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Config::read(&text, folder)
        .inspect_err(|faults| faults.iter().for_each(|fault| complain(format_args!("{name}: {fault}"))))
        .ok()
}

/// The folder of the journal: the one that is named, else the platform's own place.
pub(crate) fn data_folder(named: Option<PathBuf>) -> Result<PathBuf> {
    named.or_else(state_folder).ok_or_else(|| {
        anyhow!("neither XDG_STATE_HOME nor HOME is set: name a folder for the journal with --data")
    })
}

/// Where this platform keeps what a program must not lose: what systemd gives, else the user's own folder.
pub(crate) fn state_folder() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let of_user = || folder("HOME").map(|home| home.join(".local/state"));
    folder("STATE_DIRECTORY").or_else(|| Some(folder("XDG_STATE_HOME").or_else(of_user)?.join("flagfall")))
}

/// Runs the service, so many times faster than real time; for a demonstration with games that play themselves.
pub(crate) fn run(config: Config, data: &Path, rate: u32, demo: Option<Demo>) -> Result<()> {
    start_log();
    if rate > 1 && demo.is_none() {
        warn!("the tables' time runs {rate} times faster than it should: this is for trying things out");
    }
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(service(config, data, rate, demo));
    runtime.shutdown_timeout(PAGES_WAIT);
    done
}

async fn service(config: Config, data: &Path, rate: u32, demo: Option<Demo>) -> Result<()> {
    let doors = Doors::open(&config).await?;
    let mut signals = Signals::new()?;
    // A table's unit or keys are its clock: who is told of a touch clock should find one that is.
    let touched = config.tables.iter().find(|plan| plan.unit.is_none() && plan.pins.is_none());
    let first = touched.or(config.tables.first()).map(|plan| plan.number);
    let tables = config.tables.clone();
    let timer = Timer::start(rate, config.keeps_time);
    let axis = timer.axis();
    let wall = timer.wall().time;
    let (venue, mut driver, stop) = start(config, data, timer).await?;
    let access =
        Access::open(data).map_err(|error| anyhow!("{}: who has entered: {error}", data.display()))?;
    let app = |network| console::app(venue.clone(), access, network);
    let pages = match doors.serve(app, data, wall, first) {
        Ok(pages) => pages,
        Err(error) => {
            drop(stop);
            driver.await??;
            return Err(error);
        }
    };
    pins::start(&venue, &tables, axis);
    speaker::start(&venue, &tables, axis);
    // Tables go on by their other means.
    let displays = Displays::start(&tables, &venue, pins::Header).await.unwrap_or_else(|error| {
        warn!("a display has no thread: {error}");
        Displays::default()
    });
    if let Some(demo) = &demo {
        demo::play(&venue, tables, demo);
    }
    let ended = tokio::select! {
        name = signals.next() => {
            info!("{name}: shutting down");
            drop(stop);
            driver.await
        }
        ended = &mut driver => ended,
    };
    displays.close().await;
    pages.close().await;
    Ok(ended??)
}

/// Says on standard error what happens, as much of it as `FLAGFALL_LOG` asks for: `debug`, `warn`.
pub(crate) fn start_log() {
    let asked = env::var("FLAGFALL_LOG").ok().and_then(|level| level.parse().ok());
    let level = asked.unwrap_or(LevelFilter::INFO);
    tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(level).with_target(false).init();
}

type Started = (Venue, JoinHandle<Result<(), DriverError>>, oneshot::Sender<()>);

/// Opens the journal, sets the tables up as they were left, and starts the hall's task.
async fn start(config: Config, data: &Path, timer: Timer) -> Result<Started> {
    let mirror = config.mirror.as_deref().map(archive::journal_path);
    let ledger = archive::open(data, Options { mirror, ballast_len: BALLAST_LEN, pages_max: None })?;
    if !ledger.has_ballast() {
        warn!("the disk has no room for {BALLAST_LEN} bytes in reserve");
    }
    let boot: Arc<str> = Salt::random()?.to_string().into();
    let (now, rate) = (timer.now(), timer.rate());
    let anchor = anchor_by(&timer, &boot, now);
    let recovered =
        recover(&ledger, &anchor, now).map_err(|error| anyhow!("{}: {error}", ledger.path().display()))?;
    let next_game = ledger.next_game();
    let (news, _) = broadcast::channel(NEWS_MAX);
    let (requests, waiting) = mpsc::channel(REQUESTS_MAX);
    let schedule = Store::open(data, config.schedule, &timer.wall())?;
    let archive = Archive::start(ledger)?;
    let mut driver =
        Driver::new(recovered, timer, archive, news.clone(), Arc::clone(&boot), next_game, schedule);
    let ports = ports(&config.tables, &mut driver);
    let shelf = Arc::new(Shelf::new(config.voice.recordings));
    take_down(&shelf, &config.tables);
    driver.set_quiet(config.voice.quiet);
    driver.set_up(config.tables)?;
    driver.settle().await?;
    let (stop, stopping) = oneshot::channel();
    let driver = tokio::spawn(driver.run(waiting, stopping));
    for port in ports {
        tokio::spawn(port.serve(requests.clone()));
    }
    let players = Arc::new(PagePlayers::new(&boot));
    Ok((Venue { requests, news, boot, rate, shelf, players }, driver, stop))
}

/// Has the recordings decoded in which tables speak, so that the first call of the day does not wait for them.
fn take_down(shelf: &Arc<Shelf>, tables: &[TablePlan]) {
    let speaking = tables.iter().filter(|plan| plan.voice.on);
    let mut tongues: Vec<_> =
        speaking.filter_map(|plan| plan.voice.tongue.of(plan.face.manner.language)).collect();
    tongues.sort_by_key(|tongue| tongue.code());
    tongues.dedup();
    for tongue in tongues {
        let shelf = Arc::clone(shelf);
        // Whoever asks for them meanwhile waits for the same.
        drop(tokio::task::spawn_blocking(move || shelf.recordings(Some(tongue))));
    }
}

/// The ports of the tables whose clocks are in units.
fn ports(tables: &[TablePlan], driver: &mut Driver) -> Vec<Port> {
    let ports = tables.iter().filter_map(|plan| {
        let (frames, port) = Port::new(plan.number, plan.unit.clone()?);
        driver.connect(plan.number, frames);
        Some(port)
    });
    ports.collect()
}

/// What ends the service from outside.
#[derive(Debug)]
pub(crate) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// A file-size limit is a disk that refuses, not an end: heard, the signal leaves the write to fail.
    _file_size: tokio::signal::unix::Signal,
}

/// SIGXFSZ, which tokio has no name for.
const FILE_SIZE_EXCEEDED: i32 = 25;

impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            _file_size: signal(SignalKind::from_raw(FILE_SIZE_EXCEEDED))?,
        })
    }

    /// Waits for one, and gives its name.
    pub(crate) async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "interrupted",
            _ = self.terminate.recv() => "terminated",
        }
    }
}
