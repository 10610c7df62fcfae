"""A folder that stands in for CMSIS-NN's: its functions, tap by tap, where edgec expects the library's sources."""

from __future__ import annotations

import shutil
from pathlib import Path

from edgec.codegen.kernels.cmsis_nn import PACKED_SOURCES, SOURCES

HERE = Path(__file__).parent / "standin"
SINGLE = (
    "    const int32_t high = (int32_t)(product >> 31);\n",
    """    const int64_t once = (int64_t)(value * (1 << left)) * multiplier + (INT64_C(1) << (30 + right));
    const int32_t high = (int32_t)(product >> 31);
    if (right >= 0) {
        return (int32_t)(once >> (31 + right));
    }
""",
)
"""Text of the library and what replaces it, to be the build of single rounding."""


MACRO = "CMSIS_NN_USE_SINGLE_ROUNDING"


def single_rounding(library: Path, folder: Path) -> Path:
    """A copy of the library that is always built with single rounding."""
    for part in ("Include", "Source"):
        shutil.copytree(library / part, folder / part)
    header = folder / "Include" / "arm_nnsupportfunctions.h"
    header.write_text(f"#define {MACRO}\n{header.read_text(encoding='utf-8')}", encoding="utf-8")
    return folder


def write_standin(folder: Path, helium: bool = False, old: str = "", new: str = "") -> Path:
    """Write it; ``old`` in its text is replaced by ``new``, to see a test fail."""
    text = (HERE / "standin.c").read_text(encoding="ascii")
    assert old in text
    shutil.copytree(HERE / "Include", folder / "Include")
    for source in (*SOURCES, *PACKED_SOURCES):
        (folder / source).parent.mkdir(parents=True, exist_ok=True)
        (folder / source).write_text("typedef int standin_nothing;\n", encoding="ascii")
    head = "#define STANDIN_FOLDED\n" if helium else ""
    (folder / SOURCES[0]).write_text(head + text.replace(old, new), encoding="ascii")
    return folder
