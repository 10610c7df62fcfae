"""Comparisons and choices: Compare (to bool) and Where, both broadcasting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, DType
from edgec.converter.ops.spec import Case, Ins, IntCall, OpSpec, QuantRule, ShapeError, TensorType, broadcast, known


class CompareFn(Enum):
    """Comparisons; the value is the C kernel's name.  With NaN only NE is true."""

    EQ = "eq"
    NE = "ne"
    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"


@dataclass(frozen=True)
class CompareAttrs(Attrs):
    """y = a fn b, as bool."""

    fn: CompareFn


COMPARE: dict[CompareFn, Callable[[Array, Array], Array]] = {
    CompareFn.EQ: np.equal,
    CompareFn.NE: np.not_equal,
    CompareFn.LT: np.less,
    CompareFn.LE: np.less_equal,
    CompareFn.GT: np.greater,
    CompareFn.GE: np.greater_equal,
}


def infer_compare(a: CompareAttrs, ins: Ins) -> list[TensorType]:
    """Broadcast shape, bool; both operands have one type."""
    x, y = known(ins, 0), known(ins, 1)
    if x.dtype is not y.dtype:
        raise ShapeError(f"operands are {x.dtype.value} and {y.dtype.value}, one type is needed")
    return [(broadcast(x.shape, y.shape), DType.BOOL)]


@dataclass(frozen=True)
class WhereAttrs(Attrs):
    """y = condition ? a : b, elementwise with broadcasting."""


def infer_where(a: WhereAttrs, ins: Ins) -> list[TensorType]:
    """Broadcast shape, the type of both choices."""
    condition, x, y = (known(ins, i) for i in range(3))
    if condition.dtype is not DType.BOOL:
        raise ShapeError(f"the condition is {condition.dtype.value}, bool is needed")
    if x.dtype is not y.dtype:
        raise ShapeError(f"the choices are {x.dtype.value} and {y.dtype.value}, one type is needed")
    return [(broadcast(condition.shape, x.shape, y.shape), x.dtype)]


def run_compare(a: CompareAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype."""
    return [np.asarray(COMPARE[a.fn](ins[0], ins[1]))]


_SHAPES = ((2, 3, 4), (3, 1))
COMPARE_SPEC = OpSpec(
    "Compare",
    CompareAttrs,
    2,
    2,
    infer_compare,
    run_compare,
    cases=tuple(Case(f.value, CompareAttrs(f), _SHAPES) for f in CompareFn),
)


def run_where(a: WhereAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype."""
    return [np.where(ins[0] != 0, ins[1], ins[2]).astype(ins[1].dtype)]


def run_where_int(call: IntCall) -> list[Array]:
    """Integer reference: both choices have the output's quantization."""
    return [np.where(call.x(0) != 0, call.x(1), call.x(2))]


WHERE = OpSpec("Where", WhereAttrs, 3, 3, infer_where, run_where, QuantRule.AFFINE, run_where_int)
SPECS = (COMPARE_SPEC, WHERE)
