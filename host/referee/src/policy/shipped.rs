//! The policies that come with the program.

use std::sync::{Arc, LazyLock};

use super::Policy;
use super::read::PolicyFile;
use crate::setup::GameKind;

macro_rules! files {
    ($($id:literal),+ $(,)?) => {
        [$(($id, include_str!(concat!("../../../../config/policies/", $id, ".toml")))),+]
    };
}

/// The files; each may extend those before it.
const FILES: [(&str, &str); 10] = files![
    "weiqi",
    "weiqi-2002",
    "weiqi-1988",
    "korea-2024",
    "korea-2025",
    "japan-1989",
    "aga",
    "fide-2023",
    "fide-rapid-blitz",
    "club",
];

/// The policies, in the order of the files.
static POLICIES: LazyLock<Vec<Arc<Policy>>> = LazyLock::new(|| read_all(&FILES));

/// Reads the files in order. What the program ships is sound: a test reads every file.
fn read_all(files: &[(&str, &str)]) -> Vec<Arc<Policy>> {
    let mut read: Vec<Arc<Policy>> = Vec::new();
    for (id, text) in files {
        let earlier = |id: &str| read.iter().find(|policy| policy.id == id).cloned();
        match PolicyFile::read_with(text, &earlier) {
            Ok(file) => read.push(Arc::new(Policy { id: (*id).to_owned(), ..file.policy })),
            Err(faults) => {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                panic!("config/policies/{id}.toml: {}", faults.join("\n"));
            }
        }
    }
    read
}

/// The policy of that name.
pub(super) fn find(id: &str) -> Option<Arc<Policy>> {
    POLICIES.iter().find(|policy| policy.id == id).cloned()
}

/// The names of the policies.
pub(super) fn ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(id, _)| *id)
}

/// The policy that a game has where none is named.
pub(super) fn usual(kind: GameKind) -> Arc<Policy> {
    let id = match kind {
        GameKind::Go => "weiqi",
        GameKind::Chess => "fide-2023",
        GameKind::Gomoku | GameKind::Clock => "club",
    };
    find(id).unwrap_or_else(|| unreachable!("{id} is one of the files"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::{Effect, Kind};
    use super::*;

    /// The kinds that every policy of Go knows (commands and the specification name them).
    const GO: &str = "press-before-stone two-hands two-moves-in-a-row moved-placed-stone dropped-stone \
        displaced-stones displaced-stones-intended board-upset board-upset-outside board-upset-intended illegal-point \
        late absent withdrew disturbing talking consulting wandering phone smoking dress time-wasting clock-fault \
        disobeyed-ruling arranged-game cycle wrongful-capture captures-left-on-board seal-unreadable seal-lost \
        seal-mismatch wrong-times";
    /// The kinds that every policy of chess knows.
    const CHESS: &str = "illegal-move press-without-move two-hands touch-move wrong-draw-claim not-recording \
        disturbing device late absent withdrew consulting dress disobeyed-ruling arranged-game clock-fault time-wasting \
        board-upset seal-unreadable seal-illegal seal-lost seal-mismatch wrong-times";

    /// What a kind comes to: `pass`, or `draw: draw; replay: replay`; the second offence behind `again`.
    fn effects(kind: &Kind) -> String {
        let list =
            |effects: &[Effect]| effects.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let one = |choice: &super::super::Choice| {
            let again = choice.repeated.as_deref().map(|again| format!(", again {}", list(again)));
            format!("{}: {}{}", choice.name, list(&choice.effects), again.unwrap_or_default())
        };
        let all: Vec<String> = kind.choices.iter().map(one).collect();
        all.join("; ").trim_start_matches("uphold: ").trim_end().to_owned()
    }

    fn assert_effects(policy: &str, table: &str) {
        let policy = find(policy).unwrap();
        for line in table.lines() {
            let (name, expected) = line.split_once('|').unwrap();
            let kind = policy.kind(name.trim()).unwrap_or_else(|| panic!("{}: no {name}", policy.id));
            assert_eq!(effects(kind), expected.trim(), "{}: {name}", policy.id);
        }
    }

    #[test]
    fn every_file_is_shipped_and_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/policies");
        let mut files: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        files.sort();
        let mut shipped: Vec<&str> = ids().collect();
        shipped.sort_unstable();
        assert_eq!(files, shipped);
        assert!(find("weiqi-1949").is_none());
        for (id, text) in FILES {
            let policy = find(id).unwrap();
            assert_eq!(policy.id, id);
            let own = PolicyFile::read(text).unwrap();
            assert_eq!(Policy { id: id.to_owned(), ..own.policy }, *policy, "read later as at the start");
        }
    }

    #[test]
    fn every_policy_has_every_kind_of_its_game() {
        for id in ids() {
            let policy = find(id).unwrap();
            let kinds = match id {
                "club" => vec![GO, CHESS],
                "fide-2023" | "fide-rapid-blitz" => vec![CHESS],
                "korea-2024" | "korea-2025" => {
                    vec![GO, "captured-stones-not-in-lid touched-captures hand-on-clock"]
                }
                _ => vec![GO],
            };
            for kind in kinds.into_iter().flat_map(str::split_whitespace) {
                assert!(policy.kind(kind).is_some(), "{id}: no {kind}");
            }
            for (name, kind) in &policy.kinds {
                let words = [&kind.name, &kind.explanation];
                assert!(
                    words.iter().all(|words| !words.en.is_empty() && !words.zh.is_empty()),
                    "{id}: {name}"
                );
                assert!(id == "club" || !kind.article.is_empty(), "{id}: {name} has no article");
                assert!(!kind.choices.is_empty(), "{id}: {name}");
            }
        }
    }

    #[test]
    fn the_usual_policies() {
        let of = |kind| usual(kind).id.clone();
        assert_eq!((of(GameKind::Go), of(GameKind::Chess)), ("weiqi".to_owned(), "fide-2023".to_owned()));
        assert_eq!((of(GameKind::Gomoku), of(GameKind::Clock)), ("club".to_owned(), "club".to_owned()));
    }

    /// The seeds' penalties: plays 1 to 4 (行棋), timekeeping 4 (计时), discipline (赛场纪律); 1988, 18 to 20; 2002, 12 to
    /// 15, 17, 20 and 22.
    #[test]
    fn what_weiqi_demands() {
        assert_effects(
            "weiqi",
            "press-before-stone | warning
             two-hands | warning
             two-moves-in-a-row | loss
             moved-placed-stone | warning
             dropped-stone |
             displaced-stones | back: ; valid: ; draw: draw; replay: replay
             displaced-stones-intended | loss
             board-upset | reconstructed: ; loss: loss
             board-upset-outside | reconstructed: ; draw: draw; replay: replay
             board-upset-intended | loss
             illegal-point | pass
             late | loss
             absent | loss
             withdrew | loss
             disturbing | warning
             talking | warning
             consulting | warning
             wandering | warning
             phone | warning
             smoking | warning
             dress | warning
             time-wasting | pause
             clock-fault | replace: ; set: ; loss: loss
             disobeyed-ruling | loss
             arranged-game | both-lose
             wrongful-capture | warning
             captures-left-on-board | warning
             cycle | no-result: no-result; draw: draw; replay: replay
             seal-unreadable | play: ; pass: pass
             seal-lost | play: ; pass: pass
             seal-mismatch | play: ; pass: pass
             wrong-times |",
        );
        let policy = find("weiqi").unwrap();
        assert_eq!(policy.kinds.len(), 32);
        let named = |wanted: fn(&Kind) -> bool| -> Vec<&str> {
            policy.kinds.iter().filter(|(_, kind)| wanted(kind)).map(|(name, _)| name.as_str()).collect()
        };
        assert_eq!(named(|kind| kind.sudden_death_only), ["time-wasting", "two-hands"]);
        assert_eq!(named(|kind| kind.nobodys), ["board-upset-outside", "cycle"]);
        assert_eq!(
            named(|kind| kind.decides == super::super::Decides::Chief),
            [
                "arranged-game",
                "clock-fault",
                "cycle",
                "displaced-stones",
                "seal-lost",
                "seal-mismatch",
                "seal-unreadable",
                "time-wasting",
            ]
        );
        assert_eq!(policy.talk_leave, super::super::Decides::Chief);
    }

    #[test]
    fn what_both_players_may_agree_on() {
        let agreed = |id: &str| {
            let policy = find(id).unwrap();
            let choices = policy.kinds.iter().flat_map(|(name, kind)| {
                let agreed = kind.choices.iter().filter(|choice| choice.agreed);
                agreed.map(move |choice| format!("{name} {}", choice.name))
            });
            choices.collect::<Vec<_>>().join(", ")
        };
        let weiqi = "board-upset reconstructed, board-upset-outside reconstructed, displaced-stones back, \
                     displaced-stones valid, dropped-stone uphold";
        assert_eq!(agreed("weiqi"), weiqi);
        assert_eq!(agreed("weiqi-2002"), weiqi.replace("uphold", "anywhere"));
        assert_eq!(agreed("japan-1989"), format!("{weiqi}, move-after-stop go-on"));
        assert_eq!(agreed("fide-2023"), "board-upset reconstructed");
        assert_eq!(agreed("fide-rapid-blitz"), "board-upset reconstructed");
        assert_eq!(
            agreed("club"),
            "board-upset reconstructed, board-upset-outside reconstructed, clock-fault replace, clock-fault set, \
             displaced-stones back, displaced-stones valid, dropped-stone uphold"
        );
    }

    #[test]
    fn what_the_others_demand() {
        assert_effects(
            "weiqi-2002",
            "two-moves-in-a-row | back, warning
             dropped-stone | anywhere: ; stays:
             displaced-stones | back: ; valid: ; draw: draw; replay: replay; both-lose: both-lose
             board-upset-outside | reconstructed: ; draw: draw; replay: replay; both-lose: both-lose
             moved-placed-stone | warning",
        );
        assert_effects(
            "fide-2023",
            "illegal-move | back, opponent +2m, again back, loss-or-draw
             press-without-move | opponent +2m, again loss-or-draw
             two-hands | back, opponent +2m, again back, loss-or-draw
             wrong-draw-claim | opponent +2m
             touch-move | back
             device | loss
             seal-unreadable | loss
             seal-illegal | loss
             wrong-times |",
        );
        assert_effects(
            "fide-rapid-blitz",
            "illegal-move | back, opponent +60s, again back, loss-or-draw
             press-without-move | opponent +60s, again loss-or-draw
             two-hands | back, opponent +60s, again back, loss-or-draw
             wrong-draw-claim | opponent +60s",
        );
        assert_effects(
            "japan-1989",
            "illegal-point | loss\ndisplaced-stones | back: ; valid: ; both-lose: both-lose",
        );
        assert_effects("aga", "illegal-point | pass\ntwo-moves-in-a-row | back");
        assert_effects("korea-2025", "captured-stones-not-in-lid | warning\nphone | caution, again loss");
        let up = |policy: &str| find(policy).unwrap().kind("captured-stones-not-in-lid").unwrap().adds_up;
        assert!(up("korea-2024") && !up("korea-2025"));
    }

    /// `club` only warns: nothing that an arbiter notes ends a game by itself.
    #[test]
    fn a_club_only_warns() {
        let club = find("club").unwrap();
        for (name, kind) in &club.kinds {
            let only = kind.only_choice().map(|only| only.effects.as_slice()).unwrap_or_default();
            assert!(matches!(only, [] | [Effect::Warning]), "{name}");
        }
    }
}
