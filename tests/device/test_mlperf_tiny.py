"""The harness of MLPerf Tiny: every command, in the formats of the public runner and reference implementation."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate, to_real
from tests.device.lines import Device, free_port, qemu_command
from tests.device.mlperf_runner import Runner
from tests.device.test_device import made


@dataclass
class Harness:
    runner: Runner
    out: Path


def started(project: Path, out: Path, command: Callable[[Path, int], list[str]]) -> Iterator[Harness]:
    port = free_port()
    device = Device(command(project, port), port)
    device.start()
    runner = Runner(port)
    try:
        yield Harness(runner, out)
    finally:
        runner.close()
        device.stop()


@pytest.fixture(scope="module")
def built(digits: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The digits net, which is told to be keyword spotting: scores, bytes as they come."""
    place = tmp_path_factory.mktemp("mlperf")
    return made(digits / "digits.onnx", digits / "calibration.npz", "host", place, "mlperf-tiny", "KWS01")


@pytest.fixture
def harness(built: Path) -> Iterator[Harness]:
    yield from started(built / "project", built / "out", lambda p, port: [str(p / "app"), str(port)])


def scores(out: Path, sample: Any, cut: bool) -> list[str]:
    """The results as the benchmark prints them: with three decimals, cut off (keyword spotting) or rounded."""
    graph = open_folder(out).graph
    values = to_real(simulate(graph, [sample[None]])[0].reshape(1, -1), graph.tensors[graph.outputs[0]])[0]
    exact = np.float32(values).astype(np.float64)
    return [f"{np.sign(v) * np.floor(abs(v) * 1000) / 1000:.3f}" if cut else f"{v:.3f}" for v in exact]


def test_name_profile_help_timestamp(harness: Harness) -> None:
    runner = harness.runner
    assert runner.name() == "edgec"
    assert runner.profile() == {"profile": "ULPMark for tinyML Firmware V0.0.1", "model": "kws01"}
    assert runner.ask("help")[0] == "ULPMark for tinyML Firmware V0.0.1"
    first, second = (int(runner.ask("timestamp")[0].removeprefix("m-lap-us-")) for _ in range(2))
    assert second >= first


def test_a_sample_gives_the_simulators_results(harness: Harness) -> None:
    out = open_folder(harness.out)
    shape = out.graph.tensors[out.graph.inputs[0]].shape
    random = np.random.default_rng(1)
    for _ in range(3):
        sample = random.integers(-128, 128, shape).astype(np.int8)
        data = sample.tobytes()
        told = harness.runner.load(data)
        assert told == [f"m-[Expecting {len(data)} bytes]", "m-load-done"]
        assert harness.runner.ask("db print")[0] == "m-buffer-" + "-".join(f"{b:02x}" for b in data[:8])
        found = harness.runner.infer(5, 2)
        assert found.results == scores(harness.out, sample, cut=True)
        assert len(found.laps) == 2 and found.laps[1] >= found.laps[0]
        order = ["m-warmup-start-2", "m-warmup-done", "m-infer-start-5", "m-infer-done"]
        assert [line for line in found.lines if line in order] == order
        assert harness.runner.ask("results") == [f"m-results-[{','.join(found.results)}]"]
        assert "m-warmup-start-10" in harness.runner.ask("infer 1")


def test_mistakes_are_answered(harness: Harness) -> None:
    ask = harness.runner.ask
    assert ask("nothing") == ["e-[Unknown command: nothing]"]
    assert ask("") == ["e-[Unknown command: ]"]
    assert ask("x" * 300) == [f"e-[Unknown command: {'x' * 80}]"]
    assert ask("db") == ["e-[Command 'db' requires a subcommand]"]
    assert ask("db load") == ["e-[Command 'db load' requires the # of bytes]"]
    assert ask("db load 0") == ["e-[Command 'db load' must be >0 bytes]"]
    assert ask("db load -3") == ["e-[Command 'db load' must be >0 bytes]"]
    assert ask("db load 99999999999") == ["e-[Command 'db load' must be >0 bytes]"]
    assert ask("db load 70000") == ["Supplied buffer size 70000 exceeds maximum of 64"]
    assert ask("db 00") == []  # nothing is expected, nothing is written
    assert ask("db load 2") == ["m-[Expecting 2 bytes]"]
    assert ask("db 1") == ["e-[Insufficent number of hex digits]"]
    assert ask("db zz") == ["e-[Invalid hex digit 'zz']"]
    assert ask("db A1b2c3d4") == ["m-load-done"]
    assert ask("db print") == ["m-buffer-a1-b2", ""]
    assert ask("infer 1 0") == ["e-[Input db has 2 bytes, expected 64]"]
    assert ask("infer 0") == ["e-[Inference iterations must be >0]"]
    assert ask("infer 1 -1") == ["e-[Inference warmup must be >=0]"]


def test_another_size_is_refused(digits: Path, built: Path, tmp_path: Path) -> None:
    """The compiler is told nothing of the model: no guess is made."""
    from edgec.codegen.emit.project_port import ProgramKind
    from edgec.commands.new import new

    new(tmp_path / "project", built / "out", program=ProgramKind.MLPERF_TINY)
    done = subprocess.run(["make", "-s", "-C", tmp_path / "project"], capture_output=True, text=True)
    assert done.returncode != 0 and "define EDGEC_MLPERF_MODEL" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("net", "data", "key", "cut"),
    [
        ("mlperf_kws_dscnn_qdq", "kws01", "x_int8", True),
        ("mlperf_resnet8_cifar_qdq", "kws01", "", False),
    ],
)
def test_models_of_the_benchmark_under_qemu(
    net: str, data: str, key: str, cut: bool, shared: Path, tmp_path: Path
) -> None:
    model = shared / "models" / f"{net}.onnx"
    place = made(model, None, "cortex-m4", tmp_path, "mlperf-tiny", name="m")
    graph = open_folder(place / "out").graph
    shape = graph.tensors[graph.inputs[0]].shape
    known = np.load(shared / "data" / f"{data}.npz")
    samples = known[key][:3] if key else np.random.default_rng(2).integers(-128, 128, (2, *shape))
    for harness in started(place / "project", place / "out", qemu_command):
        for sample in samples.reshape(-1, *shape).astype(np.int8):
            raw = sample if cut else (sample.astype(np.int16) + 128).astype(np.uint8)
            harness.runner.load(raw.tobytes())
            assert harness.runner.infer(1, 0).results == scores(place / "out", sample, cut)


@pytest.mark.slow
def test_the_autoencoder_gives_its_error(shared: Path, tmp_path: Path) -> None:
    """Floats are loaded and quantized; the result is the mean squared error to them."""
    known = np.load(shared / "data" / "ad01_windows.npz")
    windows = next(known[k] for k in known if known[k].ndim == 2 and known[k].shape[1] == 640).astype(np.float32)
    np.savez(tmp_path / "cal.npz", x=windows[:50])
    model = shared / "models" / "mlperf_ad01_autoencoder.onnx"
    place = made(model, tmp_path / "cal.npz", "host", tmp_path, "mlperf-tiny", name="ad")
    graph = open_folder(place / "out").graph
    taken, given = graph.tensors[graph.inputs[0]], graph.tensors[graph.outputs[0]]
    assert taken.quant is not None
    for harness in started(place / "project", place / "out", lambda p, port: [str(p / "app"), str(port)]):
        assert harness.runner.profile()["model"] == "ad01"
        for window in windows[60:63]:
            harness.runner.load(window.astype("<f4").tobytes())
            q = np.clip(np.round(window / np.float32(taken.quant.s)) + taken.quant.z, -128, 127).astype(np.int8)
            y = to_real(simulate(graph, [q.reshape(1, *taken.shape)])[0].reshape(1, -1), given)[0]
            assert harness.runner.infer(1, 0).results == [f"{np.mean((y - window) ** 2):.3f}"]
