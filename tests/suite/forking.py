"""Commands that blocks of texts and steps of jobs start, forked from one process that has imported edgec.

Importing takes longer than what most of these commands do.  A stand-in for the program ``edgec`` hands its arguments,
folder, environment and streams to the process, whose child becomes the command.  Children take objects that tests have
compiled.  Where nothing listens, the stand-in starts the program itself.  ``tests/first_hour`` and
``tests/unit/edgec/test_cli.py`` start it as users do.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
START_S = 60.0
RUNNING: set[int] = set()
"""Processes that fork commands for this one."""
LONGEST = 1 << 20  # bytes of a request: arguments and environment
CLIENT = """\
#!{python} -IS
import json, os, socket, sys
program = {program!r}
try:
    line = socket.socket(socket.AF_UNIX)
    line.connect({address!r})
except OSError:
    os.execv(program, [program, *sys.argv[1:]])
said = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
socket.send_fds(line, [len(said).to_bytes(4, "big")], [0, 1, 2])
line.sendall(said)
code = (line.recv(1) or b"\\x7f")[0]
line.recv(1)  # until what it took is known
os._exit(code)
"""


@contextmanager
def forking(folder: Path) -> Iterator[None]:
    """While it lasts, ``folder / "edgec"`` is the command."""
    program = Path(sys.executable).with_name("edgec")
    with tempfile.TemporaryDirectory(prefix="edgec-") as short:  # names of sockets have 107 characters at most
        address = Path(short) / "s"
        stand_in = folder / "edgec"
        stand_in.write_text(CLIENT.format(python=sys.executable, program=str(program), address=str(address)))
        stand_in.chmod(stand_in.stat().st_mode | stat.S_IXUSR)
        server = subprocess.Popen([sys.executable, "-m", __name__, str(address)], cwd=REPO, stdin=subprocess.DEVNULL)
        RUNNING.add(server.pid)
        try:
            end = time.monotonic() + START_S
            while not address.exists() and server.poll() is None and time.monotonic() < end:
                time.sleep(0.02)
            yield
        finally:
            RUNNING.remove(server.pid)
            server.terminate()
            server.wait()
            stand_in.unlink()


def processor_seconds() -> float:
    """Processor seconds of these processes and the commands that they forked; none where the system does not say."""
    ticks = 0
    for number in RUNNING:
        with suppress(OSError):
            words = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, words[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def serve(address: str) -> None:
    """Fork a command for every connection, until the process is ended."""
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    lines: dict[int, socket.socket] = {}

    def reap(*_: object) -> None:
        with suppress(ChildProcessError):
            while (watcher := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                lines.pop(watcher).close()

    signal.signal(signal.SIGCHLD, reap)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address + ".new")
    listening.listen(64)
    os.rename(address + ".new", address)  # noqa: PTH104  now requests are heard
    while True:
        line, _ = listening.accept()
        said = b""
        head, streams, _, _ = socket.recv_fds(line, 4, 3)
        while len(head) == 4 and len(said) < int.from_bytes(head, "big"):
            said += line.recv(LONGEST)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        watcher = os.fork()
        if watcher == 0:  # waits for the command, so that others are heard meanwhile
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
            for other in (listening, *lines.values()):
                other.close()
            child = os.fork()
            if child == 0:
                line.close()
                _become(json.loads(said), streams)
            for stream in streams:
                os.close(stream)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            line.sendall(bytes([code if code >= 0 else 128 - code]))
            os._exit(0)
        lines[watcher] = line
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        for stream in streams:
            os.close(stream)


def _become(request: tuple[list[str], str, dict[str, str]], streams: list[int]) -> None:
    """Be the command; does not return."""
    from edgec import cli

    arguments, folder, environment = request
    code = 70
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, "w" if n else "r", closefd=False) for n in range(3))
        sys.argv = [str(Path(sys.executable).with_name("edgec")), *arguments]
        try:
            cli.main()
        except SystemExit as end:
            code = int(end.code or 0)
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def main(address: str) -> None:
    """Import what commands need, and serve."""
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    import edgec.api  # noqa: F401  imports every command
    from edgec import cli, pipeline  # noqa: F401
    from edgec.codegen.kernels.catalog import kernels
    from tests.suite.objects import objects_of_tests

    kernels()
    with objects_of_tests():
        serve(address)


if __name__ == "__main__":
    main(sys.argv[1])
