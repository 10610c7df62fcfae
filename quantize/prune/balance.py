"""Channels of which a grouped convolution loses equally many in each group, put together into units that may go.

Groups of a convolution are of one size.  Where single channels of each group go, a unit holds as many of one group as
of every other.  Channels that two convolutions group differently (a channel shuffle lies between them) are a bipartite
multigraph between the groups of one and of the other; as it is regular, it falls into regular parts of the least
possible size (Koenig, 1916), which are found as flows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import lcm

import numpy as np

from edgec.converter.graph.ir import Array

Unit = tuple[int, ...]


def units(grouped: Sequence[Array]) -> Iterator[Unit]:
    """Channels that must go together.

    Args:
        grouped: of each convolution the channels that it reads or gives, [groups, channels of a group].
    """
    for part in _connected(grouped):
        everything = tuple(dict.fromkeys(int(i) for g in part for i in g.ravel()))
        places = _places(part, everything)
        partitions = list(dict.fromkeys(_renamed(p) for p in places)) if places else []
        if len(partitions) == 1:
            cells = _by_cell(everything, partitions[0])
            yield from zip(*cells, strict=True)
        elif len(partitions) == 2:
            yield from _regular(everything, partitions[0], partitions[1])
        else:
            yield everything


def _connected(grouped: Sequence[Array]) -> list[list[Array]]:
    """Convolutions that share channels, together."""
    parts: list[tuple[set[int], list[Array]]] = []
    for g in grouped:
        channels, held = {int(i) for i in g.ravel()}, [g]
        apart = []
        for other in parts:
            if other[0] & channels:
                channels, held = other[0] | channels, other[1] + held
            else:
                apart.append(other)
        parts = [*apart, (channels, held)]
    return [held for _, held in parts]


def _places(grouped: Sequence[Array], channels: Unit) -> list[tuple[int, ...]] | None:
    """The group of each channel, by convolution; None where one lies in several, in none, or more often."""
    places = []
    for g in grouped:
        if len(set(g.ravel().tolist())) != len(channels):
            return None
        where: dict[int, list[int]] = {c: [] for c in channels}
        for group, ids in enumerate(g):
            for i in ids:
                where[int(i)].append(group)
        if len({len(w) for w in where.values()}) > 1 or any(len(set(w)) > 1 for w in where.values()):
            return None
        places.append(tuple(where[c][0] for c in channels))
    return places


def _renamed(places: tuple[int, ...]) -> tuple[int, ...]:
    """Groups numbered as they come, so that equal partitions are equal."""
    number: dict[int, int] = {}
    return tuple(number.setdefault(p, len(number)) for p in places)


def _by_cell(channels: Unit, places: Sequence[int]) -> list[list[int]]:
    cells: list[list[int]] = [[] for _ in range(max(places) + 1)]
    for channel, place in zip(channels, places, strict=True):
        cells[place].append(channel)
    return cells


def _regular(channels: Unit, first: Sequence[int], second: Sequence[int]) -> Iterator[Unit]:
    """Units with equally many channels of each group, of two convolutions."""
    rows, columns = max(first) + 1, max(second) + 1
    cells: dict[tuple[int, int], list[int]] = {}
    for channel, a, b in zip(channels, first, second, strict=True):
        cells.setdefault((a, b), []).append(channel)
    size = lcm(rows, columns)
    while any(cells.values()):
        room = np.array([[len(cells.get((a, b), ())) for b in range(columns)] for a in range(rows)])
        flow = _flow(room, size // rows, size // columns)
        yield tuple(
            chain.from_iterable(
                [cells[a, b].pop(0) for _ in range(flow[a, b])] for a in range(rows) for b in range(columns)
            )
        )


def _flow(room: Array, out: int, into: int) -> Array:
    """At most ``room``, with sums ``out`` of rows and ``into`` of columns, by augmenting paths."""
    flow = np.zeros_like(room)
    for row in np.repeat(np.arange(len(room)), out):
        augmented = _augmented(room, flow, int(row), into, set())
        assert augmented, "a regular multigraph holds a regular part"
    return flow


def _augmented(room: Array, flow: Array, row: int, into: int, seen: set[int]) -> bool:
    """One more from a row, where others may be moved to make room."""
    for column in np.flatnonzero(flow[row] < room[row]).tolist():
        if column in seen:
            continue
        seen.add(column)
        free = flow[:, column].sum() < into
        mover = None
        if not free:
            others = [int(r) for r in np.flatnonzero(flow[:, column]) if r != row]
            mover = next((r for r in others if _augmented(room, flow, r, into, seen)), None)
        if free or mover is not None:
            flow[row, column] += 1
            if mover is not None:
                flow[mover, column] -= 1
            return True
    return False
