//! Policies as tables of earlier versions were opened with them: they stay readable.

use serde::{Deserialize, Deserializer};

use super::Wording;

/// An article: one text for both languages once.
pub(super) fn article<'de, D: Deserializer<'de>>(from: D) -> Result<Wording, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Article {
        Alike(String),
        Each(Wording),
    }
    Ok(match Article::deserialize(from)? {
        Article::Alike(text) => Wording::alike(text),
        Article::Each(wording) => wording,
    })
}
