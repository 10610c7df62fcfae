"""Origins of a term's leaves: every element of every tensor has a number of its own.

What only gives values another name, a reshape, or a concatenation or slice that is not copied, has the numbers of the
values it is made of.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from edgec.converter.graph.ir import Array, Graph, Node
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ConcatAttrs, ReshapeAttrs, SliceAttrs, TransposeAttrs
from edgec.proof.thumb.machine import NotCovered

FIRST_ORIGIN = 1 << 40
"""Numbers below it are addresses: memory that holds no tensor."""
RENAMES = (ReshapeAttrs, TransposeAttrs, ConcatAttrs, SliceAttrs)


class Origins:
    """The numbers of the first byte of each element, by tensor; the bytes behind it follow.

    ``layers`` are the nodes that compute; all others rename.
    """

    def __init__(self, graph: Graph, layers: Collection[Node]) -> None:
        self.graph = graph
        computed = {id(node) for node in layers}
        self.renamed = {node.outputs[0]: node for node in graph.nodes if id(node) not in computed}
        self.known: dict[str, Array] = {}
        self.next = FIRST_ORIGIN

    def new(self, name: str) -> Array:
        """Numbers for a tensor that is an input or computed: int64 of its shape."""
        if name not in self.known:
            t = self.graph.tensors[name]
            size = t.dtype.bytes
            self.known[name] = self.next + size * np.arange(t.size, dtype=np.int64).reshape(t.shape)
            self.next += size * t.size
        return self.known[name]

    def of(self, name: str) -> Array:
        """The numbers of a tensor's elements.

        Raises:
            NotCovered: nothing has computed it, or it is more than a rename.
        """
        if name in self.known:
            return self.known[name]
        node = self.renamed.get(name)
        run = OPS[node.op].run if node is not None and isinstance(node.attrs, RENAMES) else None
        if node is None or run is None or any(self.graph.tensors[i].is_const for i in node.inputs if i):
            raise NotCovered(f"it is not seen what computes '{name}'")
        self.known[name] = np.asarray(run(node.attrs, [self.of(i) for i in node.inputs if i])[0])
        return self.known[name]
