"""Models with states: samples are steps of a sequence, of which each begins with what the one before left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from edgec.converter.graph.errors import printable
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.ranges.simulate import Observer, simulate, to_real
from edgec.quantize.ranges.states import in_sequence
from edgec.samples.data import InputSpec, Samples
from edgec.targets.machine.bench import Step

REPEATED_STEPS = 16  # steps that two instances run once more
SAVED_EVERY = 3


@dataclass(frozen=True)
class Steps:
    """Steps of a bench of a model with states: each of ``count`` samples, then some of them once more.

    The samples before ``first`` begin with states of their own; the others are a sequence.  ``again`` are the numbers
    of samples that are run once more, by two instances in turn, one a step behind the other, the first of which is
    saved and restored now and then: what they give must be what the sequence gave.
    """

    first: int
    count: int

    @property
    def again(self) -> tuple[int, ...]:
        """Numbers of the samples that are run once more."""
        return tuple(number for number, _ in self._repeated)

    @property
    def flags(self) -> tuple[Step, ...]:
        """Operations on the state before each run."""
        own = [Step.GIVEN] * self.first + [Step.RESET if i == self.first else Step(0) for i in self._sequence]
        return (*own, *(step for _, step in self._repeated))

    @property
    def _sequence(self) -> range:
        return range(self.first, self.count)

    @property
    def _repeated(self) -> list[tuple[int, Step]]:
        repeated: list[tuple[int, Step]] = []
        for k, number in enumerate(self._sequence[:REPEATED_STEPS]):
            saved = Step.SAVED if k % SAVED_EVERY == 1 else Step(0)
            repeated.append((number, saved if k else Step.RESET))
            if k:
                repeated.append((number - 1, Step.OTHER | (Step(0) if k > 1 else Step.RESET)))
        return repeated

    def inputs(self, inputs: Sequence[Array]) -> list[Array]:
        """All samples that are run."""
        return [np.concatenate([x, x[list(self.again)]]) for x in inputs]

    def split(self, outputs: Sequence[Array]) -> tuple[list[Array], list[Array]]:
        """The outputs of the samples, and of those that were run once more."""
        return [y[: self.count] for y in outputs], [y[self.count :] for y in outputs]

    def differences(self, place: str, graph: Graph, outputs: Sequence[Array]) -> tuple[str, ...]:
        """A sentence for the first output that was not the same the second time."""
        once, twice = self.split(outputs)
        for name, y, z in zip(graph.outputs, once, twice, strict=True):
            for k, number in enumerate(self.again):
                if y[number].tobytes() != z[k].tobytes():
                    return (
                        f"{place}: output '{printable(name)}' of sample {number} differs when it is run once more from "
                        "a reset on, beside a second instance",
                    )
        return ()

    @property
    def sentence(self) -> str:
        """The steps in one sentence, for the report of ``edgec verify``."""
        return (
            f"states: fed back over {self.count - self.first} steps; then reset, saved, restored, and two instances in "
            f"turn, on {len(self.again)} more"
        )


def steps_of(graph: Graph, count: int, first: int) -> Steps | None:
    """The steps of a model with states, None without."""
    return Steps(first, count) if graph.states else None


def simulated(
    graph: Graph, inputs: Sequence[Array], first: int = 0, observe: Observer | None = None
) -> tuple[list[Array], list[Array]]:
    """The inputs with what states begin each step with, and the outputs of the simulator, ``[N, *shape]``.

    Args:
        graph: with states or without.
        inputs: as the generated code takes them.
        first: number of the first sample of the sequence; those before begin with states of their own.
        observe: as ``simulate``.
    """
    if not graph.states:
        return list(inputs), simulate(graph, inputs, observe)
    apart = [x[:first] for x in inputs]
    alone = simulate(graph, apart, observe) if first else []
    steps, outputs = in_sequence(graph, [x[first:] for x in inputs], observe=observe)
    if not first:
        return steps, outputs
    return _joined(apart, steps), _joined(alone, outputs)


def _joined(before: Sequence[Array], after: Sequence[Array]) -> list[Array]:
    return [np.concatenate(pair) for pair in zip(before, after, strict=True)]


def from_reset(samples: Samples, specs: Sequence[InputSpec], first: int = 0) -> Samples:
    """The samples whose states are what they are after a reset, from number ``first`` on."""
    inputs = [np.array(x) if s.default is not None else x for x, s in zip(samples.inputs, specs, strict=True)]
    for x, spec in zip(inputs, specs, strict=True):
        if spec.default is not None:
            x[first:] = spec.default
    return replace(samples, inputs=tuple(inputs))


def with_real_states(samples: Samples, specs: Sequence[InputSpec], graph: Graph, steps: Sequence[Array]) -> Samples:
    """The samples with the states that the simulator began each step with, as real values."""
    states: Mapping[str, Array] = {
        s.input: to_real(steps[graph.inputs.index(s.input)], graph.tensors[s.input]) for s in graph.states
    }
    inputs = [
        states[name].astype(spec.dtype.numpy) if name in states and spec.dtype.is_float and spec.stored is None else x
        for name, spec, x in zip(graph.inputs, specs, samples.inputs, strict=True)
    ]
    return replace(samples, inputs=tuple(inputs))
