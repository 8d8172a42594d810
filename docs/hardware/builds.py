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

# Each kind of part on one pin: what it is called.
PARTS = {
    "black": ("Black key", "黑方按钮"), "white": ("White key", "白方按钮"), "arbiter": ("Arbiter key", "裁判按钮"),
    "query_black": ("Black asks", "黑方查询"), "query_white": ("White asks", "白方查询"),
    "led_black": ("Black lamp", "黑方灯"), "led_white": ("White lamp", "白方灯"), "buzzer": ("Buzzer", "蜂鸣器"),
}

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

    def name(self, language, several):
        words = PARTS[self.role][language == "zh"]
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
        rows = ["\n| 引脚 | GPIO | 接到 |" if zh else "\n| pin | GPIO | goes to |", "|---|---|---|"]
        for pin in sorted(self.used()):
            rows.append(f"| {pin} | {HEADER[pin]} | {self.goes_to(pin, language)} |")
        if self.displays:
            supply = "显示屏 VCC、BL、RST" if zh else "VCC, BL and RST of the displays"
            if not any("RST" in display.pads for display in self.displays if display.pads.get("RST") == "3V3"):
                supply = "显示屏 VCC" if zh else "VCC of the display" + "s" * (len(self.displays) > 1)
                if any("BL" in display.pads for display in self.displays):
                    supply += "、BL" if zh else ", BL"
            if self.behind_multiplexer:
                supply = "多路复用器 VIN，显示屏 VCC" if zh else "VIN of the multiplexer, VCC of the displays"
            rows.append(f"| 1 | 3V3 | {supply} |")
        grounds = "、".join(map(str, GROUNDS)) if zh else ", ".join(map(str, GROUNDS))
        rows.append(f"| {grounds} | GND | {'各按钮、灯、蜂鸣器、显示屏的另一端' if zh else 'the other end of every key, lamp and buzzer, and GND of the displays'} |")
        return "\n".join(rows) + "\n\n"

    def goes_to(self, pin, language):
        zh = language == "zh"
        words = []
        for item in self.used()[pin]:
            if isinstance(item, Part):
                words.append(item.name(language, False) + ((f"，第 {item.table} 台" if zh else f", table {item.table}") if self.several else ""))
                continue
            display, pad = item
            if self.behind_multiplexer:
                return f"{'多路复用器' if zh else 'multiplexer'} {pad}"
            of = (f"第 {display.table} 台显示屏" if zh else f"display of table {display.table}") if self.several else ("显示屏" if zh else "display")
            words.append(f"{of} {pad}")
        return ("，" if zh else "; ").join(words)


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
