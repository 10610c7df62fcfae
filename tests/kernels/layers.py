"""Nodes made from the layers of a kernel's grid: random inputs and quantization, with the output of the reference."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import prod

import numpy as np

from benchmarks.kernel_bench import Trial
from edgec.codegen.kernels.blocks import BLOCK
from edgec.codegen.kernels.grids import Rng, random
from edgec.codegen.kernels.library import GridLayer, Kernel
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.ir import Array, DType, Node, Quant, Tensor, constant
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.registry import OPS, quant_rule
from edgec.converter.ops.spec import IntCall, QuantRule

SUMS = frozenset({"Conv", "Dense", "MatMul", "AvgPool"})  # float32 sums depend on their order: the reference is float64
QUANTIZED = frozenset({DType.I8, DType.U8, DType.I16})
WEIGHTS = {DType.I8: 73.0, DType.I4: 4.3}  # deviation of random ones of a recurrent layer
TAP_SCALE = 2.0**-14  # of the int16 weights of Resample
REACH = 60_000  # sums of int16 layers stay inside int32


@dataclass(frozen=True)
class Made:
    """A layer of a grid as a node, and the trial that runs its kernel on it."""

    kernel: Kernel
    index: int
    layer: GridLayer
    trial: Trial
    expected: tuple[Array, ...]

    @property
    def name(self) -> str:
        """The layer, as tables name it."""
        shapes = " ".join("x".join(map(str, t.shape)) for t in self.trial.view.ins if t is not None)
        return f"{self.index}: {shapes}{' frugal' if self.layer.frugal else ''}"


def made_of(kernel: Kernel) -> Iterator[Made]:
    """Every layer of a kernel's grid.

    Raises:
        ValueError: the kernel does not take one of them.
    """
    for i, layer in enumerate(kernel.grid):
        yield make(kernel, layer, i)


def make(kernel: Kernel, layer: GridLayer, index: int = 0) -> Made:
    """A layer with data that depend on the kernel's name and ``index`` only.

    Raises:
        ValueError: the kernel does not take it.
    """
    rng = np.random.default_rng(zlib.crc32(f"{kernel.name} {kernel.op} {index}".encode()))
    view, values = node_of(kernel, layer, rng)
    bound = kernel.calls(view) if kernel.takes(view) else Misfit("the kernel does not take its type")
    if isinstance(bound, Misfit):
        raise ValueError(f"{kernel.name} {kernel.op}, layer {index} of its grid: {bound.reason}")
    active = [v for t, v in zip(view.ins, values, strict=True) if t is not None and t.data is None and v is not None]
    trial = Trial(view, bound[0], tuple(active), more=bound[1:])
    return Made(kernel, index, layer, trial, tuple(expected_of(view, values)))


def node_of(kernel: Kernel, layer: GridLayer, rng: Rng) -> tuple[NodeView, list[Array | None]]:
    """The node, and the values of its inputs."""
    dtype = layer.dtype
    if dtype is None:
        (dtype,) = kernel.dtypes
    rule = quant_rule(Node(kernel.op, "", (), (), layer.attrs))
    whole = layer.quantized
    if whole is None:
        whole = dtype in QUANTIZED and rule not in (QuantRule.NONE, QuantRule.BOUNDARY)
    others: list[Quant | None] = []
    if rule is QuantRule.RECURRENT and whole:
        values, quants, out, others = recurrent(kernel.op, layer, dtype, rng)
        kinds = [layer.weights if i in (1, 2) else None for i in range(len(values))]
        given = zip(values, quants, kinds, strict=True)
        tensors = [_tensor(i, v, i in layer.constant, q, kind) for i, (v, q, kind) in enumerate(given)]
    elif rule is QuantRule.WEIGHTED and whole:
        values, tensors, out = _weighted(layer, dtype, rng, kernel.library.asked)
    else:
        values = list(layer.values(rng)) if layer.values else [random(rng, dtype, s) for s in layer.shapes]
        if rule is QuantRule.WEIGHTED:
            values = _tempered(values)
        quants, out = _quants(kernel.op, layer, rule, dtype, values, rng) if whole else ([None] * len(values), None)
        if out is not None and kernel.library.asked:
            out = replace(out, q31=True)  # as the quantizer makes products for such a library
        tensors = [_tensor(i, v, i in layer.constant, q) for i, (v, q) in enumerate(zip(values, quants, strict=True))]
    types = OPS[kernel.op].infer(layer.attrs, tensors)
    outs = tuple(
        Tensor(f"y{i or ''}", shape, kind, q)
        for i, ((shape, kind), q) in enumerate(zip_longest(types, [out, *others][: len(types)]))
    )
    names = tuple(t.name if t else "" for t in tensors)
    node = Node(kernel.op, "layer", names, tuple(t.name for t in outs), layer.attrs)
    return NodeView(node, tuple(tensors), outs, layer.frugal, positive=layer.positive), values


def expected_of(view: NodeView, values: Sequence[Array | None]) -> list[Array]:
    """Outputs of the reference: of the integer one when they are quantized."""
    spec, attrs = OPS[view.node.op], view.node.attrs
    types = [(t.shape, t.dtype) for t in view.outs]
    if view.y.quant is not None:
        assert spec.run_int is not None
        quants = [t.quant if t else None for t in view.ins]
        return spec.run_int(IntCall(attrs, list(values), quants, [t.quant for t in view.outs], types))
    wide = view.node.op in SUMS
    inputs = [v.astype(np.float64) if wide and v is not None and v.dtype == np.float32 else v for v in values]
    return [r.astype(t.dtype.numpy) for r, t in zip(spec.run(attrs, inputs), view.outs, strict=True)]


def _tensor(
    i: int, data: Array | None, is_constant: bool, quant: Quant | None, dtype: DType | None = None
) -> Tensor | None:
    if data is None:
        return None
    if is_constant:
        return constant(f"x{i}", data, quant, dtype)
    return Tensor(f"x{i}", tuple(data.shape), DType.of(data.dtype), quant)


def _activation(rng: Rng, dtype: DType) -> Quant:
    limits = np.iinfo(dtype.numpy)
    if dtype is DType.I16:
        return Quant.per_tensor(float(np.exp(rng.uniform(-10, -8))), 0)
    return Quant.per_tensor(float(np.exp(rng.uniform(-4, -2))), int(rng.integers(limits.min, limits.max + 1)))


def _tempered(values: list[Array | None]) -> list[Array | None]:
    """Weights so small that sums stay near 1, as their rounding errors do."""
    w = values[1]
    if w is not None and w.dtype.kind == "f":
        values[1] = (w / np.sqrt(prod(w.shape[1:]))).astype(w.dtype)
    return values


def _weighted(
    layer: GridLayer, dtype: DType, rng: Rng, q31: bool
) -> tuple[list[Array | None], list[Tensor | None], Quant]:
    """Conv or Dense: weights per output channel, an int32 bias, an output scale near the layer's real range."""
    x_shape, w_shape, b_shape = layer.shapes
    taps, wide = prod(w_shape[1:]), dtype is DType.I16
    top = 7 if layer.weights is DType.I4 else max(1, min(127, REACH // taps)) if wide else layer.top
    x = random(rng, dtype, x_shape)
    if layer.positive:
        x = np.maximum(x, 0)
    w = np.asarray(rng.integers(-top, top + 1, w_shape), np.int8)
    if layer.zero_blocks:
        w = without_blocks(w, layer.zero_blocks, rng)
    spread = (18900.0 if wide else 74.0) * 0.58 * top * np.sqrt(taps)  # deviation of a sum
    b = np.asarray(rng.normal(0.0, 0.1 * spread, b_shape), np.int32)
    qx = _activation(rng, dtype)
    qw = Quant.per_axis(np.exp(rng.uniform(-5, -4, w_shape[0])), 0)
    qb = Quant.per_axis([qx.s * s for s in qw.scale], 0)
    if layer.one_scale:
        qw, qb = Quant.per_tensor(qw.scale[0]), Quant.per_tensor(qb.scale[0])
    step = qx.s * float(np.median(qw.scale)) * spread / (9000.0 if wide else 40.0)
    out = replace(_activation(rng, dtype), scale=(float(np.float32(step)),))
    tensors = [
        Tensor("x", x_shape, dtype, qx),
        constant("w", w, replace(qw, q31=q31), DType.I4 if layer.weights is DType.I4 else DType.I8),
        constant("b", b, qb),
    ]
    return [x, w, b], [*tensors], out


def recurrent(
    op: str, layer: GridLayer, dtype: DType, rng: Rng
) -> tuple[list[Array | None], list[Quant | None], Quant, list[Quant | None]]:
    """Inputs of a recurrent layer, their quantizations, that of its output and those of its states.

    Sums of gates deviate by about 1.5.
    """
    assert layer.values is not None
    values = list(layer.values(rng))
    w, r = values[1], values[2]
    assert w is not None and r is not None
    deviation = 18900.0 if dtype is DType.I16 else 74.0
    x, y = _activation(rng, dtype), _activation(rng, dtype)
    y = replace(y, scale=(float(np.float32(rng.uniform(0.6, 1.0) / (2.0**15 if dtype is DType.I16 else 128.0))),))
    steps = [
        rng.uniform(0.5, 1.5, len(m)) / (deviation * WEIGHTS[layer.weights] * np.sqrt(m.shape[1]) * q.s)
        for m, q in ((w, x), (r, y))
    ]
    qw, qr = (Quant.per_axis(s, 0) for s in steps)
    bias = Quant.per_axis([x.s * s for s in qw.scale] + [y.s * s for s in qr.scale], 0)
    bits = int(rng.integers(11, 15))
    state = Quant.per_tensor(2.0 ** -(bits if layer.state is None else layer.state))
    own = {"Gru": [state], "Lstm": [y, state]}.get(op, [y])
    peephole = Quant.per_tensor(2.0**-15)
    quants = [x, qw, qr, bias, *own, *([peephole] if op == "Lstm" else []), None]
    listed = [q if v is not None else None for v, q in zip(values, quants, strict=False)]
    return values, listed, y, [*own]


def without_blocks(w: Array, share: float, rng: Rng) -> Array:
    """Weights [O, ..., C] with this share of the blocks of four input channels set to zero."""
    blocks = -(-w.shape[-1] // BLOCK)
    count = w.size // w.shape[-1] * blocks
    zero = np.zeros(count, bool)
    zero[rng.permutation(count)[: round(share * count)]] = True
    wide = np.repeat(zero.reshape(*w.shape[:-1], blocks), BLOCK, axis=-1)[..., : w.shape[-1]]
    return np.where(wide, np.int8(0), w)


def _quants(
    op: str, layer: GridLayer, rule: QuantRule, dtype: DType, values: Sequence[Array | None], rng: Rng
) -> tuple[list[Quant | None], Quant]:
    """Quantizations of the inputs and of the output."""
    kinds = [None if v is None else DType.of(v.dtype) for v in values]
    quants = [_activation(rng, dtype) if kind is dtype else None for kind in kinds]
    first = quants[0]
    assert first is not None
    if rule is QuantRule.SAME:
        return [first if q else None for q in quants], first
    if rule is QuantRule.PROBABILITY:
        return quants, Quant.per_tensor(2.0**-15, 0) if dtype is DType.I16 else Quant.per_tensor(1 / 256, -128)
    if op == "Resample":
        return [first, None, Quant.per_tensor(TAP_SCALE, 0)], first
    kind = getattr(layer.attrs, "to", dtype)
    out = _activation(rng, kind)
    reach = 18900.0 / 9000.0 if dtype is DType.I16 else 74.0 / 40.0
    if op == "MatMul":
        second = quants[1]
        assert second is not None
        deviation = 18900.0 if dtype is DType.I16 else 74.0
        scale = first.s * second.s * deviation * np.sqrt(layer.shapes[0][-1]) * reach
    elif op == "Binary" and getattr(layer.attrs, "fn", None).value == "mul":
        second = quants[1]
        assert second is not None
        scale = first.s * second.s * (18900.0 if dtype is DType.I16 else 74.0)
    elif isinstance(layer.attrs, NormalizeAttrs):
        scale = (4.0 / 32768.0) if dtype is DType.I16 else 4.0 / 128.0
    else:
        room = 1.3 if kind is dtype else 256.0 if dtype is DType.I16 else 1 / 256.0
        scale = max(q.s for q in quants if q) * (0.7 if layer.finer else room)
    out = replace(out, scale=(float(np.float32(scale)),))
    if op == "Concat":  # one input far below the output's range: factors under 1/4 count as others do (factor_kind)
        quants[0] = replace(first, scale=(float(np.float32(first.s / 8)),))
    return [out if i in layer.tied else q for i, q in enumerate(quants)], out
