"""The choice of groups: what a step needs is found without a plan of the whole, and long graphs get fewer trials."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from edgec.codegen.arena.problem import bytes_at
from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.plan import fuse as module
from edgec.codegen.plan.cover import StepChoice
from edgec.codegen.plan.fuse import LONGEST_GROUP, MOST_GROUPS, MOST_ROWS, caching, fuse, longest_group
from edgec.codegen.schedule import rows
from edgec.codegen.schedule.groups import make_group
from edgec.codegen.schedule.liveness import Needs, arena_problem
from edgec.codegen.schedule.steps import CallStep, GroupStep, Schedule, make_schedule
from edgec.converter.graph.ir import Graph
from tests.builders.chosen import calls_of, target_with
from tests.builders.row_models import NETS, Net

CHOOSER = Chooser(target_with(), Selection(plain=True))


def scheduled(graph: Graph) -> Schedule:
    return make_schedule(graph, calls_of(graph, plain=True))


def chain(count: int, size: int = 4) -> Schedule:
    """Convolutions whose images grow, so that groups save memory everywhere."""
    net = Net(False, 0, (size, size, 1))
    x = net.x
    for i in range(count):
        x = net.conv(x, 2 if i % 2 else 6)
    return scheduled(net.done(x))


@pytest.mark.parametrize("int8", [True, False], ids=["int8", "float32"])
@pytest.mark.parametrize("net", NETS, ids=lambda n: n.__name__)
def test_the_bytes_of_a_step_are_those_of_the_changed_schedule(net: object, int8: bool) -> None:
    schedule = scheduled(net(int8))  # type: ignore[operator]
    needs, count, groups = Needs(schedule), len(schedule.steps), 0
    for end in range(count, 0, -1):  # also backwards
        for first in range(end):
            step = (
                make_group(schedule, first, end, 0, caching(CHOOSER.one)) if end > first + 1 else schedule.steps[first]
            )
            if step is None:
                continue
            groups += isinstance(step, GroupStep)
            changed = replace(schedule, steps=(*schedule.steps[:first], step, *schedule.steps[end:]))
            assert needs.bytes_at(first, end, step) == bytes_at(arena_problem(changed).problem, first)
    assert groups


def test_the_effort_of_a_chain_grows_with_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts of operations: looks at steps, groups that are tried, and steps of schedules that are placed."""
    counts = {"looks": 0, "groups": 0, "placed": 0}
    look, group, problem = CallStep._of, module.make_group, module.arena_problem

    def looked(step: CallStep, kind: type) -> object:
        counts["looks"] += 1
        return look(step, kind)

    def grouped(*arguments: object) -> object:
        counts["groups"] += 1
        return group(*arguments)  # type: ignore[arg-type]

    def placed(schedule: Schedule) -> object:
        counts["placed"] += len(schedule.steps)
        return problem(schedule)

    schedules = chain(40), chain(160)
    monkeypatch.setattr(CallStep, "_of", looked)
    monkeypatch.setattr(module, "make_group", grouped)
    monkeypatch.setattr(module, "arena_problem", placed)
    monkeypatch.setattr(module, "TRIAL_STEPS", 400)
    monkeypatch.setattr(module, "MOST_GROUPS", 400)
    found = []
    for schedule in schedules:
        counts.update(dict.fromkeys(counts, 0))
        fused = fuse(schedule, caching(CHOOSER.one), CHOOSER.price, 0)
        assert any(isinstance(s, GroupStep) for s in fused.steps)
        found.append(dict(counts))
    short, long = found
    assert long["groups"] <= 400 * len(module.STRIPS)
    assert long["placed"] <= (3 + len(module.SHARES)) * 160 + 3 * 400
    assert long["looks"] < 6 * short["looks"]


@pytest.mark.parametrize(
    ("steps", "rows", "longest"),
    [
        (60, 1_800, LONGEST_GROUP),
        (400, 3_200, LONGEST_GROUP),
        (5_000, 40_000, 2),
        (20_000, 20_000, 1),
        (300, 67_200, 4),
    ],
)
def test_groups_of_long_graphs_are_short(steps: int, rows: int, longest: int) -> None:
    assert longest_group(steps, rows) == longest
    assert steps * (longest - 1) <= MOST_GROUPS
    assert longest == 1 or rows * longest * (longest + 1) // 2 <= MOST_ROWS


def test_equal_layers_share_their_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are alike become one layer to look at, and groups that are alike one program."""
    views, built = Counter[int](), Counter[int]()
    view, build = rows.row_view, rows._Builder.build

    def viewed(graph: Graph, stage: rows.Stage, run: rows.RowRun) -> object:
        views[id(graph)] += 1
        return view(graph, stage, run)

    def made(builder: rows._Builder, strip: int) -> object:
        built[strip] += 1
        return build(builder, strip)

    monkeypatch.setattr(rows, "row_view", viewed)
    monkeypatch.setattr(rows._Builder, "build", made)
    schedule = chain(40, 24)
    runs = 0
    rows._strips.cache_clear()
    for first in range(4, 30, 2):  # two layers that repeat
        found = make_group(schedule, first, first + 4, 1, caching(CHOOSER.one))
        assert found is not None
        runs += sum(isinstance(s, rows.RowRun) for s in found.program.steps)
    assert built == {1: 1}
    assert views.total() < runs / 2


def test_steps_below_a_limit_are_looked_at_while_they_may_be_cheaper(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit of 10 packing costs 50; the step of 9 fits as it is for 8, and none below can be cheaper."""
    made = {need: module._Trial([StepChoice(0, 1, None, need, price)], arena, price)  # type: ignore[arg-type]
            for need, arena, price in ((10, 12, 1.0), (9, 9, 8.0), (8, 8, 9.0), (7, 7, 10.0))}  # fmt: skip
    looked: list[int] = []

    def trial(target: int) -> module._Trial:
        looked.append(target)
        return made[target]

    fusion = object.__new__(module._Fusion)
    fusion.smallest = 7
    monkeypatch.setattr(fusion, "trial", trial)
    monkeypatch.setattr(fusion, "packed", lambda one, enough: iter((one,)))
    packed = replace(made[10], arena=10, price=50.0)
    assert list(fusion.cheaper([made[10], packed], 10)) == [made[9]]
    assert looked == [9]
    looked.clear()
    assert not list(fusion.cheaper([made[9]], 9)) and not looked  # it fits at the price of its step: nothing is cheaper
