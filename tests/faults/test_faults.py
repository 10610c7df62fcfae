"""Faults while a folder is written: a bounded run of the search, the order of system calls, real commands killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from edgec.converter.graph.errors import UsageError
from edgec.folder import system
from edgec.folder.destination import Destination
from edgec.folder.stage import recover
from tests.builders.output_folders import content, made, put
from tests.conftest import REPO
from tests.faults.inject import CALLS, Calls, injected

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and locks of POSIX")
OLD, NEW = made("old", "m.c", "k/k.h"), made("new", "m.c", "k/k.h")
PURE = {"fspath", "getpid", "urandom", "geteuid", "strerror"}  # of the module posix; they touch no file


def test_no_fault_loses_a_folder() -> None:
    """A part of the points; all of them: python -m tests.faults.run."""
    memory = ["--folder", "/dev/shm"] if os.access("/dev/shm", os.W_OK) else []
    command = [sys.executable, "-m", "tests.faults.run", "--quick", "--every", "7", "--pairs", "60", *memory]
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"(\d+) points tried, 0 folders lost, 0 left something behind", done.stdout)
    assert found is not None and int(found[1]) > 200


@pytest.mark.parametrize("exchange", [True, False])
def test_one_module_alone_touches_files_in_a_write(tmp_path: Path, exchange: bool) -> None:
    """All that the interpreter calls of the system while a folder is written is called there, and can meet a fault."""
    out, calls = tmp_path / "deep" / "out", Calls()
    seen: set[tuple[str, str]] = set()

    def profile(frame: FrameType, event: str, function: Any) -> None:
        if event == "c_call" and (getattr(function, "__module__", None) or "") in ("posix", "_io", "io", "fcntl"):
            seen.add((Path(frame.f_code.co_filename).name, function.__name__))

    for files in (OLD, NEW):
        destination = Destination.at(out)
        with injected(calls, exchange):
            sys.setprofile(profile)
            try:
                destination.write(files)
            finally:
                sys.setprofile(None)
    used = {(file, name) for file, name in seen if name not in PURE}
    assert used and {file for file, _ in used} == {"inject.py"}, used  # system.py calls through the counted calls
    assert {name for _, name in used} <= {*CALLS, "flock"}
    assert content(out) == dict(NEW)


@pytest.mark.parametrize("exchange", [True, False])
def test_what_takes_a_place_is_on_the_disk_before(tmp_path: Path, exchange: bool) -> None:
    """After a power cut too the folder is whole: contents and names are brought to the disk in this order."""
    out, calls = tmp_path / "out", Calls()
    put(out, OLD)
    with injected(calls, exchange):
        Destination.at(out).write(NEW)
    events: list[str] = []
    for name, *arguments in calls.trace:
        if name == "open":
            opened = str(arguments[0])
            if arguments[1] & os.O_CREAT:
                events.append(f"make {Path(opened).name}")
        elif name == "fsync":
            events.append(f"sync {re.sub(r'[.]edgec-.*-.*', 'stage', Path(opened).name)}")
        elif name in ("mkdir", "rename", "exchange", "unlink"):
            events.append(f"{name} {Path(os.fsdecode(arguments[0])).name}")
    last = events.index("exchange new" if exchange and system.swap_call else "rename new")
    for file in ("journal", "m.c", "k.h", "report.json"):
        assert events.index(f"make {file}") < events.index(f"sync {file}") < last
    for folder in ("k", "new", "stage", tmp_path.name):
        assert f"sync {folder}" in events[events.index("sync report.json") : last], folder
    first = next(i for i, event in enumerate(events) if event.startswith("unlink"))
    assert {f"sync {tmp_path.name}", "sync stage"} <= set(events[last:first])
    assert [e for e in events if e.startswith("unlink")][-1] == "unlink journal"


def stage_of(tmp_path: Path, exchange: bool, call: str) -> Path:
    """The stage that a run leaves when it is killed just behind its last ``call``."""
    out = tmp_path / "out"
    put(out, OLD)
    with injected(calls := Calls(), exchange):
        Destination.at(out).write(NEW)
    put(out, OLD)
    at = max(i for i, (name, *_) in enumerate(calls.trace) if name == call) + 1
    child = os.fork()
    if not child:
        with injected(Calls(at, "SIGKILL"), exchange):
            Destination.at(out).write(NEW)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    (stage,) = tmp_path.glob(".edgec-*")
    return stage


def test_a_killed_run_is_recovered_by_reading_commands_too(tmp_path: Path) -> None:
    stage = stage_of(tmp_path, False, "rename")
    (tmp_path / "out").rename(stage / "new")  # as between the two renames
    from edgec.folder.report import read_report

    with pytest.raises(UsageError, match="is missing"):  # the report of these tests is no real one
        read_report(tmp_path / "out")
    assert content(tmp_path / "out") == dict(OLD) and not stage.exists()


def test_only_what_is_edgecs_is_removed(tmp_path: Path) -> None:
    """A stage in use, one with other things in it, one whose links lead elsewhere, a name like that of a stage."""
    stage, out = stage_of(tmp_path, True, "fsync"), tmp_path / "out"
    elsewhere = tmp_path / "elsewhere"
    put(elsewhere, OLD)
    lock = system.lock(stage)
    assert lock is not None and recover(out) == () and stage.exists()
    system.unlock(lock)
    twin = stage.with_name(stage.name + "0")
    put(twin, (("new/m.c", b"somebody's"),))
    (stage / "new" / "k" / "k.h").unlink()
    (stage / "new" / "k").rmdir()
    (stage / "new" / "k").symlink_to(elsewhere / "k")
    (stage / "new" / "mine.txt").write_text("mine")
    notes = recover(out)
    assert [p.name for p in (stage / "new").iterdir()] == ["mine.txt"]
    assert content(twin) == {"new/m.c": b"somebody's"} and content(elsewhere) == dict(OLD)
    assert len(notes) == 2 and all("holds other files" in note for note in notes)
    (stage / "new" / "mine.txt").unlink()
    assert len(recover(out)) == 1 and not stage.exists()


def test_an_input_in_what_a_killed_run_left_is_kept(tmp_path: Path) -> None:
    stage = stage_of(tmp_path, True, "fsync")
    with pytest.raises(UsageError, match=r"holds 'm\.c', which this command reads"):
        Destination.at(tmp_path / "out", True, [stage / "new" / "m.c"])
    assert content(stage / "new") == dict(OLD)


def test_two_homeless_folders_are_both_kept(tmp_path: Path) -> None:
    """Killed between two renames, and then somebody made another folder: nobody knows which one is wanted."""
    stage, out = stage_of(tmp_path, False, "rename"), tmp_path / "out"
    out.rename(stage / "new")
    put(out, (("mine", b""),))
    (note,) = recover(out)
    assert stage.name in note and content(stage / "old") == dict(OLD) and content(stage / "new") == dict(NEW)


def test_folders_are_written_from_any_thread(tmp_path: Path) -> None:
    worker = threading.Thread(target=lambda: Destination.at(tmp_path / "out").write(NEW))
    worker.start()
    worker.join()
    assert content(tmp_path / "out") == dict(NEW)


PROGRAM = """
    import signal, sys
    from edgec.cli import main
    from edgec.folder import system
    name, ending = sys.argv[1], getattr(signal, sys.argv[2])
    if ending != signal.SIGKILL:
        signal.signal(ending, signal.SIG_DFL)  # a job in the background ignores Ctrl-C
    if name == "rename":
        system.swap_call = None
    real = getattr(system, name)
    def call(*arguments):
        done = real(*arguments)
        signal.raise_signal(ending)  # to this thread: kill may choose another one, and return before that one has run
        return done
    setattr(system, name, call)
    sys.argv[1:] = sys.argv[3:]
    main()
"""


@pytest.mark.parametrize(
    ("call", "name", "code", "whole"),
    [("exchange", "SIGKILL", -9, "new"), ("rename", "SIGKILL", -9, "away"), ("rename", "SIGINT", 130, "new"),
     ("write_file", "SIGTERM", 143, "new"), ("tree", "SIGTERM", 143, "old")],
)  # fmt: skip
def test_a_command_that_is_ended_leaves_a_whole_folder(
    tmp_path: Path, identity: Path, call: str, name: str, code: int, whole: str
) -> None:
    out = tmp_path / "out"
    put(out, OLD)
    command = [sys.executable, "-c", textwrap.dedent(PROGRAM), call, name]
    convert = ["convert", identity, "-t", "host", "-o", out]
    done = subprocess.run([*command, *convert], capture_output=True, check=False)
    assert done.returncode == code, done.stderr
    if code > 0:
        assert f"interrupted ({name})".encode() in done.stderr
    assert whole == ("away" if not out.exists() else "old" if content(out) == dict(OLD) else "new")
    assert (code > 0) == (sorted(p.name for p in tmp_path.iterdir()) == ["identity.onnx", "out"])
    recover(out)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["identity.onnx", "out"]
    assert whole == "new" or content(out) == dict(OLD)


@pytest.fixture
def identity(tmp_path: Path) -> Path:
    """A model that is converted at once."""
    import onnx
    from onnx import TensorProto, helper

    x, y = (helper.make_tensor_value_info(n, TensorProto.FLOAT, [4]) for n in "xy")
    graph = helper.make_graph([helper.make_node("Abs", ["x"], ["y"])], "identity", [x], [y])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), tmp_path / "identity.onnx")
    return tmp_path / "identity.onnx"


@pytest.mark.parametrize(
    ("streams", "code"),
    [("2>&-", 0), ("<&- >&- 2>&-", 0), ("2>/dev/full", 0), ("2> >(true)", 0), ("> >(true)", 141)],
)
def test_nobody_has_to_listen(tmp_path: Path, identity: Path, streams: str, code: int) -> None:
    """Closed and broken streams: the folder is written, with nothing but its files in it."""
    command = f"{sys.executable} -m edgec convert {identity} -t host -o {tmp_path}/out {streams}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.returncode in (code, 0), done.stderr  # a pipe may be closed later than it is written to
    from edgec.folder.manifest import is_ours
    from edgec.folder.report import read_report

    assert is_ours(tmp_path / "out") and "identity.c" in read_report(tmp_path / "out").files
