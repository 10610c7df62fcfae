"""C literals: numbers and the bodies of arrays, exact and compact."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import repeat
from typing import Any

import numpy as np

from edgec.converter.graph.ir import Array

_INT32_MIN, _INT32_MAX = -(2**31), 2**31 - 1
_UINT32_MAX = 2**32 - 1
_INT64_MIN, _INT64_MAX = -(2**63), 2**63 - 1
_BYTES = {
    np.dtype("int8"): [str(v - 256 if v > 127 else v) for v in range(256)],
    np.dtype("uint8"): [*map(str, range(256))],
}
MAX_REMEMBERED = 1 << 16  # bytes of an array whose lines are remembered
_PER_LINE = {1: 24, 2: 16, 4: 7, 8: 5}
_LINES_AT_ONCE = 4096
_DIGITS = 10  # of a word


def int_literal(value: int) -> str:
    """An integer constant expression of that value whose type holds it on every C99 compiler.

    Raises:
        ValueError: it needs more than 64 bits.
    """
    if value == _INT32_MIN:
        return "INT32_MIN"
    if value == _INT64_MIN:
        return "INT64_MIN"
    if _INT32_MIN < value <= _INT32_MAX:
        return str(value)
    if 0 < value <= _UINT32_MAX:
        return f"{value}u"
    if _INT64_MIN < value <= _INT64_MAX:
        return f"{value}LL"
    if 0 < value < 2**64:
        return f"{value}ULL"
    raise ValueError(f"{value} does not fit 64 bits")


def float_literal(value: float) -> str:
    """A float constant that reads back as exactly the float32 ``value`` (``NAN`` and ``INFINITY`` need <math.h>)."""
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return _decimal(float(np.float32(value)), 9) + "f"


def text_literal(text: str) -> str:
    """A string constant of the text's UTF-8 bytes, in ASCII and without trigraphs."""
    plain = {*range(0x20, 0x7F)} - {*b'"\\?'}
    return '"' + "".join(chr(b) if b in plain else f"\\{b:03o}" for b in text.encode("utf-8", "replace")) + '"'


def double_literal(value: float) -> str:
    """A double constant that reads back as exactly ``value``."""
    return _decimal(value, 17) if math.isfinite(value) else float_literal(value)


def _decimal(value: float, digits: int) -> str:
    text = f"{value:.{digits}g}"
    return text if "." in text or "e" in text else text + ".0"


def array_lines(data: Array) -> list[str]:
    """The initializer of a C array, one string per line, without braces; an empty array gives one zero.

    Elements are in memory order; the numpy type decides the form (bool as 0 and 1).
    """
    flat = np.ascontiguousarray(data).reshape(-1)
    if flat.dtype == np.bool_:
        flat = flat.astype(np.uint8)
    if flat.nbytes <= MAX_REMEMBERED:
        return list(_remembered(flat.tobytes(), flat.dtype))
    return _lines(flat)


@lru_cache(maxsize=128)
def _remembered(data: bytes, dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The lines of a small array: builds of a search mostly write the same ones."""
    return tuple(_lines(np.frombuffer(data, dtype)))


def _lines(flat: Array) -> list[str]:
    if flat.dtype == np.uint32 and flat.size:
        return _word_lines(flat)
    tokens = _tokens(flat) or ["0"]
    step = _PER_LINE[min(flat.dtype.itemsize, 8)]
    lines = [",".join(tokens[i : i + step]) for i in range(0, len(tokens), step)]
    return [f"{line}," for line in lines[:-1]] + lines[-1:]


def _tokens(flat: Array) -> list[str]:
    if flat.dtype in _BYTES:
        table = _BYTES[flat.dtype]
        return [table[v] for v in flat.view(np.uint8).tolist()]
    if np.issubdtype(flat.dtype, np.integer):
        return _integers(flat)
    if flat.dtype == np.float64:
        return [*map(double_literal, flat.tolist())]
    return [*map(_float_token, flat.astype(np.float32).tolist(), repeat("%.9g"))]


def _integers(flat: Array) -> list[str]:
    """``int_literal`` of each."""
    values = flat.tolist()
    if flat.size and flat.min() > _INT32_MIN and flat.max() <= _INT32_MAX:
        return [*map(str, values)]
    return [*map(int_literal, values)]


def _word_lines(flat: Array) -> list[str]:
    """Lines of uint32: packed weights, of which there may be millions, so digits are made for many at a time."""
    step = _PER_LINE[4]
    lines: list[str] = []
    ends = 10 ** np.arange(1, _DIGITS)
    for a in range(0, flat.size, step * _LINES_AT_ONCE):
        some = flat[a : a + step * _LINES_AT_ONCE]
        text = np.full((some.size, _DIGITS + 3), list(b"0" * _DIGITS + b"u,\n"), np.uint8)
        rest = some
        for place in reversed(range(_DIGITS)):
            rest, digit = np.divmod(rest, np.uint32(10))
            text[:, place] += digit.astype(np.uint8)
        kept = np.arange(_DIGITS + 3) >= _DIGITS - 1 - np.searchsorted(ends, some, side="right")[:, None]
        kept[:, _DIGITS] = some > _INT32_MAX
        kept[:, -1] = False
        kept[step - 1 :: step, -1] = True
        lines += text[kept].tobytes().decode("ascii").splitlines()
    return [*lines[:-1], lines[-1].rstrip(",")]


def _float_token(value: float, form: str) -> str:
    text = form % value
    if "." in text or "e" in text:
        return text + "f"
    return float_literal(value)
