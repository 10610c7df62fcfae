"""A group of layers as C: calls for rows, in loops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from edgec.codegen.plan import Plan, PlannedGroup
from edgec.codegen.plan_rows import PlannedLoop, PlannedMove
from edgec.codegen.view_calls import Instance, InstanceView, Varying, arena_text, pointer_text, row_instances, wrapped


def group_lines(plan: Plan, group: PlannedGroup, functions: Mapping[Instance, InstanceView]) -> tuple[str, ...]:
    """The statements of a group; continuation lines are indented as the template indents first lines."""
    instances = iter(row_instances(group))
    lines: list[str] = []
    for loop in group.loops:
        lines += _loop(plan, loop, instances, functions)
    return tuple(lines)


def group_comment(group: PlannedGroup) -> tuple[str, ...]:
    """What a group does, in words."""
    first, last = group.layers[0], group.layers[-1]
    strip = max(1, group.program.strip)
    return (
        f"Layers {first} to {last} together, {strip} row{'s' if strip > 1 else ''} of layer {last} at a time: of what "
        "lies between them only",
        f"the rows in use are kept, {sum(group.program.windows)} bytes; {group.program.moved} bytes are moved per run.",
    )


def _loop(
    plan: Plan,
    loop: PlannedLoop,
    instances: Iterator[tuple[Instance, Varying]],
    functions: Mapping[Instance, InstanceView],
) -> Iterator[str]:
    inner = 4 if loop.count > 1 else 0
    pad = " " * inner
    if loop.count > 1:
        yield f"for (row = 0u; row < {loop.count}u; row++) {{"
    for step in loop.body:
        if isinstance(step, PlannedMove):
            block = plan.blocks[step.block.block].offset
            to, source = (arena_text(plan, step.block, str(at)) for at in (block, block + step.offset))
            yield f"{pad}edgec_rows_move({to}, {source}, {step.size});"
            continue
        instance, values = next(instances)
        items = [*values, *(pointer_text(plan, p) for p in step.pointers)]
        yield f"{pad}EDGEC_LAYER_BEGIN({step.layer});"
        yield pad + wrapped(f"{functions[instance].name}(", items, ");", 4 + inner)
        yield f"{pad}EDGEC_LAYER_END({step.layer});"
    if loop.count > 1:
        yield "}"
