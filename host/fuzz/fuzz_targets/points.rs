//! Points as people write them, and moves of Go made of them: no text makes the reader panic, a point is written as it
//! is read, a refused stone changes nothing, no stone stays without liberties, and both sides' areas make up the board.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::go::{Game, Legality, Move, Position, Repetition, Suicide, count};
use rules::{Color, Point, Quarters, Size};

/// The first byte chooses the rules, the second the board.
fn game(bytes: &[u8]) -> Game {
    let choice = bytes.first().copied().unwrap_or_default();
    let repetition =
        [Repetition::Simple, Repetition::Positional, Repetition::Situational, Repetition::Practice];
    let suicide = [Suicide::Forbidden, Suicide::Several, Suicide::Allowed];
    let legality = Legality {
        repetition: repetition[usize::from(choice % 4)],
        suicide: suicide[usize::from(choice / 4 % 3)],
    };
    let lines = bytes.get(1).map_or(9, |byte| byte % 24 + 2);
    Game::new(Position::empty(Size::new(lines).expect("2 to 25 lines")), legality)
}

fuzz_target!(|text: &str| {
    let mut game = game(text.as_bytes());
    let size = game.position().size();
    for (number, word) in text.split_whitespace().enumerate().take(400) {
        let color = Color::BOTH[number % 2];
        let turn = match word.parse::<Point>() {
            Ok(point) => {
                assert_eq!(point.to_string(), word.to_ascii_uppercase());
                Move::Play(point)
            }
            Err(_) => Move::Pass,
        };
        let before = game.position().rows();
        if game.play(color, turn).is_err() {
            assert_eq!(game.position().rows(), before);
        }
    }
    let position = game.position();
    for point in size.iter().filter(|point| position.at(*point).is_some()) {
        assert!(!position.liberties(point).is_empty(), "{point}");
    }
    let area = count(position, &[]).expect("nothing is called dead").area();
    assert_eq!(area.black + area.white, Quarters::whole(size.points().into()));
});
