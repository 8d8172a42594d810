//! The envelope: an age text (age-encryption.org/v1) that one passphrase opens.

use std::io::{self, Read, Write};
use std::iter::once;

use age::armor::{ArmoredReader, ArmoredWriter, Format};
use age::scrypt::{Identity, Recipient};
use age::{DecryptError, Decryptor, EncryptError, Encryptor};
use referee::SealedText;
use zeroize::Zeroizing;

use crate::sealing::passphrase::Passphrase;

/// How hard a passphrase is to try: 2^15 rounds of scrypt, 32 MiB. A Pi opens an envelope in a second or two.
const WORK_FACTOR: u8 = 15;

/// The hardest envelope that is tried: 2^20 rounds, 1 GiB.
const WORK_FACTOR_MAX: u8 = 20;

/// The longest text that an envelope of ours can hold, in bytes: a game's name is no longer than an order.
const TEXT_MAX: u64 = 16 * 1_024;

/// Why nothing can be sealed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SealError {
    /// What age says.
    #[error("the move cannot be sealed: {0}")]
    Age(#[from] EncryptError),
    /// Writing to memory failed.
    #[error("the move cannot be sealed: {0}")]
    Io(#[from] io::Error),
}

/// Why an envelope does not open. It says nothing of what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OpenError {
    /// Another passphrase opens it, if one does.
    #[error("this passphrase does not open the envelope")]
    WrongPassphrase,
    /// It is harder than 2^20.
    #[error("the envelope's work factor is above {WORK_FACTOR_MAX}: it is not tried")]
    TooMuchWork,
    /// It is no age text, or not one with a passphrase.
    #[error("this is no age text that a passphrase opens, or it is damaged")]
    NoEnvelope,
    /// It opened, and holds something else.
    #[error("the envelope does not hold a sealed move")]
    NoSealedMove,
}

/// Puts a move into an envelope: armored text.
///
/// # Errors
/// Where the system gives no random bytes.
pub(crate) fn seal(text: &SealedText, passphrase: &Passphrase) -> Result<String, SealError> {
    seal_with(text, passphrase, WORK_FACTOR)
}

fn seal_with(text: &SealedText, passphrase: &Passphrase, work_factor: u8) -> Result<String, SealError> {
    let mut recipient = Recipient::new(passphrase.to_secret());
    recipient.set_work_factor(work_factor);
    let encryptor = Encryptor::with_recipients(once(&recipient as &dyn age::Recipient))?;
    let armored = ArmoredWriter::wrap_output(Vec::new(), Format::AsciiArmor)?;
    let mut writer = encryptor.wrap_output(armored)?;
    writer.write_all(&text.to_padded_bytes())?;
    let bytes = writer.finish()?.finish()?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error).into())
}

/// Opens an envelope.
///
/// # Errors
/// Why it does not open.
pub(crate) fn open(envelope: &str, passphrase: &Passphrase) -> Result<SealedText, OpenError> {
    let decryptor = Decryptor::new(ArmoredReader::new(envelope.as_bytes())).map_err(|error| why(&error))?;
    if !decryptor.is_scrypt() {
        return Err(OpenError::NoEnvelope);
    }
    let mut identity = Identity::new(passphrase.to_secret());
    identity.set_max_work_factor(WORK_FACTOR_MAX);
    let reader = decryptor.decrypt(once(&identity as &dyn age::Identity)).map_err(|error| why(&error))?;
    let mut bytes = Zeroizing::new(Vec::new());
    reader.take(TEXT_MAX).read_to_end(&mut bytes).map_err(|_| OpenError::NoEnvelope)?;
    SealedText::parse(&bytes).map_err(|_| OpenError::NoSealedMove)
}

fn why(error: &DecryptError) -> OpenError {
    use DecryptError::{DecryptionFailed, ExcessiveWork, KeyDecryptionFailed, NoMatchingKeys};
    if matches!(error, DecryptionFailed | KeyDecryptionFailed | NoMatchingKeys) {
        OpenError::WrongPassphrase
    } else if matches!(error, ExcessiveWork { .. }) {
        OpenError::TooMuchWork
    } else {
        OpenError::NoEnvelope
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(written: &str) -> SealedText {
        let salt = "00112233445566778899aabbccddeeff".parse().unwrap();
        SealedText::new(salt, "rehearsal", 102, written).unwrap()
    }

    fn phrase(words: &str) -> Passphrase {
        Passphrase::read(words).unwrap()
    }

    #[test]
    fn an_envelope_opens_with_its_passphrase_alone() {
        let sealed = seal(&text("Q16"), &phrase("one two")).unwrap();
        assert!(sealed.starts_with("-----BEGIN AGE ENCRYPTED FILE-----\n"), "{sealed}");
        assert!(sealed.ends_with("-----END AGE ENCRYPTED FILE-----\n"), "{sealed}");
        assert_eq!(open(&sealed, &phrase("one two")), Ok(text("Q16")));
        assert_eq!(open(&sealed, &phrase("one  two")), Err(OpenError::WrongPassphrase));
        assert_eq!(open(&sealed, &phrase("One two")), Err(OpenError::WrongPassphrase));
    }

    #[test]
    fn all_envelopes_of_a_game_are_of_one_length_and_none_is_like_another() {
        let sealed: Vec<String> = ["D4", "resign", "我认输了，谢谢", &"封".repeat(64)]
            .map(|written| seal_with(&text(written), &phrase("one two"), 1).unwrap())
            .into();
        assert!(sealed.iter().all(|other| other.len() == sealed[0].len()), "{sealed:?}");
        assert_ne!(sealed[0], seal_with(&text("D4"), &phrase("one two"), 1).unwrap());
    }

    #[test]
    fn a_damaged_envelope_is_told_from_a_wrong_passphrase() {
        let sealed = seal_with(&text("Q16"), &phrase("one two"), 1).unwrap();
        let other = sealed.replacen("----\n", "----\nAAAA", 1);
        for damaged in ["", "Q16", &sealed[..sealed.len() / 2], other.as_str()] {
            assert_eq!(open(damaged, &phrase("one two")), Err(OpenError::NoEnvelope), "{damaged}");
        }
    }

    #[test]
    fn an_envelope_that_would_take_hours_is_not_tried() {
        let sealed = header("21");
        assert_eq!(open(&sealed, &phrase("one two")), Err(OpenError::TooMuchWork));
    }

    #[test]
    fn another_text_of_age_is_no_sealed_move() {
        let recipient = {
            let mut recipient = Recipient::new(phrase("one two").to_secret());
            recipient.set_work_factor(1);
            recipient
        };
        let other = age::encrypt_and_armor(&recipient, b"Q16\n").unwrap();
        assert_eq!(open(&other, &phrase("one two")), Err(OpenError::NoSealedMove));
    }

    /// The header of an age text whose passphrase needs so much work; nothing of it was ever encrypted.
    fn header(work: &str) -> String {
        let text = format!(
            "age-encryption.org/v1\n-> scrypt AAECAwQFBgcICQoLDA0ODw {work}\n\
             AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n--- AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n"
        );
        let mut armored = ArmoredWriter::wrap_output(Vec::new(), Format::AsciiArmor).unwrap();
        armored.write_all(text.as_bytes()).unwrap();
        armored.write_all(&[0; 64]).unwrap();
        String::from_utf8(armored.finish().unwrap()).unwrap()
    }
}
