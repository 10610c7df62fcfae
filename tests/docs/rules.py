"""Checks of blocks: a function for each language.  Each raises ``Wrong`` where the text is not true."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import yaml

from edgec.cli import cli
from edgec.command_line.settings_file import from_file
from edgec.converter.graph.errors import EdgecError
from edgec.gates.records import Gates
from edgec.settings.file import INPUT, STATE
from edgec.targets.reader import load_target
from tests.docs.blocks import Block, absent
from tests.docs.workplace import MODELS

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

LIMIT = 300  # seconds that a block may take
SETTINGS = {"gates", INPUT, STATE, *cli.commands}

FUNCTION = "void block(const float *features)"
APP = """\
file(WRITE ${CMAKE_BINARY_DIR}/app.c "int main(void) { return 0; }")
add_executable(app ${CMAKE_BINARY_DIR}/app.c)
"""


class Wrong(AssertionError):
    """A block is not true."""


@dataclass
class Page:
    """Surroundings of a page's blocks: its folder, its environment, the names of its Python, what was printed last."""

    folder: Path
    environment: Mapping[str, str]
    names: dict[str, Any] = field(default_factory=dict)
    printed: str = ""


def run(command: list[str], page: Page, block: Block, code: int = 0) -> str:
    """Run a program, which must end with the code, and return what it prints."""
    done = subprocess.run(
        command, cwd=page.folder, env=dict(page.environment), capture_output=True, text=True, timeout=LIMIT,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode != code:
        raise Wrong(f"{block.where}: ended with {done.returncode}, not {code}: {done.stderr[-2000:]}")
    return done.stdout + done.stderr


def shell(page: Page, block: Block) -> None:
    code = int(block.marked("exit") or 0)
    page.printed = run(["bash", "-euo", "pipefail", "-c", block.text], page, block, code)


@contextlib.contextmanager
def within(folder: Path) -> Iterator[None]:
    """The current folder, for a while (contextlib.chdir, which Python 3.10 lacks)."""
    old = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(old)


def python(page: Page, block: Block) -> None:
    """The block, after those before it; functions called test_... are called."""
    before = set(page.names)
    out = io.StringIO()
    code = compile("\n" * block.line + block.text, block.page, "exec")
    with within(page.folder), contextlib.redirect_stdout(out):
        exec(code, page.names)
        for name in [n for n in page.names if n.startswith("test_") and n not in before]:
            page.names[name]()
    page.printed = out.getvalue()


def c(page: Page, block: Block) -> None:
    """The block compiles, as a file where it has a function, else as the body of one, beside the models' headers."""
    models = [m.strip() for m in (block.marked("models") or "kws").split(",")]
    lines = block.text.splitlines()
    includes = [line for line in lines if line.startswith("#include")]
    body = "\n".join(line for line in lines if not line.startswith("#include"))
    if not re.search(r"^\w.*\)\s*\{?$", body, re.MULTILINE) or "return" not in body:
        given = "\n".join(f"static {m}_t {m};" for m in models if f"&{m}," in body)
        body = f"{given}\nvoid block(const float *features);\n{FUNCTION}\n{{\n{body}\n(void)features;\n}}\n"
    headers = [f'#include "{m}.h"' for m in models]
    source = page.folder / "block.c"
    source.write_text("\n".join([*includes, *headers, body]) + "\n", encoding="utf-8")
    folders = [f"-Ifirmware/{m}" for m in models if m in MODELS] + [f"-I{m}" for m in models if m not in MODELS]
    run(["gcc", "-std=c99", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused", *folders, source.name], page, block)


def toml(page: Page, block: Block) -> None:
    """Settings, as every command that has a table reads them; or a target."""
    named = block.marked("file")
    file = page.folder / (named or "block.toml")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(block.text, encoding="utf-8")
    tables = tomllib.loads(block.text)
    try:
        if not set(tables) & SETTINGS:
            load_target(str(file))
            return
        if "gates" in tables:
            Gates.parse(file, tables["gates"])
        root = click.Context(cli)
        for name in [t for t in tables if t in cli.commands] or ["convert"]:
            from_file(click.Context(cli.commands[name], parent=root, info_name=name), None, str(file))
    except EdgecError as error:
        raise Wrong(f"{block.where}: {error}") from error


def parsed(load: Callable[[str], Any]) -> Callable[[Page, Block], None]:
    def check(page: Page, block: Block) -> None:
        try:
            load(block.text)
        except ValueError as error:
            raise Wrong(f"{block.where}: {error}") from error
        except yaml.YAMLError as error:
            raise Wrong(f"{block.where}: {error}") from error

    return check


def cmake(page: Page, block: Block) -> None:
    """CMake configures a project with the block in it."""
    head = "cmake_minimum_required(VERSION 3.16)\nproject(page C)\n"
    lists = page.folder / "CMakeLists.txt"
    lists.write_text(head + (APP if "add_executable(app" not in block.text else "") + block.text, encoding="utf-8")
    prefix = ";".join(str(p) for p in (page.folder / "root").glob("opt/*"))
    run(["cmake", "-S", ".", "-B", f"cmake-{block.line}", f"-DCMAKE_PREFIX_PATH={prefix}"], page, block)


def output(page: Page, block: Block) -> None:
    """Every line was printed by the block before; "..." in it stands for anything, a line of its own for any lines."""
    printed = [" ".join(line.split()) for line in page.printed.splitlines()]
    for line in block.text.splitlines():
        words = " ".join(line.split())
        pattern = ".*".join(re.escape(part) for part in words.split("..."))
        if not any(re.fullmatch(pattern, p) for p in printed):
            raise Wrong(f"{block.where}: '{words}' is not printed; this is: {page.printed[-2000:]}")


def text_file(page: Page, block: Block) -> None:
    """A file of another kind: written for the blocks behind it."""
    file = page.folder / str(block.marked("file"))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(block.text, encoding="utf-8")


def tested(block: Block, repo: Path) -> None:
    """The test that a marker names exists and names the page."""
    test = repo / str(block.marked("tested by"))
    if not test.is_file() or Path(block.page).name not in test.read_text(encoding="utf-8"):
        raise Wrong(f"{block.where}: {test} is no test that reads {block.page}")


RULES: Mapping[str, Callable[[Page, Block], None]] = {
    "sh": shell, "python": python, "c": c, "toml": toml, "json": parsed(json.loads), "yaml": parsed(yaml.safe_load),
    "cmake": cmake,
}  # fmt: skip


def check(page: Page, block: Block, repo: Path) -> str:
    """Check a block; returns why it was not, or nothing.

    Raises:
        Wrong: it is not true, or there is no rule for it.
    """
    if block.marked("skip"):
        return f"{block.where}: {block.marked('skip')}"
    missing = [n for n in (block.marked("needs") or "").split(", ") if n and absent(n)]
    if missing:
        return f"{block.where}: needs {', '.join(missing)}"
    if block.marked("tested by"):
        tested(block, repo)
    elif block.marked("output") is not None:
        output(page, block)
    elif block.language in RULES:
        if block.marked("file") and block.language != "toml":
            text_file(page, block)
        RULES[block.language](page, block)
    elif block.marked("file"):
        text_file(page, block)
    else:
        raise Wrong(f"{block.where}: no rule checks a block of '{block.language}'; give it a language or a marker")
    return ""
