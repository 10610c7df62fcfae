"""Nets with states: the struct that the caller keeps, sequences on the host and under QEMU, what is refused."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import edgec as package
from edgec.codegen import GenerateOptions
from edgec.codegen.arena.problem import Placement
from edgec.codegen.emit.generate import generate
from edgec.codegen.emit.states import layout, ready_word
from edgec.codegen.plan.proof import check_replay
from edgec.codegen.schedule.liveness import arena_problem
from edgec.codegen.schedule.steps import make_schedule
from edgec.commands.new import new
from edgec.commands.sequences import Steps
from edgec.converter.graph.errors import EdgecError, UsageError
from edgec.converter.graph.ir import DType, Graph, GraphEditor, Node, Quant, StatePair
from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.shape import ReshapeAttrs
from edgec.folder.read import open_folder
from edgec.quantize.ranges.named_states import with_states
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.ranges.states import in_sequence, initial_value
from edgec.quantize.rewrite.rewrites import simplified
from edgec.targets.machine.bench import BenchOptions, Step, run_bench
from edgec.targets.machine.compile import STRICT_WARNINGS, compile_files, link
from edgec.targets.reader import load_target
from tests.builders import onnx_models
from tests.builders.recurrent_models import Net
from tests.builders.state_models import write_state_cell
from tests.builders.stateful_nets import NETS, write_stateful

STEPS = 40


def converted(name: str, folder: Path, **options: Any) -> tuple[package.Converted, Path]:
    """A net's folder in ``folder / "out"``, and its samples."""
    model, samples, net = write_stateful(name, folder, STEPS)
    given = {"target": "cortex-m4", **NETS[name].options, **options}
    if given.get("quantize") != "float32":
        given["calibration"] = samples
    named = [f"{source}={out}" for source, out in net.states.items()]
    return package.convert(model, output=folder / "out", **{"state": named, **given}), samples


@pytest.mark.parametrize("name", NETS)
def test_bytes_over_a_sequence(name: str, tmp_path: Path) -> None:
    """Equal at each step in the simulator, on the host and under QEMU; as near to ONNX Runtime as wanted."""
    made, samples = converted(name, tmp_path)
    found = package.verify(made, data=samples)
    assert found.mismatches == ()
    assert set(found.byte_equal) == {"host", "qemu"}
    assert found.agree["host"] == found.agree["qemu"] == STEPS
    assert min(found.accuracy.values()) >= NETS[name].wanted_db
    assert f"fed back over {STEPS} steps" in found.notes[0]
    if name != "float32":
        assert set(found.byte_equal.values()) == {STEPS}
    assert made.report.ram.state == 4 + sum(
        np.dtype(s.dtype).itemsize * int(np.prod(s.shape)) for s in made.report.states
    )


def test_without_samples_states_are_arbitrary_too(tmp_path: Path) -> None:
    """Extremes begin with states of their own, noise is a sequence."""
    made, _ = converted("two_of_a_shape", tmp_path)
    found = package.verify(made, on="host")
    assert found.mismatches == () and found.byte_equal == {"host": 16}


def test_sanitizers_find_nothing(tmp_path: Path) -> None:
    made, _ = converted("delay_line", tmp_path, target="host")
    out = open_folder(made.folder)
    rng = np.random.default_rng(0)
    inputs = [rng.integers(-128, 128, (9, *out.graph.tensors[n].shape)).astype(np.int8) for n in out.graph.inputs]
    steps = Steps(3, 9)
    options = BenchOptions(sanitize=True, extra_flags=STRICT_WARNINGS)
    got = run_bench(made.folder, out.bench, out.target, steps.inputs(inputs), options, steps.flags)
    assert steps.differences("host", out.graph, got) == ()


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("state->h[i] = ", "state->h[i] = 1 + ", "host: 20 of 40 samples differ in output 0, first at sample 0"),
        ("(void)memcpy(state, from, ", "(void)memcpy(state, from, 8u + 0u * ", "differs when it is run once more"),
        ("    state->ready = ", "    if (i == 99u) state->ready = ", "the model reports an error: gru_cell_run"),
        (" || state->ready != GRU_CELL_STATE_READY", "", "gru_cell_state_save of noise"),
        ("    if (ready != GRU_CELL_STATE_READY)", "    if (ready == 0u)", "gru_cell_state_restore of noise"),
    ],
)
def test_what_verify_notices(before: str, after: str, sentence: str, tmp_path: Path) -> None:
    """Code of states that was damaged: the reset, the restoring, the marks."""
    made, samples = converted("gru_cell", tmp_path, target="host")
    code = made.folder / "gru_cell.c"
    text = code.read_text(encoding="ascii")
    assert before in text
    code.write_text(text.replace(before, after), encoding="ascii")
    try:
        told = "; ".join(package.verify(made, data=samples, allow_edited=True).mismatches)
    except UsageError as e:
        told = str(e)
    assert sentence in told


# -- the struct ---------------------------------------------------------------------------------------------------


def chain(types: Sequence[tuple[DType, int]], initial: tuple[float, ...] = ()) -> Graph:
    """States of some types and sizes, each of which gives itself under another shape, and one input that is given."""
    e = GraphEditor(name="chain")
    e.inputs = [e.tensor("x", (1, 2), DType.I8, Quant.per_tensor(0.5))]
    e.outputs = [e.tensor("y", (2,), DType.I8, Quant.per_tensor(0.5))]
    e.nodes = [Node("Reshape", "same", ("x",), ("y",), ReshapeAttrs((2,)))]
    for i, (dtype, size) in enumerate(types):
        quant = None if dtype.is_float or dtype is DType.I64 else Quant.per_tensor(0.25, 0 if dtype is DType.I16 else 3)
        source, out = (e.tensor(f"s {i}{end}", (size,), dtype, quant) for end in ("", " out"))
        e.nodes.append(Node("Reshape", f"keep {i}", (source,), (out,), ReshapeAttrs((size,))))
        e.inputs.append(source)
        e.outputs.append(out)
        e.states.append(StatePair(source, out, initial))
    return e.build()


def folder_of(graph: Graph, path: Path) -> Path:
    options = GenerateOptions("m", load_target("host"), "int8", "m", "0" * 64, "0")
    for file, content in generate(graph, options).files:
        (path / file).parent.mkdir(parents=True, exist_ok=True)
        (path / file).write_bytes(content)
    return path


PROGRAM = """\
#include <stdio.h>
#include <string.h>
#include "m.h"
int main(void)
{
    static m_state_t state;
    static m_t m;
    static unsigned char arena[M_ARENA_SIZE + 16u];
    unsigned char saved[M_STATE_SIZE];
    M_INPUT0_DTYPE in[M_INPUT0_SIZE] = {0};
    M_OUTPUT0_DTYPE out[M_OUTPUT0_SIZE];
    printf("%d %d ", (int)M_STATES, (int)M_STATE_SIZE);
    (void)m_init(&m, arena, sizeof arena);
    printf("%d ", m_run(&m, &state, in, out));
    printf("%d %d ", m_state_save(&state, saved, sizeof saved), m_reset(NULL));
    (void)m_reset(&state);
    printf("%d %d ", m_run(&m, &state, in, out), m_run(&m, NULL, in, out));
    printf("%d ", m_state_save(&state, saved, sizeof saved));
    memset(&state, 0, sizeof state);
    printf("%d %d ", m_state_restore(&state, saved, sizeof saved), m_state_restore(&state, NULL, sizeof saved));
    printf("%d %d\\n", (int)sizeof state, (int)sizeof saved);
    fwrite(saved, 1u, sizeof saved, stdout);
    return 0;
}
"""


def test_members_lie_without_gaps(tmp_path: Path) -> None:
    """Whatever their sizes are; each begins with its values, quantized; a state that was never reset is refused."""
    graph = chain([(DType.I8, 3), (DType.I16, 5), (DType.I64, 1), (DType.F32, 3)], (2.0,))
    assert layout(graph) == {"s_2": 0, "ready": 8, "s_3": 12, "s_1": 24, "s_0": 34}
    folder = folder_of(graph, tmp_path)
    (tmp_path / "try.c").write_text(PROGRAM, encoding="ascii")
    host = load_target("host")
    objects = compile_files(
        [tmp_path / "try.c", *sorted(tmp_path.glob("m*.c"))],
        host,
        tmp_path,
        extra_flags=(f"-I{folder}", *STRICT_WARNINGS),
    )
    program = link(objects, host, tmp_path / "try")
    raw = subprocess.run([str(program)], check=True, capture_output=True).stdout
    line, _, saved = raw.partition(b"\n")
    assert line.split() == [b"4", b"37", b"7", b"7", b"1", b"0", b"1", b"0", b"0", b"1", b"40", b"37"]
    word = np.frombuffer(saved[8:12], "<u4")[0]
    assert word == ready_word(graph, "0" * 64) and word % 2 == 1
    assert np.frombuffer(saved[:8], "<i8").tolist() == [2]
    assert np.frombuffer(saved[12:24], "<f4").tolist() == [2.0] * 3
    assert np.frombuffer(saved[24:34], "<i2").tolist() == [8] * 5
    assert np.frombuffer(saved[34:], "i1").tolist() == [11] * 3


def test_values_that_differ_are_an_array(tmp_path: Path) -> None:
    graph = chain([(DType.I8, 3)], (0.0, 0.25, -1.0))
    assert initial_value(graph, graph.states[0]).tolist() == [3, 4, -1]
    text = (folder_of(graph, tmp_path) / "m.c").read_text(encoding="ascii")
    assert re.search(r"static const int8_t state0\[3\] = \{\s+3,4,-1\s+\};", text)


def test_the_mark_is_of_what_the_bytes_mean() -> None:
    graph = chain([(DType.I8, 3)])
    word = ready_word(graph, "a")
    other = replace(graph.tensors["s 0"], quant=Quant.per_tensor(0.125, 3))
    assert ready_word(graph, "a") == word
    assert ready_word(graph, "b") != word
    assert ready_word(replace(graph, tensors={**graph.tensors, "s 0": other}), "a") != word


def test_states_that_only_change_places_are_refused(tmp_path: Path) -> None:
    graph = chain([(DType.I8, 3), (DType.I8, 3)])
    (a, b) = graph.states
    crossed = replace(graph, states=(replace(a, output=b.output), replace(b, output=a.output)))
    with pytest.raises(UsageError, match="only take each other's values"):
        folder_of(crossed, tmp_path)


def delayed() -> Graph:
    """a takes the input, b the old value of a."""
    graph = chain([(DType.I8, 2), (DType.I8, 2)])
    same = graph.tensors["x"].quant
    tensors = {n: replace(t, quant=same, shape=(2,)) for n, t in graph.tensors.items()}
    sources = {"s 0 out": "x", "s 1 out": "s 0"}
    nodes = tuple(replace(n, inputs=(sources.get(n.outputs[0], n.inputs[0]),)) for n in graph.nodes)
    return replace(graph, tensors=tensors, nodes=nodes)


def test_a_plan_that_overwrites_an_old_value_is_noticed() -> None:
    """The validator knows that a state is one memory: copies must not come before the last reader of the old value."""
    graph = delayed()
    schedule = make_schedule(graph, [()] * len(graph.nodes))
    problem, nowhere = arena_problem(schedule), Placement((), (0,), "none")
    check_replay(schedule, problem, nowhere)
    backwards = replace(schedule, steps=tuple(reversed(schedule.steps)))
    with pytest.raises(EdgecError, match="after part of it was overwritten"):
        check_replay(backwards, problem, nowhere)


# -- sequences ----------------------------------------------------------------------------------------------------


def test_the_simulator_in_sequence(tmp_path: Path) -> None:
    made, _ = converted("gru_cell", tmp_path, target="host")
    graph = open_folder(made.folder).graph
    rng = np.random.default_rng(1)
    inputs = [rng.integers(-128, 128, (6, *graph.tensors[n].shape)).astype(np.int8) for n in graph.inputs]
    steps, outputs = in_sequence(graph, inputs, resets=(0, 4))
    first = initial_value(graph, graph.states[0])
    h, out = graph.fed[0]
    np.testing.assert_array_equal(steps[h][[0, 4]], np.stack([first, first]))
    np.testing.assert_array_equal(steps[h][[1, 2, 3, 5]], outputs[out][[0, 1, 2, 4]])
    for y, z in zip(outputs, simulate(graph, steps), strict=True):
        np.testing.assert_array_equal(y, z)


def test_what_is_run_once_more() -> None:
    steps = Steps(2, 6)
    assert steps.again == (2, 3, 2, 4, 3, 5, 4)
    own = [Step.GIVEN, Step.GIVEN, Step.RESET, Step(0), Step(0), Step(0)]
    assert steps.flags[:6] == tuple(own)
    assert steps.flags[6:9] == (Step.RESET, Step.SAVED, Step.OTHER | Step.RESET)


# -- which they are -----------------------------------------------------------------------------------------------


def test_found_by_themselves(tmp_path: Path, edgec: Callable[..., Any]) -> None:
    """With ``auto`` alone, and with a note; without an option nothing changes."""
    model, samples, _ = write_stateful("two_of_a_shape", tmp_path, 10)
    ran = edgec("convert", model, "--calibration", samples, "--state", "auto", "-o", tmp_path / "out", "-t", "host")
    assert ran.code == 0 and "--state auto found: --state a=a_out, --state b=b_out" in ran.err
    assert [s.member for s in open_folder(tmp_path / "out").report.states] == ["a", "b"]


@pytest.mark.parametrize("op", ["LSTM", "GRU"])
def test_found_at_recurrent_layers(op: str, tmp_path: Path) -> None:
    onnx.save(Net(op, steps=1, states=True).model(), tmp_path / "net.onnx")
    graph = simplified(import_model(tmp_path / "net.onnx").graph)
    found = [s.input for s in with_states(graph, (), auto=True).states]
    assert found == (["h0", "c0"] if op == "LSTM" else ["h0"])


def test_exported_caches_are_found(tmp_path: Path) -> None:
    """Exporters of decoders call an output ``present`` where the input is ``past`` or ``past_key_values``."""
    pairs = {"past.key": "present.key", "past_key_values.0.value": "present.0.value"}
    nodes = [onnx_models.node("Neg", [i], [o]) for i, o in pairs.items()]
    net = onnx_models.model(nodes, dict.fromkeys(pairs, (1, 4)), [*pairs.values()])
    graph = import_model(onnx_models.save(net, tmp_path)).graph
    assert {s.input: s.output for s in with_states(graph, (), auto=True).states} == pairs


def test_nothing_is_found(tmp_path: Path) -> None:
    model, _ = write_state_cell(tmp_path)
    graph = simplified(import_model(model).graph)
    with pytest.raises(UsageError, match="--state auto: no output has the name and shape of an input"):
        with_states(replace(graph, outputs=graph.outputs[:1]), (), auto=True)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"package": ("mlperf-tiny",)}, "--package mlperf-tiny: is for models without states"),
        (
            {"target": "cortex-a53", "also": ("cortex-a76",)},
            "--also: states are not supported for several targets",
        ),
    ],
)
def test_what_states_do_not_go_with(options: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=sentence):
        converted("gru_cell", tmp_path, **options)
    assert not (tmp_path / "out").exists()


def test_the_harness_of_mlperf_tiny_is_for_models_without_states(tmp_path: Path) -> None:
    converted("gru_cell", tmp_path)
    with pytest.raises(UsageError, match="--program mlperf-tiny: is for models without states"):
        new(tmp_path / "project", tmp_path / "out", program="mlperf-tiny")
    assert not (tmp_path / "project").exists()


def test_channels_last_is_no_states_layout(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"the input is float32 .*channels last, the output float32"):
        converted("images", tmp_path, input_layout="nhwc")
