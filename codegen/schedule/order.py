"""The order of layers that needs the least memory at its worst moment.

The best order is a shortest path over the sets of layers that may be finished at one time, where the length of a path
is its worst moment.  Layers that cost nothing run at once, so that few sets are left: graphs of up to ``EXACT_LAYERS``
layers are solved exactly (``EXACT_STATES`` sets, a few seconds at worst), and most larger ones (``LARGE_STATES``).
Otherwise the layer that leaves the least in memory comes next.  The given order stays unless another is strictly
better.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from edgec.codegen.kernels.spec import Call, Input
from edgec.codegen.schedule.overlap import safe_distance
from edgec.codegen.schedule.steps import ArenaTensor, CallStep, IntakeStep, Part, Schedule, Step, Storage, whole
from edgec.converter.graph.frozen import dataclass

EXACT_LAYERS, EXACT_STATES, LARGE_STATES = 40, 60_000, 5_000
MAX_SET_LAYERS = 1 << 24  # sets times layers: graphs of thousands of layers get fewer sets
WAITING_PER_STATE = 20  # sets that may wait, for each that may be looked at


@dataclass(frozen=True)
class Unit:
    """A layer: what it makes and reads (tensors by number, in the arena), its scratch, and whom it must follow.

    ``saves`` holds (tensor, bytes): what its output saves by overlapping a tensor that nobody reads later.
    """

    makes: tuple[tuple[int, int], ...]
    reads: frozenset[int]
    scratch: int
    after: int
    saves: tuple[tuple[int, int], ...]


def in_best_order(schedule: Schedule) -> Schedule:
    """A schedule of kernel calls (see ``make_schedule``) with its layers in the order that needs the least memory."""
    order = best_order(_units(schedule))
    layers = tuple(schedule.layers[i] for i in order)
    calls = _by_layer(schedule)
    steps: list[Step] = [s for s in schedule.steps if isinstance(s, IntakeStep)]
    steps += [replace(s, layer=new) for new, old in enumerate(order) for s in calls[old]]
    steps += [s for s in schedule.steps if not isinstance(s, CallStep | IntakeStep)]
    return replace(schedule, layers=layers, steps=tuple(steps))


def _by_layer(schedule: Schedule) -> list[list[CallStep]]:
    """The calls of each layer."""
    calls: list[list[CallStep]] = [[] for _ in schedule.layers]
    for s in schedule.steps:
        if isinstance(s, CallStep):
            calls[s.layer].append(s)
    return calls


def best_order(units: Sequence[Unit]) -> tuple[int, ...]:
    """The layers, by number, in the order to run them."""
    problem = _Problem(units)
    given = tuple(range(len(units)))
    exact = problem.exact(
        EXACT_STATES if len(units) <= EXACT_LAYERS else min(LARGE_STATES, MAX_SET_LAYERS // len(units))
    )
    order = exact if exact is not None else problem.greedy()
    return order if problem.peak(order) < problem.peak(given) else given


def _units(schedule: Schedule) -> list[Unit]:
    """The layers; what several of them write parts of counts as its parts, each made by its writer."""
    made = _Made(schedule)
    units: list[Unit] = []
    for layer, steps in enumerate(_by_layer(schedule)):
        outs = tuple(dict.fromkeys(s for step in steps for s in step.writes))
        sources = {s for step in steps for s in step.reads if s not in outs}
        after = 0
        for s in sources:
            after |= made.writers(s)
        for s in outs:
            made.add(s, layer)
        reads = frozenset(t for s in sources for t in made.tensors(s))
        saves: tuple[tuple[int, int], ...] = ()
        if len(steps) == len(outs) == 1 and outs[0] in made.number:
            pairs = zip(steps[0].call.args, steps[0].storage, strict=True)
            inputs = [(a.index, s) for a, s in pairs if isinstance(a, Input) and s in made.number]
            sizes = made.sizes
            saves = tuple(
                (made.number[s], _saved(steps[0].call, i, sizes[made.number[s]], sizes[made.number[outs[0]]]))
                for i, s in inputs
                if s and made.tensors(s) == [made.number[s]]
            )
        scratch = max(s.call.scratch_bytes for s in steps)
        makes = tuple((made.number[s], made.sizes[made.number[s]]) for s in outs if s in made.number)
        units.append(Unit(makes, reads, scratch, after, saves))
    return units


class _Made:
    """The values that layers have made so far: tensors by number, and those that share a memory."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.number: dict[Storage, int] = {}
        self.sizes: list[int] = []
        self.by: dict[Storage, int] = {}
        self.parts = {s for step in schedule.steps for s in step.writes if isinstance(s, Part)}
        self.inside: dict[Storage, list[Storage]] = {}

    def add(self, s: Storage, layer: int) -> None:
        """Layer ``layer`` makes ``s``, but for what others make as parts of it."""
        self.by[s] = self.by.get(s, 0) | 1 << layer
        self.inside.setdefault(whole(s), []).append(s)
        memory = whole(s)
        if isinstance(memory, ArenaTensor):
            size = s.size if isinstance(s, Part) else self.schedule.graph.tensors[memory.tensor].nbytes
            inner = [t.size for t in self.parts if t.whole == memory and t != s and t.size < size and _meet(s, t)]
            self.number[s] = len(self.sizes)
            self.sizes.append(max(0, size - sum(inner)))

    def tensors(self, s: Storage) -> list[int]:
        """The numbers of all that ``s`` is made of."""
        return [self.number[t] for t in self._meeting(s) if t in self.number]

    def writers(self, s: Storage) -> int:
        """The layers that make it, as bits."""
        mask = 0
        for t in self._meeting(s):
            mask |= self.by[t]
        return mask

    def _meeting(self, s: Storage) -> list[Storage]:
        """Return the storages that have been made of the bytes of ``s``."""
        return [t for t in self.inside.get(whole(s), []) if _meet(s, t)]


def _meet(a: Storage, b: Storage) -> bool:
    if not isinstance(a, Part) or not isinstance(b, Part):
        return True
    if a.offset >= b.end or b.offset >= a.end:
        return False
    if not a.pitch or a.pitch != b.pitch:
        return True
    ahead = (b.offset - a.offset) % a.pitch
    return ahead < a.run or ahead > a.pitch - b.run


def _saved(call: Call, index: int, source: int, out: int) -> int:
    """Bytes that a call's output may share with its input ``index``."""
    if index in call.inplace:
        return min(source, out)
    if index == 0 and call.window is not None:
        return max(0, min(source, out - safe_distance(call.window)))
    return 0


class _Cost(NamedTuple):
    """Bytes of a layer: in use while it runs, and kept of its outputs.

    ``reads`` holds, of each tensor that it reads, the other readers as bits, and the bytes that go and those that the
    output saves by lying there when no other reader is left.
    """

    used: int
    kept: int
    reads: tuple[tuple[int, int, int], ...]


class _Problem:
    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units
        self.size = dict(made for u in units for made in u.makes)
        self.readers = dict.fromkeys(self.size, 0)
        self.followers: list[list[int]] = [[] for _ in units]
        self.after = [u.after for u in units]
        for i, unit in enumerate(units):
            for t in unit.reads:
                if t in self.readers:
                    self.readers[t] |= 1 << i
            for k in _members(unit.after):
                self.followers[k].append(i)
        self.costs = [self._cost(i) for i in range(len(units))]

    def _cost(self, i: int) -> _Cost:
        unit = self.units[i]
        saves: dict[int, int] = {}
        for t, size in unit.saves:
            saves[t] = max(size, saves.get(t, 0))
        return _Cost(
            sum(size for _, size in unit.makes) + unit.scratch,
            sum(size for t, size in unit.makes if self.readers[t]),
            tuple((self.readers[t] & ~(1 << i), self.size[t], saves.get(t, 0)) for t in unit.reads),
        )

    def step(self, done: int, live: int, i: int) -> tuple[int, int]:
        """Bytes in use while layer ``i`` runs after the layers ``done``, and those that stay."""
        cost = self.costs[i]
        freed = saved = 0
        for others, size, saving in cost.reads:
            if others & done == others:
                freed += size
                if saving > saved:
                    saved = saving
        return live + cost.used - saved, live + cost.kept - freed

    def peak(self, order: Sequence[int]) -> int:
        """Bytes in use at the worst moment of an order."""
        done = live = peak = 0
        for i in order:
            used, live = self.step(done, live, i)
            done |= 1 << i
            peak = max(peak, used)
        return peak

    def exact(self, states: int = EXACT_STATES) -> tuple[int, ...] | None:
        """The best order; None when there are more than ``states`` sets of finished layers to look at.

        No order is better than what the most demanding layer needs by itself, so that is where every path starts; of
        equal paths the one that is furthest is followed.
        """
        whole = (1 << len(self.units)) - 1
        floor = max(map(self._alone, self.units), default=0)
        queue: list[tuple[int, int, int, _Path, int, Sequence[int]]] = [(floor, 0, 0, _Path(), 0, self._first())]
        seen: set[int] = set()
        waiting = min(states * WAITING_PER_STATE, (MAX_SET_LAYERS << 5) // max(1, len(self.units)))
        while queue:
            peak, _, done, path, live, ready = heapq.heappop(queue)
            frontier = _Frontier(self, done, self._then(ready, path.last, done))
            path, live = frontier.free(peak, path, live)
            done = frontier.done
            if done == whole:
                return path.layers()
            if done in seen:
                continue
            seen.add(done)
            if len(seen) > states or len(queue) > waiting:
                return None
            ready = sorted(frontier.adds)
            for i in ready:
                used, left = frontier.adds[i]
                if done | 1 << i not in seen:
                    entry = max(peak, live + used), -path.length, done | 1 << i, path.then(i), live + left, ready
                    heapq.heappush(queue, entry)
        return None

    def _first(self) -> list[int]:
        """Layers that may run first."""
        return [i for i, after in enumerate(self.after) if not after]

    def _then(self, ready: Sequence[int], layer: int, done: int) -> list[int]:
        """Layers that may run after the layers ``done``, of which ``layer`` was the last and one of those ``ready``."""
        if layer < 0:
            return list(ready)
        following = [i for i in ready if i != layer]
        return following + [i for i in self.followers[layer] if self.after[i] & done == self.after[i]]

    def _alone(self, unit: Unit) -> int:
        """Bytes a layer needs at least, whatever else is in memory."""
        inputs = sum(self.size[t] for t in unit.reads)
        saved = max((size for _, size in unit.saves), default=0)
        return inputs + sum(size for _, size in unit.makes) + unit.scratch - saved

    def greedy(self) -> tuple[int, ...]:
        """Always the layer that leaves the least behind (of equals, the one that uses less, then the first)."""
        frontier = _Frontier(self, 0, self._first(), ranked=True)
        order: list[int] = []
        while len(order) < len(self.units):
            order.append(frontier.cheapest())
            frontier.run(order[-1])
        return tuple(order)


class _Path:
    """A row of layers that shares what came before with other rows; compared like a tuple of its layers."""

    __slots__ = ("before", "last", "length")

    def __init__(self, before: _Path | None = None, last: int = -1) -> None:
        self.before = before
        self.last = last
        self.length: int = before.length + 1 if before is not None else 0

    def then(self, layer: int) -> _Path:
        """This row and a layer."""
        return _Path(self, layer)

    def layers(self) -> tuple[int, ...]:
        """The layers, first to last."""
        reversed_layers: list[int] = []
        path = self
        while path.before is not None:
            reversed_layers.append(path.last)
            path = path.before
        return tuple(reversed(reversed_layers))

    def __lt__(self, other: _Path) -> bool:
        return self.layers() < other.layers()


class _Frontier:
    """The layers that may run next, and what each adds to the bytes in use: while it runs, and when it is done.

    ``ranked`` keeps them by what they leave behind, for ``cheapest``.
    """

    def __init__(self, problem: _Problem, done: int, ready: Sequence[int], ranked: bool = False) -> None:
        self.problem = problem
        self.done = done
        self.ranked = ranked
        self.adds = {i: problem.step(done, 0, i) for i in ready}
        self.queue = [(left, used, i) for i, (used, left) in self.adds.items()] if ranked else []
        heapq.heapify(self.queue)

    def run(self, layer: int) -> None:
        """Finish a layer: others become ready, and those that alone still read a tensor are its last readers."""
        problem = self.problem
        self.done |= 1 << layer
        del self.adds[layer]
        for i in problem.followers[layer]:
            if not problem.units[i].after & ~self.done:
                self._add(i)
        for others, _, _ in problem.costs[layer].reads:
            left = others & ~self.done
            if left and not left & (left - 1) and (i := left.bit_length() - 1) in self.adds:
                self._add(i)

    def cheapest(self) -> int:
        """The layer that leaves the least behind, of equals the one that uses less, then the first."""
        while True:
            left, used, i = self.queue[0]
            if self.adds.get(i) == (used, left):
                return i
            heapq.heappop(self.queue)

    def free(self, peak: int, path: _Path, live: int) -> tuple[_Path, int]:
        """Run all layers that cost nothing: they fit below ``peak`` and leave no more than before.

        To run such a layer at once is never worse: whatever runs between now and its turn finds no more in memory, and
        as many tensors that nobody reads later.
        """
        while True:
            unused = min(
                (i for i, (used, left) in self.adds.items() if left <= 0 and live + used <= peak), default=None
            )
            if unused is None:
                return path, live
            path, live = path.then(unused), live + self.adds[unused][1]
            self.run(unused)

    def _add(self, i: int) -> None:
        used, left = self.adds[i] = self.problem.step(self.done, 0, i)
        if self.ranked:
            heapq.heappush(self.queue, (left, used, i))


def _members(bits: int) -> list[int]:
    """The numbers of the bits that are set, in order."""
    members = []
    while bits:
        lowest = bits & -bits
        members.append(lowest.bit_length() - 1)
        bits ^= lowest
    return members
