"""Description of an instruction set: relocations of calls, classes of instructions, the jumps of the profiler."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from edgec.converter.graph.frozen import dataclass


class OpKind(Enum):
    """Classes of instructions; the values are what reports print."""

    ALU = "alu"
    ALU_WIDE = "alu, 16 bits"
    MUL = "multiply"
    MUL_LONG = "long multiply"
    DIV = "divide"
    LOAD = "load, isolated"
    LOAD_GROUPED = "load, grouped"
    LOAD_FLASH = "load, program memory"
    LOAD_UPDATING = "load, base update"
    LOAD_MULTIPLE = "load multiple"
    STORE = "store"
    STORE_MULTIPLE = "store multiple"
    BRANCH = "branch"
    CALL = "call"
    RETURN = "return"
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
    VECTOR = "vector"
    VECTOR_MUL = "vector multiply"
    VECTOR_LOAD = "vector load"
    VECTOR_STORE = "vector store"


@dataclass(frozen=True)
class MachineInstruction:
    """One instruction of a disassembly.

    ``count`` is how many registers it moves (1 unless multiple), ``loads`` the register that a single load writes,
    ``base`` the registers that its address is made of, ``registers`` all that its operands name.  ``target`` is the
    address that a direct branch or call goes to.  ``name`` is the mnemonic without its width and types, ``operands``
    are as objdump prints them.
    """

    address: int
    size: int
    kind: OpKind
    count: int = 1
    loads: str = ""
    base: frozenset[str] = frozenset()
    writes_pc: bool = False
    registers: tuple[str, ...] = ()
    target: int | None = None
    name: str = ""
    operands: str = ""


@dataclass(frozen=True)
class Arch:
    """An instruction set.

    ``machine`` is what ELF files call it; ``calls`` and ``jumps`` are the relocation types of a call, and of a branch
    with the caller's frame given back before.  ``mode_bits`` are bits of a code address that say how the processor runs
    it.  ``classify`` takes address, size, mnemonic and operands as objdump prints them.  ``plugin`` is the counting
    plugin's name of the rule by which an instruction's first bytes say its size, ``raw`` what objdump is told of code
    without a file around it, ``shown`` of a program.  ``is_tail`` tells the jumps among
    relocations that calls and jumps share, by the eight bytes of code that they change.
    """

    machine: str
    calls: frozenset[int]
    jumps: frozenset[int]
    mode_bits: int
    plugin: str
    classify: Callable[[int, int, str, str], MachineInstruction]
    raw: tuple[str, ...]
    is_tail: Callable[[bytes], bool] | None = None
    shown: tuple[str, ...] = ()

    def address(self, value: int) -> int:
        """The address of the code that a symbol's value points to."""
        return value & ~self.mode_bits
