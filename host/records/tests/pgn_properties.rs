//! PGN: no bytes make the reader panic, and what was written is read back.

use proptest::prelude::*;
use records::pgn::{self, Game, MOST_WARNINGS, Move, MoveText, Score, Tag};

/// Pieces of PGN, whole and broken: random bytes alone would hardly ever make a game.
const PIECES: [&str; 60] = [
    "[Event \"",
    "[Event \"x\"]\n",
    "[Result \"1-0\"]\n",
    "[FEN \"8/8/8/8/8/8/8/8 b - - 0 9\"]\n",
    "\"]",
    "[",
    "]",
    "\\",
    "\"",
    "{",
    "}",
    "(",
    ")",
    ";",
    "\n",
    "\n\n",
    "\r\n",
    "\n%",
    " ",
    " ",
    " ",
    "1.",
    "1...",
    "2. ",
    "…",
    "$1",
    "$",
    "!",
    "?",
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "½-½",
    "0-0",
    "O-O-O+",
    "e4",
    "Nf3",
    "e7e8q",
    "e8(Q)",
    "--",
    "e.p.",
    "♘f3",
    "[%clk 0:00:05]",
    "[%emt 0:00:01.5]",
    "[%clk ",
    "[%emt",
    "0:00:07]",
    "[%eval 1.2]",
    "[%",
    "%",
    "\u{feff}",
    "\u{85}",
    "\0",
    "围棋",
    "é",
    "±",
    "N",
    "a",
    "TimeControl \"300\"",
];

fn broken_file() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        20 => prop::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    broken_file().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn any_move() -> impl Strategy<Value = Move> {
    let text =
        prop::sample::select(vec!["e4", "Nf3", "O-O", "e7e8q", "exd8=Q+", "--", "0000", "P@e4", "Ng1-f3"])
            .prop_map(|text| text.parse::<MoveText>().expect("a move"));
    let ms =
        prop::option::of(prop_oneof![any::<u64>(), 0..40_000_000u64, (0..9000u64).prop_map(|s| s * 1000)]);
    (text, prop::collection::vec(any::<u8>(), 0..3), any_text(), ms.clone(), ms).prop_map(
        |(text, nags, comment, clock_ms, elapsed_ms)| Move {
            nags,
            comment,
            clock_ms,
            elapsed_ms,
            ..text.into()
        },
    )
}

fn any_tag() -> impl Strategy<Value = Tag> {
    let name = prop_oneof![
        4 => prop::sample::select(vec![
            "Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN", "TimeControl",
            "Termination", "WhiteClock", "BlackClock", "ECO", "WhiteElo",
        ])
        .prop_map(str::to_owned),
        1 => any_text(),
    ];
    (name, any_text()).prop_map(|(name, value)| Tag { name, value })
}

fn any_game() -> impl Strategy<Value = Game> {
    let score = prop::sample::select(vec![Score::White, Score::Black, Score::Draw, Score::Open]);
    (
        prop::collection::vec(any_tag(), 0..12),
        any_text(),
        prop::collection::vec(any_move(), 0..12),
        prop::option::of(score),
    )
        .prop_map(|(tags, comment, moves, token)| Game {
            tags,
            comment,
            moves,
            token,
            variations: 0,
            byte: 0,
        })
}

/// The games without their places in the file.
fn placeless(mut games: Vec<Game>) -> Vec<Game> {
    for game in &mut games {
        game.byte = 0;
        game.moves.iter_mut().for_each(|played| played.byte = 0);
    }
    games
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check_places(&bytes)?;
    }

    #[test]
    fn no_broken_file_makes_it_panic(bytes in broken_file()) {
        check_places(&bytes)?;
        let games = pgn::read(&bytes).games;
        let standard: Vec<_> = games.iter().map(Game::standard).collect();
        prop_assert_eq!(placeless(pgn::read(pgn::write_all(&games).as_bytes()).games), standard);
    }

    #[test]
    fn what_was_written_is_read_back(games in prop::collection::vec(any_game(), 1..4)) {
        let text = pgn::write_all(&games);
        let back = pgn::read(text.as_bytes());
        let standard: Vec<_> = games.iter().map(Game::standard).collect();
        prop_assert_eq!(&placeless(back.games), &standard);
        for (game, standard) in games.iter().zip(&standard) {
            prop_assert_eq!(&standard.standard(), standard);
            prop_assert_eq!(pgn::write(standard), pgn::write(game));
        }
    }

    #[test]
    fn lines_are_short_and_other_programs_see_no_tag_in_them(game in any_game()) {
        let text = pgn::write(&game);
        let (tags, moves) = text.split_once("\n\n").unwrap();
        for line in tags.lines() {
            prop_assert!(line.starts_with('[') && line.ends_with("\"]"), "{line}");
        }
        for line in moves.lines() {
            prop_assert!(!line.starts_with(['[', '%']) && !line.is_empty() && !line.ends_with(' '), "{line}");
            let columns: usize = line.chars().map(|char| if char >= '\u{1100}' { 2 } else { 1 }).sum();
            prop_assert!(columns <= pgn::COLUMNS || !line.trim_start().contains(' '), "{line}");
        }
    }
}

/// What takes time beyond the file's length, or stack, would show here: it would take hours, or fall over.
#[test]
fn no_repetition_takes_long() {
    let pairs = [
        "{\n[Event \"x\"]\n",
        "(\n[Event \"x\"]\n",
        "{[%clk ",
        "e4 {[%clk 0:00:05]",
        "[A \"\\",
        "\" ]",
        "[A \"]\n",
        "((({",
        "1 ",
        "[Event\n",
        "e4 e5 ",
    ];
    for piece in PIECES.iter().chain(&pairs) {
        check_places(piece.repeat(300_000 / piece.len()).as_bytes()).expect(piece);
    }
    // What is guessed and put into UTF-8, in one line and in as many as can be.
    for piece in [
        &b"e4 {\xba\xda\xd6\xd0\xc5\xcc} "[..],
        b"\xba\xda\xd6\xd0\n\n",
        b"{\xba\xda}\ne4\n",
        b"\x83\x5c\x83\x7d",
        b"\xe6\xa3\x8b\xe6\n",
    ] {
        check_places(&piece.repeat(300_000 / piece.len())).expect("places in the file");
    }
    // Tags of different names, each looked for among those before it.
    let tags: String = (0..30_000).map(|number| format!("[T{number} \"\"]\n")).collect();
    let games = pgn::read(tags.as_bytes()).games;
    assert_eq!((games.len(), games[0].tags.len()), (1, 500));
}

/// Places are in the file and in order, and warnings are bounded.
fn check_places(bytes: &[u8]) -> Result<(), TestCaseError> {
    let collection = pgn::read(bytes);
    // A UTF-16 file is counted in its UTF-8 form.
    let end = bytes.len() * 3;
    let mut at = 0;
    for game in &collection.games {
        prop_assert!(game.byte >= at && game.byte <= end);
        at = game.byte;
        for played in &game.moves {
            prop_assert!(played.byte >= at && played.byte < end);
            at = played.byte;
        }
    }
    prop_assert!(collection.warnings.is_sorted_by_key(|warning| warning.byte));
    prop_assert!(collection.warnings.len() <= MOST_WARNINGS);
    let apart: usize = (0..collection.games.len()).map(|game| collection.warnings_of(game).len()).sum();
    prop_assert!(apart == collection.warnings.len() || collection.games.is_empty());
    Ok(())
}
