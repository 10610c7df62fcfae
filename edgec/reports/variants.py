"""The report's part on variants, for a model that chooses by the processor."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.converter.graph.errors import printable
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class VariantInfo:
    """A variant of a model that chooses by the processor: its kernels, the target they are made for, what they cost.

    ``instructions`` of an inference are estimated; ``constants`` are bytes of flash.
    """

    name: str
    target: str
    instructions: int
    constants: int


def variant_lines(variants: Sequence[VariantInfo]) -> list[str]:
    """One line of the head of a report for each."""
    return [
        f"{'' if i else 'variants':11s} {v.name} (for {printable(v.target)}): about {v.instructions:,} instructions, "
        f"{v.constants:,} bytes of constants"
        for i, v in enumerate(variants)
    ]
