"""Bindings of Rnn, Gru and Lstm in integers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from edgec.codegen.kernels.common import const, operand
from edgec.codegen.kernels.counting import dot
from edgec.codegen.kernels.grids import random
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel, Library
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.conv import MAX_UNROLLED_FOURS
from edgec.codegen.kernels.plain.params_sampled import RecurrentInt
from edgec.codegen.kernels.plain.s4 import pack
from edgec.codegen.kernels.spec import CTYPES, Arg, Bound, Call, Const, Misfit, NodeView, Output, Scratch
from edgec.converter.arithmetic.gates import GATE_BITS
from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.gates import GATES, USUAL, GateFn, RecurrentAttrs
from edgec.converter.ops.recurrent_int import (
    LARGEST_SUM,
    LENGTHS,
    PEEPHOLE,
    RESET_BITS,
    STATE,
    IntegerForm,
    form_of,
    is_rectifier,
    largest_sum,
)

HEADER, HEADER_S4 = "edgec_recurrent_int.h", "edgec_recurrent_s4.h"
HOLDS = "biases and factors of gates"  # what a stream of weights holds beside them
INT8, INT4 = 8, 4  # bits of a weight

Kinds = Sequence[tuple[int, DType, DType]]
BYTES: Kinds = ((INT8, DType.I8, DType.I8), (INT4, DType.I8, DType.I4))
"""Names of kernels by bits, types of values and of weights."""

BindBits = Callable[[NodeView, int], Bound]
WorkBits = Callable[[NodeView, Call, int], Counts]
FormsOf = Callable[[str], Sequence[RecurrentAttrs]]


@dataclass(frozen=True)
class IntegerLayer:
    """A recurrent layer as integer kernels take it.

    ``start`` and ``factors`` [2 * rows] are of the sums over the input, then of those over the output before.
    """

    form: IntegerForm
    params: RecurrentInt
    w: Array
    r: Array
    start: Array
    factors: Array
    lengths: Arg | None

    @property
    def tables(self) -> tuple[Const, ...]:
        """The tables of its functions; an empty one where it needs none."""
        values = [t.values for t in self.form.tables] or [np.zeros(1, np.int16)]
        return tuple(const("table", "int16_t", v) for v in values)


def integer_layer(view: NodeView) -> IntegerLayer | Misfit:
    """The layer of a node, or why it has no integer form."""
    a, op = view.attrs(RecurrentAttrs), view.node.op
    x, y = view.x(0), view.y
    w, r, bias = (view.x(i).data for i in (1, 2, 3))
    if w is None or r is None or bias is None:
        return Misfit("its weights are no constants")
    if x.quant is None or y.quant is None or w.dtype != np.int8 or r.dtype != np.int8 or bias.dtype != np.int32:
        return Misfit("it has no integer weights", "calibrate the model again")
    try:
        form = form_of(view.node, view.ins, view.outs)
    except OutOfProportion as error:
        return Misfit(str(error), "calibrate the model again")
    if largest_sum(view.node, form, view.ins, y) >= LARGEST_SUM:
        return Misfit("a gate's sum may leave int32", "calibrate the model again")
    at = LENGTHS[op]
    lengths = operand(view, at) if at < len(view.ins) and view.ins[at] is not None else None
    if lengths is not None and view.x(at).dtype is not DType.I32:
        return Misfit("its sequence lengths are not int32", "cast them")
    rows = GATES[op] * a.hidden
    start = bias.astype(np.int64)
    start[:rows] -= x.quant.z * w.astype(np.int64).sum(axis=1)
    folded = rows - a.hidden if op == "Gru" and not a.before_reset else rows  # what is reset has no zero point
    start[rows:][:folded] -= y.quant.z * r.astype(np.int64).sum(axis=1)[:folded]
    if np.abs(start).max(initial=0) >= 2**31:
        return Misfit("the first value of a sum does not fit int32")
    factors = np.array((*form.factors.w, *form.factors.r), np.int32)
    return IntegerLayer(form, _params(view, a, form), w, r, start.astype(np.int32), factors, lengths)


def _params(view: NodeView, a: RecurrentAttrs, form: IntegerForm) -> RecurrentInt:
    steps, batch, size = view.x(0).shape
    quant = view.y.quant
    assert quant is not None
    return RecurrentInt(
        steps,
        batch,
        size,
        a.hidden,
        reverse=int(a.reverse),
        before_reset=int(a.before_reset),
        coupled=int(a.coupled),
        rectified=int(is_rectifier(view.node.op, a)),
        state=form.state,
        raise_=form.tables[2].bits - form.state if view.node.op == "Lstm" else 0,
        kept_bits=GATE_BITS - (0 if form.dtype is DType.I16 else RESET_BITS),
        peephole=form.factors.peephole,
        shift=form.factors.shift,
        out_shift=form.out.shift,
        out_multiplier=form.out.m,
        out_zero=quant.z,
        lo=form.limits[0],
        hi=form.limits[1],
    )


def recurrent_macs(view: NodeView) -> int:
    """Products of both matrices, over all steps."""
    (steps, batch, size), hidden = view.x(0).shape, view.attrs(RecurrentAttrs).hidden
    return steps * batch * GATES[view.node.op] * hidden * (size + hidden)


def int4_misfit(view: NodeView) -> Misfit | None:
    """Return the reason to leave a layer to kernels of int8 weights; None where all weights are int4."""
    if view.x(1).dtype is DType.I4 and view.x(2).dtype is DType.I4:
        return None
    return Misfit("the weights are not int4", yields=True)


def stream_args(view: NodeView, weights: Const, layer: IntegerLayer, scratch: str) -> tuple[Arg, ...]:
    """Arguments of a kernel whose constants but the tables are one stream; ``scratch`` is the type of its words."""
    states = (operand(view, i) for i in range(4, 6 if view.node.op == "Lstm" else 5))
    outputs = (Output(i, CTYPES[t.dtype]) for i, t in enumerate(view.outs))
    return (operand(view, 0), weights, *layer.tables, *states, *outputs, Scratch(scratch))


def _bind_s4(view: NodeView) -> Bound:
    return int4_misfit(view) or _bind(view, packed=True)


def _bind(view: NodeView, packed: bool = False) -> Bound:
    layer = integer_layer(view)
    if isinstance(layer, Misfit):
        return layer
    a, op = view.attrs(RecurrentAttrs), view.node.op
    steps, batch, _ = view.x(0).shape
    w, r = (pack(m).view(np.int8) if packed else m for m in (layer.w, layer.r))
    args: list[Arg] = [
        operand(view, 0),
        const("weights", "int8_t", w),
        const("weights", "int8_t", r),
        const("bias", "int32_t", layer.start),
        const("multiplier", "int32_t", layer.factors),
        *layer.tables,
        *(operand(view, i) for i in range(4, 6 if op == "Lstm" else 5)),
    ]
    kind, lengths = "", layer.lengths
    if op == "Lstm" and len(view.ins) > PEEPHOLE and view.ins[PEEPHOLE] is not None:
        kind = "_full"
        args.append(operand(view, PEEPHOLE))
        lengths = lengths or const("data", "int32_t", np.full(batch, steps, np.int32))
    elif lengths is not None:
        kind = "_lengths"
    args += [] if lengths is None else [lengths]
    args += [Output(i, CTYPES[t.dtype]) for i, t in enumerate(view.outs)]
    scratch = 0
    if op == "Gru":
        args.append(Scratch("int16_t"))
        scratch = a.hidden * (2 + view.y.dtype.bytes)
    suffix = "s4" if packed else "s16" if view.y.dtype is DType.I16 else "s8"
    symbol, header = f"edgec_{op.lower()}{kind}_{suffix}_plain", HEADER_S4 if packed else HEADER
    unread = _unread(op)
    why = "one step after the other"
    return (Call(symbol, header, layer.params, tuple(args), scratch, recurrent_macs(view), why=why, unread=unread),)


def _unread(op: str) -> frozenset[str]:
    """Parameters that only another kind of layer reads."""
    read = {
        "Rnn": {"rectified"},
        "Gru": {"before_reset", "state", "kept_bits"},
        "Lstm": {"coupled", "state", "raise", "peephole"},
    }
    return of_others(op, read)


def of_others(op: str, read: Mapping[str, set[str]]) -> frozenset[str]:
    """Return those parameters of some kinds of layers that ``op`` does not read."""
    return frozenset(set().union(*read.values()) - read[op])


def _work(view: NodeView, call: Call) -> Counts:
    """Inner products of the rows of both matrices, gates and outputs, for every step."""
    a, op = view.attrs(RecurrentAttrs), view.node.op
    steps, batch, size = view.x(0).shape
    values = steps * batch * a.hidden
    rows = values * GATES[op]
    again = 0 if a.before_reset else values
    return (
        ("row", rows),
        *dot(rows, size, MAX_UNROLLED_FOURS),
        *dot(rows, a.hidden, MAX_UNROLLED_FOURS),
        *((("again", again),) if op == "Gru" else ()),
        ("value", 0 if is_rectifier(op, a) else values),
    )


LARGEST_WEIGHT = {DType.I8: 127, DType.I4: 7}
SIZES = ((10, 1, 16, 20), (5, 2, 40, 12), (20, 1, 3, 8), (4, 1, 64, 64), (6, 1, 10, 33))
MORE_SIZES = (*SIZES, (3, 1, 128, 96))  # of kernels that take several values at a time


def default_attrs(op: str) -> RecurrentAttrs:
    """A layer with its usual functions, whose size is still to be said."""
    return RecurrentAttrs(0, USUAL[op], (0.0,) * 3, (0.0,) * 3)


def forms(op: str) -> list[RecurrentAttrs]:
    """Layers of other kinds than the usual one."""
    base = default_attrs(op)
    return {
        "Rnn": [replace(base, reverse=True), replace(base, activations=(GateFn.RELU,), clip=1.5)],
        "Gru": [replace(base, before_reset=True), replace(base, before_reset=True, reverse=True)],
        "Lstm": [replace(base, coupled=True), replace(base, reverse=True)],
    }[op]


def grid(op: str, dtype: DType, weights: DType = DType.I8) -> tuple[GridLayer, ...]:
    """Layers of all sizes, and every form of the operator."""
    made = partial(layer_of, op, dtype, weights=weights)
    layers = [made(size, default_attrs(op)) for size in SIZES]
    layers += [made(SIZES[k], form) for form in forms(op) for k in (0, 3)]
    layers.append(made(SIZES[1], replace(default_attrs(op), clip=1.5), lengths=True))
    if op == "Lstm":
        layers += [made(SIZES[k], default_attrs(op), lengths=bool(k), peephole=True) for k in (0, 1)]
    return tuple(layers)


def layer_of(
    op: str, dtype: DType, size: tuple[int, int, int, int], a: RecurrentAttrs, lengths: bool = False,
    peephole: bool = False, weights: DType = DType.I8,
) -> GridLayer:  # fmt: skip
    """A layer of a size (steps, batch, values, hidden)."""
    steps, batch, values, hidden = size
    rows = GATES[op] * hidden
    state = DType.I16 if op == "Gru" else dtype
    most = LARGEST_WEIGHT[weights]

    def made(rng: np.random.Generator) -> list[Array | None]:
        arrays: list[Array | None] = [
            random(rng, dtype, (steps, batch, values)),
            np.asarray(rng.integers(-most, most + 1, (rows, values)), np.int8),
            np.asarray(rng.integers(-most, most + 1, (rows, hidden)), np.int8),
            np.asarray(rng.normal(0.0, 2000.0, 2 * rows), np.int32),
            random(rng, state, (batch, hidden)),
        ]
        if op == "Lstm":
            arrays.append(random(rng, DType.I16, (batch, hidden)))
            arrays += [random(rng, DType.I16, (3 * hidden,))] if peephole else [None] if lengths else []
        return [*arrays, np.full(batch, steps, np.int32)] if lengths else arrays

    constants = (1, 2, 3, PEEPHOLE) if op == "Lstm" else (1, 2, 3)
    return GridLayer(replace(a, hidden=hidden), constant=constants, values=made, weights=weights)


def stream_kernels(
    library: Library, bind: BindBits, work: WorkBits, forms_of: FormsOf, kinds: Kinds = BYTES
) -> tuple[Kernel, ...]:
    """Kernels of all operators for some kinds of rows, with layers of all sizes and other forms of some."""

    def kernel(op: str, bits: int, dtype: DType, weights: DType) -> Kernel:
        first, *others = forms_of(op)
        made = partial(layer_of, op, dtype, weights=weights)
        layers = [made(size, first) for size in MORE_SIZES]
        layers += [made(MORE_SIZES[k], form) for form in others for k in (0, 3, 4)]
        return Kernel(
            library, f"{op.lower()}_s{bits}", op, frozenset({dtype}), lambda view: bind(view, bits),
            lambda view, call: work(view, call, bits), grid=tuple(layers),
        )  # fmt: skip

    return tuple(kernel(op, *kind) for kind in kinds for op in ("Rnn", *STATE))


KERNELS: tuple[Kernel, ...] = tuple(
    Kernel(LIBRARY, f"{op.lower()}_{name}", op, frozenset({dtype}), bind, _work, grid=grid(op, dtype, weights))
    for name, dtype, bind, weights in (
        ("s8", DType.I8, _bind, DType.I8),
        ("s16", DType.I16, _bind, DType.I8),
        ("s4", DType.I8, _bind_s4, DType.I4),
    )
    for op in ("Rnn", *STATE)
)
