"""Progress: what takes long tells how far it is, bars with the time left on a terminal, and nothing anywhere else."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from edgec import ConvertOptions, convert
from edgec.commands.verify import verify
from edgec.console import terminal
from edgec.converter.graph.work import silent, unseen
from edgec.settings.values import VerifyOptions
from edgec.targets.machine.watch import watched
from tests.builders.codegen_models import need

Seen = dict[str, list[tuple[int, int]]]


def recorder(seen: Seen) -> Callable[[str], Callable[[int, int], None]]:
    return lambda name: lambda done, total: seen.setdefault(name, []).append((done, total))


def test_convert_and_verify_tell_how_far_they_are(digits: Path, tmp_path: Path) -> None:
    need("gcc")
    seen: Seen = {}
    calibration = str(digits / "calibration.npz")
    options = ConvertOptions(target="host", calibration=calibration, quantize="mixed", max_drop=100, optimize="size")
    folder = convert(digits / "digits.onnx", options, tmp_path / "out", work=recorder(seen)).folder
    builds = [name for name in seen if name.startswith("compiling build ")]
    assert builds[0] == "compiling build 1" and len(builds) > 1
    assert set(seen) - set(builds) == {"calibrating", "rounding weights", "measuring sensitivities"}
    verify(folder, VerifyOptions(data=str(digits / "evaluation.npz"), on="host"), work=recorder(seen))
    assert seen["running on host"][-1] == (500, 500)
    for name, counts in seen.items():
        assert counts[-1][0] == counts[-1][1], name
        assert all(0 <= done <= total for done, total in counts), name


def test_running_programs_are_watched(tmp_path: Path) -> None:
    files, seen = [tmp_path / "a", tmp_path / "b"], []
    with watched(files, 10, 8, lambda done, total: seen.append((done, total))):
        files[0].write_bytes(bytes(25))
        files[1].write_bytes(bytes(15))
        deadline = time.monotonic() + 30
        while (4, 8) not in seen and time.monotonic() < deadline:
            time.sleep(0.02)
    assert (4, 8) in seen and seen[-1] == (8, 8)
    before = threading.active_count()
    with watched(files, 10, 8, silent):
        assert threading.active_count() == before


def test_nothing_is_shown_in_a_log(capsys: pytest.CaptureFixture[str]) -> None:
    with terminal.working() as work:
        assert work is unseen
        work("calibrating")(1, 2)
    assert capsys.readouterr().err == ""


def on_a_terminal(arguments: Sequence[object]) -> tuple[str, str]:
    """Stdout of a command, and what it wrote to stderr, which is a terminal."""
    main, other = pty.openpty()
    words = [sys.executable, "-m", "edgec", *map(str, arguments)]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    done = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=other, text=True, env=environment)
    os.close(other)
    told = bytearray()

    def read() -> None:
        while True:
            try:
                part = os.read(main, 4096)
            except OSError:  # the other side is closed
                return
            if not part:
                return
            told.extend(part)

    thread = threading.Thread(target=read)
    thread.start()
    out = done.communicate()[0]
    thread.join()
    os.close(main)
    assert done.returncode == 0, told.decode()
    return out, told.decode()


def test_bars_on_a_terminal_go_and_leave_the_json_alone(digits: Path, tmp_path: Path) -> None:
    need("gcc")
    out, told = on_a_terminal([
        "convert", digits / "digits.onnx", "-t", "host", "--calibration", digits / "calibration.npz",
        "-o", tmp_path / "out", "--json",
    ])  # fmt: skip
    assert json.loads(out)["prefix"] == "digits"
    for name in ("calibrating", "rounding weights", "compiling build 1"):
        assert f"edgec: {name}" in told
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", told)
    assert re.search(r"0/\d+ +-:--:-- +left", plain)
    assert "edgec: note: int8: a calibration set is given\r\n" in plain
    assert told.rindex("\x1b[?25h") > told.rindex("\x1b[?25l")  # the cursor is there again
