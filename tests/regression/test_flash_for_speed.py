"""Constants that make kernels fast and take more flash than the model has weights are not taken without a word."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import onnx
import pytest

from edgec import ConvertOptions, convert
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save

SIDE = 32
needs_compiler = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no toolchain for cortex-m4")


def u_net() -> onnx.ModelProto:
    """Two levels of 8 and 16 channels around one of 32, two 3x3 convolutions each, with two skips; 29 K parameters."""
    rng = np.random.default_rng(0)
    nodes, consts = [], {"scales": np.array([1, 1, 2, 2], np.float32)}

    def conv(x: str, c_in: int, c_out: int, name: str) -> str:
        consts[f"{name}w"] = (rng.standard_normal((c_out, c_in, 3, 3)) * (2 / (9 * c_in)) ** 0.5).astype(np.float32)
        nodes.extend([node("Conv", [x, f"{name}w"], [f"{name}c"], pads=[1] * 4), node("Relu", [f"{name}c"], [name])])
        return name

    def level(x: str, c_in: int, c_out: int, name: str) -> str:
        return conv(conv(x, c_in, c_out, f"{name}a"), c_out, c_out, f"{name}b")

    def pool(x: str) -> str:
        nodes.append(node("MaxPool", [x], [f"{x}p"], kernel_shape=[2, 2], strides=[2, 2]))
        return f"{x}p"

    def joined(x: str, skip: str) -> str:
        nodes.append(node("Resize", [x, "", "scales"], [f"{x}u"], mode="nearest"))
        nodes.append(node("Concat", [f"{x}u", skip], [f"{x}j"], axis=1))
        return f"{x}j"

    one = level("x", 3, 8, "one")
    two = level(pool(one), 8, 16, "two")
    low = level(pool(two), 16, 32, "low")
    three = level(joined(low, two), 48, 16, "three")
    conv(level(joined(three, one), 24, 8, "four"), 8, 1, "y")
    return model(nodes, {"x": [1, 3, SIDE, SIDE]}, ["y"], consts)


@needs_compiler
def test_a_note_says_how_many_bytes_and_what_saves_them(tmp_path: Path) -> None:
    source, calibration = save(u_net(), tmp_path), tmp_path / "calibration.npz"
    np.savez(calibration, x=np.random.default_rng(1).standard_normal((2, 3, SIDE, SIDE)).astype(np.float32))
    flash, notes = {}, {}
    for optimize in ("speed", "balanced"):
        said: list[str] = []
        options = ConvertOptions(target="cortex-m4", calibration=str(calibration), optimize=optimize)
        made = convert(source, options, tmp_path / optimize, on_message=said.extend)
        flash[optimize] = made.report.flash.needed
        notes[optimize] = [n for n in said if "trade flash for speed" in n]
    assert not notes["balanced"]
    (note,) = notes["speed"]
    assert "--optimize balanced, --optimize size or --max-flash" in note
    more, least = (int(n) for n in re.findall(r"\d+", note)[:2])
    assert 29_000 < least < 35_000 and more > least / 2
    assert flash["speed"] - flash["balanced"] > 10_000
