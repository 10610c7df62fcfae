"""Parameters of the kernels in ``runtime_c/avr``."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.params import Int32, Line
from edgec.codegen.kernels.shared.params import Windowed
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class AvrConv2dS8(Windowed, ctype="edgec_conv2d_s8_avr_params"):
    """An int8 convolution."""

    groups: Int32
    in_zero: Int32
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32
