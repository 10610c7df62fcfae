"""Loss by pruning on samples that the filters were not fitted to, and the warnings where it cannot be told.

The channels that went stay gone; the filters are fitted again without a part of the samples, which then judges them
(cross-validation).  What quantization does to each sample, seen on the finished graph, is added.  The channels
themselves were chosen with all samples, which the interval must cover: it is wide where samples are few.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.console.messages import Warned
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.judge.accuracy import judged
from edgec.quantize.prune.outputs import COMPARING_WORK
from edgec.quantize.prune.prune import Pruned, Pruner
from edgec.quantize.ranges.simulate import run_float
from edgec.reports.records import PruningLoss
from edgec.samples.data import Samples, distinct
from edgec.samples.loss import Loss, Lost, Measure

FOLDS = 4
MAX_JUDGED = 1000  # judged samples, after which no further fold is computed
LEAST_GAIN = 0.1  # of the outputs' error, that the repair must take away
BOUNDS = {Measure.TOP1: 5.0, Measure.CLASS: 10.0, Measure.ERROR: 10.0}  # that may be lost unless --max-drop says more
SEED = 0


@dataclass(frozen=True)
class Assessed:
    """A loss on samples held back and on those fitted to; ``gain``: what the repair takes off the outputs' error."""

    measure: Measure
    held_back: Lost
    fitted: float | None
    gain: float = 1.0

    @property
    def record(self) -> PruningLoss:
        """For the report."""
        h = self.held_back
        return PruningLoss(self.measure.value, h.value, h.low, h.high, h.count, self.fitted)

    def warnings(self) -> list[str]:
        """Return the warnings about the loss that a user must know before the model is used."""
        h, messages = self.held_back, []
        if h.vague:
            messages.append(
                f"{h.count} samples held back cannot tell well what is lost: {h.value:.1f} {self.measure.value}, but "
                f"{h.low:.1f} to {h.high:.1f} are possible; give more samples, or judge the result on others"
            )
        if self.gain < LEAST_GAIN:
            messages.append(
                "the repair of the filters gains nothing on samples held back: there are too few samples for filters "
                "of this size; give more, or ask for a larger share"
            )
        if h.value > BOUNDS[self.measure]:
            messages.append(
                f"much is lost: {h.value:.1f} {self.measure.value}, on samples held back; give more samples, ask for a "
                "larger share, or train the result (edgec prune --train-data)"
            )
        return [Warned(text) for text in messages]


def cross_validated(pruner: Pruner, pruned: Pruned, samples: Samples, finished: Graph | None = None) -> Assessed:
    """Estimate the loss by pruning by cross-validation: filters are fitted again without the samples that judge them.

    Args:
        pruner: that pruned.
        pruned: the result, fitted to all samples.
        samples: those that the pruner was given, with labels if there are any.
        finished: ``pruned.graph`` in integers, None where it stays float.
    """
    samples = samples.taken(distinct(samples.inputs))
    rows, outputs = _held_back(pruner, pruned, samples)
    samples = samples.taken(rows)
    loss, fitted = Loss(pruner.original, samples), _outputs(pruned.graph, samples.inputs)
    cut = _outputs(pruner.refitted(pruned, ()), samples.inputs)
    unrepaired = loss.error(cut)
    gain = 1 - loss.error(outputs) / unrepaired if unrepaired > 0 else 1.0
    rounding = 0.0 if finished is None else loss.outputs(finished) - fitted
    return Assessed(loss.measure, loss.lost(outputs + rounding), loss.lost(fitted + rounding).value, gain)


def _held_back(pruner: Pruner, pruned: Pruned, samples: Samples) -> tuple[Array, Array]:
    """Samples by number, and what the filters give for them that were fitted to others [N, elements]."""
    if not pruned.changed:
        rows = np.arange(min(samples.count, MAX_JUDGED))
        return rows, _outputs(pruned.graph, samples.taken(rows).inputs)
    order = np.random.default_rng(SEED).permutation(samples.count)
    parts: list[tuple[Array, Array]] = []
    for held in (order[i::FOLDS] for i in range(FOLDS)):
        others = np.setdiff1d(order, held)
        small = pruner.refitted(pruned, samples.taken(others).inputs, COMPARING_WORK)
        parts.append((held, _outputs(small, samples.taken(held).inputs)))
        if sum(len(at) for at, _ in parts) >= MAX_JUDGED:
            break
    return np.concatenate([at for at, _ in parts]), np.concatenate([y for _, y in parts])


def _outputs(graph: Graph, inputs: Sequence[Array]) -> Array:
    return judged(graph, run_float(graph, inputs))


def on_data(loss: Loss, finished: Graph) -> Assessed:
    """Assess a finished graph on samples that had no part in pruning."""
    return Assessed(loss.measure, loss.lost(loss.outputs(finished)), None)
