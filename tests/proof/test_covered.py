"""``edgec prove`` beyond whole layers of int8: rows, parts, int16 and int4, products of matrices, resampling.

Each is proven, and is not when a kernel, a constant or the place of a value is another.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

pytest.importorskip("z3", reason="the extra 'prove' is not installed")

from edgec.folder.read import open_checked
from edgec.proof.findings import Proof
from edgec.proof.forms import prove_forms
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save
from tests.suite.sample import sample

pytestmark = pytest.mark.skipif(
    not available(load_target("cortex-m4")), reason="the Arm toolchain or QEMU is missing (CI installs both)"
)


def weights(*shape: int) -> np.ndarray:
    rng = np.random.default_rng(shape)
    return (rng.standard_normal(shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float32)


def joined_model() -> onnx.ModelProto:
    """Two convolutions into channels of one tensor, two more into its rows, a pooling; three channels, no Winograd."""
    nodes = [
        node("Conv", ["x", "w"], ["a"], pads=[1, 1, 1, 1]),
        node("Relu", ["a"], ["ar"]),
        node("Conv", ["x", "v"], ["b"], pads=[1, 1, 1, 1]),
        node("Relu", ["b"], ["br"]),
        node("Concat", ["ar", "br"], ["c"], axis=1),
        node("Conv", ["c", "u"], ["d"]),
        node("Conv", ["c", "t"], ["e"]),
        node("Concat", ["d", "e"], ["f"], axis=2),
        node("MaxPool", ["f"], ["y"], kernel_shape=[2, 2], strides=[2, 2]),
    ]
    held = {"w": weights(8, 3, 3, 3), "v": weights(4, 3, 3, 3), "u": weights(8, 12, 1, 1)}
    return model(nodes, {"x": [1, 3, 8, 8]}, ["y"], {**held, "t": 2 * held["u"]})


def rows_model() -> onnx.ModelProto:
    """Convolutions and a residual sum that little memory computes row by row."""
    nodes = [
        node("Conv", ["x", "w"], ["a"], pads=[1, 1, 1, 1]),
        node("Relu", ["a"], ["ar"]),
        node("Conv", ["ar", "v"], ["b"], pads=[1, 1, 1, 1]),
        node("Add", ["ar", "b"], ["s"]),
        node("Conv", ["s", "u"], ["c"], strides=[2, 2], pads=[1, 1, 1, 1]),
        node("GlobalAveragePool", ["c"], ["y"]),
    ]
    held = {"w": weights(12, 3, 3, 3), "v": weights(12, 12, 3, 3), "u": weights(4, 12, 3, 3)}
    return model(nodes, {"x": [1, 3, 12, 12]}, ["y"], held)


def sums_model() -> onnx.ModelProto:
    """A product, a sum and a difference of computed tensors."""
    nodes = [
        node("Conv", ["x", "w"], ["a"]),
        node("Conv", ["x", "v"], ["b"]),
        node("Mul", ["a", "b"], ["m"]),
        node("Add", ["m", "a"], ["s"]),
        node("Sub", ["s", "b"], ["y"]),
    ]
    return model(nodes, {"x": [1, 4, 3, 3]}, ["y"], {"w": weights(6, 4, 1, 1), "v": weights(6, 4, 1, 1) * 2})


def attention_model() -> onnx.ModelProto:
    """Products of computed matrices with a softmax of several rows between them."""
    nodes = [
        node("MatMul", ["x", "w"], ["a"]),
        node("MatMul", ["x", "v"], ["b"]),
        node("Transpose", ["b"], ["t"], perm=[0, 2, 1]),
        node("MatMul", ["a", "t"], ["s"]),
        node("Softmax", ["s"], ["p"], axis=-1),
        node("MatMul", ["p", "b"], ["y"]),
    ]
    return model(nodes, {"x": [1, 6, 16]}, ["y"], {"w": weights(16, 16), "v": weights(16, 16)})


def resized_model(times: int = 2) -> onnx.ModelProto:
    """Nearest neighbours, and bilinear sampling."""
    nodes = [
        node("Resize", ["x", "", "s"], ["a"], mode="nearest"),
        node("Conv", ["a", "w"], ["b"]),
        node("Resize", ["b", "", "t"], ["y"], mode="linear"),
    ]
    scales = {"s": np.array([1, 1, 2, 2], np.float32), "t": np.array([1, 1, times, times], np.float32)}
    held = {**scales, "w": weights(4, 3, 1, 1)}
    return model(nodes, {"x": [1, 3, 3, 3]}, ["y"], held)


def thirds_model() -> onnx.ModelProto:
    """The same by thirds, which are no parts of 256: see OPEN of test_kernels.py."""
    return resized_model(3)


def scales_model() -> onnx.ModelProto:
    """The input beside larger values of its own."""
    nodes = [node("Conv", ["x", "w"], ["a"]), node("Concat", ["x", "a"], ["y"], axis=1)]
    return model(nodes, {"x": [1, 4, 4, 4]}, ["y"], {"w": 9 * weights(6, 4, 1, 1)})


def averages_model() -> onnx.ModelProto:
    """Averages of windows and of an image, and a product with that, of 16 channels."""
    nodes = [
        node("Conv", ["x", "w"], ["a"]),
        node("Conv", ["a", "d"], ["b"], strides=[2, 2], pads=[1, 1, 1, 1], group=16),
        node("AveragePool", ["b"], ["c"], kernel_shape=[3, 3], strides=[1, 1], pads=[1, 1, 1, 1]),
        node("GlobalAveragePool", ["c"], ["g"]),
        node("Mul", ["c", "g"], ["m"]),
        node("AveragePool", ["m"], ["y"], kernel_shape=[2, 2], strides=[2, 2]),
    ]
    return model(nodes, {"x": [1, 8, 8, 8]}, ["y"], {"w": weights(16, 8, 1, 1), "d": weights(16, 1, 3, 3)})


def channels_model() -> onnx.ModelProto:
    """Bilinear sampling of 16 channels, and a sum with one channel."""
    nodes = [
        node("Conv", ["x", "w"], ["a"]),
        node("Resize", ["a", "", "s"], ["b"], mode="linear"),
        node("Conv", ["b", "v"], ["r"]),
        node("Add", ["b", "r"], ["y"]),
    ]
    held = {"w": weights(16, 3, 1, 1), "v": weights(1, 16, 1, 1), "s": np.array([1, 1, 2, 2], np.float32)}
    return model(nodes, {"x": [1, 3, 4, 3]}, ["y"], held)


def columns_model() -> onnx.ModelProto:
    """Windows of 3x3 with rows of seven positions: the last four overlap those before them."""
    nodes = [node("Conv", ["x", "w"], ["y"], pads=[1, 1, 1, 1])]
    return model(nodes, {"x": [1, 16, 2, 7]}, ["y"], {"w": weights(6, 16, 3, 3)})


def ports_model() -> onnx.ModelProto:
    """Three inputs and three outputs: more than registers hold of a call's arguments."""
    nodes = [node("Conv", [f"x{i}", "w"], [f"y{i}"]) for i in range(3)]
    return model(
        nodes, {f"x{i}": [1, 4, 2, 2] for i in range(3)}, [f"y{i}" for i in range(3)], {"w": weights(6, 4, 1, 1)}
    )


def turned_model() -> onnx.ModelProto:
    """A matrix whose rows become columns."""
    nodes = [node("Transpose", ["x"], ["t"], perm=[0, 2, 1]), node("Relu", ["t"], ["y"])]
    return model(nodes, {"x": [1, 12, 20]}, ["y"], {})


@dataclass(frozen=True)
class Mutant:
    """A change to files of a folder (a pattern), and an operator that must not be proven any more."""

    file: str
    old: str
    new: str
    operator: str = ""


@dataclass(frozen=True)
class Net:
    """A model, the options it is converted with, forms that must be among those proven, and changes."""

    build: Callable[[], onnx.ModelProto]
    options: tuple[str, ...]
    forms: tuple[str, ...]
    mutants: tuple[Mutant, ...] = ()


HELIUM = ("-t", "cortex-m55")
FAST_HELIUM = (*HELIUM, "--optimize", "speed")
NETS = {
    "parts": Net(joined_model, (), ("largest value", "requantization"), (
        Mutant("m.c", r"(_weights, M_AT\(\w+ \+ )8\)", r"\g<1>7)", "Conv"),
        Mutant("m.c", r"(_weights, M_AT\(\w+ \+ )512\)", r"\g<1>511)"),
        Mutant("edgec_code_armv7em", r"ssub8 %0, %1", "usub8 %0, %1", "MaxPool"),
    )),
    "rows": Net(rows_model, ("--optimize", "ram"), ("elementwise",), (
        Mutant("m.c", r"(edgec_rows_move\([^,]*, \w+\(ROWS_\d+) \+ (\d+)\)", r"\1 + \2 + 1)"),
        Mutant("edgec_gemm", r"asr %\[shift_b\]", "asr #5"),
    )),
    "int16 sums": Net(sums_model, ("--quantize", "int16x8"), ("elementwise",), (
        Mutant("edgec_elementwise_s16", r"\(p->shift - 33u\)", "(p->shift - 34u)", "Binary"),
        Mutant("edgec_elementwise_s16", r"\(int32_t\)under >> 16", "(int32_t)(under >> 16)", "Binary"),
        Mutant("edgec_elementwise_s16", r"\(p->shift - 17u\)", "(p->shift - 18u)", "Binary"),
    )),
    "int16 sums by RISC-V": Net(sums_model, ("--quantize", "int16x8", "-t", "rv32imc"), ("elementwise",), (
        Mutant("m.c", r"\.m_b = (-?\d+),", r".m_b = \1 + 1,", "Binary"),
    )),
    "int16 sums in C": Net(sums_model, ("--quantize", "int16x8", "-t", "host"), ("elementwise",), (
        Mutant("edgec_elementwise_s16", r"\(p->shift - 1u\)", "(p->shift - 2u)", "Binary"),
        Mutant("m.c", r"\.m_b = (-?\d+),", r".m_b = \1 + 1,", "Binary"),
    )),
    "matrices": Net(attention_model, (), ("product of matrices", "softmax"), (
        Mutant("edgec_matmul_s8", r"smlad r7, r2, r11, r7", "smlad r7, r2, r10, r7", "MatMul"),
        Mutant("m.c", r"\.b_zero = (-?\d+),", r".b_zero = \1 + 1,", "MatMul"),
    )),
    "matrices by RISC-V": Net(attention_model, ("-t", "rv32imc"), ("product of matrices", "softmax"), (
        Mutant("m.c", r"\.b_zero = (-?\d+),", r".b_zero = \1 + 1,", "MatMul"),
        Mutant("edgec_rv32_code_scalar", r"mulh ", "mulhu ", "Dense"),
    )),
    "matrices by Helium": Net(attention_model, HELIUM, ("product of matrices", "softmax"), (
        Mutant("edgec_matmul_s8_code_mve", r"vrshl\.s32", "vshl.s32", "MatMul"),
        Mutant("edgec_matmul_s8_mve", r"-p->a_zero \* edgec", "-(p->a_zero + 1) * edgec", "MatMul"),
    )),
    "matrices of int16": Net(attention_model, ("--quantize", "int16x8"), ("product of matrices",), (
        Mutant("edgec_matmul_s16", r"p->shift - 33u\);", "p->shift - 34u);", "MatMul"),
        Mutant("edgec_softmax_s16", r"\+ 1u\) >> 1", ") >> 1", "Softmax"),
    )),
    "resampling": Net(thirds_model, (), ("resampling", "values moved"), (
        Mutant("m_weights.c", r"\b357903019\b", "357906091", "Resample"),
        Mutant("edgec_resample_s8", r"(sums\[2\] = edgec_smlad\()edgec_highs", r"\1edgec_lows", "Resample"),
    )),
    "resampling by RISC-V": Net(resized_model, ("-t", "rv32imc"), ("resampling", "values moved")),
    "scales joined": Net(scales_model, (), ("elementwise",), (
        Mutant("m.c", r"\.m = (\d+),", r".m = \1 + 60000,", "Concat"),
        Mutant("m.c", r"\.y_offset = 0,", ".y_offset = 1,", "Concat"),
        Mutant("m.c", r"M_AT\((\w+) \+ 4\)", r"M_AT(\1 + 3)"),
    )),
    "inputs and outputs": Net(ports_model, (), ("requantization",)),
    "scales joined by Helium": Net(scales_model, HELIUM, ("elementwise",), (
        Mutant("m.c", r"\.y_offset = 0,", ".y_offset = 1,", "Concat"),
    )),
    "turned by Helium": Net(turned_model, HELIUM, ("values moved",), (
        Mutant("edgec_transpose_mve", r"from \+= p->x_line", "from += p->x_line + 1", "Transpose"),
    )),
    "averages by Helium": Net(averages_model, FAST_HELIUM, ("mean, halves to even", "elementwise"), (
        Mutant("edgec_narrow_s8_code_mve", r"vadd\.i32 q4, q4, q5", "vadd.i32 q4, q4, q6", "Conv"),
        Mutant("edgec_dw_pairs_code_mve", r"vmov q3, q6", "vmov q3, q5", "Conv"),
        Mutant("edgec_pool_s8_code_mve", r"vshllt\.s16 q1, q2, #8", "vshllb.s16 q1, q2, #8", "AvgPool"),
        Mutant("edgec_pool_s8_code_mve", r"vmovlt\.s16 q2, q2", "vmovlb.s16 q2, q2", "Reduce"),
        Mutant("edgec_average_s8_mve", r"job->columns \* job->step", "job->step", "AvgPool"),
        Mutant("edgec_broadcast_s8_mve", r"sa\[4\] - passed", "sa[4] + 1 - passed", "Binary"),
    )),
    "channels by Helium": Net(channels_model, FAST_HELIUM, ("resampling", "elementwise"), (
        Mutant("edgec_resample_s8_code_mve", r"\[r4, #8\]", "[r4, #4]", "Resample"),
        Mutant("edgec_elements_code_mve", r"mla r9, lr, r4, r5", "mla r9, lr, r5, r5", "Binary"),
    )),
    "columns by Helium": Net(columns_model, FAST_HELIUM, ("requantization",), (
        Mutant("edgec_columns_s8_code_mve", r"asr r8, r8, #8", "asr r8, r8, #7", "Conv"),
        Mutant("edgec_columns_s8_mve", r"\* g->in_c;", "* g->in_c + 1;", "Conv"),
    )),
    "columns of int16 by Helium": Net(columns_model, (*FAST_HELIUM, "--quantize", "int16x8"), ("requantization",)),
    "int4": Net(rows_model, ("--quantize", "int4"), ("requantization",), (
        Mutant("edgec_gemm", r"asr #1\\n", r"asr #2\\n", "Conv"),
    )),
}  # fmt: skip
Made = Callable[[str], Path]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The folder of a net, converted once."""
    from edgec.cli import run

    @cache
    def get(name: str) -> Path:
        net, folder = NETS[name], tmp_path_factory.mktemp("net")
        proto = net.build()
        shapes = {i.name: [d.dim_value for d in i.type.tensor_type.shape.dim] for i in proto.graph.input}
        samples, out = folder / "x.npz", folder / "out"
        held = {n: np.random.default_rng(0).standard_normal((16, *d[1:])).astype(np.float32) for n, d in shapes.items()}
        np.savez(samples, **held)
        target = () if "-t" in net.options else ("-t", "cortex-m4")
        words = ["convert", save(proto, folder), *target, *net.options, "--calibration", samples, "-o", out]
        assert run([str(w) for w in words]) == 0
        return out

    return get


def proven(folder: Path) -> tuple[Proof, ...]:
    return prove_forms(open_checked(folder, allow_edited=True), None, 300.0, lambda _done, _total: None)


@pytest.mark.parametrize("name", list(NETS))
def test_every_layer_is_proven(name: str, made: Made) -> None:
    found = proven(made(name))
    assert [f"{p.where}: {p.detail}" for p in found if not p.proven] == []
    assert set(NETS[name].forms) <= {p.form for p in found}


CHANGES = [(name, i) for name, net in NETS.items() for i in range(len(net.mutants))]


def kind(change: tuple[str, int]) -> tuple[str, str]:
    """Return the net and the operator that is changed."""
    name, number = change
    return name, NETS[name].mutants[number].operator


@pytest.mark.grids
@pytest.mark.parametrize(("name", "number"), sample(CHANGES, kind))
def test_what_is_changed_is_not_proven(name: str, number: int, made: Made, tmp_path: Path) -> None:
    mutant, folder = NETS[name].mutants[number], tmp_path / "edited"
    shutil.copytree(made(name), folder)
    changed = 0
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".c", ".h") and p.name.startswith(mutant.file)):
        text, count = re.subn(mutant.old, mutant.new, path.read_text())
        path.write_text(text)
        changed += count
    assert changed, f"{mutant.file} does not hold {mutant.old}"
    wrong = [p for p in proven(folder) if not p.proven]
    assert any(mutant.operator in p.where for p in wrong), wrong
    assert not any("time" in p.detail for p in wrong)


def test_rows_and_parts_are_used(made: Made) -> None:
    """The nets above hold what they are for."""
    assert "edgec_rows_move(" in (made("rows") / "m.c").read_text()
    for first in (8, 512):  # channels, rows
        assert re.search(rf"_weights, M_AT\(\w+ \+ {first}\)", (made("parts") / "m.c").read_text())


def test_instructions_that_are_not_known(edgec: Callable[..., Any], tmp_path: Path) -> None:
    """Kernels for AArch64: one sentence, and no success; nothing is compiled."""
    samples, out = tmp_path / "x.npz", tmp_path / "out"
    np.savez(samples, x=np.random.default_rng(0).standard_normal((4, 3, 8, 8)).astype(np.float32))
    proto = save(joined_model(), tmp_path)
    assert edgec("convert", proto, "-t", "cortex-a53", "--calibration", samples, "-o", out).code == 0
    ran = edgec("prove", out, "--only", "forms")
    assert ran.code == 5
    assert "instruction set that the proof does not know" in ran.err
