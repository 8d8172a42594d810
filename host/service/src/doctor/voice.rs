//! The recordings of the voices that are configured: whether all are there, and whether an event's own may be used.

use std::collections::BTreeSet;
use std::path::Path;

use clock::Language;
use voice::{BRIEF_MILLIS, Pack, PackError, Sound, Tongue, is_brief};

use crate::config::Config;
use crate::doctor::finding::{Both, Finding, Mark, both};
use crate::doctor::unused::why_unused;

/// Tries the recordings of every tongue that a table may speak.
pub(crate) fn try_voices(config: &Config) -> Vec<Finding> {
    let own = config.voice.recordings.as_deref();
    let tongues = tongues(config);
    let folder = own.filter(|_| !tongues.is_empty()).map(try_folder).unwrap_or_default();
    folder.into_iter().chain(tongues.into_iter().flat_map(|tongue| try_voice(tongue, own))).collect()
}

/// Whether the folder of an event's own recordings is there, and what lies in it that belongs to no tongue.
fn try_folder(own: &Path) -> Vec<Finding> {
    if !own.is_dir() {
        return vec![no_folder(own)];
    }
    match Pack::strays(own) {
        Ok(strays) => strays.iter().map(stray).collect(),
        Err(error) => vec![unusable(&error)],
    }
}

fn stray(error: &PackError) -> Finding {
    Finding::new("voice", Mark::Doubtful, why_unused(error)).advise(both("it is not used", "不会使用"))
}

/// Which tongues may be heard: a page speaks its own language where none is set.
fn tongues(config: &Config) -> BTreeSet<Tongue> {
    let plans = config.tables.iter().map(|table| table.voice).filter(|plan| plan.on);
    let both = [Language::Chinese, Language::English];
    plans.flat_map(|plan| both.into_iter().filter_map(move |language| plan.tongue.of(language))).collect()
}

fn no_folder(folder: &Path) -> Finding {
    let found = both(
        format!("no folder {}: the program's own recordings are played", folder.display()),
        format!("没有文件夹 {}：使用程序自带的录音", folder.display()),
    );
    Finding::new("voice", Mark::Wrong, found).advise(both(
        "put the recordings there, or take recordings = \"…\" out of the configuration",
        "请把录音放到那里，或从配置中删去 recordings = \"…\"",
    ))
}

fn try_voice(tongue: Tongue, own: Option<&Path>) -> Vec<Finding> {
    match Pack::of(tongue, own) {
        Ok((pack, wrong)) => {
            let unread = wrong.iter().map(unusable);
            judge(&pack).into_iter().chain(unread).collect()
        }
        Err(error) => vec![Finding::new("voice", Mark::Wrong, Both::same(error.to_string()))],
    }
}

/// What is there, what is missing, what lasts too long.
fn judge(pack: &Pack) -> Vec<Finding> {
    let (tongue, clips, own) = (pack.tongue(), pack.clips().count(), pack.own().count());
    let missing: Vec<&str> = pack.missing().collect();
    let found = both(
        format!("{tongue}: {clips} clips, {own} of them the event's own"),
        format!("{tongue}：{clips} 段录音，其中 {own} 段为自己的录音"),
    );
    let whole = Finding::new("voice", Mark::Right, found).with("clips", clips).with("own", own);
    let gaps = (!missing.is_empty()).then(|| lacking(tongue, &missing));
    let long = pack.clips().filter(|clip| is_brief(&clip.name)).filter_map(|clip| {
        let millis = Sound::of(&clip.samples).millis();
        (millis >= BRIEF_MILLIS).then(|| too_long(tongue, &clip.name, millis))
    });
    [whole].into_iter().chain(gaps).chain(long).collect()
}

fn lacking(tongue: Tongue, missing: &[&str]) -> Finding {
    let names = missing.join(", ");
    Finding::new(
        "voice",
        Mark::Wrong,
        both(format!("{tongue}: no recording of {names}"), format!("{tongue}：缺录音 {names}")),
    )
    .advise(both("tones are heard in their place", "以提示音代替"))
}

fn too_long(tongue: Tongue, name: &str, millis: u64) -> Finding {
    let found = both(
        format!("{tongue}: {name} lasts {millis} ms, and the next call cuts it"),
        format!("{tongue}：{name} 长 {millis} 毫秒，会被下一声打断"),
    );
    let finding = Finding::new("voice", Mark::Doubtful, found).with("clip", name).with("millis", millis);
    finding.advise(both(
        format!("speak it in less than {BRIEF_MILLIS} ms"),
        format!("请读得短于 {BRIEF_MILLIS} 毫秒"),
    ))
}

fn unusable(error: &PackError) -> Finding {
    Finding::new("voice", Mark::Doubtful, why_unused(error))
        .advise(both("the program's own recording is played", "使用程序自带的录音"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::tests::read_as;
    use std::fs;

    fn config(text: &str) -> Config {
        let table = "[[table]]\nnumber = 1\ncontrol = \"55m+5x60s\"\nkind = \"go\"\n";
        Config::read(&format!("{text}{table}"), Path::new("")).unwrap()
    }

    /// A tone of so many milliseconds, as somebody's recorder writes it: 44,100 samples a second, two channels.
    fn tone(path: &Path, millis: u32) {
        let frames = 44_100 * millis / 1_000;
        let sample = |frame: u32| (f64::from(frame) * 0.06).sin() * 9_000.0;
        let data: Vec<u8> =
            (0..frames).flat_map(|frame| [sample(frame) as i16; 2]).flat_map(i16::to_le_bytes).collect();
        let length = u32::try_from(data.len()).unwrap();
        let mut bytes = b"RIFF".to_vec();
        bytes.extend((36 + length).to_le_bytes());
        bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x02\0");
        bytes.extend(44_100_u32.to_le_bytes());
        bytes.extend((44_100_u32 * 4).to_le_bytes());
        bytes.extend(b"\x04\0\x10\0data");
        bytes.extend(length.to_le_bytes());
        bytes.extend(data);
        fs::write(path, bytes).unwrap();
    }

    #[test]
    fn the_programs_own_recordings_are_all_there() {
        read_as(
            &try_voices(&config("[voice]\ntongue = \"ja\"\n")),
            "right     voice: ja: 160 clips, 0 of them the event's own
             正常  语音：ja：160 段录音，其中 0 段为自己的录音",
        );
        assert!(try_voices(&config("[voice]\ntongue = \"tones\"\n")).is_empty());
        let spoken: Vec<Tongue> = tongues(&config("")).into_iter().collect();
        assert_eq!(spoken, [Tongue::Chinese, Tongue::English]);
    }

    #[test]
    fn own_recordings_are_taken_and_what_is_wrong_with_them_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let zh = folder.path().join("zh");
        fs::create_dir(&zh).unwrap();
        tone(&zh.join("count-1.wav"), 400);
        tone(&zh.join("count-2.wav"), 1_300);
        tone(&zh.join("count-eleven.wav"), 400);
        fs::write(zh.join("count-3.wav"), "no sound at all").unwrap();
        fs::write(zh.join("notes.txt"), "who spoke").unwrap();
        let (pack, wrong) = Pack::of(Tongue::Chinese, Some(folder.path())).unwrap();
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert_eq!(pack.own().collect::<Vec<_>>(), ["count-1", "count-2"]);
        read_as(
            &judge(&pack),
            "right     voice: zh: 139 clips, 2 of them the event's own
             正常  语音：zh：139 段录音，其中 2 段为自己的录音
             doubtful  voice: zh: count-2 lasts 1300 ms, and the next call cuts it; speak it in less than 900 ms
             存疑  语音：zh：count-2 长 1300 毫秒，会被下一声打断；请读得短于 900 毫秒",
        );
        let own = zh.display();
        let told = try_voice(Tongue::Chinese, Some(folder.path())).split_off(2);
        let line = |at: usize| told[at].line(Language::English);
        assert!(line(0).contains(&format!("{own}/count-3.wav: expected WAV or FLAC")), "{}", line(0));
        assert!(
            line(1).contains(&format!("{own}/count-eleven.wav: no clip of the voice zh has this name")),
            "{}",
            line(1)
        );
    }

    #[test]
    fn whatever_lies_among_the_recordings_and_is_not_used_is_told_and_nothing_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let [zh, fr] = ["zh", "fr"].map(|name| folder.path().join(name));
        [&zh, &fr].into_iter().for_each(|folder| fs::create_dir(folder).unwrap());
        tone(&zh.join("count-1.WAV"), 400);
        fs::copy(zh.join("count-1.WAV"), zh.join("count-2.wav")).unwrap();
        fs::write(zh.join("count-2.flac"), Sound::of(&[9_000; 4_000]).flac().unwrap()).unwrap();
        fs::write(zh.join("count-3.mp3"), "ID3").unwrap();
        fs::write(zh.join("notes.txt"), "who spoke").unwrap();
        let fifo = zh.join("count-4.wav");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        std::os::unix::fs::symlink("/dev/zero", zh.join("count-5.wav")).unwrap();
        fs::write(folder.path().join("count-6.wav"), "RIFF").unwrap();
        let text = format!("[voice]\ntongue = \"zh\"\nrecordings = \"{}\"\n", folder.path().display());
        let told: Vec<String> =
            try_voices(&config(&text)).iter().map(|finding| finding.line(Language::English)).collect();
        let told = told.join("\n").replace(&*folder.path().to_string_lossy(), "own");
        for expected in [
            "own/count-6.wav: expected folders zh, en, ja and ko",
            "own/fr: expected folders zh, en, ja and ko",
            "2 of them the event's own",
            "own/zh/count-2.wav: there is another recording of this name, which is used",
            "own/zh/count-3.mp3: expected WAV or FLAC",
            "own/zh/count-4.wav: expected a file, found a folder, a pipe or a device",
            "own/zh/count-5.wav: expected a file, found a folder, a pipe or a device",
        ] {
            assert!(told.contains(expected), "{expected}\n{told}");
        }
        let findings = try_voices(&config(&text));
        let chinese = findings.iter().map(|finding| finding.line(Language::Chinese));
        let english = chinese.filter(|line| line.contains("expected") || line.contains("there is"));
        assert_eq!(english.collect::<Vec<_>>(), Vec::<String>::new());
        assert!(!told.contains("notes.txt"), "{told}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_told() {
        let findings = try_voices(&config("[voice]\ntongue = \"en\"\nrecordings = \"/nowhere\"\n"));
        assert_eq!(
            findings.iter().map(|finding| finding.mark).collect::<Vec<_>>(),
            [Mark::Wrong, Mark::Right]
        );
    }
}
