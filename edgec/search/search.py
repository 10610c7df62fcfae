"""From a graph to the build that serves the objective best within the requirements: the one search of every command."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial

import numpy as np

from edgec.codegen import GenerateOptions
from edgec.codegen.choose.choice import Selection
from edgec.codegen.plan.regions import Places
from edgec.converter.graph.errors import DoesNotFit, UsageError
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.work import Notify, Work, unseen
from edgec.quantize.prune.prune import Pruned, Pruner, check_prunable
from edgec.quantize.ranges.named_states import option, with_states
from edgec.quantize.ranges.states import in_sequence
from edgec.samples.advice import about_calibration, about_model, check_prunable_with, scales_of_data
from edgec.samples.data import DataSource, Samples
from edgec.samples.loss import Loss
from edgec.search.build import Arithmetic, Build, Builder, FixedGraph, Numbers, Settings
from edgec.search.constants import about_constants
from edgec.search.copied import about_copies, with_copied
from edgec.search.engine import Engine
from edgec.search.mixed import MixedSearch
from edgec.search.placing import places_of
from edgec.search.prune.auto import Least
from edgec.search.prune.budget import PrunedBuilds, Unpruned
from edgec.search.prune.channels import channels_asked
from edgec.search.prune.holdout_loss import Assessed, cross_validated, on_data
from edgec.search.prune.prices import parse_budget
from edgec.search.requirements import Objective, Requirements
from edgec.search.schemes import AUTO, HALF, HALF_FEATURE, MIXED, REALS, Integers, Scheming, read_samples
from edgec.search.states import about_states
from edgec.search.stream import Stream, Streaming, with_stream
from edgec.search.vendors import Q31, about_kernels, kernels_asked
from edgec.settings.values import ConvertOptions
from edgec.targets.reader import Target

HOLDOUT_EVERY = 4  # one of so many samples is held back to judge, where ``--prune auto`` compares


class Search:
    """The request of a conversion, parsed.

    Raises:
        UsageError: an option is not of its form, or contradicts another.
    """

    def __init__(self, options: ConvertOptions, target: Target) -> None:
        o = options
        self.target = target
        self.scheming = Scheming.of(o)
        self.objective = Objective(o.optimize)
        self.requirements = Requirements(
            o.max_flash, o.max_ram, o.max_drop, target.memory_bytes("flash"), o.max_instructions,
            target.memory_bytes("ram"),
        )  # fmt: skip
        self.requested_exchange = o.exchange_rate
        if o.quantize == HALF and HALF_FEATURE not in target.features:
            raise UsageError(
                f"--quantize {HALF}: {target.name} does not compute in float16 (cores with Helium for floats do); "
                "take float32, int16x8 or int8"
            )
        self.exchange = self.objective.exchange if o.exchange_rate is None else o.exchange_rate
        self.places: Places = places_of(target, o.place)
        self.places_weights = any(text.startswith("weights") for text in o.place)
        self.calibration = DataSource.parse(o.calibration) if o.calibration is not None else None
        self.data = DataSource.parse(o.data) if o.data is not None else None
        self.kernels = kernels_asked(o.kernels, target)
        priced = Selection(self.exchange, kernels=self.kernels)
        self.channels = channels_asked(o.keep_dead_channels, target, self.objective, priced)
        self.stream = Stream.of(o, self.requirements.ram_limit)
        self.prunes = o.prune is not None
        self.keep_borders = o.no_crop
        if self.keep_borders and not self.prunes:
            raise UsageError("--no-crop: needs --prune")
        self.budget = parse_budget(o.prune) if o.prune is not None and o.prune != AUTO else None

    def start(self, numbers: Numbers) -> Settings:
        """Return the settings from which the search begins: nothing is given up for limits that may not matter."""
        arena = 0 if self.objective is Objective.RAM else None
        selection = Selection(self.exchange, kernels=self.kernels)
        allowed = self.requirements.flash is not None and numbers.scheme != MIXED  # mixed numbers serve a few bytes
        if self.requested_exchange is not None or allowed:  # packed weights may grow as others do
            selection = replace(selection, packed_exchange=self.exchange)
        return Settings(numbers, selection, arena, self.places)

    def engine(
        self, arithmetic: Arithmetic, base: GenerateOptions, notify: Notify, work: Work = unseen,
        requirements: Requirements | None = None,
    ) -> Engine:  # fmt: skip
        """The engine for one model; ``requirements``: others than those asked for."""
        if self.kernels.q31:
            arithmetic = Q31(arithmetic)
        if self.stream is not None:
            arithmetic = Streaming(arithmetic, self.stream, base)
        builder = Builder(base, self.target, arithmetic, notify, work)
        return Engine(builder, self.objective, requirements or self.requirements, notify)

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
        graph = with_states(graph, self.scheming.states, self.scheming.finds_states)
        if self.scheming.finds_states:
            notify([f"--state auto found: {', '.join(map(option, graph.states))}"])
        build = ModelSearch(self, graph, base, notify, work).build()
        self.requirements.check_instructions(build.report)
        notify(about_states(build.graph))
        if self.places.copied is not None:
            build, told = with_copied(build, self.target, self.requirements, self.places.copied)
            notify(told)
        elif not self.places_weights:
            notify(about_copies(build, self.target, self.requirements))
        if self.stream is not None:
            alike = replace(base, selection=Selection(self.exchange, kernels=self.kernels))
            build, told = with_stream(build, self.stream, alike)
            notify(told)
        if not self.kernels.only_own:
            notify(about_kernels(build.plan))
        if self.exchange == 0 and self.requirements.flash is None and not self.target.hosted:
            notify(about_constants(build.plan.choices))
        return build


def _cost(engine: Engine, settings: Settings) -> tuple[bool, int]:
    """Builds that do not fit come last, then those of many instructions."""
    return not engine.fits(settings), engine.report(settings).instructions


class ModelSearch:
    """The search for one model; the loss is measured against it, pruned or not.

    Args:
        search: what is asked for.
        graph: as the passes leave it.
        base: names and target of what is generated.
        notify: called with messages for the user.
        work: shows how far calibration, pruning, rounding and builds are.

    Raises:
        UsageError: samples are missing or not wanted.
    """

    def __init__(self, search: Search, graph: Graph, base: GenerateOptions, notify: Notify, work: Work) -> None:
        self.search = search
        self.graph = graph
        self.base = base
        self.notify = notify
        self.work = work
        self.numbers = search.scheming.numbers(graph, search.calibration is not None, notify)
        self.samples = self.holdout = self._read_samples()
        self.start = search.start(self.numbers)
        self.unpruned = self._integers(graph)

    def build(self) -> Build:
        """The best build."""
        return self.pruned() if self.search.prunes else self.made(self.graph)

    def _read_samples(self) -> Samples | None:
        """The samples to calibrate with; None where they are not given, or serve for nothing.

        Raises:
            UsageError: the model cannot be pruned, or not with these.
        """
        graph, source, prunes = self.graph, self.search.calibration, self.search.prunes
        if prunes:
            check_prunable(graph, source is not None)
            if self.numbers.scheme in REALS:
                raise UsageError(
                    f"--prune: {self.numbers.scheme} code must give what the model gives; let it become integers (int8)"
                )
        if source is None or self.numbers.scheme in REALS:
            return None
        samples = read_samples(graph, source, self.notify, self._mixed, stream=not prunes)
        if prunes:
            check_prunable_with(graph, samples)
        if not graph.is_quantized:
            self.notify(about_calibration(graph, samples))
        return samples

    @property
    def _mixed(self) -> bool:
        """Whether each layer's precision is to be chosen."""
        return self.numbers.scheme == MIXED and not self.graph.is_quantized

    @cached_property
    def loss(self) -> Loss:
        """Against the unpruned float model."""
        assert self.holdout is not None
        data = self.search.data
        measured = self.holdout if data is None else read_samples(self.graph, data, self.notify)
        if self.graph.states:
            measured = replace(measured, inputs=tuple(in_sequence(self.graph, measured.inputs)[0]))
        loss = Loss(self.unpruned.real, measured)
        if data is not None:
            seen = {r.tensor: r.seen for r in self.unpruned.calibration.ranges}
            scales = scales_of_data(seen, dict(zip(self.graph.inputs, measured.inputs, strict=True)))
            self.notify([scale.note for scale in scales])
        self.notify(about_model(loss.reference, loss.labels))
        return loss

    def _integers(self, graph: Graph) -> Integers:
        o = self.search
        channels = o.channels if self.numbers.scheme != MIXED else o.channels.fewest
        return Integers(graph, self.samples, o.scheming, channels, self.notify, self.work)

    def made(self, graph: Graph, slower: bool = True, requirements: Requirements | None = None) -> Build:
        """The best build of a float graph; ``slower``: it may be slower for being smaller."""
        integers = self.unpruned if graph is self.graph else self._integers(graph)
        engine = self.search.engine(integers, self.base, self.notify, self.work, requirements)
        if self.numbers.scheme == MIXED and not graph.is_quantized:
            taken = MixedSearch(engine, integers, self.start, self.loss, self.notify, slower).best()
        else:
            engine, taken = self._within(engine, integers, slower)
            engine.requirements.check_flash(engine.report(taken))
        return engine.builder.build(taken)

    def _within(self, engine: Engine, integers: Integers, slower: bool) -> tuple[Engine, Settings]:
        """The best settings, with every dead channel gone when bytes are short and that makes the better build.

        Raises:
            DoesNotFit: see ``Engine.best``.
        """
        taken: Settings | None = None
        stay = self.numbers.scheme not in REALS and integers.eliminated(self.numbers).kept > 0
        try:
            taken = engine.best(self.start, slower)
        except DoesNotFit:
            if not stay:
                raise
        if taken is not None and (not stay or taken == engine.wanted(self.start)):
            return engine, taken
        made = integers.channels.fewest.without_dead(integers.whole(self.numbers), lambda _: None)
        other = self.search.engine(FixedGraph(made.graph), self.base, self.notify, self.work, engine.requirements)
        smaller = other.best(self.start, slower)
        if taken is None or _cost(other, smaller) < _cost(engine, taken):
            self.notify(
                [f"memory is short: all {made.channels} channels that cannot change any output byte are removed"]
            )
            return other, smaller
        return engine, taken

    @staticmethod
    def _held_back(samples: Samples) -> tuple[Samples, Samples]:
        """Samples to prune with and others that judge."""
        judge = np.arange(samples.count) % HOLDOUT_EVERY == 0
        return samples.taken(~judge), samples.taken(judge)

    def _assessed(self, pruner: Pruner, pruned: Pruned, finished: Graph) -> Assessed:
        """Assess the loss of a pruned graph: on ``--data``, else on calibration samples held back in turn."""
        if self.search.data is not None:
            return on_data(self.loss, finished)
        assert self.samples is not None
        return cross_validated(pruner, pruned, self.samples, finished)

    def pruned(self) -> Build:
        """The best build of what pruning leaves of the graph."""
        search = self.search
        assert self.samples is not None
        fitted = self.samples
        if search.budget is None and search.data is None:
            fitted, self.holdout = self._held_back(self.samples)
        pruner = Pruner(self.graph, fitted.inputs, self.work("pruning"), keep_borders=search.keep_borders)
        numbers = Numbers(search.scheming.options.scheme.value)
        whole = self.unpruned.graph(numbers)
        free = Engine(
            Builder(self.base, search.target, FixedGraph(whole), self.notify),
            search.objective,
            Requirements(),
            self.notify,
        )
        settings = free.best(search.start(numbers))
        builds = PrunedBuilds(pruner, Unpruned(whole, free, settings), self.made, self.notify)
        if search.budget is not None:
            return builds.within(search.budget, partial(self._assessed, pruner), search.requirements.drop)
        packed = self._mixed
        return Least(builds, self.loss, search.requirements, packed, self.notify).build()
