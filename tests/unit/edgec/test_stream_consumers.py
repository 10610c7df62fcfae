"""Whatever reads calibration samples gives the same for an array read by rows and for one read whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.samples import data, stream
from tests.builders.onnx_models import model, node, save

Edgec = Callable[..., Any]
COUNTS = (1, 8, 12, 64, 65)
COMMANDS = {
    "int8": ("convert", "--quantize", "int8"),
    "int4": ("convert", "--quantize", "int4"),
    "int16x8": ("convert", "--quantize", "int16x8"),
    "minmax": ("convert", "--calibrator", "minmax"),
    "max-drop": ("convert", "--max-drop", "1"),
    "convert --prune": ("convert", "--prune", "macs=0.7"),
    "prune": ("prune", "--prune", "macs=0.7"),
    "check": ("check", "--json"),
    "accuracy": ("accuracy", "--json"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network of which both a convolution and a fully connected layer read inputs, with its samples."""
    made = tmp_path_factory.mktemp("streamed")
    rng = np.random.default_rng(2)
    shapes = {"w1": (8, 3, 3, 3), "b1": (8,), "w2": (8, 8, 3, 3), "w3": (8, 40), "w4": (4, 16)}
    nodes = [
        node("Conv", ["image", "w1", "b1"], ["c"], pads=[1, 1, 1, 1]),
        node("Relu", ["c"], ["r"]),
        node("Conv", ["r", "w2", "b1"], ["d"]),
        node("Relu", ["d"], ["s"]),
        node("GlobalAveragePool", ["s"], ["g"]),
        node("Flatten", ["g"], ["f"]),
        node("Gemm", ["context", "w3"], ["h"], transB=1),
        node("Concat", ["f", "h"], ["j"], axis=1),
        node("Gemm", ["j", "w4"], ["y"], transB=1),
    ]
    weights = {n: rng.normal(0, 0.4, s).astype(np.float32) for n, s in shapes.items()}
    save(model(nodes, {"image": [1, 3, 6, 6], "context": [1, 40]}, ["y"], weights), made)
    image, context = (rng.normal(0, 1, (65, *s)).astype(np.float32) for s in ((3, 6, 6), (40,)))
    context[:, ::7] *= 30.0
    for count in COUNTS:
        np.savez(made / f"{count}.npz", image=image[:count], context=context[:count])
    return made


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_result_is_that_of_the_whole_array(
    edgec: Edgec, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, count: int
) -> None:
    def result(large: int) -> tuple[object, ...]:
        monkeypatch.setattr(data, "MIN_STREAMED_BYTES", large)
        name, *words = COMMANDS[command]
        out = tmp_path / "out"
        words += ["--calibration", str(folder / f"{count}.npz")]
        words += {"accuracy": ["--data", str(folder / "8.npz")], "check": []}.get(name, ["-o", str(out)])
        ran = edgec(name, folder / "m.onnx", *words, *(["--force"] if "-o" in words else []))
        files = sorted(p for p in ([out] if out.is_file() else out.rglob("*")) if p.is_file()) if out.exists() else []
        return ran.code, ran.out, ran.err, [(p.name, p.read_bytes()) for p in files]

    monkeypatch.setenv("PATH", "")  # sizes are not measured
    read: list[int] = []
    monkeypatch.setattr(stream.Streamed, "_read", _counted(stream.Streamed._read, read))
    whole = result(1 << 30)
    assert not read
    assert result(1) == whole
    assert whole[0] == 0 or (count == 1 and "prune" in command), whole[2]
    assert read or "prune" in command


def _counted(plain: Callable[..., Any], counts: list[int]) -> Callable[..., Any]:
    def read(self: stream.Streamed, start: int, count: int) -> Any:
        counts.append(count)
        return plain(self, start, count)

    return read


@pytest.mark.parametrize("which", [3, -1, slice(1, 5), slice(None), slice(6, None, -2), [0, 4], np.arange(8) % 3 == 0])
def test_rows_are_those_that_an_array_gives(folder: Path, monkeypatch: pytest.MonkeyPatch, which: Any) -> None:
    monkeypatch.setattr(data, "MIN_STREAMED_BYTES", 1)
    spec = data.InputSpec("context", (1, 40), data.DType.F32)
    source = data.DataSource(folder / "8.npz")
    streamed, whole = (data.load(source, [spec], stream=by_rows).inputs[0] for by_rows in (True, False))
    assert isinstance(streamed, stream.Streamed)
    np.testing.assert_array_equal(streamed[which], whole[which])
    with pytest.raises(IndexError):
        streamed[8]
