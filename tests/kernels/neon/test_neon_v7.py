"""The NEON kernels of Armv7-A: bytes and prices of grids, extreme values, Thumb, Clang, instructions of models."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import Kernel
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Rates, load_target
from tests.conftest import REPO
from tests.kernels.guarded import outputs
from tests.kernels.informative import counted
from tests.kernels.layers import Made, made_of
from tests.kernels.neon.extremes import left_of, trials
from tests.kernels.rates import counts_of
from tests.suite.objects import compiled

TARGET, LIBRARY = "cortex-a7", "neon_v7"
MOST = {"kws": 0.36, "resnet8": 0.225}  # instructions per MAC; 0.5 and 0.30 are asked for
HEADERS = "/usr/arm-linux-gnueabihf/include"
FLAGS = ("-mcpu=cortex-a7", "-mfpu=neon", "-mfloat-abi=hard", "-std=c99", "-Wall", "-Wextra", "-Werror")

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def kernels() -> list[Kernel]:
    return [k for k in kernels_of(load_target(TARGET)) if k.library.name == LIBRARY]


@cache
def made() -> tuple[Made, ...]:
    return tuple(m for kernel in kernels() for m in made_of(kernel))


@pytest.mark.grids
@needs_qemu
def test_bytes_and_prices() -> None:
    found = counted(kernels(), TARGET)
    wrong = [f"{one.made.kernel.name} {one.made.name}" for one in found if not one.right]
    assert not wrong, "outputs are not the reference's: " + ", ".join(wrong)
    rates = load_target(TARGET).rates
    dear = [
        f"{o.made.name}: {o.instructions:,} counted, {o.estimated(rates):,.0f}" for o in found if not o.within(rates)
    ]
    assert not dear
    assert Counter(one.made.kernel for one in found).keys() == set(kernels()), "a kernel has no grid"


@needs_qemu
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


@needs_qemu
def test_nothing_outside_of_tensors_is_touched(tmp_path: Path) -> None:
    for one, found in zip(made(), outputs([m.trial for m in made()], TARGET, tmp_path), strict=True):
        expected = one.expected[0].reshape(-1)
        values = found[: expected.nbytes].view(expected.dtype)
        np.testing.assert_array_equal(values, expected, err_msg=f"{one.kernel.name} {one.name}")


@needs_qemu
@pytest.mark.parametrize(("gain", "flags"), [(1.0, ()), (90.0, ()), (90.0, ("-mthumb", "-Os"))])
def test_extreme_values(gain: float, flags: tuple[str, ...]) -> None:
    """Largest products, factors of 1/2 and more; in Thumb too, where fewer registers are left."""
    found = trials(-127, gain, kernels())
    assert len(found) >= 9 and any(left_of(t) for t in found) == (gain > 1)
    for t, got in zip(found, run_trials(found, TARGET, flags=flags, shared=True), strict=True):
        np.testing.assert_array_equal(got.output, t.expected, err_msg=f"{t.call.symbol} {t.view.node.attrs}")


def test_what_cannot_be_computed_is_refused() -> None:
    taking = {t.call.symbol for t in trials(-128, 1.0, kernels())}
    assert taking == {"edgec_winograd_s8_neon_v7"}, "two products of -128 do not fit 16 bits"


@pytest.mark.parametrize("compiler", ["arm-linux-gnueabihf-gcc", "clang"])
@pytest.mark.parametrize("mode", [("-marm", "-O2"), ("-mthumb", "-Os"), ("-mthumb", "-O0")], ids="".join)
def test_compilers_take_the_assembly(compiler: str, mode: tuple[str, ...], tmp_path: Path) -> None:
    """Registers suffice in either instruction set, optimized or not, for GCC and for Clang."""
    if shutil.which(compiler) is None or not Path(HEADERS).is_dir():
        pytest.skip(f"{compiler} or the headers of armhf are absent")
    calls = {call.symbol: call for m in made() for call in m.trial.calls}
    text = "".join(f'#include "{header}"\n' for header in sorted({c.header for c in calls.values()}))
    text += f"const void *const all[{len(calls)}] = {{" + ", ".join(f"(const void *){name}" for name in calls) + "};\n"
    (tmp_path / "all.c").write_text(text, encoding="ascii")
    clang = ("--target=arm-linux-gnueabihf", "-isystem", HEADERS) if compiler == "clang" else ()
    folders = [f"-I{REPO / 'runtime_c' / name}" for name in ("include", "plain", "neon", "neon_v7")]
    command = [compiler, *clang, *FLAGS, *mode, *folders, "-c", "all.c", "-o", "all.o"]
    done = compiled(command, tmp_path)
    assert done.returncode == 0, done.stderr


@needs_qemu
@pytest.mark.parametrize("name", MOST)
def test_instructions_of_models(name: str, shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(REPO / "benchmarks"))
    import whole_models

    try:
        found = whole_models.int8_model(name, target=TARGET)
    finally:
        for module in ("accuracy", "whole_models"):
            sys.modules.pop(module, None)
    assert found.instructions / found.macs <= MOST[name]
