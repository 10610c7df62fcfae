"""Code made for speed on cores without SIMD: at -O2 and -Os about the instructions of -O3, and the same bytes."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.levels import CLANG, GCC, LIMIT, TARGETS, counted, graph_of, made
from edgec.codegen.emit.generate import generate
from edgec.converter.graph.ir import Graph
from edgec.reports.measure import write_files
from edgec.targets.machine.compile import compile_model
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.codegen_models import aimed, int8_graph, options

WRITTEN_OUT = {("rv32imc", GCC): 1.35}  # at -O2: only -O3 writes out the rows of a 5x5 window of one channel
RAISED = re.compile(rb'#ifndef EDGEC_BUILD_LEVEL\n.*?#pragma GCC optimize\("O3"\)', re.S)


@pytest.fixture(scope="module")
def digits_graph(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    return graph_of("digits", tmp_path_factory.mktemp("levels"))


@pytest.mark.parametrize("compiler", [GCC, CLANG])
@pytest.mark.parametrize("target", TARGETS)
def test_no_level_takes_much_more(target: str, compiler: str, digits_graph: Graph, tmp_path: Path) -> None:
    core = load_target(target)
    if not available(core):
        pytest.skip(f"no toolchain for {target}")
    if compiler != GCC and not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    found = counted(made("digits", digits_graph, core, tmp_path / "net"), compiler)
    assert found.equal
    assert max(found.ratios) <= WRITTEN_OUT.get((target, compiler), LIMIT), found


def saves_high_registers(function: str) -> bool:
    """A function of Armv6-M code that writes r8 to r11 pushes what they held."""
    if not re.search(r"\t(?:mov|add)\t(?:r8|r9|sl|fp),", function):
        return True
    return re.search(r"push\t{[^}]*}.*?mov\t(?:r\d|lr), (?:r8|r9|sl|fp)\n.*?push\t{", function, re.S) is not None


@pytest.mark.parametrize("asked", ["", "O2", "O3", "Os"])
@pytest.mark.parametrize("flag", ["-O1", "-O2", "-O3", "-Os"])
def test_registers_are_saved_at_every_level(flag: str, asked: str, digits_graph: Graph, tmp_path: Path) -> None:
    """GCC at -Os takes r8 to r11 for fixed; a function at another level would not save them."""
    core = load_target("cortex-m0plus")
    if not available(core):
        pytest.skip("no toolchain")
    who = replace(options("digits"), target=core, selection=replace(options().selection, exchange=0, level=asked))
    write_files(tmp_path, generate(digits_graph, who).files)
    compiled = compile_model(tmp_path, "digits", core, tmp_path, extra_flags=(flag,))
    listed = "".join(disassembled(o) for o in compiled.objects)
    functions = re.split(r"\n\n(?=[0-9a-f]{8} <)", listed)
    assert sum("edgec_wino_channels_scalar" in f for f in functions) > 0
    assert [f.splitlines()[0] for f in functions if not saves_high_registers(f)] == []


def disassembled(built: Path) -> str:
    command = ["arm-none-eabi-objdump", "-d", str(built)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_firmware_s_files_ask_for_the_level_of_their_figures() -> None:
    for target, raised in (("cortex-m3", True), ("generic-c", False), ("host", False), ("cortex-a53", False)):
        files = dict(generate(int8_graph(), replace(aimed(options(), "speed"), target=load_target(target))).files)
        assert bool(RAISED.search(files["tiny.c"])) == raised, target
