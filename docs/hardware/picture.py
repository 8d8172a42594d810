"""A build as SVG: the header in the middle, one part on each row, the displays below."""

from builds import GROUNDS, HEADER, Part
from svg import Svg

WIDTH, TOP, PITCH = 720, 84, 40
# From the middle outwards, of the left half; the right one is its mirror image.
BOX, LABEL, ROW, RAIL, LANES = 332, 326, 264, 18, 256
LANE, BAR = 12, 19

COLOURS = {"3V3": "#c01818", "GND": "#000000", "SDA": "#7a1fa2", "SCL": "#00707c", "SCLK": "#00707c",
           "MOSI": "#7a1fa2", "CS": "#a05a00", "DC": "#1650b0", "RST": "#8a1c5c", "key": "#1650b0",
           "lamp": "#0a7035", "buzzer": "#a05a00"}
DASHES = {"lamp": "9 4", "buzzer": "9 4 2 4", "SCL": "12 4", "SCLK": "12 4", "DC": "3 4", "CS": "9 4 2 4", "RST": "6 6"}


def kind_of(role):
    return "lamp" if role.startswith("led") else "buzzer" if role == "buzzer" else "key"


def row_y(pin):
    return TOP + (pin - 1) // 2 * PITCH


def mirror(pin, x):
    """The place on the side of that pin: odd pins are on the left."""
    return x if pin % 2 else WIDTH - x


def wiring(build, language):
    zh = language == "zh"
    title = build.title[zh]
    nets, bars = lay_out(build)
    height = bars["GND"] + (400 if build.behind_multiplexer else 186)
    svg = Svg(WIDTH, height, title, "引脚与接线另见页面中的表。" if zh else "The page has the same as a table.")
    svg.text(WIDTH / 2, 30, title, size=21, anchor="middle", bold=True)
    svg.text(WIDTH / 2, 54, "树莓派 40 针排针，正视；方框内为引脚号" if zh else
             "Raspberry Pi, 40-pin header from above; pin numbers in the boxes", size=15, anchor="middle")
    rails(svg, bars)
    for part in build.parts:
        draw_part(svg, part, zh, build.several)
    draw_nets(svg, build, nets, bars)
    draw_header(svg, build)
    places = displays_below(svg, build, nets, bars, language)
    legend(svg, places, zh, build)
    return svg.finished()


def lay_out(build):
    """Where each net that goes to displays runs: its lane, and the height of its bar."""
    pins = {}
    for pin, users in build.used().items():
        if not isinstance(users[0], Part):
            pins[HEADER[pin]] = (pin, users[0][1])
    pins["3V3"] = (1, "3V3")
    bottom, nets, bars = row_y(40) + 36, {}, {}
    for side in (1, 0):
        # The highest row takes the outermost lane and the lowest bar: so no two of a side cross.
        of_side = sorted(((pin, pad, net) for net, (pin, pad) in pins.items() if pin % 2 == side), reverse=True)
        for index, (pin, pad, net) in enumerate(of_side):
            nets[net] = (pin, pad, mirror(pin, LANES - LANE * index))
            bars[net] = bottom
            bottom += BAR
    return nets, bars | {"GND": bottom + 4}


def rails(svg, bars):
    for x in (RAIL, WIDTH - RAIL):
        svg.line([(x, TOP - 10), (x, bars["GND"])], COLOURS["GND"], 4)
        svg.text(x, TOP - 16, "GND", size=13, anchor="middle", bold=True)
    svg.line([(RAIL, bars["GND"]), (WIDTH - RAIL, bars["GND"])], COLOURS["GND"], 4)
    for pin in GROUNDS:
        svg.line([(mirror(pin, ROW), row_y(pin)), (mirror(pin, RAIL), row_y(pin))], COLOURS["GND"], 3.4)
        svg.dot(mirror(pin, RAIL), row_y(pin))


def draw_part(svg, part, zh, several):
    pin, y, kind = part.pin, row_y(part.pin), kind_of(part.role)
    at = lambda x: mirror(pin, x)
    colour, dash = COLOURS[kind], DASHES.get(kind)
    svg.line([(at(ROW), y), (at(104), y)], colour, 2.6, dash)
    svg.resistor(at(88), y, 32, "1k" if kind != "lamp" else "330")
    svg.line([(at(72), y), (at(62), y)], colour, 2.6)
    {"key": svg.key, "lamp": svg.lamp, "buzzer": svg.buzzer}[kind](at(46), y, colour, 1 if pin % 2 else -1)
    svg.line([(at(30), y), (at(RAIL), y)], COLOURS["GND"], 2.6)
    svg.dot(at(RAIL), y)
    svg.text(at(106), y - 7, part.label(zh, several), size=14.5, anchor="start" if pin % 2 else "end")


def draw_nets(svg, build, nets, bars):
    pads = pad_places(build, nets, bars)
    for net, (pin, pad, lane) in nets.items():
        kind = pad if pad in COLOURS else "key"
        xs = [x for x, of in pads if of == net] + [lane]
        for points in ([(mirror(pin, ROW), row_y(pin)), (lane, row_y(pin))],
                       [(min(xs), bars[net]), (max(xs), bars[net])]):
            svg.line(points, COLOURS[kind], 2.8, DASHES.get(kind))
    for net, (pin, pad, lane) in nets.items():
        kind = pad if pad in COLOURS else "key"
        svg.line([(lane, row_y(pin)), (lane, bars[net])], COLOURS[kind], 2.8, DASHES.get(kind), halo=True)
    for x, net in pads:
        kind = nets[net][1] if net in nets else "GND"
        svg.line([(x, bars[net]), (x, pads_top(bars))], COLOURS[kind], 2.8, DASHES.get(kind), halo=True)
        svg.dot(x, bars[net], COLOURS[kind])


def line_name(build, net, pad):
    """What a line of a bus is called: with the table where it goes to one of several."""
    to = [display.table for display in build.displays if net in display.pads.values()]
    return f"{pad} {to[0]}" if len(to) == 1 and build.several else pad


def pads_top(bars):
    return bars["GND"] + 30


def order(display):
    """Pads from left to right: those on the left lanes first."""
    names = ["VCC", "SDA", "SCL", "MOSI", "SCLK", "BL", "RST", "DC", "CS", "GND"]
    return [(pad, display.pads[pad]) for pad in names if pad in display.pads]


def boxes(build, nets, bars):
    """Each display's place (or the multiplexer's): left edge, width, pads."""
    if build.behind_multiplexer:
        return [(24, 652, [("VIN", "3V3"), ("SDA", 2), ("SCL", 3), ("GND", "GND")])]
    count = len(build.displays)
    width = min(330, (WIDTH - 72) // count - 8)
    middle = (WIDTH - count * (width + 8) + 8) / 2
    for shift in sorted(range(-40, 41), key=abs):
        left = max(24, middle + shift)
        made = [(left + index * (width + 8), width, order(display)) for index, display in enumerate(build.displays)]
        if left + count * (width + 8) < WIDTH - 16 and not any(hides(made, bars, net, where[2]) for net, where in nets.items()):
            return made
    raise ValueError(f"{build.name}: no place for the displays")


def hides(made, bars, net, lane):
    """Whether a pad's line would run over a lane, its own apart."""
    pads = [(start + step * index, of) for left, width, pads in made for start, step in [spread(left, width, pads)]
            for index, (_, of) in enumerate(pads)]
    return any(abs(x - lane) < 7 and of != net and bars[of] < bars[net] for x, of in pads)


def spread(left, width, pads):
    """Where the first pad is, and how far they are apart."""
    step = min(width / len(pads), 64)
    return left + (width - step * (len(pads) - 1)) / 2, step


def pad_places(build, nets, bars):
    places = []
    for left, width, pads in boxes(build, nets, bars):
        start, step = spread(left, width, pads)
        places += [(start + step * index, net) for index, (_, net) in enumerate(pads)]
    return places


def draw_header(svg, build):
    svg.box(BOX - 2, TOP - 20, WIDTH - 2 * BOX + 4, 20 * PITCH, fill="#e8e8e8")
    used = build.used()
    for pin, what in HEADER.items():
        y, in_use = row_y(pin), pin in used or pin in GROUNDS or pin == 1
        x = BOX + 1 if pin % 2 else 361
        svg.box(x, y - 13, 26, 26, fill="#ffffff", thick=2.2 if in_use else 1)
        svg.text(x + 13, y + 5, str(pin), size=15, anchor="middle", bold=in_use)
        name = f"GPIO{what}" if isinstance(what, int) else what
        svg.text(mirror(pin, LABEL), y - 7 if in_use else y + 5, name, size=15,
                 anchor="end" if pin % 2 else "start", bold=in_use, colour="#000000" if in_use else "#767676")
        if pin in used and not isinstance(used[pin][0], Part):
            pad = used[pin][0][1]
            words = pad if build.behind_multiplexer else line_name(build, what, pad)
            svg.text(mirror(pin, LABEL), y + 15, words, size=12, anchor="end" if pin % 2 else "start", bold=True)
        if in_use:
            kind = "GND" if what == "GND" else "3V3" if what == "3V3" else (
                kind_of(used[pin][0].role) if isinstance(used[pin][0], Part) else used[pin][0][1])
            svg.line([(mirror(pin, BOX), y), (mirror(pin, ROW), y)], COLOURS.get(kind, "#1650b0"),
                     3.4 if what == "GND" else 2.8, DASHES.get(kind))


def displays_below(svg, build, nets, bars, language):
    zh, top = language == "zh", pads_top(bars)
    for index, (left, width, pads) in enumerate(boxes(build, nets, bars)):
        svg.box(left, top, width, 92, fill="#ffffff", thick=2)
        start, step = spread(left, width, pads)
        for at, (pad, _) in enumerate(pads):
            svg.text(start + step * at, top + 20, pad, size=12, anchor="middle", bold=True)
        if build.behind_multiplexer:
            svg.text(WIDTH / 2, top + 50, "I²C 多路复用器 TCA9548A，地址 0x70" if zh else
                     "I²C multiplexer TCA9548A, address 0x70", size=16, anchor="middle")
            return behind(svg, build, bars, top + 92, zh)
        display = build.displays[index]
        name = (f"第 {display.table} 台显示屏" if zh else f"Display, table {display.table}") if build.several else (
            "显示屏" if zh else "Display")
        svg.text(left + width / 2, top + 50, name, size=16, anchor="middle", bold=True)
        where = f"{display.bus}, 0x{display.address:02x}" if display.address else display.bus
        svg.text(left + width / 2, top + 74, where, size=15, anchor="middle")
    return top + 92


def behind(svg, build, bars, top, zh):
    """The displays at a multiplexer: SDA and SCL from its channels, supply and ground from the bars."""
    supply, ground, low = top + 44, top + 66, top + 96
    feed = WIDTH - RAIL - 15
    svg.line([(mirror(1, LANES), bars["3V3"]), (feed, bars["3V3"])], COLOURS["3V3"], 2.8)
    svg.line([(feed, bars["3V3"]), (feed, supply)], COLOURS["3V3"], 2.8, halo=True)
    svg.line([(feed, supply), (91, supply)], COLOURS["3V3"], 2.8)
    svg.line([(WIDTH - RAIL, bars["GND"]), (WIDTH - RAIL, ground), (117.5, ground)], COLOURS["GND"], 4)
    for index, display in enumerate(build.displays):
        x = 24 + index * 109
        svg.box(x, low, 107, 84, fill="#ffffff", thick=2)
        pads = [("SDA", top, "SDA"), ("SCL", top, "SCL"), ("VCC", supply, "3V3"), ("GND", ground, "GND")]
        for at, (pad, begin, kind) in enumerate(pads):
            px = x + 14 + at * 26.5
            svg.line([(px, begin), (px, low)], COLOURS[kind], 2.6, DASHES.get(kind), halo=True)
            if begin != top:
                svg.dot(px, begin, COLOURS[kind])
            else:
                svg.text(px - (0 if pad == "SDA" else -4), top - 6, f"{'SD' if pad == 'SDA' else 'SC'}{index}", size=11, anchor="middle", bold=True)
            svg.text(px, low + 16, pad, size=10.5, anchor="middle", bold=True)
        svg.text(x + 53, low + 40, f"第 {display.table} 台" if zh else f"Table {display.table}", size=15, anchor="middle", bold=True)
        svg.text(x + 53, low + 62, f"{display.bus}, 0x{display.address:02x}", size=13, anchor="middle")
    return low + 84


def legend(svg, y, zh, build):
    lines = (["按钮：常开触点接地。1k、330：串联电阻，单位 Ω，靠近树莓派。", "地线共用；任何 GND 引脚都可以用。"] if zh else
             ["Keys: contacts that close to ground. 1k, 330: resistors in series, in Ω, at the Pi.",
              "All grounds are one; any pin marked GND will do."])
    for index, line in enumerate(lines):
        svg.text(24, y + 28 + index * 22, line, size=15)
