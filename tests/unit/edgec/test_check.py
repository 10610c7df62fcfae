"""Every rule of the graph checker, broken one at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from edgec.converter.graph.errors import InvalidModel
from edgec.converter.graph.ir import Attrs, DType, Graph, GraphEditor, Node, Quant, Tensor
from edgec.converter.ops.check import check_graph
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.spec import Ins, OpSpec, ShapeError, TensorType, known


@dataclass(frozen=True)
class SumAttrs(Attrs):
    """Attributes of the test operator; ``trouble`` makes ``infer`` raise."""

    trouble: str = ""


def infer(attrs: SumAttrs, ins: Ins) -> list[TensorType]:
    x = known(ins, 0)
    if attrs.trouble == "shape":
        raise ShapeError("the shapes are unlucky")
    if attrs.trouble == "zero":
        return [((1 // 0,), x.dtype)]
    if attrs.trouble == "index":
        return [((x.shape[9],), x.dtype)]
    return [(x.shape, x.dtype)]


def run(attrs: SumAttrs, ins: Sequence[Any]) -> list[Any]:
    return [ins[0] + ins[1]]


SPECS = {
    "Sum": OpSpec("Sum", SumAttrs, 2, 3, infer, run),
    "Two": OpSpec("Two", Attrs, 1, 1, lambda a, ins: infer(SumAttrs(), ins) * 2, lambda a, ins: [ins[0], ins[0]]),
}


def graph() -> Graph:
    """x -> Sum(x, c) -> a -> Sum(a, q, absent) -> y."""
    e = GraphEditor(name="m")
    x = e.tensor("x", (2, 3), DType.I8, Quant.per_tensor(0.5, -3))
    c = e.const("c", np.ones((2, 3), np.int8), Quant.per_axis([0.5, 0.25, 1.0], 1))
    a = e.tensor("a", (2, 3), DType.I8, Quant.per_tensor(0.5))
    f = e.const("f", np.ones(4, np.float32))
    y = e.tensor("y", (2, 3), DType.I8)
    e.inputs, e.outputs = [x], [y]
    e.nodes = [
        Node("Sum", "first", (x, c), (a,), SumAttrs()),
        Node("Sum", "second", (a, f, ""), (y,), SumAttrs()),
    ]
    return e.build()


def tensor(name: str, **changes: Any) -> Callable[[Graph], Graph]:
    def change(g: Graph) -> Graph:
        return replace(g, tensors={**g.tensors, name: replace(g.tensors[name], **changes)})

    return change


def node(index: int, **changes: Any) -> Callable[[Graph], Graph]:
    def change(g: Graph) -> Graph:
        nodes = list(g.nodes)
        nodes[index] = replace(nodes[index], **changes)
        return replace(g, nodes=tuple(nodes))

    return change


def whole(**changes: Any) -> Callable[[Graph], Graph]:
    return lambda g: replace(g, **changes)


def without(name: str) -> Callable[[Graph], Graph]:
    return lambda g: replace(g, tensors={k: t for k, t in g.tensors.items() if k != name})


def swapped(g: Graph) -> Graph:
    return replace(g, nodes=g.nodes[::-1])


def two_outputs(first: str, second: str) -> Callable[[Graph], Graph]:
    return lambda g: replace(g, nodes=(*g.nodes, Node("Two", "third", ("y",), (first, second))))


def renamed(g: Graph) -> Graph:
    return replace(g, tensors={**g.tensors, "z": g.tensors["f"]})


BROKEN: list[tuple[str, Callable[[Graph], Graph], str]] = [
    ("name", renamed, "'f': it is stored under the name 'z'"),
    ("no_name", lambda g: replace(g, tensors={**g.tensors, "": Tensor("", (1,), DType.I8)}), "it has no name"),
    ("zero_size", tensor("a", shape=(0, 3)), r"'a': its shape is \[0, 3\]; every size must be a positive"),
    ("negative_size", tensor("a", shape=(-2, 3)), r"'a': its shape is \[-2, 3\]"),
    ("size_no_integer", tensor("a", shape=(2.0, 3)), "'a': its shape"),
    ("rank", tensor("a", shape=(1,) * 9), "'a': it has 9 dimensions; at most 8"),
    ("bytes", tensor("a", shape=(1 << 20, 1 << 20)), "'a': shape .* the limit is"),
    ("data_shape", tensor("c", data=np.ones((3, 2), np.int8)), r"'c': .* its data are int8 of shape \[3, 2\]"),
    ("data_type", tensor("c", data=np.ones((2, 3), np.uint8)), "'c': it is declared as int8 .* its data are uint8"),
    ("int4_range", tensor("c", dtype=DType.I4, data=np.full((2, 3), 8, np.int8)), "'c': .* outside -8..7"),
    ("quant_double", tensor("y", dtype=DType.F64, quant=Quant.per_tensor(1.0)), "'y': it is float64 and has scales"),
    ("quant_bool", tensor("x", dtype=DType.BOOL), "'x': it is bool and has scales"),
    ("axis_high", tensor("c", quant=Quant.per_axis([1, 1], 2)), "'c': its quantization axis 2 is outside"),
    ("axis_negative", tensor("c", quant=Quant.per_axis([1, 1], -1)), "'c': its quantization axis -1 is outside"),
    ("scales_count", tensor("c", quant=Quant.per_axis([1, 1], 1)), r"'c': it has 2 scale\(s\) .* where 3"),
    ("zeros_count", tensor("c", quant=Quant((1.0,) * 3, (0,), 1)), r"3 scale\(s\) and 1 zero point\(s\) where 3"),
    ("scales_tensor", tensor("x", quant=Quant((1.0, 1.0), (0, 0))), r"2 scale\(s\) .* where 1"),
    ("scale_zero", tensor("x", quant=Quant.per_tensor(0.0)), "'x': its scale 0.0 is not a finite number above 0"),
    ("scale_negative", tensor("x", quant=Quant.per_tensor(-1.0)), "'x': its scale -1.0"),
    ("scale_nan", tensor("x", quant=Quant.per_tensor(np.nan)), "'x': its scale nan"),
    ("scale_inf", tensor("x", quant=Quant.per_tensor(np.inf)), "'x': its scale inf"),
    ("scale_double", tensor("x", quant=Quant((0.1,), (0,))), "'x': a scale is not exact in float32"),
    ("scale_large", tensor("x", quant=Quant((1e300,), (0,))), "'x': a scale is not exact in float32"),
    ("zero_point", tensor("x", quant=Quant.per_tensor(1.0, 128)), "'x': its zero point 128 is outside -128..127"),
    ("zero_point_low", tensor("x", quant=Quant.per_tensor(1.0, -129)), "'x': its zero point -129"),
    ("input_absent", whole(inputs=("x", "ghost")), "graph input 'ghost': there is no such tensor"),
    ("input_constant", whole(inputs=("x", "c")), "'c': it is a graph input and a constant"),
    ("input_twice", whole(inputs=("x", "x")), "graph input 'x': it is listed twice"),
    ("output_absent", whole(outputs=("ghost",)), "graph output 'ghost': no node writes it"),
    ("output_input", whole(outputs=("x",)), "graph output 'x': no node writes it"),
    ("output_constant", whole(outputs=("c",)), "graph output 'c': no node writes it"),
    ("output_twice", whole(outputs=("y", "y")), "graph output 'y': it is listed twice"),
    ("no_outputs", whole(outputs=()), "the graph has no outputs"),
    ("operator", node(1, op="Ghost"), r"node 'second' \(Ghost\): the graph has no such operator"),
    ("attributes", node(1, attrs=Attrs()), r"node 'second' \(Sum\): its attributes are Attrs, SumAttrs is needed"),
    ("too_few", node(1, inputs=("a",)), "'second' .* 1 inputs, 2 to 3 are allowed"),
    ("too_many", node(1, inputs=("a",) * 4), "'second' .* 4 inputs, 2 to 3 are allowed"),
    ("read_absent", node(1, inputs=("a", "ghost")), "'second' .* input 'ghost' is not a tensor"),
    ("read_removed", without("c"), "'first' .* input 'c' is not a tensor"),
    ("order", swapped, "'second' .* reads tensor 'a' before"),
    ("itself", node(0, inputs=("x", "a")), "'first' .* reads tensor 'a' before"),
    ("required_input", node(1, inputs=("", "f")), "'second' .* input 0 is missing"),
    ("write_absent", node(1, outputs=("ghost",)), "'second' .* output 'ghost' is not a tensor"),
    ("write_twice", node(1, outputs=("a",)), "'second' .* writes tensor 'a', which is written before"),
    ("write_constant", node(1, outputs=("c",)), "'second' .* writes tensor 'c', which is a constant"),
    ("write_input", node(1, outputs=("x",)), "'second' .* writes tensor 'x', which is a graph input"),
    ("write_nothing", node(1, outputs=("",)), "'second' .* output '' is not a tensor"),
    ("output_count", node(1, outputs=()), "'second' .* has 0 outputs, the operator has 1"),
    (
        "outputs_same",
        lambda g: two_outputs("z", "z")(tensor("f", shape=(4,))(added(g))),
        "'third' .* writes tensor 'z', which is written before",
    ),
    (
        "shape",
        tensor("a", shape=(3, 2)),
        r"'a' is recorded as int8 \[3, 2\], the operator gives int8 \[2, 3\]",
    ),
    ("type", tensor("y", dtype=DType.I16), "'second' .* 'y' is recorded as int16"),
    ("infer_refuses", node(0, attrs=SumAttrs("shape")), "'first' .*: the shapes are unlucky"),
    ("infer_divides", node(0, attrs=SumAttrs("zero")), "'first' .* attributes do not fit its inputs"),
    ("infer_index", node(0, attrs=SumAttrs("index")), "'first' .* attributes do not fit its inputs"),
]


def added(g: Graph) -> Graph:
    return replace(g, tensors={**g.tensors, "z": Tensor("z", (2, 3), DType.I8)})


def test_a_sound_graph_passes() -> None:
    check_graph(graph(), SPECS)


@pytest.mark.parametrize(("change", "message"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN])
def test_rule(change: Callable[[Graph], Graph], message: str) -> None:
    with pytest.raises(InvalidModel, match=message) as caught:
        check_graph(change(graph()), SPECS)
    assert "\n" not in str(caught.value)


def test_total_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgec.converter.ops.check.MAX_TOTAL_BYTES", 10)
    with pytest.raises(InvalidModel, match="the constants have 22 bytes, the limit is 10"):
        check_graph(graph(), SPECS)


def test_hostile_names_are_printed_safely() -> None:
    g = node(1, name="\x1b[2J*/\n", op="\n")(graph())
    with pytest.raises(InvalidModel) as caught:
        check_graph(g, SPECS)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", sorted(OPS))
def test_cases_of_the_operators_are_sound(name: str) -> None:
    """The registry is the default, and its own test cases pass the checker."""
    for case in OPS[name].cases:
        e = GraphEditor(name=case.name)
        names = []
        for i, shape in enumerate(case.shapes):
            constant = i in case.constant
            names.append(e.const("c", np.zeros(shape, np.float32)) if constant else e.tensor("x", shape, DType.F32))
        try:
            types = OPS[name].infer(case.attrs, [e.tensors[n] for n in names])
        except ShapeError:
            pytest.skip(f"case {case.name} needs other input types than float32")
        e.inputs = [n for i, n in enumerate(names) if i not in case.constant]
        e.outputs = [e.tensor("y", shape, dtype) for shape, dtype in types]
        e.nodes = [Node(name, "node", tuple(names), tuple(e.outputs), case.attrs)]
        check_graph(e.build())
