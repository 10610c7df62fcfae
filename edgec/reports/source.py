"""The report's part on the source model."""

from __future__ import annotations

from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class SourcePortInfo:
    """An input or output of the source model, by ONNX's name of its type."""

    name: str
    type: str


@dataclass(frozen=True)
class SourceInfo:
    """The copy of the source model that ``verify`` compares with: its hash, inputs and outputs."""

    sha256: str
    inputs: tuple[SourcePortInfo, ...]
    outputs: tuple[SourcePortInfo, ...]
