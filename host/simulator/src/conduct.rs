//! What people at a table do besides moving and pressing: they call, leave, complain, offer, count and sign; and what
//! an arbiter makes of it. Most of it is done when it can be, some of it when it cannot.

use referee::{
    Command, DrawnBy, EndingCommand, GameKind, IncidentCommand, Marker, Outcome, PeopleCommand, Played,
    RecordedMove, Seat, Signer, Table, VoidBy, WonBy,
};

use clock::{Side, Status};

use crate::dice::Dice;
use crate::draw::played;

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// The clock was not started.
    Waiting,
    Play,
    /// Dead stones are marked.
    Marking,
    /// There is a count to agree with.
    Counting,
    /// Decided, not signed.
    Decided,
    Signed,
}

fn standing(table: &Table) -> Standing {
    let ending = table.record().ending();
    match table.clock().status() {
        _ if ending.is_signed() => Standing::Signed,
        _ if table.record().is_ended() => Standing::Decided,
        Status::Waiting => Standing::Waiting,
        _ if ending.stopped.is_none() => Standing::Play,
        _ if ending.score.is_none() => Standing::Marking,
        Status::Running
        | Status::Paused
        | Status::Flagged(_)
        | Status::FlagWithdrawn(_)
        | Status::Stopped => Standing::Counting,
    }
}

/// What a player does besides playing.
pub(crate) fn by_player(dice: &mut Dice, table: &Table, side: Side) -> Option<Command> {
    let ending = match standing(table) {
        Standing::Play if dice.chance(550) => on_the_way(dice, table, side),
        Standing::Marking => marks(dice, table, side),
        Standing::Counting if dice.chance(850) => Some(EndingCommand::AgreeCount { side }),
        Standing::Counting => Some(EndingCommand::AskRecount { side }),
        Standing::Decided if dice.chance(700) => Some(EndingCommand::Confirm {
            by: if side == Side::Black { Signer::Black } else { Signer::White },
        }),
        Standing::Waiting | Standing::Play | Standing::Decided | Standing::Signed => None,
    };
    ending.map(Command::Ending).or_else(|| besides(dice, table, side))
}

/// The end of a game is proposed, a draw is offered; both are answered.
fn on_the_way(dice: &mut Dice, table: &Table, side: Side) -> Option<EndingCommand> {
    let ending = table.record().ending();
    let agrees = dice.chance(700);
    match table.setup().game.kind {
        GameKind::Go if ending.proposed == Some(side.other()) => {
            Some(if agrees { EndingCommand::AgreeEnd { side } } else { EndingCommand::DeclineEnd { side } })
        }
        GameKind::Chess if ending.draw_offer == Some(side.other()) => {
            Some(if agrees { EndingCommand::DrawAgree { side } } else { EndingCommand::DrawDecline { side } })
        }
        GameKind::Go if ending.proposed.is_none() && dice.chance(150) => {
            Some(EndingCommand::ConcedeContest { side })
        }
        GameKind::Go => Some(EndingCommand::ProposeEnd { side }),
        GameKind::Chess if dice.chance(400) => {
            let played = dice.chance(500).then(|| played(dice, GameKind::Chess));
            Some(EndingCommand::ClaimDraw { side, played })
        }
        GameKind::Chess => Some(EndingCommand::DrawOffer { side }),
        GameKind::Gomoku | GameKind::Clock => dice.chance(50).then_some(EndingCommand::DrawOffer { side }),
    }
}

/// Dead stones are marked, now and then not the same ones; or play goes on.
fn marks(dice: &mut Dice, table: &Table, side: Side) -> Option<EndingCommand> {
    match dice.whole(0, 9) {
        0 => Some(EndingCommand::PlayOn { side }),
        1 => Some(EndingCommand::Dead { by: Marker::Side(side), points: last_points(table) }),
        _ if table.record().ending().marks.of(side).is_some() => None,
        _ => Some(EndingCommand::Dead { by: Marker::Side(side), points: Vec::new() }),
    }
}

/// A count needs every move: once play has stopped, whoever keeps the record is told those that nobody saw.
pub(crate) fn unseen(table: &Table) -> Option<Command> {
    table.record().ending().stopped?;
    let unseen = |recorded: &RecordedMove| recorded.played == Played::Unknown;
    let index = table.record().moves().iter().position(unseen)?;
    Some(Command::Correct { number: u32::try_from(index).ok()? + 1, played: Played::Pass })
}

/// The point of the last stone that was laid.
fn last_points(table: &Table) -> Vec<String> {
    let laid = table.record().moves().iter().rev().find_map(|recorded| match &recorded.played {
        Played::At(point) => Some(point.clone()),
        Played::Pass | Played::Unknown => None,
    });
    laid.into_iter().collect()
}

/// Calls, absences, complaints.
fn besides(dice: &mut Dice, table: &Table, side: Side) -> Option<Command> {
    let people = table.record().people();
    let command = match dice.whole(0, 7) {
        _ if people.unseen.of(side).is_some() && dice.chance(500) => PeopleCommand::Seen { side },
        _ if *people.away.of(side) && dice.chance(800) => PeopleCommand::Back { side },
        0 => PeopleCommand::Arrived { side },
        1 | 2 => PeopleCommand::Leave { side },
        3 => PeopleCommand::Summon { side, why: dice.chance(500).then(|| "noise".to_owned()) },
        4 | 5 => {
            let (kind, note) = (kind(dice, table)?, dice.chance(300).then(|| "seen by all".to_owned()));
            return Some(Command::Incident(IncidentCommand::Claim { side, kind, note }));
        }
        6 => {
            let why = Some("not heard".to_owned());
            return Some(Command::Incident(IncidentCommand::Appeal { side, why }));
        }
        _ => return None,
    };
    Some(Command::People(command))
}

/// A kind of incident of the table's policy.
fn kind(dice: &mut Dice, table: &Table) -> Option<String> {
    let kinds: Vec<&String> = table.setup().policy.kinds.keys().collect();
    let last = u64::try_from(kinds.len().checked_sub(1)?).ok()?;
    kinds.get(usize::try_from(dice.whole(0, last)).ok()?).map(|kind| (*kind).clone())
}

/// What an arbiter, or the chief arbiter, does besides setting the clock.
pub(crate) fn by_arbiter(dice: &mut Dice, table: &Table) -> Option<Command> {
    let ending = match standing(table) {
        Standing::Waiting if dice.chance(600) => return nigiri(dice, table),
        Standing::Decided if dice.chance(800) => Some(EndingCommand::Confirm { by: Signer::Arbiter }),
        Standing::Signed if dice.chance(700) => Some(EndingCommand::Cleared),
        Standing::Decided | Standing::Signed if dice.chance(300) => Some(result(dice, table)),
        Standing::Marking | Standing::Counting if dice.chance(400) => Some(settle(dice, table)),
        Standing::Play if dice.chance(10) => Some(result(dice, table)),
        Standing::Waiting
        | Standing::Play
        | Standing::Marking
        | Standing::Counting
        | Standing::Decided
        | Standing::Signed => None,
    };
    ending.map(Command::Ending).or_else(|| ruling(dice, table)).or_else(|| notes(dice, table))
}

/// The colours, where they are open.
fn nigiri(dice: &mut Dice, table: &Table) -> Option<Command> {
    table.setup().seats.as_ref()?;
    let holder = dice.chance(900).then(|| dice.pick(&[Seat::One, Seat::Two]));
    let stones = u16::try_from(dice.whole(0, 20)).unwrap_or(1);
    let shown = dice.pick(&[1, 1, 2, 2, 3]);
    Some(Command::People(PeopleCommand::Nigiri { stones, shown, holder }))
}

fn result(dice: &mut Dice, table: &Table) -> EndingCommand {
    let side = dice.side();
    let outcome = dice.pick(&[
        Outcome::Won { side, by: WonBy::Forfeit },
        Outcome::Drawn { by: DrawnBy::Ruling },
        Outcome::Void { by: VoidBy::NoResult },
        Outcome::BothLose,
    ]);
    EndingCommand::Result { outcome, kind: table.setup().game.kind, why: Some("simulated".to_owned()) }
}

/// The chief arbiter settles what the sides do not agree on.
fn settle(dice: &mut Dice, table: &Table) -> EndingCommand {
    if table.record().ending().conceded.is_some() {
        return EndingCommand::Border { points: Vec::new() };
    }
    let points = if dice.chance(500) { last_points(table) } else { Vec::new() };
    EndingCommand::Dead { by: Marker::Chief, points }
}

/// What waits for a ruling is ruled on; now and then an earlier ruling is reversed.
fn ruling(dice: &mut Dice, table: &Table) -> Option<Command> {
    let incidents = table.record().incidents().all();
    let open = incidents.iter().find(|incident| incident.is_open());
    let incident = if dice.chance(900) { open? } else { incidents.last()? };
    let choices = table.setup().policy.kind(&incident.opened.kind)?.choice_names();
    let (number, choice) = (incident.opened.number, dice.pick(&choices));
    let played = dice.chance(100).then(|| played(dice, table.setup().game.kind));
    Some(Command::Incident(IncidentCommand::Rule { number, choice, played, why: None }))
}

/// What an arbiter notes in passing.
fn notes(dice: &mut Dice, table: &Table) -> Option<Command> {
    let side = dice.side();
    match dice.whole(0, 9) {
        0..=3 => {
            let (kind, note) = (kind(dice, table)?, None);
            Some(Command::Incident(IncidentCommand::Violation { side, kind, note }))
        }
        4 if table.record().people().talk.is_some() => Some(Command::People(PeopleCommand::TalkEnd)),
        4 | 5 => Some(Command::People(PeopleCommand::Talk { side })),
        6 => Some(Command::People(PeopleCommand::Leave { side })),
        _ => None,
    }
}
