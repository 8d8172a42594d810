//! What the console says in both languages: refusals and alarms.

use clock::Language;
use hall::{AlarmKind, HallError};
use referee::{In, Refusal, SealedTextError, WRITTEN_MAX};
use serde::Serialize;
use utoipa::ToSchema;

use crate::schedule::ScheduleError;
use crate::sealing::OpenError;
use crate::sealing::counter::CounterRefusal;
use crate::sealing::passphrase::PASSPHRASE_MAX;

/// The same in English and Chinese.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Words {
    /// English.
    pub(crate) en: String,
    /// Chinese, 简体中文.
    pub(crate) zh: String,
}

impl Words {
    fn new(en: impl ToString, zh: impl ToString) -> Self {
        Self { en: en.to_string(), zh: zh.to_string() }
    }

    /// A command that cannot be read; what was expected is said in English.
    pub(crate) fn unreadable(what: &str) -> Self {
        Self::new(what, format_args!("看不懂这条命令：{what}"))
    }
}

impl Words {
    /// Whoever asks may not.
    pub(crate) fn forbidden() -> Self {
        Self::new(
            "this is not for you to do here: enter as somebody who may",
            "您无权这样做：请以有权的身份进入",
        )
    }

    /// A PIN would be read on its way.
    pub(crate) fn not_private() -> Self {
        Self::new(
            "nobody enters over a line that others can read: open the pages over TLS (https)",
            "线路未加密，不能进入：请用 https 打开页面",
        )
    }

    /// No such PIN or code.
    pub(crate) fn wrong_key() -> Self {
        Self::new(
            "this PIN or code is wrong, or the code was used or is too old",
            "口令或配对码不对，或配对码已用过、已过期",
        )
    }

    /// Too many tries.
    pub(crate) fn wait(seconds: u64) -> Self {
        Self::new(
            format_args!("too many tries: wait {seconds} s"),
            format_args!("尝试次数太多：请等 {seconds} 秒"),
        )
    }

    /// Nobody can be let in.
    pub(crate) fn nobody_enters() -> Self {
        Self::new("nobody can be let in at present: see the service's log", "目前无法进入：请看服务的日志")
    }

    /// There is no such session.
    pub(crate) fn no_session() -> Self {
        Self::new("there is no such session: it has ended", "没有这个会话：它已结束")
    }
}

impl From<&Refusal> for Words {
    fn from(refusal: &Refusal) -> Self {
        Self::new(In(Language::English, refusal), In(Language::Chinese, refusal))
    }
}

impl From<HallError> for Words {
    fn from(error: HallError) -> Self {
        let chinese = match error {
            HallError::NoTable => "没有这一桌",
            HallError::NoVoice => "本桌没有语音报时：请在配置的 [voice] 或本桌的 voice 中打开",
            HallError::NotOver => "本桌对局尚未结束",
            HallError::Begun => "本桌对局已经开始，或已记录到场或事件：用时规定不再更改",
            HallError::NotCleared => "本桌已签字，但棋具尚未整理",
            HallError::NotSigned => "本桌结果尚未签字；须写明替换，才能开始下一局",
            HallError::NotSaved => "本桌对局的记录尚未全部写入",
            HallError::TooLong => "这条命令太长，不能受理",
            HallError::NameTooLong => "棋手姓名太长，无法记录",
            HallError::GameFull => "本桌对局的记录已满",
            HallError::NoUnit => "本桌棋钟不在单元上",
            HallError::UnitHeard => "本桌单元通信正常，棋钟仍在单元上",
            HallError::Overloaded => "同时到来的命令太多，本桌处理不及",
            HallError::DiskBehind => "目前无法写入记录",
        };
        Self::new(error, chinese)
    }
}

impl From<ScheduleError> for Words {
    fn from(error: ScheduleError) -> Self {
        let chinese = match error {
            ScheduleError::Untrusted => "本机的时间未经确认，不能按钟点定时",
            ScheduleError::Over => "这个时间已经过去",
            ScheduleError::TooMany => "已定时的命令太多",
            ScheduleError::Unknown => "没有这条定时命令",
            ScheduleError::NotNamed => "没有定时：本机不能生成随机数",
            ScheduleError::NotKept => "已经定时，但没能写入磁盘：服务重新启动后就没有了",
        };
        Self::new(error, chinese)
    }
}

impl From<CounterRefusal> for Words {
    fn from(refusal: CounterRefusal) -> Self {
        let chinese = match refusal {
            CounterRefusal::NotPrivate => {
                "封棋的着手和口令只能通过加密连接（https）或在运行本服务的电脑上输入".to_owned()
            }
            CounterRefusal::NotHere => "封棋请用封棋页面，这里不受理".to_owned(),
            CounterRefusal::NoSeal => "本桌没有在屏幕上封棋".to_owned(),
            CounterRefusal::Crowded(_) => "封棋的请求太多，请稍后再试".to_owned(),
            CounterRefusal::Wait(seconds) => format!("上一次口令不对，请在 {seconds} 秒之后再试"),
            CounterRefusal::Trying => "本桌正在试另一个口令，请等它有了结果".to_owned(),
            CounterRefusal::NoPassphrase(_) => format!("口令须为一行，不超过 {PASSPHRASE_MAX} 字节"),
            CounterRefusal::NotOpened(OpenError::WrongPassphrase) => "此口令不能启封".to_owned(),
            CounterRefusal::NotOpened(OpenError::TooMuchWork) => "密封的强度超出限度，不予尝试".to_owned(),
            CounterRefusal::NotOpened(OpenError::NoEnvelope) => "这不是用口令密封的内容，或已损坏".to_owned(),
            CounterRefusal::NotOpened(OpenError::NoSealedMove) => "密封的内容不是封棋的着手".to_owned(),
            CounterRefusal::NotSealable(SealedTextError::Empty) => "没有写下着手".to_owned(),
            CounterRefusal::NotSealable(SealedTextError::TooLong) => {
                format!("封棋的内容不得超过 {WRITTEN_MAX} 个字符")
            }
            CounterRefusal::NotSealable(SealedTextError::NotOneLine) => {
                "封棋的内容须为一行，不得含控制字符".to_owned()
            }
            CounterRefusal::NotSealable(SealedTextError::GameName) => {
                "本局名称含控制字符，不能封棋".to_owned()
            }
            CounterRefusal::NotSealable(SealedTextError::NotSealed) | CounterRefusal::NotSealed => {
                "未能封棋".to_owned()
            }
        };
        Self::new(refusal, chinese)
    }
}

impl From<AlarmKind> for Words {
    fn from(kind: AlarmKind) -> Self {
        match kind {
            AlarmKind::Disk => Self::new("Nothing is being put on record", "目前没有写入任何记录"),
            AlarmKind::TouchLost => Self::new("The touch clock is not heard", "收不到触屏棋钟的信号"),
            AlarmKind::Diverged => {
                Self::new("Two engines disagree about this clock", "两套计时对本桌的读数不一致")
            }
            AlarmKind::Keys => Self::new(
                "A button of this table is stuck, chatters, or was not read without gaps: look at its buttons",
                "本桌有按钮卡住、抖动过多，或读取时有遗漏，请查看按钮",
            ),
            AlarmKind::KeysLost => Self::new(
                "The buttons of this table cannot be read: use its touch clock",
                "无法读取本桌的按钮，请暂用触屏棋钟",
            ),
            AlarmKind::SpeakerLost => Self::new(
                "The loudspeaker of this table does not play: look at its plug and cable; a page can speak in its place",
                "本桌的扬声器没有声音，请查看插头和电线；可暂由页面报时",
            ),
            AlarmKind::QuietHours => Self::new(
                "Quiet hours are not kept: this machine does not know the time of day for certain until the network has set it",
                "安静时段未生效：网络校准之前，本机不能确定当前时间",
            ),
            AlarmKind::UnitSilent => Self::new(
                "No word from the table's unit: look at its cable; its clock goes on there, and what is shown is the last that is known; if it cannot be mended, give it up",
                "收不到本桌单元的消息，请查看电缆；棋钟在单元上自行运行，这里显示的是最后所知的读数；无法修复时，可弃用该单元",
            ),
            AlarmKind::UnitTurnedAway => Self::new(
                "The table's unit has another version of the program and cannot be used",
                "本桌棋钟的程序版本不同，无法使用",
            ),
            AlarmKind::UnitBroke => Self::new(
                "The table's unit failed and has begun anew by itself: look at its clock; if it happens again, take a spare",
                "本桌单元发生故障，已自行重新启动：请核对读数；若再次发生，请换用备用单元",
            ),
        }
    }
}
