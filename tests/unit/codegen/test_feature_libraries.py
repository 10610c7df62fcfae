"""Parameters of librosa, torchaudio and tf.signal: beside their documented formulas, written here again.

The packages are not needed: where one is installed, its own values are compared too.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import edgec as package
from edgec.codegen.features.libraries import imported
from edgec.codegen.features.spec import FeatureSpec, float_features
from edgec.codegen.features.twin import integer_features
from edgec.converter.graph.errors import UsageError

Floats = npt.NDArray[np.float64]
LIBROSA: dict[str, Any] = {
    "sr": 16000, "n_fft": 512, "hop_length": 160, "win_length": 400, "center": False, "n_mels": 40, "n_mfcc": 13,
    "fmin": 20.0, "fmax": 7600.0, "top_db": None,
}  # fmt: skip
TORCHAUDIO: dict[str, Any] = {
    "sample_rate": 16000, "n_fft": 512, "hop_length": 160, "center": False, "f_min": 20.0, "n_mels": 40, "n_mfcc": 20,
    "log_mels": True,
}  # fmt: skip
TF_SIGNAL: dict[str, Any] = {
    "sample_rate": 16000, "frame_length": 640, "frame_step": 320, "num_mel_bins": 40, "lower_edge_hertz": 20.0,
    "upper_edge_hertz": 4000.0, "num_mfccs": 10,
}  # fmt: skip
CALLS = {"librosa": LIBROSA, "torchaudio": TORCHAUDIO, "tf.signal": TF_SIGNAL}


def sound() -> npt.NDArray[np.int16]:
    """A second of noise with a rising tone, and one that is nearly silent."""
    random, t = np.random.default_rng(11), np.arange(16000) / 16000.0
    loud = random.normal(0.0, 2000.0, 16000) + 9000.0 * np.sin(2.0 * np.pi * (100.0 + 1700.0 * t) * t)
    return np.concatenate([loud, random.normal(0.0, 20.0, 16000)]).round().clip(-32768, 32767).astype(np.int16)


def power_spectrum(samples: Floats, frame: int, hop: int, fft: int, left: int) -> Floats:
    """|STFT|^2 of frames of ``fft`` samples, in which a Hann window of ``frame`` begins at ``left``; no padding."""
    window = np.zeros(fft)
    window[left : left + frame] = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(frame) / frame)
    last = len(samples) - max(fft, left + frame)
    cut = np.stack([samples[i : i + fft] for i in range(0, last + 1, hop)])
    return np.asarray(np.abs(np.fft.rfft(cut * window, fft)) ** 2)


def dct(values: Floats, count: int, first: float) -> Floats:
    """DCT-II with the factor sqrt(2 / N); the first coefficient times ``first``."""
    n = values.shape[1]
    rows = np.cos(np.pi * np.arange(count)[:, None] * (2.0 * np.arange(n) + 1.0) / (2.0 * n)) * np.sqrt(2.0 / n)
    rows[0] *= first
    return values @ rows.T


def librosa_formula(samples: Floats) -> Floats:
    """mfcc of power_to_db (amin 1e-10, ref 1) of melspectrogram: Slaney's scale and norm (librosa.filters.mel)."""

    def hz(mel: Floats) -> Floats:
        return np.where(mel < 15.0, mel * 200.0 / 3.0, 1000.0 * np.exp(np.log(6.4) / 27.0 * (mel - 15.0)))

    ends = [20.0 * 3.0 / 200.0, 15.0 + np.log(7.6) * 27.0 / np.log(6.4)]
    at, lines = hz(np.linspace(*ends, 42)), np.arange(257) * 31.25
    ramps = at[:, None] - lines
    weights = [
        np.maximum(0.0, np.minimum(-ramps[i] / (at[i + 1] - at[i]), ramps[i + 2] / (at[i + 2] - at[i + 1])))
        * (2.0 / (at[i + 2] - at[i]))
        for i in range(40)
    ]
    energies = power_spectrum(samples, 400, 160, 512, 56) @ np.array(weights).T
    return dct(10.0 * np.log10(np.maximum(energies, 1e-10)), 13, np.sqrt(0.5))


def torchaudio_formula(samples: Floats) -> Floats:
    """MFCC with log_mels: melscale_fbanks of the HTK scale without a norm, log(mel + 1e-6), DCT ortho."""
    mel = np.linspace(*(2595.0 * np.log10(1.0 + np.array([20.0, 8000.0]) / 700.0)), 42)
    at, lines = 700.0 * (10.0 ** (mel / 2595.0) - 1.0), np.linspace(0.0, 8000.0, 257)
    slopes, steps = at[None] - lines[:, None], np.diff(at)
    weights = np.maximum(0.0, np.minimum(-slopes[:, :-2] / steps[:-1], slopes[:, 2:] / steps[1:]))
    return dct(np.log(power_spectrum(samples, 512, 160, 512, 0) @ weights + 1e-6), 20, np.sqrt(0.5))


def tf_signal_formula(samples: Floats) -> Floats:
    """The chain of tf.signal.mfccs_from_log_mel_spectrograms: magnitudes, slopes over mel, no line at 0 Hz."""
    spectrum = np.sqrt(power_spectrum(np.concatenate([samples, np.zeros(384)]), 640, 320, 1024, 0))

    def mel(hz: Floats) -> Floats:
        return 1127.0 * np.log(1.0 + hz / 700.0)

    lines = mel(np.linspace(0.0, 8000.0, 513)[1:])[:, None]
    at = np.linspace(*mel(np.array([20.0, 4000.0])), 42)
    lower, center, upper = at[:-2], at[1:-1], at[2:]
    weights = np.maximum(0.0, np.minimum((lines - lower) / (center - lower), (upper - lines) / (upper - center)))
    energies = spectrum @ np.concatenate([np.zeros((1, 40)), weights])
    logs = np.log(energies + 1e-6)
    twice = 2.0 * np.cos(np.pi * np.arange(10)[:, None] * (2.0 * np.arange(40) + 1.0) / 80.0)
    return np.asarray(logs @ twice.T / np.sqrt(2.0 * 40))


FORMULAS: dict[str, Callable[[Floats], Floats]] = {
    "librosa": librosa_formula, "torchaudio": torchaudio_formula, "tf.signal": tf_signal_formula,
}  # fmt: skip
BEGINS = {"librosa": 56}  # samples by which the window is padded on the left


def sqnr(exact: Floats, found: Floats) -> float:
    """Signal to noise ratio in dB."""
    return float(10.0 * np.log10((exact**2).sum() / ((exact - found) ** 2).sum()))


@pytest.mark.parametrize("library", CALLS)
def test_the_documented_formula_is_ours(library: str) -> None:
    spec, samples = FeatureSpec(**imported(library, "mfcc", CALLS[library]).values), sound()
    theirs = FORMULAS[library](samples / 32768.0)
    own = samples[BEGINS.get(library, 0) :]
    exact, found = float_features(spec, own), integer_features(spec, own) / 65536.0
    count = min(len(theirs), len(exact))
    assert count > 90 and abs(len(theirs) - len(exact)) <= 2
    np.testing.assert_allclose(exact[:count], theirs[:count], atol=1e-3)  # HTK's 2595 and 1127 are rounded
    print(f"{library}: {sqnr(theirs[:count], found[:count]):.1f} dB")
    assert sqnr(theirs[:count], found[:count]) >= 60.0


def test_librosa_itself() -> None:
    librosa = pytest.importorskip("librosa", reason="librosa is not installed")
    samples = sound()
    own = ("n_mfcc", "top_db", "dct_norm")
    mel = librosa.feature.melspectrogram(y=samples / 32768.0, **{k: v for k, v in LIBROSA.items() if k not in own})
    theirs = librosa.feature.mfcc(S=librosa.power_to_db(mel, top_db=None), n_mfcc=13).T
    spec = FeatureSpec(**imported("librosa", "mfcc", LIBROSA).values)
    found = integer_features(spec, samples[56:])[: len(theirs)] / 65536.0
    print(f"librosa {librosa.__version__}: {sqnr(theirs, found):.1f} dB")
    assert sqnr(theirs, found) >= 60.0


def test_torchaudio_itself() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    torchaudio = pytest.importorskip("torchaudio", reason="torchaudio is not installed")
    samples = sound()
    of_mel = {k: v for k, v in TORCHAUDIO.items() if k not in ("n_mfcc", "log_mels", "sample_rate")}
    transform = torchaudio.transforms.MFCC(16000, 20, log_mels=True, melkwargs=of_mel)
    theirs = transform(torch.tensor(samples / 32768.0, dtype=torch.float32)).numpy().T.astype(np.float64)
    spec = FeatureSpec(**imported("torchaudio", "mfcc", TORCHAUDIO).values)
    assert sqnr(theirs, integer_features(spec, samples)[: len(theirs)] / 65536.0) >= 60.0


def test_tf_signal_itself() -> None:
    tf = pytest.importorskip("tensorflow", reason="tensorflow is not installed")
    samples = sound()
    stft = tf.abs(tf.signal.stft((samples / 32768.0).astype(np.float32), 640, 320))
    weights = tf.signal.linear_to_mel_weight_matrix(40, 513, 16000, 20.0, 4000.0)
    theirs = tf.signal.mfccs_from_log_mel_spectrograms(tf.math.log(stft @ weights + 1e-6))[..., :10].numpy()
    spec = FeatureSpec(**imported("tf.signal", "mfcc", TF_SIGNAL).values)
    assert sqnr(theirs.astype(np.float64), integer_features(spec, samples) / 65536.0) >= 60.0


@pytest.mark.parametrize(
    ("library", "feature", "keywords", "more", "sentence"),
    [
        ("kaldi", "mfcc", {}, {}, "kaldi, mfcc: unknown; there are libraries librosa"),
        ("librosa", "chroma", {}, {}, "librosa, chroma: unknown"),
        ("librosa", "mel", {"n_mel": 3}, {}, "unknown keyword 'n_mel'; there are sr, n_fft"),
        ("librosa", "mel", {}, {}, "center = true pads both ends"),
        ("librosa", "mel", {"center": False}, {}, "give log and floor of the logarithm"),
        ("librosa", "mel", {"center": False, "power": 3.0}, {"log": "db"}, "power = 3.0: must be 1 or 2"),
        ("librosa", "mel", {"center": False, "power": 1.0}, {"log": "db"}, "decibels are of powers here"),
        ("librosa", "mfcc", {"center": False}, {}, "top_db cuts below the loudest of a whole signal"),
        ("librosa", "mfcc", {**LIBROSA, "lifter": 22}, {}, "no lifter"),
        ("librosa", "mel", {"center": False, "norm": 1}, {"log": "db"}, "norm = 1: must be slaney or null"),
        ("torchaudio", "mfcc", {"center": False}, {}, "log_mels = false cuts 80 dB"),
        ("torchaudio", "mel", {"center": False, "pad": 5}, {}, "pad and normalized must be left out"),
        ("torchaudio", "mel", {"center": False, "window_fn": "kaiser"}, {}, "window_fn = kaiser: must be one of"),
        ("tf.signal", "mel", {"sample_rate": 8000, "frame_step": 10}, {}, "'frame_length' has no default"),
        ("tf.signal", "mel", {**TF_SIGNAL, "pad_end": True}, {}, "unknown keyword 'num_mfccs'"),
    ],
)
def test_refusals(library: str, feature: str, keywords: dict[str, Any], more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        imported(library, feature, keywords, **more)


def test_a_spectrogram() -> None:
    """All lines, with the logarithm that is told."""
    keywords = {"sample_rate": 16000, "frame_length": 255, "frame_step": 128}
    spec = FeatureSpec(**imported("tf.signal", "spectrogram", keywords, log="natural", floor=1e-4).values)
    samples = sound()
    exact = np.log(np.sqrt(power_spectrum(np.append(samples / 32768.0, 0.0), 255, 128, 256, 0)) + 1e-4)
    found = integer_features(spec, samples) / 65536.0
    assert found.shape == exact.shape and sqnr(exact, found) >= 60.0


def test_the_command(edgec: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call = {"library": "librosa", "feature": "mfcc", "keywords": LIBROSA}
    (tmp_path / "mel.json").write_text(json.dumps(call))
    (tmp_path / "edgec.toml").write_text('[features]\nlibrary = "mel.json"\n')
    ran = edgec("features", "-o", "fw", "-t", "host")
    assert ran.code == 0 and "SQNR to librosa's formula" in ran.out and "56 samples later" in ran.err, ran.err
    spec, samples = FeatureSpec(**imported("librosa", "mfcc", LIBROSA).values), sound()
    np.testing.assert_array_equal(package.features(samples, config="edgec.toml"), integer_features(spec, samples))
    ran = edgec("features", "-o", "fw", "-t", "host", "--frame", 300, "--force")
    assert ran.code == 2 and "--frame 300 and 400 of --library mel.json differ" in ran.err
    for text, sentence in (
        ("{", "cannot be read"),
        ("[]", "must be an object with library"),
        ('{"library": "librosa", "keywords": {"center": false, "n_fft": "x"}, "log": "db"}', "not of its type"),
    ):
        (tmp_path / "mel.json").write_text(text)
        ran = edgec("features", "-o", "fw", "-t", "host", "--force")
        assert ran.code == 2 and sentence in ran.err, ran.err
