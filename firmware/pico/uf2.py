#!/usr/bin/env python3
"""Packs what stands in an RP2040's flash from its start as UF2, which the chip's boot loader takes as a dropped file.

    firmware/pico/uf2.py FLASH.bin FLASH.uf2"""

import struct
import sys
from pathlib import Path

FLASH = 0x10000000
FAMILY = 0xE48BFF56
HAS_FAMILY = 0x2000
PAGE = 256
# A block is 512 bytes: 32 of head, 476 for the page and what is left over, 4 at the end.
FIRST, SECOND, LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30


def blocks(flash):
    pages = [flash[start:start + PAGE] for start in range(0, len(flash), PAGE)]
    for number, page in enumerate(pages):
        head = struct.pack("<8I", FIRST, SECOND, HAS_FAMILY, FLASH + number * PAGE, PAGE, number, len(pages), FAMILY)
        yield head + page.ljust(476, b"\0") + struct.pack("<I", LAST)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, target = map(Path, sys.argv[1:])
    target.write_bytes(b"".join(blocks(source.read_bytes())))


main()
