"""``edgec features``: features of audio as integer code, the same bytes in Python and C."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edgec.codegen import identifier
from edgec.codegen.features.emit import feature_files, table_bytes, work_words
from edgec.codegen.features.measure import run_features
from edgec.codegen.features.spec import FeatureSpec, float_features
from edgec.codegen.features.tables import FEATURE_BITS
from edgec.codegen.features.twin import integer_features
from edgec.console.tables import Shown, Table, columns
from edgec.converter.graph.errors import EdgecError, ToolchainMissing, UsageError
from edgec.converter.graph.work import Notify
from edgec.folder.single import SingleFile
from edgec.folder.version import __version__
from edgec.settings.values import FeaturesOptions
from edgec.targets.reader import Target, load_target

GOOD_DB = 60.0
TRIALS = 12  # frames of each signal
LOUD, QUIET = 3000.0, 30.0  # root mean square of noise, in steps of int16
SEED = 20


@dataclass(frozen=True)
class Features(Shown):
    """What was written, and what it takes.

    ``sqnr_db``: the lowest signal to noise ratio against float64, over the signals of ``signals``; ``instructions`` of
    the longest frame on ``target``, None where nothing counts them.
    """

    files: tuple[Path, ...]
    spec: FeatureSpec
    tables: int
    work: int
    sqnr_db: float
    target: str
    instructions: int | None

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``features --json``."""
        return {
            "files": [str(f) for f in self.files],
            "features": self.spec.features,
            "table_bytes": self.tables,
            "work_bytes": self.work,
            "sqnr_db": round(self.sqnr_db, 1) if isfinite(self.sqnr_db) else None,
            "target": self.target,
            "instructions": self.instructions,
        }

    def table(self) -> Table:
        """The text form: a row for each figure."""
        counted = "-" if self.instructions is None else f"{self.instructions:,}"
        rows = (
            ("files", ", ".join(str(f) for f in self.files)),
            ("features of a frame", str(self.spec.features)),
            ("tables", f"{self.tables:,} bytes"),
            ("working memory", f"{self.work:,} bytes"),
            ("SQNR to float64", f"{self.sqnr_db:.1f} dB"),
            (f"instructions of a frame, {self.target}", counted),
        )
        return Table(columns("", ""), rows)


def spec_of(options: FeaturesOptions) -> FeatureSpec:
    """The features that options describe.

    Raises:
        UsageError: a value cannot be.
    """
    return FeatureSpec(**{name: getattr(options, name) for name in FeatureSpec.__dataclass_fields__})


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
    spec, core = spec_of(options), load_target(target)
    if identifier(name) != name or name == "features":
        raise UsageError(f"--name {name!r}: must be a C identifier other than 'features', which C libraries use")
    texts = feature_files(spec, name, __version__)
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise UsageError(f"{output}: cannot be made ({e.strerror}); give another --output") from e
    places = {file: SingleFile.at(output / file, force) for file in texts}
    samples = np.concatenate(list(signals(spec).values()))
    instructions = _counted(spec, samples, core, notify)
    ratio = min(_sqnr(spec, s) for s in signals(spec).values())
    if ratio < GOOD_DB:
        notify([f"SQNR is {ratio:.1f} dB on the worst test signal; a larger --floor raises it"])
    for file, place in places.items():
        place.write(texts[file].encode("ascii"))
    files = tuple(output / file for file in texts)
    return Features(files, spec, table_bytes(spec), 4 * work_words(spec), ratio, core.name, instructions)


def features_of(options: FeaturesOptions, samples: npt.NDArray[np.int16]) -> npt.NDArray[np.int32]:
    """The features of samples [n], one row for each whole frame, in steps of 1 / 65536: the bytes that the C gives.

    Raises:
        UsageError: a setting cannot be.
    """
    return integer_features(spec_of(options), samples)


def signals(spec: FeatureSpec) -> dict[str, npt.NDArray[np.int16]]:
    """Signals that features are judged on: noise, loud and quiet, and a tone that rises through all bands."""
    count = spec.frame + (TRIALS - 1) * spec.hop
    random, t = np.random.default_rng(SEED), np.arange(count) / spec.sample_rate
    rise = 2.0 * np.pi * (spec.low_hz * t + (spec.high_hz - spec.low_hz) / (2.0 * t[-1]) * t * t)
    made = {
        "loud noise": random.normal(0.0, LOUD, count),
        "quiet noise": random.normal(0.0, QUIET, count),
        "rising tone": 16000.0 * np.sin(rise) + random.normal(0.0, 1.0, count),
    }
    return {name: np.clip(np.round(s), -32768, 32767).astype(np.int16) for name, s in made.items()}


def _sqnr(spec: FeatureSpec, samples: npt.NDArray[np.int16]) -> float:
    exact = float_features(spec, samples)
    error = exact - integer_features(spec, samples) / 2.0**FEATURE_BITS
    return float(10.0 * np.log10((exact**2).sum() / max((error**2).sum(), 1e-300)))


def _counted(spec: FeatureSpec, samples: npt.NDArray[np.int16], target: Target, notify: Notify) -> int | None:
    """The most instructions of a frame, after C and Python were compared."""
    try:
        found, counts = run_features(spec, samples, target)
    except ToolchainMissing as e:
        notify([f"{e}; the C was not run"])
        return None
    if not np.array_equal(found, integer_features(spec, samples)):
        raise EdgecError(f"features on target '{target.name}' differ from Python's: a bug of edgec")
    return None if counts is None else int(counts.max())
