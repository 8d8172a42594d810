//! What somebody is at the tables, and what each role may do.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(tag = "role", rename_all = "lowercase")]
pub(crate) enum Role {
    /// Does everything, at all tables.
    Arbiter,
    /// Takes down the moves of one table.
    Recorder {
        /// Which.
        table: u32,
    },
    /// Is the touch clock of one table: what its two players do.
    Clock {
        /// Which.
        table: u32,
    },
    /// Shows one table, and speaks for it.
    Display {
        /// Which.
        table: u32,
    },
    /// Looks on.
    Spectator,
}

/// What a request asks of whoever sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Right {
    /// Anybody may.
    Everybody,
    /// Whoever has to do with the table, a display included.
    OfTable,
    /// The table's touch clock.
    Clock,
    /// The table's recorder.
    Recorder,
    /// The table's clock or recorder: they give orders.
    Orders,
    /// The arbiter alone.
    Arbiter,
}

impl Role {
    /// The table that it is tied to.
    pub(crate) const fn table(self) -> Option<u32> {
        match self {
            Self::Recorder { table } | Self::Clock { table } | Self::Display { table } => Some(table),
            Self::Arbiter | Self::Spectator => None,
        }
    }

    /// Whether it may do that at a table, or where no table is meant.
    pub(crate) fn may(self, right: Right, table: Option<u32>) -> bool {
        if right == Right::Everybody || self == Self::Arbiter {
            return true;
        }
        let is_of_table = table.is_some() && self.table() == table;
        is_of_table
            && match right {
                Right::OfTable => true,
                Right::Clock => matches!(self, Self::Clock { .. }),
                Right::Recorder => matches!(self, Self::Recorder { .. }),
                Right::Orders => matches!(self, Self::Clock { .. } | Self::Recorder { .. }),
                Right::Everybody | Right::Arbiter => false,
            }
    }

    /// Whether it sees what is between a table and its arbiter.
    pub(crate) fn sees_all_of(self, table: u32) -> bool {
        self.may(Right::OfTable, Some(table))
    }
}

/// As it stands in the audit: `recorder of table 3`.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arbiter => f.write_str("arbiter"),
            Self::Spectator => f.write_str("spectator"),
            Self::Recorder { table } => write!(f, "recorder of table {table}"),
            Self::Clock { table } => write!(f, "clock of table {table}"),
            Self::Display { table } => write!(f, "display of table {table}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_may_what_its_table_needs_and_no_more() {
        let roles = [
            Role::Arbiter,
            Role::Recorder { table: 3 },
            Role::Clock { table: 3 },
            Role::Display { table: 3 },
            Role::Spectator,
        ];
        for (right, at_three) in [
            (Right::Everybody, [true, true, true, true, true]),
            (Right::OfTable, [true, true, true, true, false]),
            (Right::Clock, [true, false, true, false, false]),
            (Right::Recorder, [true, true, false, false, false]),
            (Right::Orders, [true, true, true, false, false]),
            (Right::Arbiter, [true, false, false, false, false]),
        ] {
            assert_eq!(roles.map(|role| role.may(right, Some(3))), at_three, "{right:?}");
            let elsewhere = roles.map(|role| role.may(right, Some(4)));
            let everybody = right == Right::Everybody;
            assert_eq!(elsewhere, [true, everybody, everybody, everybody, everybody], "{right:?} at table 4");
        }
    }

    #[test]
    fn a_role_is_written_with_its_table() {
        let text = r#"{"role":"clock","table":3}"#;
        assert_eq!(serde_json::from_str::<Role>(text).unwrap(), Role::Clock { table: 3 });
        assert_eq!(serde_json::to_string(&Role::Clock { table: 3 }).unwrap(), text);
        assert_eq!(serde_json::from_str::<Role>(r#"{"role":"arbiter"}"#).unwrap(), Role::Arbiter);
        assert!(serde_json::from_str::<Role>(r#"{"role":"clock"}"#).is_err(), "of which table?");
    }
}
