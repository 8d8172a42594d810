//! Verdicts, from tables and by the articles that need a board.

use rules::go::{CountFault, InSeki, Position, RuleSet, Terms, count};
use rules::{ByColor, Color, Quarters, Size};

fn quarters(text: &str) -> Quarters {
    let number: f64 = text.parse().expect("a number");
    Quarters(format!("{:.0}", number * 4.0).parse().expect("a number"))
}

#[test]
fn verdicts_come_out_as_in_the_table() {
    let lines = include_str!("verdicts.txt").lines().filter(|line| !line.starts_with('#'));
    let mut cases = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [case, rules, lines, counted, komi, handicap, black, white, re, zi, chinese, english] =
            fields[..]
        else {
            panic!("not twelve fields: {line}");
        };
        let mut terms = Terms::new(RuleSet::from_name(rules).unwrap(), handicap.parse().unwrap());
        terms.komi = quarters(komi);
        terms.penalties = ByColor { black: quarters(black), white: quarters(white) };
        let (side, counted) = counted.split_once(' ').unwrap();
        let side = if side == "black" { Color::Black } else { Color::White };
        let size = Size::new(lines.parse().unwrap()).unwrap();
        let verdict = terms.judge_one_side(size, side, quarters(counted)).unwrap();
        let found =
            [verdict.re(), verdict.margin_in_zi().to_string(), verdict.in_chinese(), verdict.in_words()];
        assert_eq!(found, [re, zi, chinese, english], "{case}");
        cases += 1;
    }
    assert!(cases >= 30);
}

/// A board of 19 lines where Black has 183 points, White 175, and three points are shared.
fn with_three_shared() -> Position {
    let mut rows = vec!["X".repeat(9) + "X" + &"O".repeat(9); 19];
    // 190 points lie left of White; Black keeps 183 of them, three become shared and four White's.
    for (row, middle) in (0..).zip(["X.O", "X.O", "X.O", "XOO", "XOO", "XOO", "XOO"]) {
        rows[row] = "X".repeat(8) + middle + &"O".repeat(8);
    }
    Position::from_rows(&rows).expect("a square diagram")
}

#[test]
fn shared_points_go_to_the_opponent_of_the_side_that_gives_up_contesting() {
    let count = count(&with_three_shared(), &[]).unwrap();
    assert_eq!((count.sole_area().black, count.shared()), (183, 3));
    let verdict = |concession| {
        let terms = Terms { concession, ..Terms::new(RuleSet::Chinese, 0) };
        terms.judge(&count).in_chinese()
    };
    assert_eq!(verdict(None), "黑胜1/4子");
    assert_eq!(verdict(Some(Color::Black)), "白胜1又1/4子");
    assert_eq!(verdict(Some(Color::White)), "黑胜1又3/4子");
}

#[test]
fn scores_are_shown_with_penalties_and_without_komi() {
    let mut terms = Terms::new(RuleSet::Chinese, 0);
    let size = Size::FULL;
    let verdict = terms.judge_one_side(size, Color::Black, quarters("184.5")).unwrap();
    assert_eq!((verdict.score.black.as_f64(), verdict.score.white.as_f64()), (184.5, 176.5));
    assert_eq!((verdict.unit().name(), verdict.margin.as_f64()), ("zi", 0.25));
    terms.penalties.black = Quarters::whole(1);
    let verdict = terms.judge_one_side(size, Color::Black, quarters("185")).unwrap();
    assert_eq!((verdict.score.black.as_f64(), verdict.score.white.as_f64()), (184.0, 176.0));
    assert_eq!(verdict.winner, Some(Color::White));
}

#[test]
fn numbers_that_cannot_be_one_sides_count_are_refused() {
    let judge = |rules, text| {
        Terms::new(rules, 0).judge_one_side(Size::FULL, Color::Black, quarters(text)).unwrap_err()
    };
    assert_eq!(judge(RuleSet::Japanese, "70"), CountFault::Territory);
    for text in ["-0.5", "361.5"] {
        assert_eq!(judge(RuleSet::Chinese, text), CountFault::Range { counted: quarters(text), points: 361 });
    }
    let fault = judge(RuleSet::Chinese, "184.25");
    assert_eq!(fault.to_string(), "184.25 is no number of whole or half zi");
}

/// A board of 19 lines on which Black surrounds 65 points and White 58.
fn territories_of_65_and_58() -> Position {
    let mut rows = vec![String::from("XXXXXXXXXXXOOOOOOOO"); 19];
    for row in rows.iter_mut().take(13) {
        row.replace_range(1..6, ".....");
    }
    for row in rows.iter_mut().skip(2).take(14) {
        row.replace_range(13..17, "....");
    }
    rows[16].replace_range(13..15, "..");
    Position::from_rows(&rows).expect("a square diagram")
}

/// Territory of 65 and 10 prisoners against 58 and 7: 75 against 71.5 with komi (S1.3-11).
#[test]
fn territory_is_what_is_surrounded_and_prisoners() {
    let terms = Terms::new(RuleSet::Japanese, 0);
    let position = territories_of_65_and_58();
    let counted = count(&position, &[]).unwrap();
    assert_eq!((counted.surrounded().black, counted.surrounded().white), (65, 58));
    let verdict = terms.judge(&counted);
    assert_eq!((verdict.re(), verdict.in_chinese()), ("B+0.5".to_owned(), "黑胜0.5目".to_owned()));
    // Korean rules: a warning's two points turn half a point.
    let warned =
        Terms { penalties: ByColor { black: Quarters::whole(2), white: Quarters::whole(0) }, ..terms };
    assert_eq!(warned.judge(&counted).re(), "W+1.5");
}

/// A seki in the corner, in which each side has an eye (Japanese rules, article 8).
#[test]
fn an_eye_in_seki_is_no_territory_where_territory_decides_unless_the_organiser_says_so() {
    let rows = [
        ".X.O.OXX.",
        "XXXOOOX.X",
        "OOOXXXXXX",
        "OOOOOOOOO",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let counted = count(&Position::from_rows(&rows).unwrap(), &[]).unwrap();
    let points = |black, white| ByColor { black: Quarters::whole(black), white: Quarters::whole(white) };
    for rules in [RuleSet::Japanese, RuleSet::Korean] {
        let terms = Terms::new(rules, 0);
        assert_eq!(terms.judge(&counted).score, points(2, 45), "{rules}");
        let option = Terms { in_seki: InSeki::Count, ..terms };
        assert_eq!(option.judge(&counted).score, points(3, 46), "{rules}");
    }
    for rules in [RuleSet::Chinese, RuleSet::Aga, RuleSet::Ing, RuleSet::NewZealand] {
        assert_eq!(rules.in_seki(), InSeki::Count, "{rules}");
    }
    let terms = Terms::new(RuleSet::Aga, 0);
    let (area, territory) = (counted.area(), terms.aga_territory(&counted));
    assert_eq!((area.black.as_f64(), area.white.as_f64()), (17.5, 63.5));
    assert_eq!((territory.black, territory.white), (3, 46));
}

#[test]
fn absurd_terms_give_a_verdict_all_the_same() {
    let counted = count(&with_three_shared(), &[]).unwrap();
    for rule_set in RuleSet::ALL {
        for amount in [i32::MIN, i32::MAX] {
            let mut terms = Terms::new(rule_set, u8::MAX);
            terms.komi = Quarters(amount);
            terms.penalties = ByColor { black: Quarters(amount), white: Quarters(amount) };
            terms.passes = ByColor { black: u32::MAX, white: u32::MAX };
            let verdict = terms.judge(&counted);
            let words = verdict.in_words();
            assert!(words == "Draw" || words.contains(" wins "), "{words}");
            assert!(verdict.re() == "Draw" || verdict.re().contains('+'));
            assert_ne!(verdict.in_chinese(), "");
            assert_eq!(terms.aga_territory(&counted).black, u32::MAX);
        }
    }
}
