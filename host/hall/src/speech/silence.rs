//! Why nothing is heard at a table, and since when.

use std::collections::VecDeque;

use clock::Instant;

use super::VoiceSetting;
use crate::entry::Unspoken;

/// Changes that are remembered.
const KEPT: usize = 128;

/// Why a table that is so set is silent whoever speaks for it.
pub(super) const fn by_setting(voice: VoiceSetting) -> Option<Unspoken> {
    if voice.muted || voice.volume == 0 {
        Some(Unspoken::Muted)
    } else if voice.quiet {
        Some(Unspoken::Quiet)
    } else {
        None
    }
}

/// From when on nothing was heard, and why; none where somebody was.
#[derive(Clone, Debug, Default)]
pub(super) struct Silences(VecDeque<(Instant, Option<Unspoken>)>);

impl Silences {
    /// So it is from then on.
    pub(super) fn note(&mut self, at: Instant, silence: Option<Unspoken>) {
        if self.0.back().is_none_or(|(_, before)| *before != silence) {
            self.0.push_back((at, silence));
            self.0.drain(..self.0.len().saturating_sub(KEPT));
        }
    }

    /// How it was then; nobody spoke before the first change that is known.
    pub(super) fn at(&self, at: Instant) -> Option<Unspoken> {
        let before = self.0.iter().rev().find(|(since, _)| *since <= at);
        before.map_or(Some(Unspoken::Nobody), |(_, silence)| *silence)
    }
}
