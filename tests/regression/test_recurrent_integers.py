"""Recurrent nets in integers: near the float net over 200 steps without drift, and the same bytes in C."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from onnx import numpy_helper

from edgec.codegen import GenerateOptions, generate
from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.arithmetic.gates import gate_table, state_bits, state_quant
from edgec.converter.graph.errors import OutOfProportion, UnsupportedModel
from edgec.converter.graph.ir import Array, DType, Graph, StatePair
from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.spec import IntCall
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.integers.recurrent import is_recurrent
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.scheme import Precision, Scheme
from edgec.quantize.ranges.simulate import run_float, simulate, to_real
from edgec.quantize.ranges.states import with_fed_back
from edgec.quantize.rewrite.rewrites import simplified
from edgec.search.states import about_states
from edgec.targets.machine.compile import SANITIZERS
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.recurrent_models import Net, signal
from tests.conformance.c_program import Job, run_jobs

AFTER, BEFORE = {"linear_before_reset": 1}, {"linear_before_reset": 0}
NETS = {
    "lstm": Net("LSTM"),
    "lstm_wide": Net("LSTM", values=40, hidden=64),
    "lstm_stacked": Net("LSTM", layers=2, directions=2, hidden=12),
    "lstm_large_weights": Net("LSTM", gain=3.0),
    "lstm_states": Net("LSTM", states=True),
    "lstm_peephole": Net("LSTM", peephole=True, lengths=True),
    "lstm_coupled": Net("LSTM", attrs={"input_forget": 1, "clip": 2.0}),
    "gru": Net("GRU", attrs=AFTER),
    "gru_keras": Net("GRU", attrs=BEFORE),
    "gru_states": Net("GRU", layers=2, states=True, attrs=AFTER),
    "gru_both_ways": Net("GRU", directions=2, hidden=12, lengths=True, attrs=AFTER),
    "rnn": Net("RNN"),
    "rnn_relu": Net("RNN", gain=0.6, attrs={"activations": ["Relu"]}),
}
WANTED_DB = {Scheme.INT8: 30.0, Scheme.INT16X8: 42.0}
WANTED_INT4_DB = 18.0
DRIFT_DB = 2.0  # what the last quarter of a sequence may lack beside the first
QUARTERS = 4


def graph_of(net: Net, folder: Path) -> Graph:
    path = folder / "net.onnx"
    path.write_bytes(net.model().SerializeToString())
    return simplified(import_model(path).graph)


def data_of(graph: Graph, net: Net, count: int, seed: int, short: bool = False) -> list[Array]:
    rng = np.random.default_rng(seed)
    found: list[Array] = []
    for name in graph.inputs:
        t = graph.tensors[name]
        if t.dtype is DType.I32:
            least = 0 if short else net.steps
            found.append(rng.integers(least, net.steps + 1, (count, *t.shape)).astype(np.int32))
        elif name == "x":
            found.append(signal(count, net.steps, net.values, seed))
        else:
            found.append(rng.uniform(-0.5, 0.5, (count, *t.shape)).astype(np.float32))
    return found


def integers_of(graph: Graph, inputs: list[Array]) -> list[Array]:
    tensors = [graph.tensors[n] for n in graph.inputs]
    return [x if t.quant is None else quantize_array(x, t.quant, t.dtype) for x, t in zip(inputs, tensors, strict=True)]


@pytest.mark.parametrize("scheme", [Scheme.INT8, Scheme.INT16X8])
@pytest.mark.parametrize("name", NETS)
def test_near_the_float_net_without_drift(name: str, scheme: Scheme, tmp_path: Path) -> None:
    net = NETS[name]
    graph = graph_of(net, tmp_path)
    made = quantize_model(graph, data_of(graph, net, 3, 1), QuantizeOptions(scheme))
    inputs = data_of(graph, net, 2, 2)
    wanted, values = run_float(graph, inputs), simulate(made, integers_of(made, inputs))
    found = [to_real(y, made.tensors[o]) for y, o in zip(values, made.outputs, strict=True)]
    for real, value in zip(wanted, found, strict=True):
        assert sqnr_db(real, value) >= WANTED_DB[scheme]
    part = net.steps // QUARTERS
    parts = [sqnr_db(wanted[0][:, i : i + part], found[0][:, i : i + part]) for i in range(0, net.steps, part)]
    assert parts[-1] >= parts[0] - DRIFT_DB, parts


@pytest.mark.parametrize("name", ["lstm_wide", "gru"])
def test_int4_weights(name: str, tmp_path: Path) -> None:
    """A recurrent layer that holds most weights has int4 ones under that scheme, or where it is asked for alone."""
    net = NETS[name]
    graph = graph_of(net, tmp_path)
    (layer,) = (n.name for n in graph.nodes if is_recurrent(n))
    inputs = data_of(graph, net, 2, 2)
    for options in (QuantizeOptions(Scheme.INT4), QuantizeOptions(layers={layer: Precision.INT4})):
        made = quantize_model(graph, data_of(graph, net, 3, 1), options)
        (node,) = (n for n in made.nodes if is_recurrent(n))
        assert [t.dtype for t in made.ins(node)[1:3] if t is not None] == [DType.I4] * 2
        found = to_real(simulate(made, integers_of(made, inputs))[0], made.tensors[made.outputs[0]])
        assert sqnr_db(run_float(graph, inputs)[0], found) >= WANTED_INT4_DB


@pytest.mark.parametrize("target", ["host", "cortex-m4", "cortex-m55", "cortex-a53"])
def test_c_gives_the_bytes_of_the_reference(target: str, tmp_path: Path) -> None:
    """On values that saturate, and on sequences of any length."""
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    jobs, expected = [], []
    for i, net in enumerate(NETS.values()):
        short = Net(**{**net.__dict__, "steps": 9, "hidden": min(net.hidden, 13)})
        graph = graph_of(short, tmp_path)
        for scheme in (*WANTED_DB, Scheme.INT4):
            made = quantize_model(graph, data_of(graph, short, 4, 1), QuantizeOptions(scheme))
            x = [3.0 * v if v.dtype == np.float32 else v for v in data_of(graph, short, 1, 2, short=True)]
            integers = integers_of(made, x)
            options = GenerateOptions(f"n{i}{scheme.value}", load_target(target), scheme.value, "net", "0" * 64, "test")
            jobs.append(Job(generate(made, options), tuple(v[0] for v in integers)))
            expected.append(simulate(made, integers))
    flags = SANITIZERS if target == "host" else ()
    for job, found, outputs in zip(jobs, run_jobs(jobs, load_target(target), tmp_path, flags), expected, strict=True):
        for y, wanted in zip(found, outputs, strict=True):
            np.testing.assert_array_equal(y, wanted[0], job.prefix)


@pytest.mark.parametrize("name", ["lstm_states", "gru_states"])
@pytest.mark.parametrize("scheme", [Scheme.INT8, Scheme.INT16X8])
def test_a_sequence_may_be_cut_anywhere(name: str, scheme: Scheme, tmp_path: Path) -> None:
    """The states' bytes say everything: with them, parts of a sequence give the bytes of the whole."""
    net = NETS[name]
    graph = graph_of(net, tmp_path)
    made = quantize_model(graph, data_of(graph, net, 4, 1), QuantizeOptions(scheme))
    seen: dict[str, Array] = {}
    simulate(made, integers_of(made, data_of(graph, net, 1, 3)), seen.__setitem__)
    for node in (n for n in made.nodes if n.op in ("Lstm", "Gru")):
        states = 2 if node.op == "Lstm" else 1
        ins = [t.data if t.data is not None else seen[t.name] for t in made.ins(node) if t is not None]
        quants = [t.quant for t in made.ins(node) if t is not None]
        run = OPS[node.op].run_int
        assert run is not None
        parts, carried = [], ins[4 : 4 + states]
        for x in np.split(ins[0], [1, 2, 70, 150]):
            types = [((len(x), 1, net.hidden), made.tensors[node.outputs[0]].dtype)]
            types += [(t.shape, t.dtype) for t in made.outs(node)[1:]]
            call = IntCall(node.attrs, [x, *ins[1:4], *carried], quants, [t.quant for t in made.outs(node)], types)
            y, *carried = run(call)
            parts.append(y)
        np.testing.assert_array_equal(np.concatenate(parts), seen[node.outputs[0]])
        for state, name_out in zip(carried, node.outputs[1:], strict=True):
            np.testing.assert_array_equal(state, seen[name_out])


def test_states_are_one_type_and_scale_ahead_and_behind(tmp_path: Path) -> None:
    for name in ("lstm_states", "gru_states"):
        net = NETS[name]
        graph = graph_of(net, tmp_path)
        made = quantize_model(graph, data_of(graph, net, 4, 1), QuantizeOptions())
        for source, target in zip(made.inputs[1:], made.outputs[1:], strict=True):
            begin, end = made.tensors[source], made.tensors[target]
            assert (begin.dtype, begin.quant) == (end.dtype, end.quant)
            assert begin.dtype is (DType.I16 if source.startswith("c") or net.op == "GRU" else DType.I8)


def test_a_constant_sequence_is_refused(tmp_path: Path) -> None:
    """It has no calibrated range: it was looked for, and not found."""
    model = Net("LSTM", steps=4, states=True).model()
    x = next(i for i in model.graph.input if i.name == "x")
    sequence = np.ones([d.dim_value for d in x.type.tensor_type.shape.dim], np.float32)
    model.graph.input.remove(x)
    model.graph.initializer.append(numpy_helper.from_array(sequence, "x"))
    path = tmp_path / "net.onnx"
    path.write_bytes(model.SerializeToString())
    graph = simplified(import_model(path).graph)
    data = [np.zeros((1, *graph.tensors[name].shape), np.float32) for name in graph.inputs]
    with pytest.raises(UnsupportedModel, match=r"layer0.*its sequence is a constant"):
        quantize_model(graph, data, QuantizeOptions(Scheme.INT8))


def test_a_function_without_bounds_is_refused_by_name(tmp_path: Path) -> None:
    net = Net("GRU", steps=4, attrs={"activations": ["Sigmoid", "Softplus"]})
    graph = graph_of(net, tmp_path)
    with pytest.raises(UnsupportedModel, match=r"layer0.*softplus"):
        quantize_model(graph, data_of(graph, net, 4, 1), QuantizeOptions())


def test_tables_hold_what_is_flat_beyond_them() -> None:
    found = gate_table(np.tanh)
    assert found is not None and found.bits == 12
    assert (found.values[0], found.values[256], found.values[-1]) == (-16384, 0, 16384)
    sigmoid = gate_table(lambda x: 1.0 / (1.0 + np.exp(-x)))
    assert sigmoid is not None and sigmoid.bits == 11 and sigmoid.values[-1] == 16384
    assert gate_table(lambda x: np.maximum(x, 0.0)) is None
    assert gate_table(lambda x: 4.0 * np.tanh(x)) is None


@pytest.mark.parametrize(("largest", "bits"), [(0.0, 14), (1.99, 14), (2.0, 13), (32767.0, 0)])
def test_states_take_the_finest_power_of_two(largest: float, bits: int) -> None:
    assert state_bits(state_quant(largest)) == bits


def test_a_state_beyond_16_bits_is_refused() -> None:
    with pytest.raises(OutOfProportion, match="does not fit 16 bits"):
        state_quant(32768.0)


@pytest.mark.parametrize("name", ["lstm_states", "gru_states"])
def test_a_cell_fed_back_from_zero(name: str, tmp_path: Path) -> None:
    """A model of one step, calibrated on states that are all zero: as near after 200 steps as a whole sequence."""
    net = Net(**{**NETS[name].__dict__, "steps": 1})
    graph = graph_of(net, tmp_path)
    zeros = [np.zeros((120, *graph.tensors[n].shape), np.float32) for n in graph.inputs[1:]]
    states = tuple(map(StatePair, graph.inputs[1:], graph.outputs[1:]))
    graph = replace(graph, states=states)
    samples = with_fed_back(graph, [signal(1, 120, net.values, 1)[0][:, None], *zeros])
    made = quantize_model(graph, samples, QuantizeOptions())
    real, integers = [z[:1] for z in zeros], integers_of(made, [samples[0][:1], *(z[:1] for z in zeros)])[1:]
    wanted, found = [], []
    for x in 0.7 * signal(1, 200, net.values, 2)[0][:, None]:  # within what the samples span
        y, *real = run_float(graph, [x[None], *real])
        wanted.append(y)
        y, *integers = simulate(made, [integers_of(made, [x[None], *real])[0], *integers])
        found.append(to_real(y, made.tensors[made.outputs[0]]))
    assert sqnr_db(np.array(wanted), np.array(found)) >= WANTED_DB[Scheme.INT8]


def test_states_that_are_not_named_are_noted(tmp_path: Path) -> None:
    net = Net("LSTM", steps=1, states=True)
    graph = graph_of(net, tmp_path)
    made = quantize_model(graph, data_of(graph, net, 4, 1), QuantizeOptions())
    assert [n.split("'")[1] for n in about_states(made)] == ["h0", "c0"]
    assert about_states(replace(made, states=(StatePair("h0", "h0_out"), StatePair("c0", "c0_out")))) == []


def test_a_net_of_int16_compiles_beside_the_kernels_of_neon(tmp_path: Path) -> None:
    """A helper of plain recurrent layers had the name of one of NEON's fully connected layers."""
    if not available(load_target("cortex-a53")):
        pytest.skip("no toolchain for cortex-a53")
    net = Net("LSTM", steps=4)
    graph = graph_of(net, tmp_path)
    made = quantize_model(graph, data_of(graph, net, 4, 1), QuantizeOptions(Scheme.INT16X8))
    integers = integers_of(made, data_of(graph, net, 1, 2))
    target = load_target("cortex-a53")
    options = GenerateOptions("net", target, "int16x8", "net", "0" * 64, "test")
    job = Job(generate(made, options), tuple(v[0] for v in integers))
    (found,) = run_jobs([job], target, tmp_path, ())
    for y, wanted in zip(found, simulate(made, integers), strict=True):
        np.testing.assert_array_equal(y, wanted[0])
