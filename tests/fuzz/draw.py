"""Command lines for mutated models: a model of the repository or the shared folder, changed, and options at random."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np
import onnx
from google.protobuf.message import DecodeError

from edgec.converter.graph.ir import Array
from tests.conftest import shared_folder
from tests.fuzz.mutate import mutated
from tests.fuzz.run import node_tests, seeds

LARGE, LARGEST = 50_000, 1 << 21  # bytes of files that are drawn rarely, and not at all
RARELY = 0.005
VALUES = 1 << 16  # of a calibration set
TARGETS = ("host", "host", "host", "cortex-m4", "cortex-m4", "cortex-m4", "cortex-m7")
SCHEMES = ("auto", "float32", "int8", "int8", "int16x8", "int4", "mixed")
MODES = (*["speed"] * 9, "balanced", "ram", "size")
CALIBRATORS = ("auto", "minmax", "minmax", "percentile", "mse")
FLAGS = (("--argmax", 0.03), ("--allow-float", 0.4), ("--keep-dead-channels", 0.1))
LIMITS = ("--max-flash=20K", "--max-ram=4K", "--exchange-rate=50", "--max-drop=1", "--limit=elements=1M")


@dataclass(frozen=True)
class Drawn:
    """A case: the model, the samples it is calibrated with (or none), and the words after ``convert MODEL``."""

    source: str
    model: bytes
    samples: bytes
    words: tuple[str, ...]


@dataclass(frozen=True)
class Sources:
    """Models by file name, small and large ones."""

    small: tuple[tuple[str, bytes], ...]
    large: tuple[tuple[str, bytes], ...]


def sources() -> Sources:
    """The small models of the tests, ONNX's node tests, and the shared models and reproductions when they are there."""
    shared = shared_folder()
    files = [*shared.glob("models/*.onnx"), *shared.glob("repro/*.onnx")]
    found = [(p.name, p.read_bytes()) for p in sorted(files) if p.stat().st_size <= LARGEST]
    every = [*found * 3, *((f"test {i}", s) for i, s in enumerate(seeds() * 2))]
    every += [(f"node test {i}", s) for i, s in enumerate(node_tests())]
    return Sources(
        tuple((n, d) for n, d in every if len(d) <= LARGE), tuple((n, d) for n, d in every if len(d) > LARGE)
    )


def drawn(rng: random.Random, models: Sources) -> Drawn:
    """One case."""
    pool = models.large if models.large and rng.random() < RARELY else models.small
    name, data = rng.choice(pool)
    data = mutated(data, rng)
    inputs = _inputs(data)
    words = ["-t", rng.choice(TARGETS), "--optimize", rng.choice(MODES if len(data) < LARGE else MODES[:-2])]
    samples = b""
    if rng.random() < 0.6:
        words += ["--quantize", rng.choice(SCHEMES), "--calibrator", rng.choice(CALIBRATORS)]
        samples = _samples(inputs, rng)
    words += [w for w, share in FLAGS if rng.random() < share]
    if rng.random() < 0.1:
        words += ["--input-layout", "nhwc"]
    if rng.random() < 0.1:
        words.append(rng.choice(LIMITS))
    for port in inputs:
        dynamic = any(d.WhichOneof("value") != "dim_value" for d in port.type.tensor_type.shape.dim)
        if rng.random() < (0.7 if dynamic else 0.03):
            words += ["--shape", f"{port.name}={','.join(str(d) for d in _shape(port, rng)) or 1}"]
        if rng.random() < 0.04:
            words += ["--constant", f"{port.name}={rng.choice(('0', '1', '2', '-1', '1,2', '0.5', 'nan', '1e400'))}"]
    return Drawn(name, data, samples, tuple(w for w in words if "\0" not in w))


def _inputs(data: bytes) -> list[onnx.ValueInfoProto]:
    try:
        graph = onnx.ModelProto.FromString(data).graph
    except DecodeError:
        return []
    stored = {t.name for t in graph.initializer}
    return [i for i in graph.input if i.name not in stored]


def _shape(port: onnx.ValueInfoProto, rng: random.Random) -> list[int]:
    dims = port.type.tensor_type.shape.dim
    return [d.dim_value if d.dim_value > 0 else rng.choice((1, 1, 1, 2, 3)) for d in dims]


def _samples(ports: Sequence[onnx.ValueInfoProto], rng: random.Random) -> bytes:
    """An .npz of a few samples for these inputs; nothing where they are too large or of no type of numpy's."""
    arrays: dict[str, Array] = {}
    for port in ports:
        shape = (rng.choice((1, 2, 4)) if len(ports) == 1 else 3, *_shape(port, rng))
        if prod(shape) > VALUES or len(shape) > 32:
            return b""
        try:
            dtype = onnx.helper.tensor_dtype_to_np_dtype(port.type.tensor_type.elem_type)
            values = np.random.default_rng(rng.getrandbits(32)).normal(0, 2, shape)
            if rng.random() < 0.1:
                values.reshape(-1)[:1] = rng.choice((np.nan, np.inf, 1e38, 1e-42))
            with np.errstate(all="ignore"):
                arrays["x" if len(ports) == 1 else port.name] = (values * rng.choice((1, 1, 1, 0, 50))).astype(dtype)
        except (KeyError, TypeError, ValueError):
            return b""
    file = io.BytesIO()
    try:
        np.savez(file, **arrays)  # type: ignore[arg-type]
    except (ValueError, TypeError):  # a name that no file can have
        return b""
    return file.getvalue()


def companions(folder: Path) -> None:
    """Write the files that models with external data of the shared folder refer to: sparse files, and a FIFO."""
    import os

    for name, size in (("mb64.bin", 64 << 20), ("hole.bin", 20 << 30), ("secret.bin", 16)):
        with (folder / name).open("wb") as file:
            file.truncate(size)
    if not (folder / "fifo").exists():
        os.mkfifo(folder / "fifo")
