"""``--stream AXIS --hop N``: folders that take new columns, what the user is told, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import edgec as package
from edgec.commands.verify import OWN_SAMPLES, VerifyOptions, verify
from edgec.converter.graph.errors import UsageError
from tests.builders.onnx_models import model, node

LENGTH, CHANNELS = 32, 4


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A net of one-dimensional convolutions over [1, channels, time], and samples."""
    folder = tmp_path_factory.mktemp("stream")
    rng = np.random.default_rng(0)
    constants = {
        "w0": rng.normal(0, 0.3, (8, CHANNELS, 5)).astype(np.float32),
        "w1": rng.normal(0, 0.3, (8, 8, 3)).astype(np.float32),
        "w": rng.normal(0, 0.3, (8, 3)).astype(np.float32),
    }
    nodes = [
        node("Conv", ["x", "w0"], ["c0"], pads=[2, 2]),
        node("Relu", ["c0"], ["r0"]),
        node("Conv", ["r0", "w1"], ["c1"], pads=[1, 1]),
        node("Relu", ["c1"], ["r1"]),
        node("GlobalAveragePool", ["r1"], ["g"]),
        node("Flatten", ["g"], ["f"]),
        node("MatMul", ["f", "w"], ["y"]),
    ]
    onnx.save(model(nodes, {"x": [1, CHANNELS, LENGTH]}, ["y"], constants), folder / "net.onnx")
    np.savez(folder / "cal.npz", x=rng.normal(0, 1, (16, 1, CHANNELS, LENGTH)).astype(np.float32))
    return folder / "net.onnx", folder / "cal.npz"


def test_a_stream_of_channels_first(files: tuple[Path, Path], tmp_path: Path) -> None:
    """Time is the model's axis, wherever the graph has it; the folder is verified over a sequence."""
    net, samples = files
    made = package.convert(net, calibration=samples, stream=2, hop=4, output=tmp_path / "out")
    stream = made.report.stream
    assert stream is not None and (stream.axis, stream.hop, stream.window) == (2, 4, LENGTH)
    assert [h.hop for h in stream.hops] == [1, 2, 4, 8, 16, LENGTH]
    assert stream.hops[2].instructions < stream.hops[-1].instructions
    assert made.report.inputs[0].shape == (1, CHANNELS, 4)
    assert made.report.ram.state > 0
    assert "new columns at every run, and its price" in made.text
    verified = package.verify(made, on="host")
    assert verified.mismatches == () and set(verified.byte_equal) == {"host"}
    assert verified.samples == OWN_SAMPLES + LENGTH // 4, "the window is filled"
    assert package.verify(made, on="host", samples=3).samples == 3


def test_a_window_of_many_runs_is_filled_in_part(
    files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message says so."""
    net, samples = files
    made = package.convert(net, calibration=samples, stream=2, hop=4, output=tmp_path / "out")
    monkeypatch.setattr("edgec.commands.verify.MOST_HOPS", 5)
    notes: list[str] = []
    verified = verify(made.folder, VerifyOptions(on="host"), notes.extend)
    assert verified.samples == OWN_SAMPLES + 5
    assert any("the window is filled after 8 runs, of which 5 are checked" in note for note in notes)


def test_check_tells_of_a_stream_before_it_is_made(files: tuple[Path, Path], tmp_path: Path) -> None:
    """With the samples it says what the report of the folder will; without them the work is the same."""
    net, samples = files
    made = package.convert(net, calibration=samples, stream=2, hop=4, output=tmp_path / "out").report
    told = package.check(net, calibration=samples, stream=2, hop=4)
    assert told.stream == made.stream
    assert told.predicted is not None
    assert (told.predicted.ram, told.predicted.constants) == (made.ram.total, made.flash.constants)
    about = package.check(net, stream=2, hop=4)
    assert [p.scheme for p in about.predictions] == ["int8"] and about.stream is not None and made.stream is not None
    assert [h.macs for h in about.stream.hops] == [h.macs for h in made.stream.hops]
    lines = about.lines("net.onnx")
    assert any(line.startswith("stream: 4 of 32 columns of axis 2 are new at every run") for line in lines)
    assert about.as_json()["stream"]["hop"] == 4 and "stream" not in package.check(net).as_json()


@pytest.mark.parametrize(("given", "sentence"), [
    ({"stream": 2}, "--stream: needs --hop N"),
    ({"stream": 2, "hop": LENGTH}, "new ones are 1 to 31"),
    ({"stream": 2, "hop": 4, "quantize": "float32"}, "equal bytes at every run need integers"),
])  # fmt: skip
def test_check_refuses_what_convert_does(files: tuple[Path, Path], given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        package.check(files[0], **given)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"stream": 2}, "--stream: needs --hop N"),
        ({"hop": 2}, "--hop: needs --stream AXIS"),
        ({"stream": 2, "hop": 4, "state": ("a=b",)}, "leave out --state a=b"),
        ({"stream": 2, "hop": 4, "target": "cortex-a53", "also": ("cortex-a76",)}, "--also: --stream is not supported"),
        ({"stream": 3, "hop": 4}, "name one of its 3 axes"),
        ({"stream": 2, "hop": LENGTH}, "new ones are 1 to 31"),
        ({"stream": 2, "hop": 4, "quantize": "float32"}, "give --calibration FILE.npz"),
    ],
)
def test_streams_that_are_no_streams(
    files: tuple[Path, Path], tmp_path: Path, given: dict[str, Any], sentence: str
) -> None:
    net, samples = files
    if given.get("quantize") != "float32":
        given = {**given, "calibration": samples}
    with pytest.raises(UsageError, match=sentence):
        package.convert(net, output=tmp_path / "out", **given)
    assert not (tmp_path / "out").exists()
