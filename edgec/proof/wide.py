"""Sums and products of two int16 tensors: the code's form is that of the definition.

Two operands have 2**32 values, too many to try all.  Code and definition are written as sums, products and floors
(``floors``), where equal forms are equal for all values; code of another form is tried with extreme and random values,
to tell one that computes something else from one that is not understood.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.arithmetic.fixed_point import clamp_limits, multiplier
from edgec.converter.arithmetic.wide import wide_add_multipliers
from edgec.converter.graph.ir import Array, DType, Graph, Node, Quant
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.proof.lanes import Lanes
from edgec.proof.pairs import Code, Tried, code_over, definition, operands
from edgec.proof.rewrite import Exact, NoForm, Number, Rewriter, number
from edgec.proof.seen import Seen
from edgec.proof.thumb.machine import NotCovered
from edgec.proof.thumb.terms import Term

TRIED = 1 << 14
SEED = 2
_ENDS = (-(1 << 15), -(1 << 15) + 1, -1, 0, 1, (1 << 15) - 2, (1 << 15) - 1)


def wide_elementwise(graph: Graph, node: Node, seen: Seen, known: set[object]) -> Tried | None:
    """Compare elements of a sum or product of two computed int16 tensors; None for other layers.

    ``known`` are the forms of the layer that are proven already; new ones are added.

    Raises:
        NotCovered: the code has another form though no values were found for which it differs.
    """
    a = node.attrs
    types = {graph.tensors[n].dtype for n in (*node.inputs, *node.outputs)}
    if not isinstance(a, BinaryAttrs) or types != {DType.I16}:
        return None
    lanes = Lanes()
    for e, element in enumerate(seen.elements, seen.first):
        leaves, constants = operands(graph, node, seen.cells, e)
        shape, code = code_over(lanes.of(element), leaves)
        if (shape, constants) in known:
            continue
        wrong = _differs(graph, node, code, constants)
        if wrong:
            return Tried("", f"element {e}: {wrong}")
        if not _same(graph, node, a, code):
            raise NotCovered(f"the code of element {e} has not the form of the definition")
        known.add((shape, constants))
    return Tried("all inputs")


def _quant(graph: Graph, name: str) -> Quant:
    q = graph.tensors[name].quant
    assert q is not None
    return q


def _same(graph: Graph, node: Node, a: BinaryAttrs, code: Code) -> bool:
    r = Rewriter()
    names = list(dict.fromkeys(node.inputs))
    unknown = {name: r.unknown(*_ENDS[:: len(_ENDS) - 1]) for name in names}
    cells: list[Number] = []
    for name in names:
        cells += [r.unsigned(unknown[name], 8), r.unsigned(r.down(unknown[name], 8), 8)]
    try:
        got = r.signed(number(evaluated(r, code, cells)), 16)
        return r.same(got, _right(graph, node, a, r, [unknown[n] for n in node.inputs]))
    except NoForm:
        return False


def evaluated(r: Rewriter, code: Code, cells: Sequence[Number]) -> Exact | int:
    """The form of code over bytes; of its value no more than the low 16 bits count.

    Raises:
        NoForm: it has none.
    """
    done: dict[int, Exact | int] = {}
    root = code.root
    while isinstance(root, Term) and root.op in ("uxth", "sxth"):
        root = root.args[0]
    for t in code.order:
        if isinstance(root, Term) and t.n > root.n:
            break
        if t.op == "leaf":
            done[t.n] = cells[code.leaves[t.args[0]]]
        else:
            done[t.n] = r.value(t.op, [done[x.n] if isinstance(x, Term) else x for x in t.args])
    return done[root.n] if isinstance(root, Term) else root


def _right(graph: Graph, node: Node, a: BinaryAttrs, r: Rewriter, values: Sequence[Number]) -> Number:
    """The definition (``run_binary_int``)."""
    (qa, qb), out = (_quant(graph, n) for n in node.inputs), _quant(graph, node.outputs[0])
    x, y = (r.plus(v, r.constant(-q.z)) for v, q in zip(values, (qa, qb), strict=True))
    if a.fn is BinaryFn.MUL:
        factor = multiplier(qa.s * qb.s / out.s)
        total, shift = r.times(r.times(x, y), r.constant(factor.m)), factor.shift
    elif a.fn in (BinaryFn.ADD, BinaryFn.SUB):
        f = wide_add_multipliers(qa.s, qb.s, out.s)
        m_b = -f.b if a.fn is BinaryFn.SUB else f.b
        total, shift = r.plus(r.times(x, r.constant(f.a)), r.times(y, r.constant(m_b))), f.shift
    else:
        raise NoForm
    rounded = r.down(r.plus(total, r.constant(1 << (shift - 1))), shift)
    zero = out.z if a.fn is BinaryFn.MUL else 0
    return r.limited(r.plus(rounded, r.constant(zero)), *clamp_limits(a.clamp, out, DType.I16))


def _differs(graph: Graph, node: Node, code: Code, constants: Sequence[int | None]) -> str:
    """A pair of operands for which code and definition differ; "" when none of those tried is one."""
    rng = np.random.default_rng(SEED)
    x, y = (v.reshape(-1) for v in np.meshgrid(_ENDS, _ENDS))
    tried = rng.integers(-(1 << 15), 1 << 15, (2, TRIED))
    small = rng.integers(-200, 200, (2, TRIED))
    both = np.concatenate([np.stack([x, y]), tried, small], axis=1)
    if len(set(node.inputs)) == 1:
        both = both[:1]
    every = np.zeros(both.shape[1], np.int64)
    for i, v in enumerate(both):
        every |= (v & 0xFFFF) << (16 * i)
    got = _limited16(code([(every >> (8 * k)) & 255 for k in range(2 * len(both))]), every)
    right = definition(graph, node, [n for n in node.inputs if n], constants, every).astype(np.int64)
    wrong = np.flatnonzero(got != right)
    if not len(wrong):
        return ""
    k = int(wrong[0])
    return f"for {' and '.join(str(int(v[k])) for v in both)} the code gives {got[k]}, the definition {right[k]}"


def _limited16(x: object, like: Array) -> Array:
    v = np.broadcast_to(np.asarray(x), like.shape).astype(np.int64)
    return np.asarray(((v & 0xFFFF) ^ 0x8000) - 0x8000)


