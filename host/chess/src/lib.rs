//! Chess: moves, endings, claims, and who can still mate.
