"""Mixed precision: a precision for each layer, by measured sensitivities and an exact multiple-choice knapsack.

The error of a choice is taken as the sum of the layers' own disturbances of the outputs, each measured with all other
layers real; its cost is the sum of the layers' constants.  ``pareto`` keeps, layer by layer, every partial choice that
no other one beats in both; a branch is cut when even the smallest rest exceeds the limit.  What is left at the end is
the whole front of best choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph, Node
from edgec.converter.graph.work import Progress, silent
from edgec.quantize.integers.plan import QuantPlan, layer_types, make_plan
from edgec.quantize.integers.precision import is_depthwise, weighted_nodes
from edgec.quantize.integers.reconstruct import Pairs, real_parameters, round_node, statistics
from edgec.quantize.integers.rounding import Statistics
from edgec.quantize.ranges.calibrate import Calibration
from edgec.quantize.ranges.replay import Replay, fake_quantize
from edgec.quantize.ranges.scheme import Precision, QuantizeOptions, Scheme

MAX_SAMPLES = 32
PER_CHANNEL = 8  # bytes of bias, multiplier and shift


@dataclass(frozen=True)
class PrecisionOption:
    """One precision of one layer: bytes of its constants, disturbance of the outputs."""

    precision: Precision
    nbytes: int
    error: float


@dataclass(frozen=True)
class LayerOptions:
    """A weighted layer and what it may become."""

    name: str
    options: tuple[PrecisionOption, ...]


@dataclass(frozen=True)
class Precisions:
    """A precision for every layer: constants in all, predicted disturbance."""

    layers: tuple[tuple[str, Precision], ...]
    nbytes: int
    error: float

    def by_layer(self) -> dict[str, Precision]:
        """Layer name -> precision, without the int8 ones."""
        return {name: p for name, p in self.layers if p is not Precision.INT8}


def sensitivities(
    graph: Graph, calibration: Calibration, inputs: Sequence[Array], kinds: Sequence[Precision],
    progress: Progress = silent,
) -> tuple[LayerOptions, ...]:  # fmt: skip
    """For each weighted layer the cost and the measured disturbance of each precision.

    Args:
        graph: a float graph.
        calibration: its ranges.
        inputs: calibration samples.
        kinds: precisions to try.
        progress: called after every layer.
    """
    replay = Replay(graph, inputs, MAX_SAMPLES)
    schemes = {p: _scheme(p) for p in kinds}
    plans = {s: make_plan(graph, calibration, QuantizeOptions(s)) for s in set(schemes.values())}
    measured: list[LayerOptions] = []
    nodes = weighted_nodes(graph)
    for node in nodes:
        seen = {s: _inputs(replay, plan, node) for s, plan in plans.items()}
        options = tuple(
            PrecisionOption(p, _nbytes(graph, node, p), _disturbance(replay, plans[s], node, p, seen[s]))
            for p, s in schemes.items()
        )
        measured.append(LayerOptions(node.name, options))
        progress(len(measured), len(nodes))
    return tuple(measured)


def _scheme(precision: Precision) -> Scheme:
    """The scheme of the activations beside weights of a precision."""
    return Scheme.INT16X8 if precision is Precision.INT16 else Scheme.INT8


def _nbytes(graph: Graph, node: Node, precision: Precision) -> int:
    w = graph.tensors[node.inputs[1]]
    taps = w.size // w.shape[0]
    if precision is Precision.INT4:  # the odd tap of a depthwise filter lies beside its multiplier
        taps = taps // 2 if is_depthwise(graph, node) else (taps + 1) // 2
    return w.shape[0] * (taps + PER_CHANNEL)


@dataclass(frozen=True)
class _Inputs:
    """The inputs of a layer when it alone computes in integers."""

    pairs: Pairs
    stats: Statistics


def _inputs(replay: Replay, plan: QuantPlan, node: Node) -> _Inputs | None:
    if node.outputs[0] not in plan.integer:
        return None
    types, x = layer_types(plan, node), node.inputs[0]
    pairs = [(fake_quantize(v[x], types.source, types.activation), v[x], count) for v, count in replay.groups]
    return _Inputs(pairs, statistics(replay.graph, node, pairs))


def _disturbance(replay: Replay, plan: QuantPlan, node: Node, precision: Precision, seen: _Inputs | None) -> float:
    """The outputs' disturbance when this layer alone computes in integers."""
    if seen is None:
        return 0.0
    graph, out, x = replay.graph, node.outputs[0], node.inputs[0]
    types = replace(layer_types(plan, node), weight=precision.weight)
    made = real_parameters(node, round_node(graph, node, types, seen.stats), types)
    changes = []
    for now, _, count in seen.pairs:
        y = replay.evaluator.node(node, {x: now, **made}, count)[0]
        changes.append({out: fake_quantize(y, types.target, types.activation)})
    return replay.error(replay.outputs(changes))


def pareto(layers: Sequence[LayerOptions], limit: int | None = None) -> tuple[Precisions, ...]:
    """All choices that no other choice beats in both bytes and error, smallest first.

    Args:
        layers: what each layer may become.
        limit: most bytes of constants; None for no limit.
    """
    least = [min(o.nbytes for o in layer.options) for layer in layers]
    rest = sum(least)
    states: list[tuple[int, float, tuple[Precision, ...]]] = [(0, 0.0, ())]
    for layer, smallest in zip(layers, least, strict=True):
        rest -= smallest
        grown = [
            (n + o.nbytes, e + o.error, (*chosen, o.precision))
            for n, e, chosen in states
            for o in layer.options
            if limit is None or n + o.nbytes + rest <= limit
        ]
        states = []
        for n, e, chosen in sorted(grown, key=lambda s: (s[0], s[1])):
            if not states or e < states[-1][1]:
                states.append((n, e, chosen))
    names = [layer.name for layer in layers]
    return tuple(Precisions(tuple(zip(names, chosen, strict=True)), n, e) for n, e, chosen in states)
