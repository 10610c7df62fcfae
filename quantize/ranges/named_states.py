"""States by the names of a model's inputs and outputs: those that a user names, and those that the names say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Graph, Layout, StatePair, Tensor
from edgec.quantize.ranges.states import recurrent_states

AUTO = "auto"
NUMBERED = re.compile(r"(\.\d+)+$")
ROLES = frozenset(
    {"in", "out", "input", "output", "new", "next", "old", "prev", "previous", "past", "present", "last", "n", "t"}
)
EXPORTED_CACHE = "past_key_values"  # how exporters of decoders name an input whose output is "present"


def option(state: StatePair) -> str:
    """A state as the command line has it."""
    return f"--state {printable(state.input)}={printable(state.output)}"


def with_states(graph: Graph, named: Sequence[StatePair], auto: bool = False) -> Graph:
    """The graph with the states that are named, and with ``auto`` those that names and shapes say.

    Raises:
        UsageError: it has none of a name, the two differ in shape or type, or ``auto`` finds none.
    """
    states = [*graph.states, *states_of(graph, named)]
    if auto:
        taken = {s.input for s in states} | {s.output for s in states}
        states += [s for s in found_states(graph) if not taken & {s.input, s.output}]
        if not states:
            raise UsageError(
                f"--state {AUTO}: no output has the name and shape of an input, as 'h_out' of 'h'; give --state "
                "INPUT=OUTPUT"
            )
    return replace(graph, states=tuple(states))


def states_of(graph: Graph, named: Sequence[StatePair]) -> tuple[StatePair, ...]:
    """The states that are named, as the graph calls them.

    Raises:
        UsageError: it has none of a name, or the two differ in shape or type.
    """
    pairs = []
    for state in named:
        i = _position(state, "input", state.input, graph.inputs)
        o = _position(state, "output", state.output, graph.outputs)
        x, y = graph.tensors[graph.inputs[i]], graph.tensors[graph.outputs[o]]
        if (x.shape, x.dtype, x.layout) != (y.shape, y.dtype, y.layout):
            one, other = (_described(t) for t in (x, y))
            raise UsageError(f"{option(state)}: the input is {one}, the output {other}; a state has one shape and type")
        pairs.append(StatePair(x.name, y.name, state.initial))
    return tuple(pairs)


def found_states(graph: Graph) -> tuple[StatePair, ...]:
    """The states that a graph's names and shapes say: one output alone has an input's name, but for words like 'out'.

    Recurrent layers' initial and final states are ones whatever they are called.
    """
    pairs = dict(recurrent_states(graph))
    for x in (graph.tensors[i] for i in graph.inputs if i not in pairs):
        alike = [o for o in graph.outputs if _alike(x, graph.tensors[o]) and stem(o) == stem(x.name)]
        if len(alike) == 1 and alike[0] not in pairs.values():
            pairs[x.name] = alike[0]
    return tuple(StatePair(i, pairs[i]) for i in graph.inputs if i in pairs)


def _alike(x: Tensor, y: Tensor) -> bool:
    return (x.shape, x.dtype, x.layout) == (y.shape, y.dtype, y.layout)


def _described(t: Tensor) -> str:
    return f"{t.dtype.value} {list(t.shape)}{', channels last' if t.layout is Layout.CHANNELS_LAST else ''}"


def _position(state: StatePair, kind: str, name: str, names: Sequence[str]) -> int:
    """Return the index of a tensor; passes number those that they make anew."""
    if name in names:
        return names.index(name)
    positions = [i for i, n in enumerate(names) if NUMBERED.sub("", n) == name]
    if len(positions) != 1:
        listed = ", ".join(map(printable, names))
        raise UsageError(f"{option(state)}: the model has no {kind} '{printable(name)}'; it has: {listed}")
    return positions[0]


def check_tied(graph: Graph) -> None:
    """Check that each state's input and output hold the same values in the same bytes.

    Raises:
        UsageError: they do not.
    """
    for state in graph.states:
        x, y = graph.tensors[state.input], graph.tensors[state.output]
        if not same_bytes(x, y):
            raise UsageError(
                f"{option(state)}: the input is {numbers_text(x)}, the output {numbers_text(y)}; give the layers that "
                "read and make the state one precision, or a float model"
            )


def same_bytes(x: Tensor, y: Tensor) -> bool:
    """Return whether the bytes of one tensor mean the same in the other."""
    return x.dtype is y.dtype and x.quant == y.quant


def stem(name: str) -> frozenset[str]:
    """The words of a name without those that say in or out; the whole name where these are all."""
    text = name.lower().replace(EXPORTED_CACHE, "past")
    words = frozenset(w for w in re.split(r"[^a-z0-9]+", text) if w)
    return (words - ROLES) or words


def numbers_text(t: Tensor) -> str:
    """The type and quantization of a tensor, in words."""
    if t.quant is None:
        return t.dtype.value
    return f"{t.dtype.value} with scale {t.quant.s:.4g} and zero point {t.quant.z}"
