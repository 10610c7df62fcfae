"""Small branchy networks whose concatenations and slices need no copies."""

from __future__ import annotations

from row_models import Net

from edgec.converter.ir import DType, Graph, Node, Quant
from edgec.converter.ops.shape import ConcatAttrs, ReshapeAttrs, SliceAttrs


class Branches(Net):
    """``Net`` with concatenations and slices; all tensors of an integer net share a scale, so that bytes move as is."""

    def _tensor(self, name: str, shape: tuple[int, ...]) -> str:
        if not self.int8:
            return self.e.tensor(name, (1, *shape), DType.F32)
        return self.e.tensor(name, (1, *shape), DType.I8, Quant.per_tensor(self.scale, 3))

    def concat(self, xs: list[str], axis: int) -> str:
        """Concatenation; ``axis`` counts the batch."""
        shapes = [self.e.tensors[x].shape for x in xs]
        joined = list(shapes[0])
        joined[axis] = sum(s[axis] for s in shapes)
        return self._out("Concat", tuple(xs), ConcatAttrs(axis), tuple(joined[1:]))  # type: ignore[arg-type]

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


VIEW_NETS = (joined_rows, split, heads, ends)
