//! All words of the faces, English and Chinese. Where there is little room a shorter wording is taken: each text is
//! a row of wordings, the fullest first, of which the first that fits is shown.

use core::fmt::{self, Arguments, Write};

use clock::{DURATION_MAX, Duration, Language, Side};
use heapless::String;

use super::font::Font;
use super::{Notice, Reason};

/// The longest line of text, in bytes.
pub(super) const LINE_MAX: usize = 72;

/// A line of text.
pub(super) type Line = String<LINE_MAX>;

/// In what language, in which font and how wide something may be said.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) language: Language,
    pub(super) font: Font,
    pub(super) width: u16,
}

/// Seconds left, a part of one counted whole; no more than a control can name.
pub(super) fn secs_shown(left: Duration) -> u64 {
    left.min(DURATION_MAX).as_micros().div_ceil(1_000_000)
}

/// A length of time in as few words as can be: `30 s`, `10 min`, `1 h`, `90 s`.
struct Short(Duration, Language);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secs = secs_shown(self.0);
        let chinese = self.1 == Language::Chinese;
        let (number, unit) = match secs {
            3_600.. if secs.is_multiple_of(3_600) => (secs / 3_600, if chinese { "小时" } else { " h" }),
            120.. if secs.is_multiple_of(60) => (secs / 60, if chinese { "分" } else { " min" }),
            _ => (secs, if chinese { "秒" } else { " s" }),
        };
        write!(f, "{number}{unit}")
    }
}

/// A time as figures show it: `1:23:45`, `12:34`.
struct Figures(Duration);

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secs = secs_shown(self.0);
        let (hours, minutes, secs) = (secs / 3_600, secs / 60 % 60, secs % 60);
        if hours > 0 { write!(f, "{hours}:{minutes:02}:{secs:02}") } else { write!(f, "{minutes}:{secs:02}") }
    }
}

impl Room {
    /// The first wording that fits; the last one, cut off, if none does.
    fn fit(self, english: &[Arguments<'_>], chinese: &[Arguments<'_>]) -> Line {
        let wordings = match self.language {
            Language::English => english,
            Language::Chinese => chinese,
        };
        let mut line = Line::new();
        for wording in wordings {
            line.clear();
            if line.write_fmt(*wording).is_ok() && self.font.width(&line) <= self.width {
                break;
            }
        }
        line
    }

    fn say(self, english: &[&str], chinese: &[&str]) -> Line {
        let wordings = match self.language {
            Language::English => english,
            Language::Chinese => chinese,
        };
        let fits = |wording: &&&str| self.font.width(wording) <= self.width;
        let wording = wordings.iter().find(fits).or(wordings.last());
        let mut line = Line::new();
        wording.map_or(Ok(()), |wording| line.push_str(wording)).unwrap_or_default();
        line
    }

    /// What runs, or would run: the first words of a side.
    pub(super) fn phase(self, phase: PhaseName) -> Line {
        match phase {
            PhaseName::Main => self.say(&["Main time", "Main"], &["基本用时", "基本"]),
            PhaseName::Stage(number) => self.fit(
                &[format_args!("Main time {number}"), format_args!("Main {number}")],
                &[format_args!("基本用时{number}"), format_args!("基本{number}"), format_args!("段{number}")],
            ),
            PhaseName::EachMove => self.say(&["Each move", "Per move"], &["每手限时", "每手"]),
            PhaseName::Byoyomi => self.say(&["Byo-yomi"], &["读秒"]),
            PhaseName::Canadian => self.say(&["Canadian"], &["定时限步", "限步"]),
            PhaseName::Ing(entered) => self.fit(
                &[format_args!("Block {entered}"), format_args!("Bl. {entered}"), format_args!("#{entered}")],
                &[
                    format_args!("延时第{entered}段"),
                    format_args!("延时{entered}"),
                    format_args!("延{entered}"),
                ],
            ),
            PhaseName::Unit => self.say(&["Thinking", "Unit"], &["考虑时间", "考虑"]),
            PhaseName::Hourglass => self.say(&["Hourglass", "Glass"], &["沙漏"]),
            PhaseName::TimeOver => self.say(&["Time over", "Time out"], &["超时"]),
            PhaseName::Changed => self.say(&["Changed"], &["已更正", "更正"]),
        }
    }

    /// The phase with the periods in it, where there is no other place for them.
    pub(super) fn phase_of_periods(self, periods: u16) -> Line {
        self.fit(
            &[
                format_args!("Byo-yomi {periods}×"),
                format_args!("Byo {periods}×"),
                format_args!("{periods}×"),
            ],
            &[format_args!("读秒 {periods} 次"), format_args!("读{periods}次"), format_args!("{periods}次")],
        )
    }

    /// What follows main time, by how often so much.
    pub(super) fn then_periods(self, periods: u16, period: Duration) -> Line {
        let period = Short(period, self.language);
        self.fit(
            &[
                format_args!("then {periods} × {period}"),
                format_args!("+ {periods}×{period}"),
                format_args!("{periods}×{period}"),
                format_args!("{periods}×"),
            ],
            &[
                format_args!("之后 {periods} × {period}"),
                format_args!("后{periods}×{period}"),
                format_args!("{periods}×{period}"),
                format_args!("{periods}×"),
            ],
        )
    }

    /// So many moves in so much time.
    pub(super) fn section(self, moves: u16, time: Duration) -> Line {
        let time = Short(time, self.language);
        self.fit(
            &[
                format_args!("then {moves} in {time}"),
                format_args!("{moves}/{time}"),
                format_args!("{moves} mv."),
            ],
            &[
                format_args!("之后 {time} {moves} 手"),
                format_args!("{time}{moves}手"),
                format_args!("{moves}手"),
            ],
        )
    }

    pub(super) fn sudden_death(self) -> Line {
        self.say(&["Sudden death", "no extra"], &["包干"])
    }

    pub(super) fn increment(self, time: Duration) -> Line {
        let time = Short(time, self.language);
        self.fit(
            &[format_args!("+{time} each move"), format_args!("+{time}/mv"), format_args!("+{time}")],
            &[format_args!("每手加 {time}"), format_args!("加{time}"), format_args!("+{time}")],
        )
    }

    pub(super) fn delay(self, time: Duration) -> Line {
        let time = Short(time, self.language);
        self.fit(
            &[format_args!("Delay {time}"), format_args!("D. {time}"), format_args!("{time}")],
            &[format_args!("延时 {time}"), format_args!("延{time}"), format_args!("{time}")],
        )
    }

    pub(super) fn periods_left(self, periods: u16) -> Line {
        self.fit(
            &[
                format_args!("{periods} periods left"),
                format_args!("{periods} left"),
                format_args!("{periods}×"),
            ],
            &[format_args!("余 {periods} 次"), format_args!("余{periods}次"), format_args!("{periods}次")],
        )
    }

    /// Nothing stands behind this period.
    pub(super) fn last_period(self, period: Duration) -> Line {
        if period == Duration::from_secs(60) {
            return self.say(&["LAST MINUTE", "LAST MIN"], &["最后一分钟", "最后1分"]);
        }
        self.say(&["LAST PERIOD", "LAST"], &["最后一次读秒", "最后一次", "最后1次"])
    }

    pub(super) fn moves_left(self, moves: u16) -> Line {
        let word = if moves == 1 { "move" } else { "moves" };
        self.fit(
            &[
                format_args!("{moves} {word} to go"),
                format_args!("{moves} {word}"),
                format_args!("{moves} mv"),
            ],
            &[format_args!("余 {moves} 手"), format_args!("余{moves}手"), format_args!("{moves}手")],
        )
    }

    /// What Ing blocks have cost so far.
    pub(super) fn points_lost(self, points: u32) -> Line {
        let word = if points == 1 { "point" } else { "points" };
        self.fit(
            &[format_args!("{points} {word} lost"), format_args!("-{points} pts"), format_args!("-{points}")],
            &[
                format_args!("已罚 {points} 点"),
                format_args!("罚{points}点"),
                format_args!("-{points}点"),
                format_args!("-{points}"),
            ],
        )
    }

    pub(super) fn last_block(self, points: u32) -> Line {
        self.fit(
            &[
                format_args!("LAST, {points} lost"),
                format_args!("LAST, -{points} pts"),
                format_args!("LAST -{points}"),
                format_args!("LAST"),
            ],
            &[
                format_args!("最后一段 已罚{points}点"),
                format_args!("末段 罚{points}点"),
                format_args!("末段-{points}"),
                format_args!("末段"),
            ],
        )
    }

    pub(super) fn last_unit(self) -> Line {
        self.say(&["LAST PERIOD", "LAST"], &["最后一次", "最后1次"])
    }

    pub(super) fn hours_and_minutes(self) -> Line {
        self.say(&["hours:minutes", "h:min"], &["小时:分", "时:分"])
    }

    /// The flag of this side fell, and no other.
    pub(super) fn fell_first(self) -> Line {
        self.say(&["FELL FIRST", "FIRST"], &["先超时", "先到"])
    }

    /// How a side stood before a correction.
    pub(super) fn before(self, earlier: Earlier) -> Line {
        match earlier {
            Earlier::Time(time) => {
                let time = Figures(time);
                self.fit(
                    &[format_args!("before: {time}"), format_args!("was {time}"), format_args!("{time}")],
                    &[format_args!("更正前 {time}"), format_args!("原{time}"), format_args!("{time}")],
                )
            }
            Earlier::Periods(time, periods) => {
                let secs = secs_shown(time);
                let short = Short(Duration::from_secs(secs), self.language);
                self.fit(
                    &[
                        format_args!("before: {short}, {periods} left"),
                        format_args!("was {short}, {periods}×"),
                        format_args!("was {periods}×{secs}s"),
                        format_args!("{periods}×{secs}s"),
                    ],
                    &[
                        format_args!("更正前 {short} 余{periods}次"),
                        format_args!("原{short} {periods}次"),
                        format_args!("原{periods}×{secs}秒"),
                        format_args!("{periods}×{secs}秒"),
                        format_args!("{periods}×{secs}"),
                    ],
                )
            }
        }
    }

    pub(super) fn seconds(self) -> Line {
        self.say(&["s"], &["秒"])
    }

    pub(super) fn hours(self) -> Line {
        self.say(&["h"], &["时"])
    }

    pub(super) fn table(self, number: u16) -> Line {
        self.fit(
            &[format_args!("Table {number}"), format_args!("T{number}")],
            &[format_args!("{number} 号台"), format_args!("{number}台")],
        )
    }

    /// A side, and whether it has agreed to the control that is shown, where it is asked.
    pub(super) fn player(self, side: Side, agreed: Option<bool>) -> Line {
        match (side, agreed) {
            (Side::Black, None) => self.say(&["Black"], &["黑方"]),
            (Side::White, None) => self.say(&["White"], &["白方"]),
            (Side::Black, Some(true)) => {
                self.say(&["Black: agreed", "agreed"], &["黑方已同意", "已同意", "同意"])
            }
            (Side::White, Some(true)) => {
                self.say(&["White: agreed", "agreed"], &["白方已同意", "已同意", "同意"])
            }
            (Side::Black, Some(false)) => self.say(&["Black: agree?", "agree?"], &["黑方同意?", "同意?"]),
            (Side::White, Some(false)) => self.say(&["White: agree?", "agree?"], &["白方同意?", "同意?"]),
        }
    }

    pub(super) fn before_the_start(self, table: Option<u16>) -> Line {
        match table {
            Some(number) => self.fit(
                &[
                    format_args!("Table {number}: time control"),
                    format_args!("Table {number}: control"),
                    format_args!("Table {number}"),
                ],
                &[format_args!("{number} 号台 本局用时"), format_args!("{number} 号台")],
            ),
            None => self.say(&["Time control"], &["本局用时"]),
        }
    }

    pub(super) fn page(self, page: u8, pages: u8) -> Line {
        self.fit(&[format_args!("{page}/{pages}")], &[format_args!("{page}/{pages}")])
    }

    pub(super) fn paused(self, reason: Reason) -> Line {
        let (english, chinese): (&[&str], &[&str]) = match reason {
            Reason::Arbiter => (&["Paused by the arbiter", "Paused by arbiter"], &["暂停：裁判员"]),
            Reason::Summoned => (&["Paused: arbiter called", "Paused: called"], &["暂停：已请裁判"]),
            Reason::Ruling => (&["Paused: awaiting ruling", "Paused: ruling"], &["暂停：等待裁决"]),
            Reason::Break => (&["Paused: break"], &["暂停：休息"]),
            Reason::Equipment => (&["Paused: equipment"], &["暂停：检查设备"]),
            Reason::PowerLost => (&["Paused: power was lost", "Paused: power cut"], &["暂停：曾断电"]),
            Reason::FlagWithdrawn => (&["Paused: flag withdrawn", "Paused: flag void"], &["暂停：超时撤销"]),
            Reason::TouchLost => (&["Paused: clock page lost", "Paused: page lost"], &["暂停：触屏断线"]),
            Reason::Restarted => (&["Restarted: call the arbiter", "Restart: arbiter"], &["暂停：请叫裁判"]),
            Reason::Unsaid => (&["Paused"], &["暂停"]),
        };
        self.say(english, chinese)
    }

    pub(super) fn adjourned(self) -> Line {
        self.say(&["Adjourned: clocks stand", "Adjourned"], &["封棋：棋钟停止"])
    }

    pub(super) fn flag(self, side: Side) -> Line {
        match side {
            Side::Black => self.say(&["Black's flag fell first", "Black's flag fell"], &["黑方先超时"]),
            Side::White => self.say(&["White's flag fell first", "White's flag fell"], &["白方先超时"]),
        }
    }

    pub(super) fn game_over(self) -> Line {
        self.say(&["Game over"], &["对局结束"])
    }

    pub(super) fn corrected(self) -> Line {
        self.say(&["Readings corrected", "Corrected"], &["读数已更正"])
    }

    pub(super) fn notice(self, notice: Notice) -> Line {
        match notice {
            Notice::Summoned => self.say(&["Arbiter called", "called", "call"], &["已请裁判", "呼叫"]),
            Notice::LinkLost => self.say(&["No link", "link"], &["断线"]),
            Notice::Muted => self.say(&["Muted", "mute", "off"], &["静音"]),
            Notice::BatteryLow => self.say(&["Battery", "batt"], &["电量低", "低电"]),
        }
    }
}

/// What a side's first words name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PhaseName {
    Main,
    Stage(u8),
    EachMove,
    Byoyomi,
    Canadian,
    Ing(u16),
    Unit,
    Hourglass,
    TimeOver,
    Changed,
}

/// What a side's clock showed before a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Earlier {
    Time(Duration),
    Periods(Duration, u16),
}
