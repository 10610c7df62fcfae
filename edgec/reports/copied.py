"""The report's part on constants that lie in RAM because the flash is slow (``--place weights=auto``)."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class CopiedInfo:
    """Constants that start-up code copies to ``memories``: those of ``layers`` (by number), ``bytes`` in all.

    ``cycles`` that an inference waits less for the flash, estimated; ``share`` of all its estimated cycles (None: the
    target states no mean cost of instructions).
    """

    memories: tuple[str, ...]
    layers: tuple[int, ...]
    bytes: int
    cycles: int
    share: float | None

    def title(self, layers: int) -> str:
        """One line, of a model of so many ``layers``."""
        which = "all layers" if len(self.layers) == layers else f"layers {ranges(self.layers)}"
        share = "" if self.share is None else f" ({self.share:.0%})"
        return (
            f"{self.bytes:,} bytes of weights to {' and '.join(self.memories)} at start-up ({which}), which saves "
            f"about {self.cycles:,} cycles per inference{share}"
        )


def ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers as text: ``0-3, 5``."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][-1] + 1:
            runs[-1][1:] = [n]
        else:
            runs.append([n])
    return ", ".join("-".join(map(str, run)) for run in runs)
