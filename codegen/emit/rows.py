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


def group_lines(
    plan: Plan, group: PlannedGroup, functions: Mapping[Instance, InstanceView], blocks: Sequence[str]
) -> tuple[str, ...]:
    """The statements of a group; continuation lines are indented as the template indents first lines.

    ``blocks`` are the names of the arena's (``naming.block_names``).
    """
    instances = iter(row_instances(group))
    lines: list[str] = []
    for loop in group.loops:
        lines += _loop(plan, loop, instances, functions, blocks)
    return tuple(lines)


def group_comment(group: PlannedGroup) -> tuple[str, ...]:
    """Describe a group in words."""
    first, last = group.layers[0], group.layers[-1]
    strip = max(1, group.program.strip)
    return (
        f"Layers {first} to {last} together, {counted(strip, 'row')} of layer {last} at a time: of what "
        "lies between them only",
        f"the rows in use are kept, {sum(group.program.windows)} bytes; {group.program.moved} bytes are moved per run.",
    )


def _loop(
    plan: Plan,
    loop: PlannedLoop,
    instances: Iterator[tuple[Instance, Varying]],
    functions: Mapping[Instance, InstanceView],
    blocks: Sequence[str],
) -> Iterator[str]:
    inner = 4 if loop.count > 1 else 0
    pad = " " * inner
    if loop.count > 1:
        yield f"for (row = 0u; row < {loop.count}u; row++) {{"
    for step in loop.body:
        if isinstance(step, PlannedMove):
            to, source = (arena_text(plan, blocks, step.block, behind) for behind in ("", f" + {step.offset}"))
            yield f"{pad}edgec_rows_move({to}, {source}, {step.size});"
            continue
        instance, values = next(instances)
        items = [*values, *(pointer_text(plan, blocks, p) for p in step.pointers)]
        yield f"{pad}EDGEC_LAYER_BEGIN({step.layer});"
        yield pad + wrapped(functions[instance].called, items, ");", 4 + inner)
        yield f"{pad}EDGEC_LAYER_END({step.layer});"
    if loop.count > 1:
        yield "}"
