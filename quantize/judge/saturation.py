"""Shares of inputs and activations that lie beyond what their integers can hold."""

from __future__ import annotations

import numpy as np

from edgec.converter.arithmetic.fixed_point import clamp_limits, integer_limits
from edgec.converter.graph.errors import printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp, Graph, Node, Tensor
from edgec.converter.ops.elementwise import UnaryAttrs, UnaryFn
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule

COMPUTED = (QuantRule.AFFINE, QuantRule.WEIGHTED)
BOUNDED = frozenset({UnaryFn.SIGMOID, UnaryFn.TANH, UnaryFn.HARD_SIGMOID, UnaryFn.ERF, UnaryFn.SIGN, UnaryFn.SOFTSIGN})
"""Functions whose values gather at the ends of their range."""


@dataclass(frozen=True)
class Saturated:
    """The share, 0 to 1, of a tensor's values that saturate."""

    name: str
    share: float

    @property
    def percent(self) -> str:
        """The share as text."""
        return f"{100 * self.share:.2g} %"

    @property
    def text(self) -> str:
        """Name and share."""
        return f"'{printable(self.name)}' {self.percent}"


@dataclass(frozen=True)
class Saturation:
    """Saturation on some samples: of each input, and of the activations with most, the worst first."""

    inputs: tuple[Saturated, ...] = ()
    activations: tuple[Saturated, ...] = ()

    @property
    def sentence(self) -> str:
        """The worst of both."""
        named = [f"input {i.text}" for i in sorted(self.inputs, key=lambda s: -s.share)[:1]]
        named += [f"activation {a.text}" for a in self.activations[:1]] or ["no activation"]
        return f"saturated values on these data, at most: {', '.join(named)}"


def saturated_input(t: Tensor, x: Array) -> float:
    """The share of real values ``x`` that lie more than half a step beyond the range of an integer tensor."""
    quant = t.quant
    assert quant is not None
    low, high = ((end - quant.z) * quant.s for end in integer_limits(t.dtype))
    return float(np.mean((x < low - quant.s / 2) | (x > high + quant.s / 2))) if x.size else 0.0


class SaturatedActivations:
    """An observer of ``simulate``: which share of each computed activation lies at an end of its range.

    Ends that a tensor reaches without saturation are left out: 0, where a Relu cuts off, the bounds of other fused
    clamps, and both ends of functions such as a sigmoid, of probabilities, and of what only moves values.
    """

    def __init__(self, graph: Graph) -> None:
        self._ends = {
            name: ends for node in graph.nodes for name in node.outputs if (ends := _ends(node, graph.tensors[name]))
        }
        self._counts: dict[str, tuple[int, int]] = {}

    def __call__(self, name: str, value: Array) -> None:
        """Take the value of one tensor, of any number of samples."""
        if name in self._ends:
            at, total = self._counts.get(name, (0, 0))
            self._counts[name] = (at + sum(int((value == end).sum()) for end in self._ends[name]), total + value.size)

    def worst(self, count: int) -> tuple[Saturated, ...]:
        """The ``count`` activations that saturate most, the worst first; those that never do are left out."""
        saturated = [Saturated(name, at / total) for name, (at, total) in self._counts.items() if at]
        return tuple(sorted(saturated, key=lambda s: -s.share)[:count])


def _ends(node: Node, t: Tensor) -> tuple[int, ...]:
    """The integers at which a node's output saturates."""
    if t.quant is None or t.quant.axis is not None or t.dtype.is_float or quant_rule(node) not in COMPUTED:
        return ()
    if isinstance(node.attrs, UnaryAttrs) and node.attrs.fn in BOUNDED:
        return ()
    clamp = getattr(node.attrs, "clamp", Clamp())
    ends = zip(integer_limits(t.dtype), (clamp.lo, clamp.hi), clamp_limits(clamp, t.quant, t.dtype), strict=True)
    kept = (end for end, real, bound in ends if not _reached(end, real, bound, t))
    return tuple(end for end in kept if end != t.quant.z)


def _reached(end: int, real: float, bound: int, t: Tensor) -> bool:
    """Return whether a clamp's bound stands at this end or within it, so that values there are the model's own."""
    assert t.quant is not None
    return bool(np.isfinite(real)) and (bound != end or abs(real - (end - t.quant.z) * t.quant.s) <= t.quant.s)
