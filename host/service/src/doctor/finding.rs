//! What the doctor found, as a value: what was tried, how it is, in words what was seen, and what to do.

use std::fmt;

use clock::Language;
use serde_json::{Map, Value, json};

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// As it should be.
    Right,
    /// A game can be played, but somebody should look at it.
    Doubtful,
    /// It could not be told.
    Unknown,
    /// Something that the configuration needs is not there or does not work.
    Wrong,
}

impl Mark {
    /// Its name in JSON and in English.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Doubtful => "doubtful",
            Self::Unknown => "unknown",
            Self::Wrong => "wrong",
        }
    }

    const fn chinese(self) -> &'static str {
        match self {
            Self::Right => "正常",
            Self::Doubtful => "存疑",
            Self::Unknown => "未知",
            Self::Wrong => "有误",
        }
    }
}

/// The same in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Both {
    english: String,
    chinese: String,
}

/// The same in English and in Chinese.
pub(crate) fn both(english: impl Into<String>, chinese: impl Into<String>) -> Both {
    Both { english: english.into(), chinese: chinese.into() }
}

impl Both {
    /// What is the same in both, such as the system's own words for an error.
    pub(crate) fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { english: text.clone(), chinese: text }
    }

    /// In one of them.
    pub(crate) fn of(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::Chinese => &self.chinese,
        }
    }
}

/// One thing that was tried.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    /// Its name, for programs too.
    pub(crate) what: &'static str,
    /// The table, for what belongs to one.
    pub(crate) table: Option<u32>,
    pub(crate) mark: Mark,
    pub(crate) found: Both,
    pub(crate) advice: Option<Both>,
    /// What was measured, for programs.
    pub(crate) values: Map<String, Value>,
}

/// What can be tried, in Chinese.
const CHINESE: [(&str, &str); 19] = [
    ("configuration", "配置"),
    ("address", "地址"),
    ("network", "场内网络"),
    ("data", "数据文件夹"),
    ("medium", "存储介质"),
    ("room", "剩余空间"),
    ("disk", "写盘"),
    ("mirror", "记录副本"),
    ("sleep", "休眠"),
    ("wall", "日期时间"),
    ("rate", "走时"),
    ("wake", "唤醒"),
    ("unit", "单元"),
    ("keys", "按钮"),
    ("press", "按键"),
    ("lamps", "灯和声音"),
    ("display", "显示屏"),
    ("voice", "语音"),
    ("speaker", "扬声器"),
];

impl Finding {
    pub(crate) fn new(what: &'static str, mark: Mark, found: Both) -> Self {
        Self { what, table: None, mark, found, advice: None, values: Map::new() }
    }

    /// What a service that runs has in its hands is left alone.
    pub(crate) fn in_use(what: &'static str, held: impl fmt::Display) -> Self {
        let found =
            both(format!("{held} is in use by the service: not tried"), format!("{held} 由服务占用：未试"));
        Self::new(what, Mark::Unknown, found)
    }

    /// With what to do about it.
    pub(crate) fn advise(self, advice: Both) -> Self {
        Self { advice: Some(advice), ..self }
    }

    /// With a value that was measured.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.values.insert(name.to_owned(), value.into());
        self
    }

    /// The line for people.
    pub(crate) fn line(&self, language: Language) -> String {
        let found = self.found.of(language);
        let advice = self.advice.as_ref().map(|advice| advice.of(language));
        match language {
            Language::English => {
                let table = self.table.map(|table| format!("table {table}, ")).unwrap_or_default();
                let advice = advice.map(|advice| format!("; {advice}")).unwrap_or_default();
                format!("{:<8}  {table}{}: {found}{advice}", self.mark.name(), self.what)
            }
            Language::Chinese => {
                let table = self.table.map(|table| format!("第 {table} 台")).unwrap_or_default();
                let advice = advice.map(|advice| format!("；{advice}")).unwrap_or_default();
                let what = CHINESE.iter().find(|(what, _)| *what == self.what);
                let what = what.map_or(self.what, |(_, chinese)| *chinese);
                format!("{}  {table}{what}：{found}{advice}", self.mark.chinese())
            }
        }
    }

    /// The same for programs.
    pub(crate) fn json(&self, language: Language) -> Value {
        let mut value =
            json!({ "what": self.what, "mark": self.mark.name(), "found": self.found.of(language) });
        let table = self.table.map(|table| ("table".to_owned(), table.into()));
        let advice = self.advice.as_ref().map(|advice| ("advice".to_owned(), advice.of(language).into()));
        if let Value::Object(map) = &mut value {
            map.extend(table.into_iter().chain(advice));
            map.extend(self.values.clone());
        }
        value
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Checks that findings read so, in both languages: the text has their lines, English and Chinese in turn.
    pub(crate) fn read_as(findings: &[Finding], text: &str) {
        let lines = findings.iter().flat_map(|finding| {
            [Language::English, Language::Chinese].map(|language| finding.line(language))
        });
        let said = lines.collect::<Vec<String>>().join("\n");
        let wanted =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
        assert_eq!(said, wanted, "\n{said}\n");
    }

    #[test]
    fn a_finding_is_a_line_for_people_and_an_object_for_programs() {
        let plain = Finding::new("wall", Mark::Right, both("set by the network", "由网络校准"));
        let table = Finding { table: Some(3), ..Finding::new("disk", Mark::Wrong, both("slow", "慢")) };
        let table = table.advise(both("another card", "换卡")).with("median_ms", 7);
        let text = "
            right     wall: set by the network
            正常  日期时间：由网络校准
            wrong     table 3, disk: slow; another card
            有误  第 3 台写盘：慢；换卡
        ";
        read_as(&[plain, table.clone()], text);
        let object = json!({
            "what": "disk", "mark": "wrong", "found": "slow", "table": 3, "advice": "another card", "median_ms": 7
        });
        assert_eq!(table.json(Language::English), object);
    }
}
