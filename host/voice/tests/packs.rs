//! The packs that the program brings along: all there, even, brief where it matters, and small.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::path::Path;

use clock::{Call, Duration, Phase, Reading};
use voice::{BRIEF_MILLIS, Pack, Saying, Sound, Stock, Tongue, Voice, is_brief};

/// What all four may take together.
const BYTES_MAX: u64 = 6_000_000;

fn shipped(tongue: Tongue) -> Pack {
    Pack::shipped(tongue).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn nothing_is_missing_and_nothing_is_left_over() {
    for tongue in Tongue::ALL {
        let pack = shipped(tongue);
        assert_eq!(pack.missing().collect::<Vec<_>>(), Vec::<&str>::new(), "{tongue}");
        let clips: Vec<&str> = pack.clips().map(|clip| clip.name.as_str()).collect();
        assert_eq!(clips, pack.words().clips().keys().collect::<Vec<_>>(), "{tongue}");
    }
}

#[test]
fn what_is_counted_is_over_within_its_second() {
    for tongue in Tongue::ALL {
        for clip in shipped(tongue).clips().filter(|clip| is_brief(&clip.name)) {
            let millis = Sound::of(&clip.samples).millis();
            assert!(millis < BRIEF_MILLIS, "{tongue}: {} lasts {millis} ms", clip.name);
        }
    }
}

#[test]
fn all_clips_are_equally_loud_and_none_is_cut_off() {
    for tongue in Tongue::ALL {
        for clip in shipped(tongue).clips() {
            let sound = Sound::of(&clip.samples);
            let decibels = 20.0 * sound.loudness().log10();
            assert!((-21.0..=-19.0).contains(&decibels), "{tongue}: {} has {decibels:.2} dBFS", clip.name);
            assert!(sound.peak() < 0.9, "{tongue}: {} reaches {:.2}", clip.name, sound.peak());
        }
    }
}

#[test]
fn a_folder_with_a_pack_is_the_pack() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/voices/zh");
    let (read, shipped) = (Pack::read(&folder).unwrap(), shipped(Tongue::Chinese));
    assert_eq!(read.say(&Saying::Paused).unwrap(), shipped.say(&Saying::Paused).unwrap());
    assert_eq!(read.clips().count(), shipped.clips().count());
}

#[test]
fn the_four_packs_are_small() {
    let voices = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/voices");
    let mut bytes = 0;
    for tongue in Tongue::ALL {
        for entry in std::fs::read_dir(voices.join(tongue.code())).unwrap() {
            bytes += entry.unwrap().metadata().unwrap().len();
        }
    }
    assert!(bytes < BYTES_MAX, "{bytes} bytes");
}

/// A tone with silence on both sides, as somebody's recorder gives it.
fn recorded(silence: usize, tone: usize, height: f64) -> Vec<u8> {
    let quiet = vec![0; silence];
    let loud = (0..tone).map(|at| ((at as f64 * 0.3).sin() * height) as i16);
    let samples: Vec<i16> = quiet.iter().copied().chain(loud).chain(quiet.iter().copied()).collect();
    Sound::of(&samples).flac().unwrap()
}

#[test]
fn silence_around_an_events_own_recording_is_cut_off_and_it_is_as_loud_as_the_others() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("ko")).unwrap();
    std::fs::write(folder.path().join("ko/count-7.flac"), recorded(11_200, 6_400, 900.0)).unwrap();
    let (pack, wrong) = Pack::of(Tongue::Korean, Some(folder.path())).unwrap();
    assert!(wrong.is_empty(), "{wrong:?}");
    let seven = Saying::Call(Call::Count(7), Stock::Minutes);
    let [clip] = &pack.say(&seven).unwrap()[..] else { panic!("one recording") };
    let sound = Sound::of(&clip.samples);
    assert!((400..=432).contains(&sound.millis()), "{} ms of 1,800", sound.millis());
    let decibels = 20.0 * sound.loudness().log10();
    assert!((-21.0..=-19.0).contains(&decibels), "{decibels:.2} dBFS");
}

/// What no recording holds as a whole is laid of several: one behind the other, nothing between them and nothing lost.
#[test]
fn recordings_are_laid_one_behind_the_other() {
    let phase = Phase::Byoyomi { periods: 4 };
    let reading = Reading { phase, left: Duration::from_secs(37), delay: Duration::ZERO };
    let saying = Saying::Reading(reading, Stock::Minutes);
    for tongue in Tongue::ALL {
        let pack = shipped(tongue);
        let clips = pack.say(&saying).unwrap();
        assert!(clips.len() > 2, "{tongue}: {clips:?}");
        let heard = Voice::of(pack.into()).utter(&saying);
        let (mut place, mut longest) = (0, 0);
        for clip in &clips {
            let end = place + clip.samples.len();
            assert_eq!(heard.samples[place..end], clip.samples[..], "{tongue}: {}", clip.name);
            (place, longest) = (end, longest.max(clip.samples.len()));
        }
        assert_eq!((place, heard.tones), (heard.samples.len(), false), "{tongue}");
        assert!(longest < place, "{tongue}: none holds it all");
    }
}
