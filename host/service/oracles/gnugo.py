"""GNU Go, spoken to over GTP."""

import subprocess

from program import tool

OPTIONS = ["--mode", "gtp", "--quiet", "--level", "0", "--cache-size", "0.1"]
COLUMNS = "ABCDEFGHJKLMNOPQRST"
# GNU Go knows boards up to 19 lines, and remembers 500 moves for its superko.
SIZE_MAX, MOVES_MAX = 19, 500


def vertex(point):
    """A point (row from below, column) or None for a pass, as GTP writes it."""
    return "pass" if point is None else f"{COLUMNS[point[1]]}{point[0] + 1}"


class GnuGo:
    """One GNU Go with its rules for repetition and suicide."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [tool("gnugo"), *OPTIONS, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, commands):
        """Sends all these commands at once: a list of (accepted, answer)."""
        self.process.stdin.write("".join(f"{command}\n" for command in commands))
        self.process.stdin.flush()
        return [self.answer() for _ in commands]

    def answer(self):
        lines = []
        while (line := self.process.stdout.readline()).strip() or not lines:
            if not line:
                raise EOFError("GNU Go has ended")
            lines.append(line.strip())
        answer = " ".join(lines)
        return answer.startswith("="), answer[1:].strip()

    def play(self, size, stones, moves):
        """The number of the first move that it refuses (0: none), then stones and captures up to there."""
        opening = [f"boardsize {size}", "clear_board"]
        opening += [f"play {colour} {vertex(point)}" for colour, point in stones]
        for accepted, answer in self.ask(opening):
            if not accepted:
                raise ValueError(answer)
        answers = self.ask([f"play {colour} {vertex(point)}" for colour, point in moves])
        refused = next((number for number, (accepted, _) in enumerate(answers, 1) if not accepted), 0)
        listed = self.ask(["list_stones black", "list_stones white", "captures black", "captures white"])
        black, white, *captures = [answer for _, answer in listed]
        return refused, (set(black.split()), set(white.split())), tuple(map(int, captures))
