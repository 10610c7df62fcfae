"""Sums of products by definition: which elements of its inputs each element of a layer's output takes, times what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from edgec.converter.graph.ir import Array, Graph, Node
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs
from edgec.proof.linear import WORD_BITS, Affine, Linear, Place
from edgec.proof.tails import Reading
from edgec.proof.thumb.machine import NotCovered
from edgec.proof.thumb.slices import half_of
from edgec.proof.thumb.terms import Term

PADDING = -1
Taken = Callable[[int], tuple[Array, Array, int]]
"""Definition of an element's sum: the numbers of input elements (``PADDING``: none), their factors, the bias."""
sums_of_products: Facet[Callable[[Graph, Node, Array], Taken]] = Facet(
    "sums", "definition of its sums to compare with", "its code is proven another way, or not"
)


class Products:
    """Compares words of the code with the sums of a layer; ``cells`` are the numbers of its inputs' elements."""

    def __init__(self, graph: Graph, node: Node, cells: Mapping[str, Array]) -> None:
        name = node.inputs[0]
        x = graph.tensors[name]
        rule = sums_of_products.get(node)
        if rule is None or name not in cells or x.quant is None:
            raise NotCovered(f"{node.op} has no {sums_of_products.what}")
        self.zero, bits = x.quant.z, 8 * x.dtype.bytes
        self.taken = rule(graph, node, cells[name].reshape(x.shape))
        numbers = np.unique(cells[name]).tolist()
        self.linear = Linear({n + k: Place(n, k, bits) for n in numbers for k in range(x.dtype.bytes)})

    def wrong(self, element: int, cut: Term, reading: Reading) -> str:
        """Compare the sum that a word holds with an element's, for all inputs: the difference, or "".

        Raises:
            NotLinear: the word is no sum of products.
        """
        bits = WORD_BITS if reading.half is None else WORD_BITS // 2
        word = cut if reading.half is None else half_of(cut, bool(reading.half))
        form, right, mask = self.linear.of(word, bits), self._right(element), (1 << bits) - 1
        wanted = {n: k << reading.lift & mask for n, k in right.terms.items() if k << reading.lift & mask}
        if form.terms == wanted and form.constant == right.constant << reading.lift & mask:
            return ""
        for n in sorted({*form.terms, *wanted}):
            a, b = (_signed(terms.get(n, 0), bits) for terms in (form.terms, wanted))
            if a != b:
                return f"an element of the input is multiplied with {a} in its sum, by definition with {b}"
        a, b = (_signed(n, bits) for n in (form.constant, right.constant << reading.lift))
        return f"its sum begins with {a}, by definition with {b}"

    def _right(self, element: int) -> Affine:
        numbers, factors, bias = self.taken(element)
        inside = numbers != PADDING
        terms: dict[int, int] = {}
        for n, k in zip(numbers[inside].tolist(), factors[inside].tolist(), strict=True):
            terms[n] = terms.get(n, 0) + k
        return Affine(terms, bias - self.zero * int(factors[inside].sum()))


def _signed(n: int, bits: int) -> int:
    top = 1 << (bits - 1)
    return ((n & (2 * top - 1)) ^ top) - top


@sums_of_products(ConvAttrs)
def _conv(graph: Graph, node: Node, cells: Array) -> Taken:
    a, (weights, bias) = node.attrs, _weights(graph, node)
    assert isinstance(a, ConvAttrs)
    channels, height, width, depth = weights.shape
    top, left, bottom, right = a.pads
    padded = np.pad(cells, ((0, 0), (top, bottom), (left, right), (0, 0)), constant_values=PADDING)
    factors, per_group = weights.reshape(channels, -1), channels // a.groups
    shape, (down, across), steps = graph.tensors[node.outputs[0]].shape, a.dilations, a.strides

    def taken(element: int) -> tuple[Array, Array, int]:
        n, y, x, c = (int(i) for i in np.unravel_index(element, shape))
        first = c // per_group * depth
        rows = slice(y * steps[0], y * steps[0] + down * (height - 1) + 1, down)
        columns = slice(x * steps[1], x * steps[1] + across * (width - 1) + 1, across)
        return padded[n, rows, columns, first : first + depth].reshape(-1), factors[c], int(bias[c])

    return taken


@sums_of_products(DenseAttrs)
def _dense(graph: Graph, node: Node, cells: Array) -> Taken:
    weights, bias = _weights(graph, node)
    rows = cells.reshape(-1, weights.shape[1])

    def taken(element: int) -> tuple[Array, Array, int]:
        row, c = divmod(element, len(weights))
        return rows[row], weights[c], int(bias[c])

    return taken


def _weights(graph: Graph, node: Node) -> tuple[Array, Array]:
    weights, bias = (graph.tensors[n].data for n in node.inputs[1:])
    if weights is None or bias is None:
        raise NotCovered("its weights are no constants")
    return weights.astype(np.int64), bias.astype(np.int64)


def _equal(numbers: Array) -> tuple[Array, Array, int]:
    """A sum of elements."""
    flat = numbers.reshape(-1)
    return flat, np.ones(len(flat), np.int64), 0


@sums_of_products("AvgPool")
def _avgpool(graph: Graph, node: Node, cells: Array) -> Taken:
    shape = graph.tensors[node.outputs[0]].shape

    def taken(element: int) -> tuple[Array, Array, int]:
        return _equal(np.array(window(node.attrs, cells, np.unravel_index(element, shape)), np.int64))

    return taken


def window(attrs: object, cells: Array, at: Sequence[np.intp]) -> list[int]:
    """Numbers of the values in the window of a pooling's element, outside of padding; cells [N, H, W, C]."""
    assert isinstance(attrs, PoolAttrs)
    n, y, left, c = (int(v) for v in at)
    a, (_, height, width, _) = attrs, cells.shape
    rows = (y * a.strides[0] - a.pads[0] + k * a.dilations[0] for k in range(a.kernel[0]))
    inside = [r for r in rows if 0 <= r < height]
    columns = [left * a.strides[1] - a.pads[1] + k * a.dilations[1] for k in range(a.kernel[1])]
    return [int(cells[n, r, q, c]) for r in inside for q in columns if 0 <= q < width]


@sums_of_products(ReduceAttrs)
def _reduce(_: Graph, node: Node, cells: Array) -> Taken:
    a = node.attrs
    assert isinstance(a, ReduceAttrs)
    kept = [i for i in range(cells.ndim) if i not in a.axes]
    size = int(np.prod([cells.shape[i] for i in kept]))
    groups = cells.transpose(*kept, *a.axes).reshape(size, -1)
    return lambda element: _equal(groups[element])
