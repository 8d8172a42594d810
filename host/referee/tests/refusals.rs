//! Every refusal in both languages, as an arbiter says it aloud.

use clock::{Language, SettingKey};
use referee::{Entitled, In, Refusal};

/// All refusals of the clock. Whoever adds one is led here by the compiler.
fn of_clock() -> Vec<clock::Refusal> {
    use clock::Refusal::{
        AlreadyStarted, ControlsDiffer, FlagFallen, NoFlag, NoSuchCall, NotLastPeriod, NotOnMove, NotPaused,
        NotRunning, NotStopped, NotYetElapsed, NothingNamed, OnMoveAlready, OutOfReach, ReadingOwed, Stopped,
        TwoTimes, WouldFlag, ZeroTime,
    };
    let mut all = vec![
        AlreadyStarted,
        NotRunning,
        NotPaused,
        Stopped,
        NotStopped,
        FlagFallen,
        NoFlag,
        ReadingOwed,
        OnMoveAlready,
        WouldFlag,
        ZeroTime,
        NothingNamed,
        TwoTimes,
        ControlsDiffer,
        NotOnMove,
        NotLastPeriod,
        NoSuchCall,
        NotYetElapsed,
    ];
    let listed = |refusal: &clock::Refusal| match refusal {
        AlreadyStarted | NotRunning | NotPaused | Stopped | NotStopped | FlagFallen | NoFlag
        | ReadingOwed | OnMoveAlready | WouldFlag | ZeroTime | TwoTimes | NothingNamed | ControlsDiffer
        | NotOnMove | NotLastPeriod | NoSuchCall | NotYetElapsed => true,
        OutOfReach(key) => match key {
            SettingKey::Main
            | SettingKey::Period
            | SettingKey::Unit
            | SettingKey::Section
            | SettingKey::Block
            | SettingKey::Hourglass
            | SettingKey::Periods
            | SettingKey::Moves
            | SettingKey::Stage => true,
        },
    };
    all.extend(
        [
            SettingKey::Main,
            SettingKey::Period,
            SettingKey::Unit,
            SettingKey::Section,
            SettingKey::Block,
            SettingKey::Hourglass,
            SettingKey::Periods,
            SettingKey::Moves,
            SettingKey::Stage,
        ]
        .map(OutOfReach),
    );
    assert!(all.iter().all(listed));
    all
}

/// All refusals of a table, the clock's last.
fn all() -> Vec<Refusal> {
    let mut all = vec![Refusal::NotBegun, Refusal::GameOver, Refusal::NoBoard];
    all.push(Refusal::OffBoard { point: "T20".into(), size: 19 });
    all.push(Refusal::Occupied { point: "Q16".into() });
    all.push(Refusal::NoMove { text: "Xf9".into() });
    let meanings = vec!["Nce2".into(), "Nge2".into()];
    all.push(Refusal::Ambiguous { text: "Ne2".into(), meanings });
    all.extend([Refusal::NoPromotion { text: "e8".into() }, Refusal::NoPassInChess]);
    all.extend([Refusal::PressCameFirst, Refusal::Expired, Refusal::NoSuchMove { number: 12 }]);
    all.push(Refusal::NoMoveOfSide);
    let entitled = [Entitled::Arbiter, Entitled::Chief, Entitled::Player, Entitled::Recorder];
    all.extend(entitled.map(|allowed| Refusal::NotEntitled { allowed }));
    let listed = |refusal: &Refusal| match refusal {
        Refusal::Clock(_)
        | Refusal::NotBegun
        | Refusal::GameOver
        | Refusal::NoBoard
        | Refusal::OffBoard { .. }
        | Refusal::Occupied { .. }
        | Refusal::NoMove { .. }
        | Refusal::Ambiguous { .. }
        | Refusal::NoPromotion { .. }
        | Refusal::NoPassInChess
        | Refusal::PressCameFirst
        | Refusal::Expired
        | Refusal::NoSuchMove { .. }
        | Refusal::NoMoveOfSide => true,
        Refusal::NotEntitled { allowed } => match allowed {
            Entitled::Arbiter | Entitled::Chief | Entitled::Player | Entitled::Recorder => true,
        },
    };
    all.extend(of_clock().into_iter().map(Refusal::Clock));
    assert!(all.iter().all(listed));
    all
}

#[test]
fn every_refusal_is_said_in_both_languages() {
    let said = |refusal: &Refusal| {
        format!("{}\n    {}\n", In(Language::English, refusal), In(Language::Chinese, refusal))
    };
    insta::assert_snapshot!("refusals", all().iter().map(said).collect::<String>());
}

#[test]
fn no_chinese_refusal_has_a_foreign_mark() {
    for refusal in all() {
        let words = In(Language::Chinese, &refusal).to_string();
        assert!(!words.contains([',', ':', ';', '(', ')', '"', '.']), "{words}");
        assert!(!words.contains("， ") && !words.contains("： "), "{words}");
        assert!(words.chars().next().is_some_and(|first| !first.is_ascii_alphabetic()), "{words}");
        assert!(!In(Language::English, &refusal).to_string().is_empty());
    }
}
