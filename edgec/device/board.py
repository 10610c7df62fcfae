"""A device that runs a folder's model: samples go down, outputs and measurements come back."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from edgec.codegen.emit.runner import IDENTITY_BYTES, Request, TickUnit, TimerKind
from edgec.converter.graph.errors import ToolFailed, UsageError, printable
from edgec.device.link import Link, SessionLostError

FEWEST, PART_OF_A_COMMAND = 16, 8  # bytes of data in a frame at least; what precedes them
GROW_AFTER = 8  # frames in a row that were answered: the next are twice as long
MOST_RESETS = 5  # in one sample
MEASURE_LAYERS = 1

_HELLO = struct.Struct(f"<{IDENTITY_BYTES}sHHBBBBIIIII")
_RUN = struct.Struct("<iIIIII")
_LAYER = struct.Struct("<II")


@dataclass(frozen=True)
class Hello:
    """A device's description of itself, the first frame that it sends.

    A tick times ``scale`` is one of ``unit``; ``bits``: how many the timer has; ``hook_ticks``: what measuring adds
    to a part; ``clock_hz`` 0 where it does not know; ``stack_painted`` bytes at most are
    seen of the stack's use, 0: none is measured.
    """

    identity: bytes
    payload: int
    layers: int
    timer: TimerKind
    bits: int
    unit: TickUnit
    scale: Fraction
    hook_ticks: Fraction
    clock_hz: int
    stack_painted: int
    name: str

    @classmethod
    def parse(cls, payload: bytes) -> Hello:
        """From the answer.

        Raises:
            ToolFailed: it says what this version of the protocol does not know.
        """
        try:
            identity, most, layers, timer, bits, unit, parts, num, den, hooks, clock, stack = _HELLO.unpack_from(
                payload
            )
            scale, each = Fraction(num, den), Fraction(hooks, parts)
            name = payload[_HELLO.size :].decode("ascii", "replace")
            return cls(identity, most, layers, TimerKind(timer), bits, TickUnit(unit), scale, each, clock, stack, name)
        except (struct.error, ValueError, ZeroDivisionError) as e:
            raise ToolFailed("the device does not speak this protocol; build and flash the runner again") from e


@dataclass(frozen=True)
class LayerTicks:
    """Ticks of a layer, and in how many parts they were measured (0: its code has no hooks)."""

    ticks: int
    parts: int


@dataclass(frozen=True)
class Ran:
    """A run: outputs as bytes, ticks of the whole, bytes of stack, and, where they were asked for, the layers.

    ``between`` is what was measured outside of layers.
    """

    outputs: bytes
    ticks: int
    stack: int
    layers: tuple[LayerTicks, ...]
    between: LayerTicks


class Board:
    """A device with the model of a folder.

    Args:
        link: to it.
        identity: of the folder's C.
        inputs: bytes of each input.
        outputs: bytes of each output.

    Raises:
        ToolFailed: there is no answer.
        UsageError: it runs another model, or speaks another version of the protocol.
    """

    def __init__(self, link: Link, identity: bytes, inputs: Sequence[int], outputs: Sequence[int]) -> None:
        self.link = link
        self._identity = identity
        self._inputs, self._outputs = tuple(inputs), tuple(outputs)
        self._part, self._in_a_row = FEWEST, 0
        link.failed, link.passed = self._shorter, self._longer
        self.hello = self._begin()
        self._part = self._most

    @property
    def _most(self) -> int:
        return max(self.hello.payload - PART_OF_A_COMMAND, FEWEST)

    def run(self, sample: bytes, layers: bool = False) -> Ran:
        """Run the model on a sample: all inputs, one after the other.

        Raises:
            ToolFailed: the device does not answer, or is reset again and again.
            UsageError: the model returns an error, or the device was given another program.
        """
        for _ in range(MOST_RESETS):
            try:
                return self._run(sample, layers)
            except SessionLostError:
                self.link.traffic.resets += 1
                self.hello = self._begin()
        raise ToolFailed(
            f"the device on {printable(self.link.line.port)} was reset {MOST_RESETS} times during one sample; "
            "check its watchdog, power supply and stack"
        )

    def _begin(self) -> Hello:
        for _ in range(MOST_RESETS):
            try:
                hello = Hello.parse(self.link.begin())
                break
            except SessionLostError:
                continue
        else:
            port = printable(self.link.line.port)
            raise ToolFailed(f"the device on {port} keeps resetting; check its watchdog and stack")
        if hello.identity != self._identity:
            raise UsageError(
                f"the device on {printable(self.link.line.port)} runs other code ('{printable(hello.name)}', "
                f"{hello.identity.hex()}) than this folder's ({self._identity.hex()}); build and flash it again"
            )
        return hello

    def _run(self, sample: bytes, layers: bool) -> Ran:
        at = 0
        for port, size in enumerate(self._inputs):
            self._write(port, sample[at : at + size])
            at += size
        flags = MEASURE_LAYERS if layers else 0
        answer = self.link.ask(Request.RUN, struct.pack("<BI", flags, zlib.crc32(sample)))
        status, crc, ticks, stack, outside, parts = _RUN.unpack(answer)
        if status != 0:
            raise UsageError(
                f"the model on the device returns error {status} (see the folder's header); check the linked kernel "
                "library and the program's memory"
            )
        outputs = b"".join(self._read(port, size) for port, size in enumerate(self._outputs))
        if zlib.crc32(outputs) != crc:
            raise SessionLostError
        timed = self._layers() if layers else ()
        return Ran(outputs, ticks, stack, timed, LayerTicks(outside, parts))

    def _write(self, port: int, data: bytes) -> None:
        at = 0
        while at < len(data):
            part = data[at : at + self._part]
            if self.link.attempt(Request.WRITE, struct.pack("<HI", port, at) + part) is not None:
                at += len(part)

    def _read(self, port: int, size: int) -> bytes:
        received = b""
        while len(received) < size:
            count = min(self._part, size - len(received))
            answer = self.link.attempt(Request.READ, struct.pack("<HIH", port, len(received), count))
            received += answer or b""
        return received

    def _layers(self) -> tuple[LayerTicks, ...]:
        ticks: list[LayerTicks] = []
        while len(ticks) < self.hello.layers:
            count = min(self._part // _LAYER.size, self.hello.layers - len(ticks))
            answer = self.link.attempt(Request.LAYERS, struct.pack("<HH", len(ticks), count))
            ticks += [LayerTicks(*pair) for pair in _LAYER.iter_unpack(answer or b"")]
        return tuple(ticks)

    def _shorter(self) -> None:
        self._part, self._in_a_row = max(self._part // 2, FEWEST), 0

    def _longer(self) -> None:
        self._in_a_row += 1
        if self._in_a_row >= GROW_AFTER:
            self._part, self._in_a_row = min(self._part * 2, self._most), 0
