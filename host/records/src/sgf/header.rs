//! A game's head: who, where, by which rules, with how much time, and how it ended.

use std::borrow::Cow;

use rules::{ByColor, Size};

use super::game::NoGame;
use super::key::Key;
use super::komi::komi;
use super::points::lines_needed;
use super::record::{Kind, Player, Record};
use super::time::{Overtime, main_time};
use super::tree::{Collection, Span};
use super::warning::{Fault, Warnings};
use crate::result::GameResult;

macro_rules! fields {
    ($($field:ident $name:literal),*) => {
        /// The properties that make the head.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Field { $(#[doc = $name] $field),* }

        impl Field {
            const COUNT: usize = [$($name),*].len();

            /// The field of this name.
            pub(super) fn of(key: Key) -> Option<Self> {
                $(const $field: Key = Key::of($name);)*
                match key {
                    $($field => Some(Self::$field),)*
                    _ => None,
                }
            }

            const fn name(self) -> &'static str {
                match self { $(Self::$field => $name),* }
            }
        }
    };
}

fields! {
    FF "FF", GM "GM", CA "CA", SZ "SZ", AP "AP", PB "PB", PW "PW", BR "BR", WR "WR", BT "BT", WT "WT", GN "GN",
    EV "EV", RO "RO", PC "PC", DT "DT", RU "RU", RE "RE", KM "KM", HA "HA", TM "TM", OT "OT",
    TC "TC", TT "TT", LC "LC", LT "LT", KO "KO"
}

impl Field {
    /// Whether the field has its place in a [`Record`]. The others only say what one of these may say too.
    pub(super) const fn is_understood(self) -> bool {
        !matches!(self, Self::TC | Self::TT | Self::LC | Self::LT | Self::KO)
    }

    /// Whether it must stand before the first move.
    const fn is_of_root(self) -> bool {
        matches!(self, Self::FF | Self::GM | Self::SZ | Self::CA | Self::KO | Self::LT | Self::TT)
    }
}

/// The head, without nodes.
pub(super) struct Header {
    pub(super) record: Record,
    pub(super) result_text: String,
    /// The value of KM, or of KO in its place.
    pub(super) komi_text: String,
    /// Where HA stands.
    pub(super) handicap_at: u32,
}

/// Where each field stands first: its name's place and its value.
struct Fields<'a> {
    collection: &'a Collection<'a>,
    found: [Option<(u32, Span)>; Field::COUNT],
}

impl Header {
    pub(super) fn read(
        collection: &Collection<'_>,
        root: u32,
        warnings: &mut Warnings,
    ) -> Result<Self, NoGame> {
        let fields = Fields::find(collection, root, warnings);
        let kind = fields.kind(warnings)?;
        let size = fields.size(kind, root, warnings)?;
        let player = |name, rank, team| Player {
            name: fields.text(name),
            rank: fields.text(rank),
            team: fields.text(team),
        };
        let players = ByColor {
            black: player(Field::PB, Field::BR, Field::BT),
            white: player(Field::PW, Field::WR, Field::WT),
        };
        let mut record = Record {
            kind,
            size,
            players,
            name: fields.text(Field::GN),
            event: fields.text(Field::EV),
            round: fields.text(Field::RO),
            place: fields.text(Field::PC),
            date: fields.text(Field::DT),
            rules: fields.text(Field::RU),
            application: fields.text(Field::AP),
            ..Record::default()
        };
        fields.rules(&record, warnings);
        let komi_text = fields.komi(&mut record, warnings);
        fields.handicap(&mut record, warnings);
        fields.time(&mut record, warnings);
        let result_text = fields.text(Field::RE);
        fields.result(&result_text, &mut record, warnings);
        let handicap_at = fields.at(Field::HA);
        Ok(Self { record, result_text, komi_text, handicap_at })
    }
}

impl<'a> Fields<'a> {
    fn find(collection: &'a Collection<'a>, root: u32, warnings: &mut Warnings) -> Self {
        let mut found = [None; Field::COUNT];
        let mut begun = false;
        for node in collection.tree.main_line(root) {
            for (property, values) in collection.tree.properties(node) {
                begun |= property.key == Key::of("B") || property.key == Key::of("W");
                let Some(field) = Field::of(property.key) else { continue };
                if begun && field.is_of_root() {
                    continue;
                }
                let value = values.first().map(|&value| (property.at, value));
                let place: &mut Option<_> = &mut found[field as usize];
                if place.is_none() {
                    *place = value;
                } else if field.is_understood() {
                    warnings.push(property.at, Fault::Twice(field.name()));
                }
            }
        }
        Self { collection, found }
    }

    fn get(&self, field: Field) -> Option<Cow<'_, str>> {
        self.found[field as usize].map(|(_, value)| self.collection.simple_text(value))
    }

    fn text(&self, field: Field) -> String {
        self.get(field).map_or_else(String::new, Cow::into_owned)
    }

    fn at(&self, field: Field) -> u32 {
        self.found[field as usize].map_or(0, |(at, _)| at)
    }

    fn warn(&self, field: Field, warnings: &mut Warnings) {
        let text = self.text(field).chars().take(80).collect();
        warnings.push(self.at(field), Fault::NotUnderstood { name: field.name(), text });
    }

    fn kind(&self, warnings: &mut Warnings) -> Result<Kind, NoGame> {
        match self.get(Field::GM).as_deref() {
            None | Some("1" | "") => Ok(Kind::Go),
            Some("4") => Ok(Kind::Gomoku),
            Some(text) => match text.parse() {
                Ok(number) => Err(NoGame::OtherKind(number)),
                Err(_) => {
                    self.warn(Field::GM, warnings);
                    Ok(Kind::Go)
                }
            },
        }
    }

    fn size(&self, kind: Kind, root: u32, warnings: &mut Warnings) -> Result<Size, NoGame> {
        let Some(text) = self.get(Field::SZ).filter(|text| !text.is_empty()) else {
            let size = self.size_of_points(kind, root);
            let at = self.found.iter().flatten().map(|(at, _)| *at).min().unwrap_or(0);
            warnings.push(at, Fault::NoSize(size.lines()));
            return Ok(size);
        };
        let no_size = || NoGame::Size(text.chars().take(40).collect());
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let (columns, rows) = match text.split_once([':', 'x', '*', '×']) {
            Some((columns, rows)) => number(columns).zip(number(rows)),
            None => number(text.trim_end_matches(['路', '.', '0']).trim())
                .filter(|_| text.contains('.') || text.contains('路'))
                .or_else(|| number(&text))
                .map(|lines| (lines, lines)),
        }
        .ok_or_else(no_size)?;
        if columns != rows {
            return Err(NoGame::NotSquare { columns, rows });
        }
        u8::try_from(columns).ok().and_then(Size::new).ok_or_else(no_size)
    }

    /// The usual board, or a larger one if a point demands it.
    fn size_of_points(&self, kind: Kind, root: u32) -> Size {
        let tree = &self.collection.tree;
        let usual = match kind {
            Kind::Go => 19,
            Kind::Gomoku => 15,
        };
        let mut lines = usual;
        for (property, values) in tree.main_line(root).flat_map(|node| tree.properties(node)) {
            let played = property.key == Key::of("B") || property.key == Key::of("W");
            let set_up = [Key::of("AB"), Key::of("AW"), Key::of("AE")].contains(&property.key);
            if !played && !set_up {
                continue;
            }
            for text in values.iter().map(|&value| self.collection.raw(value)) {
                let needed = if played && text == "tt" { 0 } else { lines_needed(text) };
                lines = lines.max(if needed <= Size::MAX { needed } else { 0 });
            }
        }
        let lines = if lines > usual && lines < 19 { 19 } else { lines };
        Size::new(lines).unwrap_or(Size::FULL)
    }

    /// Rules of another name are kept, and not played by.
    fn rules(&self, record: &Record, warnings: &mut Warnings) {
        let known = match record.kind {
            Kind::Go => record.rule_set().is_some(),
            Kind::Gomoku => record.variant().is_some(),
        };
        if !known && !record.rules.is_empty() {
            self.warn(Field::RU, warnings);
        }
    }

    fn result(&self, text: &str, record: &mut Record, warnings: &mut Warnings) {
        if text.is_empty() {
            return;
        }
        match GameResult::read(text) {
            Some(read) => {
                record.result = Some(read.result);
                if read.result == GameResult::BothLost {
                    text.clone_into(&mut record.both_lost);
                }
                if !read.whole {
                    let text = text.chars().take(80).collect();
                    warnings.push(self.at(Field::RE), Fault::Result { text, taken: read.result });
                }
            }
            None => self.warn(Field::RE, warnings),
        }
    }

    /// KM, or KO (Nihon Ki-in) where KM says nothing that is understood. Gives back what was understood.
    fn komi(&self, record: &mut Record, warnings: &mut Warnings) -> String {
        for field in [Field::KM, Field::KO] {
            let Some(text) = self.get(field).filter(|text| !text.is_empty()) else { continue };
            let Some(komi) = komi(&text, record.rule_set()) else {
                self.warn(field, warnings);
                continue;
            };
            record.komi = Some(komi.points);
            if komi.converted {
                let text = text.chars().take(80).collect();
                warnings.push(self.at(field), Fault::Komi { text, points: komi.points });
            }
            return text.into_owned();
        }
        String::new()
    }

    fn handicap(&self, record: &mut Record, warnings: &mut Warnings) {
        let Some(text) = self.get(Field::HA).filter(|text| !text.is_empty()) else { return };
        match text.parse::<u16>() {
            // One stone is no handicap: Black moves first in any case.
            Ok(1) => record.handicap = 0,
            Ok(stones) if stones <= Size::FULL.points() => record.handicap = stones,
            Ok(_) | Err(_) => self.warn(Field::HA, warnings),
        }
    }

    /// TM and OT, or what servers write instead: overtime in TM, TC and TT (Fox), LC and LT (Nihon Ki-in).
    fn time(&self, record: &mut Record, warnings: &mut Warnings) {
        let main = self.get(Field::TM).filter(|text| !text.is_empty());
        let mut overtime = self.get(Field::OT).and_then(|text| Overtime::understand(&text));
        if let Some(text) = main {
            match main_time(&text) {
                Some((ms, also)) => {
                    record.main_time_ms = Some(ms);
                    overtime = overtime.or(also);
                }
                None => self.warn(Field::TM, warnings),
            }
        }
        for (count, each) in [(Field::TC, Field::TT), (Field::LC, Field::LT)] {
            overtime = overtime.or_else(|| {
                let (count, each) = (self.get(count)?, self.get(each)?);
                Overtime::periods(count.trim_end_matches(['回', '次']), &each)
            });
        }
        record.overtime = overtime;
    }
}
