"""Recurrent layers, one direction each: Rnn, Gru, Lstm over time-major sequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.gates import GATE, GATES, GateFn, RecurrentAttrs
from edgec.converter.ops.recurrent_int import STATE, run_int
from edgec.converter.ops.spec import Case, Ins, OpSpec, QuantRule, ShapeError, TensorType, known


def _infer(op: str) -> Callable[[RecurrentAttrs, Ins], list[TensorType]]:
    """Inputs: x[T, N, I], w[G*H, I], r[G*H, H], bias[2*G*H], h0[N, H], (c0[N, H], peephole[3*H]), lengths[N] int32.

    Outputs: y[T, N, H], last h[N, H], (last c[N, H]).  Of integers a Gru's h and an Lstm's c are int16.
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
        kinds = [x.dtype] * (3 if op == "Lstm" else 2)
        if op in STATE and not x.dtype.is_float:
            kinds[STATE[op]] = DType.I16
        state = (batch, a.hidden)
        return [((steps, *state) if i == 0 else state, kind) for i, kind in enumerate(kinds)]

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


Trace = Callable[[RecurrentAttrs, Sequence["Array | None"]], tuple["list[Array]", "list[Array]"]]


def _trace(op: str) -> Trace:
    def trace(a: RecurrentAttrs, ins: Sequence[Array | None]) -> tuple[list[Array], list[Array]]:
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

    return trace


def _run(op: str) -> Callable[[RecurrentAttrs, Sequence[Array | None]], list[Array]]:
    trace = _trace(op)
    return lambda a, ins: trace(a, ins)[0]


def _unroll(
    a: RecurrentAttrs, xw: Array, weights: tuple[Array, Array], state: list[Array], step: Step, lengths: Array | None
) -> tuple[list[Array], list[Array]]:
    """All steps; a sequence that has ended keeps its state and gives zeros; reversed ones start at their own end.

    A sequence without any step ends in zeros, whatever its initial state (as in ONNX Runtime).

    Returns:
        The outputs, and of each state all values that it takes, the initial ones among them.
    """
    steps, batch, _ = xw.shape
    y = np.zeros((steps, batch, a.hidden))
    ends = np.full(batch, steps) if lengths is None else np.clip(lengths, 0, steps)
    last = [s.copy() for s in state]
    seen: list[list[Array]] = [[s] for s in state]
    for b in range(batch):
        current = [s[b : b + 1] for s in state]
        times = range(int(ends[b]))
        for t in reversed(times) if a.reverse else times:
            current = step(a, xw[t, b : b + 1], *weights, current)
            y[t, b] = current[0][0]
            for values, s in zip(seen, current, strict=True):
                values.append(s)
        for s, value in zip(last, current, strict=True):
            s[b] = value[0] if ends[b] else 0.0
    outs = [y.astype(np.float32), *(s.astype(np.float32) for s in last)]
    return outs, [np.concatenate(values) for values in seen]


def _case(op: str, name: str, hidden: int, **changes: bool) -> Case:
    fns = {"Rnn": (GateFn.TANH,), "Gru": (GateFn.SIGMOID, GateFn.TANH)}.get(
        op, (GateFn.SIGMOID, GateFn.TANH, GateFn.TANH)
    )
    rows, steps, batch, size = GATES[op] * hidden, 4, 2, 3
    zeros = (0.0,) * len(fns)
    shapes: tuple[tuple[int, ...], ...] = ((steps, batch, size), (rows, size), (rows, hidden), (2 * rows,))
    states: tuple[tuple[int, ...], ...] = ((batch, hidden),) * (2 if op == "Lstm" else 1)
    return Case(name, RecurrentAttrs(hidden, fns, zeros, zeros, **changes), shapes + states, constant=(1, 2, 3))


RNN = OpSpec(
    "Rnn",
    RecurrentAttrs,
    5,
    6,
    _infer("Rnn"),
    _run("Rnn"),
    QuantRule.RECURRENT,
    run_int("Rnn"),
    (_case("Rnn", "plain", 5),),
    trace=_trace("Rnn"),
)
GRU = OpSpec(
    "Gru",
    RecurrentAttrs,
    5,
    6,
    _infer("Gru"),
    _run("Gru"),
    QuantRule.RECURRENT,
    run_int("Gru"),
    (_case("Gru", "plain", 5), _case("Gru", "before_reset", 3, before_reset=True, reverse=True)),
    trace=_trace("Gru"),
)
LSTM = OpSpec(
    "Lstm",
    RecurrentAttrs,
    6,
    8,
    _infer("Lstm"),
    _run("Lstm"),
    QuantRule.RECURRENT,
    run_int("Lstm"),
    (_case("Lstm", "plain", 5), _case("Lstm", "coupled", 3, coupled=True)),
    trace=_trace("Lstm"),
)
SPECS = (RNN, GRU, LSTM)
