"""GNU Go and sgfmill against `flagfall replay` and `flagfall score`.

Usage: go.py FOLDER…: a sample of the games in these folders, and random games on small boards.
"""

import json
import sys
from typing import NamedTuple

from sgfmill import sgf

import gnugo
from go_game import Game, Played, random_game
from program import Comparison, call, files_below, replay, spread


class Rules(NamedTuple):
    """A rule set by flagfall's name, how it compares positions, which suicide it allows, and GNU Go's options."""

    name: str
    repetition: str
    suicide: str
    options: tuple


RULES = [
    Rules("chinese", "situational", "none", ("--situational-superko", "--forbid-suicide")),
    Rules("chinese-1988", "positional", "none", ("--positional-superko", "--forbid-suicide")),
    Rules("japanese", "simple", "none", ("--simple-ko", "--forbid-suicide")),
    Rules("ing", "simple", "several", ("--simple-ko", "--allow-suicide")),
    Rules("new-zealand", "situational", "all", ("--situational-superko", "--allow-all-suicide")),
]
SAMPLE, RANDOM_GAMES = 60, 300
# With fewer of the project's records and of what is made here, too much was left out to speak of agreement.
LEAST_GAMES, LEAST_AREAS = 350, 340


def readable(path):
    """The game; none where sgfmill cannot read it."""
    try:
        game = Game(path)
        return (game, Played(game)) if game.moves else None
    except (ValueError, IndexError, KeyError) as error:
        print(f"left out, as sgfmill cannot read it: {path}: {type(error).__name__} {error}")
        return None


def sample(folders):
    """Games evenly spread over the folders' files, those that two folders share only once."""
    unlike = {path.read_bytes(): path for path in reversed(files_below(folders, ".sgf"))}
    return spread(sorted(unlike.values()), SAMPLE)


def write_random_games(folder):
    for seed in range(RANDOM_GAMES):
        path = folder / f"random-{seed:03}.sgf"
        path.write_text(random_game(seed), encoding="utf-8")
        yield path


def judge(comparison, played, answer, rules, engine):
    """Compares one game under one rule; says how many moves were compared."""
    game = played.game
    where = f"{game.path} ({rules.name})"
    comparison.same(where, "moves, sgfmill", len(game.moves), answer["moves"])
    comparison.same(where, "position, sgfmill", played.rows(), answer["position"])
    comparison.same(where, "captures, sgfmill", played.captures, answer["captures"])
    if game.size <= gnugo.SIZE_MAX and len(game.moves) < gnugo.MOVES_MAX and game.starts_with_setup_only():
        judge_legality(comparison, played, answer, rules, engine)
    return len(game.moves)


def judge_legality(comparison, played, answer, rules, engine):
    """The first illegal move and its reason; without one, GNU Go's stones and captures too."""
    game = played.game
    where = f"{game.path} ({rules.name})"
    refused, stones, captures = engine.play(game.size, game.stones(), game.moves)
    unseen = repeating_suicide(played, rules)
    first = min(filter(None, [refused, unseen, game.first_out_of_turn()]), default=0)
    illegal = answer["illegal"] or {"move": 0}
    if not comparison.same(where, "first illegal move, GNU Go", first, illegal["move"]):
        return
    if first == 0:
        ours = (answer["captures"]["black"], answer["captures"]["white"])
        comparison.same(where, "captures, GNU Go", captures, ours)
        comparison.same(where, "stones, GNU Go", stones, played.stones())
        return
    where = f"{where} move {first}"
    colour, point = game.moves[first - 1]
    comparison.same(where, "side", colour, illegal["side"])
    comparison.same(where, "point", gnugo.vertex(point), illegal["at"])
    fitting = reasons(played, first, rules, {refused, unseen})
    if illegal["reason"] not in fitting:
        comparison.differs(where, f"reason {' or '.join(fitting)}, flagfall: {illegal['reason']}")
    if illegal["reason"] in ("ko", "superko"):
        repeated = played.first_like(first, rules.repetition)
        comparison.same(where, "the position it repeats", repeated, illegal.get("repeats"))


def repeating_suicide(played, rules):
    """The first suicide that repeats a position, which GNU Go lets pass where suicide is allowed; 0: none."""
    if rules.suicide != "all":
        return 0
    repeats = (number for number in sorted(played.suicides) if played.first_like(number, rules.repetition) is not None)
    return next(repeats, 0)


def reasons(played, number, rules, refused):
    """The words that fit what sgfmill's boards show at a refused move."""
    fitting = ["out-of-turn"] if played.game.first_out_of_turn() == number else []
    if number not in refused:
        return fitting
    if number in played.occupied:
        return [*fitting, "occupied"]
    single = played.positions[number][1] == played.positions[number - 1][1]
    if number in played.suicides and (rules.suicide == "none" or rules.suicide == "several" and single):
        return [*fitting, "suicide"]
    retake = played.positions[number][1] == played.positions[max(0, number - 2)][1] and number not in played.suicides
    return [*fitting, "ko" if retake else "superko"]


def judge_count(comparison, played):
    """The area, nothing being dead."""
    path = played.game.path
    area = json.loads(call("score", "--json", path))["area"]
    comparison.same(path, "area, sgfmill", played.board.area_score(), area["black"] - area["white"])
    comparison.same(path, "points in all", played.game.size**2, area["black"] + area["white"])


def has_marks(game):
    """Whether the file marks territory, which says what is dead."""
    tree = sgf.Sgf_game.from_bytes(game.path.read_bytes())
    return any(node.has_property("TB") or node.has_property("TW") for node in tree.get_main_sequence())


def main(folders):
    comparison, moves = Comparison("go"), 0
    paths = [*sample(folders), *write_random_games(comparison.folder)]
    games = [found[1] for path in paths if (found := readable(path))]
    for rules in RULES:
        answers = replay([played.game.path for played in games], "--rules", rules.name)
        engine = gnugo.GnuGo(*rules.options)
        for played in games:
            answer = answers[str(played.game.path), 0]
            moves += judge(comparison, played, answer, rules, engine)
    counted = [played for played in games if not has_marks(played.game)]
    for played in counted:
        judge_count(comparison, played)
    comparison.at_least("games", LEAST_GAMES, len(games))
    comparison.at_least("areas", LEAST_AREAS, len(counted))
    comparison.finish(f"{len(games)} games, {len(RULES)} rules, {moves:,} moves agree; {len(counted)} areas agree")


if __name__ == "__main__":
    main(sys.argv[1:])
