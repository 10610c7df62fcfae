"""Samples that are read from their file a few at a time, for calibration sets larger than memory."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import IO, Any

import numpy as np

from edgec.samples.npfile import Array, ArrayFile, ArrayInfo

MIN_STREAMED_BYTES = 32 << 20  # bytes of an array from which on it is not read whole
Convert = Callable[[Array], Array]


class Streamed:
    """An array ``[N, ...]`` of a file whose rows are read and converted when they are indexed.

    It is indexed along its first axis as an array is, by a number, a slice, numbers or truth values, and gives arrays
    then; nothing else of an array's can be asked of it.  Rows are cheapest in ascending order: going back in a
    compressed file means to read it again from its start.
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

    def __getitem__(self, which: int | slice | Array) -> Array:
        """One sample, consecutive ones, or those of given numbers (which are remembered for the next time)."""
        if isinstance(which, slice) and which.step in (None, 1):
            start, stop, _ = which.indices(len(self))
            return self.convert(self._read(start, max(0, stop - start)))
        numbers = np.arange(len(self))[which]  # numpy's rules: negative numbers, truth values, IndexError
        if numbers.ndim == 0:
            return np.asarray(self[int(numbers) : int(numbers) + 1][0])
        key = numbers.tobytes()
        if self._picked is None or self._picked[0] != key:
            self._picked = (key, np.concatenate([self[0:0], *(self[i : i + 1] for i in map(int, numbers))]))
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
