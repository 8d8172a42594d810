//! Policies in words, for people who have to judge by them.

use clock::{Duration, Language};

use super::{Choice, ClaimUntil, Cost, Decides, Effect, Kind, Lateness, Policy, Unit, Wording};

/// The choices that policies usually name, in both languages.
const CHOICES: [(&str, &str, &str); 21] = [
    (Choice::UPHOLD, "upheld", "成立"),
    (Choice::DISMISS, "dismissed", "不成立"),
    ("anywhere", "laid anew, anywhere", "拣起后任选着点"),
    ("back", "back as it was", "恢复原状"),
    ("both-lose", "both lose", "双方均负"),
    ("draw", "draw", "和棋"),
    ("go-on", "play goes on", "续赛"),
    ("loss", "loss", "判负"),
    ("no-result", "no result", "无胜负"),
    ("pass", "pass", "虚着"),
    ("play", "the move is played", "照下"),
    ("reconstructed", "reconstructed, play goes on", "复盘续赛"),
    ("replace", "the clock is replaced", "更换计时钟"),
    ("replay", "game played anew", "重下"),
    ("set", "readings set", "校正读数"),
    ("stands", "the move stands", "着手有效"),
    ("stays", "stays where it fell", "落处有效"),
    ("time", "time to the opponent", "给对方加时"),
    ("valid", "valid as it lies", "移子有效"),
    ("wait", "play goes on when they come", "候其到场"),
    ("warning", "warning", "警告"),
];

impl Wording {
    /// The text in a language.
    #[must_use]
    pub fn of(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Chinese => &self.zh,
        }
    }

    /// The text in a language, and then the other.
    fn both(&self, language: Language) -> String {
        match language {
            Language::English => format!("{} ({})", self.en, self.zh),
            Language::Chinese => format!("{}（{}）", self.zh, self.en),
        }
    }
}

impl Effect {
    /// What comes about, in words of one language.
    #[must_use]
    pub fn words(self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::Chinese => self.chinese(),
        }
    }

    fn english(self) -> String {
        match self {
            Self::Warning => "a warning".to_owned(),
            Self::Caution => "a caution".to_owned(),
            Self::TimeToOpponent(time) => format!("{} to the opponent", length(time, Language::English)),
            Self::TimeOff(time) => format!("{} off the offender's time", length(time, Language::English)),
            Self::Count(cost) => format!("{} off the offender's count", cost.words(Language::English)),
            Self::Pass => "the move is void and counts as a pass".to_owned(),
            Self::Back => "the move is taken back".to_owned(),
            Self::Stands => "the move stands".to_owned(),
            Self::Pause => "both clocks stand".to_owned(),
            Self::Loss => "the offender loses".to_owned(),
            Self::LossOrDraw => "the offender loses, or draws where the opponent could not mate".to_owned(),
            Self::Draw => "a draw".to_owned(),
            Self::Replay => "the game is void and is played anew".to_owned(),
            Self::NoResult => "no result".to_owned(),
            Self::BothLose => "both sides lose".to_owned(),
        }
    }

    fn chinese(self) -> String {
        match self {
            Self::Warning => "警告一次".to_owned(),
            Self::Caution => "注意一次".to_owned(),
            Self::TimeToOpponent(time) => format!("对方加时 {}", length(time, Language::Chinese)),
            Self::TimeOff(time) => format!("违规方减时 {}", length(time, Language::Chinese)),
            Self::Count(cost) => format!("罚违规方 {}", cost.words(Language::Chinese)),
            Self::Pass => "着手无效，作虚着论".to_owned(),
            Self::Back => "着手退回".to_owned(),
            Self::Stands => "着手有效".to_owned(),
            Self::Pause => "双方停钟".to_owned(),
            Self::Loss => "违规方判负".to_owned(),
            Self::LossOrDraw => "违规方判负，对方无法将死时判和".to_owned(),
            Self::Draw => "判和棋".to_owned(),
            Self::Replay => "本局作废，重下".to_owned(),
            Self::NoResult => "判无胜负".to_owned(),
            Self::BothLose => "双方均负".to_owned(),
        }
    }
}

impl Cost {
    /// How much, in words of one language.
    #[must_use]
    pub fn words(self, language: Language) -> String {
        let amount = f64::from(self.quarters) / 4.0;
        match (self.unit, language) {
            (Unit::Zi, Language::English) => format!("{amount} zi"),
            (Unit::Points, Language::English) if self.quarters == 4 => "1 point".to_owned(),
            (Unit::Points, Language::English) => format!("{amount} points"),
            (Unit::Zi, Language::Chinese) => format!("{amount} 子"),
            (Unit::Points, Language::Chinese) => format!("{amount} 目"),
        }
    }
}

impl Choice {
    /// Its name for people; one that only this policy knows is said as it is written.
    #[must_use]
    pub fn words(&self, language: Language) -> &str {
        Self::name_words(&self.name, language)
    }

    /// The name of a choice for people, [`Choice::DISMISS`] included.
    #[must_use]
    pub fn name_words(name: &str, language: Language) -> &str {
        match (CHOICES.iter().find(|(known, _, _)| *known == name), language) {
            (Some((_, english, _)), Language::English) => english,
            (Some((_, _, chinese)), Language::Chinese) => chinese,
            (None, _) => name,
        }
    }

    /// What follows, the second time included.
    fn outcome(&self, language: Language) -> String {
        let first = effects(&self.effects, language);
        let told = match (self.repeated.as_deref().map(|repeated| effects(repeated, language)), language) {
            (None, _) => first,
            (Some(again), Language::English) => format!("{first}; the second time {again}"),
            (Some(again), Language::Chinese) => format!("{first}；第二次：{again}"),
        };
        told + &self.entitled(language)
    }

    /// Who may settle it so beside or instead of the one who decides the rest.
    fn entitled(&self, language: Language) -> String {
        let decides = self.decides.map(|decides| decides.words(language));
        let mut said = match (decides, language) {
            (None, _) => String::new(),
            (Some(who), Language::English) => format!("; {who} decides so"),
            (Some(who), Language::Chinese) => format!("；由{who}裁定"),
        };
        if self.agreed {
            said += match language {
                Language::English => "; both players may agree on it",
                Language::Chinese => "；双方可以商定",
            };
        }
        said
    }
}

impl Kind {
    /// Its name, its article, who decides and what follows, in one line of one language.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        let decides = self.decides.words(language);
        let (name, notes) = (self.name.of(language), self.notes(language));
        let article = self.article.of(language);
        let outcome = match self.only_choice() {
            Some(only) => only.outcome(language),
            None => self.several(language),
        };
        match language {
            Language::English if article.is_empty() => format!("{name}: {decides}: {outcome}{notes}"),
            Language::English => format!("{name} ({article}): {decides}: {outcome}{notes}"),
            Language::Chinese if article.is_empty() => format!("{name}：{decides}：{outcome}{notes}"),
            Language::Chinese => format!("{name}（{article}）：{decides}：{outcome}{notes}"),
        }
    }

    /// The choices, each by the name that commands know and with what follows.
    fn several(&self, language: Language) -> String {
        let one = |choice: &Choice| match language {
            Language::English => format!("{} ({})", choice.name, choice.outcome(language)),
            Language::Chinese => {
                format!("{} {}（{}）", choice.name, choice.words(language), choice.outcome(language))
            }
        };
        let all: Vec<String> = self.choices.iter().map(one).collect();
        match language {
            Language::English => format!("one of {}", all.join(", ")),
            Language::Chinese => format!("任选其一：{}", all.join("、")),
        }
    }

    /// What is unusual about it.
    fn notes(&self, language: Language) -> String {
        let until = match self.claim_until {
            ClaimUntil::NextMove => None,
            ClaimUntil::Resumption => {
                Some(("claims until the first move after an adjournment", "封棋续弈后走出第一手之前可申诉"))
            }
            ClaimUntil::End => Some(("claims until the end of the game", "对局结束前可申诉")),
            ClaimUntil::Signed => Some(("claims until the result is signed", "结果签字前可申诉")),
        };
        let notes = [
            self.sudden_death_only.then_some(("in sudden death only", "仅限包干")),
            self.nobodys.then_some(("nobody's offence", "不属任何一方违规")),
            (!self.adds_up).then_some(("its warnings do not add up", "警告不累计")),
            until,
        ];
        let said: Vec<&str> = notes
            .into_iter()
            .flatten()
            .map(|(english, chinese)| match language {
                Language::English => english,
                Language::Chinese => chinese,
            })
            .collect();
        match language {
            Language::English if !said.is_empty() => format!(" [{}]", said.join("; ")),
            Language::Chinese if !said.is_empty() => format!("【{}】", said.join("；")),
            Language::English | Language::Chinese => String::new(),
        }
    }
}

impl Decides {
    /// Who decides, in words of one language.
    #[must_use]
    pub const fn words(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Arbiter, Language::English) => "the arbiter",
            (Self::Arbiter, Language::Chinese) => "裁判员",
            (Self::Chief, Language::English) => "the chief arbiter",
            (Self::Chief, Language::Chinese) => "裁判长",
        }
    }
}

impl Policy {
    /// The policy's own line: its name in both languages.
    #[must_use]
    pub fn title(&self, language: Language) -> String {
        let name = self.name.both(language);
        match language {
            Language::English => format!("policy: {name}"),
            Language::Chinese => format!("判罚规定：{name}"),
        }
    }

    /// All that the policy says, in words of one language: some lines, each ended.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        let mut lines = vec![self.title(language)];
        match language {
            Language::English => self.english(&mut lines),
            Language::Chinese => self.chinese(&mut lines),
        }
        lines.extend(self.kinds.iter().map(|(id, kind)| format!("  {id}: {}", kind.words(language))));
        lines.join("\n") + "\n"
    }

    fn english(&self, lines: &mut Vec<String>) {
        if !self.source.is_empty() {
            lines.push(format!("source: {}", self.source));
        }
        let mut warnings = match self.warnings_lose {
            0 => "warnings: however many, they do not lose the game".to_owned(),
            1 => "warnings: the first in a game loses it".to_owned(),
            count => format!("warnings: {count} in one game lose it"),
        };
        if let Some(cost) = self.warning_costs {
            warnings += &format!("; each takes {} off the count", cost.words(Language::English));
        }
        if self.cautions_warn > 0 {
            warnings += &format!("; {} cautions make a warning", self.cautions_warn);
        }
        lines.push(warnings);
        lines.push(self.late.english());
        lines.push(match self.summon_stops_clock {
            true => "a call for the arbiter: stops both clocks".to_owned(),
            false => "a call for the arbiter: does not stop the clocks".to_owned(),
        });
        if self.claims_on_own_time {
            lines.push("complaints: in the own time only, unless urgent".to_owned());
        }
        let (talk, leave) = (length(self.talk, Language::English), self.talk_leave.words(Language::English));
        lines.push(format!("a permitted talk: {talk} at most, with leave of {leave}"));
        lines.push(match self.leaves_in_overtime {
            0 => "leaving during overtime: not at all".to_owned(),
            1 => "leaving during overtime: once a game, with leave".to_owned(),
            count => format!("leaving during overtime: {count} times a game, with leave"),
        });
        lines.push(format!("kinds of incident: {}", self.kinds.len()));
    }

    fn chinese(&self, lines: &mut Vec<String>) {
        if !self.source.is_empty() {
            lines.push(format!("出处：{}", self.source));
        }
        let mut warnings = match self.warnings_lose {
            0 => "警告：不因次数判负".to_owned(),
            count => format!("警告：一局中满 {count} 次判负"),
        };
        if let Some(cost) = self.warning_costs {
            warnings += &format!("；每次罚 {}", cost.words(Language::Chinese));
        }
        if self.cautions_warn > 0 {
            warnings += &format!("；注意满 {} 次作警告一次", self.cautions_warn);
        }
        lines.push(warnings);
        lines.push(self.late.chinese());
        lines.push(match self.summon_stops_clock {
            true => "请裁判员：双方停钟".to_owned(),
            false => "请裁判员：不停钟".to_owned(),
        });
        if self.claims_on_own_time {
            lines.push("申诉：除紧迫事件外，只可在自己用时之内提出".to_owned());
        }
        let (talk, leave) = (length(self.talk, Language::Chinese), self.talk_leave.words(Language::Chinese));
        lines.push(format!("经{leave}许可的谈话：不超过 {talk}"));
        lines.push(match self.leaves_in_overtime {
            0 => "读秒期间离席：不允许".to_owned(),
            count => format!("读秒期间离席：经许可，每局 {count} 次"),
        });
        lines.push(format!("违规与事件：{} 种", self.kinds.len()));
    }
}

impl Lateness {
    fn english(self) -> String {
        let counts = match self.factor {
            0 => "does not count against the clock".to_owned(),
            1 => "counts against the own clock".to_owned(),
            2 => "counts twice against the own clock".to_owned(),
            factor => format!("counts {factor} times against the own clock"),
        };
        let first = if self.first_side_only { ", for the side that moves first only" } else { "" };
        match self.limit.is_zero() {
            true => format!("lateness: {counts}{first}; any at all is too late"),
            false => {
                format!(
                    "lateness: {counts}{first}; beyond {} it is too late",
                    length(self.limit, Language::English)
                )
            }
        }
    }

    fn chinese(self) -> String {
        let counts = match self.factor {
            0 => "不计入用时".to_owned(),
            1 => "计入本方用时".to_owned(),
            factor => format!("按 {factor} 倍计入本方用时"),
        };
        let first = if self.first_side_only { "（只计先行一方）" } else { "" };
        match self.limit.is_zero() {
            true => format!("迟到：{counts}{first}；一迟到即为逾限"),
            false => format!("迟到：{counts}{first}；超过 {} 为逾限", length(self.limit, Language::Chinese)),
        }
    }
}

/// What follows, in words of one language.
pub(crate) fn effects(effects: &[Effect], language: Language) -> String {
    let said: Vec<String> = effects.iter().map(|effect| effect.words(language)).collect();
    match language {
        Language::English if said.is_empty() => "nothing follows".to_owned(),
        Language::Chinese if said.is_empty() => "不判罚".to_owned(),
        Language::English => said.join(", "),
        Language::Chinese => said.join("，"),
    }
}

/// A length of time with its unit written out: `2 min`, `2 分钟`.
fn length(time: Duration, language: Language) -> String {
    let text = time.to_string();
    let text = if text == "60s" { "1m" } else { &text };
    let (number, unit) = text.split_at(text.len() - 1);
    let unit = match (unit, language) {
        ("h", Language::English) => "h",
        ("h", Language::Chinese) => "小时",
        ("m", Language::English) => "min",
        ("m", Language::Chinese) => "分钟",
        (_, Language::English) => "s",
        (_, Language::Chinese) => "秒",
    };
    format!("{number} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::PolicyFile;

    const HOUSE: &str = "name = { en = 'House', zh = '本馆' }\nsource = 'notice board'\nwarnings_lose = 3\n\
        cautions_warn = 2\nwarning_points = 2\nlate = { limit = '90s', factor = 2, first_side_only = true }\n\
        claims_on_own_time = true\ntalk = '90m'\nleaves_in_overtime = 0\n\
        [kinds.noise]\nname = { en = 'noise', zh = '喧哗' }\narticle = { en = '7', zh = '第七条' }\nadds_up = false\nclaim_until = 'end'\n\
        outcome = ['opponent +2m', 'zi 1']\nrepeated = ['loss-or-draw']\n\
        [kinds.cat]\nname = { en = 'a cat', zh = '猫' }\ndecides = 'chief'\nnobodys = true\n\
        choices = { valid = { outcome = [], decides = 'arbiter', agreed = true }, purr = ['back', 'offender -30s'] }\n";

    #[test]
    fn a_policy_is_said_in_english() {
        let policy = PolicyFile::read(HOUSE).unwrap().policy;
        assert_eq!(
            policy.words(Language::English),
            "policy: House (本馆)\nsource: notice board\n\
             warnings: 3 in one game lose it; each takes 2 points off the count; 2 cautions make a warning\n\
             lateness: counts twice against the own clock, for the side that moves first only; beyond 90 s it is too \
             late\n\
             a call for the arbiter: does not stop the clocks\ncomplaints: in the own time only, unless urgent\n\
             a permitted talk: 90 min at most, with leave of the arbiter\nleaving during overtime: not at all\nkinds of incident: 2\n  \
             cat: a cat: the chief arbiter: one of valid (nothing follows; the arbiter decides so; both players may \
             agree on it), purr (the move is taken back, 30 s off the offender's time) [nobody's offence]\n  \
             noise: noise (7): the arbiter: 2 min to the opponent, 1 zi off the offender's count; the second time the \
             offender loses, or draws where the opponent could not mate [its warnings do not add up; claims until the \
             end of the game]\n"
        );
    }

    #[test]
    fn a_policy_is_said_in_chinese() {
        let policy = PolicyFile::read(HOUSE).unwrap().policy;
        assert_eq!(
            policy.words(Language::Chinese),
            "判罚规定：本馆（House）\n出处：notice board\n\
             警告：一局中满 3 次判负；每次罚 2 目；注意满 2 次作警告一次\n\
             迟到：按 2 倍计入本方用时（只计先行一方）；超过 90 秒 为逾限\n\
             请裁判员：不停钟\n申诉：除紧迫事件外，只可在自己用时之内提出\n经裁判员许可的谈话：不超过 90 分钟\n\
             读秒期间离席：不允许\n违规与事件：2 种\n  \
             cat: 猫：裁判长：任选其一：valid 移子有效（不判罚；由裁判员裁定；双方可以商定）、purr purr（着手退回，违规方减时 30 秒）\
             【不属任何一方违规】\n  \
             noise: 喧哗（第七条）：裁判员：对方加时 2 分钟，罚违规方 1 子；第二次：违规方判负，对方无法将死时判和\
             【警告不累计；对局结束前可申诉】\n"
        );
    }

    #[test]
    fn every_choice_that_is_shipped_has_words_in_both_languages() {
        for id in Policy::shipped_ids() {
            let policy = Policy::shipped(id).unwrap();
            for choice in policy.kinds.values().flat_map(|kind| &kind.choices) {
                let known = CHOICES.iter().any(|(name, _, _)| *name == choice.name);
                assert!(known, "{id}: {} has no words", choice.name);
            }
        }
        assert_eq!(Choice::name_words(Choice::DISMISS, Language::Chinese), "不成立");
    }
}
