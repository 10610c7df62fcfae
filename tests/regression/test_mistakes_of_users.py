"""Twenty-five mistakes of users: each ends with the fact, and with what to do."""

from __future__ import annotations

import pickle
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from tests.builders.onnx_models import conv_model, model, node

Edgec = Callable[..., Any]


def archive(path: Path, *names: str) -> None:
    """A zip archive of small files."""
    with zipfile.ZipFile(path, "w") as z:
        for name in names:
            z.writestr(name, "x")


def changed(path: Path, source: Path, change: Callable[[onnx.ModelProto], object]) -> None:
    """A model that is not quite another."""
    proto = onnx.load(source)
    change(proto)
    path.write_bytes(proto.SerializeToString())


def dims(proto: onnx.ModelProto, *sizes: int | str) -> None:
    """Declare the shape of the input."""
    shape = proto.graph.input[0].type.tensor_type.shape
    del shape.dim[:]
    for size in sizes:
        shape.dim.add(**({"dim_value": size} if isinstance(size, int) else {"dim_param": size}))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, digits: Path) -> Path:
    """Files that users give by mistake."""
    at = tmp_path_factory.mktemp("mistakes")
    (at / "m.tflite").write_bytes(struct.pack("<I", 28) + b"TFL3" + bytes(64))
    (at / "m.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(64))
    archive(at / "m.keras", "config.json", "model.weights.h5")
    archive(at / "m.pt", "archive/data.pkl", "archive/data/0")
    archive(at / "m.zip", "net.onnx")
    (at / "m.pkl").write_bytes(pickle.dumps({"a": 1}))
    (at / "lfs.onnx").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n")
    (at / "saved").mkdir()
    (at / "saved" / "saved_model.pb").write_bytes(b"x")
    (at / "empty.onnx").write_bytes(b"")
    source = digits / "digits.onnx"
    (at / "digits.onnx").write_bytes(source.read_bytes())
    changed(at / "batch.onnx", source, lambda p: dims(p, "N", 1, 8, 8))
    changed(at / "size.onnx", source, lambda p: dims(p, 1, 1, "H", "W"))
    changed(at / "rank.onnx", source, lambda p: p.graph.input[0].type.tensor_type.ClearField("shape"))
    changed(at / "opset.onnx", source, lambda p: setattr(p.opset_import[0], "version", 99))
    two = model([node("Unique", ["x"], ["y"]), node("Mine", ["x"], ["z"], domain="mine")], {"x": [1, 4]}, ["y", "z"])
    two.opset_import.append(onnx.helper.make_opsetid("mine", 1))
    (at / "ops.onnx").write_bytes(two.SerializeToString())
    (at / "conv.onnx").write_bytes(conv_model().SerializeToString())
    data = np.load(digits / "evaluation.npz")
    x, y = data["x"][:20], data["y"][:20]
    np.savez(at / "x.npz", x=x, y=y)
    np.savez(at / "other.npz", a=x, b=x)
    np.savez(at / "flat.npz", x=x.reshape(20, -1))
    np.savez(at / "wide.npz", x=np.zeros((20, 1, 9, 9), np.float32))
    np.savez(at / "nan.npz", x=np.full_like(x, np.nan))
    np.savez(at / "object.npz", x=np.array([1, "a", None], dtype=object))
    np.savez(at / "hundred.npz", x=x, y=y + 100)
    np.savez(at / "words.npz", x=x, y=np.array(["a"] * 20))
    (at / "x.csv").write_text("1,2\n")
    (at / "own").mkdir()
    (at / "own" / "notes.txt").write_text("mine\n")
    (at / "flsh.toml").write_text("[convert]\nmax_flsh = 1\n")
    (at / "result.json").write_text("{}")
    return at


MISTAKES = [
    ("check m.tflite", 2, "is a TensorFlow Lite model", "tf2onnx.convert --tflite m.tflite"),
    ("check m.h5", 2, "is an HDF5 file", "model.export('m.onnx', format='onnx')"),
    ("check m.keras", 2, "is a Keras model", "model.export('m.onnx', format='onnx')"),
    ("check m.pt", 2, "is a PyTorch file", "torch.onnx.export(model.eval(), sample, 'm.onnx')"),
    ("check m.pkl", 2, "is a Python pickle", "skl2onnx"),
    ("check m.zip", 2, "is a zip archive", "unpack it first and give 'net.onnx'"),
    ("check lfs.onnx", 2, "is a pointer of Git LFS", "git lfs pull"),
    ("check x.npz", 2, "is an .npz file of arrays", "--calibration or --data"),
    ("check saved", 2, "is a TensorFlow SavedModel", "tf2onnx.convert --saved-model saved"),
    ("check empty.onnx", 2, "is empty", "an ONNX file is needed"),
    ("check absent.onnx", 2, "does not exist", "give the path of an ONNX file"),
    ("verify digits.onnx", 2, "is a model", "make a folder of it with 'edgec convert'"),
    ("check digits.onnx -t cortexm4", 2, "unknown target 'cortexm4'", "did you mean 'cortex-m4'?"),
    ("check digits.onnx -t nano33ble", 2, "unknown target", "did you mean 'nano-33-ble'?"),
    ("check digits.onnx -t esp32", 2, "has an Xtensa core", "take 'generic-c'"),
    ("check digits.onnx -t esp32s3", 2, "has an Xtensa core", "take 'generic-c'"),
    ("check digits.onnx -t attiny85", 2, "has an 8-bit AVR core", "take 'generic-c'"),
    ("check digits.onnx -t atmega32u4", 2, "unknown target 'atmega32u4'", "did you mean 'atmega328p' or 'avr'?"),
    ("check batch.onnx", 0, "dynamic batch dimension 'N'", "is bound to 1"),
    ("check size.onnx", 2, "axis 2 ('H'), axis 3 ('W')", "--shape image=1,1,?,?"),
    ("check rank.onnx", 2, "input 'image' has no shape in the model", "--shape image="),
    ("check opset.onnx", 3, "opset 99 is outside", "onnx.version_converter"),
    ("check ops.onnx", 3, "2 reason(s)", "'n_z'"),
    ("convert digits.onnx --quantize int8", 2, "needs samples to calibrate with", "give --calibration FILE.npz"),
    ("convert digits.onnx --calibration other.npz", 2, "2 arrays fit the model input", "name one: other.npz:ARRAY"),
    ("convert digits.onnx --calibration x.npz:q", 2, "has no array 'q'", "it has: x float32"),
    ("convert digits.onnx --calibration flat.npz", 2, "has shape [20, 64]", "x.reshape(-1, 1, 8, 8)"),
    ("convert digits.onnx --calibration wide.npz", 2, "has shape [20, 1, 9, 9]", "give an array [N, 1, 8, 8]"),
    ("convert digits.onnx --calibration nan.npz", 2, "holds NaN or infinite values", "remove those samples"),
    ("convert digits.onnx --calibration object.npz", 2, "holds Python objects", "numpy.savez"),
    ("convert digits.onnx --calibration x.csv", 2, "'x.csv'", "must be FILE.npz[:x[:y]] or FILE.npy"),
    (
        "accuracy digits.onnx --data words.npz:x:y",
        2,
        "they are texts",
        "give class numbers, one-hot rows or class names",
    ),
    ("convert digits.onnx -o own", 2, "holds 'notes.txt', which edgec did not make", "--force"),
    ("convert digits.onnx --max-flash 2 KB", 4, "--max-flash allows 2048", "give --calibration"),
    ("convert digits.onnx --calibrate x.npz", 2, "No such option", "--calibration"),
    ("convert digits.onnx --quantise int8", 2, "No such option", "--quantize"),
    ("convret digits.onnx", 2, "No such command 'convret'", "Did you mean 'convert'?"),
    ("convert digits.onnx --config flsh.toml", 2, "unknown key 'max_flsh'", "did you mean 'max-flash'?"),
    ("report own --results result.json", 2, "--data and --results are shown by markdown, junit, html", "give --format"),
]


@pytest.mark.parametrize(("line", "code", "fact", "remedy"), MISTAKES, ids=[line for line, *_ in MISTAKES])
def test_fact_and_remedy(
    line: str, code: int, fact: str, remedy: str, place: Path, edgec: Edgec, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    words = line.split()
    if words[0] == "convert" and "-o" not in words:
        words += ["-t", "host"]
    ran = edgec(*words)
    assert ran.code == code, ran.err
    assert fact in ran.err and remedy in ran.err, ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("ram", [1710, 900])
def test_a_board_with_too_little_ram(ram: int, edgec: Edgec, place: Path, tmp_path: Path) -> None:
    """Layers are computed row by row where that makes the model fit; else the smallest plan is named."""
    board = tmp_path / "board.toml"
    memories = "".join(
        f'[[memories]]\nname = "{kind}"\nkind = "{kind}"\nsize = {size}\n'
        for kind, size in (("flash", 1 << 18), ("ram", ram))
    )
    board.write_text(f'inherits = "cortex-m4"\n{memories}')
    words = ("convert", place / "digits.onnx", "-t", board, "--calibration", place / "x.npz", "-o", tmp_path / "out")
    ran = edgec(*words)
    if ram == 1710:
        assert ran.code == 0 and "layers are computed row by row: the board has 1,710 bytes of RAM" in ran.err
    else:
        assert ran.code == 4 and "bytes of RAM, computed row by row, and target 'board' has 900" in ran.err
        assert "quantize" not in ran.err  # it is
