"""AArch64: the A64 instructions of Armv8-A."""

from __future__ import annotations

import re

from edgec.targets.machine.arch.spec import Arch, Instruction, Kind

_PATTERNS: tuple[tuple[Kind, str], ...] = (  # the first that matches the whole mnemonic
    (Kind.CALL, r"blr?"),
    (Kind.BRANCH, r"br?|b\..*|cbn?z|tbn?z|ret"),
    (Kind.MUL_LONG, r"[su](?:mull|maddl|msubl|mulh|mnegl)"),
    (Kind.MUL, r"mul|madd|msub|mneg"),
    (Kind.DIV, r"[su]div"),
    (Kind.LOAD_MULTIPLE, r"ldn?p(?:sw)?|ld[1-4]r?"),
    (Kind.LOAD, r"ldu?r.*"),
    (Kind.STORE_MULTIPLE, r"stn?p|st[1-4]"),
    (Kind.STORE, r"stu?r.*"),
    (Kind.FLOAT_DIV, r"fdiv"),
    (Kind.FLOAT_SQRT, r"fsqrt"),
    (Kind.FLOAT_MLA, r"fn?m(?:add|sub)|fml[as].*"),
    (Kind.FLOAT_MUL, r"fn?mulx?"),
    (Kind.FLOAT_CONVERT, r"fcvt.*|frint.*|[su]cvtf"),
    (Kind.FLOAT_ADD, r"f.*"),
)
_KINDS = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
_VECTOR = re.compile(r"\b[vq]\d")
_INTEGER_VECTOR = re.compile(r"[su]?(?:mul|mla|mls|mull|mlal|mlsl|dot|mmla|usdot|qr?dmul).*")
_FLOAT = {
    Kind.LOAD: Kind.FLOAT_LOAD,
    Kind.LOAD_MULTIPLE: Kind.FLOAT_LOAD_MULTIPLE,
    Kind.STORE: Kind.FLOAT_STORE,
    Kind.STORE_MULTIPLE: Kind.FLOAT_STORE_MULTIPLE,
}


def classify(address: int, size: int, mnemonic: str, operands: str) -> Instruction:
    """An instruction from its disassembly; loads and stores of vector registers count as those of floats."""
    kind = next((k for k, pattern in _KINDS if pattern.fullmatch(mnemonic)), Kind.ALU)
    first = operands.strip().lstrip("{ ").split(",")[0]
    if kind in _FLOAT and re.match(r"[vbhsdq]\d", first):
        kind = _FLOAT[kind]
    elif _VECTOR.match(first) and _INTEGER_VECTOR.fullmatch(mnemonic):
        kind = Kind.MUL
    return Instruction(address, size, kind)


AARCH64 = Arch(
    machine="EM_AARCH64",
    calls=frozenset({283}),  # R_AARCH64_CALL26 (ELF for the Arm 64-bit Architecture, table 4-10): bl
    jumps=frozenset({282}),  # R_AARCH64_JUMP26: b
    mode_bits=0,
    plugin="own",
    classify=classify,
)
