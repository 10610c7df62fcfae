"""``--state``: which outputs are fed back as inputs, and notes on those that could be but are not quantized alike."""

from __future__ import annotations

import re
from collections.abc import Sequence

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Graph, Tensor
from edgec.quantize.ranges.scheme import State

ROLES = frozenset({"in", "out", "input", "output", "new", "next", "old", "prev", "previous", "last", "n", "t"})


def parse_states(texts: Sequence[str]) -> tuple[State, ...]:
    """``INPUT=OUTPUT`` from the command line.

    Raises:
        UsageError: not of this form, or an input or output is named twice.
    """
    found: list[State] = []
    for text in texts:
        name, equals, output = text.partition("=")
        if not (name and equals and output):
            raise UsageError(f"--state {printable(text)}: must be INPUT=OUTPUT, for example h=h_out")
        if any(name == s.input or output == s.output for s in found):
            raise UsageError(f"--state {printable(text)}: an input takes one output, and an output feeds one input")
        found.append(State(name, output))
    return tuple(found)


def check_states(graph: Graph, states: Sequence[State]) -> None:
    """Whether a graph has these inputs and outputs, of one shape and type each.

    Raises:
        UsageError: it has not.
    """
    for state in states:
        option = f"--state {printable(state.input)}={printable(state.output)}"
        for kind, name, names in (("input", state.input, graph.inputs), ("output", state.output, graph.outputs)):
            if name not in names:
                listed = ", ".join(map(printable, names))
                raise UsageError(f"{option}: the model has no {kind} '{printable(name)}'; it has: {listed}")
        x, y = graph.tensors[state.input], graph.tensors[state.output]
        if (x.shape, x.dtype) != (y.shape, y.dtype):
            one, other = (f"{t.dtype.value} {list(t.shape)}" for t in (x, y))
            raise UsageError(f"{option}: the input is {one}, the output {other}; a state has one shape and type")


def check_tied(graph: Graph, states: Sequence[State]) -> None:
    """Whether each state's input and output hold the same values in the same bytes.

    Raises:
        UsageError: they do not.
    """
    for state in states:
        x, y = graph.tensors[state.input], graph.tensors[state.output]
        if not same_bytes(x, y):
            option = f"--state {printable(state.input)}={printable(state.output)}"
            raise UsageError(
                f"{option}: the input is {_numbers(x)}, the output {_numbers(y)}: the model or the precision of its "
                "layers decides them; give the layers that read and make the state one precision, or a float model"
            )


def about_states(graph: Graph) -> list[str]:
    """Inputs whose name or shape says that an output may be fed back to them, though its bytes mean other values.

    A shape says so in models of several inputs.
    """
    found = []
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
