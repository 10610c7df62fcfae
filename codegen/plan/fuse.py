"""Choice of layers to compute in groups, row by row, so that a model fits into less RAM at the smallest price.

A dynamic program over the steps: each step stays as it is, uses less scratch, or becomes part of a group.  The memory
of a choice is the most that any step then needs; its price is an estimate of additional instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from edgec.codegen.arena.solve import solve
from edgec.codegen.kernels.spec import Call, NodeView
from edgec.codegen.plan.prices import Pricer, additional, step_price
from edgec.codegen.schedule.groups import make_group
from edgec.codegen.schedule.liveness import Needs, arena_problem
from edgec.codegen.schedule.row_rules import row_axes
from edgec.codegen.schedule.rows import RowChooser, RowRun, row_tables
from edgec.codegen.schedule.steps import CallStep, GroupStep, Layer, Saving, Schedule, Step, at_home, can_lie, has_gaps
from edgec.converter.ops.shape import ConcatAttrs

LONGEST_GROUP = 12
MOST_GROUPS = 5_000  # that are tried; of longer graphs and of more rows, shorter ones
MOST_ROWS = 1_000_000  # that the groups compute, summed over their layers
TRIAL_NODES = 1000  # of the search for a placement while choices are compared
TRIAL_STEPS = 15_000  # of the schedules that are placed to compare choices, to drop changes and to tell what each saves
STRIPS = (0, 1, 2, 4, 8)  # rows at a time, see ``make_program``
TOKENS = (3, 6, 9, 12, 18, 24, 36, 48)  # rows at a time of matrices: whole tiles of kernels
SHARES = (100, 96, 90, 80, 0)  # percent of a limit that a step may need: placing all may take more than any step
WIDER = (104, 110, 120, 135, 150, 175)  # percent of the smallest arena, where rows of matrices are cheaper together
MOST_PAID = 4.0  # percent of the instructions for a percent of the arena, where no limit asks for it
MOST_TRIALS = 100  # when no share of the limit is met; fewer of long graphs, see ``TRIAL_STEPS``


@dataclass(frozen=True)
class StepChoice:
    """The fate of the steps ``first`` .. ``end`` - 1: one step that needs ``size`` bytes while it runs."""

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
        limit: bytes of arena that are enough; 0 asks for as few as pay (``MOST_PAID``).

    Returns:
        A schedule that needs at most ``limit`` bytes, at a low price; when that cannot be reached, the fewest bytes
        that were found, and of those the lowest price.
    """
    needs = Needs(schedule)
    plain = [StepChoice(i, i + 1, s, needs.bytes_at(i, i + 1, s), 0.0) for i, s in enumerate(schedule.steps)]
    if max((c.size for c in plain), default=0) <= limit and _arena(schedule, plain) <= limit:
        return schedule
    fusion = _Fusion(schedule, choose, pricer, plain, needs)
    tried: list[_Trial] = []
    for target in dict.fromkeys(max(fusion.smallest, limit * share // 100) for share in SHARES):
        tried.append(fusion.trial(target))
        if tried[-1].arena <= limit:
            break
    else:
        tried += fusion.downwards(min(t.arena for t in tried))
    enough = max(limit, min(t.arena for t in tried))
    best = min((t for t in tried if t.arena <= enough), key=lambda t: (t.price, t.arena))
    taken = _needed(schedule, plain, best.choices, enough)
    if not limit:
        taken = _paying(schedule, plain, fusion.wider(taken), pricer)
    return replace(_apply(schedule, taken), savings=_savings(schedule, plain, taken))


def longest_group(steps: int, rows: int) -> int:
    """The largest number of steps of a group: all groups of a graph of ``steps`` that make ``rows`` are tried."""
    longest = min(LONGEST_GROUP, 1 + MOST_GROUPS // max(1, steps))
    while longest > 1 and rows * longest * (longest + 1) // 2 > MOST_ROWS:
        longest -= 1
    return longest


def _trials(schedule: Schedule) -> int:
    """Return how many schedules may be placed for one purpose."""
    return TRIAL_STEPS // max(1, len(schedule.steps))


class _Fusion:
    """All choices for the steps of a schedule."""

    def __init__(
        self, schedule: Schedule, choose: RowChooser, pricer: Pricer, plain: Sequence[StepChoice], needs: Needs
    ) -> None:
        self.schedule = schedule
        self.choose = choose
        self.pricer = caching_prices(pricer)
        self.needs = needs
        self.choices = [*plain, *self._frugal(plain), *self._groups(plain)]
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
        for _ in range(min(MOST_TRIALS, _trials(self.schedule))):
            if target < self.smallest:
                return
            trial = self.trial(target)
            yield trial
            arena = min(arena, trial.arena)
            # the same choices are the cheapest for every target down to what they need
            target = min(arena, max(c.size for c in trial.choices) - 1)

    def wider(self, choices: list[StepChoice]) -> list[StepChoice]:
        """Choices with more rows of matrices at a time, if what they take more of the arena saves instructions."""
        if not any(isinstance(c.step, GroupStep) and c.step.by_tokens for c in choices):
            return choices
        whole = _arena(self.schedule, self.choices[: self.count])
        total = sum(step_price(self.schedule, c.step, self.pricer) for c in self.choices[: self.count])
        first = _Trial(choices, _arena(self.schedule, choices), sum(c.price for c in choices))
        tried = [first, *(self.trial(first.arena * share // 100) for share in WIDER)]
        return min(tried, key=lambda t: t.price / total + MOST_PAID * t.arena / whole).choices

    def _taller(self, choice: StepChoice, limit: int) -> Iterator[StepChoice]:
        """The same group with more rows at a time, as long as it fits."""
        if choice.size > limit:
            return
        assert isinstance(choice.step, GroupStep)
        tokens = choice.step.by_tokens
        height = choice.step.program.stages[-1].out_height
        for strip in (s for s in (TOKENS if tokens else STRIPS[1:]) if not tokens or s < height):
            key = choice.first, choice.end, strip
            if key not in self._made:
                self._made[key] = self._group(*key, frugal=not tokens)
            made = self._made[key]
            if made is None or made.size > limit:
                return
            yield made

    def _frugal(self, plain: Sequence[StepChoice]) -> Iterator[StepChoice]:
        """Calls that make do with less scratch: another kernel, or the same with less."""
        schedule, choose = self.schedule, self.choose
        for c in plain:
            step = c.step
            if isinstance(step, CallStep) and step.call.scratch_bytes and len(schedule.layers[step.layer].calls) == 1:
                view = NodeView.of(schedule.graph, schedule.layers[step.layer].node)
                view = replace(view, apart=has_gaps(step.writes[0]))
                for call in (choose(view), choose(replace(view, frugal=True))):
                    if (
                        call is not None
                        and call.scratch_bytes < step.call.scratch_bytes
                        and can_lie(call, step.writes[0])
                    ):
                        smaller = _with_call(step, call, view)
                        size = self.needs.bytes_at(c.first, c.end, smaller)
                        if size < c.size:
                            price = additional(schedule, (step,), smaller, self.pricer)
                            yield StepChoice(c.first, c.end, smaller, size, price)

    def _groups(self, plain: Sequence[StepChoice]) -> Iterator[StepChoice]:
        """Groups that need less than the most any of their steps needs alone."""
        half = max(c.size for c in plain) // 4
        longest = longest_group(len(plain), sum(_rows(self.schedule, c.step) for c in plain))
        for first in range(len(plain)):
            for end in range(first + 2, min(first + longest, len(plain)) + 1):
                alone = max(c.size for c in plain[first:end])
                if alone > half:
                    group = self._group(first, end, STRIPS[0])
                    if group is not None and group.size < alone:
                        yield group

    def _group(self, first: int, end: int, strip: int, frugal: bool = True) -> StepChoice | None:
        step = make_group(self.schedule, first, end, strip, self.choose, frugal)
        if step is None:
            return None
        price = additional(self.schedule, self.schedule.steps[first:end], step, self.pricer)
        return StepChoice(first, end, step, self.needs.bytes_at(first, end, step), price)


def _with_call(step: CallStep, call: Call, view: NodeView) -> CallStep:
    """The step with another kernel."""
    arguments = {a: s for a, s in zip(step.call.args, step.storage, strict=True) if s is not None}
    made = at_home(call, step.writes[0], view.y)
    return replace(step, call=made, storage=tuple(arguments.get(a) for a in call.args))


def _rows(schedule: Schedule, step: Step) -> int:
    """Rows of a layer that may be part of a group."""
    if not isinstance(step, CallStep):
        return 0
    shape = schedule.graph.tensors[schedule.layers[step.layer].node.outputs[0]].shape
    return max((shape[axis] for axis in row_axes(shape)), default=0)


def _arena(schedule: Schedule, choices: Sequence[StepChoice]) -> int:
    return solve(arena_problem(_apply(schedule, choices)).problem, TRIAL_NODES).size


def _is_change(schedule: Schedule, choice: StepChoice) -> bool:
    return choice.end > choice.first + 1 or choice.step is not schedule.steps[choice.first]


def _without(schedule: Schedule, choices: Sequence[StepChoice], one: StepChoice) -> list[StepChoice]:
    """The choices with the steps that ``one`` replaces left as they are."""
    same = [StepChoice(k, k + 1, schedule.steps[k], 0, 0.0) for k in range(one.first, one.end)]
    return [c for choice in choices for c in (same if choice is one else [choice])]


def _alone(plain: Sequence[StepChoice], choice: StepChoice) -> int:
    """Bytes that no schedule without a choice can do without."""
    return max(c.size for c in plain[choice.first : choice.end])


def _needed(schedule: Schedule, plain: Sequence[StepChoice], choices: list[StepChoice], limit: int) -> list[StepChoice]:
    """The choices without changes that ``limit`` bytes do not ask for, the dearest dropped first."""
    changes = [c for c in choices if _is_change(schedule, c) and _alone(plain, c) <= limit]
    for one in sorted(changes, key=lambda c: -c.price)[: _trials(schedule)]:
        fewer = _without(schedule, choices, one)
        if _arena(schedule, fewer) <= limit:
            choices = fewer
    return choices


def _paying(
    schedule: Schedule, plain: Sequence[StepChoice], choices: list[StepChoice], pricer: Pricer
) -> list[StepChoice]:
    """The choices without changes that cost too much for what they save, the dearest dropped first."""
    whole, size = _arena(schedule, plain), _arena(schedule, choices)
    total = sum(step_price(schedule, c.step, pricer) for c in plain)
    changes = [c for c in choices if _is_change(schedule, c)]
    for one in sorted(changes, key=lambda c: -c.price)[: _trials(schedule)]:
        fewer = _without(schedule, choices, one)
        larger = _arena(schedule, fewer)
        if one.price * whole > MOST_PAID * total * (larger - size):
            choices, size = fewer, larger
    return choices


def _savings(schedule: Schedule, plain: Sequence[StepChoice], choices: Sequence[StepChoice]) -> tuple[Saving, ...]:
    """Return what each change saves, next to all the others, and costs; of long graphs, what it saves at least."""
    size = _arena(schedule, choices)
    savings: list[Saving] = []
    for c in choices:
        if _is_change(schedule, c):
            known = len(savings) < _trials(schedule)
            saved = (_arena(schedule, _without(schedule, choices, c)) if known else _alone(plain, c)) - size
            layers = tuple(s.layer for s in schedule.steps[c.first : c.end] if isinstance(s, CallStep))
            rows = max(1, c.step.program.strip) if isinstance(c.step, GroupStep) else 0
            savings.append(Saving(layers, rows, max(0, saved), round(c.price)))
    return tuple(savings)


def _best(
    choices: Sequence[StepChoice], count: int, key: Callable[[StepChoice], tuple[float, float]], worst: bool
) -> list[StepChoice]:
    """The sequence of choices that covers all steps: smallest maximum (``worst``) or sum of the first key."""
    ending: dict[int, list[StepChoice]] = {}
    for c in choices:
        ending.setdefault(c.end, []).append(c)
    scores: list[tuple[float, float] | None] = [(0.0, 0.0)]
    taken: list[StepChoice | None] = [None]
    for end in range(1, count + 1):
        best: tuple[float, float] | None = None
        choice: StepChoice | None = None
        for c in ending.get(end, ()):
            before = scores[c.first]
            if before is None:
                continue
            one, two = key(c)
            score = (max(before[0], one) if worst else before[0] + one, before[1] + two)
            if best is None or score < best:
                best, choice = score, c
        scores.append(best)
        taken.append(choice)
    result: list[StepChoice] = []
    while count:
        last = taken[count]
        assert last is not None, "every step can stay as it is"
        result.append(last)
        count = last.first
    return result[::-1]


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
    if isinstance(layer.node.attrs, ConcatAttrs):
        return replace(layer, calls=tuple(calls[-len(layer.calls) :]))
    macs, scratch = sum(c.macs for c in calls), max(c.scratch_bytes for c in calls)
    return replace(layer, calls=(replace(calls[-1], macs=macs, scratch_bytes=scratch),))


def caching(choose: RowChooser) -> RowChooser:
    """``choose`` that binds equal rows of a layer once."""
    known: dict[tuple[object, ...], Call | None] = {}

    def cached(view: NodeView) -> Call | None:
        shapes = tuple(t.shape if t else None for t in view.ins)
        beside = view.beside.symbol if view.beside is not None else ""
        tables = row_tables(view)
        key = (
            view.node.outputs,
            view.node.attrs,
            shapes,
            view.y.shape,
            view.frugal,
            view.apart,
            beside,
            view.part,
            tables,
        )
        if key not in known:
            known[key] = choose(view)
        return known[key]

    return cached


def caching_prices(price: Pricer) -> Pricer:
    """``price`` that looks at a call of equal rows once."""
    known: dict[tuple[object, ...], tuple[Call, float]] = {}

    def cached(view: NodeView, call: Call) -> float:
        shapes = tuple(t.shape if t else None for t in view.ins)
        key = (id(call), view.node.attrs, shapes, view.y.shape)
        if key not in known:
            known[key] = call, price(view, call)  # with the call, so that no other one gets its id
        return known[key][1]

    return cached
