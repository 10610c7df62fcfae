"""Profile an inference on the emulated target: exact instructions per layer, estimated cycles from their mix."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from edgec.converter.graph.errors import ToolchainMissing, UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.targets.machine.arch.spec import OpKind
from edgec.targets.machine.bench import BenchModel
from edgec.targets.machine.counting import OUTSIDE, NoPlugin, count_blocks, count_by_timer
from edgec.targets.machine.flash import flash_timing
from edgec.targets.machine.mix import Mix, disassemble, mix_of
from edgec.targets.machine.toolchain import find_compiler, find_qemu
from edgec.targets.reader import Target


@dataclass(frozen=True)
class Cost:
    """Instructions and estimated cycles (None: not estimated) of one inference, rounded means over the samples.

    ``fetch`` and ``constants`` are those of the cycles in which the core waits for instructions and for constants of
    the flash; None where the target does not say how its flash is read.
    """

    instructions: int
    cycles: int | None
    fetch: int | None = None
    constants: int | None = None


@dataclass(frozen=True)
class Profile:
    """The cost of ``<name>_run`` as a whole and of each layer (what runs between layers is only in the total).

    ``mix`` holds the cost by class of instruction; it is empty without cycles, and ``notice`` then says why.
    """

    total: Cost
    layers: tuple[Cost, ...]
    mix: Mapping[OpKind, Cost] = field(default_factory=dict)
    notice: str = ""


def profile_model(
    folder: Path, model: BenchModel, target: Target, inputs: Sequence[Array], layers: int, *, plugin: bool = True
) -> Profile:
    """Run a generated folder under QEMU and count.

    Args:
        folder: the generated folder.
        model: its description.
        target: an emulated target.
        inputs: one array [n, ...] per input, of the device's element type; costs are means over the n samples.
        layers: number of layers of the model.
        plugin: count with a plugin of QEMU, which gives the instruction mix; else, and when it cannot be built or
            loaded, instructions are counted by the emulated timer and cycles are not estimated.

    Raises:
        UsageError: the target is not emulated.
        ToolchainMissing: no compiler or no QEMU.
        EdgecError: as ``bench.run_bench``.
    """
    if target.qemu is None:
        raise UsageError(f"target '{target.name}' is not emulated, so nothing can be counted; give one that is with -t")
    find_compiler(target)
    find_qemu(target)
    count = len(inputs[0]) if inputs else 1
    if plugin:
        try:
            return _by_plugin(folder, model, target, inputs, layers, count)
        except NoPlugin as error:
            if not target.qemu.timed:
                raise ToolchainMissing(
                    f"instructions on target '{target.name}' are counted by a plugin: {error}"
                ) from error
            notice = f"cycles are not estimated, instructions are counted by the timer: {error}"
    elif not target.qemu.timed:
        raise UsageError(f"target '{target.name}' has no timer to count by; count with the plugin")
    else:
        notice = "cycles are not estimated: the counting plugin is switched off"
    total, counted = count_by_timer(folder, model, target, inputs, layers)
    costs = tuple(Cost(_mean(n, count), None) for n in counted)
    return Profile(Cost(_mean(total, count), None), costs, notice=notice)


def _by_plugin(
    folder: Path, model: BenchModel, target: Target, inputs: Sequence[Array], layers: int, count: int
) -> Profile:
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        program, counted = count_blocks(folder, model, target, inputs, Path(temp))
        code = disassemble(program, find_compiler(target))
    costs, flash = target.cycles, flash_timing(target)
    mixes = mix_of(counted.blocks, code, costs, counted.skipped, counted.bench, flash)
    assert all(OUTSIDE <= i < layers for i in mixes), "a hook names a layer that the model does not have"
    mixes_by_layer = [mixes.get(i, Mix.empty()) for i in range(layers)]
    return mean_profile(mixes_by_layer, Mix.total_of(mixes.values()), count, target)


def mean_profile(parts: Sequence[Mix], whole: Mix, count: int, target: Target) -> Profile:
    """The mean costs of ``count`` inferences: of each part as a layer, of the whole, and of its classes."""
    estimated = target.cycles is not None
    waits = estimated and flash_timing(target) is not None
    by_kind = {
        k: Cost(_mean(n, count), _mean(whole.cycles[k], count) if estimated else None)
        for k, n in sorted(whole.instructions.items(), key=lambda item: -item[1])
    }
    notice = "" if estimated else f"cycles are not estimated: target '{target.name}' states no costs of instructions"
    layers = tuple(_cost(part, count, estimated, waits) for part in parts)
    return Profile(_cost(whole, count, estimated, waits), layers, by_kind, notice)


def _cost(mix: Mix, count: int, estimated: bool, waits: bool) -> Cost:
    cycles = _mean(mix.total_cycles, count) if estimated else None
    stalls = (_mean(mix.fetch, count), _mean(mix.constants, count)) if waits else (None, None)
    return Cost(_mean(mix.total, count), cycles, *stalls)


def _mean(total: float, count: int) -> int:
    return round(total / count)
