//! The desk of a rehearsal: it seals and opens at once, on the thread that plays.

use referee::{Desk, DeskError, Envelope, Salt, SealedText};
use zeroize::Zeroizing;

use crate::sealing::envelope::{self, OpenError};
use crate::sealing::passphrase::Passphrase;

/// Seals with age, and with salts that are drawn; a scenario may set its own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AgeDesk;

/// Draws a salt.
///
/// # Errors
/// If the system gives no random bytes.
pub(crate) fn draw_salt() -> Result<Salt, DeskError> {
    let mut bytes = Zeroizing::new([0; 16]);
    getrandom::fill(&mut bytes[..]).map_err(|_| DeskError::NotSealed)?;
    Ok(Salt::from_bytes(*bytes))
}

impl Desk for AgeDesk {
    fn salt(&mut self) -> Result<Salt, DeskError> {
        draw_salt()
    }

    fn seal(&mut self, text: &SealedText, passphrase: Option<&str>) -> Result<Envelope, DeskError> {
        seal(text, passphrase)
    }

    fn open(&mut self, envelope: &str, passphrase: &str) -> Result<SealedText, DeskError> {
        let passphrase = Passphrase::read(passphrase).map_err(|_| DeskError::WrongPassphrase)?;
        envelope::open(envelope, &passphrase).map_err(|error| match error {
            OpenError::WrongPassphrase => DeskError::WrongPassphrase,
            OpenError::TooMuchWork | OpenError::NoEnvelope | OpenError::NoSealedMove => DeskError::NoEnvelope,
        })
    }
}

/// Seals a move under a passphrase, or one that is drawn.
///
/// # Errors
/// The passphrase is none, or the system gives no random bytes.
pub(crate) fn seal(text: &SealedText, passphrase: Option<&str>) -> Result<Envelope, DeskError> {
    let passphrase = match passphrase {
        Some(given) => Passphrase::read(given).map_err(|_| DeskError::NoPassphrase)?,
        None => Passphrase::draw().map_err(|_| DeskError::NotSealed)?,
    };
    let armored = envelope::seal(text, &passphrase).map_err(|_| DeskError::NotSealed)?;
    let passphrase = Zeroizing::new(passphrase.words().to_owned());
    Ok(Envelope { commitment: text.commitment(), armored, passphrase })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(salt: Salt) -> SealedText {
        SealedText::new(salt, "rehearsal", 3, "D4").unwrap()
    }

    #[test]
    fn no_salt_is_drawn_twice() {
        assert_ne!(AgeDesk.salt().unwrap(), AgeDesk.salt().unwrap());
    }

    #[test]
    fn what_it_seals_it_opens_with_the_passphrase_that_it_gave() {
        let mut desk = AgeDesk;
        let sealed = text(desk.salt().unwrap());
        for given in [None, Some("one two")] {
            let Envelope { commitment, armored, passphrase } = desk.seal(&sealed, given).unwrap();
            assert_eq!(commitment, sealed.commitment());
            assert_eq!(given.unwrap_or(&passphrase), *passphrase);
            assert_eq!(desk.open(&armored, &passphrase), Ok(sealed.clone()));
            assert_eq!(desk.open(&armored, "another"), Err(DeskError::WrongPassphrase));
            assert_eq!(desk.open(&armored, ""), Err(DeskError::WrongPassphrase));
        }
        assert_eq!(desk.open("no age text", "one two"), Err(DeskError::NoEnvelope));
        assert_eq!(desk.seal(&sealed, Some("")).unwrap_err(), DeskError::NoPassphrase);
    }
}
