"""Several memories: which of them may hold the arena and the constants of a model, and what was put where.

Without memories to choose from there is one arena, and constants lie where all read-only data lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from edgec.codegen.arena.assign import Item, assign
from edgec.codegen.arena.problem import Placement, Problem
from edgec.codegen.arena.solve import solve
from edgec.codegen.plan.constants import ConstantSymbol, StepSymbols
from edgec.codegen.plan.traffic import Traffic, estimate
from edgec.codegen.schedule.liveness import ArenaProblem
from edgec.codegen.schedule.steps import ArenaTensor, Schedule
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class MemoryRegion:
    """A memory: its name in C, the bytes that may be used, what an access costs in relation to the others.

    ``taken`` of its bytes are known to hold something else, the code for example.
    """

    name: str
    room: int
    cost: float = 1.0
    kind: str = "ram"
    taken: int = 0


@dataclass(frozen=True)
class CopyRule:
    """Constants that wait most for a slow flash go to RAM: at most ``limit`` bytes (None: half of what is free)."""

    limit: int | None = None


@dataclass(frozen=True)
class Places:
    """Memories in which tensors and constants may lie, the fastest first.

    ``home`` holds the code, and constants without a section of their own.  ``tensors`` and ``layers`` (by name) pin a
    tensor of the arena, the constants of a layer, to one memory.  ``named``: the name of its memory is part of the API
    of a single arena, because there are other memories.  ``copied``: what else goes to RAM once the plan is made.
    """

    arena: tuple[MemoryRegion, ...] = ()
    constants: tuple[MemoryRegion, ...] = ()
    home: MemoryRegion | None = None
    tensors: Mapping[str, MemoryRegion] = field(default_factory=dict, hash=False)
    layers: Mapping[str, MemoryRegion] = field(default_factory=dict, hash=False)
    named: bool = False
    copied: CopyRule | None = None

    @property
    def memories(self) -> tuple[MemoryRegion, ...]:
        """All memories in question, the fastest first."""
        pinned = (*self.tensors.values(), *self.layers.values())
        home = (self.home,) if self.home else ()
        by_name = {r.name: r for r in (*self.arena, *self.constants, *pinned, *home)}
        return tuple(sorted(by_name.values(), key=lambda r: r.cost))

    def with_taken(self, taken: Mapping[str, int]) -> Places:
        """The same when so many bytes of memories, by name, hold something else."""

        def less(region: MemoryRegion) -> MemoryRegion:
            return replace(region, taken=taken.get(region.name, 0))

        return replace(
            self,
            home=less(self.home) if self.home else None,
            arena=tuple(map(less, self.arena)),
            constants=tuple(map(less, self.constants)),
            tensors={name: less(r) for name, r in self.tensors.items()},
            layers={name: less(r) for name, r in self.layers.items()},
        )


@dataclass(frozen=True)
class Arena:
    """An arena of a plan; ``memory`` is "" when the target states none.

    No placement of its blocks takes less than ``bound`` bytes.
    """

    memory: str
    size: int
    bound: int


@dataclass(frozen=True)
class Located:
    """The planning problem with a region for every block, its solution, and the symbols with theirs.

    ``accesses`` is the estimated share of each memory, by name, in all accesses to arenas and constants; ``reads`` are
    the bytes of each symbol that an inference reads, estimated; none where there is one memory.
    """

    problem: ArenaProblem
    placement: Placement
    arenas: tuple[Arena, ...]
    symbols: tuple[ConstantSymbol, ...]
    accesses: Mapping[str, float]
    reads: tuple[float, ...] = ()


def locate(
    schedule: Schedule,
    arena: ArenaProblem,
    symbols: tuple[ConstantSymbol, ...],
    indices: Sequence[StepSymbols],
    places: Places,
) -> Located:
    """Choose a memory for every block and every symbol, and place the blocks.

    When everything fits into the fastest memory the plan is the one of a single arena.  Nothing is refused for its
    size: what finds no room goes to the slowest memory, whose arena is then larger than its room.

    Raises:
        UsageError: a tensor or a layer to be pinned does not exist.
    """
    _check_names(schedule, arena, symbols, places)
    regions = places.memories if places.arena else (MemoryRegion("", 0), *places.memories)
    traffic = estimate(schedule, indices) if len(regions) > 1 else Traffic({}, {})
    chosen = _choose(schedule, arena, symbols, traffic, places, regions)
    blocks, homes = chosen[: len(arena.owners)], chosen[len(arena.owners) :]
    used = sorted(set(blocks)) or [0]
    number = {r: i for i, r in enumerate(used)}
    renumbered = tuple(replace(b, region=number[r]) for b, r in zip(arena.problem.blocks, blocks, strict=True))
    problem = ArenaProblem(Problem(renumbered, arena.problem.overlaps), arena.owners)
    placement = solve(problem.problem)
    arenas = tuple(
        Arena(regions[r].name, size, bound)
        for r, size, bound in zip(used, placement.sizes, placement.bounds, strict=True)
    )
    placed = tuple(
        replace(s, memory=regions[r].name if r >= 0 and regions[r] != places.home else "")
        for s, r in zip(symbols, homes, strict=True)
    )
    reads = [traffic.symbols.get(i, 0.0) for i in range(len(symbols))]
    heat = [*(traffic.owners.get(o, 0.0) for o in arena.owners), *reads]
    known = tuple(reads) if len(regions) > 1 else ()
    return Located(problem, placement, arenas, placed, _shares(regions, chosen, heat), known)


def _shares(regions: Sequence[MemoryRegion], chosen: Sequence[int], heat: Sequence[float]) -> dict[str, float]:
    total = sum(heat) or 1.0
    sums = [sum(h for h, r in zip(heat, chosen, strict=True) if r == k) for k in range(len(regions))]
    return {region.name: part / total for region, part in zip(regions, sums, strict=True)}


def _choose(
    schedule: Schedule,
    arena: ArenaProblem,
    symbols: Sequence[ConstantSymbol],
    traffic: Traffic,
    places: Places,
    regions: Sequence[MemoryRegion],
) -> list[int]:
    """Indices into ``regions``: of every block, then of every symbol (-1: no choice)."""
    number = {r.name: i for i, r in enumerate(regions)}
    rooms, costs = [max(0, r.room - r.taken) for r in regions], [r.cost for r in regions]
    allowed = tuple(number[r.name] for r in places.arena) or (number[""],)
    blocks = []
    for owner, block in zip(arena.owners, arena.problem.blocks, strict=True):
        pin = _pin(schedule, places, owner) if isinstance(owner, ArenaTensor) else None
        heat = traffic.owners.get(owner, 0.0)
        blocks.append(Item(block.size, heat, (number[pin.name],) if pin else allowed, block))
    names = [layer.node.name for layer in schedule.layers]
    constants = []
    for i, symbol in enumerate(symbols):
        pins = [places.layers[names[k]] for k in symbol.layers if k < len(names) and names[k] in places.layers]
        where = tuple(number[r.name] for r in (pins[:1] or places.constants))
        constants.append(Item(symbol.aligned_bytes, traffic.symbols.get(i, 0.0), where))
    shared = {r for item in blocks for r in item.allowed} & {r for item in constants for r in item.allowed}
    if shared:
        return assign([*blocks, *constants], arena.problem.overlaps, rooms, costs)
    return [*assign(blocks, arena.problem.overlaps, rooms, costs), *assign(constants, (), rooms, costs)]


def _pin(schedule: Schedule, places: Places, owner: ArenaTensor) -> MemoryRegion | None:
    """The memory that a tensor, or one that lies in it, is pinned to."""
    names = (owner.tensor, *(name for name, part in schedule.parts if part.whole == owner))
    return next((places.tensors[n] for n in names if n in places.tensors), None)


def _check_names(schedule: Schedule, arena: ArenaProblem, symbols: Sequence[ConstantSymbol], places: Places) -> None:
    tensors = {o.tensor for o in arena.owners if isinstance(o, ArenaTensor)}
    tensors |= {name for name, part in schedule.parts if isinstance(part.whole, ArenaTensor)}
    for name in places.tensors:
        if name not in tensors:
            raise UsageError(
                f"--place arena:{printable(name)}: no tensor of this name lies in the arena (the map in the generated "
                ".c file lists them; inputs and outputs are the caller's)"
            )
    known = {schedule.layers[k].node.name for s in symbols for k in s.layers if k < len(schedule.layers)}
    for name in places.layers:
        if name not in known:
            raise UsageError(f"--place weights:{printable(name)}: no layer of this name has constants")
