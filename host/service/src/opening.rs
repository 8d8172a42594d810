//! Opening a game at a table: what was agreed there, and what must be drawn or read from a clock.

use std::path::PathBuf;
use std::sync::Arc;

use chrono::SecondsFormat;
use clock::{Duration, Instant};
use hall::{Anchor, NewGame, OnRequest, Players, TouchLost, player_text};
use journal::{GameId, Genesis, Person, RandomError, Salt};
use referee::{Game, Setup};

use crate::displays::FacePlan;
use crate::pins::Pins;
use crate::speech::VoicePlan;
use crate::timer::{Timer, Wall};

/// What is played at a table, game after game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TablePlan {
    pub(crate) number: u32,
    pub(crate) setup: Setup,
    pub(crate) touch_lost: TouchLost,
    /// So much later whoever looks on is shown the moves.
    pub(crate) public_delay: Duration,
    /// The serial port of the unit that is the table's clock.
    pub(crate) unit: Option<PathBuf>,
    /// The lines of this machine that its keys, lamps and buzzer are on.
    pub(crate) pins: Option<Pins>,
    /// Its display, and how its faces are.
    pub(crate) face: FacePlan,
    /// How it speaks.
    pub(crate) voice: VoicePlan,
    /// The ALSA device through which it speaks.
    pub(crate) speaker: Option<Arc<str>>,
}

/// The tie between the axes of time now, by this machine's timer; the table's own time is filled in by the hall.
pub(crate) fn anchor_by(timer: &Timer, boot: &str, now: Instant) -> Anchor {
    Anchor { timer_zero: timer.zero(), ..anchor(boot, now, &timer.wall()) }
}

/// The same at a moment that no timer has read.
pub(crate) fn anchor(boot: &str, timer: Instant, wall: &Wall) -> Anchor {
    Anchor {
        boot: boot.to_owned(),
        timer,
        timer_zero: None,
        table: Instant::ZERO,
        wall: Some(wall.time.to_rfc3339_opts(SecondsFormat::Micros, true)),
        trusted: wall.trusted,
    }
}

/// The digits of a game's genesis that name it: enough that no other game has the same.
const NAME_LEN: usize = 16;

/// A game of that setup under a number that the journal does not know yet. It is named by its genesis, which goes with
/// it to other machines: a sealed move is committed to under that name.
pub(crate) fn new_game(
    table: u32,
    mut setup: Setup,
    game: GameId,
    anchor: Anchor,
) -> Result<NewGame, RandomError> {
    let genesis = Genesis::random()?;
    setup.game.id = Some(genesis.to_string().chars().take(NAME_LEN).collect());
    let mut people = Vec::new();
    for (role, player) in Players::of_setup(&setup).roles() {
        if let Some(name) = player_text(player) {
            people.push(Person { role: role.into(), salt: Salt::random()?, name });
        }
    }
    Ok(NewGame {
        table,
        game,
        genesis,
        setup,
        people,
        on_request: OnRequest::default(),
        replaces: false,
        anchor,
    })
}

/// Whether the same is played: each game has another name.
pub(crate) fn is_alike(one: &Game, other: &Game) -> bool {
    Game { id: other.id.clone(), ..one.clone() } == *other
}
