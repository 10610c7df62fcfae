"""Kernels of int16 activations and int4 weights against the numpy references, on the host and under QEMU."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.plain.s4 import pack
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.ir import DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.chosen import calls_of
from tests.kernels.program import Trial, run_trials
from tests.kernels.wide_trials import int4, int4_trials, int16_trials

TARGETS = [
    pytest.param(name, marks=pytest.mark.skipif(not available(load_target(name)), reason=f"no toolchain for {name}"))
    for name in ("host", "cortex-m4")
]
FAMILIES = {"int16": int16_trials, "int16 dsp": lambda: on_dsp(int16_trials()), "int4": int4_trials}


def on_dsp(trials: list[Trial]) -> list[Trial]:
    """The trials with every kernel for the DSP extension that takes them, whatever its price."""
    own = [k for k in kernels() if k.library.name == "armv7em"]
    views = [(t, NodeView.of(t.graph, t.graph.nodes[0])) for t in trials]
    bound = [(t, k.calls(view)) for t, view in views for k in own if k.takes(view)]
    return [replace(t, calls=calls) for t, calls in bound if not isinstance(calls, Misfit)]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("family", FAMILIES)
def test_bytes(family: str, target: str, tmp_path: Path) -> None:
    run_trials(FAMILIES[family](), tmp_path, target)


@pytest.mark.parametrize("family", FAMILIES)
def test_clean_under_sanitizers(family: str, tmp_path: Path) -> None:
    make: Callable[[], list[Trial]] = FAMILIES[family]
    run_trials(make(), tmp_path, sanitize=True)


def test_every_int16_kernel_is_tried() -> None:
    tried = Counter(c.kernel.name for t in on_dsp(int16_trials()) for c in t.calls if c.kernel is not None)
    elsewhere = ("Transpose", "Lstm", "Gru", "Rnn")  # test_armv7em tries their whole grids
    own = [k for k in kernels() if k.library.name == "armv7em" and k.op not in elsewhere]
    for kernel in (k for k in own if DType.I16 in k.dtypes):
        assert tried[kernel.name] >= 4, f"{kernel.name}: {tried[kernel.name]} trials"


def test_int4_weights_are_two_per_byte_and_filters_start_on_a_byte() -> None:
    packed = pack(np.array([[-8, 7, 1], [0, -1, 2]], np.int8))
    np.testing.assert_array_equal(packed, [[0x78, 0x01], [0xF0, 0x02]])


def test_int4_kernels_are_chosen_for_int4_weights_only() -> None:
    symbols = {c.symbol for t in int4_trials() for c in t.calls}
    assert symbols == {"edgec_conv2d_s4_plain", "edgec_dense_s4_plain"}


@pytest.mark.parametrize("shape", [((1, 6, 6, 8), (6, 3, 3, 8)), ((1, 6, 6, 8), (6, 1, 1, 8)), ((2, 40), (6, 40))])
def test_a_target_with_dsp_takes_int4_weights_two_at_a_time(shape: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    x, w = shape
    op, attrs = ("Conv", ConvAttrs()) if len(x) == 4 else ("Dense", DenseAttrs())
    found = int4("layer", op, attrs, (x, w, (w[0],)), np.random.default_rng(5), low=-7)
    ((call,),) = calls_of(found.graph, {"dsp"})
    assert "_s4" in call.symbol and call.symbol.endswith("_armv7em")
