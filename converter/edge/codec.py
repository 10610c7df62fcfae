"""The two packed byte blocks inside an ``.edge`` file: operator attributes and names.

**Attributes** are written by introspection, so an operator needs no code here.  A block is the number of fields, then
their values in declaration order; trailing fields that equal their default are left out.  A value is one tag byte and
what the tag announces (little-endian, varints are LEB128):

====  =============================================  =========  ==============================
tag   value                                          tag        value
====  =============================================  =========  ==============================
0x00  None                                           0x06       float, 8 bytes
0x01  False                                          0x07 0x08  +inf, -inf
0x02  True                                           0x09       nested dataclass: a block
0x03  integer: zigzag varint                         0x20-0x3e  tuple of tag - 0x20 values
0x05  float, 4 bytes (when that is exact)            0x3f       tuple: varint count, values
0x80  small integer: tag - 0xa0 is in -32..95        0x40-0x7e  string of tag - 0x40 bytes
to    (up to 0xff)                                   0x7f       string: varint count, UTF-8
====  =============================================  =========  ==============================

An enumeration is its value.  **Names** are UTF-8, each given by what it shares with an earlier one: varints ``back``
(0: nothing shared), then, if not 0, ``prefix`` and ``suffix`` lengths; then the length of the middle and its bytes.
"""

from __future__ import annotations

import struct
import types
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from operator import index
from typing import Any, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from edgec.converter.graph.errors import EdgecError, InvalidModel, printable
from edgec.converter.graph.ir import Attrs

NONE, FALSE, TRUE, INT, F32, F64, PLUS_INF, MINUS_INF, NESTED = 0, 1, 2, 3, 5, 6, 7, 8, 9
TUPLE, STRING, SMALL = 0x20, 0x40, 0x80
LONG_TUPLE, LONG_STRING = 0x3F, 0x7F
SMALL_MIN, SMALL_MAX = -32, 95
MAX_NAMES_BYTES = 1 << 24
MAX_ITEMS = 1 << 16
NAME_WINDOW = 48

T = TypeVar("T", bound=Attrs)


def corrupt(fact: str) -> NoReturn:
    """Refuse a file.

    Raises:
        InvalidModel: always; ``fact`` is the middle of its sentence.
    """
    raise InvalidModel(f"the .edge file is damaged: {fact}; write it again with 'edgec convert'")


class Cursor:
    """Reads a packed block; every step is checked against its end."""

    def __init__(self, data: bytes, what: str) -> None:
        self.data = data
        self.what = what
        self.pos = 0

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        if count > len(self.data) - self.pos:
            corrupt(f"{self.what} end too early")
        self.pos += count
        return self.data[self.pos - count : self.pos]

    def byte(self) -> int:
        """The next byte."""
        return self.take(1)[0]

    def varint(self) -> int:
        """An unsigned number below 2**64."""
        value = 0
        for shift in range(0, 70, 7):
            b = self.byte()
            value |= (b & 0x7F) << shift
            if b < 0x80:
                if value >> 64:
                    break
                return value
        corrupt(f"{self.what} hold a number of more than 64 bits")

    def end(self) -> None:
        """Require that all bytes were read."""
        if self.pos != len(self.data):
            corrupt(f"{self.what} are followed by {len(self.data) - self.pos} bytes too many")


def put_varint(out: bytearray, value: int) -> None:
    """Append an unsigned number."""
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


# -- attributes ---------------------------------------------------------------------------------------------------


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


def encode_attrs(attrs: Attrs) -> bytes:
    """The block of an attribute object; empty when every field has its default.

    Raises:
        TypeError: a field has a type this format does not know, or a value of another type than declared.
    """
    out = bytearray()
    _put_fields(out, attrs)
    return b"" if out == b"\0" else bytes(out)


def _default(f: Any) -> Any:
    return f.default_factory() if f.default_factory is not MISSING else f.default


def _put_fields(out: bytearray, obj: Any) -> None:
    hints = _hints(obj.__class__)
    kept = list(fields(obj))
    while kept and repr(_default(kept[-1])) == repr(getattr(obj, kept[-1].name)):
        kept.pop()
    put_varint(out, len(kept))
    for f in kept:
        try:
            _put(out, hints[f.name], getattr(obj, f.name))
        except (TypeError, OverflowError) as error:
            raise TypeError(f"{type(obj).__name__}.{f.name}: {error}") from error


def _put(out: bytearray, hint: Any, value: Any) -> None:
    if get_origin(hint) in (Union, types.UnionType):
        if value is None:
            out.append(NONE)
            return
        hint = _inner(hint)
    if get_origin(hint) is tuple:
        _put_sized(out, TUPLE, len(value))
        for h, v in zip(_item_hints(hint, len(value)), value, strict=True):
            _put(out, h, v)
    elif isinstance(hint, type) and issubclass(hint, Enum) and isinstance(value, hint):
        _put(out, type(value.value), value.value)
    elif hint is bool and isinstance(value, (bool, np.bool_)):
        out.append(TRUE if value else FALSE)
    elif hint is int and not isinstance(value, bool):
        _put_int(out, index(value))
    elif hint is float and isinstance(value, (int, float, np.floating, np.integer)) and not isinstance(value, bool):
        _put_float(out, float(value))
    elif hint is str and isinstance(value, str):
        text = value.encode("utf-8", "backslashreplace")
        _put_sized(out, STRING, len(text))
        out += text
    elif is_dataclass(hint) and isinstance(hint, type) and type(value) is hint:
        out.append(NESTED)
        _put_fields(out, value)
    else:
        raise TypeError(f"{value!r} cannot be stored as {hint}")


def _put_sized(out: bytearray, tag: int, count: int) -> None:
    if tag == TUPLE and count > MAX_ITEMS:
        raise OverflowError(f"{count} values are more than {MAX_ITEMS}")
    longest = (LONG_TUPLE if tag == TUPLE else LONG_STRING) - tag
    if count < longest:
        out.append(tag + count)
    else:
        out.append(tag + longest)
        put_varint(out, count)


def _put_int(out: bytearray, value: int) -> None:
    if not -(1 << 63) <= value < 1 << 63:
        raise OverflowError(f"{value} has more than 64 bits")
    if SMALL_MIN <= value <= SMALL_MAX:
        out.append(SMALL + value - SMALL_MIN)
    else:
        out.append(INT)
        put_varint(out, value << 1 if value >= 0 else ~(value << 1))


def _put_float(out: bytearray, value: float) -> None:
    if value in (np.inf, -np.inf):
        out.append(PLUS_INF if value > 0 else MINUS_INF)
        return
    with np.errstate(over="ignore"):
        exact = float(np.float32(value)) == value
    out.append(F32 if exact else F64)
    out += struct.pack("<f" if exact else "<d", value)


def _inner(hint: Any) -> Any:
    """The X of ``X | None``."""
    options = [a for a in get_args(hint) if a is not type(None)]
    if len(options) != 1:
        raise TypeError(f"a union of {len(options)} types cannot be stored")
    return options[0]


def _item_hints(hint: Any, count: int) -> Sequence[Any]:
    args = get_args(hint)
    if len(args) == 2 and args[1] is Ellipsis:
        return [args[0]] * count
    if len(args) != count:
        raise TypeError(f"{count} values where {len(args)} belong")
    return args


def decode_attrs(cls: type[T], block: bytes, what: str) -> T:
    """The attribute object of a block; ``what`` names it in messages ("the attributes of node 'x'").

    Raises:
        InvalidModel: the block does not hold values for this class.
    """
    cursor = Cursor(block or b"\0", what)
    obj: T = _get_fields(cursor, cls)
    cursor.end()
    return obj


def _get_fields(cursor: Cursor, cls: Any) -> Any:
    declared = fields(cls)
    count = cursor.varint()
    if count > len(declared):
        corrupt(f"{cursor.what} hold {count} fields where this edgec knows {len(declared)}")
    for f in declared[count:]:
        if f.default is MISSING and f.default_factory is MISSING:
            corrupt(f"{cursor.what} lack the field '{f.name}'")
    hints = _hints(cls)
    values = {f.name: _get(cursor, hints[f.name], f.name) for f in declared[:count]}
    try:
        return cls(**values)
    except (EdgecError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        corrupt(f"{cursor.what} are refused ({printable(str(error))})")


def _get(cursor: Cursor, hint: Any, name: str) -> Any:
    tag = cursor.byte()
    if get_origin(hint) in (Union, types.UnionType):
        if tag == NONE:
            return None
        hint = _inner(hint)
    if get_origin(hint) is tuple:
        return _get_tuple(cursor, hint, name, tag)
    if isinstance(hint, type) and issubclass(hint, Enum):
        value = _scalar(cursor, tag, name)
        for member in hint:
            if member.value == value and type(member.value) is type(value):
                return member
        corrupt(f"{cursor.what} give field '{name}' the unknown value {printable(repr(value))}")
    if is_dataclass(hint) and isinstance(hint, type) and tag == NESTED:
        return _get_fields(cursor, hint)
    value = _scalar(cursor, tag, name)
    if type(value) is not hint:
        corrupt(f"{cursor.what} give field '{name}' a value of a wrong type")
    return value


def _get_tuple(cursor: Cursor, hint: Any, name: str, tag: int) -> tuple[Any, ...]:
    if not TUPLE <= tag <= LONG_TUPLE:
        corrupt(f"{cursor.what} give field '{name}' a value of a wrong type")
    count = cursor.varint() if tag == LONG_TUPLE else tag - TUPLE
    if count > min(len(cursor.data) - cursor.pos, MAX_ITEMS):
        corrupt(f"{cursor.what} end too early or hold more than {MAX_ITEMS} values")
    args = get_args(hint)
    if args[-1] is not Ellipsis and len(args) != count:
        corrupt(f"{cursor.what} give field '{name}' {count} values where {len(args)} belong")
    return tuple(_get(cursor, h, name) for h in _item_hints(hint, count))


_CONSTANT_TAGS: dict[int, Any] = {FALSE: False, TRUE: True, PLUS_INF: np.inf, MINUS_INF: -np.inf}


def _scalar(cursor: Cursor, tag: int, name: str) -> bool | int | float | str:
    if tag >= SMALL:
        return tag - SMALL + SMALL_MIN
    if tag in _CONSTANT_TAGS:
        value: bool | float = _CONSTANT_TAGS[tag]
        return value
    if tag == INT:
        raw = cursor.varint()
        return raw >> 1 if raw % 2 == 0 else ~(raw >> 1)
    if tag in (F32, F64):
        number: float = struct.unpack("<f" if tag == F32 else "<d", cursor.take(4 if tag == F32 else 8))[0]
        return number
    if STRING <= tag <= LONG_STRING:
        text = cursor.take(cursor.varint() if tag == LONG_STRING else tag - STRING)
        return utf8(text, f"{cursor.what}, field '{name}',")
    corrupt(f"{cursor.what} give field '{name}' a value of a wrong type")


def utf8(text: bytes, what: str) -> str:
    """Decoded text.

    Raises:
        InvalidModel: it is not UTF-8.
    """
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        corrupt(f"{what} hold text that is not UTF-8")


# -- names --------------------------------------------------------------------------------------------------------


def encode_names(names: Iterable[str]) -> bytes:
    """All names, in order."""
    out = bytearray()
    seen: list[bytes] = []
    for name in names:
        text = name.encode("utf-8", "backslashreplace")
        back, prefix, suffix = _most_shared(text, seen[-NAME_WINDOW:])
        put_varint(out, back)
        if back:
            put_varint(out, prefix)
            put_varint(out, suffix)
        put_varint(out, len(text) - prefix - suffix)
        out += text[prefix : len(text) - suffix]
        seen.append(text)
    return bytes(out)


def _most_shared(text: bytes, window: Sequence[bytes]) -> tuple[int, int, int]:
    best = (0, 0, 0)
    for back, other in enumerate(reversed(window), start=1):
        limit = min(len(text), len(other))
        prefix = _shared(text[:limit], other[:limit])
        suffix = min(_shared_end(text[-limit:], other[-limit:]), limit - prefix) if limit else 0
        if prefix + suffix > max(best[1] + best[2], 2):
            best = (back, prefix, suffix)
    return best


def _shared(a: bytes, b: bytes) -> int:
    """Length of the common prefix of equally long texts."""
    differing = int.from_bytes(a, "big") ^ int.from_bytes(b, "big")
    return len(a) - (differing.bit_length() + 7) // 8


def _shared_end(a: bytes, b: bytes) -> int:
    """Length of the common suffix of equally long texts."""
    return _shared(a[::-1], b[::-1])


def decode_names(block: bytes, count: int) -> list[str]:
    """``count`` names.

    Raises:
        InvalidModel: the block does not hold so many names.
    """
    cursor = Cursor(block, "the names")
    if count > len(block):
        corrupt("the names end too early")
    seen: list[bytes] = []
    total = 0
    for _ in range(count):
        back = cursor.varint()
        prefix, suffix = (cursor.varint(), cursor.varint()) if back else (0, 0)
        if back > len(seen) or (back and prefix + suffix > len(seen[-back])):
            corrupt("a name refers to another that does not exist")
        middle = cursor.take(cursor.varint())
        other = seen[-back] if back else b""
        total += prefix + len(middle) + suffix
        if total > MAX_NAMES_BYTES:
            corrupt(f"the names are longer than {MAX_NAMES_BYTES} bytes in all")
        seen.append(other[:prefix] + middle + other[len(other) - suffix :])
    cursor.end()
    return [utf8(text, "the names") for text in seen]
