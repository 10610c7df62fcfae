"""Frames of the runner's protocol (``codegen.emit.runner``): made, stuffed, found again in what a line gives."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from edgec.codegen.emit.runner import CRC_BYTES, HEADER_BYTES, VERSION

HEADER = struct.Struct("<BBHHH")
LONGEST_RUN = 254
MAX_FRAME_BYTES = 1 << 17
"""Bytes without a zero that are kept: no frame is longer."""


@dataclass(frozen=True)
class Frame:
    """A command or an answer; ``version`` is that of who sent it."""

    command: int
    session: int
    sequence: int
    payload: bytes = b""
    version: int = VERSION


def encoded(frame: Frame) -> bytes:
    """The bytes on the line: two zeros end it, so that one of them may be lost."""
    head = HEADER.pack(frame.version, frame.command, frame.session, frame.sequence, len(frame.payload))
    body = head + frame.payload
    return b"\0" + stuffed(body + struct.pack("<I", zlib.crc32(body))) + b"\0\0"


def decoded(body: bytes) -> Frame | None:
    """The frame of the bytes between two zeros; None where they are none, or not as they were sent."""
    raw = unstuffed(body)
    if raw is None or len(raw) < HEADER_BYTES + CRC_BYTES:
        return None
    version, command, session, sequence, length = HEADER.unpack_from(raw)
    payload = raw[HEADER_BYTES:-CRC_BYTES]
    if length != len(payload) or zlib.crc32(raw[:-CRC_BYTES]) != struct.unpack("<I", raw[-CRC_BYTES:])[0]:
        return None
    return Frame(command, session, sequence, payload, version)


def stuffed(data: bytes) -> bytes:
    """Consistent overhead byte stuffing (Cheshire and Baker, 1999): no byte of the result is 0."""
    out = bytearray()
    for part in data.split(b"\0"):
        while len(part) >= LONGEST_RUN:
            out.append(LONGEST_RUN + 1)
            out += part[:LONGEST_RUN]
            part = part[LONGEST_RUN:]
        out.append(len(part) + 1)
        out += part
    return bytes(out)


def unstuffed(data: bytes) -> bytes | None:
    """Decode consistent overhead byte stuffing (COBS); None where the bytes are no encoding."""
    out = bytearray()
    at = 0
    while at < len(data):
        run = data[at]
        if run == 0 or at + run > len(data):
            return None
        out += data[at + 1 : at + run]
        at += run
        if run <= LONGEST_RUN and at < len(data):
            out.append(0)
    return bytes(out)


class FrameReader:
    """Finds frames in bytes, however these come."""

    def __init__(self) -> None:
        self._held = bytearray()

    def take(self, data: bytes) -> Iterator[Frame | None]:
        """The frames that these bytes end, None for each that is broken."""
        self._held += data
        *whole, rest = self._held.split(b"\0")
        self._held = rest[-MAX_FRAME_BYTES:]
        for body in whole:
            if body:
                yield decoded(bytes(body))
