"""Tests of which array of a file is taken, and of what is refused."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import DType, Quant
from edgec.samples.data import DataSource, InputSpec, load, random_samples

FLOAT = InputSpec("input", (1, 49, 10, 1), DType.F32)
INT8 = InputSpec("input", (1, 49, 10, 1), DType.I8, Quant.per_tensor(0.5, 83))
IMAGE_NCHW = InputSpec("image", (1, 3, 8, 8), DType.F32)


def save(folder: Path, **arrays: object) -> Path:
    path = folder / "data.npz"
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return path


def kws(folder: Path) -> Path:
    x = np.arange(-128, -128 + 4 * 490 % 256, dtype=np.int64)
    x = np.resize(x, (4, 49, 10, 1)).astype(np.int8)
    return save(
        folder, x_int8=x, x_float=((x.astype(np.float32) - 83) * 0.5), y=np.arange(4),
        names=np.array(["a", "b", "c", "d"]), in_scale=np.float32(0.5), in_zero_point=np.int64(83),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a.npz", ("a.npz", None, None)),
        ("d/a.npz:x_float", ("d/a.npz", "x_float", None)),
        ("a.npz:x:labels", ("a.npz", "x", "labels")),
        ("a.npz::labels", ("a.npz", None, "labels")),
        ("C:/d/a.npy", ("C:/d/a.npy", None, None)),
        ("a.npz.npz:x", ("a.npz.npz", "x", None)),
    ],
)
def test_source_is_taken_apart(text: str, parts: tuple[str, str | None, str | None]) -> None:
    source = DataSource.parse(text)
    assert (str(source.path), source.x, source.y) == parts


@pytest.mark.parametrize("text", ["", "a.csv", "a.npz:x:y:z", "npz"])
def test_source_that_names_no_array_file(text: str) -> None:
    with pytest.raises(UsageError, match=r"must be FILE\.npz"):
        DataSource.parse(text)


def test_float_model_takes_the_float_array(tmp_path: Path) -> None:
    samples = load(DataSource(kws(tmp_path)), [FLOAT])
    assert samples.inputs[0].dtype == np.float32
    assert samples.inputs[0].shape == (4, 1, 49, 10, 1)
    assert samples.inputs[0].min() == (-128 - 83) * 0.5
    assert samples.labels is not None
    assert samples.labels.tolist() == [0, 1, 2, 3]
    assert samples.notices == ()


def test_int8_model_takes_the_int8_array(tmp_path: Path) -> None:
    samples = load(DataSource(kws(tmp_path)), [INT8])
    assert samples.inputs[0].dtype == np.int8
    assert samples.inputs[0].min() == -128


def test_float_array_for_int8_model_is_quantized(tmp_path: Path) -> None:
    named = load(DataSource(kws(tmp_path), "x_float"), [INT8])
    assert "quantized with the model input's scale 0.5" in named.notices[0]
    assert np.array_equal(named.inputs[0], load(DataSource(kws(tmp_path)), [INT8]).inputs[0])


def test_x_wins_over_a_better_type(tmp_path: Path) -> None:
    path = save(tmp_path, x=np.full((2, 49, 10, 1), 200, np.uint8), other=np.zeros((2, 49, 10, 1), np.float32))
    samples = load(DataSource(path), [FLOAT])
    assert samples.inputs[0].dtype == np.float32
    assert samples.inputs[0].max() == 200
    assert "uint8: its values are kept" in samples.notices[0]
    assert samples.labels is None


def test_the_inputs_name_is_taken(tmp_path: Path) -> None:
    path = save(tmp_path, input=np.ones((2, 490), np.float32).reshape(2, 49, 10), b=np.zeros((2, 49, 10), np.float32))
    assert load(DataSource(path), [FLOAT]).inputs[0].min() == 1


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"a": np.zeros((2, 49, 10)), "b": np.ones((2, 49, 10))}, r"2 arrays fit.*a float64\[2, 49, 10\], b float64"),
        ({"a": np.zeros((2, 48, 10, 1))}, r"no array fits.*a float64\[2, 48, 10, 1\]"),
        ({"x": np.zeros((2, 48, 10, 1))}, r"'x' has shape \[2, 48, 10, 1\].*\[1, 49, 10, 1\]"),
        ({"x": np.full((1, 49, 10, 1), np.nan)}, "NaN"),
        ({"x": np.full((1, 49, 10, 1), 1e300)}, "infinite"),
        ({"x": np.zeros((0, 49, 10, 1))}, "no samples"),
        ({"x": np.zeros((2, 49, 10, 1), "U3")}, "is <U3 but"),
        ({"x": np.array([{}] * 2)}, "Python objects"),
        ({}, "no arrays"),
    ],
)  # fmt: skip
def test_refusals(tmp_path: Path, arrays: dict[str, np.ndarray], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load(DataSource(save(tmp_path, **arrays)), [FLOAT])


def test_named_array_and_labels_must_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no array 'nope'; it has: x_int8 int8\[4, 49, 10, 1\]"):
        load(DataSource(kws(tmp_path), "nope"), [FLOAT])
    with pytest.raises(UsageError, match="no array 'nope'"):
        load(DataSource(kws(tmp_path), None, "nope"), [FLOAT])
    with pytest.raises(UsageError, match="does not fit 4 samples"):
        load(DataSource(kws(tmp_path), None, "in_scale"), [FLOAT])


def test_pixels_for_an_int8_input(tmp_path: Path) -> None:
    path = save(tmp_path, x=np.array([[0, 255]], np.uint8))
    raw = InputSpec("i", (1, 2), DType.I8, Quant.per_tensor(1.0, -128))
    assert load(DataSource(path), [raw]).inputs[0].tolist() == [[[-128, 127]]]
    scaled = InputSpec("i", (1, 2), DType.I8, Quant.per_tensor(1 / 255, -128))
    with pytest.raises(UsageError, match=r"uint8 with values 0\.\.255, but .* for real values 0\.\.1; give"):
        load(DataSource(path), [scaled])


def test_channels_are_moved_when_only_the_other_order_fits(tmp_path: Path) -> None:
    x = np.random.default_rng(0).standard_normal((2, 8, 8, 3)).astype(np.float32)
    samples = load(DataSource(save(tmp_path, x=x)), [IMAGE_NCHW])
    assert np.array_equal(samples.inputs[0][:, 0], x.transpose(0, 3, 1, 2))
    assert "moved to the model's order" in samples.notices[0]


def test_one_sample_without_batch_dimension(tmp_path: Path) -> None:
    path = tmp_path / "one.npy"
    np.save(path, np.zeros((49, 10), np.float32))
    assert load(DataSource(path), [FLOAT]).inputs[0].shape == (1, 1, 49, 10, 1)


def test_several_inputs_go_by_name(tmp_path: Path) -> None:
    specs = [InputSpec("a", (1, 2), DType.F32), InputSpec("b", (1, 3), DType.I64)]
    path = save(tmp_path, a=np.zeros((5, 2)), b=np.ones((5, 3), np.int32), y=np.zeros(5, np.int64))
    samples = load(DataSource(path), specs)
    assert [x.dtype.name for x in samples.inputs] == ["float32", "int64"]
    assert samples.count == 5
    with pytest.raises(UsageError, match="several inputs"):
        load(DataSource(path, "a"), specs)
    with pytest.raises(UsageError, match="differ in their number of samples"):
        load(DataSource(save(tmp_path, a=np.zeros((5, 2)), b=np.ones((4, 3), np.int64))), specs)


def test_truncated_corrupted_and_missing_files(tmp_path: Path) -> None:
    whole = kws(tmp_path).read_bytes()
    path = tmp_path / "bad.npz"
    step = max(1, len(whole) // 60)
    for content in [b"", b"PK", b"not an archive", *(whole[:n] for n in range(0, len(whole) - 1, step))]:
        path.write_bytes(content)
        with pytest.raises(UsageError, match="not a readable"):
            load(DataSource(path), [FLOAT])
    with pytest.raises(UsageError, match="no such file"):
        load(DataSource(tmp_path / "missing.npz"), [FLOAT])


def test_flipped_bytes_are_never_a_crash(tmp_path: Path) -> None:
    whole = bytearray(kws(tmp_path).read_bytes())
    path = tmp_path / "bad.npz"
    rng = np.random.default_rng(1)
    for _ in range(300):
        content = whole.copy()
        for i in rng.integers(0, len(whole), 4):
            content[i] = rng.integers(256)
        path.write_bytes(bytes(content))
        try:
            load(DataSource(path), [FLOAT])
        except UsageError:
            continue


def test_a_claimed_size_is_not_believed(tmp_path: Path) -> None:
    raw = io.BytesIO()
    np.lib.format.write_array_header_1_0(raw, {"descr": "<f4", "fortran_order": False, "shape": (1 << 40, 49, 10, 1)})
    path = tmp_path / "lie.npz"
    with zipfile.ZipFile(path, "w") as z:
        z.writestr("x.npy", raw.getvalue())
    with pytest.raises(UsageError, match="truncated"):
        load(DataSource(path), [FLOAT])
    npy = tmp_path / "lie.npy"
    npy.write_bytes(b"\x93NUMPY\x01\x00" + raw.getvalue()[8:])
    with pytest.raises(UsageError, match="truncated"):
        load(DataSource(npy), [FLOAT])


def test_random_samples_are_reproducible() -> None:
    a, b = (random_samples([FLOAT, INT8, InputSpec("m", (1, 4), DType.BOOL)], 3) for _ in range(2))
    assert all(np.array_equal(x, y) for x, y in zip(a.inputs, b.inputs, strict=True))
    assert a.first(2).count == 2
