//! What is asked of the next game at a table.

use chrono::NaiveDate;
use clock::BySide;
use hall::Players;
use referee::{Player, Seats};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::console::orders::{Fate, unreadable};
use crate::venue::Wish;

/// What a program asks of the next game; nothing at all is the game as it is planned.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NextGame {
    /// Who plays it, where it is not as planned.
    players: Option<PlayersBody>,
    /// Whether it may take the place of a decided game that is not signed.
    #[serde(default)]
    replace: bool,
}

/// Two players: `black` and `white`, or, where nigiri decides, `one` and `two`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PlayersBody {
    black: Option<PlayerBody>,
    white: Option<PlayerBody>,
    one: Option<PlayerBody>,
    two: Option<PlayerBody>,
}

/// A player as entered in the event.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PlayerBody {
    name: Option<String>,
    /// Such as `5d`.
    rank: Option<String>,
    /// The date of birth, such as `1980-05-17`: among equal ranks the elder holds the stones.
    #[schema(value_type = Option<String>)]
    born: Option<NaiveDate>,
}

impl NextGame {
    /// Reads the body of a request.
    ///
    /// # Errors
    /// The fate of what means nothing.
    pub(crate) fn read(body: &[u8]) -> Result<Self, Fate> {
        if body.trim_ascii().is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_slice(body)
            .map_err(|error| unreadable(format!("expected what is asked of the next game: {error}")))
    }

    /// The same as the hall's task is told it.
    ///
    /// # Errors
    /// Players by colour and before nigiri at once.
    pub(crate) fn wish(self) -> Result<Wish, Fate> {
        let players = self.players.map(PlayersBody::players).transpose()?;
        Ok(Wish { players, replaces: self.replace, ..Wish::default() })
    }
}

impl PlayersBody {
    fn players(self) -> Result<Players, Fate> {
        let Self { black, white, one, two } = self;
        let given = black.is_some() || white.is_some();
        let drawn = one.is_some() || two.is_some();
        if given && drawn {
            let what = "players: expected black and white, or one and two before nigiri, found both";
            return Err(unreadable(what.to_owned()));
        }
        let player = |body: Option<PlayerBody>| body.map(Player::from).unwrap_or_default();
        let given = BySide { black: player(black), white: player(white) };
        let seats = Seats { one: player(one), two: player(two) };
        Ok(Players { given, seats: drawn.then_some(seats) })
    }
}

impl From<PlayerBody> for Player {
    fn from(body: PlayerBody) -> Self {
        let PlayerBody { name, rank, born } = body;
        let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        Self { name: said(name), rank: said(rank), born }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Wish, String> {
        let wish = NextGame::read(text.as_bytes()).and_then(NextGame::wish);
        wish.map_err(|fate| fate.why().unwrap().en)
    }

    #[test]
    fn players_are_read_by_colour_or_before_nigiri() {
        for text in ["", " \n", "{}"] {
            let wish = read(text).unwrap();
            assert_eq!((wish.players, wish.replaces), (None, false), "{text:?}");
        }
        assert!(read(r#"{"replace":true}"#).unwrap().replaces);
        let drawn = r#"{"players":{"one":{"name":"沈","rank":"5d","born":"1980-05-17"},"two":{"name":" "}}}"#;
        let seats = read(drawn).unwrap().players.unwrap().seats.unwrap();
        assert_eq!((seats.one.name.as_deref(), seats.one.rank.as_deref()), (Some("沈"), Some("5d")));
        assert_eq!(seats.one.born, NaiveDate::from_ymd_opt(1980, 5, 17));
        assert_eq!(seats.two, Player::default());
        let given = read(r#"{"players":{"white":{"name":"Ke"}}}"#).unwrap().players.unwrap();
        assert_eq!((given.given.white.name.as_deref(), given.seats), (Some("Ke"), None));
    }

    #[test]
    fn what_means_nothing_is_told() {
        for (text, expected) in [
            ("[]", "expected what is asked of the next game: "),
            (r#"{"replace":1}"#, "expected a boolean"),
            (r#"{"player":{}}"#, "unknown field `player`"),
            (r#"{"players":{"one":{"born":"yesterday"}}}"#, "expected what is asked of the next game: "),
            (r#"{"players":{"one":{},"black":{}}}"#, "one and two before nigiri, found both"),
        ] {
            let why = read(text).unwrap_err();
            assert!(why.contains(expected), "{text}: {why}");
        }
    }
}
