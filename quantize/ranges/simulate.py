"""Evaluation of a graph in Python: float reference and bit-exact integer simulator.

Both walk the nodes in order and call the operators' own references (``OpSpec.run`` and ``OpSpec.run_int``); a node is
integer when one of its tensors is an integer with a quantization.  Many samples are evaluated stacked along the batch
axis where every node of the graph allows it (``quantize/batch.py``); integer results do not depend on the stacking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from edgec.converter.arithmetic.fixed_point import dequantize_array, integer_limits
from edgec.converter.graph.errors import EdgecError, UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph, Node, Shape, Tensor
from edgec.converter.ops.registry import OPS, quant_rule
from edgec.converter.ops.spec import IntCall, QuantRule
from edgec.quantize.ranges.batch import batched_attrs, samples_per_step

Observer = Callable[[str, Array], None]
Change = Callable[[str, Array], Array]
Limits: TypeAlias = "tuple[float, float]"


def is_integer_node(graph: Graph, node: Node) -> bool:
    """True when the node computes on quantized integers (Quantize and Dequantize do not: they only convert)."""
    if quant_rule(node) is QuantRule.BOUNDARY:
        return False
    tensors = [t for t in graph.ins(node) if t is not None] + graph.outs(node)
    return any(t.quant is not None and not t.dtype.is_float for t in tensors)


@dataclass(frozen=True)
class _Step:
    """One node, ready to run: what is known before the first sample."""

    node: Node
    integer: bool
    ins: tuple[Tensor | None, ...]
    outs: tuple[Tensor, ...]
    dead: tuple[str, ...]  # tensors nobody reads after this node
    limits: tuple[Limits | None, ...]  # of real outputs that a quantized model saturates


class Evaluator:
    """A graph prepared for evaluation.

    Args:
        graph: the graph.
        real: numpy type in which float32 tensors are held (float64 makes calibration independent of the BLAS in use).
    """

    def __init__(self, graph: Graph, real: npt.DTypeLike = np.float32) -> None:
        self.graph = graph
        self._real = np.dtype(real)
        self._constants = {t.name: self._cast(t.data) for t in graph.constants() if t.data is not None}
        self._constants |= {o: self._cast(d) for o in graph.outputs if (d := graph.tensors[o].data) is not None}
        self._steps = tuple(self._prepare())
        self._by_output = {s.node.outputs[0]: s for s in self._steps}
        self.exact = all(s.integer or quant_rule(s.node) is QuantRule.BOUNDARY for s in self._steps)
        self.batch = samples_per_step(graph)

    def _cast(self, data: Array) -> Array:
        return data.astype(self._real) if data.dtype == np.float32 else data

    def held(self, t: Tensor) -> npt.DTypeLike:
        """The numpy type of a tensor's values."""
        return self._real if t.dtype is DType.F32 else t.dtype.numpy

    def _prepare(self) -> Iterator[_Step]:
        last = {name: i for i, n in enumerate(self.graph.nodes) for name in n.inputs}
        keep = set(self.graph.outputs) | set(self._constants)
        for i, node in enumerate(self.graph.nodes):
            dead = tuple(n for n in dict.fromkeys(node.inputs) if n and last[n] == i and n not in keep)
            yield _Step(
                node,
                is_integer_node(self.graph, node),
                tuple(self.graph.ins(node)),
                tuple(self.graph.outs(node)),
                dead + tuple(o for o in node.outputs if o not in last and o not in keep),
                tuple(_limits(t) for t in self.graph.outs(node)),
            )

    def groups(self, inputs: Sequence[Array], limit: int | None = None) -> Iterator[tuple[list[Array], int]]:
        """Arrays [N, *shape] cut into what one ``run`` takes: (arrays with the samples along axis 0, their number).

        ``limit``: samples of a group at most.

        Raises:
            UsageError: an array does not fit its input, or the arrays differ in their number of samples.
        """
        tensors = [self.graph.tensors[n] for n in self.graph.inputs]
        if len(inputs) != len(tensors) or len({len(x) for x in inputs}) > 1:
            raise UsageError(
                f"the data has {len(inputs)} array(s) of {[len(x) for x in inputs]} samples; "
                f"the model takes {len(tensors)} input(s), all of one length"
            )
        for x, t in zip(inputs, tensors, strict=True):
            if x.shape[1:] != t.shape or x.dtype != t.dtype.numpy:
                raise UsageError(
                    f"input '{t.name}' got samples of {x.dtype} {list(x.shape[1:])}; "
                    f"the model takes {t.dtype.value} {list(t.shape)}"
                )
        step = min(self.batch, limit or self.batch)
        total = len(inputs[0]) if inputs else 1
        for start in range(0, total, step):
            parts = [x[start : start + step] for x in inputs]
            count = len(parts[0]) if parts else 1
            yield (
                [
                    self._cast(p.reshape(count * p.shape[1], *p.shape[2:]) if t.shape else p[0])
                    for p, t in zip(parts, tensors, strict=True)
                ],
                count,
            )

    def run(
        self, inputs: Sequence[Array], count: int = 1, observe: Observer | None = None, change: Change | None = None,
        states: Observer | None = None,
    ) -> list[Array]:  # fmt: skip
        """Outputs of one sample, or of ``count`` samples (at most ``batch``) stacked along axis 0.

        Args:
            inputs: one array per graph input, as ``groups`` gives them.
            count: samples in ``inputs``.
            observe: called with the name and value of every graph input and every node output, in order.
            change: called likewise; what it returns takes the value's place.
            states: called with the name of each state that a recurrent layer of a float graph gives, and all values
                that it takes on the way.
        """
        return self._walk(inputs, count, observe, change, states)

    def node(self, node: Node, values: Mapping[str, Array], count: int = 1) -> list[Array]:
        """Outputs of one node on given activations (constants are known) of ``count`` stacked samples."""
        step = self._by_output[node.outputs[0]]
        ins = [(values[i] if i in values else self._constants[i]) if i else None for i in node.inputs]
        return self._results(step, ins, count)

    def _results(self, step: _Step, ins: list[Array | None], count: int) -> list[Array]:
        if step.integer:
            return _integer(step, ins, count)
        return [self._cast(y) for y in _plain(step, ins, count)]  # conversions give float32, whatever is computed in

    def _walk(
        self, inputs: Sequence[Array], count: int, observe: Observer | None, change: Change | None,
        states: Observer | None,
    ) -> list[Array]:  # fmt: skip
        values = dict(self._constants)

        def put(name: str, x: Array) -> None:
            values[name] = x if change is None else change(name, x)
            if observe:
                observe(name, values[name])

        for name, x in zip(self.graph.inputs, inputs, strict=True):
            put(name, x)
        for step in self._steps:
            ins = [values[i] if i else None for i in step.node.inputs]
            trace = OPS[step.node.op].trace if states is not None else None
            if trace is None or states is None:
                results = self._results(step, ins, count)
            else:
                outputs, seen = trace(step.node.attrs, ins)
                results = [self._cast(y) for y in outputs]
                for name, all_values in zip(step.node.outputs[1:], seen, strict=True):
                    states(name, all_values)
            for name, y in zip(step.node.outputs, results, strict=True):
                put(name, y)
            for name in step.dead:
                values.pop(name, None)
        return [values[o] for o in self.graph.outputs]


def _limits(t: Tensor) -> Limits | None:
    """Smallest and largest value of a real tensor to which a quantized model gives steps (often its only Relu)."""
    if t.dtype is not DType.F32 or t.quant is None or t.quant.axis is not None:
        return None
    lo, hi = integer_limits(DType.I16 if t.quant.wide else DType.I8)
    return (lo - t.quant.z) * t.quant.s, (hi - t.quant.z) * t.quant.s


def _plain(step: _Step, ins: list[Array | None], count: int) -> list[Array]:
    results = OPS[step.node.op].run(batched_attrs(step.node, count), ins)
    return [y if at is None else np.clip(y, *at) for y, at in zip(results, step.limits, strict=True)]


def _integer(step: _Step, ins: list[Array | None], count: int) -> list[Array]:
    run = OPS[step.node.op].run_int
    if run is None:
        raise EdgecError(f"node '{step.node.name}' ({step.node.op}) has integer tensors but no integer form")
    call = IntCall(
        batched_attrs(step.node, count),
        ins,
        [t.quant if t else None for t in step.ins],
        [t.quant for t in step.outs],
        [(_grown(t.shape, count), t.dtype) for t in step.outs],
    )
    return run(call)


def _grown(shape: Shape, count: int) -> Shape:
    return (count, *shape[1:]) if count > 1 else shape


def simulate(graph: Graph, inputs: Sequence[Array], observe: Observer | None = None) -> list[Array]:
    """Outputs of an integer (or mixed) graph: these bytes are the definition of the model.

    The bytes are those of one sample at a time.  Graphs that compute in floats between integers run sample by sample,
    because a float sum may depend on how many samples share a matrix product.

    Args:
        graph: the graph.
        inputs: one array [N, *shape] per graph input, typed as the graph says.
        observe: called with name and value of every activation, samples of one group stacked along axis 0.

    Returns:
        Per graph output one array [N, *shape].

    Raises:
        UsageError: the arrays do not fit the inputs.
    """
    evaluator = Evaluator(graph)
    return _all(evaluator, inputs, None if evaluator.exact else 1, observe)


def run_float(
    graph: Graph, inputs: Sequence[Array], observe: Observer | None = None, real: npt.DTypeLike = np.float32
) -> list[Array]:
    """Outputs of a float graph, as ``simulate`` takes and returns them; samples are stacked where possible.

    ``real`` is the type in which float32 tensors are computed and returned: float64 leaves out the rounding of float32.
    """
    return _all(Evaluator(graph, real), inputs, None, observe)


def _all(evaluator: Evaluator, inputs: Sequence[Array], limit: int | None, observe: Observer | None) -> list[Array]:
    graph = evaluator.graph
    outputs = [graph.tensors[o] for o in graph.outputs]
    parts: list[list[Array]] = [[np.empty((0, *t.shape), evaluator.held(t))] for t in outputs]
    for group, count in evaluator.groups(inputs, limit):
        results = evaluator.run(group, count, observe)
        for part, t, y in zip(parts, outputs, results, strict=True):
            part.append(per_sample(y, t, count))
    return [np.concatenate(p) for p in parts]


def per_sample(y: Array, t: Tensor, count: int) -> Array:
    """Results of one group as [count, *shape]; an output that depends on no input is repeated."""
    return np.broadcast_to(y, (count, *t.shape)) if y.size == t.size else y.reshape(count, *t.shape)


def to_real(y: Array, t: Tensor) -> Array:
    """Real values (float32) of an output; plain integers and floats pass."""
    return dequantize_array(y, t.quant) if t.quant is not None and not t.dtype.is_float else y
