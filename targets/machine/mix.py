"""Estimated cycles: every executed instruction is classified and weighted with the target's costs.

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
from pathlib import Path

from edgec.converter.graph.errors import EdgecError
from edgec.targets.machine.arch.known import arch_of
from edgec.targets.machine.arch.spec import MachineInstruction, OpKind
from edgec.targets.machine.counting import CodeBlock
from edgec.targets.machine.toolchain import first_diagnostic, run_tool
from edgec.targets.reader import CycleCosts

# An instruction in objdump's output: address, its bytes (Thumb: in halves), mnemonic, operands.
_LINE = re.compile(r"^\s*([0-9a-f]+):\t((?:[0-9a-f]{4})(?: ?[0-9a-f]{4})?)\s*\t(\S+)(?:\t([^;@/<]*))?")
_ANY_MULTIPLE = (
    OpKind.LOAD_MULTIPLE,
    OpKind.STORE_MULTIPLE,
    OpKind.FLOAT_LOAD_MULTIPLE,
    OpKind.FLOAT_STORE_MULTIPLE,
)
_COST: Mapping[OpKind, str] = {  # the member of CycleCosts
    OpKind.ALU: "alu",
    OpKind.MUL: "mul",
    OpKind.MUL_LONG: "mul_long",
    OpKind.DIV: "div",
    OpKind.LOAD: "load",
    OpKind.LOAD_GROUPED: "load_grouped",
    OpKind.LOAD_UPDATING: "load_updating",
    OpKind.STORE: "store",
    OpKind.CALL: "call",
    OpKind.FLOAT_ADD: "float_add",
    OpKind.FLOAT_MUL: "float_mul",
    OpKind.FLOAT_MLA: "float_mla",
    OpKind.FLOAT_DIV: "float_div",
    OpKind.FLOAT_SQRT: "float_sqrt",
    OpKind.FLOAT_CONVERT: "float_convert",
    OpKind.FLOAT_LOAD: "float_load",
    OpKind.FLOAT_STORE: "float_store",
}


def disassemble(program: Path, compiler: str) -> dict[int, MachineInstruction]:
    """Instructions of a linked program by address; ``compiler`` is the GCC whose objdump is used.

    Raises:
        EdgecError: no objdump, or it fails.
    """
    tool = run_tool([compiler, "-print-prog-name=objdump"], program.parent, "asking for objdump", 60.0).stdout.strip()
    done = run_tool([tool or "objdump", "-d", program.name], program.parent, "disassembling the program")
    if done.returncode != 0:
        raise EdgecError(f"the program cannot be disassembled: {first_diagnostic(done.stderr)}")
    arch, found = arch_of(program), {}
    for line in done.stdout.splitlines():
        match = _LINE.match(line)
        if match:
            address = int(match[1], 16)
            size = len(match[2].replace(" ", "")) // 2
            found[address] = arch.classify(address, size, match[3], match[4] or "")
    return found


@dataclass
class Mix:
    """Executed instructions and estimated cycles by class."""

    instructions: dict[OpKind, int]
    cycles: dict[OpKind, float]

    @staticmethod
    def empty() -> Mix:
        """Nothing executed."""
        return Mix({}, {})

    def add(self, kind: OpKind, instructions: int, cycles: float) -> None:
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
    blocks: Iterable[CodeBlock], code: Mapping[int, MachineInstruction], costs: CycleCosts | None,
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
        before: MachineInstruction | None = None
        address = block.start
        for left in reversed(range(block.count)):
            one = code.get(address)
            if one is None:
                raise EdgecError(f"the profiler found no instruction at 0x{address:x}")
            if address not in skipped and address not in outside:
                jumps = 0 if left else block.jumps
                kind = _kind_after(one, before)
                mix.add(kind, block.runs, _cycles(one, kind, block.runs, jumps, costs) if costs else 0.0)
            before = one
            address += one.size
    return found


def _kind_after(one: MachineInstruction, before: MachineInstruction | None) -> OpKind:
    """The class of an instruction in its place."""
    if one.kind is OpKind.LOAD and before is not None and before.kind is OpKind.LOAD and before.loads != one.base:
        return OpKind.LOAD_GROUPED
    return one.kind


def _cycles(one: MachineInstruction, kind: OpKind, runs: int, jumps: int, costs: CycleCosts) -> float:
    """Estimated cycles of ``runs`` executions, ``jumps`` of which changed the program counter."""
    if kind is OpKind.BRANCH:
        return jumps * costs.branch_taken + (runs - jumps) * costs.branch_not_taken
    if kind in _ANY_MULTIPLE:
        store = kind in (OpKind.STORE_MULTIPLE, OpKind.FLOAT_STORE_MULTIPLE)
        each = 1.0 + one.count * (costs.store if store else costs.load_multiple)
    else:
        each = float(getattr(costs, _COST[kind]))
    return runs * each + (jumps * costs.branch_taken if one.writes_pc else 0.0)
