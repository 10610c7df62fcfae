"""A plan written as C: the generated folder's files, deterministic and without paths or timestamps."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import field, replace

from edgec.codegen.choose.choice import Chooser, Selection, choose_all
from edgec.codegen.emit.conversion import stamped
from edgec.codegen.emit.environment import render
from edgec.codegen.emit.names import identifier
from edgec.codegen.emit.package import is_raised, library_flags, measured_options
from edgec.codegen.emit.runtime import narrow_int_of, rules_of, runtime_files, shared_blocks
from edgec.codegen.emit.view import model_view, ready_word
from edgec.codegen.kernels.narrow import leading_headers, space_of
from edgec.codegen.kernels.spec import Call
from edgec.codegen.plan.fuse import MOST_PAID, caching, fuse
from edgec.codegen.plan.plan import Identity, Plan, make_plan
from edgec.codegen.plan.regions import Places
from edgec.codegen.plan.slices import cut_by_rows, sliced
from edgec.codegen.schedule.best import arena_size, best_schedule
from edgec.codegen.schedule.factors import factors_first
from edgec.codegen.schedule.lent import lent, loans_of
from edgec.codegen.schedule.steps import Schedule
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph
from edgec.converter.passes.heads import heads_apart
from edgec.targets.machine.compile import KERNEL_FOLDER
from edgec.targets.reader import Target

log = logging.getLogger(__name__)
_MATH = re.compile(r"^#include <math\.h>", re.MULTILINE)


@dataclass(frozen=True)
class GenerateOptions:
    """The code that is to be generated; ``name`` and ``model_name`` may be any text.

    ``optimize`` is what the files say they are made for.  ``selection``: how kernels are chosen.  With ``max_arena``
    instructions are paid for RAM as far as the arena would be larger; 0: as few bytes of arena as possible.
    ``places``: which memories may hold what (None: no choice).  ``overwrite_input``: inputs lie in the arena.
    ``slices``: a run may be left and gone on with, after so many instructions where that can be (0: it may not).
    """

    name: str
    target: Target
    scheme: str
    model_name: str
    model_sha256: str
    tool_version: str
    optimize: str = "speed"
    selection: Selection = field(default_factory=Selection)
    max_arena: int | None = None
    places: Places | None = None
    class_names: tuple[str, ...] = ()
    overwrite_input: bool = False
    slices: int = 0


@dataclass(frozen=True)
class Generated:
    """The plan and the files made from it: (path inside the folder, content), sorted by path."""

    plan: Plan
    files: tuple[tuple[str, bytes], ...]

    @property
    def prefix(self) -> str:
        """The C prefix, which is also the file name of the model."""
        return self.plan.identity.prefix


def generate(graph: Graph, options: GenerateOptions) -> Generated:
    """C for a graph.  Pure: equal arguments give equal bytes.

    Raises:
        UnsupportedModel: with every node no kernel takes.
        EdgecError: the arena validator found an error (a bug).
    """
    plan = make_model_plan(graph, options)
    for layer, choice in zip(plan.layers, plan.choices, strict=True):
        if choice.cost is not None:
            others = ", ".join(f"{o.name} {o.instructions}" for o in choice.alternatives[:2])
            log.debug(
                "%s: %s, about %d instructions (%s)",
                layer.node.name,
                choice.cost.name,
                choice.cost.instructions,
                others,
            )
    log.debug("arena %d bytes, %s", plan.arena_size, plan.arena_method)
    return Generated(plan, emit(plan))


def make_model_plan(graph: Graph, options: GenerateOptions) -> Plan:
    """The plan alone: what ``check`` predicts flash and RAM from.

    Where RAM is short, attention may be computed head by head; the plan's graph is then another one of equal values.

    Raises:
        UnsupportedModel: see ``generate``.
    """
    plan, limit = _plan_of(graph, options), options.max_arena
    if limit is None or (plan.arena_size <= limit and not plan.savings):
        return plan
    apart = heads_apart(graph)
    if apart is graph:
        return plan
    other = _plan_of(apart, options)
    if not limit:
        most = max(1, plan.instructions), plan.arena_size
        return min(plan, other, key=lambda p: p.instructions / most[0] + MOST_PAID * p.arena_size / most[1])
    return min(plan, other, key=lambda p: (max(p.arena_size, limit), p.instructions))


def _plan_of(graph: Graph, options: GenerateOptions) -> Plan:
    choices = choose_all(graph, options.target, options.selection)
    identity = Identity(
        prefix=identifier(options.name),
        tool_version=options.tool_version,
        model_name=options.model_name,
        model_sha256=options.model_sha256,
        target=options.target.name,
        scheme=options.scheme,
        optimize=options.optimize,
        level=options.selection.level,
        flags=library_flags(options.target),
        options=measured_options(options.target, options.selection.level),
        class_names=options.class_names,
    )
    calls = [c.calls for c in choices]
    plan = make_plan(
        graph, calls, identity, lambda schedule: _arranged(schedule, calls, options), options.places,
        options.overwrite_input,
    )  # fmt: skip
    space = space_of(options.target.toolchain.constants, plan.weight_bytes + plan.table_bytes)
    plan = replace(plan, identity=replace(identity, flash_space=space))
    by_node = dict(zip((node.outputs for node in graph.nodes), choices, strict=True))
    plan = replace(plan, choices=tuple(by_node[layer.node.outputs] for layer in plan.layers))
    return sliced(plan, options.target, options.slices) if options.slices else plan


def _arranged(schedule: Schedule, calls: Sequence[tuple[Call, ...]], options: GenerateOptions) -> Schedule:
    """The schedule with layers fused row by row where RAM asks for it, and cut where slices do.

    A place with gaps is held from the first branch on, so copies may need less when their sources are made row by row.
    """
    chooser = Chooser(options.target, options.selection)
    fused = _fused(schedule, calls, options, chooser)
    return cut_by_rows(fused, chooser.price, options.slices) if options.slices else fused


def _fused(
    schedule: Schedule, calls: Sequence[tuple[Call, ...]], options: GenerateOptions, chooser: Chooser
) -> Schedule:
    limit = options.max_arena
    if limit is None:
        return schedule
    choose = caching(chooser.one)
    whole = arena_size(schedule)
    fused = fuse(schedule, choose, chooser.price, limit, whole)
    others: list[Schedule] = []
    if arena_size(fused) > limit:
        others.append(factors_first(schedule))
        if any(part.pitch for _, part in schedule.parts):
            others.append(best_schedule(schedule.graph, calls, gaps=False, overwrite=schedule.overwrites))
    tried = [(other, fuse(other, choose, chooser.price, limit, whole)) for other in others if other is not schedule]

    def cost(fused: Schedule) -> tuple[int, int]:
        return max(arena_size(fused), limit or 0), sum(s.instructions for s in fused.savings)

    base, best = min(((schedule, fused), *tried), key=lambda t: cost(t[1]))
    loans = loans_of(best, limit) if 0 < limit < arena_size(best) else ()
    return min(best, fuse(lent(base, loans), choose, chooser.price, limit, whole), key=cost) if loans else best


def emit(plan: Plan) -> tuple[tuple[str, bytes], ...]:
    """The files of a plan, sorted by path."""
    kernels = runtime_files((*leading_headers(plan.identity.options), *plan.headers), plan.libraries)
    uses_math = any(_MATH.search(file.text) for file in kernels)
    narrow_int, flash = narrow_int_of(kernels, plan.identity.options)
    libraries = shared_blocks(
        kernels, plan.identity.level, plan.libraries, narrow_int=narrow_int, raised=is_raised(plan.identity)
    )
    rules = rules_of(kernels, plan.libraries)
    view = model_view(plan, ready_word(plan.identity), uses_math, libraries, rules, flash)
    view = replace(view, narrow_int=narrow_int, flash_space=plan.identity.flash_space)
    files = {f"{KERNEL_FOLDER}/{file.name}": file.text for file in kernels}
    files |= {f"{KERNEL_FOLDER}/{library.file}": library.text for library in libraries}
    for template, path in (
        ("model.h.j2", f"{view.prefix}.h"),
        ("model.c.j2", f"{view.prefix}.c"),
        ("weights.h.j2", f"{view.prefix}_weights.h"),
        ("weights.c.j2", f"{view.prefix}_weights.c"),
        ("CMakeLists.txt.j2", "CMakeLists.txt"),
    ):
        files[path] = render(template, m=view)
    del view  # the lines of all constants, which the texts now hold
    files = stamped(files)
    return tuple((path, files.pop(path).encode("ascii")) for path in sorted(files))
