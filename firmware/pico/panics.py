#!/usr/bin/env python3
"""Lists the places at which a program may panic:

    firmware/pico/panics.py PROGRAM.elf

Whatever can panic leaves its file and line among the program's constants, and nothing else does. None may be ours but
the ends of `async fn`, which panic where they are polled after their end: no executor does that. What the libraries
have is counted by crate; how far the count may go, so that a new way is seen, stands below."""

import collections
import re
import struct
import sys
from pathlib import Path

HERE = Path(__file__).parent
MAX = 140
OURS = re.compile(r"(^|/)(clock|link|panel|unit)/src/|^src/")
ENDS = re.compile(r"async fn|embassy_executor::task")


def section(elf, name):
    """The address and the bytes of a section."""
    table, = struct.unpack_from("<I", elf, 0x20)
    size, count, names = struct.unpack_from("<3H", elf, 0x2E)
    heads = [struct.unpack_from("<10I", elf, table + size * number) for number in range(count)]
    for head in heads:
        at = heads[names][4] + head[0]
        if elf[at : elf.index(0, at)] == name:
            return head[3], elf[head[4] : head[4] + head[5]]
    raise SystemExit(f"there is no section {name.decode()}")


def places(elf):
    """Each file and line: a `core::panic::Location` is a pointer to the file's name, its length, line and column."""
    base, constants = section(elf, b".rodata")
    found = set()
    for at in range(0, len(constants) - 15, 4):
        pointer, length, line, column = struct.unpack_from("<4I", constants, at)
        start = pointer - base
        if 0 <= start <= len(constants) - length and 4 < length < 250 and line < 50_000 and 0 < column < 1_000:
            name = constants[start : start + length]
            if name.endswith(b".rs"):
                found.add((name.decode(), line))
    return sorted(found)


def is_ours(name, line):
    """Whether it is a way to panic that this project has written."""
    if not OURS.search(name):
        return False
    source = HERE / name
    return not source.is_file() or not ENDS.search(source.read_text().splitlines()[line - 1])


def crate(name):
    """The crate of a file, without its version."""
    found = re.search(r"/([a-z0-9_-]+?)-\d[^/]*/src/", name) or re.search(r"/library/([a-z]+)/", name)
    return found.group(1) if found else "async fn here"


found = places(Path(sys.argv[1]).read_bytes())
counts = collections.Counter(crate(name) for name, _ in found)
print(f"places that may panic: {len(found)} (" + ", ".join(f"{of} {many}" for of, many in counts.most_common()) + ")")
ours = [f"{name}:{line}" for name, line in found if is_ours(name, line)]
if ours or len(found) > MAX or not found:
    sys.exit(f"not as it must be: ours are {ours}; at most {MAX} are expected of libraries")
