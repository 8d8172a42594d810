#!/usr/bin/env python3
"""Has table units start their boot loader, in which a board takes a new firmware as a dropped file.

    firmware/pico/boot_loader.py PORT…

A unit whose clock runs refuses. The ports must be free: the service is to be stopped. What is said is in docs/link.md.
Only Python's standard library."""

import os
import select
import sys
import termios
import time
import tty

VERSION = 1
HELLO, TROUBLE, BOOT_LOADER = 0, 6, 9
CLOCK_RUNS = 3
# Seconds: a unit that has lost its host greets once in each, after a silence of one and a half.
GREETS_WITHIN, ANSWERS_WITHIN = 6, 2.5


def checksum(body):
    """CRC-32/ISCSI."""
    total = 0xFFFFFFFF
    for byte in body:
        total ^= byte
        for _ in range(8):
            total = total >> 1 ^ (0x82F63B78 if total & 1 else 0)
    return total ^ 0xFFFFFFFF


def stuffed(plain):
    """Consistent overhead byte stuffing, of less than 254 bytes."""
    return b"".join(bytes([len(part) + 1]) + part for part in plain.split(b"\0"))


def unstuffed(frame):
    plain, at = bytearray(), 0
    while at < len(frame):
        length = frame[at]
        plain += frame[at + 1:at + length]
        at += length
        if length < 255 and at < len(frame):
            plain.append(0)
    return bytes(plain)


def varint(number):
    parts = []
    while number > 0x7F:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*parts, number])


def varints(fields):
    """The numbers that are one behind the other."""
    number, shift = 0, 0
    for byte in fields:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield number
            number, shift = 0, 0


def messages(port, seconds):
    """Kind and fields of whatever comes whole; ends with the time, or with the port."""
    frame, end = bytearray(), time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if not select.select([port], [], [], left)[0]:
            return
        try:
            came = os.read(port, 256)
        except OSError:
            return
        if not came:
            return
        for byte in came:
            if byte:
                frame.append(byte)
                continue
            body, frame = unstuffed(bytes(frame)), bytearray()
            if len(body) > 6 and checksum(body[:-4]) == int.from_bytes(body[-4:], "little") and body[0] == VERSION:
                yield body[1], body[2:-4]


def start_boot_loader(name):
    """What became of it, in words; none if the unit has started its boot loader."""
    port = os.open(name, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(port)
    settings = termios.tcgetattr(port)
    settings[4] = settings[5] = termios.B115200
    termios.tcsetattr(port, termios.TCSANOW, settings)
    hello = next((fields for kind, fields in messages(port, GREETS_WITHIN) if kind == HELLO), None)
    if hello is None:
        return "no unit greets"
    _protocol, _engine, serial, *_ = varints(hello)
    body = bytes([VERSION, BOOT_LOADER]) + varint(serial)
    os.write(port, b"\0" + stuffed(body + checksum(body).to_bytes(4, "little")) + b"\0")
    for kind, fields in messages(port, ANSWERS_WITHIN):
        if kind == TROUBLE and fields[0] == CLOCK_RUNS:
            return "its clock runs"
        if kind == HELLO:
            return "it goes on greeting"
    return None


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    failed = False
    for name in sys.argv[1:]:
        try:
            trouble = start_boot_loader(name)
        except OSError as error:
            trouble = error.strerror
        failed |= trouble is not None
        print(f"{name}: {trouble or 'in its boot loader'}")
    sys.exit(failed)


main()
