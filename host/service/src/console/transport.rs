//! How a request came: whether somebody on the way could have read it.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;

/// How a request, or the line that it opened, came here. Every request carries one in its extensions; a handler
/// takes it as an argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Transport {
    /// From this machine itself: it was on no network.
    Loopback,
    /// Over TLS.
    Tls,
    /// Over a network as it is, where anybody may listen; also where nothing is known of the way.
    #[default]
    Plain,
}

impl Transport {
    /// Whether nobody on the way could read it: only then may a secret be asked for or shown.
    pub(crate) const fn is_private(self) -> bool {
        match self {
            Self::Loopback | Self::Tls => true,
            Self::Plain => false,
        }
    }

    /// What plain HTTP from an address is.
    fn from_peer(peer: SocketAddr) -> Self {
        if peer.ip().to_canonical().is_loopback() { Self::Loopback } else { Self::Plain }
    }
}

impl<S: Sync> FromRequestParts<S> for Transport {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or_default())
    }
}

/// Marks a request that came over plain HTTP with where it is from.
pub(crate) async fn mark_plain(
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    request.extensions_mut().insert(Transport::from_peer(peer));
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_private_without_tls() {
        for (peer, transport) in [
            ("127.0.0.1:4000", Transport::Loopback),
            ("127.8.9.1:4000", Transport::Loopback),
            ("[::1]:4000", Transport::Loopback),
            ("[::ffff:127.0.0.1]:4000", Transport::Loopback),
            ("192.168.1.20:4000", Transport::Plain),
            ("[::ffff:192.168.1.20]:4000", Transport::Plain),
            ("[fe80::1]:4000", Transport::Plain),
            ("0.0.0.0:4000", Transport::Plain),
        ] {
            let found = Transport::from_peer(peer.parse().unwrap());
            assert_eq!(found, transport, "{peer}");
            assert_eq!(found.is_private(), transport == Transport::Loopback, "{peer}");
        }
        assert!(Transport::Tls.is_private());
        assert!(!Transport::default().is_private(), "what is not known is not private");
    }
}
