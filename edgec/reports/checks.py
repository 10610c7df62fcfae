"""The outcome of a gate, as commands judge it and as report formats show it."""

from __future__ import annotations

from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class Check:
    """A gate that was judged: its name, whether it holds, and one sentence that says by which figures."""

    name: str
    passed: bool
    sentence: str
