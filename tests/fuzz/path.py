"""One model through the whole path, within limits of time and memory; many models compiled and run under sanitizers."""

from __future__ import annotations

import hashlib
import resource
import signal
import tempfile
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from edgec.codegen import GenerateOptions, generate
from edgec.converter.edge.file import EdgeMeta, read_edge, write_edge
from edgec.converter.graph.errors import EdgecError, Exit
from edgec.converter.graph.ir import Array, Graph, Tensor
from edgec.converter.onnx.importer import import_model
from edgec.converter.onnx.nodes import UNFORESEEN
from edgec.converter.passes import run_default
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import run_float, simulate
from edgec.quantize.rewrite.qdq import strip_qdq
from edgec.targets.machine.compile import SANITIZERS
from edgec.targets.reader import load_target
from tests.conformance.c_program import Job, run_jobs

LARGEST_PROGRAM = 1 << 18  # bytes of constants and memory: larger models only cost time in the compiler


@dataclass(frozen=True)
class Limits:
    """Limits of one model: seconds of processor time, bytes of memory beyond what is used before."""

    seconds: float = 10.0
    memory: int = 1 << 30


@dataclass(frozen=True)
class Finding:
    """A model that breaks a rule; ``kind`` is crash, hang, memory, program or difference."""

    kind: str
    model: bytes
    text: str


@dataclass(frozen=True)
class Taken:
    """A model that was converted, and a program to check it with."""

    model: bytes
    job: Job
    graph: Graph

    @property
    def digest(self) -> str:
        """The hash of the generated files, but for the name."""
        prefix = self.job.prefix.encode()
        whole = hashlib.sha256()
        for path, content in self.job.generated.files:
            whole.update(path.encode() + content.replace(prefix, b"").replace(prefix.upper(), b""))
        return whole.hexdigest()


class Hang(BaseException):
    """The time is over."""


@contextmanager
def limited(limits: Limits) -> Iterator[None]:
    """Hang is raised after the seconds of processor time, MemoryError beyond the memory."""

    def stop(*_: object) -> None:
        raise Hang

    old = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    before = signal.signal(signal.SIGPROF, stop)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (used + limits.memory, old[1]))
        signal.setitimer(signal.ITIMER_PROF, limits.seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_AS, old)


def taken(data: bytes, number: int, integers: bool, limits: Limits) -> Taken | Finding | str:
    """Convert one model; with ``integers`` a float model is quantized.

    Returns:
        The converted model, what it breaks, or how it was refused.
    """
    try:
        with limited(limits), warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return _converted(data, number, integers)
    except EdgecError as error:
        text = str(error)
        if isinstance(error.__cause__, UNFORESEEN):  # the user gets a sentence, but not a good one
            return Finding("crash", data, "".join(traceback.format_exception(error)))
        if error.exit_code == Exit.INTERNAL or not text.replace("\n  ", "").isprintable():
            return Finding("crash", data, f"exit code {error.exit_code}: {text!r}")
        return f"refused ({int(error.exit_code)})"
    except Hang:
        return Finding("hang", data, traceback.format_exc())
    except MemoryError:
        return Finding("memory", data, traceback.format_exc())
    except Exception:  # noqa: BLE001  that is what is looked for
        return Finding("crash", data, traceback.format_exc())


def _converted(data: bytes, number: int, integers: bool) -> Taken | str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.onnx"
        path.write_bytes(data)
        imported = import_model(path)
    graph = run_default(strip_qdq(imported.graph))
    rng = np.random.default_rng(number)
    if graph.is_quantized:
        graph = quantize_model(graph, None, QuantizeOptions(), lambda _: None)
    elif integers and all(graph.tensors[i].dtype.is_float for i in graph.inputs):
        samples = [np.stack([_value(graph.tensors[i], rng) for _ in range(2)]) for i in graph.inputs]
        graph = quantize_model(graph, samples, QuantizeOptions(allow_float=True), lambda _: None)
    meta = EdgeMeta("edgec", "m", "0" * 64, "host", "float32")
    packed = write_edge(graph, meta)
    assert write_edge(read_edge(packed)[0], meta) == packed, "the .edge file is not read as it was written"
    size = sum(t.nbytes for t in graph.tensors.values())
    if size > LARGEST_PROGRAM:
        return "converted, large"
    target = load_target("host")
    generated = generate(graph, GenerateOptions(f"t{number}", target, "float32", "m", "0" * 64, "fuzz"))
    return Taken(data, Job(generated, tuple(_value(graph.tensors[i], rng) for i in graph.inputs)), graph)


def _value(tensor: Tensor, rng: np.random.Generator) -> Array:
    """A random input."""
    dtype: Any = tensor.dtype.numpy
    if tensor.dtype.is_float:
        return rng.normal(0, 2, tensor.shape).astype(dtype)
    if dtype == np.bool_:
        return rng.integers(0, 2, tensor.shape).astype(dtype)
    low, high = (-3, 8) if np.dtype(dtype).itemsize > 1 else (np.iinfo(dtype).min, np.iinfo(dtype).max + 1)
    return rng.integers(max(low, np.iinfo(dtype).min), high, tensor.shape).astype(dtype)


def compiled(models: Sequence[Taken]) -> list[Finding]:
    """Compile and run the models; return what their programs break.  Halves find the model to blame."""
    if not models:
        return []
    try:
        with tempfile.TemporaryDirectory() as folder:
            jobs = [m.job for m in models]
            outputs = run_jobs(jobs, load_target("host"), Path(folder), SANITIZERS)
    except EdgecError as error:
        if len(models) == 1:
            return [Finding("program", models[0].model, str(error))]
        half = len(models) // 2
        return compiled(models[:half]) + compiled(models[half:])
    faults = ((m, _difference(m, arrays)) for m, arrays in zip(models, outputs, strict=True))
    return [Finding("difference", m.model, fault) for m, fault in faults if fault]


def _difference(model: Taken, outputs: Sequence[Array]) -> str:
    """Say how C and the simulator differ: integers exactly, floats (and what is cast from them) nearly."""
    graph = model.graph
    integer = any(t.quant is not None and not t.dtype.is_float for t in graph.tensors.values())
    run = simulate if integer else run_float
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            wanted = [y[0] for y in run(graph, [x[None] for x in model.job.inputs])]
    except Exception:  # noqa: BLE001  the simulator must take whatever C takes
        return traceback.format_exc()
    for name, have, want in zip(graph.outputs, outputs, wanted, strict=True):
        if have.dtype.kind == "f":
            scale = float(np.max(np.abs(want[np.isfinite(want)]), initial=0.0))
            close = np.isclose(have, want, 1e-3, 1e-4 + 1e-4 * scale) | ~np.isfinite(have) | ~np.isfinite(want)
        else:
            close = have == want
            if not integer and have.dtype != np.bool_:
                close |= np.isclose(have, want, 1e-3, 1.0)
        if not np.all(close):
            where = tuple(int(i) for i in np.argwhere(~close)[0])
            return f"output {name!r} at {where}: {have[where]} in C, {want[where]} in the simulator"
    return ""
