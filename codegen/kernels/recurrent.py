"""Bindings of Rnn, Gru and Lstm."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import F32, Fields, const, operand
from edgec.codegen.kernels.spec import Arg, Bound, Call, Kernel, Misfit, NodeView, Output, Params, Scratch
from edgec.converter.ir import DType
from edgec.converter.ops.recurrent import GATES, RecurrentAttrs

HEADER = "edgec_recurrent_f32.h"
SCRATCH_ROWS = {"Rnn": 1, "Gru": 3, "Lstm": 4}


def _fields(view: NodeView, a: RecurrentAttrs) -> Fields:
    steps, batch, size = view.x(0).shape
    gates: list[tuple[str, int | float | str]] = []
    for name, fn, alpha, beta in zip("fgh", a.activations, a.alphas, a.betas, strict=False):
        gates += [(f"{name}.fn", f"EDGEC_GATE_{fn.value.upper()}"), (f"{name}.alpha", alpha), (f"{name}.beta", beta)]
    return (
        ("steps", steps),
        ("batch", batch),
        ("in", size),
        ("hidden", a.hidden),
        ("reverse", int(a.reverse)),
        ("before_reset", int(a.before_reset)),
        ("coupled", int(a.coupled)),
        ("clip", a.clip if a.clip > 0.0 else np.inf),
        *gates,
    )


def _tail(view: NodeView, at: int, shape: tuple[int, ...]) -> bool:
    """Whether optional input ``at`` is given; its shape is checked."""
    t = view.ins[at] if at < len(view.ins) else None
    return t is not None and t.shape == shape


def _bind(view: NodeView) -> Bound:
    a = view.attrs(RecurrentAttrs)
    op = view.node.op
    steps, batch, size = view.x(0).shape
    states = 2 if op == "Lstm" else 1
    args: list[Arg] = [operand(view, i) for i in range(4 + states)]
    symbol = f"edgec_{op.lower()}"
    lengths = 4 + states + (1 if op == "Lstm" else 0)
    has_lengths = _tail(view, lengths, (batch,))
    if has_lengths and view.x(lengths).dtype is not DType.I32:
        return Misfit("its sequence lengths are not int32", "cast them")
    if op == "Lstm" and (has_lengths or _tail(view, 6, (3 * a.hidden,))):
        symbol += "_full"
        full = np.full(batch, steps, np.int32)
        peephole = _tail(view, 6, (3 * a.hidden,))
        args.append(operand(view, 6) if peephole else const("data", "float", np.zeros(3 * a.hidden, np.float32)))
        args.append(operand(view, lengths) if has_lengths else const("data", "int32_t", full))
    elif has_lengths:
        symbol += "_lengths"
        args.append(operand(view, lengths))
    args += [Output(i, "float") for i in range(1 + states)]
    args.append(Scratch("float"))
    macs = steps * batch * GATES[op] * a.hidden * (size + a.hidden)
    scratch = SCRATCH_ROWS[op] * a.hidden * 4
    params = Params("edgec_recurrent_params", _fields(view, a))
    why = "one step after the other"
    return (Call(f"{symbol}_f32__ref", HEADER, params, tuple(args), scratch_bytes=scratch, macs=macs, why=why),)


KERNELS: tuple[Kernel, ...] = tuple(
    Kernel(f"edgec_{op.lower()}_f32__ref", op, F32, _bind) for op in ("Rnn", "Gru", "Lstm")
)
