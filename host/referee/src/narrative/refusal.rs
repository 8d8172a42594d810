//! Refusals as an arbiter says them aloud. The English words are the refusals' own.

use std::fmt;

use clock::{Language, SettingKey};

use super::In;
use crate::refusal::Refusal::{
    AgreedAlready, AwayAlready, BadNigiri, Begun, BorderOpen, ClaimedAlready, ColoursGiven, Expired,
    GameOver, HereAlready, HolderUnknown, LeaveNeeded, LeaveUsedUp, MarksDiffer, MoveNeeded, NoAgreedDraw,
    NoBoard, NoDrawClaims, NoMoveNeeded, NoMoveOfSide, NoOffer, NoPassInChess, NoPassInGomoku, NoResult,
    NoTalk, NoWordFromUnit, NotAway, NotBegun, NotConceded, NotCounted, NotGo, NotSigned, NotTheHolder,
    NotToMove, NothingDisputed, NothingProposed, NothingRuled, NothingUnseen, OfferStands, OwnTimeOnly,
    PlayGoesOn, PlayHasStopped, PositionUnknown, PressCameFirst, ProposedAlready, RuledAlready, RulingStands,
    Signed, SuddenDeathOnly, TableCleared, TalkGoesOn, TooEarlyForDraw, UnitDidOtherwise,
};
use crate::refusal::{Entitled, Refusal};

impl fmt::Display for In<&Refusal> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(language, refusal) = self;
        match (language, plain(refusal)) {
            (Language::English, _) => write!(f, "{refusal}"),
            (Language::Chinese, Some(words)) => f.write_str(words),
            (Language::Chinese, None) => with_details(refusal, f),
        }
    }
}

/// Refusals that name what they are about.
fn with_details(refusal: &Refusal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const IN: Language = Language::Chinese;
    match refusal {
        Refusal::Clock(refusal) => write!(f, "{}", In(IN, *refusal)),
        Refusal::Adjournment(refusal) => write!(f, "{}", In(IN, *refusal)),
        Refusal::NotEntitled { allowed } => write!(f, "只有{}可以这样做", In(IN, *allowed)),
        Refusal::OffBoard { point, size } => write!(f, "{size} 路棋盘上没有 {point} 这一点"),
        Refusal::Occupied { point } => write!(f, "棋盘上 {point} 处已有棋子"),
        Refusal::NoMove { text } => {
            write!(f, "不是国际象棋的着法：{text}，请写作 Nf3、exd5、O-O 或 g1f3")
        }
        Refusal::Ambiguous { text, meanings } => {
            write!(f, "着法 {text} 可以有几种意思：{}，请写明", meanings.join("、"))
        }
        Refusal::NoPromotion { text } => write!(f, "着法 {text} 没有写明兵升变成什么，请写作 e8=Q"),
        Refusal::IllegalMove { text, breach } => write!(f, "着法 {text} 不合规则：{}", In(IN, *breach)),
        Refusal::MoveAnnounced { text } => write!(f, "已经写明的着法必须走出：{text}"),
        Refusal::NoSuchMove { number } => write!(f, "记录中没有第 {number} 手"),
        Refusal::NoSuchKind { kind } => write!(f, "本次比赛的规定中没有这种事件：{kind}"),
        Refusal::NotedAlready { number } => write!(f, "已有事件 {number} 说明此事，请就它裁定"),
        Refusal::NoSuchIncident { number } => write!(f, "没有事件 {number}"),
        Refusal::WasSlip { number } => write!(f, "事件 {number} 系记谱员误记，无须裁定"),
        Refusal::ClaimExpired { number } => write!(f, "申诉 {number} 逾期失效，无须裁定"),
        Refusal::NoSuchChoice { choice, choices } => {
            write!(f, "对此不能这样裁定：{choice}，可以是：{}", choices.join("、"))
        }
        Refusal::NoStone { point } => write!(f, "棋盘上 {point} 处没有棋子"),
        Refusal::MovesMissing { turns } => write!(f, "记录中还缺 {turns} 手"),
        Refusal::SignedAlready { who } => write!(f, "{}已经签字", In(IN, *who)),
        Refusal::RulingOwed { number } => write!(f, "事件 {number} 还在等待裁定"),
        NotBegun | GameOver | NoBoard | NoPassInChess | NoPassInGomoku | PressCameFirst | Expired
        | NoWordFromUnit | UnitDidOtherwise | NoMoveOfSide | SuddenDeathOnly | RuledAlready
        | NoMoveNeeded | MoveNeeded | OwnTimeOnly | NothingRuled | RulingStands | HereAlready
        | AwayAlready | NotAway | NothingUnseen | TalkGoesOn | NoTalk | LeaveNeeded | LeaveUsedUp
        | ColoursGiven | Begun | HolderUnknown | NotTheHolder | BadNigiri | NotGo | NotToMove
        | ProposedAlready | NothingProposed | PlayHasStopped | PlayGoesOn | PositionUnknown
        | NothingDisputed | MarksDiffer | BorderOpen | NotCounted | AgreedAlready | NotConceded
        | NoAgreedDraw | TooEarlyForDraw | OfferStands | NoOffer | NoDrawClaims | ClaimedAlready
        | NoResult | Signed | NotSigned | TableCleared => f.write_str(plain(refusal).unwrap_or_default()),
    }
}

/// Refusals on the way to a game's end that are always said in the same words.
const AT_THE_END: [(Refusal, &str); 23] = [
    (NotGo, "这属于围棋的终局程序"),
    (NotToMove, "只有轮到着手的一方可以这样做"),
    (ProposedAlready, "已经表明棋局结束，请对方答复"),
    (NothingProposed, "没有人表明棋局结束"),
    (PlayHasStopped, "双方已经停止着子"),
    (PlayGoesOn, "双方还没有停止着子"),
    (PositionUnknown, "棋盘上的局面不明，请先更正记录"),
    (NothingDisputed, "双方所标死子相同，不必续下"),
    (MarksDiffer, "双方所标死子不一致"),
    (BorderOpen, "须先由裁判长勘定双方地界"),
    (NotCounted, "还没有计算胜负"),
    (AgreedAlready, "该方已经同意"),
    (NotConceded, "没有任何一方放弃争夺"),
    (NoAgreedDraw, "围棋不能由双方商定和棋"),
    (TooEarlyForDraw, "双方都走过以后才能提议和棋"),
    (OfferStands, "和棋的提议已在等待答复"),
    (NoOffer, "对方没有提议和棋"),
    (NoDrawClaims, "只有国际象棋可以提出判和"),
    (ClaimedAlready, "本手已经这样提出过判和，经核对不成立"),
    (NoResult, "还没有结果"),
    (Signed, "结果已经三方签字，不能再更改"),
    (NotSigned, "结果还没有经三方签字"),
    (TableCleared, "本桌已经空出"),
];

fn at_the_end(refusal: &Refusal) -> Option<&'static str> {
    AT_THE_END.into_iter().find(|(known, _)| known == refusal).map(|(_, words)| words)
}

/// Refusals that are always said in the same words.
fn plain(refusal: &Refusal) -> Option<&'static str> {
    Some(match refusal {
        NotBegun => "对局尚未开始",
        GameOver => "对局已经结束",
        NoBoard => "本桌只有棋钟，没有棋盘",
        NoPassInChess => "国际象棋没有虚着",
        NoPassInGomoku => "五子棋没有虚着",
        PressCameFirst => "按钟在先，请看新的读数",
        Expired => "命令到得太晚，没有执行",
        NoWordFromUnit => "收不到本桌棋钟的消息，无法操作棋钟",
        UnitDidOtherwise => "本桌棋钟的执行结果与命令不符，请看新的读数",
        NoMoveOfSide => "记录中没有该方的着手",
        SuddenDeathOnly => "这一条只适用于包干制",
        RuledAlready => "现在的裁定就是这样",
        NoMoveNeeded => "这项裁定不需要写明着手",
        MoveNeeded => "请写明要走的着法",
        OwnTimeOnly => "棋手应在自己走棋的时间内提出",
        NothingRuled => "还没有作出任何裁定",
        RulingStands => "对局已由裁定定局，须先改判",
        HereAlready => "该棋手已经到场",
        AwayAlready => "该棋手已经离席",
        NotAway => "该棋手没有离席",
        NothingUnseen => "该棋手已看过全部着手",
        TalkGoesOn => "已有一次经许可的谈话正在进行",
        NoTalk => "没有正在进行的谈话",
        LeaveNeeded => "读秒期间离席须征得裁判员许可",
        LeaveUsedUp => "读秒期间经许可离席的次数已经用完",
        ColoursGiven => "本桌的黑白已经确定",
        Begun => "对局已经开始",
        HolderUnknown => "段位和年龄都不能确定由谁握子，请抽签",
        NotTheHolder => "按段位或年龄应由另一方握子",
        BadNigiri => "猜先须手握若干白子，出示一颗或两颗黑子",
        NotGo | NotToMove | ProposedAlready | NothingProposed | PlayHasStopped | PlayGoesOn
        | PositionUnknown | NothingDisputed | MarksDiffer | BorderOpen | NotCounted | AgreedAlready
        | NotConceded | NoAgreedDraw | TooEarlyForDraw | OfferStands | NoOffer | NoDrawClaims
        | ClaimedAlready | NoResult | Signed | NotSigned | TableCleared => return at_the_end(refusal),
        Refusal::Clock(_)
        | Refusal::NotEntitled { .. }
        | Refusal::OffBoard { .. }
        | Refusal::Occupied { .. }
        | Refusal::NoMove { .. }
        | Refusal::Ambiguous { .. }
        | Refusal::NoPromotion { .. }
        | Refusal::IllegalMove { .. }
        | Refusal::MoveAnnounced { .. }
        | Refusal::NoSuchMove { .. }
        | Refusal::NoSuchKind { .. }
        | Refusal::NotedAlready { .. }
        | Refusal::NoSuchIncident { .. }
        | Refusal::WasSlip { .. }
        | Refusal::ClaimExpired { .. }
        | Refusal::NoSuchChoice { .. }
        | Refusal::NoStone { .. }
        | Refusal::MovesMissing { .. }
        | Refusal::SignedAlready { .. }
        | Refusal::RulingOwed { .. }
        | Refusal::Adjournment(_) => return None,
    })
}

impl fmt::Display for In<Entitled> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Language::English {
            return write!(f, "{}", self.1);
        }
        f.write_str(match self.1 {
            Entitled::Arbiter => "裁判员",
            Entitled::Chief => "裁判长",
            Entitled::ArbiterOrBoth => "裁判员或者协商一致的双方",
            Entitled::ChiefOrBoth => "裁判长或者协商一致的双方",
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
