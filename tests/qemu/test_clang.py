"""Generated code compiled by clang for a Cortex-M4: the bytes and about the instructions of GCC's."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks.clang import LIMIT, compare, cross_compiler, installed
from edgec import ConvertOptions, convert
from edgec.folder.read import OutputFolder, open_folder
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

M4 = load_target("cortex-m4")
pytestmark = [
    pytest.mark.skipif(not available(M4), reason="no cross compiler or no QEMU"),
    pytest.mark.skipif(not installed(), reason="no clang"),
]
CLANG = (installed() or ["clang"])[0]


@pytest.fixture(scope="module")
def net(digits: Path, tmp_path_factory: pytest.TempPathFactory) -> OutputFolder:
    options = ConvertOptions(target="cortex-m4", calibration=str(digits / "calibration.npz"))
    return open_folder(convert(digits / "digits.onnx", options, tmp_path_factory.mktemp("clang") / "net").folder)


def test_instructions_and_bytes(net: OutputFolder) -> None:
    found = compare(net, CLANG, samples=2)
    assert found.equal and found.ratio <= LIMIT, found


def test_blocks_are_assembly_and_keep_the_frame_pointer(net: OutputFolder, tmp_path: Path) -> None:
    """A block changes r7, where that is the frame pointer, only between saving it and giving it back."""
    flags = [f for f in M4.toolchain.flags if not f.startswith("-O")]
    compiler, out = cross_compiler(CLANG, tmp_path), tmp_path / "blocks.s"
    for level in ("-O1", "-O3", "-Os"):
        command = [compiler, *flags, level, "-fno-omit-frame-pointer", "-Werror", "-c", "-S", "-o", out]
        subprocess.run([*command, net.path / "edgec_kernels" / "edgec_armv7em.c"], check=True)
        blocks = [block.split("@NO_APP")[0] for block in out.read_text(encoding="utf-8").split("@APP")[1:]]
        changing = [b.strip() for b in blocks if "r7" in b]
        assert len(changing) > 3
        assert all(b.startswith("push\t{r0, r1, r2, r3, r4, r7}") for b in changing)
        assert all(b.endswith("pop\t{r0, r1, r2, r3, r4, r7}") for b in changing)
