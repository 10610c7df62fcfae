"""Arena planning: the solver against the validator, and the validator against broken plans."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgec.codegen import make_model_plan
from edgec.codegen.arena.problem import ARENA_ALIGN, Block, Overlap, Placement, Problem, lower_bound
from edgec.codegen.arena.solve import solve
from edgec.codegen.kernels.spec import Call, Input, Output, Scratch, Window
from edgec.codegen.plan.proof import check_all, check_placement, check_replay, survives
from edgec.codegen.schedule.liveness import ScratchOf, arena_problem
from edgec.codegen.schedule.overlap import safe_distance
from edgec.codegen.schedule.steps import ArenaTensor, CallStep, Schedule, make_schedule
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Attrs, DType, Graph, GraphEditor, Node
from tests.builders.chosen import calls_of
from tests.builders.codegen_models import float_graph, options

blocks = st.lists(
    st.tuples(st.integers(1, 300), st.integers(0, 12), st.integers(0, 4), st.sampled_from([16, 32])), max_size=14
).map(lambda rows: tuple(Block(size, first, first + length, align) for size, first, length, align in rows))


def in_place_pairs(found: tuple[Block, ...]) -> tuple[Overlap, ...]:
    """One successor per block whose life ends where the other's begins."""
    pairs = [(i, j) for i, a in enumerate(found) for j, b in enumerate(found) if i != j and a.last == b.first > a.first]
    return tuple(Overlap(i, j) for i, j in dict(pairs).items())


@settings(max_examples=50)
@given(blocks)
def test_placements_are_valid_and_exact(found: tuple[Block, ...]) -> None:
    for problem in (Problem(found), Problem(found, in_place_pairs(found))):
        placement = solve(problem, nodes=300)
        check_placement(problem, placement)
        ends = [at + b.size for at, b in zip(placement.offsets, found, strict=True)]
        assert placement.size == max(ends, default=0)
        assert placement.size >= placement.bounds[0] >= lower_bound(problem) if found else not placement.size


def test_lower_bound_is_reached_when_nothing_is_awkward() -> None:
    problem = Problem((Block(64, 0, 1), Block(32, 1, 2), Block(64, 2, 3)))
    assert solve(problem).size == lower_bound(problem) == 96


def test_overlap_with_room_on_one_side() -> None:
    """A diagonal overlap: the second block may lie at least 32 bytes below the first."""
    problem = Problem((Block(64, 0, 1), Block(96, 1, 2)), (Overlap(0, 1, None, -32),))
    good = Placement((32, 0), (96,), "by hand")
    check_placement(problem, good)
    with pytest.raises(EdgecError, match="share bytes"):
        check_placement(problem, Placement((16, 0), (96,), "by hand"))
    check_placement(problem, solve(problem))


def test_regions_are_separate() -> None:
    problem = Problem((Block(64, 0, 1), Block(32, 0, 1, region=1)))
    placement = solve(problem)
    assert placement.sizes == (64, 32)
    check_placement(problem, placement)


@pytest.mark.parametrize(
    ("offsets", "sizes", "rule"),
    [
        ((0, 48), (112,), "share bytes"),
        ((0, 72), (136,), "multiple of 16"),
        ((-16, 64), (128,), "multiple of 16"),
        ((0, 64), (127,), "outside its region"),
        ((0,), (64,), "2 blocks have 1 offsets"),
    ],
)
def test_broken_placements_are_found(offsets: tuple[int, ...], sizes: tuple[int, ...], rule: str) -> None:
    problem = Problem((Block(64, 0, 1), Block(64, 1, 2)))
    with pytest.raises(EdgecError, match=rule):
        check_placement(problem, Placement(offsets, sizes, "by hand"))


def call(inputs: int, scratch: int = 0, inplace: tuple[int, ...] = ()) -> Call:
    args = (*(Input(i, "int8_t") for i in range(inputs)), Output(0, "int8_t"), *([Scratch()] if scratch else []))
    return Call("k", "k.h", None, args, scratch, inplace=inplace)


def chain(*steps: tuple[tuple[str, ...], str, Call], size: int = 64) -> tuple[Graph, list[tuple[Call, ...]]]:
    """A graph over int8 tensors of one size: (inputs, output, call) per node; it ends in a copy to the graph output."""
    e = GraphEditor(name="chain")
    e.tensor("in", (size,), DType.I8)
    for _, out, _ in steps:
        e.tensor(out, (size,), DType.I8)
    for ins, out, _ in steps:
        e.nodes.append(Node("Unary", out, ins, (out,), Attrs()))
    e.inputs, e.outputs = ["in"], [steps[-1][1]]
    return e.build(), [(c,) for _, _, c in steps]


def test_in_place_chain_needs_one_buffer() -> None:
    graph, calls = chain(
        (("in",), "a", call(1)),
        (("a",), "b", call(1, inplace=(0,))),
        (("b",), "c", call(1, inplace=(0,))),
        (("c",), "out", call(1)),
    )
    schedule = make_schedule(graph, calls)
    arena = arena_problem(schedule)
    placement = solve(arena.problem)
    check_all(schedule, arena, placement)
    assert placement.size == 64


def test_in_place_waits_for_the_last_reader() -> None:
    graph, calls = chain(
        (("in",), "a", call(1)),
        (("a",), "b", call(1, inplace=(0,))),
        (("a", "b"), "out", call(2)),
    )
    assert arena_problem(make_schedule(graph, calls)).problem.overlaps == ()


def test_in_place_is_refused_when_another_argument_reads_the_same_tensor() -> None:
    graph, calls = chain((("in",), "a", call(1)), (("a", "a"), "b", call(2, inplace=(0,))), (("b",), "out", call(1)))
    assert arena_problem(make_schedule(graph, calls)).problem.overlaps == ()
    graph, calls = chain((("in",), "a", call(1)), (("a", "a"), "b", call(2, inplace=(0, 1))), (("b",), "out", call(1)))
    assert len(arena_problem(make_schedule(graph, calls)).problem.overlaps) == 1


def test_scratch_lives_in_its_step() -> None:
    graph, calls = chain((("in",), "a", call(1, scratch=40)), (("a",), "b", call(1, 24)), (("b",), "out", call(1)))
    schedule = make_schedule(graph, calls)
    arena = arena_problem(schedule)
    assert [(b.size, b.first, b.last) for b, o in zip(arena.problem.blocks, arena.owners, strict=True)
            if isinstance(o, ScratchOf)] == [(40, 0, 0), (24, 1, 1)]  # fmt: skip
    check_all(schedule, arena, solve(arena.problem))


def test_replay_finds_what_wrong_liveness_hides() -> None:
    """The geometric check believes the problem; the replay does not."""
    graph, calls = chain(
        (("in",), "a", call(1)), (("a",), "b", call(1)), (("a", "b"), "c", call(2)), (("c",), "out", call(1))
    )
    schedule = make_schedule(graph, calls)
    arena = arena_problem(schedule)
    at = arena.owners.index(ArenaTensor("a"))
    short = list(arena.problem.blocks)
    short[at] = replace(short[at], last=0)
    lying = replace(arena, problem=Problem(tuple(short)))
    placement = solve(lying.problem)
    check_placement(lying.problem, placement)
    with pytest.raises(EdgecError, match=r"overwrites its input|after part of it was overwritten"):
        check_replay(schedule, lying, placement)


def test_replay_finds_an_overlap_that_no_kernel_declared() -> None:
    graph, calls = chain((("in",), "a", call(1)), (("a",), "b", call(1, inplace=(0,))), (("b",), "out", call(1)))
    schedule = make_schedule(graph, calls)
    arena = arena_problem(schedule)
    placement = solve(arena.problem)
    check_all(schedule, arena, placement)
    strict = tuple(replace(s, call=call(1)) if isinstance(s, CallStep) else s for s in schedule.steps)
    with pytest.raises(EdgecError, match="overwrites its input 0"):
        check_replay(Schedule(schedule.graph, schedule.layers, strict), arena, placement)


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_pass_the_replay(seed: int) -> None:
    rng = np.random.default_rng(seed)
    steps = []
    known = ["in"]
    for i in range(12):
        ins = tuple(str(n) for n in rng.choice(known, size=min(len(known), int(rng.integers(1, 3))), replace=False))
        inplace = tuple(i for i in range(len(ins)) if rng.random() < 0.5)
        steps.append((ins, f"t{i}", call(len(ins), int(rng.integers(0, 50)), inplace)))
        known.append(f"t{i}")
    graph, calls = chain(*steps, size=int(rng.integers(1, 100)))
    schedule = make_schedule(graph, calls)
    arena = arena_problem(schedule)
    check_all(schedule, arena, solve(arena.problem))


def test_real_plan() -> None:
    plan = make_model_plan(float_graph(), options())
    assert plan.arena_align == ARENA_ALIGN
    assert plan.arena_size == 960  # the convolution's output and the table's, 480 bytes each
    assert all(b.offset % ARENA_ALIGN == 0 for b in plan.blocks)
    assert len(calls_of(plan.graph)) == len(plan.graph.nodes)


windows = st.builds(
    Window,
    batch=st.integers(1, 2),
    in_size=st.tuples(st.integers(3, 7), st.integers(3, 7)),
    out_size=st.tuples(st.integers(1, 7), st.integers(1, 7)),
    kernel=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    strides=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    pads=st.tuples(st.integers(0, 2), st.integers(0, 2)),
    dilations=st.tuples(st.integers(1, 2), st.integers(1, 2)),
    in_bytes=st.integers(1, 4),
    out_bytes=st.integers(1, 4),
    tile=st.integers(1, 4),
    buffered=st.booleans(),
)


@settings(max_examples=200)
@given(windows)
def test_safe_distance_is_exact(window: Window) -> None:
    """The poisoning replay passes at the distance and fails one byte closer."""
    size_in = window.batch * window.in_size[0] * window.in_size[1] * window.in_bytes
    size_out = window.batch * window.out_size[0] * window.out_size[1] * window.out_bytes

    def loses_nothing(distance: int) -> bool:
        memory = np.zeros(size_in + size_out, np.int64)
        memory[distance : distance + size_in] = 1
        return bool(survives(window, memory[:size_out], memory[distance : distance + size_in]))

    distance = safe_distance(window)
    assert distance <= size_out
    assert loses_nothing(distance)
    if distance > 0 and distance < size_out:
        assert not loses_nothing(distance - 1)
