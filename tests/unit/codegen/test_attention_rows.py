"""Attention by rows and head by head: a quarter of the memory, the same bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

import edgec as package
from edgec.codegen import Generated, generate
from edgec.codegen.arena.solve import solve
from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.emit.generate import GenerateOptions, make_model_plan
from edgec.codegen.plan.fuse import fuse
from edgec.codegen.plan.plan import PlannedGroup
from edgec.codegen.plan.proof import check_all
from edgec.codegen.schedule.best import best_schedule
from edgec.codegen.schedule.factors import factors_first
from edgec.codegen.schedule.groups import stages_of
from edgec.codegen.schedule.liveness import arena_problem
from edgec.codegen.schedule.row_rules import row_rule, same_rows
from edgec.codegen.schedule.steps import GroupStep
from edgec.converter.edge.file import load_edge
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Graph
from edgec.converter.passes.heads import heads_apart
from edgec.quantize.ranges.simulate import simulate
from edgec.targets.reader import load_target
from tests.builders.chosen import calls_of
from tests.builders.codegen_models import need, options, run, write
from tests.builders.encoder_model import encoder

TOKENS, WIDTH, HEADS = 64, 48, 6
SHARE = 0.3  # of the arena that is asked for
SAMPLES = np.random.default_rng(3).normal(size=(8, TOKENS, WIDTH)).astype(np.float32)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    folder = tmp_path_factory.mktemp("encoder")
    onnx.save(encoder(TOKENS, WIDTH, HEADS, 4 * WIDTH, layers=1), folder / "encoder.onnx")
    np.savez(folder / "samples.npz", x=SAMPLES)
    made = package.convert(
        folder / "encoder.onnx", calibration=folder / "samples.npz", calibrator="minmax", output=folder / "out"
    )
    return load_edge(made.folder / "encoder.edge")[0]


def given(target: str, arena: int | None) -> GenerateOptions:
    return replace(options(scheme="int8"), target=load_target(target), max_arena=arena)


def inputs() -> list[Array]:
    return [np.random.default_rng(5).integers(-128, 128, (3, 1, TOKENS, WIDTH)).astype(np.int8)]


def wanted(graph: Graph, x: Array) -> Array:
    return np.asarray(simulate(graph, [x])[0])


def test_a_limit_of_three_tenths_costs_little(graph: Graph) -> None:
    whole = make_model_plan(graph, given("cortex-m4", None))
    limit = int(whole.arena_size * SHARE)
    small = make_model_plan(graph, given("cortex-m4", limit))
    assert small.arena_size <= limit
    assert small.instructions <= 1.05 * whole.instructions
    assert any(isinstance(s, PlannedGroup) for s in small.steps)


def test_heads_apart_give_the_bytes_of_all_together(graph: Graph) -> None:
    apart = heads_apart(graph)
    assert sum(n.op == "MatMul" for n in apart.nodes) == HEADS * sum(n.op == "MatMul" for n in graph.nodes)
    (x,) = inputs()
    np.testing.assert_array_equal(wanted(apart, x), wanted(graph, x))
    assert heads_apart(apart) is apart


@pytest.mark.parametrize(("target", "arena"), [("cortex-m4", 0), ("cortex-m0plus", 10_000)])
def test_same_bytes_on_the_host(graph: Graph, target: str, arena: int, tmp_path: Path) -> None:
    need("gcc")
    small: Generated = generate(graph, given(target, arena))
    assert any(isinstance(s, PlannedGroup) and s.program.places for s in small.plan.steps)
    write(small, tmp_path)
    (x,) = inputs()
    np.testing.assert_array_equal(run(small, tmp_path, [x])[0], wanted(graph, x).reshape(len(x), -1))


def test_keys_and_values_come_before_the_rows(graph: Graph) -> None:
    """Then queries, scores, shares and sums are one group, and no score is kept longer than its strip."""
    schedule = best_schedule(graph, calls_of(graph))
    ordered = factors_first(schedule)
    names = [schedule.layers[s.layer].node.name for s in ordered.steps if hasattr(s, "layer")]
    assert names.index("n_l0_v_turned") < names.index("n_l0_q_product") < names.index("n_l0_products")
    assert factors_first(ordered) is ordered
    first, end = names.index("n_l0_q_product"), names.index("n_l0_back") + 1
    stages, outer = stages_of(ordered, first, end) or ((), ())
    assert [s.apart for s in stages] == [1, HEADS, HEADS, HEADS, HEADS, 1]
    assert len(outer) == 3 and [f.axis for s in stages for f in s.feeds if f.outer] == [None, None]


def test_rows_of_a_product(graph: Graph) -> None:
    """Rows of the first factor with all of the second, or matrices of both; never columns."""
    product = next(n for n in graph.nodes if n.op == "MatMul")
    axes = [found and found.axes for found in (row_rule(graph, product, axis) for axis in range(4))]
    assert axes[1:] == [(1, 1), (2, None), None]


def test_rows_under_another_shape() -> None:
    assert same_rows((64, 32), 0, (1, 64, 4, 8)) == 1
    assert same_rows((1, 4, 64, 8), 2, (4, 64, 8)) == 1
    assert same_rows((64, 32), 1, (1, 64, 4, 8)) is None


def test_windows_that_clash_in_their_room_are_found(graph: Graph) -> None:
    chooser = Chooser(load_target("cortex-m4"), Selection())
    schedule = fuse(factors_first(best_schedule(graph, calls_of(graph))), chooser.one, chooser.price, 0)
    arena = arena_problem(schedule)
    placement = solve(arena.problem)
    check_all(schedule, arena, placement)
    at, group = next((i, s) for i, s in enumerate(schedule.steps) if isinstance(s, GroupStep) and s.program.places)
    program = replace(group.program, places=(0,) * len(group.program.places))
    steps = list(schedule.steps)
    steps[at] = replace(group, program=program)
    with pytest.raises(EdgecError, match="reads rows that are not there"):
        check_all(replace(schedule, steps=tuple(steps)), arena, placement)
