"""Calls that kernels bind to the nodes of a graph, remembered while a search builds the graph again and again."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TypeAlias

from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Bound, Const, Misfit, NodeView

MAX_BYTES = 32 << 20  # of the constants of all that is remembered
MAX_BOUND_BYTES = 1 << 20  # of those of a node
MAX_BOUND = 1 << 14

Key: TypeAlias = "tuple[object, ...]"


class RememberedCalls:
    """The calls of kernels for views of the same tensors, which binding packs constants for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, tuple[Kernel, NodeView, Bound, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def calls(self, kernel: Kernel, view: NodeView) -> Bound:
        """``kernel.calls(view)``; what a vendor's library says is asked for each time."""
        if kernel.library.vendor is not None:
            return kernel.calls(view)
        key = _key(kernel, view)
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None:
            return kept[2]
        bound = kernel.calls(view)
        size = _constant_bytes(bound)
        if size <= MAX_BOUND_BYTES:
            self._keep(key, (kernel, view, bound, size))
        return bound

    def _keep(self, key: Key, bound: tuple[Kernel, NodeView, Bound, int]) -> None:
        """With kernel and view, so that nothing else gets the identities of the key."""
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = bound
            self._bytes += bound[3]
            while self._bytes > MAX_BYTES or len(self._kept) > MAX_BOUND:
                self._bytes -= self._kept.popitem(last=False)[1][3]


def _key(kernel: Kernel, view: NodeView) -> Key:
    """The identities of the kernel and of what a view holds."""
    parts = (kernel, view.node, *view.ins, None, *view.outs, view.beside)
    return *map(id, parts), view.frugal, view.apart, view.part, view.positive


def _constant_bytes(bound: Bound) -> int:
    if isinstance(bound, Misfit):
        return 0
    return sum(arg.array.data.nbytes for call in bound for arg in call.args if isinstance(arg, Const))
