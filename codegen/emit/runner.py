"""The protocol of the generated runner, which runs a model on samples from a serial line: both sides are made of this.

A frame is ``version`` (1 byte), command (1), session (2), sequence (2), length of the payload (2), payload, and the
CRC-32 of all before (4), little-endian; on the line it is stuffed (COBS) between bytes 0.
docs/reference/device-protocol.md describes commands and answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from enum import IntEnum

from edgec.codegen.emit.naming import free_number, state_members
from edgec.codegen.kernels.spec import CTYPES
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph

VERSION = 1
HEADER_BYTES, CRC_BYTES = 8, 4
ANSWER = 0x80
"""Offset from the number of a command to that of its answer."""
REFUSED = 0xFF
"""The command of an answer that refuses; its payload is one of ``RefusalCode``."""
IDENTITY_BYTES = 8
KERNELS = "edgec_kernels/"


class Request(IntEnum):
    """A request of the host."""

    HELLO = 1
    WRITE = 2
    RUN = 3
    READ = 4
    LAYERS = 5


class RefusalCode(IntEnum):
    """Reasons for which the device refuses a command."""

    BROKEN = 1
    VERSION = 2
    SESSION = 3
    COMMAND = 4
    RANGE = 5
    INPUT = 6
    NO_RUN = 7


class TimerKind(IntEnum):
    """The timer that the device measures with."""

    NONE = 0
    DWT = 1
    SYSTICK = 2
    MCYCLE = 3
    OWN = 4


class TickUnit(IntEnum):
    """The unit of a tick times the scale that the device states."""

    CYCLES = 0
    INSTRUCTIONS = 1
    NANOSECONDS = 2


@dataclass(frozen=True)
class RunnerConstants:
    """The values that the templates of the runner are given."""

    identity: tuple[str, ...]
    version: int = VERSION
    header_bytes: int = HEADER_BYTES
    answer: int = ANSWER
    refused: int = REFUSED
    commands: tuple[tuple[str, int], ...] = tuple((c.name, int(c)) for c in Request)
    refusals: tuple[tuple[str, int], ...] = tuple((r.name, int(r)) for r in RefusalCode)
    timers: tuple[tuple[str, int], ...] = tuple((t.name, int(t)) for t in TimerKind)
    units: tuple[tuple[str, int], ...] = tuple((u.name, int(u)) for u in TickUnit)


def model_identity(files: Mapping[str, bytes]) -> bytes:
    """A digest that tells the C of one folder from another's: of the model's own files, whatever is added to a folder.

    Args:
        files: path in the folder and content, of all files or of the C files and headers.
    """
    digest = hashlib.sha256()
    for path in sorted(files):
        if path.endswith((".c", ".h")) and "/" not in path.removeprefix(KERNELS):
            digest.update(f"{path}\0{len(files[path])}\0".encode())
            digest.update(files[path])
    return digest.digest()[:IDENTITY_BYTES]


def runner_constants(files: Mapping[str, bytes]) -> RunnerConstants:
    """The constants of the runner of a folder with these files."""
    return RunnerConstants(tuple(f"0x{byte:02X}u" for byte in model_identity(files)))


@dataclass(frozen=True)
class RunnerPort:
    """An input or output of the graph: its number, C type and the name of its macros; of a state its member too."""

    number: int
    ctype: str
    macro: str
    member: str


def runner_ports(graph: Graph) -> dict[str, object]:
    """Return the variables of a runner's template: a graph's inputs and outputs, those of states among them."""
    names = state_members(graph)

    def ports(kind: str, tensors: Sequence[str], fed: Sequence[int]) -> list[RunnerPort]:
        described = []
        for i, name in enumerate(tensors):
            at = fed.index(i) if i in fed else None
            macro = f"{kind}{free_number(i, fed)}" if at is None else f"STATE{at}"
            described.append(RunnerPort(i, CTYPES[graph.tensors[name].dtype], macro, "" if at is None else names[at]))
        return described

    return {
        "states": bool(graph.states),
        "runner_inputs": ports("INPUT", graph.inputs, [i for i, _ in graph.fed]),
        "runner_outputs": ports("OUTPUT", graph.outputs, [o for _, o in graph.fed]),
    }
