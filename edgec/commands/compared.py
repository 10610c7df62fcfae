"""Compare outputs of several runs, element by element, for ``edgec verify``; and show how they follow the reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import numpy as np

from edgec.commands.float_runs import FloatRuns
from edgec.commands.verdict import OnData
from edgec.console.tables import Shown, Table, columns, text
from edgec.converter.graph.errors import AccuracyGate, printable
from edgec.converter.graph.ir import Array, DType, Tensor
from edgec.converter.ops.stored import FORMATS, Stored, decode
from edgec.quantize.judge.accuracy import SQNR_LIMIT_DB, judged_output, max_abs_error, same, sqnr_db, top1
from edgec.quantize.judge.agreement import UNDECIDED_STEPS
from edgec.quantize.ranges.simulate import to_real
from edgec.reports.results import decibels_text

FLOAT_TOLERANCE = 1e-4  # of the largest magnitude of the output
PLACES = ("onnxruntime", "simulator", "host", "qemu", "device")
MANTISSA: dict[DType | Stored, int] = {
    DType.F16: 10,
    Stored.BF16: 7,
    **{stored: f.mantissa for stored, f in FORMATS.items()},
}
"""Bits of the fraction of the types whose last place is coarser than ``FLOAT_TOLERANCE``."""


@dataclass(frozen=True)
class OutputPort:
    """An output of the generated code, and the format whose bits it holds (None: its type is what it says)."""

    tensor: Tensor
    stored: Stored | None = None

    @property
    def is_real(self) -> bool:
        """Whether the tensor holds real values, which are compared by tolerance."""
        return self.tensor.dtype.is_float or self.stored is not None

    @property
    def has_values(self) -> bool:
        """Whether its elements are values, exact or quantized, with meaningful distances; class numbers are not."""
        return self.is_real or self.tensor.quant is not None

    @property
    def tolerance(self) -> float:
        """The tolerated share of the largest magnitude: ``FLOAT_TOLERANCE``, or two last places of a coarser type."""
        bits = MANTISSA.get(self.stored or self.tensor.dtype)
        return FLOAT_TOLERANCE if bits is None else max(FLOAT_TOLERANCE, 2.0 * 2.0**-bits)

    @property
    def step(self) -> float:
        """The distance of two neighbouring values."""
        t = self.tensor
        if t.quant is not None and t.quant.axis is None:
            return t.quant.s
        return 0.0 if t.dtype.is_float else 1.0

    def real(self, y: Array) -> Array:
        """Real values (float64) of ``[N, elements]`` in the element type of the device."""
        value = decode(self.stored, y) if self.stored is not None else to_real(y, self.tensor)
        return value.astype(np.float64)


@dataclass(frozen=True)
class Followed:
    """The gate of integer and float16 models: how the simulator follows ONNX Runtime on ``samples`` inputs.

    ``agreement`` is that of ``quantize.judge.agreement``; ``least`` is what it must be.  ``given``: the inputs are the
    user's, else random ones of the calibrated range.  ``half``: the model computes in float16.
    """

    agreement: float
    least: float
    samples: int
    given: bool = False
    half: bool = False

    @property
    def sentence(self) -> str:
        """The result in one sentence."""
        inputs = "samples" if self.given else "random inputs"
        return (
            f"correlation with the float model: {self.agreement:.2f} on {self.samples} {inputs} "
            f"(required: {self.least:.2f})"
        )

    @property
    def mismatches(self) -> tuple[str, ...]:
        """The sentence of a gate that failed."""
        if self.agreement >= self.least:
            return ()
        if self.half:
            return (
                f"the float16 model does not follow the float model: {self.sentence}; values or sums are beyond what "
                "float16 holds: convert it to float32 or integers, or change the limit with --min-agreement",
            )
        return (
            f"the integer model does not follow the float model: {self.sentence}; convert it again with "
            "representative calibration samples, or change the limit with --min-agreement",
        )


@dataclass(frozen=True, repr=False)
class VerifyResult(Shown):
    """The result of ``verify``.

    ``accuracy``, ``max_error`` and the counts of samples are by place; a place that did not run is absent.  ``agree``
    counts the samples whose outputs are what they must be: integers the simulator's, floats near the reference's.
    ``sqnr`` is the lowest of an integer model on the user's samples, against ONNX Runtime's outputs.
    """

    samples: int
    metric: str
    accuracy: dict[str, float]
    max_error: dict[str, float]
    byte_equal: dict[str, int]
    agree: dict[str, int]
    floats: bool  # an output is float
    tolerance: float = FLOAT_TOLERANCE  # the largest one of the float outputs
    mismatches: tuple[str, ...] = ()
    followed: Followed | None = None  # None: a float model, or ONNX Runtime does not run it
    on_data: OnData | None = None  # of the user's samples; None: a float model
    sqnr: float | None = None
    target: str = ""
    fed_back: str = ""  # what was done with the states of a model that has some

    def __repr__(self) -> str:
        return f"{self.verdict()}\n{text(self.table())}"

    def verdict(self, broken: Sequence[str] = ()) -> str:
        """One line: PASS or FAIL, how many samples are right and where they ran, and the accuracy.

        Args:
            broken: names of gates that are broken.
        """
        counts = self.agree if self.floats else self.byte_equal
        ran = [place for place in ("host", "qemu") if place in counts]
        names = {"host": "host", "qemu": f"{printable(self.target)} (QEMU)".strip()}
        rule = f"within {self.tolerance:g} of the reference" if self.floats else "bit-identical"
        least = min((counts[place] for place in ran), default=0)
        facts = [f"{least} of {self.samples} samples {rule} on {' and '.join(names[place] for place in ran)}"]
        if self.metric == "top1":
            scores = [self.accuracy[place] for place in ("simulator", *ran) if place in self.accuracy]
            known = self.accuracy.get("onnxruntime")
            facts.append(f"top-1 {min(scores):.4f}{'' if known is None else f', float {known:.4f}'}")
        elif self.sqnr is not None:
            facts.append(f"SQNR {decibels_text(self.sqnr, ' dB')}")
        if broken:
            facts.append(f"gates failed: {', '.join(broken)}")
        return f"{'FAIL' if broken or self.mismatches else 'PASS'}: {'; '.join(facts)}"

    @property
    def notes(self) -> tuple[str, ...]:
        """The lines that the text form has below the table."""
        saturation = None if self.on_data is None else self.on_data.saturation
        parts = (part.sentence for part in (saturation, self.followed) if part is not None)
        return (*((self.fed_back,) if self.fed_back else ()), *parts)

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``verify --json``."""
        return {
            "samples": self.samples,
            "byte_equal": {p: self.byte_equal.get(p) for p in ("host", "qemu", "device")},
            "agree": {p: self.agree.get(p) for p in PLACES[1:]},
            "metric": self.metric,
            "accuracy": {p: self.accuracy.get(p) for p in PLACES},
            "max_error": {p: _finite(self.max_error.get(p)) for p in PLACES[1:]},
            "agreement": self.followed.agreement if self.followed is not None else None,
            "saturation": asdict(self.on_data.saturation) if self.on_data is not None else None,
            "mismatches": list(self.mismatches),
            "passed": not self.mismatches,
        }

    def table(self) -> Table:
        """The text form: a row for each place."""
        rows: list[tuple[str, ...]] = []
        shown = self.agree if self.floats else self.byte_equal
        random = self.followed is not None and not self.followed.given  # of which the error says nothing
        for place in PLACES:
            if place in self.accuracy or place in self.byte_equal:
                score = None if random else self.accuracy.get(place)
                error = None if random else self.max_error.get(place)
                equal = shown.get(place)
                rows.append(
                    (
                        place,
                        "-" if score is None else f"{score:.4f}" if self.metric == "top1" else decibels_text(score),
                        "-" if error is None else f"{error:.3g}",
                        "-" if equal is None else f"{equal} of {self.samples}",
                    )
                )
        last = f"agree within {self.tolerance:g}" if self.floats else "bytes equal to simulator"
        heads = ("run", "top-1" if self.metric == "top1" else "SQNR dB", "max error", last)
        return Table(columns(*heads, right=(1, 2, 3)), tuple(rows))

    def raise_on_mismatch(self) -> None:
        """Raise when any output differs.

        Raises:
            AccuracyGate: names the first sample and element of each difference.
        """
        if self.mismatches:
            raise AccuracyGate("; ".join(self.mismatches))


def compared(
    outputs: Sequence[OutputPort],
    runs: Mapping[str, Sequence[Array]],
    reference: Sequence[Array] | None,
    labels: Array | None,
    floats: FloatRuns | None = None,
    followed: Followed | None = None,
    on_data: OnData | None = None,
    scored_from: int = 0,
) -> VerifyResult:
    """Scores and differences of all runs.

    Args:
        outputs: of the generated code.
        runs: per place ("simulator" among them) one array ``[N, elements]`` for each output, in its element type.
        reference: ONNX Runtime's outputs as real values; None when it does not run the model.
        labels: ``[N]``, or None.
        floats: the runs of a model with float layers.  The simulator bounds the float outputs of one with integers too.
        followed: what the gate of integer models found.
        on_data: what the user's samples do in an integer model, and what it may lose on them.
        scored_from: number of the first sample that counts for the accuracy.
    """
    real = {p: [o.real(y) for o, y in zip(outputs, ys, strict=True)] for p, ys in runs.items()}
    truth = real["simulator"] if reference is None else reference
    judged = judged_output([o.tensor for o in outputs])
    labels = labels if truth[judged].shape[1] > 1 else None
    values = [i for i, o in enumerate(outputs) if o.has_values] or list(range(len(outputs)))  # no class numbers

    scored = real if labels is None or reference is None else {"onnxruntime": truth, **real}
    rated, known = {p: _from(scored_from, ys) for p, ys in scored.items()}, _from(scored_from, truth)
    accuracy = {p: _ratio(known, ys, values) if labels is None else top1(ys[judged], labels) for p, ys in rated.items()}
    lost = "" if on_data is None or reference is None else _lost(outputs, truth, real["simulator"], labels, on_data)
    all_floats = floats is not None and floats.all_floats
    expected, bound = runs["simulator"], truth if all_floats else real["simulator"]
    differences = {p: _differences(p, outputs, (runs[p], expected), (real[p], bound), floats) for p in runs}
    return VerifyResult(
        samples=len(truth[0]),
        metric="top1" if labels is not None else "sqnr_db",
        accuracy=accuracy,
        max_error={p: max(max_abs_error(known[i], rated[p][i]) for i in values) for p in real},
        byte_equal={p: _equal_samples(ys, expected) for p, ys in runs.items() if p != "simulator"},
        agree={p: int(right.sum()) for p, (right, _) in differences.items()},
        floats=any(o.is_real for o in outputs),
        tolerance=max((o.tolerance for o in outputs if o.is_real), default=FLOAT_TOLERANCE),
        mismatches=(*(m for _, sentences in differences.values() for m in sentences), *_gates(on_data, lost, followed)),
        followed=followed,
        on_data=on_data,
        sqnr=None if on_data is None or reference is None else min(_ratio(known, rated[p], values) for p in runs),
    )


def _finite(value: float | None) -> float | None:
    """JSON has no infinity."""
    return value if value is not None and isfinite(value) else None


def _from(first: int, outputs: Sequence[Array]) -> list[Array]:
    return [y[first:] for y in outputs]


def _ratio(reference: Sequence[Array], outputs: Sequence[Array], taken: Sequence[int]) -> float:
    """The signal to noise ratio of some outputs together, in dB."""
    ratio = sqnr_db(*(np.concatenate([side[i] for i in taken], axis=1) for side in (reference, outputs)))
    return float(np.clip(ratio, -SQNR_LIMIT_DB, SQNR_LIMIT_DB))


def _gates(on_data: OnData | None, lost: str, followed: Followed | None) -> tuple[str, ...]:
    """The sentence of the first gate that failed: what is ``lost`` names its cause."""
    if on_data is not None and lost:
        return on_data.broken(lost)
    return followed.mismatches if followed is not None else ()


def _lost(
    outputs: Sequence[OutputPort],
    reference: Sequence[Array],
    values: Sequence[Array],
    labels: Array | None,
    data: OnData,
) -> str:
    """Say what integers lose beyond the bounds on the user's samples, or "".

    Without labels, errors (root mean square) of a few steps are those of rounding, of which a ratio to a tiny signal
    says nothing: not where the samples are on another scale than the calibration, whose steps are too large for them.
    """
    judged = judged_output([o.tensor for o in outputs])
    if labels is not None:
        return data.bounds.of_top1(reference[judged], values[judged], labels)
    taken = [i for i, o in enumerate(outputs) if o.has_values]
    errors = [float(np.sqrt(np.mean((reference[i] - values[i]) ** 2))) for i in taken]
    rounding = all(e <= UNDECIDED_STEPS * outputs[i].step for e, i in zip(errors, taken, strict=True))
    if rounding and not data.scales and not data.bounds.exact_sqnr:
        return ""
    return data.bounds.of_sqnr(_ratio(reference, values, taken), len(reference[0]))


def _equal_samples(outputs: Sequence[Array], expected: Sequence[Array]) -> int:
    """Samples whose outputs are all the same bytes."""
    equal = np.ones(len(expected[0]), bool)
    for y, e in zip(outputs, expected, strict=True):
        equal &= (y.view(np.uint8) == e.view(np.uint8)).all(axis=1)
    return int(equal.sum())


def _differences(
    place: str, outputs: Sequence[OutputPort], typed: tuple[Sequence[Array], Sequence[Array]],
    real: tuple[Sequence[Array], Sequence[Array]], floats: FloatRuns | None,
) -> tuple[Array, list[str]]:  # fmt: skip
    """Compare one place's samples with their bounds: bool ``[N]``, and a sentence per output that differs.

    Args:
        place: where it ran.
        outputs: of the generated code.
        typed: its outputs in the device's types, and those of the simulator.
        real: its outputs as real values, and those that bound float outputs.
        floats: the runs of a model with float layers, of which both are roundings.
    """
    messages = []
    right = np.ones(len(typed[0][0]), bool)
    for i, output in enumerate(outputs):
        a, b = (side[i] for side in (real if output.is_real else typed))
        if output.is_real:
            wrong = ~_near(a, b, output.tolerance)
            if floats is not None and floats.all_floats and output.tensor.dtype is DType.F32 and wrong.any():
                # Sums that cancel: two orders of summation may lie on both sides of what they are roundings of.
                exact = floats.in_double[i]
                wrong &= ~(_near(a, exact, output.tolerance) & _near(b, exact, output.tolerance))
            rule = f"must be within {output.tolerance:g} of the largest magnitude of the reference"
        else:
            wrong = a != b
            if floats is not None and wrong.any():
                numbers = np.flatnonzero(wrong.any(axis=1))
                wrong[numbers] &= ~floats.undecided(i, numbers)
            rule = "must be the simulator's byte"
        right &= ~wrong.any(axis=1)
        if wrong.any():
            n, k = (int(v) for v in np.argwhere(wrong)[0])
            bad = int(wrong.any(axis=1).sum())
            messages.append(
                f"{place}: {bad} of {len(wrong)} samples differ in output {i}, first at sample {n} element {k}: "
                f"{a[n, k]:g} {rule}, {b[n, k]:g}"
            )
    return right, messages


def _near(values: Array, bound: Array, tolerance: float) -> Array:
    """Return where values are equal (infinities, NaN) or as near as the tensor's largest finite magnitude allows."""
    limit = tolerance * np.abs(bound[np.isfinite(bound)]).max(initial=1e-30)
    with np.errstate(invalid="ignore"):
        near = np.abs(values - bound) <= limit
    return np.asarray(same(bound, values) | (near & np.isfinite(bound)))
