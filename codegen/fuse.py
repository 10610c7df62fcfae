"""Which layers to compute together, row by row, so that a model fits into less RAM at the smallest price.

A dynamic program over the steps: each step stays as it is, uses less scratch, or becomes part of a group.  The memory
of a choice is the most that any step then needs; its price is an estimate of additional instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from edgec.codegen.arena import bytes_at
from edgec.codegen.arena_solve import solve
from edgec.codegen.groups import make_group
from edgec.codegen.kernels.spec import Call, NodeView
from edgec.codegen.liveness import arena_problem
from edgec.codegen.rows import RowChooser, RowRun
from edgec.codegen.schedule import CallStep, GroupStep, Schedule, Step

LONGEST_GROUP = 12
TRIAL_NODES = 1000  # of the search for a placement while choices are compared
STRIPS = (0, 1, 2, 4, 8)  # rows at a time, see ``make_program``
CALL_PRICE, MOVE_PRICE = 80, 0.6  # instructions of a kernel call, of a byte moved
MAC_PRICE, FRUGAL_PRICE = 0.75, 0.5  # instructions of a MAC in tiles; more of them with small scratch
SPARE = 4  # percent


@dataclass(frozen=True)
class Choice:
    """What becomes of the steps ``first`` .. ``end`` - 1: one step that needs ``size`` bytes while it runs."""

    first: int
    end: int
    step: Step
    size: int
    price: float


def fuse(schedule: Schedule, choose: RowChooser, limit: int | None = None) -> Schedule:
    """The schedule with groups.

    Args:
        schedule: one step per kernel call, in the order of execution.
        choose: a kernel for the rows of a layer, None when there is none.
        limit: bytes of arena that are enough; None asks for as few as possible.

    Returns:
        A schedule that needs the fewest bytes, or ``SPARE`` percent more when that is cheaper; with a limit at most
        that, at the lowest price, or the fewest bytes when it cannot be reached.
    """
    plain = [Choice(i, i + 1, s, _size(schedule, i, i + 1, s), 0.0) for i, s in enumerate(schedule.steps)]
    peak = max((c.size for c in plain), default=0)
    if limit is not None and peak <= limit:
        return schedule
    choices = [*plain, *_frugal(schedule, plain, choose)]
    choices += _groups(schedule, plain, choose)
    smallest = max(c.size for c in _best(choices, len(plain), lambda c: (c.size, c.price), worst=True))
    tries: list[tuple[int, float, Schedule]] = []
    for target in _targets(smallest, limit):
        taller = [g for c in choices if isinstance(c.step, GroupStep) for g in _taller(schedule, c, choose, target)]
        fitting = [c for c in (*choices, *taller) if c.size <= target]
        chosen = _best(fitting, len(plain), lambda c: (c.price, c.size), worst=False)
        tried = _apply(schedule, chosen)
        size = solve(arena_problem(tried).problem, TRIAL_NODES).size
        tries.append((size, sum(c.price for c in chosen), tried))
        if limit is not None and size <= limit:
            return tried
    enough = min(size for size, _, _ in tries) * (100 + (0 if limit is not None else SPARE)) // 100
    return min((t for t in tries if t[0] <= enough), key=lambda t: (t[1], t[0]))[2]


def _targets(smallest: int, limit: int | None) -> list[int]:
    """What every step may need: a placement may take more than that, so several are tried, the cheapest first."""
    if limit is None:
        return [smallest * percent // 100 for percent in (100, 104, 110, 120)]
    return [max(smallest, limit * percent // 100) for percent in (100, 96, 90, 80, 0)]


def _best(
    choices: Sequence[Choice], count: int, key: Callable[[Choice], tuple[float, float]], worst: bool
) -> list[Choice]:
    """The sequence of choices that covers all steps: smallest maximum (``worst``) or sum of the first key."""
    ending: dict[int, list[Choice]] = {}
    for c in choices:
        ending.setdefault(c.end, []).append(c)
    found: list[tuple[float, float, list[Choice]] | None] = [(0.0, 0.0, [])]
    for end in range(1, count + 1):
        best: tuple[float, float, list[Choice]] | None = None
        for c in ending.get(end, ()):
            before = found[c.first]
            if before is None:
                continue
            one, two = key(c)
            score = (max(before[0], one) if worst else before[0] + one, before[1] + two)
            if best is None or score < best[:2]:
                best = (*score, [*before[2], c])
        found.append(best)
    result = found[count]
    assert result is not None, "every step can stay as it is"
    return result[2]


def _size(schedule: Schedule, first: int, end: int, step: Step) -> int:
    """Bytes in use while ``step`` runs in the place of the steps ``first`` .. ``end`` - 1."""
    changed = replace(schedule, steps=(*schedule.steps[:first], step, *schedule.steps[end:]))
    return bytes_at(arena_problem(changed).problem, first)


def _frugal(schedule: Schedule, plain: Sequence[Choice], choose: RowChooser) -> Iterator[Choice]:
    """Calls that make do with less scratch."""
    for c in plain:
        step = c.step
        if isinstance(step, CallStep) and step.call.scratch_bytes and len(schedule.layers[step.layer].calls) == 1:
            call = choose(replace(NodeView.of(schedule.graph, schedule.layers[step.layer].node), frugal=True))
            if call is not None:
                arguments = {a: s for a, s in zip(step.call.args, step.storage, strict=True) if s is not None}
                smaller = replace(step, call=call, storage=tuple(arguments.get(a) for a in call.args))
                size = _size(schedule, c.first, c.end, smaller)
                if size < c.size:
                    yield Choice(c.first, c.end, smaller, size, call.macs * FRUGAL_PRICE)


def _groups(schedule: Schedule, plain: Sequence[Choice], choose: RowChooser) -> Iterator[Choice]:
    """Groups that need less than the most any of their steps needs alone."""
    half = max(c.size for c in plain) // 4
    for first in range(len(plain)):
        for end in range(first + 2, min(first + LONGEST_GROUP, len(plain)) + 1):
            alone = max(c.size for c in plain[first:end])
            if alone > half:
                found = _group(schedule, first, end, STRIPS[0], choose)
                if found is not None and found.size < alone:
                    yield found


def _group(schedule: Schedule, first: int, end: int, strip: int, choose: RowChooser) -> Choice | None:
    step = make_group(schedule, first, end, strip, choose)
    if step is None:
        return None
    runs = sum(isinstance(s, RowRun) for s in step.program.steps)
    price = (runs - (end - first)) * CALL_PRICE + step.program.moved * MOVE_PRICE
    price += sum(_waste(call) for call in step.calls.values())
    return Choice(first, end, step, _size(schedule, first, end, step), price)


def _waste(call: Call) -> float:
    """Instructions that a call for few rows spends more than its share of a whole image's call.

    Tiles of positions are not full at the end of each call; a kernel that works channel by channel has overhead there.
    """
    window = call.window
    if window is None:
        return call.macs * FRUGAL_PRICE
    positions = window.batch * window.out_size[0] * window.out_size[1]
    return call.macs * MAC_PRICE * (-positions % window.tile) / positions


def _taller(schedule: Schedule, choice: Choice, choose: RowChooser, limit: int) -> Iterator[Choice]:
    """The same group with more rows at a time, as long as it fits."""
    if choice.size > limit:
        return
    for strip in STRIPS[1:]:
        found = _group(schedule, choice.first, choice.end, strip, choose)
        if found is None or found.size > limit:
            return
        yield found


def _apply(schedule: Schedule, choices: Sequence[Choice]) -> Schedule:
    layers = list(schedule.layers)
    for c in choices:
        if isinstance(c.step, CallStep) and c.step is not schedule.steps[c.first]:
            layers[c.step.layer] = replace(layers[c.step.layer], calls=(c.step.call,))
    return replace(schedule, layers=tuple(layers), steps=tuple(c.step for c in choices))


def caching(choose: RowChooser) -> RowChooser:
    """``choose`` that binds equal rows of a layer once."""
    known: dict[tuple[object, ...], Call | None] = {}

    def cached(view: NodeView) -> Call | None:
        shapes = tuple(t.shape if t else None for t in view.ins)
        key = (view.node.outputs, view.node.attrs, shapes, view.y.shape, view.frugal)
        if key not in known:
            known[key] = choose(view)
        return known[key]

    return cached
