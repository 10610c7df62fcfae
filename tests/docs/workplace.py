"""The folder that a page's blocks are run in: small models and data under the names that the texts use."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from functools import cache
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

import edgec
from tests.builders.state_models import write_state_cell
from tests.conftest import REPO

SHAPE, CLASSES, SAMPLES = (1, 49, 10, 1), 4, 120
MODELS = ("kws", "vww")
FOLDERS = ("firmware/kws", "firmware/vww", "baseline", "old/model")
BOARD = """\
inherits = "cortex-m4"
description = "A board of one's own"
flash = "512K"
ram = "96K"
"""
STUB = """\
#!{python}
import sys
sys.path.insert(0, {repo!r})
from tests.docs.stubs import {name}
sys.exit({name}(sys.argv[1:]))
"""


@cache
def small_net() -> onnx.ModelProto:
    """A convolution, a dense layer and a softmax over an input of 49 times 10 features."""
    rng = np.random.default_rng(11)
    sizes = {"w1": (4, 1, 10, 4), "w2": (4 * 20 * 4, CLASSES)}
    constants = [numpy_helper.from_array(rng.normal(0, 0.3, s).astype(np.float32), n) for n, s in sizes.items()]
    nodes = [
        helper.make_node("Reshape", ["input", "image"], ["i"], "image"),
        helper.make_node("Conv", ["i", "w1"], ["c"], "conv1", strides=[2, 2]),
        helper.make_node("Relu", ["c"], ["r"], "relu"),
        helper.make_node("Flatten", ["r"], ["f"], "flatten"),
        helper.make_node("MatMul", ["f", "w2"], ["s"], "dense"),
        helper.make_node("Softmax", ["s"], ["y"], "classes", axis=1),
    ]
    constants.append(numpy_helper.from_array(np.array([1, 1, 49, 10]), "image"))
    ends = [
        helper.make_tensor_value_info("input", TensorProto.FLOAT, list(SHAPE)),
        helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, CLASSES]),
    ]
    graph = helper.make_graph(nodes, "small", ends[:1], ends[1:], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def boxes() -> onnx.ModelProto:
    """A model that ends in an operator that is not supported."""
    ins = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, k, 4]) for n, k in (("boxes", 4), ("scores", 2))]
    out = helper.make_tensor_value_info("chosen", TensorProto.INT64, None)
    node = helper.make_node("NonMaxSuppression", ["boxes", "scores"], ["chosen"], "nms")
    graph = helper.make_graph([node], "boxes", ins, [out])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def samples(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Samples and the classes that the float model gives them."""
    x = np.random.default_rng(seed).normal(0, 1, (SAMPLES, *SHAPE[1:])).astype(np.float32)
    session = ort.InferenceSession(small_net().SerializeToString(), providers=["CPUExecutionProvider"])
    return x, np.array([int(np.argmax(session.run(None, {"input": row[None]})[0])) for row in x])


def make(folder: Path) -> Path:
    """Everything that texts name, in a new folder."""
    folder.mkdir(parents=True)
    (x, y), (c, labels) = samples(1), samples(2)
    for name in ("model", *MODELS):
        onnx.save(small_net(), folder / f"{name}.onnx")
        np.savez(folder / f"{name}.npz", x=c)
    onnx.save(boxes(), folder / "boxes.onnx")
    write_state_cell(folder)
    np.savez(folder / "calibration.npz", x=c)
    np.savez(folder / "train.npz", x=c, y=labels)
    np.savez(folder / "evaluation.npz", x=x, y=y)
    (folder / "board.toml").write_text(BOARD)
    for name in MODELS:
        calibration = folder / "calibration.npz"
        edgec.convert(folder / f"{name}.onnx", calibration=calibration, output=folder / "firmware" / name)
    made = folder / "firmware" / "kws"
    for name in FOLDERS[2:]:
        shutil.copytree(made, folder / name)
    for name in ("kws", "out/model", "out/kws"):
        shutil.copytree(made, folder / name)
    return folder


def environment(folder: Path, page: str, commands: Path) -> dict[str, str]:
    """Environment of blocks: the edgec of ``commands``, and stand-ins for programs that would install or fetch."""
    stubs = folder / ".stubs"
    stubs.mkdir(exist_ok=True)
    for name in ("pip", "make"):
        stub = stubs / name
        stub.write_text(STUB.format(python=sys.executable, repo=str(REPO), name=name))
        stub.chmod(stub.stat().st_mode | stat.S_IXUSR)
    path = os.pathsep.join((str(stubs), str(commands), str(Path(sys.executable).parent), os.environ["PATH"]))
    return os.environ | {
        "PATH": path, "DESTDIR": str(folder / "root"), "PAGE": page, "EDGEC_REPO": str(REPO),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"), "NO_COLOR": "1", "COLUMNS": "120",
    }  # fmt: skip
