"""The net of the example: a decoder that takes one character a call, with its keys and values as states.

Two layers of attention over the last ``WINDOW`` characters and of a hidden layer, on characters of ``TEXT``.  All heads
ask the same keys and values (multi-query attention), so that the caches are small.  Distances are told by a bias for
each place of a cache (ALiBi): no positions are counted, and text may go on forever.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WEIGHTS = Path(__file__).resolve().parent / "weights.npz"
TEXT = "\n abcdefghijklmnopqrstuvwxyz0123456789.,:;'()-/"
LAYERS, WIDTH, HEADS, HIDDEN, WINDOW = 2, 128, 4, 512, 32
DEPTH = WIDTH // HEADS
EPSILON = 1e-5
Weights = dict[str, np.ndarray]


def bias() -> np.ndarray:
    """A term of the scores for each distance: [heads, window], 0 for the newest."""
    slopes = 2.0 ** -(1.0 + 1.5 * np.arange(HEADS))
    return (-slopes[:, None] * np.arange(WINDOW - 1, -1, -1)).astype(np.float32)


def shapes() -> dict[str, tuple[int, ...]]:
    """The shape of every weight, by name."""
    found: dict[str, tuple[int, ...]] = {"embedding": (len(TEXT), WIDTH)}
    for i in range(LAYERS):
        found |= {f"{i}.{name}": (WIDTH, WIDTH) for name in ("q", "out")}
        found |= {f"{i}.{name}": (WIDTH, DEPTH) for name in "kv"}
        found |= {f"{i}.up": (WIDTH, HIDDEN), f"{i}.up_bias": (HIDDEN,), f"{i}.down": (HIDDEN, WIDTH)}
        found |= {f"{i}.{name}": (WIDTH,) for name in ("norm", "norm_bias", "norm2", "norm2_bias")}
    return found | {"norm": (WIDTH,), "norm_bias": (WIDTH,), "scores": (WIDTH, len(TEXT))}


def weights() -> Weights:
    """The trained weights, as ``train.py`` left them."""
    with np.load(WEIGHTS) as stored:
        scales = {name: stored[f"{name}.scale"] if f"{name}.scale" in stored else np.float32(1) for name in shapes()}
        return {name: (stored[name] * scale).astype(np.float32) for name, scale in scales.items()}


def encoded(text: str) -> np.ndarray:
    """Indices of characters; what the net does not know is a space."""
    known = {c: i for i, c in enumerate(TEXT)}
    return np.array([known.get(c, known[" "]) for c in text.lower()], np.int64)


class _Net:
    def __init__(self, values: Weights) -> None:
        self.values = dict(values)
        self.nodes: list[onnx.NodeProto] = []

    def const(self, name: str, value: np.ndarray) -> str:
        self.values[name] = value
        return name

    def add(self, op: str, inputs: list[str], name: str, **attrs: object) -> str:
        self.nodes.append(helper.make_node(op, inputs, [name], name, **attrs))
        return name

    def norm(self, x: str, name: str, of: str) -> str:
        return self.add("LayerNormalization", [x, of, f"{of}_bias"], name, axis=-1, epsilon=EPSILON)

    def cached(self, x: str, cache: str) -> str:
        """The cache without its oldest entry and with a new one, which is the state of the next call."""
        ends = [self.const(n, np.array([v], np.int64)) for n, v in (("one", 1), ("end", WINDOW), ("tokens", 0))]
        kept = self.add("Slice", [cache, *ends], f"{cache}.kept")
        return self.add("Concat", [kept, x], f"{cache}_out", axis=0)

    def attention(self, x: str, at: str) -> str:
        q, k, v = (self.add("MatMul", [x, f"{at}.{n}"], f"{at}.{n}.made") for n in "qkv")
        q = self.add("Reshape", [q, self.const("heads", np.array([HEADS, DEPTH], np.int64))], f"{at}.asked")
        keys, values = self.cached(k, f"k{at}"), self.cached(v, f"v{at}")
        turned = self.add("Transpose", [keys], f"{at}.turned", perm=[1, 0])
        products = self.add("MatMul", [q, turned], f"{at}.products")
        scale = self.const("scale", np.float32(DEPTH**-0.5))
        scores = self.add("Add", [self.add("Mul", [products, scale], f"{at}.scaled"), "distance"], f"{at}.scores")
        mixed = self.add("MatMul", [self.add("Softmax", [scores], f"{at}.shares", axis=-1), values], f"{at}.mixed")
        flat = self.add("Reshape", [mixed, self.const("flat", np.array([1, WIDTH], np.int64))], f"{at}.flat")
        return self.add("MatMul", [flat, f"{at}.out"], f"{at}.attended")

    def layer(self, x: str, at: str) -> str:
        x = self.add("Add", [x, self.attention(self.norm(x, f"{at}.normed", f"{at}.norm"), at)], f"{at}.sum")
        up = self.add("MatMul", [self.norm(x, f"{at}.normed2", f"{at}.norm2"), f"{at}.up"], f"{at}.wide")
        hidden = self.add("Relu", [self.add("Add", [up, f"{at}.up_bias"], f"{at}.biased")], f"{at}.hidden")
        return self.add("Add", [x, self.add("MatMul", [hidden, f"{at}.down"], f"{at}.narrow")], f"{at}.sum2")


def decoder(values: Weights) -> onnx.ModelProto:
    """One step: a character [1] and caches [window, depth] to scores [1, characters] and new caches."""
    net = _Net(values)
    net.const("distance", bias())
    x = net.add("Gather", ["embedding", "character"], "embedded", axis=0)
    for i in range(LAYERS):
        x = net.layer(x, str(i))
    net.add("MatMul", [net.norm(x, "normed", "norm"), "scores"], "y")
    caches = [f"{kind}{i}" for i in range(LAYERS) for kind in "kv"]
    value = helper.make_tensor_value_info
    shape = [WINDOW, DEPTH]
    ins = [value("character", TensorProto.INT64, [1]), *(value(c, TensorProto.FLOAT, shape) for c in caches)]
    outs = [value("y", TensorProto.FLOAT, [1, len(TEXT)])]
    outs += [value(f"{c}_out", TensorProto.FLOAT, shape) for c in caches]
    constants = [numpy_helper.from_array(v, n) for n, v in net.values.items()]
    graph = helper.make_graph(net.nodes, "decoder", ins, outs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
