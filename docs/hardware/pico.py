"""The wiring of a table unit on a Raspberry Pi Pico: what is on which pin is read from the firmware itself."""

import re
from pathlib import Path

from picture import COLOURS, DASHES
from svg import Svg

BOARD = Path(__file__).resolve().parents[2] / "firmware/pico/src/board.rs"

WIDTH, TOP, PITCH = 720, 92, 36
# The board's edges, where the numbers of its pins stand, and the rail for ground.
LEFT, RIGHT, RAIL = 284, 456, 18

# The pins of a Pico, from 1 at the left of its socket round to 40.
PINS = dict(zip(range(1, 41), [
    0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15,
    16, 17, "GND", 18, 19, 20, 21, "GND", 22, "RUN", 26, 27, "GND", 28, "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"]))

# What the firmware calls it, and people: kind of part, English, Chinese.
PARTS = {
    ("KeyPins", "black"): ("key", "Black's key", "黑方按钮"),
    ("KeyPins", "white"): ("key", "White's key", "白方按钮"),
    ("KeyPins", "arbiter"): ("key", "arbiter's key", "裁判按钮"),
    ("KeyPins", "query_black"): ("key", "Black's query key", "黑方查询按钮"),
    ("KeyPins", "query_white"): ("key", "White's query key", "白方查询按钮"),
    ("SignalPins", "black"): ("lamp", "Black's lamp", "黑方灯"),
    ("SignalPins", "white"): ("lamp", "White's lamp", "白方灯"),
    ("SignalPins", "piezo"): ("buzzer", "piezo disc", "压电片"),
    ("LinePins", "transmit"): ("line", "serial line, out", "串行线，发送"),
    ("LinePins", "receive"): ("line", "serial line, in", "串行线，接收"),
}
PADS = {"ssd1306": {"data": "SDA", "clock": "SCL"},
        "st7789": {"clock": "SCL", "data": "SDA", "select": "CS", "command": "DC", "reset": "RES"}}
COLOUR_OF = {"SDA": "SDA", "SCL": "SCL", "CS": "CS", "DC": "DC", "RES": "RST"}
TITLES = {"ssd1306": ("Table unit on a Pico, SSD1306 on I²C", "Pico 棋桌单元，I²C 接 SSD1306"),
          "st7789": ("Table unit on a Pico, ST7789 on SPI", "Pico 棋桌单元，SPI 接 ST7789")}


def wired(display):
    """Pin to (kind, English, Chinese), by the firmware's own table of pins."""
    found, source = {}, BOARD.read_text(encoding="utf-8")
    numbers = {what: number for number, what in PINS.items() if isinstance(what, int)}
    for feature, struct, body in re.findall(r'(?:feature = "(\w+)"\)\]\n)?pub\(crate\) struct (\w+Pins) {\n(.*?)\n}', source, re.S):
        if feature not in ("", display):
            continue
        for gpio, name in re.findall(r"/// GP(\d+)\.\n\s+pub\(crate\) (\w+):", body):
            pad = PADS[display].get(name)
            found[numbers[int(gpio)]] = ("pad", f"display {pad}", f"显示屏 {pad}") if struct == "DisplayPins" else PARTS[struct, name]
    assert len(found) == len(PARTS) + len(PADS[display]), "the firmware's pins are others"
    return found


def pin_table(display, language):
    """The pins that are used, as a table of Markdown."""
    zh = language == "zh"
    rows = ["", "| 引脚 | 名称 | 接到 |" if zh else "| pin | name | goes to |", "|---|---|---|"]
    rows += [f"| {pin} | GP{PINS[pin]} | {made[1 + zh]} |" for pin, made in sorted(wired(display).items())]
    supplied = {"ssd1306": "VCC", "st7789": "、".join(("VCC", "BLK")) if zh else "VCC and BLK"}[display]
    ends = "各按钮、灯、压电片的另一端，显示屏 GND" if zh else "the other end of every key, lamp and the disc; display GND"
    rows += [f"| 36 | 3V3 | {'显示屏 ' if zh else 'display '}{supplied} |", f"| 3, 8, 13, 18, 38 | GND | {ends} |", "", ""]
    return "\n".join(rows)


def row(pin):
    return TOP + ((pin - 1) if pin <= 20 else (40 - pin)) * PITCH


def wiring(display, language):
    zh = language == "zh"
    svg = Svg(WIDTH, row(20) + 316, TITLES[display][zh], "引脚与接线另见页面中的表。" if zh else "The page has the same as a table.")
    svg.text(WIDTH / 2, 30, TITLES[display][zh], size=21, anchor="middle", bold=True)
    svg.text(WIDTH / 2, 54, "正视，USB 口朝上；方框内为引脚号" if zh else "from above, its socket at the top; pin numbers in the boxes",
             size=15, anchor="middle")
    made = wired(display)
    draw_board(svg, made)
    bottom = row(20) + 40
    svg.line([(RAIL, row(3)), (RAIL, row(20))], COLOURS["GND"], 4)
    svg.text(RAIL, row(3) - 8, "GND", size=13, anchor="middle", bold=True)
    for pin in (3, 8, 13, 18):
        svg.line([(LEFT, row(pin)), (RAIL, row(pin))], COLOURS["GND"], 3.4)
        svg.dot(RAIL, row(pin))
    for pin, (kind, *words) in made.items():
        if kind != "pad":
            draw_part(svg, pin, kind, words[zh])
    draw_display(svg, display, made, bottom, zh)
    draw_words(svg, bottom + 232, zh)
    return svg.finished()


def draw_board(svg, made):
    svg.box(LEFT - 2, TOP - 24, RIGHT - LEFT + 4, row(20) - TOP + 48, fill="#e8e8e8", thick=1.8)
    svg.box((LEFT + RIGHT) / 2 - 26, TOP - 34, 52, 26, fill="#ffffff")
    svg.text((LEFT + RIGHT) / 2, TOP - 16, "USB", size=13, anchor="middle", bold=True)
    used = set(made) | {3, 8, 13, 18, 36, 38}
    for pin, what in PINS.items():
        left, y, in_use = pin <= 20, row(pin), pin in used
        x = LEFT if left else RIGHT - 26
        svg.box(x, y - 13, 26, 26, fill="#ffffff", thick=2.2 if in_use else 1)
        svg.text(x + 13, y + 5, str(pin), size=14, anchor="middle", bold=in_use)
        name = f"GP{what}" if isinstance(what, int) else what
        svg.text(x + 31 if left else x - 5, y + 5, name, size=13 if len(name) < 7 else 9, anchor="start" if left else "end", bold=in_use,
                 colour="#000000" if in_use else "#767676")


def draw_part(svg, pin, kind, words):
    y = row(pin)
    if kind == "line":
        svg.line([(LEFT, y), (210, y)], COLOURS["MOSI"], 2.6)
        svg.text(202, y + 5, words, size=14.5, anchor="end")
        return
    colour, dash = COLOURS[kind], DASHES.get(kind)
    svg.line([(LEFT, y), (104, y)], colour, 2.6, dash)
    svg.resistor(88, y, 32, "330" if kind == "lamp" else "1k")
    svg.line([(72, y), (62, y)], colour, 2.6)
    {"key": svg.key, "lamp": svg.lamp, "buzzer": svg.buzzer}[kind](46, y, colour, 1)
    svg.line([(30, y), (RAIL, y)], COLOURS["GND"], 2.6)
    svg.dot(RAIL, y)
    svg.text(108, y - 7, words, size=14.5)


def draw_display(svg, display, made, bottom, zh):
    """The display below, each of its pads with its own lane down the side on which its pin is."""
    nets = [(pin, words[0].split()[-1]) for pin, (kind, *words) in made.items() if kind == "pad"] + [(36, "3V3"), (38, "GND")]
    left = sorted((pin, pad) for pin, pad in nets if pin <= 20)
    right = sorted(((pin, pad) for pin, pad in nets if pin > 20), reverse=True)
    box = bottom + 104
    # The highest pin takes the outermost lane and the lowest bar: so no two of a side cross.
    places = [(pin, pad, 248 + 18 * index, False) for index, (pin, pad) in enumerate(left)]
    places += [(pin, pad, 664 - 22 * index, True) for index, (pin, pad) in enumerate(right)]
    start, step, light = 222, 54, display == "st7789"
    for index, (pin, pad, lane, is_right) in enumerate(sorted(places, key=lambda place: (place[3], place[2]))):
        # The light behind it burns with the supply: its pad is next to that.
        x = start + step * (index + (light and pad == "GND"))
        name = "VCC" if pad == "3V3" else pad
        colour = COLOURS[COLOUR_OF.get(pad, pad)]
        dash = DASHES.get(COLOUR_OF.get(pad, pad))
        rank = index - len(left) if is_right else len(left) - 1 - index
        bar = bottom + 8 + 12 * rank
        svg.line([(RIGHT if is_right else LEFT, row(pin)), (lane, row(pin))], colour, 2.8, dash)
        svg.line([(lane, row(pin)), (lane, bar), (x, bar), (x, box)], colour, 2.8, dash)
        svg.text(x, box + 20, name, size=13, anchor="middle", bold=True)
    width = step * (len(places) + light)
    if light:
        supply = start + step * (len(places) - 2)
        svg.line([(supply, box - 10), (supply + step, box - 10), (supply + step, box)], COLOURS["3V3"], 2.8)
        svg.dot(supply, box - 10, COLOURS["3V3"])
        svg.text(supply + step, box + 20, "BLK", size=13, anchor="middle", bold=True)
    svg.box(start - 30, box, width + 4, 84, fill="none", thick=2)
    svg.text(start - 28 + width / 2, box + 48, ("显示屏" if zh else "Display") + (" SSD1306" if display == "ssd1306" else " ST7789"),
             size=16, anchor="middle", bold=True)
    where = {"ssd1306": "128×64, I²C, 0x3c", "st7789": "240×240, SPI"}[display]
    svg.text(start - 28 + width / 2, box + 70, where, size=15, anchor="middle")


def draw_words(svg, y, zh):
    lines = ["按钮：常开触点接地。1k、330：串联电阻，单位 Ω，靠近 Pico。", "地线共用。串行线为 3.3 V，只用 USB 时不接。"] if zh else [
        "Keys: contacts that close to ground. 1k, 330: resistors in series, in Ω, at the Pico.",
        "All grounds are one. The serial line has 3.3 V; with USB it stays free."]
    for index, line in enumerate(lines):
        svg.text(24, y + index * 22, line, size=15)
