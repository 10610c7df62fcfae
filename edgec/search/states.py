"""``--state``: which outputs are fed back as inputs, and notes on those that could be but are not quantized alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Graph, Tensor
from edgec.quantize.ranges.scheme import State
from edgec.quantize.ranges.states import recurrent_states

NUMBERED = re.compile(r"(\.\d+)+$")
ROLES = frozenset({"in", "out", "input", "output", "new", "next", "old", "prev", "previous", "last", "n", "t"})


@dataclass(frozen=True)
class Named:
    """A state as the command line names it."""

    input: str
    output: str

    def __str__(self) -> str:
        """The option."""
        return f"--state {printable(self.input)}={printable(self.output)}"


def parse_states(texts: Sequence[str]) -> tuple[Named, ...]:
    """``INPUT=OUTPUT`` from the command line.

    Raises:
        UsageError: not of this form, or an input or output is named twice.
    """
    found: list[Named] = []
    for text in texts:
        name, equals, output = text.partition("=")
        if not (name and equals and output):
            raise UsageError(f"--state {printable(text)}: must be INPUT=OUTPUT, for example h=h_out")
        if any(name == s.input or output == s.output for s in found):
            raise UsageError(f"--state {printable(text)}: an input takes one output, and an output feeds one input")
        found.append(Named(name, output))
    return tuple(found)


def states_of(graph: Graph, named: Sequence[Named]) -> tuple[State, ...]:
    """The inputs and outputs of a graph that are named.

    Raises:
        UsageError: it has none of a name, or the two differ in shape or type.
    """
    found = []
    for state in named:
        i = _position(state, "input", state.input, graph.inputs)
        o = _position(state, "output", state.output, graph.outputs)
        x, y = graph.tensors[graph.inputs[i]], graph.tensors[graph.outputs[o]]
        if (x.shape, x.dtype) != (y.shape, y.dtype):
            one, other = (f"{t.dtype.value} {list(t.shape)}" for t in (x, y))
            raise UsageError(f"{state}: the input is {one}, the output {other}; a state has one shape and type")
        found.append(State(i, o))
    return tuple(found)


def _position(state: Named, kind: str, name: str, names: Sequence[str]) -> int:
    """Where a tensor is; passes number those that they make anew."""
    if name in names:
        return names.index(name)
    found = [i for i, n in enumerate(names) if NUMBERED.sub("", n) == name]
    if len(found) != 1:
        listed = ", ".join(map(printable, names))
        raise UsageError(f"{state}: the model has no {kind} '{printable(name)}'; it has: {listed}")
    return found[0]


def check_tied(graph: Graph, states: Sequence[State]) -> None:
    """Whether each state's input and output hold the same values in the same bytes.

    Raises:
        UsageError: they do not.
    """
    for state in states:
        x, y = graph.tensors[graph.inputs[state.input]], graph.tensors[graph.outputs[state.output]]
        if not same_bytes(x, y):
            raise UsageError(
                f"{Named(x.name, y.name)}: the input is {_numbers(x)}, the output {_numbers(y)}: the model or the "
                "precision of its layers decides them; give the layers that read and make the state one precision, "
                "or a float model"
            )


def about_states(graph: Graph, states: Sequence[Named] = ()) -> list[str]:
    """Inputs whose name or shape says that an output may be fed back to them, though its bytes mean other values.

    A shape says so in models of several inputs.  States of recurrent layers have one scale without being named, but
    ranges of single steps only.

    Args:
        graph: an integer graph.
        states: those that are named.
    """
    found = [_unnamed(*pair) for pair in recurrent_states(graph) if pair[0] not in {s.input for s in states}]
    outputs = [graph.tensors[o] for o in graph.outputs]
    for x in (graph.tensors[i] for i in graph.inputs):
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
