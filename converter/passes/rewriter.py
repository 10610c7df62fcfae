"""A graph under rewriting: nodes with fast producer and user look-up, put back in order when done."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Attrs, DType, Graph, GraphEditor, Node, Quant, Tensor
from edgec.converter.lower.context import moved_quant
from edgec.converter.ops.registry import OPS


class Rewriter:
    """Mutable view of a graph.  Nodes keep the place of the node they replace; ``build`` sorts topologically."""

    def __init__(self, graph: Graph) -> None:
        self._editor = GraphEditor(graph)
        self._nodes: dict[int, Node] = {}
        self._keys: dict[int, tuple[float, int]] = {}
        self._producer: dict[str, int] = {}
        self._users: dict[str, dict[int, None]] = {}
        self._serial = 0
        self.changed = False
        for position, node in enumerate(graph.nodes):
            self._insert(node, float(position))

    # --- looking --------------------------------------------------------------------------------------------------

    @property
    def tensors(self) -> dict[str, Tensor]:
        """Tensors by name."""
        return self._editor.tensors

    @property
    def inputs(self) -> list[str]:
        """Names of the graph inputs."""
        return self._editor.inputs

    @property
    def outputs(self) -> list[str]:
        """Names of the graph outputs."""
        return self._editor.outputs

    def nodes(self, *ops: str) -> Iterator[Node]:
        """The nodes present when the loop reaches them, in their order; only these operators when any are named."""
        for serial in sorted(self._nodes, key=lambda s: self._keys[s]):
            node = self._nodes.get(serial)
            if node is not None and (not ops or node.op in ops):
                yield node

    def producer(self, name: str) -> Node | None:
        """The node that writes a tensor."""
        serial = self._producer.get(name)
        return None if serial is None else self._nodes[serial]

    def users(self, name: str) -> list[Node]:
        """The nodes that read a tensor."""
        return [self._nodes[s] for s in sorted(self._users.get(name, {}), key=lambda s: self._keys[s])]

    def readers(self, name: str) -> int:
        """Count the nodes that read a tensor."""
        return len(self._users.get(name, {}))

    def only_user(self, name: str) -> Node | None:
        """The node that alone reads a tensor, None when there are others or the tensor is a graph output."""
        users = self._users.get(name, {})
        return self._nodes[next(iter(users))] if len(users) == 1 and name not in self.outputs else None

    def data(self, name: str) -> Array | None:
        """The value of a constant."""
        return self.tensors[name].data if name else None

    def alive(self, node: Node) -> bool:
        """Return whether the node is still in the graph."""
        return bool(node.outputs) and self.producer(node.outputs[0]) is node

    # --- changing -------------------------------------------------------------------------------------------------

    def const(self, hint: str, data: Array, quant: Quant | None = None) -> str:
        """Add a constant."""
        return self._editor.const(hint, data, quant)

    def tensor(self, hint: str, shape: tuple[int, ...], dtype: DType, quant: Quant | None = None) -> str:
        """Add an activation."""
        return self._editor.tensor(hint, shape, dtype, quant)

    def update(self, name: str, **changes: Any) -> None:
        """Change fields of a tensor."""
        self._editor.update(name, **changes)

    def emit(self, op: str, attrs: Attrs, inputs: tuple[str, ...], like: Node, hint: str = "") -> str:
        """Add a node at the place of ``like``; returns its output.  Constants are moved at compile time."""
        ins = [self.tensors[i] for i in inputs]
        shape, dtype = OPS[op].infer(attrs, ins)[0]
        if all(t.data is not None for t in ins):
            data = OPS[op].run(attrs, [t.data for t in ins])[0]
            return self.const(hint or ins[0].name, data, moved_quant(op, attrs, ins[0]))
        out = self.tensor(hint or like.outputs[0], shape, dtype)
        self._insert(Node(op, like.name, inputs, (out,), attrs), self._keys[self._producer[like.outputs[0]]][0])
        self.changed = True
        return out

    def replace(self, old: Node, **changes: Any) -> Node:
        """Put a changed copy of a node in its place."""
        place = self._keys[self._producer[old.outputs[0]]][0]
        self.remove(old)
        new = replace(old, **changes)
        self._insert(new, place)
        return new

    def remove(self, node: Node) -> None:
        """Take a node out."""
        serial = self._producer[node.outputs[0]]
        for out in node.outputs:
            del self._producer[out]
        for i in set(node.inputs):
            self._users[i].pop(serial)
        del self._nodes[serial], self._keys[serial]
        self.changed = True

    def alias(self, old: str, new: str) -> None:
        """Make all readers of ``old`` read ``new``; a quantization of ``old`` passes to an unannotated ``new``."""
        quant = self.tensors[old].quant
        if quant is not None and self.tensors[new].quant is None and self.tensors[new].data is None:
            self.update(new, quant=quant)
        for node in self.users(old):
            self.replace(node, inputs=tuple(new if i == old else i for i in node.inputs))
        self._editor.outputs = [new if o == old else o for o in self.outputs]
        self.changed = True

    def bypass(self, node: Node, new: str) -> None:
        """Remove a one-output node; its readers read ``new``."""
        self.alias(node.outputs[0], new)
        self.remove(node)

    def drop_dead(self) -> None:
        """Remove nodes whose outputs nobody reads."""
        stack = list(self._nodes.values())
        while stack:
            node = stack.pop()
            if not self.alive(node) or any(self._users.get(o) or o in self.outputs for o in node.outputs):
                continue
            self.remove(node)
            stack.extend(p for i in node.inputs if i and (p := self.producer(i)) is not None)

    def build(self) -> Graph:
        """Freeze, in topological order; the graph itself where nothing changed."""
        if self._serial == len(self._nodes) == len(self._editor.nodes):  # none was put in or taken out
            return self._editor.build()
        missing = {s: sum(1 for i in set(n.inputs) if i in self._producer) for s, n in self._nodes.items()}
        ready = [(self._keys[s], s) for s, count in missing.items() if count == 0]
        heapq.heapify(ready)
        order = []
        while ready:
            _, serial = heapq.heappop(ready)
            order.append(self._nodes[serial])
            for out in self._nodes[serial].outputs:
                for user in self._users.get(out, {}):
                    missing[user] -= 1
                    if missing[user] == 0:
                        heapq.heappush(ready, (self._keys[user], user))
        if len(order) != len(self._nodes):
            raise EdgecError("a rewriting pass left a cycle in the graph")
        self._editor.nodes = order
        return self._editor.build()

    def _insert(self, node: Node, place: float) -> None:
        self._serial += 1
        self._nodes[self._serial] = node
        self._keys[self._serial] = (place, self._serial)
        for out in node.outputs:
            self._producer[out] = self._serial
        for i in set(node.inputs):
            self._users.setdefault(i, {})[self._serial] = None
