"""What ``edgec check`` estimates of small float nets, most of whose flash is code, is within 1.3 of what is built."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import onnx
import pytest

from benchmarks.check_estimates import sizes
from edgec.commands import estimate
from edgec.targets.code_sizes import code_sizes
from tests.builders.codegen_models import need
from tests.builders.small_nets import NETS

FACTOR = 1.3
ELSEWHERE = ("relu", "softmax", "gemm", "mlp_one")


def factor(net: str, target: str, folder: Path) -> float:
    """How far the estimated flash is off, above 1."""
    path = folder / f"{net}.onnx"
    onnx.save(NETS[net](), path)
    about, made = sizes(path, target, measure=False)[0], sizes(path, target, measure=True)[0]
    return max(about / made, made / about)


@pytest.mark.parametrize("net", NETS)
def test_flash_of_a_small_net_is_known_within_a_third(net: str, tmp_path: Path) -> None:
    need("arm-none-eabi-gcc")
    assert factor(net, "cortex-m4", tmp_path) <= FACTOR


@pytest.mark.parametrize("target", ["cortex-m0", "cortex-m3", "cortex-m55"])
@pytest.mark.parametrize("net", ELSEWHERE)
def test_flash_is_known_on_other_cores(net: str, target: str, tmp_path: Path) -> None:
    need("arm-none-eabi-gcc")
    assert factor(net, target, tmp_path) <= FACTOR


@pytest.mark.parametrize("gone", [{"functions": {}}, {"frame": (400, 400)}])
def test_a_table_without_loops_or_with_another_frame_would_be_found(
    gone: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("arm-none-eabi-gcc")
    monkeypatch.setattr(estimate, "code_sizes", lambda target: replace(code_sizes(target), **gone))
    assert factor("relu" if "functions" in gone else "gemm", "cortex-m4", tmp_path) > FACTOR
