//! Every face that a table can show, by name.

use std::vec;
use std::vec::Vec;

use crate::face::{Doing, Game, Notices, Reason, Scene, View, WhiteAt};
use clock::{BySide, Control, Duration, Language, Phase, Reading, Side, Standing};

/// One thing that a face can show.
pub(super) struct Shot {
    pub(super) name: &'static str,
    pub(super) control: Control,
    pub(super) game: Game,
    pub(super) white_at: WhiteAt,
    pub(super) scene: Scene,
    pub(super) notices: Notices,
    pub(super) english: &'static str,
    pub(super) chinese: &'static str,
}

impl Shot {
    pub(super) fn view(&self, language: Language) -> View<'_> {
        // Players are asked where no host has given a table.
        let is_alone = matches!(self.scene, Scene::Waiting { agreed: Some(_), .. });
        View {
            table: (!is_alone).then_some(3),
            game: self.game,
            language,
            white_at: self.white_at,
            control: &self.control,
            scene: self.scene,
            notices: self.notices,
        }
    }
}

fn reading(phase: Phase, millis: u64) -> Reading {
    Reading { phase, left: Duration::from_millis(millis), delay: Duration::ZERO }
}

fn main_time(millis: u64) -> Reading {
    reading(Phase::Main { stage: 1, moves_to_go: None }, millis)
}

fn byoyomi(millis: u64, periods: u16) -> Reading {
    reading(Phase::Byoyomi { periods }, millis)
}

fn standing(turn: Side, black: Reading, white: Reading) -> Standing {
    Standing { turn: Some(turn), readings: BySide { black, white } }
}

fn clocks(standing: Standing, doing: Doing) -> Scene {
    Scene::Clocks { standing, doing }
}

const RUNNING: Doing = Doing::Running;
const PERIODS: &str = "55m+5x60s";
const SHORT_PERIODS: &str = "10m+5x30s";

fn shot(
    name: &'static str,
    control: &str,
    scene: Scene,
    english: &'static str,
    chinese: &'static str,
) -> Shot {
    Shot {
        name,
        control: control.parse().unwrap(),
        game: Game::Go,
        white_at: WhiteAt::Right,
        scene,
        notices: Notices::default(),
        english,
        chinese,
    }
}

/// Every face once.
pub(super) fn shots() -> Vec<Shot> {
    let mut shots = before_the_start();
    shots.extend(main_times());
    shots.extend(stages_and_bonus());
    shots.extend(periods());
    shots.extend(other_overtimes());
    shots.extend(standing_still());
    shots.extend(corrections());
    shots.extend(notices());
    shots
}

fn before_the_start() -> Vec<Shot> {
    let waiting = |page| Scene::Waiting { page, agreed: None };
    let asked = |black| Scene::Waiting { page: 0, agreed: Some(BySide { black, white: false }) };
    let long = "white 120m/40+60m/20+15m i30s; black 100m/40+50m/20+15m i30s";
    vec![
        shot(
            "waiting",
            PERIODS,
            waiting(0),
            "Before the start: the whole control in words",
            "开始前：全部用时规定的文字",
        ),
        shot(
            "waiting-long",
            long,
            waiting(1),
            "A control too long for one page is turned page by page",
            "一页写不下的规定分页显示",
        ),
        shot(
            "choosing",
            PERIODS,
            asked(true),
            "A unit without a host, where players choose: Black has agreed to this control",
            "没有主机的单元，由棋手选择：黑方已同意此规定",
        ),
    ]
}

fn main_times() -> Vec<Shot> {
    let both = standing(Side::Black, main_time(754_000), main_time(1_961_000));
    let end = standing(Side::White, main_time(242_000), main_time(4_600));
    let long = standing(Side::Black, main_time(86_399_000), main_time(172_800_000));
    let left = Shot {
        white_at: WhiteAt::Left,
        ..shot(
            "main-white-left",
            PERIODS,
            clocks(both, RUNNING),
            "The same where the clock stands at White's left hand",
            "同上，钟放在白方左手一侧时",
        )
    };
    vec![
        shot(
            "main",
            PERIODS,
            clocks(both, RUNNING),
            "Main time; Black's clock runs",
            "基本用时；黑方的钟在走",
        ),
        left,
        shot(
            "main-last-seconds",
            SHORT_PERIODS,
            clocks(end, RUNNING),
            "The last five seconds of main time, with periods behind them",
            "基本用时的最后五秒，其后还有读秒",
        ),
        shot(
            "main-long",
            "48h",
            clocks(long, RUNNING),
            "From ten hours on: hours and minutes",
            "十小时以上：时与分",
        ),
    ]
}

fn stages_and_bonus() -> Vec<Shot> {
    let stage = |stage, moves, millis| reading(Phase::Main { stage, moves_to_go: Some(moves) }, millis);
    let go = standing(Side::Black, stage(2, 17, 3_010_000), stage(1, 1, 41_000));
    let chess = standing(Side::White, stage(1, 12, 4_980_000), stage(1, 12, 3_725_000));
    let delay = Reading { delay: Duration::from_millis(3_200), ..main_time(187_000) };
    let chess = shot(
        "stages-chess",
        "90m/40+30m+30s",
        clocks(chess, RUNNING),
        "The same in chess, where players see no count of moves; over an hour, with small seconds",
        "国际象棋不显示手数；一小时以上，秒用小字",
    );
    vec![
        shot(
            "stages",
            "120m/40+60m/20+15m i30s",
            clocks(go, RUNNING),
            "Stages of main time, in Go with the moves to go",
            "分段的基本用时；围棋显示所余手数",
        ),
        Shot { game: Game::Chess, ..chess },
        shot(
            "increment",
            "5m+3s",
            clocks(standing(Side::Black, main_time(293_000), main_time(300_000)), RUNNING),
            "Main time with an increment",
            "每手加秒",
        ),
        shot(
            "delay",
            "5m+d5s",
            clocks(standing(Side::Black, delay, main_time(240_000)), RUNNING),
            "The delay of this turn runs first",
            "本手的延时先走",
        ),
    ]
}

fn periods() -> Vec<Shot> {
    vec![
        shot(
            "byo-yomi",
            PERIODS,
            clocks(standing(Side::White, main_time(725_000), byoyomi(43_000, 4)), RUNNING),
            "White is in byo-yomi with four periods, Black in main time",
            "白方在读秒，余四次；黑方在基本用时",
        ),
        shot(
            "last-minute",
            PERIODS,
            clocks(standing(Side::Black, byoyomi(8_400, 1), byoyomi(60_000, 3)), RUNNING),
            "Black's last minute",
            "黑方最后一分钟",
        ),
        shot(
            "last-period",
            SHORT_PERIODS,
            clocks(standing(Side::White, byoyomi(30_000, 1), byoyomi(4_600, 1)), RUNNING),
            "The last period with five seconds left: compare with main-last-seconds",
            "最后一次读秒还有五秒：请与 main-last-seconds 比较",
        ),
    ]
}

fn other_overtimes() -> Vec<Shot> {
    let canadian = |moves_left, millis| reading(Phase::Canadian { moves_left }, millis);
    let ing = |periods, penalties, millis| reading(Phase::Ing { periods, penalties }, millis);
    let consideration = |periods, unit, millis| reading(Phase::Consideration { periods, unit }, millis);
    vec![
        shot(
            "canadian",
            "1h+15/10m carry",
            clocks(standing(Side::Black, canadian(9, 312_000), main_time(95_000)), RUNNING),
            "A Canadian section with nine moves to go",
            "定时限步，本段余九手",
        ),
        shot(
            "consideration",
            "10m+consider 30s 10x60s",
            clocks(
                standing(Side::White, consideration(10, false, 30_000), consideration(6, false, 17_000)),
                RUNNING,
            ),
            "The free time of each move, with periods for consideration behind it",
            "每手限时，其后有考虑时间",
        ),
        shot(
            "consideration-unit",
            "10m+consider 30s 10x60s",
            clocks(
                standing(Side::White, consideration(2, false, 30_000), consideration(0, true, 51_000)),
                RUNNING,
            ),
            "The last period for consideration runs",
            "最后一次考虑时间",
        ),
        shot(
            "ing",
            "30m+ing 3x5m 2p",
            clocks(standing(Side::Black, ing(2, 1, 288_000), main_time(600_000)), RUNNING),
            "The first Ing block; two points are lost",
            "应氏延时第一段，已罚两点",
        ),
        shot(
            "ing-last",
            "30m+ing 3x5m 2p",
            clocks(standing(Side::Black, ing(0, 3, 61_000), ing(1, 2, 120_000)), RUNNING),
            "The last Ing block",
            "应氏延时最后一段",
        ),
        shot(
            "hourglass",
            "hourglass 3m",
            clocks(
                standing(Side::Black, reading(Phase::Hourglass, 170_000), reading(Phase::Hourglass, 190_000)),
                RUNNING,
            ),
            "Hourglass",
            "沙漏",
        ),
    ]
}

/// White is on move in byo-yomi, Black waits in main time.
fn mixed() -> Standing {
    standing(Side::White, main_time(754_000), byoyomi(21_000, 3))
}

fn standing_still() -> Vec<Shot> {
    let flagged = standing(Side::Black, byoyomi(0, 0), byoyomi(60_000, 2));
    vec![
        shot(
            "paused",
            PERIODS,
            clocks(mixed(), Doing::Paused(Reason::Equipment)),
            "Paused, with the reason; White is on move and keeps three periods",
            "暂停及原因；轮到白方，仍余三次",
        ),
        shot("adjourned", PERIODS, clocks(mixed(), Doing::Adjourned), "Adjourned", "封棋"),
        shot(
            "flag",
            PERIODS,
            clocks(flagged, Doing::Flagged(Side::Black)),
            "Black's flag fell, and it was the first",
            "黑方先超时",
        ),
        shot("over", PERIODS, clocks(mixed(), Doing::Over), "The game is over", "对局结束"),
    ]
}

fn corrections() -> Vec<Shot> {
    let corrected = |before, after| Scene::Corrected { before, after };
    let white = main_time(754_000);
    vec![
        shot(
            "corrected",
            PERIODS,
            corrected(
                standing(Side::Black, byoyomi(12_000, 2), white),
                standing(Side::Black, byoyomi(60_000, 3), white),
            ),
            "The arbiter corrected Black's reading: above what holds now, below what stood before",
            "裁判更正了黑方读数：上为现在，下为更正前",
        ),
        shot(
            "corrected-both",
            PERIODS,
            corrected(
                standing(Side::Black, main_time(754_000), main_time(3_300_000)),
                standing(Side::Black, main_time(814_000), main_time(3_240_000)),
            ),
            "Both readings corrected",
            "双方读数都被更正",
        ),
    ]
}

fn notices() -> Vec<Shot> {
    let none = Notices::default();
    let with = |notices, shot| Shot { notices, ..shot };
    let running = |name, english, chinese| shot(name, PERIODS, clocks(mixed(), RUNNING), english, chinese);
    let summoned = Notices { summoned: true, ..none };
    let paused = shot(
        "summoned-paused",
        PERIODS,
        clocks(mixed(), Doing::Paused(Reason::Summoned)),
        "The arbiter was called, and that stops the clocks here",
        "已请裁判，本赛规定停钟",
    );
    vec![
        with(
            summoned,
            running("summoned", "The arbiter was called; the clock runs on", "已请裁判；钟继续走"),
        ),
        with(summoned, paused),
        with(
            Notices { link_lost: true, ..none },
            running("link-lost", "No link to the host: the table goes on alone", "与主机断线：本台独自继续"),
        ),
        with(Notices { muted: true, ..none }, running("muted", "Nothing is spoken", "静音")),
        with(
            Notices { summoned: true, link_lost: true, muted: true, battery_low: true },
            running("all-notices", "All notices at once, the battery's too", "所有提示同时出现，含电量低"),
        ),
    ]
}
