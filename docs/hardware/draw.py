#!/usr/bin/env python3
"""Draws the wiring pictures, and the tables of pins in the pages, from the example configurations beside it and
from the firmware's own pins.

    docs/hardware/draw.py            draws and writes all of them anew
    docs/hardware/draw.py --check    says which are not as they would be drawn, and fails if any

Only Python's standard library. What a build is, is in `builds.py`; how it looks, in `picture.py`."""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import builds
import details
import pico
from picture import wiring

FOLDER = Path(__file__).resolve().parent
LANGUAGES = ("en", "zh")
BLOCK = re.compile(r"(<!-- pins of (\S+)\.toml, made by draw\.py -->\n).*?(<!-- end -->)", re.S)
UNIT_BLOCK = re.compile(r"(<!-- pins of a unit with (\S+), made by draw\.py -->\n).*?(<!-- end -->)", re.S)


def fresh():
    """Every file with the text that it should have."""
    files = {}
    for language in LANGUAGES:
        for name, build in builds.read(FOLDER).items():
            if build.picture:
                files[FOLDER / f"{name}.{language}.svg"] = wiring(build, language)
        for name, drawn in details.PICTURES.items():
            files[FOLDER / f"{name}.{language}.svg"] = drawn(language)
        for display in pico.PADS:
            files[FOLDER / f"pico-{display}.{language}.svg"] = pico.wiring(display, language)
    for page in sorted(FOLDER.glob("*.md")):
        language = "zh" if page.name.endswith(".zh.md") else "en"
        made = builds.read(FOLDER)
        text = BLOCK.sub(lambda found: found[1] + made[found[2]].pin_table(language) + found[3],
                         page.read_text(encoding="utf-8"))
        files[page] = UNIT_BLOCK.sub(lambda found: found[1] + pico.pin_table(found[2], language) + found[3], text)
    return files


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    files = fresh()
    stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    left_over = [path for path in FOLDER.glob("*.svg") if path not in files]
    if check and stale + left_over:
        sys.exit("docs/hardware/draw.py draws these anew, or knows them no more: "
                 + ", ".join(path.name for path in stale + left_over))
    for path in [] if check else stale:
        path.write_text(files[path], encoding="utf-8")
        print(path.name)


main()
