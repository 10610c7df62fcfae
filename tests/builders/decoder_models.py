"""A decoder that takes one token a call, its keys and values being states, as exporters write such caches."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WORDS, WIDTH, HEADS, WINDOW = 20, 16, 2, 8
DEPTH = WIDTH // HEADS
FORMS = ("sliding", "where", "scatter_elements", "scatter_nd")
"""The oldest entry goes; or the one at a position is replaced, and places behind it are masked."""


class _Decoder:
    def __init__(self, form: str) -> None:
        self.form, self.rng = form, np.random.default_rng(9)
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, np.ndarray] = {}

    def const(self, value: object, name: str = "") -> str:
        name = name or f"c{len(self.constants)}"
        self.constants[name] = np.asarray(value)
        return name

    def add(self, op: str, *ins: str, out: str = "", **attrs: object) -> str:
        name = out or f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, ins, [name], f"n{len(self.nodes)}", **attrs))
        return name

    def linear(self, x: str, rows: int, columns: int, out: str = "") -> str:
        w = self.rng.normal(0.0, rows**-0.5, (rows, columns)).astype(np.float32)
        return self.add("MatMul", x, self.const(w), out=out)

    def heads(self, x: str) -> str:
        shape = self.const(np.array([1, 1, HEADS, DEPTH], np.int64))
        return self.add("Transpose", self.add("Reshape", x, shape), perm=[0, 2, 1, 3])

    def cached(self, x: str, cache: str) -> str:
        """The cache [1, heads, window, depth] with a new entry."""
        out = f"{cache}_out"
        if self.form == "sliding":
            ends = (self.const(np.array([v], np.int64)) for v in (1, WINDOW, 2))
            return self.add("Concat", self.add("Slice", cache, *ends), x, out=out, axis=2)
        if self.form == "where":
            here = self.add("Equal", self.const(np.arange(WINDOW, dtype=np.int64)[:, None]), "position")
            return self.add("Where", here, x, cache, out=out)
        if self.form == "scatter_elements":
            shape = self.const(np.array([1, HEADS, 1, DEPTH], np.int64))
            return self.add("ScatterElements", cache, self.add("Expand", "position", shape), x, out=out, axis=2)
        head = np.stack([np.zeros(HEADS), np.arange(HEADS)], 1).astype(np.int64)[None, :, None]  # [1, heads, 1, 2]
        place = self.add("Expand", "position", self.const(np.array([1, HEADS, 1, 1], np.int64)))
        return self.add("ScatterND", cache, self.add("Concat", self.const(head), place, axis=-1), x, out=out)

    def scores(self, q: str, keys: str) -> str:
        scores = self.add("MatMul", q, self.add("Transpose", keys, perm=[0, 1, 3, 2]))
        scores = self.add("Mul", scores, self.const(np.float32(DEPTH**-0.5)))
        if self.form == "sliding":
            distance = -0.5 * np.arange(WINDOW - 1, -1, -1, dtype=np.float32)
            return self.add("Add", scores, self.const(distance))
        later = self.add("Greater", self.const(np.arange(WINDOW, dtype=np.int64)), "position")
        return self.add(
            "Add", scores, self.add("Where", later, self.const(np.float32(-1e4)), self.const(np.float32(0)))
        )

    def norm(self, x: str) -> str:
        ones, zeros = (self.const(np.full(WIDTH, v, np.float32)) for v in (1, 0))
        return self.add("LayerNormalization", x, ones, zeros, axis=-1)

    def layer(self, x: str) -> str:
        y = self.norm(x)
        q, k, v = (self.heads(self.linear(y, WIDTH, WIDTH)) for _ in range(3))
        shares = self.add("Softmax", self.scores(q, self.cached(k, "k")), axis=-1)
        mixed = self.add("Transpose", self.add("MatMul", shares, self.cached(v, "v")), perm=[0, 2, 1, 3])
        flat = self.add("Reshape", mixed, self.const(np.array([1, WIDTH], np.int64)))
        x = self.add("Add", x, self.linear(flat, WIDTH, WIDTH))
        hidden = self.add("Relu", self.linear(self.norm(x), WIDTH, 4 * WIDTH))
        return self.add("Add", x, self.linear(hidden, 4 * WIDTH, WIDTH))


def decoder(form: str) -> onnx.ModelProto:
    """``token`` [1] (and ``position`` [1], but for a sliding cache), states k and v, to scores ``y`` [1, words]."""
    made = _Decoder(form)
    table = made.const(made.rng.normal(0, 1, (WORDS, WIDTH)).astype(np.float32))
    made.linear(made.norm(made.layer(made.add("Gather", table, "token", axis=0))), WIDTH, WORDS, "y")
    value, cache = helper.make_tensor_value_info, [1, HEADS, WINDOW, DEPTH]
    whole = ["token"] if form == "sliding" else ["token", "position"]
    ins = [value(n, TensorProto.INT64, [1]) for n in whole] + [value(n, TensorProto.FLOAT, cache) for n in "kv"]
    outs = [value("y", TensorProto.FLOAT, [1, WORDS]), *(value(f"{n}_out", TensorProto.FLOAT, cache) for n in "kv")]
    held = [numpy_helper.from_array(v, n) for n, v in made.constants.items()]
    graph = helper.make_graph(made.nodes, "decoder", ins, outs, held)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def tokens(form: str, count: int) -> dict[str, np.ndarray]:
    """A sequence of tokens, and their places in the cache, which is written from the start again when it is full."""
    found = {"token": np.random.default_rng(4).integers(0, WORDS, (count, 1)).astype(np.int64)}
    return found if form == "sliding" else found | {"position": np.arange(count, dtype=np.int64)[:, None] % WINDOW}
