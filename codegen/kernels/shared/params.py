"""Parts of parameters that many kernels have: the structs of ``runtime_c/include``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from edgec.codegen.kernels.params import Float, Int32, Int32x4, Int32x6, Line, Record
from edgec.converter.graph.ir import Tensor


@dataclass(frozen=True)
class Geometry(Record, ctype="edgec_geometry"):
    """A window that slides over rows and columns of an N, H, W, C tensor."""

    batch: Int32
    in_h: Annotated[Int32, Line()]
    in_w: Int32
    in_c: Int32
    out_h: Annotated[Int32, Line()]
    out_w: Int32
    out_c: Int32
    kernel_h: Annotated[Int32, Line()]
    kernel_w: Int32
    stride_h: Annotated[Int32, Line()]
    stride_w: Int32
    pad_top: Annotated[Int32, Line()]
    pad_left: Int32
    dilation_h: Annotated[Int32, Line()]
    dilation_w: Int32

    @staticmethod
    def of(
        x: Tensor,
        y: Tensor,
        kernel: tuple[int, ...],
        strides: tuple[int, ...],
        pads: tuple[int, ...],
        dilations: tuple[int, ...],
    ) -> Geometry:
        """The geometry of an operator from ``x`` to ``y``; of ``pads`` those before the input count."""
        return Geometry(*x.shape, *y.shape[1:], *kernel[:2], *strides[:2], *pads[:2], *dilations[:2])


@dataclass(frozen=True)
class Windowed(Record):
    """What the parameters of a window operator begin with."""

    geo: Geometry


@dataclass(frozen=True)
class Rows(Record):
    """What the parameters of a fully connected layer begin with."""

    rows: Int32
    in_c: Int32
    out_c: Int32


@dataclass(frozen=True)
class Reduction(Record, ctype="edgec_reduction"):
    """Loops over the kept and over the reduced axes: sizes, and steps in the input."""

    kept: Int32x4
    kept_stride: Int32x4
    reduced: Annotated[Int32x4, Line()]
    reduced_stride: Int32x4


@dataclass(frozen=True)
class Reduced(Record):
    """What the parameters of a reduction begin with."""

    shape: Reduction


@dataclass(frozen=True)
class Broadcast(Record, ctype="edgec_broadcast"):
    """Elementwise operands: sizes, and element strides of both."""

    dims: Int32x6
    a_stride: Int32x6
    b_stride: Int32x6


@dataclass(frozen=True)
class Gate(Record, ctype="edgec_gate"):
    """A function of a recurrent layer with its parameters."""

    fn: Int32
    alpha: Float
    beta: Float


@dataclass(frozen=True)
class Groups(Record, ctype="edgec_groups"):
    """Groups of elements that are normalized together."""

    outer: Int32
    n: Int32
    inner: Int32
    along: Annotated[Int32, Line("steps in scale and bias: to the next value of a group, to the next group inside")]
    across: Int32


@dataclass(frozen=True)
class Resample(Record, ctype="edgec_resample_params"):
    """Sums over cells of one axis; parameters of the float32 kernel too."""

    outer: Int32
    n: Int32
    inner: Int32
    out: Annotated[Int32, Line()]
    taps: Int32
