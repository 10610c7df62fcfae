"""Targets: what a core or board can do, how to compile for it and how to run it, read from ``edgec.targets``.

A target is a TOML file (``cortex-m4.toml``, ``boards/stm32l4r5.toml``); an unknown key is an error; ``inherits`` names
the target whose values it starts from (tables are merged key by key, lists and scalars are replaced, ``false`` takes
an inherited table away).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.targets import energy, own
from edgec.targets.cycles import CycleCosts, FlashReads
from edgec.targets.features import FEATURES, check_features
from edgec.targets.records import build_record
from edgec.targets.shipped import read_rates, read_shipped, with_library_stack

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

MEMORY_KINDS = ("flash", "ram")
REGIONS = ("CODE", "RAM", "BULK")
_UNITS = {"K": 1024, "M": 1024 * 1024}
UNKNOWN_RATE = 10.0  # instructions of each term of a kernel that a target has no rates for


@dataclass(frozen=True)
class Memory:
    """One memory of a board: bytes at consecutive addresses, of one speed.

    ``size`` as written ("192K", "2M" or a number of bytes); ``cost`` is what an access takes in relation to the other
    memories (only ratios count); ``reserve`` are bytes of it that are the application's (its stack, its data);
    ``reads`` is how the core reads a flash, for estimates of cycles.
    """

    name: str
    kind: str
    size: str | int
    wait_states: int = 0
    cost: float = 1.0
    reserve: str | int = 0
    reads: FlashReads | None = None

    @property
    def bytes(self) -> int:
        """Size in bytes."""
        return parse_size(self.size)

    @property
    def room(self) -> int:
        """Bytes that a model may take."""
        return self.bytes - parse_size(self.reserve)


@dataclass(frozen=True)
class LibraryStack:
    """Stack bytes of a C library function (its callees included), for which the compiler writes no call graph."""

    name: str
    bytes: int


@dataclass(frozen=True)
class Toolchain:
    """Compiler of a target: the first of ``compilers`` on PATH, with ``flags`` + ``section_flags`` + ``extra_flags``.

    ``required_files`` are library files the compiler must know (``-print-file-name``); ``size_script`` is the linker
    script in ``support/`` that measures flash, linked with ``size_flags`` too; ``debian`` and ``brew`` are the packages
    of all this.  ``library_stack`` may name a file of ``targets/stacks``; ``library_unknown``: why others are unknown.
    ``constants`` is what C calls the address space of a flash that is not among the data ("": it is).
    """

    compilers: tuple[str, ...]
    flags: tuple[str, ...]
    debian: str
    brew: str
    section_flags: tuple[str, ...] = ()
    extra_flags: tuple[str, ...] = ()
    link_flags: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    size_script: str = ""
    size_flags: tuple[str, ...] = ()
    required_files: tuple[str, ...] = ()
    library_stack: tuple[LibraryStack, ...] = ()
    library_unknown: str = ""
    constants: str = ""

    @property
    def strict_align(self) -> bool:
        """Whether code is compiled for a core that may fault on unaligned accesses where its emulator makes them."""
        return "-mstrict-align" in self.flags

    @property
    def compile_flags(self) -> tuple[str, ...]:
        """All flags of a compilation, in order."""
        return self.flags + self.section_flags + self.extra_flags


@dataclass(frozen=True)
class StandIn:
    """Memory of the emulated machine for a memory of the board: ``size`` bytes at ``origin``."""

    memory: str
    origin: int
    size: str | int


@dataclass(frozen=True)
class Region:
    """Memory of the emulated machine, ``size`` bytes at ``origin``: CODE, RAM or BULK (see ``support/machine.ld``)."""

    name: str
    origin: int
    size: str | int


@dataclass(frozen=True)
class Qemu:
    """Settings of QEMU for a target: a machine, or with ``user`` a Linux process.

    ``linker_script``, ``sources`` (startup, I/O) and ``core_header`` (timer, stack) are files in ``support/``.  A
    memory without one of the ``stand_ins`` is part of the machine's main memory.  ``stands_for`` says which core is
    emulated in the target's place, when QEMU has no such core ("": it has).  ``program`` is the option that the path
    of the program ends; ``serial``: there is no semihosting, samples and results go through serial ports.
    """

    command: str
    args: tuple[str, ...]
    sources: tuple[str, ...]
    core_header: str
    debian: str
    brew: str
    icount_args: tuple[str, ...] = ()
    instructions_per_tick: float = 0.0
    linker_script: str = ""
    regions: tuple[Region, ...] = ()
    link_flags: tuple[str, ...] = ()
    user: bool = False
    stands_for: str = ""
    stand_ins: tuple[StandIn, ...] = ()
    program: str = "-kernel "
    serial: bool = False

    @property
    def timed(self) -> bool:
        """Whether its timer counts instructions."""
        return self.instructions_per_tick > 0.0

    @property
    def machine(self) -> str:
        """The emulated machine, or the process, and the processor that its options name."""
        names = dict(zip(self.args, self.args[1:], strict=False))
        machine = self.command if self.user else names.get("-machine", self.command)
        return f"{machine} {names.get('-cpu', '')}".rstrip()


@dataclass(frozen=True)
class Rates:
    """Instructions that kernels execute: for each term that a kernel counts its work in (tile, tap, element, ...).

    ``terms``: library -> kernel -> term -> instructions at -O3, none where left out; "function.term" is the term of a
    function that several kernels of the library call, whose rates stand like those of a kernel.  ``levels``: level of
    optimization -> library, or kernel ("library/kernel") where it differs -> times the instructions at -O3; ``at``:
    level -> library -> the terms of kernels whose layers do not all grow alike.  All are fitted to whole layers
    (``benchmarks/prices.py``); they rank kernels.
    """

    terms: Mapping[str, Mapping[str, Mapping[str, float]]] = field(default_factory=dict)
    levels: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    at: Mapping[str, Mapping[str, Mapping[str, Mapping[str, float]]]] = field(default_factory=dict)

    def price(self, library: str, kernel: str, counts: Iterable[tuple[str, float]], level: str = "") -> float:
        """Estimated instructions of counted work at a level ("": -O3); kernels without rates take ``UNKNOWN_RATE``."""
        known, own = self.terms.get(library, {}), self.at.get(level, {}).get(library, {})
        slowed = self.slowed(f"{library}/{kernel}", level)

        def rate(name: str, term: str) -> float:
            factor, rates = (1.0, own[name]) if name in own else (slowed, known.get(name))
            return factor * (UNKNOWN_RATE if rates is None else rates.get(term, 0.0))

        return sum(times * rate(*self.owner(kernel, term)) for term, times in counts)

    @staticmethod
    def owner(kernel: str, term: str) -> tuple[str, str]:
        """Under which name a term's rate stands: the kernel's, or that of the function before the dot."""
        function, _, own = term.rpartition(".")
        return function or kernel, own

    def slowed(self, kernel: str, level: str) -> float:
        """Return a kernel's instructions at another level of optimization, as a multiple of those at -O3.

        The kernel is named "library/kernel".
        """
        factors = self.levels.get(level, {})
        return factors.get(kernel, factors.get(kernel.partition("/")[0], 1.0))


@dataclass(frozen=True)
class Target:
    """A core or board.  Without ``qemu`` it runs natively; without ``memories`` it sets no size limit.

    ``nanojoules_per_cycle`` is the energy of a busy cycle at ``clock_hz``; or ``run_milliamperes``, the current while
    it computes, and ``supply_volts`` state it.  ``energy_source`` is where the figures are from.
    ``libraries`` are folders with further libraries of kernels (Python that is run), relative to the target's file;
    ``features`` may name what only these ask for.
    ``rates_from`` names a file of rates in ``targets/rates``, which ``rates`` add to.
    """

    name: str
    description: str
    alignment: int
    toolchain: Toolchain
    features: tuple[str, ...] = ()
    memories: tuple[Memory, ...] = ()
    clock_hz: int = 0
    qemu: Qemu | None = None
    cycles: CycleCosts | None = None
    nanojoules_per_cycle: float | None = None
    energy_source: str = ""
    libraries: tuple[str, ...] = ()
    rates_from: str = ""
    rates: Rates = field(default_factory=Rates, compare=False)
    run_milliamperes: float | None = None
    supply_volts: float | None = None

    @property
    def cycle_nanojoules(self) -> float | None:
        """Energy of a busy cycle, as stated or by current, voltage and clock; None where the target states neither."""
        return energy.of_cycle(self)

    @property
    def hosted(self) -> bool:
        """Whether its programs are processes of a system that loads them, not a firmware."""
        return (self.qemu is None or self.qemu.user) and self.memory_bytes("flash") is None

    def has(self, feature: str) -> bool:
        """Return whether the target has ``feature`` (one of ``FEATURES``)."""
        assert feature in FEATURES, feature
        return feature in self.features

    def memory_bytes(self, kind: str) -> int | None:
        """Total bytes of the memories of a kind ("flash" or "ram"); None when the target states none (a bare core)."""
        sizes = [m.bytes for m in self.memories if m.kind == kind]
        return sum(sizes) if sizes else None

    def memories_of(self, kind: str) -> tuple[Memory, ...]:
        """The memories of a kind, the fastest first (of equals, the one that is declared first)."""
        return tuple(sorted((m for m in self.memories if m.kind == kind), key=lambda m: m.cost))


def load_target(name: str) -> Target:
    """Read a target by name, or by the path of a ``.toml`` file (whose name is then its stem).

    Others are looked for in ``own.places``.  A target says which programs are run: its name must come from the user.

    Raises:
        UsageError: no such target, or a file that breaks a rule (names file, key and rule).
    """
    file = own.located(name)
    return _target(file) if file.endswith(own.ENDING) else _shipped(file)


@cache
def _shipped(name: str) -> Target:
    """A target that comes with edgec: its files do not change while a program runs."""
    return _target(name)


def _target(name: str) -> Target:
    table = _read_inherited(name, ())
    where = f"target '{printable(name)}'"
    table["name"] = Path(name).stem if name.endswith(own.ENDING) else name
    if table.get("rates_from"):
        table["rates"] = merged(read_rates(table["rates_from"], where), table.get("rates", {}))
    if "toolchain" in table:
        table["toolchain"] = with_library_stack(table["toolchain"], where)
    target = build_record(Target, table, where)
    check(target, where)
    return target


def support_text(name: str) -> str:
    """The text of a file in ``targets/support``."""
    return resources.files("edgec.targets").joinpath("support").joinpath(name).read_text(encoding="utf-8")


def parse_size(size: str | int) -> int:
    """Bytes of "2M", "192K" or a plain number.

    Raises:
        ValueError: not a size.
    """
    text = str(size)
    if text[-1:] in _UNITS:
        return int(text[:-1]) * _UNITS[text[-1]]
    return int(text)


def _read_inherited(name: str, children: tuple[str, ...]) -> dict[str, Any]:
    if name in children:
        raise UsageError(f"target '{printable(name)}' inherits from itself: {' -> '.join((*children, name))}")
    table = _read_file(name) if name.endswith(own.ENDING) else dict(read_shipped(name))
    if isinstance(table.get("libraries"), list):
        home = Path(name).resolve().parent
        table["libraries"] = [str(home / str(folder)) for folder in table["libraries"]]
    parent = table.pop("inherits", None)
    if parent is None:
        return table
    if not isinstance(parent, str):
        raise UsageError(f"target '{printable(name)}': key 'inherits' must be the name of a target")
    return merged(_read_inherited(own.located(parent), (*children, name)), table)


def _read_file(name: str) -> dict[str, Any]:
    try:
        table: dict[str, Any] = tomllib.loads(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"target file '{printable(name)}' cannot be read: {printable(str(error))}") from error
    return table


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables as one, key by key; lists and scalars of ``over`` win, its ``false`` takes a table away."""
    table = dict(base)
    for key, value in over.items():
        old = table.get(key)
        if value is False and isinstance(old, dict):
            del table[key]
            continue
        table[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return table


def check(target: Target, where: str) -> None:
    """Raise unless the values of a target fit each other.

    Raises:
        UsageError: the sentence starts with ``where`` and names key and rule.
    """
    if not target.libraries:  # those of a target's own libraries are known when these are loaded
        check_features(target.features, where)
    if target.alignment < 1 or target.alignment & (target.alignment - 1):
        raise UsageError(f"{where}: alignment {target.alignment} must be a power of two")
    names = [m.name for m in target.memories]
    for memory in target.memories:
        _check_memory(memory, f"{where}: memory '{printable(memory.name)}'")
        if names.count(memory.name) > 1:
            raise UsageError(f"{where}: two memories are called '{printable(memory.name)}'")
    energy.check(target, where)
    if target.qemu is not None:
        _check_emulator(target.qemu, names, where)


def _check_emulator(qemu: Qemu, memories: Sequence[str], where: str) -> None:
    for stand_in in qemu.stand_ins:
        if stand_in.memory not in memories:
            raise UsageError(f"{where}: key 'stand_ins': there is no memory '{printable(stand_in.memory)}'")
        if stand_in.origin < 0 or not _is_size(stand_in.size):
            raise UsageError(
                f"{where}: key 'stand_ins': '{stand_in.memory}' needs an origin from 0 and a size such as '64K'"
            )
    regions = [r.name for r in qemu.regions if r.origin >= 0 and _is_size(r.size)]
    script = support_text(qemu.linker_script) if qemu.linker_script else ""
    wanted = [name for name in REGIONS if f"> {name}" in script]
    if script and sorted(regions) != sorted(wanted):
        raise UsageError(
            f"{where}: key 'regions': a machine has {', '.join(wanted)}, each with an origin from 0 and a size"
        )


def _check_memory(memory: Memory, what: str) -> None:
    if re.fullmatch(r"[a-z][a-z0-9_]{0,31}", memory.name) is None:
        raise UsageError(f"{what}: a name is made of lower case letters, digits and _ (it becomes part of C names)")
    if memory.kind not in MEMORY_KINDS:
        raise UsageError(f"{what} has kind '{printable(memory.kind)}', not flash or ram")
    sizes = _is_size(memory.size) and _is_size(memory.reserve, least=0)
    if not sizes or memory.room < 0 or memory.cost <= 0:
        raise UsageError(
            f"{what} needs a size such as '64K', '2M' or a number of bytes, a reserve within it and a positive cost"
        )
    if memory.reads is not None and (memory.kind != "flash" or memory.reads.flaw):
        raise UsageError(f"{what}: key 'reads': {memory.reads.flaw or 'only a flash is read so'}")


def _is_size(size: str | int, least: int = 1) -> bool:
    """Return whether it is a number of bytes as ``parse_size`` reads it."""
    return re.fullmatch(r"[0-9]{1,16}[KM]?", str(size)) is not None and parse_size(size) >= least
