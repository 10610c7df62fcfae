"""RV32IMC instructions from a disassembly: mnemonics of the base set, compressed ones as what they stand for."""

from __future__ import annotations

import re

from edgec.proof.thumb.decode import Instruction

_LINE = re.compile(r"^\s*([0-9a-f]+):\t([0-9a-f]{4}|[0-9a-f]{8})\s*\t(\S+)(?:\t([^#<]*))?")
_PLACE = re.compile(r"(-?\d+)\((\w+)\)")
NAMES = (
    *("zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", *(f"a{i}" for i in range(8))),
    *(f"s{i}" for i in range(2, 12)),
    *("t3", "t4", "t5", "t6"),
)
"""Registers in the order of their numbers."""
NUMBERS = {**{name: i for i, name in enumerate(NAMES)}, "fp": 8}
_TWO_ADDRESS = frozenset({"addi", "addi16sp", "add", "sub", "and", "or", "xor", "andi", "slli", "srli", "srai"})


def decoded(listing: str) -> dict[int, Instruction]:
    """Instructions of a disassembly (objdump without aliases) by address; operands are registers, numbers, addresses.

    A load or store has three: register, distance, base.
    """
    instructions: dict[int, Instruction] = {}
    for line in listing.splitlines():
        match = _LINE.match(line)
        if match and not match[3].startswith("."):
            texts = _PLACE.sub(r"\1,\2", match[4] or "").split(",")
            name, operands = _whole(match[3], tuple(t.strip() for t in texts if t.strip()))
            address = int(match[1], 16)
            instructions[address] = Instruction(address, len(match[2]) // 2, name, "", False, operands)
    return instructions


def _whole(name: str, given: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The instruction that a compressed one stands for; any other as it is."""
    if not name.startswith("c."):
        return name, given
    short = name[2:]
    if short in _TWO_ADDRESS:
        kept = given if given[:1] == ("sp",) and len(given) == 3 else (given[0], *given)
        return "addi" if short == "addi16sp" else short, kept
    if short in ("lw", "lwsp", "sw", "swsp"):
        return short[:2], given
    known = {
        "addi4spn": ("addi", given),
        "li": ("addi", (*given[:1], "zero", *given[1:])),
        "lui": ("lui", given),
        "mv": ("add", (*given[:1], "zero", *given[1:])),
        "nop": ("addi", ("zero", "zero", "0")),
        "j": ("jal", ("zero", *given)),
        "jal": ("jal", ("ra", *given)),
        "jr": ("jalr", ("zero", "0", *given)),
        "jalr": ("jalr", ("ra", "0", *given)),
        "beqz": ("beq", (*given[:1], "zero", *given[1:])),
        "bnez": ("bne", (*given[:1], "zero", *given[1:])),
    }
    return known.get(short, (name, given))
