"""Small branchy networks whose concatenations and slices need no copies."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import DType, Graph, Node, Quant
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, ReshapeAttrs, SliceAttrs
from tests.builders.row_models import Net


class Branches(Net):
    """``Net`` with concatenations and slices; all tensors of an integer net share a scale, so that bytes move as is."""

    zero = 3

    def _tensor(self, name: str, shape: tuple[int, ...]) -> str:
        if not self.int8:
            return self.e.tensor(name, (1, *shape), DType.F32)
        return self.e.tensor(name, (1, *shape), DType.I8, Quant.per_tensor(self.scale, self.zero))

    def take(self, x: str, axis: int, indices: list[int]) -> str:
        """Rows, columns or channels by their numbers."""
        shape = list(self.e.tensors[x].shape)
        shape[axis] = len(indices)
        index = self.e.const("i", np.array(indices, np.int32))
        return self._out("Gather", (x, index), GatherAttrs(axis), tuple(shape[1:]))  # type: ignore[arg-type]

    def concat(self, xs: list[str], axis: int) -> str:
        """Concatenation; ``axis`` counts the batch."""
        shapes = [self.e.tensors[x].shape for x in xs]
        joined = list(shapes[0])
        joined[axis] = sum(s[axis] for s in shapes)
        return self._out("Concat", tuple(xs), ConcatAttrs(axis), tuple(joined[1:]))  # type: ignore[arg-type]

    def blend(self, x: str) -> str:
        """The mean of each column and the next one."""
        width = self.e.tensors[x].shape[2]
        index = np.array([[i, min(i + 1, width - 1)] for i in range(width)], np.int32)
        halves = np.full((width, 2), 0.5, np.float32)
        weight = self.e.const("w", halves)
        if self.int8:
            weight = self.e.const("w", (halves * 2**14).astype(np.int16), Quant.per_tensor(2.0**-14, 0))
        shape = self.e.tensors[x].shape[1:]
        inputs = (x, self.e.const("i", index), weight)
        return self._out("Resample", inputs, ResampleAttrs(2), shape)  # type: ignore[arg-type]

    def rows(self, x: str, first: int, count: int, step: int = 1) -> str:
        """Some rows of an image."""
        shape = self.e.tensors[x].shape
        attrs = SliceAttrs((0, first, 0, 0), (1, step, 1, 1), (1, count, *shape[2:]))
        return self._out("Slice", (x,), attrs, (count, *shape[2:]))  # type: ignore[arg-type]

    def flat(self, x: str) -> str:
        """All of a tensor in one row."""
        size = self.e.tensors[x].size
        y = self.e.tensor(f"t{len(self.e.nodes)}", (1, size), self.e.tensors[x].dtype, self.e.tensors[x].quant)
        self.e.nodes.append(Node("Reshape", f"Reshape{len(self.e.nodes)}", (x,), (y,), ReshapeAttrs((1, size))))
        return y


def joined_rows(int8: bool) -> Graph:
    """Two branches joined along rows, twice, one inside the other; the input is joined too (and copied)."""
    n = Branches(int8, 1, (6, 5, 3))
    a, b = n.conv(n.x, 4), n.conv(n.x, 4, 5, pad=2)
    y = n.concat([n.concat([a, b], 1), n.conv(b, 4)], 1)
    return n.done(n.conv(n.concat([y, y], 1), 2))


def split(int8: bool) -> Graph:
    """An image in three bands, each with its own layer; of one band a part is a part again."""
    n = Branches(int8, 2, (9, 4, 4))
    x = n.conv(n.x, 6)
    bands = [n.rows(x, 3 * i, 3) for i in range(3)]
    y = n.add(n.conv(bands[0], 5), n.conv(bands[1], 5))
    z = n.conv(n.rows(bands[2], 1, 2), 5)
    return n.done(n.concat([y, z], 1))


def heads(int8: bool) -> Graph:
    """Detection heads: maps of several sizes, flattened and joined into the output."""
    n = Branches(int8, 3, (8, 8, 3))
    x = n.conv(n.x, 4)
    small = n.conv(x, 4, 3, 2)
    return n.done(n.concat([n.flat(n.conv(x, 2)), n.flat(n.conv(small, 2)), n.flat(n.pool(small, "MaxPool", 2, 2))], 1))


def ends(int8: bool) -> Graph:
    """Slices of the model's input, every other row (which is a copy), and an output that others read."""
    n = Branches(int8, 4, (8, 4, 3))
    top, some = n.conv(n.rows(n.x, 0, 4), 3), n.conv(n.rows(n.x, 0, 4, 2), 3)
    both = n.concat([top, some], 1)
    last = n.conv(n.concat([both, n.conv(both, 3)], 1), 2)
    n.e.outputs = [both, last]
    return n.e.build()


def channels(int8: bool) -> Graph:
    """Branches joined along channels, with every kernel that can leave gaps, and what has to be copied."""
    n = Branches(int8, 5, (7, 8, 3))
    n.zero = -128
    x = n.conv(n.x, 16)
    turned = n.take(n.conv(x, 3, 1, pad=0), 2, [7, 6, 5, 4, 3, 2, 1, 0])
    branches = [
        n.conv(n.conv(x, 3), 5),
        n.blend(n.conv(x, 5)),
        n.conv(n.conv(x, 4), 0, depthwise=True),
        n.conv(x, 5, 1, pad=0),
    ]
    y = n.concat([turned, n.conv(x, 4), n.pool(x, "MaxPool", 3, 1, 1), x, *branches], 3)
    large = n.conv(n.conv(y, 6, 1, pad=0), 0, 5, 1, 2, depthwise=True)
    other = n.conv(y, 8)
    z = n.conv(n.concat([large, other], 3), 4)
    strided = [n.conv(z, 0, 3, 2, depthwise=True), n.pool(z, "MaxPool", 3, 2, 1), n.conv(z, 4, 3, 2)]
    n.e.outputs = [n.concat(strided, 3), other]
    return n.e.build()


def wide_branches(int8: bool) -> Graph:
    """Two branches with much larger maps inside, joined along channels into the output."""
    n = Branches(int8, 6, (12, 9, 3))
    x = n.conv(n.x, 4)
    a = n.conv(n.conv(x, 16), 4)
    return n.done(n.concat([a, n.conv(n.pool(n.conv(x, 16), "MaxPool", 3, 1, 1), 3, 1, pad=0)], 3))


PART_NETS = (joined_rows, split, heads, ends, channels)
