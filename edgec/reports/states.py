"""States in the report: what a call leaves for the next."""

from __future__ import annotations

from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class StateInfo:
    """A value that a call leaves for the next: ``input`` takes, at each call, what ``output`` gave at the one before.

    ``member`` is what holds it in the C struct; ``initial`` its value before the first call, as ``StatePair`` has it.
    """

    input: str
    output: str
    member: str
    dtype: str
    shape: tuple[int, ...]
    scale: float | None
    zero_point: int | None
    initial: tuple[float, ...] = ()

    @property
    def name(self) -> str:
        """Both names, as ``--state`` takes them."""
        return f"{self.input}={self.output}"
