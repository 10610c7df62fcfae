"""The arena planning problem: which blocks exist, when each is in use, and which may overlap although both are.

``solve.solve`` finds a ``Placement``; ``plan.proof`` proves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from edgec.converter.graph.frozen import dataclass

ARENA_ALIGN = 16


@dataclass(frozen=True)
class Block:
    """Bytes that are in use from step ``first`` to step ``last``, both included."""

    size: int
    first: int
    last: int
    align: int = ARENA_ALIGN
    region: int = 0


@dataclass(frozen=True)
class Overlap:
    """Blocks ``a`` and ``b`` may share bytes although both are in use when low <= offset(b) - offset(a) <= high.

    In place means low = high = 0; None leaves that side open.
    """

    a: int
    b: int
    low: int | None = 0
    high: int | None = 0


@dataclass(frozen=True)
class Problem:
    """Blocks and the overlaps allowed between them (indices into ``blocks``)."""

    blocks: tuple[Block, ...]
    overlaps: tuple[Overlap, ...] = ()

    @property
    def regions(self) -> int:
        """Number of memory regions."""
        return max((b.region for b in self.blocks), default=0) + 1


@dataclass(frozen=True)
class Placement:
    """Offset of every block in its region, and the bytes each region needs (exact: the last byte used, no rounding).

    No placement needs fewer than ``bounds`` bytes (per region): this one is optimal when sizes and bounds are equal.
    """

    offsets: tuple[int, ...]
    sizes: tuple[int, ...]
    method: str
    bounds: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of the first region."""
        return self.sizes[0]

    @property
    def optimal(self) -> bool:
        """Whether no smaller placement exists."""
        return self.sizes == self.bounds


def lower_bound(problem: Problem, region: int = 0) -> int:
    """Bytes no placement can do without: the most that any step needs."""
    here = sorted((b.first, i) for i, b in enumerate(problem.blocks) if b.region == region and b.size)
    of: dict[int, list[int]] = {}
    for k, o in enumerate(problem.overlaps):
        of.setdefault(o.a, []).append(k)
    alive: dict[int, Block] = {}
    most = 0
    for at, (step, i) in enumerate(here):
        alive[i] = problem.blocks[i]
        if at + 1 < len(here) and here[at + 1][0] == step:
            continue
        alive = {k: b for k, b in alive.items() if b.last >= step}
        near = [problem.overlaps[k] for k in sorted(k for j in alive for k in of.get(j, ()))]
        most = max(most, bytes_together(alive, near))
    return most


def bytes_at(problem: Problem, step: int, region: int = 0) -> int:
    """Bytes no placement can do without at one step: the sizes in use, less all that overlaps may save.

    Sizes count up to the next offset at which a block may start, but for the block that lies on top.
    """
    alive = {i: b for i, b in enumerate(problem.blocks) if b.region == region and b.first <= step <= b.last and b.size}
    return bytes_together(alive, problem.overlaps)


def bytes_together(alive: Mapping[int, Block], overlaps: Sequence[Overlap], apart: Sequence[int] = ()) -> int:
    """``bytes_at`` of blocks that are in use together; ``apart`` are sizes of more, which share nothing.

    Those are aligned as usual. Overlaps of other blocks are left out of account.
    """
    if not alive and not apart:
        return 0
    align = min([ARENA_ALIGN] * bool(apart) + [b.align for b in alive.values()])
    whole = {i: replace(b, size=_up(b.size, align)) for i, b in alive.items()}
    sizes = [*(b.size for b in alive.values()), *apart]
    aligned = [_up(size, align) for size in sizes]
    slack = max(more - size for more, size in zip(aligned, sizes, strict=True))
    return max(sum(aligned) - _most_saved(whole, overlaps) - slack, *sizes)


def _most_saved(blocks: Mapping[int, Block], overlaps: Sequence[Overlap]) -> int:
    """The most bytes that overlaps can save; blocks that may not overlap each other share no byte of a third one."""
    saved: dict[int, dict[int, int]] = {}
    for o in overlaps:
        if o.a in blocks and o.b in blocks:
            b, a = (o.a, o.b) if o.b in saved.get(o.a, {}) else (o.b, o.a)
            of = saved.setdefault(b, {})
            of[a] = max(of.get(a, 0), _most_shared(blocks[o.a], blocks[o.b], o))
    total = 0
    for b, of in saved.items():
        apart = not any(i in saved.get(j, {}) for i in of for j in of)
        total += min(sum(of.values()), blocks[b].size) if apart else sum(of.values())
    return total


def _up(value: int, align: int) -> int:
    return -(-value // align) * align


def _most_shared(a: Block, b: Block, rule: Overlap) -> int:
    """The largest number of bytes that two blocks may share, at the allowed distance nearest to 0; none: 0 or less."""
    align = min(a.align, b.align)
    low = _up(rule.low, align) if rule.low is not None else -b.size
    high = rule.high // align * align if rule.high is not None else a.size
    if low > high:
        return 0
    distance = min(max(0, low), high)
    return min(a.size, distance + b.size) - max(0, distance)
