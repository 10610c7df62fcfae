"""``edgec features``: features of audio and motion as integer code, the same bytes in Python and C."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edgec.codegen import identifier
from edgec.codegen.features.emit import feature_files, table_bytes, work_words
from edgec.codegen.features.libraries import LibraryCall, read_library
from edgec.codegen.features.measure import run_features
from edgec.codegen.features.ranges import StepRange, proven
from edgec.codegen.features.spec import FeatureSpec, float_features
from edgec.codegen.features.tables import FEATURE_BITS
from edgec.codegen.features.twin import integer_features
from edgec.console.tables import Shown, Table, columns
from edgec.converter.graph.errors import EdgecError, ToolchainMissing, UsageError
from edgec.converter.graph.work import Notify
from edgec.folder.single import SingleFile
from edgec.folder.version import __version__
from edgec.samples.data import DataSource
from edgec.settings.values import FeaturesOptions
from edgec.targets.reader import Target, load_target

GOOD_DB = 60.0
FRAMES_PER_SIGNAL = 12  # frames of each signal
LOUD, QUIET = 3000.0, 30.0  # root mean square of noise, in steps of int16
SEED = 20


@dataclass(frozen=True)
class Features(Shown):
    """The files that were written, and the cost of the features.

    ``ratios``: signal to noise ratios against float64 in dB, by the signals of ``signals``, of statistics or spectrum,
    whichever is lower; ``library``: whose formula that is, "" of keys.  ``instructions`` of the longest frame on
    ``target``, None where nothing counts them.  ``ranges``: the proven range of each step.
    """

    files: tuple[Path, ...]
    spec: FeatureSpec
    tables: int
    work: int
    ratios: tuple[tuple[str, float], ...]
    target: str
    instructions: int | None
    ranges: tuple[StepRange, ...]
    library: str = ""

    @property
    def sqnr_db(self) -> float:
        """The lowest ratio."""
        return min(ratio for _, ratio in self.ratios)

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``features --json``."""
        return {
            "files": [str(f) for f in self.files],
            "features": self.spec.features,
            "table_bytes": self.tables,
            "work_bytes": self.work,
            "sqnr_db": _rounded(self.sqnr_db),
            "sqnr_db_of_signals": {name: _rounded(ratio) for name, ratio in self.ratios},
            "target": self.target,
            "instructions": self.instructions,
            "ranges": [{"step": r.step, "largest": r.largest, "limit": r.limit} for r in self.ranges],
            "library": self.library or None,
        }

    @property
    def _tightest(self) -> str:
        """The step that leaves the fewest bits of its type."""
        least = min(self.ranges, key=lambda r: (r.spare_bits, -r.largest / r.limit))
        return f"{least.step}, {100.0 * least.largest / least.limit:.0f} % of its type"

    def table(self) -> Table:
        """The text form: a row for each figure."""
        counted = "-" if self.instructions is None else f"{self.instructions:,}"
        rows = (
            ("files", ", ".join(str(f) for f in self.files)),
            ("features of a frame", str(self.spec.features)),
            ("tables", f"{self.tables:,} bytes"),
            ("working memory", f"{self.work:,} bytes"),
            (
                f"SQNR to {self.library}'s formula in float64" if self.library else "SQNR to float64",
                f"{self.sqnr_db:.1f} dB ({', '.join(f'{name} {ratio:.1f}' for name, ratio in self.ratios)})",
            ),
            (f"instructions of a frame, {self.target}", counted),
            ("integer ranges", f"{len(self.ranges)} steps, none can overflow; least spare: {self._tightest}"),
        )
        return Table(columns("", ""), rows)


def spec_of(options: FeaturesOptions) -> tuple[FeatureSpec, LibraryCall | None]:
    """The features that options describe, and the library that they were described in.

    Raises:
        UsageError: a value cannot be, or is not that of the library's parameters.
    """
    stated = {name: getattr(options, name) for name in FeatureSpec.__dataclass_fields__ if hasattr(options, name)}
    library = read_library(Path(options.library)) if options.library else None
    for name, value in library.values.items() if library else ():
        if stated[name] not in (value, getattr(FeaturesOptions, name)):
            key = name.replace("_", "-")
            raise UsageError(f"--{key} {stated[name]} and {value} of --library {options.library} differ; leave one out")
        stated[name] = value
    if options.normalize:
        stated |= _normalized(str(options.normalize))
    return FeatureSpec(**stated), library


def _normalized(file: str) -> dict[str, tuple[float, ...]]:
    arrays = DataSource.parse(file).open()
    lacking = {"mean", "std"} - set(arrays.arrays)
    if lacking:
        raise UsageError(f"--normalize {file}: has no array '{min(lacking)}'; it needs mean and std")
    constants = {name: np.asarray(arrays.read(name), np.float64).reshape(-1) for name in ("mean", "std")}
    return {"means": tuple(constants["mean"].tolist()), "deviations": tuple(constants["std"].tolist())}


def write_features(
    options: FeaturesOptions, output: Path, name: str, force: bool, target: str, notify: Notify = lambda _: None
) -> Features:
    """Write ``<name>.c`` and ``<name>.h``, and measure them.

    Args:
        options: what the features are.
        output: the folder, which is made where it is missing.
        name: prefix in C.
        force: replace the files.
        target: what instructions are counted on.
        notify: called with messages for the user.

    Raises:
        UsageError: a value cannot be, the name is none of C, or the files cannot be written.
        EdgecError: C and Python differ (a bug).
    """
    (spec, library), core = spec_of(options), load_target(target)
    ranges = proven(spec)
    if identifier(name) != name or name == "features":
        raise UsageError(f"--name {name!r}: must be a C identifier other than 'features', which C libraries use")
    texts = feature_files(spec, name, __version__)
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise UsageError(f"{output}: cannot be made ({e.strerror}); give another --output") from e
    places = {file: SingleFile.at(output / file, force) for file in texts}
    trials = signals(spec)
    instructions = _counted(spec, np.concatenate(list(trials.values())), core, notify)
    ratios = tuple((kind, sqnr(spec, samples)) for kind, samples in trials.items())
    ratio = min(decibels for _, decibels in ratios)
    notify(list(library.notes) if library else [])
    if ratio < GOOD_DB:
        more = "--fft-bits 32 or " if spec.fft_bits == 16 else ""
        notify([f"SQNR is {ratio:.1f} dB on the worst test signal; {more}a larger --floor raises it"])
    for file, place in places.items():
        place.write(texts[file].encode("ascii"))
    files = tuple(output / file for file in texts)
    tables, work = table_bytes(spec), 4 * work_words(spec)
    return Features(
        files, spec, tables, work, ratios, core.name, instructions, ranges, library.library if library else ""
    )


def features_of(options: FeaturesOptions, samples: npt.NDArray[np.int16]) -> npt.NDArray[np.int32]:
    """The features of samples [n] or [n, axes], a row for each whole frame, in steps of 1 / 65536: the bytes of the C.

    Raises:
        UsageError: a setting cannot be.
    """
    spec, _ = spec_of(options)
    axes = samples.shape[1] if samples.ndim == 2 else 1
    if axes != spec.axes:
        raise UsageError(f"features: samples have {axes} axes, not {spec.axes}")
    proven(spec)
    return integer_features(spec, samples)


def signals(spec: FeatureSpec) -> dict[str, npt.NDArray[np.int16]]:
    """Signals that features are judged on: noise, loud and quiet, and a tone that rises through all bands.

    Each axis is shifted in time and has an offset of its own, [n] or [n, axes].
    """
    count = spec.frame + (FRAMES_PER_SIGNAL - 1) * spec.hop
    random, t = np.random.default_rng(SEED), np.arange(count) / spec.sample_rate
    rise = 2.0 * np.pi * (spec.low_hz * t + (spec.high_hz - spec.low_hz) / (2.0 * t[-1]) * t * t)
    made = {
        "loud noise": random.normal(0.0, LOUD, count),
        "quiet noise": random.normal(0.0, QUIET, count),
        "rising tone": 16000.0 * np.sin(rise) + random.normal(0.0, 1.0, count),
    }
    rounded = {name: np.clip(np.round(s), -32768, 32767).astype(np.int16) for name, s in made.items()}
    if spec.axes == 1:
        return rounded
    several = [[np.roll(s, 97 * a) // 2 + 500 * a for a in range(spec.axes)] for s in rounded.values()]
    return {name: np.stack(s, 1).astype(np.int16) for name, s in zip(rounded, several, strict=True)}


def _rounded(ratio: float) -> float | None:
    return round(ratio, 1) if isfinite(ratio) else None


def sqnr(spec: FeatureSpec, samples: npt.NDArray[np.int16]) -> float:
    """Signal to noise ratio of the integers in dB, of statistics or spectrum, whichever is lower."""
    exact = float_features(spec, samples)
    error = exact - integer_features(spec, samples) / 2.0**FEATURE_BITS
    of_axis = np.arange(spec.features) % spec.features_of_axis
    groups = [*(of_axis == i for i in range(len(spec.statistics))), of_axis >= len(spec.statistics)]
    powers = [((exact[:, g] ** 2).sum(), (error[:, g] ** 2).sum()) for g in groups if g.any()]
    return float(min(10.0 * np.log10(signal / max(noise, 1e-300)) for signal, noise in powers if signal))


def _counted(spec: FeatureSpec, samples: npt.NDArray[np.int16], target: Target, notify: Notify) -> int | None:
    """The most instructions of a frame, after C and Python were compared."""
    try:
        features, counts = run_features(spec, samples, target)
    except ToolchainMissing as e:
        notify([f"{e}; the C was not run"])
        return None
    if not np.array_equal(features, integer_features(spec, samples)):
        raise EdgecError(f"features on target '{target.name}' differ from Python's: a bug of edgec")
    return None if counts is None else int(counts.max())
