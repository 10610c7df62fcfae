"""Train a small CNN on scikit-learn's digits with plain numpy and export it to ONNX.

    python examples/digits/train.py

writes ``digits.onnx`` (input ``image``: float32 [1,1,8,8], pixels divided by 16; output: ten class probabilities),
``calibration.npz`` (training images, ``x``) and ``evaluation.npz`` (images never trained on, ``x`` and ``y``) beside
this file.  All three are committed; the seed is fixed, so running this again gives a net of the same accuracy.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from sklearn.datasets import load_digits

HERE = Path(__file__).resolve().parent
SEED = 7
EPOCHS = 40
BATCH = 32
RATE = 2e-3
CALIBRATION = 100
Params = dict[str, np.ndarray]


def data() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Training images and labels, evaluation images and labels; images [N,1,8,8] in 0..1."""
    digits = load_digits()
    images = (digits.images / 16.0).astype(np.float32)[:, None]
    order = np.random.default_rng(SEED).permutation(len(images))
    train, test = order[:1297], order[1297:]
    return images[train], digits.target[train], images[test], digits.target[test]


def initial() -> Params:
    """He initialization."""
    rng = np.random.default_rng(SEED)

    def he(*shape: int) -> np.ndarray:
        return (rng.standard_normal(shape) * np.sqrt(2 / np.prod(shape[1:]))).astype(np.float32)

    zeros = {f"b{i}": np.zeros(n, np.float32) for i, n in ((1, 8), (2, 16), (3, 10))}
    return {"w1": he(8, 1, 3, 3), "w2": he(16, 8, 3, 3), "w3": he(10, 64), **zeros}


def patches(x: np.ndarray) -> np.ndarray:
    """[N,C,H,W] to [N,H,W,C*9]: the 3x3 neighbourhood of each pixel, zero outside."""
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    return windows.transpose(0, 2, 3, 1, 4, 5).reshape(*x.shape[:1], *x.shape[2:], -1)


def unpatch(d: np.ndarray, channels: int) -> np.ndarray:
    """The gradient of ``patches``."""
    n, h, w, _ = d.shape
    d = d.reshape(n, h, w, channels, 3, 3)
    out = np.zeros((n, channels, h + 2, w + 2), d.dtype)
    for i in range(3):
        for j in range(3):
            out[:, :, i : i + h, j : j + w] += d[..., i, j].transpose(0, 3, 1, 2)
    return out[:, :, 1:-1, 1:-1]


def conv(x: np.ndarray, w: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """3x3 convolution with padding 1; also the patches, for the gradient."""
    p = patches(x)
    return (p @ w.reshape(len(w), -1).T + b).transpose(0, 3, 1, 2), p


def pool(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """2x2 maximum; also where it came from."""
    n, c, h, w = x.shape
    blocks = x.reshape(n, c, h // 2, 2, w // 2, 2)
    y = blocks.max((3, 5))
    return y, blocks == y[:, :, :, None, :, None]


def unpool(d: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The gradient of ``pool``."""
    n, c, h, _, w, _ = mask.shape
    return (mask * d[:, :, :, None, :, None]).reshape(n, c, 2 * h, 2 * w)


def step(p: Params, x: np.ndarray, y: np.ndarray) -> Params:
    """Gradients of the cross entropy on one batch."""
    a1, p1 = conv(x, p["w1"], p["b1"])
    q1, m1 = pool(np.maximum(a1, 0))
    a2, p2 = conv(q1, p["w2"], p["b2"])
    q2, m2 = pool(np.maximum(a2, 0))
    flat = q2.reshape(len(x), -1)
    d = softmax(flat @ p["w3"].T + p["b3"])
    d[np.arange(len(y)), y] -= 1
    d /= len(y)
    grads = {"w3": d.T @ flat, "b3": d.sum(0)}
    d2 = unpool((d @ p["w3"]).reshape(q2.shape), m2) * (a2 > 0)
    rows2 = d2.transpose(0, 2, 3, 1)
    grads["w2"] = np.tensordot(rows2, p2, ((0, 1, 2), (0, 1, 2))).reshape(p["w2"].shape)
    grads["b2"] = d2.sum((0, 2, 3))
    d1 = unpool(unpatch(rows2 @ p["w2"].reshape(16, -1), 8), m1) * (a1 > 0)
    rows1 = d1.transpose(0, 2, 3, 1)
    grads["w1"] = np.tensordot(rows1, p1, ((0, 1, 2), (0, 1, 2))).reshape(p["w1"].shape)
    grads["b1"] = d1.sum((0, 2, 3))
    return grads


def softmax(z: np.ndarray) -> np.ndarray:
    """Rows to probabilities."""
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def predict(p: Params, x: np.ndarray) -> np.ndarray:
    """Classes."""
    q1 = pool(np.maximum(conv(x, p["w1"], p["b1"])[0], 0))[0]
    q2 = pool(np.maximum(conv(q1, p["w2"], p["b2"])[0], 0))[0]
    return (q2.reshape(len(x), -1) @ p["w3"].T + p["b3"]).argmax(1)


def train(x: np.ndarray, y: np.ndarray) -> Params:
    """Adam over ``EPOCHS`` epochs, the rate falling to zero."""
    rng = np.random.default_rng(SEED)
    p = initial()
    m = {k: np.zeros_like(v) for k, v in p.items()}
    v = {k: np.zeros_like(w) for k, w in p.items()}
    t, total = 0, EPOCHS * (len(x) // BATCH)
    for _ in range(EPOCHS):
        order = rng.permutation(len(x))
        for start in range(0, len(x) - BATCH + 1, BATCH):
            batch = order[start : start + BATCH]
            t += 1
            for k, g in step(p, x[batch], y[batch]).items():
                m[k] = 0.9 * m[k] + 0.1 * g
                v[k] = 0.999 * v[k] + 0.001 * g * g
                rate = RATE * (1 - t / total)
                p[k] -= (rate * (m[k] / (1 - 0.9**t)) / (np.sqrt(v[k] / (1 - 0.999**t)) + 1e-8)).astype(np.float32)
    return p


def export(p: Params) -> onnx.ModelProto:
    """The net as ONNX."""

    def node(op: str, inputs: list[str], output: str, **attributes: object) -> onnx.NodeProto:
        return helper.make_node(op, inputs, [output], name=output, **attributes)

    same: dict[str, object] = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
    half: dict[str, object] = {"kernel_shape": [2, 2], "strides": [2, 2]}
    nodes = [
        node("Conv", ["image", "w1", "b1"], "conv1", **same),
        node("Relu", ["conv1"], "relu1"),
        node("MaxPool", ["relu1"], "pool1", **half),
        node("Conv", ["pool1", "w2", "b2"], "conv2", **same),
        node("Relu", ["conv2"], "relu2"),
        node("MaxPool", ["relu2"], "pool2", **half),
        node("Flatten", ["pool2"], "flat"),
        node("Gemm", ["flat", "w3", "b3"], "logits", transB=1),
        node("Softmax", ["logits"], "probabilities", axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        "digits",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 1, 8, 8])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [1, 10])],
        [numpy_helper.from_array(p[k], k) for k in sorted(p)],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="edgec digits example")
    model.ir_version = 8
    onnx.checker.check_model(model, full_check=True)
    return model


def main() -> None:
    """Train, export, write the data."""
    x, y, x_test, y_test = data()
    p = train(x, y)
    print(
        f"accuracy: training {np.mean(predict(p, x) == y):.4f}, evaluation {np.mean(predict(p, x_test) == y_test):.4f}"
    )
    onnx.save(export(p), HERE / "digits.onnx")
    np.savez_compressed(HERE / "calibration.npz", x=x[:CALIBRATION])
    np.savez_compressed(HERE / "evaluation.npz", x=x_test, y=y_test)


if __name__ == "__main__":
    main()
