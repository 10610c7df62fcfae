"""A plan written as C: the generated folder's files, deterministic and without paths or timestamps."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Protocol

import jinja2

from edgec.codegen.best_schedule import arena_size, best_schedule
from edgec.codegen.choice import Optimize, choose_all
from edgec.codegen.fuse import caching, fuse
from edgec.codegen.kernels import registry
from edgec.codegen.kernels.spec import Call, NodeView
from edgec.codegen.names import identifier
from edgec.codegen.plan import Identity, Plan, make_plan
from edgec.codegen.regions import Places
from edgec.codegen.schedule import Schedule
from edgec.codegen.view import ModelView, model_view
from edgec.converter.errors import Refusal
from edgec.converter.ir import Graph

KERNEL_FOLDER = "edgec_kernels"
_MATH = re.compile(r"^#include <math\.h>", re.MULTILINE)


class TargetLike(Protocol):
    """What code generation needs to know about a target."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def features(self) -> tuple[str, ...]:
        """What its kernels may use."""


@dataclass(frozen=True)
class GenerateOptions:
    """What to generate; ``name`` and ``model_name`` may be any text.

    ``optimize`` is a value of ``choice.Optimize``; "ram": as few bytes of arena as possible, at the price of some
    instructions.  With ``max_arena`` the price is paid only when the arena would be larger, and no more of it than
    needed; with ``max_constants`` kernels that take more flash than others are left out until that many bytes suffice.
    ``plain``: only kernels that every target can run.  ``given_up``: kernels to do without.  ``level``: the compiler's
    optimization level that the files ask for; "" leaves it to the build.
    ``places``: which memories may hold what (None: no choice).
    """

    name: str
    target: TargetLike
    scheme: str
    model_name: str
    model_sha256: str
    tool_version: str
    optimize: str = "balanced"
    max_arena: int | None = None
    max_constants: int | None = None
    plain: bool = False
    given_up: tuple[str, ...] = ()
    level: str = ""
    places: Places | None = None


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
    return Generated(plan, emit(plan))


def make_model_plan(graph: Graph, options: GenerateOptions) -> Plan:
    """The plan alone: what ``check`` predicts flash and RAM from.

    Raises:
        UnsupportedModel: see ``generate``.
    """
    optimize = Optimize(options.optimize)
    choices = choose_all(graph, _features(options), optimize, options.max_constants, options.given_up)
    identity = Identity(
        prefix=identifier(options.name),
        tool_version=options.tool_version,
        model_name=options.model_name,
        model_sha256=options.model_sha256,
        target=options.target.name,
        scheme=options.scheme,
        optimize=options.optimize,
        level=options.level or ("Os" if optimize is Optimize.SIZE else ""),
    )
    calls = [c.calls for c in choices]
    plan = make_plan(graph, calls, identity, lambda schedule: _arranged(schedule, calls, options), options.places)
    by_node = dict(zip((node.outputs for node in graph.nodes), choices, strict=True))
    return replace(plan, choices=tuple(by_node[layer.node.outputs] for layer in plan.layers))


def _features(options: GenerateOptions) -> frozenset[str]:
    return frozenset(() if options.plain else options.target.features)


def _arranged(schedule: Schedule, calls: Sequence[tuple[Call, ...]], options: GenerateOptions) -> Schedule:
    """The schedule with layers fused row by row where RAM asks for it.

    A place with gaps is held from the first branch on, so copies may need less when their sources are made row by row.
    """
    if options.optimize != "ram" and options.max_arena is None:
        return schedule
    features = _features(options)

    def choose(view: NodeView) -> Call | None:
        found = registry.choose(view, features)
        if not isinstance(found, Refusal) and any(c.symbol in options.given_up for c in found):
            found = registry.choose(view, frozenset())
        return None if isinstance(found, Refusal) or len(found) != 1 else found[0]

    limit = None if options.optimize == "ram" else options.max_arena
    chooser = caching(choose)
    found = fuse(schedule, chooser, limit)
    if any(part.pitch for _, part in schedule.parts) and (limit is None or arena_size(found) > limit):
        other = fuse(best_schedule(schedule.graph, calls, gaps=False), chooser, limit)
        return min(found, other, key=arena_size)
    return found


def emit(plan: Plan) -> tuple[tuple[str, bytes], ...]:
    """The files of a plan, sorted by path."""
    kernels = registry.runtime_files(plan.headers)
    uses_math = any(_MATH.search(text) for _, text in kernels)
    view = model_view(plan, _ready_word(plan.identity), uses_math)
    files = {f"{KERNEL_FOLDER}/{name}": text for name, text in kernels}
    for template, path in (
        ("model.h.j2", f"{view.prefix}.h"),
        ("model.c.j2", f"{view.prefix}.c"),
        ("weights.h.j2", f"{view.prefix}_weights.h"),
        ("weights.c.j2", f"{view.prefix}_weights.c"),
        ("CMakeLists.txt.j2", "CMakeLists.txt"),
    ):
        files[path] = _render(template, view)
    return tuple((path, files[path].encode("ascii")) for path in sorted(files))


def _render(template: str, view: ModelView) -> str:
    return _environment().get_template(template).render(m=view)


@cache
def _environment() -> jinja2.Environment:
    folder = resources.files("edgec.codegen").joinpath("templates")
    return jinja2.Environment(  # noqa: S701 - C, not HTML: the view has escaped all untrusted text
        loader=jinja2.FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _ready_word(identity: Identity) -> int:
    """A non-zero word that marks a struct initialized for this very model."""
    return zlib.crc32(f"{identity.prefix} {identity.model_sha256}".encode()) | 1
