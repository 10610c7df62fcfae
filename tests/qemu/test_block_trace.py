"""Block traces cost what the profiler says of the program that they were taken from; bad ones are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from edgec.converter.graph.errors import Exit, UsageError
from edgec.targets.machine.counting import count_blocks
from edgec.targets.machine.mix import disassemble
from edgec.targets.machine.profile import profile_model
from edgec.targets.machine.toolchain import available, find_compiler
from edgec.targets.machine.trace import HEAD, price_trace, read_trace, write_blocks
from edgec.targets.reader import Target, load_target
from tests.builders.toy_model import TOY, toy_inputs, write_toy

M4, L4 = load_target("cortex-m4"), load_target("stm32l4r5")
pytestmark = pytest.mark.skipif(not available(M4), reason="no cross compiler or no QEMU (CI installs both)")
LOOP = "block 1200 1000 999 0138fdd1"  # subs r0, #1; bne to it
TURN, AGAIN = 2.0, 1.0  # cycles of a turn, and of the branch when it is taken
WAITS, READ = 5, 8  # of the board's flash
LINES = 32 * 32  # bytes of its cache of code


def _cycles(folder: Path, *records: str, target: Target = M4) -> tuple[float, float, float]:
    """Cycles of the core, and those spent waiting for instructions and for constants."""
    path = folder / "trace.txt"
    path.write_text("\n".join([HEAD, *records, ""]))
    (mix,) = price_trace(read_trace(path), target)
    return sum(mix.cycles.values()), mix.fetch, mix.constants


def test_a_loop(tmp_path: Path) -> None:
    assert _cycles(tmp_path, LOOP) == (1000 * TURN + 999 * AGAIN, 0, 0)


@pytest.mark.parametrize(
    ("measured", "records"),
    [
        (305, ("block 1200 100 99 0138fdd1",)),  # branch: subs r0, #1; bne to it
        (605, ("block 1200 200 199 0138fdd1",)),  # bp_tight
        (1105, (f"block 1200 100 99 {'00bf' * 8}0138f5d1",)),  # bp_long_body: eight nop before
        (
            607,
            ("block 1200 100 100 a44201d0", "block 1208 100 99 013df9d1"),
        ),  # bp_forward: beq over two nop
        (667, ("block 1200 20 0 4ff00a05", "block 1204 200 180 013dfdd1", "block 1208 20 19 013cf9d1")),  # bp_nested
        (58, (f"block 1200 1 0 {'3068' * 50}",)),  # load: ldr r0, [r6], 50 times
        (108, (f"block 1200 1 0 {'3668' * 50}",)),  # load_dep: ldr r6, [r6]
        (112, (f"block 1200 1 0 {'30ee201a60ee201a' * 20}{'c0ee202a' * 5}",)),  # fpu: vadd, vmul; vdiv
    ],
)
def test_code_takes_what_a_board_took(tmp_path: Path, measured: int, records: tuple[str, ...]) -> None:
    """Micro-benchmarks on an STM32G474 (studyztp/gem5, microbenchmarks), five cycles of each around the code."""
    cycles = _cycles(tmp_path, *records)[0]
    assert cycles == pytest.approx(measured - 5, rel=0.04)


def test_a_trace_costs_what_the_profiler_says(tmp_path: Path) -> None:
    folder = write_toy(tmp_path / "toy")
    header = folder / "toy.h"
    header.write_text(header.read_text() + "#define TOY_LAYERS 1u\n")
    (tmp_path / "build").mkdir()
    program, counted = count_blocks(folder, TOY, M4, toy_inputs(1), tmp_path / "build")
    kept = [b for b in counted.blocks if b.start not in counted.bench]
    records = write_blocks(program, kept, disassemble(program, find_compiler(M4)))
    total = profile_model(folder, TOY, M4, toy_inputs(1), 1).total.cycles
    assert _cycles(tmp_path, *records)[0] == pytest.approx(total, abs=2)  # the jump to the first hook


@pytest.mark.parametrize(
    ("reads", "misses"),
    [
        ("flash sequential 1000 4 1", 1000 * 4 / READ),
        ("flash sequential 1000 4 8", 1000 * 4 / READ),  # as many streams as the cache of data has lines
        ("flash sequential 1000 4 9", 1000),
        ("flash scattered 1000 1", 1000),
        ("flash scattered 100 16", 200),
        ("flash sequential 1000 4 1 256", 256 / READ),  # read again and again, the cache holds them
        ("flash scattered 1000 4 256", 256 / READ),
        ("flash scattered 20 4 256", 20),
        ("flash sequential 1000 4 1 257", 1000 * 4 / READ),
        ("flash missed 17", 17),
        ("ram scattered 1000 4", 0),
    ],
)
def test_reads_of_constants(tmp_path: Path, reads: str, misses: float) -> None:
    assert _cycles(tmp_path, LOOP, f"reads {reads}", target=L4)[2] == misses * WAITS
    assert _cycles(tmp_path, LOOP, f"reads {reads}")[2] == 0  # a bare core has no flash


def _jump(size: int) -> str:
    """A branch over ``size`` bytes from its own address on (b.w, encoding T4 of the Armv7-M manual)."""
    halves = (size - 4) // 2
    upper = 0xF000 | (0x400 if halves < 0 else 0) | (halves >> 11 & 0x3FF)
    return b"".join(half.to_bytes(2, "little") for half in (upper, 0xB800 | (halves & 0x7FF))).hex()


def _long_loop(start: int, size: int, runs: int) -> str:
    """``size`` bytes of code with a branch back to the first."""
    return f"block {start:x} {runs} {runs - 1} {'00bf' * (size // 2 - 2)}{_jump(4 - size)}"


@pytest.mark.parametrize(("more", "times"), [(0, 1), (64, 1000)])
def test_the_cache_of_code_holds_a_loop_or_does_not(tmp_path: Path, more: int, times: int) -> None:
    _, waiting, _ = _cycles(tmp_path, _long_loop(0x8000000, LINES + more, 1000), target=L4)
    hidden = READ / 2 - 2  # four instructions are executed while the next are read
    assert waiting == pytest.approx(times * (LINES + more) / READ * (WAITS - hidden), rel=0.02)


def test_code_that_seldom_runs_does_not_evict_the_loop_around_it(tmp_path: Path) -> None:
    """A loop of 1,000 turns around more code than the cache holds, which runs three times."""
    first = f"block 8000000 1000 997 {_jump(4 + LINES)}"
    seldom = f"block 8000004 3 0 {'00bf' * (LINES // 2)}"
    last = f"block {0x8000004 + LINES:x} 1000 999 00bf{_jump(-6 - LINES)}"
    waiting = _cycles(tmp_path, first, seldom, last, target=L4)[1]
    assert waiting <= (3 * LINES / READ + 20) * WAITS


def test_a_function_that_a_loop_calls_stays_with_it(tmp_path: Path) -> None:
    """One caller in a loop of 1,000 turns, one loop of three turns in the function: each read misses once."""
    calls = "block 8000000 1000 1000 00f07ef8"  # bl to 0x8000100
    turns = "block 8000004 1000 999 0138fbd1"  # subs r0, #1; bne to the call
    called = "block 8000100 1000 0 c046", "block 8000102 3000 2000 0138fdd1", "block 8000106 1000 1000 7047"
    waiting = _cycles(tmp_path, calls, turns, *called, target=L4)[1]
    assert waiting <= 10 * WAITS


def test_a_core_that_issues_two_at_once(tmp_path: Path) -> None:
    """A turn takes one cycle, the end of the loop is mispredicted; a miss brings a line of the core's cache."""
    m7, h7 = load_target("cortex-m7"), load_target("stm32h7a3")
    assert _cycles(tmp_path, LOOP, target=m7)[0] == 1000 + 6
    core, code, data = _cycles(tmp_path, LOOP, "reads flash sequential 800 4 1", target=h7)
    assert (core, code, data) == (1000 + 6, 9, 100 * 9)


def test_misses_that_a_model_of_the_caches_saw(tmp_path: Path) -> None:
    assert _cycles(tmp_path, LOOP, "fetches 0 40", "fetches 0 2", target=L4)[1] == 42 * WAITS


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ((), "holds no block"),
        (
            ("block 1200 1 0",),
            "no record of a trace: .block 1200 1 0.; give block ADDRESS RUNS JUMPS CODE",
        ),
        (("block 1200 1 2 00bf",), "line 2"),  # more jumps than runs
        (("block 1200 1 0 00b",), "line 2"),
        (("block 1200 x 0 00bf",), "line 2"),
        (("# code", LOOP, "loads flash 4"), "line 4.*; give one of inferences, phase, block, reads, fetches"),
        ((LOOP, "fetches 1 -2"), "line 3.*; give fetches ORDER TARGET"),
        ((LOOP, "fetches 1 2 3"), "line 3"),
        ((LOOP, "reads rom scattered 1 4"), "line 3"),
        ((LOOP, "reads flash sequential 1 4"), "line 3"),
        ((LOOP, "reads flash sequential 1 4 1 0"), "line 3"),
        ((LOOP, "reads flash missed 1 4"), "line 3"),
        ((LOOP, "inferences 0"), "line 3"),
        (("block 1200 1 0 4ff0",), "whole instructions"),  # half of a mov.w
        (("block 1200 1 0 00bfffffffff",), "the code ffffffff at 0x1202 is no instruction of the target's core"),
        ((LOOP, "block 1202 1 0 00bf"), "two kinds of code at 0x1202"),
    ],
)
def test_what_is_no_trace(tmp_path: Path, records: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        _cycles(tmp_path, *records)


def test_a_file_that_is_no_trace(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"trace '.*trace\.txt' does not exist$"):
        read_trace(tmp_path / "trace.txt")
    with pytest.raises(UsageError, match=r"cannot be read: Is a directory$"):
        read_trace(tmp_path)
    (tmp_path / "trace.txt").write_bytes(b"\x80\n")
    with pytest.raises(UsageError, match="cannot be read: it is not text in UTF-8"):
        read_trace(tmp_path / "trace.txt")
    (tmp_path / "trace.txt").write_text(LOOP)
    with pytest.raises(UsageError, match="its first line must be 'edgec-trace 1'"):
        read_trace(tmp_path / "trace.txt")


def test_a_target_without_costs(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="states no costs"):
        _cycles(tmp_path, LOOP, target=load_target("cortex-m55"))


@pytest.mark.parametrize("option", ["--port=/dev/ttyACM0", "--samples=3"])
def test_a_trace_runs_on_no_device_and_has_no_samples(edgec: Any, tmp_path: Path, option: str) -> None:
    ran = edgec("profile", "--trace", tmp_path / "trace.txt", option)
    assert ran.code == Exit.USAGE and f"{option.split('=')[0]}: not used by a trace" in ran.err


def test_the_command(edgec: Any, tmp_path: Path) -> None:
    file = tmp_path / "trace.txt"
    file.write_text("\n".join([HEAD, "inferences 2", "phase first", LOOP, "phase second layer", LOOP, LOOP]))
    ran = edgec("profile", "--trace", file, "-t", "stm32l4r5", "--json", "--clock", 100)
    assert ran.code == Exit.DONE, ran.err
    value = json.loads(ran.out)
    assert value["instructions"] == 3000
    assert [(p["name"], p["instructions"]) for p in value["phases"]] == [("first", 1000), ("second layer", 2000)]
    core = value["cycles_estimate"] - value["fetch_cycles_estimate"] - value["constant_cycles_estimate"]
    assert core == pytest.approx(1.5 * (1000 * TURN + 999 * AGAIN), abs=2)
    assert value["latency_ms_estimate"] == pytest.approx(value["cycles_estimate"] / 100e3)
    ran = edgec("profile", "--trace", file, "--mix")
    assert "second layer" in ran.out and "branch" in ran.out
    assert edgec("profile", tmp_path, "--trace", file).code == Exit.USAGE
    assert edgec("profile").code == Exit.USAGE
