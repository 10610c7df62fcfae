"""The automatic calibrator: one for the whole model, judged by what its ranges do to the outputs.

Every calibrator makes ranges of all samples, the very ones that would be used, and the model is run on the samples with
int8 steps over them.  The one whose outputs come nearest to the real ones is taken.  A part of the samples that is held
back would say more of values that no sample has, but judges other ranges, and of fewer samples.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from edgec.converter.graph.ir import Array, DType, Graph, Quant
from edgec.converter.ops.elementwise import SoftmaxAttrs
from edgec.converter.ops.registry import has_trait, quant_rule
from edgec.converter.ops.spec import QuantRule, Trait
from edgec.quantize.ranges.observers import PERCENTILE, Histogram, central, least_error, median
from edgec.quantize.ranges.replay import evenly, fake_quantize, node_macs
from edgec.quantize.ranges.scheme import Range, activation_quant
from edgec.quantize.ranges.simulate import Evaluator, per_sample

log = logging.getLogger(__name__)

RULES: Mapping[str, Callable[[Histogram], Range]] = MappingProxyType(
    {"minmax": lambda h: h.extremes.range(), "percentile": lambda h: central(h, PERCENTILE), "mse": least_error}
)
SAFE = "minmax"  # for so few samples that they say too little of others
UNJUDGED = "mse"  # for models so large that no trial is worth its time
MIN_SAMPLES = 4  # samples from which on there is a choice
MAX_TRIAL_SAMPLES = 128  # samples that a trial runs on, spread over all
MIN_TRIAL_SAMPLES = 8  # where no more can be run the trials would say little
MAX_JUDGED_TENSORS = 1000  # activations of the largest graph that is judged
MAX_TRIAL_MACS = 8_000_000_000  # multiplications that all trials may take
MAX_COMPARED_BYTES = 64 << 20  # bytes of real values that trials are compared with
MAX_SAMPLE_WEIGHT = 10.0  # a sample counts as so many typical ones at most, however large its outputs
NO_SIGNAL = 1e-30
NO_NOISE = 1e-15

Ranges = Mapping[str, Range]


class Judge:
    """Chooses between calibrators by the outputs.

    Args:
        evaluator: of a float graph.
        inputs: all samples, one array [N, *shape] per graph input.
    """

    def __init__(self, evaluator: Evaluator, inputs: Sequence[Array]) -> None:
        self._evaluator = evaluator
        self._graph = evaluator.graph
        self._inputs = inputs
        self._axes = judged_tensors(self._graph)
        self._total = len(inputs[0]) if inputs else 1
        self._most = most_samples(self._graph, tuple(self._axes))
        self._chosen = evenly(self._total, self._most)
        self._real: dict[str, list[Array]] = {n: [] for n in self._axes}
        self._ranges: dict[str, dict[str, Range]] = {}  # of each calibrator that was tried

    def see(self, name: str, values: Array, first: int, count: int) -> None:
        """The real values of a tensor for ``count`` samples, the first of which has the number ``first``."""
        if name in self._real:
            taken = self._chosen[(self._chosen >= first) & (self._chosen < first + count)] - first
            self._real[name].append(self._rows(name, values, count)[taken])

    def ranges(self, histograms: Mapping[str, Histogram]) -> dict[str, Range]:
        """The range of each tensor by the calibrator that ``choose`` names."""
        name = self.choose(histograms)
        return self._ranges.get(name) or _all(name, histograms)

    def choose(self, histograms: Mapping[str, Histogram]) -> str:
        """The name of the calibrator in ``RULES`` whose ranges serve the outputs best, once all samples were seen.

        Args:
            histograms: of the values of each tensor whose range is chosen.
        """
        if self._total < MIN_SAMPLES:
            return SAFE
        sets = _sets(self._graph, histograms)
        if (
            self._most < MIN_TRIAL_SAMPLES
            or len(histograms) > MAX_JUDGED_TENSORS
            or not self._axes
            or not any(sets.values())
        ):
            return UNJUDGED
        real = {n: np.concatenate(rows) for n, rows in self._real.items()}
        self._ranges = {name: _all(name, histograms) for name in RULES}
        united = [_united(sets, ranges) for ranges in self._ranges.values()]
        steps = [{n: activation_quant(r) for n, r in ranges.items()} for ranges in united]
        errors = dict(zip(RULES, self._errors(real, steps), strict=True))
        taken = min(errors, key=errors.__getitem__)
        log.debug(
            "calibrator %s, noise of the outputs: %s", taken, ", ".join(f"{n} {e:.3g}" for n, e in errors.items())
        )
        return taken

    def _rows(self, name: str, values: Array, count: int) -> Array:
        """Return what counts of a judged tensor, one row per sample."""
        axis = self._axes[name]
        x = values if axis is None else values - values.mean(axis=axis, keepdims=True)
        return per_sample(x, self._graph.tensors[name], count).reshape(count, -1)

    def _errors(self, real: Mapping[str, Array], trials: Sequence[Mapping[str, Quant]]) -> list[float]:
        """Per trial the mean over the judged tensors of the noise that int8 steps make.

        The noise is the logarithm of its share of the signal.  Trials go side by side: a node is computed once for all
        whose inputs are the same values, such as the first layer.

        Args:
            real: per judged tensor a row for each sample that is run.
            trials: the quantizations of other tensors.
        """
        noise: list[dict[str, list[Array]]] = [{n: [] for n in real} for _ in trials]
        position = 0
        for group, count in self._evaluator.groups([x[self._chosen] for x in self._inputs]):
            for name, values in self._beside(group, count, trials):
                if name in real:
                    wanted = real[name][position : position + count]
                    for rows, y in zip(noise, values, strict=True):
                        rows[name].append(((self._rows(name, y, count) - wanted) ** 2).sum(axis=1))
            position += count
        return [float(np.mean([_share(real[n], np.concatenate(p)) for n, p in rows.items()])) for rows in noise]

    def _beside(
        self, inputs: Sequence[Array], count: int, trials: Sequence[Mapping[str, Quant]]
    ) -> Iterator[tuple[str, list[Array]]]:
        """Every activation of ``count`` stacked samples, in order: its name and its values in each trial."""
        values: dict[str, list[Array]] = {}
        for name, x in zip(self._graph.inputs, inputs, strict=True):
            values[name] = _in_steps(name, [x] * len(trials), trials)
            yield name, values[name]
        last = {i: n for n in self._graph.nodes for i in n.inputs}
        for node in self._graph.nodes:
            results: list[list[Array]] = []
            made: dict[tuple[int, ...], list[Array]] = {}  # by the identity of the inputs
            for t in range(len(trials)):
                ins = {i: values[i][t] for i in node.inputs if i in values}
                key = tuple(map(id, ins.values()))
                if key not in made:
                    made[key] = self._evaluator.node(node, ins, count)
                results.append(made[key])
            for name, *of_trials in zip(node.outputs, *results, strict=True):
                values[name] = _in_steps(name, of_trials, trials)
                yield name, values[name]
            for name in (*node.inputs, *node.outputs):
                if last.get(name, node) is node:
                    values.pop(name, None)


def _all(name: str, histograms: Mapping[str, Histogram]) -> dict[str, Range]:
    """The range of each tensor by a calibrator."""
    rule = RULES[name]
    return {n: rule(h) for n, h in histograms.items()}


def _in_steps(name: str, values: Sequence[Array], trials: Sequence[Mapping[str, Quant]]) -> list[Array]:
    """A tensor's values in each trial as its int8 steps make them; equal steps of the same values are one array."""
    made: dict[tuple[int, Quant | None], Array] = {}
    for x, steps in zip(values, trials, strict=True):
        quant = steps.get(name)
        if (id(x), quant) not in made:
            made[id(x), quant] = x if quant is None else fake_quantize(x, quant, DType.I8)
    return [made[id(x), steps.get(name)] for x, steps in zip(values, trials, strict=True)]


def _share(real: Array, noise: Array) -> float:
    """The logarithm of the noise's share of the signal over samples, none of which counts for very many others.

    Args:
        real: a row of values for each sample.
        noise: each sample's squared error.
    """
    signal = (real**2).sum(axis=1)
    weight = np.minimum(1.0, MAX_SAMPLE_WEIGHT * max(median(signal), NO_SIGNAL) / np.maximum(signal, NO_SIGNAL))
    share = float(weight @ noise) / max(float(weight @ signal), NO_SIGNAL)
    return float(np.log(max(share, NO_NOISE)))


def most_samples(graph: Graph, judged: Sequence[str]) -> int:
    """Return how many samples a trial may run on for the work and the memory that it takes."""
    macs = len(RULES) * sum(node_macs(graph, n) for n in graph.nodes)
    size = 8 * sum(graph.tensors[n].size for n in judged)
    return min(MAX_TRIAL_SAMPLES, MAX_TRIAL_MACS // max(1, macs), MAX_COMPARED_BYTES // max(1, size))


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

    These are outputs, in place of probabilities and of the index of the largest the scores: most probabilities are near
    0 or 1 and hardly move, so that a handful of undecided samples would decide.
    """
    producers = graph.producers()
    axes: dict[str, int | None] = {}
    for name in graph.outputs:
        maker = producers.get(name)
        if maker is not None and isinstance(maker.attrs, SoftmaxAttrs):
            axes[maker.inputs[0]] = maker.attrs.axis
        else:
            axes[maker.inputs[0] if maker is not None and has_trait(maker, Trait.READS_ORDER) else name] = None
    return {
        n: axis for n, axis in axes.items() if graph.tensors[n].dtype is DType.F32 and not graph.tensors[n].is_const
    }
