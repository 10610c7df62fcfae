"""Decides, for every real activation, whether it becomes an integer, how wide, and with which scale and zero point.

Tensors that must share a quantization (input and output of operators that only move bytes) form tie sets.  A set's
quantization is, in this order: the one a quantized model gives, the fixed one of its producer (Softmax, Sigmoid, Tanh),
or the union of its members' calibrated ranges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from types import MappingProxyType

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType, Graph, Node, Quant, Tensor
from edgec.converter.ops.conv import MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs, UnaryAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.registry import OPS, has_trait, quant_rule
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs
from edgec.converter.ops.spec import QuantRule, Trait
from edgec.quantize.integers.precision import choose_precision
from edgec.quantize.integers.producers import choices, fixed_quant, is_product, keeps_range, member_range
from edgec.quantize.integers.recurrent import is_recurrent, state_type, states, ties, why_not
from edgec.quantize.integers.weights import LayerTypes
from edgec.quantize.ranges.calibrate import Calibration
from edgec.quantize.ranges.scheme import (
    FINEST_OUTPUT,
    Precision,
    QuantizeOptions,
    Range,
    activation_quant,
    constant_quant,
    in_width,
)
from edgec.quantize.rewrite.qdq_casts import shares

NO_INTEGER_FORM = "it has no integer form"
ASKED_FOR = "float32 is asked for"
LAST = "a quantized model ends in it, and computes it on real values"
NO_SCALE = "no scale is known for {}"
INT8_VALUES = 256  # values of a tensor that a function of it is evaluated on: each int8 one


@dataclass(frozen=True)
class FloatNode:
    """A node that stays in float32, and why."""

    node: Node
    reason: str
    scale_missing: bool = False

    @property
    def allowed(self) -> bool:
        """The user named the layer, or the model ends so."""
        return self.reason in (ASKED_FOR, LAST)


@dataclass(frozen=True)
class QuantPlan:
    """The tensors that become integers.

    ``quants`` holds the int8 quantization of every real activation that has one, ``wide`` the int16 one, ``integer``
    the names of the output tensors whose node computes in integers, ``floats`` the nodes that do not, ``precision``
    the numbers of each integer node, by the name of its output.
    """

    quants: Mapping[str, Quant]
    integer: frozenset[str]
    floats: tuple[FloatNode, ...]
    wide: Mapping[str, Quant] = field(default_factory=lambda: MappingProxyType({}))
    precision: Mapping[str, Precision] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, name: str, dtype: DType) -> Quant:
        """The quantization of a real activation in one of its integer versions."""
        return (self.wide if dtype is DType.I16 else self.quants)[name]

    def type_of(self, output: str) -> DType:
        """The element type a node computes in, by the name of its output."""
        return self.precision.get(output, Precision.INT8).activation


def is_real(t: Tensor | None) -> bool:
    """A float32 activation."""
    return t is not None and t.dtype is DType.F32 and not t.is_const


def make_plan(graph: Graph, calibration: Calibration | None, options: QuantizeOptions | None = None) -> QuantPlan:
    """The plan for a float graph whose tensors may carry the quantization of a quantized model."""
    options = options or QuantizeOptions()
    candidates = [n for n in graph.nodes if _touches_reals(graph, n) and quant_rule(n) is not QuantRule.BOUNDARY]
    reasons = {n.outputs[0]: r for n in candidates if (r := _no_integer_form(graph, n))}
    reasons |= {n.outputs[0]: ASKED_FOR for n in candidates if options.layers.get(n.name) is Precision.FLOAT}
    reasons |= {n.outputs[0]: LAST for n in candidates if calibration is None and is_log_softmax(n) and _last(graph, n)}
    able = [n for n in candidates if n.outputs[0] not in reasons]
    precision = choose_precision(graph, able, options)
    quants = _Assignment(graph, able, calibration).solve()
    wide = {}
    given = any(t.quant and t.quant.wide for t in graph.tensors.values())
    if given or Precision.INT16 in precision.values() or any(is_recurrent(n) for n in able):
        wide = _Assignment(graph, able, calibration, DType.I16).solve()
    floats = []
    for n in candidates:
        if has_trait(n, Trait.READS_ORDER) and n.inputs[0] in quants:
            continue
        missing = [t for t in _reals(graph, n) if t not in quants]
        if n.outputs[0] in reasons:
            floats.append(FloatNode(n, reasons[n.outputs[0]]))
        elif missing:
            floats.append(FloatNode(n, _no_scale(graph, n, missing[0]), True))
    kept = {f.node.outputs[0] for f in floats}
    movers = _float_movers(graph, able, kept)
    integer = frozenset(n.outputs[0] for n in able if n.outputs[0] not in kept | movers)
    return QuantPlan(quants, integer, tuple(floats), wide, precision)


def _no_scale(graph: Graph, node: Node, name: str) -> str:
    """The reason, in names that the model has: passes make tensors of their own, but nodes keep their names."""
    makers = graph.producers()
    maker, readers = makers.get(name), graph.consumers().get(name, [])
    if maker is None:
        return NO_SCALE.format(f"its input '{name}'")
    if maker.name != node.name:
        return NO_SCALE.format(f"the result of node '{maker.name}', which it reads")
    inner = name not in graph.outputs and all(r.name == node.name for r in readers)
    return NO_SCALE.format("what it computes on the way" if inner else "its result")


def is_log_softmax(node: Node) -> bool:
    """The scores' logarithms, which have no integer form of their own."""
    return isinstance(node.attrs, SoftmaxAttrs) and node.attrs.log


def _last(graph: Graph, node: Node) -> bool:
    """Nothing but conversions and data movement follows."""
    users, waiting = graph.consumers(), list(node.outputs)
    while waiting:
        readers = users.get(waiting.pop(), [])
        if any(quant_rule(r) not in (QuantRule.BOUNDARY, QuantRule.SAME) for r in readers):
            return False
        waiting += [o for r in readers for o in r.outputs]
    return True


def _touches_reals(graph: Graph, node: Node) -> bool:
    return any(t is not None and t.dtype is DType.F32 for t in [*graph.ins(node), *graph.outs(node)])


def _reals(graph: Graph, node: Node) -> list[str]:
    return [t.name for t in [*graph.ins(node), *graph.outs(node)] if t is not None and is_real(t)]


def _no_integer_form(graph: Graph, node: Node) -> str:
    """Return why a node cannot compute in integers whatever the scales are; "" when it can."""
    rule = quant_rule(node)
    if rule is QuantRule.NONE or OPS[node.op].run_int is None:
        return NO_INTEGER_FORM
    if rule is QuantRule.WEIGHTED and not all(graph.tensors[i].is_const for i in node.inputs[1:]):
        return f"{NO_INTEGER_FORM} when its weights are computed at run time"
    if rule is QuantRule.RECURRENT:
        return why_not(graph, node)
    if len(node.outputs) != 1 or not is_real(graph.tensors[node.outputs[0]]):
        return NO_INTEGER_FORM
    return ""


def _float_movers(graph: Graph, able: Iterable[Node], kept: set[str]) -> set[str]:
    """Data movement between float nodes: stays in float, but for what the model quantizes there."""
    movers = {n.outputs[0]: n for n in able if quant_rule(n) is QuantRule.SAME and n.outputs[0] not in kept}
    producers, users = graph.producers(), graph.consumers()
    floating = set(movers)
    while True:
        floats = kept | floating

        def stays(n: Node, floats: set[str] = floats) -> bool:
            source = producers.get(n.inputs[0])
            readers = users.get(n.outputs[0], [])
            if source is None or graph.tensors[n.inputs[0]].quant is not None:
                return False
            return source.outputs[0] in floats and all(u.outputs[0] in floats for u in readers)

        left = {o for o in floating if stays(movers[o])}
        if left == floating:
            return floating
        floating = left


class _Assignment:
    """Tie sets under construction (a union-find forest whose roots may have a fixed quantization)."""

    def __init__(
        self, graph: Graph, able: list[Node], calibration: Calibration | None, dtype: DType = DType.I8
    ) -> None:
        self.graph = graph
        self.able = able
        self.dtype = dtype
        self.ranges = calibration.spans(dtype) if calibration else {}
        self.users = graph.consumers()
        self.producers = {n.outputs[0]: n for n in able}
        self.parent = {t.name: t.name for t in graph.tensors.values() if is_real(t)}
        given = {n: graph.tensors[n].quant for n in self.parent}
        self.fixed = {n: in_width(q, dtype) for n, q in given.items() if q is not None}
        for node in able:
            out = node.outputs[0]
            quant = fixed_quant(node, dtype)
            if quant is not None and out not in self.fixed:
                self.fixed[out] = quant

    def solve(self) -> dict[str, Quant]:
        """Quantization per tensor; tensors about which nothing is known are left out."""
        for state in self.graph.states:
            if state.input in self.parent and state.output in self.parent:
                self._tie(state.output, state.input)
        for node in self.able:
            if quant_rule(node) is QuantRule.SAME and is_real(self.graph.tensors[node.inputs[0]]):
                self._tie(node.inputs[0], node.outputs[0])
        for node in self.able:
            self._tie_moved(node)
        for node in self.able:
            for name, initial in ties(self.graph, node) if is_recurrent(node) else ():
                if self._root(initial) not in self.fixed:
                    self._tie(name, initial)
        self._derive()
        members: dict[str, list[str]] = {}
        for name in self.parent:
            members.setdefault(self._root(name), []).append(name)
        quants = {root: self._own(root, names) for root, names in members.items()}
        known = {root: q for root, q in quants.items() if q is not None}
        for name in (n for node in self.able for n in states(self.graph, node)):
            if self.dtype is DType.I16 and (root := self._root(name)) in known:
                known[root] = state_type(known[root])
        self._raise_floors(known)
        return {n: known[r] for n in self.parent if (r := self._root(n)) in known}

    def _root(self, name: str) -> str:
        while self.parent[name] != name:
            self.parent[name] = self.parent[self.parent[name]]  # ways stay short
            name = self.parent[name]
        return name

    def _tie(self, a: str, b: str) -> bool:
        """Join two sets, unless both are fixed and differ (a Requantize node will stand between them)."""
        a, b = self._root(a), self._root(b)
        fixed_a, fixed_b = self.fixed.get(a), self.fixed.get(b)
        if fixed_a is not None and fixed_b is not None and fixed_a != fixed_b:
            return False
        self.parent[b] = a
        fixed = fixed_a if fixed_a is not None else fixed_b
        if fixed is not None:
            self.fixed[a] = fixed
        return True

    def _tie_moved(self, node: Node) -> None:
        """Inputs whose elements are the output's have its quantization: one rounding less.

        Those of a concatenation only if nothing else reads them, so that nothing is lost.
        """
        for name in (node.inputs[i] for i in choices(node)):
            if name in self.parent:
                self._tie(node.outputs[0], name)
        if not isinstance(node.attrs, ConcatAttrs):
            return
        for name in dict.fromkeys(node.inputs):
            if name in self.parent and self._root(name) not in self.fixed and self._only_feeds(name, node):
                self._tie(node.outputs[0], name)

    def _only_feeds(self, name: str, node: Node) -> bool:
        """Return whether all readers of what is tied to ``name`` (an upsampled tensor, say) are tied, or ``node``."""
        root = self._root(name)
        tied = {n for n in self.parent if self._root(n) == root}
        if tied & {*self.graph.inputs, *self.graph.outputs}:
            return False
        readers = [user for n in tied for user in self.users.get(n, ())]
        return all(user == node or user.outputs[0] in tied for user in readers)

    def _derive(self) -> None:
        """Outputs without range or scale whose values follow from the input's quantization.

        Values that cannot leave the input's range take the input's quantization; functions of one value are evaluated
        over its integers.
        """
        for node in self.able:
            out = node.outputs[0]
            if out in self.ranges or self._root(out) in self.fixed:
                continue
            sources = [i for i in node.inputs if i in self.parent]
            if not sources or any(self._root(i) not in self.fixed for i in sources):
                continue
            averages = isinstance(node.attrs, ResampleAttrs) and shares(self.graph.tensors[node.inputs[2]].data)
            if averages or (keeps_range(node) and len(sources) == len(node.inputs)):
                widest = max(sources, key=lambda i: self.fixed[self._root(i)].s)
                self._tie(widest, out)
            elif len(sources) == 1 and (reached := self._reached(node, self.fixed[self._root(sources[0])])) is not None:
                self.fixed[self._root(out)] = activation_quant(reached, self.dtype)

    def _reached(self, node: Node, source: Quant) -> Range | None:
        """Return the range of a function of one value, or arithmetic with constants, over the integers of its input."""
        if not isinstance(node.attrs, (UnaryAttrs, BinaryAttrs)):
            return None
        steps = np.linspace(*integer_limits(self.dtype), INT8_VALUES)
        values = ((steps - source.z) * source.s).astype(np.float32)[:, None]
        constants = [None if t is None else t.data for t in self.graph.ins(node)]
        with np.errstate(all="ignore"):
            y = OPS[node.op].run(node.attrs, [values if c is None else c.reshape(1, -1) for c in constants])[0]
        return Range.of(float(y.min()), float(y.max())) if y.size and np.isfinite(y).all() else None

    def _own(self, root: str, names: list[str]) -> Quant | None:
        if root in self.fixed:
            return self.fixed[root]
        if any(n not in self.ranges for n in names):
            return None
        total = Range(0.0, 0.0)
        for n in names:
            total = total.union(member_range(self.graph, self.ranges[n], self.producers.get(n)))
        return activation_quant(total, self.dtype)

    def _raise_floors(self, quants: dict[str, Quant]) -> None:
        """Make output steps at least ``FINEST_OUTPUT`` of the coarsest input unit: multipliers stay legal."""
        changed = True
        while changed:
            changed = False
            for node in self.able:
                root = self._root(node.outputs[0])
                if root not in quants or root in self.fixed:
                    continue
                floor = FINEST_OUTPUT * self._input_unit(node, quants)
                quant = quants[root]
                if quant.s < floor:
                    quants[root] = Quant.per_tensor(float(np.nextafter(np.float32(floor), np.float32(np.inf))), quant.z)
                    changed = True

    def _input_unit(self, node: Node, quants: dict[str, Quant]) -> float:
        """The coarsest real step of what the node sums up."""
        scales = []
        for t in self.graph.ins(node):
            if t is not None and t.dtype is DType.F32:
                if t.data is not None:
                    is_operand = isinstance(node.attrs, (BinaryAttrs, MatMulAttrs))
                    scales.append(constant_quant(t.data, self.dtype).s if is_operand else 0.0)
                elif (root := self._root(t.name)) in quants:
                    scales.append(quants[root].s)
        if quant_rule(node) is QuantRule.WEIGHTED:
            weights = self.graph.tensors[node.inputs[1]].data
            assert weights is not None
            return scales[0] * float(np.abs(weights).max(initial=0.0)) / 127 if scales else 0.0
        if is_product(node):
            return float(np.prod(scales))
        free = isinstance(node.attrs, (UnaryAttrs, SoftmaxAttrs, NormalizeAttrs)) or is_recurrent(node)
        return 0.0 if free else max(scales, default=0.0)


def layer_types(plan: QuantPlan, node: Node) -> LayerTypes:
    """Element types and scales of a weighted layer."""
    out = node.outputs[0]
    precision = plan.precision.get(out, Precision.INT8)
    dtype = precision.activation
    return LayerTypes(plan.of(node.inputs[0], dtype), plan.of(out, dtype), dtype, precision.weight)
