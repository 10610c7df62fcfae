"""The model of memory in which every byte has a name: whose bytes are whose, and parts that lie elsewhere are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

from edgec.codegen.arena.solve import solve
from edgec.codegen.kernels.params import Int32, Record
from edgec.codegen.kernels.spec import Call, Input, Output, Scratch
from edgec.codegen.plan.proof import check_all, check_replay
from edgec.codegen.plan.replay import NO_TENSOR, ReplayMemory, byte_names, written_bytes
from edgec.codegen.schedule.liveness import ScratchOf, arena_problem
from edgec.codegen.schedule.parts import find_parts
from edgec.codegen.schedule.steps import (
    ArenaTensor,
    CallerInput,
    CallerOutput,
    CallStep,
    GraphConstant,
    Part,
    Schedule,
    make_schedule,
)
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Attrs, DType, Graph, GraphEditor, Node
from edgec.converter.ops.shape import ConcatAttrs, ReshapeAttrs, SliceAttrs
from tests.builders.chosen import calls_of
from tests.builders.part_models import PART_NETS
from tests.unit.codegen.test_plan_proof import Plan, refused, stepping, two_readers


@cache
def parted(net: Callable[[bool], Graph], joined: bool) -> Plan:
    graph = net(True)
    calls = calls_of(graph, {"dsp"})
    schedule = make_schedule(graph, calls, find_parts(graph, calls)) if joined else make_schedule(graph, calls)
    arena = arena_problem(schedule)
    return schedule, arena, solve(arena.problem)


@pytest.mark.parametrize("net", PART_NETS)
def test_right_plans_with_parts_pass_and_parts_elsewhere_do_not(net: Callable[[bool], Graph]) -> None:
    for joined in (True, False):
        check_all(*parted(net, joined))
    schedule, arena, placement = parted(net, True)
    for at, step in enumerate(schedule.steps):
        if isinstance(step, CallStep):
            for k, part in enumerate(step.storage):
                for by in (-1, 1, 8) if isinstance(part, Part) else ():
                    assert isinstance(part, Part)
                    storage = list(step.storage)
                    storage[k] = replace(part, offset=part.offset + by)
                    with pytest.raises(EdgecError, match="the arena plan is wrong"):
                        check_replay(*stepping((schedule, arena, placement), at, storage=tuple(storage)))


def shaped() -> Graph:
    """x [2, 3] and constant k [2, 1] of int16: joined, taken apart and reshaped."""
    e = GraphEditor(name="shapes")
    e.tensor("x", (2, 3), DType.I16)
    e.inputs = [e.tensor("y", (2, 2), DType.I16)]
    e.inputs = ["x", "y"]
    k = e.const("k", np.zeros((2, 1), np.int16))
    for name, shape in (("j", (2, 6)), ("s", (2, 2)), ("r", (6,)), ("t", (2,)), ("q", (4, 6)), ("u", (12,))):
        e.tensor(name, shape, DType.I16)
    e.nodes = [
        Node("Concat", "j", ("x", k, "y"), ("j",), ConcatAttrs(1)),
        Node("Slice", "s", ("x",), ("s",), SliceAttrs((0, 0), (1, 2), (2, 2))),
        Node("Reshape", "r", ("x",), ("r",), ReshapeAttrs((6,))),
        Node("Slice", "t", ("r",), ("t",), SliceAttrs((4,), (-3,), (2,))),
        Node("Concat", "q", ("j", "j"), ("q",), ConcatAttrs(0)),
        Node("Reshape", "u", ("j",), ("u",), ReshapeAttrs((12,))),
    ]
    e.outputs = ["j", "s", "r", "t", "q", "u"]
    return e.build()


def elementwise(shape: list[list[tuple[str, int]]]) -> list[tuple[str, int]]:
    """Both bytes of each 16-bit element."""
    return [(name, 2 * i + b) for row in shape for name, i in row for b in (0, 1)]


def test_bytes_keep_the_names_of_their_source_where_no_kernel_writes() -> None:
    """Joined without copies, sliced or reshaped bytes are those of the tensors they come from."""
    graph = shaped()
    schedule = make_schedule(graph, [()] * 6)
    names = byte_names(replace(schedule, layers=(), steps=()))
    first = {name: names[name][0] for name in ("x", "y", graph.nodes[0].inputs[1])}
    k = graph.nodes[0].inputs[1]
    assert names.dtype == np.int32
    x, y = ([[(n, w * r + c) for c in range(w)] for r in range(2)] for n, w in (("x", 3), ("y", 2)))
    joined = [x[r] + [(k, r)] + y[r] for r in range(2)]
    wanted = {
        "x": x, "y": y, "j": joined, "s": [[row[0], row[2]] for row in x], "r": x, "t": [[("x", 4), ("x", 1)]],
        "q": joined + joined,
        "u": joined,
    }  # fmt: skip
    for name, cells in wanted.items():
        assert names[name].tolist() == [first[n] + b for n, b in elementwise(cells)], name
    every = [v for n in ("x", "y", k) for v in names[n].tolist()]
    assert len(set(every)) == len(every) and min(every) >= 0 > NO_TENSOR


def test_bytes_that_a_kernel_writes_have_names_of_their_own() -> None:
    """A concatenation names anew what calls copy of its inputs."""
    graph = shaped()
    k = graph.nodes[0].inputs[1]

    def copying(*indices: int) -> Call:
        return Call("k", "k.h", None, (*(Input(i, "int16_t") for i in indices), Output(0, "int16_t")))

    some = make_schedule(
        graph, [(copying(0), copying()), (copying(0),), (), (copying(0),), (copying(0), copying(1)), ()]
    )
    names = byte_names(some)
    j = names["j"].reshape(2, 6, 2)
    assert set(j[:, :3].ravel()).isdisjoint(names["x"])
    assert np.array_equal(j[:, 3:4].ravel(), names[k]) and np.array_equal(j[:, 4:].ravel(), names["y"])
    assert len(set(names["q"].tolist())) == names["q"].size and set(names["q"]).isdisjoint(names["j"])
    assert set(names["s"]).isdisjoint(names["x"]) and np.array_equal(names["r"], names["x"])
    steps = [s for s in some.steps if isinstance(s, CallStep)]
    written = [
        np.arange(24)[written_bytes(some, s, 24)].tolist() for s in steps if some.layers[s.layer].node.name == "j"
    ]
    cells = np.arange(24).reshape(2, 6, 2)
    assert written == [cells[:, :3].ravel().tolist(), cells[:, 3:4].ravel().tolist()]
    halves = [written_bytes(some, s, 48) for s in steps if some.layers[s.layer].node.name == "q"]
    assert halves == [slice(0, 24), slice(24, 48)]
    whole = [written_bytes(some, s, 8) for s in steps if some.layers[s.layer].node.name == "s"]
    assert whole == [slice(0, 8)]


def test_constants_of_a_concatenation_have_a_call_each() -> None:
    e = GraphEditor(name="constants")
    e.inputs = [e.tensor("x", (3,), DType.I8)]
    consts = [e.const("k", np.zeros(n, np.int8)) for n in (2, 0, 4)]
    e.tensor("j", (9,), DType.I8)
    e.nodes = [Node("Concat", "j", (consts[0], "x", *consts[1:]), ("j",), ConcatAttrs(0))]
    e.outputs = ["j"]
    calls = [
        Call(f"k{n}", "k.h", None, (*args, Output(0, "int8_t")))
        for n, args in enumerate(((), (Input(1, "int8_t"),), (), ()))
    ]
    schedule = make_schedule(e.build(), [tuple(calls)])
    found = [np.arange(9)[written_bytes(schedule, s, 9)].tolist() for s in schedule.steps if isinstance(s, CallStep)]
    assert found == [[0, 1], [2, 3, 4], [], [5, 6, 7, 8]]
    arena = arena_problem(schedule)
    check_replay(schedule, arena, solve(arena.problem))
    with refused("output 'j' is not complete at the end"):
        check_replay(replace(schedule, steps=schedule.steps[1:]), arena, solve(arena.problem))


@dataclass(frozen=True)
class Pitched(Record, ctype="edgec_pitched_params"):
    """Parameters of a kernel that writes some columns of a tensor."""

    pitch: Int32


def joined_columns() -> Plan:
    """Two tensors [4, 3] that kernels write into the columns of one [4, 8], two columns of which nobody writes."""
    e = GraphEditor(name="columns")
    e.inputs = [e.tensor("x", (4, 3), DType.I8)]
    for name, width in (("a", 3), ("b", 5), ("j", 8), ("out", 8)):
        e.tensor(name, (4, width), DType.I8)
    e.nodes = [
        Node("Unary", "a", ("x",), ("a",), Attrs()),
        Node("Unary", "b", ("x",), ("b",), Attrs()),
        Node("Concat", "j", ("a", "b"), ("j",), ConcatAttrs(1)),
        Node("Unary", "out", ("j",), ("out",), Attrs()),
    ]
    e.outputs = ["out"]
    args = Input(0, "int8_t"), Output(0, "int8_t"), Scratch()
    kernel = Call("k", "k.h", Pitched(0), args, 40, steps=(("pitch", 1),))
    copies = tuple(replace(kernel, args=(Input(i, "int8_t"), Output(0, "int8_t"))) for i in (0, 1))
    graph, calls = e.build(), [(kernel,), (kernel,), copies, (kernel,)]
    schedule = make_schedule(graph, calls, find_parts(graph, calls))
    arena = arena_problem(schedule)
    return schedule, arena, solve(arena.problem)


def test_kernels_write_columns_of_a_wider_tensor() -> None:
    """Each writes its own columns of every row, and no byte between them."""
    plan = joined_columns()
    schedule = plan[0]
    homes = [s.storage[1] for s in schedule.steps if isinstance(s, CallStep)]
    assert homes[:2] == [Part(ArenaTensor("j"), 0, 12, 3, 8), Part(ArenaTensor("j"), 3, 20, 5, 8)]
    check_all(*plan)
    first = schedule.steps[0]
    assert isinstance(first, CallStep)
    with refused("step 0 needs 41 bytes of scratch"):
        check_replay(*stepping(plan, 0, call=replace(first.call, scratch_bytes=41)))
    for at, part in ((0, homes[0]), (1, homes[1])):
        assert isinstance(part, Part)
        for wrong in (
            replace(part, offset=part.offset + 1),
            replace(part, pitch=7),
            replace(part, offset=1, run=4, size=16),
        ):
            with pytest.raises(EdgecError, match="the arena plan is wrong"):
                check_replay(*stepping(plan, at, storage=(CallerInput(0), wrong, None)))


def test_memory_is_what_its_storages_say() -> None:
    """Parts with gaps are runs of a wider tensor; constants have no place; nothing is anybody's at first."""
    schedule, arena, placement = two_readers()
    memory = ReplayMemory(schedule, arena, placement)
    assert memory.at(None) is None and memory.at(GraphConstant("k")) is None
    assert all((region == NO_TENSOR).all() for region in memory.regions) and (memory.outputs[0] == NO_TENSOR).all()
    source = memory.at(CallerInput(0))
    assert source is not None and np.array_equal(source, memory.names["in"]) and memory.holds(CallerInput(0), "in")
    block = memory.at(ArenaTensor("a"))
    assert block is not None
    block[:] = np.arange(64)
    gaps = memory.at(Part(ArenaTensor("a"), 3, 12, 4, 10))
    assert gaps is not None and gaps.tolist() == [[3, 4, 5, 6], [13, 14, 15, 16], [23, 24, 25, 26]]
    gaps[1] = -9
    assert block[13:17].tolist() == [-9] * 4 and block[12] == 12 and block[17] == 17
    plain = memory.at(Part(CallerOutput(0), 8, 16))
    assert plain is not None and plain.shape == (16,) and np.shares_memory(plain, memory.outputs[0])
    assert not memory.holds(ArenaTensor("a"), "a") and memory.holds(None, "a")
    assert {a.dtype for a in (*memory.regions, *memory.inputs, *memory.outputs)} == {np.dtype(np.int32)}
    spans = [o for o in arena.owners if isinstance(o, ScratchOf)]
    assert not spans and len(memory.spans) == 3


def test_large_models_have_names_enough() -> None:
    """Names are counted in 64 bits where all tensors together have 2**31 bytes or more."""
    for size, dtype in ((2**30 - 1, np.int32), (2**30, np.int64)):
        e = GraphEditor(name="large")
        e.inputs = [e.tensor("x", (size,), DType.I8)]
        e.tensor("y", (size,), DType.I8)
        e.nodes = [Node("Unary", "y", ("x",), ("y",), Attrs())]
        e.outputs = ["y"]
        names = byte_names(Schedule(e.build(), (), ()))
        assert names.dtype == dtype
