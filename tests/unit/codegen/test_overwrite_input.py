"""Inputs that lie in the arena (``--overwrite-input``): where, how many bytes that saves, and what runs give."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from edgec.codegen import generate
from edgec.codegen.plan.plan import Plan
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Graph
from edgec.pipeline import Conversion, ConvertOptions
from edgec.reports.model import make_report
from tests.builders.codegen_models import options, write
from tests.builders.row_models import Net, bottleneck

MAIN = """
#include "tiny.h"
#include <stdio.h>
#include <string.h>
TINY_DEFINE_ARENA(arena);
static tiny_t m;
static TINY_INPUT0_DTYPE given[TINY_INPUT0_SIZE], same[TINY_INPUT0_SIZE];
static TINY_OUTPUT0_DTYPE y[2][TINY_OUTPUT0_SIZE];
int main(void)
{
    size_t i;
    if (tiny_input0(&m) != NULL || tiny_input0(NULL) != NULL || tiny_init(&m, arena, sizeof arena) != TINY_OK) {
        return 1;
    }
    for (i = 0u; i < TINY_INPUT0_SIZE; i++) {
        given[i] = same[i] = (TINY_INPUT0_DTYPE)(i * 37u + 11u);
    }
    if (tiny_run(&m, given, y[0]) != TINY_OK || memcmp(given, same, sizeof given) != 0) {
        return 2;
    }
    memcpy(tiny_input0(&m), same, sizeof same);
    if (tiny_run(&m, tiny_input0(&m), y[1]) != TINY_OK || memcmp(y[0], y[1], sizeof y[0]) != 0) {
        return 3;
    }
    return memcmp(tiny_input0(&m), same, sizeof same) == 0 ? 4 : 0; /* another tensor took its place */
}
"""


def two_inputs() -> Graph:
    """Two inputs, of which the second is needed late: neither may lie where the other does."""
    n = Net(True, 5, (8, 8, 4))
    late = n._tensor("late", (8, 8, 4))
    n.e.inputs.append(late)
    return n.done(n.add(n.conv(n.conv(n.x, 8), 4), late))


def plan_of(graph: Graph, overwrite: bool, arena: int | None = None) -> Plan:
    return generate(graph, replace(options(), overwrite_input=overwrite, max_arena=arena)).plan


@pytest.mark.parametrize("arena", [None, 0])
def test_an_input_that_is_overwritten_saves_memory(arena: int | None) -> None:
    apart, inside = (plan_of(bottleneck(True), over, arena) for over in (False, True))
    given = bottleneck(True).tensors["x"].nbytes
    assert apart.intake == () and [size for _, _, size in inside.intake] == [given]
    assert inside.io_bytes == apart.io_bytes - given
    before, after = (make_report(p, None).ram for p in (apart, inside))
    assert after.total < before.total and after.input_output == before.input_output - given


def test_inputs_lie_apart_until_they_are_read() -> None:
    plan = plan_of(two_inputs(), True)
    first, second = (plan.blocks[block.block] for _, block, _ in plan.intake)
    assert first.block.first == second.block.first == 0
    assert first.offset + first.block.size <= second.offset or second.offset + second.block.size <= first.offset


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
@pytest.mark.parametrize(("arena", "slices"), [(None, 0), (0, 0), (None, 20_000)])
def test_in_place_and_from_another_buffer(arena: int | None, slices: int, tmp_path: Path) -> None:
    """In slices the copy is a piece of its own, which a run at once takes too."""
    given = replace(options(), overwrite_input=True, max_arena=arena, slices=slices)
    write(generate(bottleneck(True), given), tmp_path)
    (tmp_path / "main.c").write_text(MAIN)
    sources = ["main.c", "tiny.c", "tiny_weights.c", *map(str, tmp_path.glob("edgec_kernels/*.c"))]
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-I."]
    subprocess.run(["gcc", *flags, *sources, "-lm", "-o", "main"], cwd=tmp_path, check=True)
    assert subprocess.run([str(tmp_path / "main")], timeout=60).returncode == 0


def test_the_header_says_so(tmp_path: Path) -> None:
    for overwrite in (False, True):
        files = dict(generate(bottleneck(True), replace(options(), overwrite_input=overwrite)).files)
        header = re.sub(r"\s*\n \*\s*", " ", files["tiny.h"].decode())
        assert ("*tiny_input0(const tiny_t *m);" in header) == overwrite
        assert ("inputs that lie in the arena are overwritten" in header) == overwrite
        assert ("inputs are not changed" in header) != overwrite


def test_not_with_several_targets() -> None:
    with pytest.raises(UsageError, match="--overwrite-input"):
        Conversion.of(Path("m.onnx"), ConvertOptions(target="cortex-a53", also=("cortex-a76",), overwrite_input=True))
