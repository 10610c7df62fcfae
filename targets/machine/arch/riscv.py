"""RISC-V: RV32 with the extensions M, A, F and C."""

from __future__ import annotations

import re

from edgec.targets.machine.arch.spec import Arch, MachineInstruction, OpKind

_PATTERNS: tuple[tuple[OpKind, str], ...] = (  # the first that matches the whole mnemonic, as objdump shortens it
    (OpKind.CALL, r"jalr?"),
    (OpKind.BRANCH, r"jr?|ret|b(?:eq|ne|lt|ge|gt|le)[uz]?"),
    (OpKind.MUL_LONG, r"mulh.*"),
    (OpKind.MUL, r"mul"),
    (OpKind.DIV, r"(?:div|rem)u?"),
    (OpKind.LOAD, r"l[bhw]u?"),
    (OpKind.STORE, r"s[bhw]"),
    (OpKind.FLOAT_LOAD, r"fl[wd]"),
    (OpKind.FLOAT_STORE, r"fs[wd]"),
    (OpKind.FLOAT_MLA, r"fn?m(?:add|sub)\..*"),
    (OpKind.FLOAT_MUL, r"fmul\..*"),
    (OpKind.FLOAT_DIV, r"fdiv\..*"),
    (OpKind.FLOAT_SQRT, r"fsqrt\..*"),
    (OpKind.FLOAT_CONVERT, r"fcvt\..*"),
    (OpKind.FLOAT_ADD, r"f(?:add|sub|min|max|eq|lt|le|abs|neg|mv|sgnj|class).*"),
)
_KINDS = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
_JAL, _JALR = 0x6F, 0x67  # opcodes
_RD = 0xF80  # the bits of their destination: x0 in a jump, ra in a call


def classify(address: int, size: int, mnemonic: str, _: str) -> MachineInstruction:
    """An instruction from its disassembly, operands aside."""
    kind = next((k for k, pattern in _KINDS if pattern.fullmatch(mnemonic)), OpKind.ALU)
    return MachineInstruction(address, size, kind)


def is_tail(code: bytes) -> bool:
    """Return whether jal, or a pair of auipc and jalr, leaves no return address."""
    first, second = (int.from_bytes(code[i : i + 4], "little") for i in (0, 4))
    jump = first if first & 0x7F == _JAL else second
    return jump & 0x7F in (_JAL, _JALR) and jump & _RD == 0


RISCV = Arch(
    machine="EM_RISCV",
    calls=frozenset({17, 18, 19}),  # R_RISCV_JAL, CALL, CALL_PLT (RISC-V ELF psABI, table 3)
    jumps=frozenset({45}),  # R_RISCV_RVC_JUMP
    mode_bits=0,
    plugin="riscv",
    classify=classify,
    raw=("-mriscv:rv32",),
    is_tail=is_tail,
)
