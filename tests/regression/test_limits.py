"""Models that ask for more than any machine has: a sentence and the documented exit code, within little memory."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from edgec.console import clock
from edgec.converter.graph.errors import EdgecError, Exit, OverLimit, UnsupportedModel
from edgec.converter.graph.ir import Quant
from edgec.converter.graph.limits import Limits
from edgec.converter.onnx.size import check_nodes
from edgec.converter.ops.conv import DenseAttrs
from edgec.quantize.integers.reconstruct import round_node, statistics
from edgec.quantize.integers.weights import LayerTypes
from tests.builders.onnx_models import model, node
from tests.builders.quant_graphs import Net, real

MEMORY = 2 << 30  # bytes of address space; loading onnx and numpy takes 1 GB of it
HUGE, LARGE = 1 << 40, 1 << 26
Outcome = dict[str, tuple[int, str]]

SCRIPT = """
import json, os, resource, sys
from edgec.cli import run
import edgec.pipeline
found = {}
for file in sys.argv[1:]:
    for command in (["check", file], ["convert", file, "-o", file + ".out"]):
        with open("errors", "w+") as errors:
            kept = os.dup(2)
            os.dup2(errors.fileno(), 2)
            code = run(command)
            os.dup2(kept, 2)
            errors.seek(0)
            found[command[0] + " " + file.removesuffix(".onnx")] = int(code), errors.read()
        assert not os.path.exists(file + ".out")
open("found.json", "w").write(json.dumps(found))
"""


def i64(*values: int) -> np.ndarray[Any, Any]:
    return np.asarray(values, np.int64)


def one(op: str, inputs: dict[str, Any], opset: int = 18, **attrs: Any) -> onnx.ModelProto:
    """One node that reads x[1] and constants."""
    names = ["x", *inputs] if op not in ("ConstantOfShape", "Range") else list(inputs)
    return model([node(op, names, ["y"], **attrs)], {"x": [1]}, ["y"], inputs, opset)


def resized(size: int) -> onnx.ModelProto:
    resize = node("Resize", ["x", "", "", "s"], ["y"], mode="linear")
    return model([resize], {"x": [1, 1, 1, 2]}, ["y"], {"s": i64(1, 1, 1, size)}, 18)


def one_hot(depth: int) -> onnx.ModelProto:
    hot = node("OneHot", ["x", "d", "v"], ["y"])
    return model([hot], {"x": [1]}, ["y"], {"d": i64(depth), "v": i64(0, 1)}, 18, TensorProto.INT64)


def doubled(times: int) -> onnx.ModelProto:
    """A constant that each node puts behind itself."""
    nodes = [node("Concat", [f"c{i}", f"c{i}"], [f"c{i + 1}"], axis=0) for i in range(times)]
    return model([*nodes, node("Add", ["x", f"c{times}"], ["y"])], {"x": [1]}, ["y"], {"c0": np.ones(4, np.float32)})


def external(count: int, size: int, location: str) -> onnx.ModelProto:
    """``count`` initializers of ``size`` bytes, all in one file."""
    names = [f"w{i}" for i in range(count)]
    proto = model([node("Sum", ["x", *names], ["y"])], {"x": [1]}, ["y"])
    for name in names:
        tensor = proto.graph.initializer.add(name=name, data_type=TensorProto.FLOAT, dims=[size // 4])
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value=location)
    return proto


def functions(bodies: dict[str, list[str]]) -> onnx.ModelProto:
    """Functions of one value that call others, in a row; the model calls the first."""
    sets = [helper.make_opsetid("", 18), helper.make_opsetid("own", 1)]
    made = []
    for name, calls in bodies.items():
        values = ["x", *(f"v{i}" for i in range(1, len(calls))), "y"]
        nodes = [
            helper.make_node(call, [a], [b], domain="own" if call in bodies else "")
            for call, a, b in zip(calls, values[:-1], values[1:], strict=True)
        ]
        made.append(helper.make_function("own", name, ["x"], ["y"], nodes, sets))
    proto = model([helper.make_node(next(iter(bodies)), ["x"], ["y"], domain="own")], {"x": [1]}, ["y"])
    proto.functions.extend(made)
    del proto.opset_import[:]
    proto.opset_import.extend(sets)
    return proto


def chain(length: int) -> onnx.ModelProto:
    nodes = [node("Neg" if i % 2 else "Relu", [f"v{i}" if i else "x"], [f"v{i + 1}"]) for i in range(length)]
    return model(nodes, {"x": [1, 4]}, [f"v{length}"])


ELEMENTS, BYTES, NODES = (f"--limit {name}=" for name in ("elements", "bytes", "nodes"))
CASES: dict[str, tuple[Callable[[], onnx.ModelProto], int, tuple[str, ...]]] = {
    "onehot_1T": (lambda: one_hot(HUGE), 4, ("node 'n_y' (OneHot)", ELEMENTS)),
    "onehot_64M": (lambda: one_hot(LARGE), 4, ("node 'n_y' (OneHot)", ELEMENTS)),
    "resize_1T": (lambda: resized(HUGE), 4, ("node 'n_y' (Resize)", ELEMENTS)),
    "resize_64M": (lambda: resized(LARGE), 4, ("node 'n_y' (Resize)", ELEMENTS)),
    "inputdim_64M": (lambda: model([node("Neg", ["x"], ["y"])], {"x": [LARGE]}, ["y"]), 4, ("input 'x'", ELEMENTS)),
    "expand_64M": (lambda: one("Expand", {"s": i64(LARGE)}), 4, ("node 'n_y' (Expand)", ELEMENTS)),
    "tile_64M": (lambda: one("Tile", {"s": i64(LARGE)}), 4, ("node 'n_y' (Tile)", ELEMENTS)),
    "constofshape_64M": (lambda: one("ConstantOfShape", {"s": i64(LARGE)}), 4, ("(ConstantOfShape)", ELEMENTS)),
    "range_1T": (lambda: one("Range", {"a": i64(0)[0], "b": i64(HUGE)[0], "c": i64(1)[0]}), 4, ("(Range)", ELEMENTS)),
    "doubled34": (lambda: doubled(34), 4, ("(Concat)", ELEMENTS)),
    "amplified": (lambda: external(200, LARGE, "hole"), 4, ("the external data", str(200 * LARGE), BYTES)),
    "hole20G": (lambda: external(1, 20 << 30, "hole"), 4, ("the external data", BYTES)),
    "fifo": (lambda: external(1, 4, "fifo"), 2, ("initializer 'w0'", "'fifo'", "not a regular file")),
    "device": (lambda: external(1, 4, "zero"), 2, ("initializer 'w0'", "outside the model's folder")),
    "null": (lambda: external(1, 4, "hole\0x"), 2, ("cannot be read",)),
    "ring": (lambda: external(1, 4, "ring"), 2, ("'ring'",)),
    "laughs40": (
        lambda: functions({f"F{i}": [f"F{i + 1}"] * 2 if i < 40 else ["Relu"] for i in range(41)}),
        4,
        ("with its functions inlined", str(1 << 40), NODES),
    ),
    "recursive": (lambda: functions({"F": ["Neg", "F"]}), 2, ("function 'own.F'", "calls itself")),
    "recursive2": (lambda: functions({"F": ["G"], "G": ["Neg", "F"]}), 2, ("calls itself",)),
    "deep": (lambda: functions({f"F{i}": [f"F{i + 1}" if i < 3000 else "Relu"] for i in range(3001)}), 2, ("deeper",)),
    "chain_3e4": (lambda: chain(30_000), 4, ("the model has 30000 nodes", NODES)),
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Exit code and message of ``check`` and ``convert`` of every case, run in one process with little memory."""
    folder = tmp_path_factory.mktemp("limits")
    with (folder / "hole").open("wb") as file:
        file.truncate(20 << 30)
    os.mkfifo(folder / "fifo")
    (folder / "zero").symlink_to("/dev/zero")
    (folder / "ring").symlink_to("ring")
    files = []
    for name, (make, _, _) in CASES.items():
        files.append(f"{name}.onnx")
        (folder / files[-1]).write_bytes(make().SerializeToString())
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *files],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    assert done.returncode == 0, done.stderr
    found: Outcome = json.loads((folder / "found.json").read_text())
    return found


@pytest.mark.parametrize("command", ["check", "convert"])
@pytest.mark.parametrize("name", CASES)
def test_what_is_too_large_is_refused_by_its_size(outcomes: Outcome, name: str, command: str) -> None:
    _, code, parts = CASES[name]
    found, text = outcomes[f"{command} {name}"]
    assert found == code, text
    assert text.count("\n") == 1
    for part in ("edgec: error: ", *parts):
        assert part in text, text


def test_limits_are_options(edgec: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the command line and, as any option, in edgec.toml; the help states the defaults."""
    (tmp_path / "m.onnx").write_bytes(chain(5).SerializeToString())
    monkeypatch.chdir(tmp_path)
    assert edgec("inspect", "m.onnx").code == 0
    for limit, word in (("nodes=4", "5 nodes"), ("elements=3", "4 elements"), ("bytes=64", "bytes")):
        ran = edgec("convert", "m.onnx", "--limit", limit)
        assert (ran.code, list(tmp_path.iterdir())) == (4, [tmp_path / "m.onnx"])
        assert word in ran.err
        assert f"--limit {limit.split('=')[0]}=NUMBER" in ran.err
    for bad in ("nodes", "nodes=0", "nodes=-1", "threads=2", "nodes=1.5", "nodes=1T"):
        ran = edgec("inspect", "m.onnx", "--limit", bad)
        assert (ran.code, "elements, bytes, nodes, seconds" in ran.err) == (2, True)
    (tmp_path / "edgec.toml").write_text('[check]\nlimit = ["nodes=4"]\n')
    assert edgec("check", "m.onnx").code == 4
    assert edgec("check", "m.onnx", "--limit", "nodes=1K").code == 0
    for command in ("convert", "check", "accuracy", "inspect"):
        assert "elements=8M" in " ".join(edgec(command, "--help").out.split())


def test_time_has_a_limit(edgec: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a step takes, an ``except`` on the way included: exit code 4 and nothing written."""
    (tmp_path / "m.onnx").write_bytes(chain(5).SerializeToString())

    def hang(*_: object, **__: object) -> None:
        for _ in range(100):
            try:
                time.sleep(1)
            except EdgecError:
                raise AssertionError from None
        raise AssertionError

    monkeypatch.setattr("edgec.pipeline.front_end", hang)
    began = time.monotonic()
    for command in (["convert", tmp_path / "m.onnx", "-o", tmp_path / "out"], ["inspect", tmp_path / "m.onnx"]):
        ran = edgec(*command, "--limit", "seconds=1")
        assert ran.code == 4
        assert "the limit of 1 seconds" in ran.err
    assert not (tmp_path / "out").exists()
    assert time.monotonic() - began < 20


def test_time_in_suspension_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"monotonic": 0.0, "process_time": 0.0}
    for name in now:
        monkeypatch.setattr(f"edgec.console.clock.time.{name}", lambda name=name: now[name])
    spent = clock.RunningTime()

    def after(wall: float, processor: float) -> float:
        now["monotonic"] += wall
        now["process_time"] += processor
        return spent.seconds()

    assert after(1, 1) == 1  # at work
    assert after(1, 0) == 2  # waiting for a compiler
    assert after(3600, 0) == 4  # suspended
    assert after(50, 50) == 54  # in one long call, in which no signal is handled


@pytest.mark.parametrize("megabytes", [40, 70, 120, 160, 200, 255])
def test_too_little_memory_to_start_is_no_bug(megabytes: int, tmp_path: Path) -> None:
    (tmp_path / "m.onnx").write_bytes(chain(5).SerializeToString())
    size = megabytes << 20
    done = subprocess.run(
        [sys.executable, "-m", "edgec", "convert", "m.onnx"],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
    )
    assert done.returncode == Exit.DOES_NOT_FIT, done.stderr
    assert "too little memory to load edgec's libraries" in done.stderr and done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == [tmp_path / "m.onnx"]


@pytest.mark.parametrize(
    "error",
    [
        ImportError("libx.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
    ],
)
def test_memory_that_libraries_lack_is_no_bug(
    edgec: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:  # fmt: skip
    (tmp_path / "m.onnx").write_bytes(chain(5).SerializeToString())

    def fail(*_: object, **__: object) -> None:
        raise ImportError("importing the C extensions failed") from error

    monkeypatch.setattr("edgec.pipeline.front_end", fail)
    ran = edgec("convert", tmp_path / "m.onnx", "-o", tmp_path / "out")
    assert ran.code == Exit.DOES_NOT_FIT and "too little memory" in ran.err


def test_memory_that_is_short_is_no_bug(
    edgec: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "m.onnx").write_bytes(chain(5).SerializeToString())

    def greedy(*_: object, **__: object) -> None:
        raise MemoryError("Unable to allocate 8.00 TiB")

    monkeypatch.setattr("edgec.pipeline.front_end", greedy)
    ran = edgec("inspect", tmp_path / "m.onnx")
    assert ran.code == 4
    assert "more memory than there is" in ran.err
    assert "internal error" not in ran.err


def test_values_that_grow_beyond_float32_are_refused(edgec: Callable[..., Any], tmp_path: Path) -> None:
    """Calibration computes in float64, where they are finite: refused by the tensor's name, without a warning."""
    rng = np.random.default_rng(0)
    weight = (rng.standard_normal((4, 4)) * 1e9).astype(np.float32)
    nodes = [node("MatMul", [f"v{i}" if i else "x", f"w{i}"], [f"v{i + 1}"]) for i in range(5)]
    proto = model(nodes, {"x": [1, 4]}, ["v5"], {f"w{i}": weight for i in range(5)})
    (tmp_path / "m.onnx").write_bytes(proto.SerializeToString())
    np.savez(tmp_path / "x.npz", x=rng.standard_normal((8, 4)).astype(np.float32))
    ran = edgec("convert", tmp_path / "m.onnx", "--calibration", tmp_path / "x.npz", "-o", tmp_path / "out")
    assert "Warning" not in ran.err
    assert (ran.code, "tensor 'v5" in ran.err) == (2, True), ran.err


def test_scales_that_integers_cannot_hold_are_refused_by_node() -> None:
    """They were an internal error; now a refusal (exit code 3)."""
    net = Net()
    x = net.input((1, 4))
    dense = net.weighted("Dense", DenseAttrs(), x, real(3, 4), real(3))
    graph = net.done(dense)
    seen = (np.ones((2, 4)), np.ones((2, 4)), 2)
    types = LayerTypes(Quant.per_tensor(1e-30), Quant.per_tensor(1e30))
    with pytest.raises(UnsupportedModel, match=r"node 'dense.*out of proportion; rescale") as caught:
        round_node(graph, graph.nodes[0], types, statistics(graph, graph.nodes[0], [seen]))
    assert caught.value.exit_code == Exit.UNSUPPORTED


def test_a_shape_of_bools_is_a_damaged_file(edgec: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "m.onnx").write_bytes(chain(5).SerializeToString())
    np.savez(tmp_path / "x.npz", x=np.ones((1, 4), np.float32))
    data = (tmp_path / "x.npz").read_bytes()
    text = b"'shape': (1, 4), }   "
    assert text in data
    np.save(tmp_path / "x.npy", np.ones((1, 4), np.float32))
    whole = (tmp_path / "x.npy").read_bytes().replace(text, b"'shape': (True, 4), }")
    (tmp_path / "x.npy").write_bytes(whole)
    ran = edgec("convert", tmp_path / "m.onnx", "--calibration", tmp_path / "x.npy", "-o", tmp_path / "out")
    assert (ran.code, "not of integers" in ran.err) == (2, True), ran.err


def test_boundaries_of_the_functions_count(tmp_path: Path) -> None:
    """Calls count as often as they are made, in subgraphs too; unused functions count as stored."""
    fits = Limits(nodes=12)
    check_nodes(functions({"F": ["G", "G"], "G": ["Neg", "Relu", "Neg"], "H": ["F"] * 3}), fits)
    with pytest.raises(OverLimit, match="has 18 nodes, more than the limit of 12"):
        check_nodes(functions({"H": ["F"] * 3, "F": ["G", "G"], "G": ["Neg", "Relu", "Neg"]}), fits)
    branch = helper.make_graph(
        [helper.make_node("F", ["x"], ["z"], domain="own")], "b", [], [helper.make_tensor_value_info("z", 1, None)]
    )
    proto = functions({"F": ["Neg"] * 7})
    proto.graph.node.append(node("If", ["c"], ["w"], then_branch=branch, else_branch=branch))
    with pytest.raises(OverLimit, match="has 22 nodes"):
        check_nodes(proto, fits)
