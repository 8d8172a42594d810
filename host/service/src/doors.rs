//! Where people come in: plain HTTP, usually for this machine alone, and the hall's own network over TLS.

use std::io::{self, Write, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration as Real;

use anyhow::{Result, anyhow};
use axum::Router;
use axum::middleware::from_fn;
use axum::serve::ListenerExt as _;
use chrono::{DateTime, Utc};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tracing::warn;

use crate::config::Config;
use crate::console::transport::mark_plain;
use crate::lan::{Lan, Network, Serving};

/// How long open pages may take to hear the last news.
pub(crate) const PAGES_WAIT: Real = Real::from_millis(300);

/// The ports, which are taken before anything else is opened: most likely the service runs already.
#[derive(Debug)]
pub(crate) struct Doors {
    plain: TcpListener,
    network: Option<(Lan, std::net::TcpListener)>,
}

/// The pages while they are served.
#[derive(Debug)]
pub(crate) struct Pages {
    /// Dropped or told, it is the end.
    close: oneshot::Sender<()>,
    plain: JoinHandle<io::Result<()>>,
    network: Option<Serving>,
}

impl Doors {
    /// Takes the ports.
    pub(crate) async fn open(config: &Config) -> Result<Self> {
        let plain = listen(config.listen, "--listen").await?;
        if !config.listen.ip().is_loopback() {
            warn!(
                "the pages go unencrypted over the network of {}: whoever is in it can read them, and nobody there can \
                 enter; --lan serves the network over TLS instead",
                config.listen
            );
        }
        let network = match &config.lan {
            lan if lan.on => Some((lan.clone(), listen(lan.listen, "--lan=").await?.into_std()?)),
            _ => None,
        };
        Ok(Self { plain, network })
    }

    /// Serves the pages, and says where they are.
    pub(crate) fn serve(
        self,
        app: impl FnOnce(Option<String>) -> Router,
        data: &Path,
        wall: DateTime<Utc>,
        first: Option<u32>,
    ) -> Result<Pages> {
        let network = self.network.map(|(lan, listener)| Network::new(&lan, listener, data, wall));
        let network = network.transpose()?;
        print_addresses(self.plain.local_addr()?, first, network.as_ref());
        let app = app(network.as_ref().and_then(|network| network.addresses().next()));
        let network = network.map(|network| network.serve(app.clone())).transpose()?;
        let (close, closing) = oneshot::channel::<()>();
        // An answer of a few bytes must not wait for the page's acknowledgement of the one before it.
        let listener = self.plain.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                warn!("a page's answers may be late: {error}");
            }
        });
        let app = app.layer(from_fn(mark_plain)).into_make_service_with_connect_info::<SocketAddr>();
        let plain = axum::serve(listener, app).with_graceful_shutdown(async {
            let _ = closing.await;
        });
        Ok(Pages { close, plain: tokio::spawn(plain.into_future()), network })
    }
}

impl Pages {
    /// Takes nobody in any more, and gives open pages a moment.
    pub(crate) async fn close(self) {
        drop(self.close);
        let network = async {
            if let Some(network) = self.network {
                network.close(PAGES_WAIT).await;
            }
        };
        let (_, _) = tokio::join!(tokio::time::timeout(PAGES_WAIT, self.plain), network);
    }
}

async fn listen(address: SocketAddr, flag: &str) -> Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        if error.kind() == io::ErrorKind::AddrInUse {
            let free = SocketAddr::new(address.ip(), 0);
            let space = if flag.ends_with('=') { "" } else { " " };
            anyhow!("{address} is in use: flagfall, or another program, listens there already; {flag}{space}{free} takes a free port")
        } else {
            anyhow!("cannot listen on {address}: {error}")
        }
    })
}

/// The addresses to begin with, a line each. Where nobody reads them, the service is there all the same.
fn print_addresses(address: SocketAddr, table: Option<u32>, network: Option<&Network>) {
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    let hall = format!("http://{}", SocketAddr::new(ip, address.port()));
    let mut text = format!("hall      {hall}/\n");
    if let Some(table) = table {
        text += &format!("clock     {hall}/table/{table}/clock\nrecorder  {hall}/table/{table}/record\n");
    }
    if let Some(network) = network {
        for address in network.addresses() {
            text += &format!("network   {address}\n");
        }
        text += &format!("SHA-256   {}\n", network.fingerprint());
    }
    let mut out = stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::sync::Arc;

    use axum::routing::get;
    use rustls::crypto::ring;
    use rustls::pki_types::CertificateDer;
    use rustls::pki_types::pem::PemObject;
    use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

    use super::*;
    use crate::console::transport::Transport;

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n";

    fn ask(mut stream: impl Read + Write) -> String {
        stream.write_all(REQUEST).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.rsplit_once("\r\n\r\n").unwrap().1.to_owned()
    }

    fn over_tls(address: SocketAddr, data: &Path) -> StreamOwned<ClientConnection, TcpStream> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(data.join("network.pem")).unwrap()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap();
        let config = config.with_root_certificates(roots).with_no_client_auth();
        let connection = ClientConnection::new(Arc::new(config), address.ip().into()).unwrap();
        StreamOwned::new(connection, TcpStream::connect(address).unwrap())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn each_request_says_by_which_door_it_came() {
        let folder = tempfile::tempdir().unwrap();
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let lan = Lan { on: true, listen: here, names: Vec::new() };
        let doors = Doors::open(&Config { listen: here, lan, ..Config::default() }).await.unwrap();
        let plain = doors.plain.local_addr().unwrap();
        let network = doors.network.as_ref().unwrap().1.local_addr().unwrap();
        let told = async |transport: Transport| format!("{transport:?} {}", transport.is_private());
        let app = Router::new().route("/", get(told));
        let wall = "2026-11-30T12:00:00Z".parse().unwrap();
        let pages = doors.serve(|_| app, folder.path(), wall, None).unwrap();
        let data = folder.path().to_owned();
        let answers = tokio::task::spawn_blocking(move || {
            [ask(TcpStream::connect(plain).unwrap()), ask(over_tls(network, &data))]
        });
        assert_eq!(answers.await.unwrap(), ["Loopback true", "Tls true"]);
        pages.close().await;
        assert!(TcpStream::connect(plain).is_err() && TcpStream::connect(network).is_err());
    }
}
