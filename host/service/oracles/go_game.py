"""A game of Go as sgfmill reads it, played on sgfmill's boards."""

import random

from sgfmill import boards, sgf, sgf_properties

from gnugo import vertex

COLOURS = {"B": "black", "W": "white"}
OTHER = {"black": "white", "white": "black"}


class Game:
    """Size, setup and moves of a game's main line. A move is (colour, point); a pass has no point."""

    def __init__(self, path):
        tree = sgf.Sgf_game.from_bytes(path.read_bytes())
        self.path, self.size = path, tree.get_size()
        self.moves, self.setups = [], []
        # PL and HA, wherever they stand before the first move.
        self.said, self.handicap = None, 0
        for node in tree.get_main_sequence():
            if not self.moves:
                self.said = node.get("PL") if node.has_property("PL") else self.said
                self.handicap = node.get("HA") if node.has_property("HA") else self.handicap
            if node.has_setup_stones():
                self.setups.append((len(self.moves), node.get_setup_stones()))
            for name in node.properties():
                for value in node.get_raw_list(name) if name in COLOURS else ():
                    self.moves.append((COLOURS[name], sgf_properties.interpret_go_point(value, self.size)))

    def starts_with_setup_only(self):
        """Whether stones are set up only before the first move, so that every referee starts from one position."""
        return all(number == 0 and not empty for number, (_, _, empty) in self.setups)

    def stones(self):
        """The stones of the start, for GTP."""
        for _, (black, white, _) in self.setups:
            yield from (("black", point) for point in sorted(black))
            yield from (("white", point) for point in sorted(white))

    def first_to_move(self):
        """PL, else White with a handicap, else who moves first."""
        if self.said:
            return {"b": "black", "w": "white"}[self.said]
        if self.handicap >= 2:
            return "white"
        return self.moves[0][0]

    def first_out_of_turn(self):
        """The number of the first move by the wrong side; 0: none."""
        turn = self.first_to_move() if self.moves else None
        for number, (colour, _) in enumerate(self.moves, 1):
            if colour != turn:
                return number
            turn = OTHER[turn]
        return 0


class Played:
    """The positions of a game: after each move as the file says, legal or not."""

    def __init__(self, game):
        self.game, self.board = game, boards.Board(game.size)
        self.captures = {"black": 0, "white": 0}
        # After each move, from 0: who moved, and the stones.
        self.positions, self.occupied, self.suicides = [], set(), set()
        setups = list(game.setups)
        for number, (colour, point) in enumerate(game.moves):
            self.set_up(setups, number)
            if number == 0:
                self.keep(OTHER[game.first_to_move()])
            if point is not None:
                self.lay(number + 1, colour, point)
            self.keep(colour)
        self.set_up(setups, len(game.moves))

    def set_up(self, setups, number):
        while setups and setups[0][0] == number:
            self.board.apply_setup(*setups.pop(0)[1])

    def keep(self, mover):
        self.positions.append((mover, "".join(self.rows())))

    def lay(self, number, colour, point):
        """A stone laid on another replaces it, as the definition of SGF has it."""
        if self.board.get(*point):
            self.occupied.add(number)
            self.board.board[point[0]][point[1]] = None
        before = self.count()
        self.board.play(*point, colour[0])
        after = self.count()
        self.captures[colour] += before[OTHER[colour]] - after[OTHER[colour]]
        lost = before[colour] + 1 - after[colour]
        self.captures[OTHER[colour]] += lost
        if lost:
            self.suicides.add(number)

    def count(self):
        stones = [colour for colour, _ in self.board.list_occupied_points()]
        return {"black": stones.count("b"), "white": stones.count("w")}

    def rows(self):
        """The position as flagfall prints it."""
        signs = {None: ".", "b": "X", "w": "O"}
        return ["".join(signs[stone] for stone in row) for row in reversed(self.board.board)]

    def stones(self):
        """The position as GTP lists it."""
        found = {"b": set(), "w": set()}
        for colour, point in self.board.list_occupied_points():
            found[colour].add(vertex(point))
        return found["b"], found["w"]

    def first_like(self, number, rule):
        """After which earlier move the position after this one stood first, as the rule compares them."""
        mover, stones = self.positions[number]
        for earlier, (who, before) in enumerate(self.positions[:number]):
            if before == stones and (rule != "situational" or who == mover):
                return earlier
        return None


def random_game(seed):
    """A game on a small board, mostly on free points: full of captures, ko, cycles and suicide. As SGF."""
    dice = random.Random(seed)
    size = dice.choice([2, 3, 3, 4, 4, 5, 5, 6, 7, 9])
    board, moves, colour = boards.Board(size), [], "b"
    for _ in range(size * size * 6):
        free = [point for point in board.board_points if board.get(*point) is None]
        if not free or dice.random() < 0.02:
            moves.append((colour, ""))
        else:
            row, column = dice.choice(board.board_points if dice.random() < 0.004 else free)
            moves.append((colour, f"{chr(97 + column)}{chr(97 + size - 1 - row)}"))
            board.board[row][column] = None
            board.play(row, column, colour)
        colour = "w" if colour == "b" else "b"
    nodes = "".join(f";{colour.upper()}[{point}]" for colour, point in moves)
    return f"(;FF[4]GM[1]CA[UTF-8]SZ[{size}]{nodes})\n"
