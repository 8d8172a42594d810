//! How it ends when a thread drives a device.

/// Why a device is not driven any more.
#[derive(Debug)]
pub(crate) enum Ended<F> {
    /// The hall's task has ended, and what it told last was carried out.
    Over,
    /// It must be opened anew.
    Failed(F),
}

impl<F> From<F> for Ended<F> {
    fn from(fault: F) -> Self {
        Self::Failed(fault)
    }
}
