//! The two libraries' colours.

use rules::Color;

/// Our name of the other library's colour.
pub(crate) fn from_shakmaty(color: shakmaty::Color) -> Color {
    color.fold_wb(Color::White, Color::Black)
}
