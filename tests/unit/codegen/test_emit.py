"""Generated C: right answers, clean compilation, hostile names, two models in one binary, golden files."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import generate
from edgec.codegen.emit.generate import Generated, emit
from edgec.codegen.emit.names import identifier
from edgec.codegen.kernels.plain.params import DenseF32
from edgec.codegen.kernels.spec import Call, Const, ConstArray, Input, Output
from edgec.codegen.plan.plan import Identity, make_plan
from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.errors import UnsupportedModel
from edgec.converter.graph.ir import Clamp, DType, Graph, GraphEditor, Node, Quant
from edgec.converter.ops.conv import DenseAttrs, MatMulAttrs
from edgec.converter.ops.shape import ReshapeAttrs, TransposeAttrs
from edgec.targets.machine.compile import STRICT_WARNINGS
from edgec.targets.machine.elf import heap_or_stdio, soft_double, undefined_symbols
from tests.builders.codegen_models import (
    HOSTILE,
    float_graph,
    generated_folder,
    int8_graph,
    need,
    options,
    reference,
    run,
    write,
)
from tests.suite.objects import compiled

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "emit"


def compile_c(folder: Path, compiler: str, *flags: str) -> list[Path]:
    objects = []
    for source in (*sorted(folder.glob("*.c")), *sorted(folder.glob("edgec_kernels/*.c"))):
        out = folder / f"{source.stem}.o"
        command = [compiler, "-std=c99", "-O2", *STRICT_WARNINGS, *flags, "-c", str(source), "-o", str(out)]
        done = compiled(command, folder)
        assert done.returncode == 0, done.stderr
        objects.append(out)
    return objects


def test_float_model_matches_reference(tmp_path: Path) -> None:
    need("gcc")
    graph = float_graph()
    made, folder = generated_folder(graph, tmp_path)
    x = np.random.default_rng(0).standard_normal((3, 1, 6, 5, 3)).astype(np.float32)
    got = run(made, folder, [x], STRICT_WARNINGS)
    for i in range(len(x)):
        for found, wanted in zip(got, reference(graph, [x[i]]), strict=True):
            np.testing.assert_allclose(found[i], wanted.reshape(-1), rtol=1e-4, atol=1e-5)


def test_int8_model_gives_the_reference_bytes(tmp_path: Path) -> None:
    need("gcc")
    graph = int8_graph()
    made, folder = generated_folder(graph, tmp_path, scheme="int8")
    x = np.random.default_rng(0).integers(-128, 128, (20, 1, 9)).astype(np.int8)
    got = run(made, folder, [x], STRICT_WARNINGS)[0]
    wanted = [reference(graph, [sample])[0].reshape(-1) for sample in x]
    np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("compiler", ["gcc", "clang", "arm-none-eabi-gcc"])
@pytest.mark.parametrize("graph", [float_graph(), int8_graph()], ids=["float", "int8"])
def test_compiles_without_a_warning(compiler: str, graph: Graph, tmp_path: Path) -> None:
    need(compiler)
    _, folder = generated_folder(graph, tmp_path)
    flags = ["-mcpu=cortex-m4", "-mthumb"] if "arm" in compiler else []
    symbols = undefined_symbols(compile_c(folder, compiler, *flags))
    assert heap_or_stdio(symbols) == ()
    if graph.is_quantized:
        assert soft_double(symbols) == ()


@pytest.mark.parametrize("graph", [float_graph(), int8_graph()], ids=["float", "int8"])
def test_cppcheck_is_content(graph: Graph, tmp_path: Path) -> None:
    need("cppcheck")
    _, folder = generated_folder(graph, tmp_path)
    checks = [
        "--std=c99",
        "--enable=warning,style,performance,portability",
        "--inline-suppr",
        "--error-exitcode=1",
        "-q",
    ]
    done = subprocess.run(["cppcheck", *checks, "tiny.c", "tiny_weights.c"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_header_is_cplusplus(compiler: str, tmp_path: Path) -> None:
    need(compiler)
    _, folder = generated_folder(int8_graph(), tmp_path, name="class")
    text = '#include "model_class.h"\nMODEL_CLASS_DEFINE_ARENA(arena);\nint main() { model_class_t m; ' \
           "return model_class_init(&m, arena, sizeof arena); }\n"  # fmt: skip
    (folder / "main.cpp").write_text(text)
    flags = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wold-style-cast", "-Werror", "-c", "main.cpp"]
    subprocess.run([compiler, *flags, "-o", "main.o"], cwd=folder, check=True)


def test_no_writable_data_and_nothing_but_the_api_is_public(tmp_path: Path) -> None:
    need("gcc", "nm")
    _, folder = generated_folder(int8_graph(), tmp_path, name="net")
    objects = compile_c(folder, "gcc")
    listing = subprocess.run(["nm", *map(str, objects)], capture_output=True, text=True, check=True).stdout
    symbols = re.findall(r"^[0-9a-f]+ (\w) (\S+)$", listing, re.MULTILINE)
    assert not [s for s in symbols if s[0] in "BbDdC"]
    assert {name for kind, name in symbols if kind == "T"} == {"net_init", "net_run"}
    assert not [name for _, name in symbols if "quantize_input" in name or "quantize_output" in name]
    assert all(name.startswith("net_") for kind, name in symbols if kind == "R")
    assert all(name.startswith(("net_", "edgec_")) for kind, name in symbols if kind == "t")
    assert any(name.startswith("net_dense_0") for _, name in symbols)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_out_of_c(name: str, tmp_path: Path) -> None:
    need("gcc")
    graph = replace(float_graph((name,) * 4), name=name)
    made, folder = generated_folder(graph, tmp_path, name=name, model_name=name)
    assert made.prefix == identifier(name)
    compile_c(folder, "gcc", "-Wcomment", "-Wtrigraphs")
    code = re.sub(rb"/\*.*?\*/", b"", (folder / f"{made.prefix}.c").read_bytes(), flags=re.DOTALL)
    assert b"evil()" not in code
    assert b"evil (" not in code


def test_two_models_link_into_one_binary(tmp_path: Path) -> None:
    need("gcc")
    sources, includes, calls = [], "", ""
    for name, graph in (("one", int8_graph()), ("two", float_graph())):
        generated_folder(graph, tmp_path / name, name=name)
        sources += sorted(str(p.relative_to(tmp_path)) for p in (tmp_path / name).rglob("*.c"))
        includes += f'#include "{name}/{name}.h"\n#include "{name}/{name}_weights.h"\n'
        calls += f"{name}_t m_{name}; if ({name}_init(&m_{name}, arena, sizeof arena) != {name.upper()}_OK) return 1;"
    (tmp_path / "main.c").write_text(
        includes + "static union { double align; unsigned char bytes[65536]; } raw;\n"
        "int main(void) { void *arena = (void *)(((uintptr_t)raw.bytes + 63u) & ~(uintptr_t)63u);\n"
        + calls.replace("sizeof arena", "60000u") + "return 0; }\n"
    )  # fmt: skip
    command = ["gcc", "-O1", "-Wall", "-Werror", "main.c", *sources, "-o", "both", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    subprocess.run(["./both"], cwd=tmp_path, check=True)


def test_status_codes(tmp_path: Path) -> None:
    need("gcc")
    generated_folder(int8_graph(), tmp_path, name="net")
    (tmp_path / "main.c").write_text(
        '#include "net.h"\nNET_DEFINE_ARENA(arena);\n'
        "int main(void) { net_t m = {0}; int8_t in[NET_INPUT0_SIZE] = {0}, out[NET_OUTPUT0_SIZE];\n"
        "if (net_run(&m, in, out) != NET_ERROR_NOT_INITIALIZED) return 1;\n"
        "if (net_init(NULL, arena, sizeof arena) != NET_ERROR_NULL) return 2;\n"
        "if (net_init(&m, NULL, sizeof arena) != NET_ERROR_NULL) return 3;\n"
        "if (net_init(&m, arena, sizeof arena - 1u) != NET_ERROR_ARENA_SIZE) return 4;\n"
        "if (net_init(&m, arena + 1, sizeof arena) != NET_ERROR_ARENA_ALIGN) return 5;\n"
        "if (net_run(&m, in, out) != NET_ERROR_NOT_INITIALIZED) return 6;\n"
        "if (net_init(&m, arena, sizeof arena) != NET_OK) return 7;\n"
        "if (net_run(&m, NULL, out) != NET_ERROR_NULL || net_run(&m, in, NULL) != NET_ERROR_NULL) return 8;\n"
        "return net_run(&m, in, out) == NET_OK ? 0 : 9; }\n"
    )
    command = ["gcc", "-O1", "-Wall", "-Werror", "main.c", "net.c", "net_weights.c", "-o", "a"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert subprocess.run(["./a"], cwd=tmp_path).returncode == 0


def _io_graph(dtype: DType, quant: Quant) -> Graph:
    e = GraphEditor(name="io")
    x = e.tensor("x", (2000,), dtype, quant)
    y = e.tensor("y", (2000, 1), dtype, quant)
    e.nodes.append(Node("Reshape", "r", (x,), (y,), ReshapeAttrs((2000, 1))))
    e.inputs, e.outputs = [x], [y]
    return e.build()


@pytest.mark.parametrize(
    ("dtype", "quant"),
    [
        (DType.I8, Quant.per_tensor(0.5, 3)),
        (DType.I8, Quant.per_tensor(0.0123, -128)),
        (DType.U8, Quant.per_tensor(1 / 255, 0)),
        (DType.I16, Quant.per_tensor(1e-4, 0)),
    ],
    ids=str,
)
def test_input_and_output_conversion(dtype: DType, quant: Quant, tmp_path: Path) -> None:
    need("gcc")
    generated_folder(_io_graph(dtype, quant), tmp_path, name="net")
    rng = np.random.default_rng(3)
    ties = (np.arange(-300, 300, dtype=np.float32) + np.float32(0.5)) * np.float32(quant.s)
    x = np.concatenate([ties, rng.standard_normal(1390) * quant.s * 200, [np.inf, -np.inf, 1e30, -1e30, 0, -0.0]])
    x = np.concatenate([x, np.full(4, np.nan)]).astype(np.float32)
    x.tofile(tmp_path / "in.bin")
    (tmp_path / "main.c").write_text(
        '#include "net.h"\n#include <stdio.h>\nstatic float x[2000]; static NET_INPUT0_DTYPE q[2000];\n'
        'int main(void) { FILE *f = fopen("in.bin", "rb"); if (fread(x, 4, 2000, f) != 2000) return 1; fclose(f);\n'
        'net_quantize_input0(x, q); f = fopen("q.bin", "wb"); fwrite(q, sizeof *q, 2000, f); fclose(f);\n'
        'net_dequantize_output0(q, x); f = fopen("x.bin", "wb"); fwrite(x, 4, 2000, f); fclose(f); return 0; }\n'
    )
    command = ["gcc", "-O1", "-Wall", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover=all"]
    subprocess.run([*command, "main.c", "net.c", "net_weights.c", "-o", "a"], cwd=tmp_path, check=True)
    subprocess.run(["./a"], cwd=tmp_path, check=True)
    q = np.fromfile(tmp_path / "q.bin", dtype.numpy)
    np.testing.assert_array_equal(q[:-4], quantize_array(x[:-4], quant, dtype))
    assert (q[-4:] == quant.z).all()
    back = np.fromfile(tmp_path / "x.bin", np.float32)
    np.testing.assert_array_equal(back, (q.astype(np.int64) - quant.z).astype(np.float32) * np.float32(quant.s))


def test_outputs_that_are_inputs_constants_or_twice_the_same(tmp_path: Path) -> None:
    need("gcc")
    e = GraphEditor(name="alias")
    x = e.tensor("x", (2, 1, 3), DType.F32)
    t = e.tensor("t", (1, 2, 3), DType.F32)
    w = e.const("w", np.arange(9, dtype=np.float32).reshape(3, 3))
    b = e.const("b", np.ones(3, np.float32))
    y = e.tensor("y", (2, 3), DType.F32)
    r = e.tensor("r", (2, 3), DType.F32)
    e.nodes += [
        Node("Transpose", "moves nothing", (x,), (t,), TransposeAttrs((1, 0, 2))),
        Node("Reshape", "r", (t,), (r,), ReshapeAttrs((2, 3))),
        Node("Dense", "d", (r, w, b), (y,), DenseAttrs(Clamp(0.0))),
    ]
    e.inputs, e.outputs = [x], [y, t, w, y]
    made, folder = generated_folder(e.build(), tmp_path)
    assert made.plan.arena_size == 0
    sample = np.random.default_rng(4).standard_normal((2, 2, 1, 3)).astype(np.float32)
    got = run(made, folder, [sample], STRICT_WARNINGS)
    wanted = np.maximum(sample.reshape(2, 2, 3) @ e.tensors[w].data.T + 1, 0).reshape(2, 6)
    np.testing.assert_allclose(got[0], wanted, rtol=1e-5)
    np.testing.assert_array_equal(got[1], sample.reshape(2, 6))
    np.testing.assert_array_equal(got[2][0], np.arange(9))
    np.testing.assert_array_equal(got[3], got[0])


def test_equal_arguments_give_equal_bytes() -> None:
    assert generate(float_graph(), options()).files == generate(float_graph(), options()).files


def test_every_refusal_is_reported() -> None:
    e = GraphEditor(name="no")
    x = e.tensor("x", (2, 2), DType.F16)
    y, z = e.tensor("y", (2, 2), DType.F16), e.tensor("z", (2, 2), DType.F16)
    e.nodes += [
        Node("MatMul", "first", (x, x), (y,), MatMulAttrs()),
        Node("MatMul", "second", (y, y), (z,), MatMulAttrs()),
    ]
    e.inputs, e.outputs = [x], [z]
    with pytest.raises(UnsupportedModel) as error:
        generate(e.build(), options())
    assert [r.node for r in error.value.refusals] == ["first", "second"]
    assert error.value.exit_code == 3
    assert all("MatMul" in r.sentence() for r in error.value.refusals)


def _golden_model() -> Generated:
    """Written with calls of its own, so that the golden files do not change with the kernels."""
    e = GraphEditor(name="golden")
    x = e.tensor("x", (1, 2), DType.F32)
    y, z = e.tensor("y", (1, 2), DType.F32), e.tensor("z", (1, 2), DType.F32)
    w = e.const("w", np.array([[1, -2.5], [1e-7, 3]], np.float32))
    b = e.const("b", np.array([0.1, -0.0], np.float32))
    e.nodes += [
        Node("Dense", "first */ layer", (x, w, b), (y,), DenseAttrs()),
        Node("Dense", "second", (y, w, b), (z,), DenseAttrs()),
    ]
    e.inputs, e.outputs = [x], [z]
    graph = e.build()
    arrays = [ConstArray("weights", "float", graph.tensors[w].data.reshape(-1), 16),
              ConstArray("bias", "float", graph.tensors[b].data)]  # fmt: skip
    args = (Input(0, "float"), Const(arrays[0]), Const(arrays[1]), Output(0, "float"))
    params = DenseF32(rows=1, in_c=2, out_c=2, lo=0.0, hi=6.5)
    call = Call("edgec_dense_f32_plain", "edgec_dense_f32.h", params, args, macs=4, why="the reference")
    identity = Identity(
        "golden", "1.2.3", "golden.onnx", "00ff", "host", "float32", "balanced", options=("-mcpu=golden", "-O2")
    )
    plan = make_plan(graph, [(call,), (call,)], identity)
    return Generated(plan, emit(plan))


def test_golden_files(tmp_path: Path) -> None:
    """EDGEC_UPDATE_GOLDEN=1 rewrites them: read the difference before committing it."""
    made = _golden_model()
    files = {path: content for path, content in made.files if "/" not in path}
    if os.environ.get("EDGEC_UPDATE_GOLDEN"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        for path, content in files.items():
            (GOLDEN / f"{path}.golden").write_bytes(content)
    assert {p.name.removesuffix(".golden") for p in GOLDEN.iterdir()} == set(files)
    for path, content in files.items():
        assert content.decode() == (GOLDEN / f"{path}.golden").read_text(), path
    need("gcc")
    compile_c(write(made, tmp_path), "gcc")
