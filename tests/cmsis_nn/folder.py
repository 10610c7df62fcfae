"""A folder that stands in for CMSIS-NN's: its functions, tap by tap, where edgec expects the library's sources."""

from __future__ import annotations

import shutil
from pathlib import Path

from edgec.codegen.kernels.cmsis_nn import SOURCES

HERE = Path(__file__).parent / "standin"


def write_standin(folder: Path, helium: bool = False, old: str = "", new: str = "") -> Path:
    """Write it; ``old`` in its text is replaced by ``new``, to see a test fail."""
    text = (HERE / "standin.c").read_text(encoding="ascii")
    assert old in text
    shutil.copytree(HERE / "Include", folder / "Include")
    for source in SOURCES:
        (folder / source).parent.mkdir(parents=True, exist_ok=True)
        (folder / source).write_text("typedef int standin_nothing;\n", encoding="ascii")
    head = "#define STANDIN_FOLDED\n" if helium else ""
    (folder / SOURCES[0]).write_text(head + text.replace(old, new), encoding="ascii")
    return folder
