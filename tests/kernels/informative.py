"""Layers of the kernels' grids that an ordinary run counts: those that tell most of the prices.

A price is a sum of terms times rates.  Counted is, of each kernel, the layer that takes most, and for every term one in
which it has nearly the largest share of the price that it has in any: there a wrong rate moves the price most.  Every
C function that layers call, and every type of weights, is among them too.  Which of several equal layers is taken
depends on the C of the library: another version of a kernel draws anew.

The bytes of all layers of NEON are held by tests that compile them together, in a fifth of the time, those of the
portable and the Armv7E-M kernels by grids of their own; each layer compiled alone, as rates are fitted, by
``make grids``: to be run after a change of kernels, prices, rates or compilers.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

from edgec.codegen.emit.runtime import runtime_files
from edgec.codegen.kernels.library import Kernel
from edgec.targets.reader import Rates, load_target
from tests.kernels.layers import Made, made_of
from tests.kernels.rates import BAND, LEAST, Counted, count_layers, counts_of
from tests.suite.sample import WHOLE

NEARLY = 0.8
"""Part of the largest share that a term has of any layer's price, from which a share is nearly the largest."""
SHARE = 1 - BAND[0]
"""A term that has less of every price can be left out, and all prices stay in their band."""


def counted(kernels: Iterable[Kernel], target: str, step: int = 1) -> list[Counted]:
    """The layers that tell most of each kernel's price, counted; every ``step``-th of them, or of all of a grid."""
    rates = load_target(target).rates
    chosen = [(made if WHOLE else informative(made, rates))[::step] for made in map(all_layers, kernels)]
    return count_layers([one for layers in chosen for one in layers], target)


@cache
def all_layers(kernel: Kernel) -> Sequence[Made]:
    """A kernel's grid."""
    return tuple(made_of(kernel))


def informative(layers: Sequence[Made], rates: Rates) -> Sequence[Made]:
    """The layers that are counted, in the order of the grid."""
    if not layers:
        return ()
    shares = [_shares(one, rates) for one in layers]
    totals = [total for total, _ in shares]
    largest: dict[object, float] = defaultdict(float)
    for _, found in shares:
        for term, share in found.items():
            largest[term] = max(largest[term], share)
    told = [
        {term for term, share in found.items() if share >= max(SHARE, NEARLY * largest[term])} | _kinds(one)
        for one, (_, found) in zip(layers, shares, strict=True)
    ]
    order = Random(_version(layers[0])).sample(range(len(layers)), len(layers))
    taken = [max(order, key=totals.__getitem__)]
    left = set().union(*told) - told[taken[0]]
    while left:
        taken.append(max(order, key=lambda i: len(told[i] & left)))
        left -= told[taken[-1]]
    return [layers[i] for i in sorted(taken)]


def _shares(one: Made, rates: Rates) -> tuple[float, dict[object, float]]:
    """The price of a layer, and the share of it that each term has; none of a layer whose price is not held."""
    parts: dict[object, float] = defaultdict(float)
    for call in one.trial.calls:
        assert call.kernel is not None
        for term, times in counts_of(one, call):
            if times:
                owner = call.kernel.library.name, *Rates.owner(call.kernel.id, term)
                parts[owner] += rates.price(owner[0], owner[1], [(owner[2], times)])
    total = sum(parts.values())
    return total, {owner: part / total for owner, part in parts.items()} if total >= LEAST else {}


def _kinds(one: Made) -> set[object]:
    return {("weights", one.layer.weights), ("frugal", one.layer.frugal), *(call.symbol for call in one.trial.calls)}


def _version(one: Made) -> int:
    """Checksum of the C of a layer's kernel."""
    call = one.trial.call
    assert call.kernel is not None
    files = runtime_files([call.header], [call.kernel.library])
    return zlib.crc32("".join(f.text for f in files).encode())
