"""The test bench, natively and under QEMU, on a hand-written model that also misbehaves on request."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec.converter.graph.errors import DoesNotFit, EdgecError, Exit, UsageError
from edgec.targets.machine.bench import (
    BenchModel,
    BenchOptions,
    Port,
    count_instructions,
    measure_stack,
    run_bench,
)
from edgec.targets.machine.compile import STRICT_WARNINGS
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Target, load_target
from tests.builders.toy_model import TOY, toy_inputs, toy_reference, write_toy

RUNNERS = ["host", "cortex-m4"]


def _target(name: str) -> Target:
    target = load_target(name)
    if not available(target):
        pytest.skip(f"no compiler or emulator for {name}")
    return target


def _spin(loops: int) -> str:
    """C that executes 2 * loops instructions on Armv7-M, and a few more."""
    return (
        f'__asm__ volatile("ldr r3, =%0\\n1: subs r3, #1\\nbne 1b\\nb 2f\\n.ltorg\\n2:" : : "i"({loops}) : "r3", "cc");'
    )


@pytest.mark.parametrize("name", [*RUNNERS, "stm32h743"])
def test_outputs_equal_the_reference(tmp_path: Path, name: str) -> None:
    inputs = toy_inputs(101)
    outputs = run_bench(write_toy(tmp_path), TOY, _target(name), inputs)
    reference = toy_reference(inputs)
    np.testing.assert_array_equal(outputs[0], reference[0])
    np.testing.assert_array_equal(outputs[1], reference[1])
    assert [o.dtype for o in outputs] == [np.int32, np.float32]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["toy.c", "toy.h", "toy_weights.c", "toy_weights.h"]


@pytest.mark.parametrize("prefix", ["bench", "bench_main", "io_stdio", "main", "model", "input0", "measured"])
def test_a_model_may_have_any_name(tmp_path: Path, prefix: str) -> None:
    for path in list(write_toy(tmp_path).iterdir()):
        text = path.read_text().replace("toy", prefix).replace("TOY", prefix.upper())
        path.with_name(path.name.replace("toy", prefix)).write_text(text)
        path.unlink()
    inputs = toy_inputs(2)
    outputs = run_bench(tmp_path, replace(TOY, name=prefix), _target("host"), inputs)
    np.testing.assert_array_equal(outputs[0], toy_reference(inputs)[0])


@pytest.mark.parametrize("jobs", [1, 3, 64])
def test_parts_run_at_once_keep_their_order(tmp_path: Path, jobs: int) -> None:
    inputs = toy_inputs(5)
    outputs = run_bench(write_toy(tmp_path), TOY, _target("host"), inputs, BenchOptions(jobs=jobs))
    np.testing.assert_array_equal(outputs[0], toy_reference(inputs)[0])


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_sanitizers_and_strict_warnings(tmp_path: Path, compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    options = BenchOptions(compiler=compiler, sanitize=True, extra_flags=STRICT_WARNINGS)
    inputs = toy_inputs(3)
    np.testing.assert_array_equal(
        run_bench(write_toy(tmp_path), TOY, load_target("host"), inputs, options)[0], toy_reference(inputs)[0]
    )


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("((volatile uint8_t *)m->arena)[TOY_ARENA_SIZE] = 1;", "wrote past the end of the arena"),
        ("((volatile uint8_t *)m->arena)[-1] = 1;", "wrote before the start of the arena"),
        ("((volatile int32_t *)out0)[3] = 1;", "wrote past the end of output 0"),
        ("((volatile float *)out1)[-1] = 1;", "wrote before the start of output 1"),
        ("((volatile int8_t *)(uintptr_t)in0)[4] ^= 1;", "changed an input"),
        ("return 1;", "reports an error: toy_run"),
    ],
)
def test_a_model_that_misbehaves_is_caught(tmp_path: Path, fault: str, message: str) -> None:
    folder = write_toy(tmp_path, fault)
    with pytest.raises(EdgecError, match=message) as error:
        run_bench(folder, TOY, _target("host"), toy_inputs(2))
    assert error.value.exit_code is Exit.INTERNAL


@pytest.mark.parametrize("name", RUNNERS)
def test_memory_is_never_zero_before_a_sample(tmp_path: Path, name: str) -> None:
    folder = write_toy(tmp_path, "out0[0] = (int32_t)((uint32_t *)m->arena)[7];")
    outputs = run_bench(folder, TOY, _target(name), toy_inputs(2), BenchOptions(jobs=1))
    assert outputs[0][:, 0].view(np.uint32).tolist() == [0xA5A5A5A5, 0xFFFFFFFF]


def test_buffers_have_no_more_alignment_than_promised(tmp_path: Path) -> None:
    fault = "out0[0] = (int32_t)((uintptr_t)in0 % 4u); out0[1] = (int32_t)((uintptr_t)m->arena % 32u); "
    outputs = run_bench(write_toy(tmp_path, fault), TOY, _target("host"), toy_inputs(1))
    assert outputs[0][0, :2].tolist() == [1, 16]


def test_sanitizers_see_a_read_past_the_arena(tmp_path: Path) -> None:
    folder = write_toy(tmp_path, "out0[0] = ((volatile uint8_t *)m->arena)[TOY_ARENA_SIZE];")
    with pytest.raises(EdgecError, match="AddressSanitizer"):
        run_bench(folder, TOY, _target("host"), toy_inputs(1), BenchOptions(sanitize=True))


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("((volatile uint8_t *)m->arena)[TOY_ARENA_SIZE] = 1;", "wrote past the end of the arena"),
        ("*(volatile int *)0x60000000 = 1;", "processor fault, CFSR 0x00008200, at pc 0x.*address 0x60000000"),
        ("{ volatile char big[100000]; big[0] = 1; }", "stack pointer outside the stack"),
        ('__asm__ volatile("svc 0");', "unexpected exception"),
    ],
)
def test_a_crash_under_qemu_is_reported(tmp_path: Path, fault: str, message: str) -> None:
    with pytest.raises(EdgecError, match=message):
        run_bench(write_toy(tmp_path, fault), TOY, _target("cortex-m4"), toy_inputs(1))


@pytest.mark.parametrize("name", RUNNERS)
def test_an_endless_loop_is_stopped(tmp_path: Path, name: str) -> None:
    folder = write_toy(tmp_path, "{ volatile int forever = 1; while (forever) { } }")
    with pytest.raises(EdgecError, match=r"did not end within 0\.5 s"):
        run_bench(folder, TOY, _target(name), toy_inputs(1), BenchOptions(timeout=0.5))


def test_a_compile_error_names_file_and_diagnostic(tmp_path: Path) -> None:
    with pytest.raises(EdgecError, match=r"^toy\.c does not compile for target 'host'.*toy.c:\d+:\d+: error:") as error:
        run_bench(write_toy(tmp_path, "evil!"), TOY, _target("host"), toy_inputs(1))
    assert error.value.exit_code is Exit.INTERNAL


def test_a_header_that_disagrees_does_not_compile(tmp_path: Path) -> None:
    with pytest.raises(EdgecError, match="arena_size_differs"):
        run_bench(write_toy(tmp_path), replace(TOY, arena_bytes=48), _target("host"), toy_inputs(1))


def test_a_folder_without_the_model_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no generated model named 'toy'"):
        run_bench(tmp_path, TOY, _target("host"), toy_inputs(1))


def test_inputs_that_do_not_match_are_refused(tmp_path: Path) -> None:
    first, second = toy_inputs(2)
    for inputs in ([first], [first[:, :4], second], [first.astype(np.int16), second], [first[:1], second]):
        with pytest.raises(EdgecError, match="the bench of 'toy'"):
            run_bench(write_toy(tmp_path), TOY, load_target("host"), inputs)


def test_no_samples_give_empty_outputs(tmp_path: Path) -> None:
    outputs = run_bench(write_toy(tmp_path), TOY, _target("host"), toy_inputs(0))
    assert [o.shape for o in outputs] == [(0, 3), (0, 2)]


def test_a_model_too_big_for_the_machine_does_not_fit(tmp_path: Path) -> None:
    folder = write_toy(tmp_path)
    header = folder / "toy.h"
    header.write_text(header.read_text().replace("TOY_ARENA_SIZE 32u", "TOY_ARENA_SIZE 20000000u"))
    with pytest.raises(DoesNotFit, match="overflowed by"):
        run_bench(folder, replace(TOY, arena_bytes=20_000_000), _target("cortex-m4"), toy_inputs(1))


def test_big_arena_and_weights_run_in_the_machine(tmp_path: Path) -> None:
    folder = write_toy(tmp_path, "((volatile uint8_t *)m->arena)[TOY_ARENA_SIZE - 1u] = 1;")
    header, weights = folder / "toy.h", folder / "toy_weights.c"
    header.write_text(header.read_text().replace("TOY_ARENA_SIZE 32u", "TOY_ARENA_SIZE 6000000u"))
    weights.write_text(weights.read_text().replace("toy_w_dense[15]", "toy_w_dense[5000000]"))
    (folder / "toy_weights.h").write_text("extern const signed char toy_w_dense[5000000], toy_table_square[16];\n")
    weights.write_text("#include <stdint.h>\n" + weights.read_text())
    inputs = toy_inputs(2)
    outputs = run_bench(folder, replace(TOY, arena_bytes=6_000_000), _target("cortex-m4"), inputs)
    np.testing.assert_array_equal(outputs[0], toy_reference(inputs)[0])


def test_instructions_are_counted_to_one_tick(tmp_path: Path) -> None:
    target = _target("cortex-m4")
    inputs = toy_inputs(2)
    base, again = count_instructions(write_toy(tmp_path), TOY, target, inputs)
    assert base == again
    assert 0 < base <= 200
    loops = 1_000_000
    counted = count_instructions(write_toy(tmp_path, _spin(loops)), TOY, target, inputs)
    assert all(abs(c - base - 2 * loops) <= 80 for c in counted)


def test_a_count_beyond_the_timer_period_wraps_correctly(tmp_path: Path) -> None:
    loops = 350_000_000  # 700 M instructions; the 24-bit timer at 40 instructions per tick holds 671 M
    counted = count_instructions(write_toy(tmp_path, _spin(loops)), TOY, _target("cortex-m4"), toy_inputs(1))
    assert abs(counted[0] - 2 * loops) <= 300


def test_stack_is_measured(tmp_path: Path) -> None:
    target = _target("cortex-m4")
    small = measure_stack(write_toy(tmp_path), TOY, target, toy_inputs(2))
    big = measure_stack(
        write_toy(tmp_path, "{ volatile char b[1000]; b[0] = 1; b[999] = 1; }"), TOY, target, toy_inputs(2)
    )
    assert 0 < small <= 64
    assert 1000 <= big - small <= 1016


def test_a_model_without_inputs_runs_once(tmp_path: Path) -> None:
    (tmp_path / "k.h").write_text(
        "#include <stddef.h>\n#define K_ARENA_SIZE 0u\n#define K_ARENA_ALIGN 16u\n#define K_OUTPUT0_SIZE 1u\n"
        "typedef struct { void *arena; } k_t;\n"
        "int k_init(k_t *m, void *a, size_t n);\nint k_run(k_t *m, float *out0);\n"
    )
    (tmp_path / "k.c").write_text(
        '#include "k.h"\nint k_init(k_t *m, void *a, size_t n) { m->arena = a; return n != 0; }\n'
        "int k_run(k_t *m, float *out0) { *out0 = 1.5f; return m == 0; }\n"
    )
    (tmp_path / "k_weights.c").write_text("extern int nothing;\n")
    model = BenchModel("k", (), (Port("float", 4),), 0)
    assert run_bench(tmp_path, model, _target("host"), [])[0].tolist() == [[1.5]]
