//! Orders as text: how they are read, given to the hall's task, and what becomes of them.

use std::sync::Arc;

use hall::{Answer, Arrival, HallError};
use referee::{Command, Order, Said, ScriptFault, Secret, Setup, Wanted, Who};
use tokio::sync::oneshot;

use crate::console::inquiry::{Closed, send};
use crate::console::words::Words;
use crate::schedule::ScheduleError;
use crate::sealing::counter::CounterRefusal;
use crate::venue::{Request, Venue, Wish};

/// The longest name that an order may have.
pub(crate) const NAME_MAX: usize = 64;

/// What became of an order, or of the wish for a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It was carried out, and is on disk.
    Done,
    /// It was refused.
    Refused(Words),
    /// It cannot be taken at present; it may be given again.
    Busy(Words),
    /// It means nothing.
    Unreadable(Arc<str>),
    /// There is no such table.
    NoTable,
    /// Whoever asks may not.
    Forbidden,
}

impl Fate {
    /// Why nothing came of it; none where it was carried out.
    pub(crate) fn why(self) -> Option<Words> {
        match self {
            Self::Done => None,
            Self::Refused(why) | Self::Busy(why) => Some(why),
            Self::Unreadable(what) => Some(Words::unreadable(&what)),
            Self::NoTable => Some(HallError::NoTable.into()),
            Self::Forbidden => Some(Words::forbidden()),
        }
    }
}

impl From<HallError> for Fate {
    fn from(error: HallError) -> Self {
        match error {
            HallError::NoTable => Self::NoTable,
            HallError::NotOver
            | HallError::Begun
            | HallError::NotCleared
            | HallError::NotSigned
            | HallError::NoUnit
            | HallError::NoVoice
            | HallError::UnitHeard
            | HallError::TooLong
            | HallError::GameFull
            | HallError::NameTooLong => Self::Refused(error.into()),
            HallError::NotSaved | HallError::Overloaded | HallError::DiskBehind => Self::Busy(error.into()),
        }
    }
}

/// Something given to the hall's task, whose fate is not known yet.
#[derive(Debug)]
pub(crate) enum Pending {
    Order(oneshot::Receiver<Result<Answer, HallError>>),
    /// Something that is no order of a table.
    Asked(oneshot::Receiver<Result<(), HallError>>),
}

impl Pending {
    /// What has become of it, if that is known by now.
    pub(crate) fn told(&mut self) -> Option<Fate> {
        let answer = match self {
            Self::Order(reply) => reply.try_recv().ok()?,
            Self::Asked(reply) => reply.try_recv().ok()?.map(|()| Answer::Done),
        };
        Some(answer.into())
    }

    /// What becomes of it: known once it is on disk.
    pub(crate) async fn fate(self) -> Result<Fate, Closed> {
        let answer = match self {
            Self::Order(reply) => reply.await.map_err(|_| Closed)?,
            Self::Asked(reply) => reply.await.map_err(|_| Closed)?.map(|()| Answer::Done),
        };
        Ok(answer.into())
    }
}

impl From<Result<Answer, HallError>> for Fate {
    fn from(answer: Result<Answer, HallError>) -> Self {
        match answer {
            Ok(Answer::Done) => Self::Done,
            Ok(Answer::Refused(refusal)) => Self::Refused((&refusal).into()),
            Err(error) => error.into(),
        }
    }
}

impl From<ScheduleError> for Fate {
    fn from(error: ScheduleError) -> Self {
        match error {
            ScheduleError::Untrusted
            | ScheduleError::Over
            | ScheduleError::TooMany
            | ScheduleError::Unknown => Self::Refused(error.into()),
            ScheduleError::NotNamed | ScheduleError::NotKept => Self::Busy(error.into()),
        }
    }
}

/// Gives an order to the hall's task.
pub(crate) async fn give(
    venue: &Venue,
    table: u32,
    order: Order,
    arrival: Arrival,
) -> Result<Pending, Closed> {
    let (reply, answer) = oneshot::channel();
    send(venue, Request::Order { table, order, arrival, reply }).await?;
    Ok(Pending::Order(answer))
}

/// Asks for the next game at a table.
pub(crate) async fn new_game(venue: &Venue, table: u32, wish: Wish) -> Result<Pending, Closed> {
    let (reply, answer) = oneshot::channel();
    send(venue, Request::NewGame { table, wish: Box::new(wish), reply }).await?;
    Ok(Pending::Asked(answer))
}

/// Asks that a table's silent unit be given up.
pub(crate) async fn give_up_unit(venue: &Venue, table: u32) -> Result<Pending, Closed> {
    let (reply, answer) = oneshot::channel();
    send(venue, Request::GiveUpUnit { table, reply }).await?;
    Ok(Pending::Asked(answer))
}

/// What a text says to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// An order.
    Order(Order),
    /// Something secret, which the counter makes an order of, and who gives it.
    Secret(Secret, Who),
}

impl Given {
    /// What is put down of it: of something secret only what it is called.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Order(order) => order.command.to_string(),
            Self::Secret(Secret::Seal { .. }, _) => "seal".to_owned(),
            Self::Secret(Secret::Open { .. }, _) => "open-seal".to_owned(),
        }
    }

    /// In whose name it is given.
    pub(crate) const fn by(&self) -> Who {
        match self {
            Self::Order(order) => order.by,
            Self::Secret(_, by) => *by,
        }
    }
}

/// Reads a command, given `by` somebody, or by whom its own text says, or by its usual giver.
///
/// # Errors
/// The fate of what cannot be read. Of what may hold something secret it says nothing.
pub(crate) fn read(text: &str, by: Option<&str>, setup: &Setup) -> Result<Given, Fate> {
    let (said, named) = Command::read(text, setup.vocabulary()).map_err(|fault| {
        if is_about_a_seal(text) { unreadable_seal() } else { unreadable(format!("{}", fault.what)) }
    })?;
    let by = match (by.map(giver).transpose()?, named) {
        (Some(by), Some(named)) if by != named => {
            return Err(unreadable(format!("the command is given by {named}, and by {by}")));
        }
        (by, named) => by.or(named).unwrap_or_else(|| said.usual_giver(setup.game.moves_from.who())),
    };
    Ok(match said {
        Said::Command(command) => Given::Order(Order { by, command }),
        Said::Secret(secret) => Given::Secret(secret, by),
    })
}

/// Reads an order where nothing secret is taken: where it would be kept, or be seen by others.
///
/// # Errors
/// The fate of what cannot be read, or is secret.
pub(crate) fn read_order(text: &str, by: Option<&str>, setup: &Setup) -> Result<Order, Fate> {
    match read(text, by, setup)? {
        Given::Order(order) => Ok(order),
        Given::Secret(..) => Err(CounterRefusal::NotHere.into()),
    }
}

/// Whether a text seals or opens, well written or not.
pub(crate) fn is_about_a_seal(text: &str) -> bool {
    // A command's name may stand in quotes.
    let first = text.split_whitespace().next().unwrap_or_default().trim_start_matches('"');
    ["seal", "open-seal"].iter().any(|name| first.starts_with(name))
}

/// Whether a message may hold something secret: it has the name of such a command in it, or letters that are not
/// written as letters.
pub(crate) fn may_be_secret(message: &[u8]) -> bool {
    let has = |text: &[u8]| message.windows(text.len()).any(|window| window == text);
    has(b"seal") || has(br"\u00")
}

/// What is said of something secret that cannot be read: what was expected, and nothing of what was found.
pub(crate) fn unreadable_seal() -> Fate {
    unreadable(
        "expected seal SIDE and a move, pass, resign or a text in quotes, and passphrase=…; or open-seal with \
         passphrase=…, salt=…, a move, a text in quotes, unreadable or lost"
            .to_owned(),
    )
}

/// Who gives an order, by name.
///
/// # Errors
/// The fate of a name that is nobody's.
pub(crate) fn giver(name: &str) -> Result<Who, Fate> {
    let all = [Who::Black, Who::White, Who::Both, Who::Recorder, Who::Sensor, Who::Arbiter, Who::Chief];
    all.into_iter().find(|who| who.as_str() == name).ok_or_else(|| {
        let found = name.chars().take(NAME_MAX).collect();
        unreadable(ScriptFault::Expected { wanted: Wanted::Who, found: Some(found) }.to_string())
    })
}

/// Makes sure that an order's name is one that can be remembered.
///
/// # Errors
/// The fate of an order with another name.
pub(crate) fn check_name(name: &str) -> Result<(), Fate> {
    let sound = (1..=NAME_MAX).contains(&name.len());
    if sound { Ok(()) } else { Err(unreadable(format!("expected an id of 1 to {NAME_MAX} bytes"))) }
}

/// The fate of what means nothing: says what was expected.
pub(crate) fn unreadable(what: String) -> Fate {
    Fate::Unreadable(what.into())
}

#[cfg(test)]
mod tests {
    use referee::{Game, GameKind};

    use super::*;

    fn read_in(text: &str, by: Option<&str>, kind: GameKind) -> String {
        let setup = Setup::new(Game::of_kind(kind), "1h".parse().unwrap());
        match read(text, by, &setup) {
            Ok(Given::Order(Order { by, command })) => format!("{command} by {by}"),
            Ok(Given::Secret(secret, by)) => format!("{secret:?} by {by}"),
            Err(fate) => fate.why().unwrap().en,
        }
    }

    #[test]
    fn who_gives_a_command_is_said_in_it_or_beside_it_or_is_as_usual() {
        for (text, by, expected) in [
            ("press black", None, "press black by black"),
            ("press black", Some("black"), "press black by black"),
            ("press black by arbiter", None, "press black by arbiter"),
            ("press black by arbiter", Some("arbiter"), "press black by arbiter"),
            ("move white q16", None, "move white Q16 by recorder"),
            ("start", None, "start by arbiter"),
            ("void-flag", None, "void-flag by chief"),
            ("border E5=white", None, "border E5=white by arbiter"),
            ("result B+R \"why\"", None, "result B+R \"why\" by arbiter"),
            ("result B+R by chief", None, "result B+R by chief"),
            ("dead chief D4", None, "dead chief D4 by chief"),
            ("press black by arbiter", Some("black"), "the command is given by arbiter, and by black"),
            (
                "press black",
                Some("clock"),
                "expected black, white, both, recorder, sensor, arbiter or chief behind by, found clock",
            ),
            ("press", None, "expected a side, black or white, found the end of the line"),
        ] {
            assert_eq!(read_in(text, by, GameKind::Go), expected, "{text} {by:?}");
        }
        assert_eq!(
            read_in("move black D4", None, GameKind::Clock),
            "there are no moves in a game of kind clock"
        );
    }

    #[test]
    fn of_what_is_secret_nothing_is_said() {
        for (text, by, said) in [
            ("seal white Q16", None, "Seal { side: White, .. } by white"),
            ("open-seal passphrase=abandon-zoo", None, "Open(..) by arbiter"),
            ("open-seal passphrase=abandon-zoo", Some("chief"), "Open(..) by chief"),
        ] {
            assert_eq!(read_in(text, by, GameKind::Go), said, "{text}");
        }
        for text in [
            "seal white Q16 passphrse=zoo",
            "  seal wihte Q16",
            "seal white Q16 zoo",
            "sealed white zoo",
            "\"seal\" white zoo",
            "\"seal\" white Q16 zoo",
            "open-seal zoo",
            "open-seal passphrase=zoo passphrase=zoo",
        ] {
            let said = read_in(text, None, GameKind::Go);
            assert!(said.starts_with("expected seal SIDE"), "{text}: {said}");
        }
    }

    #[test]
    fn what_is_not_taken_is_told_apart() {
        assert_eq!(Fate::from(HallError::NoTable), Fate::NoTable);
        assert!(matches!(Fate::from(HallError::DiskBehind), Fate::Busy(_)));
    }

    #[test]
    fn names_are_short_and_not_empty() {
        assert_eq!(check_name("7f9c24e8"), Ok(()));
        for name in ["", &"n".repeat(NAME_MAX + 1)] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
