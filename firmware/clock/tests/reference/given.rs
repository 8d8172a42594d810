//! What a side's control gives: periods, stages, bonuses.

use clock::{Bonus, Overtime};

use super::Ms;
use super::half::{Half, ms};

impl Half {
    pub(crate) fn all_periods(&self) -> u16 {
        match self.control.overtime() {
            Overtime::Byoyomi { periods, .. } | Overtime::Ing { periods, .. } => periods,
            Overtime::Reserve { reserve, period } => {
                u16::try_from(ms(reserve) / ms(period)).expect("checked")
            }
            Overtime::Consideration { units, .. } => units,
            Overtime::None | Overtime::Canadian { .. } | Overtime::Hourglass { .. } => 0,
        }
    }

    pub(crate) fn in_last_stage(&self) -> bool {
        self.stage + 1 >= self.control.stages().len()
    }

    /// The time that the present stage brings, without what is reserved in the last.
    pub(crate) fn stage_time(&self) -> Ms {
        let time = self.control.stages().get(self.stage).map_or(0, |stage| ms(stage.time));
        match self.control.overtime() {
            Overtime::Reserve { reserve, .. } if self.in_last_stage() => time - ms(reserve),
            Overtime::Reserve { .. }
            | Overtime::None
            | Overtime::Byoyomi { .. }
            | Overtime::Canadian { .. }
            | Overtime::Ing { .. }
            | Overtime::Consideration { .. }
            | Overtime::Hourglass { .. } => time,
        }
    }

    pub(crate) fn quota(&self) -> Option<u16> {
        self.control.stages().get(self.stage)?.moves
    }

    pub(crate) fn stage_bonus(&self) -> Bonus {
        self.control.stages().get(self.stage).map_or(Bonus::None, |stage| stage.bonus)
    }

    pub(crate) fn stage_increment(&self) -> Ms {
        if let Bonus::Increment(time) = self.stage_bonus() { ms(time) } else { 0 }
    }

    pub(crate) fn stage_delay(&self) -> Ms {
        if let Bonus::Delay(time) = self.stage_bonus() { ms(time) } else { 0 }
    }
}
