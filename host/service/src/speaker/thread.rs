//! The thread of one device.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration as Real;

use clock::{Duration, Instant};
use hall::{Attendance, Omission, Playback, Spoken as Said, SpokenIn, Standing, Unspoken};
use tokio::sync::{mpsc, oneshot, watch};
use tracing::{debug, info, warn};
use voice::{Heard, Pack, Planned, Saying, Speaker, Spoken, Unheard, Voice, Volume};

use super::player::{Player, TICK};
use super::{Fault, LEAD, Sink, open};
use crate::opening::TablePlan;
use crate::speech::{Listener, SpeechView, saying, spoken_in};
use crate::timer::Axis;
use crate::venue::{Request, Venue};

/// How long it is until a device that failed is tried again.
const TRIED_AGAIN: Real = Real::from_secs(3);

/// The most that lies ready, in microseconds.
const LEAD_MAX: u32 = 30_000;

/// What may wait until the hall has room for it.
const UNTOLD_MAX: usize = 256;

/// A device, and the tables that it speaks for.
pub(super) struct Loudspeaker {
    device: Arc<str>,
    /// How it is called on record.
    name: Arc<str>,
    /// Who speaks at each table.
    voices: Vec<(u32, Voice)>,
    /// How many microseconds lie ready in it.
    lead: u32,
    requests: mpsc::Sender<Request>,
    axis: Axis,
    /// What the hall has not been told yet of what was played.
    untold: VecDeque<Request>,
}

/// Why it stops playing for a while, or for good.
type Ended = crate::ended::Ended<Fault>;

/// What is said at each table, and since when that is heard.
type Views = Vec<(watch::Receiver<Arc<SpeechView>>, Listener)>;

impl Loudspeaker {
    /// A device with its recordings, which are read before anything is played.
    pub(super) fn new(venue: &Venue, device: Arc<str>, plans: &[&TablePlan], axis: Axis) -> Self {
        let voice = |plan: &&TablePlan| {
            let tongue = plan.voice.tongue.of(plan.face.manner.language);
            (plan.number, venue.shelf.recordings(tongue).voice.clone())
        };
        Self {
            name: format!("speaker {device}").into(),
            device,
            voices: plans.iter().map(voice).collect(),
            lead: LEAD,
            requests: venue.requests.clone(),
            axis,
            untold: VecDeque::new(),
        }
    }

    /// # Errors
    /// The system gives it no thread.
    pub(super) fn start(self) -> io::Result<()> {
        thread::Builder::new().name("speaker".to_owned()).spawn(move || self.serve()).map(drop)
    }

    fn serve(mut self) {
        let mut failing = false;
        loop {
            let opened = open(&self.device, self.lead);
            let ended = match opened {
                Ok(sink) => {
                    if std::mem::take(&mut failing) {
                        info!("{} plays again", self.name);
                    }
                    self.play(sink)
                }
                Err(fault) => Ended::Failed(fault),
            };
            let Ended::Failed(fault) = ended else { return };
            if !std::mem::replace(&mut failing, true) {
                warn!("{}: {fault}; it is tried again every {} s", self.name, TRIED_AGAIN.as_secs());
            }
            if !self.tell_works(false) {
                return;
            }
            thread::sleep(TRIED_AGAIN);
        }
    }

    /// Plays until the device fails or the hall's task has ended.
    fn play(&mut self, mut sink: Box<dyn Sink>) -> Ended {
        let Some(mut views) = self.listen() else { return Ended::Over };
        let mut speaker = Speaker::new(Voice::tones(), self.voices.len() > 1);
        self.voices.iter().for_each(|(table, voice)| speaker.set_voice(*table, voice.clone()));
        let mut player = Player::new(speaker);
        for (view, listener) in &mut views {
            self.follow(&view.borrow_and_update(), listener, &mut player.speaker);
        }
        let ended = loop {
            views.retain(|(view, _)| view.has_changed().is_ok());
            if views.is_empty() {
                break Ended::Over;
            }
            for (view, listener) in &mut views {
                if view.has_changed().unwrap_or_default() {
                    self.follow(&view.borrow_and_update(), listener, &mut player.speaker);
                }
            }
            match player.tend(&mut *sink) {
                Ok(()) => {}
                Err(Fault::RanDry) => {
                    drop(sink);
                    sink = match self.open_longer() {
                        Ok(sink) => sink,
                        Err(fault) => break fault.into(),
                    };
                    player.begin_anew();
                }
                Err(fault) => break fault.into(),
            }
            self.tell(&player.speaker.spoken());
            thread::sleep(TICK);
        };
        for (table, _) in &self.voices {
            let name = Arc::clone(&self.name);
            let silent = Request::Attend { table: *table, name, attendance: Attendance::Left };
            // A hall that is gone needs no word.
            self.requests.blocking_send(silent).unwrap_or_default();
        }
        ended
    }

    /// Opens the device anew with more lying ready in it: it ran dry too often.
    fn open_longer(&mut self) -> Result<Box<dyn Sink>, Fault> {
        if self.lead < LEAD_MAX {
            self.lead = LEAD_MAX;
            let millis = self.lead / 1_000;
            warn!("{} ran dry: from now on {millis} ms lie ready, and are heard after a press", self.name);
        }
        open(&self.device, self.lead)
    }

    /// Speaks for its tables from now on; none where the hall's task has ended.
    fn listen(&self) -> Option<Views> {
        self.tell_works(true).then_some(())?;
        let mut views = Vec::new();
        for (table, _) in &self.voices {
            let (reply, answer) = oneshot::channel();
            let (name, standing) = (Arc::clone(&self.name), Standing::Own);
            let request = Request::Listen { table: *table, name, standing, volume: 100, reply };
            self.requests.blocking_send(request).ok()?;
            // A table that is not there says nothing.
            views.extend(answer.blocking_recv().ok()?.ok().map(|view| (view, Listener::default())));
        }
        Some(views)
    }

    /// Says whether the device plays; `false` where the hall's task has ended.
    fn tell_works(&self, works: bool) -> bool {
        let word = |(table, _): &(u32, Voice)| {
            self.requests.blocking_send(Request::Speaker { table: *table, works }).is_ok()
        };
        self.voices.iter().all(word)
    }

    /// Hands over what was played, as far as the hall has room: the device does not wait.
    fn tell(&mut self, spoken: &[Spoken]) {
        for Spoken { table, planned, heard, .. } in spoken {
            debug!("{}: table {table}: {} {heard:?}", self.name, planned.saying);
        }
        let told: Vec<Request> = spoken.iter().filter_map(|spoken| self.became(spoken)).collect();
        self.untold.extend(told);
        self.untold.drain(..self.untold.len().saturating_sub(UNTOLD_MAX));
        while let Some(request) = self.untold.pop_front() {
            if let Err(mpsc::error::TrySendError::Full(request)) = self.requests.try_send(request) {
                self.untold.push_front(request);
                return;
            }
        }
    }

    /// Takes what is said at a table.
    fn follow(&self, view: &SpeechView, listener: &mut Listener, speaker: &mut Speaker) {
        let SpeechView { table, now, voice, .. } = view;
        let say = listener.take(view);
        let volume = Volume::percent(voice.volume).filter(|_| voice.is_heard()).unwrap_or(Volume::MUTE);
        speaker.set_volume(*table, volume);
        let planned = say.iter().filter_map(|said| {
            let (at, side) = (self.axis.monotonic(said.at), said.what.side());
            Some(Planned { at, due: said.due, side, saying: saying(said)? })
        });
        speaker.plan(*table, self.axis.monotonic(*now), &planned.collect::<Vec<_>>());
    }

    /// What became of something, for the record, by the table's time.
    fn became(&self, spoken: &Spoken) -> Option<Request> {
        let Spoken { table, planned, heard, tones } = *spoken;
        let Planned { at, due, side, saying } = planned;
        let what = match saying {
            Saying::Call(call, _) => Said::Call { side: side?, call },
            Saying::Reading(..) => Said::Reading { side: side? },
            Saying::Paused => Said::Paused,
            Saying::Resumed => Said::Resumed,
            Saying::Adjourned => Said::Adjourned,
            Saying::Flag(_) | Saying::Table(_) | Saying::SelfTest => return None,
        };
        let by = self.name.to_string();
        if let Heard::Not(unheard) = heard {
            let why = match unheard {
                Unheard::Late => Unspoken::Late,
                Unheard::OtherTable => Unspoken::OtherTable,
                Unheard::Calls => Unspoken::NoGap,
                // The hall has silenced it, and knows.
                Unheard::Muted => return None,
            };
            return Some(Request::Omitted { table, omission: Omission { by, what, due, why } });
        }
        let (onset, end, cut) = heard.sound()?;
        let by_table = |instant| moved(due, at, instant);
        let (onset, end) = (by_table(onset), by_table(end));
        let spoken_in = if tones { SpokenIn::Tones } else { self.spoken_in(table) };
        Some(Request::Played { table, playback: Playback { by, what, due, onset, end, cut, spoken_in } })
    }

    /// In which tongue a table is spoken to.
    fn spoken_in(&self, table: u32) -> SpokenIn {
        let voice = self.voices.iter().find(|(one, _)| *one == table).map(|(_, voice)| voice);
        spoken_in(voice.and_then(Voice::pack).map(Pack::tongue))
    }
}

/// An instant of one axis on another: `there` is where `here` lies.
fn moved(there: Instant, here: Instant, instant: Instant) -> Instant {
    let (later, earlier): (Duration, Duration) = (instant.since(here), here.since(instant));
    there.plus(later).minus(earlier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_played_is_told_by_the_tables_time() {
        let ms = Instant::from_millis;
        assert_eq!(moved(ms(5_000), ms(90_000), ms(90_012)), ms(5_012));
        assert_eq!(moved(ms(5_000), ms(90_000), ms(89_990)), ms(4_990));
    }
}
