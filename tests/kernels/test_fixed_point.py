"""The C fixed-point functions give the same numbers as ``converter/fixed_point.py``, on edges and at random."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.codegen.emit.runtime import runtime_files
from edgec.converter.arithmetic.fixed_point import (
    Multiplier,
    add_multipliers,
    multiplier,
    requantize,
    requantize_even,
)
from edgec.converter.graph.ir import Array
from edgec.targets.machine.compile import SANITIZERS
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.c_data import ALLOW_LONG_STRINGS, array_text
from tests.kernels.program import build_and_run

LIMITS = ((-128, 127), (0, 255), (-128, -128), (0, 6), (-32768, 32767))
PROGRAM = """
#include "edgec_bench_io.h"
#include "edgec_fixed.h"

{arrays}
static int32_t out[{count}];

int main(void)
{{
    const int file = bench_open("out.bin", 1);
    int32_t i;
    for (i = 0; i < {count}; i++) {{
        out[i] = {expression};
    }}
    if (file < 0 || bench_write(file, out, sizeof out) != 0) {{
        return 1;
    }}
    return bench_close(file);
}}
"""


def run(folder: Path, target: str, columns: Array, expression: str) -> Array:
    """``expression`` of the int32 columns a[i], b[i], ... evaluated by C."""
    arrays = ALLOW_LONG_STRINGS + "".join(
        array_text("abcdefgh"[k], "int32_t", c.astype(np.int32), 4) for k, c in enumerate(columns)
    )
    text = PROGRAM.format(arrays=arrays, count=columns.shape[1], expression=expression)
    flags = SANITIZERS if target == "host" else ()
    sources = {**{file.name: file.text for file in runtime_files(["edgec_fixed.h"])}, "fixed.c": text}
    return np.frombuffer(build_and_run(folder, sources, load_target(target), flags), np.int32)


def requantize_samples() -> Array:
    """Rows acc, m, shift, zero, lo, hi."""
    rng = np.random.default_rng(0)
    accs = [0, 1, -1, 2, -2, 127, -128, 2**31 - 1, -(2**31), 2**30, -(2**30), 12345678, -87654321]
    ms = [0, 2**30, 2**30 + 1, 2**31 - 1, 1518500250]
    shifts = [1, 2, 15, 30, 31, 32, 33, 34, 40, 47, 61, 62]
    edges = [
        (acc, m, s, z, lo, hi)
        for acc in accs
        for m in ms
        for s in shifts
        for z, (lo, hi) in zip((0, -128, 127, 3, -7), LIMITS, strict=True)
    ]
    n = 4000
    limits = np.array(LIMITS)[rng.integers(0, len(LIMITS), n)]
    random = np.column_stack(
        [
            np.sign(rng.normal(size=n)) * np.exp(rng.uniform(0, 21.4, n)) // 1,
            rng.integers(2**30, 2**31, n),
            rng.integers(1, 63, n),
            rng.integers(-128, 128, n),
            limits,
        ]
    )
    ties = [(2 * k + 1, 2**30, 31, 0, -128, 127) for k in range(-130, 130)]  # (k + 1/2), rounded up
    return np.concatenate([np.array(edges), random.astype(np.int64), np.array(ties)]).T


@pytest.mark.parametrize("target", ["host", "cortex-m4"])
def test_requantize(target: str, tmp_path: Path) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    samples = requantize_samples()
    got = run(tmp_path, target, samples, "edgec_requantize(a[i], b[i], (uint32_t)c[i], d[i], e[i], f[i])")
    wanted = [requantize(np.int64(a), Multiplier(int(m), int(s)), z, lo, hi) for a, m, s, z, lo, hi in samples.T]
    assert np.array_equal(got, wanted)


@pytest.mark.parametrize("target", ["host", "cortex-m4"])
def test_add_scaled_of_every_extreme(target: str, tmp_path: Path) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    rng = np.random.default_rng(1)
    rows, wanted = [], []
    for _ in range(1500):
        scales = np.exp(rng.uniform(-12, 2, 3))
        scales[2] = max(scales[2], max(scales[0], scales[1]) * 2.0**-18)
        f = add_multipliers(*(float(s) for s in scales))
        sign = int(rng.choice([-1, 1]))
        za, zb, z = (int(v) for v in rng.integers(-128, 128, 3))
        a, b = (int(v) for v in rng.choice([-128, -1, 0, 127], 2))
        offset = (1 << (f.shift - 1)) - za * f.a - sign * zb * f.b
        rows.append((a, f.a, b, sign * f.b, offset, f.shift, z))
        acc = (a - za) * f.a + sign * (b - zb) * f.b
        wanted.append(min(max(((acc + (1 << (f.shift - 1))) >> f.shift) + z, -128), 127))
    expression = "edgec_add_scaled(a[i], b[i], c[i], d[i], e[i], (uint32_t)f[i], g[i], -128, 127)"
    assert np.array_equal(run(tmp_path, target, np.array(rows).T, expression), wanted)


@pytest.mark.parametrize("target", ["host", "cortex-m4"])
def test_sums_by_powers_of_two_round_half_to_even(target: str, tmp_path: Path) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    factors = [multiplier(f) for f in (0.5, 0.25, 1 / 64, 2.0**-30, 1.0, 4.0, 1 / 3, 0.75, 1 / 48)]
    accs = [*range(-130, 131), 2**29, -(2**29), 3 * 2**29, 2**31 - 1, -(2**31)]
    rows = [(acc, f.m, f.shift, 5) for f in factors for acc in accs]
    expression = "edgec_requantize(edgec_to_even(a[i], b[i], (uint32_t)c[i]), b[i], (uint32_t)c[i], d[i], -128, 127)"
    got = run(tmp_path, target, np.array(rows, np.int64).T, expression)
    wanted = [int(requantize_even(np.int64(a), Multiplier(m, s), z, -128, 127)) for a, m, s, z in rows]
    assert np.array_equal(got, wanted)
    halves = [np.clip(round(a * m / 2**s) + z, -128, 127) for a, m, s, z in rows if m == 2**30]  # Python rounds to even
    assert np.array_equal([w for w, r in zip(wanted, rows, strict=True) if r[1] == 2**30], halves)
