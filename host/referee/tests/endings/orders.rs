//! Whatever is said on the way to an end, in whatever order: nothing panics, and what was lived through is the same
//! when it is entered again.

use std::collections::VecDeque;

use clock::{Instant, Side};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use referee::{
    Command, EndingCommand, Game, GameKind, IncidentCommand, Marker, Opening, Order, Outcome, Played, Setup,
    Signer, Step, Table, Who, WonBy,
};

const POINTS: [&str; 8] = ["A1", "B2", "C3", "D4", "E5", "a5", "Z9", "T19"];

fn side() -> impl Strategy<Value = Side> {
    select(vec![Side::Black, Side::White])
}

fn who() -> impl Strategy<Value = Who> {
    select(vec![Who::Black, Who::White, Who::Both, Who::Recorder, Who::Arbiter, Who::Chief])
}

fn point() -> impl Strategy<Value = String> {
    select(POINTS.to_vec()).prop_map(str::to_owned)
}

fn played() -> impl Strategy<Value = Played> {
    prop_oneof![5 => Just(Played::Pass), 3 => point().prop_map(Played::At), 1 => Just(Played::Unknown)]
}

fn ending() -> impl Strategy<Value = EndingCommand> {
    let marker = select(vec![Marker::Side(Side::Black), Marker::Side(Side::White), Marker::Chief]);
    prop_oneof![
        2 => side().prop_map(|side| EndingCommand::ProposeEnd { side }),
        2 => side().prop_map(|side| EndingCommand::AgreeEnd { side }),
        1 => side().prop_map(|side| EndingCommand::DeclineEnd { side }),
        6 => (marker, vec(point(), 0..2)).prop_map(|(by, points)| EndingCommand::Dead { by, points }),
        2 => side().prop_map(|side| EndingCommand::PlayOn { side }),
        4 => side().prop_map(|side| EndingCommand::AgreeCount { side }),
        2 => side().prop_map(|side| EndingCommand::AskRecount { side }),
        1 => side().prop_map(|side| EndingCommand::ConcedeContest { side }),
        2 => vec((point(), side()), 0..3).prop_map(|points| EndingCommand::Border { points }),
        4 => select(Signer::ALL.to_vec()).prop_map(|by| EndingCommand::Confirm { by }),
        1 => side().prop_map(|side| EndingCommand::Result {
            outcome: Outcome::Won { side, by: WonBy::Forfeit },
            kind: GameKind::Go,
            why: None
        }),
    ]
}

fn incident() -> impl Strategy<Value = IncidentCommand> {
    let kind = select(vec!["press-before-stone", "disobeyed-ruling", "board-upset", "illegal-point"]);
    let choice = select(vec!["uphold", "dismiss", "loss", "reconstructed"]);
    prop_oneof![
        (side(), kind).prop_map(|(side, kind)| IncidentCommand::Violation {
            side,
            kind: kind.into(),
            note: None
        }),
        (1..4_u32, choice).prop_map(|(number, choice)| IncidentCommand::Rule {
            number,
            choice: choice.into(),
            played: None,
            why: None
        }),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        1 => side().prop_map(|side| Command::Resign { side }),
        32 => ending().prop_map(Command::Ending),
        12 => (side(), played()).prop_map(|(side, played)| Command::Move { side, played }),
        12 => side().prop_map(|side| Command::Press { side }),
        4 => incident().prop_map(Command::Incident),
        6 => Just(Command::Resume),
        1 => Just(Command::Pause { why: None }),
        1 => side().prop_map(|side| Command::TakeBack { side }),
        1 => (1..8_u32, played()).prop_map(|(number, played)| Command::Correct { number, played }),
        1 => side().prop_map(|side| Command::Turn { side, why: None }),
    ]
}

/// Something that people do, which may take several orders.
#[derive(Clone, Debug)]
enum Deed {
    Said(Order),
    /// The side to move declares the end, and the other agrees.
    Declared,
    /// The side to move passes, and presses.
    Passed,
    /// Both mark dead stones: the same, or one of them none.
    Marked(Vec<String>, bool),
    Agreed,
}

impl Deed {
    /// The orders that it takes at this table.
    fn orders(self, table: &Table) -> Vec<Order> {
        let side = table.clock().turn().unwrap_or(Side::Black);
        let ending = |by: Side, command| Order { by: by.into(), command: Command::Ending(command) };
        match self {
            Self::Said(order) => vec![order],
            Self::Declared => {
                let other = side.other();
                vec![
                    ending(side, EndingCommand::ProposeEnd { side }),
                    ending(other, EndingCommand::AgreeEnd { side: other }),
                ]
            }
            Self::Passed => vec![
                Order { by: Who::Recorder, command: Command::Move { side, played: Played::Pass } },
                Order { by: side.into(), command: Command::Press { side } },
            ],
            Self::Marked(points, alike) => {
                let of = |side, points| ending(side, EndingCommand::Dead { by: Marker::Side(side), points });
                let others = if alike { points.clone() } else { Vec::new() };
                vec![of(Side::Black, points), of(Side::White, others)]
            }
            Self::Agreed => [Side::Black, Side::White]
                .map(|side| ending(side, EndingCommand::AgreeCount { side }))
                .to_vec(),
        }
    }
}

/// What people do: mostly what makes sense, by whom it is theirs.
fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let usual = command().prop_map(|command| {
        // Border and result are the chief arbiter's, who has to be named.
        let chiefs =
            matches!(command, Command::Ending(EndingCommand::Border { .. } | EndingCommand::Result { .. }));
        Order { by: if chiefs { Who::Chief } else { command.usual_giver(Who::Recorder) }, command }
    });
    let odd = (who(), command()).prop_map(|(by, command)| Order { by, command });
    let stone = select(POINTS[..5].to_vec()).prop_map(str::to_owned);
    let deed = prop_oneof![
        12 => usual.prop_map(Deed::Said),
        2 => odd.prop_map(Deed::Said),
        2 => Just(Deed::Declared),
        4 => Just(Deed::Passed),
        5 => (vec(stone, 0..2), any::<bool>()).prop_map(|(points, alike)| Deed::Marked(points, alike)),
        2 => Just(Deed::Agreed),
    ];
    vec(deed, 1..40)
}

fn setup() -> impl Strategy<Value = Setup> {
    let rules = select(vec!["chinese", "japanese", "korean", "aga", "ing", "new-zealand"]);
    let kind = prop_oneof![8 => Just(GameKind::Go), 1 => Just(GameKind::Gomoku), 1 => Just(GameKind::Chess), 1 => Just(GameKind::Clock)];
    let control = select(vec!["10m", "1h", "1m+3x30s"]);
    (rules, kind, control).prop_map(|(rules, kind, control)| {
        let stones = ["..XO.", "X.XOO", ".XXO.", "XXOOX", ".X.O."].map(str::to_owned).to_vec();
        let go = Game {
            size: 5,
            rules: Some(rules.into()),
            opening: Some(Opening::Stones { rows: stones, to_move: Side::Black }),
            ..Game::default()
        };
        let game = if kind == GameKind::Go { go } else { Game::of_kind(kind) };
        Setup::new(game, control.parse().expect("a control"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    /// A table that is told only what happened stands as the one that decided it; and what stands goes together.
    #[test]
    fn ends_replay_as_they_were_lived(setup in setup(), deeds in deeds()) {
        let (mut live, mut replayed) = (Table::new(setup.clone()), Table::new(setup));
        let start = Order { by: Who::Arbiter, command: Command::Start { side: None } };
        let mut said: VecDeque<Order> = [start].into();
        let (mut deeds, mut at) = (deeds.into_iter(), 0);
        loop {
            let Some(order) = said.pop_front() else {
                let Some(deed) = deeds.next() else { break };
                said.extend(deed.orders(&live));
                continue;
            };
            at += 700;
            let step = live.handle(order, Instant::from_millis(at)).unwrap();
            let kept: Step = serde_json::from_str(&serde_json::to_string(&step).unwrap()).unwrap();
            replayed.apply(&kept);
            prop_assert_eq!(&kept, &step);
            prop_assert_eq!(&replayed, &live);
            let (record, status) = (live.record(), live.clock().status());
            let ending = record.ending();
            // Where play has stopped or is over, no clock runs; what waits for an answer, waits in play.
            if ending.stopped.is_some() || record.is_ended() {
                prop_assert!(!matches!(status, clock::Status::Running | clock::Status::Paused));
                prop_assert_eq!(ending.proposed, None);
            } else {
                prop_assert_ne!(status, clock::Status::Stopped);
                prop_assert!(ending.score.is_none() && ending.conceded.is_none());
            }
            prop_assert_eq!(record.outcome().is_some(), record.is_ended());
            // The count is always that of the board, the marks and the rulings as they stand.
            if let Some(score) = &ending.score {
                let area: usize = score.area.iter().map(String::len).sum();
                prop_assert_eq!(area, 25);
            }
        }
    }
}
