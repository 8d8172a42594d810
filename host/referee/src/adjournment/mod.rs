//! Adjournment with a sealed move (封棋).

mod sealed_text;

pub use sealed_text::{
    Commitment, ParseCommitmentError, ParseSaltError, Salt, SealedText, SealedTextError, WRITTEN_MAX,
    check_written,
};
