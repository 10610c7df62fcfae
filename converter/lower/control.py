"""ONNX control flow: If, Loop and Scan, unrolled at compile time."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.shape import slice_axis
from edgec.converter.ops.shape import ConcatAttrs, SliceAttrs

MAX_STEPS = 4096


@onnx_op("If")
def lower_if(c: Lowering) -> None:
    """The branch of a constant condition; of a computed one both branches and a choice between their results."""
    condition = c.x(0)
    if condition.data is not None:
        branch = "then_branch" if bool(c.single(condition.data, "condition")) else "else_branch"
        for i, y in enumerate(c.run_graph(branch, [])):
            c.output(y, i)
        return
    chosen, other = c.run_graph("then_branch", []), c.run_graph("else_branch", [])
    for i, (a, b) in enumerate(zip(chosen, other, strict=True)):
        if a.shape != b.shape or a.dtype is not b.dtype:
            c.refuse_runtime(condition, "condition (its branches give different shapes)")
        c.output(c.where(c.reshape(condition, (1,) * len(a.shape)), a, b), i)


def stack(c: Lowering, parts: list[Tensor], axis: int) -> Tensor:
    """Equal shapes joined along a new axis."""
    wide = [c.reshape(p, (*p.shape[:axis], 1, *p.shape[axis:])) for p in parts]
    return wide[0] if len(wide) == 1 else c.emit("Concat", ConcatAttrs(axis), *wide)


@onnx_op("Loop")
def lower_loop(c: Lowering) -> None:
    """Unrolled: trip count and condition must be known at compile time."""
    limit = c.const_int(0, "trip count", MAX_STEPS + 1)
    going = c.const_tensor(np.asarray(True)) if not c.has(1) else c.x(1)
    carried = [c.x(i) for i in range(2, len(c.node.inputs))]
    collected: list[list[Tensor]] = []
    step = 0
    while step < limit:
        if going.data is None:
            c.refuse_runtime(going, "loop condition")
        if not bool(c.single(going.data, "loop condition")):
            break
        if step >= MAX_STEPS:
            c.refuse(f"it runs more than {MAX_STEPS} times", "shorten the loop")
        results = c.run_graph("body", [c.const_tensor(np.asarray(step, np.int64)), going, *carried])
        going, rest = results[0], results[1:]
        carried = rest[: len(carried)]
        collected.append(rest[len(carried) :])
        step += 1
    for i, y in enumerate(carried):
        c.output(y, i)
    for k in range(len(c.node.outputs) - len(carried)):
        if not c.wants(len(carried) + k):
            continue
        if not collected:
            c.refuse("it never runs, so the shape of its outputs is unknown", "remove the loop")
        c.output(stack(c, [parts[k] for parts in collected], 0), len(carried) + k)


@onnx_op("Scan")
def lower_scan(c: Lowering) -> None:
    """Unrolled over the scanned axis."""
    first = 1 if c.node.opset == 8 else 0  # opset 8 has an optional sequence length and a batch axis
    if first and c.has(0):
        c.refuse("its sequence_lens input is used", "export with opset 9 or later")
    count = c.attr_int("num_scan_inputs", 0)
    inputs = [c.x(i) for i in range(first, len(c.node.inputs))]
    states, scanned = inputs[: len(inputs) - count], inputs[len(inputs) - count :]
    if count < 1 or not scanned:
        c.invalid("num_scan_inputs is missing")
    if first:
        if any(t.shape[0] != 1 for t in inputs):
            c.refuse("it scans a batch of more than one (opset 8)", "export with opset 9 or later")
        inputs = [c.reshape(t, t.shape[1:]) for t in inputs]
        states, scanned = inputs[: len(inputs) - count], inputs[len(inputs) - count :]
    axes = list(c.attr_ints("scan_input_axes") or (0,) * count)
    if len(axes) != count or len(scanned) != count:
        c.invalid(f"{len(axes)} axes and {len(scanned)} inputs do not fit num_scan_inputs {count}")
    scanned = [
        _directed(c, t, a, d) for t, a, d in zip(scanned, axes, _flags(c, "scan_input_directions", count), strict=True)
    ]
    axes = [c.axis(a, len(t.shape)) for a, t in zip(axes, scanned, strict=True)]
    steps = scanned[0].shape[axes[0]]
    if steps > MAX_STEPS:
        c.refuse(f"it runs more than {MAX_STEPS} times", "shorten the sequence")
    collected: list[list[Tensor]] = []
    for step in range(steps):
        cells = [_cell(c, t, a, step) for t, a in zip(scanned, axes, strict=True)]
        results = c.run_graph("body", [*states, *cells])
        states = results[: len(states)]
        collected.append(results[len(states) :])
    _scan_outputs(c, states, collected, bool(first))


def _flags(c: Lowering, name: str, count: int) -> list[int]:
    flags = list(c.attr_ints(name) or (0,) * count)
    if len(flags) != count:
        c.invalid(f"{name} {flags} do not have {count} entries")
    return flags


def _directed(c: Lowering, t: Tensor, axis: int, backward: int) -> Tensor:
    """The tensor, turned round along the axis when it is scanned from its end."""
    if not backward:
        return t
    axis = c.axis(axis, len(t.shape))
    starts, steps = [0] * len(t.shape), [1] * len(t.shape)
    starts[axis], steps[axis] = t.shape[axis] - 1, -1
    return c.emit("Slice", SliceAttrs(tuple(starts), tuple(steps), t.shape), t)


def _cell(c: Lowering, t: Tensor, axis: int, step: int) -> Tensor:
    return c.reshape(slice_axis(c, t, axis, step, 1), t.shape[:axis] + t.shape[axis + 1 :])


def _scan_outputs(c: Lowering, states: list[Tensor], collected: list[list[Tensor]], batched: bool) -> None:
    count = len(collected[0])
    axes = list(c.attr_ints("scan_output_axes") or (0,) * count)
    directions = _flags(c, "scan_output_directions", count)
    outs = list(states)
    for k in range(count):
        parts = [step[k] for step in collected]
        axis = c.axis(axes[k], len(parts[0].shape) + 1)
        outs.append(stack(c, parts[::-1] if directions[k] else parts, axis))
    for i, y in enumerate(outs):
        c.output(c.reshape(y, (1, *y.shape)) if batched else y, i)
