//! Inputs that came before the one in front of them: a line may let frames overtake each other.

use crate::limits::INPUTS_IN_FLIGHT;
use crate::message::Input;

/// As many as can be on their way, all of one start.
#[derive(Debug, Default)]
pub(super) struct Early(heapless::Vec<Input, INPUTS_IN_FLIGHT>);

impl Early {
    /// Keeps an input that is still to be taken. Where there is no room the unit sends it again.
    pub(super) fn keep(&mut self, input: &Input) {
        if self.0.iter().all(|kept| kept.seq != input.seq) {
            self.0.push(input.clone()).ok();
        }
    }

    /// Hands over the input of that number; what lies before it is taken already.
    pub(super) fn take(&mut self, seq: u32) -> Option<Input> {
        self.0.retain(|kept| kept.seq >= seq);
        let place = self.0.iter().position(|kept| kept.seq == seq)?;
        Some(self.0.swap_remove(place))
    }

    pub(super) fn forget(&mut self) {
        self.0.clear();
    }
}
