"""Results of running a model, beside its report: scores, errors of layers, the confusion of classes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.quantize.judge.accuracy import SQNR_LIMIT_DB
from edgec.quantize.judge.saturation import Saturation
from edgec.reports.checks import Check
from edgec.reports.records import Report
from edgec.reports.stored import finite, known_fields
from edgec.targets.records import build_record

L = TypeVar("L", "LayerCount", "LayerTime")
NO_RESULT = "is no result of edgec verify, accuracy or profile with --json; give such a file"
MOST_CLASSES = 32  # that a confusion matrix is drawn for


def lowest_top1(metric: str, accuracy: Mapping[str, float | None]) -> float | None:
    """The lowest top-1 of the generated code and its simulator, by place; None where top-1 is not the metric."""
    own = [value for place, value in accuracy.items() if place != "onnxruntime" and value is not None]
    return min(own, default=None) if metric == "top1" else None


def decibels_text(ratio: float, unit: str = "") -> str:
    """A signal to noise ratio, with its unit where one is given; "equal" when nothing differs."""
    return "equal" if ratio >= SQNR_LIMIT_DB else f"{ratio:.1f}{unit}"


@dataclass(frozen=True)
class Scores:
    """Scores by place ("onnxruntime", "simulator", "host", "qemu", "device"), as ``edgec verify --json`` has them.

    ``metric`` is "top1" (0 to 1) or "sqnr_db"; ``byte_equal`` and ``agree`` count samples; ``max_error`` is the largest
    difference of an output to the reference's; ``agreement`` as in ``quantize.judge.agreement``; ``mismatches`` are
    sentences about outputs that differ or lose too much, ``gates`` the gates that were judged.  ``sqnr`` is the lowest
    of integers against ONNX Runtime's outputs, where it was just measured.
    """

    samples: int
    metric: str
    accuracy: Mapping[str, float | None]
    max_error: Mapping[str, float | None]
    byte_equal: Mapping[str, int | None]
    agree: Mapping[str, int | None]
    agreement: float | None = None
    mismatches: tuple[str, ...] = ()
    gates: tuple[Check, ...] = ()
    saturation: Saturation | None = None
    sqnr: float | None = None

    def joined(self, other: Scores) -> Scores:
        """Both, of equally many samples by the same metric; the places of ``other`` where both have one."""
        return Scores(
            samples=self.samples,
            metric=self.metric,
            accuracy={**self.accuracy, **other.accuracy},
            max_error={**self.max_error, **other.max_error},
            byte_equal={**self.byte_equal, **other.byte_equal},
            agree={**self.agree, **other.agree},
            agreement=self.agreement if other.agreement is None else other.agreement,
            mismatches=tuple(dict.fromkeys((*self.mismatches, *other.mismatches))),
            gates=tuple(dict.fromkeys((*self.gates, *other.gates))),
            saturation=other.saturation or self.saturation,
            sqnr=self.sqnr if other.sqnr is None else other.sqnr,
        )

    @property
    def own_top1(self) -> float | None:
        """The lowest top-1 of the generated code and its simulator; None where top-1 is not the metric."""
        return lowest_top1(self.metric, self.accuracy)


@dataclass(frozen=True)
class LayerError:
    """The error of one layer, as ``edgec accuracy --json`` has it.

    ``sqnr_db``: its output in the integer model against the real one; ``saturation`` and ``range_use`` in percent;
    ``recovered_float`` and ``recovered_int16``: what the model's score gains when this layer alone computes so.
    """

    name: str
    op: str
    sqnr_db: float
    saturation: float
    range_use: float
    recovered_float: float | None = None
    recovered_int16: float | None = None
    remedy: str = ""


@dataclass(frozen=True)
class LayerErrors:
    """The errors of all layers that compute in integers, over ``samples`` samples."""

    samples: int
    layers: tuple[LayerError, ...]

    def of(self, report: Report) -> dict[int, LayerError]:
        """By the number of the layer; none where several layers, or several errors, have one name and operator."""
        own, given = (Counter((x.name, x.op) for x in layers) for layers in (report.layers, self.layers))
        errors = {(e.name, e.op): e for e in self.layers if given[e.name, e.op] == own[e.name, e.op] == 1}
        keys = enumerate((layer.name, layer.op) for layer in report.layers)
        return {i: errors[key] for i, key in keys if key in errors}


@dataclass(frozen=True)
class LayerCount:
    """The instructions of a layer, a mean of samples."""

    name: str
    instructions: int


@dataclass(frozen=True)
class CountedRun:
    """Counts of ``edgec profile --json``; milliseconds and microjoules are None where the target does not give them."""

    target: str
    samples: int
    instructions: int
    clock_hz: float | None
    latency_ms_estimate: float | None
    energy_uj_estimate: float | None
    layers: tuple[LayerCount, ...]
    fetch_cycles_estimate: int | None = None

    def of(self, report: Report) -> tuple[int, ...]:
        """The instructions of each layer of the report.

        Raises:
            UsageError: these are other layers.
        """
        return tuple(layer.instructions for layer in _same_layers(self.layers, report))


@dataclass(frozen=True)
class LayerTime:
    """Time of a layer on a device, and its estimate, in the unit of the whole; None where it is not known."""

    name: str
    measured: float | None
    estimate: float | None


@dataclass(frozen=True)
class OnDevice:
    """Measurements of ``edgec profile --port --json``, in ``measured_unit`` ("cycles", "instructions", "ns").

    Milliseconds and microjoules are None where clock or energy are not known, ``stack_bytes`` where it was not painted.
    """

    target: str
    samples: int
    measured_unit: str
    measured: float
    timer: str
    clock_hz: float | None
    latency_ms: float | None
    energy_uj: float | None
    stack_bytes: int | None
    layers: tuple[LayerTime, ...]

    def of(self, report: Report) -> tuple[float | None, ...]:
        """Return the measured time of each layer of the report; None where it is not known.

        Raises:
            UsageError: these are other layers.
        """
        return tuple(layer.measured for layer in _same_layers(self.layers, report))


@dataclass(frozen=True)
class Confusion:
    """Confusion matrix of the classes: ``integers[i][j]`` samples of class ``i`` are given class ``j``.

    ``truth`` says where ``i`` is from: "label", or "float model" for samples without labels.  ``floats`` is the same
    for the float model (empty for samples without labels).
    """

    truth: str
    integers: tuple[tuple[int, ...], ...]
    floats: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Results:
    """All that is known of a model's accuracy and of its instructions."""

    scores: tuple[Scores, ...] = ()
    layers: LayerErrors | None = None
    confusion: Confusion | None = None
    counted: CountedRun | None = None
    on_device: OnDevice | None = None

    def joined(self, other: Results) -> Results:
        """Both; scores of as many samples become one, and where only one of a kind is shown it is that of ``other``."""
        scores = list(self.scores)
        for more in other.scores:
            same = [i for i, s in enumerate(scores) if (s.samples, s.metric) == (more.samples, more.metric)]
            if same:
                scores[same[0]] = scores[same[0]].joined(more)
            else:
                scores.append(more)
        return Results(
            tuple(scores),
            other.layers or self.layers,
            other.confusion or self.confusion,
            other.counted or self.counted,
            other.on_device or self.on_device,
        )


def _same_layers(layers: tuple[L, ...], report: Report) -> tuple[L, ...]:
    """The layers of a profile.

    Raises:
        UsageError: they are not those of the report.
    """
    if [layer.name for layer in report.layers] != [layer.name for layer in layers]:
        raise UsageError(
            f"the profile counts other layers than those of {printable(report.prefix)}; profile the folder again"
        )
    return layers


def read_results(file: Path, report: Report) -> Results:
    """Read the JSON of ``edgec verify --json``, ``edgec accuracy --json`` or ``edgec profile --json``.

    Args:
        file: where.
        report: of the model that it must be about.

    Raises:
        UsageError: it is none of them, it is damaged, or its layers are those of another model.
    """
    value = _read(file)
    if "byte_equal" in value:
        return Results(scores=(build_record(Scores, known_fields(Scores, value), str(file)),))
    if "measured_unit" in value:
        measured = build_record(OnDevice, known_fields(OnDevice, value), str(file))
        measured.of(report)
        return Results(on_device=measured)
    if "mix" in value:
        counted = build_record(CountedRun, known_fields(CountedRun, value), str(file))
        counted.of(report)
        return Results(counted=counted)
    if "layers" not in value:
        raise UsageError(f"{file}: {NO_RESULT}")
    errors = build_record(LayerErrors, known_fields(LayerErrors, value), str(file))
    names = {layer.name for layer in report.layers}
    if errors.layers and not names & {e.name for e in errors.layers}:
        raise UsageError(
            f"{file}: names none of the layers of {printable(report.prefix)}; give the result of 'edgec accuracy' for "
            "the same model"
        )
    return Results(layers=errors)


def _read(file: Path) -> Mapping[str, Any]:
    try:
        value = json.loads(file.read_text(encoding="utf-8"), parse_float=finite, parse_constant=finite)
    except OSError as e:
        raise UsageError(f"{file}: cannot be read ({e.strerror}); check the path") from e
    except (ValueError, RecursionError) as e:
        raise UsageError(f"{file}: is not JSON ({printable(str(e))}); give the output of a command with --json") from e
    if not isinstance(value, Mapping):
        raise UsageError(f"{file}: {NO_RESULT}")
    return value
