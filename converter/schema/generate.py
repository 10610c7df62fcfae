"""Regenerate the Python code of the ``.edge`` schema: ``python -m edgec.converter.schema.generate [--check]``.

Needs ``flatc`` (Debian package ``flatbuffers-compiler``).  The result is checked in: run this after editing the schema.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from edgec.converter.graph.errors import EdgecError, ToolchainMissing, UsageError

HERE = Path(__file__).resolve().parent
SCHEMA = HERE / "graph.fbs"
GENERATED = HERE / "_generated"
_NAMESPACE = Path("edgec", "converter", "schema", "_generated")


def flatc_version() -> str | None:
    """The line ``flatc --version`` prints, None when there is no flatc."""
    flatc = shutil.which("flatc")
    if flatc is None:
        return None
    return subprocess.run([flatc, "--version"], check=True, capture_output=True, text=True).stdout.strip()


def generate() -> dict[str, str]:
    """The generated modules: file name -> text.

    Raises:
        ToolchainMissing: flatc is absent.
        UsageError: flatc refuses the schema.
    """
    version = flatc_version()
    if version is None:
        raise ToolchainMissing("flatc, which generates the schema code, is missing: apt install flatbuffers-compiler")
    with tempfile.TemporaryDirectory() as folder:
        command = ["flatc", "--python", "-o", folder, str(SCHEMA)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise UsageError(f"flatc refuses {SCHEMA.name}: {(done.stderr or done.stdout).strip()}")
        texts = {p.name: p.read_text("utf-8") for p in sorted((Path(folder) / _NAMESPACE).glob("*.py"))}
    texts["__init__.py"] = f'"""Generated from graph.fbs by {version}; see generate.py."""\n'
    return {name: text.rstrip("\n") + "\n" for name, text in texts.items()}


def checked_in() -> dict[str, str]:
    """The modules in the tree: file name -> text."""
    return {p.name: p.read_text("utf-8") for p in sorted(GENERATED.glob("*.py"))}


def write() -> None:
    """Replace the modules in the tree by newly generated ones."""
    texts = generate()
    GENERATED.mkdir(exist_ok=True)
    for old in GENERATED.glob("*.py"):
        if old.name not in texts:
            old.unlink()
    for name, text in texts.items():
        (GENERATED / name).write_text(text, "utf-8")


def main(arguments: list[str]) -> int:
    """Command line; ``--check`` only compares (exit 1 when the tree is out of date)."""
    try:
        if arguments == ["--check"]:
            if generate() != checked_in():
                sys.stderr.write("the schema code is out of date: python -m edgec.converter.schema.generate\n")
                return 1
        else:
            write()
    except EdgecError as error:
        sys.stderr.write(f"{error}\n")
        return int(error.exit_code)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
