//! What a page has been told, and hence what it must be told next.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hall::{Alarm, AlarmKind};
use referee::{Event, Setup};
use tokio::time::Instant;

use crate::access::role::Role;
use crate::console::live::{Purpose, Watch};
use crate::console::message::ToPage;
use crate::console::public::Share;
use crate::venue::{News, TableView};

/// What a page has been told of the tables that it follows.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) watch: Watch,
    /// What whoever looks at it is: it is told no more than that one may see.
    role: Role,
    /// Each table as it was told last.
    tables: BTreeMap<u32, Arc<TableView>>,
    /// When the next move of a table becomes public, where the page waits for one; the hall's time goes so many times faster.
    awaited: BTreeMap<u32, Instant>,
    rate: u32,
    /// The alarms that were told and are not over.
    alarms: BTreeSet<(Option<u32>, AlarmKind)>,
}

impl Told {
    pub(crate) fn new(watch: Watch, role: Role, rate: u32) -> Self {
        let (tables, awaited, alarms) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        Self { watch, role, tables, awaited, rate, alarms }
    }

    /// How much of a table the page is told.
    fn share(&self, table: u32) -> Share {
        Share::of_page(self.role, self.watch.role, table)
    }

    /// The tables of which something has become public by now.
    pub(crate) fn due(&self, now: Instant) -> Vec<u32> {
        self.awaited.iter().filter(|(_, at)| **at <= now).map(|(table, _)| *table).collect()
    }

    /// Remembers a table as it was told.
    fn keep(&mut self, view: Arc<TableView>) {
        let held = view.held.as_ref().filter(|_| !self.share(view.table).at_once);
        let awaited = held.and_then(|held| held.next_in).and_then(|next_in| {
            let micros = next_in.as_micros().div_ceil(u64::from(self.rate.max(1)));
            Instant::now().checked_add(std::time::Duration::from_micros(micros))
        });
        match awaited {
            Some(at) => drop(self.awaited.insert(view.table, at)),
            None => drop(self.awaited.remove(&view.table)),
        }
        self.tables.insert(view.table, view);
    }

    /// What is agreed at a table, as far as the page was told of it.
    pub(crate) fn setup(&self, table: u32) -> Option<&Setup> {
        self.tables.get(&table).map(|view| &view.setup)
    }

    /// What is to be passed on of the hall's news.
    pub(crate) fn news(&mut self, news: News) -> Option<ToPage> {
        match news {
            News::Shown { view, events } if self.watch.follows(view.table) => self.events(view, &events),
            News::Opened { view } | News::Voice { view } if self.watch.follows(view.table) => {
                Some(self.snapshot(view))
            }
            News::Face(face) if self.watch.clock_of() == Some(face.table) => Some(ToPage::Face(face.into())),
            News::Alarm { alarm, since_ms } => self.alarm(alarm, since_ms),
            News::AlarmOver { table, kind } => {
                self.alarms.remove(&(table, kind)).then(|| ToPage::alarm_over(table, kind))
            }
            News::Shown { .. } | News::Opened { .. } | News::Voice { .. } | News::Face(_) => None,
        }
    }

    /// A table as it stands.
    pub(crate) fn snapshot(&mut self, view: Arc<TableView>) -> ToPage {
        let message = ToPage::table(&view, self.share(view.table));
        self.keep(view);
        message
    }

    /// Events, where the page knows the table up to them; the table anew, where it does not, or where more or other
    /// moves are public than it was told; nothing, where it knows more already.
    fn events(&mut self, view: Arc<TableView>, events: &[Event]) -> Option<ToPage> {
        let told = self.tables.get(&view.table);
        let known = told.map(|told| told.version);
        let share = self.share(view.table);
        let is_waiting = |told: &Arc<TableView>| told.held.is_some() || view.held.is_some();
        let other_moves = !share.at_once
            && told.is_some_and(|told| is_waiting(told) && told.public_moves() != view.public_moves());
        if known.is_some_and(|known| view.version <= known) {
            return None;
        }
        if other_moves || known.and_then(|known| known.checked_add(1)) != Some(view.version) {
            return Some(self.snapshot(view));
        }
        let message = ToPage::events(&view, events, share);
        self.keep(view);
        Some(message)
    }

    fn alarm(&mut self, alarm: Alarm, since_ms: u64) -> Option<ToPage> {
        let Alarm { table, kind, .. } = alarm;
        // Players can do nothing about the time of day.
        let is_for_players = kind != AlarmKind::QuietHours || self.watch.role != Purpose::Clock;
        let concerns = is_for_players && table.is_none_or(|table| self.watch.follows(table));
        concerns.then(|| {
            self.alarms.insert((table, kind));
            ToPage::alarm(table, kind, since_ms)
        })
    }

    /// The alarms that stand, and the end of those that were told and do not stand any more.
    pub(crate) fn alarms(&mut self, standing: Vec<(Alarm, u64)>) -> Vec<ToPage> {
        let mut over = std::mem::take(&mut self.alarms);
        let mut messages = Vec::new();
        for (alarm, since_ms) in standing {
            over.remove(&(alarm.table, alarm.kind));
            messages.extend(self.alarm(alarm, since_ms));
        }
        messages.extend(over.into_iter().map(|(table, kind)| ToPage::alarm_over(table, kind)));
        messages
    }
}

#[cfg(test)]
mod tests {
    use clock::{BySide, Instant};
    use referee::Game;
    use serde_json::{Value, json};

    use super::*;
    use crate::venue::FaceView;

    fn told(role: Purpose) -> Told {
        Told::new(Watch { tables: "1".parse().unwrap(), role, half: None }, Role::Arbiter, 1)
    }

    fn view(table: u32, version: u64) -> Arc<TableView> {
        let control = "10m".parse().unwrap();
        Arc::new(TableView {
            table,
            version,
            setup: Setup::new(Game::default(), control),
            players: BySide::default(),
            moves: Vec::new(),
            state: Value::Null,
            pause_why: None,
            at: Instant::from_micros(1_500),
            now: Instant::from_millis(2),
            touch: false,
            voice: hall::VoiceSetting::default(),
            muted: None,
            held: None,
        })
    }

    fn shown(table: u32, version: u64) -> News {
        News::Shown { view: view(table, version), events: [].into() }
    }

    /// What is passed on: the message's type and version.
    fn pass(told: &mut Told, news: News) -> String {
        let message = told.news(news).map(|message| serde_json::to_value(message).unwrap());
        message.map_or_else(String::new, |message| {
            let version = message.get("version").map(|version| format!(" {version}"));
            format!("{}{}", message["type"].as_str().unwrap(), version.unwrap_or_default())
        })
    }

    #[test]
    fn events_follow_on_what_was_told_and_a_gap_brings_the_table_anew() {
        let mut told = told(Purpose::Table);
        for (table, version, passed) in [
            (1, 3, "table 3"),
            (1, 4, "events 4"),
            (1, 4, ""),
            (1, 2, ""),
            (2, 5, ""),
            (1, 6, "table 6"),
            (1, 7, "events 7"),
        ] {
            assert_eq!(pass(&mut told, shown(table, version)), passed, "version {version} of table {table}");
        }
        assert_eq!(pass(&mut told, News::Opened { view: view(1, 0) }), "table 0");
        assert_eq!(pass(&mut told, shown(1, 1)), "events 1");
        assert_eq!(pass(&mut told, News::Voice { view: view(1, 1) }), "table 1");
    }

    #[test]
    fn the_face_is_for_the_clock_of_the_table_alone() {
        for (role, table, passed) in [
            (Purpose::Clock, 1, "face"),
            (Purpose::Clock, 2, ""),
            (Purpose::Hall, 1, ""),
            (Purpose::Recorder, 1, ""),
            (Purpose::Table, 1, ""),
        ] {
            let (at, now) = (Instant::ZERO, Instant::ZERO);
            let face = News::Face(FaceView { table, state: Value::Null, at, now, pending: 0 });
            assert_eq!(pass(&mut told(role), face), passed, "table {table} for {role:?}");
        }
    }

    #[test]
    fn an_alarm_of_the_hall_concerns_everybody_and_is_over_once() {
        let mut told = told(Purpose::Table);
        let alarm = |table, kind| Alarm { table, kind, since: Instant::ZERO };
        let raised = |table, kind| News::Alarm { alarm: alarm(table, kind), since_ms: 5 };
        let over = |table, kind| News::AlarmOver { table, kind };
        assert_eq!(pass(&mut told, raised(None, AlarmKind::Disk)), "alarm");
        assert_eq!(pass(&mut told, raised(Some(1), AlarmKind::TouchLost)), "alarm");
        assert_eq!(pass(&mut told, raised(Some(2), AlarmKind::TouchLost)), "");
        assert_eq!(pass(&mut told, over(Some(2), AlarmKind::TouchLost)), "");
        assert_eq!(pass(&mut told, over(None, AlarmKind::Disk)), "alarm-over");
        assert_eq!(pass(&mut told, over(None, AlarmKind::Disk)), "");
        assert_eq!(pass(&mut told, raised(None, AlarmKind::QuietHours)), "alarm");
        assert_eq!(pass(&mut self::told(Purpose::Clock), raised(None, AlarmKind::QuietHours)), "");
        let anew = told.alarms(vec![(alarm(None, AlarmKind::Disk), 9), (alarm(Some(2), AlarmKind::Disk), 9)]);
        let anew = serde_json::to_value(anew).unwrap();
        assert_eq!(anew.as_array().unwrap().len(), 3);
        assert_eq!(anew[0]["since_ms"], 9);
        assert_eq!(anew[2], json!({ "type": "alarm-over", "table": 1, "kind": "touch-lost" }));
    }

    #[test]
    fn times_have_decimals_only_where_they_need_them() {
        let message = serde_json::to_string(&ToPage::table(&view(1, 1), Share::ALL)).unwrap();
        assert!(message.contains(r#""at_ms":1.5,"now_ms":2,"#), "{message}");
    }
}
