"""Compile the C of a plan for its target and read what it costs."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from edgec.converter.graph.errors import ToolchainMissing
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.work import Progress, silent
from edgec.reports.records import Measured
from edgec.targets.machine.branches import read_branches
from edgec.targets.machine.compile import CALL_GRAPH, NO_SOURCES, KernelSources, compile_model, of_vendor
from edgec.targets.machine.elf import model_footprint
from edgec.targets.machine.stack import worst_stack
from edgec.targets.reader import Target

Files = tuple[tuple[str, bytes], ...]
"""(path inside the folder, content), sorted by path."""

LONG = 1 << 18  # bytes of C constants that a compiler reads in a twentieth of a second
_VALUES = re.compile(rb"\] = \{\n[^;]*\};")


@dataclass(frozen=True)
class Measurement:
    """Measurement of compiled files; ``missing`` is the sentence about the compiler where there is none."""

    measured: Measured | None
    missing: str = ""


def write_files(folder: Path, files: Sequence[tuple[str, bytes]]) -> None:
    """Write files into a folder that exists."""
    for path, content in files:
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(content)


def sized(text: bytes) -> bytes:
    """C constants to measure: long ones as zeros of the same sizes, because a compiler reads values slowly."""
    return _VALUES.sub(b"] = {0};", text) if len(text) > LONG else text


def measure(
    prefix: str, files: Files, target: Target, libraries: KernelSources = NO_SOURCES, progress: Progress = silent
) -> Measurement:
    """Compile and link the files of a model in a temporary folder.

    Args:
        prefix: the C prefix.
        files: what code generation made.
        target: what to compile for.
        libraries: kernels from outside of the files.
        progress: called after every file that is compiled.

    Raises:
        EdgecError: the code does not compile or link (a bug).
    """
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        folder, build = Path(temp) / "source", Path(temp) / "build"
        folder.mkdir()
        build.mkdir()
        write_files(folder, [(path, sized(text) if path == f"{prefix}_weights.c" else text) for path, text in files])
        try:
            return Measurement(_measured(prefix, folder, build, target, libraries, progress))
        except ToolchainMissing as error:
            return Measurement(None, str(error))


def _measured(
    prefix: str, folder: Path, build: Path, target: Target, libraries: KernelSources, progress: Progress
) -> Measured:
    model = compile_model(folder, prefix, target, build, extra_flags=CALL_GRAPH, libraries=libraries, progress=progress)
    with of_vendor(bool(libraries.sources)):
        footprint = model_footprint(model, target, build)
    branches = read_branches(model.objects)
    stack = worst_stack(model.call_graphs, f"{prefix}_run", target, footprint.library_calls, branches)
    sizes = footprint.sizes
    return Measured(
        code=sizes.code,
        tables=sizes.tables,
        weights=sizes.weights,
        data=sizes.data,
        stack=stack.bytes,
        stack_note=stack.reason,
        library_calls=footprint.library_calls,
    )
