"""Price of the calls of a kernel: estimated instructions, bytes of constants, bytes of scratch.

Kernels count their work (``Kernel.work``); what a count takes on a target is in its rates, fitted to whole layers under
QEMU (``benchmarks/prices.py``, which also holds each kernel to a band).  `edgec profile` counts exactly.
"""

from __future__ import annotations

from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Call, Const, NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.targets.reader import Target


@dataclass(frozen=True)
class Price:
    """Price of a kernel for one layer.

    ``kernel`` are the C functions as reports name them, ``name`` and ``library`` are the kernel's; ``instructions`` are
    estimated for -O3, ``at_level`` for the optimization level asked for, ``levels`` for each that has rates; ``flash``
    are bytes of constants.  ``plain``: of the library that other kernels are given up for.
    """

    kernel: str
    name: str
    library: str
    instructions: int
    at_level: int
    flash: int
    scratch: int
    plain: bool
    levels: tuple[tuple[str, int], ...] = ()

    def at(self, level: str) -> int:
        """The instructions at an optimization level; those at -O3 when it has no rates."""
        return dict(self.levels).get(level, self.instructions)


def price(view: NodeView, calls: tuple[Call, ...], target: Target, level: str = "") -> Price:
    """The price of the calls that compute a node, compiled at an optimization level ("": that of the target)."""
    arrays = {(a.array.ctype, a.array.data.tobytes()) for c in calls for a in c.args if isinstance(a, Const)}
    kernel = kernel_of(calls)
    counted = [(c.kernel, tuple(c.kernel.work(view, c))) for c in calls if c.kernel is not None]

    def at(level: str) -> int:
        return round(sum(target.rates.price(k.library.name, k.id, counts, level) for k, counts in counted))

    return Price(
        kernel=", ".join(dict.fromkeys(c.symbol for c in calls)),
        name=kernel.name,
        library=kernel.library.name,
        instructions=at(""),
        at_level=at(level),
        flash=sum(len(data) for _, data in arrays),
        scratch=max(c.scratch_bytes for c in calls),
        plain=kernel.plain,
        levels=tuple((other, at(other)) for other in target.rates.levels),
    )


def kernel_of(calls: tuple[Call, ...]) -> Kernel:
    """The kernel that the calls of a node are named after: the first that is not plain, if one is not."""
    kernels = [c.kernel for c in calls if c.kernel is not None]
    return next((k for k in kernels if not k.plain), kernels[0])


def call_price(view: NodeView, call: Call, target: Target, level: str) -> float:
    """Estimated instructions, at an optimization level, of one call of those that compute a node."""
    assert call.kernel is not None
    kernel = call.kernel
    return target.rates.price(kernel.library.name, kernel.id, kernel.work(view, call), level)
