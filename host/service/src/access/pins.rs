//! PINs: what is kept of each is an argon2id hash, in a file that only the owner may read, beside the journal and not in
//! its chain.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use serde::{Deserialize, Serialize};

use crate::access::role::Role;
use crate::private;

/// The file in the data folder.
const FILE: &str = "pins.json";

/// Characters that a PIN has: fewer are guessed, and nobody types more.
pub(crate) const PIN_LEN: std::ops::RangeInclusive<usize> = 6..=64;

/// A change of PINs that cannot be made, or PINs that cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PinError {
    /// Too short or too long.
    #[error("expected a PIN of {} to {} characters, found {found}", PIN_LEN.start(), PIN_LEN.end())]
    Length {
        /// Its characters.
        found: usize,
    },
    /// Who looks on needs none.
    #[error("a spectator needs no PIN")]
    Spectator,
    /// The file.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The hash could not be made: the system gives no random bytes, or no memory.
    #[error("the PIN could not be hashed: {0}")]
    Hash(argon2::password_hash::Error),
}

/// The hashes, by what they let somebody be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pins(BTreeMap<String, String>);

impl Pins {
    /// Reads those of a data folder; a folder without the file has none.
    ///
    /// # Errors
    /// [`PinError::File`].
    pub(crate) fn read(data: &Path) -> Result<Self, PinError> {
        let path = data.join(FILE);
        let failed = |error| PinError::File { path: path.clone(), error };
        match std::fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| failed(error.into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Sets a role's PIN; none takes it away.
    ///
    /// # Errors
    /// Why it is not set; the file is as it was.
    pub(crate) fn set(data: &Path, role: Role, pin: Option<&str>) -> Result<(), PinError> {
        let key = key(role).ok_or(PinError::Spectator)?;
        let mut pins = Self::read(data)?;
        match pin {
            Some(pin) => drop(pins.0.insert(key, hash(pin)?)),
            None => drop(pins.0.remove(&key)),
        }
        let path = data.join(FILE);
        let text = serde_json::to_string_pretty(&pins).unwrap_or_default();
        private::write(data, &path, &text).map_err(|error| PinError::File { path, error })
    }

    /// Whether a PIN lets somebody be that. It takes long by intent, also where there is no such PIN: so nobody learns
    /// which are set.
    pub(crate) fn lets_in(&self, role: Role, pin: &str) -> bool {
        let known = key(role).and_then(|key| self.0.get(&key));
        let text = known.map_or(NOBODYS, String::as_str);
        let Ok(hash) = PasswordHash::new(text) else { return false };
        let matches = Argon2::default().verify_password(pin.as_bytes(), &hash).is_ok();
        matches && known.is_some()
    }
}

/// A hash of the usual cost that no PIN is compared with but in vain.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IQ$\
                       AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

fn hash(pin: &str) -> Result<String, PinError> {
    let length = pin.chars().count();
    if !PIN_LEN.contains(&length) {
        return Err(PinError::Length { found: length });
    }
    let hash = Argon2::default().hash_password(pin.as_bytes()).map_err(PinError::Hash)?;
    Ok(hash.to_string())
}

/// How the file names a role.
fn key(role: Role) -> Option<String> {
    match role {
        Role::Arbiter => Some("arbiter".to_owned()),
        Role::Recorder { table } => Some(format!("recorder-{table}")),
        Role::Clock { table } => Some(format!("clock-{table}")),
        Role::Display { table } => Some(format!("display-{table}")),
        Role::Spectator => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_pin_lets_in_to_its_own_role_and_table_and_is_nowhere_in_plain() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        Pins::set(data, Role::Arbiter, Some("271828")).unwrap();
        Pins::set(data, Role::Recorder { table: 3 }, Some("六位数的口令")).unwrap();
        let pins = Pins::read(data).unwrap();
        for (role, pin, expected) in [
            (Role::Arbiter, "271828", true),
            (Role::Arbiter, "271829", false),
            (Role::Arbiter, "", false),
            (Role::Recorder { table: 3 }, "六位数的口令", true),
            (Role::Recorder { table: 3 }, "271828", false),
            (Role::Recorder { table: 4 }, "六位数的口令", false),
            (Role::Clock { table: 3 }, "六位数的口令", false),
            (Role::Spectator, "271828", false),
        ] {
            assert_eq!(pins.lets_in(role, pin), expected, "{role}: {pin}");
        }
        let path = data.join(FILE);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("$argon2id$") && !text.contains("271828") && !text.contains('六'), "{text}");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        Pins::set(data, Role::Arbiter, None).unwrap();
        assert!(!Pins::read(data).unwrap().lets_in(Role::Arbiter, "271828"));
    }

    #[test]
    fn what_cannot_be_a_pin_is_said_and_a_damaged_file_lets_nobody_in() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        let error = Pins::set(data, Role::Arbiter, Some("12345")).unwrap_err();
        assert_eq!(error.to_string(), "expected a PIN of 6 to 64 characters, found 5");
        assert!(matches!(Pins::set(data, Role::Spectator, Some("123456")), Err(PinError::Spectator)));
        assert!(!data.join(FILE).exists());
        fs::write(data.join(FILE), "{").unwrap();
        assert!(Pins::read(data).unwrap_err().to_string().contains("pins.json: "));
        assert!(Pins::set(data, Role::Arbiter, Some("123456")).is_err(), "nothing is written over");
    }
}
