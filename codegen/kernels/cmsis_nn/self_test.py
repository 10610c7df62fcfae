"""Test of the linked functions of CMSIS-NN: their rounding, and whether they give our bytes.

A prebuilt library does not say how it was built.  Additions with chosen factors go through ``arm_fully_connected_
per_channel_s8`` and ``arm_elementwise_add_s8``, compiled and linked as the model's calls are.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from enum import Enum
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from edgec.codegen.emit.runtime import runtime_files
from edgec.converter.arithmetic.fixed_point import add_multipliers, multiplier, multiplier_q31
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.targets.machine.bench import BenchModel, Port, run_bench
from edgec.targets.machine.compile import KernelSources
from edgec.targets.reader import Target

NAME, NUMBERS = "edgec_cmsis_nn_test", "edgec_cmsis_nn_numbers.h"
SOURCES = (
    "Source/BasicMathFunctions/arm_elementwise_add_s8.c",
    "Source/FullyConnectedFunctions/arm_fully_connected_per_channel_s8.c",
    "Source/NNSupportFunctions/arm_nn_vec_mat_mult_t_per_ch_s8.c",
)
FACTORS = (0.9, 0.31, 0.0123, 3.3e-3, 4.7e-4, 6.1e-6, 2.9e-7)
EACH, PAIRS, ARENA = 5, 39, 16  # PAIRS: no multiple of four, so that Helium's predicated form runs too
MAX_SUM = 2**30  # of sums (see ``codegen.kernels.cmsis_nn.layers``)
SCALES = (0.043, 0.017, 0.051)


class LinkedRounding(Enum):
    """Rounding of products in CMSIS-NN."""

    SINGLE = "single rounding"
    DEFAULT = "default rounding (twice)"


@dataclass(frozen=True)
class Probes:
    """Sums, int32 [n], and their factors multiplier * 2**(shift - 31)."""

    sums: Array
    multipliers: Array
    shifts: Array

    @property
    def once(self) -> Array:
        """Rounded once, halves up, int8."""
        bits = 31 - self.shifts.astype(np.int64)
        return _int8((self.sums.astype(np.int64) * self.multipliers + (np.int64(1) << (bits - 1))) >> bits)

    @property
    def twice(self) -> Array:
        """The high half of the doubled product, rounded, then a shift that rounds halves away from zero, int8."""
        high = (self.sums.astype(np.int64) * self.multipliers + (1 << 30)) >> 31
        mask = (np.int64(1) << -self.shifts.astype(np.int64)) - 1
        return _int8((high >> -self.shifts) + ((high & mask) > (mask >> 1) + (high < 0)))


@dataclass(frozen=True)
class Additions:
    """Operands of additions: int8 [PAIRS], zero points (a, b, y), factors as CMSIS-NN takes them, the right results."""

    a: Array
    b: Array
    zeros: tuple[int, int, int]
    factors: tuple[int, int, int]
    expected: Array


def rounding_of(folder: Path, target: Target) -> LinkedRounding:
    """Return the rounding of the library in ``folder`` when it is compiled for a target.

    Raises:
        UsageError: files are missing or do not compile, or its functions do not give the bytes of the simulator.
        ToolchainMissing: no compiler or no QEMU.
    """
    exact, telling, added = exact_probes(), telling_probes(), additions()
    sources = KernelSources(tuple(folder / name for name in SOURCES), (folder / "Include",))
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        _write(Path(temp), exact, telling, added)
        size = exact.sums.size + telling.sums.size + PAIRS
        model = BenchModel(NAME, (), (Port("int8_t", size),), ARENA, libraries=sources)
        results = run_bench(Path(temp), model, target, [])[0].reshape(-1)
    first, second, third = np.split(results, [exact.sums.size, exact.sums.size + telling.sums.size])
    for what, got, wanted in (("a factor", first, exact.once), ("an addition", third, added.expected)):
        if not np.array_equal(got, wanted):
            raise _unsuitable(folder, target, f"{int((got != wanted).sum())} of {got.size} results of {what} differ")
    for rounding, wanted in ((LinkedRounding.SINGLE, telling.once), (LinkedRounding.DEFAULT, telling.twice)):
        if np.array_equal(second, wanted):
            return rounding
    raise _unsuitable(folder, target, "it rounds neither once nor as its default is")


def _unsuitable(folder: Path, target: Target, fact: str) -> UsageError:
    return UsageError(
        f"the CMSIS-NN in '{printable(str(folder))}', built for '{target.name}', does not compute the simulator's "
        f"bytes: {fact}; take its sources as Arm releases them, version 7.0.0 or later"
    )


@cache
def exact_probes() -> Probes:
    """Factors as layers have them, multiples of 2**-31, that every build must round once."""
    multipliers = [multiplier_q31(real) for real in FACTORS]
    return _probes([(f.m >> (f.shift - 31), 0, f.m / 2.0**f.shift) for f in multipliers], lambda _: True, EACH)


@cache
def telling_probes() -> Probes:
    """The usual factors, with sums that the two roundings round to different values."""
    multipliers = [multiplier(real) for real in FACTORS[2:]]
    named = [(f.m, 31 - f.shift, f.m / 2.0**f.shift) for f in multipliers]
    return _probes(named, lambda p: bool((p.once != p.twice).all()), EACH, most=2**24)


def _probes(
    factors: list[tuple[int, int, float]], wanted: Callable[[Probes], bool], each: int, most: int = MAX_SUM
) -> Probes:
    """For each factor (multiplier, shift, value) the first wanted ``each`` sums of those near halves."""
    rng = np.random.default_rng(7)
    rows: list[tuple[int, int, int]] = []
    for m, shift, real in factors:
        tried = np.rint((rng.integers(-120, 120, 4000) + 0.5) / real).astype(np.int64)
        kept = [(int(s), m, shift) for s in tried if abs(s) < most]
        right = [row for row in kept if wanted(_of([row]))]
        rows += right[:each]
    return _of(rows)


def _of(rows: list[tuple[int, int, int]]) -> Probes:
    sums, multipliers, shifts = np.array(rows, np.int32).reshape(-1, 3).T
    return Probes(sums, multipliers, shifts)


@cache
def additions() -> Additions:
    """Random values, added as layers are."""
    rng = np.random.default_rng(11)
    a, b = rng.integers(-128, 128, (2, PAIRS)).astype(np.int8)
    zeros, multipliers = (-3, 11, 5), add_multipliers(*SCALES)
    wide = (a.astype(np.int64) - zeros[0]) * multipliers.a + (b.astype(np.int64) - zeros[1]) * multipliers.b
    expected = _int8(zeros[2] + ((wide + (1 << (multipliers.shift - 1))) >> multipliers.shift))
    return Additions(a, b, zeros, (multipliers.a << 10, multipliers.b << 10, 1 << (31 - multipliers.shift)), expected)


def _int8(values: Array) -> Array:
    return np.clip(values, -128, 127).astype(np.int8)


def _write(place: Path, exact: Probes, telling: Probes, added: Additions) -> None:
    """The program: what comes with edgec, and the numbers."""
    home = resources.files("edgec.runtime_c").joinpath("cmsis_nn").joinpath("self_test")
    for suffix in ("c", "h"):
        (place / f"{NAME}.{suffix}").write_bytes(home.joinpath(f"{NAME}.{suffix}").read_bytes())
    for file in runtime_files(["edgec_check_cmsis_nn.h"]):
        (place / file.name).write_text(file.text, encoding="ascii")
    size = exact.sums.size + telling.sums.size
    lines = [f"#define EDGEC_CMSIS_NN_SUMS {size}", f"#define EDGEC_CMSIS_NN_PAIRS {PAIRS}"]
    for name, zero, factor in zip("ABY", added.zeros, added.factors, strict=True):
        lines += [f"#define EDGEC_CMSIS_NN_{name}_ZERO ({zero})", f"#define EDGEC_CMSIS_NN_{name}_FACTOR {factor}"]
    (place / NUMBERS).write_text("\n".join(lines) + "\n", encoding="ascii")
    arrays = [
        ("int32_t", "sums", np.concatenate([exact.sums, telling.sums])),
        ("int32_t", "multipliers", np.concatenate([exact.multipliers, telling.multipliers])),
        ("int32_t", "shifts", np.concatenate([exact.shifts, telling.shifts])),
        ("int8_t", "weights", np.zeros(size, np.int8)),
        ("int8_t", "a", added.a),
        ("int8_t", "b", added.b),
    ]
    text = [f'#include "{NAME}.h"']
    text += [f"const {c} edgec_cmsis_nn_{name}[] = {{{', '.join(map(str, data))}}};" for c, name, data in arrays]
    (place / f"{NAME}_weights.c").write_text("\n".join(text) + "\n", encoding="ascii")
