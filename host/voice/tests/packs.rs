//! The packs that the program brings along: all there, even, brief where it matters, and small.

use std::path::Path;

use voice::{BRIEF_MILLIS, Pack, Saying, Sound, Tongue, is_brief};

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
