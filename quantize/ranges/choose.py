"""The automatic calibrator: one for the whole model, judged by its outputs on samples that no range was taken from.

A part of the samples is held back; of few samples each part in turn.  Every calibrator makes ranges of the others, and
the model is run with int8 steps over these on what was held back, and on samples mixed of two.  The one whose outputs
come nearest to the real ones is taken, its ranges from all samples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.ops.elementwise import SoftmaxAttrs
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule
from edgec.quantize.ranges.observers import PERCENTILE, Histogram, central, least_error
from edgec.quantize.ranges.replay import fake_quantize, node_macs, pick
from edgec.quantize.ranges.scheme import Range, activation_quant
from edgec.quantize.ranges.simulate import Evaluator

RULES: Mapping[str, Callable[[Histogram], Range]] = MappingProxyType(
    {"minmax": lambda h: h.extremes.range(), "percentile": lambda h: central(h, PERCENTILE), "mse": least_error}
)
SAFE = "minmax"  # for so few samples that they say too little of others
UNJUDGED = "mse"  # for models so large that no trial is worth its time
FEWEST = 4  # samples from which on there is a choice
MANY = 32  # samples from which on it is enough to hold back one part
PARTS = 4
JUDGED = 48  # samples that a trial runs on, half of them mixed
LEAST = 8  # below that many it would say little
TENSORS = 1000  # activations of the largest graph that is judged
WORK = 8_000_000_000  # multiplications that all trials may take
SHARES = (0.5, 0.35, 0.65)  # of the first of two samples that are mixed
NO_SIGNAL = 1e-30
NO_NOISE = 1e-15

Ranges = Mapping[str, Range]


def parts_of(samples: int, activations: int) -> tuple[int, ...]:
    """Numbers of the samples that parts begin with, behind the first; () when nothing will be judged."""
    if samples < FEWEST or activations > TENSORS:
        return ()
    if samples >= MANY:
        return (samples - samples // PARTS,)
    return tuple(samples * i // PARTS for i in range(1, PARTS))


def choose_rule(
    graph: Graph, inputs: Sequence[Array], parts: Mapping[str, Sequence[Histogram]], cuts: Sequence[int]
) -> str:
    """The name of the calibrator in ``RULES`` whose ranges serve the graph's outputs best.

    Args:
        graph: a float graph.
        inputs: all samples, one array [N, *shape] per graph input.
        parts: per tensor the values seen in each part of the samples.
        cuts: where the parts begin, as ``parts_of`` gives it.
    """
    count = len(inputs[0]) if inputs else 1
    if count < FEWEST:
        return SAFE
    sets = _sets(graph, parts)
    samples = min(JUDGED, WORK // max(1, (len(RULES) + 1) * sum(node_macs(graph, n) for n in graph.nodes)))
    if not cuts or samples < LEAST or not judged_tensors(graph) or not any(sets.values()):
        return UNJUDGED
    ends = (0, *cuts, count)
    held = range(len(ends) - 1) if len(cuts) > 1 else range(1, 2)
    evaluator = Evaluator(graph, np.float64)
    trials = []
    for i in held:
        rest = {n: Histogram.merged([h for j, h in enumerate(p) if j != i]) for n, p in parts.items()}
        ranges = {name: _united(sets, {n: rule(h) for n, h in rest.items()}) for name, rule in RULES.items()}
        trials.append(_Trial(evaluator, held_back(graph, inputs, ends[i : i + 2], -(-samples // len(held))), ranges))
    errors = _errors(trials)
    return min(errors, key=errors.__getitem__)


def held_back(graph: Graph, inputs: Sequence[Array], span: Sequence[int], count: int) -> list[Array]:
    """``count`` samples to judge by: half of them of ``span``, first to stop, the others mixed of any two.

    A mixed sample lies between two others, where a model is less sure of its answer: there errors show that a handful
    of clear cases would hide.  Integer inputs cannot be mixed.
    """
    own = [pick(x, span[0], span[1], max(1, count // 2)) for x in inputs]
    more = count - len(own[0])
    if more < 1 or any(graph.tensors[i].dtype is not DType.F32 for i in graph.inputs):
        return own
    found = []
    for x, mine in zip(inputs, own, strict=True):
        some = pick(x, 0, len(x), more)
        share = np.resize(SHARES, len(some)).reshape(-1, *(1,) * (some.ndim - 1))
        mixed = share * some + (1 - share) * np.roll(some, (len(some) + 1) // 2, axis=0)
        found.append(np.concatenate([mine, mixed.astype(mine.dtype)]))
    return found


def _sets(graph: Graph, names: Mapping[str, object]) -> dict[str, str]:
    """Per tensor the one whose values it only moves, itself if there is none; "" where no range is to be chosen.

    The graph's inputs and outputs keep all values seen, and so does what is moved from and to them.
    """
    producers = graph.producers()
    roots: dict[str, str] = {}
    for name in names:
        node = producers.get(name)
        rule = QuantRule.NONE if node is None else quant_rule(node)
        if node is not None and rule is QuantRule.SAME:
            roots[name] = roots.get(node.inputs[0], "")
        else:
            roots[name] = "" if rule in (QuantRule.PROBABILITY, QuantRule.NONE) else name
    makers = [p for o in graph.outputs if (p := producers.get(o)) is not None and quant_rule(p) is QuantRule.SAME]
    bound = {roots.get(p.inputs[0], "") for p in makers}
    return {n: "" if r in bound else r for n, r in roots.items()}


def _united(sets: Mapping[str, str], ranges: Ranges) -> dict[str, Range]:
    """The range of each set: that of all its tensors."""
    united: dict[str, Range] = {}
    for name, root in sets.items():
        if root:
            united[root] = united.get(root, ranges[name]).union(ranges[name])
    return united


def judged_tensors(graph: Graph) -> dict[str, int | None]:
    """The real tensors that tell how good outputs are, and the axis along which they count but for a constant.

    These are outputs and, behind a Softmax or the index of the largest, the scores: most probabilities are near 0 or 1
    and show nothing of what happens to scores, which alone would count what makes no difference.
    """
    producers = graph.producers()
    found: dict[str, int | None] = {}
    for name in graph.outputs:
        maker = producers.get(name)
        if graph.tensors[name].dtype is DType.F32:
            found[name] = None
        if maker is not None and maker.op == "ArgReduce":
            found[maker.inputs[0]] = None
        elif maker is not None and isinstance(maker.attrs, SoftmaxAttrs):
            found[maker.inputs[0]] = maker.attrs.axis
    return {
        n: axis for n, axis in found.items() if graph.tensors[n].dtype is DType.F32 and not graph.tensors[n].is_const
    }


@dataclass(frozen=True)
class _Trial:
    """Samples that were held back, and per calibrator the ranges of the others."""

    evaluator: Evaluator
    inputs: Sequence[Array]
    ranges: Mapping[str, Ranges]

    def values(self, rule: str | None = None) -> list[dict[str, Array]]:
        """Per group the judged tensors: as they are, or as steps over the ranges of a calibrator make them."""
        ranges = {} if rule is None else self.ranges[rule]
        steps = {n: activation_quant(r) for n, r in ranges.items()}
        names = judged_tensors(self.evaluator.graph)
        found: list[dict[str, Array]] = []

        def change(name: str, x: Array) -> Array:
            y = fake_quantize(x, steps[name], DType.I8) if name in steps else x
            if name in names:
                found[-1][name] = y
            return y

        for group, count in self.evaluator.groups(self.inputs):
            found.append({})
            self.evaluator.run(group, count, change=change)
        return found


def _errors(trials: Sequence[_Trial]) -> dict[str, float]:
    """Per calibrator the mean over the judged tensors of its noise, as the logarithm of its share of the signal."""
    errors = dict.fromkeys(RULES, 0.0)
    axes = judged_tensors(trials[0].evaluator.graph)
    real = [g for t in trials for g in t.values()]
    for rule in RULES:
        now = [g for t in trials for g in t.values(rule)]
        for name, axis in axes.items():
            noise = sum(_power(n[name] - r[name], axis) for n, r in zip(now, real, strict=True))
            signal = sum(_power(r[name], axis) for r in real)
            errors[rule] += float(np.log(max(noise / max(signal, NO_SIGNAL), NO_NOISE))) / len(axes)
    return errors


def _power(x: Array, axis: int | None) -> float:
    return float(np.sum((x if axis is None else x - x.mean(axis=axis, keepdims=True)) ** 2))
