"""The ONNX backend node tests, and what edgec makes of each: imported, optimised, evaluated in numpy, compared."""

from __future__ import annotations

import contextlib
import io
import tempfile
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from edgec.converter.graph.errors import EdgecError, UnsupportedModel
from edgec.converter.graph.ir import Array, Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.registry import OPS
from edgec.converter.passes import run_default
from tests.suite.kept import kept

RTOL, ATOL = 1e-3, 1e-5
NARROW = ("uint4", "int2", "uint2")
# Two units in the last place where ONNX itself computes in the small type:
TOLERANCES = {"float16": 2e-3, "bfloat16": 1.6e-2}


@dataclass(frozen=True)
class Case:
    """One node test; values are numpy arrays, or whatever ONNX uses for sequences, optionals and strings."""

    name: str
    model: onnx.ModelProto
    inputs: tuple[Any, ...]
    outputs: tuple[Any, ...]


@dataclass(frozen=True)
class Prepared:
    """A test whose model edgec takes.  ``inputs`` are those of the graph, in its order."""

    case: Case
    graph: Graph
    inputs: tuple[Array, ...]
    constants: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """``status``: passed, refused, wrong or error; ``reason`` says why (or which inputs were bound as constants)."""

    name: str
    status: str
    reason: str = ""
    prepared: Prepared | None = field(default=None, compare=False, repr=False)


@cache
def load_cases() -> tuple[Case, ...]:
    """All node tests of the installed onnx, sorted by name."""
    versions = f"{onnx.__version__} {np.__version__}"
    return tuple(
        Case(name, onnx.ModelProto.FromString(model), inputs, outputs)
        for name, model, inputs, outputs in kept("node-tests", versions, _computed)
    )


def _computed() -> list[tuple[str, bytes, tuple[Any, ...], tuple[Any, ...]]]:
    """The tests that onnx computes when they are loaded: names, models, inputs, outputs."""
    from onnx.backend.test.loader import load_model_tests

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        tests = load_model_tests(kind="node")
    return sorted(
        ((t.name, t.model.SerializeToString(), _arrays(t.data_sets[0][0]), _arrays(t.data_sets[0][1])) for t in tests),
        key=lambda found: found[0],
    )


def _arrays(values: Iterable[Any]) -> tuple[Any, ...]:
    """Stored tensors as numpy; other values as they are."""
    return tuple(onnx.numpy_helper.to_array(v) if isinstance(v, onnx.TensorProto) else v for v in values)


def mcu_subset() -> frozenset[str]:
    """Names of the tests that a microcontroller tool is expected to pass."""
    return frozenset(Path(__file__).with_name("mcu_subset.txt").read_text(encoding="ascii").split())


def prepare(case: Case, optimise: Callable[[Graph], Graph] = run_default) -> Prepared:
    """Import and optimise; inputs that must be known at compile time are bound to the test's values.

    Raises:
        EdgecError: the model is refused.
    """
    values = dict(zip((i.name for i in case.model.graph.input), case.inputs, strict=False))
    constants: dict[str, Array] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        path.write_bytes(case.model.SerializeToString())
        shapes = {k: np.shape(v) for k, v in values.items() if isinstance(v, np.ndarray) and _dynamic(case, k)}
        while True:
            try:
                imported = import_model(path, {k: s for k, s in shapes.items() if k not in constants}, constants)
                break
            except UnsupportedModel as error:
                fresh = [n for n in error.needs_constant if n not in constants]
                if not fresh:
                    raise
                constants.update({n: values[n] for n in fresh})
    graph = optimise(imported.graph)
    names = [i.name for i in case.model.graph.input if i.name not in constants]
    inputs = []
    for name, declared in zip(names, graph.inputs, strict=True):
        inputs.append(_held(np.asarray(values[name]), graph.tensors[declared].dtype.numpy))
    return Prepared(case, graph, tuple(inputs), tuple(constants))


def _is_bits(dtype: np.dtype[Any]) -> bool:
    """Return whether a type is one of the formats that numpy lacks and that the C interface passes as bits."""
    return dtype.name.startswith(("bfloat", "float8", "float4"))


def _held(value: Array, holder: np.dtype[Any]) -> Array:
    """A value as the C interface takes it."""
    return value.view(holder) if _is_bits(value.dtype) else value.astype(holder)


def _dynamic(case: Case, name: str) -> bool:
    value = next(i for i in case.model.graph.input if i.name == name)
    dims = value.type.tensor_type.shape.dim
    return any(not d.HasField("dim_value") for d in dims)


def evaluate(prepared: Prepared) -> list[Array]:
    """Outputs of the graph's reference functions."""
    graph = prepared.graph
    env: dict[str, Any] = {"": None}
    env.update({t.name: t.data for t in graph.tensors.values() if t.is_const})
    env.update(zip(graph.inputs, prepared.inputs, strict=True))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for node in graph.nodes:
            results = OPS[node.op].run(node.attrs, [env[i] for i in node.inputs])
            env.update(zip(node.outputs, results, strict=True))
    return [np.asarray(env[o]) for o in graph.outputs]


def difference(prepared: Prepared, outputs: Iterable[Array]) -> str:
    """Say what is wrong with the outputs, "" when nothing is."""
    for index, (name, have, want) in enumerate(
        zip(prepared.graph.outputs, outputs, prepared.case.outputs, strict=True)
    ):
        want = np.asarray(want)
        declared = prepared.graph.tensors[name]
        if tuple(want.shape) != declared.shape:
            return f"output {index} has shape {list(declared.shape)}, {list(want.shape)} is expected"
        bits, narrow = _is_bits(want.dtype), want.dtype.name in NARROW
        holder = f"{want.dtype.name[:-1]}8" if narrow else f"uint{8 * want.dtype.itemsize}"
        if declared.dtype.value not in (want.dtype.name, holder if bits or narrow else ""):
            return f"output {index} is {declared.dtype.value}, {want.dtype.name} is expected"
        have = have.reshape(want.shape)
        have = np.ascontiguousarray(have).view(want.dtype) if bits else have
        if declared.dtype.is_float or bits:
            rtol = TOLERANCES.get(want.dtype.name, RTOL)
            close = np.isclose(have.astype(np.float64), want.astype(np.float64), rtol, ATOL, equal_nan=True)
        else:
            close = have == want
        if not close.all():
            where = tuple(int(i) for i in np.argwhere(~close)[0])
            count = f"output {index}, {int((~close).sum())} of {close.size} differ"
            return f"{count}, at {where}: {have[where]} for {want[where]}"
    return ""


def run_in_python(case: Case) -> Outcome:
    """Import, optimise, evaluate in numpy, compare."""
    try:
        prepared = prepare(case)
    except UnsupportedModel as error:
        return Outcome(case.name, "refused", error.refusals[0].sentence())
    except EdgecError as error:
        return Outcome(case.name, "error", f"{type(error).__name__}: {error}")
    fault = difference(prepared, evaluate(prepared))
    return Outcome(case.name, "wrong" if fault else "passed", fault or ", ".join(prepared.constants), prepared)
