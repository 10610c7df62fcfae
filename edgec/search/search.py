"""From a graph to the build that serves the objective best within the requirements: the one search of every command."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from edgec.codegen import GenerateOptions
from edgec.codegen.choose.choice import Kernels, Selection
from edgec.codegen.plan.regions import Places
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Array, Graph
from edgec.converter.graph.work import Work, unseen
from edgec.options import ConvertOptions
from edgec.quantize.prune.prune import Pruner, check_prunable
from edgec.samples.advice import about_calibration, about_model
from edgec.samples.data import DataSource, Samples
from edgec.samples.loss import Loss
from edgec.search.build import Arithmetic, Build, Builder, Given, Notify, Numbers, Settings
from edgec.search.engine import Engine
from edgec.search.mixed import MixedSearch
from edgec.search.placing import places_of
from edgec.search.pruned import PrunedBuilds, Unpruned
from edgec.search.pruned_auto import Least
from edgec.search.pruning import parse_budget
from edgec.search.requirements import Objective, Requirements
from edgec.search.schemes import AUTO, FLOAT, MIXED, Integers, Scheming, read_samples
from edgec.search.states import about_states, states_of
from edgec.search.vendors import Q31, about_kernels, kernels_asked
from edgec.targets.reader import Target

FEW = 64  # samples of which none is held back
JUDGED = 4  # one of so many is


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
        self.requirements = Requirements(
            o.max_flash, o.max_ram, o.max_drop, target.memory_bytes("flash"), o.max_instructions
        )
        self.asked = o.exchange
        self.exchange = self.objective.exchange if o.exchange is None else o.exchange
        self.places: Places = places_of(target, o.place)
        self.calibration = DataSource.parse(o.calibration) if o.calibration is not None else None
        self.data = DataSource.parse(o.data) if o.data is not None else None
        self.keep_dead = o.keep_dead_channels
        self.kernels = kernels_asked(o.kernels, target)
        self.prunes = o.prune is not None
        self.keep_borders = o.keep_borders
        if self.keep_borders and not self.prunes:
            raise UsageError("--keep-borders: nothing is pruned; give --prune, or leave it out")
        self.budget = parse_budget(o.prune) if o.prune is not None and o.prune != AUTO else None

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
            work: shows how far calibration, pruning, rounding and builds are.

        Raises:
            UsageError: samples are missing or not wanted.
            DoesNotFit: nothing meets the requirements, as far as they name numbers, kernels and RAM.
            EdgecError: whatever stops the generation.
        """
        source = self.calibration
        numbers = self.scheming.numbers(graph, source is not None, notify)
        if self.prunes:
            check_prunable(graph, source is not None)
            if numbers.scheme == FLOAT:
                raise UsageError(f"--prune: {FLOAT} code must give what the model gives; let it become integers (int8)")
        mixed = numbers.scheme == MIXED and not graph.is_quantized
        samples = None
        if source is not None and numbers.scheme != FLOAT:
            samples = read_samples(graph, source, notify, mixed, stream=not self.prunes)
            if not graph.is_quantized:
                notify(about_calibration(graph, samples))
        one = _One(self, graph, numbers, samples, base, notify, work)
        build = one.made(graph) if not self.prunes else one.pruned()
        self.requirements.check_instructions(build.report)
        notify(about_states(build.graph))
        if self.kernels is not Kernels.OWN:
            notify(about_kernels(build.plan))
        return build


class _One:
    """One model on its way to a build; the loss is measured against it, pruned or not."""

    def __init__(
        self, search: Search, graph: Graph, numbers: Numbers, samples: Samples | None, base: GenerateOptions,
        notify: Notify, work: Work,
    ) -> None:  # fmt: skip
        self.search = search
        self.graph = graph
        self.numbers = numbers
        self.samples = samples
        self.judging = samples
        self.base = base
        self.notify = notify
        self.work = work
        self.start = search.start(numbers)
        self.unpruned = self._integers(graph)

    @cached_property
    def loss(self) -> Loss:
        """Against the unpruned float model."""
        assert self.judging is not None
        data = self.search.data
        measured = self.judging if data is None else read_samples(self.graph, data, self.notify)
        loss = Loss(self.unpruned.real, measured)
        self.notify(about_model(loss.reference, loss.labels))
        return loss

    def _integers(self, graph: Graph) -> Integers:
        o = self.search
        options = replace(o.scheming.options, states=states_of(graph, o.scheming.states))
        return Integers(graph, self.samples, options, o.keep_dead, self.notify, self.work)

    def made(self, graph: Graph, slower: bool = True) -> Build:
        """The best build of a float graph; ``slower``: it may be slower for being smaller."""
        integers = self.unpruned if graph is self.graph else self._integers(graph)
        engine = self.search.engine(integers, self.base, self.notify, self.work)
        if self.numbers.scheme == MIXED and not graph.is_quantized:
            taken = MixedSearch(engine, integers, self.start, self.loss, self.notify, slower).best()
        else:
            taken = engine.best(self.start, slower)
            self.search.requirements.check_flash(engine.report(taken))
        return engine.builder.build(taken)

    @staticmethod
    def _held_back(samples: Samples) -> tuple[list[Array], Samples]:
        """Samples to prune with and others that judge; when they are few, all for both."""
        count = len(samples.inputs[0])
        if count < FEW:
            return list(samples.inputs), samples
        judge = np.arange(count) % JUDGED == 0
        labels = None if samples.labels is None else samples.labels[judge]
        return [x[~judge] for x in samples.inputs], replace(
            samples, inputs=tuple(x[judge] for x in samples.inputs), labels=labels
        )

    def pruned(self) -> Build:
        """The best build of what pruning leaves of the graph."""
        search = self.search
        assert self.samples is not None
        inputs = list(self.samples.inputs)
        if search.budget is None and search.data is None:
            inputs, self.judging = self._held_back(self.samples)
        pruner = Pruner(self.graph, inputs, self.work("pruning"), keep_borders=search.keep_borders)
        numbers = Numbers(search.scheming.options.scheme.value)
        whole = self.unpruned.graph(numbers)
        free = Engine(
            Builder(self.base, search.target, Given(whole), self.notify), search.objective, Requirements(), self.notify
        )
        settings = free.best(search.start(numbers))
        builds = PrunedBuilds(pruner, Unpruned(whole, free, settings), self.made, self.notify)
        if search.budget is not None:
            return builds.within(search.budget)
        packed = self.numbers.scheme == MIXED and not self.graph.is_quantized
        return Least(builds, self.loss, search.requirements, packed, self.notify).build()
