"""The program under test, and what a script says in the end."""

import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# So many files fit into one command line on any system.
FILES_AT_ONCE = 400
# A script that finds more than this says only how many.
SHOWN_MAX = 20


def program():
    """The path of `flagfall`."""
    path = os.environ.get("FLAGFALL")
    if not path:
        sys.exit("FLAGFALL is not set: expected the path of the program, such as target/debug/flagfall")
    return path


def call(*arguments):
    """What `flagfall` prints; a status other than 0 ends the script."""
    done = subprocess.run([program(), *map(str, arguments)], capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"flagfall {' '.join(map(str, arguments[:6]))}: status {done.returncode}\n{done.stderr.decode()}")
    return done.stdout


def replay(files, *options):
    """Each game of these files as `flagfall replay` read it: {(file, game): the object it printed}."""
    games = {}
    files = list(map(str, files))
    for start in range(0, len(files), FILES_AT_ONCE):
        printed = call("replay", "--json", *options, *files[start : start + FILES_AT_ONCE])
        for line in printed.decode().splitlines():
            game = json.loads(line)
            games[game["file"], game["game"]] = game
    return games


def tool(name):
    """The path of an installed program; Debian keeps games beside the usual folders."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
    if not found:
        sys.exit(f"{name} is not installed (Debian's package {name})")
    return found


def files_below(folders, ending):
    """All files with this ending in these folders, in a fixed order."""
    found = sorted(itertools.chain.from_iterable(Path(folder).rglob(f"*{ending}") for folder in folders))
    if not found:
        sys.exit(f"no {ending} files in {', '.join(map(str, folders))}")
    return found


def spread(items, number):
    """So many of these, evenly spread."""
    items = list(items)
    return items if len(items) <= number else [items[index * len(items) // number] for index in range(number)]


class Comparison:
    """Keeps disagreements. What was written for it in `folder` is kept as well if there are any."""

    def __init__(self, name):
        self.name = name
        self.differences = []
        self.folder = Path(tempfile.mkdtemp(prefix=f"oracles-{name}-"))

    def same(self, where, what, theirs, ours):
        """Notes a difference; says whether there is none."""
        if theirs != ours:
            self.differs(where, f"{what}: {theirs!r}, flagfall: {ours!r}")
        return theirs == ours

    def differs(self, where, what):
        """Notes a difference in words."""
        self.differences.append(f"{where}: {what}")

    def at_least(self, what, least, found):
        """Notes that fewer cases were compared than there must be: what was left out agrees with everything."""
        if found < least:
            self.differs(what, f"only {found:,} compared, at least {least:,} were expected")

    def finish(self, summary):
        """Prints the last line and ends the script."""
        for difference in self.differences[:SHOWN_MAX]:
            print(difference, file=sys.stderr)
        if self.differences:
            print(f"oracles {self.name}: {len(self.differences)} disagreements; see {self.folder}", file=sys.stderr)
            sys.exit(1)
        shutil.rmtree(self.folder)
        print(f"oracles {self.name}: {summary}")
