"""The result of a kernel binding, for the emitter: the C functions to call for a node, with their constants.

A binding turns one node into one or more ``Call``s (a concatenation is one call per input).  A call's C function is

    static inline void <symbol>(const <params.ctype> *p, <args in order>);

``p`` is absent when ``params`` is None (see ``kernels.params``).  Constants are packed by the binding as the kernel
reads them; every factor and table comes from ``converter.arithmetic.fixed_point`` and ``converter.ops``, so that no
arithmetic is defined twice.
"""

from __future__ import annotations

from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

from edgec.codegen.kernels.params import Initializer, R, Record, check_paths
from edgec.converter.arithmetic.fixed_point import clamp_limits
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, Clamp, DType, Graph, Node, Tensor

if TYPE_CHECKING:
    from edgec.codegen.kernels.library import Kernel

A = TypeVar("A", bound=Attrs)

CTYPES: dict[DType, str] = {
    DType.F32: "float",
    DType.F16: "uint16_t",  # its bits
    DType.F64: "double",
    DType.I4: "int8_t",  # one per byte
    DType.I8: "int8_t",
    DType.I16: "int16_t",
    DType.I32: "int32_t",
    DType.I64: "int64_t",
    DType.U8: "uint8_t",
    DType.U16: "uint16_t",
    DType.U32: "uint32_t",
    DType.U64: "uint64_t",
    DType.BOOL: "uint8_t",
}


OPERAND = "data"
"""The role of a constant that a kernel reads as it reads activations."""


def stored(data: Array) -> Array:
    """Values as C holds them, flattened: bool as uint8, float16 as its bits."""
    flat = np.ascontiguousarray(data).reshape(-1)
    if flat.dtype == np.bool_:
        return flat.astype(np.uint8)
    return flat.view(np.uint16) if flat.dtype == np.float16 else flat


@dataclass(frozen=True)
class ConstArray:
    """A constant array in flash.

    ``role`` is one of weights, gaps, counts, bias, multiplier, shift, table, index, scale, data; ``data`` is
    one-dimensional, of the numpy type that ``ctype`` names; ``align`` is in bytes; ``holds`` says what it holds beside
    its role ("biases").
    Arrays with equal ctype and bytes may share one symbol.
    """

    role: str
    ctype: str
    data: Array = field(compare=False)
    align: int = 4
    holds: str = ""

    @property
    def is_operand(self) -> bool:
        """Whether it lies among the data where flash has an address space of its own."""
        return self.role == OPERAND


@dataclass(frozen=True)
class Input:
    """Pointer to the node's input ``index`` (an activation); ``ctype`` is what the C parameter points to."""

    index: int
    ctype: str


@dataclass(frozen=True)
class Output:
    """Pointer to the node's output ``index``."""

    index: int
    ctype: str


@dataclass(frozen=True)
class Const:
    """Pointer to a constant array."""

    array: ConstArray


@dataclass(frozen=True)
class Scratch:
    """Pointer to ``Call.scratch_bytes`` bytes of the arena, aligned to ``align``."""

    ctype: str = "void"
    align: int = 4


Arg: TypeAlias = "Input | Output | Const | Scratch"


@dataclass(frozen=True)
class Window:
    """Order in which a kernel reads input 0 and writes output 0, so that both may share memory.

    Output positions are computed in ascending order (image, row, column), each from the cells of its window; sizes and
    steps are (rows, columns), ``pads`` (top, left).  A position is ``in_bytes`` bytes of the input and ``out_bytes`` of
    the output.  ``tile`` positions are computed together: with ``buffered`` all their cells are read before the first
    of their bytes is written, otherwise reads and writes of a tile may come in any order.
    """

    batch: int
    in_size: tuple[int, int]
    out_size: tuple[int, int]
    kernel: tuple[int, int]
    strides: tuple[int, int]
    pads: tuple[int, int]
    dilations: tuple[int, int]
    in_bytes: int
    out_bytes: int
    tile: int = 1
    buffered: bool = False


@dataclass(frozen=True)
class Call:
    """One call of a C kernel.

    ``header`` is a file name of ``runtime_c`` (see ``catalog.runtime_files``); ``inplace`` lists the inputs whose
    buffer the output may take, both starting at the same byte; ``window``, when there is one, lets the output begin
    some bytes before the input and run into it (see ``schedule.overlap``); ``why`` is one line for the reader of the
    generated file.  ``steps`` are parameters that grow with the elements from one position of the output (a run of its
    last axis) to the next, (path, factor): with them the output may be some channels of a wider tensor, whose positions
    take at most ``most_pitch`` bytes (0: any).  ``kernel`` is the kernel whose call it is (``Kernel.calls`` says so).
    ``unread`` are paths of parameters that its C does not read.  ``variant`` says which of a kernel's forms it is,
    where packing or cost depend on that.
    """

    symbol: str
    header: str
    params: Record | None
    args: tuple[Arg, ...]
    scratch_bytes: int = 0
    macs: int = 0
    inplace: tuple[int, ...] = ()
    why: str = ""
    window: Window | None = None
    steps: tuple[tuple[str, int], ...] = ()
    kernel: Kernel | None = field(default=None, compare=False)
    unread: frozenset[str] = frozenset()
    variant: str = ""
    most_pitch: int = 0

    def __post_init__(self) -> None:
        if self.params is not None:
            check_paths(type(self.params), (*self.unread, *(path for path, _ in self.steps)))

    @cached_property
    def initializer(self) -> Initializer | None:
        """Its parameters in C."""
        return None if self.params is None else self.params.initializer(self.unread)

    def params_of(self, kind: type[R]) -> R:
        """Its parameters, a record of this class."""
        assert isinstance(self.params, kind), f"{self.symbol}: parameters are no {kind.__name__}"
        return self.params

    @property
    def constants(self) -> frozenset[tuple[str, bytes]]:
        """The types and bytes of the constants it reads."""
        arrays = (arg.array for arg in self.args if isinstance(arg, Const))
        return frozenset((a.ctype, a.data.tobytes()) for a in arrays)

    @property
    def fails(self) -> bool:
        """Whether it gives 0u, or another uint32_t where a vendor's function refuses its arguments."""
        return self.kernel is not None and self.kernel.library.fails

    def without(self, *names: str) -> Call:
        """The call of a kernel that does not read the parameters at these paths."""
        assert self.params is not None
        return replace(self, unread=self.unread.union(names))

    def reaches(self, pitch: int) -> bool:
        """Return whether its output may be some channels of a tensor whose positions take so many bytes."""
        return bool(self.steps) and pitch <= (self.most_pitch or pitch)

    def stepping(self, elements: int) -> Call:
        """The call that leaves ``elements`` from the start of one position of its output to the next."""
        assert self.params is not None and self.steps
        offsets = {name: factor * elements for name, factor in self.steps}
        return replace(self, params=self.params.with_values(offsets), inplace=(), window=None)


@dataclass(frozen=True)
class Cut:
    """The work of a call as ``items`` that follow each other, for runs in slices.

    ``symbol`` is a C function of ``header`` that takes, behind the parameters, the first item and how many, and then
    the arguments of the call.  The items, one after the other, read and write what the call does in its order, so that
    memory may be shared as with it; what is in scratch stays there from one to the next.  ``kinds`` counts the work of
    each kind of item, in terms of the kernel's price; ``rare`` what comes once in so many items at most, with
    how many items of its own: those do it instead.

    ``order``, where it is known, are the runs of items that come over and over: how many, and what each counts.  Those
    of ``kinds`` lie outside of them then, and ``again`` is what a call does once more that begins within.  The first
    ``heads`` runs have a price of their own.  ``spans``: the same items as runs of cuts that are priced apart.
    ``margin``: what items were counted as under QEMU, of what is estimated, at most.
    ``coarse`` are larger items, which a budget may hold more of the work with: none is begun that does not end in it.
    """

    symbol: str
    header: str
    items: int
    kinds: tuple[tuple[tuple[str, float], ...], ...]
    rare: tuple[tuple[int, int, tuple[tuple[str, float], ...]], ...] = ()
    order: tuple[tuple[int, tuple[tuple[str, float], ...]], ...] = ()
    again: tuple[tuple[str, float], ...] = ()
    coarse: Cut | None = None
    heads: int = 0
    spans: tuple[Cut, ...] = ()
    margin: float = 1.07


@dataclass(frozen=True)
class Misfit:
    """Reason why a kernel does not take a node, and the remedy; becomes a ``Refusal`` when no kernel takes it.

    ``yields``: the reason of a kernel before it, if there is one, says more.
    """

    reason: str
    remedy: str = ""
    yields: bool = False


Bound: TypeAlias = "tuple[Call, ...] | Misfit"


def is_positive(graph: Graph, name: str) -> bool:
    """Return whether a tensor is int16 without a zero point, and its node's limits keep negative numbers out of it."""
    tensor = graph.tensors.get(name)
    if tensor is None or tensor.dtype is not DType.I16 or tensor.quant is None or any(tensor.quant.zero_point):
        return False
    maker = next((n for n in graph.nodes if name in n.outputs), None)
    clamp = getattr(maker.attrs, "clamp", None) if maker is not None else None
    return isinstance(clamp, Clamp) and clamp_limits(clamp, tensor.quant, DType.I16)[0] >= 0


@dataclass(frozen=True)
class NodeView:
    """A node with its tensors.

    ``frugal``: less scratch is worth some instructions.  ``apart``: the positions of its output do not follow each
    other, so that only calls with ``steps`` will do.  ``beside``: what computes other rows of the layer; its constants
    cost nothing more.  ``part``: of a concatenation, the input whose call is meant.  ``positive``: input 0 is int16
    without a zero point and known to hold no negative number.
    """

    node: Node
    ins: tuple[Tensor | None, ...]
    outs: tuple[Tensor, ...]
    frugal: bool = False
    apart: bool = False
    beside: Call | None = None
    part: int = 0
    positive: bool = False

    @staticmethod
    def of(graph: Graph, node: Node) -> NodeView:
        """The view of one node of a graph."""
        positive = bool(node.inputs) and is_positive(graph, node.inputs[0])
        return NodeView(node, tuple(graph.ins(node)), tuple(graph.outs(node)), positive=positive)

    def x(self, i: int = 0) -> Tensor:
        """Input ``i``, which must be present (``check`` has verified it)."""
        t = self.ins[i]
        assert t is not None
        return t

    def attrs(self, kind: type[A]) -> A:
        """The node's attributes, of the class its operator declares."""
        assert isinstance(self.node.attrs, kind)
        return self.node.attrs

    @property
    def y(self) -> Tensor:
        """The first output."""
        return self.outs[0]
