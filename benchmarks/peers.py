"""The figures of other projects, read from baselines.toml."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from edgec.targets.records import build_record

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BASELINES = Path(__file__).with_name("baselines.toml")


@dataclass(frozen=True)
class ModelFigures:
    """An int8 model by TFLM with CMSIS-NN; ``cycles`` is the best published result on a board.

    The limits are ours: of instructions for speed, of flash when balanced.  ``helium``: on a Cortex-M55.
    """

    name: str
    macs: int
    instructions: int
    limit: int
    strive: int
    flash_without_model: int
    flash: int
    arena: int
    stack: int
    flash_limit: int
    cycles: int | None = None
    helium_instructions: int | None = None
    helium_arena: int | None = None


@dataclass(frozen=True)
class LayerFigures:
    """One layer by CMSIS-NN; ``limit`` is the share of its instructions to stay below.

    ``precision``: int8, int4 (weights) or int16 (activations).  ``helium_instructions``: on a Cortex-M55, 0 where none
    were counted.
    """

    name: str
    op: str
    x: tuple[int, ...]
    instructions: int
    outputs: int = 0
    kernel: tuple[int, ...] = ()
    strides: tuple[int, ...] = (1, 1)
    padding: tuple[int, ...] = (0, 0, 0, 0)
    limit: float | None = None
    precision: str = "int8"
    helium_instructions: int = 0


@dataclass(frozen=True)
class ToolFigures:
    """A float32 model by one tool."""

    instructions: int
    code: int
    ram: int


@dataclass(frozen=True)
class FloatFigures:
    """A float32 model by both tools; ``limit`` is the share of the better one's instructions to stay below."""

    name: str
    macs: int
    onnx2c: ToolFigures
    emx: ToolFigures
    limit: float | None = None


@dataclass(frozen=True)
class Source:
    """Source of some figures."""

    source: str


@dataclass(frozen=True)
class Baselines:
    """The whole file."""

    tflm: Source
    cmsis_nn: Source
    published: Source
    float_tools: Source
    models: tuple[ModelFigures, ...] = field(default=())
    layers: tuple[LayerFigures, ...] = field(default=())
    float_models: tuple[FloatFigures, ...] = field(default=())


def load() -> Baselines:
    """The figures; every key is checked."""
    table: Mapping[str, Any] = tomllib.loads(BASELINES.read_text(encoding="utf-8"))
    return build_record(Baselines, dict(table), BASELINES.name)
