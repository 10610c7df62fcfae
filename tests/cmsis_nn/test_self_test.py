"""``edgec verify`` checks the CMSIS-NN that a folder calls before it runs the folder, and says what it finds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.codegen.kernels.cmsis_nn.self_test import (
    SOURCES,
    LinkedRounding,
    additions,
    exact_probes,
    rounding_of,
    telling_probes,
)
from edgec.converter.graph.errors import UsageError
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.cmsis_nn.folder import SINGLE, write_standin

Edgec = Callable[..., Any]
HOST = load_target("host")

pytestmark = pytest.mark.skipif(not available(HOST), reason="no compiler for this computer")


def test_the_probes_tell_the_roundings_apart() -> None:
    telling, exact = telling_probes(), exact_probes()
    assert telling.sums.size >= 20 and (telling.once != telling.twice).all()
    assert np.array_equal(exact.once, exact.twice) and (exact.shifts == 0).all()
    assert (np.abs(exact.once) < 127).all() and np.unique(additions().expected).size > 20


@pytest.mark.parametrize("target", ["host", "cortex-m4", "cortex-m55"])
def test_the_roundings_are_told_by_their_bytes(target: str, tmp_path: Path) -> None:
    machine = load_target(target)
    if not available(machine):
        pytest.skip("no Arm compiler or QEMU")
    helium = target == "cortex-m55"
    assert rounding_of(write_standin(tmp_path / "a", helium), machine) is LinkedRounding.DEFAULT
    assert rounding_of(write_standin(tmp_path / "b", helium, *SINGLE), machine) is LinkedRounding.SINGLE


@pytest.mark.parametrize(
    ("old", "new", "fact"),
    [
        ("(INT64_C(1) << 30)", "0", "results of a factor differ"),
        ("left + right, out_mult", "left - right, out_mult", "results of an addition differ"),
        ("> threshold)", "> mask)", "neither once nor"),
        ("b_shift, const int32_t left_shift", "b_shift, int left", "does not compile"),
        ("arm_fully_connected_per_channel_s8(const", "gone(const", "does not"),
    ],
)
def test_an_unsuitable_build_is_named(old: str, new: str, fact: str, tmp_path: Path) -> None:
    folder = write_standin(tmp_path / "arm", old=old, new=new)
    with pytest.raises(UsageError, match=fact) as caught:
        rounding_of(folder, HOST)
    assert "\n" not in str(caught.value)


def test_verify_says_how_the_library_rounds(
    edgec: Edgec, digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, out = digits / "calibration.npz", tmp_path / "out"
    monkeypatch.setenv("CMSIS_NN_DIR", str(write_standin(tmp_path / "arm")))
    if not available(load_target("cortex-m4")):
        pytest.skip("no Arm compiler or QEMU")
    ran = edgec("convert", digits / "digits.onnx", "--calibration", data, "-o", out, "--kernels", "cmsis-nn")
    assert ran.code == 0, ran.err
    verify = ("verify", out, "--data", data, "--samples", "3")
    ran = edgec(*verify)
    assert ran.code == 0 and "tested on host: default rounding" in ran.err, ran.err
    monkeypatch.delenv("CMSIS_NN_DIR")
    single = write_standin(tmp_path / "single", False, *SINGLE)
    ran = edgec(*verify, "--cmsis-nn", single)
    assert ran.code == 0 and "tested on qemu: single rounding" in ran.err, ran.err
    for name, code, sentence in (("", 7, "CMSIS_NN_DIR"), ("absent", 2, "absent"), ("partial", 2, SOURCES[1])):
        if name == "partial":
            (write_standin(tmp_path / name) / SOURCES[1]).unlink()
        ran = edgec(*verify, *(("--cmsis-nn", tmp_path / name) if name else ()))
        assert ran.code == code and sentence in ran.err, ran.err


def test_a_folder_without_its_calls_says_that_the_library_is_not_used(
    edgec: Edgec, digits: Path, tmp_path: Path
) -> None:
    data, out = digits / "calibration.npz", tmp_path / "out"
    assert edgec("convert", digits / "digits.onnx", "--calibration", data, "-o", out, "-t", "host").code == 0
    ran = edgec("verify", out, "--data", data, "--samples", "2", "--cmsis-nn", tmp_path)
    assert ran.code == 0 and "--cmsis-nn is not used" in ran.err, ran.err
