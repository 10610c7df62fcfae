"""Training a graph's weights: Adam, its rate warmed up, then falling along a cosine, within a time or so many steps.

What is trained depends on the seed and the number of steps alone, wherever it is interrupted and taken up again; with a
time in the place of steps it depends on the machine.  The weights that are returned are those that served the samples
held out best, the ones given among them: training does not make a graph worse on these.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.train.data import Augment, Deck
from edgec.quantize.train.engine import jax, jnp, need_jax
from edgec.quantize.train.network import Network, Weights, unchanged
from edgec.quantize.train.objective import ends_of, loss_of
from edgec.quantize.train.quantized import fake_quantized
from edgec.quantize.train.state import Checkpoint, TrainingState, identity_of

WARMUP_SHARE = 0.03  # share of the training in which the rate rises
EVALUATIONS = 10  # times that the samples held out are looked at
JUDGED_AT_ONCE = 250
SAVED_EVERY = 30.0  # seconds between two states that are written
BETAS = (0.9, 0.999)
EPSILON = 1e-8
PROGRESS_PARTS = 1000  # of a progress bar
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class TrainOptions:
    """Options of a training.

    ``steps`` or ``seconds``, whichever is reached first, end the training; one of them is needed.  ``rate`` is Adam's
    largest: with ``relative`` a share of the root mean square of each array of weights, for these may be of any size
    (a model's inputs 0..255 make those of its first layer small).  ``batch`` are the samples of a step.  ``quantized``
    trains with the rounding of int8 weights and activations.
    """

    steps: int | None = None
    seconds: float | None = None
    rate: float = 3e-3
    batch: int = 64
    seed: int = 0
    quantized: bool = False
    relative: bool = True

    def share(self, state: TrainingState) -> float:
        """The share of the training that is behind a state, 0 to 1."""
        done = [state.step / self.steps] if self.steps else []
        done += [state.seconds / self.seconds] if self.seconds else []
        return min(max(done, default=1.0), 1.0)

    def rate_at(self, share: float) -> float:
        """Adam's rate when a share of the training is done."""
        if share < WARMUP_SHARE:
            return self.rate * max(share / WARMUP_SHARE, 0.02)
        return self.rate * 0.5 * (1 + math.cos(math.pi * (share - WARMUP_SHARE) / (1 - WARMUP_SHARE)))


@dataclass(frozen=True)
class Trained:
    """A graph with trained weights; losses on the samples held out, before and after."""

    graph: Graph
    steps: int
    seconds: float
    before: float
    after: float


def fit(
    graph: Graph,
    inputs: Sequence[Array],
    options: TrainOptions,
    labels: Array | None = None,
    teacher: Graph | None = None,
    progress: Progress = lambda _done, _all: None,
    checkpoint: Path | None = None,
    augment: Augment | None = None,
) -> Trained:
    """Train a graph on labels, on the outputs of a float model, or on both.

    Args:
        graph: a float graph.
        inputs: one array [N, *shape] per graph input, float32.
        options: how long and how.
        labels: classes [N]; the first output is then taken as their scores or probabilities.
        teacher: a graph with the same inputs and outputs.
        progress: called with the parts done and how many there are in all.
        checkpoint: a file that holds the state; training goes on from it when it exists.
        augment: makes other samples of those of a batch.

    Raises:
        ToolchainMissing: JAX is not installed.
        UnsupportedModel: the graph cannot be trained through.
        UsageError: labels do not fit the scores, the loss is not finite, or the checkpoint is of another training.
    """
    need_jax()
    deck = Deck(tuple(inputs), labels, options.batch, options.seed, augment)
    trainer = _Trainer(graph, teacher, deck, options)
    saved = None
    if checkpoint is not None:
        identity = identity_of(graph, [*inputs, labels], repr(options) + str(teacher is not None))
        saved = Checkpoint(checkpoint, identity)
    return trainer.run(progress, saved)


class _Trainer:
    """The functions of one training, compiled, and its loop."""

    def __init__(self, graph: Graph, teacher: Graph | None, deck: Deck, options: TrainOptions) -> None:
        self.network, self.deck, self.options = Network(graph), deck, options
        ends = ends_of(graph, deck.labels is not None)
        outputs = self.network.batched(ends.tensors, fake_quantized if options.quantized else unchanged)
        self._teach = _taught_by(teacher, ends.classes) if teacher is not None else lambda _inputs: None

        def loss(weights: Weights, inputs: Sequence[Any], taught: Any, labels: Any) -> Any:
            return loss_of(ends, outputs(weights, inputs), taught, labels)

        self._loss = jax.jit(loss)
        self._step = jax.jit(lambda *given: _adam(loss, options.relative, *given))
        self._held = deck.held_out()

    def run(self, progress: Progress, saved: Checkpoint | None) -> Trained:
        """Train from the start, or from a saved state."""
        clock = _Clock()
        first = self.network.weights()
        before = self._judge(first)
        state = saved.read(len(first)) if saved is not None else None
        if state is None:
            zeros = tuple(jnp.zeros_like(w) for w in first)
            state = TrainingState(first, zeros, zeros, first, before)
        clock.past = state.seconds
        try:
            for reached in self._states(state, clock):
                state = reached
                progress(int(self.options.share(state) * PROGRESS_PARTS), PROGRESS_PARTS)
                if saved is not None and clock.due(SAVED_EVERY):
                    saved.write(state)
        finally:  # an interrupted training goes on from here too
            if saved is not None:
                saved.write(state)
        graph = self.network.with_weights(state.best)
        return Trained(graph, state.step, state.seconds, before, state.best_loss)

    def _states(self, state: TrainingState, clock: _Clock) -> Iterator[TrainingState]:
        """The state after each step, until the training ends."""
        share = self.options.share(state)
        while share < 1.0:
            part = math.floor(share * EVALUATIONS)
            batch = self.deck.batch(state.step)
            rate = self.options.rate_at(share)
            taught = self._teach(batch.inputs)
            weights, mean, square = self._step(
                state.weights, state.mean, state.square, rate, state.step + 1, batch.inputs, taught, batch.labels
            )
            jax.block_until_ready(weights)
            state = replace(state, weights=weights, mean=mean, square=square, step=state.step + 1, seconds=clock.now)
            share = self.options.share(state)
            if math.floor(share * EVALUATIONS) > part:
                judged = self._judge(weights)
                state = replace(state, best=weights, best_loss=judged) if judged < state.best_loss else state
            yield state

    def _judge(self, weights: Weights) -> float:
        """The loss on the samples held out.

        Raises:
            UsageError: it is not finite.
        """
        held, total = self._held, 0.0
        count = len(held.inputs[0])
        for start in range(0, count, JUDGED_AT_ONCE):
            inputs = tuple(x[start : start + JUDGED_AT_ONCE] for x in held.inputs)
            labels = None if held.labels is None else held.labels[start : start + JUDGED_AT_ONCE]
            total += float(self._loss(weights, inputs, self._teach(inputs), labels)) * len(inputs[0])
        if not math.isfinite(total):
            raise UsageError("the training loss became infinite or NaN; check the data, or lower the learning rate")
        return total / count


class _Clock:
    """Seconds of a training, those of earlier runs too."""

    def __init__(self) -> None:
        self.past = 0.0
        self._start = self._mark = time.monotonic()

    @property
    def now(self) -> float:
        """Seconds so far."""
        return self.past + time.monotonic() - self._start

    def due(self, seconds: float) -> bool:
        """Return whether that long has passed since it was last so."""
        if time.monotonic() - self._mark < seconds:
            return False
        self._mark = time.monotonic()
        return True


def _taught_by(teacher: Graph, labelled: bool) -> Callable[[Sequence[Any]], Any]:
    """Return a function that gives a float model's values for a batch, at the ends that are compared."""
    network = Network(teacher)
    outputs, weights = network.batched(ends_of(teacher, labelled).tensors), network.weights()
    return jax.jit(lambda inputs: outputs(weights, inputs))  # type: ignore[no-any-return]


def _adam(
    loss: Callable[..., Any],
    relative: bool,
    weights: Weights,
    mean: Weights,
    square: Weights,
    rate: Any,
    step: Any,
    *batch: Any,
) -> tuple[Weights, Weights, Weights]:
    """One step of Adam (Kingma and Ba, 2015): new weights and moments; ``step`` counts from 1."""
    slopes = jax.grad(loss)(weights, *batch)
    b1, b2 = BETAS
    mean = tuple(b1 * m + (1 - b1) * g for m, g in zip(mean, slopes, strict=True))
    square = tuple(b2 * s + (1 - b2) * g * g for s, g in zip(square, slopes, strict=True))
    c1, c2 = 1 - b1**step, 1 - b2**step
    sizes = [jnp.sqrt(jnp.mean(w * w)) if relative else 1.0 for w in weights]
    moved = (
        w - rate * size * (m / c1) / (jnp.sqrt(s / c2) + EPSILON)
        for w, size, m, s in zip(weights, sizes, mean, square, strict=True)
    )
    return tuple(moved), mean, square
