"""Several memories: what goes where, that the code is right and clean, and what is refused."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgec.codegen import Generated, generate
from edgec.codegen.arena.assign import Item, assign
from edgec.codegen.arena.problem import Block, Problem
from edgec.codegen.arena.solve import solve
from edgec.codegen.plan.proof import check_placement
from edgec.codegen.plan.regions import MemoryRegion, Places
from edgec.converter.graph.errors import EdgecError, Exit, UsageError
from edgec.converter.graph.ir import Array, Graph
from edgec.reports import from_json, render, to_json
from edgec.reports.model import make_report
from edgec.search.placing import places_of
from edgec.targets.machine.compile import model_sources
from edgec.targets.reader import load_target
from tests.builders.codegen_models import aimed, int8_graph, need, options, reference, run, write
from tests.builders.row_models import bottleneck, pools, residual
from tests.unit.codegen.test_emit import compile_c

FAST, SLOW, FLASH = (
    MemoryRegion("fast", 1000),
    MemoryRegion("slow", 100_000, 4.0),
    MemoryRegion("flash", 1 << 20, 8.0, "flash"),
)


def places(room: int, constants: tuple[MemoryRegion, ...] = (FLASH,)) -> Places:
    return Places((replace(FAST, room=room), SLOW), constants, FLASH, named=True)


def split(graph: Graph, room: int, optimize: str = "balanced", **more: Any) -> Generated:
    return generate(graph, replace(aimed(options(scheme="int8"), optimize), places=places(room, **more)))


def samples(graph: Graph, count: int = 3) -> Array:
    tensor = graph.tensors[graph.inputs[0]]
    rng = np.random.default_rng(0)
    if graph.is_quantized:
        return rng.integers(-128, 128, (count, *tensor.shape)).astype(np.int8)
    return rng.standard_normal((count, *tensor.shape)).astype(np.float32)


items = st.lists(
    st.tuples(st.integers(1, 9), st.integers(0, 99), st.integers(0, 4), st.integers(0, 3), st.booleans()), max_size=6
)


@settings(max_examples=40)
@given(items, st.integers(0, 20))
def test_small_assignments_are_the_best_there_are(rows: list[tuple[int, int, int, int, bool]], room: int) -> None:
    """Against all assignments, each placed exactly."""
    blocks = [Item(16 * s, heat, (0, 1), Block(16 * s, a, a + n)) for s, heat, a, n, constant in rows if not constant]
    found = [*blocks, *(Item(16 * s, heat, (0, 1)) for s, heat, _, _, constant in rows if constant)]
    rooms, costs = [16 * room, 10_000], [1.0, 3.0]

    def cost(chosen: tuple[int, ...]) -> float | None:
        inside = [i for i, r in zip(found, chosen, strict=True) if r == 0]
        arena = solve(Problem(tuple(i.block for i in inside if i.block))).size if inside else 0
        if arena + sum(i.size for i in inside if i.block is None) > rooms[0]:
            return None
        return sum(i.heat * costs[r] for i, r in zip(found, chosen, strict=True))

    got = cost(tuple(assign(found, (), rooms, costs)))
    assert got is not None
    assert got == min(c for chosen in itertools.product((0, 1), repeat=len(found)) if (c := cost(chosen)) is not None)


def test_what_does_not_fit_anywhere_goes_to_the_slowest_memory() -> None:
    big = Item(64, 9.0, (0, 1), Block(64, 0, 1))
    assert assign([big, replace(big, allowed=(0,))], (), [32, 32], [1.0, 2.0]) == [1, 0]


@pytest.mark.parametrize(
    ("graph", "optimize"), [(bottleneck(True), "ram"), (residual(True), "balanced"), (pools(False), "balanced")],
    ids=["int8", "residual", "float32"],
)  # fmt: skip
def test_two_arenas_give_the_reference_outputs(graph: Graph, optimize: str, tmp_path: Path) -> None:
    need("gcc")
    room = generate(graph, aimed(options(), optimize)).plan.arena_size // 2
    made = split(graph, room, optimize)
    assert [a.memory for a in made.plan.arenas] == ["fast", "slow"]
    assert 0 < made.plan.arenas[0].size <= room
    x = samples(graph)
    got = run(made, write(made, tmp_path), [x])[0]
    wanted = np.array([reference(graph, [s])[0].reshape(-1) for s in x])
    if graph.is_quantized:
        np.testing.assert_array_equal(got, wanted)
    else:
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-5)


def _conversion_left_out(content: bytes) -> bytes:
    """The text of a file without the number of its conversion, which no two headers that differ share."""
    return re.sub(rb"(_CONVERSION (?:!= )?)0x[0-9a-f]{8}u", rb"\1", content)


def test_everything_in_the_fastest_memory_is_the_single_arena_of_today() -> None:
    graph = bottleneck(True)
    whole, made = (
        {name: _conversion_left_out(content) for name, content in generate(graph, o).files}
        for o in (options(), replace(options(), places=places(1 << 20)))
    )
    added = b"#define TINY_ARENA_FAST_SIZE TINY_ARENA_SIZE /* the memory it is meant for */\n"
    assert made["tiny.h"].replace(added, b"") == whole["tiny.h"]
    assert added in made["tiny.h"]
    assert {k: v for k, v in made.items() if k != "tiny.h"} == {k: v for k, v in whole.items() if k != "tiny.h"}


def test_a_target_with_one_ram_and_one_flash_generates_what_a_core_does() -> None:
    alone = places_of(load_target("stm32l4r5"))
    graph = bottleneck(True)
    assert generate(graph, replace(options(), places=alone)).files == generate(graph, options()).files


SIZES = """
#include "tiny.h"
#include <stdio.h>
#include <string.h>
static unsigned char fast[TINY_ARENA_FAST_SIZE + 64] __attribute__((aligned(64)));
static unsigned char slow[TINY_ARENA_SLOW_SIZE + 64] __attribute__((aligned(64)));
static TINY_INPUT0_DTYPE x[TINY_INPUT0_SIZE];
static TINY_OUTPUT0_DTYPE y[TINY_OUTPUT0_SIZE];
static void touched(const unsigned char *arena, size_t size, int pattern, size_t *low, size_t *high)
{
    size_t i;
    for (i = 0; i < size; i++) {
        if (arena[i] != pattern) {
            *low = (i < *low) ? i : *low;
            *high = (i > *high) ? i : *high;
        }
    }
}
int main(void)
{
    tiny_t m;
    size_t i, low[2] = {999999, 999999}, high[2] = {0, 0};
    int pattern;
    if (tiny_init(&m, fast, TINY_ARENA_FAST_SIZE - 1u, slow, TINY_ARENA_SLOW_SIZE) != TINY_ERROR_ARENA_SIZE) return 1;
    if (tiny_init(&m, fast, TINY_ARENA_FAST_SIZE, slow, TINY_ARENA_SLOW_SIZE - 1u) != TINY_ERROR_ARENA_SIZE) return 2;
    if (tiny_init(&m, NULL, TINY_ARENA_FAST_SIZE, slow, TINY_ARENA_SLOW_SIZE) != TINY_ERROR_NULL) return 3;
    if (tiny_init(&m, fast, TINY_ARENA_FAST_SIZE, NULL, TINY_ARENA_SLOW_SIZE) != TINY_ERROR_NULL) return 4;
    if (tiny_init(&m, fast, sizeof fast, slow + 1, TINY_ARENA_SLOW_SIZE) != TINY_ERROR_ARENA_ALIGN) return 5;
    if (tiny_run(&m, x, y) != TINY_ERROR_NOT_INITIALIZED) return 6;
    if (tiny_init(&m, fast, TINY_ARENA_FAST_SIZE, slow, TINY_ARENA_SLOW_SIZE) != TINY_OK) return 7;
    for (i = 0; i < TINY_INPUT0_SIZE; i++) x[i] = (TINY_INPUT0_DTYPE)(i * 37u % 251u);
    for (pattern = 0x5A; pattern <= 0xA5; pattern += 0x4B) { /* a byte equal to one paint differs from the other */
        memset(fast, pattern, sizeof fast);
        memset(slow, pattern, sizeof slow);
        if (tiny_run(&m, x, y) != TINY_OK) return 8;
        touched(fast, sizeof fast, pattern, &low[0], &high[0]);
        touched(slow, sizeof slow, pattern, &low[1], &high[1]);
    }
    printf("%u %u %u %u\\n", (unsigned)low[0], (unsigned)high[0], (unsigned)low[1], (unsigned)high[1]);
    return 0;
}
"""


@pytest.mark.parametrize("optimize", ["balanced", "ram"])
def test_the_size_of_each_arena_is_exactly_needed(optimize: str, tmp_path: Path) -> None:
    need("gcc")
    graph = bottleneck(True)
    room = generate(graph, aimed(options(), optimize)).plan.arena_size // 2
    made = split(graph, room, optimize)
    (write(made, tmp_path) / "main.c").write_text(SIZES)
    command = ["gcc", "-std=c99", "-O1", "main.c", *map(str, model_sources(tmp_path, "tiny")), "-o", "main", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True)
    assert done.returncode == 0, done.returncode
    fast, slow = (a.size for a in made.plan.arenas)
    assert [int(n) for n in done.stdout.split()] == [0, fast - 1, 0, slow - 1]


def test_the_validator_looks_at_every_memory() -> None:
    plan = split(bottleneck(True), 1000).plan
    problem = Problem(tuple(b.block for b in plan.blocks))
    placement = solve(problem)
    check_placement(problem, placement)
    for region in range(2):
        sizes = tuple(s - (i == region) for i, s in enumerate(placement.sizes))
        with pytest.raises(EdgecError, match="outside its region"):
            check_placement(problem, replace(placement, sizes=sizes))
    moved = tuple(replace(b, region=0) for b in problem.blocks)
    with pytest.raises(EdgecError, match=r"share bytes|outside"):
        check_placement(Problem(moved), placement)


def test_hot_constants_go_to_the_memory_that_is_allowed(tmp_path: Path) -> None:
    need("gcc", "objdump")
    graph = bottleneck(True)
    made = split(graph, 1000, constants=(replace(FAST, room=1000), FLASH))
    inside = [s for s in made.plan.symbols if s.memory == "fast"]
    outside = [s for s in made.plan.symbols if not s.memory]
    assert inside
    assert outside
    arenas = {a.memory: a.size for a in made.plan.arenas}
    assert arenas.get("fast", 0) + sum(s.nbytes for s in inside) <= 1000
    write(made, tmp_path)

    def sections(*flags: str) -> str:
        compile_c(tmp_path, "gcc", *flags)
        return subprocess.run(["objdump", "-h", tmp_path / "tiny_weights.o"], capture_output=True, text=True).stdout

    assert sections().count(".rodata.edgec_fast.") == len(inside)
    assert "edgec_fast" not in sections("-DEDGEC_SECTION_FAST(name)=")


@pytest.mark.parametrize("compiler", ["gcc", "clang", "arm-none-eabi-gcc"])
def test_several_arenas_compile_without_a_warning(compiler: str, tmp_path: Path) -> None:
    need(compiler)
    write(split(bottleneck(True), 4000, constants=(replace(FAST, room=4000), FLASH)), tmp_path)
    arenas = "TINY_DEFINE_ARENA_FAST(a);\nTINY_DEFINE_ARENA_SLOW(b);\n"
    call = "tiny_init(&m, a, sizeof a, b, sizeof b)"
    text = f'#include "tiny.h"\n{arenas}int main(void) {{ tiny_t m; return {call}; }}\n'
    (tmp_path / "main.c").write_text(text)
    objects = compile_c(tmp_path, compiler, *(["-mcpu=cortex-m7", "-mthumb"] if "arm" in compiler else []))
    assert {o.name for o in objects} >= {"main.o", "tiny.o", "tiny_weights.o"}
    (tmp_path / "main.cpp").write_text(text)
    if compiler != "arm-none-eabi-gcc":
        compiler_cpp = {"gcc": "g++", "clang": "clang++"}[compiler]
        subprocess.run([compiler_cpp, "-Wall", "-Wextra", "-Werror", "-c", "main.cpp"], cwd=tmp_path, check=True)


def test_pins() -> None:
    graph = bottleneck(True)
    free = split(graph, 1000).plan
    name = next(b.owner.tensor for b in free.blocks if b.block.region == 0 and hasattr(b.owner, "tensor"))
    layer = free.layers[0].node.name
    pinned = replace(places(1000), tensors={name: SLOW}, layers={layer: replace(FAST, room=1000)})
    plan = generate(graph, replace(options(), places=pinned)).plan
    regions = [b.block.region for b in plan.blocks if getattr(b.owner, "tensor", "") == name]
    assert [plan.arenas[r].memory for r in regions] == ["slow"]
    assert {s.memory for s in plan.symbols if s.layers[0] == 0} == {"fast"}
    for wrong in (replace(pinned, tensors={"no": SLOW}), replace(pinned, layers={"no": SLOW})):
        with pytest.raises(UsageError, match="of this name"):
            generate(graph, replace(options(), places=wrong))


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["dtcm"], "must be arena=MEMORY"),
        (["stack=dtcm"], "must be arena=MEMORY"),
        (["arena:=dtcm"], "must be arena=MEMORY"),
        (["arena:x=dtcm,sram4"], "one tensor or layer goes to one memory"),
        (["arena=flash"], "the arena needs RAM"),
        (["arena=itcm"], "has no memory 'itcm'"),
        (["arena=dtcm:lots"], "no number of bytes"),
        (["arena=dtcm", "arena=sram4"], "is given twice"),
    ],
)
def test_wrong_texts_are_refused(texts: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        places_of(load_target("stm32h743"), texts)


def test_texts_name_memories() -> None:
    found = places_of(load_target("stm32h743"), ["weights=flash,dtcm", "arena=axi_sram,dtcm:8K", "weights:a=b=sram4"])
    assert [(r.name, r.room) for r in found.arena] == [("dtcm", 8192), ("axi_sram", 512 << 10)]
    assert [(r.name, r.room) for r in found.constants] == [("dtcm", 8192), ("flash", 2 << 20)]
    assert {name: r.name for name, r in found.layers.items()} == {"a=b": "sram4"}
    with pytest.raises(UsageError, match="choose a board"):
        places_of(load_target("cortex-m4"), ["arena=dtcm"])


def test_the_report_states_every_memory() -> None:
    plan = split(bottleneck(True), 4000, constants=(replace(FAST, room=4000), FLASH)).plan
    report = make_report(plan, None)
    use = {m.name: m for m in report.memories}
    assert list(use) == ["fast", "slow", "flash"]
    assert report.ram.arena == use["fast"].arena + use["slow"].arena == plan.arena_size
    assert use["flash"].copied == use["fast"].constants == sum(s.nbytes for s in plan.symbols if s.memory)
    assert use["flash"].code is None
    assert sum(m.accesses for m in report.memories) == pytest.approx(1)
    assert use["fast"].accesses > 0.5
    assert from_json(to_json(report)) == report
    assert f"fast      {use['fast'].used:,} of 4,000 bytes = arena" in render(report)


def test_the_command(edgec: Callable[..., Any], digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    start = ("convert", digits / "digits.onnx", "--calibration", digits / "calibration.npz", "-o", tmp_path / "out")
    ran = edgec(*start, "-t", "stm32h743", "--place", "arena=dtcm:500")
    assert ran.code == Exit.DOES_NOT_FIT
    assert "memory 'dtcm' of target 'stm32h743' has room for 500 bytes and the model needs" in ran.err
    for place in ('["arena=dtcm:500,sram4"]', '"arena=dtcm:500,sram4"'):  # a list, or one string
        (tmp_path / "edgec.toml").write_text(f'[convert]\ntarget = "stm32h743"\nplace = {place}\n')
        ran = edgec(*start)
        assert ran.code == Exit.DONE, ran.err
        header = (tmp_path / "out" / "digits.h").read_text()
        assert "DIGITS_ARENA_DTCM_SIZE" in header
        assert "DIGITS_ARENA_SRAM4_SIZE" in header


def test_constants_make_room_for_the_code(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    """Two flashes: what does not fit beside the code goes to the other one."""
    need("arm-none-eabi-gcc")
    (tmp_path / "board.toml").write_text(
        'inherits = "cortex-m7"\n[[memories]]\nname = "flash"\nkind = "flash"\nsize = "7K"\n'
        '[[memories]]\nname = "xip"\nkind = "flash"\nsize = "8M"\ncost = 9\n'
        '[[memories]]\nname = "ram"\nkind = "ram"\nsize = "64K"\n'
    )
    start = ("convert", digits / "digits.onnx", "--calibration", digits / "calibration.npz", "-t")
    ran = edgec(*start, tmp_path / "board.toml", "-o", tmp_path / "out", "--json")
    assert ran.code == Exit.DONE, ran.err
    flash, xip = from_json(json.loads(ran.out)).memories[1:]
    assert flash.used <= 7 << 10
    assert flash.constants > 0 < xip.constants


def test_int8_graphs_without_a_choice_have_no_section() -> None:
    made = generate(int8_graph(), replace(options(), places=places(1 << 20)))
    assert b"EDGEC_SECTION" not in dict(made.files)["tiny_weights.c"]
