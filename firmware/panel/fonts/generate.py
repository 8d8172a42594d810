#!/usr/bin/python3
"""Makes the bitmap fonts of the faces from fonts under the OFL, with just the characters in characters.txt.

    fonts/generate.py           writes small.font, medium.font, large.font and huge.font
    fonts/generate.py --check   says whether they are what it would write

The sources are Debian 12's packages unifont, xfonts-terminus and fonts-noto-cjk; python3-pil draws. Versions and
licences stand in SOURCE.md, the format in src/face/font.rs.
"""
import gzip
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, PcfFontFile

HERE = Path(__file__).parent
UNIFONT = "/usr/share/unifont/unifont.hex"
TERMINUS = "/usr/share/fonts/X11/misc/ter-u12b_unicode.pcf.gz"
NOTO = "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"
SIMPLIFIED_CHINESE = 2  # the face's place in the collection
SMALL_HEIGHT = 16
TERMINUS_SIZE = (6, 12)
TERMINUS_TOP = 3  # so that Latin letters stand on the line of the Chinese characters
LATIN = range(0x20, 0x100)

# Name, size of a Chinese character, height of a line, top of the character in it.
NOTO_SIZES = [("medium", 18, 22, 0), ("large", 24, 29, 0), ("huge", 32, 38, 0)]


def unifont_rows():
    """The rows of Unifont's glyphs by code point: width and 16 numbers."""
    glyphs = {}
    for line in open(UNIFONT, encoding="ascii"):
        code, digits = line.strip().split(":")
        digits_per_row = len(digits) // SMALL_HEIGHT
        rows = [int(digits[n * digits_per_row:(n + 1) * digits_per_row], 16) for n in range(SMALL_HEIGHT)]
        glyphs[int(code, 16)] = (digits_per_row * 4, rows)
    return glyphs


def terminus_glyphs():
    """Terminus's glyphs by code point, as images: Pillow keeps only the first 256 of a file, in its encoding."""
    font = PcfFontFile.PcfFontFile(gzip.open(TERMINUS))
    metrics = font._load_metrics()
    bitmaps = font._load_bitmaps(metrics)
    file, read16, read32 = encoding_table(font)
    first, last, first_row, last_row, _ = (read16(file.read(2)) for _ in range(5))
    glyphs = {}
    for row in range(first_row, last_row + 1):
        for column in range(first, last + 1):
            index = read16(file.read(2))
            if index != 0xFFFF:
                glyphs[row << 8 | column] = bitmaps[index]
    return glyphs


def encoding_table(font):
    file, file_format, read16, read32 = font._getformat(PcfFontFile.PCF_BDF_ENCODINGS)
    return file, read16, read32


def small():
    unifont, terminus = unifont_rows(), terminus_glyphs()

    def glyph(character):
        code = ord(character)
        if code in LATIN and code in terminus:
            image = terminus[code]
            width, height = TERMINUS_SIZE
            assert image.size == TERMINUS_SIZE, (character, image.size)
            rows = [0] * SMALL_HEIGHT
            for y in range(height):
                for x in range(width):
                    if image.getpixel((x, y)):
                        rows[y + TERMINUS_TOP] |= 1 << (width - 1 - x)
            return width, rows
        return unifont[code]

    return SMALL_HEIGHT, glyph


def noto(size, height, top):
    font = ImageFont.truetype(NOTO, size, index=SIMPLIFIED_CHINESE)

    def glyph(character):
        width = round(font.getlength(character))
        image = Image.new("1", (width, height), 0)
        draw = ImageDraw.Draw(image)
        draw.fontmode = "1"
        # The baseline as in the design: 0.88 of the size below the top of a Chinese character.
        draw.text((0, top + round(0.88 * size)), character, fill=1, font=font, anchor="ls")
        rows = [sum(1 << (width - 1 - x) for x in range(width) if image.getpixel((x, y))) for y in range(height)]
        return width, rows

    return height, glyph


def packed(height, glyph, characters):
    table, rows = bytearray(), bytearray()
    for character in characters:
        width, bits = glyph(character)
        stride = (width + 7) // 8
        assert len(rows) % 2 == 0 and len(rows) // 2 < 1 << 16
        table += ord(character).to_bytes(2, "little") + bytes([width]) + (len(rows) // 2).to_bytes(2, "little")
        for row in bits:
            rows += (row << (stride * 8 - width)).to_bytes(stride, "big")
        rows += bytes(len(rows) % 2)
    return bytes([height]) + len(characters).to_bytes(2, "little") + bytes(table) + bytes(rows)


def main():
    characters = sorted((HERE / "characters.txt").read_text(encoding="utf8").rstrip("\n"))
    fonts = {"small": small()} | {name: noto(*sizes) for name, *sizes in NOTO_SIZES}
    stale = []
    for name, (height, glyph) in fonts.items():
        data, path = packed(height, glyph, characters), HERE / f"{name}.font"
        if "--check" not in sys.argv[1:]:
            path.write_bytes(data)
            print(f"{path.name}: {len(characters)} characters, {len(data)} bytes")
        elif path.read_bytes() != data:
            stale.append(path.name)
    sys.exit(f"not what generate.py would write: {', '.join(stale)}" if stale else 0)


main()
