"""A kernel's parameters as a record: the C struct, its initializer and what a cost function reads are made from it.

A record is a frozen dataclass with one attribute for each member of the C struct, in its order::

    @dataclass(frozen=True)
    class DenseS8(Record, ctype="edgec_dense_s8_params"):
        rows: Int32
        in_c: Int32
        out_c: Int32
        out_zero: Annotated[Int32, Line()]
        lo: Int32
        hi: Int32

An attribute's type says its C type; one of type ``str`` is no member.  Members of one type share a line of the struct
up to one that has a ``Line``, whose comment ends the line.  ``python -m tests.kernels.written`` writes the structs into
the headers of ``runtime_c`` that hold them.  A record without ``ctype`` holds what the structs derived from it begin
with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from enum import IntEnum
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from edgec.converter.graph.frozen import dataclass

Value: TypeAlias = "int | float | str | tuple[int, ...]"  # a str is a C expression, written as it is
R = TypeVar("R", bound="Record")
COLUMNS = 120  # of a line of C


@dataclass(frozen=True)
class CType:
    """The C type of a member; ``length`` is an array's, 0 for a single value."""

    name: str
    length: int = 0


@dataclass(frozen=True)
class Line:
    """The member begins a line of the C struct; ``comment`` is what the line ends with."""

    comment: str = ""


Int32: TypeAlias = Annotated[int, CType("int32_t")]
UInt16: TypeAlias = Annotated[int, CType("uint16_t")]
UInt32: TypeAlias = Annotated[int, CType("uint32_t")]
UInt64: TypeAlias = Annotated[int, CType("uint64_t")]
Float: TypeAlias = Annotated[float, CType("float")]
Int32x3: TypeAlias = Annotated[tuple[int, ...], CType("int32_t", 3)]
Int32x4: TypeAlias = Annotated[tuple[int, ...], CType("int32_t", 4)]
Int32x6: TypeAlias = Annotated[tuple[int, ...], CType("int32_t", 6)]
Int32x8: TypeAlias = Annotated[tuple[int, ...], CType("int32_t", 8)]
UInt32x4: TypeAlias = Annotated[tuple[int, ...], CType("uint32_t", 4)]


class Defined(IntEnum):
    """Constants that C knows by the same names: each as a ``#define``, or all of a class as an ``enum``."""


@dataclass(frozen=True)
class Initializer:
    """A parameter struct as a C99 designated initializer: the type, and the members that the kernel reads.

    A float is a float32 value (it may be infinite: the kernel's header includes math.h), a tuple an array.  The name of
    a member of a struct inside is a path: ``("geo.in_h", 5)`` is ``.geo.in_h = 5``.
    """

    ctype: str
    fields: tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Member:
    """A member of a C struct: ``record`` is the struct that it is, None for a number or an array."""

    name: str
    ctype: CType
    line: Line | None
    record: type[Record] | None

    @property
    def cname(self) -> str:
        """Its name in C; an underscore behind it keeps Python's own words apart (``in_``)."""
        return self.name.removesuffix("_")

    @property
    def declared(self) -> str:
        """Its declarator."""
        return f"{self.cname}[{self.ctype.length}]" if self.ctype.length else self.cname


class Record:
    """Parameters of a kernel, or a part of them that is a C struct of its own."""

    ctype: ClassVar[str] = ""

    def __init_subclass__(cls, ctype: str = "") -> None:
        if ctype:
            cls.ctype = ctype
            _records[ctype] = cls

    def __post_init__(self) -> None:
        for member in members(type(self)):
            length, value = member.ctype.length, getattr(self, member.name)
            assert not length or len(value) == length, f"{type(self).__name__}.{member.name}: not {length} values"

    def initializer(self, unread: frozenset[str] = frozenset()) -> Initializer:
        """The C initializer without the members of which ``unread`` has the paths."""
        return Initializer(self.ctype, tuple((p, v) for p, v in self.values() if not left_out(p, unread)))

    def values(self, prefix: str = "") -> Iterator[tuple[str, Value]]:
        """Paths and values of all members, those of structs inside one by one; ``prefix`` goes before each path."""
        for member in members(type(self)):
            value, path = getattr(self, member.name), prefix + member.cname
            if isinstance(value, Record):
                yield from value.values(f"{path}.")
            else:
                yield path, value.name if isinstance(value, Defined) else value

    def with_values(self: R, values: Mapping[str, Value]) -> R:
        """The record with other values of the members at these paths."""
        changed: dict[str, Any] = {}
        for path, value in values.items():
            name, _, rest = path.partition(".")
            owner = changed.get(name, getattr(self, name))
            changed[name] = owner.with_values({rest: value}) if rest else value
        return replace(self, **changed)  # type: ignore[type-var]  # every record is a dataclass


_records: dict[str, type[Record]] = {}
_members: dict[type[Record], tuple[Member, ...]] = {}


def records() -> Mapping[str, type[Record]]:
    """The records of all modules imported so far, by the names of their C structs."""
    return _records


def members(record: type[Record]) -> tuple[Member, ...]:
    """The members of a record's struct, in order."""
    if record not in _members:
        hints = get_type_hints(record, include_extras=True)
        listed = fields(record)  # type: ignore[arg-type]  # every record is a dataclass
        _members[record] = tuple(_member(f.name, hints[f.name]) for f in listed if hints[f.name] is not str)
    return _members[record]


def _member(name: str, hint: Any) -> Member:
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    line = next((n for n in notes if isinstance(n, Line)), None)
    if isinstance(kind, type) and issubclass(kind, Record):
        return Member(name, CType(kind.ctype), line, kind)
    if isinstance(kind, type) and issubclass(kind, Defined):
        return Member(name, CType("int32_t"), line, None)
    return Member(name, next(n for n in notes if isinstance(n, CType)), line, None)


def check_paths(record: type[Record], paths: Iterable[str]) -> None:
    """Raises a KeyError unless the record has members at all these paths."""
    for path in paths:
        if not _has(record, path):
            raise KeyError(f"{record.__name__} has no {path}")


def _has(record: type[Record] | None, path: str) -> bool:
    name, _, rest = path.partition(".")
    member = next((m for m in members(record) if m.cname == name), None) if record is not None else None
    return member is not None and (not rest or _has(member.record, rest))


def left_out(path: str, unread: frozenset[str]) -> bool:
    """Return whether a member, or a struct that it lies in, is among ``unread``."""
    return path in unread or any(path.startswith(f"{name}.") for name in unread)


def struct_text(record: type[Record]) -> str:
    """The C struct of a record, as clang-format leaves it."""
    lines: list[tuple[str, list[str], str]] = []  # C type, declarators, comment
    for member in members(record):
        ctype, line = member.ctype.name, member.line
        if line is None and lines and lines[-1][0] == ctype:
            lines[-1][1].append(member.declared)
        else:
            lines.append((ctype, [member.declared], line.comment if line else ""))
    code = [f"    {ctype} {', '.join(names)};" for ctype, names, _ in lines]
    body = []
    for i, (text, (_, _, comment)) in enumerate(zip(code, lines, strict=True)):
        width = max(len(code[k]) for k in _commented([c for _, _, c in lines], i))
        body.append(f"{text:{width}} /* {comment} */\n" if comment else f"{text}\n")
    return f"typedef struct {{\n{''.join(body)}}} {record.ctype};"


def enum_text(kind: type[Defined]) -> str:
    """The C enum of constants that count up from 0, as clang-format leaves it."""
    names = list(kind.__members__)
    assert [constant.value for constant in kind] == list(range(len(names)))
    line = f"enum {{ {', '.join(names)} }};"
    return line if len(line) <= COLUMNS else "enum {\n" + ",\n".join(f"    {name}" for name in names) + "\n};"


def _commented(comments: list[str], at: int) -> range:
    """The lines around line ``at`` that have comments without a gap, whose comments begin in one column."""
    first = last = at
    while first > 0 and comments[first - 1]:
        first -= 1
    while last + 1 < len(comments) and comments[last + 1]:
        last += 1
    return range(first, last + 1)
