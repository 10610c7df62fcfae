"""Concatenations and slices without copies: which tensors are parts of the memory of others.

The producer of a concatenation's input writes straight into its place when the input is one run of bytes of the output
(all axes before the concatenated one are 1) and has the same quantization.  Where it is a run of every position, as
channels of an image are, the producer must be a kernel that can leave steps between positions, and nothing else may
read the input.  A slice that is one run of bytes of its input is not copied either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import field
from math import prod

from edgec.codegen.kernels.spec import Call, Input
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph, Node, Tensor
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.shape import ConcatAttrs, SliceAttrs, TransposeAttrs
from edgec.converter.ops.spec import Trait


@dataclass(frozen=True)
class Home:
    """Place of a tensor: ``offset`` bytes into the memory of ``tensor``, in runs of ``run`` bytes every ``pitch``.

    A pitch of 0: it is one run.
    """

    tensor: str
    offset: int = 0
    run: int = 0
    pitch: int = 0


@dataclass(frozen=True)
class Parts:
    """``homes`` of all tensors that are not their own; ``placed`` (concatenation's output, input) need no copy.

    ``nodes`` are the outputs of the concatenations and slices that are done this way.
    """

    homes: Mapping[str, Home] = field(default_factory=dict)
    placed: frozenset[tuple[str, int]] = frozenset()
    nodes: tuple[str, ...] = ()


def is_rename(graph: Graph, node: Node) -> bool:
    """Return whether the node's output is its input under another shape."""
    if isinstance(node.attrs, TransposeAttrs):
        shape = graph.tensors[node.inputs[0]].shape
        moved = [p for p in node.attrs.perm if shape[p] != 1]
        return moved == sorted(moved)
    return has_trait(node, Trait.RENAMES)


def find_parts(
    graph: Graph, calls: Sequence[tuple[Call, ...]], wanted: Set[str] | None = None, gaps: bool = True
) -> Parts:
    """The homes of a graph's tensors; ``calls`` runs parallel to its nodes.

    ``wanted`` are the outputs of the concatenations and slices that may do without copies; None: all that can.  Without
    ``gaps`` only such that are one run of bytes.
    """
    finder = _Finder(graph, calls, gaps)
    for node, node_calls in zip(graph.nodes, calls, strict=True):
        if is_rename(graph, node):
            finder.parents[node.outputs[0]] = Home(node.inputs[0])
        elif wanted is None or node.outputs[0] in wanted:
            if isinstance(node.attrs, ConcatAttrs):
                finder.concat(node, node.attrs, node_calls)
            elif isinstance(node.attrs, SliceAttrs):
                finder.slice(node, node.attrs)
    homes = {name: finder.home(name) for name in finder.parents}
    return Parts(homes, frozenset(finder.placed), tuple(dict.fromkeys(finder.nodes)))


class _Finder:
    def __init__(self, graph: Graph, calls: Sequence[tuple[Call, ...]], gaps: bool) -> None:
        self.graph = graph
        self.gaps = gaps
        self.made_by = {node.outputs[0]: (node, c) for node, c in zip(graph.nodes, calls, strict=True)}
        self.readers = Counter(name for node in graph.nodes for name in node.inputs)
        self.parents: dict[str, Home] = {}
        self.placed: list[tuple[str, int]] = []
        self.nodes: list[str] = []
        self.fixed = set(graph.inputs) | {t.name for t in graph.constants()}
        outputs = set(graph.outputs)  # and what is an output under another shape
        for node in reversed(graph.nodes):
            if is_rename(graph, node) and node.outputs[0] in outputs:
                outputs.add(node.inputs[0])
        self.outputs = outputs

    def home(self, name: str) -> Home:
        """The tensor that ``name`` finally lies in."""
        offset = run = pitch = 0
        while name in self.parents:
            link = self.parents[name]
            offset += link.offset
            run, pitch = (link.run, link.pitch) if link.pitch else (run, pitch)
            name = link.tensor
        return Home(name, offset, run, pitch)

    def steps(self, name: str, root: Tensor, run: int, pitch: int) -> bool:
        """Return whether ``name`` may lie in runs of ``run`` bytes: its producer can do that, and it has one reader."""
        node, calls = self.made_by[root.name]
        able = self.gaps and len(node.outputs) == len(calls) == 1 and calls[0].reaches(pitch)
        chain = [name]
        while chain[-1] != root.name:
            chain.append(self.parents[chain[-1]].tensor)
        return able and run == root.shape[-1] * root.dtype.bytes and all(self.readers[n] == 1 for n in chain)

    def concat(self, node: Node, a: ConcatAttrs, calls: Sequence[Call]) -> None:
        """Every input that can be is placed in the output."""
        y = self.graph.tensors[node.outputs[0]]
        copied = {arg.index for call in calls for arg in call.args if isinstance(arg, Input)}
        offset = 0
        for i, name in enumerate(node.inputs):
            x = self.graph.tensors[name]
            home = self.home(name)
            root = self.graph.tensors[home.tensor]
            whole = home.offset == 0 and root.nbytes == x.nbytes
            free = home.tensor not in self.fixed | self.outputs | {y.name}
            rows, run = prod(y.shape[: a.axis]), prod(x.shape[a.axis :]) * x.dtype.bytes
            pitch = prod(y.shape[a.axis :]) * y.dtype.bytes
            movable = i in copied and whole and free and _same_values(x, y)
            if movable and (rows == 1 or self.steps(name, root, run, pitch)):
                self.parents[home.tensor] = Home(y.name, offset, *((run, pitch) if rows > 1 else ()))
                self.placed.append((y.name, i))
                self.nodes.append(y.name)
            offset += run

    def slice(self, node: Node, a: SliceAttrs) -> None:
        """The output is a part of the input when it is one run of its bytes."""
        x, y = self.graph.tensors[node.inputs[0]], self.graph.tensors[node.outputs[0]]
        outer = next((i for i, d in enumerate(y.shape) if d != 1), len(y.shape))
        run = all(s == 1 for s in a.steps[outer : outer + 1]) and x.shape[outer + 1 :] == y.shape[outer + 1 :]
        inner = all(n == (0, 1) for n in zip(a.starts[outer + 1 :], a.steps[outer + 1 :], strict=True))
        if run and inner and not x.is_const and y.name not in self.outputs and y.size:
            first = sum(start * prod(x.shape[i + 1 :]) for i, start in enumerate(a.starts))
            self.parents[y.name] = Home(x.name, first * x.dtype.bytes)
            self.nodes.append(y.name)


def _same_values(x: Tensor, y: Tensor) -> bool:
    """Return whether equal bytes mean equal values."""
    if x.dtype is not y.dtype or x.nbytes == 0:
        return False
    if x.quant is None or y.quant is None:
        return x.quant is None and y.quant is None
    return (x.quant.scale, x.quant.zero_point) == (y.quant.scale, y.quant.zero_point)
