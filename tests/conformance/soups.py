"""Random small graphs against ONNX Runtime: what exporters leave between layers, which the passes rearrange.

    python -m tests.conformance.soups [--count 300] [--seed 0]

Transposes, squeezes, reshapes, slices and concatenations around convolutions, pools, normalizations and arithmetic.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.ir import Array
from tests.conformance.grid_parts import Rng, pick, reals, sizes, some
from tests.conformance.grids import expected
from tests.conformance.onnx_cases import Case
from tests.conformance.runner import run_all, summary

LARGEST = 600  # elements


@dataclass
class Soup:
    """A graph under construction: nodes, constants, and the values so far with their shapes."""

    rng: Rng
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)
    values: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def some(self, *ranks: int) -> str:
        """A value of one of the ranks (of any), later ones more often; "" when there is none."""
        fitting = [n for n, s in self.values.items() if not ranks or len(s) in ranks]
        if not fitting:
            return ""
        return fitting[max(int(v) for v in self.rng.integers(0, len(fitting), 2))]

    def const(self, value: Array) -> str:
        """A constant."""
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(value, name))
        return name

    def add(self, op: str, inputs: Sequence[str], shape: Sequence[int], **attrs: object) -> str:
        """A node with one output of a known shape."""
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, list(inputs), [name], name=f"{op}_{len(self.nodes)}", **attrs))
        self.values[name] = tuple(int(d) for d in shape)
        return name

    def hidden(self, op: str, inputs: Sequence[str], outputs: int = 1, **attrs: object) -> str:
        """A node whose first output is no value for others: of another type, say."""
        names = [f"h{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, name=f"{op}_{len(self.nodes)}", **attrs))
        return names[0]


def _ints(soup: Soup, values: Sequence[int]) -> str:
    return soup.const(np.asarray(values, np.int64))


def transpose(soup: Soup) -> None:
    x = soup.some(2, 3, 4)
    shape = soup.values[x]
    usual = {4: [[0, 2, 3, 1], [0, 3, 1, 2]], 3: [[0, 2, 1]], 2: [[1, 0]]}[len(shape)]
    perm = pick(soup.rng, *usual, [int(v) for v in soup.rng.permutation(len(shape))])
    soup.add("Transpose", [x], [shape[p] for p in perm], perm=perm)


def squeeze(soup: Soup) -> None:
    x = soup.some()
    shape = soup.values[x]
    ones = [i for i, d in enumerate(shape) if d == 1]
    if ones and len(shape) > 2:
        axis = pick(soup.rng, *ones)
        soup.add("Squeeze", [x, _ints(soup, [axis])], [d for i, d in enumerate(shape) if i != axis])
    elif len(shape) < 4:
        axis = int(soup.rng.integers(0, len(shape) + 1))
        soup.add("Unsqueeze", [x, _ints(soup, [axis])], (*shape[:axis], 1, *shape[axis:]))


def reshape(soup: Soup) -> None:
    x = soup.some()
    shape = soup.values[x]
    size, rank = prod(shape), int(soup.rng.integers(2, 5))
    dims: list[int] = []
    for _ in range(rank - 1):
        divisors = [d for d in range(1, 9) if size % d == 0]
        dims.append(pick(soup.rng, *divisors))
        size //= dims[-1]
    dims.append(size)
    wanted = list(dims)
    wanted[int(soup.rng.integers(rank))] = -1
    soup.add("Reshape", [x, _ints(soup, wanted)], dims)


def arithmetic(soup: Soup) -> None:
    x = soup.some()
    shape = soup.values[x]
    op = pick(soup.rng, "Add", "Mul", "Sub", "Max", "PRelu")
    same = [n for n, s in soup.values.items() if s == shape and n != x]
    if same and op != "PRelu" and soup.rng.random() < 0.6:
        soup.add(op, [x, pick(soup.rng, *same)], shape)
        return
    other = tuple(1 if soup.rng.random() < 0.5 else d for d in shape)[int(soup.rng.integers(0, len(shape))) :]
    pair = [x, soup.const(reals(soup.rng, *other))]
    if op in ("Add", "Mul", "Sub") and soup.rng.random() < 0.3:
        pair.reverse()
    soup.add(op, pair, shape)


def function(soup: Soup) -> None:
    x = soup.some()
    op = pick(soup.rng, "Relu", "Sigmoid", "Clip", "LeakyRelu", "HardSwish", "Softmax", "Neg", "Abs")
    if op == "Clip":
        limits = [soup.const(np.float32(0)), soup.const(np.float32(pick(soup.rng, 1.0, 6.0)))]
        soup.add(op, [x, *limits], soup.values[x])
    elif op == "Softmax":
        soup.add(op, [x], soup.values[x], axis=int(soup.rng.integers(-1, len(soup.values[x]))))
    else:
        soup.add(op, [x], soup.values[x])


def convolution(soup: Soup) -> None:
    x = soup.some(4)
    if not x:
        return
    n, channels, *plane = soup.values[x]
    groups = channels if soup.rng.random() < 0.3 else 1
    outs = groups * pick(soup.rng, 1, 1, 2) if groups > 1 else pick(soup.rng, 1, 2, 3)
    kernel = [min(k, d) for k, d in zip(some(soup.rng, 1, 3, 2), plane, strict=True)]
    pads = [pick(soup.rng, 0, k // 2) for k in kernel]
    out = [d + 2 * p - k + 1 for d, p, k in zip(plane, pads, kernel, strict=True)]
    ins = [x, soup.const(reals(soup.rng, outs, channels // groups, *kernel))]
    if soup.rng.random() < 0.5:
        ins.append(soup.const(reals(soup.rng, outs)))
    y = soup.add("Conv", ins, (n, outs, *out), pads=pads * 2, group=groups)
    if soup.rng.random() < 0.4:
        statistics = [soup.const(np.abs(reals(soup.rng, outs)) + np.float32(0.2)) for _ in range(4)]
        soup.add("BatchNormalization", [y, *statistics], (n, outs, *out))


def pool(soup: Soup) -> None:
    x = soup.some(4)
    if not x:
        return
    shape = soup.values[x]
    op = pick(soup.rng, "MaxPool", "AveragePool", "GlobalAveragePool", "Pad")
    if op == "GlobalAveragePool":
        soup.add(op, [x], (*shape[:2], 1, 1))
    elif op == "Pad":
        pads = [0, 0, *some(soup.rng, 0, 1, 2), 0, 0, *some(soup.rng, 0, 1, 2)]
        out = [d + pads[i] + pads[i + 4] for i, d in enumerate(shape)]
        soup.add(op, [x, _ints(soup, pads)], out)
    elif min(shape[2:]) >= 2:
        out = [(d - 2) // 2 + 1 for d in shape[2:]]
        soup.add(op, [x], (*shape[:2], *out), kernel_shape=[2, 2], strides=[2, 2])


def product(soup: Soup) -> None:
    x = soup.some(2, 3)
    if not x:
        return
    shape, columns = soup.values[x], int(soup.rng.integers(1, 5))
    weight = soup.const(reals(soup.rng, shape[-1], columns))
    if len(shape) == 2 and soup.rng.random() < 0.5:
        soup.add("Gemm", [x, weight, soup.const(reals(soup.rng, columns))], (shape[0], columns))
    else:
        y = soup.add("MatMul", [x, weight], (*shape[:-1], columns))
        soup.add("Add", [y, soup.const(reals(soup.rng, columns))], soup.values[y])


def part(soup: Soup) -> None:
    x = soup.some()
    shape = soup.values[x]
    axis = int(soup.rng.integers(len(shape)))
    kind = soup.rng.random()
    if kind < 0.4 and shape[axis] > 1:
        begin, step = int(soup.rng.integers(0, shape[axis] - 1)), pick(soup.rng, 1, 2)
        count = len(range(begin, shape[axis], step))
        out = (*shape[:axis], count, *shape[axis + 1 :])
        ins = [x, _ints(soup, [begin]), _ints(soup, [shape[axis]]), _ints(soup, [axis]), _ints(soup, [step])]
        soup.add("Slice", ins, out)
    elif kind < 0.7:
        others = [n for n, s in soup.values.items() if s[:axis] == shape[:axis] and s[axis + 1 :] == shape[axis + 1 :]]
        fitting = [n for n in others if len(soup.values[n]) == len(shape)]
        other = pick(soup.rng, *fitting)
        out = (*shape[:axis], shape[axis] + soup.values[other][axis], *shape[axis + 1 :])
        soup.add("Concat", [x, other], out, axis=axis)
    else:
        out = tuple(1 if i == axis else d for i, d in enumerate(shape))
        soup.add(pick(soup.rng, "ReduceMean", "ReduceMax", "ReduceSum"), [x, _ints(soup, [axis])], out, keepdims=1)


STEPS: tuple[Callable[[Soup], None], ...] = (
    *[transpose] * 3, squeeze, squeeze, reshape, *[arithmetic] * 3, function, function, *[convolution] * 2, pool, pool,
    product, part, part,
)  # fmt: skip


def soup_case(rng: Rng, name: str) -> Case:
    """A random graph with one or two outputs."""
    soup = Soup(rng)
    shape = (1, *sizes(rng, 3, 2, 6))
    soup.values["x"] = shape
    for _ in range(int(rng.integers(3, 12))):
        pick(rng, *STEPS)(soup)
        last = list(soup.values)[-1]
        if prod(soup.values[last]) > LARGEST:  # it is not used
            del soup.values[last]
            soup.nodes.pop()
    ends = list(soup.values)[-1:] if rng.random() < 0.7 else list(soup.values)[-2:]
    outputs = [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in ends if n != "x"]
    port = helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)
    graph = helper.make_graph(soup.nodes, "g", [port], outputs, soup.constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    x = reals(rng, *shape)
    return Case(name, model, (x,), tuple(expected(model, {"x": x}) or ()))


def soups(count: int, seed: int) -> list[Case]:
    """Random graphs that ONNX Runtime takes."""
    rng = np.random.default_rng(seed)
    return [c for c in (soup_case(rng, f"soup_{i}") for i in range(count)) if c.outputs]


def main(arguments: Sequence[str]) -> int:
    """Print the summary; 1 when a value is wrong."""
    parser = argparse.ArgumentParser(description="random graphs against ONNX Runtime")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    made = soups(options.count, options.seed)
    outcomes = run_all(made)
    for o, case in zip(outcomes, made, strict=True):
        if o.status in ("wrong", "error"):
            print(o.name, o.reason)
            print(onnx.printer.to_text(case.model.graph))
    sys.stdout.write(summary(outcomes) + "\n")
    return int(any(o.status in ("wrong", "error") for o in outcomes))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
