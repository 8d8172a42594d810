//! Who seals envelopes and opens them: outside of the table, where there are random numbers and time to reckon.

use zeroize::Zeroizing;

use super::{Commitment, Salt, SealedText};

/// Seals moves and opens envelopes. A table holds what comes of it and never a passphrase or a move that is sealed.
pub trait Desk {
    /// A salt for the next move that is sealed.
    ///
    /// # Errors
    /// None can be had.
    fn salt(&mut self) -> Result<Salt, DeskError>;

    /// Seals a move, under this passphrase or one that is drawn.
    ///
    /// # Errors
    /// The move cannot be sealed.
    fn seal(&mut self, text: &SealedText, passphrase: Option<&str>) -> Result<Envelope, DeskError>;

    /// Opens an envelope.
    ///
    /// # Errors
    /// [`DeskError::WrongPassphrase`], or the envelope is none.
    fn open(&mut self, envelope: &str, passphrase: &str) -> Result<SealedText, DeskError>;
}

/// Where nothing is sealed.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDesk;

impl Desk for NoDesk {
    fn salt(&mut self) -> Result<Salt, DeskError> {
        Err(DeskError::NotSealed)
    }

    fn seal(&mut self, _: &SealedText, _: Option<&str>) -> Result<Envelope, DeskError> {
        Err(DeskError::NotSealed)
    }

    fn open(&mut self, _: &str, _: &str) -> Result<SealedText, DeskError> {
        Err(DeskError::NoEnvelope)
    }
}

/// An envelope as it was sealed.
#[derive(Clone)]
pub struct Envelope {
    /// What everybody may see.
    pub commitment: Commitment,
    /// The encrypted text, armored.
    pub armored: String,
    /// The passphrase that opens it, for the slip.
    pub passphrase: Zeroizing<String>,
}

/// The passphrase is not shown.
impl std::fmt::Debug for Envelope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Envelope").field("commitment", &self.commitment).finish_non_exhaustive()
    }
}

/// Why a desk does not seal or open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeskError {
    /// The passphrase is not the one.
    #[error("the passphrase does not open the envelope")]
    WrongPassphrase,
    /// What should be a passphrase is none.
    #[error("a passphrase has 1 to 256 bytes on one line")]
    NoPassphrase,
    /// What should be an envelope is none, or asks for more work than is done.
    #[error("this is no envelope that can be opened")]
    NoEnvelope,
    /// Nothing could be sealed.
    #[error("the move could not be sealed")]
    NotSealed,
}
