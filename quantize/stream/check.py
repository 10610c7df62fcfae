"""The proof of a stream by example: its bytes beside those of the net over the whole window, hop by hop."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.ranges.simulate import Evaluator
from edgec.quantize.ranges.states import initial_value

MORE_HOPS = 3  # than fill the window
MOST_HOPS = 80


def check_stream(whole: Graph, made: Graph, axis: int) -> None:
    """Run both on noise, from the first hop until the window is full of it.

    Args:
        whole: the integer graph over the window.
        made: the one over new columns.
        axis: of time.

    Raises:
        EdgecError: a byte of an output differs (a bug).
    """
    states = {s.input: initial_value(made, s) for s in made.states}
    free = [i for i, name in enumerate(made.outputs) if name in made.free_outputs]
    one, other = Evaluator(whole), Evaluator(made)
    (name,) = made.free_inputs
    for step, (new, window) in enumerate(hops(whole, axis, made.tensors[name].shape[axis])):
        expected = one.run([window])
        outputs = other.run([new if n == name else states[n] for n in made.inputs])
        states = {s.input: outputs[made.outputs.index(s.output)] for s in made.states}
        if any(not np.array_equal(a, outputs[i]) for a, i in zip(expected, free, strict=True)):
            raise EdgecError(f"--stream: outputs of hop {step} are not those of the whole model (a bug of edgec)")


def hops(whole: Graph, axis: int, hop: int) -> Iterator[tuple[Array, Array]]:
    """New columns of noise and the window with them, which is full of zero points at first."""
    t = whole.tensors[whole.inputs[0]]
    length = t.shape[axis]
    rng = np.random.default_rng(0)
    shape = tuple(hop if i == axis else d for i, d in enumerate(t.shape))
    window = np.full(t.shape, t.quant.z if t.quant is not None else 0, t.dtype.numpy)
    for _ in range(min(-(-length // hop) + MORE_HOPS, MOST_HOPS)):
        if t.dtype.is_float:
            new = rng.standard_normal(shape).astype(t.dtype.numpy)
        else:
            lo, hi = integer_limits(t.dtype)
            new = rng.integers(lo, hi, shape, endpoint=True).astype(t.dtype.numpy)
        window = np.concatenate([window.take(range(hop, length), axis), new], axis)
        yield new, window
