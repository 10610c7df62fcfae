"""A page in headless Chromium, driven through the DevTools protocol over two pipes (no port, no further package).

The protocol: https://chromedevtools.github.io/devtools-protocol/ (messages are JSON that end with a zero byte).
"""

from __future__ import annotations

import base64
import fcntl
import importlib.util
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
LIMIT = 60.0  # seconds for an answer
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36}
KEYS |= {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
    "--disable-background-networking",
)


def need_chromium() -> str:
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("Chromium is absent (Debian: chromium-headless-shell)")
    return found


def axe() -> str:
    """The script of axe-core, which finds what readers with a disability cannot use."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None or not found.submodule_search_locations:
        pytest.skip("axe-core is absent (make installs .ci/files.txt)")
    return Path(found.submodule_search_locations[0], "axe.min.js").read_text(encoding="utf-8")


class Page:
    """One page; ``told`` collects console messages, exceptions, violations of its policy and requests it made."""

    def __init__(self, width: int = 1280, height: int = 900) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()

        def as_expected() -> None:  # it reads from 3 and writes to 4
            reading, writing = (fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (to_browser, from_browser))
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self._process = subprocess.Popen(
            [need_chromium(), *FLAGS, f"--user-data-dir={self._folder.name}", f"--window-size={width},{height}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(3, 4),
            preexec_fn=as_expected,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._left, self._number, self._session = b"", 0, ""
        self.told: list[str] = []
        self.requests: list[str] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        self.size(width, height)

    def __enter__(self) -> Page:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._session = ""
        self.send("Browser.close")
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._write)
        os.close(self._read)
        self._folder.cleanup()

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command; its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer)
                return dict(answer["result"])
            self._noted(answer)

    def _message(self) -> dict[str, Any]:
        end = time.monotonic() + LIMIT
        while b"\0" not in self._left:
            ready, _, _ = select.select([self._read], [], [], max(0.0, end - time.monotonic()))
            assert ready, "Chromium does not answer"
            part = os.read(self._read, 1 << 16)
            assert part, "Chromium has ended"
            self._left += part
        text, _, self._left = self._left.partition(b"\0")
        return dict(json.loads(text))

    def _noted(self, event: dict[str, Any]) -> None:
        method, given = event.get("method"), event.get("params", {})
        if method == "Runtime.consoleAPICalled":
            self.told.append(json.dumps(given["args"]))
        elif method == "Runtime.exceptionThrown":
            self.told.append(json.dumps(given["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.told.append(given["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])

    def open(self, file: Path) -> None:
        """Load a file, and wait until it is painted."""
        self.send("Page.navigate", url=file.resolve().as_uri())
        self.wait("document.readyState === 'complete' && performance.getEntriesByType('paint').length > 0")

    def wait(self, expression: str) -> None:
        end = time.monotonic() + LIMIT
        while not self.value(expression):
            assert time.monotonic() < end, expression
            time.sleep(0.02)

    def value(self, expression: str) -> Any:
        """Evaluate a JavaScript expression and return its value, as JSON."""
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def size(self, width: int, height: int) -> None:
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def theme(self, name: str) -> None:
        """Set the theme that the system prefers: "light" or "dark"."""
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def key(self, name: str, times: int = 1) -> None:
        for _ in range(times):
            known = {"key": name, "code": name, "windowsVirtualKeyCode": KEYS[name]}
            text = {"text": "\r"} if name == "Enter" else {}
            self.send("Input.dispatchKeyEvent", type="keyDown", **known, **text)
            self.send("Input.dispatchKeyEvent", type="keyUp", **known)

    def mouse(self, selector: str, click: bool = False) -> None:
        """Move the pointer to the middle of an element, and press there."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.value(f"{found}.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}})")
        x, y = self.value(f"(b => [b.x + b.width / 2, b.y + b.height / 2])({found}.getBoundingClientRect())")
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        if click:
            for kind in ("mousePressed", "mouseReleased"):
                self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, file: Path, whole: bool = False) -> None:
        """A PNG of what is seen, or of the whole page."""
        found = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        file.write_bytes(base64.b64decode(found["data"]))
