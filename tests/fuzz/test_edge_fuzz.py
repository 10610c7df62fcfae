"""Damaged .edge files: whatever the bytes, the reader returns a graph or raises InvalidModel, in bounded memory.

The checksum would catch nearly every mutation, so it is set right again afterwards: the checks behind it are tested.
"""

from __future__ import annotations

import random
import struct
import time
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgec.converter.edge import verify as edge_verify
from edgec.converter.edge.file import read_edge, write_edge
from edgec.converter.graph.errors import InvalidModel
from edgec.converter.ops.registry import OPS
from tests.builders.edge_models import META, TEST_OPS, every_graph, kws_like

EVERY = write_edge(every_graph(), META, TEST_OPS)
KWS = write_edge(kws_like()[0], META)
EDGES = (0, 1, 2, 3, 4, 7, 8, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFC)
HEAD = len(KWS) - 24500  # everything but the weights
SECONDS = 2.0


def resealed(data: bytes) -> bytes:
    """The file with its checksum set, when its place can still be found."""
    try:
        return edge_verify.sealed(data)
    except InvalidModel:
        return data


def survive(data: bytes, every: bool) -> bool:
    """Read, in ``SECONDS`` of processor time; True when the file was accepted."""
    began, accepted = time.process_time(), True
    try:
        read_edge(data, TEST_OPS if every else OPS)
    except InvalidModel:
        accepted = False
    assert time.process_time() - began < SECONDS
    return accepted


@pytest.mark.parametrize("every", [True, False])
def test_each_byte_of_the_head(every: bool) -> None:
    data = EVERY if every else KWS
    rng = random.Random(1)
    for at in range(0, len(data) if every else HEAD, 13):
        value = bytes([rng.choice((0, 1, 0x7F, 0x80, 0xFF, data[at] ^ (1 << rng.randrange(8)), data[at] + 1 & 255))])
        survive(resealed(data[:at] + value + data[at + 1 :]), every)


def test_words_set_to_edge_values() -> None:
    rng = random.Random(2)
    for at in range(0, len(EVERY) - 4, 12):
        word = struct.unpack_from("<I", EVERY, at)[0]
        value = rng.choice((*EDGES, word + 4, word - 4, word * 2)) & 0xFFFFFFFF
        survive(resealed(EVERY[:at] + struct.pack("<I", value) + EVERY[at + 4 :]), True)


@settings(max_examples=400, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    every=st.booleans(),
    changes=st.lists(st.tuples(st.integers(0, 1 << 20), st.binary(min_size=1, max_size=4)), min_size=1, max_size=12),
    cut=st.integers(0, 1 << 20),
    move=st.tuples(st.integers(0, 1 << 20), st.integers(0, 1 << 20), st.integers(0, 64)),
)
def test_mutations(every: bool, changes: list[tuple[int, bytes]], cut: int, move: tuple[int, int, int]) -> None:
    data = bytearray(EVERY if every else KWS)
    limit = len(data) if every else HEAD
    for at, value in changes:
        data[at % limit : at % limit + len(value)] = value
    source, target, size = move
    data[target % limit : target % limit + size] = data[source % limit : source % limit + size]
    survive(resealed(bytes(data)), every)
    survive(resealed(bytes(data[: cut % len(data)])), every)


@settings(max_examples=200, derandomize=True)
@given(st.binary(max_size=300))
def test_random_bytes(tail: bytes) -> None:
    assert not survive(tail, True)
    assert not survive(resealed(EVERY[:64] + tail), True)


def test_memory_stays_proportional_to_the_file() -> None:
    """Vector lengths and sizes that claim gigabytes allocate nothing."""
    rng = random.Random(4)
    tracemalloc.start()
    for at in range(0, len(EVERY) - 4, 60):
        huge = rng.choice((0x7FFFFFFF, 0x40000000, 0x0FFFFFFF, 0x00FFFFFF))
        survive(resealed(EVERY[:at] + struct.pack("<I", huge) + EVERY[at + 4 :]), True)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 << 20
