"""Pictures that belong to no one configuration: lamps and sound, a key on a long cable, units on hubs."""

from picture import COLOURS
from svg import Svg

WIDTH = 720


def chosen(language, english, chinese):
    return chinese if language == "zh" else english


def panel(svg, top, height, words):
    svg.box(12, top, WIDTH - 24, height, thick=1)
    svg.text(28, top + 28, words, size=17, bold=True)


def pin(svg, x, y, words, colour):
    """A pin of the header at the left, from which a line starts."""
    svg.box(x, y - 15, 96, 30, fill="#e8e8e8", thick=1.6)
    svg.text(x + 48, y + 5, words, size=15, anchor="middle", bold=True)
    svg.line([(x + 96, y), (x + 120, y)], colour, 2.6)
    return x + 120


def ground(svg, x, y):
    """The sign for ground, hanging from a line that ends there."""
    for step, half in enumerate((14, 9, 4)):
        svg.line([(x - half, y + step * 6), (x + half, y + step * 6)], "#000000", 2.6)
    svg.text(x + 20, y + 10, "GND", size=13, bold=True)


def resistor(svg, x, y, words):
    svg.box(x - 28, y - 12, 56, 24, fill="#ffffff", thick=1.8)
    svg.text(x, y + 5, words, size=14, anchor="middle")


def transistor(svg, x, y):
    """An NPN transistor: base at the left, collector above, emitter below; gives where these two end."""
    svg.ring(x, y, 24)
    svg.line([(x - 8, y - 14), (x - 8, y + 14)], "#000000", 3.4)
    svg.line([(x - 24, y), (x - 8, y)], "#000000", 2.4)
    svg.line([(x - 8, y - 6), (x + 12, y - 20), (x + 12, y - 36)], "#000000", 2.4)
    svg.line([(x - 8, y + 6), (x + 12, y + 20), (x + 12, y + 36)], "#000000", 2.4)
    svg.parts.append(f'<path d="M{x + 12} {y + 20}l-9 -1l5 -7z"/>')
    for words, at in (("B", (x - 38, y - 6)), ("C", (x + 18, y - 28)), ("E", (x + 18, y + 30))):
        svg.text(*at, words, size=13, bold=True)
    return (x + 12, y - 36), (x + 12, y + 36)


def lamps(language):
    svg = Svg(WIDTH, 800, chosen(language, "Lamps and sound on a pin", "引脚上的灯和蜂鸣器"),
              chosen(language, "The page says the same in words.", "页面中有同样内容的文字。"))
    green, orange = COLOURS["lamp"], COLOURS["buzzer"]
    panel(svg, 12, 150, chosen(language, "A  Lamp straight from the pin: 3.6 to 4.2 mA", "A  灯直接接引脚：3.6 至 4.2 毫安"))
    x = pin(svg, 40, 90, "GPIO", green)
    svg.line([(x, 90), (470, 90)], green, 2.6)
    resistor(svg, x + 80, 90, "330 Ω")
    lamp(svg, x + 210, 90, green)
    svg.line([(470, 90), (470, 112)], "#000000", 2.6)
    ground(svg, 470, 112)
    panel(svg, 176, 290, chosen(language, "B  Bright lamp from 5 V through a transistor: 19 mA", "B  亮灯：由 5 V 经三极管供电，19 毫安"))
    switched(svg, 400, green, lambda: (lamp_down(svg, 372, 318, green), resistor_down(svg, 372, 264, "150 Ω")), language)
    panel(svg, 480, 130, chosen(language, "C  Piezo disc (sounds by PWM)", "C  压电片（无源，PWM 发声）"))
    x = pin(svg, 40, 556, "GPIO13", orange)
    svg.line([(x, 556), (470, 556)], orange, 2.6, "9 4 2 4")
    resistor(svg, x + 80, 556, "1 kΩ")
    svg.ring(x + 210, 556, 20, orange)
    svg.text(x + 210, 562, "♪", size=20, anchor="middle")
    svg.line([(470, 556), (470, 574)], "#000000", 2.6)
    ground(svg, 470, 574)
    panel(svg, 624, 164, chosen(language, "D  Active buzzer for 5 V, or a coil", "D  5 V 有源蜂鸣器，或带线圈的讯响器"))
    for index, words in enumerate(chosen(language, (
            "As B, with the buzzer in place of lamp and 150 Ω: its + to 5 V, its − to C.",
            "Across a buzzer with a coil, a diode (1N4148): its ring at 5 V.",
            "Pins 2 and 4 give 5 V; nothing else of the header may touch them.",
            "Transistor: any small NPN for 100 mA or more; B, C and E by its data sheet."), (
            "接法同 B，以蜂鸣器代替灯和 150 Ω：正极接 5 V，负极接 C。",
            "带线圈的讯响器两端并联二极管（1N4148），有环一端接 5 V。",
            "引脚 2、4 为 5 V；排针其他引脚都不得碰到它们。",
            "三极管：100 毫安以上的小功率 NPN；B、C、E 以其数据手册为准。"))):
        svg.text(28, 688 + index * 26, words, size=16)
    return svg.finished()


def lamp(svg, x, y, colour):
    svg.parts.append(f'<path d="M{x - 14} {y - 14}V{y + 14}L{x + 10} {y}Z" fill="#ffffff" stroke="{colour}" stroke-width="2.4"/>')
    svg.line([(x + 11, y - 14), (x + 11, y + 14)], colour, 2.8)
    for step in (0, 9):
        svg.line([(x + step - 4, y - 16), (x + step + 4, y - 26)], colour, 1.8)
    svg.text(x - 26, y + 30, "+", size=15)


def lamp_down(svg, x, y, colour):
    svg.parts.append(f'<path d="M{x - 14} {y - 12}H{x + 14}L{x} {y + 10}Z" fill="#ffffff" stroke="{colour}" stroke-width="2.4"/>')
    svg.line([(x - 14, y + 11), (x + 14, y + 11)], colour, 2.8)
    for step in (0, 9):
        svg.line([(x + 18, y + step - 6), (x + 28, y + step - 12)], colour, 1.8)
    svg.text(x - 30, y - 4, "+", size=15)


def resistor_down(svg, x, y, words):
    svg.box(x - 10, y - 20, 20, 40, fill="#ffffff", thick=1.8)
    svg.text(x + 18, y + 5, words, size=14)


def switched(svg, y, colour, load, language):
    """A load at 5 V that a pin switches through a transistor whose middle is at that height."""
    x = pin(svg, 40, y, "GPIO", colour)
    svg.line([(x, y), (336, y)], colour, 2.6)
    resistor(svg, x + 70, y, "1 kΩ")
    (top_x, top), (_, bottom) = transistor(svg, 360, y)
    svg.line([(top_x, 212), (top_x, top)], COLOURS["3V3"], 2.6)
    load()
    svg.text(top_x + 14, 226, "5 V", size=15, bold=True)
    ground(svg, top_x, bottom)
    for index, words in enumerate(chosen(language, ("Dark while the Pi starts", "only on GPIO 9 to 27"), ("只有接 GPIO 9 至 27", "开机时才不亮"))):
        svg.text(470, 300 + index * 24, words, size=15)


def cable(language):
    blue = COLOURS["key"]
    svg = Svg(WIDTH, 330, chosen(language, "A key on a long cable", "长电缆上的按钮"),
              chosen(language, "The page says the same in words.", "页面中有同样内容的文字。"))
    svg.text(WIDTH / 2, 32, chosen(language, "A key on a cable of more than 1 m", "电缆超过 1 米的按钮"), size=20, anchor="middle", bold=True)
    x = pin(svg, 16, 150, "GPIO", blue)
    svg.line([(x, 150), (400, 150)], blue, 2.6)
    resistor(svg, 214, 150, "1 kΩ")
    svg.line([(290, 70), (290, 150)], COLOURS["3V3"], 2.6)
    svg.box(279, 84, 22, 44, fill="#ffffff", thick=1.8)
    svg.text(310, 111, "3.3 kΩ", size=14)
    svg.text(276, 76, "3V3", size=15, anchor="end", bold=True)
    svg.dot(290, 150, blue)
    svg.dot(158, 150, blue)
    svg.line([(158, 150), (158, 188)], blue, 2.6)
    svg.line([(144, 189), (172, 189)], "#000000", 3)
    svg.line([(144, 197), (172, 197)], "#000000", 3)
    svg.line([(158, 197), (158, 228)], "#000000", 2.6)
    svg.text(178, 199, "100 nF", size=14)
    svg.dot(350, 150, blue)
    svg.line([(350, 150), (350, 180)], blue, 2.6)
    svg.parts.append('<path d="M336 204H364L350 182Z" fill="#ffffff" stroke="#000000" stroke-width="2.2"/>')
    svg.line([(334, 181), (366, 181)], "#000000", 2.8)
    svg.line([(350, 204), (350, 228)], "#000000", 2.6)
    svg.text(320, 198, "TVS", size=14, anchor="end")
    svg.line([(112, 228), (400, 228)], "#000000", 3.4)
    svg.box(16, 213, 96, 30, fill="#e8e8e8", thick=1.6)
    svg.text(64, 233, "GND", size=15, anchor="middle", bold=True)
    svg.dot(158, 228)
    svg.dot(350, 228)
    twisted(svg, 400, 620, 150, 228, blue)
    svg.text(510, 136, chosen(language, "twisted pair", "双绞线"), size=15, anchor="middle")
    svg.line([(620, 150), (668, 150), (668, 172)], blue, 2.6)
    svg.line([(668, 206), (668, 228), (620, 228)], "#000000", 2.6)
    for end in (174, 204):
        svg.ring(668, end, 4, blue)
    svg.line([(678, 172), (678, 206)], blue, 2.8)
    svg.line([(678, 189), (688, 189)], blue, 2.8)
    svg.text(668, 256, chosen(language, "key", "按钮"), size=15, anchor="middle")
    for index, words in enumerate(chosen(language, ("Everything left of the cable sits at the Pi, one set for each key.",
                                                    "Closed, the contact carries 1 mA, and the pin reads 0."),
                                         ("电缆左边的元件都装在树莓派一侧，每个按钮一套。", "按下时触点流过 1 毫安，引脚读数为 0。"))):
        svg.text(24, 292 + index * 24, words, size=15)
    return svg.finished()


def twisted(svg, left, right, top, bottom, colour):
    """A pair of lines that cross again and again."""
    steps = 5
    wide = (right - left) / steps
    for index in range(steps):
        x, turned = left + wide * index, index % 2
        for line in (0, 1):
            y0, y1 = (top, bottom) if (line + turned) % 2 == 0 else (bottom, top)
            stroke, thick = (colour, 2.6) if line == 0 else ("#000000", 2.6)
            last = index == steps - 1
            y1 = y1 if not last else y0
            svg.parts.append(f'<path d="M{x:.1f} {y0}C{x + wide / 2:.1f} {y0} {x + wide / 2:.1f} {y1} {x + wide:.1f} {y1}" '
                             f'fill="none" stroke="{stroke}" stroke-width="{thick}"/>')


def units(language):
    svg = Svg(WIDTH, 560, chosen(language, "Twenty table units on USB", "二十个棋桌单元，USB"),
              chosen(language, "The page says the same in words.", "页面中有同样内容的文字。"))
    svg.text(WIDTH / 2, 32, chosen(language, "Twenty table units on one Raspberry Pi 4", "一台树莓派 4 带二十个棋桌单元"), size=20,
             anchor="middle", bold=True)
    svg.box(240, 50, 240, 62, fill="#e8e8e8", thick=2)
    svg.text(360, 76, "Raspberry Pi 4", size=17, anchor="middle", bold=True)
    svg.text(360, 99, chosen(language, "4 USB sockets, one stays free", "4 个 USB 口，留一个空"), size=15, anchor="middle")
    for hub, (first, last) in enumerate(((1, 7), (8, 14), (15, 20))):
        left = 24 + hub * 228
        middle = left + 108
        svg.line([(280 + hub * 80, 112), (280 + hub * 80, 140 + 18 * (hub != 1)), (middle, 140 + 18 * (hub != 1)), (middle, 190)] if hub != 1
                 else [(360, 112), (360, 190)], COLOURS["MOSI"], 2.8)
        svg.box(left, 190, 216, 74, fill="#ffffff", thick=2)
        svg.text(middle, 216, chosen(language, f"Hub {hub + 1}: 7 ports", f"集线器 {hub + 1}：7 口"), size=16, anchor="middle", bold=True)
        svg.text(middle, 240, chosen(language, "its own 5 V supply", "自带 5 V 电源"), size=15, anchor="middle")
        for index, number in enumerate(range(first, last + 1)):
            y = 284 + index * 32
            svg.line([(left + 14, 264), (left + 14, y + 13), (left + 34, y + 13)], COLOURS["MOSI"], 2)
            svg.box(left + 34, y, 182, 26, fill="#ffffff", thick=1.4)
            svg.text(left + 42, y + 18, f"/dev/flagfall/table-{number}", size=14)
    svg.text(24, 540, chosen(language, "USB devices: 20 units, 6 in the hubs, 1 in the Pi: 27 of 32.", "USB 设备：单元 20 个，集线器内 6 个，树莓派内 1 个，共 27 个（上限 32）。"), size=15)
    return svg.finished()


PICTURES = {"lamps": lamps, "long-cable": cable, "units": units}
