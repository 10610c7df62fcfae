"""``edgec check``: everything that cannot be deployed, or what the model will cost on the target.

The model is built as ``edgec convert`` would; without a compiler for the target the constants and the plan's memory are
what is known.  Integers need no samples here: sizes do not depend on them, except that channels that turn out to be
dead are removed; with samples the prediction is what ``edgec convert`` makes.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from edgec.converter.graph.errors import DoesNotFit, Refusal, UnsupportedModel, UsageError
from edgec.converter.graph.ir import Array, Graph, Tensor
from edgec.converter.onnx.importer import import_model
from edgec.options import ConvertOptions
from edgec.pipeline import described, front_end
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions, Rounding, Scheme
from edgec.samples.advice import about_calibration
from edgec.samples.binding import Bindings
from edgec.samples.data import DataSource
from edgec.search.build import Given, Notify, Numbers
from edgec.search.requirements import check_target
from edgec.search.schemes import read_samples, without_dead_channels
from edgec.search.search import Search
from edgec.targets.reader import load_target

SAMPLES = 4


@dataclass(frozen=True)
class Predicted:
    """Bytes on the target: ``flash`` is code and constants, ``ram`` is arena, inputs, outputs and worst stack.

    ``code`` is None, and ``flash`` the constants alone, without a compiler.
    """

    scheme: str
    flash: int
    code: int | None
    constants: int
    ram: int
    arena: int

    def text(self) -> str:
        """One line."""
        code = "code not measured" if self.code is None else f"code {self.code}"
        return (
            f"{self.scheme}: flash {self.flash} bytes ({code}, constants {self.constants}), "
            f"RAM {self.ram} bytes (arena {self.arena})"
        )


@dataclass(frozen=True)
class Checked:
    """Every reason why a model is not supported, or what it will cost and why that does not fit the target."""

    refusals: tuple[Refusal, ...]
    predicted: Predicted | None
    misfit: DoesNotFit | None = None

    def as_json(self) -> dict[str, Any]:
        """The result as JSON values."""
        unsupported = [asdict(r) for r in self.refusals]
        predicted = None if self.predicted is None else asdict(self.predicted)
        return {
            "supported": not self.refusals,
            "unsupported": unsupported,
            "predicted": predicted,
            "fits": None if predicted is None else self.misfit is None,
        }


def check(
    model: Path,
    target_name: str,
    bind: Bindings,
    quantize: str,
    calibration: str | DataSource | None,
    notify: Notify,
) -> Checked:
    """Say everything that is not supported, else predict what the model costs.

    Args:
        model: the ``.onnx`` file.
        target_name: core or board.
        bind: shapes and constants.
        quantize: a scheme, or "auto": int8 when the model is quantized or samples are given, else float32.
        calibration: file of samples.
        notify: called with messages for the user.

    Raises:
        EdgecError: the file is not a valid model, or the target is unknown.
    """
    target = load_target(target_name)
    source = DataSource.parse(calibration) if calibration is not None else None
    search = Search(ConvertOptions(), target)
    try:
        imported = import_model(model, bind.shapes, bind.constants, limits=bind.limits)
        graph, scheme = _in_numbers(front_end(imported, notify), quantize, source, notify)
        engine = search.engine(Given(graph), described("model", target, model, imported), lambda _: None)
        report = engine.report(engine.best(search.start(Numbers(scheme))))
    except UnsupportedModel as e:
        return Checked(e.refusals, None)
    flash, ram = report.flash, report.ram
    predicted = Predicted(scheme, flash.needed, flash.code, flash.constants, ram.total, ram.arena)
    try:
        check_target(target, report)
    except DoesNotFit as misfit:
        return Checked((), predicted, misfit)
    return Checked((), predicted)


def _in_numbers(graph: Graph, quantize: str, source: DataSource | None, notify: Notify) -> tuple[Graph, str]:
    """The graph in the numbers asked for, and the scheme's name."""
    if graph.is_quantized and quantize not in ("auto", "int8"):
        raise UsageError(f"--quantize {quantize}: the model is already quantized; give the float model instead")
    if quantize == "auto":
        quantize = "int8" if graph.is_quantized or source is not None else "float32"
    if quantize == "float32":
        return graph, quantize
    options = QuantizeOptions(Scheme(quantize))
    if not graph.is_quantized and source is None:
        rng = np.random.default_rng(0)
        samples = [_made_up(graph.tensors[i], rng) for i in graph.inputs]
        quick = replace(options, calibrator="minmax", rounding=Rounding.NEAREST)
        return quantize_model(graph, samples, quick), quantize
    inputs = None
    if source is not None:
        given = read_samples(graph, source, notify, stream=True)
        inputs = list(given.inputs)
        notify([] if graph.is_quantized else about_calibration(graph, given))
    return without_dead_channels(quantize_model(graph, inputs, options, notify), notify), quantize


def _made_up(tensor: Tensor, rng: np.random.Generator) -> Array:
    """Samples for sizes only."""
    return rng.uniform(-1, 1, (SAMPLES, *tensor.shape)).astype(tensor.dtype.numpy)
