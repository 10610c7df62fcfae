"""``--state``: which outputs are fed back as inputs, and notes on those that could be but are not quantized alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Graph, Layout, StatePair, Tensor
from edgec.quantize.ranges.states import recurrent_states

AUTO = "auto"
NUMBERED = re.compile(r"(\.\d+)+$")
ROLES = frozenset({"in", "out", "input", "output", "new", "next", "old", "prev", "previous", "last", "n", "t"})


def option(state: StatePair) -> str:
    """A state as the command line has it."""
    return f"--state {printable(state.input)}={printable(state.output)}"


def parse_states(texts: Sequence[str]) -> tuple[StatePair, ...]:
    """``INPUT=OUTPUT`` from the command line; ``auto`` is looked up in the model (``states_of``).

    Raises:
        UsageError: not of this form, or an input or output is named twice.
    """
    found: list[StatePair] = []
    for text in (t for t in texts if t != AUTO):
        name, equals, output = text.partition("=")
        if not (name and equals and output):
            raise UsageError(f"--state {printable(text)}: must be INPUT=OUTPUT, for example h=h_out, or {AUTO}")
        if any(name == s.input or output == s.output for s in found):
            raise UsageError(f"--state {printable(text)}: an input takes one output, and an output feeds one input")
        found.append(StatePair(name, output))
    return tuple(found)


def with_states(graph: Graph, named: Sequence[StatePair], auto: bool = False) -> Graph:
    """The graph with the states that are named, and with ``auto`` those that names and shapes say.

    Raises:
        UsageError: it has none of a name, the two differ in shape or type, or ``auto`` finds none.
    """
    found = [*graph.states, *states_of(graph, named)]
    if auto:
        taken = {s.input for s in found} | {s.output for s in found}
        found += [s for s in found_states(graph) if not taken & {s.input, s.output}]
        if not found:
            raise UsageError(
                f"--state {AUTO}: no output has the name and shape of an input, as 'h_out' of 'h'; give --state "
                "INPUT=OUTPUT"
            )
    return replace(graph, states=tuple(found))


def states_of(graph: Graph, named: Sequence[StatePair]) -> tuple[StatePair, ...]:
    """The states that are named, as the graph calls them.

    Raises:
        UsageError: it has none of a name, or the two differ in shape or type.
    """
    found = []
    for state in named:
        i = _position(state, "input", state.input, graph.inputs)
        o = _position(state, "output", state.output, graph.outputs)
        x, y = graph.tensors[graph.inputs[i]], graph.tensors[graph.outputs[o]]
        if (x.shape, x.dtype, x.layout) != (y.shape, y.dtype, y.layout):
            one, other = (_described(t) for t in (x, y))
            raise UsageError(f"{option(state)}: the input is {one}, the output {other}; a state has one shape and type")
        found.append(StatePair(x.name, y.name, state.initial))
    return tuple(found)


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
    """Where a tensor is; passes number those that they make anew."""
    if name in names:
        return names.index(name)
    found = [i for i, n in enumerate(names) if NUMBERED.sub("", n) == name]
    if len(found) != 1:
        listed = ", ".join(map(printable, names))
        raise UsageError(f"{option(state)}: the model has no {kind} '{printable(name)}'; it has: {listed}")
    return found[0]


def check_tied(graph: Graph) -> None:
    """Whether each state's input and output hold the same values in the same bytes.

    Raises:
        UsageError: they do not.
    """
    for state in graph.states:
        x, y = graph.tensors[state.input], graph.tensors[state.output]
        if not same_bytes(x, y):
            raise UsageError(
                f"{option(state)}: the input is {_numbers(x)}, the output {_numbers(y)}: the model or the "
                "precision of its layers decides them; give the layers that read and make the state one precision, "
                "or a float model"
            )


def about_states(graph: Graph) -> list[str]:
    """Inputs whose name or shape says that an output may be fed back to them, though its bytes mean other values.

    A shape says so in models of several inputs.  States of recurrent layers have one scale without being named, but
    ranges of single steps only.

    Args:
        graph: an integer graph; its states are left out.
    """
    found = [_unnamed(*pair) for pair in recurrent_states(graph) if pair[0] in graph.free_inputs]
    outputs = [graph.tensors[o] for o in graph.free_outputs]
    for x in (graph.tensors[i] for i in graph.free_inputs):
        alike = [y for y in outputs if y.shape == x.shape]
        named = [y for y in alike if stem(y.name) == stem(x.name)]
        candidates = named or (alike if len(graph.inputs) > 1 else [])
        apart = [y for y in candidates if x.quant is not None and not same_bytes(x, y)]
        if not apart or len(apart) < len(candidates):  # one of them is the same: it is fed back, if any
            continue
        y = apart[0]
        found.append(
            f"input '{printable(x.name)}' is {_numbers(x)}, output '{printable(y.name)}' of its "
            f"{'name and ' if named else ''}shape is {_numbers(y)}: where the output is fed back as the input, give "
            f"--state {printable(x.name)}={printable(y.name)}, or requantize between them"
        )
    return found


def _unnamed(begin: str, end: str) -> str:
    x, y = (printable(NUMBERED.sub("", n)) for n in (begin, end))
    return (
        f"input '{x}' and output '{y}' are a recurrent layer's state, of one scale, whose range is that of single "
        f"samples: where the output is fed back as the input, give --state {x}={y}, which calibrates over sequences"
    )


def same_bytes(x: Tensor, y: Tensor) -> bool:
    """Whether the bytes of one tensor mean the same in the other."""
    return x.dtype is y.dtype and x.quant == y.quant


def stem(name: str) -> frozenset[str]:
    """The words of a name without those that say in or out; the whole name where these are all."""
    words = frozenset(w for w in re.split(r"[^a-z0-9]+", name.lower()) if w)
    return (words - ROLES) or words


def _numbers(t: Tensor) -> str:
    if t.quant is None:
        return t.dtype.value
    return f"{t.dtype.value} with scale {t.quant.s:.4g} and zero point {t.quant.z}"
