//! Codes by which a device becomes something at a table: shown by the arbiter as a QR code, used once, within minutes.

use std::collections::HashMap;

use tokio::time::{Duration, Instant};

use crate::access::role::Role;

/// How long a code is good.
pub(crate) const GOOD_FOR: Duration = Duration::from_secs(10 * 60);

/// Codes that may wait for somebody.
const WAITING_MAX: usize = 1_000;

/// Letters and digits that nobody takes for one another: 32 of them, so each holds five bits.
const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Letters of a code: 50 bits.
const CODE_LEN: usize = 10;

/// Codes that wait for somebody.
#[derive(Debug, Default)]
pub(crate) struct Pairings {
    waiting: HashMap<String, (Role, Instant)>,
}

impl Pairings {
    /// A new code for a role.
    ///
    /// # Errors
    /// The system gives no random bytes.
    pub(crate) fn offer(&mut self, role: Role, now: Instant) -> Result<String, getrandom::Error> {
        self.waiting.retain(|_, (_, until)| *until > now);
        if self.waiting.len() >= WAITING_MAX {
            let oldest =
                self.waiting.iter().min_by_key(|(_, (_, until))| *until).map(|(code, _)| code.clone());
            oldest.and_then(|code| self.waiting.remove(&code));
        }
        let mut bytes = [0; CODE_LEN];
        getrandom::fill(&mut bytes)?;
        let letter = |byte: u8| LETTERS.get(usize::from(byte % 32)).copied().unwrap_or(b'2');
        let code: String = bytes.into_iter().map(|byte| char::from(letter(byte))).collect();
        let until = now.checked_add(GOOD_FOR).unwrap_or(now);
        self.waiting.insert(code.clone(), (role, until));
        Ok(code)
    }

    /// What a code is for. It is good once.
    pub(crate) fn redeem(&mut self, code: &str, now: Instant) -> Option<Role> {
        let typed: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
        let (role, until) = self.waiting.remove(&typed.to_ascii_uppercase())?;
        (until > now).then_some(role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_code_is_good_once_and_for_ten_minutes() {
        let (mut pairings, now) = (Pairings::default(), Instant::now());
        let role = Role::Clock { table: 3 };
        let code = pairings.offer(role, now).unwrap();
        assert!(code.len() == CODE_LEN && code.bytes().all(|letter| LETTERS.contains(&letter)), "{code}");
        assert_eq!(pairings.redeem("23456789AB", now), None);
        let typed = format!(" {}-{} ", code[..5].to_lowercase(), &code[5..]);
        assert_eq!(pairings.redeem(&typed, now + GOOD_FOR - Duration::from_secs(1)), Some(role));
        assert_eq!(pairings.redeem(&code, now), None, "it was used");
        let late = pairings.offer(role, now).unwrap();
        assert_eq!(pairings.redeem(&late, now + GOOD_FOR), None);
    }

    #[tokio::test]
    async fn no_number_of_codes_takes_more_room() {
        let (mut pairings, now) = (Pairings::default(), Instant::now());
        let first = pairings.offer(Role::Arbiter, now).unwrap();
        for second in 1..=1_000 {
            pairings.offer(Role::Arbiter, now + Duration::from_millis(second)).unwrap();
        }
        assert_eq!(pairings.waiting.len(), WAITING_MAX);
        assert_eq!(pairings.redeem(&first, now), None);
    }
}
