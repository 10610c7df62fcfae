"""Results of a device so far, kept in a file, so that an interrupted run goes on where it ended."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

from edgec.converter.graph.errors import UsageError, printable

_RECORD = struct.Struct("<II")  # CRC-32 of number and outputs, number


class SampleJournal:
    """A file: a line that says what it is of, then a record for each sample.

    Args:
        file: where it is, or is to be.
        about: what the outputs depend on; a file about something else is refused.
        size: bytes of the outputs of a sample.

    Raises:
        UsageError: it cannot be read or written, or is about something else.
    """

    def __init__(self, file: Path, about: dict[str, str], size: int) -> None:
        self._file, self._size = file, size
        head = json.dumps({"edgec": "outputs of a device", **about}, sort_keys=True).encode() + b"\n"
        try:
            held = file.read_bytes() if file.exists() else b""
            if held and not held.startswith(head):
                raise UsageError(
                    f"--resume {printable(str(file))}: is of another model, of other samples, or no such file; name "
                    "another"
                )
            self.known = self._records(held[len(head) :])
            whole = len(head) + len(self.known) * (_RECORD.size + size)
            with file.open("r+b" if held else "wb") as stream:
                stream.write(head)
                stream.truncate(whole if held else None)
        except OSError as e:
            raise self._unusable(e) from e

    def add(self, number: int, outputs: bytes) -> None:
        """Keep the outputs of a sample."""
        try:
            with self._file.open("ab") as stream:
                stream.write(_RECORD.pack(zlib.crc32(struct.pack("<I", number) + outputs), number) + outputs)
        except OSError as e:
            raise self._unusable(e) from e

    def _records(self, data: bytes) -> dict[int, bytes]:
        """The outputs by the sample's number, as far as records are whole."""
        records: dict[int, bytes] = {}
        step = _RECORD.size + self._size
        for at in range(0, len(data) - step + 1, step):
            crc, number = _RECORD.unpack_from(data, at)
            outputs = data[at + _RECORD.size : at + step]
            if zlib.crc32(struct.pack("<I", number) + outputs) != crc or number in records:
                break
            records[number] = outputs
        return records

    def _unusable(self, error: OSError) -> UsageError:
        return UsageError(
            f"--resume {printable(str(self._file))}: cannot be used ({error.strerror}); name a file that can be written"
        )
