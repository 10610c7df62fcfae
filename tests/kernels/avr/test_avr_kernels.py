"""Kernels for cores of 8 bits on an emulated ATmega2560: the references' bytes, near their prices."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.codegen.emit.generate import GenerateOptions, generate
from edgec.codegen.kernels.avr.conv import CONV, KERNELS
from edgec.codegen.kernels.spec import CTYPES
from edgec.reports.measure import write_files
from edgec.targets.machine.bench import BenchModel, Port, run_bench
from edgec.targets.machine.profile import profile_model
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.avr.side_by_side import side_by_side
from tests.kernels.layers import Made, make
from tests.kernels.rates import BAND, counts_of

TARGET = "avr6"
ROOM = 2600  # bytes of inputs and outputs, which the bench holds beside guards


def in_programs(layers: list[Made]) -> list[list[Made]]:
    """Layers that fit the RAM together."""
    found: list[list[Made]] = [[]]
    for made in layers:
        sizes = [sum(x.nbytes for x in m.trial.inputs) + m.trial.out_bytes for m in (*found[-1], made)]
        if sum(sizes) > ROOM:
            found.append([])
        found[-1].append(made)
    return found


LAYERS = [make(kernel, layer, i) for kernel in KERNELS for i, layer in enumerate(kernel.grid)]


@pytest.mark.xdist_group("avr")
@pytest.mark.parametrize("program", range(len(in_programs(LAYERS))))
def test_layers_of_the_grid(program: int, tmp_path: Path) -> None:
    target = load_target(TARGET)
    if not available(target):
        pytest.skip("no compiler or emulator for AVR")
    layers = in_programs(LAYERS)[program]
    graph, x = side_by_side(layers)
    made = generate(graph, GenerateOptions("k", target, "int8", "n", "0" * 64, "test"))
    assert {layer.calls[0].symbol for layer in made.plan.choices} == {CONV}
    write_files(tmp_path, made.files)
    sides = (made.plan.inputs, made.plan.outputs)
    ports = [tuple(Port(CTYPES[t.dtype], t.nbytes) for t in side) for side in sides]
    model = BenchModel("k", ports[0], ports[1], made.plan.arena_size, made.plan.arena_align)
    found = run_bench(tmp_path, model, target, x)
    assert all(np.array_equal(y.ravel(), m.expected[0].ravel()) for y, m in zip(found, layers, strict=True))
    profile = profile_model(tmp_path, model, target, x, len(layers))
    for m, layer in zip(layers, profile.layers, strict=True):
        kernel = m.trial.call.kernel
        assert kernel is not None
        price = target.rates.price(kernel.library.name, kernel.id, counts_of(m, m.trial.call))
        assert BAND[0] < price / layer.instructions < BAND[1], m.name
