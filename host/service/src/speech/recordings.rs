//! The recordings as pages load them: all of a tongue in one piece, and a list of what is where in it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use clock::{Call, Phase, Reading};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tracing::warn;
use voice::{Clip, Pack, RATE, Saying, Stock, Tongue, Voice};

/// Where the recordings of each tongue are, read when they are first asked for.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    /// The event's own recordings, in a folder for each tongue.
    own: Option<PathBuf>,
    words: [OnceLock<Arc<Recordings>>; 4],
    tones: OnceLock<Arc<Recordings>>,
}

impl Shelf {
    /// A shelf with an event's own recordings in front of those that the program brings along.
    pub(crate) fn new(own: Option<PathBuf>) -> Self {
        Self { own, ..Self::default() }
    }

    /// The recordings of a tongue, or tones. The first time this takes a while.
    pub(crate) fn recordings(&self, tongue: Option<Tongue>) -> Arc<Recordings> {
        let Some(tongue) = tongue else {
            return Arc::clone(self.tones.get_or_init(|| Arc::new(Recordings::new(None))));
        };
        let read = || Arc::new(Recordings::new(self.pack(tongue)));
        let place = Tongue::ALL.iter().position(|one| *one == tongue).and_then(|place| self.words.get(place));
        place.map_or_else(read, |place| Arc::clone(place.get_or_init(read)))
    }

    /// Has somebody read a tongue's recordings who does not come to an end before a word on this channel.
    #[cfg(test)]
    pub(crate) fn being_read(self: &Arc<Self>, tongue: Tongue) -> std::sync::mpsc::Sender<()> {
        let ((end, ended), (begin, begun)) = (std::sync::mpsc::channel(), std::sync::mpsc::channel());
        let (shelf, place) = (Arc::clone(self), Tongue::ALL.iter().position(|one| *one == tongue).unwrap());
        std::thread::spawn(move || {
            shelf.words[place].get_or_init(|| {
                begin.send(()).unwrap();
                ended.recv().unwrap();
                Arc::new(Recordings::new(shelf.pack(tongue)))
            });
        });
        begun.recv().unwrap();
        end
    }

    /// A tongue's pack; of the event's own recordings those that can be read, none where the program's own have faults.
    fn pack(&self, tongue: Tongue) -> Option<Pack> {
        let (pack, wrong) = Pack::of(tongue, self.own.as_deref())
            .inspect_err(|error| warn!("voice {tongue}: {error}"))
            .ok()?;
        for error in wrong {
            warn!("voice {tongue}: {error}: the program's own recording is played");
        }
        Some(pack)
    }
}

/// All recordings of a tongue.
#[derive(Debug)]
pub(crate) struct Recordings {
    pub(crate) voice: Voice,
    /// 16-bit samples, little end first, one recording behind the other.
    pub(crate) pcm: Bytes,
    /// The first digits of their hash.
    pub(crate) hash: String,
    manifest: Manifest,
    /// The names of tones, by what is said in them.
    tones: Vec<(Arc<[i16]>, String)>,
}

/// What a page loads.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Manifest {
    /// `zh`, `en`, `ja`, `ko` or `tones`.
    pub(crate) tongue: String,
    /// Samples in a second.
    rate: u32,
    /// Where the samples are.
    pcm: String,
    /// Where each recording begins, and how long it is, in samples.
    clips: BTreeMap<String, (usize, usize)>,
    /// With which of them it is tried whether a page is heard.
    trial: Vec<String>,
}

/// One of each thing that is said in tones.
fn each_tone() -> Vec<Saying> {
    let call = |call| Saying::Call(call, Stock::Periods);
    let reading =
        Reading { phase: Phase::Hourglass, left: clock::Duration::ZERO, delay: clock::Duration::ZERO };
    vec![
        call(Call::Byoyomi),
        call(Call::Elapsed(30)),
        call(Call::Left(1)),
        call(Call::Left(2)),
        call(Call::Count(1)),
        call(Call::Count(10)),
        call(Call::Remaining(10)),
        call(Call::Remaining(30)),
        call(Call::Moves(1)),
        call(Call::TimeOver),
        Saying::Reading(reading, Stock::Periods),
        Saying::Paused,
        Saying::Resumed,
        Saying::Adjourned,
        Saying::SelfTest,
    ]
}

impl Recordings {
    fn new(pack: Option<Pack>) -> Self {
        let tongue = pack.as_ref().map_or("tones", |pack| pack.tongue().code()).to_owned();
        let voice = pack.map_or_else(Voice::tones, |pack| Voice::of(Arc::new(pack)));
        let (mut pcm, mut clips, mut tones) = (Vec::new(), BTreeMap::new(), Vec::new());
        let mut put = |name: String, samples: &[i16]| {
            clips.entry(name).or_insert((pcm.len() / 2, samples.len()));
            pcm.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
        };
        for Clip { name, samples } in voice.pack().into_iter().flat_map(Pack::clips) {
            put(name.clone(), samples);
        }
        put(voice::PAUSE.to_owned(), &pause());
        for saying in each_tone() {
            let samples = Voice::tones().utter(&saying).samples;
            if !tones.iter().any(|(known, _)| *known == samples) {
                let name = format!("tone-{saying}");
                put(name.clone(), &samples);
                tones.push((samples, name));
            }
        }
        let hash = hex::encode(Sha256::digest(&pcm)).chars().take(16).collect::<String>();
        let at = format!("/voice/{tongue}/clips-{hash}.pcm");
        let manifest = Manifest { tongue, rate: RATE, pcm: at, clips, trial: Vec::new() };
        let mut recordings = Self { voice, pcm: pcm.into(), hash, manifest, tones };
        recordings.manifest.trial = recordings.clips(&Saying::SelfTest);
        recordings
    }

    pub(crate) const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The names of the recordings that something is said with, one behind the other; a tone where there are no words.
    pub(crate) fn clips(&self, saying: &Saying) -> Vec<String> {
        let words = self.voice.pack().and_then(|pack| pack.say(saying).ok());
        match words {
            Some(clips) => clips.into_iter().map(|clip| clip.name).collect(),
            None => {
                let samples = Voice::tones().utter(saying).samples;
                let named = self.tones.iter().find(|(tone, _)| *tone == samples);
                named.map(|(_, name)| name.clone()).into_iter().collect()
            }
        }
    }

    /// What is said, as it is written; none where it is said in tones.
    pub(crate) fn text(&self, saying: &Saying) -> Option<String> {
        self.voice.pack()?.words().words(saying).ok()
    }
}

/// The silence between two recordings.
fn pause() -> Vec<i16> {
    vec![0; usize::try_from(RATE * 120 / 1_000).unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tones_are_told_apart_and_each_is_where_the_list_says() {
        let recordings = Shelf::default().recordings(None);
        let of = |call| recordings.clips(&Saying::Call(call, Stock::Minutes));
        let three = [of(Call::Elapsed(30)), of(Call::Left(3)), of(Call::Count(10))];
        assert!(three.iter().all(|clips| clips.len() == 1), "{three:?}");
        assert!(three[0] != three[1] && three[1] != three[2] && three[0] != three[2], "{three:?}");
        let (from, length) = recordings.manifest().clips[&three[1][0]];
        let samples = recordings.pcm.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let found: Vec<i16> = samples.skip(from).take(length).collect();
        let saying = Saying::Call(Call::Left(3), Stock::Minutes);
        assert_eq!(found, Voice::tones().utter(&saying).samples.to_vec());
    }
}
