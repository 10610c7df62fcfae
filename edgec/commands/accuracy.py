"""``edgec accuracy``: how much accuracy a model loses in integers, and in which layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Graph
from edgec.converter.onnx.importer import import_model
from edgec.folder import open_folder
from edgec.quantize.integers.ptq import quantize_calibrated
from edgec.quantize.judge.accuracy import sqnr_db, top1
from edgec.quantize.judge.blame import LayerBlame, as_records, blame
from edgec.quantize.ranges.calibrate import calibrate
from edgec.quantize.ranges.scheme import QuantizeOptions, Scheme
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.rewrites import prepared, simplified
from edgec.samples.advice import about_calibration, about_model, all_about_scale
from edgec.samples.binding import Bindings
from edgec.samples.data import DataSource, Samples
from edgec.samples.loss import simulated
from edgec.search.schemes import parse_layers, read_samples
from edgec.tables import Column, Table, full_name

Notify = Callable[[Sequence[str]], None]
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


@dataclass(frozen=True)
class AccuracyOptions:
    """What to measure: names and defaults of the command line."""

    data: str
    calibration: str | None = None
    quantize: str = "int8"
    calibrator: str = "auto"
    layers: tuple[str, ...] = ()
    bind: Bindings = field(default_factory=Bindings)


@dataclass(frozen=True)
class Accuracy:
    """Scores of the float and of the integer model, and the layers, worst first."""

    samples: int
    metric: str
    reference: float | None
    score: float
    layers: tuple[LayerBlame, ...]

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "samples": self.samples,
            "metric": self.metric,
            "accuracy": {"float": self.reference, "integer": self.score},
            "layers": as_records(self.layers),
        }

    def table(self) -> Table:
        """The text form: a row for each layer."""
        rows = tuple(
            (
                full_name(b.name),
                b.op,
                f"{b.sqnr_db:.1f}",
                f"{b.saturation:.2f}",
                f"{b.range_use:.0f}",
                self._gain(b.recovered_float),
                self._gain(b.recovered_int16),
                b.remedy,
            )
            for b in self.layers
        )
        return Table(COLUMNS, rows)

    def _gain(self, value: float | None) -> str:
        return "-" if value is None else f"{value:+.2f}"

    def summary(self) -> str:
        """One line."""
        if self.metric == "top1":
            return f"top-1 of {self.samples} samples: float {self.reference:.2f} %, integers {self.score:.2f} %"
        return f"signal to noise ratio of the outputs over {self.samples} samples: {self.score:.1f} dB"


def measure(model: Path, options: AccuracyOptions, notify: Notify = lambda _: None) -> Accuracy:
    """Quantize a float model, and find the layers that lose its accuracy.

    Args:
        model: an ``.onnx`` file, or a generated folder (whose source model is taken).
        options: scheme and data.
        notify: called with messages for the user.

    Raises:
        UsageError: the data do not fit, or the model is already quantized.
        UnsupportedModel: nodes have no integer form.
    """
    source = open_folder(model).onnx if model.is_dir() else model
    imported = import_model(source, options.bind.shapes, options.bind.constants, limits=options.bind.limits)
    graph = simplified(imported.graph)
    if graph.is_quantized:
        raise UsageError(f"{model}: is already quantized; give the float model, which its layers are compared with")
    measured = read_samples(graph, DataSource.parse(options.data), notify)
    calibration = measured
    if options.calibration is None:
        notify(["no --calibration is given: ranges are taken from --data, which flatters the result"])
    else:
        calibration = read_samples(graph, DataSource.parse(options.calibration), notify, False, stream=True)
    notify(about_calibration(graph, calibration))
    settings = QuantizeOptions(Scheme(options.quantize), options.calibrator, True, layers=parse_layers(options.layers))
    return _measure(graph, calibration, measured, settings, notify)


def _measure(
    graph: Graph, calibration: Samples, measured: Samples, settings: QuantizeOptions, notify: Notify
) -> Accuracy:
    graph = prepared(graph, calibration.inputs)
    ranges = calibrate(graph, calibration.inputs, settings.calibrator)
    reference = run_float(graph, measured.inputs)[0].reshape(measured.count, -1)
    labels = measured.labels if reference.shape[1] > 1 else None
    notify(about_model(reference, labels))

    def score(made: Graph) -> float:
        now = simulated(made, measured.inputs)[0].reshape(measured.count, -1)
        return 100 * top1(now, labels) if labels is not None else min(sqnr_db(reference, now), 200.0)

    made = quantize_calibrated(graph, ranges, list(calibration.inputs), settings)
    notify(all_about_scale(made, measured.inputs))
    total = score(made)
    layers = blame(graph, ranges, list(calibration.inputs), list(measured.inputs), settings, score)
    metric = "sqnr_db" if labels is None else "top1"
    return Accuracy(
        measured.count, metric, 100 * top1(reference, labels) if labels is not None else None, total, layers
    )
