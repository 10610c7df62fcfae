"""scikit-learn's models as skl2onnx exports them, in edgec's C and in emlearn's: accuracy, flash, RAM, instructions.

    python benchmarks/classic.py [--write] [--only WORD ...]        or: make classic

trains on half of scikit-learn's own data sets with fixed seeds, exports with skl2onnx's defaults, converts for a
Cortex-M4 and a Cortex-M0, and runs the held-out half under QEMU; ``--write`` writes docs/classic.md.  What was measured
is kept in build/classic, model by model; remove that folder to measure anew.  Needs ``pip install -e '.[bench]'``
(scikit-learn, skl2onnx, emlearn), the Arm compiler and QEMU.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))

from classic_emlearn import LARGE, Peer, peer, settings_of  # noqa: E402
from classic_models import MODELS, Classic, Trained, trained  # noqa: E402

from edgec import EdgecError, convert  # noqa: E402
from edgec.folder.read import OutputFolder, open_folder  # noqa: E402
from edgec.samples.data import to_device  # noqa: E402
from edgec.targets.machine.bench import BenchModel, BenchOptions, count_instructions, measure_stack, run_bench  # noqa: E402
from edgec.targets.machine.compile import compile_model  # noqa: E402
from edgec.targets.machine.elf import Sizes, model_footprint  # noqa: E402
from edgec.targets.reader import Target, load_target  # noqa: E402
from tests.sklearn_models.export import exported  # noqa: E402

KEPT = REPO / "build" / "classic"
PAGE = REPO / "docs" / "classic.md"
TARGETS = ("cortex-m4", "cortex-m0")
COUNTED = 8  # held-out rows whose instructions and stack are measured
CALIBRATION = 100
TEXT = """# Classic models

Written by `python benchmarks/classic.py --write` (`make classic`); do not edit.

scikit-learn models on scikit-learn's own data sets, trained with fixed seeds on every other row of a fixed order and
evaluated on the rows in between. Each is exported by skl2onnx from one float32 row with the defaults, including ZipMap
and labels. emlearn (PyPI) converts the same trained model where it can.

- **held-out**: accuracy of the C on the emulated Cortex-M4 (R2 for regression), scikit-learn's in brackets. **as
  scikit-learn**: rows with scikit-learn's class, or with its value within a thousandth of the range.
- **flash**: all that the linker keeps when one inference is called: code, tables, weights and C library functions; on a
  Cortex-M0 edgec's flash includes the library's floating point. Both tools' C is compiled by arm-none-eabi-gcc with the
  options in edgec's headers (-O3).
- **RAM**: arena, static variables and the deepest stack of {counted} inferences, without inputs, outputs and the model
  handle.
- **instructions**: the mean of {counted} held-out rows under QEMU (each a multiple of 40).
- emlearn's features are int16 by default, and the application converts to them; a threshold of 7.5 becomes 7. "features
  scaled" trains again on features times a power of two, which preserves most thresholds. Scaling and StandardScaler are
  outside emlearn's C and not counted. Its inline C generates a function per tree; for more than {large} trees only
  its table was built.

{table}

Some exports lose something before edgec reads them. From a float64 sample skl2onnx makes models with float64 inputs,
most of which ONNX Runtime refuses (use `to_onnx(model, X[:1].astype(numpy.float32))`). skl2onnx 1.20 ignores the
distances of `weights="distance"`, and its `SGDClassifier(loss="modified_huber")` does not give scikit-learn's classes.
With it a `LinearSVC` behind a scaler needs `to_onnx(model, X[:1], options={{LinearSVC: {{}}}})`, and a
`VotingClassifier` needs `flatten_transform=False`. A `OneHotEncoder` is converted with `handle_unknown="ignore"`.
`SVC(probability=True)` is refused, because its probabilities are computed iteratively: use
`CalibratedClassifierCV(SVC(), ensemble=False)`.

`python -m tests.conformance.classics --count 200` compares random models of every family with ONNX Runtime.
"""
COLUMNS = ("data", "model", "as", "held-out", "as scikit-learn", "flash", "RAM", "instructions", "flash, M0")


@dataclass(frozen=True)
class Row:
    """A line of the table: predictions and costs on the first target (RAM, instructions), flash on each target."""

    known: Trained
    title: str
    predicted: np.ndarray | None = None
    flash: tuple[int, ...] = ()
    ram: int = 0
    instructions: int = 0
    refused: str = ""


def flash_of(folder: Path, bench: BenchModel, target: Target, flags: tuple[str, ...]) -> Sizes:
    """Sizes of what the linker keeps when init and run are called, functions of the C library included."""
    with tempfile.TemporaryDirectory() as temp:
        compiled = compile_model(folder, bench.name, target, Path(temp), extra_flags=flags)
        return model_footprint(compiled, target, Path(temp)).sizes


def measured(row: Row, folder: Path, bench: BenchModel, rows: np.ndarray, flags: tuple[str, ...] = ()) -> Row:
    """The row with its figures; RAM is arena, static data and the deepest stack that was used."""
    sizes = [flash_of(folder, bench, load_target(t), flags) for t in TARGETS]
    options, some, target = BenchOptions(extra_flags=flags, jobs=1), [rows[:COUNTED]], load_target(TARGETS[0])
    counts = count_instructions(folder, bench, target, some, options)
    ram = sum(a.bytes for a in bench.all_arenas) + sizes[0].data + sizes[0].bss
    ram += measure_stack(folder, bench, target, some, options)
    return replace(row, flash=tuple(s.flash for s in sizes), ram=ram, instructions=round(float(np.mean(counts))))


def edgec_row(known: Trained, scheme: str, scratch: Path) -> Row:
    """Converted from skl2onnx's default export for each target; the Cortex-M4 runs every held-out row."""
    model = exported(known.model, known.x[:1])
    given = {"calibration": known.x[:CALIBRATION]} if scheme == "int8" else {}
    row, flash = Row(known, f"edgec, {scheme}"), []
    for target in reversed(TARGETS):
        try:
            made = convert(
                model, target=target, output=scratch / target, quantize=scheme, force=True, name="m", **given
            )
        except EdgecError as error:
            return replace(row, refused=str(error).splitlines()[-1].strip())
        flash.append(made.report.flash.total or 0)
    opened = open_folder(made.folder)
    inputs = device_rows(opened, known.held)
    outputs = run_bench(made.folder, opened.bench, opened.target, [inputs], BenchOptions(jobs=1))
    row = replace(row, predicted=classes(known, outputs))
    return replace(measured(row, made.folder, opened.bench, inputs), flash=tuple(reversed(flash)))


def device_rows(opened: OutputFolder, rows: np.ndarray) -> np.ndarray:
    """Rows as the generated function takes them: float32, or int8 with the input's scale."""
    return to_device(rows, opened.graph.tensors[opened.graph.inputs[0]])


def classes(known: Trained, outputs: Sequence[np.ndarray]) -> np.ndarray:
    """The label output, or the values."""
    if known.values:
        return outputs[0].reshape(-1)
    label = next(o for o in outputs if o.dtype.kind == "i" and o.dtype.itemsize > 1)
    return label.reshape(-1)


def emlearn_rows(known: Trained, scratch: Path) -> list[Row]:
    """In each of the ways in which it takes the model."""
    found = []
    for i, setting in enumerate(settings_of(known)):
        title = f"emlearn, {setting.title}"
        try:
            other: Peer = peer(known, setting, scratch / f"emlearn{i}")
        except (ValueError, AssertionError, RuntimeError) as error:
            found.append(Row(known, title, refused=str(error).splitlines()[0]))
            continue
        target = load_target(TARGETS[0])
        options = BenchOptions(extra_flags=other.flags, jobs=1)
        outputs = run_bench(other.folder, other.bench, target, [other.rows], options)
        row = Row(known, title, outputs[0].reshape(-1))
        found.append(measured(row, other.folder, other.bench, other.rows, other.flags))
    return found


def rows_of(classic: Classic) -> list[Row]:
    """All rows of a model."""
    known = trained(classic)
    with tempfile.TemporaryDirectory() as temp:
        found = [edgec_row(known, "float32", Path(temp))]
        if classic.int8:
            found.append(edgec_row(known, "int8", Path(temp) / "int8"))
        return found + emlearn_rows(known, Path(temp))


def same(row: Row) -> str:
    """Count the held-out rows that have scikit-learn's class, or its value within a thousandth of the values' range."""
    assert row.predicted is not None
    wanted = row.known.predicted
    if row.known.values:
        close = np.abs(row.predicted - wanted) <= 1e-3 * (row.known.truth.max() - row.known.truth.min())
    else:
        close = row.predicted == wanted
    return f"{int(close.sum())} of {len(close)}"


def score(row: Row) -> str:
    """Top-1 in percent or R2 of the row, behind scikit-learn's."""
    assert row.predicted is not None
    theirs, ours = row.known.score(row.known.predicted), row.known.score(row.predicted)
    if np.isnan(ours):
        return "-"
    return f"{ours:.3f} ({theirs:.3f})" if row.known.values else f"{100 * ours:.2f} % ({100 * theirs:.2f} %)"


def cells(row: Row) -> tuple[str, ...]:
    """A line of the table."""
    first = (row.known.classic.data, row.known.classic.title, row.title)
    if row.refused:
        return (*first, f"refused: {row.refused}", *[""] * (len(COLUMNS) - 4))
    figures = (f"{row.flash[0]:,}", f"{row.ram:,}", f"{row.instructions:,}", f"{row.flash[1]:,}")
    return (*first, score(row), same(row), *figures)


def cached_lines(classic: Classic) -> list[list[str]]:
    """The lines of a model, measured unless they are kept."""
    path = KEPT / f"{re.sub('[^a-z0-9]+', '_', f'{classic.data} {classic.title}'.lower())}.json"
    if not path.is_file():
        lines = [cells(row) for row in rows_of(classic)]
        KEPT.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(lines, indent=1), encoding="utf-8")
    found: list[list[str]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def page(rows: Sequence[Sequence[str]]) -> str:
    """The text of docs/classic.md."""
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---|---|---|" + "--:|" * (len(COLUMNS) - 3)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return TEXT.format(table="\n".join(lines), counted=COUNTED, large=LARGE)


def main(arguments: Sequence[str]) -> int:
    """Print or write the page."""
    parser = argparse.ArgumentParser(description="scikit-learn's models in edgec's C and in emlearn's")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(REPO)}")
    parser.add_argument("--only", nargs="*", default=(), help="models whose title or data holds one of the words")
    options = parser.parse_args(arguments)
    rows: list[list[str]] = []
    for classic in MODELS:
        if not options.only or any(w in f"{classic.data} {classic.title}" for w in options.only):
            rows += cached_lines(classic)
            sys.stderr.write(f"{classic.data} {classic.title}\n")
    text = page(rows)
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
