"""Every core: a sample of the kernels' grids and whole models give the references' bytes where its code runs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.converter.graph.errors import EdgecError, Exit, ToolchainMissing, UsageError
from edgec.converter.graph.ir import Graph
from edgec.folder.read import open_folder
from edgec.targets.machine import counting
from edgec.targets.machine.arch import aarch64, riscv
from edgec.targets.machine.arch.spec import OpKind
from edgec.targets.machine.bench import measure_stack, run_bench
from edgec.targets.machine.branches import read_branches
from edgec.targets.machine.compile import CALL_GRAPH, compile_model
from edgec.targets.machine.elf import undefined_symbols
from edgec.targets.machine.profile import profile_model
from edgec.targets.machine.stack import worst_stack
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Target, load_target
from edgec.targets.shipped import list_targets
from tests.builders.cores import run_on
from tests.builders.shared_models import ZOO, write
from tests.builders.toy_model import TOY, toy_inputs, toy_reference, write_toy
from tests.kernels.samples import computed, right

ALL = [t for t in map(load_target, list_targets()) if not t.memories]
CORES = [t.name for t in ALL if t.name not in ("host", "cortex-m4") and not t.has("int16")]  # those: test_avr.py
EMULATED = [name for name in CORES if load_target(name).qemu]
STRICT = ("cortex-m0", "cortex-m0plus", "cortex-m23")  # cores on which an unaligned access faults
KWS = "mlperf_kws_dscnn"


def core(name: str) -> Target:
    """The target, where its tools are there."""
    target = load_target(name)
    if not available(target):
        pytest.skip(f"no compiler or emulator for {name}")
    return target


@pytest.mark.parametrize("name", CORES)
def test_a_sample_of_all_grids(name: str) -> None:
    """A third of the kernels each, so that three cores try all: two layers of each where rates were fitted, else one.

    Cores that try the same kernels try other layers of them.
    """
    target, place = core(name), CORES.index(name)
    fitted = target.rates_from == name
    found = computed(name, place % 3, 3, turn=None if fitted else place // 3)
    assert right(found) > 20
    if fitted:  # estimates are near, but for kernels that another compiler made uneven
        assert sum(one.within(target.rates) for one in found) > 0.7 * len(found)


@pytest.fixture(scope="session")
def spotter(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Graph]:
    """The shared keyword spotter in int8, or the digits example where there is none."""
    repo = Path(__file__).resolve().parents[2]
    shared = Path(os.environ.get("EDGEC_SHARED") or repo.parent / "shared")
    model, data = shared / "models" / f"{KWS}.onnx", repo / "examples" / "digits" / "calibration.npz"
    folder = tmp_path_factory.mktemp("spotter")
    if model.is_file():
        entry = next(e for e in ZOO if e.name == KWS)
        assert entry.calibration is not None
        few = {k: v[:20] for k, v in entry.calibration(shared / "data").items()}
        data = write(few, folder / "calibration.npz")
    else:
        model = repo / "examples" / "digits" / "digits.onnx"
    made = convert(model, ConvertOptions(target="host", calibration=str(data)), folder / "out")
    return "spotter", open_folder(made.folder).graph


@pytest.mark.xdist_group("cores")
@pytest.mark.parametrize("name", CORES)
def test_a_keyword_spotter(name: str, spotter: tuple[str, Graph], tmp_path: Path) -> None:
    ran = run_on(core(name), *spotter, tmp_path)
    assert ran.equal
    if ran.profile is not None:
        layers = sum(layer.instructions for layer in ran.profile.layers)
        assert 0.98 * ran.profile.total.instructions < layers <= ran.profile.total.instructions
    if load_target(name).toolchain.library_stack:
        assert ran.report.ram.stack is not None


MOST_PRODUCTS = 16  # of an instruction of these cores


@pytest.mark.parametrize("name", ["cortex-a53", "rv32imc"])
def test_the_commands(name: str, edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    core(name)
    out, data = tmp_path / "out", digits / "calibration.npz"
    ran = edgec("convert", digits / "digits.onnx", "--calibration", data, "-t", name, "-o", out)
    assert ran.code == 0, ran.err
    ran = edgec("verify", out, "--on", "qemu", "--samples", 2, "--json")
    assert ran.code == 0 and json.loads(ran.out)["byte_equal"]["qemu"] == 2, ran.err
    ran = edgec("profile", out, "--json")
    counted = json.loads(ran.out)
    assert ran.code == 0 and counted["instructions"] > counted["macs"] / MOST_PRODUCTS, ran.err


@pytest.mark.parametrize("name", EMULATED)
def test_the_bench_runs_and_measures(name: str, tmp_path: Path) -> None:
    target, inputs = core(name), toy_inputs(3)
    outputs, expected = run_bench(write_toy(tmp_path), TOY, target, inputs), toy_reference(inputs)
    assert all(np.array_equal(a, b) for a, b in zip(outputs, expected, strict=True))
    assert 0 < measure_stack(tmp_path, TOY, target, inputs) <= 96


def loops(folder: Path, target: Target, count: int) -> int:
    """Instructions of a layer that turns so many times in a loop of two instructions, all else equal."""
    machine = target.toolchain.compilers[0]
    step = "addi %0, %0, -1\\n\\tbnez %0, 1b" if "riscv" in machine else "subs %0, %0, #1\\n\\tbne 1b"
    syntax, kind = (".syntax unified\\n", "+l") if "arm-" in machine else ("", "+r")
    flags = "" if "riscv" in machine else ' : : "cc"'
    turn = f'uintptr_t n = {count}u; __asm__ volatile("{syntax}1: {step}" : "{kind}"(n){flags});'
    write_toy(folder, f"{{ EDGEC_LAYER_BEGIN(0); {{ {turn} }} EDGEC_LAYER_END(0); }}")
    header = folder / "toy.h"
    header.write_text(header.read_text() + "#define TOY_LAYERS 1u\n")
    return profile_model(folder, TOY, target, toy_inputs(1), 1).layers[0].instructions


@pytest.mark.parametrize("name", ["cortex-m0", "cortex-m33", "cortex-m55", "cortex-a53", "cortex-a7", "rv32imc"])
def test_instructions_are_exact(name: str, tmp_path: Path) -> None:
    target = core(name)
    few, many = (loops(tmp_path / str(n), target, n) for n in (70, 250))
    assert many - few == 2 * (250 - 70)


@pytest.mark.parametrize("name", [*STRICT, "cortex-m3", "cortex-m33"])
def test_unaligned_accesses_fault_where_they_do_on_the_core(name: str, tmp_path: Path) -> None:
    folder = write_toy(tmp_path, "*(volatile uint32_t *)((uintptr_t)m->arena + 1u) = 1u;")
    target = core(name)
    if name in STRICT:
        with pytest.raises(EdgecError, match="processor fault, CFSR 0x01000000"):
            run_bench(folder, TOY, target, toy_inputs(1))
    else:
        run_bench(folder, TOY, target, toy_inputs(1))


@pytest.mark.parametrize("name", ["rv32imc", "rv32imac", "rv32imafc"])
@pytest.mark.parametrize("way", ["read", "write", "half"])
def test_unaligned_accesses_end_a_profile_on_risc_v(name: str, way: str, tmp_path: Path) -> None:
    """QEMU makes them, the manual leaves it to the core; the bench alone does not see them."""
    kind = "uint16_t" if way == "half" else "uint32_t"
    at = f"*(volatile {kind} *)((uintptr_t)m->arena + 1u)"
    folder = write_toy(tmp_path, f"(void){at};" if way == "read" else f"{at} = 1u;")
    target = core(name)
    run_bench(folder, TOY, target, toy_inputs(1))
    with pytest.raises(EdgecError, match=rf"unaligned access of {2 if way == 'half' else 4} bytes at 0x\w+, at pc 0x"):
        profile_model(folder, TOY, target, toy_inputs(1), 0)


def test_aligned_accesses_do_not_end_it(tmp_path: Path) -> None:
    folder = write_toy(
        tmp_path, "*(volatile uint32_t *)m->arena = 1u; *(volatile uint16_t *)((uintptr_t)m->arena + 2u) = 1u;"
    )
    assert profile_model(folder, TOY, core("rv32imc"), toy_inputs(1), 0).total.instructions > 0


def test_the_sample_of_grids_is_watched_on_risc_v(tmp_path: Path) -> None:
    assert "align=on" in counting.write_watcher(core("rv32imc"), tmp_path)[1]
    assert counting.write_watcher(core("cortex-a53"), tmp_path) == ()


@pytest.mark.parametrize("name", ["cortex-m0", "cortex-m33", "cortex-m55", "rv32imc", "cortex-a53", "cortex-a7"])
def test_crashes_are_the_programs(name: str, tmp_path: Path) -> None:
    folder = write_toy(tmp_path, "*(volatile int *)(uintptr_t)0xF0000000u = 1;")
    with pytest.raises(EdgecError, match=r"processor fault|uncaught target signal 11") as error:
        run_bench(folder, TOY, core(name), toy_inputs(1))
    assert error.value.exit_code is Exit.INTERNAL


@pytest.mark.parametrize("name", ["cortex-m0", "cortex-m33", "cortex-m55", "rv32imc"])
def test_a_stack_that_overflows_is_reported(name: str, tmp_path: Path) -> None:
    folder = write_toy(tmp_path, "{ volatile char big[100000]; big[0] = 1; }")
    with pytest.raises(EdgecError, match="stack pointer outside the stack"):
        run_bench(folder, TOY, core(name), toy_inputs(1))


@pytest.mark.parametrize("name", ["cortex-m0", "cortex-m23", "cortex-m33", "cortex-m55", "rv32imc", "rv32imafc"])
def test_the_stack_bound_holds_for_what_is_measured(name: str, tmp_path: Path) -> None:
    target = core(name)
    for index, fault in enumerate(("", "out1[0] = expf(out1[0]);", "out1[0] = sinf(out1[0]) / 3.0f;")):
        folder, build = write_toy(tmp_path / str(index), fault), tmp_path / f"build{index}"
        build.mkdir()
        model = compile_model(folder, "toy", target, build, extra_flags=CALL_GRAPH)
        called, branches = undefined_symbols(model.objects), read_branches(model.objects)
        bound = worst_stack(model.call_graphs, "toy_run", target, called, branches).bytes
        assert bound is not None
        measured = measure_stack(folder, TOY, target, toy_inputs(2))
        assert measured <= bound, fault
        assert "sinf" in fault or bound <= measured + 112, fault


def test_on_linux_the_stack_of_library_functions_is_not_known(tmp_path: Path) -> None:
    target = core("cortex-a53")
    model = compile_model(
        write_toy(tmp_path, "out1[0] = expf(out1[0]);"), "toy", target, tmp_path, extra_flags=CALL_GRAPH
    )
    found = worst_stack(model.call_graphs, "toy_run", target, undefined_symbols(model.objects))
    assert found.bytes is None
    assert found.reason.startswith("no stack figure for library function ")
    assert "it is linked when the program starts" in found.reason


@pytest.mark.parametrize("name", ["cortex-m0", "cortex-m55", "cortex-a53", "cortex-a7", "rv32imc"])
def test_tail_calls_are_told_from_calls(name: str, tmp_path: Path) -> None:
    code = """
    __attribute__((noinline)) void deep(volatile int *x) { volatile int a[50]; a[0] = a[49] = *x; *x = a[0]; }
    __attribute__((noinline)) void wide(volatile int *x) { volatile int a[40]; a[0] = a[39] = *x; deep(x); }
    int tail_run(volatile int *x) { for (int i = 0; i < *x; i++) { wide(x); deep(x); } return *x; }
    """
    (tmp_path / "tail.c").write_text(code)
    (tmp_path / "tail_weights.c").write_text("extern int none;")
    branches = read_branches(compile_model(tmp_path, "tail", core(name), tmp_path, extra_flags=CALL_GRAPH).objects)
    assert branches["tail_run"] == {"wide": False, "deep": False}
    assert branches.get("wide") == ({"deep": True} if name != "cortex-m0" else {"deep": False})


@pytest.mark.parametrize("name", [t.name for t in ALL if t.toolchain.library_stack])
def test_library_stacks_are_what_the_command_finds(name: str) -> None:
    from benchmarks.library_stack import measure

    target = core(name)
    stated, measured = {s.name: s.bytes for s in target.toolchain.library_stack}, measure(target)
    if name in ("avr", "avrxmega3"):  # return addresses of two bytes; the table's have three
        assert all(0 <= stated[function] - size <= 4 for function, size in measured.items())
    else:
        assert {function: stated.get(function) for function in measured} == measured


def test_processes_are_counted_by_the_plugin_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, folder = core("cortex-a53"), write_toy(tmp_path)
    with pytest.raises(UsageError, match="'cortex-a53' has no timer to count by"):
        profile_model(folder, TOY, target, toy_inputs(1), 1, plugin=False)

    def missing() -> str:
        raise counting.NoPlugin("there is no compiler")

    monkeypatch.setattr(counting, "find_host_compiler", missing)
    with pytest.raises(ToolchainMissing, match="are counted by a plugin: there is no compiler"):
        profile_model(folder, TOY, target, toy_inputs(1), 1)


@pytest.mark.parametrize(
    ("mnemonic", "operands", "kind"),
    [
        ("ldp", "x29, x30, [sp], #32", OpKind.LOAD_MULTIPLE),
        ("ldr", "q0, [x1, #16]", OpKind.FLOAT_LOAD),
        ("ldrsb", "w0, [x1]", OpKind.LOAD),
        ("ld1", "{v0.16b, v1.16b}, [x0]", OpKind.FLOAT_LOAD_MULTIPLE),
        ("stp", "d8, d9, [sp, #16]", OpKind.FLOAT_STORE_MULTIPLE),
        ("sdot", "v0.4s, v1.16b, v2.4b[0]", OpKind.MUL),
        ("smull", "v0.8h, v1.8b, v2.8b", OpKind.MUL),
        ("smull", "x0, w1, w2", OpKind.MUL_LONG),
        ("fmla", "v0.4s, v1.4s, v2.s[0]", OpKind.FLOAT_MLA),
        ("b.ne", "4008", OpKind.BRANCH),
        ("bl", "4008", OpKind.CALL),
        ("add", "x0, x1, #1", OpKind.ALU),
    ],
)
def test_classes_of_aarch64(mnemonic: str, operands: str, kind: OpKind) -> None:
    assert aarch64.classify(0, 4, mnemonic, operands).kind is kind


@pytest.mark.parametrize(
    ("mnemonic", "kind"),
    [
        ("lw", OpKind.LOAD), ("lbu", OpKind.LOAD), ("sh", OpKind.STORE), ("mul", OpKind.MUL),
        ("mulhsu", OpKind.MUL_LONG), ("remu", OpKind.DIV), ("beqz", OpKind.BRANCH), ("bgeu", OpKind.BRANCH),
        ("jr", OpKind.BRANCH), ("ret", OpKind.BRANCH), ("jal", OpKind.CALL), ("flw", OpKind.FLOAT_LOAD),
        ("fnmsub.s", OpKind.FLOAT_MLA), ("fcvt.w.s", OpKind.FLOAT_CONVERT), ("fsqrt.s", OpKind.FLOAT_SQRT),
        ("fmv.x.w", OpKind.FLOAT_ADD), ("li", OpKind.ALU), ("lui", OpKind.ALU), ("sltu", OpKind.ALU),
        ("fsw", OpKind.FLOAT_STORE),
    ],
)  # fmt: skip
def test_classes_of_riscv(mnemonic: str, kind: OpKind) -> None:
    assert riscv.classify(0, 4, mnemonic, "").kind is kind
