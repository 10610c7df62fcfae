"""Integer reference of Rnn, Gru and Lstm: int8 or int16 activations, int8 weights with a scale for each row of gates.

A row's two sums, over the input and over the output of the step before, have scales of their own; they are rounded
together, once (``arithmetic.gates``).  What a layer adds up over time is int16: an LSTM's cell, and a GRU's state, of
which the output is the rounded form that the next step multiplies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

import numpy as np

from edgec.converter.arithmetic.fixed_point import Multiplier, clamp_limits, integer_limits, multiplier, requantize
from edgec.converter.arithmetic.gates import (
    GATE_BITS,
    ONE,
    GateTable,
    SumFactors,
    blended,
    gate_table,
    rescaled,
    rounded,
    saturated,
    state_bits,
    sum_factors,
)
from edgec.converter.arithmetic.wide import interpolate
from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp, DType, Node, Quant, Tensor
from edgec.converter.ops.gates import GATE, GATES, GateFn, RecurrentAttrs
from edgec.converter.ops.spec import IntCall

RESET_BITS = 6  # fraction bits, beyond the output's steps, of an int8 output times the reset gate
STATE = {"Gru": 1, "Lstm": 2}  # the output that is a state of int16
STATE_INPUT = {"Gru": 4, "Lstm": 5}  # and the input that it begins with
LENGTHS = {"Rnn": 5, "Gru": 5, "Lstm": 7}  # the input with the sequence lengths
PEEPHOLE = 6  # the input with an Lstm's peepholes
LARGEST_SUM = 2.0**31 - 2.0**16


@dataclass(frozen=True)
class IntegerForm:
    """Integer form of a recurrent layer: its tables, multipliers and limits.

    ``tables`` are those of f, g and h; none where an Rnn's function is a rectifier, which limits its sums in steps of
    the output.  ``state`` are the fraction bits of the state, ``out`` requantizes to the output, limited to ``limits``.
    """

    tables: tuple[GateTable, ...]
    factors: SumFactors
    state: int
    out: Multiplier
    limits: tuple[int, int]
    dtype: DType


def is_rectifier(op: str, a: RecurrentAttrs) -> bool:
    """Return whether a layer needs no table: an Rnn whose function is Relu."""
    return op == "Rnn" and a.activations[0] is GateFn.RELU


def gate_tables(op: str, a: RecurrentAttrs) -> tuple[GateTable, ...] | GateFn:
    """The tables of a layer's functions; or the function that has none, because its values are not bounded."""

    def function(i: int) -> Callable[[Array], Array]:
        limit = a.clip if a.clip > 0.0 and i < 2 else inf
        return lambda x: GATE[a.activations[i]](np.clip(x, -limit, limit), a.alphas[i], a.betas[i])

    tables = []
    for i, fn in enumerate(() if is_rectifier(op, a) else a.activations):
        table = gate_table(function(i))
        weighs = i == 0 and op != "Rnn"  # values beyond 1 would take a state out of int32
        if table is None or (weighs and np.abs(table.values.astype(np.int64)).max() > ONE):
            return fn
        tables.append(table)
    return tuple(tables)


def reset_scale(y: Quant, dtype: DType) -> float:
    """The step of an output times the reset gate, which a Gru multiplies that resets before the product."""
    return y.s if dtype is DType.I16 else y.s * 2.0**-RESET_BITS


def integer_form(
    op: str, a: RecurrentAttrs, ins: Sequence[Quant | None], outs: Sequence[Quant | None], dtype: DType
) -> IntegerForm:
    """The integer form of a layer.

    Args:
        op: the operator.
        a: its attributes.
        ins: quantizations of its inputs.
        outs: those of its outputs.
        dtype: type of its input and output.

    Raises:
        OutOfProportion: a scale has no legal factor, or a function has no table, or a state's scale is none.
    """
    x, w, r, y = ins[0], ins[1], ins[2], outs[0]
    assert x is not None and w is not None and r is not None and y is not None
    tables = gate_tables(op, a)
    if isinstance(tables, GateFn):
        raise OutOfProportion(f"the gate function {tables.value} has no table")
    state = 0
    if op in STATE:
        quant = outs[STATE[op]]
        bits = None if quant is None else state_bits(quant)
        if bits is None or ins[STATE_INPUT[op]] != quant:
            raise OutOfProportion("the state's scale is not a power of two, or differs from the initial state's")
        state = bits
    n, rows = a.hidden, GATES[op] * a.hidden
    units = [1.0 / y.s] * n if not tables else [2.0 ** tables[0].bits] * (rows - n) + [2.0 ** tables[-1].bits] * n
    if op == "Lstm":
        units[rows - n :] = [2.0 ** tables[1].bits] * n
    steps = [y.s] * rows
    if op == "Gru" and not a.before_reset:
        steps[rows - n :] = [reset_scale(y, dtype)] * n
    peephole = 0.0
    if op == "Lstm" and len(ins) > PEEPHOLE and (p := ins[PEEPHOLE]) is not None:
        peephole = p.s * 2.0 ** (tables[0].bits - state)
    factors = sum_factors(
        [s * x.s * u for s, u in zip(_scales(w, rows), units, strict=True)],
        [s * t * u for s, t, u in zip(_scales(r, rows), steps, units, strict=True)],
        peephole,
    )
    value_bits = {"Lstm": 2 * GATE_BITS, "Gru": state}.get(op, GATE_BITS)
    rectified = Clamp() if tables else Clamp(0.0, a.clip if a.clip > 0.0 else inf)
    limits = clamp_limits(rectified, y, dtype)
    return IntegerForm(tables, factors, state, multiplier(2.0**-value_bits / y.s), limits, dtype)


def form_of(node: Node, ins: Sequence[Tensor | None], outs: Sequence[Tensor]) -> IntegerForm:
    """The integer form of a node with its tensors; raises as ``integer_form``."""
    quants = [t.quant if t is not None else None for t in ins]
    assert isinstance(node.attrs, RecurrentAttrs)
    return integer_form(node.op, node.attrs, quants, [t.quant for t in outs], outs[0].dtype)


def largest_sum(node: Node, form: IntegerForm, ins: Sequence[Tensor | None], out: Tensor) -> float:
    """A bound of a gate's rounded sum, before it is limited to int16; kernels hold it in int32 (``LARGEST_SUM``)."""
    a = node.attrs
    assert isinstance(a, RecurrentAttrs)
    x, *weights = ins[:4]
    assert x is not None and x.quant is not None and out.quant is not None
    w, r, bias = (np.asarray(t.data, np.float64) for t in weights if t is not None)
    rows, (lo, hi) = len(w), integer_limits(form.dtype)
    reach_x, reach_y = (max(hi - q.z, q.z - lo) for q in (x.quant, out.quant))
    reaches = np.full(rows, float(reach_y))
    if node.op == "Gru" and not a.before_reset:
        reaches[rows - a.hidden :] = 2.0**15
    from_x = np.abs(bias[:rows]) + reach_x * np.abs(w).sum(axis=1)
    from_y = np.abs(bias[rows:]) + reaches * np.abs(r).sum(axis=1)  # a reset gate is less than 2
    total = from_x * form.factors.w + 2.0 * from_y * form.factors.r + 2.0**30 * form.factors.peephole
    return float(total.max(initial=0.0)) * 2.0**-form.factors.shift + 1.0


def _scales(quant: Quant, rows: int) -> tuple[float, ...]:
    return quant.scale if quant.axis is not None else quant.scale * rows


class _Layer:
    """A layer that is run step by step, for some sequences of a batch at a time; all values are int64."""

    def __init__(self, op: str, call: IntCall) -> None:
        self.a: RecurrentAttrs = call.attrs
        self.form = integer_form(op, self.a, call.in_quants, call.out_quants, call.out_types[0][1])
        self.out = call.out
        self.rows = GATES[op] * self.a.hidden
        self.bias = call.x(3).astype(np.int64)
        self.r = call.x(2).astype(np.float64).T
        self.w = np.array(self.form.factors.w, np.int64)
        self.rw = np.array(self.form.factors.r, np.int64)
        x = call.x(0).astype(np.int64) - call.q(0).z
        self.sums = products(x, call.x(1).astype(np.float64).T) + self.bias[: self.rows]
        peephole = call.ins[PEEPHOLE] if op == "Lstm" and len(call.ins) > PEEPHOLE else None
        self.peephole = np.zeros(3 * self.a.hidden, np.int64) if peephole is None else peephole.astype(np.int64)

    def recurrent(self, y: Array, rows: slice = slice(None)) -> Array:
        """Sums of some rows over the last output."""
        return products(y - self.out.z, self.r[:, rows]) + self.bias[self.rows :][rows]

    def sum(self, w: Array, r: Array | int, rows: slice = slice(None), more: Array | int = 0) -> Array:
        """Sums of some rows together, rounded."""
        return rounded(w * self.w[rows] + r * self.rw[rows] + more, self.form.factors.shift)

    def gate(self, which: int, argument: Array) -> Array:
        """A function of gates."""
        return interpolate(self.form.tables[which].values, saturated(argument)).astype(np.int64)

    def requantized(self, value: Array) -> Array:
        """An output."""
        return requantize(value, self.form.out, self.out.z, *integer_limits(self.form.dtype))


Step = Callable[[_Layer, Array, "list[Array]"], "list[Array]"]


def _rnn_step(layer: _Layer, w: Array, state: list[Array]) -> list[Array]:
    total = layer.sum(w, layer.recurrent(state[0]))
    if layer.form.tables:
        return [layer.requantized(layer.gate(0, total))]
    return [np.clip(total + layer.out.z, *layer.form.limits)]


def _gru_step(layer: _Layer, w: Array, state: list[Array]) -> list[Array]:
    """``state``: the output and the state of 16 bits that it is a rounded form of."""
    n, (y, h) = layer.a.hidden, state
    gates, candidate = slice(0, 2 * n), slice(2 * n, 3 * n)
    both = layer.gate(0, layer.sum(w[:, gates], layer.recurrent(y, gates), gates))
    update, reset = both[:, :n], both[:, n:]
    if layer.a.before_reset:
        inner = rounded(layer.recurrent(y, candidate) * layer.rw[candidate], layer.form.factors.shift)
        argument = layer.sum(w[:, candidate], 0, candidate) + rounded(reset * inner, GATE_BITS)
    else:
        down = GATE_BITS - (0 if layer.form.dtype is DType.I16 else RESET_BITS)
        kept = saturated(rounded(reset * (y - layer.out.z), down))
        sums = products(kept, layer.r[:, candidate]) + layer.bias[layer.rows :][candidate]
        argument = layer.sum(w[:, candidate], sums, candidate)
    new = blended(update, h, ONE - update, layer.gate(1, argument), layer.form.state)
    return [layer.requantized(new), new]


def _lstm_step(layer: _Layer, w: Array, state: list[Array]) -> list[Array]:
    n, (y, c) = layer.a.hidden, state
    i, o, f, g = (slice(k * n, (k + 1) * n) for k in range(4))
    r, factor = layer.recurrent(y), layer.form.factors.peephole

    def gate(which: int, rows: slice, cell: Array | None) -> Array:
        seen = 0 if cell is None else layer.peephole[rows] * cell * factor
        return layer.gate(which, layer.sum(w[:, rows], r[:, rows], rows, seen))

    take = gate(0, i, c)
    keep = ONE - take if layer.a.coupled else gate(0, f, c)
    new = blended(keep, c, take, gate(1, g, None), layer.form.state)
    shown = layer.gate(2, rescaled(new, layer.form.state, layer.form.tables[2].bits))
    return [layer.requantized(gate(0, o, new) * shown), new]


def products(x: Array, w: Array) -> Array:
    """The product x @ w in int64: float64 holds every sum of fewer than 2**30 products of 16 and 8 bits."""
    return (x.astype(np.float64) @ w).astype(np.int64)


STEPS: dict[str, Step] = {"Rnn": _rnn_step, "Gru": _gru_step, "Lstm": _lstm_step}


def run_int(op: str) -> Callable[[IntCall], list[Array]]:
    """The integer reference of an operator; see ``recurrent`` for its inputs and outputs."""

    def run(call: IntCall) -> list[Array]:
        layer = _Layer(op, call)
        first = call.x(4).astype(np.int64)
        state = [first]
        if op == "Gru":
            state = [layer.requantized(first), first]
        elif op == "Lstm":
            state.append(call.x(5).astype(np.int64))
        at = LENGTHS[op]
        y, state = _unroll(layer, state, STEPS[op], call.ins[at] if len(call.ins) > at else None)
        outs = [y, *(state[1:] if op == "Gru" else state)]
        return [v.astype(dtype.numpy) for v, (_, dtype) in zip(outs, call.out_types, strict=True)]

    return run


def _unroll(layer: _Layer, state: list[Array], step: Step, lengths: Array | None) -> tuple[Array, list[Array]]:
    """All steps; a sequence that has ended keeps its state and gives zeros, one without any step ends in zeros."""
    steps, batch, _ = layer.sums.shape
    ends = np.full(batch, steps) if lengths is None else np.clip(np.asarray(lengths, np.int64), 0, steps)
    y = np.full((steps, batch, layer.a.hidden), layer.out.z, np.int64)
    zeros = [layer.out.z, *(0 for _ in state[1:])]
    state = [np.where((ends > 0)[:, None], s, z) for s, z in zip(state, zeros, strict=True)]
    for i in range(steps):
        live = np.flatnonzero(ends > i)
        at = ends[live] - 1 - i if layer.a.reverse else np.full(len(live), i)
        new = step(layer, layer.sums[at, live], [s[live] for s in state])
        for s, value in zip(state, new, strict=True):
            s[live] = value
        y[at, live] = new[0]
    return y, state
