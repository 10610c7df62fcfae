"""An output that is fed back as an input, byte by byte: one scale for both, or a note."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import edgec as package
from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Graph, StatePair
from edgec.converter.onnx.importer import import_model
from edgec.folder.read import open_folder
from edgec.quantize import QuantizeOptions
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.named_states import states_of, stem
from edgec.quantize.ranges.simulate import run_float, simulate, to_real
from edgec.quantize.ranges.states import initial_value, with_fed_back
from edgec.quantize.rewrite.rewrites import simplified
from edgec.samples.data import Samples
from edgec.search.build import Numbers
from edgec.search.schemes import Integers, Scheming
from edgec.search.states import about_states, far_beginnings
from tests.builders.state_models import UNITS, write_state_cell

STEPS, WANTED_DB = 30, 26.0
TIED = StatePair("h", "h_out")


def fed_back(graph: Graph, integers: Graph, seed: int, state: StatePair = TIED) -> float:
    """The ratio in dB of the first output over a sequence of noise, the state's bytes copied from step to step."""
    i, o = graph.inputs.index(state.input), graph.outputs.index(state.output)
    rng = np.random.default_rng(seed)
    real = bytes_ = np.zeros((1, *graph.tensors[graph.inputs[i]].shape), np.float32)
    tensor = integers.tensors[integers.inputs[i]]
    assert tensor.quant is not None
    bytes_ = quantize_array(real, tensor.quant, tensor.dtype)
    wanted, got = [], []
    for _ in range(STEPS):
        x = rng.normal(size=(1, *graph.tensors[graph.inputs[1 - i]].shape)).astype(np.float32)
        outputs = run_float(graph, _ordered(x, real, i))
        wanted.append(outputs[1 - o].ravel())
        real = outputs[o].reshape(real.shape)
        source = integers.tensors[integers.inputs[1 - i]]
        assert source.quant is not None
        made = simulate(integers, _ordered(quantize_array(x, source.quant, source.dtype), bytes_, i))
        got.append(to_real(made[1 - o], integers.tensors[integers.outputs[1 - o]]).ravel())
        bytes_ = made[o].reshape(bytes_.shape)
    return sqnr_db(np.array(wanted), np.array(got))


def _ordered(x: np.ndarray, state: np.ndarray, index: int) -> list[np.ndarray]:
    return [state, x] if index == 0 else [x, state]


def integers_of(graph: Graph, inputs: Sequence[np.ndarray], *states: StatePair) -> Graph:
    scheming = Scheming("int8", True, QuantizeOptions(), False)
    return Integers(replace(graph, states=states), Samples(tuple(inputs), None), scheming).graph(Numbers("int8"))


@pytest.mark.parametrize("seed", range(3))
def test_bytes_fed_back(seed: int, tmp_path: Path) -> None:
    model, samples = write_state_cell(tmp_path)
    graph = simplified(import_model(model).graph)
    with np.load(samples) as data:
        inputs = [data[n][:, None] for n in graph.inputs]
    apart = integers_of(graph, inputs)
    assert fed_back(graph, apart, seed) < 15
    tied = integers_of(graph, inputs, TIED)
    assert tied.tensors["h"].quant == tied.tensors["h_out"].quant
    assert fed_back(graph, tied, seed) >= WANTED_DB


def test_a_gated_cell_of_pytorch(shared: Path) -> None:
    path = shared / "repro-2" / "gru_cell_state.onnx"
    if not path.is_file():
        pytest.skip("the model is not among the shared ones")
    graph = simplified(import_model(path).graph)
    rng = np.random.default_rng(0)
    x, h = rng.normal(size=(200, 1, 10)).astype(np.float32), np.zeros((200, 1, 16), np.float32)
    state = StatePair(*graph.inputs[1:], *graph.outputs[1:])
    assert fed_back(graph, integers_of(graph, [x, h]), 1, state) < 15
    assert fed_back(graph, integers_of(graph, [x, h], state), 1, state) >= WANTED_DB


def test_the_samples_as_a_sequence(tmp_path: Path) -> None:
    graph = simplified(import_model(write_state_cell(tmp_path)[0]).graph)
    rng = np.random.default_rng(1)
    x, h = rng.normal(size=(5, 1, 10)).astype(np.float32), rng.normal(size=(5, 1, UNITS)).astype(np.float32)
    xs, hs = with_fed_back(replace(graph, states=(TIED,)), [x, h])
    np.testing.assert_array_equal(xs, np.concatenate([x, x]))
    np.testing.assert_array_equal(hs[:6], np.concatenate([h, np.zeros_like(h[:1])]))
    for step in range(4):
        (_, after) = run_float(graph, [x[step : step + 1], hs[5 + step : 6 + step]])
        np.testing.assert_allclose(hs[6 + step], after.reshape(1, UNITS), rtol=1e-6)


def test_the_folder(tmp_path: Path, edgec: Callable[..., object]) -> None:
    """A note without the option; with it none, one scale in the header's terms, and every byte verified."""
    model, samples = write_state_cell(tmp_path)
    command = ("convert", model, "--calibration", samples, "-o", tmp_path / "out", "--target", "host")
    ran = edgec(*command)
    assert ran.code == 0 and "give --state h=h_out, or requantize between them" in ran.err  # type: ignore[attr-defined]
    ran = edgec(*command, "--state", "h=h_out")
    assert ran.code == 0 and "--state" not in ran.err  # type: ignore[attr-defined]
    graph = open_folder(tmp_path / "out").graph
    assert graph.tensors["h"].quant == graph.tensors["h_out"].quant
    assert edgec("verify", tmp_path / "out", "--data", samples).code == 0  # type: ignore[attr-defined]


def test_from_python_and_by_the_settings_file(
    tmp_path: Path, edgec: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    model, samples = write_state_cell(tmp_path)
    made = package.convert(model, calibration=samples, state=("h=h_out",), output=tmp_path / "made", target="host")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edgec.toml").write_text('[convert]\nstate = ["h=h_out"]\ntarget = "host"\n')
    assert edgec("convert", model, "--calibration", samples, "-o", "out").code == 0  # type: ignore[attr-defined]
    (tmp_path / "edgec.toml").write_text('[convert]\ntarget = "host"\n[state]\nh = "h_out"\n')
    assert edgec("convert", model, "--calibration", samples, "-o", "table").code == 0  # type: ignore[attr-defined]
    graphs = [open_folder(f).graph for f in (made.folder, tmp_path / "out", tmp_path / "table")]
    assert len({g.tensors["h"].quant for g in graphs}) == 1
    assert {g.states for g in graphs} == {(TIED,)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[state]\nh = 3\n", 'must be a table of inputs and their outputs, such as h = "h_out"'),
        ('[convert]\nstate = "h=h_out"\n[state]\nh = "h_out"\n', "states are given in [state] and in [convert]"),
    ],
)
def test_tables_of_states_that_are_refused(
    text: str, sentence: str, tmp_path: Path, edgec: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    model, _ = write_state_cell(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edgec.toml").write_text(text)
    ran = edgec("convert", model, "-o", "out")
    assert ran.code == 2 and sentence in ran.err  # type: ignore[attr-defined]


def test_a_value_to_begin_with(tmp_path: Path) -> None:
    """In the struct after a reset, in the sequence of the calibration, and in ONNX Runtime's."""
    model, samples = write_state_cell(tmp_path)
    made = package.convert(model, calibration=samples, state=("h=h_out=0.5",), output=tmp_path / "out", target="host")
    graph = open_folder(made.folder).graph
    assert graph.states == (StatePair("h", "h_out", (0.5,)),)
    first = initial_value(graph, graph.states[0])
    assert np.abs(to_real(first, graph.tensors["h"]) - 0.5).max() <= 0.5 * graph.tensors["h"].quant.s  # type: ignore[union-attr]
    assert f"state->h[i] = {first.flat[0]};" in (made.folder / "cell.c").read_text(encoding="ascii")
    found = package.verify(made, data=samples)
    assert found.mismatches == () and found.accuracy["simulator"] >= WANTED_DB


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("h", "must be INPUT=OUTPUT, for example h=h_out"),
        ("h=h_out=inf", "must be INPUT=OUTPUT, for example h=h_out"),
        ("h=h_out=", "must be INPUT=OUTPUT, for example h=h_out"),
        ("s=h_out", "the model has no input 's'; it has: x, h"),
        ("h=s", "the model has no output 's'; it has: y, h_out"),
        ("h=y", "the input is float32 [1, 16], the output float32 [1, 4]; a state has one shape and type"),
    ],
)
def test_what_is_no_state(text: str, sentence: str, tmp_path: Path) -> None:
    model, samples = write_state_cell(tmp_path)
    with pytest.raises(UsageError, match=sentence.replace("[", r"\[").replace("]", r"\]")):
        package.convert(model, calibration=samples, state=(text,), output=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_another_precision_of_the_state_is_refused(tmp_path: Path) -> None:
    model, samples = write_state_cell(tmp_path)
    options = {"calibration": samples, "output": tmp_path / "out", "state": ("h=h_out",)}
    with pytest.raises(UsageError, match=r"--state h=h_out: the input is int8 with scale .*, the output int16"):
        package.convert(model, layer=("next=int16",), **options)


def test_names_are_the_models(tmp_path: Path) -> None:
    """A pass gave the output 'y' a number."""
    graph = simplified(import_model(write_state_cell(tmp_path)[0]).graph)
    assert graph.outputs == ("y.4", "h_out")
    assert states_of(graph, (StatePair("h", "h_out"),)) == (TIED,)
    with pytest.raises(UsageError, match="--state h=y: the input is float32"):
        states_of(graph, (StatePair("h", "y"),))


def test_the_very_name_goes_before_a_numbered_one(tmp_path: Path) -> None:
    graph = simplified(import_model(write_state_cell(tmp_path)[0]).graph)
    tensors = {**graph.tensors, "h_out.1": replace(graph.tensors["h_out"], name="h_out.1")}
    both = replace(graph, tensors=tensors, outputs=("h_out.1", "h_out"))
    assert states_of(both, (StatePair("h", "h_out"),)) == (TIED,)
    with pytest.raises(UsageError, match="no output 'h_out'"):
        states_of(replace(both, outputs=("h_out.1", "h_out.2")), (StatePair("h", "h_out"),))


def test_names_that_belong_together() -> None:
    assert stem("h_in") == stem("h_out") == stem("h") == stem("next_h")
    assert stem("cell.1") != stem("cell.2")
    assert stem("input") != stem("output")


def test_an_autoencoder_has_no_state(tmp_path: Path) -> None:
    """One input and an output of its shape."""
    model, _ = write_state_cell(tmp_path)
    graph = simplified(import_model(model).graph)
    x, h = np.ones((8, 1, 10), np.float32), np.ones((8, 1, UNITS), np.float32)
    made = integers_of(graph, [x, h])
    assert about_states(made) != []
    assert about_states(replace(made, inputs=("x",))) == []


def test_an_initial_value_far_beyond_what_the_state_takes_is_told(tmp_path: Path) -> None:
    """The range of the integers grew to it, and of the values that the state takes nothing was left."""
    model, samples = write_state_cell(tmp_path)
    told = list[str]()
    package.convert(model, calibration=samples, state=("h=h_out=1e9",), output=tmp_path / "out", on_message=told.extend)
    assert [t for t in told if "--state h=h_out: begins at 1e+09, where the state takes values up to" in t]
    graph = simplified(import_model(model).graph)
    with np.load(samples) as data:
        inputs = [data[name].reshape(-1, *graph.tensors[name].shape) for name in graph.inputs]
    for initial, count in (((0.5,), 0), ((-1e4,), 1), ((), 0)):
        assert len(far_beginnings(replace(graph, states=(replace(TIED, initial=initial),)), inputs)) == count
