"""sgfmill and @sabaki/sgf against `flagfall export --sgf`: what is written is read back unchanged, times included.

Usage: sgf_out.py FOLDER…: a sample of the games in these folders, each with comments and clock times of every kind
added, is written by flagfall and read by both.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

from sgfmill import sgf, sgf_grammar

from program import Comparison, call, files_below, replay, spread, tool

SAMPLE = 40
# With fewer of the project's records and of what is made here, too much was left out to speak of agreement.
LEAST_GAMES = 36
# What a writer stumbles over: what SGF escapes, what encodings use as a second byte, wide and joined characters.
SIGNS = [*"][\\:;()\n \"黑胜許功蓋ソé𠮷", "바둑", "👍🏽", "B[aa]"]
TEXTS = ["PB", "PW", "BR", "WR", "EV", "RO", "PC", "DT", "GN", "AN", "US", "SO", "GC", "BT", "WT", "CP"]
TIMES = ["BL", "WL", "OB", "OW"]
NUMBERS = ["SZ", "HA", "TM"]
POINTS = ["AB", "AW", "AE", "TB", "TW"]


def tricky(path):
    """The game of a file with comments and times at every move, as sgfmill writes it."""
    source = sgf.Sgf_game.from_bytes(path.read_bytes())
    dice = random.Random(path.name)
    game = sgf.Sgf_game(source.get_size(), encoding="UTF-8")
    root = game.get_root()
    black, white, _ = source.get_root().get_setup_stones()
    if black or white:
        root.set_setup_stones(black, white)
    for name in ["PB", "PW", "BR", "WR", "EV", "RO", "GN", "GC"]:
        root.set(name, words(dice).replace("\n", " ").strip() or name)
    for name in ["KM", "RU", "RE", "DT", "TM", "OT"]:
        if source.get_root().has_property(name):
            root.set(name, source.get_root().get(name))
    # HA stands only with its stones, and a komi in hundredths is written in points: flagfall puts both right.
    if len(black) >= 2:
        root.set("HA", len(black))
    if root.has_property("KM") and abs(root.get("KM")) > 100:
        root.unset("KM")
    for number, node in enumerate(source.get_main_sequence()[1:]):
        colour, point = node.get_move()
        if colour is None:
            break
        add_move(game.extend_main_sequence(), colour, point, number, dice)
    return game.serialise()


def add_move(node, colour, point, number, dice):
    """A move, the time left after it, and now and then what is left in overtime, and words."""
    node.set_move(colour, point)
    letter = colour.upper()
    node.set(f"{letter}L", round(dice.uniform(0, 7200), dice.choice([0, 1, 3])))
    if number > 20:
        node.set(f"O{letter}", dice.randint(1, 30))
    if dice.random() < 0.4:
        node.set("C", words(dice) or "?")


def words(dice):
    """A text that is hard to write; blanks at its ends are nobody's loss."""
    return "".join(dice.choice(SIGNS) for _ in range(dice.randint(1, 12))).strip()


def meaning(node, name):
    """The values of a property, its escapes undone."""
    return [sgf_grammar.text_value(value).decode() for value in node.get_raw_list(name)]


def properties(node):
    return {name: meaning(node, name) for name in node.properties()}


def judge(comparison, path, original, written, sabaki):
    """Compares what was given with what was written."""
    before, after = sgf.Sgf_game.from_bytes(original), sgf.Sgf_game.from_bytes(written)
    nodes, kept = before.get_main_sequence(), after.get_main_sequence()
    form = {"FF": ["4"], "GM": ["1"], "CA": ["UTF-8"]}
    root = properties(kept[0])
    comparison.same(path, "form", form, {name: root.get(name) for name in form})
    if comparison.same(path, "nodes", len(nodes), len(kept)):
        for number, (given, found) in enumerate(zip(nodes, kept, strict=True)):
            judge_node(comparison, f"{path} node {number}", given, found)
    read = [{name: unread(values) for name, values in node.items()} for node in sabaki]
    comparison.same(path, "as @sabaki/sgf reads it", read, [properties(node) for node in kept])
    return len(kept)


def unread(values):
    """@sabaki/sgf leaves other white space than line ends as it is; by FF[4] each is a blank."""
    return [value.replace("\t", " ").replace("\v", " ") for value in values]


def judge_node(comparison, where, given, found):
    """Compares one node."""
    comparison.same(where, "move", given.get_move(), found.get_move())
    for name in [*TIMES, *NUMBERS, "KM", "C", *POINTS]:
        if given.has_property(name) or found.has_property(name):
            theirs = given.get(name) if given.has_property(name) else None
            comparison.same(where, name, theirs, found.get(name) if found.has_property(name) else None)
    for name in TEXTS:
        theirs = meaning(given, name) if given.has_property(name) else None
        comparison.same(where, name, theirs, meaning(found, name) if found.has_property(name) else None)


def sabaki(paths):
    """The main line of each file's only game, as @sabaki/sgf reads it."""
    script = Path(__file__).with_suffix(".mjs")
    done = subprocess.run([tool("node"), script, *paths], capture_output=True, text=True, check=True)
    return [game for (game,) in map(json.loads, done.stdout.splitlines())]


def readable(path):
    """The file with much added to it; none where sgfmill cannot read it."""
    try:
        return tricky(path)
    except (ValueError, IndexError, KeyError) as error:
        print(f"left out, as sgfmill cannot read it: {path}: {type(error).__name__} {error}")
        return None


def main(folders):
    comparison, nodes = Comparison("sgf-out"), 0
    given, written = [], []
    for path in spread(files_below(folders, ".sgf"), SAMPLE):
        if original := readable(path):
            given.append(comparison.folder / f"{len(given)}-{path.name}")
            given[-1].write_bytes(original)
            written.append(given[-1].with_suffix(".out.sgf"))
            written[-1].write_bytes(call("export", "--sgf", given[-1]))
    for path, out, read in zip(given, written, sabaki(written), strict=True):
        nodes += judge(comparison, path.name, path.read_bytes(), out.read_bytes(), read)
    again = replay([*given, *written])
    for path, out in zip(given, written, strict=True):
        first, second = again[str(path), 0], again[str(out), 0]
        for name in ["moves", "captures", "position", "illegal", "players", "result", "komi", "handicap", "time"]:
            comparison.same(path.name, f"{name} replayed before", first.get(name), second.get(name))
    comparison.at_least("games", LEAST_GAMES, len(written))
    comparison.finish(f"{len(written)} games, {nodes:,} nodes are read as they were written")


if __name__ == "__main__":
    main(sys.argv[1:])
