"""``--slices N``: a build that runs in slices of N estimated instructions, and the layers that do not let it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from edgec.codegen import Plan
from edgec.codegen.plan.pieces import Piece, least_budget
from edgec.codegen.plan.plan import PlannedGroup, PlannedIntake
from edgec.converter.graph.errors import DoesNotFit, listed, printable
from edgec.reports.slices import PieceCost, SlicesInfo
from edgec.search.build import Build

MAX_SHOWN_LAYERS = 3


def with_slices(build: Build, budget: int) -> Build:
    """A build whose report tells of its slices.

    Raises:
        DoesNotFit: a layer takes more at once; names it and its kernel.
    """
    plan = build.plan
    least = least_budget(plan.pieces)
    if least > budget:
        raise DoesNotFit(f"--slices {budget}: {_too_long(plan, budget)}")
    pieces = tuple(_cost(plan, p) for p in plan.pieces)
    info = SlicesInfo(budget, least, slices_of(pieces, budget), pieces)
    return replace(build, report=replace(build.report, slices=info))


def slices_of(pieces: Sequence[PieceCost], budget: int) -> int:
    """Slices of a run in which each may take ``budget`` estimated instructions, at least the least of all pieces."""
    count, left = 1, budget
    for piece in pieces:
        item = 0
        while item < piece.items:
            if left < piece.least:
                count, left = count + 1, budget
            some = piece.held(item, left - piece.fixed)
            left -= piece.fixed + piece.price(item + some) - piece.price(item)
            item += some
            if item < piece.items:
                count, left = count + 1, budget
    return count


def _too_long(plan: Plan, budget: int) -> str:
    """The pieces that take more than a budget, why nothing smaller can be done of them, and what lets them fit."""
    longest: dict[str, int] = {}  # by name: a layer may be of several pieces
    strips: dict[str, int] = {}
    for piece in sorted(plan.pieces, key=lambda p: -p.least):
        if piece.least > budget:
            group = _group(plan, piece)
            named = longest if group is None else strips
            named.setdefault(_name(plan, piece) if group is None else _strip(plan, group), piece.least)
    reasons = []
    if longest:
        whose = "its kernel has" if len(longest) == 1 else "their kernels have"
        reasons.append(f"{_takes(longest)}, as {whose} no smaller parts")
    if strips:
        reasons.append(f"{_takes(strips)}, as layers that are computed by rows as a group pause only between strips")
    ram = ", more RAM (--max-ram)" if strips else ""
    return f"{'; '.join(reasons)}; give --slices {least_budget(plan.pieces)} or more{ram}, or a smaller model"


def _takes(longest: Mapping[str, int]) -> str:
    """The words for what takes how many instructions."""
    named = listed([f"{name} takes {n}" for name, n in longest.items()], MAX_SHOWN_LAYERS, ", ", " and ")
    return f"{named} at once, estimated"


def _group(plan: Plan, piece: Piece) -> PlannedGroup | None:
    """The group of several layers that a piece is of."""
    step = plan.steps[piece.step]
    return step if isinstance(step, PlannedGroup) and len(step.layers) > 1 else None


def _strip(plan: Plan, group: PlannedGroup) -> str:
    """The words for what is done at once of a group."""
    first, last = (printable(plan.layers[at].node.name) for at in (group.layers[0], group.layers[-1]))
    return f"a strip of layers '{first}' to '{last}'"


def _name(plan: Plan, piece: Piece) -> str:
    if piece.layer is None:
        return f"a {_copy(plan, piece)}"
    layer = plan.layers[piece.layer]
    return f"layer '{printable(layer.node.name)}' ({layer.node.op}, {layer.calls[0].symbol})"


def _copy(plan: Plan, piece: Piece) -> str:
    """The words for a step that is no layer."""
    return "copy of the inputs" if isinstance(plan.steps[piece.step], PlannedIntake) else "copy into an output"


def _cost(plan: Plan, piece: Piece) -> PieceCost:
    node = plan.layers[piece.layer].node if piece.layer is not None else None
    name, op = (node.name, node.op) if node is not None else (_copy(plan, piece), "Copy")
    return PieceCost(name, op, piece.items, piece.each, piece.fixed, piece.heads, piece.head, piece.period)
