//! What the hall's task shows of a table.

use std::sync::Arc;

use clock::Instant;
use hall::Hall;
use referee::state_json;

use crate::venue::{FaceView, TableView};

/// A table as on disk.
pub(crate) fn table_view(hall: &Hall, table: u32, touch: bool, now: Instant) -> Option<Arc<TableView>> {
    let (shown, players, version) = hall.shown(table)?;
    Some(Arc::new(TableView {
        table,
        version,
        setup: shown.setup().clone(),
        players: players.clone(),
        moves: shown.record().moves().to_vec(),
        state: state_json(shown),
        pause_why: shown.record().pause_why().map(str::to_owned),
        at: shown.clock().committed(),
        now: hall.time(table, now)?,
        touch,
    }))
}

/// What a table's own clock shows.
pub(crate) fn face_view(hall: &Hall, table: u32, now: Instant) -> Option<FaceView> {
    let face = hall.face(table, now)?;
    let (shown, _, _) = hall.shown(table)?;
    let (at, ahead) = (face.clock.committed(), shown.clone().with_clock(face.clock));
    Some(FaceView { table, state: state_json(&ahead), at, now: face.now, pending: face.pending })
}
