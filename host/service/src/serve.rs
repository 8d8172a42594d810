//! `flagfall serve`: the service from its start to its end.

use std::env;
use std::io::{self, Write, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration as Real;

use anyhow::{Result, anyhow};
use axum::middleware::from_fn;
use axum::serve::ListenerExt as _;
use journal::{Ledger, Options, Salt};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;
use tracing::level_filters::LevelFilter;
use tracing::{info, warn};

use crate::archive::{self, Archive};
use crate::complain;
use crate::config::Config;
use crate::console;
use crate::console::transport::mark_plain;
use crate::demo::{self, Demo};
use crate::driver::{Driver, DriverError};
use crate::opening::anchor;
use crate::recovery::recover;
use crate::text::read_text;
use crate::timer::{Timer, Wall};
use crate::venue::{NEWS_MAX, REQUESTS_MAX, Venue};

/// Bytes of the journal's ballast: room for the last records of a round.
const BALLAST_LEN: u64 = 1 << 20;

/// How long open pages may take to hear the last news.
const PAGES_WAIT: Real = Real::from_millis(300);

/// What the command line says of the service.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ServeArguments {
    /// The configuration; without it, three demonstration tables.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Where to listen, as 127.0.0.1:8000; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// The folder of the journal.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
}

/// Serves until it is told to stop. `false` if the configuration has a fault.
pub(crate) fn serve(arguments: ServeArguments) -> Result<bool> {
    let Some(config) = configuration(&arguments)? else { return Ok(false) };
    let data = match &config.data {
        Some(data) => data.clone(),
        None => state_folder().ok_or_else(|| {
            anyhow!("neither XDG_STATE_HOME nor HOME is set: name a folder for the journal with --data")
        })?,
    };
    run(config, &data, None)?;
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

/// Where this platform keeps what a program must not lose: what systemd gives, else the user's own folder.
fn state_folder() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let of_user = || folder("HOME").map(|home| home.join(".local/state"));
    folder("STATE_DIRECTORY").or_else(|| Some(folder("XDG_STATE_HOME").or_else(of_user)?.join("flagfall")))
}

/// Runs the service; for a demonstration so many times faster than real time, with games that play themselves.
pub(crate) fn run(config: Config, data: &Path, demo: Option<Demo>) -> Result<()> {
    start_log();
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(service(config, data, demo));
    runtime.shutdown_timeout(PAGES_WAIT);
    done
}

async fn service(config: Config, data: &Path, demo: Option<Demo>) -> Result<()> {
    // Before anything is opened: most likely it runs already.
    let listener = listen(config.listen).await?;
    if !config.listen.ip().is_loopback() {
        warn!("whoever is in the network of {} sees the pages and can act as the arbiter", config.listen);
    }
    let mut signals = Signals::new()?;
    let first = config.tables.first().map(|plan| plan.number);
    let tables = config.tables.clone();
    let speed = demo.as_ref().map_or(1, |demo| demo.speed);
    let (venue, mut driver, stop) = start(config, data, speed).await?;
    print_addresses(listener.local_addr()?, first);
    if let Some(demo) = &demo {
        demo::play(&venue, tables, demo);
    }
    let (close, closing) = oneshot::channel::<()>();
    // An answer of a few bytes must not wait for the page's acknowledgement of the one before it.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            warn!("a page's answers may be late: {error}");
        }
    });
    let app = console::app(venue).layer(from_fn(mark_plain));
    let app = app.into_make_service_with_connect_info::<SocketAddr>();
    let pages = axum::serve(listener, app).with_graceful_shutdown(async {
        // Dropped or sent, it is the end.
        let _ = closing.await;
    });
    let pages = tokio::spawn(pages.into_future());
    let ended = tokio::select! {
        name = signals.next() => {
            info!("{name}: shutting down");
            drop(stop);
            driver.await
        }
        ended = &mut driver => ended,
    };
    drop(close);
    let _ = tokio::time::timeout(PAGES_WAIT, pages).await;
    Ok(ended??)
}

/// Says on standard error what happens, as much of it as `FLAGFALL_LOG` asks for: `debug`, `warn`.
fn start_log() {
    let asked = env::var("FLAGFALL_LOG").ok().and_then(|level| level.parse().ok());
    let level = asked.unwrap_or(LevelFilter::INFO);
    tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(level).with_target(false).init();
}

async fn listen(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        if error.kind() == io::ErrorKind::AddrInUse {
            let free = SocketAddr::new(address.ip(), 0);
            anyhow!("{address} is in use: flagfall, or another program, listens there already; --listen {free} takes a free port")
        } else {
            anyhow!("cannot listen on {address}: {error}")
        }
    })
}

type Started = (Venue, JoinHandle<Result<(), DriverError>>, oneshot::Sender<()>);

/// Opens the journal, sets the tables up as they were left, and starts the hall's task.
async fn start(config: Config, data: &Path, rate: u32) -> Result<Started> {
    let mirror = config.mirror.as_deref().map(archive::journal_path);
    let ledger = archive::open(data, Options { mirror, ballast_len: BALLAST_LEN, pages_max: None })?;
    if !ledger.has_ballast() {
        warn!("the disk has no room for {BALLAST_LEN} bytes in reserve");
    }
    let boot: Arc<str> = Salt::random()?.to_string().into();
    let timer = Timer::start(rate);
    let now = timer.now();
    let hall = recover(&ledger, &anchor(&boot, now, &Wall::now()), now)
        .map_err(|error| anyhow!("{}: {error}", ledger.path().display()))?;
    let next_game = ledger.next_game();
    let (news, _) = broadcast::channel(NEWS_MAX);
    let (requests, waiting) = mpsc::channel(REQUESTS_MAX);
    let mut driver =
        Driver::new(hall, timer, Archive::start(ledger)?, news.clone(), Arc::clone(&boot), next_game);
    driver.set_up(config.tables)?;
    driver.settle().await?;
    let (stop, stopping) = oneshot::channel();
    let driver = tokio::spawn(driver.run(waiting, stopping));
    Ok((Venue { requests, news, boot, rate }, driver, stop))
}

/// The addresses to begin with, a line each. Where nobody reads them, the service is there all the same.
fn print_addresses(address: SocketAddr, table: Option<u32>) {
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    let hall = format!("http://{}", SocketAddr::new(ip, address.port()));
    let mut text = format!("hall      {hall}/\n");
    if let Some(table) = table {
        text += &format!("clock     {hall}/table/{table}/clock\nrecorder  {hall}/table/{table}/record\n");
    }
    let mut out = stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// What ends the service from outside.
#[derive(Debug)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// A file-size limit is a disk that refuses, not an end: heard, the signal leaves the write to fail.
    _file_size: tokio::signal::unix::Signal,
}

/// SIGXFSZ, which tokio has no name for.
const FILE_SIZE_EXCEEDED: i32 = 25;

impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            _file_size: signal(SignalKind::from_raw(FILE_SIZE_EXCEEDED))?,
        })
    }

    /// Waits for one, and gives its name.
    async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "interrupted",
            _ = self.terminate.recv() => "terminated",
        }
    }
}
