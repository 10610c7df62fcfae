"""The three readers of untrusted files: what each must do with any bytes, and how such bytes are changed.

``READERS`` holds a function for each: it reads, and raises ``Broken`` when anything but the documented happens.
``MUTATORS`` change what is behind checksums and lengths, so that a search gets past them.
"""

from __future__ import annotations

import io
import random
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
from google.protobuf.message import DecodeError

from edgec.converter.edge import verify as edge_verify
from edgec.converter.edge.file import read_edge, write_edge
from edgec.converter.graph.errors import EdgecError, Exit, InvalidModel
from edgec.converter.graph.ir import Array, DType, Shape, Tensor
from edgec.converter.graph.limits import Limits
from edgec.converter.onnx.importer import import_model
from edgec.converter.onnx.nodes import UNFORESEEN
from edgec.quantize.rewrite.rewrites import simplified
from edgec.samples.data import DataSource, InputSpec, load, to_device
from edgec.samples.npfile import ArrayFile, ArrayInfo
from edgec.samples.stream import Streamed
from tests.fuzz.mutate import damaged, mutated

Read = Callable[[bytes, Path], bool]
Mutate = Callable[[bytes, random.Random], bytes]
LIMITS = Limits(elements=1 << 20, bytes=1 << 24, nodes=2000)
EXTERNAL = ("w.bin", 256)  # the file that models with external data find beside them, and its size
SPECS = (
    InputSpec("x", (1, 2, 3), DType.F32),
    InputSpec("image", (1, 3, 4, 5), DType.F32),
    InputSpec("b", (), DType.BOOL),
    InputSpec("i", (4,), DType.I8),
    InputSpec("long", (2, 1), DType.I64),
    InputSpec("none", (0, 3), DType.F16),
)


class Broken(Exception):
    """A reader did something that it must not do."""


def _refused(error: EdgecError) -> None:
    """Raise ``Broken`` unless a refusal is one that users can read."""
    if error.exit_code in (Exit.DONE, Exit.INTERNAL) or not str(error).replace("\n  ", "").isprintable():
        raise Broken(f"exit code {int(error.exit_code)}: {error}") from error


# --- ONNX -------------------------------------------------------------------------------------------------------------


def read_onnx(data: bytes, folder: Path) -> bool:
    """Import and all passes.  Now and then, as the bytes say, shapes of inputs are given, or values."""
    path = folder / "m.onnx"
    path.write_bytes(data)
    external = folder / EXTERNAL[0]
    if not external.exists():
        external.write_bytes(bytes(range(EXTERNAL[1])))
    shapes, constants = _bound(data)
    try:
        simplified(import_model(path, shapes, constants, limits=LIMITS).graph)
    except EdgecError as error:
        _refused(error)
        if isinstance(error.__cause__, UNFORESEEN):
            raise Broken(f"an error nobody foresaw: {error}") from error
        return False
    return True


def _bound(data: bytes) -> tuple[dict[str, Shape], dict[str, Array]]:
    """Shapes and values for inputs, in one of four files each."""
    rng = random.Random(zlib.crc32(data))
    kind = rng.randrange(8)
    if kind > 3:
        return {}, {}
    try:
        inputs = onnx.ModelProto.FromString(data).graph.input[:4]
    except DecodeError:
        return {}, {}
    shapes = {i.name: tuple(d.dim_value or 2 for d in i.type.tensor_type.shape.dim) for i in inputs}
    if kind < 2:
        return {n: s for n, s in shapes.items() if min(s, default=1) > 0}, {}
    value = rng.choice((0.0, 1.0, -1.0, 3.0, 0.5, 1e300, float("nan"), float("inf")))
    return {}, {n: np.full(s if kind == 2 and max(s, default=1) < 9 else (), value) for n, s in shapes.items()
                if min(s, default=0) >= 0 and len(s) < 7}  # fmt: skip


def mutate_onnx(data: bytes, rng: random.Random) -> bytes:
    """Edits of the protobuf, one or a few; now and then bytes."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        data = mutated(data, rng)
    return data


# --- .npz and .npy ----------------------------------------------------------------------------------------------------


def read_npz(data: bytes, folder: Path) -> bool:
    """Every array of a file, whole, in parts, and as samples of some inputs."""
    suffix = ".npz" if data[:2] == b"PK" else ".npy"
    path = folder / f"samples{suffix}"
    path.write_bytes(data)
    try:
        file = ArrayFile(path)
    except EdgecError as error:
        _refused(error)
        return False
    read = 0
    for name, info in file.arrays.items():
        read += _attempted(lambda n=name: file.read(n))  # type: ignore[misc]
        _attempted(lambda i=info: _parts(file, i))  # type: ignore[misc]
        listed = name if name.isidentifier() else None
        for spec in SPECS:
            _attempted(lambda s=spec, n=listed: _samples(path, n, s))  # type: ignore[misc]
    return read > 0


def _attempted(action: Callable[[], object]) -> bool:
    try:
        action()
    except EdgecError as error:
        if type(error).__name__ != "UsageError":
            raise Broken(f"not the error of a file: {error!r}") from error
        _refused(error)
        return False
    return True


def _parts(file: ArrayFile, info: ArrayInfo) -> None:
    with file.open(info) as stream:
        file.bytes_at(stream, info.offset, info.nbytes)
    if info.nbytes and info.shape and info.by_rows:
        rows = Streamed(file, info, lambda rows: rows)
        rows[len(rows) - 1 : len(rows)]


def _samples(path: Path, name: str | None, spec: InputSpec) -> None:
    found = load(DataSource(path, name), [spec])
    to_device(found.inputs[0], Tensor(spec.name, spec.shape, spec.dtype), spec.stored)


HEADERS = (b"'shape': (", b"'descr': '", b"'fortran_order': ")
SHAPES = (
    b"",
    b"1,",
    b"3,",
    b"0,",
    b"2, 3",
    b"1, 2, 3",
    b"-1,",
    b"True,",
    b"1e3,",
    b"99999999999,",
    b"4, 1, 2, 3",
    b"'a',",
)
TYPES = (b"<f4", b">f4", b"<f8", b"<f2", b"|b1", b"|i1", b"|u1", b"<i8", b">i8", b"<c8", b"<U3", b"|S2", b"|O",
         b"<M8[ns]", b"<V4", b"<f16", b"|V0")  # fmt: skip
FLAGS = (b"True", b"False", b"None", b"1", b"[]")


def mutate_npz(data: bytes, rng: random.Random) -> bytes:
    """Members of an archive, with checksums that are right; the text of headers, whose lengths stay right."""
    if data[:2] != b"PK" or rng.random() < 0.2:
        return _array(data, rng) if rng.random() < 0.5 else damaged(data, rng)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(i, archive.read(i)) for i in archive.infolist() if i.file_size < 1 << 16]
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError):
        return damaged(data, rng)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for info, content in members:
            name = (
                info.filename
                if rng.random() < 0.9
                else rng.choice(("x.npy", "y.npy", "i.npy", "../x.npy", "a", "x.npz"))
            )
            value = _array(content, rng) if rng.random() < 0.6 else content
            for _ in range(rng.choice((1, 1, 1, 1, 0, 2))):
                archive.writestr(name, value, rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))
    return out.getvalue()


def _array(data: bytes, rng: random.Random) -> bytes:
    """An .npy with another header, or with other values."""
    key, values = rng.choice(((HEADERS[0], SHAPES), (HEADERS[1], TYPES), (HEADERS[2], FLAGS)))
    start = data.find(key)
    if start < 0 or data[:6] != b"\x93NUMPY" or rng.random() < 0.2:
        return damaged(data, rng)
    start += len(key)
    ends = [at for at in (data.find(c, start) for c in (b")", b"'", b",", b"\n")) if at >= 0]
    end = data.find(b")", start) if values is SHAPES else min(ends, default=start)
    wide = 4 if data[6:7] == b"\x02" else 2
    head = 8 + wide
    length = int.from_bytes(data[8:head], "little")
    text = data[head:start] + rng.choice(values) + data[end : head + length]
    body = data[head + length :]
    if rng.random() < 0.3:
        body = damaged(body, rng)
    return data[:8] + len(text).to_bytes(4, "little")[:wide] + text + body


# --- .edge ------------------------------------------------------------------------------------------------------------


def read_edge_file(data: bytes, folder: Path) -> bool:
    """A graph, which is written as it was read."""
    try:
        graph, meta = read_edge(data)
    except InvalidModel as error:
        _refused(error)
        return False
    again = write_edge(graph, meta)
    if write_edge(*read_edge(again)) != again:
        raise Broken("the file is not written as it was read")
    return True


def mutate_edge(data: bytes, rng: random.Random) -> bytes:
    """Words and bytes, and the checksum set right again, most of the time."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        if len(out) < 8:
            break
        at = rng.randrange(len(out) - 4)
        kind = rng.randrange(4)
        if kind == 0:
            out[at] = rng.choice((0, 1, 2, 0x7F, 0x80, 0xFF, out[at] ^ (1 << rng.randrange(8))))
        elif kind == 1:
            at &= ~3
            word = int.from_bytes(out[at : at + 4], "little")
            value = rng.choice((0, 1, word + 4, word - 4, word + 1, word * 2, 0xFFFFFFFF, 0x7FFFFFFF))
            out[at : at + 4] = (value & 0xFFFFFFFF).to_bytes(4, "little")
        elif kind == 2:
            source = rng.randrange(len(out) - 4)
            size = rng.choice((1, 2, 4, 8, 16))
            out[at : at + size] = out[source : source + size]
        else:
            out = bytearray(damaged(bytes(out), rng))
    try:
        return edge_verify.sealed(bytes(out)) if rng.random() < 0.95 else bytes(out)
    except InvalidModel:
        return bytes(out)


READERS: dict[str, Read] = {"onnx": read_onnx, "npz": read_npz, "edge": read_edge_file}
MUTATORS: dict[str, Mutate] = {"onnx": mutate_onnx, "npz": mutate_npz, "edge": mutate_edge}
