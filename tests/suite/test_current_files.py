"""Files that are made from the code are current."""

from __future__ import annotations

import random

import onnx
import pytest

from edgec.targets.reader import load_target
from tests import written
from tests.builders.codegen_models import need
from tests.conftest import REPO

QUICK = {p: source for source in written.SOURCES if not source.minutes and not source.missing() for p in source.texts()}
MEASURED = 3
"""Kernels of each core whose sizes are compiled again; all of them take many minutes."""


def each_path() -> list[object]:
    """The table of operators is made with ONNX's node tests."""
    tried = pytest.mark.xdist_group("node tests")
    return [pytest.param(p, marks=tried if p == "docs/reference/operators.md" else ()) for p in QUICK]


@pytest.mark.parametrize("path", each_path())
def test_a_written_file_is_current(path: str) -> None:
    current = (REPO / path).read_text(encoding="utf-8")
    if path == "docs/reference/operators.md" and f"onnx {onnx.__version__}," not in current:
        pytest.skip(f"of another onnx than {onnx.__version__}")
    assert QUICK[path].texts()[path]() == current, f"{path} is not current; run {written.COMMAND}"


@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m3", "cortex-m0"])
def test_code_sizes_are_current(target: str) -> None:
    need("arm-none-eabi-gcc")
    from benchmarks import code_sizes

    listed = code_sizes.merged(target, {})
    names = random.Random(7).sample(sorted(listed), MEASURED)
    found = code_sizes.measured_all(target, names)
    assert {n: found[n] for n in names} == {n: listed[n] for n in names}, f"run {written.COMMAND} code-sizes"


@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m0"])
def test_sizes_of_functions_are_current(target: str) -> None:
    need("arm-none-eabi-gcc")
    from benchmarks import code_sizes, function_sizes

    listed, core = code_sizes.recorded_functions(target), load_target(target)
    names = random.Random(7).sample(sorted(listed.rows), MEASURED)
    found, linked = function_sizes.functions(core, names)
    assert found == {n: listed.rows[n] for n in names}, f"run {written.COMMAND} code-sizes"
    assert linked.items() <= listed.shared.items()
    assert function_sizes.frame(core) == (listed.frame, listed.call)
