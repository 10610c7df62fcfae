"""Bindings of Decode, Encode and BitCast."""

from __future__ import annotations

import math

import numpy as np

from edgec.codegen.kernels.common import ANY, F32, const, operand, output
from edgec.codegen.kernels.grids import Grid
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.params_elements import Decode, Encode
from edgec.codegen.kernels.plain.shape import copy_call, copy_of, work_copy
from edgec.codegen.kernels.spec import Bound, Call, NodeView
from edgec.converter.graph.ir import DType
from edgec.converter.ops.stored import (
    FORMATS,
    BitCastAttrs,
    DecodeAttrs,
    EncodeAttrs,
    Stored,
    decode_table,
    finite_values,
)

HEADER = "edgec_stored.h"


def _bind_decode(view: NodeView) -> Bound:
    a = view.attrs(DecodeAttrs)
    params = Decode(view.y.size)
    why = f"{a.stored.value} is computed in float32"
    if a.stored is Stored.BF16:
        args = (operand(view, 0), output(view))
        return (Call("edgec_decode_bf16_plain", HEADER, params, args, why=why),)
    table = const("table", "float", decode_table(a.stored))
    return (Call("edgec_decode_table_plain", HEADER, params, (operand(view, 0), table, output(view)), why=why),)


def _bind_encode(view: NodeView) -> Bound:
    a = view.attrs(EncodeAttrs)
    why = f"rounded to {a.stored.value}"
    if a.stored is Stored.BF16:
        plain = (operand(view, 0), output(view))
        return (Call("edgec_encode_bf16_plain", HEADER, Decode(view.y.size), plain, why=why),)
    f = FORMATS[a.stored]
    beyond = f.top if a.saturate or f.nan is None else (f.nan if f.infinity is None else f.infinity)
    nan = f.sign if f.nan is None else f.nan
    params = Encode(view.y.size, f.sign, f.top, over=beyond, nan=nan, negative_zero=int(f.negative_zero))
    values = const("table", "float", np.array(finite_values(a.stored), np.float32))
    args = (operand(view, 0), values, output(view))
    return (Call("edgec_encode_table_plain", HEADER, params, args, why=why),)


def _bind_bitcast(view: NodeView) -> Bound:
    return copy_call(view, copy_of((view.y.size,), (1,), (1,)), "the same bits")


def _work_decode(view: NodeView, call: Call) -> Counts:
    """A shift or a look-up an element."""
    return (("shift" if view.attrs(DecodeAttrs).stored is Stored.BF16 else "table", view.y.size),)


def _work_encode(view: NodeView, call: Call) -> Counts:
    """A rounding of the bits, or a search in the values of the format."""
    stored = view.attrs(EncodeAttrs).stored
    if stored is Stored.BF16:
        return (("shift", view.y.size),)
    steps = math.log2(len(finite_values(stored)))
    return ("element", view.y.size), ("step", view.y.size * steps)


DECODES: Grid = tuple(
    GridLayer(DecodeAttrs(stored), (shape,), dtype=stored.holder) for stored in Stored for shape in ((1003,), (3, 800))
)
ENCODES: Grid = tuple(GridLayer(EncodeAttrs(stored), (shape,)) for stored in Stored for shape in ((1003,), (3, 800)))
BITS: Grid = tuple(
    GridLayer(BitCastAttrs(to), ((2000,),), dtype=dtype)
    for dtype, to in ((DType.I8, DType.U8), (DType.F16, DType.I16), (DType.F32, DType.I32), (DType.I64, DType.F64))
)
KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "decode", "Decode", frozenset({DType.U8, DType.U16}), _bind_decode, _work_decode, grid=DECODES),
    Kernel(LIBRARY, "encode", "Encode", F32, _bind_encode, _work_encode, grid=ENCODES),
    Kernel(LIBRARY, "copy", "BitCast", ANY, _bind_bitcast, work_copy, grid=BITS),
)
