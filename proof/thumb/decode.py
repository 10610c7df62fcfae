"""Thumb-2 instructions from a disassembly: mnemonic, condition, operands."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

_LINE = re.compile(r"^\s*([0-9a-f]+):\t([0-9a-f]{4})(?: ([0-9a-f]{4}))?\s*\t(\S+)(?:\t([^;@]*))?")
_PART = re.compile(r"\[[^\]]*\]!?|\{[^}]*\}|[^,\[\]{}]+")
_ALIASES = {"sl": 10, "fp": 11, "ip": 12, "sp": 13, "lr": 14, "pc": 15}
_CONDITIONS = ("eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le")
_SYNONYMS = {"hs": "cs", "lo": "cc"}


@dataclass(frozen=True)
class Instruction:
    """One instruction: ``sets`` says that it sets flags, ``condition`` is "" outside of IT blocks and branches."""

    address: int
    size: int
    name: str
    condition: str
    sets: bool
    operands: tuple[str, ...]

    @property
    def next(self) -> int:
        """The address behind it."""
        return self.address + self.size


def decoded(listing: str, names: Collection[str], flagged: Collection[str]) -> dict[int, Instruction]:
    """Instructions of a disassembly (objdump, unified syntax) by address.

    Args:
        listing: what objdump -d prints.
        names: mnemonics that are known; others keep their whole text, without width.
        flagged: those that may set flags (a final s).
    """
    instructions: dict[int, Instruction] = {}
    for line in listing.splitlines():
        match = _LINE.match(line)
        if match and not match[4].startswith("."):
            name, condition, sets = _split(match[4].lower(), names, flagged)
            operands = tuple(p.strip() for p in _PART.findall((match[5] or "").split("<")[0]) if p.strip())
            if name.startswith("vqrshrn"):  # binutils print the low bits of 32 less the shift
                operands = (*operands[:-1], f"#{32 - (int(match[2], 16) & 31)}")
            address = int(match[1], 16)
            instructions[address] = Instruction(address, 4 if match[3] else 2, name, condition, sets, operands)
    return instructions


def _split(text: str, names: Collection[str], flagged: Collection[str]) -> tuple[str, str, bool]:
    name = text.removesuffix(".w").removesuffix(".n")
    if name in names:
        return name, "", False
    if name.endswith("s") and name[:-1] in flagged:
        return name[:-1], "", True
    condition = _SYNONYMS.get(name[-2:], name[-2:])
    if condition in _CONDITIONS and name[:-2] in names:
        return name[:-2], condition, False
    if condition in _CONDITIONS and name[:-2].endswith("s") and name[:-3] in flagged:
        return name[:-3], condition, True
    return name, "", False


def register(text: str) -> int | None:
    """The number of a core register, None for anything else."""
    if text in _ALIASES:
        return _ALIASES[text]
    match = re.fullmatch(r"r(\d+)", text)
    return int(match[1]) if match else None


def registers(text: str) -> list[int]:
    """The core registers of a list in braces."""
    numbers = []
    for part in text.strip("{}").split(","):
        low, dash, high = part.strip().partition("-")
        first, last = register(low), register(high) if dash else register(low)
        assert first is not None and last is not None
        numbers += list(range(first, last + 1))
    return numbers


def immediate(text: str) -> int | None:
    """The number behind #, None for anything else."""
    return int(text[1:], 0) if text.startswith("#") else None
