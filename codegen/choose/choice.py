"""Choice of the kernel of each layer: the one of least price.

A price is a number of instructions and a number of bytes of constants; the exchange rate says how many instructions a
byte must save (``Selection``).  All kernels that fit a layer are weighed, whatever library they are of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace

from edgec.codegen.choose.bindings import RememberedCalls
from edgec.codegen.choose.knapsack import KnapsackItem, cheapest
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import NO_FUNCTION, Kernel, Library
from edgec.codegen.kernels.narrow import narrow_calls
from edgec.codegen.kernels.price import Price, call_price, price
from edgec.codegen.kernels.spec import Call, Misfit, NodeView
from edgec.converter.graph.errors import Refusal, UnsupportedModel
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType, Graph
from edgec.converter.graph.wording import NOT_VENDOR
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.shape import ConcatAttrs
from edgec.converter.ops.spec import Trait
from edgec.targets.reader import Target

USUAL_EXCHANGE = 200.0  # instructions that a byte of constants must save where speed is not all
TYPICAL_KERNEL_BYTES = 200  # bytes of a kernel that no other layer uses, about
MAX_SLOWDOWN_FOR_SCRATCH = 1.5  # times the instructions of the best kernel that less scratch may cost


@dataclass(frozen=True)
class Kernels:
    """Whose kernels are taken: edgec's own, vendors' where they are cheaper, or one vendor's wherever it has one.

    ``flag`` is what the user asks for: "own", "auto" or that of a vendor.  ``q31``: numbers are to be those that the
    vendors' functions compute exactly (see ``Vendor.q31``).
    """

    flag: str = "own"
    q31: bool = False

    @property
    def only_own(self) -> bool:
        """Whether no library is asked for."""
        return self.flag == "own"

    @property
    def any_vendor(self) -> bool:
        """Whether every vendor's library is asked for where it is cheaper, as far as its sources are there."""
        return self.flag == "auto"

    def takes(self, library: Library) -> bool:
        """Return whether the kernels of a library that is taken only when asked for may be taken."""
        return library.located if self.any_vendor else library.vendor is not None and library.vendor.flag == self.flag


OWN_KERNELS = Kernels()
REMEMBERED = RememberedCalls()


@dataclass(frozen=True)
class Selection:
    """The rules by which kernels are selected.

    ``exchange``: instructions that each byte of constants must save; ``packed_exchange`` at least, where weights are
    int4: who asks for them wants few bytes.  ``plain``: plain kernels only.  ``given_up``:
    kernels (``Kernel.name``) whose code is to be saved: in their place plain ones are taken, or what computes other
    layers, whichever costs less with its code.  ``max_constants``: bytes of constants that may be used; kernels are
    chosen so that the layers take fewest instructions within it.  ``level``: the compiler's optimization level.
    ``kernels``: whose are taken; what of a vendor computes a layer is never given up when it is asked for by name.
    """

    exchange: float = 0.0
    packed_exchange: float = USUAL_EXCHANGE
    plain: bool = False
    given_up: frozenset[str] = frozenset()
    max_constants: int | None = None
    level: str = ""
    kernels: Kernels = OWN_KERNELS


@dataclass(frozen=True)
class Choice:
    """The kernel that computes a node, and those that could have.

    ``calls`` are none for a node without code.  ``alternatives`` are those of fewest instructions first, without the
    chosen one.  ``instead_of`` is what would have been taken, had it not been given up for its flash.
    """

    calls: tuple[Call, ...]
    cost: Price | None
    alternatives: tuple[Price, ...]
    instead_of: Price | None = None


@dataclass(frozen=True)
class _Candidate:
    calls: tuple[Call, ...]
    price: Price

    @property
    def file(self) -> str:
        """The C file of its kernel."""
        return self.calls[0].header


class Chooser:
    """Selects kernels of a target."""

    def __init__(self, target: Target, selection: Selection) -> None:
        self.target = target
        self.selection = selection
        usable = kernels_of(target, not selection.kernels.only_own)
        usable = tuple(k for k in usable if not k.library.asked or selection.kernels.takes(k.library))
        self.kernels = tuple(k for k in usable if k.plain or k.library.asked) if selection.plain else usable
        reasons = {k.library.vendor.reason for k in usable if k.library.asked and k.library.vendor is not None}
        self.no_function = reasons.pop() if len(reasons) == 1 else NO_FUNCTION

    def candidates(self, view: NodeView) -> tuple[_Candidate, ...] | Refusal:
        """Everything that computes a node, the best by exchange rate first, or why nothing does."""
        if has_trait(view.node, Trait.RENAMES):
            return ()
        acceptable: list[_Candidate] = []
        misfit: Misfit | None = None
        unasked = self.no_function
        for kernel in (k for k in self.kernels if k.takes(view)):
            bound = REMEMBERED.calls(kernel, view)
            bound = narrow_calls(bound) if self.target.has("int16") else bound
            if isinstance(bound, Misfit):
                yields = bound.yields or kernel.library.asked
                misfit = misfit if misfit is not None and yields else bound
                if kernel.library.asked and not bound.yields:
                    unasked = bound.reason
            else:
                acceptable.append(_Candidate(bound, price(view, bound, self.target, self.selection.level)))
        if not acceptable:
            return _refusal(view, self.kernels, misfit)
        if not self.selection.kernels.only_own:
            acceptable = self._of_asked(acceptable, unasked)
        rate = self.selection.exchange
        if any(t is not None and t.dtype is DType.I4 for t in view.ins):
            rate = max(rate, self.selection.packed_exchange)
        return tuple(sorted(acceptable, key=lambda c: _rank(c.price, rate)))

    def _of_asked(self, candidates: list[_Candidate], reason: str) -> list[_Candidate]:
        """Return the candidates that may be taken when a library is asked for; ``reason``: why it has none."""
        asked = [c for c in candidates if _is_on_request(c)]
        if asked and not self.selection.kernels.any_vendor:
            return asked
        reason = "edgec's kernel costs less" if asked else reason
        return [c if _is_on_request(c) else _saying(c, NOT_VENDOR + reason) for c in candidates]

    def one(self, view: NodeView) -> Call | None:
        """The single call that computes a node, such as some rows of a layer; None when there is none.

        A concatenation has a call for each input: the one of ``view.part``.

        Kernels that are given up are not taken, and only those that share the constants of what computes other rows, as
        far as there are any; where the view asks for little scratch, the one with the least of those that are not much
        slower than the best.
        """
        candidates = self.candidates(view)
        if isinstance(candidates, Refusal):
            return None
        parts = len(view.ins) if isinstance(view.node.attrs, ConcatAttrs) else 1
        kept = [c for c in candidates if c.price.name not in self.selection.given_up and len(c.calls) == parts]
        kept = [c for c in kept if c.calls[0].steps] if view.apart else kept
        if view.beside is not None:
            held = view.beside.constants
            kept = [c for c in kept if c.calls[0].constants <= held] or kept
        if view.frugal and kept:
            near = MAX_SLOWDOWN_FOR_SCRATCH * kept[0].price.at_level
            kept = sorted((c for c in kept if c.price.at_level <= near), key=lambda c: c.price.scratch)
        return kept[0].calls[view.part] if kept else None

    def price(self, view: NodeView, call: Call) -> float:
        """Estimated instructions of a call of a node."""
        return call_price(view, call, self.target, self.selection.level)


def _is_on_request(candidate: _Candidate) -> bool:
    return all(call.kernel is not None and call.kernel.library.asked for call in candidate.calls)


def _saying(candidate: _Candidate, more: str) -> _Candidate:
    """A candidate whose calls also say why they are not those that were asked for."""
    return replace(candidate, calls=tuple(replace(c, why=f"{c.why}; {more}") for c in candidate.calls))


def _rank(price: Price, exchange: float) -> tuple[float, int, int, bool, str]:
    paid = price.at_level + exchange * price.flash
    return paid, price.at_level, price.scratch, price.plain, price.name


def _refusal(view: NodeView, usable: Sequence[Kernel], misfit: Misfit | None) -> Refusal:
    dtype, of_op = view.x(0).dtype, [k for k in usable if k.op == view.node.op]
    if misfit is None:
        takes = sorted({t.value for k in of_op for t in k.dtypes})
        misfit = Misfit(f"there is no kernel for {dtype.value} tensors", f"use {' or '.join(takes)}" if takes else "")
    return Refusal(view.node.name, view.node.op, "", misfit.reason, misfit.remedy)


def choose_all(graph: Graph, target: Target, selection: Selection | None = None) -> tuple[Choice, ...]:
    """A choice for every node, in order.

    Raises:
        UnsupportedModel: with the refusals of all nodes that no kernel takes.
    """
    selection = selection or Selection()
    chooser = Chooser(target, selection)
    tried = [chooser.candidates(NodeView.of(graph, node)) for node in graph.nodes]
    refusals = [t for t in tried if isinstance(t, Refusal)]
    if refusals:
        raise UnsupportedModel(refusals)
    candidates = [t for t in tried if not isinstance(t, Refusal)]
    if selection.max_constants is not None:
        wanted = _within(candidates, selection.max_constants)
    else:
        wanted = _few_kernels(candidates, selection.exchange)
    names = [c[at].price.name if c else "" for c, at in zip(candidates, wanted, strict=True)]
    kept = frozenset(names) - selection.given_up
    taken = [
        _instead(c, at, kept, selection.exchange) if name in selection.given_up else at
        for c, at, name in zip(candidates, wanted, names, strict=True)
    ]
    return tuple(_choice(c, at, first) for c, at, first in zip(candidates, taken, wanted, strict=True))


def _few_kernels(options: Sequence[tuple[_Candidate, ...]], exchange: float) -> list[int]:
    """The first candidates, but where no other layer uses the kernel: code is weighed too.

    How much, is not known of single kernels: a slower one must save the bytes of a usual one.
    """
    users = Counter(candidates[0].price.name for candidates in options if candidates)
    files = Counter(candidates[0].file for candidates in options if candidates)
    wanted = []
    for candidates in options:
        alone = bool(candidates) and users[candidates[0].price.name] == 1
        wanted.append(_with_code(candidates, users, exchange, files[candidates[0].file] > 1) if alone else 0)
    return wanted


def _with_code(candidates: tuple[_Candidate, ...], users: Counter[str], exchange: float, shared: bool) -> int:
    """The cheapest of the first, the fastest and those that other layers use.

    ``shared``: kernels of other layers lie in the file of the first, so that it needs little code of its own.
    """
    prices = [c.price for c in candidates]
    fastest = min(range(len(prices)), key=lambda i: prices[i].at_level)
    few = shared or prices[0].flash + TYPICAL_KERNEL_BYTES <= prices[fastest].flash
    first = 0 if few else fastest
    kept = users.keys() - {prices[0].name}
    other = [i for i, p in enumerate(prices) if p.name in kept]
    return _cheapest(candidates, (first, *other), kept, exchange)


def _within(options: Sequence[tuple[_Candidate, ...]], limit: int) -> list[int]:
    """The candidates of fewest instructions that take at most ``limit`` bytes, or of fewest bytes when none do."""
    layers = [[KnapsackItem(c.price.flash, c.price.at_level) for c in candidates] for candidates in options]
    return cheapest(layers, limit)


def instead_cost(instructions: float, flash: int, kept: bool, exchange: float) -> float:
    """The cost of a kernel in the place of one given up: with its code, unless it is ``kept`` for another layer."""
    return instructions + exchange * (flash if kept else flash + TYPICAL_KERNEL_BYTES)


def _cheapest(candidates: tuple[_Candidate, ...], among: Sequence[int], kept: Set[str], exchange: float) -> int:
    """The candidate of least cost with its code, ``among`` these; ties: lowest index."""
    prices = [c.price for c in candidates]
    return min(among, key=lambda i: instead_cost(prices[i].at_level, prices[i].flash, prices[i].name in kept, exchange))


def _instead(candidates: tuple[_Candidate, ...], at: int, kept: frozenset[str], exchange: float) -> int:
    """The cheapest of the plain kernels and those in ``kept``; ``at`` when there is none."""
    smaller = [i for i, c in enumerate(candidates) if c.price.plain or c.price.name in kept]
    return _cheapest(candidates, smaller or (at,), kept, exchange)


def _choice(candidates: tuple[_Candidate, ...], at: int, wanted: int) -> Choice:
    if not candidates:
        return Choice((), None, ())
    others = sorted((c.price for i, c in enumerate(candidates) if i != at), key=lambda p: p.at_level)
    given_up = candidates[wanted].price if at != wanted else None
    return Choice(candidates[at].calls, candidates[at].price, tuple(others), given_up)
