"""Parameters of the kernels in ``runtime_c/half``; limits are values of float16."""

from __future__ import annotations

from edgec.codegen.kernels.params import Float, Int32
from edgec.codegen.kernels.shared.params import Elementwise, Rows, Windowed
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class Conv2dF16(Windowed, ctype="edgec_conv2d_f16_params"):
    """A float16 convolution."""

    groups: Int32
    lo: Float
    hi: Float


@dataclass(frozen=True)
class DenseF16(Rows, ctype="edgec_dense_f16_params"):
    """A float16 fully connected layer."""

    lo: Float
    hi: Float


@dataclass(frozen=True)
class BinaryF16(Elementwise, ctype="edgec_binary_f16_params"):
    """Functions of two float16 tensors."""

    lo: Float
    hi: Float
