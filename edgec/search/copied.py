"""``--place weights=auto``: constants of the layers that wait most for a slow flash go to RAM, as far as there is room.

A read of the flash that no cache holds takes its wait states; what a layer reads is estimated as in
``edgec.codegen.plan.traffic``.  Layers come in the order of the cycles that each byte in RAM saves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from edgec.codegen import Plan
from edgec.codegen.emit.generate import emit
from edgec.codegen.plan.regions import CopyRule, MemoryRegion
from edgec.converter.graph.frozen import dataclass
from edgec.reports import Report
from edgec.reports.copied import CopiedInfo
from edgec.reports.model import memory_uses
from edgec.search.build import Build
from edgec.search.requirements import Requirements
from edgec.targets.cycles import FlashReads
from edgec.targets.machine.flash import FlashTiming, flash_timing
from edgec.targets.reader import Target

WORTH_A_NOTE = 0.05  # of the estimated cycles
OPTION = "--place weights=auto"


@dataclass(frozen=True)
class _Waiting:
    """A layer by number, its constants in flash by number of their symbols, and the cycles that they make it wait.

    ``pinned``: the user placed them there.
    """

    layer: int
    symbols: tuple[int, ...]
    nbytes: int
    cycles: float
    pinned: bool


def with_copied(build: Build, target: Target, requirements: Requirements, rule: CopyRule) -> tuple[Build, list[str]]:
    """A build with constants moved to RAM, and what the user is told when none are."""
    plan, flash = build.plan, _flash(build.plan, target)
    if flash is None:
        return build, [f"{OPTION}: target '{target.name}' does not say how its flash is read; all weights stay there"]
    waiting = _waiting(plan, flash)
    if not waiting:
        return build, [f"{OPTION}: no layer waits for the flash of target '{target.name}'; all weights stay there"]
    taken = _taken(waiting, _rooms(build, target, requirements, rule), rule)
    if not taken:
        return build, [f"{OPTION}: no layer's weights fit into the RAM that is left; all stay in flash"]
    moved = {i: taken[w.layer].name for w in _moved(waiting, taken) for i in w.symbols}
    symbols = tuple(replace(s, memory=moved.get(i, s.memory)) for i, s in enumerate(plan.symbols))
    pins = {plan.layers[layer].node.name: region for layer, region in taken.items()}
    places = replace(plan.places, layers={**pins, **plan.places.layers})
    plan = replace(plan, symbols=symbols, places=places, accesses=_accesses(plan, moved))
    info = _info(build, target, waiting, taken)
    report = replace(build.report, memories=memory_uses(plan, build.report.flash), copied=info)
    return replace(build, plan=plan, files=emit(plan), report=report), []


def about_copies(build: Build, target: Target, requirements: Requirements) -> list[str]:
    """A note when ``--place weights=auto`` would save more than ``WORTH_A_NOTE`` of the estimated cycles."""
    flash = _flash(build.plan, target)
    if flash is None:
        return []
    waiting, rule = _waiting(build.plan, flash), CopyRule()
    info = _info(build, target, waiting, _taken(waiting, _rooms(build, target, requirements, rule), rule))
    if info.share is None or info.share <= WORTH_A_NOTE:
        return []
    return [
        f"the flash is slow: {info.bytes:,} bytes of weights in RAM would save about {info.share:.0%} of the estimated "
        f"cycles ({OPTION}; start-up code copies them)"
    ]


def _flash(plan: Plan, target: Target) -> FlashTiming | None:
    """Return how the memory of the code and of constants without another is read; None where no file says it."""
    return flash_timing(target, plan.places.home.name) if plan.places.home else None


def _waiting(plan: Plan, flash: FlashTiming) -> list[_Waiting]:
    """Layers that wait for constants in flash; symbols that several share count for the first."""
    of: dict[tuple[int, bool], list[int]] = {}
    for i, symbol in enumerate(plan.symbols):
        names = [plan.layers[k].node.name for k in symbol.layers if k < len(plan.layers)]
        if names and not symbol.memory:
            of.setdefault((symbol.layers[0], any(name in plan.places.layers for name in names)), []).append(i)
    waiting = []
    for (layer, pinned), symbols in of.items():
        nbytes = sum(plan.symbols[i].aligned_bytes for i in symbols)
        cycles = _misses(plan, symbols, flash.reads) * flash.miss
        waiting.append(_Waiting(layer, tuple(symbols), nbytes, cycles, pinned))
    return [w for w in waiting if w.cycles > 0]


def _misses(plan: Plan, symbols: Sequence[int], flash: FlashReads) -> float:
    """Reads of a layer's constants that no cache holds: each one where there is no cache.

    Constants that fit into the cache miss once; of others, a line is gone before it is needed again.
    """
    cache = flash.code if flash.shared else flash.data
    if cache is None:
        return sum(plan.reads[i] / plan.symbols[i].array.data.itemsize for i in symbols)
    sizes = [plan.symbols[i].nbytes for i in symbols]
    if sum(sizes) > cache.lines * cache.line_bytes:
        return sum(plan.reads[i] for i in symbols) / flash.bytes
    return sum(min(plan.reads[i], size) for i, size in zip(symbols, sizes, strict=True)) / flash.bytes


def _rooms(build: Build, target: Target, requirements: Requirements, rule: CopyRule) -> dict[MemoryRegion, int]:
    """Bytes of each RAM that copies may take, the fastest first.

    Inputs, outputs, states and stack may lie in any.  Half of what is left stays free unless a limit is given.
    """
    uses = {m.name: m.arena + m.constants for m in build.report.memories}
    memories, ram = sorted(target.memories_of("ram"), key=lambda m: m.cost), build.report.ram
    beside, share = ram.total - ram.arena, 2 if rule.limit is None else 1
    limit = sum(m.bytes for m in memories) if requirements.ram is None else requirements.ram
    left = limit - beside - sum(uses.get(m.name, 0) for m in memories)
    rooms: dict[MemoryRegion, int] = {}
    for m in memories:
        free = min(m.room - uses.get(m.name, 0) - beside, left - sum(rooms.values()))
        rooms[MemoryRegion(m.name, m.room, m.cost, m.kind)] = max(0, free // share)
    return rooms


def _taken(waiting: Sequence[_Waiting], rooms: Mapping[MemoryRegion, int], rule: CopyRule) -> dict[int, MemoryRegion]:
    """The memory of each layer whose constants are copied: those that save most for each byte first."""
    left, limit = dict(rooms), rule.limit
    taken: dict[int, MemoryRegion] = {}
    for one in sorted((w for w in waiting if not w.pinned), key=lambda w: (-w.cycles / w.nbytes, w.layer)):
        room = next((r for r, free in left.items() if one.nbytes <= free), None)
        if room is None or (limit is not None and one.nbytes > limit):
            continue
        left[room] -= one.nbytes
        limit = None if limit is None else limit - one.nbytes
        taken[one.layer] = room
    return taken


def _moved(waiting: Sequence[_Waiting], taken: Mapping[int, MemoryRegion]) -> list[_Waiting]:
    return [w for w in waiting if w.layer in taken and not w.pinned]


def _accesses(plan: Plan, moved: Mapping[int, str]) -> dict[str, float]:
    """The share of each memory in all accesses when constants, by number of their symbol, are moved from flash."""
    accesses = dict(plan.accesses)
    assert plan.places.home is not None
    home = plan.places.home.name
    there = sum(reads for symbol, reads in zip(plan.symbols, plan.reads, strict=True) if not symbol.memory)
    each = accesses.get(home, 0.0) / there
    for i, memory in moved.items():
        accesses[memory] = accesses.get(memory, 0.0) + plan.reads[i] * each
        accesses[home] -= plan.reads[i] * each
    return accesses


def _info(build: Build, target: Target, waiting: Sequence[_Waiting], taken: Mapping[int, MemoryRegion]) -> CopiedInfo:
    moved = _moved(waiting, taken)
    nbytes = sum(build.plan.symbols[i].nbytes for w in moved for i in w.symbols)
    saved, whole = sum(w.cycles for w in moved), sum(w.cycles for w in waiting)
    executing = _executing(build.report, target)
    share = None if executing is None else saved / max(executing + whole, 1.0)
    memories = tuple(dict.fromkeys(r.name for r in taken.values()))
    return CopiedInfo(memories, tuple(sorted(taken)), nbytes, round(saved), share)


def _executing(report: Report, target: Target) -> float | None:
    """Estimated cycles without waiting for constants."""
    costs = target.cycles
    mean = None if costs is None else costs.mean_float if report.scheme.startswith("float") else costs.mean_integer
    return None if mean is None else report.instructions * mean
