"""Kernels of other vendors: whether they are asked for, and there; and the numbers that suit them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from edgec.codegen.choose.choice import NOT_ASKED, Kernels
from edgec.codegen.kernels.catalog import asked_kernels, sources_of
from edgec.codegen.kernels.library import Library
from edgec.codegen.plan.plan import Plan
from edgec.converter.graph.errors import ToolchainMissing
from edgec.converter.graph.ir import Graph
from edgec.quantize.rewrite.q31 import with_q31
from edgec.search.build import Arithmetic, Numbers


def kernels_asked(name: str) -> Kernels:
    """Whose kernels are to be taken; ``auto`` is edgec's own where no other library is known to lie.

    Raises:
        ToolchainMissing: a library is asked for by name, and it is not known where it lies.
        UsageError: files are missing in its folder.
    """
    asked = Kernels(name)
    if asked is Kernels.OWN:
        return asked
    unknown = {k.library for k in asked_kernels() if _external_folder(k.library) is None}
    if unknown and asked is Kernels.AUTO:
        return Kernels.OWN
    for library in unknown:
        assert library.external is not None
        raise ToolchainMissing(
            f"--kernels {name}: it is not known where the library's sources lie; get them ({library.external.title} "
            f"{library.external.since} or later) and name their folder with the environment variable "
            f"{library.external.variable}"
        )
    sources_of(dict.fromkeys(k.library for k in asked_kernels()))
    return asked


def about_kernels(plan: Plan) -> tuple[str, ...]:
    """What the user is told: which share of the work the libraries that were asked for do, and why not the rest."""
    layers = [layer for layer in plan.layers if layer.calls]
    ours = [layer for layer in layers if not all(c.kernel is not None and c.kernel.library.asked for c in layer.calls)]
    macs = [sum(c.macs for c in layer.calls) for layer in layers]
    left = sum(sum(c.macs for c in layer.calls) for layer in ours)
    share = 100.0 * (1.0 - left / max(1, sum(macs)))
    reasons: dict[str, list[str]] = {}
    for layer in ours:
        reasons.setdefault(layer.calls[0].why.partition(NOT_ASKED)[2], []).append(layer.node.op)
    rest = "; ".join(f"{reason}: {', '.join(_counted(ops))}" for reason, ops in reasons.items())
    told = f"CMSIS-NN computes {len(layers) - len(ours)} of {len(layers)} layers, {share:.1f} % of the MACs"
    return (f"{told}; edgec's own kernels do the rest ({rest})" if rest else told,)


def _counted(names: Sequence[str]) -> list[str]:
    return [f"{count} {name}" for name, count in Counter(names).items()]


def _external_folder(library: Library) -> object:
    return library.external.folder if library.external is not None else None


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
