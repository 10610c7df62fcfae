"""ONNX signal operators as products with constant matrices: DFT, STFT, MelWeightMatrix; and Det, Col2Im."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.converter.graph.ir import Array, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.conv import dense
from edgec.converter.lower.index import scatter
from edgec.converter.lower.shape import slice_axis
from edgec.converter.ops.elementwise import BinaryFn
from edgec.converter.ops.index import ScatterFn
from edgec.converter.ops.shape import GatherAttrs

MAX_DFT = 4096


def _matrix(size: int, length: int, bins: int, inverse: bool) -> tuple[Array, Array]:
    """Real and imaginary part of the transform [size, bins] of ``length`` points, of which ``size`` are given."""
    angle = 2 * np.pi * ((np.arange(size)[:, None] * np.arange(bins)[None, :]) % length) / length
    if inverse:
        return np.cos(angle) / length, np.sin(angle) / length
    return np.cos(angle), -np.sin(angle)


def _one_sided_inverse(size: int, length: int) -> Array:
    """Real output from half a spectrum: [2 * size, length] for interleaved real and imaginary inputs."""
    spectrum = np.zeros((2 * size, length // 2 + 1), np.complex128)
    for k in range(min(size, length // 2 + 1)):
        spectrum[2 * k, k], spectrum[2 * k + 1, k] = 1.0, 1.0j
    return np.fft.irfft(spectrum, n=length, axis=1)


def transform(c: Lowering, x: Tensor, axis: int, length: int, inverse: bool, onesided: bool) -> Tensor:
    """DFT of x[..., size along axis, ..., 1 or 2] as one product with a constant matrix."""
    rank = len(x.shape)
    parts = x.shape[-1]
    if parts not in (1, 2) or axis == rank - 1:
        c.invalid(f"its input has shape {list(x.shape)}; the last axis holds one (real) or two (complex) values")
    if length < 1:
        c.invalid(f"its length is {length}, at least 1 is needed")
    if length > MAX_DFT:
        c.refuse(f"its length {length} is more than {MAX_DFT}", "use shorter frames")
    order = [*(i for i in range(rank - 1) if i != axis), axis, rank - 1]
    turned = c.transpose(x, order)
    size = min(x.shape[axis], length)
    turned = slice_axis(c, turned, rank - 2, 0, size)
    flat = c.reshape(turned, (*turned.shape[:-2], size * parts))
    if inverse and onesided:
        full = _one_sided_inverse(size, length)
        matrix = full if parts == 2 else full[0::2]
        bins, outs = length, 1
    else:
        bins, outs = (length // 2 + 1 if onesided else length), 2
        re, im = _matrix(size, length, bins, inverse)
        matrix = np.zeros((size, parts, bins, 2))
        matrix[:, 0, :, 0], matrix[:, 0, :, 1] = re, im
        if parts == 2:
            matrix[:, 1, :, 0], matrix[:, 1, :, 1] = -im, re
        matrix = matrix.reshape(size * parts, bins * 2)
    y = dense(c, flat, c.const_tensor(matrix.astype(np.float32)), None)
    y = c.reshape(y, (*flat.shape[:-1], bins, outs))
    return c.transpose(y, [order.index(i) for i in range(rank)])


@onnx_op("DFT")
def lower_dft(c: Lowering) -> None:
    """A product with a constant matrix (for short transforms; there is no FFT)."""
    x = c.x(0)
    axis = c.const_int(2, "axis", -2) if c.node.opset >= 20 else c.attr_int("axis", 1)
    axis = c.axis(axis, len(x.shape))
    inverse, onesided = bool(c.attr_int("inverse", 0)), bool(c.attr_int("onesided", 0))
    size = 2 * (x.shape[axis] - 1) if inverse and onesided else x.shape[axis]
    length = c.const_int(1, "dft_length", size)
    c.output(transform(c, x, axis, length, inverse, onesided))


@onnx_op("STFT")
def lower_stft(c: Lowering) -> None:
    """Frames gathered at constant positions, windowed, and transformed."""
    x = c.x(0)
    step = c.const_int(1, "frame_step", 1)
    window = c.x(2) if c.has(2) else None
    default = window.size if window is not None else x.shape[1]
    length = c.const_int(3, "frame_length", default)
    if len(x.shape) == 2:
        x = c.reshape(x, (*x.shape, 1))
    if step < 1 or not 1 <= length <= x.shape[1]:
        c.invalid(f"frames of {length} every {step} do not fit a signal of {x.shape[1]}")
    frames = (x.shape[1] - length) // step + 1
    c.room((frames, length))
    places = np.arange(frames)[:, None] * step + np.arange(length)[None, :]
    framed = c.emit("Gather", GatherAttrs(1), x, c.const_tensor(places.astype(np.int64)))
    if window is not None:
        framed = c.binary(framed, c.reshape(window, (window.size, 1)), BinaryFn.MUL)
    c.output(transform(c, framed, 2, length, False, bool(c.attr_int("onesided", 1))))


@onnx_op("MelWeightMatrix")
def lower_mel(c: Lowering) -> None:
    """A constant, computed as ONNX's reference does."""
    bins, length, rate = (c.const_int(i, what, 0) for i, what in enumerate(("bins", "length", "rate")))
    low, high = (c.const_scalar(i, "frequency limit", 0.0) for i in (3, 4))
    if bins < 1 or length < 1 or rate < 1 or bins > MAX_DFT or length > MAX_DFT:
        c.invalid(f"{bins} bins of {length} points at {rate} Hz make no matrix")
    if not 0 <= low <= high <= rate:
        c.invalid(f"frequencies from {low} to {high} Hz do not lie between 0 and the rate, {rate} Hz")
    lowest, highest = (2595 * np.log10(1 + f / 700) for f in (low, high))
    mel = np.arange(bins + 2) * ((highest - lowest) / (bins + 2)) + lowest
    edges = (((length + 1) * (700 * (10 ** (mel / 2595) - 1))) // rate).astype(int)
    out = np.zeros((length // 2 + 1, bins), np.float32)
    for i in range(bins):
        left, centre, right = (int(v) for v in edges[i : i + 3])
        if centre == left:
            out[centre, i] = 1
        for j in range(left, centre + 1 if centre > left else left):
            out[j, i] = (j - left) / (centre - left)
        for j in range(centre, right):
            out[j, i] = (right - j) / (right - centre)
    c.output(c.const_tensor(out))


@onnx_op("Det")
def lower_det(c: Lowering) -> None:
    """Determinant of small matrices by expansion along rows."""
    x = c.x(0)
    if len(x.shape) < 2 or x.shape[-1] != x.shape[-2]:
        c.invalid(f"its input {list(x.shape)} holds no square matrices")
    n = x.shape[-1]
    if n > 4:
        c.refuse(f"its matrices are {n} x {n}, at most 4 x 4 are expanded", "compute it before deployment")
    rows, columns = len(x.shape) - 2, len(x.shape) - 1
    cells = [
        [c.reshape(slice_axis(c, slice_axis(c, x, rows, i, 1), columns, j, 1), x.shape[:-2]) for j in range(n)]
        for i in range(n)
    ]
    c.output(_determinant(c, cells))


def _determinant(c: Lowering, cells: list[list[Tensor]]) -> Tensor:
    if len(cells) == 1:
        return cells[0][0]
    total: Tensor | None = None
    for j, factor in enumerate(cells[0]):
        minor = [[*row[:j], *row[j + 1 :]] for row in cells[1:]]
        term = c.binary(factor, _determinant(c, minor), BinaryFn.MUL)
        total = term if total is None else c.binary(total, term, BinaryFn.SUB if j % 2 else BinaryFn.ADD)
    assert total is not None
    return total


@onnx_op("Col2Im")
def lower_col2im(c: Lowering) -> None:
    """Overlapping blocks added into the image: a scatter at constant positions."""
    x = c.x(0)
    image, block = c.const_ints(1, "image_shape"), c.const_ints(2, "block_shape")
    r = len(image)
    strides, dilations = c.attr_ints("strides") or (1,) * r, c.attr_ints("dilations") or (1,) * r
    pads = c.attr_ints("pads") or (0,) * (2 * r)
    lengths = (len(block), len(strides), len(dilations), len(pads) // 2, len(pads) - len(pads) // 2)
    if len(x.shape) != 3 or r < 1 or set(lengths) != {r} or min(*image, *block, *strides, *dilations) < 1:
        c.invalid(f"an image {list(image)}, blocks {list(block)}, strides, dilations and pads do not fit each other")
    counts = [
        (image[i] + pads[i] + pads[i + r] - dilations[i] * (block[i] - 1) - 1) // strides[i] + 1 for i in range(r)
    ]
    channels = x.shape[1] // prod(block)
    if min(counts) < 1 or x.shape[1] % prod(block) or x.shape[2] != prod(counts):
        c.invalid(f"blocks {list(block)} of an image {list(image)} do not fit its input {list(x.shape)}")
    padded = [image[i] + pads[i] + pads[i + r] for i in range(r)]
    lanes = x.shape[0] * channels
    c.room((*padded, lanes))
    index = np.zeros((*block, *counts), np.int64)
    for i in range(r):
        along = np.arange(block[i])[:, None] * dilations[i] + np.arange(counts[i])[None, :] * strides[i]
        shape = [1] * (2 * r)
        shape[i], shape[r + i] = block[i], counts[i]
        index = index + along.reshape(shape) * prod(padded[i + 1 :])
    cells = c.transpose(c.reshape(x, (lanes, index.size)), (1, 0))
    zero = c.const_tensor(np.zeros((prod(padded), lanes), x.dtype.numpy))
    y = scatter(c, zero, c.const_tensor(index.reshape(-1)), cells, ScatterFn.ADD)
    y = c.reshape(c.transpose(y, (1, 0)), (x.shape[0], channels, *padded))
    for i in range(r):
        y = slice_axis(c, y, 2 + i, pads[i], image[i])
    c.output(y)
