//! What a display shows now, so that only what changes is drawn.

use embedded_graphics::prelude::DrawTarget;

use super::{Face, Palette};

/// A display's memory of what was drawn on it.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// None before the first face and after a failure.
    face: Option<Face>,
}

impl Shown {
    /// A display of which nothing is known.
    #[must_use]
    pub const fn new() -> Self {
        Self { face: None }
    }

    /// Brings the display to a face. After a failure the next face is drawn whole.
    ///
    /// # Errors
    /// The target's own.
    pub fn show<D: DrawTarget>(
        &mut self,
        face: Face,
        target: &mut D,
        palette: &Palette<D::Color>,
    ) -> Result<(), D::Error> {
        match self.face.take() {
            Some(old) => face.draw_changes(&old, target, palette)?,
            None => face.draw(target, palette)?,
        }
        self.face = Some(face);
        Ok(())
    }

    /// Forgets what the display shows, after it was switched off or drawn on by somebody else.
    pub fn forget(&mut self) {
        self.face = None;
    }
}
