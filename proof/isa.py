"""Instruction sets whose code is executed over terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from edgec.proof.rv32.core import CountingRiscvCore, RiscvCore, machine_of
from edgec.proof.rv32.decode import decoded as riscv_decoded
from edgec.proof.rv32.steps import is_executable as riscv_executable
from edgec.proof.thumb.core import Core
from edgec.proof.thumb.counting import CountingCore
from edgec.proof.thumb.decode import Instruction
from edgec.proof.thumb.decode import decoded as thumb_decoded
from edgec.proof.thumb.division import take_divisions
from edgec.proof.thumb.machine import Machine
from edgec.proof.thumb.steps import FLAGGED, NAMES, is_executable
from edgec.targets.reader import Target

Symbols = Mapping[str, int]


@dataclass(frozen=True)
class Isa:
    """An instruction set.

    ``shown``: options of objdump.  ``decoded`` reads what it prints.  ``core`` executes it, ``counting`` counts too.
    ``machine`` is one with these constants from address 0, bytes of RAM, and symbols.  ``helped`` has a core take
    functions of the compiler's library, which lie in such constants, as instructions.  ``calls`` are mnemonics whose
    operand may be another function.
    """

    shown: tuple[str, ...]
    decoded: Callable[[str], dict[int, Instruction]]
    core: type[Core]
    counting: type[CountingCore]
    machine: Callable[[bytes, bytearray, Symbols], Machine]
    is_executable: Callable[[Instruction], bool]
    helped: Callable[[Core, Symbols, bytes], None]
    calls: frozenset[str]


THUMB = Isa(
    (),
    lambda listing: thumb_decoded(listing, NAMES, FLAGGED),
    Core,
    CountingCore,
    lambda flash, ram, _: Machine(flash, ram),
    is_executable,
    take_divisions,
    frozenset({"b", "bl"}),
)
RV32 = Isa(
    ("-M", "no-aliases"),
    riscv_decoded,
    RiscvCore,
    CountingRiscvCore,
    machine_of,
    riscv_executable,
    lambda _core, _symbols, _flash: None,
    frozenset({"jal"}),
)


def isa_of(target: Target) -> Isa | None:
    """The instruction set of a target's code; None where it is not known."""
    flags = target.toolchain.compile_flags
    if not target.toolchain.size_script:
        return None
    if any("-mthumb" in flag for flag in flags):
        return THUMB
    return RV32 if any(flag.startswith("-march=rv32") for flag in flags) else None
