//! Which build this is: a mark that the linker makes of everything in it. RAM outlives a new program; what another one
//! left there means nothing to this one.

/// The linker's note: four words (lengths, kind, whose), and the first one of the mark.
type Note = [u32; 5];

unsafe extern "C" {
    /// Where memory.x puts it.
    static BUILD_NOTE: Note;
}

/// The mark of this build.
pub(crate) fn mark() -> u32 {
    // SAFETY: the linker has put it there, and nobody writes it.
    let [.., mark] = unsafe { BUILD_NOTE };
    mark
}
