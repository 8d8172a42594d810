//! One message of each kind, as the document shows them.

use clock::{BySide, Clock, Command, Control, Duration, Instant, Language, Side};
use link::{
    Acknowledge, Breakdown, Commands, Corrected, Echo, Game, Gesture, Grant, Granted, Hello, Identity, Input,
    Order, OrderRefusal, Play, Reason, Serial, Showing, Snapshot, Start, Tick, ToHost, ToUnit, Trouble,
    TurnedAway, Versions, Welcome, What, WhiteAt, digest,
};

pub(crate) fn identity() -> Identity {
    Identity { serial: Serial(0xE661_4103_E754_2A31), boot: 12, resets: 0 }
}

fn start() -> Start {
    identity().start()
}

/// A game of ten seconds and three periods of thirty, after one press.
fn clock() -> Clock {
    let control: Control = "10s+3x30s".parse().expect("a control");
    let mut clock = Clock::new(control);
    for (command, millis) in
        [(Command::Start { side: Side::Black }, 1_000), (Command::Press { side: Side::Black }, 3_500)]
    {
        clock.handle(command, Instant::from_millis(millis), &mut |_| ()).expect("forwards");
    }
    clock
}

fn press() -> Input {
    let what = What::Press { side: Side::Black };
    Input { start: start(), seq: 41, epoch: 3, at: Instant::from_millis(3_500), late: 0, what }
}

fn pause_and_add() -> Commands {
    let amount = Duration::from_secs(120);
    Commands::from_iter([Command::Pause, Command::Add { side: Side::White, amount }])
}

/// What a unit says, by the names that the document gives it.
pub(crate) fn to_host() -> Vec<(&'static str, ToHost)> {
    let hello =
        Hello { versions: Versions::OURS, identity: identity(), epoch: 3, first: 41, newest: 42, command: 2 };
    let clock = clock();
    let tick = Tick {
        start: start(),
        epoch: 3,
        seq: 42,
        at: clock.committed(),
        digest: digest(&clock),
        turns: 1,
        status: clock.status(),
        standing: clock.standing(),
        revision: 1,
        damaged: 0,
    };
    let snapshot = Snapshot {
        start: start(),
        epoch: 3,
        seq: 42,
        lost: 0,
        command: 2,
        turns: 1,
        state: clock.state().clone(),
    };
    let refused = Some(OrderRefusal::TurnPassed { turns: 1 });
    let at = Instant::from_millis(3_612);
    let held = Duration::from_micros(180);
    vec![
        ("hello", ToHost::Hello(hello)),
        ("granted", ToHost::Granted(Granted { start: start(), epoch: 3 })),
        ("input: a press", ToHost::Input(press())),
        (
            "input: a gesture",
            ToHost::Input(Input {
                seq: 42,
                at,
                what: What::Gesture(Gesture::CallArbiter { side: Some(Side::White) }),
                ..press()
            }),
        ),
        (
            "input: a command that was refused",
            ToHost::Input(Input {
                seq: 43,
                at,
                what: What::Order { id: 2, commands: Commands::new(), refused },
                ..press()
            }),
        ),
        (
            "input: a breakdown",
            ToHost::Input(Input {
                seq: 44,
                at,
                what: What::Breakdown {
                    kind: Breakdown::Panic,
                    line: 120,
                    file: "src/table.rs".try_into().expect("short"),
                },
                ..press()
            }),
        ),
        ("tick", ToHost::Tick(tick)),
        ("snapshot", ToHost::Snapshot(snapshot)),
        (
            "echo",
            ToHost::Echo(Echo { start: start(), epoch: 3, sent: Instant::from_millis(88_000), at, held }),
        ),
        ("trouble", ToHost::Trouble(Trouble::OtherEpoch { id: 7, epoch: 3 })),
    ]
}

/// What a host says, by the names that the document gives it.
pub(crate) fn to_unit() -> Vec<(&'static str, ToUnit)> {
    let clock = clock();
    let acknowledged = Acknowledge { start: start(), seq: 40 };
    let grant = Grant {
        start: start(),
        epoch: 3,
        table: 17,
        time: Instant::from_millis(3_500),
        turns: 1,
        control: clock.control().clone(),
        state: clock.state().clone(),
        first: Some(Side::Black),
    };
    let expires = Instant::from_millis(5_600);
    let order = Order { epoch: 3, id: 2, turns: Some(0), expires, commands: pause_and_add() };
    let names =
        BySide { black: "Gu Li".try_into().expect("short"), white: "李世石".try_into().expect("short") };
    let showing = Showing {
        revision: 1,
        language: Language::Chinese,
        white_at: WhiteAt::Left,
        game: Game::Go,
        play: Play::Going,
        reason: Reason::Equipment,
        text: "The arbiter looks at the board".try_into().expect("short"),
        names,
        corrected: Some(Corrected { before: clock.standing(), until: Instant::from_millis(9_500) }),
        summoned: true,
        muted: false,
    };
    vec![
        ("call", ToUnit::Call(Versions::OURS)),
        ("welcome", ToUnit::Welcome(Welcome { versions: Versions::OURS, acknowledged })),
        ("turned away", ToUnit::TurnedAway(TurnedAway::Engine { theirs: 2 })),
        ("grant", ToUnit::Grant(grant)),
        ("acknowledge", ToUnit::Acknowledge(acknowledged)),
        ("order", ToUnit::Order(order)),
        ("probe", ToUnit::Probe { sent: Instant::from_millis(88_000) }),
        ("show", ToUnit::Show(showing)),
        ("tell state", ToUnit::TellState),
        ("boot loader", ToUnit::BootLoader { serial: identity().serial }),
    ]
}
