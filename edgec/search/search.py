"""From a graph to the build that serves the objective best within the requirements: the one search of every command."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen import GenerateOptions
from edgec.codegen.choose.choice import Kernels, Selection
from edgec.codegen.plan.regions import Places
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.work import Work, unseen
from edgec.options import ConvertOptions
from edgec.samples.advice import about_calibration, about_model
from edgec.samples.data import DataSource
from edgec.samples.loss import Loss
from edgec.search.build import Arithmetic, Build, Builder, Notify, Numbers, Settings
from edgec.search.engine import Engine
from edgec.search.mixed import MixedSearch
from edgec.search.placing import places_of
from edgec.search.requirements import Objective, Requirements
from edgec.search.schemes import FLOAT, MIXED, Integers, Scheming, read_samples
from edgec.search.vendors import Q31, about_kernels, kernels_asked
from edgec.targets.reader import Target


class Search:
    """What a conversion asks for, parsed.

    Raises:
        UsageError: an option is not of its form, or contradicts another.
    """

    def __init__(self, options: ConvertOptions, target: Target) -> None:
        o = options
        self.target = target
        self.scheming = Scheming.of(o)
        self.objective = Objective(o.optimize)
        self.requirements = Requirements(o.max_flash, o.max_ram, o.max_drop, target.memory_bytes("flash"))
        self.asked = o.exchange
        self.exchange = self.objective.exchange if o.exchange is None else o.exchange
        self.places: Places = places_of(target, o.place)
        self.calibration = DataSource.parse(o.calibration) if o.calibration is not None else None
        self.data = DataSource.parse(o.data) if o.data is not None else None
        self.keep_dead = o.keep_dead_channels
        self.kernels = kernels_asked(o.kernels)

    def start(self, numbers: Numbers) -> Settings:
        """Where the search begins: nothing given up for limits that may not matter."""
        arena = 0 if self.objective is Objective.RAM else None
        selection = Selection(self.exchange, kernels=self.kernels)
        allowed = self.requirements.flash is not None and numbers.scheme != MIXED  # mixed numbers serve a few bytes
        if self.asked is not None or allowed:  # packed weights may grow as others do
            selection = replace(selection, packed_exchange=self.exchange)
        return Settings(numbers, selection, arena, self.places)

    def engine(self, arithmetic: Arithmetic, base: GenerateOptions, notify: Notify, work: Work = unseen) -> Engine:
        """The engine for one model."""
        if self.kernels is not Kernels.OWN:
            arithmetic = Q31(arithmetic)
        return Engine(Builder(base, self.target, arithmetic, notify, work), self.objective, self.requirements, notify)

    def run(self, graph: Graph, base: GenerateOptions, notify: Notify, work: Work = unseen) -> Build:
        """The best build of a graph.

        Args:
            graph: as the passes leave it, float or with the numbers it brings.
            base: names and target of what is generated.
            notify: called with messages for the user.
            work: shows how far calibration, rounding and builds are.

        Raises:
            UsageError: samples are missing or not wanted.
            DoesNotFit: nothing meets the requirements, as far as they name numbers, kernels and RAM.
            EdgecError: whatever stops the generation.
        """
        source = self.calibration
        numbers = self.scheming.numbers(graph, source is not None, notify)
        mixed = numbers.scheme == MIXED and not graph.is_quantized
        samples = None
        if source is not None and numbers.scheme != FLOAT:
            samples = read_samples(graph, source, notify, mixed, stream=True)
            if not graph.is_quantized:
                notify(about_calibration(graph, samples))
        integers = Integers(graph, samples, self.scheming.options, self.keep_dead, notify, work)
        engine = self.engine(integers, base, notify, work)
        start = self.start(numbers)
        if mixed:
            assert samples is not None
            measured = samples if self.data is None else read_samples(graph, self.data, notify)
            loss = Loss(integers.real, measured)
            notify(about_model(loss.reference, loss.labels))
            taken = MixedSearch(engine, integers, start, loss, notify).best()
        else:
            taken = engine.best(start)
            self.requirements.check_flash(engine.report(taken))
        build = engine.builder.build(taken)
        if self.kernels is not Kernels.OWN:
            notify(about_kernels(build.plan))
        return build
