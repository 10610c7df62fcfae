"""ONNX operators that move, rename or repeat data."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from edgec.converter.graph.ir import Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.ops.check import MAX_RANK
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, PadMode, SliceAttrs

INT32_MAX = (1 << 31) - 1  # what exporters write for "to the end"


@onnx_op("Reshape")
def lower_reshape(c: Lowering) -> None:
    """Reshape with 0 (keep) and -1 (infer)."""
    x = c.x(0)
    target = list(c.const_ints(1, "shape") if c.has(1) else c.attr_ints("shape") or ())
    if not c.attr_int("allowzero", 0):
        for i, d in enumerate(target):
            if d == 0:
                if i >= len(x.shape):
                    c.invalid(f"shape {target} keeps axis {i}, which the input {list(x.shape)} lacks")
                target[i] = x.shape[i]
    if target.count(-1) > 1 or any(d < -1 for d in target):
        c.invalid(f"shape {target} has more than one -1 or a negative size")
    if -1 in target:
        rest = prod(d for d in target if d != -1)
        if rest == 0 or x.size % rest:
            c.invalid(f"an input of {x.size} elements cannot take shape {target}")
        target[target.index(-1)] = x.size // rest
    c.output(c.reshape(x, target))


@onnx_op("Flatten")
def lower_flatten(c: Lowering) -> None:
    """Two dimensions, split at an axis."""
    x = c.x(0)
    axis = c.attr_int("axis", 1)
    if not -len(x.shape) <= axis <= len(x.shape):
        c.invalid(f"axis {axis} is outside [-{len(x.shape)}, {len(x.shape)}]")
    axis = axis + len(x.shape) if axis < 0 else axis
    c.output(c.reshape(x, (prod(x.shape[:axis]), prod(x.shape[axis:]))))


def _axes(c: Lowering) -> Sequence[int] | None:
    return c.const_ints(1, "axes") if c.has(1) else c.attr_ints("axes")


@onnx_op("Squeeze")
def lower_squeeze(c: Lowering) -> None:
    """Remove axes of size 1."""
    x = c.x(0)
    given = _axes(c)
    axes = c.axes(given, len(x.shape)) if given is not None else tuple(i for i, d in enumerate(x.shape) if d == 1)
    for a in axes:
        if x.shape[a] != 1:
            c.invalid(f"axis {a} of {list(x.shape)} is not 1")
    c.output(c.reshape(x, [d for i, d in enumerate(x.shape) if i not in axes]))


@onnx_op("Unsqueeze")
def lower_unsqueeze(c: Lowering) -> None:
    """Insert axes of size 1."""
    x = c.x(0)
    given = _axes(c)
    if given is None:
        c.invalid("its axes are missing")
    rank = len(x.shape) + len(given)
    axes = c.axes(given, rank)
    rest = iter(x.shape)
    c.output(c.reshape(x, [1 if i in axes else next(rest) for i in range(rank)]))


@onnx_op("Transpose")
def lower_transpose(c: Lowering) -> None:
    """Transpose; no permutation means reversed axes."""
    x = c.x(0)
    perm = c.attr_ints("perm") or tuple(reversed(range(len(x.shape))))
    if sorted(perm) != list(range(len(x.shape))):
        c.invalid(f"perm {list(perm)} does not fit rank {len(x.shape)}")
    c.output(c.transpose(x, perm))


@onnx_op("Concat")
def lower_concat(c: Lowering) -> None:
    """Concatenation; empty constants are left out."""
    xs = [x for x in c.xs() if x.size or len(c.node.inputs) == 1]
    if not xs:
        xs = [c.x(0)]
    axis = c.axis(c.attr_int("axis", 0), len(xs[0].shape))
    c.output(xs[0] if len(xs) == 1 else c.emit("Concat", ConcatAttrs(axis), *xs))


def slice_axis(c: Lowering, x: Tensor, axis: int, start: int, size: int, hint: str = "") -> Tensor:
    """``size`` consecutive indices of one axis."""
    if start == 0 and size == x.shape[axis]:
        return x
    if size == 0:
        return c.const_tensor(np.zeros((*x.shape[:axis], 0, *x.shape[axis + 1 :]), x.dtype.numpy))
    starts = [0] * len(x.shape)
    shape = list(x.shape)
    starts[axis], shape[axis] = start, size
    return c.emit("Slice", SliceAttrs(tuple(starts), (1,) * len(starts), tuple(shape)), x, hint=hint)


@onnx_op("Split")
def lower_split(c: Lowering) -> None:
    """Split into slices."""
    x = c.x(0)
    axis = c.axis(c.attr_int("axis", 0), len(x.shape))
    sizes: Sequence[int] | None = c.const_ints(1, "split") if c.has(1) else c.attr_ints("split")
    if sizes is None:
        count = c.attr_int("num_outputs", len(c.node.outputs))
        if count < 1:
            c.invalid(f"it splits an axis of {x.shape[axis]} into {count} parts")
        part = -(-x.shape[axis] // count)
        if part * (count - 1) > x.shape[axis]:
            c.invalid(f"it splits an axis of {x.shape[axis]} into {count} parts")
        sizes = [part] * (count - 1) + [x.shape[axis] - part * (count - 1)]
    if sum(sizes) != x.shape[axis] or len(sizes) < len(c.node.outputs) or min(sizes) < 0:
        c.invalid(f"parts {list(sizes)} do not divide an axis of {x.shape[axis]} into {len(c.node.outputs)} outputs")
    start = 0
    for i, size in enumerate(sizes[: len(c.node.outputs)]):
        if c.wants(i):
            c.output(slice_axis(c, x, axis, start, size, hint=c.node.outputs[i]), i)
        start += size


@onnx_op("Slice")
def lower_slice(c: Lowering) -> None:
    """Slice with steps, negative ones too."""
    x = c.x(0)
    rank = len(x.shape)
    if c.has(1):
        starts, ends = c.const_ints(1, "starts"), c.const_ints(2, "ends")
        axes = c.const_ints(3, "axes") if c.has(3) else tuple(range(len(starts)))
        steps = c.const_ints(4, "steps") if c.has(4) else (1,) * len(starts)
    else:
        starts, ends = c.attr_ints("starts") or (), c.attr_ints("ends") or ()
        axes, steps = c.attr_ints("axes") or tuple(range(len(starts))), (1,) * len(starts)
    if not len(starts) == len(ends) == len(axes) == len(steps):
        c.invalid("starts, ends, axes and steps differ in length")
    first, step_of, shape = [0] * rank, [1] * rank, list(x.shape)
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=True):
        if step == 0:
            c.invalid("a step is 0")
        i = c.axis(axis, rank)
        if step < 0 and end >= INT32_MAX:
            c.refuse(f"it goes backwards to {end}, which is nothing or all", "use the smallest integer for all")
        start += x.shape[i] if start < 0 else 0
        start = max(start, 0)  # ONNX moves it to the first cell, Python outside
        taken = range(*slice(start, end, step).indices(x.shape[i]))
        first[i], step_of[i], shape[i] = (taken[0] if taken else 0), step, len(taken)
    if 0 in shape:
        c.output(c.const_tensor(np.zeros(shape, x.dtype.numpy)))
        return
    if tuple(shape) == x.shape and min(step_of, default=1) > 0:
        c.output(x)
        return
    c.output(c.emit("Slice", SliceAttrs(tuple(first), tuple(step_of), tuple(shape)), x))


@onnx_op("Pad")
def lower_pad(c: Lowering) -> None:
    """Pad in every mode; negative pads crop."""
    x = c.x(0)
    rank = len(x.shape)
    pads = c.const_ints(1, "pads") if c.has(1) else (c.attr_ints("pads") or c.attr_ints("paddings") or ())
    value = c.const_scalar(2, "constant_value", c.attr_float("value", 0.0))
    axes = [c.axis(a, rank) for a in c.const_ints(3, "axes")] if c.has(3) else list(range(rank))
    if len(pads) != 2 * len(axes):
        c.invalid(f"pads {list(pads)} does not have {2 * len(axes)} entries")
    mode_name = c.attr_str("mode", "constant")
    if mode_name not in {m.value for m in PadMode}:
        c.invalid(f"mode '{mode_name}' is not one of {[m.value for m in PadMode]}")
    before, after = [0] * rank, [0] * rank
    for k, a in enumerate(axes):
        before[a], after[a] = pads[k], pads[k + len(axes)]
    for a in range(rank):
        crop_before, crop_after = max(-before[a], 0), max(-after[a], 0)
        if crop_before + crop_after >= x.shape[a] > 0 and crop_before + crop_after > 0:
            c.refuse(f"its pads crop axis {a} of {x.shape[a]} to nothing")
        x = slice_axis(c, x, a, crop_before, x.shape[a] - crop_before - crop_after)
    grow_before, grow_after = tuple(max(v, 0) for v in before), tuple(max(v, 0) for v in after)
    if max(grow_before + grow_after, default=0) == 0:
        c.output(x)
        return
    c.output(c.emit("Pad", PadAttrs(grow_before, grow_after, PadMode(mode_name), value), x))


@onnx_op("Gather")
def lower_gather(c: Lowering) -> None:
    """Gather; one constant index is a slice."""
    x, idx = c.x(0), c.x(1)
    axis = c.axis(c.attr_int("axis", 0), len(x.shape))
    if idx.data is not None and idx.size == 1 and x.data is None:
        i = int(idx.data.reshape(-1)[0])
        if not -x.shape[axis] <= i < x.shape[axis]:
            c.invalid(f"index {i} is outside an axis of {x.shape[axis]}")
        part = slice_axis(c, x, axis, i % x.shape[axis], 1)
        c.output(c.reshape(part, x.shape[:axis] + idx.shape + x.shape[axis + 1 :]))
        return
    c.output(c.emit("Gather", GatherAttrs(axis), x, idx))


@onnx_op("Expand")
def lower_expand(c: Lowering) -> None:
    """Broadcast to a constant shape."""
    x = c.x(0)
    shape = c.const_ints(1, "shape")
    if min(shape, default=0) < 0:
        c.invalid(f"shape {list(shape)} holds a number below 0")
    c.output(c.expand(x, c.broadcast(x.shape, shape)))


@onnx_op("Tile")
def lower_tile(c: Lowering) -> None:
    """Repetition along each axis: an expansion of new axes that are then merged."""
    x = c.x(0)
    if c.node.opset < 6:
        c.refuse(f"opset {c.node.opset} is too old", "convert it with onnx.version_converter")
    repeats = c.const_ints(1, "repeats")
    if len(repeats) != len(x.shape) or min(repeats, default=1) < 0:
        c.invalid(f"repeats {list(repeats)} do not fit {list(x.shape)}")
    target = tuple(d * r for d, r in zip(x.shape, repeats, strict=True))
    if len(x.shape) + sum(r != 1 for r in repeats) > MAX_RANK:
        c.output(c.reshape(_tiled_by_axis(c, x, repeats), target))
        return
    wide: list[int] = []
    narrow: list[int] = []
    for d, r in zip(x.shape, repeats, strict=True):
        if r != 1:
            narrow.append(1)
            wide.append(r)
        narrow.append(d)
        wide.append(d)
    c.output(c.reshape(c.expand(c.reshape(x, narrow), wide), target))


def _tiled_by_axis(c: Lowering, x: Tensor, repeats: Sequence[int]) -> Tensor:
    """The elements of a tile, made one axis after the other: three dimensions whatever the rank."""
    before, inner = x.size, 1
    for d, r in zip(reversed(x.shape), reversed(repeats), strict=True):
        before //= max(d, 1)
        inner *= d
        x = c.expand(c.reshape(x, (before, 1, inner)), (before, r, inner)) if r != 1 else x
        inner *= r
    return x


@onnx_op("DepthToSpace")
def lower_depth_to_space(c: Lowering) -> None:
    """Blocks of channels become cells: a transpose between reshapes."""
    x = c.x(0)
    b = c.attr_int("blocksize", 0)
    if len(x.shape) != 4 or b < 1 or x.shape[1] % (b * b):
        c.invalid(f"blocksize {b} does not fit {list(x.shape)}")
    n, channels, h, w = x.shape
    inner = channels // (b * b)
    if c.attr_str("mode", "DCR") == "DCR":
        y = c.transpose(c.reshape(x, (n, b, b, inner, h, w)), (0, 3, 4, 1, 5, 2))
    else:
        y = c.transpose(c.reshape(x, (n, inner, b, b, h, w)), (0, 1, 4, 2, 5, 3))
    c.output(c.reshape(y, (n, inner, h * b, w * b)))


@onnx_op("SpaceToDepth")
def lower_space_to_depth(c: Lowering) -> None:
    """Cells become blocks of channels: a transpose between reshapes."""
    x = c.x(0)
    b = c.attr_int("blocksize", 0)
    if len(x.shape) != 4 or b < 1 or x.shape[2] % b or x.shape[3] % b:
        c.invalid(f"blocksize {b} does not fit {list(x.shape)}")
    n, channels, h, w = x.shape
    split = c.reshape(x, (n, channels, h // b, b, w // b, b))
    order = (0, 3, 5, 1, 2, 4) if c.attr_str("mode", "DCR") == "DCR" else (0, 1, 3, 5, 2, 4)
    c.output(c.reshape(c.transpose(split, order), (n, channels * b * b, h // b, w // b)))
