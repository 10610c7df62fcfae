"""Train a small depthwise separable CNN on Fashion-MNIST with edgec's own training and write it as ONNX.

    pip install 'edgec[train]'; apt-get install dataset-fashion-mnist
    python examples/fashion/train.py

writes ``fashion.onnx`` (input ``image``: float32 [1,1,28,28], pixels divided by 255; output: ten class probabilities)
beside this file, where it is committed.  Seed and number of steps are fixed.  ``--checkpoint FILE``: an interrupted
training goes on from there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, str(Path(__file__).resolve().parent))
from data import Fashion, load

from edgec.converter.graph.ir import Graph, constant
from edgec.converter.onnx.importer import import_model
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.rewrites import simplified
from edgec.quantize.train.fit import TrainOptions, fit

HERE = Path(__file__).resolve().parent
SEED = 7
BATCH = 64
STEM = 32
BLOCKS = ((64, 1), (128, 2), (128, 1), (128, 1))  # channels out, stride
STAGES = ((10000, 3e-3, 1), (4000, 1e-3, 0))  # steps, rate, shift in pixels
CLASSES, SIDE = 10, 28


def weights() -> dict[str, np.ndarray]:
    """He initialization."""
    rng, found = np.random.default_rng(SEED), {}

    def layer(name: str, *shape: int) -> None:
        scale = np.sqrt(2 / np.prod(shape[1:]))
        found[f"{name}_w"] = (rng.standard_normal(shape) * scale).astype(np.float32)
        found[f"{name}_b"] = np.zeros(shape[0], np.float32)

    layer("stem", STEM, 1, 3, 3)
    before = STEM
    for i, (channels, _) in enumerate(BLOCKS):
        layer(f"depthwise{i}", before, 1, 3, 3)
        layer(f"pointwise{i}", channels, before, 1, 1)
        before = channels
    layer("scores", CLASSES, before)
    return found


def model(w: dict[str, np.ndarray]) -> onnx.ModelProto:
    """The net with these weights."""
    nodes: list[onnx.NodeProto] = []

    def node(op: str, inputs: list[str], output: str, **attributes: object) -> str:
        nodes.append(helper.make_node(op, inputs, [output], name=output, **attributes))
        return output

    def conv(name: str, x: str, stride: int, groups: int) -> str:
        kernel = w[f"{name}_w"].shape[2:]
        pads = [0, 0, 0, 0] if kernel == (1, 1) else [0, 0, 1, 1] if stride == 2 else [1, 1, 1, 1]
        y = node(
            "Conv", [x, f"{name}_w", f"{name}_b"], name, kernel_shape=list(kernel), pads=pads,
            strides=[stride, stride], group=groups,
        )  # fmt: skip
        return node("Relu", [y], f"{name}_relu")

    last = conv("stem", "image", 2, 1)
    for i, (_, stride) in enumerate(BLOCKS):
        last = conv(f"depthwise{i}", last, stride, len(w[f"depthwise{i}_w"]))
        last = conv(f"pointwise{i}", last, 1, 1)
    last = node("GlobalAveragePool", [last], "mean")
    last = node("Flatten", [last], "flat")
    last = node("Gemm", [last, "scores_w", "scores_b"], "scores", transB=1)
    node("Softmax", [last], "probabilities", axis=1)
    graph = helper.make_graph(
        nodes,
        "fashion",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 1, 28, 28])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [1, CLASSES])],
        [numpy_helper.from_array(v, k) for k, v in w.items()],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="edgec fashion example")
    made.ir_version = 8
    onnx.checker.check_model(made, full_check=True)
    return made


def balanced(graph: Graph, x: np.ndarray) -> Graph:
    """The graph, which has no normalization, with weights scaled so that the mean square of all outputs is 1."""
    for node in graph.nodes:
        if node.op in ("Conv", "Dense"):
            seen: list[float] = []

            def look(name: str, values: np.ndarray, wanted: str = node.outputs[0], seen: list[float] = seen) -> None:
                if name == wanted:
                    seen.append(float(np.mean(values**2)))

            run_float(graph, [x], look)
            w = graph.tensors[node.inputs[1]]
            scaled = constant(w.name, w.data / np.float32(np.sqrt(np.mean(seen))))
            graph = replace(graph, tensors={**graph.tensors, w.name: scaled})
    return graph


def moved(shift: int, inputs: Sequence[np.ndarray], rng: np.random.Generator) -> Sequence[np.ndarray]:
    """Images shifted by up to ``shift`` pixels, half of them mirrored."""
    x = inputs[0]
    padded = np.pad(x, ((0, 0), (0, 0), (0, 0), (shift, shift), (shift, shift)))
    made = np.empty_like(x)
    for i, (row, column) in enumerate(rng.integers(0, 2 * shift + 1, (len(x), 2))):
        image = padded[i, :, :, row : row + SIDE, column : column + SIDE]
        made[i] = image[..., ::-1] if rng.random() < 0.5 else image
    return [made]


def accuracy(graph: Graph, data: Fashion) -> float:
    """Percent of the images whose class is right."""
    outputs = run_float(graph, [data.x])[0].reshape(len(data.x), -1)
    return 100 * float(np.mean(outputs.argmax(1) == data.y))


def main() -> None:
    """Train, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, help="files FILE.0, FILE.1, ... hold the state of each stage")
    parser.add_argument("--output", type=Path, default=HERE / "fashion.onnx")
    given = parser.parse_args()
    data, start = load("train"), weights()
    onnx.save(model(start), given.output)
    graph = balanced(simplified(import_model(given.output).graph), data.x[:64])
    for i, (steps, rate, shift) in enumerate(STAGES):
        options = TrainOptions(steps, rate=rate, batch=BATCH, seed=SEED, relative=False)  # biases begin at zero
        state = given.checkpoint and given.checkpoint.with_name(f"{given.checkpoint.name}.{i}")
        done = fit(
            graph, [data.x], options, data.y, progress=show, checkpoint=state, augment=partial(moved, shift)
        )  # fmt: skip
        graph = done.graph
        print(f"{done.steps} steps, {done.seconds:.0f} s; loss on images held out {done.after:.4f}")
    print(f"evaluation accuracy {accuracy(graph, load('t10k')):.2f} %")
    for node in graph.nodes:
        if node.op in ("Conv", "Dense"):
            w, b = (graph.tensors[i].data for i in node.inputs[1:])
            start[f"{node.name}_w"] = w.transpose(0, 3, 1, 2) if node.op == "Conv" else w
            start[f"{node.name}_b"] = b
    onnx.save(model(start), given.output)


def show(done: int, total: int) -> None:
    """The progress, in percent, on stderr."""
    if done % 50 == 0:
        print(f"{100 * done // total} %", end="\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
