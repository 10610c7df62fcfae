"""From a float graph to an integer graph: the one lowering for calibrated and for already quantized models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from edgec.converter.graph.errors import EdgecError, Refusal, UnsupportedModel
from edgec.converter.graph.ir import Array, Attrs, DType, Graph, GraphEditor, Node, Quant, Tensor
from edgec.converter.graph.work import Notify, Work, unseen
from edgec.converter.ops.boundary import DequantizeAttrs, QuantizeAttrs, RequantizeAttrs
from edgec.converter.ops.check import check_graph
from edgec.converter.ops.recurrent_int import PEEPHOLE
from edgec.converter.ops.registry import has_trait, quant_rule
from edgec.converter.ops.spec import QuantRule, Trait
from edgec.quantize.integers.allowed import checked_plan
from edgec.quantize.integers.operands import check_factors, constant_form
from edgec.quantize.integers.parts import in_parts
from edgec.quantize.integers.plan import QuantPlan, is_real, layer_types
from edgec.quantize.integers.precision import given_type
from edgec.quantize.integers.reconstruct import calibrated, remembered, round_weights
from edgec.quantize.integers.recurrent import check_sums, is_recurrent, output_like, recurrent_weights, states
from edgec.quantize.integers.weights import Weights, quantize_weights
from edgec.quantize.ranges.calibrate import Calibration
from edgec.quantize.ranges.replay import Replay
from edgec.quantize.ranges.scheme import QuantizeOptions, Rounding, quantize_constant
from edgec.quantize.rewrite.rewrites import prepared

NO_WEIGHTS: Mapping[str, Weights] = MappingProxyType({})
PARTED = "weights of nine bits (uint8 whose zero point is not 128) are exact, but computed as two int8 ones"


def quantize_model(
    graph: Graph,
    inputs: Sequence[Array] | None,
    options: QuantizeOptions,
    notify: Notify = lambda _: None,
    work: Work = unseen,
) -> Graph:
    """The integer form of a graph.

    Args:
        graph: a float graph after the passes; a quantized model must have gone through ``strip_qdq`` before them.
        inputs: calibration samples, one array [N, *shape] per graph input; None for models that bring their scales.
        options: scheme, calibrator, and whether float nodes may stay.
        notify: called with messages for the user.
        work: shows how many calibration samples are seen, then how many layers are rounded.

    Raises:
        UnsupportedModel: nodes have no integer form (all of them are listed) and float is not allowed.
        UsageError: the samples do not fit, or contain or lead to NaN or infinity.
    """
    graph = prepared(graph, inputs)
    ranges, replay = (None, None) if inputs is None else calibrated(graph, inputs, options, work("calibrating"))
    return quantize_calibrated(graph, ranges, inputs, options, notify, work, replay)


def quantize_calibrated(
    graph: Graph,
    ranges: Calibration | None,
    inputs: Sequence[Array] | None,
    options: QuantizeOptions,
    notify: Notify = lambda _: None,
    work: Work = unseen,
    replay: Replay | None = None,
) -> Graph:
    """``quantize_model`` of a ``prepared`` graph with ranges at hand: what a search over precisions repeats.

    ``replay``: what ``remembered`` gives for the graph and the inputs, when the caller has it.

    Raises:
        UnsupportedModel: as ``quantize_model``.
    """
    plan = checked_plan(graph, ranges, options, notify)
    weights = NO_WEIGHTS
    if inputs is not None and options.rounding is Rounding.COMPENSATED:
        weights = round_weights(graph, plan, replay or remembered(graph, inputs), work("rounding weights"))
    return lower(graph, plan, weights, notify)


def to_integers(
    graph: Graph, ranges: Calibration | None, options: QuantizeOptions, notify: Notify = lambda _: None
) -> Graph:
    """The integer form of a graph whose scales come from its tensors (quantized models) or from ``ranges``.

    Weights are rounded to the nearest step.

    Raises:
        UnsupportedModel: as ``quantize_model``.
    """
    return lower(graph, checked_plan(graph, ranges, options, notify), NO_WEIGHTS, notify)


def lower(
    graph: Graph, plan: QuantPlan, weights: Mapping[str, Weights] = NO_WEIGHTS, notify: Notify = lambda _: None
) -> Graph:
    """The integer graph of a plan.

    Args:
        graph: the float graph the plan was made for.
        plan: what becomes an integer.
        weights: integer weights by the name of their layer's output; others are rounded to the nearest step.
        notify: called with messages for the user.

    Raises:
        UnsupportedModel: scales of some layers have no legal multiplier.
    """
    rewriter = _Rewriter(graph, plan, weights)
    result = rewriter.rewrite()
    check_graph(result)
    if rewriter.changed:
        notify([f"weights requantized, their integers cannot be kept: {', '.join(rewriter.changed)}"])
    if rewriter.parted:
        notify([f"{PARTED}: {', '.join(rewriter.parted)}"])
    return result


class _Rewriter:
    """Writes the integer graph node by node.

    Every real activation has up to three versions, made when first needed: int8, int16 (``_ints``) and float32
    (``_floats``).  The version its producer writes keeps the name.
    """

    def __init__(self, graph: Graph, plan: QuantPlan, weights: Mapping[str, Weights]) -> None:
        self.graph = graph
        self.plan = plan
        self.weights = weights
        self.changed: list[str] = []
        self.parted: list[str] = []
        self._users = graph.consumers()
        self._editor = GraphEditor(graph)
        self._editor.nodes = []
        self._ints: dict[tuple[str, DType], str] = {}
        self._native: dict[str, DType] = {}  # the version that exists first
        self._floats: dict[str, str] = {}
        self._consts: dict[tuple[str, Quant, bytes], str] = {}
        self._refusals: list[Refusal] = []

    def rewrite(self) -> Graph:
        """The integer graph.

        Raises:
            UnsupportedModel: scales of some layers have no legal multiplier.
        """
        for name in self.graph.inputs:
            self._input(self.graph.tensors[name])
        for node in self.graph.nodes:
            if isinstance(node.attrs, DequantizeAttrs) and is_real(self.graph.tensors[node.outputs[0]]):
                self._dequantize(node)
            elif isinstance(node.attrs, QuantizeAttrs) and is_real(self.graph.tensors[node.inputs[0]]):
                self._quantize(node)
            elif node.outputs[0] in self.plan.integer:
                self._integer(node)
            else:
                self._plain(node)
        if self._refusals:
            raise UnsupportedModel(self._refusals)
        self._editor.outputs = [self._first(o) for o in self.graph.outputs]
        return self._editor.build()

    def _first(self, name: str) -> str:
        """The version of a graph output that exists first."""
        native = self._native.get(name)
        return self._ints[name, native] if native is not None else self._floats.get(name, name)

    # --- boundaries -----------------------------------------------------------------------------------------------

    def _input(self, t: Tensor) -> None:
        """A real input becomes an integer when an integer node reads it: int16 when all that do want it.

        So does one that the model quantizes for operators that stay in float.
        """
        if not is_real(t):
            return
        readers = self._users.get(t.name, [])
        types = {self.plan.type_of(n.outputs[0]) for n in readers if n.outputs[0] in self.plan.integer}
        direct = t.name in self.graph.outputs and t.name in self.plan.quants
        if not types and t.quant is not None:
            self._declare_int(t.name, given_type(t.quant))
        elif types or direct or any(isinstance(n.attrs, QuantizeAttrs) for n in readers):
            self._declare_int(t.name, DType.I16 if types == {DType.I16} else DType.I8)
        else:
            self._declare_float(t.name)

    def _dequantize(self, node: Node) -> None:
        """An integer input of the model: integers with the same scale are used as they are."""
        source, name = self.graph.tensors[node.inputs[0]], node.outputs[0]
        dtype = DType.I16 if source.dtype is DType.I16 and name in self.plan.wide else DType.I8
        if source.quant is None or name not in self.plan.quants:
            self._plain(node)
        elif source.dtype is dtype and source.quant == self.plan.of(name, dtype) and name not in self.graph.outputs:
            self._ints[name, dtype] = source.name
            self._native[name] = dtype
        else:
            self._declare_int(name, dtype)
            self._emit("Requantize", node.name, (source.name,), name, RequantizeAttrs(dtype))

    def _quantize(self, node: Node) -> None:
        """An integer output of the model: with the same scale it is written by its producer (see ``_written``)."""
        target, name = self.graph.tensors[node.outputs[0]], node.inputs[0]
        if self._ints.get((name, target.dtype)) == target.name:
            return
        if target.quant is None or name not in self._native:
            self._plain(node)
        else:
            source = self._ints[name, self._native[name]]
            self._emit("Requantize", node.name, (source,), target.name, RequantizeAttrs(target.dtype))

    def _written(self, name: str, dtype: DType) -> str:
        """The name under which an integer node writes ``name``: that of the model's int8 output when it is its copy."""
        for reader in self._users.get(name, []):
            if isinstance(reader.attrs, QuantizeAttrs) and name not in self.graph.outputs:
                target = self.graph.tensors[reader.outputs[0]]
                if target.dtype is dtype and target.quant == self.plan.of(name, dtype):
                    return target.name
        return name

    # --- versions -------------------------------------------------------------------------------------------------

    def _declare_int(self, name: str, dtype: DType, written: str | None = None) -> str:
        written = written or name
        t = replace(self.graph.tensors[written], dtype=dtype, quant=self.plan.of(name, dtype))
        self._editor.tensors[written] = t
        self._ints[name, dtype] = written
        self._native[name] = dtype
        return written

    def _declare_float(self, name: str) -> None:
        self._editor.update(name, quant=None)
        self._floats[name] = name

    def _int(self, name: str, dtype: DType) -> str:
        """One integer version of a real activation."""
        if (name, dtype) in self._ints:
            return self._ints[name, dtype]
        t, quant = self.graph.tensors[name], self.plan.of(name, dtype)
        made = self._editor.tensor(f"{name}.{dtype.value}", t.shape, dtype, quant)
        if name in self._native:
            source = self._ints[name, self._native[name]]
            self._emit("Requantize", f"{name}.{dtype.value}", (source,), made, RequantizeAttrs(dtype))
        else:
            attrs = QuantizeAttrs(dtype, quant.scale, quant.zero_point)
            self._emit("Quantize", f"{name}.quantize", (self._floats[name],), made, attrs)
        self._ints[name, dtype] = made
        return made

    def _any_int(self, name: str) -> str:
        """The integer version that exists first."""
        return self._int(name, self._native.get(name, DType.I8))

    def _float(self, name: str) -> str:
        """The float32 version of any tensor a float node reads."""
        t = self.graph.tensors[name]
        if not is_real(t):
            if t.is_const:
                self._editor.update(name, quant=None)
            return name
        if name not in self._floats:
            native = self._native[name]
            quant = self.plan.of(name, native)
            made = self._editor.tensor(f"{name}.float", t.shape, DType.F32)
            attrs = DequantizeAttrs(quant.scale, quant.zero_point)
            self._emit("Dequantize", f"{name}.dequantize", (self._ints[name, native],), made, attrs)
            self._floats[name] = made
        return self._floats[name]

    # --- nodes ----------------------------------------------------------------------------------------------------

    def _emit(self, op: str, name: str, inputs: tuple[str, ...], output: str, attrs: Attrs) -> None:
        self._editor.nodes.append(Node(op, name, inputs, (output,), attrs))

    def _plain(self, node: Node) -> None:
        """A node on floats or on plain integers; one that only compares values, on their integer forms.

        What the model quantizes behind it is rounded and saturated as the model says.
        """
        ordered = has_trait(node, Trait.READS_ORDER) and node.inputs[0] in self.plan.quants
        read = self._any_int if ordered else self._float
        inputs = tuple(read(i) if i else "" for i in node.inputs)
        outs = () if isinstance(node.attrs, DequantizeAttrs) else self.graph.outs(node)
        given = [t.name for t in outs if is_real(t) and t.quant]
        if isinstance(node.attrs, RequantizeAttrs) and given:  # of a float: there are no integers to change
            self._round(node.outputs[0], inputs[0])
            return
        raw = {o: self._editor.tensor(f"{o}.raw", self.graph.tensors[o].shape, DType.F32) for o in given}
        self._editor.nodes.append(replace(node, inputs=inputs, outputs=tuple(raw.get(o, o) for o in node.outputs)))
        for o in node.outputs:
            if o in raw:
                self._round(o, raw[o])
            elif is_real(self.graph.tensors[o]):
                self._declare_float(o)

    def _round(self, name: str, raw: str) -> None:
        """The integers of a float, as the model quantizes it."""
        quant = self.graph.tensors[name].quant
        assert quant is not None
        dtype = given_type(quant)
        made, quant = self._declare_int(name, dtype, self._written(name, dtype)), self.plan.of(name, dtype)
        attrs = QuantizeAttrs(dtype, quant.scale, quant.zero_point)
        self._emit("Quantize", f"{name}.quantize", (raw,), made, attrs)

    def _integer(self, node: Node) -> None:
        try:
            self._lower(node)
        except EdgecError as error:
            self._refusals.append(
                Refusal(node.name, node.op, "", str(error), "rescale the model's weights or its data")
            )

    def _lower(self, node: Node) -> None:
        out = node.outputs[0]
        dtype = self.plan.type_of(out)
        if is_recurrent(node):
            self._recurrent(node, dtype)
            return
        target = self.plan.of(out, dtype)
        made = self._declare_int(out, dtype, self._written(out, dtype))
        attrs = RequantizeAttrs(dtype) if isinstance(node.attrs, RequantizeAttrs) else node.attrs
        if quant_rule(node) is QuantRule.WEIGHTED:
            inputs, attrs = self._weighted(node, dtype)
        else:
            inputs = tuple(self._operand(node, i, target, dtype) for i in node.inputs)
        source = self._editor.tensors[inputs[0]]
        if quant_rule(node) is QuantRule.SAME and source.quant is not None and source.quant != target:
            moved = self._editor.tensor(f"{out}.moved", self.graph.tensors[out].shape, dtype, source.quant)
            self._emit(node.op, node.name, inputs, moved, attrs)
            self._emit("Requantize", f"{node.name}.requantize", (moved,), made, RequantizeAttrs(dtype))
            return
        check_factors(node, [self._editor.tensors[i] for i in inputs if i], self._editor.tensors[made])
        self._emit(node.op, node.name, inputs, made, attrs)

    def _recurrent(self, node: Node, dtype: DType) -> None:
        """A recurrent layer: states of 16 bits, weights as they are for its input and output."""
        held = dict.fromkeys(node.outputs, dtype) | dict.fromkeys(states(self.graph, node)[-1:], DType.I16)
        outs = tuple(self._declare_int(name, kind) for name, kind in held.items())
        x, y = (self.plan.of(name, dtype) for name in (node.inputs[0], node.outputs[0]))
        weight = self.plan.precision[node.outputs[0]].weight
        made = recurrent_weights(self.graph, node, x, y, dtype, weight)
        inputs = [self._int(node.inputs[0], dtype)]
        for name, data, quant in zip(node.inputs[1:4], (made.w, made.r, made.bias), made.quants, strict=True):
            inputs.append(self._constant(name, data, quant, DType.I32 if data.dtype == np.int32 else weight))
        for i, name in enumerate(node.inputs[4:], 4):
            like = output_like(node, i)
            inputs.append(name if like is None or not name else self._like(name, self._editor.tensors[outs[like]]))
        if peephole := made.peephole:
            inputs[PEEPHOLE] = self._constant(node.inputs[PEEPHOLE], *peephole, DType.I16)
        tensors = [self._editor.tensors[i] if i else None for i in inputs]
        check_sums(node, tensors, [self._editor.tensors[o] for o in outs])
        self._editor.nodes.append(replace(node, inputs=tuple(inputs), outputs=outs))

    def _like(self, name: str, target: Tensor) -> str:
        """A real tensor in the type and the scale of another one."""
        t, quant, dtype = self.graph.tensors[name], target.quant, target.dtype
        assert quant is not None
        if t.data is not None:
            return self._constant(name, quantize_constant(t.data, quant, dtype), quant, dtype)
        made = self._int(name, dtype)
        if self._editor.tensors[made].quant == quant:
            return made
        moved = self._editor.tensor(f"{name}.initial", t.shape, dtype, quant)
        self._emit("Requantize", f"{name}.initial", (made,), moved, RequantizeAttrs(dtype))
        return moved

    def _operand(self, node: Node, name: str, target: Quant, dtype: DType) -> str:
        """One input of an integer node: the integer version of a real tensor, anything else as it is."""
        t = self.graph.tensors[name] if name else None
        if t is None or t.dtype is not DType.F32:
            return name
        if t.data is None:
            return self._int(name, dtype)
        dtype, quant = constant_form(node, t, target, dtype)
        return self._constant(name, quantize_constant(t.data, quant, dtype), quant, dtype)

    def _constant(self, name: str, data: Array, quant: Quant, dtype: DType) -> str:
        """An integer constant, made once."""
        key = (name, quant, data.tobytes())
        if key not in self._consts:
            self._consts[key] = self._editor.const(f"{name}.{dtype.value}", data, quant, dtype)
        return self._consts[key]

    def _weighted(self, node: Node, dtype: DType) -> tuple[tuple[str, ...], Attrs]:
        x, w, b = (self.graph.tensors[i] for i in node.inputs)
        types = layer_types(self.plan, node)
        made = self.weights.get(node.outputs[0])
        if made is None:
            assert w.data is not None and b.data is not None
            made = quantize_weights(w.data, b.data, types, w.quant)
        if made.changed:
            self.changed.append(node.name)
        source, data, attrs = self._int(x.name, dtype), made.data, node.attrs
        if data.dtype != np.int8:
            self.parted.append(node.name)
            source, data, attrs = in_parts(self._editor, node, source, data)
        weights = self._constant(w.name, data, Quant.per_axis(made.scale, 0), types.weight)
        bias = self._constant(b.name, made.bias, Quant.per_axis(made.scale * types.source.s, 0), DType.I32)
        return (source, weights, bias), attrs
