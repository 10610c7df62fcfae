"""ONNX ConvTranspose as an ordinary convolution that computes all phases of a stride at once.

With stride s, output s*q + r is a convolution of the input with the taps r, r + s, r + 2s, ... of the kernel, reversed.
All s phases are output channels of one Conv with a kernel s times smaller; a rearrangement interleaves them.  No
multiplication by an inserted zero is spent, and the integer kernels of Conv serve unchanged.
"""

from __future__ import annotations

from math import prod

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.conv import WindowAttrs, conv_last, lift_to_2d, spatial_attrs, to_first, to_last
from edgec.converter.lower.shape import slice_axis
from edgec.converter.ops.shape import ConcatAttrs, PadAttrs, SliceAttrs


@dataclass(frozen=True)
class TransposedAxis:
    """One spatial axis: sizes, and the convolution that computes its phases.

    ``taps`` of the small kernel, ``before``/``after`` its padding, ``skip`` cells of the interleaved result to drop.
    """

    size: int
    kernel: int
    stride: int
    dilation: int
    begin: int
    out: int

    @property
    def span(self) -> int:
        """Cells a dilated kernel covers."""
        return (self.kernel - 1) * self.dilation + 1

    @property
    def taps(self) -> int:
        """Taps of each phase."""
        return -(-self.span // self.stride)

    @property
    def first(self) -> int:
        """Groups of ``stride`` outputs that lie wholly in the cropped beginning."""
        return min(self.begin // self.stride, self.taps - 1)

    @property
    def pads(self) -> tuple[int, int]:
        """Padding of the small convolution."""
        groups = -(-(self.begin + self.out) // self.stride)
        return self.taps - 1 - self.first, max(groups - self.size, 0)


def _axes(c: Lowering, x: Tensor, w: Tensor) -> list[TransposedAxis]:
    """Sizes, crops and outputs by ONNX's rules for pads, output_padding, output_shape and auto_pad."""
    rank = len(x.shape) - 2
    kernel = c.attr_ints("kernel_shape") or w.shape[2:]
    if tuple(kernel) != w.shape[2:]:
        c.invalid(f"kernel_shape {list(kernel)} contradicts the weight's shape {list(w.shape)}")
    strides, dilations = spatial_attrs(c, kernel)
    extra = c.attr_ints("output_padding") or (0,) * rank
    pads = c.attr_ints("pads") or (0,) * (2 * rank)
    wanted = c.attr_ints("output_shape")
    auto = c.attr_str("auto_pad", "NOTSET")
    if len(pads) != 2 * rank or len(extra) != rank or min((*pads, *extra)) < 0:
        c.invalid(f"pads {list(pads)} or output_padding {list(extra)} do not fit {rank} spatial axes")
    if wanted is None and auto in ("SAME_UPPER", "SAME_LOWER"):
        wanted = tuple(d * s for d, s in zip(x.shape[2:], strides, strict=True))
    if wanted is not None:
        wanted = wanted[-rank:]
    axes = []
    for i in range(rank):
        full = strides[i] * (x.shape[2 + i] - 1) + extra[i] + (kernel[i] - 1) * dilations[i] + 1
        begin, out = pads[i], full - pads[i] - pads[i + rank]
        if wanted is not None:
            out = wanted[i]
            if full < out and auto.startswith("SAME"):  # ONNX asks for stride * size, ONNX Runtime gives less
                c.refuse(f"its auto_pad {auto} would need negative pads along spatial axis {i}", "export explicit pads")
            total = max(full - out, 0)
            begin = total // 2 if auto == "SAME_UPPER" else total - total // 2
        if out < 1:
            c.invalid(f"its output would have {out} cells along spatial axis {i}")
        axes.append(TransposedAxis(x.shape[2 + i], kernel[i], strides[i], dilations[i], begin, out))
    return axes


def _phase_weight(c: Lowering, w: Tensor, axes: list[TransposedAxis], groups: int) -> Tensor:
    """w[C, O/g, kernel...] -> [O * phases, C/g, taps...], taps reversed."""
    channels = w.shape[0]
    for i, a in enumerate(axes):
        at = 2 + i
        if a.dilation > 1:  # zeros between the taps
            spread = c.reshape(w, (*w.shape[: at + 1], 1, *w.shape[at + 1 :]))
            after = [0] * len(spread.shape)
            after[at + 1] = a.dilation - 1
            spread = c.emit("Pad", PadAttrs((0,) * len(after), tuple(after)), spread)
            w = c.reshape(spread, (*w.shape[:at], a.kernel * a.dilation, *w.shape[at + 1 :]))
        need = a.taps * a.stride
        after = [0] * len(w.shape)
        after[at] = max(need - w.shape[at], 0)
        if after[at]:
            w = c.emit("Pad", PadAttrs((0,) * len(after), tuple(after)), w)
        elif w.shape[at] > need:
            w = c.emit("Slice", SliceAttrs((0,) * len(after), (1,) * len(after), _with(w.shape, at, need)), w)
    size = channels // groups
    parts = [_group_weight(c, slice_axis(c, w, 0, g * size, size), axes) for g in range(groups)]
    return parts[0] if groups == 1 else c.emit("Concat", ConcatAttrs(0), *parts)


def _group_weight(c: Lowering, w: Tensor, axes: list[TransposedAxis]) -> Tensor:
    """One group: [C/g, O/g, (taps * stride)...] -> [O/g * phases, C/g, taps...], taps reversed."""
    channels, outs = w.shape[:2]
    w = c.reshape(w, (channels, outs, *(n for a in axes for n in (a.taps, a.stride))))
    starts, steps = [0] * len(w.shape), [1] * len(w.shape)
    for i, a in enumerate(axes):
        starts[2 + 2 * i], steps[2 + 2 * i] = a.taps - 1, -1
    w = c.emit("Slice", SliceAttrs(tuple(starts), tuple(steps), w.shape), w)
    phases = [3 + 2 * i for i in range(len(axes))]
    taps = [2 + 2 * i for i in range(len(axes))]
    w = c.transpose(w, (1, *phases, 0, *taps))
    return c.reshape(w, (outs * prod(a.stride for a in axes), channels, *(a.taps for a in axes)))


def _with(shape: tuple[int, ...], axis: int, size: int) -> tuple[int, ...]:
    return (*shape[:axis], size, *shape[axis + 1 :])


def _interleave(c: Lowering, y: Tensor, axes: list[TransposedAxis], outs: int) -> Tensor:
    """[N, Q..., O * phases] -> [N, (Q * stride)..., O], then the crop."""
    n, r = y.shape[0], len(axes)
    if any(a.stride > 1 for a in axes):
        y = c.reshape(y, (*y.shape[:-1], outs, *(a.stride for a in axes)))
        order = [i for k in range(r) for i in (1 + k, r + 2 + k)]
        y = c.transpose(y, (0, *order, r + 1))
        y = c.reshape(y, (n, *(y.shape[1 + 2 * k] * axes[k].stride for k in range(r)), outs))
    starts = tuple(a.begin - a.first * a.stride for a in axes)
    target = (n, *(a.out for a in axes), outs)
    if y.shape == target:
        return y
    return c.emit("Slice", SliceAttrs((0, *starts, 0), (1,) * (r + 2), target), y)


@onnx_op("ConvTranspose")
def lower_conv_transpose(c: Lowering) -> None:
    """1-D, 2-D and 3-D transposed convolution, as a convolution of all stride phases and a rearrangement."""
    x, w = c.x(0), c.x(1)
    rank = len(x.shape) - 2
    if rank not in (1, 2, 3):
        c.refuse(f"its input has {len(x.shape)} dimensions, edgec convolves 3 (1-D), 4 (2-D) and 5 (3-D)")
    groups = c.attr_int("group", 1)
    if len(w.shape) != rank + 2 or w.shape[0] != x.shape[1] or groups < 1 or x.shape[1] % groups:
        c.invalid(f"its weight {list(w.shape)} does not fit input {list(x.shape)} in {groups} group(s)")
    axes = _axes(c, x, w)
    if rank == 1:
        x, w = lift_to_2d(c, x), lift_to_2d(c, w)
        axes = [TransposedAxis(1, 1, 1, 1, 0, 1), *axes]
    outs = groups * w.shape[1]
    phases = prod(a.stride for a in axes)
    bias = None
    if c.has(2):
        bias = c.reshape(c.expand(c.reshape(c.x(2), (outs, 1)), (outs, phases)), (outs * phases,))
    pads = (*(a.pads[0] for a in axes), *(a.pads[1] for a in axes))
    ones = (1,) * len(axes)
    y = conv_last(c, to_last(c, x), _phase_weight(c, w, axes, groups), bias, WindowAttrs(ones, pads, ones, groups))
    y = to_first(c, _interleave(c, y, axes, outs))
    c.output(c.reshape(y, (*y.shape[:2], y.shape[3])) if rank == 1 else y)
