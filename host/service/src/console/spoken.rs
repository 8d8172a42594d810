//! What stands on record of a table's voice, in words: by this a demand to count again (16.2) is ruled on.

use clock::{Instant, Language, Overtime};
use hall::{Announcement, Played, SpeechEntry, SpokenEntry, SpokenIn, Unspoken, VoiceEntry, VoiceSetting};
use referee::{In, Setup};
use serde_json::{Value, json};
use voice::Tongue;

use crate::console::words::Words;
use crate::past::PastSpeech;
use crate::speech::{phrases, saying};

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

/// What is said, in words: whose, and as the voice says it in the tongue in which it was said, else in that of the reader.
fn what_words(entry: &SpokenEntry, setup: &Setup, language: Language) -> String {
    let SpokenEntry { due, what, reading, played } = entry;
    let tongue = played.spoken_in().and_then(tongue_of).unwrap_or_else(|| tongue_of_reader(language));
    let overtime = what.side().map_or(Overtime::None, |side| setup.control.of(side).overtime());
    let said = Announcement { at: *due, due: *due, what: *what, overtime, reading: *reading };
    let words = saying(&said).and_then(|saying| phrases(tongue)?.words(&saying).ok()).unwrap_or_default();
    let whose = what.side().map(|side| In(language, side));
    match (whose, language) {
        (Some(whose), Language::English) => format!("{whose}: “{words}”"),
        (Some(whose), Language::Chinese) => format!("{whose}：“{words}”"),
        (None, _) => format!("“{words}”"),
    }
}

/// The tongue, where it was none of tones.
const fn tongue_of(spoken_in: SpokenIn) -> Option<Tongue> {
    match spoken_in {
        SpokenIn::Zh => Some(Tongue::Chinese),
        SpokenIn::En => Some(Tongue::English),
        SpokenIn::Ja => Some(Tongue::Japanese),
        SpokenIn::Ko => Some(Tongue::Korean),
        SpokenIn::Tones => None,
    }
}

const fn tongue_of_reader(language: Language) -> Tongue {
    match language {
        Language::English => Tongue::English,
        Language::Chinese => Tongue::Chinese,
    }
}

/// By how much one instant lies behind another, in milliseconds, negative where it lies before it.
fn behind(instant: Instant, other: Instant) -> i64 {
    let millis = |length: clock::Duration| i64::try_from(length.as_micros() / 1_000).unwrap_or(i64::MAX);
    millis(instant.since(other)) - millis(other.since(instant))
}

fn spoken_words(entry: &SpokenEntry, setup: &Setup, language: Language) -> String {
    let (due, what) = (entry.due, what_words(entry, setup, language));
    match (&entry.played, language) {
        (Played::Whole { by, onset, spoken_in, .. }, _) => {
            let (began, whole) =
                (began_words(due, *onset, *spoken_in, language), whole_words(None, language));
            began_by(&what, &began, &whole, by, language)
        }
        (Played::Cut { by, onset, end, spoken_in }, _) => {
            let began = began_words(due, *onset, *spoken_in, language);
            let cut = whole_words(Some(behind(*end, *onset)), language);
            began_by(&what, &began, &cut, by, language)
        }
        (Played::Not { why }, Language::English) => {
            format!("{what} was due and was NOT spoken: {}", why_english(*why))
        }
        (Played::Not { why }, Language::Chinese) => format!("{what} 应报而未报：{}", why_chinese(*why)),
    }
}

fn began_by(what: &str, began: &str, whole: &str, by: &str, language: Language) -> String {
    match language {
        Language::English => format!("{what} {began}, {whole}, by {by}"),
        Language::Chinese => format!("{what} {began}，{whole}（{by}）"),
    }
}

/// How it began: in words or in tones, and by how much behind or before its instant.
fn began_words(due: Instant, onset: Instant, spoken_in: SpokenIn, language: Language) -> String {
    let (late, tones) = (behind(onset, due), spoken_in == SpokenIn::Tones);
    match language {
        Language::English => {
            let how = if tones { "told in TONES" } else { "spoken" };
            let side = if late < 0 { "before" } else { "after" };
            format!("{how} {} ms {side} its instant", late.abs())
        }
        Language::Chinese => {
            let how = if tones { "已报出（提示音，非语音）" } else { "已报出" };
            let side = if late < 0 { "早" } else { "晚" };
            format!("{how}，比应报时刻{side} {} 毫秒", late.abs())
        }
    }
}

/// Whether it was heard to its end, or after how many milliseconds it was cut off.
fn whole_words(heard: Option<i64>, language: Language) -> String {
    match (heard, language) {
        (None, Language::English) => "to its end".into(),
        (None, Language::Chinese) => "完整".into(),
        (Some(heard), Language::English) => format!("cut off after {heard} ms"),
        (Some(heard), Language::Chinese) => format!("播出 {heard} 毫秒后中断"),
    }
}

const fn why_english(why: Unspoken) -> &'static str {
    match why {
        Unspoken::Muted => "the table, or whatever spoke for it, was muted",
        Unspoken::Quiet => "it was a quiet hour",
        Unspoken::Nobody => "nothing spoke for the table",
        Unspoken::NoLine => "the line was cut",
        Unspoken::TakenBack => "a press or an order took it back before it had begun",
        Unspoken::Late => "whatever spoke for the table came to it too late",
        Unspoken::OtherTable => "the device was speaking to another table",
        Unspoken::NoGap => "the calls of the count left no time for it; the face told it",
        Unspoken::Interrupted => "UNKNOWN, the service was interrupted before it was confirmed",
        Unspoken::Unheard => "whatever spoke for the table has not confirmed it",
    }
}

const fn why_chinese(why: Unspoken) -> &'static str {
    match why {
        Unspoken::Muted => "本桌或其发声设备已静音",
        Unspoken::Quiet => "正值安静时段",
        Unspoken::Nobody => "本桌没有发声设备",
        Unspoken::NoLine => "线路中断",
        Unspoken::TakenBack => "尚未开始就因按钟或命令而取消",
        Unspoken::Late => "发声设备来不及播出",
        Unspoken::OtherTable => "该设备当时正为另一桌报时",
        Unspoken::NoGap => "读秒之间没有空隙，已在显示屏上回答",
        Unspoken::Interrupted => "不明，确认之前计时服务中断",
        Unspoken::Unheard => "发声设备未确认播出",
    }
}

fn voice_words(entry: &VoiceEntry, language: Language) -> String {
    let VoiceEntry { voice, speakers, silent, by, left_out, .. } = entry;
    let (how, volume) = (how_words(*voice, language), voice.volume);
    let names = |names: &[String]| names.join(", ");
    match language {
        Language::English => {
            let speakers = if speakers.is_empty() { "nobody".to_owned() } else { names(speakers) };
            let by = by.map(|by| format!(", by {}", In(language, by))).unwrap_or_default();
            let silent = if silent.is_empty() {
                String::new()
            } else {
                format!("; MUTED at volume 0: {}", names(silent))
            };
            let lost = if *left_out > 0 { format!("; {left_out} not put on record") } else { String::new() };
            format!("voice {how}{by}; volume {volume} %; speaks: {speakers}{silent}{lost}")
        }
        Language::Chinese => {
            let speakers = if speakers.is_empty() { "无".to_owned() } else { names(speakers) };
            let by = by.map(|by| format!("（{}）", In(language, by))).unwrap_or_default();
            let silent = if silent.is_empty() {
                String::new()
            } else {
                format!("；音量为 0（静音）：{}", names(silent))
            };
            let lost =
                if *left_out > 0 { format!("；另有 {left_out} 条未记录") } else { String::new() };
            format!("语音：{how}{by}；音量 {volume}%；发声：{speakers}{silent}{lost}")
        }
    }
}

/// Whether a table speaks that is so set, and if not, why.
const fn how_words(voice: VoiceSetting, language: Language) -> &'static str {
    let VoiceSetting { on, muted, quiet, volume } = voice;
    match (on, muted || volume == 0, quiet, language) {
        (false, _, _, Language::English) => "off",
        (false, _, _, Language::Chinese) => "关",
        (true, true, _, Language::English) => "muted",
        (true, true, _, Language::Chinese) => "静音",
        (true, false, true, Language::English) => "silent: a quiet hour",
        (true, false, true, Language::Chinese) => "安静时段，不报时",
        (true, false, false, Language::English) => "on",
        (true, false, false, Language::Chinese) => "开",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::{Call, Phase, Reading, Side};
    use hall::Spoken;

    fn setup() -> Setup {
        Setup::new(referee::Game::default(), "10s+5x60s".parse().unwrap())
    }

    fn entry(what: Spoken, reading: Option<Reading>, played: Played) -> SpokenEntry {
        SpokenEntry { due: Instant::from_millis(70_000), what, reading, played }
    }

    fn left(played: Played) -> SpokenEntry {
        entry(Spoken::Call { side: Side::Black, call: Call::Left(4) }, None, played)
    }

    fn whole(onset: u64, spoken_in: SpokenIn) -> Played {
        let (onset, end) = (Instant::from_millis(onset), Instant::from_millis(71_000));
        Played::Whole { by: "page 3f2a9c-1".into(), onset, end, spoken_in }
    }

    #[test]
    fn what_was_played_is_said_in_the_words_in_which_it_was() {
        let words = |played, language| spoken_words(&left(played), &setup(), language);
        let (onset, end) = (Instant::from_millis(70_004), Instant::from_millis(70_254));
        let cut = Played::Cut { by: "page 3f2a9c-1".into(), onset, end, spoken_in: SpokenIn::Zh };
        assert_eq!(
            words(cut, Language::English),
            "Black: “一分，还剩四分” spoken 4 ms after its instant, cut off after 250 ms, by page 3f2a9c-1"
        );
        assert_eq!(
            words(whole(69_997, SpokenIn::Ko), Language::Chinese),
            "黑方：“사 분 남았습니다” 已报出，比应报时刻早 3 毫秒，完整（page 3f2a9c-1）"
        );
        assert_eq!(
            words(whole(70_002, SpokenIn::Tones), Language::English),
            "Black: “four minutes left” told in TONES 2 ms after its instant, to its end, by page 3f2a9c-1"
        );
        assert_eq!(
            words(whole(70_002, SpokenIn::Tones), Language::Chinese),
            "黑方：“一分，还剩四分” 已报出（提示音，非语音），比应报时刻晚 2 毫秒，完整（page 3f2a9c-1）"
        );
    }

    #[test]
    fn what_was_not_played_is_said_with_the_reason() {
        let words = |why, language| spoken_words(&left(Played::Not { why }), &setup(), language);
        assert_eq!(
            words(Unspoken::Muted, Language::English),
            "Black: “four minutes left” was due and was NOT spoken: the table, or whatever spoke for it, was muted"
        );
        assert_eq!(
            words(Unspoken::TakenBack, Language::Chinese),
            "黑方：“一分，还剩四分” 应报而未报：尚未开始就因按钟或命令而取消"
        );
    }

    #[test]
    fn an_answer_and_a_pause_are_said_as_they_were() {
        let phase = Phase::Byoyomi { periods: 4 };
        let reading = Reading { phase, left: clock::Duration::from_secs(20), delay: clock::Duration::ZERO };
        let asked = entry(Spoken::Reading { side: Side::White }, Some(reading), whole(70_000, SpokenIn::En));
        assert_eq!(
            spoken_words(&asked, &setup(), Language::English),
            "White: “four minutes left, twenty seconds in this minute” spoken 0 ms after its instant, to its end, by page 3f2a9c-1"
        );
        let paused = entry(Spoken::Paused, None, whole(70_000, SpokenIn::Zh));
        assert!(
            spoken_words(&paused, &setup(), Language::Chinese).starts_with("“对局暂停” 已报出"),
            "{}",
            spoken_words(&paused, &setup(), Language::Chinese)
        );
    }

    #[test]
    fn how_the_voice_stands_is_said_and_a_table_that_does_not_speak_is_not_said_to() {
        let voice = VoiceSetting { on: true, muted: false, quiet: false, volume: 80 };
        let entry = |voice, speakers: &[&str], silent: &[&str]| VoiceEntry {
            at: Instant::ZERO,
            voice,
            speakers: speakers.iter().map(ToString::to_string).collect(),
            silent: silent.iter().map(ToString::to_string).collect(),
            by: None,
            left_out: 0,
        };
        let words = |entry: &VoiceEntry| voice_words(entry, Language::English);
        assert_eq!(words(&entry(voice, &["page 1"], &[])), "voice on; volume 80 %; speaks: page 1");
        assert_eq!(
            words(&entry(voice, &[], &["page 1"])),
            "voice on; volume 80 %; speaks: nobody; MUTED at volume 0: page 1"
        );
        let zero = VoiceSetting { volume: 0, ..voice };
        assert_eq!(words(&entry(zero, &["page 1"], &[])), "voice muted; volume 0 %; speaks: page 1");
        let off = VoiceSetting { on: false, ..voice };
        assert_eq!(words(&entry(off, &[], &[])), "voice off; volume 80 %; speaks: nobody");
        assert_eq!(
            voice_words(&entry(voice, &[], &["page 1"]), Language::Chinese),
            "语音：开；音量 80%；发声：无；音量为 0（静音）：page 1"
        );
    }
}
