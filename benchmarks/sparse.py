"""Layers with zero blocks of weights: sparse kernels beside edgec's own dense ones, counted under QEMU.

    python benchmarks/sparse.py [--write FILE] [NAME ...]

Layers are random; of their blocks of four input channels a share is zero, drawn at random.  The dense kernel is the one
that is taken for the same layer without a zero.  Both give the bytes of the integer reference.  The break-even is the
least share of zero blocks at which the sparse kernel takes fewer instructions (or bytes), from runs 2.5 % apart.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from kernel_bench import Outcome, Trial, run_trials, trial, weighted

from edgec.codegen.choose.choice import USUAL_EXCHANGE, Chooser, Selection
from edgec.codegen.kernels import blocks
from edgec.codegen.kernels.spec import Call, Const, NodeView
from edgec.converter.graph.errors import Refusal
from edgec.converter.graph.ir import Array, Attrs, constant
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.targets.reader import load_target

TARGET = "cortex-m4"
SHARES = (0.3, 0.5, 0.7, 0.9)
FINE = tuple(round(0.1 + 0.025 * i, 3) for i in range(26))
EXCHANGES = (("speed", 0.0), ("balanced", USUAL_EXCHANGE), ("size", 1000.0))


@dataclass(frozen=True)
class Layer:
    """A layer of the table."""

    name: str
    op: str
    attrs: Attrs
    x: tuple[int, ...]
    w: tuple[int, ...]


SAME, HALF = ConvAttrs(pads=(1, 1, 1, 1)), ConvAttrs((2, 2), (0, 0, 1, 1))
LAYERS = (
    Layer("1x1 64->64, 25x5", "Conv", ConvAttrs(), (1, 25, 5, 64), (64, 1, 1, 64)),
    Layer("1x1 128->128, 6x6", "Conv", ConvAttrs(), (1, 6, 6, 128), (128, 1, 1, 128)),
    Layer("1x1 33->30, 12x12", "Conv", ConvAttrs(), (1, 12, 12, 33), (30, 1, 1, 33)),
    Layer("1x1 64->64, 16x16, stride 2", "Conv", ConvAttrs((2, 2)), (1, 16, 16, 64), (64, 1, 1, 64)),
    Layer("3x3 32->32, 16x16", "Conv", SAME, (1, 16, 16, 32), (32, 3, 3, 32)),
    Layer("3x3 32->64, 16x16, stride 2", "Conv", HALF, (1, 16, 16, 32), (64, 3, 3, 32)),
    Layer("3x3 64->64, 8x8", "Conv", SAME, (1, 8, 8, 64), (64, 3, 3, 64)),
    Layer("5x5 16->24, 14x14", "Conv", ConvAttrs(), (1, 18, 18, 16), (24, 5, 5, 16)),
    Layer("fc 256->128", "Dense", DenseAttrs(), (1, 256), (128, 256)),
    Layer("fc 640->128", "Dense", DenseAttrs(), (1, 640), (128, 640)),
    Layer("fc 64->64, 32 rows", "Dense", DenseAttrs(), (32, 64), (64, 64)),
)


def without_blocks(w: Array, share: float, rng: np.random.Generator) -> Array:
    """Weights [O, ..., C] with this share of the blocks of four input channels set to zero."""
    count = -(-w.shape[-1] // blocks.BLOCK)
    zero = np.zeros(w.size // w.shape[-1] * count, bool)
    zero[rng.permutation(zero.size)[: round(share * zero.size)]] = True
    wide = np.repeat(zero.reshape(*w.shape[:-1], count), blocks.BLOCK, axis=-1)[..., : w.shape[-1]]
    return np.where(wide, np.int8(0), w)


def view_of(layer: Layer, share: float) -> NodeView:
    """The layer with this share of its blocks zero."""
    rng = np.random.default_rng(0)
    view = weighted(layer.op, layer.attrs, layer.x, layer.w, rng)
    w = view.x(1)
    assert w.data is not None
    return replace(view, ins=(view.ins[0], constant("w", without_blocks(w.data, share, rng), w.quant), view.ins[2]))


def taken(view: NodeView, exchange: float, wanted: Callable[[str], bool] = bool) -> Call:
    """The call of the kernel that is taken, of those whose symbols are wanted."""
    found = Chooser(load_target(TARGET), Selection(exchange)).candidates(view)
    assert not isinstance(found, Refusal)
    return next(c.calls[0] for c in found if wanted(c.calls[0].symbol))


def is_sparse(symbol: str) -> bool:
    """Whether a kernel leaves blocks out."""
    return "_sparse" in symbol


def constants(call: Call) -> int:
    """Bytes of a call's constants."""
    return sum(a.array.data.nbytes for a in call.args if isinstance(a, Const))


def counted(trials: Sequence[Trial]) -> list[Outcome]:
    """The trials under QEMU; their outputs are the reference's."""
    found = run_trials(trials, TARGET, alone=True)
    for one, outcome in zip(trials, found, strict=True):
        np.testing.assert_array_equal(outcome.output, one.expected, err_msg=one.call.symbol)
    return found


def rows_of(layer: Layer) -> list[str]:
    """The table's rows of a layer."""
    rng, dense_view = np.random.default_rng(1), view_of(layer, 0.0)
    views = [view_of(layer, share) for share in SHARES]
    dense = {exchange: taken(dense_view, exchange) for _, exchange in EXCHANGES[:2]}
    found = [trial(dense_view, call, rng) for call in dense.values()]
    kept = blocks.LEAST_ZERO
    blocks.LEAST_ZERO = 0.0
    sparse = [taken(view, 0.0, is_sparse) for view in views]
    even = _break_even(layer, dense[0.0]), _break_even(layer, dense[USUAL_EXCHANGE])
    blocks.LEAST_ZERO = kept
    outcomes = counted(found + [trial(view, call, rng) for view, call in zip(views, sparse, strict=True)])
    (fast, plain), ours = outcomes[:2], outcomes[2:]
    lines = []
    for share, view, call, outcome in zip(SHARES, views, sparse, ours, strict=True):
        choice = ", ".join(name for name, rate in EXCHANGES if is_sparse(taken(view, rate).symbol)) or "never"
        cells = [layer.name, f"{share:.0%}", f"{outcome.instructions:,}", f"{constants(call):,}"]
        for one, against in zip(dense.values(), (fast, plain), strict=True):
            cells += [
                f"{outcome.instructions / against.instructions:.2f}", f"{constants(call) / constants(one):.2f}",
            ]  # fmt: skip
        lines.append(f"| {' | '.join((*cells, choice, even[0], even[1]))} |")
    return lines


def _break_even(layer: Layer, dense: Call) -> str:
    """From which share of zero blocks on the sparse kernel's estimate and bytes are below the dense kernel's."""
    chooser, full = Chooser(load_target(TARGET), Selection()), view_of(layer, 0.0)
    limit, size = chooser.price(full, dense), constants(dense)
    fewer: list[float] = []
    smaller: list[float] = []
    for share in FINE:
        view = view_of(layer, share)
        call = taken(view, 0.0, is_sparse)
        fewer += [share] if chooser.price(view, call) < limit else []
        smaller += [share] if constants(call) < size else []
    return f"{min(fewer, default=1.0):.1%} / {min(smaller, default=1.0):.1%}"


HEAD = (
    "| layer | zero blocks | instructions | bytes | of the fastest dense | its bytes | of the usual dense | its bytes |"
    " taken by | break-even | usual |"
)


def table(names: Sequence[str]) -> str:
    """The table, of the layers whose names contain one of these."""
    lines = [HEAD, "|" + "---|" * (HEAD.count("|") - 1)]
    for layer in LAYERS:
        if not names or any(name in layer.name for name in names):
            lines += rows_of(layer)
            print("\n".join(lines[-len(SHARES) :]), flush=True)
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    text = table(options.names)
    if options.write:
        options.write.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
