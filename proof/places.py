"""Places of a layer's output in memory: in one piece, in steps with gaps between them, or some rows of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from edgec.converter.graph.ir import Array, Tensor

MOST_STARTS = 256
MOST_PITCH = 1 << 14
_Memory = bytes | bytearray


@dataclass(frozen=True)
class Pattern:
    """Bytes to look for in memory: all, those of a row (only whole outputs are made), those without a gap."""

    raw: bytes
    row: int
    run: int


def pattern_of(t: Tensor, raw: bytes) -> Pattern:
    """The bytes ``raw`` that are left of a tensor; images can be made some rows at a time."""
    image = len(t.shape) == 4 and t.shape[0] == 1 and t.shape[1] > 1
    run = t.shape[-1] * t.dtype.bytes if t.shape else len(raw)
    return Pattern(raw, t.nbytes // t.shape[1] if image else max(1, len(raw)), max(1, run))


def locate(ram: _Memory, want: Pattern, written: Collection[int] | None, hints: Collection[int]) -> Array | None:
    """Offsets into ``ram`` of the bytes that were found, as many rows as were made; None when there are none.

    ``written`` are the offsets that the layer wrote, one of which every byte must be (None: any may be);
    ``hints`` are offsets at which an output may begin.
    """
    for rows in range(len(want.raw) // want.row, 0, -1):
        raw = want.raw[: rows * want.row]
        for places in (*_whole(ram, raw, hints), *_gapped(ram, raw, want.run, hints)):
            if written is None or all(at in written for at in places.tolist()):
                return places
    return None


def likeliest(ram: _Memory, want: Pattern, written: Collection[int], hints: Collection[int]) -> Array | None:
    """The same for code that writes other bytes: the hint from which on the written ones are most alike."""
    best: tuple[float, Array] | None = None
    for at in sorted(hints):
        rows = next((n for n in range(len(want.raw) // want.row, 0, -1)
                     if all(at + i in written for i in range(n * want.row))), 0)  # fmt: skip
        if rows:
            n = rows * want.row
            same = np.frombuffer(bytes(ram[at : at + n]), np.uint8) == np.frombuffer(want.raw[:n], np.uint8)
            if best is None or float(same.mean()) > best[0]:
                best = float(same.mean()), at + np.arange(n, dtype=np.int64)
    return best[1] if best else None


def _starts(ram: _Memory, raw: bytes, hints: Collection[int]) -> Iterator[int]:
    """Yield the addresses of ``raw``, hints first."""
    yield from (at for at in sorted(hints) if ram[at : at + len(raw)] == raw)
    at = ram.find(raw)
    while at >= 0:
        if at not in hints:
            yield at
        at = ram.find(raw, at + 1)


def _whole(ram: _Memory, raw: bytes, hints: Collection[int]) -> Iterator[Array]:
    for at in islice(_starts(ram, raw, hints), MOST_STARTS):
        yield at + np.arange(len(raw), dtype=np.int64)


def _gapped(ram: _Memory, raw: bytes, run: int, hints: Collection[int]) -> Iterator[Array]:
    """Runs at one distance from each other."""
    count = len(raw) // run
    if count < 2 or len(raw) % run:
        return
    right = np.frombuffer(raw, np.uint8).reshape(count, run)
    memory = np.frombuffer(bytes(ram), np.uint8)
    for at in islice(_starts(ram, raw[:run], hints), MOST_STARTS):
        second = raw[run : 2 * run]
        next_at = ram.find(second, at + run + 1, at + MOST_PITCH)
        while next_at >= 0:
            places = at + (next_at - at) * np.arange(count, dtype=np.int64)[:, None] + np.arange(run)
            if places[-1, -1] < len(memory) and bool((memory[places] == right).all()):
                yield places.reshape(-1)
            next_at = ram.find(second, next_at + 1, at + MOST_PITCH)
