"""The .edge file: round trip, size, determinism, refusals."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from edgec.converter.edge import verify as edge_verify
from edgec.converter.edge.codec import decode_attrs, decode_names, encode_attrs, encode_names
from edgec.converter.edge.file import load_edge, read_edge, save_edge, write_edge
from edgec.converter.edge.write import may_be_short, shorten
from edgec.converter.graph.errors import InvalidModel, UsageError
from edgec.converter.graph.ir import Attrs, DType, Graph, GraphEditor, Node, Quant, StatePair, Tensor
from edgec.converter.ops.registry import OPS
from edgec.converter.passes.port_names import with_port_names
from edgec.converter.schema import generate
from tests.builders.edge_models import META, PLAIN, TEST_OPS, EveryAttrs, Mode, every_graph, kws_like


def assert_same(a: Graph, b: Graph) -> None:
    """Equality of everything, data included."""
    assert a == b
    for name, t in a.tensors.items():
        other = b.tensors[name].data
        if t.data is None:
            assert other is None
        else:
            assert other is not None
            assert not other.flags.writeable
            assert other.dtype == t.data.dtype
            np.testing.assert_array_equal(other, t.data)


def test_round_trip_of_everything() -> None:
    graph = every_graph()
    data = write_edge(graph, META, TEST_OPS)
    again, meta = read_edge(data, TEST_OPS)
    assert meta == META
    assert_same(graph, again)
    assert write_edge(again, meta, TEST_OPS) == data


def stateful(initial: tuple[float, ...] = ()) -> Graph:
    """y = h + 0 * x is fed back to h."""
    quant = Quant.per_tensor(0.5, -7)
    names = ("x", "h", "z", "y")
    tensors = {n: Tensor(n, (2, 3), DType.I8, Quant.per_tensor(0.25, 1) if n in "xz" else quant) for n in names}
    nodes = (Node("Every", "m", ("x",), ("z",), PLAIN), Node("Every", "n", ("h",), ("y",), PLAIN))
    return Graph("g", ("x", "h"), ("z", "y"), tensors, nodes, (StatePair("h", "y", initial),))


@pytest.mark.parametrize("initial", [(), (0.5,), (0.5, 1.0), tuple(float(i) for i in range(6))])
def test_states_round_trip(initial: tuple[float, ...]) -> None:
    graph = stateful(initial)
    again, _ = read_edge(write_edge(graph, META, TEST_OPS), TEST_OPS)
    assert again == graph
    assert again.states == (StatePair("h", "y", initial),)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"states": (StatePair("h", "z"),)}, "its input and output differ in type or quantization"),
        ({"states": (StatePair("h", "q"),)}, "a state is a graph input and a graph output"),
        ({"states": (StatePair("y", "h"),)}, "a state is a graph input and a graph output"),
        ({"states": (StatePair("h", "y"), StatePair("h", "z"))}, "graph input of a state 'h': it is listed twice"),
        ({"states": (StatePair("h", "y", (1.0,) * 4),)}, "4 initial values do not repeat to 6 elements"),
        ({"states": (StatePair("h", "y", (0.1,)),)}, "an initial value is not a finite float32"),
        ({"states": (StatePair("h", "y", (np.inf,)),)}, "an initial value is not a finite float32"),
    ],
)
def test_states_that_are_refused(changes: dict[str, tuple[StatePair, ...]], sentence: str) -> None:
    with pytest.raises(InvalidModel, match=re.escape(sentence)):
        write_edge(replace(stateful(), **changes), META, TEST_OPS)


def test_a_file_without_states_is_as_before() -> None:
    """A file without states holds what older readers of the version know."""
    graph = replace(stateful(), states=())
    assert len(write_edge(graph, META, TEST_OPS)) < len(write_edge(stateful(), META, TEST_OPS))


def test_states_follow_ports_under_other_names() -> None:
    e = GraphEditor(stateful((2.0,)))
    e.tensors["y.1"] = replace(e.tensors["y"], name="y.1")
    e.nodes.append(Node("Every", "o", ("y",), ("y.1",), PLAIN))
    e.outputs = ["z", "y.1"]
    assert e.build().states == (StatePair("h", "y.1", (2.0,)),)
    assert with_port_names(e.build(), ("x", "state"), ("z", "y")).states == (StatePair("state", "y", (2.0,)),)


def test_every_constant_is_aligned_and_equal_ones_are_shared() -> None:
    graph = every_graph()
    data = write_edge(graph, META, TEST_OPS)
    again, _ = read_edge(data, TEST_OPS)
    base = np.frombuffer(data, np.uint8).__array_interface__["data"][0]
    where = {}
    for t in again.tensors.values():
        if t.data is not None and t.dtype is not DType.I4:
            where[t.name] = t.data.__array_interface__["data"][0] - base
    assert all(at % 16 == 0 and 0 <= at < len(data) for at in where.values())
    assert where["same"] == where["c/float32"]


def test_bytes_do_not_depend_on_the_order_of_tensors() -> None:
    graph = every_graph()
    other = replace(graph, tensors=dict(reversed(graph.tensors.items())))
    assert write_edge(graph, META, TEST_OPS) == write_edge(other, META, TEST_OPS)


def test_size_rule_on_the_keyword_spotter() -> None:
    graph, weights = kws_like()
    data = write_edge(graph, META)
    assert weights == 24368
    assert len(data) <= weights * 1.1 + 4096
    again, _ = read_edge(data)
    assert len(again.nodes) == 13
    for old, new in zip(graph.nodes, again.nodes, strict=True):
        assert new.attrs == old.attrs
        assert [t and t.quant for t in again.ins(new)] == [t and t.quant for t in graph.ins(old)]


@pytest.mark.parametrize("name", sorted(OPS))
def test_every_operator_of_the_registry_round_trips(name: str) -> None:
    for case in OPS[name].cases:
        block = encode_attrs(case.attrs)
        assert decode_attrs(OPS[name].attrs, block, "the attributes") == case.attrs


@pytest.mark.parametrize("dtype", [DType.I4])
@pytest.mark.parametrize("count", [1, 2, 15, 16])
def test_int4_is_packed(dtype: DType, count: int) -> None:
    e = GraphEditor()
    e.inputs = [e.tensor("x", (1,), DType.I8)]
    values = (np.arange(count) % 16 - 8).astype(np.int8)
    c = e.const("c", values, dtype=dtype)
    e.outputs = [e.tensor("y", (1,), DType.I8)]
    e.nodes = [Node("Every", "n", ("x", c), ("y",), PLAIN)]
    data = write_edge(e.build(), META, TEST_OPS)
    again, _ = read_edge(data, TEST_OPS)
    np.testing.assert_array_equal(again.tensors["c"].data, values)
    packed = bytes(
        (int(values[i]) & 15) | ((int(values[i + 1]) & 15) << 4 if i + 1 < count else 0) for i in range(0, count, 2)
    )
    assert packed in data


# -- names --------------------------------------------------------------------------------------------------------


def test_names_round_trip() -> None:
    names = ["a/b/c", "a/b/d", "", "a/b/c", "☃" * 30, "☃" * 29 + "x", "f/conv_1/Relu", "f/conv_2/Relu"]
    assert decode_names(encode_names(names), len(names)) == names


def test_long_names_are_cut_but_those_of_the_interface_are_not() -> None:
    graph = every_graph("/model" * 20)
    again, _ = read_edge(write_edge(graph, META, TEST_OPS), TEST_OPS)
    assert again.inputs == graph.inputs
    assert again.outputs == graph.outputs
    inner = set(again.tensors) - {*graph.inputs, *graph.outputs}
    assert len(again.tensors) == len(graph.tensors)
    assert max(map(len, inner)) <= 64
    assert max(len(n.name) for n in again.nodes) <= 64


def test_cut_names_stay_different() -> None:
    names = ["a" * 16 + "~" + "a" * 47, *("a" * n for n in range(60, 70)), ";" + "b" * 70, ";" + "c" * 70]
    short = shorten(names)
    assert len(set(short.values())) == len(names)
    assert max(map(len, short.values())) == 64
    assert shorten(short.values()) == {n: n for n in short.values()}
    assert all(may_be_short(short[n], n) for n in names)
    assert not may_be_short(short[names[1]], names[5])


def test_hostile_text_survives() -> None:
    graph = every_graph("*/ int evil(){} /*\n\0\ud800")
    again, _ = read_edge(write_edge(graph, META, TEST_OPS), TEST_OPS)
    assert again.inputs == ("x*/ int evil(){} /*\n\0\\ud800",)


# -- attributes ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Old(Attrs):
    a: int
    b: str = "same"


@dataclass(frozen=True)
class New(Attrs):
    a: int
    b: str = "same"
    c: tuple[int, ...] = (1,)


@dataclass(frozen=True)
class Strict(Attrs):
    a: int
    b: int


@dataclass(frozen=True)
class Refusing(Attrs):
    a: int

    def __post_init__(self) -> None:
        if self.a < 0:
            raise ValueError("a is negative")


def test_trailing_defaults_cost_nothing_and_old_files_read() -> None:
    assert encode_attrs(Attrs()) == b""
    assert len(encode_attrs(Old(3))) == 2
    assert decode_attrs(New, encode_attrs(Old(3, "x")), "it") == New(3, "x")


@pytest.mark.parametrize(
    ("cls", "block", "message"),
    [
        (Old, encode_attrs(New(1, "x", (2,))), "3 fields where this edgec knows 2"),
        (Strict, encode_attrs(Old(1)), "lack the field 'b'"),
        (Strict, encode_attrs(Old(1, "x")), "'b' a value of a wrong type"),
        (Old, b"\x01\x02", "'a' a value of a wrong type"),
        (Old, b"\x02\xa0\x42a", "end too early"),
        (Old, b"\x02\xa0\x41\xff", "not UTF-8"),
        (Old, b"\x01\xa0\x00", "bytes too many"),
        (Old, b"\x01\x03" + b"\xff" * 20, "more than 64 bits"),
        (New, b"\x03\xa0\x41x\x3f\xff\xff\x7f", "end too early"),
        (Refusing, encode_attrs(Old(-1)), "a is negative"),
    ],
)
def test_bad_attributes_are_refused(cls: type[Attrs], block: bytes, message: str) -> None:
    with pytest.raises(InvalidModel, match=message):
        decode_attrs(cls, block, "it")


def test_unknown_enumeration_value_is_refused() -> None:
    block = encode_attrs(replace(PLAIN, mode=Mode.ODD)).replace(b"odd", b"bad")
    with pytest.raises(InvalidModel, match="unknown value 'bad'"):
        decode_attrs(EveryAttrs, block, "it")


def test_values_of_other_types_than_declared_are_not_written() -> None:
    with pytest.raises(TypeError, match=r"Old\.a"):
        encode_attrs(Old("x"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="64 bits"):
        encode_attrs(Old(1 << 63))


# -- refusals -----------------------------------------------------------------------------------------------------


def small() -> bytes:
    e = GraphEditor(name="m")
    e.inputs = [e.tensor("x", (1, 3), DType.I8, Quant.per_tensor(0.5))]
    c = e.const("c", np.arange(6, dtype=np.int8), Quant.per_axis(np.ones(6), 0))
    e.outputs = [e.tensor("y", (1, 3), DType.I8, Quant.per_tensor(0.5))]
    e.nodes = [Node("Every", "n", ("x", c), ("y",), PLAIN)]
    return write_edge(e.build(), META, TEST_OPS)


def test_every_truncation_is_refused() -> None:
    data = small()
    for length in range(len(data)):
        with pytest.raises(InvalidModel):
            read_edge(data[:length], TEST_OPS)


def test_every_changed_byte_is_refused() -> None:
    data = small()
    for at in range(len(data)):
        with pytest.raises(InvalidModel):
            read_edge(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], TEST_OPS)


def test_newer_version_is_refused_with_a_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytearray(small())
    monkeypatch.setattr(edge_verify, "VERSION", 0)
    with pytest.raises(InvalidModel, match=r"format version 1, this edgec reads up to 0; use the edgec that wrote it"):
        read_edge(data, TEST_OPS)


def test_other_files_are_refused(tmp_path: Path) -> None:
    for content in (b"", b"EDGE", b"\x18\0\0\0TFL3" + bytes(100), b"\0" * 1000):
        path = tmp_path / "x.edge"
        path.write_bytes(content)
        with pytest.raises(InvalidModel, match=r"not an .edge file"):
            load_edge(path)
    with pytest.raises(UsageError, match="cannot be read"):
        load_edge(tmp_path / "absent.edge")
    with pytest.raises(UsageError, match="cannot be read"):
        load_edge(tmp_path)


def test_unknown_operator_is_refused() -> None:
    with pytest.raises(
        InvalidModel, match=r"node 'n' of the .edge file has the operator 'Every', unknown to this edgec"
    ):
        read_edge(small(), OPS)


def test_claims_larger_than_the_file_are_refused() -> None:
    data = small()
    at = data.index(struct.pack("<ii", 1, 3))
    for dims in ((1 << 30, 1 << 30), (1, -3), (0, 3), (1 << 14, 1 << 14)):
        with pytest.raises(InvalidModel):
            read_edge(edge_verify.sealed(data[:at] + struct.pack("<ii", *dims) + data[at + 8 :]), TEST_OPS)


def test_saving_is_atomic(tmp_path: Path) -> None:
    graph = every_graph()
    path = tmp_path / "m.edge"
    save_edge(path, graph, META, TEST_OPS)
    assert [p.name for p in tmp_path.iterdir()] == ["m.edge"]
    again, meta = load_edge(path, TEST_OPS)
    assert_same(graph, again)
    assert meta == META
    with pytest.raises(InvalidModel):
        save_edge(path, replace(graph, outputs=()), META, TEST_OPS)
    assert path.read_bytes() == write_edge(graph, META, TEST_OPS)
    with pytest.raises(UsageError, match="cannot be written"):
        save_edge(tmp_path / "absent" / "m.edge", graph, META, TEST_OPS)


def test_bias_scales_that_are_not_products_are_kept() -> None:
    graph, _ = kws_like()
    name = graph.nodes[0].inputs[2]
    old = graph.tensors[name]
    quant = Quant.per_axis(np.linspace(1, 2, 64), 0)
    graph = replace(graph, tensors={**graph.tensors, name: Tensor(name, old.shape, old.dtype, quant, old.data)})
    again, _ = read_edge(write_edge(graph, META))
    assert again.tensors[again.nodes[0].inputs[2]].quant == quant


# -- schema -------------------------------------------------------------------------------------------------------


def schema_tables() -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    text = re.sub(r"//.*", "", generate.SCHEMA.read_text("utf-8"))
    for table, body in re.findall(r"table (\w+) \{(.*?)\}", text, re.S):
        yield table, re.findall(r"(\w+):\s*([\[\]\w]+)([^;]*);", body)


def test_the_verifier_knows_the_schema() -> None:
    widths = {"bool": 1, "ubyte": 1, "DType": 1, "Layout": 1, "ushort": 2, "int": 4, "uint": 4, "float": 4}
    kinds = edge_verify.ElementKind
    described = {}
    for table, fields in schema_tables():
        described[table] = slots = []
        for name, kind, options in fields:
            required = "required" in options
            align = int(found.group(1)) if (found := re.search(r"force_align:\s*(\d+)", options)) else 4
            item = kind.strip("[]")
            if kind == "string":
                slot = edge_verify.Slot(name, kinds.STRING, 1, required)
            elif kind == "[string]":
                slot = edge_verify.Slot(name, kinds.STRINGS, 4, required)
            elif kind.startswith("["):
                is_table = item not in widths
                slot = edge_verify.Slot(
                    name,
                    kinds.TABLES if is_table else kinds.VECTOR,
                    4 if is_table else widths[item],
                    required,
                    align,
                    item if is_table else "",
                )
            else:
                slot = edge_verify.Slot(name, kinds.SCALAR, widths[kind], required)
            slots.append(slot)
    assert {t: tuple(s) for t, s in described.items()} == edge_verify.TABLES


def test_schema_code_is_up_to_date() -> None:
    version = generate.flatc_version()
    if version is None:
        pytest.skip("flatc is absent (apt install flatbuffers-compiler)")
    if version not in generate.checked_in()["__init__.py"]:
        pytest.skip(f"the checked-in code was generated by another version than {version}")
    assert generate.generate() == generate.checked_in()
