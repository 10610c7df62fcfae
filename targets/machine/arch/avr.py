"""8-bit AVR."""

from __future__ import annotations

import re
from collections.abc import Iterator

from edgec.targets.machine.arch.spec import Arch, MachineInstruction, OpKind

_PATTERNS: tuple[tuple[OpKind, str], ...] = (  # the first that matches the whole mnemonic
    (OpKind.CALL, r"r?call|e?icall"),
    (OpKind.RETURN, r"reti?"),
    (OpKind.BRANCH, r"r?jmp|e?ijmp|br(?!eak)\w+|sb[ri][cs]|cpse"),
    (OpKind.ALU_WIDE, r"adiw|sbiw"),
    (OpKind.MUL, r"f?muls?u?"),
    (OpKind.LOAD_FLASH, r"e?lpm"),
    (OpKind.LOAD, r"ldd?|lds|pop"),
    (OpKind.STORE, r"std?|sts|push"),
)
_KINDS = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
_TARGET = re.compile(r"0x([0-9a-f]+)")

# Words of code (AVR Instruction Set Manual, DS40002198): those that skip the next instruction, those of two words, and
# those that go where a register or the stack says.
_SKIPS = ((0xFC00, 0x1000), (0xFC08, 0xFC00), (0xFF00, 0x9900), (0xFF00, 0x9B00))  # cpse, sbrc and sbrs, sbic, sbis
_LONG = ((0xFE0C, 0x940C), (0xFC0F, 0x9000))  # jmp and call, lds and sts
_INDIRECT = frozenset({0x9508, 0x9518, 0x9409, 0x9419, 0x9509, 0x9519})


def classify(address: int, size: int, mnemonic: str, operands: str) -> MachineInstruction:
    """An instruction from its disassembly; a skip counts as a branch."""
    kind = next((k for k, pattern in _KINDS if pattern.fullmatch(mnemonic)), OpKind.ALU)
    match = _TARGET.search(operands) if kind in (OpKind.BRANCH, OpKind.CALL) else None
    return MachineInstruction(
        address, size, kind, target=int(match[1], 16) if match else None, name=mnemonic, operands=operands.strip()
    )


def skipped_returns(code: bytes) -> Iterator[int]:
    """Offsets in ``code`` of returns and other indirect jumps behind an instruction that may skip them."""
    at, skips = 0, False
    while at + 1 < len(code):
        word = int.from_bytes(code[at : at + 2], "little")
        if skips and word in _INDIRECT:
            yield at
        skips = _is_one_of(word, _SKIPS)
        at += 4 if _is_one_of(word, _LONG) else 2


def _is_one_of(word: int, patterns: tuple[tuple[int, int], ...]) -> bool:
    return any(word & mask == bits for mask, bits in patterns)


def is_tail(code: bytes) -> bool:
    """Return whether an instruction with a relocation is a jump: rjmp, or jmp."""
    word = int.from_bytes(code[:2], "little")
    return word & 0xF000 == 0xC000 or word & 0xFE0E == 0x940C


AVR = Arch(
    machine="EM_AVR",
    calls=frozenset({3, 18}),  # R_AVR_13_PCREL, R_AVR_CALL (binutils include/elf/avr.h): rcall and rjmp, call and jmp
    jumps=frozenset(),
    mode_bits=0,
    plugin="avr",
    classify=classify,
    raw=("-mavr:6",),
    is_tail=is_tail,
)
