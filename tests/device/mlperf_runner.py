"""The benchmark's public runner (mlcommons/tiny, benchmark/runner): what it says to a device, how it reads answers."""

from __future__ import annotations

import re
import socket
import time
from dataclasses import dataclass, field

READY = "m-ready"
BYTES = 31  # of a sample in a command, without a power monitor
TIMEOUT_S = 120.0


@dataclass
class Inference:
    """The answer to ``infer``: results, times in microseconds."""

    results: list[str]
    laps: list[int]
    lines: list[str] = field(default_factory=list)


class Runner:
    def __init__(self, port: int) -> None:
        end = time.monotonic() + TIMEOUT_S
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), 1.0)
                break
            except OSError:
                assert time.monotonic() < end
                time.sleep(0.05)
        self._socket.settimeout(TIMEOUT_S)
        self._rest = b""
        self._socket.sendall(b"profile%")  # what the device said when it started may come before the answer, or be lost
        while not self.line().startswith("m-model-"):
            pass
        assert self.line() == READY

    def close(self) -> None:
        self._socket.close()

    def line(self) -> str:
        while b"\n" not in self._rest:
            data = self._socket.recv(4096)
            assert data, "the device has closed the line"
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("ascii").replace("\r", "").replace("\0", "")

    def ask(self, command: str) -> list[str]:
        self._socket.sendall(f"{command}%".encode())
        lines = []
        while (line := self.line()) != READY:
            lines.append(line)
        return lines

    def name(self) -> str:
        found = [m[1] for line in self.ask("name") if (m := re.fullmatch(r"m-name-dut-\[([^]]+)\]", line))]
        return found[0]

    def profile(self) -> dict[str, str]:
        pattern = r"m-(model|profile)-\[([^]]+)\]"
        return {m[1]: m[2] for line in self.ask("profile") if (m := re.fullmatch(pattern, line))}

    def load(self, data: bytes) -> list[str]:
        lines = self.ask(f"db load {len(data)}")
        for at in range(0, len(data), BYTES):
            lines += self.ask(f"db {data[at : at + BYTES].hex()}")
        return lines

    def infer(self, times: int, warmups: int) -> Inference:
        lines = self.ask(f"infer {times} {warmups}")
        laps = [int(m[1]) for line in lines if (m := re.fullmatch(r"m-lap-us-(\d+)", line))]
        results = [m[1] for line in lines if (m := re.fullmatch(r"m-results-\[([^]]+)\]", line))]
        return Inference(results[0].split(",") if results else [], laps, lines)
