"""Single integer kernels on Cortex-M4 beside bare CMSIS-NN calls: instructions under QEMU, as a Markdown table.

    python benchmarks/kernels.py [TEXT ...]

runs the layers whose name contains one of the texts (all by default).  The peer's counts were measured with
arm-none-eabi-gcc 12.2 -O3 on QEMU's mps2-an386 with ``-icount shift=0``, as ours are; outputs are compared with the
integer reference before a figure is printed.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np
from kernel_bench import Outcome, Trial, activation, code_size, run_trials, trial, view_of, weighted

from edgec.codegen.choose.choice import USUAL_EXCHANGE, Chooser, Selection
from edgec.codegen.kernels.spec import NodeView
from edgec.converter.graph.ir import Attrs, Quant
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs, UnaryAttrs, UnaryFn
from edgec.converter.ops.pool import PoolAttrs
from edgec.targets.reader import load_target

SAME = ConvAttrs(pads=(1, 1, 1, 1))


@dataclass(frozen=True)
class Layer:
    """A layer and the instructions CMSIS-NN (99f736a6) takes for it; 0 where it was not measured."""

    name: str
    op: str
    attrs: Attrs
    x: tuple[int, ...]
    w: tuple[int, ...] = ()
    cmsis_nn: int = 0
    exchange: float = USUAL_EXCHANGE
    precision: str = "int8"


def _depthwise(c: int, h: int, w: int, stride: int = 1) -> tuple[ConvAttrs, tuple[int, ...], tuple[int, ...]]:
    pads = (1, 1, 1, 1) if stride == 1 else (0, 0, 1, 1)
    return ConvAttrs((stride, stride), pads, (1, 1), c), (1, h, w, c), (c, 3, 3, 1)


POINT, FILTER = ConvAttrs(), (1, 25, 5, 64)
HALVES = PoolAttrs((2, 2), (16, 16), (2, 2))
EDGES = PoolAttrs((3, 3), (16, 16), (1, 1), (1, 1, 1, 1))
GROUPS = ConvAttrs(pads=(1, 1, 1, 1), groups=4)
DILATED = ConvAttrs((1, 1), (2, 2, 2, 2), (2, 2), 32)

LAYERS = (
    Layer("conv 3x3 3->16, 32x32", "Conv", SAME, (1, 32, 32, 3), (16, 3, 3, 3), 2_134_120),
    Layer("conv 3x3 16->16, 32x32", "Conv", SAME, (1, 32, 32, 16), (16, 3, 3, 16), 5_487_480),
    Layer("conv 3x3 16->16, 32x32, Winograd", "Conv", SAME, (1, 32, 32, 16), (16, 3, 3, 16), 5_487_480, 0.0),
    Layer("conv 3x3 32->32, 16x16", "Conv", SAME, (1, 16, 16, 32), (32, 3, 3, 32), 4_542_320),
    Layer("conv 3x3 32->32, 16x16, Winograd", "Conv", SAME, (1, 16, 16, 32), (32, 3, 3, 32), 4_542_320, 0.0),
    Layer("conv 3x3 64->64, 8x8", "Conv", SAME, (1, 8, 8, 64), (64, 3, 3, 64), 4_155_280),
    Layer("conv 3x3 64->64, 8x8, Winograd", "Conv", SAME, (1, 8, 8, 64), (64, 3, 3, 64), 4_155_280, 0.0),
    Layer("conv 1x1 64->64, 25x5", "Conv", ConvAttrs(), (1, 25, 5, 64), (64, 1, 1, 64), 1_068_880),
    Layer("conv 1x1 32->64, 24x24", "Conv", ConvAttrs(), (1, 24, 24, 32), (64, 1, 1, 32), 3_178_880),
    Layer("conv 1x1 8->16, 48x48", "Conv", ConvAttrs(), (1, 48, 48, 8), (16, 1, 1, 8), 1_954_880),
    Layer("conv 1x1 128->128, 6x6", "Conv", ConvAttrs(), (1, 6, 6, 128), (128, 1, 1, 128), 1_079_120),
    Layer("conv 1x1 256->256, 3x3", "Conv", ConvAttrs(), (1, 3, 3, 256), (256, 1, 1, 256), 1_164_200),
    Layer("conv 10x4 1->64, 49x10", "Conv", ConvAttrs((2, 2), (4, 1, 5, 1)), (1, 49, 10, 1), (64, 10, 4, 1)),
    Layer("conv 3x3 3->8, 96x96, stride 2", "Conv", ConvAttrs((2, 2), (0, 0, 1, 1)), (1, 96, 96, 3), (8, 3, 3, 3)),
    Layer("depthwise 3x3 64 ch, 25x5", "Conv", *_depthwise(64, 25, 5), 599_600),
    Layer("depthwise 3x3 8 ch, 48x48", "Conv", *_depthwise(8, 48, 48), 1_651_160),
    Layer("depthwise 3x3 128 ch, 6x6", "Conv", *_depthwise(128, 6, 6), 335_000),
    Layer("depthwise 3x3 32 ch, 24x24, stride 2", "Conv", *_depthwise(32, 24, 24, 2), 368_520),
    Layer("fc 640->128", "Dense", DenseAttrs(), (1, 640), (128, 640), 160_040),
    Layer("fc 128->128", "Dense", DenseAttrs(), (1, 128), (128, 128), 37_200),
    Layer("fc 256->10", "Dense", DenseAttrs(), (1, 256), (10, 256), 5_440),
    Layer("add 32x32x16", "Binary", BinaryAttrs(BinaryFn.ADD), (1, 32, 32, 16), (), 1_337_360),
    Layer("mul 32x32x16", "Binary", BinaryAttrs(BinaryFn.MUL), (1, 32, 32, 16), (), 591_920),
    Layer("mul 32x32x16 by channels", "Binary", BinaryAttrs(BinaryFn.MUL), (1, 32, 32, 16), (1, 1, 1, 16)),
    Layer("add 32x32x16 and a value", "Binary", BinaryAttrs(BinaryFn.ADD), (1, 32, 32, 16), (1,)),
    Layer("avgpool global 25x5x64", "AvgPool", PoolAttrs((25, 5), (1, 1), (25, 5)), (1, 25, 5, 64), (), 51_040),
    Layer("avgpool 2x2 32x32x16", "AvgPool", HALVES, (1, 32, 32, 16), (), 186_960),
    Layer("avgpool 3x3 16x16x16, padded", "AvgPool", EDGES, (1, 16, 16, 16)),
    Layer("maxpool 2x2 32x32x16", "MaxPool", HALVES, (1, 32, 32, 16), (), 177_520),
    Layer("maxpool 3x3 16x16x16, padded", "MaxPool", EDGES, (1, 16, 16, 16)),
    Layer("softmax 12", "Softmax", SoftmaxAttrs(1), (1, 12), (), 6_360),
    Layer("softmax 256", "Softmax", SoftmaxAttrs(1), (1, 256), (), 127_640),
    Layer("tanh 4096", "Unary", UnaryAttrs(UnaryFn.TANH), (1, 4096)),
    Layer("conv 3x3 32->32, 16x16, 4 groups", "Conv", GROUPS, (1, 16, 16, 32), (32, 3, 3, 8)),
    Layer("conv 3x3 16->1, 16x16", "Conv", SAME, (1, 16, 16, 16), (1, 3, 3, 16)),
    Layer("depthwise 3x3 32 ch, 16x16, dilation 2", "Conv", DILATED, (1, 16, 16, 32), (32, 3, 3, 1)),
    Layer(
        "depthwise 3x3 3 ch, 8 filters, 32x32",
        "Conv",
        ConvAttrs(pads=(1, 1, 1, 1), groups=3),
        (1, 32, 32, 3),
        (24, 3, 3, 1),
    ),
    Layer(
        "conv s4 3x3 16->16, 32x32", "Conv", SAME, (1, 32, 32, 16), (16, 3, 3, 16), 9_653_400, USUAL_EXCHANGE, "int4"
    ),
    Layer("conv s4 3x3 64->64, 8x8", "Conv", SAME, (1, 8, 8, 64), (64, 3, 3, 64), 8_290_360, USUAL_EXCHANGE, "int4"),
    Layer("conv s4 1x1 64->64, 25x5", "Conv", POINT, FILTER, (64, 1, 1, 64), 1_919_040, USUAL_EXCHANGE, "int4"),
    Layer("depthwise s4 3x3 64 ch, 25x5", "Conv", *_depthwise(64, 25, 5), 1_126_880, USUAL_EXCHANGE, "int4"),
    Layer("fc s4 640->128", "Dense", DenseAttrs(), (1, 640), (128, 640), 405_760, USUAL_EXCHANGE, "int4"),
    Layer("fc s4 256->10", "Dense", DenseAttrs(), (1, 256), (10, 256), 13_400, USUAL_EXCHANGE, "int4"),
    Layer(
        "conv s16 3x3 32->32, 16x16", "Conv", SAME, (1, 16, 16, 32), (32, 3, 3, 32), 5_106_640, USUAL_EXCHANGE, "int16"
    ),
    Layer("conv s16 1x1 64->64, 25x5", "Conv", POINT, FILTER, (64, 1, 1, 64), 0, USUAL_EXCHANGE, "int16"),
    Layer("depthwise s16 3x3 64 ch, 25x5", "Conv", *_depthwise(64, 25, 5), 0, USUAL_EXCHANGE, "int16"),
    Layer("fc s16 256->10", "Dense", DenseAttrs(), (1, 256), (10, 256), 0, USUAL_EXCHANGE, "int16"),
)


def view(layer: Layer, rng: np.random.Generator) -> NodeView:
    """The node of a layer, with random weights."""
    if layer.w and layer.op != "Binary":
        return weighted(layer.op, layer.attrs, layer.x, layer.w, rng, precision=layer.precision)
    tensors = [activation("a", layer.x, 0.05, 3)]
    if layer.op == "Binary":
        tensors.append(activation("b", layer.w or layer.x, 0.03, -7))
    if layer.op == "Softmax":
        return view_of(layer.op, layer.attrs, tensors, Quant.per_tensor(1 / 256, -128))
    tied = layer.op == "MaxPool"
    return view_of(layer.op, layer.attrs, tensors, Quant.per_tensor(0.05 if tied else 0.06, 3 if tied else -12))


def bound(layer: Layer, rng: np.random.Generator) -> Trial:
    """The layer with the kernel that a Cortex-M4 takes for it at its exchange rate."""
    node = view(layer, rng)
    call = Chooser(load_target("cortex-m4"), Selection(layer.exchange)).one(node)
    if call is None:
        raise ValueError(f"no kernel takes {layer.name}")
    return trial(node, call, rng)


def row(layer: Layer, t: Trial, found: Outcome) -> str:
    """A line of the table."""
    if not np.array_equal(found.output, t.expected):
        raise ValueError(f"{layer.name}: the kernel's output is not the reference's")
    work = (
        f"{found.instructions / t.call.macs:.3f} / MAC"
        if t.call.macs
        else f"{found.instructions / t.view.x(0).size:.2f} / input"
    )
    ratio = f"{found.instructions / layer.cmsis_nn:.2f}" if layer.cmsis_nn else "-"
    peer = f"{layer.cmsis_nn:,}" if layer.cmsis_nn else "-"
    cells = (layer.name, f"{found.instructions:,}", work, peer, ratio, code_size(t.call), t.call.scratch_bytes)
    return "| " + " | ".join(map(str, cells)) + " |"


def main(texts: list[str]) -> None:
    """Print the table."""
    rng = np.random.default_rng(1)
    layers = [one for one in LAYERS if not texts or any(text in one.name for text in texts)]
    trials = [bound(one, rng) for one in layers]
    print("| layer | instructions | each | CMSIS-NN | ratio | code, bytes | scratch, bytes |")
    print("|---" * 7 + "|")
    for layer, t in zip(layers, trials, strict=True):  # one program each, so that each is specialized as in a model
        print(row(layer, t, run_trials([t])[0]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
