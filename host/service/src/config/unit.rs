//! `unit`: the serial port behind which a table's clock is.

use std::path::{Path, PathBuf};

use referee::document::{Entry, Table};

use crate::config::{path, said};
use crate::opening::TablePlan;

/// Reads the port of the table's unit. Who has one needs no other clock: the buttons are at the unit.
pub(super) fn read_unit(entry: &Entry<'_>, table: &Table<'_>, folder: &Path) -> Option<PathBuf> {
    if table.has("pins") {
        return said(entry, "a table has its buttons at pins or at a unit: expected one of both".into());
    }
    path(entry, folder)
}

/// Notes what cannot be of the tables of an entry: a port is one table's.
pub(super) fn check_port(entry: &Entry<'_>, plans: &[TablePlan], port: &Path, tables: usize) {
    if tables > 1 {
        said(entry, format!("{}: a port is one table's, found {tables} tables", port.display()))
            .unwrap_or_default()
    }
    if let Some(other) = plans.iter().find(|plan| plan.unit.as_deref() == Some(port)) {
        said(entry, format!("{} is the port of table {} already", port.display(), other.number))
            .unwrap_or_default()
    }
}
