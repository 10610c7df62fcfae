"""Layers with zero blocks of weights: sparse kernels beside edgec's own dense ones, counted under QEMU.

    python benchmarks/sparse.py [--write FILE] [NAME ...]

Layers are random; of their blocks of four input channels a share is zero, drawn at random.  The dense kernels are those
that are taken for the same layer without a zero: the one of fewest instructions, and the one that is taken where a byte
of constants must save 200 of them.  All give the bytes of the integer reference.  The break-even is the least share of
zero blocks, in steps of 2.5 %, at which the sparse kernel's price (instructions, and bytes) is below the dense one's.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
from kernel_bench import Outcome, Trial, run_trials, trial, weighted
from kernels import SAME, Layer

from edgec.codegen.choose.choice import USUAL_EXCHANGE, Chooser, Selection
from edgec.codegen.kernels import blocks
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.price import call_price
from edgec.codegen.kernels.spec import Call, Const, Misfit, NodeView
from edgec.converter.graph.errors import Refusal
from edgec.converter.graph.ir import Array, constant
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.targets.reader import load_target

TARGET = "cortex-m4"
MARK = "<!-- written by `python benchmarks/sparse.py --write docs/sparse.md` -->"
END = "<!-- end of what is written -->"
SHARES = (0.3, 0.5, 0.7, 0.9)
FINE = tuple(round(0.1 + 0.025 * i, 3) for i in range(26))
EXCHANGES = (("speed", 0.0), ("balanced", USUAL_EXCHANGE), ("size", 1000.0))


HALF = ConvAttrs((2, 2), (0, 0, 1, 1))
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


def taken(view: NodeView, exchange: float) -> Call:
    """The call of the kernel that is taken."""
    found = Chooser(load_target(TARGET), Selection(exchange)).candidates(view)
    assert not isinstance(found, Refusal)
    return found[0].calls[0]


def fastest_sparse(view: NodeView) -> Call:
    """The call of fewest estimated instructions that leaves blocks out."""
    target = load_target(TARGET)
    kernels = [k for k in kernels_of(target) if k.sparse and k.takes(view)]
    calls = [b[0] for k in kernels if not isinstance(b := k.calls(view), Misfit)]
    return min(calls, key=lambda call: call_price(view, call, target))


def is_sparse(call: Call) -> bool:
    """Return whether the kernel of a call leaves zero blocks out."""
    return call.kernel is not None and call.kernel.sparse


def constants(call: Call) -> int:
    """Bytes of a call's constants."""
    return sum(a.array.data.nbytes for a in call.args if isinstance(a, Const))


def counted(trials: Sequence[Trial]) -> list[Outcome]:
    """The trials under QEMU; their outputs are the reference's."""
    found = run_trials(trials, TARGET, alone=True)
    for one, outcome in zip(trials, found, strict=True):
        np.testing.assert_array_equal(outcome.output, one.expected, err_msg=one.call.symbol)
    return found


@contextmanager
def any_share() -> Iterator[None]:
    """Sparse kernels take layers with any share of zero blocks."""
    with patch.object(blocks, "LEAST_ZERO", 0.0):
        yield


@dataclass(frozen=True)
class Rows:
    """The rows of a layer in both tables."""

    counted: tuple[str, ...]
    even: str


def rows_of(layer: Layer) -> Rows:
    """Count a layer's kernels under QEMU; return the rows of the table, and of the break-even."""
    rng, full = np.random.default_rng(1), view_of(layer, 0.0)
    views = [view_of(layer, share) for share in SHARES]
    dense = [taken(full, exchange) for _, exchange in EXCHANGES[:2]]
    with any_share():
        sparse = [fastest_sparse(view) for view in views]
        even = _break_even(layer, dense)
    found = counted([trial(v, c, rng) for v, c in zip([full, full, *views], [*dense, *sparse], strict=True)])
    lines = []
    for share, view, call, outcome in zip(SHARES, views, sparse, found[2:], strict=True):
        cells = [layer.name, f"{share:.0%}", f"{outcome.instructions:,}", f"{constants(call):,}"]
        for one, against in zip(dense, found[:2], strict=True):
            ratios = outcome.instructions / against.instructions, constants(call) / constants(one)
            cells += [f"{ratio:.2f}" for ratio in ratios]
        cells.append(", ".join(name for name, rate in EXCHANGES if is_sparse(taken(view, rate))) or "-")
        lines.append(f"| {' | '.join(cells)} |")
    names = [call.symbol.removeprefix("edgec_").removesuffix("_armv7em") for call in dense]
    return Rows(tuple(lines), f"| {layer.name} | {names[0]} | {even[0]} | {names[1]} | {even[1]} |")


def _break_even(layer: Layer, dense: Sequence[Call]) -> list[str]:
    """For each dense kernel from which share on instructions and bytes are below its."""
    target, full = load_target(TARGET), view_of(layer, 0.0)
    views = [view_of(layer, share) for share in FINE]
    calls = [fastest_sparse(view) for view in views]
    prices = [call_price(view, call, target) for view, call in zip(views, calls, strict=True)]
    found = []
    for one in dense:
        limit, size = call_price(full, one, target), constants(one)
        fewer = min((s for s, p in zip(FINE, prices, strict=True) if p < limit), default=1.0)
        smaller = min((s for s, c in zip(FINE, calls, strict=True) if constants(c) < size), default=1.0)
        found.append(f"{fewer:.1%} | {smaller:.1%}")
    return found


@dataclass(frozen=True)
class Pattern:
    """Lower bound of a kernel for 2:4 weights: instructions for a filter's four taps at four positions.

    The dense kernel's 17 instructions serve two filters and three positions.  Of six ways to take two of four values
    two are words of the dense kernel's columns; the others take a PKHBT for each position.  A way is found by a jump.
    """

    dense: float = 17 * (16 / 24)
    loads: int = 2  # the two weights as a half word; two words of four positions each
    columns: int = 2
    widened: int = 1
    jump: int = 3  # the way's number, the jump to it, the jump back
    choice: float = 4 * (4 / 6)
    products: int = 4

    @property
    def least(self) -> float:
        """Instructions in all."""
        return self.loads + self.columns + self.widened + self.jump + self.choice + self.products

    def text(self) -> str:
        """A sentence."""
        share = 0.5 + 0.125
        return (
            f"2:4: at least {self.least:.1f} instructions for four taps of a filter at four positions; the dense "
            f"kernel takes {self.dense:.1f}, so this is {self.least / self.dense:.2f} times as many. Bytes are "
            f"{share:.3f} of int8's; int4 takes 0.5."
        )


COUNTED = (
    "| layer | zero blocks | instructions | bytes | of the fastest dense kernel's | of its bytes | of the usual dense"
    " kernel's | of its bytes | taken for |\n|---|---|---|---|---|---|---|---|---|"
)
EVEN = (
    "| layer | fastest dense kernel | fewer instructions from | fewer bytes from | usual dense kernel |"
    " fewer instructions from | fewer bytes from |\n|---|---|---|---|---|---|---|"
)


def tables(names: Sequence[str]) -> str:
    """The tables, of the layers whose names contain one of these."""
    found = [rows_of(layer) for layer in LAYERS if not names or any(name in layer.name for name in names)]
    counted_rows = "\n".join(line for rows in found for line in rows.counted)
    even_rows = "\n".join(rows.even for rows in found)
    return f"{COUNTED}\n{counted_rows}\n\n{EVEN}\n{even_rows}\n\n{Pattern().text()}\n"


def main() -> None:
    """Print the tables, and put them between the marks of a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    text = tables(options.names)
    print(text)
    if options.write:
        before, rest = options.write.read_text(encoding="utf-8").split(MARK)
        _, after = rest.split(END)
        options.write.write_text(f"{before}{MARK}\n\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
