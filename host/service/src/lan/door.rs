//! The door of the hall's network: who is let in to shake hands, and how many at once.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum_server::accept::Accept;
use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::lan::redirect;

/// Connections at once: 300 tables with a clock and a recorder each, and spectators. Systems usually give a program
/// 1,024 open files.
const GUESTS_MAX: usize = 900;

/// How long somebody who has come may say nothing.
const FIRST_BYTE_WAIT: Duration = Duration::from_secs(5);

/// The first byte of every TLS connection: a record of a handshake (RFC 8446, 5.1).
const HANDSHAKE: u8 = 0x16;

/// Lets in so many at once, and sends those away who do not speak TLS.
#[derive(Clone, Debug)]
pub(super) struct Door {
    room: Arc<Semaphore>,
}

impl Default for Door {
    fn default() -> Self {
        Self::with_room(GUESTS_MAX)
    }
}

impl Door {
    fn with_room(guests: usize) -> Self {
        Self { room: Arc::new(Semaphore::new(guests)) }
    }

    /// # Errors
    /// Why somebody was not let in; it was told where it can be.
    async fn let_in(self, stream: TcpStream) -> io::Result<Guest> {
        let full = |_| io::Error::other("there is no room for more connections");
        let room = self.room.try_acquire_owned().map_err(full)?;
        stream.set_nodelay(true)?;
        let mut first = [0];
        match timeout(FIRST_BYTE_WAIT, stream.peek(&mut first)).await?? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            _ if first == [HANDSHAKE] => {}
            _ => {
                redirect::send_away(stream).await?;
                return Err(io::Error::other("no TLS: it was told how to ask"));
            }
        }
        Ok(Guest { stream, _room: room })
    }
}

impl<S: Send + 'static> Accept<TcpStream, S> for Door {
    type Stream = Guest;
    type Service = S;
    type Future = BoxFuture<'static, io::Result<(Guest, S)>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let guest = self.clone().let_in(stream);
        Box::pin(async move { Ok((guest.await?, service)) })
    }
}

/// A connection that keeps its room until it is closed, also as a page's line.
#[derive(Debug)]
pub(super) struct Guest {
    stream: TcpStream,
    _room: OwnedSemaphorePermit,
}

impl AsyncRead for Guest {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Guest {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, buf)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn so_many_are_let_in_until_one_leaves() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let door = Door::with_room(2);
        let mut guests = Vec::new();
        let come = async || {
            let mut peer = TcpStream::connect(address).await.unwrap();
            peer.write_all(&[HANDSHAKE]).await.unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            (door.clone().let_in(stream).await, peer)
        };
        for _ in 0..2 {
            let (guest, peer) = come().await;
            guests.push((guest.unwrap(), peer));
        }
        let (refused, mut peer) = come().await;
        assert!(refused.unwrap_err().to_string().contains("no room"));
        assert!(peer.read_u8().await.is_err(), "it is closed at once");
        guests.pop();
        let (guest, _peer) = come().await;
        assert_eq!(guest.unwrap().read_u8().await.unwrap(), HANDSHAKE, "nothing is taken from the handshake");
    }
}
