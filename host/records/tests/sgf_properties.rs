//! What holds for any bytes and for any record.

#![expect(clippy::unwrap_used, reason = "a test fails where a value is missing")]

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use records::sgf::{self, Kind, Node, Overtime, Place, Played, Player, Property, Record, Setup, TimeLeft};
use records::{GameResult, Manner};
use rules::{ByColor, Color, Point, Quarters, Size};

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

/// A text in one line, with all that needs an escape.
fn line() -> impl Strategy<Value = String> {
    "[ -~黑白胜許功表能\u{e9}\u{1f600}\\]\\[\\\\:;()]{0,12}".prop_map(|text| text.trim().to_owned())
}

fn text() -> impl Strategy<Value = String> {
    "[ -~黑白胜許功表能\u{fffd}\u{1f600}\\]\\[\\\\:;()\n\t]{0,24}"
}

fn point(size: Size) -> impl Strategy<Value = Point> {
    (0..size.lines(), 0..size.lines()).prop_map(|(column, row)| Point::new(column, row).unwrap())
}

fn points(size: Size) -> impl Strategy<Value = Vec<Point>> {
    proptest::collection::btree_set(point(size), 0..6).prop_map(|points| points.into_iter().rev().collect())
}

fn place(size: Size) -> impl Strategy<Value = Place> {
    prop_oneof![
        20 => point(size).prop_map(Place::Point),
        2 => Just(Place::Pass),
    ]
}

fn left() -> impl Strategy<Value = TimeLeft> {
    (option::of(0..10_000_000_u64), option::of(0..100_u32))
        .prop_map(|(ms, overtime)| TimeLeft { ms, overtime })
}

fn other() -> impl Strategy<Value = Vec<Property>> {
    let value = prop_oneof![Just("x"), Just("aa:b\\]c"), Just("\\\\"), Just(""), Just("黑\\:\\\n白")];
    let property = ("X[A-Z0-9]{1,9}", vec(value, 1..3)).prop_map(|(name, values)| Property {
        name,
        values: values.into_iter().map(str::to_owned).collect(),
    });
    vec(property, 0..2)
}

/// A node as reading makes it: a setup and a move are apart, and no node is empty.
fn node(size: Size) -> impl Strategy<Value = Node> {
    let setup = (points(size), points(size), points(size), option::of(color()));
    let act = prop_oneof![
        6 => (color(), place(size)).prop_map(|(color, place)| (Some(Played { color, place }), None, None)),
        1 => setup.prop_map(|(black, white, empty, to_move)| {
            let setup = Setup { stones: ByColor { black, white }, empty }.parted();
            (None, Some(setup).filter(|setup| *setup != Setup::default()).map(Box::new), to_move)
        }),
    ];
    let territory = option::weighted(0.1, (points(size), points(size)));
    (act, left(), left(), text(), territory, other()).prop_map(
        |((played, setup, to_move), black, white, comment, territory, other)| Node {
            setup,
            to_move,
            played,
            left: ByColor { black, white },
            comment,
            territory: territory.map(|(black, white)| Box::new(ByColor { black, white })),
            other,
        },
    )
}

fn result() -> impl Strategy<Value = GameResult> {
    let manner = prop_oneof![
        (1..1000).prop_map(|quarters| Manner::Points(Quarters(quarters))),
        Just(Manner::Resignation),
        Just(Manner::Time),
        Just(Manner::Forfeit),
        Just(Manner::Unsaid),
    ];
    prop_oneof![
        6 => (color(), manner).prop_map(|(by, manner)| GameResult::Won { by, manner }),
        1 => Just(GameResult::Draw),
        1 => Just(GameResult::Void),
        1 => Just(GameResult::Unknown),
        1 => Just(GameResult::Won { by: Color::Black, manner: Manner::Points(Quarters(0)) }),
    ]
}

fn overtime() -> impl Strategy<Value = Overtime> {
    prop_oneof![
        (1..100_u32, 1..1_000_000_u64)
            .prop_map(|(periods, period_ms)| Overtime::ByoYomi { periods, period_ms }),
        (1..100_u32, 1..1_000_000_u64).prop_map(|(moves, ms)| Overtime::Canadian { moves, ms }),
        (1..1_000_000_u64).prop_map(|increment_ms| Overtime::Fischer { increment_ms }),
        Just(Overtime::Other("5 min reserved]".to_owned())),
    ]
}

fn player() -> impl Strategy<Value = Player> {
    (line(), line(), line()).prop_map(|(name, rank, team)| Player { name, rank, team })
}

/// What comes before the nodes.
fn head() -> impl Strategy<Value = Record> {
    let texts = (line(), line(), line(), line(), line());
    let rules = prop_oneof![Just(""), Just("Chinese"), Just("Japanese"), Just("GOE"), Just("our own [2026]")];
    let komi = option::of((-100..100_i32).prop_map(Quarters::halves));
    let time = (option::of(0..10_000_000_u64), option::of(overtime()));
    (texts, (player(), player()), rules, komi, option::of(result()), time, any::<bool>()).prop_map(
        |((name, event, round, place, date), (black, white), rules, komi, result, time, gomoku)| Record {
            kind: if gomoku { Kind::Gomoku } else { Kind::Go },
            players: ByColor { black, white },
            name,
            event,
            round,
            place,
            date,
            rules: rules.to_owned(),
            komi,
            result,
            main_time_ms: time.0,
            overtime: time.1,
            ..Record::default()
        },
    )
}

fn record() -> impl Strategy<Value = Record> {
    (head(), 2..=25_u8).prop_flat_map(|(head, lines)| {
        let size = Size::new(lines).unwrap();
        vec(node(size), 1..20).prop_map(move |mut nodes| {
            nodes[0].played = None;
            nodes[0].comment = nodes[0].comment.replace('\r', "");
            let root = nodes.remove(0);
            nodes.retain(|node| !node.is_empty());
            nodes.insert(0, root);
            let stones = nodes[0].setup.as_ref().map_or(0, |setup| setup.stones.black.len());
            let handicap = if stones == 1 { 0 } else { u16::try_from(stones).unwrap() };
            Record { size, handicap, nodes, ..head.clone() }
        })
    })
}

/// Of what broken files are made.
const PIECES: [&[u8]; 29] = [
    b"(;",
    b"(",
    b")",
    b";",
    b";B[aa]",
    b"W[tt]",
    b"B[a",
    b"]",
    b"[",
    b"\\",
    b"AB[aa:ss][dd",
    b"TB[aa:cc]",
    b"SZ[9]",
    b"SZ[99999999999999999999]",
    b"KM[375]RU[Chinese]",
    b"HA[65535]",
    b"TM[99999999999999999999999]OT[4294967296x1 byo-yomi]",
    b"BL[1e9]OB[-1]",
    b"CA[UTF-8]",
    b"CA[GBK]",
    b"CA[UTF-16]",
    b"\xba\xda\xb2\xbb\xbc\xc6",
    b"\x83\x5c\xe9\x92",
    b"RE[\xba\xda\xca\xa4 1/4\xd7\xd3]",
    b"C[\xe5\xa4",
    b"\0",
    b" \r\n\t",
    b"comment",
    b"PL[W]",
];

/// Bytes that look like SGF.
fn nearly_sgf() -> impl Strategy<Value = Vec<u8>> {
    let piece = proptest::sample::select(PIECES.as_slice());
    vec(prop_oneof![9 => piece.prop_map(<[u8]>::to_vec), 1 => vec(any::<u8>(), 0..8)], 0..60)
        .prop_map(|pieces| pieces.concat())
}

fn read_all(bytes: &[u8]) {
    let Ok(collection) = sgf::read(bytes) else { return };
    for warning in collection.warnings() {
        assert!(warning.byte <= bytes.len() && !warning.to_string().is_empty());
    }
    for game in collection.games().flatten() {
        assert_eq!(game.bytes.len(), game.record.nodes.len());
        assert!(game.bytes.iter().all(|&byte| byte as usize <= bytes.len()));
        assert!(game.warnings.iter().all(|warning| warning.byte <= bytes.len()));
        let written = sgf::write(&game.record);
        let again = sgf::read(written.as_bytes()).unwrap();
        assert_eq!(again.warnings(), [], "{written}");
        assert_eq!(again.len(), 1, "{written}");
        let again = again.game(0).unwrap().record;
        // Of a game at the limit the last nodes may not fit again, since setups and moves are put apart.
        let compared = 50_000;
        let on_board = |played: &&Played| !matches!(played.place, Place::OffBoard(_));
        let moves = game.record.moves().filter(on_board).take(compared);
        assert!(again.moves().take(compared).eq(moves), "{written}");
        assert_eq!(again.result, game.record.result, "{written}");
        assert_eq!(again.komi, game.record.komi, "{written}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_record_is_read_as_it_was_written(record in record()) {
        let written = sgf::write(&record);
        let collection = sgf::read(written.as_bytes()).unwrap();
        prop_assert_eq!(collection.warnings(), []);
        prop_assert_eq!(collection.len(), 1);
        let mut again = collection.game(0).unwrap().record;
        prop_assert!(again.application.starts_with("Flagfall:"));
        again.application.clear();
        prop_assert_eq!(&again, &record, "{}", written);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        read_all(&bytes);
    }

    #[test]
    fn what_looks_like_sgf_is_read_and_written(bytes in nearly_sgf()) {
        read_all(&bytes);
    }
}

/// Twice as many bytes take about twice as long; here: so many that anything worse would not end.
#[test]
fn long_and_deep_input_ends_soon() {
    let long = 1 << 20;
    for (head, piece) in [
        ("", "("),
        ("", "(;"),
        ("(;", "(;"),
        ("(;", ";"),
        ("(;", ")"),
        ("(;", "A"),
        ("(;", "A[]"),
        ("(;B", "[]"),
        ("(;B", "[aa]"),
        ("(;", "AB[aa:ss]"),
        ("(;", ";AB[aa:ss]"),
        ("(;", "]"),
        ("(;", "CA["),
        ("(;C[", "\\"),
        ("(;C[", "\n"),
        ("(;RE[", "黑"),
        ("(;RE[", "1/"),
        ("(;RE[", "b "),
        ("(;KM[", "1又"),
        ("(;TM[", "1h"),
        ("(;TM[", ":"),
        ("(;OT[", "1x"),
        ("(;HA[", "9"),
        ("(;SZ[", "9:"),
        ("(;PB[", "許"),
        ("", "(;)"),
    ] {
        let text = head.to_owned() + &piece.repeat(long / piece.len());
        read_all(text.as_bytes());
    }
    let legacy = [b"(;PB[".as_slice(), &b"\xba\xda\\]".repeat(long / 4)].concat();
    read_all(&legacy);
}
