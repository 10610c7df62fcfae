"""A plan that runs in slices: the pieces of its steps, priced by the cost model of the kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.price import call_price
from edgec.codegen.kernels.spec import Call, Cut, Misfit, NodeView
from edgec.codegen.plan.pieces import OWN, PART, PLAIN_MARGIN, Piece, least_budget
from edgec.codegen.plan.plan import Plan, PlannedCall, PlannedCopy, PlannedGroup, PlannedIntake
from edgec.codegen.plan.prices import MOVE_PRICE, Pricer, step_price
from edgec.codegen.plan.rows import PlannedLoop, PlannedMove
from edgec.codegen.schedule.groups import make_group
from edgec.codegen.schedule.rows import RowRun, row_view
from edgec.codegen.schedule.steps import CallStep, GroupStep, Schedule
from edgec.converter.graph.frozen import dataclass
from edgec.targets.reader import Target

IMAGE = 4  # axes of what has rows
LINES = 16  # prices that are tried for items whose order is known
MORE_SLICES = 1.5  # times those of small items: what begins within an item costs more than what begins a larger one
APART = 1.2  # times those of items whose first ones have a price of their own: that costs 25 instructions of a slice
ROWS_LESS = 8  # a share of the rows, by which a try has fewer than the one before


@dataclass(frozen=True)
class ItemPrices:
    """Instructions of an item (``head``: of the first ones of every period), and of a slice beside its items."""

    each: float
    fixed: float
    head: float = 0.0


def cut_by_rows(schedule: Schedule, price: Pricer, limit: int) -> Schedule:
    """The schedule in which layers of more than ``limit`` estimated instructions are computed by rows, if they can be.

    Those whose kernel has parts of its own stay; the others are computed with the kernel they have, as many rows at a
    time as the limit allows.
    """
    steps = list(schedule.steps)
    for at, step in enumerate(schedule.steps):
        cost = step_price(schedule, step, price)
        if not isinstance(step, CallStep) or cost <= limit:
            continue
        if _cut(NodeView.of(schedule.graph, schedule.layers[step.layer].node), step.call) is None:
            steps[at] = _by_rows(schedule, at, step, cost, price, limit) or step
    return replace(schedule, steps=tuple(steps))


def _cut(view: NodeView, call: Call) -> Cut | None:
    """The parts that a call's kernel has for a layer; None when it is one item."""
    cut = call.kernel.cut(view, call) if call.kernel is not None and call.kernel.cut is not None else None
    return cut if cut is not None and cut.items > 1 else None


def _by_rows(schedule: Schedule, at: int, step: CallStep, cost: float, price: Pricer, limit: int) -> GroupStep | None:
    kernel, output = step.call.kernel, schedule.graph.tensors[schedule.layers[step.layer].node.outputs[0]]
    if kernel is None or len(output.shape) != IMAGE or output.shape[1] < 2:
        return None

    def choose(view: NodeView) -> Call | None:
        bound = kernel.calls(replace(view, frugal=False))
        return None if isinstance(bound, Misfit) or len(bound) != 1 else bound[0]

    rows = max(1, min(output.shape[1] - 1, int(limit * output.shape[1] / cost)))
    while rows:
        group = make_group(schedule, at, at + 1, rows, choose)
        if group is None or rows == 1 or _worst(schedule, group, price) <= limit:
            return group
        rows -= max(1, rows // ROWS_LESS)
    return None


def _worst(schedule: Schedule, group: GroupStep, price: Pricer) -> float:
    """Estimated instructions of the longest run."""
    views = {run: row_view(schedule.graph, group.program.stages[run.stage], run) for run in group.calls}
    return OWN + max(price(view, group.calls[run]) for run, view in views.items())


def sliced(plan: Plan, target: Target, budget: int) -> Plan:
    """The plan whose run may stop between the items of its pieces; prices hold for all budgets, best for this one."""
    return replace(plan, pieces=tuple(_pieces(plan, target, budget)))


def _pieces(plan: Plan, target: Target, budget: int) -> Iterator[Piece]:
    for at, step in enumerate(plan.steps):
        if isinstance(step, PlannedCall):
            yield from _call(plan, at, step, target, budget)
        elif isinstance(step, PlannedCopy):
            yield Piece(at, None, 1, ceil(step.size * MOVE_PRICE), ceil(OWN))
        elif isinstance(step, PlannedIntake):
            yield Piece(at, None, 1, ceil(sum(size for *_, size in step.inputs) * MOVE_PRICE), ceil(OWN))
        else:
            yield from _group(plan, at, step, target)


def _call(plan: Plan, at: int, step: PlannedCall, target: Target, budget: int) -> list[Piece]:
    view, kernel = NodeView.of(plan.graph, plan.layers[step.layer].node), step.call.kernel
    cut, level = _cut(view, step.call), plan.identity.level
    if kernel is None or cut is None:
        return [Piece(at, step.layer, 1, ceil(call_price(view, step.call, target, level)), ceil(OWN))]
    place = Piece(at, step.layer, cut.items, 0, 0, cut=cut)
    fine = _of_cut(place, kernel, target, budget, level)
    if cut.coarse is None:
        return fine
    coarse = _of_cut(replace(place, items=cut.coarse.items, cut=cut.coarse), kernel, target, budget, level)
    few = sum(_slices(p, budget) for p in coarse) <= MORE_SLICES * sum(_slices(p, budget) for p in fine)
    return coarse if few and least_budget(coarse) <= budget else fine


def _of_cut(place: Piece, kernel: Kernel, target: Target, budget: int, level: str) -> list[Piece]:
    """The pieces of a cut: of each of its spans, or of all items; the first ones apart where that pays."""
    cut, pieces, first = place.cut, [], 0
    assert cut is not None
    for span in cut.spans or (cut,):
        heads = sorted({0, span.heads})
        prices = [_prices(replace(span, heads=some), kernel, target, budget, level) for some in heads]
        own = replace(place, items=span.items, first=first)
        trials = [_priced(own, span, p) for p in prices]
        even, apart = trials[0], trials[-1]
        pieces.append(even if _slices(even, budget) <= APART * _slices(apart, budget) else apart)
        first += span.items
    return pieces


def _priced(place: Piece, cut: Cut, prices: ItemPrices) -> Piece:
    each, fixed, head = ceil(prices.each), ceil(prices.fixed), ceil(prices.head)
    if not head:
        return replace(place, each=each, fixed=fixed)
    heads, period = sum(n for n, _ in cut.order[: cut.heads]), sum(n for n, _ in cut.order)
    return replace(place, each=each, fixed=fixed, heads=heads, head=head, period=period)


def _slices(piece: Piece, budget: int) -> int:
    """Slices that a piece takes alone, about."""
    room = max(1, budget - piece.fixed)
    if not piece.heads:
        return ceil(piece.items / max(1, room // piece.each))
    return ceil(piece.items * piece.whole / piece.period / room)


def _prices(cut: Cut, kernel: Kernel, target: Target, budget: int, level: str) -> ItemPrices:
    """Return the prices of the items of a cut."""

    def price(counts: tuple[tuple[str, float], ...]) -> float:
        return target.rates.price(kernel.library.name, kernel.id, counts, level)

    margin = PLAIN_MARGIN if kernel.plain else cut.margin
    begin = OWN + PART
    usual = max(map(price, cut.kinds), default=0.0)
    if cut.order:
        begin += price(cut.again)
        runs = [(count, price(counts)) for count, counts in cut.order]
        line = in_order(runs, cut.heads, usual, (budget - begin) / margin)
        return ItemPrices(margin * line.each, begin + margin * line.fixed, margin * line.head)
    rare = [(every, max(0.0, price(counts) - own * usual)) for every, own, counts in cut.rare]
    each = usual + sum(more / every for every, more in rare)
    return ItemPrices(margin * each, begin + sum(more for every, more in rare if every > 1))


def in_order(runs: Sequence[tuple[int, float]], heads: int, least: float, budget: float) -> ItemPrices:
    """Return prices so that items that follow each other take at most ``fixed`` instructions more than theirs.

    Of all such prices those by which a budget holds most whole items, and larger budgets hold most.

    Args:
        runs: how many items, and what each of them takes; these runs come over and over.
        heads: how many of the runs, the first ones, have a price of their own.
        least: what an item takes outside of them.
        budget: of a slice.
    """
    head = max(least, _mean(runs[:heads])) if heads else 0.0
    mean, most = _mean(runs[heads:]), max(cost for _, cost in runs[heads:])
    trials = {max(least, mean + (most - mean) * share / LINES) for share in range(LINES + 1)}
    lines = [ItemPrices(each, _excess(runs, heads, head, each), head) for each in sorted(trials)]
    held = {line: max(0, int((budget - line.fixed) // line.each)) for line in lines}
    most_held = max(held.values())
    return min(
        (line for line in lines if held[line] == most_held), key=lambda line: line.each if most_held else -line.each
    )


def _mean(runs: Sequence[tuple[int, float]]) -> float:
    """The instructions of an item of the runs, on average."""
    return sum(n * cost for n, cost in runs) / sum(n for n, _ in runs)


def _excess(runs: Sequence[tuple[int, float]], heads: int, head: float, each: float) -> float:
    """The most by which items that follow each other take more than their prices, which are at least their means."""
    most = here = 0.0
    more = [n * (cost - (head if at < heads else each)) for at, (n, cost) in enumerate(runs)]
    for excess in (*more, *more):
        here = max(0.0, here + excess)
        most = max(most, here)
    return most


def _group(plan: Plan, at: int, group: PlannedGroup, target: Target) -> Iterator[Piece]:
    """A piece for each loop, whose items are its passes."""
    strips = iter(group.program.strips)
    for number, loop in enumerate(group.loops):
        made = [next(strips) for _ in range(loop.count * loop.period)]
        runs = [step for strip in made[: loop.period] for step in strip if isinstance(step, RowRun)]
        yield Piece(at, group.layer, loop.count, _pass(plan, group, loop, runs, target), ceil(OWN), number)


def _pass(plan: Plan, group: PlannedGroup, loop: PlannedLoop, runs: list[RowRun], target: Target) -> int:
    """Instructions of one pass of a loop; ``runs`` are those of its first."""
    rows, total = iter(runs), 0.0
    for step in loop.body:
        if isinstance(step, PlannedMove):
            total += step.size * MOVE_PRICE + OWN
        else:
            run = next(rows)
            view = row_view(plan.graph, group.program.stages[run.stage], run)
            total += call_price(view, step.call, target, plan.identity.level)
    return ceil(total)


def cut_of(plan: Plan, step: int) -> Cut | None:
    """The parts of a step's call; None when it has none, or the plan runs at once."""
    return next((p.cut for p in plan.pieces if p.step == step), None)
