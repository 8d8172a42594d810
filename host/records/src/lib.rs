//! Game records: SGF and PGN, forgiving in, strict out.
