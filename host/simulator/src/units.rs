//! Tables whose clock is in a unit: what passes over their lines, what befalls them, and what must hold.

use clock::{Clock, Instant, Side, Status};
use link::{FRAME_MAX, Gesture, Grant, ToUnit, digest, encode};

use crate::agenda::Happening;
use crate::failure::{Check, Fault, ensure};
use crate::world::World;

impl World {
    /// When something is due at a unit or on its line.
    pub(crate) fn lines_at(&self) -> Option<Instant> {
        self.desks.values().filter_map(|desk| desk.device.as_ref()?.poll_at(self.now)).min()
    }

    /// Does what is due at the units, and brings over what has arrived at the hall.
    pub(crate) fn serve_lines(&mut self) -> Result<(), Fault> {
        for table in self.unit_tables() {
            let (now, dice) = (self.now, &mut self.dice);
            let Some(device) = self.desks.get_mut(&table).and_then(|desk| desk.device.as_mut()) else {
                continue;
            };
            let bytes = device.serve(now, dice);
            if !bytes.is_empty() {
                self.with_hall(|hall, now| hall.unit_heard(table, &bytes, now))?;
            }
        }
        self.send_frames();
        Ok(())
    }

    fn unit_tables(&self) -> Vec<u32> {
        self.desks.iter().filter(|(_, desk)| desk.device.is_some()).map(|(table, _)| *table).collect()
    }

    /// Puts on the lines what the hall has to send.
    pub(crate) fn send_frames(&mut self) {
        let now = self.now;
        for table in self.unit_tables() {
            let Some(run) = &mut self.run else { return };
            let timer = run.timer.plus(now.since(run.began));
            let Some(device) = self.desks.get_mut(&table).and_then(|desk| desk.device.as_mut()) else {
                continue;
            };
            let mut frame = [0; FRAME_MAX];
            while let Some(length) = run.hall.unit_frame(table, timer, &mut frame) {
                device.sent(&frame[..length], now, &mut self.dice);
            }
        }
    }

    /// A player presses at the unit, where there is one.
    pub(crate) fn press_at_unit(&mut self, table: u32, side: Side) -> bool {
        let now = self.now;
        let call = self.dice.chance(20);
        let gesture = self.dice.pick(&[
            Gesture::Query { side },
            Gesture::CallArbiter { side: Some(side) },
            Gesture::Pause,
        ]);
        let Some(device) = self.desks.get_mut(&table).and_then(|desk| desk.device.as_mut()) else {
            return false;
        };
        device.press(side, now);
        if call {
            device.gesture(gesture, now);
        }
        true
    }

    /// Something befalls a table's unit or its line.
    pub(crate) fn trouble_a_line(&mut self) {
        let tables = self.unit_tables();
        if tables.is_empty() {
            return;
        }
        let table = self.dice.pick(&tables);
        let (now, dice) = (self.now, &mut self.dice);
        let Some(device) = self.desks.get_mut(&table).and_then(|desk| desk.device.as_mut()) else { return };
        match dice.whole(0, 9) {
            0..=3 => device.line.worsen(dice),
            4..=6 => device.line.cut_until = now.plus(dice.millis(100, 15_000)),
            7 => {
                device.lose_power(dice);
                let back = now.plus(dice.millis(100, 4_000));
                self.agenda.put(back, Happening::UnitStarts { table });
                self.summary.unit_cuts += 1;
            }
            8 => {
                device.reset(now);
                let back = now.plus(dice.millis(1, 900));
                self.agenda.put(back, Happening::UnitStarts { table });
                self.summary.resets += 1;
            }
            _ => self.take_unit(table),
        }
    }

    pub(crate) fn start_unit(&mut self, table: u32) {
        let now = self.now;
        if let Some(device) = self.desks.get_mut(&table).and_then(|desk| desk.device.as_mut()) {
            device.start(now);
        }
    }

    /// Another host takes a table's unit, and is gone again.
    fn take_unit(&mut self, table: u32) {
        let now = self.now;
        let Some(device) = self.desks.get_mut(&table).and_then(|desk| desk.device.as_mut()) else { return };
        let Some(unit) = device.unit() else { return };
        let Some(clock) = unit.clock() else { return };
        let fresh = Clock::new(clock.control().clone());
        let grant = Grant {
            start: unit.session().identity().start(),
            epoch: unit.session().epoch().saturating_add(3),
            table: 9,
            time: Instant::ZERO,
            turns: 0,
            control: fresh.control().clone(),
            state: fresh.state().clone(),
            first: None,
        };
        let mut frame = [0; FRAME_MAX];
        if let Some(length) = encode(&ToUnit::Grant(grant), &mut frame) {
            device.hear(&frame[..length], now);
            self.summary.taken_units += 1;
        }
    }

    /// The troubles are over: lines are well, and units have power.
    pub(crate) fn mend_lines(&mut self) {
        for table in self.unit_tables() {
            self.start_unit(table);
            let device = self.desks.get_mut(&table).and_then(|desk| desk.device.as_mut());
            device.into_iter().for_each(|device| device.line.make_well());
        }
    }

    /// At rest the unit's clock and the hall's are one, and all that the unit numbered is on record once.
    pub(crate) fn check_units(&self) -> Result<(), Fault> {
        for table in self.unit_tables() {
            let Some(unit) = self.desks.get(&table).and_then(|desk| desk.device.as_ref()?.unit()) else {
                return Err(Fault::new(Check::Unit, table, "the unit has no power"));
            };
            let unsent = unit.session().unsent();
            ensure(unsent == 0, Check::Unit, table, || format!("{unsent} inputs are not acknowledged"))?;
            self.compare_clocks(table, unit.clock())?;
            let Some(device) = self.desks.get(&table).and_then(|desk| desk.device.as_ref()) else { continue };
            let on_record = self.library.by_hand(table, device.identity.start());
            ensure(on_record == device.made, Check::Unit, table, || {
                format!("{} presses and gestures were made, {on_record} are on record", device.made)
            })?;
        }
        Ok(())
    }

    fn compare_clocks(&self, table: u32, clock: Option<&Clock>) -> Result<(), Fault> {
        let face = self.hall().and_then(|(hall, now)| hall.face(table, now));
        let (Some(face), Some(clock)) = (face, clock) else {
            return Err(Fault::new(Check::Unit, table, "the unit has no table"));
        };
        let (mut hall, mut unit) = (face.clock, clock.clone());
        let to = hall.committed().max(unit.committed());
        let passed = hall.poll(to, &mut |_| ()).and_then(|()| unit.poll(to, &mut |_| ()));
        let same = passed.is_ok() && digest(&hall) == digest(&unit);
        ensure(same, Check::Unit, table, || format!("the unit has {unit:?}, the hall {hall:?}"))
    }

    /// Whether a unit's clock runs.
    pub(crate) fn runs_at_unit(&self, table: u32) -> bool {
        let unit = self.desks.get(&table).and_then(|desk| desk.device.as_ref()?.unit());
        unit.and_then(|unit| unit.clock()).is_some_and(|clock| clock.status() == Status::Running)
    }
}
