"""SVG, written line by line: what a wiring picture is drawn with."""

from xml.sax.saxutils import escape

FONT = "font-family=\"'DejaVu Sans','Noto Sans','Noto Sans CJK SC','Microsoft YaHei','PingFang SC',sans-serif\""


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Svg:
    def __init__(self, width, height, title, description):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" role="img" {FONT}>',
            f"<title>{escape(title)}</title>", f"<desc>{escape(description)}</desc>",
            f'<rect width="{number(width)}" height="{number(height)}" fill="#ffffff"/>']

    def line(self, points, colour="#000000", thick=2.4, dash=None, halo=False):
        way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        if halo:
            # What it crosses is cut, but not what it begins or ends at.
            (x, begin), (_, end) = points
            cut = 7 if end > begin else -7
            way_cut = f"M{number(x)} {number(begin + cut)}V{number(end - cut)}"
            self.parts.append(f'<path d="{way_cut}" fill="none" stroke="#ffffff" stroke-width="{number(thick + 5)}"/>')
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="{number(thick)}"{dashes}/>')

    def dot(self, x, y, colour="#000000"):
        self.parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="4.5" fill="{colour}"/>')

    def ring(self, x, y, radius, colour="#000000"):
        self.parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="#ffffff" '
                          f'stroke="{colour}" stroke-width="2.2"/>')

    def box(self, x, y, width, height, fill="none", thick=1.4):
        self.parts.append(f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
                          f'rx="3" fill="{fill}" stroke="#000000" stroke-width="{number(thick)}"/>')

    def text(self, x, y, words, size=15, anchor="start", bold=False, colour="#000000", halo=False):
        weight = ' font-weight="bold"' if bold else ""
        edge = ' paint-order="stroke" stroke="#ffffff" stroke-width="5"' if halo else ""
        self.parts.append(f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}" '
                          f'fill="{colour}"{weight}{edge}>{escape(words)}</text>')

    def resistor(self, x, y, width, words):
        self.box(x - width / 2, y - 9, width, 18, fill="#ffffff", thick=1.8)
        self.text(x, y + 4.5, words, size=12, anchor="middle")

    def key(self, x, y, colour, _side=1):
        """A contact that is open until it is pressed."""
        for end in (x - 12, x + 12):
            self.ring(end, y, 4, colour)
        self.line([(x - 15, y - 8), (x + 15, y - 8)], colour, 2.6)
        self.line([(x, y - 8), (x, y - 15)], colour, 2.6)

    def lamp(self, x, y, colour, side=1):
        """An LED; the current goes outwards, to the rail."""
        self.parts.append(f'<path d="M{number(x + 12 * side)} {number(y - 10)}V{number(y + 10)}L{number(x - 9 * side)} '
                          f'{number(y)}Z" fill="#ffffff" stroke="{colour}" stroke-width="2.2"/>')
        self.line([(x - 10 * side, y - 10), (x - 10 * side, y + 10)], colour, 2.6)
        self.line([(x + 16 * side, y), (x + 12 * side, y)], colour, 2.6)
        self.line([(x - 10 * side, y), (x - 16 * side, y)], "#000000", 2.6)
        for step in (0, 8):
            begin = x - side * step + 2
            self.line([(begin, y - 11), (begin - 5 * side, y - 17)], colour, 1.6)

    def buzzer(self, x, y, colour, _side=1):
        self.ring(x, y, 14, colour)
        self.text(x, y + 5, "♪", size=15, anchor="middle")
        self.line([(x - 16, y), (x - 14, y)], "#000000", 2.6)

    def finished(self):
        return "\n".join(self.parts + ["</svg>", ""])
