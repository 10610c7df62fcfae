"""int4 weights with int8 activations: packed streams of the int8 kernels, which are unpacked to scratch at run time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.common import const
from edgec.codegen.kernels.grids import Grid, int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import grids
from edgec.codegen.kernels.neon.conv import CHANNELS
from edgec.codegen.kernels.neon.conv import PRODUCTS as INT8
from edgec.codegen.kernels.neon.pack import STREAM, blocks_of, raised_bits
from edgec.codegen.kernels.neon.params import ChunksNeon, Conv2d1x1Neon, Conv2dNeon, Conv2dS4Neon, Conv2dS41x1Neon
from edgec.codegen.kernels.neon.products import VECTOR, Products
from edgec.codegen.kernels.params import Record
from edgec.codegen.kernels.spec import Bound, Call, Const, Misfit, NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType

CHUNK, FRUGAL = 20480, 2048  # bytes of unpacked weights, unless 16 channels have more
MIN_CHUNK_CHANNELS = 16  # channels of a chunk


def nibbles(weights: Array) -> Array:
    """int8 weights in -8..7, a multiple of 16, as edgec_unpack_s4_neon.h unpacks them."""
    whole = len(weights) // 32 * 32
    pairs = weights[:whole].reshape(-1, 2, 16), weights[whole:].reshape(-1, 2, 8)
    packed: Array = np.concatenate([(p[:, 0] & 15 | p[:, 1] << 4).reshape(-1) for p in pairs]).astype(np.int8)
    return packed


def int4_misfit(view: NodeView) -> Misfit | None:
    """Return a misfit for a layer without int4 weights; None with them."""
    return None if view.x(1).dtype is DType.I4 else Misfit("the weights are not int4", yields=True)


def weights_of(call: Call) -> Array:
    """The stream of a call."""
    (weights,) = (a for a in call.args if isinstance(a, Const))
    return weights.array.data


def packed_call(call: Call, params: Record, stream: Array, unpacked: int) -> Call:
    """The call of an int8 kernel as one that unpacks ``stream`` to so many bytes of scratch before it.

    ``conv`` of the parameters are those of the int8 kernel.
    """
    args = tuple(const("weights", "int8_t", stream, STREAM) if isinstance(a, Const) else a for a in call.args)
    return replace(
        call,
        params=params,
        args=args,
        scratch_bytes=call.scratch_bytes + unpacked,
        why=f"{call.why}; int4 weights unpacked before",
        steps=tuple((f"conv.{path}", factor) for path, factor in call.steps),
        unread=frozenset(f"conv.{path}" for path in call.unread),
    )


def inner_call(call: Call, conv: Record) -> Call:
    """The call of the int8 kernel with these parameters, for its work."""
    return replace(call, params=conv, steps=(), unread=frozenset())


@dataclass(frozen=True)
class NarrowProducts:
    """A kind of product whose streams are packed.

    They are blocks of ``widths`` channels, of each ``lead`` bytes before its weights and ``tail`` bytes behind them;
    ``twice``: two words of these lie twice, and are packed once.
    """

    int8: Products
    widths: tuple[int, ...]
    lead: int
    tail: int
    twice: bool = False

    def bind(self, view: NodeView, inner: Callable[[NodeView], Bound]) -> Bound:
        """The call of a kernel as for int8, ``inner``, with weights unpacked before it."""
        misfit = int4_misfit(view)
        if misfit is not None:
            return misfit
        bound, parts = inner(view), self.int8.layer(view)
        if isinstance(bound, Misfit) or isinstance(parts, Misfit):
            return bound
        (call,), left = bound, raised_bits(view, parts[0])
        stream, outputs = weights_of(call), view.x(1).shape[0]
        blocks = [width for _, width in blocks_of(outputs, self.widths)]
        beside = self.lead + self.tail
        taps = len(stream) // sum(blocks) - beside
        most = max(
            MIN_CHUNK_CHANNELS,
            (FRUGAL if view.frugal else CHUNK) // (taps + beside) // MIN_CHUNK_CHANNELS * MIN_CHUNK_CHANNELS,
        )
        last = outputs - max(0, outputs - MIN_CHUNK_CHANNELS) // most * most
        room = (taps + beside) * max(sum(w for _, w in blocks_of(n, self.widths)) for n in {last, min(most, outputs)})
        params = _in_chunks(call, ChunksNeon(most, taps, room, left))
        packed = packed_call(call, params, self.pack(stream, blocks, taps, left), room)
        return (packed if last == outputs else replace(packed, window=None),)

    def pack(self, stream: Array, blocks: list[int], taps: int, left: int) -> Array:
        """The blocks of an int8 stream with their weights, which were doubled ``left`` times, packed."""
        parts: list[Array] = []
        at = 0
        for width in blocks:
            first, end = at + self.lead * width, at + (self.lead + taps) * width
            behind = end + self.tail * width
            parts += [self._once(stream[at:first]), nibbles(stream[first:end] >> left), self._once(stream[end:behind])]
            at = behind
        packed: Array = np.concatenate(parts)
        return packed

    def _once(self, ends: Array) -> Array:
        """Biases, multipliers or shifts, each once."""
        return ends.view("<i4").reshape(-1, 2, 2)[:, 0].reshape(-1).view(np.int8) if self.twice else ends

    def work(self, view: NodeView, call: Call, inner: Callable[[NodeView, Call], Counts]) -> Counts:
        """Count the work of the int8 kernel for each chunk, and of unpacking."""
        outputs, p = view.x(1).shape[0], call.params
        assert isinstance(p, Conv2dS4Neon | Conv2dS41x1Neon)
        many = 1 + max(0, outputs - MIN_CHUNK_CHANNELS) // p.chunks.chunk
        blocks = [width for _, width in blocks_of(outputs, self.widths)]
        counts = dict(inner(view, inner_call(call, p.conv)))
        product = [name for name in counts if "." in name]
        each = tuple((name, n if name in product else many * n) for name, n in counts.items() if name != "call")
        tiles = sum(n for name, n in counts.items() if name.endswith(".tile"))
        return (
            ("call", 1),
            *each,
            ("chunk", many),
            ("again", (many - 1) * tiles),
            ("unpacked", len(blocks)),
            ("weight", sum(blocks) * p.chunks.taps / VECTOR),
        )

    def kernels(self, layers: dict[str, Grid]) -> tuple[Kernel, ...]:
        """All kernels of a kind of product."""
        narrow: list[Kernel] = []
        kernels = replace(self.int8, kind="s4").kernels(layers)
        for kernel, name in zip(kernels, ("pointwise", "dense", "rows", "patch"), strict=True):
            narrow.append(self._kernel(kernel, int4(layers[name])))
        return tuple(narrow)

    def _kernel(self, kernel: Kernel, layers: Grid) -> Kernel:
        def bind(view: NodeView) -> Bound:
            return self.bind(view, kernel.bind)

        def work(view: NodeView, call: Call) -> Counts:
            return self.work(view, call, kernel.work)

        return replace(kernel, bind=bind, work=work, grid=layers)


def _in_chunks(call: Call, chunks: ChunksNeon) -> Record:
    """The parameters of a call of products, which unpacks weights before it."""
    if isinstance(call.params, Conv2dNeon):
        return Conv2dS4Neon(call.params, chunks)
    return Conv2dS41x1Neon(call.params_of(Conv2d1x1Neon), chunks)


PRODUCTS = NarrowProducts(INT8, (CHANNELS,), 0, 12)
KERNELS = PRODUCTS.kernels(grids.GEMM)
