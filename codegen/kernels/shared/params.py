"""Parts of parameters that many kernels have: the structs of ``runtime_c/include``."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.params import Defined, Float, Int32, Int32x4, Int32x6, Line, Record
from edgec.converter.graph.frozen import dataclass
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
    """Common first fields of the parameters of window operators."""

    geo: Geometry


@dataclass(frozen=True)
class Rows(Record):
    """Common first fields of the parameters of fully connected layers."""

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
    """Common first fields of the parameters of reductions."""

    shape: Reduction


@dataclass(frozen=True)
class Broadcast(Record, ctype="edgec_broadcast"):
    """Elementwise operands: sizes, and element strides of both."""

    dims: Int32x6
    a_stride: Int32x6
    b_stride: Int32x6


@dataclass(frozen=True)
class Elementwise(Record):
    """Common first fields of the parameters of functions of two tensors."""

    shape: Broadcast


@dataclass(frozen=True)
class Elements(Record):
    """Common first field of the parameters of functions of single elements: their number."""

    n: Int32


@dataclass(frozen=True)
class AlongAxis(Record):
    """Common first fields of the parameters of operators along one axis: the tensor is [outer, n, inner]."""

    outer: Int32
    n: Int32
    inner: Int32


class GateFunction(Defined):
    """Functions of recurrent layers."""

    EDGEC_GATE_SIGMOID = 0
    EDGEC_GATE_TANH = 1
    EDGEC_GATE_RELU = 2
    EDGEC_GATE_AFFINE = 3
    EDGEC_GATE_LEAKY_RELU = 4
    EDGEC_GATE_THRESHOLDED_RELU = 5
    EDGEC_GATE_SCALED_TANH = 6
    EDGEC_GATE_HARD_SIGMOID = 7
    EDGEC_GATE_ELU = 8
    EDGEC_GATE_SOFTSIGN = 9
    EDGEC_GATE_SOFTPLUS = 10


@dataclass(frozen=True)
class Gate(Record, ctype="edgec_gate"):
    """A function of a recurrent layer with its parameters."""

    fn: GateFunction
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
class Resample(AlongAxis, ctype="edgec_resample_params"):
    """Sums over cells of one axis; parameters of the float32 kernel too."""

    out: Annotated[Int32, Line()]
    taps: Int32
