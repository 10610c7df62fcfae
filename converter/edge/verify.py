"""Structural verification of an ``.edge`` file: after it, the generated accessors cannot read outside the file.

Python's FlatBuffers has no verifier, so the layout of ``graph.fbs`` is repeated here as data (a test compares the two).
Checked are the identifier, the version, the checksum, every table with its vtable, every vector and string: bounds,
alignment, required fields, UTF-8.  All objects together must fit the file (none is shared), so
the work and the memory of reading are proportional to the file's size.
"""

from __future__ import annotations

import struct
import zlib
from enum import Enum

from edgec.converter.edge.codec import corrupt, utf8
from edgec.converter.graph.errors import InvalidModel
from edgec.converter.graph.frozen import dataclass

IDENTIFIER = b"EDGE"
VERSION = 1
DATA_ALIGN = 16
MAX_FILE_BYTES = 1 << 30


class ElementKind(Enum):
    """The content of a table's field."""

    SCALAR = "scalar"
    VECTOR = "vector"  # of scalars
    STRING = "string"
    STRINGS = "vector of strings"
    TABLES = "vector of tables"


@dataclass(frozen=True)
class Slot:
    """One field: ``width`` is the bytes of the scalar or of one element, ``align`` that of a vector's first element."""

    name: str
    kind: ElementKind
    width: int = 4
    required: bool = False
    align: int = 4
    table: str = ""


def _scalar(name: str, width: int) -> Slot:
    return Slot(name, ElementKind.SCALAR, width)


def _vector(name: str, width: int, required: bool = False, align: int = 4) -> Slot:
    return Slot(name, ElementKind.VECTOR, width, required, align)


def _string(name: str) -> Slot:
    return Slot(name, ElementKind.STRING, 1, required=True)


def _tables(name: str, table: str, required: bool = False) -> Slot:
    return Slot(name, ElementKind.TABLES, 4, required, 4, table)


TABLES: dict[str, tuple[Slot, ...]] = {
    "Tensor": (
        _vector("shape", 4),
        _scalar("dtype", 1),
        _scalar("layout", 1),
        _scalar("data", 4),
        _scalar("scale", 4),
        _scalar("zero_point", 4),
        _scalar("axis", 1),
        _vector("scales", 4),
        _vector("zero_points", 4),
        _vector("scale_of", 2),
        _scalar("q31", 1),
    ),
    "Node": (_scalar("op", 1), _vector("inputs", 2), _vector("outputs", 2), _vector("attrs", 1)),
    "State": (_scalar("input", 2), _scalar("output", 2), _vector("initial", 4)),
    "Entry": (_string("key"), _string("value")),
    "Model": (
        _scalar("version", 2),
        _scalar("crc32", 4),
        _string("tool"),
        _string("model_name"),
        _string("model_sha256"),
        _string("target"),
        _string("scheme"),
        _tables("extra", "Entry"),
        _string("graph_name"),
        Slot("ops", ElementKind.STRINGS, required=True),
        _vector("names", 1, required=True),
        _tables("tensors", "Tensor", required=True),
        _vector("inputs", 2, required=True),
        _vector("outputs", 2, required=True),
        _tables("nodes", "Node", required=True),
        _vector("data", 1, align=DATA_ALIGN),
        _tables("states", "State"),
    ),
}
_VERSION_SLOT, _CRC_SLOT = 0, 1


class Verifier:
    """Walks one file."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.budget = len(data)

    def number(self, layout: str, at: int, what: str) -> int:
        """A little-endian number, inside the file and aligned to its size."""
        size = struct.calcsize(layout)
        if at < 0 or at + size > len(self.data):
            corrupt(f"{what} lies outside the file")
        if at % size:
            corrupt(f"{what} is not aligned")
        value: int = struct.unpack_from("<" + layout, self.data, at)[0]
        return value

    def spend(self, size: int, what: str) -> None:
        """Count the bytes of an object; all objects together fit the file."""
        self.budget -= size
        if self.budget < 0:
            corrupt(f"{what} shares bytes with another part")

    def fields(self, table: int, name: str) -> dict[int, int]:
        """Slot number -> absolute position, of the fields of a table; their inline bytes are inside and aligned."""
        what = f"a {name}"
        vtable = table - self.number("i", table, what)
        entries = self.number("H", vtable, f"the vtable of {what}")
        size = self.number("H", vtable + 2, f"the vtable of {what}")
        if entries < 4 or entries % 2 or vtable + entries > len(self.data):
            corrupt(f"the vtable of {what} has {entries} bytes")
        if size < 4 or table + size > len(self.data):
            corrupt(f"{what} lies outside the file")
        self.spend(size, what)
        positions = {}
        for slot, known in enumerate(TABLES[name][: (entries - 4) // 2]):  # fields of a newer edgec are skipped
            offset = self.number("H", vtable + 4 + 2 * slot, what)
            if offset:
                width = known.width if known.kind is ElementKind.SCALAR else 4
                if not 4 <= offset <= size - width or (table + offset) % width:
                    corrupt(f"field '{known.name}' of {what} lies outside its table or is not aligned")
                positions[slot] = table + offset
        return positions

    def vector(self, field: int, slot: Slot) -> tuple[int, int]:
        """Position of the first element and number of elements of the vector a field points to."""
        what = f"'{slot.name}'"
        at = field + self.number("I", field, what)
        count = self.number("I", at, what)
        start = at + 4
        if count * slot.width > len(self.data) - start:
            corrupt(f"{what} claims {count} elements, more than the file holds")
        if start % slot.align:
            corrupt(f"{what} is not aligned to {slot.align} bytes")
        self.spend(4 + count * slot.width, what)
        return start, count

    def string(self, field: int, slot: Slot) -> None:
        """Verify the string a field points to."""
        start, count = self.vector(field, Slot(slot.name, ElementKind.STRING, 1))
        if self.data[start + count : start + count + 1] != b"\0":
            corrupt(f"'{slot.name}' is not terminated")
        utf8(self.data[start : start + count], f"'{slot.name}'")

    def table(self, at: int, name: str) -> None:
        """Verify a table and everything below it."""
        positions = self.fields(at, name)
        for index, slot in enumerate(TABLES[name]):
            if index not in positions:
                if slot.required:
                    corrupt(f"a {name} has no '{slot.name}'")
                continue
            field = positions[index]
            if slot.kind is ElementKind.STRING:
                self.string(field, slot)
            elif slot.kind is not ElementKind.SCALAR:
                start, count = self.vector(field, slot)
                for element in range(start, start + 4 * count, 4) if slot.kind is not ElementKind.VECTOR else ():
                    if slot.kind is ElementKind.STRINGS:
                        self.string(element, slot)
                    else:
                        self.table(element + self.number("I", element, f"'{slot.name}'"), slot.table)


def crc_position(data: bytes) -> int:
    """Return the position of the checksum; checks the identifier and the version on the way.

    Raises:
        InvalidModel: not an ``.edge`` file, one of a newer version, or one with a damaged head.
    """
    if len(data) < 8 or data[4:8] != IDENTIFIER:
        raise InvalidModel("the file is not an .edge file (bytes 4 to 7 are not 'EDGE'); give one that edgec wrote")
    if len(data) > MAX_FILE_BYTES:
        raise InvalidModel(
            f"the .edge file has {len(data)} bytes, at most {MAX_FILE_BYTES} are allowed; use a smaller model"
        )
    verifier = Verifier(data)
    root = verifier.number("I", 0, "the root")
    positions = verifier.fields(root, "Model")
    if _VERSION_SLOT not in positions:
        corrupt("it has no version")
    version = verifier.number("H", positions[_VERSION_SLOT], "the version")
    if version > VERSION:
        raise InvalidModel(
            f"the .edge file has format version {version}, this edgec reads up to {VERSION}; "
            "use the edgec that wrote it or a newer one"
        )
    if version < 1 or _CRC_SLOT not in positions:
        corrupt("it has no version or no checksum")
    verifier.number("I", positions[_CRC_SLOT], "the checksum")
    return positions[_CRC_SLOT]


def checksum(data: bytes, position: int) -> int:
    """CRC-32 of the file with the four bytes at ``position`` zero."""
    view = memoryview(data)
    return zlib.crc32(view[position + 4 :], zlib.crc32(b"\0\0\0\0", zlib.crc32(view[:position])))


def sealed(data: bytes) -> bytes:
    """The file with its checksum set."""
    position = crc_position(data)
    return data[:position] + checksum(data, position).to_bytes(4, "little") + data[position + 4 :]


def verify(data: bytes) -> None:
    """Check the structure of a file.

    Raises:
        InvalidModel: it is not a well-formed ``.edge`` file of a version that this edgec reads.
    """
    position = crc_position(data)
    if struct.unpack_from("<I", data, position)[0] != checksum(data, position):
        corrupt("its checksum does not match")
    verifier = Verifier(data)
    verifier.table(verifier.number("I", 0, "the root"), "Model")
