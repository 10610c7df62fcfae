"""A group of layers as C: calls for rows, in loops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from edgec.codegen.emit.calls import (
    Instance,
    InstanceView,
    Varying,
    arena_text,
    pointer_text,
    row_instances,
    wrapped,
)
from edgec.codegen.plan.plan import Plan, PlannedGroup
from edgec.codegen.plan.rows import PlannedLoop, PlannedMove
from edgec.converter.graph.wording import counted

SLICE = ("place->item", "place->item + count")
"""The first pass of a slice, and the one behind its last."""


def group_lines(
    plan: Plan, group: PlannedGroup, functions: Mapping[Instance, InstanceView], blocks: Sequence[str]
) -> tuple[str, ...]:
    """The statements of a group; continuation lines are indented as the template indents first lines.

    ``blocks`` are the names of the arena's (``naming.block_names``).
    """
    instances = iter(row_instances(group))
    return tuple(line for loop in group.loops for line in _loop(plan, loop, instances, functions, blocks))


def loop_lines(
    plan: Plan, group: PlannedGroup, functions: Mapping[Instance, InstanceView], blocks: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """The statements of each loop of a group, for the passes of a slice."""
    instances = iter(row_instances(group))
    return tuple(tuple(_loop(plan, loop, instances, functions, blocks, SLICE)) for loop in group.loops)


def group_comment(group: PlannedGroup) -> tuple[str, ...]:
    """Describe a group in words."""
    first, last = group.layers[0], group.layers[-1]
    strip = max(1, group.program.strip)
    return (
        f"Layers {first} to {last} together, {counted(strip, 'row')} of layer {last} at a time: of what "
        "lies between them only",
        f"the rows in use are kept, {sum(n for _, n in group.program.blocks)} bytes; {group.program.moved} bytes are "
        "moved per run.",
    )


def _loop(
    plan: Plan,
    loop: PlannedLoop,
    instances: Iterator[tuple[Instance, Varying]],
    functions: Mapping[Instance, InstanceView],
    blocks: Sequence[str],
    passes: tuple[str, str] | None = None,
) -> Iterator[str]:
    inner = 4 if loop.count > 1 else 0
    pad = " " * inner
    if loop.count > 1:
        first, end = passes or ("0u", f"{loop.count}u")
        yield f"for (row = {first}; row < {end}; row++) {{"
    for step in loop.body:
        if isinstance(step, PlannedMove):
            places = (f" + {offset}" if offset else "" for offset in (step.start, step.start + step.offset))
            to, source = (arena_text(plan, blocks, step.block, behind) for behind in places)
            yield f"{pad}edgec_rows_move({to}, {source}, {step.size});"
            continue
        instance, values = next(instances)
        items = [*values, *(pointer_text(plan, blocks, p) for p in step.pointers)]
        yield f"{pad}EDGEC_LAYER_BEGIN({step.layer});"
        yield pad + wrapped(functions[instance].called, items, ");", 4 + inner)
        yield f"{pad}EDGEC_LAYER_END({step.layer});"
    if loop.count > 1:
        yield "}"
