"""Scores, confusion matrices and errors of layers as rows of tables."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.converter.graph.frozen import dataclass
from edgec.reports.page.figures import text
from edgec.reports.page.layers import Cell, decibels
from edgec.reports.records import Report
from edgec.reports.results import MOST_CLASSES, Confusion, LayerErrors, Results, Scores, decibels_text

LEVELS = 8  # shades of a confusion matrix
MOST_RATES = 200  # classes that a table of precision and recall lists
MOST_PAIRS = 20  # of classes that are taken for each other, where there are too many for a matrix
PLACES = {"onnxruntime": "ONNX Runtime, original model", "simulator": "edgec's simulator"} | {
    "host": "the C on this computer",
    "qemu": "the C under QEMU",
    "device": "the C on the device",
}


@dataclass(frozen=True)
class ScoreTable:
    """A table of scores, and sentences below it; ``counted`` when samples of equal bytes are its last column."""

    metric: str
    samples: str
    rows: tuple[tuple[str, ...], ...]
    broken: tuple[str, ...]
    counted: bool
    saturation: str = ""


@dataclass(frozen=True)
class MatrixCell:
    """A count and its shade, 0 to ``LEVELS``."""

    text: str
    level: int
    right: bool
    tip: str


@dataclass(frozen=True)
class ClassRates:
    """Samples, precision (of the samples called so) and recall (of its own) of one class; a dash without any."""

    name: str
    samples: str
    precision: str
    recall: str


@dataclass(frozen=True)
class Matrix:
    """A confusion matrix (``rows`` empty where there are too many classes) and the pairs that are mixed up most."""

    title: str
    truth: str
    classes: tuple[str, ...]
    rows: tuple[tuple[MatrixCell, ...], ...]
    pairs: tuple[tuple[str, str, str], ...]
    summary: str
    rates: tuple[ClassRates, ...]


@dataclass(frozen=True)
class ErrorRow:
    """The error of a layer; ``layer`` is its number, None when the report has none of this name."""

    layer: int | None
    name: str
    op: str
    sqnr: Cell
    saturation: str
    range_use: str
    gains: tuple[str, str]
    remedy: str


def score_tables(results: Results) -> tuple[ScoreTable, ...]:
    """One table for each set of samples."""
    return tuple(_scores(s) for s in results.scores)


def _scores(s: Scores) -> ScoreTable:
    rows: list[tuple[str, ...]] = []
    counted = any(n is not None for n in s.byte_equal.values())
    for place in dict.fromkeys((*s.accuracy, *s.agree)):
        score, error = s.accuracy.get(place), s.max_error.get(place)
        right, equal = s.agree.get(place), s.byte_equal.get(place)
        if score is None and right is None and equal is None:
            continue
        shown = "-" if score is None else f"{100 * score:.2f} %" if s.metric == "top1" else decibels_text(score)
        same = "-" if equal is None else f"{equal:,} of {s.samples:,}"
        row = (PLACES.get(place, text(place)), shown, "-" if error is None else f"{error:.3g}", same)
        rows.append(row if counted else row[:-1])
    broken = [text(m) for m in s.mismatches]
    metric = "top-1" if s.metric == "top1" else "SQNR dB"
    saturation = "" if s.saturation is None else text(s.saturation.sentence)
    return ScoreTable(metric, f"{s.samples:,} samples", tuple(rows), tuple(broken), counted, saturation)


def matrices(confusion: Confusion | None, names: Sequence[str] = ()) -> tuple[Matrix, ...]:
    """The matrix of the integers, and of the float model when there are labels; ``names`` are those of the classes."""
    if confusion is None:
        return ()
    kinds = (("Integers", confusion.integers), ("Float model", confusion.floats))
    return tuple(_matrix(title, confusion.truth, counts, _named(names, counts)) for title, counts in kinds if counts)


def _named(names: Sequence[str], counts: Sequence[Sequence[int]]) -> list[str]:
    """A name for each class, its number where names are not known or of another number of classes."""
    return [text(name) for name in names] if len(names) == len(counts) else [str(i) for i in range(len(counts))]


def _matrix(title: str, truth: str, counts: Sequence[Sequence[int]], names: Sequence[str]) -> Matrix:
    total, right = sum(map(sum, counts)), sum(row[i] for i, row in enumerate(counts))
    wrong = sorted(
        ((n, i, j) for i, row in enumerate(counts) for j, n in enumerate(row) if n and i != j),
        key=lambda cell: (-cell[0], *cell[1:]),
    )
    rows: list[tuple[MatrixCell, ...]] = []
    if len(counts) <= MOST_CLASSES:
        for i, row in enumerate(counts):
            whole = max(sum(row), 1)
            rows.append(tuple(_matrix_cell(truth, names[i], names[j], i == j, n, whole) for j, n in enumerate(row)))
    pairs = tuple((names[i], names[j], f"{n:,}") for n, i, j in wrong[:MOST_PAIRS])
    summary = f"{right:,} of {total:,} samples correct ({100 * right / max(total, 1):.2f} %)"
    rates = tuple(_rates(names[i], i, counts) for i in range(len(counts))) if len(counts) <= MOST_RATES else ()
    return Matrix(title, truth, tuple(names), tuple(rows), pairs, summary, rates)


def _rates(name: str, i: int, counts: Sequence[Sequence[int]]) -> ClassRates:
    own, called = sum(counts[i]), sum(row[i] for row in counts)
    precision, recall = (f"{100 * counts[i][i] / n:.1f} %" if n else "-" for n in (called, own))
    return ClassRates(name, f"{own:,}", precision, recall)


def _matrix_cell(truth: str, own: str, called: str, right: bool, n: int, whole: int) -> MatrixCell:
    level = 0 if not n else max(1, round(LEVELS * n / whole))
    tip = f"{truth} {own}, called {called}\n{n:,} samples, {100 * n / whole:.1f} % of the row"
    return MatrixCell(f"{n:,}" if n else "", level, right, tip)


def error_rows(errors: LayerErrors | None, report: Report) -> tuple[ErrorRow, ...]:
    """The errors in the order given, the worst layer first."""
    if errors is None:
        return ()
    numbers = {e.name: i for i, e in errors.of(report).items()}
    return tuple(
        ErrorRow(
            numbers.get(e.name),
            text(e.name),
            text(e.op),
            decibels(e.sqnr_db),
            f"{e.saturation:.2f}",
            f"{e.range_use:.0f}",
            (_gain(e.recovered_float), _gain(e.recovered_int16)),
            text(e.remedy),
        )
        for e in errors.layers
    )


def _gain(value: float | None) -> str:
    return "-" if value is None else f"{value:+.2f}"
