//! People's names, which stay outside the chain.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::bytes::{Reference, Salt};
use crate::limits::{NAME_LEN_MAX, ROLE_LEN_MAX};

/// A name beside the chain, with what ties it to the reference in the chain.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Person {
    /// What the person is in the game: `black`, `arbiter`. Not empty, without control characters.
    pub role: String,
    /// Drawn for this person in this game alone.
    pub salt: Salt,
    /// The name, with whatever else the caller wants to be forgotten with it.
    pub name: String,
}

impl Person {
    /// What a body holds in place of the name: `SHA-256(salt || role || newline || name)`.
    ///
    /// ```
    /// use journal::{Person, Salt};
    ///
    /// let salt = Salt::from_bytes([1; 16]);
    /// let person = Person { role: "black".into(), salt, name: "Shen Qing".into() };
    /// let body = format!(r#"{{"black": "{}"}}"#, person.reference());
    /// assert!(!body.contains("Shen"));
    /// ```
    #[must_use]
    pub fn reference(&self) -> Reference {
        let hash = Sha256::new()
            .chain_update(self.salt.as_bytes())
            .chain_update(&self.role)
            .chain_update(b"\n")
            .chain_update(&self.name);
        Reference::from_bytes(hash.finalize().into())
    }

    /// Whether role and name can be kept.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let role = (1..=ROLE_LEN_MAX).contains(&self.role.len()) && !self.role.chars().any(char::is_control);
        role && self.name.len() <= NAME_LEN_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_salt_role_or_name_is_another_reference() {
        let person = |salt, role: &str, name: &str| {
            Person { role: role.into(), salt: Salt::from_bytes([salt; 16]), name: name.into() }.reference()
        };
        let all = [
            person(1, "black", "a"),
            person(2, "black", "a"),
            person(1, "white", "a"),
            person(1, "black", "b"),
        ];
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one));
        }
    }

    #[test]
    fn a_role_is_one_short_line() {
        let sound = |role: &str| {
            Person { role: role.into(), salt: Salt::from_bytes([0; 16]), name: "n".into() }.is_sound()
        };
        assert!(sound("black"));
        assert!(!sound("") && !sound("a\nb") && !sound(&"r".repeat(ROLE_LEN_MAX + 1)));
    }
}
