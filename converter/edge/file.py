# mypy: allow-untyped-calls
"""The ``.edge`` file: a graph with its constants as one compact, verified FlatBuffer (schema/graph.fbs).

``write_edge`` and ``read_edge`` work on bytes, ``save_edge`` and ``load_edge`` on files.  Writing is deterministic: the
bytes depend on the graph and the metadata only, not on the order in which tensors were added.  Names longer than 64
characters are cut to a unique shorter form, except those of graph inputs and outputs.  Reading trusts nothing: any file
that is not exactly right is refused with ``InvalidModel``, in time and memory proportional to its size.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from edgec.converter.edge.codec import corrupt, decode_attrs, decode_names
from edgec.converter.edge.verify import DATA_ALIGN, MAX_FILE_BYTES, verify
from edgec.converter.edge.write import (
    ABSENT,
    DTYPE_CODE,
    LAYOUT_CODE,
    MAX_TENSORS,
    EdgeMeta,
    Writer,
    product,
    shortened,
)
from edgec.converter.graph.errors import InvalidModel, UsageError, printable
from edgec.converter.graph.ir import Array, DType, Graph, Node, Quant, StatePair, Tensor
from edgec.converter.graph.limits import extent
from edgec.converter.ops.check import MAX_RANK, MAX_TENSOR_BYTES, MAX_TOTAL_BYTES, check_graph, check_states_tied
from edgec.converter.ops.spec import OpSpec
from edgec.converter.schema._generated.Model import Model

__all__ = ["EdgeMeta", "load_edge", "read_edge", "save_edge", "write_edge"]

_DTYPE_OF = {code: d for d, code in DTYPE_CODE.items()}
_LAYOUT_OF = {code: v for v, code in LAYOUT_CODE.items()}


def write_edge(graph: Graph, meta: EdgeMeta, ops: Mapping[str, OpSpec] | None = None) -> bytes:
    """The file of a graph; ``ops`` defaults to all operators of edgec.

    Raises:
        InvalidModel: ``check_graph`` refuses the graph, or it has more than 65,534 tensors or 255 kinds of operator.
    """
    check_graph(graph, ops)
    check_states_tied(graph)
    return Writer(shortened(graph)).finish(meta)


def save_edge(path: Path, graph: Graph, meta: EdgeMeta, ops: Mapping[str, OpSpec] | None = None) -> None:
    """Write a file; it appears whole or not at all.

    Raises:
        InvalidModel: as ``write_edge``.
        UsageError: the file cannot be written.
    """
    data = write_edge(graph, meta, ops)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            part.write_bytes(data)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"'{printable(str(path))}' cannot be written ({error.strerror}); choose a folder") from error


def load_edge(path: Path, ops: Mapping[str, OpSpec] | None = None) -> tuple[Graph, EdgeMeta]:
    """Read a file.

    Raises:
        InvalidModel: it is not a sound ``.edge`` file of a version this edgec reads.
        UsageError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise UsageError(f"'{printable(str(path))}' cannot be read ({error.strerror}); give an .edge file") from error
    try:
        return read_edge(data, ops)
    except InvalidModel as error:
        raise InvalidModel(f"'{printable(str(path))}': {error}") from error


def read_edge(data: bytes, ops: Mapping[str, OpSpec] | None = None) -> tuple[Graph, EdgeMeta]:
    """Graph and metadata of a file; constants are read-only views of ``data``.

    Raises:
        InvalidModel: it is not a sound ``.edge`` file of a version this edgec reads.
    """
    data = bytes(data)
    verify(data)
    if ops is None:
        from edgec.converter.ops.registry import OPS

        ops = OPS
    graph, meta = _Reader(data, ops).read()
    check_graph(graph, ops)
    check_states_tied(graph)
    return graph, meta


class _Reader:
    """Turns a structurally verified file into a graph, checking what the structure does not say."""

    def __init__(self, data: bytes, ops: Mapping[str, OpSpec]) -> None:
        self.model: Any = Model.GetRootAs(data, 0)
        self.ops = ops
        self.block = _numbers(self.model.DataAsNumpy(), np.uint8)
        self.count = int(self.model.TensorsLength())
        self.nodes = int(self.model.NodesLength())
        self.unpacked: dict[tuple[int, int], Array] = {}
        self.blocks: set[tuple[int, int]] = set()
        self.claimed = self.stored = 0

    def read(self) -> tuple[Graph, EdgeMeta]:
        """The graph and its metadata."""
        m = self.model
        if self.count >= MAX_TENSORS:
            corrupt(f"it has {self.count} tensors")
        names = decode_names(_numbers(m.NamesAsNumpy(), np.uint8).tobytes(), self.count + self.nodes)
        self.names = names[: self.count]
        if len(set(self.names)) != self.count or "" in self.names:
            corrupt("two tensors have one name or a tensor has none")
        tensors = [self._tensor(i) for i in range(self.count)]
        sources: set[int] = set()
        derived = {i: self._derived(i, tensors, sources) for i in range(self.count) if m.Tensors(i).ScaleOfLength()}
        table = {t.name: derived.get(i, t) for i, t in enumerate(tensors)}
        op_names = [m.Ops(i).decode() for i in range(m.OpsLength())]
        nodes = tuple(self._node(i, names[self.count + i], op_names) for i in range(self.nodes))
        inputs, outputs = self._refs(m.InputsAsNumpy(), False), self._refs(m.OutputsAsNumpy(), False)
        states = tuple(self._state(m.States(i), inputs, outputs) for i in range(m.StatesLength()))
        return Graph(m.GraphName().decode(), inputs, outputs, table, nodes, states), self._meta()

    def _state(self, s: Any, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> StatePair:
        if s.Input() >= len(inputs) or s.Output() >= len(outputs):
            corrupt(f"a state is input {s.Input()} of {len(inputs)} and output {s.Output()} of {len(outputs)}")
        initial = _numbers(s.InitialAsNumpy(), np.float32).tolist()
        return StatePair(inputs[s.Input()], outputs[s.Output()], tuple(initial))

    def _meta(self) -> EdgeMeta:
        m = self.model
        entries = [m.Extra(i) for i in range(m.ExtraLength())]
        extra = tuple((e.Key().decode(), e.Value().decode()) for e in entries)
        texts = (m.Tool(), m.ModelName(), m.ModelSha256(), m.Target(), m.Scheme())
        tool, model_name, model_sha256, target, scheme = (text.decode() for text in texts)
        return EdgeMeta(tool, model_name, model_sha256, target, scheme, extra)

    def _refs(self, indices: Any, optional: bool) -> tuple[str, ...]:
        names = []
        for i in _numbers(indices, np.uint16).tolist():
            if i >= self.count and not (optional and i == ABSENT):
                corrupt(f"it refers to tensor {i} of {self.count}")
            names.append("" if i == ABSENT else self.names[i])
        return tuple(names)

    def _node(self, i: int, name: str, op_names: list[str]) -> Node:
        n = self.model.Nodes(i)
        if n.Op() >= len(op_names):
            corrupt(f"node '{printable(name)}' has operator {n.Op()} of {len(op_names)}")
        op = op_names[n.Op()]
        if op not in self.ops:
            raise InvalidModel(
                f"node '{printable(name)}' of the .edge file has the operator '{printable(op)}', unknown to this "
                "edgec; use the edgec that wrote it or a newer one"
            )
        block = _numbers(n.AttrsAsNumpy(), np.uint8).tobytes()
        attrs = decode_attrs(self.ops[op].attrs, block, f"the attributes of node '{printable(name)}'")
        return Node(op, name, self._refs(n.InputsAsNumpy(), True), self._refs(n.OutputsAsNumpy(), False), attrs)

    def _tensor(self, i: int) -> Tensor:
        t, name = self.model.Tensors(i), self.names[i]
        dtype, layout = _DTYPE_OF.get(t.Dtype()), _LAYOUT_OF.get(t.Layout())
        if dtype is None or layout is None:
            corrupt(f"tensor '{printable(name)}' has an unknown element type or layout")
        shape = tuple(_numbers(t.ShapeAsNumpy(), np.int32).tolist())
        if len(shape) > MAX_RANK or min(shape, default=0) < 0 or extent(shape) > MAX_TENSOR_BYTES:
            corrupt(f"tensor '{printable(name)}' has the shape {list(shape[:MAX_RANK])}")
        data = self._constant(name, shape, dtype, t.Data() - 1) if t.Data() else None
        return Tensor(name, shape, dtype, self._quant(t, name), data, layout)

    def _quant(self, t: Any, name: str) -> Quant | None:
        scales = tuple(_numbers(t.ScalesAsNumpy(), np.float32).tolist())
        zeros = tuple(_numbers(t.ZeroPointsAsNumpy(), np.int32).tolist())
        ways = (t.Scale() != 0) + bool(scales) + bool(t.ScaleOfLength())
        if ways > 1 or (zeros and not (scales or t.ScaleOfLength())):
            corrupt(f"tensor '{printable(name)}' is quantized in two ways")
        if t.Scale() != 0:
            return Quant((t.Scale(),), (t.ZeroPoint(),), q31=t.Q31())
        return Quant(scales, zeros or (0,) * len(scales), t.Axis(), q31=t.Q31()) if scales else None

    def _derived(self, i: int, tensors: list[Tensor], sources: set[int]) -> Tensor:
        """A tensor whose scales are the products of two others' (not derived themselves, each w used once)."""
        t = self.model.Tensors(i)
        of = _numbers(t.ScaleOfAsNumpy(), np.uint16).tolist()
        usable = len(of) == 2 and max(of) < self.count and of[1] not in sources
        derived = product(tensors[of[0]].quant, tensors[of[1]].quant) if usable else None
        sources.update(of[1:])
        if derived is None or tensors[i].shape[t.Axis() : t.Axis() + 1] != (len(derived),):
            corrupt(f"the scales of tensor '{printable(self.names[i])}' are not those of two others")
        zeros = tuple(_numbers(t.ZeroPointsAsNumpy(), np.int32).tolist())
        old = tensors[i]
        quant = Quant(derived, zeros or (0,) * len(derived), t.Axis())
        return Tensor(old.name, old.shape, old.dtype, quant, old.data, old.layout)

    def _constant(self, name: str, shape: tuple[int, ...], dtype: DType, unit: int) -> Array:
        """The elements of a constant, a view of the file (int4: unpacked once per block)."""
        size = prod(shape)
        start, nbytes = unit * DATA_ALIGN, (size + 1) // 2 if dtype is DType.I4 else size * dtype.bytes
        if start + nbytes > self.block.size:
            corrupt(f"the data of tensor '{printable(name)}' lie outside the file")
        self.claimed += size * dtype.bytes
        self.stored += 0 if (start, nbytes) in self.blocks else nbytes
        self.blocks.add((start, nbytes))
        if self.claimed > MAX_TOTAL_BYTES or self.stored > self.block.size:
            corrupt(f"the data of tensor '{printable(name)}' overlap others")
        raw = self.block[start : start + nbytes]
        if dtype is DType.I4:
            if (start, size) not in self.unpacked:
                self.unpacked[start, size] = _unpacked(raw, size)
            return self.unpacked[start, size].reshape(shape)
        if dtype is DType.BOOL and size and int(raw.max()) > 1:
            corrupt(f"tensor '{printable(name)}' holds bool values that are neither 0 nor 1")
        array: Array = raw.view(dtype.numpy.newbyteorder("<")).reshape(shape)
        return np.asarray(array, dtype.numpy)


def _unpacked(raw: Array, size: int) -> Array:
    nibbles = np.empty(raw.size * 2, np.uint8)
    nibbles[0::2], nibbles[1::2] = raw & 15, raw >> 4
    values = ((nibbles[:size] ^ 8).astype(np.int8) - 8).astype(np.int8)
    values.setflags(write=False)
    return values


def _numbers(vector: Any, dtype: type[np.generic]) -> Array:
    """A vector of a verified file; the accessors give 0 for an absent one."""
    array: Array = vector if isinstance(vector, np.ndarray) else np.empty(0, dtype)
    return array
