"""Attention in which each token sees its neighbours only, as exporters write such masks."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

TOKENS, WIDTH, HEADS, RESULTS, BAND = 24, 32, 2, 8, 4
ADDED = {"added": -1e4, "added_lowest": float(np.finfo(np.float32).min), "added_infinity": -np.inf}
FILLED = {"filled": -1e4, "filled_infinity": -np.inf}
KINDS = ("plain", *ADDED, *FILLED)


def masked_attention(kind: str, gain: float = 2.0, seed: int = 0) -> onnx.ModelProto:
    """x [1, tokens, width] to y [1, tokens, 8], with a mask of this kind ("plain": none)."""
    rng = np.random.default_rng(seed)
    constants = {f"w{n}": rng.normal(0.0, gain / np.sqrt(WIDTH), (WIDTH, WIDTH)).astype(np.float32) for n in "qkv"}
    constants["wo"] = rng.normal(0.0, 1.0 / np.sqrt(WIDTH), (WIDTH, RESULTS)).astype(np.float32)
    constants["heads"] = np.array([1, TOKENS, HEADS, WIDTH // HEADS])
    constants["tokens"] = np.array([1, TOKENS, WIDTH])
    constants["scale"] = np.asarray(1.0 / np.sqrt(WIDTH // HEADS), np.float32)
    nodes = []
    for n in "qkv":
        nodes.append(helper.make_node("MatMul", ["x", f"w{n}"], [f"{n}0"], f"to_{n}"))
        nodes.append(helper.make_node("Reshape", [f"{n}0", "heads"], [f"{n}1"], f"split_{n}"))
        order = [0, 2, 3, 1] if n == "k" else [0, 2, 1, 3]
        nodes.append(helper.make_node("Transpose", [f"{n}1"], [n], f"turn_{n}", perm=order))
    nodes.append(helper.make_node("MatMul", ["q", "k"], ["products"], "products"))
    nodes.append(helper.make_node("Mul", ["products", "scale"], ["scores"], "scores"))
    at = np.arange(TOKENS)
    hidden = (np.abs(at[:, None] - at) > BAND)[None, None]
    masked = "masked"
    if kind in ADDED:
        constants["mask"] = np.where(hidden, np.float32(ADDED[kind]), np.float32(0.0))
        nodes.append(helper.make_node("Add", ["scores", "mask"], [masked], "mask"))
    elif kind in FILLED:
        constants |= {"hidden": hidden, "fill": np.asarray(FILLED[kind], np.float32)}
        nodes.append(helper.make_node("Where", ["hidden", "fill", "scores"], [masked], "mask"))
    else:
        masked = "scores"
    nodes += [
        helper.make_node("Softmax", [masked], ["shares"], "softmax", axis=-1),
        helper.make_node("MatMul", ["shares", "v"], ["mixed"], "mix"),
        helper.make_node("Transpose", ["mixed"], ["back"], "turn_back", perm=[0, 2, 1, 3]),
        helper.make_node("Reshape", ["back", "tokens"], ["joined"], "join"),
        helper.make_node("MatMul", ["joined", "wo"], ["y"], "out"),
    ]
    ins = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, TOKENS, WIDTH])]
    outs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, TOKENS, RESULTS])]
    held = [numpy_helper.from_array(v, n) for n, v in constants.items()]
    graph = helper.make_graph(nodes, "attention", ins, outs, held)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
