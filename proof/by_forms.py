"""Layers whose elements are proven by forms: sums and products of int16, products of computed matrices, resampling.

An element depends on too many values to try all, and on products, which z3 is slow with.  Code and definition are
written as sums, products and floors (``floors``), where equal forms are equal for all values: the sums are proven with
the rest.  Code of another form is tried with extreme and random values, to tell one that computes something else from
one that is not understood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from edgec.converter.arithmetic.fixed_point import clamp_limits, integer_limits, multiplier
from edgec.converter.arithmetic.wide import wide_add_multipliers
from edgec.converter.graph.ir import Array, DType, Graph, Node, Quant
from edgec.converter.ops.conv import MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.spec import IntCall
from edgec.proof.lanes import Lanes
from edgec.proof.pairs import Code, Enumeration, code_over
from edgec.proof.rewrite import Exact, NoForm, Number, Rewriter, number
from edgec.proof.seen import Seen
from edgec.proof.thumb.machine import NotCovered
from edgec.proof.thumb.terms import Term, Value

RANDOM_CELLS = 1 << 12
SEED = 2


@dataclass(frozen=True)
class Case:
    """An element: the numbers of its operands, the form it must have, and the same for arrays [operand, sample].

    ``key`` tells cases of a layer apart that differ in more than the numbers.
    """

    origins: tuple[int, ...]
    form: Callable[[Rewriter, Sequence[Number]], Number]
    arrays: Callable[[Array], list[Array]]
    key: object = None


@dataclass(frozen=True)
class Kind:
    """A kind of layers that are proven by forms: what the sheet calls it, and the cases of a layer's elements."""

    name: str
    cases: Callable[[Graph, Node, Seen], Cases]


element_form: Facet[Kind] = Facet(
    "elements", "form of its elements to compare with", "its code is proven another way, or not"
)


def by_forms(graph: Graph, node: Node, seen: Seen, known: set[object]) -> Enumeration | None:
    """Compare elements of such a layer; None for other layers.

    ``known`` are the forms of the layer that are proven already; new ones are added.

    Raises:
        NotCovered: the code has another form though no values were found for which it differs.
    """
    kind = element_form.get(node)
    out = graph.tensors[node.outputs[0]]
    if kind is None or out.dtype not in (DType.I8, DType.I16):
        return None
    cases, lanes = kind.cases(graph, node, seen), Lanes()
    size = graph.tensors[node.inputs[0]].dtype.bytes
    for e, element in enumerate(seen.elements, seen.first):
        case = cases(e)
        places: dict[int, int] = {}
        for origin in case.origins:
            for k in range(size):
                places.setdefault(origin + k, len(places))
        shape, code = code_over(lanes.of(element), places)
        same = tuple(places[o] for o in case.origins)
        if (shape, same, case.key) in known:
            continue
        wrong = _differs(graph, node, case, code, size)
        if wrong:
            return Enumeration("", f"element {e}: {wrong}")
        if not _same(case, code, size, 8 * out.dtype.bytes):
            raise NotCovered(f"the code of element {e} has not the form of the definition")
        known.add((shape, same, case.key))
    return Enumeration("all inputs")


def _same(case: Case, code: Code, size: int, bits: int) -> bool:
    r = Rewriter()
    top = 1 << (8 * size - 1)
    unknown = {origin: r.unknown(-top, top - 1) for origin in dict.fromkeys(case.origins)}
    cells: list[Number] = []
    for x in unknown.values():
        cells += [r.unsigned(r.down(x, 8 * k), 8) for k in range(size)]
    try:
        got = r.signed(number(_evaluated(r, code, cells, bits)), bits)
        return r.same(got, case.form(r, [unknown[o] for o in case.origins]))
    except NoForm:
        return False


def _evaluated(r: Rewriter, code: Code, cells: Sequence[Number], bits: int) -> Exact | int:
    """The form of code over bytes; of its value no more than the low bits count."""
    done: dict[int, Exact | int] = {}
    root = _stripped(code.root, bits)
    for t in code.order:
        if isinstance(root, Term) and t.n > root.n:
            break
        if t.op == "leaf":
            done[t.n] = cells[code.leaves[t.args[0]]]
        else:
            done[t.n] = r.value(t.op, [done[x.n] if isinstance(x, Term) else x for x in t.args])
    return done[root.n] if isinstance(root, Term) else root


def _stripped(root: Value, bits: int) -> Value:
    """Strip operations that leave the low ``bits`` of a value as they are."""
    while isinstance(root, Term):
        op, args = root.op, root.args
        whole = op in ("uxth", "sxth") or (bits == 8 and op in ("uxtb", "sxtb"))
        if not (whole or (bits == 8 and op == "byte" and args[1] == 0) or (op == "and" and args[1] == (1 << bits) - 1)):
            break
        root = args[0]
    return root


def _differs(graph: Graph, node: Node, case: Case, code: Code, size: int) -> str:
    """Operands for which code and definition differ; "" when none of those tried are some."""
    out, top = graph.tensors[node.outputs[0]], 1 << (8 * size - 1)
    rng = np.random.default_rng(SEED)
    distinct = {origin: i for i, origin in enumerate(dict.fromkeys(case.origins))}
    shape = (len(distinct), RANDOM_CELLS)
    ends = rng.choice([-top, -top + 1, -1, 0, 1, top - 1], shape)
    values = np.concatenate([ends, rng.integers(-top, top, shape), rng.integers(-9, 10, shape)], axis=1)
    cells = [(v >> (8 * k)) & 255 for v in values for k in range(size)]
    bits = 8 * out.dtype.bytes
    half = 1 << (bits - 1)
    got = np.broadcast_to(np.asarray(code(cells)), values.shape[1:]).astype(np.int64)
    got = ((got & (2 * half - 1)) ^ half) - half
    arrays = case.arrays(values[[distinct[o] for o in case.origins]])
    quants = [graph.tensors[n].quant for n in node.inputs]
    run = OPS[node.op].run_int
    assert run is not None
    attrs = ResampleAttrs(1) if isinstance(node.attrs, ResampleAttrs) else node.attrs
    right = np.asarray(run(IntCall(attrs, arrays, quants, [out.quant], [(got.shape, out.dtype)]))[0]).reshape(-1)
    wrong = np.flatnonzero(got != right)
    if not len(wrong):
        return ""
    k = int(wrong[0])
    given = ", ".join(str(int(v[k])) for v in values[:8]) + (" ..." if len(values) > 8 else "")
    return f"for {given} the code gives {got[k]}, the definition {right[k]}"


def _quant(graph: Graph, name: str) -> Quant:
    q = graph.tensors[name].quant
    if q is None or q.axis is not None:
        raise NotCovered(f"tensor '{name}' has not one scale")
    return q


def _centred(r: Rewriter, values: Sequence[Number], zero: int) -> list[Number]:
    return [r.plus(v, r.constant(-zero)) for v in values]


def _requantized(r: Rewriter, total: Number, real: float, out: Quant, dtype: DType) -> Number:
    factor = multiplier(real)
    scaled = r.plus(r.times(total, r.constant(factor.m)), r.constant(1 << (factor.shift - 1)))
    return r.limited(r.plus(r.down(scaled, factor.shift), r.constant(out.z)), *integer_limits(dtype))


Cases = Callable[[int], Case]


def _binary(graph: Graph, node: Node, seen: Seen) -> Cases:
    """``run_binary_int`` of two computed int16 tensors."""
    a, (qa, qb) = node.attrs, [_quant(graph, n) for n in node.inputs]
    out = _quant(graph, node.outputs[0])
    assert isinstance(a, BinaryAttrs)
    shape = graph.tensors[node.outputs[0]].shape
    try:
        cells = [np.broadcast_to(seen.cells[n].reshape(graph.tensors[n].shape), shape).reshape(-1) for n in node.inputs]
    except KeyError:
        raise NotCovered("an operand is constant") from None
    lo, hi = clamp_limits(a.clamp, out, graph.tensors[node.outputs[0]].dtype)

    def form(r: Rewriter, values: Sequence[Number]) -> Number:
        x, y = (r.plus(v, r.constant(-q.z)) for v, q in zip(values, (qa, qb), strict=True))
        if a.fn is BinaryFn.MUL:
            factor = multiplier(qa.s * qb.s / out.s)
            total, shift, zero = r.times(r.times(x, y), r.constant(factor.m)), factor.shift, out.z
        elif a.fn in (BinaryFn.ADD, BinaryFn.SUB):
            f = wide_add_multipliers(qa.s, qb.s, out.s)
            m_b = -f.b if a.fn is BinaryFn.SUB else f.b
            total, shift, zero = r.plus(r.times(x, r.constant(f.a)), r.times(y, r.constant(m_b))), f.shift, 0
        else:
            raise NoForm
        rounded = r.down(r.plus(total, r.constant(1 << (shift - 1))), shift)
        return r.limited(r.plus(rounded, r.constant(zero)), lo, hi)

    return lambda e: Case((int(cells[0][e]), int(cells[1][e])), form, list)


def _matmul(graph: Graph, node: Node, seen: Seen) -> Cases:
    """``run_matmul_int``."""
    (qa, qb), out = [_quant(graph, n) for n in node.inputs], graph.tensors[node.outputs[0]]
    try:
        a, b = (seen.cells[n].reshape(graph.tensors[n].shape) for n in node.inputs)
    except KeyError:
        raise NotCovered("an operand is constant") from None
    k = graph.tensors[node.inputs[0]].shape[-1]
    rows = np.broadcast_to(a, (*out.shape[:-1], k)).reshape(-1, k)
    columns = np.moveaxis(np.broadcast_to(b, (*out.shape[:-2], k, out.shape[-1])), -1, -2)
    m, n = out.shape[-2:]
    columns = columns.reshape(-1, n, k)

    def form(r: Rewriter, values: Sequence[Number]) -> Number:
        left, right = _centred(r, values[:k], qa.z), _centred(r, values[k:], qb.z)
        total = r.constant(0)
        for x, y in zip(left, right, strict=True):
            total = r.plus(total, r.times(x, y))
        q = _quant(graph, out.name)
        return _requantized(r, total, qa.s * qb.s / q.s, q, out.dtype)

    def case(e: int) -> Case:
        row, column = divmod(e, n)
        origins = (*rows[row].tolist(), *columns[row // m, column].tolist())
        return Case(origins, form, lambda v: [v[:k].T[:, None, :], v[k:].T[:, :, None]])

    return case


def _resample(graph: Graph, node: Node, seen: Seen) -> Cases:
    """``run_resample_int``; weights of zero have no part in it."""
    x, index, weight = (graph.tensors[n] for n in node.inputs)
    assert isinstance(node.attrs, ResampleAttrs)
    out, axis = graph.tensors[node.outputs[0]], node.attrs.axis
    (qx, qw), q = [_quant(graph, n) for n in (x.name, weight.name)], _quant(graph, out.name)
    assert index.data is not None and weight.data is not None and qw.z == 0
    cells, taps, factors = seen.cells[x.name].reshape(x.shape), index.data, weight.data.astype(np.int64)

    def case(e: int) -> Case:
        at = list(np.unravel_index(e, out.shape))
        row = int(at[axis])
        kept = [i for i, w in enumerate(factors[row]) if w]
        weights = [int(factors[row][i]) for i in kept]
        origins = []
        for i in kept:
            at[axis] = taps[row][i]
            origins.append(int(cells[tuple(at)]))

        def form(r: Rewriter, values: Sequence[Number]) -> Number:
            total = r.constant(0)
            for v, w in zip(_centred(r, values, qx.z), weights, strict=True):
                total = r.plus(total, r.times(v, r.constant(w)))
            return _requantized(r, total, qx.s * qw.s / q.s, q, out.dtype)

        def arrays(values: Array) -> list[Array]:
            return [values.T, np.arange(len(kept))[None], np.array([weights])]

        return Case(tuple(origins), form, arrays, tuple(weights))

    return case


element_form(BinaryAttrs)(Kind("elementwise", _binary))
element_form(MatMulAttrs)(Kind("product of matrices", _matmul))
element_form(ResampleAttrs)(Kind("resampling", _resample))
