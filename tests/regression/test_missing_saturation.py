"""A kernel that does not saturate is noticed by ``verify`` without data: its own inputs reach the ends of layers."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec import ConvertOptions, convert
from edgec.converter.graph.errors import Exit
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

DEAR = "inherits = 'host'\n" + "".join(
    f"[rates.terms.scalar.{kernel}]\n" + "".join(f"{term} = 1e6\n" for term in terms)
    for kernel, terms in load_target("cortex-m3").rates.terms["scalar"].items()
)
"""The host, whose layers are computed by plain kernels: others cost too much."""
Edgec = Callable[..., Any]
REQUANTIZED = "p->out_zero, p->lo, p->hi"
NO_UPPER, NO_LOWER = REQUANTIZED.replace("p->hi", "INT16_MAX"), REQUANTIZED.replace("p->lo", "INT16_MIN")
HOST = [
    ("edgec_scalar.h", "(low > INT8_MAX) ? INT8_MAX : low", "low"),
    ("edgec_scalar.h", "(v < INT8_MIN) ? INT8_MIN : v", "v"),
]
PLAIN = [
    ("edgec_conv2d_s8.h", REQUANTIZED, NO_UPPER),
    ("edgec_dwconv2d_s8.h", REQUANTIZED, NO_UPPER),
    ("edgec_dense_s8.h", REQUANTIZED, NO_UPPER),
    ("edgec_dense_s8.h", REQUANTIZED, NO_LOWER),
    ("edgec_fixed.h", "return (low > hi) ? hi : low;", "return low;"),
    ("edgec_fixed.h", "(v < lo) ? lo : v;", "v;"),
]
CORTEX_M4 = [
    ("edgec_dw_raised_s1_code_armv7em.h", ", #8, r", ", #9, r"),
    ("edgec_wino_points_code_armv7em.h", ", #8, r", ", #9, r"),
    ("edgec_dense_pairs_s8_code_armv7em.h", "ssat r10, #8, r10, asr #1", "asr r10, r10, #1"),
    ("edgec_dense_pairs_s8_code_armv7em.h", "ssat r11, #8, r11, asr #1", "asr r11, r11, #1"),
]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory, digits: Path) -> Path:
    made = tmp_path_factory.mktemp("saturation")
    (made / "plain.toml").write_text(DEAR, encoding="ascii")
    for name, target in (("host", "host"), ("plain", str(made / "plain.toml")), ("cortex-m4", "cortex-m4")):
        if available(load_target(target)):
            options = ConvertOptions(target=target, calibration=str(digits / "calibration.npz"))
            convert(digits / "digits.onnx", options, made / name)
    return made


@pytest.mark.parametrize(
    ("target", "place", "file", "old", "new"),
    [
        *(("host", "host", *m) for m in HOST),
        *(("plain", "host", *m) for m in PLAIN),
        *(("cortex-m4", "qemu", *m) for m in CORTEX_M4),
    ],
)
def test_it_is_noticed(
    edgec: Edgec, folders: Path, tmp_path: Path, target: str, place: str, file: str, old: str, new: str
) -> None:
    if not (folders / target).is_dir():
        pytest.skip(f"no compiler for {target}")
    for name in (target, f"{target}.model"):
        shutil.copytree(folders / name, tmp_path / name)
    kernel = tmp_path / target / "edgec_kernels" / file
    text = kernel.read_text()
    assert old in text
    kernel.write_text(text.replace(old, new))
    ran = edgec("verify", tmp_path / target, "--allow-edited", "--on", place)
    assert ran.code == Exit.ACCURACY and f"{place}: " in ran.err, ran.err


@pytest.mark.parametrize(("target", "place"), [("host", "host"), ("plain", "host"), ("cortex-m4", "qemu")])
def test_sound_kernels_pass(edgec: Edgec, folders: Path, target: str, place: str) -> None:
    if not (folders / target).is_dir():
        pytest.skip(f"no compiler for {target}")
    for count in (1, 2, 16, 40):
        ran = edgec("verify", folders / target, "--on", place, "--samples", count)
        assert ran.code == 0 and f"{count} of {count}" in ran.out, ran.err
