"""``edgec accuracy``: how much accuracy a model loses in integers, and in which layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from edgec.console.clock import within
from edgec.console.tables import Column, Shown, Table, full_name
from edgec.converter.graph.errors import UnsupportedModel, UsageError
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.work import Notify, Work, unseen
from edgec.converter.onnx.importer import import_model
from edgec.folder.read import open_folder
from edgec.folder.source import needed
from edgec.quantize.integers.ptq import quantize_calibrated
from edgec.quantize.judge.accuracy import SQNR_LIMIT_DB, judged, sqnr_db, top1
from edgec.quantize.judge.blame import LayerBlame, as_records, blame
from edgec.quantize.ranges.calibrate import calibrate
from edgec.quantize.ranges.named_states import with_states
from edgec.quantize.ranges.scheme import Precision, QuantizeOptions, Rounding, Scheme
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.ranges.states import in_sequence, with_fed_back
from edgec.quantize.rewrite.rewrites import prepared, simplified
from edgec.reports.results import decibels_text
from edgec.samples.advice import about_calibration, about_model, quantized_ranges, scales_of_data
from edgec.samples.data import DataSource, Samples
from edgec.samples.loss import simulated
from edgec.search.schemes import parse_layers, read_samples
from edgec.settings.update import Value, relative
from edgec.settings.values import AccuracyOptions

GONE = ("layer", "max-drop", "allow-float")  # keys that the settings which were found stand in the place of
WITHOUT_DROP = (
    "max-drop is removed from [convert]: with it, convert would choose the data type of each layer itself; "
    "to limit the loss in verify, set max_drop in [gates]"
)
COLUMNS = (
    Column("layer", code=True),
    Column("op", spare=3),
    Column("SQNR dB", right=True),
    Column("saturated %", right=True, spare=4),
    Column("range used %", right=True, spare=5),
    Column("float32 gives", right=True, spare=1),
    Column("int16 gives", right=True, spare=2),
    Column("remedy"),
)


@dataclass(frozen=True, repr=False)
class Accuracy(Shown):
    """Scores of the float and of the integer model, and the layers, worst first.

    ``kept`` are the values of ``--layer`` that win most, those that were given among them, ``kept_score`` the score
    with them, when both were asked for, and ``needs_float`` says whether nodes of that model have no integer form.
    """

    samples: int
    metric: str
    reference: float | None
    score: float
    layers: tuple[LayerBlame, ...]
    kept: tuple[str, ...] = ()
    kept_score: float | None = None
    needs_float: bool = False

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "samples": self.samples,
            "metric": self.metric,
            "accuracy": {"float": self.reference, "integer": self.score},
            "layers": as_records(self.layers),
        } | ({} if self.kept_score is None else {"kept": {"layer": list(self.kept), "integer": self.kept_score}})

    def table(self) -> Table:
        """The text form: a row for each layer."""
        rows = tuple(
            (
                full_name(b.name),
                b.op,
                decibels_text(b.sqnr_db),
                f"{b.saturation:.2f}",
                f"{b.range_use:.0f}",
                self._gain(b.recovered_float),
                self._gain(b.recovered_int16),
                b.remedy,
            )
            for b in self.layers
        )
        return Table(COLUMNS, rows)

    def kept_text(self) -> str:
        """Describe what the best settings give."""
        unit = "%" if self.metric == "top1" else "dB"
        layers = ", ".join(map(full_name, self.kept)) or "no layer of its own precision"
        return f"{layers}; {self.kept_score:.2f} {unit} ({self.score:.2f} {unit} without)"

    def _gain(self, value: float | None) -> str:
        return "-" if value is None else f"{value:+.2f}"

    def summary(self) -> str:
        """One line."""
        if self.metric == "top1":
            return f"top-1 of {self.samples} samples: float {self.reference:.2f} %, integers {self.score:.2f} %"
        return f"signal to noise ratio of the outputs over {self.samples} samples: {decibels_text(self.score, ' dB')}"


def measure(
    model: Path, options: AccuracyOptions, notify: Notify = lambda _: None, work: Work = unseen, best: bool = False
) -> Accuracy:
    """Quantize a float model, and find the layers that lose its accuracy.

    Args:
        model: an ``.onnx`` file, or a generated folder (whose source model and states are taken: each step begins with
            the float model's).
        options: scheme and data.
        notify: called with messages for the user.
        work: shows calibration and layers.
        best: look for the layers' settings that win most together.

    Raises:
        UsageError: the data do not fit, or the model is already quantized.
        UnsupportedModel: nodes have no integer form.
    """
    with within(options.bind.limits):
        made = open_folder(model) if model.is_dir() else None
        source = model if made is None else needed(made)
        imported = import_model(source, options.bind.shapes, options.bind.constants, limits=options.bind.limits)
        graph = simplified(imported.graph)
        if made is not None:
            graph = with_states(graph, made.graph.states)
        if graph.is_quantized:
            raise UsageError(f"{model}: is already quantized; give the float model, which its layers are compared with")
        measured = read_samples(graph, DataSource.parse(options.data), notify)
        calibration = measured
        if options.calibration is None:
            notify(["no --calibration is given: ranges are taken from --data, which flatters the result"])
        else:
            calibration = read_samples(graph, DataSource.parse(options.calibration), notify, False, stream=True)
        notify(about_calibration(graph, calibration))
        if graph.states:
            calibration = replace(calibration, inputs=tuple(with_fed_back(graph, calibration.inputs)))
            measured = replace(measured, inputs=tuple(in_sequence(graph, measured.inputs)[0]))
        layers, scheme = parse_layers(options.layers), Scheme(options.quantize)
        settings = QuantizeOptions(scheme, options.calibrator, True, layers=layers)
        return _Measuring(graph, calibration, measured, settings, notify, work).measure(best)


class _Measuring:
    """A float model, what it is calibrated and measured with, and how it is quantized."""

    def __init__(
        self, graph: Graph, calibration: Samples, measured: Samples, settings: QuantizeOptions, notify: Notify,
        work: Work,
    ) -> None:  # fmt: skip
        self.graph = prepared(graph, calibration.inputs)
        self.inputs = list(calibration.inputs)
        self.ranges = calibrate(self.graph, self.inputs, settings.calibrator, work("calibrating"))
        self.measured = measured
        self.settings = settings
        self.notify = notify
        self.work = work
        self.reference = judged(self.graph, run_float(self.graph, measured.inputs))
        self.labels = measured.labels if self.reference.shape[1] > 1 else None

    def score(self, made: Graph) -> float:
        """Top-1 of an integer model in percent, or its signal to noise ratio in dB."""
        now = judged(made, simulated(made, self.measured.inputs))
        if self.labels is not None:
            return 100 * top1(now, self.labels)
        return min(sqnr_db(self.reference, now), SQNR_LIMIT_DB)

    def quantized(self, **changes: Any) -> Graph:
        """The integer model, with other settings where ``changes`` say so."""
        return quantize_calibrated(self.graph, self.ranges, self.inputs, replace(self.settings, **changes))

    def measure(self, best: bool) -> Accuracy:
        """Measure what is lost; ``best``: look for the layers' settings that win most together."""
        self.notify(about_model(self.reference, self.labels))
        made = self.quantized()
        data = dict(zip(self.graph.inputs, self.measured.inputs, strict=True))
        self.notify([scale.note for scale in scales_of_data(quantized_ranges(made), data)])
        total = self.score(made)
        layers = blame(
            self.graph, self.ranges, self.inputs, list(self.measured.inputs), self.settings, self.score,
            self.work("measuring layers"),
        )  # fmt: skip
        kept, kept_score = {**self.settings.layers}, total
        if best:
            for chosen in _choices([b.setting for b in layers if b.setting]):
                tried = {**self.settings.layers, **parse_layers(chosen)}
                score = self.score(self.quantized(layers=tried))
                kept, kept_score = (tried, score) if score > kept_score else (kept, kept_score)
        labels, texts = self.labels, tuple(f"{name}={p.value}" for name, p in kept.items())
        return Accuracy(
            self.measured.count, "sqnr_db" if labels is None else "top1",
            100 * top1(self.reference, labels) if labels is not None else None, total, layers,
            texts, kept_score if best else None, best and self._needs_float(kept),
        )  # fmt: skip

    def _needs_float(self, layers: Mapping[str, Precision]) -> bool:
        """Return whether ``edgec convert`` takes these layers' precisions with ``--allow-float`` only."""
        try:
            self.quantized(layers=layers, allow_float=False, rounding=Rounding.NEAREST)
        except UnsupportedModel:
            return True
        return False


def _choices(settings: Sequence[str]) -> list[list[str]]:
    """The first, the first two, the first four and so on, then all."""
    counts = [1 << i for i in range(len(settings).bit_length())] if settings else []
    return [list(settings[:n]) for n in dict.fromkeys([*counts, len(settings)]) if 0 < n <= len(settings)]


def settings_of(options: AccuracyOptions, result: Accuracy, file: Path) -> dict[str, Value]:
    """The table ``[convert]`` whose model has the accuracy that was found best; paths are relative to ``file``.

    Raises:
        UsageError: the samples came as arrays, which no file can name.
    """
    data = options.calibration if options.calibration is not None else options.data
    if not isinstance(data, str):
        raise UsageError(f"{file}: samples given as arrays cannot be named in a file")
    values: dict[str, Value] = {
        "calibration": relative(data, file), "quantize": options.quantize, "calibrator": options.calibrator,
    }  # fmt: skip
    if result.needs_float:
        values["allow-float"] = True
    if result.kept:
        values["layer"] = result.kept
    if options.bind.shapes:
        values["shape"] = {name: list(dims) for name, dims in options.bind.shapes.items()}
    return values
