"""Writes the seeds of tests/fuzz/corpus: python -m tests.fuzz.make_corpus [--guided build/guided]

One-node models of every family of operators, and small graphs: a quantized network, control flow, a local function.
The other files there, ``found_*.onnx``, are models that once broke a rule.  With ``--guided`` a folder for each reader
is filled instead, from which ``tests.fuzz.guided`` begins when its own corpus is to be made anew.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.edge.file import EdgeMeta, write_edge
from edgec.converter.graph.errors import EdgecError
from edgec.converter.onnx.importer import import_model
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions, Scheme
from edgec.quantize.rewrite.rewrites import simplified
from tests.conformance.grids import GENERATORS, case_of
from tests.fuzz.run import node_tests, seeds

CORPUS = Path(__file__).resolve().parent / "corpus"
EACH = 3
LARGEST = 2500  # bytes
OPSETS = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1), helper.make_opsetid("local", 1)]


def _model(
    nodes: list[onnx.NodeProto],
    shape: list[int],
    constants: dict[str, np.ndarray],
    functions: list[onnx.FunctionProto] | None = None,
) -> onnx.ModelProto:
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(v, n) for n, v in constants.items()],
    )
    return helper.make_model(graph, opset_imports=OPSETS, ir_version=9, functions=functions or [])


def quantized() -> onnx.ModelProto:
    """A convolution and a matrix product between quantizations."""
    rng = np.random.default_rng(0)
    constants = {
        "s": np.float32(0.05),
        "z": np.int8(3),
        "w": rng.integers(-90, 90, (4, 2, 3, 3)).astype(np.int8),
        "ws": np.float32([0.01, 0.02, 0.03, 0.04]),
        "wz": np.zeros(4, np.int8),
        "b": rng.normal(0, 1, 4).astype(np.float32),
        "m": rng.integers(-90, 90, (4, 3)).astype(np.int8),
        "axes": np.int64([2, 3]),
    }
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "s", "z"], ["xq"]),
        helper.make_node("DequantizeLinear", ["xq", "s", "z"], ["xd"]),
        helper.make_node("DequantizeLinear", ["w", "ws", "wz"], ["wd"], axis=0),
        helper.make_node("Conv", ["xd", "wd", "b"], ["c"], pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c"], ["r"]),
        helper.make_node("QuantizeLinear", ["r", "s", "z"], ["rq"]),
        helper.make_node("DequantizeLinear", ["rq", "s", "z"], ["rd"]),
        helper.make_node("ReduceMean", ["rd", "axes"], ["p"], keepdims=0),
        helper.make_node("QuantizeLinear", ["p", "s", "z"], ["pq"]),
        helper.make_node("DequantizeLinear", ["pq", "s", "z"], ["pd"]),
        helper.make_node("DequantizeLinear", ["m", "s", "z"], ["md"]),
        helper.make_node("MatMul", ["pd", "md"], ["f"]),
        helper.make_node("QuantizeLinear", ["f", "s", "z"], ["fq"]),
        helper.make_node("DequantizeLinear", ["fq", "s", "z"], ["y"]),
    ]
    return _model(nodes, [1, 2, 5, 5], constants)


def flow() -> onnx.ModelProto:
    """A loop of known length around a choice that is known."""
    value = helper.make_tensor_value_info
    step = helper.make_node("Add", ["v", "one"], ["a"])
    then = helper.make_graph([helper.make_node("Mul", ["a", "a"], ["t"])], "t", [], [value("t", 1, None)])
    other = helper.make_graph([helper.make_node("Neg", ["a"], ["e"])], "e", [], [value("e", 1, None)])
    choose = helper.make_node("If", ["yes"], ["b"], then_branch=then, else_branch=other)
    keep = helper.make_node("Identity", ["cond"], ["again"])
    body = helper.make_graph(
        [step, choose, keep],
        "body",
        [value("i", 7, []), value("cond", 9, []), value("v", 1, [2, 3])],
        [value("again", 9, []), value("b", 1, None)],
    )
    loop = helper.make_node("Loop", ["count", "yes", "x"], ["y"], body=body)
    constants = {"count": np.int64(3), "yes": np.bool_(True), "one": np.float32(1)}
    return _model([loop], [2, 3], {k: np.asarray(v) for k, v in constants.items()})


def function() -> onnx.ModelProto:
    """A local function with an attribute, called twice."""
    node = helper.make_node("LeakyRelu", ["h"], ["o"])
    node.attribute.append(onnx.AttributeProto(name="alpha", ref_attr_name="slope", type=onnx.AttributeProto.FLOAT))
    body = [helper.make_node("Tanh", ["i"], ["h"]), node]
    local = helper.make_function("local", "Soft", ["i"], ["o"], body, OPSETS[:1], ["slope"])
    nodes = [
        helper.make_node("Soft", ["x"], ["a"], domain="local", slope=0.3),
        helper.make_node("Gelu", ["a"], ["b"], domain="com.microsoft"),
        helper.make_node("Soft", ["b"], ["y"], domain="local", slope=0.1),
    ]
    return _model(nodes, [3, 4], {}, [local])


def external() -> onnx.ModelProto:
    """A product with a matrix that lies in the file beside the models of ``tests.fuzz.readers``."""
    model = _model([helper.make_node("MatMul", ["x", "w"], ["y"])], [2, 4], {"w": np.zeros((4, 4), np.float32)})
    (weight,) = model.graph.initializer
    weight.ClearField("raw_data")
    weight.data_location = TensorProto.EXTERNAL
    for key, value in (("location", "w.bin"), ("offset", "64"), ("length", "64")):
        weight.external_data.add(key=key, value=value)
    return model


def archives() -> Iterator[bytes]:
    """Files of arrays of every kind and order, stored and compressed."""
    image, rows = np.arange(60, dtype=np.float32).reshape(1, 3, 4, 5), np.ones((2, 6), np.float32)
    sets: list[dict[str, np.ndarray]] = [
        {"x": rows.reshape(2, 2, 3), "y": np.int64([0, 1])},
        {"x": np.moveaxis(image, 1, -1)},
        {"image": np.asfortranarray(image), "other": np.float64(3)},
        {"x": np.zeros((3, 4), np.int8), "b": np.bool_([True, False]), "u": np.uint8([1])},
        {"x": np.zeros((2, 0, 3), np.float16), "long": np.int64([[1], [2]])},
        {"x": rows.astype(">f4"), "s": np.asarray(["a"]), "c": rows.astype(np.complex64)},
    ]
    for arrays in sets:
        for save in (np.savez, np.savez_compressed):
            file = io.BytesIO()
            save(file, **arrays)  # type: ignore[arg-type]
            yield file.getvalue()
        for version in ((1, 0), (2, 0)):
            file = io.BytesIO()
            np.lib.format.write_array(file, next(iter(arrays.values())), version)
            yield file.getvalue()


def edges(folder: Path) -> Iterator[bytes]:
    """Graphs of the corpus' models, in float and in integers."""
    path, meta = folder / "m.onnx", EdgeMeta("edgec", "m", "0" * 64, "host", "float32")
    for data in seeds():
        path.write_bytes(data)
        try:
            graph = simplified(import_model(path).graph)
            yield write_edge(graph, meta)
            if graph.is_quantized:
                yield write_edge(quantize_model(graph, None, QuantizeOptions()), meta)
            elif all(graph.tensors[i].dtype.is_float for i in graph.inputs):
                samples = [np.ones((2, *graph.tensors[i].shape), np.float32) for i in graph.inputs]
                options = QuantizeOptions(Scheme.INT8, allow_float=True)
                yield write_edge(quantize_model(graph, samples, options), meta)
        except EdgecError:
            continue
    path.unlink()


def guided(folder: Path) -> None:
    """Write the seeds of the guided searches."""
    for kind, files in (
        ("onnx", [*seeds(), *node_tests(), external().SerializeToString()]),
        ("npz", archives()),
        ("edge", edges(folder)),
    ):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for data in files:
            (folder / kind / hashlib.sha1(data).hexdigest()[:16]).write_bytes(data)


def main(arguments: Sequence[str]) -> None:
    """Write the seeds."""
    parser = argparse.ArgumentParser(description="seeds of the searches")
    parser.add_argument("--guided", type=Path)
    options = parser.parse_args(arguments)
    if options.guided is not None:
        guided(options.guided)
        return
    rng = np.random.default_rng(0)
    models = {"quantized": quantized(), "flow": flow(), "function": function()}
    for name, generator in GENERATORS.items():
        made = 0
        while made < EACH:
            case = case_of(generator(rng), name)
            if case.outputs and case.model.ByteSize() < LARGEST:
                models[f"{name}_{made}"] = case.model
                made += 1
    for name, model in models.items():
        (CORPUS / f"{name}.onnx").write_bytes(model.SerializeToString(deterministic=True))


if __name__ == "__main__":
    main(sys.argv[1:])
