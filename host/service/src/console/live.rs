//! `/api/live`: where a page opens its line, for which tables and in which role.

use std::collections::BTreeSet;
use std::str::FromStr;

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use clock::Side;
use referee::{Command, Order, Who};
use serde::Deserialize;
use tokio::time::Duration;

use crate::access::role::Right;
use crate::console::Console;
use crate::console::badge::{Badge, forbidden};
use crate::console::line::Line;

/// The longest message that is read at all; one beyond [`MESSAGE_MAX`](super::line::MESSAGE_MAX) is a fault.
const FRAME_MAX: usize = 64 * 1_024;

/// The most tables that a line may name.
const NAMED_MAX: usize = 1_000;

/// How often a line is measured, and when it counts as dead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) ping_every: Duration,
    /// A page from which nothing was heard for so long is dropped.
    pub(crate) dead_after: Duration,
}

impl Pace {
    pub(crate) const USUAL: Self =
        Self { ping_every: Duration::from_secs(1), dead_after: Duration::from_secs(10) };
}

/// What a page is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Purpose {
    /// It shows all tables.
    Hall,
    /// It is a table's touch clock.
    Clock,
    /// It records a table's moves.
    Recorder,
    /// It shows a table to those who look on.
    Table,
    /// Somebody who has to do with a table works at it: the arbiter, or players who seal a move.
    Desk,
}

/// The tables that a page follows, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Watch {
    pub(crate) tables: Tables,
    pub(crate) role: Purpose,
    /// The side before whom a touch clock lies; none for one that lies between both.
    pub(crate) half: Option<Side>,
}

/// Which tables a page follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tables {
    All,
    These(BTreeSet<u32>),
}

impl Watch {
    /// Whether it follows that table.
    pub(crate) fn follows(&self, table: u32) -> bool {
        match &self.tables {
            Tables::All => true,
            Tables::These(tables) => tables.contains(&table),
        }
    }

    /// Whether somebody may open a line for it: a table's clock and its recorder are those who entered as that.
    fn is_open_to(&self, badge: &Badge) -> bool {
        let right = match self.role {
            Purpose::Clock | Purpose::Desk => Right::Clock,
            Purpose::Recorder => Right::Recorder,
            Purpose::Hall | Purpose::Table => Right::Everybody,
        };
        match &self.tables {
            Tables::All => badge.role.may(right, None),
            Tables::These(tables) => tables.iter().all(|table| badge.role.may(right, Some(*table))),
        }
    }

    /// The table whose touch clock it is.
    pub(crate) fn clock_of(&self) -> Option<u32> {
        match &self.tables {
            Tables::These(tables) if self.role == Purpose::Clock => tables.first().copied(),
            Tables::These(_) | Tables::All => None,
        }
    }

    /// Whether an order is what only the other side gives: a clock that lies before one side takes none of them.
    pub(crate) fn is_of_the_other(&self, order: &Order) -> bool {
        let Some(other) = self.half.map(Side::other) else { return false };
        order.by == Who::from(other) || matches!(order.command, Command::Press { side } if side == other)
    }
}

impl FromStr for Tables {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "all" {
            return Ok(Self::All);
        }
        let tables: Result<BTreeSet<u32>, _> = text.split(',').take(NAMED_MAX).map(str::parse).collect();
        tables.map(Self::These).map_err(|_| "tables: expected table numbers such as 1,2, or all")
    }
}

/// The part of the address behind the question mark.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct LiveQuery {
    tables: String,
    role: Purpose,
    side: Option<Side>,
}

impl TryFrom<LiveQuery> for Watch {
    type Error = &'static str;

    fn try_from(query: LiveQuery) -> Result<Self, Self::Error> {
        let LiveQuery { tables, role, side: half } = query;
        let watch = Self { tables: tables.parse()?, role, half };
        let one = matches!(&watch.tables, Tables::These(tables) if tables.len() == 1);
        if role == Purpose::Clock && !one {
            return Err("role: a clock is that of one table");
        }
        if role != Purpose::Clock && half.is_some() {
            Err("side: only a clock is that of a side")
        } else {
            Ok(watch)
        }
    }
}

pub(super) fn router() -> Router<Console> {
    Router::new().route("/api/live", get(live))
}

/// The line on which tables are told as they change: a WebSocket with JSON text messages.
#[utoipa::path(
    get,
    path = "/api/live",
    params(
        ("tables" = String, Query, description = "Table numbers with commas between them, or all"),
        ("role" = String, Query, description = "hall, clock (of one table), recorder, table (for those who look on) or desk (of an arbiter, or of players who seal)"),
        ("side" = Option<String>, Query, description = "black or white, for a clock that lies before one side: it gives no order of the other"),
    ),
    responses(
        (status = 101, description = "The line is open: ToPage comes down, FromPage goes up"),
        (status = 400, description = "No WebSocket, or tables or role not understood", body = String),
        (status = 403, description = "The page is of another host, or a clock or recorder that has not entered as that", body = String),
    )
)]
pub(crate) async fn live(
    State(console): State<Console>,
    badge: Badge,
    query: Result<Query<LiveQuery>, QueryRejection>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let watch = match query {
        Ok(Query(query)) => Watch::try_from(query),
        Err(rejection) => return rejection.into_response(),
    };
    if watch.as_ref().is_ok_and(|watch| !watch.is_open_to(&badge)) {
        return forbidden();
    }
    let line = watch.map(|watch| Line::new(console.venue, watch, console.pace, badge, console.access));
    match line {
        Ok(line) => upgrade
            .max_message_size(FRAME_MAX)
            .max_frame_size(FRAME_MAX)
            .on_upgrade(async |socket| line.run(socket).await),
        Err(what) => (StatusCode::BAD_REQUEST, what).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(tables: &str, role: Purpose) -> Result<Watch, &'static str> {
        LiveQuery { tables: tables.to_owned(), role, side: None }.try_into()
    }

    #[test]
    fn a_page_names_its_tables() {
        let two = watch("1,2", Purpose::Table).unwrap();
        assert!(two.follows(1) && two.follows(2) && !two.follows(3));
        assert!(watch("all", Purpose::Hall).unwrap().follows(300));
        for tables in ["", "one", "1,", "-1", "1;2"] {
            assert!(watch(tables, Purpose::Table).is_err(), "{tables}");
        }
    }

    #[test]
    fn a_clock_is_that_of_one_table() {
        assert_eq!(watch("7", Purpose::Clock).unwrap().clock_of(), Some(7));
        assert_eq!(watch("7", Purpose::Recorder).unwrap().clock_of(), None);
        for tables in ["all", "1,2"] {
            assert!(watch(tables, Purpose::Clock).is_err(), "{tables}");
        }
    }

    #[test]
    fn only_a_clock_is_that_of_a_side_and_gives_no_order_of_the_other() {
        let of = |role, side| Watch::try_from(LiveQuery { tables: "7".to_owned(), role, side });
        assert!(of(Purpose::Recorder, Some(Side::Black)).is_err());
        let black = of(Purpose::Clock, Some(Side::Black)).unwrap();
        assert_eq!((black.clock_of(), black.half), (Some(7), Some(Side::Black)));
        let press = |side| Command::Press { side };
        let order = |by, command| Order { by, command };
        assert!(!black.is_of_the_other(&order(Who::Black, press(Side::Black))));
        assert!(!black.is_of_the_other(&order(Who::Both, Command::Pause { why: None })));
        assert!(black.is_of_the_other(&order(Who::White, press(Side::White))));
        assert!(black.is_of_the_other(&order(Who::Black, press(Side::White))));
        assert!(black.is_of_the_other(&order(Who::White, Command::Resign { side: Side::White })));
        assert!(!of(Purpose::Clock, None).unwrap().is_of_the_other(&order(Who::White, press(Side::White))));
    }
}
