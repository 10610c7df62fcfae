"""The arena planning problem: which blocks exist, when each is in use, and which may overlap although both are.

``arena_solve.solve`` finds a ``Placement``; ``arena_check`` proves it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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

    def allows(self, distance: int) -> bool:
        """Whether the blocks may lie ``distance`` = offset(b) - offset(a) apart."""
        return (self.low is None or self.low <= distance) and (self.high is None or distance <= self.high)


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
    """Bytes no placement can do without: the largest sum of sizes in use at one step, less all that overlaps may save.

    Sizes count up to the next offset at which a block may start, but for the block that lies on top.
    """
    best = 0
    for step in sorted({b.first for b in problem.blocks if b.region == region}):
        alive = {
            i: b for i, b in enumerate(problem.blocks) if b.region == region and b.first <= step <= b.last and b.size
        }
        if not alive:
            continue
        align = min(b.align for b in alive.values())
        whole = {i: replace(b, size=_up(b.size, align)) for i, b in alive.items()}
        saved: dict[tuple[int, int], int] = {}
        for o in problem.overlaps:
            if o.a in whole and o.b in whole:
                pair = (min(o.a, o.b), max(o.a, o.b))
                saved[pair] = max(saved.get(pair, 0), _most_shared(whole[o.a], whole[o.b], o))
        slack = max(whole[i].size - b.size for i, b in alive.items())
        total = sum(b.size for b in whole.values()) - sum(saved.values()) - slack
        best = max(best, total, *(b.size for b in alive.values()))
    return best


def _up(value: int, align: int) -> int:
    return -(-value // align) * align


def _most_shared(a: Block, b: Block, rule: Overlap) -> int:
    """The largest number of bytes that two blocks may share: at the allowed distance nearest to 0."""
    low = rule.low if rule.low is not None else -b.size
    high = rule.high if rule.high is not None else a.size
    if low > high:
        return 0
    distance = min(max(0, low), high)
    return max(0, min(a.size, distance + b.size) - max(0, distance))
