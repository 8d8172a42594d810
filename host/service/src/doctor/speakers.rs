//! Loudspeakers: whether each plays, and says something that somebody in the hall can hear. What a service that runs
//! plays on is left alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use voice::{Saying, Spoken, Voice};

use crate::config::Config;
use crate::doctor::finding::{Both, Finding, Mark, both};
use crate::opening::TablePlan;
use crate::speaker::{Fault, LEAD, open, try_out};
use crate::speech::Shelf;

/// Has each loudspeaker say who it is for and that it works, in the tongue of its first table.
pub(crate) fn try_speakers(config: &Config, in_use: bool) -> Vec<Finding> {
    let shelf = Shelf::new(config.voice.recordings.clone());
    let mut devices: BTreeMap<Arc<str>, &TablePlan> = BTreeMap::new();
    for plan in &config.tables {
        if let Some(device) = &plan.speaker {
            devices.entry(Arc::clone(device)).or_insert(plan);
        }
    }
    let tried = devices.into_iter().map(|(device, plan)| {
        let finding = if in_use {
            Finding::in_use("speaker", &device).advise(both(
                "stop the service and try again, or turn up the table's self-test on its page",
                "请停止服务后再试，或在本桌页面上试音",
            ))
        } else {
            let tongue = plan.voice.tongue.of(plan.face.manner.language);
            judge(&device, say(&device, &shelf.recordings(tongue).voice))
        };
        Finding { table: Some(plan.number), ..finding }
    });
    tried.collect()
}

fn say(device: &str, voice: &Voice) -> Result<Spoken, Fault> {
    try_out(&mut *open(device, LEAD)?, voice.clone(), Saying::SelfTest)
}

fn judge(device: &str, said: Result<Spoken, Fault>) -> Finding {
    match said {
        Err(fault) => Finding::new(
            "speaker",
            Mark::Wrong,
            both(format!("{device}: {fault}"), format!("{device}：{fault}")),
        )
        .advise(both(
            "is it plugged in, is this user in the group audio? aplay -L lists the devices",
            "是否插好？本用户是否在 audio 组中？aplay -L 列出各设备",
        )),
        Ok(Spoken { tones: true, .. }) => Finding::new(
            "speaker",
            Mark::Right,
            both(format!("{device} has played three tones"), format!("{device} 已播放三声提示音")),
        )
        .advise(heard()),
        Ok(_) => Finding::new(
            "speaker",
            Mark::Right,
            both(format!("{device} has said its self-test"), format!("{device} 已读出试音")),
        )
        .advise(heard()),
    }
}

fn heard() -> Both {
    both("only your ears know how loud it is in the hall", "音量是否合适，只能由人在赛场里听")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::tests::read_as;
    use clock::Instant;
    use std::path::Path;
    use voice::{Heard, Planned};

    fn speakers(text: &str) -> Config {
        let table = "[[table]]\nnumber = \"3-4\"\ncontrol = \"1h\"\n";
        Config::read(&format!("{table}{text}\n"), Path::new("")).unwrap()
    }

    #[test]
    fn what_is_said_of_speakers() {
        let heard = Heard::Whole { onset: Instant::ZERO, end: Instant::ZERO };
        let planned = Planned::new(Instant::ZERO, None, Saying::SelfTest);
        let said = |tones| Ok(Spoken { table: 3, planned, heard, tones });
        let findings =
            [judge("default", said(false)), judge("default", said(true)), judge("hw:9", Err(Fault::Stuck))];
        let text = "
            right     speaker: default has said its self-test; only your ears know how loud it is in the hall
            正常  扬声器：default 已读出试音；音量是否合适，只能由人在赛场里听
            right     speaker: default has played three tones; only your ears know how loud it is in the hall
            正常  扬声器：default 已播放三声提示音；音量是否合适，只能由人在赛场里听
            wrong     speaker: hw:9: takes no sound; is it plugged in, is this user in the group audio? aplay -L lists the devices
            有误  扬声器：hw:9：takes no sound；是否插好？本用户是否在 audio 组中？aplay -L 列出各设备
        ";
        read_as(&findings, text);
    }

    #[test]
    fn a_speaker_that_is_not_there_is_wrong_and_one_of_a_service_is_left_alone() {
        let config = speakers("speaker.device = \"no-such-device\"");
        let found = try_speakers(&config, false);
        assert_eq!((found.len(), found[0].mark, found[0].table), (1, Mark::Wrong, Some(3)));
        assert_eq!(try_speakers(&config, true)[0].mark, Mark::Unknown);
    }
}
