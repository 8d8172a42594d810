//! A sound server with no sound card, and an ear at its monitor.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use voice::RATE;

/// What CLOCK_MONOTONIC shows.
pub fn monotonic_micros() -> i64 {
    let time = clock_gettime(ClockId::Monotonic);
    time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
}

/// PulseAudio with a sink that plays into nothing at the pace of a card.
pub struct Server {
    child: Child,
    folder: PathBuf,
}

impl Server {
    pub fn start(folder: &Path) -> Self {
        let folder = folder.join("sound");
        std::fs::create_dir(&folder).unwrap();
        let socket = folder.join("native");
        let child = Command::new("pulseaudio")
            .args(["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-level=error"])
            .args(["-L", "module-null-sink sink_name=hall rate=48000"])
            .args([
                "-L",
                &format!("module-native-protocol-unix socket={} auth-anonymous=1", socket.display()),
            ])
            .env("XDG_RUNTIME_DIR", &folder)
            .env("HOME", &folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { child, folder };
        for _ in 0..100 {
            if socket.exists() {
                return server;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("pulseaudio does not start");
    }

    pub fn environment(&self) -> BTreeMap<&'static str, String> {
        let server = format!("unix:{}", self.folder.join("native").display());
        BTreeMap::from([("PULSE_SERVER", server), ("HOME", self.folder.display().to_string())])
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every processor kept busy, until it is dropped.
pub struct Busy {
    over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Busy {
    pub fn start() -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let processors = thread::available_parallelism().unwrap().get();
        let spin = |over: Arc<AtomicBool>| {
            move || {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            }
        };
        let threads = (0..processors).map(|_| thread::spawn(spin(Arc::clone(&over)))).collect();
        Self { over, threads }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.threads.drain(..).for_each(|thread| thread.join().unwrap());
    }
}

/// What was heard, and when the first of it was, in microseconds of CLOCK_MONOTONIC.
#[derive(Clone, Default)]
pub struct Recording {
    samples: Vec<i16>,
    begun: i64,
}

/// Listens at the sink's monitor.
pub struct Ear {
    child: Child,
    recording: Arc<Mutex<Recording>>,
}

impl Ear {
    pub fn listen(server: &Server) -> Self {
        let mut child = Command::new("parec")
            .args(["-d", "hall.monitor", "--format=s16le", "--rate=16000", "--channels=1", "--raw"])
            .arg("--latency-msec=5")
            .envs(server.environment())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let recording = Arc::new(Mutex::new(Recording { samples: Vec::new(), begun: i64::MAX }));
        let (mut pipe, taken) = (child.stdout.take().unwrap(), Arc::clone(&recording));
        thread::spawn(move || {
            let (mut buffer, mut rest) = ([0; 4_096], Vec::new());
            while let Ok(read @ 1..) = pipe.read(&mut buffer) {
                let now = monotonic_micros();
                rest.extend_from_slice(&buffer[..read]);
                let mut recording = taken.lock().unwrap();
                recording
                    .samples
                    .extend(rest.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])));
                rest.drain(..rest.len() / 2 * 2);
                // It is read after it was heard, sometimes long after: what comes earliest is the truest.
                let length = recording.samples.len() as i64 * 1_000_000 / i64::from(RATE);
                recording.begun = recording.begun.min(now - length);
            }
        });
        Self { child, recording }
    }

    pub fn heard(mut self) -> Recording {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.recording.lock().unwrap().clone()
    }
}

/// What is compared at once: 50 ms.
const PIECE: usize = RATE as usize / 20;

/// So long a gap may be with which a busy machine tears a sound apart: what comes behind it comes later by as much.
const GAP_MAX: usize = RATE as usize * 3 / 100;

/// Of a piece as quiet as this, in parts of the loudest, nothing is compared.
const FAINT: f64 = 0.1;

impl Recording {
    /// Where a sound begins near an instant, and how alike it is to what is heard there, from 0 to 1 (the same). The
    /// place is that of its first loud piece; each piece is looked for by itself from where the one before it lies, so
    /// that gaps make it no less alike.
    pub fn find(&self, sound: &[i16], near: i64) -> (i64, f64) {
        let pieces = loud_pieces(sound);
        let Some((first, _)) = pieces.first() else { return (near, 0.0) };
        let around = (near - self.begun) * i64::from(RATE) / 1_000_000 + *first as i64;
        let reach = i64::from(RATE) / 4;
        let (mut shift, mut sum, mut weights, mut begun) = (0, 0.0, 0.0, None);
        for (from, weight) in &pieces {
            let at = around + (from - first) as i64;
            let places = match begun {
                None => at - reach..at + reach,
                Some(_) => at + shift..at + shift + GAP_MAX as i64,
            };
            let like = |place: i64| (place, self.likeness(&sound[*from..from + PIECE], place));
            let (place, likeness) = places.map(like).max_by(|one, other| one.1.total_cmp(&other.1)).unwrap();
            begun.get_or_insert(place - *first as i64);
            (shift, sum, weights) = (place - at, sum + likeness.max(0.0) * weight, weights + weight);
        }
        (self.begun + begun.unwrap_or_default() * 1_000_000 / i64::from(RATE), sum / weights)
    }

    /// Normalised correlation.
    fn likeness(&self, sound: &[i16], place: i64) -> f64 {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        let Some(heard) = self.samples.get(place..place.saturating_add(sound.len())) else { return 0.0 };
        let (mut product, mut one, mut other) = (0_i64, 0_i64, 0_i64);
        for (a, b) in heard.iter().zip(sound) {
            let (a, b) = (i64::from(*a), i64::from(*b));
            product += a * b;
            one += a * a;
            other += b * b;
        }
        product as f64 / ((one as f64).sqrt() * (other as f64).sqrt()).max(1.0)
    }

    /// How many sounds there are with a quarter of a second of silence between them.
    pub fn sounds(&self) -> usize {
        let loud: Vec<usize> =
            (0..self.samples.len()).filter(|place| self.samples[*place].unsigned_abs() > 200).collect();
        let gap = RATE as usize / 4;
        usize::from(!loud.is_empty()) + loud.windows(2).filter(|two| two[1] - two[0] > gap).count()
    }
}

/// The pieces of a sound in which something is heard: where they begin, and their energy.
fn loud_pieces(sound: &[i16]) -> Vec<(usize, f64)> {
    let energy = |piece: &[i16]| piece.iter().map(|sample| f64::from(*sample).powi(2)).sum::<f64>();
    let mut pieces: Vec<(usize, f64)> =
        sound.chunks_exact(PIECE).enumerate().map(|(index, piece)| (index * PIECE, energy(piece))).collect();
    let loudest = pieces.iter().map(|(_, energy)| *energy).fold(0.0, f64::max);
    pieces.retain(|(_, energy)| *energy > loudest * FAINT * FAINT);
    pieces
}
