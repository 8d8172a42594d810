//! Commands on the way to a game's end.

use clock::Side;

use crate::command::{Command, Played};
use crate::ending::{EndingCommand, Marker, Signer};
use crate::outcome::Outcome;
use crate::script::Vocabulary;
use crate::script::fault::{Read, Wanted};
use crate::script::line::Words;
use crate::script::words::Word;
use crate::setup::GameKind;

/// Reads a command if it is one of these.
pub(super) fn read(
    name: &Word,
    words: &mut Words<'_>,
    Vocabulary { kind, .. }: Vocabulary<'_>,
) -> Read<Option<Command>> {
    let command = match name.text.as_str() {
        "propose-end" => EndingCommand::ProposeEnd { side: words.side()? },
        "agree-end" => EndingCommand::AgreeEnd { side: words.side()? },
        "decline-end" => EndingCommand::DeclineEnd { side: words.side()? },
        "dead" => EndingCommand::Dead { by: read_marker(words)?, points: read_points(words, kind)? },
        "play-on" => EndingCommand::PlayOn { side: words.side()? },
        "agree-count" => EndingCommand::AgreeCount { side: words.side()? },
        "ask-recount" => EndingCommand::AskRecount { side: words.side()? },
        "concede-contest" => EndingCommand::ConcedeContest { side: words.side()? },
        "border" => EndingCommand::Border { points: read_border(words, kind)? },
        "draw-offer" => EndingCommand::DrawOffer { side: words.side()? },
        "draw-agree" => EndingCommand::DrawAgree { side: words.side()? },
        "draw-decline" => EndingCommand::DrawDecline { side: words.side()? },
        "claim-draw" => {
            EndingCommand::ClaimDraw { side: words.side()?, played: words.optional_played(kind)? }
        }
        "result" => {
            let word = words.next(Wanted::Result)?;
            let outcome = Outcome::from_notation(&word.text, kind).filter(|_| !word.quoted);
            let outcome = outcome.ok_or_else(|| word.instead(Wanted::Result))?;
            EndingCommand::Result { outcome, kind, why: words.why()? }
        }
        "confirm" => EndingCommand::Confirm { by: read_signer(words)? },
        "cleared" => EndingCommand::Cleared,
        _ => return Ok(None),
    };
    Ok(Some(Command::Ending(command)))
}

fn read_marker(words: &mut Words<'_>) -> Read<Marker> {
    let word = words.next(Wanted::Marker)?;
    let markers = [Marker::Side(Side::Black), Marker::Side(Side::White), Marker::Chief];
    let marker = markers.into_iter().find(|marker| word.is(marker.who().as_str()));
    marker.ok_or_else(|| word.instead(Wanted::Marker))
}

fn read_signer(words: &mut Words<'_>) -> Read<Signer> {
    let word = words.next(Wanted::Signer)?;
    let signer = Signer::ALL.into_iter().find(|signer| word.is(signer.as_str()));
    signer.ok_or_else(|| word.instead(Wanted::Signer))
}

fn read_points(words: &mut Words<'_>, kind: GameKind) -> Read<Vec<String>> {
    words.bare().iter().map(|word| read_point(word, kind)).collect()
}

fn read_point(word: &Word, kind: GameKind) -> Read<String> {
    match word.played(kind) {
        Ok(Played::At(point)) => Ok(point),
        Ok(Played::Pass | Played::Unknown) | Err(_) => Err(word.instead(Wanted::StonePoint)),
    }
}

/// `D4=black` as often as it comes.
fn read_border(words: &mut Words<'_>, kind: GameKind) -> Read<Vec<(String, Side)>> {
    let read = |word: &Word| {
        let (point, side) = word.text.split_once('=').ok_or_else(|| word.instead(Wanted::Border))?;
        let point = Word { text: point.to_owned(), ..word.clone() };
        let side = side.parse().map_err(|_| word.instead(Wanted::Border))?;
        Ok((read_point(&point, kind).map_err(|_| word.instead(Wanted::Border))?, side))
    };
    words.bare().iter().map(read).collect()
}
