"""Exact placement by deciding, pair by pair, which of two blocks lies below the other.

Given a size to fit into, every undecided pair has up to three ways: one below, the other below, both at one offset.
Ways that cannot fit are struck out, and what is left moves blocks up (``heads``) or leaves less room above them
(``tails``).  When no pair clashes at the lowest offsets, these are a placement; otherwise a clashing pair is branched
on.  Rows of overlapping layers are proven optimal without any branching.
"""

from __future__ import annotations

from dataclasses import dataclass

from edgec.codegen.arena.pairs import Gaps
from edgec.codegen.arena.problem import Problem

_UP, _DOWN, _TIE = 1, 2, 4


@dataclass(frozen=True)
class _Pair:
    """``up``: distance when ``j`` lies above ``i``; ``down`` when below; ``tie``: may they start at one offset."""

    i: int
    j: int
    up: int
    down: int
    tie: bool


@dataclass
class _State:
    ways: list[int]
    heads: list[int]
    tails: list[int]

    def copy(self) -> _State:
        return _State(list(self.ways), list(self.heads), list(self.tails))


@dataclass
class Fit:
    """The result of a search: offsets, or None; ``certain`` when None means that there are none."""

    offsets: list[int] | None
    certain: bool
    nodes: int


def fit(problem: Problem, gaps: Gaps, size: int, nodes: int) -> Fit:
    """A placement that ends at or below ``size``, within ``nodes`` branches."""
    search = _Search(problem, gaps, size, nodes)
    state = _State([_UP | _DOWN | (_TIE if p.tie else 0) for p in search.pairs], [0] * len(problem.blocks),
                   [b.size for b in problem.blocks])  # fmt: skip
    offsets = search.run(state)
    return Fit(offsets, offsets is not None or search.complete, search.used)


class _Search:
    def __init__(self, problem: Problem, gaps: Gaps, size: int, limit: int) -> None:
        self.blocks, self.size, self.limit = problem.blocks, size, limit
        self.used, self.complete = 0, True
        self.pairs: list[_Pair] = []
        for i, row in enumerate(gaps):
            for j, gap in row.items():
                if i < j:
                    align = min(self.blocks[i].align, self.blocks[j].align)
                    up, down = (-(-g.apart // align) * align for g in (gap, gaps[j][i]))
                    tie = gap.low == 0 <= gap.high and gap.apart > 0 and gaps[j][i].apart > 0
                    self.pairs.append(_Pair(i, j, up, down, tie))
                    self.complete &= all(g.high < g.low or g.low == 0 for g in (gap, gaps[j][i]))

    def run(self, state: _State) -> list[int] | None:
        """Depth first; a list of states stands in for recursion."""
        pending = [state]
        while pending:
            state = pending.pop()
            self.used += 1
            if self.used > self.limit:
                self.complete = False
                return None
            if not self._propagate(state):
                continue
            clash = self._clash(state)
            if clash is None:
                return state.heads
            pending += self._branches(state, clash)
        return None

    def _propagate(self, state: _State) -> bool:
        """Strike out what cannot fit until nothing changes; False when a pair has no way left."""
        heads, tails, ways, size = state.heads, state.tails, state.ways, self.size
        changed = True
        while changed:
            changed = False
            for k, p in enumerate(self.pairs):
                i, j, way = p.i, p.j, ways[k]
                if way & _UP and heads[i] + p.up + tails[j] > size:
                    way &= ~_UP
                if way & _DOWN and heads[j] + p.down + tails[i] > size:
                    way &= ~_DOWN
                if way & _TIE and max(heads[i], heads[j]) + max(tails[i], tails[j]) > size:
                    way &= ~_TIE
                if not way:
                    return False
                ways[k] = way
                if not way & _DOWN:
                    changed |= self._raise(state, i, j, 0 if way & _TIE else p.up)
                if not way & _UP:
                    changed |= self._raise(state, j, i, 0 if way & _TIE else p.down)
        return all(head + tail <= size for head, tail in zip(heads, tails, strict=True))

    def _raise(self, state: _State, lower: int, upper: int, distance: int) -> bool:
        heads, tails, align = state.heads, state.tails, self.blocks[upper].align
        head = -(-(heads[lower] + distance) // align) * align
        tail = distance + tails[upper]
        if head <= heads[upper] and tail <= tails[lower]:
            return False
        heads[upper] = max(heads[upper], head)
        tails[lower] = max(tails[lower], tail)
        return True

    def _clash(self, state: _State) -> int | None:
        """The pair that is worst off at the lowest offsets."""
        worst, clash = 0, None
        for k, p in enumerate(self.pairs):
            distance = state.heads[p.j] - state.heads[p.i]
            if distance >= p.up or -distance >= p.down or (p.tie and distance == 0):
                continue
            loss = min(p.up - distance, p.down + distance)
            if loss > worst:
                worst, clash = loss, k
        return clash

    def _branches(self, state: _State, k: int) -> list[_State]:
        """One state for each way of a pair; the one that moves less comes last, to be tried first."""
        p = self.pairs[k]
        distance = state.heads[p.j] - state.heads[p.i]
        costs = {_UP: p.up - distance, _DOWN: p.down + distance, _TIE: abs(distance)}
        branches = []
        for way in sorted((w for w in costs if state.ways[k] & w), key=lambda w: -costs[w]):
            branch = state.copy()
            branch.ways[k] = way
            branches.append(branch)
        return branches
