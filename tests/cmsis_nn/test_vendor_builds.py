"""Folders that call CMSIS-NN, built or linked otherwise than planned: refused, or the same bytes (with stand-ins)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen.kernels.cmsis_nn import SOURCES
from edgec.codegen.kernels.cmsis_nn.self_test import Probes
from edgec.converter.graph.ir import Graph
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.codegen_models import int8_graph
from tests.builders.row_models import Net, bottleneck
from tests.builders.wrong_builds import BUILDS, EQUAL, Folder, Wrong, generated, outcome
from tests.cmsis_nn.folder import write_standin

pytestmark = pytest.mark.skipif(not available(load_target("cortex-m55")), reason="no Arm compiler or QEMU")
HELIUM = {"cortex-m4": False, "cortex-m55": True}
RIGHT = Wrong("as the target's")
MORE = {one.name: one for target in HELIUM for one in BUILDS[target]}


def folder_of(graph: Graph, target: str, library: Path, path: Path, patch: pytest.MonkeyPatch) -> Folder:
    """A graph that calls the library in a folder, with random inputs."""
    patch.setenv("CMSIS_NN_DIR", str(library))
    shape = graph.tensors[graph.inputs[0]].shape
    x = np.random.default_rng(5).integers(-128, 128, (2, *shape)).astype(np.int8)
    folder = generated(graph, target, "cmsis-nn", [x], path)
    whole = replace(folder.model.libraries, sources=(library / SOURCES[0],))  # the other files are empty
    return replace(folder, model=replace(folder.model, libraries=whole))


def depthwise() -> Graph:
    """One depthwise convolution."""
    n = Net(True, 4, (8, 7, 6))
    return n.done(n.conv(n.x, 0, depthwise=True))


GRAPHS: dict[str, Callable[[], Graph]] = {
    "dense_s8": int8_graph,
    "conv2d_s8": lambda: bottleneck(True),
    "scratch": depthwise,
}


@pytest.mark.parametrize("target", HELIUM)
@pytest.mark.parametrize("asked", GRAPHS)
def test_init_refuses_a_library_of_the_other_variant(
    asked: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    helium = HELIUM[target]
    right, other = (write_standin(tmp_path / str(kind), kind) for kind in (helium, not helium))
    folder = folder_of(GRAPHS[asked](), target, right, tmp_path / "net", monkeypatch)
    text = (folder.path / "net.c").read_text(encoding="ascii")
    assert f"edgec_check_{asked}_cmsis_nn({int(helium)}) != 0u" in text
    assert outcome(folder, RIGHT)[0] == EQUAL
    assert outcome(folder_of(GRAPHS[asked](), target, other, tmp_path / "b", monkeypatch), RIGHT)[0] == "init"


@pytest.mark.parametrize(
    ("asked", "old", "new"),
    [
        ("dense_s8", "+ (INT64_C(1) << 30)", "+ 0"),
        ("dense_s8", "high = (int32_t)(product >> 31)", "high = (int32_t)(product >> 31) + 1"),
        ("conv2d_s8", "+ (INT64_C(1) << 30)", "+ 0"),
        ("conv2d_s8", "const int32_t unit = 4;", "const int32_t unit = 32;"),
    ],
)
def test_init_refuses_a_library_that_rounds_or_takes_otherwise(
    asked: str, old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = write_standin(tmp_path / "arm", old=old, new=new)
    folder = folder_of(GRAPHS[asked](), "cortex-m4", library, tmp_path / "net", monkeypatch)
    assert outcome(folder, RIGHT)[0] == "init"


def test_run_tells_that_a_function_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = "    const int32_t groups = in->c / f->c;\n"
    library = write_standin(tmp_path / "arm", old=old, new=f"{old}    if (in->h > 1) return ARM_CMSIS_NN_ARG_ERROR;\n")
    folder = folder_of(bottleneck(True), "cortex-m4", library, tmp_path / "net", monkeypatch)
    assert outcome(folder, RIGHT)[0] == "run"
    text = (folder.path / "net.c").read_text(encoding="ascii")
    assert text.count("failed |= ") >= text.count("return NET_ERROR_KERNEL;") > 2


@pytest.mark.parametrize(
    ("target", "build", "named"),
    [
        (
            "cortex-m55",
            "-mfloat-abi=soft",
            "-mfloat-abi=hard or softfp, as soft turns Helium off (Zephyr: CONFIG_FPU=y)",
        ),
        ("cortex-m55", "-mcpu=cortex-m55+nomve", "without +nomve"),
        ("cortex-m55", "-mcpu=cortex-m4", "made for cortex-m55, calls CMSIS-NN as it is with Helium"),
        ("cortex-m4", "-mcpu=cortex-m55", "made for cortex-m4, calls CMSIS-NN as it is without Helium"),
        ("cortex-m4", "-mbig-endian", "without -mbig-endian"),
    ],
)
def test_the_compiler_names_the_option(
    target: str, build: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = write_standin(tmp_path / "arm", HELIUM[target])
    folder = folder_of(int8_graph(), target, library, tmp_path / "net", monkeypatch)
    wrong = next(one for one in BUILDS[target] if one.name == build)
    assert outcome(folder, wrong)[0] == "#error"
    text = (folder.path / "net.c").read_text(encoding="ascii")
    assert named in text


@pytest.mark.parametrize("target", HELIUM)
@pytest.mark.parametrize("build", ["-O0", "-flto", "-ffast-math", "-funsigned-char", "-fno-short-enums"])
def test_other_options_change_nothing(build: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = write_standin(tmp_path / "arm", HELIUM[target])
    folder = folder_of(int8_graph(), target, library, tmp_path / "net", monkeypatch)
    assert outcome(folder, MORE[build])[0] == EQUAL


def test_what_init_computes_tells_roundings_apart() -> None:
    """The sums of the C lie so near to halves that rounding down, or away from zero, shows."""
    text = (Path(__file__).parents[2] / "runtime_c" / "cmsis_nn" / "edgec_check_cmsis_nn.h").read_text(encoding="ascii")

    def numbers(name: str) -> np.ndarray:
        return np.array([int(n) for n in text.split(f"{name}[", 1)[1].split("{")[1].split("}")[0].split(",")], np.int32)

    sums, factors = numbers("edgec_check_sums"), numbers("edgec_check_multipliers")
    probes = Probes(sums[:5], factors, np.zeros(5, np.int32))
    exact = sums[:5].astype(np.int64) * factors / 2**31
    assert np.array_equal(probes.once, probes.twice) and (np.abs(probes.once) < 128).all()
    assert not np.array_equal(probes.once, np.floor(exact)) and not np.array_equal(probes.once, np.ceil(exact))
    others = replace(probes, sums=sums[1:6])
    assert not (others.once == probes.once).any()
