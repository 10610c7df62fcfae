"""Layers that were far from a loop by hand on Cortex-A stay near it; their kernels touch nothing outside of tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from benchmarks.slow_layers import LAYERS, LIMIT, counted
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.grids import RELU
from edgec.codegen.kernels.library import GridLayer
from edgec.converter.graph.ir import Array, Clamp, DType, Shape
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.resample import ResampleAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.guarded import outputs
from tests.kernels.layers import Made, make

CORE = "cortex-a53"
TARGETS = ("armv8-i8mm", "cortex-a7")  # run the kernels of all libraries
NEAR = (
    "depthwise, two filters a channel",
    "1x1 to one channel",
    "1x1, 8 to 16 channels",
    "bilinear, rows",
    "bilinear, columns",
    "bilinear, columns of 3 channels",
)
WEIGHTS = (DType.I8, DType.I4)

Sizes = tuple[ConvAttrs, tuple[Shape, ...]]


@pytest.mark.skipif(not available(load_target(CORE)), reason=f"no toolchain for {CORE}")
def test_layers_near_a_loop_by_hand() -> None:
    layers = {name: LAYERS[name] for name in NEAR}
    for name, _, each, right in counted(layers, CORE):
        assert right, name
        assert each <= LIMIT * layers[name].floors[CORE], f"{name}: {each:.2f} instructions each"


def several_filters(rng: np.random.Generator) -> Sizes:
    """A depthwise layer with 2 to 6 filters a channel, of any window."""
    window = (3, 3) if rng.random() < 0.5 else (int(rng.integers(1, 5)), int(rng.integers(1, 5)))
    strides, dilations = int(rng.integers(1, 3)), 1 + int(rng.integers(0, 4)) // 3
    pads = [int(rng.integers(0, window[axis])) for axis in (0, 1, 0, 1)]
    size = [dilations * (taps - 1) + 1 + int(rng.integers(0, 9)) for taps in window]
    channels, many = int(rng.integers(2, 24)), int(rng.integers(2, 7))
    attrs = ConvAttrs(
        (strides, strides), (pads[0], pads[1], pads[2], pads[3]), (dilations, dilations), groups=channels,
        clamp=RELU if rng.random() < 0.3 else Clamp(),
    )  # fmt: skip
    filters = channels * many
    return attrs, ((1 + int(rng.integers(0, 2)), *size, channels), (filters, *window, 1), (filters,))


def one_channel(rng: np.random.Generator) -> Sizes:
    """A layer with one output channel: 1x1, or windows of any size."""
    window = (1, 1) if rng.random() < 0.5 else (int(rng.integers(1, 4)), int(rng.integers(1, 4)))
    strides, dilations = (1, 1) if window == (1, 1) else (int(rng.integers(1, 3)), int(rng.integers(1, 3)))
    pads = [int(rng.integers(0, window[axis])) for axis in (0, 1, 0, 1)]
    size = [
        dilations * (window[0] - 1) + int(rng.integers(3, 6)),
        dilations * (window[1] - 1) + int(rng.integers(8, 24)),
    ]
    attrs = ConvAttrs(
        (strides, strides), (pads[0], pads[1], pads[2], pads[3]), (dilations, dilations),
        clamp=RELU if rng.random() < 0.3 else Clamp(),
    )  # fmt: skip
    channels = int(rng.integers(1, 60))
    return attrs, ((1 + int(rng.integers(0, 2)), *size, channels), (1, *window, channels), (1,))


def few_taps(rng: np.random.Generator) -> Sizes:
    """A 1x1 layer of up to 16 input channels."""
    clamp = RELU if rng.random() < 0.3 else Clamp()
    shape = (1 + int(rng.integers(0, 2)), int(rng.integers(1, 9)), int(rng.integers(1, 9)), int(rng.integers(1, 17)))
    outputs = int(rng.integers(16, 50))
    return ConvAttrs(clamp=clamp), (shape, (outputs, 1, 1, shape[3]), (outputs,))


def few_columns(rng: np.random.Generator) -> GridLayer:
    """An image of one to seven channels brought to another number of columns, whose cells may lie far apart."""
    shape = (1, int(rng.integers(1, 5)), int(rng.integers(2, 40)), int(rng.integers(1, 8)))
    columns, taps = int(rng.integers(3, 60)), int(rng.integers(1, 5))

    def values(rng: np.random.Generator) -> list[Array | None]:
        first = np.arange(columns)[:, None] * shape[2] // columns - taps // 2
        index = np.clip(first + np.arange(taps), 0, shape[2] - 1).astype(np.int32)
        weight = rng.integers(-2000, 16384 // taps, (columns, taps)).astype(np.int16)
        return [rng.integers(-128, 128, shape).astype(np.int8), index, weight]

    return GridLayer(ResampleAttrs(2), (), (1, 2), values=values, dtype=DType.I8)


def layers_of(
    target: str, sizes: Callable[[np.random.Generator], Sizes], marks: Sequence[str], count: int
) -> list[Made]:
    """So many random layers, by each kernel that takes them; ``marks``: of the kernels' symbols."""
    rng, made = np.random.default_rng(17), []
    own = [k for k in kernels_of(load_target(target)) if not k.plain and k.op == "Conv" and DType.I8 in k.dtypes]
    for i in range(count):
        attrs, shapes = sizes(rng)
        for weights in WEIGHTS:
            layer = GridLayer(attrs, shapes, (1, 2), dtype=DType.I8, weights=weights)
            for kernel in own:
                try:
                    one = make(kernel, layer, i)
                except ValueError:  # it does not take the layer
                    continue
                made += [one] if any(mark in one.trial.call.symbol for mark in marks) else []
    return made


def check(made: Sequence[Made], target: str, folder: Path) -> None:
    for one, values in zip(made, outputs([m.trial for m in made], target, folder), strict=True):
        expected = one.expected[0].reshape(-1)
        got = values[: expected.nbytes].view(expected.dtype)
        np.testing.assert_array_equal(got, expected, err_msg=f"{one.kernel.name} {one.name} {one.layer.attrs}")


@pytest.mark.parametrize("target", TARGETS)
def test_several_filters(target: str, tmp_path: Path) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    made = layers_of(target, several_filters, ("_many_",), 30)
    assert {m.trial.call.symbol for m in made} >= {"edgec_dwconv2d_s8_many_neon"}
    assert len({m.trial.call.symbol for m in made}) == {"armv8-i8mm": 5, "cortex-a7": 4}[target]
    check(made, target, tmp_path)


@pytest.mark.parametrize("target", TARGETS)
def test_one_channel(target: str, tmp_path: Path) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    made = layers_of(target, one_channel, ("_one_",), 30)
    assert {m.trial.call.symbol for m in made} == {"edgec_conv2d_s8_one_neon", "edgec_conv2d_s8_1x1_one_neon"}
    check(made, target, tmp_path)


@pytest.mark.skipif(not available(load_target(CORE)), reason=f"no toolchain for {CORE}")
def test_few_taps(tmp_path: Path) -> None:
    """Blocks of 16 outputs, of which the last overlaps the one before it; few positions too."""
    made = layers_of(CORE, few_taps, ("_few_neon",), 60)
    assert len(made) >= 50 and {m.trial.call.symbol for m in made} == {"edgec_conv2d_s8_1x1_few_neon"}
    check(made, CORE, tmp_path)


@pytest.mark.parametrize("target", TARGETS)
def test_few_columns(target: str, tmp_path: Path) -> None:
    """Rows shorter than a window, windows at the ends of rows; those that are too wide are refused."""
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    kernel = next(k for k in kernels_of(load_target(target)) if k.id == "resample_few_s8")
    rng, made, refused = np.random.default_rng(23), [], []
    for i in range(50):
        layer = few_columns(rng)
        try:
            made.append(make(kernel, layer, i))
        except ValueError as why:
            refused.append(str(why))
    assert len(made) >= 25
    assert any("bytes of a row" in why for why in refused) and any("fewer than 16 outputs" in why for why in refused)
    check(made, target, tmp_path)
