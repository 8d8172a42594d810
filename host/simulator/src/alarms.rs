//! Whether an alarm is one that had to be raised.

use hall::{Alarm, AlarmKind, TOUCH_LOST_AFTER};

use crate::failure::{Check, Fault, ensure};
use crate::world::{SILENCE_MAX, World};

impl World {
    pub(crate) fn check_alarm(&mut self, alarm: Alarm) -> Result<(), Fault> {
        match alarm.kind {
            AlarmKind::Diverged => Err(Fault::new(Check::Diverged, alarm.table, "unit and engine differ")),
            AlarmKind::Disk => {
                let failed = self.disk.in_flight.as_ref().is_some_and(|in_flight| in_flight.failed);
                ensure(failed, Check::Alarms, None, || "the disk has not failed".to_owned())
            }
            AlarmKind::UnitSilent => {
                self.summary.silent_units += 1;
                let device = alarm.table.and_then(|table| self.desks.get(&table)?.device.as_ref());
                ensure(device.is_some(), Check::Alarms, alarm.table, || "there is no unit".to_owned())
            }
            AlarmKind::UnitTurnedAway => {
                Err(Fault::new(Check::Alarms, alarm.table, "the unit is of the same version"))
            }
            AlarmKind::UnitBroke => {
                Err(Fault::new(Check::Alarms, alarm.table, "no simulated unit breaks down"))
            }
            AlarmKind::TouchLost => {
                self.summary.silences += 1;
                let page = alarm.table.and_then(|table| self.desks.get(&table)?.page);
                let silent = page.map(|page| self.now.since(page.heard)).unwrap_or_default();
                ensure(
                    silent >= TOUCH_LOST_AFTER && silent <= SILENCE_MAX,
                    Check::Alarms,
                    alarm.table,
                    || format!("the page was silent for {silent}"),
                )
            }
            AlarmKind::SpeakerLost => {
                Err(Fault::new(Check::Alarms, alarm.table, "no simulated table has a loudspeaker"))
            }
            AlarmKind::QuietHours => {
                Err(Fault::new(Check::Alarms, alarm.table, "no simulated day has quiet hours"))
            }
            AlarmKind::Keys | AlarmKind::KeysLost => {
                Err(Fault::new(Check::Alarms, alarm.table, "no simulated table has keys on pins"))
            }
        }
    }
}
