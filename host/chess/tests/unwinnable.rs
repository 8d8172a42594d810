//! Who can still mate (FIDE 6.9) and dead positions (5.2.2), on labelled positions.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use chess::{CanMate, Dead, can_mate, is_dead};
use proptest::prelude::*;
use rules::Color;
use shakmaty::fen::Fen;
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, File, Position, PositionError, Rank, Role, Setup, Square, attacks,
};

/// The bound for the labelled positions: low enough for the gate.
const FEW: u64 = 40_000;

const VECTORS: &str = include_str!("data/cha-unwinnability/test-vector.txt");
const LEAST_MATERIALS: usize = 40;
const TABLE: &str = include_str!("data/unwinnable.txt");

/// Positions with too many men for a game are among the labelled ones.
fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap()
}

/// The labelled positions: whether White can mate, whether Black can, the position.
fn vectors() -> impl Iterator<Item = ([bool; 2], &'static str)> {
    VECTORS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (label, fen) = line.split_once(' ').unwrap();
        ([label.starts_with('W'), label.ends_with('B')], fen)
    })
}

/// How many of the labelled answers were found.
#[derive(Debug, Default, PartialEq, Eq)]
struct Score {
    can: usize,
    can_found: usize,
    cannot: usize,
    cannot_found: usize,
    dead: usize,
    dead_found: usize,
}

#[test]
fn labelled_positions_are_never_called_wrongly_and_mostly_decided() {
    let mut score = Score::default();
    for (label, fen) in vectors() {
        let position = position(fen);
        let answers = [Color::White, Color::Black].map(|color| can_mate(&position, color, FEW));
        for (can, answer) in label.into_iter().zip(answers) {
            let (all, found, right, wrong) = if can {
                (&mut score.can, &mut score.can_found, CanMate::Possible, CanMate::Impossible)
            } else {
                (&mut score.cannot, &mut score.cannot_found, CanMate::Impossible, CanMate::Possible)
            };
            assert_ne!(answer, wrong, "{fen}");
            *all += 1;
            *found += usize::from(answer == right);
        }
        let dead = label == [false, false];
        score.dead += usize::from(dead);
        score.dead_found += usize::from(dead && answers == [CanMate::Impossible; 2]);
    }
    let expected =
        Score { can: 1178, can_found: 1054, cannot: 1226, cannot_found: 1147, dead: 533, dead_found: 502 };
    assert_eq!(score, expected);
}

#[test]
fn who_can_mate_by_material_is_as_in_the_table() {
    let lines: Vec<&str> = TABLE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert!(lines.len() >= LEAST_MATERIALS, "only {} rows", lines.len());
    for line in lines {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let expected = if cells[2] == "yes" { CanMate::Possible } else { CanMate::Impossible };
        assert_eq!(can_mate(&position(cells[3]), Color::White, FEW), expected, "{line}");
        assert_eq!(can_mate(&mirrored(&position(cells[3])), Color::Black, FEW), expected, "mirrored: {line}");
    }
}

/// Whether any position of two kings, the winner's one man and the loser's is mate. By symmetry the king to be mated
/// stands in one quarter of the board.
fn a_mate_exists(winner: Role, loser: Option<Role>, allowed: fn(Square, Square) -> bool) -> bool {
    let squares = || Square::ALL.into_iter();
    let quarter = squares().filter(|square| square.file() <= File::D && square.rank() <= Rank::Fourth);
    quarter.into_iter().any(|king| {
        let lines = squares().flat_map(|man| squares().map(move |other| (man, other)));
        lines.filter(|&(man, other)| allowed(man, other)).any(|(man, other)| {
            let attacks = attacks::attacks(man, winner.of(shakmaty::Color::White), king.into());
            attacks.contains(king) && squares().any(|ours| is_mate(king, ours, (man, winner), (other, loser)))
        })
    })
}

/// Whether Black's king is mated by White's king and man.
fn is_mate(king: Square, ours: Square, man: (Square, Role), other: (Square, Option<Role>)) -> bool {
    let mut setup = Setup::empty();
    setup.turn = shakmaty::Color::Black;
    if let Some(role) = other.1 {
        setup.board.set_piece_at(other.0, role.of(shakmaty::Color::Black));
    }
    setup.board.set_piece_at(man.0, man.1.of(shakmaty::Color::White));
    setup.board.set_piece_at(ours, Role::King.of(shakmaty::Color::White));
    setup.board.set_piece_at(king, Role::King.of(shakmaty::Color::Black));
    let men = 3 + usize::from(other.1.is_some());
    setup.board.occupied().count() == men
        && setup.position::<Chess>(CastlingMode::Standard).is_ok_and(|position| position.is_checkmate())
}

#[test]
fn mates_exist_only_where_the_table_has_them() {
    use Role::{Bishop, Knight, Queen, Rook};
    let any = |_: Square, _: Square| true;
    let same = |man: Square, other: Square| man.is_light() == other.is_light();
    let unlike = |man: Square, other: Square| man.is_light() != other.is_light();
    for loser in [Knight, Bishop, Rook] {
        assert!(a_mate_exists(Knight, Some(loser), any), "N against {loser:?}");
    }
    assert!(!a_mate_exists(Knight, Some(Queen), any));
    assert!(!a_mate_exists(Knight, None, |_, other| other == Square::A1));
    assert!(!a_mate_exists(Bishop, None, |_, other| other == Square::A1));
    assert!(a_mate_exists(Bishop, Some(Knight), any));
    assert!(a_mate_exists(Bishop, Some(Bishop), unlike));
    assert!(!a_mate_exists(Bishop, Some(Bishop), same));
    assert!(!a_mate_exists(Bishop, Some(Rook), any));
    assert!(!a_mate_exists(Bishop, Some(Queen), any));
}

#[test]
fn positions_are_dead_where_neither_side_has_a_mate() {
    let cases = [
        ("8/8/8/1p1p1p1k/1P1P1P1p/7P/7K/8 w - - 0 1", Dead::Yes),
        ("8/8/3k4/8/8/3K4/8/8 w - - 0 1", Dead::Yes),
        ("8/8/3k4/8/8/3K4/3N4/8 b - - 0 1", Dead::Yes),
        ("8/2b5/3k4/8/8/3K4/3B4/8 w - - 0 1", Dead::Yes),
        ("8/3b4/3k4/8/8/3K4/3B4/8 w - - 0 1", Dead::No),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Dead::Yes),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Dead::No),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Dead::No),
    ];
    for (fen, dead) in cases {
        assert_eq!(is_dead(&position(fen), FEW), dead, "{fen}");
    }
}

#[test]
fn no_bound_is_too_small_and_too_many_men_are_undecided() {
    let start = Chess::default();
    assert_eq!(can_mate(&start, Color::White, 0), CanMate::Undecided);
    assert_eq!(is_dead(&start, 0), Dead::Undecided);
    let crowd = position("kqqqqqqq/qqqqqqqq/qqqqqqqq/8/8/RRRRRRRR/RRRRRRRR/KRRRRRRR w - - 0 1");
    assert_eq!(can_mate(&crowd, Color::White, FEW), CanMate::Undecided);
}

/// The position with the sides changed.
fn mirrored(position: &Chess) -> Chess {
    position
        .to_setup(EnPassantMode::PseudoLegal)
        .into_mirrored()
        .position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    /// Whatever is played: what was impossible stays so, and what is possible was so before.
    #[test]
    fn lines_of_play_agree(which in 0usize..1202, choices in proptest::collection::vec(any::<u16>(), 1..24)) {
        let (_, fen) = vectors().nth(which).unwrap();
        let mut position = position(fen);
        let mut before = [CanMate::Undecided; 2];
        for choice in choices {
            let answers = [Color::White, Color::Black].map(|color| can_mate(&position, color, 2_000));
            for (earlier, later) in before.into_iter().zip(answers) {
                prop_assert!(!(earlier == CanMate::Impossible && later == CanMate::Possible), "{}", fen);
            }
            before = answers;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[usize::from(choice) % moves.len()]);
        }
    }

    /// The sides may change colours.
    #[test]
    fn colours_do_not_matter(which in 0usize..1202) {
        let (_, fen) = vectors().nth(which).unwrap();
        let position = position(fen);
        let other = mirrored(&position);
        for color in Color::BOTH {
            let answers = [can_mate(&position, color, 3_000), can_mate(&other, color.opponent(), 3_000)];
            let undecided = answers.contains(&CanMate::Undecided);
            prop_assert!(undecided || answers[0] == answers[1], "{}: {:?}", fen, answers);
        }
    }
}
