"""Commands and their answers over a line that loses, changes and repeats bytes, and a device that may be reset."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from edgec.codegen.emit.runner import ANSWER, REFUSED, VERSION, RefusalCode, Request
from edgec.converter.graph.errors import ToolFailed, UsageError, printable
from edgec.device.frames import Frame, encoded
from edgec.device.line import SerialLine

FIRST_S, SHORTEST_S = 1.0, 0.1
MARGIN = 4.0  # of the longest answer so far: how long the next one is waited for
WRAP = 1 << 16


class SessionLostError(Exception):
    """The device was reset: it knows nothing of what was sent before."""


@dataclass
class LinkTraffic:
    """Counters of a link: frames sent, frames sent again, resets of the device."""

    frames: int = 0
    again: int = 0
    resets: int = 0


@dataclass
class Link:
    """Asks a device, again and again, until it answers.

    ``patience``: seconds without an answer after which it is given up.  ``failed`` is called for each frame that was
    lost, ``passed`` for each that was answered.
    """

    line: SerialLine
    patience: float
    traffic: LinkTraffic = field(default_factory=LinkTraffic)
    session: int = 0
    failed: Callable[[], None] = lambda: None
    passed: Callable[[], None] = lambda: None
    _sequence: int = 0
    _answered: float = 0.0
    _longest: dict[Request, float] = field(default_factory=dict)

    def begin(self) -> bytes:
        """Open a session; what the device says of itself.

        Raises:
            ToolFailed: there is no answer.
            UsageError: the device speaks another version of the protocol.
        """
        self.session = (self.session or time.time_ns() // 1000) % (WRAP - 1) + 1
        self._answered = time.monotonic()
        return self.ask(Request.HELLO, b"")

    def ask(self, command: Request, payload: bytes) -> bytes:
        """The payload of the answer.

        Raises:
            SessionLostError: the device was reset since ``begin``, or refuses what follows from what was sent before.
            ToolFailed: there is no answer.
            UsageError: the device speaks another version of the protocol.
        """
        answer = None
        while answer is None:
            answer = self.attempt(command, payload, 1 << 30)
        return answer

    def attempt(self, command: Request, payload: bytes, tries: int = 2) -> bytes | None:
        """The payload of the answer, None after a number of frames that had none; raises as ``ask``."""
        self._sequence = self._sequence % (WRAP - 1) + 1
        data = encoded(Frame(command, self.session, self._sequence, payload))
        wait = self._first_wait(command)
        for _ in range(tries):
            started = time.monotonic()
            end = self._answered + self.patience
            if started >= end:
                raise self._silent()
            self.line.send(data)
            self.traffic.frames += 1
            answer, heard = self._answer(command, min(started + wait, end))
            if answer is not None:
                self._answered = time.monotonic()
                self._longest[command] = max(self._longest.get(command, 0.0), self._answered - started)
                self.passed()
                return answer
            self.traffic.again += 1
            self.failed()
            wait *= 1 if heard else 2
        return None

    def _silent(self) -> ToolFailed:
        return ToolFailed(
            f"the device on {printable(self.line.port)} does not answer ({self.patience:g} s, --timeout); check that "
            "it runs the runner of this folder (edgec new --program runner, convert --package runner), that the line's "
            "speed is --baud, and that nothing else uses the port"
        )

    def _first_wait(self, command: Request) -> float:
        longest = self._longest.get(command)
        return FIRST_S if longest is None else max(MARGIN * longest, SHORTEST_S)

    def _answer(self, command: Request, until: float) -> tuple[bytes | None, bool]:
        """The answer, if it comes by then or before a frame that is broken; and whether anything of the device came."""
        while True:
            frames = self.line.receive(until)
            for frame in frames:
                if frame is None:
                    continue
                if frame.command == REFUSED:
                    self._refused(frame)
                elif (frame.command, frame.session) == (command + ANSWER, self.session):
                    if frame.sequence == self._sequence:
                        return frame.payload, True
            if not frames:
                return None, False
            if any(frame is None or frame.command == REFUSED for frame in frames):
                return None, any(frame is not None for frame in frames)

    def _refused(self, frame: Frame) -> None:
        """Judge a refusal: a broken frame is sent again.

        Raises:
            SessionLostError: it is about this command, and of a device that was reset.
            UsageError: the device speaks another version of the protocol.
            ToolFailed: the command is refused though the device was not reset (a bug).
        """
        refusal = frame.payload[0] if frame.payload else 0
        if refusal == RefusalCode.VERSION:
            raise UsageError(
                f"the device on {printable(self.line.port)} speaks version {frame.version} of the protocol, edgec "
                f"version {VERSION}; build and flash the runner again"
            )
        if refusal == RefusalCode.BROKEN or frame.sequence != self._sequence:
            return
        if refusal in (RefusalCode.SESSION, RefusalCode.INPUT, RefusalCode.NO_RUN):
            raise SessionLostError
        name = RefusalCode(refusal).name if refusal in set(RefusalCode) else str(refusal)
        raise ToolFailed(f"the device on {printable(self.line.port)} refuses a command ({name}): a bug of edgec")
