"""Arrays from ``.npz`` and ``.npy`` files, read without pickle and without trusting the sizes the file claims."""

from __future__ import annotations

import lzma
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass

Array = npt.NDArray[Any]
DEFLATE_LIMIT = 1100  # deflate never expands more than 1032:1; a file that claims more lies about its size
SKIP = 1 << 20  # bytes
READ_ERRORS = (
    ArithmeticError, AttributeError, EOFError, LookupError, MemoryError, OSError, RuntimeError, SyntaxError, TypeError,
    ValueError, lzma.LZMAError, struct.error, tokenize.TokenError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""Errors that numpy's reader of headers, zipfile and its decompressors raise for damaged files."""


@dataclass(frozen=True)
class ArrayInfo:
    """Header of an array; the values begin ``offset`` bytes after the start of the array's file."""

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    by_rows: bool = True
    offset: int = 0

    @property
    def nbytes(self) -> int:
        """Bytes of the values."""
        return prod(self.shape) * self.dtype.itemsize

    def __str__(self) -> str:
        return f"{printable(self.name)} {self.dtype}{list(self.shape)}"


class ArrayFile:
    """An open ``.npz`` or ``.npy`` file: the headers are read at once, the arrays on demand."""

    def __init__(self, path: Path) -> None:
        """Read the headers.

        Raises:
            UsageError: the file is missing, unreadable, truncated, damaged, holds no plain arrays or two of one name.
        """
        self.path = path
        if not path.is_file():
            raise UsageError(f"{path}: no such file; give an .npz or .npy file")
        try:
            self.arrays = self._headers()
        except READ_ERRORS as e:
            raise self._damaged(e) from e

    def read(self, name: str) -> Array:
        """The array called ``name``.

        Raises:
            UsageError: its bytes are damaged or incomplete.
        """
        try:
            loaded = np.load(self.path, allow_pickle=False)
            if isinstance(loaded, np.lib.npyio.NpzFile):
                with loaded:
                    return np.asarray(loaded[name])
            return np.asarray(loaded)
        except READ_ERRORS as e:
            raise self._damaged(e) from e

    def open(self, info: ArrayInfo) -> IO[bytes]:
        """A stream of the .npy file of one array, to read parts of it.

        Raises:
            UsageError: it cannot be opened.
        """
        try:
            if self.path.suffix == ".npy":
                return self.path.open("rb")
            return zipfile.ZipFile(self.path).open(f"{info.name}.npy")
        except READ_ERRORS as e:
            raise self._damaged(e) from e

    def bytes_at(self, stream: IO[bytes], offset: int, count: int) -> bytes:
        """``count`` bytes of an ``open`` stream.

        Raises:
            UsageError: they are damaged or missing.
        """
        try:
            if isinstance(stream, zipfile.ZipExtFile):  # it would skip by reading all at once
                while stream.tell() < offset and stream.read(min(SKIP, offset - stream.tell())):
                    pass
            stream.seek(offset)
            data = stream.read(count)
            if len(data) != count:
                raise ValueError("the values end too early")
            return data
        except READ_ERRORS as e:
            raise self._damaged(e) from e

    def listing(self) -> str:
        """The arrays with types and shapes, for a message."""
        return ", ".join(str(a) for a in self.arrays.values()) or "no arrays"

    def _headers(self) -> Mapping[str, ArrayInfo]:
        if self.path.suffix == ".npy":
            with self.path.open("rb") as f:
                return {"": _header("", f, self.path.stat().st_size)}
        headers = {}
        with zipfile.ZipFile(self.path) as z:
            for member in z.infolist():
                name = member.filename
                if not name.endswith(".npy"):
                    continue
                if member.file_size > DEFLATE_LIMIT * member.compress_size + 1024:
                    raise ValueError(f"array '{name}' claims more bytes than the file can hold")
                if name[:-4] in headers:
                    raise ValueError(f"array '{name[:-4]}' appears twice")
                with z.open(member) as f:
                    headers[name[:-4]] = _header(name[:-4], f, member.file_size)
        return headers

    def _writer(self) -> str:
        return "save" if self.path.suffix == ".npy" else "savez"

    def _damaged(self, error: Exception) -> UsageError:
        return UsageError(
            f"{self.path}: is not a readable {self.path.suffix or '.npz'} file of plain arrays "
            f"({printable(str(error)) or type(error).__name__}); write it again with numpy.{self._writer()}"
        )


class ArraysGiven(ArrayFile):
    """Arrays of a program in the place of a file's; ``path`` is what messages call them."""

    def __init__(self, path: Path, arrays: Mapping[str, Array]) -> None:
        """Take the arrays as they are.

        Raises:
            UsageError: one holds Python objects.
        """
        self.path = path
        self._given = {name: np.asarray(a) for name, a in arrays.items()}
        for name, a in self._given.items():
            if a.dtype.hasobject:
                raise UsageError(f"{path}: array '{printable(name)}' holds Python objects; give numbers")
        self.arrays = {name: ArrayInfo(name, a.shape, a.dtype, by_rows=False) for name, a in self._given.items()}

    def read(self, name: str) -> Array:
        """The array called ``name``."""
        return self._given[name]


def _header(name: str, f: IO[bytes], size: int) -> ArrayInfo:
    """The header of one array in .npy form; its claim must agree with ``size``, the bytes there are."""
    version = np.lib.format.read_magic(f)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, by_columns, dtype = read(f)
    if any(type(d) is not int for d in shape):  # True passes for 1 in numpy's reader, not where arrays are made
        raise ValueError(f"array '{name}' has shape {shape}, which is not of integers")
    if dtype.hasobject:
        raise ValueError(f"array '{name}' holds Python objects")
    needed = prod(shape) * dtype.itemsize
    if needed != size - f.tell():
        what = f"array '{name}'" if name else "the array"
        raise ValueError(f"{what} is truncated: {list(shape)} of {dtype} needs {needed} bytes")
    return ArrayInfo(name, tuple(int(d) for d in shape), dtype, not by_columns, f.tell())
