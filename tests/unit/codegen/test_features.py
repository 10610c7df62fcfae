"""Features of audio: integers beside floats, C beside Python, and what is refused."""

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
from edgec.codegen.features import twin
from edgec.codegen.features.emit import feature_files, table_bytes, work_words
from edgec.codegen.features.measure import run_features
from edgec.codegen.features.spec import (
    FULL_SCALE,
    FeatureSpec,
    cosines,
    edges,
    float_features,
    frames,
    from_mel,
    to_mel,
    triangles,
    window,
)
from edgec.codegen.features.twin import integer_features
from edgec.converter.graph.errors import UsageError
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

SPECS = {
    "log-mel": FeatureSpec(),
    "mfcc": FeatureSpec(coefficients=10, power=1, slopes="mel", cosine="htk"),
    "kws dscnn": FeatureSpec(frame=480, hop=320, fft=512, coefficients=13, high_hz=8000.0),
    "slaney": FeatureSpec(mel="slaney", area=True, log="db", floor=1e-10, high_hz=8000.0, bands=64),
    "small": FeatureSpec(frame=20, hop=5, fft=32, bands=3, window="hamming", high_hz=8000.0, low_hz=0.0, floor=1e-9),
    "hop of a frame": FeatureSpec(frame=256, hop=256, fft=256, window="rectangle", bands=12, log="log2"),
    "spectrogram": FeatureSpec(frame=256, hop=128, fft=256, spectrum="lines", power=1, log="log2"),
    "blackman": FeatureSpec(frame=400, hop=160, fft=512, window="blackman", bands=20),
    "at least the floor": FeatureSpec(frame=256, hop=128, fft=256, bands=20, log="db", floor=1e-10, floor_rule="max"),
}

SHORT = {f"{name}, 16 bits": replace(SPECS[name], fft_bits=16) for name in ("log-mel", "mfcc", "small", "spectrogram")}
ALL = {**SPECS, **SHORT}


def sound(count: int = 6400) -> npt.NDArray[np.int16]:
    """Silence, noise of all levels, tones, the ends of the range."""
    random, t = np.random.default_rng(7), np.arange(count)
    noise = [random.normal(0.0, level, count) for level in (1.0, 40.0, 3000.0, 30000.0)]
    tones = [20000.0 * np.sin(0.4 * t), 32767.0 * np.sign(np.sin(0.05 * t)), 9.0 * np.sin(1.1 * t)]
    ends = [np.zeros(count), np.full(count, -32768.0), np.full(count, 32767.0), np.where(t % 2000 == 5, 30000.0, 0.0)]
    return np.concatenate([np.clip(np.round(s), -32768, 32767) for s in (*noise, *tones, *ends)]).astype(np.int16)


def sqnr(spec: FeatureSpec, samples: npt.NDArray[np.int16]) -> float:
    exact = float_features(spec, samples)
    error = exact - integer_features(spec, samples) / 65536.0
    return float(10.0 * np.log10((exact**2).sum() / (error**2).sum()))


@pytest.mark.parametrize("name", SPECS)
def test_integers_are_near_floats(name: str) -> None:
    random = np.random.default_rng(3)
    for level in (2.0, 100.0, 3000.0, 12000.0):
        samples = np.clip(random.normal(0.0, level, 16000), -32768, 32767).astype(np.int16)
        assert sqnr(SPECS[name], samples) > 80.0, level


@pytest.mark.parametrize("name", ["log-mel, 16 bits", "mfcc, 16 bits", "small, 16 bits"])
def test_words_of_16_bits_are_near_floats(name: str) -> None:
    """Noise fills all bands; a band far below the loudest drowns in the rounding of the transform."""
    random = np.random.default_rng(3)
    for level in (2.0, 100.0, 3000.0, 12000.0):
        samples = np.clip(random.normal(0.0, level, 16000), -32768, 32767).astype(np.int16)
        assert sqnr(SHORT[name], samples) > 70.0, level


def test_words_of_16_bits_take_half_the_memory() -> None:
    spec = SPECS["log-mel"]
    short = replace(spec, fft_bits=16)
    assert 2 * work_words(short) == work_words(spec)
    assert table_bytes(spec) - table_bytes(short) == 2 * (spec.frame + spec.fft)


def test_no_line_of_16_bits_overflows() -> None:
    """The loudest signals, of which sums have the most bits: squares at all ends, and those that a turn rotates."""
    host = load_target("host")
    if not available(host):
        pytest.skip("no compiler")
    flags = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    host = replace(host, toolchain=replace(host.toolchain, flags=(*host.toolchain.flags, *flags)))
    spec = replace(SPECS["small"], frame=32, hop=32, window="rectangle", fft_bits=16, floor=0.01)
    random, n = np.random.default_rng(5), np.arange(32)
    loud = [random.choice([-32768, 32767], 32) for _ in range(40)]
    loud += [
        np.where(np.cos(2.0 * np.pi * (k * n + p / 8.0) / 32.0) < 0, -32768, 32767) for k in range(17) for p in range(8)
    ]
    samples = np.concatenate(loud).astype(np.int16)
    for one in (spec, replace(spec, power=1), replace(spec, spectrum="lines")):
        found, _ = run_features(one, samples, host)
        np.testing.assert_array_equal(found, integer_features(one, samples))
        assert np.abs(found / 65536.0 - float_features(one, samples)).max() < 0.05


def test_a_tone_alone_is_near_floats() -> None:
    """The bands beside it are 100 dB lower: nothing of the transform's rounding may show there."""
    tone = np.round(20000.0 * np.sin(2.0 * np.pi * 1000.0 / 16000.0 * np.arange(16000))).astype(np.int16)
    assert sqnr(SPECS["log-mel"], tone) > 80.0
    assert sqnr(SPECS["mfcc"], tone) > 70.0


@pytest.mark.parametrize("name", ALL)
def test_c_gives_the_bytes_of_python(name: str) -> None:
    host, samples = load_target("host"), sound(2000)
    if not available(host):
        pytest.skip("no compiler")
    found, _ = run_features(ALL[name], samples, host)
    expected = integer_features(ALL[name], samples)
    assert len(found) > 10
    np.testing.assert_array_equal(found, expected)


@pytest.mark.slow
@pytest.mark.parametrize("target", ["cortex-m0plus", "cortex-m4", "cortex-m33", "rv32imc", "cortex-a53"])
def test_c_gives_the_bytes_of_python_under_qemu(target: str) -> None:
    core = load_target(target)
    if not available(core):
        pytest.skip(f"no tools for {target}")
    for name in ("log-mel", "mfcc", "mfcc, 16 bits"):
        samples = sound(1000)
        found, counts = run_features(ALL[name], samples, core)
        np.testing.assert_array_equal(found, integer_features(ALL[name], samples))
        if target == "cortex-m4":
            assert counts is not None and counts.max() <= 250_000


def test_undefined_behaviour_and_addresses(tmp_path: Path) -> None:
    if not available(load_target("host")):
        pytest.skip("no compiler")
    host = load_target("host")
    flags = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    chain = replace(host.toolchain, flags=(*host.toolchain.flags, *flags))
    for name in ("mfcc", "small", "spectrogram", "mfcc, 16 bits", "spectrogram, 16 bits"):
        samples = sound(1500)
        found, _ = run_features(ALL[name], samples, replace(host, toolchain=chain))
        np.testing.assert_array_equal(found, integer_features(ALL[name], samples))


def test_a_stream_is_cut_into_frames(tmp_path: Path) -> None:
    """Samples that come in pieces of any length give the frames of the whole."""
    compiler, spec, samples = shutil.which("gcc"), SPECS["small"], sound(300)
    if compiler is None:
        pytest.skip("no gcc")
    for name, text in feature_files(spec, "fe", "0").items():
        (tmp_path / name).write_text(text)
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", tmp_path / "fe.so", tmp_path / "fe.c"], check=True)
    library = ctypes.CDLL(str(tmp_path / "fe.so"))
    stream = (ctypes.c_int16 * (spec.frame + 2))()  # samples, then how many are held
    work, out = (ctypes.c_int32 * work_words(spec))(), (ctypes.c_int32 * spec.features)()
    random, rows, at = np.random.default_rng(1), [], 0
    while at < len(samples):
        piece = np.ascontiguousarray(samples[at : at + int(random.integers(1, 30))])
        at += library.fe_take(stream, piece.ctypes.data_as(ctypes.c_void_p), len(piece))
        if np.frombuffer(stream, np.uint32)[-1] == spec.frame:
            library.fe_frame(stream, out, work)
            rows.append(np.array(out))
            library.fe_next(stream)
    np.testing.assert_array_equal(np.stack(rows), integer_features(spec, samples))


def test_the_float_reference() -> None:
    """Against formulas that are written here again."""
    spec = SPECS["log-mel"]
    samples = sound(1000)[:1600]
    n = np.arange(640)
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * n / 640)
    np.testing.assert_allclose(window(spec), hann, atol=1e-12)
    k = np.arange(513)[:, None]
    turns = np.exp(-2j * np.pi * k * n[None] / 1024)
    power = np.abs(turns @ (samples[320:960] / FULL_SCALE * hann)) ** 2
    mel = np.array([float(w @ power) for w in triangles(spec)])
    np.testing.assert_allclose(float_features(spec, samples)[1], np.log(mel + 1e-6), rtol=1e-9)
    rows = cosines(FeatureSpec(coefficients=40))
    np.testing.assert_allclose(rows @ rows.T, np.eye(40), atol=1e-12)
    assert cosines(FeatureSpec(coefficients=2, cosine="htk"))[0, 0] == pytest.approx(np.sqrt(2.0 / 40.0))


def test_windows() -> None:
    """Periodic windows by their formulas, which numpy has for those that are symmetric."""
    for name, symmetric in (("hann", np.hanning), ("hamming", np.hamming), ("blackman", np.blackman)):
        np.testing.assert_allclose(window(FeatureSpec(frame=40, hop=40, window=name)), symmetric(41)[:40], atol=1e-12)


def test_bit_lengths() -> None:
    """Also of numbers that float64 rounds up to a power of 2."""
    known = [0, 1, 2, 3, 2**53 - 1, 2**53, 2**54 - 1, 2**62 - 1, 2**63 - 1, 2**63, 2**64 - 1]
    assert twin._bit_length(np.array(known, np.uint64)).tolist() == [n.bit_length() for n in known]


def test_mel_scales() -> None:
    hz = np.array([0.0, 100.0, 999.0, 1000.0, 1001.0, 4000.0])
    for scale in ("htk", "slaney"):
        np.testing.assert_allclose(from_mel(to_mel(hz, scale), scale), hz, atol=1e-9)
    assert to_mel(np.array([700.0]), "htk")[0] == pytest.approx(2595.0 * np.log10(2.0))
    assert to_mel(np.array([1000.0]), "slaney")[0] == pytest.approx(15.0)
    at = edges(FeatureSpec())
    assert at[0] == pytest.approx(20.0) and at[-1] == pytest.approx(4000.0)


def test_frames() -> None:
    spec = SPECS["small"]
    assert frames(spec, np.arange(19, dtype=np.int16)).shape == (0, 20)
    assert integer_features(spec, np.zeros(19, np.int16)).shape == (0, 3)
    assert integer_features(replace(spec, fft_bits=16), np.zeros(19, np.int16)).shape == (0, 3)
    assert frames(spec, np.arange(26, dtype=np.int16))[1][0] == 5


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"fft": 1000}, "fft = 1000: a power of 2"),
        ({"fft_bits": 24}, "fft-bits = 24: must be 16 or 32"),
        ({"frame": 2000}, "frame = 2000: must be 1 to fft"),
        ({"hop": 0}, "hop = 0"),
        ({"high_hz": 9000.0}, "high-hz = 9000.0: must be at most half"),
        ({"low_hz": 5000.0}, "low-hz = 5000.0"),
        ({"coefficients": 41}, "coefficients = 41: must be 0 to bands"),
        ({"bands": 200}, "holds no line of the spectrum"),
        ({"floor": float("nan")}, "floor = nan"),
    ],
)
def test_refusals(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        FeatureSpec(**values)


def test_the_command(edgec: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edgec.toml").write_text('[features]\nfft = 256\nframe = 256\nhop = 128\nbands = 12\nlog = "db"\n')
    ran = edgec("features", "-o", "fw", "--name", "ears", "-t", "host")
    assert ran.code == 0, ran.err
    spec = FeatureSpec(fft=256, frame=256, hop=128, bands=12, log="db")
    assert f"{table_bytes(spec):,} bytes" in ran.out and "SQNR" in ran.out
    assert sorted(p.name for p in (tmp_path / "fw").iterdir()) == ["ears.c", "ears.h"]
    samples = sound(400)
    ours = package.features(samples, config="edgec.toml")
    np.testing.assert_array_equal(ours, integer_features(spec, samples))
    other = package.features(samples, config="edgec.toml", bands=8)
    np.testing.assert_array_equal(other, integer_features(replace(spec, bands=8), samples))
    ran = edgec("features", "-o", "short", "--fft-bits", 16, "-t", "host")
    assert "dB (loud noise " in ran.out
    assert ran.code == 0 and "dB on the worst test signal; --fft-bits 32 or a larger --floor raises it" in ran.err
    again = edgec("features", "-o", "fw", "--name", "ears", "-t", "host")
    assert again.code == 2 and "--force" in again.err
    for words, sentence in ((("--name", "features"), "which C libraries use"), (("--fft", 100), "a power of 2")):
        ran = edgec("features", "-t", "host", *words)
        assert ran.code == 2 and sentence in ran.err
    with pytest.raises(UsageError, match="give int16"):
        package.features(np.zeros(1000))
