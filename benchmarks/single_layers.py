"""Single integer layers as the generator would emit them, counted under QEMU."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import numpy as np
from kernel_bench import Trial, run_trials, trial, view_of, weighted
from peers import LayerFigures

from edgec.codegen.choose.choice import USUAL_EXCHANGE, Chooser, Selection
from edgec.codegen.kernels.spec import NodeView
from edgec.converter.graph.ir import Attrs, DType, Quant, Tensor
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs
from edgec.converter.ops.pool import PoolAttrs
from edgec.targets.reader import load_target


@dataclass(frozen=True)
class LayerResult:
    """A layer beside the peer's figure; ``work`` is its multiply-accumulates or elements."""

    peer: LayerFigures
    kernel: str
    instructions: int
    work: int

    @property
    def ratio(self) -> float:
        """Our instructions over the peer's."""
        return self.instructions / self.peer.instructions


def measure(
    layers: tuple[LayerFigures, ...], target_name: str = "cortex-m4", exchange: float = USUAL_EXCHANGE,
    positive: bool = False,
) -> list[LayerResult]:  # fmt: skip
    """Instructions of each layer, its outputs checked against the integer reference.

    ``exchange``: instructions that a byte of constants is worth.  ``positive``: inputs are known not to be negative.
    """
    rng = np.random.default_rng(0)
    chooser = Chooser(load_target(target_name), Selection(exchange, exchange))
    trials = []
    for layer in layers:
        view = replace(view_for(layer, rng), positive=positive)
        call = chooser.one(view)
        assert call is not None, layer.name
        one = trial(view, call, rng)
        trials.append(replace(one, inputs=tuple(np.maximum(x, 0) for x in one.inputs)) if positive else one)
    outcomes = run_trials(trials, target_name)
    found = []
    for layer, one, outcome in zip(layers, trials, outcomes, strict=True):
        np.testing.assert_array_equal(outcome.output, one.expected, err_msg=layer.name)
        found.append(LayerResult(layer, one.call.symbol, outcome.instructions, _work(one)))
    return found


def _work(one: Trial) -> int:
    return one.call.macs or prod(one.view.x(0).shape)


def view_for(layer: LayerFigures, rng: np.random.Generator) -> NodeView:
    """The node of a layer, with random weights and quantization."""
    x = layer.x
    if layer.op == "conv":
        attrs = ConvAttrs(layer.strides, layer.padding)
        return weighted("Conv", attrs, x, (layer.outputs, *layer.kernel, x[3]), rng, precision=layer.precision)
    if layer.op == "depthwise":
        attrs = ConvAttrs(layer.strides, layer.padding, (1, 1), x[3])
        return weighted("Conv", attrs, x, (x[3], *layer.kernel, 1), rng, precision=layer.precision)
    if layer.op == "dense":
        return weighted("Dense", DenseAttrs(), x, (layer.outputs, x[1]), rng, precision=layer.precision)
    first = Tensor("x", x, DType.I8, Quant.per_tensor(0.05, -3))
    if layer.op in ("add", "mul"):
        second = Tensor("z", x, DType.I8, Quant.per_tensor(0.04, 7))
        fn = BinaryFn.ADD if layer.op == "add" else BinaryFn.MUL
        return view_of("Binary", BinaryAttrs(fn), [first, second], Quant.per_tensor(0.07, -5))
    if layer.op == "softmax":
        return view_of("Softmax", SoftmaxAttrs(1), [first], Quant.per_tensor(1 / 256, -128))
    op, pool = _pool(layer)
    return view_of(op, pool, [first], Quant.per_tensor(0.05, -3))


def _pool(layer: LayerFigures) -> tuple[str, Attrs]:
    out = tuple((d - k) // s + 1 for d, k, s in zip(layer.x[1:3], layer.kernel, layer.strides, strict=True))
    return {"avgpool": "AvgPool", "maxpool": "MaxPool"}[layer.op], PoolAttrs(layer.kernel, out, layer.strides)
