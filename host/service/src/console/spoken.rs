//! What stands on record of a table's voice, in words: by this a demand to count again (16.2) is ruled on.

use clock::{Instant, Language};
use hall::{Played, SpeechEntry, Spoken, SpokenEntry, Unspoken, VoiceEntry};
use referee::{In, Setup, call_words};
use serde_json::{Value, json};

use crate::console::words::Words;
use crate::past::PastSpeech;

/// An entry of the record about the voice, with its sentence in both languages.
pub(crate) fn speech_json(past: &PastSpeech, setup: &Setup) -> Value {
    let mut told = json!(past.entry);
    told["t"] = past.entry.at().since_zero().as_millis_used().into();
    told["words"] = json!(Words {
        en: entry_words(&past.entry, setup, Language::English),
        zh: entry_words(&past.entry, setup, Language::Chinese),
    });
    if let Some(wall) = past.wall {
        told["wall"] = wall.to_rfc3339().into();
    }
    told
}

fn entry_words(entry: &SpeechEntry, setup: &Setup, language: Language) -> String {
    match entry {
        SpeechEntry::Spoken(entry) => spoken_words(entry, setup, language),
        SpeechEntry::Voice(entry) => voice_words(entry, language),
    }
}

/// What is said, in words: whose, and the call as a referee says it.
fn what_words(what: Spoken, setup: &Setup, language: Language) -> String {
    let (side, said) = match what {
        Spoken::Call { side, call } => (side, call_words(call, setup.control.of(side), language)),
        Spoken::Reading { side } => match language {
            Language::English => (side, "the time left".into()),
            Language::Chinese => (side, "剩余时间".into()),
        },
        Spoken::Paused | Spoken::Resumed | Spoken::Adjourned => return plain_words(what, language).into(),
    };
    let whose = In(language, side);
    match language {
        Language::English => format!("{whose}: “{said}”"),
        Language::Chinese => format!("{whose}：“{said}”"),
    }
}

const fn plain_words(what: Spoken, language: Language) -> &'static str {
    match (what, language) {
        (Spoken::Paused, Language::English) => "“paused”",
        (Spoken::Paused, Language::Chinese) => "“暂停”",
        (Spoken::Resumed, Language::English) => "“play goes on”",
        (Spoken::Resumed, Language::Chinese) => "“继续比赛”",
        (_, Language::English) => "“adjourned”",
        (_, Language::Chinese) => "“封棋”",
    }
}

/// By how much one instant lies behind another, in milliseconds, negative where it lies before it.
fn behind(instant: Instant, other: Instant) -> i64 {
    let millis = |length: clock::Duration| i64::try_from(length.as_micros() / 1_000).unwrap_or(i64::MAX);
    millis(instant.since(other)) - millis(other.since(instant))
}

fn spoken_words(entry: &SpokenEntry, setup: &Setup, language: Language) -> String {
    let SpokenEntry { due, what, played } = entry;
    let what = what_words(*what, setup, language);
    match (played, language) {
        (Played::Whole { by, onset, .. }, Language::English) => {
            format!("{what} spoken {} ms after its instant, to its end, by {by}", behind(*onset, *due))
        }
        (Played::Whole { by, onset, .. }, Language::Chinese) => {
            format!("{what} 已报出，比应报时刻晚 {} 毫秒，完整（{by}）", behind(*onset, *due))
        }
        (Played::Cut { by, onset, end }, Language::English) => {
            let (late, heard) = (behind(*onset, *due), behind(*end, *onset));
            format!("{what} spoken {late} ms after its instant, cut off after {heard} ms, by {by}")
        }
        (Played::Cut { by, onset, end }, Language::Chinese) => {
            let (late, heard) = (behind(*onset, *due), behind(*end, *onset));
            format!("{what} 已报出，比应报时刻晚 {late} 毫秒，播出 {heard} 毫秒后中断（{by}）")
        }
        (Played::Not { why }, Language::English) => {
            format!("{what} was due and was NOT spoken: {}", why_english(*why))
        }
        (Played::Not { why }, Language::Chinese) => format!("{what} 应报而未报：{}", why_chinese(*why)),
    }
}

const fn why_english(why: Unspoken) -> &'static str {
    match why {
        Unspoken::Muted => "the table was muted",
        Unspoken::Quiet => "it was a quiet hour",
        Unspoken::Nobody => "nothing spoke for the table",
        Unspoken::Unheard => "whoever spoke for the table has not confirmed it",
    }
}

const fn why_chinese(why: Unspoken) -> &'static str {
    match why {
        Unspoken::Muted => "本桌已静音",
        Unspoken::Quiet => "正值安静时段",
        Unspoken::Nobody => "本桌没有发声设备",
        Unspoken::Unheard => "发声设备未确认播出",
    }
}

fn voice_words(entry: &VoiceEntry, language: Language) -> String {
    let VoiceEntry { voice, speakers, by, left_out, .. } = entry;
    let volume = voice.volume;
    let speakers = if speakers.is_empty() {
        match language {
            Language::English => "nobody".to_owned(),
            Language::Chinese => "无".to_owned(),
        }
    } else {
        speakers.join(", ")
    };
    let how = match (voice.muted, voice.quiet, language) {
        (true, _, Language::English) => "muted",
        (true, _, Language::Chinese) => "静音",
        (false, true, Language::English) => "silent: a quiet hour",
        (false, true, Language::Chinese) => "安静时段，不报时",
        (false, false, Language::English) => "on",
        (false, false, Language::Chinese) => "开",
    };
    match language {
        Language::English => {
            let by = by.map(|by| format!(", by {}", In(language, by))).unwrap_or_default();
            let lost = if *left_out > 0 { format!("; {left_out} not put on record") } else { String::new() };
            format!("voice {how}{by}; volume {volume} %; speaks: {speakers}{lost}")
        }
        Language::Chinese => {
            let by = by.map(|by| format!("（{}）", In(language, by))).unwrap_or_default();
            let lost =
                if *left_out > 0 { format!("；另有 {left_out} 条未记录") } else { String::new() };
            format!("语音：{how}{by}；音量 {volume}%；发声：{speakers}{lost}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_played_and_what_was_not_is_said_in_both_languages() {
        let setup = Setup::new(referee::Game::default(), "10s+5x60s".parse().unwrap());
        let what = Spoken::Call { side: clock::Side::Black, call: clock::Call::Left(4) };
        let at = Instant::from_millis;
        let words =
            |played, language| spoken_words(&SpokenEntry { due: at(70_000), what, played }, &setup, language);
        let cut = Played::Cut { by: "page 1f".into(), onset: at(70_004), end: at(70_254) };
        assert_eq!(
            words(cut, Language::English),
            "Black: “4 minutes left” spoken 4 ms after its instant, cut off after 250 ms, by page 1f"
        );
        let early = Played::Whole { by: "page 1f".into(), onset: at(69_997), end: at(71_000) };
        assert_eq!(
            words(early, Language::Chinese),
            "黑方：“还剩 4 分钟” 已报出，比应报时刻晚 -3 毫秒，完整（page 1f）"
        );
        let not = Played::Not { why: Unspoken::Muted };
        assert_eq!(
            words(not, Language::English),
            "Black: “4 minutes left” was due and was NOT spoken: the table was muted"
        );
    }
}
