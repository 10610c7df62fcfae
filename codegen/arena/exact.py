"""Exact placement by branch and bound, in the spirit of minimalloc (Moffitt, ASPLOS 2023).

Blocks are placed in the order of their offsets, each at the lowest offset that the blocks below it allow: some optimal
placement has this form, because a block that can move down may do so.  Blocks that may lie at the very same offset (an
output in the place of its input) hold each other up, so a set of them may also be placed as one unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgec.codegen.arena.bounds import reach
from edgec.codegen.arena.pairs import Gaps
from edgec.codegen.arena.problem import Block, Problem

UNIT_LIMIT = 400


@dataclass
class _State:
    """The search for one set of blocks: ``best`` is the smallest top found so far, with its offsets."""

    best: int
    best_offsets: list[int]
    nodes: int = 0


@dataclass(frozen=True)
class _Unit:
    """Blocks that are placed together at one offset."""

    blocks: tuple[int, ...]
    align: int


def improve(
    problem: Problem, gaps: Gaps, start: Sequence[int], top: int, bound: int, nodes: int
) -> tuple[list[int], bool]:
    """The best placement found from ``start`` (which ends at ``top``) within ``nodes`` steps of search.

    Returns:
        The offsets, and whether they are proven optimal: ``bound`` is reached or nothing is left to try.
    """
    search = _Search(problem, gaps, _State(top, list(start)), bound, nodes)
    search.run()
    return search.state.best_offsets, search.complete or search.state.best <= bound


class _Search:
    def __init__(self, problem: Problem, gaps: Gaps, state: _State, bound: int, limit: int) -> None:
        self.blocks, self.gaps, self.state = problem.blocks, gaps, state
        self.bound, self.limit = bound, limit
        steps = {b.first for b in self.blocks}  # in any order
        self.times = [[t for t, step in enumerate(steps) if b.first <= step <= b.last] for b in self.blocks]
        forced = reach(problem, gaps, state.best - 1)
        self.tails = forced.tails if forced else tuple(b.size for b in self.blocks)
        self.units, self.complete = _units(problem, gaps)
        self.twins = _twins(problem, gaps)
        self.remaining = {i for i, b in enumerate(self.blocks) if b.size}
        self.offsets = [0] * len(self.blocks)
        self.skyline = [0] * len(steps)
        self.pending = [0] * len(steps)
        for i in self.remaining:
            for t in self.times[i]:
                self.pending[t] += self.blocks[i].size
        for i, row in enumerate(gaps):
            for j, gap in row.items():
                if i < j:
                    self._share(i, j, -max(gap.shared, gaps[j][i].shared))

    def _share(self, i: int, j: int, size: int) -> None:
        """Add ``size`` to what is pending at the steps that two blocks share."""
        if size:
            other = set(self.times[j])
            for t in self.times[i]:
                if t in other:
                    self.pending[t] += size

    def run(self) -> None:
        """Search until everything is tried, the bound is reached or the limit is."""
        self._branch(0)

    def _branch(self, floor: int) -> None:
        state = self.state
        state.nodes += 1
        if state.nodes > self.limit:
            self.complete = False
            return
        if not self.remaining:
            state.best, state.best_offsets = max(self.skyline, default=0), list(self.offsets)
            return
        for at, unit in self._choices(floor):
            if self._bound(at) >= state.best:
                break  # later choices start higher still
            if any(at + self.tails[i] >= state.best for i in unit.blocks):
                continue
            undo = self._place(unit, at)
            if self._bound(at) < state.best:
                self._branch(at)
            self._undo(unit, undo)
            if state.best <= self.bound or state.nodes > self.limit:
                return

    def _bound(self, floor: int) -> int:
        """No completion whose further blocks start at ``floor`` or above ends lower."""
        ends = zip(self.skyline, self.pending, strict=True)
        return max([(sky if sky > floor else floor) + pending if pending > 0 else sky for sky, pending in ends])

    def _choices(self, floor: int) -> list[tuple[int, _Unit]]:
        """Units to place next with their offsets, lowest first.

        A unit at or above the end that some block could have is left out: that block would then move down below it.
        """
        starts = {(i,): self._feasible((i,), floor, self.blocks[i].align) for i in self.remaining}
        end = min(at + self.blocks[i].size for (i,), at in starts.items())
        choices = []
        for unit in self.units:
            if not self.remaining.issuperset(unit.blocks) or self.twins[unit.blocks[0]] in self.remaining:
                continue
            at = starts[unit.blocks] if unit.blocks in starts else self._feasible(unit.blocks, floor, unit.align)
            if at < end:
                choices.append((at, unit))
        return sorted(
            choices, key=lambda f: (f[0], -sum(self.blocks[i].size * len(self.times[i]) for i in f[1].blocks))
        )

    def _feasible(self, unit: Sequence[int], floor: int, align: int) -> int:
        """The lowest offset of a unit above all blocks placed so far."""
        at, again = -(-floor // align) * align, True
        while again:
            again = False
            for i in unit:
                for j in self.gaps[i]:
                    if j not in self.remaining:
                        gap, distance = self.gaps[j][i], at - self.offsets[j]
                        if distance >= gap.apart:
                            continue
                        moved = gap.next_allowed(distance)
                        if moved != distance:
                            at, again = -(-(self.offsets[j] + moved) // align) * align, True
        return at

    def _place(self, unit: _Unit, at: int) -> tuple[list[int], list[int]]:
        before = list(self.skyline), list(self.pending)
        for i in unit.blocks:
            self.offsets[i] = at
            self.remaining.discard(i)
            end = at + self.blocks[i].size
            for t in self.times[i]:
                self.pending[t] -= self.blocks[i].size
                self.skyline[t] = max(self.skyline[t], end)
            for j, gap in self.gaps[i].items():
                if j not in self.remaining:
                    self._share(i, j, max(gap.shared, self.gaps[j][i].shared))
        return before

    def _undo(self, unit: _Unit, before: tuple[list[int], list[int]]) -> None:
        self.skyline, self.pending = before
        self.remaining.update(unit.blocks)


def _units(problem: Problem, gaps: Gaps) -> tuple[list[_Unit], bool]:
    """Single blocks and the connected sets that may lie at one offset; and whether these are all that matter."""
    ties = [{j for j, gap in row.items() if gap.low == 0} for row in gaps]
    whole = all(gap.high <= 0 for row in gaps for gap in row.values())
    units: dict[tuple[int, ...], None] = {(i,): None for i, b in enumerate(problem.blocks) if b.size}
    pending = list(units)
    while pending:
        unit = pending.pop()
        for j in sorted({j for i in unit for j in ties[i]} - set(unit)):
            if all(j not in gaps[i] or gaps[i][j].next_allowed(0) == 0 for i in unit):
                larger = tuple(sorted((*unit, j)))
                if larger not in units:
                    units[larger] = None
                    pending.append(larger)
        if len(units) > UNIT_LIMIT:
            return [_Unit((i,), b.align) for i, b in enumerate(problem.blocks) if b.size], False
    return [_Unit(u, max(problem.blocks[i].align for i in u)) for u in units], whole


def _twins(problem: Problem, gaps: Gaps) -> list[int | None]:
    """For each block an earlier one that differs in nothing (it is placed first), if there is one."""
    last: dict[Block, int] = {}
    twins: list[int | None] = []
    for i, b in enumerate(problem.blocks):
        plain = all(gap.shared == 0 == gaps[j][i].shared for j, gap in gaps[i].items())
        twins.append(last.get(b) if plain else None)
        if plain:
            last[b] = i
    return twins
