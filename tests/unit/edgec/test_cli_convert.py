"""The commands on the digits example: convert, verify, report, inspect; and what an error leaves behind."""

from __future__ import annotations

import filecmp
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.converter.graph.errors import Exit

Edgec = Callable[..., Any]


@pytest.fixture
def converted(edgec: Edgec, digits: Path, tmp_path: Path) -> Path:
    out = tmp_path / "digits"
    ran = edgec("convert", digits / "digits.onnx", "--calibration", digits / "calibration.npz", "-o", out)
    assert ran.code == 0, ran.err
    assert "note: int8: a calibration set is given" in ran.err
    return out


def test_report_keys(edgec: Edgec, converted: Path) -> None:
    ran = edgec("report", converted, "--json")
    report = json.loads(ran.out)
    assert {"schema", "edgec", "model", "target", "scheme", "macs", "parameters", "flash", "ram", "layers"} <= set(
        report
    )
    assert set(report["model"]) >= {"name", "sha256"}
    assert set(report["flash"]) >= {"code", "tables", "weights", "total"}
    assert set(report["ram"]) >= {"arena", "input_output", "stack"}
    layer = {"name", "op", "kernel", "output_shape", "macs", "weight_bytes", "scratch_bytes"}
    assert all(layer <= set(one) for one in report["layers"])
    assert report["target"] == "cortex-m4"
    assert report["scheme"] == "int8"
    assert report["macs"] == 8 * 8 * 8 * 9 + 4 * 4 * 16 * 8 * 9 + 640
    assert str(report["ram"]["arena"]) in edgec("report", converted).out.replace(",", "")


@pytest.mark.parametrize("form", ["text", "csv", "json"])
def test_report_loads_no_stage(converted: Path, form: str) -> None:
    """A report is shown without loading the stages that made the folder."""
    script = (
        "import sys; from edgec.cli import run; run(sys.argv[1:])\n"
        "sys.exit(' '.join(m for m in ('numpy', 'edgec.codegen', 'edgec.quantize') if m in sys.modules) or 0)"
    )
    line = [sys.executable, "-c", script, "report", str(converted), "--format", form]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.stdout and (done.returncode, done.stderr) == (0, "")


def test_verify_on_the_host(edgec: Edgec, converted: Path, digits: Path) -> None:
    ran = edgec("verify", converted, "--data", digits / "evaluation.npz", "--on", "host", "--json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["samples"] == found["byte_equal"]["host"] == 500
    assert found["byte_equal"]["qemu"] is None
    assert found["metric"] == "top1"
    assert set(found["accuracy"]) == {"onnxruntime", "simulator", "host", "qemu", "device"}
    assert found["accuracy"]["host"] == found["accuracy"]["simulator"] > 0.95
    text = edgec("verify", converted, "--data", digits / "evaluation.npz", "--on", "host", "--samples", "7").out
    assert "7 of 7" in text


def test_verify_without_data_and_without_labels(edgec: Edgec, converted: Path, tmp_path: Path) -> None:
    ran = edgec("verify", converted, "--on", "host", "--json")
    assert ran.code == 0, ran.err
    assert "extreme and random inputs" in ran.err
    assert json.loads(ran.out)["metric"] == "sqnr_db"
    assert json.loads(ran.out)["agree"] == {"simulator": 16, "host": 16, "qemu": None, "device": None}
    np.savez(tmp_path / "d.npz", x=np.random.default_rng(0).random((5, 8, 8), np.float32))
    found = json.loads(edgec("verify", converted, "--on", "host", "--json", "--data", tmp_path / "d.npz").out)
    assert found["accuracy"]["onnxruntime"] is None
    assert found["accuracy"]["host"] > 10


def test_a_wrong_byte_is_found(edgec: Edgec, converted: Path, digits: Path) -> None:
    weights = converted / "digits_weights.c"
    text = weights.read_text()
    start = text.index("= {", text.index("_weights["))
    digit = next(i for i in range(start, len(text)) if text[i] in "123456789")
    weights.write_text(text[:digit] + ("1" if text[digit] != "1" else "2") + text[digit + 1 :])
    ran = edgec("verify", converted, "--data", digits / "evaluation.npz", "--on", "host", "--allow-edited")
    assert ran.code == Exit.ACCURACY
    assert "host: " in ran.err
    assert "first at sample" in ran.err


def test_float32_matches_onnx_runtime(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    out = tmp_path / "f"
    ran = edgec("convert", digits / "digits.onnx", "-t", "host", "-o", out)
    assert ran.code == 0, ran.err
    assert "note: float32:" in ran.err
    ran = edgec("verify", out, "--data", digits / "evaluation.npz", "--json")
    assert ran.code == 0, ran.err
    accuracy = json.loads(ran.out)["accuracy"]
    assert accuracy["host"] == accuracy["onnxruntime"]


def test_two_conversions_give_the_same_folder(edgec: Edgec, converted: Path, digits: Path, tmp_path: Path) -> None:
    again = tmp_path / "elsewhere" / "again"
    edgec("convert", digits / "digits.onnx", "--calibration", digits / "calibration.npz", "-o", again)
    names = sorted(p.relative_to(converted).as_posix() for p in converted.rglob("*") if p.is_file())
    assert names == sorted(p.relative_to(again).as_posix() for p in again.rglob("*") if p.is_file())
    assert filecmp.cmpfiles(converted, again, names, shallow=False)[1:] == ([], [])


def test_converting_again_replaces_only_our_own(edgec: Edgec, converted: Path, digits: Path) -> None:
    again = ("convert", digits / "digits.onnx", "-o", converted)
    assert edgec(*again).code == 0
    (converted / "mine.c").write_text("mine")
    ran = edgec(*again)
    assert ran.code == Exit.USAGE
    assert "did not make" in ran.err
    assert (converted / "mine.c").read_text() == "mine"
    assert edgec(*again, "--force").code == 0


def test_default_output_and_json(edgec: Edgec, digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edgec.toml").write_text("[convert]\ntarget = 'host'\nname = 'net'\n")
    ran = edgec("convert", digits / "digits.onnx", "--json")
    assert json.loads(ran.out)["target"] == "host"
    assert (tmp_path / "net" / "net.h").is_file()


def test_inspect(edgec: Edgec, converted: Path, digits: Path) -> None:
    for file in (digits / "digits.onnx", converted / "digits.edge", converted):
        assert "Conv" in edgec("inspect", file).out
        graph = json.loads(edgec("inspect", file, "--json").out)
        assert graph["inputs"][0]["name"] == "image"


@pytest.mark.parametrize(
    ("key", "value"),
    [("prefix", "../x"), ("prefix", 3), ("target", None), ("target", "x"), ("macs", "x"), ("ram", {}), ("layers", [3]),
     ("schema", 99), ("schema", None)],
)  # fmt: skip
def test_a_damaged_report(edgec: Edgec, converted: Path, key: str, value: object) -> None:
    path = converted / "report.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    for command in ("report", "verify"):
        if (key, value, command) in (("target", "x", "report"), ("prefix", "../x", "report")):
            continue  # printed, and nothing else
        ran = edgec(command, converted)
        assert ran.code == Exit.USAGE, ran.err
    path.write_text("{")
    assert edgec("report", converted).code == Exit.USAGE


@pytest.mark.parametrize("content", [b"", b"\x08", b"not onnx" * 50, bytes(range(256)) * 9])
def test_broken_models_leave_nothing(edgec: Edgec, tmp_path: Path, content: bytes) -> None:
    model = tmp_path / "m.onnx"
    model.write_bytes(content)
    ran = edgec("convert", model, "-o", tmp_path / "deep" / "out")
    assert ran.code == Exit.USAGE, ran.err
    assert ran.err.count("\n") == 1
    assert [p.name for p in tmp_path.iterdir()] == ["m.onnx"]


def test_unsupported_models_list_every_reason(edgec: Edgec, tmp_path: Path) -> None:
    from onnx import TensorProto, helper, save

    nodes = [
        helper.make_node("Frob", ["x"], ["y"], name="first", domain="my.ops"),
        helper.make_node("Nicate", ["x"], ["z"], name="second", domain="my.ops"),
    ]
    x, *outputs = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 2, 2]) for name in "xyz")
    graph = helper.make_graph(nodes, "g", [x], outputs)
    opsets = [helper.make_opsetid("", 13), helper.make_opsetid("my.ops", 1)]
    save(helper.make_model(graph, opset_imports=opsets, ir_version=8), tmp_path / "m.onnx")
    ran = edgec("convert", tmp_path / "m.onnx", "-o", tmp_path / "out")
    assert ran.code == Exit.UNSUPPORTED
    assert "'first' (my.ops.Frob)" in ran.err
    assert "'second' (my.ops.Nicate)" in ran.err
    ran = edgec("check", tmp_path / "m.onnx", "--json")
    assert ran.code == Exit.UNSUPPORTED
    assert [u["op"] for u in json.loads(ran.out)["unsupported"]] == ["Frob", "Nicate"]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--quantize", "int8"), "give --calibration"),
        (("--calibration", "missing.npz"), "no such file"),
        (("--shape", "nope=1,2"), "nope"),
        (("--name", "int"), "cannot be the prefix"),
    ],
)
def test_options_that_cannot_be_served(
    edgec: Edgec, digits: Path, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    ran = edgec("convert", digits / "digits.onnx", "-o", tmp_path / "out", *arguments)
    assert ran.code == Exit.USAGE
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


def test_without_the_cross_toolchain(
    edgec: Edgec, converted: Path, digits: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verification falls back to the host and says so; asked for QEMU, it says what to install."""
    import shutil

    found = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name, *a, **k: None if "arm" in name else found(name, *a, **k))
    ran = edgec("verify", converted, "--data", digits / "evaluation.npz", "--samples", "3")
    assert ran.code == 0, ran.err
    assert "verified on host only" in ran.err
    assert "apt-get install" in ran.err
    ran = edgec("verify", converted, "--on", "qemu")
    assert ran.code == Exit.TOOLCHAIN
    assert "apt-get install" in ran.err
    out = converted.parent / "again"
    ran = edgec("convert", digits / "digits.onnx", "--calibration", digits / "calibration.npz", "-o", out)
    assert ran.code == 0, ran.err


def test_a_board_that_is_too_small(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    board = tmp_path / "tiny.toml"
    memory = '[[memories]]\nname = "{0}"\nkind = "{0}"\nsize = {1}\n'
    board.write_text('inherits = "host"\n' + memory.format("flash", 1 << 20) + memory.format("ram", 700))
    ran = edgec("convert", digits / "digits.onnx", "-t", board, "-o", tmp_path / "out")
    assert ran.code == Exit.DOES_NOT_FIT
    assert "bytes of RAM, computed row by row, and target 'tiny' has 700" in ran.err
    assert not (tmp_path / "out").exists()
    assert edgec("check", digits / "digits.onnx", "-t", board).code == Exit.DOES_NOT_FIT
    board.write_text('inherits = "host"\n')
    assert edgec("convert", digits / "digits.onnx", "-t", board, "-o", tmp_path / "out").code == 0
    assert edgec("verify", tmp_path / "out", "-t", board, "--samples", "2").code == 0


@pytest.mark.parametrize("name", ["cortex-m4", "host"])
def test_the_example_firmware(converted: Path, digits: Path, tmp_path: Path, name: str) -> None:
    from edgec.targets.machine.compile import STRICT_WARNINGS, compile_files, link
    from edgec.targets.machine.toolchain import available
    from edgec.targets.reader import load_target

    target = load_target(name)
    if not available(target):
        pytest.skip(f"no compiler for {name}")
    sources = [digits / "main.c", *converted.rglob("*.c")]
    objects = compile_files(sources, target, tmp_path, extra_flags=[*STRICT_WARNINGS, f"-I{converted}"])
    if name == "host":
        assert subprocess.run([link(objects, target, tmp_path / "firmware")], check=False).returncode == 3
