//! Policies as tables of earlier versions were opened with them: they stay readable.

use serde::{Deserialize, Deserializer};

use super::{Decides, Effect, Wording};

/// An article: one text for both languages once.
pub(super) fn article<'de, D: Deserializer<'de>>(from: D) -> Result<Wording, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Article {
        Alike(String),
        Each(Wording),
    }
    Ok(match Article::deserialize(from)? {
        Article::Alike(text) => Wording::alike(text),
        Article::Each(wording) => wording,
    })
}

/// A choice: whether both players may agree on it was not said once, and they might where nothing followed.
#[derive(Deserialize)]
pub(super) struct Choice {
    name: String,
    effects: Vec<Effect>,
    repeated: Option<Vec<Effect>>,
    decides: Option<Decides>,
    agreed: Option<bool>,
}

impl From<Choice> for super::Choice {
    fn from(Choice { name, effects, repeated, decides, agreed }: Choice) -> Self {
        let agreed = agreed.unwrap_or(effects.is_empty());
        Self { name, effects, repeated, decides, agreed }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Choice, Decides, Effect, Kind, Policy, Wording};

    /// A kind as tables were opened with it before articles had two languages and choices their own deciders.
    const EARLIER: &str = r#"{"name":{"en":"upset","zh":"散乱"},"explanation":{"en":"","zh":""},
        "article":"1988: play 4, 行棋四","decides":"chief","claim_until":"end","sudden_death_only":false,"nobodys":false,
        "adds_up":true,"series":null,"choices":[{"name":"reconstructed","effects":[],"repeated":null},
        {"name":"loss","effects":["loss"],"repeated":null}]}"#;

    #[test]
    fn kinds_of_earlier_versions_are_read_as_they_were_meant() {
        let kind: Kind = serde_json::from_str(EARLIER).unwrap();
        assert_eq!(kind.article, Wording::alike("1988: play 4, 行棋四".into()));
        let choice = |name: &str, effects: &[Effect], agreed| Choice {
            name: name.into(),
            effects: effects.into(),
            repeated: None,
            decides: None,
            agreed,
        };
        assert_eq!(
            kind.choices,
            [choice("reconstructed", &[], true), choice("loss", &[Effect::Loss], false)]
        );
        assert_eq!(kind.decider(kind.choice("loss")), Decides::Chief);
    }

    #[test]
    fn policies_are_stored_whole() {
        for id in Policy::shipped_ids() {
            let policy = Policy::shipped(id).unwrap();
            let text = serde_json::to_string(&*policy).unwrap();
            assert_eq!(serde_json::from_str::<Policy>(&text).unwrap(), *policy, "{id}");
            let earlier = text.replace(",\"talk_leave\":\"chief\"", "");
            assert_eq!(
                serde_json::from_str::<Policy>(&earlier).unwrap().talk_leave,
                Decides::Arbiter,
                "{id}"
            );
        }
    }
}
