"""The proof that a run takes as many instructions for all inputs, or by how many they differ, layer by layer.

The code is executed once over terms (``record``): all that depends on the inputs, on the state or on what an earlier
run left is a term.  Where no branch depends on a term, all runs execute the same instructions; of a branch that does,
both ways are counted (``thumb.counting``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Array
from edgec.proof.image import Image, compiled, compiled_for
from edgec.proof.record import Layer, Recorder, layer_nodes, model_inputs
from edgec.proof.subject import Subject
from edgec.proof.thumb.counting import CountingCore, Spent
from edgec.proof.thumb.machine import Machine, NotCovered
from edgec.proof.unknown import unknown_of
from edgec.quantize.ranges.simulate import simulate

BEHIND = "behind the last layer"

Step = Callable[[int, int], None]


@dataclass(frozen=True)
class UnevenBranch:
    """A branch that depends on inputs and whose ways are not equally long: at most ``more`` instructions each time."""

    function: str
    address: int
    times: int
    more: int


@dataclass(frozen=True)
class InstructionRange:
    """Instructions of a layer, with what lies between it and the one before: at least ``least``, at most ``most``.

    ``branches`` make the difference.  ``divisions`` of values that depend on inputs: their cycles, not their number,
    may depend on the data.  ``reason``: why the numbers are not known, "" where they are.
    """

    where: str
    least: int = 0
    most: int = 0
    branches: tuple[UnevenBranch, ...] = ()
    divisions: int = 0
    reason: str = ""

    @property
    def steady(self) -> bool:
        """Whether the number is the same for all inputs."""
        return not self.reason and self.least == self.most


def prove_time(out: Subject, image: Image | None, seconds: float, step: Step) -> tuple[InstructionRange, ...]:
    """Count the instructions of every layer, for all inputs at once.

    Args:
        out: the folder.
        image: its code; None: it is compiled.
        seconds: what is not executed by then is not known.
        step: called with how many of how many layers are done.

    Raises:
        ToolchainMissing: no compiler.
        UsageError: the folder's target has neither Thumb nor RV32 instructions, or kernels of another vendor.
        EdgecError: its code does not compile.
    """
    stands_in = compiled_for(out.target)
    if stands_in is not out.target:
        raise UsageError(
            f"--time counts instructions of Cortex-M and RV32; '{out.target.name}' is neither: "
            "convert for one of them, or give --target"
        )
    try:
        image = image or compiled(out)
    except NotCovered as e:
        return (InstructionRange("all layers", reason=str(e)),)
    counter = _Counter(out, image, monotonic() + seconds, step)
    try:
        counter.run()
    except NotCovered as e:
        counter.stopped(str(e))
    return tuple(counter.ranges)


class _Counter:
    """Takes layers as they end."""

    def __init__(self, out: Subject, image: Image, deadline: float, step: Step) -> None:
        self.out, self.image, self.deadline, self.step = out, image, deadline, step
        self.values: dict[str, Array] = {t.name: t.data for t in out.graph.tensors.values() if t.data is not None}
        inputs = [x[None] for x in model_inputs(out.graph)]
        simulate(out.graph, inputs, self._observe)
        names = [f"{i} {n.op} {n.name.rpartition('/')[2]}" for i, n in enumerate(layer_nodes(out))]
        self.ranges = [InstructionRange(name) for name in names]
        self.recorder = Recorder(out, image, self.values, self._see, image.isa.counting)
        image.isa.helped(self.recorder.core, image.symbols, image.flash)
        assert isinstance(self.recorder.core, CountingCore)
        self.core = self.recorder.core

    def _observe(self, name: str, value: Array) -> None:
        self.values[name] = value.reshape(self.out.graph.tensors[name].shape)

    def run(self) -> None:
        """Execute the model.

        Raises:
            NotCovered: it cannot be followed for all inputs.
        """
        self.recorder.prepare()
        self._begin()
        self.recorder.execute()
        self.ranges.append(self._taken(InstructionRange(BEHIND)))

    def _begin(self) -> None:
        """Leave out what ``init`` and ``reset`` took."""
        self.core.m.steps, self.core.spent = 0, Spent()

    def _see(self, layer: Layer, _: Machine) -> None:
        """One layer, or rows of one, was executed."""
        self.ranges[layer.index] = self._taken(self.ranges[layer.index])
        self.step(layer.index + 1, len(self.ranges))
        if monotonic() > self.deadline:
            raise NotCovered("the time is over; give more with --timeout")

    def _taken(self, before: InstructionRange) -> InstructionRange:
        """Add what was counted since the layer before ended to a row."""
        least, spent = self.core.m.steps, self.core.spent
        self._begin()
        branches = {b.address: b for b in before.branches}
        for at, (times, more) in spent.branches.items():
            known = branches.get(at, UnevenBranch(self.image.function_at(at), at, 0, 0))
            branches[at] = replace(known, times=known.times + times, more=max(known.more, more))
        return replace(
            before,
            least=before.least + least,
            most=before.most + least + spent.more,
            branches=tuple(branches[at] for at in sorted(branches)),
            divisions=before.divisions + spent.divisions,
        )

    def stopped(self, reason: str) -> None:
        """The execution ended: layers that were not seen to their end are not known."""
        sizes = [self.out.graph.tensors[n.outputs[0]].nbytes for n in self.recorder.nodes]
        left = [i for i, size in enumerate(sizes) if self.recorder.done[i] < size]
        for i in left:
            why = (unknown_of(self.image, i) or reason) if i == left[0] else f"the execution ends in layer {left[0]}"
            self.ranges[i] = InstructionRange(self.ranges[i].where, reason=why)
        if not left:
            self.ranges.append(InstructionRange(BEHIND, reason=reason))
