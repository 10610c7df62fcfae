"""A run in slices as the templates see it: a case for each piece, their prices, the word that marks a place."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

from edgec.codegen.emit.calls import Instance, InstanceView, instance_of, pointer_text, wrapped
from edgec.codegen.emit.intake import taken
from edgec.codegen.emit.rows import loop_lines
from edgec.codegen.plan.pieces import Piece, least_budget
from edgec.codegen.plan.plan import Plan, PlannedCall, PlannedCopy, PlannedGroup, PlannedIntake
from edgec.converter.graph.frozen import dataclass

INDENT = 12


@dataclass(frozen=True)
class PieceView:
    """A piece: its layer (None where the calls say theirs), its calls, and the piece that they are of."""

    id: int | None
    calls: tuple[str, ...]
    piece: Piece


@dataclass(frozen=True)
class SlicesView:
    """All pieces; without any nothing of this is written.

    ``least`` is the smallest budget; ``ready`` marks a place that was begun, and differs from conversion to conversion.
    """

    pieces: tuple[PieceView, ...]
    least: int
    ready: str

    @property
    def ordered(self) -> bool:
        """Whether the first items of some pieces' periods have a price of their own."""
        return any(p.piece.heads for p in self.pieces)

    def __bool__(self) -> bool:
        """Return whether the model runs in slices."""
        return bool(self.pieces)


NO_SLICES = SlicesView((), 0, "")


def slices_view(plan: Plan, functions: Mapping[Instance, InstanceView], blocks: Sequence[str]) -> SlicesView:
    """The slices of a plan; ``blocks`` are the names of the arena's (``naming.block_names``)."""
    if not plan.pieces:
        return NO_SLICES
    texts = [plan.identity.prefix, plan.identity.model_sha256, plan.identity.target, *map(repr, plan.pieces)]
    ready = f"0x{zlib.crc32(' '.join(texts).encode()) | 1:08x}u"
    groups = [(at, step) for at, step in enumerate(plan.steps) if isinstance(step, PlannedGroup)]
    loops = {at: loop_lines(plan, group, functions, blocks) for at, group in groups}
    pieces = tuple(_view(plan, p, functions, blocks, loops) for p in plan.pieces)
    return SlicesView(pieces, least_budget(plan.pieces), ready)


def _view(
    plan: Plan, piece: Piece, functions: Mapping[Instance, InstanceView], blocks: Sequence[str],
    loops: Mapping[int, Sequence[tuple[str, ...]]],
) -> PieceView:  # fmt: skip
    step = plan.steps[piece.step]
    if isinstance(step, PlannedCall):
        pointers = [pointer_text(plan, blocks, p) for p in step.pointers]
        item = f"place->item + {piece.first}u" if piece.first else "place->item"
        first = f"(int32_t)({item})" if piece.first else f"(int32_t){item}"
        items = [*((first, "(int32_t)count") if piece.cut is not None else ()), *pointers]
        called = functions[instance_of(step.call, piece.cut)].called
        return PieceView(step.layer, (wrapped(called, items, ");", INDENT),), piece)
    if isinstance(step, PlannedCopy):
        target, source = pointer_text(plan, blocks, step.target), pointer_text(plan, blocks, step.source)
        return PieceView(None, (f"(void)memcpy({target}, {source}, {step.size}u);",), piece)
    if isinstance(step, PlannedIntake):
        return PieceView(None, tuple(line for one in step.inputs for line in taken(plan, blocks, *one)), piece)
    assert piece.loop is not None
    return PieceView(None, loops[piece.step][piece.loop], piece)
