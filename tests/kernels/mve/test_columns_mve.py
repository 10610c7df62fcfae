"""The Helium kernels that load a cell once for three columns: random and extreme layers, what they refuse."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.grids import conv
from edgec.codegen.kernels.library import GridLayer, Kernel
from edgec.converter.graph.ir import Clamp, DType
from edgec.converter.ops.conv import ConvAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import Made, make
from tests.kernels.rates import agrees

TARGET = "cortex-m55"
KERNELS: dict[str, Kernel] = {k.id: k for k in kernels_of(load_target(TARGET)) if "columns" in k.id}

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def _made(kernel: Kernel, count: int) -> list[Made]:
    """Rows of 4 to 13 outputs, pads of 0 to 2, blocks of channels that overlap, limits, two images."""
    rng, weights, made = np.random.default_rng(9), DType.I4 if "s4" in kernel.id else DType.I8, []
    while len(made) < count:
        height, width = int(rng.integers(1, 8)), int(rng.integers(3, 13))
        pads = tuple(int(v) for v in rng.integers(0, 3, 4))
        if height + pads[0] + pads[2] < 3 or width + pads[1] + pads[3] < 6:
            continue
        shape, outputs = (int(rng.integers(1, 3)), height, width, 16 << len(made) % 3), int(rng.integers(4, 30))
        attrs = ConvAttrs(pads=pads, clamp=Clamp(-0.5, 1.0) if len(made) % 4 == 0 else Clamp())
        layer = GridLayer(attrs, (shape, (outputs, 3, 3, shape[3]), (outputs,)), (1, 2), weights=weights)
        made.append(make(kernel, layer, len(made)))
    return made


@needs_qemu
@pytest.mark.parametrize("name", ["conv2d_s8_columns", "conv2d_s4_columns", "conv2d_s16_columns"])
def test_random_shapes(name: str) -> None:
    made = _made(KERNELS[name], 24)
    for m, got in zip(made, run_trials([m.trial for m in made], TARGET, shared=True), strict=True):
        assert agrees(got.output.reshape(m.expected[0].shape), m.expected[0]), f"{name} {m.name}"


def test_offsets_of_16_bits_hold_where_outputs_lie() -> None:
    """Outputs that lie among too many other channels have another kernel."""
    for name, bytes_ in (("conv2d_s8_columns", 1), ("conv2d_s16_columns", 2)):
        call = make(KERNELS[name], conv((1, 4, 7, 32), 6, (3, 3), clamp=Clamp())).trial.call
        assert 3 * call.most_pitch + 2 * bytes_ < 1 << 16 <= 3 * (call.most_pitch + 2) + 2 * bytes_
        assert call.reaches(call.most_pitch) and not call.reaches(call.most_pitch + 1)


@pytest.mark.parametrize(
    ("layer", "why"),
    [
        (conv((1, 8, 8, 16), 16, (3, 3), 2), "not a 3x3 convolution of stride 1"),
        (conv((1, 8, 8, 16), 16, (5, 5)), "not a 3x3 convolution of stride 1"),
        (conv((1, 8, 8, 24), 16, (3, 3)), "24 input channels are none of 16, 32, 64"),
        (conv((1, 8, 8, 16), 3, (3, 3)), "fewer outputs"),
        (conv((1, 8, 5, 16), 8, (3, 3), valid=True), "fewer outputs"),
    ],
)
def test_other_layers_are_refused(layer: GridLayer, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        make(KERNELS["conv2d_s8_columns"], layer)
    with pytest.raises(ValueError, match=r"channels are none of 16, 32, 64|stride 1|fewer outputs"):
        make(KERNELS["conv2d_s16_columns"], layer)
