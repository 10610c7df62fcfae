"""``edgec prove --time``: instructions for all inputs at once, beside what QEMU counts for some."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import edgec as package
from edgec.folder.read import open_checked
from edgec.proof.steady import BEHIND, InstructionRange, prove_time
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import save_residual_with_softmax

Made = Callable[[str], Path]
MARKS = 2  # the jump before a layer and the one behind it, which the profiler leaves out

pytestmark = pytest.mark.skipif(
    not available(load_target("cortex-m4")), reason="the Arm toolchain or QEMU is missing (CI installs both)"
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The residual net with a softmax, by target; converted once."""
    folder = tmp_path_factory.mktemp("models")
    model, samples = save_residual_with_softmax(folder)

    def get(target: str) -> Path:
        if not (folder / target).exists():
            package.convert(model, calibration=samples, target=target, output=folder / target)
        return folder / target

    return get


def counted(folder: Path) -> tuple[InstructionRange, ...]:
    return prove_time(open_checked(folder, allow_edited=True), None, 300.0, lambda _done, _total: None)


def edited(folder: Path, to: Path, file: str, old: str, new: str) -> Path:
    shutil.copytree(folder, to)
    path = to / "edgec_kernels" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return to


@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m0", "rv32imc"])
def test_what_qemu_counts_lies_between(made: Made, target: str) -> None:
    """Layer by layer, for several inputs; where the number is the same for all, it is that one."""
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    rows = counted(made(target))
    layers = package.profile(made(target), samples=2).profile.layers
    assert len(layers) == len(rows) - (not rows[-1].reason)
    for i, (row, layer) in enumerate(zip(rows, layers, strict=False)):
        if not row.reason:
            glue = row.least - layer.instructions if not i else MARKS  # the first row holds the beginning of the run
            assert row.least - glue <= layer.instructions <= row.most - glue, row.where
    steady = [row.where.split()[1] for row in rows if row.steady]
    if target == "cortex-m4":
        assert steady == ["Transpose", "Conv", "Conv", "Binary", "Reduce", "Dense", BEHIND.split()[1]]
    elif target == "rv32imc":  # limits are branches, but a division is an instruction
        assert steady == ["Transpose", BEHIND.split()[1]]
        assert not any(row.reason for row in rows) and rows[6].divisions == 10
    else:  # without IT blocks every clamp is a branch, and a division is a function
        assert steady == ["Transpose", BEHIND.split()[1]]
        assert not any(row.reason for row in rows)
        assert any(b.function == "__udivsi3" and b.times == 10 for b in rows[6].branches)


def test_a_way_that_is_longer_is_named(made: Made, tmp_path: Path) -> None:
    old, slow = "        top = (v > top) ? v : top;\n", '        if (v == 3) { __asm volatile("nop\\n nop\\n nop"); }\n'
    out = edited(made("cortex-m4"), tmp_path / "edited", "edgec_softmax_s8.h", old, old + slow)
    before, after = counted(made("cortex-m4"))[6], counted(out)[6]
    assert after.most > before.most
    assert after.branches != before.branches
    assert all(b.function.startswith("m_softmax") for b in after.branches)


def test_a_loop_that_depends_on_data_is_not_known(made: Made, tmp_path: Path) -> None:
    """A loop that depends on data is not known; what lies behind it is not known either, and says so."""
    old = "    sum = (sum < table[0]) ? table[0] : sum;"
    loop = '    for (i = 0; i < x[0]; i++) { __asm volatile("nop"); }\n'
    rows = counted(edited(made("cortex-m4"), tmp_path / "edited", "edgec_softmax_s8.h", old, loop + old))
    assert [row.reason for row in rows[:6]] == [""] * 6
    assert rows[6].reason
    assert not rows[6].steady


def test_the_command(made: Made, edgec: Callable[..., Any]) -> None:
    ran = edgec("prove", made("cortex-m4"), "--time", "--json")
    assert ran.code == 5
    assert "depends on the data in 6 Softmax n_p (" in ran.err
    found = json.loads(ran.out)
    assert not found["proven"] and found["least"] < found["most"]
    assert [row["where"] for row in found["layers"] if not row["steady"]] == ["6 Softmax n_p"]
    ran = edgec("prove", made("cortex-m4"), "--time")
    assert "Divisions of values that depend on the data: 6 Softmax n_p (10)." in ran.out
    assert ran.out.rstrip().splitlines()[-1].startswith("Not proven: cycles")
    ran = edgec("prove", made("cortex-m4"), "--time", "--only", "forms")
    assert ran.code == 2 and "leave out --only forms" in ran.err
    ran = edgec("prove", made("cortex-m4"), "--time", "-t", "host")
    assert ran.code == 2 and "'host' is neither" in ran.err
