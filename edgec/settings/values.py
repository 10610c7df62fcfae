"""The settings of one conversion, as the command line and Python state them."""

from __future__ import annotations

from dataclasses import dataclass, field

from edgec.converter.onnx.raw_input import RawInput
from edgec.samples.binding import Bindings
from edgec.samples.data import DataSource


@dataclass(frozen=True)
class ConvertOptions:
    """The settings of one conversion; the names and defaults are those of the command line."""

    target: str = "cortex-m4"
    name: str | None = None
    calibration: str | DataSource | None = None
    bind: Bindings = field(default_factory=Bindings)
    argmax: bool = False
    input_layout: str = "keep"
    quantize: str = "auto"
    calibrator: str = "auto"
    optimize: str = "speed"
    exchange: float | None = None
    max_ram: int | None = None
    allow_float: bool = False
    keep_dead_channels: bool = False
    layers: tuple[str, ...] = ()
    raw: RawInput | None = None
    max_flash: int | None = None
    max_drop: float | None = None
    data: str | DataSource | None = None
    place: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    kernels: str = "own"
    keep_model: bool = False
    prune: str | None = None
    keep_borders: bool = False
    max_instructions: int | None = None
    package: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
