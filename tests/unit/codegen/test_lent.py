"""Tensors in the buffers of outputs: where the arena is limited, until the output is written, and the same bytes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import generate
from edgec.codegen.arena.solve import solve
from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.plan.proof import check_all
from edgec.codegen.schedule.best import arena_size, best_schedule
from edgec.codegen.schedule.groups import make_group
from edgec.codegen.schedule.lent import Loan, lent, loans_of
from edgec.codegen.schedule.liveness import arena_problem
from edgec.codegen.schedule.states import moved
from edgec.codegen.schedule.steps import ArenaTensor, CallerOutput, Part, Schedule
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import DType, Graph
from tests.builders.chosen import calls_of, target_with
from tests.builders.codegen_models import int8_graph, need, options, reference, run, write
from tests.builders.row_models import Net

SIZES = (40, 64, 48, 64, 80)
LIMIT = 150
OUT = CallerOutput(0)


def schedule_of(graph: Graph, overwrite: bool = False) -> Schedule:
    return best_schedule(graph, calls_of(graph), overwrite=overwrite)


def tail() -> Graph:
    """Rows of a block that a convolution and a sum end, whose output is as large as what they read."""
    n = Net(True, 7, (8, 6, 4))
    x = n.conv(n.x, 4)
    return n.done(n.add(x, n.conv(n.conv(x, 9, 1, pad=0), 4, 1, pad=0)))


def test_a_limit_is_met_with_the_buffer_of_the_output(tmp_path: Path) -> None:
    need("gcc")
    graph = int8_graph(sizes=SIZES)
    whole = generate(graph, options(scheme="int8")).plan.arena_size
    small = generate(graph, replace(options(scheme="int8"), max_arena=LIMIT))
    assert whole == 208 and small.plan.arena_size <= LIMIT
    x = np.random.default_rng(4).integers(-128, 128, (5, SIZES[0])).astype(np.int8)
    write(small, tmp_path)
    got = run(small, tmp_path, [x])[0]
    wanted = [reference(graph, [one[None]])[0] for one in x]
    np.testing.assert_array_equal(got, np.concatenate(wanted).reshape(got.shape))


def test_only_what_the_limit_asks_for_is_lent() -> None:
    schedule = schedule_of(int8_graph(sizes=SIZES))
    assert [len(loans_of(schedule, limit)) for limit in (208, 207, LIMIT)] == [0, 1, 3]


def test_tensors_share_a_buffer_by_their_lives() -> None:
    """Tensors of 64 and 48 bytes do not fit a buffer of 80 together, and follow each other."""
    schedule = schedule_of(int8_graph(sizes=SIZES))
    loans = loans_of(schedule, 0)
    made = lent(schedule, loans)
    problem = arena_problem(made)
    check_all(made, problem, solve(problem.problem))
    assert {loan.offset for loan in loans} == {0} and arena_size(made) == 144
    spans = sorted(schedule.uses[loan.tensor] for loan in loans)
    assert len(spans) == 3 and all(a[1] < b[0] for a, b in pairwise(spans))


def test_a_tensor_may_lie_behind_another() -> None:
    schedule = schedule_of(int8_graph(sizes=(40, 30, 30, 80)))
    loans = loans_of(schedule, 0)
    assert {loan.offset for loan in loans} == {0, 32}
    made = lent(schedule, loans)
    problem = arena_problem(made)
    check_all(made, problem, solve(problem.problem))


def test_a_clash_in_the_buffer_is_an_error() -> None:
    schedule = schedule_of(int8_graph(sizes=SIZES))
    first, second = [s for s in schedule.uses if isinstance(s, ArenaTensor)][1:3]
    made = lent(schedule, [Loan(first, OUT, 0), Loan(second, OUT, 0)])
    problem = arena_problem(made)
    with pytest.raises(EdgecError, match="the arena plan is wrong"):
        check_all(made, problem, solve(problem.problem))


def test_other_types_and_inputs_in_the_arena_stay_there() -> None:
    graph = int8_graph(sizes=SIZES)
    (out,) = graph.outputs
    other = replace(graph, tensors={**graph.tensors, out: replace(graph.tensors[out], dtype=DType.U8)})
    assert loans_of(replace(schedule_of(graph), graph=other), 0) == ()
    inside = schedule_of(graph, overwrite=True)
    assert ArenaTensor("x") in inside.uses
    assert ArenaTensor("x") not in [loan.tensor for loan in loans_of(inside, 0)]


def test_parts_move_with_their_tensor() -> None:
    schedule = schedule_of(int8_graph(sizes=SIZES))
    tensor = next(s for s in schedule.uses if isinstance(s, ArenaTensor))
    whole = replace(schedule, parts=(("one", Part(tensor, 5, 3)), ("two", Part(OUT, 1, 2))))
    assert dict(moved(whole, tensor, OUT, 8).parts) == {"one": Part(OUT, 13, 3), "two": Part(OUT, 1, 2)}


def test_a_group_writes_over_what_it_reads_in_place_only() -> None:
    """The sum may take the place of the block's input, row by row; not a few bytes behind its begin."""
    chooser, graph = Chooser(target_with(), Selection()), tail()
    schedule = schedule_of(graph)
    block = next(s for s in schedule.uses if isinstance(s, ArenaTensor))

    def group(base: Schedule) -> object:
        return make_group(base, 1, len(base.steps), 2, chooser.one)

    assert group(schedule) is not None and group(lent(schedule, [Loan(block, OUT, 0)])) is not None
    steps = moved(replace(schedule, graph=replace(graph, tensors=larger(graph))), block, OUT, 8).steps
    assert group(replace(schedule, steps=steps)) is None


def larger(graph: Graph) -> dict[str, object]:
    """The tensors with an output of more bytes than it has."""
    (out,) = graph.outputs
    y = graph.tensors[out]
    return {**graph.tensors, out: replace(y, shape=(*y.shape[:-1], 2 * y.shape[-1]))}
