"""Layers whose given weights need more than eight bits, as layers of int8 weights.

uint8 weights with a zero point other than 128 are differences of up to 255.  Such a weight is a sum of int8 parts, and
the layer one of int8 weights that reads its input more than once: the same sum of products, so nothing is lost, and
every kernel can compute it.  Where all filters read all channels, a part repeats the channels it needs; in a
convolution with groups every cell of a row is repeated, and taps lie side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, GraphEditor, Node
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, ReshapeAttrs

INT8 = (-128, 127)


def int8_parts(q: Array) -> list[Array]:
    """Integers of any size as int8 arrays that add up to them; each has the sign of the whole or is zero."""
    parts: list[Array] = []
    rest = q.astype(np.int64)
    while rest.any() or not parts:
        parts.append(np.clip(rest, *INT8).astype(np.int8))
        rest = rest - parts[-1]
    return parts


def in_parts(editor: GraphEditor, node: Node, source: str, q: Array) -> tuple[str, Array, Attrs]:
    """The input, int8 weights and attributes of a layer with the sums that weights ``q`` give.

    Args:
        editor: the graph being written, which gets the nodes that repeat the input.
        node: a Conv or Dense.
        source: name of its integer input.
        q: its weights [O, ...], integers of any size.
    """
    parts, writer = int8_parts(q), _Writer(editor, node, source)
    if isinstance(node.attrs, ConvAttrs) and node.attrs.groups > 1:
        return _cells(node.attrs, parts, writer)
    shape = editor.tensors[source].shape
    axis, channels = len(shape) - 1, shape[-1]
    read, taps = [source], [parts[0]]
    for part in parts[1:]:
        used = np.flatnonzero(part.reshape(-1, channels).any(axis=0))
        if 2 * len(used) <= channels:
            index = editor.const(f"{node.name}.channels", used)
            read.append(writer.emit("Gather", GatherAttrs(axis), (source, index), (*shape[:-1], len(used))))
            taps.append(part[..., used])
        else:
            read.append(source)
            taps.append(part)
    data = np.concatenate(taps, axis=-1)
    return writer.emit("Concat", ConcatAttrs(axis), read, (*shape[:-1], data.shape[-1])), data, node.attrs


@dataclass(frozen=True)
class _Writer:
    """Writes nodes that move the integers of one tensor."""

    editor: GraphEditor
    node: Node
    source: str

    def emit(self, op: str, attrs: Attrs, inputs: Sequence[str], shape: tuple[int, ...]) -> str:
        """A node; returns its output."""
        x = self.editor.tensors[self.source]
        made = self.editor.tensor(f"{self.source}.{op.lower()}", shape, x.dtype, x.quant)
        self.editor.nodes.append(Node(op, f"{self.node.name}.{op.lower()}", tuple(inputs), (made,), attrs))
        return made


def _cells(a: ConvAttrs, parts: list[Array], writer: _Writer) -> tuple[str, Array, Attrs]:
    """Each cell of a row as often as there are parts; zeros lie between the taps of a dilated filter."""
    (n, h, w, c), (o, kh, kw, each) = writer.editor.tensors[writer.source].shape, parts[0].shape
    many, step = len(parts), a.dilations[1]
    made = writer.emit("Concat", ConcatAttrs(3), (writer.source,) * many, (n, h, w, many * c))
    made = writer.emit("Reshape", ReshapeAttrs((n, h, many * w, c)), (made,), (n, h, many * w, c))
    data = np.zeros((o, kh, (kw - 1) * step + 1, many, each), np.int8)
    for i, part in enumerate(parts):
        data[:, :, ::step, i] = part
    top, left, bottom, right = a.pads
    attrs = replace(
        a,
        strides=(a.strides[0], many * a.strides[1]),
        pads=(top, many * left, bottom, many * right),
        dilations=(a.dilations[0], 1),
    )
    return made, data.reshape(o, kh, -1, each), attrs
