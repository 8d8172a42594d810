//! A policy written as a scenario's table `[policy]`, so that it reads back equal.

use std::fmt::{Display, Write as _};

use toml::Value;

use super::kinds::{CLAIM_UNTIL, DECIDES};
use super::{Choice, Effect, Kind, Policy, Unit, Wording};
use crate::setup::GameKind;

impl Policy {
    /// The policy as the table `[policy]` of a scenario: what it extends, and what differs from that. Nothing where it is
    /// the usual one of the game.
    #[must_use]
    pub fn write(&self, kind: GameKind) -> String {
        let usual = Self::usual(kind);
        if *self == *usual {
            return String::new();
        }
        let base = Self::shipped(&self.id).unwrap_or(usual);
        let mut text = format!("\n[policy]\nextends = {}\n", quoted(&base.id));
        self.write_keys(&mut text, &base);
        self.write_kinds(&mut text, &base);
        text
    }

    fn write_keys(&self, text: &mut String, base: &Self) {
        let mut key = |differs: bool, name: &str, value: &dyn Display| {
            if differs {
                let _ = writeln!(text, "{name} = {value}");
            }
        };
        key(self.name != base.name, "name", &wording(&self.name));
        key(self.source != base.source, "source", &quoted(&self.source));
        key(self.warnings_lose != base.warnings_lose, "warnings_lose", &self.warnings_lose);
        key(self.cautions_warn != base.cautions_warn, "cautions_warn", &self.cautions_warn);
        let (unit, cost) = match self.warning_costs {
            Some(cost) if cost.unit == Unit::Points => ("warning_points", cost.quarters / 4),
            Some(cost) => ("warning_zi", cost.quarters / 4),
            None => ("warning_zi", 0),
        };
        key(self.warning_costs != base.warning_costs, unit, &cost);
        let late = self.late;
        key(late.limit != base.late.limit, "late.limit", &quoted(&late.limit.to_string()));
        key(late.factor != base.late.factor, "late.factor", &late.factor);
        let first = late.first_side_only;
        key(first != base.late.first_side_only, "late.first_side_only", &first);
        let (summon, own) = (self.summon_stops_clock, self.claims_on_own_time);
        key(summon != base.summon_stops_clock, "summon_stops_clock", &summon);
        key(own != base.claims_on_own_time, "claims_on_own_time", &own);
        key(self.talk != base.talk, "talk", &quoted(&self.talk.to_string()));
        key(self.talk_leave != base.talk_leave, "talk_leave", &named(&DECIDES, self.talk_leave));
        let leaves = self.leaves_in_overtime;
        key(leaves != base.leaves_in_overtime, "leaves_in_overtime", &leaves);
    }

    fn write_kinds(&self, text: &mut String, base: &Self) {
        for name in base.kinds.keys().filter(|name| !self.kinds.contains_key(*name)) {
            let _ = writeln!(text, "kinds.{name} = false");
        }
        for (name, kind) in self.kinds.iter().filter(|(name, kind)| base.kind(name) != Some(kind)) {
            let _ = writeln!(text, "kinds.{name} = {{ {} }}", kind.keys().join(", "));
        }
    }
}

impl Kind {
    /// All its keys with their values. What is empty need not be there, and could not be read.
    fn keys(&self) -> Vec<String> {
        let mut keys = vec![format!("name = {}", wording(&self.name))];
        if self.explanation != Wording::default() {
            keys.push(format!("explanation = {}", wording(&self.explanation)));
        }
        if !self.article.is_empty() {
            keys.push(format!("article = {}", article(&self.article)));
        }
        keys.extend([
            format!("decides = {}", named(&DECIDES, self.decides)),
            format!("claim_until = {}", named(&CLAIM_UNTIL, self.claim_until)),
            format!("sudden_death_only = {}", self.sudden_death_only),
            format!("nobodys = {}", self.nobodys),
            format!("adds_up = {}", self.adds_up),
            format!("series = {}", self.series.as_deref().map_or(Value::from(false), quoted)),
        ]);
        keys.extend(self.outcome());
        keys
    }

    fn outcome(&self) -> Vec<String> {
        let Some(Choice { effects, repeated, agreed, .. }) = self.only_choice() else {
            let choices: Vec<String> = self.choices.iter().map(Choice::key).collect();
            return vec![format!("choices = {{ {} }}", choices.join(", "))];
        };
        let repeated = repeated.as_deref().map_or(Value::from(false), list);
        vec![
            format!("outcome = {}", list(effects)),
            format!("repeated = {repeated}"),
            format!("agreed = {agreed}"),
        ]
    }
}

impl Choice {
    /// One of several, with what it says beside what follows.
    fn key(&self) -> String {
        let (name, outcome) = (&self.name, list(&self.effects));
        if self.decides.is_none() && !self.agreed {
            return format!("{name} = {outcome}");
        }
        let decides = self.decides.map(|decides| format!(", decides = {}", named(&DECIDES, decides)));
        let agreed = if self.agreed { ", agreed = true" } else { "" };
        format!("{name} = {{ outcome = {outcome}{}{agreed} }}", decides.unwrap_or_default())
    }
}

fn quoted(text: &str) -> Value {
    Value::from(text)
}

fn wording(wording: &Wording) -> String {
    format!("{{ en = {}, zh = {} }}", quoted(&wording.en), quoted(&wording.zh))
}

/// One text where both languages have the same.
fn article(article: &Wording) -> String {
    if article.en == article.zh { quoted(&article.en).to_string() } else { wording(article) }
}

fn named<T: PartialEq>(names: &[(&str, T)], value: T) -> Value {
    quoted(names.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name))
}

fn list(effects: &[Effect]) -> Value {
    Value::Array(effects.iter().map(|effect| quoted(&effect.to_string())).collect())
}

#[cfg(test)]
mod tests {
    use super::super::read_policy;
    use super::*;
    use crate::document::Document;

    /// What the table says, and what it says when it is written and read again.
    fn there_and_back(table: &str, kind: GameKind) {
        let read = |text: &str| {
            let document = Document::parse(text).unwrap();
            let policy = document.root().take("policy").and_then(|entry| read_policy(&entry, kind));
            document.finish(Some(policy)).unwrap_or_else(|faults| panic!("{}\n{text}", faults[0]))
        };
        let policy = read(table).unwrap();
        let written = policy.write(kind);
        assert_eq!(read(&written).unwrap_or_else(|| Policy::usual(kind)), policy, "{written}");
    }

    #[test]
    fn every_shipped_policy_reads_back_equal() {
        for kind in [GameKind::Go, GameKind::Chess] {
            for id in Policy::shipped_ids() {
                there_and_back(&format!("policy = '{id}'"), kind);
            }
        }
        assert_eq!(Policy::usual(GameKind::Go).write(GameKind::Go), "");
        assert_eq!(
            Policy::shipped("weiqi-2002").unwrap().write(GameKind::Go),
            "\n[policy]\nextends = \"weiqi-2002\"\n"
        );
    }

    #[test]
    fn what_an_event_adapts_reads_back_equal() {
        for table in [
            "name = { en = 'a \"b\" \\\\', zh = '杯' }\nsource = \"it's\"\nwarnings_lose = 0\ncautions_warn = 2",
            "extends = 'korea-2024'\nwarning_zi = 0",
            "warning_zi = 3\nlate = { limit = '0s', factor = 0, first_side_only = true }\ntalk = '90s'",
            "warning_points = 1\nsummon_stops_clock = true\nclaims_on_own_time = true\nleaves_in_overtime = 0",
            "kinds.phone = false\nkinds.late.choices = { wait = [], half = ['offender -30s', 'points 2'] }",
            "kinds.noise = { name = { en = 'n', zh = '闹' }, outcome = ['opponent +2m'], repeated = [], series = 's' }",
            "extends = 'fide-2023'\nkinds.two-hands = { series = false, repeated = false, claim_until = 'signed' }",
            "talk_leave = 'arbiter'\nkinds.phone.agreed = true\nkinds.late.choices = { wait = { outcome = [], agreed = true }, \
             half = { outcome = ['zi 1'], decides = 'chief' }, loss = ['loss'] }",
            "kinds.late = { article = '22' }\nkinds.phone = { article = { en = 'regulation 5', zh = '规程五' } }",
            "kinds.absent = { nobodys = true, adds_up = false, sudden_death_only = true, decides = 'chief' }",
        ] {
            there_and_back(&format!("[policy]\n{table}"), GameKind::Go);
        }
    }
}
