//! The unit: inputs waiting for the floor, and the clock behind it.

use clock::{Clock, Command, Control, Event, EventKind, HandleError, Instant};
use heapless::Vec;

use crate::digest::{Digest, digest};
use crate::input::{Applied, Input, InputRefusal, Output};

/// The most inputs that may wait for the floor.
pub const PENDING_MAX: usize = 64;

/// The most sources of inputs.
pub const SOURCES_MAX: usize = 8;

/// A source of inputs of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source(usize);

/// An input that could not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubmitError {
    /// As many inputs are waiting as the unit holds.
    #[error("{PENDING_MAX} inputs are waiting already")]
    Full,
}

/// The machine that orders what happens to one clock.
#[derive(Clone, Debug)]
pub struct Unit {
    clock: Clock,
    /// Turns completed on the clock, for conditions.
    turns: u32,
    /// Inputs not yet applied, by stamp, equal stamps in the order in which they came.
    pending: Vec<Input, PENDING_MAX>,
    /// What each source has stated; a source that fell away has none.
    floors: Vec<Option<Instant>, SOURCES_MAX>,
}

impl Unit {
    /// A unit with a clock that waits for its start, and no sources.
    #[must_use]
    pub fn new(control: Control) -> Self {
        Self::restore(Clock::new(control), 0)
    }

    /// A unit that goes on with a clock as it was left, after so many completed turns.
    #[must_use]
    pub const fn restore(clock: Clock, turns: u32) -> Self {
        Self { clock, turns, pending: Vec::new(), floors: Vec::new() }
    }

    /// Adds a source, whose floor is where the clock stands; `None` if there are too many.
    pub fn add_source(&mut self) -> Option<Source> {
        let floor = Some(self.clock.committed());
        if let Some(free) = self.floors.iter().position(Option::is_none) {
            *self.floors.get_mut(free)? = floor;
            return Some(Source(free));
        }
        self.floors.push(floor).ok()?;
        Some(Source(self.floors.len().saturating_sub(1)))
    }

    /// Takes a source away: nothing is awaited from it any more.
    pub fn remove_source(&mut self, source: Source) {
        if let Some(floor) = self.floors.get_mut(source.0) {
            *floor = None;
        }
    }

    /// A source states that nothing earlier can come from it. A floor never goes back.
    pub fn set_floor(&mut self, source: Source, floor: Instant) {
        if let Some(Some(stated)) = self.floors.get_mut(source.0) {
            *stated = floor.max(*stated);
        }
    }

    /// Up to where everything is known by `now`.
    #[must_use]
    pub fn floor(&self, now: Instant) -> Instant {
        self.floors.iter().flatten().copied().fold(now, Instant::min)
    }

    /// Takes an input. It is applied when the floor has passed its stamp.
    ///
    /// # Errors
    /// [`SubmitError::Full`] when too many are waiting.
    pub fn submit(&mut self, input: Input) -> Result<(), SubmitError> {
        let place = self.pending.iter().take_while(|waiting| waiting.stamp <= input.stamp).count();
        self.pending.insert(place, input).map_err(|_| SubmitError::Full)
    }

    /// Applies what lies below the floor, and lets the clock run up to it.
    pub fn advance(&mut self, now: Instant, out: &mut dyn FnMut(Output)) {
        let floor = self.floor(now).max(self.clock.committed());
        while let Some(input) = self.pending.first().copied().filter(|input| input.stamp <= floor) {
            self.pending.remove(0);
            let applied = self.apply(input, out);
            out(Output::Applied(applied));
        }
        self.run(None, floor, out).unwrap_or_default();
    }

    /// When [`Self::advance`] has something to say if the floor is always the present and nothing else comes.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        let input = self.pending.first().map(|input| input.stamp);
        [input, self.clock.poll_at()].into_iter().flatten().min()
    }

    /// The clock as committed.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Turns completed on the clock.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// The checksum of the clock's state as committed.
    #[must_use]
    pub fn digest(&self) -> Digest {
        digest(&self.clock)
    }

    /// A copy that has everything applied that has come so far, and stands at `now`: for faces and voices.
    #[must_use]
    pub fn read_ahead(&self, now: Instant) -> Clock {
        let mut ahead = Self { floors: Vec::new(), ..self.clone() };
        ahead.advance(now, &mut |_| ());
        ahead.clock
    }

    fn apply(&mut self, input: Input, out: &mut dyn FnMut(Output)) -> Applied {
        let at = input.stamp.max(self.clock.committed());
        let late = at.since(input.stamp);
        let refused = self.obey(input, at, out).err();
        Applied { id: input.id, at, late, refused }
    }

    fn obey(&mut self, input: Input, at: Instant, out: &mut dyn FnMut(Output)) -> Result<(), InputRefusal> {
        self.run(None, at, out).map_err(InputRefusal::Clock)?;
        if input.condition.expires.is_some_and(|expires| at > expires) {
            return Err(InputRefusal::Expired);
        }
        // A pause always acts: it harms nobody and can be taken back.
        let pause = input.command == Some(Command::Pause);
        if !pause && input.condition.turns.is_some_and(|turns| turns != self.turns) {
            return Err(InputRefusal::TurnPassed { turns: self.turns });
        }
        match input.command {
            Some(command) => self.run(Some(command), at, out).map_err(InputRefusal::Clock),
            None => Ok(()),
        }
    }

    fn run(
        &mut self,
        command: Option<Command>,
        at: Instant,
        out: &mut dyn FnMut(Output),
    ) -> Result<(), clock::Refusal> {
        let mut pressed = 0_u32;
        let mut sink = |event: Event| {
            pressed = pressed.saturating_add(u32::from(matches!(event.kind, EventKind::Pressed { .. })));
            out(Output::Event(event));
        };
        let handled = match command {
            Some(command) => self.clock.handle(command, at, &mut sink),
            None => self.clock.poll(at, &mut sink),
        };
        self.turns = self.turns.saturating_add(pressed);
        match handled {
            Ok(()) => Ok(()),
            Err(HandleError::Refused(refusal)) => Err(refusal),
            // Stamps are lifted to the committed instant before they come here.
            Err(HandleError::Backwards { .. }) => Ok(()),
        }
    }
}
