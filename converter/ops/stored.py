"""Small floating-point formats that are only stored: Decode to float32 and Encode from it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, DType
from edgec.converter.ops.spec import Case, Ins, OpSpec, ShapeError, TensorType, known


class Stored(Enum):
    """Formats; the value is ONNX's name in small letters."""

    BF16 = "bfloat16"
    E4M3FN = "float8e4m3fn"
    E4M3FNUZ = "float8e4m3fnuz"
    E5M2 = "float8e5m2"
    E5M2FNUZ = "float8e5m2fnuz"
    E2M1 = "float4e2m1"

    @property
    def holder(self) -> DType:
        """The type whose elements hold the bits (one value per element, float4 too)."""
        return DType.U16 if self is Stored.BF16 else DType.U8


@dataclass(frozen=True)
class Format:
    """``sign`` is the sign bit.  ``infinity`` and ``nan`` are positive codes, None where there is none."""

    mantissa: int
    bias: int
    sign: int
    top: int  # code of the largest finite value
    infinity: int | None
    nan: int | None
    negative_zero: bool = True


FORMATS = {
    Stored.E4M3FN: Format(3, 7, 0x80, 0x7E, None, 0x7F),
    Stored.E4M3FNUZ: Format(3, 8, 0x80, 0x7F, None, 0x80, False),
    Stored.E5M2: Format(2, 15, 0x80, 0x7B, 0x7C, 0x7E),
    Stored.E5M2FNUZ: Format(2, 16, 0x80, 0x7F, None, 0x80, False),
    Stored.E2M1: Format(1, 1, 0x8, 0x7, None, None),
}


@cache
def finite_values(stored: Stored) -> tuple[float, ...]:
    """Values of the codes 0 .. top, ascending."""
    f = FORMATS[stored]
    values = []
    for code in range(f.top + 1):
        exponent, fraction = code >> f.mantissa, code & ((1 << f.mantissa) - 1)
        whole = fraction / (1 << f.mantissa) + (1 if exponent else 0)
        values.append(whole * 2.0 ** (max(exponent, 1) - f.bias))
    return tuple(values)


@cache
def decode_table(stored: Stored) -> Array:
    """Values of all codes of an 8-bit (or 4-bit) format: float32 [256]; unused high bits are ignored."""
    f = FORMATS[stored]
    table = np.full(256, np.nan, np.float32)
    for code in range(256):
        low, negative = code & (f.sign - 1), bool(code & f.sign)
        if low <= f.top and not (negative and low == 0 and not f.negative_zero):
            table[code] = -finite_values(stored)[low] if negative else finite_values(stored)[low]
        elif low == f.infinity:
            table[code] = -np.inf if negative else np.inf
    return table


def decode(stored: Stored, codes: Array) -> Array:
    """float32 values of codes."""
    if stored is Stored.BF16:
        return (codes.astype(np.uint32) << 16).view(np.float32).reshape(codes.shape)
    return np.asarray(decode_table(stored)[codes])


def encode(stored: Stored, x: Array, saturate: bool) -> Array:
    """Nearest codes, ties to even; too large values become the largest (``saturate``), infinity, or NaN."""
    x = np.asarray(x, np.float32)
    if stored is Stored.BF16:
        bits = np.atleast_1d(x).view(np.uint32).astype(np.uint64)
        rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
        quiet = (bits >> 16) | 0x40
        return np.where(np.isnan(np.atleast_1d(x)), quiet, rounded).astype(np.uint16).reshape(x.shape)
    f = FORMATS[stored]
    values = np.array(finite_values(stored))
    size = np.abs(x.astype(np.float64))
    upper = np.clip(np.searchsorted(values, size), 0, f.top)
    lower = np.maximum(upper - 1, 0)
    middle = (values[lower] + values[upper]) / 2
    code = np.where((size > middle) | ((size == middle) & (upper % 2 == 0)), upper, lower)
    code = np.where(size <= values[0], 0, code)
    half = (values[f.top] - values[f.top - 1]) / 2
    beyond = (size > values[f.top] + half) | ((size == values[f.top] + half) & (f.top % 2 == 1))
    over = f.top if saturate or f.nan is None else (f.nan if f.infinity is None else f.infinity)
    code = np.where(beyond, over, code)
    negative = np.signbit(x) & (f.negative_zero | ((code != 0) & (code != f.nan)))
    code = np.where(negative, code | f.sign, code)
    missing = f.sign if f.nan is None else f.nan
    return np.where(np.isnan(x), missing, code).astype(np.uint8)


@dataclass(frozen=True)
class DecodeAttrs(Attrs):
    """Bits of a format to float32."""

    stored: Stored


@dataclass(frozen=True)
class EncodeAttrs(Attrs):
    """float32 to the bits of a format."""

    stored: Stored
    saturate: bool = True


def infer_decode(a: DecodeAttrs, ins: Ins) -> list[TensorType]:
    """float32 of the same shape."""
    x = known(ins, 0)
    if x.dtype is not a.stored.holder:
        raise ShapeError(f"{a.stored.value} is held in {a.stored.holder.value}, not {x.dtype.value}")
    return [(x.shape, DType.F32)]


def infer_encode(a: EncodeAttrs, ins: Ins) -> list[TensorType]:
    """The holder of the same shape."""
    x = known(ins, 0)
    if x.dtype is not DType.F32:
        raise ShapeError(f"the input is {x.dtype.value}, float32 is needed")
    return [(x.shape, a.stored.holder)]


@dataclass(frozen=True)
class BitCastAttrs(Attrs):
    """The same bits as another type of the same width."""

    to: DType


def infer_bitcast(a: BitCastAttrs, ins: Ins) -> list[TensorType]:
    """Same shape."""
    x = known(ins, 0)
    if x.dtype.bytes != a.to.bytes:
        raise ShapeError(f"the bits of {x.dtype.value} are not as many as those of {a.to.value}")
    return [(x.shape, a.to)]


def run_bitcast(a: BitCastAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference."""
    x = np.ascontiguousarray(ins[0])
    if x.dtype == np.float64 and a.to.bytes == 4:  # calibration holds float32 values in float64
        x = x.astype(np.float32)
    return [np.atleast_1d(x).view(a.to.numpy).reshape(np.shape(ins[0]))]


DECODE = OpSpec("Decode", DecodeAttrs, 1, 1, infer_decode, lambda a, ins: [decode(a.stored, ins[0])])
ENCODE = OpSpec(
    "Encode",
    EncodeAttrs,
    1,
    1,
    infer_encode,
    lambda a, ins: [encode(a.stored, ins[0], a.saturate)],
    cases=tuple(Case(s.value, EncodeAttrs(s), ((3, 5),)) for s in Stored),
)
BITCAST = OpSpec(
    "BitCast",
    BitCastAttrs,
    1,
    1,
    infer_bitcast,
    run_bitcast,
    cases=(Case("to_int", BitCastAttrs(DType.I32), ((3, 4),)),),
)
SPECS = (DECODE, ENCODE, BITCAST)
