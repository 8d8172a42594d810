//! What real records do that the format does not foresee, one case each.

#![expect(clippy::unwrap_used, reason = "a test fails where a value is missing")]

use records::GameResult;
use records::sgf::{self, Fault, Game, NoGame, Overtime, Place, Unreadable};
use rules::{Color, Quarters};

fn game(bytes: &[u8]) -> Game {
    sgf::read(bytes).unwrap().game(0).unwrap()
}

fn moves(game: &Game) -> String {
    let moves = game.record.moves().map(|played| match &played.place {
        Place::Point(point) => format!("{}{point}", &played.color.as_str()[..1]),
        Place::Pass => format!("{}-", &played.color.as_str()[..1]),
        Place::OffBoard(text) => format!("{}?{text}", &played.color.as_str()[..1]),
    });
    moves.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_result_in_gbk_without_ca() {
    let game = game(b"(;RE[\xba\xda\xb2\xbb\xbc\xc6\xb5\xe3\xca\xa4];B[pd])");
    assert_eq!(game.result_text, "黑不计点胜");
    assert_eq!(game.record.result.unwrap().to_string(), "B+R");
}

#[test]
fn second_bytes_that_are_brackets_and_backslashes() {
    // Shift_JIS 表 ends in a backslash, 充 in a bracket; Big5 許 in a backslash.
    let japanese = game(b"(;CA[Shift_JIS]PB[\x95\x5c]PW[\x8f\x5b\x95\x5c];B[pd])");
    let names =
        |game: &Game| [game.record.players.black.name.clone(), game.record.players.white.name.clone()];
    assert_eq!(
        (names(&japanese), moves(&japanese)),
        (["表".to_owned(), "充表".to_owned()], "bQ16".to_owned())
    );
    let chinese = game(b"(;CA[Big5]PB[\xb3\\\xa5\\]PW[\xb3\\];B[pd])");
    assert_eq!((names(&chinese), moves(&chinese)), (["許功".to_owned(), "許".to_owned()], "bQ16".to_owned()));
}

#[test]
fn places_are_those_of_the_file_in_any_encoding() {
    let gbk = b"(;CA[GBK]SZ[19]PB[\xba\xda\xca\xa4]KM[soon];B[pd];W[zz])";
    let utf8 = "\u{feff}(;CA[UTF-8]SZ[19]PB[黑胜]KM[soon];B[pd];W[zz])";
    let utf16: Vec<u8> = std::iter::once(0xfeff_u16)
        .chain("(;SZ[19]PB[黑胜]KM[soon];B[pd];W[zz])".encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    for (bytes, width) in [(gbk.as_slice(), 1), (utf8.as_bytes(), 1), (&utf16, 2)] {
        let find = |text: &str| {
            let text: Vec<u8> = text.bytes().flat_map(|byte| [byte, 0].into_iter().take(width)).collect();
            bytes.windows(text.len()).position(|window| window == text).unwrap()
        };
        let game = game(bytes);
        let warned: Vec<usize> = game.warnings.iter().map(|warning| warning.byte).collect();
        assert_eq!(warned, [find("KM"), find("zz")], "{:?}", game.warnings);
        let moves: Vec<usize> = game.bytes[1..].iter().map(|&byte| byte as usize).collect();
        assert_eq!(moves, [find("pd"), find("zz")]);
    }
}

#[test]
fn utf8_cut_inside_a_character() {
    let game = game(b"(;CA[UTF-8]BR[15\xe7\xba]WR[\xe7\xba\xa7];B[pd])");
    assert_eq!(game.record.players.black.rank, "15\u{fffd}");
    assert_eq!((game.record.players.white.rank.as_str(), moves(&game).as_str()), ("级", "bQ16"));
}

#[test]
fn names_with_small_letters_and_in_small_letters_only() {
    let game = game(b"(;GaMe[1]SiZe[9]PlayerBlack[hi]CoPyright[me];Black[ff];White[gd];b[aa])");
    assert_eq!((game.record.size.lines(), moves(&game).as_str()), (9, "bF4 wG6 bA9"));
    assert_eq!(game.record.players.black.name, "hi");
}

#[test]
fn passes_in_all_their_forms() {
    assert_eq!(moves(&game(b"(;SZ[19];B[];W[tt];B[ ];W[\n];B[Pass])")), "b- w- b- w- b-");
    assert_eq!(moves(&game(b"(;SZ[21];B[];W[tt])")), "b- wU2");
}

#[test]
fn a_missing_size_is_nineteen_or_what_the_points_demand() {
    for (file, lines) in [
        ("(;B[pd];W[tt])", 19),
        ("(;B[ud])", 21),
        ("(;B[zz])", 19),
        ("(;GM[4];B[hh])", 15),
        ("(;GM[4];B[pd])", 19),
    ] {
        let game = game(file.as_bytes());
        assert_eq!(game.record.size.lines(), lines, "{file}");
        assert!(game.warnings.iter().any(|warning| warning.what == Fault::NoSize(lines)), "{file}");
    }
}

#[test]
fn boards_and_games_that_are_refused() {
    let refused = |file: &str| sgf::read(file.as_bytes()).unwrap().game(0).unwrap_err();
    assert_eq!(refused("(;SZ[19:25])"), NoGame::NotSquare { columns: 19, rows: 25 });
    for size in ["-10", "200", "1", "0", "big"] {
        assert_eq!(refused(&format!("(;SZ[{size}])")), NoGame::Size(size.to_owned()));
    }
    assert_eq!(refused("(;GM[3])"), NoGame::OtherKind(3));
    assert_eq!(game(b"(;GM[game of go]SZ[19:19];B[aa])").record.size.lines(), 19);
    assert!(matches!(sgf::read(b"\\HS\n\\[GIBOKIND=Global\\]"), Err(Unreadable::NotSgf(_))));
    assert!(matches!(sgf::read(b""), Err(Unreadable::NotSgf(_))));
}

#[test]
fn several_moves_in_a_node_are_played_in_order() {
    let game = game(b"(;SZ[9];B[aa][bb]W[cc]C[here];AB[dd]PL[W]W[ee])");
    assert_eq!(moves(&game), "bA9 bB8 wC7 wE5");
    let comments: Vec<&str> = game.record.nodes.iter().map(|node| node.comment.as_str()).collect();
    assert_eq!(comments, ["", "", "", "here", ""]);
    assert_eq!(game.bytes[1..], [10, 14, 19, 43]);
}

#[test]
fn who_moves_first() {
    for (file, first) in [
        ("(;)", Color::Black),
        ("(;;W[aa])", Color::White),
        ("(;HA[2]AB[dd][pp])", Color::White),
        ("(;HA[2]AB[dd][pp]PL[B];B[aa])", Color::Black),
        ("(;HA[1];B[aa])", Color::Black),
        ("(;AB[dd];PL[W];AE[dd];B[aa])", Color::White),
        ("(;;B[aa];PL[W])", Color::Black),
    ] {
        assert_eq!(game(file.as_bytes()).record.first(), first, "{file}");
    }
}

#[test]
fn komi_of_servers() {
    for (file, points) in [
        ("(;KM[])", None),
        ("(;KM[0])", Some(0)),
        ("(;RU[Chinese]KM[375])", Some(30)),
        ("(;RU[Chinese]KM[3.75])", Some(30)),
        ("(;RU[Japanese]KM[650])", Some(26)),
        ("(;KM[6,5])", Some(26)),
        ("(;KM[6.5]KM[7.5])", Some(26)),
    ] {
        assert_eq!(game(file.as_bytes()).record.komi, points.map(Quarters), "{file}");
    }
}

#[test]
fn times_of_servers() {
    let five_by_thirty = Overtime::ByoYomi { periods: 5, period_ms: 30_000 };
    for (file, ms, overtime) in [
        ("(;TM[60]TC[3]TT[20])", 60_000, Some(Overtime::ByoYomi { periods: 3, period_ms: 20_000 })),
        ("(;TM[25:00 + 00:30(5)])", 1_500_000, Some(five_by_thirty.clone())),
        ("(;TM[0]OT[5x30 byo-yomi])", 0, Some(five_by_thirty.clone())),
        ("(;TM[1時間]LT[30秒]LC[5回])", 3_600_000, Some(five_by_thirty)),
        ("(;TM[142.7]OT[our own])", 142_700, Some(Overtime::Other("our own".to_owned()))),
        ("(;TM[9 hours])", 32_400_000, None),
    ] {
        let record = game(file.as_bytes()).record;
        assert_eq!((record.main_time_ms, record.overtime), (Some(ms), overtime), "{file}");
    }
    let left = game(b"(;SZ[9];B[aa]BL[59.25]OB[3];W[bb]WL[-1])").record.nodes;
    assert_eq!((left[1].left.black.ms, left[1].left.black.overtime), (Some(59_250), Some(3)));
    assert_eq!(left[2].left.white.ms, None);
}

#[test]
fn broken_structure() {
    for (file, expected) in [
        ("some mail\n(;SZ[9];B[aa];W[bb])", "bA9 wB8"),
        ("(;SZ[9];B[aa];W[bb]", "bA9 wB8"),
        ("(;SZ[9];B[aa];W[b", "bA9"),
        ("(;SZ[9];B[aa];W[", "bA9"),
        ("(;SZ[9];B[aa;W[bb];B[cc])", "bA9 wB8 bC7"),
        ("(;SZ[9];B[aa]));W[bb])", "bA9"),
        ("((;SZ[9];B[aa];W[bb]))", "bA9 wB8"),
        ("(SZ[9];B[aa])", "bA9"),
        (";SZ[9];B[aa];W[bb]", "bA9 wB8"),
        ("(;SZ[9]C[a [15k]: hi];B[aa])", "bA9"),
        ("(;SZ[9]C[(see [1])]US[x];B[aa])", "bA9"),
        ("(;SZ[9] ;B [aa] ;W\n[bb])", "bA9 wB8"),
        ("(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))", "bA9 wB8 bC7"),
    ] {
        assert_eq!(moves(&game(file.as_bytes())), expected, "{file}");
    }
}

#[test]
fn numbers_whose_bracket_is_missing_end_with_the_next_property_or_node() {
    for (head, lines, black, komi, handicap) in [
        ("SZ[9", 9, "", None, 0),
        ("SZ[9PB[Ke]", 9, "Ke", None, 0),
        ("SZ[9\nPB[Ke]", 9, "Ke", None, 0),
        ("SZ[13\r\n", 13, "", None, 0),
        ("GM[1SZ[9]PB[Ke]", 9, "Ke", None, 0),
        ("FF[4GM[1SZ[9KM[6.5PB[Ke]", 9, "Ke", Some(26), 0),
        ("SZ[9]KM[6.5", 9, "", Some(26), 0),
        ("SZ[9]HA[2AB[gc][cg]PB[Ke]", 9, "Ke", None, 2),
        ("SZ[9]PB[Ke [9p\\]; 2]", 9, "Ke [9p]; 2", None, 0),
    ] {
        let file = format!("(;{head};B[ee];W[aa])");
        let game = game(file.as_bytes());
        let record = &game.record;
        let found = (record.size.lines(), record.players.black.name.as_str(), record.komi, record.handicap);
        assert_eq!(found, (lines, black, komi.map(Quarters), handicap), "{file}");
        assert_eq!(record.moves().count(), 2, "{file}");
    }
    // The warning names the bracket that is not closed.
    let file = b"(;SZ[9;B[ee])";
    let warnings = sgf::read(file).unwrap();
    assert_eq!(warnings.warnings()[0].to_string(), "byte 4: the value that begins here is not closed by `]`");
    // What a move lacks may stand before a property, too.
    assert_eq!(moves(&game(b"(;SZ[9];B[aaBL[30];W[bbC[well];B[cc])")), "bA9 wB8 bC7");
}

#[test]
fn what_both_lose_is_written_as_it_was() {
    for text in ["双负", "Both lose", "0-0"] {
        let game = game(format!("(;SZ[9]RE[{text}];B[aa])").as_bytes());
        assert_eq!(game.record.result, Some(GameResult::BothLost), "{text}");
        assert!(game.warnings.is_empty(), "{:?}", game.warnings);
        assert!(sgf::write(&game.record).contains(&format!("RE[{text}]")), "{text}");
    }
}

#[test]
fn results_and_rules_that_are_not_wholly_understood_are_warned_of() {
    for (head, warning) in [
        ("RE[B+1e9]", Some("byte 7: RE[B+1e9] is taken as B+")),
        ("RE[B+-3]", Some("byte 7: RE[B+-3] is taken as B+")),
        ("RE[B+R (illegal)]", Some("byte 7: RE[B+R (illegal)] is taken as B+R")),
        ("RE[B+0]", None),
        ("RU[Japanese]", None),
        ("RU[Tibetan]", Some("byte 7: RU[Tibetan] is not understood")),
        ("GM[4]RU[standard]", None),
        ("GM[4]RU[renju]", Some("byte 12: RU[renju] is not understood")),
    ] {
        let game = game(format!("(;SZ[9]{head};B[aa])").as_bytes());
        let found: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(found, warning.into_iter().map(str::to_owned).collect::<Vec<_>>(), "{head}");
    }
}

/// SGF forbids what is not on the board, and a point in two of AB, AW, AE.
#[test]
fn strict_records_have_no_points_that_are_none() {
    let found = game(b"(;SZ[9]AB[aa][bb][zz]AW[bb][cc]AE[cc];B[zz];W[Q16]C[so];B[dd];AB[dd]AW[dd])");
    let said: Vec<String> = found.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "byte 2: B8 is set up twice: the last of AB, AW, AE holds",
            "byte 2: C7 is set up twice: the last of AB, AW, AE holds",
            "byte 18: \"zz\" is no point of this board",
            "byte 40: \"zz\" is no point of this board",
            "byte 46: \"Q16\" is no point of this board",
            "byte 62: D6 is set up twice: the last of AB, AW, AE holds",
        ]
    );
    let written = sgf::write(&found.record);
    assert!(written.ends_with("AB[aa]AW[bb]AE[cc];PL[W];PL[B]C[so];B[dd];AW[dd])\n"), "{written}");
    let again = game(written.as_bytes());
    assert_eq!((moves(&again).as_str(), again.warnings.len()), ("bD6", 0), "{:?}", again.warnings);
    assert_eq!(again.record.final_position().rows(), found.record.final_position().rows());
}

#[test]
fn a_handicap_is_written_with_its_stones_and_without() {
    for head in ["HA[4]", "HA[4]AB[gc][cg]", "HA[2]AB[gc][cg][cc]", "HA[3]AW[gc]"] {
        let read = game(format!("(;SZ[9]{head};W[ee])").as_bytes()).record;
        let again = game(sgf::write(&read).as_bytes()).record;
        assert_eq!((again.handicap, again.first()), (read.handicap, Color::White), "{head}");
    }
}

#[test]
fn escapes_and_line_breaks() {
    let game = game(b"(;PB[a\\]b\\\\\r\nc]C[one\r\ntwo\\\nthree\\:\n\rfour])");
    assert_eq!(game.record.players.black.name, "a]b\\ c");
    assert_eq!(game.record.nodes[0].comment, "one\ntwothree:\nfour");
}

#[test]
fn unknown_properties_are_kept_as_they_were() {
    let game = game(b"(;SZ[9]MULTIGOGM[1]XX[a\\]b][c];B[aa]LB[aa:x][bb:y]KO[])");
    let written = sgf::write(&game.record);
    for kept in ["MULTIGOGM[1]", "XX[a\\]b][c]", "LB[aa:x][bb:y]", "KO[]"] {
        assert!(written.contains(kept), "{written}");
    }
}

#[test]
fn a_record_as_it_is_written() {
    let file = "(;GM[1]SZ[9]PB[Ke Jie]BR[9d]PW[A]KM[3.75]RU[Chinese]RE[\u{9ed1}\u{80dc}1/4\u{5b50}]TM[1h]OT[3 x 30 byoyomi]\
                HA[2]AB[gc][cg];W[ee]WL[59.5]OW[2]C[5:30 [warning\\]];B[])";
    assert_eq!(
        sgf::write(&game(file.as_bytes()).record),
        "(;FF[4]CA[UTF-8]GM[1]AP[Flagfall:0.1.0]SZ[9]\n\
         RU[Chinese]KM[7.5]HA[2]TM[3600]OT[3x30 byo-yomi]\n\
         PB[Ke Jie]BR[9d]PW[A]RE[B+0.5]\n\
         AB[gc][cg];W[ee]WL[59.5]OW[2]C[5:30 [warning\\]];B[])\n"
    );
}

/// Found by fuzzing: what is written was read back with another komi.
#[test]
fn komi_by_ko_where_km_says_nothing_that_is_understood() {
    for head in ["KO[6.5]", "KM[]KO[6.5]", "KM[7.#]KO[6.5]", "KM[6.5]KO[0]"] {
        let game = game(format!("(;SZ[9]{head};B[aa])").as_bytes());
        assert_eq!(game.record.komi, Some(Quarters(26)), "{head}");
        let again = sgf::read(sgf::write(&game.record).as_bytes()).unwrap().game(0).unwrap();
        assert_eq!(again.record.komi, game.record.komi, "{head}");
    }
}

/// Found by fuzzing: a name without a capital letter was kept under one that cannot be written.
#[test]
fn names_of_small_letters_and_digits_are_kept_as_capitals() {
    let game = game(b"(;SZ[9];B[aa];i4e[x];4x[y];W[bb])");
    let names: Vec<_> =
        game.record.nodes.iter().flat_map(|node| &node.other).map(|other| &other.name).collect();
    assert_eq!(names, ["I4E", "X"]);
    let again = sgf::read(sgf::write(&game.record).as_bytes()).unwrap().game(0).unwrap();
    assert_eq!(again.record.nodes, game.record.nodes);
}

/// Found by fuzzing: an escaped form feed was kept in a text of one line, and became a blank when read again.
#[test]
fn a_text_of_one_line_has_only_blanks() {
    let game = game(b"(;SZ[9]PB[a\\\x0cb\\\tc];B[q\\\x0cr])");
    assert_eq!(game.record.players.black.name, "a b c");
    assert_eq!(moves(&game), "b?q r");
}

#[test]
fn what_did_not_count_behind_a_move_does_not_count_when_that_move_is_left_out() {
    for (text, time, komi) in [
        ("(;SZ[9];W[zz];TC[3]TT[30]KO[6.5];B[aa])", None, None),
        ("(;SZ[9];TC[3]TT[30]KO[6.5];B[aa])", Some("3x30 byo-yomi"), Some(6.5)),
        // The node that is left out would have begun a line.
        (
            "(;SZ[9];W[zz]XX[xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx];TC[3]TT[30];B[aa])",
            None,
            None,
        ),
    ] {
        let collection = sgf::read(text.as_bytes()).unwrap();
        let written = sgf::write(&collection.game(0).unwrap().record);
        let again = sgf::read(written.as_bytes()).unwrap().game(0).unwrap().record;
        let overtime = again.overtime.as_ref().map(ToString::to_string);
        assert_eq!(overtime.as_deref(), time, "{written}");
        assert_eq!(again.komi.map(Quarters::as_f64), komi, "{written}");
        assert_eq!(sgf::write(&again), written);
    }
}
