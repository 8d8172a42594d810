//! The console for the hall's own network: the same pages as on this machine, over TLS, with a certificate that the
//! service makes and keeps by itself.
//!
//! **What goes over the network is never readable on its way.** The certificate is signed by nobody else, so people
//! compare its fingerprint, which the service prints, with the one that their browser shows.

mod addresses;
mod certificate;
mod door;
mod redirect;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Extension;
use axum_server::Handle;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use chrono::{DateTime, Utc};
use rustls::ServerConfig;
use tokio::task::JoinHandle;
use tracing::{debug, info, warn};

use addresses::Names;
pub(crate) use addresses::is_name;
use certificate::{Identity, IdentityError, Kept};
use door::Door;

use crate::console::transport::Transport;

/// How long a handshake may take.
const HANDSHAKE_WAIT: Duration = Duration::from_secs(10);

/// How long the first request may be awaited, and each later one.
const REQUEST_WAIT: Duration = Duration::from_secs(30);

/// Pages speak HTTP/1.1: their lines are WebSockets.
const PROTOCOL: &[u8] = b"http/1.1";

/// What a configuration says of the hall's network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lan {
    /// Whether it is served at all.
    pub(crate) on: bool,
    /// One of this machine's addresses, or all of them, and the port.
    pub(crate) listen: SocketAddr,
    /// Names that people type, beside this machine's own.
    pub(crate) names: Vec<String>,
}

impl Default for Lan {
    /// Not served; if it were, on every network that the machine is in.
    fn default() -> Self {
        Self { on: false, listen: SocketAddr::from(([0, 0, 0, 0], 8443)), names: Vec::new() }
    }
}

/// Why the network cannot be served.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LanError {
    /// There is no certificate.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The operating system refuses.
    #[error("the hall's network cannot be served: {0}")]
    Io(#[from] io::Error),
}

/// The hall's network, about to be served.
#[derive(Debug)]
pub(crate) struct Network {
    listener: TcpListener,
    names: Names,
    port: u16,
    identity: Identity,
}

/// The hall's network while it is served.
#[derive(Debug)]
pub(crate) struct Serving {
    handle: Handle<SocketAddr>,
    task: JoinHandle<io::Result<()>>,
}

impl Network {
    /// The network behind a listener; its certificate is in the data folder, or is made there.
    pub(crate) fn new(
        lan: &Lan,
        listener: TcpListener,
        data: &Path,
        wall: DateTime<Utc>,
    ) -> Result<Self, LanError> {
        let names = Names::of_machine(lan.listen.ip(), &lan.names)?;
        let port = listener.local_addr()?.port();
        let (identity, kept) = Identity::keep(data, &names, wall)?;
        match kept {
            Kept::AsItWas => {}
            Kept::Made => info!("a certificate for the hall's network was made"),
            Kept::Renewed(why) => {
                warn!("{why}: the certificate was made anew, and browsers ask again whether to trust it");
            }
        }
        Ok(Self { listener, names, port, identity })
    }

    /// The addresses that people can type.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = String> {
        let port = self.port;
        self.names.to_type().map(move |host| format!("https://{host}:{port}/"))
    }

    /// The certificate's SHA-256 as browsers show it.
    pub(crate) fn fingerprint(&self) -> String {
        self.identity.fingerprint()
    }

    /// Serves these pages from now on.
    pub(crate) fn serve(self, app: axum::Router) -> Result<Serving, LanError> {
        let handle = Handle::new();
        let acceptor = RustlsAcceptor::new(RustlsConfig::from_config(self.config()?));
        let acceptor = acceptor.handshake_timeout(HANDSHAKE_WAIT).acceptor(Door::default());
        let mut server = axum_server::from_tcp(self.listener)?
            .acceptor(acceptor)
            .first_request_timeout(REQUEST_WAIT)
            .accept_error_handler(|peer, error| debug!("network, {peer:?}: {error}"))
            .handle(handle.clone());
        server.http_builder().http1().header_read_timeout(REQUEST_WAIT);
        let app = app.layer(Extension(Transport::Tls)).into_make_service_with_connect_info::<SocketAddr>();
        Ok(Serving { handle, task: tokio::spawn(server.serve(app)) })
    }

    fn config(&self) -> Result<Arc<ServerConfig>, LanError> {
        let mut config = self.identity.config()?;
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
        Ok(Arc::new(config))
    }
}

impl Serving {
    /// Takes nobody in any more; what is open may take so long to end.
    pub(crate) async fn close(self, wait: Duration) {
        self.handle.graceful_shutdown(Some(wait));
        match self.task.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => warn!("the hall's network: {error}"),
            Err(error) => warn!("the hall's network: {error}"),
        }
    }
}
