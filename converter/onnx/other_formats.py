"""Model files of other formats, known by their first bytes and their names, and how to get ONNX from them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

LFS = (b"version https://git-lfs", "a pointer of Git LFS, not the file", "fetch the file with 'git lfs pull'")
TFLITE = "convert it with tf2onnx: python -m tf2onnx.convert --tflite {name} --output {stem}{new}.onnx"
KERAS = "export it from Keras: model.export('{stem}.onnx', format='onnx'), or with tf2onnx"
TORCH = "load it in PyTorch and export it with torch.onnx.export(model.eval(), sample, '{stem}.onnx')"
PICKLE = "load it in Python and export it: skl2onnx for scikit-learn, torch.onnx.export for PyTorch"
SAVED_MODEL = "convert its folder with tf2onnx: python -m tf2onnx.convert --saved-model FOLDER --output {stem}.onnx"
PICKLED = tuple(b"\x80" + bytes([protocol]) for protocol in range(2, 6))
ENDINGS = {  # files whose first bytes say nothing
    ".pb": ("a TensorFlow graph", SAVED_MODEL),
    ".tflite": ("a TensorFlow Lite model", TFLITE),
    ".h5": ("a Keras model", KERAS),
    ".keras": ("a Keras model", KERAS),
    ".pt": ("a PyTorch file", TORCH),
    ".pth": ("a PyTorch file", TORCH),
}


def other_format(path: Path, data: bytes) -> str | None:
    """Say what a file is instead of an ONNX model, and how to get one; None where that is unknown."""
    name = _by_content(data) or ENDINGS.get(path.suffix.lower())
    if name is None:
        return None
    what, remedy = name
    new = "-converted" if path.suffix.lower() == ".onnx" else ""  # the file itself is never named as the output
    return f"is {what}; {remedy.format(name=path.name, stem=path.stem, new=new)}"


def folder_instead(path: Path) -> str:
    """Say what a folder is that is named as a model, and what to give."""
    if (path / "saved_model.pb").is_file():
        remedy = SAVED_MODEL.replace("FOLDER", "{name}").replace("convert its folder", "convert it")
        return f"is a TensorFlow SavedModel; {remedy.format(name=path.name, stem=path.name)}"
    inside = sorted(p.name for p in path.glob("*.onnx"))
    return f"is a folder; give the ONNX file{f' in it, {inside[0]}' if inside else ''}"


def _by_content(data: bytes) -> tuple[str, str] | None:
    if data.startswith(LFS[0]):
        return LFS[1:]
    if data[4:8] == b"TFL3":
        return "a TensorFlow Lite model", TFLITE
    if data.startswith(b"\x89HDF\r\n\x1a\n"):
        return "an HDF5 file, as Keras writes models", KERAS
    if data.startswith(b"PK\x03\x04"):
        return _archive(data)
    if data.startswith(b"\x1f\x8b"):
        return "compressed by gzip", "unpack it first"
    if data.startswith(PICKLED):
        return "a Python pickle", PICKLE
    return None


def _archive(data: bytes) -> tuple[str, str]:
    """A zip archive: Keras and PyTorch write models as such."""
    try:
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    except (zipfile.BadZipFile, ValueError):
        return "a damaged zip archive", "download or save it again"
    if any(name.endswith("data.pkl") for name in names):
        return "a PyTorch file", TORCH
    if "model.weights.h5" in names:
        return "a Keras model", KERAS
    if names and all(name.endswith(".npy") for name in names):
        return "an .npz file of arrays, not a model", "give it as samples (--calibration or --data) with an ONNX file"
    inside = [name for name in names if name.endswith(".onnx")]
    return "a zip archive", f"unpack it first{f' and give {inside[0]!r}' if inside else ''}"
