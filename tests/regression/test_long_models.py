"""Long chains and wide fans: the work of import, passes and planning grows about as the model does."""

from __future__ import annotations

import cProfile
import math
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import numpy as np
import onnx
import pytest

from edgec.codegen.arena.pairs import meeting
from edgec.codegen.arena.problem import Block, Overlap, Problem, bytes_at, lower_bound
from edgec.codegen.emit.generate import GenerateOptions, generate
from edgec.codegen.schedule import order
from edgec.codegen.schedule.order import Unit, best_order
from edgec.converter.edge.codec import decode_names, encode_names
from edgec.converter.onnx.importer import import_model
from edgec.quantize.rewrite.rewrites import simplified
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save

SHORT, TIMES = 150, 7
SEARCHED = 1 << 16  # sets times layers


def chain(length: int) -> onnx.ModelProto:
    """Layers in a row."""
    nodes = [node("Neg" if i % 2 else "Relu", [f"v{i}" if i else "x"], [f"v{i + 1}"]) for i in range(length)]
    return model(nodes, {"x": [1, 4]}, [f"v{length}"])


def wide(count: int) -> onnx.ModelProto:
    """One node that reads a value many times."""
    return model([node("Sum", ["x"] * count, ["y"])], {"x": [1, 4]}, ["y"])


def fan(count: int) -> onnx.ModelProto:
    """One value read by many nodes, whose results one node reads."""
    scales = {f"c{i}": np.float32(i + 0.5) for i in range(count // 2)}
    nodes = [node("Mul", ["x", c], [f"m{c}"]) for c in scales]
    return model([*nodes, node("Sum", [f"m{c}" for c in scales], ["y"])], {"x": [1, 4]}, ["y"], scales)


def calls(make: Callable[[int], onnx.ModelProto], length: int, folder: Path) -> int:
    """Functions called, of Python and of C, from the file to C: a count, because a busy machine stretches any time."""
    path = save(make(length), folder)
    profile = cProfile.Profile()
    with profile:
        graph = simplified(import_model(path).graph)
        generate(graph, GenerateOptions("m", load_target("host"), "float32", "m", "0" * 64, "0"))
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("make", [chain, wide, fan])
def test_the_work_grows_as_the_model_does(
    make: Callable[[int], onnx.ModelProto], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven times the nodes take at most 7 ** 1.15 times the calls; no recursion follows the model.

    The search for an order of layers, which looks at so many sets in any model, looks at few here.
    """
    monkeypatch.setattr(order, "MAX_SET_LAYERS", SEARCHED)
    calls(make, 20, tmp_path)  # what is loaded or remembered once
    deepest = sys.getrecursionlimit()
    assert deepest < SHORT * TIMES
    short, long = (calls(make, length, tmp_path) for length in (SHORT, SHORT * TIMES))
    print(f"{SHORT} nodes {short} calls, {SHORT * TIMES} nodes {long} calls: {math.log(long / short, TIMES):.2f}")
    assert long < TIMES**1.15 * short


def test_a_fan_is_ordered_in_time() -> None:
    """3,000 layers that may run in any order, as two chains and as a fan."""
    fan = [Unit(((i, 16 + i % 5),), frozenset(), 0, 0, ()) for i in range(3000)]
    fan.append(Unit(((3000, 16),), frozenset(range(3000)), 0, (1 << 3000) - 1, ()))
    began = process_time()
    found = best_order(fan)
    assert sorted(found) == list(range(3001))
    assert found[-1] == 3000
    assert process_time() - began < 30


def test_bounds_and_pairs_are_those_of_the_definition() -> None:
    """The sweeps over time give what a look at every step and every pair gives."""
    rng = np.random.default_rng(0)
    for _ in range(100):
        count = int(rng.integers(1, 25))
        first = rng.integers(0, 12, count)
        blocks = tuple(
            Block(int(rng.integers(0, 90)), int(f), int(f + rng.integers(0, 5)), 4, int(rng.integers(0, 2)))
            for f in first
        )
        pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
        near = [p for p in pairs if rng.random() < 0.3]
        problem = Problem(
            blocks, tuple(Overlap(i, j) if rng.random() < 0.5 else Overlap(j, i, None, 3) for i, j in near)
        )
        for region in range(2):
            steps = {b.first for b in blocks if b.region == region}
            wanted = max((bytes_at(problem, s, region) for s in steps), default=0)
            assert lower_bound(problem, region) == wanted
        meets = [
            (i, j)
            for i, j in pairs
            if blocks[i].size
            and blocks[j].size
            and blocks[i].region == blocks[j].region
            and blocks[i].first <= blocks[j].last
            and blocks[j].first <= blocks[i].last
        ]
        assert meeting(blocks) == meets


def test_shared_parts_of_names() -> None:
    """Prefixes and suffixes of all lengths, empty and equal names included."""
    rng = np.random.default_rng(1)
    names = ["", "a", "a", "\0", "\0\0", *("".join(rng.choice(list("ab\0é"), 6)) for _ in range(200))]
    assert decode_names(encode_names(names), len(names)) == names
