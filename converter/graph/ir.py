"""The graph: frozen dataclasses that every stage takes and returns.

Tensors are stored in the order their shape says (row-major).  Spatial operators (``Conv``, ``MaxPool``, ...) are
channels-last by definition (N, H, W, C), so no tensor needs a layout tag to be understood; ``Tensor.layout`` only
records that a graph input or output was moved away from the order its ONNX model uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import Enum
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.limits import Limits

Array = npt.NDArray[Any]
Shape = tuple[int, ...]


class DType(Enum):
    """Element types.  The value is the name used in files and reports."""

    F32 = "float32"
    F16 = "float16"
    F64 = "float64"
    I4 = "int4"
    I8 = "int8"
    I16 = "int16"
    I32 = "int32"
    I64 = "int64"
    U8 = "uint8"
    U16 = "uint16"
    U32 = "uint32"
    U64 = "uint64"
    BOOL = "bool"

    @property
    def numpy(self) -> np.dtype[Any]:
        """The numpy type that holds one element (int4 is held in int8)."""
        return np.dtype("int8" if self is DType.I4 else self.value)

    @property
    def bytes(self) -> int:
        """Bytes of one element in memory (int4 counts as 1 until packed)."""
        return int(self.numpy.itemsize)

    @property
    def is_float(self) -> bool:
        """True for float16, float32 and float64."""
        return self in (DType.F16, DType.F32, DType.F64)

    @staticmethod
    def of(dtype: npt.DTypeLike) -> DType:
        """The DType of a numpy dtype.

        Raises:
            ValueError: numpy has the type but the graph does not (complex, object, ...).
        """
        return DType(np.dtype(dtype).name)


class Layout(Enum):
    """Dimension order of a graph input or output: that of its ONNX model, or channels last."""

    ONNX = "onnx"
    CHANNELS_LAST = "nhwc"  # ONNX: N, C, spatial...; stored: N, spatial..., C


@dataclass(frozen=True)
class Quant:
    """Affine quantization: real = scale * (q - zero_point).

    ``axis`` is None for one scale over the whole tensor, else the axis along which ``scale`` and ``zero_point`` run.
    Scales are float32 values held as Python floats, so that files keep them exactly.  ``wide`` marks the quantization
    of a real tensor that a quantized model holds in 16 bits.  ``q31``, of a layer's weights or of an int8 product:
    the layer's requantization factors are multiples of 2**-31 (``fixed_point.multiplier_q31``).
    """

    scale: tuple[float, ...]
    zero_point: tuple[int, ...]
    axis: int | None = None
    wide: bool = False
    q31: bool = False

    @staticmethod
    def per_tensor(scale: float, zero_point: int = 0) -> Quant:
        """One scale and zero point for the whole tensor; the scale is rounded to float32."""
        return Quant((float(np.float32(scale)),), (int(zero_point),))

    @staticmethod
    def per_axis(scale: npt.ArrayLike, axis: int, zero_point: npt.ArrayLike | None = None) -> Quant:
        """One scale per index of ``axis`` (symmetric unless zero points are given)."""
        s = np.asarray(scale, np.float32).reshape(-1)
        z = np.zeros(s.shape, np.int64) if zero_point is None else np.asarray(zero_point).reshape(-1)
        return Quant(tuple(float(v) for v in s), tuple(int(v) for v in z), axis)

    @property
    def s(self) -> float:
        """The scale of a per-tensor quantization."""
        assert self.axis is None and len(self.scale) == 1
        return self.scale[0]

    @property
    def z(self) -> int:
        """The zero point of a per-tensor quantization."""
        assert self.axis is None and len(self.zero_point) == 1
        return self.zero_point[0]


@dataclass(frozen=True)
class Tensor:
    """A value: activation (``data`` is None) or constant."""

    name: str
    shape: Shape
    dtype: DType
    quant: Quant | None = None
    data: Array | None = field(default=None, compare=False)
    layout: Layout = Layout.ONNX

    @property
    def size(self) -> int:
        """Number of elements."""
        return prod(self.shape)

    @property
    def channels(self) -> int:
        """Size of the last axis; a tensor of rank 0 is one channel."""
        return self.shape[-1] if self.shape else 1

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return self.size * self.dtype.bytes

    @property
    def is_const(self) -> bool:
        """True when the value is known at compile time."""
        return self.data is not None


@dataclass(frozen=True)
class Attrs:
    """Base of every operator's attributes; each operator family declares its own frozen subclass."""


@dataclass(frozen=True)
class Clamp:
    """An activation fused into an operator: min(max(y, lo), hi) on real values."""

    lo: float = -np.inf
    hi: float = np.inf

    @property
    def is_identity(self) -> bool:
        """True when nothing is clamped."""
        return self.lo == -np.inf and self.hi == np.inf

    def then(self, other: Clamp) -> Clamp:
        """This clamp followed by ``other``."""
        lo = min(max(self.lo, other.lo), other.hi)
        hi = min(max(self.hi, other.lo), other.hi)
        return Clamp(lo, hi)


@dataclass(frozen=True)
class Node:
    """One operation.  ``inputs`` may hold "" for an absent optional input."""

    op: str
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attrs: Attrs = field(default_factory=Attrs)


@dataclass(frozen=True)
class StatePair:
    """A state: the graph input that takes, at each call, what the graph output gave at the call before.

    Both are one value: they have one shape, element type, quantization and layout.  ``initial`` is what it is before
    the first call, in real values: nothing for zero everywhere, else values that repeat, in the order in which the
    tensor is stored: one for all elements, a column of many, or one for each.
    """

    input: str
    output: str
    initial: tuple[float, ...] = ()


@dataclass(frozen=True)
class Graph:
    """A model: nodes in topological order, every tensor by its name; ``states`` are inputs that outputs are fed to."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    tensors: Mapping[str, Tensor]
    nodes: tuple[Node, ...]
    states: tuple[StatePair, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "tensors", MappingProxyType(dict(self.tensors)))

    def ins(self, node: Node) -> list[Tensor | None]:
        """The input tensors of a node, None where an optional input is absent."""
        return [self.tensors[i] if i else None for i in node.inputs]

    def outs(self, node: Node) -> list[Tensor]:
        """The output tensors of a node."""
        return [self.tensors[o] for o in node.outputs]

    def producers(self) -> dict[str, Node]:
        """Tensor name -> the node that writes it."""
        return {o: n for n in self.nodes for o in n.outputs}

    def consumers(self) -> dict[str, list[Node]]:
        """Tensor name -> the nodes that read it, in order (a node that reads it twice appears once)."""
        users: dict[str, list[Node]] = {}
        for n in self.nodes:
            for i in dict.fromkeys(n.inputs):
                if i:
                    users.setdefault(i, []).append(n)
        return users

    def constants(self) -> Iterator[Tensor]:
        """Constant tensors that some node reads, each once, in order of first use."""
        for name in dict.fromkeys(i for n in self.nodes for i in n.inputs if i):
            if self.tensors[name].is_const:
                yield self.tensors[name]

    @property
    def free_inputs(self) -> tuple[str, ...]:
        """The inputs that are given at each call: all but those of states."""
        fed = {s.input for s in self.states}
        return tuple(n for n in self.inputs if n not in fed)

    @property
    def free_outputs(self) -> tuple[str, ...]:
        """The outputs that each call gives: all but those of states."""
        fed = {s.output for s in self.states}
        return tuple(n for n in self.outputs if n not in fed)

    @property
    def fed(self) -> tuple[tuple[int, int], ...]:
        """Positions of the input and the output of each state."""
        return tuple((self.inputs.index(s.input), self.outputs.index(s.output)) for s in self.states)

    @property
    def is_quantized(self) -> bool:
        """True when any activation is an integer with a quantization."""
        return any(t.quant is not None and not t.is_const for t in self.tensors.values())


class GraphEditor:
    """A graph under change: what importer and passes write with; ``build`` freezes it.

    Renames and replacements are by tensor name.  ``build`` drops tensors that nothing refers to any more, and gives
    ``graph`` itself back where nothing changed.  ``limits`` are for those who add what a model asks for;
    ``constant_bytes`` counts the constants added so far.  States follow the graph's inputs and outputs, by their
    positions, when these get other names.
    """

    def __init__(self, graph: Graph | None = None, name: str = "model", limits: Limits | None = None) -> None:
        self.name = graph.name if graph else name
        self.inputs: list[str] = list(graph.inputs) if graph else []
        self.outputs: list[str] = list(graph.outputs) if graph else []
        self.tensors: dict[str, Tensor] = dict(graph.tensors) if graph else {}
        self.nodes: list[Node] = list(graph.nodes) if graph else []
        self.states: list[StatePair] = list(graph.states) if graph else []
        self._before = (graph.inputs, graph.outputs) if graph else ((), ())
        self.limits = limits or Limits()
        self.constant_bytes = 0
        self._counter = 0
        self._given = graph

    def fresh(self, hint: str) -> str:
        """A tensor name not used yet, made from ``hint``."""
        name = hint or "t"
        while name in self.tensors:
            self._counter += 1
            name = f"{hint}.{self._counter}"
        return name

    def tensor(self, hint: str, shape: Iterable[int], dtype: DType, quant: Quant | None = None) -> str:
        """Add an activation tensor; returns its name."""
        name = self.fresh(hint)
        self.tensors[name] = Tensor(name, tuple(int(d) for d in shape), dtype, quant)
        return name

    def const(self, hint: str, data: Array, quant: Quant | None = None, dtype: DType | None = None) -> str:
        """Add a constant (made contiguous and read-only); returns its name."""
        name = self.fresh(hint)
        self.tensors[name] = constant(name, data, quant, dtype)
        self.constant_bytes += self.tensors[name].nbytes
        return name

    def update(self, name: str, **changes: Any) -> None:
        """Replace fields of a tensor."""
        self.tensors[name] = replace(self.tensors[name], **changes)

    def replace_uses(self, old: str, new: str) -> None:
        """Make every reader of ``old`` (graph outputs included) read ``new``."""
        self.nodes = [_with_input(n, old, new) for n in self.nodes]
        self.outputs = [new if o == old else o for o in self.outputs]

    def build(self) -> Graph:
        """Freeze; tensors nobody refers to are dropped."""
        used = set(self.inputs) | set(self.outputs)
        for n in self.nodes:
            used.update(n.inputs, n.outputs)
        tensors = {k: t for k, t in self.tensors.items() if k in used}
        states = tuple(self._followed(pair) for pair in self.states)
        made = Graph(self.name, tuple(self.inputs), tuple(self.outputs), tensors, tuple(self.nodes), states)
        return self._given if self._given is not None and _is_same(made, self._given) else made

    def _followed(self, pair: StatePair) -> StatePair:
        """The pair under the names that its input and output have by now."""
        (inputs, outputs) = self._before
        i, o = _moved(pair.input, inputs, self.inputs), _moved(pair.output, outputs, self.outputs)
        return replace(pair, input=i, output=o)


def _is_same(one: Graph, other: Graph) -> bool:
    """Return whether two graphs hold the same objects."""
    return (
        (one.name, one.inputs, one.outputs, one.states) == (other.name, other.inputs, other.outputs, other.states)
        and len(one.tensors) == len(other.tensors)
        and len(one.nodes) == len(other.nodes)
        and all(other.tensors.get(name) is tensor for name, tensor in one.tensors.items())
        and all(a is b for a, b in zip(one.nodes, other.nodes, strict=True))
    )


def constant(name: str, data: Array, quant: Quant | None = None, dtype: DType | None = None) -> Tensor:
    """A constant tensor holding a read-only contiguous copy of ``data``."""
    array = np.array(data, order="C", copy=True)
    array.setflags(write=False)
    return Tensor(name, tuple(array.shape), dtype or DType.of(array.dtype), quant, array)


def _moved(name: str, before: Sequence[str], now: Sequence[str]) -> str:
    return now[before.index(name)] if name in before and len(before) == len(now) else name


def _with_input(node: Node, old: str, new: str) -> Node:
    if old not in node.inputs:
        return node
    return replace(node, inputs=tuple(new if i == old else i for i in node.inputs))
