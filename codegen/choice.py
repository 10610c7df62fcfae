"""Which kernel computes each layer: the fastest, the smallest, or in between (``--optimize``).

Kernels are listed in order of preference (``registry.KERNELS``).  Those that only trade bytes of flash for instructions
(``TRADES``) are taken by what they win: ``EXCHANGE`` instructions for each byte.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum

from edgec.codegen.kernels import registry
from edgec.codegen.kernels.cost import Cost, cost
from edgec.codegen.kernels.spec import Call, Kernel, Misfit, NodeView
from edgec.converter.errors import EdgecError
from edgec.converter.ir import Graph


class Optimize(str, Enum):
    """What a conversion aims at."""

    SPEED = "speed"
    BALANCED = "balanced"
    SIZE = "size"
    RAM = "ram"


TRADES = ("winograd",)  # features of kernels that take more flash than the next one
EXCHANGE = {Optimize.SPEED: 0.0, Optimize.BALANCED: 200.0}  # instructions that a byte of flash must save


@dataclass(frozen=True)
class Choice:
    """What computes a node, and what else could have.

    ``calls`` are none for a node without code.  ``alternatives`` are in the order of the list of kernels, without the
    chosen one.  ``instead_of`` is what would have been taken, had it not been given up for its flash.
    """

    calls: tuple[Call, ...]
    cost: Cost | None
    alternatives: tuple[Cost, ...]
    instead_of: Cost | None = None


@dataclass(frozen=True)
class _Candidate:
    calls: tuple[Call, ...]
    cost: Cost
    trades: bool
    plain: bool


def choose_all(
    graph: Graph,
    features: Iterable[str],
    optimize: Optimize,
    max_constants: int | None = None,
    given_up: Collection[str] = (),
) -> tuple[Choice, ...]:
    """A choice for every node, in order.

    Args:
        graph: the graph.
        features: those of the target.
        optimize: what to aim at.
        max_constants: bytes of constants that may be used; as many kernels that trade flash for instructions are left
            out as that asks for, those that win least per byte first.
        given_up: kernels (``Cost.kernel``) whose code is to be saved: in their place plain C is taken, or what computes
            other layers, whichever is faster.

    Raises:
        UnsupportedModel: with the refusals of all nodes that no kernel takes.
    """
    have = frozenset(features) - set(TRADES)
    plain = registry.select_all(graph, have)
    views = [NodeView.of(graph, node) for node in graph.nodes]
    found = [_candidates(view, calls, have) for view, calls in zip(views, plain, strict=True)]
    wanted = [_first(candidates, optimize) for candidates in found]
    taken = wanted if max_constants is None else _within(found, wanted, max_constants)
    kernels = [c[at].cost.kernel if c else "" for c, at in zip(found, taken, strict=True)]
    kept = set(kernels) - set(given_up)
    taken = [_instead(c, at, kept) if k in given_up else at for c, at, k in zip(found, taken, kernels, strict=True)]
    return tuple(_choice(c, at, first) for c, at, first in zip(found, taken, wanted, strict=True))


def _candidates(view: NodeView, plain: tuple[Call, ...], have: frozenset[str]) -> tuple[_Candidate, ...]:
    """Everything that computes a node, in the order of the list of kernels; the ``plain`` choice is one of them."""
    if not plain:
        return ()
    usual = cost(view, plain)
    found: list[_Candidate] = []
    for kernel in registry.KERNELS:
        if kernel.op != view.node.op or not kernel.needs <= have | set(TRADES) or view.x(0).dtype not in kernel.dtypes:
            continue
        calls = _bound(kernel, view)
        if calls:
            price = cost(view, calls)
            if price.kernel == usual.kernel:
                calls, price = plain, usual
            if all(price.kernel != c.cost.kernel for c in found):
                found.append(_Candidate(calls, price, bool(kernel.needs & set(TRADES)), not kernel.needs))
    return tuple(found)


def _bound(kernel: Kernel, view: NodeView) -> tuple[Call, ...]:
    try:
        bound = kernel.bind(view)
    except EdgecError:  # it would be the node's refusal, had no other kernel taken it
        return ()
    return () if isinstance(bound, Misfit) else bound


def _usual(candidates: tuple[_Candidate, ...]) -> int:
    """The first kernel that trades nothing."""
    return next((i for i, c in enumerate(candidates) if not c.trades), 0)


def _instead(candidates: tuple[_Candidate, ...], at: int, kept: Collection[str]) -> int:
    """The fastest of the kernels that every target can run and those in ``kept``; ``at`` when there is none."""
    smaller = [i for i, c in enumerate(candidates) if c.plain or c.cost.kernel in kept]
    return min(smaller, key=lambda i: candidates[i].cost.instructions, default=at)


def _first(candidates: tuple[_Candidate, ...], optimize: Optimize) -> int:
    usual = _usual(candidates)
    exchange = EXCHANGE.get(optimize)
    if exchange is None or not candidates:
        return usual
    for i, c in enumerate(candidates[:usual]):
        if c.cost.instructions < candidates[usual].cost.instructions and _gain(candidates, i) >= exchange:
            return i
    return usual


def _gain(candidates: tuple[_Candidate, ...], at: int) -> float:
    """Instructions that candidate ``at`` saves for each byte it takes more than the usual one."""
    usual = candidates[_usual(candidates)].cost
    price = candidates[at].cost
    return (usual.instructions - price.instructions) / max(1, price.flash - usual.flash)


def _within(found: list[tuple[_Candidate, ...]], taken: list[int], limit: int) -> list[int]:
    """The usual kernel again, where a trade wins least for a byte, until the constants fit (or nothing is traded)."""
    taken = list(taken)
    total = sum(c[i].cost.flash for c, i in zip(found, taken, strict=True) if c)
    traded = [n for n, (c, i) in enumerate(zip(found, taken, strict=True)) if c and c[i].trades]
    for n in sorted(traded, key=lambda n: _gain(found[n], taken[n])):
        if total <= limit:
            break
        usual = _usual(found[n])
        total -= found[n][taken[n]].cost.flash - found[n][usual].cost.flash
        taken[n] = usual
    return taken


def _choice(candidates: tuple[_Candidate, ...], at: int, wanted: int) -> Choice:
    if not candidates:
        return Choice((), None, ())
    others = tuple(c.cost for i, c in enumerate(candidates) if i != at)
    return Choice(candidates[at].calls, candidates[at].cost, others, candidates[wanted].cost if at != wanted else None)
