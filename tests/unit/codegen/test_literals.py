"""Lines of arrays of C: integers of every type as their single literals."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.codegen.emit.literals import array_lines, int_literal


@pytest.mark.parametrize("name", ["int16", "uint16", "int32", "uint32", "int64", "uint64"])
@pytest.mark.parametrize("ends", [True, False])
def test_integers_of_arrays(name: str, ends: bool) -> None:
    limits = np.iinfo(name)
    plain = [max(limits.min, -300), 0, 1, 255]
    values = [*plain, limits.min, limits.min + 1, limits.max - 1, limits.max] if ends else plain
    values += [v for v in (2**31 - 1, 2**31) if ends and v <= limits.max]
    text = "".join(array_lines(np.array(values, name)))
    assert text == ",".join(map(int_literal, values))
