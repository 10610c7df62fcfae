"""Kernels of other vendors: whether they are asked for, and there; and the numbers that suit them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from edgec.codegen.choose.choice import Kernels
from edgec.codegen.kernels.catalog import asked_kernels, kernels_of, sources_of
from edgec.codegen.kernels.library import vendor_of
from edgec.codegen.plan.plan import Plan
from edgec.converter.graph.errors import ToolchainMissing, UsageError, printable
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.wording import NOT_VENDOR
from edgec.quantize.rewrite.q31 import with_q31
from edgec.search.build import Arithmetic, Numbers
from edgec.settings.choices import AUTO, OWN
from edgec.targets.reader import Target


def kernels_asked(flag: str, target: Target) -> Kernels:
    """Whose kernels are to be taken; with ``auto`` those of vendors whose sources are known to lie somewhere.

    Raises:
        ToolchainMissing: a library is asked for by name, and it is not known where it lies.
        UsageError: there is no vendor's library of this name, or files are missing in its folder.
    """
    asked = Kernels(flag)
    if asked.only_own:
        return asked
    libraries = dict.fromkeys(k.library for k in (*asked_kernels(), *kernels_of(target, asked=True)) if k.library.asked)
    known = {library.vendor.flag: library.vendor for library in libraries if library.vendor is not None}
    if not asked.any_vendor and flag not in known:
        names = ", ".join(f"'{name}'" for name in (OWN, AUTO, *known))
        raise UsageError(f"--kernels {printable(flag)}: is not one of {names}")
    taken = [library for library in libraries if asked.takes(library)]
    if not taken:
        return Kernels(OWN)
    if not asked.any_vendor and (vendor := known[flag]).folder is None:
        raise ToolchainMissing(
            f"--kernels {flag}: the library's sources are needed; get them ({vendor.title} {vendor.since} "
            f"or later) and set the environment variable {vendor.variable} to their folder"
        )
    sources_of(taken)
    return Kernels(flag, q31=any(library.vendor is not None and library.vendor.q31 for library in taken))


def about_kernels(plan: Plan) -> tuple[str, ...]:
    """Return the notes to the user: the share of the work in each vendor's library, and why none does the rest."""
    layers = [layer for layer in plan.layers if layer.calls]
    macs: Counter[str] = Counter()
    count: Counter[str] = Counter()
    reasons: dict[str, list[str]] = {}
    for layer in layers:
        vendor = vendor_of(layer.calls)
        macs[vendor] += sum(c.macs for c in layer.calls)
        count[vendor] += 1
        if not vendor:
            reasons.setdefault(layer.calls[0].why.partition(NOT_VENDOR)[2], []).append(layer.node.op)
    total = max(1, macs.total())
    told = "; ".join(
        f"{vendor} computes {count[vendor]} of {len(layers)} layers, {100.0 * macs[vendor] / total:.1f} % of the MACs"
        for vendor in sorted(count.keys() - {""})
    )
    rest = "; ".join(f"{reason}: {', '.join(_counted(ops))}" for reason, ops in reasons.items())
    told = told or "no vendor's function computes a layer"
    return (f"{told}; edgec's own kernels do the rest ({rest})" if rest else told,)


def _counted(names: Sequence[str]) -> list[str]:
    return [f"{count} {name}" for name, count in Counter(names).items()]


class Q31:
    """Graphs whose layers have factors that every build of a vendor's library computes exactly (``with_q31``)."""

    def __init__(self, arithmetic: Arithmetic) -> None:
        self._arithmetic = arithmetic
        self._made: dict[Numbers, tuple[Graph, Graph]] = {}

    def graph(self, numbers: Numbers) -> Graph:
        """The graph that computes in these numbers; the same one every time."""
        source = self._arithmetic.graph(numbers)
        if numbers not in self._made or self._made[numbers][0] is not source:
            self._made[numbers] = source, with_q31(source)
        return self._made[numbers][1]
