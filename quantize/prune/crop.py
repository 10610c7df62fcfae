"""Borders taken off the images that a graph computes with: fewer positions in every layer, the same filters.

A graph whose positions end in reductions over all of them (global pooling) takes images of other sizes as it is.  What
lies at the border of an image often says little, and what a layer pads is repeated there; how little is measured
on samples (``prune.py``).  Smaller images for less work: Howard et al., MobileNets, 2017, "resolution multiplier",
there with training; here the middle of the image is kept as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph, GraphEditor, Node, Shape
from edgec.converter.ops.boundary import CastAttrs, DequantizeAttrs, QuantizeAttrs, RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs, window_extent
from edgec.converter.ops.elementwise import BinaryAttrs, UnaryAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs
from edgec.converter.ops.registry import OPS, has_trait
from edgec.converter.ops.shape import ConcatAttrs, SliceAttrs, TransposeAttrs
from edgec.converter.ops.spec import ShapeError, Trait

MIN_IMAGE_SIDE = (
    16  # rows and columns of an image: a smaller one is a spectrum or a table, whose axes mean other things
)
SIDE_PARTS = 16  # of both sides, of which ...
MAX_CROPPED_PARTS = 4  # ... so many may go
SPATIAL = (1, 2)
_BEFORE = (TransposeAttrs, QuantizeAttrs, DequantizeAttrs)
_LOCAL = (ConvAttrs, UnaryAttrs, CastAttrs, QuantizeAttrs, DequantizeAttrs, RequantizeAttrs)


@dataclass(frozen=True)
class Crop:
    """Rows and columns of an image that are not computed with."""

    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0

    def __bool__(self) -> bool:
        return any((self.top, self.left, self.bottom, self.right))

    def text(self) -> str:
        """For messages."""
        return f"{self.top} rows above, {self.bottom} below, {self.left} columns left, {self.right} right"


def without(graph: Graph, crop: Crop) -> Graph | None:
    """The graph on the middle of its images, float or integer; None where it does not take smaller ones.

    The input stays as it is; a ``Slice`` takes the middle before the first layer that works on positions.
    """
    if not crop:
        return graph
    image = _image(graph)
    if image is None:
        return None
    x = graph.tensors[image]
    height, width = x.shape[1] - crop.top - crop.bottom, x.shape[2] - crop.left - crop.right
    shape = (x.shape[0], height, width, x.shape[3])
    editor = GraphEditor(graph)
    middle = editor.tensor(f"{image}.middle", shape, x.dtype, x.quant)
    attrs = SliceAttrs((0, crop.top, crop.left, 0), (1,) * 4, shape)
    editor.replace_uses(image, middle)
    first = next(i for i, n in enumerate(editor.nodes) if middle in n.inputs)
    editor.nodes.insert(first, Node("Slice", middle, (image,), (middle,), attrs))
    try:
        _reshape(graph, editor, first + 1)
    except (ShapeError, _Other):
        return None
    small = editor.build()
    same = all(small.tensors[o].shape == graph.tensors[o].shape for o in graph.outputs)
    return small if same else None


def candidates(graph: Graph) -> Iterator[tuple[Crop, Graph]]:
    """Crops that may be taken, as much of the height as of the width and of all sides, and the graph without them."""
    image = _image(graph)
    if image is None:
        return
    height, width = (graph.tensors[image].shape[i] for i in SPATIAL)
    if min(height, width) < MIN_IMAGE_SIDE:
        return
    sides = {
        tuple(part * size // SIDE_PARTS // 2 for size in (height, width)) for part in range(1, MAX_CROPPED_PARTS + 1)
    }
    for rows, columns in sorted(sides):
        crop = Crop(rows, columns, rows, columns)
        small = without(graph, crop) if rows and columns else None
        if small is not None:
            yield crop, small


def _image(graph: Graph) -> str | None:
    """The first tensor [N, H, W, C] whose positions are computed with; None if there is none, or several inputs."""
    if len(graph.inputs) != 1 or graph.inputs[0] in graph.outputs:
        return None
    consumers, name = graph.consumers(), graph.inputs[0]
    while len(readers := consumers.get(name, [])) == 1 and isinstance(readers[0].attrs, _BEFORE):
        name = readers[0].outputs[0]
    convs = bool(readers) and all(has_trait(n, Trait.WINDOW) for n in readers)
    return name if convs and len(graph.tensors[name].shape) == 4 and name not in graph.outputs else None


class _Other(Exception):
    """A node that does not take other positions."""


def _reshape(graph: Graph, editor: GraphEditor, start: int) -> None:
    """Shapes of all that follows, from a node on.

    Raises:
        _Other: a node works on all positions at once, or has constants for each.
        ShapeError: sizes do not fit.
    """
    changed = {editor.nodes[start - 1].outputs[0]}
    for i in range(start, len(editor.nodes)):
        node = editor.nodes[i]
        if changed.isdisjoint(node.inputs):
            continue
        node = editor.nodes[i] = _on_fewer(graph, editor, node)
        ins = [editor.tensors[name] if name else None for name in node.inputs]
        for name, (shape, _) in zip(node.outputs, OPS[node.op].infer(node.attrs, ins), strict=True):
            if editor.tensors[name].shape != shape:
                editor.update(name, shape=shape)
                changed.add(name)


def _on_fewer(graph: Graph, editor: GraphEditor, node: Node) -> Node:
    """The node for other positions.

    Raises:
        _Other: there is none.
    """
    a, x = node.attrs, node.inputs[0]
    if isinstance(a, PoolAttrs) and has_trait(node, Trait.WINDOW):
        return replace(node, attrs=_pool(a, editor.tensors[x].shape, graph.tensors.get(x, editor.tensors[x]).shape))
    if isinstance(a, ReduceAttrs):
        fits = set(SPATIAL) <= set(a.axes)
    elif isinstance(a, BinaryAttrs):
        fits = all(_everywhere(editor.tensors[i].shape) for i in node.inputs if editor.tensors[i].is_const)
    else:
        fits = isinstance(a, _LOCAL) or (isinstance(a, ConcatAttrs) and a.axis not in SPATIAL)
    if not fits:
        raise _Other(node.name)
    return node


def _pool(a: PoolAttrs, now: Shape, before: Shape) -> PoolAttrs:
    """A pool over other positions; one over all stays one over all.

    Raises:
        _Other: its last window reaches beyond the padded input.
    """
    if a.kernel == before[1:3] and a.out == (1, 1) and not any(a.pads):
        return replace(a, kernel=now[1:3])
    if a.out != _windows(a, before):
        raise _Other("windows")
    return replace(a, out=_windows(a, now))


def _windows(a: PoolAttrs, shape: Shape) -> tuple[int, ...]:
    return tuple(
        window_extent(shape[1 + i], a.kernel[i], a.strides[i], a.dilations[i], a.pads[i], a.pads[i + 2]) for i in (0, 1)
    )


def _everywhere(shape: Shape) -> bool:
    """Return whether a constant is the same at all positions of [N, H, W, C]."""
    return all(size == 1 for size in shape[-3:-1])
