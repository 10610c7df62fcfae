"""``--place``: which memories of the target may hold the arena and the constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from edgec.codegen.plan.regions import MemoryRegion, Places
from edgec.console.quantities import byte_count
from edgec.converter.graph.errors import UsageError, printable
from edgec.targets.reader import Memory, Target

_FORM = "must be arena=MEMORY,..., weights=MEMORY,..., arena:TENSOR=MEMORY or weights:LAYER=MEMORY"


def places_of(target: Target, texts: Sequence[str] = ()) -> Places:
    """Parse ``--place``; by default the arena may use all RAM of the target, constants all its flash.

    Raises:
        UsageError: a text is not of its form, or names no memory of the target that can hold what it is for.
    """
    flash = [_region(m) for m in target.memories if m.kind == "flash"]
    known = {m.name: m for m in target.memories}
    wanted: dict[str, tuple[MemoryRegion, ...]] = {}
    pins: dict[str, dict[str, MemoryRegion]] = {"arena": {}, "weights": {}}
    for text in texts:
        what, equals, value = text.rpartition("=")
        kind, colon, name = what.partition(":")
        if not equals or kind not in pins or (colon and not name):
            raise UsageError(f"--place {printable(text)}: {_FORM}")
        regions = tuple(_parsed(text, part, kind, known, target) for part in value.split(","))
        if colon and len(regions) > 1:
            raise UsageError(f"--place {printable(text)}: one tensor or layer goes to one memory; {_FORM}")
        if (name in pins[kind]) if colon else (kind in wanted):
            raise UsageError(f"--place {printable(what)}: is given twice")
        if colon:
            pins[kind][name] = regions[0]
        else:
            wanted[kind] = regions
    rooms = {r.name: r for r in sorted((r for of in wanted.values() for r in of), key=lambda r: -r.room)}
    ram = [_region(m) for m in target.memories_of("ram")]
    return Places(
        arena=_sorted(wanted.get("arena", tuple(ram)), rooms),
        constants=_sorted(wanted.get("weights", tuple(flash)), rooms),
        home=rooms.get(flash[0].name, flash[0]) if flash else None,
        tensors={name: rooms.get(r.name, r) for name, r in pins["arena"].items()},
        layers={name: rooms.get(r.name, r) for name, r in pins["weights"].items()},
        named=len(ram) > 1,
    )


def _region(memory: Memory) -> MemoryRegion:
    return MemoryRegion(memory.name, memory.room, memory.cost, memory.kind)


def _parsed(text: str, part: str, kind: str, known: Mapping[str, Memory], target: Target) -> MemoryRegion:
    """``dtcm`` or ``dtcm:32K`` (no more than that)."""
    name, colon, limit = part.strip().partition(":")
    if name not in known:
        names = ", ".join(known) or "none: choose a board, or a target file that declares memories"
        raise UsageError(
            f"--place {printable(text)}: target '{target.name}' has no memory '{printable(name)}' (it has: {names})"
        )
    region = _region(known[name])
    if kind == "arena" and region.kind != "ram":
        raise UsageError(f"--place {printable(text)}: '{name}' is {region.kind}, the arena needs RAM")
    if not colon:
        return region
    size = byte_count(limit)
    if size is None:
        raise UsageError(f"--place {printable(text)}: '{printable(limit)}' is no number of bytes such as 4096 or 32K")
    return MemoryRegion(region.name, min(region.room, size), region.cost, region.kind)


def _sorted(regions: Sequence[MemoryRegion], rooms: Mapping[str, MemoryRegion]) -> tuple[MemoryRegion, ...]:
    """The fastest first, each once, with the room that the command line leaves it."""
    by_name = {r.name: rooms.get(r.name, r) for r in regions}
    return tuple(sorted(by_name.values(), key=lambda r: r.cost))
