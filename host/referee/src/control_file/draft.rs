//! A time control as it is written, key by key, before anybody knows whether it means something.
//!
//! A [`Draft`] holds what one table says and where it says it. A side's own table is laid over the common one,
//! and what comes out is checked as a whole; a fault then points at the key that brought it about.

use clock::{
    Bonus, BySide, CallList, CallTable, Control, ControlError, Count, Duration, Overtime, Place, STAGES_MAX,
    Side, SideControl, SideSettings, Stage,
};

use crate::document::fault::FaultKind;
use crate::document::{Document, Spot};

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) spot: Spot,
}

/// One entry of `stages`.
#[derive(Clone, Debug)]
pub(crate) struct StageDraft {
    pub(crate) time: At<Duration>,
    pub(crate) moves: Option<At<u16>>,
    pub(crate) bonus: Option<At<Bonus>>,
}

/// The keys of `[control.calls]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallsDraft {
    pub(crate) before_last: Option<At<CallList>>,
    pub(crate) last: Option<At<CallList>>,
    pub(crate) count: Option<At<Count>>,
    pub(crate) remaining: Option<At<CallList>>,
}

/// An overtime, and where its keys stand.
#[derive(Clone, Debug)]
pub(crate) struct OvertimeDraft {
    pub(crate) overtime: Overtime,
    pub(crate) spot: Spot,
    pub(crate) keys: Vec<(&'static str, Spot)>,
}

impl OvertimeDraft {
    fn key(&self, name: &str) -> Option<Spot> {
        self.keys.iter().find(|(key, _)| *key == name).map(|(_, spot)| spot.clone())
    }
}

/// The keys of a control's table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) main: Option<At<Duration>>,
    pub(crate) stages: Option<At<Vec<StageDraft>>>,
    pub(crate) bonus: Option<At<Bonus>>,
    pub(crate) first_move_bonus: Option<At<bool>>,
    pub(crate) overtime: Option<OvertimeDraft>,
    pub(crate) calls: CallsDraft,
}

impl Draft {
    /// A side's own keys in front of these; `main` and `stages` replace each other, and so do the three kinds
    /// of bonus.
    fn under(&self, own: &Self) -> Self {
        let own_time = own.main.is_some() || own.stages.is_some();
        let time = if own_time { own } else { self };
        Self {
            main: time.main.clone(),
            stages: time.stages.clone(),
            bonus: replaced(own.bonus.as_ref(), self.bonus.as_ref()),
            first_move_bonus: or(&own.first_move_bonus, &self.first_move_bonus),
            overtime: own.overtime.as_ref().or(self.overtime.as_ref()).cloned(),
            calls: CallsDraft {
                before_last: or(&own.calls.before_last, &self.calls.before_last),
                last: or(&own.calls.last, &self.calls.last),
                count: or(&own.calls.count, &self.calls.count),
                remaining: or(&own.calls.remaining, &self.calls.remaining),
            },
        }
    }

    fn is_without_time(&self) -> bool {
        self.main.is_none() && self.stages.is_none() && !self.is_hourglass()
    }

    fn is_hourglass(&self) -> bool {
        self.overtime.as_ref().is_some_and(|at| matches!(at.overtime, Overtime::Hourglass { .. }))
    }

    /// The key that an hourglass cannot stand beside.
    fn beside_hourglass(&self) -> Option<&Spot> {
        let main = self.main.as_ref().filter(|main| !main.value.is_zero()).map(|at| &at.spot);
        let stages = self.stages.as_ref().map(|at| &at.spot);
        main.or(stages).or_else(|| self.bonus.as_ref().map(|at| &at.spot)).filter(|_| self.is_hourglass())
    }

    /// The stages, with the common bonus where they have none of their own.
    fn stages(&self) -> impl Iterator<Item = Stage> {
        let common = self.bonus.as_ref();
        let of_main = self.main.iter().map(move |main| Stage {
            time: main.value,
            moves: None,
            bonus: common.map(|at| at.value).unwrap_or_default(),
        });
        let listed = self.stages.iter().flat_map(|list| &list.value).map(move |stage| Stage {
            time: stage.time.value,
            moves: stage.moves.as_ref().map(|at| at.value),
            bonus: replaced(stage.bonus.as_ref(), common).map(|at| at.value).unwrap_or_default(),
        });
        of_main.chain(listed).take(STAGES_MAX)
    }

    fn settings(&self) -> SideSettings {
        SideSettings {
            stages: self.stages().collect(),
            first_move_bonus: self.first_move_bonus.as_ref().is_none_or(|at| at.value),
            overtime: self.overtime.as_ref().map(|draft| draft.overtime).unwrap_or_default(),
            calls: CallTable {
                before_last: self.calls.before_last.as_ref().map(|at| at.value.clone()),
                last: self.calls.last.as_ref().map(|at| at.value.clone()),
                count: self.calls.count.as_ref().map(|at| at.value).unwrap_or_default(),
                remaining: self.calls.remaining.as_ref().map(|at| at.value.clone()),
            },
        }
    }

    /// Where the key stands that a place of the settings means.
    fn locate(&self, place: Place) -> Option<Spot> {
        let stage = |number: u8| {
            let index = usize::from(number).checked_sub(1)?;
            self.stages.as_ref()?.value.get(index)
        };
        let main = || self.main.as_ref().map(|at| at.spot.clone());
        match place {
            Place::Stages => main().or_else(|| spot(self.stages.as_ref())),
            Place::StageTime(number) => stage(number).map(|stage| stage.time.spot.clone()).or_else(main),
            Place::StageMoves(number) => stage(number).and_then(|stage| spot(stage.moves.as_ref())),
            Place::StageBonus(number) => stage(number)
                .and_then(|stage| spot(stage.bonus.as_ref()))
                .or_else(|| spot(self.bonus.as_ref())),
            Place::FirstMoveBonus => spot(self.first_move_bonus.as_ref()),
            Place::Overtime => self.overtime.as_ref().map(|draft| draft.spot.clone()),
            Place::OvertimeKey(key) => self.overtime.as_ref().and_then(|draft| draft.key(key)),
            Place::Calls("before_last") => spot(self.calls.before_last.as_ref()),
            Place::Calls("last") => spot(self.calls.last.as_ref()),
            Place::Calls("count") => spot(self.calls.count.as_ref()),
            Place::Calls(_) => spot(self.calls.remaining.as_ref()),
        }
    }
}

fn spot<T>(at: Option<&At<T>>) -> Option<Spot> {
    at.map(|at| at.spot.clone())
}

fn or<T: Clone>(own: &Option<At<T>>, common: &Option<At<T>>) -> Option<At<T>> {
    own.as_ref().or(common.as_ref()).cloned()
}

/// The bonus in force: a side's or a stage's own one first, of which a length of zero takes away the common one.
fn replaced(own: Option<&At<Bonus>>, common: Option<&At<Bonus>>) -> Option<At<Bonus>> {
    let taken_away = common.is_some() && own.is_some_and(|at| at.value.duration().is_zero());
    if taken_away { None } else { own.or(common).cloned() }
}

/// The control that the drafts make: the common one and each side's own.
pub(crate) fn control(
    document: &Document<'_>,
    table: &Spot,
    common: &Draft,
    own: &BySide<Draft>,
) -> Option<Control> {
    let drafts = BySide::new(|side| common.under(own.of(side)));
    let alike = drafts.black.is_without_time() == drafts.white.is_without_time();
    let side = |side: Side| {
        let place = if alike { table.clone() } else { table.within(side.as_str()) };
        side_control(document, &place, drafts.of(side))
    };
    let (black, white) = (side(Side::Black), side(Side::White));
    let control = Control { black: black?, white: white? };
    match control.paired() {
        Ok(control) => Some(control),
        Err((side, error)) => {
            let elsewhere = || drafts.of(side.other()).locate(error.place);
            let spot = drafts.of(side).locate(error.place).or_else(elsewhere);
            document.note(&spot.unwrap_or_else(|| table.clone()), error.fault.into());
            None
        }
    }
}

fn side_control(document: &Document<'_>, table: &Spot, draft: &Draft) -> Option<SideControl> {
    if let Some(spot) = draft.beside_hourglass() {
        document.note(spot, clock::Fault::HourglassWithMainTime.into());
        return None;
    }
    if draft.is_without_time() {
        let write = "main = \"1h\", or main = \"0s\" where play starts in the overtime or with a delay";
        document.note(&table.within("main"), FaultKind::Missing { write });
        return None;
    }
    match SideControl::try_from(draft.settings()) {
        Ok(control) => Some(control),
        Err(ControlError { place, fault }) => {
            document.note(&draft.locate(place).unwrap_or_else(|| table.clone()), fault.into());
            None
        }
    }
}
