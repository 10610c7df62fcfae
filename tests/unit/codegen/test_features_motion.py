"""Features of sensors with several axes: statistics, bands, z-scores; C beside Python beside floats."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import edgec as package
from edgec.codegen.features.emit import feature_files, work_words
from edgec.codegen.features.measure import run_features
from edgec.codegen.features.spec import STATISTICS, FeatureSpec, float_features
from edgec.codegen.features.twin import integer_features
from edgec.converter.graph.errors import UsageError
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.unit.codegen.test_features import sound

MOTION = FeatureSpec(
    sample_rate=100, frame=125, hop=50, fft=128, axes=3, statistics=STATISTICS, mel="linear", bands=6, low_hz=0.5,
    high_hz=50.0, window="hamming",
)  # fmt: skip
SPECS = {
    "motion": MOTION,
    "two statistics": FeatureSpec(frame=100, hop=50, spectrum="none", axes=6, statistics=("rms", "crossings")),
    "z-scores": FeatureSpec(
        frame=64, hop=64, spectrum="none", statistics=("mean", "std", "max"), means=(3.0, 500.0, 1000.0),
        deviations=(1.0, 100.0, 1e-4),
    ),
    "z-scores of log-mel": FeatureSpec(
        frame=256, hop=256, fft=256, bands=4, means=(-3.5, -2.0, 0.25, 1.0), deviations=(2.0, 1.5, 3.0, 4e5)
    ),
}  # fmt: skip


def moved(spec: FeatureSpec, count: int = 1000) -> npt.NDArray[np.int16]:
    """Samples of all kinds, in turns of the axes."""
    samples = sound(count)
    whole = samples[: len(samples) // spec.axes * spec.axes]
    return whole if spec.axes == 1 else whole.reshape(-1, spec.axes)


@pytest.mark.parametrize("name", SPECS)
def test_c_gives_the_bytes_of_python(name: str) -> None:
    host = load_target("host")
    if not available(host):
        pytest.skip("no compiler")
    flags = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    chain = replace(host.toolchain, flags=(*host.toolchain.flags, *flags))
    samples = moved(SPECS[name])
    found, _ = run_features(SPECS[name], samples, replace(host, toolchain=chain))
    assert len(found) > 10
    np.testing.assert_array_equal(found, integer_features(SPECS[name], samples))


@pytest.mark.slow
@pytest.mark.parametrize("target", ["cortex-m0plus", "cortex-m4", "rv32imc", "cortex-a53"])
def test_c_gives_the_bytes_of_python_under_qemu(target: str) -> None:
    core = load_target(target)
    if not available(core):
        pytest.skip(f"no tools for {target}")
    for name in ("motion", "z-scores"):
        samples = moved(SPECS[name], 300)
        found, _ = run_features(SPECS[name], samples, core)
        np.testing.assert_array_equal(found, integer_features(SPECS[name], samples))


def test_statistics_are_near_floats() -> None:
    """Within a step of a mean's fraction, and within 2^-15 of a root."""
    samples = moved(MOTION)
    exact, found = float_features(MOTION, samples), integer_features(MOTION, samples) / 65536.0
    of_axis = np.arange(MOTION.features) % MOTION.features_of_axis
    for i, name in enumerate(STATISTICS):
        ours, theirs = found[:, of_axis == i], exact[:, of_axis == i]
        tolerance = np.abs(theirs) / 2**15 + 2e-5 if name in ("std", "rms") else 2e-5
        assert (np.abs(ours - theirs) <= tolerance).all(), name
    assert np.abs(found - exact)[:, of_axis >= len(STATISTICS)].max() < 1e-3


def test_statistics_by_hand() -> None:
    spec = FeatureSpec(frame=4, hop=4, fft=32, spectrum="none", statistics=STATISTICS)
    (found,) = integer_features(spec, np.array([3, -1, 2, 4], np.int16)) / 65536.0
    np.testing.assert_allclose(found, [2.0, np.sqrt(3.5), np.sqrt(7.5), -1.0, 4.0, 2.0], rtol=2**-15)
    (ends,) = integer_features(spec, np.full(4, -32768, np.int16))
    assert ends.tolist() == [-(2**31), 0, 2**31 - 1, -(2**31), -(2**31), 0]  # rms is held to 32 bits


def test_z_scores() -> None:
    """Each z-score is that of a feature by its mean and deviation; far beyond it stops at the end of 32 bits."""
    spec = SPECS["z-scores"]
    samples = moved(spec)
    plain = float_features(replace(spec, means=(), deviations=()), samples)
    found = integer_features(spec, samples)
    near = (plain - np.array(spec.means)) / np.array(spec.deviations)
    np.testing.assert_allclose(found[:, :2] / 65536.0, np.clip(near[:, :2], -32768, 32767), atol=0.02)
    np.testing.assert_array_equal(found[near[:, 2] > 32768, 2], 2**31 - 1)


def test_a_stream_of_axes_is_cut_into_frames(tmp_path: Path) -> None:
    compiler, spec = shutil.which("gcc"), replace(MOTION, frame=40, hop=15, fft=64, bands=3)
    if compiler is None:
        pytest.skip("no gcc")
    samples = moved(spec, 40)
    for name, text in feature_files(spec, "fe", "0").items():
        (tmp_path / name).write_text(text)
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", tmp_path / "fe.so", tmp_path / "fe.c"], check=True)
    library = ctypes.CDLL(str(tmp_path / "fe.so"))
    stream = (ctypes.c_uint8 * (spec.frame * spec.axes * 2 + 4))()  # samples, then how many are held
    work, out = (ctypes.c_int32 * work_words(spec))(), (ctypes.c_int32 * spec.features)()
    random, rows, at, flat = np.random.default_rng(1), [], 0, samples.reshape(-1)
    while at < len(flat):
        piece = np.ascontiguousarray(flat[at : at + int(random.integers(1, 30))])
        at += library.fe_take(stream, piece.ctypes.data_as(ctypes.c_void_p), len(piece))
        if np.frombuffer(stream, np.uint32)[-1] == spec.frame * spec.axes:
            library.fe_frame(stream, out, work)
            rows.append(np.array(out))
            library.fe_next(stream)
    np.testing.assert_array_equal(np.stack(rows), integer_features(spec, samples))


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"spectrum": "none"}, "nothing is left without a statistic"),
        ({"spectrum": "lines", "coefficients": 3}, "coefficients are of bands"),
        ({"spectrum": "lines", "low_hz": 21.0, "high_hz": 29.0}, "no line of the spectrum between"),
        ({"axes": 17}, "axes = 17: must be 1 to 16"),
        ({"statistics": ("mean", "mean")}, "each at most once"),
        ({"statistics": ("median",)}, "of mean, std"),
        ({"means": (1.0,), "deviations": (1.0,)}, "'mean' has 1 values; a frame has 40 features"),
        ({"means": (1.0,) * 40}, "'std' has 0 values"),
        ({"means": (0.0,) * 40, "deviations": (0.0,) * 40}, "feature 0 has mean 0 and std 0"),
        ({"means": (float("nan"),) * 40, "deviations": (1.0,) * 40}, "feature 0 has mean nan"),
    ],
)
def test_refusals(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        FeatureSpec(**values)


def test_the_command(edgec: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edgec.toml").write_text(
        '[features]\nsample-rate = 100\nframe = 100\nhop = 50\naxes = 3\nspectrum = "none"\n'
        'statistic = ["mean", "std"]\nnormalize = "z.npz"\n'
    )
    np.savez(tmp_path / "z.npz", mean=np.arange(6.0), std=np.full(6, 30.0))
    ran = edgec("features", "-o", "fw", "--name", "imu", "-t", "host")
    assert ran.code == 0 and "steps, none can overflow" in ran.out, ran.err
    spec = FeatureSpec(
        sample_rate=100, frame=100, hop=50, axes=3, spectrum="none", statistics=("mean", "std"),
        means=tuple(np.arange(6.0).tolist()), deviations=(30.0,) * 6,
    )  # fmt: skip
    samples = moved(spec, 200)
    ours = package.features(samples, config="edgec.toml")
    np.testing.assert_array_equal(ours, integer_features(spec, samples))
    with pytest.raises(UsageError, match="samples have 1 axes, not 3"):
        package.features(samples[:, 0], config="edgec.toml")
    np.savez(tmp_path / "z.npz", mean=np.arange(6.0))
    ran = edgec("features", "-o", "fw", "--force", "-t", "host")
    assert ran.code == 2 and "has no array 'std'" in ran.err
