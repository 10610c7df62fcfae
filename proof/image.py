"""A folder's code as the target's compiler makes it, with the marks of the profiler where layers begin and end."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from edgec.converter.graph.errors import EdgecError, UsageError
from edgec.proof.isa import Isa, isa_of
from edgec.proof.subject import Subject
from edgec.proof.thumb.decode import Instruction
from edgec.proof.thumb.machine import NotCovered
from edgec.targets.machine.arch.known import arch_of
from edgec.targets.machine.compile import compile_model, link
from edgec.targets.machine.toolchain import find_compiler, first_diagnostic, run_tool
from edgec.targets.reader import Target, load_target, support_text

HOOKS = "edgec_profile_hooks.h"
STAND_IN = "cortex-m4"
"""Compiles plain C for targets whose machine code is not understood."""
_ALLOCATED = 2


@dataclass(frozen=True)
class Mark:
    """Begin or end of a layer in the code: the address of the jump before it."""

    address: int
    layer: int
    begins: bool


@dataclass(frozen=True)
class Image:
    """A linked model: memory from address 0, instructions, addresses of symbols, marks, sizes of functions by name."""

    target: str
    isa: Isa
    flash: bytes
    code: Mapping[int, Instruction]
    symbols: Mapping[str, int]
    marks: tuple[Mark, ...]
    sizes: Mapping[str, int]

    def function_at(self, address: int) -> str:
        """The name of the function that an instruction is in; its address where that is not known."""
        for name, size in self.sizes.items():
            if self.symbols[name] & ~1 <= address < (self.symbols[name] & ~1) + size:
                return name
        return hex(address)

    def span_at(self, address: int) -> tuple[int, int] | None:
        """First address of the function that an instruction is in, and the one behind it; None: it is in none."""
        size = self.sizes.get(self.function_at(address))
        first = None if size is None else self.symbols[self.function_at(address)] & ~1
        return None if size is None or first is None else (first, first + size)


def compiled_for(target: Target) -> Target:
    """The target whose machine code is executed: this one, or ``STAND_IN`` when its instructions are not known."""
    return target if isa_of(target) is not None else load_target(STAND_IN)


def build_image(out: Subject, build: Path) -> Image:
    """Compile and link a folder with the compiler and options of its target; nothing is run.

    Raises:
        NotCovered: its kernels are written in instructions that are not known.
        ToolchainMissing: no compiler.
        UsageError: kernels of another vendor, or constants in memories of their own.
        EdgecError: it does not compile.
    """
    target = compiled_for(out.target)
    own = [library.name for library in out.libraries if not library.portable]
    if own and target is not out.target:
        raise NotCovered(
            f"the kernels of '{own[0]}' are in an instruction set that the proof does not know; of targets without "
            "such kernels the plain C is proven, as a Cortex-M4's compiler reads it"
        )
    if out.bench.libraries.sources:
        raise UsageError(f"{out.path}: has kernels of another vendor, whose code is not looked at")
    header = build.resolve() / HOOKS
    header.write_text(support_text(HOOKS), encoding="utf-8")
    flags = ("-DBENCH_MARKS", "-include", str(header))
    compiled = compile_model(out.path, out.model.name, target, build, extra_flags=flags)
    name = out.model.name
    script = build / target.toolchain.size_script
    script.write_text(support_text(script.name).replace("@PREFIX@", name), encoding="utf-8")
    called = ("run", "init", *(("reset", "state_save", "state_restore") if out.model.states else ()))
    roots = (f"-Wl,--entry={name}_run", *(f"-Wl,--undefined={name}_{function}" for function in called))
    program = link(compiled.objects, target, build / "image.elf", (*roots, "-T", script.name))
    return _read(program, target)


def compiled(out: Subject) -> Image:
    """The same in a folder of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp, out.running():
        return build_image(out, Path(temp))


def _read(program: Path, target: Target) -> Image:
    with program.open("rb") as stream:
        elf = ELFFile(stream)
        held = [s for s in elf.iter_sections() if int(s["sh_flags"]) & _ALLOCATED]
        flash = bytearray(max((int(s["sh_addr"]) + int(s["sh_size"]) for s in held), default=0))
        for s in held:
            if s["sh_type"] == "SHT_PROGBITS":
                flash[int(s["sh_addr"]) : int(s["sh_addr"]) + int(s["sh_size"])] = s.data()
        table = elf.get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        symbols = {s.name: int(s["st_value"]) for s in table.iter_symbols() if s.name}
        sizes = {s.name: int(s["st_size"]) for s in table.iter_symbols() if s["st_info"]["type"] == "STT_FUNC"}
    arch, isa = arch_of(program), isa_of(target)
    assert isa is not None
    marks = []
    for name, at in symbols.items():
        if name.startswith("edgec_jump_"):
            kind, layer = name.split("_")[2:4]
            marks.append(Mark(arch.address(at), int(layer), kind == "begin"))
    tool = run_tool([find_compiler(target), "-print-prog-name=objdump"], program.parent, "asking for objdump", 60.0)
    command = [tool.stdout.strip() or "objdump", "-d", *arch.shown, *isa.shown, program.name]
    listing = run_tool(command, program.parent, "disassembling the code")
    if listing.returncode != 0:
        raise EdgecError(f"the code cannot be disassembled: {first_diagnostic(listing.stderr)}")
    code = isa.decoded(listing.stdout)
    return Image(target.name, isa, bytes(flash), code, symbols, tuple(marks), sizes)
