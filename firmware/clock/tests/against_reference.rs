//! The machine against a second clock that was written apart from it and lets one millisecond pass at a time:
//! random controls, random scripts, the same events, readings, status and refusals.

mod reference;
mod scripts;

use clock::{Clock, Command, Control, Event, HandleError, Instant, Refusal, Side};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use reference::Reference;
use scripts::controls::control;
use scripts::steps::steps;
use scripts::{Seen, Step};

/// Enough for every clock of the strategies to run out when nobody presses any more.
const RUN_OUT: u64 = 20 * 60 * 1000;

/// Both clocks, and what was done to them, in words.
struct Pair {
    machine: Clock,
    events: Vec<Event>,
    reference: Reference,
    now: u64,
    script: String,
}

impl Pair {
    fn new(control: &Control) -> Self {
        Self {
            machine: Clock::new(control.clone()),
            events: Vec::new(),
            reference: Reference::new(control),
            now: 0,
            script: String::new(),
        }
    }

    fn take(&mut self, step: &Step, control: &Control) -> Result<(), TestCaseError> {
        self.now += step.wait(&self.seen(control)) / 1000;
        self.reference.pass_until(self.now);
        let command = step.command(&self.seen(control));
        self.handle(command)
    }

    fn seen<'a>(&self, control: &'a Control) -> Seen<'a> {
        let turn = self.reference.turn();
        let reading = self.reference.reading(turn.unwrap_or(Side::Black));
        Seen { control, status: self.reference.status(), turn, reading }
    }

    fn handle(&mut self, command: Command) -> Result<(), TestCaseError> {
        self.script += &format!("{} ms: {command:?}\n", self.now);
        let expected = self.reference.handle(command, self.now);
        let events = &mut self.events;
        let at = Instant::from_millis(self.now);
        let result = self.machine.handle(command, at, &mut |event| events.push(event));
        prop_assert_eq!(refusal(result), expected, "refusal\n{}", self.script);
        self.compare()
    }

    fn compare(&self) -> Result<(), TestCaseError> {
        let (machine, reference, script) = (&self.machine, &self.reference, &self.script);
        let at = Instant::from_millis(self.now);
        let same = self.events.iter().zip(reference.events()).take_while(|(one, other)| one == other).count();
        prop_assert_eq!(self.events.get(same..), reference.events().get(same..), "events\n{}", script);
        for side in Side::BOTH {
            prop_assert_eq!(
                machine.reading(side, at),
                Ok(reference.reading(side)),
                "{}'s reading\n{}",
                side,
                script
            );
        }
        prop_assert_eq!(machine.standing(), reference.standing(), "standing\n{}", script);
        prop_assert_eq!(machine.status(), reference.status(), "status\n{}", script);
        prop_assert_eq!(machine.turn(), reference.turn(), "turn\n{}", script);
        prop_assert_eq!(machine.committed(), at, "committed\n{}", script);
        Ok(())
    }

    fn run_out(&mut self) -> Result<(), TestCaseError> {
        self.now += RUN_OUT;
        self.script += &format!("{} ms: poll\n", self.now);
        self.reference.pass_until(self.now);
        let events = &mut self.events;
        let result = self.machine.poll(Instant::from_millis(self.now), &mut |event| events.push(event));
        prop_assert_eq!(result, Ok(()));
        self.compare()
    }
}

fn refusal(result: Result<(), HandleError>) -> Result<(), Refusal> {
    match result {
        Ok(()) => Ok(()),
        Err(HandleError::Refused(refusal)) => Err(refusal),
        Err(HandleError::Backwards { .. }) => panic!("the script never goes backwards"),
    }
}

proptest! {
    #![proptest_config(scripts::cases(3_000))]

    #[test]
    fn machine_and_reference_agree(control in control(), steps in steps(40)) {
        let mut pair = Pair::new(&control);
        pair.compare()?;
        for step in &steps {
            pair.take(step, &control)?;
        }
        pair.run_out()?;
    }
}
