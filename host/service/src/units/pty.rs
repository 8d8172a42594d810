//! A pseudo-terminal: a serial port that a program makes, with a link by which others find it.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use rustix::fs::{Mode, OFlags, fcntl_setfl, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use tokio::io::unix::AsyncFd;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Our end of it. The link is removed with it.
#[derive(Debug)]
pub(crate) struct Pty {
    ours: AsyncFd<OwnedFd>,
    /// Held open, so that the other end may come and go as at a cable.
    _theirs: OwnedFd,
    name: PathBuf,
    link: PathBuf,
}

impl Pty {
    /// Makes one, and the link to it; a link that an earlier one left is replaced.
    ///
    /// # Errors
    /// What the system says, or that something else is in the link's place.
    pub(crate) fn make(link: &Path) -> io::Result<Self> {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        grantpt(&ours)?;
        unlockpt(&ours)?;
        let name = ptsname(&ours, Vec::new())?;
        let name = PathBuf::from(std::ffi::OsStr::from_bytes(name.as_bytes()));
        let theirs = open(&name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
        let mut settings = tcgetattr(&theirs)?;
        settings.make_raw();
        tcsetattr(&theirs, OptionalActions::Now, &settings)?;
        fcntl_setfl(&ours, OFlags::NONBLOCK)?;
        #[expect(
            deprecated,
            reason = "its successor is unsafe; the number of an owned descriptor never changes"
        )]
        let ours = AsyncFd::new(ours)?;
        place(&name, link)?;
        Ok(Self { ours, _theirs: theirs, name, link: link.to_owned() })
    }

    /// The system's own name for it.
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }
}

fn place(name: &Path, link: &Path) -> io::Result<()> {
    match fs::symlink_metadata(link) {
        Ok(there) if there.is_symlink() => fs::remove_file(link)?,
        Ok(_) => {
            return Err(io::Error::new(ErrorKind::AlreadyExists, "there is something else in its place"));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    symlink(name, link)
}

impl Drop for Pty {
    fn drop(&mut self) {
        // Another one may have taken its place meanwhile.
        if fs::read_link(&self.link).is_ok_and(|leads| leads == self.name) {
            fs::remove_file(&self.link).unwrap_or_default();
        }
    }
}

impl AsyncRead for Pty {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let mut ready = ready!(self.ours.poll_read_ready(context))?;
            let read = ready.try_io(|ours| Ok(rustix::io::read(ours, room.initialize_unfilled())?));
            if let Ok(read) = read {
                return Poll::Ready(read.map(|read| room.advance(read)));
            }
        }
    }
}

impl AsyncWrite for Pty {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            let mut ready = ready!(self.ours.poll_write_ready(context))?;
            if let Ok(sent) = ready.try_io(|ours| Ok(rustix::io::write(ours, bytes)?)) {
                return Poll::Ready(sent);
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
