"""Inputs that lie in the arena, as the templates see them."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.codegen.emit.calls import arena_suffix, pointer_text
from edgec.codegen.plan.plan import CallerInput, Plan
from edgec.codegen.plan.rows import AtArena
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class InsideView:
    """An input that lies in the arena: its index, the suffix of the arena's names, its place in C."""

    index: int
    suffix: str
    place: str


def inside(plan: Plan, blocks: Sequence[str]) -> tuple[InsideView, ...]:
    """The inputs that lie in the arena."""
    free = [plan.graph.inputs.index(name) for name in plan.graph.free_inputs]
    return tuple(
        InsideView(
            free.index(source.index),
            arena_suffix(plan, plan.blocks[block.block].block.region),
            pointer_text(plan, blocks, block),
        )
        for source, block, _ in plan.intake
    )


def taken(plan: Plan, blocks: Sequence[str], source: CallerInput, block: AtArena, size: int) -> tuple[str, ...]:
    """An input brought to its place in the arena."""
    given, place = pointer_text(plan, blocks, source), pointer_text(plan, blocks, block)
    return f"if ((const void *){given} != {place}) {{", f"    (void)memcpy({place}, {given}, {size}u);", "}"


def ports_bytes(plan: Plan) -> str:
    """Whose the inputs and outputs are, and their bytes."""
    outputs = sum(t.nbytes for t in plan.outputs)
    if plan.intake:
        inside = sum(size for _, _, size in plan.intake)
        return f"inputs ({inside}) and scratch included; the caller's buffers: {plan.io_bytes}"
    return f"scratch included; inputs and outputs are the caller's: {plan.io_bytes - outputs} + {outputs}"
