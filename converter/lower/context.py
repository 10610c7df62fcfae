"""How an ONNX operator becomes graph operators: the node as data, the context it is lowered in, the rule registry.

A rule is a function ``rule(c: Lowering) -> None`` registered with ``@onnx_op("Name")``.  It reads the node through
``c`` and builds operators with ``c.emit`` and its shorthands; operations on constants are evaluated at once, so shape
arithmetic disappears by itself.  A rule refuses with ``c.refuse(reason, remedy)``; the importer collects refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, NoReturn, TypeAlias

import numpy as np

from edgec.converter.errors import EdgecError, InvalidModel, Refusal
from edgec.converter.ir import Array, Attrs, Clamp, DType, GraphEditor, Node, Quant, Tensor
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ReshapeAttrs, TransposeAttrs
from edgec.converter.ops.spec import ShapeError, broadcast

MAX_ELEMENTS = 1 << 26  # largest tensor the importer builds: far above any microcontroller, far below a hang

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
        """What a message calls the node."""
        return self.name or f"#{self.index}"


class Refused(EdgecError):
    """Raised inside a rule: this node cannot be lowered (the importer goes on to list the others)."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.sentence())


class Lowering:
    """The node being lowered, the graph under construction, and shorthands to build operators."""

    def __init__(self, node: OnnxNode, editor: GraphEditor, env: dict[str, str]) -> None:
        self.node = node
        self.editor = editor
        self._env = env  # ONNX value name -> graph tensor name

    # --- failures -------------------------------------------------------------------------------------------------

    def refuse(self, reason: str, remedy: str = "") -> NoReturn:
        """Valid ONNX that edgec does not take."""
        raise Refused(Refusal(self.node.label, self.node.op, self.node.domain, reason, remedy))

    def invalid(self, fact: str) -> NoReturn:
        """The node breaks a rule of ONNX."""
        raise InvalidModel(f"node '{self.node.label}' ({self.node.op}): {fact}")

    # --- inputs ---------------------------------------------------------------------------------------------------

    def has(self, i: int) -> bool:
        """Whether optional input ``i`` is given."""
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
        data = self.x(i).data
        if data is None:
            self.refuse(
                f"its {what} is computed at run time, a constant is needed", f"export the model with a fixed {what}"
            )
        return data

    def const_ints(self, i: int, what: str) -> tuple[int, ...]:
        """A constant input as integers."""
        return tuple(int(v) for v in np.asarray(self.const(i, what)).reshape(-1))

    def const_scalar(self, i: int, what: str, default: float) -> float:
        """A constant input of one element, or the default when absent."""
        if not self.has(i):
            return default
        data = self.const(i, what)
        if data.size != 1:
            self.invalid(f"its {what} has {data.size} elements, one is needed")
        return float(data.reshape(-1)[0])

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

    def emit(self, op: str, attrs: Attrs, *inputs: Tensor, hint: str = "") -> Tensor:
        """Add an operator (or evaluate it, when every input is constant); returns its output."""
        spec = OPS[op]
        try:
            (shape, dtype), *_ = spec.infer(attrs, list(inputs))
        except ShapeError as error:
            self.invalid(str(error))
        if prod(shape) > MAX_ELEMENTS:
            self.refuse(f"its output {list(shape)} has more than {MAX_ELEMENTS} elements")
        hint = hint or (self.node.outputs[0] if self.node.outputs else self.node.op)
        if inputs and all(t.data is not None for t in inputs):
            result = np.asarray(spec.run(attrs, [t.data for t in inputs])[0])
            return self.const_tensor(result.astype(dtype.numpy), moved_quant(op, attrs, inputs[0]), hint)
        out = self.editor.tensor(hint, shape, dtype)
        label = self.node.name or self.node.op
        self.editor.nodes.append(Node(op, label, tuple(t.name for t in inputs), (out,), attrs))
        return self.editor.tensors[out]

    def const_tensor(self, data: Array, quant: Quant | None = None, hint: str = "") -> Tensor:
        """Add a constant."""
        return self.editor.tensors[self.editor.const(hint or f"{self.node.label}.const", data, quant)]

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
        """Whether ONNX output ``index`` is named."""
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
