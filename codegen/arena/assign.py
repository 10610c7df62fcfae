"""Assignment of blocks and constants to memories: the most accesses per byte in the fastest memory that has room.

Blocks of the arena share bytes over time, so whether a memory has room is found by placing its blocks.  Several greedy
orders give a first assignment; a branch and bound over the items, hottest first, improves it until nothing is left to
try or its limit is reached; a last pass moves up what an exact placement makes room for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from edgec.codegen.arena.greedy import all_orders, fits_below
from edgec.codegen.arena.pairs import make_gaps
from edgec.codegen.arena.problem import Block, Overlap, Problem, bytes_at, lower_bound
from edgec.codegen.arena.solve import solve
from edgec.converter.graph.frozen import dataclass

MAX_PLACEMENTS = 600  # placements while assignments are searched for: a count, so that equal models give equal code
EXACT_NODES = 1000  # of the search for one exact placement
EXACT_TRIALS = 40
FULL_EFFORT = 60  # items; with more, fewer trials, as each takes longer
MAX_SEARCHED_ITEMS = 200  # items; with more, greedy orders alone


@dataclass(frozen=True)
class Item:
    """Something to put into one of the ``allowed`` memories (fastest first; none: nothing to decide).

    ``heat`` are the bytes that are read and written; ``block`` is its life in the arena, None for a constant.
    """

    size: int
    heat: float
    allowed: tuple[int, ...]
    block: Block | None = None


def assign(
    items: Sequence[Item], overlaps: Sequence[Overlap], rooms: Sequence[int], costs: Sequence[float]
) -> list[int]:
    """The memory of every item (-1 where nothing is allowed), at the lowest sum of heat times cost that was found.

    Args:
        items: blocks in the order that ``overlaps`` counts, then constants.
        overlaps: which blocks may share bytes while both are in use.
        rooms: bytes of every memory.
        costs: what an access to it takes.

    Returns:
        Indices into ``rooms``.  When not all items fit, the last memory allowed holds more than its room.
    """
    if all(len(item.allowed) < 2 for item in items):
        return [item.allowed[0] if item.allowed else -1 for item in items]
    return _Assignment(items, overlaps, rooms, costs).run()


class _Assignment:
    """``trials`` and ``exact_trials`` count placements: as long as they are the same, so is the assignment."""

    limit: int  # of ``trials``
    best: list[int]
    score: tuple[int, float]  # of ``best``

    def __init__(
        self, items: Sequence[Item], overlaps: Sequence[Overlap], rooms: Sequence[int], costs: Sequence[float]
    ) -> None:
        self.items, self.rooms, self.costs = items, rooms, costs
        self.problem = Problem(tuple(i.block for i in items if i.block is not None), tuple(overlaps))
        self.gaps = make_gaps(self.problem)
        self.orders = all_orders(self.problem)
        self.known: dict[tuple[int, frozenset[int]], bool] = {}
        self.trials = self.exact_trials = 0
        self.effort = min(1.0, FULL_EFFORT / len(items))

    def run(self) -> list[int]:
        tops = self._all_in_the_fastest()
        if tops is not None:
            return tops
        starts = [self._fill(sorted(self._open(), key=lambda i: (key(self.items[i]), i))) for key in _ORDERS]
        self.best = min(starts, key=self._score)
        self.score = self._score(self.best)
        order = sorted(self._open(), key=lambda i: (_ORDERS[0](self.items[i]), i))
        self.limit = self.trials + int(MAX_PLACEMENTS * self.effort)
        if len(order) <= MAX_SEARCHED_ITEMS:
            self._search(order, 0, self._pinned(), 0.0)
        return self._promoted(order)

    def _open(self) -> list[int]:
        return [i for i, item in enumerate(self.items) if len(item.allowed) > 1]

    def _pinned(self) -> list[int]:
        """The assignment of what has no choice; -1 elsewhere."""
        return [item.allowed[0] if len(item.allowed) == 1 else -1 for item in self.items]

    def _all_in_the_fastest(self) -> list[int] | None:
        """The assignment that nothing can beat, when there is room for it."""
        chosen = [item.allowed[0] if item.allowed else -1 for item in self.items]
        exact = all(self._needs(_members(chosen, r), _final) <= self.rooms[r] for r in set(chosen) if r >= 0)
        return chosen if exact else None

    def _fill(self, order: Sequence[int]) -> list[int]:
        """Every item of ``order`` in the fastest memory that has room."""
        chosen = self._pinned()
        for i in order:
            allowed = self.items[i].allowed
            fitting = (r for r in allowed if self._fits_with(r, _members(chosen, r), i))
            chosen[i] = next(fitting, allowed[-1])
        return chosen

    def _score(self, chosen: Sequence[int]) -> tuple[int, float]:
        """Bytes that do not fit, then the cost of all accesses."""
        over = 0
        for r, room in enumerate(self.rooms):
            members = _members(chosen, r)
            if not self._fits(r, frozenset(members)):
                over += max(1, self._needs(members, lower_bound) - room)
        return over, sum(item.heat * self.costs[r] for item, r in zip(self.items, chosen, strict=True) if r >= 0)

    def _search(self, order: Sequence[int], at: int, chosen: list[int], cost: float) -> None:
        if at == len(order):
            score = self._score(chosen)
            if score < self.score:
                self.best, self.score = list(chosen), score
            return
        rest = sum(self.items[i].heat * self.costs[self.items[i].allowed[0]] for i in order[at:])
        if self.trials > self.limit or (self.score[0] == 0 and cost + rest >= self.score[1]):
            return
        i = order[at]
        for r in self.items[i].allowed:
            if self._fits_with(r, _members(chosen, r), i):
                chosen[i] = r
                self._search(order, at + 1, chosen, cost + self.items[i].heat * self.costs[r])
                chosen[i] = -1

    def _promoted(self, order: Sequence[int]) -> list[int]:
        """The best assignment with items moved to faster memories where an exact placement finds room for them."""
        chosen = list(self.best)
        for i in order:
            for r in self.items[i].allowed[: self.items[i].allowed.index(chosen[i])]:
                members = _members(chosen, r)
                if self.exact_trials >= EXACT_TRIALS * self.effort or not self._may_fit(r, members, i):
                    continue
                self.exact_trials += 1
                if self._needs([*members, i], _exact) <= self.rooms[r]:
                    chosen[i] = r
                    break
        return chosen

    def _fits(self, region: int, members: frozenset[int]) -> bool:
        """Return whether a greedy placement of the members' blocks leaves room for their constants."""
        key = region, members
        if key not in self.known:
            room = self.rooms[region] - self._constants(members)
            self.known[key] = room >= 0 and self._placeable(members, room)
        return self.known[key]

    def _placeable(self, members: frozenset[int], room: int) -> bool:
        self.trials += 1
        orders = ([i for i in order if i in members] for order in self.orders)
        return fits_below(self.problem.blocks, self.gaps, orders, room)

    def _fits_with(self, region: int, members: Sequence[int], added: int) -> bool:
        """Return whether one more item fits."""
        return self._may_fit(region, members, added) and self._fits(region, frozenset((*members, added)))

    def _may_fit(self, region: int, members: Sequence[int], added: int) -> bool:
        """A look at the steps at which the added item comes into use and is used last."""
        block = self.items[added].block
        for step in (block.first, block.last) if block is not None else ():
            alive = [i for i in members if (b := self.items[i].block) is None or b.first <= step <= b.last]
            if self._needs([*alive, added], lambda p, at=step: bytes_at(p, at)) > self.rooms[region]:  # type: ignore[misc]
                return False
        return True

    def _constants(self, members: Collection[int]) -> int:
        return sum(self.items[i].size for i in members if self.items[i].block is None)

    def _needs(self, members: Sequence[int], measure: Callable[[Problem], int]) -> int:
        """Bytes of a memory with these members, the arena as ``measure`` says."""
        index = {k: n for n, k in enumerate(sorted(m for m in members if self.items[m].block is not None))}
        shared = (o for o in self.problem.overlaps if o.a in index and o.b in index)
        overlaps = tuple(replace(o, a=index[o.a], b=index[o.b]) for o in shared)
        arena = measure(Problem(tuple(self.problem.blocks[k] for k in index), overlaps)) if index else 0
        return arena + self._constants(members)


def _members(chosen: Sequence[int], region: int) -> list[int]:
    return [i for i, r in enumerate(chosen) if r == region]


def _exact(problem: Problem) -> int:
    """Bytes that a placement takes which a short search found."""
    return solve(problem, EXACT_NODES).size


def _final(problem: Problem) -> int:
    """Bytes that the placement takes in the end."""
    return solve(problem).size


def _by_density(item: Item) -> float:
    return -item.heat / max(item.size, 1)


def _by_size(item: Item) -> float:
    return -item.size


def _by_heat(item: Item) -> float:
    return -item.heat


_ORDERS: tuple[Callable[[Item], float], ...] = (_by_density, _by_size, _by_heat)
