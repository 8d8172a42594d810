//! A game as its journal tells it, move by move: what stands on record at the end, what the clock showed after each
//! turn, and what else happened at which move.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail};
use chrono::{DateTime, FixedOffset, TimeDelta};
use clock::{BySide, CorrectionKind, Instant, Language, Reading, Side};
use hall::{Anchor, Entry, Players};
use journal::Person;
use referee::{At, Breach, Event, EventKind, GameKind, In, Played, Player, Step, Table, event_words};

/// A game from its opening to where its journal ends.
#[derive(Debug)]
pub(crate) struct Story {
    /// The table at the end.
    pub(crate) table: Table,
    /// By colour, as they stand at the end.
    pub(crate) players: BySide<Player>,
    /// The wall time at which the clock started, if it is known.
    pub(crate) started: Option<DateTime<FixedOffset>>,
    /// The same by a computer's clock of which nobody knows whether it is right.
    by_computer: Option<DateTime<FixedOffset>>,
    /// Whether it was started at all.
    pub(crate) begun: bool,
    /// What the clock showed of the side that completed each turn; none for turns that nobody pressed.
    turns: Vec<Option<(Side, Reading)>>,
    /// What happened, by the number of the move at which it did; 0 is before the first.
    said: BTreeMap<usize, Vec<String>>,
    anchor: Option<Tie>,
    computer: Option<Tie>,
}

/// A wall time at an instant of the table's time.
type Tie = (Instant, DateTime<FixedOffset>);

impl Story {
    /// Reads a game's entries.
    pub(crate) fn of(bodies: impl IntoIterator<Item = Vec<u8>>, people: &[Person]) -> Result<Self> {
        let mut story: Option<Self> = None;
        for (seq, body) in bodies.into_iter().enumerate() {
            let entry = Entry::from_bytes(&body).with_context(|| format!("entry {seq}"))?;
            match (entry, &mut story) {
                (Entry::Opened(opening), None) => story = Some(Self::new(Table::new(opening.setup))),
                (_, None) => bail!("entry {seq}: the game was not opened"),
                (Entry::Anchor(anchor), Some(story)) => story.tie(&anchor),
                (Entry::Step(entry), Some(story)) => story.step(entry.step),
                (
                    Entry::Interrupted(_)
                    | Entry::Key(_)
                    | Entry::Unit(_)
                    | Entry::Spoken(_)
                    | Entry::Voice(_),
                    Some(_),
                ) => {}
                (Entry::Opened(_), Some(_)) => bail!("entry {seq}: a second opening"),
            }
        }
        let mut story = story.ok_or_else(|| anyhow!("there is no entry"))?;
        let players = Players::kept(story.table.setup(), people);
        story.players = players.by_side(story.table.record().people().black);
        Ok(story)
    }

    fn new(table: Table) -> Self {
        let anchor = table.setup().game.wall.map(|wall| (Instant::ZERO, wall));
        let (turns, said) = (Vec::new(), BTreeMap::new());
        Self {
            table,
            players: BySide::default(),
            started: None,
            by_computer: None,
            begun: false,
            turns,
            said,
            anchor,
            computer: None,
        }
    }

    /// Ties table time to a wall clock; whether it may be believed, the journal says.
    fn tie(&mut self, anchor: &Anchor) {
        let wall = anchor.wall.as_deref().and_then(|wall| DateTime::parse_from_rfc3339(wall).ok());
        if let Some(wall) = wall {
            let tie = if anchor.trusted { &mut self.anchor } else { &mut self.computer };
            *tie = Some((anchor.table, wall));
        }
    }

    /// Enters a step event by event: only so is it known which move each stands at.
    fn step(&mut self, step: Step) {
        let Step { at, order, events, clock } = step;
        if events.is_empty() {
            self.table.apply(&Step { at, order, events, clock });
            return;
        }
        for event in events {
            let said = self.words(&event);
            let number = self.place(&event);
            let one = Step { at, order: None, events: vec![event.clone()], clock: clock.clone() };
            self.table.apply(&one);
            self.count(&event);
            if let EventKind::TakenBack { number, .. } = event.kind {
                self.close_gap(index(number));
            }
            self.said.entry(number).or_default().extend(said);
        }
    }

    /// The move at which something happens.
    fn place(&self, event: &Event) -> usize {
        match event.kind {
            EventKind::Move { number, .. } | EventKind::MoveCorrected { number, .. } => index(number),
            EventKind::TakenBack { number, .. } => index(number).saturating_sub(1),
            EventKind::Clock(_)
            | EventKind::Told { .. }
            | EventKind::Resigned { .. }
            | EventKind::Ended { .. }
            | EventKind::Undecided { .. }
            | EventKind::Result(_)
            | EventKind::Reopened
            | EventKind::UnitClock { .. }
            | EventKind::Incident(_)
            | EventKind::People(_)
            | EventKind::Ending(_)
            | EventKind::Adjournment(_)
            | EventKind::Refused { .. } => {
                let record = self.table.record();
                index(record.turns()).max(record.moves().len())
            }
        }
    }

    /// Later moves move up, and what was said of the slip stays with the move before it.
    fn close_gap(&mut self, number: usize) {
        let behind = self.said.split_off(&number);
        for (at, words) in behind {
            self.said.entry(at.saturating_sub(1)).or_default().extend(words);
        }
    }

    /// Keeps the readings in step with the turns that are counted.
    fn count(&mut self, event: &Event) {
        let EventKind::Clock(kind) = &event.kind else { return };
        self.turns.resize(index(self.table.record().turns()), None);
        if let clock::EventKind::Pressed { side } = *kind {
            let reading = *self.table.clock().standing().readings.of(side);
            if let Some(last) = self.turns.last_mut() {
                *last = Some((side, reading));
            }
        }
        if let clock::EventKind::Started { .. } = kind {
            self.begun = true;
            self.started = wall_at(self.anchor, event.at);
            self.by_computer = wall_at(self.computer, event.at);
        }
    }

    /// What is to be said of an event; nothing of plain moves and presses, of calls, and of what changed nothing.
    fn words(&self, event: &Event) -> Option<String> {
        let remarkable = match &event.kind {
            EventKind::Clock(kind) => is_remarkable(kind),
            EventKind::Move { played, out_of_turn, illegal, cycle, .. } => {
                *out_of_turn || illegal.is_some() || cycle.is_some() || *played == Played::Unknown
            }
            EventKind::Told { .. } | EventKind::Refused { .. } => false,
            EventKind::TakenBack { .. }
            | EventKind::MoveCorrected { .. }
            | EventKind::Resigned { .. }
            | EventKind::Ended { .. }
            | EventKind::Undecided { .. }
            | EventKind::Result(_)
            | EventKind::Incident(_)
            | EventKind::People(_)
            | EventKind::Ending(_)
            | EventKind::Adjournment(_)
            | EventKind::UnitClock { .. }
            | EventKind::Reopened => true,
        };
        remarkable.then(|| {
            let mut words = event_words(event, self.table.setup(), Language::English);
            if let EventKind::Clock(clock::EventKind::Corrected(correction)) = &event.kind
                && let CorrectionKind::Turn(_) = correction.kind
                && let Some(before) = correction.before.turn
            {
                words += &format!(" (it was {}'s)", In(Language::English, before));
            }
            format!("{} {words}", At(event.at))
        })
    }

    /// What was said at a move, counted from 1; at the last one also what came behind it.
    pub(crate) fn said_at(&self, number: usize) -> Vec<String> {
        let mut said = self.words_at(number);
        if number == 0
            && self.started.is_none()
            && let Some(wall) = self.by_computer
        {
            said.insert(0, format!("begun {} by the computer's clock", wall.format("%Y-%m-%d %H:%M %:z")));
        }
        said
    }

    /// What is known of it in a line: kind, players, moves, result, date.
    pub(crate) fn line(&self) -> String {
        let kind = self.table.setup().game.kind;
        let record = self.table.record();
        let name = |side: Side| self.players.of(side).name.as_deref().unwrap_or("?");
        let word = match kind {
            GameKind::Go => "go",
            GameKind::Gomoku => "gomoku",
            GameKind::Chess => "chess",
            GameKind::Clock => "clock",
        };
        let mut line = word.to_owned();
        if self.players != BySide::<Player>::default() {
            let (first, second) =
                if kind == GameKind::Chess { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
            line += &format!(", {} – {}", name(first), name(second));
        }
        let count = if kind == GameKind::Clock { index(record.turns()) } else { record.moves().len() };
        let s = if count == 1 { "" } else { "s" };
        line += &format!(", {count} {}{s}", if kind == GameKind::Clock { "turn" } else { "move" });
        line += &record
            .outcome()
            .map_or_else(|| ", no result".into(), |outcome| format!(", {}", outcome.notation(kind)));
        if let Some(wall) = self.started.or(self.by_computer) {
            line += &format!(", {}", wall.format("%Y-%m-%d"));
        }
        line
    }

    fn words_at(&self, number: usize) -> Vec<String> {
        let last = self.table.record().moves().len();
        let range = if number >= last { number..usize::MAX } else { number..number + 1 };
        let mut said: Vec<String> = self.said.range(range).flat_map(|(_, words)| words.clone()).collect();
        let recorded = number.checked_sub(1).and_then(|at| self.table.record().moves().get(at));
        if let Some(recorded) = recorded
            && let Some(breach @ Breach::OutOfPlace) = recorded.illegal
        {
            let side = In(Language::English, recorded.side);
            said.push(format!("{number}. {side} {}, illegal: {breach}", recorded.played));
        }
        said
    }

    /// What was left to a side when it completed this turn, counted from 1.
    pub(crate) fn left_after(&self, turn: usize, side: Side) -> Option<Reading> {
        let (pressed, reading) = (*self.turns.get(turn.checked_sub(1)?)?)?;
        (pressed == side).then_some(reading)
    }
}

/// Whether an event of the clock is worth a remark.
const fn is_remarkable(kind: &clock::EventKind) -> bool {
    match kind {
        clock::EventKind::Started { .. }
        | clock::EventKind::Paused
        | clock::EventKind::Resumed
        | clock::EventKind::Overtime { .. }
        | clock::EventKind::Stage { .. }
        | clock::EventKind::Period { .. }
        | clock::EventKind::Flag { .. }
        | clock::EventKind::FlagVoid { .. }
        | clock::EventKind::Corrected(_) => true,
        clock::EventKind::Pressed { .. }
        | clock::EventKind::Ignored { .. }
        | clock::EventKind::Section { .. }
        | clock::EventKind::Call { .. } => false,
    }
}

fn wall_at(tie: Option<Tie>, at: Instant) -> Option<DateTime<FixedOffset>> {
    let (table, wall) = tie?;
    let micros = |at: Instant| i64::try_from(at.as_micros()).ok();
    let later = micros(at)?.checked_sub(micros(table)?)?;
    wall.checked_add_signed(TimeDelta::microseconds(later))
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
