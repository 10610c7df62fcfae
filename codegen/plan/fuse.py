"""Which layers to compute together, row by row, so that a model fits into less RAM at the smallest price.

A dynamic program over the steps: each step stays as it is, uses less scratch, or becomes part of a group.  The memory
of a choice is the most that any step then needs; its price is an estimate of additional instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from edgec.codegen.arena.problem import bytes_at
from edgec.codegen.arena.solve import solve
from edgec.codegen.kernels.spec import Call, NodeView
from edgec.codegen.plan.prices import Pricer, additional
from edgec.codegen.schedule.groups import make_group
from edgec.codegen.schedule.liveness import arena_problem
from edgec.codegen.schedule.rows import RowChooser, RowRun
from edgec.codegen.schedule.steps import CallStep, GroupStep, Layer, Saving, Schedule, Step, at_home, can_lie, has_gaps

LONGEST_GROUP = 12
TRIAL_NODES = 1000  # of the search for a placement while choices are compared
STRIPS = (0, 1, 2, 4, 8)  # rows at a time, see ``make_program``
SHARES = (100, 96, 90, 80, 0)  # percent of a limit that a step may need: placing all may take more than any step
MOST_TRIALS = 100  # when no share of the limit is met


@dataclass(frozen=True)
class StepChoice:
    """What becomes of the steps ``first`` .. ``end`` - 1: one step that needs ``size`` bytes while it runs."""

    first: int
    end: int
    step: Step
    size: int
    price: float


@dataclass(frozen=True)
class _Trial:
    """Choices for all steps, the arena they take and their price."""

    choices: list[StepChoice]
    arena: int
    price: float


def fuse(schedule: Schedule, choose: RowChooser, pricer: Pricer, limit: int) -> Schedule:
    """The schedule with groups.

    Args:
        schedule: one step per kernel call, in the order of execution.
        choose: a kernel for the rows of a layer, None when there is none.
        pricer: the price of a call.
        limit: bytes of arena that are enough; 0 asks for as few as possible.

    Returns:
        A schedule that needs at most ``limit`` bytes, at a low price; when that cannot be reached, the fewest bytes
        that were found, and of those the lowest price.
    """
    plain = [StepChoice(i, i + 1, s, _size(schedule, i, i + 1, s), 0.0) for i, s in enumerate(schedule.steps)]
    if max((c.size for c in plain), default=0) <= limit and _arena(schedule, plain) <= limit:
        return schedule
    fusion = _Fusion(schedule, choose, pricer, plain)
    tried: list[_Trial] = []
    for target in dict.fromkeys(max(fusion.smallest, limit * share // 100) for share in SHARES):
        tried.append(fusion.trial(target))
        if tried[-1].arena <= limit:
            break
    else:
        tried += fusion.downwards(min(t.arena for t in tried))
    enough = max(limit, min(t.arena for t in tried))
    best = min((t for t in tried if t.arena <= enough), key=lambda t: (t.price, t.arena))
    taken = _needed(schedule, best.choices, enough)
    return replace(_apply(schedule, taken), savings=_savings(schedule, taken))


class _Fusion:
    """All choices for the steps of a schedule."""

    def __init__(self, schedule: Schedule, choose: RowChooser, pricer: Pricer, plain: Sequence[StepChoice]) -> None:
        self.schedule = schedule
        self.choose = choose
        self.pricer = pricer
        self.choices = [*plain, *_frugal(schedule, plain, choose, pricer), *_groups(schedule, plain, choose, pricer)]
        self.count = len(plain)
        self.smallest = max(c.size for c in _best(self.choices, self.count, lambda c: (c.size, c.price), worst=True))
        self._made: dict[tuple[int, int, int], StepChoice | None] = {}

    def trial(self, target: int) -> _Trial:
        """The lowest price when every step needs at most ``target`` bytes."""
        taller = [g for c in self.choices if isinstance(c.step, GroupStep) for g in self._taller(c, target)]
        fitting = [c for c in (*self.choices, *taller) if c.size <= target]
        chosen = _best(fitting, self.count, lambda c: (c.price, c.size), worst=False)
        return _Trial(chosen, _arena(self.schedule, chosen), sum(c.price for c in chosen))

    def downwards(self, arena: int) -> Iterator[_Trial]:
        """Trials with less for every step, down to the smallest: all that may take no more than ``arena`` bytes."""
        target = arena
        for _ in range(MOST_TRIALS):
            if target < self.smallest:
                return
            found = self.trial(target)
            yield found
            arena = min(arena, found.arena)
            # the same choices are the cheapest for every target down to what they need
            target = min(arena, max(c.size for c in found.choices) - 1)

    def _taller(self, choice: StepChoice, limit: int) -> Iterator[StepChoice]:
        """The same group with more rows at a time, as long as it fits."""
        if choice.size > limit:
            return
        for strip in STRIPS[1:]:
            key = choice.first, choice.end, strip
            if key not in self._made:
                self._made[key] = _group(self.schedule, *key, self.choose, self.pricer)
            found = self._made[key]
            if found is None or found.size > limit:
                return
            yield found


def _arena(schedule: Schedule, choices: Sequence[StepChoice]) -> int:
    return solve(arena_problem(_apply(schedule, choices)).problem, TRIAL_NODES).size


def _is_change(schedule: Schedule, choice: StepChoice) -> bool:
    return choice.end > choice.first + 1 or choice.step is not schedule.steps[choice.first]


def _without(schedule: Schedule, choices: Sequence[StepChoice], one: StepChoice) -> list[StepChoice]:
    """The choices with the steps that ``one`` replaces left as they are."""
    same = [StepChoice(k, k + 1, schedule.steps[k], 0, 0.0) for k in range(one.first, one.end)]
    return [c for choice in choices for c in (same if choice is one else [choice])]


def _needed(schedule: Schedule, choices: list[StepChoice], limit: int) -> list[StepChoice]:
    """The choices without changes that ``limit`` bytes do not ask for, the dearest dropped first."""
    for one in sorted((c for c in choices if _is_change(schedule, c)), key=lambda c: -c.price):
        fewer = _without(schedule, choices, one)
        if _arena(schedule, fewer) <= limit:
            choices = fewer
    return choices


def _savings(schedule: Schedule, choices: Sequence[StepChoice]) -> tuple[Saving, ...]:
    """What each change saves, next to all the others, and costs."""
    size = _arena(schedule, choices)
    found = []
    for c in choices:
        if _is_change(schedule, c):
            saved = _arena(schedule, _without(schedule, choices, c)) - size
            layers = tuple(s.layer for s in schedule.steps[c.first : c.end] if isinstance(s, CallStep))
            rows = max(1, c.step.program.strip) if isinstance(c.step, GroupStep) else 0
            found.append(Saving(layers, rows, max(0, saved), round(c.price)))
    return tuple(found)


def _best(
    choices: Sequence[StepChoice], count: int, key: Callable[[StepChoice], tuple[float, float]], worst: bool
) -> list[StepChoice]:
    """The sequence of choices that covers all steps: smallest maximum (``worst``) or sum of the first key."""
    ending: dict[int, list[StepChoice]] = {}
    for c in choices:
        ending.setdefault(c.end, []).append(c)
    found: list[tuple[float, float, list[StepChoice]] | None] = [(0.0, 0.0, [])]
    for end in range(1, count + 1):
        best: tuple[float, float, list[StepChoice]] | None = None
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


def _frugal(
    schedule: Schedule, plain: Sequence[StepChoice], choose: RowChooser, pricer: Pricer
) -> Iterator[StepChoice]:
    """Calls that make do with less scratch: another kernel, or the same with less."""
    for c in plain:
        step = c.step
        if isinstance(step, CallStep) and step.call.scratch_bytes and len(schedule.layers[step.layer].calls) == 1:
            view = NodeView.of(schedule.graph, schedule.layers[step.layer].node)
            view = replace(view, apart=has_gaps(step.writes[0]))
            for call in (choose(view), choose(replace(view, frugal=True))):
                if call is not None and call.scratch_bytes < step.call.scratch_bytes and can_lie(call, step.writes[0]):
                    arguments = {a: s for a, s in zip(step.call.args, step.storage, strict=True) if s is not None}
                    made = at_home(call, step.writes[0], view.y)
                    smaller = replace(step, call=made, storage=tuple(arguments.get(a) for a in call.args))
                    size = _size(schedule, c.first, c.end, smaller)
                    if size < c.size:
                        yield StepChoice(c.first, c.end, smaller, size, additional(schedule, (step,), smaller, pricer))


def _groups(
    schedule: Schedule, plain: Sequence[StepChoice], choose: RowChooser, pricer: Pricer
) -> Iterator[StepChoice]:
    """Groups that need less than the most any of their steps needs alone."""
    half = max(c.size for c in plain) // 4
    for first in range(len(plain)):
        for end in range(first + 2, min(first + LONGEST_GROUP, len(plain)) + 1):
            alone = max(c.size for c in plain[first:end])
            if alone > half:
                found = _group(schedule, first, end, STRIPS[0], choose, pricer)
                if found is not None and found.size < alone:
                    yield found


def _group(
    schedule: Schedule, first: int, end: int, strip: int, choose: RowChooser, pricer: Pricer
) -> StepChoice | None:
    step = make_group(schedule, first, end, strip, choose)
    if step is None:
        return None
    price = additional(schedule, schedule.steps[first:end], step, pricer)
    return StepChoice(first, end, step, _size(schedule, first, end, step), price)


def _apply(schedule: Schedule, choices: Sequence[StepChoice]) -> Schedule:
    layers = list(schedule.layers)
    for c in choices:
        if isinstance(c.step, GroupStep):
            for stage, layer in enumerate(c.step.layers):
                layers[layer] = _in_rows(layers[layer], c.step, stage)
        elif isinstance(c.step, CallStep) and c.step is not schedule.steps[c.first]:
            layers[c.step.layer] = replace(layers[c.step.layer], calls=(c.step.call,))
    return replace(schedule, layers=tuple(layers), steps=tuple(c.step for c in choices))


def _in_rows(layer: Layer, group: GroupStep, stage: int) -> Layer:
    """A layer of a group: a call like those of its rows, with the work of all."""
    calls = [group.calls[run] for run in group.program.steps if isinstance(run, RowRun) and run.stage == stage]
    macs, scratch = sum(c.macs for c in calls), max(c.scratch_bytes for c in calls)
    return replace(layer, calls=(replace(calls[-1], macs=macs, scratch_bytes=scratch),))


def caching(choose: RowChooser) -> RowChooser:
    """``choose`` that binds equal rows of a layer once."""
    known: dict[tuple[object, ...], Call | None] = {}

    def cached(view: NodeView) -> Call | None:
        shapes = tuple(t.shape if t else None for t in view.ins)
        beside = view.beside.symbol if view.beside is not None else ""
        key = (view.node.outputs, view.node.attrs, shapes, view.y.shape, view.frugal, view.apart, beside)
        if key not in known:
            known[key] = choose(view)
        return known[key]

    return cached
