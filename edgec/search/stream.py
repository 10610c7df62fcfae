"""``--stream AXIS --hop N``: builds whose input is the new columns of a window; the other layers' columns are states."""

from __future__ import annotations

from dataclasses import dataclass

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Graph, Layout, Tensor
from edgec.converter.graph.work import Notify
from edgec.quantize.stream.rewrite import Streamed, StreamedLayer, streamed
from edgec.search.build import Arithmetic, Numbers
from edgec.settings.values import ConvertOptions

MOST_NAMED = 4  # layers that a message names


@dataclass(frozen=True)
class Stream:
    """What is asked for: the axis of time of the model's input, and its columns that are new at every run."""

    axis: int
    hop: int

    @staticmethod
    def of(o: ConvertOptions) -> Stream | None:
        """From the options; None without them.

        Raises:
            UsageError: one stands without the other, or with states that the user names.
        """
        if (o.stream is None) != (o.hop is None):
            given, other = ("--hop", "--stream AXIS") if o.stream is None else ("--stream", "--hop N")
            raise UsageError(f"{given}: needs {other}")
        if o.stream is None:
            return None
        if o.state:
            raise UsageError(f"--stream: makes states of a net that has none; leave out --state {o.state[0]}")
        return Stream(o.stream, o.hop)

    def stored_axis(self, t: Tensor) -> int:
        """The axis of an input as the graph stores it; axes are the model's."""
        if t.layout is not Layout.CHANNELS_LAST or self.axis == 0:
            return self.axis
        return len(t.shape) - 1 if self.axis == 1 else self.axis - 1

    def streamed(self, graph: Graph) -> Streamed:
        """A graph over the new columns.

        Raises:
            UsageError: the graph computes in floating point, or does not fit what is asked for.
        """
        if not graph.is_quantized:
            raise UsageError(
                "--stream: equal bytes at every hop need integers, and the model is converted to float32; give "
                "--calibration FILE.npz"
            )
        axis = self.stored_axis(graph.tensors[graph.inputs[0]]) if graph.inputs else self.axis
        return streamed(graph, axis, self.hop)


class Streaming:
    """Graphs over the new columns of a window."""

    def __init__(self, arithmetic: Arithmetic, stream: Stream) -> None:
        self._arithmetic = arithmetic
        self._stream = stream
        self._made: dict[Numbers, tuple[Graph, Streamed]] = {}

    def graph(self, numbers: Numbers) -> Graph:
        """The graph that computes in these numbers; the same one every time."""
        source = self._arithmetic.graph(numbers)
        if numbers not in self._made or self._made[numbers][0] is not source:
            self._made[numbers] = source, self._stream.streamed(source)
        return self._made[numbers][1].graph


def about_stream(made: Streamed) -> list[str]:
    """What the user is told: the columns that are computed, and layers that run whole."""
    total = sum(layer.columns for layer in made.layers)
    count = sum(layer.computed for layer in made.layers)
    found = [f"stream: {count} of {total} columns of layers over time are computed at every hop"]
    for reason in dict.fromkeys(layer.whole for layer in made.layers if layer.whole):
        found.append(f"stream: {_named([layer for layer in made.layers if layer.whole == reason])}: {reason}")
    return found


def _named(layers: list[StreamedLayer]) -> str:
    names = [f"'{printable(layer.name)}' ({layer.op})" for layer in layers[:MOST_NAMED]]
    rest = [f"{len(layers) - MOST_NAMED} more"] if len(layers) > MOST_NAMED else []
    return f"{', '.join([*names, *rest])} run{'s' if len(layers) == 1 else ''} whole"
