"""``--state``: which outputs are fed back as inputs, and notes on those that could be but are not quantized alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

import numpy as np

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Array, Graph, StatePair
from edgec.quantize.ranges.named_states import AUTO, NUMBERED, numbers_text, option, same_bytes, stem
from edgec.quantize.ranges.states import in_sequence, recurrent_states

FAR = 100.0  # times what a state takes: int8 has then one or two steps for that


def parse_states(texts: Sequence[str]) -> tuple[StatePair, ...]:
    """``INPUT=OUTPUT[=VALUE]`` from the command line; ``auto`` is looked up in the model (``with_states``).

    Raises:
        UsageError: not of this form, or an input or output is named twice.
    """
    pairs: list[StatePair] = []
    for text in (t for t in texts if t != AUTO):
        name, _, rest = text.partition("=")
        output, begins, value = rest.partition("=")
        initial = _number(value) if begins else 0.0
        if not (name and output) or initial is None:
            raise UsageError(f"--state {printable(text)}: must be INPUT=OUTPUT, for example h=h_out, or {AUTO}")
        if any(name == s.input or output == s.output for s in pairs):
            raise UsageError(f"--state {printable(text)}: an input takes one output, and an output feeds one input")
        pairs.append(StatePair(name, output, (initial,) if initial else ()))
    return tuple(pairs)


def _number(text: str) -> float | None:
    """A float32; None where the text is no finite one."""
    try:
        value = float(np.float32(float(text)))
    except ValueError:
        return None
    return value if isfinite(value) else None


def about_states(graph: Graph) -> list[str]:
    """Inputs whose name or shape says that an output may be fed back to them, though its bytes mean other values.

    A shape says so in models of several inputs.  States of recurrent layers have one scale without being named, but
    ranges of single steps only.

    Args:
        graph: an integer graph; its states are left out.
    """
    pairs = [p for p in recurrent_states(graph) if p[0] in graph.free_inputs and graph.tensors[p[0]].quant is not None]
    messages = [_unnamed(*pair) for pair in pairs]
    outputs = [graph.tensors[o] for o in graph.free_outputs]
    for x in (graph.tensors[i] for i in graph.free_inputs):
        alike = [y for y in outputs if y.shape == x.shape]
        named = [y for y in alike if stem(y.name) == stem(x.name)]
        candidates = named or (alike if len(graph.inputs) > 1 else [])
        apart = [y for y in candidates if x.quant is not None and not same_bytes(x, y)]
        if not apart or len(apart) < len(candidates):  # one of them is the same: it is fed back, if any
            continue
        y = apart[0]
        messages.append(
            f"input '{printable(x.name)}' is {numbers_text(x)}, output '{printable(y.name)}' of its "
            f"{'name and ' if named else ''}shape is {numbers_text(y)}: where the output is fed back as the input, "
            f"give --state {printable(x.name)}={printable(y.name)}, or requantize between them"
        )
    return messages


def far_beginnings(graph: Graph, inputs: Sequence[Array]) -> list[str]:
    """Initial values far beyond what a state takes over the samples, of which integers of its range hold little.

    Args:
        graph: a float graph with states.
        inputs: samples, one array [N, *shape] per graph input.
    """
    if not any(s.initial for s in graph.states):
        return []
    outputs = in_sequence(replace(graph, states=tuple(replace(s, initial=()) for s in graph.states)), inputs)[1]
    messages = []
    for state, (_, output) in zip(graph.states, graph.fed, strict=True):
        begin, usual = (float(np.abs(v).max(initial=0.0)) for v in (np.array(state.initial), outputs[output]))
        if begin > FAR * usual:
            messages.append(
                f"{option(state)}: begins at {begin:g}, where the state takes values up to {usual:.3g} over the "
                "samples from 0: integers that hold both round the latter away; give an initial value of their size"
            )
    return messages


def _unnamed(begin: str, end: str) -> str:
    x, y = (printable(NUMBERED.sub("", n)) for n in (begin, end))
    return (
        f"input '{x}' and output '{y}' are a recurrent layer's state, of one scale, whose range is that of single "
        f"samples: where the output is fed back as the input, give --state {x}={y}, which calibrates over sequences"
    )
