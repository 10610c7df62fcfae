"""The proof of a plan refuses each kind of wrong plan with its reason, and passes right ones."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from edgec.codegen.arena.problem import Block, Overlap, Placement, Problem
from edgec.codegen.arena.solve import solve
from edgec.codegen.kernels.spec import Call, Input, Output, Scratch, Window
from edgec.codegen.plan.proof import check_all, check_placement, check_replay, survives
from edgec.codegen.schedule.liveness import ArenaProblem, arena_problem
from edgec.codegen.schedule.steps import (
    ArenaTensor,
    CallerInput,
    CallerOutput,
    CallStep,
    CopyStep,
    Part,
    Schedule,
    Storage,
    make_schedule,
)
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Graph
from tests.arena.exhaustive import small, valid
from tests.unit.codegen.test_arena import call, chain

Plan = tuple[Schedule, ArenaProblem, Placement]


def refused(fact: str) -> Any:
    """The whole sentence with this fact."""
    text = f"the arena plan is wrong: {fact}; this is a bug in edgec, please report it with the model"
    return pytest.raises(EdgecError, match=f"^{re.escape(text)}$")


# --- the geometric check ---


@pytest.mark.parametrize("seed", range(12))
def test_a_placement_passes_when_it_is_valid_and_not_otherwise(seed: int) -> None:
    """Random offsets, most of them bad, judged by the definition."""
    rng = random.Random(seed)
    passed = 0
    for k in range(60):
        problem = small(60 * seed + k, bands=True)
        if k % 5 == 0:
            problem = Problem(tuple(replace(b, region=rng.randrange(2)) for b in problem.blocks), problem.overlaps)
        offsets = tuple(16 * rng.randrange(8) for _ in problem.blocks)
        placed = Placement(offsets, (400, 400), "at random")
        if valid(problem, offsets):
            check_placement(problem, placed)
            passed += 1
        else:
            with pytest.raises(EdgecError, match=r"wrong: blocks? \d+ (and|starts)"):
                check_placement(problem, placed)
    assert 3 <= passed < 60


def test_what_is_wrong_with_a_placement_is_said() -> None:
    blocks = (Block(64, 0, 1), Block(64, 1, 2), Block(32, 2, 3, 32), Block(16, 9, 9, 1, 1))
    problem = Problem(blocks)
    check_placement(problem, Placement((0, 64, 0, 0), (128, 16), "by hand"))
    cases: list[tuple[tuple[int, ...], tuple[int, ...], str]] = [
        ((0, 64, 0), (128, 16), "4 blocks have 3 offsets"),
        ((0, 72, 0, 0), (200, 16), "block 1 starts at 72, which is not a multiple of 16"),
        ((0, -16, 0, 0), (200, 16), "block 1 starts at -16, which is not a multiple of 16"),
        ((0, 64, 0, -1), (200, 16), "block 3 starts at -1, which is not a multiple of 1"),
        ((0, 64, 16, 0), (200, 16), "block 2 starts at 16, which is not a multiple of 32"),
        ((0, 64, 0, 0), (127, 16), "block 1 ends at byte 128, outside its region"),
        ((0, 64, 0, 16), (128, 16), "block 3 ends at byte 32, outside its region"),
        ((0, 64, 0, 0), (128,), "block 3 ends at byte 16, outside its region"),
        ((0, 48, 0, 0), (128, 16), "blocks 0 and 1 are in use together and share bytes"),
        ((0, 64, 64, 0), (128, 16), "blocks 1 and 2 are in use together and share bytes"),
    ]
    for offsets, sizes, fact in cases:
        with refused(fact):
            check_placement(problem, Placement(offsets, sizes, "by hand"))
    outside = Problem((Block(16, 0, 0, region=-1),))
    with refused("block 0 ends at byte 16, outside its region"):
        check_placement(outside, Placement((0,), (16,), "by hand"))
    check_placement(Problem(()), Placement((), (), "by hand"))


@pytest.mark.parametrize(
    "rule", [Overlap(0, 1, -16, 16), Overlap(1, 0, -16, 16), Overlap(0, 1, None, 16), Overlap(0, 1, -16)]
)
def test_sharing_is_allowed_between_the_rule_s_distances(rule: Overlap) -> None:
    problem = Problem((Block(64, 0, 1), Block(64, 1, 2)), (rule,))
    for distance in (-32, -16, 0, 16, 32):
        placed = Placement((64, 64 + distance), (200,), "by hand")
        forward = distance if rule.a == 0 else -distance
        if (rule.low is None or rule.low <= forward) and (rule.high is None or forward <= rule.high):
            check_placement(problem, placed)
        else:
            with refused("blocks 0 and 1 are in use together and share bytes"):
                check_placement(problem, placed)


# --- the replay: wrong plans of each kind ---


def planned(graph: Graph, calls: list[tuple[Call, ...]]) -> Plan:
    schedule = make_schedule(graph, calls)
    arena = arena_problem(schedule)
    placement = solve(arena.problem)
    check_all(schedule, arena, placement)
    return schedule, arena, placement


def two_readers(scratch: int = 0) -> Plan:
    """a is read twice: by b, and with b by c."""
    return planned(*chain(
        (("in",), "a", call(1, scratch)), (("a",), "b", call(1)), (("a", "b"), "c", call(2)), (("c",), "out", call(1))
    ))  # fmt: skip


def placed(plan: Plan, **offsets: int) -> Plan:
    """The plan with tensors at other offsets."""
    schedule, arena, placement = plan
    found = [
        offsets.get(o.tensor, at) if isinstance(o, ArenaTensor) else offsets.get(f"scratch{o.step}", at)
        for o, at in zip(arena.owners, placement.offsets, strict=True)
    ]
    size = max(at + b.size for at, b in zip(found, arena.problem.blocks, strict=True))
    return schedule, arena, Placement(tuple(found), (size,), "by hand")


def stepping(plan: Plan, at: int, **changes: object) -> Plan:
    """The plan with one step changed."""
    schedule, arena, placement = plan
    steps = list(schedule.steps)
    steps[at] = replace(steps[at], **changes)  # type: ignore[type-var, arg-type]
    return replace(schedule, steps=tuple(steps)), arena, placement


def test_tensors_that_overwrite_each_other_are_found_where_they_are_read() -> None:
    plan = two_readers()
    check_replay(*placed(plan, a=0, b=64, c=128))
    with refused("step 1 overwrites its input 0 while reading it"):
        check_replay(*placed(plan, a=0, b=63, c=128))
    with refused("step 2 overwrites its input 1 while reading it"):
        check_replay(*placed(plan, a=0, b=64, c=127))
    ones, arena, _ = plan
    single = planned(*chain((("in",), "a", call(1)), (("in",), "b", call(1)), (("a",), "c", call(1)),
                            (("c", "b"), "out", call(2))))  # fmt: skip
    with refused("step 2 reads tensor 'a' after part of it was overwritten"):
        check_replay(*placed(single, a=0, b=63, c=200))
    with refused("step 3 reads tensor 'b' after part of it was overwritten"):
        check_replay(*placed(single, a=0, b=64, c=127))
    check_replay(*placed(single, a=0, b=64, c=128))
    assert ones.steps and arena.owners


def test_both_checks_are_made() -> None:
    schedule, arena, placement = two_readers()
    with refused("3 blocks have 2 offsets"):
        check_all(schedule, arena, replace(placement, offsets=placement.offsets[:2]))
    with refused("output 'out' is not complete at the end"):
        check_all(replace(schedule, steps=schedule.steps[:-1]), arena, placement)


def test_blocks_must_be_whole() -> None:
    schedule, arena, placement = two_readers()
    blocks = tuple(replace(b, size=63) if i == 1 else b for i, b in enumerate(arena.problem.blocks))
    with refused("tensor 'b' has a block of 63 bytes, not its size"):
        check_replay(schedule, replace(arena, problem=Problem(blocks)), placement)
    with refused("the memory of ArenaTensor(tensor='c') ends outside its region"):
        check_replay(schedule, arena, Placement((0, 64, 128), (191,), "by hand"))


def test_scratch_must_be_large_enough_and_nobody_s() -> None:
    plan = two_readers(scratch=40)
    check_replay(*placed(plan, a=0, b=64, c=128, scratch0=64))
    with refused("step 0 writes two things to the same bytes"):
        check_replay(*placed(plan, a=0, b=64, c=128, scratch0=63))
    step = plan[0].steps[0]
    assert isinstance(step, CallStep)
    with refused("step 0 needs 41 bytes of scratch"):
        check_replay(*stepping(plan, 0, call=replace(step.call, scratch_bytes=41)))
    check_replay(*stepping(plan, 0, call=replace(step.call, scratch_bytes=39)))
    with_input = planned(*chain((("in",), "a", call(1)), (("a",), "b", call(1, 40, (0,))), (("b",), "out", call(1))))
    check_replay(*placed(with_input, a=0, b=0, scratch1=64))
    with refused("step 1 overwrites its input 0 while reading it"):
        check_replay(*placed(with_input, a=0, b=128, scratch1=48))
    with refused("step 1 overwrites its input 0 while reading it"):
        check_replay(*placed(with_input, a=0, b=128, scratch1=0))  # in place is for outputs
    later = planned(*chain((("in",), "a", call(1)), (("in",), "b", call(1, 40)), (("a", "b"), "out", call(2))))
    with refused("step 2 reads tensor 'a' after part of it was overwritten"):
        check_replay(*placed(later, a=0, b=64, scratch1=24))


def test_in_place_needs_the_kernel_s_word_and_the_same_start() -> None:
    plan = planned(*chain((("in",), "a", call(1)), (("in",), "z", call(1)), (("a", "z"), "b", call(2, 0, (1,))),
                          (("b",), "out", call(1))))  # fmt: skip
    check_replay(*placed(plan, a=0, z=64, b=64))
    with refused("step 2 overwrites its input 0 while reading it"):
        check_replay(*placed(plan, a=0, z=64, b=0))
    with refused("step 2 overwrites its input 1 while reading it"):
        check_replay(*placed(plan, a=0, z=64, b=65))


def test_the_callers_buffers_are_proven_too() -> None:
    plan = planned(*chain((("in",), "a", call(1)), (("a",), "b", call(1, 0, (0,))), (("b",), "out", call(1))))
    schedule, arena, placement = plan
    with refused("output 'out' is not complete at the end"):
        check_replay(replace(schedule, steps=schedule.steps[:-1]), arena, placement)
    with refused("step 1 reads tensor 'b' after part of it was overwritten"):
        check_replay(replace(schedule, steps=(schedule.steps[0], schedule.steps[2])), arena, placement)
    into = planned(*chain((("in",), "a", call(1, 0, (0,))), (("a",), "out", call(1))))
    lost: tuple[Storage, ...] = (CallerInput(0), CallerInput(0))
    first = stepping(into, 0, storage=lost)
    with refused("input 'in' is overwritten"):
        check_replay(*stepping(first, 1, storage=(CallerInput(0), CallerOutput(0))))


def test_a_call_writes_all_bytes_of_its_output() -> None:
    plan = two_readers()
    steps = plan[0].steps
    assert isinstance(steps[0], CallStep)
    with refused("step 0 writes 64 bytes to a place of 32"):
        check_replay(*stepping(plan, 0, storage=(CallerInput(0), Part(ArenaTensor("a"), 0, 32))))
    with pytest.raises(EdgecError, match=r"wrong: Part.* ends outside its memory; please report this bug"):
        check_replay(*stepping(plan, 0, storage=(CallerInput(0), Part(ArenaTensor("a"), 1, 64))))


def test_copies_are_replayed() -> None:
    """An output that is another one's tensor is copied from where that is."""
    graph, calls = chain((("in",), "a", call(1)), (("a",), "b", call(1)))
    graph = replace(graph, outputs=("b", "a", "b"))
    plan = planned(graph, calls)
    schedule, arena, placement = plan
    copies = [i for i, s in enumerate(schedule.steps) if isinstance(s, CopyStep)]
    assert len(copies) == 1
    with refused(f"step {copies[0]} reads tensor 'b' after part of it was overwritten"):
        check_replay(*stepping(plan, copies[0], source=CallerOutput(1)))
    with refused("output 'b' is not complete at the end"):
        check_replay(replace(schedule, steps=schedule.steps[:-1]), arena, placement)


# --- windows ---


def loses_nothing(window: Window, distance: int) -> bool:
    """Byte by byte: whether every position finds its cells, with the output at 0 and the input at ``distance``."""
    positions = [
        (n, y, x) for n in range(window.batch) for y in range(window.out_size[0]) for x in range(window.out_size[1])
    ]

    def reads(n: int, y: int, x: int) -> set[int]:
        found: set[int] = set()
        for i in range(window.kernel[0]):
            for j in range(window.kernel[1]):
                r = y * window.strides[0] - window.pads[0] + i * window.dilations[0]
                c = x * window.strides[1] - window.pads[1] + j * window.dilations[1]
                if 0 <= r < window.in_size[0] and 0 <= c < window.in_size[1]:
                    cell = (n * window.in_size[0] + r) * window.in_size[1] + c
                    found |= set(range(distance + cell * window.in_bytes, distance + (cell + 1) * window.in_bytes))
        return found

    written = 0
    for start in range(0, len(positions), window.tile):
        tile = positions[start : start + window.tile]
        after = written + len(tile) * window.out_bytes
        gone = written if window.buffered else after
        if any(b < gone for p in tile for b in reads(*p)):
            return False
        written = after
    return True


def windows() -> list[Window]:
    rng = random.Random(3)

    def two(low: int, high: int) -> tuple[int, int]:
        return rng.randint(low, high), rng.randint(low, high)

    return [
        Window(rng.randint(1, 2), two(2, 4), two(1, 4), two(1, 3), two(1, 2), two(0, 2), two(1, 2), rng.randint(1, 3),
               rng.randint(1, 3), rng.randint(1, 3), rng.random() < 0.5)
        for _ in range(40)
    ]  # fmt: skip


def sizes(window: Window) -> tuple[int, int]:
    cells, positions = (window.batch * s[0] * s[1] for s in (window.in_size, window.out_size))
    return cells * window.in_bytes, positions * window.out_bytes


@pytest.mark.parametrize("group", range(4))
def test_a_window_survives_when_every_position_finds_its_cells(group: int) -> None:
    outcomes = set()
    for window in windows()[group::4]:
        size_in, size_out = sizes(window)
        for distance in range(0, size_out + 1, max(1, size_out // 9)):
            memory = np.full(size_in + size_out, -1, np.int64)
            memory[distance : distance + size_in] = np.arange(size_in)
            found = survives(window, memory[:size_out], memory[distance : distance + size_in])
            assert found == loses_nothing(window, distance), (window, distance)
            outcomes.add(found)
    assert outcomes == {True, False}


def test_each_image_of_a_batch_has_its_own_cells() -> None:
    """An output that overtakes its input in the second image alone, whatever the sides of an image are."""
    for size in ((1, 8), (8, 1), (2, 4), (4, 2)):
        window = Window(2, size, size, (1, 1), (1, 1), (0, 0), (1, 1), 1, 2)
        for distance in (11, 12, 16, 17, 18):
            memory = np.full(64, -1, np.int64)
            memory[distance : distance + 16] = np.arange(16)
            assert survives(window, memory[:32], memory[distance : distance + 16]) == (distance >= 17)


def test_rows_that_nothing_reads_may_be_overwritten() -> None:
    """Row 0 of the second image is: by the last position of the first image, after which row 1 is still read."""
    window = Window(2, (4, 1), (2, 1), (1, 1), (2, 1), (1, 0), (1, 1), 3, 1)
    memory = np.arange(100, 140)
    assert survives(window, memory[11:15], memory[:24])
    assert not survives(window, memory[14:18], memory[:24])


@pytest.mark.parametrize("buffered", [False, True])
def test_bytes_with_gaps_are_looked_at_where_they_are(buffered: bool) -> None:
    """Output, input or both two cells at a time with two bytes between: no copy of them stands in for the memory."""
    window = Window(1, (2, 4), (2, 4), (1, 1), (1, 1), (0, 0), (1, 1), 1, 1, 1, buffered)
    dense, apart = list(range(8)), [0, 1, 4, 5, 8, 9, 12, 13]
    outcomes = set()
    for writes, reads in ((apart, dense), (dense, apart), (apart, apart)):
        for distance in range(-8, 14):
            memory = np.arange(100, 140)
            out, read = (
                memory[at:][:8] if way is dense else memory[at:][:16].reshape(4, 4)[:, :2]
                for at, way in ((10, writes), (10 + distance, reads))
            )
            lost = any(distance + reads[p] in writes[: p + (not buffered)] for p in range(8))
            assert survives(window, out, read) == (not lost), (writes, reads, distance)
            outcomes.add(lost)
    assert outcomes == {False, True}


def test_a_plan_may_lay_an_output_over_the_input_of_a_window() -> None:
    """Only over input 0, and only where the order of the window loses no byte; scratch never."""
    window = Window(1, (8, 8), (8, 8), (1, 1), (1, 1), (0, 0), (1, 1), 1, 1)
    kernel = replace(call(2), window=window)
    plan = planned(
        *chain((("in",), "a", call(1)), (("in",), "z", call(1)), (("a", "z"), "b", kernel), (("b",), "out", call(1)))
    )
    check_replay(*placed(plan, a=16, z=128, b=15))
    with refused("step 2 overwrites its input 0 while reading it"):
        check_replay(*placed(plan, a=16, z=128, b=17))
    with refused("step 2 overwrites its input 1 while reading it"):
        check_replay(*placed(plan, a=128, z=16, b=15))


def test_scratch_is_an_argument_of_its_own() -> None:
    with_none = Call("k", "k.h", None, (Input(0, "int8_t"), Output(0, "int8_t"), Scratch()), 0)
    planned(*chain((("in",), "a", with_none), (("a",), "out", call(1))))
