"""Layers that a plan leaves in float32, and the refusal unless the user allows them."""

from __future__ import annotations

from edgec.converter.graph.errors import Refusal, UnsupportedModel
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.work import Notify
from edgec.quantize.integers.plan import LAST, FloatNode, QuantPlan, is_log_softmax, make_plan
from edgec.quantize.ranges.calibrate import Calibration
from edgec.quantize.ranges.scheme import QuantizeOptions

ALLOW_FLOAT = "give --allow-float to keep it in float32, or replace the operator in the model"
GIVE_SCALE = "give --calibration so that its range is measured, or quantize it in the model, or give --allow-float"
ARGMAX = "the model's last LogSoftmax is computed in float32; where only the largest score counts, give --argmax"


def checked_plan(
    graph: Graph, ranges: Calibration | None, options: QuantizeOptions, notify: Notify = lambda _: None
) -> QuantPlan:
    """The plan, when the user allows what it leaves in float32.

    Raises:
        UnsupportedModel: as ``quantize_model``.
    """
    plan = make_plan(graph, ranges, options)
    refused = [f for f in plan.floats if not f.allowed]
    if refused and not options.allow_float:
        raise UnsupportedModel(list({f.node.name: _refusal(f) for f in reversed(refused)}.values())[::-1])
    if plan.floats:
        notify([f"kept in float32: {', '.join(dict.fromkeys(f.node.name for f in plan.floats))}"])
    if any(f.reason == LAST for f in plan.floats):
        notify([ARGMAX])
    return plan


def _refusal(f: FloatNode) -> Refusal:
    fn = getattr(f.node.attrs, "fn", None)
    if is_log_softmax(f.node):
        return Refusal(f.node.name, "LogSoftmax", "", f.reason, GIVE_SCALE)
    op = f"{f.node.op} {fn.value}" if fn is not None else f.node.op
    return Refusal(f.node.name, op, "", f.reason, GIVE_SCALE if f.scale_missing else ALLOW_FLOAT)
