//! What a saying sounds like: in words, or in tones where there are none.

use std::sync::Arc;

use crate::pack::Pack;
use crate::saying::Saying;
use crate::tones::tones;

/// Who speaks. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Voice {
    pack: Option<Arc<Pack>>,
}

/// What sounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Utterance {
    /// All of it, in one.
    pub samples: Arc<[i16]>,
    /// Whether it is tones.
    pub tones: bool,
}

impl Voice {
    /// Words of a pack; what that does not have is told in tones.
    #[must_use]
    pub fn of(pack: Arc<Pack>) -> Self {
        Self { pack: Some(pack) }
    }

    /// Tones alone.
    #[must_use]
    pub const fn tones() -> Self {
        Self { pack: None }
    }

    /// The pack whose words it speaks.
    #[must_use]
    pub fn pack(&self) -> Option<&Pack> {
        self.pack.as_deref()
    }

    /// What a saying sounds like.
    #[must_use]
    pub fn utter(&self, saying: &Saying) -> Utterance {
        let words = self.pack.as_ref().and_then(|pack| pack.say(saying).ok());
        match words {
            Some(clips) => {
                let samples = clips.iter().flat_map(|clip| clip.samples.iter().copied()).collect();
                Utterance { samples, tones: false }
            }
            None => Utterance { samples: tones(saying).into(), tones: true },
        }
    }
}
