# mypy: allow-untyped-calls
"""Writes ``.edge`` files; see edge_file.py for what users call and schema/graph.fbs for the format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import flatbuffers  # type: ignore[import-untyped]
import numpy as np

from edgec.converter.edge.codec import encode_attrs, encode_names
from edgec.converter.edge.verify import DATA_ALIGN, IDENTIFIER, VERSION, sealed
from edgec.converter.graph.errors import InvalidModel
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph, Layout, Node, Quant, StatePair, Tensor
from edgec.converter.schema._generated import DType as FbDType
from edgec.converter.schema._generated import Entry as FbEntry
from edgec.converter.schema._generated import Layout as FbLayout
from edgec.converter.schema._generated import Model as FbModel
from edgec.converter.schema._generated import Node as FbNode
from edgec.converter.schema._generated import State as FbState
from edgec.converter.schema._generated import Tensor as FbTensor

MAX_NAME = 64
BEFORE_NUMBER = 56  # characters of a name that has a number at its end
MAX_TENSORS = 65535
ABSENT = 65535
DTYPE_CODE = {d: int(getattr(FbDType.DType, d.name)) for d in DType}
LAYOUT_CODE = {v: int(getattr(FbLayout.Layout, v.name)) for v in Layout}


@dataclass(frozen=True)
class EdgeMeta:
    """Origin of a file.  ``extra`` is a short list of (key, value) pairs for later additions."""

    tool: str
    model_name: str
    model_sha256: str
    target: str
    scheme: str
    extra: tuple[tuple[str, str], ...] = ()


class Writer:
    """Builds one file; FlatBuffers grow from their end, so what is small and read first is written last."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.tensors = _ordered(graph)
        self.index = {t.name: i for i, t in enumerate(self.tensors)}
        self.reader_of_bias = {n.inputs[2]: n for n in graph.nodes if len(n.inputs) == 3 and all(n.inputs)}
        self.sources: set[str] = set()
        self.ops = list(dict.fromkeys(n.op for n in graph.nodes))
        if len(self.tensors) >= MAX_TENSORS or len(self.ops) > 255:
            raise InvalidModel(
                f"the graph has {len(self.tensors)} tensors and {len(self.ops)} kinds of operator; "
                f"an .edge file holds up to {MAX_TENSORS - 1} and 255; use a smaller model"
            )
        self.b: Any = flatbuffers.Builder(4096 + sum(t.nbytes for t in self.tensors if t.is_const))

    def finish(self, meta: EdgeMeta) -> bytes:
        """The file with its checksum."""
        b, m = self.b, FbModel
        data, offsets = self._data()
        tensors = self._offsets([self._tensor(t, offsets) for t in self.tensors])
        nodes = self._offsets([self._node(n) for n in self.graph.nodes])
        names = self._vector([*encode_names([*self.index, *(n.name for n in self.graph.nodes)])], "<u1")
        ops = self._offsets([self._string(op) for op in self.ops])
        inputs, outputs = self._indices(self.graph.inputs), self._indices(self.graph.outputs)
        extra = self._offsets([self._entry(k, v) for k, v in meta.extra]) if meta.extra else 0
        states = self._offsets([self._state(s) for s in self.graph.states]) if self.graph.states else 0
        texts = (meta.tool, meta.model_name, meta.model_sha256, meta.target, meta.scheme, self.graph.name)
        tool, model, sha256, target, scheme, graph_name = (self._string(t) for t in texts)
        m.ModelStart(b)
        m.ModelAddVersion(b, VERSION)
        m.ModelAddCrc32(b, 0xFFFFFFFF)
        m.ModelAddTool(b, tool)
        m.ModelAddModelName(b, model)
        m.ModelAddModelSha256(b, sha256)
        m.ModelAddTarget(b, target)
        m.ModelAddScheme(b, scheme)
        m.ModelAddExtra(b, extra)
        m.ModelAddGraphName(b, graph_name)
        m.ModelAddOps(b, ops)
        m.ModelAddNames(b, names)
        m.ModelAddTensors(b, tensors)
        m.ModelAddInputs(b, inputs)
        m.ModelAddOutputs(b, outputs)
        m.ModelAddNodes(b, nodes)
        m.ModelAddData(b, data)
        m.ModelAddStates(b, states)
        b.Finish(m.ModelEnd(b), IDENTIFIER)
        return sealed(bytes(b.Output()))

    def _data(self) -> tuple[int, dict[str, int]]:
        """The block of constants: its offset in the builder (0: none) and tensor name -> position in 16-byte units."""
        block, known, offsets = bytearray(), dict[bytes, int](), dict[str, int]()
        for t in self.tensors:
            if t.data is None:
                continue
            raw = _packed(t.data, t.dtype)
            if raw not in known:
                block += bytes(-len(block) % DATA_ALIGN)
                known[raw] = len(block) // DATA_ALIGN
                block += raw
            offsets[t.name] = known[raw]
        return (self._raw(bytes(block), DATA_ALIGN) if block else 0), offsets

    def _tensor(self, t: Tensor, offsets: Mapping[str, int]) -> int:
        b, m = self.b, FbTensor
        q = t.quant
        one = q is not None and q.axis is None
        derived = self._derived_from(t) if q is not None and not one else None
        shape = self._vector(t.shape, "<i4") if t.shape else 0
        scales = self._vector(q.scale, "<f4") if q is not None and not one and not derived else 0
        zeros = self._vector(q.zero_point, "<i4") if q is not None and not one and any(q.zero_point) else 0
        scale_of = self._vector(derived, "<u2") if derived else 0
        m.TensorStart(b)
        m.TensorAddShape(b, shape)
        m.TensorAddDtype(b, DTYPE_CODE[t.dtype])
        m.TensorAddLayout(b, LAYOUT_CODE[t.layout])
        m.TensorAddData(b, 1 + offsets[t.name] if t.is_const else 0)
        if q is not None and q.axis is None:
            m.TensorAddScale(b, q.s)
            m.TensorAddZeroPoint(b, q.z)
        elif q is not None:
            m.TensorAddAxis(b, q.axis)
            m.TensorAddScales(b, scales)
            m.TensorAddZeroPoints(b, zeros)
            m.TensorAddScaleOf(b, scale_of)
        m.TensorAddQ31(b, q is not None and q.q31)
        return int(m.TensorEnd(b))

    def _derived_from(self, t: Tensor) -> tuple[int, int] | None:
        """Tensors x, w of the node that reads ``t`` as third input, when its scales are exactly their products."""
        assert t.quant is not None
        node = self.reader_of_bias.get(t.name)
        if node is None:
            return None
        x, w = self.graph.tensors[node.inputs[0]], self.graph.tensors[node.inputs[1]]
        if w.name in self.reader_of_bias or w.name in self.sources or t.quant.scale != product(x.quant, w.quant):
            return None
        self.sources.add(w.name)
        return self.index[x.name], self.index[w.name]

    def _node(self, n: Node) -> int:
        b, m = self.b, FbNode
        inputs, outputs = self._indices(n.inputs), self._indices(n.outputs)
        block = encode_attrs(n.attrs)
        attrs = self._vector([*block], "<u1") if block else 0
        m.NodeStart(b)
        m.NodeAddOp(b, self.ops.index(n.op))
        m.NodeAddInputs(b, inputs)
        m.NodeAddOutputs(b, outputs)
        m.NodeAddAttrs(b, attrs)
        return int(m.NodeEnd(b))

    def _state(self, pair: StatePair) -> int:
        b, m = self.b, FbState
        initial = self._vector(pair.initial, "<f4") if pair.initial else 0
        m.StateStart(b)
        m.StateAddInput(b, self.graph.inputs.index(pair.input))
        m.StateAddOutput(b, self.graph.outputs.index(pair.output))
        m.StateAddInitial(b, initial)
        return int(m.StateEnd(b))

    def _entry(self, key: str, value: str) -> int:
        k, v = self._string(key), self._string(value)
        FbEntry.EntryStart(self.b)
        FbEntry.EntryAddKey(self.b, k)
        FbEntry.EntryAddValue(self.b, v)
        return int(FbEntry.EntryEnd(self.b))

    def _string(self, text: str) -> int:
        return int(self.b.CreateString(text, "utf-8", "backslashreplace"))

    def _indices(self, names: Iterable[str]) -> int:
        return self._vector([self.index[n] if n else ABSENT for n in names], "<u2")

    def _vector(self, values: Iterable[float], dtype: str) -> int:
        array = np.array(list(values), dtype)
        return self._raw(array.tobytes(), array.itemsize, array.itemsize)

    def _raw(self, raw: bytes, align: int, width: int = 1) -> int:
        b = self.b
        b.StartVector(width, len(raw) // width, align)
        b.head -= len(raw)
        b.Bytes[b.head : b.head + len(raw)] = raw
        return int(b.EndVector())

    def _offsets(self, offsets: list[int]) -> int:
        self.b.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            self.b.PrependUOffsetTRelative(offset)
        return int(self.b.EndVector())


def product(x: Quant | None, w: Quant | None) -> tuple[float, ...] | None:
    """Scales of a bias: float32 products of one input scale and the weight scales."""
    if x is None or w is None or x.axis is not None or w.axis is None:
        return None
    with np.errstate(all="ignore"):
        products = np.float32(x.s) * np.asarray(w.scale, np.float32)
    return tuple(float(v) for v in products)


def _packed(data: Array, dtype: DType) -> bytes:
    """Little-endian bytes of a constant; int4 two per byte, the first in the low half."""
    if dtype is not DType.I4:
        return data.astype(data.dtype.newbyteorder("<"), copy=False).tobytes()
    nibbles = np.zeros(data.size + data.size % 2, np.uint8)
    nibbles[: data.size] = data.reshape(-1).astype(np.int8).view(np.uint8) & 15
    return (nibbles[0::2] | nibbles[1::2] << 4).tobytes()


def _ordered(graph: Graph) -> list[Tensor]:
    """All tensors in order of first use, unused ones last by name."""
    used = [*graph.inputs, *(t for n in graph.nodes for t in (*n.inputs, *n.outputs) if t), *graph.outputs]
    return [graph.tensors[name] for name in dict.fromkeys([*used, *sorted(graph.tensors)])]


def shortened(graph: Graph) -> Graph:
    """The graph with its long tensor and node names cut."""
    order = [t.name for t in _ordered(graph)]
    tensor = shorten(order, keep=(*graph.inputs, *graph.outputs))
    node = shorten(n.name for n in graph.nodes)
    nodes = (
        replace(
            n,
            name=node[n.name],
            inputs=tuple(tensor.get(i, "") for i in n.inputs),
            outputs=tuple(tensor[o] for o in n.outputs),
        )
        for n in graph.nodes
    )
    tensors = {tensor[name]: replace(graph.tensors[name], name=tensor[name]) for name in order}
    return replace(graph, tensors=tensors, nodes=tuple(nodes))


def shorten(names: Iterable[str], keep: Iterable[str] = ()) -> dict[str, str]:
    """Name -> name of at most 64 characters; different names stay different, short ones and ``keep`` unchanged."""
    distinct, kept = list(dict.fromkeys(names)), set(keep)
    result = {n: n for n in distinct if len(n) <= MAX_NAME or n in kept}
    taken = set(result)
    for name in distinct:
        if name in result:
            continue
        short = _cut(name)
        cut, count = short, 1
        while not cut or cut in taken:
            count += 1
            cut = f"{short[:BEFORE_NUMBER]}~{count}"
        taken.add(cut)
        result[name] = cut
    return result


def may_be_short(short: str, name: str) -> bool:
    """Return whether ``shorten`` may make ``short`` of ``name``; which of several it is, their order says."""
    if len(name) <= MAX_NAME:
        return short == name
    if short == _cut(name):
        return True
    stem, _, number = short.rpartition("~")
    return number.isdecimal() and stem == _cut(name)[:BEFORE_NUMBER]


def _cut(name: str) -> str:
    first = name.split(";")[0]  # TensorFlow lists all fused layers, the first says enough
    return first if len(first) <= MAX_NAME else first[:16] + "~" + first[17 - MAX_NAME :]
