"""``edgec verify --port`` and ``edgec profile --port``, over lines that spoil bytes and devices that are reset."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from edgec import convert
from edgec.codegen.emit.project_port import ProgramKind
from edgec.codegen.emit.runner import RefusalCode, Request
from edgec.commands import new as projects
from edgec.commands.places import board_of
from edgec.commands.verify import verify
from edgec.converter.graph.errors import ToolchainMissing, ToolFailed, UsageError
from edgec.device.frames import Frame, FrameReader, encoded
from edgec.device.line import SerialLine
from edgec.device.link import Link
from edgec.folder.read import open_folder
from edgec.settings.values import VerifyOptions
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.stateful_nets import write_stateful
from tests.device.lines import Device, Faults, Line, free_port, qemu_command

pytest.importorskip("serial")
SPOILT = {
    "clean": Faults(),
    "changed": Faults(changed=0.01),
    "dropped": Faults(dropped=0.01),
    "repeated": Faults(repeated=0.01),
    "delayed": Faults(delayed=0.002),
    "all": Faults(changed=0.004, dropped=0.004, repeated=0.004, delayed=0.001),
}
SPOILT_ON = ("rv32imc",)  # what mends a line is the same C on all machines; QEMU computes while it waits


def made(
    model: Path, calibration: Path | None, target: str, place: Path, program: str = "runner", benchmark: str = "",
    **settings: Any,
) -> Path:  # fmt: skip
    """A project around a folder, built; the folder is ``place/out``."""
    if not available(load_target(target)) or not shutil.which("make"):
        pytest.skip(f"no tools for {target}")
    calibrated = {} if calibration is None else {"calibration": str(calibration)}
    convert(model, target=target, output=place / "out", **calibrated, **settings)
    projects.new(place / "project", place / "out", program=ProgramKind(program))
    told = [f"CC={load_target(target).toolchain.compilers[0]} -DEDGEC_MLPERF_MODEL={benchmark}"] if benchmark else []
    built = subprocess.run(["make", "-s", "-C", place / "project", *told], capture_output=True, text=True)
    assert built.returncode == 0 and "warning" not in built.stderr, built.stderr
    return place


@pytest.fixture(scope="module")
def on_host(digits: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The digits net with the runner as a program of this computer."""
    place = tmp_path_factory.mktemp("device")
    return made(digits / "digits.onnx", digits / "calibration.npz", "host", place)


@pytest.fixture
def device(on_host: Path) -> Iterator[Device]:
    port = free_port()
    found = Device([str(on_host / "project" / "app"), str(port)], port)
    yield found
    found.stop()


def options(line: Line, digits: Path, **more: Any) -> VerifyOptions:
    data = str(digits / "evaluation.npz")
    return VerifyOptions(**{"port": line.url, "data": data, "samples": 12, "timeout": 30.0, **more})


@pytest.mark.parametrize("kind", SPOILT)
def test_every_sample_is_equal(kind: str, device: Device, on_host: Path, digits: Path) -> None:
    notes: list[str] = []
    with Line(device, SPOILT[kind]) as line:
        found = verify(on_host / "out", options(line, digits), notes.extend)
    assert found.byte_equal == {"device": 12} and not found.mismatches
    assert set(found.accuracy) == {"onnxruntime", "simulator", "device"}
    c = line.counts
    assert kind == "clean" or c.changed + c.dropped + c.repeated + c.delayed > 0
    assert any(note.startswith("device: ") and "0 resets" in note for note in notes)


def test_states_go_with_the_samples(tmp_path: Path) -> None:
    """Whoever sends samples feeds states back: each step begins with what the simulator's left."""
    model, samples, _ = write_stateful("two_of_a_shape", tmp_path)
    place = made(model, samples, "host", tmp_path, state=("auto",))
    port = free_port()
    device = Device([str(place / "project" / "app"), str(port)], port)
    try:
        with Line(device, SPOILT["clean"]) as line:
            given = VerifyOptions(port=line.url, data=str(samples), samples=12, timeout=30.0)
            found = verify(place / "out", given)
    finally:
        device.stop()
    assert found.byte_equal == {"device": 12} and not found.mismatches


@pytest.mark.parametrize("kind", ["clean", "all"])
def test_resets_in_the_middle(kind: str, device: Device, on_host: Path, digits: Path) -> None:
    def work(name: str) -> Callable[[int, int], None]:
        def step(done: int, _whole: int) -> None:
            if "device" in name and done % 4 == 0:
                device.reset()

        return step

    notes: list[str] = []
    with Line(device, SPOILT[kind]) as line:
        found = verify(on_host / "out", options(line, digits), notes.extend, work)
    assert found.byte_equal == {"device": 12}
    assert any("2 resets" in note for note in notes), notes


def test_a_connection_that_ends_is_made_again(device: Device, on_host: Path, digits: Path) -> None:
    """The port itself goes away with the device, as that of USB does."""
    device.start()

    def work(name: str) -> Callable[[int, int], None]:
        return lambda done, _: device.reset() if "device" in name and done == 5 else None

    socket_of = device.connect(threading.Event())
    assert socket_of is not None
    socket_of.close()
    o = VerifyOptions(port=f"socket://127.0.0.1:{device.port}", data=str(digits / "evaluation.npz"), samples=12)
    assert verify(on_host / "out", o, work=work).byte_equal == {"device": 12}


def test_a_wrong_byte_of_the_device_is_found(device: Device, on_host: Path, digits: Path, tmp_path: Path) -> None:
    """A program that claims to be this folder's, and computes otherwise."""
    place = tmp_path / "project"
    shutil.copytree(on_host / "project", place)
    weights = next(place.glob("*/*_weights.c"))
    text = weights.read_text()
    at = text.index("{\n", text.index("int32_t")) + 2
    end = text.index(",", at)
    weights.write_text(text[:at] + str(int(text[at:end]) + 5000) + text[end:])
    subprocess.run(["make", "-s", "-C", place], check=True)
    device.command[0] = str(place / "app")
    with Line(device) as line:
        found = verify(on_host / "out", options(line, digits))
    assert found.byte_equal["device"] < 12 and "device: " in found.mismatches[0]


def test_another_folders_program_is_refused(device: Device, on_host: Path, digits: Path, tmp_path: Path) -> None:
    calibration = digits / "calibration.npz"
    other = convert(digits / "digits.onnx", calibration=str(calibration), target="host", quantize="int16x8",
                    output=tmp_path / "other")  # fmt: skip
    with Line(device) as line, pytest.raises(UsageError, match="runs other code"):
        verify(other.folder, options(line, digits))


def test_a_run_goes_on_where_it_ended(device: Device, on_host: Path, digits: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.bin"

    class Ended(Exception):
        pass

    def work(name: str) -> Callable[[int, int], None]:
        def step(done: int, _whole: int) -> None:
            if "device" in name and done == 7:
                raise Ended

        return step

    with Line(device) as line:
        with pytest.raises(Ended):
            verify(on_host / "out", options(line, digits, resume=file), work=work)
        notes: list[str] = []
        found = verify(on_host / "out", options(line, digits, resume=file), notes.extend)
    assert found.byte_equal == {"device": 12} and "7 samples were kept" in notes
    again = verify(on_host / "out", options(line, digits, resume=file))  # all are known: nothing is asked
    assert again.byte_equal == {"device": 12}
    with pytest.raises(UsageError, match="of other samples"):
        verify(on_host / "out", options(line, digits, resume=file, samples=11))


def test_profile(device: Device, on_host: Path, edgec: Callable[..., Any], tmp_path: Path) -> None:
    with Line(device) as line:
        ran = edgec("profile", on_host / "out", "--port", line.url, "--samples", 3, "--json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["measured_unit"] == "ns" and found["timer"] == "own"
    assert found["latency_ms"] == pytest.approx(found["measured"] / 1e6)
    assert all(layer["measured"] >= 0 for layer in found["layers"])
    results = tmp_path / "device.json"
    results.write_text(ran.out)
    page = edgec("report", on_host / "out", "--format", "html", "--results", results)
    assert page.code == 0, page.err
    assert "measured on a device, by its own timer" in page.out and "measured on a device" in page.out


def test_no_answer_ends_in_a_sentence(on_host: Path, digits: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        o = VerifyOptions(port=f"socket://127.0.0.1:{silent.getsockname()[1]}", timeout=0.5, samples=1)
        with pytest.raises(ToolFailed, match=r"does not answer \(0.5 s"):
            verify(on_host / "out", o)


@pytest.mark.parametrize(
    ("refusal", "version", "error", "sentence"),
    [
        (RefusalCode.VERSION, 7, UsageError, "speaks version 7 of the protocol"),
        (RefusalCode.COMMAND, 1, ToolFailed, "refuses a command"),
        (RefusalCode.BROKEN, 1, ToolFailed, "does not answer"),
    ],
)
def test_refusals(refusal: RefusalCode, version: int, error: type[Exception], sentence: str, on_host: Path) -> None:
    def serve() -> None:
        near, _ = listening.accept()
        reader = FrameReader()
        with near:
            while data := near.recv(1000):
                for frame in reader.take(data):
                    assert frame is not None and frame.command == Request.HELLO
                    near.sendall(encoded(Frame(0xFF, 0, frame.sequence, bytes([refusal]), version)))

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        url = f"socket://127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(error, match=sentence), board_of(open_folder(on_host / "out"), url, 115200, 1.0):
            pass
        thread.join(10)


def test_arguments(on_host: Path, edgec: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out = on_host / "out"
    for words, sentence in (
        (("--port", "/dev/nothing", "--samples", 1), "cannot be opened"),
        (("--port", "socket://nowhere", "--samples", 1), "--port socket://nowhere: "),
        (("--port", "/dev/nothing", "--on", "host"), "leave one out"),
        (("--resume", tmp_path / "x", "--samples", 1), "give --port"),
    ):
        ran = edgec("verify", out, *words)
        assert ran.code == 2 and sentence in ran.err, ran.err
    monkeypatch.setitem(__import__("sys").modules, "serial", None)
    with pytest.raises(ToolchainMissing, match=r"pip install 'edgec\[device\]'"):
        SerialLine("/dev/ttyACM0", 115200)


def test_numbers_of_sessions_and_sequences_pass_their_ends() -> None:
    """65,535 is followed by 1: 0 is that of a device that was reset."""

    class Answers:
        port = "loop"

        def send(self, data: bytes) -> None:
            (self.frame,) = FrameReader().take(data)

        def receive(self, _until: float) -> list[Frame]:
            return [Frame(self.frame.command + 0x80, self.frame.session, self.frame.sequence)]

    line = Answers()
    link = Link(line, 1.0, session=0xFFFE)
    seen = []
    for _ in range(3):
        link.begin()
        seen.append(line.frame.session)
    assert seen == [0xFFFF, 1, 2]
    for _ in range(0x10001):
        link.ask(Request.READ, b"")
        assert line.frame.sequence != 0


@pytest.mark.slow
@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m0plus", "cortex-m33", "cortex-m55", "rv32imc", "cortex-a53"])
def test_on_emulated_machines(target: str, digits: Path, tmp_path: Path, edgec: Callable[..., Any]) -> None:
    """Bytes, and per layer what the timer counts: as the profiler of QEMU counts it, and the sum as the whole."""
    place = made(digits / "digits.onnx", digits / "calibration.npz", target, tmp_path)
    port = free_port()
    faults = SPOILT["all" if target in SPOILT_ON else "clean"]
    with Line(Device(qemu_command(place / "project", port), port), faults) as line:
        found = verify(place / "out", options(line, digits, samples=6, timeout=120.0))
        assert found.byte_equal == {"device": 6}
        ran = edgec("profile", place / "out", "--port", line.url, "--json", "--samples", 3, "--timeout", 120)
    assert ran.code == 0, ran.err
    measured = json.loads(ran.out)
    if target == "cortex-a53":
        assert measured["measured_unit"] == "ns"
        return
    assert measured["measured_unit"] == "instructions"
    layers = [layer["measured"] for layer in measured["layers"]]
    assert sum(layers) + measured["outside_of_layers"] == pytest.approx(measured["measured"], rel=0.01)
    counted = json.loads(edgec("profile", place / "out", "--json", "--samples", 3).out)
    assert measured["measured"] == pytest.approx(counted["instructions"], rel=0.01)
    for got, layer in zip(layers, counted["layers"], strict=True):
        assert got == pytest.approx(layer["instructions"], rel=0.02, abs=60), layer["name"]
    assert 0 < measured["stack_bytes"] <= measured["stack_estimate"] + 16


@pytest.mark.slow
@pytest.mark.skipif("EDGEC_LONG" not in os.environ, reason="takes half an hour; EDGEC_LONG=1 runs it")
def test_keyword_spotting_with_spoilt_bytes_and_resets(shared: Path, tmp_path: Path) -> None:
    """400 samples over QEMU's UART, 1 % of the bytes changed, a reset every 50 samples."""
    import numpy as np

    known = np.load(shared / "data" / "kws01.npz")
    np.savez(tmp_path / "cal.npz", x=known["x_float"][:100])
    np.savez(tmp_path / "eval.npz", x=known["x_float"][100:], y=known["y"][100:])
    model = shared / "models" / "mlperf_kws_dscnn.onnx"
    place = made(model, tmp_path / "cal.npz", "cortex-m4", tmp_path, name="kws")
    port = free_port()
    qemu = Device(qemu_command(place / "project", port), port)

    def work(name: str) -> Callable[[int, int], None]:
        return lambda done, _: qemu.reset() if "device" in name and done % 50 == 0 else None

    with Line(qemu, Faults(changed=0.01)) as line:
        o = VerifyOptions(port=line.url, data=f"{tmp_path / 'eval.npz'}:x:y")
        assert verify(place / "out", o, work=work).byte_equal == {"device": 400}
