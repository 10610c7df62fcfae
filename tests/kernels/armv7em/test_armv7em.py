"""The Armv7E-M kernels against the integer references: assembly under QEMU, their portable C with sanitizers."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials, trial, weighted
from edgec.codegen.kernels.armv7em.linear import line
from edgec.codegen.kernels.shared.layer import SHIFT_MIN, Layer, at_shift
from edgec.codegen.kernels.spec import Misfit
from edgec.converter.arithmetic.fixed_point import Multiplier, multiplier
from edgec.converter.graph.ir import Quant, constant
from edgec.converter.ops.conv import ConvAttrs
from edgec.targets.machine.compile import STRICT_WARNINGS
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.armv7em.grids import EXTREME, GRIDS, KERNELS, PLAIN, SHARED_GRIDS, concat, grid, transposes
from tests.kernels.program import run_trials as run_programs
from tests.kernels.test_kernel_headers import IN_A_LIBRARY, IN_A_MODEL, cppcheck
from tests.suite.objects import compiled

needs_qemu = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no toolchain for cortex-m4")
RUNTIME = Path(__file__).resolve().parents[3] / "runtime_c"
HEADERS = sorted((RUNTIME / "armv7em").glob("*.h"))
HEADERS.sort(key=lambda h: "EDGEC_TAGGED(" not in h.read_text(encoding="ascii"))  # shared blocks first, as in models
EVERY = [*GRIDS, *SHARED_GRIDS]


def check(trials: Sequence[Trial], target: str, sanitize: bool = False, flags: tuple[str, ...] = ()) -> None:
    wrong = []
    for t, found in zip(trials, run_trials(trials, target, sanitize=sanitize, shared=True, flags=flags), strict=True):
        expected = t.expected
        if not np.array_equal(found.output, expected):
            where = np.flatnonzero(found.output.reshape(-1) != expected.reshape(-1))
            wrong.append(
                f"{t.call.symbol} {t.view.x(0).shape} {t.view.node.attrs} in place {t.inplace}: "
                f"{len(where)} of {expected.size} differ, first at {where[0]}"
            )
    assert not wrong, f"{len(wrong)} of {len(trials)} differ:\n" + "\n".join(wrong[:20])


@needs_qemu
@pytest.mark.parametrize("name", EVERY)
def test_assembly(name: str) -> None:
    check(grid(name), "cortex-m4")


@pytest.mark.parametrize("name", EVERY)
def test_portable_form(name: str) -> None:
    check(grid(name), "host", sanitize=True, flags=("-O0", "-g0"))


@pytest.mark.parametrize("target", ["host", pytest.param("cortex-m4", marks=needs_qemu)])
def test_concatenations_and_transposes(target: str, tmp_path: Path) -> None:
    trials = [*concat(), *transposes()]
    tried = Counter(c.symbol for t in trials for c in t.calls)
    assert tried["edgec_linear_s8_armv7em"] > 15
    assert tried["edgec_transpose_x8_armv7em"] > 15 and tried["edgec_transpose_x16_armv7em"] > 15
    run_programs(trials, tmp_path, target, sanitize=target == "host")


def test_a_line_gives_every_requantized_value() -> None:
    rng = np.random.default_rng(4)
    lines = 0
    for i in range(400):
        ranges = EXTREME if i % 2 else PLAIN
        x, y = ranges.activation(rng), ranges.activation(rng)
        found = line(x, y)
        if found is not None:
            lines += 1
            exact = [min(max(fixed(v - x.z, multiplier(x.s / y.s), y.z), -128), 127) for v in range(-128, 128)]
            assert found.values.tolist() == exact
            assert np.abs(np.arange(-128, 128) * found.m + found.offset).max() < 2**31
    assert lines > 250


def fixed(v: Any, factor: Multiplier, zero: int) -> Any:
    """The normative requantization of an integer or an array of them."""
    return zero + ((v * factor.m + (1 << (factor.shift - 1))) >> factor.shift)


@needs_qemu
@pytest.mark.parametrize(
    "flags",
    [("-O0",), ("-Os", "-fno-omit-frame-pointer"), ("-DEDGEC_PORTABLE",), ("-DEDGEC_FOR_SPEED=1",)],
)
def test_other_builds(flags: tuple[str, ...]) -> None:
    trials = [t for name in GRIDS for t in grid(name)[::4]]
    check(trials, "cortex-m4", flags=flags)


@needs_qemu
def test_tiles_for_speed() -> None:
    """The loop over three words of weights, whose columns say where it goes on."""
    check(grid("rounds"), "cortex-m4", flags=("-DEDGEC_FOR_SPEED=1",))


@pytest.mark.parametrize("seed", range(40))
def test_factor_at_another_shift_gives_the_same_outputs(seed: int) -> None:
    """Exhaustive over the sums of a channel."""
    rng = np.random.default_rng(seed)
    reach = (-int(rng.integers(1, 60000)), int(rng.integers(1, 60000)))
    shift, bits = int(rng.integers(36, 62)), int(rng.integers(1, 12))
    steps = (int(rng.integers(-256, 0)), int(rng.integers(1, 256)))
    factor = Multiplier(int(rng.integers(2**30, 2**31)), shift)
    m = at_shift(factor, shift - bits, reach, steps)
    if m is None:
        assert bits > 5, "a factor of 26 bits is rarely too coarse"
        return
    sums = np.arange(reach[0], reach[1] + 1).astype(object)
    exact = (sums * factor.m + (1 << shift - 1)) >> shift
    other = (sums * m + (1 << shift - bits - 1)) >> shift - bits
    assert (np.clip(exact, *steps) == np.clip(other, *steps)).all()


@pytest.mark.parametrize("seed", range(200))
def test_no_factor_is_said_only_where_none_is(seed: int) -> None:
    """All multipliers of few bits are tried."""
    rng = np.random.default_rng(seed)
    shift, bits, reach, steps = 40, int(rng.integers(20, 26)), (-4000, 4000), (-20, 20)
    factor = Multiplier(int(rng.integers(2**30, 2**31)), shift)
    m = at_shift(factor, shift - bits, reach, steps)
    sums, rounding = np.arange(reach[0], reach[1] + 1), 1 << shift - bits - 1
    exact = np.clip((sums.astype(object) * factor.m + (1 << shift - 1)) >> shift, *steps)
    near = (factor.m >> bits) + np.arange(-40, 41)
    same = [int(n) for n in near if (np.clip((sums * n + rounding) >> shift - bits, *steps) == exact).all()]
    assert (m in same) if same else m is None


def of_factors(*factors: Multiplier) -> Layer:
    """A layer whose channels have these factors, and sums of -30000 to 30000."""
    zeros = np.zeros(len(factors), np.int64)
    return Layer(zeros[:, None], zeros, zeros - 30000, zeros + 30000, factors, 0, -5, -128, 127)


@pytest.mark.parametrize("spread", range(6))
def test_channels_that_share_a_shift_keep_their_outputs(spread: int) -> None:
    layer = of_factors(Multiplier(0x5A827999, 39), Multiplier(0x6ED9EBA1, 39 + spread), Multiplier(0, 1))
    words = layer.shift_words((0, 1, 2), 8)
    assert not isinstance(words, Misfit)
    multipliers, n = words
    sums = np.arange(-30000, 30001)
    for m, factor in zip(multipliers, layer.factors, strict=True):
        exact = np.clip(fixed(sums, factor, layer.out_zero), -128, 127) if factor.m else layer.out_zero
        shared = fixed(sums, Multiplier(m, n + SHIFT_MIN - 8), layer.out_zero)
        assert (np.clip(shared, -128, 127) == exact).all()


def test_channels_far_apart_share_no_shift() -> None:
    """The smaller factor would keep 17 bits, for sums of 28."""
    layer = of_factors(Multiplier(0x5A827999, 36), Multiplier(0x6ED9EBA1, 50))
    layer = replace(layer, low=layer.low * 2**13, high=layer.high * 2**13)
    assert isinstance(layer.shift_words((0, 1)), Misfit)
    assert not isinstance(layer.shift_words((0,)), Misfit)


def with_a_tiny_channel(scale: float, rng: np.random.Generator) -> Trial:
    """A 1x1 layer of which one channel has weights of a scale far below the others."""
    view = weighted("Conv", ConvAttrs(), (1, 2, 2, 9), (6, 1, 1, 9), rng)
    w = view.x(1)
    assert w.quant is not None
    channel = int(rng.integers(6))
    scales = [s * scale if i == channel else s for i, s in enumerate(w.quant.scale)]
    view = replace(view, ins=(view.ins[0], replace(w, quant=Quant.per_axis(scales, 0)), view.ins[2]))
    bound = next(k for k in KERNELS if k.name == "armv7em/conv2d_s8_1x1").calls(view)
    assert not isinstance(bound, Misfit), bound.reason
    return trial(view, bound[0], rng)


def test_nearly_dead_channels_stay_on_the_fast_kernels() -> None:
    rng = np.random.default_rng(3)
    check([with_a_tiny_channel(scale, rng) for scale in (1e-3, 1e-5, 1e-7, 1e-12) * 4], "host")


def with_wide_biases(name: str, x: tuple[int, ...], w: tuple[int, ...], bits: int, rng: np.random.Generator) -> Trial:
    """A convolution whose biases are up to as wide as the kernel's stream holds."""
    view = weighted("Conv", ConvAttrs(groups=x[3] // w[3]), x, w, rng, in_zero=0, out_zero=0, precision=f"int{bits}")
    weights = view.x(1)
    assert weights.data is not None
    limit = 2**26 if w[1] == 3 and bits == 8 else 2**23
    room = limit - 1 - 128 * np.abs(weights.data.astype(np.int64)).reshape(w[0], -1).sum(axis=1)
    bias = (room * rng.choice([-1, -0.7, 0.7, 1], w[0])).astype(np.int32)
    scale = Quant.per_axis(rng.uniform(100, 140, w[0]) / limit, 0)
    view = replace(view, ins=(view.ins[0], replace(weights, quant=scale), constant("b", bias)))
    bound = next(k for k in KERNELS if k.name == name).calls(view)
    assert not isinstance(bound, Misfit), bound.reason
    return trial(view, bound[0], rng)


@pytest.mark.parametrize("target", ["host", pytest.param("cortex-m4", marks=needs_qemu)])
def test_wide_biases(target: str) -> None:
    rng = np.random.default_rng(6)
    layers: list[tuple[str, tuple[int, ...], tuple[int, ...], int]] = [
        ("armv7em/dwconv2d_s4_3x3_s1", (1, 5, 5, 6), (6, 3, 3, 1), 4),
        ("armv7em/conv2d_s8_1x1_shifts", (1, 2, 2, 9), (5, 1, 1, 9), 8),
        ("armv7em/conv2d_s4_1x1", (1, 2, 2, 9), (5, 1, 1, 9), 4),
        ("armv7em/winograd_s8", (1, 4, 4, 16), (4, 3, 3, 16), 8),
        ("armv7em/dwconv2d_s8_3x3_s1", (1, 5, 5, 6), (6, 3, 3, 1), 8),
    ]
    trials = [with_wide_biases(*layer, rng) for layer in layers * 4]
    assert all(len(np.unique(t.expected)) >= 4 for t in trials)
    check(trials, target)


def test_every_kernel_is_tried() -> None:
    tried = Counter(t.call.kernel.name for name in EVERY for t in grid(name) if t.call.kernel is not None)
    elsewhere = ("Rnn", "Gru", "Lstm")  # their layers: test_prices.py, tests/regression/test_recurrent_integers.py
    for kernel in (k for k in KERNELS if "sparse" not in k.id and k.op not in elsewhere):  # sparse: test_sparse.py
        assert tried[kernel.name] >= (5 if "_s4" in kernel.id else 10), f"{kernel.name}: {tried[kernel.name]} trials"
    symbols = Counter(t.call.symbol for name in EVERY for t in grid(name))
    assert symbols["edgec_mul_s8_armv7em"] >= 1


@pytest.mark.parametrize("compiler", ["gcc", "clang", "arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb"])
def test_each_header_stands_alone_and_beside_the_others(compiler: str, tmp_path: Path) -> None:
    name, *flags = compiler.split()
    if shutil.which(name) is None:
        pytest.skip(f"{name} is absent")
    every = "".join(f'#include "{h.name}"\n' for h in HEADERS)
    for name_of, text in [*((h.stem, f'#include "{h.name}"\n' * 2) for h in HEADERS), ("together", every)]:
        source = tmp_path / f"{name_of}.c"
        # "static inline" as plain functions, so that the compiler warns about their insides
        # and a declaration: headers of assembly have only macros
        source.write_text(f"#define inline\n{text}typedef int anything;\n", encoding="utf-8")
        folders = [f"-I{RUNTIME / folder}" for folder in ("armv7em", "plain", "include")]
        command = [name, *flags, "-std=c99", "-O2", *STRICT_WARNINGS, "-Wno-unused-function", *folders]
        done = compiled([*command, "-c", source.name, "-o", f"{name_of}.o"], tmp_path)
        assert done.returncode == 0, done.stderr


def test_headers_are_formatted() -> None:
    if shutil.which("clang-format") is None:
        pytest.skip("clang-format is absent")
    command = ["clang-format", "--dry-run", "-Werror", *(str(h) for h in HEADERS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]


@pytest.mark.parametrize("macros", [
    pytest.param((*IN_A_LIBRARY, "EDGEC_PORTABLE"), id="portable"),
    pytest.param((*IN_A_LIBRARY, "__ARM_FEATURE_DSP=1"), id="unoptimized"),
    pytest.param((*IN_A_LIBRARY, "__ARM_FEATURE_DSP=1", "__OPTIMIZE__"), id="library"),
    pytest.param((*IN_A_MODEL, "__ARM_FEATURE_DSP=1", "__OPTIMIZE__"), id="model"),
])  # fmt: skip
def test_cppcheck(macros: tuple[str, ...], tmp_path: Path) -> None:
    folders = [f"-I{RUNTIME / folder}" for folder in ("armv7em", "plain", "include")]
    assert not cppcheck(HEADERS, folders, tmp_path, macros)
