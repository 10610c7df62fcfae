"""Tests of which channels go, of what makes up for their loss, and of what budgets do."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.graph.errors import DoesNotFit, UsageError
from edgec.converter.graph.ir import Array, Clamp, Graph
from edgec.converter.graph.work import silent
from edgec.converter.ops.elementwise import SoftmaxAttrs
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.prune.allocate import Allocation
from edgec.quantize.prune.groups import Budget, Group, Kind, Weighed, groups_of
from edgec.quantize.prune.joint_refinement import JointRefinement
from edgec.quantize.prune.labels import dependencies
from edgec.quantize.prune.least_squares import FitRows, fitted
from edgec.quantize.prune.prune import Pruner, prune
from edgec.quantize.prune.rank import Chance, Magnitude, Reconstruction, observed
from edgec.quantize.prune.repair import Remainder, deciding, repaired
from edgec.quantize.prune.surgery import cut
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import Evaluator, run_float
from tests.builders.prune_models import Maker, redundant_net

SAMPLES = 40


def samples(graph: Graph, count: int = SAMPLES, seed: int = 1) -> list[Array]:
    shape = graph.tensors[graph.inputs[0]].shape
    return [np.random.default_rng(seed).standard_normal((count, *shape)).astype(np.float32)]


def error(graph: Graph, small: Graph) -> float:
    """Error on samples that had no part in pruning, as a share of the signal."""
    x = samples(graph, seed=2)
    was, now = run_float(graph, x)[0], run_float(small, x)[0]
    return float(np.mean((was - now) ** 2) / np.mean(was**2))


def net(seed: int = 0) -> Graph:
    """Three convolutions with a sum, a depthwise layer and a classifier; channels are related by what they read."""
    m = Maker(seed, (1, 5, 5, 3))
    x = m.conv(m.x, 16)
    x = m.add(x, m.conv(m.conv(x, 16), 16, clamp=Clamp()))
    x = m.conv(m.depthwise(x), 20, 1)
    return m.done(m.dense(m.flat(x), 6, Clamp()))


def test_channels_that_others_replace_go_without_loss() -> None:
    """Eight of 16 channels that are mixtures of 5, with an intercept, are kept: what is left out is absorbed."""
    graph = redundant_net()
    small = prune(graph, samples(graph), Budget(Kind.MACS, 0.51)).graph
    assert small.tensors[small.nodes[0].outputs[0]].channels == 8
    assert error(graph, small) < 1e-4
    magnitude = prune(graph, samples(graph), Budget(Kind.MACS, 0.51), ranking=Magnitude(), repair=False).graph
    assert error(graph, magnitude) > 0.05


def test_ranking_costs_what_a_refit_leaves() -> None:
    """The first channel that goes is the one whose loss a least squares fit of the reader makes up for best."""
    graph = net()
    found = dependencies(graph)
    group: Group = groups_of(found)[1]
    (reader,) = group.readers
    x = samples(graph)
    seen = observed(graph, [group], Evaluator(graph, "float64"), x)[reader.node.outputs[0]]
    order = Reconstruction().order(graph, group, [seen])
    assert sorted(order) == list(group.channels)
    left = []
    for channel in group.channels:
        keep = seen.channels != channel
        g = seen.covariance + 1e-3 * np.trace(seen.covariance) / len(seen.mean) * np.eye(len(seen.mean))
        rest = g[~keep][:, ~keep] - g[~keep][:, keep] @ np.linalg.solve(g[keep][:, keep], g[keep][:, ~keep])
        w = seen.weights[:, ~keep]
        left.append(float(np.sum((w @ rest) * w)))
    assert group.channels[int(np.argmin(left))] == order[0]


@pytest.mark.parametrize("fraction", [0.8, 0.6, 0.4])
def test_budgets_are_met_and_repair_pays(fraction: float) -> None:
    graph = net()
    costs = Weighed(Kind.MACS)
    pruner = Pruner(graph, samples(graph))
    budget = Budget(Kind.MACS, fraction)
    pruned = pruner.to(budget, costs)
    assert costs.whole(pruned.graph) <= fraction * costs.whole(graph)
    assert pruned.cost == pytest.approx(costs.whole(pruned.graph) / costs.whole(graph))
    plain = Pruner(graph, samples(graph), ranking=Magnitude()).to(budget, costs, repair=False)
    assert error(graph, pruned.graph) < error(graph, plain.graph) / 1.5
    for group in pruned.groups:
        assert group.after % (2 if group.before < 16 else 4) == 0 or group.after == group.before
        assert (group.after == group.before) == (group.saved == 0)


def test_chance_is_the_same_twice() -> None:
    graph = net()
    made = [prune(graph, samples(graph), Budget(Kind.FLASH, 0.7), ranking=Chance(4)).graph for _ in range(2)]
    assert made[0] == made[1]
    for a, b in zip(made[0].constants(), made[1].constants(), strict=True):
        assert a.data is not None and b.data is not None and a.data.tobytes() == b.data.tobytes()


def test_what_is_left_quantizes() -> None:
    graph = net()
    small = prune(graph, samples(graph), Budget(Kind.FLASH, 0.6)).graph
    assert quantize_model(small, samples(graph), QuantizeOptions()).is_quantized


def test_a_whole_share_changes_nothing() -> None:
    graph = net()
    assert prune(graph, samples(graph), Budget(Kind.MACS, 1.0)).graph == graph


@pytest.mark.parametrize("fraction", [0.0, -1.0, 1.5, float("nan")])
def test_nonsense_shares(fraction: float) -> None:
    graph = redundant_net()
    with pytest.raises(UsageError, match="must be above 0 and at most 1"):
        prune(graph, samples(graph), Budget(Kind.MACS, fraction))


def test_groups_that_would_vanish() -> None:
    graph = redundant_net()
    with pytest.raises(DoesNotFit, match=r"the smallest graph takes 0\.2.*the nearest is --prune macs=0\.2"):
        prune(graph, samples(graph), Budget(Kind.MACS, 0.1))


def test_nothing_to_prune() -> None:
    m = Maker(0, (1, 4))
    graph = m.done(m.dense(m.x, 3))
    with pytest.raises(UsageError, match="no layer has channels that can go"):
        prune(graph, samples(graph), Budget(Kind.MACS, 0.5))


def test_no_samples_and_integers() -> None:
    graph = net()
    with pytest.raises(UsageError, match="needs samples"):
        prune(graph, samples(graph, 0), Budget(Kind.MACS, 0.5))
    with pytest.raises(UsageError, match="already quantized"):
        prune(quantize_model(graph, samples(graph), QuantizeOptions()), samples(graph), Budget(Kind.MACS, 0.5))


def test_errors_of_earlier_layers_are_made_up_for() -> None:
    """Filters follow what a layer reads in the pruned graph, those before sums and depthwise ones included."""
    graph = net(2)
    found = dependencies(graph)
    group = groups_of(found)[0]
    gone = frozenset(group.channels[:6])
    small = cut(graph, found, gone)
    fixed = repaired(graph, found, Remainder(gone, small), samples(graph))
    assert error(graph, fixed) < error(graph, small) / 3
    changed = [n.op for n, was in zip(fixed.nodes, small.nodes, strict=True) if n.inputs != was.inputs]
    assert changed == ["Conv", "Conv", "Conv", "Conv", "Dense"]


def test_a_clamp_frees_what_it_cuts() -> None:
    """Goals below a Relu's zero need not be met: the values behind it fit better than a plain fit's."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((400, 1, 6))
    y = np.where((z := x @ rng.standard_normal((6, 1))) > 0, z + 0.1, z - 3 * rng.uniform(size=z.shape))
    parts = [FitRows(x[i::2], y[i::2], np.zeros_like(y[i::2])) for i in range(2)]
    left = []
    for clamp in (Clamp(), Clamp(0.0)):
        w, b = fitted(parts, np.zeros((1, 1, 6)), clamp)
        made = x[:, 0] @ w[0].T + b
        left.append(float(np.mean((np.maximum(made, 0) - np.maximum(y[:, 0], 0)) ** 2)))
    assert left[1] < left[0] / 2


def test_few_samples_keep_the_absorbed_filters() -> None:
    """One part of the samples leaves nothing to hold back: the fit is not trusted."""
    rng = np.random.default_rng(0)
    x, prior = rng.standard_normal((9, 1, 20)), rng.standard_normal((1, 2, 20))
    w, _ = fitted([FitRows(x, x @ rng.standard_normal((20, 2)), np.zeros((9, 1, 2)))], prior, Clamp())
    assert np.array_equal(w, prior)


def test_filters_too_large_to_fit_absorb(monkeypatch: pytest.MonkeyPatch) -> None:
    """They keep the filters that took over what went, with a new bias; too large to be weighed, their channels stay."""
    graph = redundant_net()
    monkeypatch.setattr("edgec.quantize.prune.least_squares.MOST_INPUTS", 4)
    assert error(graph, prune(graph, samples(graph), Budget(Kind.MACS, 0.51)).graph) < 1e-4
    graph = net()
    count = len(Pruner(graph, samples(graph)).groups)
    monkeypatch.setattr("edgec.quantize.prune.prune.MOST_INPUTS", 499)
    assert len(Pruner(graph, samples(graph)).groups) == count - 1


def test_groups_are_weighed_together() -> None:
    """The choice is within the limit, and disturbs no more than the choice by single groups that it begins with."""
    graph = net(2)
    pruner, costs = Pruner(graph, samples(graph)), Weighed(Kind.MACS)
    allocation = Allocation(graph, pruner.channels, pruner.ladders, costs)
    limit = 0.4 * costs.whole(graph)
    apart = allocation.within(limit)
    refinement = JointRefinement(allocation, pruner.trials)
    found = refinement.improved(apart, limit, silent)
    assert allocation.cost(found) <= limit
    assert refinement.disturbance(found) < refinement.disturbance(apart)


def test_unclear_samples_count_more() -> None:
    """A fit that cannot serve all samples serves those that are not clear; without probabilities all count alike."""
    m = Maker(3, (1, 5, 5, 3))
    plain = m.done(m.dense(m.flat(m.conv(m.conv(m.x, 16), 16)), 6, Clamp()))
    assert deciding(plain, samples(plain)) is None
    m = Maker(3, (1, 5, 5, 3))
    graph = m.done(m.node("Softmax", SoftmaxAttrs(1), m.dense(m.flat(m.conv(m.conv(m.x, 16), 16)), 6, Clamp())))
    weights = deciding(graph, samples(graph))
    assert weights is not None and weights.mean() == pytest.approx(1.0) and weights.min() >= 0.1
    p = run_float(graph, samples(graph))[0].reshape(SAMPLES, -1)
    assert p[np.argmax(weights)].max() < p[np.argmin(weights)].max()


def test_a_little_less_is_chosen_from_what_was_chosen() -> None:
    graph = net()
    pruner, costs = Pruner(graph, samples(graph)), Weighed(Kind.MACS)
    first, second = (pruner.to(Budget(Kind.MACS, share), costs).groups for share in (0.6, 0.59))
    assert all(b.after <= a.after for a, b in zip(first, second, strict=True))
    assert second == pruner.to(Budget(Kind.MACS, 0.59), costs).groups
