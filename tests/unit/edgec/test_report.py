"""The report: its stable keys, its sums, and what it says without a compiler."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from edgec.codegen import make_model_plan
from edgec.codegen.kernels.scalar import LIBRARY as SCALAR
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Graph
from edgec.reports import Report, from_json, render, to_json
from edgec.reports.model import make_report
from edgec.search.build import Measurements, build
from edgec.targets.reader import Target, load_target
from tests.builders.codegen_models import aimed, float_graph, int8_graph, need, options
from tests.builders.search_models import ALL, network

STABLE = {
    "": ("schema", "edgec", "model", "target", "scheme", "macs", "parameters", "flash", "ram", "layers", "files"),
    "model": ("name", "sha256"),
    "flash": ("code", "tables", "weights", "total"),
    "ram": ("arena", "input_output", "stack"),
}
LAYER = ("name", "op", "kernel", "output_shape", "macs", "weight_bytes", "scratch_bytes")


def measured(graph: Graph, target: Target) -> Report:
    return build(graph, options(), Measurements(target, lambda _: None)).report


def test_measured_report() -> None:
    need("gcc")
    made = build(int8_graph(), options(), Measurements(load_target("host"), lambda _: None))
    report = made.report
    value = to_json(report)
    for part, keys in STABLE.items():
        found = value[part] if part else value
        assert all(k in found for k in keys), part
    assert all(set(LAYER) <= set(layer) for layer in value["layers"])
    flash = report.flash
    assert flash.code is not None and flash.total == flash.code + flash.tables + flash.weights
    assert flash.weights >= made.plan.weight_bytes
    assert flash.tables >= made.plan.table_bytes >= 256
    assert report.macs == 9 * 8 + 8 * 5
    assert report.parameters == 9 * 8 + 8 + 8 * 5 + 5
    assert report.ram.input_output == 9 + 5
    assert [layer.op for layer in report.layers] == ["Dense", "Unary", "Dense", "Unary"]
    assert set(report.files) == {path for path, _ in made.files} | {"tiny.edge"}
    assert from_json(json.loads(json.dumps(value))) == report
    assert report.instructions == sum(layer.instructions or 0 for layer in report.layers) > 0


def test_cortex_m4_report_has_code_and_stack() -> None:
    need("arm-none-eabi-gcc")
    report = measured(int8_graph(), load_target("cortex-m4"))
    assert report.flash.measured
    assert 0 < (report.flash.code or 0) < 4096
    assert 0 < (report.ram.stack or 0) < 512


def test_without_a_compiler() -> None:
    target = load_target("host")
    missing = replace(target, toolchain=replace(target.toolchain, compilers=("no-such-compiler",)))
    notes: list[str] = []
    measurements = Measurements(missing, notes.extend)
    made = build(int8_graph(), options(), measurements)
    build(int8_graph(), options(name="other"), measurements)
    report = made.report
    assert report.flash.code is report.flash.total is report.ram.stack is None
    assert report.flash.measured is False
    assert report.flash.weights == made.plan.weight_bytes
    assert report.flash.needed == report.flash.weights + report.flash.tables
    assert len(notes) == 1 and "no-such-compiler" in notes[0]
    assert "not measured" in render(report)


def test_text_names_every_layer_and_no_control_characters() -> None:
    graph = float_graph(("x", "\x1b[31mconv", "a" * 200, "dense"))
    text = render(make_report(make_model_plan(graph, options(model_name="\x1b[2J")), None))
    assert "\x1b" not in text
    assert "a" * 200 in text
    assert max(map(len, text.splitlines())) < 300
    assert all(op in text for op in ("Conv", "Unary", "Binary", "Dense"))
    assert "Reshape" not in text


@pytest.mark.parametrize("mode", ALL)
@pytest.mark.parametrize("target", ["cortex-m4", "cortex-a53"])
def test_layers_add_up_at_the_level_of_the_build(target: str, mode: str) -> None:
    plan = make_model_plan(network(), replace(aimed(options(), mode), target=load_target(target)))
    report = make_report(plan, None)
    alone = [choice.cost.at(report.level) for choice in plan.choices if choice.cost is not None]
    assert report.instructions == sum(layer.instructions or 0 for layer in report.layers)
    assert report.instructions == sum(alone) + sum(saving.instructions for saving in report.savings)
    if mode == "ram":
        assert report.savings and [layer.instructions for layer in report.layers] != alone
    if mode == "size":
        assert report.level == "Os" and report.level_instructions


@pytest.mark.parametrize(
    ("slower", "said"), [(1200, "about 1,200 instructions more"), (-1200, "about 1,200 instructions fewer")]
)
def test_another_level_may_be_quicker(slower: int, said: str) -> None:
    report = make_report(make_model_plan(int8_graph(), options()), None)
    assert f"compiled with -Os: {said} than with -O3" in render(replace(report, level="Os", level_instructions=slower))


@pytest.mark.parametrize(
    ("target", "by"),
    [
        ("cortex-m0plus", ("GCC",)), ("cortex-m23", ("GCC",)), ("rv32imc", ("GCC", "Clang")),
        ("esp32-c3", ("GCC", "Clang")), ("cortex-m3", ()), ("generic-c", ()),
    ],
)  # fmt: skip
def test_scalar_kernels_are_assembly_on_some_cores(target: str, by: tuple[str, ...]) -> None:
    assert SCALAR.assembly_by(load_target(target).toolchain.compile_flags) == by


def test_assembly_is_named_with_the_compilers_that_take_it() -> None:
    who = replace(aimed(options(), "speed"), target=load_target("cortex-m4"))
    report = make_report(make_model_plan(int8_graph(), who), None)
    assert "assembly    armv7em: GCC and Clang only" in render(report)
    assert "scalar: GCC only" in render(replace(report, assembly=("scalar",), assembly_compilers=("GCC",)))


@pytest.mark.parametrize("damage", [{"schema": 99}, {"flash": {}}, {"layers": [{}]}, {"model": None}])
def test_damaged_json_is_refused(damage: dict[str, object]) -> None:
    report = to_json(make_report(make_model_plan(float_graph(), options()), None)) | damage
    with pytest.raises(UsageError, match=r"report\.json"):
        from_json(report)
