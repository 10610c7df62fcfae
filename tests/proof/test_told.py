"""Tests of what ``edgec prove`` says of what it did not prove: instructions by name, and a last line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("z3", reason="the extra 'prove' is not installed")

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import save
from tests.proof.seeds import NETS

pytestmark = pytest.mark.skipif(
    not available(load_target("cortex-m4")), reason="the Arm toolchain or QEMU is missing (CI installs both)"
)


def converted(edgec: Callable[..., Any], net: str, target: str, folder: Path) -> Path:
    proto = NETS[net]()
    shape = [d.dim_value for d in proto.graph.input[0].type.tensor_type.shape.dim]
    np.savez(folder / "x.npz", x=np.random.default_rng(0).standard_normal((16, *shape[1:])).astype(np.float32))
    words = (save(proto, folder), "-t", target, "--calibration", folder / "x.npz", "-o", folder / "out")
    assert edgec("convert", *words).code == 0
    return folder / "out"


def test_the_last_line_says_what_is_not_proven(edgec: Callable[..., Any], tmp_path: Path) -> None:
    out = converted(edgec, "mean", "cortex-m4", tmp_path)
    ran = edgec("prove", out, "--only", "forms")
    assert ran.code == 0
    last = ran.out.rstrip().splitlines()[-1]
    assert last.startswith("Not proven: that there is no run-time error; time and stack;")
    header = out / "m.h"
    header.write_text(header.read_text().replace("return zero_point;", "return 1;"))
    ran = edgec("prove", out, "--only", "forms", "--allow-edited")
    assert ran.code == 5
    assert "quantize_input0 gives 1 for nan" in ran.err
    assert ran.out.rstrip().splitlines()[-1].startswith("Not proven: header;")


@pytest.mark.parametrize("target", ["cortex-m55", "cortex-m85"])
def test_layers_for_helium_are_proven(target: str, edgec: Callable[..., Any], tmp_path: Path) -> None:
    """Convolutions, a sum and a pool by vectors; an instruction that is not known is named, and where it is."""
    out = converted(edgec, "convs", target, tmp_path)
    ran = edgec("prove", out, "--only", "forms")
    assert ran.code == 0
    code = out / "edgec_kernels" / "edgec_gemm_s8_code_mve.h"
    assert "vqdmulh.s32" in code.read_text()
    code.write_text(code.read_text().replace("vqdmulh.s32", "vrmulh.s32"))
    ran = edgec("prove", out, "--only", "forms", "--allow-edited")
    assert ran.code == 5
    assert "Conv n_a: everything is not proven: not covered: the instruction vrmulh.s32" in ran.err
    assert " at 0x" in ran.err
    assert " in " in ran.err.partition(" at 0x")[2]
