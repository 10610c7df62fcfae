"""Observed elements of a layer's output as terms, beside their definition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edgec.converter.graph.ir import Array
from edgec.proof.thumb.terms import Value


@dataclass(frozen=True)
class Seen:
    """Elements of a layer's output from number ``first`` on.

    ``expected`` is the whole output in the recorded run, flat; ``cells`` are the numbers of the elements of the inputs
    that are no constants (``origins``), flat, by name.
    """

    elements: Sequence[Value]
    first: int
    expected: Array
    cells: Mapping[str, Array]
