//! The clock's refusals.

use clock::Refusal::{self, OutOfReach};
use clock::SettingKey;

use crate::Entry;

/// Makes the list, and a match without a wildcard: whoever adds a refusal is led here by the compiler.
macro_rules! clock_refusals {
    ($($name:ident [$($example:expr),+] $english:literal $chinese:literal;)+) => {
        /// The clock's refusals in the order in which they are told.
        pub(crate) fn of_clock() -> Vec<Entry> {
            vec![$(Entry {
                matches: |refusal| matches!(refusal, referee::Refusal::Clock(Refusal::$name { .. })),
                examples: vec![$(referee::Refusal::Clock($example)),+],
                when: [$english, $chinese],
            }),+]
        }

        const _: fn(Refusal) = |refusal| match refusal {
            $(Refusal::$name { .. } => {})+
        };
    };
}

/// Everything that can be set; a match without a wildcard as well.
const KEYS: [SettingKey; 9] = [
    SettingKey::Main,
    SettingKey::Period,
    SettingKey::Unit,
    SettingKey::Section,
    SettingKey::Block,
    SettingKey::Hourglass,
    SettingKey::Periods,
    SettingKey::Moves,
    SettingKey::Stage,
];

const _: fn(SettingKey) = |key| match key {
    SettingKey::Main
    | SettingKey::Period
    | SettingKey::Unit
    | SettingKey::Section
    | SettingKey::Block
    | SettingKey::Hourglass
    | SettingKey::Periods
    | SettingKey::Moves
    | SettingKey::Stage => {}
};

clock_refusals! {
    AlreadyStarted [Refusal::AlreadyStarted]
        "A game is started for the second time." "重复开钟。";
    NotRunning [Refusal::NotRunning]
        "A pause, a turn or a declaration while no clock runs." "没有钟在走时要求暂停、移交着手权或表明终局。";
    NotPaused [Refusal::NotPaused]
        "Play is to go on although it was not paused." "没有暂停却要求继续。";
    Stopped [Refusal::Stopped]
        "The clock is told something after the end." "终局后还对钟下命令。";
    NotStopped [Refusal::NotStopped]
        "A game is to be reopened whose clock never stopped." "钟没有停下却要求恢复对局。";
    FlagFallen [Refusal::FlagFallen]
        "A correction after a side's time was used up." "一方超时以后要求更正。";
    NoFlag [Refusal::NoFlag]
        "A flag is to be withdrawn that never fell." "没有超时却要求撤销超时。";
    ReadingOwed [Refusal::ReadingOwed]
        "Play is to go on after a flag was withdrawn, before that side has time again."
        "撤销超时以后，该方还没有用时就要求继续。";
    OnMoveAlready [Refusal::OnMoveAlready]
        "The turn is handed to the side that has it." "把着手权交给本来就轮到的一方。";
    WouldFlag [Refusal::WouldFlag]
        "More time is to be taken than there is." "要扣的时间比剩下的还多。";
    ZeroTime [Refusal::ZeroTime]
        "A correction by no time, or to none." "更正的时间为零。";
    NothingNamed [Refusal::NothingNamed]
        "A correction that does not say what is to change." "更正没有写明要改什么。";
    TwoTimes [Refusal::TwoTimes]
        "A correction to two times of which only one can run." "同时设定两种不能同时走的时间。";
    OutOfReach [
        OutOfReach(KEYS[0]), OutOfReach(KEYS[1]), OutOfReach(KEYS[2]), OutOfReach(KEYS[3]), OutOfReach(KEYS[4]),
        OutOfReach(KEYS[5]), OutOfReach(KEYS[6]), OutOfReach(KEYS[7]), OutOfReach(KEYS[8])
    ]
        "A correction to a reading that this time control does not have." "更正成这种计时方式没有的读数。";
    ControlsDiffer [Refusal::ControlsDiffer]
        "Readings are to be exchanged between sides that play by different controls."
        "双方计时方式不同却要求互换读数。";
    NotOnMove [Refusal::NotOnMove]
        "The count is to go back for the side that is not being counted." "要求退回读秒的一方并不在读秒。";
    NotLastPeriod [Refusal::NotLastPeriod]
        "The count is to go back before the last period (16.2)." "还没有到最后一次读秒就要求退回（16.2）。";
    NoSuchCall [Refusal::NoSuchCall]
        "The count is to go back to a second at which nothing is called." "要求退回到不报时的一秒。";
    NotYetElapsed [Refusal::NotYetElapsed]
        "The count is to go to a second that has not come." "要求退回到还没有读到的一秒。";
}
