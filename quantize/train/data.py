"""Training samples, dealt in batches: which ones come when depends on the seed and the number of the step alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array

HELD_OUT = 0.1  # share of the samples that judge the result
MOST_HELD_OUT = 1000
Augment = Callable[[Sequence[Array], np.random.Generator], Sequence[Array]]
"""Makes other samples of the same labels; deterministic in the generator."""


@dataclass(frozen=True)
class Batch:
    """``inputs[i]`` is [N, *shape of graph input i]; ``labels`` [N], or None."""

    inputs: tuple[Array, ...]
    labels: Array | None


@dataclass(frozen=True)
class Deck:
    """Samples to train with and samples held out.

    Args:
        inputs: one array [N, *shape] per graph input.
        labels: [N], or None.
        size: samples of a batch at most.
        seed: of the order, and of what is held out.
        augment: applied to every batch that is trained with.
    """

    inputs: tuple[Array, ...]
    labels: Array | None
    size: int
    seed: int
    augment: Augment | None = None

    @property
    def count(self) -> int:
        """Number of samples, those held out too."""
        return len(self.inputs[0])

    @property
    def _held(self) -> int:
        return min(int(self.count * HELD_OUT), MOST_HELD_OUT)

    def _order(self) -> Array:
        return _shuffled((self.seed, 0), self.count)

    def held_out(self) -> Batch:
        """The samples that training never sees; all samples when there are too few to hold any out."""
        return self._take(self._order()[: self._held or self.count])

    def batch(self, step: int) -> Batch:
        """The batch of a step; steps count from 0."""
        kept = self._order()[self._held :]
        size = min(self.size, len(kept))
        epoch, place = divmod(step, len(kept) // size)
        order = _shuffled((self.seed, 1 + epoch), len(kept))
        taken = self._take(kept[order[place * size : (place + 1) * size]])
        if self.augment is None:
            return taken
        rng = np.random.default_rng((self.seed, 1 + epoch, place))
        return Batch(tuple(self.augment(taken.inputs, rng)), taken.labels)

    def _take(self, rows: Array) -> Batch:
        return Batch(tuple(x[rows] for x in self.inputs), None if self.labels is None else self.labels[rows])


@lru_cache(maxsize=2)
def _shuffled(seed: tuple[int, int], count: int) -> Array:
    return np.random.default_rng(seed).permutation(count)
