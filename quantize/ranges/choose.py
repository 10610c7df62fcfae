"""The automatic calibrator: for each tensor the range that disturbs the model's outputs least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule
from edgec.quantize.ranges.replay import Replay, node_macs
from edgec.quantize.ranges.scheme import Range, activation_quant

WORK = 1_200_000_000  # multiplications that all trials may take together
SAMPLES = 32
FEWEST = 4  # samples below which no trial is worth its time
SAME_RANGE = 0.01  # ranges closer than this part of their width count as one
WORTH = 0.95  # another range than all values seen must bring the disturbance below this part


def choose_ranges(
    graph: Graph, inputs: Sequence[Array], candidates: Mapping[str, tuple[Range, ...]]
) -> dict[str, Range]:
    """Per tensor the candidate with the least disturbance of the outputs; the first one is preferred.

    Each tensor alone takes int8 steps over each candidate while the rest stays real.  When the model is so large that
    even ``FEWEST`` samples would take too long, the second-last candidate (least squared error) is taken.
    """
    tried = {n: _distinct(c) for n, c in candidates.items()}
    open_ = {n: c for n, c in tried.items() if len(c) > 1 and _decides(graph, n)}
    found = {n: c[0] for n, c in tried.items()}
    work = sum(len(c) * _downstream(graph, n) for n, c in open_.items())
    samples = min(SAMPLES, WORK // max(work, 1))
    if samples < FEWEST:
        return found | {n: candidates[n][-2] for n in open_}
    replay = Replay(graph, inputs, samples)
    for name, ranges in open_.items():
        errors = [replay.disturbed(name, activation_quant(r), DType.I8) for r in ranges]
        best = min(range(len(ranges)), key=errors.__getitem__)
        found[name] = ranges[best] if errors[best] < WORTH * errors[0] else ranges[0]
    return found


def _decides(graph: Graph, name: str) -> bool:
    """Tensors that only pass on another's values take that one's range."""
    node = graph.producers().get(name)
    return node is None or quant_rule(node) not in (QuantRule.SAME, QuantRule.PROBABILITY, QuantRule.NONE)


def _distinct(ranges: tuple[Range, ...]) -> tuple[Range, ...]:
    kept: list[Range] = []
    for r in ranges:
        near = SAME_RANGE * (ranges[0].hi - ranges[0].lo)
        if not any(abs(r.lo - k.lo) <= near and abs(r.hi - k.hi) <= near for k in kept):
            kept.append(r)
    return tuple(kept)


def _downstream(graph: Graph, name: str) -> int:
    """Multiplications of all that depends on a tensor."""
    reached = {name}
    total = 0
    for node in graph.nodes:
        if any(i in reached for i in node.inputs):
            reached.update(node.outputs)
            total += node_macs(graph, node)
    return total
