"""Concatenations that change a scale: each element is a function of one input element, tried for all its values."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Graph, Node
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ConcatAttrs
from edgec.converter.ops.spec import IntCall
from edgec.proof.lanes import Lanes
from edgec.proof.pairs import Enumeration, code_over
from edgec.proof.seen import Seen
from edgec.proof.thumb.terms import value


def joined(graph: Graph, node: Node, seen: Seen, known: set[object]) -> Enumeration:
    """Compare elements of a concatenation with the definition for every value of theirs.

    ``known`` are the forms of the layer that are proven already; new ones are added.

    Raises:
        NotCovered: an element depends on others than the one that belongs there.
    """
    run = OPS[node.op].run_int
    assert run is not None
    out, ins = graph.tensors[node.outputs[0]], [graph.tensors[i] for i in node.inputs]
    size = out.dtype.bytes
    held = [seen.cells[t.name].reshape(t.shape) if t.data is None else np.zeros(t.shape, np.int64) for t in ins]
    origins = OPS[node.op].run(node.attrs, held)[0].reshape(-1)
    sources = OPS[node.op].run(node.attrs, [np.full(t.shape, k) for k, t in enumerate(ins)])[0].reshape(-1)
    every, lanes = np.arange(1 << (8 * size), dtype=np.int64), Lanes()
    mask = len(every) - 1
    values = every.astype(f"u{size}").view(out.dtype.numpy)
    quants = [t.quant for t in ins]
    wanted = [run(IntCall(ConcatAttrs(0), [values], [q], [out.quant], [(every.shape, out.dtype)]))[0] for q in quants]
    for e, element in enumerate(seen.elements, seen.first):
        k = int(sources[e])
        if ins[k].data is not None:
            if (value(element) - int(seen.expected[e])) & mask:
                return Enumeration("constants", f"element {e} is not the constant {int(seen.expected[e])}")
            continue
        leaves = {int(origins[e]) + byte: byte for byte in range(size)}
        shape, code = code_over(lanes.of(element), leaves)
        if (shape, k) in known:
            continue
        got = np.broadcast_to(np.asarray(code([(every >> (8 * byte)) & 255 for byte in range(size)])), every.shape)
        wrong = np.flatnonzero((got - wanted[k].astype(np.int64)) & mask)
        if len(wrong):
            n = int(wrong[0])
            given = int(np.asarray(int(got[n]) & mask).astype(f"u{size}").view(out.dtype.numpy))
            told = f"for the input {int(values[n])} the code gives {given}, the definition {int(wanted[k][n])}"
            return Enumeration(f"{len(every):,} values", f"element {e}: {told}")
        known.add((shape, k))
    return Enumeration(f"all {len(every):,} inputs")
