"""``edgec check``: everything that cannot be deployed, or what the model will cost on the target.

Without samples the costs are estimates (``estimate``), of float32 and of int8.  With samples, in other schemes, for
cores whose code is in no table, or when they shall be measured, the model is built as ``edgec convert`` builds it;
without a compiler for the target the constants and the plan's memory are what is known.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from edgec.codegen import GenerateOptions
from edgec.commands.estimate import estimated, made_up, without_samples
from edgec.console.clock import within
from edgec.console.tables import Shown, Table, columns
from edgec.console.tables import text as laid_out
from edgec.converter.graph.errors import DoesNotFit, Refusal, UnsupportedModel, UsageError, printable
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.work import Notify
from edgec.converter.onnx.importer import import_model
from edgec.pipeline import described, front_end
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions, Rounding, Scheme
from edgec.reports import Report
from edgec.reports.streams import StreamInfo
from edgec.samples.advice import about_calibration
from edgec.samples.binding import Bindings
from edgec.samples.data import DataSource
from edgec.search.build import FixedGraph, Numbers
from edgec.search.requirements import check_target
from edgec.search.schemes import AUTO, FLOAT, given_scheme, read_samples
from edgec.search.search import Search
from edgec.search.stream import Stream, notes
from edgec.settings.values import CheckOptions, ConvertOptions
from edgec.targets.code_sizes import code_sizes
from edgec.targets.reader import Target, load_target

RANDOM_SAMPLES = 4
ESTIMATED_SCHEMES = (FLOAT, Scheme.INT8.value)  # schemes that are estimated; others are built
MAX_SHOWN_NODES = 3  # names in a sentence
ESTIMATED = "Estimates (extrapolated from other models)."
UNKNOWN = "Not compiled: code and stack are unknown."
EXACT = "Use --measure to compile, --calibration for the exact int8 result."
NO_SAMPLES = "Without samples, dead channels are counted."
_COSTS = columns("data type", "flash", "RAM", "arena", "fits", right=(1, 2, 3))


@dataclass(frozen=True)
class Predicted:
    """Bytes on the target: ``flash`` is code and constants, ``ram`` is arena, inputs, outputs and worst stack.

    ``code`` is None, and ``flash`` the constants alone, without a compiler.  ``estimated``: nothing was compiled.
    ``floats`` are the operators without an integer form, which ``--allow-float`` lets stay in float32.
    """

    scheme: str
    flash: int
    code: int | None
    constants: int
    ram: int
    arena: int
    estimated: bool = False
    floats: tuple[Refusal, ...] = ()

    def text(self) -> str:
        """One line."""
        about = "about " if self.estimated and self.code is not None else ""
        code = "code unknown" if self.code is None else f"code {self.code:,}"
        return (
            f"{self.scheme}: flash {about}{self.flash:,} bytes ({code}, constants {self.constants:,}), "
            f"RAM {about}{self.ram:,} bytes (arena {self.arena:,})"
        )

    def in_float(self) -> str:
        """Return the sentence about operators that stay in float32; "" when none does."""
        if not self.floats:
            return ""
        named = ", ".join(f"{r.node} ({r.op})" for r in self.floats[:MAX_SHOWN_NODES])
        more = f" and {len(self.floats) - MAX_SHOWN_NODES} more" if len(self.floats) > MAX_SHOWN_NODES else ""
        return f"{self.scheme}: only with --allow-float, which keeps in float32: {named}{more}"


@dataclass(frozen=True)
class Prediction:
    """One data type: what it would cost, whether that fits the target (``misfit`` says why not), or why there is none.

    ``predicted`` is None where operators are not supported, which ``unsupported`` names.
    """

    scheme: str
    predicted: Predicted | None
    misfit: DoesNotFit | None = None
    unsupported: tuple[Refusal, ...] = ()

    @property
    def fits(self) -> bool | None:
        """Whether the model fits the target; None where it is not supported."""
        return None if self.predicted is None else self.misfit is None

    def as_json(self) -> dict[str, Any]:
        """The result as JSON values."""
        predicted = {} if self.predicted is None else asdict(self.predicted)
        return {
            "scheme": self.scheme,
            "supported": self.predicted is not None,
            "unsupported": [asdict(r) for r in self.unsupported],
            "fits": self.fits,
        } | predicted


@dataclass(frozen=True, repr=False)
class CheckResult(Shown):
    """Every reason why a model is not supported, or what it will cost in each data type that was looked at.

    The first of ``predictions`` is the data type that ``edgec convert`` takes with the same options.  ``stream``: what
    runs over new columns would compute, where one was asked for; the predictions are then of these runs.
    """

    unsupported: tuple[Refusal, ...]
    predictions: tuple[Prediction, ...] = ()
    stream: StreamInfo | None = None

    @property
    def predicted(self) -> Predicted | None:
        """The costs of the first data type."""
        return self.predictions[0].predicted if self.predictions else None

    @property
    def misfit(self) -> DoesNotFit | None:
        """Reason why the model does not fit the target in any data type; None when it fits in one."""
        misfits = [p.misfit for p in self.predictions if p.predicted is not None]
        return misfits[0] if misfits and None not in misfits else None

    @property
    def fits(self) -> bool | None:
        """Whether the model fits the target in one of the data types; None where it is not supported."""
        return None if self.predicted is None else self.misfit is None

    def as_json(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {
            "supported": not self.unsupported,
            "unsupported": [asdict(r) for r in self.unsupported],
            "predicted": None if self.predicted is None else asdict(self.predicted),
            "fits": self.fits,
            "schemes": [p.as_json() for p in self.predictions],
        } | ({} if self.stream is None else {"stream": asdict(self.stream)})

    def table(self) -> Table:
        """A row for each data type, or for each reason."""
        if self.unsupported:
            rows = tuple((printable(r.node), printable(r.op), r.reason) for r in self.unsupported)
            return Table(columns("node", "operator", "not supported"), rows)
        return Table(_COSTS, tuple(_row(p) for p in self.predictions))

    def lines(self, name: str) -> list[str]:
        """The result as text."""
        shown = [p.predicted for p in self.predictions if p.predicted is not None]
        said = [f"{name}: supported; {p.text()}" for p in shown]
        said += [text for p in shown if (text := p.in_float())]
        for o in self.predictions:
            if o.misfit is not None and self.misfit is None:
                said.append(f"{o.scheme}: {o.misfit}")
            if o.predicted is None:
                named = "; ".join(f"{r.node} ({r.op}): {r.reason}" for r in o.unsupported[:MAX_SHOWN_NODES])
                said.append(f"{o.scheme}: not supported: {named}")
        if any(p.estimated for p in shown):
            integers = any(p.scheme != FLOAT for p in shown)
            known = all(p.code is not None for p in shown)
            said.append(" ".join([ESTIMATED if known else UNKNOWN, EXACT, *([NO_SAMPLES] if integers else [])]))
        if self.stream is not None:
            said += [*notes(self.stream), *(part for t in self.stream.tables() for part in ("", laid_out(t)))]
        return said


def _row(p: Prediction) -> tuple[str, ...]:
    """Data type, flash, RAM, arena, and whether it fits."""
    if p.predicted is None:
        return p.scheme, "-", "-", "-", "not supported"
    c = p.predicted
    return p.scheme, f"{c.flash:,}", f"{c.ram:,}", f"{c.arena:,}", "yes" if p.fits else "no"


def check(
    model: Path,
    target_name: str,
    bind: Bindings,
    quantize: str,
    calibration: str | DataSource | None,
    notify: Notify,
    measure: bool = False,
    stream: Stream | None = None,
) -> CheckResult:
    """Say everything that is not supported, else predict what the model costs.

    Args:
        model: the ``.onnx`` file.
        target_name: core or board.
        bind: shapes and constants.
        quantize: a scheme, or "auto": int8 when the model is quantized or samples are given, else float32 and int8.
        calibration: file of samples.
        notify: called with messages for the user.
        measure: build and compile instead of estimating.
        stream: the request for runs over new columns of a window, which need integers.

    Raises:
        EdgecError: the file is not a valid model, the target is unknown, or the model is no such window.
    """
    with within(bind.limits):
        target = load_target(target_name)
        source = DataSource.parse(calibration) if calibration is not None else None
        try:
            imported = import_model(model, bind.shapes, bind.constants, limits=bind.limits)
            graph = front_end(imported, notify)
        except UnsupportedModel as e:
            return CheckResult(e.refusals)
        base = described("model", target, model, imported)
        exact = measure or source is not None or quantize not in (AUTO, *ESTIMATED_SCHEMES)
        built = exact or code_sizes(target) is None
        one = _Predictor(graph, target, base, source, built, quantize != AUTO, notify, stream)
        integers = source is not None or stream is not None
        predictions = tuple(one.predicted(scheme) for scheme in _schemes(graph, quantize, integers))
        if all(o.predicted is None for o in predictions):
            return CheckResult(predictions[0].unsupported)
        return CheckResult((), predictions, one.about(predictions[0].scheme))


def check_as(model: Path, o: CheckOptions, notify: Notify) -> CheckResult:
    """Check by the options of the command, as ``check`` does.

    Raises:
        EdgecError: as ``check``, or options that do not go together.
    """
    stream = Stream.asked(o.stream, o.hop)
    return check(model, o.target, o.bind, o.quantize, o.calibration, notify, o.measure, stream)


def _schemes(graph: Graph, quantize: str, integers: bool) -> tuple[str, ...]:
    """The schemes to look at, the one that ``edgec convert`` takes first."""
    if graph.is_quantized:
        if quantize not in (AUTO, Scheme.INT8.value):
            raise UsageError(f"--quantize {quantize}: the model is already quantized; give the float model instead")
        return (given_scheme(graph) if quantize == AUTO else quantize,)
    if quantize != AUTO:
        return (quantize,)
    return (Scheme.INT8.value,) if integers else (FLOAT, Scheme.INT8.value)


@dataclass(frozen=True)
class _Predictor:
    """Predicts what a model costs, estimated or (``measured``) built; ``named``: the user asked for the scheme."""

    graph: Graph
    target: Target
    base: GenerateOptions
    source: DataSource | None
    measured: bool
    named: bool
    notify: Notify
    stream: Stream | None = None

    def about(self, scheme: str) -> StreamInfo | None:
        """The part on runs over new columns, of the graph that was predicted last; None where none were asked for."""
        return None if self.stream is None else self.stream.about_last(self._numbers(scheme))

    def _numbers(self, scheme: str) -> GenerateOptions:
        return replace(self.base, scheme=scheme, places=Search(ConvertOptions(), self.target).places)

    def _streamed(self, graph: Graph, scheme: str) -> Graph:
        """The graph over new columns, where they were asked for."""
        return graph if self.stream is None else self.stream.graph(graph, self._numbers(scheme))

    def predicted(self, scheme: str) -> Prediction:
        """The prediction for one scheme."""
        try:
            report, floats = self._built(scheme) if self.measured else self._estimated(scheme)
        except UnsupportedModel as e:
            return Prediction(scheme, None, None, e.refusals)
        flash, ram = report.flash, report.ram
        estimate = not self.measured
        predicted = Predicted(scheme, flash.needed, flash.code, flash.constants, ram.total, ram.arena, estimate, floats)
        try:
            check_target(self.target, report)
        except DoesNotFit as misfit:
            return Prediction(scheme, predicted, misfit)
        return Prediction(scheme, predicted)

    def _estimated(self, scheme: str) -> tuple[Report, tuple[Refusal, ...]]:
        graph = self.graph
        floats: tuple[Refusal, ...] = ()
        if self.graph.is_quantized:
            graph = quantize_model(self.graph, None, QuantizeOptions(Scheme.INT8))
        elif scheme != FLOAT:
            graph, floats = without_samples(self.graph, QuantizeOptions(Scheme(scheme)))
            if floats and self.named:
                raise UnsupportedModel(floats)
        return estimated(self._streamed(graph, scheme), self._numbers(scheme), self.target), floats

    def _built(self, scheme: str) -> tuple[Report, tuple[Refusal, ...]]:
        search = Search(ConvertOptions(), self.target)
        graph = self._streamed(self._in_numbers(scheme), scheme)
        engine = search.engine(FixedGraph(graph), self.base, lambda _: None)
        return engine.report(engine.best(search.start(Numbers(scheme)))), ()

    def _in_numbers(self, scheme: str) -> Graph:
        """The graph in a scheme, with the samples that are given."""
        graph, source = self.graph, self.source
        if scheme == FLOAT:
            return graph
        options = QuantizeOptions(Scheme(scheme)) if not graph.is_quantized else QuantizeOptions(Scheme.INT8)
        if not graph.is_quantized and source is None:
            rng = np.random.default_rng(0)
            samples = [made_up(graph.tensors[i], rng, RANDOM_SAMPLES) for i in graph.inputs]
            return quantize_model(graph, samples, replace(options, calibrator="minmax", rounding=Rounding.NEAREST))
        inputs = None
        if source is not None:
            given = read_samples(graph, source, self.notify, stream=True)
            inputs = list(given.inputs)
            self.notify([] if graph.is_quantized else about_calibration(graph, given))
        made = quantize_model(graph, inputs, options, self.notify)
        return Search(ConvertOptions(), self.target).channels.without_dead(made, self.notify).graph
