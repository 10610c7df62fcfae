"""Files that are no ONNX models: the sentence says what they are, and how to get ONNX."""

from __future__ import annotations

import gzip
import io
import pickle
import zipfile
from pathlib import Path

import pytest

from edgec.converter.graph.errors import InvalidModel
from edgec.converter.onnx.importer import import_model


def archive(*names: str) -> bytes:
    """A zip archive with files of these names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name in names:
            made.writestr(name, "x")
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "parts"),
    [
        (
            "net.onnx",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 9\n",
            ("Git LFS", "git lfs pull"),
        ),
        ("net.tflite", b"\x1c\0\0\0TFL3" + bytes(40), ("a TensorFlow Lite model", "tf2onnx", "--output net.onnx")),
        ("net.onnx", b"\x1c\0\0\0TFL3" + bytes(40), ("a TensorFlow Lite model",)),
        ("net.h5", b"\x89HDF\r\n\x1a\n" + bytes(40), ("Keras", "model.export('net.onnx'")),
        ("net.keras", archive("config.json", "model.weights.h5"), ("a Keras model",)),
        ("net.pt", archive("net/data.pkl", "net/data/0"), ("a PyTorch file", "torch.onnx.export")),
        ("net.pkl", pickle.dumps({"a": [1, 2, 3]}), ("a Python pickle", "skl2onnx")),
        ("net.zip", archive("inner/net.onnx"), ("a zip archive", "'inner/net.onnx'")),
        ("net.zip", b"PK\x03\x04" + bytes(30), ("a damaged zip archive",)),
        ("net.onnx.gz", gzip.compress(b"x" * 50, mtime=0), ("gzip", "unpack")),
        ("net.pb", b"\x0a\x03abc", ("a TensorFlow graph",)),
        ("net.bin", b"hello, world", ("is not an ONNX model",)),
    ],
)
def test_what_a_file_is(name: str, data: bytes, parts: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InvalidModel) as caught:
        import_model(tmp_path / name, {})
    said = str(caught.value)
    assert all(part in said for part in (f"'{name}'", *parts)), said
    assert "\n" not in said
    assert "Wire format" not in said or name == "net.bin"
