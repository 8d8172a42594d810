//! One game of a file, understood.

use rules::go::RuleSet;
use thiserror::Error;

use super::header::Header;
use super::komi::komi;
use super::nodes;
use super::record::{Place, Record};
use super::tree::Collection;
use super::warning::{Fault, Warning, Warnings};

/// A game's main line, and what was not as it should be in it.
#[derive(Clone, Debug)]
pub struct Game {
    /// The game.
    pub record: Record,
    /// RE as it stands in the file.
    pub result_text: String,
    /// KM as it stands in the file; empty if it is not understood.
    pub komi_text: String,
    /// What is wrong, in the file's order.
    pub warnings: Vec<Warning>,
    /// Where in the file each node's move stands, or the node's first property where there is no move.
    pub bytes: Vec<u32>,
}

/// Why a game could not be understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoGame {
    /// There are not so many games.
    #[error("there is no game {0}: the first is 0")]
    Missing(usize),
    /// It is another game than Go or gomoku, by its number in GM.
    #[error("GM[{0}] is neither Go (1) nor gomoku (4)")]
    OtherKind(u32),
    /// The board is not square.
    #[error("a board of {columns} by {rows} lines is not square")]
    NotSquare {
        /// Its columns.
        columns: u32,
        /// Its rows.
        rows: u32,
    },
    /// The board is too small or too large, or SZ is no number.
    #[error("SZ[{0}] is no board of 2 to 25 lines")]
    Size(String),
}

impl Game {
    pub(super) fn understand(collection: &Collection<'_>, number: usize) -> Result<Self, NoGame> {
        let root = *collection.tree.roots.get(number).ok_or(NoGame::Missing(number))?;
        let mut warnings = Warnings::default();
        let mut header = Header::read(collection, root, &mut warnings)?;
        let (nodes, mut bytes) = nodes::read(collection, root, header.record.size, &mut warnings);
        header.record.nodes = nodes;
        check(&header, &bytes, &mut warnings);
        collection.decoded.to_source(&mut bytes);
        let warnings = warnings.finish(|places| collection.decoded.to_source(places));
        let Header { record, result_text, komi_text, .. } = header;
        Ok(Self { record, result_text, komi_text, warnings, bytes })
    }

    /// Takes the komi for what KM means under other rules than the file's: 3.75 is a number of zi under the Chinese
    /// ones only. What is made of it, if that is anything else than what the file says.
    pub fn read_komi_by(&mut self, rules: RuleSet) -> Option<Fault> {
        let komi = komi(&self.komi_text, Some(rules))?;
        let before = self.record.komi.replace(komi.points);
        let text = self.komi_text.chars().take(80).collect();
        (komi.converted || before != Some(komi.points)).then_some(Fault::Komi { text, points: komi.points })
    }
}

/// What only the whole game shows.
fn check(header: &Header, bytes: &[u32], warnings: &mut Warnings) {
    let record = &header.record;
    let setup =
        record.nodes.iter().take_while(|node| node.played.is_none()).filter_map(|node| node.setup.as_ref());
    let stones = setup.map(|setup| setup.stones.black.len()).sum();
    if record.handicap >= 2 && stones != usize::from(record.handicap) {
        warnings.push(header.handicap_at, Fault::HandicapStones { handicap: record.handicap, stones });
    }
    let mut turn = None;
    for (node, &byte) in record.nodes.iter().zip(bytes) {
        turn = node.to_move.or(turn);
        let Some(played) = &node.played else { continue };
        if turn.is_some_and(|turn| turn != played.color) {
            warnings.push(byte, Fault::OutOfTurn(played.color));
        }
        turn = Some(played.color.opponent());
        if let Place::OffBoard(text) = &played.place {
            warnings.push(byte, Fault::OffBoard(text.chars().take(40).collect()));
        }
    }
}
