"""The numbers of a conversion: float32, one integer scheme, or a precision for every layer within a budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from edgec.budget import Budget, Found, search
from edgec.converter.errors import UsageError, printable
from edgec.converter.ir import Array, DType, Graph
from edgec.data import DataSource, InputSpec, Samples, load, source_shape, to_device
from edgec.quantize.calibrate import Progress
from edgec.quantize.dead_channels import eliminate_dead_channels
from edgec.quantize.ptq import quantize_model
from edgec.quantize.scheme import Precision, QuantizeOptions, Scheme

Notify = Callable[[Sequence[str]], None]
Report = Mapping[str, Any]
MIXED = "mixed"


class Build(Protocol):
    """Generates the folder for a graph and a scheme's name, and measures it."""

    def __call__(self, graph: Graph, scheme: str, slower: bool | None = None) -> Report:
        """``slower``: builds that trade speed for flash may be taken; None: and the flash must suffice at last.

        Raises:
            DoesNotFit: it does not.
        """


class Settings(Protocol):
    """What this module reads of the options of a conversion."""

    @property
    def quantize(self) -> str:
        """A scheme, "auto" or "mixed"."""

    @property
    def calibrator(self) -> str:
        """A calibrator."""

    @property
    def allow_float(self) -> bool:
        """Whether nodes without integer form may stay in float32."""

    @property
    def keep_dead_channels(self) -> bool:
        """Whether dead channels stay."""

    @property
    def layers(self) -> Sequence[str]:
        """NAME=precision of single layers."""

    @property
    def max_flash(self) -> int | None:
        """Most bytes of flash."""

    @property
    def calibration(self) -> str | None:
        """Samples to calibrate with."""

    @property
    def max_ram(self) -> int | None:
        """Most bytes of RAM."""

    @property
    def max_drop(self) -> float | None:
        """Most points of accuracy to lose."""

    @property
    def data(self) -> str | None:
        """Samples the loss is measured on."""


@dataclass(frozen=True)
class Numbers:
    """The options that decide about numbers."""

    quantize: str
    options: QuantizeOptions
    budget: Budget
    data: DataSource | None
    keep_dead_channels: bool
    asked: str

    @staticmethod
    def of(s: Settings) -> Numbers:
        """From the options of a conversion; without a scheme, limits on flash or accuracy ask for mixed precision.

        Raises:
            UsageError: a limit that the scheme asked for leaves no choice about.
        """
        budget = Budget(s.max_flash, s.max_ram, s.max_drop)
        limits = s.max_drop is not None or (s.max_flash is not None and s.calibration is not None)
        mixed = s.quantize == MIXED or (s.quantize == "auto" and limits)
        if not mixed and s.max_drop is not None:
            raise UsageError(f"--max-drop chooses the numbers of each layer itself; leave out --quantize {s.quantize}")
        scheme = Scheme(s.quantize) if s.quantize in {x.value for x in Scheme} else Scheme.INT8
        options = QuantizeOptions(scheme, s.calibrator, s.allow_float, layers=parse_layers(s.layers))
        data = DataSource.parse(s.data) if s.data is not None else None
        return Numbers(MIXED if mixed else s.quantize, options, budget, data, s.keep_dead_channels, s.quantize)


def build_integers(
    graph: Graph, numbers: Numbers, source: DataSource | None, build: Build, notify: Notify, progress: Progress
) -> Report:
    """Choose the numbers, generate the folder, and return its report.

    Raises:
        UsageError: samples are missing or not wanted.
        DoesNotFit: no choice meets the budget.
        EdgecError: whatever stops the generation.
    """
    kind = numbers.quantize
    if graph.is_quantized and kind == MIXED and numbers.asked == "auto" and numbers.budget.drop is None:
        kind = "auto"  # its numbers are given
    if graph.is_quantized and kind in ("float32", MIXED):
        raise UsageError(f"--quantize {kind}: the model is already quantized; give the float model instead")
    if not graph.is_quantized:
        if kind == "float32" or (kind == "auto" and source is None):
            if kind == "auto":
                notify(["float32: the model is not quantized and no --calibration is given, which int8 needs"])
            return build(graph, "float32")
        if source is None:
            raise UsageError(f"--quantize {kind}: needs samples to calibrate with; give --calibration FILE.npz")
    given = given_scheme(graph)
    if kind == "auto":
        notify([f"{given}: the model is quantized" if graph.is_quantized else "int8: a calibration set is given"])

    def finish(graph: Graph, scheme: str, slower: bool | None = None) -> Found:
        made = graph if numbers.keep_dead_channels else without_dead_channels(graph, notify)
        return Found(made, build(made, scheme, slower))

    samples = None if source is None else read_samples(graph, source, notify, kind == MIXED, stream=True)
    if kind == MIXED:
        assert samples is not None
        measured = samples if numbers.data is None else read_samples(graph, numbers.data, notify)
        return search(graph, samples, measured, numbers.options, numbers.budget, finish, notify, progress)
    inputs = None if samples is None else list(samples.inputs)
    made = quantize_model(graph, inputs, numbers.options, notify, progress)
    return finish(made, given if kind == "auto" else numbers.options.scheme.value).report


def given_scheme(graph: Graph) -> str:
    """The scheme of the numbers that a quantized model brings."""
    wide = {t.quant.wide for t in graph.tensors.values() if t.dtype is DType.F32 and t.quant and not t.is_const}
    return {frozenset({True}): Scheme.INT16X8.value, frozenset({True, False}): MIXED}.get(
        frozenset(wide), Scheme.INT8.value
    )


def without_dead_channels(graph: Graph, notify: Notify) -> Graph:
    """The same function with the channels that cannot change an output taken out."""
    found = eliminate_dead_channels(graph)
    if found.channels:
        notify([f"{found.channels} channels that cannot change any output byte are removed"])
    return found.graph


def read_samples(
    graph: Graph, source: DataSource, notify: Notify, labelled: bool = True, stream: bool = False
) -> Samples:
    """The samples as the graph takes them, one array per input, and their labels.

    ``labelled``: labels matter; ``stream``: as ``edgec.data.load``.
    """
    tensors = [graph.tensors[i] for i in graph.inputs]
    samples = load(source, [InputSpec(t.name, source_shape(t), t.dtype, t.quant) for t in tensors], stream)
    notify((*samples.notices, *(samples.about_labels if labelled else ())))
    inputs: list[Array] = [to_device(x, t) for x, t in zip(samples.inputs, tensors, strict=True)]
    return Samples(tuple(inputs), samples.labels)


def parse_layers(texts: Sequence[str]) -> dict[str, Precision]:
    """``NAME=int4|int8|int16|float32`` from the command line.

    Raises:
        UsageError: not of this form.
    """
    found = {}
    for text in texts:
        name, equals, value = text.rpartition("=")
        if not equals or not name or value not in {p.value for p in Precision}:
            raise UsageError(f"--layer {printable(text)}: must be NAME=int4, int8, int16 or float32")
        found[name] = Precision(value)
    return found
