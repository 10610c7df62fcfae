"""Objects that tests compile are kept between runs, by the content of all that the compiler reads.

A compilation is looked up by the compiler, its options and the text of the file; what was found counts when every file
that the compiler had read (its ``-MD``) has the same content still, and no other of the searched folders has it.  Only
what compiled without a word is kept.  The folder is one for all checkouts of a user, as ccache's is: in the user's
cache (``XDG_CACHE_HOME``, else ``~/.cache``), or in ``build/objects`` where nothing can be written there.
``EDGEC_TEST_OBJECTS`` names another one, or is "off".

ccache 4.7 loses the call graphs that GCC writes beside objects (``-fcallgraph-info``), with which edgec measures stack.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from tests.suite.precompiled import Precompiled, Run, compiler_file

MOST_BYTES = 2 << 30
"""Bytes that the folder may hold at the end of a run; what was not used for the longest time goes first."""

SELDOM_S = 3600.0

BESIDE = (".o", ".ci", ".su", ".so")
"""Endings of what one compilation writes: an object, or a plugin of QEMU."""


WRITE_MORE = {"--coverage", "-ftest-coverage", "-save-temps"}
"""Options with which a compiler writes other files too."""


class Objects:
    """A folder of objects, which several processes may use at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def running(self, run: Run) -> Run:
        """``run_tool`` that compiles only what is not there."""

        def kept(command: Sequence[str], cwd: Path, what: str, *more: float) -> subprocess.CompletedProcess[str]:
            if _source(command) is None or "-o" not in command or set(command) & WRITE_MORE:
                return run(command, cwd, what, *more)
            one = _Compilation(tuple(command), Path(cwd))
            place = self.folder / one.key[:2] / one.key[2:]
            if self._taken(one, place):
                return subprocess.CompletedProcess(list(command), 0, "", "")
            with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
                listed = Path(temp) / "read"
                done = run([*command, "-MD", "-MF", str(listed)], cwd, what, *more)
                if done.returncode == 0 and not done.stderr and not done.stdout and listed.is_file():
                    self._keep(one, place, listed.read_text(encoding="utf-8"))
            return done

        return kept

    def _taken(self, one: _Compilation, place: Path) -> bool:
        for listed in place.glob("*.json"):
            with suppress(FileNotFoundError):  # another process removes old ones
                read = json.loads(listed.read_text(encoding="utf-8"))
                if all(one.digest(name) == digest for name, digest in read["read"].items()):
                    for suffix in read["wrote"]:
                        shutil.copyfile(listed.with_suffix(suffix), one.out.with_suffix(suffix))
                    os.utime(listed)
                    return True
        return False

    def _keep(self, one: _Compilation, place: Path, listed: str) -> None:
        names = [one.named(n) for n in listed.partition(":")[2].replace("\\\n", " ").split()]
        wrote = [suffix for suffix in BESIDE if one.out.with_suffix(suffix).is_file()]
        said = json.dumps({"read": {n: one.digest(n) for n in names}, "wrote": wrote})
        place.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(said.encode()).hexdigest()[:16]
        for suffix in wrote:
            _placed(one.out.with_suffix(suffix).read_bytes(), place / f"{name}{suffix}")
        _placed(said.encode(), place / f"{name}.json")  # last: what it names is there

    def shrink_seldom(self) -> None:
        """``shrink``, unless it was done a short while ago: a run of one test need not look at all files."""
        stamp = self.folder / "shrunk"
        if not stamp.exists() or time.time() - stamp.stat().st_mtime > SELDOM_S:
            stamp.touch()
            self.shrink()

    def shrink(self, most: int = MOST_BYTES) -> None:
        """Remove what was not used for the longest time."""
        used = sorted(self.folder.rglob("*.json"), key=lambda p: p.stat().st_mtime, reverse=True)
        total = 0
        for listed in used:
            files = [f for f in (listed, *(listed.with_suffix(s) for s in BESIDE)) if f.is_file()]
            total += sum(f.stat().st_size for f in files)
            if total > most:
                for file in files:
                    file.unlink(missing_ok=True)


class _Compilation:
    """A command of a compiler: what it is looked up by, and how files that it reads are named wherever they lie."""

    def __init__(self, command: tuple[str, ...], cwd: Path) -> None:
        self.cwd = cwd
        at = command.index("-o")
        self.out = cwd / command[at + 1]
        source = cwd / (_source(command) or "")
        # the folder of the object comes last: headers that are made for one build (-include) lie there
        self.places = [cwd, *(_folder(w, cwd) for w in _included(command)), self.out.parent]
        words = [w for i, w in enumerate(command[1:], 1) if i not in (at, at + 1)]
        for n, folder in enumerate(self.places):
            words = [w.replace(str(folder), f"<{n}>") if folder.is_absolute() else w for w in words]
        said = json.dumps([compiler_file(command[0]), words])
        self.key = hashlib.sha256(_form() + said.encode() + source.read_bytes()).hexdigest()

    def named(self, name: str) -> str:
        """A file by the place among the searched folders that holds it."""
        path = Path(os.path.normpath(self.cwd / name))
        for n, folder in enumerate(self.places):
            if path.is_relative_to(folder):
                return f"<{n}>/{path.relative_to(folder)}"
        return str(path)

    def digest(self, name: str) -> str:
        """Digest the content of a file that ``named`` named, and of the places that hold a file of this name.

        One that comes to another place may be read instead.  Empty when the file is not there.
        """
        if not name.startswith("<"):
            return _of_system(name) + self._holding(Path(name).name)
        place, _, rest = name[1:].partition(">/")
        try:
            return hashlib.sha256((self.places[int(place)] / rest).read_bytes()).hexdigest() + self._holding(rest)
        except FileNotFoundError:
            return ""

    def _holding(self, name: str) -> str:
        return "".join(f" {n}" for n, folder in enumerate(self.places) if (folder / name).is_file())


def _source(command: Sequence[str]) -> str | None:
    """The one C file that a command compiles, into an object or a plugin."""
    sources = [word for word in command if word.endswith((".c", ".S"))]
    return sources[0] if len(sources) == 1 and {"-c", "-shared"} & set(command) else None


def _included(command: Sequence[str]) -> Iterator[str]:
    words = iter(command)
    for word in words:
        for flag in ("-I", "-isystem"):
            if word == flag:
                yield next(words)
            elif word.startswith(flag):
                yield word[len(flag) :]


def _folder(name: str, cwd: Path) -> Path:
    return Path(os.path.normpath(cwd / name))


@cache
def _form() -> bytes:
    """The text of this module: what another version of it keeps is not taken."""
    return Path(__file__).read_bytes()


@cache
def _of_system(name: str) -> str:
    file = Path(name)
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""


def _placed(content: bytes, file: Path) -> None:
    """Written beside and renamed: no process reads half of it."""
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as temp:
        temp.write(content)
    Path(temp.name).replace(file)


def folder_of_objects() -> Path | None:
    """The folder in which tests keep what they made; None when they are to make everything."""
    where = os.environ.get("EDGEC_TEST_OBJECTS")
    return None if where == "off" else Path(where) if where else users_folder()


@cache
def users_folder() -> Path:
    """The folder in the user's cache, made where it can be; else the checkout's."""
    own = Path(__file__).parents[2] / "build" / "objects"
    try:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "edgec" / "test-objects"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # no home, or one that is not writable
        return own
    return folder if os.access(folder, os.W_OK) else own


def compiled(command: Sequence[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a compiler as edgec does: an object that is compiled without a word is kept."""
    from edgec.targets.machine import compile as compiling

    return compiling.run_tool(command, cwd, "compiling")


@contextmanager
def objects_of_tests() -> Iterator[None]:
    """Compilations of this process use the folder of objects, if there is to be one."""
    from edgec.targets.machine import compile as compiling
    from edgec.targets.machine import counting

    run, objects, folder = compiling.run_tool, None, folder_of_objects()
    if folder is not None:
        objects = Objects(folder)
        compiling.run_tool = objects.running(Precompiled(folder / "headers").running(run))
        counting.run_tool = objects.running(run)
    try:
        yield
    finally:
        compiling.run_tool = counting.run_tool = run
        if objects is not None:
            objects.shrink_seldom()
