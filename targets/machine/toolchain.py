"""Compilers and QEMU: where they are, what to install when they are not, and how they are run."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from edgec.converter.graph.errors import EdgecError, ToolchainMissing, ToolFailed, printable
from edgec.targets.reader import Target

COMPILE_TIMEOUT_S = 600.0
CALL_GRAPHS_SINCE = 10  # release of GCC
_DIAGNOSTIC = re.compile(r"(\berror\b|undefined reference|multiple definition|cannot |overflowed by|will not fit)")


def find_compiler(target: Target, compiler: str | None = None) -> str:
    """Path of the target's compiler (or of ``compiler``, to prefer another one).

    Raises:
        ToolchainMissing: none is on PATH, or its C library is absent; says which packages to install.
    """
    wanted = (compiler,) if compiler else target.toolchain.compilers
    for name in wanted:
        path = shutil.which(name)
        if path is None:
            continue
        for file in target.toolchain.required_files:
            if not _has_file(path, target.toolchain.flags, file):
                raise ToolchainMissing(
                    f"compiler '{name}' for target '{target.name}' lacks '{file}' of its C library; {_install(target)}"
                )
        return path
    if compiler:
        name = printable(compiler)
        raise ToolchainMissing(f"compiler '{name}' is not on PATH; on Debian: apt-get install {name}")
    raise ToolchainMissing(
        f"no compiler for target '{target.name}' is on PATH (looked for {', '.join(wanted)}); {_install(target)}"
    )


def find_qemu(target: Target) -> str:
    """Path of the emulator that runs the target.

    Raises:
        ToolchainMissing: it is not on PATH; says which package to install.
    """
    assert target.qemu is not None, f"target {target.name} runs natively"
    path = shutil.which(target.qemu.command)
    if path is None:
        raise ToolchainMissing(
            f"'{target.qemu.command}', which runs target '{target.name}', is not on PATH; "
            f"on Debian: apt-get install {target.qemu.debian} (macOS: brew install {target.qemu.brew})"
        )
    return path


def available(target: Target) -> bool:
    """Return whether generated code can be compiled and run for the target on this computer."""
    try:
        find_compiler(target)
        if target.qemu is not None:
            find_qemu(target)
    except ToolchainMissing:
        return False
    return True


@functools.cache
def is_gcc(compiler: str) -> bool:
    """Return whether the compiler is GCC (call graph files are a GCC feature; macOS calls clang "gcc")."""
    done = run_tool([compiler, "--version"], Path.cwd(), f"'{compiler}'", 60.0)
    return "Free Software Foundation" in done.stdout


@functools.cache
def writes_call_graphs(compiler: str) -> bool:
    """Return whether the compiler is a GCC that writes call graph files (since release 10)."""
    if not is_gcc(compiler):
        return False
    done = run_tool([compiler, "-dumpversion"], Path.cwd(), f"'{compiler}'", 60.0)
    major = done.stdout.strip().partition(".")[0]
    return not major.isdecimal() or int(major) >= CALL_GRAPHS_SINCE


def run_tool(
    command: Sequence[str], cwd: Path, what: str, timeout: float = COMPILE_TIMEOUT_S
) -> subprocess.CompletedProcess[str]:
    """Run a program in ``cwd`` and capture its text; its exit code is the caller's business.

    Raises:
        ToolFailed: it cannot be started.
        EdgecError: it is still running after ``timeout`` seconds.
    """
    try:
        return subprocess.run(
            list(command), cwd=cwd, capture_output=True, text=True, errors="replace", timeout=timeout, check=False,
            stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise EdgecError(f"{what} did not end within {timeout:g} s and was stopped; it may loop for ever") from error
    except OSError as error:
        raise ToolFailed(f"{what} cannot be started: {printable(str(error))}; install the program again") from error


def first_diagnostic(text: str) -> str:
    """The first line of a tool's output that tells what is wrong, printable and short."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in lines:
        if _DIAGNOSTIC.search(line):
            return printable(line, 300)
    return printable(lines[0], 300) if lines else "no message"


def _install(target: Target) -> str:
    tools = target.toolchain
    return f"on Debian: apt-get install {tools.debian} (macOS: brew install {tools.brew})"


@functools.cache
def _has_file(compiler: str, flags: tuple[str, ...], file: str) -> bool:
    done = run_tool([compiler, *flags, f"-print-file-name={file}"], Path.cwd(), f"'{compiler}'", 60.0)
    return Path(done.stdout.strip()).is_absolute()
