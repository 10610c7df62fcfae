"""Parameters of the kernels in ``runtime_c/plain`` that compute element by element, or groups along an axis."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from edgec.codegen.kernels.params import CType, Float, Initializer, Int32, Int32x6, Line, Record, UInt32, UInt64
from edgec.codegen.kernels.shared.params import AlongAxis, Elements, Elementwise, Groups
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class AddS8(Elementwise, ctype="edgec_add_s8_params"):
    """Int8 sums and differences."""

    m_a: Int32
    m_b: Int32
    offset: Int32
    shift: UInt32
    out_zero: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class MulS8(Elementwise, ctype="edgec_mul_s8_params"):
    """Int8 products."""

    a_zero: Int32
    b_zero: Int32
    multiplier: Annotated[Int32, Line()]
    shift: UInt32
    out_zero: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class BinaryF32(Elementwise, ctype="edgec_binary_f32_params"):
    """Functions of two float32 tensors."""

    lo: Float
    hi: Float


@dataclass(frozen=True)
class TableS8(Elements, ctype="edgec_table_s8_params"):
    """Look-ups of int8 values."""


@dataclass(frozen=True)
class UnaryF32(Elements, ctype="edgec_unary_f32_params"):
    """Functions of float32 values."""

    alpha: Float
    beta: Float


@dataclass(frozen=True)
class SoftmaxS8(AlongAxis, ctype="edgec_softmax_s8_params"):
    """Softmax of int8 values."""

    used: Annotated[Int32, Line("length of the table; differences beyond it count as zero")]
    multiplier: Annotated[Int32, Line()]
    shift: UInt32
    out_zero: Int32


@dataclass(frozen=True)
class SoftmaxF32(AlongAxis, ctype="edgec_softmax_f32_params"):
    """Softmax and its logarithm, of float32 values."""


@dataclass(frozen=True)
class BinaryInt(Elementwise, ctype="edgec_binary_int_params"):
    """Functions of two tensors of integers."""


@dataclass(frozen=True)
class Compare(Elementwise, ctype="edgec_compare_params"):
    """Comparisons."""


@dataclass(frozen=True)
class Where(Record, ctype="edgec_where_params"):
    """Choices: sizes, and element strides of the condition and of both operands."""

    dims: Int32x6
    c_stride: Int32x6
    a_stride: Int32x6
    b_stride: Int32x6


@dataclass(frozen=True)
class UnaryInt(Elements, ctype="edgec_unary_int_params"):
    """Functions of integers without parameters."""


@dataclass(frozen=True)
class Clip(Elements, ctype="edgec_clip_##name##_params"):
    """Integers between limits; a macro of C makes the struct for each type, whose ``name`` is as in symbols."""

    lo: Annotated[int, CType("type")]
    hi: Annotated[int, CType("type")]
    name: str

    def initializer(self, unread: frozenset[str] = frozenset()) -> Initializer:
        """The C initializer of the struct for its type."""
        return replace(super().initializer(unread), ctype=self.ctype.replace("##name##", self.name))


@dataclass(frozen=True)
class AddS16(Elementwise, ctype="edgec_add_s16_params"):
    """Int16 sums and differences."""

    m_a: Int32
    m_b: Int32
    shift: UInt32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class MulS16(Elementwise, ctype="edgec_mul_s16_params"):
    """Int16 products."""

    multiplier: Int32
    shift: UInt32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class TableS16(Elements, ctype="edgec_table_s16_params"):
    """Look-ups of int16 values, with straight lines between the entries."""


@dataclass(frozen=True)
class SoftmaxS16(AlongAxis, ctype="edgec_softmax_s16_params"):
    """Softmax of int16 values."""

    used: Annotated[Int32, Line("length of high; larger differences count as zero")]
    multiplier: Annotated[Int32, Line()]
    shift: UInt32


@dataclass(frozen=True)
class NormalizeF32(Record, ctype="edgec_normalize_f32_params"):
    """Normalization of float32 values."""

    shape: Groups
    epsilon: Float


@dataclass(frozen=True)
class NormalizeInt(Record, ctype="edgec_normalize_int_params"):
    """Normalization of int8 and int16 values."""

    shape: Annotated[Groups, Line("n <= 32767")]
    epsilon: Annotated[UInt64, Line("at most 2**60")]
    shift: Annotated[UInt32, Line("of value * scale, 20 at least: values have 20 fraction bits, bias has shift - 20")]
    out_zero: Int32


@dataclass(frozen=True)
class Quantize(Record, ctype="edgec_quantize_params"):
    """Real values to integers and back: one scale for each channel."""

    outer: Int32
    channels: Int32
    inner: Int32


@dataclass(frozen=True)
class Requantization(Elements):
    """Requantization of integers from one scale to another."""

    in_zero: Annotated[Int32, Line()]
    multiplier: Annotated[Int32, Line()]
    shift: UInt32
    out_zero: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class Requantize(Requantization, ctype="edgec_requantize_params"):
    """Integers of 8 bits to another scale."""


@dataclass(frozen=True)
class Rescale(Requantization, ctype="edgec_rescale_params"):
    """Integers to another scale, from or to 16 bits."""


@dataclass(frozen=True)
class Offset(Elements, ctype="edgec_offset_params"):
    """Integers of 8 bits to another zero point of the same scale."""

    offset: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class Cast(Elements, ctype="edgec_cast_params"):
    """Conversions between types."""


@dataclass(frozen=True)
class Decode(Elements, ctype="edgec_decode_params"):
    """Narrow floats to float32, and float32 to bfloat16."""


@dataclass(frozen=True)
class Encode(Elements, ctype="edgec_encode_params"):
    """Float32 to floats of 8 bits and less."""

    sign: Annotated[Int32, Line()]
    top: Int32
    over: Int32
    nan: Int32
    negative_zero: Int32
