"""A serial line between edgec and a device's program: TCP that loses, changes, repeats and delays bytes."""

from __future__ import annotations

import contextlib
import random
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

CONNECT_S = 20.0


@dataclass(frozen=True)
class Faults:
    """Shares of bytes to which each happens, in both directions; ``delayed`` ones wait for ``seconds``."""

    changed: float = 0.0
    dropped: float = 0.0
    repeated: float = 0.0
    delayed: float = 0.0
    seconds: float = 0.15


@dataclass
class Counts:
    """Counts of bytes: all, and those that the line changed, dropped, repeated and delayed."""

    bytes: int = 0
    changed: int = 0
    dropped: int = 0
    repeated: int = 0
    delayed: int = 0


def free_port() -> int:
    """A TCP port of this computer that nobody uses now."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class Device:
    """A program whose serial line is a TCP port, which can be started again: a reset."""

    def __init__(self, command: Sequence[str], port: int) -> None:
        self.command, self.port = list(command), port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def reset(self) -> None:
        self.stop()
        self.start()

    def connect(self, give_up: threading.Event) -> socket.socket | None:
        end = time.monotonic() + CONNECT_S
        while time.monotonic() < end and not give_up.is_set():
            with contextlib.suppress(OSError):
                s = socket.create_connection(("127.0.0.1", self.port), 1.0)
                s.settimeout(0.05)
                return s
            time.sleep(0.02)
        return None


@dataclass
class Line:
    """Passes bytes between whoever connects to ``port`` and the device; stays open while the device is reset."""

    device: Device
    faults: Faults = Faults()
    seed: int = 1
    port: int = field(default_factory=free_port)
    counts: Counts = field(default_factory=Counts)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._ended = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._listening.settimeout(0.1)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def url(self) -> str:
        return f"socket://127.0.0.1:{self.port}"

    def __enter__(self) -> Line:
        self.device.start()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(10)
        self._listening.close()
        self.device.stop()

    def _serve(self) -> None:
        while not self._ended.is_set():
            with contextlib.suppress(TimeoutError):
                near, _ = self._listening.accept()
                near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                near.settimeout(0.002)
                with near:
                    self._pass(near)

    def _pass(self, near: socket.socket) -> None:
        far: socket.socket | None = None
        try:
            while not self._ended.is_set():
                if far is None:
                    far = self.device.connect(self._ended)
                    if far is None:
                        return
                    far.settimeout(0.002)
                if not _some(near, far, self):
                    return
                if not _some(far, near, self):
                    far.close()
                    far = None
        finally:
            if far is not None:
                far.close()

    def spoiled(self, data: bytes) -> bytes:
        """Return these bytes as they arrive, with faults."""
        f, c, out = self.faults, self.counts, bytearray()
        c.bytes += len(data)
        for byte in data:
            at = self._random.random()
            if at < f.changed:
                c.changed += 1
                out.append(byte ^ self._random.randrange(1, 256))
                continue
            at -= f.changed
            if at < f.dropped:
                c.dropped += 1
                continue
            at -= f.dropped
            if at < f.repeated:
                c.repeated += 1
                out.append(byte)
            elif at - f.repeated < f.delayed:
                c.delayed += 1
                time.sleep(f.seconds)
            out.append(byte)
        return bytes(out)


def _some(source: socket.socket, sink: socket.socket, line: Line) -> bool:
    """Pass on what is there; False when the source has closed."""
    try:
        data = source.recv(4096)
    except TimeoutError:
        return True
    except OSError:
        return False
    if not data:
        return False
    with contextlib.suppress(OSError):
        sink.sendall(line.spoiled(data))
    return True


@contextlib.contextmanager
def reset_every(device: Device, wait: threading.Event, seconds: float) -> Iterator[None]:
    """Reset a device again and again, until ``wait`` is set."""

    def again() -> None:
        while not wait.wait(seconds):
            device.reset()

    thread = threading.Thread(target=again, daemon=True)
    thread.start()
    try:
        yield
    finally:
        wait.set()
        thread.join(10)


def qemu_command(project: Path, port: int) -> list[str]:
    """The command by which a project's Makefile runs its program, its line at a port of this computer."""
    told = subprocess.run(
        ["make", "-s", "-n", "-C", str(project), "run", f"TCP_PORT={port}"], capture_output=True, text=True, check=True
    ).stdout.splitlines()[-1]
    return told.replace("./app", str(project / "app")).split()
