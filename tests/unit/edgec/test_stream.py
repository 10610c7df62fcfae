"""Calibration sets larger than memory: rows are read as they are needed, with the results of arrays read whole."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import DType, Layout
from edgec.quantize.ranges.calibrate import calibrate
from edgec.samples import data
from edgec.samples.data import DataSource, InputSpec, load
from edgec.samples.stream import Streamed
from edgec.search.schemes import read_samples
from tests.unit.quantize.test_mixed import net

Save = Callable[[Path, "np.typing.NDArray[np.float32]"], Path]


def npy(folder: Path, x: np.typing.NDArray[np.float32]) -> Path:
    np.save(folder / "d.npy", x)
    return folder / "d.npy"


def stored(folder: Path, x: np.typing.NDArray[np.float32]) -> Path:
    np.savez(folder / "d.npz", other=x[:, :0], x=x)
    return folder / "d.npz"


def packed(folder: Path, x: np.typing.NDArray[np.float32]) -> Path:
    np.savez_compressed(folder / "d.npz", x=x)
    return folder / "d.npz"


SAVERS = pytest.mark.parametrize("save", [npy, stored, packed])


@SAVERS
def test_ranges_are_those_of_the_whole_array(save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.random.default_rng(1).standard_normal((70, 6, 6, 3)).astype(np.float32)
    source, graph = DataSource(save(tmp_path, x)), net()
    whole = calibrate(graph, read_samples(graph, source, lambda _: None).inputs)
    monkeypatch.setattr(data, "MIN_STREAMED_BYTES", 100)
    streamed = read_samples(graph, source, lambda _: None, stream=True).inputs
    assert isinstance(streamed[0], Streamed)
    assert calibrate(graph, streamed) == whole


@SAVERS
def test_memory_does_not_grow_with_the_file(save: Save, tmp_path: Path) -> None:
    path = save(tmp_path, np.zeros((3000, 64, 64, 1), np.float32))  # 49 MB
    spec = InputSpec("x", (1, 64, 64, 1), DType.F32)
    tracemalloc.start()
    (x,) = load(DataSource(path), [spec], stream=True).inputs
    total = sum(len(x[i : i + 32]) for i in range(0, len(x), 32))
    picked = x[np.arange(0, 3000, 500)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (total, x.shape, picked.shape) == (3000, (3000, 1, 64, 64, 1), (6, 1, 64, 64, 1))
    assert peak < 4 << 20


def test_conversions_are_made_row_by_row_and_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "MIN_STREAMED_BYTES", 100)
    x = np.arange(9 * 4 * 5 * 3, dtype=np.int16).reshape(9, 4, 5, 3)
    path = stored(tmp_path, x)  # type: ignore[arg-type]
    samples = load(DataSource(path), [InputSpec("x", (1, 3, 4, 5), DType.F32)], stream=True)
    assert len(samples.notices) == 2
    np.testing.assert_array_equal(samples.inputs[0][2:4], x.transpose(0, 3, 1, 2)[2:4, np.newaxis])
    tensor = next(iter(net().tensors.values()))
    tensor = type(tensor)("x", (1, 4, 5, 3), DType.F32, layout=Layout.CHANNELS_LAST)
    np.testing.assert_array_equal(data.to_device(samples.inputs[0], tensor)[8:9], x[8:9, np.newaxis])


def test_damage_behind_the_first_rows_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "MIN_STREAMED_BYTES", 100)
    x = np.ones((50, 49, 10, 1), np.float32)
    path, spec = stored(tmp_path, x), InputSpec("x", (1, 49, 10, 1), DType.F32)
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)
    (broken,) = load(DataSource(path), [spec], stream=True).inputs
    with pytest.raises(UsageError, match="not a readable"):
        [broken[i : i + 32] for i in range(0, 50, 32)]
    x[40] = np.nan
    (broken,) = load(DataSource(npy(tmp_path, x)), [spec], stream=True).inputs
    assert len(broken[0:32]) == 32
    with pytest.raises(UsageError, match="NaN"):
        broken[32:64]
