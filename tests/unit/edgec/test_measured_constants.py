"""Constants that are measured as zeros take the bytes of those that are written."""

from __future__ import annotations

import pytest

from edgec.codegen import generate
from edgec.reports import measure as measuring
from edgec.targets.reader import load_target
from tests.builders.codegen_models import float_graph, int8_graph, need, options


@pytest.mark.parametrize("quantized", [False, True], ids=["float32", "int8"])
@pytest.mark.parametrize("name", ["cortex-m4", "host"])
def test_long_constants_are_measured_by_their_sizes(
    name: str, quantized: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = load_target(name)
    need(target.toolchain.compilers[0])
    made = generate(int8_graph() if quantized else float_graph(), options())
    written = dict(made.files)["tiny_weights.c"]
    assert measuring.sized(written) == written
    whole = measuring.measure("tiny", made.files, target).measured
    monkeypatch.setattr(measuring, "LONG", 0)
    short = measuring.sized(written)
    assert short.count(b"] = {0};") == written.count(b"] = {\n") > 2 and len(short) < len(written)
    assert measuring.measure("tiny", made.files, target).measured == whole
