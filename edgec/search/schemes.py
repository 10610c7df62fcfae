"""The numbers of a conversion: float32, an integer scheme, or a precision for every layer; and the graphs they give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph, StatePair
from edgec.converter.graph.work import Notify, Work, unseen
from edgec.quantize.integers.ptq import quantize_calibrated, quantize_model
from edgec.quantize.integers.reconstruct import remembered
from edgec.quantize.prune.dead_channels import Elimination
from edgec.quantize.ranges.calibrate import Calibration, calibrate
from edgec.quantize.ranges.named_states import AUTO as STATE_AUTO
from edgec.quantize.ranges.named_states import check_tied
from edgec.quantize.ranges.replay import Replay
from edgec.quantize.ranges.scheme import Precision, QuantizeOptions, Scheme
from edgec.quantize.ranges.states import with_fed_back
from edgec.quantize.rewrite import rewrites
from edgec.samples.data import DataSource, InputSpec, Samples, load, source_shape, to_device, with_defaults
from edgec.search.build import Numbers
from edgec.search.prune.channels import ALL_GO, Channels
from edgec.search.states import far_beginnings, parse_states
from edgec.settings.values import ConvertOptions

FLOAT, HALF, AUTO, MIXED = "float32", "float16", "auto", "mixed"
REALS = frozenset({FLOAT, HALF})  # schemes that need no samples and give no integers
HALF_FEATURE = "half"  # of targets whose kernels compute in float16


@dataclass(frozen=True)
class Scheming:
    """The options of a conversion that choose the numbers it computes in.

    ``kind``: a scheme, ``AUTO``, or ``MIXED``, which limits on flash or accuracy ask for (then it is not ``named``).
    ``states`` are those that are named; ``finds_states``: others are to be found by their names.
    """

    kind: str
    named: bool
    options: QuantizeOptions
    loses: bool  # a limit on the loss of accuracy is given
    states: tuple[StatePair, ...] = ()
    finds_states: bool = False

    @staticmethod
    def of(o: ConvertOptions) -> Scheming:
        """From the options.

        Raises:
            UsageError: a limit that the scheme asked for leaves no choice about.
        """
        limits = o.max_drop is not None or (o.max_flash is not None and o.calibration is not None)
        mixed = o.quantize == MIXED or (o.quantize == AUTO and limits)
        if not mixed and o.max_drop is not None:
            raise UsageError(f"--max-drop chooses the data type of each layer; leave out --quantize {o.quantize}")
        scheme = Scheme(o.quantize) if o.quantize in {x.value for x in Scheme} else Scheme.INT8
        options = QuantizeOptions(scheme, o.calibrator, o.allow_float, layers=parse_layers(o.layers))
        kind, states = MIXED if mixed else o.quantize, parse_states(o.state)
        named, loses = o.quantize != AUTO, o.max_drop is not None
        return Scheming(kind, named, options, loses, states, STATE_AUTO in o.state)

    def numbers(self, graph: Graph, calibrated: bool, notify: Notify) -> Numbers:
        """The numbers for a model, in mixed precision without the layers'; ``calibrated``: there are samples.

        Raises:
            UsageError: samples are missing, or the model's own numbers are not those asked for.
        """
        kind = self.kind
        if graph.is_quantized and kind == MIXED and not self.named and not self.loses:
            kind = AUTO  # its numbers are given
        if graph.is_quantized and kind in (FLOAT, HALF, MIXED):
            raise UsageError(f"--quantize {kind}: the model is already quantized; give the float model instead")
        if not graph.is_quantized:
            if kind == HALF:
                return Numbers(HALF)
            if kind == FLOAT or (kind == AUTO and not calibrated):
                if kind == AUTO:
                    notify([f"{FLOAT}: the model is not quantized and no --calibration is given, which int8 needs"])
                return Numbers(FLOAT)
            if not calibrated:
                raise UsageError(f"--quantize {kind}: needs samples to calibrate with; give --calibration FILE.npz")
        if kind != AUTO:
            return Numbers(kind)
        given = given_scheme(graph)
        notify([f"{given}: the model is quantized" if graph.is_quantized else "int8: a calibration set is given"])
        return Numbers(given)


class Integers:
    """The graphs of one model by their numbers, each made once.

    Args:
        source: the graph as imported, float or with the numbers it brings, with its states.
        samples: to calibrate with; None for a model that needs none.
        scheming: how to quantize.
        channels: which dead channels go.
        notify: called with messages for the user.
        work: shows calibration, rounding and what a search measures.
    """

    def __init__(
        self, source: Graph, samples: Samples | None, scheming: Scheming,
        channels: Channels = ALL_GO, notify: Notify = lambda _: None, work: Work = unseen,
    ) -> None:  # fmt: skip
        self.source = source
        self.inputs: list[Array] | None = None if samples is None else list(samples.inputs)
        if self.inputs is not None and source.states:
            if scheming.kind not in REALS:
                notify(far_beginnings(source, self.inputs))
            self.inputs = with_fed_back(source, self.inputs)
        self.options = scheming.options
        self.channels = channels
        self.notify = notify
        self.work = work
        self._whole: dict[Numbers, Graph] = {}
        self._made: dict[Numbers, Elimination] = {}

    def graph(self, numbers: Numbers) -> Graph:
        """The graph that computes in these numbers.

        Raises:
            UnsupportedModel: nodes have no integer form.
            EdgecError: whatever else stops quantization.
        """
        if numbers.scheme in REALS:
            return self.source if numbers.scheme == FLOAT else self.halves
        return self.eliminated(numbers).graph

    def eliminated(self, numbers: Numbers) -> Elimination:
        """The graph in integers without dead channels, and how many went and stayed."""
        if numbers not in self._made:
            self._made[numbers] = self.channels.without_dead(self.whole(numbers), self.notify)
        return self._made[numbers]

    def whole(self, numbers: Numbers) -> Graph:
        """The graph in integers with all channels."""
        if numbers not in self._whole:
            mixed = numbers.scheme == MIXED and not self.source.is_quantized
            self._whole[numbers] = self._mixed(numbers) if mixed else self._uniform()
            check_tied(self._whole[numbers])
        return self._whole[numbers]

    @cached_property
    def halves(self) -> Graph:
        """The float graph with layers in float16."""
        return rewrites.in_float16(self.source)

    @cached_property
    def real(self) -> Graph:
        """The float graph in the form that layers are quantized in."""
        return rewrites.prepared(self.source, self.inputs or ())

    @cached_property
    def calibration(self) -> Calibration:
        """The ranges of ``real``."""
        return calibrate(self.real, self.inputs or (), self.options.calibrator, self.work("calibrating"))

    @cached_property
    def _replay(self) -> Replay:
        return remembered(self.real, self.inputs or ())

    def _uniform(self) -> Graph:
        return quantize_model(self.source, self.inputs, self.options, self.notify, self.work)

    def _mixed(self, numbers: Numbers) -> Graph:
        options = replace(self.options, layers=dict(numbers.layers))
        return quantize_calibrated(
            self.real, self.calibration, self.inputs or [], options, work=self.work, replay=self._replay
        )


def given_scheme(graph: Graph) -> str:
    """The scheme of the numbers that a quantized model brings."""
    wide = {t.quant.wide for t in graph.tensors.values() if t.dtype is DType.F32 and t.quant and not t.is_const}
    return {frozenset({True}): Scheme.INT16X8.value, frozenset({True, False}): MIXED}.get(
        frozenset(wide), Scheme.INT8.value
    )


def read_samples(
    graph: Graph, source: DataSource, notify: Notify, labelled: bool = True, stream: bool = False
) -> Samples:
    """The samples as the graph takes them, one array per input, and their labels.

    ``labelled``: labels matter; ``stream``: as ``edgec.samples.data.load``.
    """
    tensors = [graph.tensors[i] for i in graph.inputs]
    specs = [InputSpec(t.name, source_shape(t), t.dtype, t.quant) for t in tensors]
    samples = load(source, with_defaults(graph, specs), stream)
    notify((*samples.notices, *(samples.about_labels if labelled else ())))
    inputs: list[Array] = [to_device(x, t) for x, t in zip(samples.inputs, tensors, strict=True)]
    return Samples(tuple(inputs), samples.labels)


def parse_layers(texts: Sequence[str]) -> dict[str, Precision]:
    """``NAME=int4|int8|int16|float32`` from the command line.

    Raises:
        UsageError: not of this form.
    """
    precisions = {}
    for text in texts:
        name, equals, value = text.rpartition("=")
        if not equals or not name or value not in {p.value for p in Precision}:
            raise UsageError(f"--layer {printable(text)}: must be NAME=int4, int8, int16 or float32")
        precisions[name] = Precision(value)
    return precisions
