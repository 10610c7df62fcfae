"""Weights of which only some blocks are stored: which ones, the bytes that kernels give, and when they are taken."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials, trial, weighted
from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.kernels.blocks import Blocks, as_image, blocks_of
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.spec import Call, Misfit, NodeView
from edgec.converter.graph.errors import Refusal
from edgec.converter.graph.ir import Array, Attrs, constant
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.sparse_models import two_of_four, write_thin_net, zero_blocks, zero_weights
from tests.kernels.layers import without_blocks

ON_M4 = kernels_of(load_target("cortex-m4"))
LAYERS: tuple[tuple[str, Attrs, tuple[int, ...], tuple[int, ...]], ...] = (
    ("Conv", ConvAttrs(), (1, 3, 3, 16), (6, 1, 1, 16)),
    ("Conv", ConvAttrs(), (1, 1, 1, 18), (5, 1, 1, 18)),
    ("Conv", ConvAttrs((2, 2), (1, 1, 1, 1)), (2, 7, 6, 9), (5, 3, 3, 9)),
    ("Conv", ConvAttrs(pads=(2, 1, 0, 3), dilations=(2, 1)), (1, 6, 7, 8), (4, 3, 2, 8)),
    ("Conv", ConvAttrs(), (1, 3, 3, 8), (6, 3, 3, 8)),
    ("Dense", DenseAttrs(), (2, 27), (7, 27)),
    ("Dense", DenseAttrs(), (5, 24), (3, 24)),
    ("Dense", DenseAttrs(), (1, 1200), (4, 1200)),
)


def sparse_view(layer: tuple[str, Attrs, tuple[int, ...], tuple[int, ...]], fill: Callable[[Array], Array]) -> NodeView:
    op, attrs, x, w = layer
    rng = np.random.default_rng(5)
    view = weighted(op, attrs, x, w, rng, in_zero=int(rng.integers(-128, 128)), out_zero=3)
    old = view.x(1)
    assert old.data is not None
    return replace(view, ins=(view.ins[0], constant("w", fill(old.data), old.quant), view.ins[2]))


def _thin(share: float) -> Callable[[Array], Array]:
    return lambda w: without_blocks(w, share, np.random.default_rng(1))


def _far_apart(w: Array) -> Array:
    """The first and last weight of each filter: more blocks are left out between them than a byte says."""
    found = np.zeros_like(w).reshape(len(w), -1)
    found[:, [0, -1]] = w.reshape(len(w), -1)[:, [0, -1]]
    return found.reshape(w.shape)


FILLS: dict[str, Callable[[Array], Array]] = {
    "some": _thin(0.6),
    "few": _far_apart,
    "an empty filter": lambda w: np.concatenate([np.zeros_like(w[:1]), _thin(0.5)(w)[1:]]),
    "nothing": np.zeros_like,
    "least": lambda w: np.where(_thin(0.5)(w) != 0, np.int8(-128), np.int8(0)),
}


def taking(view: NodeView) -> dict[str, Call]:
    """The sparse kernels that take a layer, with their calls."""
    every = [k for k in ON_M4 if "sparse" in k.id and k.takes(view)]
    return {k.name: b[0] for k in every if not isinstance(b := k.calls(view), Misfit)}


def trials() -> Iterator[Trial]:
    """Every sparse kernel on every layer that it takes, with random inputs and the extremes."""
    rng = np.random.default_rng(2)
    for name, fill in FILLS.items():
        for layer in LAYERS:
            view = sparse_view(layer, fill)
            found = taking(view)
            assert found, (name, layer)
            for call in found.values():
                made = trial(view, call, rng)
                ends = (Trial(view, call, (np.full_like(made.inputs[0], end),)) for end in (-128, 127))
                yield from (made, *ends)


@pytest.mark.parametrize("target", ["host", "cortex-m4"])
def test_the_bytes_of_every_sparse_kernel(target: str) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    made = list(trials())
    symbols = Counter(t.call.symbol.removeprefix("edgec_") for t in made)
    assert min(symbols.values()) >= 10
    assert symbols.keys() == {
        "conv2d_s8_1x1_sparse_armv7em", "conv2d_s8_sparse_armv7em", "dense_s8_sparse_armv7em",
        "conv2d_s8_sparse_plain", "dense_s8_sparse_plain",
    }  # fmt: skip
    for t, found in zip(made, run_trials(made, target, sanitize=target == "host", shared=True), strict=True):
        np.testing.assert_array_equal(found.output, t.expected, err_msg=f"{t.call.symbol} {t.view.node.attrs}")


def _blocks(view: NodeView, *options: int) -> Blocks:
    found = blocks_of(as_image(view), *options)
    assert isinstance(found, Blocks)
    return found


@pytest.mark.parametrize(("longest", "multiple"), [(255, 1), (31, 4), (7, 3)])
@pytest.mark.parametrize("fill", FILLS)
def test_blocks_hold_all_that_is_not_zero(fill: str, longest: int, multiple: int) -> None:
    for layer in LAYERS:
        found = _blocks(sparse_view(layer, FILLS[fill]), longest, multiple)
        assert not found.w[~found.kept].any()
        assert (found.counts % multiple == 0).all() and found.counts.min() > 0
        for o, kept in enumerate(found.kept):
            assert found.gaps(o).max() <= longest
            np.testing.assert_array_equal(np.cumsum(found.gaps(o) + 1) - 1, np.flatnonzero(kept))


def test_no_weights_and_groups_are_refused() -> None:
    view = sparse_view(LAYERS[0], FILLS["some"])
    w = view.x(1)
    assert w.data is not None
    empty = replace(view, ins=(view.ins[0], constant("w", w.data[:0], w.quant), view.ins[2]))
    assert isinstance(blocks_of(empty), Misfit)
    of_groups = weighted("Conv", ConvAttrs(groups=16), (1, 1, 1, 16), (16, 1, 1, 1), np.random.default_rng(0))
    w = of_groups.x(1)
    zeros = constant("w", np.zeros(w.shape, np.int8), w.quant)
    zero = replace(of_groups, ins=(of_groups.ins[0], zeros, of_groups.ins[2]))
    assert not taking(zero)


def test_few_zero_blocks_are_stored_whole() -> None:
    refused = blocks_of(as_image(sparse_view(LAYERS[0], _thin(0.3))))
    assert isinstance(refused, Misfit) and "are zero" in refused.reason
    assert isinstance(blocks_of(as_image(sparse_view(LAYERS[0], _thin(0.4)))), Blocks)


def test_a_weight_of_least_value_is_refused_where_a_word_does_not_hold_it() -> None:
    view = sparse_view(LAYERS[0], FILLS["some"])
    w = view.x(1)
    assert w.data is not None
    data = w.data.copy()
    data[0, 0, 0, :4] = (-128, 5, 1, 1)
    changed = replace(view, ins=(view.ins[0], constant("w", data, w.quant), view.ins[2]))
    assert taking(changed).keys() == {"plain/conv2d_s8_sparse", "plain/dense_s8_sparse"}


@pytest.mark.parametrize("exchange", [0.0, 200.0, 1000.0])
@pytest.mark.parametrize(("share", "sparse"), [(0.7, True), (0.3, False)])
def test_the_price_decides(share: float, sparse: bool, exchange: float) -> None:
    view = sparse_view(("Conv", ConvAttrs(), (1, 16, 16, 32), (32, 1, 1, 32)), _thin(share))
    found = Chooser(load_target("cortex-m4"), Selection(exchange)).candidates(view)
    assert not isinstance(found, Refusal)
    assert ("_sparse" in found[0].calls[0].symbol) == sparse
    alone = Chooser(load_target("cortex-m4"), Selection(plain=True)).candidates(view)
    assert not isinstance(alone, Refusal)
    assert ("_sparse" in alone[0].calls[0].symbol) == sparse


def test_a_dense_kernel_of_fewer_instructions_stays() -> None:
    view = sparse_view(("Conv", ConvAttrs(pads=(1, 1, 1, 1)), (1, 16, 16, 32), (32, 3, 3, 32)), _thin(0.5))
    fast = Chooser(load_target("cortex-m4"), Selection(0.0)).candidates(view)
    small = Chooser(load_target("cortex-m4"), Selection(1000.0)).candidates(view)
    assert not isinstance(fast, Refusal) and not isinstance(small, Refusal)
    assert "winograd" in fast[0].calls[0].symbol and "_sparse" in small[0].calls[0].symbol


@pytest.mark.parametrize(
    ("target", "sparse"),
    [("cortex-m4", [False, True, True, True]), ("cortex-m0", [False, True, False, True])],  # 1x1: dense costs less
)
def test_a_pruned_net_is_verified(
    edgec: Callable[..., Any], tmp_path: Path, target: str, sparse: list[bool]
) -> None:  # fmt: skip
    if not available(load_target(target)):
        pytest.skip(f"no compiler or emulator for {target}")
    model, data = write_thin_net(tmp_path, zero_blocks(0.7))
    ran = edgec("convert", model, "--calibration", data, "-t", target, "--keep-dead-channels", "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    kernels = [layer["kernel"] for layer in report["layers"] if layer["op"] == "Conv"]
    assert ["sparse" in k for k in kernels] == sparse
    found = [s for s in report["sparsity"] if "sparse" in report["layers"][s["layer"]]["kernel"]]
    assert len(found) >= sum(sparse)
    assert all(s["text"] == "blocks of zeros are left out" and abs(s["zero_blocks"] - 0.7) < 0.01 for s in found)
    ran = edgec("verify", tmp_path / "out", "--samples", 2, "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["byte_equal"] == {"host": 2, "qemu": 2, "device": None}


@pytest.mark.parametrize(
    ("thin", "pattern", "text"),
    [(two_of_four, True, "2:4 does not pay"), (zero_weights(0.6), False, "not in whole blocks")],
)
def test_zeros_that_are_not_left_out_are_told(
    edgec: Callable[..., Any], tmp_path: Path, thin: Any, pattern: bool, text: str
) -> None:
    model, data = write_thin_net(tmp_path, thin)
    out = tmp_path / "out"
    ran = edgec("convert", model, "--calibration", data, "-t", "host", "--keep-dead-channels", "-o", out)
    assert ran.code == 0, ran.err
    report = json.loads((out / "report.json").read_text())
    assert not any("sparse" in layer["kernel"] for layer in report["layers"])
    found = {s["layer"]: s for s in report["sparsity"] if s["two_of_four"] == pattern and text in s["text"]}
    assert {report["layers"][i]["name"] for i in found} >= {"n_a1", "n_a2"}
    shown = edgec("report", out)
    assert "zero weights (blocks are four input channels)" in shown.out and text in shown.out
