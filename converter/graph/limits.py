"""Limits of the work that a model may ask for; sizes are compared before anything is allocated or computed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from math import prod

from edgec.converter.graph.errors import OverLimit, UsageError, printable
from edgec.converter.graph.frozen import dataclass

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
OPTION = "--limit"


@dataclass(frozen=True)
class Limits:
    """The most that one model may ask for; the defaults lie far above any microcontroller and far below a hang.

    ``elements``: of one tensor.  ``bytes``: of all constants, stored ones and those that import computes from them.
    ``nodes``: of the model, with its functions inlined and its loops unrolled.  ``seconds``: until there is a result.
    """

    elements: int = 1 << 23
    bytes: int = 1 << 28
    nodes: int = 20_000
    seconds: int = 900

    @staticmethod
    def parse(texts: Sequence[str]) -> Limits:
        """From texts such as ``elements=64M``; what they do not name keeps its default.

        Raises:
            UsageError: a text is not NAME=NUMBER, or names no limit.
        """
        limits, names = Limits(), [f.name for f in fields(Limits)]
        for text in texts:
            match = re.fullmatch(r"([a-z]+)=([0-9]{1,12})([KMG]?)", text.strip())
            if match is None or match[1] not in names or int(match[2]) == 0:
                raise UsageError(
                    f"{OPTION} {printable(text)}: must be NAME=NUMBER such as elements=64M, where NAME is one of "
                    f"{', '.join(names)}"
                )
            limits = replace(limits, **{match[1]: int(match[2]) * UNITS[match[3]]})
        return limits

    def __str__(self) -> str:
        return ", ".join(f"{f.name}={_short(getattr(self, f.name))}" for f in fields(self))

    def check_shape(self, where: str, shape: Sequence[int]) -> None:
        """Refuse a tensor of more elements than ``elements``; ``where`` names it, "input 'x'" for example.

        An empty axis does not hide the others: arrays cannot have them either.

        Raises:
            OverLimit: it has more.
        """
        count = extent(shape)
        if count > self.elements:
            verb = "has" if prod(shape) else "is empty along one axis and along the others spans"
            raise self._exceeded(f"{where} of shape {list(shape)} {verb}", count, "elements", "use smaller tensors")

    def check_bytes(self, what: str, count: int) -> None:
        """Refuse more than ``bytes``; ``what`` is the sentence's begin: "the constants have".

        Raises:
            OverLimit: there are more.
        """
        if count > self.bytes:
            raise self._exceeded(what, count, "bytes", "use a smaller model")

    def check_nodes(self, what: str, count: int) -> None:
        """Refuse more than ``nodes``; ``what`` is the sentence's begin: "the model has".

        Raises:
            OverLimit: there are more.
        """
        if count > self.nodes:
            raise self._exceeded(what, count, "nodes", "simplify the model, shorten its loops")

    def late(self) -> OverLimit:
        """The error when ``seconds`` have passed."""
        return OverLimit(
            f"the model took more than the limit of {self.seconds} seconds; use a smaller model or fewer samples, or "
            f"raise the limit with {OPTION} seconds=NUMBER"
        )

    def _exceeded(self, what: str, count: int, name: str, remedy: str) -> OverLimit:
        limit = getattr(self, name)
        return OverLimit(
            f"{what} {count} {name}, more than the limit of {limit}; {remedy}, or raise the limit with "
            f"{OPTION} {name}=NUMBER"
        )


def extent(shape: Sequence[int]) -> int:
    """The product of all sizes but those that are 0: what an array's strides must span."""
    return prod(d for d in shape if d)


def _short(value: int) -> str:
    for unit in ("G", "M", "K"):
        if value % UNITS[unit] == 0:
            return f"{value // UNITS[unit]}{unit}"
    return str(value)
