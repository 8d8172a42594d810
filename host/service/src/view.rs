//! What the hall's task shows of a table.

use std::sync::Arc;

use clock::{Duration, Instant};
use hall::Hall;
use journal::Head;
use referee::{Setup, Table, state_json};
use serde_json::json;

use crate::venue::{FaceView, Held, PositionView, TableView};

/// A table as on disk, whose moves are public so much later. A signed record is closed with the hash of its last entry.
pub(crate) fn table_view(
    hall: &Hall,
    table: u32,
    touch: bool,
    head: Option<Head>,
    public_delay: Duration,
    now: Instant,
) -> Option<Arc<TableView>> {
    let (shown, players, version) = hall.shown(table)?;
    let known = hall.known_time(table, now)?;
    let mut state = state_json(shown);
    if let Some(head) = head.filter(|_| shown.record().ending().is_signed()) {
        state["closed"] = json!({ "entries": head.seq.saturating_add(1), "hash": head.hash.to_string() });
    }
    Some(Arc::new(TableView {
        table,
        version,
        setup: Setup { seats: hall.players(table)?.0.seats.clone(), ..shown.setup().clone() },
        players: players.clone(),
        moves: shown.record().moves().to_vec(),
        state,
        pause_why: shown.record().pause_why().map(str::to_owned),
        at: shown.clock().committed(),
        now: known,
        touch,
        voice: hall.voice(table).unwrap_or_default(),
        muted: hall.muted(table),
        held: held(shown, public_delay, known),
    }))
}

/// What of the moves is public where that is later than on record. Once the game is over nothing can help a player any more.
fn held(shown: &Table, public_delay: Duration, now: Instant) -> Option<Held> {
    if public_delay.is_zero() || shown.record().is_ended() || shown.record().ending().is_signed() {
        return None;
    }
    let moves = shown.record().moves();
    let public = moves.iter().take_while(|one| one.at.plus(public_delay) <= now).count();
    let next_in = moves.get(public).map(|next| next.at.plus(public_delay).since(now));
    let position = shown.position_after(u32::try_from(public).ok()?);
    Some(Held { delay: public_delay, public, position, next_in })
}

/// How a table's board stood after the first so many moves on disk.
pub(crate) fn position_view(hall: &Hall, table: u32, number: u32) -> Option<PositionView> {
    let (shown, _, _) = hall.shown(table)?;
    let moves = shown.record().move_count();
    let number = number.min(moves);
    let last = shown.record().get(number).cloned();
    Some(PositionView { table, number, moves, last, position: shown.position_after(number) })
}

/// A copy of a table as on disk, and its time.
pub(crate) fn table_copy(hall: &Hall, table: u32, now: Instant) -> Option<(Table, Instant)> {
    let (shown, _, _) = hall.shown(table)?;
    let time = hall.time(table, now)?;
    Some((shown.clone(), time.max(shown.clock().committed())))
}

/// What a table's own clock shows.
pub(crate) fn face_view(hall: &Hall, table: u32, now: Instant) -> Option<FaceView> {
    let face = hall.face(table, now)?;
    let (shown, _, _) = hall.shown(table)?;
    let (at, ahead) = (face.clock.committed(), shown.clone().with_clock(face.clock));
    Some(FaceView { table, state: state_json(&ahead), at, now: face.now, pending: face.pending })
}
