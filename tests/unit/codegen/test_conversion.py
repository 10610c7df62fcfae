"""Files of two conversions of one model under one name: they do not compile together, and say why."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from edgec.codegen import generate
from edgec.codegen.emit.conversion import PLACEHOLDER, conversion_of, stamped
from edgec.converter.graph.ir import Graph, Tensor
from tests.builders.codegen_models import int8_graph, options, write

FILES = ("tiny.c", "tiny.h", "tiny_weights.c", "tiny_weights.h")
SENTENCE = "tiny: files of different conversions are mixed: take all files of the folder that one 'edgec convert' wrote"


def with_another_scale(graph: Graph) -> Graph:
    """The graph as another calibration would make it: the input's scale alone differs."""
    name = graph.inputs[0]
    tensor = graph.tensors[name]
    assert tensor.quant is not None
    changed: Tensor = replace(tensor, quant=replace(tensor.quant, scale=(2 * tensor.quant.scale[0],)))
    return replace(graph, tensors={**graph.tensors, name: changed})


def compiled(folder: Path, source: str) -> str:
    command = ["gcc", "-std=c99", "-fsyntax-only", source]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).stderr


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_a_file_of_another_conversion_does_not_compile(tmp_path: Path) -> None:
    """Each file alone is stale, and none: one of both C files that are compiled says so."""
    folders = [tmp_path / "old", tmp_path / "new", tmp_path / "mixed"]
    for graph, folder in zip((int8_graph(), with_another_scale(int8_graph())), folders[:2], strict=True):
        write(generate(graph, options()), folder)
    shutil.copytree(folders[1], folders[2])
    for stale in (*FILES, ""):
        for name in FILES:
            shutil.copy(folders[name != stale] / name, folders[2] / name)
        said = "".join(compiled(folders[2], source) for source in ("tiny.c", "tiny_weights.c"))
        assert (SENTENCE in said) == bool(stale), stale


def test_the_word_is_of_all_texts() -> None:
    files = {"a.h": f"#define A_CONVERSION {PLACEHOLDER}\n", "a.c": f"{PLACEHOLDER} int a = 1;\n"}
    word = conversion_of(stamped(files)["a.h"])
    assert stamped(files)["a.c"] == f"{word} int a = 1;\n"
    assert stamped(dict(reversed(files.items()))) == stamped(files)
    for changed in ({**files, "a.c": f"{PLACEHOLDER} int a = 2;\n"}, {**files, "b.c": ""}):
        assert conversion_of(stamped(changed)["a.h"]) != word
