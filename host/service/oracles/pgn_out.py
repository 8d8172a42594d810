"""python-chess against `flagfall export --pgn`: what is written is read back unchanged, clocks included.

Usage: pgn_out.py FOLDER…: every game in these folders is written by flagfall, and a file of games with everything
that has to be escaped.
"""

import io
import json
import random
import re
import sys
from itertools import zip_longest

import chess
import chess.pgn

from pgn import STARTS, read
from program import Comparison, call, files_below

TRICKY_GAMES, TRICKY_MOVES = 60, 80
# With fewer of the project's records and of what is made here, too much was left out to speak of agreement.
LEAST_GAMES, LEAST_MOVES = 500, 30_000
ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
# What a writer stumbles over: what tags escape, what opens or closes something, wide and joined characters.
SIGNS = [*'"\\%;()[]*黑胜é𠮷', "👍🏽", "$1", "1-0", "e4", "1."]

# ChessBase's sign for a turn without a move, which is no chess; python-chess writes `--`.
NULL_MOVE = "Z0"


def words(dice):
    return " ".join(dice.choice(SIGNS) for _ in range(dice.randint(1, 12)))


def tricky(seed):
    """A random game with clocks, comments and tags that are hard to write, as PGN."""
    dice = random.Random(seed)
    game = chess.pgn.Game()
    if seed % 3 == 0:
        game.setup(STARTS[seed // 3 % len(STARTS)])
    for name in ["Event", "White", "Black", "Annotator"]:
        game.headers[name] = words(dice)
    node, clock = game, 5400.0
    while len(moves := list(node.board().legal_moves)) > 0 and node.ply() - game.ply() < TRICKY_MOVES:
        node = node.add_variation(dice.choice(moves))
        clock = max(0, clock - dice.randint(0, 90))
        if dice.random() < 0.3:
            node.comment = words(dice)
        if seed % 2:
            node.set_clock(clock)
    # python-chess writes tags without the escapes that they need, and reads escapes as they stand.
    tags = "".join(f"[{name} {json.dumps(value, ensure_ascii=False)}]\n" for name, value in game.headers.items())
    return f"{tags}\n{game.accept(chess.pgn.StringExporter(headers=False))}\n\n"


def judge(comparison, where, given, found):
    """Compares a game with what was written of it."""
    comparison.same(where, "errors", [], list(map(str, found.errors)))
    comparison.same(where, "the seven tags in their order", ROSTER, list(found.headers)[:7])
    for name, value in given.headers.items():
        comparison.same(where, name, " ".join(value.split()), found.headers.get(name))
    comparison.same(where, "start", given.board().fen(), found.board().fen())
    theirs, ours = list(given.mainline()), list(found.mainline())
    if comparison.same(where, "moves", [node.move for node in theirs], [node.move for node in ours]):
        for node, written in zip(theirs, ours, strict=True):
            move = f"{where} half-move {node.ply()}"
            comparison.same(move, "clock", node.clock(), written.clock())
            comparison.same(move, "comment", plain(node), plain(written))
    return len(ours)


def plain(node):
    """The words of a comment, without its readings."""
    bare = chess.pgn.Game()
    bare.comment = node.comment
    bare.set_clock(None)
    bare.set_eval(None)
    bare.set_emt(None)
    return bare.comment.split()


def sans(text):
    """The moves of a file as they are written there."""
    text = re.sub(r'^\[\w+ ".*"\]$', "", text, flags=re.MULTILINE)
    text = re.sub(r"\{[^}]*\}", " ", text)
    words = [word for word in text.split() if not re.fullmatch(r"\d+\.+|\$\d+|\*|1-0|0-1|1/2-1/2", word)]
    return ["--" if word == NULL_MOVE else word for word in words]


def expected_sans(games):
    """The moves as python-chess writes them."""
    return [node.san() for game in games for node in game.mainline()]


def main(folders):
    comparison, number, moves = Comparison("pgn-out"), 0, 0
    made = comparison.folder / "tricky.pgn"
    made.write_text("".join(map(tricky, range(TRICKY_GAMES))), encoding="utf-8")
    for path in [made, *files_below(folders, ".pgn")]:
        given = read(path)
        if not given or any(game.errors for game in given):
            continue
        # A null move is no move of chess: the record that we write ends before it.
        if any(node.move == chess.Move.null() for game in given for node in game.mainline()):
            continue
        text = call("export", "--pgn", path).decode()
        written = io.StringIO(text)
        found = list(iter(lambda: chess.pgn.read_game(written), None))
        if sans(text) != expected_sans(given):
            ours, theirs = next(pair for pair in zip_longest(sans(text), expected_sans(given)) if pair[0] != pair[1])
            comparison.differs(path.name, f"{theirs} is written as {ours}")
        if comparison.same(path, "games", len(given), len(found)):
            for index, (before, after) in enumerate(zip(given, found, strict=True)):
                moves += judge(comparison, f"{path.name} game {index}", before, after)
        number += len(found)
    comparison.at_least("games", LEAST_GAMES, number)
    comparison.at_least("moves", LEAST_MOVES, moves)
    comparison.finish(f"{number} games, {moves:,} moves with their clocks are read as they were written")


if __name__ == "__main__":
    main(sys.argv[1:])
