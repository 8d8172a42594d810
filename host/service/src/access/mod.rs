//! Who may do what: roles, PINs, pairing codes, sessions, and the audit.
//!
//! **Whoever sits at this machine is the arbiter; everybody else looks on until they enter**, by a role's PIN or by a code
//! that the arbiter shows. What each request needs stands in one table (`rights`); what is not in it nobody may.

mod audit;
pub(crate) mod command;
pub(crate) mod pairing;
pub(crate) mod pins;
pub(crate) mod role;
mod sessions;
mod tries;

use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{Duration, Instant};
use tracing::warn;
use zeroize::Zeroizing;

use crate::access::audit::Audit;
pub(crate) use crate::access::audit::Line;
use crate::access::pairing::Pairings;
use crate::access::pins::Pins;
use crate::access::role::Role;
use crate::access::sessions::Sessions;
pub(crate) use crate::access::sessions::{Session, Token};
use crate::access::tries::{Pace, Tries};
use crate::timer::wall_text;

/// Characters of a person's name; what is longer is cut.
const NAME_MAX: usize = 40;

/// Why somebody is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// No such PIN or code, or it was used.
    Wrong,
    /// Too many tries: not before this.
    Wait(Duration),
    /// The system gives no random bytes, or the PINs cannot be read.
    Broken,
}

/// By what somebody asks to be let in.
#[derive(Debug)]
pub(crate) enum Key {
    /// The PIN of a role.
    Pin(Role, Zeroizing<String>),
    /// A pairing code.
    Code(Zeroizing<String>),
}

/// Who has entered, and by what one may. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Access(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Where PINs and sessions are kept; nowhere in tests.
    data: Option<PathBuf>,
    book: Mutex<Book>,
    audit: Audit,
    /// One PIN is stretched at a time: it takes 19 MB and a while, and others have to go on.
    stretching: Semaphore,
}

#[derive(Debug, Default)]
struct Book {
    sessions: Sessions,
    pairings: Pairings,
    tries: Tries,
}

impl Access {
    /// That of a data folder.
    ///
    /// # Errors
    /// Why sessions cannot be read, or the audit not be kept.
    pub(crate) fn open(data: &Path) -> io::Result<Self> {
        let book = Book { sessions: Sessions::read(data)?, ..Book::default() };
        if let Err(error) = Pins::read(data) {
            warn!("nobody can enter by a PIN: {error}");
        }
        Ok(Self::of(Some(data.to_owned()), book, Audit::start(data)?))
    }

    /// One that keeps nothing.
    #[cfg(test)]
    pub(crate) fn kept_nowhere() -> Self {
        Self::of(None, Book::default(), Audit::none())
    }

    fn of(data: Option<PathBuf>, book: Book, audit: Audit) -> Self {
        Self(Arc::new(Shared { data, book: Mutex::new(book), audit, stretching: Semaphore::new(1) }))
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Whoever panicked held nothing half done: each change is one call.
        self.0.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whose token that is.
    pub(crate) fn session(&self, token: &str) -> Option<Session> {
        self.book().sessions.of(token).cloned()
    }

    /// Whether a session is not over.
    pub(crate) fn is_in(&self, id: &str) -> bool {
        self.book().sessions.has(id)
    }

    /// All who have entered, the latest first.
    pub(crate) fn sessions(&self) -> Vec<Session> {
        self.book().sessions.all()
    }

    /// A code by which one device becomes that.
    ///
    /// # Errors
    /// The system gives no random bytes.
    pub(crate) fn offer(&self, role: Role) -> Result<String, getrandom::Error> {
        self.book().pairings.offer(role, Instant::now())
    }

    /// Somebody enters from an address.
    ///
    /// # Errors
    /// Why not.
    pub(crate) async fn enter(
        &self,
        key: Key,
        name: &str,
        from: IpAddr,
    ) -> Result<(Token, Session), Stopped> {
        let entered = self.try_key(key, name, from).await;
        let line = Line { wall: wall_text(), from: from.to_string(), ..Line::default() };
        match &entered {
            Ok((_, session)) => {
                self.note(Line { what: "entered", ..line }, session.role, Some(session));
                self.keep().await;
            }
            // Those that have to wait are as many as somebody likes to send: they must not fill the disk.
            Err(Stopped::Wait(_)) => {}
            Err(Stopped::Wrong | Stopped::Broken) => self.0.audit.note(Line { what: "refused", ..line }),
        }
        entered
    }

    async fn try_key(&self, key: Key, name: &str, from: IpAddr) -> Result<(Token, Session), Stopped> {
        let pace = if matches!(key, Key::Code(_)) { Pace::Own } else { Pace::Shared };
        self.book().tries.admit(from, pace, Instant::now()).map_err(Stopped::Wait)?;
        let role = match key {
            Key::Code(code) => self.book().pairings.redeem(&code, Instant::now()),
            Key::Pin(role, pin) => self.check(role, pin).await?.then_some(role),
        };
        let mut book = self.book();
        let Some(role) = role else {
            return Err(Stopped::Wrong);
        };
        book.tries.entered(from, Instant::now());
        let name: String = name.trim().chars().filter(is_shown).take(NAME_MAX).collect();
        book.sessions.enter(role, &name, wall_text()).map_err(|_| Stopped::Broken)
    }

    /// Whether a PIN is that of a role; it is stretched on a thread of its own.
    async fn check(&self, role: Role, pin: Zeroizing<String>) -> Result<bool, Stopped> {
        let Some(data) = self.0.data.clone() else { return Ok(false) };
        let turn = self.0.stretching.acquire().await.map_err(|_| Stopped::Broken)?;
        let pins = spawn_blocking(move || Pins::read(&data).map(|pins| pins.lets_in(role, &pin)));
        let lets_in = pins.await;
        drop(turn);
        match lets_in {
            Ok(Ok(lets_in)) => Ok(lets_in),
            Ok(Err(error)) => {
                warn!("nobody can enter by a PIN: {error}");
                Err(Stopped::Broken)
            }
            Err(_) => Err(Stopped::Broken),
        }
    }

    /// A session is over. Whether there was one.
    pub(crate) async fn end(&self, id: &str, what: &'static str) -> bool {
        let Some(session) = self.book().sessions.end(id) else { return false };
        self.note(Line { wall: wall_text(), what, ..Line::default() }, session.role, Some(&session));
        self.keep().await;
        true
    }

    /// Keeps the sessions. Where that fails they hold until the service ends, and it is said.
    async fn keep(&self) {
        let Some(data) = self.0.data.clone() else { return };
        let text = self.book().sessions.to_text();
        if let Ok(Err(error)) = spawn_blocking(move || Sessions::write(&data, &text)).await {
            warn!("who has entered is not kept: {error}");
        }
    }

    /// Puts down what somebody did.
    pub(crate) fn note(&self, line: Line, role: Role, session: Option<&Session>) {
        let (session, name) =
            session.map(|session| (session.id.clone(), session.name.clone())).unwrap_or_default();
        self.0.audit.note(Line { role: role.to_string(), session, name, ..line });
    }
}

/// Whether a letter of a name is seen as itself: none that turns the line round, breaks it, or takes no room.
fn is_shown(letter: &char) -> bool {
    !letter.is_control()
        && !matches!(*letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 168, 1, 20));

    fn pin(role: Role, pin: &str) -> Key {
        Key::Pin(role, Zeroizing::new(pin.to_owned()))
    }

    #[tokio::test]
    async fn who_has_the_pin_enters_and_is_known_after_a_restart_until_the_session_ends() {
        let folder = tempfile::tempdir().unwrap();
        let role = Role::Recorder { table: 2 };
        Pins::set(folder.path(), role, Some("314159")).unwrap();
        let access = Access::open(folder.path()).unwrap();
        assert_eq!(access.enter(pin(role, "314158"), "", HERE).await.unwrap_err(), Stopped::Wrong);
        assert_eq!(access.enter(pin(Role::Arbiter, "314159"), "", HERE).await.unwrap_err(), Stopped::Wrong);
        let (token, session) = access.enter(pin(role, "314159"), " Lin\n \u{202e}Mei ", HERE).await.unwrap();
        assert_eq!((session.role, session.name.as_str()), (role, "Lin Mei"));
        let access = Access::open(folder.path()).unwrap();
        assert_eq!(access.session(&token), Some(session.clone()));
        assert!(access.end(&session.id, "ended").await && !access.end(&session.id, "ended").await);
        assert_eq!(Access::open(folder.path()).unwrap().session(&token), None);
    }

    #[tokio::test]
    async fn a_code_lets_one_device_in() {
        let access = Access::kept_nowhere();
        let code = access.offer(Role::Clock { table: 1 }).unwrap();
        let key = || Key::Code(Zeroizing::new(code.clone()));
        let (token, session) = access.enter(key(), "", HERE).await.unwrap();
        assert_eq!(access.session(&token), Some(session));
        assert_eq!(access.enter(key(), "", HERE).await.unwrap_err(), Stopped::Wrong);
    }

    #[tokio::test]
    async fn a_hundred_tries_at_once_are_no_more_than_four() {
        let access = Access::kept_nowhere();
        let wrong = || Key::Code(Zeroizing::new("AAAAAAAAAA".to_owned()));
        let tries = (0..100).map(|_| access.enter(wrong(), "", HERE));
        let stopped = futures_util::future::join_all(tries).await;
        let tried = stopped.iter().filter(|stopped| matches!(stopped, Err(Stopped::Wrong))).count();
        assert_eq!(tried, 4);
    }

    #[tokio::test(start_paused = true)]
    async fn brute_force_is_slowed_and_never_shuts_out_who_was_in() {
        let access = Access::kept_nowhere();
        let guesser = IpAddr::from([192, 168, 1, 66]);
        let wrong = || Key::Code(Zeroizing::new("AAAAAAAAAA".to_owned()));
        let mut tried = 0;
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(3_600) {
            match access.enter(wrong(), "", guesser).await.unwrap_err() {
                Stopped::Wait(wait) => tokio::time::advance(wait).await,
                stopped @ (Stopped::Wrong | Stopped::Broken) => {
                    assert_eq!(stopped, Stopped::Wrong);
                    tried += 1;
                }
            }
        }
        assert!(tried < 70, "{tried} tries in an hour");
        let code = access.offer(Role::Arbiter).unwrap();
        assert!(access.enter(Key::Code(Zeroizing::new(code)), "", HERE).await.is_ok());
    }
}
