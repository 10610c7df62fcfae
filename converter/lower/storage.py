"""Element types that are only stored: how ONNX's small types are held, and conversion to and from them.

bfloat16, float8 and float4 values are computed in float32; their bits travel as uint16 or uint8.  uint4, int2 and uint2
values are held one to a byte.  ``Lowering.stored_code`` tells which ONNX type such a tensor stands for.
"""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.elementwise import ONNX_TYPES
from edgec.converter.ops.elementwise import BinaryFn
from edgec.converter.ops.stored import BitCastAttrs, DecodeAttrs, EncodeAttrs, Stored

FLOAT16, FLOAT64, INT4 = 10, 11, 22
WIDE = frozenset({DType.I32, DType.U32, DType.I64, DType.U64})
FORMAT_CODES = {
    16: Stored.BF16,
    17: Stored.E4M3FN,
    18: Stored.E4M3FNUZ,
    19: Stored.E5M2,
    20: Stored.E5M2FNUZ,
    23: Stored.E2M1,
}


@dataclass(frozen=True)
class Narrow:
    """An integer type of few bits, one value per element of ``holder``."""

    holder: DType
    bits: int
    signed: bool

    @property
    def limits(self) -> tuple[int, int]:
        """Smallest and largest value."""
        half = 1 << (self.bits - 1)
        return (-half, half - 1) if self.signed else (0, 2 * half - 1)


NARROW_CODES = {21: Narrow(DType.U8, 4, False), 25: Narrow(DType.U8, 2, False), 26: Narrow(DType.I8, 2, True)}


def holder_of(code: int) -> DType | None:
    """The type that an input or output of an ONNX type has in C, None when it has none."""
    if code in FORMAT_CODES:
        return FORMAT_CODES[code].holder
    return NARROW_CODES[code].holder if code in NARROW_CODES else ONNX_TYPES.get(code)


def computed_in(code: int) -> DType | None:
    """The type in which values of an ONNX type are computed, None when it is not supported."""
    if code in FORMAT_CODES or code in (FLOAT16, FLOAT64):
        return DType.F32
    return holder_of(code)


def is_special(code: int) -> bool:
    """Return whether values of the type are held in another one."""
    return code in FORMAT_CODES or code in NARROW_CODES or code in (FLOAT16, FLOAT64)


def converted(c: Lowering, x: Tensor, code: int, saturate: bool = True) -> Tensor:
    """X cast to an ONNX type: rounded or cut to what the type holds, and held as it is computed on."""
    if code in FORMAT_CODES:
        stored = FORMAT_CODES[code]
        bits = c.emit("Encode", EncodeAttrs(stored, saturate), c.cast(x, DType.F32))
        return c.mark_stored(c.emit("Decode", DecodeAttrs(stored), bits), code)
    if code in NARROW_CODES:
        return c.mark_stored(_cut(c, x, NARROW_CODES[code]), code)
    if code == FLOAT16:
        return c.mark_stored(c.cast(c.cast(x, DType.F16), DType.F32), code)
    if code == FLOAT64:
        wide = c.cast(x, DType.F32)
        inexact = x.data is not None and wide.data is not None and not np.array_equal(wide.data, x.data)
        if inexact and not x.dtype.is_float:
            c.refuse("it makes float64 of an integer that float32 does not hold", "keep it an integer, or below 2^24")
        if x.data is None and x.dtype in WIDE:
            c.notice(f"float64 is computed in float32: {x.dtype.value} values beyond 2^24 are rounded")
        return wide if wide is x else c.mark_stored(wide, code)
    to = ONNX_TYPES.get(code)
    if to is None:
        c.refuse(f"its target type {code} is not supported", "cast to a numeric type")
    return c.cast(x, to)


def _cut(c: Lowering, x: Tensor, narrow: Narrow) -> Tensor:
    """The low bits, as two's complement if signed."""
    wide = c.cast(x, DType.I32)
    low = c.binary(wide, c.like(wide, (1 << narrow.bits) - 1), BinaryFn.AND)
    if narrow.signed:
        half = c.like(wide, 1 << (narrow.bits - 1))
        low = c.binary(c.binary(low, half, BinaryFn.XOR), half, BinaryFn.SUB)
    return c.cast(low, narrow.holder)


@onnx_op("Cast", "CastLike")
def lower_cast(c: Lowering) -> None:
    """Between all numeric types; float8 saturates or not as asked, small integers keep their low bits."""
    x = c.x(0)
    code = c.attr_int("to", 0)
    if c.node.op == "CastLike":
        like = c.x(1)
        code = c.stored_code(like) or next(k for k, dtype in ONNX_TYPES.items() if dtype is like.dtype)
    c.output(converted(c, x, code, bool(c.attr_int("saturate", 1))))


@onnx_op("BitCast")
def lower_bit_cast(c: Lowering) -> None:
    """The same bits as another type of the same width; of float16 and float64 only where they are stored."""
    x, code = c.x(0), c.attr_int("to", 0)
    to = ONNX_TYPES.get(code)
    if c.stored_code(x):
        x = stored_source(c, x)
    if to is None or is_special(c.stored_code(x)) or x.dtype.bytes != to.bytes:
        c.refuse(f"bits of {x.dtype.value} to type {code} are not supported", "cast between types of equal width")
    y = c.emit("BitCast", BitCastAttrs(to), x)
    c.output(c.mark_stored(c.cast(y, DType.F32), code) if to in (DType.F16, DType.F64) else y)


def stored_source(c: Lowering, x: Tensor) -> Tensor:
    """The tensor that holds a value as it is stored, where a conversion to float32 made this one; else itself."""
    for node in reversed(c.editor.nodes):
        if x.name in node.outputs and node.op in ("Cast", "Decode"):
            return c.editor.tensors[node.inputs[0]]
    return x
