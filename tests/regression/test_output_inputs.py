"""Whatever a command reads is never replaced by what it writes, with --force neither."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.errors import Exit
from tests.builders.output_folders import content


def model(path: Path) -> Path:
    """y = abs(x + c): ``c`` is an input, its sum with a weight that lies in ``out/weights.bin``."""
    names = {n: helper.make_tensor_value_info(n, TensorProto.FLOAT, [4]) for n in "xcy"}
    weight = numpy_helper.from_array(np.ones(4, np.float32), "w")
    nodes = [
        helper.make_node("Add", ["x", "c"], ["s"]),
        helper.make_node("Add", ["s", "w"], ["t"]),
        helper.make_node("Abs", ["t"], ["y"]),
    ]
    graph = helper.make_graph(nodes, "sums", [names["x"], names["c"]], [names["y"]], [weight])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    (path.parent / "out").mkdir()
    where = {"location": "out/weights.bin", "size_threshold": 0, "all_tensors_to_one_file": True}
    onnx.save_model(made, path, save_as_external_data=True, **where)
    return path


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    model(tmp_path / "sums.onnx")
    out = tmp_path / "out"
    np.savez(out / "data.npz", x=np.ones((8, 4), np.float32))
    np.save(out / "c.npy", np.ones(4, np.float32))
    (out / "own.toml").write_text("[convert]\n")
    (out / "board.toml").write_text('inherits = "host"\n')
    (tmp_path / "child.toml").write_text('inherits = "out/board.toml"\n')
    (tmp_path / "library.toml").write_text('inherits = "host"\nlibraries = ["out/kernels"]\n')
    (out / "sums.onnx").symlink_to("../sums.onnx")
    return out


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("sums.onnx", "--calibration", "out/data.npz:x"), "data.npz"),
        (("sums.onnx", "--calibration", "out/data.npz", "--quantize", "mixed", "--max-flash", "1M", "--max-drop", "1",
          "--data", "out/data.npz"), "data.npz"),
        (("sums.onnx", "--constant", "c=out/c.npy"), "c.npy"),
        (("sums.onnx", "--config", "out/own.toml"), "own.toml"),
        (("sums.onnx", "-t", "out/board.toml"), "board.toml"),
        (("sums.onnx", "-t", "child.toml"), "board.toml"),
        (("sums.onnx", "-t", "library.toml"), "kernels"),
        (("out/sums.onnx",), "sums.onnx"),
        (("sums.onnx", "--constant", "c=1,2,3,4"), "weights.bin"),
    ],
)  # fmt: skip
def test_inputs_in_the_folder_are_kept(
    edgec: Callable[..., Any], place: Path, arguments: tuple[str, ...], name: str
) -> None:
    before = content(place)
    ran = edgec("convert", *arguments, "-o", "out", "--force")
    assert ran.code == Exit.USAGE, ran.err
    assert f"out: holds '{name}', which this command reads; give another with --output" in ran.err
    assert content(place) == before
    assert not list(place.parent.glob(".edgec-*"))
