"""Bindings of Decode, Encode and BitCast."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import ANY, F32, const, operand, output
from edgec.codegen.kernels.shape import copy_call, copy_fields
from edgec.codegen.kernels.spec import Bound, Call, Kernel, NodeView, Params
from edgec.converter.ir import DType
from edgec.converter.ops.stored import FORMATS, DecodeAttrs, EncodeAttrs, Stored, decode_table, finite_values

HEADER = "edgec_stored.h"


def _bind_decode(view: NodeView) -> Bound:
    a = view.attrs(DecodeAttrs)
    params = Params("edgec_decode_params", (("n", view.y.size),))
    why = f"{a.stored.value} is computed in float32"
    if a.stored is Stored.BF16:
        args = (operand(view, 0), output(view))
        return (Call("edgec_decode_bf16__ref", HEADER, params, args, why=why),)
    table = const("table", "float", decode_table(a.stored))
    return (Call("edgec_decode_table__ref", HEADER, params, (operand(view, 0), table, output(view)), why=why),)


def _bind_encode(view: NodeView) -> Bound:
    a = view.attrs(EncodeAttrs)
    size = (("n", view.y.size),)
    why = f"rounded to {a.stored.value}"
    if a.stored is Stored.BF16:
        plain = (operand(view, 0), output(view))
        return (Call("edgec_encode_bf16__ref", HEADER, Params("edgec_decode_params", size), plain, why=why),)
    f = FORMATS[a.stored]
    beyond = f.top if a.saturate or f.nan is None else (f.nan if f.infinity is None else f.infinity)
    fields = (
        *size,
        ("sign", f.sign),
        ("top", f.top),
        ("over", beyond),
        ("nan", f.sign if f.nan is None else f.nan),
        ("negative_zero", int(f.negative_zero)),
    )
    values = const("table", "float", np.array(finite_values(a.stored), np.float32))
    args = (operand(view, 0), values, output(view))
    return (Call("edgec_encode_table__ref", HEADER, Params("edgec_encode_params", fields), args, why=why),)


def _bind_bitcast(view: NodeView) -> Bound:
    fields = copy_fields((view.y.size,), (1,), (1,), 0, 0)
    return copy_call(view, fields, "the same bits")


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_decode_<format>__ref", "Decode", frozenset({DType.U8, DType.U16}), _bind_decode),
    Kernel("edgec_encode_<format>__ref", "Encode", F32, _bind_encode),
    Kernel("edgec_copy_<width>__ref", "BitCast", ANY, _bind_bitcast),
)
