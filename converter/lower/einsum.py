"""ONNX Einsum as transposes, products and sums."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.ops.conv import MatMulAttrs
from edgec.converter.ops.elementwise import BinaryFn
from edgec.converter.ops.pool import ReduceFn
from edgec.converter.ops.shape import GatherAttrs


@dataclass(frozen=True)
class EinsumTerm:
    """A tensor with one letter per axis, no letter twice."""

    tensor: Tensor
    letters: str

    def size(self, letter: str) -> int:
        """Cells along a letter, 1 when it is absent."""
        return self.tensor.shape[self.letters.index(letter)] if letter in self.letters else 1


def _expand_dots(c: Lowering, spec: str, rank: int, dots: str) -> str:
    """The ellipsis replaced by letters for the axes that are not named."""
    if "..." not in spec:
        return spec
    need = rank - (len(spec) - 3)
    if need < 0:
        c.invalid(f"'{spec}' names more axes than rank {rank}")
    return spec.replace("...", dots[len(dots) - need :])


def _diagonal(c: Lowering, tensor: Tensor, letters: str) -> EinsumTerm:
    """Repeated letters become one axis: a gather of the diagonal."""
    for letter in dict.fromkeys(letters):
        while letters.count(letter) > 1:
            i = letters.index(letter)
            j = letters.index(letter, i + 1)
            rest = [k for k in range(len(letters)) if k not in (i, j)]
            tensor = c.transpose(tensor, (i, j, *rest))
            n = tensor.shape[0]
            if tensor.shape[1] != n:
                c.invalid(f"letter '{letter}' stands for axes of {n} and {tensor.shape[1]} cells")
            flat = c.reshape(tensor, (n * n, *tensor.shape[2:]))
            tensor = c.emit("Gather", GatherAttrs(0), flat, c.const_tensor(np.arange(n, dtype=np.int64) * (n + 1)))
            letters = letter + "".join(letters[k] for k in rest)
    return EinsumTerm(tensor, letters)


def _sum_out(c: Lowering, t: EinsumTerm, keep: str) -> EinsumTerm:
    """Letters that nothing else needs are summed away."""
    axes = tuple(i for i, letter in enumerate(t.letters) if letter not in keep)
    if not axes:
        return t
    return EinsumTerm(c.reduce(t.tensor, ReduceFn.SUM, axes, False), "".join(x for x in t.letters if x in keep))


def _aligned(c: Lowering, t: EinsumTerm, letters: str) -> Tensor:
    """The term with one axis per letter, 1 where it lacks the letter."""
    present = [x for x in letters if x in t.letters]
    turned = c.transpose(t.tensor, [t.letters.index(x) for x in present])
    return c.reshape(turned, [t.size(x) for x in letters])


def _multiply(c: Lowering, a: EinsumTerm, b: EinsumTerm, keep: str) -> EinsumTerm:
    """Product of two terms, summed over the letters that are not kept: a matrix product where one fits."""
    shared = [x for x in a.letters if x in b.letters]
    batch = "".join(x for x in shared if x in keep)
    summed = "".join(x for x in shared if x not in keep)
    left = "".join(x for x in a.letters if x not in b.letters)
    right = "".join(x for x in b.letters if x not in a.letters)
    if summed and all(a.size(x) == b.size(x) for x in shared) and a.tensor.dtype is DType.F32:
        m = c.reshape(_aligned(c, a, batch + left + summed), _matrix(a, batch, left, summed))
        n = c.reshape(_aligned(c, b, batch + summed + right), _matrix(b, batch, summed, right))
        y = c.emit("MatMul", MatMulAttrs(), m, n)
        letters = batch + left + right
        shape = [a.size(x) if x in a.letters else b.size(x) for x in letters]
        return EinsumTerm(c.reshape(y, shape), letters)
    letters = batch + left + right + summed
    y = c.binary(_aligned(c, a, letters), _aligned(c, b, letters), BinaryFn.MUL)
    return _sum_out(c, EinsumTerm(y, letters), keep)


def _matrix(t: EinsumTerm, batch: str, rows: str, columns: str) -> tuple[int, ...]:
    return (*(t.size(x) for x in batch), prod(t.size(x) for x in rows), prod(t.size(x) for x in columns))


@onnx_op("Einsum")
def lower_einsum(c: Lowering) -> None:
    """Any equation: diagonals, sums, and products of two terms at a time."""
    equation = c.attr_str("equation", "").replace(" ", "")
    left, arrow, out = equation.partition("->")
    specs = left.split(",")
    xs = c.xs()
    if len(specs) != len(xs):
        c.invalid(f"equation '{equation}' has {len(specs)} terms for {len(xs)} inputs")
    unused = [x for x in "ZYXWVUTSRQPONMLKJIHGFEDCBA" if x not in equation]
    widest = max((len(x.shape) - len(s) + 3 for x, s in zip(xs, specs, strict=True) if "..." in s), default=0)
    dots = "".join(unused[:widest])
    terms = []
    for x, spec in zip(xs, specs, strict=True):
        letters = _expand_dots(c, spec, len(x.shape), dots)
        if len(letters) != len(x.shape):
            c.invalid(f"'{spec}' does not name the {len(x.shape)} axes of its input")
        terms.append(_diagonal(c, x, letters))
    if arrow:
        out = out.replace("...", dots)
    else:
        seen = "".join(_expand_dots(c, s, len(x.shape), dots) for s, x in zip(specs, xs, strict=True))
        out = dots + "".join(sorted(x for x in set(seen) if seen.count(x) == 1 and x not in dots))
    while len(terms) > 1:
        a, b, *rest = terms
        keep = out + "".join(t.letters for t in rest)
        a = _sum_out(c, a, keep + b.letters)
        b = _sum_out(c, b, keep + a.letters)
        terms = [_multiply(c, a, b, keep), *rest]
    result = _sum_out(c, terms[0], out)
    c.output(c.transpose(result.tensor, [result.letters.index(x) for x in out]))
