"""``edgec targets NAME --toml`` and ``--check FILE``: targets of the user's own."""

from __future__ import annotations

from pathlib import Path

from edgec.console.tables import Table, columns
from edgec.converter.graph.errors import UsageError, printable
from edgec.targets import energy
from edgec.targets.machine.toolchain import available
from edgec.targets.own import ENDING, files_of, located, own_targets
from edgec.targets.reader import Target, load_target
from edgec.targets.shipped import core_of, list_targets, read_shipped, shipped_text

SKELETON = """\
# A board with this core: put your figures in the place of these.
inherits = "{core}"
description = "My board ({core} at 64 MHz)"
clock_hz = 64_000_000

[[memories]]
name = "flash"
kind = "flash"
size = "512K"

[[memories]]
name = "sram"
kind = "ram"
size = "128K"
reserve = "32K" # what the application needs: its stack, its buffers
"""


def toml_of(name: str) -> str:
    """The file of a target to begin from: a board's, and of a core the first lines of a board with it.

    Raises:
        UsageError: there is no such target.
    """
    file = located(name)
    if file.endswith(ENDING):
        load_target(file)
        return Path(file).read_text(encoding="utf-8")
    read_shipped(name)
    return SKELETON.format(core=name) if core_of(name) == name else shipped_text(name)


def checked(file: Path) -> Table:
    """Tabulate a target's file as it is understood, with notes on what is missing.

    Raises:
        UsageError: it breaks a rule; names key and rule.
    """
    if file.suffix != ENDING:
        raise UsageError(f"--check {printable(str(file))}: a target is a file that ends in {ENDING}")
    target = load_target(str(file))
    rows = (
        ("name", target.name),
        ("made of", ", ".join(map(str, files_of(str(file))))),
        ("description", target.description),
        ("features", " ".join(target.features) or "-"),
        ("clock", f"{target.clock_hz / 1e6:g} MHz" if target.clock_hz else "-"),
        ("energy", energy.basis(target) or "-"),
        *(
            (f"memory {m.name}", f"{m.kind}, {m.room} bytes for models of {m.bytes}, cost {m.cost:g}")
            for m in target.memories
        ),
        ("compiled by", " ".join((target.toolchain.compilers[0], *target.toolchain.compile_flags))),
        ("run by", target.qemu.machine if target.qemu else "-"),
    )
    return Table(columns("what", "value"), rows, notes=tuple(_missing(target)))


def _missing(target: Target) -> list[str]:
    notes = []
    if target.name in list_targets():
        notes.append(f"'{target.name}' is a target of edgec's: by that name the file is never found, only by its path")
    elif target.name not in own_targets():
        notes.append("its folder is not searched: name it by its path, or its folder in EDGEC_TARGETS")
    if not target.memories:
        notes.append("no memories: nothing limits flash and RAM")
    if not target.clock_hz:
        notes.append("no clock_hz: profile tells no time")
    if target.cycle_nanojoules is None:
        notes.append("no nanojoules_per_cycle, no run_milliamperes: profile tells no energy")
    elif not target.energy_source:
        notes.append("no energy_source: nobody can tell where the figures of energy are from")
    if not available(target):
        notes.append(f"the compiler or the emulator is not installed ({target.toolchain.debian})")
    return notes
