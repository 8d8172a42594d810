//! A desk for tests: quick, and no secret is safe with it.

use referee::{Desk, DeskError, Envelope, Salt, SealedText};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// Where no passphrase is given, this one is drawn.
const DRAWN: &str = "one two three four five six";

/// Seals by adding a stream that the passphrase makes. Every salt is the next number.
#[derive(Debug, Default)]
pub(crate) struct TestDesk {
    salts: u8,
}

impl Desk for TestDesk {
    fn salt(&mut self) -> Result<Salt, DeskError> {
        self.salts += 1;
        Ok(Salt::from_bytes([self.salts; 16]))
    }

    fn seal(&mut self, text: &SealedText, passphrase: Option<&str>) -> Result<Envelope, DeskError> {
        let passphrase = passphrase.unwrap_or(DRAWN);
        let armored = hex::encode(streamed(&text.to_padded_bytes(), passphrase));
        let passphrase = Zeroizing::new(passphrase.to_owned());
        Ok(Envelope { commitment: text.commitment(), armored, passphrase })
    }

    fn open(&mut self, envelope: &str, passphrase: &str) -> Result<SealedText, DeskError> {
        let bytes = hex::decode(envelope).map_err(|_| DeskError::NoEnvelope)?;
        SealedText::parse(&streamed(&bytes, passphrase)).map_err(|_| DeskError::WrongPassphrase)
    }
}

/// The bytes with the passphrase's stream over them; twice gives them back.
fn streamed(bytes: &[u8], passphrase: &str) -> Vec<u8> {
    let block = |number: usize| Sha256::digest(format!("{number} {passphrase}"));
    bytes.iter().enumerate().map(|(at, byte)| byte ^ block(at / 32)[at % 32]).collect()
}
