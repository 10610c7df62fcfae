"""32-bit Arm: Thumb (Armv6-M, Armv7-M, Armv8-M) and, on A-profile cores, Arm instructions."""

from __future__ import annotations

import re
from dataclasses import replace

from edgec.targets.machine.arch.spec import Arch, MachineInstruction, OpKind

_CONDITION = r"(?:eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al)?"
_PATTERNS: tuple[tuple[OpKind, str], ...] = (  # the first that matches the whole mnemonic, without .w, .n and types
    (OpKind.CALL, rf"blx?{_CONDITION}"),
    (OpKind.BRANCH, rf"bx?{_CONDITION}|cbn?z|tb[bh]|letp|le|wls(?:tp)?"),
    (OpKind.MUL_LONG, r"[su]mull.*|[su]mlal.*|umaal.*|smlsld.*"),
    (OpKind.MUL, r"mul.*|ml[as].*|smul.*|smla.*|smls.*|smm.*|smu.*|usad.*"),
    (OpKind.DIV, r"[su]div.*"),
    (OpKind.LOAD_MULTIPLE, r"ldm.*|pop.*|ldrd.*"),
    (OpKind.LOAD, r"ldr.*"),
    (OpKind.STORE_MULTIPLE, r"stm.*|push.*|strd.*"),
    (OpKind.STORE, r"str.*"),
    (OpKind.FLOAT_LOAD_MULTIPLE, r"vldm.*|vpop.*"),
    (OpKind.FLOAT_LOAD, r"vldr.*"),
    (OpKind.FLOAT_STORE_MULTIPLE, r"vstm.*|vpush.*"),
    (OpKind.FLOAT_STORE, r"vstr.*"),
    (OpKind.FLOAT_MLA, r"v(?:fn?m|n?ml)[as].*"),
    (OpKind.FLOAT_MUL, r"vn?mul.*"),
    (OpKind.FLOAT_DIV, r"vdiv.*"),
    (OpKind.FLOAT_SQRT, r"vsqrt.*"),
    (OpKind.FLOAT_CONVERT, r"v(?:cvt|rint).*"),
    (OpKind.FLOAT_ADD, r"v.*"),
)
_VECTORS: tuple[tuple[OpKind, str], ...] = (  # of Q registers, and what says which of their lanes take part
    (OpKind.VECTOR_LOAD, r"vldr.*|vld[1-4].*"),
    (OpKind.VECTOR_STORE, r"vstr.*|vst[1-4].*"),
    (OpKind.VECTOR_MUL, r"v(?:r|q|qr|qd|qrd|f|c)?m(?:ul|l[as]|a|s)(?!x).*"),
    (OpKind.VECTOR, r"v.*"),
)
_KINDS = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
_VECTOR_KINDS = tuple((kind, re.compile(pattern)) for kind, pattern in _VECTORS)
_IS_VECTOR = re.compile(r"vp(?:st|t|not).*|vctp")
_Q = re.compile(r"\bq\d")
_RANGE = re.compile(r"[a-z](\d+)-[a-z](\d+)")
_REGISTERS = re.compile(r"\{([^}]*)\}")
_NAMED = re.compile(r"\b(?:r\d+|s\d+|d\d+|q\d+|sp|lr|pc|ip|fp|sl|sb)\b")
_ADDRESS = re.compile(r"\[([^\]]*)\]")
_TARGET = re.compile(r"\b(?:0x)?([0-9a-f]+)\s*(?:<.*)?$")
_SINGLE = (OpKind.LOAD, OpKind.STORE, OpKind.FLOAT_LOAD, OpKind.FLOAT_STORE)
_MULTIPLE = (
    OpKind.LOAD_MULTIPLE, OpKind.STORE_MULTIPLE, OpKind.FLOAT_LOAD_MULTIPLE, OpKind.FLOAT_STORE_MULTIPLE,
)  # fmt: skip
_ON_STACK = re.compile(r"v?(?:push|pop)")


def classify(address: int, size: int, mnemonic: str, operands: str) -> MachineInstruction:
    """An instruction from its disassembly (unified syntax, as objdump prints it)."""
    name = mnemonic.split(".")[0]
    vector = name.startswith("v") and (_Q.search(operands) or _IS_VECTOR.fullmatch(name))
    kinds = _VECTOR_KINDS if vector else _KINDS
    kind = next((k for k, pattern in kinds if pattern.fullmatch(name)), OpKind.ALU)
    inside = _REGISTERS.search(operands)
    count = _registers(inside[1]) if inside else 2 if name.startswith(("ldrd", "strd")) else 1
    registers = tuple(_NAMED.findall(operands))
    base = _address_registers(kind, name, operands, registers)
    loads = registers[0] if kind in (OpKind.LOAD, OpKind.FLOAT_LOAD) and registers else ""
    if kind is OpKind.LOAD and ("!" in operands or "]," in operands.replace(" ", "")):
        kind = OpKind.LOAD_UPDATING
    listed = inside is not None and "pc" in inside[1] and kind is OpKind.LOAD_MULTIPLE
    plain = registers[:1] == ("pc",) and kind not in (OpKind.BRANCH, OpKind.CALL, OpKind.STORE)
    target = _TARGET.search(operands) if kind in (OpKind.BRANCH, OpKind.CALL) else None
    goes = int(target[1], 16) if target else None
    jumps = listed or plain
    return MachineInstruction(address, size, kind, count, loads, base, jumps, registers, goes, name, operands.strip())


def _address_registers(kind: OpKind, name: str, operands: str, registers: tuple[str, ...]) -> frozenset[str]:
    """The registers that the address of a load or store is made of, but the stack pointer of PUSH and POP."""
    brackets = _ADDRESS.search(operands)
    if brackets and kind in (*_SINGLE, *_MULTIPLE):
        return frozenset(_NAMED.findall(brackets[1]))
    return frozenset(registers[:1]) if kind in _MULTIPLE and not _ON_STACK.match(name) else frozenset()


def _registers(text: str) -> int:
    """Number of registers in a list such as ``r4, r5, s0-s3``, or ``d26[]-d27[]``: all lanes of NEON registers."""
    total = 0
    for part in text.replace("[]", "").split(","):
        ends = _RANGE.fullmatch(part.strip())
        total += int(ends[2]) - int(ends[1]) + 1 if ends else 1
    return total


_CALLS = frozenset({10, 28})  # R_ARM_THM_CALL, R_ARM_CALL (ELF for the Arm Architecture, table 4-8): bl
_JUMPS = frozenset({29, 30, 51})  # R_ARM_JUMP24, R_ARM_THM_JUMP24, R_ARM_THM_JUMP19: b

THUMB = Arch(
    machine="EM_ARM", calls=_CALLS, jumps=_JUMPS, mode_bits=1, plugin="thumb", classify=classify,
    raw=("-marm", "-Mforce-thumb"),
)  # fmt: skip
"""M-profile cores."""
_V8_1_M = "armv8.1-m.main"
HELIUM = replace(THUMB, raw=("-m", _V8_1_M, "-Mforce-thumb"), shown=("-m", _V8_1_M))
"""Armv8.1-M: without its name objdump shows loads and stores of vectors as those of coprocessors."""
A32 = Arch(machine="EM_ARM", calls=_CALLS, jumps=_JUMPS, mode_bits=1, plugin="own", classify=classify, raw=("-marm",))
"""A-profile cores, whose C library may be in Thumb."""
