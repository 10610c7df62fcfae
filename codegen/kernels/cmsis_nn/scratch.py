"""The scratch that functions of CMSIS-NN take: what its ``..._get_buffer_size`` functions give, in bytes.

A test compiles these functions and compares them.
"""

from __future__ import annotations

from edgec.codegen.kernels.spec import NodeView
from edgec.converter.ops.conv import ConvAttrs

HELIUM_CHANNELS = 124  # of a depthwise layer that are computed together (CH_IN_BLOCK_MVE)


def conv_scratch(view: NodeView, helium: bool) -> int:
    """Bytes for ``arm_convolve_wrapper_s8``: none for 1x1 layers, else some windows side by side."""
    a = view.attrs(ConvAttrs)
    _, kh, kw, filter_c = view.x(1).shape
    _, _, in_w, in_c = view.x(0).shape
    if (kh, kw) == (1, 1) and not any(a.pads[:2]) and a.dilations == (1, 1) and filter_c == in_c:
        return 0
    window = kh * kw * in_c
    if not helium:
        return 4 * (-(-window // 4) * 4)
    one_row = _row_scratch(in_w, in_c, kw, a.strides[1], a.pads[1], view.y.shape[2]) if is_one_row(view) else None
    return 4 * (-(-window // 16) * 16) if one_row is None else one_row


def conv_s4_scratch(view: NodeView) -> int:
    """Bytes for ``arm_convolve_wrapper_s4`` without Helium: none for 1x1 layers, else two 16-bit windows."""
    a = view.attrs(ConvAttrs)
    _, kh, kw, channels = view.x(1).shape
    if (kh, kw) == (1, 1) and not any(a.pads[:2]) and a.dilations == (1, 1):
        return 0
    return 2 * 2 * kh * kw * channels


def is_one_row(view: NodeView) -> bool:
    """Return whether CMSIS-NN takes a convolution as one of an image of one row (arm_nn_is_convolve_1_x_n)."""
    a = view.attrs(ConvAttrs)
    (_, in_h, _, in_c), (_, kh, _, filter_c) = view.x(0).shape, view.x(1).shape
    return in_h == 1 == kh and a.dilations[1] == 1 and a.strides[1] * in_c % 4 == 0 and filter_c == in_c


def _row_scratch(in_w: int, in_c: int, kw: int, stride: int, pad: int, out_w: int) -> int | None:
    """Bytes for a layer of one row: its windows that lie over an end; None where it is computed as any other."""
    odd = ((out_w - 1) * stride + kw - in_w) % 2
    right = max(1, (pad + odd + stride - 1) // stride) if pad + odd else 0
    left = max(1, (pad + stride - 1) // stride) if pad else 0
    if right + max(out_w - (right + left), 0) + left != out_w:
        return None
    last = right * in_c if odd else pad * in_c
    return max(kw * in_c + pad * in_c, (kw - 1) * in_c + last)


def average_scratch(channels: int, helium: bool) -> int:
    """Bytes for ``arm_avgpool_s8``: a sum for each channel."""
    return 0 if helium else 4 * channels


def depthwise_scratch(view: NodeView, helium: bool) -> int:
    """Bytes for ``arm_depthwise_conv_wrapper_s8``, for inputs of two channels and more."""
    a = view.attrs(ConvAttrs)
    out_c, kh, kw, _ = view.x(1).shape
    in_n, _, _, in_c = view.x(0).shape
    if in_c != out_c or in_n != 1 or a.dilations != (1, 1):
        return 0
    if helium:
        return 4 * HELIUM_CHANNELS * kh * kw
    if (kh, kw) == (3, 3) and max(a.pads[:2]) <= 1:
        return 0
    return 2 * in_c * kh * kw
