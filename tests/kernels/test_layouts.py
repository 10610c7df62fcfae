"""What bindings and kernels both state: numbers of layouts, and names that belong to the compiler."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from edgec.codegen.kernels import blocks
from edgec.codegen.kernels.armv7em import conv, sparse
from edgec.codegen.kernels.neon import conv as neon_conv
from edgec.codegen.kernels.neon import depthwise as neon_depthwise
from edgec.codegen.kernels.neon import matmul as neon_matmul
from edgec.codegen.kernels.neon import products
from edgec.codegen.kernels.neon import table as neon_table
from edgec.codegen.kernels.neon import winograd as neon_winograd
from edgec.codegen.kernels.neon_dot import conv as dot_conv
from edgec.codegen.kernels.neon_dot import matmul as dot_matmul
from edgec.codegen.kernels.neon_f32 import depthwise as neon_f32_depthwise
from edgec.codegen.kernels.neon_f32 import pack as neon_f32_pack
from edgec.codegen.kernels.neon_f32 import products as neon_f32_products
from edgec.codegen.kernels.neon_f32 import winograd as neon_f32_winograd
from edgec.codegen.kernels.neon_i8mm import conv as i8mm_conv
from edgec.codegen.kernels.neon_v7 import depthwise as v7_depthwise
from edgec.codegen.kernels.neon_v7 import winograd as v7_winograd

REPO = Path(__file__).resolve().parents[2]
RUNTIME = REPO / "runtime_c"
LAYOUTS = {  # header: (macro, the bindings' number)
    "armv7em/edgec_gemm_armv7em.h": (("4 * EDGEC_GEMM_UNIT_WORDS", conv.UNIT * conv.COLUMN_BYTES),),
    "armv7em/edgec_sparse_armv7em.h": (("4 * EDGEC_SPARSE_WORDS", sparse.POSITIONS * sparse.COLUMN_BYTES),),
    "plain/edgec_sparse_s8.h": (("EDGEC_SPARSE_BLOCK", blocks.BLOCK),),
}
NEON_LAYOUTS = {
    "neon/edgec_gemm_s8_neon.h": (
        ("EDGEC_GEMM_NEON_CHANNELS", neon_conv.CHANNELS),
        ("EDGEC_GEMM_NEON_UNIT", neon_conv.UNIT),
    ),
    "neon_dot/edgec_gemm_s8_neon_dot.h": (("EDGEC_GEMM_DOT_UNIT", dot_conv.UNIT),),
    "neon_i8mm/edgec_gemm_s8_neon_i8mm.h": (("EDGEC_GEMM_I8MM_UNIT", i8mm_conv.UNIT),),
    "neon/edgec_conv2d_neon.h": (
        ("EDGEC_CONV2D_NEON_SEGMENTS", products.SEGMENTS),
        ("EDGEC_CONV2D_NEON_TAIL", products.TAIL),
        ("EDGEC_ROWS_NEON_TAPS", products.ROWS),
    ),
    "neon/edgec_dwconv2d_neon.h": (("EDGEC_DWCONV2D_NEON_CELLS", neon_depthwise.CELLS),),
    "neon/edgec_dw_neon.h": (("EDGEC_DW_NEON_LANES", neon_depthwise.LANES),),
    "neon/edgec_matmul_s8_neon.h": (("EDGEC_MATMUL_NEON_UNIT", neon_matmul.UNIT),),
    "neon_dot/edgec_matmul_s8_neon_dot.h": (("EDGEC_MATMUL_DOT_UNIT", dot_matmul.UNIT),),
    "neon/edgec_table_s8_neon.h": (("EDGEC_TABLE_NEON_FEW", neon_table.FEW),),
    "neon/edgec_winograd_neon.h": (
        ("EDGEC_WINO_NEON_UNIT", neon_winograd.UNIT),
        ("EDGEC_WINO_NEON_CHANNELS", neon_winograd.CHANNELS),
    ),
    "neon_f32/edgec_job_f32_neon.h": (
        ("EDGEC_BELOW_F32_NEON", neon_f32_pack.BELOW),
        ("EDGEC_ABOVE_F32_NEON", neon_f32_pack.ABOVE),
    ),
    "neon_f32/edgec_dw_f32_neon.h": (("EDGEC_DW_F32_NEON_KNOWN", neon_f32_depthwise.KNOWN),),
    "neon_f32/edgec_conv2d_f32_run_neon.h": (("EDGEC_CONV2D_F32_NEON_SEGMENTS", neon_f32_products.SEGMENTS),),
    "neon_f32/edgec_winograd_f32_neon.h": (("EDGEC_WINO_F32_NEON_TILES", neon_f32_winograd.MOST_TILES),),
}
V7_LAYOUTS = {
    "neon_v7/edgec_gemm_s8_neon_v7.h": (
        ("EDGEC_GEMM_V7_CHANNELS", neon_conv.CHANNELS),
        ("EDGEC_GEMM_V7_UNIT", neon_conv.UNIT),
    ),
    "neon_v7/edgec_dw_neon_v7.h": (("EDGEC_DW_V7_LANES", v7_depthwise.LANES),),
    "neon_v7/edgec_winograd_s8_neon_v7.h": (("EDGEC_WINO_V7_SUMS", v7_winograd.SUMS),),
}
COMPILERS = {  # names with two underscores that compilers define
    "__ARM_FEATURE_DOTPROD", "__ARM_FEATURE_DSP", "__ARM_FEATURE_FMA", "__ARM_FEATURE_MATMUL_INT8", "__ARM_FEATURE_MVE",
    "__ARM_FEATURE_UNALIGNED", "__ARM_FP", "__ARM_NEON", "__ELF__", "__GNUC__", "__ICCARM__", "__MACH__",
    "__OPTIMIZE_SIZE__", "__OPTIMIZE__", "__SANITIZE_ADDRESS__", "__STDC_VERSION__", "__aarch64__", "__arm__",
    "__asm__", "__attribute__", "__builtin_assume_aligned", "__clang__", "__cplusplus", "__global_pointer",
    "__inline__", "__linux__", "__restrict", "__riscv", "__thumb2__", "__thumb__",
}  # fmt: skip


@pytest.mark.parametrize("header", [*LAYOUTS, *NEON_LAYOUTS, *V7_LAYOUTS])
def test_bindings_and_kernels_agree(header: str, tmp_path: Path) -> None:
    compiler = "aarch64-linux-gnu-gcc -march=armv8.2-a+dotprod+i8mm" if header in NEON_LAYOUTS else "gcc"
    compiler = "arm-linux-gnueabihf-gcc -mcpu=cortex-a7 -mfpu=neon" if header in V7_LAYOUTS else compiler
    if shutil.which(compiler.split()[0]) is None:
        pytest.skip(f"{compiler.split()[0]} is absent")
    layouts = {**LAYOUTS, **NEON_LAYOUTS, **V7_LAYOUTS}[header]
    claims = "".join(
        f"EDGEC_STATIC_ASSERT(({macro}) == {value}, claim_{i});\n" for i, (macro, value) in enumerate(layouts)
    )
    (tmp_path / "claims.c").write_text(f'#include "{Path(header).name}"\n{claims}', encoding="utf-8")
    folders = [f"-I{folder}" for folder in RUNTIME.iterdir() if folder.is_dir()]
    command = [*compiler.split(), "-std=c99", *folders, "-fsyntax-only", "claims.c"]
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
