"""``--stream AXIS --hop N``: builds whose input is the new columns of a window, and what they cost for other N."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from edgec.codegen import GenerateOptions
from edgec.codegen.emit.generate import make_model_plan
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Graph, Layout
from edgec.quantize.stream.brief import briefer
from edgec.quantize.stream.check import check_stream
from edgec.quantize.stream.columns import NO_TENSORS
from edgec.quantize.stream.rewrite import StreamedNet, streamed
from edgec.reports.streams import StreamHop, StreamInfo, WholeLayer
from edgec.search.build import Arithmetic, Build, Numbers
from edgec.settings.values import ConvertOptions

MOST_NAMED = 4  # layers that a message names
STACK = 640  # bytes that are left for the stack and the ports
MOST_HOPS = 5  # that are planned beside the one asked for


class Stream:
    """The request for a stream, and the graphs that were made for it.

    Args:
        axis: of time, of the model's input.
        hop: its columns that are new at every run.
        ram: bytes that states, arena and stack may take (None: all that save work).
    """

    def __init__(self, axis: int, hop: int, ram: int | None = None) -> None:
        self.axis = axis
        self.hop = hop
        self.ram = ram
        self._made: list[tuple[Graph, StreamedNet]] = []

    @staticmethod
    def of(o: ConvertOptions, ram: int | None) -> Stream | None:
        """From the options, None without them; ``ram``: bytes that a build may take.

        Raises:
            UsageError: one stands without the other, or with states that the user names.
        """
        stream = Stream.asked(o.stream, o.hop, ram)
        if stream is not None and o.state:
            named = printable(o.state[0])
            raise UsageError(f"--stream: makes the states of a model that has none; leave out --state {named}")
        return stream

    @staticmethod
    def asked(axis: int | None, hop: int | None, ram: int | None = None) -> Stream | None:
        """The request that two options make, None without them.

        Raises:
            UsageError: one stands without the other.
        """
        if axis is not None and hop is not None:
            return Stream(axis, hop, ram)
        if axis is None and hop is None:
            return None
        given, other = ("--hop", "--stream AXIS") if axis is None else ("--stream", "--hop N")
        raise UsageError(f"{given}: needs {other}")

    def graph(self, source: Graph, base: GenerateOptions) -> Graph:
        """A graph over the new columns; the same one every time.

        Args:
            source: an integer graph.
            base: names and target of what is generated.

        Raises:
            UsageError: the graph computes in floating point, or does not fit what is asked for.
            EdgecError: its outputs are not those of the whole net (a bug).
        """
        if not source.is_quantized:
            raise UsageError(
                "--stream: equal bytes at every run need integers, and the model becomes float32; give --calibration "
                "FILE.npz"
            )
        known = next((made for graph, made in self._made if graph is source), None)
        if known is None:
            known = self._fitting(source, base)
            check_stream(source, known.graph, self._stored(source))
            self._made.append((source, known))
        return known.graph

    def _fitting(self, source: Graph, base: GenerateOptions) -> StreamedNet:
        """The graph of least work that fits the RAM, else the one of fewest bytes."""
        known = self._over(source, self.hop)
        if self.ram is None:
            return known
        least, best = self._bytes(known, base), known
        for brief in briefer(source, self._stored(source), self.hop):
            if least <= self.ram:
                break
            known = self._over(source, self.hop, brief)
            if (size := self._bytes(known, base)) < least:
                least, best = size, known
        return best

    def _bytes(self, made: StreamedNet, base: GenerateOptions) -> int:
        cost = _cost(made.graph, self.hop, base)
        return cost.states + cost.arena + STACK

    def _over(self, source: Graph, hop: int, brief: Set[str] = NO_TENSORS) -> StreamedNet:
        return streamed(source, self._stored(source), hop, brief)

    def _stored(self, source: Graph) -> int:
        """The axis of the input as the graph stores it; of one as the model has it, channels may be elsewhere."""
        t = source.tensors[source.inputs[0]] if source.inputs else None
        if t is None or t.layout is not Layout.CHANNELS_LAST or self.axis == 0:
            return self.axis
        return len(t.shape) - 1 if self.axis == 1 else self.axis - 1

    def about(self, graph: Graph, base: GenerateOptions) -> StreamInfo:
        """Return the report's part on a graph of this; other numbers of columns are planned, not compiled."""
        source, made = next((source, made) for source, made in self._made if made.graph is graph)
        t = source.tensors[source.inputs[0]]
        window = t.shape[self._stored(source)]
        powers = [1 << k for k in range(window.bit_length()) if 1 << k < window][:MOST_HOPS]
        hops = [self._cost(source, hop, base) for hop in sorted({*powers, self.hop})]
        whole = tuple(WholeLayer(layer.name, layer.op, layer.whole) for layer in made.layers if layer.whole)
        total, computed = (sum(n) for n in zip(*((x.columns, x.computed) for x in made.layers), strict=True))
        costs = (*hops, _cost(source, window, base))
        return StreamInfo(self.axis, self.hop, window, total, computed, whole, costs)

    def _cost(self, source: Graph, hop: int, base: GenerateOptions) -> StreamHop:
        return _cost(self.graph(source, base) if hop == self.hop else self._over(source, hop).graph, hop, base)

    def about_last(self, base: GenerateOptions) -> StreamInfo:
        """Return the report's part on the graph that was made last."""
        return self.about(self._made[-1][1].graph, base)


def notes(info: StreamInfo) -> list[str]:
    """Return the notes to the user: the share of the work, and layers that run whole."""
    own = next(h for h in info.hops if h.hop == info.hop)
    share = own.instructions / max(info.hops[-1].instructions, 1)
    messages = [f"stream: {info.title()}, about {share:.2f} of the whole model's instructions"]
    for reason in dict.fromkeys(layer.reason for layer in info.whole):
        layers = [layer for layer in info.whole if layer.reason == reason]
        messages.append(f"stream: {_named(layers)}: {reason}")
    return messages


def _cost(graph: Graph, hop: int, base: GenerateOptions) -> StreamHop:
    plan = make_model_plan(graph, base)
    instructions = sum(c.cost.at_level for c in plan.choices if c.cost is not None)
    states = sum(graph.tensors[s.input].nbytes for s in graph.states)
    return StreamHop(hop, plan.macs, round(instructions), states, plan.arena_size)


def _named(layers: list[WholeLayer]) -> str:
    names = [f"'{printable(layer.name)}' ({layer.op})" for layer in layers[:MOST_NAMED]]
    rest = [f"{len(layers) - MOST_NAMED} more"] if len(layers) > MOST_NAMED else []
    return f"{', '.join([*names, *rest])} run{'s' if len(layers) == 1 else ''} whole"


class Streaming:
    """Graphs over the new columns of a window."""

    def __init__(self, arithmetic: Arithmetic, stream: Stream, base: GenerateOptions) -> None:
        self._arithmetic = arithmetic
        self._stream = stream
        self._base = base

    def graph(self, numbers: Numbers) -> Graph:
        """The graph that computes in these numbers."""
        return self._stream.graph(self._arithmetic.graph(numbers), replace(self._base, scheme=numbers.scheme))


def with_stream(build: Build, stream: Stream, base: GenerateOptions) -> tuple[Build, list[str]]:
    """A build whose report tells of the stream, and what the user is told."""
    info = stream.about(build.graph, replace(base, scheme=build.report.scheme))
    return replace(build, report=replace(build.report, stream=info)), notes(info)
