"""Layers that are far from what hand-written loops would take, each beside its floor, counted under QEMU.

    python benchmarks/slow_layers.py [--target cortex-m4] [--random 400] [NAME ...]

A floor is what the products of a layer take in a loop by hand on that core (loads, products and the loop), per MAC;
of resizing per output.  The layer's kernel is the one that ``convert`` takes for speed; its bytes are those of the
integer reference.  With ``--random``, so many layers of random sizes take the place of the list, with ``MOST`` for a
floor; those above it are printed.  Exit code 1: a byte differs, or a layer takes more than ``LIMIT`` times its floor
(of random ones, more than ``MOST``).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.kernel_bench import Outcome, run_trials
from benchmarks.kernel_program import Trial
from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.grids import conv, depthwise, matmul
from edgec.codegen.kernels.library import GridLayer
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.resample import ResampleAttrs
from edgec.targets.reader import load_target
from tests.kernels.layers import expected_of, node_of
from tests.kernels.scalar.shapes import shapes_of

LIMIT, MOST, SEED = 1.3, 2.5, 31
TOGETHER = 20  # layers of a program


@dataclass(frozen=True)
class Slow:
    """A layer with the floor of each core that has one: instructions per MAC, of resizing per output."""

    op: str
    layer: GridLayer
    floors: Mapping[str, float] = field(default_factory=dict)


def _bilinear(axis: int, size: int, channels: int) -> GridLayer:
    """An axis of an image brought to twice its size, each value of two."""

    def values(rng: np.random.Generator) -> list[Array | None]:
        at = np.arange(2 * size)
        low = np.clip((at - 1) // 2, 0, size - 1)
        index = np.stack([low, np.minimum(low + 1, size - 1)], axis=1).astype(np.int32)
        weight = np.where(at[:, None] % 2 == 0, (4096, 12288), (12288, 4096)).astype(np.int16)
        return [rng.integers(-128, 128, (1, size, size, channels)).astype(np.int8), index, weight]

    return GridLayer(ResampleAttrs(axis), (), (1, 2), values=values)


LAYERS: dict[str, Slow] = {
    "depthwise 3x1, dilation 4": Slow(
        "Conv", depthwise((1, 64, 1, 64), (3, 1), dilation=4), {"cortex-m4": 2.0, "cortex-a53": 0.81}
    ),
    "depthwise 3x3, dilation 2": Slow("Conv", depthwise((1, 24, 24, 32), dilation=2), {"cortex-m4": 1.4}),
    "depthwise 5x5 on 10x10": Slow("Conv", depthwise((1, 10, 10, 64), (5, 5)), {"cortex-m4": 1.2}),
    "depthwise 5x5 on 3x3": Slow("Conv", depthwise((1, 3, 3, 128), (5, 5)), {"cortex-m4": 1.5}),
    "depthwise 7x7 on 7x7": Slow("Conv", depthwise((1, 7, 7, 64), (7, 7)), {"cortex-m4": 1.2}),
    "depthwise 7x7 on 3x3": Slow("Conv", depthwise((1, 3, 3, 128), (7, 7)), {"cortex-m4": 1.5}),
    "depthwise 3x3 on 4x4": Slow("Conv", depthwise((1, 4, 4, 128)), {"cortex-m4": 2.0}),
    "depthwise 9x1": Slow("Conv", depthwise((1, 48, 1, 64), (9, 1)), {"cortex-m4": 1.2}),
    "depthwise 1x9": Slow("Conv", depthwise((1, 1, 48, 64), (1, 9)), {"cortex-m4": 1.2}),
    "depthwise 5x5 on 24x24": Slow("Conv", depthwise((1, 24, 24, 32), (5, 5)), {"cortex-m4": 1.0}),
    "depthwise, two filters a channel": Slow(
        "Conv", depthwise((1, 24, 24, 16), many=2), {"cortex-m4": 1.4, "cortex-a53": 0.45}
    ),
    "1x1 to one channel": Slow("Conv", conv((1, 24, 24, 32), 1), {"cortex-m4": 1.2, "cortex-a53": 0.43}),
    "1-D 1 to 32 channels, 5x1": Slow("Conv", conv((1, 128, 1, 1), 32, (5, 1)), {"cortex-m4": 1.6}),
    "1x1, 8 to 16 channels": Slow("Conv", conv((1, 24, 24, 8), 16), {"cortex-m4": 1.5, "cortex-a53": 0.35}),
    "3x3 in groups of 4": Slow("Conv", conv((1, 16, 16, 32), 32, (3, 3), groups=8), {"cortex-m4": 1.2}),
    "product of activations": Slow("MatMul", matmul((4, 64, 16), (4, 16, 64)), {"cortex-m4": 1.2}),
    "bilinear, rows": Slow("Resample", _bilinear(1, 16, 16), {"cortex-m4": 5.0, "cortex-a53": 2.1}),
    "bilinear, columns": Slow("Resample", _bilinear(2, 16, 16), {"cortex-m4": 5.0, "cortex-a53": 2.1}),
    "bilinear, columns of 3 channels": Slow("Resample", _bilinear(2, 24, 3), {"cortex-a53": 2.5}),
}


def random_layers(count: int) -> dict[str, Slow]:
    """Layers of random sizes, by their shapes."""
    rng = np.random.default_rng(SEED)
    found: dict[str, Slow] = {}
    for i in range(count):
        op, attrs, shapes = shapes_of(rng)
        stride = f" stride {attrs.strides[0]} dilation {attrs.dilations[0]}" if isinstance(attrs, ConvAttrs) else ""
        name = f"{i}: {' '.join('x'.join(map(str, s)) for s in shapes[:2])}{stride}"
        found[name] = Slow(op, GridLayer(attrs, shapes, (1, 2)))
    return found


def counted(layers: Mapping[str, Slow], target: str) -> Iterator[tuple[str, str, float, bool]]:
    """Name, kernel, instructions per MAC (per output without any), and whether the bytes are right."""
    chooser = Chooser(load_target(target), Selection(0, 0))
    trials, expected = [], []
    for name, slow in layers.items():
        rng = np.random.default_rng(1)
        plain = next(k for k in kernels() if k.op == slow.op and DType.I8 in k.dtypes and not k.library.asked)
        view, values = node_of(plain, replace(slow.layer, dtype=DType.I8), rng)
        call = chooser.one(view)
        assert call is not None, name
        active = [v for t, v in zip(view.ins, values, strict=True) if t is not None and t.data is None]
        trials.append(Trial(view, call, tuple(v for v in active if v is not None)))
        expected.append(expected_of(view, values)[0])
    outcomes: list[Outcome] = []
    for i in range(0, len(trials), TOGETHER):
        outcomes += run_trials(trials[i : i + TOGETHER], target, alone=True)
    for name, one, outcome, y in zip(layers, trials, outcomes, expected, strict=True):
        work = one.call.macs if layers[name].op != "Resample" else y.size
        yield name, one.call.symbol, outcome.instructions / work, bool(np.array_equal(outcome.output, y))


def main() -> None:
    """Print a row for each layer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a part of a layer's name")
    parser.add_argument("--target", default="cortex-m4", choices=("cortex-m4", "cortex-a53"))
    parser.add_argument("--random", type=int, default=0, metavar="N")
    options = parser.parse_args()
    layers = random_layers(options.random) or {
        name: slow
        for name, slow in LAYERS.items()
        if options.target in slow.floors and (not options.names or any(n in name for n in options.names))
    }
    above = 0
    print("| layer | kernel | instructions per MAC | floor | ratio |\n|---|---|--:|--:|--:|")
    for name, symbol, each, right in counted(layers, options.target):
        floor = MOST if options.random else layers[name].floors[options.target]
        most = floor if options.random else LIMIT * floor
        above += not right or each > most
        if options.random and right and each <= most:
            continue
        wrong = "" if right else ", DIFFERS"
        print(f"| {name}{wrong} | {symbol.removeprefix('edgec_')} | {each:.2f} | {floor:.2f} | {each / floor:.2f} |")
    print(f"{len(layers)} layers, {above} of them above {MOST if options.random else f'{LIMIT} times the floor'}")
    sys.exit(1 if above else 0)


if __name__ == "__main__":
    main()
