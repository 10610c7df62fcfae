"""Values that only the device sees: whatever they are, no kernel reads or writes outside its buffers or overflows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import GenerateOptions, generate
from edgec.converter.graph.ir import Array, Attrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.gates import GateFn, RecurrentAttrs
from edgec.converter.ops.index import ScatterAttrs, ScatterFn
from edgec.converter.ops.resample import GridMode, GridPadding, GridSampleAttrs, RoiAlignAttrs
from edgec.converter.ops.shape import GatherAttrs
from edgec.targets.machine.compile import SANITIZERS
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.conformance.c_program import Job, run_jobs
from tests.kernels.trials import make_graph, tensor

WILD = np.array([0, -1, 5, -6, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63)], np.int64)
ODD = np.array([np.nan, np.inf, -np.inf, 3e38, -3e38, 1e-45, 1e10, -1e10, 0.0, 2.0, -0.5, 0.7], np.float32)


def cases() -> list[tuple[str, Attrs, Sequence[Array]]]:
    x = np.arange(20, dtype=np.float32).reshape(5, 4)
    found: list[tuple[str, Attrs, Sequence[Array]]] = [
        ("Gather", GatherAttrs(0), [x, WILD]),
        ("Gather", GatherAttrs(1), [x, np.clip(WILD, -(2**31), 2**31 - 1).astype(np.int32)]),
    ]
    for fn in ScatterFn:
        found.append(("Scatter", ScatterAttrs(fn), [x, WILD, np.ones((8, 4), np.float32)]))
    for mode in GridMode:
        for padding in GridPadding:
            for corners in (False, True):
                grid = np.stack(np.meshgrid(ODD, ODD), -1)[None]
                image = np.arange(12, dtype=np.float32).reshape(1, 1, 3, 4)
                found.append(("GridSample", GridSampleAttrs(mode, padding, corners), [image, grid]))
    rois = np.stack([np.roll(ODD, k) for k in range(4)], -1)
    batch = np.resize(WILD, len(rois))
    for ratio in (0, 2):
        for half in (False, True):
            image = np.ones((2, 1, 3, 4), np.float32)
            found.append(("RoiAlign", RoiAlignAttrs((1, 1), ratio, 1.0, half), [image, rois, batch]))
    shapes = ((3, 4, 2), (5, 2), (5, 5), (10,), (4, 5))
    arrays: list[Array] = [np.ones(s, np.float32) for s in shapes]
    lengths = np.array([-1, 99, -(2**31), 2**31 - 1], np.int32)
    found.append(("Rnn", RecurrentAttrs(5, (GateFn.TANH,), (0.0,), (0.0,)), [*arrays, lengths]))
    for integer in (np.int8, np.int32, np.int64):
        low, high = np.iinfo(integer).min, np.iinfo(integer).max
        ends = np.array([low, low + 1, -1, 0, 1, 2, 63, high], integer)
        for fn in BinaryFn:
            found.append(("Binary", BinaryAttrs(fn), [ends[:, None], ends[None, :]]))
    return found


def test_values_at_run_time_do_no_harm(tmp_path: Path) -> None:
    host = load_target("host")
    if not available(host):
        pytest.skip("no compiler")
    jobs = []
    for i, (op, attrs, arrays) in enumerate(cases()):
        graph = make_graph(op, attrs, [tensor(k, a, False) for k, a in enumerate(arrays)])
        options = GenerateOptions(f"h{i}", host, "float32", op, "0" * 64, "test")
        jobs.append(Job(generate(graph, options), tuple(arrays)))
    outputs = run_jobs(jobs, host, tmp_path, (*SANITIZERS, "-fsanitize=float-cast-overflow"))
    assert len(outputs) == len(jobs)
