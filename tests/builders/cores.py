"""A quantized model on a core: generated, compiled, run, counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from edgec.codegen import GenerateOptions
from edgec.codegen.choose.choice import Selection
from edgec.codegen.kernels.spec import CTYPES
from edgec.converter.graph.errors import DoesNotFit
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.quantize.ranges.simulate import simulate
from edgec.reports import Report
from edgec.reports.measure import write_files
from edgec.search.build import Measurements, build
from edgec.targets.machine.bench import BenchModel, BenchOptions, Port, run_bench
from edgec.targets.machine.profile import Profile, profile_model
from edgec.targets.reader import Target

SAMPLES = 2
FLOAT, NEAR = "float32", 1e-4
REALS = frozenset({FLOAT, "float16"})


@dataclass(frozen=True)
class Ran:
    """A model on a core.

    ``equal``: all bytes are the simulator's; ``profile`` is None where nothing is emulated; ``why`` it does not fit.
    """

    report: Report
    equal: bool = False
    profile: Profile | None = None
    why: str = ""


def run_on(
    target: Target, name: str, graph: Graph, folder: Path, scheme: str = "int8", selection: Selection | None = None
) -> Ran:
    """Generate the C of a graph into ``folder``, run random samples, profile one; floats are equal to within 1e-4."""
    who = GenerateOptions(
        name, target, scheme, name, "0" * 64, "benchmark", "speed", selection=selection or Selection()
    )
    made = build(graph, who, Measurements(target, lambda _: None))
    folder.mkdir(exist_ok=True)
    write_files(folder, made.files)
    sides = (made.plan.inputs, made.plan.outputs)
    ports = [tuple(Port(CTYPES[t.dtype], t.nbytes) for t in side) for side in sides]
    model = BenchModel(name, ports[0], ports[1], made.plan.arena_size, made.plan.arena_align)
    rng = np.random.default_rng(0)
    x = [_random(t.dtype, (SAMPLES, *t.shape), rng) for t in made.plan.inputs]
    try:
        found = run_bench(folder, model, target, x, BenchOptions(jobs=1))
    except DoesNotFit as error:
        return Ran(made.report, why=str(error))
    same = np.array_equal if scheme not in REALS else partial(np.allclose, rtol=NEAR, atol=NEAR)
    equal = all(same(a.ravel(), b.ravel()) for a, b in zip(found, simulate(graph, x), strict=True))
    if target.qemu is None:
        return Ran(made.report, equal)
    layers = len(made.report.layers)
    return Ran(made.report, equal, profile_model(folder, model, target, [a[:1] for a in x], layers))


def _random(dtype: DType, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    """Return values of the whole range of integers, or about 1."""
    if dtype is DType.F32:
        return rng.standard_normal(shape).astype(np.float32)
    limits = np.iinfo(dtype.numpy)
    return rng.integers(int(limits.min), int(limits.max) + 1, shape).astype(dtype.numpy)
