"""Groups of convolutions, shuffles, gates and attention over channels and positions lose channels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest

from edgec.cli import run
from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.errors import DoesNotFit, UsageError
from edgec.converter.graph.ir import Array, Clamp, Graph, GraphEditor
from edgec.converter.onnx.export import export_model
from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.check import check_graph
from edgec.converter.ops.elementwise import SoftmaxAttrs
from edgec.converter.passes.pipeline import run_default
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.prune.balance import units
from edgec.quantize.prune.groups import Budget, Kind, groups_of, why_fixed
from edgec.quantize.prune.labels import Dependencies, dependencies, has_weights
from edgec.quantize.prune.prune import prune
from edgec.quantize.prune.rank import Magnitude
from edgec.quantize.prune.surgery import cut
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import run_float, simulate
from edgec.testing import verified
from tests.builders.onnx_models import save
from tests.builders.prune_models import Maker, attention_graph, random_grouped_graph
from tests.builders.prune_nets import NETS, cbam, few_groups, resnext, shuffled_groups, shufflenet

Net = Callable[[int], onnx.ModelProto]


def imported(proto: onnx.ModelProto, folder: Path) -> Graph:
    return run_default(import_model(save(proto, folder)).graph)


def samples(graph: Graph, count: int = 3, seed: int = 1) -> Array:
    return np.random.default_rng(seed).standard_normal((count, *graph.tensors["x"].shape)).astype(np.float32)


def chosen(found: Dependencies, seed: int) -> frozenset[int]:
    """Half of the channels of each group, at random; every tensor keeps one."""
    rng, gone = np.random.default_rng(seed), set()
    for group in groups_of(found):
        for channel in rng.permutation(group.channels)[: len(group.channels) // 2]:
            trial = {*gone, int(channel)}
            if not any(s <= trial for s in (*group.sets, frozenset(group.channels))):
                gone = trial
    return frozenset(gone)


def silenced(graph: Graph, found: Dependencies, gone: frozenset[int]) -> Graph:
    """The graph with zeros for the filters and biases that give some channels."""
    editor = GraphEditor(graph)
    for node in graph.nodes:
        label = found.labels.get(node.outputs[0])
        if label is None or not has_weights(graph, node):
            continue
        lost = np.isin(label.ids, list(gone))
        for name in node.inputs[1:]:
            data = editor.tensors[name].data
            assert data is not None
            editor.update(name, data=np.where(lost.reshape(-1, *(1,) * (data.ndim - 1)), 0, data).astype(data.dtype))
    return editor.build()


def check(graph: Graph, seed: int) -> tuple[Graph, Graph, frozenset[int]]:
    """The graph without channels that are zero gives the same; it, the graph with the zeros, and the channels."""
    found = dependencies(graph)
    gone = chosen(found, seed)
    zeroed = silenced(graph, found, gone)
    small = cut(zeroed, found, gone)
    check_graph(small)
    x = samples(graph)
    was, now = (run_float(g, [x], real="float64")[0] for g in (zeroed, small))
    np.testing.assert_allclose(now, was, rtol=1e-6, atol=1e-9)  # the factors of means are float32
    assert np.ptp(was) > 0
    return small, zeroed, gone


@pytest.mark.parametrize("seed", range(24))
def test_channels_that_are_zero_change_nothing(seed: int) -> None:
    graph = random_grouped_graph(seed)
    small, _, gone = check(graph, seed)
    assert len(gone) > 8
    assert sum(t.size for t in small.constants()) < 0.7 * sum(t.size for t in graph.constants())


@pytest.mark.parametrize("net", NETS.values(), ids=NETS)
def test_families_lose_channels_that_are_zero(net: Net, tmp_path: Path) -> None:
    """Also in ONNX Runtime, from the exported model."""
    graph = imported(net(3), tmp_path)
    small, zeroed, _ = check(graph, 3)
    assert why_fixed(dependencies(graph)).count("those of") == 1  # the classifier's
    session = ort.InferenceSession(export_model(small), providers=["CPUExecutionProvider"])
    for x, y in zip(samples(graph), run_float(zeroed, [samples(graph)])[0], strict=True):
        np.testing.assert_allclose(session.run(None, {"x": x})[0], y, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("net", NETS.values(), ids=NETS)
def test_integers_lose_channels_that_are_zero(net: Net, tmp_path: Path) -> None:
    """Bytes stay, but for the rounding of a mean over channels, which a convolution rounds as its kernels do."""
    graph = imported(net(3), tmp_path)
    found = dependencies(graph)
    gone = chosen(found, 4)
    integers = quantize_model(silenced(graph, found, gone), [samples(graph, 20)], QuantizeOptions())
    known = dependencies(integers)
    made = {node.outputs[0]: ids for node, ids in known.makers}
    lost = [made[node.outputs[0]][np.isin(ids, list(gone))] for node, ids in found.makers]
    small = cut(integers, known, {int(i) for ids in lost for i in ids} - known.fixed)
    check_graph(small)
    assert sum(t.size for t in small.constants()) < 0.9 * sum(t.size for t in integers.constants())
    entry = integers.tensors["x"]
    assert entry.quant is not None
    x = quantize_array(samples(graph, 8), entry.quant, entry.dtype)
    was, now = (simulate(g, [x])[0] for g in (integers, small))
    assert np.ptp(was) > 0
    assert np.max(np.abs(was.astype(np.float64) - now)) <= (2 if net.__name__ == "cbam" else 0)


def widths(graph: Graph) -> list[tuple[int, int]]:
    """Return how many channels or units each group of a graph has, and how many channels of a layer each of them is."""
    return [(len(g.channels), g.width) for g in groups_of(dependencies(graph))]


def test_many_groups_go_whole(tmp_path: Path) -> None:
    """Each of 8 groups of 4 with its inputs and outputs; the filters of the others stay as they are."""
    graph = imported(resnext(), tmp_path)
    assert widths(graph) == [(32, 1), (8, 4), (8, 4)]
    assert groups_of(dependencies(graph))[1].levels == (8, 7, 6, 5, 4, 3, 2, 1)
    small, zeroed, _ = check(graph, 0)
    was, now = (next(n for n in g.nodes if getattr(n.attrs, "groups", 1) > 1) for g in (zeroed, small))
    assert [getattr(n.attrs, "groups", 1) for n in (was, now)] == [8, 4]
    assert small.tensors[now.inputs[1]].shape == (16, 3, 3, 4)


def test_few_groups_lose_as_many_channels_each(tmp_path: Path) -> None:
    """Inputs and outputs apart; the number of groups stays."""
    graph = imported(few_groups(), tmp_path)
    assert widths(graph) == [(8, 2), (12, 2), (6, 4), (8, 4)]
    small, _, _ = check(graph, 0)
    kept = [(getattr(n.attrs, "groups", 1), small.tensors[n.inputs[1]].shape) for n in small.nodes if n.op == "Conv"]
    assert kept == [(1, (8, 3, 3, 1)), (2, (12, 3, 3, 4)), (12, (24, 3, 3, 1)), (1, (12, 1, 1, 24)),
                    (4, (16, 3, 3, 3))]  # fmt: skip


def test_shuffles_tie_no_channels(tmp_path: Path) -> None:
    """Each channel of each unit is chosen alone; one shuffle is then a choice of indices."""
    graph = imported(shufflenet(), tmp_path)
    assert widths(graph) == [(16, 1)] * 10 + [(48, 1)]
    small, _, _ = check(graph, 1)
    assert [n.op for n in small.nodes].count("Gather") == 4
    assert not any(n.op == "Transpose" for n in small.nodes)


def test_groups_behind_a_shuffle_are_balanced(tmp_path: Path) -> None:
    """A unit has a channel of each group before the shuffle and one of each behind it."""
    assert widths(imported(shuffled_groups(), tmp_path)) == [(12, 3)] * 3


@pytest.mark.parametrize(("before", "behind", "count"), [(3, 3, 60), (2, 4, 24), (3, 4, 24), (8, 2, 64), (4, 6, 48)])
def test_units_are_the_smallest_balanced_ones(before: int, behind: int, count: int) -> None:
    first = np.arange(count).reshape(before, -1)
    second = np.random.default_rng(count).permutation(count).reshape(behind, -1)
    found = list(units([first, second]))
    assert sorted(i for u in found for i in u) == list(range(count))
    assert {len(u) for u in found} == {np.lcm(before, behind)}
    for unit in found:
        for grouped in (first, second):
            assert len({int(np.isin(group, unit).sum()) for group in grouped}) == 1


def test_channels_in_some_groups_only_go_all_or_none() -> None:
    """Units hold all that one grouped convolution reads in part, and all of three that group alike nowhere."""
    first = np.arange(12).reshape(2, 6)
    assert list(units([first, np.arange(6, 18).reshape(2, 6)])) == [tuple(range(18))]
    three = [first, first.reshape(3, 4), np.random.default_rng(0).permutation(12).reshape(2, 6)]
    assert [sorted(u) for u in units(three)] == [list(range(12))]


def test_refusals_name_the_operator() -> None:
    m = Maker(0, (1, 4, 4, 3))
    x = m.conv(m.x, 8)
    soft = m.done(m.conv(m.node("Softmax", SoftmaxAttrs(3), x), 4, clamp=Clamp()))
    x = [np.zeros((4, 1, 4, 4, 3), np.float32)]
    with pytest.raises(UsageError, match=r"those of conv reach Softmax softmax, those of conv.*reach an output of the"):
        prune(soft, x, Budget(Kind.MACS, 0.5))
    m = Maker(0, (1, 4, 4, 3))
    inner = m.node("Softmax", SoftmaxAttrs(3), m.conv(m.conv(m.x, 8), 8))
    with pytest.raises(DoesNotFit, match=r"some channels must stay \(those of conv.*reach Softmax softmax"):
        prune(m.done(m.conv(inner, 4)), x, Budget(Kind.MACS, 0.1))


def test_heads_go_one_by_one_to_one() -> None:
    """A head is several channels of a layer, so that no multiple of heads need stay."""
    graph = attention_graph(1)
    (group,) = groups_of(dependencies(graph))
    assert (group.width, group.levels) == (3, (4, 3, 2, 1))


@pytest.mark.parametrize("net", [resnext, cbam])
def test_half_of_the_multiplications_goes(net: Net, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Repaired, and nearer to what the model gave than with the channels of the smallest filters left out."""
    monkeypatch.setattr("edgec.quantize.prune.prune.DISTURBANCE_POINTS", 4)
    monkeypatch.setattr("edgec.quantize.prune.joint_refinement.MAX_EXCHANGES", 2)
    graph = imported(net(0), tmp_path)
    x, budget = [samples(graph, 96)], Budget(Kind.MACS, 0.5)
    repaired = prune(graph, x, budget, keep_borders=True)
    plain = prune(graph, x, budget, ranking=Magnitude(), repair=False)
    assert repaired.cost <= 0.5 and plain.cost <= 0.5
    unseen = [samples(graph, 64, seed=9)]
    wanted = run_float(graph, unseen)[0]
    lost = [float(np.mean((run_float(p.graph, unseen)[0] - wanted) ** 2)) for p in (repaired, plain)]
    assert lost[0] < 0.5 * lost[1]


@pytest.mark.parametrize("net", [few_groups, shufflenet, cbam])
def test_generated_code_gives_the_bytes_of_the_pruned_model(net: Net, tmp_path: Path) -> None:
    small, _, _ = check(imported(net(3), tmp_path), 3)
    model, data, folder = (str(tmp_path / n) for n in ("pruned.onnx", "data.npz", "out"))
    Path(model).write_bytes(export_model(small))
    np.savez(data, x=samples(small, 40)[:, 0])
    assert run(["convert", model, "--target", "host", "--calibration", data, "--output", folder]) == 0
    verified(folder, data, place="host")
