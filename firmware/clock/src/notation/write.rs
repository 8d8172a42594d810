//! Writing: each clause fills its template.

use core::fmt;

use crate::control::{Control, SideControl};
use crate::side::Side;

use super::clause::{Clause, Progress, alike, clauses};
use super::template::{Piece, Table, pieces};

/// Writes the control of both sides; where they differ White's comes first, as chess events have it.
pub(super) fn control(f: &mut fmt::Formatter<'_>, control: &Control, table: &Table) -> fmt::Result {
    if alike(&control.white, &control.black) {
        return side(f, &control.white, table);
    }
    f.write_str(table.side(Side::White))?;
    side(f, &control.white, table)?;
    f.write_str(table.between)?;
    f.write_str(table.side(Side::Black))?;
    side(f, &control.black, table)
}

/// Writes the control of one side.
pub(super) fn side(f: &mut fmt::Formatter<'_>, control: &SideControl, table: &Table) -> fmt::Result {
    let mut progress = Progress::START;
    clauses(control, |clause| {
        f.write_str((table.joint)(clause.kind, progress.slot))?;
        progress = progress.after(clause.kind);
        fill(f, clause, table)
    })
}

fn fill(f: &mut fmt::Formatter<'_>, clause: Clause, table: &Table) -> fmt::Result {
    let fields = clause.fields;
    let mut count = 0;
    for piece in pieces((table.body)(clause.kind)) {
        match piece {
            Piece::Text(text) => f.write_str(text)?,
            Piece::Noun(one, many) => f.write_str(if count == 1 { one } else { many })?,
            Piece::Duration => table.units.write(f, fields.duration)?,
            Piece::Each => table.units.write(f, fields.each)?,
            Piece::Number | Piece::Points => {
                count = if piece == Piece::Points { fields.points } else { fields.number };
                write!(f, "{count}")?;
            }
        }
    }
    Ok(())
}
