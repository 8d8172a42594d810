//! Makes the recordings of a tongue, and a manifest of them.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use voice::{BRIEF_MILLIS, PHRASES_FILE, Phrases, RATE, Sound, Synthesiser, Tongue, Words, is_brief};

use crate::complain;
use crate::voice_pack::espeak;

/// How much faster it is spoken, each time it lasted too long, and at most.
const FASTER: u32 = 15;
const SPEED_MAX: u32 = 330;

/// Writes all recordings of a tongue into a folder. `false` if one of them lasts too long however fast it is spoken.
pub(super) fn build(tongue: Tongue, folder: &Path) -> Result<bool> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let phrases = phrases(tongue, folder)?;
    let version = espeak::version()?;
    let (mut clips, mut all, mut bytes, mut millis, mut brief) = (Map::new(), Sha256::new(), 0, 0, true);
    for (name, words) in phrases.clips() {
        let (sound, speed) = spoken(name, words, phrases.synthesiser())?;
        if is_brief(name) && sound.millis() >= BRIEF_MILLIS {
            complain(format_args!(
                "{tongue}: {name} lasts {} ms, expected less than {BRIEF_MILLIS}",
                sound.millis()
            ));
            brief = false;
        }
        let flac = sound.flac().ok_or_else(|| anyhow!("{tongue}: {name} could not be encoded"))?;
        let path = folder.join(format!("{name}.flac"));
        fs::write(&path, &flac).with_context(|| path.display().to_string())?;
        let hash = hex::encode(Sha256::digest(&flac));
        all.update(&hash);
        bytes += flac.len();
        millis += sound.millis();
        clips.insert(name.clone(), json!({ "millis": sound.millis(), "speed": speed, "sha256": hash }));
    }
    let count = clips.len();
    write_manifest(&folder.join("manifest.json"), tongue, &version, clips, &hex::encode(all.finalize()))?;
    let seconds = millis / 1_000;
    writeln!(stdout().lock(), "{tongue}: {count} clips, {seconds} s, {} KB, by {version}", bytes / 1_000)?;
    Ok(brief)
}

/// The folder's own phrases, or the program's, which are written there.
fn phrases(tongue: Tongue, folder: &Path) -> Result<Phrases> {
    let path = folder.join(PHRASES_FILE);
    if !path.exists() {
        fs::write(&path, voice::shipped_phrases(tongue)).with_context(|| path.display().to_string())?;
    }
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let phrases = Phrases::read(&text).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("{}: {fault}", path.display())).collect();
        anyhow!(lines.join("\n"))
    })?;
    if phrases.tongue() == tongue {
        Ok(phrases)
    } else {
        Err(anyhow!("{}: expected tongue = \"{tongue}\"", path.display()))
    }
}

/// A clip, and how fast it is spoken: faster than the others where it must be over soon.
fn spoken(name: &str, words: &Words, synthesiser: &Synthesiser) -> Result<(Sound, u32)> {
    let mut speed = synthesiser.speed;
    loop {
        let sound = espeak::speak(synthesiser, speed, words.given())?.trimmed().evened();
        if !is_brief(name) || sound.millis() < BRIEF_MILLIS || speed + FASTER > SPEED_MAX {
            return Ok((sound, speed));
        }
        speed += FASTER;
    }
}

fn write_manifest(
    path: &Path,
    tongue: Tongue,
    version: &str,
    clips: Map<String, Value>,
    hash: &str,
) -> Result<()> {
    let manifest = json!({
        "tongue": tongue.code(), "rate": RATE, "spoken_by": version, "sha256": hash, "clips": clips
    });
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    fs::write(path, text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The packs of the project, byte for byte, are what espeak-ng speaks: run by the gate's step `voice`.
    #[test]
    #[ignore = "needs espeak-ng: the gate's step voice"]
    fn the_packs_are_what_espeak_speaks() {
        let folder = tempfile::tempdir().unwrap();
        let voices = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/voices");
        for tongue in Tongue::ALL {
            let out = folder.path().join(tongue.code());
            assert!(build(tongue, &out).unwrap(), "{tongue}: something lasts too long");
            let mut compared = 0;
            for entry in fs::read_dir(&out).unwrap() {
                let path = entry.unwrap().path();
                let shipped = voices.join(tongue.code()).join(path.file_name().unwrap());
                let same = fs::read(&shipped).unwrap() == fs::read(&path).unwrap();
                assert!(same, "{} is another: flagfall voice build --out config/voices", shipped.display());
                compared += 1;
            }
            assert!(compared > 100, "{tongue}: {compared} files");
        }
    }

    /// What a player must hear in time is spoken faster until it is; what has no end in time is told.
    #[test]
    #[ignore = "needs espeak-ng: the gate's step voice"]
    fn what_lasts_too_long_is_spoken_faster_or_told() {
        let folder = tempfile::tempdir().unwrap();
        let count = "count-4 = { text = \"四\", speech = \"si4\"";
        let text = voice::shipped_phrases(Tongue::Chinese);
        let long = count.replace("si4", "si4 si4 si4 si4 si4 si4 si4 si4 si4 si4 si4 si4 si4 si4");
        for (change, speech, brief) in [(count.replace("si4", "si4 si4 si4 si4"), 4, true), (long, 14, false)]
        {
            fs::write(folder.path().join(PHRASES_FILE), text.replace(count, &change)).unwrap();
            assert_eq!(build(Tongue::Chinese, folder.path()).unwrap(), brief, "{speech}");
            let manifest = fs::read_to_string(folder.path().join("manifest.json")).unwrap();
            let manifest: Value = serde_json::from_str(&manifest).unwrap();
            let clip = &manifest["clips"]["count-4"];
            assert_eq!(clip["millis"].as_u64().unwrap() < BRIEF_MILLIS, brief, "{clip}");
            assert!(clip["speed"].as_u64().unwrap() > 170, "{clip}");
        }
    }

    #[test]
    fn phrases_of_another_tongue_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(PHRASES_FILE), voice::shipped_phrases(Tongue::Korean)).unwrap();
        let refused = phrases(Tongue::Japanese, folder.path()).unwrap_err().to_string();
        assert!(refused.ends_with("phrases.toml: expected tongue = \"ja\""), "{refused}");
    }
}
