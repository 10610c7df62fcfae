"""Choice of layers to compute in groups, row by row, so that a model fits into less RAM at the smallest price.

A dynamic program over the steps: each step stays as it is, uses less scratch, or becomes part of a group.  The memory
of a choice is the most that any step then needs; its price is an estimate of additional instructions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from edgec.codegen.arena.solve import solve
from edgec.codegen.kernels.spec import Call, NodeView
from edgec.codegen.plan.cover import StepChoice, cheapest, smallest
from edgec.codegen.plan.prices import Pricer, additional, additional_shares, step_price
from edgec.codegen.schedule.groups import make_group
from edgec.codegen.schedule.liveness import Needs, arena_problem
from edgec.codegen.schedule.row_rules import row_axes
from edgec.codegen.schedule.rows import RowChooser, RowRun, row_tables
from edgec.codegen.schedule.steps import CallStep, GroupStep, Layer, Saving, Schedule, Step, at_home, can_lie, has_gaps
from edgec.converter.graph.frozen import dataclass
from edgec.converter.ops.shape import ConcatAttrs

LONGEST_GROUP = 12
MOST_GROUPS = 5_000  # that are tried; of longer graphs and of more rows, shorter ones
MOST_ROWS = 1_000_000  # that the groups compute, summed over their layers
TRIAL_NODES = 1000  # of the search for a placement while choices are compared
TRIAL_STEPS = 15_000  # of the schedules that are placed to compare choices, to drop changes and to tell what each saves
STRIPS = (0, 1, 2, 4, 8)  # rows at a time, see ``make_program``
LATE = ((2, True), (2, False), (4, True), (4, False))  # the same, inner rows made late; frugal or not
TOKENS = (3, 6, 9, 12, 18, 24, 36, 48)  # rows at a time of matrices: whole tiles of kernels
SHARES = (100, 96, 90, 80, 0)  # percent of a limit that a step may need: placing all may take more than any step
WIDER = (104, 110, 120, 135, 150, 175)  # percent of the smallest arena, where rows of matrices are cheaper together
TALLER = (97, 98, 100, 102, 104)  # the same of images: what each step may need, which placing all exceeds
LEAST_GAIN = 5.0  # percent of the instructions, for which those may take more than the smallest arena
MOST_PAID = 6.0  # percent of the instructions for a percent of the arena, where no limit asks for it
OTHERS = (100, 95, 90)  # percent of the largest step that others may need, so that all fits where each step does
MOST_PACKED = 40  # groups that are looked at for that
MOST_CHEAPER = 12  # steps below a limit that are looked at where what fits is not the cheapest of its step
MOST_TRIALS = 100  # when no share of the limit is met; fewer of long graphs, see ``TRIAL_STEPS``


@dataclass(frozen=True)
class _Trial:
    """Choices for all steps, the arena they take and their price."""

    choices: list[StepChoice]
    arena: int
    price: float


def fuse(schedule: Schedule, choose: RowChooser, pricer: Pricer, limit: int, whole: int | None = None) -> Schedule:
    """The schedule with groups.

    Args:
        schedule: one step per kernel call, in the order of execution.
        choose: a kernel for the rows of a layer, None when there is none.
        pricer: the price of a call.
        limit: bytes of arena that are enough; 0 asks for as few as pay (``MOST_PAID``).
        whole: bytes of arena that the model takes without groups, by which it is told what pays (None: as scheduled).

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
        tried += fusion.packed(fusion.trial(target), limit)
        if min(t.arena for t in tried) <= limit:
            tried += fusion.cheaper(tried, limit)
            break
    else:
        tried += fusion.downwards(min(t.arena for t in tried))
    enough = max(limit, min(t.arena for t in tried))
    best = min((t for t in tried if t.arena <= enough), key=lambda t: (t.price, t.arena))
    taken = _needed(schedule, plain, best.choices, enough)
    if not limit:
        whole = whole or _arena(schedule, plain)
        taken = _paying(schedule, plain, fusion.wider(taken, whole), pricer, whole)
    return replace(_apply(schedule, taken), savings=_savings(schedule, plain, taken, pricer))


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
        self.smallest = max(c.size for c in smallest(self.choices, self.count))
        self.is_long = _trials(schedule) < MOST_PACKED
        self._made: dict[tuple[int, int, int, bool, bool], StepChoice | None] = {}

    def trial(self, target: int) -> _Trial:
        """The lowest price when every step needs at most ``target`` bytes."""
        taller = [g for c in self.choices if isinstance(c.step, GroupStep) for g in self._taller(c, target)]
        fitting = [c for c in (*self.choices, *taller) if c.size <= target]
        return _trial(self.schedule, cheapest(fitting, self.count))

    def packed(self, trial: _Trial, enough: int = 0) -> Iterator[_Trial]:
        """The trial, and where placing all takes more than any step needs and ``enough``, some that take less.

        Then other steps than the largest make do with less too, and more layers are computed in groups.
        """
        yield trial
        need = max(c.size for c in trial.choices)
        if trial.arena <= max(need, enough) or self.is_long:
            return
        kept = [c for c in trial.choices if c.size == need]
        others = [replace(c, size=0) for c in kept] + [c for c in self._all() if c.size < need]
        least = max(c.size for c in smallest(others, self.count))
        for most in dict.fromkeys(max(least, need * share // 100) for share in OTHERS):
            fitting = [*kept, *(c for c in self._all() if c.size <= most)]
            yield self._grouped(_trial(self.schedule, cheapest(fitting, self.count)), max(need, enough))

    def _grouped(self, trial: _Trial, enough: int) -> _Trial:
        """The trial with groups in the place of single steps, the cheapest first, as long as each takes less arena."""
        need = max(c.size for c in trial.choices)
        groups = (c for c in self._all() if isinstance(c.step, GroupStep) and c.size <= need)
        cheapest = sorted(groups, key=lambda c: c.price)[:MOST_PACKED]
        before = None
        while trial is not before and trial.arena > enough:
            before = trial
            for c in cheapest:
                inside = [one for one in trial.choices if c.first <= one.first and one.end <= c.end]
                if len(inside) == c.end - c.first and not any(_is_change(self.schedule, one) for one in inside):
                    at = trial.choices.index(inside[0])
                    grouped = _trial(self.schedule, [*trial.choices[:at], c, *trial.choices[at + len(inside) :]])
                    trial = min(trial, grouped, key=lambda t: t.arena)
        return trial

    def _all(self) -> list[StepChoice]:
        """All choices that have been made so far."""
        return [*self.choices, *(c for c in self._made.values() if c is not None)]

    def cheaper(self, tried: Sequence[_Trial], limit: int) -> Iterator[_Trial]:
        """Trials with less for every step that may be cheaper than what fits: packing may cost more than that."""
        price = min(t.price for t in tried if t.arena <= limit)
        trial = tried[0]
        for _ in range(MOST_CHEAPER):
            target = max(c.size for c in trial.choices) - 1
            if trial.price >= price or target < self.smallest:
                return
            trial = self.trial(target)
            if trial.price < price:
                for packed in self.packed(trial, limit):
                    yield packed
                    price = min(price, packed.price) if packed.arena <= limit else price

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

    def wider(self, choices: list[StepChoice], whole: int) -> list[StepChoice]:
        """Choices with more rows at a time, if what they take more of the arena saves instructions."""
        groups = [c.step for c in choices if isinstance(c.step, GroupStep)]
        shares = WIDER if any(g.by_tokens for g in groups) else TALLER if groups and not self.is_long else ()
        total = sum(step_price(self.schedule, c.step, self.pricer) for c in self.choices[: self.count])
        first = _trial(self.schedule, choices)
        targets = dict.fromkeys(max(self.smallest, first.arena * share // 100) for share in shares)
        tried = [first, *(t for target in targets for t in self.packed(self.trial(target)))]
        best = min(tried, key=lambda t: t.price / total + MOST_PAID * t.arena / whole)
        return best.choices if shares is WIDER or first.price - best.price > LEAST_GAIN * total / 100 else choices

    def _taller(self, choice: StepChoice, limit: int) -> Iterator[StepChoice]:
        """The same group with more rows at a time, as long as it fits."""
        if choice.size > limit:
            return
        assert isinstance(choice.step, GroupStep)
        tokens = choice.step.by_tokens
        height = choice.step.program.stages[-1].out_height
        for strip in (s for s in (TOKENS if tokens else STRIPS[1:]) if not tokens or s < height):
            made = self._of_height(choice, strip, frugal=not tokens, late=False)
            if made is None or made.size > limit:
                break
            yield made
        for strip, frugal in () if tokens else LATE:
            made = self._of_height(choice, strip, frugal, late=True)
            if made is not None and made.size <= limit:
                yield made

    def _of_height(self, choice: StepChoice, strip: int, frugal: bool, late: bool) -> StepChoice | None:
        key = choice.first, choice.end, strip, frugal, late
        if key not in self._made:
            self._made[key] = self._group(*key)
        return self._made[key]

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
        some = max(c.size for c in plain) // 6
        longest = longest_group(len(plain), sum(_rows(self.schedule, c.step) for c in plain))
        for first in range(len(plain)):
            for end in range(first + 2, min(first + longest, len(plain)) + 1):
                alone = max(c.size for c in plain[first:end])
                if alone > some:
                    group = self._group(first, end, STRIPS[0])
                    if group is not None and group.size < alone:
                        yield group

    def _group(self, first: int, end: int, strip: int, frugal: bool = True, late: bool = False) -> StepChoice | None:
        step = make_group(self.schedule, first, end, strip, self.choose, frugal, late)
        if step is None:
            return None
        price = additional(self.schedule, self.schedule.steps[first:end], step, self.pricer)
        return StepChoice(first, end, step, self.needs.bytes_at(first, end, step), price)


def _trial(schedule: Schedule, choices: list[StepChoice]) -> _Trial:
    return _Trial(choices, _arena(schedule, choices), sum(c.price for c in choices))


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
    schedule: Schedule, plain: Sequence[StepChoice], choices: list[StepChoice], pricer: Pricer, whole: int
) -> list[StepChoice]:
    """The choices without changes that cost too much for what they save, the dearest dropped first."""
    size = _arena(schedule, choices)
    total = sum(step_price(schedule, c.step, pricer) for c in plain)
    changes = [c for c in choices if _is_change(schedule, c)]
    for one in sorted(changes, key=lambda c: -c.price)[: _trials(schedule)]:
        fewer = _without(schedule, choices, one)
        larger = _arena(schedule, fewer)
        if one.price * whole > MOST_PAID * total * (larger - size):
            choices, size = fewer, larger
    return choices


def _savings(
    schedule: Schedule, plain: Sequence[StepChoice], choices: Sequence[StepChoice], pricer: Pricer
) -> tuple[Saving, ...]:
    """Return what each change saves, next to all the others, and costs; of long graphs, what it saves at least."""
    size = _arena(schedule, choices)
    savings: list[Saving] = []
    for c in choices:
        if _is_change(schedule, c):
            known = len(savings) < _trials(schedule)
            saved = (_arena(schedule, _without(schedule, choices, c)) if known else _alone(plain, c)) - size
            layers = tuple(s.layer for s in schedule.steps[c.first : c.end] if isinstance(s, CallStep))
            rows = max(1, c.step.program.strip) if isinstance(c.step, GroupStep) else 0
            shares = additional_shares(schedule, schedule.steps[c.first : c.end], c.step, pricer)
            savings.append(Saving(layers, rows, max(0, saved), round(c.price), shares))
    return tuple(savings)


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
