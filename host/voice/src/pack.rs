//! The recordings of one tongue.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, fs, io};

use include_dir::{Dir, include_dir};
use referee::Fault;

use crate::phrases::{PAUSE, Phrases};
use crate::sound::{Sound, SoundError};
use crate::{RATE, Saying, Tongue};

/// The packs that the program brings along.
static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../config/voices");

/// How long a pause between two recordings is: 120 ms.
const PAUSE_SAMPLES: usize = RATE as usize * 120 / 1_000;

/// The phrases' file in a folder of recordings.
pub const PHRASES_FILE: &str = "phrases.toml";

/// What ends the name of a file that holds a recording.
const ENDINGS: [&str; 2] = ["flac", "wav"];

/// Endings of sound that is not read here.
const OTHER_SOUND: [&str; 14] =
    ["3gp", "aac", "aif", "aiff", "amr", "caf", "m4a", "mp3", "mp4", "oga", "ogg", "opus", "webm", "wma"];

/// A recording takes no more bytes: two minutes of the finest that recorders write.
const BYTES_MAX: u64 = 100_000_000;

/// One recording, mono at [`RATE`].
#[derive(Clone, PartialEq, Eq)]
pub struct Clip {
    /// Its name in the pack, such as `count-9`.
    pub name: String,
    /// What sounds.
    pub samples: Arc<[i16]>,
}

impl fmt::Debug for Clip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} samples)", self.name, self.samples.len())
    }
}

/// The recordings of one tongue, and which of them a saying is made of.
#[derive(Clone, Debug)]
pub struct Pack {
    phrases: Phrases,
    clips: BTreeMap<String, Clip>,
    /// The names of those that are an event's own.
    own: BTreeSet<String>,
}

/// Why there is no pack.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// A file or folder cannot be read.
    #[error("{}: {error}", path.display())]
    Unread {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Its phrases have faults.
    #[error("{}: {}", path.display(), faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Phrases {
        /// The file.
        path: PathBuf,
        /// What is wrong in it, by line.
        faults: Vec<Fault>,
    },
    /// A file is no recording.
    #[error("{}: {error}", path.display())]
    Sound {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: SoundError,
    },
    /// A recording whose name means nothing.
    #[error("{}: no clip of the voice {tongue} has this name", path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
        /// Of which tongue.
        tongue: Tongue,
    },
    /// What has a recording's name and is none that could be read to its end.
    #[error("{}: expected a file, found a folder, a pipe or a device", path.display())]
    NoFile {
        /// Which.
        path: PathBuf,
    },
    /// Sound in a format that is not read.
    #[error("{}: expected WAV or FLAC, found another format", path.display())]
    OtherFormat {
        /// The file.
        path: PathBuf,
    },
    /// A recording of which there is another with the same name.
    #[error("{}: there is another recording of this name, which is used", path.display())]
    Twice {
        /// The file.
        path: PathBuf,
    },
    /// A folder or recording beside the tongues' folders.
    #[error("{}: expected folders zh, en, ja and ko with the recordings of a tongue in each", path.display())]
    NoTongue {
        /// Which.
        path: PathBuf,
    },
}

/// A recording that a saying needs is not in the pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the voice {tongue} has no recording {clip}")]
pub struct Missing {
    /// Its name.
    pub clip: String,
    /// Of which tongue.
    pub tongue: Tongue,
}

/// The file of phrases of a tongue that the program brings along.
#[must_use]
pub fn shipped_phrases(tongue: Tongue) -> &'static str {
    let file = SHIPPED.get_file(PathBuf::from(tongue.code()).join(PHRASES_FILE));
    file.and_then(include_dir::File::contents_utf8).unwrap_or_default()
}

impl Pack {
    /// The pack of a tongue that the program brings along.
    ///
    /// # Errors
    /// What is wrong with its files.
    pub fn shipped(tongue: Tongue) -> Result<Self, PackError> {
        let folder = PathBuf::from(tongue.code());
        let phrases = Self::phrases(tongue)?;
        let files = SHIPPED.get_dir(&folder).into_iter().flat_map(Dir::files);
        let mut clips = BTreeMap::new();
        for file in files {
            if let Some(name) = recording(file.path()) {
                let heard = decoded(file.contents().to_vec(), file.path())?;
                let clip = Clip { name: name.to_owned(), samples: heard.samples().into() };
                clips.insert(name.to_owned(), clip);
            }
        }
        Ok(Self { phrases, clips, own: BTreeSet::new() })
    }

    /// The words of a tongue that the program brings along.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn phrases(tongue: Tongue) -> Result<Phrases, PackError> {
        let path = PathBuf::from(tongue.code()).join(PHRASES_FILE);
        let bytes = SHIPPED.get_file(&path).map(include_dir::File::contents).unwrap_or_default();
        read_phrases(bytes.to_vec(), path)
    }

    /// A folder with phrases and recordings, as `flagfall voice build` makes it.
    ///
    /// # Errors
    /// What is wrong with its files.
    pub fn read(folder: &Path) -> Result<Self, PackError> {
        let path = folder.join(PHRASES_FILE);
        let phrases = read_phrases(bytes(&path)?, path)?;
        let mut pack = Self { phrases, clips: BTreeMap::new(), own: BTreeSet::new() };
        files(folder)?.into_iter().try_for_each(|path| pack.take_in(path, decoded).map(drop))?;
        Ok(pack)
    }

    /// The pack of a tongue, with an event's own recordings in place of single clips: WAV or FLAC in the tongue's
    /// folder, `zh` for Chinese, of the folder that is given. What is wrong there is told, and the program's own clip
    /// stays.
    ///
    /// # Errors
    /// What is wrong with the program's own.
    pub fn of(tongue: Tongue, own: Option<&Path>) -> Result<(Self, Vec<PackError>), PackError> {
        let mut pack = Self::shipped(tongue)?;
        let Some(folder) = own.map(|own| own.join(tongue.code())).filter(|folder| folder.exists()) else {
            return Ok((pack, Vec::new()));
        };
        let paths = match files(&folder) {
            Ok(paths) => paths,
            Err(error) => return Ok((pack, vec![error])),
        };
        let mut wrong = Vec::new();
        for path in paths {
            match pack.take_own(path) {
                Ok(name) => pack.own.extend(name),
                Err(error) => wrong.push(error),
            }
        }
        Ok((pack, wrong))
    }

    /// What lies in a folder of an event's own recordings and belongs to no tongue.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn strays(own: &Path) -> Result<Vec<PackError>, PackError> {
        let is_tongue = |path: &Path| Tongue::ALL.iter().any(|tongue| path.ends_with(tongue.code()));
        let is_sound = |path: &Path| recording(path).is_some() || is_other_sound(path);
        let mut strays = files(own)?;
        strays.retain(|path| !is_hidden(path) && !is_tongue(path) && (path.is_dir() || is_sound(path)));
        Ok(strays.into_iter().map(|path| PackError::NoTongue { path }).collect())
    }

    /// Takes an event's own recording in, once.
    fn take_own(&mut self, path: PathBuf) -> Result<Option<String>, PackError> {
        let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        if recording(&path).is_some() && self.own.contains(stem) {
            return Err(PackError::Twice { path });
        }
        if is_other_sound(&path) {
            return Err(PackError::OtherFormat { path });
        }
        self.take_in(path, own_recording)
    }

    /// Takes a file's recording in place of the clip of that name, which it gives back; other files are left alone.
    fn take_in(
        &mut self,
        path: PathBuf,
        read: impl Fn(Vec<u8>, &Path) -> Result<Sound, PackError>,
    ) -> Result<Option<String>, PackError> {
        let Some(name) = recording(&path) else { return Ok(None) };
        if !self.phrases.clips().contains_key(name) {
            return Err(PackError::Unknown { tongue: self.tongue(), path });
        }
        let samples: Arc<[i16]> = read(bytes(&path)?, &path)?.samples().into();
        if samples.is_empty() {
            return Err(PackError::Sound { path, error: SoundError::Silent });
        }
        let name = name.to_owned();
        self.clips.insert(name.clone(), Clip { name: name.clone(), samples });
        Ok(Some(name))
    }

    /// Of which tongue.
    #[must_use]
    pub const fn tongue(&self) -> Tongue {
        self.phrases.tongue()
    }

    /// Its words.
    #[must_use]
    pub const fn words(&self) -> &Phrases {
        &self.phrases
    }

    /// All recordings, by name.
    pub fn clips(&self) -> impl Iterator<Item = &Clip> {
        self.clips.values()
    }

    /// The names of the recordings that are an event's own.
    pub fn own(&self) -> impl Iterator<Item = &str> {
        self.own.iter().map(String::as_str)
    }

    /// The names of what its words need and it has no recording of.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        self.phrases.clips().keys().filter(|name| !self.clips.contains_key(*name)).map(String::as_str)
    }

    /// The recordings that a saying is made of, one behind the other; a pause is one of silence.
    ///
    /// # Errors
    /// The first that is not there.
    pub fn say(&self, saying: &Saying) -> Result<Vec<Clip>, Missing> {
        let missing = |clip| Missing { clip, tongue: self.tongue() };
        let names = self.phrases.names(saying).map_err(missing)?;
        let clip = |name: String| match self.clips.get(&name) {
            Some(clip) => Ok(clip.clone()),
            None if name == PAUSE => Ok(Clip { name, samples: [0; PAUSE_SAMPLES].into() }),
            None => Err(missing(name)),
        };
        names.into_iter().map(clip).collect()
    }
}

/// The clip that a file holds, if its name says that it holds one.
fn recording(path: &Path) -> Option<&str> {
    ends_in(path, &ENDINGS).then(|| path.file_stem()?.to_str()).flatten()
}

fn is_other_sound(path: &Path) -> bool {
    ends_in(path, &OTHER_SOUND)
}

fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    endings.iter().any(|one| one.eq_ignore_ascii_case(ending))
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// A recording that somebody made: trimmed, and as loud as the others.
fn own_recording(bytes: Vec<u8>, path: &Path) -> Result<Sound, PackError> {
    decoded(bytes, path).map(|sound| sound.trimmed().evened())
}

/// The files of a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, PackError> {
    let unread = |error| PackError::Unread { path: folder.to_owned(), error };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        paths.push(entry.map_err(unread)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn decoded(bytes: Vec<u8>, path: &Path) -> Result<Sound, PackError> {
    Sound::decode(bytes).map_err(|error| PackError::Sound { path: path.to_owned(), error })
}

/// A file's bytes. What is no file is not opened: a pipe would be waited for, a device read for ever.
fn bytes(path: &Path) -> Result<Vec<u8>, PackError> {
    let unread = |error| PackError::Unread { path: path.to_owned(), error };
    let about = fs::metadata(path).map_err(unread)?;
    if !about.is_file() {
        return Err(PackError::NoFile { path: path.to_owned() });
    }
    if about.len() > BYTES_MAX {
        return Err(PackError::Sound { path: path.to_owned(), error: SoundError::TooLong });
    }
    fs::read(path).map_err(unread)
}

fn read_phrases(bytes: Vec<u8>, path: PathBuf) -> Result<Phrases, PackError> {
    let text = String::from_utf8(bytes).map_err(|error| PackError::Unread {
        path: path.clone(),
        error: io::Error::new(io::ErrorKind::InvalidData, error),
    })?;
    Phrases::read(&text).map_err(|faults| PackError::Phrases { path, faults })
}
