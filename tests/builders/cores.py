"""A quantized model on a core: generated, compiled, run, counted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from edgec.codegen import GenerateOptions
from edgec.codegen.kernels.spec import CTYPES
from edgec.converter.graph.errors import DoesNotFit
from edgec.converter.graph.ir import Graph
from edgec.quantize.ranges.simulate import simulate
from edgec.reports import Report
from edgec.reports.measure import write_files
from edgec.search.build import Measurements, build
from edgec.targets.machine.bench import BenchModel, BenchOptions, Port, run_bench
from edgec.targets.machine.profile import Profile, profile_model
from edgec.targets.reader import Target

SAMPLES = 2


@dataclass(frozen=True)
class Ran:
    """A model on a core.

    ``equal``: all bytes are the simulator's; ``profile`` is None where nothing is emulated; ``why`` it does not fit.
    """

    report: Report
    equal: bool = False
    profile: Profile | None = None
    why: str = ""


def run_on(target: Target, name: str, graph: Graph, folder: Path) -> Ran:
    """Generate the C of an int8 graph into ``folder``, run random samples, profile one."""
    who = GenerateOptions(name, target, "int8", name, "0" * 64, "benchmark", "speed")
    made = build(graph, who, Measurements(target, lambda _: None))
    folder.mkdir(exist_ok=True)
    write_files(folder, made.files)
    sides = (made.plan.inputs, made.plan.outputs)
    ports = [tuple(Port(CTYPES[t.dtype], t.nbytes) for t in side) for side in sides]
    model = BenchModel(name, ports[0], ports[1], made.plan.arena_size, made.plan.arena_align)
    rng = np.random.default_rng(0)
    x = [rng.integers(-128, 128, (SAMPLES, *t.shape)).astype(np.int8) for t in made.plan.inputs]
    try:
        found = run_bench(folder, model, target, x, BenchOptions(jobs=1))
    except DoesNotFit as error:
        return Ran(made.report, why=str(error))
    equal = all(np.array_equal(a.ravel(), b.ravel()) for a, b in zip(found, simulate(graph, x), strict=True))
    if target.qemu is None:
        return Ran(made.report, equal)
    layers = len(made.report.layers)
    return Ran(made.report, equal, profile_model(folder, model, target, [a[:1] for a in x], layers))
