//! A table's refusals, those of its clock last.

use referee::Refusal::{self, NotEntitled, SignedAlready};
use referee::{Breach, Entitled, Signer};

use crate::adjournment_list::of_adjournment;
use crate::clock_list::of_clock;
use crate::{Entry, Group};

/// Makes the groups, and a match without a wildcard: whoever adds a refusal is led here by the compiler.
macro_rules! refusals {
    ($($title:literal $chinese_title:literal {
        $($name:ident [$($example:expr),+] $english:literal $chinese:literal;)+
    })+) => {
        /// All refusals in the order in which they are told.
        pub(crate) fn groups() -> Vec<Group> {
            let adjournment = Group { title: ["Adjournment", "封棋"], entries: of_adjournment() };
            let clock = Group { title: ["Of the clock", "棋钟"], entries: of_clock() };
            let of_table = vec![$(Group {
                title: [$title, $chinese_title],
                entries: vec![$(Entry {
                    matches: |refusal| matches!(refusal, Refusal::$name { .. }),
                    examples: vec![$($example),+],
                    when: [$english, $chinese],
                }),+],
            }),+];
            of_table.into_iter().chain([adjournment, clock]).collect()
        }

        const _: fn(&Refusal) = |refusal| match refusal {
            Refusal::Clock(_) | Refusal::Adjournment(_) => {}
            $($(Refusal::$name { .. } => {})+)+
        };
    };
}

const _: fn(Entitled, Signer) = |entitled, signer| match (entitled, signer) {
    (
        Entitled::Arbiter
        | Entitled::Chief
        | Entitled::ArbiterOrBoth
        | Entitled::ChiefOrBoth
        | Entitled::Player
        | Entitled::Recorder,
        Signer::Black | Signer::White | Signer::Arbiter,
    ) => {}
};

/// Texts of examples.
fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

refusals! {
    "Rights, start and end" "权限、开始和结束" {
        NotEntitled [
            NotEntitled { allowed: Entitled::Arbiter },
            NotEntitled { allowed: Entitled::Chief },
            NotEntitled { allowed: Entitled::ArbiterOrBoth },
            NotEntitled { allowed: Entitled::ChiefOrBoth },
            NotEntitled { allowed: Entitled::Player },
            NotEntitled { allowed: Entitled::Recorder }
        ]
            "The command came from somebody who has no right to it." "下命令的人没有这个权限。";
        NotBegun [Refusal::NotBegun]
            "Something that belongs to a game, before its start." "还没有开始就要求只有对局中才有的事。";
        Begun [Refusal::Begun]
            "Nigiri after the first turn or move." "走过第一手以后才猜先。";
        GameOver [Refusal::GameOver]
            "A move, a resignation or a mark after the end." "终局以后再着手、认输或标记死子。";
        PressCameFirst [Refusal::PressCameFirst]
            "The order was meant for a turn that a press had completed in the meantime."
            "命令针对的那一手，在此之前已经按钟完成。";
        Expired [Refusal::Expired]
            "The order was under way for so long that nobody can still mean it." "命令在路上耽搁太久，已经失去意义。";
        NoWordFromUnit [Refusal::NoWordFromUnit]
            "The table's clock is a unit on a line, and that is not heard. What needs no clock is done all the same."
            "本桌棋钟是经线路相连的单元，而现在收不到它的消息。不涉及棋钟的命令照常执行。";
        UnitDidOtherwise [Refusal::UnitDidOtherwise]
            "What the order comes to had changed before the table's unit did it, or the unit refused a part of it: \
             the clock stands as the unit says."
            "本桌棋钟执行之前，命令的结果已有变化，或者棋钟没有全部执行：以棋钟现在的读数为准。";
    }
    "Moves and the record" "着手和记录" {
        NoBoard [Refusal::NoBoard]
            "A move at a table that has nothing but a clock." "在只有棋钟的桌上记录着手。";
        OffBoard [Refusal::OffBoard { point: "T20".into(), size: 19 }]
            "A point beyond the edge." "写了棋盘以外的点。";
        Occupied [Refusal::Occupied { point: "Q16".into() }]
            "A stone on top of another." "着手的点上已经有棋子。";
        NoMove [Refusal::NoMove { text: "Xf9".into() }]
            "What was written is no chess notation." "写的不是国际象棋的记谱法。";
        Ambiguous [Refusal::Ambiguous { text: "Ne2".into(), meanings: texts(&["Nce2", "Nge2"]) }]
            "Two pieces could make the move as it was written." "照所写的着法，有两个棋子都可以走到。";
        NoPromotion [Refusal::NoPromotion { text: "e8".into() }]
            "A pawn comes to the last rank, and nobody says what it becomes." "兵到底线而没有写明升变。";
        NoPassInChess [Refusal::NoPassInChess]
            "A pass in chess." "在国际象棋中记录虚着。";
        NoPassInGomoku [Refusal::NoPassInGomoku]
            "A pass in gomoku." "在五子棋中记录虚着。";
        NoSuchMove [Refusal::NoSuchMove { number: 12 }]
            "A move is to be corrected that is not on record." "要更正的一手不在记录中。";
        NoMoveOfSide [Refusal::NoMoveOfSide]
            "The last move of a side is to be taken off before it has one." "要撤去一方最后的着手，而该方还没有着手。";
    }
    "Incidents and rulings" "事件和裁定" {
        NoSuchKind [Refusal::NoSuchKind { kind: "talking".into() }]
            "The policy of the event does not have this kind of incident." "本次比赛的规定里没有这一种事件。";
        SuddenDeathOnly [Refusal::SuddenDeathOnly]
            "An offence, or giving up the contest, that there is in sudden death alone (12.4), under another control."
            "只有包干制才有的违规，或者放弃争夺（12.4），用在别的计时方式上。";
        NotedAlready [Refusal::NotedAlready { number: 2 }]
            "The same thing is noted about the same move for the second time." "对同一手棋重复提出同一种事件。";
        NoSuchIncident [Refusal::NoSuchIncident { number: 7 }]
            "A ruling on a number that no incident has." "裁定的编号没有对应的事件。";
        WasSlip [Refusal::WasSlip { number: 2 }]
            "A ruling on what the recorder has set right since." "要裁定的事件，记谱员已经更正。";
        ClaimExpired [Refusal::ClaimExpired { number: 2 }]
            "A ruling on a complaint that was made too late (16.3)." "要裁定的申诉提出得太晚（16.3）。";
        NoSuchChoice [Refusal::NoSuchChoice { choice: "replay".into(), choices: texts(&["back", "valid", "dismiss"]) }]
            "A ruling that the policy does not have for this incident." "对这种事件，规定里没有这样的裁定。";
        RuledAlready [Refusal::RuledAlready]
            "The ruling that stands is given once more." "把现有的裁定又下了一次。";
        RulingStands [Refusal::RulingStands]
            "A flag is to be withdrawn at a table whose game a ruling has decided."
            "裁定已经定局的对局，要求撤销超时。";
        MoveNeeded [Refusal::MoveNeeded]
            "`rule N play` on a sealed move, without the move." "裁定封手时写了 `rule N play` 而没有写明着法。";
        NoMoveNeeded [Refusal::NoMoveNeeded]
            "A ruling with a move where the choice has none." "裁定不涉及着手，却写了着手。";
        OwnTimeOnly [Refusal::OwnTimeOnly]
            "A complaint in the opponent's time, where the event follows the rules of 1988."
            "按 1988 年规则，在对方走棋的时间内申诉。";
        NothingRuled [Refusal::NothingRuled]
            "An appeal before there is anything to appeal against." "还没有可以上诉的裁定。";
    }
    "People and colours" "人员和猜先" {
        HereAlready [Refusal::HereAlready]
            "The arrival of a player who has come." "已经到场的棋手再次到场。";
        AwayAlready [Refusal::AwayAlready]
            "A player leaves who is away." "已经离席的棋手再次离席。";
        NotAway [Refusal::NotAway]
            "A player is back who never left." "没有离席的棋手回席。";
        NothingUnseen [Refusal::NothingUnseen]
            "A move is to be shown to a player who has missed none (16.5)." "没有错过着手的棋手，不需要指明落子点（16.5）。";
        TalkGoesOn [Refusal::TalkGoesOn]
            "A second permitted talk before the first has ended (15.5)." "前一次经许可的谈话还没有结束（15.5）。";
        NoTalk [Refusal::NoTalk]
            "The end of a talk where there is none." "没有谈话却要求结束谈话。";
        LeaveNeeded [Refusal::LeaveNeeded]
            "A player leaves in overtime without having asked (III 22.7)." "读秒期间没有征得许可就离席（III 22.7）。";
        LeaveUsedUp [Refusal::LeaveUsedUp]
            "A player leaves in overtime more often than the event allows (III 22.7)."
            "读秒期间离席的次数超过规定（III 22.7）。";
        ColoursGiven [Refusal::ColoursGiven]
            "Nigiri at a table whose colours were given or have been decided." "黑白已经排定或者猜过，再次猜先。";
        HolderUnknown [Refusal::HolderUnknown]
            "Nigiri between equal ranks where no dates of birth are known (10)." "段位相同而不知道出生日期时猜先（10）。";
        NotTheHolder [Refusal::NotTheHolder]
            "Nigiri in which another is named as holding the stones than rank or age says (10)."
            "猜先时指定的握子方，与段位或年龄所定的不同（10）。";
        BadNigiri [Refusal::BadNigiri]
            "Nigiri with an empty hand, or with other than one or two stones shown." "手中无子，或者出示的不是一颗或两颗。";
    }
    "The end of a game of Go" "围棋的终局" {
        NotGo [Refusal::NotGo]
            "Marks, a count or a declaration of the end in another game." "在别的棋类中标记死子、计算胜负或表明终局。";
        NotToMove [Refusal::NotToMove]
            "The end is declared (13.2), or a draw claimed (FIDE 9.2), in the opponent's turn."
            "轮到对方时表明棋局结束（13.2），或者提出判和（FIDE 9.2）。";
        ProposedAlready [Refusal::ProposedAlready]
            "The end is declared twice, or the declarer answers." "重复表明棋局结束，或者由表明的一方自己答复。";
        NothingProposed [Refusal::NothingProposed]
            "An answer where nobody has declared the end." "没有人表明棋局结束却作答复。";
        PlayHasStopped [Refusal::PlayHasStopped]
            "A move or a declaration while dead stones are marked." "标记死子期间再着手或表明终局。";
        PlayGoesOn [Refusal::PlayGoesOn]
            "Marks, or a wish to play on, before play has stopped." "还没有停止着子就标记死子或要求继续对局。";
        NoStone [Refusal::NoStone { point: "C3".into() }]
            "An empty point is marked as dead." "把空点标记为死子。";
        PositionUnknown [Refusal::PositionUnknown]
            "Stones are to be marked or counted, or a draw is claimed, after a move that nobody saw."
            "有没有看清的着手，却要标记死子、计算胜负或提出判和。";
        MovesMissing [Refusal::MovesMissing { turns: 3 }]
            "The same while the recorder is behind." "同上，而记谱员还没有记完。";
        NothingDisputed [Refusal::NothingDisputed]
            "A side wants to play on although both have marked the same stones." "双方所标死子相同，一方仍要求继续对局。";
        MarksDiffer [Refusal::MarksDiffer]
            "The border is to be settled before it is known which stones are dead." "死子还没有确定就要求勘定地界。";
        BorderOpen [Refusal::BorderOpen]
            "The count is agreed after the contest was given up, before the chief arbiter has settled the border \
             (12.4(4))."
            "一方放弃争夺后，裁判长还没有勘定地界就同意计算结果（12.4（4））。";
        NotConceded [Refusal::NotConceded]
            "The border is to be settled although nobody gave up the contest." "没有人放弃争夺却要求勘定地界。";
        NotCounted [Refusal::NotCounted]
            "Agreement with a count that was never made." "还没有计算就同意结果。";
        AgreedAlready [Refusal::AgreedAlready]
            "A side agrees with the count twice." "一方重复同意计算结果。";
    }
    "Draws" "和棋" {
        NoAgreedDraw [Refusal::NoAgreedDraw]
            "A draw is offered in Go (15.1)." "在围棋中提议和棋（15.1）。";
        TooEarlyForDraw [Refusal::TooEarlyForDraw]
            "A draw is offered before both have moved (FIDE 9.1.1)." "双方还没有都走过就提议和棋（FIDE 9.1.1）。";
        OfferStands [Refusal::OfferStands]
            "A draw is offered while an offer waits for an answer." "前一个和棋提议还没有答复。";
        NoOffer [Refusal::NoOffer]
            "A draw is agreed or declined that the opponent did not offer." "对方没有提议和棋却作答复。";
        NoDrawClaims [Refusal::NoDrawClaims]
            "A draw is claimed in another game." "在别的棋类中提出判和。";
        ClaimedAlready [Refusal::ClaimedAlready]
            "The same claim of a draw in the same turn once more, when it was not good (FIDE 9.5.3)."
            "同一手中把不成立的判和要求又提了一次（FIDE 9.5.3）。";
        IllegalMove [Refusal::IllegalMove { text: "Ke2".into(), breach: Breach::LeavesKing }]
            "The move that was written for a claim could not be played (FIDE 9.2, 9.3)."
            "提出判和时写下的着法不能走（FIDE 9.2、9.3）。";
        MoveAnnounced [Refusal::MoveAnnounced { text: "Ng8".into() }]
            "A draw is claimed again with another move than the one that was announced first (FIDE 9.5.3)."
            "再次提出判和，而写的不是先前写明的着法（FIDE 9.5.3）。";
    }
    "Result and signatures" "结果和签字" {
        NoResult [Refusal::NoResult]
            "A signature or a recount before there is a result." "还没有结果就签字或要求复核。";
        SignedAlready [
            SignedAlready { who: Signer::Black },
            SignedAlready { who: Signer::White },
            SignedAlready { who: Signer::Arbiter }
        ]
            "Somebody signs twice." "重复签字。";
        RulingOwed [Refusal::RulingOwed { number: 2 }]
            "A signature while an incident has not been ruled on." "还有事件没有裁定就签字。";
        Signed [Refusal::Signed]
            "Anything that could change the result after the third signature (16.4)." "三方签字后还要改变结果（16.4）。";
        NotSigned [Refusal::NotSigned]
            "The table is to be cleared before all three have signed." "三方没有都签字就要求空出本桌。";
        TableCleared [Refusal::TableCleared]
            "Anything at a table that is free for the next round (16.6)." "本桌已经空出后还下命令（16.6）。";
    }
}
