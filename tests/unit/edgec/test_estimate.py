"""Estimates of ``edgec check``: near what convert makes, without a calibration and without a compiler."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.commands import prediction
from edgec.quantize.ranges.calibrate import calibrate
from edgec.quantize.ranges.simulate import Evaluator
from edgec.quantize.ranges.sketch import sketched
from edgec.quantize.rewrite.rewrites import prepared
from edgec.samples.binding import Bindings
from edgec.targets.code_sizes import CodeSizes, KernelCode, Layer, Loops, code_sizes
from edgec.targets.reader import load_target
from tests.builders.codegen_models import need
from tests.builders.onnx_models import node, save

Edgec = Callable[..., Any]
FLASH, RAM = 0.1, 0.1  # of what convert makes; the code alone is known within a factor of 2.5
SMALL = 0.25  # flash of models with a few KB, most of which is code
CODE = 2.5


def off(found: prediction.CheckResult, made: prediction.CheckResult) -> tuple[float, float, float]:
    """Ratios of estimate and build: flash, RAM, code."""
    a, b = found.predicted, made.predicted
    assert a is not None and b is not None and a.code is not None and b.code is not None
    assert a.estimated and not b.estimated and a.scheme == b.scheme
    return a.flash / b.flash, a.ram / b.ram, a.code / b.code


def near(model: Path, target: str, scheme: str) -> None:
    """Raise unless the estimate is near the build."""
    arguments = (model, target, Bindings(), scheme, None, lambda _: None)
    flash, ram, code = off(prediction.check(*arguments), prediction.check(*arguments, measure=True))
    assert abs(flash - 1) <= FLASH and abs(ram - 1) <= RAM and 1 / CODE <= code <= CODE, (flash, ram, code)


@pytest.mark.parametrize("scheme", ["float32", "int8"])
def test_an_estimate_is_near_the_build(digits: Path, scheme: str) -> None:
    need("arm-none-eabi-gcc")
    near(digits / "digits.onnx", "cortex-m4", scheme)


@pytest.mark.parametrize("target", ["stm32l4r5", "cortex-m55"])
@pytest.mark.parametrize("model", ["mlperf_str_ww", "torch_mnist_dsres_cnn_ts13_bn_kept"])
def test_an_estimate_holds_for_models_that_it_was_not_made_with(shared: Path, model: str, target: str) -> None:
    need("arm-none-eabi-gcc")
    near(shared / "models" / f"{model}.onnx", target, "int8")


def labelled(folder: Path, sizes: tuple[int, ...]) -> Path:
    """A network of dense layers with a class number beside its probabilities, as scikit-learn's are exported."""
    rng = np.random.default_rng(0)
    nodes, constants, at = [], [], "x"
    for i, shape in enumerate(pairwise(sizes)):
        constants.append(numpy_helper.from_array(rng.normal(0, 0.3, shape).astype(np.float32), f"w{i}"))
        nodes += [node("MatMul", [at, f"w{i}"], [f"a{i}"]), node("Relu", [f"a{i}"], [f"r{i}"])]
        at = f"r{i}"
    last = f"a{len(sizes) - 2}"
    nodes[-1:] = [node("Softmax", [last], ["y"]), node("ArgMax", ["y"], ["n"], axis=1, keepdims=0)]
    nodes += [node("Cast", ["n"], ["label"], to=TensorProto.INT32)]
    x, y = (helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, c]) for n, c in (("x", sizes[0]), ("y", sizes[-1])))
    label = helper.make_tensor_value_info("label", TensorProto.INT32, [1])
    graph = helper.make_graph(nodes, "g", [x], [label, y], constants)
    return save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), folder)


@pytest.mark.parametrize(
    ("target", "sizes"),
    [("cortex-m0", (64, 32, 10)), ("cortex-m0", (100, 24, 16, 5)), ("cortex-m0", (12, 3)), ("cortex-m3", (64, 32, 10))],
)
def test_an_estimate_of_a_small_network_holds_without_an_fpu(
    tmp_path: Path, target: str, sizes: tuple[int, ...]
) -> None:
    """Stack and functions for floats, that only other models of the same kernels need, would outweigh it."""
    need("arm-none-eabi-gcc")
    arguments = (labelled(tmp_path, sizes), target, Bindings(), "int8", None, lambda _: None)
    flash, ram, code = off(prediction.check(*arguments), prediction.check(*arguments, measure=True))
    assert abs(flash - 1) <= SMALL and abs(ram - 1) <= RAM and 1 / CODE <= code <= CODE, (flash, ram, code)


def test_the_comparison_can_fail(digits: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need("arm-none-eabi-gcc")
    monkeypatch.setattr(CodeSizes, "of", lambda *_, **__: prediction_of_nothing())
    with pytest.raises(AssertionError):
        near(digits / "digits.onnx", "cortex-m4", "int8")


def prediction_of_nothing() -> Any:
    from edgec.targets.code_sizes import Estimate

    return Estimate(1, 0)


def test_nothing_is_calibrated_and_nothing_compiled(digits: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Evaluator, "run", lambda *_, **__: pytest.fail("the model is run"))
    monkeypatch.setattr("edgec.search.build.measure", lambda *_, **__: pytest.fail("a compiler is run"))
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    found = prediction.check(digits / "digits.onnx", "cortex-m4", Bindings(), "auto", None, lambda _: None)
    assert [o.scheme for o in found.predictions] == ["float32", "int8"]
    assert all(o.predicted is not None and o.predicted.code for o in found.predictions)
    with pytest.raises(pytest.fail.Exception):
        prediction.check(digits / "digits.onnx", "cortex-m4", Bindings(), "int8", None, lambda _: None, measure=True)


def test_operators_that_stay_in_float_are_named(edgec: Edgec, tmp_path: Path) -> None:
    w = numpy_helper.from_array(np.ones((4, 4), np.float32), "w")
    nodes = [node("MatMul", ["x", "w"], ["a"]), node("CumSum", ["a", "axis"], ["y"], name="running")]
    ports = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, 4]) for n in "xy"]
    axis = numpy_helper.from_array(np.int64(1), "axis")
    graph = helper.make_graph(nodes, "g", ports[:1], ports[1:], [w, axis])
    path = save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), tmp_path)
    ran = edgec("check", path)
    assert ran.code == 0, ran.err
    assert "int8: only with --allow-float, which keeps in float32: running (" in ran.out
    found = json.loads(edgec("check", path, "--json").out)["schemes"][1]
    assert [r["node"] for r in found["floats"]] == ["running"]
    assert edgec("check", path, "--quantize", "int8").code == 3  # as convert refuses it


def test_a_sketch_has_the_ranges_that_calibration_has(digits: Path) -> None:
    """The same tensors, and steps of like size: what is not plausible would be refused or take other kernels."""
    from edgec.converter.onnx.importer import import_model
    from edgec.quantize.rewrite.rewrites import simplified

    graph = simplified(import_model(digits / "digits.onnx").graph)
    samples = [np.random.default_rng(0).uniform(-1, 1, (1, *graph.tensors[i].shape)).astype("f4") for i in graph.inputs]
    real = prepared(graph, samples, sizes_only=True)
    made, usual = sketched(real, samples).spans(), calibrate(real, samples, "minmax").spans()
    assert made.keys() == usual.keys()
    for name, span in made.items():
        assert 0.2 < (span.hi - span.lo) / (usual[name].hi - usual[name].lo) < 5, name


def test_kernels_that_no_table_knows_take_what_others_do() -> None:
    rows = {"a/x": KernelCode((100, 0, 330), (8,), ("f",)), "b/y": KernelCode((10, 0, 20), (64, 0, 23))}
    sizes = CodeSizes(rows, {"f": 1000})
    x, y, new = (Layer(name, integer=True) for name in ("a/x", "b/y", "a/new"))
    one, two = sizes.of([x]), sizes.of([x, x, new])
    assert two.code == one.code + 10 + 100 and two.stack == 8
    assert sizes.of([y, x]).code == one.code + 10
    assert sizes.of([Layer("c/z")]).code > 0


def test_schemes_whose_code_is_not_known_are_built(digits: Path) -> None:
    need("arm-none-eabi-gcc")
    found = prediction.check(digits / "digits.onnx", "cortex-m4", Bindings(), "int16x8", None, lambda _: None)
    assert found.predicted is not None and not found.predicted.estimated


def test_stack_and_functions_are_those_of_so_many_layers_and_of_their_types() -> None:
    rows = {"a/x": KernelCode((100, 100, 100), (20, 90, 90), ("__aeabi_fadd", "__aeabi_lmul", "edgec_block_run"))}
    sizes = CodeSizes(rows, {"__aeabi_fadd": 4000, "__aeabi_lmul": 30, "edgec_block_run": 5})
    assert [sizes.of([Layer("a/x")] * n).stack for n in (1, 8, 100)] == [20, 90, 90]
    assert 20 < sizes.of([Layer("a/x")] * 2).stack < 90
    assert sizes.of([Layer("a/x")]).code - sizes.of([Layer("a/x", integer=True)]).code == 4000


def test_each_of_few_float_layers_has_a_copy() -> None:
    sizes = CodeSizes({"a/x": KernelCode((100, 4000, 9000), (8,))})
    assert [sizes.of([Layer("a/x")] * n).code for n in (1, 2, 8)] == [500, 1000, 4000]
    assert sizes.of([Layer("a/x", integer=True)] * 2).code == 220


def test_code_of_functions_depends_on_the_passes_of_their_loops() -> None:
    loops = Loops(rolled=168, inner=94, step=16, most=48, start=50, each=49, whole=72, shared=("f",))
    assert [loops.bytes(32, n) for n in (4, 48, 49, 640)] == [158, 862, 168, 168]
    assert [loops.bytes(o, 8) for o in (1, 4, 7, 8, 32)] == [227, 758, 1289, 222, 222]
    sizes = CodeSizes({"a/x": KernelCode((9, 9, 9), (8,))}, {"f": 1000}, {"x": loops}, (60, 90), 8)
    layers = [Layer("a/x", function="x", trips=(32, 4)), Layer("a/x", function="x", trips=(32, 640))]
    assert sizes.of(layers[:1], arena=False).code == 60 + 158 + 8 + 1000
    assert sizes.of(layers).code == 90 + 158 + 168 + 2 * 8 + 1000
    assert sizes.of([*layers, Layer("a/x", function="other")]).code == sizes.of(layers).code + 9


def test_the_table_of_each_core_has_functions_and_what_every_model_takes() -> None:
    for name in ("cortex-m4", "cortex-m3", "cortex-m0", "cortex-m55"):
        sizes = code_sizes(load_target(name))
        assert sizes is not None and len(sizes.functions) > 25
        assert 0 < sizes.frame[0] < sizes.frame[1] < 200 and 0 < sizes.call < 20
        assert all(found in sizes.shared for row in sizes.functions.values() for found in row.shared)


def test_targets_have_the_table_of_their_instructions() -> None:
    assert code_sizes(load_target("stm32h743")) == code_sizes(load_target("cortex-m4")) is not None
    assert code_sizes(load_target("cortex-m0plus")) == code_sizes(load_target("samd21")) is not None
    assert code_sizes(load_target("cortex-m33")) == code_sizes(load_target("cortex-m4"))
    assert code_sizes(load_target("cortex-m55")) == code_sizes(load_target("cortex-m85")) is not None
    assert code_sizes(load_target("cortex-m33-nodsp")) == code_sizes(load_target("cortex-m3")) is not None
    for other in ("host", "cortex-a53", "rv32imc", "cortex-m4-nofpu"):
        assert code_sizes(load_target(other)) is None, other
