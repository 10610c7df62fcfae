"""ONNX RNN, GRU and LSTM: one recurrent operator per direction."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.converter.graph.ir import DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.shape import slice_axis
from edgec.converter.ops.gates import GATES, USUAL, GateFn, RecurrentAttrs
from edgec.converter.ops.shape import ConcatAttrs

FUNCTIONS = {
    "sigmoid": GateFn.SIGMOID,
    "tanh": GateFn.TANH,
    "relu": GateFn.RELU,
    "affine": GateFn.AFFINE,
    "leakyrelu": GateFn.LEAKY_RELU,
    "thresholdedrelu": GateFn.THRESHOLDED_RELU,
    "scaledtanh": GateFn.SCALED_TANH,
    "hardsigmoid": GateFn.HARD_SIGMOID,
    "elu": GateFn.ELU,
    "softsign": GateFn.SOFTSIGN,
    "softplus": GateFn.SOFTPLUS,
}
DEFAULT_PARAMETERS = {  # (alpha, beta); functions that are not listed have none
    GateFn.LEAKY_RELU: (0.01, 0.0),
    GateFn.HARD_SIGMOID: (0.2, 0.5),
    GateFn.ELU: (1.0, 0.0),
}
NO_DEFAULTS = frozenset({GateFn.AFFINE, GateFn.SCALED_TANH, GateFn.THRESHOLDED_RELU})  # ONNX and its runtime differ
TAKES_ALPHA = frozenset({*DEFAULT_PARAMETERS, *NO_DEFAULTS})
TAKES_BETA = frozenset({GateFn.HARD_SIGMOID, GateFn.AFFINE, GateFn.SCALED_TANH})
OPERATORS = {"RNN": "Rnn", "GRU": "Gru", "LSTM": "Lstm"}


def _floats(c: Lowering, name: str) -> list[float]:
    value = c.node.attrs.get(name, ())
    return [float(v) for v in value] if isinstance(value, tuple) else []


def _activations(c: Lowering, op: str, directions: int) -> list[RecurrentAttrs]:
    """Attributes per direction: functions with their parameters, taken from the lists in order."""
    names = c.node.attrs.get("activations") or tuple(fn.value for fn in USUAL[op]) * directions
    per = len(USUAL[op])
    if not isinstance(names, tuple) or len(names) != per * directions:
        c.invalid(f"{per * directions} activations are needed")
    alphas, betas = _floats(c, "activation_alpha"), _floats(c, "activation_beta")
    functions: list[tuple[GateFn, float, float]] = []
    for name in names:
        fn = FUNCTIONS.get(str(name).lower())
        if fn is None:
            c.refuse(f"its activation '{name}' is not supported", f"use one of {', '.join(FUNCTIONS)}")
        alpha, beta = DEFAULT_PARAMETERS.get(fn, (0.0, 0.0))
        if fn in NO_DEFAULTS and not (alphas and (betas or fn not in TAKES_BETA)):
            reason = f"its activation '{name}' has no default alpha and beta"
            c.refuse(reason, "give activation_alpha and activation_beta")
        if fn in TAKES_ALPHA and alphas:
            alpha = alphas.pop(0)
        if fn in TAKES_BETA and betas:
            beta = betas.pop(0)
        functions.append((fn, alpha, beta))
    base = RecurrentAttrs(
        c.attr_int("hidden_size", 0),
        (),
        (),
        (),
        c.attr_float("clip", 0.0),
        before_reset=bool(c.attr_int("linear_before_reset", 0)),
        coupled=bool(c.attr_int("input_forget", 0)),
    )
    out = []
    for d in range(directions):
        part = functions[d * per : (d + 1) * per]
        out.append(
            replace(
                base,
                activations=tuple(p[0] for p in part),
                alphas=tuple(p[1] for p in part),
                betas=tuple(p[2] for p in part),
            )
        )
    return out


def _part(c: Lowering, t: Tensor, d: int, axis: int = 0) -> Tensor:
    """Direction ``d`` of a tensor, without that axis."""
    part = slice_axis(c, t, axis, d, 1)
    return c.reshape(part, (*t.shape[:axis], *t.shape[axis + 1 :]))


def _optional(c: Lowering, i: int, shape: tuple[int, ...], layout: int) -> Tensor:
    """A bias or initial state [directions, ...], zeros when absent."""
    if not c.has(i):
        return c.const_tensor(np.zeros(c.room(shape), np.float32), hint=f"{c.node.label}.zero")
    x = c.x(i)
    if layout and len(x.shape) == 3:
        x = c.transpose(x, (1, 0, 2))
    if x.shape != shape:
        c.invalid(f"input {i} has shape {list(x.shape)}, {list(shape)} is needed")
    return x


def _lengths(c: Lowering, steps: int) -> Tensor | None:
    """Sequence lengths as int32, None when all are full."""
    if not c.has(4):
        return None
    lengths = c.x(4)
    if lengths.data is not None and np.all(lengths.data == steps):
        return None
    return c.cast(lengths, DType.I32)


@onnx_op("RNN", "GRU", "LSTM")
def lower_recurrent(c: Lowering) -> None:
    """All directions, layouts, activations, initial states, peepholes and sequence lengths."""
    op = OPERATORS[c.node.op]
    direction, layout = c.attr_str("direction", "forward"), c.attr_int("layout", 0)
    if direction not in ("forward", "reverse", "bidirectional"):
        c.invalid(f"direction '{direction}' is unknown")
    directions = 2 if direction == "bidirectional" else 1
    x, w, r = c.x(0), c.x(1), c.x(2)
    x = c.transpose(x, (1, 0, 2)) if layout else x
    if len(x.shape) != 3 or len(w.shape) != 3 or w.shape[0] != directions or len(r.shape) != 3:
        c.invalid(f"shapes {list(x.shape)}, {list(w.shape)} and {list(r.shape)} do not fit {directions} direction(s)")
    steps, batch, _ = x.shape
    settings = _activations(c, op, directions)
    settings = [replace(a, hidden=a.hidden or r.shape[2]) for a in settings]
    hidden = settings[0].hidden
    if hidden != r.shape[2] or hidden < 1:
        c.invalid(f"its hidden_size {hidden} does not fit the recurrent weights {list(r.shape)}")
    bias = _optional(c, 3, (directions, 2 * GATES[op] * hidden), 0)
    states = [_optional(c, 5, (directions, batch, hidden), layout)]
    if op == "Lstm":
        states.append(_optional(c, 6, (directions, batch, hidden), layout))
    lengths = _lengths(c, steps)
    results = []
    for d in range(directions):
        ins: list[Tensor | None] = [x, *(_part(c, t, d) for t in (w, r, bias, *states))]
        if op == "Lstm" and (c.has(7) or lengths is not None):
            ins.append(_part(c, c.x(7), d) if c.has(7) else None)
        if lengths is not None:
            ins.append(lengths)
        attrs = replace(settings[d], reverse=direction == "reverse" or d == 1)
        results.append(c.emit_all(op, attrs, *ins))
    _outputs(c, results, layout)


def _outputs(c: Lowering, results: list[list[Tensor]], layout: int) -> None:
    """Y [T, D, N, H] (or [N, T, D, H]), then the last states [D, N, H] (or [N, D, H])."""
    for i in range(len(results[0])):
        if not c.wants(i):
            continue
        parts = [r[i] for r in results]
        axis = 1 if i == 0 else 0
        parts = [c.reshape(p, (*p.shape[:axis], 1, *p.shape[axis:])) for p in parts]
        y = parts[0] if len(parts) == 1 else c.emit("Concat", ConcatAttrs(axis), *parts)
        if layout:
            y = c.transpose(y, (2, 0, 1, 3) if i == 0 else (1, 0, 2))
        c.output(y, i)
