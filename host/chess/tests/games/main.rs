//! Real games: each SAN is read and written again as the file has it, and the end is what another program says.

use chess::Game;

#[test]
fn real_games_are_written_as_their_file_has_them_and_end_as_another_program_says() {
    let (mut games, mut plies) = (0, 0);
    for line in include_str!("games.txt").lines().filter(|line| !line.starts_with('#')) {
        let [moves, fen, end] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut game = Game::new();
        let mut followed = Game::new();
        for san in moves.split_whitespace() {
            let read = game.read(san).unwrap_or_else(|illegal| panic!("{san}: {illegal} in {}", game.fen()));
            assert_eq!(read.san, san, "{}", game.fen());
            assert_eq!(game.play(&read.uci), Ok(read));
            assert_eq!(followed.follow(san), Ok(()));
        }
        assert_eq!(game.fen(), fen);
        assert_eq!((followed.fen(), followed.occurrences()), (game.fen(), game.occurrences()));
        let expected = end.strip_suffix(" insufficient");
        assert_eq!(game.status().as_str(), expected.map_or(end, |_| "dead-position"), "{fen}");
        games += 1;
        plies += game.plies();
    }
    assert_eq!((games, plies), (438, 28_538));
}
