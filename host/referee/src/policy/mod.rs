//! What a policy says: for each kind of incident its name, its article, who decides it, and what it costs.
//!
//! A policy is data (`config/policies/*.toml`). Tables carry the whole policy that they were opened with, so that a
//! record can be read when the files have changed.

mod effect;
mod kinds;
mod read;
mod shipped;
mod stored;
mod words;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use clock::{Bonus, Control, Duration, Overtime, SideControl};
use serde::{Deserialize, Serialize};

use crate::setup::GameKind;

pub use effect::{Cost, Effect, Unit};
pub use read::{PolicyFile, read_policy};

/// A name or an explanation in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wording {
    /// In English.
    pub en: String,
    /// In Chinese (简体).
    pub zh: String,
}

impl Wording {
    /// A text that is the same in both languages, such as `7.5.1`.
    #[must_use]
    pub fn alike(text: String) -> Self {
        Self { zh: text.clone(), en: text }
    }

    /// Whether there is no text at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.en.is_empty() && self.zh.is_empty()
    }
}

/// How incidents are dealt with at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// Its file's name, such as `weiqi-2002`; an event's own policy has that of the one it extends.
    pub id: String,
    /// Its name.
    pub name: Wording,
    /// The rules that it follows.
    pub source: String,
    /// How many warnings in one game lose it; 0: however many do not.
    pub warnings_lose: u16,
    /// How many cautions make a warning; 0: they never do (Korea).
    pub cautions_warn: u16,
    /// What each warning costs in the count.
    pub warning_costs: Option<Cost>,
    /// How lateness counts.
    pub late: Lateness,
    /// Whether a player's call for the arbiter stops the clocks (FIDE 6.11.2).
    pub summon_stops_clock: bool,
    /// Whether players object in their own time only (1988).
    pub claims_on_own_time: bool,
    /// How long a permitted talk may last (15.5).
    pub talk: Duration,
    /// Who permits one (15.5: the chief arbiter).
    #[serde(default)]
    pub talk_leave: Decides,
    /// How often in a game a player may leave during overtime, with the arbiter's leave (III 22.7).
    pub leaves_in_overtime: u16,
    /// What can happen, by its name in commands such as `press-before-stone`.
    pub kinds: BTreeMap<String, Kind>,
}

/// How lateness counts (III 22.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lateness {
    /// The most that is not lost yet.
    pub limit: Duration,
    /// How many times over it counts against the own clock.
    pub factor: u16,
    /// Whether it counts only for the side that moves first: the other's clock would not have run (FIDE 6.6).
    pub first_side_only: bool,
}

/// A kind of incident.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// Its name.
    pub name: Wording,
    /// What it is, and what follows from it.
    pub explanation: Wording,
    /// The article, as each language names it.
    #[serde(deserialize_with = "stored::article")]
    pub article: Wording,
    /// Who decides, where a choice does not say another.
    pub decides: Decides,
    /// Until when a player may complain of it.
    pub claim_until: ClaimUntil,
    /// Whether it is an offence in sudden death only (12.4).
    pub sudden_death_only: bool,
    /// Whether it is nobody's offence, such as a cycle or a board upset by others: no side need answer for it.
    pub nobodys: bool,
    /// Whether its warnings count towards those that lose (Korea 2025: off-board ones do not).
    pub adds_up: bool,
    /// Offences of the same series count together as repeated ones (FIDE 7.5.5); without one, those of the kind.
    pub series: Option<String>,
    /// What it may come to. One choice: that is what it comes to; several: somebody chooses.
    pub choices: Vec<Choice>,
}

/// One of the things that an incident may come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "stored::Choice")]
pub struct Choice {
    /// Its name in commands; [`Choice::UPHOLD`] where there is only one.
    pub name: String,
    /// What follows.
    pub effects: Vec<Effect>,
    /// What follows for the second and later such offence in one game, where that differs.
    pub repeated: Option<Vec<Effect>>,
    /// Who decides so, where that is another than for the rest of the kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decides: Option<Decides>,
    /// Whether both players together may settle it so, without the one who decides.
    pub agreed: bool,
}

/// Who decides an incident, or grants a leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decides {
    /// An arbiter (裁判员).
    #[default]
    Arbiter,
    /// The chief arbiter alone (裁判长).
    Chief,
}

/// Until when a player may complain of an opponent's offence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimUntil {
    /// Until their own next move is completed (16.3; III 17.3).
    #[default]
    NextMove,
    /// Until the first move after the session resumed in which play goes on (FIDE Guidelines I.13).
    Resumption,
    /// As long as the game goes on.
    End,
    /// Until the result is signed.
    Signed,
}

impl Choice {
    /// The only thing that an incident may come to.
    pub const UPHOLD: &'static str = "uphold";
    /// Nothing follows.
    pub const DISMISS: &'static str = "dismiss";
}

impl Kind {
    /// The only choice, if there is only one.
    #[must_use]
    pub fn only_choice(&self) -> Option<&Choice> {
        match self.choices.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The choice of that name.
    #[must_use]
    pub fn choice(&self, name: &str) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.name == name)
    }

    /// Who decides so; none stands for [`Choice::DISMISS`].
    #[must_use]
    pub fn decider(&self, choice: Option<&Choice>) -> Decides {
        choice.and_then(|choice| choice.decides).unwrap_or(self.decides)
    }

    /// The names of what an arbiter may rule; [`Choice::DISMISS`] is always one of them.
    #[must_use]
    pub fn choice_names(&self) -> Vec<String> {
        let named = self.choices.iter().map(|choice| choice.name.clone());
        named.chain([Choice::DISMISS.to_owned()]).collect()
    }
}

impl Policy {
    /// The policy that a game has where none is named: `weiqi`, `fide-2023` or `club`.
    #[must_use]
    pub fn usual(kind: GameKind) -> Arc<Self> {
        shipped::usual(kind)
    }

    /// A shipped policy.
    #[must_use]
    pub fn shipped(id: &str) -> Option<Arc<Self>> {
        shipped::find(id)
    }

    /// The names of the shipped policies.
    pub fn shipped_ids() -> impl Iterator<Item = &'static str> {
        shipped::ids()
    }

    /// A kind of incident by its name, if the policy knows it.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<&Kind> {
        self.kinds.get(name)
    }
}

/// Whether a control is sudden death (包干) for both sides: main time, nothing added to it, nothing after it.
#[must_use]
pub fn is_sudden_death(control: &Control) -> bool {
    let sudden = |side: &SideControl| {
        let plain = side.stages().iter().all(|stage| stage.bonus == Bonus::None);
        plain && side.overtime() == Overtime::None
    };
    sudden(&control.black) && sudden(&control.white)
}
