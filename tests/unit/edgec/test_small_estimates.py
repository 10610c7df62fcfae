"""Flash and RAM that ``edgec check`` estimates of small float nets are within 1.3 of what is built."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import onnx
import pytest

from benchmarks.check_estimates import sizes
from edgec.commands import estimate
from edgec.targets.code_sizes import CodeSizes, code_sizes
from edgec.targets.reader import Target
from tests.builders.codegen_models import need
from tests.builders.small_nets import NETS

FACTOR = 1.3
REGISTERS = 32  # bytes
ELSEWHERE = ("relu", "softmax", "sigmoid", "gemm", "mlp_one", "ridge", "bayes")


def factors(net: str, target: str, folder: Path) -> tuple[float, float]:
    """Factors above 1 by which estimated flash and RAM are off; a few registers of RAM more or less count as equal."""
    path = folder / f"{net}.onnx"
    onnx.save(NETS[net](), path)
    about, made = sizes(path, target, measure=False), sizes(path, target, measure=True)
    flash, ram = (max(a / b, b / a) for a, b in zip(about, made, strict=True))
    return flash, 1.0 if abs(about[1] - made[1]) <= REGISTERS else ram


@pytest.mark.parametrize("net", NETS)
def test_sizes_of_a_small_net_are_known_within_a_third(net: str, tmp_path: Path) -> None:
    need("arm-none-eabi-gcc")
    assert max(factors(net, "cortex-m4", tmp_path)) <= FACTOR


@pytest.mark.parametrize("target", ["cortex-m0", "cortex-m3", "cortex-m55"])
@pytest.mark.parametrize("net", ELSEWHERE)
def test_sizes_are_known_on_other_cores(net: str, target: str, tmp_path: Path) -> None:
    need("arm-none-eabi-gcc")
    assert max(factors(net, target, tmp_path)) <= FACTOR


def test_a_table_without_the_stack_of_functions_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need("arm-none-eabi-gcc")

    def flat(target: Target) -> CodeSizes:
        table = code_sizes(target)
        return replace(table, functions={n: replace(f, stack=(0, 0, 0)) for n, f in table.functions.items()})

    monkeypatch.setattr(estimate, "code_sizes", flat)
    assert factors("tanh", "cortex-m4", tmp_path)[1] > FACTOR


@pytest.mark.parametrize("gone", [{"functions": {}}, {"frame": (400, 400)}])
def test_a_table_without_loops_or_with_another_frame_would_be_found(
    gone: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("arm-none-eabi-gcc")
    monkeypatch.setattr(estimate, "code_sizes", lambda target: replace(code_sizes(target), **gone))
    assert factors("relu" if "functions" in gone else "gemm", "cortex-m4", tmp_path)[0] > FACTOR
