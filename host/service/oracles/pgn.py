"""python-chess against `flagfall replay` on games of chess.

Usage: pgn.py FOLDER…: every game in these folders, the first moves of many of them, and random games that run into
each of the endings.
"""

import random
import sys
from itertools import takewhile

import chess
import chess.pgn

from program import Comparison, files_below, replay

# Each game that is read is also cut after every so many half-moves.
CUT_EVERY, RANDOM_GAMES, RANDOM_MOVES = 12, 160, 330
# With fewer of the project's records and of what is made here, too much was left out to speak of agreement.
LEAST_GAMES, LEAST_CUTS, LEAST_ENDINGS = 440, 2_500, 330
STARTS = [
    chess.STARTING_FEN,
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "8/4k3/8/8/3P4/8/4K3/8 w - - 0 40",
    "8/4k3/2p5/8/8/3P4/4K3/8 b - - 90 60",
    "4k3/2n5/8/8/8/8/5B2/4K3 w - - 60 80",
    "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
    "k7/8/8/3pP3/8/8/8/K6R w - d6 0 70",
    "8/8/3k4/8/8/3KB3/8/8 b - - 0 1",
]


class Line:
    """A game's moves with the position after them, and the PGN of any beginning of it."""

    def __init__(self, board, name):
        self.board, self.name = board, name
        self.start, self.sans = board.fen(), []
        self.first = board.ply()

    def push(self, move):
        self.sans.append(self.board.san(move))
        self.board.push(move)

    def text(self):
        """The game so far as PGN."""
        tags = f'[Event "{self.name}"]\n[Result "*"]\n'
        if self.start != chess.STARTING_FEN:
            tags += f'[SetUp "1"]\n[FEN "{self.start}"]\n'
        moves = [f"{self.number(index)}{san}" for index, san in enumerate(self.sans)]
        return f"{tags}\n{' '.join([*moves, '*'])}\n\n"

    def number(self, index):
        ply = self.first + index
        if ply % 2 == 0:
            return f"{ply // 2 + 1}. "
        return f"{ply // 2 + 1}... " if index == 0 else ""

    def expected(self):
        """What python-chess says of the position."""
        return {"name": self.name, "moves": len(self.sans), **place(self.board)}


def place(board):
    """A position and its endings."""
    return {"position": board.fen(), "statuses": statuses(board)}


def statuses(board):
    """The endings that python-chess sees, the stronger ones alone: the end of the game, then what can be claimed."""
    if board.is_checkmate():
        return {"checkmate"}
    if board.is_stalemate():
        return {"stalemate"}
    found = {
        "dead-position": board.is_insufficient_material(),
        "fivefold": board.is_fivefold_repetition(),
        "seventy-five": board.is_seventyfive_moves(),
    }
    claims = {"threefold": board.is_repetition(3), "fifty": board.is_fifty_moves()}
    holding = {name for name, holds in found.items() if holds}
    return holding or {name for name, holds in claims.items() if holds}


def beginnings(game, name):
    """A game cut after every few half-moves: (PGN, what to expect)."""
    line = Line(game.board(), name)
    for move in takewhile(bool, game.mainline_moves()):
        if line.sans and len(line.sans) % CUT_EVERY == 0:
            yield line.text(), line.expected()
        line.push(move)


def random_games():
    """Random games, cut where an ending is reached or can be claimed first: (PGN, what to expect)."""
    for seed in range(RANDOM_GAMES):
        dice = random.Random(seed)
        line = Line(chess.Board(STARTS[seed % len(STARTS)]), f"random {seed}")
        seen = set()
        while not line.board.is_game_over() and len(line.sans) < RANDOM_MOVES:
            line.push(random_move(line.board, dice, back=seed % 3 == 0))
            if statuses(line.board) - seen:
                seen |= statuses(line.board)
                yield line.text(), line.expected()
        yield line.text(), line.expected()


def random_move(board, dice, back):
    """Any legal move; or mostly the way back of one's last move, so that positions repeat."""
    moves = list(board.legal_moves)
    if back and len(board.move_stack) >= 2 and dice.random() < 0.85:
        last = board.move_stack[-2]
        wayback = chess.Move(last.to_square, last.from_square)
        if wayback in moves:
            return wayback
    return dice.choice(moves)


def read(path):
    """The games of a file; none where one has rules of its own."""
    with open(path, encoding="utf-8-sig", errors="surrogateescape") as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    variants = {type(game.board()).uci_variant for game in games if game.headers.get("Variant") != "From Position"}
    others = variants - {"chess"} or {game.headers["Variant"] for game in games if game.board().chess960}
    if others:
        print(f"left out, as it is no chess: {path}: {', '.join(sorted(others))}")
        return []
    return games


def judge(comparison, where, expected, answer):
    """Compares one game."""
    comparison.same(where, "half-moves", expected["moves"], answer["moves"])
    comparison.same(where, "position", expected["position"], answer["position"])
    ours, theirs = answer["status"], expected["statuses"]
    # Ours sees more: a position may be dead with material on the board that could mate elsewhere.
    deeper = ours in ("dead-position", "undecided") and not theirs & {"checkmate", "stalemate", "dead-position"}
    if not deeper and ours not in (theirs or {"none"}):
        comparison.differs(where, f"status {theirs or 'none'}, flagfall: {ours}")
    return deeper


def first_illegal(game):
    """Where python-chess stops reading, or a turn without a move, which it lets pass; none if all moves are legal."""
    moves = list(game.mainline_moves())
    if chess.Move.null() in moves:
        return moves.index(chess.Move.null()) + 1
    return len(moves) + 1 if game.errors else None


def judge_file(comparison, path, games, answers):
    """Compares a file's games as they are."""
    theirs = sorted(game for file, game in answers if file == str(path))
    if not comparison.same(path, "games", list(range(len(games))), theirs):
        return
    for number, game in enumerate(games):
        where, answer = f"{path} game {number}", answers[str(path), number]
        end = game.end()
        moves = end.ply() - game.ply()
        stops = first_illegal(game)
        illegal = (answer["illegal"] or {"move": None})["move"]
        comparison.same(where, "first illegal half-move", stops, illegal)
        comparison.same(where, "result", game.headers.get("Result"), answer["result"])
        if stops is None:
            judge(comparison, where, {"moves": moves, **place(end.board())}, answer)


def judge_cuts(comparison, cuts):
    """Writes these games and compares what is read."""
    path = comparison.folder / "cuts.pgn"
    path.write_text("".join(text for text, _ in cuts), encoding="utf-8")
    answers = replay([path])
    deeper = 0
    if comparison.same(path, "games", len(cuts), len(answers)):
        for number, (_, expected) in enumerate(cuts):
            where = f"{expected['name']} after {expected['moves']} half-moves ({expected['position']})"
            comparison.same(where, "illegal", None, answers[str(path), number]["illegal"])
            deeper += judge(comparison, where, expected, answers[str(path), number])
    return deeper


def main(folders):
    comparison = Comparison("pgn")
    games = {path: found for path in files_below(folders, ".pgn") if (found := read(path))}
    answers = replay(games)
    for path, found in games.items():
        judge_file(comparison, path, found, answers)
    cuts = [
        cut
        for path, found in games.items()
        for number, game in enumerate(found)
        for cut in beginnings(game, f"{path.name} {number}")
    ]
    cuts += random_games()
    deeper = judge_cuts(comparison, cuts)
    moves = sum(answer["moves"] for answer in answers.values())
    endings = sum(bool(expected["statuses"]) for _, expected in cuts)
    comparison.at_least("games", LEAST_GAMES, len(answers))
    comparison.at_least("positions on the way", LEAST_CUTS, len(cuts))
    comparison.at_least("endings", LEAST_ENDINGS, endings)
    comparison.finish(
        f"{len(answers)} games, {moves:,} moves agree; {len(cuts)} positions on the way, {endings} of them endings,"
        f" agree ({deeper} more are dead, which python-chess does not look for)"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
