//! Refusals as an arbiter says them aloud. The English words are the refusals' own.

use std::fmt;

use clock::{Language, SettingKey};

use super::In;
use crate::refusal::{Entitled, Refusal};

impl fmt::Display for In<&Refusal> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Language::English {
            return write!(f, "{}", self.1);
        }
        match self.1 {
            Refusal::Clock(refusal) => write!(f, "{}", In(self.0, *refusal)),
            Refusal::NotEntitled { allowed } => write!(f, "只有{}可以这样做", In(self.0, *allowed)),
            Refusal::NotBegun => f.write_str("对局尚未开始"),
            Refusal::GameOver => f.write_str("对局已经结束"),
            Refusal::NoBoard => f.write_str("本桌只有棋钟，没有棋盘"),
            Refusal::OffBoard { point, size } => write!(f, "{size} 路棋盘上没有 {point} 这一点"),
            Refusal::Occupied { point } => write!(f, "棋盘上 {point} 处已有棋子"),
            Refusal::NoMove { text } => {
                write!(f, "不是国际象棋的着法：{text}，请写作 Nf3、exd5、O-O 或 g1f3")
            }
            Refusal::Ambiguous { text, meanings } => {
                write!(f, "着法 {text} 可以有几种意思：{}，请写明", meanings.join("、"))
            }
            Refusal::NoPromotion { text } => write!(f, "着法 {text} 没有写明兵升变成什么，请写作 e8=Q"),
            Refusal::NoPassInChess => f.write_str("国际象棋没有虚着"),
            Refusal::PressCameFirst => f.write_str("按钟在先，请看新的读数"),
            Refusal::Expired => f.write_str("命令到得太晚，没有执行"),
            Refusal::NoSuchMove { number } => write!(f, "记录中没有第 {number} 手"),
            Refusal::NoMoveOfSide => f.write_str("记录中没有该方的着手"),
        }
    }
}

impl fmt::Display for In<Entitled> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Language::English {
            return write!(f, "{}", self.1);
        }
        f.write_str(match self.1 {
            Entitled::Arbiter => "裁判员",
            Entitled::Chief => "裁判长",
            Entitled::Player => "该棋手本人",
            Entitled::Recorder => "记谱员",
        })
    }
}

impl fmt::Display for In<clock::Refusal> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use clock::Refusal;
        if self.0 == Language::English {
            return write!(f, "{}", self.1);
        }
        f.write_str(match self.1 {
            Refusal::AlreadyStarted => "钟已经开过了",
            Refusal::NotRunning => "钟没有在走",
            Refusal::NotPaused => "钟没有暂停",
            Refusal::Stopped => "对局已经结束，钟已停下",
            Refusal::FlagFallen => "已经超时，须先撤销超时",
            Refusal::NotStopped => "钟没有停下",
            Refusal::NoFlag => "没有任何一方超时",
            Refusal::ReadingOwed => "超时已撤销，须先设定该方的用时，或者退回其读秒",
            Refusal::OnMoveAlready => "本来就轮到该方",
            Refusal::WouldFlag => "这样会用完该方的时间，应当判负，不能靠更正造成",
            Refusal::ZeroTime => "时间必须大于零",
            Refusal::NothingNamed => "没有写明要更正什么",
            Refusal::TwoTimes => "不能同时设定两种正在走的时间",
            Refusal::OutOfReach(key) => {
                return write!(f, "这种计时方式不可能有这样的读数：{}", In(self.0, key));
            }
            Refusal::ControlsDiffer => "双方的计时方式不同，读数不能互换",
            Refusal::NotOnMove => "只有轮到着手的一方可以退回读秒",
            Refusal::NotLastPeriod => "只有最后一次读秒才能退回",
            Refusal::NoSuchCall => "那一秒本来不报时",
            Refusal::NotYetElapsed => "还没有读到那一秒",
        })
    }
}

impl fmt::Display for In<SettingKey> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Language::English {
            return write!(f, "{}", self.1);
        }
        f.write_str(match self.1 {
            SettingKey::Main => "基本用时",
            SettingKey::Period => "本次读秒",
            SettingKey::Unit => "本次考虑时间",
            SettingKey::Section => "本节",
            SettingKey::Block => "本段延时",
            SettingKey::Hourglass => "沙漏",
            SettingKey::Periods => "次数",
            SettingKey::Moves => "手数",
            SettingKey::Stage => "第几段",
        })
    }
}
