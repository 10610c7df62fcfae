"""Estimated cycles of Thumb-2 code: every executed instruction is classified and weighted with the target's costs.

It knows the instruction mix, not the machine: no wait states, no cache, no bus contention, no dual issue; a condition
that fails inside an IT block counts like one that holds.  The rules that a class alone does not give:

* a load right after another load costs ``load_grouped``, unless one of the two writes its base register back or the
  second needs the register that the first one loads;
* multiple loads and stores (LDM, LDRD, POP, VLDM, ...) cost 1 plus ``load_multiple`` or ``store`` per register;
* whatever writes the program counter costs ``branch_taken`` on top of its own class.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from edgec.codegen.build.profile_run import Block
from edgec.codegen.build.target import CycleCosts
from edgec.codegen.build.toolchain import first_diagnostic, run_tool
from edgec.converter.errors import EdgecError


class Kind(Enum):
    """Classes of instructions; the values are what reports print."""

    ALU = "alu"
    MUL = "multiply"
    MUL_LONG = "long multiply"
    DIV = "divide"
    LOAD = "load, isolated"
    LOAD_GROUPED = "load, grouped"
    LOAD_UPDATING = "load, base update"
    LOAD_MULTIPLE = "load multiple"
    STORE = "store"
    STORE_MULTIPLE = "store multiple"
    BRANCH = "branch"
    CALL = "call"
    FLOAT_ADD = "float add, compare, move"
    FLOAT_MUL = "float multiply"
    FLOAT_MLA = "float multiply-add"
    FLOAT_DIV = "float divide"
    FLOAT_SQRT = "float square root"
    FLOAT_CONVERT = "float convert"
    FLOAT_LOAD = "float load"
    FLOAT_LOAD_MULTIPLE = "float load multiple"
    FLOAT_STORE = "float store"
    FLOAT_STORE_MULTIPLE = "float store multiple"


_CONDITION = r"(?:eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al)?"
_PATTERNS: tuple[tuple[Kind, str], ...] = (  # the first that matches the whole mnemonic, without .w, .n and types
    (Kind.CALL, rf"blx?{_CONDITION}"),
    (Kind.BRANCH, rf"bx?{_CONDITION}|cbn?z|tb[bh]"),
    (Kind.MUL_LONG, r"[su]mull.*|[su]mlal.*|umaal.*|smlsld.*"),
    (Kind.MUL, r"mul.*|ml[as].*|smul.*|smla.*|smls.*|smm.*|smu.*|usad.*"),
    (Kind.DIV, r"[su]div.*"),
    (Kind.LOAD_MULTIPLE, r"ldm.*|pop.*|ldrd.*"),
    (Kind.LOAD, r"ldr.*"),
    (Kind.STORE_MULTIPLE, r"stm.*|push.*|strd.*"),
    (Kind.STORE, r"str.*"),
    (Kind.FLOAT_LOAD_MULTIPLE, r"vldm.*|vpop.*"),
    (Kind.FLOAT_LOAD, r"vldr.*"),
    (Kind.FLOAT_STORE_MULTIPLE, r"vstm.*|vpush.*"),
    (Kind.FLOAT_STORE, r"vstr.*"),
    (Kind.FLOAT_MLA, r"v(?:fn?m|n?ml)[as].*"),
    (Kind.FLOAT_MUL, r"vn?mul.*"),
    (Kind.FLOAT_DIV, r"vdiv.*"),
    (Kind.FLOAT_SQRT, r"vsqrt.*"),
    (Kind.FLOAT_CONVERT, r"v(?:cvt|rint).*"),
    (Kind.FLOAT_ADD, r"v.*"),
)
_KINDS = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
_LINE = re.compile(r"^\s*([0-9a-f]+):\t([0-9a-f]{4})(?: ([0-9a-f]{4}))?\s*\t(\S+)(?:\t([^;@]*))?")
_REGISTERS = re.compile(r"\{([^}]*)\}")
_ANY_MULTIPLE = (
    Kind.LOAD_MULTIPLE,
    Kind.STORE_MULTIPLE,
    Kind.FLOAT_LOAD_MULTIPLE,
    Kind.FLOAT_STORE_MULTIPLE,
)
_COST: Mapping[Kind, str] = {  # the member of CycleCosts
    Kind.ALU: "alu",
    Kind.MUL: "mul",
    Kind.MUL_LONG: "mul_long",
    Kind.DIV: "div",
    Kind.LOAD: "load",
    Kind.LOAD_GROUPED: "load_grouped",
    Kind.LOAD_UPDATING: "load_updating",
    Kind.STORE: "store",
    Kind.CALL: "call",
    Kind.FLOAT_ADD: "float_add",
    Kind.FLOAT_MUL: "float_mul",
    Kind.FLOAT_MLA: "float_mla",
    Kind.FLOAT_DIV: "float_div",
    Kind.FLOAT_SQRT: "float_sqrt",
    Kind.FLOAT_CONVERT: "float_convert",
    Kind.FLOAT_LOAD: "float_load",
    Kind.FLOAT_STORE: "float_store",
}


@dataclass(frozen=True)
class Instruction:
    """One instruction: class, registers it moves (1 unless multiple), register it loads and base register (loads)."""

    address: int
    size: int
    kind: Kind
    count: int = 1
    loads: str = ""
    base: str = ""
    writes_pc: bool = False


def classify(address: int, size: int, mnemonic: str, operands: str) -> Instruction:
    """An instruction from its disassembly (unified syntax, as objdump prints it)."""
    name = mnemonic.split(".")[0]
    kind = next((k for k, pattern in _KINDS if pattern.fullmatch(name)), Kind.ALU)
    inside = _REGISTERS.search(operands)
    count = _registers(inside[1]) if inside else 2 if name.startswith(("ldrd", "strd")) else 1
    first = operands.split(",")[0].strip()
    loads = base = ""
    if kind is Kind.LOAD:
        loads, base = first, operands.partition("[")[2].split(",")[0].rstrip("] \t")
        if "!" in operands or re.search(r"\],", operands):
            kind = Kind.LOAD_UPDATING
    listed = inside is not None and "pc" in inside[1] and kind is Kind.LOAD_MULTIPLE
    plain = first == "pc" and kind not in (Kind.BRANCH, Kind.CALL, Kind.STORE)
    return Instruction(address, size, kind, count, loads, base, listed or plain)


def _registers(text: str) -> int:
    """Number of registers in a list such as ``r4, r5, s0-s3``."""
    total = 0
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        total += int(high[1:]) - int(low[1:]) + 1 if dash else 1
    return total


def disassemble(program: Path, compiler: str) -> dict[int, Instruction]:
    """Instructions of a linked program by address; ``compiler`` is the GCC whose objdump is used.

    Raises:
        EdgecError: no objdump, or it fails.
    """
    tool = run_tool([compiler, "-print-prog-name=objdump"], program.parent, "asking for objdump", 60.0).stdout.strip()
    done = run_tool([tool or "objdump", "-d", program.name], program.parent, "disassembling the program")
    if done.returncode != 0:
        raise EdgecError(f"the program cannot be disassembled: {first_diagnostic(done.stderr)}")
    found = {}
    for line in done.stdout.splitlines():
        match = _LINE.match(line)
        if match:
            address = int(match[1], 16)
            found[address] = classify(address, 4 if match[3] else 2, match[4], match[5] or "")
    return found


@dataclass
class Mix:
    """Executed instructions and estimated cycles by class."""

    instructions: dict[Kind, int]
    cycles: dict[Kind, float]

    @staticmethod
    def empty() -> Mix:
        """Nothing executed."""
        return Mix({}, {})

    def add(self, kind: Kind, instructions: int, cycles: float) -> None:
        """Count executions of one instruction."""
        self.instructions[kind] = self.instructions.get(kind, 0) + instructions
        self.cycles[kind] = self.cycles.get(kind, 0.0) + cycles

    def merge(self, other: Mix) -> None:
        """Add another mix."""
        for kind, count in other.instructions.items():
            self.add(kind, count, other.cycles[kind])

    @property
    def total(self) -> int:
        """Executed instructions."""
        return sum(self.instructions.values())

    @property
    def total_cycles(self) -> float:
        """Estimated cycles."""
        return sum(self.cycles.values())


def mix_of(
    blocks: Iterable[Block], code: Mapping[int, Instruction], costs: CycleCosts | None,
    skipped: frozenset[int], outside: range,
) -> dict[int, Mix]:  # fmt: skip
    """The mix of each layer; instructions at ``skipped`` or in ``outside`` are left out.

    Without ``costs`` all cycles are 0.

    Raises:
        EdgecError: a block holds an address that is no instruction (a bug).
    """
    found: dict[int, Mix] = {}
    for block in blocks:
        mix = found.setdefault(block.layer, Mix.empty())
        before: Instruction | None = None
        address = block.start
        while address < block.end:
            one = code.get(address)
            if one is None:
                raise EdgecError(f"the profiler found no instruction at 0x{address:x}")
            if address not in skipped and address not in outside:
                jumps = block.jumps if address + one.size == block.end else 0
                kind = _kind_after(one, before)
                mix.add(kind, block.runs, _cycles(one, kind, block.runs, jumps, costs) if costs else 0.0)
            before = one
            address += one.size
    return found


def _kind_after(one: Instruction, before: Instruction | None) -> Kind:
    """The class of an instruction in its place."""
    if one.kind is Kind.LOAD and before is not None and before.kind is Kind.LOAD and before.loads != one.base:
        return Kind.LOAD_GROUPED
    return one.kind


def _cycles(one: Instruction, kind: Kind, runs: int, jumps: int, costs: CycleCosts) -> float:
    """Estimated cycles of ``runs`` executions, ``jumps`` of which changed the program counter."""
    if kind is Kind.BRANCH:
        return jumps * costs.branch_taken + (runs - jumps) * costs.branch_not_taken
    if kind in _ANY_MULTIPLE:
        store = kind in (Kind.STORE_MULTIPLE, Kind.FLOAT_STORE_MULTIPLE)
        each = 1.0 + one.count * (costs.store if store else costs.load_multiple)
    else:
        each = float(getattr(costs, _COST[kind]))
    return runs * each + (jumps * costs.branch_taken if one.writes_pc else 0.0)
