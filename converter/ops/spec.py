"""The declaration of an operator of the graph, in one place.

``converter/ops/<family>.py`` holds, for each operator: its attributes, its shape rule (``infer``), its float reference
(``run``), its integer reference (``run_int``, which defines the bytes every backend must give), its quantization rule,
its traits and its test cases.  What later stages know of operators is registered with their facets (``facet``); ONNX
operators are lowered to these in ``converter/lower``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from enum import Enum, Flag, auto
from typing import Any, TypeAlias

from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, DType, Quant, Shape, Tensor

TensorType: TypeAlias = tuple[Shape, DType]
Ins: TypeAlias = Sequence["Tensor | None"]


class ShapeError(EdgecError):
    """Input shapes or types break the operator's rule; the caller adds the node's name."""


class QuantRule(Enum):
    """The part of an operator in integer quantization."""

    AFFINE = "affine"  # inputs and output have scales of their own
    WEIGHTED = "weighted"  # AFFINE with constant int8 weights per output channel and an int32 bias
    RECURRENT = "recurrent"  # int8 weights per row of gates, an int32 bias, states of 16 bits that add up over time
    SAME = "same"  # output has the scale and zero point of its first input (all data inputs tied)
    PROBABILITY = "probability"  # output is 1/256, -128
    BOUNDARY = "boundary"  # converts between real and integer tensors
    NONE = "none"  # float only


class Trait(Flag):
    """A property of an operator whatever its attributes: stages ask for it in place of the name."""

    MIXES_CHANNELS = auto()  # sums of products over the channels of its first input
    RENAMES = auto()  # its output is its input under another shape: no code, one buffer
    KEEPS_VALUES = auto()  # each element of its input once, in another order or under another shape
    MOVES_VALUES = auto()  # its elements are elements of its inputs, or constants, which attributes and indices choose
    WINDOW = auto()  # an element depends on the values in a window of its first input, wherever that lies
    READS_ORDER = auto()  # its results, integers, are the same for all values in the same order


NO_TRAITS = Trait(0)


@dataclass(frozen=True)
class IntCall:
    """Arguments of an integer reference: arrays with their quantization, in node order."""

    attrs: Any
    ins: Sequence[Array | None]
    in_quants: Sequence[Quant | None]
    out_quants: Sequence[Quant | None]
    out_types: Sequence[TensorType]

    def x(self, i: int) -> Array:
        """Input ``i``, which must be present."""
        a = self.ins[i]
        assert a is not None
        return a

    def q(self, i: int) -> Quant:
        """Quantization of input ``i``."""
        q = self.in_quants[i]
        assert q is not None
        return q

    @property
    def out(self) -> Quant:
        """Quantization of the first output."""
        q = self.out_quants[0]
        assert q is not None
        return q


@dataclass(frozen=True)
class Case:
    """One test case: run with random inputs of these shapes in float and, when the rule allows, in int8.

    ``constant`` lists the inputs that are compile-time constants (weights).
    """

    name: str
    attrs: Attrs
    shapes: tuple[Shape, ...]
    constant: tuple[int, ...] = ()


@dataclass(frozen=True)
class OpSpec:
    """One operator of the graph.

    ``trace`` is ``run`` with, for each output but the first, all values that it takes on the way: states.
    """

    op: str
    attrs: type[Attrs]
    min_inputs: int
    max_inputs: int
    infer: Callable[[Any, Ins], list[TensorType]]
    run: Callable[[Any, Sequence[Any]], list[Array]]
    rule: QuantRule | Callable[[Any], QuantRule] = QuantRule.NONE  # a function when it depends on the attributes
    run_int: Callable[[IntCall], list[Array]] | None = None
    cases: tuple[Case, ...] = field(default=(), compare=False)
    traits: Trait = NO_TRAITS
    trace: Callable[[Any, Sequence[Any]], tuple[list[Array], list[Array]]] | None = None


def known(ins: Ins, i: int) -> Tensor:
    """Input ``i`` of an operator, which must be present.

    Raises:
        ShapeError: it is absent.
    """
    t = ins[i] if i < len(ins) else None
    if t is None:
        raise ShapeError(f"input {i} is missing")
    return t


def need_rank(t: Tensor, rank: int, what: str) -> None:
    """Require a rank.

    Raises:
        ShapeError: the tensor has another rank.
    """
    if len(t.shape) != rank:
        raise ShapeError(f"{what} has shape {list(t.shape)}, rank {rank} is needed")


def broadcast(*shapes: Shape) -> Shape:
    """Numpy/ONNX multidirectional broadcasting.

    Raises:
        ShapeError: the shapes do not broadcast.
    """
    rank = max((len(s) for s in shapes), default=0)
    out = []
    for dims in zip(*((1,) * (rank - len(s)) + tuple(s) for s in shapes), strict=True):
        wide = {d for d in dims if d != 1}
        if len(wide) > 1:
            raise ShapeError(f"shapes {' and '.join(str(list(s)) for s in shapes)} do not broadcast")
        out.append(wide.pop() if wide else 1)
    return tuple(out)
