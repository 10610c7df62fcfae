"""The profiler on loops of known cost, on generated code, and without its plugin."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from edgec.converter.graph.errors import Exit, UsageError
from edgec.targets.machine import counting as profile_run
from edgec.targets.machine.arch.arm import classify
from edgec.targets.machine.arch.spec import MachineInstruction, OpKind
from edgec.targets.machine.bench import count_instructions
from edgec.targets.machine.counting import CodeBlock
from edgec.targets.machine.mix import mix_of
from edgec.targets.machine.profile import Profile, profile_model
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Target, load_target
from tests.builders.toy_model import TOY, toy_inputs, write_toy

M4 = load_target("cortex-m4")
pytestmark = pytest.mark.skipif(not available(M4), reason="no cross compiler or no QEMU")
LOOPS = 1000


def _loop(body: str, loops: int = LOOPS, layer: int = 0) -> str:
    """A layer that runs ``body`` in a loop; r0 to r5 are free, r6 points to 64 words of zeros, r7 counts, r8 is lr."""
    count = [f"movw r7, #{loops & 0xFFFF}", f"movt r7, #{loops >> 16}", ".balign 4"]
    lines = [*count, "1:", *body.split(";"), "subs r7, #1", "bne 1b"]
    text = "\\n\\t".join(line.strip() for line in ["push {r6-r8}", "mov r6, %0", "mov r8, lr", *lines, "2:"])
    registers = ", ".join(f'"{r}"' for r in ("r0", "r1", "r2", "r3", "r4", "r5", "s0", "s1", "lr", "cc", "memory"))
    return (
        f"{{ static uint32_t zeros[64]; EDGEC_LAYER_BEGIN({layer}); "
        f'__asm__ volatile("{text}\\n\\tpop {{r6-r8}}" : : "r"(zeros) : {registers}); EDGEC_LAYER_END({layer}); }}'
    )


def _profile(
    folder: Path, c: str, *, plugin: bool = True, samples: int = 1, layers: int = 1, target: Target = M4
) -> Profile:
    write_toy(folder, c)
    header = folder / "toy.h"
    header.write_text(header.read_text() + f"#define TOY_LAYERS {layers}u\n")
    return profile_model(folder, TOY, target, toy_inputs(samples), layers, plugin=plugin)


CASES: list[tuple[str, float, float]] = [  # body, instructions and cycles of one turn
    ("nop; add r0, r1, r2", 2, 2),
    ("add.w r0, r1, r2; add.w r0, r1, r2; add.w r0, r1, r2; add.w r0, r1, r2", 4, 4),
    ("nop; add.w r0, r1, r2; add.w r0, r1, r2; nop", 4, 4),  # two across words
    ("nop; add.w r0, r1, r2; add.w r0, r1, r2; add.w r0, r1, r2; add.w r0, r1, r2; nop", 6, 6),  # and more
    ("ldr r3, [r6]; add.w r0, r1, r2; add.w r0, r1, r2; add.w r0, r1, r2; nop", 5, 7),  # three behind two cycles: once
    ("str r3, [r6]; add.w r0, r1, r2; add.w r0, r1, r2; nop", 4, 4),
    ("ldr r0, [r6]; nop; ldr r1, [r6, #4]; nop", 4, 6),  # isolated: 2 each
    ("ldr r0, [r6]; ldr r1, [r6, #4]; ldrb r2, [r6, #8]; ldrsh r3, [r6, #12]", 4, 5),  # grouped: n + 1
    ("ldr r0, [r6], #4; ldr r1, [r6], #-4", 2, 2 + 2 + 2 * 0.5),  # base updates, of a base that the next one needs
    ("ldr r0, [r6, #4]!; ldr r1, [r6]; sub r6, #4", 3, 2.5 + 2 + 1),
    ("mov r3, r6; ldr r0, [r6], #4; ldr r1, [r3], #4; sub r6, #4", 4, 1 + 1.5 + 2.5 + 1),
    ("ldr r0, [r6]; str r1, [r6, #4]; nop", 3, 4),  # three cycles, as the manual says
    ("str r1, [r6, #4]; ldr r0, [r6]; nop", 3, 5),  # nothing pipelines behind a store
    ("vldr s0, [r6]; vldr s1, [r6, #4]; nop", 3, 4),
    ("mov r0, r6; nop; ldr r0, [r0]; ldr r1, [r0]", 4, 6),  # the second needs what the first loads
    ("mov r0, r6; ldr r1, [r0]", 2, 4),  # an address waits for what computes it
    ("mov r0, r6; ldm r0, {r1-r2}; cmp r0, r1; ldr r1, [r0]", 4, 1 + 4 + 1 + 2),
    ("ldmia r6, {r0-r3}; ldrd r0, r1, [r6]", 2, 5 + 3),
    ("str r0, [r6]; strb r0, [r6, #4]; strd r0, r1, [r6, #8]", 3, 1 + 1 + 3),
    ("push {r0-r3}; nop; pop {r0-r3}", 3, 11),
    ("mul r0, r1, r2; mla r0, r1, r2, r3; smlad r0, r1, r2, r3; smmul r0, r1, r2", 4, 4),
    ("smull r0, r1, r2, r3; umlal r0, r1, r2, r3; smlald r0, r1, r2, r3", 3, 3),
    ("sdiv r0, r1, r2; udiv r0, r1, r2", 2, 14),
    ("b 3f; nop; 3:", 1, 2),  # taken
    ("b 3f; nop; 3: add.w r0, r1, r2", 2, 3),  # 3: at 4, whole
    ("nop; b 3f; nop; 3: add.w r0, r1, r2", 3, 5),  # 3: at 6, across two words
    ("cmp r7, #0; beq 2f", 2, 2),  # not taken
    ("movs r0, #0; cbz r0, 3f; nop; 3: cbnz r0, 2f", 3, 1 + 2 + 1),
    ("tst r7, #1; beq 3f; nop; 3:", 2.5, 1 + 0.5 * 2 + 0.5 * (1 + 1)),  # every second time
    ("bl 3f; mov lr, r8; b 4f; 3: bx lr; 4:", 4, 3 + 2 + 1 + 2),
    ("tst r7, #1; ite eq; addeq r0, #1; addne r0, #2", 4, 4),
    ("vldr s0, [r6]; vldmia r6, {s0-s1}; vstr s0, [r6]", 3, 2 + 3 + 2),
    ("vadd.f32 s0, s0, s1; vmul.f32 s0, s0, s1; vfma.f32 s0, s1, s1; vmov r0, s0", 4, 1 + 1 + 3 + 1),
    ("vdiv.f32 s0, s0, s1; vsqrt.f32 s0, s1; vcvt.f32.s32 s0, s1; vcmp.f32 s0, s1", 4, 14 + 14 + 1 + 1),
]


@pytest.fixture(scope="module")
def turns(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[float, float]]:
    """Instructions and cycles of one turn of each case: every case is a layer, run with two numbers of turns."""
    assert M4.cycles is not None
    found = []
    for loops in (LOOPS, 2 * LOOPS):
        c = " ".join(_loop(body, loops, i) for i, (body, _, _) in enumerate(CASES))
        folder = tmp_path_factory.mktemp("turns")
        found.append(_profile(folder, c, layers=len(CASES)).layers)
    loop = M4.cycles.alu + M4.cycles.branch_taken
    return [
        ((b.instructions - a.instructions) / LOOPS - 2, ((b.cycles or 0) - (a.cycles or 0)) / LOOPS - loop)
        for a, b in zip(*found, strict=True)
    ]


@pytest.mark.parametrize("case", range(len(CASES)), ids=[body for body, _, _ in CASES])
def test_a_loop_costs_what_the_manual_says(turns: list[tuple[float, float]], case: int) -> None:
    assert turns[case] == CASES[case][1:]


def test_code_across_a_page_is_counted_once(tmp_path: Path) -> None:
    """The translator stops before an instruction that lies in two pages."""
    for shift in ("", "nop; "):
        found = _profile(tmp_path / str(len(shift)), _loop(shift + ";".join(["nop.w"] * 3000)))
        turns, rest = divmod(found.layers[0].instructions, LOOPS)
        assert (turns, rest < 20) == (3002 + bool(shift), True)


def test_the_timer_agrees_and_estimates_no_cycles(tmp_path: Path) -> None:
    c = _loop("nop")
    by_plugin = _profile(tmp_path / "a", c)
    by_timer = _profile(tmp_path / "b", c, plugin=False)
    assert abs(by_plugin.layers[0].instructions - by_timer.layers[0].instructions) <= 2
    assert abs(by_plugin.total.instructions - by_timer.total.instructions) <= 20
    assert by_timer.total.cycles is None
    assert by_timer.notice.startswith("cycles are not estimated")


def test_the_total_is_what_the_bench_counts(tmp_path: Path) -> None:
    c = _loop("nop; nop", 100_000)
    total = _profile(tmp_path / "a", c).total.instructions
    hooks = "#ifndef EDGEC_LAYER_BEGIN\n#define EDGEC_LAYER_BEGIN(i)\n#define EDGEC_LAYER_END(i)\n#endif\n"
    folder = write_toy(tmp_path / "b", c)
    (folder / "toy.c").write_text(hooks + (folder / "toy.c").read_text())
    assert abs(total - count_instructions(folder, TOY, M4, toy_inputs(1))[0]) <= 80


def test_samples_are_averaged(tmp_path: Path) -> None:
    found = _profile(tmp_path, _loop("nop"), samples=5)
    assert found.layers[0].instructions == _profile(tmp_path / "one", _loop("nop")).layers[0].instructions
    assert found.total.instructions >= found.layers[0].instructions


def test_the_mix_adds_up(tmp_path: Path) -> None:
    found = _profile(tmp_path, _loop("ldr r0, [r6]; smull r0, r1, r2, r3"))
    assert sum(c.instructions for c in found.mix.values()) == found.total.instructions
    assert abs(sum(c.cycles or 0 for c in found.mix.values()) - (found.total.cycles or 0)) <= 1  # rounded
    assert found.mix[OpKind.MUL_LONG].instructions == LOOPS


def test_vector_instructions_are_counted_by_their_classes(tmp_path: Path) -> None:
    """Objdump shows loads and stores of Helium as those of coprocessors unless it is told the architecture."""
    memory = "vldrb.8 q0, [r6]; vstrb.8 q0, [r6], #16; sub r6, #16; vpst; vldrbt.8 q1, [r6]"
    body = f"{memory}; vmladava.s8 r0, q0, q1; vadd.i32 q0, q0, q1"
    found = _profile(tmp_path, _loop(body), target=load_target("cortex-m55"))
    each = {kind: found.mix[kind].instructions / LOOPS for kind in OpKind if kind.name.startswith("VECTOR")}
    assert each == {OpKind.VECTOR: 2, OpKind.VECTOR_MUL: 1, OpKind.VECTOR_LOAD: 2, OpKind.VECTOR_STORE: 1}


def test_a_target_without_emulator_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'host' is not emulated"):
        profile_model(write_toy(tmp_path), TOY, load_target("host"), toy_inputs(1), 1)


@pytest.mark.parametrize(
    ("mnemonic", "operands", "kind", "count", "writes_pc"),
    [
        ("bics", "r0, r1", OpKind.ALU, 1, False),
        ("bls.n", "1234 <x>", OpKind.BRANCH, 1, False),
        ("blt.w", "1234 <x>", OpKind.BRANCH, 1, False),
        ("blle", "1234 <x>", OpKind.CALL, 1, False),
        ("smlalbb", "r0, r1, r2, r3", OpKind.MUL_LONG, 1, False),
        ("smlabb", "r0, r1, r2, r3", OpKind.MUL, 1, False),
        ("popeq", "{r4, r5, r6, pc}", OpKind.LOAD_MULTIPLE, 4, True),
        ("ldmia.w", "sp!, {r4-r8, r10, pc}", OpKind.LOAD_MULTIPLE, 7, True),
        ("vldmia", "r0!, {s0-s15}", OpKind.FLOAT_LOAD_MULTIPLE, 16, False),
        ("vmlaeq.f32", "s0, s1, s2", OpKind.FLOAT_MLA, 1, False),
        ("vld1.16", "{d26[]-d27[]}, [r0]", OpKind.FLOAT_ADD, 2, False),
        ("vst1.32", "{d16[1]}, [r0]!", OpKind.FLOAT_ADD, 1, False),
        ("ldr.w", "pc, [r0]", OpKind.LOAD, 1, True),
        ("vmladava.s8", "r0, q0, q1", OpKind.VECTOR_MUL, 1, False),
        ("vqdmulh.s32", "q5, q5, q0", OpKind.VECTOR_MUL, 1, False),
        ("vmax.s32", "q5, q5, q2", OpKind.VECTOR, 1, False),
        ("vldrbt.8", "q1, [r3]", OpKind.VECTOR_LOAD, 1, False),
        ("vstrb.32", "q5, [r2], #4", OpKind.VECTOR_STORE, 1, False),
        ("vst40.8", "{q0, q1, q2, q3}, [r0]", OpKind.VECTOR_STORE, 4, False),
        ("vpsttt", "", OpKind.VECTOR, 1, False),
        ("vpush", "{d8-d15}", OpKind.FLOAT_STORE_MULTIPLE, 8, False),
        ("le", "lr, 1234 <x>", OpKind.BRANCH, 1, False),
        ("stc2l", "14, cr13, [r0], {-0}", OpKind.ALU, 1, False),
    ],
)
def test_classes(mnemonic: str, operands: str, kind: OpKind, count: int, writes_pc: bool) -> None:
    found = classify(0, 4, mnemonic, operands)
    assert (found.kind, found.count, found.writes_pc) == (kind, count, writes_pc)


@pytest.mark.parametrize(("reads", "waits"), [("r0", 1), ("r3", 0)])
def test_a_loaded_register_that_is_needed_at_once(reads: str, waits: int) -> None:
    """On a Cortex-M33 the next instruction waits a cycle for it."""
    costs = load_target("cortex-m33").cycles
    assert costs is not None
    code = {0: classify(0, 2, "ldr", "r0, [r6, #0]"), 2: classify(2, 2, "adds", f"r1, r2, {reads}")}
    found = mix_of([CodeBlock(0, 0, 2, 10, 0)], code, costs, frozenset(), range(0))[0]
    assert found.total_cycles == 10 * (costs.load + costs.alu + waits)


@pytest.mark.parametrize("kind", [kind for kind in OpKind if kind is not OpKind.LOAD_GROUPED])
def test_each_class_has_a_cost(kind: OpKind) -> None:
    """Also those that no core with a table of its own has: a user's target may. A load is grouped by its place only."""
    costs = load_target("cortex-m33").cycles
    found = mix_of([CodeBlock(0, 0, 1, 10, 0)], {0: MachineInstruction(0, 4, kind)}, costs, frozenset(), range(0))
    assert found[0].total_cycles >= 10


def test_the_command(
    edgec: Callable[..., object], digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call: Callable[..., object] = edgec
    call("convert", digits / "digits.onnx", "-o", tmp_path / "out")
    ran = call("profile", tmp_path / "out", "--json", "--clock", 100, "-t", "stm32l4r5")
    assert ran.code == Exit.DONE, ran.err  # type: ignore[attr-defined]
    value = json.loads(ran.out)  # type: ignore[attr-defined]
    assert value["target"] == "stm32l4r5"
    assert {"name", "kernel", "instructions", "cycles_estimate"} <= set(value["layers"][0])
    assert 0 < sum(layer["instructions"] for layer in value["layers"]) <= value["instructions"]
    assert value["instructions_per_mac"] == pytest.approx(value["instructions"] / value["macs"], abs=1e-4)
    assert value["latency_ms_estimate"] == pytest.approx(value["cycles_estimate"] / 100e3)
    assert value["energy_uj_estimate"] == pytest.approx(value["cycles_estimate"] * 0.28e-3)
    ran = call("profile", tmp_path / "out", "--mix")
    assert "estimates" in ran.out and "total" in ran.out  # type: ignore[attr-defined]

    def missing() -> str:
        raise profile_run.NoPlugin("there is no compiler")

    monkeypatch.setattr(profile_run, "find_host_compiler", missing)
    ran = call("profile", tmp_path / "out", "--json")
    without = json.loads(ran.out)  # type: ignore[attr-defined]
    assert without["cycles_estimate"] is None
    assert abs(without["instructions"] - value["instructions"]) <= 100
    assert "there is no compiler" in ran.err  # type: ignore[attr-defined]
