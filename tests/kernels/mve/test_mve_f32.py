"""The float Helium kernels: values and prices of their grids, against portable C, NaN, compilers."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from edgec import ConvertOptions, convert
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.grids import conv, dense, depthwise
from edgec.codegen.kernels.library import GridLayer, Kernel
from edgec.codegen.schedule.overlap import safe_distance
from edgec.commands.profile import profile
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Rates, load_target
from tests.conftest import REPO
from tests.kernels.informative import counted
from tests.kernels.layers import made_of, make
from tests.kernels.rates import agrees, count, counts_of, wrong_prices
from tests.kernels.samples import right
from tests.suite.objects import compiled

TARGET, LIBRARY = "cortex-m55", "mve_f32"
KERNELS = tuple(k for k in kernels_of(load_target(TARGET)) if k.library.name == LIBRARY)
PORTABLE = tuple(k for k in kernels_of(load_target(TARGET)) if k.library.name in ("blocked_f32", "plain"))
HEADERS = "/usr/lib/arm-none-eabi/include"
FLAGS = ("-mcpu=cortex-m55", "-mfloat-abi=hard", "-mthumb", "-std=c99", "-Wall", "-Wextra", "-Werror")
KWS_BOUND = 2_300_000  # instructions: half of what portable C takes, 4,600,150

pytestmark = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def test_values() -> None:
    found = count(KERNELS, TARGET, alone=False)
    assert right(found) == sum(len(kernel.grid) for kernel in KERNELS)
    assert {one.made.kernel for one in found} == set(KERNELS), "a kernel has no grid"


@pytest.mark.grids
def test_prices() -> None:
    found = counted(KERNELS, TARGET)
    assert right(found) >= len(KERNELS)
    assert not wrong_prices(found, load_target(TARGET).rates)


def test_every_count_has_a_rate_and_every_rate_is_used() -> None:
    calls = [(m, call) for kernel in KERNELS for m in made_of(kernel) for call in m.trial.calls if call.kernel]
    used = {Rates.owner(call.kernel.id, term) for m, call in calls if call.kernel for term, _ in counts_of(m, call)}
    rates = load_target(TARGET).rates.terms[LIBRARY]
    assert {(kernel, term) for kernel, terms in rates.items() for term in terms} <= used  # none where it costs nothing
    assert rates.keys() == {kernel for kernel, _ in used}


def _least(kernels: tuple[Kernel, ...], layer: GridLayer) -> int:
    """Instructions of the best of some kernels."""
    fit = []
    for kernel in kernels:
        try:
            fit.append(make(kernel, layer))
        except ValueError:  # it does not take the layer
            continue
    return min(one.instructions for one in run_trials([m.trial for m in fit], TARGET))


@pytest.mark.parametrize(
    ("layer", "most"),
    [
        (conv((1, 25, 5, 64), 64), 0.5),
        (conv((1, 16, 16, 16), 16, (3, 3)), 0.5),
        (depthwise((1, 25, 5, 64)), 0.51),  # rows of 5 outputs are computed as 8
        (depthwise((1, 12, 12, 16), stride=2), 0.67),
        (dense(1, 640, 128), 0.5),
    ],
    ids=["1x1", "3x3", "depthwise", "stride 2", "dense"],
)
def test_fewer_instructions_than_portable_c(layer: GridLayer, most: float) -> None:
    own = tuple(k for k in KERNELS if k.op == ("Dense" if layer.shapes[0] == (1, 640) else "Conv"))
    other = tuple(k for k in PORTABLE if k.op == own[0].op and k.dtypes == own[0].dtypes)
    assert _least(own, layer) <= most * _least(other, layer)


def test_outputs_may_lie_before_inputs() -> None:
    """Outputs lie as far before inputs as the window of a call asks for, and not a byte further."""
    made = [m for kernel in KERNELS for m in made_of(kernel) if m.trial.call.window is not None and not m.trial.more]
    trials = [replace(m.trial, inplace=True, ahead=safe_distance(m.trial.call.window)) for m in made]
    assert {m.kernel.id for m in made} >= {"conv2d_f32", "dwconv2d_f32_3x3", "dwconv2d_f32"}
    for one, got in zip(made, run_trials(trials, TARGET, shared=True), strict=True):
        assert agrees(got.output, one.expected[0].reshape(got.output.shape)), f"{one.kernel.name} {one.name}"


@pytest.mark.parametrize("flags", ["-Os", "-O0"])
def test_the_compiler_has_registers_enough(flags: str) -> None:
    made = [make(kernel, kernel.grid[k]) for kernel in KERNELS for k in (0, 3)]
    for one, got in zip(made, run_trials([m.trial for m in made], TARGET, flags=(flags,), shared=True), strict=True):
        assert agrees(got.output, one.expected[0].reshape(got.output.shape)), one.kernel.name


@pytest.mark.skipif(shutil.which("clang") is None or not Path(HEADERS).is_dir(), reason="no Clang, or no newlib")
@pytest.mark.parametrize("level", ["-O3", "-Os", "-O0"])
def test_clang_compiles_them(level: str, tmp_path: Path) -> None:
    calls = {call.symbol: call for kernel in KERNELS for m in made_of(kernel) for call in m.trial.calls}
    text = "".join(f'#include "{header}"\n' for header in sorted({c.header for c in calls.values()}))
    text += f"const void *const all[{len(calls)}] = {{" + ", ".join(f"(const void *){name}" for name in calls) + "};\n"
    (tmp_path / "all.c").write_text(text, encoding="ascii")
    folders = [f"-I{REPO / 'runtime_c' / name}" for name in ("include", "mve", LIBRARY)]
    command = ["clang", "--target=arm-none-eabi", "-isystem", HEADERS, *FLAGS, level, *folders, "-DEDGEC_LIBRARY"]
    done = compiled([*command, "-c", "all.c", "-o", "all.o"], tmp_path)
    assert done.returncode == 0, done.stderr


def test_a_nan_passes_and_is_no_largest_value() -> None:
    """Limits let NaN through, a maximum takes the other values: as in the plain kernels."""
    for kernel in KERNELS:
        if kernel.id not in ("conv2d_f32_1x1", "dwconv2d_f32", "binary_f32", "maxpool_f32"):
            continue
        one = make(kernel, kernel.grid[0])
        x = one.trial.inputs[0].copy()
        x.reshape(-1)[0] = np.nan
        (got,) = run_trials([replace(one.trial, inputs=(x, *one.trial.inputs[1:]))], TARGET, shared=True)
        assert np.isnan(got.output).any() != (kernel.id == "maxpool_f32"), kernel.name


def test_layers_of_few_channels_go_another_way() -> None:
    kernel = next(k for k in KERNELS if k.id == "dwconv2d_f32_3x3")
    with pytest.raises(ValueError, match="fewer than 4"):
        make(kernel, depthwise((1, 6, 6, 128), stride=2))
    with pytest.raises(ValueError, match="fewer than 4"):
        make(kernel, depthwise((1, 12, 12, 3)))


def test_kws_takes_half_of_portable_c(shared: Path, tmp_path: Path) -> None:
    model = shared / "models" / "mlperf_kws_dscnn.onnx"
    made = convert(model, ConvertOptions(target=TARGET, quantize="float32"), tmp_path / "out")
    assert profile(made.folder).profile.total.instructions <= KWS_BOUND
