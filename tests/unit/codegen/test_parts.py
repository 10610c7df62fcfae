"""Concatenations and slices without copies: the same bytes, less work, and a validator that knows where they belong."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import generate
from edgec.codegen.arena.solve import solve
from edgec.codegen.kernels.spec import CTYPES
from edgec.codegen.plan.plan import PlannedGroup
from edgec.codegen.plan.proof import check_all, check_replay
from edgec.codegen.plan.rows import PlannedRun
from edgec.codegen.schedule.best import best_schedule
from edgec.codegen.schedule.liveness import arena_problem
from edgec.codegen.schedule.parts import find_parts
from edgec.codegen.schedule.steps import CallerOutput, CallStep, Part, Schedule, make_schedule
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Graph
from edgec.targets.machine.bench import BenchModel, Port, run_bench
from edgec.targets.machine.compile import STRICT_WARNINGS
from edgec.targets.reader import load_target
from tests.builders.chosen import calls_of, target_with
from tests.builders.codegen_models import aimed, need, options, reference, run, write
from tests.builders.part_models import PART_NETS, Branches, wide_branches


def schedules(graph: Graph) -> tuple[Schedule, Schedule, Schedule]:
    """With copies, without, and the one that is taken."""
    calls = calls_of(graph, {"dsp"})
    return (
        make_schedule(graph, calls),
        make_schedule(graph, calls, find_parts(graph, calls)),
        best_schedule(graph, calls),
    )


def size(schedule: Schedule) -> int:
    arena = arena_problem(schedule)
    placement = solve(arena.problem)
    check_all(schedule, arena, placement)
    return placement.size


def samples(graph: Graph) -> Array:
    rng, t = np.random.default_rng(0), graph.tensors[graph.inputs[0]]
    if graph.is_quantized:
        return rng.integers(-128, 128, (2, *t.shape)).astype(np.int8)
    return rng.standard_normal((2, *t.shape)).astype(np.float32)


def copied(schedule: Schedule) -> list[str]:
    return [schedule.layers[s.layer].node.op for s in schedule.steps if isinstance(s, CallStep)
            and schedule.layers[s.layer].node.op in ("Concat", "Slice")]  # fmt: skip


@pytest.mark.parametrize(("net", "int8"), [*((net, True) for net in PART_NETS), (PART_NETS[-1], False)])
def test_the_bytes_stay(net: Callable[[bool], Graph], int8: bool, tmp_path: Path) -> None:
    need("gcc")
    graph = net(int8)
    target = target_with("dsp", name="any")
    made = generate(graph, replace(options(scheme="int8" if int8 else "float32"), target=target))
    x = samples(graph)
    found = run(made, write(made, tmp_path), [x], STRICT_WARNINGS)
    for i in range(len(x)):
        for y, wanted in zip(found, reference(graph, [x[i]]), strict=True):
            np.testing.assert_allclose(y[i], wanted.reshape(-1), rtol=0, atol=0 if int8 else 1e-4)


def test_rows_are_made_in_places_with_gaps(tmp_path: Path) -> None:
    need("gcc")
    graph = wide_branches(True)
    target = target_with("dsp", name="any")
    made = generate(graph, replace(aimed(options(scheme="int8"), "ram"), target=target))
    last = [loop.body[-1] for s in made.plan.steps if isinstance(s, PlannedGroup) for loop in s.loops if loop.count > 1]
    steps = {p.step for run in last if isinstance(run, PlannedRun) for p in run.pointers if p.base == CallerOutput(0)}
    assert steps and all(step % (9 * 7) == 0 for step in steps)  # rows of nine positions of 4 + 3 channels
    x = samples(graph)
    found = run(made, write(made, tmp_path), [x], STRICT_WARNINGS)
    np.testing.assert_array_equal(found[0][1], reference(graph, [x[1]])[0].reshape(-1))


@pytest.mark.parametrize("net", PART_NETS[3:])
def test_the_bytes_stay_under_qemu(net: Callable[[bool], Graph], tmp_path: Path) -> None:
    need("arm-none-eabi-gcc", "qemu-system-arm")
    graph, target = net(True), load_target("cortex-m4")
    plan = generate(graph, replace(aimed(options(scheme="int8"), "speed"), target=target))
    ports = [tuple(Port(CTYPES[t.dtype], t.nbytes) for t in side) for side in (plan.plan.inputs, plan.plan.outputs)]
    model = BenchModel(plan.prefix, ports[0], ports[1], plan.plan.arena_size, plan.plan.arena_align)
    x = samples(graph)[:1]
    found = run_bench(write(plan, tmp_path), model, target, [x])
    for y, wanted in zip(found, reference(graph, [x[0]]), strict=True):
        np.testing.assert_array_equal(y[0], wanted.reshape(-1))


@pytest.mark.parametrize("int8", [True, False], ids=["int8", "float32"])
@pytest.mark.parametrize("net", PART_NETS)
def test_never_more_memory_than_with_copies(net: Callable[[bool], Graph], int8: bool) -> None:
    copies, parts, best = schedules(net(int8))
    assert len(parts.steps) < len(copies.steps)
    assert size(best) <= min(size(copies), size(parts))


def test_what_is_copied() -> None:
    joined, split, heads, ends, channels = (schedules(net(True))[1] for net in PART_NETS)
    assert copied(joined) == ["Concat"]  # the same tensor joined with itself: its second half
    assert copied(split) == copied(heads) == []
    assert copied(ends) == ["Slice", "Concat"]  # every other row; an output of the model joined with another tensor
    assert copied(channels) == ["Concat"] * 2  # what others read too: the input of a block, and an output


def test_the_generated_file_says_where_parts_lie() -> None:
    made = generate(PART_NETS[0](True), options(scheme="int8"))
    text = dict(made.files)["tiny.c"].decode()
    assert text.count("part of it: ") == len(made.plan.parts) > 0


def test_other_scales_and_inner_axes_are_copied() -> None:
    n = Branches(True, 1, (4, 4, 2))
    a = n.conv(n.x, 2)
    n.scale = 0.07
    b = n.conv(n.x, 2)
    graph = n.done(n.conv(n.concat([n.concat([a, b], 1), b], 3), 2))
    _, parts, _ = schedules(graph)
    assert copied(parts) == ["Concat", "Concat", "Concat"]  # a has another scale; channels are no run of bytes


def moved(schedule: Schedule, part: Part, by: int) -> Schedule:
    """The schedule with one part elsewhere."""
    other = replace(part, offset=part.offset + by)
    steps = tuple(
        replace(s, storage=tuple(other if p == part else p for p in s.storage)) if isinstance(s, CallStep) else s
        for s in schedule.steps
    )
    return replace(schedule, steps=steps)


@pytest.mark.parametrize("net", PART_NETS)
def test_the_replay_finds_a_part_at_a_wrong_offset(net: Callable[[bool], Graph]) -> None:
    _, schedule, _ = schedules(net(True))
    parts = {p for s in schedule.steps if isinstance(s, CallStep) for p in s.storage if isinstance(p, Part)}
    assert parts
    for part in parts:
        for by in (-4, 4):
            broken = moved(schedule, part, by)
            arena = arena_problem(broken)
            with pytest.raises(EdgecError, match="the arena plan is wrong"):
                check_replay(broken, arena, solve(arena.problem))


def random_net(seed: int) -> Graph:
    """Convolutions, joins, slices and sums at random; all that nobody reads is joined into the output."""
    rng = random.Random(seed)
    n = Branches(True, seed, (4, 3, 2))
    known, unread = [n.x], []
    for _ in range(9):
        x = rng.choice(known[-3:] + unread)
        height = n.e.tensors[x].shape[1]
        same = [t for t in known if n.e.tensors[t].shape == n.e.tensors[x].shape]
        kind = rng.randrange(5)
        if kind == 0 and height > 2:
            first = rng.randrange(height - 1)
            used, y = [x], n.rows(x, first, 1 + rng.randrange(height - first - 1))
        elif kind == 1 and height < 16:
            axis = rng.choice((1, 3))
            other = 4 - axis
            fitting = [t for t in known if n.e.tensors[t].shape[other] == n.e.tensors[x].shape[other]]
            used = [x, rng.choice(fitting)]
            y = n.concat(used, axis)
        elif kind == 2 and len(same) > 1:
            used = [x, rng.choice(same)]
            y = n.add(*used)
        else:
            used, y = [x], n.conv(x, 2)
        known.append(y)
        unread = [t for t in (*unread, y) if t not in used]
    narrow = [t if n.e.tensors[t].shape[3] == 2 else n.conv(t, 2) for t in unread]
    return n.done(n.concat([*narrow, n.conv(unread[-1], 2)], 1))


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs_pass_the_replay(seed: int) -> None:
    graph = random_net(seed)
    copies, parts, best = schedules(graph)
    assert size(best) <= size(copies)
    size(parts)


@pytest.mark.parametrize("seed", range(2))
def test_random_graphs_keep_their_bytes(seed: int, tmp_path: Path) -> None:
    need("gcc")
    graph = random_net(seed)
    made = generate(graph, options(scheme="int8"))
    x = samples(graph)
    found = run(made, write(made, tmp_path), [x])
    for i in range(len(x)):
        np.testing.assert_array_equal(found[0][i], reference(graph, [x[i]])[0].reshape(-1))
