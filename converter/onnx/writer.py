"""An ONNX model in the making: nodes, constants, and in which order of dimensions each tensor of the graph is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

from edgec.converter.graph.ir import Array, Clamp, DType, Graph, Node, Shape
from edgec.converter.lower.elementwise import ONNX_TYPES

TO_FIRST, TO_LAST = (0, 3, 1, 2), (0, 2, 3, 1)
CODES: dict[DType, int] = {dtype: code for code, dtype in ONNX_TYPES.items()}


class OnnxWriter:
    """Collects the nodes of a model.

    A tensor of the graph with four dimensions may be there as the graph has it (channels last), with its channels
    first as ONNX's spatial operators take them, or both: what is missing is made when it is asked for, so that between
    two convolutions nothing is transposed.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self._used = {*graph.inputs, *graph.outputs}
        self._kept = frozenset(self._used)
        self._plain: dict[str, str] = {i: i for i in graph.inputs}
        self._first: dict[str, str] = {}
        self._reshaped: dict[str, tuple[str, Shape]] = {}  # name -> what it is a reshape of, and that one's shape

    def name(self, hint: str) -> str:
        """A name that is not used yet."""
        name, count = hint, 1
        while name in self._used:
            name, count = f"{hint}.{count}", count + 1
        self._used.add(name)
        return name

    def emit(self, op: str, inputs: Sequence[str], hint: str, **attributes: Any) -> str:
        """Add a node with one output; returns that one's name."""
        return self._add(op, inputs, self.name(hint), attributes)

    def const(self, hint: str, data: Array) -> str:
        """Add a constant; returns its name."""
        name = self.name(hint)
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(data), name))
        return name

    def put(self, out: str, op: str, inputs: Sequence[str], first: bool = False, **attributes: Any) -> None:
        """Add the node that writes the graph's tensor ``out``; ``first``: with its channels first."""
        name = out if out in self._kept and not first else self.name(out)
        self.is_at(out, self._add(op, inputs, name, attributes), first)

    def is_at(self, out: str, name: str, first: bool = False) -> None:
        """Say that a tensor of the graph is the value ``name``."""
        (self._first if first else self._plain)[out] = name

    def finish(
        self, out: str, clamp: Clamp, op: str, inputs: Sequence[str], first: bool = False, **attributes: Any
    ) -> None:
        """Write a node as ``put`` does, with a clamp behind it."""
        if clamp.is_identity:
            self.put(out, op, inputs, first, **attributes)
            return
        value = self.emit(op, inputs, f"{out}.unclamped", **attributes)
        self.put(out, *self.clip(clamp.lo, clamp.hi, value, out), first=first)

    def clip(self, lo: float, hi: float, value: str, hint: str) -> tuple[str, list[str]]:
        """Operator and inputs of a clamp."""
        if lo == 0 and hi == np.inf:
            return "Relu", [value]
        bounds = [self.const(f"{hint}.limit", np.float32(b)) if np.isfinite(b) else "" for b in (lo, hi)]
        return "Clip", [value, *(bounds if bounds[1] else bounds[:1])]

    def plain(self, name: str) -> str:
        """The value of a tensor as the graph has it."""
        t = self.graph.tensors[name]
        if name not in self._plain:
            if name in self._first:
                kept = name in self._kept
                to = name if kept else self.name(f"{name}.nhwc")
                self._plain[name] = self._moved(self._first[name], self._first_shape(name), TO_LAST, to)
            else:
                assert t.data is not None
                self._plain[name] = self.const(name, t.data)
        return self._plain[name]

    def first(self, name: str) -> str:
        """The value of a tensor of four dimensions with its channels first."""
        t = self.graph.tensors[name]
        if name not in self._first:
            if t.data is not None:
                self._first[name] = self.const(name, t.data.transpose(TO_FIRST))
            else:
                to = self.name(f"{name}.nchw")
                self._first[name] = self._moved(self._plain[name], t.shape, TO_FIRST, to)
        return self._first[name]

    def any_first(self, node: Node) -> bool:
        """Return whether an input of a node is there with its channels first."""
        return any(i in self._first for i in node.inputs)

    def reshaped(self, name: str, shape: Shape, to: str) -> str:
        """A value of the graph's tensor in another shape, written to ``to`` if need be."""
        t = self.graph.tensors[name]
        if name not in self._plain and name in self._first and _moves_nothing(t.shape, TO_FIRST):
            return self._reshape(self._first[name], self._first_shape(name), shape, to)
        return self._reshape(self.plain(name), t.shape, shape, to)

    def name_output(self, out: str) -> None:
        """Give an output of the graph its name: the node that writes it is renamed, where it may be."""
        value = self.plain(out)
        if value == out:
            return
        if value in self._kept or not any(value in n.output for n in self.nodes):
            self._add("Identity", [value], out, {})
            return
        for node in self.nodes:
            for names in (node.input, node.output):
                names[:] = [out if n == value else n for n in names]

    def drop_unread(self) -> None:
        """Leave out nodes and constants that nothing reads."""
        read = set(self.graph.outputs)
        for node in reversed(self.nodes):
            if read.intersection(node.output):
                read.update(node.input)
        self.nodes = [n for n in self.nodes if read.intersection(n.output)]
        self.constants = [t for t in self.constants if t.name in read]

    def _reshape(self, value: str, has: Shape, shape: Shape, to: str) -> str:
        """A reshape of a reshape is one of the first value, and none at all where that has the shape."""
        source, size = self._reshaped.get(value, (value, has))
        if size == shape and to not in self._kept:
            return source
        if len(shape) == 2 and len(size) > 1 and size[0] == shape[0] == 1:
            name = self._add("Flatten", [source], to, {"axis": 1})
        else:
            zero = {"allowzero": 1} if 0 in shape else {}
            name = self._add("Reshape", [source, self.const(f"{to}.shape", np.asarray(shape, np.int64))], to, zero)
        self._reshaped[name] = source, size
        return name

    def _moved(self, value: str, shape: Shape, perm: tuple[int, ...], to: str) -> str:
        if _moves_nothing(shape, perm):
            return self._reshape(value, shape, tuple(shape[p] for p in perm), to)
        return self._add("Transpose", [value], to, {"perm": list(perm)})

    def _first_shape(self, name: str) -> Shape:
        shape = self.graph.tensors[name].shape
        return tuple(shape[p] for p in TO_FIRST)

    def _add(self, op: str, inputs: Sequence[str], name: str, attributes: dict[str, Any]) -> str:
        self._used.add(name)
        self.nodes.append(helper.make_node(op, list(inputs), [name], name=name, **attributes))
        return name


def _moves_nothing(shape: Shape, perm: tuple[int, ...]) -> bool:
    """Return whether a transpose leaves every element in its place."""
    large = [p for p in perm if shape[p] != 1]
    return large == sorted(large)
