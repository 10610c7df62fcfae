"""A build as a value: settings in, files and report out, nothing written; each is made once.

``build`` is a pure function of a graph and what to generate, but for the compiler that measures it.  ``Builder`` keeps
what it made by its settings, and what was measured by the text of the C files, so that settings that make no difference
cost no compilation.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import field, replace
from typing import Any, Protocol

from edgec.codegen import GenerateOptions, Plan, generate
from edgec.codegen.choose.choice import Selection, choose_all
from edgec.codegen.kernels.catalog import sources_of
from edgec.codegen.kernels.library import Library
from edgec.codegen.plan.regions import Places
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.work import Notify, Work, unseen
from edgec.quantize.ranges.scheme import Precision
from edgec.reports import Report
from edgec.reports.measure import Files, Measurement, measure
from edgec.reports.model import make_report
from edgec.targets.reader import Target

MODEL_COPY = "model.onnx"
log = logging.getLogger(__name__)
MAX_KEPT_BYTES = 64 << 20  # of files of builds that are kept


@dataclass(frozen=True)
class Numbers:
    """The numbers that a model computes in: a scheme's name, and in mixed precision the layers that are not int8."""

    scheme: str
    layers: tuple[tuple[str, Precision], ...] = ()


@dataclass(frozen=True)
class Settings:
    """A point of the search: one value for each thing that can be chosen.

    ``numbers``: of the graph; ``selection``: kernels, bytes of constants, the compiler's level; ``max_arena``: bytes of
    arena that are paid for with instructions (None: nothing is paid, 0: as few as pay); ``places``: memories.
    """

    numbers: Numbers
    selection: Selection = field(default_factory=Selection)
    max_arena: int | None = None
    places: Places = field(default_factory=Places)


def selected(settings: Settings, **changes: Any) -> Settings:
    """The same with another selection of kernels (``Selection``'s fields)."""
    return replace(settings, selection=replace(settings.selection, **changes))


@dataclass(frozen=True)
class Build:
    """Result of settings: the graph computed, its plan, the C files, and their costs."""

    graph: Graph
    plan: Plan
    files: Files
    report: Report


class Arithmetic(Protocol):
    """Graphs by their numbers."""

    def graph(self, numbers: Numbers) -> Graph:
        """The graph that computes in these numbers."""


@dataclass(frozen=True)
class FixedGraph:
    """A graph whose numbers are given."""

    only: Graph

    def graph(self, _: Numbers) -> Graph:
        """The graph."""
        return self.only


class Measurements:
    """Measurements on a target, by the text of the files (which states the compiler's level)."""

    def __init__(self, target: Target, notify: Notify, work: Work = unseen) -> None:
        self.target = target
        self.notify = notify
        self.work = work
        self.measurements: dict[bytes, Measurement] = {}

    def of(self, prefix: str, files: Files, libraries: Iterable[Library]) -> Measurement:
        """Compiled when the text is new; the first time that no compiler is found, the user is told."""
        digest = hashlib.sha256()
        for path, content in files:
            digest.update(f"{path} {len(content)} ".encode())
            digest.update(content)
        key = digest.digest()
        if key not in self.measurements:
            compiling = self.work(f"compiling build {len(self.measurements) + 1}")
            made = measure(prefix, files, self.target, sources_of(libraries), compiling)
            if made.missing and all(not m.missing for m in self.measurements.values()):
                self.notify([f"code size and stack are not measured: {made.missing}"])
            self.measurements[key] = made
        return self.measurements[key]


def build(graph: Graph, options: GenerateOptions, measurements: Measurements) -> Build:
    """Generate and measure, in memory.

    Raises:
        UnsupportedModel: with every node no kernel takes.
        EdgecError: the plan is unsafe, or the code does not compile (a bug).
    """
    made = generate(graph, options)
    names = [path for path, _ in made.files] + [f"{made.prefix}.edge"]
    measured = measurements.of(made.prefix, made.files, made.plan.libraries).measured
    return Build(made.plan.graph, made.plan, made.files, make_report(made.plan, measured, names))


class Builder:
    """Makes the builds of one model.

    ``base`` says what does not change: names, target.  Reports of all builds are kept, and the last builds themselves.
    """

    def __init__(
        self, base: GenerateOptions, target: Target, arithmetic: Arithmetic, notify: Notify, work: Work = unseen
    ) -> None:
        self.base = base
        self.target = target
        self.arithmetic = arithmetic
        self.measurements = Measurements(target, notify, work)
        self._reports: dict[Settings, Report] = {}
        self._constants: dict[Settings, int] = {}
        self._builds: dict[Settings, Build] = {}

    def report(self, settings: Settings) -> Report:
        """Return the costs of a build; the build is made once for equal settings."""
        if settings not in self._reports:
            self._reports[settings] = self.build(settings).report
            _log_build(settings, self._reports[settings])
        return self._reports[settings]

    def constants(self, settings: Settings) -> int:
        """Bytes of the constants that the kernels of a build read, shared ones for each layer; needs no plan."""
        if settings not in self._constants:
            choices = choose_all(self.arithmetic.graph(settings.numbers), self.target, settings.selection)
            self._constants[settings] = sum(c.cost.flash for c in choices if c.cost is not None)
        return self._constants[settings]

    def build(self, settings: Settings) -> Build:
        """The build; constants leave room for the code where another memory can hold them."""
        if settings not in self._builds:
            made = self._made(settings)
            places = settings.places
            home = next((m for m in made.report.memories if places.home and m.name == places.home.name), None)
            if home and home.used > home.room and not {r.name for r in places.constants} <= {home.name}:
                beside = places.with_taken({home.name: home.used - home.constants})
                made = self._made(replace(settings, places=beside))
            self._keep(settings, made)
        return self._builds[settings]

    def _made(self, settings: Settings) -> Build:
        graph = self.arithmetic.graph(settings.numbers)
        options = replace(
            self.base,
            scheme=settings.numbers.scheme,
            selection=settings.selection,
            max_arena=settings.max_arena,
            places=settings.places,
        )
        return build(graph, options, self.measurements)

    def _keep(self, settings: Settings, made: Build) -> None:
        self._builds[settings] = made
        while len(self._builds) > 1 and sum(_nbytes(b) for b in self._builds.values()) > MAX_KEPT_BYTES:
            del self._builds[next(iter(self._builds))]


def _log_build(settings: Settings, report: Report) -> None:
    """Log the costs of a build that was tried, at the level ``DEBUG``."""
    chosen = settings.selection
    plain = ", plain kernels" if chosen.plain else ""
    log.debug(
        "build %s%s%s: flash %d, RAM %d (arena %d), about %d instructions",
        settings.numbers.scheme,
        f" -{chosen.level}" if chosen.level else "",
        plain,
        report.flash.needed,
        report.ram.total,
        report.ram.arena,
        report.instructions,
    )


def _nbytes(made: Build) -> int:
    return sum(len(content) for _, content in made.files)
