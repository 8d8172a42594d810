//! The unit: inputs waiting for the floor, and the clock behind it.

use clock::{Clock, Command, Control, Event, EventKind, HandleError, Instant, Side};
use heapless::Vec;

use crate::input::{Applied, Attendant, Input, Output};
use link::{Digest, OrderRefusal, digest, meant};

/// The most inputs that may wait for the floor, unless less is wanted.
pub const PENDING_MAX: usize = 64;

/// The most that one input asks of the clock.
const COMMANDS_MAX: usize = 16;

/// The most sources of inputs.
pub const SOURCES_MAX: usize = 8;

/// A source of inputs of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source(usize);

/// An input that could not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubmitError {
    /// As many inputs are waiting as the unit holds.
    #[error("as many inputs are waiting already as there is room for")]
    Full,
}

/// The machine that orders what happens to one clock, with room for so many inputs that wait.
#[derive(Clone, Debug)]
pub struct Unit<const ROOM: usize = PENDING_MAX> {
    clock: Clock,
    /// Turns completed on the clock, for conditions.
    turns: u32,
    /// The side whose clock the first press of the other starts.
    first: Option<Side>,
    /// Inputs not yet applied, by stamp, equal stamps in the order in which they came.
    pending: Vec<Input, ROOM>,
    /// What each source has stated; a source that fell away has none.
    floors: Vec<Option<Instant>, SOURCES_MAX>,
}

impl<const ROOM: usize> Unit<ROOM> {
    /// A unit with a clock that waits for its start, and no sources.
    #[must_use]
    pub fn new(control: Control) -> Self {
        Self::restore(Clock::new(control), 0)
    }

    /// A unit that goes on with a clock as it was left, after so many completed turns.
    #[must_use]
    pub const fn restore(clock: Clock, turns: u32) -> Self {
        Self { clock, turns, first: None, pending: Vec::new(), floors: Vec::new() }
    }

    /// The same, where the first press starts the other side's clock, this one's: no arbiter does.
    #[must_use]
    pub fn starts_by_press(self, first: Option<Side>) -> Self {
        Self { first, ..self }
    }

    /// The side whose clock the first press of the other starts.
    #[must_use]
    pub const fn first(&self) -> Option<Side> {
        self.first
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
        if self.pending.is_full() {
            return Err(SubmitError::Full);
        }
        let mut last = input;
        for later in self.pending.iter_mut().skip_while(|waiting| waiting.stamp <= input.stamp) {
            core::mem::swap(later, &mut last);
        }
        self.pending.push(last).map_err(|_| SubmitError::Full)
    }

    /// Applies what lies below the floor, and lets the clock run up to it.
    pub fn advance(&mut self, now: Instant, attendant: &mut dyn Attendant) {
        let floor = self.floor(now).max(self.clock.committed());
        while let Some(input) = self.pending.first().copied().filter(|input| input.stamp <= floor) {
            self.pending.remove(0);
            let applied = self.apply(input, attendant);
            attendant.hear(Output::Applied(applied));
        }
        self.run(None, floor, attendant).unwrap_or_default();
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

    /// The clock as it stands at the present by what is known so far, without waiting for any floor: for faces and
    /// voices.
    pub fn ahead(&self, now: Instant, attendant: &mut dyn Attendant) -> Clock {
        let mut ahead = Unit::<1> { first: self.first, ..Unit::restore(self.clock.clone(), self.turns) };
        for input in self.pending.iter().take_while(|input| input.stamp <= now) {
            let applied = ahead.apply(*input, attendant);
            attendant.hear(Output::Applied(applied));
        }
        ahead.run(None, now.max(ahead.clock.committed()), attendant).unwrap_or_default();
        ahead.clock
    }

    fn apply(&mut self, input: Input, attendant: &mut dyn Attendant) -> Applied {
        let at = input.stamp.max(self.clock.committed());
        let late = at.since(input.stamp);
        let refused = self.obey(input, at, attendant).err();
        Applied { id: input.id, at, late, refused }
    }

    fn obey(&mut self, input: Input, at: Instant, attendant: &mut dyn Attendant) -> Result<(), OrderRefusal> {
        self.run(None, at, attendant).map_err(OrderRefusal::Clock)?;
        if input.condition.expires.is_some_and(|expires| at > expires) {
            return Err(OrderRefusal::Expired);
        }
        let first = attendant.command(&input, at, 0);
        // A pause always acts: it harms nobody and can be taken back.
        let pause = first == Some(Command::Pause) && attendant.command(&input, at, 1).is_none();
        let turns = attendant.turns(self.turns);
        if !pause && input.condition.turns.is_some_and(|expected| expected != turns) {
            return Err(OrderRefusal::TurnPassed { turns });
        }
        let (mut next, mut done) = (first, 0_usize);
        while let Some(command) = next.filter(|_| done < COMMANDS_MAX) {
            self.run(Some(command), at, attendant).map_err(OrderRefusal::Clock)?;
            done = done.saturating_add(1);
            next = attendant.command(&input, at, done);
        }
        Ok(())
    }

    fn run(
        &mut self,
        command: Option<Command>,
        at: Instant,
        attendant: &mut dyn Attendant,
    ) -> Result<(), clock::Refusal> {
        let mut pressed = 0_u32;
        let mut sink = |event: Event| {
            pressed = pressed.saturating_add(u32::from(matches!(event.kind, EventKind::Pressed { .. })));
            attendant.hear(Output::Event(event));
        };
        let handled = match command {
            Some(command) => self.clock.handle(meant(command, &self.clock, self.first), at, &mut sink),
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

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use clock::IgnoredPress;
    use proptest::prelude::*;
    use std::vec::Vec as List;

    const CONTROL: &str = "10s+3x30s";

    fn ms(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    fn press(id: u32, side: Side, at: u64) -> Input {
        Input::at(id, ms(at), Command::Press { side })
    }

    fn started() -> (Unit, Source) {
        let mut unit = Unit::new(CONTROL.parse().unwrap());
        let source = unit.add_source().unwrap();
        unit.submit(Input::at(0, Instant::ZERO, Command::Start { side: Side::Black })).unwrap();
        (unit, source)
    }

    fn advance(unit: &mut Unit, now: u64) -> List<Output> {
        let mut said = List::new();
        unit.advance(ms(now), &mut |output| said.push(output));
        said
    }

    #[test]
    fn inputs_act_in_the_order_of_their_stamps_whatever_order_they_come_in() {
        let (mut unit, source) = started();
        unit.submit(press(2, Side::White, 2_000)).unwrap();
        unit.submit(press(1, Side::Black, 1_000)).unwrap();
        unit.set_floor(source, ms(3_000));
        let said = advance(&mut unit, 3_000);
        let pressed: List<_> = said
            .iter()
            .filter_map(|output| match output {
                Output::Event(Event { at, kind: EventKind::Pressed { side } }) => Some((*at, *side)),
                Output::Event(_) | Output::Applied(_) => None,
            })
            .collect();
        assert_eq!(pressed, [(ms(1_000), Side::Black), (ms(2_000), Side::White)]);
    }

    #[test]
    fn nothing_is_decided_above_the_lowest_floor() {
        let (mut unit, source) = started();
        unit.set_floor(source, ms(500));
        unit.submit(press(1, Side::Black, 9_900)).unwrap();
        advance(&mut unit, 10_100);
        assert_eq!(unit.clock().committed(), ms(500));
        // The face shows what is known so far, and says nothing of what may still come.
        let face = unit.ahead(ms(10_100), &mut |_: Output| ());
        assert_eq!(face.turn(), Some(Side::White));
        unit.remove_source(source);
        advance(&mut unit, 10_100);
        assert_eq!(unit.clock().turn(), Some(Side::White));
    }

    #[test]
    fn a_stamp_below_the_floor_acts_at_the_floor_and_is_reported_late() {
        let (mut unit, source) = started();
        unit.set_floor(source, ms(5_000));
        advance(&mut unit, 5_000);
        unit.submit(press(1, Side::Black, 4_200)).unwrap();
        let said = advance(&mut unit, 5_000);
        let applied =
            Applied { id: 1, at: ms(5_000), late: clock::Duration::from_millis(800), refused: None };
        assert_eq!(said.last(), Some(&Output::Applied(applied)));
    }

    #[test]
    fn a_command_that_a_press_overtook_is_refused_but_a_pause_is_not() {
        let (mut unit, source) = started();
        let condition = crate::input::Condition { turns: Some(0), expires: None };
        unit.submit(press(1, Side::Black, 1_000)).unwrap();
        let add = Command::Add { side: Side::Black, amount: clock::Duration::from_secs(60) };
        unit.submit(Input { condition, ..Input::at(2, ms(1_100), add) }).unwrap();
        unit.submit(Input { condition, ..Input::at(3, ms(1_200), Command::Pause) }).unwrap();
        unit.set_floor(source, ms(2_000));
        let refused: List<_> = advance(&mut unit, 2_000)
            .iter()
            .filter_map(|output| match output {
                Output::Applied(applied) => Some((applied.id, applied.refused)),
                Output::Event(_) => None,
            })
            .collect();
        let passed = Some(OrderRefusal::TurnPassed { turns: 1 });
        assert_eq!(refused, [(0, None), (1, None), (2, passed), (3, None)]);
    }

    #[test]
    fn an_expired_command_does_nothing() {
        let (mut unit, source) = started();
        unit.set_floor(source, ms(5_000));
        advance(&mut unit, 5_000);
        let condition = crate::input::Condition { turns: None, expires: Some(ms(4_999)) };
        unit.submit(Input { condition, ..Input::at(1, ms(4_000), Command::Pause) }).unwrap();
        let said = advance(&mut unit, 5_000);
        assert!(matches!(
            said.last(),
            Some(Output::Applied(Applied { refused: Some(OrderRefusal::Expired), .. }))
        ));
        assert_eq!(unit.clock().status(), clock::Status::Running);
    }

    #[test]
    fn a_double_press_is_one_turn() {
        let (mut unit, source) = started();
        unit.submit(press(1, Side::Black, 1_000)).unwrap();
        unit.submit(press(2, Side::Black, 1_000)).unwrap();
        unit.set_floor(source, ms(2_000));
        let said = advance(&mut unit, 2_000);
        let why = IgnoredPress::NotOnMove;
        assert!(said.iter().any(|output| matches!(output,
            Output::Event(Event { kind: EventKind::Ignored { why: given, .. }, .. }) if *given == why)));
        assert_eq!(unit.turns(), 1);
    }

    #[test]
    fn no_more_than_the_limit_waits() {
        let (mut unit, _) = started();
        for id in 1..u32::try_from(PENDING_MAX).unwrap() {
            unit.submit(press(id, Side::Black, 1_000)).unwrap();
        }
        assert_eq!(unit.submit(press(99, Side::Black, 1_000)), Err(SubmitError::Full));
        let mut small = Unit::<2>::new(CONTROL.parse().unwrap());
        let taken = [1, 2, 3].map(|id| small.submit(press(id, Side::Black, 1_000)).is_ok());
        assert_eq!(taken, [true, true, false]);
    }

    proptest! {
        /// Two engines fed the same stamped inputs agree, however the inputs arrive and the floor creeps.
        #[test]
        fn digests_agree_whatever_the_order_of_arrival(
            mut stamps in proptest::collection::vec((0_u64..60_000, any::<bool>()), 0..40),
            shuffle in any::<u64>(),
        ) {
            let unit_of = |stamps: &[(u64, bool)], creep: u64| {
                let (mut unit, source) = started();
                for (id, (at, black)) in (1..).zip(stamps) {
                    let side = if *black { Side::Black } else { Side::White };
                    unit.submit(press(id, side, *at)).unwrap();
                }
                for floor in (0..=70_000).step_by(usize::try_from(creep).unwrap()) {
                    unit.set_floor(source, ms(floor));
                    advance(&mut unit, floor);
                }
                unit.set_floor(source, ms(70_000));
                advance(&mut unit, 70_000);
                (unit.digest(), unit.turns())
            };
            // Presses of one instant have no order but that of their arrival.
            stamps.sort_unstable();
            stamps.dedup_by_key(|(at, _)| *at);
            let in_order = unit_of(&stamps, 7_000);
            let middle = if stamps.is_empty() { 0 } else { usize::try_from(shuffle).unwrap_or(0) % stamps.len() };
            stamps.rotate_left(middle);
            prop_assert_eq!(unit_of(&stamps, 313), in_order);
        }
    }
}
