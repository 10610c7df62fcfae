"""Cycles on a core that issues two instructions at once, of sequences whose schedule is known from its description."""

from __future__ import annotations

import pytest

from edgec.targets.cycles import CycleCosts
from edgec.targets.machine.arch.arm import classify
from edgec.targets.machine.arch.spec import MachineInstruction
from edgec.targets.machine.dual_issue import issue_cycles, mispredicted
from edgec.targets.reader import load_target


def _costs() -> CycleCosts:
    costs = load_target("cortex-m7").cycles
    assert costs is not None and costs.dual_issue is not None
    return costs


def _run(text: str, size: int = 2) -> list[MachineInstruction]:
    lines = [line.strip().partition(" ") for line in text.split(";")]
    return [classify(0x1000 + size * at, size, name, operands) for at, (name, _, operands) in enumerate(lines)]


@pytest.mark.parametrize(
    ("text", "cycles"),
    [
        ("add r0, r1, r2; add r3, r4, r5", 1),
        ("add r0, r1, r2; add r3, r0, r5", 1),  # the sum is computed early
        ("eor r0, r1, r2; add r3, r0, r5", 2),  # needs the result
        ("eor r1, r2, r3; add r0, r1, r2; add r3, r0, r5", 3),  # the sum cannot be early
        ("eor r6, r7; lsl r0, r1, #2; eor r3, r5, r0, lsl #2", 2),  # a shift as the second of two
        ("eor r6, r7; add r0, r1, r2; eor r3, r5, r0, lsl #2", 3),  # but not a sum
        ("adds r0, r1, r2; adds r3, r4, r5; adds r6, r7, r5", 2),  # two ALUs
        ("ldr r0, [r1]; ldr r2, [r3]", 1),
        ("ldr r0, [r1]; str r2, [r3]", 1),
        ("str r0, [r1]; str r2, [r3]", 2),  # one store
        ("ldr r0, [r1]; add r2, r0, r3", 2),
        ("ldrb r0, [r1]; add r2, r0, r3", 3),  # bytes come a cycle later
        ("ldrhi r0, [r1]; add r2, r0, r3", 2),  # a word, on a condition
        ("eor r1, r2, r3; ldr r0, [r1]", 3),  # addresses are needed a cycle earlier
        ("add r1, r2, r3; ldr r0, [r1]", 2),  # and of an early sum are there
        ("ldr r0, [r1], #4; ldr r2, [r1], #4", 2),  # but one that a load wrote is there at once
        ("ldr r0, [r1]; add r2, r3, r0, asr #2", 3),  # shifted operands too
        ("add r0, r1, r2, lsl #2; add r3, r4, r5, lsl #2", 2),  # one shifter
        ("mul r0, r1, r2; mul r3, r4, r5", 2),  # one multiplication
        ("mul r0, r1, r2; add r3, r0, r4", 3),
        ("smlad r0, r1, r2, r0; smlad r0, r3, r4, r0", 2),  # accumulators follow each other
        ("smlad r0, r1, r2, r0; smlad r3, r0, r4, r3", 3),  # factors do not
        ("smull r0, r1, r2, r3; adds r4, r1, r4", 3),
        ("add r0, r1, r2; sxtb16 r3, r4", 1),  # DSP instructions in either place
        ("sxtb16 r3, r4; sxtb16 r0, r1", 2),  # but one at once
        ("uxtb r0, r1, ror #8; eor r2, r3, r4, lsl #8", 1),  # takes no shifter
        ("sxtb16 r3, r4; add r0, r1, r2", 1),
        ("sxtb16 r3, r4; ldr r0, [r1]", 1),
        ("ssat r0, #8, r1; add r2, r0, r3", 3),
        ("add r0, r1; ldrd r2, r3, [r4]; add r5, r6", 3),  # alone
        ("ldmia r0!, {r1, r2, r3, r4}; add r5, r6", 3),  # 64 bits a cycle
        ("sdiv r0, r1, r2; add r3, r4", 8),
        ("cmp r0, r1; it gt; movgt r0, r1", 2),  # needs the flags
        ("cmp r0, r1; bne 0x1000", 1),  # predicted
        ("vmul.f32 s0, s1, s2; vmul.f32 s3, s4, s5", 2),
        ("vmul.f32 s0, s1, s2; vadd.f32 s3, s0, s5", 4),
        ("vmla.f32 s0, s1, s2; vmla.f32 s0, s3, s4", 4),  # 6, of which the accumulator takes off 3
        ("vldr s0, [r1]; vmul.f32 s2, s0, s0", 2),
        ("vldr s0, [r1]; add r2, r3", 1),
        ("nop; nop", 1),
    ],
)  # fmt: skip
def test_the_schedule_of(text: str, cycles: float) -> None:
    assert sum(issue_cycles(_run(text), False, None, _costs())) == pytest.approx(cycles)


def test_the_cycles_of_a_pair_are_shared() -> None:
    assert issue_cycles(_run("add r0, r1, r2; add r3, r4, r5; mul r0, r0, r1"), False, None, _costs()) == [0.5, 0.5, 1]


def test_what_follows_is_issued_with_the_last() -> None:
    run, then = _run("add r0, r1, r2; mul r3, r4, r5"), _run("add r6, r7, r1")[0]
    assert sum(issue_cycles(_run("add r0, r1, r2"), False, then, _costs())) == 2 / 8  # its two bytes of a fetch
    assert sum(issue_cycles(run, False, then, _costs())) == 1


def test_a_loop_is_in_its_steady_state() -> None:
    """A product of a turn is needed by the next one: alone the code takes two cycles, as a loop three."""
    run = _run("mul r0, r0, r1; add r0, r0, r2; bne 0x1000")
    assert sum(issue_cycles(run, True, None, _costs())) == pytest.approx(3)


@pytest.mark.parametrize(("start", "cycles"), [(0x1000, 2), (0x1004, 3)])
def test_a_loop_waits_for_its_instructions(start: int, cycles: float) -> None:
    """Four wide instructions are two reads of 8 bytes, or three where the target of the branch is in the middle."""
    wide = ["add r0, r1, r2", "add r3, r4, r5", "add r6, r7, r8", "b 0"]
    run = [classify(start + 4 * at, 4, *line.split(" ", 1)) for at, line in enumerate(wide)]
    assert sum(issue_cycles(run, True, None, _costs())) == pytest.approx(cycles)


@pytest.mark.parametrize(
    ("text", "runs", "jumps", "times"),
    [
        ("bne 0x1000", 100, 99, 1),  # a loop: once
        ("beq 0x1100", 100, 3, 3),
        ("b 0x1100", 100, 100, 0),
        ("bl 0x1100", 100, 100, 0),
        ("bx r3", 100, 100, 100),
        ("bx lr", 100, 100, 0),  # to where it went last
        ("pop {r4, pc}", 100, 100, 0),
        ("ldmia sp!, {r4, pc}", 100, 100, 0),
        ("tbb [pc, r0]", 100, 100, 100),
        ("add r0, r1", 100, 0, 0),
    ],
)
def test_branches_that_go_the_other_way(text: str, runs: int, jumps: int, times: int) -> None:
    model = _costs().dual_issue
    assert model is not None
    assert mispredicted(_run(text)[0], runs, jumps, model) == times * model.mispredicted
