"""The arena at run time: its size is exact, one byte less is refused, and models share one."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.codegen import Generated, generate
from edgec.converter.graph.ir import Graph
from tests.builders.codegen_models import aimed, int8_graph, need, options, write
from tests.builders.row_models import bottleneck, pools, residual

SIZES = """
#include "{name}.h"
#include <stdio.h>
#include <string.h>
static unsigned char arena[{upper}_ARENA_SIZE + 64] __attribute__((aligned(64)));
static {upper}_INPUT0_DTYPE x[{upper}_INPUT0_SIZE];
static {upper}_OUTPUT0_DTYPE y[{upper}_OUTPUT0_SIZE];
int main(void)
{{
    {name}_t m;
    size_t i, low = {upper}_ARENA_SIZE, high = 0;
    int pattern;
    if ({name}_init(&m, arena, {upper}_ARENA_SIZE - 1u) != {upper}_ERROR_ARENA_SIZE) return 1;
    if ({name}_init(&m, arena, {upper}_ARENA_SIZE) != {upper}_OK) return 2;
    for (i = 0; i < {upper}_INPUT0_SIZE; i++) x[i] = ({upper}_INPUT0_DTYPE)(i * 37u % 251u);
    for (pattern = 0x5A; pattern <= 0xA5; pattern += 0x4B) {{ /* a byte equal to one paint differs from the other */
        memset(arena, pattern, sizeof(arena));
        if ({name}_run(&m, x, y) != {upper}_OK) return 3;
        for (i = 0; i < sizeof(arena); i++) {{
            if (arena[i] != pattern) {{
                low = (i < low) ? i : low;
                high = (i > high) ? i : high;
            }}
        }}
    }}
    printf("%u %u\\n", (unsigned)low, (unsigned)high);
    return 0;
}}
"""


AT_ONCE = """
#include "{name}.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#define RUNS 300
typedef struct {{
    unsigned char arena[{upper}_ARENA_SIZE] __attribute__((aligned(64)));
    {upper}_INPUT0_DTYPE x[{upper}_INPUT0_SIZE];
    {upper}_OUTPUT0_DTYPE alone[{upper}_OUTPUT0_SIZE], y[{upper}_OUTPUT0_SIZE];
    {name}_t m;
    int wrong;
}} instance;
static instance all[2];
static void *work(void *given)
{{
    instance *i = given;
    int run;
    for (run = 0; run < RUNS; run++) {{
        memset(i->y, 0, sizeof(i->y));
        i->wrong += {name}_run(&i->m, i->x, i->y) != {upper}_OK || memcmp(i->y, i->alone, sizeof(i->y)) != 0;
    }}
    return NULL;
}}
int main(void)
{{
    pthread_t thread[2];
    size_t i, k;
    for (i = 0; i < 2; i++) {{
        for (k = 0; k < {upper}_INPUT0_SIZE; k++) all[i].x[k] = ({upper}_INPUT0_DTYPE)((k + i) * (37u + i) % 251u);
        if ({name}_init(&all[i].m, all[i].arena, sizeof(all[i].arena)) != {upper}_OK) return 1;
        if ({name}_run(&all[i].m, all[i].x, all[i].alone) != {upper}_OK) return 2;
    }}
    for (i = 0; i < 2; i++) if (pthread_create(&thread[i], NULL, work, &all[i]) != 0) return 3;
    for (i = 0; i < 2; i++) pthread_join(thread[i], NULL);
    printf("%d %d %d\\n", all[0].wrong, all[1].wrong, memcmp(all[0].alone, all[1].alone, sizeof(all[0].alone)) != 0);
    return 0;
}}
"""


def run_c(folder: Path, source: str, *models: Generated) -> list[int]:
    """Compile ``source`` with the models' files and run it; the numbers it prints."""
    (folder / "main.c").write_text(source)
    shared = sorted({f for m in models for f in dict(m.files) if f.startswith("edgec_kernels/") and f.endswith(".c")})
    files = ["main.c", *(f"{m.prefix}{part}.c" for m in models for part in ("", "_weights")), *shared]
    built = subprocess.run(
        ["gcc", "-std=c99", "-O1", *files, "-o", "main", "-lm", "-pthread"], cwd=folder, capture_output=True
    )
    assert built.returncode == 0, built.stderr
    done = subprocess.run([folder / "main"], capture_output=True, text=True)
    assert done.returncode == 0, (done.returncode, done.stderr)
    return [int(n) for n in done.stdout.split()]


@pytest.mark.parametrize("optimize", ["balanced", "ram"])
@pytest.mark.parametrize("graph", [bottleneck(True), residual(True), pools(False)], ids=["int8", "residual", "float32"])
def test_the_stated_size_is_exactly_needed(graph: Graph, optimize: str, tmp_path: Path) -> None:
    need("gcc")
    made = generate(graph, aimed(options(), optimize))
    folder = write(made, tmp_path)
    source = SIZES.format(name=made.prefix, upper=made.prefix.upper())
    assert run_c(folder, source, made) == [0, made.plan.arena_size - 1]


def test_two_models_share_one_arena(tmp_path: Path) -> None:
    """Run in turns in one arena of the larger size, both give what they give alone."""
    need("gcc")
    graphs = {"first": bottleneck(True), "second": int8_graph()}
    models = [generate(g, aimed(options(name=n), "ram")) for n, g in graphs.items()]
    for m in models:
        write(m, tmp_path)
    size = max(m.plan.arena_size for m in models)
    calls = "".join(
        f"    if (run_{n}({k})) return {k + 1};\n" for k, n in enumerate(("first", "second", "first", "second"))
    )
    functions = "".join(
        f"static {n}_t m_{n};\n"
        f"static int run_{n}(int turn)\n{{\n"
        f"    static {u}_INPUT0_DTYPE x[{u}_INPUT0_SIZE];\n"
        f"    static {u}_OUTPUT0_DTYPE y[{u}_OUTPUT0_SIZE], wanted[{u}_OUTPUT0_SIZE];\n"
        f"    size_t i;\n"
        f"    for (i = 0; i < {u}_INPUT0_SIZE; i++) x[i] = ({u}_INPUT0_DTYPE)(i * 29u % 127u);\n"
        f"    if (turn < 2 && {n}_init(&m_{n}, arena, sizeof(arena))) return 1;\n"
        f"    if ({n}_run(&m_{n}, x, turn < 2 ? wanted : y)) return 2;\n"
        f"    return turn >= 2 && memcmp(y, wanted, sizeof(y)) != 0;\n}}\n"
        for n, u in ((m.prefix, m.prefix.upper()) for m in models)
    )
    source = (
        '#include "first.h"\n#include "second.h"\n#include <stdio.h>\n#include <string.h>\n'
        f"static unsigned char arena[{size}] __attribute__((aligned(64)));\n{functions}"
        f"int main(void)\n{{\n{calls}    return 0;\n}}\n"
    )
    assert run_c(tmp_path, source, *models) == []


def test_the_report_of_several_models_says_what_they_share(
    edgec: Callable[..., Any], digits: Path, tmp_path: Path
) -> None:
    model = ("convert", digits / "digits.onnx", "--calibration", digits / "calibration.npz")
    sizes = {}
    for name, more in (("one", ()), ("two", ("--optimize", "ram")), ("three", ("-t", "stm32h743"))):
        ran = edgec(*model, "--name", name, "-o", tmp_path / name, "--json", *more)
        assert ran.code == 0, ran.err
        sizes[name] = json.loads(ran.out)["ram"]["arena"]
    ran = edgec("report", tmp_path / "one", tmp_path / "two")
    assert f"one arena for all: {max(sizes['one'], sizes['two']):,} bytes" in ran.out
    found = json.loads(edgec("report", *(tmp_path / n for n in sizes), "--json").out)
    assert found["arenas"] == {"": max(sizes["one"], sizes["two"]), "dtcm": sizes["three"]}
    assert [m["prefix"] for m in found["models"]] == list(sizes)
    ran = edgec("report", tmp_path / "one", tmp_path / "one")
    assert ran.code == 2
    assert "two folders hold a model 'one'" in ran.err


@pytest.mark.parametrize("graph", [residual(True), pools(False)], ids=["int8", "float32"])
def test_two_instances_run_at_once(graph: Graph, tmp_path: Path) -> None:
    """Two instances run as the header says; the bench aligns buffers no further than the element type asks."""
    need("gcc")
    made = generate(graph, aimed(options(), "speed"))
    folder = write(made, tmp_path)
    assert run_c(folder, AT_ONCE.format(name=made.prefix, upper=made.prefix.upper()), made) == [0, 0, 1]
