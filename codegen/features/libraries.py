"""Parameters of librosa, torchaudio and tf.signal as those of our features, by the formulas that these document."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from edgec.codegen.features.spec import FeatureSpec
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass

KEYS = ("library", "feature", "keywords", "log", "floor")
_FOURIER: dict[str, dict[str, Any]] = {
    "librosa": {
        "sr": 22050, "n_fft": 2048, "hop_length": 512, "win_length": None, "window": "hann", "center": True,
        "power": 2.0, "fmin": 0.0, "fmax": None,
    },
    "torchaudio": {
        "sample_rate": 16000, "n_fft": 400, "hop_length": None, "win_length": None, "window_fn": "hann_window",
        "center": True, "pad": 0, "power": 2.0, "normalized": False, "f_min": 0.0, "f_max": None,
    },
    "tf.signal": {
        "sample_rate": None, "frame_length": None, "frame_step": None, "fft_length": None, "window_fn": "hann_window",
        "pad_end": False, "power": 1,
    },
}  # fmt: skip
"""Keywords of the transform and what they are where they are left out; None: computed, or asked for."""
_BANDS: dict[str, dict[str, Any]] = {
    "librosa": {"n_mels": 128, "htk": False, "norm": "slaney"},
    "torchaudio": {"n_mels": 128, "norm": None, "mel_scale": "htk"},
    "tf.signal": {"num_mel_bins": 20, "lower_edge_hertz": 125.0, "upper_edge_hertz": 3800.0},
}
_COSINES: dict[str, dict[str, Any]] = {
    "librosa": {"n_mfcc": 20, "dct_type": 2, "lifter": 0, "dct_norm": "ortho", "top_db": 80.0, "amin": 1e-10},
    "torchaudio": {"n_mfcc": 40, "dct_type": 2, "norm_dct": "ortho", "log_mels": False},
    "tf.signal": {"num_mfccs": 13},
}
CENTER = "center = true pads both ends of a signal, which a stream has not; compute with center=False"
_FEATURES = ("mfcc", "mel", "spectrogram")
LIBROSA_WINDOWS = {
    "hann": "hann",
    "hamming": "hamming",
    "blackman": "blackman",
    "boxcar": "rectangle",
    "ones": "rectangle",
}


@dataclass(frozen=True)
class LibraryCall:
    """A call of another library's features, translated: ``values`` of fields of ``FeatureSpec``."""

    library: str
    values: Mapping[str, Any]
    notes: tuple[str, ...]


def read_library(file: Path) -> LibraryCall:
    """The parameters in a JSON file: library, feature and keywords; ``log`` and ``floor`` of what is done to energies.

    Raises:
        UsageError: it cannot be read, or asks for something that a stream cannot have.
    """
    where = f"--library {printable(str(file))}"
    try:
        given = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        raise UsageError(f"{where}: cannot be read ({e}); give JSON with {', '.join(KEYS)}") from e
    if not isinstance(given, dict) or not set(given) <= set(KEYS) or not isinstance(given.get("keywords", {}), dict):
        raise UsageError(f"{where}: must be an object with {', '.join(KEYS)}, of which keywords is one too")
    try:
        return imported(**given)
    except UsageError as e:
        raise UsageError(f"{where}: {e}") from e
    except TypeError as e:
        raise UsageError(f"{where}: a value is not of its type ({e})") from e


def imported(
    library: str = "", feature: str = "mel", keywords: Mapping[str, Any] | None = None, log: str = "",
    floor: float | None = None,
) -> LibraryCall:  # fmt: skip
    """Parameters of a library's function, as keywords of its call.

    Args:
        library: "librosa", "torchaudio" or "tf.signal".
        feature: "mfcc", "mel" or "spectrogram".
        keywords: of the call.  Those of both functions of a chain are in one dictionary: ``melkwargs`` stand beside the
            others; ``dct_norm`` (librosa) and ``norm_dct`` (torchaudio) are ``norm`` of the cosine transform.
        log: the logarithm that follows ("natural", "db", "log2"); "": the library's own, where it has one.
        floor: what is added before it.

    Raises:
        UsageError: an unknown name or keyword, or something that a stream or our integers cannot have.
    """
    if library not in _FOURIER or feature not in _FEATURES:
        known = f"libraries {', '.join(_FOURIER)}, features {', '.join(_FEATURES)}"
        raise UsageError(f"{library or 'no library'}, {feature}: unknown; there are {known}")
    usual = dict(_FOURIER[library])
    usual |= _BANDS[library] if feature != "spectrogram" else {}
    usual |= _COSINES[library] if feature == "mfcc" else {}
    unknown = sorted(set(keywords or {}) - set(usual))
    if unknown:
        raise UsageError(f"{library} {feature}: unknown keyword '{unknown[0]}'; there are {', '.join(usual)}")
    k = {**usual, **(keywords or {})}
    values, chosen = _READERS[library](feature, k)
    rule = "add" if log else chosen[2]
    log, floor = log or chosen[0], chosen[1] if floor is None else floor
    if not log:
        raise UsageError(f"{library} {feature}: gives energies; give log and floor of the logarithm")
    if log == "db" and values["power"] == 1:
        raise UsageError(f"{library} {feature}: decibels are of powers here; take power 2")
    values |= {"log": log, "floor": 1e-6 if floor is None else floor, "floor_rule": rule}
    if feature == "spectrogram":
        values |= {"spectrum": "lines", "low_hz": 0.0, "high_hz": values["sample_rate"] / 2}
    for name, value in values.items():
        wanted = {bool: (bool,), int: (int,), float: (float, int), str: (str,)}[type(getattr(FeatureSpec, name))]
        if type(value) not in wanted:
            raise UsageError(f"{library} {feature}: what is {name} here is {value!r}, not of its type")
    return LibraryCall(library, values, _notes(values, library != "tf.signal"))


def _notes(values: Mapping[str, Any], padded: bool) -> tuple[str, ...]:
    if values["frame"] == values["fft"] or not padded:
        return ()
    before = (values["fft"] - values["frame"]) // 2
    return (f"a frame begins {before} samples later than the library's, which pads the window on both sides",)


def _must(*rules: tuple[bool, str]) -> None:
    for holds, sentence in rules:
        if not holds:
            raise UsageError(sentence)


def _power(k: Mapping[str, Any]) -> int:
    _must((k["power"] in (1, 2), f"power = {k['power']}: must be 1 or 2"))
    return int(k["power"])


def _librosa(feature: str, k: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, float | None, str]]:
    _must(
        (
            not k["center"],
            CENTER,
        ),
        (k["window"] in LIBROSA_WINDOWS, f"window = {k['window']}: must be one of {', '.join(LIBROSA_WINDOWS)}"),
        (k.get("norm") in (None, "slaney"), f"norm = {k.get('norm')}: must be slaney or null"),
    )
    frame = k["win_length"] or k["n_fft"]
    window = LIBROSA_WINDOWS[k["window"]]
    values = _transform(k["sr"], frame, k["hop_length"], k["n_fft"], window, _power(k))
    if feature != "spectrogram":
        values |= _mel(k["n_mels"], k["fmin"], k["fmax"] or k["sr"] / 2, "htk" if k["htk"] else "slaney")
        values |= {"area": k["norm"] == "slaney"}
    if feature != "mfcc":
        return values, ("", None, "add")
    _must(
        (k["top_db"] is None, "top_db cuts below the loudest of a whole signal, which a stream does not know; compute "
                              "librosa.feature.mfcc(S=power_to_db(mel, top_db=None)) and give top_db null"),
        (k["dct_type"] == 2 and k["dct_norm"] == "ortho" and not k["lifter"], "must have dct_type 2, ortho, no lifter"),
    )  # fmt: skip
    return {**values, "coefficients": k["n_mfcc"]}, ("db", k["amin"], "max")


def _torchaudio(feature: str, k: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, float | None, str]]:
    windows = {"hann_window": "hann", "hamming_window": "hamming", "blackman_window": "blackman"}
    _must(
        (
            not k["center"],
            CENTER,
        ),
        (k["pad"] == 0 and not k["normalized"], "pad and normalized must be left out"),
        (k["window_fn"] in windows, f"window_fn = {k['window_fn']}: must be one of {', '.join(windows)}"),
        (k.get("norm") in (None, "slaney"), f"norm = {k.get('norm')}: must be slaney or null"),
    )
    frame = k["win_length"] or k["n_fft"]
    values = _transform(
        k["sample_rate"], frame, k["hop_length"] or frame // 2, k["n_fft"], windows[k["window_fn"]], _power(k)
    )
    if feature != "spectrogram":
        values |= _mel(k["n_mels"], k["f_min"], k["f_max"] or k["sample_rate"] / 2, k["mel_scale"])
        values |= {"area": k["norm"] == "slaney"}
    if feature != "mfcc":
        return values, ("", None, "add")
    _must(
        (k["log_mels"], "log_mels = false cuts 80 dB below the loudest of a whole signal, which a stream does not "
                        "know; compute with log_mels=True"),
        (k["dct_type"] == 2 and k["norm_dct"] == "ortho", "must have dct_type 2 and the norm ortho"),
    )  # fmt: skip
    return {**values, "coefficients": k["n_mfcc"]}, ("natural", 1e-6, "add")


def _tf_signal(feature: str, k: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, float | None, str]]:
    windows = {"hann_window": "hann", "hamming_window": "hamming"}
    asked = ("sample_rate", "frame_length", "frame_step")
    _must(
        *((k[name] is not None, f"'{name}' has no default; give it") for name in asked),
        (not k["pad_end"], "pad_end = true pads the end of a signal, which a stream has not"),
        (k["window_fn"] in windows, f"window_fn = {k['window_fn']}: must be one of {', '.join(windows)}"),
    )
    fft = k["fft_length"] or 1 << (k["frame_length"] - 1).bit_length()
    window = windows[k["window_fn"]]
    values = _transform(k["sample_rate"], k["frame_length"], k["frame_step"], fft, window, _power(k))
    if feature != "spectrogram":
        values |= _mel(k["num_mel_bins"], k["lower_edge_hertz"], k["upper_edge_hertz"], "htk") | {"slopes": "mel"}
    if feature != "mfcc":
        return values, ("", None, "add")
    return {**values, "coefficients": k["num_mfccs"], "cosine": "htk"}, ("natural", 1e-6, "add")


_Reader = Callable[[str, Mapping[str, Any]], tuple[dict[str, Any], tuple[str, "float | None", str]]]
_READERS: dict[str, _Reader] = {"librosa": _librosa, "torchaudio": _torchaudio, "tf.signal": _tf_signal}
"""Fields of ``FeatureSpec``, and the library's own logarithm, floor and the rule of that."""


def _transform(rate: int, frame: int, hop: int, fft: int, window: str, power: int) -> dict[str, Any]:
    return {"sample_rate": rate, "frame": frame, "hop": hop, "fft": fft, "window": window, "power": power}


def _mel(bands: int, low: float, high: float, scale: str) -> dict[str, Any]:
    return {"bands": bands, "low_hz": low, "high_hz": high, "mel": scale}
