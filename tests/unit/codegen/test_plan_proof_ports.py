"""The proof of a plan on inputs that lie in the arena, and on states, which are one memory across runs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from edgec.codegen.arena.solve import solve
from edgec.codegen.plan.proof import check_all, check_replay
from edgec.codegen.plan.replay import ReplayMemory
from edgec.codegen.schedule.liveness import arena_problem
from edgec.codegen.schedule.steps import CallerInput, CallerOutput, IntakeStep, make_schedule
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import StatePair
from tests.unit.codegen.test_arena import call, chain

STEPS = ((("in",), "a", call(1)), (("a",), "out", call(1)))


def test_an_input_that_is_not_brought_to_the_arena_is_missed() -> None:
    graph, calls = chain(*STEPS)
    schedule = make_schedule(graph, calls, overwrite=True)
    arena = arena_problem(schedule)
    placement = solve(arena.problem)
    check_all(schedule, arena, placement)
    none = tuple(replace(s, tensors=()) if isinstance(s, IntakeStep) else s for s in schedule.steps)
    with pytest.raises(EdgecError, match="reads tensor 'in' after part of it was overwritten"):
        check_replay(replace(schedule, steps=none), arena, placement)


def test_a_state_is_one_memory() -> None:
    graph, calls = chain(*STEPS)
    graph = replace(graph, states=(StatePair("in", "out"),))
    schedule = make_schedule(graph, calls)
    arena = arena_problem(schedule)
    placement = solve(arena.problem)
    check_all(schedule, arena, placement)
    memory = ReplayMemory(schedule, arena, placement)
    given, kept = memory.at(CallerInput(0)), memory.at(CallerOutput(0))
    assert given is not None and kept is not None and np.shares_memory(given, kept)
