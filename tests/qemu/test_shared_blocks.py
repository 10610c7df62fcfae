"""Two models in one binary hold the blocks that they share once; one model brings only files that it uses."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import GenerateOptions, generate
from edgec.codegen.choose.choice import Selection
from edgec.converter.graph.ir import DType, Graph, GraphEditor, Node, Quant
from edgec.converter.ops.conv import ConvAttrs
from edgec.targets.machine.compile import model_sources
from edgec.targets.reader import load_target
from tests.builders.codegen_models import float_graph, write
from tests.suite.objects import compiled

GCC = "arm-none-eabi-gcc"
BLOCK = re.compile(r"^[0-9a-f]+ ([0-9a-f]+) [TWw] (edgec_\w+)$", re.MULTILINE)
pytestmark = pytest.mark.skipif(shutil.which(GCC) is None, reason=f"{GCC} is absent")


def conv_graph(channels: int, dtype: DType = DType.I8, bits: DType = DType.I8) -> Graph:
    """A 1x1 convolution and a depthwise 3x3 one."""
    rng = np.random.default_rng(channels)
    e = GraphEditor(name="convs")
    zero = 0 if dtype is DType.I16 else 3
    x = e.tensor("x", (1, 7, 9, channels), dtype, Quant.per_tensor(0.05, zero))
    e.inputs = [x]
    scale, limit = 0.05, 7 if bits is DType.I4 else 127
    for i, (kernel, inputs, groups) in enumerate(((1, channels, 1), (3, 1, channels))):
        data = rng.integers(-limit, limit + 1, (channels, kernel, kernel, inputs)).astype(np.int8)
        scales = np.full(channels, 0.002)
        w = e.const(f"w{i}", data, Quant.per_axis(scales, 0), dtype=bits)
        b = e.const(f"b{i}", np.zeros(channels, np.int32), Quant.per_axis(scale * scales, 0))
        y = e.tensor(f"y{i}", (1, 7, 9, channels), dtype, Quant.per_tensor(0.1, 0))
        pad = kernel // 2
        e.nodes.append(Node("Conv", f"conv{i}", (x, w, b), (y,), ConvAttrs(pads=(pad,) * 4, groups=groups)))
        x, scale = y, 0.1
    e.outputs = [x]
    return e.build()


def folder_of(graph: Graph, path: Path, name: str) -> Path:
    options = GenerateOptions(name, load_target("cortex-m4"), "int8", f"{name}.onnx", "00", "1.0.0")
    return write(generate(graph, options), path / name)


def linked(folders: dict[str, Path], temp: Path) -> list[tuple[int, str]]:
    """Size and name of the blocks in an image of models, which is linked as firmware is."""
    target = load_target("cortex-m4")
    objects = []
    for name, folder in folders.items():
        for i, source in enumerate(model_sources(folder, name)):
            out = temp / f"{name}{i}.o"
            command = [GCC, *target.toolchain.compile_flags, f"-I{folder}", "-c", str(source), "-o", str(out)]
            assert compiled(command, temp).returncode == 0
            objects.append(str(out))
    roots = [f"-Wl,--undefined={name}_run" for name in folders]
    image = str(temp / "image.elf")
    command = [GCC, *target.toolchain.compile_flags, *target.toolchain.link_flags, "-Wl,--entry=0", *roots]
    subprocess.run([*command, *objects, "-lm", "-o", image], check=True)
    nm = subprocess.run(["arm-none-eabi-nm", "-S", image], capture_output=True, text=True, check=True).stdout
    return [(int(size, 16), name) for size, name in BLOCK.findall(nm)]


def code_size(temp: Path) -> int:
    done = subprocess.run(["arm-none-eabi-size", str(temp / "image.elf")], capture_output=True, text=True, check=True)
    return int(done.stdout.splitlines()[1].split()[0])


def test_two_models_hold_shared_blocks_once(tmp_path: Path) -> None:
    folders = {name: folder_of(conv_graph(c), tmp_path, name) for name, c in (("one", 16), ("two", 24))}
    text = {name: (folder / "edgec_kernels" / "edgec_armv7em.c").read_text() for name, folder in folders.items()}
    assert text["one"] == text["two"]
    sizes = {}
    for names in (("one",), ("two",), ("one", "two")):
        temp = tmp_path / "_".join(names)
        temp.mkdir(exist_ok=True)
        blocks = linked({n: folders[n] for n in names}, temp)
        assert Counter(name for _, name in blocks).most_common(1)[0][1] == 1
        sizes[names] = code_size(temp), sum(size for size, _ in blocks)
    shared = sizes["one", "two"][1]
    assert shared == sizes["one",][1] == sizes["two",][1] > 1000
    padding = 2 * len(blocks)  # functions begin at whole words
    assert sizes["one", "two"][0] <= sizes["one",][0] + sizes["two",][0] - shared + padding


def test_a_model_holds_no_block_that_it_does_not_use(tmp_path: Path) -> None:
    folder = folder_of(conv_graph(16), tmp_path, "one")
    names = {name.rpartition("_k")[0] for _, name in linked({"one": folder}, tmp_path)}
    library = (folder / "edgec_kernels" / "edgec_armv7em.c").read_text()
    declared = set()
    for header in re.findall(r'#include "(\w+\.h)"', library):
        text = (folder / "edgec_kernels" / header).read_text()
        declared |= set(re.findall(r"#define (\w+) EDGEC_TAGGED\(", text))
    # the layers have no clamp, and no positions behind whole tiles: the compiler knows it, the text does not
    behind = {"edgec_gemm_one_s8_armv7em", "edgec_gemm_s8_widen", "edgec_gemm_widen"}
    assert declared - names <= {"edgec_clamp_bytes", *behind}


GRAPHS = {
    "int8": (conv_graph(16), ("s4", "s16", "f32", "dense", "wino")),
    "int4": (conv_graph(16, bits=DType.I4), ("s16", "f32", "dense", "gemm_s8", "wino")),
    "int16x8": (conv_graph(16, dtype=DType.I16), ("s4", "gemm_s8", "f32", "dense", "wino")),
    "float32": (float_graph(), ("s4", "s8", "s16", "armv7em")),
}


@pytest.mark.parametrize("scheme", GRAPHS)
def test_no_header_is_shipped_that_is_not_used(scheme: str, tmp_path: Path) -> None:
    """Something that a header defines is named in another file than it; no file is for another type."""
    graph, foreign = GRAPHS[scheme]
    folder = folder_of(graph, tmp_path, "net")
    texts = {p.name: p.read_text() for p in folder.rglob("*.[ch]")}
    headers = {p.name for p in (folder / "edgec_kernels").glob("*.h")}
    for name in headers:
        assert not any(f"_{part}_" in name for part in foreign), name
        code = re.sub(r"/\*.*?\*/", "", texts[name], flags=re.DOTALL)
        defined = {*re.findall(r"\b(edgec_\w+)\(", code), *re.findall(r"^#define (\w+)", code, re.MULTILINE)}
        defined |= set(re.findall(r"^} (\w+);", code, re.MULTILINE))
        others = " ".join(re.sub(r"/\*.*?\*/", "", t, flags=re.DOTALL) for n, t in texts.items() if n != name)
        others = re.sub(r"#(include|ifdef|ifndef|define \w+_H\b).*", "", others)
        assert any(re.search(rf"\b{d}\b", others) for d in defined), f"{name}: nothing of it is used"


def test_models_of_different_levels_do_not_share(tmp_path: Path) -> None:
    target = load_target("cortex-m4")
    made = {}
    for name, level in (("fast", ""), ("small", "Os")):
        options = GenerateOptions(name, target, "int8", "m", "00", "1.0.0", selection=Selection(level=level))
        made[name] = write(generate(conv_graph(16), options), tmp_path / name)
    names = {n: {b for _, b in linked({n: f}, tmp_path)} for n, f in made.items()}
    assert not names["fast"] & names["small"]
    assert {n.removesuffix("_os") for n in names["small"]} == names["fast"]
