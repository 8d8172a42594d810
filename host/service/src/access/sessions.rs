//! Who has entered. A session is known by a token that only its browser has: kept is a hash of it, so that the file lets
//! nobody in who reads it. It outlives a restart: no clock may have to be let in anew in the middle of a round.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tracing::warn;
use utoipa::ToSchema;
use zeroize::Zeroizing;

use crate::access::role::Role;
use crate::private;

/// The file in the data folder.
const FILE: &str = "sessions.json";

/// What it is called where it cannot be read.
const DAMAGED: &str = "sessions.json.damaged";

/// Sessions at once: 300 tables with a clock, a recorder and a display each. Beyond it the oldest ends, an arbiter's last.
const SESSIONS_MAX: usize = 1_000;

/// Sessions of one role at one table; beyond it the oldest of these ends.
const OF_ONE_ROLE_MAX: usize = 16;

/// Digits of a session's public name.
const ID_LEN: usize = 12;

/// Bytes of a token.
const TOKEN_LEN: usize = 32;

/// What a browser shows to be known again.
pub(crate) type Token = Zeroizing<String>;

/// Somebody who has entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Session {
    /// What it is called where it is spoken of.
    pub(crate) id: String,
    #[serde(flatten)]
    pub(crate) role: Role,
    /// What the person is called, as far as it was said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    /// Since when, by the service's wall clock.
    pub(crate) since: String,
}

/// All who have entered, by the hashes of their tokens.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    by_hash: BTreeMap<String, Session>,
}

impl Sessions {
    /// Those of a data folder.
    ///
    /// # Errors
    /// Why the file cannot be read.
    pub(crate) fn read(data: &Path) -> io::Result<Self> {
        match std::fs::read_to_string(path(data)) {
            Ok(text) => match serde_json::from_str(&text) {
                Ok(by_hash) => Ok(Self { by_hash }),
                Err(error) => {
                    // A hall begins without it: its devices enter anew.
                    let aside = data.join(DAMAGED);
                    std::fs::rename(path(data), &aside)?;
                    warn!(
                        "{FILE} is damaged ({error}): it is set aside as {}, and all devices have to enter anew",
                        aside.display()
                    );
                    Ok(Self::default())
                }
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// Somebody enters; the token is told nowhere else.
    ///
    /// # Errors
    /// The system gives no random bytes.
    pub(crate) fn enter(
        &mut self,
        role: Role,
        name: &str,
        since: String,
    ) -> Result<(Token, Session), getrandom::Error> {
        let mut bytes = Zeroizing::new([0; TOKEN_LEN]);
        getrandom::fill(bytes.as_mut_slice())?;
        let token = Zeroizing::new(hex::encode(*bytes));
        let hash = hash(&token);
        let session = Session { id: hash.chars().take(ID_LEN).collect(), role, name: name.to_owned(), since };
        // Whoever enters again and again pushes out nobody but their own kind.
        if self.by_hash.values().filter(|session| session.role == role).count() >= OF_ONE_ROLE_MAX {
            self.drop_oldest(Some(role));
        }
        if self.by_hash.len() >= SESSIONS_MAX {
            self.drop_oldest(None);
        }
        self.by_hash.insert(hash, session.clone());
        Ok((token, session))
    }

    fn drop_oldest(&mut self, role: Option<Role>) {
        let age = |(_, session): &(&String, &Session)| (session.role == Role::Arbiter, session.since.clone());
        let of_role = |(_, session): &(&String, &Session)| role.is_none_or(|role| session.role == role);
        let oldest = self.by_hash.iter().filter(of_role).min_by_key(age).map(|(hash, _)| hash.clone());
        if let Some(hash) = oldest {
            self.by_hash.remove(&hash);
        }
    }

    /// Whose token that is.
    pub(crate) fn of(&self, token: &str) -> Option<&Session> {
        self.by_hash.get(&hash(token))
    }

    /// Whether there is a session of that name.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.hash_of(id).is_some()
    }

    /// A session is over.
    pub(crate) fn end(&mut self, id: &str) -> Option<Session> {
        let hash = self.hash_of(id)?.clone();
        self.by_hash.remove(&hash)
    }

    /// A session's id is how its hash begins, and hashes are in order.
    fn hash_of(&self, id: &str) -> Option<&String> {
        let (hash, session) = self.by_hash.range(id.to_owned()..).next()?;
        (session.id == id).then_some(hash)
    }

    /// All of them, the latest first.
    pub(crate) fn all(&self) -> Vec<Session> {
        let mut all: Vec<Session> = self.by_hash.values().cloned().collect();
        all.sort_by(|one, other| other.since.cmp(&one.since).then_with(|| one.id.cmp(&other.id)));
        all
    }

    /// What is kept of them.
    pub(crate) fn to_text(&self) -> String {
        serde_json::to_string_pretty(&self.by_hash).unwrap_or_default()
    }

    /// Keeps them.
    ///
    /// # Errors
    /// Why the file is as it was.
    pub(crate) fn write(data: &Path, text: &str) -> io::Result<()> {
        private::write(data, &path(data), text)
    }
}

fn path(data: &Path) -> PathBuf {
    data.join(FILE)
}

fn hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_entered_is_known_again_after_a_restart_and_not_by_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut sessions = Sessions::read(folder.path()).unwrap();
        let role = Role::Recorder { table: 3 };
        let (token, session) = sessions.enter(role, "Lin", "2026-12-01T09:00:00Z".into()).unwrap();
        assert_eq!(token.len(), 2 * TOKEN_LEN);
        Sessions::write(folder.path(), &sessions.to_text()).unwrap();
        let text = std::fs::read_to_string(folder.path().join(FILE)).unwrap();
        assert!(!text.contains(token.as_str()) && text.contains("Lin"), "{text}");
        let mut sessions = Sessions::read(folder.path()).unwrap();
        assert_eq!(sessions.of(&token), Some(&session));
        assert_eq!(sessions.of(&hash(&token)), None, "what is kept lets nobody in");
        assert_eq!(sessions.end(&session.id), Some(session.clone()));
        assert_eq!(sessions.end(&session.id), None);
        assert_eq!(sessions.of(&token), None);
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_stops_nothing() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "{\"half").unwrap();
        assert!(Sessions::read(folder.path()).unwrap().all().is_empty());
        assert_eq!(std::fs::read_to_string(folder.path().join(DAMAGED)).unwrap(), "{\"half");
        assert!(!folder.path().join(FILE).exists());
    }

    #[test]
    fn where_there_are_too_many_the_oldest_ends_and_an_arbiters_last() {
        let mut sessions = Sessions::default();
        let (arbiter, _) = sessions.enter(Role::Arbiter, "", "0000".into()).unwrap();
        let (first, _) = sessions.enter(Role::Clock { table: 1 }, "", "0001".into()).unwrap();
        for number in 2..=OF_ONE_ROLE_MAX {
            sessions.enter(Role::Clock { table: 1 }, "", format!("{number:04}")).unwrap();
        }
        assert!(sessions.of(&first).is_some());
        let (other, _) = sessions.enter(Role::Clock { table: 1 }, "", "0900".into()).unwrap();
        assert!(sessions.of(&first).is_none() && sessions.of(&other).is_some(), "the oldest of its own kind");
        for number in 0..SESSIONS_MAX {
            let table = u32::try_from(number / 10 + 2).unwrap();
            sessions.enter(Role::Clock { table }, "", format!("{:04}", number + 1)).unwrap();
        }
        assert!(sessions.of(&arbiter).is_some());
        assert_eq!(sessions.all().len(), SESSIONS_MAX);
        assert_eq!(sessions.all()[0].since, "1000");
    }
}
