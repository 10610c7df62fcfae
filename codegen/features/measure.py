"""The C of features, compiled and run: on this computer or by a target's emulator."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import numpy.typing as npt

from edgec.codegen.emit.environment import render
from edgec.codegen.features.emit import feature_files
from edgec.codegen.features.spec import FeatureSpec, frames
from edgec.targets.machine.bench import BenchModel, execute_bench
from edgec.targets.machine.compile import STRICT_WARNINGS, compile_files, link
from edgec.targets.machine.emulator import link_flags, write_support
from edgec.targets.reader import Target

PREFIX = "frontend"


def run_features(
    spec: FeatureSpec, samples: npt.NDArray[np.int16], target: Target
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64] | None]:
    """Return what the C gives for all whole frames, [frames, features], and the instructions of each frame.

    Args:
        spec: what the features are.
        samples: int16, [n], or [n, axes].
        target: without ``qemu`` it runs natively.  Instructions are counted where an emulated machine's timer does so.

    Raises:
        ToolchainMissing: no compiler or no QEMU.
        EdgecError: it does not compile or run (a bug).
    """
    counts = target.qemu is not None and target.qemu.timed
    rows = np.ascontiguousarray(frames(spec, samples).astype("<i2"))
    rows = rows.reshape(len(rows), spec.frame * spec.axes).view(np.uint8)
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        build = Path(temp)
        for name, text in feature_files(spec, PREFIX, "").items():
            (build / name).write_text(text, encoding="ascii")
        bench = build / "bench_main.c"
        text = render("features/bench.c.j2", prefix=PREFIX, upper=PREFIX.upper(), spec=spec)
        bench.write_text(text, encoding="ascii")
        support = write_support(target, build)
        own = compile_files([build / f"{PREFIX}.c"], target, build, extra_flags=STRICT_WARNINGS)
        more = ("-DBENCH_COUNT",) if counts else ()
        rest = compile_files([bench, *support], target, build, extra_flags=("-I", str(build), *more))
        program = link((*own, *rest), target, build / "bench.elf", link_flags(target, build))
        record = 4 * spec.features + 4
        arguments = target.qemu.icount_args if target.qemu is not None and counts else ()
        model = BenchModel(PREFIX, (), (), 0)
        raw = execute_bench(program, model, target, build, rows, record, qemu_args=arguments)
    words = np.ascontiguousarray(raw).view("<i4")
    per_tick = target.qemu.instructions_per_tick if target.qemu is not None else 0.0
    return words[:, :-1].astype(np.int32), np.round(words[:, -1] * per_tick).astype(np.int64) if counts else None
