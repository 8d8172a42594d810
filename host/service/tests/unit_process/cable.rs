//! A serial cable of two pseudo-terminals, with faults of its own between them.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use fastrand::Rng;
use link::{Reader, ToHost};
use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

/// What happens to frames, each in a hundred of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    /// Nothing passes to the host, or to the unit.
    pub(crate) cut_up: bool,
    pub(crate) cut_down: bool,
    pub(crate) lost: u8,
    pub(crate) damaged: u8,
    pub(crate) repeated: u8,
    /// Come behind the next one.
    pub(crate) overtaken: u8,
}

/// A line on which everything goes wrong now and then.
pub(crate) const BAD: Faults =
    Faults { cut_up: false, cut_down: false, lost: 12, damaged: 8, repeated: 8, overtaken: 8 };

pub(crate) const CUT: Faults =
    Faults { cut_up: true, cut_down: true, lost: 0, damaged: 0, repeated: 0, overtaken: 0 };

/// Frames that passed, and those that something happened to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) passed: u32,
    pub(crate) cut: u32,
    pub(crate) lost: u32,
    pub(crate) damaged: u32,
    pub(crate) repeated: u32,
    pub(crate) overtaken: u32,
}

/// The cable. Its ends stay as they are while programs come and go.
pub(crate) struct Cable {
    faults: Arc<Mutex<Faults>>,
    tally: Arc<Mutex<Tally>>,
    /// What the unit has said, before anything happened to it.
    said: Arc<Mutex<Vec<ToHost>>>,
    /// The ports, held open as a plug holds.
    _plugs: [OwnedFd; 2],
}

/// A pseudo-terminal: our end, and the port with its name.
fn pty() -> (OwnedFd, OwnedFd, PathBuf) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let name = PathBuf::from(OsStr::from_bytes(name.as_bytes()));
    let theirs = open(&name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).unwrap();
    let mut settings = tcgetattr(&theirs).unwrap();
    settings.make_raw();
    tcsetattr(&theirs, OptionalActions::Now, &settings).unwrap();
    (ours, theirs, name)
}

impl Cable {
    /// Lays it between two links, which stand for the names that udev gives.
    pub(crate) fn lay(host: &Path, unit: &Path, seed: u64) -> Self {
        let (to_host, host_plug, host_name) = pty();
        let (to_unit, unit_plug, unit_name) = pty();
        symlink(host_name, host).unwrap();
        symlink(unit_name, unit).unwrap();
        let cable = Self {
            faults: Arc::default(),
            tally: Arc::default(),
            said: Arc::default(),
            _plugs: [host_plug, unit_plug],
        };
        let (to_host, to_unit) = (File::from(to_host), File::from(to_unit));
        cable.carry(true, to_unit.try_clone().unwrap(), to_host.try_clone().unwrap(), seed);
        cable.carry(false, to_host, to_unit, seed + 1);
        cable
    }

    pub(crate) fn set(&self, faults: Faults) {
        *self.faults.lock().unwrap() = faults;
    }

    pub(crate) fn tally(&self) -> Tally {
        *self.tally.lock().unwrap()
    }

    /// What the unit has said so far.
    pub(crate) fn said(&self) -> Vec<ToHost> {
        self.said.lock().unwrap().clone()
    }

    /// Carries frames one way for as long as the test runs.
    fn carry(&self, up: bool, mut from: File, mut to: File, seed: u64) {
        let (faults, tally) = (Arc::clone(&self.faults), Arc::clone(&self.tally));
        let said = up.then(|| Arc::clone(&self.said));
        thread::spawn(move || {
            let mut reader = Reader::default();
            let mut way = Way { up, rng: Rng::with_seed(seed), overtaken: None };
            let (mut bytes, mut frame) = ([0; 4_096], Vec::new());
            while let Ok(read) = from.read(&mut bytes) {
                for &byte in &bytes[..read] {
                    if let Some(said) = &said
                        && let Some(Ok(message)) = reader.take(byte)
                    {
                        said.lock().unwrap().push(message);
                    }
                    if byte != 0 {
                        frame.push(byte);
                    } else if !frame.is_empty() {
                        let faults = *faults.lock().unwrap();
                        let sent = way.pass(&frame, faults, &mut tally.lock().unwrap());
                        frame.clear();
                        if to.write_all(&sent).is_err() {
                            return;
                        }
                    }
                }
            }
        });
    }
}

/// One direction.
struct Way {
    up: bool,
    rng: Rng,
    overtaken: Option<Vec<u8>>,
}

impl Way {
    /// What comes out at the other end when a frame is sent.
    fn pass(&mut self, frame: &[u8], faults: Faults, tally: &mut Tally) -> Vec<u8> {
        let mut happens = |percent: u8| self.rng.u8(0..100) < percent;
        if if self.up { faults.cut_up } else { faults.cut_down } {
            tally.cut += 1;
            self.overtaken = None;
            return Vec::new();
        }
        if happens(faults.lost) {
            tally.lost += 1;
            return Vec::new();
        }
        let (damaged, repeated, overtaken) =
            (happens(faults.damaged), happens(faults.repeated), happens(faults.overtaken));
        let mut sent = [&[0], frame, &[0]].concat();
        if damaged {
            tally.damaged += 1;
            damage(&mut sent, &mut self.rng);
        }
        if repeated {
            tally.repeated += 1;
            sent = sent.repeat(2);
        }
        if overtaken && self.overtaken.is_none() {
            tally.overtaken += 1;
            self.overtaken = Some(sent);
            return Vec::new();
        }
        tally.passed += 1;
        sent.extend(self.overtaken.take().unwrap_or_default());
        sent
    }
}

fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let place = rng.usize(0..bytes.len());
    match rng.u8(0..4) {
        0 => bytes[place] ^= 1 << rng.u8(0..8),
        1 => _ = bytes.remove(place),
        2 => bytes.insert(place, rng.u8(..)),
        _ => bytes.truncate(place),
    }
}
