"""Recurrent layers, one direction each: Rnn, Gru, Lstm over time-major sequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from edgec.converter.graph.ir import Array, Attrs
from edgec.converter.ops.spec import Case, Ins, OpSpec, ShapeError, TensorType, known


class GateFn(Enum):
    """Activations of gates; the name is the C constant's suffix."""

    SIGMOID = "sigmoid"
    TANH = "tanh"
    RELU = "relu"
    AFFINE = "affine"
    LEAKY_RELU = "leaky_relu"
    THRESHOLDED_RELU = "thresholded_relu"
    SCALED_TANH = "scaled_tanh"
    HARD_SIGMOID = "hard_sigmoid"
    ELU = "elu"
    SOFTSIGN = "softsign"
    SOFTPLUS = "softplus"


GATE: dict[GateFn, Callable[[Array, float, float], Array]] = {
    GateFn.SIGMOID: lambda x, a, b: 1.0 / (1.0 + np.exp(-x)),
    GateFn.TANH: lambda x, a, b: np.tanh(x),
    GateFn.RELU: lambda x, a, b: np.maximum(x, 0.0),
    GateFn.AFFINE: lambda x, a, b: a * x + b,
    GateFn.LEAKY_RELU: lambda x, a, b: np.where(x < 0, a * x, x),
    GateFn.THRESHOLDED_RELU: lambda x, a, b: np.where(x > a, x, 0.0),
    GateFn.SCALED_TANH: lambda x, a, b: a * np.tanh(b * x),
    GateFn.HARD_SIGMOID: lambda x, a, b: np.clip(a * x + b, 0.0, 1.0),
    GateFn.ELU: lambda x, a, b: np.where(x < 0, a * np.expm1(np.minimum(x, 0.0)), x),
    GateFn.SOFTSIGN: lambda x, a, b: x / (1.0 + np.abs(x)),
    GateFn.SOFTPLUS: lambda x, a, b: np.logaddexp(x, 0.0),
}


@dataclass(frozen=True)
class RecurrentAttrs(Attrs):
    """One direction of a recurrent layer.

    ``activations`` (with alphas and betas) are ONNX's f, g, h.  ``clip`` bounds the gates' inputs (0: not), but not the
    cell that an LSTM's h reads (as in ONNX Runtime).  ``before_reset`` is GRU's linear_before_reset, ``coupled`` LSTM's
    input_forget.
    """

    hidden: int
    activations: tuple[GateFn, ...]
    alphas: tuple[float, ...]
    betas: tuple[float, ...]
    clip: float = 0.0
    reverse: bool = False
    before_reset: bool = False
    coupled: bool = False


GATES = {"Rnn": 1, "Gru": 3, "Lstm": 4}
USUAL = {
    "Rnn": (GateFn.TANH,),
    "Gru": (GateFn.SIGMOID, GateFn.TANH),
    "Lstm": (GateFn.SIGMOID, GateFn.TANH, GateFn.TANH),
}
"""Functions of a layer that names none."""


def _infer(op: str) -> Callable[[RecurrentAttrs, Ins], list[TensorType]]:
    """Inputs: x[T, N, I], w[G*H, I], r[G*H, H], bias[2*G*H], h0[N, H], (c0[N, H], peephole[3*H]), lengths[N] int32.

    Outputs: y[T, N, H], last h[N, H], (last c[N, H]).
    """

    def infer(a: RecurrentAttrs, ins: Ins) -> list[TensorType]:
        x, w, r, bias, h0 = (known(ins, i) for i in range(5))
        rows = GATES[op] * a.hidden
        if len(x.shape) != 3:
            raise ShapeError(f"the input has shape {list(x.shape)}, rank 3 is needed")
        steps, batch, size = x.shape
        for what, have, need in (
            ("W", w.shape, (rows, size)),
            ("R", r.shape, (rows, a.hidden)),
            ("B", bias.shape, (2 * rows,)),
            ("the initial state", h0.shape, (batch, a.hidden)),
        ):
            if have != need:
                raise ShapeError(f"{what} has shape {list(have)}, {list(need)} is needed")
        _check_tail(op, a, ins, batch)
        state = ((batch, a.hidden), x.dtype)
        outs: list[TensorType] = [((steps, batch, a.hidden), x.dtype), state]
        return [*outs, state] if op == "Lstm" else outs

    return infer


def _check_tail(op: str, a: RecurrentAttrs, ins: Ins, batch: int) -> None:
    """The cell's initial state, the peephole and the lengths."""
    shapes: list[tuple[str, tuple[int, ...]]] = [("the sequence lengths", (batch,))]
    if op == "Lstm":
        shapes = [("the initial cell", (batch, a.hidden)), ("the peephole", (3 * a.hidden,)), *shapes]
    for x, (what, need) in zip(ins[5:], shapes, strict=False):
        if x is not None and x.shape != need:
            raise ShapeError(f"{what} has shape {list(x.shape)}, {list(need)} is needed")


def _activate(a: RecurrentAttrs, which: int, x: Array, clipped: bool = True) -> Array:
    if clipped and a.clip > 0.0:
        x = np.clip(x, -a.clip, a.clip)
    with np.errstate(over="ignore"):
        return GATE[a.activations[which]](x, a.alphas[which], a.betas[which])


Step = Callable[[RecurrentAttrs, Array, Array, Array, "list[Array]"], "list[Array]"]


def _rnn_step(a: RecurrentAttrs, xw: Array, r: Array, rb: Array, state: list[Array]) -> list[Array]:
    return [_activate(a, 0, xw + state[0] @ r.T + rb)]


def _gru_step(a: RecurrentAttrs, xw: Array, r: Array, rb: Array, state: list[Array]) -> list[Array]:
    n, h = a.hidden, state[0]
    zr = _activate(a, 0, xw[:, : 2 * n] + h @ r[: 2 * n].T + rb[: 2 * n])
    z, reset = zr[:, :n], zr[:, n:]
    inner = reset * (h @ r[2 * n :].T + rb[2 * n :]) if a.before_reset else reset * h @ r[2 * n :].T + rb[2 * n :]
    candidate = _activate(a, 1, xw[:, 2 * n :] + inner)
    return [(1.0 - z) * candidate + z * h]


def _lstm_step(peephole: Array | None) -> Step:
    def step(a: RecurrentAttrs, xw: Array, r: Array, rb: Array, state: list[Array]) -> list[Array]:
        n, (h, c) = a.hidden, state
        gates = xw + h @ r.T + rb
        i, o, f, g = (gates[:, k * n : (k + 1) * n] for k in range(4))
        pi, po, pf = (0.0, 0.0, 0.0) if peephole is None else (peephole[k * n : (k + 1) * n] for k in range(3))
        i = _activate(a, 0, i + pi * c)
        f = 1.0 - i if a.coupled else _activate(a, 0, f + pf * c)
        new_c = f * c + i * _activate(a, 1, g)
        o = _activate(a, 0, o + po * new_c)
        return [o * _activate(a, 2, new_c, False), new_c]

    return step


def _run(op: str) -> Callable[[RecurrentAttrs, Sequence[Array | None]], list[Array]]:
    def run(a: RecurrentAttrs, ins: Sequence[Array | None]) -> list[Array]:
        x, w, r, bias, h0 = (np.asarray(v, np.float64) for v in ins[:5])
        rows = GATES[op] * a.hidden
        state = [h0]
        step: Step = {"Rnn": _rnn_step, "Gru": _gru_step}.get(op, _rnn_step)
        rest = list(ins[5:])
        if op == "Lstm":
            state.append(np.asarray(rest.pop(0), np.float64))
            peephole = rest.pop(0) if rest else None
            step = _lstm_step(None if peephole is None else np.asarray(peephole, np.float64))
        lengths = rest[0] if rest else None
        return _unroll(a, x @ w.T + bias[:rows], (r, bias[rows:]), state, step, lengths)

    return run


def _unroll(
    a: RecurrentAttrs, xw: Array, weights: tuple[Array, Array], state: list[Array], step: Step, lengths: Array | None
) -> list[Array]:
    """Time steps; a sequence that has ended keeps its state and gives zeros; reversed ones start at their own end.

    A sequence without any step ends in zeros, whatever its initial state (as in ONNX Runtime).
    """
    steps, batch, _ = xw.shape
    y = np.zeros((steps, batch, a.hidden))
    ends = np.full(batch, steps) if lengths is None else np.clip(lengths, 0, steps)
    last = [s.copy() for s in state]
    for b in range(batch):
        current = [s[b : b + 1] for s in state]
        times = range(int(ends[b]))
        for t in reversed(times) if a.reverse else times:
            current = step(a, xw[t, b : b + 1], *weights, current)
            y[t, b] = current[0][0]
        for s, value in zip(last, current, strict=True):
            s[b] = value[0] if ends[b] else 0.0
    return [y.astype(np.float32), *(s.astype(np.float32) for s in last)]


def _case(op: str, name: str, hidden: int, **changes: bool) -> Case:
    fns = {"Rnn": (GateFn.TANH,), "Gru": (GateFn.SIGMOID, GateFn.TANH)}.get(
        op, (GateFn.SIGMOID, GateFn.TANH, GateFn.TANH)
    )
    rows, steps, batch, size = GATES[op] * hidden, 4, 2, 3
    zeros = (0.0,) * len(fns)
    shapes: tuple[tuple[int, ...], ...] = ((steps, batch, size), (rows, size), (rows, hidden), (2 * rows,))
    states: tuple[tuple[int, ...], ...] = ((batch, hidden),) * (2 if op == "Lstm" else 1)
    return Case(name, RecurrentAttrs(hidden, fns, zeros, zeros, **changes), shapes + states, constant=(1, 2, 3))


RNN = OpSpec("Rnn", RecurrentAttrs, 5, 6, _infer("Rnn"), _run("Rnn"), cases=(_case("Rnn", "plain", 5),))
GRU = OpSpec(
    "Gru",
    RecurrentAttrs,
    5,
    6,
    _infer("Gru"),
    _run("Gru"),
    cases=(_case("Gru", "plain", 5), _case("Gru", "before_reset", 3, before_reset=True, reverse=True)),
)
LSTM = OpSpec(
    "Lstm",
    RecurrentAttrs,
    6,
    8,
    _infer("Lstm"),
    _run("Lstm"),
    cases=(_case("Lstm", "plain", 5), _case("Lstm", "coupled", 3, coupled=True)),
)
SPECS = (RNN, GRU, LSTM)
