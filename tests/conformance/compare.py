"""A model file against ONNX Runtime: in numpy and in C on the host."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from edgec.codegen import GenerateOptions, generate
from edgec.converter.graph.ir import Array
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.targets.reader import load_target
from tests.conformance.c_program import Job, run_jobs
from tests.conformance.onnx_cases import Case, Prepared, evaluate


def against_runtime(path: Path, inputs: Sequence[Array]) -> list[tuple[Array, Array, Array]]:
    """(ONNX Runtime's, numpy's, C's) value of each output; inputs are given in the model's order."""
    import onnxruntime as ort

    proto = onnx.load(path)
    names = [i.name for i in proto.graph.input]
    session = ort.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    wanted: list[Any] = session.run(None, dict(zip(names, inputs, strict=True)))
    shapes = {n: tuple(x.shape) for n, x in zip(names, inputs, strict=True)}
    graph = run_default(import_model(path, shapes).graph)
    prepared = Prepared(Case(path.stem, proto, tuple(inputs), tuple(wanted)), graph, tuple(inputs), ())
    in_numpy = evaluate(prepared)
    host = load_target("host")
    options = GenerateOptions("model", host, "float32", path.stem, "0" * 64, "test")
    with tempfile.TemporaryDirectory() as folder:
        in_c = run_jobs([Job(generate(graph, options), tuple(inputs))], host, Path(folder))[0]
    return [
        (np.asarray(w), n.reshape(w.shape), c.reshape(w.shape)) for w, n, c in zip(wanted, in_numpy, in_c, strict=True)
    ]
