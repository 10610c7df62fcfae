"""The schedule that needs the least memory: the order of layers, and which concatenations and slices are not copied."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.codegen.arena.solve import solve
from edgec.codegen.kernels.spec import Call
from edgec.codegen.schedule.liveness import arena_problem
from edgec.codegen.schedule.order import in_best_order
from edgec.codegen.schedule.parts import Parts, find_parts
from edgec.codegen.schedule.steps import Schedule, make_schedule
from edgec.converter.graph.ir import Graph

TRIAL_NODES = 1000  # of the search for a placement while schedules are compared
MAX_TRIED_NODES = 12  # concatenations and slices that are tried one by one


def best_schedule(
    graph: Graph, calls: Sequence[tuple[Call, ...]], gaps: bool = True, overwrite: bool = False
) -> Schedule:
    """Concatenations and slices without copies wherever that takes no more memory; ``calls`` as for the schedule.

    A concatenation without copies keeps the memory of all its inputs from the first one on, and a slice that of its
    whole input, so copies may take less.  ``gaps`` as for ``find_parts``, ``overwrite`` as for ``make_schedule``.
    """
    parts = find_parts(graph, calls, None, gaps)
    best = _ordered(graph, calls, parts, overwrite)
    if not parts.nodes:
        return best
    size = arena_size(best)
    without: tuple[str, ...] = ()
    for node in parts.nodes if len(parts.nodes) <= MAX_TRIED_NODES else ():
        some = find_parts(graph, calls, set(parts.nodes) - {*without, node}, gaps)
        tried = _ordered(graph, calls, some, overwrite)
        if arena_size(tried) < size:
            best, size, without = tried, arena_size(tried), (*without, node)
    copies = _ordered(graph, calls, find_parts(graph, calls, frozenset()), overwrite)
    return copies if arena_size(copies) < size else best


def _ordered(graph: Graph, calls: Sequence[tuple[Call, ...]], parts: Parts, overwrite: bool) -> Schedule:
    return in_best_order(make_schedule(graph, calls, parts, overwrite))


def arena_size(schedule: Schedule) -> int:
    """Bytes of arena that a schedule needs, after a short search."""
    return solve(arena_problem(schedule).problem, TRIAL_NODES).size
