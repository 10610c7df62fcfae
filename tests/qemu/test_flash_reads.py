"""Cycles in which a core waits for its flash, on loops whose misses are known."""

from __future__ import annotations

from math import prod
from pathlib import Path

import numpy as np
import onnx
import pytest

from edgec import ConvertOptions, convert, profile
from edgec.converter.graph.errors import UsageError
from edgec.targets.cycles import Cache, FlashReads
from edgec.targets.machine.flash import Fetches, FlashTiming, flash_timing
from edgec.targets.machine.profile import Profile, profile_model
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node
from tests.builders.toy_model import TOY, toy_inputs, write_toy

L4 = load_target("stm32l4r5")
TURNS, WAITS, READ = 200, 5, 8


def _profile(folder: Path, setup: str, body: str, target: str = "stm32l4r5") -> Profile:
    """A layer that runs ``body`` in a loop; r6 points to 4,096 bytes of constants."""
    lines = ["push {r4-r8}", "mov r6, %0", setup, f"movw r7, #{TURNS}", ".balign 8", "1:", body, "subs r7, #1"]
    text = "\\n\\t".join(line.replace("\n", "\\n\\t") for line in [*lines, "bne 1b", "pop {r4-r8}"] if line)
    c = (
        "{ static const uint32_t table[1024] = {1u}; EDGEC_LAYER_BEGIN(0); "
        f'__asm__ volatile("{text}" : : "r"(table) : "r0", "r1", "cc", "memory"); EDGEC_LAYER_END(0); }}'
    )
    write_toy(folder, c)
    header = folder / "toy.h"
    header.write_text(header.read_text() + "#define TOY_LAYERS 1u\n")
    return profile_model(folder, TOY, load_target(target), toy_inputs(1), 1)


requires_qemu = pytest.mark.skipif(not available(L4), reason="no cross compiler or no QEMU (CI installs both)")


@requires_qemu
@pytest.mark.parametrize(
    ("body", "misses"),
    [
        ("nop", 0),
        ("nop.w\n" * 120, 0),  # 480 bytes of code stay in the cache
        ("nop.w\n" * 998, 500 * TURNS),  # 3,998 with the loop do not: each read of each turn misses
    ],
    ids=["tight", "fits", "does not fit"],
)
def test_waiting_for_instructions(tmp_path: Path, body: str, misses: float) -> None:
    found = _profile(tmp_path, "", body).layers[0]
    assert found.fetch == pytest.approx(misses * WAITS, abs=100 * WAITS)
    assert found.constants == 0


@requires_qemu
@pytest.mark.parametrize(
    ("body", "misses"),
    [
        ("ldr r0, [r6]\nldr r1, [r6, #128]", 0),  # two lines
        ("ldr r0, [r6], #4", TURNS * 4 / READ),  # in order: every second word brings two
        ("ldr r0, [r6], #16", TURNS),  # each one another read
        ("ldr r0, [r6]\nldr r0, [r6, #512]\nldr r0, [r6, #1024]\nldr r0, [r6, #1536]\nldr r0, [r6, #2048]\n"
         "ldr r0, [r6, #2560]\nldr r0, [r6, #3072]\nldr r0, [r6, #3584]\nldr r0, [r6, #4000]", 9 * TURNS),  # of 8 lines
    ],
    ids=["held", "in order", "apart", "nine lines"],
)  # fmt: skip
def test_waiting_for_constants(tmp_path: Path, body: str, misses: float) -> None:
    found = _profile(tmp_path, "", body).layers[0]
    assert found.constants == pytest.approx(misses * WAITS, abs=12 * WAITS)


@requires_qemu
def test_a_board_that_does_not_say_how_its_flash_is_read(tmp_path: Path) -> None:
    found = _profile(tmp_path, "", "nop", "cortex-m4")
    assert (found.total.fetch, found.total.constants) == (None, None)
    assert found.total.cycles is not None


def test_the_parts_add_up_and_prefetch_hides_waiting() -> None:
    reads = FlashReads(8, code=Cache(32, 32))
    missed = Fetches(in_order=100, after_jumps=10, constants=7)
    plain, ahead = FlashTiming(5, reads), FlashTiming(5, FlashReads(8, prefetch=True, code=Cache(32, 32)))
    assert plain.fetching(missed, 30.0, 80) == 10 * 5 + 100 * (5 + 2 - 3)  # 8 bytes take 3 cycles
    assert ahead.fetching(missed, 30.0, 80) == 10 * 5 + 100 * (5 + 1 - 3)
    assert ahead.fetching(missed, 80.0, 80) == 10 * 5
    assert plain.reading(missed) == 7 * 5
    assert ahead.options() == "read=8,code=32x32x32"
    shared = FlashReads(16, code=Cache(512, 16, ways=2), shared=True)
    assert FlashTiming(4, shared).options() == "read=16,code=512x16x2,shared=on"


@pytest.mark.parametrize(
    ("instructions", "size", "prefetch", "measured"),
    [
        (4096, 2, False, 6220),  # icache_miss, which no cache holds
        (4096, 2, True, 5195),
        (100, 2, False, 323 - 167),  # art_prefetch has 100 instructions more than nop
        (100, 4, False, 323 - (167 - 156)),  # alu, less what is around the code
    ],
)
def test_straight_code_takes_what_was_measured(instructions: int, size: int, prefetch: bool, measured: int) -> None:
    """Cycles of micro-benchmarks on an STM32G474, whose flash has 4 wait states (studyztp/gem5, microbenchmarks)."""
    code = instructions * size
    missed = Fetches(in_order=code // READ)
    waiting = FlashTiming(4, FlashReads(READ, prefetch=prefetch)).fetching(missed, float(instructions), code)
    assert instructions + waiting == pytest.approx(measured, rel=0.05)


def test_the_board_says_how_its_flash_is_read() -> None:
    found = flash_timing(L4)
    assert found is not None and (found.wait_states, found.reads.bytes) == (WAITS, READ)
    assert flash_timing(load_target("cortex-m4")) is None


@pytest.mark.parametrize(
    ("reads", "said"),
    [
        ("{ bytes = 6 }", "'bytes' must be a power of two"),
        ("{ bytes = 8, code = { lines = 32, line_bytes = 4 } }", "'line_bytes' must be 1 to 64 times 'bytes'"),
        ("{ bytes = 8, data = { lines = 32, line_bytes = 16, ways = 3 } }", "a multiple of its 'ways'"),
    ],
)
def test_figures_of_a_flash_that_cannot_be(tmp_path: Path, reads: str, said: str) -> None:
    own = tmp_path / "own.toml"
    memory = f'[[memories]]\nname = "flash"\nkind = "flash"\nsize = "1M"\nreads = {reads}\n'
    own.write_text(f'inherits = "cortex-m4"\ndescription = "own"\n\n{memory}')
    with pytest.raises(UsageError, match=said):
        load_target(str(own))


def test_constants_in_ram_wait_for_no_flash(digits: Path, tmp_path: Path) -> None:
    """They lay in the emulated machine's flash, and ``--place`` changed no cycle of the estimate.

    ``weights=auto`` puts all of them into RAM here, and its report says about what that saves.
    """
    cycles = {}
    for place in ((), ("weights=auto",)):
        options = ConvertOptions(target="stm32l4r5", calibration=str(digits / "calibration.npz"), place=place)
        made = convert(digits / "digits.onnx", options, tmp_path / f"made{len(place)}")
        cycles[place] = profile(made.folder).as_json()
    far, near = cycles.values()
    assert near["instructions"] == far["instructions"]
    assert near["constant_cycles_estimate"] < far["constant_cycles_estimate"] / 10
    assert made.report.copied is not None
    saved = far["cycles_estimate"] - near["cycles_estimate"]
    assert made.report.copied.cycles == pytest.approx(saved, rel=0.25)


@requires_qemu
def test_loops_of_convolutions_stay_in_the_cache(tmp_path: Path) -> None:
    """A loop of more than 1 KB misses in each line of it, and waits for as long as it computes."""
    rng = np.random.default_rng(0)
    shapes = {"w0": (64, 1, 10, 4), "w1": (64, 1, 3, 3), "w2": (64, 64, 1, 1), "w3": (16, 64, 3, 3)}
    weights = {name: rng.normal(0, prod(s[1:]) ** -0.5, s).astype(np.float32) for name, s in shapes.items()}
    nodes = [
        node("Conv", ["x", "w0"], ["a"], pads=[4, 1, 5, 2], strides=[2, 2]),
        node("Conv", ["a", "w1"], ["b"], pads=[1, 1, 1, 1], group=64),
        node("Conv", ["b", "w2"], ["c"]),
        node("Conv", ["c", "w3"], ["y"]),
    ]
    onnx.save(model(nodes, {"x": [1, 1, 49, 10]}, ["y"], weights), tmp_path / "net.onnx")
    np.savez(tmp_path / "data.npz", x=rng.normal(0, 1, (8, 1, 49, 10)).astype(np.float32))
    options = ConvertOptions(target="stm32l4r5", calibration=str(tmp_path / "data.npz"))
    made = profile(convert(tmp_path / "net.onnx", options, tmp_path / "out").folder).as_json()
    assert made["fetch_cycles_estimate"] < 0.1 * made["cycles_estimate"]
