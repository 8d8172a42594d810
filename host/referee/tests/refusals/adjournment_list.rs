//! The refusals of an adjournment.

use referee::AdjournmentRefusal as Refusal;

use crate::Entry;

/// Makes the list, and a match without a wildcard: whoever adds a refusal is led here by the compiler.
macro_rules! adjournment_refusals {
    ($($name:ident [$($example:expr),+] $english:literal $chinese:literal;)+) => {
        /// The refusals of an adjournment in the order in which they are told.
        pub(crate) fn of_adjournment() -> Vec<Entry> {
            vec![$(Entry {
                matches: |refusal| matches!(refusal, referee::Refusal::Adjournment(Refusal::$name { .. })),
                examples: vec![$(referee::Refusal::Adjournment($example)),+],
                when: [$english, $chinese],
            }),+]
        }

        const _: fn(Refusal) = |refusal| match refusal {
            $(Refusal::$name { .. } => {})+
        };
    };
}

adjournment_refusals! {
    NoRulesForSealing [Refusal::NoRulesForSealing]
        "Play is to be adjourned under a policy that does not say what becomes of a sealed move that cannot be read, is lost or does not match."
        "判罚规定没有写明封手无法辨认、遗失或不符时怎么办，却要封棋。";
    AdjournedAlready [Refusal::AdjournedAlready]
        "A second adjournment while one is under way."
        "封棋期间再次要求封棋。";
    NotAdjourned [Refusal::NotAdjourned]
        "Something that belongs to an adjournment, where none is under way."
        "没有封棋却下达属于封棋的命令。";
    SealingOutlastsTime [Refusal::SealingOutlastsTime]
        "The set time lies beyond the sealer's time: play goes on, or the envelope stays with the sealer."
        "规定的封棋时间超出了封手方剩余的时间：继续对局，或者暂不交出信封。";
    HandOverIsPress [Refusal::HandOverIsPress]
        "The sealer, or the opponent, presses the clock after the adjournment."
        "宣布封棋以后按钟。";
    MoveIsSealed [Refusal::MoveIsSealed]
        "A move is made on the board after the adjournment (FIDE Guidelines I.1.1)."
        "宣布封棋以后在棋盘上着手（FIDE 指南 I.1.1）。";
    NotSealer [Refusal::NotSealer]
        "The side that has moved wants to seal."
        "已经走过的一方要封手。";
    MadeOnBoard [Refusal::MadeOnBoard { number: 57 }]
        "A move is to be sealed or opened although it had been made on the board before the adjournment (FIDE Guidelines I.1.1)."
        "着法在宣布封棋以前已经下在棋盘上，仍要封手或启封（FIDE 指南 I.1.1）。";
    HandedOverAlready [Refusal::HandedOverAlready]
        "A seal, or handing over, after the envelope was handed over."
        "信封交出以后再封手或再交出。";
    NotHandedOver [Refusal::NotHandedOver]
        "The session is to begin, or the envelope to be opened, while the sealer still has it."
        "信封还在封手方手中，就要开始续弈或启封。";
    PlayAdjourned [Refusal::PlayAdjourned]
        "Play, a declaration or a claim of a draw while the envelope is shut."
        "信封未启封时着手、按钟、表明终局或提出判和。";
    PositionAdjourned [Refusal::PositionAdjourned]
        "A move on record, or whose turn it is, is to be changed while the envelope is shut."
        "信封未启封时更改已记录的着手或轮走的一方。";
    SessionResumedAlready [Refusal::SessionResumedAlready]
        "The session is to begin a second time."
        "重复开始续弈时段。";
    SessionNotResumed [Refusal::SessionNotResumed]
        "The envelope is to be opened before the session."
        "续弈时段尚未开始就要启封。";
    OnPaperOnly [Refusal::OnPaperOnly]
        "A passphrase where nothing was sealed on a screen."
        "没有在屏幕上封手，却输入口令。";
    NothingOpened [Refusal::NothingOpened]
        "`open-seal` with neither a passphrase that opens, nor what the paper says."
        "`open-seal` 既没有能打开信封的口令，也没有写明纸上的内容。";
    SealSettled [Refusal::SealSettled]
        "A ruling on a sealed move that stands on the board or has been ruled on in another incident."
        "封手已经摆上棋盘，或者已在另一事件中裁定，又作裁定。";
    OpenedWithEnvelope [Refusal::OpenedWithEnvelope]
        "Such an incident is noted or complained of by hand."
        "手工登记或申诉这种事件。";
}
