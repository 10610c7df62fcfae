"""Bad and hostile models: one clear sentence and the right error class, nothing allocated from a lie."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from edgec.converter.graph.errors import EdgecError, Exit, InvalidModel, OverLimit, UnsupportedModel, UsageError
from edgec.converter.onnx.importer import import_model
from edgec.converter.onnx.types import type_name
from tests.builders.onnx_models import conv_model, model, node, save


def refused(path: Path, kind: type[EdgecError], *parts: str, **shapes: tuple[int, ...]) -> EdgecError:
    with pytest.raises(kind) as caught:
        import_model(path, shapes)
    text = str(caught.value)
    for part in parts:
        assert part in text, text
    assert "\n" not in text or isinstance(caught.value, UnsupportedModel)
    codes = {UnsupportedModel: Exit.UNSUPPORTED, OverLimit: Exit.DOES_NOT_FIT}
    assert caught.value.exit_code == codes.get(type(caught.value), Exit.USAGE)
    return caught.value


def test_missing_file(tmp_path: Path) -> None:
    error = refused(tmp_path / "none.onnx", UsageError, "does not exist")
    assert error.exit_code == Exit.USAGE


def test_folder(tmp_path: Path) -> None:
    refused(tmp_path, UsageError, "is a folder")


def test_empty(tmp_path: Path) -> None:
    (tmp_path / "e.onnx").write_bytes(b"")
    refused(tmp_path / "e.onnx", InvalidModel, "is empty")


@pytest.mark.parametrize("size", [1, 20, 100, 200])
def test_truncated(tmp_path: Path, size: int) -> None:
    data = conv_model().SerializeToString()
    (tmp_path / "t.onnx").write_bytes(data[:size])
    refused(tmp_path / "t.onnx", InvalidModel)


def test_every_truncation_is_one_sentence(tmp_path: Path) -> None:
    data = conv_model().SerializeToString()
    for size in range(1, len(data), 7):
        (tmp_path / "t.onnx").write_bytes(data[:size])
        refused(tmp_path / "t.onnx", EdgecError)


@pytest.mark.parametrize("seed", range(5))
def test_random_bytes(tmp_path: Path, seed: int) -> None:
    (tmp_path / "r.onnx").write_bytes(np.random.default_rng(seed).bytes(2000))
    refused(tmp_path / "r.onnx", InvalidModel, "is not an ONNX model")


def test_text_file(tmp_path: Path) -> None:
    (tmp_path / "readme.onnx").write_text("hello, this is text\n" * 10)
    refused(tmp_path / "readme.onnx", InvalidModel)


def test_old_and_future_opset(tmp_path: Path) -> None:
    proto = conv_model()
    proto.opset_import[0].version = 999
    error = refused(save(proto, tmp_path), UnsupportedModel, "opset 999", "onnx.version_converter")
    assert error.exit_code == Exit.UNSUPPORTED
    norm = node("BatchNormalization", ["x", *"cccc"], ["y"])
    old = model([norm], {"x": [1, 1]}, ["y"], {"c": np.ones(1, np.float32)})
    old.opset_import[0].version = 6
    refused(save(old, tmp_path), UnsupportedModel, "its form of opset 6 differs", "onnx.version_converter")


def test_all_unsupported_operators_are_listed(tmp_path: Path) -> None:
    nodes = [
        helper.make_node("Frobnicate", ["x"], ["a"], name="first", domain="my.domain"),
        node("Relu", ["a"], ["b"]),
        helper.make_node("Mystery", ["b"], ["y"], name="second", domain="my.domain"),
    ]
    proto = model(nodes, {"x": [1, 4]}, ["y"])
    proto.opset_import.append(helper.make_opsetid("my.domain", 1))
    error = refused(save(proto, tmp_path), UnsupportedModel, "2 reason(s)", "'first'", "'second'", "my.domain.Mystery")
    assert isinstance(error, UnsupportedModel)
    assert [r.op for r in error.refusals] == ["Frobnicate", "Mystery"]
    assert error.exit_code == Exit.UNSUPPORTED


def test_gemm_of_mismatched_shapes(tmp_path: Path) -> None:
    proto = model([node("Gemm", ["x", "w"], ["y"])], {"x": [1, 8]}, ["y"], {"w": np.zeros((9, 4), np.float32)})
    refused(save(proto, tmp_path), InvalidModel, "n_y", "[1, 8] and [9, 4] cannot be multiplied")


def test_conv_channel_mismatch(tmp_path: Path) -> None:
    proto = conv_model()
    proto.graph.input[0].type.tensor_type.shape.dim[1].dim_value = 5
    refused(save(proto, tmp_path), InvalidModel, "'conv'", "5 input channels")


def test_broadcast_mismatch(tmp_path: Path) -> None:
    proto = model([node("Add", ["x", "c"], ["y"])], {"x": [1, 8]}, ["y"], {"c": np.zeros(3, np.float32)})
    refused(save(proto, tmp_path), InvalidModel, "[1, 8] and [3] do not broadcast")


def test_cycle(tmp_path: Path) -> None:
    nodes = [node("Add", ["x", "b"], ["a"], name="one"), node("Relu", ["a"], ["b"], name="two")]
    refused(save(model(nodes, {"x": [1, 4]}, ["b"]), tmp_path), InvalidModel, "cycle", "'one'", "'two'")


def test_unsorted_but_acyclic_is_taken(tmp_path: Path) -> None:
    nodes = [node("Relu", ["a"], ["y"]), node("Sigmoid", ["x"], ["a"])]
    imported = import_model(save(model(nodes, {"x": [1, 4]}, ["y"]), tmp_path))
    assert [n.op for n in imported.graph.nodes] == ["Unary", "Unary"]


def test_undefined_input(tmp_path: Path) -> None:
    proto = model([node("Add", ["x", "ghost"], ["y"], name="adder")], {"x": [1, 4]}, ["y"])
    refused(save(proto, tmp_path), InvalidModel, "'adder'", "'ghost'", "nothing writes")


def test_undefined_output(tmp_path: Path) -> None:
    proto = model([node("Relu", ["x"], ["y"])], {"x": [1, 4]}, ["nowhere"])
    refused(save(proto, tmp_path), InvalidModel, "nowhere")


def test_value_written_twice(tmp_path: Path) -> None:
    nodes = [node("Relu", ["x"], ["y"]), node("Sigmoid", ["x"], ["y"], name="again")]
    refused(save(model(nodes, {"x": [1, 4]}, ["y"]), tmp_path), InvalidModel)


@pytest.mark.parametrize("form", ["raw", "typed", "none"])
def test_lying_initializer_allocates_nothing(tmp_path: Path, form: str) -> None:
    proto = conv_model()
    weight = proto.graph.initializer[0]
    weight.dims[:] = [500, 1000, 250]  # 500 MB of float32
    if form == "typed":
        weight.ClearField("raw_data")
        weight.float_data.extend([1.0] * 10)
    elif form == "none":
        weight.ClearField("raw_data")
    path = save(proto, tmp_path)
    tracemalloc.start()
    refused(path, InvalidModel, "initializer 'w'", "claims")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 << 20


def test_negative_dimension(tmp_path: Path) -> None:
    proto = conv_model()
    proto.graph.initializer[0].dims[0] = -3
    refused(save(proto, tmp_path), InvalidModel, "negative dimension")


@pytest.mark.parametrize(
    ("attrs", "fact"),
    [
        ({"strides": [0, 1]}, "strides [0, 1] has an entry below 1"),
        ({"strides": [-1, 1]}, "strides [-1, 1] has an entry below 1"),
        ({"dilations": [0, 1]}, "dilations [0, 1] has an entry below 1"),
        ({"kernel_shape": [5, 5]}, "contradicts the weight"),
        ({"strides": [1]}, "does not have 2 entries"),
        ({"pads": [0, 0, 0]}, "does not have 4 entries"),
        ({"dilations": [9, 9]}, "does not fit"),
        ({"group": 0}, "group"),
        ({"group": 7}, "group"),
        ({"auto_pad": "SOMETIMES"}, "auto_pad 'SOMETIMES'"),
    ],
)
def test_bad_convolution_attributes(tmp_path: Path, attrs: dict[str, object], fact: str) -> None:
    refused(save(conv_model(**attrs), tmp_path), InvalidModel, "'conv'", fact)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_weights_must_be_finite(tmp_path: Path, value: float) -> None:
    proto = conv_model()
    weight = np.frombuffer(proto.graph.initializer[0].raw_data, np.float32).copy()
    weight[5] = value
    proto.graph.initializer[0].raw_data = weight.tobytes()
    refused(save(proto, tmp_path), InvalidModel, "'conv'", "'w'", "1 NaN or infinite")


def test_wrong_attribute_type(tmp_path: Path) -> None:
    refused(save(conv_model(strides="two"), tmp_path), InvalidModel)


def test_dynamic_batch_is_bound_with_a_notice(tmp_path: Path) -> None:
    proto = conv_model()
    proto.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "batch"
    imported = import_model(save(proto, tmp_path))
    assert imported.graph.tensors["x"].shape == (1, 2, 6, 6)
    assert imported.notices == ("input 'x': dynamic batch dimension 'batch' is bound to 1",)


def test_other_dynamic_dimensions_need_shape(tmp_path: Path) -> None:
    proto = conv_model()
    proto.graph.input[0].type.tensor_type.shape.dim[2].dim_param = "height"
    path = save(proto, tmp_path)
    refused(path, UsageError, "axis 2 ('height')", "--shape x=1,2,?,6")
    assert import_model(path, {"x": (1, 2, 9, 6)}).graph.tensors["x"].shape == (1, 2, 9, 6)
    refused(path, UsageError, "contradicts the model's fixed size 2", x=(1, 3, 9, 6))
    refused(path, UsageError, "has 2 dimensions", x=(1, 3))
    refused(path, UsageError, "below 1", x=(1, 2, 0, 6))
    refused(path, UsageError, "names 'y'", "'x'", y=(1,))


def test_external_data_stays_in_its_folder(tmp_path: Path) -> None:
    proto = conv_model()
    inside = tmp_path / "in"
    inside.mkdir()
    weight = proto.graph.initializer[0]
    raw = weight.raw_data
    (inside / "w.bin").write_bytes(b"\0" * 16 + raw)
    (tmp_path / "outside.bin").write_bytes(raw)

    def point(location: str, offset: int, length: int) -> Path:
        weight.ClearField("raw_data")
        weight.data_location = TensorProto.EXTERNAL
        del weight.external_data[:]
        for key, value in (("location", location), ("offset", str(offset)), ("length", str(length))):
            entry = weight.external_data.add()
            entry.key, entry.value = key, value
        return save(proto, inside)

    good = import_model(point("w.bin", 16, len(raw)))
    assert good.standalone != (inside / "m.onnx").read_bytes()
    assert onnx.load_from_string(good.standalone).graph.initializer[0].raw_data == raw
    refused(point("../outside.bin", 0, len(raw)), InvalidModel, "outside the model's folder")
    refused(point("w.bin", 17, len(raw)), InvalidModel, "at offset 17")
    refused(point("w.bin", 0, 8), InvalidModel, "needs")
    refused(point("none.bin", 0, len(raw)), InvalidModel, "cannot be read")


def test_string_and_sequence_inputs_are_refused(tmp_path: Path) -> None:
    proto = conv_model()
    proto.graph.input.append(helper.make_tensor_value_info("s", TensorProto.STRING, [1]))
    refused(save(proto, tmp_path), UnsupportedModel, "'s'", "a tensor of STRING")


def test_huge_outputs_are_refused_before_allocation(tmp_path: Path) -> None:
    shape = np.asarray([100_000, 100_000], np.int64)
    proto = model([node("Expand", ["c", "s"], ["y"])], {"x": [1]}, ["y"], {"c": np.ones(1, np.float32), "s": shape})
    refused(save(proto, tmp_path), OverLimit, "node 'n_y' (Expand)", "10000000000 elements, more than the limit of")
    fill = model([node("ConstantOfShape", ["s"], ["y"])], {"x": [1]}, ["y"], {"s": shape})
    refused(save(fill, tmp_path), OverLimit, "node 'n_y' (ConstantOfShape)", "raise the limit with --limit elements=")


def test_types_that_onnx_does_not_allow(tmp_path: Path) -> None:
    """The checker does not look at them; the kernels rely on them."""
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 1, 4, 4])
    w = helper.make_tensor_value_info("w", TensorProto.INT32, [1, 1, 3, 3])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    for op, fact in (
        ("Conv", "input 1 is int32, which the operator does not take"),
        ("Add", "inputs 0 and 1 are float32 and int32, they must have one type"),
    ):
        graph = helper.make_graph([node(op, ["x", "w"], ["y"])], "g", [x, w], [y])
        proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
        refused(save(proto, tmp_path), InvalidModel, fact)


def test_messages_are_printable(tmp_path: Path) -> None:
    shift = node("BitShift", ["x", "x"], ["y"], direction="\x1b[2J\n*/")
    error = refused(save(model([shift], {"x": [4]}, ["y"], dtype=TensorProto.UINT8), tmp_path), InvalidModel)
    assert str(error).isprintable()
    assert error.exit_code == Exit.USAGE == 2


def test_what_no_rule_foresaw_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from edgec.converter.lower import context

    def broken(_: object) -> None:
        raise IndexError("tuple index out of range")

    monkeypatch.setitem(context.RULES, ("", "Relu"), broken)
    proto = model([node("Relu", ["x"], ["y"], name="r")], {"x": [4]}, ["y"])
    fact = "node 'r' (Relu): its inputs and attributes do not fit each other (tuple index out of range)"
    refused(save(proto, tmp_path), InvalidModel, fact)


FLAGS = (
    ("ReduceProd", {"noop_with_empty_axes": 1 << 31}),
    ("ReduceMax", {"keepdims": 2}),
    ("TopK", {"largest": -1}),
    ("CumSum", {"exclusive": 1 << 32}),
    ("Blackman", {"periodic": 3}),
)


@pytest.mark.parametrize(("op", "attrs"), FLAGS)
def test_truth_values_are_0_or_1(op: str, attrs: dict[str, int], tmp_path: Path) -> None:
    [(name, value)] = attrs.items()
    if op == "Blackman":  # a function of ONNX's own
        nodes = [node("BlackmanWindow", ["n"], ["w"], **attrs), node("Mul", ["x", "w"], ["y"])]
        proto = model(nodes, {"x": [4]}, ["y"], {"n": np.int64(4)})
    else:
        inputs = ["x", "k"] if op in ("TopK", "CumSum") else ["x"]
        constants = {"k": np.array([0 if op == "CumSum" else 1], np.int64)}
        outputs = ["y", "i"] if op == "TopK" else ["y"]
        proto = model([node(op, inputs, outputs, **attrs)], {"x": [4]}, ["y"], constants, opset=18)
    refused(save(proto, tmp_path), InvalidModel, f"attribute {name} is {value}, it must be 0 or 1")


def test_more_dimensions_than_the_graph_has(tmp_path: Path) -> None:
    many = [2, 1, 1, 1, 1, 1, 1, 1, 1]
    proto = model([node("Relu", ["x"], ["y"])], {"x": many}, ["y"])
    refused(save(proto, tmp_path), UnsupportedModel, "'x' (input)", "9 dimensions", "merge")
    proto = model([node("Reshape", ["x", "s"], ["r"]), node("Relu", ["r"], ["y"])], {"x": [2]}, ["y"], {"s": many})
    refused(save(proto, tmp_path), UnsupportedModel, "Reshape", "more than 8 dimensions", "merge")


def test_types_without_a_name_in_the_installed_onnx() -> None:
    assert type_name(TensorProto.FLOAT) == "FLOAT"
    assert type_name(199) == "type 199"
