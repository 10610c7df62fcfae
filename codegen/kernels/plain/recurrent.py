"""Bindings of Rnn, Gru and Lstm."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import F32, const, operand
from edgec.codegen.kernels.counting import dot
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.conv import MAX_UNROLLED_FOURS
from edgec.codegen.kernels.plain.params_sampled import Recurrent
from edgec.codegen.kernels.shared.params import Gate, GateFunction
from edgec.codegen.kernels.spec import Arg, Bound, Call, Misfit, NodeView, Output, Scratch
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.gates import GATES, USUAL, GateFn, RecurrentAttrs

HEADER = "edgec_recurrent_f32.h"
ROLES = ("data", "weights", "weights", "bias", "data", "data")  # of the inputs: x, w, r, b, states


def _params(view: NodeView, a: RecurrentAttrs) -> Recurrent:
    steps, batch, size = view.x(0).shape
    f, *others = (
        Gate(GateFunction[f"EDGEC_GATE_{fn.name}"], alpha, beta)
        for fn, alpha, beta in zip(a.activations, a.alphas, a.betas, strict=False)
    )
    g, h = (*others, f, f)[:2]
    clip = a.clip if a.clip > 0.0 else np.inf
    flags = (int(a.reverse), int(a.before_reset), int(a.coupled))
    return Recurrent(steps, batch, size, a.hidden, *flags, clip, f, g, h)


def _unread(a: RecurrentAttrs, op: str) -> frozenset[str]:
    """Parameters that only another kind of layer reads."""
    read = (("before_reset", op == "Gru"), ("coupled", op == "Lstm"))
    return frozenset({*(name for name, own in read if not own), *"fgh"[len(a.activations) :]})


def _tail(view: NodeView, at: int, shape: tuple[int, ...]) -> bool:
    """Return whether optional input ``at`` is given; its shape is checked."""
    t = view.ins[at] if at < len(view.ins) else None
    return t is not None and t.shape == shape


def _bind(view: NodeView) -> Bound:
    a = view.attrs(RecurrentAttrs)
    op = view.node.op
    steps, batch, size = view.x(0).shape
    states = 2 if op == "Lstm" else 1
    args: list[Arg] = [operand(view, i, role=ROLES[i]) for i in range(4 + states)]
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
    scratch = GATES[op] * a.hidden * 4
    why = "one step after the other"
    params, unread = _params(view, a), _unread(a, op)
    return (Call(f"{symbol}_f32_plain", HEADER, params, tuple(args), scratch, macs, why=why, unread=unread),)


def _activated(op: str, a: RecurrentAttrs) -> tuple[GateFn, ...]:
    """The functions that a hidden value goes through in a step."""
    if op == "Rnn":
        return a.activations[:1]
    f = a.activations[0]
    if op == "Gru":
        return f, f, a.activations[1]
    return (f, *(() if a.coupled else (f,)), f, *a.activations[1:])


def _work(view: NodeView, call: Call) -> Counts:
    """Inner products of the rows of both matrices, and functions of the sums, for every step."""
    a, op = view.attrs(RecurrentAttrs), view.node.op
    steps, batch, size = view.x(0).shape
    values = steps * batch * a.hidden
    rows = values * GATES[op]
    used = _activated(op, a)
    return (
        ("step", steps * batch),
        ("value", values),
        ("row", rows),
        *dot(rows, size, MAX_UNROLLED_FOURS),
        *dot(rows, a.hidden, MAX_UNROLLED_FOURS),
        *((fn.value, values * used.count(fn)) for fn in dict.fromkeys(used)),
    )


SIZES = ((10, 1, 16, 20), (5, 2, 40, 12), (20, 1, 3, 8), (4, 1, 64, 64), (6, 1, 10, 33))


def _layer(
    op: str, size: tuple[int, int, int, int], fns: tuple[GateFn, ...], lengths: bool = False, clip: float = 0.0
) -> GridLayer:
    """Steps of a batch of sequences of values, with a number of hidden ones."""
    steps, batch, values, hidden = size
    rows = GATES[op] * hidden
    shapes = [
        (steps, batch, values),
        (rows, values),
        (rows, hidden),
        (2 * rows,),
        *[(batch, hidden)] * (1 + (op == "Lstm")),
    ]

    def made(rng: np.random.Generator) -> list[Array | None]:
        constants: list[Array | None] = [np.asarray(rng.normal(0.0, 0.2, s), np.float32) for s in shapes]
        tail: list[Array | None] = [np.full(batch, steps, np.int32)]
        return [*constants, *([None] if op == "Lstm" else []), *tail] if lengths else constants

    few, many = tuple(0.3 for _ in fns), tuple(0.6 for _ in fns)
    return GridLayer(RecurrentAttrs(hidden, fns, few, many, clip), constant=(1, 2, 3), values=made)


def _grid(op: str) -> tuple[GridLayer, ...]:
    """Sizes, and every function of gates."""
    usual = USUAL[op]
    return (
        *(_layer(op, size, usual) for size in SIZES),
        _layer(op, SIZES[0], usual, lengths=True),
        *(_layer(op, SIZES[2], (fn,) * len(usual), clip=1.0) for fn in GateFn),
    )


KERNELS: tuple[Kernel, ...] = tuple(
    Kernel(LIBRARY, f"{op.lower()}_f32", op, F32, _bind, _work, grid=_grid(op)) for op in ("Rnn", "Gru", "Lstm")
)
