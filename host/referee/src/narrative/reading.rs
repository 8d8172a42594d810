//! Readings in words.

use clock::{Language, Phase, Reading, SideControl};

use super::face::{left_face, left_seconds};

/// What a side with this control has left: `0:30 of byo-yomi, periods left: 3`.
#[must_use]
pub fn reading_words(reading: &Reading, control: &SideControl, language: Language) -> String {
    match language {
        Language::English => english(reading, control),
        Language::Chinese => chinese(reading, control),
    }
}

/// Whether there is only so much time for each move: the delay is itself the reading.
fn is_each_move(control: &SideControl) -> bool {
    control.stages().first().is_some_and(|stage| stage.time.is_zero())
}

/// The stage, where there are several.
fn stage_of(stage: u8, control: &SideControl) -> Option<u8> {
    (control.stages().len() > 1).then_some(stage)
}

fn english(reading: &Reading, control: &SideControl) -> String {
    let left = left_face(reading.left);
    match reading.phase {
        Phase::Main { .. } if is_each_move(control) => format!("{left} for this move"),
        Phase::Main { stage, moves_to_go } => {
            let stage = stage_of(stage, control).map(|stage| format!("stage {stage}"));
            let moves = moves_to_go.map(|moves| format!("moves to go: {moves}"));
            let known: Vec<String> = stage.into_iter().chain(moves).collect();
            let known = if known.is_empty() { String::new() } else { format!(" ({})", known.join(", ")) };
            let delay = delay(reading).map(|delay| format!(", {delay} s of delay left"));
            format!("{left} of main time{known}{}", delay.unwrap_or_default())
        }
        Phase::Byoyomi { periods } => format!("{left} of byo-yomi, periods left: {periods}"),
        Phase::Canadian { moves_left } => format!("{left} of the section, moves left: {moves_left}"),
        Phase::Ing { periods, penalties } => {
            format!("{left} of a block, entered: {penalties}, left: {periods}")
        }
        Phase::Consideration { periods, unit } => {
            let running = if unit { "a consideration" } else { "the move's free time" };
            format!("{left} of {running}, considerations left: {periods}")
        }
        Phase::Hourglass => format!("{left} in the hourglass"),
    }
}

fn chinese(reading: &Reading, control: &SideControl) -> String {
    let left = left_face(reading.left);
    match reading.phase {
        Phase::Main { .. } if is_each_move(control) => format!("本手 {left}"),
        Phase::Main { stage, moves_to_go } => {
            let name = match stage_of(stage, control) {
                Some(stage) => format!("基本用时（第 {stage} 段）"),
                None => "基本用时 ".into(),
            };
            let moves = moves_to_go.map(|moves| format!("，还有 {moves} 手"));
            let delay = delay(reading).map(|delay| format!("，延时还剩 {delay} 秒"));
            format!("{name}{left}{}{}", moves.unwrap_or_default(), delay.unwrap_or_default())
        }
        Phase::Byoyomi { periods } => format!("读秒 {left}，还剩 {periods} 次"),
        Phase::Canadian { moves_left } => format!("本节 {left}，还有 {moves_left} 手"),
        Phase::Ing { periods, penalties } => {
            format!("延时 {left}，已进入 {penalties} 段，还有 {periods} 段")
        }
        Phase::Consideration { periods, unit } => {
            let running = if unit { "考虑时间" } else { "每手时间" };
            format!("{running} {left}，还有考虑时间 {periods} 次")
        }
        Phase::Hourglass => format!("沙漏 {left}"),
    }
}

/// What is left of the delay, if there is any, in seconds.
fn delay(reading: &Reading) -> Option<String> {
    (!reading.delay.is_zero()).then(|| left_seconds(reading.delay))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Clock, Command, Control, Instant, Side};

    #[test]
    fn readings_by_the_control() {
        for (control, at, english, chinese) in [
            ("1h", 100, "59:59.900 of main time", "基本用时 59:59.900"),
            (
                "90m/40+30m",
                0,
                "1:30:00 of main time (stage 1, moves to go: 40)",
                "基本用时（第 1 段）1:30:00，还有 40 手",
            ),
            ("1h>30m", 3_601_000, "29:59 of main time (stage 2)", "基本用时（第 2 段）29:59"),
            ("1h/1", 0, "1:00:00 of main time (moves to go: 1)", "基本用时 1:00:00，还有 1 手"),
            ("1h+d10s", 3_000, "1:00:00 of main time, 7 s of delay left", "基本用时 1:00:00，延时还剩 7 秒"),
            (
                "1h+d10s",
                3_250,
                "1:00:00 of main time, 6.750 s of delay left",
                "基本用时 1:00:00，延时还剩 6.750 秒",
            ),
            ("1h+d10s", 11_000, "59:59 of main time", "基本用时 59:59"),
            ("0s+d10s", 1_000, "0:09 for this move", "本手 0:09"),
            ("0s+d10s", 10_000, "0:00 for this move", "本手 0:00"),
            ("5x60s", 61_000, "0:59 of byo-yomi, periods left: 4", "读秒 0:59，还剩 4 次"),
            ("15/10m carry", 1_000, "9:59 of the section, moves left: 15", "本节 9:59，还有 15 手"),
            (
                "1m+ing 3x5m 2p",
                61_000,
                "4:59 of a block, entered: 1, left: 2",
                "延时 4:59，已进入 1 段，还有 2 段",
            ),
            (
                "consider 30s 9x60s",
                0,
                "0:30 of the move's free time, considerations left: 9",
                "每手时间 0:30，还有考虑时间 9 次",
            ),
            (
                "consider 30s 9x60s",
                30_000,
                "1:00 of a consideration, considerations left: 8",
                "考虑时间 1:00，还有考虑时间 8 次",
            ),
            ("hourglass 3m", 10_000, "2:50 in the hourglass", "沙漏 2:50"),
        ] {
            let control: Control = control.parse().unwrap_or_else(|error| panic!("{control}: {error}"));
            let mut clock = Clock::new(control);
            clock.handle(Command::Start { side: Side::Black }, Instant::ZERO, &mut |_| ()).unwrap();
            let reading = clock.reading(Side::Black, Instant::from_millis(at)).unwrap();
            let words = |language| reading_words(&reading, &clock.control().black, language);
            assert_eq!(words(Language::English), english);
            assert_eq!(words(Language::Chinese), chinese);
        }
    }
}
