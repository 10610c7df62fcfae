"""A repository of a toy model with a history: ``main``, and branches that make the model better, worse, or nothing."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

INPUTS, CLASSES, SAMPLES = 16, 4, 24
HIDDEN = {"main": 28, "better": 24, "worse": 32}
"""Neurons of the hidden layer by branch; ``worse`` takes 6.8 % more flash on a Cortex-M4 than ``main``."""
SETTINGS = """\
[convert]
target = "cortex-m4"

[verify]
data = "evaluation.npz:x:y"

[gates]
max_flash = "64KB"
max_growth_pct = 5
min_accuracy = 0.9
"""
WHO = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "toy"), ("EMAIL", "toy@example.org"), ("DATE", "2000-01-01T00:00:00Z"))
}


def toy_net(hidden: int) -> onnx.ModelProto:
    """Two dense layers and a softmax, float32; nets of all widths compute the same function."""
    rng, widest, used = np.random.default_rng(5), max(HIDDEN.values()), min(HIDDEN.values())
    sizes = {"w1": (INPUTS, widest), "b1": (widest,), "w2": (widest, CLASSES), "b2": (CLASSES,)}
    values = {name: rng.normal(0, 1, size).astype(np.float32) for name, size in sizes.items()}
    values["w2"][used:] = 0  # all nets answer alike
    values |= {"w1": values["w1"][:, :hidden], "b1": values["b1"][:hidden], "w2": values["w2"][:hidden]}
    constants = [numpy_helper.from_array(value, name) for name, value in values.items()]
    nodes = [
        helper.make_node("Gemm", ["x", "w1", "b1"], ["h"], "hidden"),
        helper.make_node("Relu", ["h"], ["r"], "relu"),
        helper.make_node("Gemm", ["r", "w2", "b2"], ["s"], "scores"),
        helper.make_node("Softmax", ["s"], ["y"], "classes", axis=1),
    ]
    ends = [
        helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, INPUTS]),
        helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, CLASSES]),
    ]
    graph = helper.make_graph(nodes, "toy", ends[:1], ends[1:], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def git(folder: Path, *arguments: str) -> str:
    """Run one git command and return what it prints."""
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **WHO}
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env=os.environ | own, check=True, capture_output=True, text=True
    )  # fmt: skip
    return done.stdout.strip()


def write_model(folder: Path, hidden: int) -> None:
    """The model and its labelled data: its own answers."""
    model = toy_net(hidden)
    onnx.save(model, folder / "toy.onnx")
    x = np.random.default_rng(7).normal(0, 1, (SAMPLES, INPUTS)).astype(np.float32)
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    labels = [int(np.argmax(session.run(None, {"x": row[None]})[0])) for row in x]
    np.savez(folder / "evaluation.npz", x=x, y=np.array(labels))


def model_repository(folder: Path) -> Path:
    """Make it: ``main`` is checked out."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    (folder / "edgec.toml").write_text(SETTINGS)
    for branch, hidden in HIDDEN.items():
        if branch != "main":
            git(folder, "checkout", "-q", "-b", branch, "main")
        write_model(folder, hidden)
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", f"{branch}: {hidden} neurons")
    git(folder, "checkout", "-q", "-b", "words", "main")
    (folder / "README").write_text("A toy model.\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "words only")
    git(folder, "checkout", "-q", "main")
    return folder
