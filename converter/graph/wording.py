"""Words that were meant: the one matching of what users wrote with what there is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

NOT_VENDOR = "not a vendor's: "
"""Before the reason why no vendor's function computes a layer although vendors' kernels are asked for."""


def plain(text: str) -> str:
    """Its letters and digits, small."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known word that is near, if one is; capitals, and - or _, make no difference."""
    from difflib import get_close_matches  # 4 ms of a command that misses no word

    spelled = {k.lower().replace("_", "-"): k for k in reversed(list(known))}
    return [spelled[n] for n in get_close_matches(word.lower().replace("_", "-"), spelled, 1)]


def did_you_mean(names: Sequence[str]) -> str:
    """``; did you mean 'a', 'b' or 'c'?``; nothing of no names."""
    quoted = [f"'{n}'" for n in names]
    listed = " or ".join(filter(None, (", ".join(quoted[:-1]), *quoted[-1:])))
    return f"; did you mean {listed}?" if listed else ""


def suggestion(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'max-flash'?`` when one of the known words is near, else nothing."""
    return did_you_mean(nearest(word, known))


def counted(count: int, noun: str) -> str:
    """``1 channel``, ``3 channels``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
