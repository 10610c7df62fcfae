"""Drawing data of a plan: blocks of the arena over the steps, and the layers that each layer reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from edgec.codegen.plan.plan import Plan, PlannedCopy, PlannedGroup, PlannedIntake
from edgec.codegen.schedule.liveness import Owner, ScratchOf, WindowOf
from edgec.converter.graph.frozen import dataclass
from edgec.reports.records import ArenaBlock

LayerSource: TypeAlias = "tuple[str, int]"
"""``("layer", its number)`` or ``("input", number of the graph input)``."""


@dataclass(frozen=True)
class BlockLinks:
    """Neighbours of a layer, all by number: layers and graph inputs that it reads, graph outputs that it gives."""

    after: tuple[int, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


def arena_blocks(plan: Plan) -> tuple[ArenaBlock, ...]:
    """All blocks, in order of first use."""
    return tuple(
        ArenaBlock(
            *_named(b.owner),
            plan.arenas[b.block.region].memory,
            b.offset,
            b.block.size,
            b.block.first,
            b.block.last,
        )
        for b in plan.blocks
    )


def _named(owner: Owner) -> tuple[str, str]:
    if isinstance(owner, ScratchOf):
        return "", "scratch"
    return ("", "rows") if isinstance(owner, WindowOf) else (owner.tensor, "tensor")


def step_layers(plan: Plan) -> tuple[tuple[int, ...], ...]:
    """The layers of each step: several that are computed together, none of a copy of an input or an output."""
    return tuple(
        s.layers if isinstance(s, PlannedGroup) else () if isinstance(s, PlannedCopy | PlannedIntake) else (s.layer,)
        for s in plan.steps
    )


def layer_links(plan: Plan) -> tuple[BlockLinks, ...]:
    """The links of each layer; what runs no code (renames, parts of other tensors) is passed through.

    States link a layer to none: they come of the call before.
    """
    number = {layer.node.outputs[0]: i for i, layer in enumerate(plan.layers)}
    origin: dict[str, tuple[LayerSource, ...]] = {
        name: (("input", i),) for i, name in enumerate(plan.graph.free_inputs)
    }
    read: dict[int, tuple[LayerSource, ...]] = {}
    for node in plan.graph.nodes:
        sources = tuple(dict.fromkeys(s for name in node.inputs for s in origin.get(name, ())))
        layer = number.get(node.outputs[0])
        if layer is not None:
            read[layer], sources = sources, (("layer", layer),)
        origin |= dict.fromkeys(node.outputs, sources)
    given: dict[int, list[int]] = {}
    for i, name in enumerate(plan.graph.free_outputs):
        for layer in _of("layer", origin.get(name, ())):
            given.setdefault(layer, []).append(i)
    return tuple(
        BlockLinks(_of("layer", read[i]), _of("input", read[i]), tuple(given.get(i, ())))
        for i in range(len(plan.layers))
    )


def _of(kind: str, sources: Iterable[LayerSource]) -> tuple[int, ...]:
    return tuple(number for k, number in sources if k == kind)
