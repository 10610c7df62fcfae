"""Sizes, library calls and stack bound of compiled code, on the hand-written model."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgec.converter.graph.errors import EdgecError
from edgec.targets.machine.bench import measure_stack
from edgec.targets.machine.branches import read_branches
from edgec.targets.machine.compile import CALL_GRAPH, CompiledModel, compile_model
from edgec.targets.machine.elf import (
    heap_or_stdio,
    model_footprint,
    object_sizes,
    soft_double,
    undefined_symbols,
)
from edgec.targets.machine.stack import worst_stack
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Target, load_target
from tests.builders.toy_model import TOY, toy_inputs, write_toy


@pytest.fixture
def m4() -> Target:
    target = load_target("cortex-m4")
    if not available(target):
        pytest.skip("no compiler or emulator for cortex-m4")
    return target


def _compile(folder: Path, target: Target, fault: str = "") -> CompiledModel:
    build = folder / "build"
    build.mkdir(parents=True, exist_ok=True)
    return compile_model(write_toy(folder, fault), "toy", target, build, extra_flags=CALL_GRAPH)


def test_flash_is_split_into_code_tables_and_weights(tmp_path: Path, m4: Target) -> None:
    model = _compile(tmp_path, m4)
    weights = object_sizes(model.weights)
    assert (weights.weights, weights.tables, weights.code, weights.bss) == (15, 16, 0, 0)
    code = object_sizes(model.code)
    assert (code.weights, code.tables, code.data) == (0, 0, 0)
    linked = model_footprint(model, m4, tmp_path).sizes
    assert (linked.weights, linked.tables) == (15, 16)
    assert linked.bss == 0  # toy_unused and its variable are dropped
    assert linked.flash == linked.code + linked.tables + linked.weights + linked.data


def test_library_functions_count_as_code_and_unused_code_does_not(tmp_path: Path, m4: Target) -> None:
    plain = model_footprint(_compile(tmp_path / "a", m4), m4, tmp_path)
    heavy = model_footprint(_compile(tmp_path / "b", m4, "out1[0] = expf(out1[0]);"), m4, tmp_path)
    assert "expf" in heavy.library_calls
    assert heavy.sizes.code > plain.sizes.code + 300


def test_a_prefix_that_looks_like_a_table_is_no_table(tmp_path: Path, m4: Target) -> None:
    text = {
        "a_table_b.c": "extern const signed char a_table_b_w_0[8], a_table_b_lut_0[4];\n"
        "int a_table_b_init(int i);\nint a_table_b_run(int i);\n"
        "int a_table_b_init(int i) { return i; }\n"
        "int a_table_b_run(int i) { return a_table_b_w_0[i] + a_table_b_lut_0[i]; }\n",
        "a_table_b_weights.c": "const signed char a_table_b_w_0[8] = {1};\n"
        "const signed char a_table_b_lut_0[4] = {1};\n",
    }
    for name, content in text.items():
        (tmp_path / name).write_text(content)
    model = compile_model(tmp_path, "a_table_b", m4, tmp_path)
    sizes = object_sizes(model.weights)
    assert (sizes.weights, sizes.tables) == (8, 4)
    linked = model_footprint(model, m4, tmp_path).sizes
    assert (linked.weights, linked.tables) == (8, 4)


def test_host_sizes_come_from_the_objects(tmp_path: Path) -> None:
    host = load_target("host")
    footprint = model_footprint(_compile(tmp_path, host), host, tmp_path)
    assert not footprint.linked
    assert (footprint.sizes.weights, footprint.sizes.tables) == (15, 16)
    assert footprint.sizes.code > 0


def test_forbidden_calls_are_found(tmp_path: Path, m4: Target) -> None:
    clean = undefined_symbols(_compile(tmp_path / "a", m4).objects)
    assert (heap_or_stdio(clean), soft_double(clean)) == ((), ())
    assert "toy_w_dense" not in clean  # defined by the other object
    fault = "{ extern void *malloc(size_t); extern int printf(const char *, ...); extern double sin(double); "
    fault += 'printf("%g", *(double *)malloc(8u) / sin(in1[0])); }'
    dirty = undefined_symbols(_compile(tmp_path / "b", m4, fault).objects)
    assert heap_or_stdio(dirty) == ("malloc", "printf")
    assert {"__aeabi_ddiv", "__aeabi_f2d"} <= set(soft_double(dirty))


@pytest.mark.parametrize(
    ("symbol", "double"),
    [
        ("__aeabi_dadd", True), ("__aeabi_dcmplt", True), ("__aeabi_cdcmple", True), ("__aeabi_d2f", True),
        ("__adddf3", True), ("__extendsfdf2", True), ("__fixdfsi", True), ("__floatsidf", True), ("__unorddf2", True),
        ("__aeabi_ldivmod", False), ("__aeabi_fadd", False), ("__addsf3", False), ("__aeabi_memcpy", False),
        ("dfdf2", False),
    ],
)  # fmt: skip
def test_soft_double_helpers_are_recognized(symbol: str, double: bool) -> None:
    assert soft_double([symbol]) == ((symbol,) if double else ())


def test_the_stack_bound_holds_for_what_is_measured(tmp_path: Path, m4: Target) -> None:
    for index, fault in enumerate(("", "out1[0] = expf(out1[0]);", "{ volatile char b[400]; b[0] = b[399] = 1; }")):
        folder = tmp_path / str(index)
        model = _compile(folder, m4, fault)
        called, branches = undefined_symbols(model.objects), read_branches(model.objects)
        bound = worst_stack(model.call_graphs, "toy_run", m4, called, branches)
        measured = measure_stack(folder, TOY, m4, toy_inputs(2))
        assert bound.bytes is not None
        assert measured <= bound.bytes <= measured + 48
        assert bound.path[0] == "toy_run"


def test_the_frame_of_a_tail_call_is_not_counted(tmp_path: Path, m4: Target) -> None:
    code = """
    __attribute__((noinline)) static void deep(volatile int *x) { volatile int a[50]; a[0] = a[49] = *x; *x = a[0]; }
    __attribute__((noinline)) static void wide(volatile int *x) { volatile int a[40]; a[0] = a[39] = *x; deep(x); }
    __attribute__((noinline)) static long long half(long long n) { return n / (n + 2); }
    int tail_run(volatile int *x);
    int tail_run(volatile int *x) { wide(x); deep(x); return (int)half(*x); }
    """
    (tmp_path / "tail.c").write_text(code)
    (tmp_path / "tail_weights.c").write_text("extern int none;")
    model = compile_model(tmp_path, "tail", m4, tmp_path, extra_flags=CALL_GRAPH)
    branches = read_branches(model.objects)
    assert branches["tail_run"] == {"wide": False, "deep": False, "half": False}
    assert branches["wide"] == {"deep": True}
    assert list(branches["half"]) == ["__aeabi_ldivmod"]
    known = worst_stack(model.call_graphs, "tail_run", m4, undefined_symbols(model.objects), branches).bytes
    unknown = worst_stack(model.call_graphs, "tail_run", m4, undefined_symbols(model.objects)).bytes
    assert known is not None and 200 <= known <= 200 + 32
    assert unknown is not None and unknown >= known + 160


def test_recursion_has_no_bound(tmp_path: Path, m4: Target) -> None:
    fault = "{ int32_t next[3]; if (in0[0]) { toy_run(m, in0 + 1, in1, next, out1); } out0[0] += next[0]; }"
    model = _compile(tmp_path, m4, fault)
    assert worst_stack(model.call_graphs, "toy_run", m4).reason.startswith("recursion: toy_run -> toy_run")


def test_an_object_that_is_not_elf_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.o").write_bytes(b"\xcf\xfa\xed\xfe not elf")
    with pytest.raises(EdgecError, match=r"x.o is not ELF"):
        object_sizes(tmp_path / "x.o")


def test_objects_do_not_depend_on_where_the_folder_is(tmp_path: Path, m4: Target) -> None:
    one, two = _compile(tmp_path / "a", m4), _compile(tmp_path / "elsewhere" / "b", m4)
    for first, second in zip(one.objects, two.objects, strict=True):
        assert first.read_bytes() == second.read_bytes()


def test_libraries_that_a_program_starts_with_are_no_part_of_the_size(tmp_path: Path) -> None:
    """The C library's expf sets errno, thread-local data that does not link by itself on AArch64."""
    target = load_target("cortex-a53")
    if not available(target):
        pytest.skip("no compiler or emulator for cortex-a53")
    found = [
        model_footprint(_compile(tmp_path / str(i), target, fault), target, tmp_path / str(i) / "build")
        for i, fault in enumerate(("", "out1[0] = expf(out1[0]);"))
    ]
    assert "expf" in found[1].library_calls
    assert 0 < found[1].sizes.code - found[0].sizes.code < 64
