"""python-chess and Stockfish against `flagfall perft`: how many lines of play there are to a depth."""

import json
import subprocess

import chess

from program import Comparison, call, tool

# Chosen so that each special rule decides many lines: castling and its loss, en passant with its pins, promotion
# with and without capture, double check, mate and stalemate within the depth.
POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
    "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "k7/8/8/7p/6P1/8/8/K7 b - g3 0 1",
]
# The deep count takes those positions that have at most so many lines to the shallow depth.
SHALLOW, DEEP, DEEP_MAX = 3, 5, 20_000
LEAST_DEEP = 10


def count(board, depth):
    """The lines of play, by python-chess."""
    if depth == 1:
        return board.legal_moves.count()
    lines = 0
    for move in board.legal_moves:
        board.push(move)
        lines += count(board, depth - 1)
        board.pop()
    return lines


def stockfish(questions):
    """The lines of play, by Stockfish, for each (position, depth)."""
    asked = "".join(f"position fen {fen}\ngo perft {depth}\n" for fen, depth in questions)
    done = subprocess.run([tool("stockfish")], input=asked + "quit\n", capture_output=True, text=True, check=True)
    return [int(line.split(":")[1]) for line in done.stdout.splitlines() if line.startswith("Nodes searched")]


def flagfall(fen, depth):
    return json.loads(call("perft", "--json", fen, depth))["nodes"]


def main():
    comparison, total = Comparison("perft"), 0
    deep = []
    for fen in POSITIONS:
        lines = count(chess.Board(fen), SHALLOW)
        total += lines
        comparison.same(f"{fen} depth {SHALLOW}", "python-chess", lines, flagfall(fen, SHALLOW))
        deep += [(fen, DEEP)] if lines <= DEEP_MAX else []
    for (fen, depth), lines in zip(deep, stockfish(deep), strict=True):
        total += lines
        comparison.same(f"{fen} depth {depth}", "Stockfish", lines, flagfall(fen, depth))
    comparison.at_least("positions to the deep count", LEAST_DEEP, len(deep))
    comparison.finish(f"{len(POSITIONS)} positions, {len(deep)} of them deep, {total:,} lines agree")


if __name__ == "__main__":
    main()
