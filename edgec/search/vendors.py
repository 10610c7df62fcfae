"""Kernels of other vendors: whether they are asked for, and there; and the numbers that suit them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from edgec.codegen.choose.choice import Kernels
from edgec.codegen.kernels.catalog import asked_kernels, kernels_of, sources_of
from edgec.codegen.kernels.library import vendor_of
from edgec.codegen.plan.plan import Plan
from edgec.converter.graph.errors import ToolchainMissing
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.wording import NOT_VENDOR
from edgec.quantize.rewrite.q31 import with_q31
from edgec.search.build import Arithmetic, Numbers
from edgec.targets.reader import Target


def kernels_asked(name: str, target: Target) -> Kernels:
    """Whose kernels are to be taken; with ``auto`` those of vendors whose sources are known to lie somewhere.

    Raises:
        ToolchainMissing: a library is asked for by name, and it is not known where it lies.
        UsageError: files are missing in its folder.
    """
    asked = Kernels(name)
    if asked is Kernels.OWN:
        return asked
    vendors = dict.fromkeys(k.library for k in (*asked_kernels(), *kernels_of(target, asked=True)) if k.library.asked)
    taken = [library for library in vendors if asked.takes(library)]
    if asked is Kernels.AUTO and not taken:
        return Kernels.OWN
    for library in taken:
        if library.located:
            continue
        assert library.external is not None
        raise ToolchainMissing(
            f"--kernels {name}: it is not known where the library's sources lie; get them ({library.external.title} "
            f"{library.external.since} or later) and name their folder with the environment variable "
            f"{library.external.variable}"
        )
    sources_of(taken)
    return asked


def about_kernels(plan: Plan) -> tuple[str, ...]:
    """What the user is told: which share of the work each vendor's library does, and why none does the rest."""
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
    """Graphs whose layers have factors that CMSIS-NN computes exactly (see ``with_q31``), by their numbers."""

    def __init__(self, arithmetic: Arithmetic) -> None:
        self._arithmetic = arithmetic
        self._made: dict[Numbers, tuple[Graph, Graph]] = {}

    def graph(self, numbers: Numbers) -> Graph:
        """The graph that computes in these numbers; the same one every time."""
        source = self._arithmetic.graph(numbers)
        if numbers not in self._made or self._made[numbers][0] is not source:
            self._made[numbers] = source, with_q31(source)
        return self._made[numbers][1]
