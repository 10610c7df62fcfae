"""``edgec prune``: an ONNX model with fewer channels, repaired with or without training, as ONNX again."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from edgec.console.tables import Table, columns, full_name
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.work import Notify, Progress, silent
from edgec.converter.onnx.export import export_model
from edgec.converter.onnx.importer import import_model
from edgec.folder.single import SingleFile
from edgec.pipeline import front_end
from edgec.quantize.prune.groups import Budget, Kind, Weighed
from edgec.quantize.prune.labels import dependencies
from edgec.quantize.prune.prune import Pruned, Pruner, check_prunable, prunable_groups
from edgec.quantize.train.engine import need_jax
from edgec.quantize.train.fit import Trained, TrainOptions, fit
from edgec.quantize.train.network import refuse_untrainable
from edgec.reports.records import PruningLoss
from edgec.samples.advice import check_prunable_with
from edgec.samples.data import DataSource, Samples
from edgec.search.prune.holdout_loss import cross_validated
from edgec.search.prune.prices import parse_budget
from edgec.search.schemes import read_samples
from edgec.settings.values import PruneOptions

MINUTE = 60.0


def train_options(o: PruneOptions) -> TrainOptions:
    """For ``fit``.

    Raises:
        UsageError: nothing says when the training ends.
    """
    if o.train_minutes is None and o.train_steps is None:
        raise UsageError("--train-data: needs --train-minutes M or --train-steps N")
    seconds = None if o.train_minutes is None else MINUTE * o.train_minutes
    return TrainOptions(o.train_steps, seconds, o.learning_rate, o.batch_size, o.seed, o.qat)


def check_training(o: PruneOptions) -> None:
    """Refuse options that would do nothing.

    Raises:
        UsageError: there are such.
    """
    given = (o.train_minutes is not None, o.train_steps is not None, o.checkpoint is not None, o.qat)
    names = ("--train-minutes", "--train-steps", "--checkpoint", "--qat")
    if o.train_data is None and any(given):
        raise UsageError(f"{names[given.index(True)]}: needs --train-data FILE.npz")


@dataclass(frozen=True)
class Made:
    """The result of pruning: the groups of channels, and what training did."""

    file: Path
    budget: Budget
    pruned: Pruned
    lost: PruningLoss
    trained: Trained | None

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        training: dict[str, Any] | None = None
        if self.trained is not None:
            t = self.trained
            loss = {"before": t.before, "after": t.after}
            training = {"steps": t.steps, "seconds": round(t.seconds, 1), "loss": loss}
        return {
            "file": str(self.file),
            "budget": self.budget.kind.value,
            "share": self.pruned.cost,
            "lost": asdict(self.lost),
            "borders": asdict(self.pruned.crop) if self.pruned.crop else None,
            "groups": [asdict(g) for g in self.pruned.groups],
            "training": training,
        }

    def table(self) -> Table:
        """The text form: a row for each group of channels."""
        names = ("channels of", "layers", "before", "after", "error", f"{self.budget.kind.value} saved")
        rows = tuple(
            (full_name(g.name), *map(str, (len(g.layers), g.before, g.after)), f"{g.error:.2e}", f"{g.saved:.1%}")
            for g in self.pruned.groups
        )
        return Table(columns(*names, right=(1, 2, 3, 4, 5)), rows)

    def summary(self) -> str:
        """A few lines; the last one says what was taken."""
        lines = []
        if self.pruned.crop:
            lines.append(f"not computed with, of the image: {self.pruned.crop.text()}")
        lost, counts = "lost", [g for g in self.pruned.groups if g.after < g.before]
        if self.trained is not None:
            t, lost = self.trained, "lost before training"
            lines.append(
                f"trained {t.steps} steps in {t.seconds:.0f} s; loss on samples held out {t.before:.4g} before, "
                f"{t.after:.4g} after"
            )
        went = sum(g.before - g.after for g in counts)
        lines.append(
            f"{self.file}: {100 * self.pruned.cost:.1f} % of the {self.budget.kind.value}, {self.budget.text()} asked "
            f"for: {went} channels of {len(counts)} groups went, whose loss disturbs the outputs least; "
            f"{lost}: {self.lost.text()}"
        )
        return "\n".join(lines)


@dataclass(frozen=True)
class Task:
    """A pruned graph that is still to be trained and written."""

    original: Graph
    pruned: Pruned
    budget: Budget
    lost: PruningLoss
    destination: SingleFile
    options: PruneOptions
    samples: Samples | None

    def finished(self, progress: Progress = silent) -> Made:
        """Train if that is asked for, and write.

        Raises:
            EdgecError: see ``fit``, ``export_model``; nothing is written then.
        """
        graph, trained = self.pruned.graph, None
        if self.samples is not None:
            trained = fit(
                graph, self.samples.inputs, train_options(self.options), self.samples.labels, self.original, progress,
                self.options.checkpoint,
            )  # fmt: skip
            graph = trained.graph
        self.destination.write(export_model(graph))
        return Made(self.destination.file, self.budget, self.pruned, self.lost, trained)


def prepare(
    model: Path,
    output: Path,
    options: PruneOptions,
    force: bool = False,
    notify: Notify = lambda _: None,
    progress: Progress = silent,
) -> Task:
    """Prune a model.

    Args:
        model: a float ``.onnx`` file.
        output: the file to write.
        options: budget and data.
        force: ``output`` may be replaced.
        notify: called with messages for the user.
        progress: of the pruning.

    Raises:
        EdgecError: any of ``edgec.converter.graph.errors``; nothing is written.
    """
    budget = parse_budget(options.prune)
    if budget.kind is Kind.INSTRUCTIONS:
        raise UsageError(
            f"--prune {budget.text()}: instructions are those of a target's kernels, which edgec convert --prune "
            "counts; give macs=SHARE or flash=SHARE"
        )
    check_training(options)
    sources = [DataSource.parse(t) for t in (options.calibration, options.train_data) if t is not None]
    kept = [model, *(s.path for s in sources), *options.bind.files]
    destination = SingleFile.at(output, force, kept)
    bind = options.bind
    imported = import_model(model, bind.shapes, bind.constants, limits=bind.limits)
    graph = front_end(imported, notify)
    samples = None
    if options.train_data is not None:
        train_options(options)
        need_jax()
        refuse_untrainable(graph)
        samples = read_samples(graph, sources[1], notify)
    calibration = read_samples(graph, sources[0], notify, False)
    pruned, lost = _pruned(graph, calibration, budget, options.no_crop, notify, progress)
    return Task(graph, pruned, budget, lost, destination, options, samples)


def _pruned(
    graph: Graph, samples: Samples, budget: Budget, keep_borders: bool, notify: Notify, progress: Progress
) -> tuple[Pruned, PruningLoss]:
    """Prune a graph; returns what is left of it, and what that loses.

    Raises:
        EdgecError: graph or samples are not fit for it; known before anything is computed.
    """
    check_prunable(graph, True)
    prunable_groups(graph, dependencies(graph))
    check_prunable_with(graph, samples)
    export_model(graph)
    pruner = Pruner(graph, samples.inputs, progress, keep_borders=keep_borders)
    pruned = pruner.to(budget, Weighed(budget.kind))
    assessed = cross_validated(pruner, pruned, samples)
    notify(assessed.warnings())
    return pruned, assessed.record
