"""Samples that are read from their file a few at a time, for calibration sets larger than memory."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import IO, Any

import numpy as np

from edgec.samples.npfile import Array, ArrayFile, ArrayInfo

LARGE = 32 << 20  # bytes of an array from which on it is not read whole
Convert = Callable[[Array], Array]


class Streamed:
    """An array ``[N, ...]`` of a file that gives rows only: ``x[a:b]`` and ``x[indices]``, converted as they are read.

    It stands for an array wherever samples are taken group by group.  Rows are cheapest in ascending order: going back
    in a compressed file means to read it again from its start.
    """

    def __init__(self, file: ArrayFile, info: ArrayInfo, convert: Convert) -> None:
        """``convert`` makes ``[n, ...]`` as the model takes it from ``n`` rows of the file.

        Raises:
            UsageError: the first row cannot be read or converted.
        """
        self.file = file
        self.info = info
        self.convert = convert
        self._stream: IO[bytes] | None = None
        self._picked: tuple[bytes, Array] | None = None
        first = self[0:1]
        self.shape: tuple[int, ...] = (info.shape[0], *first.shape[1:])
        self.dtype: np.dtype[Any] = first.dtype

    def __len__(self) -> int:
        """The number of samples."""
        return self.info.shape[0]

    def __getitem__(self, which: slice | Array) -> Array:
        """Consecutive samples, or those of the given ascending numbers (which are remembered for the next time)."""
        if isinstance(which, slice):
            start, stop, _ = which.indices(len(self))
            return self.convert(self._read(start, max(0, stop - start)))
        key = which.tobytes()
        if self._picked is None or self._picked[0] != key:
            self._picked = (key, np.concatenate([self[i : i + 1] for i in map(int, which)]))
        return self._picked[1]

    def then(self, convert: Convert) -> Streamed:
        """The same rows, converted once more."""
        return Streamed(self.file, self.info, lambda rows: convert(self.convert(rows)))

    def _read(self, start: int, count: int) -> Array:
        row = prod(self.info.shape[1:]) * self.info.dtype.itemsize
        if self._stream is None:
            self._stream = self.file.open(self.info)
        data = self.file.bytes_at(self._stream, self.info.offset + start * row, count * row)
        return np.frombuffer(data, self.info.dtype).reshape(count, *self.info.shape[1:])
