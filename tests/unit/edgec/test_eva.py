"""Run-time errors in plain C: none in what edgec generates, and each kind is found on the line it is put in."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.converter.graph.errors import ToolchainMissing, ToolFailed
from edgec.folder.read import open_folder
from edgec.proof.eva import (
    DRIVER,
    MAX_KNOWN_WEIGHTS,
    bounds,
    followed,
    read_log,
    run_time_errors,
    separate_blocks,
    unknown_weights,
)
from edgec.proof.findings import Runtime
from tests.builders.codegen_models import need
from tests.builders.onnx_models import model, node, save

Edgec = Callable[..., Any]
SECONDS = 120.0
DEAR_TERMS = {"conv2d_s8": "window", "dense_s8": "row", "dwconv2d_s8_3x3": "row"}
DEAR = "[rates.terms.scalar]\n" + "".join(f"{k} = {{ {t} = 1e6 }}\n" for k, t in DEAR_TERMS.items())
"""Rates by which no scalar kernel is chosen."""
SUMMARY = "  3 functions analyzed (out of 3): 100% coverage.\n[eva] Frama_C_show_each_edgec_ended: {1}\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An int8 model with every common kind of layer, in plain C."""
    from edgec.cli import run

    place = tmp_path_factory.mktemp("eva")
    rng = np.random.default_rng(0)
    nodes = [
        node("Conv", ["x", "w1", "b1"], ["c"], pads=[1, 1, 1, 1]),
        node("Conv", ["c", "w2", "b1"], ["d"], pads=[1, 1, 1, 1], group=4),
        node("Add", ["c", "d"], ["s"]),
        node("GlobalAveragePool", ["s"], ["g"]),
        node("Flatten", ["g"], ["f"]),
        node("Gemm", ["f", "w3", "b3"], ["h"], transB=1),
        node("Softmax", ["h"], ["y"]),
    ]
    shapes = {"w1": (4, 2, 3, 3), "w2": (4, 1, 3, 3), "w3": (3, 4), "b1": (4,), "b3": (3,)}
    weights = {n: rng.normal(0, 0.4, s).astype(np.float32) for n, s in shapes.items()}
    proto = model(nodes, {"x": [1, 2, 3, 3]}, ["y"], weights)
    np.savez(place / "c.npz", x=rng.normal(0, 1, (8, 2, 3, 3)).astype(np.float32))
    (place / "board.toml").write_text('inherits = "host"\n' + DEAR)
    board = place / "board.toml"
    words = ["convert", save(proto, place), "-t", board, "--quantize", "int8", "--calibration", place / "c.npz"]
    assert run([*map(str, words), "-o", str(place / "out")]) == 0
    return place / "out"


def errors(folder: Path) -> Runtime:
    need("frama-c")
    return run_time_errors(open_folder(folder), SECONDS)


def test_no_alarms(folder: Path) -> None:
    assert {lib.name for lib in open_folder(folder).libraries} == {"plain"}
    found = errors(folder)
    assert found.alarms == ()
    assert found.functions > 20


MUTANTS = [
    ("conv2d_s8.h", "ox < g->out_w; ox++", "ox <= g->out_w; ox++", "y[o] = (int8_t)", "out of bounds write"),
    ("dot_s8.h", "int32_t sum = 0;", "int32_t sum;", "sum += w[i]", "accessing uninitialized left-value"),
    ("fixed.h", ">> n), lo, hi)", ">> 32u), lo, hi)", ">> 32u", "invalid RHS operand for shift"),
    ("dot_s8.h", "acc += x[i + 1] * w[i + 1]", "acc += 65536 * x[i] * w[i]", "65536", "signed overflow"),
    ("softmax_s8.h", "    sum = (sum < table[0]) ? table[0] : sum;", "", "/ sum", "division by zero"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "line", "kind"), MUTANTS, ids=[f"{m[0]}-{m[4]}" for m in MUTANTS])
def test_every_mutant_is_found_on_its_line(
    folder: Path, tmp_path: Path, file: str, old: str, new: str, line: str, kind: str
) -> None:
    shutil.copytree(folder, tmp_path / "out")
    kernel = tmp_path / "out" / "edgec_kernels" / f"edgec_{file}"
    text = kernel.read_text()
    assert text.count(old) >= 1
    text = text.replace(old, new)
    kernel.write_text(text)
    lines = {i for i, content in enumerate(text.splitlines(), 1) if line in content}
    found = errors(tmp_path / "out")
    assert any(a.file.endswith(file) and a.line in lines and a.kind == kind for a in found.alarms), found.alarms


def test_the_command_fails_on_an_alarm(edgec: Edgec, folder: Path, tmp_path: Path) -> None:
    need("frama-c")
    shutil.copytree(folder, tmp_path / "out")
    kernel = tmp_path / "out" / "edgec_kernels" / "edgec_dense_s8.h"
    kernel.write_text(kernel.read_text().replace("o < p->out_c", "o <= p->out_c"))
    ran = edgec("prove", tmp_path / "out", "--only", "runtime", "--allow-edited")
    assert ran.code == 5
    assert "edgec_dense_s8.h:" in ran.err
    assert "out of bounds" in ran.err


def test_kernels_that_plain_ones_stood_in_for_are_not_proven(edgec: Edgec, folder: Path, tmp_path: Path) -> None:
    need("frama-c")
    out, model_file = tmp_path / "out", folder.parent / "m.onnx"
    samples = ("--calibration", folder.parent / "c.npz")
    assert edgec("convert", model_file, "-t", "host", *samples, "-o", out).code == 0
    libraries = {lib.name for lib in open_folder(out).libraries} - {"plain"}
    assert libraries == {"scalar"}
    ran = edgec("prove", out, "--only", "runtime")
    assert ran.code == 0
    last = ran.out.rstrip().splitlines()[-1]
    assert "that the kernels of scalar have no run-time error (the same model with plain ones was analysed)" in last
    assert "run-time error (" not in edgec("prove", folder, "--only", "runtime").out


def test_an_analysis_without_time_is_an_alarm(folder: Path) -> None:
    need("frama-c")
    found = run_time_errors(open_folder(folder), 0.01)
    assert [a.kind for a in found.alarms] == ["not finished"]


def test_without_frama_c_it_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ToolchainMissing, match="apt-get install frama-c-base"):
        run_time_errors(open_folder(folder), SECONDS)


def test_a_log_without_an_end_is_an_alarm() -> None:
    found = read_log("  1 function analyzed (out of 3): 33% coverage.\n", 1.0)
    assert [(a.file, a.kind) for a in found.alarms] == [(DRIVER, "no end")]


def test_a_function_of_which_nothing_is_known_is_an_alarm() -> None:
    log = (
        "[kernel:annot:missing-spec] m.c:7: Warning: \n"
        "  Neither code nor specification for function f, generating default assigns from the prototype\n"
    )
    (alarm,) = read_log(log + SUMMARY, 1.0).alarms
    assert (alarm.file, alarm.line, alarm.kind) == ("m.c", 7, "not known")


def test_a_log_without_a_summary_is_an_error() -> None:
    with pytest.raises(ToolFailed, match="syntax"):
        read_log("[kernel] User Error: syntax error\n", 1.0)


def test_loops_over_channels_are_followed_together() -> None:
    text = "    for (o = 0; o < n; o++) {\n        for (i = 0; i < 3; i++) {\n"
    lines = followed(text).splitlines()
    assert lines[0] == "    for (o = 0; o < n; o++) {"
    assert lines[1].startswith("        /*@ loop unroll ")


def test_large_weights_become_unknown() -> None:
    small = f"EDGEC_ALIGN(4) const int8_t w[{MAX_KNOWN_WEIGHTS}] = {{\n1,2,\n3,\n}};\n"
    shift = f"EDGEC_ALIGN(4) const uint8_t w_shift[{MAX_KNOWN_WEIGHTS + 1}] = {{\n1,\n}};\n"
    large = f"EDGEC_ALIGN(4) const int8_t v[{MAX_KNOWN_WEIGHTS + 1}] = {{\n1,\n}};\n"
    assert unknown_weights(small + large + shift) == small + shift


def test_loops_end_where_parameters_say() -> None:
    lines = [
        "    static const p_t p = {",
        *(f"        .{v}," for v in ("batch = 1", "geo.out_c = 64", "lo = -128", "n = 12")),
    ]
    text = "\n".join([*lines, "    };", ""])
    assert bounds(text) == [11, 63]


def test_blocks_of_the_arena_become_objects() -> None:
    text = (
        " *        0      12      12  10..11     LOGITS                          'dense'\n"
        "#define M_AT(block) ((void *)(arena + (M_OFFSET_##block)))\n"
    )
    changed, declared = separate_blocks(text)
    assert declared == ["extern unsigned char edgec_block_LOGITS[12];"]
    assert "#define M_AT(block) ((void *)(edgec_block_##block))" in changed
