"""What users write and how they are answered: numbers of bytes, words that were meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20}


def byte_count(text: str) -> int | None:
    """The number that 65536, 64K, 64KB, 64KiB or 1M says (K is 1024); None when it is no such text."""
    match = re.fullmatch(r"([0-9]{1,12})(?:([kKmM])(?:[iI]?[bB])?)?", text)
    return int(match[1]) * UNITS[(match[2] or "").lower()] if match else None


def meant(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'max-flash'?`` when one of the known words is near, else nothing."""
    options = list(known)
    near = difflib.get_close_matches(word.lower().replace("_", "-"), [k.replace("_", "-") for k in options], 1)
    found = next((k for k in options if near and k.replace("_", "-") == near[0]), None)
    return f"; did you mean '{found}'?" if found else ""
