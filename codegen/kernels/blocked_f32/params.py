"""Parameters of the kernels in ``runtime_c/blocked_f32``."""

from __future__ import annotations

from math import isinf
from typing import Annotated

from edgec.codegen.kernels.params import Defined, Float, Int32, Line, Record
from edgec.codegen.kernels.shared.params import Rows, Windowed
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Clamp


class ProductTile(Defined):
    """Tile of the blocked matrix products."""

    EDGEC_TILE = 4  # positions and output channels


class FiniteBounds(Defined):
    """Finite bounds of a clamp."""

    EDGEC_BOUND_NONE = 0
    EDGEC_BOUND_BELOW = 1
    EDGEC_BOUND_BOTH = 2

    @staticmethod
    def of(clamp: Clamp) -> FiniteBounds:
        """The finite bounds of a clamp; none has only the upper one."""
        if not isinf(clamp.hi):
            return FiniteBounds.EDGEC_BOUND_BOTH
        return FiniteBounds.EDGEC_BOUND_NONE if isinf(clamp.lo) else FiniteBounds.EDGEC_BOUND_BELOW


@dataclass(frozen=True)
class Conv2dF32Blocked(Windowed, ctype="edgec_conv2d_f32_blocked_params"):
    """A convolution."""

    bounds: FiniteBounds
    lo: Float
    hi: Float
    out_step: Annotated[Int32, Line("from one position of y to the next")]


@dataclass(frozen=True)
class DenseF32Blocked(Rows, ctype="edgec_dense_f32_blocked_params"):
    """A fully connected layer."""

    bounds: Annotated[FiniteBounds, Line()]
    lo: Float
    hi: Float


@dataclass(frozen=True)
class Dwconv2dF32Blocked(Record, ctype="edgec_dwconv2d_f32_blocked_params"):
    """A depthwise convolution with windows of 3x3."""

    batch: Annotated[Int32, Line("sizes: elements of one image")]
    channels: Int32
    multiplier: Int32
    in_size: Int32
    out_size: Int32
    in_across: Annotated[Int32, Line()]
    out_across: Int32
    stride_across: Int32
    pad_across: Int32
    out_along: Annotated[Int32, Line()]
    stride_along: Int32
    pad_along: Int32
    inside: Int32
    x_across: Annotated[Int32, Line("steps in elements")]
    x_along: Int32
    y_across: Int32
    y_along: Int32
    bounds: Annotated[FiniteBounds, Line()]
    lo: Float
    hi: Float


@dataclass(frozen=True)
class DwfourF32(Windowed, ctype="edgec_dwfour_f32_params"):
    """A depthwise convolution with any windows."""

    multiplier: Int32
    bounds: Annotated[FiniteBounds, Line()]
    lo: Float
    hi: Float


@dataclass(frozen=True)
class Gconv2dF32(Windowed, ctype="edgec_gconv2d_f32_blocked_params"):
    """A grouped convolution."""

    groups: Int32
    strip: Annotated[Int32, Line()]
    cells: Int32
    bounds: Annotated[FiniteBounds, Line()]
    lo: Float
    hi: Float
    out_step: Annotated[Int32, Line("from one position of y to the next")]


@dataclass(frozen=True)
class MaxpoolF32Blocked(Windowed, ctype="edgec_maxpool_f32_blocked_params"):
    """Largest values of windows."""

    out_step: Int32


@dataclass(frozen=True)
class AvgpoolF32Blocked(Windowed, ctype="edgec_avgpool_f32_blocked_params"):
    """Means of windows."""

    pad_bottom: Int32
    pad_right: Int32
    count_include_pad: Annotated[Int32, Line()]
    out_step: Annotated[Int32, Line()]
