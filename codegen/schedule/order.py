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
from dataclasses import dataclass, replace

from edgec.codegen.kernels.spec import Call, Input
from edgec.codegen.schedule.overlap import safe_distance
from edgec.codegen.schedule.steps import ArenaTensor, CallStep, Part, Schedule, Step, Storage, whole

EXACT_LAYERS, EXACT_STATES, LARGE_STATES = 40, 60_000, 5_000


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
    calls = [s for s in schedule.steps if isinstance(s, CallStep)]
    steps: list[Step] = [replace(s, layer=new) for new, old in enumerate(order) for s in calls if s.layer == old]
    steps += [s for s in schedule.steps if not isinstance(s, CallStep)]
    return replace(schedule, layers=layers, steps=tuple(steps))


def best_order(units: Sequence[Unit]) -> tuple[int, ...]:
    """The layers, by number, in the order to run them."""
    problem = _Problem(units)
    given = tuple(range(len(units)))
    found = problem.exact(EXACT_STATES if len(units) <= EXACT_LAYERS else LARGE_STATES)
    order = found if found is not None else problem.greedy()
    return order if problem.peak(order) < problem.peak(given) else given


def _units(schedule: Schedule) -> list[Unit]:
    """The layers; what several of them write parts of counts as its parts, each made by its writer."""
    made = _Made(schedule)
    units: list[Unit] = []
    for layer in range(len(schedule.layers)):
        steps = [s for s in schedule.steps if isinstance(s, CallStep) and s.layer == layer]
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
    """What layers have made so far: tensors by number, and those that share a memory."""

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
        found = 0
        for t in self._meeting(s):
            found |= self.by[t]
        return found

    def _meeting(self, s: Storage) -> list[Storage]:
        """What has been made of the bytes of ``s``."""
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


class _Problem:
    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units
        self.size = dict(made for u in units for made in u.makes)
        self.readers = {t: sum(1 << i for i, u in enumerate(units) if t in u.reads) for t in self.size}

    def step(self, done: int, live: int, i: int) -> tuple[int, int]:
        """Bytes in use while layer ``i`` runs after the layers ``done``, and those that stay."""
        unit, now = self.units[i], done | 1 << i
        dying = [t for t in unit.reads if not self.readers[t] & ~now]
        saved = max((size for t, size in unit.saves if t in dying), default=0)
        made = sum(size for _, size in unit.makes)
        kept = sum(size for t, size in unit.makes if self.readers[t])
        return live + made + unit.scratch - saved, live + kept - sum(self.size[t] for t in dying)

    def ready(self, done: int) -> list[int]:
        """Layers that may run next."""
        return [i for i, u in enumerate(self.units) if not done >> i & 1 and not u.after & ~done]

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
        queue: list[tuple[int, int, int, tuple[int, ...], int]] = [(floor, 0, 0, (), 0)]
        seen: set[int] = set()
        while queue:
            peak, _, done, order, live = heapq.heappop(queue)
            done, order, live = self._free(peak, done, order, live)
            if done == whole:
                return order
            if done in seen:
                continue
            seen.add(done)
            if len(seen) > states:
                return None
            for i in self.ready(done):
                used, left = self.step(done, live, i)
                if done | 1 << i not in seen:
                    heapq.heappush(queue, (max(peak, used), -len(order), done | 1 << i, (*order, i), left))
        return None

    def _alone(self, unit: Unit) -> int:
        """Bytes a layer needs at least, whatever else is in memory."""
        inputs = sum(self.size[t] for t in unit.reads)
        saved = max((size for _, size in unit.saves), default=0)
        return inputs + sum(size for _, size in unit.makes) + unit.scratch - saved

    def _free(self, peak: int, done: int, order: tuple[int, ...], live: int) -> tuple[int, tuple[int, ...], int]:
        """The state after all layers that cost nothing: they fit below ``peak`` and leave no more than before.

        To run such a layer at once is never worse: whatever runs between now and its turn finds no more in memory, and
        as many tensors that nobody reads later.
        """
        found = True
        while found:
            found = False
            for i in self.ready(done):
                used, left = self.step(done, live, i)
                if used <= peak and left <= live:
                    done, order, live, found = done | 1 << i, (*order, i), left, True
                    break
        return done, order, live

    def greedy(self) -> tuple[int, ...]:
        """Always the layer that leaves the least behind (of equals, the one that uses less, then the first)."""
        done = live = 0
        order: list[int] = []
        while len(order) < len(self.units):
            costs = [(*reversed(self.step(done, live, i)), i) for i in self.ready(done)]
            live, _, i = min(costs)
            done |= 1 << i
            order.append(i)
        return tuple(order)
