"""AArch64: the A64 instructions of Armv8-A."""

from __future__ import annotations

import re

from edgec.targets.machine.arch.spec import Arch, MachineInstruction, OpKind

_PATTERNS: tuple[tuple[OpKind, str], ...] = (  # the first that matches the whole mnemonic
    (OpKind.CALL, r"blr?"),
    (OpKind.BRANCH, r"br?|b\..*|cbn?z|tbn?z|ret"),
    (OpKind.MUL_LONG, r"[su](?:mull|maddl|msubl|mulh|mnegl)"),
    (OpKind.MUL, r"mul|madd|msub|mneg"),
    (OpKind.DIV, r"[su]div"),
    (OpKind.LOAD_MULTIPLE, r"ldn?p(?:sw)?|ld[1-4]r?"),
    (OpKind.LOAD, r"ldu?r.*"),
    (OpKind.STORE_MULTIPLE, r"stn?p|st[1-4]"),
    (OpKind.STORE, r"stu?r.*"),
    (OpKind.FLOAT_DIV, r"fdiv"),
    (OpKind.FLOAT_SQRT, r"fsqrt"),
    (OpKind.FLOAT_MLA, r"fn?m(?:add|sub)|fml[as].*"),
    (OpKind.FLOAT_MUL, r"fn?mulx?"),
    (OpKind.FLOAT_CONVERT, r"fcvt.*|frint.*|[su]cvtf"),
    (OpKind.FLOAT_ADD, r"f.*"),
)
_KINDS = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
_VECTOR = re.compile(r"\b[vq]\d")
_INTEGER_VECTOR = re.compile(r"[su]?(?:mul|mla|mls|mull|mlal|mlsl|dot|mmla|usdot|qr?dmul).*")
_FLOAT = {
    OpKind.LOAD: OpKind.FLOAT_LOAD,
    OpKind.LOAD_MULTIPLE: OpKind.FLOAT_LOAD_MULTIPLE,
    OpKind.STORE: OpKind.FLOAT_STORE,
    OpKind.STORE_MULTIPLE: OpKind.FLOAT_STORE_MULTIPLE,
}


def classify(address: int, size: int, mnemonic: str, operands: str) -> MachineInstruction:
    """An instruction from its disassembly; loads and stores of vector registers count as those of floats."""
    kind = next((k for k, pattern in _KINDS if pattern.fullmatch(mnemonic)), OpKind.ALU)
    first = operands.strip().lstrip("{ ").split(",")[0]
    if kind in _FLOAT and re.match(r"[vbhsdq]\d", first):
        kind = _FLOAT[kind]
    elif _VECTOR.match(first) and _INTEGER_VECTOR.fullmatch(mnemonic):
        kind = OpKind.MUL
    return MachineInstruction(address, size, kind)


AARCH64 = Arch(
    machine="EM_AARCH64",
    calls=frozenset({283}),  # R_AARCH64_CALL26 (ELF for the Arm 64-bit Architecture, table 4-10): bl
    jumps=frozenset({282}),  # R_AARCH64_JUMP26: b
    mode_bits=0,
    plugin="own",
    classify=classify,
    raw=("-maarch64",),
)
