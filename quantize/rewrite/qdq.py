"""Quantized models in QDQ form: Quantize and Dequantize nodes become annotations of float tensors.

``strip_qdq`` runs right after import, before the passes.  Afterwards the graph computes in float32 and

- a float32 activation that the model quantizes has ``Tensor.quant``: its int8 scale and zero point (uint8 is shifted by
  128) or its int16 scale (uint16 is shifted by 32768; where the zero point is not in the middle, the scale grows until
  zero is, at most twofold, for int16 activations are symmetric), which the passes carry along and ``ptq.to_integers``
  uses instead of a calibrated range;
- a constant that was stored in integers has the ``Tensor.quant`` it was dequantized with;
- integer inputs and outputs of the model keep their type and quantization; one Dequantize node behind such an input and
  one Quantize node before such an output are the only boundary nodes left;
- where the model changes scales between two operators, a Requantize node (in float: the identity) stands.
"""

from __future__ import annotations

from dataclasses import replace

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.errors import Refusal, UnsupportedModel
from edgec.converter.graph.ir import Attrs, DType, Graph, GraphEditor, Node, Quant
from edgec.converter.ops.boundary import DequantizeAttrs, QuantizeAttrs, RequantizeAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, UnaryAttrs, UnaryFn
from edgec.converter.ops.registry import has_trait, quant_rule
from edgec.converter.ops.shape import ConcatAttrs, PadAttrs
from edgec.converter.ops.spec import QuantRule, Trait
from edgec.quantize.rewrite.qdq_casts import open_casts
from edgec.quantize.rewrite.qdq_clips import open_clips

BYTES = (DType.I8, DType.U8)
WORDS = (DType.I16, DType.U16)
QUANTIZED = (*BYTES, *WORDS)


def strip_qdq(graph: Graph) -> Graph:
    """The float graph of a model in QDQ form (see the module); other graphs come back unchanged.

    Raises:
        UnsupportedModel: scales per channel on an activation, other integers than of 8 or 16 bits, 16-bit inputs or
            outputs that are not symmetric int16, integers that are dequantized with other scales than they were
            quantized with, or that operators other than data movement compute (all are listed).
    """
    if not any(isinstance(n.attrs, (QuantizeAttrs, DequantizeAttrs)) for n in graph.nodes):
        return graph
    graph = open_clips(graph, _Known(graph).quants)
    graph = open_casts(graph, _Known(graph).quants)
    known = _Known(graph)
    if known.refusals:
        raise UnsupportedModel(known.refusals)
    return _Stripper(graph, known.quants).strip()


def real_form(quant: Quant, dtype: DType) -> Quant:
    """Return the annotation of the real tensor that integers stand for: int8, or symmetric int16 of the same reach."""
    if dtype not in WORDS:
        return int8_form(quant, dtype)
    zero = quant.z - 32768 if dtype is DType.U16 else quant.z
    scale = quant.s if zero == 0 else quant.s * (32767 + abs(zero) + (zero > 0)) / 32767
    return replace(Quant.per_tensor(scale, 0), wide=True)


def int8_form(quant: Quant, dtype: DType) -> Quant:
    """The same scale for int8: a uint8 zero point moves by 128."""
    return Quant.per_tensor(quant.s, quant.z - 128) if dtype is DType.U8 else quant


class _Known:
    """The quantization of every integer activation, found from its Quantize and Dequantize nodes.

    Operators that only move bytes pass it on, in both directions.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.quants: dict[str, Quant] = {}
        self.refusals: list[Refusal] = []
        for node in graph.nodes:
            if isinstance(node.attrs, QuantizeAttrs):
                self._set(node, node.outputs[0], node.attrs.quant)
            elif isinstance(node.attrs, DequantizeAttrs):
                self._set(node, node.inputs[0], node.attrs.quant)
        while self._spread():
            pass
        for node in graph.nodes:
            self._check(node)

    def _refuse(self, node: Node, reason: str, remedy: str = "") -> None:
        self.refusals.append(Refusal(node.name, node.op, "", reason, remedy))

    def _set(self, node: Node, name: str, quant: Quant) -> None:
        dtype = self.graph.tensors[name].dtype
        ends = (*self.graph.inputs, *self.graph.outputs)
        if dtype not in QUANTIZED:
            remedy = "quantize to 8 or 16 bits"
            self._refuse(node, f"activation '{name}' is {dtype.value}, int8, uint8, int16 or uint16 is needed", remedy)
        elif dtype in WORDS and name in ends and (dtype, quant.zero_point) != (DType.I16, (0,)):
            where = "input" if name in self.graph.inputs else "output"
            fact = f"the model's {where} '{name}' is {dtype.value} with zero point {quant.zero_point[0]}"
            remedy = "keep the model's inputs and outputs in float32: edgec makes them int16"
            self._refuse(node, f"{fact}, int16 with zero point 0 is needed", remedy)
        elif quant.axis is not None:
            self._refuse(node, f"activation '{name}' has one scale per channel", "quantize activations per tensor")
        elif self.quants.setdefault(name, quant) != quant:
            was = self.quants[name]
            self._refuse(
                node,
                f"tensor '{name}' is used with scale {quant.s:g}, zero point {quant.z}, "
                f"but made with scale {was.s:g}, zero point {was.z}; one quantization is needed",
            )

    def _spread(self) -> bool:
        """One round over the data movement; whether anything new is known."""
        changed = False
        for node in self.graph.nodes:
            names = _moved(self.graph, node)
            quant = next((self.quants[n] for n in names if n in self.quants), None)
            for n in names:
                if quant is not None and n not in self.quants:
                    self.quants[n] = quant
                    changed = True
        return changed

    def _check(self, node: Node) -> None:
        """Integers with a scale may only be moved; moved together they need one scale."""
        if isinstance(node.attrs, (QuantizeAttrs, DequantizeAttrs)):
            return
        names = _moved(self.graph, node)
        touched = [n for n in (*node.inputs, *node.outputs) if n in self.quants]
        if touched and not names:
            self._refuse(
                node, f"it computes on the integers of '{touched[0]}' as plain numbers", "dequantize them first"
            )
        elif len({self.quants[n] for n in names if n in self.quants}) > 1:
            self._refuse(node, "it joins integers of different scales", "requantize them to one scale first")


def _moved(graph: Graph, node: Node) -> list[str]:
    """The integer activations a node moves without changing them; empty for operators that compute."""
    clip = isinstance(node.attrs, UnaryAttrs) and node.attrs.fn is UnaryFn.CLIP
    if quant_rule(node) is not QuantRule.SAME and not isinstance(node.attrs, ConcatAttrs) and not clip:
        return []
    data = node.inputs if isinstance(node.attrs, ConcatAttrs) else node.inputs[:1]
    names = [*data, *node.outputs]
    return names if all(graph.tensors[n].dtype in QUANTIZED and not graph.tensors[n].is_const for n in names) else []


def _only_float(graph: Graph, node: Node) -> bool:
    """Return whether a node computes real values to which a quantized model gives no integer form."""
    floats = quant_rule(node) in (QuantRule.NONE, QuantRule.RECURRENT)
    return floats and any(graph.tensors[o].dtype is DType.F32 for o in node.outputs)


class _Stripper:
    """Rewrites the graph: tensors that Quantize and Dequantize make equal become one float tensor."""

    def __init__(self, graph: Graph, quants: dict[str, Quant]) -> None:
        self.graph = graph
        self.quants = {n: real_form(q, graph.tensors[n].dtype) for n, q in quants.items()}
        self.declared = quants
        self.editor = GraphEditor(graph)
        self.editor.nodes = []
        self.alias: dict[str, str] = {}  # tensor of the old graph -> float tensor of the new one
        self.as_it_is: dict[str, bool] = {}  # what is quantized, see ``_read_as_it_is``
        self.makers, self.users = graph.producers(), graph.consumers()
        self.ends = {n for n in (*graph.inputs, *graph.outputs) if graph.tensors[n].dtype is DType.F32}

    def strip(self) -> Graph:
        """The float graph."""
        for name in self.graph.inputs:
            if name in self.quants:
                self._open(name)
        for node in self.graph.nodes:
            if isinstance(node.attrs, QuantizeAttrs):
                self._join(node, self.quants[node.outputs[0]])
            elif isinstance(node.attrs, DequantizeAttrs):
                self._join(node, self.quants[node.inputs[0]])
            else:
                self._keep(node)
        self.editor.outputs = [self._close(o) for o in self.graph.outputs]
        self._share()
        return self.editor.build()

    def _share(self) -> None:
        """Both ends of a Transpose or Reshape get the annotation of either: passes may keep only one of them."""
        pairs = [(n.inputs[0], n.outputs[0]) for n in self.editor.nodes if has_trait(n, Trait.KEEPS_VALUES)]
        for a, b in [*pairs, *reversed([(b, a) for a, b in pairs])]:
            source, target = self.editor.tensors[a], self.editor.tensors[b]
            if source.quant is not None and target.quant is None and source.dtype is target.dtype is DType.F32:
                self.editor.update(b, quant=source.quant)

    def _open(self, name: str) -> None:
        """An integer input of the model, dequantized at once."""
        quant = self.declared[name]
        t = self.graph.tensors[name]
        self.editor.update(name, quant=quant)
        made = self.editor.tensor(f"{name}.real", t.shape, DType.F32, self.quants[name])
        self.editor.update(made, layout=t.layout)
        attrs = DequantizeAttrs(quant.scale, quant.zero_point)
        self.editor.nodes.append(Node("Dequantize", name, (name,), (made,), attrs))
        self.alias[name] = made

    def _close(self, name: str) -> str:
        """An integer output of the model, quantized last."""
        if name not in self.quants:
            return self._now(name)
        quant, t = self.declared[name], self.graph.tensors[name]
        made = self.editor.fresh(f"{name}.out") if name in self.graph.inputs else name
        self.editor.tensors[made] = replace(t, name=made, quant=quant)
        if not any(made in n.outputs for n in self.editor.nodes):  # listed twice: written once
            attrs = QuantizeAttrs(t.dtype, quant.scale, quant.zero_point)
            self.editor.nodes.append(Node("Quantize", name, (self._now(name),), (made,), attrs))
        return made

    def _now(self, name: str) -> str:
        return self.alias.get(name, name)

    def _join(self, node: Node, quant: Quant) -> None:
        """Quantize or Dequantize: both sides are one float tensor, unless it already has another scale."""
        source, target = self._saturated(node), node.outputs[0]
        t = self.editor.tensors[source]
        other = t.dtype is not DType.F32 or (t.quant is not None and t.quant != quant)
        if other or self._both_ends(source, target) or self._read_as_it_is(node):
            self._requantize(node, source, target, quant)
            return
        if target in self.ends:
            source = self._rename(source, target)
        self.editor.update(source, quant=quant)
        self.alias[target] = source

    def _saturated(self, node: Node) -> str:
        """Clamp the values that a node converts to the model's 16 bits, where symmetric ones have other limits.

        Quantizers leave out activations such as Relu when the limits of the integers do their work; inputs of the
        application may lie beyond the limits.
        """
        source = self._now(node.inputs[0])
        quant, dtype = self.declared.get(node.outputs[0]), self.graph.tensors[node.outputs[0]].dtype
        if quant is None or dtype not in WORDS or quant.z == integer_limits(dtype)[0] + 32768:
            return source
        makers = {o: n for n in self.editor.nodes for o in n.outputs}
        origin = source
        while origin in makers and has_trait(makers[origin], Trait.KEEPS_VALUES):
            origin = makers[origin].inputs[0]
        given = origin in self.graph.inputs and not self._read_as_it_is(node)
        limited = given or (origin in makers and _limits_at_no_cost(makers[origin]))
        if not limited or self.editor.tensors[source].quant is not None:
            return source
        if given:
            self.editor.update(source, quant=self.quants[node.outputs[0]])
        lo, hi = ((q - quant.z) * quant.s for q in integer_limits(dtype))
        made = self.editor.tensor(f"{source}.clip", self.editor.tensors[source].shape, DType.F32)
        attrs = UnaryAttrs(UnaryFn.CLIP, lo, hi)
        self.editor.nodes.append(Node("Unary", f"{node.name}.clip", (source,), (made,), attrs))
        return made

    def _read_as_it_is(self, node: Node) -> bool:
        """Return whether a float operator uses the real values of a tensor that a node quantizes, not its integers."""
        name = node.inputs[0]
        if name not in self.as_it_is:
            self.as_it_is[name] = isinstance(node.attrs, QuantizeAttrs) and self._is_float_beside(name)
        return self.as_it_is[name]

    def _is_float_beside(self, name: str) -> bool:
        used, readers = name in self.graph.outputs, self._readers(name)
        maker = self.makers.get(name)
        while maker is not None and quant_rule(maker) is QuantRule.SAME:
            used = used or maker.inputs[0] in self.graph.outputs
            readers += [n for n in self._readers(maker.inputs[0]) if n is not maker]
            maker = self.makers.get(maker.inputs[0])
        reached: dict[str, Node] = {}
        for reader in readers:  # grows: what is moved is read behind
            if reader.outputs[0] not in reached and quant_rule(reader) is QuantRule.SAME:
                readers += [r for o in reader.outputs for r in self._readers(o)]
            reached[reader.outputs[0]] = reader
        if maker is not None and (used or readers):
            reached[""] = maker
        return any(_only_float(self.graph, n) for n in reached.values())

    def _readers(self, name: str) -> list[Node]:
        """Return the nodes that read a tensor's real values."""
        return [n for n in self.users.get(name, []) if not isinstance(n.attrs, (QuantizeAttrs, DequantizeAttrs))]

    def _both_ends(self, source: str, target: str) -> bool:
        return target in self.ends and (source in self.graph.inputs or source in self.ends)

    def _rename(self, old: str, new: str) -> str:
        """Give a float tensor the name the model's output has."""
        self.editor.tensors[new] = replace(self.editor.tensors[old], name=new)
        self.editor.nodes = [
            replace(
                n,
                inputs=tuple(new if i == old else i for i in n.inputs),
                outputs=tuple(new if o == old else o for o in n.outputs),
            )
            for n in self.editor.nodes
        ]
        self.alias = {k: new if v == old else v for k, v in self.alias.items()}
        self.alias[old] = new
        return new

    def _requantize(self, node: Node, source: str, target: str, quant: Quant) -> None:
        made = target if self.graph.tensors[target].dtype is DType.F32 else self.editor.fresh(f"{target}.real")
        self.editor.tensors[made] = replace(self.graph.tensors[target], name=made, dtype=DType.F32, quant=quant)
        self.editor.nodes.append(Node("Requantize", node.name, (source,), (made,), RequantizeAttrs(DType.F32)))
        self.alias[target] = made

    def _keep(self, node: Node) -> None:
        """Any other node; one that moves integers moves reals instead."""
        outputs = []
        for o in node.outputs:
            if o in self.quants:
                made = self.editor.fresh(f"{o}.real")
                t = self.graph.tensors[o]
                self.editor.tensors[made] = replace(t, name=made, dtype=DType.F32, quant=self.quants[o])
                self.alias[o] = made
                outputs.append(made)
            else:
                outputs.append(o)
        attrs = node.attrs
        if node.outputs[0] in self.declared:
            attrs = _real_attrs(attrs, self.declared[node.outputs[0]])
        self.editor.nodes.append(
            replace(node, inputs=tuple(self._now(i) for i in node.inputs), outputs=tuple(outputs), attrs=attrs)
        )


def _real_attrs(attrs: Attrs, quant: Quant) -> Attrs:
    """Attributes that hold integers of a quantized tensor, as real values."""

    def real(q: float) -> float:
        return (q - quant.z) * quant.s

    if isinstance(attrs, PadAttrs):
        return replace(attrs, value=real(attrs.value))
    if isinstance(attrs, UnaryAttrs):
        return replace(attrs, alpha=real(attrs.alpha), beta=real(attrs.beta))
    return attrs


def _limits_at_no_cost(node: Node) -> bool:
    """Return whether kernels of an operator clamp their results anyway."""
    return has_trait(node, Trait.MIXES_CHANNELS) or isinstance(node.attrs, BinaryAttrs)
