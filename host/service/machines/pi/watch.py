#!/usr/bin/env python3
"""Plays at the emulated Raspberry Pi's table and looks at its pins: watch.py QEMU ARGUMENT…

The machine's serial line and the emulator's monitor are sockets; the pins are read by the monitor out of the GPIO
controller's registers, past the program and the kernel.
"""

import re
import socket
import subprocess
import sys
import time

LEVELS = 0x3F200034  # GPLEV0: the levels of pins 0 to 31
BLACK, WHITE = 1 << 5, 1 << 6
BOOT, ANSWER, LAMPS = 120, 30, 10  # seconds

# An order, by whom before it, and what the lamps show from then on, one after the other.
GAME = [
    ("white press white", [BLACK]),
    ("black press black", [WHITE]),
    ("white press white", [BLACK]),
    ("black pause", [0, BLACK, 0, BLACK]),  # the lamp of the side on move flashes
    ("both resume", [BLACK]),
    ("black press black", [WHITE]),
    ("white resign white", [0]),
    ("stop", [0]),
]


class Line:
    """A socket of which is read until something has been said."""

    def __init__(self, end):
        self.end, self.heard = end, b""

    def say(self, text):
        self.end.sendall(text.encode() + b"\n")

    def until(self, pattern, seconds):
        deadline = time.monotonic() + seconds
        while not (found := re.search(pattern, self.heard)):
            self.end.settimeout(max(deadline - time.monotonic(), 0.01))
            try:
                came = self.end.recv(4096)
            except TimeoutError:
                came = b""
            if not came or b"Kernel panic" in self.heard:
                sys.exit(f"pi: no {pattern} within {seconds} s in:\n{self.heard.decode(errors='replace')}")
            self.heard += came
        self.heard = self.heard[found.end() :]
        return found[1].decode()


def levels(monitor):
    monitor.say(f"xp /1wx {LEVELS:#x}")
    return int(monitor.until(rb"0000003f200034: (0x[0-9a-f]{8})", ANSWER), 16) & (BLACK | WHITE)


def wait_for(monitor, expected):
    deadline = time.monotonic() + LAMPS
    while (seen := levels(monitor)) != expected:
        if time.monotonic() > deadline:
            sys.exit(f"pi: lamps {seen:#x} where {expected:#x} was expected")


def play(console, monitor):
    board = console.until(rb"ready: ([^\r\n]*)\r?\n", BOOT)
    wait_for(monitor, 0)
    for order, shown in GAME:
        console.say(order)
        answer = console.until(rb"answer: ([^\r\n]*)\r?\n", ANSWER)
        if answer not in ('{"ok":true}', "0"):
            sys.exit(f"pi: {order}: {answer}")
        for lamps in shown:
            wait_for(monitor, lamps)
    return board


def main():
    began = time.monotonic()
    ends = [socket.socketpair() for _ in range(2)]
    described = []
    for name, (_, theirs) in zip(("serial", "monitor"), ends):
        described += ["-chardev", f"socket,id={name},fd={theirs.fileno()}"]
    machine = subprocess.Popen(
        [*sys.argv[1:], *described, "-serial", "null", "-serial", "chardev:serial", "-mon", "monitor"],
        stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno() for _, theirs in ends],
    )
    try:
        board = play(*(Line(ours) for ours, _ in ends))
    finally:
        machine.kill()
        machine.wait()
    print(f"pi: {board}: {len(GAME)} orders, the lamps were lit as they should; {time.monotonic() - began:.0f} s")


main()
