"""The Helium kernels: bytes and prices of grids, extreme values, compilers, builds without Helium."""

from __future__ import annotations

import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.grids import depthwise
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.schedule.overlap import safe_distance
from edgec.codegen.schedule.steps import ArenaTensor, Part, can_lie
from edgec.converter.graph.ir import Clamp
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Rates, load_target
from tests.conftest import REPO
from tests.kernels.informative import counted
from tests.kernels.layers import Made, made_of, make
from tests.kernels.neon.extremes import trials
from tests.kernels.rates import count, counts_of, wrong_prices
from tests.kernels.samples import right
from tests.suite.objects import compiled

TARGET, LIBRARY = "cortex-m55", "mve"
HEADERS = "/usr/lib/arm-none-eabi/include"
FLAGS = ("-mcpu=cortex-m55", "-mfloat-abi=hard", "-mthumb", "-std=c99", "-Wall", "-Wextra", "-Werror")

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def kernels() -> list[Kernel]:
    return [k for k in kernels_of(load_target(TARGET)) if k.library.name == LIBRARY]


@cache
def made() -> tuple[Made, ...]:
    return tuple(m for kernel in kernels() for m in made_of(kernel))


@needs_qemu
def test_bytes() -> None:
    found = count(kernels(), TARGET, alone=False)
    assert right(found) == len(made())
    assert {one.made.kernel for one in found} == set(kernels()), "a kernel has no grid"


@pytest.mark.grids
@needs_qemu
def test_prices() -> None:
    found = counted(kernels(), TARGET)
    assert right(found) >= len(kernels())
    assert not wrong_prices(found, load_target(TARGET).rates)


def test_every_count_has_a_rate_and_every_rate_is_used() -> None:
    used = {
        Rates.owner(call.kernel.id, term)
        for m in made()
        for call in m.trial.calls
        if call.kernel is not None and call.kernel.library.name == LIBRARY
        for term, _ in counts_of(m, call)
    }
    rates = load_target(TARGET).rates.terms[LIBRARY]
    assert {(kernel, term) for kernel, terms in rates.items() for term in terms} <= used  # none where it costs nothing
    assert rates.keys() == {kernel for kernel, _ in used}


def _doubled(t: Trial) -> bool:
    """Return whether a call doubles sums."""
    assert t.call.initializer
    return any(value != 0 for name, value in t.call.initializer.fields if name.endswith("ending.left"))


@needs_qemu
@pytest.mark.parametrize(("gain", "flags"), [(1.0, ()), (300.0, ()), (300.0, ("-Os",))])
def test_extreme_values(gain: float, flags: tuple[str, ...]) -> None:
    """Largest products, weights of -128 among them; factors of 1/2 and more."""
    found = trials(-128, gain, kernels())
    assert len(found) >= 9 and any(_doubled(t) for t in found) == (gain > 1)
    for t, got in zip(found, run_trials(found, TARGET, flags=flags, shared=True), strict=True):
        np.testing.assert_array_equal(got.output, t.expected, err_msg=f"{t.call.symbol} {t.view.node.attrs}")


@needs_qemu
def test_outputs_may_lie_on_inputs() -> None:
    """At the input's first byte, or as far before it as the window of the call asks for, and not a byte further."""
    alone = [m.trial for m in made() if not m.trial.more]
    inplace = [replace(t, inplace=True) for t in alone if 0 in t.call.inplace]
    windows = [replace(t, inplace=True, ahead=safe_distance(t.call.window)) for t in alone if t.call.window is not None]
    names = {t.call.kernel.name for t in (*inplace, *windows) if t.call.kernel is not None}
    assert names >= {"mve/conv2d_s8_1x1", "mve/conv2d_s8", "mve/dwconv2d_s8", "mve/dwconv2d_s8_3x3", "mve/binary_s8"}
    assert any(t.call.kernel.name == "mve/dwconv2d_s8_3x3" and _keeps(t) for t in inplace if t.call.kernel)
    found = [*inplace, *windows]
    for t, got in zip(found, run_trials(found, TARGET, shared=True), strict=True):
        np.testing.assert_array_equal(got.output, t.expected, err_msg=f"{t.call.symbol} {t.view.node.attrs}")


def test_a_table_of_16_bits_holds_where_outputs_lie() -> None:
    """Longer rows have another kernel, and so have outputs that lie among too many other channels."""
    kernel = next(k for k in kernels() if k.id == "dwconv2d_s8_3x3")
    call = make(kernel, depthwise((1, 25, 5, 64), clamp=Clamp()), 0).trial.call
    whole = Part(ArenaTensor("y"), 0, 64 * 125, 64, call.most_pitch)
    assert can_lie(call, whole) and not can_lie(call, replace(whole, pitch=call.most_pitch + 1))
    with pytest.raises(ValueError, match="16 bits"):
        make(kernel, depthwise((1, 4, 2000, 64), clamp=Clamp()), 0)


def _keeps(t: Trial) -> bool:
    """Return whether a depthwise layer keeps a row that its output replaces."""
    assert t.call.initializer
    return any(value != 0 for name, value in t.call.initializer.fields if name.endswith("keeps"))


@pytest.mark.parametrize("compiler", ["arm-none-eabi-gcc", "clang"])
@pytest.mark.parametrize("level", ["-O3", "-Os", "-O0"])
def test_compilers_take_the_assembly(compiler: str, level: str, tmp_path: Path) -> None:
    """Registers suffice, optimized or not, for GCC and for Clang."""
    if shutil.which(compiler) is None or not Path(HEADERS).is_dir():
        pytest.skip(f"{compiler} or the headers of newlib are absent")
    calls = {call.symbol: call for m in made() for call in m.trial.calls}
    text = "".join(f'#include "{header}"\n' for header in sorted({c.header for c in calls.values()}))
    text += f"const void *const all[{len(calls)}] = {{" + ", ".join(f"(const void *){name}" for name in calls) + "};\n"
    (tmp_path / "all.c").write_text(text, encoding="ascii")
    clang = ("--target=arm-none-eabi", "-isystem", HEADERS) if compiler == "clang" else ()
    folders = [f"-I{REPO / 'runtime_c' / name}" for name in ("include", "plain", LIBRARY)]
    command = [compiler, *clang, *FLAGS, level, *folders, "-DEDGEC_LIBRARY", "-c", "all.c", "-o", "all.o"]
    done = compiled(command, tmp_path)
    assert done.returncode == 0, done.stderr
