"""What is wired to what: read from the example configurations, so that pictures and tables say what these say."""

import tomllib
from dataclasses import dataclass, field

# The header of a Raspberry Pi with 40 pins: what each pin is, a number being a GPIO's (as Broadcom counts them).
HEADER = dict(zip(range(1, 41), [
    "3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND",
    9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21]))
PIN_OF = {gpio: pin for pin, gpio in HEADER.items() if isinstance(gpio, int)}

# The grounds that the pictures use; any other GND pin is as good.
GROUNDS = (9, 39, 6, 34)

# Each kind of part on one pin: what the program calls it, and shorter where there is little room.
PARTS = {
    "black": ("Black's key", "黑方按钮"), "white": ("White's key", "白方按钮"), "arbiter": ("arbiter's key", "裁判员按钮"),
    "query_black": ("Black's query key", "黑方查询按钮"), "query_white": ("White's query key", "白方查询按钮"),
    "led_black": ("Black's lamp", "黑方灯"), "led_white": ("White's lamp", "白方灯"), "buzzer": ("buzzer", "蜂鸣器"),
}
SHORT = {"query_black": ("Black's query", "黑方查询"), "query_white": ("White's query", "白方查询")}

# What the pins of a bus are, by its name in the configuration.
I2C = {"i2c1": {"SDA": 2, "SCL": 3}, "i2c5": {"SDA": 23, "SCL": 24}}
SPI = {"spi0.0": {"SCLK": 11, "MOSI": 10, "CS": 8}, "spi0.1": {"SCLK": 11, "MOSI": 10, "CS": 7}}

TITLES = {
    "one-ssd1306": ("One table, SSD1306 128×64 on I²C", "一台，SSD1306 128×64，I²C"),
    "one-st7789": ("One table, colour display on SPI", "一台，SPI 彩色屏"),
    "one-ili9341": None, "one-ili9486": None,
    "two-st7789": ("Two tables, colour displays on one SPI bus", "两台，彩色屏共用一条 SPI 总线"),
    "four-ssd1306": ("Four tables, displays on two I²C buses", "四台，显示屏在两条 I²C 总线上"),
    "six-ssd1306": ("Six tables, displays behind an I²C multiplexer", "六台，显示屏接 I²C 多路复用器"),
}


@dataclass
class Part:
    """A key, lamp or buzzer: one line of the header to ground."""
    table: int
    role: str
    gpio: int

    @property
    def pin(self):
        return PIN_OF[self.gpio]

    def name(self, zh):
        return PARTS[self.role][zh]

    def label(self, zh, several):
        words = SHORT.get(self.role, PARTS[self.role])[zh]
        return f"{self.table} {words}" if several else words


@dataclass
class Display:
    """A display and its pads: pad to net, a net being a GPIO, "3V3" or "GND"."""
    table: int
    kind: str
    bus: str
    address: int | None
    pads: dict


@dataclass
class Build:
    """One example configuration."""
    name: str
    title: tuple | None
    parts: list = field(default_factory=list)
    displays: list = field(default_factory=list)
    behind_multiplexer: bool = False

    @property
    def picture(self):
        return self.title is not None

    @property
    def several(self):
        return len({display.table for display in self.displays}) > 1

    def used(self):
        """What each pin of the header that is used goes to: pin to (kind, tables and pads or parts)."""
        used = {part.pin: [part] for part in self.parts}
        for display in self.displays:
            for pad, net in display.pads.items():
                if isinstance(net, int):
                    used.setdefault(PIN_OF[net], []).append((display, pad))
        return used

    def pin_table(self, language):
        """The pins that are used, as a table of Markdown."""
        zh = language == "zh"
        grounds = ("、" if zh else ", ").join(map(str, GROUNDS))
        other_ends = "各按钮、灯、蜂鸣器的另一端，各显示屏 GND" if zh else (
            "the other end of every key, lamp and buzzer; GND of every display")
        rows = ["", "| 引脚 | GPIO | 接到 |" if zh else "| pin | GPIO | goes to |", "|---|---|---|"]
        rows += [f"| {pin} | {HEADER[pin]} | {self.goes_to(pin, zh)} |" for pin in sorted(self.used())]
        rows += [f"| 1 | 3V3 | {self.supplied(zh)} |", f"| {grounds} | GND | {other_ends} |", "", ""]
        return "\n".join(rows)

    def supplied(self, zh):
        """What gets 3.3 V."""
        if self.behind_multiplexer:
            return "多路复用器 VIN，各显示屏 VCC" if zh else "VIN of the multiplexer, VCC of every display"
        pads = ("、" if zh else ", ").join(pad for pad, net in self.displays[0].pads.items() if net == "3V3")
        return f"各显示屏 {pads}" if zh else f"{pads} of every display"

    def goes_to(self, pin, zh):
        return ("，" if zh else "; ").join(dict.fromkeys(self.one(item, zh) for item in self.used()[pin]))

    def one(self, item, zh):
        """A part, or a display's pad, in words."""
        if isinstance(item, Part):
            name = item.name(zh)
            of = f"第 {item.table} 台{name}" if zh else f"{name}, table {item.table}"
            return of if self.several else name
        display, pad = item
        if self.behind_multiplexer:
            return f"多路复用器 {pad}" if zh else f"multiplexer {pad}"
        of = f"第 {display.table} 台显示屏" if zh else f"display of table {display.table}"
        return f"{of if self.several else '显示屏' if zh else 'display'} {pad}"


def read(folder):
    """Every build, by name."""
    return {name: build(name, title, tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")))
            for name, title in TITLES.items()}


def build(name, title, config):
    made = Build(name, title)
    for table in config["table"]:
        number = table["number"]
        made.parts += [Part(number, role, gpio) for role, gpio in table["pins"].items() if role in PARTS]
        made.displays.append(display_of(number, table["display"]))
    made.behind_multiplexer = any(display.bus not in I2C | SPI for display in made.displays)
    refuse_what_does_not_fit(made)
    return made


def display_of(table, display):
    bus = display["bus"]
    pads = {"VCC": "3V3", "GND": "GND"}
    if bus in SPI:
        # Without a line of its own a display is reset by command, and RST is tied to the supply.
        pads |= SPI[bus] | {"DC": display["dc"], "RST": display.get("reset", "3V3"), "BL": "3V3"}
    else:
        pads |= I2C.get(bus, I2C["i2c1"])
    return Display(table, display["kind"], bus, display.get("address"), pads)


def refuse_what_does_not_fit(made):
    """A pin has one use, unless it is a line of a bus."""
    shared = {2, 3, 23, 24} if made.displays[0].bus not in SPI else {10, 11}
    for pin, users in made.used().items():
        assert len(users) == 1 or HEADER[pin] in shared, f"{made.name}: pin {pin} has two uses"
        assert HEADER[pin] not in (0, 1), f"{made.name}: pins 27 and 28 belong to a HAT's memory"
    buses = [(display.bus, display.address or display.bus) for display in made.displays]
    assert len(set(buses)) == len(buses), f"{made.name}: two displays at one address"
    lamps = [part.gpio for part in made.parts if part.role.startswith("led")]
    assert all(gpio > 8 for gpio in lamps), f"{made.name}: lamps on pins that are pulled up while the Pi starts"
