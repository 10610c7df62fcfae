"""Cycles on cores that issue one instruction at once, of sequences whose cost their manuals or measurements say."""

from __future__ import annotations

import pytest

from edgec.targets.machine.arch.arm import classify
from edgec.targets.machine.arch.spec import MachineInstruction
from edgec.targets.machine.single_issue import cycles_in_order
from edgec.targets.reader import load_target


def _run(text: str, size: int, start: int) -> list[MachineInstruction]:
    lines = [line.strip().partition(" ") for line in text.split(";")]
    return [classify(start + size * at, size, name, operands) for at, (name, _, operands) in enumerate(lines)]


def _cycles(core: str, text: str, size: int = 2, start: int = 0x1000) -> float:
    costs = load_target(core).cycles
    assert costs is not None
    return sum(cycles for _, cycles in cycles_in_order(_run(text, size, start), costs))


@pytest.mark.parametrize(
    ("core", "text", "cycles"),
    [
        ("cortex-m3", "mla r0, r1, r2, r3; mls r0, r1, r2, r3; mul r0, r1, r2", 2 + 2 + 1),
        ("cortex-m4", "mla r0, r1, r2, r3; mls r0, r1, r2, r3; mul r0, r1, r2", 3),
        ("cortex-m3", "adds r0, #4; ldr r1, [r0, #0]", 1 + 3),
        ("cortex-m3", "adds r0, #4; stmia r0!, {r1, r2}", 1 + 4),
        ("cortex-m3", "adds r0, #4; str r0, [r1, #0]", 2),  # its value does not wait
        ("cortex-m3", "strd r0, r1, [r2, #0]; ldr r3, [r4, #0]", 4 + 2),
        ("cortex-m3", "str r0, [r2, #0]; str r1, [r2, #4]", 2),
        ("cortex-m0plus", "adds r0, #4; ldr r1, [r0, #0]; str r1, [r0, #4]; ldr r2, [r0, #0]", 1 + 2 + 2 + 2),
        ("cortex-m33", "ldmia r0!, {r1, r2, r3}; stmia r4!, {r1, r2}; pop {r4, r5}", 3 + 2 + 2),
        ("cortex-m33", "mul r0, r1, r2; add r3, r0, r4", 3),
        ("cortex-m33", "mul r0, r1, r2; mla r0, r3, r4, r0", 2),  # what a product is added to does not wait
        ("cortex-m33", "mul r0, r1, r2; mla r3, r0, r4, r3", 3),
        ("cortex-m33", "smull r0, r1, r2, r3; smlal r0, r1, r2, r3", 2),
        ("cortex-m33", "smull r0, r1, r2, r3; smull r4, r5, r1, r3", 3),
        ("cortex-m33", "eor r0, r1, r2, lsl #3; eor r3, r0, r4", 3),
        ("cortex-m33", "eor r0, r1, r2, lsl #3; eor r3, r0, r4, lsl #3", 2),  # nor what a shifted operand is added to
        ("cortex-m33", "eor r0, r1, r2, lsl #3; eor r3, r4, r0, lsl #3", 3),
        ("cortex-m33", "lsl r0, r1, #3; eor r3, r0, r4", 2),
        ("cortex-m33", "pkhbt r0, r1, r2, lsl #16; smlad r3, r0, r4, r3", 3),
        ("cortex-m33", "mul r0, r1, r2; str r0, [r3, #0]", 2),
        ("cortex-m33", "mul r0, r1, r2; ldr r4, [r0, #0]", 3),
    ],
)
def test_the_cycles_of(core: str, text: str, cycles: float) -> None:
    assert _cycles(core, text) == pytest.approx(cycles)


@pytest.mark.parametrize(
    ("text", "start", "waits"),
    [
        ("ldr r0, [r1, #0]; add r2, r3, r4; add r2, r3, r4; add r2, r3, r4", 0x1002, 1),
        ("ldr r0, [r1, #0]; add r2, r3, r4; add r2, r3, r4; add r2, r3, r4", 0x1000, 0),  # none lies across words
        ("ldr r0, [r1, #0]; add r2, r3, r4; add r2, r3, r4", 0x1002, 0),
        ("add r0, r1, r4; add r2, r3, r4; add r2, r3, r4; add r2, r3, r4", 0x1002, 0),  # nothing fills the buffer
        ("str r0, [r1, #0]; add r2, r3, r4; add r2, r3, r4; add r2, r3, r4; add r2, r3, r4", 0x1002, 1),
        ("sdiv r0, r1, r2; add r2, r3, r4; add r2, r3, r4; add r2, r3, r4", 0x1002, 1),
    ],
)
def test_three_wide_instructions_across_words(text: str, start: int, waits: int) -> None:
    assert _cycles("cortex-m4", text, 4, start) - _cycles("cortex-m4", text, 2, 0x1000) == waits
