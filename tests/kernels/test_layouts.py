"""Tests of what bindings and kernels both state: numbers of layouts, and names that belong to the compiler."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from edgec.codegen.kernels.armv7em import conv, sparse

REPO = Path(__file__).resolve().parents[2]
RUNTIME = REPO / "runtime_c"
LAYOUTS = {  # header: (macro, the bindings' number)
    "armv7em/edgec_gemm_armv7em.h": (
        ("4 * EDGEC_GEMM_UNIT_WORDS", conv.UNIT * conv.COLUMN_BYTES),
        ("EDGEC_GEMM_ROUND", conv.ROUND),
    ),
    "armv7em/edgec_sparse_armv7em.h": (("4 * EDGEC_SPARSE_WORDS", sparse.POSITIONS * sparse.COLUMN_BYTES),),
}
COMPILERS = {  # names with two underscores that compilers define
    "__ARM_ARCH", "__ARM_ARCH_7EM__", "__ARM_ARCH_8M_BASE__", "__ARM_ARCH_ISA_THUMB", "__ARM_ARCH_PROFILE",
    "__ARM_FEATURE_DOTPROD", "__ARM_FEATURE_DSP", "__ARM_FEATURE_FMA",
    "__ARM_FEATURE_MATMUL_INT8", "__ARM_FEATURE_MVE",
    "__ARM_FEATURE_UNALIGNED", "__ARM_FP", "__ARM_NEON", "__ELF__", "__GNUC__", "__ICCARM__", "__MACH__",
    "__OPTIMIZE_SIZE__", "__OPTIMIZE__", "__SANITIZE_ADDRESS__", "__STDC_VERSION__", "__aarch64__", "__arm__",
    "__asm__", "__attribute__", "__builtin_assume_aligned", "__builtin_clz", "__clang__", "__cplusplus",
    "__global_pointer", "__inline__", "__linux__", "__restrict", "__riscv", "__riscv_32e", "__riscv_mul",
    "__riscv_xlen", "__thumb2__", "__thumb__", "__AVR__", "__AVR_HAVE_ELPM__",
    "__do_clear_bss", "__do_copy_data", "__umulhisi3", "__usmulhisi3", "__usmulhisi3_tail",  # libgcc's on AVR
}  # fmt: skip


@pytest.mark.parametrize("header", LAYOUTS)
def test_bindings_and_kernels_agree(header: str, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is absent")
    claims = "".join(
        f"EDGEC_STATIC_ASSERT(({macro}) == {value}, claim_{i});\n" for i, (macro, value) in enumerate(LAYOUTS[header])
    )
    (tmp_path / "claims.c").write_text(f'#include "{Path(header).name}"\n{claims}', encoding="utf-8")
    folders = [f"-I{folder}" for folder in RUNTIME.iterdir() if folder.is_dir()]
    command = ["gcc", "-std=c99", *folders, "-fsyntax-only", "claims.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("folder", ["runtime_c", "targets", "codegen/emit/templates"])
def test_no_name_is_reserved_in_cplusplus(folder: str) -> None:
    """Two underscores in a row belong to the compiler."""
    for path in sorted((REPO / folder).rglob("*")):
        if path.suffix in (".c", ".h", ".j2"):
            text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            found = set(re.findall(r"\b\w*__\w*", text)) - COMPILERS
            assert not found, f"{path.relative_to(REPO)}: {sorted(found)}"
