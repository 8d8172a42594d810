#!/usr/bin/env python3
"""Looks at what the machine with simulated pins brought out: check.py FLAGFALL FOLDER.

Four things are compared edge by edge: when the presser wrote to the line, what the kernel stamped, when the program
came to read it, and what stands in the journal. Of edges that were lost it is looked whether the record and the
arbiter's page say so.
"""

import json
import re
import subprocess
import sys
from collections import namedtuple
from datetime import datetime
from pathlib import Path

SIDES = ("white", "black")  # even lines are White's, odd ones Black's (flagfall.toml)

DROPPING, MERGING = 3, 4  # the tables whose edges are lost on purpose

Edge = namedtuple("Edge", "table side contact before after")  # what the presser did, CLOCK_MONOTONIC in ns
Traced = namedtuple("Traced", "table side contact stamp sequence interrupt wall")  # what the program says that the kernel said


def fail(what):
    sys.exit(f"gpio: {what}")


def pressed(folder):
    for line in (folder / "pressed").read_text().splitlines():
        table, side, contact, before, after = line.split()
        yield Edge(int(table), side, contact, int(before), int(after))


def traced(folder):
    """The edges in the program's own log, in the order in which it read them."""
    colours = re.compile(r"\x1b\[[0-9;]*m")
    for line in (folder / "trace").read_text().splitlines():
        line = colours.sub("", line)
        said = dict(re.findall(r"(\w+)=(\S+)", line))
        if "stamp_ns" in said:
            wall = datetime.fromisoformat(line.split()[0].replace("Z", "+00:00"))
            names = ("table", "line", "stamp_ns", "sequence", "interrupt")
            table, line, stamp, sequence, interrupt = (int(said[name]) for name in names)
            yield Traced(table, SIDES[line % 2], said["contact"].lower(), stamp, sequence, interrupt, wall)


def entries_of(flagfall, folder, game):
    """What stands on record of a game."""
    text = subprocess.run([flagfall, "export", folder / "data", "--game", str(game)], check=True, stdout=subprocess.PIPE)
    return [json.loads(json.loads(line)["text"]) for line in text.stdout.splitlines() if b'"text"' in line]


def presses_of(entries, game):
    """The presses of a game on record in their order: side, stamp on CLOCK_MONOTONIC, and by how much it acted late, in µs."""
    zero = next(
        entry["timer_zero"] + entry["timer"] - entry["table"] for entry in entries if entry["entry"] == "anchor"
    )
    for entry in entries:
        command = (entry.get("order") or {}).get("command", {})
        if command.get("command") == "press":
            receipt, events = entry["receipt"], [event["kind"] for event in entry["events"]]
            late = receipt.get("late", 0)
            if entry["at"] != receipt["stamp"] + late or not all("clock" in kind for kind in events):
                fail(f"game {game}: a press that did not act as its receipt says: {entry}")
            yield command["side"], zero + receipt["stamp"], late


def compare(edges, read, presses, table):
    """One table's edges and presses."""
    edges = [edge for edge in edges if edge.table == table]
    read = sorted((each for each in read if each.table == table), key=lambda each: each.stamp)
    if [edge[1:3] for edge in edges] != [each[1:3] for each in read]:
        fail(f"table {table}: {len(edges)} edges were made and {len(read)} read")
    for edge, each in zip(edges, read):
        if not edge.before <= each.stamp <= edge.after:
            fail(f"table {table}: the kernel's stamp {each.stamp} lies outside {edge}")
    closed = [(each.side, each.stamp // 1000) for edge, each in zip(edges, read) if edge.contact == "closed"]
    recorded = [(side, stamp) for side, stamp, _ in presses]
    if closed != recorded:
        wrong = [pair for pair in zip(closed, recorded) if pair[0] != pair[1]]
        fail(f"table {table}: {len(closed)} presses, {len(recorded)} on record, unequal: {wrong[:5]}")


def check_sequences(read):
    for line in {(each.table, each.side) for each in read}:
        numbers = [each.sequence for each in read if (each.table, each.side) == line]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            fail(f"{line}: the kernel's numbers have gaps: {numbers}")


def check_losses(flagfall, folder, read):
    """The edges that are missing among those that were read stand on record, and the arbiter is told."""
    overflowed, merged = (
        sum(int(line.split()[1]) for line in (folder / name).read_text().splitlines()) for name in ("overflowed", "merged")
    )
    queued, few = ([each for each in read if each.table == table] for table in (DROPPING, MERGING))
    # A queue holds 1,024: all before the last so many were dropped, but for those that the kernel made one edge of.
    dropped = queued[0].sequence - 1
    if len(queued) != 1024 or not 0 < dropped <= overflowed - len(queued):
        fail(f"{overflowed} edges in a queue that nobody read: {len(queued)} were read, {dropped} dropped")
    numbers = [(each.contact, each.sequence, each.interrupt) for each in few]
    if numbers != [("closed", 1, 1), ("open", 2, merged)]:
        fail(f"{merged} edges of which the last three were to become one: {numbers}")
    for table, side, edges in (DROPPING, "white", dropped), (MERGING, "black", merged - 2):
        entries = entries_of(flagfall, folder, table)
        lost = [(entry["side"], entry["edges"]) for entry in entries if entry.get("trouble") == "lost"]
        if (side, edges) not in lost:
            fail(f"table {table}: {side} lost {edges} edges; on record: {lost}")
        page = (folder / "page").read_text(errors="replace")
        if not re.search(rf'"type":"alarm","table":{table},[^{{}}]*"keys"', page):
            fail(f"table {table}: no alarm of keys on the arbiter's page: {page!r}")
    return f"{dropped} edges that a full queue dropped and {merged - 2} that the kernel merged are on record, with alarms"


def idle_share(folder):
    """How much of the processors' time nobody used while buttons were pressed."""
    def times(name):
        first = (folder / name).read_text().splitlines()[0]
        return [int(ticks) for ticks in first.split()[1:]]
    spent = [after - before for before, after in zip(times("stat-before"), times("stat-after"))]
    return (spent[3] + spent[4]) / sum(spent)


def main():
    flagfall, folder = sys.argv[1], Path(sys.argv[2])
    edges, read = list(pressed(folder)), list(traced(folder))
    tables = sorted({edge.table for edge in edges})
    count, acted_late = 0, 0
    for game, table in enumerate(tables, start=1):
        presses = list(presses_of(entries_of(flagfall, folder, game), game))
        compare(edges, read, presses, table)
        count += len(presses)
        acted_late += sum(late > 0 for _, _, late in presses)
    # A press acts late, and says so, if the kernel queues its edge more than 2 ms after the stamp: that happens only where
    # the emulated processors themselves are kept waiting (7 in 1,000 on a busy machine), so it must stay rare.
    if count < 1000 or acted_late > count // 20:
        fail(f"{count} presses, of which {acted_late} acted later than at their stamps")
    lost = check_losses(flagfall, folder, read)
    read = [each for each in read if each.table not in (DROPPING, MERGING)]
    check_sequences(read)

    # The log's times are the wall's; against the quickest of all, so that it need not be known what the wall was.
    late = [each.wall.timestamp() * 1e6 - each.stamp / 1e3 for each in read]
    late = sorted((one - min(late)) / 1e3 for one in late)
    idle = idle_share(folder)
    middle, most = late[len(late) // 2], late[-1]
    if idle > 0.02 or most < 5:
        fail(f"no load to speak of: idle {idle:.1%}, latest {most:.1f} ms")
    took = (edges[-1].after - edges[0].before) / 1e9
    print(
        f"gpio: {count} presses in {took:.0f} s, every stamp on record is the kernel's, {acted_late} acted late; processors idle {idle:.1%}, "
        f"edges read up to {most:.1f} ms late (half of them {middle:.1f} ms and more); {lost}"
    )


main()
