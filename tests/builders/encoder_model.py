"""A transformer encoder: by default two layers, 32 tokens of width 64, four heads, post-norm, seeded weights."""

from __future__ import annotations

import numpy as np
import onnx

from tests.builders.onnx_models import model, node

TOKENS, WIDTH, HEADS, HIDDEN, LAYERS = 32, 64, 4, 256, 2


class _Encoder:
    def __init__(self, tokens: int, width: int, heads: int, hidden: int) -> None:
        self.tokens, self.width, self.count, self.hidden = tokens, width, heads, hidden
        self.rng = np.random.default_rng(7)
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, np.ndarray] = {}

    def const(self, name: str, value: np.ndarray) -> str:
        self.constants[name] = value
        return name

    def add(self, op: str, inputs: list[str], name: str, **attrs: object) -> str:
        self.nodes.append(node(op, inputs, [name], **attrs))
        return name

    def dense(self, x: str, name: str, rows: int, columns: int) -> str:
        weight = self.rng.normal(0.0, rows**-0.5, (rows, columns)).astype(np.float32)
        bias = self.rng.normal(0.0, 0.02, columns).astype(np.float32)
        product = self.add("MatMul", [x, self.const(f"{name}_w", weight)], f"{name}_product")
        return self.add("Add", [product, self.const(f"{name}_b", bias)], name)

    def norm(self, x: str, name: str) -> str:
        scale = self.rng.normal(1.0, 0.05, self.width).astype(np.float32)
        bias = self.rng.normal(0.0, 0.05, self.width).astype(np.float32)
        constants = [self.const(f"{name}_scale", scale), self.const(f"{name}_bias", bias)]
        return self.add("LayerNormalization", [x, *constants], name, axis=-1)

    def heads(self, x: str, name: str, perm: list[int]) -> str:
        shape = self.const("head_shape", np.array([1, self.tokens, self.count, self.width // self.count], np.int64))
        return self.add("Transpose", [self.add("Reshape", [x, shape], f"{name}_heads")], name, perm=perm)

    def gelu(self, x: str, name: str) -> str:
        root, one, half = (self.const(f"c_{v:.2f}", np.float32(v)) for v in (2.0**0.5, 1.0, 0.5))
        erf = self.add("Erf", [self.add("Div", [x, root], f"{name}_scaled")], f"{name}_erf")
        product = self.add("Mul", [x, self.add("Add", [erf, one], f"{name}_plus")], f"{name}_product")
        return self.add("Mul", [product, half], name)

    def layer(self, x: str, at: str) -> str:
        q, k, v = (self.dense(x, f"{at}_{name}", self.width, self.width) for name in "qkv")
        q, v = (self.heads(t, f"{t}_turned", [0, 2, 1, 3]) for t in (q, v))
        scores = self.add("MatMul", [q, self.heads(k, f"{k}_turned", [0, 2, 3, 1])], f"{at}_products")
        scale = self.const("root", np.float32((self.width // self.count) ** -0.5))
        weights = self.add("Softmax", [self.add("Mul", [scores, scale], f"{at}_scores")], f"{at}_weights", axis=-1)
        mixed = self.add("MatMul", [weights, v], f"{at}_mixed")
        flat = self.const("flat_shape", np.array([1, self.tokens, self.width], np.int64))
        turned = self.add("Transpose", [mixed], f"{at}_back", perm=[0, 2, 1, 3])
        out = self.dense(self.add("Reshape", [turned, flat], f"{at}_flat"), f"{at}_out", self.width, self.width)
        x = self.norm(self.add("Add", [x, out], f"{at}_sum"), f"{at}_norm")
        hidden = self.gelu(self.dense(x, f"{at}_up", self.width, self.hidden), f"{at}_hidden")
        down = self.dense(hidden, f"{at}_down", self.hidden, self.width)
        return self.norm(self.add("Add", [x, down], f"{at}_sum2"), f"{at}_y")


def encoder(
    tokens: int = TOKENS, width: int = WIDTH, heads: int = HEADS, hidden: int = HIDDEN, layers: int = LAYERS
) -> onnx.ModelProto:
    """x[1, tokens, width] to y of the same shape."""
    made = _Encoder(tokens, width, heads, hidden)
    x = "x"
    for i in range(layers):
        x = made.layer(x, f"l{i}")
    return model(made.nodes, {"x": [1, tokens, width]}, [x], made.constants)
