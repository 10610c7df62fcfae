"""Quantities as users write them."""

from __future__ import annotations

import re

UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20}


def byte_count(text: str) -> int | None:
    """The number that 65536, 64K, 64KB, 64 KB, 64KiB or 1M says (K is 1024); None when it is no such text."""
    match = re.fullmatch(r"([0-9]{1,12})(?: ?([kKmM])(?:[iI]?[bB])?)?", text)
    return int(match[1]) * UNITS[(match[2] or "").lower()] if match else None
