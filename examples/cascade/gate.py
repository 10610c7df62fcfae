"""Writes gate.onnx: one layer that tells frames with a digit from noise, fitted by least squares (numpy alone).

python gate.py
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = Path(__file__).parent
RIDGE = 1e-2


def main() -> None:
    """Fit the layer to the calibration images of the digits example and as much noise, and write it."""
    rng = np.random.default_rng(0)
    with np.load(HERE.parent / "digits" / "calibration.npz") as data:
        digits = data["x"].reshape(-1, 64)
    noise = rng.integers(0, 5, digits.shape) / 16
    x = np.concatenate([digits, noise]).astype(np.float64)
    wanted = np.repeat([1.0, -1.0], len(digits))
    extended = np.hstack([x, np.ones((len(x), 1))])
    solved = np.linalg.solve(extended.T @ extended + RIDGE * np.eye(65), extended.T @ wanted)
    weights = np.stack([-solved[:-1], solved[:-1]], axis=1).astype(np.float32)
    bias = np.array([-solved[-1], solved[-1]], np.float32)
    nodes = [
        helper.make_node("Flatten", ["frame"], ["pixels"]),
        helper.make_node("Gemm", ["pixels", "w", "b"], ["scores"]),
    ]
    frame = helper.make_tensor_value_info("frame", TensorProto.FLOAT, [1, 1, 8, 8])
    scores = helper.make_tensor_value_info("scores", TensorProto.FLOAT, [1, 2])
    constants = [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(bias, "b")]
    graph = helper.make_graph(nodes, "gate", [frame], [scores], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, HERE / "gate.onnx")


if __name__ == "__main__":
    main()
