//! Which recordings a row of pieces is made of: as few as there can be, so that as much as possible is spoken in one.

use crate::numeral::Piece;

/// The longest row of pieces that one recording holds.
const PIECES_MAX: usize = 6;

/// The names of the recordings, or the first piece that none of them holds.
pub(crate) fn cover(pieces: &[Piece], known: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
    // From the end: how few recordings the rest takes, and how many pieces the first of them holds.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; pieces.len() + 1];
    best[pieces.len()] = Some((0, 0));
    for start in (0..pieces.len()).rev() {
        let longest = if pieces[start].begins { PIECES_MAX } else { 1 };
        for held in 1..=longest.min(pieces.len() - start) {
            let Some((rest, _)) = best[start + held] else { continue };
            let fewer = best[start].is_none_or(|(count, _)| rest < count);
            if fewer && (held > 1 || pieces[start].alone) && known(&joined(&pieces[start..start + held])) {
                best[start] = Some((rest + 1, held));
            }
        }
    }
    let mut names = Vec::new();
    let mut start = 0;
    while start < pieces.len() {
        let Some((_, held)) = best[start] else { return Err(stuck(pieces, &best)) };
        names.push(joined(&pieces[start..start + held]));
        start += held;
    }
    Ok(names)
}

fn joined(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.name.as_str()).collect::<Vec<_>>().join("-")
}

/// The last piece with which nothing begins that leads to the end.
fn stuck(pieces: &[Piece], best: &[Option<(usize, usize)>]) -> String {
    let last = pieces.iter().zip(best).rev().find(|(_, best)| best.is_none());
    last.map(|(piece, _)| piece.name.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(pieces: &str, known: &[&str]) -> Result<String, String> {
        let pieces: Vec<Piece> = pieces
            .split(' ')
            .map(|name| match name.strip_prefix('+') {
                Some(name) => Piece { begins: false, ..Piece::new(name) },
                None => Piece::new(name),
            })
            .collect();
        cover(&pieces, |name| known.contains(&name)).map(|names| names.join(" "))
    }

    #[test]
    fn as_few_recordings_as_there_can_be() {
        let known = ["left", "20", "4", "1", "minutes", "4-minutes", "1-minutes", "left-4-minutes"];
        for (pieces, names) in [
            ("left 4 minutes", Ok("left-4-minutes")),
            ("left 20 4 minutes", Ok("left 20 4-minutes")),
            ("left 20 +1 minutes", Ok("left 20 1 minutes")),
            ("1 minutes left 4 minutes", Ok("1-minutes left-4-minutes")),
            ("left 5 minutes", Err("5")),
        ] {
            assert_eq!(covered(pieces, &known), names.map(str::to_owned).map_err(str::to_owned), "{pieces}");
        }
    }
}
