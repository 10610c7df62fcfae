"""Data that does not fit: what the user is told."""

from __future__ import annotations

import warnings
import zipfile
from pathlib import Path

import numpy as np
import pytest

from edgec.commands.verify import verify
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import DType
from edgec.pipeline import ConvertOptions, convert
from edgec.samples.data import DataSource, InputSpec, load
from edgec.settings.values import VerifyOptions
from tests.builders.onnx_models import model, node, save

ROW = InputSpec("x", (1, 4), DType.F32)


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        (np.zeros(3, np.int64), "its shape [3] does not fit 5 samples"),
        (np.full(5, 0.5), "its values are not whole numbers (float64)"),
        (np.ones((5, 5)), "its rows are not one-hot"),
    ],
)
def test_labels_that_are_not_used_are_told(labels: np.ndarray, why: str, tmp_path: Path) -> None:
    np.savez(tmp_path / "d.npz", x=np.zeros((5, 4), np.float32), y=labels)
    samples = load(DataSource(tmp_path / "d.npz"), [ROW])
    assert samples.labels is None
    assert samples.about_labels[0].endswith(f"'y' is not used as labels: {why}")


def test_labels_of_another_name_are_told(tmp_path: Path) -> None:
    np.savez(tmp_path / "d.npz", x=np.zeros((5, 4), np.float32), labels=np.arange(5))
    assert "d.npz::labels takes it" in load(DataSource(tmp_path / "d.npz"), [ROW]).about_labels[0]
    samples = load(DataSource.parse(f"{tmp_path / 'd.npz'}::labels"), [ROW])
    assert samples.labels is not None
    assert samples.about_labels == ()


def test_a_fixed_batch_is_part_of_the_shape_asked_for(tmp_path: Path) -> None:
    np.savez(tmp_path / "d.npz", x=np.zeros((6, 4), np.float32))
    with pytest.raises(UsageError, match=r"give an array \[N, 3, 4\]"):
        load(DataSource(tmp_path / "d.npz"), [InputSpec("x", (3, 4), DType.F32)])


def test_a_damaged_npy_file_is_not_called_npz(tmp_path: Path) -> None:
    np.save(tmp_path / "d.npy", np.zeros((5, 4), np.float32))
    (tmp_path / "d.npy").write_bytes((tmp_path / "d.npy").read_bytes()[:-8])
    with pytest.raises(UsageError, match=r"the array is truncated.*write it again with numpy.save$"):
        load(DataSource(tmp_path / "d.npy"), [ROW])


@pytest.mark.parametrize("label", [-1, 3])
def test_labels_outside_of_the_output(label: int, tmp_path: Path) -> None:
    source = save(model([node("Gemm", ["x", "w"], ["y"])], {"x": [1, 4]}, ["y"], {"w": np.ones((4, 3), "f")}), tmp_path)
    folder = convert(source, ConvertOptions(), tmp_path / "out").folder
    np.savez(tmp_path / "d.npz", x=np.zeros((5, 4), np.float32), y=np.full(5, label))
    with pytest.raises(UsageError, match="the output has 3 elements"):
        verify(folder, VerifyOptions(data=str(tmp_path / "d.npz"), on="host"))


@pytest.mark.parametrize("stream", [False, True])
def test_two_arrays_of_one_name_are_refused(stream: bool, tmp_path: Path) -> None:
    """Readers take the last of them, and say nothing."""
    np.savez(tmp_path / "d.npz", x=np.zeros((5, 4), np.float32))
    with zipfile.ZipFile(tmp_path / "d.npz", "a") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        file.writestr("x.npy", file.read("x.npy"))
    with pytest.raises(UsageError, match=r"array 'x' appears twice.*write it again with numpy.savez"):
        load(DataSource(tmp_path / "d.npz"), [ROW], stream)
