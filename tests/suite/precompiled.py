"""GCC's ``arm_neon.h`` is read precompiled where tests compile NEON kernels.

Its 30,000 lines for AArch64 take twice as long as a layer that includes it, its 18,000 for Armv7-A as long, and a run
compiles thousands of layers.  What the compiler writes is the same: GCC takes a precompiled header only where its
options are those of the file, and reads the header itself otherwise.  The headers of other instruction sets are short.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Lock

Run = Callable[..., "subprocess.CompletedProcess[str]"]
HEADER = "neon.h"
COMPILERS = ("aarch64-linux-gnu-gcc", "arm-linux-gnueabihf-gcc")
OF_A_FILE = ("-I", "-D", "-isystem", "-MD", "-MF", "-W", "-fcallgraph-info")
"""Options that say nothing of how a header is compiled."""


class Precompiled:
    """A folder of precompiled headers, one for each set of options, which several processes may use at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._making = Lock()  # files are compiled two at a time

    def running(self, run: Run) -> Run:
        """``run_tool`` that hands compilers of NEON kernels the header."""

        def with_header(command: Sequence[str], cwd: Path, what: str, *more: float) -> subprocess.CompletedProcess[str]:
            if "-c" in command and Path(command[0]).name in COMPILERS and _is_neon(command, Path(cwd)):
                header = self._header([command[0], *_options(command)], run)
                command = [command[0], *(["-include", str(header)] if header else []), *command[1:]]
            return run(command, cwd, what, *more)

        return with_header

    def _header(self, compiler: Sequence[str], run: Run) -> Path | None:
        """The header, beside which GCC finds the precompiled one; None with options that do not compile it."""
        said = json.dumps([*compiler, *compiler_file(compiler[0])])
        header = self.folder / hashlib.sha256(said.encode()).hexdigest()[:16] / HEADER
        with self._making:
            if not header.with_suffix(".h.gch").exists():
                _precompile(header, compiler, run)
            return header if header.is_file() else None


def _precompile(header: Path, compiler: Sequence[str], run: Run) -> None:
    header.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=header.parent) as temp:
        own = Path(temp) / HEADER
        own.write_text("#include <arm_neon.h>\n", encoding="ascii")
        made = own.with_suffix(".h.gch")
        done = run([*compiler, "-x", "c-header", HEADER, "-o", str(made)], own.parent, "precompiling")
        if done.returncode == 0:
            own.replace(header)  # no process sees half of a file
            made.replace(header.with_suffix(".h.gch"))


def _is_neon(command: Sequence[str], cwd: Path) -> bool:
    source = cwd / command[command.index("-c") + 1]
    return source.suffix == ".c" and b"_neon" in source.read_bytes()


def _options(command: Sequence[str]) -> list[str]:
    """The options by which a header has to be compiled as well."""
    words = iter(command[1:])
    found = []
    for word in words:
        if word in ("-c", "-o", "-MF", "-isystem", "-I"):
            next(words)
        elif word.startswith("-") and not word.startswith(OF_A_FILE):
            found.append(word)
    return found


@cache
def compiler_file(name: str) -> tuple[str, int, int]:
    """A compiler is another one when its file is."""
    file = Path(shutil.which(name) or name).resolve()
    about = file.stat()
    return str(file), about.st_size, about.st_mtime_ns
