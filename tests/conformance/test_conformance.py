"""Every ONNX node test gives what docs/conformance.md says: passed tests pass in numpy and in C, others are refused."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from edgec.codegen.build.target import load_target
from edgec.codegen.build.toolchain import available
from tests.conformance.onnx_cases import load_cases, mcu_subset
from tests.conformance.report import PAGE, listed
from tests.conformance.runner import BATCH, batches, run
from tests.conftest import shared_folder

TESTS = 1884
PINNED = "1.23.2"
pytestmark = pytest.mark.skipif(
    onnx.__version__ != PINNED, reason=f"the page is of onnx {PINNED}, this is {onnx.__version__}"
)


def needs(target: str) -> None:
    if not available(load_target(target)):
        pytest.skip(f"the toolchain of {target} is missing")


@pytest.mark.parametrize("part", range(-(-TESTS // BATCH)))
def test_node_tests_on_the_host(part: int) -> None:
    needs("host")
    passed, refused = listed()
    for outcome in run(batches()[part]):
        assert outcome.status in ("passed", "refused"), f"{outcome.name}: {outcome.reason}"
        expected = passed if outcome.status == "passed" else refused
        assert outcome.name in expected, f"{PAGE.name} is stale: {outcome.name} {outcome.status}: {outcome.reason}"


def test_the_page_lists_every_test() -> None:
    passed, refused = listed()
    assert not passed & refused
    assert passed | refused == {c.name for c in load_cases()}
    assert len(passed) >= 1500


def microcontroller_tests() -> list[str]:
    folder: Path = shared_folder()
    return sorted(mcu_subset(folder)) if (folder / "conformance").is_dir() else []


@pytest.mark.parametrize("part", range(10))
def test_microcontroller_tests_on_cortex_m4(part: int) -> None:
    needs("cortex-m4")
    names = microcontroller_tests()
    if not names:
        pytest.skip("the list of microcontroller tests is absent (set EDGEC_SHARED)")
    groups = batches(names)
    assert len(groups) <= 10
    for outcome in run(groups[part], "cortex-m4"):
        assert outcome.status == "passed", f"{outcome.name}: {outcome.reason}"
