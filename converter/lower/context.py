"""Lowering of ONNX operators to those of the graph: the node as data, its context, the registry of rules.

A rule is a function ``rule(c: Lowering) -> None`` registered with ``@onnx_op("Name")``.  It reads the node through
``c`` and builds operators with ``c.emit`` and its shorthands; operations on constants are evaluated at once, so shape
arithmetic disappears by itself.  A rule refuses with ``c.refuse(reason, remedy)``; the importer collects refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any, NoReturn, TypeAlias

import numpy as np

from edgec.converter.graph.errors import EdgecError, InvalidModel, Refusal, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, Clamp, DType, GraphEditor, Node, Quant, Tensor
from edgec.converter.graph.limits import extent
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.check import MAX_RANK
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.index import ExpandAttrs
from edgec.converter.ops.logic import CompareAttrs, CompareFn, WhereAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ReshapeAttrs, TransposeAttrs
from edgec.converter.ops.spec import ShapeError, broadcast

EMPTY_TAKERS = frozenset({"Reshape", "Concat", "Cast"})  # operators that may read an empty tensor
FEWER_AXES = "merge dimensions in the model"

AttrValue: TypeAlias = "int | float | str | tuple[int, ...] | tuple[float, ...] | tuple[str, ...] | Array | object"


@dataclass(frozen=True)
class OnnxNode:
    """One ONNX node, free of protobuf.  ``index`` is its position, used when it has no name."""

    op: str
    domain: str
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attrs: Mapping[str, AttrValue]
    opset: int
    index: int

    @property
    def label(self) -> str:
        """The node's name in messages."""
        return self.name or f"#{self.index}"


class Refused(EdgecError):
    """Raised inside a rule: this node cannot be lowered (the importer goes on to list the others)."""

    def __init__(self, refusal: Refusal, needs_constant: tuple[str, ...] = ()) -> None:
        self.refusal = refusal
        self.needs_constant = needs_constant  # graph inputs whose value would have to be known
        super().__init__(refusal.sentence())


RunGraph: TypeAlias = Callable[[str, Sequence["Tensor"]], "list[Tensor]"]
"""Lowers the subgraph in the named attribute for the given arguments; returns its outputs."""


class Lowering:
    """The node being lowered, the graph under construction, and shorthands to build operators."""

    def __init__(
        self,
        node: OnnxNode,
        editor: GraphEditor,
        env: dict[str, str],
        run_graph: RunGraph | None = None,
        stored: dict[str, int] | None = None,
        notices: list[str] | None = None,
    ) -> None:
        self.node = node
        self.editor = editor
        self._env = env  # ONNX value name -> graph tensor name
        self._run_graph = run_graph
        self._stored = {} if stored is None else stored
        self._notices = [] if notices is None else notices

    def stored_code(self, x: Tensor) -> int:
        """The ONNX type of a tensor that the graph holds in another type (float16, bfloat16, uint4, ...), else 0."""
        return self._stored.get(x.name, 0)

    def mark_stored(self, x: Tensor, code: int) -> Tensor:
        """Remember the ONNX type of a tensor that the graph holds in another type."""
        self._stored[x.name] = code
        return x

    def run_graph(self, attribute: str, arguments: Sequence[Tensor]) -> list[Tensor]:
        """Lower the subgraph in an attribute (control flow) for these arguments; returns its outputs."""
        if self._run_graph is None or attribute not in self.node.attrs:
            self.invalid(f"attribute {attribute} is missing")
        return self._run_graph(attribute, arguments)

    def notice(self, text: str) -> None:
        """Say something about the node that the user should know."""
        self._notices.append(f"{self._where()}: {text}")

    # --- failures -------------------------------------------------------------------------------------------------

    def refuse(self, reason: str, remedy: str = "") -> NoReturn:
        """Valid ONNX that edgec does not take."""
        raise Refused(Refusal(self.node.label, self.node.op, self.node.domain, reason, remedy))

    def invalid(self, fact: str) -> NoReturn:
        """The node breaks a rule of ONNX."""
        raise InvalidModel(f"{self._where()}: {printable(fact, 300)}")

    def _where(self) -> str:
        return f"node '{printable(self.node.label)}' ({printable(self.node.op)})"

    # --- inputs ---------------------------------------------------------------------------------------------------

    def has(self, i: int) -> bool:
        """Return whether optional input ``i`` is given."""
        return i < len(self.node.inputs) and self.node.inputs[i] != ""

    def x(self, i: int = 0) -> Tensor:
        """Input ``i``, which must be given."""
        if not self.has(i):
            self.invalid(f"input {i} is missing")
        return self.editor.tensors[self._env[self.node.inputs[i]]]

    def xs(self) -> list[Tensor]:
        """All inputs, all of which must be given."""
        return [self.x(i) for i in range(len(self.node.inputs))]

    def const(self, i: int, what: str) -> Array:
        """The value of input ``i``, which must be known at compile time."""
        x = self.x(i)
        if x.data is None:
            self.refuse_runtime(x, what)
        return x.data

    def refuse_runtime(self, x: Tensor, what: str) -> NoReturn:
        """Refuse because ``x`` must be known at compile time; names the graph inputs that it comes from."""
        sources = sources_of(self.editor, x.name)
        reason = f"its {what} is computed at run time, a constant is needed"
        remedy = f"export the model with a fixed {what}"
        if sources:
            names = " ".join(f"--constant {printable(s)}=VALUE" for s in sources)
            remedy += f", or bind it with {names}"
        raise Refused(Refusal(self.node.label, self.node.op, self.node.domain, reason, remedy), sources)

    def const_ints(self, i: int, what: str) -> tuple[int, ...]:
        """A constant input as integers."""
        return tuple(int(v) for v in np.asarray(self.const(i, what)).reshape(-1))

    def const_scalar(self, i: int, what: str, default: float) -> float:
        """A constant input of one element, or the default when absent."""
        return float(self.single(self.const(i, what), what)) if self.has(i) else default

    def const_int(self, i: int, what: str, default: int) -> int:
        """A constant input that is one whole number, or the default when absent."""
        value = self.single(self.const(i, what), what) if self.has(i) else default
        if not float(value).is_integer():
            self.invalid(f"its {what} is {value}, a whole number is needed")
        return int(value)

    def single(self, data: Array, what: str) -> Any:
        """The only element of an array."""
        if data.size != 1:
            self.invalid(f"its {what} has {data.size} elements, one is needed")
        return data.reshape(-1)[0]

    # --- attributes -----------------------------------------------------------------------------------------------

    def _attr(self, name: str, kind: type | tuple[type, ...], what: str) -> Any:
        value = self.node.attrs.get(name)
        if value is not None and not isinstance(value, kind):
            self.invalid(f"attribute {name} is not {what}")
        return value

    def attr_int(self, name: str, default: int) -> int:
        """An integer attribute."""
        value = self._attr(name, int, "an integer")
        return default if value is None else int(value)

    def attr_float(self, name: str, default: float) -> float:
        """A float attribute."""
        value = self._attr(name, (float, int), "a float")
        return default if value is None else float(value)

    def attr_str(self, name: str, default: str) -> str:
        """A string attribute."""
        value = self._attr(name, str, "a string")
        return default if value is None else str(value)

    def attr_ints(self, name: str) -> tuple[int, ...] | None:
        """An integer list attribute, None when absent."""
        value = self._attr(name, tuple, "a list of integers")
        if value is not None and not all(isinstance(v, int) for v in value):
            self.invalid(f"attribute {name} is not a list of integers")
        return value  # type: ignore[no-any-return]

    def axis(self, axis: int, rank: int) -> int:
        """A non-negative axis of a tensor of this rank."""
        if not -rank <= axis < rank:
            self.invalid(f"axis {axis} is outside [-{rank}, {rank - 1}]")
        return axis % rank

    def axes(self, values: Sequence[int], rank: int) -> tuple[int, ...]:
        """Sorted non-negative axes without repetition."""
        out = tuple(sorted(self.axis(a, rank) for a in values))
        if len(set(out)) != len(out):
            self.invalid(f"axes {list(values)} repeat")
        return out

    # --- building -------------------------------------------------------------------------------------------------

    def room(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of an array that is about to be made.

        Raises:
            OverLimit: it would have more elements than the limit.
        """
        if extent(shape) > self.editor.limits.elements:
            self.editor.limits.check_shape(f"{self._where()}: a tensor", shape)
        return tuple(shape)

    def emit(self, op: str, attrs: Attrs, *inputs: Tensor | None, hint: str = "") -> Tensor:
        """Add an operator (or evaluate it, when every input is constant); returns its first output."""
        return self.emit_all(op, attrs, *inputs, hint=hint)[0]

    def emit_all(self, op: str, attrs: Attrs, *inputs: Tensor | None, hint: str = "") -> list[Tensor]:
        """Like ``emit``, for operators of several outputs; None is an absent optional input."""
        spec = OPS[op]
        try:
            types = spec.infer(attrs, list(inputs))
        except ShapeError as error:
            self.invalid(str(error))
        for shape, _ in types:
            self.room(shape)
        hint = hint or (self.node.outputs[0] if self.node.outputs else self.node.op)
        given = [t for t in inputs if t is not None]
        if all(0 in shape for shape, _ in types):
            return [self.const_tensor(np.zeros(shape, dtype.numpy), hint=hint) for shape, dtype in types]
        if any(t.size == 0 for t in given) and op not in EMPTY_TAKERS:
            self.refuse("it computes values from an empty tensor", "remove the node")
        if given and all(t.data is not None for t in given):
            results = spec.run(attrs, [None if t is None else t.data for t in inputs])
            quant = moved_quant(op, attrs, given[0])
            return [
                self.const_tensor(np.asarray(r).astype(dtype.numpy), quant, hint)
                for r, (_, dtype) in zip(results, types, strict=True)
            ]
        for shape, _ in types:
            if len(shape) > MAX_RANK:
                self.refuse(f"its output {list(shape)} has more than {MAX_RANK} dimensions", FEWER_AXES)
        outs = tuple(self.editor.tensor(hint, shape, dtype) for shape, dtype in types)
        label = self.node.name or self.node.op
        self.editor.nodes.append(Node(op, label, tuple(t.name if t else "" for t in inputs), outs, attrs))
        if len(self.editor.nodes) > self.editor.limits.nodes:
            self.editor.limits.check_nodes(f"{self._where()}: with it, the model has", len(self.editor.nodes))
        return [self.editor.tensors[o] for o in outs]

    def const_tensor(self, data: Array, quant: Quant | None = None, hint: str = "") -> Tensor:
        """Add a constant; float16 and float64 become float32, in which they are computed."""
        data = np.asarray(data)
        if data.dtype in (np.float16, np.float64):
            data = data.astype(np.float32)
        self.room(data.shape)
        count = self.editor.constant_bytes + data.nbytes
        if count > self.editor.limits.bytes:
            self.editor.limits.check_bytes(f"{self._where()}: with its values, the constants have", count)
        return self.editor.tensors[self.editor.const(hint or f"{self.node.label}.const", data, quant)]

    def like(self, x: Tensor, value: float) -> Tensor:
        """A scalar constant of the type of ``x``."""
        return self.const_tensor(np.asarray(value, x.dtype.numpy))

    def cast(self, x: Tensor, to: DType) -> Tensor:
        """Conversion, nothing for the same type."""
        return x if x.dtype is to else self.emit("Cast", CastAttrs(to), x)

    def expand(self, x: Tensor, shape: Sequence[int]) -> Tensor:
        """Broadcast to a shape."""
        return x if x.shape == tuple(shape) else self.emit("Expand", ExpandAttrs(tuple(shape)), x)

    def reduce(self, x: Tensor, fn: ReduceFn, axes: Sequence[int], keepdims: bool = True) -> Tensor:
        """Reduction over sorted non-negative axes."""
        return self.emit("Reduce", ReduceAttrs(fn, tuple(axes), keepdims), x)

    def compare(self, a: Tensor, b: Tensor, fn: CompareFn) -> Tensor:
        """A broadcasting comparison: bool."""
        return self.emit("Compare", CompareAttrs(fn), a, b)

    def where(self, condition: Tensor, a: Tensor, b: Tensor) -> Tensor:
        """Broadcasting choice."""
        return self.emit("Where", WhereAttrs(), condition, a, b)

    def transpose(self, x: Tensor, perm: Sequence[int]) -> Tensor:
        """Transpose, nothing for the identity."""
        if list(perm) == list(range(len(x.shape))):
            return x
        return self.emit("Transpose", TransposeAttrs(tuple(perm)), x)

    def reshape(self, x: Tensor, shape: Sequence[int]) -> Tensor:
        """Reshape, nothing when the shape is the same."""
        if tuple(shape) == x.shape:
            return x
        return self.emit("Reshape", ReshapeAttrs(tuple(int(d) for d in shape)), x)

    def unary(self, x: Tensor, fn: UnaryFn, alpha: float = 0.0, beta: float = 0.0) -> Tensor:
        """An elementwise function."""
        return self.emit("Unary", UnaryAttrs(fn, alpha, beta), x)

    def binary(self, a: Tensor, b: Tensor, fn: BinaryFn) -> Tensor:
        """A broadcasting function of two values."""
        return self.emit("Binary", BinaryAttrs(fn, Clamp()), a, b)

    def broadcast(self, *shapes: tuple[int, ...]) -> tuple[int, ...]:
        """Broadcast shape."""
        try:
            return broadcast(*shapes)
        except ShapeError as error:
            self.invalid(str(error))

    def output(self, tensor: Tensor, index: int = 0) -> None:
        """Bind ONNX output ``index`` to a tensor."""
        if index < len(self.node.outputs) and self.node.outputs[index]:
            self._env[self.node.outputs[index]] = tensor.name

    def wants(self, index: int) -> bool:
        """Return whether ONNX output ``index`` is named."""
        return index < len(self.node.outputs) and self.node.outputs[index] != ""


Rule: TypeAlias = Callable[[Lowering], None]
RULES: dict[tuple[str, str], Rule] = {}


def onnx_op(*names: str, domain: str = "") -> Callable[[Rule], Rule]:
    """Register a rule for ONNX operators."""

    def register(rule: Rule) -> Rule:
        for name in names:
            RULES[domain, name] = rule
        return rule

    return register


def sources_of(editor: GraphEditor, name: str) -> tuple[str, ...]:
    """The graph inputs that a tensor is computed from, sorted."""
    producers = {o: n for n in editor.nodes for o in n.outputs}
    seen, stack = set[str](), [name]
    while stack:
        current = stack.pop()
        if current and current not in seen:
            seen.add(current)
            if current in producers:
                stack.extend(producers[current].inputs)
    return tuple(sorted(seen & set(editor.inputs)))


def moved_quant(op: str, attrs: Attrs, source: Tensor) -> Quant | None:
    """The quantization that survives an operation on a constant that only moves data."""
    quant = source.quant
    if quant is None or op not in ("Transpose", "Reshape", "Slice", "Gather"):
        return None
    if quant.axis is None:
        return quant
    if isinstance(attrs, TransposeAttrs):
        return replace(quant, axis=attrs.perm.index(quant.axis))
    if isinstance(attrs, ReshapeAttrs):
        return _reshaped_quant(quant, source.shape, attrs.shape)
    return None


def _reshaped_quant(quant: Quant, old: tuple[int, ...], new: tuple[int, ...]) -> Quant | None:
    """Per-axis scales stay valid when some new axis spans the same elements with the same stride."""
    assert quant.axis is not None
    outer, size = prod(old[: quant.axis]), old[quant.axis]
    for axis, d in enumerate(new):
        if d == size and prod(new[:axis]) == outer:
            return replace(quant, axis=axis)
    return None


def integer_dtype(dtype: DType) -> bool:
    """True for the integer types (not bool)."""
    return not dtype.is_float and dtype is not DType.BOOL
